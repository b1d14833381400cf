"""Section 2.3: what the three example losses measure, on one input.

Let e = r - i be the error. E|e| is the mean of its size, E(e²) is its variance and the square of its mean, and the 0-1
loss has the mean 1 - x_ii. A constant response has no variance at all, so that it would be best by variance.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs, square
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.mechanism import deterministic
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="gupte2010.section-2-3.error-measures",
    title="what the example losses measure",
    section="2.3",
    position=15,
    statement=(
        "On an input i with the error e = r - i, the expected loss of |i-r| is the mean of |e|, at least |E e|; that "
        "of the 0-1 loss is the probability 1 - x_ii of an error; and that of (i-r)² is Var(e) + (E e)², the variance "
        "exactly if E e = 0. A mechanism that answers r always has variance 0 on all inputs, and worst squared loss "
        "max(r², (n-r)²), which is > 0 for n ≥ 1."
    ),
    latex=r"\mathbb{E}(i-r)^2 = \operatorname{Var}(r-i) + (\mathbb{E}(r-i))^2",
    domain="n ≥ 0, every input i and every row of a mechanism on N",
    every_n=True,
    verdict="corrected",
    scope="all n, i and rows",
    printed="(i-r)² quantifies the variance in the error",
    slip="statement",
)


def moments(row, i):
    """The mean and the variance of the error of a row on input i."""
    mean = sum((x * (r - i) for r, x in enumerate(row)), Fraction(0))
    return mean, sum((x * (r - i - mean) ** 2 for r, x in enumerate(row)), Fraction(0))


def expected(loss, row, i):
    """The expected loss of a row on input i."""
    return sum((x * loss(i, r) for r, x in enumerate(row)), Fraction(0))


@claim.counterexample(
    "the smallest, n = 1: always 0 has on input 1 the variance 0 and the squared loss 1. With |i-r|² for α = 1/2 and S "
    "= N the optimum, certified, is 1/3, where always 0 would be best by variance",
    mutants={"on input 0": {"i": 0}, "n = 0": {"n": 0}},
)
def constant(i=1, n=1):
    row = deterministic([0] * (n + 1), responses=range(n + 1)).rows[min(i, n)]
    _, variance = moments(row, i)
    require((variance, expected(squared(), row, i)) == (0, 1), "the variance is the squared loss")
    best = solve_polytope(Problem(MinimaxConsumer(squared(), n=n), "1/2"))
    accepted(best)
    require(best.value == Fraction(1, 3), f"the optimum is {best.value}")
    worst = max(moments(row, k)[1] for k, row in enumerate(best.mechanism.rows))
    require(worst > 0, f"the optimal mechanism has the variance {worst}")


@claim.proof(
    "the sums T, M, V, L of x_r, e·x_r, (e-m)²·x_r and e²·x_r keep L = V + 2m·M - m²·T from response to response; with "
    "all of them T = 1 and M = m, so L = V + m², and V ≥ 0, m² ≥ 0",
    mutants={"2m·M + m²·T": {"sign": 1}, "V - m²": {"last": -1}},
)
def decomposition(sign=-1, last=1):
    def pairs(x, i, m, r):
        T, M, V, L = (entry(name, r) for name in "TMVL")
        # The response r as a number is entry e of the error.
        e = entry("e", r) - i
        before = V + 2 * m * M + sign * m**2 * T - L
        after = (V + (e - m) ** 2 * x) + 2 * m * (M + e * x) + sign * m**2 * (T + x) - (L + e**2 * x)
        yield after, before
        yield 2 * m * m - m**2 * 1, last * m**2

    identity("x i m", pairs, Domain("r", lambda r: [r]))
    rows = Assumed("x e m", lambda *_: {}, lambda x, e, m: {"x": x}, witness=[0, 0, 0])
    signs(rows, lambda given, x, e, m: [(x * (e - m) ** 2, given["x"] * square(e - m))], strict=False)


@claim.proof(
    "the sums A, M of |e|·x_r and e·x_r have A - M and A + M ≥ 0: they grow by (|e|-e)·x_r and (|e|+e)·x_r, one of "
    "which is 0 and the other 2|e|·x_r",
    mutants={"A - 2M": {"times": 2}},
)
def mean_error(times=1):
    # Of the error's size s, for e = s and for e = -s.
    sizes = Assumed("s x D", lambda *_: {}, lambda s, x, D: {"s": s, "x": x, "D": D}, witness=[1, 1, 1])

    def pairs(given, s, x, D):
        for e in (s, -s):
            for sign in (1, -1):
                opposite = (e is s) == (sign < 0)
                grown = given["D"] if opposite else given["D"] + 2 * given["s"] * given["x"]
                yield D + (s + times * sign * e) * x, grown

    signs(sizes, pairs, strict=False)


@claim.proof(
    "the 0-1 loss: with the sum of the row, the sums of x_r over all r and of those r ≠ i differ by x_ir at r = i",
    mutants={"r = i+1": {"shift": 1}},
)
def frequency(shift=0):
    def pairs(z, n, i, r):
        # The sums stand before response r: all so far, and the loss so far.
        right = r == i + shift
        x = entry("x", r)
        before = entry("all", r) - entry("loss", r)
        after = (entry("all", r) + x) - (entry("loss", r) + (0 if r == i else 1) * x)
        yield after - before, x * (1 if right else 0)

    identity("z", pairs, Domain("n i r", lambda n, i, r: [i, n - i, r, n - r]))


@claim.proof(
    "always r: the errors are all r-i, equal to their mean, so each term of the variance is 0; the squared loss at "
    "input 0 is r² and at input n (n-r)², whose sum is (n² + (n-2r)²)/2 > 0 for n > 0",
    mutants={"(n-r)² at input 0": {"first": 0}},
)
def always(first=1):
    numbers = Assumed("n r", lambda n, r: {"n": n}, lambda n, r: {}, witness=[1, 0])
    other = lambda given, n, r: [  # noqa: E731
        (2 * ((r**2 if first else (n - r) ** 2) + (n - r) ** 2), given["n"] * given["n"] + square(n - 2 * r))
    ]
    signs(numbers, other)


@claim.instances(
    "n ≤ 4, G at four levels, two deterministic mechanisms: the three expected losses are these; |E e| ≤ E|e|, where "
    "they differ for some; and the squared loss is the variance exactly if E e = 0",
    mutants={"never biased": {"biased": False}, "E|e| = |E e|": {"equal": True}},
)
def by_library(biased=True, equal=False):
    differ = 0
    for n in range(5):
        levels = [geometric(n=n, alpha=alpha) for alpha in ("0", "1/4", "1/2", "1")]
        for x in [
            *levels,
            deterministic([0] * (n + 1), responses=range(n + 1)),
            deterministic(range(n, -1, -1), responses=range(n + 1)),
        ]:
            for i, row in enumerate(x.rows):
                mean, variance = moments(row, i)
                loss = expected(squared(), row, i)
                size = expected(absolute(), row, i)
                require(expected(zero_one(), row, i) == 1 - row[i], f"an error has {expected(zero_one(), row, i)}")
                require(loss == variance + mean**2 * biased, f"{loss}, {variance} and {mean} at n = {n}, i = {i}")
                require((loss == variance) == (mean == 0), f"the variance {variance} at n = {n}, i = {i}")
                require(abs(mean) == size if equal else abs(mean) <= size, f"{mean} and {size} at n = {n}, i = {i}")
                differ += abs(mean) < size
    require(equal or differ > 0, "E|e| = |E e| throughout")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
