"""Section 2.4: noise of about √k for k counting queries, against the reconstruction bound of section 1.1.

With variance v = k/ε² the expected size of the noise is √(2/π)·√k/ε. Its density is e^(-x²/(2v))/z with z = √(2πv), and
x·e^(-x²/(2v)) has the antiderivative -v·e^(-x²/(2v)). So the part of the integral from kh to (k+1)h is v·(b^(k²) -
b^((k+1)²))/z, b = e^(-h²/(2v)); all parts from 0 on add up to v/z, and both sides to 2v/z. In the formulas s is √k, w
is the expected size and c is √(2/π). The attack reconstructs at least k - 4E² of k bits when all errors are at most E:
the largest error, and not the expected one.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.enclosure import pi_above, pi_below, root_above, root_below

claim = Claim(
    "dwork2013.section-2-4.square-root",
    "noise of order √k for k queries",
    section="2.4",
    position=85,
    kept={**KEPT, "0 < b": "b is a power of e", "b < 1": "b is a power of e", "0 < c": "c is √(2/π)"},
)

k, m = indices("k m")
(g,) = vectors("g")
b, c, e, s, v, w, x, y, z, E, pi = numbers("b c ε s v w x y z E π")


@claim.clause(
    "parts",
    0 < b,
    b < 1,
    0 <= m,
    Sum(k, 0, m, v * (b ** (k * k) - b ** ((k + 1) * (k + 1)))) == v * (1 - b ** ((m + 1) * (m + 1))),
)
def parts(proof):
    whole = Proof([0 <= m]).telescope(k, 0, m, v * (g[k] - g[k + 1]), lambda at: -v * g[at])
    found = proof.use(whole.theorem, g=lambda at: b ** (at * at))
    return proof.opaque(proof.goal, found, terms=(*proof.goal.args[:1], b ** ((m + 1) * (m + 1))))


deviation = s / e
# s is √k, w is the expected size, and c is √(2/π)
sizes = (0 < e, 0 < s, 0 < z, 0 < c, pi * c**2 == 2, z**2 == 2 * pi * deviation**2, w * z == 2 * deviation**2)


@lemma([0 < x, 0 < y, x * x <= y * y], x <= y)
def root_order(proof):
    """From x² ≤ y² and x, y > 0: x ≤ y."""
    return proof.indirect(proof.goal)


@claim.clause("size", *sizes, w == c * deviation)
def size(proof):
    terms = [deviation]
    known = [proof.know(each) for each in (0 < z, 0 < c, *sizes[4:])]
    sides = [proof.use(root_order(), x=x, y=y) for x, y in ((c * z, 2 * deviation), (2 * deviation, c * z))]
    root = proof.use(lemmas.between_each_other(), *sides, α=c * z, β=2 * deviation)
    same = proof.opaque(w * z == c * deviation * z, *known, root, terms=terms)
    most = proof.use(lemmas.quotient_order(), same, t=z, α=w, β=c * deviation)
    return proof.use(
        lemmas.between_each_other(),
        most,
        proof.use(lemmas.quotient_order(), same, t=z, α=c * deviation, β=w),
        α=w,
        β=c * deviation,
    )


some_bits, small = 0 < s**2 - 4 * E**2, E < s / 2


@claim.clause("positive", 0 < s, 0 <= E, both(some_bits >> small, small >> some_bits))
def positive(proof):
    def few(inner):
        return inner.indirect(inner.goal)

    def many(inner):
        return inner.have(inner.goal)

    return proof.both(*(proof.for_all(each, step) for each, step in zip(proof.goal.args, (few, many), strict=True)))


claim.clause("below", 0 < s, 0 < c, c < "4/5", "8/5" <= e, c * deviation < s / 2)(by_arithmetic)
claim.clause("above", 0 < s, "3/4" < c, 0 < e, e <= "3/2", s / 2 < c * deviation)(by_arithmetic)


def constant(lower, upper, times):
    return both(lower < times * root_below(2 / pi_above), times * root_above(2 / pi_below) < upper)


claim.clause("constant", constant("0.7978", "0.7979", 1) & constant("1.5957", "1.5958", 2))(by_evaluation)
