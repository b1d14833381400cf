"""Section 2.5: the loss that is minimised is L(x) of equation (1), and depends on the mechanism x.

For n = 1, S = {0, 1} and the loss |i-r|, the worst loss is the larger of x_01 and x_10. Over the α-private mechanisms
it takes every value from α/(1+α) to 1. So it is not a function of l and S alone, as L(l, S) says.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-2-5.loss-of-consumer",
    "the loss L(l, S) depends on the mechanism",
    section="2.5",
    position=5,
    printed="L(l, S), with no x on the left",
    slip="print",
    kept=KEPT,
)

i, r = indices("i r")
a, v = numbers("α v")
x, y = matrices("x y")


def worst(mechanism):
    """Return the largest expected loss |i-r| on 0 and 1."""
    return Largest(i, 0, 1, expected_loss(absolute_loss, mechanism, 1, i))


claim.printed_as(
    "without-x",
    stochastic(x, 1, 1),
    stochastic(y, 1, 1),
    worst(x) == worst(y),
    instead=("small-values", "large-values"),
)

claim.clause(
    "losses", (expected_loss(absolute_loss, x, 1, 0) == x[0, 1]) & (expected_loss(absolute_loss, x, 1, 1) == x[1, 0])
)(by_arithmetic)


@claim.clause("at-least", 0 <= a, private(x, a, 1, 1), a / (1 + a) <= worst(x))
def at_least(proof):
    _, ones, near = proof.parts(private(x, a, 1, 1))[-3:]
    b = worst(x)
    # b ≥ x_10 ≥ α·x_00 = α·(1 - x_01) ≥ α·(1-b)
    bounds = [proof.fact(core.bounds(b, row)) for row in (0, 1)]
    return proof.qed(proof.have(a <= (1 + a) * b, *bounds, ones(0), near(0, 0)))


other = Definition("x_{0}", (v,), function(i, r, If(i == r, 1 - v, v)))(v)
"""The mechanism that changes the result with the chance v."""
one = Definition("y_{0}", (v,), function(i, r, If(r == 1, v, 1 - v)))(v)
"""The mechanism that answers 1 with the chance v, whatever the result is."""


def loses_v(mechanism):
    """Return that the mechanism is α-private and has the worst loss v."""
    return private(mechanism, a, 1, 1) & (worst(mechanism) == v)


def has_the_value(proof):
    scaled = proof.have(a <= (1 + a) * v, factors=2)
    largest = proof.goal.args[-1].args[0]

    def at_most(case, found):
        return case.cases(
            largest <= v, *((i == row, lambda each: each.have(largest <= v, found.parts()[-1])) for row in (0, 1))
        )

    below = proof.obtain(proof.fact(core.attained(largest)), i, at_most)
    value = proof.indirect(largest == v, below, proof.fact(core.bounds(largest, 0)))
    return proof.have(proof.goal, scaled, value)


claim.clause("small-values", 0 <= a, a <= 1, a / (1 + a) <= v, v <= "1/2", loses_v(other))(has_the_value)
claim.clause("large-values", 0 <= a, a <= 1, "1/2" <= v, v <= 1, loses_v(one))(has_the_value)
