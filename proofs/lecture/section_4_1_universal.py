"""Section 4.1: for which queries the geometric mechanism is universally utility-maximizing.

For one count query, whose neighbouring results differ by 1, every user with a monotone loss gets an optimal mechanism
from G by a remap. That does not carry over to the mechanism of Definition 4.2 for other sensitivities: with one entry
of value 0, 1 or 2, where all results are neighbours, a user of the 0-1 loss is served better by telling the truth with
probability 1/(1+2α).
"""

from fractions import Fraction

from exactdp.claims import Claim, accepted, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.neighbours import complete
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.section-4-1.universal",
    title="universally utility-maximizing",
    section="4.1",
    position=110,
    statement=(
        "For a single count query and every Bayesian user with a loss that is monotone in |i-r|, some remap of the "
        "geometric mechanism is optimal among all α-private mechanisms. For other queries it need not be so: for the "
        "value of one entry in {0, 1, 2}, of sensitivity 2, and α = 1/4, the geometric mechanism of Definition 4.2 has "
        "noise of level 1/2; a user with even prior and the 0-1 loss loses 4/9 by it and 1/3 at best."
    ),
    latex=r"\min_y \textstyle\sum_{i,r} p_i\, l(i,r)\, (G y)_{ir} = \min_x \sum_{i,r} p_i\, l(i,r)\, x_{ir} \quad"
    r"\text{for count queries}",
    domain="count queries on n ≥ 1 rows, 0 ≤ α ≤ 1, monotone losses",
    every_n=True,
    verdict="corrected",
    scope="the example exactly, by certificates; count queries with n ≤ 4, two levels, three losses and three priors",
    printed="the geometric mechanism, for integer queries of any sensitivity, is universally utility-maximizing",
    slip="statement",
    uses=("ghosh2009.theorem-3.1",),
)


def least(problem):
    """The least loss, accepted by the kernel."""
    best = optimal(problem)
    require(isinstance(best, Optimum), "the linear program was not solved")
    accepted(best)
    return best.value


def by_geometric(user, n, alpha):
    """The least loss by a remap of G, accepted by the kernel."""
    found = interact(user, geometric(n=n, alpha=alpha))
    accepted(found)
    return found.value


@claim.counterexample(
    "results 0, 1, 2 all neighbours, α = 1/4: G_{2,1/2} is just α-private there; the least loss is 1/3, and 4/9 by G",
    mutants={"the noise of level 1/4, which is not private": {"noise": Fraction(1, 4)}, "|i-r|²": {"loss": squared()}},
)
def sensitivity_two(noise=Fraction(1, 2), loss=None):
    alpha, user = Fraction(1, 4), BayesianUser(loss or zero_one(), proportional([1, 1, 1]))
    found = level(geometric(n=2, alpha=noise), complete(inputs=range(3))).alpha
    require(found == alpha, f"G has the level {found}")
    best, remapped = least(Problem(user, alpha, complete(inputs=range(3)))), by_geometric(user, 2, noise)
    require((best, remapped) == (Fraction(1, 3), Fraction(4, 9)), f"{best} and {remapped}")


@claim.instances(
    "count queries, n ≤ 4, α = 1/4, 3/4, the losses |i-r|, (i-r)² and 0-1, three priors: the least loss by a remap of "
    "G is the least of all",
    mutants={"without a remap": {"remapped": False}},
)
def count_queries(remapped=True):
    for n in range(1, 5):
        for alpha in map(Fraction, ("1/4", "3/4")):
            for loss in (absolute(), squared(), zero_one()):
                for weights in ([1] * (n + 1), range(1, n + 2), [1 + 2 * (i % 2) for i in range(n + 1)]):
                    user = BayesianUser(loss, proportional(weights))
                    value = by_geometric(user, n, alpha)
                    if not remapped:
                        rows = enumerate(geometric(n=n, alpha=alpha).rows)
                        value = sum(user.prior[i] * p * user.loss(i, r) for i, row in rows for r, p in enumerate(row))
                    require(value == least(Problem(user, alpha)), f"n = {n}, α = {alpha}, {user}: {value} by G")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
