"""Example 6: how much a histogram's noise saves against k single counts.

Lap(1/ε) against Lap(k/ε): the scale, the expected error E|Y| and the standard deviation are k times as large, the
variance k² times. For one row replaced the histogram needs Lap(2/ε) and single counts still Lap(k/ε), as each count has
sensitivity 1: the factor is k/2, and nothing is saved for two bins.
"""

from fractions import Fraction

import sympy

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.example-6.noise",
    title="what a histogram saves",
    section="2.3",
    position=55,
    statement=(
        "For one row more or less k single counts with noise for ε/k have k times the scale, the expected error and "
        "the standard deviation of the histogram with Lap(1/ε), and k² times its variance. For one row replaced the "
        "histogram needs Lap(2/ε) and single counts Lap(k/ε): the factor is k/2, which is 1 for two bins. There are k "
        "≥ 1 bins; for k = 1 nothing is saved."
    ),
    latex=(
        r"\frac{E|\mathrm{Lap}(k/\varepsilon)|}{E|\mathrm{Lap}(1/\varepsilon)|} = k, \qquad \frac{\operatorname{Var} "
        r"\mathrm{Lap}(k/\varepsilon)}{\operatorname{Var} \mathrm{Lap}(1/\varepsilon)} = k^2"
    ),
    domain="k ≥ 1 bins, k ≥ 2 for one row replaced, ε > 0",
    verdict="proved",
    scope="all k and ε",
    uses=("dwork2013.example-6", "dwork2013.definition-2", "dwork2013.example-5.k-queries"),
)


@claim.proof(
    "with i = 1/ε: E|Lap(b)| = b and Var = 2b² at b = k·i and b = i; for one row replaced at b = k·i and 2i: twice "
    "the first is k times the second",
    mutants={"the variance k times": {"power": 1}, "Lap(1/ε) for one row replaced": {"replaced": 1}},
)
def quotients(power=2, replaced=2):
    def pairs(i, k):
        yield k * i, k * (i)
        yield 2 * (k * i) ** 2, k**power * (2 * i**2)
        yield 2 * (k * i), k * (replaced * i)

    identity("i k", pairs)
    given = Assumed("i k", lambda i, k: {"1/ε": i}, lambda i, k: {"k-2": k - 2}, witness=[1, 3])
    signs(given, lambda known, i, k: [(k * i - 2 * i, known["1/ε"] * known["k-2"])], strict=False)


@claim.instances(
    "by integration for k = 1, 2, 40 and ε = 1/10, 1: the quotients of E|Y| and of the variances",
    mutants={"noise for ε/k² each": {"power": 2}},
)
def by_integration(power=1):
    x = sympy.symbols("x", positive=True)

    def moments(b):
        density = sympy.exp(-x / b) / b
        return tuple(sympy.integrate(x**order * density, (x, 0, sympy.oo)) for order in (1, 2))

    for k in (1, 2, 40):
        for epsilon in (sympy.Rational(1, 10), sympy.Integer(1)):
            histogram, single = moments(1 / epsilon), moments(k**power / epsilon)
            require(Fraction(str(single[0] / histogram[0])) == k, "another quotient of expected errors")
            require(Fraction(str(single[1] / histogram[1])) == k**2, "another quotient of variances")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
