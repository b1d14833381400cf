"""A sweep from its specification to its table; it resumes after an interruption."""

import os
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import rmtree

from exactdp import __version__
from exactdp.answers import sweep_results
from exactdp.answers.sweep_engine import Died, Raised, check_engine, completed
from exactdp.answers.sweep_journal import Journal, opened
from exactdp.answers.sweep_outcome import UNSOLVED, InstanceOutcome, OutcomeAndCertificates, find
from exactdp.answers.sweep_specification import Instance, Specification
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import counted
from exactdp.files.storage import make_folder, shown, write_bytes
from exactdp.linear_programs.searching import Progress, silent
from exactdp.processes.limits import Limits
from exactdp.shown import Shown

JOURNAL, TABLE = "journal.jsonl", "results.parquet"
"""The files of a sweep, in its directory."""

UNFINISHED = ".exactdp-unfinished"
"""The subdirectory for unfinished files; no other sweep writes to the sweep's directory meanwhile."""

RATE_SECONDS = 30
"""The rate is measured over this many of the last seconds, because later instances are often slower."""

REFRESHED = 0.2
"""The number of seconds between two reports of the progress."""


@dataclass(frozen=True)
class Sweep(Shown):
    """All outcomes of a specification, in its order, and the number that earlier runs found; true if all are answered.

    `directory` has the table and the journal, `certificates` the certificates if they were kept.
    """

    specification: Specification
    outcomes: tuple[InstanceOutcome, ...]
    earlier: int
    directory: Path
    certificates: Path | None

    def __bool__(self) -> bool:
        return all(self.outcomes)

    @property
    def table(self) -> Path:
        """The path of the Parquet file."""
        return self.directory / TABLE


def sweep(
    specification: Specification,
    directory: str | os.PathLike[str],
    *,
    certificates: str | os.PathLike[str] | None = None,
    engine: str = "processes",
    jobs: int = 1,
    limits: Limits | None = None,
    progress: Progress = silent,
) -> Sweep:
    """Decide every instance that is not in the directory's journal, and write the table of all.

    Each finished instance is written to the journal at once, so the same call resumes an interrupted run. If the
    specification has changed, its finished instances are not decided again. With a directory `certificates`, each
    certificate is written there under its SHA-256, and missing ones are found again. An instance is unsolved if it met
    the `limits`, its process died, or it raised an internal error; the next call tries it again.
    Raises: `InputError` if another sweep uses the directory, for files that cannot be written, and as
    `exactdp.answers.sweep_engine.completed`.

    >>> import tempfile
    >>> from exactdp.answers.sweep_specification import parse
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     one = sweep(parse('n = "1..3"\\nalpha = "1/2"\\nloss = "abs"'), folder)
    ...     two = sweep(parse('n = "1..4"\\nalpha = "1/2"\\nloss = "abs"'), folder)
    >>> one.earlier, two.earlier, [outcome.value for outcome in two.outcomes]
    (0, 3, ['1/3', '4/7', '28/39', '36/43'])
    """
    sweep_results.check_installed()
    check_engine(engine)
    folder, kept = make_folder(directory), None if certificates is None else make_folder(certificates)
    with opened(folder / JOURNAL) as journal, _workplace(folder) as place:
        found = _finished(journal, specification.instances)
        missing = [each for each in specification.instances if _is_missing(found.get(each.key), kept)]
        earlier, rate = len(specification.instances) - len(missing), Rate(len(specification.instances), progress)
        rate(earlier)
        work = partial(find, keep=kept is not None)
        with closing(completed(work, missing, engine, jobs, limits)) as answers:
            for done, (instance, result) in enumerate(answers, start=earlier + 1):
                found[instance.key] = _kept(instance, result, journal, kept, place)
                rate(done)
        outcomes = tuple(found[each.key] for each in specification.instances)
        progress("the table")
        rows = [sweep_results.row(*each) for each in zip(specification.instances, outcomes, strict=True)]
        sweep_results.write(rows, place / TABLE)
        _move(place / TABLE, folder / TABLE)
    return Sweep(specification, outcomes, earlier, folder, kept)


@contextmanager
def _workplace(folder: Path) -> Iterator[Path]:
    """Create an empty directory for unfinished files; remove the files of a killed run."""
    place = folder / UNFINISHED
    rmtree(place, ignore_errors=True)
    if place.is_symlink() or place.exists():
        raise InputError(f"{shown(place)}: this is in the way of unfinished files: remove it")
    make_folder(place)
    try:
        yield place
    finally:
        rmtree(place, ignore_errors=True)


def _move(whole: Path, target: Path) -> None:
    try:
        whole.replace(target)
    except OSError:
        # The directory is on another disk, or this raises the error.
        write_bytes(whole.read_bytes(), target)


def _finished(journal: Journal, instances: Sequence[Instance]) -> dict[str, InstanceOutcome]:
    try:
        return {
            each.key: InstanceOutcome.from_entry(journal.entries[each.key])
            for each in instances
            if each.key in journal.entries
        }
    except (TypeError, ValueError):
        raise InputError(
            f"{journal.name}: an entry was not written by this version of exactdp: name another directory"
        ) from None


def _is_missing(outcome: InstanceOutcome | None, kept: Path | None) -> bool:
    if outcome is None:
        return True
    return kept is not None and not all((kept / name).exists() for name in _certificate_files(outcome))


def _certificate_files(outcome: InstanceOutcome) -> list[str]:
    """Return the names of an outcome's certificates."""
    return [f"{each}.cert" for each in (outcome.certificate, outcome.certificate_below) if each is not None]


def _kept(
    instance: Instance,
    result: OutcomeAndCertificates | Died | Raised,
    journal: Journal,
    folder: Path | None,
    place: Path,
) -> InstanceOutcome:
    """Write the certificates first, then the journal, so that the journal never names a missing certificate."""
    if isinstance(result, Died):
        return InstanceOutcome(instance.key, UNSOLVED, reason=f"{result.reason}; to be tried again")
    if isinstance(result, Raised):
        # Leave it out of the journal, so that a corrected version decides it.
        return InstanceOutcome(instance.key, UNSOLVED, reason=result.reason)
    outcome, certificates = result
    if outcome.version != __version__:
        raise InputError(f"a worker has exactdp {outcome.version}: install {__version__} there, the version here")
    earlier = journal.entries.get(instance.key)
    if earlier is not None and earlier.get("certificate") != outcome.certificate:
        raise InputError(
            f"{instance}: the new certificate differs from the one that exactdp {earlier.get('version')} wrote: "
            "name another directory to start again"
        )
    if folder is not None:
        for name, certificate in zip(_certificate_files(outcome), certificates, strict=True):
            write_bytes(certificate, place / name)
            _move(place / name, folder / name)
    if earlier is None:
        journal.add(outcome.entry())
    return outcome


class Rate:
    """Reports how many are done, how many a second, and how long the rest will take at that rate.

    >>> rate = Rate(1_000, print)
    >>> rate(0)
    0/1,000 instances
    """

    def __init__(self, total: int, progress: Progress) -> None:
        self._total, self._progress = total, progress
        self._seen: deque[tuple[float, int]] = deque()

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if self._seen and now - self._seen[-1][0] < REFRESHED and done < self._total:
            return
        self._seen.append((now, done))
        while now - self._seen[0][0] > RATE_SECONDS and len(self._seen) > 2:
            self._seen.popleft()
        (then, before), words = self._seen[0], f"{done:,}/{counted(self._total, 'instance')}"
        if done > before:
            seconds = (now - then) / (done - before)
            words += f", {1 / seconds:.1f}/s, {duration(round(seconds * (self._total - done)))} left"
        self._progress(words)


def duration(seconds: int) -> str:
    """Return a duration in its two largest units.

    >>> duration(7), duration(83), duration(7200), duration(200_000)
    ('7 s', '1 min 23 s', '2 h', '2 d 7 h')
    """
    days, hours, minutes = seconds // 86400, seconds // 3600 % 24, seconds // 60 % 60
    units = [(days, "d"), (hours, "h"), (minutes, "min"), (seconds % 60, "s")]
    first = next((k for k, (size, _) in enumerate(units) if size), 3)
    return " ".join(f"{size} {name}" for size, name in units[first : first + 2] if size) or "0 s"
