"""Section 4.2, the example: the count plus noise has the mean f(X), as the noise has mean 0.

Printed is that exp[Geom(ε)] is 0, where the expectation is meant. The mean of e^Z is at least 1, as (e^z + e^-z)/2 ≥ 1
for the equally likely z and -z, and for ε ≤ 1 it is infinite.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs, square
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric
from exactdp.privacy.level import level_of_epsilon

claim = Claim(
    id="lecture.section-4-2.example",
    title="the noisy count is unbiased",
    section="4.2",
    position=60,
    statement=(
        "With f = n·p, Δf = 1 and Z from Geom(ε), E[f(X) + Z] = f(X), since E[Z] = 0, and p̃ = (f(X) + Z)/n has the "
        "mean p. It is E[Z] that is 0 and not exp(Z), which is positive and has a mean ≥ 1, infinite for ε ≤ 1. The "
        "p̃ here is another estimate than the p̃ of randomised response. Values below 0 and above n occur; clamped to "
        "0..n the mean is f(X) only for f(X) = n/2."
    ),
    latex=r"\mathbb E[f(X) + \mathrm{Geom}(\varepsilon)] = f(X), \qquad \mathbb E[\mathrm{Geom}(\varepsilon)] = 0, "
    r"\qquad \mathbb E[\text{clamped}] - f = \frac{\alpha^{f+1} - \alpha^{n-f+1}}{1 - \alpha^2}",
    domain="n ≥ 1, 0 ≤ f ≤ n, 0 < α < 1, α = e^-ε",
    every_n=True,
    verdict="corrected",
    scope="all n, f and α",
    printed="exp[Geom(ε)] = 0",
    slip="print",
    uses=("lecture.section-4-2.mean",),
)


@claim.counterexample(
    "α = 1/2: the part of E[exp(Z)] from z = 0 alone is 1/3, and the terms up to 10 sum to more than 1, with a "
    "rational bound on e from below",
    mutants={"E[Z], the terms from -10 to 10": {"exponential": False}},
)
def not_zero(exponential=True):
    noise, e = UnboundedGeometric("1/2"), 1 / level_of_epsilon(1)
    require(Fraction(5, 2) < e < 3, "no bound on e")
    terms = [noise.mass(0, z) * (e**z if exponential else z) for z in range(-10, 11)]
    require(sum(terms) > 1, f"the terms sum to {sum(terms)}")
    require(terms[10] == Fraction(1, 3), f"z = 0 gives {terms[10]}")


@claim.proof(
    "the mean of e^Z is at least 1: with t = e^z > 0, t² + 1 - 2t = (t-1)² ≥ 0, so that e^z + e^-z ≥ 2 for each pair",
    mutants={"e^z + e^-z ≥ 3": {"two": 3}},
)
def at_least_one(two=2):
    positive = Assumed("t", lambda t: {"t": t}, witness=[Fraction(1)])
    signs(positive, lambda given, t: [(t**2 + 1 - two * t, square(t - 1))], strict=False)


@claim.proof(
    "E[Z] = 0: the terms z and -z cancel, so that the sums from -m to m around any f are f times those of the masses: "
    "one more pair adds 2f·α^(m+1) to the sum of (f+z)·α^|z|",
    mutants={"a pair of z and 1-z": {"shift": 1}},
)
def mean(shift=0):
    # v stands for the number m.
    identity(
        "a f v",
        lambda a, f, v, m: [((f + v + 1) * a ** (m + 1) + (f - v - 1 + shift) * a ** (m + 1), 2 * f * a ** (m + 1))],
        Domain("m", lambda m: [m]),
    )


@claim.proof(
    "clamped to 0..n: the mean grows by what is gained below 0, Σ_(k≥1) k·(1-α)·α^(f+k)/(1+α) = α^(f+1)/(1-α²), and "
    "loses α^(n-f+1)/(1-α²) above n; the sum by its remainder, and the two are equal for f = n-f",
    mutants={"α^f": {"more": 0}, "f = n-f-1": {"shift": 1}},
)
def clamped(more=1, shift=0):
    def pairs(a, v, m):
        # (1-α)² times the sum of k·α^k up to m is α less this remainder, which tends to 0.
        remainder = lambda at, power: a**power * ((at + 1) * (1 - a) + a)  # noqa: E731
        yield remainder(v, m + 1) - remainder(v + 1, m + 2), (1 - a) ** 2 * (v + 1) * a ** (m + 1)

    identity("a v", pairs, Domain("m", lambda m: [m]))
    # (1-α)/(1+α)·α^f·α/(1-α)², times (1-α²)·(1-α): the two closed forms.
    identity("a", lambda a, f: [(a**f * a * (1 - a), a ** (f + more) * (1 - a))], Domain("f", lambda f: [f]))
    equal = Domain("n f", lambda n, f: [f, n - f, n - 2 * f - shift, 2 * f - n + shift])
    identity("a", lambda a, n, f: [(a ** (f + 1), a ** (n - f + 1))], equal)


@claim.instances(
    "n ≤ 5 and three levels: the mean of the library's clamped mechanism on each f",
    mutants={"the mean is f": {"bias": 0}, "α^f and α^(n-f)": {"more": 0}},
)
def in_library(bias=1, more=1):
    for n in range(1, 6):
        for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
            for f, row in enumerate(UnboundedGeometric(alpha).clamped(n=n).rows):
                expected = f + bias * (alpha ** (f + more) - alpha ** (n - f + more)) / (1 - alpha**2)
                found = sum(r * p for r, p in enumerate(row))
                require(found == expected, f"n = {n}, f = {f}, α = {alpha}: {found}")
                require((found == f) == (2 * f == n), f"n = {n}, f = {f}: the mean is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
