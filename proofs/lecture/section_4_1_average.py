"""Section 4.1: the average of the answers as an estimate of p, and the two extreme approaches.

The average of the Y_i has the mean 2ε·p + 1/2 - ε, which is p for all data only at ε = 1/2, where everybody tells the
truth. At ε = 0 everybody tosses a coin and p can't be estimated at all. The estimator introduced later under the same
name p̃ is this average, moved and stretched.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, Domain, identity, number, require
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.section-4-1.average",
    title="the average answer and the two approaches",
    section="4.1",
    position=20,
    statement=(
        "Without privacy Y_i = X_i (ε = 1/2, level 0): the average of the Y_i is p. With complete privacy the Y_i are "
        "fair coins whatever the X_i are (ε = 0, level 1): the average tells nothing about p. Between them the average "
        "has the mean 2ε·p + 1/2 - ε, off by (1/2-ε)·(1-2p): it estimates p without bias only for p = 1/2 or ε = 1/2. "
        "The unbiased estimator of the same name p̃ further down is (average - 1/2 + ε)/(2ε)."
    ),
    latex=r"\mathbb E\Bigl[\frac1n \sum_i Y_i\Bigr] - p = \bigl(\tfrac12 - \varepsilon\bigr)(1 - 2p)",
    domain="n ≥ 1, 0 ≤ ε ≤ 1/2, all data",
    every_n=True,
    verdict="proved",
    scope="all n, ε and data",
)


@claim.proof(
    "n times the bias: with k of n bits 1, answers of mean 1/2+ε for these and 1/2-ε for the others: k·(1/2+ε) + "
    "(n-k)·(1/2-ε) - k = (1/2-ε)·(n-2k), shown for one more bit at a time",
    mutants={"a 0 answers 1 with 1/2+ε": {"sign": 1}, "(1/2+ε)·(n-2k)": {"factor": 1}},
)
def bias(sign=-1, factor=-1):
    half = Fraction(1, 2)

    def pairs(e, n, k, i):
        # Bit i of n is 1 for i < k.
        bit = number(1) if i < k else number(0)
        mean = bit * (half + e) + (1 - bit) * (half + sign * e)
        yield mean - bit, (half + factor * e) * (1 - 2 * bit)

    identity("e", pairs, Domain("n k i", lambda n, k, i: [k, n - k, i, n - 1 - i]))


def response(e):
    """The mechanism of one person."""
    half = Fraction(1, 2)
    return Mechanism([[half + e, half - e], [half - e, half + e]])


@claim.instances(
    "n ≤ 4, all data, ε = 0, 1/10, 1/4, 1/2: the mean of the average over all answers; it is p for every data at ε = "
    "1/2 alone, and the same for every data at ε = 0 alone",
    mutants={"p at every ε": {"biased": False}},
)
def means(biased=True):
    for n in range(1, 5):
        for e in map(Fraction, ("0", "1/10", "1/4", "1/2")):
            one = response(e)
            found = {}
            for data in product(range(2), repeat=n):
                total = Fraction(0)
                for answers in product(range(2), repeat=n):
                    weight = Fraction(1)
                    for x, y in zip(data, answers, strict=True):
                        weight *= one[x, y]
                    total += weight * sum(answers) / n
                p = Fraction(sum(data), n)
                expected = p + (Fraction(1, 2) - e) * (1 - 2 * p) if biased else p
                require(total == expected, f"n = {n}, ε = {e}, {data}: the mean is {total}")
                found[p] = total
            require(all(x == y for x, y in found.items()) == (e == Fraction(1, 2)), f"ε = {e}: {found}")
            require((len(set(found.values())) == 1) == (e == 0), f"ε = {e}: {found}")


@claim.instances("the levels: 0 at ε = 1/2, 1 at ε = 0", mutants={"the other way round": {"turned": True}})
def extremes(turned=False):
    for e, alpha in ((Fraction(1, 2), 0), (Fraction(0), 1)):
        require(level(response(e), complete(inputs=range(2))).alpha == (1 - alpha if turned else alpha), f"ε = {e}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
