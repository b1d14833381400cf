"""A claim with an assumption that no instance needs is found, unless the claim gives a reason for it."""

from exactdp.claims.claim import Claim
from exactdp.claims.statements.formulas import numbers
from tests.needless_assumptions import of_id, unjustified

a, b = numbers("a b")


def claim(**reasons: str) -> Claim:
    found = Claim("gupte2010.example", "an example", section="1", position=1)
    found.clause("bounded", a >= 0, b <= 1, b >= 0, a * b <= a, kept=reasons)
    return found


def test_an_assumption_that_no_instance_needs_is_found() -> None:
    assert unjustified(claim()) == ["gupte2010.example#bounded: no instance needs 0 ≤ b"]


def test_a_reason_keeps_an_assumption() -> None:
    assert unjustified(claim(**{"0 ≤ b": "the paper has it"})) == []


def test_a_claim_of_the_paper_has_only_assumptions_that_it_needs() -> None:
    assert of_id("gupte2010.lemma-3") == []
