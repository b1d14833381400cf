"""A share of the attack on the logic core finds nothing false, and finds what a rule without its condition makes."""

import pytest

from exactdp.claims.logic import core
from tests.hostile.attack_core import Outcome, attack, line

CLAIMS = ["gupte2010.theorem-1.final-chain", "lecture.section-4-2.variance", "lecture.theorem-3.5.proof"]


@pytest.mark.share
def test_what_the_core_makes_is_true() -> None:
    found = [attack(each, changes=2) for each in CLAIMS]
    of_proofs, of_changes = (sum(each, Outcome()) for each in zip(*found, strict=True))
    assert (of_proofs.false, of_changes.false) == ([], [])
    assert of_proofs.computed.total() > 500, line(of_proofs)
    assert of_changes.computed.total() > 400, line(of_changes)
    assert min(of_proofs.points, of_changes.points) > 1000


def test_a_rule_without_its_condition_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "_refuse_free", lambda v, *places: None)
    _, of_changes = attack("exactdp.middle-value", changes=4)
    assert {each.partition(":")[0] for each in of_changes.false} == {"termwise"}
