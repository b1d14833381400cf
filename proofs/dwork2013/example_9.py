"""Example 9: publishing a random hundredth of the rows.

For databases of m rows that differ in one, a random choice of s rows shows the differing one with probability s/m, and
otherwise has the same distribution. So the least δ is s/m at every ε. For one row more or less the number of rows
published would have to be s(m) = m/100, which is no integer for most m, and a jump of s tells the neighbours apart.
"""

from fractions import Fraction
from itertools import combinations
from math import comb

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.example-9",
    title="publishing one row in a hundred",
    section="2.4",
    position=30,
    statement=(
        "For one row replaced, publishing s of m rows, chosen uniformly, is (0, s/m)-differentially private, and no "
        "smaller δ will do for any ε: δ = 1/100 allows s = m/100 where 100 divides m. For one row more or less, the "
        "chapter's first reading, it allows a fixed s ≤ (m+1)/100, or each row with probability 1/100 by itself. A "
        "number s(m) that follows m/100 does not: wherever it rises the numbers published tell the neighbours apart, "
        "with δ = 1."
    ),
    latex=r"\delta(\varepsilon) = \frac{\binom{m-1}{s-1}}{\binom{m}{s}} = \frac sm \text{ for all } \varepsilon \ge 0",
    domain="0 ≤ s ≤ m, m ≥ 1, distinct rows; ε ≥ 0",
    verdict="corrected",
    scope="δ = s/m for all s and m; the mechanisms by enumeration for m ≤ 6, with 100 replaced by 2, 3",
    printed="δ = 1/100 permits n/100 rows to be released, also where neighbours have one row more or less",
    slip="statement",
    uses=("dwork2013.definition-8", "dwork2013.section-2-1.relations"),
)


def chosen(rows, s):
    """The distribution of a uniform choice of s rows."""
    return {frozenset(choice): Fraction(1, comb(len(rows), s)) for choice in combinations(rows, s)}


def by_coins(rows, p):
    """The distribution of a choice that takes each row with probability p."""
    found = {}
    for s in range(len(rows) + 1):
        for choice in combinations(rows, s):
            found[frozenset(choice)] = p**s * (1 - p) ** (len(rows) - s)
    return found


def least_delta(P, Q, t=Fraction(1)):
    """The least δ at e^ε = t, in both orders."""
    return max(
        sum(max(Fraction(0), A.get(r, Fraction(0)) - t * B.get(r, Fraction(0))) for r in {*A, *B})
        for A, B in ((P, Q), (Q, P))
    )


@claim.counterexample(
    "99 and 100 rows with s the integer part of m/100, and 2 and 3 rows with that of m/3: nothing is published of the "
    "smaller, one row of the larger, so that δ = 1 at every ε",
    mutants={"one row of both": {"rounded": lambda m, part: 1}},
)
def sizes(rounded=lambda m, part: m // part):
    for m, part in ((99, 100), (2, 3)):
        P, Q = (chosen(range(size), rounded(size, part)) for size in (m, m + 1))
        for t in (Fraction(1), Fraction(10**6)):
            require(least_delta(P, Q, t) == 1, f"the least δ from {m} to {m + 1} rows is {least_delta(P, Q, t)}")


@claim.proof(
    "of the C(m,s) choices C(m-1,s-1) hold a given row: s·C(m,s) counts each choice with one of its rows, and so does "
    "m·C(m-1,s-1); the others are the same for both databases, so that the excess is s/m at every t ≥ 1; for a fixed "
    "s and m+1 rows it is s/(m+1) < s/m",
    mutants={"s/(m-1)": {"less": 1}},
)
def share(less=0):
    # c stands for C(m-1,s-1)/s, and C(m,s) = m·c, C(m-1,s) = (m-s)·c by Pascal's rule.
    identity("m s c", lambda m, s, c: [((m - less) * c - (m - s) * c, s * c)])
    given = Assumed("m s", lambda m, s: {"s": s}, lambda m, s: {}, witness=[2, 1])
    # Times m(m+1).
    signs(given, lambda known, m, s: [(s * (m + 1 - less) - s * m, known["s"])])


@claim.proof(
    "each row by its own coin: with p = 1/100 a row more appears with probability p, the rest has the same "
    "distribution with the factor 1-p: from the larger the excess is p at t = 1, from the smaller 1 - (1-p) = p",
    mutants={"the coin 2p": {"times": 2}},
)
def coins(times=1):
    identity("p", lambda p: [(1 - (1 - times * p), p), (times * p - 0 * p, p)])


@claim.instances(
    "m ≤ 6, all s: one row replaced, and a fixed s with one row more, at t = 1, 2, 1000; and coins of 1/2, 1/100",
    mutants={"rows that are equal": {"distinct": False}, "a fixed s with s/m": {"more": 0}},
)
def enumerated(distinct=True, more=1):
    for m in range(1, 7):
        for s in range(m + 1):
            for t in (Fraction(1), Fraction(2), Fraction(1000)):
                P = chosen(range(m), s)
                Q = chosen([*range(m - 1), m if distinct else m - 1], s)
                require(least_delta(P, Q, t) == Fraction(s, m), f"m = {m}, s = {s}: {least_delta(P, Q, t)}")
            longer = chosen(range(m + 1), s)
            found = least_delta(chosen(range(m), s), longer)
            require(found == Fraction(s, m + more), f"one row more, m = {m}, s = {s}: {found}")
        for p in (Fraction(1, 2), Fraction(1, 100)):
            found = least_delta(by_coins(range(m), p), by_coins(range(m + 1), p))
            require(found == p, f"by coins of {p} the least δ is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
