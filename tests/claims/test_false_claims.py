"""No false claim is proved or verified: an instance refutes it, and its proof is refused as well."""

import pytest

from exactdp.claims.clause import FAILURES, Clause, derived, run_clause
from tests.claims.false_claims import false_claims

CLAUSES = list(false_claims())


def test_there_are_enough_of_them() -> None:
    assert len(CLAUSES) >= 60


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda each: each.id)
def test_a_false_claim_fails(clause: Clause) -> None:
    found = run_clause(clause)
    assert found.failure
    assert found.evidence is None


@pytest.mark.parametrize("clause", [each for each in CLAUSES if each.prove], ids=lambda each: each.id)
def test_its_proof_is_refused_too(clause: Clause) -> None:
    with pytest.raises(FAILURES):
        derived(clause)
