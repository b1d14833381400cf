"""Equations (3) and (4): which rows and columns the privacy constraints of the LP run over.

As printed, i runs over all of {0..n} and r stops at n-1. For i = n there is no row below. And where only i < n is
read, no constraint is left for column n: a first row 1, 0, …, 0 above rows α, 0, …, 0, 1-α keeps all the others. With
i < n and every r, (3) and (4) say of two neighbouring rows what privacy says.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.section-5.equations-3-4",
    title="the privacy constraints of the LP",
    section="5",
    position=8,
    statement=(
        "A mechanism x with range N is α-private exactly where x_ir - α·x_(i+1)r ≥ 0 and α·x_ir - x_(i+1)r ≤ 0 for all "
        "i in N without n and all r in N. Without column n this fails for every n ≥ 1 and 0 < α < 1."
    ),
    latex=r"x_{ir} - \alpha x_{(i+1)r} \ge 0, \quad \alpha x_{ir} - x_{(i+1)r} \le 0 \qquad \forall i \in "
    r"N\setminus\{n\},\ \forall r \in N",
    domain="n ≥ 0, 0 ≤ α ≤ 1; at n = 0 there are no neighbours and no constraints",
    every_n=True,
    verdict="corrected",
    scope="all n and α, with 0/0 read as 1, and 1/α at α = 0 as no bound",
    printed="in both (3) and (4) i runs over N, and r over N without n",
    slip="print",
)

ROWS = (("1", "0"), ("1/2", "1/2"))


def keeps(rows, alpha, inputs, responses):
    """Whether (3) and (4) hold for these i and r."""
    return all(
        rows[i][r] - alpha * rows[i + 1][r] >= 0 and alpha * rows[i][r] - rows[i + 1][r] <= 0
        for i in inputs
        for r in responses
    )


@claim.counterexample(
    "n = 1, α = 1/2, rows (1, 0) and (1/2, 1/2): for i = 1 there is no row below; for i = 0 the printed r = 0 holds, "
    "and yet response 1 breaks privacy",
    mutants={
        "rows (1/2, 1/2) twice": {"rows": (("1/2", "1/2"), ("1/2", "1/2"))},
        "column 1 as well": {"responses": (0, 1)},
    },
)
def column_left_out(rows=ROWS, responses=(0,)):
    x, alpha = Mechanism(rows), Fraction(1, 2)
    require(len(x) == 2, "there is a row below row 1")
    require(keeps(x.rows, alpha, range(1), responses), "a constraint for i = 0 is broken")
    require(not private(x, alpha), "it is 1/2-private")


UNIT = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])
CELLS = Domain("n i r", lambda n, i, r: [n - 1, i, n - 1 - i, r, n - r])


def entry_of_counterexample(a, n, i, r):
    """One row 1, 0, …, 0, and n rows α, 0, …, 0, 1-α."""
    if r == 0:
        return number(1) if i == 0 else a
    return 1 - a if r == n and i > 0 else number(0)


@claim.proof(
    "the same for every n ≥ 1 and 0 < α < 1, with one row 1, 0, …, 0 above n rows α, 0, …, 0, 1-α: the rows sum to 1, "
    "for r < n the differences in (3) and (4) are 1-α² and 0 (i = r = 0), or 1-α times an entry, and α·x_1n - x_0n = "
    "α(1-α) > 0 breaks (3) for r = n",
    mutants={"r ≤ n": {"last": 0}, "row 1 as the first": {"row": 1}},
)
def for_all_sizes(last=1, row=0):
    def pairs(a, n, i, r):
        here, below = (entry_of_counterexample(a, n, k, r) for k in (i, i + 1))
        yield entry_of_counterexample(a, n, i, 0) + entry_of_counterexample(a, n, i, n), number(1)
        if 1 <= r <= n - 1:
            yield here, number(0)
        if r <= n - last:
            if i == 0 and r == 0:
                yield here - a * below, (1 - a) * (1 + a)
                yield below - a * here, number(0)
            else:
                yield here - a * below, (1 - a) * here
                yield below - a * here, (1 - a) * here

    identity("a", pairs, CELLS)
    signs(
        UNIT,
        lambda given, a, n: [
            (
                a * entry_of_counterexample(a, n, row + 1, n) - entry_of_counterexample(a, n, row, n),
                given["α"] * given["1-α"],
            )
        ],
        Domain("n", lambda n: [n - 1]),
    )


@claim.proof(
    "with i < n and all r: where y = x_(i+1)r > 0 and q is the ratio x_ir/y, the left sides of (3) and (4) are (q-α)·y "
    "and -(1-αq)·y, so they have the right signs exactly where α ≤ q and αq ≤ 1",
    mutants={"(4) as x_ir - α·x_(i+1)r": {"turned": False}},
)
def ratio(turned=True):
    def pairs(a, q, i, r):
        below = entry("x", i + 1, r)
        here = q * below
        yield here - a * below, (q - a) * below
        yield (a * here - below) if turned else (here - a * below), -((1 - a * q) * below)

    identity("a q", pairs, Domain("i r", lambda i, r: [i, r]))


@claim.proof(
    "where y = 0 and α > 0: x_ir > 0 breaks (4), as α·x_ir > 0; x_ir = 0, the ratio 0/0, keeps both",
    mutants={"(3) is broken": {"three": True}},
)
def zero_below(three=False):
    above = Assumed("a x", lambda a, x: {"α": a, "x": x}, witness=[Fraction(1, 2), Fraction(1)])
    signs(
        above,
        lambda given, a, x: [(a * number(0) - x if three else a * x - number(0), given["α"] * given["x"])],
    )


def rows_of(denominator, width):
    """All distributions on so many responses with this denominator."""
    for counts in product(range(denominator + 1), repeat=width):
        if sum(counts) == denominator:
            yield [Fraction(count, denominator) for count in counts]


@claim.instances(
    "all 225 pairs of rows of three entries with the denominator 4 and all 27 mechanisms with two responses and the "
    "denominator 2, n = 2, at the levels 0, 1/3, 1/2, 1: private by the library exactly where (3) and (4) hold for i < "
    "n and all r",
    mutants={"r < n": {"last": 1}, "i < n-1": {"rows_left": 2}, "(4) alone, r ≤ n": {"both": False}},
)
def by_library(last=0, rows_left=1, both=True):
    matrices = [*product(rows_of(4, 3), repeat=2), *product(rows_of(2, 2), repeat=3)]
    for rows in matrices:
        for alpha in map(Fraction, ("0", "1/3", "1/2", "1")):
            inputs, responses = range(len(rows) - rows_left), range(len(rows[0]) - last)
            if both:
                found = keeps(rows, alpha, inputs, responses)
            else:
                found = all(alpha * rows[i][r] <= rows[i + 1][r] for i in inputs for r in responses)
            require(bool(private(Mechanism(rows), alpha)) == found, f"{rows} at the level {alpha}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
