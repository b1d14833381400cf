"""Lemma 5.9: the columns of the constraint matrix of an optimal vertex."""

from fractions import Fraction

from exactdp.claims import Claim, identity, require
from exactdp.cli import main
from exactdp.constraints import DOWN, SLACK, UP, constraint_matrix
from exactdp.consumers import BayesianUser, power_loss, proportional
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="ghosh2009.lemma-5.9",
    title="the columns of the constraint matrix",
    section="5",
    position=100,
    statement=(
        "Let x be a vertex that is optimal for a user, n ≥ 1. The i-th non-Z column of its constraint matrix, i from 0 "
        "to n - z, has ↑ in its first i + S_(i-1) rows, then s_i times S, and ↓ in all other rows up to n - 1."
    ),
    latex=r"C(\cdot,k_i) = \ \uparrow^{\,i+S_{i-1}} S^{\,s_i} \downarrow^{\,n-i-S_i}",
    domain="0 < α < 1, n ≥ 1, strictly monotone losses, priors of full support",
    verdict="corrected",
    scope="n ≤ 5, four levels, two losses, three priors; the induction's counts for all numbers",
    printed="in the proof: a row n of C, “Corollary 5.8” for Lemma 5.8, and “s_i zeros” for s_i entries S",
    slip="proof",
    uses=("ghosh2009.lemma-5.8",),
)


def optimal_vertices():
    """Optimal vertices of users with strict losses and priors of full support."""
    for n in range(1, 6):
        for alpha in map(Fraction, ("1/10", "1/2", "3/4", "9/10")):
            for power in (1, 2):
                for weights in ([1] * (n + 1), range(1, n + 2), [1 + 8 * (i == 0) for i in range(n + 1)]):
                    user = BayesianUser(power_loss(power), proportional(weights))
                    yield n, alpha, solve_polytope(Problem(user, alpha)).mechanism


@claim.counterexample(
    "there is no row n: for n = 2, α = 1/2 and the uniform prior C has the rows 0 and 1 only",
    mutants={"n = 1 for 2": {"last": 1}},
)
def rows_of_c(last=2):
    user = BayesianUser(power_loss(1), proportional([1, 1, 1]))
    tight = constraint_matrix(solve_polytope(Problem(user, "1/2")).mechanism, "1/2")
    require(len(tight.entries) == 2, f"it has {len(tight.entries)} rows")
    require(last not in range(len(tight.entries)), f"it has a row {last}")


@claim.instances(
    "on 120 optimal vertices every non-Z column has the pattern",
    mutants={"one ↑ fewer": {"fewer": 1}, "the S's last": {"late": True}},
)
def columns(fewer=0, late=False):
    for n, alpha, mechanism in optimal_vertices():
        tight, before = constraint_matrix(mechanism, alpha), 0
        for i, r in enumerate(tight.nonzero_columns):
            column = tight.column(r)
            slack = column.count(SLACK)
            ups, downs = max(0, i + before - fewer), n - i - before - slack
            expected = UP * ups + DOWN * downs + SLACK * slack if late else UP * ups + SLACK * slack + DOWN * downs
            require(column == expected, f"n = {n}, α = {alpha}: column {r} reads {column}, not {expected}")
            before += slack


@claim.instances(
    "the induction's count: with i + I entries ↓ in row i-1+S_(i-1), and one more in each of the n - i - S_(i-1) rows "
    "after it but for the s - S_(i-1) - 1 + I that have an S, the last row has n + 1 - s; with s = z that is all of "
    "them, against Lemma 5.4",
    mutants={"n - s": {"more": 0}},
)
def induction(more=1):
    identity(
        "n i I S s",
        lambda n, i, I, S, s: [(i + I + (n - i - S) - (s - S - 1 + I), n + more - s)],  # noqa: E741
    )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
