"""An entry 1 in an α-private mechanism, and Theorem 3.1 for such mechanisms.

With d = |k-i|, α^d times an entry of row k is at most the entry of row i. Summed over all responses except j, this says
that α^d·(1 - x_kj) ≤ 1 - x_ij = 0. So every row is the same point mass. The remap that sends every response to j makes
this mechanism from any other, and also from x^G. At α = 0 this fails: the identity is a counterexample (see Z-columns).
"""

from exactdp.claims.language import *

claim = Claim("ghosh2009.section-5.singleton-support", "mechanisms with an entry 1", section="5", position=48)

n, m, i, j, k, r, s, z = indices("n m i j k r s z")
a = number("α")
x, y = matrices("x y")
given = (0 < a, private(x, a, n, m), between(0, i, n), between(0, j, m), x[i, j] == 1, between(0, k, n))


def parts(proof, row):
    return proof.split(Sum(r, 0, m, x[row, r]), j - 1), proof.split(Sum(r, j, m, x[row, r]), j)


@claim.clause("in-every-row", *given, x[k, j] == 1, kept=dict.fromkeys(("0 ≤ j", "j ≤ m"), "the responses are {0..m}"))
def in_every_row(proof):
    nonneg, ones, _ = proof.parts(private(x, a, n, m))[-3:]
    scale = a ** abs(k - i)
    sums, signs = [], []
    for low, high in ((0, j - 1), (j + 1, m)):
        inner = proof.assuming(low <= r, r <= high)
        bound = inner.cite("ghosh2009.section-5.z-columns#bound")
        sums.append(
            proof.termwise(r, low, high, scale * x[k, r] <= x[i, r], inner.all(bound, r, low <= r, r <= high)(r))
        )
        signs.append(proof.termwise(r, low, high, 0 <= x[k, r], nonneg(k, r)))
    facts = ones(k), ones(i), *parts(proof, k), *parts(proof, i), *sums, *signs
    positive = proof.use(lemmas.power_positive(), k=abs(k - i))
    less = proof.have(scale * (1 - x[k, j]) <= 0, *facts)
    return proof.indirect(proof.goal, less, positive, proof.have(x[k, j] <= 1, *facts))


@claim.clause(
    "nothing-else",
    *(*given, between(0, r, m)),
    x[k, r] == as_number(If(r == j, 1, 0)),
    kept={"0 < α": "at α = 0 the identity is a counterexample"},
)
def nothing_else(proof):
    nonneg, ones, _ = proof.parts(private(x, a, n, m))[-3:]
    whole = proof.cite("ghosh2009.section-5.singleton-support#in-every-row")

    def beside(low, high):
        inner = proof.assuming(low <= s, s <= high)
        each = proof.all(inner.have(0 <= x[k, s], nonneg(k, s)), s, low <= s, s <= high)
        return lambda p: p.use(lemmas.term_at_most_sum(), each, low=low, high=high, j=r, f=function(s, x[k, s]))

    signs = [proof.termwise(s, low, high, 0 <= x[k, s], nonneg(k, s)) for low, high in ((0, j - 1), (j + 1, m))]

    def zero(part):
        return lambda p: p.indirect(proof.goal, part(p), *signs, whole, ones(k), *parts(p, k), nonneg(k, r))

    return proof.cases(
        proof.goal,
        (r < j, zero(beside(0, j - 1))),
        (j < r, zero(beside(j + 1, m))),
        (TRUE, lambda p: p.have(proof.goal, whole)),
    )


constant = function(z, r, as_number(If(r == j, 1, 0)))


@claim.clause(
    "constant-map",
    *given,
    stochastic(y, n, s),
    between(0, r, m),
    product(y, constant, s)[k, r] == x[k, r],
    kept={"0 < α": "the paper's levels"},
)
def constant_map(proof):
    ones = proof.parts(stochastic(y, n, s))[-1]
    return proof.qed(proof.cite("ghosh2009.section-5.singleton-support#nothing-else"), ones(k))
