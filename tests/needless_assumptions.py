"""Leave out each assumption of each clause: an instance must then refute the clause, or the script must give a reason.

    python tests/needless_assumptions.py

is for `.ci/run`. `exactdp prove --thorough` does this too, and tries other changes of the clauses, at more instances.
"""

import gc
import sys

from exactdp.claims.checks.mutants import needless_assumptions
from exactdp.claims.claim import Claim
from exactdp.claims.discovery import by_id
from tests.claims.in_processes import of_claims


def unjustified(claim: Claim) -> list[str]:
    """Return each assumption that no instance needs, and that the claim gives no reason to keep."""
    found = []
    for clause in claim.clauses:
        needless = needless_assumptions(clause.given, clause.says, witnesses=clause.witnesses)
        kept_without_reason = claim.unjustified(clause, needless)
        found += [f"{claim.id}#{clause.id}: no instance needs {each}" for each in kept_without_reason]
    return found


def of_id(claim_id: str) -> list[str]:
    return unjustified(by_id(claim_id))


def main() -> int:
    found = list(of_claims(of_id, begin=gc.disable))
    failed = [each for of_claim in found for each in of_claim]
    print(*failed, f"{len(found)} claims: {len(failed)} assumptions that nothing needs", sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
