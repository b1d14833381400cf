"""Table 1(c): the consumer's interaction with the geometric mechanism, exactly."""

from fractions import Fraction

from exactdp.claims import Claim, accepted, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Problem
from exactdp.optimum.search import optimal
from exactdp.polytope.derivability import derive

claim = Claim(
    id="gupte2010.table-1c",
    title="the consumer's interaction",
    section="2.5",
    position=30,
    statement=(
        "The optimal interaction of the consumer of Table 1 with G_{3,1/4} reads 0 as 0 with probability 68/83 and as "
        "1 with 15/83, reads 3 as its mirror image, and 1 and 2 as themselves; there is no other."
    ),
    latex=(
        r"\begin{bmatrix} 68/83 & 15/83 & 0 & 0 \\ 0 & 1 & 0 & 0 \\ 0 & 0 & 1 & 0 \\ 0 & 0 & 15/83 & 68/83 "
        r"\end{bmatrix}"
    ),
    domain="the one consumer of the table",
    verdict="corrected",
    scope="the interaction, its uniqueness and its product with G",
    printed="9/11 and 2/11 for 68/83 and 15/83; the corner 0 7 is read as 0 0",
    slip="print",
    finite=True,
    uses=("gupte2010.table-1a", "gupte2010.table-1b"),
)

CONSUMER = MinimaxConsumer(absolute(), inputs=range(4))
WORTH = Fraction(168, 415)


def interaction(stay):
    """The interaction that reads 0 as itself with this probability."""
    return Mechanism([[stay, 1 - stay, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1 - stay, stay]])


def worst(mechanism):
    """The worst expected loss over the inputs 0..3."""
    return max(sum(p * abs(i - r) for r, p in enumerate(row)) for i, row in enumerate(mechanism.rows))


@claim.counterexample(
    "with 9/11 the worst expected loss is 357/880, on inputs 0 and 3, and more than 168/415",
    mutants={"68/83": {"stay": Fraction(68, 83)}},
)
def printed(stay=Fraction(9, 11)):
    found = worst(geometric(n=3, alpha="1/4") @ interaction(stay))
    require(found > WORTH, f"it is {found}")
    require(found == Fraction(357, 880), f"it is {found}")


@claim.proof(
    "the exact interaction is optimal, and the kernel accepts it with the value 168/415",
    mutants={"9/11 for 68/83": {"stay": Fraction(9, 11)}, "G_{3,1/2}": {"alpha": "1/2"}},
)
def exact(stay=Fraction(68, 83), alpha="1/4"):
    found = interact(CONSUMER, geometric(n=3, alpha=alpha))
    require(found.value == WORTH, f"the value is {found.value}")
    require(found.remap == interaction(stay), "the optimal interaction is another")
    accepted(found)


@claim.proof(
    "its product with G_{3,1/4} is the mechanism of Table 1(a), which is the only optimal one; as G has an inverse, "
    "the interaction is the only one too",
    mutants={"9/11 for 68/83": {"stay": Fraction(9, 11)}},
)
def product(stay=Fraction(68, 83)):
    best = optimal(Problem(CONSUMER, "1/4")).mechanism
    require((geometric(n=3, alpha="1/4") @ interaction(stay)).rows == best.rows, "the product is another mechanism")
    derived = derive(best, "1/4")
    require(derived.remap == interaction(stay), "G⁻¹·x is another matrix")
    accepted(derived)


@claim.proof(
    "9/11 is off by 1/913: it is the best fraction near 68/83 with a denominator up to 11",
    mutants={"10/11": {"near": Fraction(10, 11)}},
)
def rounding(near=Fraction(9, 11)):
    exact_value = Fraction(68, 83)
    require(abs(exact_value - near) == Fraction(1, 913), f"it is off by {abs(exact_value - near)}")
    require(exact_value.limit_denominator(11) == near, "there is a nearer fraction")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
