"""Lemma 5, what the proof assumes: the negation of the row pattern, for one mechanism and one pair of rows.

Column j is not ↓ where α·x_ij ≠ x_(i+1)j, which privacy makes α·x_ij < x_(i+1)j; likewise for ↑. If there is no j < k
with j not ↓ and k not ↑, then after the first column that is not ↓ all are ↑: that is the pattern. So the two
inequalities with j < k are the whole negation, provided that c_1 and c_2 may lie just outside the columns 0..n.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import absolute
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import uniqueness
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.lemma-5.contradiction-hypothesis",
    title="the assumption that is led to a contradiction",
    section="4.2",
    position=11,
    statement=(
        "For an α-private x and rows i, i+1 there are c_1 from -1 to n and c_2 = c_1 + 1 or c_1 + 2 with α·x_ij = "
        "x_(i+1)j for all j ≤ c_1 and x_ij = α·x_(i+1)j for all j ≥ c_2, exactly if no columns j < k have α·x_ij < "
        "x_(i+1)j and α·x_(i+1)k < x_ik. So for the one x chosen, which is optimal in (L, L'), the proof assumes just "
        "the negation for some i. c_1 = -1 and c_2 = n + 1 occur, and mean that no column is ↓, or that none is ↑."
    ),
    latex=(
        r"\nexists\, c_1, c_2 \iff \exists\, j < k:\; \alpha x_{i,j} < x_{i+1,j} \;\wedge\; \alpha x_{i+1,k} < x_{i,k}"
    ),
    domain="n ≥ 0, 0 ≤ i < n, 0 ≤ α ≤ 1, all α-private mechanisms on {0..n}",
    every_n=True,
    verdict="corrected",
    scope="all n, i, α and private mechanisms",
    printed=(
        "c_1 and c_2 are column indices, and columns are numbered from 1 to n; but a consumer's only optimum may have "
        "no ↓ column or no ↑ column in a row, and the columns are 0 to n"
    ),
    slip="print",
)


def ends(x, i, alpha, first, last):
    """All c_1, c_2 of the lemma with first ≤ c_1 and c_2 ≤ last."""
    here, below = x.rows[i], x.rows[i + 1]
    falls = [alpha * u == v for u, v in zip(here, below, strict=True)]
    rises = [u == alpha * v for u, v in zip(here, below, strict=True)]
    return [
        (c, d)
        for c in range(first, last + 1)
        for d in (c + 1, c + 2)
        if d <= last and all(falls[: c + 1]) and all(rises[d:])
    ]


@claim.counterexample(
    "n = 1, S = {0}, α = 1/2 and |i-r|: the only optimum answers 0 always. Column 0 is not ↓ (and column 1, all 0, is "
    "↑), so no c_1 among the columns will do, and c_1 = -1, c_2 = 1 do",
    mutants={"c_1 = -1 allowed": {"first": -1}, "S = {0, 1}": {"inside": (0, 1)}},
)
def no_such_columns(first=0, inside=(0,)):
    best = optimal(Problem(MinimaxConsumer(absolute(), inputs=range(2), side_information=inside), "1/2"))
    require(isinstance(best, Optimum), "the linear program was not solved")
    only = uniqueness(best)
    require(bool(only), "there is another optimum")
    accepted(only)
    x = best.mechanism
    require(not ends(x, 0, Fraction(1, 2), first, 1), "there are such columns")
    require(ends(x, 0, Fraction(1, 2), -1, 2) == [(-1, 1)], "c_1 = -1, c_2 = 1 are not the only ends")


@claim.proof(
    "with such ends there is no such pair: if column j is not ↓ then j ≥ c_1 + 1, and if column k is not ↑ then k ≤ "
    "c_2 - 1 ≤ c_1 + 1 ≤ j",
    mutants={"c_2 = c_1 + 3": {"apart": 3}, "j ≥ c_1": {"beyond": 0}},
)
def pattern_excludes(apart=2, beyond=1):
    def pairs(a, *indices):
        _, j, k, _, _ = indices
        # Whether j < k, as a coefficient.
        yield a * (1 if j < k else 0), a * 0

    # With f for c_1 + 1, which is ≥ 0.
    domain = Domain(
        "n j k f d",
        lambda n, j, k, f, d: [
            j,
            n - j,
            k,
            n - k,
            f,
            n + 1 - f,
            n + 1 - d,
            d - f,
            f - 1 + apart - d,
            j - (f - 1 + beyond),
            d - 1 - k,
        ],
    )
    identity("a", pairs, domain)


@claim.proof(
    "without such a pair there are such ends: let j be the first column that is not ↓, or n + 1 without one, c_1 = j - "
    "1 and c_2 = j + 1, or n + 1 if that is less; a column up to c_1 is before j, hence ↓; one from c_2 on is after j, "
    "hence ↑",
    mutants={"c_1 = j": {"less": 0}, "c_2 = j": {"more": 0}, "c_2 = j + 2": {"more": 2}},
)
def ends_exist(less=1, more=1):
    def pairs(a, *indices):
        n, j, m = indices
        last = j - less
        first = min(j + more, n + 1)
        # A column m is ↓ if it is before j, and ↑ if it is after j.
        yield a * (1 if m <= last and m >= j else 0), a * 0
        yield a * (1 if m >= first and m <= j else 0), a * 0
        yield a * (1 if first - last > 2 or first - last < 1 else 0), a * 0

    identity("a", pairs, Domain("n j m", lambda n, j, m: [j, n + 1 - j, m, n - m]))


@claim.proof(
    "not ↓ is α·x_ij < x_(i+1)j, as privacy gives ≤. A column is both ↓ and ↑ only if x_ij = α²·x_ij, which for α < 1 "
    "makes it 0; and 1 > α, so not all columns are ↓, nor all ↑",
    mutants={"α = 1": {"level": Fraction(1)}, "y - x": {"power": 0}},
)
def letters(level=Fraction(1, 2), power=1):
    # With the gap y - α·x > 0, the entry y is above α·x; with both equations, (1-α²)·x is 0.
    identity("a x g", lambda a, x, g: [((a * x + g) - a**power * x, g), (x - a * (a * x), (1 - a**2) * x)])
    assumed = Assumed("a", lambda a: {"1-α": 1 - a}, lambda a: {"α": a}, witness=[level])
    signs(
        assumed,
        lambda given, a: [
            (1 - a**2, given["1-α"] + given["1-α"] * given["α"]),
            (1 - a, given["1-α"]),
        ],
    )


def grid(columns, parts):
    """All rows of so many columns whose entries are multiples of 1/parts."""
    for cuts in product(range(parts + 1), repeat=columns - 1):
        if sum(cuts) <= parts:
            yield [Fraction(v, parts) for v in (*cuts, parts - sum(cuts))]


@claim.instances(
    "all private pairs of rows with entries in eighths and one to three columns, α = 0, 1/2, 1: ends exist exactly if "
    "there is no such pair of columns",
    mutants={"k ≥ j for k > j": {"apart": 0}, "c_1 from 0 on": {"first": 0}, "c_2 up to n": {"beyond": 0}},
    parts=12,
)
def by_grid(apart=1, first=-1, beyond=1, parts=8):
    for columns in range(1, 4):
        rows = list(grid(columns, parts))
        for here in rows:
            for below in rows:
                for alpha in (Fraction(0), Fraction(1, 2), Fraction(1)):
                    x = Mechanism([here, below])
                    if not private(x, alpha):
                        continue
                    bad = any(
                        alpha * here[j] < below[j] and alpha * below[k] < here[k]
                        for j in range(columns)
                        for k in range(j + apart, columns)
                    )
                    found = ends(x, 0, alpha, first, columns - 1 + beyond)
                    require(bool(found) != bad, f"rows {here} and {below}, α = {alpha}: {bad}, {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
