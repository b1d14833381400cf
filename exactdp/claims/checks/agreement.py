"""Compare definitions by a formula and by a function of the library: if a name has both, they must agree."""

from __future__ import annotations

from typing import Any

from exactdp.claims.statements.decisions import decided
from exactdp.claims.statements.evaluation import Environment, NotRunThrough, Value, compiled, entry
from exactdp.claims.statements.expressions import Expression
from exactdp.claims.statements.terms import Definition


class Differing(Exception):  # noqa: N818 (it says what was found)
    """The formula and the function that define a name differ at these arguments."""


def disagreement(e: Expression, environment: Environment) -> str:
    """Return where the formula and the function of a name in `e` differ, while `e` is evaluated; "" if nowhere.

    Raises: `Undefined`.

    >>> from exactdp.claims.statements.formulas import indices
    >>> m, n = indices("m n")
    >>> at_least = Definition("at least", (m, n), n <= m, decide=lambda m, n: n < m)
    >>> disagreement(at_least(m, n), {"m": 2, "n": 1}), disagreement(at_least(m, n), {"m": 1, "n": 1})
    ('', 'at least(1, 1) is True by its definition, and False by the library')
    """
    try:
        compiled(e, _compare)(environment)
    except Differing as error:
        return str(error)
    return ""


def _compare(definition: Definition, given: list[Value], by_formula: Value) -> None:
    if definition.decide is None:
        return
    try:
        by_library = decided(definition, given)
    except NotRunThrough:  # outside the domain of the library's function
        return
    if not _agree(by_formula, by_library):
        name = f"{definition.name}({', '.join(map(str, given))})"
        raise Differing(f"{name} is {by_formula} by its definition, and {by_library} by the library")


def _agree(by_formula: Any, by_library: Value, at: tuple[int, ...] = ()) -> bool:
    """Return whether two values are the same: for functions, at all positions that the library gives."""
    if isinstance(by_library, tuple):
        return all(_agree(by_formula, each, (*at, k)) for k, each in enumerate(by_library))
    if callable(by_library):
        return True
    return bool((entry(by_formula, at) if at else by_formula) == by_library)
