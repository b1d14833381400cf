"""Keep the verdicts of the last run in the user's cache until a source changes.

The key is a digest of all sources of the package and the proofs, and of the versions of the programs used.
"""

import hashlib
import pickle
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from exactdp.certificates.coq_sources import proofs_folder
from exactdp.claims.claim import Claim, Outcome
from exactdp.claims.coq.library import cache_folder
from exactdp.claims.running import Found, found_of, outcome_of
from exactdp.files.storage import write_bytes

_STARTED = time.time()
"""The time when this process loaded the package."""


@dataclass(frozen=True)
class LastRun:
    """The outcomes of earlier runs that are still valid, by claim id, and the time of the oldest one.

    >>> LastRun({}).when is None
    True
    """

    outcomes: Mapping[str, Outcome]
    when: datetime | None = None


def recall(claims: Iterable[Claim], *, thorough: bool = False) -> LastRun:
    """Return the outcomes that earlier runs kept for these claims, if no source has changed since then.

    >>> recall([]).outcomes
    {}
    """
    kept = _kept(thorough)
    found = {claim.id: kept[claim.id] for claim in claims if claim.id in kept and _is_installed(claim)}
    outcomes = {claim.id: outcome_of(claim, found[claim.id][1]) for claim in claims if claim.id in found}
    return LastRun(outcomes, min((when for when, _ in found.values()), default=None))


def remember(outcomes: Sequence[Outcome], *, thorough: bool = False) -> None:
    """Keep these outcomes for `recall`, except claims that failed and scripts that are not installed.

    Keep nothing if anybody else could write in the cache, or if a source has changed since this process started: then
    the verdicts are about its old text.

    >>> remember([])
    """
    now = datetime.now().astimezone()
    new = {each.claim.id: (now, found_of(each)) for each in outcomes if each and _is_installed(each.claim)}
    folder = cache_folder("verdicts")
    if new and folder is not None and not any(path.stat().st_mtime >= _STARTED for _, path in _sources()):
        data = pickle.dumps({**_kept(thorough), **new})
        with suppress(OSError):
            write_bytes(data, folder / _digest(thorough))
            for old in sorted(folder.iterdir(), key=lambda each: each.stat().st_mtime)[:-RUNS_KEPT]:
                old.unlink(missing_ok=True)


RUNS_KEPT = 4
"""The number of states of the sources for which verdicts are kept."""


def _kept(thorough: bool) -> dict[str, tuple[datetime, Found]]:
    folder = cache_folder("verdicts")
    if folder is not None:
        # A file of an earlier version, or a truncated file, counts as missing.
        with suppress(OSError, EOFError, ValueError, pickle.UnpicklingError, AttributeError, ImportError):
            kept: dict[str, tuple[datetime, Found]] = pickle.loads((folder / _digest(thorough)).read_bytes())
            return kept
    return {}


def _is_installed(claim: Claim) -> bool:
    return claim.script is not None and claim.script.is_relative_to(proofs_folder().resolve())


@cache
def _digest(thorough: bool) -> str:
    """Return the name of the file of verdicts: the digest of everything that the verdicts depend on."""
    coqc = shutil.which("coqc")
    found = coqc and Path(coqc).stat()  # a new version may have the same path
    programs = (sys.version, coqc, found and (found.st_size, found.st_mtime_ns))
    digest = hashlib.sha256(f"{programs} {thorough}".encode())
    for name in ("python-flint", "highspy"):
        with suppress(PackageNotFoundError):
            digest.update(f"{name} {version(name)}\n".encode())
    for folder, path in _sources():
        digest.update(f"{path.relative_to(folder)}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[tuple[Path, Path]]:
    """Yield all files that the verdicts depend on, each with its folder, in order."""
    for folder, kinds in ((Path(__file__).parent.parent, ("*.py",)), (proofs_folder(), ("*.py", "*.v", "*.txt"))):
        for path in sorted(each for kind in kinds for each in folder.rglob(kind)):
            yield folder, path
