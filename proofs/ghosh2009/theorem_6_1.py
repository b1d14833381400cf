"""Theorem 6.1: G is the only mechanism on {0..n} that is optimal for all users, up to a permutation of its responses.

The user with the uniform prior and the loss 0 for the truth, 1 otherwise, loses 1 - trace(x)/(n+1) on a mechanism x.
Let s_0 = s_n = 1/(1+α), s_k = (1-α)/(1+α) for the other k, and A = (α^|i-k|), so that G = A·diag(s). Then s·A = 1, and
x_ir ≥ α^|i-r|·x_rr if x is α-private. So Σ_i s_i = Σ_ir s_i·x_ir ≥ Σ_r x_rr·(s·A)_r = trace(x), where Σ_i s_i is the
trace of G. If both sides are equal, x = A·diag(x_00, …, x_nn), and as its rows sum to 1 and A has an inverse for α < 1,
x = G. The rest of the paper's proof is about remaps: an optimal one may be taken deterministic, and as it turns the
mechanism into G, which has an inverse, it is a permutation.
"""

from fractions import Fraction

from exactdp.certificates.certificate import Rejected, certify
from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    record,
    require,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import table, zero_one
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, uniform
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import AnotherOptimum, OnlyOptimum, uniqueness

claim = Claim(
    id="ghosh2009.theorem-6.1",
    title="no mechanism but G is optimal for every user",
    section="6.1",
    position=10,
    statement=(
        "For n ≥ 1 and 0 ≤ α < 1 the range-restricted geometric mechanism G is the only optimal one for the user with "
        "the uniform prior and the 0-1 loss, whose loss is then 2αn/((1+α)(n+1)). So a mechanism with responses {0..n} "
        "that every user can remap into an optimal one is G with its responses permuted. At α = 1 that is not so."
    ),
    latex=r"\min_x \; 1 - \frac{\operatorname{tr} x}{n+1} = \frac{2\alpha n}{(1+\alpha)(n+1)}, \quad \text{at } x = G",
    domain="n ≥ 1, 0 ≤ α < 1",
    every_n=True,
    verdict="corrected",
    scope="all n and α < 1; that an optimal remap may be taken deterministic is used as the paper does",
    printed="α in [0, 1], and p∘x = x^G, whose responses are all integers",
    slip="statement",
    uses=("gupte2010.definition-4", "gupte2010.lemma-1"),
)


@claim.counterexample(
    "n = 1, α = 1: to answer 0 always is 1-private, and every user remaps it to its best constant answer, which is "
    "optimal; but no permutation of {0, 1} turns it into G, which answers 0 or 1 by a fair coin",
    mutants={"α = 1/2": {"alpha": "1/2"}, "the coin for the constant": {"row": ("1/2", "1/2")}},
)
def at_one(alpha="1", row=(1, 0)):
    mechanism = Mechanism([row, row])
    users = [
        BayesianUser(table(losses), prior)
        for losses in ([[0, 1], [1, 0]], [[0, 2], [3, 0]], [[1, 0], [0, 5]])
        for prior in (["1/2", "1/2"], ["1/3", "2/3"], [1, 0])
    ]
    for user in users:
        best, done = optimal(Problem(user, alpha)), interact(user, mechanism)
        require(best.value == done.value, f"{user} loses {done.value} on it and could lose {best.value}")
        accepted(best)
        accepted(done)
    fair = geometric(n=1, alpha=1)
    for images in ((0, 1), (1, 0)):
        require(
            (mechanism @ deterministic(images, responses=range(2))).rows != fair.rows, f"permuted by {images} it is G"
        )


@claim.proof(
    "s·A = 1: Σ_i s_i·α^|i-r| is the sum of row r of G, since A is symmetric; with the sums F of that row's inner part "
    "F(z+1) - F(z) = (1-α)·α^|z-r|, and α^r + F(n) - F(1) + α^(n-r) = 1 + α",
    mutants={"s_0 = s_n = (1-α)/(1+α)": {"outer": 1}},
)
def weights(outer=0):
    def partial_sum(a, r, z):
        return a ** (r - z + 1) if z <= r else 1 + a - a ** (z - r)

    identity(
        "a",
        lambda a, n, r, z: [(partial_sum(a, r, z + 1) - partial_sum(a, r, z), (1 - a) * a ** abs(z - r))],
        Domain("n r z", lambda n, r, z: [n - 1, r, n - r, z, n - z]),
    )
    identity(
        "a",
        lambda a, n, r: [
            ((a**r + a ** (n - r)) * (1 - a) ** outer + partial_sum(a, r, n) - partial_sum(a, r, 1), 1 + a),
        ],
        Domain("n r", lambda n, r: [n - 1, r, n - r]),
    )


@claim.proof(
    "x_ir ≥ α^|i-r|·x_rr, by induction on d = |i-r|: with y and z for the entries at the distances d and d+1, z - "
    "α^(d+1)·x_rr is z - α·y and α·(y - α^d·x_rr), neither of which privacy and the step before let be negative",
    mutants={"α^d again": {"step": 0}, "without privacy": {"private": False}},
)
def decay(step=1, private=True):
    assumed = Assumed(
        "a x y z p",
        lambda *_: {},
        lambda a, x, y, z, p: {"α": a, "y-px": y - p * x} | ({"z-αy": z - a * y} if private else {"z-αy": z}),
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1), Fraction(1, 2)],
    )
    # p stands for α^d.
    signs(
        assumed,
        lambda given, a, x, y, z, p: [(z - a**step * p * x, given["z-αy"] + given["α"] * given["y-px"])],
        strict=False,
    )


@claim.proof(
    "so Σ_i s_i·x_ir is at least x_rr·(s·A)_r = x_rr: the sum over the first i, less x_rr times that of s_i·α^|i-r|, "
    "grows by s_i·(x_ir - α^|i-r|·x_rr) ≥ 0; where both sides are equal all of these are 0, as s_i > 0 for α < 1",
    mutants={"α^|i-r| without x_rr": {"diagonal": False}, "s_i ≥ 0": {"below": False}},
)
def column_sums(diagonal=True, below=True):
    def pairs(a, i, r):
        weight, x, middle, power = entry("s", i), entry("x", i, r), entry("x", r, r), a ** abs(i - r)
        so_far, whole = entry("sum", i, r), entry("sum of s·A", i, r)
        after = (so_far + weight * x) - middle * (whole + weight * power)
        yield after, (so_far - middle * whole) + weight * (x - power * (middle if diagonal else 1))

    identity("a", pairs, Domain("i r", lambda i, r: [i, r]))
    # Times 1+α, the s_i are 1 and 1-α; t is what x_ir is more than α^|i-r|·x_rr.
    unit = Assumed(
        "a t",
        lambda a, t: {"t": t} | ({"1-α": 1 - a} if below else {}),
        lambda a, t: {} if below else {"1-α": 1 - a},
        witness=[Fraction(1, 2), Fraction(1)],
    )
    signs(unit, lambda given, a, t: [(t, given["t"]), ((1 - a) * t, given["1-α"] * given["t"])])


@claim.proof(
    "trace(G) = Σ_k s_k, as A has ones on its diagonal; and 1 - trace(G)/(n+1) = 2αn/((1+α)(n+1))",
    mutants={"αn for 2αn": {"factor": 1}, "one inner response more": {"more": 1}},
)
def value(factor=2, more=0):
    identity(
        "a",
        lambda a, n, k: [(geometric_times_one_plus_alpha(a, n, k, k), number(1) if k in (0, n) else 1 - a)],
        Domain("n k", lambda n, k: [n - 1, k, n - k]),
    )
    # With the n - 1 inner responses counted by a base of its own, c for n.
    identity("a c", lambda a, c: [((c + 1) * (1 + a) - 2 - (c - 1 + more) * (1 - a), factor * a * c)], Domain())


@claim.instances(
    "for n ≤ 6 and six levels the kernel accepts that G is the only optimal mechanism, with this loss",
    mutants={"α = 1": {"levels": ("1",)}, "the loss |i-r| > 1": {"loss": "far"}},
)
def certified(levels=("0", "1/10", "1/3", "1/2", "9/10", "99/100"), loss="zero-one"):
    for n in range(1, 7):
        for alpha in map(Fraction, levels):
            losses = (
                zero_one()
                if loss == "zero-one"
                else table([[int(abs(i - r) > 1) for r in range(n + 1)] for i in range(n + 1)])
            )
            found = optimal(Problem(BayesianUser(losses, uniform(n=n)), alpha))
            alone = uniqueness(found)
            require(isinstance(alone, OnlyOptimum), f"n = {n}, α = {alpha}: there is another optimal mechanism")
            require(
                found.mechanism.rows == geometric(n=n, alpha=alpha).rows, f"n = {n}, α = {alpha}: the optimum is not G"
            )
            expected = 2 * alpha * n / ((1 + alpha) * (n + 1))
            require(found.value == expected, f"n = {n}, α = {alpha}: the loss is {found.value}, not {expected}")
            accepted(alone, "only-optimal")


@claim.instances(
    "at α = 1 the same user has other optimal mechanisms than G, as the kernel accepts for n ≤ 4",
    mutants={"α = 1/2": {"alpha": "1/2"}},
)
def not_alone_at_one(alpha="1"):
    for n in range(1, 5):
        problem = Problem(BayesianUser(zero_one(), uniform(n=n)), alpha)
        found = optimal(problem)
        given = Optimum(problem, found.value, found.dual, None, geometric(n=n, alpha=alpha))
        alone = uniqueness(given)
        require(isinstance(alone, AnotherOptimum), f"n = {n}: G is the only optimal mechanism")
        try:
            done = certify(alone)
        except Rejected as error:
            require(False, f"n = {n}: {error}")
        require(done.kind == "not-only-optimal", "the kernel accepts something else")
        record(certificates=1)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
