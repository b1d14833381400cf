"""Section 4.1: what colluders are to be denied, and what they get where results are released one by one.

Two results drawn independently from G_{n,α} and G_{n,β} are together private at αβ and at no larger level: the
probabilities of a pair are products, and on response (0, 0) the inputs 0 and 1 have the ratio αβ. Algorithm 1 has α,
the smaller of both.
"""

from fractions import Fraction
from itertools import combinations, product

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    geometric_times_one_plus_alpha,
    identity,
    require,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric, transition
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.section-4-1.release",
    title="the group of colluders and its smallest level",
    section="4.1",
    position=20,
    statement=(
        "r_c alone is α_c-private, and the least private result is that of the smallest α: from it all others can be "
        "derived, and it from none of them. A group that holds results of Algorithm 1 for α < β has the exact level α; "
        "results drawn independently have together the exact level αβ, which is below α for 0 < α and β < 1."
    ),
    latex=r"\alpha\beta < \min(\alpha, \beta) \quad (0 < \alpha, \beta < 1)",
    domain="n ≥ 1, 0 ≤ α < β ≤ 1; at n = 0 every level is 1, as there are no neighbours",
    every_n=True,
    verdict="proved",
    scope="independent results for all n, α, β; Algorithm 1 by Lemma 4, and here for n ≤ 4 and five levels",
    uses=("gupte2010.definition-4", "gupte2010.lemma-3", "gupte2010.lemma-4"),
)

LEVELS = [Fraction(text) for text in ("0", "1/4", "1/2", "9/10", "1")]


@claim.proof(
    "independent results are αβ-private: for entries with x ≥ α·y and u ≥ β·v, x·u - αβ·y·v = (x-αy)·u + αy·(u-βv) ≥ 0",
    mutants={"α for αβ": {"both": False}},
)
def at_least(both=True):
    assumed = Assumed(
        "a b x y u v",
        lambda *bases: {},
        lambda a, b, x, y, u, v: {"α": a, "u": u, "y": y, "x-αy": x - a * y, "u-βv": u - b * v},
        witness=[Fraction(1, 2)] * 2 + [Fraction(1)] * 4,
    )

    def pairs(given, a, *rest):
        b, x, y, u, v = rest
        yield (
            x * u - (a * b if both else a) * y * v,
            given["x-αy"] * given["u"] + given["α"] * given["y"] * given["u-βv"],
        )

    signs(assumed, pairs, strict=False)


@claim.proof(
    "and private at no larger level: on response (0, 0), times (1+α)(1+β), input 1 has αβ times what input 0 has",
    mutants={"response (0, 1)": {"second": 1}, "α for αβ": {"power": 0}},
)
def at_most(second=0, power=1):
    def pairs(a, b, n):
        here, there = (
            geometric_times_one_plus_alpha(a, n, i, 0) * geometric_times_one_plus_alpha(b, n, i, second) for i in (0, 1)
        )
        yield there, a * b**power * here

    identity("a b", pairs, Domain("n", lambda n: [n - 1]))


@claim.proof("αβ is below α: α - αβ = α·(1-β) > 0, and below β likewise", mutants={"β ≤ 1": {"strictly": False}})
def below(strictly=True):
    strict = {"α": lambda a, b: a, "β": lambda a, b: b, "1-α": lambda a, b: 1 - a, "1-β": lambda a, b: 1 - b}
    assumed = Assumed(
        "a b",
        lambda a, b: {name: value(a, b) for name, value in strict.items() if strictly or name != "1-β"},
        lambda a, b: {} if strictly else {"1-β": 1 - b},
        witness=[Fraction(1, 2)] * 2,
    )
    signs(assumed, lambda given, a, b: [(a - a * b, given["α"] * given["1-β"]), (b - a * b, given["β"] * given["1-α"])])


@claim.instances(
    "for n ≤ 4 and five levels: two independent results have the exact level αβ, those of Algorithm 1 the smaller of "
    "both, as the kernel accepts",
    mutants={"the larger of both": {"chosen": max}},
)
def exact_levels(chosen=min):
    for n in range(1, 5):
        for alpha, beta in combinations(LEVELS, 2):
            first, second, remap = (
                geometric(n=n, alpha=alpha),
                geometric(n=n, alpha=beta),
                transition(n=n, alpha=alpha, beta=beta),
            )
            pairs = list(product(range(n + 1), repeat=2))
            independent = Mechanism([[first[i, r] * second[i, s] for r, s in pairs] for i in range(n + 1)])
            chain = Mechanism([[first[i, r] * remap[r, s] for r, s in pairs] for i in range(n + 1)])
            for mechanism, expected in ((independent, alpha * beta), (chain, chosen(alpha, beta))):
                found = level(mechanism)
                require(found.alpha == expected, f"n = {n}, {alpha}, {beta}: the exact level is {found.alpha}")
                accepted(found)


@claim.instances(
    "for the same: r_c has the exact level α_c, G_{n,β} is derivable from G_{n,α}, and G_{n,α} not from G_{n,β}",
    mutants={"the other way round": {"swapped": True}},
)
def least_private(swapped=False):
    for n in range(1, 5):
        for pair in combinations(LEVELS, 2):
            alpha, beta = pair[::-1] if swapped else pair
            there, back = derive(geometric(n=n, alpha=beta), alpha), derive(geometric(n=n, alpha=alpha), beta)
            alone = level(geometric(n=n, alpha=beta))
            require(bool(there) and not back, f"n = {n}, {alpha}, {beta}: derivable {bool(there)}, back {bool(back)}")
            require(alone.alpha == beta, f"the exact level is {alone.alpha}")
            for result in (there, back, alone):
                accepted(result)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
