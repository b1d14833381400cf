"""Lemma 5 at α = 0, at α = 1 and for n = 0: the pattern is there without the step.

At α = 0 the identity is private, loses least, and is the only mechanism with L' = 0; rows i and i+1 have their only
entries in columns i and i+1. At α = 1 rows are equal, so every column is both ↓ and ↑. For n = 0 there is one row.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary import falls, rises
from exactdp.claims.vocabulary.lexicographic import lexicographically_optimal, total_error

claim = Claim("gupte2010.lemma-5.edges", "the pattern at α = 0, α = 1 and n = 0", section="4.2", position=20, kept=KEPT)

n, m, i, k, r, s = indices("n m i k r s")
x, l = matrices("x l")  # noqa: E741 (the paper's letter for a loss)
S = variable("S", SET)
I = unit_matrix()  # noqa: E741 (the unit matrix)
at_0 = lexicographically_optimal(x, l, S, 0, n, n)


@claim.clause("identity-private", private(I, 0, n, n))
def identity_private(proof):
    row = proof.assuming(between(0, i, n))
    sums = row.telescope(r, 0, n, I[i, r], lambda v: If(v <= i, 0, 1))
    return proof.qed(row.have(Sum(r, 0, n, I[i, r]) == 1, sums))


claim.clause("identity-loss", between(0, i, n), expected_loss(l, I, n, i) == l[i, i])(
    lambda proof: proof.qed(proof.telescope(r, 0, n, I[i, r] * l[i, r], lambda v: If(v <= i, 0, l[i, i])))
)


@claim.clause(
    "least-loss", monotone(l, n, n), stochastic(x, n, n), between(0, i, n), l[i, i] <= expected_loss(l, x, n, i)
)
def least_loss(proof):
    each = proof.assuming(between(0, r, n))
    each.remember(each.have(abs(i - i) <= abs(i - r)))
    rises = each.know(monotone(l, n, n))(i, i)(r)
    return proof.qed(proof.termwise(r, 0, n, x[i, r] * l[i, i] <= x[i, r] * l[i, r], rises))


@claim.clause("identity-error", total_error(I, n, n) == 0)
def identity_error(proof):
    row = proof.assuming(between(0, i, n))
    return proof.qed(
        proof.termwise(
            i,
            0,
            n,
            expected_loss(absolute_loss, I, n, i) == 0,
            row.cite("gupte2010.lemma-5.edges#identity-loss", l=absolute_loss),
        )
    )


@claim.clause(
    "off-diagonal",
    stochastic(x, n, n),
    total_error(x, n, n) <= 0,
    between(0, i, n),
    between(0, r, n),
    r != i,
    x[i, r] == 0,
)
def off_diagonal(proof):
    def error(k):
        return function(s, x[k, s] * absolute_loss[k, s])

    def signs(k):
        return All(s, between(0, s, n), error(k)[s] >= 0)

    row = proof.assuming(between(0, k, n))
    each = row.have(signs(k), row.use(lemmas.distance_nonnegative(), k=k - s))
    total = row.use(lemmas.sum_nonnegative(), each, low=0, high=n, f=error(k))
    rows = function(k, Sum(s, 0, n, error(k)[s]))
    least = proof.use(lemmas.sum_nonnegative(), total, low=0, high=n, f=rows)
    none = proof.indirect(Sum(k, 0, n, rows[k]) == 0, least)
    row_i = proof.use(lemmas.terms_of_zero_sum(), total, none, low=0, high=n, j=i, f=rows)
    entries = proof.all(each, k, between(0, k, n))(i)
    entry = proof.use(lemmas.terms_of_zero_sum(), entries, row_i, low=0, high=n, j=r, f=error(i))

    def apart(p):
        far = p.use(lemmas.index_order(), j=1, k=abs(i - r))
        far = p.restated(far, 1 <= absolute_loss[i, r])
        return p.indirect(x[i, r] == 0, entry, far)

    return proof.either(proof.know(r != i), apart, apart)


@claim.clause(
    "only-identity",
    stochastic(x, n, n),
    total_error(x, n, n) <= 0,
    between(0, i, n),
    between(0, r, n),
    x[i, r] == I[i, r],
)
def only_identity(proof):
    column = proof.assuming(between(0, r, n))
    alone = x[i, r] == If(r == i, x[i, r], 0)

    def none(p):
        return p.have(alone, p.cite("gupte2010.lemma-5.edges#off-diagonal"))

    each = column.cases(alone, (r < i, none), (i < r, none), (TRUE, lambda p: p.have(alone)))
    total = proof.termwise(r, 0, n, alone, each)
    diagonal = proof.have(x[i, i] == 1, total, proof.use(lemmas.one_term(), low=0, high=n, j=i, f=function(r, x[i, r])))
    return proof.have(proof.goal, diagonal, each)


@claim.clause("identity-only", monotone(l, n, n), at_0, between(0, i, n), between(0, r, n), x[i, r] == I[i, r])
def identity_only(proof):
    best = proof.parts(at_0)[-1]
    proof.remember(proof.cite("gupte2010.lemma-5.edges#identity-private"))
    least = best(I).parts()[-1]
    p = proof.inside(least.says.args[0])
    facts = [p.cite("gupte2010.lemma-5.edges#identity-loss"), p.cite("gupte2010.lemma-5.edges#least-loss")]
    error = proof.detach(least, p.closed(p.witness(p.goal, i, *facts)))
    none = proof.have(total_error(x, n, n) <= 0, error, proof.cite("gupte2010.lemma-5.edges#identity-error"))
    return proof.cite("gupte2010.lemma-5.edges#only-identity", none)


claim.clause(
    "identity-pattern",
    0 <= i,
    i < n,
    All(k, between(0, k, i), falls(I, 0, i, k)) & All(k, between(i + 1, k, n), rises(I, 0, i, k)),
)(by_arithmetic)

claim.clause("equal-rows", private(x, 1, n, m), 0 <= i, i < n, between(0, r, m), falls(x, 1, i, r) & rises(x, 1, i, r))(
    lambda proof: proof.qed(proof.indirect(x[i, r] == x[i + 1, r], proof.parts(private(x, 1, n, m))[-1](i, r)))
)
