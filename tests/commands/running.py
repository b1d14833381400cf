"""How the tests run a command."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from exactdp.model.mechanism import Mechanism

ROOT = Path(__file__).parent.parent.parent
KERNEL = ROOT / "exactdp" / "kernel.py"
DATA = ROOT / "tests" / "files" / "data"


# Python's own output is buffered, whatever is set here.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""}


POSIX = pytest.mark.skipif(os.name == "nt", reason="pipes and devices as POSIX has them")


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


def undigested(output: str) -> str:
    return re.sub("sha256 [0-9a-f]{16}…", "sha256 (digest)", output)


README = (ROOT / "README.md").read_text(encoding="utf-8")

APPENDIX_B = undigested(re.findall(r"\$ exactdp check appendix_b.csv\n(.*?)```", README, re.DOTALL)[0])
"""What `check` says of appendix_b.csv, as the first example of the README has it."""


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def refusal(ran: Ran) -> str:
    """Return the message of an error, which must be one line on standard error, with nothing on standard output."""
    assert ran.code == 2
    assert ran.out == ""
    found = re.fullmatch(r"exactdp: (.*)\n", ran.err)
    assert found, ran.err
    return found[1]


def alone(line: str = "", *more: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run a command line, and more words unchanged, in its own process."""
    return subprocess.run(
        [sys.executable, "-m", "exactdp", *shlex.split(line), *more],
        env={**ENVIRONMENT, **options.pop("environment", {})},
        cwd=DATA,
        timeout=60,
        check=False,
        **{"capture_output": True, **options},
    )


def matrix_of(found: dict[str, list[str]]) -> Mechanism:
    """Return the matrix that JSON shows."""
    return Mechanism(found["rows"], found["inputs"], found["responses"])
