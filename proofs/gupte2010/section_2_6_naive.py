"""Section 2.6: what is lost where every consumer is sent a result of its own, drawn independently of the others'.

The probabilities of a list of independent results are products, so ratios multiply: k results of a mechanism with the
exact level λ have together the exact level λ^k. The mean of k results has 1/k of the variance, so that noise cancels.
"""

from fractions import Fraction
from functools import reduce

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.losses import absolute, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.section-2-6.naive",
    title="independent results degrade privacy",
    section="2.6",
    position=2,
    statement=(
        "Independent results of mechanisms with the exact levels λ_1, …, λ_k are together λ_1·…·λ_k-private, and at no "
        "larger level if the mechanisms are the same: then the exact level is λ^k. For different ones it may be "
        "larger, if no neighbours have the worst ratio in all of them. The variance of geometric noise, 2α/(1-α)² on "
        "all integers, is divided by k in the mean of k results. The consumers of Table 1 with one result each lose "
        "168/415; two who combine independent results of their optimal mechanisms lose less than any 1/4-private "
        "mechanism allows. For n = 1 and the 0-1 loss two results are of no more use than one, and three are: to be "
        "private at λ^k only is not always to tell more to this consumer."
    ),
    latex=r"\min \frac{x_{i r} \cdots x_{i s}}{x_{i' r} \cdots x_{i' s}} = \lambda^k, \qquad \operatorname{Var} = "
    r"\frac{1}{k} \cdot \frac{2\alpha}{(1-\alpha)^2}",
    domain="n ≥ 1, k ≥ 1, all mechanisms on {0..n}; the variance for 0 ≤ α < 1",
    every_n=True,
    verdict="proved",
    scope="all n, k and mechanisms; the losses of colluders on the consumers named",
    uses=("gupte2010.section-4-1.release",),
)

HALF = Fraction(1, 2)


@claim.proof(
    "one result more: for products x ≥ λ·y of those so far, and u ≥ μ·v for the next, x·u - λμ·y·v = (x-λy)·u + "
    "λy·(u-μv) ≥ 0",
    mutants={"the smaller level alone": {"both": False}},
)
def at_least(both=True):
    assumed = Assumed(
        "l m x y u v",
        lambda *_: {},
        lambda l, m, x, y, u, v: {"λ": l, "u": u, "y": y, "x-λy": x - l * y, "u-μv": u - m * v},  # noqa: E741
        witness=[HALF, HALF, Fraction(1), Fraction(1), Fraction(1), Fraction(1)],
    )

    def pairs(given, l, m, *rest):  # noqa: E741
        x, y, u, v = rest
        yield (
            x * u - (l * m if both else l) * y * v,
            given["x-λy"] * given["u"] + given["λ"] * given["y"] * given["u-μv"],
        )

    signs(assumed, pairs, strict=False)


@claim.proof(
    "at no larger level: where x_ir = λ·x_i'r with x_i'r > 0, the list r, …, r of k results has the probabilities "
    "λ^k·x^k and x^k, x = x_i'r, on the two inputs, as λ·x more gives λ^(k+1)·x^(k+1)",
    mutants={"λ^(k-1)": {"less": 1}},
)
def no_larger(less=0):
    def pairs(l, x, k):  # noqa: E741
        yield (l * x) * (l ** (k - less) * x**k), l ** (k + 1) * x ** (k + 1)

    identity("l x", lambda l, x, k: [*pairs(l, x, k)], Domain("k", lambda k: [k - 1]))  # noqa: E741


@claim.proof(
    "the variance: with T(z) = α^z·(z²(1-α)² + 2zα(1-α) + α(1+α))/(1-α)³, T(z) - T(z+1) = z²·α^z, so that Σ_z z²·α^|z| "
    "= 2·T(0), times (1-α)/(1+α) this is 2α/(1-α)²; k independent variances add up to k of them, over k²",
    mutants={"2zα(1-α) with a minus": {"sign": -1}, "one sided": {"sides": 1}},
)
def variance(sign=1, sides=2):
    def remainder(a, z):
        """T(z) times (1-α)³, without the power."""
        return z**2 * (1 - a) ** 2 + sign * 2 * z * a * (1 - a) + a * (1 + a)

    # z is any number here, and p stands for α^z.
    identity(
        "a p z",
        lambda a, p, z: [(p * remainder(a, z) - a * p * remainder(a, z + 1), z**2 * p * (1 - a) ** 3)],
    )
    # Times (1-α)³·(1+α).
    identity("a", lambda a: [(sides * remainder(a, number(0)) * (1 - a), 2 * a * (1 - a) * (1 + a))])
    # The variance of the sum, with k + 1 for k, and then of the mean: k·v/k² times k is v.
    identity("k v", lambda k, v: [(k * v + v, (k + 1) * v), (k * (k * v), k**2 * v)])


def together(first, second):
    """The mechanism that releases a result of each, drawn independently, as a pair."""
    return Mechanism([[p * q for p in row for q in other] for row, other in zip(first.rows, second.rows, strict=True)])


@claim.instances(
    "exact levels: G, its optimal interaction in Table 1 and a mechanism with 0, twice and three times, have the "
    "levels λ² and λ³; two that have their worst ratios between different neighbours have a larger level than the "
    "product",
    mutants={"twice at the level λ": {"power": 1}},
)
def levels(power=2):
    tailored = interact(MinimaxConsumer(absolute(), inputs=range(4)), geometric(n=3, alpha="1/4")).induced
    for x in (
        geometric(n=2, alpha="1/2"),
        tailored,
        Mechanism([["1/2", "1/2", 0], ["1/3", "2/3", 0], ["1/3", "2/3", 0]]),
    ):
        alpha, twice = level(x).alpha, together(x, x)
        require(level(twice).alpha == alpha**power, f"two results: {level(twice).alpha}")
        require(level(together(twice, x)).alpha == alpha ** (power + 1), f"three: {level(together(twice, x)).alpha}")
    early = Mechanism([["2/3", "1/3"], ["1/3", "2/3"], ["1/3", "2/3"]])
    late = Mechanism([["2/3", "1/3"], ["2/3", "1/3"], ["1/3", "2/3"]])
    require(level(early).alpha == level(late).alpha == HALF, "one of the two has another level")
    both = level(together(early, late)).alpha
    require(both == HALF ** (power - 1), f"together they have the level {both}")


@claim.instances(
    "colluders: two results of the optimal mechanism of Table 1's consumer, and three for n = 1, α = 1/2 and the 0-1 "
    "loss, give a smaller loss than the optimum at α, and no smaller one than the optimum at α^k, the kernel accepts "
    "each; two for n = 1 give 1/3, the optimum at α",
    mutants={"one result copied": {"copied": True}, "two for n = 1": {"results": 2}},
)
def colluders(copied=False, results=3):
    for n, alpha, loss, k in ((3, Fraction(1, 4), absolute(), 2), (1, HALF, zero_one(), results)):
        consumer = MinimaxConsumer(loss, n=n)
        alone, bound = (solve_polytope(Problem(consumer, power)) for power in (alpha, alpha**k))
        x = alone.mechanism
        found = interact(consumer, x if copied else reduce(together, [x] * k))
        for result in (alone, bound, found):
            accepted(result)
        require(n == 1 or alone.value == Fraction(168, 415), f"alone the consumer of Table 1 loses {alone.value}")
        require(bound.value <= found.value, f"n = {n}: {found.value} is below the bound {bound.value}")
        require(found.value < alone.value, f"n = {n}: together {found.value}, alone {alone.value}")
        if n == 1:
            twice = interact(consumer, together(x, x))
            accepted(twice)
            require(twice.value == alone.value, f"two results give {twice.value}")


@claim.instances(
    "for α = 1/3 and 4/5 the library's noise from -400 to 400 has the variance 2α/(1-α)², but for less than 10^-30 of "
    "it",
    mutants={"α/(1-α)²": {"factor": 1}},
)
def library(factor=2):
    for alpha in (Fraction(1, 3), Fraction(4, 5)):
        mass = UnboundedGeometric(alpha).mass
        found = sum(2 * z * z * mass(0, z) for z in range(1, 401))
        claimed = factor * alpha / (1 - alpha) ** 2
        require(0 <= claimed - found < claimed / 10**30, f"α = {alpha}: the variance differs by {claimed - found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
