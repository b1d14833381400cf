"""Section 1.1, footnote 1: the attack is a Fourier transform, and does not need E.

Let x be the inverse transform of the answers. Then x - d is that of the errors, and its squares sum to 1/k times
theirs, so to at most E². A bit that rounding gets wrong is at least 1/2 off, so that there are at most 4E² of them.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.surveys.fourier_attack import fourier_attack
from exactdp.surveys.queries import distance, hadamard_queries, hadamard_transform, true_answers

claim = Claim(
    id="dwork2013.section-1-1.footnote-1",
    title="a Fourier transform, without knowledge of E",
    section="1.1",
    position=70,
    statement=(
        "The answers to the Hadamard queries, transformed back and rounded to bits, are wrong in at most 4E² bits, "
        "where E is the largest error, or its quadratic mean. Neither E nor a search through databases is needed, and "
        "k·log k additions do it. With E known, each answer list has its own bound, which is never larger."
    ),
    latex=r"\tfrac14 |\{j : \text{wrong}\}| \le \sum_j (x_j - d_j)^2 = \tfrac1k \sum_y e_y^2 \le E^2",
    domain="k = 1, 2, 4, …, all databases of k bits, all errors",
    verdict="proved",
    scope="all k, databases and errors; the library's attack on all databases for k ≤ 4",
    uses=("dwork2013.section-1-1.bound",),
)


@claim.proof(
    "a wrong bit costs 1/4: rounded to 1 although it is 0, (x-0)² - 1/4 = (x-1/2)² + (x-1/2) with x ≥ 1/2; rounded to "
    "0 although it is 1, the same with 1-x",
    mutants={"a cost of 1/2": {"cost": Fraction(1, 2)}},
)
def wrong_bits(cost=Fraction(1, 4)):
    half = Fraction(1, 2)
    given = Assumed("x", lambda x: {}, lambda x: {"x-1/2": x - half}, witness=[half])
    signs(given, lambda known, x: [(x**2 - cost, known["x-1/2"] ** 2 + known["x-1/2"])], strict=False)


@claim.instances(
    "for k ≤ 4, all databases and errors -E, 0, E: at most k·4 times the mean of the squared errors are wrong, and at "
    "most as many as the attack says; the transform of the estimate gives the answers back",
    mutants={"a quarter of that": {"factor": 1}},
)
def attack(factor=4):
    for k in (1, 2, 4):
        rows = hadamard_queries(k)
        for d in product((0, 1), repeat=k):
            for errors in product((Fraction(-1), Fraction(0), Fraction(1)), repeat=k):
                answers = [a + error for a, error in zip(true_answers(rows, d), errors, strict=True)]
                blind, seeing = fourier_attack(answers), fourier_attack(answers, 1)
                require(blind.guess == seeing.guess, "the guess depends on E")
                require(hadamard_transform(seeing.estimate) == answers, "the estimate is no inverse transform")
                wrong = distance(seeing.guess, d)
                require(wrong <= factor * sum(e**2 for e in errors) / k, f"k = {k}, d = {d}: {wrong} wrong bits")
                require(wrong <= seeing.wrong <= 4, f"k = {k}, d = {d}: {wrong} wrong bits, {seeing.wrong} promised")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
