"""Section 6.1: how private the Laplace mechanism is, and what rounding its answers gives.

Its density at t on input i is ε/2·α^|t-i|, and the densities on i and i+1 have a ratio between α and 1/α. Rounding to
the nearest integer gives the mass 1 - √α to the true result, and √α(1-α)/2·α^(z-1) at distance z. These satisfy the
three-term condition, so that rounded Laplace noise is geometric noise and an independent step of -1, 0 or 1. Its mass
on the truth is below (1-α)/(1+α) by √α(1-√α)²/(1+α).
"""

from fractions import Fraction

import sympy

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, number, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import level

claim = Claim(
    id="ghosh2009.section-6-1.laplace-ratio",
    title="the Laplace mechanism's level, and its rounded answers",
    section="6.1",
    position=3,
    statement=(
        "The Laplace mechanism with the density ε/2·e^(-ε|t-i|) is α-private for α = e^-ε and for no larger level: its "
        "densities on i and i+1 have the ratio α for t ≥ i+1 and 1/α for t ≤ i, and one between for other t. Rounded "
        "to the nearest integer, its answer is i with probability 1-√α and i±z with √α(1-α)/2·α^(z-1) each, z ≥ 1. Its "
        "exact level is α too. It is x^G followed by a step of +1 or -1, each with probability √α/(2(1+√α)²), and so "
        "tells the truth less often: 1-√α is below (1-α)/(1+α) by √α(1-√α)²/(1+α)."
    ),
    latex=r"\frac{1-\alpha}{1+\alpha} - (1-\sqrt\alpha) = \frac{\sqrt\alpha\,(1-\sqrt\alpha)^2}{1+\alpha}, \qquad "
    r"x^{\mathrm{rounded}}_{ir} = \sum_{s=-1}^{1} q_s\, x^G_{i,r-s}, \quad q_{\pm 1} = "
    r"\frac{\sqrt\alpha}{2(1+\sqrt\alpha)^2}",
    domain="0 < α < 1, all inputs i and real t",
    verdict="proved",
    scope="all α, i, t and r, in the symbol a = √α; the integrals by sympy",
    uses=("ghosh2009.section-6-1.continuous",),
)

HALF = Fraction(1, 2)
# 0 < a < 1, a for √α.
ROOT = Assumed("a", lambda a: {"√α": a, "1-√α": 1 - a}, witness=[HALF])


@claim.proof(
    "the densities, for t ≥ i+1 with u = α^(t-i-1): α·u and u; for t ≤ i: u and α·u; for t between, with x = α^(t-i), "
    "y = α^(i+1-t), xy = α: x and y, where x - α·y = x·(1-y²) and y - α·x = y·(1-x²) are > 0 for 0 < x, y < 1",
    mutants={"the level 2α": {"factor": Fraction(2)}, "1% above α": {"factor": Fraction(101, 100)}},
)
def densities(factor=Fraction(1)):
    assumed = Assumed(
        "x y",
        lambda x, y: {"x": x, "y": y},
        lambda x, y: {"1-x": 1 - x, "1-y": 1 - y},
        witness=[HALF, HALF],
    )

    def claimed(x, y):
        return number(factor) * x * y

    def between(given, x, y):
        one = positive_number(1)
        yield x - claimed(x, y) * y, given["x"] * given["1-y"] * (one + given["y"])
        yield y - claimed(x, y) * x, given["y"] * given["1-x"] * (one + given["x"])

    signs(assumed, between, strict=False)
    # Outside of [i, i+1] the smaller density is α times the other, so that no larger level will do.
    identity("x y u", lambda x, y, u: [((x * y) * u, claimed(x, y) * u)])


RATE, T = sympy.symbols("epsilon t", positive=True)


@claim.proof(
    "the rounded masses are 2·∫ from 0 to 1/2 and ∫ from z-1/2 to z+1/2 of ε/2·e^(-εt) dt: 1-a and, as a power of a, "
    "(a^(2z-1) - a^(2z+1))/2 = a(1-a²)/2·(a²)^(z-1), with a = e^(-ε/2)",
    mutants={"rounded down": {"below": 0}, "a(1-a²)·(a²)^(z-1)": {"both": 2}},
)
def rounded(below=HALF, both=1):
    density = RATE / 2 * sympy.exp(-RATE * T)
    a = sympy.exp(-RATE / 2)
    truth = 2 * sympy.integrate(density, (T, 0, HALF))
    require(bool(sympy.simplify(truth - (1 - a)) == 0), f"the mass of the truth is {truth}")
    for z in (1, 2, 5):
        found = sympy.integrate(density, (T, z - below, z + 1 - below))
        rest = sympy.simplify(sympy.expand(2 * found - a ** (2 * z - 1) + a ** (2 * z + 1)))
        require(bool(rest == 0), f"the mass at distance {z} differs by {rest}")
    distances = Domain("z", lambda z: [z - 1])
    identity(
        "a", lambda a, z: [(a ** (2 * z - 1) - a ** (2 * z + 1), both * a * (1 - a**2) * a ** (2 * z - 2))], distances
    )


def twice_rounded(a, z):
    """Twice the mass of rounded Laplace noise at z."""
    return 2 * (1 - a) if z == 0 else a * (1 - a**2) * a ** (2 * abs(z) - 2)


@claim.proof(
    "geometric noise and a step of ±1 with probability a/(2(1+a)²) each and 0 otherwise have at every z the mass of "
    "rounded Laplace noise; the probabilities are ≥ 0 and sum to 1",
    mutants={"a/(1+a)² each": {"twice": 2}, "±2": {"step": 2}},
)
def as_a_step(twice=1, step=1):
    def pairs(a, z):
        # Times 2(1+a)², and times 1+a² for the geometric mechanism.
        aside = twice * a
        stays = 2 * (1 + a) ** 2 - 2 * aside
        noise = [(1 - a**2) * a ** (2 * abs(z + move)) for move in (-step, 0, step)]
        yield aside * noise[0] + stays * noise[1] + aside * noise[2], twice_rounded(a, z) * (1 + a) ** 2 * (1 + a**2)

    identity("a", lambda a, z: list(pairs(a, z)), Domain("z", lambda z: []))

    def stays(given, a):
        yield 2 * (1 + a) ** 2 - 2 * a, 2 * (positive_number(1) + given["√α"] + given["√α"] * given["√α"])

    signs(ROOT, stays)


@claim.proof(
    "the truth: (1-α)/(1+α) - (1-√α) has, times 1+α, the numerator √α·(1-√α)² > 0",
    mutants={"√α·(1-α)": {"power": 1}},
)
def truth(power=2):
    signs(
        ROOT,
        lambda given, a: [((1 - a**2) - (1 - a) * (1 + a**2), given["√α"] * given["1-√α"] ** power)],
    )


@claim.proof(
    "its level: at distances z ≥ 1 and z+1 the masses have the ratio α exactly; those at 1 and 0 have the ratio "
    "√α(1+√α)/2, which is above α, and below 1",
    mutants={"√α(1+√α)": {"half": 1}},
)
def its_level(half=2):
    identity(
        "a",
        lambda a, z: [(twice_rounded(a, z + 1), a * a * twice_rounded(a, z))],
        Domain("z", lambda z: [z - 1]),
    )

    def ratio(given, a):
        root, rest = given["√α"], given["1-√α"]
        yield (a + a**2) - 2 * a**2, root * rest
        yield 2 - (a + a**2), rest * (positive_number(2) + root)

    # Twice the masses are a(1-a²) and 2(1-a).
    identity("a", lambda a: [(half * (a * (1 - a**2)), (a + a**2) * (2 * (1 - a)))])
    signs(ROOT, ratio)


@claim.instances(
    "for √α = 1/4, 1/2, 9/10 and n ≤ 5 rounded Laplace answers are the library's x^G with the step; clamped to {0..n} "
    "they have the exact level α, or √α/(2-√α) for n = 1, and the kernel accepts that they can be derived from G",
    mutants={"a derivation from G at √α": {"root": True}, "no step": {"steps": False}},
)
def library(root=False, steps=True):
    for a in map(Fraction, ("1/4", "1/2", "9/10")):
        alpha, unbounded = a * a, UnboundedGeometric(a * a)
        aside = a / (2 * (1 + a) ** 2) if steps else Fraction(0)
        for z in range(-6, 7):
            found = sum(q * unbounded.mass(0, z - s) for s, q in ((-1, aside), (0, 1 - 2 * aside), (1, aside)))
            require(2 * found == twice_rounded(a, z), f"√α = {a}, z = {z}: {found}")
        for n in range(1, 6):
            # The answers that are clamped: t below 1/2 - i, and the tail from z - 1/2 is a^(2z-1)/2.
            rows = [
                [
                    tail(a, i) if r == 0 else tail(a, n - i) if r == n else twice_rounded(a, r - i) / 2
                    for r in range(n + 1)
                ]
                for i in range(n + 1)
            ]
            mechanism = Mechanism(rows)
            expected = alpha if n > 1 else a / (2 - a)
            require(level(mechanism).alpha == expected, f"√α = {a}, n = {n}: the level is {level(mechanism).alpha}")
            found = derive(mechanism, a if root else alpha)
            require(bool(found), f"√α = {a}, n = {n}: not derivable")
            accepted(found)


def tail(a, z):
    """The mass of Laplace noise of at least z - 1/2."""
    return 1 - a / 2 if z == 0 else a ** (2 * z - 1) / 2


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
