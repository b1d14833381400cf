"""Definition 1: the geometric mechanism answers with any integer, and needs α < 1.

The masses from s below the result to z above it sum to 1 - (α^(s+1) + α^(z+1))/(1+α). This goes to 1 as s and z grow,
for α < 1. From 0 to n, with s = i and z = n-i, the term (α^(i+1) + α^(n-i+1))/(1+α) is what falls outside N.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.definition-1",
    "the geometric mechanism",
    section="2.1",
    position=20,
    printed="an example of a privacy mechanism, whose outputs are by definition in N; no condition on α, from [0, 1]",
    slip="statement",
    weight="edge",
    kept=KEPT | {"0 ≤ k": "the terms of the sum"},
)

n, i, k, r, z = indices("n i k r z")
a = number("α")
levels = (0 <= a, a < 1)
example = "ghosh2009.example-2.1"
within = function(k, Sum(z, -k, k, two_sided(a, z)))
in_n = Sum(r, 0, n, two_sided(a, r - i))
outside = (a ** (i + 1) + a ** (n - i + 1)) / (1 + a)

claim.printed_as(
    "outputs-in-n",
    0 <= a,
    a <= 1,
    between(0, i, n),
    in_n == 1,
    at={"n": 1, "i": 0, "α": "1/2"},
    instead=("outside", "clamped"),
)
claim.printed_as("every-level", 0 <= a, a <= 1, 0 <= k, 0 < within[k], instead=("sum", "level-1"))

claim.clause("masses", *levels, 0 <= two_sided(a, z))(lambda proof: proof.cite(f"{example}#masses"))
claim.clause("every-integer", 0 < a, a < 1, 0 < two_sided(a, z))(
    lambda proof: proof.qed(proof.use(lemmas.power_positive(), k=abs(z)))
)
claim.clause("sum", *levels, tends(within, 1), witnesses={"C": 2 / (1 - a)})(lambda proof: proof.cite(f"{example}#sum"))
claim.clause("outside", 0 <= a, a <= 1, between(0, i, n), 1 - in_n == outside)(
    lambda proof: proof.qed(proof.cite(f"{example}#partial-sums", s=i, z=n - i))
)


@claim.clause("some-outside", 0 < a, between(0, i, n), 0 < outside)
def some_outside(proof):
    powers = [proof.use(lemmas.power_positive(), k=at) for at in (i + 1, n - i + 1)]
    return proof.qed(proof.have(0 < a ** (i + 1) + a ** (n - i + 1), *powers))


claim.clause("level-0", between(0, i, n), 1 - Sum(r, 0, n, two_sided(0, r - i)) == 0)(
    lambda proof: proof.qed(proof.cite("gupte2010.definition-1#outside", α=0))
)
claim.clause("level-1", 0 <= k, Sum(z, -k, k, two_sided(1, z)) == 0)(
    lambda proof: proof.qed(proof.cite(f"{example}#level-1"))
)
claim.clause("clamped", 1 <= n, *levels, stochastic(geometric_mechanism(n, a), n, n))(
    lambda proof: proof.cite("gupte2010.definition-4#stochastic")
)
