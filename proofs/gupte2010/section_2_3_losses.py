"""Section 2.3: which losses l(i, r) are nondecreasing in |i-r| for every i.

Such a loss is, for each input i, a nondecreasing function of the distance |i-r|. So two responses at one distance cost
the same, and it is enough to compare each distance with the next. For n ≥ 2 the responses i-1 and i+1 of an inner input
exist, and a loss with two slopes a and b needs a = b.
"""

from fractions import Fraction
from itertools import accumulate

from exactdp.claims.language import *

claim = Claim("gupte2010.section-2-3.losses", "monotone losses", section="2.3", position=10)

n, m, i, j, k, d, r = indices("n m i j k d r")
a, b, c = numbers("a b c")
loss, other, f = matrices("l w f")


def nearer(proof, given):
    """Return that two losses, or one, are ordered where |i-r| ≤ |i-k|."""
    return [proof.know(each)(i, r, k) for each in given]


def keeps(*given):
    """Return a proof that what is made of monotone losses is monotone."""

    return lambda proof: proof.for_all(proof.goal, lambda inner: inner.have(inner.goal, *nearer(inner, given)))


def by_distance_alone(proof):
    return proof.for_all(proof.goal, lambda inner: inner.have(inner.goal, abs(i - r) <= abs(i - k)))


claim.clause("absolute", monotone(absolute_loss, n, m))(by_distance_alone)


@claim.clause("squared", monotone(squared_loss, n, m))
def squared(proof):
    inner = proof.inside()
    # (i-k)² - (i-r)² = (|i-k| - |i-r|)·(|i-k| + |i-r|)
    sizes = inner.have(0 <= abs(i - r)), inner.have(0 <= abs(i - k))
    return inner.closed(inner.have(inner.goal, abs(i - r) <= abs(i - k), *sizes))


claim.clause("zero-one", monotone(zero_one, n, m))(
    lambda proof: proof.for_all(proof.goal, lambda inner: inner.have(inner.goal))
)
claim.clause("zero-one-flat", 1 <= abs(i - r), zero_one[i, r] == 1)(by_arithmetic)


@claim.clause(
    "same-distance",
    monotone(loss, n, m),
    between(0, i, n),
    between(0, r, m),
    between(0, k, m),
    abs(i - r) == abs(i - k),
    loss[i, r] == loss[i, k],
    kept={"l is monotone on {0..n} × {0..m}": "counterexamples need r ≠ k at the same distance"},
)
def same_distance(proof):
    given = proof.know(monotone(loss, n, m))
    proof.remember(proof.have(abs(i - r) <= abs(i - k)), proof.have(abs(i - k) <= abs(i - r)))
    return proof.indirect(proof.goal, given(i, r, k), given(i, k, r))


both_monotone = monotone(loss, n, m), monotone(other, n, m)
claim.clause("sum", *both_monotone, monotone(function(i, r, loss[i, r] + other[i, r]), n, m))(keeps(*both_monotone))
claim.clause("scaled", both_monotone[0], 0 <= a, monotone(function(i, r, c + a * loss[i, r]), n, m))(
    keeps(both_monotone[0])
)
larger = function(i, r, If(loss[i, r] <= other[i, r], other[i, r], loss[i, r]))
claim.clause("larger", *both_monotone, monotone(larger, n, m))(keeps(*both_monotone))
rising = explained(
    "rows 0..{1} of {0} are nondecreasing on {{0..{2}}}",
    (f, n, m),
    Every((i, 0, n), (d, 0, m - 1), f[i, d] <= f[i, d + 1]),
)


@generator(rising)
def some_rising(rng, turn, n, last):
    """Draw steps of 0, 1/2 and 1."""
    return tuple(
        tuple(accumulate((Fraction(rng.randrange(3), 2) for _ in range(last + 1)), initial=Fraction(-1)))
        for _ in range(n + 1)
    )


@claim.clause("by-distance", rising(f, n, n + m), monotone(function(i, r, f[i, abs(i - r)]), n, m))
def by_distance(proof):
    goal = (d + j <= n + m) >> (f[i, d] <= f[i, d + j])

    def later(inner, before):
        further = inner.assuming(d + j + 1 <= n + m)
        return inner.imply(d + j + 1 <= n + m, further.have(f[i, d] <= f[i, d + j + 1], further.detach(before)))

    def step(inner):
        rest = inner.assuming(0 <= d).induction(goal, j, 0, [], later)
        near, far = abs(i - r), abs(i - k)
        inner.remember(inner.have(0 <= near), inner.have(0 <= far - near), inner.have(far <= n + m))
        return inner.have(inner.goal, inner.detach(inner.fact(rest.with_(j=far - near, d=near))))

    return proof.for_all(proof.goal, step)


slopes = function(i, r, If(i <= r, a * (r - i), b * (i - r)))


@claim.clause("two-slopes", 2 <= n, monotone(slopes, n, n), a == b)
def two_slopes(proof):
    given = proof.know(monotone(slopes, n, n))
    return proof.indirect(proof.goal, given(1, 2, 0), given(1, 0, 2))


@claim.clause("two-inputs", monotone(loss, 1, 1), (loss[0, 0] <= loss[0, 1]) & (loss[1, 1] <= loss[1, 0]))
def two_inputs(proof):
    return proof.qed(proof.know(monotone(loss, 1, 1))(0, 0, 1))
