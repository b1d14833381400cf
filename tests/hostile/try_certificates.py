"""Have the kernel judge many random certificates of true and false statements, and check that it accepts no false one.

    python tests/hostile/try_certificates.py --tries 1000000
    python tests/hostile/try_certificates.py --verified    also run the verified checker, if it is built

Each certificate is first well formed: a small random statement, with a randomly generated proof. The program then
damages a third of them in a few bytes or lines. It decides each accepted statement a second time, by the definitions
alone (tests/naive_kernel.py). It prints how many certificates were accepted, rejected and malformed, by kind, by graph,
by the form of a matrix that is not written out, by the number of inputs and by the number of constraints. It stops and
prints the certificate if the kernel raises another exception, accepts a false statement, differs from the verified
checker, or takes more than `SECONDS`.
"""

import argparse
import multiprocessing
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).parent.parent.parent)]

from exactdp import kernel  # noqa: E402
from exactdp.certificates.verified_checker import program  # noqa: E402
from tests.hostile.random_certificates import hostile, hostile_optimum  # noqa: E402
from tests.naive_kernel import true  # noqa: E402
from tests.verified_checker import verdicts  # noqa: E402

SECONDS = 20
CHUNK = 2000


def damaged(data: bytes, random: Random) -> bytes:
    """Change a few bytes, or move, drop or repeat a line."""
    if random.random() < 0.5:
        changed = bytearray(data)
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(changed) + 1)
            changed[at : at + random.randint(0, 2)] = random.choice((b"0", b"1", b"-", b"/", b" ", b"\n", b"9", b""))
        return bytes(changed)
    lines = data.split(b"\n")
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    line = lines[at] if random.random() < 0.5 else lines.pop(at)
    lines.insert(to, line)
    return b"\n".join(lines)


def judged(data: bytes) -> str:
    """Return the kernel's verdict, once it is known not to be a false acceptance."""
    start = time.process_time()
    try:
        kernel.check(data)
        found = "accepted"
    except kernel.Rejected:
        found = "rejected"
    except kernel.Malformed:
        found = "malformed"
    if time.process_time() - start > SECONDS:
        raise SystemExit(f"more than {SECONDS} s of the processor for {data!r}")
    if found == "accepted" and not true(data):
        raise SystemExit(f"accepted, and false: {data!r}")
    return found


def chunk(seed: int, *, verified: bool = False) -> Counter[tuple[str, str]]:
    """Judge `CHUNK` certificates."""
    random, found = Random(seed), Counter[tuple[str, str]]()
    every = []
    for _ in range(CHUNK):
        data = (hostile if random.random() < 0.5 else hostile_optimum)(random)
        each = damaged(data, random) if random.random() < 1 / 3 else data
        verdict = judged(each)
        found.update((reached, verdict) for reached in reaches(data))
        every.append((each, verdict))
    if verified:
        found.update(("the verified checker", each) for each in compared(every))
    return found


def compared(judged_certificates: list[tuple[bytes, str]]) -> Iterator[str]:
    """Yield the verdicts of the verified checker, which must be the kernel's, or `not judged` for a loss with roots."""
    certificates = [data for data, _ in judged_certificates]
    with tempfile.TemporaryDirectory() as folder:
        found = verdicts(program(), certificates, Path(folder))
    for (data, expected), verdict in zip(judged_certificates, found, strict=True):
        if verdict not in (expected, ROOTS):
            raise SystemExit(f"{expected} by the kernel, {verdict} by the verified checker: {data!r}")
        yield "not judged" if verdict == ROOTS else verdict


ROOTS = "not judged by the verified checker"
FORMS = tuple(f"{role} {form}" for role in ("mechanism", "from", "remap", "other") for form in ("geometric", "remap"))


MADE = ("mechanism geometric", "mechanism remap")
FAST = ("only-optimal", "not-only-optimal", "interaction")
"""Kinds of which the kernel judges a mechanism without writing its matrix out."""


def reaches(data: bytes) -> set[str]:
    """Return the kind of a certificate, its graph, the forms of its matrices, and how many inputs and constraints."""
    lines = [line.split() for line in data.decode().splitlines()]
    kind, graphs = lines[1][1], {f"neighbours {line[1]}" for line in lines if line[0] == "neighbours"}
    inputs = int(lines[2][-2]) + (lines[2][1] in ("geometric", "remap"))
    counted = {f"inputs {inputs}"} | {" ".join(line) for line in lines if line[0] == "constraints"}
    forms = {" ".join(line[:2]) for line in lines if " ".join(line[:2]) in FORMS}
    return (
        {kind}
        | graphs
        | forms
        | counted
        | {f"{kind} of a {form.split()[1]}" for form in forms if kind in FAST and form in MADE}
    )


def chunks(tries: int, *, verified: bool = False) -> Iterator[Counter[tuple[str, str]]]:
    with multiprocessing.get_context("spawn").Pool() as pool:
        yield from pool.imap_unordered(partial(chunk, verified=verified), range(-(-tries // CHUNK)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=100_000)
    parser.add_argument("--verified", action="store_true")
    options = parser.parse_args()
    total = Counter[tuple[str, str]]()
    for done, found in enumerate(chunks(options.tries, verified=options.verified), 1):
        total += found
        if sys.stderr.isatty():
            print(f"\r{done * CHUNK:,} tries", end="", file=sys.stderr, flush=True)
    words = ("accepted", "rejected", "malformed")
    kinds = {*kernel.KINDS}
    for reached in sorted({reached for reached, _ in total}, key=lambda name: (name not in kinds, name)):
        also = ("not judged",) if total[reached, "not judged"] else ()
        print(f"{reached:<33}" + "   ".join(f"{total[reached, each]:9,} {each}" for each in (*words, *also)))
    sums = {each: sum(total[kind, each] for kind in kinds) for each in words}
    print(f"{sum(sums.values()):,} tries: {sums['accepted']:,} accepted, all of them true, ", end="")
    print(f"{sums['rejected']:,} rejected, {sums['malformed']:,} malformed")


if __name__ == "__main__":
    main()
