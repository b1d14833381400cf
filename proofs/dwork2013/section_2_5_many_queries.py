"""Section 2.5: how many queries the Laplace and Gaussian mechanisms can answer; when randomised response is better.

k counts have L1-sensitivity k and L2-sensitivity √k. So Laplace noise for ε-differential privacy has the mean size k/ε,
Gaussian noise for the relaxed notions a standard deviation of order √k/ε. Answering |S|/2 without data is off by n/2 at
most.
"""

from fractions import Fraction

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.privacy.level import epsilon

claim = Claim(
    id="dwork2013.section-2-5.many-queries",
    title="how many queries keep their meaning",
    section="2.5",
    position=40,
    statement=(
        "Noise of standard deviation √k/ε reaches n/2 at k = (εn/2)² queries: an order of n² for the Gaussian "
        "mechanism. The Laplace mechanism of Theorem 4 has noise of mean size k/ε for k counts, and reaches n/2 at "
        "k = εn/2 already, an order of n. From k = n queries on, randomised response of the level e^-ε has a smaller "
        "variance, n·α/(1-α)² or less, than k/ε², at any of the ε tried."
    ),
    latex=r"\frac{k}{\varepsilon} \ge \frac n2 \iff k \ge \frac{\varepsilon n}{2}, \qquad "
    r"\frac{\sqrt k}{\varepsilon} \ge \frac n2 \iff k \ge \Big(\frac{\varepsilon n}{2}\Big)^2",
    domain="n = 10, 100; ε = 1/10, 1, 2; α = 1/10, …, 99/100",
    every_n=True,
    verdict="corrected",
    scope="the listed numbers",
    printed="the Laplace and Gaussian mechanisms appear to cease to be meaningful after just under n² queries",
    slip="statement",
    uses=("dwork2013.theorem-4", "dwork2013.section-2-5.single-query"),
)


@claim.counterexample(
    "n = 100, ε = 1, 5000 queries, half of n²: Laplace noise has the mean size 5000, and answers without data are off "
    "by at most 50",
    mutants={"40 queries": {"k": 40}},
)
def laplace_is_done(k=5000, n=100, eps=Fraction(1)):
    require(k < n**2, f"{k} queries are more than n²")
    require(k / eps > Fraction(n, 2), f"the noise has the mean size {k / eps}")


@claim.instances(
    "by counting up: the least k at which k/ε, and at which √k/ε, reaches n/2",
    mutants={"Laplace noise of size √k/ε": {"laplace": 2}, "Gaussian noise of size k/ε": {"gauss": 1}},
)
def least_number(laplace=1, gauss=2):
    for n in (10, 100):
        for eps in (Fraction(1, 10), Fraction(1), Fraction(2)):
            for power, formula in ((1, laplace), (2, gauss)):
                # Compared after raising to the power: k/ε against n/2, and k/ε² against (n/2)².
                least = next(k for k in range(1, n**2 + 1) if k >= eps**power * Fraction(n, 2) ** power)
                require(least == -(-((eps * n / 2) ** formula) // 1), f"n = {n}, ε = {eps}: {least} queries")


@claim.instances(
    "ε²·α/(1-α)² < 1 for ε = -ln α, enclosed: so n·α/(1-α)² < n/ε² ≤ k/ε² for k ≥ n",
    mutants={"2α/(1-α)²": {"factor": 2}},
)
def from_n_queries_on(factor=1):
    for alpha in [Fraction(j, 10) for j in range(1, 10)] + [Fraction(99, 100)]:
        upper = epsilon(alpha).upper
        require(factor * upper**2 * alpha / (1 - alpha) ** 2 < 1, f"α = {alpha}: not smaller")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
