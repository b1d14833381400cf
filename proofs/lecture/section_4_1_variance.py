"""Section 4.1: the variance of the estimator, exactly.

Y_i is a Bernoulli variable of parameter 1/2+ε where X_i = 1, and of parameter 1/2-ε where X_i = 0. Both have the
variance (1/2+ε)·(1/2-ε) = 1/4 - ε², so that the variance of p̃ is (1-4ε²)/(16ε²·n) whatever the data are.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, identity, number, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="lecture.section-4-1.variance",
    title="the variance of randomised response",
    section="4.1",
    position=60,
    statement=(
        "Y_i is Bernoulli with parameter 1/2+ε if X_i = 1 and 1/2-ε if X_i = 0; in both cases Var[Y_i] = 1/4 - ε². So "
        "Var[p̃] = (1-4ε²)/(16ε²·n) for every data: the printed bound 1/(16ε²·n) holds, is never attained, and is too "
        "large by 1/(4n); at ε = 1/2 the variance is 0. In terms of the level α it is α/((1-α)²·n)."
    ),
    latex=r"\operatorname{Var}[\tilde p] = \frac{1}{4\varepsilon^2 n^2} \sum_i \bigl(\tfrac14 - \varepsilon^2\bigr) = "
    r"\frac{1 - 4\varepsilon^2}{16\,\varepsilon^2 n} = \frac{\alpha}{(1-\alpha)^2\, n}",
    domain="n ≥ 1, 0 < ε ≤ 1/2, all data",
    every_n=True,
    verdict="corrected",
    scope="all n, ε and data",
    printed="Y_i is a Bernoulli variable with parameter 1/2+ε",
    slip="statement",
    uses=("lecture.section-4-1.expectation",),
)

HALF = Fraction(1, 2)


def probability(x, y, e):
    """The probability of the answer y on the bit x."""
    return HALF + (e if x == y else -e)


@claim.counterexample(
    "ε = 1/4 and X_i = 0: the parameter is 1/4 and not 3/4; with 3/4 the mean of (Y_i - 1/2 + ε)/(2ε) would be 1",
    mutants={"X_i = 1": {"bit": 1}},
)
def parameter(bit=0):
    e = Fraction(1, 4)
    require(probability(bit, 1, e) != HALF + e, "the parameter is 1/2+ε")
    mean = probability(bit, 1, e) / (2 * e) + (e - HALF) / (2 * e)
    require(mean == bit, f"the mean is {mean}")
    require((HALF + e + e - HALF) / (2 * e) == 1, "with 1/2+ε the mean is another")


@claim.proof(
    "the variance E[Y²] - E[Y]² = b - b² is 1/4 - ε² for b = 1/2+ε and for b = 1/2-ε, and 1/4 - (1/4-ε²) = ε²",
    mutants={"1/4 - 2ε²": {"twice": 2}, "b² alone": {"linear": 0}},
)
def one_answer(twice=1, linear=1):
    def pairs(e):
        for b in (HALF + e, HALF - e):
            yield linear * b - b * b, Fraction(1, 4) - twice * e**2

    identity("e", pairs)


@claim.proof(
    "for all n: by independence each answer adds 1/4-ε² to the variance of the sum, whether its bit is 1 (i < k) or 0: "
    "with v for n, v·(1/4-ε²) and one more give (v+1)·(1/4-ε²)",
    mutants={"2ε for a bit 0": {"other": 2}, "1/4 each": {"less": 0}},
)
def all_answers(other=1, less=1):
    def pairs(e, v, n, k, i):
        b = HALF + e if i < k else HALF - other * e
        yield v * (Fraction(1, 4) - e**2) + b * (1 - b), (v + 1) * (Fraction(1, 4) - less * e**2)

    identity("e v", pairs, Domain("n k i", lambda n, k, i: [k, n - k, i, n - 1 - i]))


@claim.proof(
    "divided by 4ε²·n²: 16·(1/4-ε²) = 4·(1-4ε²); with α = (1-2ε)/(1+2ε): α·(1+2ε)² = 1-4ε² and ((1-α)·(1+2ε))² = 16ε²; "
    "1 - (1-4ε²) = 4ε² > 0",
    mutants={"(1-α)² = 4ε²": {"four": 2}},
)
def by_level(four=4):
    def pairs(e):
        yield 16 * (Fraction(1, 4) - e**2), 4 * (1 - 4 * e**2)
        top, bottom = 1 - 2 * e, 1 + 2 * e
        yield top * bottom, 1 - 4 * e**2
        yield (bottom - top) ** 2, (four * e) ** 2

    identity("e", pairs)
    signs(
        Assumed("e", lambda e: {"ε": e}, witness=[Fraction(1, 4)]),
        lambda given, e: [(number(1) - (1 - 4 * e**2), 4 * given["ε"] ** 2)],
    )


@claim.instances(
    "n ≤ 4, all data, ε = 1/10, 1/4, 1/2: the variance over all answers is (1-4ε²)/(16ε²·n) and below 1/(16ε²·n)",
    mutants={"the bound itself": {"less": 0}},
)
def exactly(less=4):
    for n in range(1, 5):
        for e in map(Fraction, ("1/10", "1/4", "1/2")):
            for data in product(range(2), repeat=n):
                mean = square = Fraction(0)
                for answers in product(range(2), repeat=n):
                    weight = Fraction(1)
                    for x, y in zip(data, answers, strict=True):
                        weight *= probability(x, y, e)
                    estimate = sum((y - HALF + e) / (2 * e) for y in answers) / n
                    mean += weight * estimate
                    square += weight * estimate**2
                found = square - mean**2
                require(found == (1 - less * e**2) / (16 * e**2 * n), f"n = {n}, ε = {e}, {data}: {found}")
                require(found < 1 / (16 * e**2 * n), f"n = {n}, ε = {e}, {data}: the bound is attained")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
