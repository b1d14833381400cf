"""The second checker, built from its source and asked for many verdicts at a time."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "checkers" / "go"
EXIT_CODES = {"accepted": 0, "rejected": 1, "malformed": 2}
AT_ONCE = 500


def built(folder: Path) -> Path:
    """Build the second checker in a folder, where it will also find what it is to judge."""
    program = folder / "check"
    subprocess.run(["go", "build", "-o", str(program), "."], cwd=SOURCE, check=True)
    return program


def verdicts(program: Path, certificates: Sequence[bytes]) -> list[tuple[str, str]]:
    """Have the second checker judge certificates: its verdicts, and its words."""
    found = []
    for start in range(0, len(certificates), AT_ONCE):
        some = certificates[start : start + AT_ONCE]
        names = [f"{number}.cert" for number in range(len(some))]
        for name, certificate in zip(names, some, strict=True):
            (program.parent / name).write_bytes(certificate)
        done = subprocess.run([program, *names], cwd=program.parent, capture_output=True, text=True, check=False)
        lines = [line.split(": ", 2) for line in done.stdout.splitlines()]
        assert (done.stderr, [name for _, name, _ in lines]) == ("", names)
        assert done.returncode == max(EXIT_CODES[verdict] for verdict, _, _ in lines)
        found += [(verdict, words) for verdict, _, words in lines]
    return found
