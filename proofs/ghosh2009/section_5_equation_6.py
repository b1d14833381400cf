"""Equation (6): the signs of the LP follow from its other constraints, except at α = 1.

With x and y for an entry and its neighbour in the column, (3) and (4) say x ≥ α·y and y ≥ α·x. The first plus α times
the second is (1-α²)·x ≥ 0. At α = 1 nothing is left of it: then (3) and (4) only say that all rows are equal.
"""

from dataclasses import replace
from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.linear_programs.linear_program import LinearProgram, OptimalPoint, Unbounded, holds, solve
from exactdp.model.losses import absolute, zero_one
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.polytope import linear_program
from exactdp.optimum.problem import Problem

claim = Claim(
    id="ghosh2009.section-5.equation-6",
    title="the signs follow from privacy",
    section="5",
    position=11,
    statement=(
        "For 0 ≤ α < 1 and n ≥ 1, x_ir ≥ 0 follows from (3) and (4); at α = 0 these are the signs themselves. At n = 0 "
        "the one entry is 1 by (5). At α = 1 and n ≥ 1, (6) is needed: equal rows 2, -1, 0, …, 0 keep (3) to (5), and "
        "without (6) some users' objectives have no lower bound."
    ),
    latex=r"(x - \alpha y) + \alpha (y - \alpha x) = (1-\alpha^2)\, x",
    domain="n ≥ 0, 0 ≤ α ≤ 1; (3) and (4) for i < n and all r in N",
    every_n=True,
    verdict="proved",
    scope="all n and α; that the optimum does not change without (6), on instances",
    uses=("ghosh2009.section-5.equations-3-4",),
)

BELOW_ONE = Assumed(
    "a x y",
    lambda a, x, y: {"1-α": 1 - a},
    lambda a, x, y: {"α": a, "x-αy": x - a * y, "y-αx": y - a * x},
    witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
)


@claim.proof(
    "(1-α²)·x = (x-αy) + α(y-αx) ≥ 0, and the same with x and y exchanged, where 1-α² = (1-α) + α(1-α) > 0",
    mutants={"(3) alone: x-αy for y-αx": {"both": False}, "the factor 1-α": {"power": 1}},
)
def by_privacy(both=True, power=2):
    def pairs(given, a, x, y):
        for own, name, other in ((x, "x-αy", "y-αx"), (y, "y-αx", "x-αy")):
            yield (1 - a**power) * own, given[name] + given["α"] * given[other if both else name]

    signs(BELOW_ONE, pairs, strict=False)
    signs(
        Assumed("a", lambda a: {"1-α": 1 - a}, lambda a: {"α": a}, witness=[Fraction(0)]),
        lambda given, a: [(1 - a**2, given["1-α"] + given["α"] * given["1-α"])],
    )


@claim.proof(
    "for n ≥ 1 this reaches every entry, as i < n has a row below and i = n one above: (1-α²)·x_ir is x-αy of (3) plus "
    "α times y-αx of (4), there with α and 1 exchanged",
    mutants={"i = n with the row below too": {"end": 0}, "(4) without its turned sign": {"turned": 1}},
)
def every_entry(end=1, turned=-1):
    def pairs(a, n, i, r):
        k = i if i <= n - end else n - 1
        three = entry("x", k, r) - a * entry("x", k + 1, r)
        four = turned * (a * entry("x", k, r) - entry("x", k + 1, r))
        combined = three + a * four if i <= n - 1 else a * three + four
        yield (1 - a**2) * entry("x", i, r), combined

    identity("a", pairs, Domain("n i r", lambda n, i, r: [n - 1, i, n - i, r, n - r]))


@claim.proof(
    "at α = 0: the left of (3) is x_ir and that of (4) is -x_(i+1)r, so they are (6) for i < n and for i > 0",
    mutants={"(4) is for i as well": {"shift": 0}},
)
def at_zero(shift=1):
    def pairs(i, r):
        yield entry("x", i, r) - 0 * entry("x", i + 1, r), entry("x", i, r)
        yield 0 * entry("x", i, r) - entry("x", i + 1, r), -entry("x", i + shift, r)

    identity("", pairs, Domain("i r", lambda i, r: [i, r]))


@claim.instances(
    "at α = 1, for 1 ≤ n ≤ 4, equal rows 2, -1, 0, …, 0 keep (3), (4) and (5) and break (6); at α = 99/100 they don't "
    "keep (3)",
    mutants={"at α = 99/100": {"alpha": Fraction(99, 100)}, "rows 1, 0, …": {"first": 1}},
)
def at_one(alpha=Fraction(1), first=2):
    for n in range(1, 5):
        row = [Fraction(first), Fraction(1 - first), *[Fraction(0)] * (n - 1)]
        require(sum(row) == 1, f"the row sums to {sum(row)}")
        require(min(row) < 0, "no entry is negative")
        require(all(x - alpha * x >= 0 and alpha * x - x <= 0 for x in row), f"(3) or (4) is broken at {alpha}")


def without_signs(program: LinearProgram) -> LinearProgram:
    """The same program with free variables."""
    return replace(program, free=frozenset(range(program.variables)))


@claim.instances(
    "1 ≤ n ≤ 3, levels 1/5, 1/2, 99/100, eight users: the library's program has the same optimum without (6); at n = 0 "
    "too, for every level. (At α = 0 the library leaves (3) and (4) to the signs.)",
    mutants={"at α = 1": {"levels": ("1",)}},
    sizes=5,
)
def same_optimum(levels=("1/5", "1/2", "99/100"), sizes=3):
    for n in range(sizes + 1):
        for alpha in map(Fraction, levels if n else (*levels, "0", "1")):
            for loss in (absolute(), zero_one()):
                priors = (uniform(n=n), proportional(range(1, n + 2)), point_mass(n=n, i=0), point_mass(n=n, i=n))
                for prior in priors:
                    program = linear_program(Problem(BayesianUser(loss, prior), alpha))
                    signed, free = solve(program), solve(without_signs(program))
                    require(isinstance(free, OptimalPoint), f"without (6) there is no optimum at n = {n}, α = {alpha}")
                    require(holds(signed) and holds(free), "a dual does not prove an optimum")
                    require(signed.value == free.value, f"{signed.value} with (6) and {free.value} without")


@claim.instances(
    "at α = 1 and n = 1, 2, 3 a user who knows that the result is 0 and has the loss |i-r| has an objective without a "
    "lower bound if (6) is left out, and the optimum 0 with it",
    mutants={"at α = 1/2": {"alpha": "1/2"}, "with (6)": {"signed": True}},
)
def unbounded_at_one(alpha="1", signed=False):
    for n in range(1, 4):
        program = linear_program(Problem(BayesianUser(absolute(), point_mass(n=n, i=0)), alpha))
        found = solve(program if signed else without_signs(program))
        require(isinstance(found, Unbounded) and holds(found), f"there is an optimum at n = {n}")
        require(solve(program).value == 0, "with (6) the optimum is not 0")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
