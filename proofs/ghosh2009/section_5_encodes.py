"""The constraint matrix C determines which of the constraints (3), (4) and (6) are tight, and they determine C.

(3) is tight if x_ir = α·x_(i+1)r, (4) if x_(i+1)r = α·x_ir, and (6) if an entry is 0. Where C has ↓, (4) is tight and
(3) is slack. Where C has ↑, it is the other way round. Both are slack at S, and both are tight at Z. The constraint (6)
is tight for the two entries above a Z, and slack for all others.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import down, falls, rises, slack, up, zero

claim = Claim(
    "ghosh2009.section-5.encodes", "the constraint matrix encodes which constraints are tight", section="5", position=46
)

n, m, i, r = indices("n m i r")
a, x = number("α"), matrix("x")
above, below = x[i, r], x[i + 1, r]
three, four = rises(x, a, i, r), falls(x, a, i, r)
given = (0 < a, a < 1, private(x, a, n, m), 0 <= i, i < n, between(0, r, m))

# What each value says of the constraints: (3) is x_ir - α·x_(i+1)r ≥ 0, and (4) is α·x_ir - x_(i+1)r ≤ 0.
LEVEL = {"α < 1": "the paper's levels"}
claim.clause(
    "down",
    a < 1,
    down(x, a, i, r),
    four & (a * below < above),
    kept={"x[i+1,r] > 0": "an arrow is between positive entries"},
)(by_arithmetic)
claim.clause(
    "up",
    a < 1,
    up(x, a, i, r),
    three & (a * above < below),
    kept={"x[i,r] > 0": "an arrow is between positive entries"},
)(by_arithmetic)


@claim.clause("slack", 0 < a, a < 1, slack(x, a, i, r), (0 < above) & (0 < below))
def slack_is_positive(proof):
    # Otherwise x_ir > α·x_(i+1)r > α²·x_ir with x_ir ≤ 0.
    def positive(v):
        return proof.indirect(0 < v, factors=3)

    return proof.both(positive(above), positive(below))


def value_of(proof, tight, arrow):
    """If the constraint is tight, the value is the arrow, or Z."""
    nonneg, _, near = proof.parts(private(x, a, n, m))[-3:]
    facts = tight, nonneg(i, r), nonneg(i + 1, r), near(i, r)
    goal = arrow(x, a, i, r) | zero(x, i, r)

    def positive(p):
        return p.alternative(goal, p.have(arrow(x, a, i, r), *facts))

    def neither(p):
        return p.alternative(
            goal, p.have(zero(x, i, r), p.indirect(above == 0, *facts), p.indirect(below == 0, *facts))
        )

    return proof.cases(goal, (0 < above, positive), (TRUE, neither))


claim.clause("four-is-tight", *given, four, down(x, a, i, r) | zero(x, i, r), kept=LEVEL)(
    lambda proof: value_of(proof, four, down)
)
claim.clause("three-is-tight", *given, three, up(x, a, i, r) | zero(x, i, r), kept=LEVEL)(
    lambda proof: value_of(proof, three, up)
)


def of_either(proof):
    """Both values say that the constraint is tight."""
    return proof.either(proof.know(proof.given[-1]), lambda p: p.have(proof.goal), lambda p: p.have(proof.goal))


claim.clause("four-of-values", down(x, a, i, r) | zero(x, i, r), four)(of_either)
claim.clause("three-of-values", up(x, a, i, r) | zero(x, i, r), three)(of_either)


@claim.clause("six-is-slack", *given, (0 < above) | (0 < below), (0 < above) & (0 < below) & ~zero(x, i, r), kept=LEVEL)
def six_is_slack(proof):
    near = proof.parts(private(x, a, n, m))[-1](i, r)
    positive = proof.either(
        proof.know(proof.given[-1]), *[lambda p: p.both(p.have(0 < above, near), p.have(0 < below, near))] * 2
    )
    return proof.both(positive, proof.indirect(~zero(x, i, r), *positive.parts()))
