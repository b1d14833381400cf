"""Lemma 5.6, the reduction in its proof: what row i+2 sums to at least, if the rows i and i+1 break the lemma.

With j the first column of row i that is not ↓, the lemma fails just where column j of row i+1 is ↑. Then all later ones
are ↑ as well, and row i+2 is known there; in the columns k < j it is at least α times row i+1, and no other inequality
is used there. The sum of the least values depends on a alone: it is 1/α - (1-α²)·a. What is needed of the other rows
is that a is not above 1/(1+α), which b ≥ α·b' says.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.linear_programs.linear_program import Infeasible, LinearProgram, OptimalPoint, solve

claim = Claim(
    id="ghosh2009.lemma-5.6.worst-case",
    title="the worst case in the proof of Lemma 5.6",
    section="5",
    position=82,
    statement=(
        "If rows i and i+1 of C have the pattern of Lemma 5.5 and break Lemma 5.6, row i+1 is ↑ in all columns k ≥ j, "
        "and row i+2 of x sums to α²·a + b'/α + c/α² = 1/α - (1-α²)·a at least, where x_(i+2)k = α·x_(i+1)k for all k "
        "from 0 to j-1. The least of all these sums is 1 + (1-α)²/α for j ≥ 1, at a = 1/(1+α), and 1/α for j = 0. "
        "There is a column j by Lemma 5.4. With k from 1 on it could be 1/(α(1+α)), which is not above 1 for α + α² ≥ "
        "1."
    ),
    latex=r"\sum_k x_{(i+2)k} \ \ge\ \alpha^2 a + \frac{b'}{\alpha} + \frac{c}{\alpha^2} = \frac1\alpha - "
    r"(1-\alpha^2)\, a \ \ge\ 1 + \frac{(1-\alpha)^2}{\alpha}, \qquad a \le \frac{1}{1+\alpha}",
    domain="0 ≤ i ≤ n-2, 0 < α < 1, α-private mechanisms with any number of responses",
    every_n=True,
    verdict="corrected",
    scope="all n, i, j, α and mechanisms; that the bounds are the least, for at most five columns at four levels",
    printed="x_(i+2)k is as small as possible for each k from 1 to j-1",
    slip="print",
    uses=("ghosh2009.lemma-5.4", "ghosh2009.lemma-5.5"),
)


def least(alpha, width, j, first=0, arrow=True):
    """The least sum of row i+2 by a linear program: the rows above as in the proof, it private from `first` on."""

    def cell(row, k):
        return row * width + k

    rows, right, equal = [], [], set()

    def add(row, value, exactly=False):
        if exactly:
            equal.add(len(rows))
        rows.append(row)
        right.append(value)

    for row in (0, 1):
        add({cell(row, k): 1 for k in range(width)}, 1, exactly=True)
    for k in range(width):
        # Row i is ↓ before column j and ↑ after it; row i+1 is ↑ from column j on.
        add({cell(1, k): 1, cell(0, k): -alpha}, 0, exactly=k < j)
        add({cell(0, k): 1, cell(1, k): -alpha}, 0, exactly=k > j)
        if k >= j and (arrow or k > j):
            add({cell(1, k): 1, cell(2, k): -alpha}, 0, exactly=True)
        elif k >= first:
            add({cell(2, k): 1, cell(1, k): -alpha}, 0)
    objective = {cell(2, k): 1 for k in range(width)}
    return solve(LinearProgram(3 * width, objective, tuple(rows), tuple(right), frozenset(equal)))


@claim.counterexample(
    "k from 1 on: at α = 9/10, with two columns and j = 1, the least sum is 100/171, as the linear program proves, and "
    "no probability constraint is broken",
    mutants={"k from 0 on": {"first": 0}, "at α = 3/5": {"alpha": Fraction(3, 5)}},
)
def without_column_0(first=1, alpha=Fraction(9, 10)):
    found = least(alpha, 2, 1, first)
    require(isinstance(found, OptimalPoint), "the linear program has no optimum")
    require(found.value == 1 / (alpha * (1 + alpha)), f"the least sum is {found.value}")
    require(found.value <= 1, f"the least sum is {found.value}, above 1")


@claim.proof(
    "letters: row i+1 with d ↓, then t = 0 or 1 entries S, then ↑ breaks the lemma just where d + t ≤ j; then its "
    "columns k ≥ j are all ↑, and otherwise column j is not; with ↓, S, ↑ as a², a, 1",
    mutants={"the columns k ≥ j-1": {"shift": -1}, "more ↓ than row i asked for with an S too": {"without": 0}},
)
def letters(shift=0, without=1):
    def letter(a, down, slack, k):
        return a**2 if k < down else a if k < down + slack else a**0

    def breaks(j, down, slack):
        return down < j + 1 if slack == 0 else down < j + 1 - without

    def pairs(a, down, slack, *rest):
        j, k = rest
        at, here = letter(a, down, slack, k + shift), letter(a, down, slack, j)
        if breaks(j, down, slack):
            yield at, a**0
            yield here, a**0
        else:
            # Then column j is ↓ or S.
            yield here, a**2 if j < down else a

    identity("a", pairs, Domain("d t j k", lambda d, t, j, k: [d, t, 1 - t, j, k - j]))


@claim.proof(
    "the columns k < j: the sum of row i+2 less α times that of row i+1 begins with 0 and grows by x_(i+2)k - "
    "α·x_(i+1)k ≥ 0, so it is ≥ 0; and the sums of the rows i+1 and i are αa and a",
    mutants={"α² for α": {"power": 2}, "x_(i+2)k for the difference": {"private": False}},
)
def columns_before(power=1, private=True):
    def pairs(a, k):
        above, below = entry("sum of row i+1", k), entry("sum of row i+2", k)
        x, y = entry("x", k), entry("y", k)
        grown = ((below + y) - a * (above + x)) - (below - a * above)
        yield grown, y - a**power * x if private else y

    identity("a", pairs, Domain("k", lambda k: [k]))


@claim.proof(
    "with c and b' from (7) and (8), α²·(α²a + b'/α + c/α²) is α - α²(1-α²)·a, and b - α·b' is (1-α)·(1 - (1+α)·a): so "
    "b ≥ α·b' says that a ≤ 1/(1+α)",
    mutants={"α²a without column 0": {"power": 3}, "1/α + (1-α²)·a": {"sign": 1}},
)
def by_a_alone(power=2, sign=-1):
    # Here a is α, and p, b are the paper's a and b.
    def pairs(a, p, b):
        c = 1 - p - b
        alpha_b = a - a**2 * p - c
        yield a**2 * a**power * p + alpha_b + c, a + sign * a**2 * (1 - a**2) * p
        yield b - alpha_b, (1 - a) * (1 - (1 + a) * p)

    identity("a p b", pairs)


@claim.proof(
    "so α·(sum - 1) = (1-α)² + α·(1-α)·(1 - (1+α)·a) + α·(what row i+2 is above the least) > 0",
    mutants={"at α ≤ 1": {"below_one": False}, "a ≤ 1": {"factor": 0}},
)
def above_one(below_one=True, factor=1):
    assumed = Assumed(
        "a p t",
        lambda a, p, t: {"α": a} | ({"1-α": 1 - a} if below_one else {}),
        lambda a, p, t: {"1-(1+α)a": 1 - (1 + factor * a) * p, "t": t} | ({} if below_one else {"1-α": 1 - a}),
        witness=[Fraction(1, 2), Fraction(1, 2), Fraction(0)],
    )

    def body(given, a, p, t):
        rest = given["α"] * (given["1-α"] * given["1-(1+α)a"] + given["t"])
        yield 1 - a * (1 - a**2) * p + a * t - a, given["1-α"] ** 2 + rest

    signs(assumed, body)


@claim.proof(
    "it is attained, with two columns and j = 1: the rows (1, α), (α, 1) over 1+α are private, ↓ and ↑; ↓ and ↑ again "
    "make α²·1 + 1/α over 1+α of row i+2, which is 1 + (1-α)²/α",
    mutants={"the rows (1, α), (α², 1)": {"power": 2}},
)
def attained(power=1):
    def pairs(a):
        yield a**power + 1, 1 + a
        # Times α: α times the sum times 1+α.
        yield a * a * a**power + 1, (1 + a) * (a + (1 - a) ** 2)

    identity("a", pairs)


@claim.instances(
    "by linear programs, for all j with at most five columns at four levels: the least sum is 1 + (1-α)²/α for j ≥ 1 "
    "and 1/α for j = 0; with no column j, all of row i being ↓, there are no such rows",
    mutants={
        "k from 1 on": {"first": 1},
        "column j of row i+1 not ↑": {"arrow": False},
        "1/α for j = 1": {"start": 1},
    },
    largest=9,
)
def by_programs(first=0, arrow=True, start=0, largest=5):
    for alpha, width in product(map(Fraction, ("1/5", "1/2", "7/10", "99/100")), range(1, largest + 1)):
        for j in range(width):
            found = least(alpha, width, j, first, arrow)
            require(isinstance(found, OptimalPoint), f"no optimum at α = {alpha}, {width} columns, j = {j}")
            expected = 1 + (1 - alpha) ** 2 / alpha if j > start else 1 / alpha
            require(found.value == expected, f"α = {alpha}, {width} columns, j = {j}: {found.value}")
        require(isinstance(least(alpha, width, width), Infeasible), "a row may be all ↓")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
