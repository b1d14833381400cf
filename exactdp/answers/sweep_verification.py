"""Verification of a finished sweep: the kernel checks each certificate, and its row must agree with it."""

import os
import re
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

from exactdp.answers import sweep_results
from exactdp.answers.sweep import TABLE, Rate
from exactdp.answers.sweep_engine import Died, Raised, completed
from exactdp.answers.sweep_outcome import UNSOLVED, InstanceOutcome, enclosed, proved, proved_at
from exactdp.answers.sweep_results import Row
from exactdp.answers.sweep_specification import AtExponential, Instance, Specification
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.spelling import elided
from exactdp.certificates.certificate import (
    Malformed,
    Rejected,
    stated_interaction,
    stated_problem,
    stated_value,
    verify,
)
from exactdp.certificates.optima_at import stated_function
from exactdp.files.storage import read_bytes
from exactdp.linear_programs.searching import Progress, silent
from exactdp.optimum.problem import Problem
from exactdp.processes.limits import Limits
from exactdp.shown import Shown


@dataclass(frozen=True)
class Verification(Shown):
    """The numbers of rows that the kernel confirmed and that are unsolved, and the wrong rows.

    `wrong` has the number of each wrong row, from 1, and the reason. It is true if every row is confirmed; an unsolved
    row has no certificate and is not confirmed.
    """

    confirmed: int
    unsolved: int
    wrong: tuple[tuple[int, str], ...]

    def __bool__(self) -> bool:
        return not self.wrong and not self.unsolved


def verify_sweep(
    specification: Specification,
    directory: str | os.PathLike[str],
    certificates: str | os.PathLike[str],
    *,
    jobs: int = 1,
    limits: Limits | None = None,
    progress: Progress = silent,
) -> Verification:
    """Check the table of a sweep against its specification and its certificates, without trusting the sweep.

    The rows must be the instances of the specification, in order. The kernel must accept each certificate, its
    statement must be about the instance, and every column must agree with it.
    Raises: `InputError` if the table is missing, and as `exactdp.answers.sweep_engine.completed`.

    >>> import tempfile
    >>> from exactdp.answers.sweep import sweep
    >>> from exactdp.answers.sweep_specification import parse
    >>> asked = [parse(f'n = {n}\\nalpha = "1/2"\\nloss = "abs"') for n in ("[1, 2]", "[1, 3]")]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = sweep(asked[0], folder, certificates=folder)
    ...     found = verify_sweep(asked[1], folder, folder)
    >>> bool(found), found.confirmed, found.unsolved, found.wrong
    (False, 1, 0, ((2, 'the certificate is about another problem'),))
    """
    rows, instances = sweep_results.read_results(Path(directory) / TABLE), specification.instances
    wrong: list[tuple[int, str]] = []
    if len(rows) != len(instances):
        wrong.append((min(len(rows), len(instances)) + 1, f"{len(rows)} rows stand for {len(instances)} instances"))
    tasks = [(number, *pair) for number, pair in enumerate(zip(instances, rows, strict=False), start=1)]
    rate, confirmed, unsolved = Rate(len(tasks), progress), 0, 0
    with closing(completed(partial(_difference, Path(certificates)), tasks, "processes", jobs, limits)) as answers:
        for done, ((number, _, row), found) in enumerate(answers, start=1):
            reason = found.reason if isinstance(found, Died | Raised) else found
            if reason is not None:
                wrong.append((number, reason))
            elif row["verdict"] == UNSOLVED:
                unsolved += 1
            else:
                confirmed += 1
            rate(done)
    wrong.sort()
    return Verification(confirmed, unsolved, tuple(wrong))


def _difference(folder: Path, task: tuple[int, Instance, Row]) -> str | None:
    """Return the error in a row; None if the row is right."""
    _, instance, row = task
    if row["verdict"] == UNSOLVED and row["certificate_sha256"] is None:
        outcome = InstanceOutcome(instance.key, UNSOLVED, reason=row["reason"])
    else:
        try:
            outcome = stated_outcome(instance, _certificate(folder, row, "certificate_sha256"))
            if row["certificate_below_sha256"] is not None:
                below = stated_outcome(instance, _certificate(folder, row, "certificate_below_sha256"), below=True)
                outcome = enclosed(outcome, below)
        except (InputError, Rejected, Malformed) as error:
            return str(error)
    expected = sweep_results.row(instance, outcome)
    for column in sweep_results.COLUMNS:
        if column != "exactdp" and row[column] != expected[column]:
            there, here = (elided(str(each[column])) for each in (row, expected))
            return f"{column} is {there} in the table, and {here} by the specification and the certificate"
    return None


def _certificate(folder: Path, row: Row, column: str) -> bytes:
    digest = str(row[column])
    if not re.fullmatch("[0-9a-f]{64}", digest):
        raise InputError(f"{column} is {elided(digest)} in the table: this is not the name of a certificate")
    return read_bytes(folder / f"{digest}.cert")


def stated_outcome(instance: Instance, certificate: bytes, *, below: bool = False) -> InstanceOutcome:
    """Return the outcome that a certificate proves for an instance: if `below`, a lower bound just below e^-ε.

    Raises: `Rejected` and `Malformed` as `exactdp.certificates.certificate.verify`; `InputError` if it is about another
    instance.

    >>> from exactdp.answers.sweep_outcome import find
    >>> from exactdp.answers.sweep_specification import parse
    >>> first, second = parse('n = [2, 3]\\nalpha = "1/4"\\nloss = "abs"').instances
    >>> _, (certificate,) = find(first)
    >>> stated_outcome(first, certificate).value
    '8/23'
    >>> stated_outcome(second, certificate)
    Traceback (most recent call last):
    exactdp.InputError: the certificate is about another problem
    """
    done, asked, alpha = verify(certificate), instance.question, None
    statement = certificate.partition(b"\nproof\n")[0].decode("ascii").split("\n")[2:]
    if isinstance(asked, AtExponential) and done.is_of_diagram and not below:
        function = stated_function(certificate, asked.above, asked.level)
        if function is None:
            raise InputError("the certificate is about another problem")
        return proved_at(instance, function, asked.level, done)
    if isinstance(asked, AtExponential):
        alpha = _stated_level(statement, asked.level, below=below or done.kind == "infeasible")
        asked = asked.above.but(alpha=alpha)
    if isinstance(asked, Problem) and done.kind == "infeasible" and not below:
        if statement != stated_problem(asked, user=False):
            raise InputError("the certificate is about other mechanisms")
        return proved(instance, None, done, alpha)
    if isinstance(asked, Problem):
        about = stated_problem(asked)[1:]
        kinds: tuple[str, ...] = ("optimal", "only-optimal", "not-only-optimal")
        size = () if done.stated is None else (done.stated.height, done.stated.width)
        same = statement[-len(about) - 1 : -1] == about and size == (asked.inputs, asked.responses)
    else:
        deployed, user = stated_interaction(asked.user, asked.mechanism)
        kinds = ("interaction",)
        same = statement[: len(deployed)] == deployed and statement[-len(user) - 1 : -1] == user
        same = same and _width(statement[len(deployed)]) == asked.responses
    if not same or done.kind not in kinds:
        raise InputError("the certificate is about another problem")
    return proved(instance, stated_value(done, asked.user.loss, max(asked.inputs, asked.responses)), done, alpha)


def _stated_level(statement: list[str], level: Exponential, *, below: bool) -> Fraction:
    """Return the level of a statement. It is close to e^-ε, and below it for an impossibility, otherwise above."""
    word = next((line.removeprefix("alpha ") for line in statement if line.startswith("alpha ")), "0")
    # Certificates write long integers in hexadecimal.
    alpha = Fraction(*(int(each, 0) for each in word.split("/")))
    if not (level.below() <= alpha < level if below else level < alpha <= level.above()):
        raise InputError(f"the certificate is not about a level just {'below' if below else 'above'} {level}")
    return alpha


def _width(line: str) -> int:
    """Return the number of responses of a remap, from its first line."""
    match line.split():
        case ["remap", "matrix", _, width]:
            return int(width)
        case ["remap", "geometric", n, _]:
            return int(n) + 1
    return 0
