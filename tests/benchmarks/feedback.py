"""Measure how soon each test file answers when it is run alone, one after another.

    python tests/benchmarks/feedback.py                  every test file that tests one module of the package
    python tests/benchmarks/feedback.py --all            every test file
    python tests/benchmarks/feedback.py tests/model      the test files in a folder

Each line has the seconds of `python -m pytest FILE` from start to end, those of the processor, which other work on the
machine changes less, and what pytest said last. At the end stand the files above the limit of `--limit` seconds,
slowest first. The exit code is 1 if a file fails its tests.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
TESTS = ROOT / "tests"
LIMIT = 5.0


def of_modules(paths: list[Path]) -> list[Path]:
    """Return the test files that are named after a module, in the room of that module."""
    return [path for path in paths if module_of(path).is_file()]


def module_of(path: Path) -> Path:
    """Return the module that a test file is named after, whether or not it exists."""
    return ROOT / "exactdp" / path.relative_to(TESTS).parent / f"{path.stem.removeprefix('test_')}.py"


def measured(path: Path) -> tuple[float, float, str]:
    """Run one test file alone; return its seconds, those of the processor, and the last line that pytest prints."""
    start, before = time.perf_counter(), os.times()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = done.stdout.strip().splitlines() or ["pytest printed nothing"]
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, spent, lines[-1] if done.returncode == 0 else f"FAILED: {lines[-1]}"


def line(seconds: float, spent: float, said: str, path: Path) -> str:
    return f"{seconds:6.1f} s {spent:6.1f} s  {path.relative_to(ROOT)}  {said}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, help="test files, or folders of them")
    parser.add_argument("--all", action="store_true", help="also test files that test no single module")
    parser.add_argument("--limit", type=float, default=LIMIT, help="the seconds above which a file is marked")
    options = parser.parse_args()
    given = [path.resolve() for path in options.paths] or [TESTS]
    paths = sorted({each for path in given for each in ([path] if path.is_file() else path.rglob("test_*.py"))})
    found = []
    for path in paths if options.all or options.paths else of_modules(paths):
        found.append((*measured(path), path))
        print(line(*found[-1]), flush=True)
    slow = sorted((each for each in found if each[0] > options.limit), reverse=True)
    print(
        f"{len(found)} test files, {len(slow)} of them above {options.limit:g} s",
        *(line(*each) for each in slow),
        sep="\n",
    )
    return int(any(said.startswith("FAILED") for _, _, said, _ in found))


if __name__ == "__main__":
    sys.exit(main())
