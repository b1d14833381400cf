"""Outcomes of claims whose steps and instances are taken as passed, for tests of words and counts."""

from exactdp.claims.claim import Claim, Outcome, StepOutcome
from exactdp.claims.clause import ClauseOutcome, PrintOutcome, derived, evidence_of
from exactdp.claims.evidence import Checked


def unrun(claim: Claim) -> Outcome:
    """Return what becomes of a claim if each step passes and each instance holds; derivations are run."""
    formulas = [ClauseOutcome(each, evidence_of(each, derived(each, claim.cited))) for each in claim.clauses]
    return Outcome(
        claim,
        tuple(StepOutcome(step, Checked(), 0.0, None) for step in claim.steps),
        tuple(formulas),
        tuple(PrintOutcome(each, "some instance") for each in claim.prints),
    )
