"""Section 2.3: a mechanism followed by a remap is a mechanism again, and at least as private.

(y∘x)_ir sums x_ir'·y_r'r over r', with the same factors y_r'r ≥ 0 on input i+1. So each of the two privacy
inequalities for y∘x is the sum of those for x, each times such a factor. Reading all responses alike even makes the
level 1.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.privacy.level import level

claim = Claim(
    id="ghosh2009.section-2-3.remap",
    title="a remap keeps privacy",
    section="2.3",
    position=20,
    statement=(
        "For every α-private mechanism x and every stochastic y, y∘x with (y∘x)_ir = Σ_r' x_ir'·y_r'r is an α-private "
        "mechanism. Its level may be larger, up to 1 for a constant remap. A remap that is one-to-one on the responses "
        "keeps the level."
    ),
    latex=r"(y\circ x)_{ir} - \alpha\,(y\circ x)_{(i+1)r} = \sum_{r'} (x_{ir'} - \alpha\, x_{(i+1)r'})\, y_{r'r} \ge 0",
    domain="0 ≤ α ≤ 1, every mechanism on {0..n} with finitely or countably many responses, every randomized remap",
    every_n=True,
    verdict="proved",
    scope="all n, α, mechanisms and remaps, for a countable range by the limit of the partial sums",
)

RESPONSES = Domain("i k r", lambda i, k, r: [i, k, r])


@claim.proof(
    "y∘x is a mechanism: its entries are sums of products ≥ 0; with S_k = Σ_r y_kr = 1 the entries of row i sum to Σ_k "
    "x_ik·S_k = Σ_k x_ik = 1: here each summand k, by partial sums over r, and then S_k = 1",
    mutants={"y_rk for y_kr": {"transposed": True}},
)
def mechanism(transposed=False):
    def pairs(i, k, r):
        x, y = entry("x", i, k), entry("y", r, k) if transposed else entry("y", k, r)
        before = entry("sum of y", k, r)
        yield x * before + x * y, x * (before + entry("y", k, r))

    identity("", pairs, RESPONSES)
    signs(
        Assumed("x y", lambda *_: {}, lambda x, y: {"x": x, "y": y}, witness=[Fraction(1), Fraction(1)]),
        lambda given, x, y: [(x * y, given["x"] * given["y"])],
        strict=False,
    )


@claim.proof(
    "privacy: with X_k and Y_k for the sums of x_ir'·y_r'r and x_(i+1)r'·y_r'r before r' = k, X_k - α·Y_k and Y_k - "
    "α·X_k begin with 0 and grow by (x-αx')·y_kr and (x'-αx)·y_kr",
    mutants={"another factor y_(k+1)r on input i+1": {"shift": 1}, "α² for α": {"power": 2}},
)
def summands(shift=0, power=1):
    def pairs(a, i, k, r):
        here, below, y = entry("x", i, k), entry("x", i + 1, k), entry("y", k, r)
        x_sum, y_sum = entry("X", i, k, r), entry("X", i + 1, k, r)
        first, second = x_sum + here * y, y_sum + below * entry("y", k + shift, r)
        yield first - a**power * second, (x_sum - a**power * y_sum) + (here - a * below) * y
        yield second - a**power * first, (y_sum - a**power * x_sum) + (below - a * here) * y

    identity("a", pairs, RESPONSES)


@claim.proof(
    "the sums stay ≥ 0, by the hypotheses x - αx' ≥ 0 and y ≥ 0",
    mutants={"with a negative entry y": {"stochastic": False}},
)
def stay(stochastic=True):
    assumed = Assumed(
        "a x z y S",
        lambda *_: {},
        lambda a, x, z, y, S: {"S": S, "x-αz": x - a * z, "y": y if stochastic else -y},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(0), Fraction(0)],
    )
    signs(
        assumed,
        lambda given, a, x, z, y, S: [(S + (x - a * z) * y, given["S"] + given["x-αz"] * given["y"])],
        strict=False,
    )


@claim.proof(
    "a one-to-one remap, with y_kr = 1 for one k and 0 for the others, copies column k: the level is that of x",
    mutants={"y_kr = 1/2": {"value": Fraction(1, 2)}},
)
def renamed(value=1):
    def pairs(a, i, k):
        induced = [entry("x", j, k) * value for j in (i, i + 1)]
        yield induced[0] - a * induced[1], entry("x", i, k) - a * entry("x", i + 1, k)

    identity("a", pairs, Domain("i k", lambda i, k: [i, k]))


def remaps(size):
    """Remaps of so many responses: merging in pairs, one constant, one that turns them round, and two randomized."""
    yield deterministic([k // 2 for k in range(size)], responses=range(size))
    yield deterministic([0] * size, responses=range(size))
    yield deterministic(list(reversed(range(size))), responses=range(size))
    yield Mechanism([[Fraction(1, 2) * (r == k) + Fraction(1, 2 * size) for r in range(size)] for k in range(size)])
    yield Mechanism([[Fraction(r + k + 1, sum(range(k + 1, k + size + 1))) for r in range(size)] for k in range(size)])


def mechanisms(n):
    """Mechanisms for n, among them one of level 0 and one with three responses."""
    for alpha in map(Fraction, ("0", "1/3", "1/2", "1")):
        yield geometric(n=n, alpha=alpha)
    yield Mechanism(
        [[Fraction(i + 1, n + 2), Fraction(1, 2 * n + 4), Fraction(2 * (n - i) + 1, 2 * n + 4)] for i in range(n + 1)]
    )


@claim.instances(
    "n ≤ 3, five mechanisms and remaps: the library's y∘x has the entries Σ_r' x_ir'·y_r'r, and an exact level not "
    "below that of x, 1 for the constant remap and the same when turned round; all levels are certified",
    mutants={"never a larger level": {"larger": False}, "entries Σ_r' x_ir'·y_rr'": {"transposed": True}},
    largest=5,
)
def by_library(larger=True, transposed=False, largest=3):
    for n in range(1, largest + 1):
        for x in mechanisms(n):
            size = x.shape[1]
            before = level(x)
            for position, y in enumerate(remaps(size)):
                induced = x @ y
                for i, r in product(range(n + 1), range(size)):
                    total = sum(x[i, k] * (y[r, k] if transposed else y[k, r]) for k in range(size))
                    require(induced[i, r] == total, f"entry {i}, {r} is {induced[i, r]}, and the sum {total}")
                after = level(Mechanism(induced.rows))
                accepted(before)
                accepted(after)
                require(before.alpha <= after.alpha, f"the level falls from {before} to {after}")
                require(larger or before.alpha == after.alpha, f"the level rises from {before} to {after}")
                if position == 1:
                    require(after.alpha == 1, f"a constant has the level {after}")
                if position == 2:
                    require(after.alpha == before.alpha, f"turned round, {before} becomes {after}")


@claim.instances(
    "a strictly larger level below 1: G for n = 1 and α = 1/2 has 1/2, and 5/7 where each response is read as the "
    "other with probability 1/4",
    mutants={"read as the other always": {"flip": Fraction(1)}, "G at the level 1/3": {"alpha": "1/3"}},
)
def strictly_larger(flip=Fraction(1, 4), alpha="1/2"):
    x = geometric(n=1, alpha=alpha)
    before, after = level(x), level(x @ Mechanism([[1 - flip, flip], [flip, 1 - flip]]))
    accepted(after)
    require(before.alpha < after.alpha < 1, f"the level was {before} and is {after}")
    require(after.alpha == Fraction(5, 7), f"the level is {after}")


claim.theorem(
    "PostProcessing",
    "product_private",
    "for any numbers of inputs and responses, any neighbours, every rational α and all rational matrices",
    """
    forall (pairs : neighbours) (columns responses : nat) (alpha : Q) (y t : matrix),
      (forall k r, (k < columns)%nat -> (r < responses)%nat -> 0 <= t k r) ->
      private pairs columns alpha y -> private pairs responses alpha (product columns y t)
    """,
    mutants={"T with negative entries": ("0 <= t k r", "t k r <= 1")},
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
