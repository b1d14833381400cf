"""What came of a sweep, as text and as JSON."""

from collections import Counter
from typing import Any

from exactdp.answers.sweep import Sweep
from exactdp.answers.sweep_verification import Verification
from exactdp.arithmetic.exact import counted, elided
from exactdp.files.storage import shown
from exactdp.optimum.problem import Problem
from exactdp.report.terminal import paragraph
from exactdp.report.wording import number

LISTED = 10
"""How many instances without an answer, or rows that are wrong, are listed."""


def sweep(found: Sweep) -> str:
    """Return how many instances there were, what was found and where it is.

    >>> import tempfile
    >>> from exactdp.answers.sweep import sweep as run
    >>> from exactdp.answers.sweep_specification import parse
    >>> asked = parse('n = "1..3"\\nalpha = "1/2"\\nloss = "abs"')
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     print("\\n".join(sweep(run(asked, folder)).splitlines()[:4]))
    sweep         text: 3 instances
    decided       3 now
    verdicts      3 optimal
    certificates  3 only-optimal
    """
    asked, outcomes = found.specification, found.outcomes
    total = counted(len(outcomes), "instance")
    twice = f", {asked.repeated:,} more that say the same as another" if asked.repeated else ""
    now = f"{len(outcomes) - found.earlier:,} now" + (f", {found.earlier:,} by earlier runs" if found.earlier else "")
    kept = "" if found.certificates is None else f", in {shown(found.certificates)}"
    parts = [paragraph("sweep", [f"{asked.name}: {total}{twice}"])]
    levels = {
        each.words["epsilon"]: each.question.alpha
        for each in asked.instances
        if "epsilon" in each.words and isinstance(each.question, Problem)
    }
    if levels:
        became = [f"ε = {elided(written)}: α = {number(alpha)}" for written, alpha in levels.items()]
        parts.append(paragraph("levels", ["for ε, the simplest fraction at or just above e^-ε", *_listed(became)]))
    parts += [paragraph("decided", [now]), paragraph("verdicts", [_tally(found, "verdict")])]
    if any(outcome.kind for outcome in outcomes):
        parts.append(paragraph("certificates", [f"{_tally(found, 'kind')}{kept}"]))
    unsolved = [
        f"{instance}: {outcome.reason}"
        for instance, outcome in zip(asked.instances, outcomes, strict=True)
        if not outcome
    ]
    if unsolved:
        parts.append(paragraph("unsolved", _listed(unsolved)))
    return "\n".join([*parts, paragraph("table", [shown(found.table)])])


def sweep_json(found: Sweep) -> dict[str, Any]:
    """Return the same for a program; the table has the rows.

    >>> import tempfile
    >>> from exactdp.answers.sweep import sweep as run
    >>> from exactdp.answers.sweep_specification import parse
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     sweep_json(run(parse('n = "1..3"\\nalpha = "1/2"\\nloss = "abs"'), folder))["verdicts"]
    {'optimal': 3}
    """
    return {
        "instances": len(found.outcomes),
        "repeated": found.specification.repeated,
        "earlier": found.earlier,
        "verdicts": _counts(found, "verdict"),
        "certificates": _counts(found, "kind"),
        "table": str(found.table),
    }


def verification(found: Verification) -> str:
    """Return how many rows were confirmed, and what is wrong with others.

    >>> print(verification(Verification(2, 0, ((3, "value is 1 in the table, …"),))))
    confirmed     2 rows, each by a certificate that the kernel accepted
    wrong         row 3: value is 1 in the table, …
    """
    parts = [
        paragraph("confirmed", [f"{counted(found.confirmed, 'row')}, each by a certificate that the kernel accepted"])
    ]
    if found.unsolved:
        parts.append(paragraph("unsolved", [f"{counted(found.unsolved, 'row')}, without a certificate"]))
    if found.wrong:
        parts.append(paragraph("wrong", _listed([f"row {number}: {reason}" for number, reason in found.wrong])))
    return "\n".join(parts)


def verification_json(found: Verification) -> dict[str, Any]:
    """Return the same for a program, with every row that is wrong.

    >>> verification_json(Verification(2, 0, ((3, "value is 1 in the table, …"),)))["wrong"]
    [{'row': 3, 'reason': 'value is 1 in the table, …'}]
    """
    wrong = [{"row": number, "reason": reason} for number, reason in found.wrong]
    return {"confirmed": found.confirmed, "unsolved": found.unsolved, "wrong": wrong}


def _counts(found: Sweep, name: str) -> dict[str, int]:
    return dict(Counter(value for outcome in found.outcomes if (value := getattr(outcome, name)) is not None))


def _tally(found: Sweep, name: str) -> str:
    return ", ".join(f"{count:,} {value}" for value, count in sorted(_counts(found, name).items()))


def _listed(lines: list[str]) -> list[str]:
    more = [f"and {len(lines) - LISTED:,} more"] if len(lines) > LISTED else []
    return [elided(line, 300) for line in lines[:LISTED]] + more
