"""Section 5, before Lemma 5.4: which of the lemmas use that x is optimal, and which that it is a vertex.

Lemma 5.5 alone uses that it is optimal, and s ≤ z in Lemma 5.8 alone that it is a vertex. Lemma 5.4 is true of every
private mechanism, and Lemma 5.6 and Corollary 5.7 of every one whose rows have the pattern of Lemma 5.5. The overview
before Lemma 5.4 says this of the lemmas together; the sentences before Lemmas 5.4 and 5.8 say it of each.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

from exactdp.claims import Claim, accepted, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, point_mass
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.optimum.uniqueness import Better
from exactdp.polytope.constraints import constraint_matrix, patterns
from exactdp.polytope.vertex import vertex

claim = Claim(
    id="ghosh2009.section-5.what-is-used",
    title="what the lemmas use of x",
    section="5",
    position=56,
    statement=(
        "Lemma 5.4 holds for every α-private mechanism; Lemma 5.6 and Corollary 5.7 hold for every one whose rows have "
        "the pattern of Lemma 5.5, whether it is optimal, and whether it is a vertex, or not. Every vertex has s ≤ z. "
        "A vertex with the pattern has s = z and the columns of Lemma 5.9. Only Lemma 5.5 uses that x is optimal, and "
        "only Lemma 5.8, with what follows from it, that x is a vertex."
    ),
    latex=r"\text{5.5} \Rightarrow \text{5.6} \Rightarrow s \ge z, \qquad \text{vertex} \Rightarrow s \le z",
    domain="n ≥ 1, 0 < α < 1, α-private mechanisms with the responses 0..n",
    every_n=True,
    verdict="verified",
    scope="many mechanisms for n ≤ 3; for all n each of these is part of the claim on the lemma or corollary",
    uses=(
        "ghosh2009.lemma-5.4",
        "ghosh2009.lemma-5.6",
        "ghosh2009.corollary-5.7",
        "ghosh2009.lemma-5.8",
        "ghosh2009.lemma-5.9",
    ),
)


def failing(x, alpha):
    """The lemmas whose pattern a mechanism's constraint matrix has not."""
    return {each.lemma for each in patterns(constraint_matrix(x, alpha)) if not each}


@claim.instances(
    "not optimal: always to answer n, for a user with |i-r| who knows that the result is 0, has all patterns of Lemmas "
    "5.4 to 5.9; n ≤ 4, α = 1/2, and the kernel accepts that another mechanism loses less",
    mutants={"always to answer 0": {"answer": 0}},
)
def not_optimal(answer=None):
    for n in range(1, 5):
        given = n if answer is None else answer
        x = Mechanism(deterministic([given] * (n + 1), responses=range(n + 1)).rows)
        problem = Problem(BayesianUser(absolute(), point_mass(n=n, i=0)), "1/2")
        accepted(Better(problem, x, solve_polytope(problem)), "not-optimal")
        require(failing(x, "1/2") == set(), f"it lacks {failing(x, '1/2')}")


@claim.instances(
    "not a vertex: the mean of G and the answer 0, n = 1, has the patterns of Lemmas 5.4 to 5.6 and Corollary 5.7, at "
    "three levels; the kernel accepts that it is halfway between two others",
    mutants={"G": {"part": Fraction(1)}, "and that of Lemma 5.8": {"lemmas": {"5.9"}}},
)
def not_a_vertex(part=Fraction(1, 2), lemmas=frozenset({"5.8", "5.9"})):
    for alpha in map(Fraction, ("1/5", "1/2", "9/10")):
        x = mean(geometric(n=1, alpha=alpha), deterministic([0, 0], responses=range(2)), part)
        accepted(vertex(x, alpha), "not-vertex")
        require(failing(x, alpha) == lemmas, f"it lacks {failing(x, alpha)}")


def mean(x, y, part=Fraction(1, 2)):
    """The part of one mechanism and the rest of another."""
    pairs = zip(x.rows, y.rows, strict=True)
    return Mechanism([[part * u + (1 - part) * v for u, v in zip(*rows, strict=True)] for rows in pairs])


def many(alpha: Fraction, every: int) -> Iterator[Mechanism]:
    """G by all maps for n ≤ 2 and some for n = 3, their means with G and a constant, six underivable vertices."""
    for n in range(1, 4):
        source, constant = geometric(n=n, alpha=alpha), deterministic([n // 2] * (n + 1), responses=range(n + 1))
        for images in list(product(range(n + 1), repeat=n + 1))[:: every if n == 3 else 1]:
            made = Mechanism((source @ deterministic(images, responses=range(n + 1))).rows)
            yield made
            yield mean(made, source)
            yield mean(made, constant)
    out, back = (1, alpha, 0), (alpha, 1, 0)
    for order in permutations(range(3)):
        yield Mechanism([[row[k] / (1 + alpha) for k in order] for row in (out, back, out)])


@claim.instances(
    "mechanisms made from G by all maps for n ≤ 2 and some for n = 3, mixtures of them and six vertices that are not "
    "derivable, two levels: what the statement says of private ones, of those with the pattern of Lemma 5.5, of "
    "vertices, and of both",
    mutants={
        "Lemma 5.5 for every private one": {"private": {"5.4", "5.5"}},
        "Lemma 5.6 for every private one": {"private": {"5.4", "5.6"}},
        "Lemma 5.8 without a vertex": {"patterned": {"5.6", "5.7", "5.8"}},
        "Corollary 5.7 for every vertex": {"vertices": {"5.7"}},
        "s ≤ z without a vertex": {"slack_at_all": True},
    },
    every=1,
)
def all_of_them(
    private=frozenset({"5.4"}),
    patterned=frozenset({"5.6", "5.7"}),
    vertices=frozenset(),
    slack_at_all=False,
    every=5,
):
    for alpha in map(Fraction, ("1/3", "9/10")):
        kinds = set()
        for x in many(alpha, every):
            lacks, found = failing(x, alpha), constraint_matrix(x, alpha)
            is_vertex, has_pattern = bool(vertex(x, alpha)), "5.5" not in lacks
            kinds.add((is_vertex, has_pattern))
            require(not lacks & private, f"{x.rows} is private and lacks {lacks}")
            require(not has_pattern or not lacks & patterned, f"{x.rows} has the pattern and lacks {lacks}")
            require(not is_vertex or not lacks & vertices, f"{x.rows} is a vertex and lacks {lacks}")
            require(not (is_vertex or slack_at_all) or found.s <= found.z, f"{x.rows}: s = {found.s}, z = {found.z}")
            require(not (is_vertex and has_pattern) or not lacks, f"{x.rows} lacks {lacks}")
        require(len(kinds) == 4, f"only {kinds} occur")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
