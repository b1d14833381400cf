"""Footnote 2: an attack succeeds at similar rates, whether or not one individual's data is in the database.

Let the attack succeed on the output r with probability s_r. Its rates Σ_r x_r·s_r and Σ_r y_r·s_r on two neighbouring
databases are weighted sums of probabilities with x_r ≥ α·y_r and y_r ≥ α·x_r. So are the rates of failure. A rate is
similar here if it is within the factor α; other meanings that the sources cited give are not covered.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import within_level

claim = Claim(
    "gupte2010.footnote-2",
    "the success of an attack",
    section="2.1",
    position=40,
    kept=KEPT | {"0 ≤ n": "the number of rows"},
)

m, n, r = indices("m n r")
a = number("α")
p, q = numbers("p q")
x, y, s = vectors("x y s")
d, S = variable("d", INDEX_MAP), variable("S", SET)

pointwise = All(r, between(0, r, m), within_level(x[r], y[r], a))
attack = All(r, between(0, r, m), (0 <= s[r]) & (s[r] <= 1))
similar_outputs = explained("{0} and {1} are within a factor {2} on {{0..{3}}}", (x, y, a, m), pointwise)
near = similar_outputs(x, y, a, m)


def success(x):
    return Sum(r, 0, m, x[r] * s[r])


@claim.clause("rates", near, attack, within_level(success(x), success(y), a))
def rates(proof):
    row = proof.assuming(between(0, r, m))
    known = [*proof.know(pointwise)(r).parts(), *proof.know(attack)(r).parts()]
    each = [row.have(a * u[r] * s[r] <= v[r] * s[r], *known) for u, v in ((x, y), (y, x))]
    return proof.qed(*(proof.termwise(r, 0, m, one) for one in each))


ones = (Sum(r, 0, m, x[r]) == 1, Sum(r, 0, m, y[r]) == 1)


@claim.clause("failures", near, attack, *ones, within_level(1 - success(x), 1 - success(y), a))
def failures(proof):
    row = proof.assuming(between(0, r, m))
    known = [*proof.know(pointwise)(r).parts(), *proof.know(attack)(r).parts()]
    each = [row.have(a * u[r] * (1 - s[r]) <= v[r] * (1 - s[r]), *known) for u, v in ((x, y), (y, x))]
    return proof.qed(*(proof.termwise(r, 0, m, one) for one in each))


claim.clause(
    "difference", -1 < a, within_level(p, q, a), within_level(1 - p, 1 - q, a), abs(p - q) <= (1 - a) / (1 + a)
)(lambda proof: proof.qed(0 < 1 + a))

first, second = 1 / (1 + a), a / (1 + a)

claim.clause(
    "attained",
    0 <= a,
    a <= 1,
    within_level(first, second, a) & within_level(1 - first, 1 - second, a) & (first - second == (1 - a) / (1 + a)),
)(lambda proof: proof.qed(0 < 1 + a, a * a <= 1, 0 <= a * (1 - a)))

claim.clause("absent-row", 0 <= n, ~S[d[n]], count(d, S, n + 1) == count(d, S, n))(
    lambda proof: proof.qed(proof.split(unfold(count(d, S, n + 1)), n - 1))
)
