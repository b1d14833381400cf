"""How long exact optima take: to find, to certify and to check, and against other solvers on the same instances.

    python tests/benchmarks/optimum.py                     all parts
    python tests/benchmarks/optimum.py --only databases    the linear programs on all databases of 3, 4 and 5 bits
    python tests/benchmarks/optimum.py --only growth       the closed forms up to n = 1000, and saddle points
    python tests/benchmarks/optimum.py --only others       the largest n that each solver manages within --limit seconds

The growth from n = 250 to 1000 is a ratio within one run: 16 would be n². The other solvers get the linear program over
all (n+1)² entries as it stands in the papers, each in a process of its own that is ended at the limit: QSopt_ex
(`esolver`, Debian's qsopt-ex), GLPK's exact simplex (`glpsol --exact`, Debian's glpk-utils), z3 (PyPI's z3-solver) and
libqif (PyPI's qif, in floating point). z3 and qif may live in another environment (--python). What is not installed is
skipped. SCIP's wheel on PyPI is built without its exact mode, so it is not among them.
"""

import argparse
import multiprocessing
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from pathlib import Path

from exactdp import kernel
from exactdp.answers.database_optimum import problem_on_databases
from exactdp.certificates.certificate import certify
from exactdp.linear_programs.linear_program import LinearProgram
from exactdp.model.databases import replace_one
from exactdp.model.losses import Loss, absolute, squared
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, proportional, uniform
from exactdp.optimum.polytope import linear_program, solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.release.database_users import on_databases
from exactdp.release.oblivious import evenly

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


def _bayesian(loss: Loss, prior: Callable[[int], tuple[Fraction, ...]]) -> Callable[[int], User]:
    return lambda n: BayesianUser(loss, prior(n))


# The others


def mps(program: LinearProgram) -> str:
    """Return a linear program with integers for numbers, as MPS."""
    bounded = list(zip(program.rows, program.right, strict=True))
    scales = [lcm(*(v.denominator for v in (*row.values(), b))) for row, b in bounded]
    lines = ["NAME mechanism", "ROWS", " N cost"]
    lines += [f" {'E' if k in program.equalities else 'G'} r{k}" for k in range(len(program.rows))]
    columns: list[list[str]] = [[] for _ in range(program.variables)]
    common = lcm(*(v.denominator for v in program.objective.values()))
    for j, v in program.objective.items():
        columns[j].append(f" x{j} cost {int(v * common)}")
    for k, (row, scale) in enumerate(zip(program.rows, scales, strict=True)):
        for j, v in row.items():
            columns[j].append(f" x{j} r{k} {int(v * scale)}")
    lines += ["COLUMNS", *(line for column in columns for line in column), "RHS"]
    lines += [f" RHS r{k} {int(b * s)}" for k, (b, s) in enumerate(zip(program.right, scales, strict=True)) if b]
    if program.free:
        lines += ["BOUNDS", *(f" FR BND x{j}" for j in program.free)]
    return "\n".join([*lines, "ENDATA", ""])


Z3 = """
import sys, z3
from fractions import Fraction
section, rows, cost, right, free, columns = "", {}, [], {}, set(), set()
for line in open(sys.argv[1]):
    words = line.split()
    if not line.startswith(" "):
        section = words[0]
    elif section == "ROWS":
        rows[words[1]] = (words[0], [])
    elif section == "COLUMNS":
        columns.add(words[0])
        rows[words[1]][1].append((words[0], int(words[2])))
    elif section == "RHS":
        right[words[1]] = int(words[2])
    elif section == "BOUNDS":
        free.add(words[2])
x = {name: z3.Real(name) for name in columns}
solver = z3.Optimize()
solver.add([x[name] >= 0 for name in columns - free])
for name, (sense, terms) in rows.items():
    total = z3.Sum([v * x[column] for column, v in terms])
    if sense != "N":
        solver.add(total == right.get(name, 0) if sense == "E" else total >= right.get(name, 0))
    else:
        goal = solver.minimize(total)
solver.check()
value = solver.lower(goal)
print("value", value.as_fraction())
"""

QIF = """
import sys, math, numpy, qif
n = int(sys.argv[2])
found = qif.mechanism.d_privacy.min_loss_given_d(
    numpy.full(n + 1, 1 / (n + 1)), n + 1, lambda a, b: math.log(2) * abs(a - b), lambda i, r: abs(i - r)
)
i = numpy.arange(n + 1)
print("value", float((found * abs(numpy.subtract.outer(i, i))).sum()))
"""


def _ours(solver: Callable[[Problem], object], kind: str, n: int) -> None:
    found = solver(problem_of(kind, n))
    if not isinstance(found, Optimum):
        raise SystemExit(1)
    certify(found)


def problem_of(kind: str, n: int) -> Problem:
    """Return the problem that all solve: |i-r|, α = 1/2, the uniform prior or all inputs, on {0..n} or {0,1}^n."""
    if kind.endswith("on databases"):
        on_results = problem_of(kind.split(maxsplit=1)[0], n).user
        databases = replace_one(n=n)
        return problem_on_databases(on_databases(on_results, evenly(databases)), HALF, databases)
    user = BayesianUser(absolute(), uniform(n=n)) if kind == "Bayesian" else MinimaxConsumer(absolute(), n=n)
    return Problem(user, HALF)


def run_ours(solver: Callable[[Problem], object], kind: str, n: int, limit: float) -> str:
    """Solve and certify in a process of its own."""
    process = multiprocessing.Process(target=_ours, args=(solver, kind, n))
    process.start()
    process.join(limit)
    if process.is_alive():
        process.kill()
        return "late"
    return "right" if process.exitcode == 0 else "failed"


def run_command(command: list[str], read: Callable[[str], Fraction | None], kind: str, n: int, limit: float) -> str:
    """Solve by another program, and compare its value with ours."""
    program = linear_program(problem_of(kind, n))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.mps"
        path.write_text(mps(program))
        words = [word.format(file=path, out=Path(folder) / "out.sol", n=n) for word in command]
        try:
            done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            return "late"
        out = Path(folder) / "out.sol"
        found = read(done.stdout + (out.read_text() if out.is_file() else ""))
    if found is None:
        return "failed"
    best = optimal(problem_of(kind, n))
    scale = lcm(*(v.denominator for v in program.objective.values()))
    true = Fraction(best.value) * scale if isinstance(best, Optimum) else None  # type: ignore[arg-type]
    return "right" if true is not None and abs(found - true) <= abs(true) / 10**6 else "wrong"


def after(word: str) -> Callable[[str], Fraction | None]:
    """Return what reads the number that follows a word."""

    def read(text: str) -> Fraction | None:
        parts = text.split()
        places = [at for at, part in enumerate(parts) if part == word]
        try:
            return Fraction(parts[places[-1] + 1].removeprefix("=")) if places else None
        except ValueError:
            return None

    return read


def solvers(python: str) -> Iterator[tuple[str, bool, str, Callable[[str, int, float], str]]]:
    """Yield each solver: its name, whether it is exact, which users it does, and what runs it."""
    both = "Bayesian minimax"
    yield "exactdp, remap of G", True, both, lambda kind, n, limit: run_ours(optimal, kind, n, limit)
    yield "exactdp, general LP", True, both, lambda kind, n, limit: run_ours(solve_polytope, kind, n, limit)
    if shutil.which("esolver"):
        command = ["esolver", "-O", "{out}", "{file}"]
        yield "QSopt_ex", True, both, lambda kind, n, limit: run_command(command, _esolver, kind, n, limit)
    else:
        print("QSopt_ex: not installed (Debian: qsopt-ex)")
    if shutil.which("glpsol"):
        exact = ["glpsol", "--exact", "--freemps", "{file}", "-o", "{out}"]
        yield "glpsol --exact", True, both, lambda kind, n, limit: run_command(exact, _glpsol, kind, n, limit)
    else:
        print("glpsol: not installed (Debian: glpk-utils)")
    for name, code, exactly, users in (("z3", Z3, True, both), ("qif", QIF, False, "Bayesian")):
        if subprocess.run([python, "-c", f"import {name}"], capture_output=True, check=False).returncode:
            print(f"{name}: not installed for {python} (pip install {'z3-solver' if name == 'z3' else name})")
            continue
        words = [python, "-c", code.replace("{", "{{").replace("}", "}}"), "{file}", "{n}"]
        read = after("value") if name == "z3" else _qif
        yield name, exactly, users, lambda kind, n, limit, w=words, r=read: run_command(w, r, kind, n, limit)  # type: ignore[misc]


def _esolver(text: str) -> Fraction | None:
    for line in text.splitlines():
        if line.strip().startswith("Value ="):
            return Fraction(line.partition("=")[2].strip())
    return None


def _glpsol(text: str) -> Fraction | None:
    for line in text.splitlines():
        if line.startswith("Objective:") and "=" in line:
            return Fraction(line.split("=")[1].split()[0])
    return None


def _qif(text: str) -> Fraction | None:
    return Fraction(text.rsplit(maxsplit=1)[-1]) if text.startswith("value") else None


def others(limit: float, python: str) -> None:
    """Print the largest n that each solver manages, and in how many seconds."""
    for name, exact, users, run in solvers(python):
        for kind in users.split():
            largest, took, end = 0, 0.0, ""
            for n in SIZES:
                start = time.perf_counter()
                end = run(kind, n, limit)
                if end != "right":
                    break
                largest, took = n, time.perf_counter() - start
                end = ""
            how = "exact" if exact else "floats"
            print(f"{name:<22} {how:<7} {kind:<9} n = {largest:<4} in {took:6.2f}s  {end}", flush=True)


def hypercubes(limit: float, python: str) -> None:
    """Print how long optima on all databases of n bits take, and how many times as long other exact solvers."""
    for kind in ("Bayesian on databases", "minimax on databases"):
        for n in (3, 4, 5):
            line, ours = f"{kind:<22} n = {n}, {2**n * (n + 1):4} entries", 0.0
            for name, exact, _, run in solvers(python):
                if not exact or "remap" in name:
                    continue
                start = time.perf_counter()
                end = run(kind, n, limit)
                took = time.perf_counter() - start
                if ours:
                    line += f"   {name} {took / ours:.1f} ×" if end == "right" else f"   {name} {end}"
                else:
                    ours = took
                    line += f"   {took:.2f}s, certified"
            print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["growth", "others", "databases"])
    parser.add_argument("--limit", type=float, default=60, help="seconds for one instance of another solver")
    parser.add_argument("--python", default=sys.executable, help="the Python that has z3 and qif")
    options = parser.parse_args()
    if options.only in (None, "growth"):
        growth()
    if options.only in (None, "others"):
        others(options.limit, options.python)
    if options.only in (None, "databases"):
        hypercubes(options.limit, options.python)


if __name__ == "__main__":
    main()
