"""Theorem 3.1: a user's best remap of the geometric mechanism is optimal among all α-private mechanisms.

Coq proves it: for every private x there is a remap of G that loses no more on any input. The reason is that a monotone
loss falls up to r = i and rises from there. This is another proof than the paper's, whose steps have claims of their
own. A best remap exists, and is deterministic, by Bayes' rule. The remaps of x^G and of G induce the same mechanisms,
by section-3.range; at α = 1 x^G does not exist.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.terms import conjuncts

claim = Claim(
    "ghosh2009.theorem-3.1",
    "the geometric mechanism is optimal for every user",
    section="3",
    position=10,
    kept=KEPT | {"1 ≤ n": "G is defined for n ≥ 1"},
)

n, k, r = indices("n k r")
a = number("α")
x, T, U, l = matrices("x T U l")  # noqa: E741 (the paper's name of a loss)
(p,) = vectors("p")
f = variable("f", INDEX_MAP)

G = geometric_mechanism(n, a)
user = (1 <= n, 0 <= a, a <= 1, prior(p, n), monotone(l, n, n))


def loss(mechanism):
    return bayesian_loss(p, l, mechanism, n, n)


def induced(remap):
    return product(G, remap, n)


claim.clause("private", 1 <= n, 0 <= a, a <= 1, stochastic(T, n, n), private(induced(T), a, n, n))(
    lambda proof: proof.use(lemmas.post_processing(), proof.cite("gupte2010.definition-4#private"), x=G, s=n, m=n)
)


@claim.clause("best-remap", *user, best_remap(T, p, l, a, n), private(x, a, n, n), loss(induced(T)) <= loss(x))
def best_is_optimal(proof):
    least = All(x, private(x, a, n, n), loss(induced(T)) <= loss(x))
    given = (*user, *conjuncts(unfold(best_remap(T, p, l, a, n))))
    return proof.fact(core.in_coq("UniversalOptimality", "bayesian_best_remap", least, *given))(x)


readings = best_readings(f, weighed_loss(p, l, G, n), n, n)


@claim.clause("deterministic", *user, readings, private(x, a, n, n), loss(induced(reads(f))) <= loss(x))
def deterministic(proof):
    row = proof.assuming(between(0, k, n))
    bounds = row.know(readings)(k).parts()[:2]
    ones = row.use(lemmas.one_term(), *bounds, low=0, high=n, j=f[k], f=function(r, as_number(1)))
    rows = proof.all(row.have(Sum(r, 0, n, reads(f)[k, r]) == 1, ones), k, between(0, k, n))
    other = proof.assuming(stochastic(U, n, n))
    beats = other.cite("ghosh2009.section-2-3.bayes-rule#optimal", x=G, s=n, T=U)
    remap = proof.have(best_remap(reads(f), p, l, a, n), rows, proof.all(beats, U, stochastic(U, n, n)))
    return proof.cite("ghosh2009.theorem-3.1#best-remap", remap, T=reads(f))


claim.clause("exists", 0 <= n, 0 <= a, Some(f, readings))(
    lambda proof: proof.cite("ghosh2009.section-2-3.bayes-rule#exists", x=G, s=n)
)
