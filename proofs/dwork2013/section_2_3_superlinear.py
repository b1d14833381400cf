"""Section 2.3: Laplace noise for many queries, against answers that are trivially right to within n.

k counting queries together have sensitivity k in general, so each answer gets Lap(k/ε), whose expected size is k/ε.
Every count lies in 0..n, so that answering n/2 is never off by more than n/2.
"""

from fractions import Fraction

import sympy

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-2-3.superlinear",
    title="Laplace noise for more queries than rows",
    section="2.3",
    position=65,
    statement=(
        "Laplace noise for k counting queries of sensitivity k together has the expected size k/ε and the median size "
        "(k/ε)·ln 2. On databases of m rows the answer m/2 to each is never off by more than m/2, so that the expected "
        "noise exceeds this as soon as k > εm/2, a linear number of queries. For k = c·m^(1+t), t > 0, it exceeds m/2 "
        "by a factor that grows without bound."
    ),
    latex=r"E|Y| = \frac{k}{\varepsilon} > \frac m2 \iff k > \frac{\varepsilon m}{2}",
    domain="ε > 0, k ≥ 1 counting queries of joint sensitivity k, databases of m ≥ 1 rows",
    verdict="proved",
    scope="the Laplace mechanism for all parameters; that other mechanisms do better is a claim of its own",
    uses=("dwork2013.example-5.k-queries",),
)


@claim.proof(
    "E|Y| = b for Y of Lap(b), by the antiderivative -(x+b)·e^(-x/b) of x·e^(-x/b)/b, whose derivative in terms of u "
    "= e^(-x/b) and 1/b = c is (-1 + (x+b)·c)·u = x·c·u; at x = 0 it is -b; and k/ε - m/2 > 0 where k > εm/2",
    mutants={"the antiderivative -x·e^(-x/b)": {"constant": 0}, "k > εm/4": {"divisor": 4}},
)
def expected_size(constant=1, divisor=2):
    # b and c = 1/b, so 1 stands for b·c.
    def pairs(b, x, u):
        # Times b.
        yield (-b + (x + constant * b)) * u, x * u

    identity("b x u", pairs)
    given = Assumed(
        "e k m",
        lambda e, k, m: {"ε": e, "m": m, "k-εm/2": divisor * k - e * m},
        witness=[Fraction(1), Fraction(1), Fraction(1)],
    )
    # 2ε times the difference.
    signs(given, lambda known, e, k, m: [(2 * k - e * m, known["k-εm/2"])])


@claim.instances(
    "by integration: E|Y| and the median of |Y| for scales k/ε, k = 1, 10, 1000, ε = 1/10, 1, and both exceed m/2 for "
    "k = m², m = 1000, ε = 1/100",
    mutants={"twice the scale": {"factor": 2}, "ε = 10": {"small": Fraction(10)}, "k = m": {"power": 1}},
)
def by_integration(factor=1, small=Fraction(1, 100), power=2):
    x = sympy.symbols("x", positive=True)
    for k in (1, 10, 1000):
        for epsilon in (sympy.Rational(1, 10), sympy.Integer(1)):
            b = factor * k / epsilon
            density = sympy.exp(-x / b) / b
            require(sympy.integrate(x * density, (x, 0, sympy.oo)) == k / epsilon, f"E|Y| is not {k}/{epsilon}")
            middle = sympy.integrate(density, (x, 0, k / epsilon * sympy.log(2)))
            require(sympy.simplify(middle - sympy.Rational(1, 2)) == 0, "the median is another")
    m = 1000
    require(Fraction(m**power) / small > 200 * Fraction(m), "the expected noise is small")
    # ln 2 > 1/2, as e < 4.
    require(Fraction(m**power) / small / 2 > Fraction(m, 2), "the median noise is small")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
