"""Theorem 2.2: all subset queries with errors up to E leave at most 4E wrong bits.

Let d be the true database, and I_0 the people whose bit is 0. On I_0 a candidate c is wrong where it has a 1, so in Σc
places. Both Σc and Σd = 0 are within E of the answer for I_0, so Σc ≤ 2E. For the people I_1 whose bit is 1, the
argument is the same with 1-c and 1-d. So the answers u and v to these two subset queries are enough, however they are
chosen.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.query import bits, fits_both, wrong_in_subset

claim = Claim(
    "lecture.theorem-2-2",
    "all subset queries, all but 4E positions",
    section="2",
    position=40,
    kept={
        **dict.fromkeys(("c has n bits", "d has n bits"), "the lecture's databases"),
        **dict.fromkeys(
            ("|(c·(i ↦ 1 - d[i]) (n)) - u| ≤ E", "|(d·(i ↦ 1 - d[i]) (n)) - u| ≤ E"),
            "the definition of an answer within E",
        ),
    },
)

i, n = indices("i n")
E, u, v = numbers("E u v")
c, d = vectors("c d")
zeros, everyone = function(i, 1 - d[i]), function(i, as_number(1))
databases = (bits(c, n), bits(d, n))


def places(proof, formula):
    """Return what holds of c_i and d_i wherever they are bits, in every place."""
    inner = proof.assuming(1 <= i, i <= n)
    of_c, of_d = (inner.parts(bits(of, n))[-1](i) for of in (c, d))

    def at(x, y):
        return lambda case: case.fact(core.evaluate(formula(as_number(x), as_number(y))))

    def with_d(x):
        def found(y):
            def step(case):
                equal = case.have(as_number(y) == d[i])
                return case.replace(equal, lambda w: formula(as_number(x), w), at(x, y)(case))

            return step

        return lambda case: case.either(of_d, found(0), found(1))

    def with_c(x):
        def step(case):
            equal = case.have(as_number(x) == c[i])
            return case.replace(equal, lambda w: formula(w, d[i]), with_d(x)(case))

        return step

    return proof.termwise(i, 1, n, formula(c[i], d[i]), inner.either(of_c, with_c(0), with_c(1)))


claim.clause("where-d-is-0", *databases, fits_both(u, zeros, E, c, d, n), wrong_in_subset(c, d, zeros, n) <= 2 * E)(
    lambda proof: proof.qed(places(proof, lambda x, y: abs(x - y) * (1 - y) == x * (1 - y) - y * (1 - y)))
)
claim.clause("where-d-is-1", *databases, fits_both(v, d, E, c, d, n), wrong_in_subset(c, d, d, n) <= 2 * E)(
    lambda proof: proof.qed(places(proof, lambda x, y: abs(x - y) * y == y * y - x * y))
)


@claim.clause(
    "all-but-4e",
    *databases,
    fits_both(u, zeros, E, c, d, n),
    fits_both(v, d, E, c, d, n),
    wrong_in_subset(c, d, everyone, n) <= 4 * E,
)
def all_but_4e(proof):
    halves = [proof.cite("#where-d-is-0"), proof.cite("#where-d-is-1")]
    apart = [lambda w: abs(c[w] - d[w]) * (1 - d[w]), lambda w: abs(c[w] - d[w]) * d[w]]
    one = proof.termwise(i, 1, n, apart[0](i) + 1 * apart[1](i) == abs(c[i] - d[i]) * everyone[i])
    return proof.qed(*halves, one, proof.use(lemmas.sum_of_two(), t=1, low=1, high=n, f=apart[0], g=apart[1]))
