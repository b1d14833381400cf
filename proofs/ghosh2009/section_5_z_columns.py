"""A column of an α-private mechanism is all zero or nowhere zero, if α > 0.

An entry is at least α times its neighbour, so by induction on the distance x_i ≥ α^|k-i|·x_k. So if one entry of a
column is positive, all are, and if one is 0, all are. Then every entry of C in this column is Z, or no entry is Z.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.polytope import zero

claim = Claim("ghosh2009.section-5.z-columns", "a column of C is all Z or has no Z", section="5", position=44)

n, m, i, k, r = indices("n m i k r")
a, x = number("α"), matrix("x")
given = (private(x, a, n, m), between(0, i, n), between(0, k, n), between(0, r, m))


@claim.clause("bound", 0 <= a, *given, a ** abs(k - i) * x[k, r] <= x[i, r], kept={"0 ≤ α": "the paper's levels"})
def bound(proof):
    return proof.cases(
        proof.goal,
        (k <= i, lambda p: p.have(proof.goal, p.detach(p.use(lemmas.entry_of_private(), i=k, k=i - k)))),
        (i < k, lambda p: p.have(proof.goal, p.detach(p.use(lemmas.entry_of_private_upwards(), i=i, k=k - i)))),
    )


@claim.clause("all-positive", 0 < a, *given, 0 < x[k, r], 0 < x[i, r])
def all_positive(proof):
    least = proof.cite("ghosh2009.section-5.z-columns#bound")
    return proof.qed(least, proof.use(lemmas.power_positive(), k=abs(k - i)))


@claim.clause(
    "all-z",
    0 < a,
    *given,
    i < n,
    0 < x[k, r],
    ~zero(x, i, r),
    kept={
        "0 < α": "at α = 0 a column may have zeros and other entries",
        "i < n": "the rows of C",
        text(private(x, a, n, m)): "otherwise a column may have zeros and other entries",
    },
)
def no_z(proof):
    return proof.indirect(proof.goal, proof.cite("ghosh2009.section-5.z-columns#all-positive"))


G = geometric_mechanism(n, a)

claim.clause(
    "sharp",
    1 <= n,
    0 <= a,
    a <= 1,
    0 <= i,
    i <= k,
    k <= n,
    a ** (k - i) * G[k, n] == G[i, n],
    kept={
        "1 ≤ n": "G is defined for n ≥ 1",
        **dict.fromkeys(("0 ≤ α", "α ≤ 1"), "the paper's levels"),
        "0 ≤ i": "the inputs are {0..n}",
    },
)(by_arithmetic)

identity = function(i, r, as_number(If(i == r, 1, 0)))


@claim.clause(
    "not-at-zero",
    1 <= n,
    Some(x, private(x, 0, n, n), (x[0, 0] == 1) & (x[1, 0] == 0)),
    kept={"1 ≤ n": "row 1 is a row"},
    witnesses={"x": identity},
)
def not_at_zero(proof):
    inner = proof.assuming(between(0, i, n))
    sums = inner.telescope(r, 0, n, identity[i, r], lambda v: If(v <= i, 0, 1))
    return proof.witness(proof.goal, identity, inner.have(Sum(r, 0, n, identity[i, r]) == 1, sums))
