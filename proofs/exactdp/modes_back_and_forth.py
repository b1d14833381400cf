"""Where the modes of a unimodal loss go back and forth, G is not optimal: from three inputs and two responses on.

On {0,1} every α-private mechanism is derivable, whatever the loss. On {0,1,2} let the right responses be 0, 1, 0, the
loss 1 for the other response, and the prior 1/4, 1/2, 1/4. Answering rightly with probability 1/(1+α) is α-private.
Every remap of G sends each response to the side that costs less, and loses more.
"""

from fractions import Fraction
from itertools import product

from exactdp.certificates.certificate import certify
from exactdp.claims import (
    Assumed,
    Claim,
    accepted,
    geometric_times_one_plus_alpha,
    identity,
    number,
    record,
    require,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, MinimaxConsumer, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.derivability import derive

claim = Claim(
    id="exactdp.modes-back-and-forth",
    title="modes that go back and forth",
    section="3",
    position=40,
    statement=(
        "On {0,1} every α-private mechanism is derivable from G, so that G is optimal for every loss. On {0,1,2} with "
        "the responses 0 and 1, the loss 0 for the responses 0, 1, 0 to the three inputs and 1 otherwise, and the "
        "prior 1/4, 1/2, 1/4, the least loss of all α-private mechanisms is α/(1+α), and of all remaps of G it is "
        "α(3-α)/(2(1+α)), which is more for every 0 < α < 1. A minimax consumer with all inputs has α/(1+α) as well, "
        "and with G at least α(3-α)/(2(1+α)). The loss 1 for odd |i-r|, with the responses 0, 1, 2, which is not "
        "unimodal, has the same values."
    ),
    latex=r"\frac{\alpha(3-\alpha)}{2(1+\alpha)} - \frac{\alpha}{1+\alpha} = \frac{\alpha(1-\alpha)}{2(1+\alpha)} > 0",
    domain="the inputs {0,1} and {0,1,2}, 0 < α < 1",
    verdict="proved",
    scope="all α; which lists of modes fail is run through for two responses and at most four inputs at α = 1/2",
    uses=("exactdp.remap-in-closed-form",),
)

UNIT = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])


@claim.proof(
    "on {0,1} the entries of (1-α)·T are x_0 - α·x_1 and x_1 - α·x_0, ≥ 0 by privacy: with these G·T is x, as 1·(x_0 - "
    "α·x_1) + α·(x_1 - α·x_0) = (1-α²)·x_0",
    mutants={"x_0 + α·x_1": {"sign": 1}},
)
def two_inputs(sign=-1):
    def pairs(a, x, y):
        g = [[geometric_times_one_plus_alpha(a, 1, i, k) for k in range(2)] for i in range(2)]
        first, second = x + sign * a * y, y - a * x
        for i, entry in enumerate((x, y)):
            yield g[i][0] * first + g[i][1] * second, (1 - a) * (1 + a) * entry

    identity("a x y", pairs)


@claim.proof(
    "no α-private mechanism loses less than α/(1+α): for neighbours with wrong answers of probability v and w, v ≥ "
    "α·(1-w) and w ≥ α·(1-v), so (1+α)·(v+w) ≥ 2α; the loss is a quarter of v+w for either pair. And the mechanism "
    "with v = w = α/(1+α) is private: it answers rightly with probability 1/(1+α)",
    mutants={"2α² for 2α": {"power": 2}, "α²/(1+α)": {"wrong": 2}},
)
def lower_bound(power=1, wrong=1):
    assumed = Assumed(
        "a v w",
        lambda a, v, w: {},
        lambda a, v, w: {"v-α(1-w)": v - a * (1 - w), "w-α(1-v)": w - a * (1 - v)},
        witness=[Fraction(1, 2)] * 3,
    )
    signs(
        assumed,
        lambda given, a, v, w: [((1 + a) * (v + w) - 2 * a**power, given["v-α(1-w)"] + given["w-α(1-v)"])],
        strict=False,
    )
    # Of a right and a wrong answer, times 1+α: 1 and α, which sum to 1+α and have the ratio α.
    identity("a", lambda a: [(number(1) + a**wrong, 1 + a), (4 * a**wrong, 2 * (a + a))])


@claim.proof(
    "the best remap: times 4(1+α), the responses 0, 1, 2 of G cost 2α, 2(1-α), 2α where they go to 0, and 1+α², "
    "2α(1-α), 1+α² where they go to 1; the outer ones go to 0, the inner to 1, and the differences to the other choice "
    "are (1-α)² and 2(1-α)²",
    mutants={"the prior 1/3, 1/3, 1/3": {"weights": (1, 1, 1)}, "all to 0": {"inner": 0}},
)
def best_remap(weights=(1, 2, 1), inner=1):
    def cost(a, k, answer):
        return sum(
            (
                p * geometric_times_one_plus_alpha(a, 2, i, k)
                for i, (p, right) in enumerate(zip(weights, (0, 1, 0), strict=True))
                if right != answer
            ),
            number(0),
        )

    def choices(given, a):
        for k, best, factor in ((0, 0, 1), (1, inner, 2), (2, 0, 1)):
            yield cost(a, k, 1 - best) - cost(a, k, best), given["1-α"] * given["1-α"] * factor

    signs(UNIT, choices)
    identity("a", lambda a: [(cost(a, 0, 0) + cost(a, 1, 1) + cost(a, 2, 0), 2 * a * (3 - a))])


@claim.proof(
    "G loses more: times 2(1+α) the difference is α(3-α) - 2α = α(1-α)",
    mutants={"α(2-α)": {"three": 2}},
)
def difference(three=3):
    signs(UNIT, lambda given, a: [(a * (three - a) - 2 * a, given["α"] * given["1-α"])])


MODES = ((0, 1), (1, 0), (0, 1))
PARITY = ((0, 1, 0), (1, 0, 1), (0, 1, 0))


@claim.instances(
    "at five levels the kernel accepts both values for the user, and what is said for the consumer, for modes 0, 1, 0 "
    "and for the loss of odd |i-r|",
    mutants={
        "the uniform prior": {"weights": (1, 1, 1)},
        "the modes 0, 1, 1": {"losses": ((*MODES[:2], (1, 0)),)},
    },
)
def by_library(weights=(1, 2, 1), losses=(MODES, PARITY)):
    for alpha in map(Fraction, ("1/100", "1/4", "1/2", "2/3", "99/100")):
        for rows in losses:
            loss, responses, source = table(rows), len(rows[0]), geometric(n=2, alpha=alpha)
            least, with_geometric = alpha / (1 + alpha), alpha * (3 - alpha) / (2 * (1 + alpha))
            user, consumer = BayesianUser(loss, proportional(weights)), MinimaxConsumer(loss, inputs=range(3))
            require(
                accepted(solve_polytope(Problem(user, alpha, responses=range(responses)))).value == least,
                "another least loss",
            )
            require(
                accepted(interact(user, source, responses=range(responses))).value == with_geometric,
                "G has another loss",
            )
            require(
                accepted(solve_polytope(Problem(consumer, alpha, responses=range(responses)))).value == least,
                "another worst loss",
            )
            require(
                accepted(interact(consumer, source, responses=range(responses))).value >= with_geometric,
                "G has a smaller worst loss",
            )


@claim.instances(
    "on {0,1}, for all mechanisms with entries in ninths and the level they have: derivable, as the kernel accepts",
    mutants={"at the level halfway to 1": {"raised": True}},
)
def all_of_two_inputs(raised=False):
    for first, second in product(range(1, 9), repeat=2):
        x = Mechanism([[Fraction(p, 9), 1 - Fraction(p, 9)] for p in (first, second)])
        alpha = min(Fraction(min(p), max(p)) for p in ((first, second), (9 - first, 9 - second)))
        found = derive(x, (1 + alpha) / 2 if raised else alpha)
        require(bool(found), f"{x.rows} is not derivable")
        certify(found)
        record(certificates=1)


@claim.instances(
    "two responses, α = 1/2, at most four inputs, every list of modes and all priors with weights 0, 1, 2: G is "
    "optimal for all these priors exactly where the modes never decrease or never increase",
    mutants={"exactly where they never decrease": {"mirrored": False}},
)
def lists_of_modes(mirrored=True):
    for size in (2, 3, 4):
        for modes in product((0, 1), repeat=size):
            one_way = list(modes) == sorted(modes) or (mirrored and list(modes) == sorted(modes)[::-1])
            loss = table([[int(r != mode) for r in range(2)] for mode in modes])
            fails = False
            for weights in product(range(3), repeat=size):
                if any(weights) and not fails:
                    user = BayesianUser(loss, proportional(weights))
                    found = accepted(interact(user, geometric(n=size - 1, alpha="1/2"), responses=range(2))).value
                    fails = found != accepted(solve_polytope(Problem(user, "1/2", responses=range(2)))).value
            require(fails != one_way, f"the modes {modes}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
