"""The level of G·T: at least α, and α exactly where some response of T is missing at an end.

Between rows i and i+1 of G, the responses k ≤ i lose a factor α, and those k > i gain a factor 1/α. So in G·T the
difference x_(i+1)r - α·x_ir is a sum of the T_kr with k > i, with positive weights, and the other difference is one of
those with k ≤ i. The first is 0 for i = n-1 if it is for any i, and the second for i = 0.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    geometric_times_one_plus_alpha,
    identity,
    number,
    positive_number,
    require,
    signs,
)
from exactdp.claims.enumeration import with_supports
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.polytope.constraints import constraint_matrix
from exactdp.privacy.level import level

claim = Claim(
    id="exactdp.level-of-derivable",
    title="the level of a mechanism derivable from G",
    section="1",
    position=20,
    statement=(
        "Let x = G_{n,α}·T with T stochastic, n ≥ 1, 0 < α < 1. Where column r of T is not 0: C(i,r) = ↓ if and only "
        "if T_kr = 0 for all k > i, and C(i,r) = ↑ if and only if T_kr = 0 for all k ≤ i. So the level of x is ≥ α, "
        "and it is α exactly where some response r that T gives at all has T_0r = 0 or T_nr = 0. At α = 1 the level is "
        "1. At α = 0, where x = T, it is 0 exactly where x gives a response on some input and not on a neighbour of it."
    ),
    latex=(
        r"x_{(i+1)r} - \alpha x_{ir} = \sum_{k > i} \bigl(G_{(i+1)k} - \alpha G_{ik}\bigr) T_{kr}, \qquad x_{ir} - "
        r"\alpha x_{(i+1)r} = \sum_{k \le i} \bigl(G_{ik} - \alpha G_{(i+1)k}\bigr) T_{kr}"
    ),
    domain="n ≥ 1, 0 ≤ α ≤ 1, every stochastic T with n+1 rows; for n = 0 there are no neighbours, and the level is 1",
    every_n=True,
    verdict="proved",
    scope="all n, α and T; the two outer levels by instances, as at either all is read off x = T or from equal rows",
    uses=("gupte2010.definition-4",),
)

ROWS = Domain("n i k", lambda n, i, k: [i, n - 1 - i, k, n - k])
UNIT = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])


@claim.proof(
    "the weights: G_(i+1)k - α·G_ik is 0 for k ≤ i, and G_ik - α·G_(i+1)k is 0 for k > i",
    mutants={"the first 0 for k ≤ i+1": {"cut": 1}, "one α more": {"power": 2}},
)
def zero_weights(cut=0, power=1):
    def pairs(a, n, i, k):
        here, below = (geometric_times_one_plus_alpha(a, n, j, k) for j in (i, i + 1))
        yield (below - a**power * here if k <= i + cut else here - a**power * below), number(0)

    identity("a", pairs, ROWS)


@claim.proof(
    "the other weights are > 0: times 1+α, α^d·(1-α²), inside times 1-α, with d = k-i-1 for k > i and d = i-k for k ≤ "
    "i",
    mutants={"d = k-i": {"shift": 1}},
)
def positive_weights(shift=0):
    def pairs(given, a, n, i, k):
        here, below = (geometric_times_one_plus_alpha(a, n, j, k) for j in (i, i + 1))
        distance = k - i - 1 + shift if k > i else i - k
        inside = positive_number(1) if k in (0, n) else given["1-α"]
        positive = given["1-α"] * (positive_number(1) + given["α"]) * given["α"] ** distance * inside
        yield (below - a * here if k > i else here - a * below), positive

    signs(UNIT, pairs, ROWS)


@claim.instances(
    "n = 1, 2, 3, up to 3 responses, α = 1/3 and 7/8, every choice of zeros of T: the level that the library finds, as "
    "the kernel accepts, and each letter of its constraint matrix are as said",
    mutants={
        "α where some T_0r and T_nr are both 0": {"both": True},
        "↓ where T_kr = 0 for all k ≥ i": {"cut": -1},
    },
    largest=4,
)
def by_library(both=False, cut=0, largest=3):
    for n, alpha in product(range(1, largest + 1), map(Fraction, ("1/3", "7/8"))):
        for remap in with_supports(n + 1, 3 if n < 3 else 2):
            x = geometric(n=n, alpha=alpha) @ remap
            found = level(x)
            require(found.alpha >= alpha, f"n = {n}, α = {alpha}: the level of {remap.rows} is {found.alpha}")
            columns = [column for column in zip(*remap.rows, strict=True) if any(column)]
            test = all if both else any
            expected = any(test(column[k] == 0 for k in (0, n)) for column in columns)
            require((found.alpha == alpha) == expected, f"n = {n}, α = {alpha}: the level of {remap.rows}")
            tight = constraint_matrix(x, alpha)
            for i, (r, column) in product(range(n), enumerate(zip(*remap.rows, strict=True))):
                word = "Z" if not any(column) else "S"
                if word == "S" and not any(column[i + 1 + cut :]):
                    word = "↓"
                elif word == "S" and not any(column[: i + 1]):
                    word = "↑"
                require(tight[i, r] == word, f"n = {n}, α = {alpha}, i = {i}, r = {r}: {tight[i, r]}")
    accepted(found)


@claim.instances(
    "the outer levels, every choice of zeros for n = 1 and 2: at α = 1 the level is 1; at α = 0 it is 0 exactly where "
    "a response is given on one of two neighbours only, and there the rule for 0 < α < 1 fails for n = 2",
    mutants={"α = 1/2 for 1": {"top": Fraction(1, 2)}, "the rule for 0 < α < 1 at α = 0": {"inner": True}},
)
def outer_levels(top=Fraction(1), inner=False):
    for n in (1, 2):
        for remap in with_supports(n + 1, 2):
            require(level(geometric(n=n, alpha=top) @ remap).alpha == 1, f"n = {n}, α = {top}: not the level 1")
            x = geometric(n=n, alpha=0) @ remap
            columns = [column for column in zip(*x.rows, strict=True) if any(column)]
            expected = any(bool(column[i]) != bool(column[i + 1]) for column in columns for i in range(n))
            if inner:
                expected = any(not column[0] or not column[n] for column in columns)
            require((level(x).alpha == 0) == expected, f"n = {n}: the level of {x.rows} is {level(x).alpha}")


claim.theorem(
    "Geometric",
    "remap_private",
    "the level is ≥ α, for every n ≥ 1, every rational 0 ≤ α ≤ 1 and every rational T",
    """
    forall (n responses : nat) (alpha beta : Q) (t : matrix), (1 <= n)%nat -> 0 <= alpha <= 1 ->
      beta <= alpha -> stochastic (S n) responses t ->
      private_mechanism (S n) responses (path (S n)) beta (product (S n) (geometric n alpha) t)
    """,
    mutants={"a level above α": ("beta <= alpha", "alpha <= beta")},
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
