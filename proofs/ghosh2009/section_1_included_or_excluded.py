"""Abstract and section 1: a row included or excluded, and a row changed, are two notions of a neighbour.

The abstract leaves a row out, section 1 and the definition in 2.1 change it, with n fixed. For a count both move the
result by at most 1, and give the same inequalities on the rows x_i. In general a change is an exclusion and then an
inclusion: privacy α for these leaves α² for it, and no more.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, accepted, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import path
from exactdp.privacy.level import level

claim = Claim(
    id="ghosh2009.section-1.included-or-excluded",
    title="rows excluded and rows changed",
    section="1",
    position=5,
    statement=(
        "For a count query with a non-trivial predicate, n ≥ 1, and a mechanism that depends on the result alone, to "
        "exclude a row of n and to change it put the same conditions on x_0, …, x_n: neighbours are i and i+1. For a "
        "mechanism on databases in general, privacy α for excluded rows gives α² for changed ones, and for every 0 < α "
        "< 1 no larger level for some mechanism on databases of up to one row."
    ),
    latex=r"x_a = (p,\ \alpha^2 p,\ \cdot), \quad x_\emptyset = (\alpha p,\ \alpha p,\ \cdot), \quad x_b = (\alpha^2 "
    r"p,\ p,\ \cdot), \qquad p = \tfrac{1}{1+\alpha}",
    domain="databases of one to four rows of two or three values for the count; 0 < α ≤ 1 for the other mechanism",
    verdict="verified",
    scope="all such databases; the factor α² and the example for all α",
    uses=("ghosh2009.section-2-1.count-query",),
)


def pairs_of_results(n, values, excluded):
    """The pairs of results of databases that differ by an excluded row, or by a changed one."""
    found = set()
    for d in product(range(values), repeat=n):
        for k in range(n):
            others = [d[:k] + d[k + 1 :]] if excluded else [(*d[:k], v, *d[k + 1 :]) for v in range(values)]
            for other in others:
                # The predicate holds for the value 0.
                results = sorted((d.count(0), other.count(0)))
                found.add(tuple(results))
    return {(low, high) for low, high in found if low != high}


@claim.instances(
    "n ≤ 4, D of two and three values, the predicate true of one of them: the pairs of different results are (i, i+1) "
    "for i < n, whether a row is excluded or changed",
    mutants={"pairs (i, i+2) as well": {"step": 2}, "for i < n-1": {"fewer": 1}},
    largest=6,
)
def same_pairs(step=1, fewer=0, largest=4):
    for n in range(1, largest + 1):
        for values in (2, 3):
            expected = {(i, i + s) for s in range(1, step + 1) for i in range(n + 1 - s - fewer)}
            for excluded in (True, False):
                found = pairs_of_results(n, values, excluded)
                require(found == expected, f"n = {n}, |D| = {values}: {sorted(found)}")


@claim.proof(
    "two steps: x ≥ α·y and y ≥ α·z give x - α²·z = (x-α·y) + α·(y-α·z) ≥ 0, with y of the database without the row",
    mutants={"x - α·z": {"power": 1}},
)
def two_steps(power=2):
    assumed = Assumed(
        "a x y z",
        lambda *_: {},
        lambda a, x, y, z: {"α": a, "x-αy": x - a * y, "y-αz": y - a * z},
        witness=[Fraction(1, 2)] + [Fraction(1)] * 3,
    )
    signs(
        assumed,
        lambda given, a, x, y, z: [(x - a**power * z, given["x-αy"] + given["α"] * given["y-αz"])],
        strict=False,
    )


def example(a):
    """The rows for the databases a, none and b of up to one row, times 1+α."""
    return (1, a**2, a - a**2), (a, a, 1 - a), (a**2, 1, a - a**2)


@claim.proof(
    "the example, times 1+α: the rows (1, α², α-α²), (α, α, 1-α), (α², 1, α-α²) for the databases a, none and b sum to "
    "1+α; a and none have the quotients 1/α, α, α, and so have b and none; a and b have 1/α² for the first response",
    mutants={"a quotient 1/α of a and b": {"power": 1}},
)
def rows(power=2):
    def pairs(a):
        first, none, last = example(a)
        for row in (first, none, last):
            yield sum(row, number(0)), 1 + a
        yield none[0], a * first[0]
        yield a * none[1], first[1]
        yield a * none[2], first[2]
        for one, other in zip(first, (last[1], last[0], last[2]), strict=True):
            yield number(0) + one, number(0) + other
        yield number(0) + last[0], a**power * first[0]

    identity("a", pairs)


@claim.instances(
    "three levels: the library finds the exact level α for the rows of a, none and b as neighbours in this order, and "
    "α² for those of a and b, by certificates",
    mutants={"α for a and b": {"power": 1}},
)
def by_library(power=2):
    for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
        x = Mechanism([[v / (1 + alpha) for v in row] for row in example(alpha)])
        for mechanism, expected in ((x, alpha), (Mechanism([x.rows[0], x.rows[2]]), alpha**power)):
            found = level(mechanism, path(inputs=range(len(mechanism))))
            accepted(found)
            require(found.alpha == expected, f"the level is {found.alpha}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
