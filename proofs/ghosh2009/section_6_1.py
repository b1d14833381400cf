"""Section 6.1: the Laplace mechanism can be much worse for a user than the geometric one.

The Laplace mechanism answers the true result plus noise of density ε/2·e^(-ε|t|), where α = e^-ε. The user has the
prior (1/2, 1/2) on {0, 1} and loses 1 for an error. By Bayes' rule it reads a response t as 0 below 1/2 and as 1 above,
and errs when the noise is above 1/2: with probability ∫ from 1/2 of ε/2·e^(-εt) dt = e^(-ε/2)/2 = √α/2. On the
geometric mechanism it errs with probability α/(1+α), which is optimal. The ratio (1+α)/(2√α) exceeds all bounds.
"""

from fractions import Fraction

import sympy

from exactdp.claims import Assumed, Claim, accepted, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import zero_one
from exactdp.model.users import BayesianUser
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Problem
from exactdp.optimum.search import optimal

claim = Claim(
    id="ghosh2009.section-6.1",
    title="the Laplace mechanism against the geometric one",
    section="6.1",
    position=5,
    statement=(
        "For the user with prior (1/2, 1/2) on {0, 1} and the 0-1 loss the least expected loss of all α-private "
        "mechanisms is α/(1+α), which the geometric mechanism attains, and the least by any remap of the Laplace "
        "mechanism is √α/2. Their ratio (1+α)/(2√α) is 1 at α = 1, above 1 for α < 1, and above c where α < 1/(4c²)."
    ),
    latex=r"\frac{\sqrt{\alpha}/2}{\alpha/(1+\alpha)} = \frac{1+\alpha}{2\sqrt{\alpha}} \to \infty",
    domain="0 < α ≤ 1, a prior of 1/2 on each of the inputs 0 and 1",
    verdict="proved",
    scope="all α, the integrals by sympy",
    uses=("ghosh2009.footnote-1",),
)

EPSILON, T = sympy.symbols("epsilon t", positive=True)


@claim.proof(
    "the density has the integral 1, and the part above 1/2, which is the probability that the user errs, is "
    "e^(-ε/2)/2: a number whose square, times 4, is α = e^-ε",
    mutants={"with noise of density ε·e^(-2ε|t|)": {"scale": 2}, "√α": {"half": Fraction(1)}},
)
def laplace(scale=1, half=Fraction(1, 2)):
    density = scale * EPSILON / 2 * sympy.exp(-scale * EPSILON * T)
    whole = 2 * sympy.integrate(density, (T, 0, sympy.oo))
    require(bool(sympy.simplify(whole - 1) == 0), f"the density has the integral {whole}")
    error = sympy.integrate(density, (T, sympy.Rational(1, 2), sympy.oo))
    expected = sympy.exp(-EPSILON / 2) * sympy.Rational(half.numerator, half.denominator)
    require(bool(sympy.simplify(error - expected) == 0), f"the probability of an error is {sympy.simplify(error)}")
    # With b for e^(-ε/2).
    identity("b", lambda b: [(4 * (b * number(half)) ** 2, b * b)])


@claim.proof(
    "no remap does better: for a response t below 1/2 the density on input 0 is the larger, as |t| < |t-1|; above 1/2 "
    "it is the other way round",
    mutants={"below 3/4": {"border": Fraction(3, 4)}},
)
def bayes(border=Fraction(1, 2)):
    # |t-1|² - |t|² = 1 - 2t, which is positive just where t < 1/2; with t = 1/2 - u.
    identity("u", lambda u: [((border - u - 1) ** 2 - (border - u) ** 2, 2 * u)])


@claim.proof(
    "α/(1+α) is optimal: inputs 0 and 1 lose at least 1-p and q, with p = x_00 and q = x_10, as every other response "
    "loses 1 on input 0; (1+α)·(1-p+q) - 2α = (q-αp) + (1-p-α(1-q)), which privacy makes ≥ 0, for the set of responses "
    "but 0 too; and G_{1,α} has p = 1/(1+α), q = α/(1+α), which make it 0",
    mutants={"without privacy": {"level": 0}, "3α": {"times": 3}, "q = α²/(1+α)": {"power": 2}},
)
def geometric_is_optimal(level=1, times=2, power=1):
    private = Assumed(
        "a p q",
        lambda *_: {},
        lambda a, p, q: {"at 0": q - level * a * p, "else": 1 - p - level * a * (1 - q)},
        witness=[Fraction(1, 2)] * 3,
    )
    signs(
        private,
        lambda given, a, p, q: [((1 + a) * (1 - p + q) - times * a, given["at 0"] + given["else"])],
        strict=False,
    )
    # Times 1+α, p is 1 and q is α.
    identity("a", lambda a: [((1 + a) - 1 + a**power, 2 * a)])


@claim.proof(
    "(1+α)² - 4α = (1-α)², so that the ratio's square (1+α)²/(4α) is at least 1, and it is above c² where 4c²·α < 1",
    mutants={"(1+α)² - 3α": {"factor": 3}},
)
def ratio(factor=4):
    identity("a", lambda a: [((1 + a) ** 2 - factor * a, (1 - a) ** 2)])
    # With 4c²α = 1 - d: (1+α)² - 4c²α = d + 2α + α².
    inside = Assumed("a d", lambda a, d: {"α": a, "d": d}, witness=[Fraction(1, 2), Fraction(1, 2)])
    signs(
        inside,
        lambda given, a, d: [((1 + a) ** 2 - (1 - d), given["d"] + 2 * given["α"] + given["α"] * given["α"])],
        strict=True,
    )


@claim.instances(
    "for n ≤ 4 and ten levels the kernel accepts that the optimum is α/(1+α), and that G remapped has it",
    mutants={"α/(1+2α)": {"twice": 2}, "G at the level α²": {"power": 2}},
)
def certified(twice=1, power=1):
    for n in range(1, 5):
        user = BayesianUser(zero_one(), ["1/2", "1/2", *["0"] * (n - 1)])
        for alpha in (Fraction(k, 10) for k in range(1, 11)):
            found, remapped = optimal(Problem(user, alpha)), interact(user, geometric(n=n, alpha=alpha**power))
            require(found.value == alpha / (1 + twice * alpha), f"n = {n}, α = {alpha}: the optimum is {found.value}")
            require(remapped.value == found.value, f"n = {n}, α = {alpha}: G remapped loses {remapped.value}")
            for result in (found, remapped):
                accepted(result)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
