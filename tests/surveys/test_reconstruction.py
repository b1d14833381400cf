"""Reconstruction: against exhaustive enumeration, the lecture's 4E, and Dwork's k - 4E² with its examples."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.errors import InputError
from exactdp.surveys import reconstruction
from exactdp.surveys.queries import QueryWeights, Transcript, distance, hadamard_queries, true_answers
from exactdp.surveys.reconstruction import reconstruct, spectral_bound, worst_case, worst_case_of_all_subsets
from tests.strategies import share_of

ERRORS = [Fraction(word) for word in ("0", "1/4", "1/2", "3/4", "1", "5/4", "3/2", "2")]

FANO = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)]


def databases(n: int) -> list[tuple[int, ...]]:
    return list(product((0, 1), repeat=n))


def largest_difference(queries: tuple[QueryWeights, ...], error: Fraction) -> int:
    """The worst case, by its definition: over all differences of two databases."""
    return max(
        sum(map(abs, v))
        for v in product((-1, 0, 1), repeat=len(queries[0]))
        if all(abs(sum(a * b for a, b in zip(q, v, strict=True))) <= 2 * error for q in queries)
    )


@st.composite
def transcripts(draw: st.DrawFn) -> Transcript:
    n = draw(st.integers(1, 5))
    weights = st.sampled_from([(0, 1), (-1, 1), (-2, -1, 0, 1, 3)]).flatmap(
        lambda choice: st.lists(st.sampled_from(choice), min_size=n, max_size=n)
    )
    queries = draw(st.lists(weights, min_size=1, max_size=6))
    error = draw(st.sampled_from(ERRORS))
    truth = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    noise = st.sampled_from([Fraction(-1), Fraction(-1, 3), Fraction(0), Fraction(1, 2), Fraction(1)])
    answers = [
        a + error * draw(noise) + draw(st.sampled_from([0, 0, 0, 1]))
        for a in true_answers(list(map(tuple, queries)), truth)
    ]
    return Transcript(queries, answers, error)


@given(transcripts())
@share_of(60)
def test_the_candidates_are_the_databases_that_fit(seen: Transcript) -> None:
    found = reconstruct(seen)
    fits = [each for each in databases(seen.people) if seen.admits(each)]
    assert list(found.candidates) == fits
    assert bool(found) == bool(fits)
    if fits:
        assert found.wrong == max((distance(a, b) for a, b in combinations(fits, 2)), default=0)
        radius = min(max(distance(guess, each) for each in fits) for guess in databases(seen.people))
        assert found.guess is not None
        assert max(distance(found.guess, each) for each in fits) == found.guess_wrong
        assert found.guess_wrong == found.any_guess_wrong == radius
        assert found.certain == {
            j: bits.pop() for j in range(seen.people) if len(bits := {each[j] for each in fits}) == 1
        }


@given(st.integers(2, 5).flatmap(lambda n: st.sets(st.tuples(*[st.integers(0, 1)] * n), min_size=2)))
def test_the_best_guess_is_a_centre(candidates: set[tuple[int, ...]]) -> None:
    found = sorted(candidates)
    diameter = max(distance(a, b) for a, b in combinations(found, 2))
    radius = min(max(distance(guess, each) for each in found) for guess in databases(len(found[0])))
    guess, worst, least = reconstruction._best_guess(found, diameter)
    assert worst == least == radius == max(distance(guess, each) for each in found)


def test_a_search_for_a_guess_that_is_cut_short_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconstruction, "GUESSES", 0)
    even = [each for each in databases(3) if sum(each) % 2 == 0]
    # No guess is less than 2 from all four; that none is 1 from all was not found out.
    assert reconstruction._best_guess(even, 2)[1:] == (2, 1)


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_all_subsets_by_definition(n: int, error: Fraction) -> None:
    queries = [*product((0, 1), repeat=n)]
    found = worst_case_of_all_subsets(n=n, error=error)
    assert found.wrong == largest_difference(queries, error) == worst_case(queries, error).wrong
    assert found.wrong <= 4 * error
    assert found.wrong == distance(*found.databases)
    seen = Transcript(queries, found.answers(queries), error)
    assert all(map(seen.admits, found.databases))


@pytest.mark.parametrize("n", [7, 9])
def test_all_subsets_by_search(n: int) -> None:
    for error in ("1/2", "1", "3/2"):
        found = worst_case([*product((0, 1), repeat=n)], error)
        assert found
        assert found.wrong == worst_case_of_all_subsets(n=n, error=error).wrong


def test_all_subsets_of_many_people() -> None:
    assert worst_case_of_all_subsets(n=10**4, error=1000).wrong == 4000
    assert worst_case_of_all_subsets(n=10**4, error="49/100").wrong == 0
    with pytest.raises(InputError, match="write at least one person"):
        worst_case_of_all_subsets(n=0, error=1)


@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(st.sampled_from([-2, -1, 0, 1, 1]), min_size=n, max_size=n), min_size=1, max_size=6)
    ),
    st.sampled_from(ERRORS),
)
@share_of(60)
def test_the_worst_case_of_any_queries(rows: list[list[int]], error: Fraction) -> None:
    queries = tuple(map(tuple, rows))
    found = worst_case(queries, error)
    assert found
    assert found.wrong == largest_difference(queries, error) == distance(*found.databases)
    assert spectral_bound(queries, error).wrong >= found.wrong
    seen = Transcript(queries, found.answers(queries), error)
    assert all(map(seen.admits, found.databases))


@pytest.mark.parametrize("m", [0, 1, 2])
def test_4_e_squared_is_attained_where_2e_is_a_power_of_two(m: int) -> None:
    error = Fraction(2**m, 2)
    found = worst_case(hadamard_queries(16), error)
    assert found
    assert found.wrong == 4 * error**2


def test_where_4_e_squared_is_not_attained() -> None:
    # 4E² = 9, and an even number of bits moves the answers by at most 2 and so is at most 4.
    found = worst_case(hadamard_queries(8), "3/2")
    assert found
    assert found.wrong == 5 == largest_difference(hadamard_queries(8), Fraction(3, 2))
    assert spectral_bound(hadamard_queries(64), "3/2").wrong == 9
    assert spectral_bound(hadamard_queries(64), "5/2").wrong == 25


@pytest.mark.parametrize(("k", "error", "correct"), [(128, 1, 124), (128, 3, 92), (256, 1, 252), (256, 3, 220)])
def test_dworks_examples(k: int, error: int, correct: int) -> None:
    # With weights ±1 the rows' Gram matrix is k·I, whatever k.
    assert k - spectral_bound(hadamard_queries(k), error).wrong == correct


def test_subset_queries_of_the_same_matrix_keep_fewer_bits() -> None:
    subsets = hadamard_queries(16, subsets=True)
    assert worst_case(subsets, "1/2").wrong == 5 == 16 * Fraction(1, 4) + 1
    found = worst_case(subsets, 1)
    assert found.wrong == 16
    assert all(map(Transcript(subsets, found.answers(subsets), 1).admits, found.databases))


def test_a_search_that_is_cut_short_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconstruction, "NODES", 10)
    found = worst_case(hadamard_queries(16), "3/2")
    assert not found
    assert found.wrong <= 5
    assert found.at_most == 9


def test_a_wrong_proposal_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconstruction, "_proposed_difference", lambda rows, size, at_most: (1,) * len(rows[0]))
    assert worst_case([*product((0, 1), repeat=5)], 1).wrong == 4


def test_a_wrong_eigenvalue_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconstruction, "_proposed", lambda gram, without: iter([Fraction(10**6), Fraction(0)]))
    assert spectral_bound(hadamard_queries(8), 1).wrong == 8


def test_weights_beyond_64_bits() -> None:
    large = 10**30
    assert worst_case([(large, 1, 1)], large).wrong == 3
    assert worst_case([(2 * large + 1, 1, 1)], large).wrong == 3
    assert worst_case([(2 * large + 3, 1, 1)], large).wrong == 2
    seen = Transcript([(large, large + 1)], [large + 1], 0)
    assert reconstruct(seen).candidates == ((0, 1),)


def test_the_lines_of_the_fano_plane_beat_every_guess() -> None:
    lines = [tuple(int(j in line) for j in range(7)) for line in FANO]
    queries = [*product((0, 1), repeat=7)]
    bounds = [(min(column), max(column)) for column in zip(*(true_answers(queries, d) for d in lines), strict=True)]
    answers = [Fraction(low + high, 2) for low, high in bounds]
    found = reconstruct(Transcript(queries, answers, 1))
    assert set(lines) <= set(found.candidates)
    # Two databases 4 apart alone would leave a guess with 2 wrong bits.
    assert (found.wrong, found.guess_wrong, found.any_guess_wrong) == (4, 3, 3)


def test_too_many_candidates_are_refused() -> None:
    with pytest.raises(InputError, match="more than 4,096 databases fit"):
        reconstruct(Transcript([(0,) * 13], [0], 0))


def test_errors_beyond_the_bound_leave_no_candidate() -> None:
    found = reconstruct(Transcript([(1, 1), (1, 1)], [0, 2], "1/2"))
    assert not found
    assert found.guess is None
    assert found.candidates == ()
    assert found.certain == {}
