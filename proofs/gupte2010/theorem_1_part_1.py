"""Theorem 1, part 1: the privacy level of the joint results of a set C of consumers, and its index.

Let r be the result of the consumer i' = min C: it comes from G at the level α = α_i'. The other results of C are a list
s. Its probability R[r,s] depends on r alone, not on the true result i. So on input i the consumers hold r and s with
probability G[i,r]·R[r,s], and the exact privacy level of that is α_i'. In the proof the index is doubled: c_i' is the
i'-th member of C.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.theorem-1.part-1",
    "the privacy level of colluding consumers' joint results",
    section="4.2",
    position=26,
    printed=(
        "the release is α_{c_i'}-private with i' = min{j: j ∈ C}, where c_i' is the i'-th smallest of C; and the "
        "theorem's set is first called I and then C"
    ),
    slip="print",
    kept=KEPT,
)

n, m, i, r, s = indices("n m i r s")
a, b = number("α"), number("β")
R = matrix("R")
G = geometric_mechanism(n, a)
# The lists of the other results are numbered by s.
held = function(i, r, s, G[i, r] * R[r, s])
steps = (b * held[i + 1, r, s] <= held[i, r, s]) & (b * held[i, r, s] <= held[i + 1, r, s])
together = explained(
    "a result of G_({2},{0}) and a list drawn from its row of {1} are together {4}-private on {{0..{2}}} × {{0..{3}}}",
    (a, R, n, m, b),
    Every((i, 0, n - 1), (r, 0, n), (s, 0, m), steps),
)


def private(level):
    return unfold(together(a, R, n, m, level))


given = (1 <= n, 0 <= a, a <= 1, stochastic(R, n, m))


@claim.clause("private", *given, together(a, R, n, m, a))
def is_private(proof):
    deployed = proof.cite("gupte2010.definition-4#private")
    near, remap = deployed.parts()[-1], proof.parts(stochastic(R, n, m))[-2]
    x = matrix("x")
    # For any matrix in the place of G
    lemma = Proof([0 <= R[r, s], a * x[i + 1, r] <= x[i, r], a * x[i, r] <= x[i + 1, r]])
    pair = (a * (x[i + 1, r] * R[r, s]) <= x[i, r] * R[r, s]) & (a * (x[i, r] * R[r, s]) <= x[i + 1, r] * R[r, s])
    found = lemma.have(pair).theorem
    each = proof.for_all(
        private(a),
        lambda inner: inner.use(found, inner.fact(remap(r, s)), *inner.fact(near(i, r)).parts(), x=G),
    )
    return proof.qed(each)


@claim.clause("no-more", *given, together(a, R, n, m, b), b <= a)
def no_more(proof):
    # Summed over the lists, only the first result is left.
    rows = proof.parts(stochastic(R, n, m))[-1]
    each = proof.know(private(b))(0, 0, s).parts()[1]
    return proof.qed(proof.termwise(s, 0, m, b * held[0, 0, s] <= held[1, 0, s], each), rows(0))


# r_2 and r_3 together, for n = 1 and the levels 1/4 < 1/2 < 2/3: c_2 is 3
pairs = {"n": 1, "m": 1, "α": Fraction(1, 2), "β": Fraction(2, 3)}
transition = ((Fraction(4, 5), Fraction(1, 5)), (Fraction(1, 5), Fraction(4, 5)))
claim.printed_as(
    "doubled-index",
    *given,
    a <= b,
    together(a, R, n, m, b),
    at={**pairs, "R": transition},
    instead=("private", "no-more"),
)
