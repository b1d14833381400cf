"""Section 2: e^ε is about 1 + ε for small ε, and e^(1/10) is about 1.1052.

Bounds on the partial sums e_n(ε) that hold for every large n also hold for e^ε. For ε ≤ 1, each term after ε²/2 is at
most a third of the one before. So all later sums are at most a partial sum and half of its last term.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.noise import series_rises, series_stays_below, series_term, terms_nonnegative
from exactdp.claims.vocabulary.noise import series

claim = Claim(
    "dwork2013.section-2.exponential",
    "e^ε for small ε",
    section="2",
    position=40,
    kept={"0 ≤ ε": "a bound on the privacy loss is ≥ 0", "2 ≤ n": "e_n has the term ε²/2"},
)

k, n = indices("k n")
e = number("ε")
rest = series(e, n) - (1 + e)

claim.clause("at-least", 0 <= e, 2 <= n, e**2 / 2 <= rest)(lambda proof: proof.qed(proof.use(series_rises(), i=2)))
claim.clause("at-most", 0 <= e, e <= 1, 2 <= n, rest <= 3 * e**2 / 4)(
    lambda proof: proof.qed(proof.use(series_stays_below(), i=2), proof.use(terms_nonnegative(), k=n))
)


@claim.clause("by-e", 0 <= e, e <= 1, 2 <= n, rest <= (series(1, n) - 2) * e**2)
def by_e(proof):
    inner = proof.assuming(between(2, k, n))
    one = as_number(1)
    weight = inner.use(terms_nonnegative(), ε=1)
    falls = inner.product(weight, inner.use(lemmas.power_falls(), α=e, i=2, k=k))
    each = inner.have(
        series_term(k) <= e**2 * (one**k / series_term(k).args[1]), falls, inner.use(lemmas.power_of_one())
    )
    total = proof.termwise(k, 2, n, each)
    scaled = proof.use(lemmas.scaled_sum(), low=2, high=n, t=e**2, f=lambda v: one**v / series_term(v).args[1])
    return proof.qed(total, scaled, *(proof.split(unfold(series(of, n)), 1) for of in (e, 1)))


tenth = as_number("1/10")


def enclosed(proof):
    """Return the goal, as from the fifth term on the sum is between two fractions."""
    low, high = proof.use(series_rises(), ε=tenth, i=4), proof.use(series_stays_below(), ε=tenth, i=4)
    return proof.qed(low, high, proof.use(terms_nonnegative(), ε=tenth, k=n))


claim.clause("decimal", 4 <= n, abs(series(tenth, n) - "1.1052") < "1/20000")(enclosed)
missing = series(tenth, n) - (1 + tenth)
claim.clause("short-by", 4 <= n, both("0.00517" < missing, missing < "0.00518"))(enclosed)
