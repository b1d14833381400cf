"""The words about (ε, δ)-privacy: neighbours, groups, a second answer, and numbers for e^ε and its logarithm.

As in `words.neighbour`, a mechanism answers r with probability p_r on one database and q_r on a neighbour. The calculus
has no exponential function. If a proof needs it, the words state the inequalities that the proof uses. So the theorem
holds for e^ε, and for all other numbers that satisfy these inequalities.
"""

from fractions import Fraction
from random import Random
from typing import Any

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import FunctionValue, entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.matrix import Rows
from exactdp.claims.vocabulary.neighbour import distribution, events, excess, probability

_m, _r, _z = indices("m r z")
_a, _d, _e, _l, _t, _x, _y = numbers("α δ ε l t x y")
_L, _p, _q = (variable(name, VECTOR) for name in "Lpq")
_W, _Y, _Z = (variable(name, MATRIX) for name in "WYZ")

close = explained(
    "{0} and {1} are within the factor {2} and {3} on events in {{0..{4}}}",
    (_p, _q, _t, _d, _m),
    both(events(_p, _q, _t, _d, _m), events(_q, _p, _t, _d, _m)),
)
"""(ε, δ)-privacy for two neighbours, in both orders, where t is e^ε."""

coin = explained("coin({0})", (_x,), function(_r, If(_r == 0, _x, 1 - _x)), r"({0}, 1-{0})")
"""The distribution of two responses where 0 has the probability x."""


approximates = explained(
    "{0} within {2} and {3} of {1} ({4})", (_p, _q, _t, _d, _m), distribution(_p, _m) & (excess(_p, _q, _t, _m) <= _d)
)
"""A distribution that is (ε, δ)-close to another one, in this order, by its worst event; t is e^ε."""


@generator(approximates)
def some_approximation(rng: Random, turn: int, q: FunctionValue, t: Fraction, *others: *tuple[Fraction, int]) -> Any:
    """Draw the other distribution, or one that differs from it as far as δ allows."""
    delta, m = others
    if m < 0 or t < 1 or delta < 0 or not isinstance(q, tuple):
        return None
    by = min(delta, q[0]) if turn % 2 else Fraction(0)
    return tuple(x - by * (r == 0) + by * (r == m) for r, x in enumerate(q[: m + 1]))


def row(of: Term) -> Term:
    """Return the distribution after the first answer r.

    >>> row(_Y)
    (z ↦ Y[r,z])
    """
    return function(_z, of[_r, _z])


approximates_after = explained(
    "each {0}_r within {2} and {3} of {1}_r ({4})",
    (_Y, _Z, _t, _d, _m),
    All(_r, between(0, _r, _m), approximates(row(_Y), row(_Z), _t, _d, _m)),
    r"\sum_{{z \le {4}}} ({0}_{{r,z}} - {2} {1}_{{r,z}})^+ \le {3}\ (r \le {4})",
)
"""The same for a second answer, whose distributions on the two databases may depend on the first answer."""


@generator(approximates_after)
def some_approximation_after(rng: Random, turn: int, Z: FunctionValue, t: Fraction, *others: Any) -> Any:
    """Draw the other matrix, or one that differs from it as far as δ allows."""
    if not isinstance(Z, tuple):
        return None
    rows = [some_approximation(rng, turn, each, t, *others) for each in Z]
    return None if None in rows else tuple(rows)


weighs_pairs = explained(
    "{0} weighs {{0..{1}}}²", (_W, _m), Every((_r, 0, _m), (_z, 0, _m), (0 <= _W[_r, _z]) & (_W[_r, _z] <= 1))
)
"""An event of two answers or, more generally, the probability that a test says yes after them."""


@generator(weighs_pairs)
def some_weights_of_pairs(rng: Random, turn: int, m: int) -> Rows:
    """Draw an event, or weights between 0 and 1."""
    values = (0, 1, 1, "1/2", "1/3") if turn % 2 else (0, 1)
    return tuple(tuple(Fraction(rng.choice(values)) for _ in range(m + 1)) for _ in range(m + 1))


probability_of_pairs = explained(
    "Pr({2}; {0}, {1}, {3})",
    (_p, _Y, _W, _m),
    Sum(_r, 0, _m, _p[_r] * probability(row(_Y), row(_W), _m)),
    r"\Pr({2}; {0}, {1}, {3})",
)
"""The probability that a test says yes after two answers."""

log_ratio = explained(
    "{0} serves as ln({1}/{2})",
    (_l, _y, _x),
    (_x * (1 + _l) <= _y) & (_y * (1 - _l) <= _x),
    r"{0} \sim \ln \tfrac{{{1}}}{{{2}}}",
)
"""The facts used about l = ln(y/x), for x, y ≥ 0: e^l ≥ 1 + l and e^-l ≥ 1 - l."""

losses = explained(
    "{0} serve as ln({1}_r/{2}_r) beside {3} = -ln {4} ({5})",
    (_L, _p, _q, _e, _a, _m),
    All(
        _r,
        between(0, _r, _m),
        log_ratio(_L[_r] + _e, _p[_r], _a * _q[_r]) & log_ratio(_L[_r] - _e, _a * _p[_r], _q[_r]),
    ),
    r"{0}_r \sim \ln \tfrac{{ {1}_r }}{{ {2}_r }},\ {3} \sim -\ln {4}\ (r \le {5})",
)
"""The facts used about the privacy losses L_r, and about the largest loss, ε."""


@generator(losses)
def some_losses(rng: Random, turn: int, p: FunctionValue, q: FunctionValue, *others: Any) -> Any:
    """Draw an end, or the middle, of the interval of losses that the inequalities allow."""
    epsilon, alpha, m = others
    found = []
    for r in range(m + 1):
        x, y = entry(q, [r]), entry(p, [r])
        if not (x > 0 and y > 0 and alpha > 0):
            found.append(Fraction(0))
            continue
        low = max(1 - epsilon - alpha * x / y, 1 + epsilon - x / (alpha * y))
        high = min(y / (alpha * x) - 1 - epsilon, alpha * y / x - 1 + epsilon)
        if low > high:
            return None
        found.append((low, high, (low + high) / 2)[rng.randrange(3)])
    return tuple(found)
