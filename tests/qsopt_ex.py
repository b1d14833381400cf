"""Random problems decided a second time by QSopt_ex, another exact solver: value, feasibility, uniqueness.

    python tests/qsopt_ex.py                                # 2,000 problems
    python tests/qsopt_ex.py --problems 500 --seed 7
    python tests/qsopt_ex.py --problems 100 --inputs 9      # with up to nine inputs and responses
    python tests/qsopt_ex.py --only 1234                    # one of them, with its linear program

Of each problem the linear program is written down again here from its definition, with nothing of the package, and
given to `esolver` (Debian: qsopt-ex). Compared are whether there is a mechanism, the least loss, whether the mechanism
that the package found keeps every constraint, and whether it is the only optimum. This last is asked by an objective of
random numbers, whose least and greatest values on the face of all optima are equal if the optimum is the only one, and
differ otherwise unless chance will have it. A loss with roots is enclosed: the values of two programs, with every loss
rounded down and up, have to be on both sides of the value. The face is then a little too large, so the two values of
the random objective differ a little even if the optimum is the only one.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).parent.parent)]

from exactdp.answers.optimality import Impossible, Optimality, decide  # noqa: E402
from exactdp.linear_programs.searching import Unsolved  # noqa: E402
from exactdp.model import losses, neighbours  # noqa: E402
from exactdp.model.losses import Loss  # noqa: E402
from exactdp.model.mechanism import Mechanism  # noqa: E402
from exactdp.model.neighbours import Neighbours  # noqa: E402
from exactdp.model.users import BayesianUser, MinimaxConsumer  # noqa: E402
from exactdp.optimum.problem import Constraint, Problem  # noqa: E402
from tests.naive_kernel import pairs_of  # noqa: E402

LEVELS = ("0", "1", "1e-7", "1/2", "1/3", "1/4", "9/10", "1/1000000007", "0.9999999", "1e-30")

PLACES, LITTLE = 300, Fraction(1, 10**150)
"""To how many decimal places losses with roots are enclosed, and what is small for such losses.

The entries of a mechanism may be as small as the fourth power of the least level, 10^-120.
"""

LARGEST = 10**6
"""The largest number of a random objective."""

Row = dict[int, Fraction]
"""The coefficients of a linear constraint, by the number of the entry in the mechanism, row by row."""

Least = tuple[Row, str, Fraction]
"""A constraint: its coefficients, "=" or ">=", and its right side."""


@dataclass
class Drawn:
    """A problem in plain numbers; the losses are enclosed, the two tables being the same where they are rational.

    Without a prior the user is a minimax consumer, who knows the inputs in `side` to be possible.
    """

    inputs: int
    responses: int
    alpha: Fraction
    pairs: list[tuple[int, int]]
    prior: list[Fraction] | None
    side: list[int]
    low: list[list[Fraction]] = field(default_factory=list)
    high: list[list[Fraction]] = field(default_factory=list)
    more: list[Least] = field(default_factory=list)
    graph: Neighbours | None = None
    loss: Loss | None = None

    @property
    def rational(self) -> bool:
        """Whether every loss is rational."""
        return self.low == self.high

    def problem(self) -> Problem:
        """Return the same problem as an object of the package."""
        assert self.loss is not None
        user = MinimaxConsumer(self.loss, inputs=range(self.inputs), side_information=self.side)
        constraints = [
            Constraint({divmod(at, self.responses): v for at, v in row.items()}, right, exactly=sense == "=")
            for row, sense, right in self.more
        ]
        return Problem(
            user if self.prior is None else BayesianUser(self.loss, self.prior),
            self.alpha,
            self.graph,
            responses=range(self.responses),
            constraints=constraints,
        )


def drawn(random: Random, most: int = 5) -> Drawn:
    """Draw a problem of up to this many inputs and responses, with any loss, graph, user and constraints."""
    inputs = random.randint(1, most)
    responses = inputs if random.random() < 0.7 else random.randint(1, most)
    alpha = Fraction(random.choice(LEVELS)) if random.random() < 0.7 else Fraction(random.randint(0, 97), 97)
    graph, pairs = some_graph(random, inputs)
    side = sorted(random.sample(range(inputs), random.randint(1, inputs)))
    found = Drawn(inputs, responses, alpha, pairs, None, side, graph=graph)
    roots = random.random() < 0.1
    if roots or random.random() < 0.5:
        weights = [random.choice((0, 1, 1, 1, 2, 3, 10**12)) for _ in range(inputs)]
        weights[random.randrange(inputs)] += 1
        found.prior = [Fraction(each, sum(weights)) for each in weights]
    found.loss, of = some_loss(random, found, roots)
    places = [[of(i, r) for r in range(responses)] for i in range(inputs)]
    found.low = [[low for low, _ in row] for row in places]
    found.high = [[high for _, high in row] for row in places]
    if random.random() < 0.4:
        found.more = some_constraints(random, found)
    return found


def some_graph(random: Random, inputs: int) -> tuple[Neighbours, list[tuple[int, int]]]:
    """Return a graph of the package, and its pairs from the definition."""
    named = ["path", "complete", *["cycle"] * (inputs >= 3), *["hypercube"] * (inputs in (2, 4, 8))]
    if random.random() < 0.5:
        chosen = [pair for pair in combinations(range(inputs), 2) if random.random() < 0.6]
        return neighbours.edges(chosen, inputs=range(inputs)), chosen
    name = random.choice(["path", "path", *named])
    return getattr(neighbours, name)(inputs=range(inputs)), pairs_of(name, [], inputs)


def some_loss(random: Random, of: Drawn, roots: bool) -> tuple[Loss, Callable[[int, int], tuple[Fraction, Fraction]]]:
    """Return a loss of the package, and enclosures of its values from the definition."""
    if roots:
        p, q = random.choice(((1, 2), (3, 2), (7, 5), (1, 3), (5, 4)))
        return losses.power_loss(Fraction(p, q)), lambda i, r: power(abs(i - r), p, q)
    exponent, up, down = random.choice((1, 1, 2, 3)), random.choice((0, 1, 2, 7)), random.choice((0, 1, 3))
    beyond = random.randint(0, 3)
    cells = [-2, 0, 0, 1, 1, 2, Fraction(1, 3), Fraction(10**12 + 1, 10**12)]
    entries = [[Fraction(random.choice(cells)) for _ in range(of.responses)] for _ in range(of.inputs)]
    chosen: tuple[Loss, Callable[[int, int], Fraction | int]] = random.choice(
        (
            (losses.power_loss(exponent), lambda i, r: abs(i - r) ** exponent),
            (losses.threshold(beyond), lambda i, r: int(abs(i - r) > beyond)),
            (losses.asymmetric(up, down), lambda i, r: up * (r - i) if r > i else down * (i - r)),
            (losses.table(entries), lambda i, r: entries[i][r]),
        )
    )
    loss, value = chosen
    return loss, lambda i, r: (Fraction(value(i, r)), Fraction(value(i, r)))


def power(base: int, p: int, q: int) -> tuple[Fraction, Fraction]:
    """Return bounds on base^(p/q) with this many places, by bisection; both equal the root if it is a whole number."""
    target, scale = base**p * 10 ** (PLACES * q), 10**PLACES
    low, high = 0, (base**p + 1) * scale
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**q <= target else (low, middle)
    return Fraction(low, scale), Fraction(low + (low**q != target), scale)


def some_constraints(random: Random, of: Drawn) -> list[Least]:
    """Return constraints of every kind that the command line has, and unrelated ones."""
    found: list[Least] = []
    width, last = of.responses, of.inputs * of.responses - 1
    kind = random.choice(("row", "row", "bound", "bound", "allowed", "symmetric", "any"))
    i = random.randrange(of.inputs)
    if kind == "row":
        weights = [random.randint(0, 3) for _ in range(width)]
        weights[random.randrange(width)] += 1
        found = [({i * width + r: Fraction(1)}, "=", Fraction(w, sum(weights))) for r, w in enumerate(weights)]
    elif kind == "bound" and of.rational:
        most = random.choice((0, 1, 2, Fraction(1, 2), Fraction(1, 7)))
        found = [({i * width + r: -each for r, each in enumerate(of.low[i])}, ">=", Fraction(-most))]
    elif kind == "allowed":
        kept = random.sample(range(width), random.randint(1, width))
        columns = [r for r in range(width) if r not in kept]
        found = [({k * width + r: Fraction(1) for k in range(of.inputs)}, "=", Fraction(0)) for r in columns]
    elif kind == "symmetric":
        found = [({k: Fraction(1), last - k: Fraction(-1)}, "=", Fraction(0)) for k in range((last + 1) // 2)]
    else:
        for _ in range(random.randint(1, 2)):
            chosen = random.sample(range(last + 1), min(last + 1, random.randint(1, 3)))
            row = {at: Fraction(random.choice((-1, 1, 2, Fraction(1, 3)))) for at in chosen}
            bound = Fraction(random.choice((-1, 0, 0, Fraction(1, 4), Fraction(2, 3))))
            found.append((row, random.choice(("=", ">=", ">=")), bound))
    return [each for each in found if any(each[0].values())] if kind == "bound" else found


# The linear program, from the definitions


def mechanisms(of: Drawn) -> list[Least]:
    """Return the constraints of the mechanisms of a problem, except that all entries are at least 0."""
    width = of.responses
    found: list[Least] = [
        ({i * width + r: Fraction(1) for r in range(width)}, "=", Fraction(1)) for i in range(of.inputs)
    ]
    for pair in of.pairs:
        for i, k in (pair, pair[::-1]):
            found += [({i * width + r: Fraction(1), k * width + r: -of.alpha}, ">=", Fraction(0)) for r in range(width)]
    return found + of.more


def expectations(of: Drawn, table: list[list[Fraction]]) -> list[Row]:
    """Return the losses of which the user minimises the largest: one, or one for each input that is possible."""
    width = of.responses
    if of.prior is not None:
        return [{i * width + r: p * table[i][r] for i, p in enumerate(of.prior) for r in range(width)}]
    return [{i * width + r: table[i][r] for r in range(width)} for i in of.side]


def least(of: Drawn, table: list[list[Fraction]]) -> str:
    """Return the linear program of the least loss; the last variable is the loss."""
    loss = of.inputs * of.responses
    above = [
        ({**{at: -v for at, v in row.items()}, loss: Fraction(1)}, ">=", Fraction(0)) for row in expectations(of, table)
    ]
    return program({loss: Fraction(1)}, [*mechanisms(of), *above], free=[loss])


def face(of: Drawn, value: Fraction) -> list[Least]:
    """Return the constraints of all mechanisms whose loss is at most this."""
    return [
        *mechanisms(of),
        *(({at: -v for at, v in row.items()}, ">=", -value) for row in expectations(of, of.low)),
    ]


def program(objective: Row, constraints: Iterable[Least], free: Iterable[int] = ()) -> str:
    """Return a linear program in the format LP, which has variables of at least 0 unless they are free."""
    lines = ["Problem", " p", "Minimize", f" obj: {terms(objective)}", "Subject To"]
    lines += [f" c{k}: {terms(row)} {sense} {right}" for k, (row, sense, right) in enumerate(constraints)]
    return "\n".join([*lines, "Bounds", *(f" x{at} free" for at in free), "End", ""])


def terms(row: Row) -> str:
    """Return a sum, with at least one term even if all coefficients are 0."""
    kept = {at: v for at, v in row.items() if v} or {0: Fraction(0)}
    return " ".join(f"{'-' if v < 0 else '+'} {abs(v)} x{at}" for at, v in kept.items()).removeprefix("+ ")


def solved(text: str) -> Fraction | None:
    """Return the least value of a linear program, or None where its constraints cannot be kept.

    Raises: RuntimeError where the solver says neither.
    """
    with tempfile.TemporaryDirectory() as folder:
        for options in ([], ["-S"], ["-P", "1024"], ["-S", "-P", "1024"], ["-d", "7", "-P", "1024"]):
            (Path(folder) / "p.lp").write_text(text)
            command = ["esolver", *options, "-L", "-O", "p.sol", "p.lp"]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)
            found = Path(folder) / "p.sol"
            said = found.read_text() if found.is_file() else ""
            lines = [line.strip() for line in said.splitlines()]
            if "status = INFEASIBLE" in lines:
                return None
            value = [line for line in lines if line.startswith("Value = ")]
            if "status OPTIMAL" in lines and value:
                return Fraction(value[0].removeprefix("Value = "))
            # Seldom it gives up; without its scaling, or with longer floats, it may not.
    raise RuntimeError(f"no answer of esolver: {said[:200]!r} {done.stderr[-300:]!r}")


# The comparison


@dataclass
class Compared:
    """The outcome of a problem, and a difference or ""."""

    kind: str
    wrong: str = ""


def compared(of: Drawn, random: Random, answer: Optimality | Impossible | Unsolved) -> Compared:
    """Compare an answer of the package with those of QSopt_ex."""
    if isinstance(answer, Unsolved):
        return Compared("not decided", answer.reason)
    low = solved(least(of, of.low))
    if isinstance(answer, Impossible) or low is None:
        wrong = "" if isinstance(answer, Impossible) and low is None else "one has a mechanism, the other has none"
        return Compared("no mechanism", wrong)
    value, found = answer.value, entries(answer.mechanism)
    if broken := next((each for each in mechanisms(of) if not keeps(found, each)), None):
        return Compared("optimum", f"the mechanism breaks {broken}")
    if min(found) < 0:
        return Compared("optimum", "a probability is negative")
    high = low if of.rational else solved(least(of, of.high))
    if high is None or not low <= value <= high or high - low > LITTLE:
        other = f"is {low} and not {value}" if of.rational else f"{value} is not between {low} and {high}"
        return Compared("optimum", f"the value {other}")
    best, kind = face(of, high), "" if of.rational else ", with roots"
    if not all(keeps(found, each) for each in best):
        return Compared("optimum", "the mechanism loses more than the value")
    if answer.unique is None:
        return Compared("uniqueness not decided", str(answer.uniqueness))
    weights = {at: Fraction(random.randint(-LARGEST, LARGEST)) for at in range(len(found))}
    lowest, most = (solved(program({at: sign * v for at, v in weights.items()}, best)) for sign in (1, -1))
    if lowest is None or most is None:
        return Compared("optimum", "no mechanism has the value")
    little = Fraction(0) if of.rational else LITTLE
    if answer.unique:
        wrong = "" if -most - lowest <= little else "another mechanism has the value, too"
        return Compared("only optimum" + kind, wrong)
    return Compared("one of several" + kind, "" if -most - lowest > little else "no other mechanism has the value")


def entries(mechanism: Mechanism) -> list[Fraction]:
    """Return the entries, row by row."""
    return [x for row in mechanism.rows for x in row]


def total(row: Mapping[int, Fraction], found: list[Fraction]) -> Fraction:
    return sum((v * found[at] for at, v in row.items()), Fraction(0))


def keeps(found: list[Fraction], constraint: Least) -> bool:
    """Say whether the entries keep a constraint."""
    row, sense, right = constraint
    return total(row, found) == right if sense == "=" else total(row, found) >= right


def tried(seed: int, inputs: int, number: int) -> tuple[int, Compared]:
    """Draw the problem of this number, decide it, and compare."""
    random = Random(f"{seed} {number}")
    of = drawn(random, inputs)
    try:
        return number, compared(of, random, decide(of.problem()))
    except RuntimeError as error:
        print(f"{number}: {error}", file=sys.stderr)
        return number, Compared("not decided by QSopt_ex")


def main(arguments: list[str] | None = None) -> int:
    """Compare many problems, print the counts, and return 1 if anything differs."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--problems", type=int, default=2000)
    asked.add_argument("--seed", type=int, default=1, help="another one gives other problems")
    asked.add_argument("--inputs", type=int, default=5, help="the most inputs, and the most responses, of a problem")
    asked.add_argument("--jobs", type=int, default=2, help="how many at a time")
    asked.add_argument("--only", type=int, metavar="NUMBER", help="this one alone, with its linear program")
    options = asked.parse_args(arguments)
    if shutil.which("esolver") is None:
        print("QSopt_ex is not installed (Debian: apt-get install qsopt-ex)")
        return 1
    if options.only is not None:
        of = drawn(Random(f"{options.seed} {options.only}"), options.inputs)
        print(least(of, of.low), of.problem(), tried(options.seed, options.inputs, options.only), sep="\n")
        return 0
    count, wrong = Counter[str](), 0
    with ProcessPoolExecutor(options.jobs) as pool:
        ask = partial(tried, options.seed, options.inputs)
        for number, found in pool.map(ask, range(options.problems), chunksize=10):
            count[found.kind] += 1
            if found.wrong:
                wrong += 1
                print(f"{number}: {found.kind}: {found.wrong}", flush=True)
    print(f"{count.total():,} problems, decided by exactdp and by QSopt_ex:")
    for kind in KINDS:
        print(f"  {kind:<28}{count[kind]:>6,}")
    print(f"{wrong:,} of them differ")
    return 1 if wrong else 0


KINDS = (
    "only optimum",
    "one of several",
    "only optimum, with roots",
    "one of several, with roots",
    "uniqueness not decided",
    "no mechanism",
    "not decided",
    "not decided by QSopt_ex",
    "optimum",
)
"""What may become of a problem; the last is an optimum that is wrong."""


if __name__ == "__main__":
    sys.exit(main())
