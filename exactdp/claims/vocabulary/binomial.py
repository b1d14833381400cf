"""Binomial coefficients as a word of the claims."""

from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained

_j, _k, _n = indices("j k n")


def binomial_product(n: Term, k: Term | int) -> Term:
    """Return C(n,k) as a product, for k ≥ 0.

    >>> binomial_product(_n, 2)
    Π_{j=1}^{2} ((n+1) - j)/j
    """
    return Product(_j, 1, k, (n + 1 - as_number(_j)) / _j)


binomial = explained(
    "C({0},{1})",
    (_n, _k),
    If(_k < 0, as_number(0), binomial_product(_n, _k)),
    r"\tbinom{{{0}}}{{{1}}}",
)
"""The number of subsets of k of n: the product of (n+1-j)/j for j from 1 to k, and none for k < 0."""
