"""Binomial coefficients as a word of the claims."""

from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained

_j, _k, _n = indices("j k n")

binomial = explained(
    "C({0},{1})", (_n, _k), Product(_j, 1, _k, (_n + 1 - as_number(_j)) / _j), r"\tbinom{{{0}}}{{{1}}}"
)
"""The number of subsets of k of n, for k ≥ 0: the product of (n+1-j)/j for j from 1 to k."""
