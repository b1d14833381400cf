"""Section 2.2: an oblivious mechanism is a row of masses for each result, looked up at the true result.

A mechanism m on databases is oblivious where f(d) = f(e) makes the rows of d and e equal. Then x_f(d) is the row of d.
This defines x_i for each i that is a result; a constant predicate leaves the others open.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, Domain, identity, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.section-2-2.oblivious",
    title="oblivious mechanisms",
    section="2.2",
    position=5,
    statement=(
        "A mechanism on databases is oblivious exactly if there are rows x_0, …, x_n with m_d = x_f(d) for all d; so "
        "the true result is all it needs. The rows are unique for a predicate that is not constant. For n ≥ 2 and D "
        "with two values or more there are mechanisms that are not oblivious; for n ≤ 1, D = {0, 1} and f(d) = d all "
        "are. The geometric mechanism depends on the database through f(d) alone."
    ),
    latex=r"m_{d,r} = x_{f(d),r}",
    domain="n ≥ 0, every D and predicate; the geometric mechanism for 0 ≤ α < 1",
    every_n=True,
    verdict="proved",
    scope="all n; the geometric mechanism by the exponent |r - f(d)| for all r; the unique rows and the two examples "
    "also on small databases",
)


@claim.proof(
    "every i in N is the result of the database whose first i rows are true, so that m_d at that d is x_i (counts "
    "stand as exponents of z)",
    mutants={"the first i+1 rows": {"more": 1}},
)
def unique(more=0):
    def pairs(z, n, i, k):
        # The count after k rows, min(k, i), grows by the bit of row k, and ends with i.
        yield z ** min(k + 1, i), z ** min(k, i) * z ** (1 if k < i + more else 0)
        yield z ** min(n, i), z**i

    identity("z", pairs, Domain("n i k", lambda n, i, k: [i, n - i, k, n - 1 - k]))


@claim.proof(
    "f(d) + Z: on databases with j true rows among the first and k among the others the mass of r is that on any other "
    "with j + k in all, α^|r-j-k| up to a factor",
    mutants={"the first rows only": {"others": 0}},
)
def geometric_is_oblivious(others=1):
    def pairs(a, j, k, r):
        yield a ** abs(r - j - others * k), a ** abs(r - (j + k))
        yield a ** abs(r - k - j), a ** abs(r - (j + k))

    identity("a", pairs, Domain("j k r", lambda j, k, r: [j, k]))


def oblivious(rows, results):
    """The definition, read off: equal results have equal rows."""
    pairs = product(zip(rows, results, strict=True), repeat=2)
    return all(x == y for (x, i), (y, k) in pairs if i == k)


def some_rows(count):
    """Two or three rows to choose from for so many databases, in all ways."""
    options = [(Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2))]
    return product(options, repeat=count)


@claim.instances(
    "D = {0, 1}, n ≤ 3, four predicates, all mechanisms with rows (1, 0) or (1/2, 1/2): the oblivious ones are those "
    "that come from rows x_i, of which there is one choice if the predicate is not constant or n = 0",
    mutants={"unique for all predicates": {"unique_rows": True}, "n rows for n+1": {"fewer": 1}},
)
def small(unique_rows=False, fewer=0):
    for n in range(4):
        for predicate in product((0, 1), repeat=2):
            results = [sum(predicate[d >> k & 1] for k in range(n)) for d in range(2**n)]
            choices, last = {}, max(n - fewer, 0)
            for x in some_rows(last + 1):
                choices.setdefault(tuple(x[min(i, last)] for i in results), []).append(x)
            found = {rows for rows in some_rows(2**n) if oblivious(rows, results)}
            require(found == set(choices), f"n = {n}, {predicate}: {len(found)} are oblivious")
            once = all(len(listed) == 1 for listed in choices.values())
            expected = unique_rows or n == 0 or len(set(predicate)) == 2
            require(once == expected, f"n = {n}, {predicate}: the rows are unique: {once}")


@claim.instances(
    "D = {0, 1}, the predicate true of 1: for n = 2 the mechanism that releases the first row is private at no α > 0 "
    "and not oblivious, and with G's rows it is; for n = 1 each is oblivious",
    mutants={"n = 1": {"n": 1}, "the count of ones": {"counted": True}},
)
def examples(n=2, counted=False):
    results = [d.bit_count() for d in range(2**n)]
    first = [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))]
    rows = [first[min(results[d], 1) if counted else d & 1] for d in range(2**n)]
    require(not oblivious(rows, results), f"it is oblivious for n = {n}")
    require(level(Mechanism(rows), hypercube(inputs=range(2**n))).alpha == 0, "its level is above 0")
    require(oblivious([geometric(n=n, alpha="1/2").rows[i] for i in results], results), "G is not oblivious")
    require(all(oblivious(rows, [0, 1]) for rows in some_rows(2)), "a mechanism for n = 1 is not oblivious")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
