"""Section 4.1: the level that colluders must not exceed, and the level of results that are released independently.

Two results drawn independently from G_{n,α} and G_{n,β} are together private at αβ and at no larger level. The
probabilities of a pair are products, and on response (0, 0) the inputs 0 and 1 have the ratio αβ. If the second result
is instead a remap of the first, as in Algorithm 1, each pair has the ratio of its first response: the level is α. One
result has the exact level of its G by Definition 4. The other results are remaps of the least private one, and not the
reverse, by Lemma 3.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-4-1.release",
    "the group of colluders and its smallest level",
    section="4.1",
    position=20,
    kept=KEPT,
)

n, m, i, r, s = indices("n m i r s")
a, b, c = numbers("α β γ")
x, y, T = matrices("x y T")
pairs = variable("pairs", Function(3, NUMBER))
private_pairs = Definition(
    "{0} is {1}-private on {{0..{2}}} with pairs of responses {{0..{3}}}",
    (pairs, a, n, m),
    Every(
        (i, 0, n - 1),
        (r, 0, m),
        (s, 0, m),
        (a * pairs[i + 1, r, s] <= pairs[i, r, s]) & (a * pairs[i, r, s] <= pairs[i + 1, r, s]),
    ),
)
independent = function(i, r, s, x[i, r] * y[i, s])
chained = function(i, r, s, x[i, r] * T[r, s])
G_pairs = function(i, r, s, geometric_mechanism(n, a)[i, r] * geometric_mechanism(n, b)[i, s])
G_chain = function(i, r, s, geometric_mechanism(n, a)[i, r] * T[r, s])


@claim.clause(
    "independent", 0 <= a, 0 <= b, private(x, a, n, m), private(y, b, n, m), private_pairs(independent, a * b, n, m)
)
def independent_results(proof):
    first, near_first = (proof.parts(private(x, a, n, m))[k] for k in (-3, -1))
    second, near_second = (proof.parts(private(y, b, n, m))[k] for k in (-3, -1))
    inner = proof.inside()
    entries = [first(row, r) for row in (i, i + 1)] + [second(row, s) for row in (i, i + 1)]
    # x·u - αβ·y·v = (x - αy)·u + αy·(u - βv)
    return inner.closed(inner.have(inner.goal, *entries, near_first(i, r), near_second(i, s), factors=3))


given = (1 <= n, 0 <= a, 0 <= b)


@claim.clause("independent-exact", *given, private_pairs(G_pairs, c, n, n), c <= a * b)
def independent_exact(proof):
    near = proof.parts(private_pairs(G_pairs, c, n, n))[-1]
    return proof.qed(near(0, 0, 0), 0 < 1 + a, 0 < 1 + b, factors=3)


claim.clause("below-both", 0 < a, a < 1, 0 < b, b < 1, (a * b < a) & (a * b < b))(by_arithmetic)


@claim.clause("chain", private(x, a, n, m), stochastic(T, m, m), private_pairs(chained, a, n, m))
def chain(proof):
    near, remap = proof.parts(private(x, a, n, m))[-1], proof.parts(stochastic(T, m, m))[-2]
    return proof.for_all(proof.goal, lambda inner: inner.have(inner.goal, near(i, r), remap(r, s)))


@claim.clause("chain-exact", 1 <= n, 0 <= a, stochastic(T, n, n), private_pairs(G_chain, c, n, n), c <= a)
def chain_exact(proof):
    # Summed over the second response, only G_α is left.
    near, rows = proof.parts(private_pairs(G_chain, c, n, n))[-1], proof.parts(stochastic(T, n, n))[-1]
    summed = proof.termwise(s, 0, n, c * G_chain[0, 0, s] <= G_chain[1, 0, s], near(0, 0, s))
    return proof.qed(summed, rows(0))
