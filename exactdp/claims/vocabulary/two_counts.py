"""Two count queries on one row, and three results that are all neighbours of each other, as in the smallest case."""

from fractions import Fraction
from random import Random
from typing import Any

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.expressions import Function
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.count_query import count, neighbours, values_up_to
from exactdp.claims.vocabulary.matrix import Rows, stochastic

_i, _j, _k, _m, _n, _q, _r, _s = indices("i j k m n q r s")
_a, _x, _y = number("α"), variable("x", MATRIX), variable("y", Function(3, NUMBER))
_d, _e = (variable(name, INDEX_MAP) for name in "de")
_S, _U = (variable(name, SET) for name in "SU")

private_on_triangle = explained(
    "{0} is {1}-private on a triangle with responses {{0..{2}}}",
    (_x, _a, _m),
    stochastic(_x, 2, _m)
    & All(
        _r,
        between(0, _r, _m),
        both(*(_a * _x[one, _r] <= _x[other, _r] for one in range(3) for other in range(3) if one != other)),
    ),
)
"""The results 0, 1 and 2 are all neighbours."""


def two_answers(rng: Random, alpha: Fraction, inputs: int, m: int) -> Rows:
    """Draw one of two responses for some inputs, and the other for the rest, as far as privacy of neighbours allows.

    >>> for row in two_answers(Random(6), Fraction(1, 2), 3, 1):
    ...     print(*row)
    1/3 2/3
    2/3 1/3
    2/3 1/3
    """
    one, other = rng.randrange(m + 1), rng.randrange(m + 1)
    rows = []
    for _ in range(inputs):
        row = [Fraction(0)] * (m + 1)
        likely = rng.random() < 0.5
        row[one] += (1 if likely else alpha) / (1 + alpha)
        row[other] += (alpha if likely else 1) / (1 + alpha)
        rows.append(tuple(row))
    return tuple(rows)


@generator(private_on_triangle)
def some_private_on_triangle(rng: Random, turn: int, alpha: Fraction, m: int) -> Any:
    """Draw two answers, or the input itself, which is likelier than each other one by 1/α."""
    if m < 0 or not 0 <= alpha <= 1:
        return None
    if m < 2 or turn % 2:
        return two_answers(rng, alpha, 3, m)
    rest = [Fraction(0)] * (m - 2)
    return tuple(tuple([(1 if at == to else alpha) / (1 + 2 * alpha) for to in range(3)] + rest) for at in range(3))


def _results(database: Term, first: Term, second: Term) -> tuple[Formula, ...]:
    return tuple(
        between(0, value, _n) & (count(database, of, _n) == value) for value, of in ((first, _S), (second, _U))
    )


_of_d, _of_e = _results(_d, _i, _j), _results(_e, _k, _s)
_near_results = All(_r, between(0, _r, _m), _a * _y[_i, _j, _r] <= _y[_k, _s, _r])
_each_result = All(_r, between(0, _r, _m), 0 <= _y[_i, _j, _r]) & (Sum(_r, 0, _m, _y[_i, _j, _r]) == 1)
_near_e = All(
    _e, values_up_to(_e, _n, _q) & neighbours(_e, _d, _n), All(_k, _of_e[0], All(_s, _of_e[1], _near_results))
)
private_on_two_counts = explained(
    "{0} is {1}-private on counts of {2} and {3} ({4} rows, {5},{6})",
    (_y, _a, _S, _U, _n, _m, _q),
    All(_d, values_up_to(_d, _n, _q), All(_i, _of_d[0], All(_j, _of_d[1], _each_result & _near_e))),
)
"""A mechanism that answers r with the probability y_ijr where i rows have values in S and j in U."""


@generator(private_on_two_counts)
def some_private_on_two_counts(rng: Random, turn: int, alpha: Fraction, *others: Any) -> tuple[Rows, ...] | None:
    """Draw for one row what is private for all pairs of results, and for more rows one distribution."""
    _, _, rows, m, _ = others
    if m < 0 or rows < 0 or not 0 <= alpha <= 1:
        return None
    drawn = two_answers(rng, alpha, 3, m) if m < 2 or turn % 2 else some_private_on_triangle(rng, 0, alpha, m)
    return tuple(tuple(drawn[(i + 2 * j) % 3 if rows == 1 else 0] for j in range(rows + 1)) for i in range(rows + 1))


def bit(member: Formula) -> Term:
    """Return 1 if a formula holds, and 0 if not, as an index.

    >>> bit(_S[_i])
    {1 if i ∈ S; 0 otherwise}
    """
    return If(member, as_index(1), 0)


by_value = explained("rows({0},{1},{2})", (_y, _S, _U), function(_i, _r, _y[bit(_S[_i]), bit(_U[_i]), _r]))
"""The rows of a mechanism for two counts on the databases of one row, by the value in the row."""

ones_and_twos = tuple(explained(name, (), function(_k, _k == value))() for name, value in (("ones", 1), ("twos", 2)))
"""The two count queries: how many rows are 1, and how many are 2?"""
