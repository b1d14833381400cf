"""What a check prints, kept for as long as the files are the same on which alone it depends: it need not run again.

The folder `recorded` has a file for each check: the digest of what it depends on, and the lines that it printed.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
RECORDS = Path(__file__).parent / "recorded"


def digest(places: Iterable[Path]) -> str:
    """Return the digest of files, and of all files in folders, with their places, and of the version of Python."""
    found = sha256(repr(sys.version_info[:2]).encode())
    for place in places:
        every = [place] if place.is_file() else [each for each in place.rglob("*") if each.suffix != ".pyc"]
        for path in sorted(each for each in every if each.is_file()):
            name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
            found.update(f"{name} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()


def recall(name: str, places: Iterable[Path]) -> list[str] | None:
    """Return the lines that were recorded of these files; None if there are none, or a file is another one."""
    record = RECORDS / f"{name}.txt"
    of_then, *lines = record.read_text(encoding="utf-8").splitlines() if record.is_file() else [""]
    return lines if of_then == digest(places) else None


def keep(name: str, places: Iterable[Path], lines: Iterable[str]) -> None:
    """Record these lines."""
    (RECORDS / f"{name}.txt").write_text("\n".join([digest(places), *lines, ""]), encoding="utf-8")


def unless_recorded(
    name: str, places: Sequence[Path], check: Callable[[], tuple[list[str], bool]], *, again: bool = False
) -> int:
    """Print what was recorded of these files; or run the check, print its lines, and record them if it passed.

    Return the exit code: 0 if it passed.
    """
    lines, passed = None if again else recall(name, places), True
    if lines is None:
        lines, passed = check()
        if passed:
            keep(name, places, lines)
    print(*lines, sep="\n")
    return int(not passed)
