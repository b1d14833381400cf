"""Theorem 3.1: a user's Bayes remap of the geometric mechanism is optimal among all α-private mechanisms.

A monotone loss is unimodal around i, so the claim on unimodal losses makes, of any private x, a remap T of G that loses
no more on any input, and then none of the priors can prefer x. This is another proof than the paper's, whose steps have
claims of their own. On instances the loss of the Bayes remap is compared with the optimum of the linear program over
all α-private mechanisms, and the kernel accepts both.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.losses import absolute, squared, table, threshold, zero_one
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="ghosh2009.theorem-3.1",
    title="the geometric mechanism is optimal for every user",
    section="3",
    position=10,
    statement=(
        "For every prior and every loss that is monotone in |i-r| the least expected loss of all remaps of the "
        "geometric mechanism is the least of all α-private mechanisms on {0..n}."
    ),
    latex=r"\min_y \sum_{i,r} p_i\, l(i,r)\, (y \circ x^G)_{ir} = \min_x \sum_{i,r} p_i\, l(i,r)\, x_{ir}",
    domain="n ≥ 1, 0 ≤ α < 1, every prior, monotone losses; and at α = 1, where there is no x^G, with G",
    every_n=True,
    verdict="proved",
    scope="all n, α, priors and losses, given the claim used on unimodal losses; instances for n ≤ 5 at five levels",
    uses=(
        "exactdp.universal-optimality",
        "ghosh2009.section-2-3.remap",
        "ghosh2009.section-5.range-restricted",
        "ghosh2009.section-5.degenerate-levels",
    ),
)

LEVELS = tuple(map(Fraction, ("0", "1/4", "1/2", "9/10", "1")))
LOSSES = (absolute(), squared(), zero_one(), threshold(1), None)


def loss_on(loss, n):
    """One of the losses; the last depends on i as well."""
    return loss or table([[abs(i - r) * (i + 1) ** 2 for r in range(n + 1)] for i in range(n + 1)])


def priors(n):
    """Five priors on {0..n}."""
    yield uniform(n=n)
    yield proportional(range(1, n + 2))
    yield proportional([i % 2 for i in range(n + 1)])
    yield proportional([1, *[0] * (n - 1), 3])
    yield point_mass(n=n, i=n // 2)


def values(user, alpha, deployed=None):
    """The least loss by remaps of G, and of all mechanisms, both with certificates."""
    n = user.size - 1
    at = alpha if deployed is None else deployed
    # At α = 1 there is no x^G, and G stands for it.
    with_geometric = interact(user, UnboundedGeometric(at) if at < 1 else geometric(n=n, alpha=at))
    best = solve_polytope(Problem(user, alpha))
    accepted(with_geometric)
    accepted(best)
    if deployed is None:
        require(with_geometric.mechanism == geometric(n=n, alpha=alpha), "x^G clamped is not G")
    return with_geometric.value, best.value


@claim.proof(
    "a loss that is monotone in |i-r| falls weakly up to r = i and rises weakly from there: from r to r+1 the distance "
    "to i grows by 1 where r ≥ i, and shrinks by 1 where r < i; and these modes, i and i+1 on neighbouring inputs, do "
    "not turn back",
    mutants={"the mode i+1": {"mode": 1}, "the modes n-i": {"reverse": True}},
)
def unimodal(mode=0, reverse=False):
    def pairs(a, n, i, r):
        if r >= i + mode:
            yield a ** abs(i - (r + 1)), a ** abs(i - r) * a
        else:
            yield a ** abs(i - r), a ** abs(i - (r + 1)) * a
        here, below = (n - i, n - i - 1) if reverse else (i, i + 1)
        # The exponent must be ≥ 0 for the power to be one.
        yield a ** (below - here), a

    identity("a", pairs, Domain("n i r", lambda n, i, r: [i, n - 1 - i, r, n - 1 - r]))


@claim.proof(
    "so for every private x there is, by the claim on unimodal losses, a T with which G·T loses no more than x on any "
    "input; with the prior, the difference of their expected losses begins with 0 and grows by p_i·(L_i(x) - L_i(G·T)) "
    "≥ 0 with every input",
    mutants={"a prior of any sign": {"prior": False}, "another prior for G·T": {"same": False}},
)
def every_prior(prior=True, same=True):
    def pairs(i):
        p, x, y = entry("p", i), entry("L(x)", i), entry("L(GT)", i)
        before, q = entry("difference", i), p if same else entry("q", i)
        yield before + (p * x - q * y), before + p * (x - y)

    identity("", pairs, Domain("i", lambda i: [i]))
    assumed = Assumed(
        "p x y",
        lambda *_: {},
        lambda p, x, y: {"p": p if prior else -p, "L(x)-L(GT)": x - y},
        witness=[Fraction(0), Fraction(1), Fraction(1)],
    )
    signs(assumed, lambda given, p, x, y: [(p * (x - y), given["p"] * given["L(x)-L(GT)"])], strict=False)


@claim.proof(
    "and G is a remap of x^G, so that G·T is one as well; the responses 0, -1, …, -m of x^G, which are read as 0, have "
    "α^i - α^(i+m+1) together, times 1+α, which goes to the α^i of G for α < 1; likewise n, n+1, …, n+m. Conversely a "
    "remap of x^G is private, so it loses no less than the best mechanism",
    mutants={"from -1 on": {"first": 1}},
)
def clamped(first=0):
    def pairs(a, n, i, m):
        def below(m):
            return a**i - a ** (i + m + 1)

        def above(m):
            return a ** (n - i) - a ** (n - i + m + 1)

        yield below(m + 1) - below(m), (1 - a) * a ** (i + m + 1 + first)
        yield above(m + 1) - above(m), (1 - a) * a ** (n - i + m + 1 + first)
        yield below(0), (1 - a) * a ** (i + first)
        yield above(0), (1 - a) * a ** (n - i + first)

    identity("a", pairs, Domain("n i m", lambda n, i, m: [n - 1, i, n - i, m]))


@claim.instances(
    "both values are equal on 625 instances",
    mutants={"x^G at the level 9/10": {"deployed": Fraction(9, 10)}},
)
def equal(deployed=None):
    for n in range(1, 6):
        for alpha in LEVELS:
            for kind in LOSSES:
                for prior in priors(n):
                    user = BayesianUser(loss_on(kind, n), prior)
                    found, best = values(user, alpha, deployed)
                    require(found == best, f"n = {n}, α = {alpha}, {user}: {found} by a remap of G, {best} of all")


claim.theorem(
    "UniversalOptimality",
    "bayesian_main_theorem",
    "for every n ≥ 1, every rational 0 ≤ α ≤ 1, prior and monotone loss, with G for the geometric mechanism: one remap "
    "that is optimal",
    """
    forall (n : nat) (alpha : Q) (l : matrix) (p : nat -> Q),
      (1 <= n)%nat -> 0 <= alpha <= 1 -> monotone n (S n) l -> (forall i, (i <= n)%nat -> 0 <= p i) ->
      let t := bayes_remap (S n) (S n) (fun i r => p i * l i r) (geometric n alpha) in
      let y := product (S n) (geometric n alpha) t in
      optimal (private_mechanism (S n) (S n) (path (S n)) alpha) (loss (S n) (S n) l (Bayesian p))
        (loss (S n) (S n) l (Bayesian p) y) y
    """,
    mutants={"for any loss": ("monotone n (S n) l ->", ""), "a level above 1": ("0 <= alpha <= 1", "0 <= alpha")},
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
