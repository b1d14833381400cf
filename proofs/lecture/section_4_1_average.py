"""Section 4.1: no privacy, complete privacy, and the average of the answers between them.

With ε = 1/2 each answer is the bit, and the average is p without error. With ε = 0 it is a fair coin, whatever the bit
is. Between them the mean of the average is 2ε·p + 1/2 - ε, which is p only for p = 1/2 or ε = 1/2.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.query import chances_sum_to_1, mean_of_bits
from exactdp.claims.statements.expressions import same
from exactdp.claims.vocabulary.query import bits, chances, estimate, mean_of_ones, told

claim = Claim(
    "lecture.section-4-1.average",
    "the average answer and the two approaches",
    section="4.1",
    position=20,
    kept={**KEPT, **dict.fromkeys(("0 ≤ ε", "ε ≤ 1/2", "X has n bits"), "the lecture's data and ε")},
)

i, n, s = indices("i n s")
(t,) = numbers("ε")
(x,) = vectors("X")
(W,) = matrices("W")
levels = (1 <= n, 0 <= t, t <= "1/2")
answers = (*levels, bits(x, n), chances(W, told(x, t), n))
fraction = Sum(i, 1, n, x[i]) / n
average = function(s, as_number(s) / n)
mean = mean_of_ones(W, average, n)


def moments(proof):
    found = [proof.use(each(), q=told(x, t), k=n) for each in (chances_sum_to_1, mean_of_bits)]
    return [*found, proof.use(lemmas.index_order(), j=1, k=n)]


claim.clause("no-privacy", t == "1/2", told(x, t)[i] == x[i])(by_arithmetic)
claim.clause(
    "no-privacy-no-error", *answers, t == "1/2", mean_of_ones(W, function(s, estimate(t, n)[s] ** 2), n) == fraction**2
)(lambda proof: proof.cite("lecture.section-4-1.variance#no-variance-at-a-half"))
claim.clause("complete-privacy", t == 0, told(x, t)[i] == "1/2")(by_arithmetic)
claim.clause("mean", *answers, mean == 2 * t * fraction + "1/2" - t)(lambda proof: proof.qed(*moments(proof)))
claim.clause("off-by", *answers, mean - fraction == (-t + "1/2") * (1 - 2 * fraction))(
    lambda proof: proof.qed(*moments(proof))
)


@claim.clause("unbiased-only", *answers, mean == fraction, (fraction == "1/2") | (t == "1/2"))
def unbiased_only(proof):
    none = proof.have((-t + "1/2") * (1 - 2 * fraction) == 0, proof.cite("#off-by"))
    case = proof.otherwise()
    p, level = case.know(~proof.goal).parts()
    room = -t + "1/2"
    private = case.either(level, lambda side: side.have(0 < room), lambda side: side.contradiction(0 < room))

    def apart(side):
        below = any(same(f, fraction < "1/2") for f in side.given)
        sign = side.have(0 < (1 if below else -1) * (1 - 2 * fraction), proof.use(lemmas.index_order(), j=1, k=n))
        return side.contradiction(proof.goal, none, side.product(private, sign))

    return case.closed(case.either(p, apart, apart))


claim.clause("unbiased-estimator", *answers, 0 < t, mean_of_ones(W, estimate(t, n), n) == fraction)(
    lambda proof: proof.cite("lecture.section-4-1.expectation#unbiased")
)
