"""Many claims run one after another, or several at a time in processes of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import wait
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from exactdp.arithmetic.exact import Undecided
from exactdp.claims.claim import Claim, Outcome, StepOutcome
from exactdp.claims.clause import ClauseOutcome, PrintOutcome
from exactdp.claims.coq_library import Library, adopt, compiled
from exactdp.claims.discovery import load
from exactdp.claims.evidence import Checked, NotChecked
from exactdp.linear_programs.searching import Progress, silent
from exactdp.processes import process_pool


def run(
    claims: Sequence[Claim], *, jobs: int = 1, thorough: bool = False, progress: Progress = silent
) -> Iterator[Outcome]:
    """Yield the outcome of every claim in the order given, each as soon as it and those before it are known.

    With more than one job, scripts are run in processes of their own, as many at a time. Domain: claims that were
    loaded from scripts, for more than one job. Raises: as `Claim.run`; ValueError for others and more than one job.

    >>> from exactdp.claims.discovery import select
    >>> [bool(outcome) for outcome in run(select(["gupte2010.appendix-b", "gupte2010.table-1b"]))]
    [True, True]
    """
    libraries = _libraries(claims, progress)
    if min(jobs, len(claims)) <= 1:
        for k, claim in enumerate(claims, 1):
            yield claim.run(_before(f"{k}/{len(claims)} {claim.id}: ", progress), thorough=thorough)
        return
    scripts = [claim.script for claim in claims if claim.script]
    if len(scripts) != len(claims):
        raise ValueError("a claim without a script cannot be run in another process: use one job")
    with process_pool(min(jobs, len(claims))) as executor:
        pending = [executor.submit(_run_script, script, thorough, libraries) for script in scripts]
        for claim, result in zip(claims, pending, strict=True):
            while not result.done():
                done = sum(each.done() for each in pending)
                progress(f"{done}/{len(claims)} claims done, {claim.id}")
                wait([result], timeout=0.2)
            yield outcome_of(claim, result.result())


def _before(words: str, progress: Progress) -> Progress:
    return lambda says: progress(words + says)


def _libraries(claims: Sequence[Claim], progress: Progress) -> list[Library]:
    """Return the Coq libraries, compiled once before any step needs them, which says itself why they cannot be."""
    roots = {step.theorem.root for claim in claims for step in claim.steps if step.theorem}
    with suppress(NotChecked, Undecided):
        return [compiled(progress, root) for root in sorted(roots)]
    return []


@dataclass(frozen=True)
class Found:
    """An outcome without its claim: functions of a script, and formulas, do not travel between processes.

    >>> Found([], [], []).steps
    []
    """

    steps: list[tuple[Checked, float, str | None, str | None]]
    formulas: list[dict[str, Any]]
    prints: list[dict[str, Any]]


def _run_script(script: Path, thorough: bool, libraries: list[Library]) -> Found:
    for library in libraries:
        adopt(library)
    return found_of(load(script).run(thorough=thorough))


def found_of(found: Outcome) -> Found:
    """Return an outcome in the form that travels between processes, and that can be kept.

    >>> from exactdp.claims.discovery import select
    >>> len(found_of(select(["gupte2010.appendix-b"])[0].run()).formulas)
    7
    """
    return Found(
        [(each.checked, each.seconds, each.failure, each.unchecked) for each in found.steps],
        [_without_clause(each) for each in found.formulas],
        [_without_clause(each) for each in found.prints],
    )


def _without_clause(found: ClauseOutcome | PrintOutcome) -> dict[str, Any]:
    return {each.name: getattr(found, each.name) for each in fields(found) if each.name != "clause"}


def outcome_of(claim: Claim, found: Found) -> Outcome:
    """Return the outcome of a claim from the form that travels.

    >>> from exactdp.claims.discovery import select
    >>> claim = select(["gupte2010.appendix-b"])[0]
    >>> bool(outcome_of(claim, found_of(claim.run())))
    True
    """
    steps = zip(claim.steps, found.steps, strict=True)
    formulas = zip(claim.clauses, found.formulas, strict=True)
    prints = zip(claim.prints, found.prints, strict=True)
    return Outcome(
        claim,
        tuple(StepOutcome(step, *each) for step, each in steps),
        tuple(ClauseOutcome(clause, **each) for clause, each in formulas),
        tuple(PrintOutcome(clause, **each) for clause, each in prints),
    )
