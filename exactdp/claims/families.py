"""The papers' matrices on {0..n} as functions of their indices, for symbolic and for concrete indices alike.

Each takes the base α (an element of an identity) and indices, and is cleared of denominators as its name says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from exactdp.claims.identities import Element, number
from exactdp.claims.indices import Index

At: TypeAlias = Index | int


def scaled_geometric(a: Element, i: At, j: At) -> Element:
    """Return the entry (i, j) of G', α^|i-j|.

    Source: Gupte & Sundararajan 2010, Table 2.

    >>> from exactdp.claims import identity
    >>> identity("a", lambda a: [(scaled_geometric(a, 2, 5), a**3)])
    """
    distance = i - j
    return a ** (distance if distance >= 0 else -distance)


def geometric_times_one_plus_alpha(a: Element, n: At, i: At, z: At) -> Element:
    """Return (1+α) times the entry (i, z) of G: α^|i-z|, inside times 1-α.

    Source: Gupte & Sundararajan 2010, Definition 4.

    >>> from exactdp.claims import identity
    >>> identity("a", lambda a: [(geometric_times_one_plus_alpha(a, 2, 0, 1), (1 - a) * a)])
    """
    return scaled_geometric(a, i, z) * (number(1) if z in (0, n) else 1 - a)


def tridiagonal(a: Element, n: At, j: At, k: At) -> Element:
    """Return the entry (j, k) of the matrix K with G'·K = (1-α²)·1: 1+α², at the ends 1, and -α beside.

    Domain: n ≥ 1.

    >>> from exactdp.claims import identity
    >>> identity("a", lambda a: [(tridiagonal(a, 2, 1, 1), 1 + a**2), (tridiagonal(a, 2, 1, 2), -a)])
    """
    if j == k:
        return number(1) if k in (0, n) else 1 + a * a
    return -a if abs(j - k) == 1 else number(0)


def banded_product(
    first: Callable[[At, At], Element], banded: Callable[[At, At], Element], n: At, i: At, k: At
) -> Element:
    """Return Σ_j first(i, j)·banded(j, k) over 0..n, where banded(j, k) is 0 for |j-k| > 1.

    >>> from exactdp.claims import identity
    >>> def product(a):
    ...     return banded_product(lambda i, j: scaled_geometric(a, i, j), lambda j, k: tridiagonal(a, 9, j, k), 9, 4, 4)
    >>> identity("a", lambda a: [(product(a), 1 - a**2)])
    """
    return sum((first(i, j) * banded(j, k) for j in (k - 1, k, k + 1) if 0 <= j <= n), number(0))


def three_term(a: Element, x: Callable[[At], Element], n: At, k: At) -> Element:
    """Return entry k of K·x: (1+α²)·x_k - α·(x_(k-1) + x_(k+1)), and x_0 - α·x_1, x_n - α·x_(n-1) at the ends.

    Domain: n ≥ 1.
    Source: Gupte & Sundararajan 2010, Theorem 2 and Lemma 2.

    >>> from exactdp.claims import identity
    >>> identity("a", lambda a: [(three_term(a, lambda k: number(1), 2, 1), (1 - a) ** 2)])
    """
    if k == 0:
        return x(k) - a * x(k + 1)
    if k == n:
        return x(k) - a * x(k - 1)
    return (1 + a * a) * x(k) - a * (x(k - 1) + x(k + 1))
