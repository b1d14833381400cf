"""Section 6.1: in which sense the Laplace mechanism is a continuous version of the geometric one.

Laplace noise is E - F for two independent exponential variables with the rate ε. The whole part of such a variable is
k with probability (1-α)·α^k, and independent of the fractional part. So the noise is Z + V with Z and V independent: Z,
a difference of whole parts, is the geometric noise, and V, a difference of fractional parts, lies in (-1, 1). So the
Laplace mechanism is x^G followed by noise that depends on nothing: a remap of x^G, as it were.
"""

from fractions import Fraction

import sympy

from exactdp.claims import Claim, Domain, identity, number, require
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric

claim = Claim(
    id="ghosh2009.section-6-1.continuous",
    title="the Laplace mechanism as a continuous version",
    section="6.1",
    position=1,
    statement=(
        "Laplace noise with the density ε/2·e^(-ε|t|), α = e^-ε, is the sum of independent Z and V: Z is the noise of "
        "the α-geometric mechanism, and V has on (-1, 1) the density ε/(2(1-α)²)·(α^|v| - α^(2-|v|)). So the Laplace "
        "mechanism can be had from x^G by a remap, and no user, whatever its prior and loss, fares better with it. On "
        "the grid of multiples of 1/m, at the level α^(1/m) per step, the geometric noise has the tails "
        "α^t/(1+α^(1/m)), which tend to the Laplace tails α^t/2."
    ),
    latex=r"\frac{\varepsilon}{2} e^{-\varepsilon |t|} = \sum_{z \in \mathbb Z} \frac{1-\alpha}{1+\alpha} \alpha^{|z|} "
    r"\, h(t - z), \qquad h(v) = \frac{\varepsilon\,(\alpha^{|v|} - \alpha^{2-|v|})}{2(1-\alpha)^2} \ \ (|v| < 1)",
    domain="0 < α < 1, real t; at α = 1 neither noise exists, and at α = 0 both are none",
    verdict="proved",
    scope="all α and t, the density of V by sympy; tails for all t on the grid and all m",
    uses=("ghosh2009.section-2-3.remap",),
)

RATE, U, V = sympy.symbols("epsilon u v", positive=True)


@claim.proof(
    "V: the fractional part of an exponential variable has on (0, 1) the density f(u) = ε·e^(-εu)/(1-α), and for 0 ≤ v "
    "< 1 the difference of two has ∫ from 0 to 1-v of f(u)·f(u+v) du = ε/(2(1-α)²)·(α^v - α^(2-v)); its integral is 1",
    mutants={"α^v - α^(1-v)": {"span": 1}, "(1-α) for (1-α)²": {"square": 1}},
)
def fractional_parts(span=2, square=2):
    # Without the factor 1/(1-α)², which does not depend on u.
    part = RATE * sympy.exp(-RATE * U)
    found = sympy.integrate(sympy.powsimp(part * part.subs(U, U + V)), (U, 0, 1 - V))
    printed = RATE / 2 * (sympy.exp(-RATE * V) - sympy.exp(-RATE * (span - V)))
    require(bool(sympy.simplify(found - printed) == 0), f"the density of V times (1-α)² is {sympy.simplify(found)}")
    alpha = sympy.exp(-RATE)
    whole = 2 * sympy.integrate(sympy.expand(found), (V, 0, 1))
    rest = sympy.simplify(sympy.expand(whole - (1 - alpha) + (alpha - alpha**2)))
    require(bool(rest == 0), f"the integral times (1-α)² differs from (1-α) - (α-α²) by {rest}")
    identity("a", lambda a: [((1 - a) - (a - a**2), (1 - a) ** square)])


@claim.proof(
    "Z: whole parts k and k+z, z ≥ 0, of two variables come with (1-α)²·α^k·α^(k+z), and the sums over k < m are "
    "(1-α)²·α^z·(1-α^2m)/(1-α²), which tend to (1-α)/(1+α)·α^z",
    mutants={"α^(2k) for α^(2k+z)": {"shift": 0}, "1-α^m": {"twice": 1}},
)
def whole_parts(shift=1, twice=2):
    def pairs(a, z, m):
        # Times 1-α².
        def partial_sum(k):
            return (1 - a) ** 2 * a**z * (1 - a ** (twice * k))

        term = (1 - a) ** 2 * a**m * a ** (m + shift * z) * (1 - a**2)
        yield partial_sum(m + 1) - partial_sum(m), term
        yield partial_sum(0), number(0)
        # The limit, without α^2m.
        yield (1 - a) ** 2 * a**z * (1 + a), (1 - a) * (a**z * (1 - a**2))

    identity("a", pairs, Domain("z m", lambda z, m: [z, m]))


@claim.proof(
    "the sum: t = z + v with 0 ≤ v < 1 comes from Z = z, V = v and Z = z+1, V = v-1. With x = α^v, y = α^(1-v), xy = "
    "α: α^|z|·(x - x·y²) + α^|z+1|·(y - y·x²) = (1-α²)·α^|t|, where α^|t| is α^z·x for z ≥ 0 and α^(-z-1)·y for z < 0",
    mutants={"Z = z alone": {"second": 0}, "α^|v| + α^(2-|v|)": {"sign": 1}},
)
def convolution(second=1, sign=-1):
    def pairs(x, y, z):
        a = x * y
        # α^(2-v) is x·y², as 2-v = v + 2(1-v).
        near, far = x + sign * x * y * y, y + sign * y * x * x
        left = a ** abs(z) * near + second * a ** abs(z + 1) * far
        value = a**z * x if z >= 0 else a ** (-z - 1) * y
        yield left, (1 - a * a) * value

    identity("x y", pairs, Domain("z", lambda z: []))
    # The factors: (1-α)/(1+α) · 1/(2(1-α)²) · (1-α²) = 1/2.
    identity("a", lambda a: [(2 * (1 - a) * (1 - a * a), (1 + a) * (2 * (1 - a) ** 2))])


@claim.proof(
    "the grid: with c = α^(1/m) the noise is ≥ k/m, k ≥ 1, with probability c^k/(1+c), as this minus the next is "
    "(1-c)/(1+c)·c^k; it differs from α^t/2, t = k/m, by the part (1-c)/(2(1+c)) of α^t, and c tends to 1 with m",
    mutants={"c^(k+1)": {"shift": 1}},
)
def grid(shift=0):
    # Times 1+c, then times 2(1+c).
    identity("c", lambda c, k: [(c ** (k + shift) - c ** (k + 1), (1 - c) * c**k)], Domain("k", lambda k: [k - 1]))
    identity("c p", lambda c, p: [(2 * p * c**shift - (1 + c) * p, (1 - c) * p)])


@claim.instances(
    "for four values of c = α^(1/m) and k ≤ 6 the library's x^G at the level c has the tail c^k/(1+c), which is within "
    "(1-c)/2 of half of α^(k/m) = c^k",
    mutants={"tails from k+1": {"first": 1}},
)
def library(first=0):
    for c in map(Fraction, ("1/4", "1/2", "9/10", "99/100")):
        for k in range(1, 7):
            tail = UnboundedGeometric(c).at_least(0, k + first)
            require(tail == c**k / (1 + c), f"c = {c}: the tail from {k} is {tail}")
            require(0 < tail - c**k / 2 < (1 - c) / 2, f"c = {c}, k = {k}: {tail - c**k / 2}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
