"""Proof scripts: claims of the papers, each with the checks that decide it."""

from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.evidence import Failed, record, require
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
