"""Outcomes of claims without running their instances, for tests of words and counts."""

from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.clause import Clause, ClauseOutcome, PrintOutcome, derived, evidence_of
from exactdp.claims.evidence import Evidence


def unrun(claim: Claim, *, derive: bool = False) -> Outcome:
    """Return what becomes of a claim if all passes; without its derivations run, what has one counts as argued."""

    def evidence(clause: Clause) -> Evidence:
        if derive:
            return evidence_of(clause, derived(clause, claim.cited))
        return "argued" if clause.prove else "verified"

    return Outcome(
        claim,
        tuple(ClauseOutcome(each, evidence(each)) for each in claim.clauses),
        tuple(PrintOutcome(each, "some instance") for each in claim.prints),
    )
