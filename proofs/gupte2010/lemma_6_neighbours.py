"""Lemma 6, the counting: how many neighbours with the result next to it a database has.

A database with result k has k rows that satisfy the predicate and n-k that don't. With s values that satisfy it and v
that don't, k·v neighbours have the result k-1 and (n-k)·s the result k+1, whatever the database. Neighbours seen from
either side are the same pairs, so |E(k)|·k·v = |E(k-1)|·(n-k+1)·s.
"""

from collections import Counter
from itertools import product
from math import comb

from exactdp.claims import Claim, Domain, entry, identity, require
from exactdp.commands.cli import main

claim = Claim(
    id="gupte2010.lemma-6.neighbours",
    title="how many neighbours have the next result",
    section="A",
    position=20,
    statement=(
        "Let s values of D satisfy the predicate and v not. A database with result k has exactly k·v neighbours with "
        "the result k-1, by changing one of the k rows that satisfy the predicate, and (n-k)·s with the result k+1; "
        "that depends on k only. No neighbour's result is farther away. The pairs with results k and k-1 are "
        "C(n,k)·s^k·v^(n-k)·k·v, counted from either side."
    ),
    latex=r"|E(k)|\cdot k\,v = |E(k-1)|\cdot (n-k+1)\,s, \qquad |E(k)| = \binom{n}{k} s^k v^{n-k}",
    domain="n ≥ 1, 0 ≤ k ≤ n, every finite D and every predicate, also a trivial one",
    every_n=True,
    verdict="corrected",
    scope="all n, s, v and databases; the pairs from either side for n ≤ 4 and |D| ≤ 3",
    printed="when f(d_1) = f(d_2) + 1, one of the n - f(d_1) rows of d_1 that satisfy the predicate is changed",
    slip="print",
)


def neighbours(row, size):
    """All databases that differ from this one in one row."""
    for k, here in enumerate(row):
        yield from ((*row[:k], value, *row[k + 1 :]) for value in range(size) if value != here)


def result(row, satisfying):
    """f: how many rows satisfy the predicate, that is, have one of the first so many values."""
    return sum(value < satisfying for value in row)


@claim.counterexample(
    "n = 1, D = {0, 1}, f counting zeros: the database (0) has the result 1 and one row that satisfies the predicate; "
    "n - f(d_1) is 0",
    mutants={"f(d_1) rows": {"rows": lambda n, k: k}},
)
def printed_count(rows=lambda n, k: n - k):
    found = sum(value < 1 for value in (0,))
    require(found == 1 and result((0,), 1) == 1, "the database is another")
    require(rows(1, 1) != found, "the number of rows that satisfy it is as stated")


@claim.counterexample(
    "it is no slip of which way: n = 2, D = {0, 1, 2}, satisfied by 0: (0, 0) has four neighbours of result 1 and n - "
    "f(d_1) = 0; and with n - f(d_2) = 1 row it would have two",
    mutants={"(0, 1)": {"row": (0, 1)}},
)
def either_way(row=(0, 0)):
    found = sum(result(d, 1) == result(row, 1) - 1 for d in neighbours(row, 3))
    k = result(row, 1)
    require(found == 4, f"there are {found}")
    require(found not in ((2 - k) * 2, (2 - (k - 1)) * 2), "it is one of those")


@claim.proof(
    "with e_m = 1 for a row m that satisfies the predicate and 0 otherwise: after m rows there are v·E(m) neighbours "
    "of the next lower result, s·(N(m) - E(m)) of the next higher one, and (s+v-1)·N(m) in all, where E and N count "
    "the e_m and the rows; a row adds v·e_m, s·(1-e_m), and the s·e_m + v·(1-e_m) - 1 that leave the result alone",
    mutants={"v·(1-e_m) lower ones": {"turned": True}, "without -1": {"own": 0}},
)
def counts(turned=False, own=1):
    def pairs(s, v, *indices):
        _, m = indices
        e, before, rows = entry("e", m), entry("E", m), entry("N", m)
        after, more = before + e, rows + 1
        lower, higher = v * ((1 - e) if turned else e), s * (1 - e)
        same = s * e + v * (1 - e) - own
        yield v * after - v * before, lower
        yield s * (more - after) - s * (rows - before), higher
        yield (s + v - 1) * more - (s + v - 1) * rows, lower + higher + same

    identity("s v", pairs, Domain("n m", lambda n, m: [m, n - 1 - m]))


@claim.proof(
    "C(n,k)·s^k·v^(n-k)·k·v = C(n,k-1)·s^(k-1)·v^(n-k+1)·(n-k+1)·s: with B = C(n,k-1) and k·C(n,k) = (n-k+1)·B both "
    "are s^k·v^(n-k+1)·(n-k+1)·B",
    mutants={"s for v on the left": {"wrong": True}},
)
def from_either_side(wrong=False):
    def pairs(s, v, n, k):
        # (n-k+1)·C(n,k-1), that is k·C(n,k).
        both = entry("pairs of a row and a set without it")
        yield both * s**k * v ** (n - k) * (s if wrong else v), both * s ** (k - 1) * v ** (n - k + 1) * s

    identity("s v", pairs, Domain("n k", lambda n, k: [k - 1, n - k]))


@claim.instances(
    "n ≤ 4, |D| ≤ 3 and all s: every database has these numbers of neighbours, the sizes of the classes are "
    "C(n,k)·s^k·v^(n-k), and the pairs are as many from either side",
    mutants={"n-k for k": {"turned": True}, "s for v": {"exchanged": True}},
    largest=6,
)
def by_listing(turned=False, exchanged=False, largest=4):
    for size in range(1, 4):
        for satisfying in range(size + 1):
            others = size - satisfying
            s, v = (others, satisfying) if exchanged else (satisfying, others)
            for n in range(1, largest + 1):
                classes, pairs = Counter(), Counter()
                for row in product(range(size), repeat=n):
                    k = result(row, satisfying)
                    found = Counter(result(d, satisfying) - k for d in neighbours(row, size))
                    lower = ((n - k) if turned else k) * v
                    expected = {-1: lower, 1: (n - k) * s, 0: n * (size - 1) - lower - (n - k) * s}
                    require(all(found[step] == expected[step] for step in expected), f"{row}: {found}")
                    require(found.total() == n * (size - 1), f"{row} has a neighbour farther away")
                    classes[k] += 1
                    pairs.update({(k, -1): found[-1], (k, 1): found[1]})
                for k in range(n + 1):
                    require(classes[k] == comb(n, k) * satisfying**k * others ** (n - k), f"class {k}: {classes[k]}")
                    require(k == 0 or pairs[k, -1] == pairs[k - 1, 1], f"n = {n}, k = {k}: {pairs}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
