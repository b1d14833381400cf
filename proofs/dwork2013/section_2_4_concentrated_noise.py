"""Section 2.4: which Gaussian noise keeps the expected privacy loss of k counting queries at ε²/2.

The loss of noise of variance v on answers that differ by d is normal with mean |d|²/(2v) and variance |d|²/v. For k
counts that one row changes by at most 1 each, |d|² ≤ k. So v = k/ε² gives ε²/2, and the printed 1/(kε²) k²·ε²/2.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-2-4.concentrated-noise",
    title="noise for k counting queries with a concentrated loss",
    section="2.4",
    position=80,
    statement=(
        "For k counting queries normal noise of variance k/ε² on each answer gives every pair of neighbours an "
        "expected privacy loss of at most ε²/2, and exactly that where the row counts in all k. More generally it is "
        "j·ε²/(2k) where the row counts in j of them, and the loss has twice this as its variance. The printed "
        "variance 1/(kε²) gives k²·ε²/2, which agrees for k = 1 only."
    ),
    latex=r"E[\text{loss}] = \frac{k}{2v} = \frac{\varepsilon^2}{2} \iff v = \frac{k}{\varepsilon^2}",
    domain="k ≥ 1 counting queries, ε > 0",
    verdict="corrected",
    scope="all k, ε and numbers j of queries that the row counts in",
    printed="variance 1/(kε²)",
    slip="print",
    uses=("dwork2013.theorem-7",),
)


def expected_loss(variance, changes):
    """The expected loss of normal noise on answers that differ by these changes."""
    return sum(Fraction(d) ** 2 for d in changes) / (2 * variance)


@claim.counterexample(
    "k = 2, ε = 1, a row that both queries count: the printed variance 1/2 gives the expected loss 2, not 1/2",
    mutants={"k = 1": {"k": 1}, "the variance k/ε²": {"power": 1}},
)
def two_queries(k=2, power=-1):
    found = expected_loss(Fraction(k) ** power, [1] * k)
    require(found == Fraction(k * k, 2), f"the expected loss is {found}")
    require(found > Fraction(1, 2), "the expected loss is ε²/2")


@claim.proof(
    "one coordinate: with x = d + g the difference of the logarithms times 2v is x² - (x-d)² = d² + 2dg, with mean d² "
    "and variance 4d²v where g has mean 0 and variance v; so the loss has the mean d²/(2v), and twice that is its "
    "variance d²/v",
    mutants={"the variance d²/(2v)": {"factor": 2}},
)
def one_coordinate(factor=4):
    identity("d g", lambda d, g: [((d + g) ** 2 - g**2, d**2 + 2 * d * g)])
    # Mean and variance of (d² + 2dg)/(2v), both times 4v².
    identity("d v", lambda d, v: [(2 * (2 * v * d**2), factor * d**2 * v)])


@claim.proof(
    "j queries that the row counts in, 0 ≤ j ≤ k: the expected loss is j/(2v), and with v = k/ε², w = 1/v, ε²/2 less "
    "that is w·(k-j)/2 ≥ 0",
    mutants={"v = 1/(kε²)": {"power": -1}, "terms 1/v": {"half": 1}},
)
def all_numbers(power=1, half=2):
    def difference(known, w, k, j):
        # 2k times ε²/2 - j·w/2, where ε² = w·k; the printed variance has ε² = w/k.
        squared = w * k ** (1 + power)
        yield half * Fraction(1, 2) * squared - j * w * k, known["w"] * known["k-j"] * known["k"]

    given = Assumed("w k j", lambda w, k, j: {"w": w, "k": k}, lambda w, k, j: {"k-j": k - j}, witness=[1, 2, 1])
    signs(given, difference, strict=False)


@claim.instances(
    "k ≤ 5 and all j ≤ k at ε = 1/10, 1, 3, counted coordinate by coordinate",
    mutants={"the printed variance": {"power": -1}},
)
def counted(power=1):
    for k in range(1, 6):
        for epsilon in map(Fraction, ("1/10", "1", "3")):
            for j in range(k + 1):
                found = expected_loss(Fraction(k) ** power / epsilon**2, [1] * j + [0] * (k - j))
                require(found == j * epsilon**2 / (2 * k), f"k = {k}, j = {j}: {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
