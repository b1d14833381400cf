"""Outcomes of claims whose steps and instances are taken as passed, for tests of words and counts."""

from exactdp.claims.claim import Claim, Outcome, StepOutcome
from exactdp.claims.clause import Clause, ClauseOutcome, Evidence, PrintOutcome, derived, evidence_of
from exactdp.claims.evidence import Checked


def unrun(claim: Claim, *, derive: bool = False) -> Outcome:
    """Return what becomes of a claim if all passes; without its derivations run, what has one counts as argued."""

    def evidence(clause: Clause) -> Evidence:
        if derive:
            return evidence_of(clause, derived(clause, claim.cited))
        return "argued" if clause.prove else "verified"

    formulas = [ClauseOutcome(each, evidence(each)) for each in claim.clauses]
    return Outcome(
        claim,
        tuple(StepOutcome(step, Checked(), 0.0, None) for step in claim.steps),
        tuple(formulas),
        tuple(PrintOutcome(each, "some instance") for each in claim.prints),
    )
