"""Section 4.2: the sensitivity of a function, and what it is for common queries.

Δf is the largest ℓ1 distance of the values on two neighbours, so that datasets k entries apart differ by at most k·Δf.
For a sum of one term for each entry it is the largest difference of two terms, whatever n is. It depends on the
relation: a histogram has Δf = 2 where an entry is replaced and 1 where one is added or removed.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, number, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="lecture.section-4-2.sensitivity",
    title="sensitivity",
    section="4.2",
    position=10,
    statement=(
        "Δf is the least number with ‖f(X) - f(X')‖₁ ≤ k·Δf for all datasets k entries apart, all k. For f(X) = Σ_i "
        "g(X_i) it is max ‖g(a) - g(b)‖₁ over values a, b, for every n: 1 for a count, m for a sum of values 0..m, 2 "
        "for a histogram with two or more bins, k for k counts that one entry can all change. Where an entry is added "
        "or removed it is max ‖g(a)‖₁: 1, m, 1, k. For infinitely many values the maximum may not exist, as for sums "
        "of unbounded values."
    ),
    latex=r"\Delta f = \max_{X \sim X'} \lVert f(X) - f(X') \rVert_1, \qquad \lVert f(X) - f(X') \rVert_1 \le k\, "
    r"\Delta f",
    domain="n ≥ 1 entries, finitely many values",
    every_n=True,
    verdict="proved",
    scope="the two rules for all n and functions; the common queries on all datasets with n ≤ 3",
)


@claim.proof(
    "one more step of a chain: from u ≥ |x-y| and v ≥ |y-z|, u + v - (x-z) = (u-(x-y)) + (v-(y-z)), and so with the "
    "other sign; with v ≤ Δ and u ≤ k·Δ that is (k+1)·Δ",
    mutants={"the larger of both": {"both": 0}},
)
def chain(both=1):
    assumed = Assumed(
        "x y z u v",
        lambda *_: {},
        lambda x, y, z, u, v: {"u-": u - (x - y), "u+": u + (x - y), "v-": v - (y - z), "v+": v + (y - z)},
        witness=[Fraction(0)] * 3 + [Fraction(1)] * 2,
    )

    def pairs(given, x, y, z, *rest):
        u, v = rest
        yield u + both * v - (x - z), given["u-"] + given["v-"]
        yield u + both * v + (x - z), given["u+"] + given["v+"]

    signs(assumed, pairs, strict=False)


@claim.proof(
    "a sum of one term for each of n entries: replacing entry j changes the term j alone, and the partial sums over "
    "the first z entries differ by 0 up to j and by one difference of two terms after it",
    mutants={"entry j+1 changes too": {"width": 2}},
)
def sums(width=1):
    def pairs(n, j, i):
        old = entry("g", i)
        new = entry("h", i) if j <= i < j + width else old
        jump = entry("h", j) - entry("g", j)
        before, after = (jump if i + more > j else number(0) for more in (0, 1))
        yield new - old, after - before

    identity("", pairs, Domain("n j i", lambda n, j, i: [j, n - 1 - j, i, n - 1 - i]))


def sensitivity(f, values, n, added=False):
    """The most that f changes by, over all neighbours with n entries, or with n and n-1."""
    found = 0
    for data in product(values, repeat=n):
        for j in range(n):
            others = [data[:j] + data[j + 1 :]] if added else [(*data[:j], v, *data[j + 1 :]) for v in values]
            for other in others:
                found = max(found, sum(abs(x - y) for x, y in zip(f(data), f(other), strict=True)))
    return found


@claim.instances(
    "n = 1, 2, 3 and values 0, 1, 2: counts, sums, histograms, three counts at once and the data itself, where an "
    "entry is replaced, and where one is added or removed",
    mutants={"the largest change of one coordinate": {"bins": 1}, "the relations exchanged": {"added": (True, False)}},
)
def common(bins=2, added=(False, True)):
    values = (0, 1, 2)
    queries = {
        "count": (lambda data: [sum(x == 1 for x in data)], 1, 1),
        "sum": (lambda data: [sum(data)], 2, 2),
        "histogram": (lambda data: [sum(x == v for x in data) for v in values], bins, 1),
        "three counts": (lambda data: [sum(x >= 1 for x in data)] * 3, 3, 3),
    }
    for n in range(1, 4):
        for name, (f, replaced, removed) in queries.items():
            require(sensitivity(f, values, n, added[0]) == replaced, f"{name}, n = {n}, an entry replaced")
            require(sensitivity(f, values, n, added[1]) == removed, f"{name}, n = {n}, an entry removed")
        require(sensitivity(lambda data: data, values, n) == 2, f"the data itself, n = {n}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
