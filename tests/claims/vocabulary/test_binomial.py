"""The binomial coefficient as a word, against Python's."""

from math import comb

import pytest

from exactdp.claims.statements.evaluation import value
from exactdp.claims.vocabulary.binomial import binomial


@pytest.mark.parametrize("n", range(7))
def test_it_counts_subsets(n: int) -> None:
    assert [value(binomial(n, k), {}) for k in range(n + 2)] == [comb(n, k) for k in range(n + 2)]
    assert value(binomial(n, -1), {}) == 0
