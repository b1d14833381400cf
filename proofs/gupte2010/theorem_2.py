"""Theorem 2: which α-private mechanisms can be derived from the geometric mechanism.

G is G' with its columns scaled by s_0 = s_n = 1/(1+α) and s_k = (1-α)/(1+α), so by Lemma 2 the only T with G·T = M has
T_kr = (K·M)_kr/((1-α²)·s_k): that is (M_0r - α·M_1r)/(1-α) in row 0, its mirror image in row n, and
((1+α²)·M_kr - α·(M_(k-1)r + M_(k+1)r))/(1-α)² between them. Its rows sum to 1 because those of M do. So M is derivable
if and only if these entries are ≥ 0; in the outer rows privacy sees to that, and inside it is the theorem's condition.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, number, require, signs, three_term
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.mechanism import identity as truthful
from exactdp.polytope.derivability import Refutation, derive
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.theorem-2",
    title="what can be derived from the geometric mechanism",
    section="3",
    position=20,
    statement=(
        "Let M be an α-private mechanism on {0..n}, 0 ≤ α ≤ 1. It is derivable from G_{n,α} if and only if x_2 - α·x_1 "
        "≥ α·(x_3 - α·x_2) for every three consecutive entries of every column."
    ),
    latex=r"(x_2 - \alpha x_1) \ge \alpha\,(x_3 - \alpha x_2)",
    domain="n ≥ 0, 0 ≤ α ≤ 1, every α-private M with any number of responses",
    every_n=True,
    verdict="proved",
    scope="all n, α and M; at α = 1 by the argument of its step, which is run for n ≤ 6",
    uses=("gupte2010.lemma-1", "gupte2010.lemma-2"),
)

ROWS = Domain("n k", lambda n, k: [n - 1, k, n - k])


def remap_scale(a, n, k):
    """(1-α²)·s_k, over 1-α: the number by which (K·M)_k is divided, with one factor 1-α left out."""
    return number(1) if k in (0, n) else 1 - a


@claim.proof(
    "(1-α²)·s_k is 1-α in the outer rows and (1-α)² inside",
    mutants={"s_k = 1-α inside": {"inner": 0}},
)
def scales(inner=1):
    def pairs(a, n, k):
        # Times 1+α, so that s_k stands without a denominator.
        s = number(1) if k in (0, n) else (1 - a) * (1 + a) ** (1 - inner)
        yield (1 - a**2) * s, (1 + a) * (1 - a) * remap_scale(a, n, k)

    identity("a", pairs, ROWS)


@claim.proof(
    "the rows of T sum to 1: K applied to the column of ones gives (1-α)·1 outside and (1-α)² inside",
    mutants={"1-α² inside": {"inside": 2}},
)
def rows_sum_to_one(inside=1):
    def pairs(a, n, k):
        total = three_term(a, lambda i: number(1), n, k)
        yield total, (1 - a) * (number(1) if k in (0, n) else 1 - a**inside)

    identity("a", pairs, ROWS)


@claim.proof(
    "the inner condition on K·M is the theorem's: (1+α²)·x_2 - α·(x_1 + x_3) = (x_2 - α·x_1) - α·(x_3 - α·x_2)",
    mutants={"x_3 - α·x_1 on the right": {"last": 0}},
)
def condition(last=1):
    def pairs(a):
        x = [entry("x", i) for i in range(3)]
        yield three_term(a, lambda i: x[i], 2, 1), (x[1] - a * x[0]) - a * (x[2] - a * x[last])

    identity("a", pairs)


@claim.proof(
    "in the outer rows T ≥ 0 by privacy, and the divisors 1-α and (1-α)² are positive for α < 1",
    mutants={"privacy forgotten": {"private_ends": False}},
)
def outer_rows(private_ends=True):
    names = ["x_0-α·x_1", "x_n-α·x_(n-1)"] if private_ends else []
    assumed = Assumed(
        "a x y",
        lambda a, x, y: {"1-α": 1 - a},
        lambda a, x, y: dict(zip(names, (x - a * y, y - a * x), strict=False)),
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )

    def ends(given, a, x, y):
        known = given.get(names[0]) if names else given["1-α"]
        mirrored = given.get(names[1]) if names else given["1-α"]
        yield x - a * y, known
        yield y - a * x, mirrored

    signs(assumed, ends, strict=False)
    signs(assumed, lambda given, a, x, y: [((1 - a) ** 2, given["1-α"] ** 2)])


@claim.instances(
    "at α = 1 privacy makes all rows of M equal, so the condition holds with equality; every power of α is 1, so all "
    "rows of G are equal as well, and sum to 1: M = G·T where every row of T is the row of M (here for n ≤ 6)",
    mutants={"at α = 1/2, where the rows of G differ": {"alpha": "1/2"}},
)
def at_one(alpha="1"):
    for n in range(1, 7):
        source, row = geometric(n=n, alpha=alpha), [Fraction(r + 1, 6) for r in range(3)]
        require(len(set(source)) == 1, f"the rows of G differ at n = {n}")
        constant = Mechanism([row] * (n + 1))
        require(source @ constant == constant, f"G·T is not M at n = {n}")


@claim.instances(
    "without privacy it fails: the truthful mechanism on {0, 1} has no three consecutive entries, and is not derivable "
    "from G_{1,1/3}",
    mutants={"at α = 0, where it is": {"alpha": "0"}},
)
def privacy_is_needed(alpha="1/3"):
    found = derive(truthful(inputs=range(2)), alpha)
    require(isinstance(found, Refutation), "it is derivable")
    accepted(found)


@claim.instances(
    "for n ≤ 5, G followed by remaps and mixtures of them with constant rows: the condition, read entry by entry, "
    "decides exactly what the exact remap does; every answer is certified",
    mutants={"> for ≥": {"strict": True}},
)
def both_ways(strict=False):
    for n in range(1, 6):
        for alpha in map(Fraction, ("0", "1/4", "1/2", "9/10", "1")):
            for mechanism in samples(n, alpha):
                require(bool(private(mechanism, alpha)), f"a sample at n = {n}, α = {alpha} is not private")
                holds = all(
                    left > right if strict else left >= right
                    for r in range(mechanism.shape[1])
                    for x in [mechanism.column(r)]
                    for k in range(1, n)
                    for left, right in [(x[k] - alpha * x[k - 1], alpha * (x[k + 1] - alpha * x[k]))]
                )
                found = derive(mechanism, alpha)
                require(bool(found) == holds, f"the condition and the remap differ at n = {n}, α = {alpha}")
                accepted(found)


def samples(n, alpha):
    """α-private mechanisms, derivable and not: G, G merged, a column that falls and rises again, a mixture."""
    source = geometric(n=n, alpha=alpha)
    yield source
    yield source @ Mechanism([[int(r == k // 2) for r in range(n + 1)] for k in range(n + 1)])
    valley = [max(alpha**i, alpha ** (n - i)) / 2 for i in range(n + 1)]
    yield Mechanism([[x, 1 - x] for x in valley]) if private_pair(valley, alpha) else source
    yield Mechanism([[(entry + Fraction(1, n + 1)) / 2 for entry in row] for row in source])


def private_pair(column, alpha):
    """Whether the mechanism with this column and its complement is α-private."""
    return bool(private(Mechanism([[x, 1 - x] for x in column]), alpha))


claim.theorem(
    "Geometric",
    "theorem_2",
    "for every n ≥ 1, every rational 0 ≤ α < 1 and every rational M, with any number of responses",
    """
    forall (n responses : nat) (alpha : Q) (x : matrix), (1 <= n)%nat -> 0 <= alpha < 1 ->
      private_mechanism (S n) responses (path (S n)) alpha x ->
      (derivable (S n) (S n) responses x (geometric n alpha) <->
       forall i r, (S (S i) <= n)%nat -> (r < responses)%nat ->
         alpha * (x (S (S i)) r - alpha * x (S i) r) <= x (S i) r - alpha * x i r)
    """,
    mutants={
        "M stochastic, not private": (
            "private_mechanism (S n) responses (path (S n)) alpha x",
            "stochastic (S n) responses x",
        ),
        "the outer entries exchanged": ("x (S i) r - alpha * x i r)", "x (S i) r - alpha * x (S (S i)) r)"),
    },
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
