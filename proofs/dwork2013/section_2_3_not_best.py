"""Section 2.3: for a count the Laplace mechanism is not the best.

At the same ε the geometric mechanism answers a count with integers. Its variance 2α/(1-α)², α = e^-ε, is below the
Laplace mechanism's 2/ε², and its expected error 2α/(1-α²) is below 1/ε, for (2 sinh(ε/2))² > ε² and sinh ε > ε.
"""

from fractions import Fraction

from flint import arb, ctx, fmpq

from exactdp.claims import Assumed, Claim, Domain, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric

claim = Claim(
    id="dwork2013.section-2-3.not-best",
    title="a better mechanism than Laplace noise",
    section="2.3",
    position=60,
    statement=(
        "Lap(Δf/ε) noise is private for every ε > 0, and for a count it is not the best for any: geometric noise at "
        "the same ε has the expected error 1/sinh ε < 1/ε and the variance 1/(2 sinh²(ε/2)) < 2/ε². For small ε the "
        "quotients go to 1, for large ε to 0: at ε = 5 the variance is 1/5 of Laplace's or less."
    ),
    latex=(
        r"\frac{2\alpha}{(1-\alpha)^2} = \frac{1}{2\sinh^2(\varepsilon/2)} < \frac{2}{\varepsilon^2}, \qquad "
        r"\frac{2\alpha}{1-\alpha^2} = \frac{1}{\sinh \varepsilon} < \frac1\varepsilon"
    ),
    domain="ε > 0, a count query",
    verdict="proved",
    scope="all ε; the moments of geometric noise by their sums, the comparison from the series of sinh",
    uses=("dwork2013.theorem-4", "dwork2013.definition-2"),
)


@claim.proof(
    "sums over z ≥ 1 of (1-α)/(1+α)·α^z times z and z²: with the tails F_1(z) = α^z·(z(1-α)+α)/((1-α)(1+α)) and "
    "F_2(z) = α^z·(z²(1-α)²+2zα(1-α)+α(1+α))/((1-α)²(1+α)), F(z) - F(z+1) is the term; at z = 1 twice these are "
    "2α/(1-α²) and 2α/(1-α)²",
    mutants={"the mean with 1 in place of α": {"end": 0}, "the square with α²": {"last": 2}},
)
def moments(end=1, last=1):
    # The coefficient z enters by a symbol x with z = x: the identity holds for all real x.
    def pairs(a, x, k):
        def first(y, j):
            return a**j * (y * (1 - a) + a**end)

        def second(y, j):
            return a**j * (y**2 * (1 - a) ** 2 + 2 * y * a * (1 - a) + a**last * (1 + a))

        # Times (1-α)(1+α) and (1-α)²(1+α).
        yield first(x, k) - first(x + 1, k + 1), (1 - a) ** 2 * x * a**k
        yield second(x, k) - second(x + 1, k + 1), (1 - a) ** 3 * x**2 * a**k
        yield first(a**0, 1), a * a**0
        yield second(a**0, 1), a * (1 + a)

    identity("a x", pairs, Domain("k", lambda k: [k]))


@claim.proof(
    "in u = e^(ε/2), α = u^-2: 2α/(1-α)² = 2/(u-1/u)² and 2α/(1-α²) = 2/(u²-u^-2); and sinh x - x = x³/6 + x⁵/120 + … "
    "> 0",
    mutants={"u = e^ε": {"power": 1}},
)
def in_sinh(power=2):
    # a stands for α and u² for 1/α: times u², (u - 1/u)² = u²(1-α)².
    def pairs(u):
        # With α = 1/u^power: 2α·(u²-1)² = 2u²·(1-α)², times u^(2·power).
        yield 2 * u**power * (u**2 - 1) ** 2, 2 * u**2 * (u**power - 1) ** 2
        yield 2 * u**power * (u**4 - 1), 2 * u**2 * (u ** (2 * power) - 1)

    identity("u", pairs)
    given = Assumed("x", lambda x: {"x": x}, witness=[Fraction(1)])
    signs(
        given,
        lambda known, x, k: [(x ** (2 * k + 3), positive_number(1) * known["x"] ** (2 * k + 3))],
        Domain("k", lambda k: [k]),
    )


@claim.instances(
    "at ε = 1/1000 … 5 by balls of 128 bits: variance and expected error are below Laplace's, at ε = 1/1000 by a "
    "factor above 0.99999, at 5 the variance by one below 1/5; the sums of 400 masses at α = 1/2 give 4 and 4/3 to "
    "10^-50",
    mutants={"the variance α/(1-α)²": {"twice": 1}, "noise for ε/2": {"part": Fraction(1, 2)}},
)
def compared(twice=2, part=Fraction(1)):
    with ctx.workprec(128):
        for epsilon in map(Fraction, ("1/1000", "1/10", "1", "5")):
            e = arb(fmpq(epsilon.numerator, epsilon.denominator))
            a = (-e * fmpq(part.numerator, part.denominator)).exp()
            variance, error = twice * a / (1 - a) ** 2, 2 * a / (1 - a**2)
            require(variance < 2 / e**2, f"the variance at ε = {epsilon} is {variance}")
            require(error < 1 / e, f"the expected error at ε = {epsilon} is {error}")
            if epsilon == Fraction(1, 1000):
                require(variance > arb(fmpq(99999, 100000)) * 2 / e**2, "the variance is much smaller")
        require(variance < 2 / e**2 / 5, "the variance at ε = 5 is not below a fifth")
    noise = UnboundedGeometric("1/2")
    for order, expected in ((2, Fraction(4)), (1, Fraction(4, 3))):
        found = sum(Fraction(abs(z)) ** order * noise.mass(0, z) for z in range(-200, 201))
        require(0 < expected - found < Fraction(1, 10**50), f"the moment of order {order} is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
