"""Sweeps as reports, in words and in values."""

from pathlib import Path

import pytest

from exactdp.answers.sweep import Sweep
from exactdp.answers.sweep_outcome import InstanceOutcome, find
from exactdp.answers.sweep_specification import parse
from exactdp.answers.sweep_verification import Verification
from exactdp.report.hypertext import as_page
from exactdp.report.sweeps import sweep, verification
from exactdp.report.terminal import Look, as_text

ASKED = parse('n = "1..3"\nalpha = ["1/2", "2/4", "1/4"]\nloss = ["abs", "power:1"]', "s.toml")


def found(outcomes: list[InstanceOutcome], earlier: int, certificates: Path | None) -> Sweep:
    return Sweep(ASKED, tuple(outcomes), earlier, Path("out"), certificates)


@pytest.fixture(scope="module")
def outcomes() -> list[InstanceOutcome]:
    return [find(each)[0] for each in ASKED.instances]


def test_a_sweep_that_answered_everything(outcomes: list[InstanceOutcome]) -> None:
    assert (
        as_text(sweep(found(outcomes, 0, None)))
        == """\
All 6 instances are solved and certified.
sweep         s.toml: 6 instances, 6 more that repeat another
decided       6 in this run
verdicts      6 optimal
certificates  6 only-optimal
results       n  alpha  loss  least loss  ≈
              1  1/2    abs   1/3         0.3333
              1  1/4    abs   1/5         0.2000
              2  1/2    abs   4/7         0.5714
              2  1/4    abs   8/23        0.3478
              3  1/2    abs   28/39       0.7179
              3  1/4    abs   168/415     0.4048
table         out/results.parquet"""
    )
    assert sweep(found(outcomes, 2, None)).values == {
        "instances": 6,
        "repeated": 6,
        "earlier": 2,
        "verdicts": {"optimal": 6},
        "certificates": {"only-optimal": 6},
        "table": "out/results.parquet",
        "results": [
            {"asked": dict(each.words), "verdict": "optimal", "value": outcome.value, "value_below": None}
            for each, outcome in zip(ASKED.instances, outcomes, strict=True)
        ],
    }


def test_rows_beyond_the_first_are_shown_to_who_asks_for_everything() -> None:
    asked = parse('n = "1..6"\nalpha = ["1/2", "1/4"]\nloss = "abs"\nside-information = "0"')
    outcomes = [InstanceOutcome(each.key, "impossible") for each in asked.instances]
    outcomes[0] = InstanceOutcome(asked.instances[0].key, "optimal", "1/3*2^(1/2)", "0.47140452079103168293")
    report = sweep(Sweep(asked, tuple(outcomes), 0, Path("out"), None))
    assert "and 2 more (-v and --json have them)" in as_text(report)
    shown = as_text(report, look=Look(everything=True)).splitlines()
    assert [line.split()[-4:] for line in shown if "abs" in line][::11] == [
        ["abs", "0", "1/3*2^(1/2)", "0.4714"],
        ["1/4", "abs", "0", "impossible"],
    ]
    assert as_page(report, "exactdp").count(">impossible<") == 9
    assert as_page(report, "exactdp", everything=True).count(">impossible<") == 11
    assert [each["value"] for each in report.values["results"]] == ["1/3*2^(1/2)", *[None] * 11]


def test_a_level_that_was_rounded_is_told() -> None:
    asked = parse('n = 1\nloss = "abs"\n[[sweep]]\nalpha = "1/2"\n[[sweep]]\nepsilon = ["0", 1]\nn = [1, 2]')
    levels = [None, None, None, "e^-1", "63812/173459"]
    outcomes = tuple(
        InstanceOutcome(each.key, "unsolved", reason="no", alpha=alpha)
        for each, alpha in zip(asked.instances, levels, strict=True)
    )
    topics = sweep(Sweep(asked, outcomes, 0, Path("out"), None)).topics
    assert (topics[1].name, topics[1].parts) == (
        "levels",
        (
            "some rows are not about e^-ε itself: their α is just above it, their least loss is an upper bound, and "
            "value_below is a lower bound; the α of an impossible row is just below e^-ε",
            "ε = 1: α = 63812/173459 (≈ 0.3679)",
        ),
    )
    assert (topics[2].name, topics[2].parts) == ("decided", ("5 in this run",))


def test_what_has_no_answer_is_listed(outcomes: list[InstanceOutcome]) -> None:
    some = [InstanceOutcome(outcomes[0].key, "unsolved", reason="too many entries"), *outcomes[1:]]
    report = sweep(found(some, 4, Path("proofs")))
    assert report.title == "1 of 6 instances is unsolved."
    shown = {topic.name: topic.parts for topic in report.topics}
    assert list(shown) == ["sweep", "decided", "verdicts", "certificates", "unsolved", "results", "table"]
    assert shown["decided"] == ("2 in this run, 4 in earlier runs",)
    assert shown["verdicts"] == ("5 optimal, 1 unsolved",)
    assert shown["certificates"] == ("5 only-optimal, in proofs",)
    assert shown["unsolved"] == ("n = 1, alpha = 1/2, loss = abs: too many entries",)


def test_without_any_answer_there_are_no_certificates() -> None:
    none = [InstanceOutcome(each.key, "unsolved", reason="no") for each in ASKED.instances]
    assert "certificates" not in [topic.name for topic in sweep(found(none, 0, None)).topics]


def test_a_verification_lists_what_is_wrong_up_to_a_limit() -> None:
    (alone,) = verification(Verification(1, 0, ())).topics
    assert (alone.name, alone.parts) == ("confirmed", ("1 row, each by a certificate that the kernel accepted",))
    many = verification(Verification(2000, 1, tuple((k, "no") for k in range(1, 31))))
    confirmed, unsolved, wrong = (topic.parts for topic in many.topics)
    assert confirmed == ("2,000 rows, each by a certificate that the kernel accepted",)
    assert unsolved == ("1 row, without a certificate",)
    assert (len(wrong), wrong[0], wrong[-1]) == (11, "row 1: no", "and 20 more")
    assert len(many.values["wrong"]) == 30
    assert many.values["wrong"][0] == {"row": 1, "reason": "no"}
