"""What is said of a sweep, in words and as JSON."""

from pathlib import Path

import pytest

from exactdp.answers.sweep import Sweep
from exactdp.answers.sweep_outcome import InstanceOutcome, find
from exactdp.answers.sweep_specification import parse
from exactdp.answers.sweep_verification import Verification
from exactdp.report.sweeps import sweep, sweep_json, verification, verification_json

ASKED = parse('n = "1..3"\nalpha = ["1/2", "2/4", "1/4"]\nloss = ["abs", "power:1"]', "s.toml")


def found(outcomes: list[InstanceOutcome], earlier: int, certificates: Path | None) -> Sweep:
    return Sweep(ASKED, tuple(outcomes), earlier, Path("out"), certificates)


@pytest.fixture(scope="module")
def outcomes() -> list[InstanceOutcome]:
    return [find(each)[0] for each in ASKED.instances]


def test_a_sweep_that_answered_everything(outcomes: list[InstanceOutcome]) -> None:
    assert (
        sweep(found(outcomes, 0, None))
        == """\
sweep         s.toml: 6 instances, 6 more that say the same as another
decided       6 now
verdicts      6 optimal
certificates  6 only-optimal
table         out/results.parquet"""
    )
    assert sweep_json(found(outcomes, 2, None)) == {
        "instances": 6,
        "repeated": 6,
        "earlier": 2,
        "verdicts": {"optimal": 6},
        "certificates": {"only-optimal": 6},
        "table": "out/results.parquet",
    }


def test_a_level_that_was_rounded_is_told() -> None:
    asked = parse('n = 1\nloss = "abs"\n[[sweep]]\nalpha = "1/2"\n[[sweep]]\nepsilon = ["0", 1]\nn = [1, 2]')
    outcomes = tuple(InstanceOutcome(each.key, "unsolved", reason="no") for each in asked.instances)
    said = sweep(Sweep(asked, outcomes, 0, Path("out"), None))
    assert said.splitlines()[1:5] == [
        "levels        for ε, the simplest fraction at or just above e^-ε",
        "              ε = 0: α = 1",
        "              ε = 1: α = 63812/173459 (≈ 0.3679)",
        "decided       5 now",
    ]


def test_what_has_no_answer_is_listed(outcomes: list[InstanceOutcome]) -> None:
    some = [InstanceOutcome(outcomes[0].key, "unsolved", reason="too many entries"), *outcomes[1:]]
    assert (
        sweep(found(some, 4, Path("proofs")))
        == """\
sweep         s.toml: 6 instances, 6 more that say the same as another
decided       2 now, 4 by earlier runs
verdicts      5 optimal, 1 unsolved
certificates  5 only-optimal, in proofs
unsolved      n = 1, alpha = 1/2, loss = abs: too many entries
table         out/results.parquet"""
    )


def test_without_any_answer_there_are_no_certificates() -> None:
    none = [InstanceOutcome(each.key, "unsolved", reason="no") for each in ASKED.instances]
    assert "certificates" not in sweep(found(none, 0, None))


def test_a_verification_lists_what_is_wrong_up_to_a_limit() -> None:
    assert verification(Verification(1, 0, ())) == "confirmed     1 row, each by a certificate that the kernel accepted"
    many = Verification(2000, 1, tuple((k, "no") for k in range(1, 31)))
    lines = verification(many).splitlines()
    assert lines[:3] == [
        "confirmed     2,000 rows, each by a certificate that the kernel accepted",
        "unsolved      1 row, without a certificate",
        "wrong         row 1: no",
    ]
    assert (len(lines), lines[-1].strip()) == (13, "and 20 more")
    assert len(verification_json(many)["wrong"]) == 30
    assert verification_json(many)["wrong"][0] == {"row": 1, "reason": "no"}
