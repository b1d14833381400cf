"""Theorem 1, part 2: the proof by contradiction, and how it ends with a row that sums to more than 1.

If M, optimal for c, were G·T, then c would do as well by interacting, namely by T; and no interaction does better than
M, as it induces a private mechanism. So it is enough that M is derivable. If it isn't, row i+2 is too large: before k
its entries are at least α² times those of row i, by ↓ in row i and by privacy, and after k they are 1/α² times those.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.polytope.constraints import constraint_matrix, patterns
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.theorem-1.proof-infeasible",
    title="the contradiction: row i+2 sums to more than 1",
    section="4.2",
    position=34,
    statement=(
        "Let M be optimal for a consumer and have the pattern of Lemma 5. If M = G·T, then interacting by T gives the "
        "consumer the loss of M, and no interaction gives less, as G·T' is α-private for every T'. If M were not "
        "derivable, (2) would hold in some column j, and then the entries of row i+2 are at least α²·x_il for l < k, "
        "by privacy, and equal to x_il/α² for l > k, so that their sum is at least α²a + b'' + c/α² > 1. So M is "
        "derivable. That M is optimal is not used here: every private mechanism with the pattern is derivable."
    ),
    latex=r"1 = \sum_l x_{i+2,l} \ge \alpha^2 a + b'' + c/\alpha^2 > 1",
    domain="n ≥ 2, 0 < α < 1, all α-private mechanisms with the pattern, all consumers; for n ≤ 1 there is no (2)",
    every_n=True,
    verdict="proved",
    scope="all n, α and mechanisms; the value of the right side is a claim of its own",
    uses=(
        "gupte2010.theorem-2",
        "gupte2010.theorem-1.equation-2",
        "gupte2010.theorem-1.column-k",
        "gupte2010.theorem-1.final-chain",
    ),
)


@claim.proof(
    "G·T' is α-private: for rows x, y of G, Σ_z y_z·t_z - α·Σ_z x_z·t_z grows, from one z to the next, by (y_z - "
    "α·x_z)·t_z ≥ 0",
    mutants={"t_z < 0 allowed": {"stochastic": False}, "α² for α": {"power": 2}},
)
def post_processing(stochastic=True, power=1):
    assumed = Assumed(
        "a x y t",
        lambda *bases: {},
        lambda a, x, y, t: {"y-αx": y - a * x, "t": t if stochastic else t * 0},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1)],
    )
    signs(
        assumed,
        lambda given, a, x, y, t: [(y * t - a**power * x * t, given["y-αx"] * given["t"])],
        strict=False,
    )


@claim.proof(
    "column by column: for l < k, where row i is ↓, x_(i+2)l - α²·x_il is x_(i+2)l - α·x_(i+1)l, which is ≥ 0 by "
    "privacy; for l > k ≥ j rows i and i+1 are ↑, and x_il = α²·x_(i+2)l. The sum over l < k is ≥ α²·a then, that over "
    "l > k is c/α²",
    mutants={"α³·x_il": {"before": 3}, "row i+1 is ↓ after k": {"falls": True}},
)
def first_step(before=2, falls=False):
    def before_k(a, *indices):
        _, _, m = indices
        # With m for l.
        rows = {0: entry("x", m), 2: entry("z", m)}
        rows[1] = a * rows[0]
        yield rows[2] - a**before * rows[0], rows[2] - a * rows[1]

    def after_k(a, *indices):
        _, _, _, m = indices
        last = a * entry("y", m) if falls else entry("z", m)
        middle = entry("y", m) if falls else a * last
        first = a * middle
        yield first, a**2 * last

    identity("a", before_k, Domain("n k m", lambda n, k, m: [m, k - 1 - m, n - k]))
    identity("a", after_k, Domain("n j k m", lambda n, j, k, m: [j, k - j, m - k - 1, n - m]))


def parts(columns, whole):
    """All rows of so many columns whose entries are multiples of 1/whole."""
    for cuts in product(range(whole + 1), repeat=columns - 1):
        if sum(cuts) <= whole:
            yield [Fraction(v, whole) for v in (*cuts, whole - sum(cuts))]


@claim.instances(
    "rows i in eighths with three columns, each k, row i+1 by the pattern with the sum 1, α = 1/4, 1/2: for b'' above "
    "what (3) forbids, the smallest row i+2 sums to more than 1; at equality in (3) it sums to (1-α+α²)/α > 1 too",
    mutants={"b'' half of that": {"share": Fraction(1, 2)}, "α·x_il before k": {"power": 1}},
)
def too_large(share=1, power=2):
    for alpha in map(Fraction, ("1/4", "1/2")):
        for here in parts(3, 8):
            for k in range(3):
                a, b, c = sum(here[:k]), here[k], sum(here[k + 1 :])
                middle = 1 - alpha * a - c / alpha
                if not alpha * b <= middle <= b / alpha or middle == 0:
                    continue
                # (3) is (1+α²)·b' < α·(b + b'').
                for more in (0, Fraction(1, 100)):
                    after = share * (((1 + alpha**2) * middle) / alpha - b) + more
                    total = alpha**power * a + after + c / alpha**2
                    expected = (1 - alpha + alpha**2) / alpha + more
                    require(total == expected and total > 1, f"α = {alpha}, row {here}, k = {k}: {total}")


def patterned(x, alpha, rows):
    """Whether these rows of the constraint matrix have the pattern."""
    broken = next(found.witness for found in patterns(constraint_matrix(x, alpha)) if found.lemma == "5.5")
    return not any(broken and broken.startswith(f"row {i} ") for i in rows)


@claim.instances(
    "all 1/2-private mechanisms with three inputs and three responses in sevenths: those with the pattern in both rows "
    "are derivable, judged by the kernel",
    mutants={"the pattern in row 0 only": {"rows": (0,)}},
    whole=14,
)
def pattern_is_derivable(rows=(0, 1), whole=7):
    alpha = Fraction(1, 2)
    chosen = list(parts(3, whole))
    near = [pair for pair in product(chosen, repeat=2) if private(Mechanism(pair), alpha)]
    for first, second in near:
        for third in (last for middle, last in near if middle == second):
            x = Mechanism([first, second, third])
            if patterned(x, alpha, rows):
                found = derive(x, alpha)
                require(bool(found), f"{first}, {second}, {third} is not derivable")
                accepted(found)


@claim.instances(
    "for n ≤ 3, α = 1/4, 1/2, three losses and all S the optimum in (L, L') is G·T; by T, and by the best interaction, "
    "the consumer has the optimal loss",
    mutants={"T for G at 1/8": {"deployed": Fraction(1, 8)}},
)
def by_library(deployed=None):
    for n in range(1, 4):
        for alpha in map(Fraction, ("1/4", "1/2")):
            for loss in (absolute(), squared(), zero_one()):
                for bits in range(1, 2 ** (n + 1)):
                    inside = [i for i in range(n + 1) if bits >> i & 1]
                    consumer = MinimaxConsumer(loss, n=n, side_information=inside)
                    best = optimal(Problem(consumer, alpha))
                    refined = lexicographic(best)
                    require(isinstance(refined, Optimum), "the linear program was not solved")
                    found = derive(refined.mechanism, alpha)
                    require(bool(found), f"n = {n}, α = {alpha}, {loss}, S = {inside}: not derivable")
                    induced = geometric(n=n, alpha=deployed or alpha) @ found.remap
                    worst = max(sum(v * loss(i, r) for r, v in enumerate(induced.rows[i])) for i in inside)
                    require(worst == best.value, f"n = {n}, α = {alpha}, {loss}, S = {inside}: T gives {worst}")
                    interaction = interact(consumer, geometric(n=n, alpha=alpha))
                    accepted(interaction)
                    require(interaction.value == best.value, "the best interaction has another value")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
