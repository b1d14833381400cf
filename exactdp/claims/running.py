"""Run many claims, one after another or in parallel processes."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from exactdp.certificates.coq_sources import proofs_folder
from exactdp.claims.claim import Claim, Defect, Outcome
from exactdp.claims.clause import ClauseOutcome, PrintOutcome
from exactdp.claims.discovery import load
from exactdp.linear_programs.searching import Progress, silent
from exactdp.processes.pool import ProcessPool, process_pool

FEW = 4
"""Claims with at most this many clauses take little time, as a rule."""


def run(
    claims: Sequence[Claim], *, jobs: int = 1, thorough: bool = False, progress: Progress = silent
) -> Iterator[Outcome]:
    """Yield the outcomes of the claims in the order given, each as soon as it and all earlier ones are known.

    With more than one job, `jobs` processes run the scripts in parallel. Half of them begin with the first claim and
    half with the last. The reason: claims that cite each other stand together, and each process derives the claims that
    it cites. They meet at the claims with few clauses of the second half, so that no process ends with a long claim
    alone.
    Domain: with more than one job, every claim was loaded from a script.
    Raises: as `Claim.run`; ValueError outside the domain.

    >>> from exactdp.claims.discovery import select
    >>> [bool(outcome) for outcome in run(select(["gupte2010.appendix-b", "gupte2010.table-1b"]))]
    [True, True]
    """
    if min(jobs, len(claims)) <= 1:
        for k, claim in enumerate(claims, 1):
            yield claim.run(_before(f"{k}/{len(claims)} {claim.id}: ", progress), thorough=thorough)
        return
    scripts = [claim.script for claim in claims if claim.script]
    if len(scripts) != len(claims):
        raise ValueError("a claim without a script cannot be run in another process: use one job")
    pending: list[Future[Found]] = [Future() for _ in claims]
    waiting = list(zip(scripts, pending, strict=True))
    left = deque(waiting[k] for k in _in_order([len(claim.clauses) for claim in claims]))
    with ExitStack() as stack:
        jobs = min(jobs, len(claims))
        threads = stack.enter_context(ThreadPoolExecutor(jobs))
        processes = [stack.enter_context(process_pool(1)) for _ in range(jobs)]
        stack.callback(left.clear)
        for k, process in enumerate(processes):
            threads.submit(_run_scripts, process, left.pop if k % 2 else left.popleft, thorough)
        for claim, result in zip(claims, pending, strict=True):
            while not result.done():
                done = sum(each.done() for each in pending)
                progress(f"{done}/{len(claims)} claims done, {claim.id}")
                wait([result], timeout=0.2)
            yield outcome_of(claim, result.result())


def _in_order(clauses: Sequence[int]) -> list[int]:
    """Return the numbers of the claims as they are run: of the second half, those with few clauses first."""
    half = len(clauses) // 2
    return [*range(half), *sorted(range(half, len(clauses)), key=lambda k: clauses[k] > FEW)]


def _run_scripts(process: ProcessPool, take: Callable[[], tuple[Path, Future[Found]]], thorough: bool) -> None:
    """Have a process run the scripts that are left, one after another."""
    with suppress(IndexError):  # nothing is left
        while True:
            script, result = take()
            try:
                result.set_result(process.submit(_run_script, script, thorough).result())
            except BaseException as error:
                result.set_exception(error)


def _before(words: str, progress: Progress) -> Progress:
    return lambda says: progress(words + says)


@dataclass(frozen=True)
class Found:
    """An outcome without its claim: the functions and formulas of a script cannot be sent between processes.

    `stated` has, for a script outside of this package, the names and all formulas that were decided, as text.

    >>> Found([], []).clauses
    []
    """

    clauses: list[dict[str, Any]]
    prints: list[dict[str, Any]]
    stated: tuple[str, ...] = ()


def _run_script(script: Path, thorough: bool) -> Found:
    # Few objects of a proof are in cycles: looking for them would take 4 % of the time and free 5 % of the memory.
    gc.disable()
    return found_of(load(script).run(thorough=thorough))


def found_of(found: Outcome) -> Found:
    """Return an outcome in a form that can be sent between processes, and stored.

    >>> from exactdp.claims.discovery import select
    >>> len(found_of(select(["gupte2010.appendix-b"])[0].run()).clauses)
    7
    """
    clauses, prints = ([*map(_without_clause, each)] for each in (found.clauses, found.prints))
    return Found(clauses, prints, _stated(found.claim))


def _stated(claim: Claim) -> tuple[str, ...]:
    if claim.script and claim.script.is_relative_to(proofs_folder().resolve()):
        return ()  # these scripts are this package's own
    names = (each.statement for each in (*claim.names, *claim.words))
    return (*names, *(f"{each.id}: {each.statement}" for each in (*claim.prints, *claim.clauses)))


def _without_clause(found: ClauseOutcome | PrintOutcome) -> dict[str, Any]:
    return {each.name: getattr(found, each.name) for each in fields(found) if each.name != "clause"}


def outcome_of(claim: Claim, found: Found) -> Outcome:
    """Return the outcome of a claim from its stored form. Raises: `Defect` if it is about other formulas.

    >>> from exactdp.claims.discovery import select
    >>> claim = select(["gupte2010.appendix-b"])[0]
    >>> bool(outcome_of(claim, found_of(claim.run())))
    True
    """
    if found.stated != _stated(claim):
        raise Defect(f"{claim.id}: its script states different claims in different runs, or has just been changed")
    clauses = zip(claim.clauses, found.clauses, strict=True)
    prints = zip(claim.prints, found.prints, strict=True)
    return Outcome(
        claim,
        tuple(ClauseOutcome(clause, **each) for clause, each in clauses),
        tuple(PrintOutcome(clause, **each) for clause, each in prints),
    )
