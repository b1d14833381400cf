"""The consumer of Table 1 of the minimax paper at every α: one formula for the loss, the remap and a prior.

In G_{3,α} followed by the remap all four inputs lose the same, L(α). Under the prior, the reading r + 1 of a response k
costs more than r by the weight of the inputs up to r less that of the others: 0 at k = 0 for r = 0, and otherwise of
the sign that makes 0 or 1 the best reading of 0, and 1 that of 1. So no remap has less than L(α), and by universal
optimality no α-private mechanism has.
"""

from fractions import Fraction

from exactdp.arithmetic.rational_functions import rational_function
from exactdp.claims import Assumed, Claim, accepted, determinant, identity, number, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.phase_search import phase_diagram
from exactdp.optimum.problem import Problem
from exactdp.optimum.search import optimal

claim = Claim(
    id="exactdp.loss-of-table-1",
    title="the loss of the consumer of Table 1, as a function of α",
    section="7",
    position=20,
    statement=(
        "For the inputs 0..3, the loss |i-r| and S = {0..3} the least worst expected loss of an α-private mechanism is "
        "L(α) = 2α(1+α+α²) / ((1+α)·D) for D = 1+α+α²-α³, which is 168/415 at α = 1/4. It is that of G_{3,α} and the "
        "remap that reads 0 as 0 with probability (1+α²)/D and as 1 with α(1-α²)/D, 3 as its mirror image, and 1 and 2 "
        "as themselves; for 0 < α < 1 every other remap loses more. A least favourable prior is α(1+α)/2D on 0 and 3 "
        "and (1-α³)/2D on 1 and 2."
    ),
    latex=(
        r"L(\alpha) = \frac{2\alpha(1+\alpha+\alpha^2)}{(1+\alpha)(1+\alpha+\alpha^2-\alpha^3)}, \qquad T_{00} = "
        r"\frac{1+\alpha^2}{1+\alpha+\alpha^2-\alpha^3}"
    ),
    domain="the consumer of Table 1, 0 ≤ α ≤ 1",
    verdict="proved",
    scope="all α",
    uses=("exactdp.universal-optimality",),
)

INPUTS = range(4)
BETWEEN = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])


def divisor(a):
    """D."""
    return 1 + a + a**2 - a**3


def remap(a, power=2):
    """The rows of D·T."""
    keep, spread = 1 + a**power, a * (1 - a**2)
    zero, whole = number(0), divisor(a)
    return [
        [keep, spread, zero, zero],
        [zero, whole, zero, zero],
        [zero, zero, whole, zero],
        [zero, zero, spread, keep],
    ]


def prior(a, power=3):
    """2D times the prior."""
    return [a * (1 + a), 1 - a**power, 1 - a**power, a * (1 + a)]


def weight(a, k):
    """(1+α)·s_k, where G_ik = s_k·α^|i-k|."""
    return number(1) if k in (0, 3) else 1 - a


def step(a, k, r, power=3):
    """2D times what reading k as r + 1 costs more than reading it as r, but for the factor s_k."""
    shares = [p * a ** abs(i - k) for i, p in enumerate(prior(a, power))]
    return sum(shares[: r + 1], number(0)) - sum(shares[r + 1 :], number(0))


@claim.proof(
    "T is stochastic and the prior is one: rows and prior sum to 1, and D, 1+α², α(1-α²), α(1+α) and 1-α³ are > 0 for "
    "0 < α < 1, and so ≥ 0 at both ends, where D is 1 and 2",
    mutants={"1+α³ for 1+α²": {"rows": 3}, "1-α² for 1-α³": {"inside": 2}},
)
def stochastic(rows=2, inside=3):
    def sums(a):
        yield from ((sum(row, number(0)), divisor(a)) for row in remap(a, rows))
        yield sum(prior(a, inside), number(0)), 2 * divisor(a)

    identity("a", sums)

    def positive(given, a):
        alpha, rest, one = given["α"], given["1-α"], positive_number(1)
        yield divisor(a), one + alpha + alpha * alpha * rest
        yield 1 + a**2, one + alpha * alpha
        yield a * (1 - a**2), alpha * rest * (one + alpha)
        yield a * (1 + a), alpha * (one + alpha)
        yield 1 - a**3, rest * (one + alpha + alpha * alpha)

    signs(BETWEEN, positive)
    require([divisor(Fraction(end)) for end in (0, 1)] == [1, 2], "D is something else at 0 or 1")


@claim.proof(
    "each of the four inputs loses exactly L(α): (1+α)·D times its loss is 2α(1+α+α²)",
    mutants={"1+α³ for 1+α²": {"rows": 3}, "2α(1+α+α³)": {"power": 3}},
)
def each_input(rows=2, power=2):
    def pairs(a):
        for i in INPUTS:
            read = [sum((abs(i - r) * t for r, t in enumerate(row)), number(0)) for row in remap(a, rows)]
            loss = sum((weight(a, k) * a ** abs(i - k) * cost for k, cost in enumerate(read)), number(0))
            yield loss, 2 * a * (1 + a + a**power)

    identity("a", pairs)


@claim.proof(
    "under the prior 0 is best read as 0 or 1, which cost the same, 1 as 1, and 2 and 3 as their mirror images, for "
    "0 < α < 1 as nothing else; at the ends the same readings are still best, by continuity",
    mutants={"a prior with 1-α² inside": {"inside": 2}, "1 best read as 0": {"best": {0: 0, 1: 0}}},
)
def best_readings(inside=3, best=None):
    chosen = best or {0: 1, 1: 1}
    identity("a", lambda a: [(step(a, 0, 0, inside), number(0))])
    # k = 2 and 3 mirror 1 and 0, as the prior does.
    identity(
        "a", lambda a: [(step(a, k, r, inside), -1 * step(a, 3 - k, 2 - r, inside)) for k in INPUTS for r in range(3)]
    )

    def positive(given, a):
        alpha, rest, one = given["α"], given["1-α"], positive_number(1)
        ends, middle = alpha * (one + alpha), rest * (one + alpha + alpha * alpha)
        cubed = rest * (one + alpha + alpha * alpha)
        more = {
            (0, 1): ends * cubed + middle * alpha * rest,
            (0, 2): ends * cubed + middle * alpha * (one + alpha),
            (1, 0): (one + alpha) * rest * (one + alpha),
            (1, 1): ends * alpha * rest + middle * rest,
            (1, 2): ends * alpha * rest + middle * (one + alpha),
        }
        for (k, r), proof in more.items():
            # Up to the best reading the costs fall, and from there on they rise.
            yield (step(a, k, r, inside) if r >= chosen[k] else -1 * step(a, k, r, inside)), proof

    signs(BETWEEN, positive)


@claim.proof(
    "these readings have the expected loss L(α) under the prior, so that no remap has a smaller worst loss: 2D·(1+α) "
    "times it is 4α(1+α+α²)",
    mutants={"0 read as 2": {"images": (2, 1, 2, 3)}, "a prior with 1-α² inside": {"inside": 2}},
)
def least(images=(0, 1, 2, 3), inside=3):
    def pairs(a):
        total = number(0)
        for k, r in enumerate(images):
            for i, p in enumerate(prior(a, inside)):
                total = total + weight(a, k) * p * abs(i - r) * a ** abs(i - k)
        yield total, 4 * a * (1 + a + a**2)

    identity("a", pairs)


@claim.proof(
    "for 0 < α < 1 there is no other optimal remap: it reads 0 as 1 with some probability t, 3 as 2 with some u; as "
    "the prior is positive the inputs 0 and 3 lose L(α); of these two equations in t and u the determinant is 1-α⁶ > 0",
    mutants={"inputs 0 and 1, and 1-α⁶": {"tight": (0, 1)}, "1-α⁵": {"power": 5}},
)
def no_other(tight=(0, 3), power=6):
    def pairs(a):
        # What an input loses more as t and u grow, times 1+α.
        rows = [[(abs(i - 1) - i) * a**i, (abs(i - 2) - (3 - i)) * a ** (3 - i)] for i in tight]
        yield determinant([[number(1) * v for v in row] for row in rows]), 1 - a**power

    identity("a", pairs)

    def positive(given, a):
        alpha, rest, one = given["α"], given["1-α"], positive_number(1)
        square = alpha * alpha
        yield 1 - a**6, rest * (one + alpha) * (one + square + square * square)

    signs(BETWEEN, positive)


def loss(alpha, inside=3):
    return 2 * alpha * (1 + alpha + alpha**2) / ((1 + alpha) * (1 + alpha + alpha**2 - alpha**inside))


@claim.instances(
    "nine levels, both ends included: the optimum that the kernel accepts has this value, 168/415 at 1/4; and in "
    "between the remap is this one",
    mutants={"-α⁴ for -α³ in D": {"inside": 4}},
    levels=[Fraction(k, 24) for k in range(25)],
)
def by_the_kernel(inside=3, levels=tuple(Fraction(k, 8) for k in range(9))):
    require(loss(Fraction(1, 4), inside) == Fraction(168, 415), "it is not 168/415 at 1/4")
    for alpha in levels:
        found = optimal(Problem(MinimaxConsumer(absolute(), inputs=range(4)), alpha))
        require(found.value == loss(alpha, inside), f"at α = {alpha} the optimum is {found.value}")
        accepted(found)
        if 0 < alpha < 1:
            d = divisor(alpha)
            keep, spread = (1 + alpha**2) / d, alpha * (1 - alpha**2) / d
            read = Mechanism([[keep, spread, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, spread, keep]])
            require(
                (geometric(n=3, alpha=alpha) @ read).rows == found.mechanism.rows, f"at α = {alpha} another is optimal"
            )


@claim.instances(
    "a second way: the phase diagram of this consumer has one phase, with this loss",
    mutants={"2α(1+α+α³)": {"written": "2*a*(1+a+a^3)/((1+a)*(1+a+a^2-a^3))"}},
)
def by_the_diagram(written="2*a*(1+a+a^2)/((1+a)*(1+a+a^2-a^3))"):
    found = [phase.loss for phase in phase_diagram(MinimaxConsumer(absolute(), inputs=range(4))).phases]
    require(found == [rational_function(written)], f"the losses are {', '.join(map(str, found))}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
