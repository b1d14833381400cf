"""A share of the attack on the logic core finds nothing false, and finds what a rule without its condition makes."""

from random import Random

import pytest

from exactdp.claims.clause import Clause
from exactdp.claims.logic import core
from exactdp.claims.statements.formulas import indices, vectors
from exactdp.processes.pool import process_pool
from tests.hostile.attack_core import Outcome, Points, attack, examine, line

CLAIMS = ["gupte2010.theorem-1.final-chain", "lecture.section-4-2.variance", "lecture.theorem-3.5.proof"]


def in_one_process(claims: list[str], changes: int, *, broken: bool = False) -> tuple[Outcome, Outcome]:
    """Attack in a new process: in this one, earlier tests may have proved lemmas, whose steps are then left out."""
    with process_pool(1) as pool:
        return pool.submit(attacked, claims, changes, broken).result()


def attacked(claims: list[str], changes: int, broken: bool) -> tuple[Outcome, Outcome]:
    if broken:
        core._refuse_free = lambda v, *places: None
    found = [attack(each, changes) for each in claims]
    of_proofs, of_changes = (sum(each, Outcome()) for each in zip(*found, strict=True))
    return of_proofs, of_changes


@pytest.mark.share
def test_what_the_core_makes_is_true() -> None:
    of_proofs, of_changes = in_one_process(CLAIMS, 2)
    assert (of_proofs.false, of_changes.false) == ([], [])
    assert of_proofs.computed.total() > 500, line(of_proofs)
    assert of_changes.computed.total() > 400, line(of_changes)
    assert min(of_proofs.points, of_changes.points) > 1000


def test_a_rule_without_its_condition_is_found() -> None:
    claims = ["exactdp.middle-value", "lecture.section-4-1.whether", *CLAIMS]
    of_proofs, of_changes = in_one_process(claims, 4, broken=True)
    assert of_proofs.false == []
    assert of_changes.false != []


def test_a_false_theorem_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    (k,), (f,) = indices("k"), vectors("f")
    monkeypatch.setattr(core, "_refuse_free", lambda v, *places: None)
    false = core.generalise(core.assume(f[k] > 0), k, k >= 0, k <= 2)
    outcome = Outcome()
    examine(false, "generalise", Points(Clause("positive", (f[k] > 0,), f[k] > 0), Random(1)), outcome)
    assert [each.partition("\n")[0] for each in outcome.false] == [f"generalise: {false}"]
