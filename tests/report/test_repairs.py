"""Repairs as reports: the text for each kind of answer, and JSON that can be read back."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, Mechanism, MinimaxConsumer, uniform
from exactdp.answers.repair import Repair, repair
from exactdp.arithmetic.spelling import decimal
from exactdp.model.losses import absolute, power_loss, table
from exactdp.polytope.vertices_within import VerticesWithin
from exactdp.report import repairs
from exactdp.report.json_writer import values
from exactdp.report.terminal import as_text
from tests.strategies import INSIDE, mechanisms, share_of

NO_PREFERENCE = BayesianUser(table([[0, 0], [0, 0]]), uniform(n=1))


def said(found: Repair) -> str:
    """Return the text as one line of words."""
    return " ".join(as_text(repairs.repair(found, "table.csv")).split())


@share_of(25)
@given(st.data(), INSIDE, st.integers(1, 4), st.booleans())
def test_json_can_be_read_back(data: st.DataObject, alpha: Fraction, places: int, user: bool) -> None:
    exact = data.draw(mechanisms(2, 2))
    printed = [[decimal(v, places) for v in row] for row in exact.rows]
    found = repair(
        printed, alpha, MinimaxConsumer(absolute(), inputs=range(2)) if user else None, inputs="ab", responses="xy"
    )
    report = repairs.repair(found, "table.csv")
    shown = values(report)
    assert (shown["kind"], shown["mechanism_kind"]) == ("repair", found.kind.value)
    assert shown["found"] == bool(found)
    assert shown["neighbours"] == {"name": "path", "pairs": [["a", "b"]]}
    assert Mechanism(shown["mechanism"]["rows"], shown["mechanism"]["inputs"], shown["mechanism"]["responses"]) == (
        found.mechanism
    )
    assert shown["printed"]["written"] == printed
    assert [Fraction(total) for total in shown["printed"]["sums"]] == [sum(map(Fraction, row)) for row in printed]
    for move in shown["moves"]:
        assert Fraction(move["printed"]) + Fraction(move["by"]) == Fraction(move["exact"])
        assert found.mechanism["ab".index(move["input"]), "xy".index(move["response"])] == Fraction(move["exact"])
    if shown["read_as"] is not None:
        for row, intervals in zip(found.mechanism.rows, shown["intervals"], strict=True):
            assert all(Fraction(a) <= v <= Fraction(b) for v, (a, b) in zip(row, intervals, strict=True))
    assert (shown["user"] is not None) == user
    assert len(as_text(report).splitlines()) > 6


def test_json_has_the_interval_of_each_printed_entry() -> None:
    found = values(repairs.repair(repair([["0.67", "0.33"], ["0.33", "0.67"]], "1/2"), "table.csv"))
    assert found["read_as"] == "rounded to 2 decimals"
    assert found["intervals"][0] == [["133/200", "27/40"], ["13/40", "67/200"]]


def test_a_print_that_is_exact() -> None:
    words = said(repair([["2/3", "1/3"], ["1/3", "2/3"]], "1/2"))
    assert "row sums exactly 1 privacy 1/2-private: the exact level of the printed table is 1/2, " in words
    assert "read as exact numbers found the printed table itself: it is a 1/2-private mechanism 0 1 0 2/3 1/3" in words
    assert "moved nothing certificates private:" in words
    words = said(repair([["1/2", "1/2"], ["1/2", "1/2"]], "1/2", NO_PREFERENCE))
    assert "the printed table has the same" in words
    assert "it is a 1/2-private mechanism, and optimal for the user" in words


def test_what_is_wrong_with_a_print() -> None:
    words = said(repair([["-0.01", "1.00"], ["0.3", "0.7"]], "1/2", inputs=["a", "b"], responses=["x", "y"]))
    assert "not 1 in 1 of 2 rows; the largest error is on input a: its sum is 1/100 (≈ 0.0100) less than 1" in words
    assert "not probabilities: an entry is negative, -1/100 (≈ -0.0100) at response x on input a" in words
    assert "read as no known rounding rule fits no such mechanism was found if each entry is rounded to 2" in words
    excluded = "no 1/2-private mechanism rounds to this table if each entry is"
    assert f"2 decimals {excluded} truncated to 2 decimals; " in words
    assert "found no 1/2-private mechanism rounds to this table every 1/2-private mechanism " in words
    assert "the mechanism found is 1/2-private" in words
    assert "no 1/2-private mechanism is nearer to the printed table" in words
    assert words.count(f"… {excluded}") == words.count("infeasible: ") > 0
    assert "misprints" not in words
    words = said(repair([[1, 0], [0, 1]], "1/2"))
    assert "read as exact numbers, because whole numbers have no other reading found no" in words


def test_a_single_misprint_is_named() -> None:
    words = said(repair([["2/3", "1/3"], ["1/3", "5/6"]], "1/2"))
    changed = "misprints changing only this entry makes the printed table a 1/2-private mechanism: "
    assert f"{changed}response 1 on input 1: " in words
    assert "printed 5/6, exactly 2/3 certificates" in words
    words = said(repair([["4/7", "2/7", "1/7"], ["2/7", "2/7", "2/7"], ["1/7", "2/7", "4/7"]], 0))
    assert "misprints changing only one of these 3 entries makes the printed table a 0-private mechanism: " in words


def test_a_wrong_entry_is_another_reading_of_a_rounded_print() -> None:
    report = repairs.repair(repair([["0.5", "0.5"], ["0.3", "0.6"]], "1/2"), "t")
    [topic] = [each for each in report.topics if each.name == "misprints"]
    assert topic.parts[0].startswith(
        "or one entry is wrong: changing only one of these 2 entries makes the printed table a 1/2-"
    )


def test_the_first_line_names_the_epsilon() -> None:
    rows = [["0.731", "0.269"], ["0.269", "0.731"]]
    at = "this level is just above e^-1."
    assert repairs.repair(repair(rows, epsilon=1), "t").title == (
        f"t is exact: it is a 63812/173459-private mechanism; {at}"
    )
    user = MinimaxConsumer(absolute(), n=1)
    assert repairs.repair(repair(rows, user=user, epsilon=1), "t").title.endswith(f"optimum for the loss |i-r|; {at}")
    assert repairs.repair(repair(rows, epsilon="ln 2"), "t").title.endswith("the nearest one follows.")


def test_small_moves_are_shown_with_their_digits() -> None:
    words = said(repair([["0.6666666667", "0.3333333333"], ["0.3333333333", "0.6666666667"]], "1/2"))
    assert "at most 1/30000000000 (≈ 3.33e-11)" in words
    assert "0 0 0.6666666667 2/3 -3.33e-11" in words


def test_how_sure_the_answer_is() -> None:
    assert "vertices of the polytope" not in said(repair([["0.67", "0.33"], ["0.33", "0.67"]], "1/2"))
    several = repair([["0.5", "0.6"], ["0.5", "0.5"]], "1/2", tolerance="1/2")
    assert "found 3 vertices of the polytope of 1/2-private mechanisms of its size round to this table every " in said(
        several
    )
    none = repair([["0.6", "0.39"], ["0.4", "0.6"]], "1/2")
    polytope = "the polytope of 1/2-private mechanisms of its size"
    assert f"found no vertex of {polytope} rounds to this table every " in said(none)


def test_what_was_not_shown_is_not_said() -> None:
    vertex = repair([["0.67", "0.33"], ["0.33", "0.67"]], "1/2")
    assert "and the only one that rounds to this table" in said(vertex)
    assert "though perhaps not the only one that rounds to this table" in said(replace(vertex, alone=False))
    none = repair([["0.6", "0.39"], ["0.4", "0.6"]], "1/2")
    assert "undecided: whether an equally near mechanism" in said(replace(none, settled=False))
    for vertices in (None, VerticesWithin((), False)):
        assert "of its size was found to round to this table every " in said(replace(none, vertices=vertices))
    several = said(replace(none, vertices=VerticesWithin((none.mechanism,), False)))
    polytope = "the polytope of 1/2-private mechanisms of its size"
    assert f"found at least 1 vertex of {polytope} rounds to this table every " in several


def test_a_user_with_several_optima() -> None:
    words = said(repair([["0.62", "0.39"], ["0.38", "0.61"]], "1/2", NO_PREFERENCE))
    assert "of the user's optimal mechanisms that round to this table, the nearest to it" in words
    words = said(repair([["0.9", "0.1"], ["0.1", "0.9"]], "1/2", NO_PREFERENCE))
    assert "none of the user's optimal mechanisms rounds to this table; the nearest one:" in words
    assert "misprints if each entry were rounded to 1 decimal, 4 entries would differ: response 0 on input 0:" in words


def test_irrational_losses() -> None:
    user = BayesianUser(power_loss("1/2"), uniform(n=2))
    assert "1/15 + 2/9*2^(1/2) (≈ 0.3809) more" in said(repair([["0.9", "0.1", "0.1"]] * 3, "1/2", user))
    words = said(repair([["0.8", "0.1", "0.1"], ["0.1", "0.8", "0.1"], ["0.1", "0.1", "0.8"]], "1/2", user))
    assert ", which is 1/5 + 2/45*2^(1/2) (≈ 0.2629) less, because it is not such a mechanism" in words
