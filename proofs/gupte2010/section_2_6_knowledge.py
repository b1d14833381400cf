"""Section 2.6: why no single mechanism is optimal at face value for all consumers.

For n = 1, an error on input 0 costing 1 and one on input 1 costing c, a mechanism is given by a = x_01 and b = x_10,
and privacy demands b ≥ α(1-a), among others. For c ≥ 1 the worst loss max(a, c·b) is least, cα/(1+cα), at a =
cα/(1+cα), b = α/(1+cα) only: at another point for every c.
"""

from fractions import Fraction
from itertools import pairwise

from exactdp.certificates.certificate import Rejected, certify
from exactdp.claims import Assumed, Claim, accepted, identity, positive_number, record, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.optimum.uniqueness import Better, OnlyOptimum, uniqueness

claim = Claim(
    id="gupte2010.section-2-6.knowledge",
    title="one optimum for each consumer",
    section="2.6",
    position=3,
    statement=(
        "For n = 1 and 0 < α ≤ 1 no mechanism is optimal at face value for two consumers with S = {0, 1}, l(0, 1) = 1, "
        "l(1, 0) = c and different c ≥ 1: the only optimal mechanism has x_01 = cα/(1+cα) and x_10 = α/(1+cα). So an "
        "optimum at face value takes knowledge of the loss. It takes knowledge of S too: for |i-r| or (i-r)², n = 2 "
        "and α = 1/2 the only mechanism that is optimal for S = {0, 1, 2} is not for S = {0, 1}. To deploy G takes "
        "neither. At α = 0 the identity is optimal for all consumers with l(i, i) least."
    ),
    latex=r"x_{01} = \frac{c\alpha}{1+c\alpha}, \quad x_{10} = \frac{\alpha}{1+c\alpha}: "
    r"\qquad \max(x_{01}, c\,x_{10}) = \frac{c\alpha}{1+c\alpha}",
    domain="0 < α ≤ 1, c ≥ 1, two inputs; the three inputs at α = 1/2",
    verdict="proved",
    scope="all α and c on two inputs",
    uses=("gupte2010.section-2-7.comparison", "gupte2010.theorem-1"),
)

HALF = Fraction(1, 2)


@claim.proof(
    "where a and c·b are at most v = cα/(1+cα), b ≥ α(1-a) gives c·b ≥ cα(1-v) = v, so c·b = v; then a ≥ v, as α·a ≥ α "
    "- b = α·v; so a = v, b = v/c, and the mechanism is determined. It is private",
    mutants={"v = cα/(1+α)": {"weighted": False}},
)
def determined(weighted=True):
    # With D for the denominator, v = cα/D: cα·(1-v)·D and v·D, then (α - v/c)·D and α·v·D.
    def pairs(a, c):
        D = 1 + c * a if weighted else 1 + a
        yield c * a * (D - c * a), c * a
        yield a * D - a, a * (c * a)

    identity("a c", lambda a, c: [*pairs(a, c)])
    # x_01 - α·x_11, times D: cα - α(1+cα-α), with c = 1+d.
    assumed = Assumed("a d", lambda a, d: {"α": a}, lambda a, d: {"1-α": 1 - a, "c-1": d}, witness=[HALF, Fraction(1)])

    def private(given, a, d):
        c = 1 + d
        yield c * a - a * (1 + c * a - a), given["α"] * given["c-1"] * given["1-α"]
        # x_11 - α·x_01 and x_00 - α·x_10.
        more = positive_number(1) + given["α"]
        yield (1 + c * a - a) - a * (c * a), given["1-α"] * (more + given["c-1"] * given["α"])
        yield 1 - a * a, given["1-α"] * more

    signs(assumed, private, strict=False)


@claim.proof(
    "different for different c: cα/(1+cα) for c+e less that for c has, times both denominators, the numerator α·e > 0",
    mutants={"c = c'": {"equal": True}},
)
def different(equal=False):
    assumed = Assumed(
        "a c e",
        lambda a, c, e: {"α": a} | ({} if equal else {"e": e}),
        lambda a, c, e: {"c": c} | ({"e": e} if equal else {}),
        witness=[HALF, Fraction(1), Fraction(0) if equal else Fraction(1)],
    )

    def pairs(given, a, c, e):
        yield (c + e) * a * (1 + c * a) - c * a * (1 + (c + e) * a), given["α"] * given["e"]

    signs(assumed, pairs)


def consumer_of(c):
    """The consumer on two inputs."""
    return MinimaxConsumer(table([[0, 1], [c, 0]]), inputs=range(2))


@claim.instances(
    "c = 1, 3/2, 2, 5 and α = 1/10, 1/2, 9/10, 1: the kernel accepts that the optimum is the only one and is this "
    "mechanism, that each next consumer has a better one, and that both get their optimum from G",
    mutants={"α = 0": {"levels": ("0",)}, "x_10 = cα/(1+cα)": {"factor": True}},
)
def two_inputs(levels=("1/10", "1/2", "9/10", "1"), factor=False):
    for alpha in map(Fraction, levels):
        for c, other in pairwise(map(Fraction, ("1", "3/2", "2", "5"))):
            problem, foreign = (Problem(consumer_of(each), alpha) for each in (c, other))
            best, there = solve_polytope(problem), solve_polytope(foreign)
            v = c * alpha / (1 + c * alpha)
            expected = ((1 - v, v), (v if factor else v / c, 1 - (v if factor else v / c)))
            require(best.mechanism.rows == expected, f"c = {c}, α = {alpha}: {best.mechanism.rows}")
            alone = uniqueness(best)
            require(isinstance(alone, OnlyOptimum), f"c = {c}, α = {alpha}: there is another optimal mechanism")
            require(loss_on(foreign, best.mechanism) > there.value, f"c' = {other}: it loses no more")
            deployed = interact(problem.user, geometric(n=1, alpha=alpha))
            for result in (alone, Better(foreign, best.mechanism, there), deployed):
                accepted(result)
            require(deployed.value == v, f"c = {c}, α = {alpha}: with G it loses {deployed.value}")


def loss_on(problem, mechanism):
    """The worst loss at face value."""
    user = problem.user
    return max(sum(v * user.loss(i, r) for r, v in enumerate(mechanism.rows[i])) for i in user.side_information)


@claim.instances(
    "n = 2, α = 1/2: for |i-r| and (i-r)² a mechanism that is optimal for S = {0, 1, 2} is the only one, and is not "
    "optimal for S = {0, 1}, as the kernel accepts",
    mutants={"S = {0, 1, 2} twice": {"inside": (0, 1, 2)}},
)
def side_information(inside=(0, 1)):
    for loss in (absolute(), squared()):
        whole, part = (
            Problem(MinimaxConsumer(loss, inputs=range(3), side_information=S), HALF) for S in ((0, 1, 2), inside)
        )
        best, there = solve_polytope(whole), solve_polytope(part)
        alone = uniqueness(best)
        require(isinstance(alone, OnlyOptimum), f"{loss}: there is another optimal mechanism")
        try:
            certify(alone)
            certify(Better(part, best.mechanism, there))
        except Rejected as error:
            require(False, f"{loss}: {error}")
        record(certificates=2)
        require(loss_on(part, best.mechanism) > there.value, f"{loss}: it is optimal for S = {inside}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
