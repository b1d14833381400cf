"""Sweeps and their verifications, as reports."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from exactdp.answers.sweep import Sweep
from exactdp.answers.sweep_outcome import InstanceOutcome
from exactdp.answers.sweep_verification import Verification
from exactdp.arithmetic.spelling import counted, decimal, elided, shortened
from exactdp.files.storage import shown
from exactdp.report.document import Report, Table, Topic
from exactdp.report.typeset import capital
from exactdp.report.wording import LONG_NUMBER, equals, label, some

LISTED = 10
"""The most instances listed, and the most unsolved instances or wrong rows listed."""


def sweep(found: Sweep) -> Report:
    """Return the number of instances, their outcomes, and the files.

    >>> import tempfile
    >>> from exactdp.answers.sweep import sweep as run
    >>> from exactdp.answers.sweep_specification import parse
    >>> asked = parse('n = "1..3"\\nalpha = "1/2"\\nloss = "abs"')
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = sweep(run(asked, folder))
    >>> done.topics[0].parts, done.values["verdicts"]
    (('text: 3 instances',), {'optimal': 3})
    """
    asked, outcomes = found.specification, found.outcomes
    total = counted(len(outcomes), "instance")
    twice = f", {asked.repeated:,} more that repeat another" if asked.repeated else ""
    now = f"{len(outcomes) - found.earlier:,} in this run"
    now += f", {found.earlier:,} in earlier runs" if found.earlier else ""
    kept = "" if found.certificates is None else f", in {shown(found.certificates)}"
    verdicts, kinds = _counts(found, "verdict"), _counts(found, "kind")
    topics = [Topic("sweep", [f"{asked.name}: {total}{twice}"])]
    beside = {
        f"ε = {elided(instance.words['epsilon'])}: {equals('α', Fraction(outcome.alpha))}": None
        for instance, outcome in zip(asked.instances, outcomes, strict=True)
        if outcome.alpha is not None and not outcome.alpha.startswith("e")
    }
    if beside:
        words = (
            "some rows are not about e^-ε itself: their α is just above it, their least loss is an upper bound, and "
            "value_below is a lower bound; the α of an impossible row is just below e^-ε"
        )
        topics.append(Topic("levels", [words, *_listed(list(beside))]))
    topics += [Topic("decided", [now]), Topic("verdicts", [_tally(verdicts)])]
    if kinds:
        topics.append(Topic("certificates", [f"{_tally(kinds)}{kept}"]))
    unsolved = [
        f"{instance}: {outcome.reason}"
        for instance, outcome in zip(asked.instances, outcomes, strict=True)
        if not outcome
    ]
    if unsolved:
        topics.append(Topic("unsolved", _listed(unsolved)))
    topics += [Topic("results", [_results(found)]), Topic("table", [shown(found.table)])]
    values = {
        "instances": len(outcomes),
        "repeated": asked.repeated,
        "earlier": found.earlier,
        "verdicts": verdicts,
        "certificates": kinds,
        "table": str(found.table),
        "results": [
            {
                "asked": dict(instance.words),
                "verdict": outcome.verdict,
                "value": outcome.value,
                "value_below": outcome.value_below,
            }
            for instance, outcome in zip(asked.instances, outcomes, strict=True)
        ],
    }
    failed = (
        f"{len(unsolved):,} of {total} {'is' if len(unsolved) == 1 else 'are'} unsolved"
        if unsolved
        else f"All {total} are solved and certified"
    )
    answer = f"{failed}." if len(outcomes) != 1 or unsolved else "The 1 instance is solved and certified."
    return Report("sweep", topics, values, answer)


def verification(found: Verification) -> Report:
    """Return the number of confirmed rows, and the errors of the others.

    >>> shown = verification(Verification(2, 0, ((3, "value is 1 in the table, …"),)))
    >>> shown.topics[1].parts, shown.values["wrong"]
    (('row 3: value is 1 in the table, …',), [{'row': 3, 'reason': 'value is 1 in the table, …'}])
    """
    rows = counted(found.confirmed, "row")
    topics = [Topic("confirmed", [f"{rows}, each by a certificate that the kernel accepted"])]
    if found.unsolved:
        topics.append(Topic("unsolved", [f"{counted(found.unsolved, 'row')}, without a certificate"]))
    if found.wrong:
        topics.append(Topic("wrong", _listed([f"row {row}: {reason}" for row, reason in found.wrong])))
    wrong = [{"row": row, "reason": reason} for row, reason in found.wrong]
    values = {"confirmed": found.confirmed, "unsolved": found.unsolved, "wrong": wrong}
    failed = f"{counted(len(wrong), 'row')} {'is' if len(wrong) == 1 else 'are'} wrong, and " if wrong else ""
    answer = f"{failed}the kernel confirms {counted(found.confirmed, 'row')}."
    return Report("verification", topics, values, capital(answer))


def _results(found: Sweep) -> Table:
    """Return a row for each instance: its question as written, and the least loss or another verdict."""
    instances = found.specification.instances
    keys = list(dict.fromkeys(key for instance in instances for key in instance.words))
    rows = [
        (*(label(instance.words.get(key, "")) for key in keys), *_result(outcome))
        for instance, outcome in zip(instances, found.outcomes, strict=True)
    ]
    return Table(rows, (*keys, "least loss", "≈"), most=LISTED)


def _result(outcome: InstanceOutcome) -> tuple[str, str]:
    if outcome.value is None or outcome.value_decimal is None:
        return outcome.verdict, ""
    return shortened(outcome.value, LONG_NUMBER), decimal(Fraction(outcome.value_decimal))


def _counts(found: Sweep, name: str) -> dict[str, int]:
    return dict(Counter(value for outcome in found.outcomes if (value := getattr(outcome, name)) is not None))


def _tally(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {value}" for value, count in sorted(counts.items()))


def _listed(lines: list[str]) -> Iterator[str]:
    return some([elided(line, 300) for line in lines], LISTED)
