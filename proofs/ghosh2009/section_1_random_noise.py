"""Section 1: random noise is private at every level.

Rows all equal make every difference x_ir - α·x_(i+1)r equal to (1-α)·x_ir ≥ 0. At α = 1 the two inequalities of a pair
of neighbours are x ≥ y and y ≥ x, so along i, i+1 all rows are equal.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import absolute
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, MinimaxConsumer, uniform
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.privacy.level import level, private

claim = Claim(
    id="ghosh2009.section-1.random-noise",
    title="random noise is private at every level",
    section="1",
    position=20,
    statement=(
        "A mechanism whose rows are all equal is α-private for every α in [0, 1]. Exactly these mechanisms are "
        "1-private, where any two inputs are joined by neighbours, as 0..n are. For α < 1 and n ≥ 1 there are others."
    ),
    latex=r"x_{ir} = x_{(i+1)r} \;\forall i, r \iff x \text{ is 1-private}",
    domain="0 ≤ α ≤ 1, n ≥ 0, all mechanisms on {0..n} with any number of responses",
    every_n=True,
    verdict="proved",
    scope="all n, α and mechanisms",
)


@claim.proof(
    "equal rows: x - α·x = (1-α)·x ≥ 0, also at α = 1",
    mutants={"> 0": {"strict": True}, "1-α²": {"power": 2}},
)
def equal_rows(strict=False, power=1):
    assumed = Assumed("a x", lambda a, x: {}, lambda a, x: {"1-α": 1 - a, "x": x}, witness=[Fraction(1), Fraction(1)])
    signs(assumed, lambda given, a, x: [(x - a**power * x, given["1-α"] * given["x"])], strict=strict)


@claim.proof(
    "α-privacy bounds y - x from below by -(1-α)·x and from above by (1-α)·y, so at α = 1 it is 0, and then x_(i+1)r - "
    "x_0r = (x_ir - x_0r) + 0 is 0 for every i",
    mutants={"a bound of (1-α)²": {"power": 2}, "x_(i+1)r + x_ir for the step": {"sign": 1}},
)
def one_private(power=1, sign=-1):
    assumed = Assumed(
        "a x y",
        lambda a, x, y: {},
        lambda a, x, y: {"x-αy": x - a * y, "y-αx": y - a * x},
        witness=[Fraction(1)] * 3,
    )

    def bounds(given, a, x, y):
        yield (y - x) + (1 - a) ** power * x, given["y-αx"]
        yield (1 - a) ** power * y - (y - x), given["x-αy"]

    def telescoping(i, r):
        here, there, first = entry("x", i, r), entry("x", i + 1, r), entry("x", 0, r)
        yield there - first, (here - first) + (there + sign * here)

    signs(assumed, bounds, strict=False)
    identity("", telescoping, Domain("i r", lambda i, r: [i, r]))


@claim.proof(
    "below 1 there are others: a response of probability 1/(1+α) on input 0 and α/(1+α) on the others. Times 1+α, the "
    "two differ by 1-α > 0, and 1 - α·α = (1-α)(1+α) > 0 for this response; the other is its mirror image",
    mutants={"also at α = 1": {"below": False}},
)
def others(below=True):
    assumed = Assumed(
        "a",
        lambda a: {"1-α": 1 - a} if below else {},
        lambda a: {"α": a} | ({} if below else {"1-α": 1 - a}),
        witness=[Fraction(1, 2)],
    )

    def rows(given, a):
        x, y = a**0, a
        yield x - y, given["1-α"]
        yield x - a * y, given["1-α"] + given["1-α"] * given["α"]

    signs(assumed, rows)


@claim.instances(
    "n ≤ 2, two responses with all multiples of 1/3: the library finds level 1 exactly where all rows are equal, and "
    "the kernel accepts it",
    mutants={"where the first and last rows are equal": {"ends": True}},
)
def by_library(ends=False):
    for n in range(3):
        for first in product(range(4), repeat=n + 1):
            mechanism = Mechanism([[Fraction(k, 3), 1 - Fraction(k, 3)] for k in first])
            same = first[0] == first[-1] if ends else len(set(first)) == 1
            found = level(mechanism)
            accepted(found)
            require((found.alpha == 1) == same, f"{first} of 3: level {found.alpha}")
            if same:
                require(
                    all(private(mechanism, Fraction(k, 4)) for k in range(5)), f"{first}: not private at all levels"
                )


@claim.instances(
    "at α = 1 and n ≤ 3 the optima of a user and of a consumer, certified by the kernel, have equal rows",
    mutants={"at α = 1/2": {"alpha": "1/2"}},
)
def optima(alpha="1"):
    for n in range(1, 4):
        for user in (BayesianUser(absolute(), uniform(n=n)), MinimaxConsumer(absolute(), n=n)):
            found = solve_polytope(Problem(user, alpha))
            accepted(found)
            require(len(set(found.mechanism.rows)) == 1, f"n = {n}: the rows of an optimum differ")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
