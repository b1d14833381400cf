"""How long exact optima that the theorems give take: to find, to certify and to check.

    python tests/benchmarks/optimum.py
    python tests/benchmarks/optimum.py --unique bayesian
    python tests/benchmarks/optimum.py --unique minimax

The other two decide uniqueness, too: for Bayesian users at n = 1000 and 2000, and for minimax consumers at n = 400 and
1000.
The growth from n = 250 to 1000 is a ratio within one run: 16 would be n². `peers.py` compares other optima with other
solvers.
"""

import argparse
import time
from collections.abc import Callable
from fractions import Fraction

from exactdp import certify, kernel
from exactdp.answers.optimality import decide
from exactdp.model.losses import Loss, absolute, squared
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, proportional, uniform
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal

HALF = Fraction(1, 2)
LEVELS = (HALF, Fraction(9, 10))
SIZES = (5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 400, 1000)


def bits(problem: Optimum) -> int:
    """Return the length of the longest number of an optimum."""
    return max(v.denominator.bit_length() for v in (*problem.dual.weights, *problem.dual.prior))


def timed(problem: Problem) -> tuple[float, float, float, int, int]:
    """Return the seconds to find, to certify and for the kernel alone to check; the certificate's bytes; the bits."""
    start = time.perf_counter()
    found = optimal(problem)
    middle = time.perf_counter()
    if not isinstance(found, Optimum):
        raise SystemExit(f"n = {problem.n}: no optimum")
    data = certify(found).certificate.data
    end = time.perf_counter()
    kernel.check(data)
    return middle - start, end - middle, time.perf_counter() - end, len(data), bits(found)


def growth() -> None:
    """Print the times of the closed forms, and how they grow."""
    print("user and level                              n     find  certify    check  certificate   longest number")
    cases: list[tuple[str, Callable[[int], User], tuple[int, ...]]] = []
    for loss in (absolute(), squared()):
        for name, prior in (("uniform", lambda n: uniform(n=n)), ("p ~ i+1", lambda n: proportional(range(1, n + 2)))):
            cases.append((f"Bayesian, {loss}, {name}", _bayesian(loss, prior), (250, 500, 1000)))
    cases.append(("minimax, |i-r|, all inputs", lambda n: MinimaxConsumer(absolute(), n=n), (50, 100, 200)))
    for name, user, sizes in cases:
        for alpha in LEVELS:
            seen = []
            for n in sizes:
                found = timed(Problem(user(n), alpha))
                seen.append(found)
                find, write, check, size, longest = found
                print(
                    f"{f'{name}, {alpha}':<40} {n:>5} {find:7.2f}s {write:7.2f}s {check:7.2f}s {size:>10,} B "
                    f"{longest:>10,} bits",
                    flush=True,
                )
            factors = (last / first for first, last in zip(seen[0][:3], seen[-1][:3], strict=True))
            numbers = seen[-1][4] / seen[0][4]
            shown = "  ".join(f"{factor:7.1f}" for factor in factors)
            print(f"{'':<12}times, n = {sizes[0]} to {sizes[-1]}: {shown}; the numbers are {numbers:.1f} times as long")


def uniqueness(user: str) -> None:
    """Print the times of optima with their uniqueness, for the whole answer and for the kernel alone."""
    print("user and level                              n   answer    check  certificate  unique")
    cases: list[tuple[User, str]] = []
    if user == "bayesian":
        cases = [(BayesianUser(absolute(), uniform(n=n)), alpha) for alpha in ("1/2", "9/10") for n in (1000, 2000)]
    else:
        for loss in (absolute(), squared()):
            cases += [(MinimaxConsumer(loss, n=n), a) for a in ("1/4", "1/2", "3/5", "9/10") for n in (400, 1000)]
    for each, alpha in cases:
        problem = Problem(each, alpha)
        start = time.process_time()
        found = decide(problem)
        middle = time.process_time()
        data = found.certificate.certificate.data
        kernel.check(data)
        who = "Bayesian, {}, uniform" if user == "bayesian" else "minimax, {}, all inputs"
        print(
            f"{f'{who.format(each.loss)}, {alpha}':<40} {problem.n:>5} {middle - start:7.1f}s "
            f"{time.process_time() - middle:7.1f}s {len(data):>10,} B  {'yes' if found.unique else 'no'}",
            flush=True,
        )


def _bayesian(loss: Loss, prior: Callable[[int], tuple[Fraction, ...]]) -> Callable[[int], User]:
    return lambda n: BayesianUser(loss, prior(n))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--unique", choices=("bayesian", "minimax"), help="decide uniqueness, in two or ten minutes")
    user = options.parse_args().unique
    growth() if user is None else uniqueness(user)


if __name__ == "__main__":
    main()
