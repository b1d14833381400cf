"""Section 6.2: how many priors on databases induce a given prior on results.

A result i has |E_i| = C(n, i)·s^i·t^(n-i) databases, with s values that satisfy the predicate and t that do not. So
p_i > 0 can be split among them in infinitely many ways if they are two or more, and in one way if there is one.
"""

from itertools import product
from math import comb

from exactdp.claims import Claim, Domain, identity, require
from exactdp.commands.cli import main

claim = Claim(
    id="ghosh2009.section-6-2.extensions",
    title="extending a prior on results to databases",
    section="6.2",
    position=5,
    statement=(
        "Every prior on databases induces exactly one on results. Conversely a prior on results is induced by "
        "infinitely many if some i with p_i > 0 has two databases or more, and by exactly one if each has one. |E_i| = "
        "C(n,i)·s^i·t^(n-i) is 1, for s, t ≥ 1, only for i = n, s = 1 and for i = 0, t = 1. So the extension is unique "
        "only where p is on 0 and n, with s = 1 if p_n > 0 and t = 1 if p_0 > 0."
    ),
    latex=r"|E_i| = \binom{n}{i} s^i t^{n-i}, \qquad p_i = \sum_{d : f(d) = i} p_d",
    domain="n ≥ 1, every finite domain D, every non-trivial predicate, every prior on results",
    every_n=True,
    verdict="proved",
    scope="all n, D, predicates and priors",
)


@claim.proof(
    "induced: one more database of weight q and result k adds q to p_k, and so to Σ_i p_i, as to Σ_d p_d",
    mutants={"counted for two results": {"times": 2}},
)
def induced(times=1):
    # S is the sum of all p_i, of which p_k is one.
    identity("S p q", lambda S, p, q: [((S - p) + (p + times * q), S + q)])


@claim.proof(
    "with weights u, v of two databases of E_i and any shift h between 0 and v the prior on results is the same; with "
    "one database p_i is its weight",
    mutants={"twice the shift": {"twice": 2}},
)
def many(twice=1):
    identity("u v h", lambda u, v, h: [((u + h) + (v - twice * h), u + v)])


@claim.proof(
    "the count: of |E_i| for n+1 rows those whose last row satisfies the predicate are s·|E_(i-1)|, the others t·|E_i| "
    "of n rows; with c, b the binomials of i and i-1 this is (c+b)·s^i·t^(n+1-i)",
    mutants={"s for a last row that does not": {"other": "s"}, "t^(n-i)": {"less": 1}},
)
def count(other="t", less=0):
    def pairs(c, b, s, t, *at):
        n, i = at
        satisfied = b * s ** (i - 1) * t ** (n - (i - 1))
        others = c * s**i * t ** (n - i)
        yield s * satisfied + (t if other == "t" else s) * others, (c + b) * s**i * t ** (n + 1 - i - less)

    identity("c b s t", pairs, Domain("n i", lambda n, i: [i - 1, n - i]))


@claim.proof(
    "for 0 < i < n two databases of E_i: with the first i rows, or the rows 1..i, the ones that satisfy the predicate; "
    "both have i of them, here as exponents, and they differ in rows 0 and i",
    mutants={"i = n as well": {"last": 0}, "the rows 1..i+1": {"more": 1}},
)
def two_databases(last=1, more=0):
    def pairs(z, n, i, k):
        # How many of the first k rows satisfy it, row 0 being the first.
        first = z ** min(k, i)
        other = z ** (min(k, i + 1 + more) - 1) if k >= 1 else z**0
        after = z ** (min(k + 1, i + 1 + more) - 1)
        yield z ** min(k + 1, i), first * (z if k < i else 1)
        yield after, other * (z if 1 <= k <= i else 1)
        yield z ** (min(n, i + 1 + more) - 1), z ** min(n, i)

    identity("z", pairs, Domain("n i k", lambda n, i, k: [i - 1, n - last - i, k, n - 1 - k]))


@claim.instances(
    "n ≤ 4, |D| ≤ 4, all non-trivial predicates: by listing the databases, |E_i| and where it is 1",
    mutants={
        "one database for i = 1 as well": {"single": lambda n, i, s, t: i == 1 or (i == n and s == 1)},
        "t^i for s^i": {"exchanged": True},
    },
    largest=5,
)
def listed(single=lambda n, i, s, t: (i == n and s == 1) or (i == 0 and t == 1), exchanged=False, largest=4):
    for n in range(1, largest + 1):
        for size in range(2, 5):
            for s in range(1, size):
                t = size - s
                found = [0] * (n + 1)
                for row in product(range(size), repeat=n):
                    found[sum(value < s for value in row)] += 1
                for i, number_of in enumerate(found):
                    power = t**i * s ** (n - i) if exchanged else s**i * t ** (n - i)
                    require(number_of == comb(n, i) * power, f"n = {n}, s = {s}, t = {t}, i = {i}: {number_of}")
                    require((number_of == 1) == single(n, i, s, t), f"n = {n}, s = {s}, t = {t}, i = {i}: {number_of}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
