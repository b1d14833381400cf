"""Lemma 6, the counting: the number of a database's neighbours with an adjacent result.

A database with result k has k rows that satisfy the predicate and n-k that don't. With s values that satisfy it and v
that don't, k·v neighbours have the result k-1 and (n-k)·s the result k+1, whatever the database. Neighbours seen from
either side are the same pairs, so |E(k)|·k·v = |E(k-1)|·(n-k+1)·s. The values of the rows are 0..q.

The inequalities α·x_dr ≤ x_d'r hold where d and d' are neighbours; the text requires this only of d_1 and d_2. In
Figure 4 of Ghosh, Roughgarden & Sundararajan 2009 the databases {1} and {2,3} have the results 1 and 2, and differ in
three rows.

The last clause checks that with |E(k)| = C(n, k)·s^k·v^(n-k), where C(n, k) is the product of the (n-j+1)/j. That E(k)
has this size is a standard fact, and is not proved here.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.binomial import binomial, binomial_product
from exactdp.claims.vocabulary.cube import FIGURE_4, private_on_cube, results

claim = Claim(
    "gupte2010.lemma-6.neighbours",
    "how many neighbours have the next result",
    section="A",
    position=20,
    printed=(
        "when f(d_1) = f(d_2) + 1, one of the n - f(d_1) rows of d_1 that satisfy the predicate is changed; "
        "α·x_dr ≤ x_d'r for d ∈ E(d_1) and d' ∈ E(d_2), where d_1 and d_2 are neighbours"
    ),
    slip="print",
    weight="value",
)

n, q, j, k, u = indices("n q j k u")
d = variable("d", INDEX_MAP)
S = variable("S", SET)
a, b = numbers("s v")
satisfying = Sum(u, 0, q, If(S[u], as_number(1), 0))
others = Sum(u, 0, q, If(~S[u], as_number(1), 0))
changed = function(k, If(k == j, u, d[k]))


def bit(value):
    return If(S[value], as_number(1), 0)


@claim.clause("result", between(0, j, n - 1), count(changed, S, n) == count(d, S, n) - bit(d[j]) + bit(u))
def result(proof):
    one = proof.use(lemmas.one_term(), low=0, high=n - 1, f=function(k, bit(u) - bit(d[j])))
    row, goal = (
        proof.assuming(between(0, k, n - 1)),
        bit(changed[k]) == bit(d[k]) + 1 * If(k == j, bit(u) - bit(d[j]), 0),
    )

    def kept(p):
        return p.have(goal, p.use(lemmas.equal_values(), i=changed[k], j=d[k]))

    def moved(p):
        own = p.use(lemmas.equal_values(), i=d[k], j=d[j])
        return p.have(goal, own, p.use(lemmas.equal_values(), i=changed[k], j=u))

    each = row.cases(goal, (k == j, moved), (k < j, kept), (j < k, kept))
    two = {"f": function(k, bit(d[k])), "g": function(k, If(k == j, bit(u) - bit(d[j]), 0)), "t": 1}
    apart = proof.use(lemmas.sum_of_two(), low=0, high=n - 1, **two)
    return proof.qed(proof.termwise(k, 0, n - 1, goal, each), one, apart)


def pairs(own, other):
    """The number of pairs of a row and a value with these properties."""
    return Sum(j, 0, n - 1, Sum(u, 0, q, If(own & other, as_number(1), 0)))


def counted(proof, own, other, values):
    """Show that the pairs are as many as the rows times the values."""
    rows = If(own, as_number(1), 0)
    row = proof.assuming(between(0, j, n - 1))
    goal = Sum(u, 0, q, If(own & other, as_number(1), 0)) == values * rows

    def step(p, each):
        return p.have(goal, p.termwise(u, 0, q, If(own & other, as_number(1), 0) == each))

    each = row.cases(
        goal, (own, lambda p: step(p, If(other, as_number(1), 0))), (TRUE, lambda p: step(p, as_number(0)))
    )
    factor = proof.use(lemmas.scaled_sum(), low=0, high=n - 1, t=values, f=function(j, rows))
    return proof.termwise(j, 0, n - 1, goal, each), factor


satisfies = S[d[j]]

claim.clause("lower", pairs(satisfies, ~S[u]) == count(d, S, n) * others)(
    lambda proof: proof.qed(*counted(proof, satisfies, ~S[u], others))
)


@claim.clause("higher", 0 <= n, pairs(~satisfies, S[u]) == (n - count(d, S, n)) * satisfying)
def higher(proof):
    total = proof.termwise(j, 0, n - 1, If(~satisfies, as_number(1), 0) == as_number(1) + -1 * bit(d[j]))
    minus = proof.use(
        lemmas.sum_of_two(), low=0, high=n - 1, f=function(j, as_number(1)), g=function(j, bit(d[j])), t=-1
    )
    return proof.qed(*counted(proof, ~satisfies, S[u], satisfying), total, minus)


def from_both(many, fewer):
    """The pairs of databases of the results k and k-1 with these binomial coefficients, from either side."""
    return many * a**k * b ** (n - k) * (k * b) == fewer * a ** (k - 1) * b ** (n - k + 1) * ((n - k + 1) * a)


@claim.clause("from-either-side", 1 <= k, k <= n, from_both(binomial(n, k), binomial(n, k - 1)))
def from_either_side(proof):
    (t, u), factor = numbers("t u"), as_number(n - k + 1) / k
    split = proof.split(binomial_product(n, k), k - 1)
    many, fewer = binomial(n, k), binomial(n, k - 1)
    split = proof.have(many == fewer * factor, split)
    counted = Proof([1 <= k, k <= n, t == u * factor], from_both(t, u)).qed()
    return proof.use(counted, split, t=many, u=fewer)


claim.printed_as(
    "rows-that-satisfy",
    *(1 <= n, 0 <= k, k <= n, values_up_to(d, n, q), count(d, S, n) == k),
    count(d, S, n) == n - k,
    at={"n": 3, "k": 2, "q": 1, "d": (1, 1, 0), "S": frozenset({1})},
    instead="lower",
)
m, r, v, w = indices("m r v w")
level, x = number("α"), matrix("x")
# On {0,1}³ all databases with the results 1 and 2 are in E(d_1) and E(d_2) for some neighbours d_1 and d_2.
claim.printed_as(
    "all-pairs",
    *(private_on_cube(x, level, m), between(0, v, 7), between(0, w, 7), results[v] + 1 == results[w], between(0, r, m)),
    level * x[v, r] <= x[w, r],
    at={"m": 3, "α": "1/2", "x": [[0, p, 1 - p, 0] for p in FIGURE_4], "v": 1, "w": 6, "r": 1},
    instead="from-either-side",
)
