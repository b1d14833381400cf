"""What a check prints, kept for as long as the files are the same on which alone it depends: it need not run again.

The folder `recorded` has a file for each check: the digest of what it depends on, and the lines that it printed.
"""

import sys
from collections.abc import Callable, Iterable
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
            found.update(f"{path.relative_to(ROOT).as_posix()} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()


def unless_recorded(
    name: str, places: Iterable[Path], check: Callable[[], tuple[list[str], bool]], *, again: bool = False
) -> int:
    """Print what was recorded of these files; or run the check, print its lines, and record them if it passed."""
    record, of_today = RECORDS / f"{name}.txt", digest(places)
    if not again and record.is_file():
        of_then, *lines = record.read_text(encoding="utf-8").splitlines()
        if of_then == of_today:
            print(*lines, sep="\n")
            return 0
    lines, passed = check()
    print(*lines, sep="\n")
    if passed:
        record.write_text("\n".join([of_today, *lines, ""]), encoding="utf-8")
    return int(not passed)
