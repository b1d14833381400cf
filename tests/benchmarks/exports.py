"""How long certificates take to export, and other checkers to accept them.

    python tests/benchmarks/exports.py             mechanisms on {0..30}
    python tests/benchmarks/exports.py -n 10
    python tests/benchmarks/exports.py -n 20 50 100 --optima     optima alone, and Coq alone

Each line is one certificate. "Coq" is the export, then coqc on the file; "VIPR" the export, then checkers/vipr.py and,
where it is on the path, viprchk. A dash stands where a kind cannot be exported, or a checker is not installed. With
--optima the time is the processor's.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from exactdp import InputError, Mechanism, absolute, geometric, interact, level, squared, vertex
from exactdp.answers.optimality import Impossible, decide
from exactdp.certificates.certificate import Verified, certify
from exactdp.certificates.coq_export import CHECKERS, UNIMODAL_CHECKERS, commands, coq
from exactdp.certificates.vipr_export import vipr
from exactdp.model.users import BayesianUser, MinimaxConsumer, proportional
from exactdp.optimum.problem import Constraint, Problem
from exactdp.polytope.derivability import derive, derive_from

VIPR = Path(__file__).parents[2] / "checkers" / "vipr.py"
HALF = Fraction(1, 2)

Result = TypeVar("Result")


def seconds(step: Callable[[], Result], clock: Callable[[], float] = time.perf_counter) -> tuple[Result, str]:
    """Return the result and how long it took."""
    start = clock()
    result = step()
    return result, f"{clock() - start:.2f}"


def processor() -> float:
    """Return the seconds that this process and those that it has started took of the processor."""
    return sum(os.times()[:4])


def optima(n: int) -> Iterator[tuple[str, Verified]]:
    """Yield certificates of optima on {0..n}, for unimodal losses."""
    for name, user in (
        ("Bayesian", BayesianUser(absolute(), proportional(range(1, n + 2)))),
        ("minimax", MinimaxConsumer(squared(), n=n)),
    ):
        found = decide(Problem(user, HALF))
        yield f"optimal, {name}", certify(found.optimum)
        yield f"{found.verified.kind}, {name}", found.verified


def certificates(n: int) -> Iterator[tuple[str, Verified]]:
    """Yield certificates of most kinds, about mechanisms on {0..n}."""
    private = geometric(n=n, alpha=HALF)
    merged = private @ Mechanism([[int(r == k - k % 2) for r in range(n + 1)] for k in range(n + 1)])
    user = BayesianUser(absolute(), proportional(range(1, n + 2)))
    yield "level", certify(level(merged), explicit=True)
    yield "derivable", certify(derive(merged, HALF))
    yield "not-derivable", certify(derive_from(private, merged))
    yield "vertex", certify(vertex(private, HALF))
    yield from optima(n)
    yield "interaction", certify(interact(user, merged))
    refused = decide(Problem(user, HALF, constraints=[Constraint({(0, 0): 1, (n, 0): -1}, 1)]))
    assert isinstance(refused, Impossible)
    yield "infeasible", refused.verified


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("-n", type=int, nargs="+", default=[30])
    options.add_argument("--optima", action="store_true")
    given = options.parse_args()
    kinds = optima if given.optima else certificates
    chosen = ((f"{what}, n = {n}" if len(given.n) > 1 else what, found) for n in given.n for what, found in kinds(n))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        clock = processor if given.optima else time.perf_counter

        def checked(*command: str) -> str:
            if shutil.which(command[0]) is None:
                return "-"
            _, taken = seconds(lambda: subprocess.run(command, cwd=folder, check=True, capture_output=True), clock)
            return taken

        compile_library, check = commands("exported.v", CHECKERS, UNIMODAL_CHECKERS).splitlines()
        if shutil.which("coqc"):
            print(f"coqc takes {checked('sh', '-ec', compile_library)} s for the library, once")
        columns = ["to Coq", "coqc", *([] if given.optima else ["to VIPR", "lines", "vipr.py", "viprchk"])]
        row = "{:34}" + "{:>12}" * len(columns)
        print(row.format("seconds", *columns))
        for what, verified in chosen:
            data = verified.certificate.data
            text, to_coq = seconds(lambda data=data: coq(data), clock)
            (folder / "exported.v").write_text(text, encoding="ascii")
            by_coq = checked(*check.split(" "))
            if given.optima:
                print(row.format(what, to_coq, by_coq), flush=True)
                continue
            try:
                linear, to_vipr = seconds(lambda data=data: vipr(data))
            except InputError:
                print(row.format(what, to_coq, by_coq, *"----"))
                continue
            (folder / "exported.vipr").write_text(linear, encoding="ascii")
            by_vipr = checked(sys.executable, str(VIPR), "exported.vipr")
            by_viprchk = checked("viprchk", "exported.vipr")
            print(row.format(what, to_coq, by_coq, to_vipr, linear.count("\n"), by_vipr, by_viprchk), flush=True)


if __name__ == "__main__":
    main()
