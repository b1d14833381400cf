from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Matrix, Mechanism, geometric, level, level_of_epsilon
from exactdp.answers.audit import AS_IT_STANDS, NO_ANSWER, NORMALISED, audit
from exactdp.arithmetic.exponential_levels import Exponential, exponential_level
from exactdp.model.neighbours import Neighbours, complete, path
from tests.strategies import graphs, mechanisms

WEIGHTS = st.sampled_from([Fraction(word) for word in ("0", "0", "1/7", "1/3", "1/2", "2/3", "1", "9/8", "40")])


@st.composite
def tables(draw: st.DrawFn) -> tuple[Matrix, Neighbours]:
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    table = Matrix([[draw(WEIGHTS) for _ in range(width)] for _ in range(height)])
    return table, draw(graphs(height))


def ratios(table: Matrix, neighbours: Neighbours) -> list[tuple[Fraction, int, int, int]]:
    """All ratios x_kr/x_ir, by their definition."""
    return [
        (table[k, r] / table[i, r], i, k, r)
        for i, k in neighbours.both_ways()
        for r in range(table.shape[1])
        if table[i, r]
    ]


@given(tables())
def test_the_level_is_the_least_ratio_whatever_the_rows_sum_to(given: tuple[Matrix, Neighbours]) -> None:
    found = audit(*given)
    least = min([Fraction(1), *(ratio for ratio, *_ in ratios(*given))])
    assert found.alpha == least
    assert found.readings[0].name == AS_IT_STANDS
    worst = found.worst
    assert (worst is None) == (least == 1)
    if worst:
        assert worst.there == least * worst.here
        assert (worst.here, worst.there) == (given[0][worst.i, worst.r], given[0][worst.k, worst.r])


@given(tables())
def test_the_kernel_accepts_the_level_of_what_stands_for_the_table(given: tuple[Matrix, Neighbours]) -> None:
    found = audit(*given)
    done = found.verified
    assert done and done.kind == "level"
    scale, shown = found.readings[0].scale, found.readings[0].level.mechanism
    assert [[entry * scale for entry in row[: given[0].shape[1]]] for row in shown] == [list(row) for row in given[0]]


@given(mechanisms())
def test_a_mechanism_stands_for_itself(mechanism: Mechanism) -> None:
    found = audit(mechanism)
    (reading,) = found.readings
    assert reading.level == level(mechanism)
    assert reading.scale == 1
    assert found.promise is None and reading.kept is None and found


def e_convergents(count: int) -> list[Fraction]:
    """The convergents of e = [2; 1, 2, 1, 1, 4, 1, 1, 6, …], alternately below and above it."""
    terms = [2, *(2 * (k // 3 + 1) if k % 3 == 1 else 1 for k in range(count))]
    before, now = (1, 0), (terms[0], 1)
    found = [Fraction(*now)]
    for term in terms[1:]:
        before, now = now, (term * now[0] + before[0], term * now[1] + before[1])
        found.append(Fraction(*now))
    return found


def test_a_level_is_compared_with_an_irrational_one_exactly() -> None:
    convergents = e_convergents(200)
    # The last are within 2^-256 of e: the precision has to grow.
    assert abs(convergents[-1] - convergents[-2]) < Fraction(1, 2**700)
    for place, convergent in enumerate(convergents):
        assert (1 / convergent >= Exponential(1)) == (place % 2 == 0)


@given(st.fractions(0, 20))
def test_what_is_made_for_an_epsilon_keeps_it(value: Fraction) -> None:
    alpha, promise = level_of_epsilon(value), exponential_level(value)
    assert alpha >= promise
    assert promise > 0
    assert alpha * (1 - Fraction(1, 2**31)) < promise or value == 0
    coin = Matrix([[1 / (1 + alpha), alpha / (1 + alpha)], [alpha / (1 + alpha), 1 / (1 + alpha)]])
    assert audit(coin, epsilon=value)
    assert audit(coin, alpha=promise).promise == promise


@given(tables(), st.sampled_from(["0", "1/3", "1/2", "1"]))
def test_every_place_that_breaks_a_level_is_found(given: tuple[Matrix, Neighbours], alpha: str) -> None:
    found = audit(*given, alpha=alpha)
    asked = Fraction(alpha)
    expected = [(i, k, r) for ratio, i, k, r in ratios(*given) if ratio < asked]
    assert [(at.i, at.k, at.r) for at in found.broken] == expected
    assert bool(found) == (not expected)
    if expected:
        assert found.worst in found.broken
        assert found.shortfall.lower == found.shortfall.upper == asked - found.alpha > 0


def test_by_how_much_a_promise_is_missed() -> None:
    # The doubles of 3/4 and 1/4 are exact, and ln 3 is not the double next to it.
    table = Matrix([["3/4", "1/4"], ["1/4", "3/4"]])
    below = Fraction(4947709893870346, 2**52)
    found = audit(table, epsilon=below)
    assert not found and len(found.broken) == 2
    assert 0 < found.excess.lower <= found.excess.upper < Fraction(1, 2**52)
    assert 0 < found.shortfall.lower <= found.shortfall.upper < found.excess.lower
    assert 0 < found.readings[0].delta.lower <= found.readings[0].delta.upper < Fraction(1, 2**52)
    above = audit(table, epsilon=below + Fraction(1, 2**52))
    assert above and not above.broken
    assert above.excess.upper < 0 and above.shortfall.upper < 0
    assert above.readings[0].delta.upper == 0


def test_with_a_promise_of_alpha_everything_is_a_fraction() -> None:
    found = audit(Matrix([["3/4", "1/4"], ["1/4", "3/4"]]), alpha="1/2")
    assert not found
    assert found.shortfall.lower == found.shortfall.upper == Fraction(1, 6)
    assert found.readings[0].delta.lower == found.readings[0].delta.upper == Fraction(1, 4)
    assert str(found.excess) == "0.405465…"


def test_rows_that_do_not_sum_to_one_have_three_readings() -> None:
    table = Matrix([["1/2", "1/4"], ["1/4", "3/4"]])
    found = audit(table, alpha="1/3")
    assert found.sums == (Fraction(3, 4), Fraction(1))
    by_name = {reading.name: reading for reading in found.readings}
    assert list(by_name) == [AS_IT_STANDS, NORMALISED, NO_ANSWER]
    assert [reading.level.alpha for reading in found.readings] == [Fraction(1, 3), Fraction(3, 8), Fraction(0)]
    assert [reading.kept for reading in found.readings] == [True, True, False]
    assert found
    assert by_name[NORMALISED].level.mechanism.rows[0] == (Fraction(2, 3), Fraction(1, 3))
    assert by_name[NO_ANSWER].level.mechanism.responses == ("0", "1", "no answer")
    # The third response is one that input 1 never gives.
    assert by_name[NO_ANSWER].delta.lower == Fraction(1, 4)


def test_a_row_above_one_leaves_no_rest_and_a_row_of_zeros_cannot_be_divided() -> None:
    assert [each.name for each in audit(Matrix([["3/4", "1/2"], ["1/2", "1/2"]])).readings] == [
        AS_IT_STANDS,
        NORMALISED,
    ]
    assert [each.name for each in audit(Matrix([[0, 0], ["1/2", "1/2"]])).readings] == [AS_IT_STANDS, NO_ANSWER]
    (only,) = audit(Matrix([[0, 0], [2, "1/2"]])).readings
    assert only.level.alpha == 0


def test_a_label_of_no_answer_is_not_taken_twice() -> None:
    table = Matrix([["1/2"], ["1/2"]], responses=["no answer"])
    assert audit(table).readings[0].level.mechanism.responses == ("no answer", "no answer'")


def test_a_negative_entry_leaves_no_level() -> None:
    found = audit(Matrix([["1/2", "1/2"], ["1", "-1/1000000"], ["2", "-1"]]), alpha=0)
    assert not found
    assert found.negative == (2, 1)
    assert found.alpha is found.worst is found.epsilon is found.shortfall is found.excess is found.verified is None
    assert found.broken == ()


def test_no_finite_epsilon() -> None:
    found = audit(Matrix([[1, 0], ["1/2", "1/2"]]), epsilon=3)
    assert not found and found.alpha == 0 and found.epsilon is None and found.excess is None
    assert found.worst in found.broken
    assert audit(Matrix([[1, 0], ["1/2", "1/2"]]), alpha=0)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"alpha": "1/2", "epsilon": 1}, 'both α and ε are given: write alpha="1/2" or epsilon=1'),
        ({"alpha": 2}, "level"),
        ({"epsilon": -1}, "ε = -1: write 0, a number from 1e-300 to 10000, or ln Q"),
        ({"epsilon": 10001}, "ε = 10001: write 0, a number from 1e-300 to 10000, or ln Q"),
        ({"neighbours": path(inputs=range(3))}, "the neighbours are among 3 inputs and the table has 2"),
    ],
)
def test_what_is_refused(keywords: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        audit(Matrix([[1], [1]]), **keywords)


def test_a_float_is_refused_as_a_promise() -> None:
    with pytest.raises(TypeError, match="float"):
        audit(Matrix([[1], [1]]), epsilon=0.1)


def test_rounding_the_geometric_mechanism_down_costs_a_little() -> None:
    # Truncating to 20 binary places moves the level by about as much, and the kernel certifies what it then is.
    exact = geometric(n=3, alpha="1/4")
    table = Matrix([[Fraction(int(entry * 2**20), 2**20) for entry in row] for row in exact])
    found = audit(table, alpha="1/4")
    assert not found
    assert 0 < found.shortfall.lower < Fraction(1, 2**16)
    assert all(1 - Fraction(4, 2**20) <= total <= 1 for total in found.sums)
    assert found.verified is not None


def test_the_complete_graph_compares_all_pairs() -> None:
    table = Matrix([["1/2", "1/2"], ["1/4", "3/4"], ["1/8", "7/8"]])
    assert audit(table).alpha == Fraction(1, 2)
    assert audit(table, complete(inputs=range(3))).alpha == Fraction(1, 4)
