"""Footnote 1: a privacy bound for all points of a countable range is equivalent to the bound for all its subsets.

Let x, y be the masses of two neighbours. Then x(S) - α·y(S) is the sum of x_r - α·y_r over S, and all terms are ≥ 0 if
the points satisfy the bound. Conversely, each point is a subset. It is also the bound for every randomized test, with
weights φ_r ≥ 0.
The sum over an infinite S is the least number that no sum over finitely many of its points exceeds.
"""

from fractions import Fraction
from itertools import zip_longest

from exactdp.claims.language import *

claim = Claim("ghosh2009.footnote-1", "points and subsets of the range", section="2.1", position=3)

m, j, k, r = indices("m j k r")
a, b, X, Y = numbers("α β X Y")
x, y, w = vectors("x y φ")
S = variable("S", SET)


def event(masses, last=m):
    return Sum(r, 0, last, If(S[r], masses[r], 0))


points = All(r, between(0, r, m), a * y[r] <= x[r])


@claim.clause("sets", points, a * event(y) <= event(x))
def sets(proof):
    factor = proof.use(lemmas.scaled_sum(), low=0, high=m, t=a, f=function(r, If(S[r], y[r], 0)))
    return proof.qed(proof.termwise(r, 0, m, a * If(S[r], y[r], 0) <= If(S[r], x[r], 0)), factor)


every_set = All(S, All(r, S[r], between(0, r, m)), a * event(y) <= event(x))


@claim.clause("points", every_set, between(0, j, m), a * y[j] <= x[j])
def points_of_sets(proof):
    point = function(r, r == j)
    inside = proof.assuming(r == j)
    proof.remember(proof.all(inside.have(between(0, r, m)), r, r == j))
    here = proof.know(every_set)(point)
    return proof.qed(here, *[proof.use(lemmas.one_term(), low=0, high=m, f=of) for of in (x, y)])


claim.clause(
    "weights", points, All(r, between(0, r, m), 0 <= w[r]), a * Sum(r, 0, m, w[r] * y[r]) <= Sum(r, 0, m, w[r] * x[r])
)(lambda proof: proof.qed(proof.termwise(r, 0, m, a * w[r] * y[r] <= w[r] * x[r])))


def at_most(total):
    return All(k, as_index(0) <= k, event(x, k) <= total)


sums_to = Definition(
    "{2} is the sum of {0} over {1}",
    (x, S, X),
    at_most(X) & All(b, at_most(b) >> (X <= b)),
    decide=lambda x, S, total: min(x) >= 0 and sum(value for r, value in enumerate(x) if r in S) == total,
)
"""For masses ≥ 0 on 0, 1, 2, …: a table is 0 beyond its end."""

above = Definition(
    "{0} is at least {2} times {1} at every point",
    (x, y, a),
    All(r, as_index(0) <= r, a * y[r] <= x[r]),
    decide=lambda x, y, a: all(a * v <= u for u, v in zip_longest(x, y, fillvalue=0)),
)


@generator(sums_to)
def some_masses(rng, turn, S, total):
    inside = [r for r in range(4) if r in S]
    if total < 0 or (total and not inside):
        return None
    parts = [Fraction(rng.choice((0, 1, 1, 2))) for _ in inside]
    parts = [part * total / sum(parts) if sum(parts) else total / len(parts) for part in parts]
    return tuple(parts[inside.index(r)] if r in inside else Fraction(rng.choice((0, 1, 2))) for r in range(4))


@generator(above)
def some_above(rng, turn, y, alpha):
    return tuple(alpha * value for value in y) if isinstance(y, tuple) else None


@claim.clause(
    "infinite-sets",
    *(0 < a, sums_to(x, S, X), sums_to(y, S, Y), above(x, y, a)),
    a * Y <= X,
    kept={"0 < α": "the proof divides by α; it also holds for α ≤ 0"},
)
def infinite_sets(proof):
    bounded = proof.parts(sums_to(x, S, X))[-2]
    least = proof.parts(sums_to(y, S, Y))[-1]
    inner = proof.assuming(as_index(0) <= k)
    point = inner.assuming(between(0, r, k))
    near = point.restated(point.know(above(x, y, a)), unfold(above(x, y, a)))(r)
    part = inner.cite("ghosh2009.footnote-1#sets", near, m=k)
    small = inner.have(event(y, k) <= X / a, part, inner.fact(bounded)(k))
    return proof.qed(proof.detach(least(X / a), small))
