"""How long the main steps take, as ratios to two plain ways of doing the same, all in one run.

    python tests/benchmarks/core.py                the sizes n = 100 and 300, in memory and through files
    python tests/benchmarks/core.py --sizes 1000   a million entries, in memory, exactdp alone and FLINT's route

Each line is one step on one mechanism: M = G_{n,α}·T, with a fixed T that merges and mixes neighbouring responses.
"flint" is the same answer by `fmpq_mat` (solve, multiplication, or entries one by one), "fraction" by a loop over
`fractions.Fraction`. The ratios, not the seconds, are what carries over to another machine.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

from flint import fmpq, fmpq_mat

from exactdp import Mechanism, certify, derive, files, geometric, kernel, level
from exactdp.polytope.constraints import constraint_matrix

LEVELS = (Fraction(1, 2), Fraction(7, 10))
FRACTIONS_UP_TO = 300


def seconds(step: Callable[[], Any]) -> tuple[float, Any]:
    """Return the shortest time of a few runs, fewer of a long one, and the result."""
    best, spent, result = float("inf"), 0.0, None
    while spent < 0.5 and best > spent / 3:
        start = time.perf_counter()
        result = step()
        took = time.perf_counter() - start
        best, spent = min(best, took), spent + took
    return best, result


def mixing(n: int) -> Mechanism:
    """Return a remap with two nonzero entries a row: response k stays, or moves to the even number below it."""
    rows = [[0] * (n + 1) for _ in range(n + 1)]
    for k, row in enumerate(rows):
        row[k] += 2
        row[k - k % 2] += 1
    return Mechanism.from_integers(rows, [3] * (n + 1))


# The two other ways


def flint_geometric(n: int, alpha: Fraction) -> fmpq_mat:
    a = fmpq(alpha.numerator, alpha.denominator)
    power = [a**d for d in range(n + 1)]
    outer, inner = 1 / (1 + a), (1 - a) / (1 + a)
    return fmpq_mat(
        [[power[abs(i - k)] * (outer if k in (0, n) else inner) for k in range(n + 1)] for i in range(n + 1)]
    )


def flint_level(m: fmpq_mat) -> fmpq:
    best = fmpq(1)
    for i in range(m.nrows() - 1):
        for r in range(m.ncols()):
            x, y = m[i, r], m[i + 1, r]
            if x != y:
                best = min(best, x / y if x < y else y / x)
    return best


def flint_constraints(m: fmpq_mat, a: fmpq) -> list[str]:
    return ["".join(_sign(m[i, r], m[i + 1, r], a) for r in range(m.ncols())) for i in range(m.nrows() - 1)]


def flint_derive(m: fmpq_mat, n: int, alpha: Fraction) -> bool:
    remap = flint_geometric(n, alpha).solve(m)
    return all(entry >= 0 for entry in remap.entries())


def fraction_geometric(n: int, alpha: Fraction) -> list[list[Fraction]]:
    outer, inner = 1 / (1 + alpha), (1 - alpha) / (1 + alpha)
    power = [alpha**d for d in range(n + 1)]
    return [[power[abs(i - k)] * (outer if k in (0, n) else inner) for k in range(n + 1)] for i in range(n + 1)]


def fraction_level(m: list[list[Fraction]]) -> Fraction:
    best = Fraction(1)
    for above, below in pairwise(m):
        for x, y in zip(above, below, strict=True):
            if x != y:
                best = min(best, x / y if x < y else y / x)
    return best


def fraction_constraints(m: list[list[Fraction]], a: Fraction) -> list[str]:
    return ["".join(_sign(x, y, a) for x, y in zip(above, below, strict=True)) for above, below in pairwise(m)]


def fraction_derive(m: list[list[Fraction]], a: Fraction) -> bool:
    n = len(m) - 1
    conditions = (x - a * y for ends in ((0, 1), (n, n - 1)) for x, y in zip(m[ends[0]], m[ends[1]], strict=True))
    inside = (
        (1 + a * a) * y - a * (x + z) for k in range(1, n) for x, y, z in zip(m[k - 1], m[k], m[k + 1], strict=True)
    )
    return all(value >= 0 for value in conditions) and all(value >= 0 for value in inside)


def _sign(x: Any, y: Any, a: Any) -> str:
    return "Z" if x == 0 else "↓" if a * x == y else "↑" if x == a * y else "S"


def measure(n: int, alpha: Fraction, through_files: bool) -> None:
    a = fmpq(alpha.numerator, alpha.denominator)
    built, source = seconds(lambda: geometric(n=n, alpha=alpha))
    remap = mixing(n)
    mechanism = source @ remap
    small = n <= FRACTIONS_UP_TO
    flint_built, flint_source = seconds(lambda: flint_geometric(n, alpha))
    flint_mechanism = flint_source * remap.flint
    rows = [list(row) for row in mechanism] if small else []

    derived, found = seconds(lambda: derive(mechanism, alpha))
    exact_level = seconds(lambda: level(mechanism))
    steps = [
        ("build G", built, flint_built, seconds(lambda: fraction_geometric(n, alpha))[0] if small else None),
        (
            "exact level",
            exact_level[0],
            seconds(lambda: flint_level(flint_mechanism))[0],
            seconds(lambda: fraction_level(rows))[0] if small else None,
        ),
        (
            "constraint matrix",
            seconds(lambda: constraint_matrix(mechanism, alpha))[0],
            seconds(lambda: flint_constraints(flint_mechanism, a))[0],
            seconds(lambda: fraction_constraints(rows, alpha))[0] if small else None,
        ),
        (
            "derivability, with T",
            derived,
            seconds(lambda: flint_derive(flint_mechanism, n, alpha))[0],
            seconds(lambda: fraction_derive(rows, alpha))[0] if small else None,
        ),
    ]
    for name, ours, by_flint, by_fraction in steps:
        report(n, alpha, name, ours, by_flint, by_fraction)
    # The kernel, from the certificate's bytes to its verdict, against the same two ways of finding the answer.
    _, by_level, _, by_derivation = steps
    for name, data, others in (
        ("level", certify(exact_level[1], explicit=True).certificate.data, by_level[2:]),
        ("derivable", certify(found, explicit=True).certificate.data, by_derivation[2:]),
    ):
        checked = seconds(lambda data=data: kernel.check(data))[0]
        report(n, alpha, f"kernel, {name}, {len(data) / 1e6:.1f} MB", checked, *others)
    if through_files:
        with tempfile.TemporaryDirectory() as folder:
            for ending in ("json", "csv"):
                path = str(Path(folder) / f"mechanism.{ending}")
                report(n, alpha, f"write {ending}", seconds(lambda p=path: files.write(mechanism, p))[0])
                took, back = seconds(lambda p=path: files.read(p))
                report(n, alpha, f"read {ending}", took)
                if back != mechanism:
                    raise SystemExit(f"{ending}: what was read is not what was written")


def report(n: int, alpha: Fraction, step: str, ours: float, *others: float | None) -> None:
    ratios = "".join(
        f"   {name} {other / ours:6.1f} ×" for name, other in zip(("flint", "fraction"), others, strict=False) if other
    )
    print(f"n = {n:<5} α = {alpha!s:<5} {step:<32} {ours:9.4f} s{ratios}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 300])
    options = parser.parse_args()
    print("time of exactdp, and how many times as long each other way took", flush=True)
    for n in options.sizes:
        for alpha in LEVELS:
            measure(n, alpha, through_files=n <= FRACTIONS_UP_TO)


if __name__ == "__main__":
    main()
