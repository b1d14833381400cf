"""Tests of the exponential mechanism: its rows against real powers of α, its promises against the exact level."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Matrix, Mechanism, complete, path
from exactdp.surveys.exponential import Scores, exponential, median, median_scores
from exactdp.surveys.histograms import tables
from tests.strategies import LEVELS, graphs

ABOVE_ZERO = LEVELS.filter(bool)
POINTS = st.sampled_from([Fraction(word) for word in ("0", "0", "1", "2", "-1", "1/2", "3")])


@st.composite
def scores(draw: st.DrawFn) -> Scores:
    inputs, responses = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    rows = [draw(st.lists(POINTS, min_size=responses, max_size=responses)) for _ in range(inputs)]
    if draw(st.booleans()):  # scores that only rise from each input to the next
        for before, row in pairwise(rows):
            row[:] = [max(a, b) for a, b in zip(before, row, strict=True)]
        return Scores(Matrix(rows), path(inputs=range(inputs)))
    return Scores(Matrix(rows), draw(graphs(inputs)))


def uneven(found: Scores) -> bool:
    return found.sensitivity.witness is not None


@given(scores())
def test_sensitivity_and_direction(found: Scores) -> None:
    rows, changes = found.table.rows, []
    for i, k in found.neighbours.both_ways():
        changes.append([b - a for a, b in zip(rows[i], rows[k], strict=True)])
    largest = max((abs(each) for change in changes for each in change), default=Fraction(0))
    assert found.sensitivity.value == largest
    if found.sensitivity.witness is None:
        assert largest == 0
    else:
        i, k, r = found.sensitivity.witness
        assert abs(rows[i][r] - rows[k][r]) == largest > 0 and (i, k) in found.neighbours.pairs
    assert found.one_way == all(min(change) >= 0 or max(change) <= 0 for change in changes)


@given(scores().filter(uneven), ABOVE_ZERO, st.booleans())
def test_the_level_keeps_the_promise(found: Scores, alpha: Fraction, halved: bool) -> None:
    built = exponential(found, alpha, halved)
    each = built.unit**built.steps
    assert alpha <= each <= alpha * (1 + Fraction(1, 2**32))
    assert built.level.alpha >= built.promised
    assert built.promised == (each if halved or found.one_way else each**2)


@given(scores().filter(uneven), ABOVE_ZERO, st.booleans())
def test_the_entries_are_powers_of_alpha(found: Scores, alpha: Fraction, halved: bool) -> None:
    built = exponential(found, alpha, halved)
    scale = (2 if halved else 1) * found.sensitivity.value
    for row, points in zip(built.mechanism.rows, found.table.rows, strict=True):
        # w_r = β^(-u_r·steps/scale) with β^steps ≈ α, compared by integer powers of their ratios.
        for (p, u), (q, v) in product(zip(row, points, strict=True), repeat=2):
            power = (v - u) * built.steps / scale
            assert power.denominator == 1
            assert p == q * built.unit ** int(power)


def test_without_the_factor_the_level_may_fall_towards_the_square() -> None:
    # One response rises while many others fall, so that the sums move against it.
    for others, bound in ((2, Fraction(1, 2)), (50, Fraction(26, 100))):
        table = Scores(Matrix([[1] + [0] * others, [0] + [1] * others]), path(inputs=range(2)))
        built = exponential(table, "1/2", halved=False)
        ratio = (2 + others) / Fraction(1 + 2 * others)
        assert built.level.alpha == min(ratio / 2, 1 / (2 * ratio))
        assert Fraction(1, 4) == built.promised < built.level.alpha < bound
        assert exponential(table, "1/2").level.alpha >= Fraction(1, 2)


def test_truthful_scores_without_the_factor_are_k_ary_response() -> None:
    table = Scores(Matrix([[int(i == r) for r in range(3)] for i in range(3)]), complete(inputs=range(3)))
    assert exponential(table, "1/2", halved=False).level.alpha == Fraction(1, 2)
    assert exponential(table, "1/4").mechanism == exponential(table, "1/2", halved=False).mechanism


def test_labels_and_a_larger_sensitivity() -> None:
    table = Matrix([[0, 1], [1, 0]], ["a", "b"], ["x", "y"])
    built = exponential(Scores(table, complete(inputs=range(2))), "1/16", sensitivity=2)
    assert built.mechanism == Mechanism([["1/3", "2/3"], ["2/3", "1/3"]], ["a", "b"], ["x", "y"])
    assert (built.unit, built.steps, built.sensitivity) == (Fraction(1, 2), 4, 2)
    assert built.promised == Fraction(1, 16) and built.level.alpha == Fraction(1, 2)


def test_alpha_one_is_uniform() -> None:
    assert (
        exponential(Scores(Matrix([[5, 0], [0, 5]]), path(inputs=range(2))), 1).mechanism.rows
        == ((Fraction(1, 2),) * 2,) * 2
    )


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: Scores(Matrix([[0, 1]]), path(inputs=range(2))),
            "among 2 inputs and the table has 1: give both the same number",
        ),
        (lambda: exponential(Scores(Matrix([[0, 1], [1, 0]]), path(inputs=range(2))), 0), "α = 0"),
        (lambda: exponential(Scores(Matrix([[0, 1], [0, 1]]), path(inputs=range(2))), "1/2"), "the sensitivity is 0"),
        (lambda: exponential(Scores(Matrix([[0, 1], [0, 1]]), path(inputs=range(2))), "1/2", sensitivity=0), "above 0"),
        (
            lambda: exponential(Scores(Matrix([[0, 1], [2, 0]]), path(inputs=range(2))), "1/2", sensitivity=1),
            "differs by 2 between 0",
        ),
        (lambda: exponential(Scores(Matrix([[0, 10**6], [1, 10**6]]), path(inputs=range(2))), "1/2"), "steps apart"),
        (lambda: median(n=0, values=3, alpha="1/2"), "0 rows"),
        (lambda: median(n=3, values=1, alpha="1/2"), "1 value:"),
    ],
)
def test_what_is_outside_is_refused(call, said: str) -> None:
    with pytest.raises(InputError, match=said):
        call()


# The median


@given(st.integers(1, 4), st.integers(2, 4), st.sampled_from(["replace-one", "add-remove"]))
def test_the_scores_of_a_median(n: int, values: int, relation: str) -> None:
    databases = tables(n=n, cells=values, relation=relation)
    found = median_scores(databases)
    for counts, row in zip(databases.members, found.table.rows, strict=True):
        rows = sorted(value for value, count in enumerate(counts) for _ in range(count))
        for r, score in enumerate(row):
            assert -score == abs(sum(value < r for value in rows) - sum(value > r for value in rows))
            if score == 0 and rows:
                assert rows[(len(rows) - 1) // 2] <= r <= rows[len(rows) // 2]
    expected = 2 if relation == "replace-one" and n >= 2 and values >= 3 else 1
    assert found.sensitivity.value == expected


@given(st.integers(1, 3), st.integers(2, 3), st.sampled_from(["replace-one", "add-remove"]), st.booleans())
def test_the_median_keeps_its_promise(n: int, values: int, relation: str, halved: bool) -> None:
    built = median(n=n, values=values, alpha="1/16", relation=relation, halved=halved)
    assert built.level.alpha >= built.promised
    assert built.promised == (Fraction(1, 16) if halved or built.scores.one_way else Fraction(1, 256))


def test_a_wrong_sign_prefers_the_ends() -> None:
    # With weights that grow with the distance from the median, as printed, the median is the least likely response.
    databases = tables(n=3, cells=3)
    right = median(n=3, values=3, alpha="1/16").mechanism
    scores = median_scores(databases)
    wrong = exponential(
        Scores(Matrix([[-u for u in row] for row in scores.table]), scores.neighbours), "1/16"
    ).mechanism
    i = databases.members.index((1, 1, 1))
    assert max(right.rows[i]) == right[i, 1] and min(wrong.rows[i]) == wrong[i, 1]
