"""Section 2.5: all counts of one attribute from one recording by randomised response.

Let x and z be neighbours whose bits differ for person v. The probabilities of the recorded bits y then differ in only
one factor. Every value computed from the recorded bits is at least as private. A subset of one person gives that
person's recorded bit back, so all counts together are exactly as private as the recorded bits. A subset of m people is
a count as in section 2.5.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import one_part_compares
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.neighbour import near
from exactdp.claims.vocabulary.query import bits, chances, estimate, mean_of_ones, told

claim = Claim(
    "dwork2013.section-2-5.slices",
    "slices of one randomised attribute",
    section="2.5",
    position=30,
    kept={**KEPT, "1 ≤ v": "a person", "v ≤ n": "a person", "ε ≤ 1/2": "a chance is at most 1"},
)

i, k, m, n, r, s, u, v = indices("i k m n r s u v")
a, c, t = numbers("α γ ε")
f, x, y, z = (variable(name, INDEX_MAP) for name in "fxyz")
p, q, X = vectors("p q X")
T, W = matrices("T W")

recorded = explained(
    "Pr({1}; {0}, {2}, {3})", (x, y, a, n), Product(u, 1, n, If(x[u] == y[u], as_number(1), a) / (1 + a))
)
"""The probability of the recorded bits y for the true bits x, where α is the level of one recording."""
others = All(u, between(1, u, n), (u != v) >> (x[u] == z[u]))
level = (0 < a, a <= 1)


def factor(of, seen=y):
    """Return the probability of each recorded bit for these true bits."""
    return function(u, If(of[u] == seen[u], as_number(1), a) / (1 + a))


def alike(proof, seen):
    """Return that the recordings of all others have the same probabilities."""
    goal = (u != v) >> (factor(x, seen)[u] == factor(z, seen)[u])
    inner = proof.inside(goal)
    same = inner.detach(proof.know(others)(u))
    value = factor(x, seen)[u]
    return inner.closed(inner.replace(same, lambda bit: value == If(bit == seen[u], as_number(1), a) / (1 + a)))


@claim.clause("one-recording", *level, between(1, v, n), others, a * recorded(z, y, a, n) <= recorded(x, y, a, n))
def one_recording(proof):
    inner = proof.assuming(between(1, u, n))
    facts = inner.both(inner.have(0 <= factor(z)[u]), alike(inner, y))
    every = proof.all(facts, u, between(1, u, n))
    return proof.restated(proof.use(one_part_compares(), every, i=v, k=n, f=factor(x), g=factor(z)))


@claim.clause(
    "exactly",
    *level,
    between(1, v, n),
    others,
    x[v] != z[v],
    c * recorded(z, z, a, n) <= recorded(x, z, a, n),
    c <= a,
    kept={text(others): "it also holds if others differ"},
)
def exactly(proof):
    inner = proof.assuming(between(1, u, n))
    facts = inner.both(inner.have(0 < factor(z, z)[u]), alike(inner, z))
    unlike = proof.know(x[v] != z[v])
    goal = factor(x, z)[v] == a * factor(z, z)[v]
    own = proof.either(unlike, *[lambda case: case.have(goal)] * 2)
    return proof.cite(
        "lecture.section-4-1.composition#exact",
        proof.all(facts, u, between(1, u, n)),
        own,
        p=factor(x, z),
        q=factor(z, z),
    )


entries = Every((r, 0, m), (s, 0, k), 0 <= T[r, s])
images = [function(s, Sum(r, 0, m, of[r] * T[r, s])) for of in (p, q)]
claim.clause("computed-from-it", near(p, q, a, m), entries, near(*images, a, k))(
    lambda proof: proof.cite("lecture.section-4-1.composition#post-processing", s=k)
)
claim.clause("subset-of-one", between(1, v, n), Sum(u, 1, n, If(u == v, as_number(y[u]), 0)) == as_number(y[v]))(
    lambda proof: proof.use(lemmas.one_term(), low=1, high=n, j=v, f=function(u, as_number(y[u])))
)

subset = All(i, between(1, i, m), between(1, f[i], n) & ((i < m) >> (f[i] < f[i + 1])))
lists = explained("{0} lists {1} of {2} people", (f, m, n), (1 <= m) & subset)
chosen = explained("slice({0}; {1})", (X, f), function(i, X[f[i]]))(X, f)
squared = explained(
    "squares({0}; {1}, {2})", (X, t, m), function(s, (as_number(m) * estimate(t, m)[s] - Sum(i, 1, m, X[i])) ** 2)
)


@claim.clause(
    "subset-of-m",
    0 < t,
    t <= "1/2",
    bits(X, n),
    lists(f, m, n),
    chances(W, told(chosen, t), m),
    a == (1 - 2 * t) / (1 + 2 * t),
    mean_of_ones(W, squared(chosen, t, m), m) == m * (a / (1 - a) ** 2),
    kept={text(subset): "people, each listed once"},
)
def subset_of_m(proof):
    inner = proof.assuming(between(1, i, m))
    inner.remember(*inner.know(subset)(i).parts())
    of_chosen = proof.all(inner.fact(inner.know(bits(X, n))(f[i])), i, between(1, i, m))
    of_chosen = proof.restated(of_chosen, bits(chosen, m))
    return proof.restated(proof.cite("dwork2013.section-2-5.single-query#variance", of_chosen, n=m, X=chosen))
