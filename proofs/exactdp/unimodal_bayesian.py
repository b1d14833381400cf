"""Theorem 3.1 for every unimodal loss, symmetric or not, and a shorter proof of it.

Let X be the optimal mechanisms of a user. X is compact, so some x in X has the least Σ_j Σ_r |r-μ(j)|·x_jr. If a row
of its constraint matrix broke the row pattern, the change of the claim one-perturbation would raise no row's loss, so
that x stays in X, and it would lower |r-μ(j)| in some row, as that falls and rises strictly. So x has the pattern, and
by the claim pattern-implies-derivable it is G·T. No vertex is needed, and no limit for priors that are 0 somewhere.
"""

from fractions import Fraction

from exactdp.claims import Claim, Domain, accepted, identity, require
from exactdp.claims.examples import unimodal_losses
from exactdp.claims.optima import least_losses
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, proportional, uniform
from exactdp.optimum.problem import Problem
from exactdp.polytope.derivability import derive

claim = Claim(
    id="exactdp.unimodal-bayesian",
    title="G is optimal for every user with a unimodal loss",
    section="3",
    position=20,
    statement=(
        "Let l(i,·) fall weakly up to a mode μ(i) and rise weakly from there, for any number of responses, with μ(0) ≤ "
        "… ≤ μ(n); such is every loss that is monotone in |i-r|, and every one that is unimodal around i. Then for "
        "every prior, also one that is 0 somewhere, some optimal α-private mechanism is derivable from G_{n,α}. So the "
        "least loss of all remaps of G is the least of all α-private mechanisms."
    ),
    latex=r"\min_T \sum_{i,r} p_i\, l(i,r)\, (G_{n,\alpha} T)_{ir} = \min_x \sum_{i,r} p_i\, l(i,r)\, x_{ir}",
    domain="n ≥ 0, 0 ≤ α ≤ 1, every prior, unimodal losses whose modes do not decrease, any number of responses",
    every_n=True,
    verdict="proved",
    scope="all n, α, priors and such losses; the choice of x in words; instances for n ≤ 3, in a deep run n ≤ 5",
    uses=("exactdp.one-perturbation", "exactdp.pattern-implies-derivable"),
)


@claim.proof(
    "the second loss |r-μ(j)| has the modes of the first, and its steps are strict: as exponents of a, the distance "
    "grows by 1 from r to r+1 where r ≥ μ(j), and falls by 1 where r < μ(j)",
    mutants={"steps of 2": {"step": 2}, "the mode itself counted as below": {"more": 1}},
)
def second_loss(step=1, more=0):
    def pairs(a, mode, r):
        if r >= mode + more:
            yield a ** abs(r + 1 - mode), a ** abs(r - mode) * a**step
        else:
            yield a ** abs(r - mode), a ** abs(r + 1 - mode) * a**step

    identity("a", pairs, Domain("mode r", lambda mode, r: [mode, r]))


@claim.proof(
    "around i: with the mode i in row i the modes do not decrease; and a loss monotone in |i-r| is unimodal around i, "
    "as |i-r| is: from r to r+1 it does not fall where r ≥ i, nor rise where r < i",
    mutants={"modes n-i": {"sign": -1}},
)
def around_the_input(sign=1):
    def pairs(a, n, i, r):
        here, below = (i, i + 1) if sign == 1 else (n - i, n - i - 1)
        # The exponent must be ≥ 0 for the power to be one.
        yield a ** (below - here), a
        nearer, farther = (r, r + 1) if r >= i else (r + 1, r)
        yield a ** abs(i - farther), a ** abs(i - nearer) * a

    identity("a", pairs, Domain("n i r", lambda n, i, r: [i, n - 1 - i, r, n - 1 - r]))


@claim.instances(
    "the two levels that the change leaves out: at α = 0, G is the identity and every x is G·x; at α = 1 all rows of a "
    "1-private x are equal, and again x = G·x, here for n ≤ 5; at n = 0, x = G·x as G is 1",
    mutants={"x = G·x at α = 1/2": {"levels": ("1/2",)}},
)
def outer_levels(levels=("0", "1")):
    require(geometric(n=0, alpha="1/2").rows == ((1,),), "G is not 1 at n = 0")
    for n in range(1, 6):
        for alpha in map(Fraction, levels):
            row = [Fraction(r + 1, 6) for r in range(3)]
            x = Mechanism([row if alpha == 1 else row[i % 3 :] + row[: i % 3] for i in range(n + 1)])
            require((geometric(n=n, alpha=alpha) @ x).rows == x.rows, f"x is not G·x at n = {n}, α = {alpha}")
            accepted(derive(x, alpha), "derivable")


def priors(n):
    """Four priors, two of them 0 somewhere."""
    yield uniform(n=n)
    yield proportional(range(1, n + 2))
    yield proportional([i % 2 for i in range(n + 1)])
    yield proportional([2, *[0] * (n - 1), 3])


@claim.instances(
    "n ≤ 3, α = 0, 1/4, 2/3 and 1, nine unimodal losses and four priors: the best remap of G and the linear program "
    "over all α-private mechanisms have the same loss, and the kernel accepts either",
    mutants={
        "G at the level (1+α)/2": {"deployed": lambda alpha: (1 + alpha) / 2},
        "modes that go back": {"order": lambda rows: [*rows[:-1], rows[0]]},
    },
    largest=5,
)
def equal(deployed=lambda alpha: alpha, order=None, largest=3):
    for n in range(1, largest + 1):
        for alpha in map(Fraction, ("0", "1/4", "2/3", "1")):
            for loss, responses in unimodal_losses(n, order):
                for prior in priors(n):
                    user = BayesianUser(loss, prior)
                    problem = Problem(user, alpha, responses=range(responses))
                    found, best = least_losses(problem, geometric(n=n, alpha=deployed(alpha)))
                    require(found == best, f"n = {n}, α = {alpha}, {user}: {found} with G, and {best}")


claim.theorem(
    "UniversalOptimality",
    "bayes_remap_optimal",
    "for every n ≥ 1, every rational 0 ≤ α ≤ 1 and prior, and every such rational loss: one remap that is optimal",
    """
    forall (n responses : nat) (alpha : Q) (mode : nat -> nat) (l : matrix) (p : nat -> Q),
      (1 <= n)%nat -> 0 <= alpha <= 1 -> (0 < responses)%nat -> never_decrease n mode ->
      unimodal n responses mode l -> (forall i, (i <= n)%nat -> 0 <= p i) ->
      let t := bayes_remap (S n) responses (fun i r => p i * l i r) (geometric n alpha) in
      let y := product (S n) (geometric n alpha) t in
      optimal (private_mechanism (S n) responses (path (S n)) alpha) (loss (S n) responses l (Bayesian p))
        (loss (S n) responses l (Bayesian p) y) y
    """,
    mutants={"for any modes": ("never_decrease n mode ->", ""), "a negative prior": ("0 <= p i", "p i <= 1")},
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
