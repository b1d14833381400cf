"""Section 2.1: an analyst may learn a value on which the answer does not depend.

Let m other rows be all 0 or all 1, and mine be equal to them. The geometric count of these m rows alone gives an answer
r ≥ m with probabilities in the ratio α^m to 1. So it reveals mine with these odds. Privacy bounds the effect of the
presence of my row. p_v is the probability of an answer if my row has the value v, and q_v if my row is absent; each is
at least α times the other.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import near

claim = Claim(
    "dwork2013.section-2-1.learn-nothing",
    "what an answer reveals about a row that may not be there",
    section="2.1",
    position=50,
    printed="as an intuition: if you cannot tell whether the database has my data, you cannot learn about my data",
    slip="statement",
    weight="remark",
    kept=KEPT,
)

m, r = indices("m r")
(a,) = numbers("α")
p, q = vectors("p q")
half = Fraction(1, 2)
levels = (0 < a, a < 1)
if_one, if_zero = two_sided(a, r - m), two_sided(a, r)
posterior = half * if_one / (half * if_one + half * if_zero)
answer = (1 <= m, m <= r)

claim.printed_as("posterior", *levels, *answer, posterior == half)


@claim.clause("posterior", *levels, *answer, posterior == 1 / (1 + a**m))
def learned(proof):
    power, positive = proof.use(lemmas.power_positive(), k=m), proof.use(lemmas.power_positive(), k=r - m)
    facts = proof.have(if_zero == if_one * a**m), proof.have(0 < if_one, positive), power
    return proof.opaque(proof.goal, *facts, terms=[if_one, if_zero, a**m])


both_values = (near(p, q, a, 1),)
cross = [p[1] * q[0], q[1] * p[0]]


@claim.clause("promised", *levels, *both_values, both(a**2 * cross[0] <= cross[1], a**2 * cross[1] <= cross[0]))
def promised(proof):
    facts = [part for at in (0, 1) for part in proof.parts(near(p, q, a, 1))[-1](at).parts()]
    return proof.qed(*facts, factors=3)


@claim.clause(
    "promised-where-0-changes-nothing",
    *levels,
    *both_values,
    p[0] == q[0],
    both(a * cross[0] <= cross[1], a * cross[1] <= cross[0]),
)
def promised_where_0_changes_nothing(proof):
    facts = [part for at in (0, 1) for part in proof.parts(near(p, q, a, 1))[-1](at).parts()]
    return proof.qed(*facts)
