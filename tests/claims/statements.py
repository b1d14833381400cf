"""Statements in the style of the papers, true and false, with definitions and generators to try them with."""

from fractions import Fraction
from random import Random
from typing import Any

from exactdp.claims.formulas import (
    All,
    Definition,
    If,
    Sum,
    between,
    function,
    indices,
    matrices,
    numbers,
    vectors,
)
from exactdp.claims.instances import generator
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import deterministic

i, k, m, n, r, z = indices("i k m n r z")
a, b = numbers("α β")
c, T, x, y = matrices("c T x y")
p, w = vectors("p w")

Rows = tuple[tuple[Fraction, ...], ...]


def is_stochastic(rows: Rows, inputs: int, responses: int) -> bool:
    """Say whether the first rows are distributions, by computation."""
    return all(min(rows[j][: responses + 1]) >= 0 and sum(rows[j][: responses + 1]) == 1 for j in range(inputs + 1))


stochastic = Definition(
    "stochastic",
    (x, n, m),
    All(i, between(0, i, n), All(r, between(0, r, m), 0 <= x[i, r]))
    & All(i, between(0, i, n), Sum(r, 0, m, x[i, r]) == 1),
)
private = Definition(
    "private",
    (x, a, n, m),
    stochastic(x, n, m)
    & All(
        i,
        (0 <= i) & (i < n),
        All(r, between(0, r, m), (a * x[i + 1, r] <= x[i, r]) & (a * x[i, r] <= x[i + 1, r])),
    ),
)
prior = Definition("prior", (p, n), All(i, between(0, i, n), 0 <= p[i]) & (Sum(i, 0, n, p[i]) == 1))


def rows_of(mechanism: Any) -> Rows:
    """The rows of a mechanism as fractions."""
    return tuple(tuple(map(Fraction, row)) for row in mechanism.rows)


def distribution(rng: Random, size: int) -> tuple[Fraction, ...]:
    """Return a distribution with zeros and ties."""
    parts = [rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(size)]
    parts[rng.randrange(size)] += 1
    return tuple(Fraction(each, sum(parts)) for each in parts)


@generator(stochastic)
def draw_stochastic(rng: Random, turn: int, inputs: int, responses: int) -> Rows:
    """Draw distributions for the rows."""
    return tuple(distribution(rng, responses + 1) for _ in range(inputs + 1))


@generator(prior)
def draw_prior(rng: Random, turn: int, last: int) -> tuple[Fraction, ...]:
    """Draw a distribution."""
    return distribution(rng, last + 1)


@generator(private)
def draw_private(rng: Random, turn: int, level: Fraction, inputs: int, responses: int) -> Rows | None:
    """Draw G and its remaps, mixtures, equal rows, or the mechanism that goes back and forth."""
    if not 0 <= level <= 1:
        return None
    kind = turn % 5
    if kind == 0 and responses == inputs and inputs:
        return rows_of(geometric(n=inputs, alpha=level))
    if kind in (1, 3) and inputs:
        reading = deterministic([rng.randrange(responses + 1) for _ in range(inputs + 1)], responses=range(responses + 1))
        rows = rows_of(geometric(n=inputs, alpha=level) @ reading)
        share = Fraction(1, responses + 1)
        return rows if kind == 1 else tuple(tuple((v + share) / 2 for v in row) for row in rows)
    if kind == 2 and responses:
        pair = (1 / (1 + level), level / (1 + level))
        return tuple((*pair[:: (-1) ** j], *[Fraction(0)] * (responses - 1)) for j in range(inputs + 1))
    return (distribution(rng, responses + 1),) * (inputs + 1)


def range_restricted(level: Any, last: Any) -> Any:
    """Return the range-restricted geometric mechanism as a function of two indices."""
    return function(i, k, level ** abs(i - k) * If((k == 0) | (k == last), 1, 1 - level) / (1 + level))


down = function(r, x[i + 1, r] - a * x[i, r])
lemma_5_4 = [1 <= n, 0 <= i, i < n, 0 < a, a < 1, private(x, a, n, m)]

prices = Definition(
    "prices",
    (w, c, a, n, m),
    All(
        k,
        between(0, k, n),
        All(
            r,
            between(0, r, m),
            c[k, r] >= w[k],
        ),
    ),
)
