"""Section 2.1: the result of a count query is in N = {0..n}, and one row changes it by at most 1.

Count at once the rows that satisfy the predicate and those that don't: f and g with f + g = n. One row moves at most
one unit from f to g or back.
"""

from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, number, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="gupte2010.section-2-1.count-query",
    title="count queries",
    section="2.1",
    position=10,
    statement=(
        "The number of rows that satisfy the predicate is a whole number from 0 to n, so that it is one of the n+1 "
        "elements of N. If two databases of n rows differ in at most one row, the results differ by -1, 0 or 1; if "
        "they differ in k rows, by at most k. Each element of N is a result, if the predicate is true of one value in "
        "D and false of another. For n = 0 the result is 0."
    ),
    latex=r"0 \le f(d) \le n, \qquad |f(d_1) - f(d_2)| \le |\{k : d_{1,k} \ne d_{2,k}\}|",
    domain="n ≥ 0, every set D and every predicate on it; all of N for predicates that are not constant",
    every_n=True,
    verdict="proved",
    scope="all n, D and predicates",
)

ROWS = Domain("n k", lambda n, k: [k, n - 1 - k])
BIT = (0, 1)


@claim.proof(
    "f + g = n, both ≥ 0: a row adds its bit b to f and 1-b to g, so that f + g counts the rows; both bits are ≥ 0",
    mutants={"the predicate counted twice": {"times": 2}, "a bit -1": {"bits": (0, -1)}},
)
def between(times=1, bits=BIT):
    def pairs(n, k):
        bit, f, g = entry("b", k), entry("f", k), entry("g", k)
        # k rows have been counted.
        yield (f + times * bit) + (g + (1 - bit)) - (f + g), number(1)

    identity("", pairs, ROWS)
    for bit in bits:
        require(min(bit, 1 - bit) >= 0, f"a row adds {bit} to one count and {1 - bit} to the other")
    counts = Assumed("f b", lambda *_: {}, lambda f, b: {"f": f, "b": b}, witness=[0, 0])
    signs(counts, lambda given, f, b: [(f + b, given["f"] + given["b"])], strict=False)


@claim.proof(
    "the difference of two results grows by b'-b from row to row. It is 0 for a row that both share; for another it is "
    "-1, 0 or 1, so k changed rows give |difference| ≤ k",
    mutants={"a shared row that counts once only": {"second": 0}, "a row counted as 2": {"bits": (0, 2)}},
)
def changed(second=1, bits=BIT):
    def pairs(n, j, k):
        # Row j alone may differ. The case comes first, so that entries at equal indices are one.
        differs = k == j
        first = entry("b", k)
        other = entry("c", k) if differs else second * entry("b", k)
        f, h = entry("f", k), entry("h", k)
        change = entry("c", j) - entry("b", j) if differs else number(0)
        yield (h + other) - (f + first), (h - f) + change

    identity("", pairs, Domain("n j k", lambda n, j, k: [j, n - 1 - j, k, n - 1 - k]))
    for before, after in product(bits, repeat=2):
        require(-1 <= after - before <= 1, f"one row changes the result by {after - before}")
    # |D + e| ≤ k + 1 where -k ≤ D ≤ k and -1 ≤ e ≤ 1.
    bounds = Assumed(
        "k D e",
        lambda *_: {},
        lambda k, D, e: {"k-D": k - D, "k+D": k + D, "1-e": 1 - e, "1+e": 1 + e},
        witness=[0, 0, 0],
    )

    def wider(given, k, D, e):
        yield (k + 1) - (D + e), given["k-D"] + given["1-e"]
        yield (k + 1) + (D + e), given["k+D"] + given["1+e"]

    signs(bounds, wider, strict=False)


@claim.proof(
    "every element i of N is a result: with the predicate true of the first i rows and false of the others the count "
    "after k rows is min(k, i), and i after n rows (counts stand as exponents of z)",
    mutants={"true of the rows up to i": {"more": 1}},
)
def every_result(more=0):
    def pairs(z, n, i, k):
        bit = 1 if k < i + more else 0
        yield z ** min(k + 1, i), z ** min(k, i) * z**bit
        yield z ** min(0 * n, i), number(1)
        yield z ** min(n, i), z**i

    identity("z", pairs, Domain("n i k", lambda n, i, k: [i, n - i, k, n - 1 - k]))


@claim.instances(
    "|D| ≤ 3, n ≤ 3 and every predicate: any two databases that differ in k rows have results at most k apart, and "
    "exactly k apart for some, if the predicate is not constant",
    mutants={"at most k-1 apart": {"fewer": 1}, "for constant ones too": {"all_of_them": True}},
    sizes=(1, 2, 3, 4),
)
def small(fewer=0, all_of_them=False, sizes=(1, 2, 3)):
    for size in sizes:
        for n in range(4):
            databases = list(product(range(size), repeat=n))
            for predicate in product(BIT, repeat=size):
                result = {d: sum(predicate[row] for row in d) for d in databases}
                where = f"the predicate {predicate}, n = {n}"
                require(set(result.values()) <= set(range(n + 1)), f"{where}: results {set(result.values())}")
                apart = {}
                for d, e in product(databases, repeat=2):
                    k = sum(a != b for a, b in zip(d, e, strict=True))
                    apart.setdefault(k, set()).add(abs(result[d] - result[e]))
                for k, found in apart.items():
                    reached = k if all_of_them or len(set(predicate)) == 2 else 0
                    require(max(found) == max(reached - fewer, 0), f"{where}: {k} rows change it by {max(found)}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
