"""Section 3, trust models: what a trusted shuffler adds to local privacy.

A uniformly random permutation of the local answers is a post-processing of them, so the level does not fall. It does
not rise either, for randomised response: that all answers are 1 is α times as likely for n zeros as for n-1 of them and
a one, and a permutation leaves it as it is. What shuffling gains needs δ > 0.
"""

from fractions import Fraction
from itertools import permutations, product
from math import factorial

from exactdp.claims import Claim, Domain, identity, require
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.section-3.trust-models",
    title="curator, local randomizers and a shuffler",
    section="3",
    position=5,
    statement=(
        "In the central model the mechanism runs on all data, in the local model one for each person; the shuffle "
        "model puts a uniformly random permutation of the local answers between them. That permutation is a "
        "post-processing, so that shuffled answers are as private as the local ones. For randomised response the "
        "level is the same α for every n; but at a factor t < 1/α the least δ is smaller than without shuffling, for "
        "n ≥ 2."
    ),
    latex=r"\frac{\Pr[\text{all answers } 1 \mid 0, \dots, 0]}{\Pr[\text{all answers } 1 \mid 1, 0, \dots, 0]} = "
    r"\frac{\ell^n}{h\,\ell^{n-1}} = \alpha",
    domain="n ≥ 1, 0 < α < 1; randomised response with h = 1/(1+α), ℓ = α/(1+α)",
    every_n=True,
    verdict="proved",
    scope="the level for all n and α; the least δ for n ≤ 3, two levels and two factors",
    uses=("lecture.lemma-3.6", "lecture.section-4-1.composition"),
)


@claim.proof(
    "h times ℓ^n is ℓ times h·ℓ^(n-1), so the quotient is ℓ/h = α",
    mutants={"two ones": {"ones": 2}},
)
def all_ones(ones=1):
    def pairs(h, l, n):  # noqa: E741
        yield h * l**n, l * h**ones * l ** (n - ones)

    identity("h l", pairs, Domain("n", lambda n: [n - ones]))


def answers(n, alpha, shuffled):
    """Randomised answers of n persons on databases in binary order, shuffled by averaging over all permutations."""
    rows = []
    for data in product(range(2), repeat=n):
        row = dict.fromkeys(product(range(2), repeat=n), Fraction(0))
        for each in list(row):
            weight = Fraction(1)
            for x, y in zip(data, each, strict=True):
                weight *= (1 if x == y else alpha) / (1 + alpha)
            if shuffled:
                for order in permutations(each):
                    row[order] += weight / factorial(n)
            else:
                row[each] += weight
        rows.append(list(row.values()))
    return Mechanism(rows)


@claim.instances(
    "n ≤ 3, α = 1/3, 1/2: with and without shuffling the library finds the level α",
    mutants={"α² with shuffling": {"power": 2}},
)
def levels(power=1):
    for n in range(1, 4):
        for alpha in map(Fraction, ("1/3", "1/2")):
            for shuffled in (False, True):
                found = level(answers(n, alpha, shuffled), hypercube(inputs=range(2**n))).alpha
                require(found == alpha ** (power if shuffled else 1), f"n = {n}, α = {alpha}: {found}")


def least_delta(mechanism, t):
    """The least δ at the factor t over all neighbours."""
    return max(
        sum(max(Fraction(0), p - t * q) for p, q in zip(mechanism.rows[i], mechanism.rows[k], strict=True))
        for i, k in hypercube(inputs=range(len(mechanism))).both_ways()
    )


@claim.instances(
    "the same mechanisms at t = 1 and halfway to 1/α: shuffling lowers the least δ for n = 2, 3, and keeps it for n = "
    "1",
    mutants={"at t = 1/α": {"parts": (1,)}},
)
def approximately(parts=(0, Fraction(1, 2))):
    for n in range(1, 4):
        for alpha in map(Fraction, ("1/3", "1/2")):
            for part in parts:
                t = 1 + part * (1 / alpha - 1)
                local, shuffled = (least_delta(answers(n, alpha, each), t) for each in (False, True))
                require(shuffled < local if n > 1 else shuffled == local, f"n = {n}, t = {t}: {shuffled} and {local}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
