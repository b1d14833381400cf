"""Theorem 1, part 2, of the minimax paper for every unimodal loss, by the same change of a mechanism.

The worst loss over S depends on the rows' losses only, and does not rise where none of them does. So the argument for
a Bayesian user holds word by word: of the optimal mechanisms take one whose Σ_j Σ_r |r-μ(j)|·x_jr, over all j, also
those outside of S, is least; it has the row pattern, and is derivable. The same goes for every objective that does not
fall as a row's loss rises.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.claims.examples import unimodal_losses
from exactdp.claims.optima import least_losses
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.problem import Problem

claim = Claim(
    id="exactdp.unimodal-minimax",
    title="interacting with G is optimal for every consumer with a unimodal loss",
    section="3",
    position=30,
    statement=(
        "Let l(i,·) fall weakly up to a mode μ(i) and rise weakly from there, for any number of responses, with μ(0) ≤ "
        "… ≤ μ(n). Then for every side information S, one point or all, some mechanism of least worst-case loss is "
        "derivable from G_{n,α}. So the least worst-case loss of all remaps of G is the least of all α-private "
        "mechanisms."
    ),
    latex=r"\min_T \max_{i \in S} \sum_r l(i,r)\, (G_{n,\alpha} T)_{ir} = \min_x \max_{i \in S} \sum_r l(i,r)\, x_{ir}",
    domain="n ≥ 0, 0 ≤ α ≤ 1, S not empty, unimodal losses whose modes do not decrease, any number of responses",
    every_n=True,
    verdict="proved",
    scope="all n, α, S and such losses; the choice of x in words; instances for n ≤ 3, in a deep run n ≤ 4",
    uses=("exactdp.one-perturbation", "exactdp.pattern-implies-derivable", "exactdp.unimodal-bayesian"),
)


@claim.proof(
    "the worst loss w over S does not rise: where the loss of a row of S falls by f ≥ 0, w less the new loss is what "
    "it was above the old one, plus f",
    mutants={"a row's loss rises by f": {"sign": 1}},
)
def worst_case(sign=-1):
    assumed = Assumed(
        "w loss f", lambda w, loss, f: {}, lambda w, loss, f: {"w-loss": w - loss, "f": f}, witness=[Fraction(1)] * 3
    )
    signs(assumed, lambda given, w, loss, f: [(w - (loss + sign * f), given["w-loss"] + given["f"])], strict=False)


@claim.proof(
    "the second sum falls in a row that changes, in S or not: a move from r to k, between r and the mode, lowers "
    "|r-μ(j)| by |r-k|, which is above 0 (as exponents of a)",
    mutants={"k beyond the mode": {"beyond": 1}, "by |r-k| + 1": {"more": 1}},
)
def second_sum(beyond=0, more=0):
    identity(
        "a",
        lambda a, mode, k, r: [
            (a ** abs(r - mode), a ** abs(k - beyond - mode) * a ** (r - k + beyond + more)),
        ],
        Domain("mode k r", lambda mode, k, r: [mode, k - mode, r - k - 1]),
    )
    identity(
        "a",
        lambda a, mode, k, r: [
            (a ** abs(mode - r), a ** abs(mode - k - beyond) * a ** (k + beyond - r + more)),
        ],
        Domain("mode k r", lambda mode, k, r: [r, mode - k, k - r - 1]),
    )


@claim.instances(
    "n ≤ 3, α = 0, 1/4, 2/3 and 1, nine unimodal losses, every S for n ≤ 2, and S of one point, of the two ends and of "
    "all inputs otherwise: the best remap of G and the linear program over all α-private mechanisms have the same "
    "loss, and the kernel accepts either",
    mutants={
        "G at the level (1+α)/2": {"deployed": lambda alpha: (1 + alpha) / 2},
        "modes that go back": {"order": lambda rows: [*rows[:-1], rows[0]]},
    },
    largest=4,
    every=3,
)
def equal(deployed=lambda alpha: alpha, order=None, largest=3, every=2):
    for n in range(1, largest + 1):
        for alpha in map(Fraction, ("0", "1/4", "2/3", "1")):
            for loss, responses in unimodal_losses(n, order):
                for inside in side_information(n, every):
                    consumer = MinimaxConsumer(loss, n=n, side_information=inside)
                    problem = Problem(consumer, alpha, responses=range(responses))
                    found, best = least_losses(problem, geometric(n=n, alpha=deployed(alpha)))
                    require(found == best, f"n = {n}, α = {alpha}, {consumer}: {found} with G, and {best}")


def side_information(n, every):
    """All S up to some n; above it one point, the two ends, and all inputs."""
    if n > every:
        return [[n // 2], [0, n], range(n + 1)]
    return [[i for i in range(n + 1) if bits >> i & 1] for bits in range(1, 2 ** (n + 1))]


claim.theorem(
    "UniversalOptimality",
    "some_remap_optimal",
    "for every n ≥ 1, every rational 0 ≤ α ≤ 1, such rational loss and user of either kind, there is a best remap of "
    "G, and it is optimal",
    r"""
    forall (n responses : nat) (alpha : Q) (mode : nat -> nat) (l : matrix) (who : user),
      (1 <= n)%nat -> 0 <= alpha <= 1 -> (0 < responses)%nat -> never_decrease n mode ->
      unimodal n responses mode l -> user_of n who ->
      exists t, stochastic (S n) responses t /\
        (forall u, stochastic (S n) responses u ->
           loss (S n) responses l who (product (S n) (geometric n alpha) t) <=
           loss (S n) responses l who (product (S n) (geometric n alpha) u)) /\
        let y := product (S n) (geometric n alpha) t in
        optimal (private_mechanism (S n) responses (path (S n)) alpha) (loss (S n) responses l who)
          (loss (S n) responses l who y) y
    """,
    mutants={"for any modes": ("never_decrease n mode ->", ""), "for any loss": ("unimodal n responses mode l ->", "")},
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
