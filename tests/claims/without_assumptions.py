"""Evaluate every clause at the instances of a thorough run, and again without each of its assumptions.

    python tests/claims/without_assumptions.py

prints each clause that an instance refutes, and each assumption that no instance needs and no reason keeps. These are
all the failures of `exactdp prove --thorough` that `exactdp prove` does not find: the other changed clauses are only
counted, and the proofs are the same.
"""

from __future__ import annotations

import gc
import multiprocessing
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2])]

from exactdp.claims.checks.mutants import surviving  # noqa: E402
from exactdp.claims.claim import Claim  # noqa: E402
from exactdp.claims.clause import FAILURES, Clause, evaluated  # noqa: E402
from exactdp.claims.discovery import discover  # noqa: E402
from exactdp.processes.pool import processors  # noqa: E402

claims = cache(discover)
"""The processes of the pool are forks of the first one, and have its claims."""


def complaints(claim: Claim) -> list[str]:
    """Return what is wrong with the clauses of a claim, one line each."""
    return [f"{claim.id}#{clause.id}: {wrong}" for clause in claim.clauses for wrong in _complaints(claim, clause)]


def _complaints(claim: Claim, clause: Clause) -> Iterator[str]:
    try:
        tried = evaluated(clause, thorough=True)
        if tried.refuted is not None:
            yield f"refuted at {tried.refuted}"
        found = surviving(clause.given, clause.says, (), witnesses=clause.witnesses, only_dropped=True)
    except FAILURES as error:
        yield str(error)
        return
    if found.needless and (unjustified := set(found.needless) - set(claim.reasons(clause))):
        yield f"no instance needs {'; '.join(sorted(unjustified))}, and no reason keeps it"


def main() -> int:
    """Try all claims on all processors, print what is wrong, and return 1 if anything is."""
    every = claims()
    gc.disable()
    gc.freeze()
    wrong = 0
    with multiprocessing.get_context("fork").Pool(processors()) as pool:
        for found in pool.imap_unordered(_numbered, range(len(every))):
            wrong += len(found)
            print(*found, sep="\n", end="\n" if found else "", flush=True)
        pool.close()
        pool.join()
    print(f"{len(every)} claims, {sum(len(each.clauses) for each in every)} clauses: {wrong} complaints")
    return int(wrong > 0)


def _numbered(number: int) -> list[str]:
    return complaints(claims()[number])


if __name__ == "__main__":
    sys.exit(main())
