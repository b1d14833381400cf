"""Section 2.3: the quantities that the three example losses measure on one input.

Let e = r - i be the error. E|e| is the mean of its size, and E(e²) is its variance plus the square of its mean. The 0-1
loss has the mean 1 - x_ii. A constant response has no variance at all, so it would be best by variance.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-2-3.error-measures",
    "what the example losses measure",
    section="2.3",
    position=15,
    printed="(i-r)² quantifies the variance in the error",
    slip="statement",
    weight="remark",
)

n, m, i, j, r = indices("n m i j r")
x, mean = matrix("x"), number("μ")
f, g = vectors("f g")
given = (stochastic(x, n, m), between(0, i, n))
error = as_number(r - i)
average = Sum(r, 0, m, x[i, r] * error)
variance = Sum(r, 0, m, x[i, r] * (error - mean) ** 2)
squared = expected_loss(squared_loss, x, m, i)


def rows(proof):
    entries, ones = proof.parts(stochastic(x, n, m))[-2:]
    return entries(i, r), ones(i)


thirds = (("2/3", "1/3"), ("1/3", "2/3"))
claim.printed_as(
    "variance",
    *(*given, mean == average),
    squared == variance,
    at={"n": 1, "m": 1, "i": 0, "μ": "1/3", "x": thirds},
    instead="squared",
)

claim.clause("squared", *given, mean == average, squared == variance + mean**2)(lambda proof: proof.qed(rows(proof)[1]))


@claim.clause("variance-not-negative", *given, 0 <= variance)
def variance_not_negative(proof):
    entry = proof.assuming(between(0, r, m))
    term = entry.have(0 <= x[i, r] * (error - mean) ** 2, rows(entry)[0], squares=[error - mean])
    return proof.qed(proof.termwise(r, 0, m, term))


@claim.clause("bias", *given, mean == average, mean != 0, variance < squared)
def bias(proof):
    found = proof.cite("gupte2010.section-2-3.error-measures#squared")
    return proof.qed(found, proof.have(0 < mean**2, mean != 0))


@claim.clause(
    "absolute",
    *given,
    (average <= expected_loss(absolute_loss, x, m, i)) & (-average <= expected_loss(absolute_loss, x, m, i)),
)
def absolute(proof):
    entry = proof.assuming(between(0, r, m))
    size = x[i, r] * absolute_loss[i, r]
    return proof.qed(
        proof.termwise(r, 0, m, x[i, r] * error <= size, rows(entry)[0], entry.have(r - i <= abs(i - r))),
        proof.termwise(r, 0, m, -(x[i, r] * error) <= size, rows(entry)[0], entry.have(i - r <= abs(i - r))),
    )


@claim.clause("zero-one", *given, i <= m, expected_loss(zero_one, x, m, i) == 1 - x[i, i])
def of_zero_one(proof):
    wrong, right = x[i, r] * zero_one[i, r], If(r == i, x[i, r], 0)
    one = rows(proof)[1]
    both = proof.replace(
        one, lambda one: Sum(r, 0, m, wrong + right) == one, proof.termwise(r, 0, m, wrong + right == x[i, r])
    )
    only = proof.telescope(r, 0, m, right, lambda v: If(v <= i, 0, x[i, i]))
    rest = Proof([Sum(r, 0, m, f[r] + g[r]) == 1, Sum(r, 0, m, g[r]) == mean], Sum(r, 0, m, f[r]) == 1 - mean).qed()
    return proof.qed(proof.use(rest, both, only, f=function(r, wrong), g=function(r, right), **{"μ": x[i, i]}))


always = function(i, r, If(r == j, as_number(1), 0))


@claim.clause("constant", between(0, j, m), expected_loss(squared_loss, always, m, i) == as_number(j - i) ** 2)
def constant(proof):
    total = proof.telescope(r, 0, m, always[i, r] * squared_loss[i, r], lambda v: If(v <= j, 0, as_number(j - i) ** 2))
    return proof.qed(total)


claim.clause("constant-worst", 1 <= n, 0 < as_number(j) ** 2 + as_number(n - j) ** 2)(
    # j² + (n-j)² = (n² + (n-2j)²)/2
    lambda proof: proof.qed(1 <= n, squares=[as_number(n - 2 * j)])
)
