"""Try every change that makes a clause of a claim stronger, and more instances of each clause, but run no proof.

    python tests/changed_clauses.py

is for `.ci/run`, which has run the proofs before: it does the rest of `exactdp prove --thorough`. It prints how many
changed clauses an instance refutes, and fails if a clause fails.
"""

import gc
import multiprocessing
import sys

from exactdp.claims import clause as clause_module
from exactdp.claims.discovery import by_id, discover


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
    claims = [claim.id for claim in discover()]
    clauses = total = refuted = 0
    failed: list[str] = []
    with multiprocessing.get_context("spawn").Pool(initializer=without_proofs) as pool:
        for done, found in enumerate(pool.imap_unordered(tried, claims), 1):
            clauses, total, refuted = clauses + found[0], total + found[1], refuted + found[2]
            failed += found[3]
            if sys.stderr.isatty():
                print(f"\r{done} of {len(claims)} claims", end="", file=sys.stderr, flush=True)
    for each in failed:
        print(f"failed: {each}")
    print(f"{clauses} clauses: {total} changed clauses, {refuted} refuted by an instance; {len(failed)} clauses fail")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
