"""The papers' matrices by index, against the library's, at every entry of small sizes and several levels."""

from fractions import Fraction

import pytest

from exactdp.claims import (
    banded_product,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    scaled_geometric,
    three_term,
    tridiagonal,
)
from exactdp.claims.evidence import Failed
from exactdp.model.geometric import geometric, inverse
from exactdp.model.geometric import scaled_geometric as scaled_matrix

LEVELS = [Fraction(1, 5), Fraction(1, 2), Fraction(9, 10)]


@pytest.mark.parametrize("n", range(1, 6))
@pytest.mark.parametrize("alpha", LEVELS)
def test_entries_are_the_librarys(n: int, alpha: Fraction) -> None:
    def pairs():
        a = number(alpha)
        for i in range(n + 1):
            for j in range(n + 1):
                yield scaled_geometric(a, i, j), scaled_matrix(n=n, alpha=alpha)[i, j]
                yield geometric_times_one_plus_alpha(a, n, i, j), (1 + alpha) * geometric(n=n, alpha=alpha)[i, j]
                scale = (1 - alpha) if i in (0, n) else (1 - alpha) ** 2
                yield tridiagonal(a, n, i, j), scale * inverse(n=n, alpha=alpha)[i, j]

    identity("", pairs)


@pytest.mark.parametrize("n", range(1, 6))
def test_three_term_is_the_tridiagonal_product(n: int) -> None:
    def pairs(a):
        for k in range(n + 1):
            full = sum((tridiagonal(a, n, k, j) * entry("x", j) for j in range(n + 1)), number(0))
            yield three_term(a, lambda i: entry("x", i), n, k), full

    identity("a", pairs)


@pytest.mark.parametrize("n", range(1, 5))
def test_a_banded_product_is_the_full_one(n: int) -> None:
    def pairs(a):
        for i in range(n + 1):
            for k in range(n + 1):
                full = sum((entry("m", i, j) * tridiagonal(a, n, j, k) for j in range(n + 1)), number(0))
                yield banded_product(lambda i, j: entry("m", i, j), lambda j, k: tridiagonal(a, n, j, k), n, i, k), full

    identity("a", pairs)


def test_a_wrong_entry_is_noticed() -> None:
    with pytest.raises(Failed):
        identity("a", lambda a: [(tridiagonal(a, 2, 0, 0), 1 + a * a)])
