"""The proof of Theorem 6.3: databases that differ in two rows have probabilities within 1/α² = 4 of each other.

Databases that differ in k rows are joined by k steps from neighbour to neighbour; each step changes one row. Each step
loses at most a factor α. G on the counts 0 and k loses the factor α in every step.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.theorem-6.3.distance",
    "privacy for databases that differ in several rows",
    section="6.2",
    position=68,
    kept=KEPT,
)

n, m, i, j, k, r = indices("n m i j k r")
a = number("α")
x = matrix("x")
d, e = (variable(name, INDEX_MAP) for name in "de")
distance = explained("distance({0}, {1}; {2})", (d, e, n), Sum(j, 0, n - 1, If(d[j] == e[j], as_number(0), 1)))


def differs(database, row):
    return If(database[row] == e[row], as_number(0), 1)


@claim.clause(
    "step",
    between(0, j, n - 1),
    d[j] != e[j],
    distance(d, e, n) == k + 1,
    neighbours(d, changed(d, j, e[j]), n) & (distance(changed(d, j, e[j]), e, n) == k),
)
def step(proof):
    nearer = changed(d, j, e[j])
    here = differs(d, i)
    mark = If(i == j, here, 0)
    goal = differs(nearer, i) == here + Fraction(-1) * mark

    parts = proof.termwise(i, 0, n - 1, goal)
    two = proof.use(lemmas.sum_of_two(), low=0, high=n - 1, f=function(i, here), g=function(i, mark), t=-1)
    one = proof.use(lemmas.one_term(), low=0, high=n - 1, f=function(i, here))
    apart = differs(d, j) == 1
    apart = proof.either(proof.know(d[j] != e[j]), *[lambda case: case.have(apart)] * 2)
    less = proof.have(distance(nearer, e, n) == k, parts, two, one, apart)
    other = proof.assuming(between(0, i, n - 1), i != j)
    same = other.either(other.know(i != j), *[lambda case: case.have(d[i] == nearer[i])] * 2)
    near = proof.witness(neighbours(d, nearer, n), j, proof.all(same, i, between(0, i, n - 1), i != j))
    return proof.both(near, less)


@claim.clause(
    "steps",
    *(0 <= a, private(x, a, n, m), between(0, k, n), between(0, r, m)),
    (a**k * x[0, r] <= x[k, r]) & (a**k * x[k, r] <= x[0, r]),
)
def steps(proof):
    return proof.both(
        *(proof.detach(proof.use(each(), i=0)) for each in (lemmas.entry_of_private, lemmas.entry_of_private_upwards))
    )


claim.clause("two-rows", private(x, Fraction(1, 2), 2, m), between(0, r, m), x[0, r] <= 4 * x[2, r])(
    lambda proof: proof.qed(proof.cite("ghosh2009.theorem-6.3.distance#steps", α=Fraction(1, 2), n=2, k=2))
)

G = geometric_mechanism(n, a)

claim.clause("attained", 1 <= n, 0 <= a, a <= 1, between(0, k, n), private(G, a, n, n) & (G[k, 0] == a**k * G[0, 0]))(
    lambda proof: proof.qed(proof.cite("gupte2010.definition-4#private"))
)
