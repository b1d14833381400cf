"""Lemma 5.11: a deterministic remap of G that induces an optimal vertex, read off its constraint matrix.

The i-th column that is no Z-column, with s_i entries S, takes the responses i + S_(i-1) to i + S_i of G. These
intervals follow each other from 0 to n, as s = z. By Lemma 5.10 they make of G the very columns of Lemma 5.9, and by
Observation 5.3 a vertex is determined by its constraint matrix. An optimal vertex that lacks the columns of Lemma 5.9
is no counterexample to Theorem 3.1: its user has another optimal vertex that has them, and is derivable.
"""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

from exactdp.claims import Claim, Domain, accepted, identity, require
from exactdp.claims.examples import WITHOUT_PATTERN
from exactdp.claims.optima import optimal_vertex
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, power_loss, squared, threshold
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.polytope.constraints import constraint_matrix, rebuilt_remap
from exactdp.polytope.derivability import derive
from exactdp.polytope.vertex import vertex

claim = Claim(
    id="ghosh2009.lemma-5.11",
    title="the remap of G that induces an optimal vertex",
    section="5",
    position=130,
    statement=(
        "If the constraint matrix of a vertex has the columns of Lemma 5.9 and s = z, sending the responses i + "
        "S_(i-1) to i + S_i of G to the i-th column that is no Z-column induces this vertex. So it is for every "
        "optimal vertex of a user with a strictly monotone loss and a prior of full support. An optimal vertex of "
        "another user need not be derivable from G at all."
    ),
    latex=r"\hat y: \{i+S_{i-1}, \dots, i+S_i\} \mapsto k_i, \qquad x = \hat y \circ G, \qquad n+1-z+s = n+1",
    domain="n ≥ 1, 0 < α < 1",
    every_n=True,
    verdict="corrected",
    scope="the intervals for all n, i, s and z; that the vertex is induced, for all nondecreasing maps with n ≤ 5",
    printed="for every optimal vertex of every user with a monotone loss",
    slip="statement",
    uses=("ghosh2009.lemma-5.8", "ghosh2009.lemma-5.9", "ghosh2009.lemma-5.10"),
)


@claim.counterexample(
    "n = 2, α = 1/2, the prior 1/2, 1/2, 0 and |i-r|: an optimal vertex that no remap of G induces, as the kernel "
    "accepts; and no other has its constraint matrix, since it is a vertex",
    mutants={
        "a prior of full support": {"prior": ("49/100", "49/100", "2/100")},
        "0 and 1 merged": {"x": deterministic([0, 0, 0], responses=range(3))},
    },
)
def not_for_all_vertices(prior=("1/2", "1/2", 0), x=WITHOUT_PATTERN):
    tight = optimal_vertex(Problem(BayesianUser(absolute(), prior), "1/2"), x)
    accepted(derive(x, "1/2"), "not-derivable")
    require(rebuilt_remap(tight) is None, "the intervals fill 0..n")


@claim.proof(
    "the intervals i + S_(i-1) … i + S_i, i = 0 … n-z, begin with 0, follow each other, have S_i - S_(i-1) + 1 members "
    "each, and end with n-z + s, which is n for s = z; together they have n+1-z + s",
    mutants={"i + S_i + 1 for the end": {"end": 1}, "s = z + 1": {"more": 1}},
)
def intervals(end=0, more=0):
    # t is S_(i-1), and u is s_i.
    identity(
        "i t u", lambda i, t, u: [((i + t + u + end) + 1, (i + 1) + (t + u)), ((i + t + u + end) - (i + t) + 1, u + 1)]
    )
    identity("n z", lambda n, z: [((n - z) + (z + more), n), ((n + 1 - z) + (z + more), n + 1)])


@claim.proof(
    "with a = i + S_(i-1) and b = i + S_i, Lemma 5.10's ↑ in the rows 0 to a-1, S in a to b-1 and ↓ in b to n-1 are "
    "Lemma 5.9's ↑ in 0 to i-1 + S_(i-1), S in the next s_i rows and ↓ in the others; by powers of x in every row k",
    mutants={"b = i + S_i - 1": {"end": -1}, "a = i + S_(i-1) + 1": {"start": 1}},
)
def same_columns(start=0, end=0):
    def pairs(x, t, a, b, k):
        # ↑, S and ↓ are x², x and 1; t is S_(i-1).
        i, slack = a - t, b - a
        by_map = x**2 if k < a + start else x if k < b + end else x**0
        by_column = x**2 if k <= i - 1 + t else x if k <= i - 1 + t + slack else x**0
        yield by_map, by_column

    identity("x", pairs, Domain("t a b k", lambda t, a, b, k: [t, a - t, b - a, k]))


@claim.instances(
    "all nondecreasing maps of 0..n into itself, C(2n+1, n) for each n ≤ 5, two levels: the constraint matrix of what "
    "a map induces gives back the map, and the kernel accepts the induced mechanism as a vertex and as derived by it",
    mutants={"C(2n, n) maps": {"size": 0}, "0 and n exchanged": {"exchanged": True}},
)
def all_maps(size=1, exchanged=False):
    for n in range(1, 6):
        for alpha in map(Fraction, ("1/4", "9/10")):
            maps = list(combinations_with_replacement(range(n + 1), n + 1))
            require(len(maps) == comb(2 * n + size, n), f"n = {n}: {len(maps)} maps")
            for images in maps:
                used = [n - r if exchanged and r in (0, n) else r for r in images]
                induced = geometric(n=n, alpha=alpha) @ deterministic(used, responses=range(n + 1))
                x = Mechanism.from_integers(induced.numerators, induced.denominators)
                found = rebuilt_remap(constraint_matrix(x, alpha))
                require(found == tuple(used), f"n = {n}: {used} is read as {found}")
                derived = derive(x, alpha)
                require(
                    bool(derived) and derived.remap == deterministic(used, responses=range(n + 1)), f"n = {n}, {used}"
                )
                if n < 4:
                    accepted(vertex(x, alpha), "vertex")
                    accepted(derived, "derivable")


STRICT = (absolute(), squared(), power_loss("1/2"))


@claim.instances(
    "strict users: three losses, four priors of full support, n ≤ 5, three levels: G followed by the map that is read "
    "off is the optimal vertex, multiplied out; the kernel accepts that this one is optimal",
    mutants={"the loss |i-r| > 2": {"losses": (threshold(2),)}, "G at α²": {"power": 2}},
)
def strict_users(losses=STRICT, power=1):
    for n in range(1, 6):
        priors = ([1] * (n + 1), range(1, n + 2), [3**k for k in range(n + 1)], [9, *[1] * (n - 1), 9])
        for alpha, loss, weights in product(map(Fraction, ("1/4", "1/2", "9/10")), losses, priors):
            found = solve_polytope(Problem(BayesianUser(loss, proportional(weights)), alpha))
            images = rebuilt_remap(constraint_matrix(found.mechanism, alpha))
            require(images is not None, f"n = {n}, α = {alpha}: s is not z")
            induced = geometric(n=n, alpha=alpha**power) @ deterministic(images, responses=range(n + 1))
            require(induced.rows == found.mechanism.rows, f"n = {n}, α = {alpha}: {images} does not induce it")
            by_remap = tuple(((r, Fraction(1)),) for r in images)
            accepted(Optimum(found.problem, found.value, found.dual, by_remap), "optimal")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
