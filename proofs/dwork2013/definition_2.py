"""Definition 2: the Laplace distribution.

On x ≥ 0 the density is e^(-x/b)/(2b), half of an exponential one, and it is even. Antiderivatives are polynomials times
e^(-x/b), so total mass, variance and tails are algebra in x, b and u = e^(-x/b).
"""

import sympy

from exactdp.claims import Claim, identity, require
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.definition-2",
    title="the Laplace distribution",
    section="2.3",
    position=20,
    statement=(
        "For b > 0 the function e^(-|x|/b)/(2b) is a density with mean 0 and variance 2b². The absolute value of such "
        "a number has the exponential distribution of mean b, and Pr[|Y| ≥ tb] = e^-t, t ≥ 0. b = 0 is excluded."
    ),
    latex=(
        r"\int_{-\infty}^{\infty} \frac{1}{2b} e^{-|x|/b}\,dx = 1, \qquad \int_{-\infty}^{\infty} \frac{x^2}{2b} "
        r"e^{-|x|/b}\,dx = 2b^2"
    ),
    domain="b > 0",
    verdict="proved",
    scope="all b; also by sympy's integration",
)


@claim.proof(
    "antiderivatives on x ≥ 0 of u/b and x²u/b: -u and -(x²+2bx+2b²)·u, where u' = -u/b; at 0 they are -1 and -2b², "
    "and at ∞ both are 0; the other half is the same",
    mutants={"the variance b²": {"last": 1}, "the density without 1/b": {"scale": 0}},
)
def antiderivatives(last=2, scale=1):
    # Times b: (p·u)' = p'·u - p·u/b.
    def pairs(x, b, u):
        yield u * b ** (1 - scale), u
        yield -(2 * x + 2 * b) * u * b + (x**2 + 2 * b * x + last * b**2) * u, x**2 * u
        # At x = 0: minus the antiderivative is the variance.
        yield last * b**2, 2 * b**2

    identity("x b u", pairs)


@claim.instances(
    "by integration with a symbol b: the mass 1, the variance 2b², the tail e^-t; the mean is 0 because the density "
    "is even",
    mutants={"the variance b²": {"variance": 1}, "the density e^(-|x|/b)/b": {"half": 1}},
)
def by_integration(variance=2, half=2):
    b, x, t = sympy.symbols("b x t", positive=True)
    density = sympy.exp(-x / b) / (half * b)
    mass = sympy.integrate(density, (x, 0, sympy.oo))
    require(sympy.simplify(2 * mass - 1) == 0, f"half of the mass is {mass}")
    second = sympy.integrate(x**2 * density, (x, 0, sympy.oo))
    require(sympy.simplify(2 * second - variance * b**2) == 0, f"half of the variance is {second}")
    tail = sympy.integrate(density, (x, t * b, sympy.oo))
    require(sympy.simplify(2 * tail - sympy.exp(-t)) == 0, f"half of the tail is {tail}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
