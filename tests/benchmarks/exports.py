"""How long certificates take to export, and other checkers to accept them.

    python tests/benchmarks/exports.py             mechanisms on {0..30}
    python tests/benchmarks/exports.py -n 10

Each line is one certificate. "Coq" is the export, then coqc on the file; "VIPR" the export, then checkers/vipr.py and,
where it is on the path, viprchk. A dash stands where a kind cannot be exported, or a checker is not installed.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from exactdp.answers.optimality import Impossible, Optimality, decide
from exactdp.arithmetic.exact import InputError
from exactdp.certificates.certificate import Verified, certify
from exactdp.certificates.coq_export import commands, coq
from exactdp.certificates.vipr_export import vipr
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, MinimaxConsumer, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Constraint, Problem
from exactdp.polytope.derivability import derive, derive_from
from exactdp.polytope.vertex import vertex
from exactdp.privacy.level import level

VIPR = Path(__file__).parents[2] / "checkers" / "vipr.py"
HALF = Fraction(1, 2)

Result = TypeVar("Result")


def seconds(step: Callable[[], Result]) -> tuple[Result, str]:
    """Return the result and how long it took."""
    start = time.perf_counter()
    result = step()
    return result, f"{time.perf_counter() - start:.2f}"


def certificates(n: int) -> Iterator[tuple[str, Verified]]:
    """Yield certificates of most kinds, about mechanisms on {0..n}."""
    private = geometric(n=n, alpha=HALF)
    merged = private @ Mechanism([[int(r == k - k % 2) for r in range(n + 1)] for k in range(n + 1)])
    user = BayesianUser(absolute(), proportional(range(1, n + 2)))
    yield "level", certify(level(merged), explicit=True)
    yield "derivable", certify(derive(merged, HALF))
    yield "not-derivable", certify(derive_from(private, merged))
    yield "vertex", certify(vertex(private, HALF))
    for name, problem in (
        ("Bayesian", Problem(user, HALF)),
        ("minimax", Problem(MinimaxConsumer(squared(), n=n), HALF)),
    ):
        found = decide(problem)
        assert isinstance(found, Optimality)
        yield f"optimal, {name}", certify(found.optimum)
        yield f"{found.verified.kind}, {name}", found.verified
    yield "interaction", certify(interact(user, merged))
    refused = decide(Problem(user, HALF, constraints=[Constraint({(0, 0): 1, (n, 0): -1}, 1)]))
    assert isinstance(refused, Impossible)
    yield "infeasible", refused.verified


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("-n", type=int, default=30)
    n = options.parse_args().n
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def checked(*command: str) -> str:
            if shutil.which(command[0]) is None:
                return "-"
            _, taken = seconds(lambda: subprocess.run(command, cwd=folder, check=True, capture_output=True))
            return taken

        compile_library, check = commands("exported.v").splitlines()
        if shutil.which("coqc"):
            print(f"coqc takes {checked('sh', '-ec', compile_library)} s for the library, once")
        row = "{:28}" + "{:>12}" * 6
        print(row.format("seconds", "to Coq", "coqc", "to VIPR", "lines", "vipr.py", "viprchk"))
        for what, verified in certificates(n):
            data = verified.certificate.data
            text, to_coq = seconds(lambda data=data: coq(data))
            (folder / "exported.v").write_text(text, encoding="ascii")
            by_coq = checked(*check.split(" "))
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
