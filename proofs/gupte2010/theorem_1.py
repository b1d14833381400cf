"""Theorem 1, part 2: by interacting with G every consumer does as well as with a mechanism made for it.

No remap does better than the best private mechanism, as every G·T is private. And for 0 < α < 1 some optimum x has the
pattern of Lemma 5, so that x = G·T for some T, and the consumer who interacts by this T loses as little as by x. The
levels 0 and 1 are a claim on the edges.

For each instance two linear programs are solved exactly: over all remaps of G_{n,α} (section 2.4.3), and over all
α-private mechanisms (section 2.5). Their values are equal, and the kernel accepts the optimum of either, so that
neither program is believed. The theorem is about monotone losses; for another it may fail, as the claim on them shows.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    geometric_times_one_plus_alpha,
    number,
    positive_number,
    require,
    signs,
    square,
)
from exactdp.claims.optima import least_losses
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, threshold, zero_one
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.problem import Problem

claim = Claim(
    id="gupte2010.theorem-1",
    title="interacting with G, every consumer does as well as possible",
    section="2.6",
    position=10,
    statement=(
        "For a consumer with a monotone loss and any side information the least worst-case loss of all remaps of "
        "G_{n,α} is the least of all α-private mechanisms on {0..n}."
    ),
    latex=r"\min_T \max_{i \in S} \sum_r l(i,r)(G_{n,\alpha}T)_{ir} = \min_x \max_{i \in S} \sum_r l(i,r)x_{ir}",
    domain="n ≥ 1, 0 ≤ α ≤ 1, monotone losses, S not empty",
    every_n=True,
    verdict="proved",
    scope="all n, α, losses and S, by the claims that it rests on; part 2 only, as part 1 is a claim of its own",
    uses=(
        "gupte2010.lemma-5",
        "gupte2010.theorem-1.proof-infeasible",
        "gupte2010.theorem-1.edges",
        "gupte2010.section-2-5.direct",
    ),
)

LOSSES = {
    "|i-r|": absolute(),
    "(i-r)²": squared(),
    "0-1": zero_one(),
    "above 1": threshold(1),
    "weighted by i": table([[abs(i - r) * (i + 1) ** 2 for r in range(5)] for i in range(5)]),
}


def loss_on(name, n):
    """One of the losses, on {0..n}."""
    loss = LOSSES[name]
    return loss if loss.rows is None else table([row[: n + 1] for row in loss.rows.rows[: n + 1]])


@claim.proof(
    "no remap does better: Σ_z G_iz·T_zs is private in i, as each G_(i+1)z - α·G_iz and G_iz - α·G_(i+1)z is ≥ 0: "
    "times 1+α, 0 or a product of 1-α, 1+α and a power of α",
    mutants={"row i+2 for row i+1": {"step": 2}, "1-α² in the outer columns only": {"inner": False}},
)
def private(step=1, inner=True):
    level = Assumed("a", lambda a: {}, lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1)])

    def pairs(given, a, *indices):
        n, i, z = indices
        here, below = (geometric_times_one_plus_alpha(a, n, row, z) for row in (i, i + step))
        factor = given["1-α"] * (positive_number(1) + given["α"])
        if z not in (0, n) and inner:
            factor = factor * given["1-α"]
        nothing = square(number(0))
        yield below - a * here, nothing if z <= i else factor * given["α"] ** (z - i - 1)
        yield here - a * below, factor * given["α"] ** (i - z) if z <= i else nothing

    signs(level, pairs, Domain("n i z", lambda n, i, z: [i, n - 1 - i, z, n - z]), strict=False)


@claim.instances(
    "both values are equal for n ≤ 3 (deep: 4, with S = {0..4}), α = 0, 1/4, 1/2, 9/10 and 1, five losses, and every S",
    mutants={"G at another level": {"deployed": "9/10"}},
    largest=4,
)
def equal(deployed=None, largest=3):
    for n in range(1, largest + 1):
        subsets = range(1, 2 ** (n + 1)) if n < 4 else [2 ** (n + 1) - 1]
        for alpha in map(Fraction, ("0", "1/4", "1/2", "9/10", "1")):
            for name in LOSSES:
                for bits in subsets:
                    inside = [i for i in range(n + 1) if bits >> i & 1]
                    problem = Problem(MinimaxConsumer(loss_on(name, n), n=n, side_information=inside), alpha)
                    found, best = least_losses(problem, geometric(n=n, alpha=deployed or alpha))
                    require(found == best, f"n = {n}, α = {alpha}, {name}, S = {inside}: {found} with G, and {best}")


claim.theorem(
    "UniversalOptimality",
    "minimax_main_theorem",
    "for every n ≥ 1, every rational 0 ≤ α ≤ 1, monotone rational loss and S, there is a best remap of G, and it is "
    "optimal",
    r"""
    forall (n : nat) (alpha : Q) (l : matrix) (s : list nat),
      (1 <= n)%nat -> 0 <= alpha <= 1 -> monotone n (S n) l -> s <> [] -> (forall i, In i s -> (i <= n)%nat) ->
      exists t, stochastic (S n) (S n) t /\
        (forall u, stochastic (S n) (S n) u ->
           loss (S n) (S n) l (Minimax s) (product (S n) (geometric n alpha) t) <=
           loss (S n) (S n) l (Minimax s) (product (S n) (geometric n alpha) u)) /\
        let y := product (S n) (geometric n alpha) t in
        optimal (private_mechanism (S n) (S n) (path (S n)) alpha) (loss (S n) (S n) l (Minimax s))
          (loss (S n) (S n) l (Minimax s) y) y
    """,
    mutants={
        "for any loss": ("monotone n (S n) l ->", ""),
        "a level above 1": ("0 <= alpha <= 1", "0 <= alpha"),
        "less than every remap": ("(geometric n alpha) t) <=", "(geometric n alpha) t) <"),
    },
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
