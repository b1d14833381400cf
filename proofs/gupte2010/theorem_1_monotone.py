"""Theorem 1, part 2: some hypothesis on the loss is needed, for every n ≥ 2 and every level.

The loss is 1 where |i-r| is odd, and S = {0, 1, 2}: the consumer wants to know whether the result is even. In turn the
rows (1, α)/(1+α) and (α, 1)/(1+α) tell that as well as possible. On rows 0, 1, 2 the columns of G from 2 on are
multiples of (α², α, 1), and the weights α, 1+α², α on the three inputs leave column 1 only, which costs more.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    signs,
)
from exactdp.claims.examples import parity
from exactdp.claims.optima import least_losses
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import Shape, asymmetric, table
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.problem import Problem

claim = Claim(
    id="gupte2010.theorem-1.monotone",
    title="a hypothesis on the loss is needed",
    section="4.2",
    position=52,
    statement=(
        "For n ≥ 2, 0 < α < 1, S = {0, 1, 2} and the loss that is 1 where |i-r| is odd and 0 where it is even, the "
        "best interaction with G_{n,α} has the loss 2α/(1+α)², and the best α-private mechanism has α/(1+α), which is "
        "less by α(1-α)/(1+α)². For n = 2, α = 1/2 that is 4/9 and 1/3. For n ≤ 1 there is no such example. Monotone "
        "in |i-r| is not necessary: two losses that differ by side have equal values."
    ),
    latex=r"\frac{2\alpha}{(1+\alpha)^2} - \frac{\alpha}{1+\alpha} = \frac{\alpha(1-\alpha)}{(1+\alpha)^2} > 0",
    domain="n ≥ 2, 0 < α < 1, S = {0, 1, 2}; at α = 0 and α = 1 both values are equal",
    every_n=True,
    verdict="proved",
    scope="all n and α; the losses that differ by side for n = 2, 3",
    uses=("gupte2010.theorem-1.edges",),
)

UNIT = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])
COLUMNS = Domain("n z", lambda n, z: [n - 2, z, n - z])


def combined(a, n, z, outer=1, middle=2):
    """(1+α) times α·G_0z - (1+α²)·G_1z + α·G_2z."""
    first, second, third = (geometric_times_one_plus_alpha(a, n, i, z) for i in range(3))
    return a**outer * first - (1 + a**middle) * second + a * third


@claim.proof(
    "any interaction: with t_z for the probability of an even answer to z the losses are 1 - Σ G_0z·t_z, Σ G_1z·t_z "
    "and 1 - Σ G_2z·t_z, with the weights α, 1+α², α together 2α - Σ t_z·(α·G_0z - (1+α²)·G_1z + α·G_2z). That is 0 "
    "for z ≠ 1 and -(1-α)·(1-α²)/(1+α) ≤ 0 for z = 1; the weights sum to (1+α)²",
    mutants={"weights 1, 1+α², α": {"outer": 0}, "weights α, 1+α, α": {"middle": 1}},
)
def interaction_bound(outer=1, middle=2):
    def pairs(a, n, z):
        found = combined(a, n, z, outer, middle)
        yield found, -(1 - a) * (1 - a**2) if z == 1 else number(0)

    identity("a", pairs, COLUMNS)
    identity("a", lambda a: [(a + (1 + a**2) + a, (1 + a) ** 2)])
    signs(UNIT, lambda given, a: [((1 - a) * (1 - a**2), given["1-α"] ** 2 + given["α"] * given["1-α"] ** 2)])


@claim.proof(
    "t_1 = 0 and t_z = 1/(1+α) for z ≠ 1 attain it: as rows of G sum to 1, the losses are 1 - (1 - G_01)/(1+α), (1 - "
    "G_11)/(1+α) and 1 - (1 - G_21)/(1+α), each 2α/(1+α)²; here times (1+α)²",
    mutants={"t_0 = 0 for t_1": {"silent": 0}},
)
def interaction_attained(silent=1):
    def pairs(a, n):
        for i in range(3):
            # (1+α)·(1 - G_iz) for the column z without an even answer.
            rest = 1 + a - geometric_times_one_plus_alpha(a, n, i, silent)
            yield (rest if i == 1 else (1 + a) ** 2 - rest), 2 * a

    identity("a", pairs, Domain("n", lambda n: [n - 2]))


@claim.proof(
    "any private mechanism: with p, q for the probability of an even answer to 0 and 1, q ≥ α·p, and the losses 1-p "
    "and q have with the weights α and 1 the sum α + (q - αp) ≥ α; the rows (1, α), (α, 1), (1, α) over 1+α attain "
    "α/(1+α) on all inputs and are private by 1 - α² ≥ 0",
    mutants={"the weights 1 and 1": {"weight": 0}, "the rows (1, α²)": {"power": 2}},
)
def all_mechanisms(weight=1, power=1):
    private = Assumed(
        "a p q", lambda a, p, q: {"α": a}, lambda a, p, q: {"q-αp": q - a * p}, witness=[Fraction(1, 2)] * 3
    )
    signs(private, lambda given, a, p, q: [(a**weight * (1 - p) + q, given["q-αp"] + given["α"])])

    def attained(a):
        # Each row times 1+α, the even answer first.
        even, odd = (a**0, a**power), (a**power, a**0)
        for row, worse in ((even, 1), (odd, 0), (even, 1)):
            yield row[worse], a
            yield row[0] + row[1], 1 + a
        for r in range(2):
            yield even[r] - a * odd[r], (1 - a**2) if r == 0 else a * 0
            yield odd[r] - a * even[r], a * 0 if r == 0 else 1 - a**2

    identity("a", attained)


@claim.proof(
    "the difference: 2α - α·(1+α) = α·(1-α) > 0",
    mutants={"α/(1+α²) for the best": {"power": 2}},
)
def difference(power=1):
    signs(UNIT, lambda given, a: [(2 * a - a * (1 + a**power), given["α"] * given["1-α"])])


@claim.instances(
    "n = 2, 3, 4, α = 1/10, 1/2, 9/10: the values of both linear programs, judged by the kernel; n = 2 and α = 1/2 "
    "have 4/9 and 1/3, and at α = 0 and α = 1 both values are equal",
    mutants={"S = {0, 1}": {"inside": (0, 1)}, "2α/(1+α)": {"power": 1}},
    largest=6,
)
def by_library(inside=(0, 1, 2), power=2, largest=4):
    for n in range(2, largest + 1):
        require(parity(n=n).shape(n + 1, n + 1) is Shape.NEITHER, "the loss is unimodal")
        consumer = MinimaxConsumer(parity(n=n), n=n, side_information=inside)
        for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
            found = least_losses(Problem(consumer, alpha), geometric(n=n, alpha=alpha))
            expected = 2 * alpha / (1 + alpha) ** power, alpha / (1 + alpha)
            require(found == expected, f"n = {n}, α = {alpha}: {found}")
        for alpha in (0, 1):
            found, best = least_losses(Problem(consumer, alpha), geometric(n=n, alpha=alpha))
            require(found == best, f"n = {n}, α = {alpha}: {found} and {best}")
    found = least_losses(
        Problem(MinimaxConsumer(parity(n=2), inputs=range(3), side_information=inside), "1/2"),
        geometric(n=2, alpha="1/2"),
    )
    require(found == (Fraction(4, 9), Fraction(1, 3)), f"they are {found}")


@claim.instances(
    "n = 1, entries 0 to 2 of the loss, α = 1/3, S = {0, 1}: both values are equal for all 81 losses",
    mutants={"a deployed G at 2/3": {"deployed": Fraction(2, 3)}},
)
def one_row_less(deployed=Fraction(1, 3)):
    for number_of in range(81):
        digits = [number_of // 3**k % 3 for k in range(4)]
        consumer = MinimaxConsumer(table([digits[:2], digits[2:]]), inputs=range(2))
        found, best = least_losses(Problem(consumer, "1/3"), geometric(n=1, alpha=deployed))
        require(found == best, f"{digits}: {found} and {best}")


@claim.instances(
    "losses that differ by side, 2·(r-i) above and i-r below, and 1 and 5: not monotone in |i-r|, but both values are "
    "equal for n = 2, 3, α = 1/4, 1/2 and all inputs",
    mutants={"the parity loss": {"bent": True}},
)
def by_side(bent=False):
    for n in (2, 3):
        for loss in (asymmetric(2, 1), asymmetric(1, 5), *([parity(n=n)] if bent else [])):
            require(loss.shape(n + 1, n + 1) is not Shape.MONOTONE, "the loss is monotone in |i-r|")
            for alpha in map(Fraction, ("1/4", "1/2")):
                found, best = least_losses(Problem(MinimaxConsumer(loss, n=n), alpha), geometric(n=n, alpha=alpha))
                require(found == best, f"n = {n}, α = {alpha}: {found} with G, and {best}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
