"""A stage of Algorithm 1 as a coin and a fresh answer, so that no remap need be written out.

Row k of T, with G_{n,β} = G_{n,α}·T, is c times row k of G_{n,β}, and 1-c more at k. So T is drawn from by keeping k
with probability 1-c, and by drawing the answer of G_{n,β} on k otherwise. That is how releases are drawn at any n.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric, transition
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.derivability import derive_from
from exactdp.release.chain import Chain

claim = Claim(
    id="exactdp.stage-of-a-release",
    title="a stage of Algorithm 1 keeps the answer or draws it anew",
    section="9",
    position=10,
    statement=(
        "Let 0 < α < β < 1, n ≥ 1 and G_{n,β} = G_{n,α}·T. With c = (β-α)(1-αβ)/(β(1-α)²) for 0 < k < n, and "
        "(β-α)/(β(1-α)) for k = 0 and k = n, row k of T is 1-c at k plus c times row k of G_{n,β}; and 0 < c < 1. So "
        "an answer k is kept with probability 1-c, and is otherwise the answer of the β-geometric mechanism on k."
    ),
    latex=r"T_{kr} = (1-c)\,[k = r] + c\, (G_{n,\beta})_{kr}, \qquad "
    r"1-c = \frac{\alpha (1-\beta)^2}{\beta (1-\alpha)^2} \ \text{or}\ \frac{\alpha(1-\beta)}{\beta(1-\alpha)}",
    domain="n ≥ 1, 0 < α < β < 1, 0 ≤ k, r ≤ n",
    every_n=True,
    verdict="proved",
    scope="all n, α, β, k and r",
    uses=("gupte2010.lemma-3",),
)


def weight(a, b, inside, at_two=1):
    """β(1-α)²·c inside, β(1-α)·c at the ends."""
    return (b - a) * (1 - a * b) ** at_two if inside else b - a


def drawn(b, n, k, r):
    """(1+β) times entry (k, r) of G_{n,β}."""
    d = abs(k - r)
    return b**d if r in (0, n) else (1 - b) * b**d


@claim.proof(
    "times β(1-α)²(1+β), or β(1-α)(1+β) at the ends, the row is that of T: β times 1+α²-2αβ, or 1-αβ, at r = k, and "
    "β^d·(β-α)(1-αβ), or β^d·(β-α), at distance d > 0, each times 1-β for an inner r",
    mutants={
        "the ends as the inner rows": {"ends": False},
        "c without 1-αβ": {"at_two": 0},
        "1-c is α(1-β)/(β(1-α)) inside": {"power": 1},
    },
)
def row(ends=True, at_two=1, power=2):
    def pairs(a, b, n, k, r):
        inside = (k > 0) and (k < n) if ends else True
        scale = 1 if r in (0, n) else 1 - b
        kept = (a * (1 - b) ** power * (1 - a) ** (2 - power) if inside else a * (1 - b)) * (1 + b)
        mixture = weight(a, b, inside, at_two) * drawn(b, n, k, r)
        really_inside = (k > 0) and (k < n)
        if k == r:
            stays = 1 + a**2 - 2 * a * b if really_inside else 1 - a * b
            yield b * scale * stays, kept + mixture
        else:
            gone = (b - a) * (1 - a * b) if really_inside else b - a
            yield b ** abs(k - r) * scale * gone, mixture

    identity("a b", pairs, Domain("n k r", lambda n, k, r: [n - 1, k, n - k, r, n - r]))


@claim.proof(
    "1-c as stated, and 0 < c < 1: β(1-α)² = (β-α)(1-αβ) + α(1-β)², β(1-α) = β-α + α(1-β), and all parts are > 0",
    mutants={"α(1-β) for α(1-β)²": {"power": 1}},
)
def coin(power=2):
    identity("a b", lambda a, b: [(b * (1 - a) ** 2, (b - a) * (1 - a * b) + a * (1 - b) ** power)])
    identity("a b", lambda a, b: [(b * (1 - a), b - a + a * (1 - b))])
    inside = Assumed(
        "a b",
        lambda a, b: {"α": a, "β-α": b - a, "1-β": 1 - b},
        witness=[Fraction(1, 3), Fraction(1, 2)],
    )

    def parts(given, a, b):
        one_less = given["1-β"] + given["β-α"]
        yield a * (1 - b) ** 2, given["α"] * given["1-β"] * given["1-β"]
        yield (b - a) * (1 - a * b), given["β-α"] * (one_less + given["α"] * given["1-β"])
        yield a * (1 - b), given["α"] * given["1-β"]

    signs(inside, parts)


@claim.instances(
    "n ≤ 4, three pairs of levels: the mixture is the library's T, which the kernel accepts from G_{n,α} to G_{n,β}, "
    "and a chain of the two levels has the joint distribution G_{n,α}(i,k)·T(k,r)",
    mutants={"always drawn anew": {"kept": False}},
)
def by_library(kept=True):
    for n in range(1, 5):
        for alpha, beta in [("1/4", "1/2"), ("1/3", "9/10"), ("1/100", "1/50")]:
            a, b = Fraction(alpha), Fraction(beta)
            fresh = geometric(n=n, alpha=b)
            rows = []
            for k in range(n + 1):
                inner = 0 < k < n
                c = weight(a, b, inner) / (b * (1 - a) ** (2 if inner else 1)) if kept else Fraction(1)
                rows.append([c * x + (1 - c) * (k == r) for r, x in enumerate(fresh.rows[k])])
            mixture = Mechanism(rows)
            require(mixture.rows == transition(n=n, alpha=a, beta=b).rows, f"n = {n}, {a} and {b}: the row is another")
            found = derive_from(fresh, geometric(n=n, alpha=a))
            accepted(found)
            joint = [
                [x * y for k, x in enumerate(row) for y in mixture.rows[k]] for row in geometric(n=n, alpha=a).rows
            ]
            require(
                Mechanism(joint).rows == Chain(n=n, levels=[a, b]).joint().rows, f"the joint distribution at n = {n}"
            )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
