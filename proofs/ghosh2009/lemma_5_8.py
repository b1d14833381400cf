"""Lemma 5.8: at an optimal vertex there are as many S entries as Z-columns, by counting tight constraints."""

from fractions import Fraction

from exactdp.claims import Claim, identity, require
from exactdp.cli import main
from exactdp.constraints import SLACK, constraint_matrix
from exactdp.consumers import BayesianUser, power_loss, proportional
from exactdp.geometric import geometric
from exactdp.mechanism import Mechanism
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.vertex import vertex

claim = Claim(
    id="ghosh2009.lemma-5.8",
    title="s = z at an optimal vertex",
    section="5",
    position=95,
    statement=(
        "The constraint matrix of a vertex that is optimal for a user has as many S entries as Z-columns. A vertex has "
        "(n+1)² independent tight constraints: n+1 row sums, z(n+1) zero entries, and so at least (n+1)(n-z) of the "
        "n(n+1-z) other entries of C are ↓ or ↑, which leaves at most z for S; optimality gives s ≥ z."
    ),
    latex=r"n(n+1-z) - \left((n+1)^2 - (n+1) - z(n+1)\right) = z",
    domain="0 < α < 1, n ≥ 1, strictly monotone losses, priors of full support",
    verdict="verified",
    scope="n ≤ 5, four levels, two losses, three priors; the count for all n and z",
)


@claim.instances(
    "the count: (n+1)² - (n+1) - z(n+1) = (n+1)(n-z), and n(n+1-z) less that is z",
    mutants={"n row sums": {"sums": 0}, "zn zero entries": {"zeros": 0}},
)
def count(sums=1, zeros=1):
    def pairs(n, z):
        tight = (n + 1) ** 2 - (n + sums) - z * (n + zeros)
        yield tight, (n + 1) * (n - z)
        yield n * (n + 1 - z) - tight, z

    identity("n z", pairs)


@claim.instances(
    "on 120 optimal vertices of the linear program s = z, and each is a vertex by its own certificate",
    mutants={"moved halfway to G": {"halfway": True}},
)
def on_vertices(halfway=False):
    for n in range(1, 6):
        for alpha in map(Fraction, ("1/10", "1/2", "3/4", "9/10")):
            for power in (1, 2):
                for weights in ([1] * (n + 1), range(1, n + 2), [1 + 8 * (i == 0) for i in range(n + 1)]):
                    user = BayesianUser(power_loss(power), proportional(weights))
                    found = solve_polytope(Problem(user, alpha)).mechanism
                    if halfway:
                        rows = zip(found.rows, geometric(n, alpha).rows, strict=True)
                        found = Mechanism([[(a + b) / 2 for a, b in zip(*pair, strict=True)] for pair in rows])
                    name = f"n = {n}, α = {alpha}, |i-r|^{power}, {user.prior}"
                    require(bool(vertex(found, alpha)), f"{name}: it is no vertex")
                    tight = constraint_matrix(found, alpha)
                    require(tight.s == tight.z, f"{name}: s = {tight.s} and z = {tight.z}")


@claim.instances(
    "being a vertex is needed: halfway between two optimal mechanisms s may exceed z (n = 2, α = 1/2, |i-r|, prior "
    "1/2, 0, 1/2: response 1 read as 0 or as 2)",
    mutants={"one of the two": {"share": Fraction(1)}},
)
def vertex_is_needed(share=Fraction(1, 2)):
    rows = geometric(2, "1/2").rows
    mechanism = Mechanism([[a + share * b, 0, (1 - share) * b + c] for a, b, c in rows])
    tight = constraint_matrix(mechanism, "1/2")
    slack = sum(row.count(SLACK) for row in tight.entries)
    require((tight.z, slack) == (1, tight.s), "the counts differ")
    require(tight.s > tight.z, f"s = {tight.s} and z = {tight.z}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
