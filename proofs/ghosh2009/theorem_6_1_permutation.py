"""Theorem 6.1, last step of the proof: a remap that turns a mechanism with n+1 responses into G permutes them.

Every column of G has an entry > 0, so that each response r of G comes from some response k of x. No k serves two: what
column r of G holds is bound by privacy between all neighbours, and so is each part of it. A column that is part of
both columns r < s falls from row r to r+1 by the factor α, for r, and rises by 1/α, for s: only 0 does both for α < 1.
With n+1 responses on either side each k that ever comes serves one r, all of it.
"""

from fractions import Fraction
from itertools import permutations, product

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    positive_number,
    require,
    signs,
)
from exactdp.claims.enumeration import in_parts
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import zero_one
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.interaction import interact
from exactdp.polytope.derivability import derive_from

claim = Claim(
    id="ghosh2009.theorem-6.1.permutation",
    title="the remap that makes G is a permutation",
    section="6.1",
    position=30,
    statement=(
        "Let x be an α-private mechanism on n+1 responses and y any stochastic matrix with y∘x = G. Then y is a "
        "permutation, and x is G with its responses permuted. The paper takes y deterministic, and then it is one as G "
        "has no zero column; that y is not assumed to be so matters, as an optimal remap need not be deterministic "
        "where two readings of a response have the same loss."
    ),
    latex=r"y \circ x = G \ \Rightarrow \ y_{kr} \in \{0, 1\}, \qquad u = \alpha w, \; w = \alpha u \ \Rightarrow \ "
    r"(1-\alpha^2)\,u = 0",
    domain="n ≥ 0, 0 ≤ α < 1; not for α = 1 and n ≥ 1, where every constant x can be read as the fair coin G",
    every_n=True,
    verdict="proved",
    scope="all n, α, x and y",
    uses=("gupte2010.definition-4", "ghosh2009.section-6-1.range-restricted"),
)


@claim.proof(
    "no column of G is 0: its diagonal entry, times 1+α, is 1 in the columns 0 and n, and 1-α in the others",
    mutants={"1+α in the others": {"sign": 1}, "the entry below the diagonal": {"shift": 1}},
)
def onto(sign=-1, shift=0):
    identity(
        "a",
        lambda a, n, r: [
            (geometric_times_one_plus_alpha(a, n, r + shift, r), number(1) if r in (0, n) else 1 + sign * a)
        ],
        Domain("n r", lambda n, r: [n - 1 - shift, r, n - shift - r]),
    )


@claim.proof(
    "a part u of column r, w the rest, is bound: with column r times its factor, α^|i-r|, the slacks of u and of w, "
    "both ≥ 0, sum to 0, from row r to r+1 and, for a column s > r, from row r+1 to r",
    mutants={"for s = r": {"above": 0}},
)
def bound(above=1):
    def pairs(a, r, s):
        u, below = entry("u", r), entry("u", r + 1)
        whole, whole_below = a**0, a**1
        yield (below - a * u) + ((whole_below - below) - a * (whole - u)), number(0)
        whole, whole_below = a ** abs(r - s), a ** abs(r + 1 - s)
        yield (u - a * below) + ((whole - u) - a * (whole_below - below)), number(0)

    identity("a", lambda a, r, s: [*pairs(a, r, s)], Domain("r s", lambda r, s: [r, s - r - above]))


@claim.proof(
    "a response k that serves r and s > r has x_(r+1)k = α·x_rk and x_rk = α·x_(r+1)k: (1-α²)·x_rk is x_rk - "
    "α·x_(r+1)k and α times x_(r+1)k - α·x_rk, hence 0, where 1-α² > 0; bound columns that are 0 in one row are 0",
    mutants={"both fall": {"rises": False}},
)
def one_each(rises=True):
    def pairs(a, u, w):
        fall, rise = w - a * u, u - a * w
        yield (1 - a**2) * u, (rise if rises else fall) + a * fall

    identity("a u w", lambda a, u, w: [*pairs(a, u, w)])
    below = Assumed("a", lambda a: {"1-α": 1 - a}, lambda a: {"α": a}, witness=[Fraction(1, 2)])
    signs(below, lambda given, a: [(1 - a**2, given["1-α"] * (positive_number(1) + given["α"]))])


@claim.instances(
    "x = G_{n,1/3}·T for all T in quarters (n = 1) and halves (n = 2): some remap y makes G of x exactly if T is a "
    "permutation, the kernel accepts y, or that there is none, and y is T's inverse",
    mutants={"exactly if T is deterministic": {"onto_all": False}, "α = 1": {"alpha": "1"}},
)
def by_library(onto_all=True, alpha="1/3"):
    for n, steps in ((1, 4), (2, 2)):
        deployed = geometric(n=n, alpha=alpha)
        for remap in in_parts(n + 1, n + 1, steps):
            images = [row.index(1) for row in remap.rows if 1 in row]
            expected = len(images) == n + 1 and (not onto_all or len(set(images)) == n + 1)
            found = derive_from(deployed, Mechanism((deployed @ remap).rows))
            require(bool(found) == expected, f"T = {remap.rows}: derivable is {bool(found)}")
            accepted(found)
            if found:
                require(found.remap.rows == tuple(zip(*remap.rows, strict=True)), f"y = {found.remap.rows}")


@claim.instances(
    "n ≤ 3: of all deterministic remaps of G with permuted responses just one, a permutation, makes G of it",
    mutants={"α = 1": {"alpha": "1"}},
)
def deterministic_remaps(alpha="1/2"):
    for n in range(1, 4):
        expected = geometric(n=n, alpha=alpha).rows
        for images in permutations(range(n + 1)):
            x = geometric(n=n, alpha=alpha) @ deterministic(images, responses=range(n + 1))
            found = [
                y
                for y in product(range(n + 1), repeat=n + 1)
                if (x @ deterministic(y, responses=range(n + 1))).rows == expected
            ]
            require(len(found) == 1, f"n = {n}, permuted by {images}: {len(found)} remaps")
            require(len(set(found[0])) == n + 1, f"{found[0]} is no permutation")


@claim.instances(
    "not every optimal remap is deterministic: n = 1, α = 1/2, prior (2/3, 1/3), 0-1 loss: the response 1 of G may be "
    "read as 0 or 1 by a coin, and the loss is 1/3, the optimum",
    mutants={"the uniform prior": {"weights": (1, 1)}},
)
def ties(weights=(2, 1)):
    user, deployed = BayesianUser(zero_one(), proportional(weights)), geometric(n=1, alpha="1/2")
    best = interact(user, deployed)
    accepted(best)
    induced = deployed @ Mechanism([[1, 0], ["1/2", "1/2"]])
    loss = user.prior[0] * induced[0, 1] + user.prior[1] * induced[1, 0]
    require(loss == best.value, f"the coin loses {loss} and the best remap {best.value}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
