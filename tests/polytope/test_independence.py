"""Independence modulo a prime, with many undecided primes, and compared with the rank over the rationals."""

from itertools import islice
from math import prod

from flint import fmpz, fmpz_mat
from hypothesis import given
from hypothesis import strategies as st

from exactdp.polytope.independence import SHORT_PRIMES, IntegerMatrix, independence, left_inverse, primes

UNLUCKY = list(islice(primes(), 40))

ENTRIES = st.one_of(
    st.integers(-3, 3),
    st.sampled_from([0, 1]),
    st.builds(lambda factors, times: prod(factors) * times, st.sets(st.sampled_from(UNLUCKY)), st.integers(-2, 2)),
)


@st.composite
def matrices(draw: st.DrawFn) -> IntegerMatrix:
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    columns = draw(st.lists(st.lists(ENTRIES, min_size=height, max_size=height), min_size=width, max_size=width))
    if width > 1 and draw(st.booleans()):
        columns[draw(st.integers(1, width - 1))] = [3 * entry for entry in columns[0]]
    return [list(row) for row in zip(*columns, strict=True)]


@given(matrices())
def test_it_is_decided_as_by_the_rank(matrix: IntegerMatrix) -> None:
    found = independence(matrix)
    assert (found is not None) == (fmpz_mat(matrix).rank() == len(matrix[0]))
    if found is not None:
        assert fmpz(found).is_prime()
        inverse = left_inverse(matrix, found)
        assert inverse is not None
        for b, line in enumerate(inverse):
            for t in range(len(matrix[0])):
                assert sum(e * row[t] for e, row in zip(line, matrix, strict=True)) % found == (b == t)


def test_where_the_first_prime_serves_it_is_taken() -> None:
    assert independence([[2, 1], [1, 2]]) == SHORT_PRIMES[1]
    assert independence([[2, 1], [1, 2]], (2, 3)) == 2
    assert left_inverse([[2, 1], [1, 2]], SHORT_PRIMES[0]) is None


def test_however_many_primes_are_unlucky_the_next_one_serves() -> None:
    for count in (1, 4, 5, 39):
        product = prod((*SHORT_PRIMES, *UNLUCKY[:count]))
        assert independence([[1, 1], [1, 1 + product]]) == UNLUCKY[count]
        assert independence([[1, 1], [product, product]]) is None


def test_a_column_that_is_unlucky_before_one_that_depends() -> None:
    unlucky = prod(UNLUCKY[:6])
    assert independence([[1, 1, 2], [1, 1 + unlucky, 2], [0, 0, 0]]) is None
    assert independence([[0], [0]]) is None


def test_the_primes_are_all_of_a_range() -> None:
    found = UNLUCKY[4:]
    assert found == [p for p in range(2**61 - 2, found[-1] - 1, -1) if fmpz(p).is_prime()]
