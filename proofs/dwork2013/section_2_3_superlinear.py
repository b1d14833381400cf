"""Section 2.3: Laplace noise for many queries, compared with trivial answers, whose error is at most n.

k counting queries together have sensitivity k in general, so each answer gets Lap(k/ε), whose expected size is k/ε.
Every count lies in 0..m, so answering m/2 is never off by more than m/2. With k ≥ g·m queries the size is at least
2g/ε times that, where g grows with m if k is superlinear.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.noise import below, near_power

claim = Claim(
    "dwork2013.section-2-3.superlinear", "Laplace noise for more queries than rows", section="2.3", position=65
)

j, k, m = indices("j k m")
c, e, g, h, x = numbers("c ε g h x")
d, S = variable("d", INDEX_MAP), variable("S", SET)
scale = as_number(k) / e
step = (0 < e, 1 <= k, 0 < x, 0 < c, c < 1, near_power(c, x), h == x * scale)


@claim.clause("expected-size", *step, both(c * scale <= h * c / (1 - c), h / (1 - c) <= scale / c))
def expected_size(proof):
    size = proof.use(lemmas.index_order(), j=1, k=k)
    return proof.cite("dwork2013.definition-2#mean", proof.have(0 < scale, size), b=scale)


claim.clause(
    "median-size",
    *(0 < c, c < 1, 0 <= j, c**j == "1/2", below(c, -j) + (1 - below(c, j)) == "1/2"),
    kept={"0 < c": "a power of e", "c < 1": "a power of e"},
)(lambda proof: proof.qed(proof.cite("dwork2013.definition-2#size", k=j)))


@claim.clause("trivial-answer", 0 <= m, abs(count(d, S, m) - as_number(m) / 2) <= as_number(m) / 2)
def trivial_answer(proof):
    bit = If(S[d[j]], as_number(1), 0)
    total = Sum(j, 0, m - 1, bit)
    low, high = (proof.termwise(j, 0, m - 1, each) for each in (0 <= bit, bit <= 1))
    least, most = proof.have(0 <= total, low), proof.have(total <= as_number(m), high)
    found = proof.opaque(
        both(total - as_number(m) / 2 <= as_number(m) / 2, -(total - as_number(m) / 2) <= as_number(m) / 2), least, most
    )
    return proof.have(proof.goal, *found.parts())


claim.clause(
    "from-here-on",
    0 < e,
    both((as_number(m) / 2 < scale) >> (e * m / 2 < k), (e * m / 2 < k) >> (as_number(m) / 2 < scale)),
)(by_arithmetic)

claim.clause("factor", 0 < e, g * m <= k, as_number(m) / 2 * (2 * g / e) <= scale)(by_arithmetic)
