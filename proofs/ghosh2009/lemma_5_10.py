"""Lemma 5.10: the columns of the constraint matrix of G followed by a deterministic map.

Where the map sends a…b to l, column l has the entries w_i = g_ia + … + g_ib. From row i to row i+1 every summand with
j > i grows by the factor 1/α and every one with j ≤ i shrinks by α, whatever the factor of its column. So all of them
grow above row a, all shrink from row b on, and between the two there are some of either kind.

A second way, with the sums themselves: let H(0) = 0, H(z) = α^(i-z+1) for 0 < z ≤ i, H(z) = 1 + α - α^(z-i) for
i < z ≤ n, and H(n+1) = 1 + α. Then H(z+1) - H(z) = (1+α)·g_iz for all columns z, the outer ones included, and
(1+α)·w_i = H(b+1) - H(a).
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    geometric_times_one_plus_alpha,
    identity,
    number,
    positive_number,
    require,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import deterministic
from exactdp.polytope.constraints import constraint_matrix

claim = Claim(
    id="ghosh2009.lemma-5.10",
    title="the columns that a deterministic map of G makes",
    section="5",
    position=120,
    statement=(
        "Let a deterministic map send a…b, and no other response of G_{n,α}, to l. Then column l of the constraint "
        "matrix has ↑ in the rows 0 to a-1, S in the rows a to b-1, and ↓ in the rows b to n-1; there are no ↑ where a "
        "= 0, no S where a = b, and no ↓ where b = n. In the S rows w_(i+1) - α·w_i is (1-α)·(1 - α^(b-i)), or 1-α "
        "where b = n, and w_i - α·w_(i+1) is (1-α)·(1 - α^(i-a+1)), or 1-α where a = 0."
    ),
    latex=(
        r"C(i,l) = \ \uparrow \ (i < a), \quad S \ (a \le i < b), \quad \downarrow \ (b \le i < n), \qquad "
        r"w_{i+1}-\alpha w_i = (1-\alpha)(1-\alpha^{b-i}) \ (a \le i < b < n)"
    ),
    domain="n ≥ 1, 0 ≤ a ≤ b ≤ n, 0 < α < 1, as the section assumes (at α = 0 and 1 there is no constraint matrix)",
    every_n=True,
    verdict="corrected",
    scope="all n, a, b, i and α",
    printed="w_i = (1/α)·w_(i+1) for b ≤ i ≤ n, though there is no row n+1",
    slip="proof",
    uses=("gupte2010.definition-4",),
)

INSIDE = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])
ENTRIES = Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j])
STEPS = Domain("n i j", lambda n, i, j: [n - 1, i, n - 1 - i, j, n - j])
# 0 ≤ s ≤ t ≤ n are the a and b of the lemma, since a stands for α here.
SUMS = Domain("n s t i", lambda n, s, t, i: [n - 1, s, t - s, n - t, i, n - 1 - i])


@claim.counterexample(
    "n = 1, a = b = 1: the only i with b ≤ i ≤ n is 1, and G has no row 2",
    mutants={"b ≤ i ≤ n-1": {"last": 0}},
)
def no_row_below_the_last(n=1, b=1, last=1):
    rows = len(geometric(n=n, alpha="1/2"))
    require(any(i + 1 >= rows for i in range(b, last + 1)), "every row has one below it")


# The paper's way, summand by summand.


@claim.proof(
    "every g_ij, and so every w_i, is > 0: column l is not a Z-column", mutants={"at α = 1": {"below_one": False}}
)
def positive(below_one=True):
    assumed = Assumed(
        "a",
        lambda a: {"α": a} | ({"1-α": 1 - a} if below_one else {}),
        lambda a: {} if below_one else {"1-α": 1 - a},
        witness=[Fraction(1, 2)],
    )

    def entries(given, a, n, i, j):
        factor = positive_number(1) if j in (0, n) else given["1-α"]
        yield geometric_times_one_plus_alpha(a, n, i, j), given["α"] ** abs(i - j) * factor

    signs(assumed, entries, ENTRIES)


@claim.proof(
    "g_ij = α·g_(i+1)j for j > i, so for all j in a…b in the rows i < a; g_(i+1)j = α·g_ij for j ≤ i, so for all j in "
    "a…b in the rows b ≤ i < n",
    mutants={"g_ij = α·g_(i+1)j for j = i as well": {"first": 0}, "α² for α": {"power": 2}},
)
def summands(first=1, power=1):
    def pairs(a, n, i, j):
        here, below = (geometric_times_one_plus_alpha(a, n, row, j) for row in (i, i + 1))
        yield (here, a**power * below) if j >= i + first else (below, a**power * here)

    identity("a", pairs, STEPS)


@claim.proof(
    "in the rows a ≤ i < b the summands of w_(i+1) - α·w_i are 0 for j ≤ i and > 0 for j > i, where j = i+1 is one of "
    "a…b; those of w_i - α·w_(i+1) are > 0 for j ≤ i, where j = i is one, and 0 for j > i: so the entry is S",
    mutants={"1-α for 1-α²": {"power": 1}, "all summands > 0": {"everywhere": True}},
)
def between(power=2, everywhere=False):
    def zeros(a, n, i, j):
        here, below = (geometric_times_one_plus_alpha(a, n, row, j) for row in (i, i + 1))
        yield (here - a * below if j > i else below - a * here), number(0)

    def positives(given, a, n, i, j):
        here, below = (geometric_times_one_plus_alpha(a, n, row, j) for row in (i, i + 1))
        factor = positive_number(1) if j in (0, n) else given["1-α"]
        larger = given["1-α"] if power == 1 else given["1-α"] * (positive_number(1) + given["α"])
        if j > i or everywhere:
            yield below - a * here, larger * factor * given["α"] ** abs(i + 1 - j)
        else:
            yield here - a * below, larger * factor * given["α"] ** abs(i - j)

    identity("a", zeros, STEPS)
    signs(INSIDE, positives, STEPS)


# The second way, by the sums.


def up_to(a, n, i, z):
    """H(z), the sum of (1+α)·g_ij over j < z."""
    if z == 0:
        return number(0)
    if z == n + 1:
        return 1 + a
    return a ** (i - z + 1) if z <= i else 1 + a - a ** (z - i)


def column(a, n, i, s, t):
    """(1+α)·w_i, for the map that sends s…t to one response."""
    return up_to(a, n, i, t + 1) - up_to(a, n, i, s)


@claim.proof(
    "H(z+1) - H(z) = (1+α)·g_iz for all rows i and columns z from 0 to n, and H(0) = 0",
    mutants={"no jump at n+1": {"closed": False}, "H(0) as in the other columns": {"opened": False}},
)
def telescoping(closed=True, opened=True):
    def pairs(a, n, i, z):
        def h(z):
            if z == 0 and not opened:
                return a ** (i + 1)
            if z == n + 1 and not closed:
                return 1 + a - a ** (n + 1 - i)
            return up_to(a, n, i, z)

        yield h(z + 1) - h(z), geometric_times_one_plus_alpha(a, n, i, z)

    identity("a", pairs, ENTRIES)


@claim.proof(
    "w_i = α·w_(i+1) for i < a, w_(i+1) = α·w_i for b ≤ i < n, and in the rows between w_(i+1) - α·w_i = (1-α)·(1 - "
    "α^(b-i)), or 1-α for b = n, and w_i - α·w_(i+1) = (1-α)·(1 - α^(i-a+1)), or 1-α for a = 0",
    mutants={
        "↑ in row a as well": {"ups": 1},
        "↓ from row b-1 on": {"downs": -1},
        "α^(b-i+1)": {"shift": 1},
        "the same at the ends a = 0 and b = n": {"ends": False},
    },
)
def sums(ups=0, downs=0, shift=0, ends=True):
    def pairs(a, n, s, t, i):
        here, below = column(a, n, i, s, t), column(a, n, i + 1, s, t)
        if i < s + ups:
            yield here, a * below
        elif i >= t + downs:
            yield below, a * here
        else:
            last, first = ends and t == n, ends and s == 0
            yield below - a * here, (1 - a**2) * (number(1) if last else 1 - a ** (t - i + shift))
            yield here - a * below, (1 - a**2) * (number(1) if first else 1 - a ** (i - s + 1))

    identity("a", pairs, SUMS)


@claim.proof(
    "1-α > 0, and 1 - α^(k+1) = (1-α^k) + α^k·(1-α) > 0 by induction on k: both differences are > 0, the exponents b-i "
    "and i-a+1 being at least 1",
    mutants={"1 - α^0": {"least": False}},
)
def powers(least=True):
    assumed = Assumed(
        "a p",
        lambda a, p: {"α": a, "1-α": 1 - a, "p": p},
        lambda a, p: {"1-p": 1 - p},
        witness=[Fraction(1, 2), Fraction(1)],
    )

    def step(given, a, p):
        yield (1 - a * p, given["1-p"] + given["p"] * given["1-α"]) if least else (1 - p, given["1-p"])

    signs(assumed, step)


@claim.instances(
    "for n ≤ 6, all a ≤ b and three levels: column a of the library's constraint matrix, a…b being sent to a",
    mutants={"a…b+1 sent to a": {"more": 1}, "b left out": {"more": -1}},
)
def by_library(more=0):
    for n in range(1, 7):
        for alpha in ("1/5", "1/2", "99/100"):
            source = geometric(n=n, alpha=alpha)
            for a in range(n + 1):
                for b in range(a, n + 1):
                    remap = deterministic(
                        [a if a <= j <= b + more else j for j in range(n + 1)], responses=range(n + 1)
                    )
                    found = constraint_matrix(source @ remap, alpha).column(a)
                    expected = "↑" * a + "S" * (b - a) + "↓" * (n - b)
                    require(found == expected, f"n = {n}, α = {alpha}, a = {a}, b = {b}: {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
