"""Section 1.1, the differencing attack: a count with the director less one without.

True counts are whole numbers, so rounding removes errors below 1/2: c and d are the counts with the director and
without. Two databases that fit the answers u and v have the same counts, and the same bit. Only one of the counts
includes her, so an α-private mechanism's answers move the odds of the bit by at most the factor 1/α.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import near

claim = Claim("dwork2013.section-1-1.differencing", "the differencing attack", section="1.1", position=20, kept=KEPT)

c, d, e, f, i, j, k, m, n, s = indices("c d e f i j k m n s")
a, b, E, u, v = numbers("α β E u v")
x, p, q, w = vectors("x p q w")


@claim.clause("difference", between(1, j, n), Sum(i, 1, n, x[i]) - Sum(i, 1, n, If(i == j, 0, x[i])) == x[j])
def difference(proof):
    others, only = (lambda k: If(k == j, 0, x[k])), (lambda k: If(k == j, x[k], 0))
    whole = proof.termwise(i, 1, n, others(i) + 1 * only(i) == x[i])
    apart = proof.use(lemmas.sum_of_two(), t=1, low=1, high=n, f=others, g=only)
    return proof.qed(whole, apart, proof.use(lemmas.one_term(), low=1, high=n, f=x))


def within(count, other):
    return both(abs(u - count) <= E, abs(u - other) <= E)


@claim.clause("one-count", E < "1/2", within(c, e), c == e)
def one_count(proof):
    def apart(low, high):
        return lambda case: case.contradiction(c == e, case.use(lemmas.index_order(), j=low + 1, k=high))

    return proof.by_contradiction(c == e, lambda case: case.either(case.know(~(c == e)), apart(c, e), apart(e, c)))


answers = (abs(u - c) <= E, abs(u - e) <= E, abs(v - d) <= E, abs(v - f) <= E)


@claim.clause("bit-is-known", E < "1/2", *answers, c - d == e - f)
def bit_is_known(proof):
    same = [proof.cite("#one-count"), proof.cite("#one-count", u=v, c=d, e=f)]
    return proof.qed(*same)


half = as_number(1) / 2
claim.clause("open-at-a-half", both(abs(u + half - u) <= half, abs(u + half - (u + 1)) <= half))(by_arithmetic)
odds = (b * (p[k] * w[s])) / ((1 - b) * (q[k] * w[s]))

claim.clause(
    "private",
    0 < a,
    a <= 1,
    near(p, q, a, m),
    between(0, k, m),
    0 < q[k],
    0 < w[s],
    0 <= b,
    b < 1,
    both(a * (b / (1 - b)) <= odds, odds <= b / (1 - b) / a),
)(by_arithmetic)
