"""Lemma 3: a geometric mechanism can be derived from every less private one.

K·G'_β has the entries (1+α²-2αβ) on the diagonal and β^(d-1)·(β-α)·(1-αβ) at distance d > 0 from it in the inner rows,
and 1-αβ, β^(d-1)·(β-α) in the outer ones. For α ≤ β all are ≥ 0, so T = G_α⁻¹·G_β is stochastic.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    identity,
    number,
    require,
    scaled_geometric,
    signs,
    square,
    three_term,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric, inverse, transition
from exactdp.model.matrix import Matrix
from exactdp.polytope.derivability import derive

claim = Claim(
    id="gupte2010.lemma-3",
    title="adding privacy to a geometric mechanism",
    section="4.1",
    position=10,
    statement=(
        "For 0 ≤ α ≤ β ≤ 1 there is a stochastic T with G_{n,β} = G_{n,α}·T. For α < 1 it is unique; up to factors ≥ 0 "
        "of its rows and columns its entries are 1+α²-2αβ and β^(d-1)·(β-α)·(1-αβ), d > 0, in the inner rows, and 1-αβ "
        "and β^(d-1)·(β-α) in the outer ones, d = |k-r|. The three triples give β^i·(β-α)·(1-αβ) ≥ 0, 1+α²-2αβ ≥ "
        "(1-α)² ≥ 0 and β^i·(β-α)·(1-αβ) ≥ 0."
    ),
    latex=r"G_{n,\beta} = G_{n,\alpha}\cdot T_{\alpha,\beta}, \qquad (1+\alpha^2)-2\alpha\beta \ge (1-\alpha)^2",
    domain="n ≥ 0, 0 ≤ α ≤ β ≤ 1; at α = β = 1 any T whose rows are those of G will do, the identity too",
    every_n=True,
    verdict="corrected",
    scope="all n, α and β",
    printed=(
        "β^i·(β-α)·(1-αβ) > 0 and 1+α²-2αβ > (1-α)² > 0 for α ≤ β; and the triples are said to stand in the rows of "
        "G_β, where the theorem asks for columns (its columns are multiples of those of G', which is symmetric)"
    ),
    slip="proof",
    uses=("gupte2010.theorem-2",),
)

# 0 ≤ α < 1 and α ≤ β ≤ 1, by their differences.
ORDERED = Assumed(
    "a b",
    lambda a, b: {"1-α": 1 - a},
    lambda a, b: {"α": a, "β": b, "β-α": b - a, "1-β": 1 - b},
    witness=[Fraction(1, 3), Fraction(1, 2)],
)
ENTRIES = Domain("n k r", lambda n, k, r: [n - 1, k, n - k, r, n - r])


def below_one(given):
    """1-αβ = (1-α) + α·(1-β)."""
    return given["1-α"] + given["α"] * given["1-β"]


@claim.counterexample("at α = β = 1/2, i = 0 the first triple gives 0", mutants={"at β = 2/3": {"beta": "2/3"}})
def strict_first_triple(beta="1/2"):
    a, b = Fraction(1, 2), Fraction(beta)
    require((1 + a**2) * b - a * (1 + b**2) == 0, "the first triple is not 0")


@claim.counterexample(
    "at α = 1/2, β = 1 the second triple gives 1/4 = (1-α)², and at α = β = 1 it gives 0",
    mutants={"at β = 2/3": {"beta": "2/3"}},
)
def strict_second_triple(beta="1"):
    b = Fraction(beta)
    for a, value in ((Fraction(1, 2), Fraction(1, 4)), (Fraction(1), 0)):
        require((1 + a**2) * 1 - a * (b + b) == (1 - a) ** 2 == value, f"the second triple is not {value} at α = {a}")


@claim.proof(
    "the triples (β^i, β^(i+1), β^(i+2)), (β, 1, β) and (β^(i+2), β^(i+1), β^i) give β^i·(β-α)·(1-αβ), 1+α²-2αβ and "
    "β^i·(β-α)·(1-αβ) again",
    mutants={"β+α for β-α": {"sign": 1}, "β^(i+1) for β^i": {"shift": 1}},
)
def triples(sign=-1, shift=0):
    def condition(a, x, y, z):
        return three_term(a, lambda k: (x, y, z)[k], 2, 1)

    def pairs(a, b, i):
        value = b ** (i + shift) * (b + sign * a) * (1 - a * b)
        yield condition(a, b**i, b ** (i + 1), b ** (i + 2)), value
        yield condition(a, b, number(1), b), 1 + a**2 - 2 * a * b
        yield condition(a, b ** (i + 2), b ** (i + 1), b**i), value

    identity("a b", pairs, Domain("i", lambda i: [i]))


@claim.proof(
    "their signs: β^i·(β-α)·(1-αβ) is a product of numbers ≥ 0, and 1+α²-2αβ = (1-α)² + 2α·(1-β)",
    mutants={"strictly positive, as printed": {"strict": True}},
)
def signs_of_the_triples(strict=False):
    signs(
        ORDERED,
        lambda given, a, b, i: [
            (b**i * (b - a) * (1 - a * b), given["β"] ** i * given["β-α"] * below_one(given)),
            (1 + a**2 - 2 * a * b, square(1 - a) + 2 * given["α"] * given["1-β"]),
        ],
        Domain("i", lambda i: [i]),
        strict=strict,
    )


@claim.proof(
    "every entry of K·G'_β, the outer rows included: so T_{α,β} is what its closed form says, and ≥ 0",
    mutants={"β^d for β^(d-1)": {"shift": 1}},
)
def whole_transition(shift=0):
    def closed_form(a, b, n, k, r):
        outer = k in (0, n)
        if k == r:
            return 1 - a * b if outer else 1 + a**2 - 2 * a * b
        along = b ** (abs(k - r) - 1 + shift) * (b - a)
        return along if outer else along * (1 - a * b)

    def pairs(a, b, n, k, r):
        yield three_term(a, lambda i: scaled_geometric(b, i, r), n, k), closed_form(a, b, n, k, r)

    identity("a b", pairs, ENTRIES)

    def sums(given, a, b, *at):
        n, k, r = at
        outer = k in (0, n)
        if k == r:
            proof = below_one(given) if outer else square(1 - a) + 2 * given["α"] * given["1-β"]
        else:
            along = given["β"] ** (abs(k - r) - 1 + shift) * given["β-α"]
            proof = along if outer else along * below_one(given)
        yield closed_form(a, b, n, k, r), proof

    signs(ORDERED, sums, ENTRIES, strict=False)


@claim.proof(
    "T has rows that sum to 1: G_α maps the column of ones to itself, and so does G_β, whence T·1 = G_α⁻¹·1 = 1; for "
    "K, which is G_α⁻¹ up to its rows' scale, that is K·1 = (1-α)·1 in the outer rows and (1-α)²·1 inside",
    mutants={"(1-α)² in the outer rows": {"outer": 2}},
)
def rows_sum_to_one(outer=1):
    identity(
        "a",
        lambda a, n, k: [
            (three_term(a, lambda i: number(1), n, k), (1 - a) ** outer if k in (0, n) else (1 - a) ** 2),
        ],
        Domain("n k", lambda n, k: [n - 1, k, n - k]),
    )


@claim.instances(
    "for α > β there is no remap (n ≥ 1): from G_{1,1/2} the mechanism G_{1,1/3} is not derivable",
    mutants={"from G_{1,1/3} itself": {"alpha": "1/3"}},
)
def not_the_other_way(alpha="1/2"):
    found = derive(geometric(n=1, alpha="1/3"), alpha)
    require(not found, "it is derivable")
    accepted(found)


@claim.instances(
    "for n ≤ 5 and seven levels: the closed form, the product G_α⁻¹·G_β and the kernel agree on T",
    mutants={"β before α": {"swapped": True}, "from α to the next level but one": {"skipped": 1}},
)
def by_certificate(swapped=False, skipped=0):
    levels = [Fraction(text) for text in ("0", "1/5", "1/3", "1/2", "2/3", "99/100", "1")]
    for n in range(6):
        for position, alpha in enumerate(levels):
            for beta in levels[position:]:
                found = (
                    derive(geometric(n=n, alpha=alpha), beta) if swapped else derive(geometric(n=n, alpha=beta), alpha)
                )
                require(bool(found), f"it is not derivable at n = {n}, {alpha}, {beta}")
                accepted(found)
                if alpha < 1:
                    target = levels[min(levels.index(beta) + skipped, len(levels) - 1)]
                    require(
                        found.remap == transition(n=n, alpha=alpha, beta=target),
                        f"the remap at n = {n}, {alpha}, {beta}",
                    )
                    product = inverse(n=n, alpha=alpha) @ Matrix(geometric(n=n, alpha=beta))
                    require(product == Matrix(found.remap), f"the product at n = {n}, {alpha}, {beta}")


claim.theorem(
    "Geometric",
    "lemma_3",
    "for every n ≥ 1 and all rational 0 ≤ α ≤ β ≤ 1, α < 1",
    """
    forall (n : nat) (alpha beta : Q), (1 <= n)%nat ->
      0 <= alpha -> alpha <= beta -> beta <= 1 -> alpha < 1 ->
      derivable (S n) (S n) (S n) (geometric n beta) (geometric n alpha)
    """,
    mutants={"β ≤ α": ("alpha <= beta", "beta <= alpha"), "β > 1 as well": ("beta <= 1", "0 <= beta")},
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
