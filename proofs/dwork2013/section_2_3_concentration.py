"""Section 2.3: Gaussian noise against Laplace noise of the same variance.

With variance 1 the sizes have the densities √(2/π)·e^(-u²/2) and √2·e^(-√2·u). So Laplace noise exceeds t with the
probability e^(-√2·t), and Gaussian noise with the integral of its density from t on. The density falls. So an integral
of it is the supremum of its lower sums, in which each step of width h has the height at its end.

From t on, the k-th height is at most e^(-√2·t)·g_k·e^(-8x)·e^(-kth), where 8x = t²/2 - √2·t and g_k = e^(-(kh)²/2). As
e^y ≥ 1 + y, a lower sum is at most 24/25 of e^(-√2·t) for t ≥ 2: this is `smaller-from-2`.

From 0 to t, the k-th height is √(2/π)·g_k. For t ≤ 3/2 the beginning G of the power series of e^(-u²/2) is above it and
falls. So lower sums are at most √(2/π) times the integral of G. And e^(-√2·t) is at most 1/e_5(√2·t). So Gaussian noise
exceeds t more often than Laplace noise, by t/200: this is `larger-up-to-3-halves`.
"""

import itertools
from functools import cache
from math import factorial

from exactdp.arithmetic.exponential_levels import exponential_level
from exactdp.claims.language import *
from exactdp.claims.vocabulary.laplace import at_most_exponential
from exactdp.claims.vocabulary.noise import series

claim = Claim(
    "dwork2013.section-2-3.concentration",
    "how often Gaussian noise exceeds t, against Laplace noise of the same variance",
    section="2.3",
    position=80,
    kept={**KEPT, "0 ≤ h": "the width of a step", "t ≤ 3/2": "from 2 on, Gaussian noise exceeds t less often"},
)

k, n = indices("k n")
d, h, s, t, v, y, z = numbers("d h s t v y z")
(g,) = vectors("g")

ROOT_BELOW, ROOT_ABOVE, DENSITY = map(as_number, ("1.414", "1.41422", "0.7981"))
"""Bounds on √2, and an upper bound on √(2/π)."""

claim.clause(
    "constants", both(ROOT_BELOW**2 < 2, 2 < ROOT_ABOVE**2, 2 < DENSITY**2 * "3.14", 0 < ROOT_BELOW, 0 < DENSITY)
)(by_evaluation)

heights = explained(
    "{0} is at most the normal curve at the first {2} multiples of {1}",
    (g, h, n),
    All(k, between(1, k, n), both(0 <= g[k], at_most_exponential(g[k], (k * h) ** 2 / 2))),
)
"""The normal curve is e^(-u²/2)."""


@generator(heights)
def some_heights(rng, turn, step, n):
    """Draw numbers up to the curve, most of them close to it."""
    bounds = [exponential_level((k * step) ** 2 / 2) for k in range(n + 1)]
    lower = [each if each == 1 else each.enclosed(16).lower for each in bounds]
    return tuple(each if rng.randrange(4) else each / 2 for each in lower)


@cache
def inverse():
    """For t > 0: 1/t ≥ 0."""
    return Proof([0 < t], 0 <= 1 / t).qed()


@cache
def falling_heights():
    """For d, n ≥ 0 and v = 1+d: d·(1/v + … + 1/v^n) ≤ 1."""
    goal = d * Sum(k, 1, n, 1 / v**k) == 1 - 1 / v**n
    proof = Proof([0 <= d, v == 1 + d, 0 <= n], d * Sum(k, 1, n, 1 / v**k) <= 1)

    def power(inner):
        return inner.use(lemmas.power_positive(), 0 < v, α=v, k=n)

    def step(inner, before):
        return inner.have(substitute(goal, {"n": n + 1}), inner.split(Sum(k, 1, n + 1, 1 / v**k), n))

    return proof.qed(proof.induction(goal, n, 0, [], step), proof.use(inverse(), power(proof), t=v**n))


@cache
def most():
    """The last step: from the sums of both factors to the bound on the probability."""
    P, S, u = numbers("P S u")
    proof = Proof([P <= "2.4", 0 <= P, 2 <= t, 0 <= S, t * S <= 1, u <= P * S], DENSITY * u <= "24/25")
    return proof.qed(u <= "1.2")


exponent = (t**2 / 2 - ROOT_ABOVE * t) / 8


@claim.clause(
    "smaller-from-2",
    *(2 <= t, 0 <= h, 0 <= n, heights(g, h, n)),
    DENSITY * Sum(k, 1, n, h * (g[k] / ((1 + exponent) ** 8 * (1 + t * h) ** k))) <= "24/25",
)
def smaller_from_2(proof):
    base, step = 1 + exponent, 1 + t * h
    power = proof.have(1 / base**8 <= "2.4", proof.use(lemmas.powers_rise(), α="7.17156", β=8 * base, k=8))
    positive = proof.use(lemmas.power_positive(), 0 < base, α=base, k=8)
    inner = proof.assuming(between(1, k, n))
    below = inner.know(heights(g, h, n))(k).parts()[-1]
    share = inner.use(lemmas.power_positive(), α=step)
    first = Proof([0 < s, 0 < t, y <= 1, 0 <= h], h * (y / (s * t)) <= (1 / s * h) * (1 / t)).qed()
    each = inner.use(first, positive, share, inner.have(g[k] <= 1, below(0)), s=base**8, t=step**k, y=g[k])
    signs = proof.use(
        lemmas.sum_nonnegative(),
        proof.all(inner.use(inverse(), share, t=step**k), k, between(1, k, n)),
        **{"low": 1, "high": n, "f": lambda at: 1 / step**at},
    )
    falls = Sum(k, 1, n, 1 / step**k)
    size = proof.opaque(0 <= h * falls, proof.product(0 <= h, signs))
    sums = proof.use(falling_heights(), d=t * h, v=step)
    total, rows = proof.goal.args[0].args[1], proof.termwise(k, 1, n, each)
    factor = proof.use(lemmas.scaled_sum(), low=1, high=n, t=1 / base**8 * h, f=lambda at: 1 / step**at)
    less = proof.opaque(
        total <= (1 / base**8) * (h * falls), rows, factor, terms=[total, rows.says.args[1], 1 / base**8, falls]
    )
    known = power, proof.use(inverse(), positive, t=base**8), size, proof.have(t * (h * falls) <= 1, sums), less
    return proof.use(most(), *known, P=1 / base**8, S=h * falls, u=total)


def partial(at, last):
    """Return the power series of e^at up to a power."""
    return sum((at**i / factorial(i) for i in range(1, last + 1)), as_number(1))


def curve(at):
    """Return the beginning of the power series of e^(-u²/2) at a number u."""
    return partial(-(at**2) / 2, 4)


def area(at):
    """Return the integral of the curve from 0 to a number."""
    return sum(((-1) ** i * at ** (2 * i + 1) / (2**i * factorial(i) * (2 * i + 1)) for i in range(1, 5)), at)


def products(proof, sizes, degree, least=0):
    """Return all products of `degree` of these numbers ≥ 0, each also times the last but one, `least` times.

    They are the Bernstein basis: a polynomial is shown to be ≥ 0 as a sum of them.
    """
    *others, last, rest = sizes
    powers = itertools.product(range(degree + 1), repeat=len(sizes) - 1)
    return [
        proof.product(
            *(each for each, e in zip((*others, last), of, strict=True) for _ in range(e)),
            *[last] * least,
            *[rest] * (degree - sum(of)),
        )
        for of in powers
        if sum(of) <= degree
    ]


@lemma([0 <= s, 0 <= d, s + d <= "3/2"], d * curve(s + d) <= area(s + d) - area(s))
def lower_step(proof):
    """For s, d ≥ 0 and s+d ≤ 3/2: the step from s to s+d with the height of the curve at its end is in its area."""
    sizes = proof.know(0 <= s), proof.know(0 <= d), proof.have(0 <= "3/2" - s - d)
    return proof.qed(*products(proof, sizes, 7, least=2))


@cache
def below_the_curve():
    """For 0 ≤ y ≤ 9/8 and 0 ≤ z ≤ e^-y: z is at most the beginning of the power series of e^-y."""
    above, under = partial(-y, 4), partial(y, 5)
    proof = Proof([0 <= y, y <= "9/8", 0 <= z, z * under <= 1], z <= above)
    sizes = proof.know(0 <= y), proof.have(0 <= "9/8" - y)
    more = proof.have(0 <= above * under - 1, *products(proof, sizes, 9))
    sign = proof.have(0 <= above, *products(proof, sizes, 4))
    return proof.qed(proof.product(sign, 0 <= 1 - z * under), proof.product(0 <= z, more))


@cache
def what_is_left():
    """For 0 ≤ t ≤ 3/2: what the area leaves is at least t/200 more than 1/e_5(√2·t)."""
    under = partial(ROOT_BELOW * t, 5)
    proof = Proof([0 <= t, t <= "3/2"], 1 <= (1 - DENSITY * area(t) - t / 200) * under)
    return proof.qed(*products(proof, (proof.know(0 <= t), proof.have(0 <= "3/2" - t)), 13, least=1))


@claim.clause(
    "larger-up-to-3-halves",
    *(0 <= h, 0 <= n, t == n * h, t <= "3/2", heights(g, h, n)),
    1 / series(ROOT_BELOW * t, 5) + t / 200 <= 1 - DENSITY * Sum(k, 1, n, h * g[k]),
)
def larger_up_to_3_halves(proof):
    inner, before = proof.assuming(between(1, k, n)), as_number(k) - 1
    orders = inner.use(lemmas.index_order(), j=1), inner.use(lemmas.index_order(), j=k, k=n)
    first, last = (inner.product(0 <= h, each) for each in orders)
    last = inner.have(before * h + h <= "3/2", last)
    part = inner.use(lower_step(), inner.have(0 <= before * h, first), last, s=before * h, d=h)
    _sign, *_, height = inner.know(heights(g, h, n))(k).parts()
    low, high = inner.have(0 <= "3/2" - k * h, last), inner.have(0 <= "3/2" + k * h, first)
    squares = (
        inner.have((k * h) ** 2 / 2 <= "9/8", inner.product(low, high)),
        inner.have(0 <= (k * h) ** 2 / 2, squares=[k * h]),
    )
    below = inner.use(below_the_curve(), height(5), *squares, y=(k * h) ** 2 / 2, z=g[k])
    each = inner.have(h * g[k] <= area(k * h) - area(before * h), part, inner.product(0 <= h, below))
    whole = proof.telescope(k, 1, n, area(k * h) - area(before * h), lambda at: area((as_number(at) - 1) * h))
    total = Sum(k, 1, n, h * g[k])
    inside = proof.replace(
        proof.have(n * h == t),
        lambda at: total <= area(at),
        proof.have(total <= area(n * h), proof.termwise(k, 1, n, each), whole),
    )
    least = proof.have(0 <= t, proof.product(proof.use(lemmas.index_order(), j=0, k=n), 0 <= h))
    positive = proof.have(0 < partial(ROOT_BELOW * t, 5), *(proof.product(*[least] * i) for i in range(1, 6)))
    left = proof.use(what_is_left(), least)
    more = Proof([0 < s, 1 <= y * s], 1 / s <= y).qed()
    found = proof.use(more, left, positive, s=partial(ROOT_BELOW * t, 5), y=1 - DENSITY * area(t) - t / 200)
    return proof.qed(found, inside)
