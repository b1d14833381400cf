"""Section 3: more privacy never lowers a user's least loss, and with G a smaller level serves all larger ones.

For α ≤ β every β-private mechanism is α-private, so the least loss over the α-private ones is no larger. On the side of
G it is the same: G_β is a remap of G_α, and so is every remap of G_β. The loss rises from the mean of each input's own
least loss, at α = 0, to the least loss of a single response, at α = 1.
"""

from fractions import Fraction
from itertools import pairwise

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    require,
    signs,
)
from exactdp.claims.optima import least_losses
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import Shape, absolute, squared, table, zero_one
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.derivability import derive

claim = Claim(
    id="ghosh2009.section-3.loss-and-level",
    title="the least loss rises with the level",
    section="3",
    position=80,
    statement=(
        "For every user the least loss of all α-private mechanisms does not fall as α grows, nor does that of all "
        "remaps of G. It is Σ p_i·min_r l(i,r) at α = 0 and min_r Σ p_i·l(i,r) at α = 1. It need not rise: a user sure "
        "of one input, with l(i,i) = 0, loses 0 throughout. It does rise strictly, as 2αn/((1+α)(n+1)), for the "
        "uniform prior and the 0-1 loss, n ≥ 1."
    ),
    latex=r"\alpha \le \beta: \quad x - \alpha y = (x - \beta y) + (\beta - \alpha)\, y, \qquad G_\beta = G_\alpha "
    r"T_{\alpha,\beta}, \qquad \frac{\beta}{1+\beta} - \frac{\alpha}{1+\alpha} = "
    r"\frac{\beta-\alpha}{(1+\alpha)(1+\beta)}",
    domain="n ≥ 0, 0 ≤ α ≤ β ≤ 1, every prior and every loss ≥ 0, monotone or not",
    every_n=True,
    verdict="proved",
    scope="all n, levels, users; that 2αn/((1+α)(n+1)), the loss of G, is the least is a claim used",
    uses=("ghosh2009.section-1.larger-levels", "gupte2010.lemma-3", "ghosh2009.theorem-6.1"),
)


@claim.proof(
    "a β-private mechanism is α-private: x_ir - α·x_(i+1)r is x_ir - β·x_(i+1)r ≥ 0 and (β-α)·x_(i+1)r ≥ 0 together, "
    "and likewise with i and i+1 exchanged. So fewer mechanisms are left at β, and none is new",
    mutants={"α+β for β-α": {"sign": 1}, "for α ≥ β": {"ordered": False}},
)
def fewer(sign=-1, ordered=True):
    def pairs(a, b, i, r):
        for x, y in ((entry("x", i, r), entry("x", i + 1, r)), (entry("x", i + 1, r), entry("x", i, r))):
            yield x - a * y, (x - b * y) + (b + sign * a) * y

    identity("a b", pairs, Domain("i r", lambda i, r: [i, r]))
    signs(
        Assumed(
            "d e y",
            lambda *_: {},
            lambda d, e, y: {"x-βy": d, "β-α": e if ordered else -e, "y": y},
            witness=[Fraction(0), Fraction(0), Fraction(1)],
        ),
        lambda given, d, e, y: [(d + e * y, given["x-βy"] + given["β-α"] * given["y"])],
        strict=False,
    )


@claim.proof(
    "the strict example: 1 - g_ii is, times 1+α, α in the outer rows of G and 2α in the n-1 others, in all 2αn; and "
    "β·(1+α) - α·(1+β) = β-α > 0",
    mutants={"α in all rows": {"inner": 1}, "β+α": {"sign": 1}},
)
def strict(inner=2, sign=-1):
    def pairs(a, n, i):
        wrong = 1 + a - geometric_times_one_plus_alpha(a, n, i, i)
        if i in (0, n):
            yield wrong, a
        else:
            yield wrong, inner * a

    identity("a", pairs, Domain("n i", lambda n, i: [n - 1, i, n - i]))
    ordered = Assumed("a b", lambda a, b: {"β-α": b - a}, witness=[Fraction(1, 3), Fraction(1, 2)])
    signs(ordered, lambda given, a, b: [(b * (1 + a) + sign * a * (1 + b), given["β-α"])])


def users(n):
    """Users with monotone losses and one without, and priors with and without zeros."""
    other = table([[(2 * i + 3 * r) % 4 for r in range(n + 1)] for i in range(n + 1)])
    for loss in (absolute(), squared(), zero_one(), other):
        for prior in (uniform(n=n), proportional([1, *[0] * (n - 1), 2] if n else [1]), point_mass(n=n, i=0)):
            yield BayesianUser(loss, prior)


LEVELS = ("0", "1/5", "1/2", "4/5", "1")


@claim.instances(
    "n ≤ 3, five levels, twelve users: both least losses, by certificates, do not fall from level to level; the first "
    "and the last are the two given. Where the loss is monotone, both are equal",
    mutants={
        "levels that fall": {"levels": LEVELS[::-1]},
        "at α = 1 no response but 0": {"single": False},
        "strictly": {"strictly": True},
    },
    largest=4,
)
def both_rise(levels=LEVELS, single=True, strictly=False, largest=3):
    for n in range(largest + 1):
        for user in users(n):
            values = []
            for alpha in levels:
                remapped, best = least_losses(Problem(user, alpha), geometric(n=n, alpha=alpha))
                if user.loss.shape(n + 1, n + 1) is Shape.MONOTONE:
                    require(best == remapped, f"{best} and {remapped} at {alpha}: {user}")
                values.append((best, remapped))
            for before, after in pairwise(values):
                require(all(x <= y for x, y in zip(before, after, strict=True)), f"{before}, then {after}: {user}")
                require(not strictly or before[0] < after[0], f"{before[0]} stays: {user}")
            cost = [[p * user.loss(i, r) for r in range(n + 1)] for i, p in enumerate(user.prior)]
            own = sum(min(row) for row in cost)
            one = [sum(column) for column in zip(*cost, strict=True)]
            require(values[0] == (own, own), f"at α = 0 {values[0]}, and not {own}: {user}")
            last = min(one) if single else one[0]
            require(values[-1] == (last, last), f"at α = 1 {values[-1]}, and not {last}: {user}")


@claim.instances(
    "n ≤ 4: G_β is a remap of G_α exactly for α ≤ β, for the five levels, by certificates",
    mutants={"exactly for α < β": {"equal": False}},
)
def derivable(equal=True):
    for n in range(1, 5):
        for alpha in map(Fraction, LEVELS):
            for beta in map(Fraction, LEVELS):
                found = derive(geometric(n=n, alpha=beta), alpha)
                accepted(found)
                expected = alpha < beta or (equal and alpha == beta)
                require(bool(found) is expected, f"n = {n}: G at {beta} of G at {alpha}: {bool(found)}")


@claim.instances(
    "1 ≤ n ≤ 4, the five levels: the least loss for the uniform prior and the 0-1 loss is 2αn/((1+α)(n+1))",
    mutants={"2αn/(1+αn)/(n+1)": {"times": True}},
)
def example(times=False):
    for n in range(1, 5):
        for alpha in map(Fraction, LEVELS):
            best = solve_polytope(Problem(BayesianUser(zero_one(), uniform(n=n)), alpha))
            accepted(best)
            expected = 2 * alpha * n / ((1 + alpha * (n if times else 1)) * (n + 1))
            require(best.value == expected, f"n = {n}, α = {alpha}: it is {best.value}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
