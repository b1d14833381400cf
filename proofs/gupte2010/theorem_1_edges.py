"""Theorem 1, part 2, at the edges: α = 0, α = 1, n ≤ 1 and S a single point, where it holds for every loss.

At α = 0 the mechanism G is the identity, so that x itself is a remap. At α = 1 private rows are all equal, and x is
again a remap that has these rows. For n ≤ 1 every private mechanism is derivable. For S = {i} no mechanism has less
than the least l(i, r), and the remap that always answers such an r has that.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    signs,
)
from exactdp.claims.optima import least_losses
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, table
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.optimum.uniqueness import uniqueness
from exactdp.polytope.derivability import derive

claim = Claim(
    id="gupte2010.theorem-1.edges",
    title="the edges: α = 0, α = 1, n ≤ 1, S a single point",
    section="4.2",
    position=50,
    statement=(
        "Where α = 0, or α = 1, or n ≤ 1, or S is one point, interacting with G_{n,α} gives the optimal loss for every "
        "loss function, monotone or not (at n = 0 G is the only mechanism). At α = 0 that is max_{i∈S} min_r l(i,r), "
        "and for S = {i} it is min_r l(i,r) at every α. With ties, as for a constant loss, the values are equal too, "
        "as the theorem is about the value only."
    ),
    latex=r"\alpha = 0:\; G_{n,0} = I; \qquad \alpha = 1:\; x_i = x_{i+1}; \qquad S = \{i\}:\; \min_r l(i,r)",
    domain="n ≥ 0, 0 ≤ α ≤ 1, all losses, where α = 0, α = 1, n ≤ 1 or |S| = 1",
    every_n=True,
    verdict="proved",
    scope="all n, α, losses and S of these cases; for n = 1 as in the claim on (2)",
    uses=("gupte2010.definition-4", "gupte2010.theorem-1.equation-2"),
)


@claim.proof(
    "α = 0: (1+α)·G_iz - (1+α)·I_iz is α times a polynomial, α^(|i-z|-1) or that times 1-α outside the diagonal, -1 or "
    "-2 on it",
    mutants={"-1 inside": {"inside": 1}, "α^|i-z|": {"less": 0}},
)
def at_zero(inside=2, less=1):
    def pairs(a, n, i, z):
        scaled = geometric_times_one_plus_alpha(a, n, i, z)
        if i == z:
            yield scaled - (1 + a), -a if z in (0, n) else -inside * a
        else:
            rest = a ** (abs(i - z) - less)
            yield scaled, a * (rest if z in (0, n) else rest * (1 - a))

    identity("a", pairs, Domain("n i z", lambda n, i, z: [n - 1, i, n - i, z, n - z]))


@claim.proof(
    "α = 0: row i may put everything on a response of the least loss m, which is best: c·x - m·x = (c-m)·x ≥ 0 per "
    "response of loss c; the same for S = {i}, at any α, where all rows may",
    mutants={"m no lower bound": {"least": False}},
)
def one_point(least=True):
    assumed = Assumed(
        "c m x",
        lambda *bases: {},
        lambda c, m, x: {"c-m": c - m if least else m - c, "x": x},
        witness=[Fraction(1)] * 3,
    )
    signs(assumed, lambda given, c, m, x: [(c * x - m * x, given["c-m"] * given["x"])], strict=False)


@claim.proof(
    "the remap that always answers r, and at α = 1 the one whose rows are all the common row of x: G·T has that row in "
    "row i. With P(z) for the sum of G_iz over the first z, P(z)·t grows by G_iz·t, and P(n+1) = 1, here times 1+α",
    mutants={"interior columns not times 1-α": {"inside": False}},
)
def same_rows(inside=True):
    def partial(a, *indices):
        """(1+α)·P(z): α^(i-z+1) up to row i, and 1+α-α^(z-i) after it; 1+α for z = n+1."""
        n, i, z = indices
        if z == 0:
            return number(0)
        if z == n + 1:
            return 1 + a
        return a ** (i - z + 1) if z <= i else 1 + a - a ** (z - i)

    def pairs(a, *indices):
        n, i, z = indices
        grown, before = partial(a, n, i, z + 1), partial(a, n, i, z)
        scaled = geometric_times_one_plus_alpha(a, n, i, z)
        # For the mutant: α^|i-z| in every column.
        yield grown * entry("t") - before * entry("t"), (scaled if inside else a ** abs(i - z)) * entry("t")

    identity("a", pairs, Domain("n i z", lambda n, i, z: [n - 1, i, n - i, z, n - z]))


@claim.proof(
    "α = 1: privacy is x_(i+1) - 1·x_i ≥ 0 and x_i - 1·x_(i+1) ≥ 0, and their sum is 0, so both are 0; below 1 it is "
    "(1-α)·(x_i + x_(i+1))",
    mutants={"the same below 1": {"level": Fraction(1, 2)}},
)
def equal_rows(level=Fraction(1)):
    identity(
        "x y a",
        lambda x, y, a: [
            ((y - level * x) + (x - level * y), 0 * x),
            ((y - a * x) + (x - a * y), (1 - a) * (x + y)),
        ],
    )


def tables(size):
    """Losses that are not monotone, one with ties only, and |i-r|."""
    yield table([[(3 * i + 5 * r + i * r) % 7 for r in range(size)] for i in range(size)])
    yield table([[(i + r + 1) % 2 for r in range(size)] for i in range(size)])
    yield table([[1] * size for _ in range(size)])
    yield absolute()


@claim.instances(
    "n ≤ 3 at α = 0 and 1 with all S, n ≤ 1 and S = {i} also at α = 1/2: both values are equal for two losses that are "
    "not monotone, a constant one and |i-r|; at α = 0 and for S = {i} they are as stated",
    mutants={"all S at α = 1/2 too": {"middle": True}, "l(i,i) for min_r l(i,r)": {"truthful": True}},
)
def by_library(middle=False, truthful=False):
    for n in range(4):
        for loss in tables(n + 1):
            for bits in range(1, 2 ** (n + 1)):
                inside = [i for i in range(n + 1) if bits >> i & 1]
                consumer = MinimaxConsumer(loss, n=n, side_information=inside)
                edge = n <= 1 or len(inside) == 1 or middle
                for alpha in map(Fraction, ("0", "1/2", "1") if edge else ("0", "1")):
                    found, best = least_losses(Problem(consumer, alpha), geometric(n=n, alpha=alpha))
                    require(found == best, f"n = {n}, α = {alpha}, S = {inside}: {found} with G, and {best}")
                    if alpha == 0 or len(inside) == 1:
                        least = max(loss(i, i) if truthful else min(loss(i, r) for r in range(n + 1)) for i in inside)
                        require(best == least, f"n = {n}, α = {alpha}, S = {inside}: {best}, and not {least}")


@claim.instances(
    "ties: n = 2, α = 1/2 and the constant loss: the kernel accepts that the optimum is not the only one; n = 0: the "
    "only mechanism is the answer 0",
    mutants={"S = {0, 1, 2} and |i-r|": {"loss": absolute()}},
)
def ties(loss=None):
    loss = loss or table([[1] * 3] * 3)
    best = solve_polytope(Problem(MinimaxConsumer(loss, inputs=range(3)), "1/2"))
    found = uniqueness(best)
    require(not found, "it is the only optimum")
    accepted(found)
    require(geometric(n=0, alpha="1/2").rows == ((1,),), "G at n = 0 is not the answer 0")
    require(bool(derive(geometric(n=0, alpha=0), 1)), "at n = 0 it is not derivable")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
