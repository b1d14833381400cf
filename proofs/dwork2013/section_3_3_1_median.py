"""Section 3.3.1, commute distance: the exponential mechanism for a median, whose exponent lacks its minus.

The distances of two neighbours cut the range into pieces 0..m of positive lengths. Where c of the n distances lie below
a piece, |c-n/2| is half of |z| with z = 2c-n. Adding a person makes z larger or smaller by exactly 1. So every weight
l·a^|z| changes by a factor between a and 1/a, and so does their sum. Replacing a person changes z by at most 2. With
the printed e^|k-m| the median is the least likely point.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *

claim = Claim(
    "dwork2013.section-3-3-1.median",
    "the private median of commute distances",
    section="3.3.1",
    position=30,
    printed="I_k is selected with probability proportional to (x_{k+1} - x_k)·e^|k-m|",
    slip="print",
    weight="value",
    kept={**KEPT, **dict.fromkeys(("0 < a", "a ≤ 1"), "a level")},
)

h, i, j, k, m, n, s = indices("h i j k m n s")
a, b, c = numbers("a b c")
f, g, l = vectors("f g l")  # noqa: E741 (the lengths)
p, q, u, v = (variable(name, INDEX_MAP) for name in "pquv")
levels = (0 < a, a <= 1)

# The weight of the median is 1, for its length, and there are 2h people
claim.printed_as(
    "median-is-likely",
    1 < b,
    between(0, k, 2 * h),
    k != h,
    b ** abs(k - h) <= 1,
    at={"b": Fraction(2), "h": 1, "k": 0},
    instead="weights",
)


@claim.clause("median-is-unlikely", 1 < b, k != h, 1 < b ** abs(k - h))
def median_is_unlikely(proof):
    powers = Proof([1 < b]).induction(1 < b**i, i, 1, [], lambda inner, before: inner.have(1 < b ** (i + 1)))
    sides = [lambda case: case.use(powers.theorem, i=abs(k - h))] * 2
    return proof.either(proof.know(k != h), *sides)


chance = explained(
    "P_{0}({3}; {1}, {2}, {4})", (a, l, p, j, m), l[j] * a ** abs(p[j]) / Sum(k, 0, m, l[k] * a ** abs(p[k]))
)
"""The probability of the piece j, for lengths l and the numbers z = p."""

lengths = explained("{0} is positive on {{0..{1}}}", (l, m), All(k, between(0, k, m), 0 < l[k]))(l, m)
close = All(k, between(0, k, m), (p[k] <= q[k] + s) & (q[k] <= p[k] + s))


near = All(k, between(0, k, m), both(0 < f[k], 0 < g[k], c * g[k] <= f[k]))


@cache
def shares():
    """If c·g ≤ f and c·f_j ≤ g_j: c² times the share of f_j is at most the share of g_j."""
    totals = [Sum(k, 0, m, of[k]) for of in (f, g)]
    proof = Proof([0 < c, near, between(0, j, m), c * f[j] <= g[j]], c**2 * (f[j] / totals[0]) <= g[j] / totals[1])
    inner = proof.assuming(between(0, k, m))
    each = inner.know(near)(k).parts()[2]
    less = proof.termwise(k, 0, m, each)
    sums = proof.have(c * totals[1] <= totals[0], less)
    sizes = [proof.use(lemmas.positive_sum(), low=0, high=m, f=of) for of in (f, g)]
    x, y, X, Y = numbers("x y X Y")
    quotients = Proof([0 < c, c * x <= y, c * Y <= X, 0 < x, 0 < X, 0 < Y])
    cross = quotients.product(quotients.have(0 <= c * x), quotients.have(0 <= X - c * Y))
    found = quotients.have(c**2 * (x / X) <= y / Y, cross)
    return proof.use(found.theorem, sums, *sizes, x=f[j], y=g[j], X=totals[0], Y=totals[1]).theorem


@claim.clause(
    "weights",
    *levels,
    0 <= s,
    lengths,
    close,
    between(0, j, m),
    a ** (2 * s) * chance(a, l, p, j, m) <= chance(a, l, q, j, m),
)
def weights(proof):
    def weight(of, at):
        return l[at] * a ** abs(of[at])

    def change(inner, first, second, at):
        falls = inner.use(lemmas.power_falls(), α=a, i=abs(second[at]), k=abs(first[at]) + s)
        apart = core.combine(a ** (i + n) == a**i * a**n, nonzero=[core.assume(0 < a)])
        terms = [a**s, a ** abs(first[at]), a ** abs(second[at]), a ** (abs(first[at]) + s)]
        goal = a**s * weight(first, at) <= weight(second, at)
        return inner.opaque(
            goal, falls, inner.use(apart, i=abs(first[at]), n=s), inner.parts(lengths)[-1](at), terms=[*terms, l[at]]
        )

    inner = proof.assuming(between(0, k, m))
    powers = [inner.use(lemmas.power_positive(), α=a, k=abs(of[k])) for of in (p, q)]
    signs = [inner.product(inner.parts(lengths)[-1](k), power) for power in powers]
    known = proof.all(inner.both(*signs, change(inner, q, p, k)), k, between(0, k, m))
    found = proof.use(
        shares(),
        known,
        proof.use(lemmas.power_positive(), α=a, k=s),
        change(proof, p, q, j),
        c=a**s,
        f=lambda at: weight(p, at),
        g=lambda at: weight(q, at),
    )
    square = core.combine(a ** (2 * i) == (a**i) ** 2, nonzero=[core.assume(0 < a)])
    terms = [a ** (2 * s), a**s, found.says.args[0].args[1], found.says.args[1]]
    least = proof.opaque(terms[0] * terms[2] <= terms[3], found, proof.use(square, i=s), terms=terms)
    return proof.restated(least)


twice = explained("z({0}, {1})", (u, n), function(k, 2 * u[k] - n))
"""The numbers z = 2c-n, where c of n distances lie below each piece."""


def within(level, first, second):
    """Return that the probabilities of each are at least the level times the probabilities of the other."""
    here, there = (chance(a, l, of, j, m) for of in (first, second))
    return both(level * here <= there, level * there <= here)


def in_both_orders(proof, first, second, steps):
    inner = proof.assuming(between(0, k, m))
    found = []
    for p, q in ((first, second), (second, first)):
        near = inner.both(*(inner.have(x[k] <= y[k] + steps) for x, y in ((p, q), (q, p))))
        found.append(proof.cite("#weights", proof.all(near, k, between(0, k, m)), p=p, q=q, s=steps))
    return proof.qed(*found)


def apart(name, *bounds):
    return explained(name, (u, v, m), All(k, between(0, k, m), both(*bounds)))(u, v, m)


more = apart("{1} is {0} or {0}+1 up to {2}", u[k] <= v[k], v[k] <= u[k] + 1)
moved = apart("{0} and {1} are within 1 up to {2}", u[k] <= v[k] + 1, v[k] <= u[k] + 1)
one_more, replaced = (twice(u, n), twice(v, n + 1)), (twice(u, n), twice(v, n))
claim.clause("one-more", *levels, lengths, more, between(0, j, m), within(a**2, *one_more))(
    lambda proof: in_both_orders(proof, *one_more, 1)
)
claim.clause("one-replaced", *levels, lengths, moved, between(0, j, m), within(a**4, *replaced))(
    lambda proof: in_both_orders(proof, *replaced, 2)
)

# One person at distance 0, and another one at the end of a range of m + 1 units
ones = function(k, as_number(1))
alone, together = function(k, as_index(1)), function(k, If(k == m, as_index(2), 0))
largest = a**2 * (m + 1) / (m + a**2)


@claim.clause(
    "level-of-a-range",
    *levels,
    1 <= m,
    c * chance(a, ones, alone, m, m) <= chance(a, ones, together, m, m),
    c <= largest,
)
def level_of_a_range(proof):
    count = proof.use(lemmas.index_order_strictly(), j=0, k=m)
    bodies = [as_number(1) * a ** abs(of[k]) for of in (alone, together)]
    second = proof.telescope(k, 0, m, bodies[1], lambda at: If(at <= m, at, m + a**2))
    sizes = proof.have(0 < (m + 1) * a, count), proof.have(0 < m + a**2, count)
    here = proof.have(chance(a, ones, alone, m, m) == 1 / (m + 1), proof.have(0 < as_number(m + 1), count))
    there = proof.have(chance(a, ones, together, m, m) == a**2 / (m + a**2), second, sizes[1])
    less = proof.opaque(c * (1 / (m + 1)) <= a**2 / (m + a**2), here, there, proof.given[-1])
    x, y = numbers("x y")
    times = Proof([0 < x, c * (1 / x) <= y]).have(c <= y * x)
    most = proof.use(times.theorem, less, proof.have(0 < as_number(m + 1), count), x=m + 1, y=a**2 / (m + a**2))
    return proof.qed(most)


# The level is a² divided by this
@claim.clause("not-raised", *levels, tends(function(k, (k + a**2) / (k + 1)), 1))
def not_raised(proof):
    def facts(inner):
        size = inner.use(lemmas.index_order_strictly(), j=-1)
        return [
            inner.have(each, size, a**2 <= 1, 0 <= a**2)
            for each in (1 - (k + a**2) / (k + 1) == error[k], 0 <= (k + 1) * error[k], (k + 1) * error[k] <= 1)
        ]

    error = function(k, (1 - a**2) / (k + 1))
    return lemmas.limit(proof, error, as_number(1), facts, f=lambda at: (at + a**2) / (at + 1), t=1)
