"""Queries and transcripts: orthogonal Hadamard rows, and clear errors."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Matrix
from exactdp.surveys.queries import (
    LARGEST_HADAMARD,
    Transcript,
    checked,
    distance,
    error_bound,
    hadamard_queries,
    read_transcript,
    true_answers,
)


@pytest.mark.parametrize("k", [1, 2, 4, 16])
def test_hadamard_rows_are_orthogonal_and_their_subsets_are_where_they_are_one(k: int) -> None:
    rows, subsets = hadamard_queries(k), hadamard_queries(k, subsets=True)
    for i, first in enumerate(rows):
        assert [sum(a * b for a, b in zip(first, second, strict=True)) for second in rows] == [0] * i + [k] + [0] * (
            k - i - 1
        )
        assert subsets[i] == tuple((1 + entry) // 2 for entry in first)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), max_size=9))
def test_a_hadamard_query_counts_agreements(bits: list[tuple[int, int]]) -> None:
    pattern, database = [2 * a - 1 for a, _ in bits], [b for _, b in bits]
    if bits:
        agreeing = sum((weight == 1) == (bit == 1) for weight, bit in zip(pattern, database, strict=True))
        assert true_answers([tuple(pattern)], database)[0] == agreeing - pattern.count(-1)


def test_a_transcript_admits_errors_up_to_the_bound_and_not_beyond() -> None:
    seen = Transcript([(1, 1)], ["1/2"], "1/2")
    assert [seen.admits(bits) for bits in ((0, 0), (0, 1), (1, 1))] == [True, True, False]
    assert not Transcript([(1, 1)], ["-1/100"], 0).admits((0, 0))


def test_what_a_transcript_refuses() -> None:
    with pytest.raises(InputError, match="2 queries and 1 answer: write one answer for each query"):
        Transcript([(1,), (0,)], [1])
    with pytest.raises(InputError, match="no query is given"):
        Transcript([], [])
    with pytest.raises(InputError, match="no query is given"):
        Transcript([()], [0])
    with pytest.raises(InputError, match="row 2 has 1 weight and row 1 has 2"):
        Transcript([(1, 0), (1,)], [0, 0])
    with pytest.raises(InputError, match="weight 1/2 is not a whole number: write whole weights"):
        checked([["1/2"]])
    with pytest.raises(InputError, match="error bound -1/2 is negative"):
        error_bound("-1/2")
    with pytest.raises(TypeError, match="float"):
        Transcript([(1,)], [0.5])
    with pytest.raises(InputError, match="no bound on the errors is known"):
        Transcript([(1,)], [0]).admits((0,))
    with pytest.raises(InputError, match="not a database of the queries"):
        true_answers([(1, 1)], (0,))
    with pytest.raises(InputError, match="not a database of the queries"):
        true_answers([(1, 1)], (0, 2))
    with pytest.raises(ValueError, match="zip"):
        distance((0,), (0, 1))


@pytest.mark.parametrize("k", [0, 3, 12, -4, 2 * LARGEST_HADAMARD])
def test_sizes_of_hadamard_queries(k: int) -> None:
    with pytest.raises(InputError, match="write 1, 2, 4, 8"):
        hadamard_queries(k)


def test_a_matrix_is_read_with_the_answer_last() -> None:
    seen = read_transcript(Matrix([[1, 0, "3/2"], [1, -1, 0]]), "1/4")
    assert (seen.queries, seen.answers, seen.error) == (
        ((1, 0), (1, -1)),
        (Fraction(3, 2), Fraction(0)),
        Fraction(1, 4),
    )
    with pytest.raises(InputError, match="the queries have no weights"):
        read_transcript(Matrix([[1]]))
