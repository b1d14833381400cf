"""How long the kernel and the verified checker take for the same certificates, from the bytes to the verdict.

    python tests/benchmarks/checkers.py                   mechanisms on {0..100}
    python tests/benchmarks/checkers.py --sizes 300 1000

Each is a program of its own, and what is printed are the seconds of the processor that it took. The verified checker
is built before, by `checkers/verified/build`, and reads an inverse in place of a modulus, which takes time to find that
is not counted. "Written out" is a matrix that is given row by row.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from exactdp import Mechanism, absolute, derive, geometric, level, vertex
from exactdp.answers.optimality import decide
from exactdp.certificates.certificate import Verified, certify, verify
from exactdp.certificates.inverses import with_inverse
from exactdp.certificates.verified_checker import program
from exactdp.model.users import BayesianUser, MinimaxConsumer, expected_loss, uniform
from exactdp.optimum.interaction import Interaction
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal

KERNEL = Path(__file__).parents[2] / "exactdp" / "kernel.py"
HALF = Fraction(1, 2)
LONGEST = 2 * 10**8
"""The longest file judged: the verified checker needs about 33 bytes of memory for each byte."""


def seconds(command: list[str | Path]) -> float:
    """Return the seconds of the processor that a command takes, which accepts a certificate."""
    before = os.times()
    done = subprocess.run(command, check=True, capture_output=True)
    after = os.times()
    assert done.stdout.startswith(b"accepted"), done.stdout[:99]
    return after.children_user + after.children_system - before.children_user - before.children_system


def in_full(certificate: bytes, written_out: bytes) -> bytes:
    """Return a uniqueness certificate with the matrix of another certificate; the modulus becomes a large prime."""
    before, _, after = certificate.partition(b"mechanism ")
    _, rest = re.split(rb"(?=^neighbours )", after, maxsplit=1, flags=re.MULTILINE)
    _, matrix, _ = re.split(rb"(?=^mechanism |^neighbours )", written_out, maxsplit=2, flags=re.MULTILINE)
    text = re.sub(rb"^modulus .*$", b"modulus 2305843009213693951", before + matrix + rest, flags=re.MULTILINE)
    lines = text.count(b"\n") - 1
    return re.sub(rb"^end [0-9]+$", b"end %d" % lines, text, flags=re.MULTILINE)


def certificates(n: int) -> Iterator[tuple[str, Verified]]:
    """Yield certificates of most kinds, about mechanisms on {0..n}."""
    private = geometric(n=n, alpha=HALF)
    merged = private @ Mechanism([[int(r == k - k % 2) for r in range(n + 1)] for k in range(n + 1)])
    user = BayesianUser(absolute(), uniform(n=n))
    yield "level", certify(level(private))
    yield "level, written out", certify(level(merged), explicit=True)
    yield "derivable, written out", certify(derive(merged, HALF), explicit=True)
    found = optimal(Problem(user, HALF))
    assert isinstance(found, Optimum)
    yield "optimal", certify(found)
    yield "optimal, written out", certify(found, explicit=True)
    # The identity is a best remap here; certifying it proves that, and a search would take n³ steps.
    identity = Mechanism([[int(r == k) for r in range(n + 1)] for k in range(n + 1)])
    value = expected_loss(user, private).value
    yield "interaction", certify(Interaction(user, private, identity, value, user.prior))
    yield "vertex", certify(vertex(private, HALF))
    yield "vertex, written out", certify(vertex(private, HALF), explicit=True)
    for name, problem in (
        ("Bayesian", Problem(user, HALF)),
        ("minimax", Problem(MinimaxConsumer(absolute(), n=n), HALF)),
    ):
        decided = decide(problem)
        yield f"{decided.verified.kind}, {name}", decided.verified
        written_out = certify(decided.optimum, explicit=True).certificate.data
        written = in_full(decided.verified.certificate.data, written_out)
        if len(written) <= LONGEST:
            yield f"{decided.verified.kind}, {name}, written out", verify(written)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sizes", type=int, nargs="+", default=[100])
    print(f"{'seconds':<46}{'bytes':>14}{'kernel':>10}{'verified':>10}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "judged.cert")
        for n in options.parse_args().sizes:
            for name, verified in certificates(n):
                file.write_bytes(verified.certificate.data)
                kernel = seconds([sys.executable, "-I", "-S", KERNEL, "--short", file])
                size = f"{file.stat().st_size:,}"
                file.write_bytes(with_inverse(verified.certificate.data))
                other = seconds([program(), file])
                print(f"{f'n = {n}, {name}':<46}{size:>14}{kernel:>10.2f}{other:>10.2f}", flush=True)


if __name__ == "__main__":
    main()
