"""Changed clauses are tried without the proofs, and an assumption that no instance needs fails."""

import pytest

from exactdp.claims import clause as clause_module
from exactdp.claims.checks.mutants import Survival
from tests.changed_clauses import tried


def test_changed_clauses_are_tried_without_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clause_module, "derived", lambda clause, citing=None: None)
    clauses, total, refuted, failures = tried("gupte2010.appendix-b")
    assert (clauses, failures) == (7, [])
    assert total >= refuted > clauses
    needless = Survival(1, 0, ("without 0 < 1",), ("0 < 1",), 0)
    monkeypatch.setattr(clause_module, "surviving", lambda *given, **named: needless)
    _, _, _, failures = tried("gupte2010.appendix-b")
    assert len(failures) == 7
    assert all("no instance needs 0 < 1" in each for each in failures)
