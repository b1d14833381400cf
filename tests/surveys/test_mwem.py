"""MWEM: its exact level on small tables, and its updates in fractions."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Mechanism, geometric, level
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.privacy.sampling import SeededSource
from exactdp.surveys.histograms import tables
from exactdp.surveys.mwem import (
    MWEM,
    Query,
    Run,
    marginals,
)
from tests.strategies import share_of

INSIDE = st.sampled_from([Fraction(word) for word in ("1/5", "1/2", "9/10")])


ONE_BIT = {"cells": 2, "queries": (Query("1", (1,)),), "n": 2, "rounds": 1, "selection": "1/2", "measurement": "1/2"}


def algorithm(**changed):
    return MWEM(**ONE_BIT | changed)


def counts(cells, largest):
    return st.lists(st.integers(0, largest), min_size=cells, max_size=cells).filter(any).map(tuple)


# Queries and tables


@pytest.mark.parametrize("d", range(5))
def test_marginals_cover_every_record_once_for_every_choice_of_attributes(d):
    for k in range(d + 1):
        found = marginals(d, k)
        assert len(found) == len({query.name for query in found}) == comb(d, k) * 2**k
        assert all(len(query.cells) == 2 ** (d - k) for query in found)
        for x in range(2**d):
            assert sum(x in query.cells for query in found) == comb(d, k)


def test_marginals_fail_for_more_attributes_than_there_are():
    with pytest.raises(InputError, match="3-way marginals of 2 attributes"):
        marginals(2, 3)


# The algorithm


def transcripts(whole: MWEM, listed: Sequence[Sequence[int]]) -> Mechanism:
    """The whole algorithm as one mechanism: on each table the probability of each list of queries and answers."""
    noise, rows, labels = geometric(n=whole.n, alpha=whole.measurement), [], []
    for table in listed:
        paths = [("", Fraction(1), Run(whole, ()))]
        for _ in range(whole.rounds):
            paths = [
                (
                    f"{words} {query.name}={answer}".strip(),
                    path * chance * noise[query.count(table), answer],
                    whole.recorded(run, query, answer),
                )
                for words, path, run in paths
                for query, chance in zip(whole.queries, selected(whole, table, run.powers), strict=True)
                for answer in range(whole.n + 1)
            ]
        labels = [words or "nothing" for words, _, _ in paths]
        rows.append([path for _, path, _ in paths])
    return Mechanism(rows, responses=labels)


def selected(whole: MWEM, table: Sequence[int], powers: Sequence[int]) -> Sequence[Fraction]:
    """The probability of each query: its preference is the selection level to minus the error of its estimate."""
    errors = [abs(query.count(table) - whole.estimate(query, powers)) for query in whole.queries]
    weights = [whole.selection**-error for error in errors]
    return [weight / sum(weights) for weight in weights]


@pytest.mark.parametrize(
    ("cells", "queries", "n", "rounds"),
    [
        (1, [Query("all", (0,))], 1, 1),
        (2, marginals(1, 1), 1, 2),
        (2, marginals(1, 1), 2, 2),
        (3, [Query("0", (0,)), Query("1, 2", (1, 2)), Query("none", ())], 3, 1),
        (4, marginals(2, 1), 2, 1),
    ],
)
@pytest.mark.parametrize("base", ["1/3", "9/10"])
def test_the_exact_level_is_at_least_that_of_the_ledger(cells, queries, n, rounds, base):
    whole = algorithm(cells=cells, queries=queries, n=n, rounds=rounds, selection=base)
    listed = tables(n=n, cells=cells)
    found = level(transcripts(whole, listed.members), listed.neighbours).alpha
    promised = whole.ledger().total()
    assert promised.alpha == (Fraction(base) ** 2 * Fraction(1, 2)) ** rounds
    assert found >= promised.alpha
    assert found == 1 if len(listed.members) == 1 else found < 1


def test_a_round_has_the_level_of_its_two_parts_where_they_are_independent():
    # One query is always selected, so what is left is the geometric mechanism's level.
    listed, whole = tables(n=3, cells=2), algorithm(n=3, measurement="1/3")
    assert level(transcripts(whole, listed.members), listed.neighbours).alpha == Fraction(1, 3)


def test_more_passes_cost_no_privacy():
    listed = tables(n=2, cells=3)
    queries = [Query("0", (0,)), Query("1, 2", (1, 2))]
    whole = algorithm(cells=3, queries=queries, rounds=2, passes=3)
    assert whole.ledger().total().alpha == algorithm(cells=3, queries=queries, rounds=2).ledger().total().alpha
    assert level(transcripts(whole, listed.members), listed.neighbours).alpha >= whole.ledger().total().alpha


def test_a_pass_goes_through_all_measurements_again():
    whole = algorithm(queries=marginals(1, 1), n=9, rounds=2, passes=2)
    first, second = whole.queries
    run = whole.recorded(whole.recorded(Run(whole, ()), first, 8), second, 1)
    powers = whole.uniform()
    for measured in ([(first, 8), (first, 8)], [(second, 1), (first, 8), (second, 1)]):
        for query, answer in measured:
            exponent = answer - whole.estimate(query, powers)
            powers = tuple(power + exponent * (x in query.cells) for x, power in enumerate(powers))
    assert run.powers == powers
    # Once is one update, as the definition has it.
    once = algorithm(queries=marginals(1, 1), n=9, rounds=1)
    (only,) = once.recorded(Run(once, ()), first, 8).rounds
    assert only.after == (8 - only.estimate, 0)


def test_many_records_over_many_cells_take_little():
    queries = marginals(10, 2)
    table = tuple(600 if x.bit_count() < 4 else 5 for x in range(1024))
    whole = algorithm(cells=1024, queries=queries, n=sum(table), rounds=4, passes=3, selection="9/10")
    run = whole.run(table, SeededSource(1))
    assert sum(table) > 100_000
    assert sum(run.records(5000, SeededSource(1))) == 5000
    # Written out, a weight would have that many times five digits.
    assert max(run.powers) - min(run.powers) > 10_000
    far = [
        sum(abs(query.count(table) - whole.estimate(query, powers)) for query in queries)
        for powers in (whole.uniform(), run.powers)
    ]
    assert far[1] < far[0]


def test_no_rounds_release_nothing():
    nothing = algorithm(rounds=0)
    assert transcripts(nothing, tables(n=2, cells=2).members).shape == (3, 1)
    assert nothing.ledger().total().alpha == 1
    assert nothing.run((2, 0)).last == (Fraction(1, 2), Fraction(1, 2))


@given(counts(4, 3), st.integers(0, 4), INSIDE, INSIDE, st.integers(0, 99))
@share_of(30)
def test_a_run_is_what_its_rounds_say(table, rounds, selection, measurement, seed):
    n = sum(table)
    whole = algorithm(
        cells=4, queries=marginals(2, 1), n=n, rounds=rounds, selection=selection, measurement=measurement
    )
    run = whole.run(table, SeededSource(seed))
    distribution, powers = (Fraction(1, 4),) * 4, (0, 0, 0, 0)
    for k, each in enumerate(run.rounds, start=1):
        assert each.powers == powers and 0 <= each.answer <= n
        exact = n * sum(distribution[cell] for cell in each.query.cells)
        assert abs(each.estimate - exact) <= Fraction(1, 2)
        # The update in fractions, from its definition.
        factor = (1 + Fraction(1, 2 * n)) ** (each.answer - each.estimate)
        scaled = [p * factor if x in each.query.cells else p for x, p in enumerate(distribution)]
        distribution = tuple(p / sum(scaled) for p in scaled)
        assert Run(whole, run.rounds[:k]).last == distribution and min(distribution) > 0
        powers = each.after
    assert run.last == distribution
    assert run.total.alpha == (selection**2 * measurement) ** rounds


@given(counts(3, 4), INSIDE)
def test_selection_prefers_larger_errors_by_powers_of_the_base(table, base):
    queries = [Query(str(x), (x,)) for x in range(3)]
    whole = algorithm(cells=3, queries=queries, n=sum(table), selection=base)
    chances = selected(whole, table, (0, 0, 0))
    errors = [abs(count - whole.estimate(queries[0], (0, 0, 0))) for count in table]
    assert sum(chances) == 1
    for first, here in zip(errors, chances, strict=True):
        for second, there in zip(errors, chances, strict=True):
            assert here * base**first == there * base**second


def test_runs_with_the_same_seed_are_equal():
    first, second = (algorithm(rounds=2).run((1, 1), SeededSource(7)) for _ in range(2))
    assert first == second
    assert sum(first.records(10, SeededSource(1))) == 10 and first.records(0) == (0, 0)


def test_the_drawn_first_round_has_the_frequencies_of_the_transcripts():
    whole, table = algorithm(queries=marginals(1, 1)), (2, 0)
    row = transcripts(whole, [table]).rows[0]
    labels = transcripts(whole, [table]).responses
    source, found = SeededSource(3), dict.fromkeys(labels, 0)
    for _ in range(2000):
        each = whole.run(table, source).rounds[0]
        found[f"{each.query.name}={each.answer}"] += 1
    for label, chance in zip(labels, row, strict=True):
        assert abs(Fraction(found[label], 2000) - chance) < Fraction(1, 20)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"cells": 0}, "at least 1, 1 and 0"),
        ({"n": 0}, "at least 1, 1 and 0"),
        ({"rounds": -1}, "at least 1, 1 and 0"),
        ({"passes": 0}, "0 passes: write at least 1"),
        ({"queries": ()}, "no queries are given: write some"),
        ({"queries": [Query("far", (2,))]}, "query far"),
        ({"queries": [Query("twice", (1, 1))]}, "query twice"),
        ({"selection": 1}, "α = 1"),
        ({"measurement": 0}, "α = 0"),
        ({"measurement": Exponential(1)}, "a rational one"),
        ({"base": 1}, "a base above 1"),
    ],
)
def test_what_the_algorithm_cannot_be(changed, words):
    with pytest.raises(InputError, match=words):
        algorithm(**changed)


@pytest.mark.parametrize("table", [(1, 0), (3, -1), (1, 1, 0), ()])
def test_a_table_of_another_size(table):
    with pytest.raises(InputError, match="write 2 counts"):
        algorithm().run(table)
