"""Section 1: rows included or excluded, and rows changed.

To exclude a row lowers the count by 0 or 1, and each such step occurs: for a count query, neighbours are i and i+1
either way. On databases in general a change is an exclusion and an inclusion, two steps. One mechanism on the
databases a, none and b, in this order, shows that α² cannot be raised.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.section-1.included-or-excluded", "rows excluded and rows changed", section="1", position=5, kept=KEPT
)

n, m, i, j, k, r, u, v = indices("n m i j k r u v")
a, b = numbers("α β")
x = matrix("x")
d = variable("d", INDEX_MAP)
S = variable("S", SET)

without = explained(
    "count of {0} in {1} over {2} rows without row {3}",
    (d, S, n, j),
    Sum(k, 0, n - 1, If(k == j, 0, If(S[d[k]], as_number(1), 0))),
)
first_rows = function(k, If(k < i + 1, u, v))


def bit(database, row):
    return If(S[database[row]], as_number(1), 0)


@claim.clause("excluded", between(0, j, n - 1), count(d, S, n) == without(d, S, n, j) + bit(d, j))
def excluded(proof):
    here, others = If(k == j, bit(d, k), 0), If(k == j, 0, bit(d, k))
    parts = proof.termwise(k, 0, n - 1, others + Fraction(1) * here == bit(d, k))
    two = proof.use(lemmas.sum_of_two(), low=0, high=n - 1, f=function(k, others), g=function(k, here), t=1)
    return proof.qed(parts, two, proof.use(lemmas.one_term(), low=0, high=n - 1, f=function(k, bit(d, k))))


@claim.clause("every-step", S[u], ~S[v], between(0, i, n - 1), without(first_rows, S, n, i) == i)
def every_step(proof):
    whole = proof.cite("ghosh2009.section-2-1.count-query#every-value", i=i + 1)
    parts = proof.cite("ghosh2009.section-1.included-or-excluded#excluded", d=first_rows, j=i)
    same = proof.use(lemmas.equal_values(), first_rows[i] == u, i=first_rows[i], j=u)
    return proof.qed(whole, parts, same, If(S[u], as_number(1), 0) == 1)


@claim.clause(
    "changed",
    *(0 <= a, private(x, a, 2, m), between(0, r, m)),
    (a**2 * x[2, r] <= x[0, r]) & (a**2 * x[0, r] <= x[2, r]),
)
def changed(proof):
    near = proof.parts(private(x, a, 2, m))[-1]
    return proof.qed(near(0, r), near(1, r))


def rows(*given):
    """Return the matrix of these three rows, over 1+α."""
    entries = [If(r == 0, row[0], If(r == 1, row[1], row[2])) for row in given]
    return function(i, r, If(i == 0, entries[0], If(i == 1, entries[1], entries[2])) / (1 + a))


one = as_number(1)
two_steps = Definition("X_{0}", (a,), rows((one, a**2, a - a**2), (a, a, 1 - a), (a**2, one, a - a**2)))(a)
"""The rows for the databases a, none and b."""


@claim.clause("example", 0 <= a, a <= 1, private(two_steps, a, 2, 2))
def example(proof):
    signs = proof.have(0 <= a * (1 - a)), proof.have(0 <= 1 - a * a), proof.have(0 <= (1 - a) * (1 - a * a), factors=3)
    return proof.qed(0 <= 1 - a, *signs, factors=3)


claim.clause("no-less", 0 <= a, b * two_steps[0, 0] <= two_steps[2, 0], b <= a**2)(lambda proof: proof.qed(factors=2))
