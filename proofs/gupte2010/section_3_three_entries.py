"""The condition on three entries, in the two forms in which section 3 states it, and in a third.

All three differences are the same polynomial. With d_i = x_i - α·x_(i+1), which privacy makes ≥ 0, the condition says
d_2 ≥ α·d_1: it asks of the d what privacy asks of the x.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, entry, identity, require, three_term
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.derivability import tridiagonal_remap

claim = Claim(
    id="gupte2010.section-3.three-entries",
    title="the forms of the condition on three entries",
    section="3",
    position=2,
    statement=(
        "x_2 - α·x_3 ≥ α·(x_1 - α·x_2), as the section begins, x_2 - α·x_1 ≥ α·(x_3 - α·x_2), as Theorem 2 has it, and "
        "(1+α²)·x_2 ≥ α·(x_1 + x_3) say the same. Read from below, a column meets the condition where it does read "
        "from above. At α = 0 it says x_2 ≥ 0, at α = 1 that x_2 is at least the mean of x_1 and x_3."
    ),
    latex=r"x_2 - \alpha x_3 \ge \alpha(x_1 - \alpha x_2) \iff (1+\alpha^2)x_2 \ge \alpha(x_1 + x_3)",
    domain="all real α, x_1, x_2, x_3",
    verdict="proved",
    scope="all α and entries",
)


@claim.proof(
    "the right side subtracted, each of the three leaves (1+α²)·x_2 - α·(x_1 + x_3), which exchanging x_1 and x_3 "
    "leaves as it is",
    mutants={"α for α²": {"power": 1}, "x_3 - α·x_1 in the last bracket": {"last": 0}},
)
def same_difference(power=2, last=1):
    def pairs(a):
        x = [entry("x", i) for i in range(3)]
        difference = (1 + a**power) * x[1] - a * (x[0] + x[2])
        yield (x[1] - a * x[2]) - a * (x[0] - a * x[1]), difference
        yield (x[1] - a * x[0]) - a * (x[2] - a * x[last]), difference
        yield three_term(a, lambda i: x[2 - i], 2, 1), difference

    identity("a", pairs)


@claim.proof(
    "for d_i = x_i - α·x_(i+1) it is d_2 - α·d_1, and for e_i = x_(i+1) - α·x_i it is e_1 - α·e_2",
    mutants={"d_1 - α·d_2": {"first": 1}},
)
def privacy_of_differences(first=0):
    def pairs(a):
        x = [entry("x", i) for i in range(3)]
        d = [x[i] - a * x[i + 1] for i in range(2)]
        e = [x[i + 1] - a * x[i] for i in range(2)]
        yield three_term(a, lambda i: x[i], 2, 1), d[1 - first] - a * d[first]
        yield three_term(a, lambda i: x[i], 2, 1), e[0] - a * e[1]

    identity("a", pairs)


@claim.proof(
    "at α = 0 the difference is x_2, and at α = 1 twice that of x_2 and the mean of x_1 and x_3",
    mutants={"at α = 1/2": {"one": Fraction(1, 2)}},
)
def at_the_ends(one=1):
    def pairs():
        x = [entry("x", i) for i in range(3)]
        at = [(1 + alpha**2) * x[1] - alpha * (x[0] + x[2]) for alpha in (Fraction(0), Fraction(one))]
        yield at[0], x[1]
        yield at[1], 2 * (x[1] - Fraction(1, 2) * (x[0] + x[2]))

    identity("", pairs)


@claim.instances(
    "for n = 2, entries 0, 1/4, …, 1 and α = 1/3 and 1/2, all three agree with the sign of the entry of G⁻¹·M in row 1",
    mutants={"> for ≥": {"strict": True}},
)
def sign_of_the_remap(strict=False):
    for alpha in map(Fraction, ("1/3", "1/2")):
        for x in product([Fraction(k, 4) for k in range(5)], repeat=3):
            remap = tridiagonal_remap(Mechanism([[p, 1 - p] for p in x]), alpha)
            sides = (
                (x[1] - alpha * x[2], alpha * (x[0] - alpha * x[1])),
                (x[1] - alpha * x[0], alpha * (x[2] - alpha * x[1])),
                ((1 + alpha**2) * x[1], alpha * (x[0] + x[2])),
            )
            for left, right in sides:
                holds = left > right if strict else left >= right
                require(holds == (remap[1, 0] >= 0), f"α = {alpha}, x = {', '.join(map(str, x))}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
