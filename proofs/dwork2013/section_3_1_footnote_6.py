"""Section 3.1, footnote 6: the maximum likelihood estimate that a set of marginals determines.

The model has positive distributions that are products of factors, one for each marginal. A maximum need not exist: one
record of one bit has likelihood p < 1 for every positive p. With limits added to the model it exists, p̂. For 1-way
marginals of two attributes it is r_i·s_j/n², where r and s count the records. Any f_i + h_j has the same sum over the
records as over n·p̂; so has ln(p̂/q) for each product q. With ln(p̂/q) ≥ 1 - q/p̂ this is Σ t·ln(p̂/q) ≥ 0: p̂ is nearest.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "dwork2013.section-3-1.footnote-6",
    "the maximum likelihood estimate from marginals",
    section="3.1",
    position=40,
    printed="any set of marginals determines the unique distribution of the model that makes the data most likely",
    slip="statement",
    weight="remark",
    kept={**KEPT, "0 < x": "a probability", **dict.fromkeys(("0 ≤ i", "i ≤ 2"), "the three bits")},
)

i, j, k, m, n = indices("i j k m n")
c, x, y = numbers("c x y")
f, h, v = vectors("f h v")
t, q = matrices("t q")

rows = explained("r({0}; {1}, {2})", (t, i, n), Sum(j, 0, n, t[i, j]))
columns = explained("s({0}; {1}, {2})", (t, j, m), Sum(i, 0, m, t[i, j]))
records = explained("N({0}; {1}, {2})", (t, m, n), Sum(i, 0, m, Sum(j, 0, n, t[i, j])))
estimate = explained(
    "p̂({0}; {1}, {2})", (t, m, n), function(i, j, rows(t, i, n) * columns(t, j, m) / records(t, m, n) ** 2)
)
cell = (between(0, i, m), between(0, j, n))
counts = explained(
    "{0} has records on {{0..{1}}} × {{0..{2}}}",
    (t, m, n),
    All(i, cell[0], All(j, cell[1], 0 <= t[i, j])) & (0 < records(t, m, n)),
)(t, m, n)


def total(body):
    return Sum(i, 0, m, Sum(j, 0, n, body))


claim.printed_as("in-the-model", counts, *cell, 0 < estimate(t, m, n)[i, j], instead=("nearest", "unique"))
claim.clause("one-record", 0 < x, x < 1, Some(y, both(0 < y, y < 1), x < y), witnesses={"y": (1 + x) / 2})(
    lambda proof: proof.witness(proof.goal, (1 + x) / 2)
)

eight = named("t", table([[0, 1, 1, 1, 1, 1, 1, 0]]))
low = If(i == 0, 2 * j, If((i == 1) & (2 <= j), j + 2, j))
marginal = explained("μ_{1}({2}; {0})", (v, i, j), v[low] + v[low + If(i == 0, 1, If(i == 1, 2, 4))])
"""The 2-way marginals of a table of three bits: two cells that differ in bit i, for each value j of the others."""

three_bits = function(k, eight[0, k])
places = (between(0, i, 2), between(0, j, 3))
same = All(i, places[0], All(j, places[1], marginal(v, i, j) == marginal(three_bits, i, j)))
claim.clause("three-bits", same, v[7] == -v[0])(
    lambda proof: proof.qed(*(proof.know(same)(*at) for at in ((0, 0), (1, 1), (2, 3))))
)
claim.clause("positive-marginals", All(i, places[0], All(j, places[1], 0 < marginal(three_bits, i, j))))(by_evaluation)

weights = total(t[i, j] * (f[i] + h[j]))
expected = total(rows(t, i, n) * columns(t, j, m) * (f[i] + h[j]))


@claim.clause("equal-sums", records(t, m, n) * weights == expected)
def equal_sums(proof):
    size, A, B = records(t, m, n), Sum(i, 0, m, rows(t, i, n) * f[i]), Sum(j, 0, n, columns(t, j, m) * h[j])
    second = proof.exchange(total(t[i, j] * h[j]))
    left = proof.have(weights == A + B, second)
    right = proof.have(expected == size * (A + B), proof.exchange(total(t[i, j])))
    return proof.opaque(proof.goal, left, right)


near = explained(
    "the sum of {3} and {4} serves as the logarithm of p̂({0}; {1}, {2}) over {5}",
    (t, m, n, f, h, q),
    All(i, cell[0], All(j, cell[1], estimate(t, m, n)[i, j] * (1 - (f[i] + h[j])) <= q[i, j])),
)(t, m, n, f, h, q)
"""The fact used about ln(p̂/q) = f_i + h_j: p̂·(1 - ln(p̂/q)) ≤ q."""


@cache
def scaled_up():
    """From y·c² = z, 0 < c and y·(1-x) ≤ w: z ≤ c²·w + z·x."""
    w, z = numbers("w z")
    proof = Proof([0 < c, y * c**2 == z, y * (1 - x) <= w], z <= c**2 * w + z * x)
    return proof.qed(proof.product(0 <= c**2, 0 <= w - y * (1 - x)))


@claim.clause("nearest", 0 < records(t, m, n), total(q[i, j]) == 1, near, 0 <= weights)
def nearest(proof):
    size = records(t, m, n)
    inner = proof.assuming(*cell)
    product, value, ratio = rows(t, i, n) * columns(t, j, m), estimate(t, m, n)[i, j], f[i] + h[j]
    each = inner.use(scaled_up(), inner.know(near)(i)(j), c=size, y=value, z=product, w=q[i, j], x=ratio)
    row = proof.assuming(cell[0]).termwise(j, 0, n, each)
    whole = proof.termwise(i, 0, m, row)
    swapped = proof.exchange(total(t[i, j]))
    left = proof.have(whole.says.args[0] == size**2, swapped)
    right = proof.have(whole.says.args[1] == size**2 * total(q[i, j]) + expected)
    facts = whole, left, right, proof.know(total(q[i, j]) == 1), proof.cite("#equal-sums")
    scaled = proof.opaque(size * 0 <= size * weights, *facts)
    return proof.use(lemmas.quotient_order(), scaled, t=size, α=0, β=weights)


factors = function(i, j, f[i] * h[j])
shares = explained(
    "the product of {3} and {4} has the marginals of {0} on {{0..{1}}} × {{0..{2}}}",
    (t, m, n, f, h),
    both(
        All(i, cell[0], rows(factors, i, n) == rows(t, i, n) / records(t, m, n)),
        All(j, cell[1], columns(factors, j, m) == columns(t, j, m) / records(t, m, n)),
    ),
)(t, m, n, f, h)


@claim.clause("unique", 0 < records(t, m, n), shares, *cell, factors[i, j] == estimate(t, m, n)[i, j])
def unique(proof):
    size, sums = records(t, m, n), (rows(factors, i, n), columns(factors, j, m))
    inner = proof.assuming(cell[0])
    parts = [each(at) for each, at in zip(proof.parts(shares)[-2:], (i, j), strict=True)]
    row = proof.termwise(i, 0, m, parts[0].says, inner.parts(shares)[-2](i))
    one = proof.have(total(f[i] * h[j]) == 1, row)
    whole = proof.have(factors[i, j] * total(f[i] * h[j]) == sums[0] * sums[1])
    same = proof.opaque(factors[i, j] == sums[0] * sums[1], one, whole)
    values = rows(t, i, n), columns(t, j, m)
    found = proof.opaque(factors[i, j] == values[0] * values[1] / size**2, same, *parts, 0 < size)
    return proof.restated(found)
