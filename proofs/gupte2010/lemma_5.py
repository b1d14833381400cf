"""Lemma 5: the rows of the constraint matrix of a lexicographically optimal mechanism, and the step of its proof.

Let x be least in (L, L'). If it broke the pattern in rows i, i+1 there would be columns j, k as below, and the step for
a small δ > 0 would make a private mechanism of no larger L and smaller L'. Each part is a claim of its own; here they
are put together, and the lemma is tried out.

If rows i, i+1 break the pattern there are columns j < k with α·x_ij < x_(i+1)j and α·x_(i+1)k < x_ik. For i ≤ (j+k)/2
the step moves δ·x_i'k from column k to column j in all rows i' ≤ i. The inequalities inside the moved part and outside
it are kept, as they are linear; the four between rows i and i+1 bound δ.
"""

from fractions import Fraction

from exactdp.claims import Claim, Domain, accepted, identity, require
from exactdp.claims.words import row_pattern
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, squared, threshold, zero_one
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal

claim = Claim(
    id="gupte2010.lemma-5",
    title="the row pattern of a lexicographic optimum",
    section="4.2",
    position=10,
    statement=(
        "For 0 < α < 1 a mechanism that minimises first the worst expected loss L over S and then L'(x) = Σ_ir "
        "|i-r|·x_ir has in each row of its constraint matrix some ↓, then at most one S, then some ↑, Z-columns aside: "
        "for rows i and i+1 there are c_1 and c_2 with ↓ up to c_1 and ↑ from c_2 on, and c_2 is c_1 + 1 or c_1 + 2."
    ),
    latex=r"\alpha x_{ij} = x_{i+1,j}\ (j \le c_1), \qquad x_{ij} = \alpha x_{i+1,j}\ (j \ge c_2), \qquad c_2 - c_1 "
    r"\in \{1, 2\}",
    domain="0 < α < 1, n ≥ 1, monotone losses, S not empty",
    every_n=True,
    verdict="proved",
    scope=(
        "all n, α, losses and S, the parts by the claims that it rests on; that some x is least in (L, L'), as private "
        "mechanisms are a compact set and both are continuous, is taken as known"
    ),
    uses=(
        "gupte2010.lemma-5.contradiction-hypothesis",
        "gupte2010.lemma-5.changed-elements",
        "gupte2010.lemma-5.privacy-of-step",
        "gupte2010.lemma-5.second-case",
        "gupte2010.lemma-5.loss",
    ),
)

LOSSES = {"|i-r|": absolute(), "(i-r)²": squared(), "0-1": zero_one(), "above 1": threshold(1)}


@claim.proof(
    "no moved row gets farther, for all n: where 2i' ≤ j+k, |i'-k| is |i'-j| and (j+k) - 2i' ≥ 0, or k-j > 0 for i' ≤ "
    "j, so in row 0; where 2i' > j+k, |i'-j| is |i'-k| and 2i' - (j+k) > 0, or k-j > 0 for i' ≥ k, so in row n (as "
    "exponents of z). With it L does not rise, and L' falls",
    mutants={"rows up to (j+k)/2 + 1": {"beyond": 2}, "columns in the other order": {"turned": 1}},
)
def no_farther(beyond=0, turned=0):
    def first(z, *indices):
        _, j, k, row = indices
        yield z ** abs(row - k), z ** abs(row - j) * z ** (k - j if row <= j else j + k - 2 * row)

    def second(z, *indices):
        _, j, k, row = indices
        yield z ** abs(row - j), z ** abs(row - k) * z ** (k - j if row >= k else 2 * row - j - k)

    def rows(n, j, k, row):
        return [j, k - j - 1 if not turned else j - k - 1, n - k, row, n - row]

    identity("z", first, Domain("n j k row", lambda *at: [*rows(*at), at[1] + at[2] + beyond - 2 * at[3]]))
    identity("z", second, Domain("n j k row", lambda *at: [*rows(*at), 2 * at[3] - at[1] - at[2] - 1]))


@claim.instances(
    "the lexicographic optimum has the pattern for n ≤ 3 (deep: 4, with S = {0..4}), α = 1/10, 1/4, 1/2, 9/10, four "
    "losses and every S",
    mutants={"without the second objective": {"second": False}},
    largest=4,
)
def pattern(second=True, largest=3):
    for n in range(1, largest + 1):
        for alpha in map(Fraction, ("1/10", "1/4", "1/2", "9/10")):
            for name, loss in LOSSES.items():
                for bits in range(1, 2 ** (n + 1)) if n < 4 else [2 ** (n + 1) - 1]:
                    inside = [i for i in range(n + 1) if bits >> i & 1]
                    problem = Problem(MinimaxConsumer(loss, n=n, side_information=inside), alpha)
                    found = lexicographic(optimal(problem)) if second else solve_polytope(problem)
                    require(isinstance(found, Optimum), "the linear program was not solved")
                    accepted(found)
                    broken = row_pattern(found.mechanism, alpha).witness
                    require(broken is None, f"n = {n}, α = {alpha}, {name}, S = {inside}: {broken}")


@claim.proof(
    "the rows keep their sums, and inside the moved part privacy stays: u + δv - α(x + δy) = (u - αx) + δ(v - αy) for "
    "two entries x, y of row i' and u, v below them, and likewise the other way round",
    mutants={"column k is multiplied by 1-2δ": {"twice": 2}},
)
def moved(twice=1):
    identity(
        "a d x y u v",
        lambda a, d, x, y, u, v: [
            (x + d * y + (1 - twice * d) * y, x + y),
            ((u + d * v) - a * (x + d * y), (u - a * x) + d * (v - a * y)),
            ((1 - d) * v - a * (1 - d) * y, (1 - d) * (v - a * y)),
        ],
    )


@claim.proof(
    "row i' loses δ·x_i'k·(l(i',k) - l(i',j)) less, which is ≥ 0 for a monotone loss, as |i'-j| ≤ |i'-k|",
    mutants={"column k keeps its mass": {"kept": 1}},
)
def loss_falls(kept=0):
    # With m, M for l(i',j), l(i',k).
    identity(
        "d x y m M",
        lambda d, x, y, m, M: [
            ((m * x + M * y) - (m * (x + d * y) + M * (1 - d * (1 - kept)) * y), d * y * (M - m)),
        ],
    )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
