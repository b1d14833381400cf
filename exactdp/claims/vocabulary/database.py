"""Databases as numbers: those of n rows with m values each are 0, …, N[n]-1, and the last row is the last digit.

A row with the value v < m makes the database B[i] + v of the database i, where B[i] = m·i.
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import FunctionValue, entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.matrix import stochastic

_d, _i, _k, _m, _n, _q, _r, _s, _v, _w = indices("d i k m n q r s v w")
_a, _x, _p = number("α"), variable("x", MATRIX), variable("w", VECTOR)
_B, _N = (variable(name, INDEX_MAP) for name in "BN")
_D = variable("D", Function(3, INDEX))

reading = explained("{0} reads {{0..{1}}}", (_p, _m), All(_r, between(0, _r, _m), (0 <= _p[_r]) & (_p[_r] <= 1)))
"""Each response is read as one of two databases, as the second with probability w_r."""

error = explained(
    "err({0},{1};{2},{3},{4})",
    (_x, _p, _i, _d, _m),
    (Sum(_r, 0, _m, _x[_i, _r] * _p[_r]) + Sum(_r, 0, _m, _x[_d, _r] * (1 - _p[_r]))) / 2,
    r"\mathrm{{err}}_{{ {2},{3} }}({0}, {1}; {4})",
)
"""The loss of a user with weights 1/2 on two databases, for the 0-1 loss: the probability of confusing the two."""

multiples = explained(
    "{0} = multiples({1};{2})",
    (_B, _m, _s),
    (_B[0] == 0) & All(_i, between(0, _i, _s - 1), _B[_i + 1] == _B[_i] + _m),
    r"{0}_i = {1} i\ (i \le {2})",
)

sizes = explained(
    "{0} = sizes({1},{2};{3})",
    (_N, _B, _n, _s),
    (_N[0] == 1) & All(_k, between(0, _k, _n - 1), between(1, _N[_k], _s) & (_N[_k + 1] == _B[_N[_k]])),
    r"{0}_{{k+1}} = {1}_{{{0}_k}}\ (k < {2}, {0}_k \le {3})",
)
"""The number of databases with k rows, for each k."""


def _rows(i: Term) -> Formula:
    return between(0, i, _N[_k] - 1)


_one_more_row = All(
    _i,
    _rows(_i),
    All(
        _d,
        _rows(_d),
        Every(
            (_v, 0, _m - 1),
            (_w, 0, _m - 1),
            _D[_k + 1, _B[_i] + _v, _B[_d] + _w] == _D[_k, _i, _d] + If(_v == _w, 0, 1),
        ),
    ),
)
distances = explained(
    "{0} = distances({1},{2},{3},{4})",
    (_D, _N, _B, _n, _m),
    Every((_k, 0, _n), (_i, 0, _N[_k] - 1), (_d, 0, _N[_k] - 1), 0 <= _D[_k, _i, _d])
    & (_D[0, 0, 0] == 0)
    & All(_k, between(0, _k, _n - 1), _one_more_row),
    r"{0}_{{k,i,d}} = \#\{{\text{{rows where }} i, d \in \{{0..{4}-1\}}^k \text{{ differ}}\}}\ ({1}, {2}; k \le {3})",
)
"""The number of rows in which two databases of k rows differ."""

databases = explained(
    "{0},{1} = databases({3},{4};{2},{5})",
    (_D, _N, _B, _n, _m, _s),
    multiples(_B, _m, _s) & sizes(_N, _B, _n, _s) & distances(_D, _N, _B, _n, _m),
    r"{0} \text{{ the distances in }} \{{0..{4}-1\}}^{{{3}}}\ ({1}, {2}, {5})",
)


@generator(multiples)
def some_multiples(rng: Random, turn: int, m: int, s: int) -> tuple[int, ...]:
    """Compute the multiples."""
    return tuple(m * i for i in range(max(s, 0) + 1))


@generator(sizes)
def some_sizes(rng: Random, turn: int, B: FunctionValue, n: int, s: int) -> tuple[int, ...] | None:
    """Multiply by the number of values, which is read from the multiples."""
    found = [1]
    for _ in range(n):
        if not 1 <= found[-1] <= s:
            return None
        found.append(entry(B, (found[-1],)))
    return tuple(found)


@generator(distances)
def some_distances(rng: Random, turn: int, N: FunctionValue, B: FunctionValue, *last: int) -> Callable[..., int]:
    """Count the digits in which numbers differ."""
    _, m = last

    def apart(k: int, i: int, d: int) -> int:
        return sum(i // m**place % m != d // m**place % m for place in range(k)) if m > 0 else 0

    return apart


private_by_distance = explained(
    "{0} is {1}-private by {2}[{3}] on {{0..{4}}} × {{0..{5}}}",
    (_x, _a, _D, _n, _w, _q),
    stochastic(_x, _w, _q)
    & Every((_i, 0, _w), (_d, 0, _w), (_r, 0, _q), _a ** _D[_n, _i, _d] * _x[_d, _r] <= _x[_i, _r]),
    r"{0}\ {1}\text{{-private by }} {2}_{{{3}}} \text{{ on }} \{{0..{4}\}} \times \{{0..{5}\}}",
)
"""Databases that differ in k rows have probabilities within a factor α^k, as α-privacy for neighbours says."""


@generator(private_by_distance)
def some_private_by_distance(rng: Random, turn: int, alpha: Fraction, *others: Any) -> Any:
    """Draw equal rows, and rows that fall by α with the distance from a database."""
    apart, n, last, q = others
    if last < 0 or q < 0 or not 0 <= alpha <= 1:
        return None
    here, there = rng.randrange(q + 1), rng.randrange(q + 1)
    center, rows = rng.randrange(last + 1), []
    for i in range(last + 1):
        row = [alpha * 0] * (q + 1)
        near = alpha ** entry(apart, (n, i, center)) / 2 if turn % 3 else alpha / alpha.denominator
        row[here] += near
        row[there] += 1 - near
        rows.append(tuple(row))
    return tuple(rows)


_ones = If(_i <= _k, _a ** (_k + 1 - _i) / (1 + _a), 1 - _a ** (_i - _k) / (1 + _a))

walk = explained(
    "walk({0},{1})",
    (_k, _a),
    function(_i, _r, If(_r == 1, _ones, If(_r == 0, 1 - _ones, 0))),
    r"\mathrm{{walk}}_{{ {0},{1} }}",
)
"""The mechanism on the rows 0 to 2k+1 that answers 1 in row i with α^(k+1-i)/(1+α) for i ≤ k, and mirrored."""

as_answered = explained("id", (), function(_r, as_number(_r)), r"\mathrm{{id}}")()
"""A reading that takes the responses 0 and 1 at face value."""
