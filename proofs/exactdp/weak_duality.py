"""The proof that a mechanism is optimal: n+1 prices, of which a Bayesian user has one candidate only.

If no cost c_r - w is negative on any private column, then by Σ_r x_ir = 1 every mechanism loses at least Σ_i w_i. For a
Bayesian user let best_k be the least posterior loss of response k of G, as Σ_i c_r[i]·α^|i-k|. If some remap of G is
optimal, its prices satisfy Σ_i w_i·α^|i-k| = best_k for every k, since G uses each of these columns. So w is known, and
whether it proves the remap optimal is a test of the theorem, one user at a time.
"""

from fractions import Fraction
from itertools import product

from exactdp.certificates.certificate import Malformed, Rejected, certify
from exactdp.claims import (
    Claim,
    Domain,
    banded_product,
    entry,
    identity,
    number,
    record,
    require,
    scaled_geometric,
    tridiagonal,
)
from exactdp.claims.optima import least_on_private_columns
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, asymmetric, squared, table, zero_one
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.bayesian import closed_form
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="exactdp.weak-duality",
    title="prices that prove optimality, and the only candidate for them",
    section="6",
    position=20,
    statement=(
        "Let the costs of response r be c_r, as c_r[i] = p_i·l(i,r), and K the cone of private columns. If c_r - w is "
        "nowhere negative on K for every r, each α-private x loses at least Σ_i w_i; so x is optimal if it loses that. "
        "For a minimax consumer and any prior p on S the worst loss is at least that too. Let 0 < α < 1, A = (α^|i-k|) "
        "and best_k = min_r Σ_i c_r[i]·α^|i-k|. The best remap of G loses Σ_k s_k·best_k. If prices prove it optimal, "
        "they are the w with A·w = best: (1-α²)·w_k = (1+α²)·best_k - α·(best_(k-1) + best_(k+1)), and best_0 - "
        "α·best_1 at the end 0, likewise at n. Their sum is Σ_k s_k·best_k. So some remap of G is optimal if and only "
        "if this w passes the test of the claim dual-cone for every r; it does for every unimodal loss with modes that "
        "do not decrease."
    ),
    latex=(
        r"\sum_{i,r} c_r[i]\, x_{ir} - \sum_i w_i = \sum_r \langle c_r - w, x_r \rangle \ge 0, \qquad A w = "
        r"\mathrm{best}"
    ),
    domain="n ≥ 1, 0 < α < 1 for the candidate; any n, α, costs and number of responses for the bound",
    every_n=True,
    verdict="proved",
    scope=(
        "all n, α and costs; that an optimum has prices at all is the duality theorem of linear programming, taken as "
        "known; the last clause is the claim universal-optimality"
    ),
    uses=("exactdp.dual-cone", "gupte2010.lemma-2", "exactdp.universal-optimality"),
)


@claim.proof(
    "the bound: one response more adds c_r[i]·x_ir - w_i·x_ir on both sides, and over all r the x_ir sum to 1, so that "
    "Σ_r w_i·x_ir is w_i",
    mutants={"c_r + w": {"sign": 1}, "rows that sum to 1+α": {"more": 1}},
)
def bound(sign=-1, more=0):
    def pairs(a, i, r):
        c, w, x, before = entry("c", i, r), entry("w", i), entry("x", i, r), entry("sum of x", i, r)
        # The slack so far is the cost so far, less w times the sum of the entries so far.
        yield (c * x - w * (before + x)) - (number(-1) * w * before), (c + sign * w) * x
        yield w * (1 + more * a), w

    identity("a", pairs, Domain("i r", lambda i, r: [i, r]))


@claim.proof(
    "the prices: with the tridiagonal matrix K of the claim lemma-2 of the minimax paper, A·K = (1-α²)·1, so that A·w "
    "= best for w = K·best/(1-α²) and for no other w",
    mutants={"1-α for 1-α²": {"power": 1}, "1+α² at the ends too": {"ends": True}},
)
def prices(power=2, ends=False):
    def banded(a, n, j, k):
        return 1 + a**2 if ends and j == k else tridiagonal(a, n, j, k)

    def pairs(a, n, i, k):
        found = banded_product(lambda j, z: scaled_geometric(a, j, z), lambda j, z: banded(a, n, j, z), n, i, k)
        yield found, (1 - a**power if i == k else number(0))

    identity("a", pairs, Domain("n i k", lambda n, i, k: [n - 1, i, n - i, k, n - k]))


@claim.proof(
    "their sum is Σ_k s_k·best_k: best_k is in w_(k-1), w_k and w_(k+1), and column k of K sums to (1-α²)·s_k, which "
    "is 1-α at the ends and (1-α)² inside",
    mutants={"1-α inside": {"inside": 1}},
)
def their_sum(inside=2):
    def pairs(a, n, k):
        column = sum((tridiagonal(a, n, j, k) for j in (k - 1, k, k + 1) if 0 <= j <= n), number(0))
        yield column, (1 - a) ** (1 if k in (0, n) else inside)

    identity("a", pairs, Domain("n k", lambda n, k: [n - 1, k, n - k]))


def candidate(costs, alpha, power=1):
    """The prices, from the costs of every response."""
    n = len(costs[0]) - 1
    best = [min(sum(c * alpha ** abs(i - k) for i, c in enumerate(cost)) for cost in costs) for k in range(n + 1)]
    ends = [best[0] - alpha**power * best[1], best[n] - alpha**power * best[n - 1]]
    middle = [(1 + alpha**2) * best[k] - alpha * (best[k - 1] + best[k + 1]) for k in range(1, n)]
    return [v / (1 - alpha**2) for v in (ends[0], *middle, ends[1])]


def priors(n):
    """Three priors, one with zeros."""
    return map(proportional, ([1] * (n + 1), [i * i + 1 for i in range(n + 1)], [2, *[0] * (n - 1), 1]))


def tables(n):
    """Unimodal losses, and others that are not."""
    yield from (absolute(), squared(), zero_one(), asymmetric(1, 3))
    for step in (3, 5):
        yield table([[(step * i * i + 5 * r + i * r * r) % 7 for r in range(n + 1)] for i in range(n + 1)])


def passes(loss, prior, alpha, power=1):
    """The candidate's sum, and whether it passes the test for every response."""
    n = len(prior) - 1
    costs = [[p * loss(i, r) for i, p in enumerate(prior)] for r in range(n + 1)]
    w = candidate(costs, alpha, power)
    return sum(w), all(
        least_on_private_columns([c - v for c, v in zip(cost, w, strict=True)], alpha) >= 0 for cost in costs
    )


@claim.instances(
    "n ≤ 3, α = 1/4, 2/3, 9/10, three priors, unimodal losses and two others: the candidate's sum is the loss of the "
    "best remap of G, and it passes the test exactly where the linear program finds no smaller loss; then the kernel "
    "accepts it as proof, and otherwise rejects it",
    mutants={"α² at the ends": {"power": 2}, "it always passes": {"always": True}},
    largest=4,
)
def by_library(power=1, always=False, largest=3):
    for n, alpha in product(range(1, largest + 1), map(Fraction, ("1/4", "2/3", "9/10"))):
        for loss, prior in product(tables(n), priors(n)):
            user = BayesianUser(loss, prior)
            problem = Problem(user, alpha)
            total, passed = passes(loss, prior, alpha, power)
            where = f"n = {n}, α = {alpha}, {user}"
            deployed, best = interact(user, geometric(n=n, alpha=alpha)), solve_polytope(problem)
            require(total == deployed.value, f"{where}: the candidate's sum is {total}, and G loses {deployed.value}")
            require((passed or always) == (best.value == deployed.value), f"{where}: passed {passed}")
            try:
                certify(closed_form(problem))
                proved = True
            except (Rejected, Malformed):
                proved = False
            require(proved == passed, f"{where}: the kernel's verdict is {proved}")
            record(certificates=1)


claim.theorem(
    "Duality",
    "dual_bound",
    "the bound, for any numbers of inputs and responses, any neighbours, every rational α and loss, either kind of "
    "user and further linear constraints, which have prices too",
    """
    forall (inputs responses : nat) (pairs : neighbours) (alpha : Q) (l : matrix) (who : user) (p w : nat -> Q)
      (priced : list (constraint * Q)),
      prices_inputs inputs who p ->
      (forall r, (r < responses)%nat ->
         covered inputs pairs alpha (fun i => p i * l i r - w i - of_constraints priced i r)) ->
      (forall k y, In (k, y) priced -> allowed_multiplier k y) ->
      forall x, feasible inputs responses pairs alpha (map fst priced) x ->
        sum inputs w + bounds priced <= loss inputs responses l who x
    """,
    mutants={"constraints of any price": ("allowed_multiplier k y) ->", "y == y) ->")},
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
