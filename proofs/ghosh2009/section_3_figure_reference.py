"""Section 3: the factoring is drawn in Figure 1; the reference there is to Figure 3, one user's constraint matrix.

Figure 3 holds the states ↓, ↑, S and Z of the mechanism of Figure 2. It belongs to one user, shows no remap, and is
needed in section 5 only. Figure 1 is about every user: x^G first, and then a remap that differs from user to user.
"""

from fractions import Fraction

from exactdp.claims import Claim, accepted, require
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric
from exactdp.model.losses import power_loss
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.bayesian import closed_form
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Problem
from exactdp.optimum.uniqueness import uniqueness
from exactdp.polytope.constraints import constraint_matrix

claim = Claim(
    id="ghosh2009.section-3.figure-reference",
    title="the factoring is in Figure 1",
    section="3",
    position=20,
    statement=(
        "The figure of the factoring, x^G followed by a user's remap, is Figure 1. Figure 3 is the constraint matrix "
        "of one user's mechanism, and that of other users with the same n = 5 and α = 1/2 is another."
    ),
    latex=r"x^G \longrightarrow y^u \longrightarrow y^u \circ x^G",
    domain="the two printed figures, with the user of Figure 2 and two others at α = 1/2",
    verdict="corrected",
    scope="the printed matrix against the only optimal mechanisms of three users, each made of x^G by its own remap",
    printed="see Figure 3",
    slip="print",
    finite=True,
    uses=("ghosh2009.figure-3", "ghosh2009.figure-2.optimality"),
)

FIGURE_3 = """
    ↓ Z ↑ ↑ ↑ ↑
    ↓ Z S ↑ ↑ ↑
    ↓ Z ↓ ↑ ↑ ↑
    ↓ Z ↓ ↓ ↑ ↑
    ↓ Z ↓ ↓ ↓ ↑
"""
# The weights of the prior, and the remap of the responses 0..5.
USERS = {
    "the user of Figure 2": ((1, 0, 1, 0, 1, 1), (0, 2, 2, 3, 4, 5)),
    "the uniform prior": ((1, 1, 1, 1, 1, 1), (1, 1, 2, 3, 4, 4)),
    "the prior 1/2 on each of 0 and 5": ((1, 0, 0, 0, 0, 1), (0, 0, 1, 4, 5, 5)),
}


def of_user(weights):
    """The user with |i-r|^(3/2), as in Figure 2, and these weights for a prior."""
    return BayesianUser(power_loss("3/2"), proportional(weights))


def only_optimum(user):
    """The only optimal mechanism of a user, as the kernel accepts."""
    best = closed_form(Problem(user, "1/2"))
    found = uniqueness(best)
    require(bool(found), f"{user} has more than one optimal mechanism")
    accepted(found)
    return best


def printed():
    """Figure 3, entry by entry."""
    return [line.split() for line in FIGURE_3.strip().splitlines()]


def states(mechanism):
    """The constraint matrix of a mechanism, row by row."""
    c = constraint_matrix(mechanism, Fraction(1, 2))
    return [[c[i, r] for r in range(6)] for i in range(5)]


@claim.counterexample(
    "the user with the uniform prior, and else that of Figure 2, has one optimal mechanism: its constraint matrix has "
    "two S and two Z-columns, and is not Figure 3, which so is no figure of every user",
    mutants={"the user of Figure 2": {"weights": (1, 0, 1, 0, 1, 1)}},
)
def another_user(weights=(1, 1, 1, 1, 1, 1)):
    found = states(only_optimum(of_user(weights)).mechanism)
    require(found != printed(), "its constraint matrix is Figure 3")
    require([row.count("S") for row in found] == [1, 0, 0, 0, 1], f"it is {found}")
    require([row.count("Z") for row in found] == [2] * 5, f"it is {found}")


@claim.instances(
    "Figure 1: three users, one x^G, and three remaps, which make of it the only optimal mechanism of each; that of "
    "the user of Figure 2 has the constraint matrix of Figure 3",
    mutants={
        "x^G at 1/3": {"alpha": "1/3"},
        "the response 1 is kept for the user of Figure 2": {"changed": {"the user of Figure 2": (0, 1, 2, 3, 4, 5)}},
        "one remap for all": {"changed": dict.fromkeys(USERS, (0, 2, 2, 3, 4, 5))},
    },
)
def factoring(alpha="1/2", changed=()):
    x = UnboundedGeometric(alpha)
    remaps = {name: remap for name, (_, remap) in USERS.items()} | dict(changed)
    for name, (weights, _) in USERS.items():
        user = of_user(weights)
        best = only_optimum(user)
        for i in range(6):
            for r in range(6):
                # The remap of x^G reads responses below 0 as 0 is read, and those above 5 as 5 is.
                read = [k for k in range(6) if remaps[name][k] == r]
                total = sum((x.mass(i, k) for k in read), Fraction(0))
                total += 1 - x.at_least(i, 0) if 0 in read else 0
                total += x.at_least(i, 6) if 5 in read else 0
                require(total == best.mechanism[i, r], f"{name}: entry {i}, {r} is {total}")
        found = interact(user, x)
        accepted(found)
        require(found.value == best.value, f"{name}: the remap of x^G has {found.value}, the optimum {best.value}")
    require(states(only_optimum(of_user(USERS["the user of Figure 2"][0])).mechanism) == printed(), "not Figure 3")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
