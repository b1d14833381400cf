"""How long exact optima take that no theorem gives, next to other solvers on the same linear programs.

    python tests/benchmarks/peers.py                          all families, and all solvers that are installed
    python tests/benchmarks/peers.py --family cycle --limit 600

Every time is the user time of one process on one core. exactdp finds the optimum by its general linear program (no
theorem is used), writes the certificate and has the kernel check it. The others read the linear program over all
(n+1)² entries from a file, as it stands in the papers, and prove nothing. So two times of exactdp are printed: `all` is
the whole process, and `solve` only the search, from the problem to the optimum and its dual, without the start of
Python, the certificate and the kernel. The times of the others are whole processes, relative to `all` and, in
parentheses, to `solve`. A process ends after --limit seconds of the processor; a solver that is late is not asked for
a larger n. All values are compared with exactdp's, to six digits, as some solvers print no more.

The others: SoPlex (`soplex`, from its sources at https://github.com/scipopt/soplex, with GMP and Boost, in its rational
mode), QSopt_ex (`esolver`, Debian's qsopt-ex), GLPK's exact simplex (`glpsol --exact`, Debian's glpk-utils), z3 (PyPI's
z3-solver) and, in floating point and for the uniform prior on the path alone, libqif (PyPI's qif). z3 and qif may live
in another environment (--python). What is not installed is named and left out. SCIP's wheel on PyPI is built without
its exact mode, so it is not among them.
"""

import argparse
import compileall
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import TypeAlias

import highspy  # noqa: F401 (loaded here, as its loading is part of the start)

import exactdp
from exactdp import BayesianUser, MinimaxConsumer, certify, proportional, uniform
from exactdp.linear_programs.linear_program import LinearProgram
from exactdp.model.losses import Loss, absolute, squared, table, zero_one
from exactdp.model.neighbours import complete, cycle, hypercube
from exactdp.optimum.linear_program import linear_program, solve_polytope
from exactdp.optimum.problem import Constraint, Optimum, Problem, fixed_row

HALF = Fraction(1, 2)


# The families


def random_table(n: int) -> Loss:
    """Return losses from 0 to 9 at random, the same for each n."""
    draw = random.Random(n)
    return table([[draw.randrange(10) for _ in range(n + 1)] for _ in range(n + 1)])


def parity(n: int) -> Loss:
    """Return the loss |i-r| mod 2."""
    return table([[abs(i - r) % 2 for r in range(n + 1)] for i in range(n + 1)])


def asymmetric(n: int) -> Loss:
    """Return the loss r-i above i, and twice i-r below."""
    return table([[max(2 * (i - r), r - i) for r in range(n + 1)] for i in range(n + 1)])


def constraints(n: int) -> list[Constraint]:
    """Return that the middle row is uniform, and the first entry at most 1/4."""
    return [*fixed_row(n // 2, [Fraction(1, n + 1)] * (n + 1)), Constraint({(0, 0): -1}, Fraction(-1, 4))]


def around(n: int) -> Loss:
    """Return the distance on the cycle."""
    return table([[min(abs(i - r), n + 1 - abs(i - r)) for r in range(n + 1)] for i in range(n + 1)])


def hamming(bits: int) -> Problem:
    """Return the problem of the databases of this many bits; the loss is the distance from their number of ones."""
    size = range(2**bits)
    loss = table([[abs(i.bit_count() - r) for r in range(bits + 1)] for i in size])
    user = BayesianUser(loss, uniform(n=len(size) - 1))
    return Problem(user, HALF, hypercube(inputs=size), responses=range(bits + 1))


def bayesian(loss: Callable[[int], Loss]) -> Callable[[int], Problem]:
    """Return the problems of a loss with the uniform prior, on the path, at α = 1/2."""
    return lambda n: Problem(BayesianUser(loss(n), uniform(n=n)), HALF)


def minimax(loss: Callable[[int], Loss]) -> Callable[[int], Problem]:
    """Return the problems of a loss with all inputs as side information, on the path, at α = 1/2."""
    return lambda n: Problem(MinimaxConsumer(loss(n), n=n), HALF)


FAMILIES: dict[str, tuple[Callable[[int], Problem], tuple[int, ...]]] = {
    "|i-r|": (bayesian(lambda n: absolute()), (50, 100, 200)),
    "squared, p ~ i+1, 9/10": (
        lambda n: Problem(BayesianUser(squared(), proportional(range(1, n + 2))), Fraction(9, 10)),
        (50, 100, 200),
    ),
    "random table": (bayesian(random_table), (50, 100, 200)),
    "|i-r| mod 2": (bayesian(parity), (50, 100, 200)),
    "asymmetric, constraints": (
        lambda n: Problem(BayesianUser(asymmetric(n), uniform(n=n)), HALF, constraints=constraints(n)),
        (50, 100, 200),
    ),
    "minimax |i-r|": (minimax(lambda n: absolute()), (50, 100, 200)),
    "minimax squared": (minimax(lambda n: squared()), (50, 100, 200)),
    "minimax random table": (minimax(random_table), (50, 100)),
    "minimax |i-r| mod 2": (minimax(parity), (50, 100)),
    "minimax asymmetric, constraints": (
        lambda n: Problem(MinimaxConsumer(asymmetric(n), n=n), HALF, constraints=constraints(n)),
        (50, 100),
    ),
    "cycle": (lambda n: Problem(BayesianUser(around(n), uniform(n=n)), HALF, cycle(n=n)), (50, 100, 200)),
    "complete, |i-r|": (lambda n: Problem(BayesianUser(absolute(), uniform(n=n)), HALF, complete(n=n)), (50, 100)),
    "complete, zero-one": (lambda n: Problem(BayesianUser(zero_one(), uniform(n=n)), HALF, complete(n=n)), (50, 100)),
    "hypercube, bits": (hamming, (6, 9)),
}


# The solvers

Solver: TypeAlias = tuple[list[str], Callable[[str], Fraction | None]]
"""A command, and what reads the value from what it prints."""


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
import math, numpy, qif, sys
n = int(sys.argv[2])
found = qif.mechanism.d_privacy.min_loss_given_d(
    numpy.full(n + 1, 1 / (n + 1)), n + 1, lambda a, b: math.log(2) * abs(a - b), lambda i, r: abs(i - r)
)
i = numpy.arange(n + 1)
print("value", float((found * abs(numpy.subtract.outer(i, i))).sum()))
"""


NUMBER = re.compile(r"-?\d+(/\d+|(\.\d*)?(e[-+]?\d+)?)")


def after(word: str, sure: str = "") -> Callable[[str], Fraction | None]:
    """Return a function that reads the first number after the last occurrence of a word, if `sure` is printed too."""

    def read(text: str) -> Fraction | None:
        parts = text.replace("=", " = ").replace(":", " : ").split()
        places = [at for at, part in enumerate(parts) if part == word]
        for part in parts[places[-1] + 1 :] if places and sure in text else ():
            if NUMBER.fullmatch(part):
                return Fraction(part)
        return None

    return read


def solvers(python: str) -> Iterator[tuple[str, Solver]]:
    """Yield the name of each installed solver, its command and the function that reads its value."""
    soplex = ["soplex", "--readmode=1", "--solvemode=2", "-f0", "-o0", "{file}"]
    commands = [
        ("SoPlex", soplex, after("Objective", "[optimal]")),
        ("QSopt_ex", ["esolver", "-O", "{out}", "{file}"], after("Value")),
        ("glpsol", ["glpsol", "--exact", "--freemps", "{file}", "-o", "{out}"], after("Objective")),
    ]
    for name, command, read in commands:
        if shutil.which(command[0]):
            yield name, (command, read)
        else:
            print(f"{name}: not installed")
    for name, code in (("z3", Z3), ("qif", QIF)):
        if subprocess.run([python, "-c", f"import {name}"], capture_output=True, check=False).returncode:
            print(f"{name}: not installed for {python}")
        else:
            yield name, ([python, "-c", code.replace("{", "{{").replace("}", "}}"), "{file}", "{n}"], after("value"))


def timed(command: list[str], folder: Path, limit: int) -> tuple[float, str] | None:
    """Return the user time of a process and its output; None if it did not end within the limit."""

    limited = ["prlimit", f"--cpu={limit}", *command]
    with (
        (folder / "printed").open("w+") as printed,
        subprocess.Popen(limited, cwd=folder, stdout=printed, stderr=subprocess.DEVNULL) as process,
    ):
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        printed.seek(0)
        text, out = printed.read(), folder / "out.sol"
    if process.returncode < 0:
        return None
    return used.ru_utime, text + (out.read_text() if out.is_file() else "")


def ours(family: str, n: int) -> None:
    """Find, certify and check one optimum, and print its value and the time of the search."""
    problem = FAMILIES[family][0](n)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    found = solve_polytope(problem)
    print("solve", resource.getrusage(resource.RUSAGE_SELF).ru_utime - before)
    if not isinstance(found, Optimum):
        raise SystemExit(str(found))
    certify(found)
    print("value", found.value)


def compare(family: str, n: int, others: dict[str, Solver], limit: int) -> None:
    """Print the times of all solvers for one problem, and leave out those that were late."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = [sys.executable, str(Path(__file__).resolve()), "--one", family, str(n)]
        # One that is late says nothing of the others.
        done = timed(command, folder, 10 * limit)
        line = f"{family:<32}{n:>4}"
        if done is None:
            print(f"{line}    late", flush=True)
            return
        own, text = done
        value = after("value")(text)
        if value is None:
            raise SystemExit(f"{family}, n = {n}: {text}")
        alone = float(after("solve")(text) or own)
        line += f"{own:8.2f}s{alone:8.2f}s"
        program = linear_program(FAMILIES[family][0](n)) if others else LinearProgram(0, {}, (), ())
        (folder / "program.mps").write_text(mps(program))
        scale = lcm(*(v.denominator for v in program.objective.values()))
        for solver, (words, read) in list(others.items()):
            (folder / "out.sol").unlink(missing_ok=True)
            filled = [word.format(file=folder / "program.mps", out=folder / "out.sol", n=n) for word in words]
            done = timed(filled, folder, limit)
            if done is None:
                line += f"   {solver} > {limit / own:.0f} (> {limit / alone:.0f}) ×"
                del others[solver]
                continue
            found, wanted = read(done[1]), value if solver == "qif" else value * scale
            said = "no value" if found is None else "" if abs(found - wanted) <= abs(wanted) / 10**6 else "wrong"
            line += f"   {solver} {done[0] / own:.1f} ({done[0] / alone:.1f}) × {said}".rstrip()
        print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--largest", type=int, default=200, help="the largest n")
    parser.add_argument("--limit", type=int, default=60, help="seconds of the processor for one process")
    parser.add_argument("--python", default=sys.executable, help="the Python that has z3 and qif")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        ours(options.one[0], int(options.one[1]))
        return
    # An installed package is compiled, too.
    compileall.compile_dir(Path(exactdp.__file__).parent, quiet=2)
    everyone = dict(solvers(options.python))
    print(f"{'family':<33}  n      all    solve   times as long as all (as solve): {', '.join(everyone)}")
    for family, (_, sizes) in FAMILIES.items():
        others = {name: each for name, each in everyone.items() if name != "qif" or family == "|i-r|"}
        for n in sizes:
            if options.family in (None, family) and n <= options.largest:
                compare(family, n, others, options.limit)


if __name__ == "__main__":
    main()
