"""What proof scripts are made of: claims of the papers and the engines that check them."""

from exactdp.claims.acceptance import accepted
from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.determinants import ClosedForm, cramer_formula, determinant_formula
from exactdp.claims.evidence import Failed, Undecided, record, require
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
    "ClosedForm",
    "Domain",
    "Failed",
    "Index",
    "Outcome",
    "Undecided",
    "accepted",
    "banded_product",
    "cramer_formula",
    "determinant",
    "determinant_formula",
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
