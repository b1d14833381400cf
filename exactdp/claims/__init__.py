"""What proof scripts are made of: claims whose clauses are formulas, the core that proves them, and what it rests on.

A new claim imports `Claim` here, and terms from `formulas`, `vocabulary` and `lemmas`. The other names belong to claims
that are still in words; they are loaded when they are asked for, since their engines take a while.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from exactdp.arithmetic.exact import Undecided
from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.evidence import Failed, record, require

if TYPE_CHECKING:
    from exactdp.claims.acceptance import accepted
    from exactdp.claims.families import (
        banded_product,
        geometric_times_one_plus_alpha,
        scaled_geometric,
        three_term,
        tridiagonal,
    )
    from exactdp.claims.identities import Assumed, determinant, entry, identity, number, positive_number, signs, square
    from exactdp.claims.indices import Domain, Index

__all__ = [
    "Assumed",
    "Claim",
    "Domain",
    "Failed",
    "Index",
    "Outcome",
    "Undecided",
    "accepted",
    "banded_product",
    "determinant",
    "entry",
    "geometric_times_one_plus_alpha",
    "identity",
    "number",
    "positive_number",
    "record",
    "require",
    "scaled_geometric",
    "signs",
    "square",
    "three_term",
    "tridiagonal",
]

_HOMES = {
    "acceptance": ("accepted",),
    "families": ("banded_product", "geometric_times_one_plus_alpha", "scaled_geometric", "three_term", "tridiagonal"),
    "identities": ("Assumed", "determinant", "entry", "identity", "number", "positive_number", "signs", "square"),
    "indices": ("Domain", "Index"),
}
_LATER = {name: module for module, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _LATER:
            raise AttributeError(f"module 'exactdp.claims' has no attribute {name!r}")
        globals()[name] = found = getattr(import_module(f"exactdp.claims.{_LATER[name]}"), name)
        return found
