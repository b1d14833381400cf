"""Section 4.1: the mean of an answer, and the unbiased estimator.

E[Y_i] = 2ε·X_i + 1/2 - ε is linear in X_i. Solved for X_i it gives the estimate (Y_i - 1/2 + ε)/(2ε) of each bit, whose
mean is X_i, and p̃ is the average of these. A single estimate is 1/2 ± 1/(4ε), so p̃ may be below 0 or above 1.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, Domain, identity, number, require
from exactdp.commands.cli import main

claim = Claim(
    id="lecture.section-4-1.expectation",
    title="the unbiased estimator",
    section="4.1",
    position=50,
    statement=(
        "E[Y_i] = X_i·(1/2+ε) + (1-X_i)·(1/2-ε) = 2ε·X_i + 1/2 - ε, and p̃ = (1/n)·Σ_i (Y_i - 1/2 + ε)/(2ε) has the "
        "mean p for every data and every 0 < ε ≤ 1/2. It is the only such estimator that is linear in the average of "
        "the Y_i. Its values go from 1/2 - 1/(4ε) to 1/2 + 1/(4ε), beyond [0, 1] for ε < 1/2."
    ),
    latex=r"\mathbb E[Y_i] = 2 \varepsilon X_i + \tfrac12 - \varepsilon, \qquad \mathbb E[\tilde p] = p",
    domain="n ≥ 1, 0 < ε ≤ 1/2, all data",
    every_n=True,
    verdict="proved",
    scope="all n, ε and data",
)

HALF = Fraction(1, 2)


@claim.proof(
    "the mean of one answer, X·(1/2+ε) + (1-X)·(1/2-ε) = 2ε·X + 1/2 - ε; and 2ε times the mean of its estimate is 2ε·X",
    mutants={"the coefficient ε": {"slope": 1}, "-ε in the estimate": {"sign": -1}},
)
def one_answer(slope=2, sign=1):
    def pairs(e, x):
        mean = x * (HALF + e) + (1 - x) * (HALF - e)
        yield mean, slope * e * x + HALF - e
        yield mean - HALF + sign * e, 2 * e * x

    identity("e x", pairs)


@claim.proof(
    "for all n: bit i of the data, 1 for i < k, adds as much to 2ε times the sum of the mean estimates as to 2ε·k; a + "
    "b·average has the mean p for k = 0 and k = n only for b = 1/(2ε), a = -b·(1/2-ε), since b·(1/2-ε) + a = 0 and "
    "b·(1/2+ε) + a = 1 differ by 2ε·b = 1",
    mutants={"a 0 answers 1 with 1/2+ε": {"sign": 1}, "b = 1/ε": {"double": 1}},
)
def all_answers(sign=-1, double=2):
    def pairs(e, n, k, i):
        bit = number(1) if i < k else number(0)
        mean = (HALF + e) if i < k else (HALF + sign * e)
        yield mean - HALF + e, 2 * e * bit

    identity("e", pairs, Domain("n k i", lambda n, k, i: [k, n - k, i, n - 1 - i]))
    identity("e b", lambda e, b: [(b * (HALF + e) - b * (HALF - e), double * e * b)])


@claim.proof(
    "the values of one estimate, times 4ε: 2·(1 - 1/2 + ε) = 2ε + 1 and 2·(0 - 1/2 + ε) = 2ε - 1",
    mutants={"2ε + 2": {"one": 2}},
)
def values(one=1):
    identity("e", lambda e: [(2 * (1 - HALF + e), 2 * e + one), (2 * (0 - HALF + e), 2 * e - one)])


@claim.instances(
    "n ≤ 4, all data, ε = 1/10, 1/4, 1/2: the mean of p̃ over all answers is p, its extremes 1/2 ± 1/(4ε)",
    mutants={"without the +ε": {"shift": 0}},
)
def means(shift=1):
    for n in range(1, 5):
        for e in map(Fraction, ("1/10", "1/4", "1/2")):
            for data in product(range(2), repeat=n):
                total, seen = Fraction(0), []
                for answers in product(range(2), repeat=n):
                    weight = Fraction(1)
                    for x, y in zip(data, answers, strict=True):
                        weight *= HALF + (e if x == y else -e)
                    estimate = sum((y - HALF + shift * e) / (2 * e) for y in answers) / n
                    total += weight * estimate
                    seen.append(estimate)
                require(total == Fraction(sum(data), n), f"n = {n}, ε = {e}, {data}: {total}")
                ends = [HALF - 1 / (4 * e), HALF + 1 / (4 * e)]
                require([min(seen), max(seen)] == ends, f"n = {n}, ε = {e}: from {min(seen)} to {max(seen)}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
