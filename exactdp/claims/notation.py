"""How a term or a formula is written, as text."""

from __future__ import annotations

from exactdp.claims.formulas import Expression


def text(e: Expression) -> str:
    """Return the expression as one line of text."""
    return f"{e.op}{e.args}"
