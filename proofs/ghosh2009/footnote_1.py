"""Footnote 1: a bound for all points of a countable range is one for all its subsets.

With x, y the masses of two neighbours, x(S) - α·y(S) is the sum of x_r - α·y_r over S, of terms ≥ 0 if the points
satisfy the bound; and the points are subsets. It is also the bound for every randomized test: weights φ_r from 0 to 1.
A sum over infinitely many r is the limit of such finite sums, which grow, and are at most 1.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.footnote-1",
    title="points and subsets of the range",
    section="2.1",
    position=3,
    statement=(
        "On a countable range, x_ir ≥ α·x_kr for all points r exactly if Σ_(r∈S) x_ir ≥ α·Σ_(r∈S) x_kr for all subsets "
        "S, and exactly if Σ φ_r·x_ir ≥ α·Σ φ_r·x_kr for all weights 0 ≤ φ_r ≤ 1. With 0/0 read as 1 the ratios of "
        "both sides agree too: the empty set and sets of mass 0 have 0/0."
    ),
    latex=r"x_{ir} \ge \alpha x_{kr}\;\forall r \iff \sum_{r \in S} x_{ir} \ge \alpha \sum_{r \in S} x_{kr}\;\forall S "
    r"\subseteq R",
    domain="0 ≤ α ≤ 1, every countable range, all distributions x_i and x_k on it",
    verdict="proved",
    scope="all α, ranges, sets and weights",
)

# Of k responses, numbered in any order: X_k, Y_k are the sums of φ_r·x_r and φ_r·y_r over the first of them.
RESPONSES = Domain("k", lambda k: [k])


@claim.proof(
    "X_(k+1) - α·Y_(k+1) is X_k - α·Y_k and φ_k·(x_k - α·y_k); for a subset φ_k is 0 or 1",
    mutants={"x_k + α·y_k": {"sign": 1}, "φ² for φ": {"power": 2}},
)
def sums(sign=-1, power=1):
    def step(a, k):
        X, Y, x, y, phi = (entry(name, k) for name in ("X", "Y", "x", "y", "φ"))
        yield (X + phi * x) - a * (Y + phi * y), (X - a * Y) + phi**power * (x + sign * a * y)

    identity("a", step, RESPONSES)


@claim.proof(
    "so it is ≥ 0 if it was and the new point keeps its bound",
    mutants={"weights of any sign": {"weight": False}, "strictly": {"strict": True}},
)
def step(weight=True, strict=False):
    assumed = Assumed(
        "a X Y x y f",
        lambda *_: {},
        lambda a, X, Y, x, y, f: {"X-αY": X - a * Y, "x-αy": x - a * y} | ({"φ": f} if weight else {}),
        witness=[Fraction(1, 2), *[Fraction(1)] * 5],
    )

    def grown(given, a, *at):
        X, Y, x, y, f = at
        last = given["φ"] if weight else positive_number(1)
        yield (X + f * x) - a * (Y + f * y), given["X-αY"] + last * given["x-αy"]

    signs(assumed, grown, strict=strict)


@claim.proof(
    "the infinite case: the sums over the first k responses of S grow, by φ·x ≥ 0, and stay below 1 by (1-φ)·x ≥ 0 "
    "each, so they have a limit; a limit of numbers ≥ 0 is ≥ 0",
    mutants={"φ up to 2": {"most": 2}},
)
def limit(most=1):
    assumed = Assumed(
        "T x f",
        lambda T, x, f: {},
        lambda T, x, f: {"x": x, "φ": f, "1-φ": most - f, "T": T},
        witness=[Fraction(1), Fraction(1), Fraction(1)],
    )

    # T is the sum of (1-φ_r)·x_r so far.
    def grown(given, T, x, f):
        yield f * x, given["φ"] * given["x"]
        yield T + (1 - f) * x, given["T"] + given["1-φ"] * given["x"]

    signs(assumed, grown, strict=False)


@claim.proof(
    "conversely a point r is the subset {r}: the sum over it, of φ_k = 1 for k = r and 0 otherwise, is x_r",
    mutants={"the set {r, r+1}": {"more": 1}},
)
def points(more=0):
    def pairs(k, r, m):
        def total(k):
            return entry("x", r) if k > r else 0 * entry("x", r)

        chosen = entry("x", k) if r <= k <= r + more else 0 * entry("x", k)
        yield total(k + 1), total(k) + chosen
        yield total(r + 1 + m), entry("x", r)

    identity("", pairs, Domain("k r m", lambda k, r, m: [k, r, m]))


def subsets(size):
    return product((0, 1), repeat=size)


MECHANISMS = (
    geometric(n=2, alpha="1/2"),
    geometric(n=3, alpha="1/3"),
    geometric(n=2, alpha="1/3") @ Mechanism([[1, 0, 0], [1, 0, 0], [0, 0, 1]]),
    Mechanism([["3/4", "1/4"], ["1/5", "4/5"]]),
    Mechanism([[1, 0, 0], ["1/2", "1/2", 0], ["1/2", "1/2", 0]]),
    Mechanism([["1/2", "1/2", 0], ["1/2", "1/2", 0]]),
)


@claim.instances(
    "six mechanisms, some with zeros, at seven levels: all subsets satisfy the bound, as a ratio with 0/0 = 1, exactly "
    "where the library finds the points do; likewise for the weights 0, 1/3 and 1",
    mutants={"the whole range only": {"whole": True}, "weights -1 too": {"weights": (-1, 0, 1)}},
)
def by_library(whole=False, weights=(0, Fraction(1, 3), 1)):
    for mechanism in MECHANISMS:
        size = len(mechanism.rows[0])
        for alpha in map(Fraction, ("0", "1/5", "4/15", "1/3", "1/2", "2/3", "1")):
            expected = bool(private(mechanism, alpha))
            neighbours = [(i, k) for i in range(len(mechanism)) for k in (i - 1, i + 1) if 0 <= k < len(mechanism)]
            sets = [(1,) * size] if whole else list(subsets(size))
            for tests in (sets, list(product(weights, repeat=size))):
                found = all(holds(mechanism, i, k, test, alpha) for i, k in neighbours for test in tests)
                require(found == expected, f"the bound at {alpha} is {found} for sets and {expected} for points")


def holds(mechanism, i, k, test, alpha):
    """Whether the ratio of two tests' probabilities is at least α, 0/0 read as 1 and more than 0 over 0 as ∞."""
    x, y = (sum(f * v for f, v in zip(test, mechanism.rows[at], strict=True)) for at in (i, k))
    if y == 0:
        return x >= 0
    return x / y >= alpha


@claim.instances(
    "x^G at five levels: all tails and all intervals of up to nine responses satisfy the bound, and the tails beyond "
    "both inputs attain it",
    mutants={"at a larger level": {"above": Fraction(1, 100)}},
)
def infinite(above=0):
    for alpha in map(Fraction, ("0", "1/5", "1/2", "2/3", "99/100")):
        x = UnboundedGeometric(alpha)
        bound = alpha + above
        for i in range(3):
            for k in (i - 1, i + 1):
                for first in range(-4, 5):
                    keeps = x.at_least(i, first) >= bound * x.at_least(k, first)
                    require(keeps, f"the tail from {first} at α = {alpha}")
                    for last in range(first, 5):
                        mine, other = x.between(i, first, last), x.between(k, first, last)
                        require(mine >= bound * other, f"{first}..{last} at α = {alpha}")
            require(x.at_least(i, i + 3) == alpha * x.at_least(i + 1, i + 3), f"the tail from {i + 3} at α = {alpha}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
