"""Definition 1: the geometric mechanism answers with any integer, and needs α < 1.

The masses from d below the result to e above it sum to 1 - (α^(d+1) + α^(e+1))/(1+α). This goes to 1 as d and e grow,
exactly for α < 1. From 0 to n, with d = i and e = n-i, the term (α^(i+1) + α^(n-i+1))/(1+α) is what falls outside N.
"""

from fractions import Fraction

from exactdp.arithmetic.exact import InputError
from exactdp.claims import Assumed, Claim, Domain, identity, number, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric

claim = Claim(
    id="gupte2010.definition-1",
    title="the geometric mechanism",
    section="2.1",
    position=20,
    statement=(
        "For 0 ≤ α < 1 the masses (1-α)/(1+α)·α^|z| of all integers z are ≥ 0 and sum to 1, with 0^0 = 1. The range of "
        "the mechanism is then the set of all integers: on input i the answer is outside N = {0..n} with probability "
        "(α^(i+1) + α^(n-i+1))/(1+α), which is 0 for α = 0 only. So it is not a privacy mechanism of section 2.1, but "
        "its clamping to N (Definition 4) is. At α = 1 all masses would be 0."
    ),
    latex=r"\Pr[f(d)+Z \notin N] = \frac{\alpha^{i+1}+\alpha^{n-i+1}}{1+\alpha}, \quad i = f(d)",
    domain="0 ≤ α < 1, n ≥ 0, all i in {0..n} and all integers z",
    every_n=True,
    verdict="corrected",
    scope="all α, n, i and z",
    printed="an example of a privacy mechanism, whose outputs are by definition in N; no condition on α, from [0, 1]",
    slip="statement",
)


@claim.counterexample(
    "the smallest, n = 0: for α = 1/2 the one input 0 is answered by 1 with probability 1/6, and outside N = {0} with "
    "probability 2/3",
    mutants={"α = 0": {"alpha": "0"}, "the responses ≥ 0": {"least": None}},
)
def outside(alpha="1/2", least=0):
    x = UnboundedGeometric(alpha)
    require(x.mass(0, 1) == Fraction(1, 6), f"the response 1 has the mass {x.mass(0, 1)}")
    below = Fraction(0) if least is None else 1 - x.at_least(0, least)
    require(below + x.at_least(0, 1) == Fraction(2, 3), f"outside N is the mass {below + x.at_least(0, 1)}")


@claim.counterexample(
    "α = 1: the formula gives every integer the mass 0, and the library refuses the level",
    mutants={"α = 9/10": {"alpha": "9/10"}},
)
def at_one(alpha="1"):
    a = Fraction(alpha)
    require(all((1 - a) / (1 + a) * a ** abs(z) == 0 for z in range(-20, 21)), "a mass is not 0")
    try:
        UnboundedGeometric(alpha)
    except InputError:
        return
    require(False, "the library has a mechanism")


def mass(a, z):
    """Pr[Z = z], times 1+α."""
    return (1 - a) * a ** abs(z)


@claim.proof(
    "the masses of -d, …, e, times 1+α, sum to 1+α - α^(d+1) - α^(e+1): so for d = e = 0, and by one more mass at "
    "either end; symmetric in d and e, as Z is in z",
    mutants={"1+α - α^d - α^e": {"shift": 0}, "the factor (1-α)²": {"power": 2}},
)
def partial_sums(shift=1, power=1):
    def total(a, d, e):
        return 1 + a - a ** (d + shift) - a ** (e + shift)

    def pairs(a, d, e):
        scale = (1 - a) ** (power - 1)
        yield total(a, 0, 0), scale * mass(a, 0)
        yield total(a, d + 1, e) - total(a, d, e), scale * mass(a, -d - 1)
        yield total(a, d, e + 1) - total(a, d, e), scale * mass(a, e + 1)

    identity("a", pairs, Domain("d e", lambda d, e: [d, e]))


@claim.proof(
    "α^m goes to 0 for 0 ≤ α < 1: with h = (1-α)/α, for α > 0, (1+h)^m ≥ 1 + m·h by induction, the step being (1+h)·(1 "
    "+ m·h) = 1 + (m+1)·h + m·h²",
    mutants={"1 + m·h + h²": {"steps": 0}},
)
def limit(steps=1):
    # m is any number ≥ 0 here. y is (1+h)^m, with y ≥ 1 + m·h.
    assumed = Assumed(
        "m h y",
        lambda m, h, y: {"h": h},
        lambda m, h, y: {"m": m, "y-(1+mh)": y - (1 + m * h)},
        witness=[Fraction(1), Fraction(1), Fraction(2)],
    )

    def step(given, m, h, y):
        after = (positive_number(1) + given["h"]) * given["y-(1+mh)"] + given["m"] * given["h"] * given["h"]
        yield (1 + h) * y - (1 + (m + steps) * h), after

    signs(assumed, step, strict=False)
    # h = (1-α)/α has 1 + h = 1/α: both sides times α.
    identity("a", lambda a: [(a * 1 + (1 - a), number(1))])


@claim.proof(
    "on input i, inside N are the masses with d = i and e = n-i; what remains to 1+α is α^(i+1) + α^(n-i+1), which is "
    "> 0 for 0 < α",
    mutants={"e = n": {"ends": 0}, "also for α = 0": {"above_zero": False}},
)
def outside_all(ends=1, above_zero=True):
    def pairs(a, n, i, r):
        # F(r) = masses of 0..r-1 on input i, times 1+α.
        def up_to(r):
            return a ** (i - r + 1) - a ** (i + 1) if r <= i + 1 else 1 + a - a ** (r - i) - a ** (i + 1)

        yield up_to(r + 1) - up_to(r), mass(a, r - i)
        yield (1 + a) - up_to(n + 1), a ** (i + 1) + a ** (n - ends * i + 1)

    identity("a", pairs, Domain("n i r", lambda n, i, r: [i, n - i, r, n - r]))
    assumed = Assumed(
        "a",
        lambda a: {"α": a} if above_zero else {},
        lambda a: {} if above_zero else {"α": a},
        witness=[Fraction(1, 2)],
    )
    inside = Domain("n i", lambda n, i: [i, n - i])
    signs(
        assumed,
        lambda given, a, n, i: [(a ** (i + 1) + a ** (n - i + 1), given["α"] ** (i + 1) + given["α"] ** (n - i + 1))],
        inside,
    )


@claim.proof(
    "the masses are ≥ 0 for 0 ≤ α ≤ 1, and > 0 for every z where 0 < α < 1: so every integer is an output",
    mutants={"at α = 1": {"below": False}},
)
def masses(below=True):
    inside = Assumed(
        "a",
        lambda a: {"α": a} | ({"1-α": 1 - a} if below else {}),
        lambda a: {} if below else {"1-α": 1 - a},
        witness=[Fraction(1, 2)],
    )
    signs(
        inside,
        lambda given, a, z: [(mass(a, z), given["1-α"] * given["α"] ** abs(z))],
        Domain("z", lambda z: []),
    )


@claim.instances(
    "n ≤ 4, six levels: by the library's tails the mass outside N is this; clamping keeps what is inside N and the "
    "clamped rows are a distribution on N; at α = 0 the mechanism tells the truth",
    mutants={"α^i + α^(n-i)": {"shift": 0}},
)
def by_library(shift=1):
    for alpha in map(Fraction, ("0", "1/5", "1/2", "2/3", "9/10", "99/100")):
        x = UnboundedGeometric(alpha)
        for n in range(5):
            clamped = x.clamped(n=n)
            for i in range(n + 1):
                mass_outside = 1 - x.between(i, 0, n)
                formula = (alpha ** (i + shift) + alpha ** (n - i + shift)) / (1 + alpha)
                require(mass_outside == formula, f"outside N is {mass_outside} at n = {n}, i = {i}, α = {alpha}")
                require(sum(clamped.rows[i]) == 1, f"row {i} of the clamped mechanism sums to {sum(clamped.rows[i])}")
                require(all(clamped[i, r] == x.mass(i, r) for r in range(1, n)), "clamping changes an inner response")
                require(alpha > 0 or x.mass(i, i) == 1, f"at α = 0 the truth {i} has the mass {x.mass(i, i)}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
