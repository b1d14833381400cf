"""Theorem 6.1, first step of the proof: the linear program by which G is seen to be the only optimal mechanism.

With the 0-1 loss a mechanism at face value loses 1 - Σ_r p_r·x_rr. Let y_i = (p_i - α·p_(i-1))/(1-α²), y'_i = (p_i -
α·p_(i+1))/(1-α²), and s = A⁻¹p for A = (α^|i-k|). For every column r of every x

    Σ_i s_i·x_ir - p_r·x_rr = Σ_(i>r) y_i·(x_ir - α·x_(i-1)r) + Σ_(i<r) y'_i·(x_ir - α·x_(i+1)r).

If all y and y' are > 0, the right side is ≥ 0, and 0 only where all these constraints bind, as in G and nowhere else.
"""

from fractions import Fraction
from itertools import product

from exactdp.certificates.certificate import Rejected, certify
from exactdp.claims import Assumed, Claim, Domain, entry, identity, number, record, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import zero_one
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import AnotherOptimum, Better, OnlyOptimum, uniqueness

claim = Claim(
    id="ghosh2009.theorem-6.1.unique-optimum",
    title="the users with no optimal mechanism but G",
    section="6.1",
    position=20,
    statement=(
        "For the 0-1 loss, a prior p and n ≥ 1, G taken at face value is the only optimal mechanism exactly if p_i > "
        "α·p_(i-1) and p_i > α·p_(i+1) for all i where these exist, and it is optimal exactly if ≥ holds in all. The "
        "uniform prior meets the first for every α < 1, and no prior does for α = 1. Where G is optimal, it loses 1 - "
        "Σ_i s_i = 1 - (1-α + α·(p_0 + p_n))/(1+α)."
    ),
    latex=r"\sum_r p_r x_{rr} = \sum_i s_i - \sum_r \Bigl( \sum_{i > r} y_i (x_{ir} - \alpha x_{i-1,r}) + \sum_{i < r} "
    r"y'_i (x_{ir} - \alpha x_{i+1,r}) \Bigr), \qquad y_i = \frac{p_i - \alpha p_{i-1}}{1-\alpha^2}",
    domain="n ≥ 1, 0 ≤ α < 1, every prior; at n = 0 there is one mechanism, and at α = 1 G is never the only optimum",
    every_n=True,
    verdict="proved",
    scope="all n, α and priors",
    uses=("gupte2010.definition-4",),
)

COLUMN = Domain("n i r", lambda n, i, r: [n - 1, i, n - i, r, n - r])


def upward(a, i):
    """y_i, times 1-α²."""
    return entry("p", i) - a * entry("p", i - 1)


def downward(a, i):
    """y'_i, times 1-α²."""
    return entry("p", i) - a * entry("p", i + 1)


def share(a, n, i):
    """s_i, times 1-α²."""
    if i == 0:
        return downward(a, i)
    if i == n:
        return upward(a, i)
    return (1 + a**2) * entry("p", i) - a * (entry("p", i - 1) + entry("p", i + 1))


@claim.proof(
    "the equation for one column: on the right x_ir has the factors y_i for i > r, -α·y_(i+1) for r ≤ i < n, y'_i for "
    "i < r and -α·y'_(i-1) for 0 < i ≤ r; together they are s_i, less p_r at i = r",
    mutants={"y_n is left out": {"last": 1}, "y_i and y'_i exchanged": {"exchanged": True}},
)
def column(last=0, exchanged=False):
    up, down = (downward, upward) if exchanged else (upward, downward)

    def pairs(a, n, i, r):
        # The case is settled first, so that equal indices give one symbol.
        at_diagonal, _ = i == r, (i == 0, i == n)
        total = number(0)
        if i > r and i <= n - last:
            total += up(a, i)
        if r <= i < n - last:
            total -= a * up(a, i + 1)
        if i < r:
            total += down(a, i)
        if i > 0 and i <= r:
            total -= a * down(a, i - 1)
        left = share(a, n, i)
        if at_diagonal:
            left -= (1 - a**2) * entry("p", r)
        yield left, total

    identity("a", lambda a, n, i, r: list(pairs(a, n, i, r)), COLUMN)


@claim.proof(
    "where all constraints of a column bind it is x_rr·α^|i-r|, as α·α^d = α^(d+1), so that x = A·diag(x_rr), and x = "
    "G is one such: for s' the factors of G's columns, A·s' = 1, as no other is (A has an inverse for α < 1)",
    mutants={"all factors 1-α": {"ends": 1}},
)
def only_one(ends=0):
    identity("a", lambda a, d: [(a * a**d, a ** (d + 1))], Domain("d", lambda d: [d]))

    # The sum of row k of A·diag(s'), times 1+α, over the columns from 0 to z.
    def partial_sum(a, k, z):
        return a ** (k - z) if z <= k else 1 + a - a ** (z - k + 1)

    def ends_of(a, n, k):
        # The case is settled first, so that equal exponents are seen to be.
        _ = (k == 0, k == n, k == n - 1)
        yield (1 - a) ** ends * a**k, partial_sum(a, k, 0 * k)
        yield partial_sum(a, k, n - 1) + (1 - a) ** ends * a ** (n - k), 1 + a

    def inside(a, k, z):
        yield partial_sum(a, k, z) - partial_sum(a, k, z - 1), (1 - a) * a ** abs(z - k)

    identity("a", lambda a, n, k: [*ends_of(a, n, k)], Domain("n k", lambda n, k: [n - 1, k, n - k]))
    identity("a", lambda a, k, z: [*inside(a, k, z)], Domain("k z", lambda k, z: [k, z - 1]))


@claim.proof(
    "otherwise not: if p_i ≤ α·p_(i-1), reading i as i-1 turns G into another mechanism that loses no more, and less "
    "for <, as it gains p_(i-1)·g_(i-1)i - p_i·g_ii = (α·p_(i-1) - p_i)·g_ii ≥ 0; g_(i-1)i = α·g_ii. Likewise for p_i "
    "≤ α·p_(i+1)",
    mutants={"p_i ≤ p_(i-1) only": {"weaker": True}, "read as i-2": {"distance": 2}},
)
def otherwise(weaker=False, distance=1):
    def bound(a, p, q):
        return (q if weaker else a * q) - p

    assumed = Assumed(
        "a p q g",
        lambda *_: {},
        lambda a, p, q, g: {"αq-p": bound(a, p, q), "g": g},
        witness=[Fraction(1, 2), Fraction(1, 4), Fraction(1), Fraction(1)],
    )
    signs(
        assumed,
        lambda given, a, p, q, g: [(q * (a**distance * g) - p * g, given["αq-p"] * given["g"])],
        strict=False,
    )


@claim.proof(
    "the sum of all s_i: times 1-α², an inner p_k has 1+α² from s_k and -α from either neighbour, and p_0 and p_n have "
    "1 and -α: (1-α)², and α(1-α) more at the ends, which is 1-α² times (1-α)/(1+α), and α/(1+α) more",
    mutants={"α/(1+α) more everywhere": {"everywhere": True}, "one neighbour for all": {"near": 0}},
)
def total(everywhere=False, near=1):
    def pairs(a, n, k):
        own = number(1) if k in (0, n) else 1 + a**2
        aside = (a if k >= near else number(0)) + (a if k <= n - 1 and near else number(0))
        more = a * (1 - a) if everywhere or k in (0, n) else number(0)
        yield own - aside, (1 - a) ** 2 + more
        yield (1 - a**2) * (1 - a), (1 + a) * (1 - a) ** 2

    identity("a", lambda a, n, k: [*pairs(a, n, k)], Domain("n k", lambda n, k: [n - 1, k, n - k]))


def weights(n):
    """Priors, up to a factor: at, above and below the bounds for α = 1/2, and with zeros."""
    if n < 3:
        return product((0, 1, 2, 3), repeat=n + 1)
    return iter(((1, 1, 1, 1), (1, 2, 4, 3), (3, 2, 2, 1), (4, 7, 7, 4)))


@claim.instances(
    "n ≤ 3, α = 0, 1/2 and 9/10, and all priors in proportion to digits 0 … 3 (n ≤ 2): the kernel accepts that G is "
    "the only optimum, or one of several, or that another is better, as the inequalities say; in the first two cases "
    "its loss is the formula's",
    mutants={"≥ for >": {"strict": False}, "without the lower neighbour": {"lower": False}},
)
def certified(strict=True, lower=True):
    for n in range(1, 4):
        for alpha in map(Fraction, ("0", "1/2", "9/10")):
            for chosen in weights(n):
                if sum(chosen):
                    one(BayesianUser(zero_one(), proportional(chosen)), n, alpha, strict, lower)


def one(user, n, alpha, strict, lower):
    """Compare the verdict about G with the inequalities."""
    p = user.prior
    slack = [p[i] - alpha * p[i + 1] for i in range(n)]
    if lower:
        slack += [p[i] - alpha * p[i - 1] for i in range(1, n + 1)]
    expected = "better" if min(slack) < 0 else "several" if strict and min(slack) == 0 else "only"
    problem, x = Problem(user, alpha), geometric(n=n, alpha=alpha)
    best = optimal(problem)
    loss = 1 - sum(p[i] * x[i, i] for i in range(n + 1))
    try:
        if loss > best.value:
            found, verdict = Better(problem, x, best), "better"
        else:
            found = uniqueness(Optimum(problem, best.value, best.dual, None, x))
            verdict = {OnlyOptimum: "only", AnotherOptimum: "several"}[type(found)]
            total = ((1 - alpha) + alpha * (p[0] + p[n])) / (1 + alpha)
            require(best.value == 1 - total, f"{p}, α = {alpha}: the optimum is {best.value}")
        certify(found)
    except Rejected as error:
        require(False, f"{p}, α = {alpha}: {error}")
    record(certificates=1)
    require(verdict == expected, f"p = {p}, α = {alpha}: {verdict}, not {expected}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
