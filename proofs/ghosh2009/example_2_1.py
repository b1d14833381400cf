"""Example 2.1: the geometric mechanism is a mechanism, α-private, and private at no larger level.

Input i has the response r with mass (1-α)/(1+α)·α^|r-i|. The responses from i-p to i+q have together the mass
1 - (α^(p+1) + α^(q+1))/(1+α), which goes to 1 exactly where α^m goes to 0: for α < 1. At α = 1 it is 0 for all p and q,
so there no mechanism is defined, although the paper takes α from [0, 1].
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, require, scaled_geometric, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric
from exactdp.privacy.level import level

claim = Claim(
    id="ghosh2009.example-2.1",
    title="the geometric mechanism",
    section="2.1",
    position=10,
    statement=(
        "For 0 ≤ α < 1 the masses (1-α)/(1+α)·α^|z| of all integers z are ≥ 0 and sum to 1, so that x^G is a mechanism "
        "(at α = 0, with 0^0 = 1, the truthful one). It is α-private, since the masses of r on the inputs i and i+1 "
        "differ by the factor α exactly, and for n ≥ 1 it is private at no larger level."
    ),
    latex=r"\Pr[Z=z] = \frac{1-\alpha}{1+\alpha}\alpha^{|z|}, \quad \sum_{|z|\le m}\Pr[Z=z] = "
    r"1-\frac{2\alpha^{m+1}}{1+\alpha}",
    domain="0 ≤ α < 1, all integers z and r, all inputs i; for the exact level n ≥ 1, since n = 0 has no neighbours",
    every_n=True,
    verdict="corrected",
    scope="all α, n, i and r; that neighbouring databases have results at most 1 apart is the definition of a count",
    printed="Z is a random variable, with no condition on α, which sections 2.1 and 3 take from [0, 1]",
    slip="statement",
)

INTEGERS = Domain("i r", lambda i, r: [])
UNIT = Assumed("a", lambda a: {"1-α": 1 - a}, lambda a: {"α": a}, witness=[Fraction(1, 2)])


def mass(a, i, r):
    """The mass of response r on input i, times 1+α."""
    return (1 - a) * scaled_geometric(a, i, r)


@claim.counterexample(
    "at α = 1 the mass of every |z| ≤ m, and with it 1 - 2α^(m+1)/(1+α), is 0, here for m ≤ 50",
    mutants={"at α = 99/100": {"alpha": "99/100"}},
)
def at_one(alpha="1"):
    a = Fraction(alpha)
    for m in range(51):
        require((1 - a) / (1 + a) * a**m == 0, f"the mass of ±{m} is not 0")
        require(1 - 2 * a ** (m + 1) / (1 + a) == 0, f"the sum over |z| ≤ {m} is not 0")


@claim.proof(
    "the masses from i-p to i+q, times 1+α, sum to 1+α - α^(p+1) - α^(q+1): so it is for p = q = 0, and with one more "
    "response at either end",
    mutants={"α^p + α^q": {"shift": -1}, "masses α^|z| without 1-α": {"scaled": False}},
)
def sums(shift=0, scaled=True):
    def total(a, p, q):
        return 1 + a - a ** (p + 1 + shift) - a ** (q + 1 + shift)

    def pairs(a, i, p, q):
        def one(r):
            return mass(a, i, r) if scaled else scaled_geometric(a, i, r)

        yield total(a, 0, 0), one(i)
        yield total(a, p + 1, q) - total(a, p, q), one(i - (p + 1))
        yield total(a, p, q + 1) - total(a, p, q), one(i + q + 1)

    identity("a", pairs, Domain("i p q", lambda i, p, q: [p, q]))


@claim.proof(
    "the sum goes to 1: α^m·(1 + m·(1-α)) ≤ 1 by induction on m, so 2α^(m+1)/(1+α) ≤ 2/(1 + m·(1-α)), which goes to 0 "
    "for α < 1; in the step x is α^m and t is 1 + m·(1-α)",
    mutants={"α^m·(1 + m) ≤ 1": {"growth": 1}},
)
def limit(growth=0):
    assumed = Assumed(
        "a x t",
        lambda a, x, t: {"1-α": 1 - a},
        lambda a, x, t: {"α": a, "x": x, "t-1": t - 1, "1-xt": 1 - x * t},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )

    def step(given, a, x, t):
        after = a * x * (t + (1 - a) + growth * a)
        yield 1 - after, given["1-xt"] + given["x"] * given["1-α"] * (given["t-1"] + given["1-α"])

    signs(assumed, step, strict=False)


@claim.proof("every mass is ≥ 0", mutants={"> 0, which at α = 0 fails": {"strict": True}})
def nonnegative(strict=False):
    signs(
        UNIT,
        lambda given, a, i, r: [(mass(a, i, r), given["1-α"] * given["α"] ** abs(i - r))],
        INTEGERS,
        strict=strict,
    )


@claim.proof(
    "α-privacy, for all i and r: with x the mass on i and y that on i+1, y = α·x and x - α·y = (1-α²)·x ≥ 0 for r ≤ i, "
    "and for r > i the same with x and y exchanged",
    mutants={"1-α for 1-α²": {"power": 1}, "r < i for r ≤ i": {"last": 1}},
)
def private(power=2, last=0):
    def pairs(a, i, r):
        here, there = mass(a, i, r), mass(a, i + 1, r)
        if r <= i - last:
            yield there, a * here
            yield here - a * there, (1 - a**power) * here
        else:
            yield here, a * there
            yield there - a * here, (1 - a**power) * there

    identity("a", pairs, INTEGERS)
    signs(UNIT, lambda given, a: [(1 - a**2, given["1-α"] + given["1-α"] * given["α"])])


@claim.proof(
    "no larger level: for β > α, response 0 has β·x_00 - x_10 = (β-α)·(1-α)/(1+α) > 0, which breaks β-privacy",
    mutants={"for β ≥ α": {"larger": False}, "response 1": {"response": 1}},
)
def exact_level(larger=True, response=0):
    assumed = Assumed(
        "a b",
        lambda a, b: {"1-α": 1 - a} | ({"β-α": b - a} if larger else {}),
        lambda a, b: {"α": a} | ({} if larger else {"β-α": b - a}),
        witness=[Fraction(1, 2), Fraction(2, 3)],
    )
    signs(
        assumed,
        lambda given, a, b: [(b * mass(a, 0, response) - mass(a, 1, response), given["β-α"] * given["1-α"])],
    )


@claim.instances("at α = 0 the mechanism is truthful", mutants={"at α = 1/100": {"alpha": "1/100"}})
def at_zero(alpha="0"):
    x = UnboundedGeometric(alpha)
    for i in range(5):
        for r in range(-5, 10):
            require(x.mass(i, r) == (i == r), f"input {i} has response {r} with mass {x.mass(i, r)}")


@claim.instances(
    "six levels: the library's masses and tails are these, two tails and the masses between them sum to 1, and the "
    "kernel accepts the exact level α after clamping to {0..n}, n ≤ 4, which never lowers a level",
    mutants={"tails α^(k+1)/(1+α)": {"shift": 1}},
)
def by_library(shift=0):
    for alpha in map(Fraction, ("0", "1/5", "1/2", "2/3", "9/10", "99/100")):
        x = UnboundedGeometric(alpha)
        for i in range(4):
            for k in range(1, 10):
                tail = alpha ** (k + shift) / (1 + alpha)
                require(x.at_least(i, i + k) == tail, f"the tail from {k} at α = {alpha}")
                inside = sum((1 - alpha) / (1 + alpha) * alpha ** abs(z) for z in range(1 - k, k))
                require(inside + 2 * tail == 1, f"the masses within {k} at α = {alpha}")
                require(x.between(i, i + 1 - k, i + k - 1) == inside, f"the library's sum within {k} at α = {alpha}")
        for n in range(1, 5):
            found = level(x.clamped(n=n))
            require(found.alpha == alpha, f"the level after clamping is {found.alpha} at n = {n}, α = {alpha}")
            accepted(found)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
