"""Section 6.2: how many neighbours of a database have a result one less, or one more, depends on its result only.

Let s of the values of D satisfy the predicate and t not. To lower the result, one of the f(d) rows that satisfy it gets
one of t other values; to raise it, one of the n-f(d) others gets one of s values. The text takes n-f(d) for the first.
Whole numbers such as f·t stand in exponents here: with w = z^t for a row that satisfies the predicate, z^(f·t) is w^f.
"""

from itertools import product

from exactdp.claims import Claim, Domain, identity, require
from exactdp.commands.cli import main
from exactdp.model.neighbours import hypercube

claim = Claim(
    id="ghosh2009.section-6-2.neighbours",
    title="the number of neighbours with the next result",
    section="6.2",
    position=20,
    statement=(
        "With s values that satisfy the predicate and t that do not, a database d has f(d)·t neighbours with the "
        "result f(d)-1, (n-f(d))·s with f(d)+1, and f(d)(s-1) + (n-f(d))(t-1) with f(d); so all of E(d_1) have equally "
        "many in E(d_2), and conversely. For f(d_1) = f(d_2)+1 one picks one of f(d_1) rows, not of n-f(d_1)."
    ),
    latex=r"\#\{d' \sim d : f(d') = f(d) - 1\} = f(d)\, t, \qquad \#\{d' \sim d : f(d') = f(d) + 1\} = (n - f(d))\, s",
    domain="n ≥ 1, every finite domain D, every predicate, all databases",
    every_n=True,
    verdict="corrected",
    scope="all n, D, predicates and databases",
    printed="for f(d_1) = f(d_2)+1 there are n-f(d_1) rows that satisfy the predicate in d_1",
    slip="print",
)


def results(size, satisfying, n):
    """All databases over 0..size-1 with their results, where the first few values satisfy the predicate."""
    return {row: sum(value < satisfying for value in row) for row in product(range(size), repeat=n)}


def counted(row, found, result):
    """How many neighbours of a database, by trial of every other value in every row, have this result."""
    values = {value for other in found for value in other}
    changed = ((*row[:k], v, *row[k + 1 :]) for k in range(len(row)) for v in values if v != row[k])
    return sum(found[other] == result for other in changed)


@claim.counterexample(
    "n = 1, D = {0, 1}: where the row satisfies the predicate n-f(d_1) is 0, and there is one such row and neighbour",
    mutants={"n = 2, a result of 1": {"n": 2, "result": 1}},
)
def smallest(n=1, result=1):
    found = results(2, 1, n)
    row = next(d for d, value in found.items() if value == result)
    lower = counted(row, found, result - 1)
    require(lower == sum(value < 1 for value in row), f"{lower} neighbours and another number of rows")
    require(lower != n - result, f"n-f(d_1) is {n - result} as well")


@claim.proof(
    "row by row: each of the first f rows, which satisfy the predicate, adds t neighbours with a lower result and s-1 "
    "with the same, and each of the others s with a higher one and t-1; for all n rows that is f·t, (n-f)·s and f(s-1) "
    "+ (n-f)(t-1); together n(s+t-1)",
    mutants={
        "n-f rows for a lower result": {"lower": lambda n, f: n - f},
        "all n rows for a higher one": {"higher": lambda n, f: n},
    },
)
def row_by_row(lower=lambda n, f: f, higher=lambda n, f: n - f):
    # z^s and z^t for the values, and y with y·z = 1 takes one away: z^(s-1) = y·z^s.
    def count(k, f, satisfied, others):
        rows_that_satisfy = min(k, f)
        return satisfied**rows_that_satisfy * others ** (k - rows_that_satisfy)

    def pairs(w, v, y, *at):
        n, f, k = at
        one = w**0
        # For a lower, a higher and the same result: what a row adds that satisfies the predicate, and one that doesn't.
        for satisfied, others, total in (
            (w, one, w ** lower(n, f)),
            (one, v, v ** higher(n, f)),
            (y * v, y * w, y**n * v**f * w ** (n - f)),
        ):
            adds = satisfied if k < f else others
            yield count(k + 1, f, satisfied, others), count(k, f, satisfied, others) * adds
            yield count(n, f, satisfied, others), total
        together = w**f * v ** (n - f) * (y**n * v**f * w ** (n - f))
        yield together, y**n * v**n * w**n

    identity("w v y", pairs, Domain("n f k", lambda n, f, k: [f, n - f, k, n - 1 - k]))


@claim.proof(
    "the pairs of neighbours in E with the results i and i+1, counted from either side: with |E_i| = c·s^i·t^(n-i), c "
    "binomial, (n-i)·s·|E_i| = (i+1)·t·|E_(i+1)|, since (i+1) times the next binomial is (n-i)·c",
    mutants={"i rows for i+1": {"more": 0}, "n-i-1 for n-i": {"less": 1}},
)
def both_sides(more=1, less=0):
    # With j = i+1 and m = n-i, the binomials of i and i+1 have the ratio j to m.
    def pairs(m, j, u, s, t, *at):
        n, i = at
        first, next_one = j * u, m * u
        here = first * s**i * t ** (n - i)
        there = next_one * s ** (i + 1) * t ** (n - i - 1)
        yield (m - less) * s * here, (j - 1 + more) * t * there

    identity("m j u s t", pairs, Domain("n i", lambda n, i: [i, n - 1 - i]))


@claim.instances(
    "by trial of every value in every row: |D| ≤ 4, n ≤ 3, all numbers of values that satisfy the predicate, all "
    "databases",
    mutants={
        "n-f(d) rows for a lower result": {"lower": lambda n, f: n - f},
        "s values for a lower result": {"exchanged": True},
    },
    largest=4,
)
def by_trial(lower=lambda n, f: f, exchanged=False, largest=3):
    for n in range(1, largest + 1):
        for size in range(1, 5):
            for s in range(size + 1):
                found = results(size, s, n)
                for row, f in found.items():
                    t = size - s
                    wanted = {
                        f - 1: lower(n, f) * (s if exchanged else t),
                        f: f * (s - 1) + (n - f) * (t - 1),
                        f + 1: (n - f) * s,
                    }
                    for result, count in wanted.items():
                        is_counted = counted(row, found, result)
                        require(
                            is_counted == count, f"n = {n}, {size} values, {s} satisfy it: {is_counted} and {count}"
                        )


@claim.instances(
    "on the library's cube of all databases over {0, 1}, n ≤ 5: i neighbours have one less and n-i have one more",
    mutants={"exchanged": {"exchanged": True}},
)
def on_the_cube(exchanged=False):
    for n in range(1, 6):
        cube = hypercube(inputs=range(2**n))
        for d in range(2**n):
            i = d.bit_count()
            near = [a + b - d for a, b in cube.pairs if d in (a, b)]
            less, more = (sum(e.bit_count() == i + step for e in near) for step in (-1, 1))
            require((less, more) == ((n - i, i) if exchanged else (i, n - i)), f"database {d:b}: {less} and {more}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
