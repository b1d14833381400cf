"""Try every change that makes a clause of a claim stronger, and more instances of each clause, but run no proof.

    python tests/changed_clauses.py

is for `.ci/run`, which has run the proofs before: it does the rest of `exactdp prove --thorough`. It prints how many
changed clauses an instance refutes, and fails if a clause fails.
"""

import gc
import sys

from exactdp.claims import clause as clause_module
from exactdp.claims.discovery import by_id
from tests.claims.in_processes import of_claims


def without_proofs() -> None:
    """Leave out the proofs in this process."""
    gc.disable()
    clause_module.derived = lambda clause, citing=None: None


def tried(claim_id: str) -> tuple[int, int, int, list[str]]:
    """Return the numbers of clauses, of changed clauses and of refuted ones, and the failures."""
    found = by_id(claim_id).run(thorough=True)
    mutants = [each.mutants for each in found.clauses if each.mutants is not None]
    # A printed formula without an instance that refutes it is refuted by a proof.
    outcomes = [*found.clauses, *(each for each in found.prints if each.clause.prove is None)]
    failures = [f"{claim_id}#{each.clause.id}: {each.failure}" for each in outcomes if each.failure]
    return len(found.clauses), sum(each.total for each in mutants), sum(each.refuted for each in mutants), failures


def main() -> int:
    clauses = total = refuted = 0
    failed: list[str] = []
    for found in of_claims(tried, begin=without_proofs):
        clauses, total, refuted = clauses + found[0], total + found[1], refuted + found[2]
        failed += found[3]
    for each in failed:
        print(f"failed: {each}")
    print(f"{clauses} clauses: {total} changed clauses, {refuted} refuted by an instance; {len(failed)} clauses fail")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
