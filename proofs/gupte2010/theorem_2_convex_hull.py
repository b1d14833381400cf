"""Theorem 2, the key insight: M is derivable from G where its columns lie in the convex cone of the columns of G.

M = G·T says that column r of M is the combination Σ_k T_kr·g_k of the columns g_k of G. Its coefficients are those of
column r of T. They are ≥ 0, but it is the rows of T that sum to 1. So the columns of M lie in the cone of those of G,
and in their convex hull only where the columns of T sum to 1 as well.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import (
    Claim,
    Domain,
    accepted,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    three_term,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric, inverse
from exactdp.model.losses import absolute
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.polytope.derivability import derive

claim = Claim(
    id="gupte2010.theorem-2.convex-hull",
    title="the columns of M lie in the convex cone of G's columns",
    section="3",
    position=22,
    statement=(
        "For 0 ≤ α < 1, M is derivable from G if and only if every column of M is a combination of the columns of G "
        "with coefficients ≥ 0: it lies in their convex cone. The coefficients of column r are T_0r, …, T_nr and need "
        "not sum to 1, so that the column need not lie in their convex hull. That Σ_r T_kr = 1 for every k follows."
    ),
    latex=r"m_r = \sum_{k=0}^n T_{kr}\,g_k, \quad T_{kr} \ge 0, \quad \sum_r T_{kr} = 1",
    domain="n ≥ 1, 0 ≤ α < 1, every M; at α = 1 the same holds, with both sides saying that all rows of M are equal",
    every_n=True,
    verdict="corrected",
    scope="all n, α and M",
    printed="each column of M lies in the convex hull of the columns of G; is a convex combination of them",
    slip="statement",
    uses=("gupte2010.lemma-2",),
)

ROWS = Domain("n k", lambda n, k: [n - 1, k, n - k])
ENTRIES = Domain("n k j", lambda n, k, j: [n - 1, k, n - k, j, n - j])
ALWAYS_ZERO = ((1, 0), (1, 0))


@claim.counterexample(
    "n = 1: the mechanism that always answers 0 is derivable, its first column (1, 1) is g_0 + g_1, and x_0 + x_1 is 1 "
    "on g_0 and g_1, hence on their hull, and 2 on (1, 1)",
    mutants={"M = G_{1,1/2}": {"rows": (("2/3", "1/3"), ("1/3", "2/3"))}},
)
def always_zero(rows=ALWAYS_ZERO):
    for alpha in map(Fraction, ("0", "1/2", "9/10", "1")):
        mechanism, source = Mechanism(rows), geometric(n=1, alpha=alpha)
        found = derive(mechanism, alpha)
        require(bool(found), f"M is not derivable at α = {alpha}")
        accepted(found)
        for k in range(2):
            require(sum(source.column(k)) == 1, f"x_0 + x_1 is not 1 on column {k} of G at α = {alpha}")
        require(sum(mechanism.column(0)) != 1, "x_0 + x_1 is 1 on the column of M too")


@claim.proof(
    "for every n, G⁻¹·1 = 1: the column (1, …, 1) has the coefficients 1, …, 1, which sum to n + 1, and by the next "
    "step no others. As M·1 = 1, it follows that T·1 = G⁻¹·M·1 = 1",
    mutants={"coefficients 1 and, inside, 1-α": {"inner": 1}},
)
def column_of_ones(inner=0):
    def pairs(a, n, k):
        # K·1 is (1-α) times the coefficient in the outer rows and (1-α)² times it inside.
        outer = k in (0, n)
        coefficient = number(1) if outer else (1 - a) ** inner
        yield three_term(a, lambda i: number(1), n, k), coefficient * (1 - a) ** (1 if outer else 2)

    identity("a", pairs, ROWS)


@claim.proof(
    "the coefficients are determined by the column: K·g_j is a multiple of the unit vector e_j, the factor being 1-α "
    "for the outer columns and (1-α)² for the others, and not 0 for α < 1",
    mutants={"(1-α)² for all columns": {"outer": 2}},
)
def independent(outer=1):
    def pairs(a, n, k, j):
        column = three_term(a, lambda i: geometric_times_one_plus_alpha(a, n, i, j), n, k)
        factor = (1 - a) ** (outer if j in (0, n) else 2)
        yield column, (1 + a) * factor if k == j else number(0)

    identity("a", pairs, ENTRIES)


@claim.instances(
    "for n ≤ 3, three levels and every deterministic remap y: the coefficients G⁻¹·M of the columns of M = G·y are ≥ "
    "0, each row of them sums to 1, and each column does only where y is a permutation",
    mutants={"only where y is the identity": {"identity_only": True}, "every column": {"all_columns": True}},
)
def deterministic_remaps(identity_only=False, all_columns=False):
    for n in range(1, 4):
        for alpha in map(Fraction, ("0", "1/3", "9/10")):
            back = inverse(n=n, alpha=alpha)
            for images in product(range(n + 1), repeat=n + 1):
                induced = geometric(n=n, alpha=alpha) @ deterministic(images, responses=range(n + 1))
                coefficients = back @ Matrix(induced)
                require(all(min(row) >= 0 and sum(row) == 1 for row in coefficients.rows), f"a row at y = {images}")
                wanted = list(range(n + 1))
                bijective = all_columns or (list(images) if identity_only else sorted(images)) == wanted
                sums = [sum(coefficients.column(r)) for r in range(n + 1)]
                require((sums == [1] * (n + 1)) == bijective, f"the columns sum to {sums} at y = {images}")


@claim.instances(
    "the interaction of Table 1 has columns that sum to 68/83 and 98/83, and T_{1/3,1/2} of Lemma 3 on {0, 1, 2} has "
    "27/24, 18/24 and 27/24: neither puts the columns of M into the hull",
    mutants={"9/11, as the table prints": {"stay": "9/11"}},
)
def of_the_paper(stay="68/83"):
    found = interact(MinimaxConsumer(absolute(), inputs=range(4)), geometric(n=3, alpha="1/4"))
    accepted(found)
    outer = Fraction(stay)
    sums = [sum(found.remap.column(r)) for r in range(4)]
    require(sums == [outer, 2 - outer, 2 - outer, outer], f"the columns of the interaction sum to {sums}")
    remap = derive(geometric(n=2, alpha="1/2"), "1/3").remap
    sums = [sum(remap.column(r)) * 24 for r in range(3)]
    require(sums == [27, 18, 27], f"24 times the columns of the remap of Lemma 3 sums to {sums}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
