"""Section 2.3, after Example 5: k counting queries with a k-th of ε each, or all at once.

Query j counts the values v with q_jv = 1. So an added row with the value v changes the counts by the number of queries
that count v. So noise of scale s/ε is enough if no value is in more than s of the k counts. On a grid of step 1, noise
with c has the level c^s. So if c^s = b^k, noise c for s and noise b for k are equally private.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.noise import below, coordinate_distances

claim = Claim(
    "dwork2013.example-5.k-queries",
    "k counting queries",
    section="2.3",
    position=45,
    kept={
        **KEPT,
        "h[0] = 0": "a sum begins with 0",
        "0 ≤ k": "a number of queries",
        "q are k counts of values in {0..m}": "the text is about counts",
        "d has (n+1) rows with values in {0..m}": "the rows of a database",
    },
)

i, j, k, m, n, s, v = indices("i j k m n s v")
b, c = numbers("b c")
d, h, r, u, w = (variable(name, INDEX_MAP) for name in "dhruw")
(q,) = matrices("q")

counting = explained(
    "{0} are {1} counts of values in {{0..{2}}}",
    (q, k, m),
    Every((j, 1, k), (v, 0, m), (q[j, v] == 0) | (q[j, v] == 1)),
)
answer = explained("count_{1}({2}; {0}, {3})", (q, j, d, n), Sum(i, 0, n - 1, q[j, d[i]]))
"""How many of the n rows query j counts."""
change = Sum(j, 1, k, abs(answer(q, j, d, n + 1) - answer(q, j, d, n)))
overlap = explained(
    "at most {1} of the {2} counts {0} have a value in {{0..{3}}}",
    (q, s, k, m),
    All(v, between(0, v, m), Sum(j, 1, k, q[j, v]) <= s),
)
rows = (0 <= n, counting(q, k, m), values_up_to(d, n + 1, m))


def size(proof):
    """Return that one row more changes each count by the bit of its value, and that the bit is 0 or 1."""
    inner = proof.assuming(between(1, j, k))
    value = inner.know(values_up_to(d, n + 1, m))(n)
    inner.remember(value)
    bit = inner.know(counting(q, k, m))(j)(d[n])
    signs = [
        inner.either(bit, *[lambda case, goal=goal: case.have(goal)] * 2) for goal in (0 <= q[j, d[n]], q[j, d[n]] <= 1)
    ]
    last = inner.split(unfold(answer(q, j, d, n + 1)), n - 1)
    same = inner.have(answer(q, j, d, n + 1) - answer(q, j, d, n) == q[j, d[n]], last)
    more = answer(q, j, d, n + 1) - answer(q, j, d, n)
    known = inner.use(lemmas.absolute_value(1), inner.have(0 <= more, same, signs[0]), α=more)
    return inner.chain(abs(more), (more, known), (q[j, d[n]], same)), signs[1]


@claim.clause("one-more", *rows, change == Sum(j, 1, k, q[j, d[n]]))
def one_more(proof):
    each, _ = size(proof)
    return proof.qed(proof.termwise(j, 1, k, each))


claim.clause("at-most-k", *rows, 0 <= k, change <= k)(
    lambda proof: proof.qed(proof.cite("#one-more"), proof.termwise(j, 1, k, size(proof)[1]))
)


@claim.clause("sensitivity", *rows, overlap(q, s, k, m), change <= s)
def sensitivity(proof):
    value = proof.know(values_up_to(d, n + 1, m))(n)
    proof.remember(value)
    return proof.qed(proof.cite("#one-more"), proof.know(overlap(q, s, k, m))(d[n]))


nested = All(j, between(1, j, k), q[j, d[n]] == 1)


@claim.clause("in-every-count", *rows, 0 <= k, nested, change == k)
def of_nested(proof):
    return proof.qed(proof.cite("#one-more"), proof.termwise(j, 1, k, q[j, d[n]] == 1))


grid = (0 < c, c <= 1, 0 <= k, coordinate_distances(h, u, w, k), h[k] == s)


@claim.clause("level", *grid, c**s * Product(i, 1, k, c ** abs(r[i] - u[i])) <= Product(i, 1, k, c ** abs(r[i] - w[i])))
def level(proof):
    found = proof.cite("dwork2013.theorem-4#on-a-grid", v=w, n=k)
    left, right = proof.goal.args[0].args[1], proof.goal.args[1]
    return proof.replace(proof.know(h[k] == s), lambda at: c**at * left <= right, found)


def beyond(of):
    """Return the probability that noise with this c is at least j steps away from 0."""
    return below(of, -j) + (1 - below(of, j))


@claim.clause("less-noise", 0 < c, c < 1, 0 < b, b < 1, c**s == b**k, 1 <= s, s < k, 1 <= j, beyond(c) < beyond(b))
def less_noise(proof):
    """Prove c < b: otherwise b^k < b^s ≤ c^s."""

    def smaller(inner):
        return inner.have(proof.goal, inner.use(lemmas.powers_rise_strictly(), α=c, β=b, k=j))

    def larger(inner):
        less = inner.use(lemmas.power_falls_strictly(), α=b, i=s)
        return inner.contradiction(proof.goal, less, inner.use(lemmas.powers_rise(), α=b, β=c, k=s))

    return proof.cases(proof.goal, (c < b, smaller), (TRUE, larger))
