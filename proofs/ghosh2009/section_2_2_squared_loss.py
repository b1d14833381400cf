"""Section 2.2: the squared loss is the variance of the response and the square of its bias.

For a response R with mean m on input i, E(R-i)² = E(R-m)² + (m-i)². So it is the variance of the error exactly in the
rows without bias. x^G has no bias, by symmetry, and the variance 2α/(1-α)². G, which is x^G clamped to {0..n}, has the
bias (α^(i+1) - α^(n-i+1))/(1-α²): towards the middle, and 0 only there.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    geometric_times_one_plus_alpha,
    identity,
    number,
    positive_number,
    require,
    scaled_geometric,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.losses import squared
from exactdp.model.mechanism import deterministic

claim = Claim(
    id="ghosh2009.section-2-2.squared-loss",
    title="what the squared loss measures",
    section="2.2",
    position=2,
    statement=(
        "On every input i, E(R-i)² = Var R + (E R - i)²: the expected squared loss is the variance of the error "
        "exactly where the response is unbiased. x^G is unbiased, with variance 2α/(1-α)². G on {0..n} has the bias "
        "(α^(i+1) - α^(n-i+1))/(1-α²), which for 0 < α < 1 is 0 exactly in the middle row i = n/2."
    ),
    latex=r"\mathbb{E}(R-i)^2 = \operatorname{Var} R + (\mathbb{E}R - i)^2, \qquad \operatorname{Var} x^G = "
    r"\frac{2\alpha}{(1-\alpha)^2}",
    domain="all rows of all mechanisms with finite E R²; x^G for 0 ≤ α < 1; G for n ≥ 1 and 0 ≤ α < 1",
    every_n=True,
    verdict="proved",
    scope="all n, i, α and mechanisms",
)


def moments(row, i):
    """The mean, the variance and the expected squared loss of a row on input i."""
    mean = sum((x * r for r, x in enumerate(row)), Fraction(0))
    variance = sum(x * (r - mean) ** 2 for r, x in enumerate(row))
    return mean, variance, sum(x * squared()(i, r) for r, x in enumerate(row))


@claim.instances(
    "a bias matters: G at n = 1, α = 1/2: input 0 has the variance 2/9 and the loss 1/3; and the constant response 0 "
    "has the variance 0 on input 1, and the loss 1",
    mutants={"at α = 0": {"alpha": "0"}, "on input 0": {"constant_input": 0}},
)
def biased(alpha="1/2", constant_input=1):
    _, variance, loss = moments(geometric(n=1, alpha=alpha).rows[0], 0)
    require(variance != loss, f"variance and loss are both {loss}")
    require((variance, loss) == (Fraction(2, 9), Fraction(1, 3)), f"they are {variance} and {loss}")
    _, variance, loss = moments(deterministic([0, 0], responses=range(2)).rows[constant_input], constant_input)
    require((variance, loss) == (0, 1), f"the constant response has {variance} and {loss}")


@claim.proof(
    "the sums T, M, V, L of x_r, r·x_r, (r-m)²·x_r and (r-i)²·x_r over the first responses satisfy L = V + 2(m-i)·(M - "
    "m·T) + (m-i)²·T with every further one; in the end T = 1 and M = m, so L = V + (m-i)²",
    mutants={"(m-i) for 2(m-i)": {"twice": 1}, "an end with T = 2": {"total": 2}},
)
def decomposition(twice=2, total=1):
    def pairs(x, r, m, i, *sums):
        T, M, V = sums

        def loss(T, M, V):
            return V + twice * (m - i) * (M - m * T) + (m - i) ** 2 * T

        yield loss(T + x, M + r * x, V + (r - m) ** 2 * x), loss(T, M, V) + (r - i) ** 2 * x
        yield loss(number(total), m, V), V + (m - i) ** 2

    identity("x r m i T M V", pairs)


@claim.proof(
    "x^G is unbiased: i+z and i-z have the same mass, so that z and -z cancel",
    mutants={"i+z and i-z+1": {"shift": 1}},
)
def unbiased(shift=0):
    identity(
        "a",
        lambda a, i, z: [(scaled_geometric(a, i, i + z), scaled_geometric(a, i, i - z + shift))],
        Domain("i z", lambda i, z: [z]),
    )


@claim.proof(
    "its variance: with p = α^m, (1-α)³·Σ_(0≤z<m) z²·α^z = α(1+α) - p·((1-α)²m² + 2α(1-α)m + α(1+α)), by the step from "
    "m to m+1. For p = 0, in the limit, twice this times (1-α)/(1+α) is 2α/(1-α)², the masses of z and -z being equal",
    mutants={"α(1-α)m for 2α(1-α)m": {"middle": 1}, "the variance α/(1-α)²": {"numerator": 1}},
)
def variance(middle=2, numerator=2):
    def pairs(a, m, p):
        def total(m, p):
            return a * (1 + a) - p * ((1 - a) ** 2 * m**2 + middle * a * (1 - a) * m + a * (1 + a))

        yield total(m + 1, a * p) - total(m, p), (1 - a) ** 3 * m**2 * p
        yield total(0 * m, number(1)), number(0)
        # Times (1+α)(1-α)² on both sides.
        yield 2 * total(m, number(0)), numerator * a * (1 + a)

    identity("a m p", pairs)


@claim.proof(
    "the rest goes to 0: for α = b³, q = b^m and t = 1 + m·(1-b), q·t ≤ 1 by induction on m, so α^m·t³ ≤ 1 and α^m·m² "
    "≤ t^-3·m², which goes to 0 for b < 1",
    mutants={"t = 1 + m·(1-b²)": {"power": 2}},
)
def limit(power=1):
    assumed = Assumed(
        "b q t",
        lambda b, q, t: {"1-b": 1 - b},
        lambda b, q, t: {"b": b, "q": q, "t-1": t - 1, "1-qt": 1 - q * t},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )

    def steps(given, b, q, t):
        after = b * q * (t + 1 - b**power)
        yield 1 - after, given["1-qt"] + given["q"] * given["1-b"] * (given["t-1"] + given["1-b"])
        one = positive_number(1)
        product = given["q"] * (given["t-1"] + one)
        yield 1 - (q * t) ** 3, given["1-qt"] * (one + product + product * product)

    signs(assumed, steps, strict=False)


@claim.proof(
    "G: the mean is the sum of Pr[R ≥ k] over k = 1..n. Times 1+α, Pr[R ≥ k] is α^(k-i) for k > i and 1+α - α^(i-k+1) "
    "for k ≤ i, since these end with the last entry and each is the next with one more entry",
    mutants={"α^(i-k) for α^(i-k+1)": {"shift": 0}},
)
def tails(shift=1):
    def tail(a, i, k):
        return a ** (k - i) if k > i else 1 + a - a ** (i - k + shift)

    def pairs(a, n, i, k):
        yield tail(a, i, n), (geometric_times_one_plus_alpha(a, n, i, n) if i < n else number(1))
        if k < n:
            yield tail(a, i, k), tail(a, i, k + 1) + geometric_times_one_plus_alpha(a, n, i, k)

    identity("a", pairs, Domain("n i k", lambda n, i, k: [n - 1, i, n - i, k - 1, n - k]))


@claim.proof(
    "so (1+α)·(mean - i) is Σ_(j=1..n-i) α^j - Σ_(j=1..i) α^j, and (1-α)·Σ_(j=1..m) α^j = α - α^(m+1): the bias times "
    "1-α² is α^(i+1) - α^(n-i+1)",
    mutants={"α^i - α^(n-i)": {"shift": 0}},
)
def bias(shift=1):
    def total(a, m):
        return a - a ** (m + 1)

    def sums(a, m):
        yield total(a, m + 1) - total(a, m), (1 - a) * a ** (m + 1)
        yield total(a, 0), number(0)

    identity("a", sums, Domain("m", lambda m: [m]))

    identity(
        "a",
        lambda a, n, i: [(total(a, n - i) - total(a, i), a ** (i + shift) - a ** (n - i + shift))],
        Domain("n i", lambda n, i: [n - 1, i, n - i]),
    )


@claim.proof(
    "it is 0 only for i = n-i: for m > j ≥ 0, α^(j+1) - α^(m+1) = α^(j+1)·(1 - α^(m-j)), and 1 - α^k = (1 - α^(k-1)) + "
    "α^(k-1)·(1-α) > 0 for all k ≥ 1, by induction",
    mutants={"also at α = 1": {"below": False}, "α^k for α^(k-1)": {"last": 0}},
)
def only_in_the_middle(below=True, last=1):
    # p is α^(k-1), of which 1-p ≥ 0 is known.
    assumed = Assumed(
        "a p",
        lambda a, p: {"α": a, "p": p} | ({"1-α": 1 - a} if below else {}),
        lambda a, p: {"1-p": 1 - p} | ({} if below else {"1-α": 1 - a}),
        witness=[Fraction(1, 2), Fraction(1)],
    )
    signs(assumed, lambda given, a, p: [(1 - a * p, given["1-p"] + given["p"] * given["1-α"])])
    identity(
        "a",
        lambda a, j, m: [(a ** (j + 1) - a ** (m + 1), a ** (j + 1) - a ** (j + last) * a ** (m - j))],
        Domain("j m", lambda j, m: [j, m - j - 1]),
    )


@claim.instances(
    "n ≤ 5 and five levels: loss, variance and bias of the library's G are these; and from x^G, the masses within 3 of "
    "i and no others have the partial sums of the variance above",
    mutants={"no bias": {"with_bias": False}, "the variance's sum over z ≤ m": {"more": 1}},
)
def by_library(with_bias=True, more=0):
    for alpha in map(Fraction, ("0", "1/5", "1/2", "2/3", "9/10")):
        for n in range(1, 6):
            for i, row in enumerate(geometric(n=n, alpha=alpha).rows):
                mean, spread, loss = moments(row, i)
                expected = (alpha ** (i + 1) - alpha ** (n - i + 1)) / (1 - alpha**2)
                where = f"n = {n}, i = {i}, α = {alpha}"
                require(mean - i == expected * with_bias, f"{where}: the bias is {mean - i}")
                require(loss == spread + expected**2, f"{where}: the loss is {loss}")
                require((loss == spread) == (alpha == 0 or 2 * i == n), f"{where}: the loss is the variance")
        x = UnboundedGeometric(alpha)
        m = 4 + more
        within = sum(z**2 * x.mass(2, 2 + z) for z in range(-3, 4))
        polynomial = (1 - alpha) ** 2 * m**2 + 2 * alpha * (1 - alpha) * m + alpha * (1 + alpha)
        closed = 2 * (alpha * (1 + alpha) - alpha**m * polynomial) / ((1 - alpha) ** 2 * (1 + alpha))
        require(within == closed, f"the sum within 3 is {within} at α = {alpha}, not {closed}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
