"""Section 2.7: the smallest cases in which a consumer needs a randomised interaction.

A minimax consumer has to balance its losses on several inputs, as a Bayesian user has not. For n = 1 with an error on
input 1 c times as bad as one on input 0, and c > 1, it reads the response 0 as 1 with probability t = α(c-1)/(1+cα).
For |i-r| one needs n = 2.
"""

from fractions import Fraction
from itertools import product

import sympy

from exactdp.claims import Assumed, Claim, accepted, identity, positive_number, require, signs
from exactdp.claims.optima import least_losses
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import deterministic
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Problem
from exactdp.polytope.derivability import derive

claim = Claim(
    id="gupte2010.section-2-7.comparison",
    title="the smallest need for randomised interactions",
    section="2.7",
    position=20,
    statement=(
        "For a Bayesian user some deterministic remap is optimal, by the claim section-2-7. For a minimax consumer "
        "none may be, from n = 1 on: with l(0, 1) = 1 and l(1, 0) = c > 1, S = {0, 1} and 0 < α < 1, the optimal "
        "interaction with G_{1,α} loses cα/(1+cα), and every deterministic one more. For |i-r| and S = N the smallest "
        "such n is 2, where the optimum is 2α/(1+2α-α²) and every deterministic interaction loses more, for all 0 < α "
        "< 1. It depends on the loss and the level: for (i-r)², n = 2, α = 1/2 a deterministic one is optimal. Also "
        "G_{1,β}, α < β < 1, is derivable from G_{1,α} and by no deterministic remap, so that Theorem 2 describes more "
        "mechanisms."
    ),
    latex=r"\frac{c\alpha}{1+c\alpha} < \min\Bigl(\frac{c\alpha}{1+\alpha}, 1\Bigr) \ (n = 1), \qquad \frac{2\alpha}"
    r"{1+2\alpha-\alpha^2} < \frac{2\alpha}{1+\alpha} \ (n = 2)",
    domain="0 < α < 1, c > 1; for α = 0, or where S is one point, a deterministic interaction always is optimal",
    verdict="proved",
    scope="all α and c for n = 1 and 2; that one paper's proof is simpler than the other's is an opinion",
    uses=("gupte2010.section-2-7", "gupte2010.lemma-3", "gupte2010.theorem-2"),
)

HALF = Fraction(1, 2)
# 0 < α < 1 and c = 1+d > 1.
LEVEL = Assumed("a d", lambda a, d: {"α": a, "1-α": 1 - a, "c-1": d}, witness=[HALF, Fraction(1)])


@claim.proof(
    "n = 1: reading 0 as 1 with probability t = α(c-1)/(1+cα) makes both losses, (α+t)/(1+α) and cα(1-t)/(1+α), equal "
    "to cα/(1+cα), and t ≤ 1; no mechanism loses less: x_10 ≥ α·x_00 gives L_1 + cα·L_0 ≥ cα",
    mutants={"t = α(c-1)/(1+α)": {"weighted": False}, "L_1 + α·L_0": {"price": False}},
)
def smallest(weighted=True, price=True):
    def pairs(a, d):
        c = 1 + d
        scale = 1 + c * a if weighted else 1 + a
        t = a * d
        # Times (1+α)·scale, against cα·(1+α) where scale is 1+cα.
        yield (a * scale + t) * (1 + c * a), c * a * (1 + a) * scale
        yield c * a * (scale - t) * (1 + c * a), c * a * (1 + a) * scale

    identity("a d", lambda a, d: [*pairs(a, d)])
    signs(LEVEL, lambda given, a, d: [(1 + (1 + d) * a - a * d, positive_number(1) + given["α"])])
    # L_0 = 1-x and L_1 = c·(αx + y) with y ≥ 0.
    private = Assumed(
        "a c x y", lambda a, c, x, y: {"c": c}, lambda a, c, x, y: {"y": y}, witness=[HALF, Fraction(2), HALF, HALF]
    )
    signs(
        private,
        lambda given, a, c, x, y: [
            (c * (a * x + y) + (c * a if price else a) * (1 - x) - c * a, given["c"] * given["y"])
        ],
        strict=False,
    )


@claim.proof(
    "n = 1, the four deterministic remaps: to keep both loses cα/(1+α), to exchange them c/(1+α), and constants 1 or "
    "c; less cα/(1+cα), times the denominators, these are cα²(c-1), c(1+cα-α-α²), 1 and c²α + c - cα, all > 0",
    mutants={"c < 1": {"above": False}},
)
def four_remaps(above=True):
    assumed = Assumed(
        "a d",
        lambda a, d: {"α": a, "1-α": 1 - a, "c-1": d if above else -d, "c": 1 + d},
        witness=[HALF, HALF if above else -HALF],
    )

    def pairs(given, a, d):
        c, one = 1 + d, positive_number(1)
        more, level = given["c-1"], given["α"]
        yield c * a * (1 + c * a) - c * a * (1 + a), given["c"] * level * level * more
        kept = given["1-α"] * (one + level) + level * more
        yield c * (1 + c * a) - c * a * (1 + a), given["c"] * kept
        yield (1 + c * a) - c * a, one
        yield c * (1 + c * a) - c * a, given["c"] * (one + level * more)

    signs(assumed, pairs)


ALPHA = sympy.symbols("alpha")


@claim.proof(
    "n = 2, |i-r|: reading 0 and 2 as 1 with t = α(1-α)/(1+2α-α²) makes all three losses 2α/(1+2α-α²); each of the 27 "
    "deterministic remaps loses more on some input for all 0 < α < 1, as the difference has no root there (Sturm)",
    mutants={"t = α(1-α)/(1+2α)": {"square": 0}, "more on each input": {"some": False}},
)
def two(square=1, some=True):
    # Times (1+α) for the masses, and times D = 1+2α-α² for t.
    def pairs(a):
        D = 1 + 2 * a - square * a**2
        t = a * (1 - a)
        outer = t + a * (1 - a) * D + a**2 * (2 * D - t)
        yield outer * (1 + 2 * a - a**2), 2 * a * (1 + a) * D
        yield 2 * a * (D - t) * (1 + 2 * a - a**2), 2 * a * (1 + a) * D

    identity("a", lambda a: [*pairs(a)])
    a = ALPHA
    masses = [[1, a * (1 - a), a**2], [a, 1 - a, a], [a**2, a * (1 - a), 1]]
    for images in product(range(3), repeat=3):
        found = []
        for i in range(3):
            loss = sum(mass * abs(i - r) for mass, r in zip(masses[i], images, strict=True))
            rest = sympy.Poly(sympy.expand(loss * (1 + 2 * a - a**2) - 2 * a * (1 + a)), a)
            open_ends = [rest.eval(0) == 0, rest.eval(1) == 0]
            inside = rest.count_roots(0, 1) - sum(open_ends)
            found.append(inside == 0 and bool(rest.eval(sympy.Rational(1, 2)) > 0))
        require(any(found) if some else all(found), f"the remap {images} loses no more")


def best_deterministic(consumer, mechanism, inputs):
    """The least worst loss of all deterministic remaps."""
    size = len(mechanism)
    return min(
        max(
            sum(value * consumer.loss(i, r) for value, r in zip(mechanism.rows[i], images, strict=True)) for i in inputs
        )
        for images in product(range(size), repeat=size)
    )


@claim.instances(
    "α = 1/10, 1/2, 9/10: for n = 1 and c = 2, 5 and for n = 2 the optimal interaction and the optimum have these "
    "values, as the kernel accepts, and the best deterministic one loses more; for n = 1, |i-r|, it loses as much",
    mutants={"c = 1": {"factors": (1, 5)}, "a single input": {"inside": (1,)}},
)
def certified(factors=(2, 5), inside=None):
    for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
        for c in factors:
            value = c * alpha / (1 + c * alpha)
            compare(table([[0, 1], [c, 0]]), 1, alpha, value, inside)
        value = 2 * alpha / (1 + 2 * alpha - alpha**2)
        compare(absolute(), 2, alpha, value, inside)
        consumer = MinimaxConsumer(absolute(), inputs=range(2))
        least, found = (
            best_deterministic(consumer, geometric(n=1, alpha=alpha), range(2)),
            interact(consumer, geometric(n=1, alpha=alpha)),
        )
        require(least == found.value == alpha / (1 + alpha), f"n = 1, α = {alpha}: {least} and {found.value}")


def compare(loss, n, alpha, value, inside):
    """The optimum is as claimed, and out of reach for deterministic remaps."""
    inputs = range(n + 1) if inside is None else inside
    consumer = MinimaxConsumer(loss, n=n, side_information=inputs)
    found, best = least_losses(Problem(consumer, alpha), geometric(n=n, alpha=alpha))
    least = best_deterministic(consumer, geometric(n=n, alpha=alpha), inputs)
    require(found == best == value, f"n = {n}, α = {alpha}: {found}, and {value} is claimed")
    require(found < least, f"n = {n}, α = {alpha}: a deterministic remap loses {least}")


@claim.instances(
    "S = N, levels 1/4, 3/10, 1/3, 1/2 and 9/10: randomised interactions are better for |i-r| and the 0-1 loss, n = 2 "
    "and 3, and for (i-r)², n = 2, up to 3/10; from 1/3 on a deterministic one is optimal for it",
    mutants={"up to 2/5": {"border": Fraction(2, 5)}, "n = 1": {"sizes": (1,)}},
)
def other_losses(border=Fraction(1, 3), sizes=(2, 3)):
    for n in sizes:
        for alpha in map(Fraction, ("1/4", "3/10", "1/3", "1/2", "9/10")):
            for name, loss in (("|i-r|", absolute()), ("0-1", zero_one()), *([("(i-r)²", squared())] * (n < 3))):
                consumer = MinimaxConsumer(loss, n=n)
                found = interact(consumer, geometric(n=n, alpha=alpha))
                accepted(found)
                least = best_deterministic(consumer, geometric(n=n, alpha=alpha), range(n + 1))
                better = name != "(i-r)²" or alpha < border
                where = f"n = {n}, α = {alpha}, {name}"
                require((found.value < least) == better, f"{where}: {least} by a deterministic remap, {found.value}")


@claim.proof(
    "G_{1,β} is no deterministic remap of G_{1,α}: its first entry 1/(1+β) is below 1/(1+α) and above α/(1+α), by "
    "(β-α)/((1+α)(1+β)) and (1-αβ)/((1+α)(1+β)), and neither 0 nor 1",
    mutants={"α = β": {"equal": True}},
)
def more_mechanisms(equal=False):
    assumed = Assumed(
        "a b",
        lambda a, b: {"α": a, "1-α": 1 - a, "1-β": 1 - b, "β": b} | ({} if equal else {"β-α": b - a}),
        lambda a, b: {"β-α": b - a} if equal else {},
        witness=[Fraction(1, 3), Fraction(1, 3) if equal else HALF],
    )

    def pairs(given, a, b):
        yield (1 + b) - (1 + a), given["β-α"]
        yield (1 + a) - a * (1 + b), given["1-α"] + given["α"] * given["1-β"]
        yield (1 + b) - 1, given["β"]

    signs(assumed, pairs)


@claim.instances(
    "for levels α < β of 1/4, 1/3, 1/2 and 4/5 the kernel accepts a remap to G_{1,β}, and it is not among the four "
    "deterministic ones",
    mutants={"β = α": {"same": True}},
)
def not_among_four(same=False):
    levels = [Fraction(text) for text in ("1/4", "1/3", "1/2", "4/5")]
    for alpha, beta in product(levels, repeat=2):
        if alpha == beta if same else alpha < beta:
            found = derive(geometric(n=1, alpha=beta), alpha)
            accepted(found)
            made = [
                (geometric(n=1, alpha=alpha) @ deterministic(images, responses=range(2))).rows
                for images in product(range(2), repeat=2)
            ]
            require(
                geometric(n=1, alpha=beta).rows not in made, f"α = {alpha}, β = {beta}: a deterministic remap makes it"
            )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
