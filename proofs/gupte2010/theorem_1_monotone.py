"""Theorem 1, part 2: some hypothesis on the loss is needed, for every n ≥ 2 and every level.

The loss is 1 where |i-r| is odd, and S = {0, 1, 2}: the consumer wants to know whether the result is even. The rows
(1, α)/(1+α), for even results, and (α, 1)/(1+α), for odd ones, tell that as well as privacy allows. What is derived
from G has (1+α²)·x_1r ≥ α·(x_0r + x_2r). So with the weights α, 1+α² and α on the inputs 0, 1 and 2, each response r
costs at least α·(x_0r + x_2r).
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.theorem-1.monotone",
    "a hypothesis on the loss is needed",
    section="4.2",
    position=52,
    kept=KEPT
    | {
        "l is the parity of the distance on {0..n} × {0..m}": "the loss of the example",
        "x is derivable from G_(n,α) with responses {0..m}": "the mechanisms derivable from G",
    },
)

n, m, i, r = indices("n m i r")
a, b = numbers("α b")
x, loss = matrices("x l")
parity = Definition(
    "{0} is the parity of the distance on {{0..{1}}} × {{0..{2}}}",
    (loss, n, m),
    (loss[0, 0] == 0)
    & Every((i, 0, n), (r, 0, m - 1), loss[i, r + 1] == 1 - loss[i, r])
    & Every((i, 0, n - 1), (r, 0, m), loss[i + 1, r] == 1 - loss[i, r]),
)


@generator(parity)
def some_parity(rng, turn, n, m):
    """Draw the one loss that there is."""
    return tuple(tuple(Fraction((i + r) % 2) for r in range(m + 1)) for i in range(n + 1))


def either(value):
    return (value == 0) | (value == 1)


def by_turns(proof, index, last, values, turn):
    """Return that a value is 0 or 1 for 0 ≤ index ≤ last, since it is 0 at 0 and the next is always 1 less it."""

    first = proof.alternative(either(values(0)), proof.have(values(0) == 0))
    goal = (index <= last) >> either(values(index))
    inner, before = proof.inductive(goal, index, 0, [proof.imply(0 <= last, first)])
    more = inner.assuming(index + 1 <= last)
    next_one = turn(more)
    found = more.either(
        more.detach(before),
        lambda zero: zero.alternative(either(values(index + 1)), zero.have(values(index + 1) == 1)),
        lambda one: one.alternative(either(values(index + 1)), one.have(values(index + 1) == 0, next_one)),
    )
    return proof.detach(inner.closed(inner.imply(index + 1 <= last, found)))


claim.clause("first-row", 0 <= n, parity(loss, n, m), between(0, r, m), either(loss[0, r]))(
    lambda proof: by_turns(proof, r, m, lambda v: loss[0, v], lambda case: case.parts(parity(loss, n, m))[-2](0, r))
)
claim.clause("first-column", 0 <= m, parity(loss, n, m), between(0, i, n), either(loss[i, 0]))(
    lambda proof: by_turns(proof, i, n, lambda v: loss[v, 0], lambda case: case.parts(parity(loss, n, m))[-1](i, 0))
)

interaction = 2 * a / (1 + a) ** 2


@claim.clause(
    "interaction",
    2 <= n,
    0 < a,
    a < 1,
    private(x, a, n, m),
    derivable(x, a, n, m),
    parity(loss, n, m),
    All(i, between(0, i, 2), expected_loss(loss, x, m, i) <= b),
    interaction <= b,
)
def of_interaction(proof):
    condition = proof.cite("gupte2010.theorem-2#only-if")
    losses = [proof.know(proof.given[-1])(row) for row in range(3)]
    entry = proof.assuming(between(0, r, m))
    turn = entry.parts(parity(loss, n, m))[-1]
    first, second, third = (x[row, r] for row in range(3))
    cost = a * (first * loss[0, r]) + (1 + a**2) * (second * loss[1, r]) + a * (third * loss[2, r])

    def odd(value):
        def step(case):
            below = case.have(loss[1, r] == 1 - value, turn(0, r))
            last = case.have(loss[2, r] == value, turn(1, r), below)
            parts = [
                case.have(a * (first * loss[0, r]) == a * first * value),
                case.have((1 + a**2) * (second * loss[1, r]) == (1 + a**2) * second * (1 - value), below),
                case.have(a * (third * loss[2, r]) == a * third * value, last),
            ]
            return case.have(a * (first + third) <= cost, *parts, condition(1, r))

        return step

    values = entry.cite("gupte2010.theorem-1.monotone#first-row")
    each = entry.either(values, odd(0), odd(1))
    total = proof.termwise(r, 0, m, each)
    weighed = [
        proof.have(a * expected_loss(loss, x, m, 0) <= a * b, losses[0]),
        proof.have((1 + a**2) * expected_loss(loss, x, m, 1) <= (1 + a**2) * b, losses[1], 0 < 1 + a**2),
        proof.have(a * expected_loss(loss, x, m, 2) <= a * b),
    ]
    sums = [proof.have(a * as_number(1) == a * Sum(r, 0, m, x[row, r])) for row in (0, 2)]
    return proof.qed(proof.have(2 * a <= (1 + a) ** 2 * b, total, *weighed, *sums))


even = loss[i, 0] <= 0
in_turn = explained(
    "turns({0},{1})", (loss, a), function(i, r, If(r == 0, If(even, 1, a), If(r == 1, If(even, a, 1), 0)) / (1 + a))
)(loss, a)
"""The responses are 0 and 1. Each is the more likely one on every other input."""
best = a / (1 + a)
given = (0 <= n, 1 <= m, 0 < a, a < 1, parity(loss, n, m))


def with_value(proof, step, at=i):
    """Return what the step shows for each of the two values that l(i, 0) may have."""
    values = proof.cite("gupte2010.theorem-1.monotone#first-column", i=at)
    return proof.either(
        values,
        lambda zero: zero.knowing(zero.have(loss[at, 0] <= 0), lambda case: step(case, 0)),
        lambda one: one.knowing(one.have(0 < loss[at, 0]), lambda case: step(case, 1)),
    )


@claim.clause("in-turn-private", *given, private(in_turn, a, n, m))
def in_turn_private(proof):
    inner = proof.inside(All(i, between(0, i, n), Sum(r, 0, m, in_turn[i, r]) == 1))
    first = If(even, as_number(1), a) / (1 + a)
    total = inner.telescope(r, 0, m, in_turn[i, r], lambda v: If(v == 0, 0, If(v == 1, first, 1)))
    return proof.qed(inner.closed(with_value(inner, lambda case, _: case.have(inner.goal, total))))


@claim.clause("in-turn-loss", *given, between(0, i, n), expected_loss(loss, in_turn, m, i) == best)
def in_turn_loss(proof):
    def step(case, value):
        zero, one = (in_turn[i, column] for column in (0, 1))
        term = in_turn[i, r] * loss[i, r]
        total = case.telescope(
            r, 0, m, term, lambda v: If(v == 0, 0, If(v == 1, zero * loss[i, 0], zero * loss[i, 0] + one * loss[i, 1]))
        )
        total = case.have(Sum(r, 0, m, term) == zero * loss[i, 0] + one * loss[i, 1], total)
        here = case.know(loss[i, 0] == value)
        after = case.have(loss[i, 1] == 1 - value, case.parts(parity(loss, n, m))[-2](i, 0))
        total = case.replace(here, lambda v: Sum(r, 0, m, term) == zero * v + one * loss[i, 1], total)
        return case.have(proof.goal, case.replace(after, lambda v: Sum(r, 0, m, term) == zero * value + one * v, total))

    return with_value(proof, step)


@claim.clause(
    "in-turn-best",
    1 <= n,
    0 < a,
    a < 1,
    private(x, a, n, m),
    parity(loss, n, m),
    All(i, between(0, i, 1), expected_loss(loss, x, m, i) <= b),
    best <= b,
)
def in_turn_best(proof):
    _, ones, near = proof.parts(private(x, a, n, m))[-3:]
    entry = proof.assuming(between(0, r, m))
    turn = entry.parts(parity(loss, n, m))[-1]
    cost = (1 + a) * (x[0, r] * loss[0, r] + x[1, r] * loss[1, r])

    def odd(value):
        def step(case):
            below = case.have(loss[1, r] == 1 - value, turn(0, r))
            parts = [
                case.have(x[0, r] * loss[0, r] == x[0, r] * value),
                case.have(x[1, r] * loss[1, r] == x[1, r] * (1 - value), below),
            ]
            return case.have(a * (x[0, r] + x[1, r]) <= cost, *parts, near(0, r))

        return step

    values = entry.cite("gupte2010.theorem-1.monotone#first-row")
    each = entry.either(values, odd(0), odd(1))
    total = proof.termwise(r, 0, m, each)
    weighed = [proof.have((1 + a) * expected_loss(loss, x, m, q) <= (1 + a) * b) for q in (0, 1)]
    sums = [proof.have(a * as_number(1) == a * Sum(r, 0, m, x[q, r]), ones(q)) for q in (0, 1)]
    return proof.qed(proof.have(2 * a <= 2 * ((1 + a) * b), total, *weighed, *sums))


claim.clause("difference", 0 < a, a < 1, a * (1 - a) / (1 + a) ** 2 == interaction - best)(by_arithmetic)
claim.clause("less", 0 < a, a < 1, best < interaction)(by_arithmetic)
