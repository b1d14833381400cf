"""Ask every command about one table, one user and one ε, and compare its answers with a decision at 200 digits.

    python tests/hostile/agree_about_levels.py                   # 1,000 cases; it resumes after an interruption
    python tests/hostile/agree_about_levels.py --cases 50 --jobs 1
    python tests/hostile/agree_about_levels.py --only 17         # one of them, with every command line

Each case is a table, a graph, a user with a graph and constraints, and an ε. In most of them, the ε is within 10^-30
of -ln of a border, on either side, or exactly there: the table's level, the largest level at which it is derivable, or
a level at which the user's optimum has other tight constraints, or begins to exist. `tests/naive_levels.py` decides
what is true, from the definitions and without the package. A case fails if a command gives another answer, if its
numbers do not enclose the true ones, if two commands differ, or if `verify` does not accept a certificate. Each tenth
case runs the command `sweep`, which begins processes; the others decide its one instance in this process. The journal
has a line for each finished case; another version of the package or of the cases begins it again.
"""

import argparse
import io
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, TypeVar

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT)]

from flint import arb, ctx, fmpq, fmpz  # noqa: E402

from exactdp.answers.sweep_outcome import find  # noqa: E402
from exactdp.answers.sweep_specification import parse  # noqa: E402
from exactdp.commands import cli  # noqa: E402
from tests import naive_levels as naive  # noqa: E402
from tests.naive_levels import Number, exactly, numbers  # noqa: E402

CASES = 1000

JOURNAL = Path(tempfile.gettempdir()) / "exactdp-agree-about-levels.jsonl"

EPSILONS = (
    *("ln 2", "ln(3/2)", "ln 3/2", "ln 9", "ln 1", "0", "1e-300", "1e-12", "0.1", "1", "7", "700", "10000"),
    *("1/3", "22/7", "999.5", "1/1000000007", "12345/678"),
)

GRAPHS = ("path", "path", "path", "complete", "cycle", "hypercube", "0-1")

USER_GRAPHS = (*["path"] * 6, "complete", "complete", "cycle", "hypercube", "0-1")

LOSSES = ("abs", "squared", "zero-one", "threshold:1", "asymmetric:2,1", "asymmetric:1/3,2", "table:l.csv")

LARGE = 1000
"""Above this ε, a linear program with a ball in it takes seconds, so its user has one of two inputs."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class Case:
    """A table, a graph on its inputs, an ε, and a user with a size of their own."""

    rows: list[list[Fraction]]
    graph: str
    epsilon: str
    n: int
    loss: str
    prior: list[Fraction] | None
    inputs: list[int]
    user_graph: str
    losses: list[list[Fraction]]
    constraints: list[str]
    near: bool

    @property
    def bounds(self) -> list[naive.Bound]:
        """The constraints, as sums of probabilities."""
        size, found = self.n + 1, []
        for each in self.constraints:
            option, _, value = each.partition(" ")
            match option:
                case "--at-most":
                    i, _, most = value.partition("=")
                    of_row = dict(enumerate(map(exactly, self.losses[int(i)]), start=int(i) * size))
                    found.append(naive.Bound(of_row, exactly(Fraction(most))))
                case "--fix-row":
                    i, _, row = value.partition("=")
                    for at, x in enumerate(row.split(","), start=int(i) * size):
                        found.append(naive.Bound({at: fmpq(1)}, exactly(Fraction(x)), exact=True))
                case "--responses-only":
                    unused = [at for at in range(size**2) if str(at % size) not in value.split(",")]
                    found += [naive.Bound({at: fmpq(1)}, fmpq(0), exact=True) for at in unused]
                case "--symmetric":
                    halves = [(at, size**2 - 1 - at) for at in range(size**2 // 2)]
                    found += [naive.Bound({a: fmpq(1), b: fmpq(-1)}, fmpq(0), exact=True) for a, b in halves]
        return found

    def least_loss(self, alpha: Number) -> naive.Minimum | None:
        """Return the least loss of an α-private mechanism that satisfies the constraints, if there is one."""
        prior = None if self.prior is None else [exactly(p) for p in self.prior]
        pairs, size = naive.pairs_of(self.user_graph, self.n + 1), self.n + 1
        bounds = [*naive.privacy(pairs, size, alpha), *self.bounds]
        return naive.least_loss(numbers(self.losses), prior, self.inputs, bounds, naive.identity(size))

    @property
    def user(self) -> list[str]:
        if self.prior is None:
            return ["--loss", self.loss, "--side-information", ",".join(map(str, self.inputs))]
        return ["--loss", self.loss, "--prior", ",".join(map(str, self.prior))]


def csv(rows: Iterable[Iterable[Fraction]]) -> str:
    return "".join(",".join(map(str, row)) + "\n" for row in rows)


def distribution(random: Random, width: int) -> list[Fraction]:
    while True:
        found = [random.choice((0, *range(1, 10), *range(1, 10))) for _ in range(width)]
        if sum(found):
            return [Fraction(each, sum(found)) for each in found]


def table(random: Random) -> list[list[Fraction]]:
    """Draw a table: a random one, a remap of G, one with equal rows or one row, or one with a chosen level."""
    height, width = random.choice(((1, 1), (1, 2), (2, 1), *((h, w) for h in (2, 3, 4) for w in (2, 3, 4))))
    kind = random.random()
    if kind < 0.1:
        height = random.choice((1, height))
        return [distribution(random, width)] * height
    found = [distribution(random, width) for _ in range(height)]
    if kind < 0.25 and height > 1:
        found[random.randrange(height - 1) + 1] = found[0]
    if kind > 0.55:
        source = naive.geometric(height - 1, fmpq(random.randint(1, 9), 10))
        remap = found if kind > 0.75 else [[Fraction(int(i == k)) for k in range(height)] for i in range(height)]
        rows = [
            [
                sum((g * exactly(t) for g, t in zip(row, column, strict=True)), fmpq(0))
                for column in zip(*remap, strict=True)
            ]
            for row in source
        ]
        return [list(map(as_fraction, row)) for row in rows]
    return found


def as_fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def drawn(number: int) -> Case:
    random = Random(number)
    kind = random.random()
    rows, graph, border = a_table(random)
    epsilon, near = random.choice(EPSILONS), False
    if kind < 0.1:
        epsilon = str(Fraction(random.randint(1, 300), random.randint(1, 100)))
    elif kind < 0.7:
        while not 0 < border < 1:
            rows, graph, border = a_table(random)
        near, epsilon = True, beside(random, border)
    case = Case(rows, graph, epsilon, *a_user(random, small=level_is_tiny(epsilon)), near)
    if kind > 0.7 and 0 < (border := border_of_user(random, case)) < 1:
        case = replace(case, epsilon=beside(random, border), near=True)
    return case


def level_is_tiny(epsilon: str) -> bool:
    return not epsilon.startswith("ln") and Fraction(epsilon) > LARGE


def a_user(
    random: Random, *, small: bool
) -> tuple[int, str, list[Fraction] | None, list[int], str, list[list[Fraction]], list[str]]:
    """Draw a size n, a loss, a prior or side information, a graph, the losses and the constraints."""
    graph = random.choice(USER_GRAPHS)
    n = 1 if small else random.randint(1, 3)
    if n == 1 and graph == "cycle":
        graph = "complete"
    if n == 2 and graph == "hypercube":
        n = 1
    if n == 3 and graph == "complete":
        n = 2
    size = range(n + 1)
    prior = distribution(random, n + 1) if random.random() < 0.5 else None
    inputs = sorted(random.sample(size, random.randint(1, n + 1))) if prior is None else [*size]
    loss = random.choice(LOSSES)
    if loss.startswith("table"):
        losses = [[Fraction(random.randint(0, 5)) for _ in size] for _ in size]
    else:
        losses = naive.loss(loss, n + 1)
    constraints = list[str]()
    if random.random() < 0.5:
        i, row = random.choice(size), distribution(random, n + 1)
        used = ",".join(map(str, sorted(random.sample(size, random.randint(1, n + 1)))))
        some = [
            *(f"--at-most {each}={Fraction(random.randint(0, 12), 8)}" for each in random.sample(size, 2)),
            *(f"--fix-row {i}={','.join(map(str, row))}", f"--responses-only {used}", "--symmetric"),
        ]
        constraints = random.sample(some, random.randint(1, 2))
    return n, loss, prior, inputs, graph, losses, constraints


def border_of_user(random: Random, case: Case) -> fmpq:
    """Return a level at which the optimum has other tight constraints, or begins to exist; 0 if none is found."""
    low, high = fmpq(0), fmpq(random.randint(1, 9), 10)

    def tight(alpha: fmpq) -> object:
        found = case.least_loss(alpha)
        return found and (found.zeros, found.only)

    first = fmpq(1, 10**6)
    there = tight(first)
    if case.n > 2 or tight(high) == there:
        return low
    low = first
    while high - low > fmpq(1, 10**75):
        middle = (low + high) / 2
        low, high = (middle, high) if tight(middle) == there else (low, middle)
    return low


def a_table(random: Random) -> tuple[list[list[Fraction]], str, fmpq]:
    """Draw a table and a graph; also return the largest level at which it is private, or derivable."""
    rows = table(random)
    height, graph = len(rows), random.choice(GRAPHS)
    if (graph == "cycle" and height < 3) or (graph == "hypercube" and height not in (2, 4)) or height == 1:
        graph = "path"
    if random.random() < 0.5:
        return rows, graph, level_of(numbers(rows), graph)
    return rows, graph, naive.largest_derivable(numbers(rows), 75)


def level_of(rows: naive.Rows, graph: str) -> Number:
    """Return the exact level: the least ratio of neighbours' probabilities."""
    found: list[Number] = [fmpq(1)]
    for i, k in naive.pairs_of(graph, len(rows)):
        found += [q / p for p, q in zip(rows[i], rows[k], strict=True) if p]
    return min(found)


def beside(random: Random, border: fmpq) -> str:
    """Return an ε within 10^-30 of -ln of a level, or the logarithm of a number beside its reciprocal, or of it."""
    places = random.randint(31, 60)
    kind = random.random()
    simple = as_fraction(border).limit_denominator(10**4)
    if abs(border - exactly(simple)) < fmpq(1, 10**70):
        border = exactly(simple)
    if kind < 0.35:
        with ctx.workprec(500):
            return str(random.choice(naive.around(-arb(border).log(), places)))
    inverse = 1 / as_fraction(border)
    if kind < 0.7 and inverse.denominator < 10**6:
        return f"ln {inverse}"
    inverse += random.choice((-1, 1)) * Fraction(1, 10**places)
    return f"ln {inverse}"


# One case


@dataclass
class Trial:
    """The answers of the commands about a case, and the errors in them."""

    case: Case
    say: Callable[[str], None]
    sweeps: bool
    failures: list[str] = field(default_factory=list)
    ran: Counter[str] = field(default_factory=Counter)

    @cached_property
    def x(self) -> list[list[Number]]:
        return numbers(self.case.rows)

    @cached_property
    def pairs(self) -> naive.Pairs:
        return naive.pairs_of(self.case.graph, len(self.case.rows))

    def truly(self, decide: Callable[[Number], Found], *more: str) -> Found:
        """Decide at e^-ε with enough digits."""
        return naive.at_200_digits([self.case.epsilon, *more], lambda: decide(naive.level(self.case.epsilon)))

    def check(self, holds: bool, about: str) -> None:
        if not holds:
            self.failures.append(about)
            self.say(f"  FAILS: {about}")

    def run(self, *words: str, expected: tuple[int, ...] = (0,)) -> tuple[int, str]:
        """Run a command, and return its code and its output. Any code that is not expected is a failure."""
        self.ran[words[0]] += 1
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        before = time.process_time()
        with redirect_stdout(out), redirect_stderr(err):
            code = cli.main(words)
        out.flush()
        err.flush()
        told = [each.buffer.getvalue().decode() for each in (out, err)]  # type: ignore[attr-defined]
        self.say(f"  {time.process_time() - before:5.2f} s  code {code}  exactdp {' '.join(words)[:200]}")
        self.check(code in expected, f"code {code}, not {expected}: {' '.join(words)[:300]} {told[1][:300]}")
        return code, told[0]

    def json(self, *words: str, expected: tuple[int, ...] = (0,)) -> Any:
        code, out = self.run(*words, "--json", expected=expected)
        return json.loads(out) if code in (0, 1) and out else {}

    def encloses(self, bounds: Any, value: Callable[[Number], Number], about: str) -> None:
        """Check that two printed bounds enclose a true number."""

        def is_so(alpha: Number) -> bool:
            true = value(alpha)
            lower, upper = ends(bounds)
            return naive.compared(lower, true) <= 0 <= naive.compared(upper, true)

        self.check(self.truly(is_so), f"{about}: {str(bounds)[:200]}")


def number(text: str) -> fmpq:
    """Read a number that a command printed: a fraction of any length, or a decimal."""
    if "." in text:
        return exactly(Fraction(text))
    top, _, bottom = text.partition("/")
    return fmpq(fmpz(top), fmpz(bottom or "1"))


def read(rows: Iterable[Iterable[str]]) -> list[list[Number]]:
    return [[number(entry) for entry in row] for row in rows]


def ends(bounds: Any) -> tuple[Number, Number]:
    lower, upper = (bounds["lower"], bounds["upper"]) if isinstance(bounds, dict) else (bounds, bounds)
    return number(lower), number(upper)


def decide(case: Case, say: Callable[[str], None] = lambda text: None, *, sweeps: bool = True) -> Trial:
    """Run all commands on a case, in the current folder; the command `sweep` only if it is asked for."""
    trial = Trial(case, say, sweeps)
    Path("t.csv").write_text(csv(case.rows), encoding="utf-8")
    Path("l.csv").write_text(csv(case.losses), encoding="utf-8")
    about_the_table(trial)
    about_delta(trial)
    about_the_geometric_mechanism(trial)
    about_the_user(trial)
    about_chains(trial)
    return trial


def about_the_table(trial: Trial) -> None:
    case, x, pairs = trial.case, trial.x, trial.pairs
    private = trial.truly(lambda alpha: naive.is_private(x, pairs, alpha))
    derivable = trial.truly(lambda alpha: naive.is_derivable(x, alpha))
    at, of = ("--epsilon", case.epsilon), ("--neighbours", case.graph)
    yes = (0,) if private else (1,)
    no = (1,) if private else (0,)
    examined = trial.json("check", "t.csv", *at, *of, expected=yes)
    trial.check(examined["private"]["verdict"] == private, "check: private")
    alpha = level_of(x, case.graph)
    trial.check(number(examined["level"]["alpha"]) == alpha, "check: level")
    if private and case.graph == "path":
        trial.check(examined["derivability"]["verdict"] == derivable, "check: derivable")
    audited = trial.json("audit", "t.csv", *at, *of, "--certificate", "level.cert", expected=yes)
    trial.check(audited["promise"]["kept"] == private, "audit: kept")
    trial.check(number(audited["alpha"]) == alpha, "audit: level")
    for reading in audited["readings"]:
        if reading["name"] == "as it stands" and alpha > 0:
            trial.encloses(reading["delta"], lambda a: naive.least_delta(x, pairs, a), "audit: δ")
    trial.run("certify", "t.csv", "--claim", "level", *of, "-o", "same.cert")
    trial.check(Path("same.cert").read_bytes() == Path("level.cert").read_bytes(), "audit and certify: level")
    trial.run("verify", "level.cert", "--against", "t.csv")
    for claim, right in (("private", yes), ("not-private", no)):
        code, _ = trial.run("certify", "t.csv", "--claim", claim, *at, *of, "-o", f"{claim}.cert", expected=right)
        if code == 0:
            about_a_certificate(trial, f"{claim}.cert", private)
    for claim, right in (("derivable", derivable), ("not-derivable", not derivable)):
        words = ("certify", "t.csv", "--claim", claim, *at, "-o", f"{claim}.cert")
        code, _ = trial.run(*words, expected=(0,) if right else (1,))
        if code == 0:
            about_a_certificate(trial, f"{claim}.cert", derivable)
    derived = trial.json("derive", "t.csv", *at, "--certificate", "d.cert", expected=(0,) if derivable else (1,))
    trial.check(derived["verdict"] == derivable, "derive")
    about_a_certificate(trial, "d.cert", derivable)
    repaired = trial.json("repair", "t.csv", *at, *of, "-o", "r.csv", expected=(0, 1))
    trial.check(repaired["printed"]["private"] == private, "repair: the print")
    if repaired["mechanism"] is not None:
        rows = read(repaired["mechanism"]["rows"])
        trial.check(trial.truly(lambda a: naive.is_private(rows, pairs, a)), "repair: private")
        trial.check(all(sum(row, fmpq(0)) == 1 for row in rows), "repair: sums")
        trial.check(not private or rows == x, "repair: changes a private table")
    if private:
        vertex = trial.truly(lambda a: naive.is_vertex(x, pairs, a))
        trial.check(examined["vertex"]["verdict"] == vertex or not asked_itself(examined), "check: vertex")
        claim, other = ("vertex", "not-vertex") if vertex else ("not-vertex", "vertex")
        trial.run("certify", "t.csv", "--claim", claim, *at, *of, "-o", "v.cert")
        trial.run("certify", "t.csv", "--claim", other, *at, *of, "-o", "o.cert", expected=(1,))
        trial.run("verify", "v.cert", "--against", "t.csv")


def asked_itself(examined: Any) -> bool:
    """Say whether the lines on the polytope are about the level asked about, and not the mechanism's own."""
    return bool(examined["alpha"] in (examined["private"]["alpha"], examined["private"].get("asked")))


def about_a_certificate(trial: Trial, name: str, holds: bool) -> None:
    """Check that the kernel accepts it, and that its level is e^-ε or on the side that settles the question."""
    trial.run("verify", name, "--against", "t.csv")
    lines = [line.split() for line in Path(name).read_text(encoding="ascii").partition("\nproof\n")[0].splitlines()]
    levels = [line[1] for line in lines if line[0] == "alpha"]
    levels += [line[3] for line in lines if line[:2] == ["from", "geometric"]]
    for each in levels:
        written = exactly(fraction(each))
        side = trial.truly(lambda alpha, written=written: naive.compared(written, alpha))
        trial.check(side >= 0 if holds else side <= 0, f"{name}: its level is on the wrong side")


def fraction(word: str) -> Fraction:
    """Read a number of a certificate; large integers are hexadecimal."""
    top, _, bottom = word.partition("/")
    return Fraction(int(top, 0), int(bottom or "1", 0))


def about_delta(trial: Trial) -> None:
    case, x, pairs = trial.case, trial.x, trial.pairs
    at, of = ("--epsilon", case.epsilon), ("--neighbours", case.graph)
    found = trial.json("curve", "t.csv", *at, *of)["delta"]
    trial.encloses(found, lambda alpha: naive.least_delta(x, pairs, alpha), "curve: δ")
    # A δ at once below the least one and at once above it, by 10^-40; where the least δ is a fraction, that one.
    least = trial.truly(lambda alpha: naive.least_delta(x, pairs, alpha))
    if isinstance(least, fmpq):
        above = as_fraction(least)
        below = above - Fraction(1, 10**40)
    else:
        below, above = trial.truly(lambda alpha: naive.around(naive.least_delta(x, pairs, alpha), 40))
    for delta, claim, other in (
        (below, "not-approximately-private", "approximately-private"),
        (above, "approximately-private", "not-approximately-private"),
    ):
        if 0 <= delta <= 1:
            words = (*at, *of, "--delta", str(delta))
            trial.run("certify", "t.csv", "--claim", claim, *words, "-o", "delta.cert")
            trial.run("verify", "delta.cert", "--against", "t.csv")
            trial.run("certify", "t.csv", "--claim", other, *words, "-o", "other.cert", expected=(1,))
    # The converse: for this δ the largest level is e^-ε or beyond it, on the right side.
    if 0 < above < 1:
        largest = number(trial.json("curve", "t.csv", "--delta", str(above), *of)["alpha"])
        side = trial.truly(lambda alpha: naive.compared(largest, alpha))
        trial.check(side >= 0, "curve --delta: the level")


def about_the_geometric_mechanism(trial: Trial) -> None:
    case = trial.case
    at = ("--epsilon", case.epsilon)
    trial.run("geometric", "-n", str(case.n), *at, "-o", "g.csv")
    rows = read(line.split(",") for line in lines_of("g.csv"))

    def is_near(alpha: Number) -> bool:
        pairs = naive.pairs_of("path", len(rows))
        size, least = range(len(rows)), min_of(alpha, 1 - alpha)
        right = naive.geometric(case.n, alpha)
        # The level is the simplest fraction within 2^-32 of e^-ε, or e^-ε itself.
        return naive.is_private(rows, pairs, alpha) and all(
            naive.compared(abs(rows[i][r] - right[i][r]), 2 * case.n * least / 2**31) <= 0 for i in size for r in size
        )

    trial.check(trial.truly(is_near), "geometric: not G")
    for command in ("check", "audit", "derive"):
        trial.run(command, "g.csv", *at, "-q")


def lines_of(name: str) -> list[str]:
    """Return the lines of a written table without its labels."""
    _, *lines = Path(name).read_text(encoding="utf-8").splitlines()
    return [line.partition(",")[2] for line in lines]


def min_of(x: Number, y: Number) -> Number:
    return x if naive.compared(x, y) < 0 else y


def about_the_user(trial: Trial) -> None:
    case = trial.case
    asked = ("-n", str(case.n), "--epsilon", case.epsilon, *case.user)
    within = ("--neighbours", case.user_graph, *(word for each in case.constraints for word in each.split()))
    true = trial.truly(case.least_loss)
    written = ("-o", "m.csv", "--certificate", "m.cert")
    found = trial.json("optimal", *asked, *within, *written, expected=(0,) if true else (1,))
    trial.run("verify", "m.cert")
    trial.ran["no optimum" if true is None else "only optimum" if true.only else "several optima"] += 1
    if true:
        about_the_optimum(trial, found, true)
    about_a_sweep(trial, found, true)
    about_remaps(trial, found)


def about_the_optimum(trial: Trial, found: Any, true: naive.Minimum) -> None:
    case = trial.case
    at, of = ("--epsilon", case.epsilon), ("--neighbours", case.user_graph)
    losses, pairs = numbers(case.losses), naive.pairs_of(case.user_graph, case.n + 1)
    # With long fractions, `optimal` does not print the mechanism at a level just above; here it is only written.
    above = found.get("above", found)
    below = found.get("below")
    if below is not None:
        trial.encloses({"lower": below["value"], "upper": found["value"]}, lambda alpha: true.value, "optimal: value")
    elif isinstance(found["value"], dict) or "asked" not in found:
        trial.encloses(found["value"], lambda alpha: true.value, "optimal: value")
    if below is None:
        only = found["unique"] if "function" in found else found["unique"]["verdict"]
        trial.check(only == true.only, f"optimal: unique is {only}, not {true.only}")
    rows = read(line.split(",") for line in lines_of("m.csv"))
    trial.check(trial.truly(lambda alpha: naive.is_private(rows, pairs, alpha)), "optimal: the mechanism is private")
    x = [entry for row in rows for entry in row]
    for bound in case.bounds:
        side = naive.sign(sum((factor * x[at] for at, factor in bound.terms.items()), -bound.right))
        trial.check(side == 0 or (side < 0 and not bound.exact), "optimal: the mechanism breaks a constraint")
    prior = None if case.prior is None else [exactly(p) for p in case.prior]
    lost = naive.expected_loss(rows, losses, prior, case.inputs)
    trial.check(above is None or number(above["value"]) == lost, "optimal: the loss of the mechanism")
    trial.check(trial.truly(lambda alpha: naive.compared(lost, true.value)) >= 0, "optimal: below the least loss")
    for command in ("check", "audit"):
        trial.run(command, "m.csv", *at, *of, "-q")
    if Path("m.above.cert").exists():
        trial.run("verify", "m.above.cert", "--against", "m.csv")
    if found.get("function"):
        function = found["function"]
        trial.encloses("0", lambda alpha: value_of(function, alpha) - true.value, "optimal: the function of α")


def about_remaps(trial: Trial, optimum: Any) -> None:
    """The best remap of G just above e^-ε, as written by `geometric`, and at e^-ε itself."""
    case = trial.case
    losses = numbers(case.losses)
    prior = None if case.prior is None else [exactly(p) for p in case.prior]
    remapped = trial.json("interact", "g.csv", *case.user, "--mechanism", "i.csv")
    source = read(line.split(",") for line in lines_of("g.csv"))
    best = naive.least_loss_of_remaps(source, losses, prior, case.inputs)
    trial.check(number(remapped["value"]) == best, "interact: the value")
    trial.run("check", "i.csv", "--epsilon", case.epsilon, "-q")
    at = trial.json("phases", "-n", str(case.n), *case.user, "--epsilon", case.epsilon)["at"]

    def least(alpha: Number) -> Number:
        return naive.least_loss_of_remaps(naive.geometric(case.n, alpha), losses, prior, case.inputs)

    trial.encloses(at["loss"], least, "phases: the loss")
    # At the same level no mechanism is better. Beside a breakpoint, `optimal` uses a level nearer to e^-ε.
    above = optimum.get("above", optimum)
    covered = not case.loss.startswith("table") and not case.constraints and case.user_graph == "path"
    if covered and above is not None and level_of(source, "path") == number(above["alpha"]):
        trial.check(number(remapped["value"]) == number(above["value"]), "interact and optimal: the value")


def value_of(function: str, alpha: Number) -> Number:
    """Return the value of a function of a, as printed, at a level. The text is of our own command."""
    allowed = set("0123456789a+-*/^() ")
    assert set(function) <= allowed, function
    made = "".join(f"fmpq({each})" if each.isdigit() else each for each in tokens(function))
    return eval(made.replace("^fmpq", "**int"), {"__builtins__": {}}, {"a": alpha, "fmpq": fmpq, "int": int})


def tokens(text: str) -> Iterator[str]:
    number = ""
    for each in text:
        if each.isdigit():
            number += each
            continue
        if number:
            yield number
        number = ""
        yield each
    if number:
        yield number


def about_a_sweep(trial: Trial, optimum: Any, true: naive.Minimum | None) -> None:
    """A sweep of the same question has the same value and certificate, and decimals of the least loss."""
    case = trial.case
    if any(each.startswith(("--at-most", "--fix-row")) for each in case.constraints):
        return  # a sweep does not have these
    user = f'side-information = "{",".join(map(str, case.inputs))}"'
    if case.prior is not None:
        user = f'prior = "{",".join(map(str, case.prior))}"'
    words = f'n = {case.n}\nepsilon = "{case.epsilon}"\nloss = "{case.loss}"\n{user}\n'
    words += f'neighbours = "{case.user_graph}"\n'
    for each in case.constraints:
        option, _, value = each.removeprefix("--").partition(" ")
        words += f'{option} = "{value}"\n' if value else f"{option} = true\n"
    swept, (certificate, *_) = find(parse(words).instances[0])
    trial.ran["sweep (one instance)"] += 1
    trial.check(swept.verdict == ("optimal" if true else "impossible"), f"sweep: {swept.verdict}")
    value = optimum.get("function") or optimum.get("value")
    trial.check(swept.value == value, f"sweep and optimal: {swept.value} and {value}"[:300])
    trial.check(certificate == Path("m.cert").read_bytes(), "sweep and optimal: the certificate")
    if true and optimum.get("below") is None:
        rounded = number(swept.value_decimal or "-1")
        half = fmpq(1, 2 * 10**20)
        trial.encloses("0", lambda alpha: max_0(abs(true.value - rounded) - half), "sweep: the decimals")
        trial.check(swept.unique == true.only, f"sweep: unique is {swept.unique}, not {true.only}")
    if trial.sweeps:
        # The command begins processes, and so takes longer than all others together.
        Path("s.toml").write_text(words, encoding="utf-8")
        asked = ("sweep", "s.toml", "-o", "results", "--certificates", "proofs", "--jobs", "1")
        (row,) = trial.json(*asked)["results"]
        trial.check(row["value"] == value, "sweep: the value")
        trial.run(*asked, "--verify")


def max_0(x: Number) -> Number:
    return x if naive.sign(x) > 0 else fmpq(0)


def about_chains(trial: Trial) -> None:
    """Two or three levels, of which e^-ε is one, and their coalitions."""
    case = trial.case
    if trial.truly(lambda alpha: naive.sign(alpha - 1)) >= 0:
        return
    random = Random(csv(case.rows))
    epsilons = {case.epsilon, *random.sample(("1/2", "1", "3", "ln 5", "ln(7/2)"), random.randint(1, 2))}

    def ordered() -> list[str]:
        found = sorted(epsilons, key=lambda each: arb(naive.level(each)).mid())
        distinct = all(naive.compared(naive.level(a), naive.level(b)) < 0 for a, b in pairwise(found))
        return found if distinct else []

    chain = naive.at_200_digits([*epsilons], ordered)
    if not chain:
        return
    n = str(min(case.n, 2))
    words = ("-n", n, "--epsilons", ",".join(chain))
    for each in trial.json("coalitions", *words)["coalitions"]:
        members = [member - 1 for member in each["members"]]
        named = each.get("exact_level") or each["level"]
        power = named.removeprefix("e^-").strip("()") if named.startswith("e^-") else None

        def is_so(members: list[int] = members, power: str | None = power, named: str = named) -> bool:
            level = naive.level(power) if power is not None else number(named)
            joint = naive.joint_level(int(n), [naive.level(each) for each in chain], members)
            return naive.compared(level, joint) == 0

        true = naive.at_200_digits(chain, is_so)
        trial.check(true, f"coalitions: {each['members']} of {chain} have {named}"[:300])
        side = naive.at_200_digits(
            chain,
            lambda each=each, members=members: naive.compared(number(each["level"]), naive.level(chain[members[0]])),
        )
        trial.check(side >= 0, "coalitions: the level of the certificate")
    count = random.randint(0, int(n))
    released = trial.json("release", *words, "--count", str(count))
    trial.check(all(0 <= r <= int(n) for r in released["responses"]), "release: a response is out of range")
    trial.check(len(released["levels"]) == len(chain), "release: the levels")
    for named, each in zip(released["levels"], chain, strict=True):
        power = named.removeprefix("e^-").strip("()") if named.startswith("e^-") else None

        def is_level(named: str = named, power: str | None = power, each: str = each) -> bool:
            level = naive.level(power) if power is not None else number(named)
            return naive.compared(level, naive.level(each)) == 0

        trial.check(naive.at_200_digits([each], is_level), f"release: the level {named}")


# All cases


def decided(number: int) -> dict[str, Any]:
    # Otherwise each parser looks for the translation of each of its words in several folders.
    os.environ["LANGUAGE"] = "C"
    start = time.process_time()
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        try:
            trial = decide(drawn(number), sweeps=number % 10 == 0)
        except Exception as error:  # a case that raises has failed
            return {"number": number, "failures": [f"{type(error).__name__}: {error}"[:500]], "ran": {}, "near": False}
    return {
        "number": number,
        "failures": trial.failures,
        "ran": dict(trial.ran),
        "near": trial.case.near,
        "seconds": round(time.process_time() - start, 2),
    }


def version() -> str:
    """Return a digest of the package and of these cases."""
    own = (__file__, naive.__file__, naive.naive_kernel.__file__)
    files = [*(ROOT / "exactdp").rglob("*.py"), *map(Path, own)]
    found = sha256()
    for each in sorted(files):
        found.update(each.read_bytes())
    return found.hexdigest()


def earlier(journal: Path) -> list[dict[str, Any]]:
    """Return the cases of a journal of this version; replace a journal of another version."""
    heading = json.dumps({"version": version()})
    lines = journal.read_text(encoding="utf-8").splitlines() if journal.exists() else []
    if lines[:1] != [heading]:
        journal.write_text(heading + "\n", encoding="utf-8")
        return []
    found = []
    for line in lines[1:]:
        try:
            found.append(json.loads(line))
        except ValueError:  # the line that was being written when this was killed
            journal.write_text("\n".join(lines[: len(found) + 1]) + "\n", encoding="utf-8")
            break
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=CASES)
    parser.add_argument("--only", type=int, metavar="NUMBER")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--journal", type=Path, default=JOURNAL)
    options = parser.parse_args()
    if options.only is not None:
        case = drawn(options.only)
        print(case)
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            sys.exit(bool(decide(case, print).failures))
    found = earlier(options.journal)
    done = {each["number"] for each in found}
    waiting = [number for number in range(options.cases) if number not in done]
    start = time.monotonic()
    with get_context("spawn").Pool(options.jobs) as pool, options.journal.open("a", encoding="utf-8") as journal:
        for each in pool.imap_unordered(decided, waiting):
            journal.write(json.dumps(each) + "\n")
            journal.flush()
            found.append(each)
            for failure in each["failures"]:
                print(f"case {each['number']}: {failure}", flush=True)
            if sys.stderr.isatty():
                rate = (time.monotonic() - start) / (len(found) - len(done))
                left = int(rate * (options.cases - len(found)))
                print(f"\r{len(found)} of {options.cases} cases, {left} s left ", end="", file=sys.stderr, flush=True)
    found = [each for each in found if each["number"] < options.cases]
    ran = sum((Counter(each["ran"]) for each in found), Counter[str]())
    print(f"{len(found):,} cases, {sum(each['near'] for each in found)} at a border or within 10^-30 of it")
    print(", ".join(f"{count:,} × {name}" for name, count in sorted(ran.items())))
    failed = sum(bool(each["failures"]) for each in found)
    print(f"{failed} cases fail" if failed else "all commands agree, with each other and with a decision at 200 digits")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
