"""Section 5, before Lemma 5.10: G is x^G clamped to 0..n, and a remap of G becomes one of x^G by clamping first.

The composed remap reads a response q of x^G as ŷ reads w(q). On any window of the integers (ŷ∘w)∘x^G and ŷ∘(w∘x^G)
are the same: each q adds its mass to one entry of w∘x^G. The masses that are clamped to 0 sum to α^i/(1+α), and the
fraction α^(k+1) of them lies beyond the distance k. So G is w∘x^G. Conversely, read 0 as -t and n as n+t with
probability (1-α)·α^t: then G gives x^G back. The remap ŷ is constructed only on 0..n, so the printed ŷ∘x^G must be ŷ∘G.
"""

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.section-5.range-restricted",
    "the range-restricted mechanism and the composed remap",
    section="5",
    position=116,
    printed="the remap ŷ that is constructed gives x = ŷ∘x^G",
    slip="print",
    kept={**KEPT, "1 ≤ n": "G is defined for n ≥ 1"},
)

n, i, k, q, r, t, z = indices("n i k q r t z")
a, y = number("α"), matrix("y")
(f,) = vectors("f")
G = geometric_mechanism(n, a)


def mass(q):
    """The probability of q under x^G on input i."""
    return (1 - a) / (1 + a) * a ** abs(q - i)


given = (1 <= n, 0 <= a, a < 1, between(0, i, n), 0 <= k)

claim.clause("clamped-to-0", *given, Sum(t, 0, k, mass(-t)) == (1 - a ** (k + 1)) * G[i, 0])(
    lambda proof: proof.qed(proof.telescope(t, 0, k, mass(-t), lambda v: (1 - a**v) * a**i / (1 + a)))
)
claim.clause("clamped-to-n", *given, Sum(t, 0, k, mass(n + t)) == (1 - a ** (k + 1)) * G[i, n])(
    lambda proof: proof.qed(proof.telescope(t, 0, k, mass(n + t), lambda v: (1 - a**v) * a ** (n - i) / (1 + a)))
)
claim.clause("inside", *given[:-1], 0 < z, z < n, mass(z) == G[i, z])(by_arithmetic)

# w∘f for masses f on the integers from -k to n+k, and the remap ŷ of it.
low, high = Sum(q, -k, 0, f[q]), Sum(q, n, n + k, f[q])
clamped = If(z == 0, low, If(z == n, high, f[z]))
w = If(q <= 0, 0, If(n <= q, n, q))


@claim.clause("composed", 1 <= n, 0 <= k, Sum(z, 0, n, clamped * y[z, r]) == Sum(q, -k, n + k, f[q] * y[w, r]))
def composed(proof):
    left, right = proof.goal.args
    parts = [proof.split(left, 0), proof.split(Sum(z, 1, n, clamped * y[z, r]), n - 1)]
    inside = proof.termwise(z, 1, n - 1, clamped * y[z, r] == f[z] * y[z, r])
    others = [proof.split(right, 0), proof.split(Sum(q, 1, n + k, f[q] * y[w, r]), n - 1)]
    return proof.qed(*parts, inside, *others)


claim.clause("back-from-0", *given[:-1], 0 <= t, (1 - a) * a**t * G[i, 0] == mass(-t))(by_arithmetic)
claim.clause("back-from-n", *given[:-1], 0 <= t, (1 - a) * a**t * G[i, n] == mass(n + t))(by_arithmetic)
claim.clause("back-sums", 0 <= k, Sum(t, 0, k, (1 - a) * a**t) == 1 - a ** (k + 1))(
    lambda proof: proof.qed(proof.telescope(t, 0, k, (1 - a) * a**t, lambda v: 1 - a**v))
)

claim.printed_as(
    "without-clamping",
    1 <= n,
    0 <= a,
    a < 1,
    between(0, i, n),
    Sum(q, 0, n, mass(q)) == 1,
    at={"n": 1, "α": "1/2", "i": 0},
    instead=("clamped-to-0", "clamped-to-n", "inside"),
)
