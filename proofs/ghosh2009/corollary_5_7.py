"""Corollary 5.7: the constraint matrix has at least as many S entries as Z-columns.

Let D_k be the number of ↓ in row k, and T_k that of the S entries in the rows 1 to k. By Lemma 5.6 D_(k+1) + T_(k+1) is
at least D_k + T_k + 1, so that D_(n-1) ≥ D_0 + (n-1) - (s-b) with b entries S in row 0. By Lemma 5.4 D_0 + b ≥ 1 and
D_(n-1) ≤ n - z.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.claims.examples import WITHOUT_PATTERN
from exactdp.claims.optima import optimal_vertex
from exactdp.claims.words import words
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, power_loss, squared, threshold
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.constraints import constraint_matrix

claim = Claim(
    id="ghosh2009.corollary-5.7",
    title="at least as many S entries as Z-columns",
    section="5",
    position=90,
    statement=(
        "If every row of the constraint matrix of an α-private mechanism on {0..n} with n+1 responses has the pattern "
        "of Lemma 5.5, it has at least as many S entries as Z-columns. So it is for every optimal mechanism of a user "
        "with a strictly monotone loss and a prior of full support, and not for every optimal vertex of every user."
    ),
    latex=r"n - s \ \le\ a + (n-1) - (s-b) \ \le\ \#_\downarrow(n-1) \ \le\ n - z",
    domain="n ≥ 1, 0 < α < 1, α-private mechanisms on {0..n} with the responses 0..n",
    every_n=True,
    verdict="corrected",
    scope="all n, α and mechanisms",
    printed="for every optimal vertex of every user with a monotone loss",
    slip="statement",
    uses=("ghosh2009.lemma-5.4", "ghosh2009.lemma-5.5", "ghosh2009.lemma-5.6"),
)


@claim.counterexample(
    "n = 2, α = 1/2, the prior 1/2, 1/2, 0 and |i-r|: an optimal vertex, as the kernel accepts, with s = 0 and z = 1",
    mutants={
        "a prior of full support": {"prior": ("49/100", "49/100", "2/100")},
        "G": {"x": geometric(n=2, alpha="1/2")},
    },
)
def not_for_all_vertices(prior=("1/2", "1/2", 0), x=WITHOUT_PATTERN):
    found = optimal_vertex(Problem(BayesianUser(absolute(), prior), "1/2"), x)
    require((found.s, found.z) == (0, 1), f"s = {found.s} and z = {found.z}")


@claim.proof(
    "the step: with t_(k+1) entries S in row k+1, T_(k+1) = T_k + t_(k+1), and what Lemma 5.6 says is that D_(k+1) + "
    "t_(k+1) - D_k - 1 ≥ 0, which is by how much D_k + T_k grows, less 1",
    mutants={"without the S entries": {"counted": 0}},
)
def step(counted=1):
    def pairs(k):
        here, below, so_far, slack = entry("D", k), entry("D", k + 1), entry("T", k), entry("t", k + 1)
        grown = (below + so_far + slack) - (here + so_far) - 1
        yield grown, below + counted * slack - here - 1

    identity("", pairs, Domain("k", lambda k: [k]))


@claim.proof(
    "the chain: s - z is the sum of D_(n-1) - (a + (n-1) - (s-b)), of (n-z) - D_(n-1), and of a + b - 1, none of which "
    "is negative",
    mutants={"D_(n-1) ≤ n+1-z, a row that is all ↓": {"most": 1}, "a + b ≥ 0": {"least": 0}},
)
def chain(most=0, least=1):
    def known(*counts):
        n, s, z, a, b, last = counts
        return {
            "5.6": last - (a + (n - 1) - (s - b)),
            "5.4 below": (n + most - z) - last,
            "5.4 above": a + b - least,
        }

    assumed = Assumed("n s z a b D", lambda *counts: {}, known, witness=[Fraction(v) for v in (1, 1, 1, 1, 0, 0)])

    def difference(given, *counts):
        _, s, z, _, _, _ = counts
        yield s - z, given["5.6"] + given["5.4 below"] + given["5.4 above"]

    signs(assumed, difference, strict=False)


@claim.instances(
    "for n ≤ 5 and z ≤ n, all n × (n+1-z) matrices with the patterns of Lemmas 5.4, 5.5 and 5.6: s ≥ z, and some have "
    "s = z",
    mutants={"without Lemma 5.6": {"grows": False}, "s > z": {"more": 1}},
)
def by_words(grows=True, more=0):
    for n in range(1, 6):
        for z in range(n + 1):
            # The least s of all matrices that end with a word.
            least = {word: word.count("S") for word in words(n + 1 - z)}
            first = dict(least)
            for _ in range(n - 1):
                least = {
                    lower: min(above) + lower.count("S")
                    for lower in first
                    if (
                        above := [
                            s
                            for word, s in least.items()
                            if not grows or lower.count("↓") + lower.count("S") > word.count("↓")
                        ]
                    )
                }
            require(min(least.values()) == z + more, f"n = {n}, z = {z}: s = {min(least.values())}")


STRICT = (absolute(), squared(), power_loss("1/2"))


@claim.instances(
    "strict users: three losses, four priors of full support, n ≤ 5, three levels: s ≥ z for the optimal vertex, as "
    "the kernel accepts it to be; and the numbers of the chain",
    mutants={"the loss |i-r| > 2": {"losses": (threshold(2),)}, "s > z": {"more": 1}},
)
def strict_users(losses=STRICT, more=0):
    for n in range(1, 6):
        priors = ([1] * (n + 1), range(1, n + 2), [3**k for k in range(n + 1)], [9, *[1] * (n - 1), 9])
        for alpha, loss, weights in product(map(Fraction, ("1/4", "1/2", "9/10")), losses, priors):
            found = solve_polytope(Problem(BayesianUser(loss, proportional(weights)), alpha))
            accepted(found, "optimal")
            tight = constraint_matrix(found.mechanism, alpha)
            require(tight.s >= tight.z + more, f"n = {n}, α = {alpha}: s = {tight.s} and z = {tight.z}")
            first, last = tight.row(0), tight.row(n - 1)
            bound = first.count("↓") + n - 1 - (tight.s - first.count("S"))
            require(n - tight.s <= bound <= last.count("↓") <= n - tight.z, f"n = {n}, α = {alpha}: {first}, {last}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
