"""Curves shown: every fraction exact or marked as rounded, labels for positions, the same in text and in JSON."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exactdp import Mechanism, edges, path
from exactdp.privacy.privacy_curve import NOTHING, Event, privacy_curve
from exactdp.report import curves
from exactdp.report.json_writer import values
from exactdp.report.terminal import as_text
from tests.strategies import INSIDE, graphs, mechanisms

LABELLED = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ["ill", "well"], ["pos", "neg"])


@given(st.data(), INSIDE)
def test_json_can_be_read_back(data: st.DataObject, alpha: Fraction) -> None:
    mechanism = data.draw(mechanisms())
    neighbours = data.draw(graphs(len(mechanism)))
    found = privacy_curve(mechanism, neighbours)
    shown = values(curves.curve(found))
    pairs = [[mechanism.inputs[i], mechanism.inputs[k]] for i, k in neighbours.pairs]
    assert shown["neighbours"] == {"name": neighbours.name, "pairs": pairs}
    assert [(Fraction(each["t"]), Fraction(each["delta"])) for each in shown["breakpoints"]] == list(found.breakpoints)
    for each, segment in zip(shown["breakpoints"], found.segments, strict=True):
        event = each["event"]
        if event is None:
            assert segment.event == NOTHING
        else:
            here, there = Fraction(event["here"]), Fraction(event["there"])
            assert Event(event["input"], event["against"], tuple(event["responses"]), here, there) == segment.event
    assert (shown["expected_loss"] is None) == (Fraction(shown["infinite_loss"]) > 0)
    at = values(curves.at_alpha(mechanism, alpha, neighbours))
    assert Fraction(at["delta"]) == found.delta(alpha)
    assert Fraction(at["probabilistic_delta"]) >= Fraction(at["delta"])
    assert len(as_text(curves.curve(found)).splitlines()) == 4 + len(found.segments)


def test_labels_stand_for_positions() -> None:
    assert "1/2      pos        ill       well" in as_text(curves.curve(privacy_curve(LABELLED)))
    at = as_text(curves.at_alpha(LABELLED, Fraction(1, 2), path(inputs=range(2))))
    assert "the responses pos: 3/4 on input ill, 1/4 on input well" in at
    assert "the responses pos on input ill against well" in " ".join(at.split())
    event = curves.event_values(Event(1, 0, (1,), Fraction(3, 4), Fraction(1, 4)), LABELLED)
    assert event is not None and event["labels"] == ["well", "ill"]


def test_a_label_cannot_steer_the_terminal() -> None:
    hostile = LABELLED.relabelled(["\x1b[31m", "b" * 500], ["\n", "c"])
    for report in (
        curves.curve(privacy_curve(hostile)),
        curves.at_alpha(hostile, Fraction(1, 2), path(inputs=range(2))),
    ):
        shown = as_text(report)
        assert "\x1b" not in shown
        assert "b" * 20 not in shown


def test_nothing_to_compare() -> None:
    found = privacy_curve(LABELLED, edges([], inputs=range(2)))
    assert as_text(curves.curve(found)).splitlines()[:1] + as_text(curves.curve(found)).splitlines()[3:] == [
        "The least δ is 0 for every ε.",
        "              0       1  0",
        "privacy loss  expected 0 for the worst input against its worst neighbour",
    ]
    assert "the least δ is 0" in as_text(curves.at_epsilon(LABELLED, Fraction(1), edges([], inputs=range(2))))
    assert values(curves.at_delta(found, Fraction(0)))["epsilon"] == {"lower": "0", "upper": "0"}


def test_epsilon_in_json_is_two_bounds() -> None:
    shown = values(curves.at_epsilon(LABELLED, Fraction(1), path(inputs=range(2))))
    lower, upper = Fraction(shown["delta"]["lower"]), Fraction(shown["delta"]["upper"])
    assert (shown["epsilon"], lower < upper) == ("1", True)


def test_the_middle_of_a_long_curve_is_left_out() -> None:
    rows = [[Fraction(1, 60)] * 60, [Fraction(r + 1, 1830) for r in range(60)]]
    found = privacy_curve(Mechanism(rows))
    lines = as_text(curves.curve(found)).splitlines()
    assert len(found.segments) > 30
    assert len(lines) == 4 + 25
    assert sum(line.strip() == "…" for line in lines) == 1
    assert lines[-2].split()[1:3] == ["2/61", "0"]
