"""The constraint matrix against its definition, and the patterns, present and absent."""

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, geometric, level
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.constraints import ConstraintMatrix, constraint_matrix, patterns
from tests.strategies import INSIDE, mechanisms


@given(mechanisms().filter(lambda x: len(x) > 1), st.integers(1, 2))
def test_entries_by_definition(mechanism: Mechanism, power: int) -> None:
    alpha = level(mechanism).alpha ** power
    if not 0 < alpha < 1:
        return
    found = constraint_matrix(mechanism, alpha)
    for i, (above, below) in enumerate(pairwise(mechanism)):
        for r, (x, y) in enumerate(zip(above, below, strict=True)):
            tight = [name for name, holds in (("↓", alpha * x == y), ("↑", x == alpha * y)) if holds]
            assert found[i, r] == ("Z" if x == y == 0 else tight[0] if tight else "S")
    assert sum(found.counts.values()) == (len(mechanism) - 1) * mechanism.shape[1]
    assert found.z == len(found.zero_columns) == mechanism.shape[1] - len(found.nonzero_columns)
    assert found.counts["Z"] == found.z * (len(mechanism) - 1)
    assert bool(patterns(found)[0]), "Lemma 5.4 holds for every mechanism"


@given(st.integers(1, 6), INSIDE, st.data())
def test_maps_of_g_that_keep_intervals_together_have_every_pattern(
    n: int, alpha: Fraction, data: st.DataObject
) -> None:
    # Lemma 5.11: consecutive responses go together, to increasing ones.
    cuts = sorted(data.draw(st.sets(st.integers(1, n))))
    images = data.draw(st.lists(st.integers(0, n), min_size=len(cuts) + 1, max_size=len(cuts) + 1, unique=True))
    images = [sorted(images)[sum(k >= cut for cut in cuts)] for k in range(n + 1)]
    found = constraint_matrix(geometric(n=n, alpha=alpha) @ deterministic(images, responses=range(n + 1)), alpha)
    assert all(patterns(found))
    assert found.s == found.z == n - len(cuts)


def matrix(*rows: str) -> ConstraintMatrix:
    inputs, responses = range(len(rows) + 1), range(len(rows[0]))
    return ConstraintMatrix(tuple(map(tuple, rows)), tuple(map(str, inputs)), tuple(map(str, responses)))


@pytest.mark.parametrize(
    ("rows", "failing", "witness"),
    [
        (["↓↓"], "5.4", "row 0 is all ↓"),
        (["↑Z↑"], "5.4", "row 0 is all ↑"),
        (["↑↓"], "5.5", "row 0 reads ↑↓"),
        (["↓SS↑"], "5.5", "row 0 reads ↓SS↑"),
        (["↓S↓↑"], "5.5", "row 0 reads ↓S↓↑"),
        (["↓↑↑", "↓↑↑"], "5.6", "row 0 reads ↓↑↑ and row 1 reads ↓↑↑"),
        (["↓↓↑", "↓S↑"], "5.6", "row 0 reads ↓↓↑ and row 1 reads ↓S↑"),
        (["↓Z↑"], "5.7", "s = 0 and z = 1"),
        (["↓Z↑"], "5.8", "s = 0 and z = 1"),
        (["↓S↑"], "5.8", "s = 1 and z = 0"),
        (["↑↑", "↓↓"], "5.9", "column 0 reads ↑↓, where 0 × ↑ and then 0 × S were expected"),
        (["↓↓", "↓↑"], "5.9", "column 1 reads ↓↑, where 1 × ↑ and then 0 × S were expected"),
    ],
)
def test_each_pattern_can_fail(rows: list[str], failing: str, witness: str) -> None:
    found = next(pattern for pattern in patterns(matrix(*rows)) if pattern.lemma == failing)
    assert found.witness == witness
    assert not found
    assert list(found.rows) == [int(i) for i in re.findall(r"row (\d)", witness)]
    assert list(found.columns) == [int(r) for r in re.findall(r"column (\d)", witness)]


def test_rows_and_columns_are_named_by_their_labels() -> None:
    labelled = ConstraintMatrix((("↑", "↓"), ("↑", "↑")), ("low", "mid", "x" * 100), ("no", "yes"))
    found = {pattern.lemma: pattern.witness for pattern in patterns(labelled)}
    assert found["5.4"] == "row mid is all ↑"
    assert found["5.5"] == "row low reads ↑↓"
    assert found["5.6"] == "row low reads ↑↓ and row mid reads ↑↑"
    assert found["5.9"] == "column no reads ↑↑, where 0 × ↑ and then 0 × S were expected"


def test_rows_that_may_follow() -> None:
    assert all(patterns(matrix("↓↑↑", "↓↓↑")))
    assert patterns(matrix("↓↑↑", "↓S↑"))[2]


def test_shows_itself_as_figure_3_does() -> None:
    found = constraint_matrix(geometric(n=2, alpha="1/2").relabelled("abc", "xyz"), "1/2")
    assert str(found) == "   x  y  z\na  ↓  ↑  ↑\nb  ↓  ↓  ↑"
    assert (found.row(0), found.column(1)) == ("↓↑↑", "↑↓")


@pytest.mark.parametrize(
    ("mechanism", "alpha", "message"),
    [
        (geometric(n=2, alpha="1/2"), 0, "defined for 0 < α < 1 only"),
        (geometric(n=2, alpha=1), 1, "defined for 0 < α < 1 only"),
        (geometric(n=2, alpha="1/2"), "2/3", "the mechanism is not 2/3-private"),
        (geometric(n=0, alpha="1/2"), "1/2", "a constraint matrix needs two"),
    ],
)
def test_outside_the_domain(mechanism: Mechanism, alpha: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        constraint_matrix(mechanism, alpha)
