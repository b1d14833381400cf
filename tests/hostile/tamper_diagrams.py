"""Change one number or one end in certificates for every α, and check that only true statements are accepted.

    python tests/hostile/tamper_diagrams.py                  # ten diagrams of all kinds
    python tests/hostile/tamper_diagrams.py table_1 cubic    # these of tests/diagrams
    python tests/hostile/tamper_diagrams.py --every          # all of them

Each integer becomes one more, one less and its negative, and each end of a phase becomes fractions beside it. What the
checker still accepts is evaluated from the definitions (`tests/naive_diagrams.py`) at 200 levels, and at levels beside
each of its ends. The command prints how many changes were rejected, malformed, and accepted and true.
"""

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent.parent)]

from exactdp.diagram_kernel import Malformed, Rejected, check  # noqa: E402
from tests.diagram_cases import diagrams  # noqa: E402
from tests.naive_diagrams import true_at  # noqa: E402

TEN = (
    *("table_1", "three_phases", "only_reading", "at_most", "exponential_of_a_minimax_consumer", "cubic"),
    *("derivable_of_functions", "private_of_functions", "level_of_geometric", "curve"),
)
"""Diagrams of every kind: of a consumer and of a user, only, with a bound, at e^-ε, sets of levels, and a curve."""

MANY_LEVELS = [Fraction(k, 201) for k in range(1, 201)]

SHIFTS = [Fraction(sign, 10**k) for k in (2, 4, 8, 16, 32) for sign in (1, -1)]

TURNED = {"phase yes": "phase no", "phase no": "phase yes"}


def tampered(data: bytes) -> Iterator[bytes]:
    """Yield a certificate with one integer of one polynomial, prior, loss or bound for another, or one phase turned."""
    lines = data.decode().splitlines()
    for k, line in enumerate(lines[1:-1], start=1):
        if line.startswith(("statement", "geometric", "user", "loss ", "phases", "remap 1 ", "touches")):
            continue
        if line.startswith(("breakpoint", "proof")) and lines[k - 1] != "only" and lines[-2].startswith("modulus"):
            yield "\n".join([*lines[:k], "only", *lines[k:-1], f"end {len(lines)}", ""]).encode()
        if line in TURNED:
            # A phase that becomes one outside of the set needs a witness: one that there is for another phase.
            witnesses = [each for each in lines if each.startswith("below")]
            for more in [[], *([each] for each in witnesses)]:
                whole = [*lines[:k], TURNED[line], *lines[k + 1 : -1], *more]
                yield "\n".join([*whole, f"end {len(whole)}", ""]).encode()
            for each in witnesses:
                whole = [*lines[:k], TURNED[line], *lines[k + 1 : -1]]
                whole.remove(each)
                yield "\n".join([*whole, f"end {len(whole)}", ""]).encode()
        for found in re.finditer(r"-?\d+", line):
            for other in (int(found[0]) + 1, int(found[0]) - 1, -int(found[0])):
                changed = f"{line[: found.start()]}{other}{line[found.end() :]}"
                if changed != line:
                    yield "\n".join([*lines[:k], changed, *lines[k + 1 :], ""]).encode()


def shifted(data: bytes) -> Iterator[bytes]:
    """Yield a certificate with a fraction beside one of its ends in place of this end."""
    lines = data.decode().splitlines()
    for k, line in enumerate(lines):
        if not line.startswith("breakpoint "):
            continue
        low, high = map(Fraction, line.split()[2:])
        for at in {
            low,
            high,
            (low + high) / 2,
            *(low + shift for shift in SHIFTS),
            *(high + shift for shift in SHIFTS),
        }:
            changed = f"breakpoint {-at.numerator},{at.denominator} {at} {at}"
            if 0 <= at <= 1 and changed != line:
                yield "\n".join([*lines[:k], changed, *lines[k + 1 :], ""]).encode()


def beside_ends(data: bytes) -> set[Fraction]:
    """Return levels from 0 to 1 beside the ends of all phases."""
    found = set[Fraction]()
    for line in data.decode().splitlines():
        if line.startswith("breakpoint "):
            low, high = map(Fraction, line.split()[2:])
            found |= {each + shift / 3 for each in (low, high) for shift in SHIFTS}
    return {each for each in found if 0 < each < 1}


def judged(name: str) -> tuple[str, Counter[str]]:
    """Judge all changes of one certificate. Raises: `AssertionError` for a false statement that is accepted."""
    data, count = diagrams()[name], Counter[str]()
    for changes, changed in [
        *(("numbers", each) for each in tampered(data)),
        *(("ends", each) for each in shifted(data)),
    ]:
        count[changes] += 1
        try:
            check(changed)
        except (Malformed, Rejected) as error:
            count[type(error).__name__.lower()] += 1
            continue
        assert true_at(changed, [*MANY_LEVELS, *sorted(beside_ends(changed))]), f"{name}: {changed.decode()}"
        count["accepted and true"] += 1
    return name, count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="certificates of tests/diagrams, without .cert")
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    names = list(diagrams()) if options.every else options.names or TEN
    total, columns = Counter[str](), ("numbers", "ends", "rejected", "malformed", "accepted and true")
    print(f"{'':36}" + "".join(f"{each:>18}" for each in columns))
    with get_context("spawn").Pool(options.jobs) as pool:
        for name, count in pool.imap_unordered(judged, names):
            total += count
            print(f"{name:36}" + "".join(f"{count[each]:18,}" for each in columns), flush=True)
    print(f"{'all':36}" + "".join(f"{total[each]:18,}" for each in columns))


if __name__ == "__main__":
    main()
