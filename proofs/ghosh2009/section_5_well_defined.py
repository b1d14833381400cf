"""The constraint matrix is well defined: each of its entries has exactly one of the four values.

For x and y above each other in a column, (x - α·y) + α·(y - α·x) = (1-α²)·x. So for 0 < α < 1 and x > 0 the two
differences are not both 0. And privacy with α > 0 makes x and y both positive or both 0, so one value applies.
At α = 1 both arrows apply to equal entries, and at α = 0 no value applies to 1 above 0.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.polytope import down, falls, slack, up, zero

claim = Claim("ghosh2009.section-5.well-defined", "the four values of the constraint matrix", section="5", position=42)

n, m, i, r = indices("n m i r")
a, x = number("α"), matrix("x")
above, below = x[i, r], x[i + 1, r]
C_down, C_up, C_slack, C_zero = down(x, a, i, r), up(x, a, i, r), slack(x, a, i, r), zero(x, i, r)
given = (0 < a, a < 1, private(x, a, n, m), 0 <= i, i < n, between(0, r, m))


LEVEL = dict.fromkeys(("0 < α", "α < 1"), "the paper's levels")
claim.clause(
    "not-both", 0 < a, a < 1, falls(x, a, i, r), 0 < above, above != a * below, kept={"0 < α": LEVEL["0 < α"]}
)(lambda proof: proof.qed(factors=3))


@claim.clause("one-applies", *given, C_down | C_up | C_slack | C_zero, kept={"α < 1": LEVEL["α < 1"]})
def one_applies(proof):
    nonneg, _, near = proof.parts(private(x, a, n, m))[-3:]
    facts = nonneg(i, r), nonneg(i + 1, r), near(i, r)

    def positive(p):
        other = p.have(0 < below, *facts)
        arrows = [(f, lambda p: p.have(proof.goal, other)) for f in (below == a * above, above == a * below)]
        return p.cases(proof.goal, *arrows, (TRUE, lambda p: p.have(proof.goal, *facts)))

    def neither(p):
        return p.have(proof.goal, p.indirect(above == 0, *facts), p.indirect(below == 0, *facts))

    return proof.cases(proof.goal, (0 < above, positive), (TRUE, neither))


def exclude(*values):
    """Show of each value that it does not apply: with what is given it is a contradiction."""

    return lambda proof: proof.qed(*(proof.indirect(~v) for v in values))


bounds = 0 < a, a < 1
claim.clause("down-alone", *bounds, C_down, ~C_up & ~C_slack & ~C_zero)(exclude(C_up, C_slack, C_zero))
claim.clause("up-alone", *bounds, C_up, ~C_down & ~C_slack & ~C_zero)(exclude(C_down, C_slack, C_zero))
claim.clause("slack-alone", *bounds, C_slack, ~C_down & ~C_up & ~C_zero, kept=LEVEL)(exclude(C_down, C_up, C_zero))

halves, truth = named("halves", table([["1/2", "1/2"], ["1/2", "1/2"]])), named("truth", table([[1, 0], [0, 1]]))

claim.clause("both-at-one", private(halves, 1, 1, 1) & down(halves, 1, 0, 0) & up(halves, 1, 0, 0))(by_evaluation)
claim.clause(
    "none-at-zero",
    private(truth, 0, 1, 1) & ~(down(truth, 0, 0, 0) | up(truth, 0, 0, 0) | slack(truth, 0, 0, 0) | zero(truth, 0, 0)),
)(by_evaluation)
