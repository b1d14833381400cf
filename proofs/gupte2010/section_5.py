"""Section 5: the geometric mechanism is optimal for all consumers at once, provided that they interact with it.

That is Theorem 1. The proviso is needed: taken as it is, no mechanism is optimal for all. A consumer who knows that the
result is 0 wants the answer 0 for certain, and one who knows that it is n the answer n, which no private mechanism
gives to both.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.uniqueness import Better

claim = Claim(
    id="gupte2010.section-5",
    title="one mechanism for all, by interaction",
    section="5",
    position=10,
    statement=(
        "For n ≥ 1 and 0 < α < 1 one mechanism, G_{n,α}, gives every consumer with a monotone loss the optimal loss if "
        "all interact with it optimally (Theorem 1). Without interaction no α-private mechanism is optimal for all: "
        "for |i-r| the consumer with S = {0} needs x_00 = 1, and then x_n0 ≥ α^n > 0, while the one with S = {n} needs "
        "x_nn = 1. At α = 0 the identity serves all without interaction."
    ),
    latex=r"x_{0,0} = 1 \implies x_{n,0} \ge \alpha^n > 0 \implies x_{n,n} < 1",
    domain="n ≥ 1, 0 < α < 1, monotone losses, S not empty",
    every_n=True,
    verdict="proved",
    scope="that the proviso is needed for all n and α; that with it one mechanism serves all is Theorem 1",
    uses=("gupte2010.theorem-1",),
)


@claim.proof(
    "privacy down a column: x_m0 - α^m·x_00 is (x_m0 - α·x_(m-1)0) + α·(x_(m-1)0 - α^(m-1)·x_00), so x_n0 ≥ α^n for "
    "x_00 = 1, and x_nn ≤ 1 - x_n0; and a loss of 0 needs 1 - x_00 = 0, as |0-r| ≥ 1 for r ≥ 1",
    mutants={"α^(m-1)": {"less": 1}, "|0-r| ≥ 2": {"least": 2}},
)
def not_both(less=0, least=1):
    def down(a, n, m):
        first, here, before = entry("x", 0), entry("x", m), entry("x", m - 1)
        yield here - a ** (m - less) * first, (here - a * before) + a * (before - a ** (m - 1) * first)

    identity("a", down, Domain("n m", lambda n, m: [m - 1, n - m]))

    def distance(z, n, r):
        # Whether the distance is below its least value, as a coefficient.
        yield z * (1 if r < least else 0), z * 0

    identity("z", distance, Domain("n r", lambda n, r: [r - 1, n - r]))


@claim.proof(
    "α^n > 0",
    mutants={"α = 0": {"level": Fraction(0)}},
)
def positive(level=Fraction(1, 2)):
    assumed = Assumed("a", lambda a: {"α": a}, witness=[level])
    signs(assumed, lambda given, a, n: [(a**n, given["α"] ** n)], Domain("n", lambda n: [n - 1]))


LOSSES = (absolute(), squared(), zero_one())


@claim.instances(
    "one G for all: n ≤ 2 (deep: 3), α = 1/4, 9/10, three losses and all S: the best interaction has the optimal loss, "
    "both judged by the kernel",
    mutants={"G without interaction": {"interacting": False}, "G at 1/3": {"deployed": Fraction(1, 3)}},
    largest=3,
)
def at_once(interacting=True, deployed=None, largest=2):
    for n in range(1, largest + 1):
        for alpha in map(Fraction, ("1/4", "9/10")):
            one = geometric(n=n, alpha=deployed or alpha)
            for loss in LOSSES:
                for bits in range(1, 2 ** (n + 1)):
                    inside = [i for i in range(n + 1) if bits >> i & 1]
                    consumer = MinimaxConsumer(loss, n=n, side_information=inside)
                    best = solve_polytope(Problem(consumer, alpha))
                    require(isinstance(best, Optimum), "the linear program was not solved")
                    found = interact(consumer, one)
                    accepted(best)
                    accepted(found)
                    own = max(sum(v * loss(i, r) for r, v in enumerate(one.rows[i])) for i in inside)
                    value = found.value if interacting else own
                    require(value == best.value, f"n = {n}, α = {alpha}, {loss}, S = {inside}: {value}")


@claim.instances(
    "without interaction: n ≤ 3, α = 1/2, |i-r|: the optimum for S = {0} is judged not optimal for S = {n}",
    mutants={"S = {0} again": {"other": 0}},
)
def without(other=None):
    for n in range(1, 4):
        first = solve_polytope(Problem(MinimaxConsumer(absolute(), n=n, side_information=[0]), "1/2")).mechanism
        require(first[0, 0] == 1, "it does not always answer 0 on input 0")
        last = n if other is None else other
        problem = Problem(MinimaxConsumer(absolute(), n=n, side_information=[last]), "1/2")
        best = solve_polytope(problem)
        loses = sum(v * abs(last - r) for r, v in enumerate(first.rows[last]))
        require(loses > best.value, f"it loses {loses}, and {best.value} is the least")
        accepted(Better(problem, first, best))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
