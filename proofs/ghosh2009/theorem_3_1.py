"""Theorem 3.1 on instances: a user's Bayes remap of the geometric mechanism is optimal among all α-private mechanisms.

For each instance the loss of the Bayes remap is compared with the optimum of the linear program over all α-private
mechanisms, and the kernel accepts both. A user with another loss than a monotone one may do better than with G.
"""

from fractions import Fraction

from exactdp.certificates import certify
from exactdp.claims import Claim, record, require
from exactdp.cli import main
from exactdp.consumers import (
    BayesianUser,
    absolute,
    point_mass,
    proportional,
    squared,
    table,
    threshold,
    uniform,
    zero_one,
)
from exactdp.geometric import UnboundedGeometric, geometric
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="ghosh2009.theorem-3.1",
    title="the geometric mechanism is optimal for every user",
    section="3",
    position=10,
    statement=(
        "For every prior and every loss that is monotone in |i-r| the least expected loss of all remaps of the "
        "geometric mechanism is the least of all α-private mechanisms on {0..n}."
    ),
    latex=r"\min_y \sum_{i,r} p_i\, l(i,r)\, (y \circ x^G)_{ir} = \min_x \sum_{i,r} p_i\, l(i,r)\, x_{ir}",
    domain="n ≥ 1, 0 ≤ α < 1, every prior, monotone losses; and at α = 1, where there is no x^G, with G",
    verdict="verified",
    scope="n ≤ 5, five levels, five losses and five priors, some of them 0 on some inputs",
)

LEVELS = tuple(map(Fraction, ("0", "1/4", "1/2", "9/10", "1")))
LOSSES = (absolute(), squared(), zero_one(), threshold(1), None)
PARITY = ((0, 1, 0), (1, 0, 1), (0, 1, 0))


def loss_on(loss, n):
    """One of the losses; the last depends on i as well."""
    return loss or table([[abs(i - r) * (i + 1) ** 2 for r in range(n + 1)] for i in range(n + 1)])


def priors(n):
    """Five priors on {0..n}."""
    yield uniform(n)
    yield proportional(range(1, n + 2))
    yield proportional([i % 2 for i in range(n + 1)])
    yield proportional([1, *[0] * (n - 1), 3])
    yield point_mass(n, n // 2)


def values(user, alpha, deployed=None):
    """The least loss by remaps of G, and of all mechanisms, both with certificates."""
    n = user.inputs - 1
    at = alpha if deployed is None else deployed
    # At α = 1 there is no x^G, and G stands for it.
    with_geometric = interact(user, UnboundedGeometric(at) if at < 1 else geometric(n, at))
    best = solve_polytope(Problem(user, alpha))
    certify(with_geometric)
    certify(best)
    record(certificates=2)
    if deployed is None:
        require(with_geometric.mechanism == geometric(n, alpha), "x^G clamped is not G")
    return with_geometric.value, best.value


@claim.instances(
    "both values are equal on 625 instances",
    mutants={"x^G at the level 9/10": {"deployed": Fraction(9, 10)}},
)
def equal(deployed=None):
    for n in range(1, 6):
        for alpha in LEVELS:
            for kind in LOSSES:
                for prior in priors(n):
                    user = BayesianUser(loss_on(kind, n), prior)
                    found, best = values(user, alpha, deployed)
                    require(found == best, f"n = {n}, α = {alpha}, {user}: {found} by a remap of G, {best} of all")


@claim.instances(
    "monotone is needed: with the loss that is 1 where |i-r| is odd and the prior 1/4, 1/2, 1/4, at n = 2 and α = 1/2, "
    "the best remap of G loses 5/12 and the best mechanism 1/3",
    mutants={
        "the loss |i-r|": {"rows": ((0, 1, 2), (1, 0, 1), (2, 1, 0))},
        "the uniform prior": {"weights": (1, 1, 1)},
    },
)
def monotone_is_needed(rows=PARITY, weights=(1, 2, 1)):
    found, best = values(BayesianUser(table(rows), proportional(weights)), Fraction(1, 2))
    require(found > best, f"both lose {best}")
    require((found, best) == (Fraction(5, 12), Fraction(1, 3)), f"they lose {found} and {best}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
