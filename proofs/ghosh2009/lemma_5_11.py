"""Lemma 5.11: an optimal vertex is G followed by the deterministic remap that its constraint matrix spells out."""

from fractions import Fraction

from exactdp.claims import Claim, identity, require
from exactdp.cli import main
from exactdp.constraints import constraint_matrix, rebuilt_remap
from exactdp.consumers import BayesianUser, power_loss, proportional, table
from exactdp.geometric import geometric
from exactdp.mechanism import deterministic
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="ghosh2009.lemma-5.11",
    title="the remap that the constraint matrix spells out",
    section="5",
    position=130,
    statement=(
        "Let x be a vertex that is optimal for a user, and k_i the i-th non-Z column of its constraint matrix, with "
        "s_i entries S, and S_i of them up to it. The map that sends i + S_(i-1), …, i + S_i to k_i is defined on all "
        "of {0..n}, and G followed by it is x."
    ),
    latex=r"\hat y(j) = k_i \ (i + S_{i-1} \le j \le i + S_i), \qquad x = \hat y \circ G",
    domain="0 < α < 1, n ≥ 1, strictly monotone losses, priors of full support",
    verdict="verified",
    scope="n ≤ 5, five levels, three losses and five priors: 375 optimal vertices; the count for all numbers",
    uses=("ghosh2009.lemma-5.10",),
)


def optimal_vertices(priors=None):
    """Vertices of the polytope that are optimal for users with strict losses, found by the linear program."""
    for n in range(1, 6):
        for alpha in map(Fraction, ("1/10", "1/3", "1/2", "3/4", "9/10")):
            for kind in ("|i-r|", "(i-r)²", "by i"):
                rows = [[abs(i - r) * (1 + i * i) for r in range(n + 1)] for i in range(n + 1)]
                loss = table(rows) if kind == "by i" else power_loss(1 if kind == "|i-r|" else 2)
                for weights in priors or ("uniform", "rising", "ends", "middle", "uneven"):
                    prior = {
                        "uniform": [1] * (n + 1),
                        "rising": range(1, n + 2),
                        "ends": [9 if i in (0, n) else 1 for i in range(n + 1)],
                        "middle": [9 if i == n // 2 else 1 for i in range(n + 1)],
                        "uneven": [1 + 5 * (i % 2) for i in range(n + 1)],
                        "certain": [int(i == 0) for i in range(n + 1)],
                    }[weights]
                    found = solve_polytope(Problem(BayesianUser(loss, proportional(prior)), alpha))
                    yield f"n = {n}, α = {alpha}, {kind}, {weights}", alpha, found.mechanism


@claim.instances(
    "the remap that the constraint matrix spells out, multiplied out, gives the vertex, entry by entry",
    mutants={"the next response for the first": {"shift": 1}, "another level": {"level": Fraction(1, 4)}},
)
def multiplied_out(shift=0, level=None):
    for name, alpha, vertex in optimal_vertices():
        images = rebuilt_remap(constraint_matrix(vertex, alpha))
        require(images is not None, f"{name}: s is not z")
        n = len(vertex) - 1
        moved = [min(n, r + shift) if k == 0 else r for k, r in enumerate(images)]
        product = geometric(n, level or alpha) @ deterministic(moved, n + 1)
        require(product.rows == vertex.rows, f"{name}: the remap {images} gives another mechanism")


@claim.instances(
    "it is a map on {0..n}: n + 1 - z non-Z columns with s entries S take n + 1 - z + s responses, n + 1 for s = z",
    mutants={"s = z + 1": {"more": 1}},
)
def well_defined(more=0):
    identity("n z", lambda n, z: [((n + 1 - z) + (z + more), n + 1)])


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
