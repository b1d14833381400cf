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


APPENDIX_B = """\
The exact level of appendix_b.csv is α = 1/2, ε = 0.693147…; it is not a vertex and not derivable from G_{3,1/2}.

       0    1     2    3
0    1/9  2/9   4/9  2/9
1    2/9  1/9   2/9  4/9
2    4/9  2/9   1/9  2/9
3  13/18  1/9  1/18  1/9

privacy       exact level α = 1/2, ε = 0.693147…; neighbours: path, 3 pairs
              attained at 11 places, first at response 1: 2/9 on input 0, 1/9 on input 1
constraints   at α = 1/2:
                 0  1  2  3
              0  ↑  ↓  ↓  ↑
              1  ↑  ↑  ↓  ↓
              2  S  ↓  ↓  ↓
              7 × ↓, 4 × ↑, 1 × S, 0 × Z; s = 1, z = 0
lemmas        of Ghosh, Roughgarden & Sundararajan 2009, section 5, on mechanisms that are optimal for a user:
              5.4  yes  no row is all ↓ or all ↑
              5.5  no   every row is ↓…↓, at most one S, ↑…↑
                        row 0 reads ↑↓↓↑
              5.6  no   every row has one ↓ more than the row above, or an S and no ↓ fewer
                        row 0 reads ↑↓↓↑ and row 1 reads ↑↑↓↓
              5.7  yes  s ≥ z
              5.8  no   s = z
                        s = 1 and z = 0
              5.9  no   non-Z column i is i + S_(i-1) times ↑, s_i times S, then ↓
                        column 0 reads ↑↑S, where 0 × ↑ and then 1 × S were expected
vertex        no, of the polytope of 1/2-private mechanisms of its size: it lies midway between two others,
                which differ from it in 16 entries, first at response 0 on input 0: 1/9 ± 1/36
derivability  after Gupte & Sundararajan 2010, Theorem 2:
              from G_{3,1/2}: no, the remap T would have -1/3 for response 1 in row 1:
                on inputs 0, 1, 2 it has 2/9, 1/9, 2/9, so (1+α²)·x₂ - α·(x₁+x₃) = -1/12 < 0
              from G_{3,α}: yes for exactly the α in [0, 2 - √3 (≈ 0.2679)]
certificates  level: accepted by the kernel, statement sha256 (digest)
              not-vertex: accepted by the kernel, statement sha256 (digest)
              not-derivable: accepted by the kernel, statement sha256 (digest)
"""


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def refusal(ran: Ran) -> str:
    """Return the message of a refusal, which is one line on standard error, with nothing on standard output."""
    assert ran.code == 2
    assert ran.out == ""
    found = re.fullmatch(r"exactdp: (.*)\n", ran.err)
    assert found, ran.err
    return found[1]


def undigested(output: str) -> str:
    return re.sub("sha256 [0-9a-f]{16}…", "sha256 (digest)", output)


def alone(line: str = "", *more: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run a command line, and words after it as they are, in a process of its own."""
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
