"""Linear decoding: its optimum against enumeration, ranges of bits against all databases, and seeds that repeat."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.errors import InputError
from exactdp.linear_programs.linear_program import Infeasible, holds
from exactdp.linear_programs.searching import Unsolved
from exactdp.surveys import linear_decoding as decoding
from exactdp.surveys.linear_decoding import bit_bounds, decoding_experiment, linear_decoding
from exactdp.surveys.queries import Transcript, hadamard_queries, true_answers
from tests.strategies import fractions_within, share_of


def total_distance(seen: Transcript, bits: tuple[Fraction, ...]) -> Fraction:
    values = (sum(w * x for w, x in zip(query, bits, strict=True)) for query in seen.queries)
    return sum((abs(v - a) for v, a in zip(values, seen.answers, strict=True)), Fraction(0))


@st.composite
def transcripts(draw: st.DrawFn) -> Transcript:
    n = draw(st.integers(1, 4))
    weights = st.lists(st.sampled_from([-1, 0, 1, 1]), min_size=n, max_size=n)
    queries = draw(st.lists(weights, min_size=1, max_size=6))
    answers = draw(st.lists(fractions_within(-2, 3, 4), min_size=len(queries), max_size=len(queries)))
    return Transcript(queries, answers, draw(st.sampled_from(["0", "1/4", "1"])))


@given(transcripts())
@share_of(50)
def test_no_database_is_nearer_and_the_proof_holds(seen: Transcript) -> None:
    found = linear_decoding(seen)
    assert holds(found.optimum)
    assert total_distance(seen, found.bits) == found.deviation == found.optimum.value
    halves = (Fraction(0), Fraction(1, 2), Fraction(1))
    assert all(total_distance(seen, point) >= found.deviation for point in product(halves, repeat=seen.people))
    assert found.guess == tuple(int(x >= Fraction(1, 2)) for x in found.bits)


@given(transcripts())
@share_of(50)
def test_ranges_hold_every_database_that_fits(seen: Transcript) -> None:
    fits = [each for each in product((0, 1), repeat=seen.people) if seen.admits(each)]
    found = bit_bounds(seen)
    if isinstance(found, Infeasible):
        assert not fits
        assert holds(found)
        return
    for j, bounds in enumerate(found):
        assert all(map(holds, bounds.optima))
        assert all(bounds.lower <= database[j] <= bounds.upper for database in fits)
        assert bounds.bit is None or all(database[j] == bounds.bit for database in fits)


def test_exact_answers_leave_one_point() -> None:
    truth = (1, 0, 0, 1)
    queries = hadamard_queries(4)
    found = linear_decoding(Transcript(queries, true_answers(queries, truth)))
    assert (found.bits, found.deviation, found.wrong((1, 1, 0, 1))) == (truth, 0, 1)
    bounds = bit_bounds(Transcript(queries, true_answers(queries, truth), "1/5"))
    assert not isinstance(bounds, Infeasible)
    assert [each.bit for each in bounds] == list(truth)
    # Counts are whole, so that the small errors are none.
    assert bounds[0].lower == 1
    wide = bit_bounds(Transcript([(1, 1), (1, -1)], ["3/2", 0], "1/2"))
    assert not isinstance(wide, Infeasible)
    assert [(each.lower, each.upper) for each in wide] == [(Fraction(1, 2), 1)] * 2


def test_experiments_repeat_and_count_their_own_mistakes() -> None:
    first, second = (decoding_experiment(n=8, queries=40, arbitrary=9, error=0, seed=3) for _ in range(2))
    assert first == second
    assert len(first.arbitrary) == 9
    # More than a fifth of the answers is arbitrary.
    assert 5 * len(first.arbitrary) > 40
    assert first.wrong == first.decoding.wrong(first.database) == 0
    assert decoding_experiment(n=8, queries=40, arbitrary=40, error=0, seed=3).wrong == 8


def test_errors_of_an_experiment_are_within_the_bound() -> None:
    found = decoding_experiment(n=6, queries=20, arbitrary=2, error="1/2", seed=5)
    seen = found.decoding.transcript
    for k, (a, b) in enumerate(zip(seen.answers, true_answers(seen.queries, found.database), strict=True)):
        assert k in found.arbitrary or abs(a - b) == Fraction(1, 2)


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for n, queries, arbitrary in ((0, 1, 0), (1, 0, 0), (1, 2, 3), (1, 2, -1)):
        with pytest.raises(InputError, match="write at least one person and one query"):
            decoding_experiment(n=n, queries=queries, arbitrary=arbitrary, error=0, seed=1)
    with pytest.raises(InputError, match="no bound on the errors is known"):
        bit_bounds(Transcript([(1,)], [1]))
    monkeypatch.setattr(decoding, "LARGEST_DECODING", 2)
    with pytest.raises(InputError, match="the linear program has 3 rows"):
        linear_decoding(Transcript([(1,)], [1]))
    monkeypatch.setattr(decoding, "LARGEST_DECODING", 400)
    monkeypatch.setattr(decoding, "solve", lambda program: Unsolved("the time is over", program))
    with pytest.raises(InputError, match="not solved"):
        linear_decoding(Transcript([(1,)], [1]))
