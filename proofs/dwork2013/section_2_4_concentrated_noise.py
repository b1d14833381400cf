"""Section 2.4: which Gaussian noise keeps the expected privacy loss of k counting queries at ε²/2.

Normal noise g of variance v on a count that changes by d has the loss ((d+g)² - g²)/(2v). As g has the mean 0, the loss
has the mean d²/(2v) and the variance d²/v; p is the distribution of g. For k counts that one row changes by at most 1
each, the means add up to at most k/(2v). So v = k/ε² gives ε²/2, and the printed 1/(kε²) gives k²·ε²/2.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import distribution

claim = Claim(
    "dwork2013.section-2-4.concentrated-noise",
    "noise for k counting queries with a concentrated loss",
    section="2.4",
    position=80,
    printed="variance 1/(kε²)",
    slip="print",
    weight="value",
    kept={
        **KEPT,
        "0 < ε": "a loss",
        "1 ≤ k": "a number of queries",
        "p is a distribution on {0..m}": "the noise",
        "Σ_{r=0}^{m} p[r]·g[r] = 0": "the noise has the mean 0",
    },
)

i, j, k, m, r = indices("i j k m r")
e, v, x = numbers("ε v x")
d, g, p = vectors("d g p")

mean_loss = explained("loss({0}, {1}; {2})", (d, v, k), Sum(j, 1, k, d[j] ** 2 / (2 * v)))
"""The expected loss of normal noise of variance v on k answers that change by d_1, …, d_k."""

counts = (1 <= k, 0 < e)
changes = All(j, between(1, j, k), (d[j] <= 1) & (-d[j] <= 1))
right, printed = v == k / e**2, v == 1 / (k * e**2)
ones = function(j, as_number(1))

some = function(j, If(j <= i, as_number(1), 0))

claim.printed_as(
    "variance",
    *counts,
    printed,
    changes,
    mean_loss(d, v, k) <= e**2 / 2,
    at={"k": 2, "ε": Fraction(1), "v": Fraction(1, 2), "d": ones},
)


def sizes(proof):
    """Return that the variance k/ε² is > 0, and that k divided by it is ε²."""
    count = proof.use(lemmas.index_order(), j=1)
    return proof.have(0 < v, proof.have(0 < k / e**2, count)), proof.have(v * e**2 == k), count


@claim.clause("variance", *counts, right, changes, mean_loss(d, v, k) <= e**2 / 2)
def variance(proof):
    positive, _, _ = sizes(proof)
    inner = proof.assuming(between(1, j, k))
    bounds = inner.know(changes)(j).parts()
    size = inner.product(*(inner.have(0 <= each, *bounds) for each in (1 - d[j], 1 + d[j])))
    less = inner.have(d[j] ** 2 / (2 * v) <= 1 / (2 * v), size, positive)
    most = proof.have(k / (2 * v) == e**2 / 2, positive)
    return proof.have(mean_loss(d, v, k) <= e**2 / 2, proof.termwise(j, 1, k, less), most)


@claim.clause("in-some", *counts, between(0, i, k), right, mean_loss(some, v, k) == i * e**2 / (2 * k))
def in_some(proof):
    positive, _, _ = sizes(proof)
    part = If(j <= i, as_number(1), 0) ** 2 / (2 * v)
    total = proof.telescope(j, 1, k, part, lambda at: If(at <= i, at - 1, i) / (2 * v))
    end = i / (2 * v)
    value = proof.have(end == i * e**2 / (2 * k), positive)
    return proof.have(mean_loss(some, v, k) == proof.goal.args[1], total, value)


@claim.clause("printed-variance", *counts, printed, mean_loss(ones, v, k) == k**2 * e**2 / 2)
def printed_variance(proof):
    positive = proof.have(0 < v, 0 < 1 / (k * e**2))
    value = proof.have(k / (2 * v) == k**2 * e**2 / 2, positive)
    return proof.have(mean_loss(ones, v, k) == proof.goal.args[1], value)


loss = function(r, ((x + g[r]) ** 2 - g[r] ** 2) / (2 * v))
noise = (0 < v, distribution(p, m), Sum(r, 0, m, p[r] * g[r]) == 0)

claim.clause("mean", *noise, Sum(r, 0, m, p[r] * loss[r]) == x**2 / (2 * v))(by_arithmetic)

claim.clause(
    "spread",
    *noise,
    Sum(r, 0, m, p[r] * g[r] ** 2) == v,
    Sum(r, 0, m, p[r] * (loss[r] - x**2 / (2 * v)) ** 2) == x**2 / v,
)(by_arithmetic)
