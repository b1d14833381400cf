"""Every result is drawn by the writers, and its repr is one short line."""

import pickle
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from exactdp import MinimaxConsumer, absolute, check, geometric, optimal
from exactdp.model.matrix import SHOWN_LINES
from exactdp.privacy.composition import promise
from exactdp.privacy.level import Witness
from exactdp.report.pictures.drawing import plot
from exactdp.shown import WIDEST, Shown


def test_a_result_is_drawn_as_the_writers_draw_it() -> None:
    found = geometric(n=2, alpha="1/2")
    drawn, again = (each.axes[0].texts for each in (found.plot(title="G"), plot(found, title="G")))
    assert [each.get_text() for each in drawn] == [each.get_text() for each in again]


def test_what_has_no_picture_says_so() -> None:
    class Other(Shown):
        pass

    for result in (Other(), promise("1/2")):
        with pytest.raises(TypeError, match="has no picture: plot a mechanism"):
            plot(result)


@dataclass(frozen=True)
class _Result(Shown):
    part: Any
    rest: Any = None


def test_a_large_result_names_its_type_and_its_main_facts() -> None:
    best = optimal(MinimaxConsumer(absolute(), inputs=range(4)), alpha="1/4")
    assert repr(best) == "Optimality(value=168/415, unique=True, certificate=Verified(kind='only-optimal', …))"
    assert repr(check(geometric(n=3, alpha="1/2"))) == (
        "Examination(mechanism=Mechanism 4 × 4, alpha=1/2, level=Level(alpha=1/2, …), "
        "vertex=Vertex(modulus=5, unknowns=4, alpha=1/2, …), derivability=Derivation(remap=Mechanism 4 × 4, …))"
    )


@pytest.mark.parametrize(
    ("part", "written"),
    [
        (Fraction(-7, 3), "-7/3"),
        (True, "True"),
        (10**50, "1000000000000000000…0000000000000000000"),
        (Fraction(1, 10**5000), "1/10000000000000000…0000000000000000000"),
        ("x" * 81, f"'{'x' * 80}…'"),
        ("1", "'1'"),
        ((), "()"),
        ((1,), "(1,)"),
        ([1, Fraction(1, 2)], "(1, 1/2)"),
        (tuple(range(7)), "(7 items)"),
        (("a" * 40, "b" * 40), "(2 items)"),
        ({"a": 1}, "('a': 1)"),
        (dict.fromkeys(range(1000)), "(1,000 items)"),
        (_Result(1, 2), "_Result(part=1, rest=2)"),
        (_Result(1, "x" * 80), "_Result(part=1, …)"),
        (_Result("x" * 80), "_Result(…)"),
        (geometric(n=40, alpha="1/2"), "Mechanism 41 × 41"),
        (geometric(n=1, alpha="1/2"), "Mechanism 2 × 2"),
        (range(10**40, 10**41), "range(…)"),
    ],
)
def test_each_fact_is_short(part: Any, written: str) -> None:
    assert repr(_Result(part)) == f"_Result(part={written}, rest=None)"


def test_facts_without_room_are_left_out() -> None:
    found = _Result("x" * 80, ("y" * 50,))
    assert repr(found) == f"_Result(part='{'x' * 80}', rest=('{'y' * 50}',))"
    long = Fraction(10**50)
    wide = Witness(10**50, 10**50, 10**50, long, long)
    assert repr(wide).count("10000") == 4
    assert repr(wide).endswith(", …)")
    assert len(repr(wide)) <= WIDEST


def test_a_matrix_writes_its_table_up_to_a_size() -> None:
    assert repr(geometric(n=SHOWN_LINES - 1, alpha="1/2")).count("\n") == SHOWN_LINES + 1
    assert repr(geometric(n=SHOWN_LINES, alpha="1/2")) == f"Mechanism {SHOWN_LINES + 1} × {SHOWN_LINES + 1}"


def test_results_are_still_compared_hashed_and_pickled_by_their_fields() -> None:
    found = Witness(0, 1, 0, Fraction(1, 3), Fraction(1, 2))
    assert found == replace(found)
    assert hash(found) == hash(replace(found))
    assert found != replace(found, i=1)
    again = pickle.loads(pickle.dumps(found))
    assert (again, repr(again)) == (found, repr(found))
