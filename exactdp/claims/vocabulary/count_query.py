"""Databases by the values of their rows 0..n-1, and count queries (Ghosh et al. 2009, section 2.1)."""

from fractions import Fraction
from random import Random
from typing import Any

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import FunctionValue, entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.mechanism import some_private

_i, _j, _k, _m, _n, _q, _r, _z, _v = indices("i j k m n q r z v")
(_a,) = numbers("α")
(_x,) = matrices("x")
_S = variable("S", SET)
_d, _e = (variable(name, INDEX_MAP) for name in ("d", "e"))

count = explained(
    "count of {0} in {1} over {2} rows",
    (_d, _S, _n),
    Sum(_j, 0, _n - 1, If(_S[_d[_j]], as_number(1), 0)),
    r"\#\{{j < {2} : {0}(j) \in {1}\}}",
)
"""The number of rows of a database of n rows whose value satisfies a predicate: is in the set S."""

neighbours = Definition(
    "{0} and {1} are neighbours with {2} rows",
    (_d, _e, _n),
    Some(_j, between(0, _j, _n - 1), All(_k, between(0, _k, _n - 1), _k != _j, _d[_k] == _e[_k])),
)
"""Two databases with n ≥ 1 rows that agree in all rows except at most one."""

values_up_to = Definition(
    "{0} has {1} rows with values in {{0..{2}}}", (_d, _n, _q), All(_j, between(0, _j, _n - 1), between(0, _d[_j], _q))
)
"""A database of n rows from the domain {0..q}."""


@generator(values_up_to)
def some_database(rng: Random, turn: int, n: int, q: int) -> tuple[int, ...] | None:
    """Draw the values of the rows."""
    return tuple(rng.randrange(q + 1) for _ in range(n)) if q >= 0 else None


@generator(neighbours)
def some_neighbour(rng: Random, turn: int, e: FunctionValue, n: int) -> tuple[int, ...] | None:
    """Draw a database that differs from the other in one value, by 1."""
    if n < 1:
        return None
    changed = rng.randrange(n)
    return tuple(entry(e, (k,)) + (rng.choice((-1, 0, 1)) if k == changed else 0) for k in range(n))


def changed(database: Term, row: Term, value: Term) -> Term:
    """Return the database that has this value in this row, and is otherwise the same.

    >>> changed(_d, _j, _v)
    (k ↦ {v if k = j; d[k] otherwise})
    """
    return function(_k, If(_k == row, value, database[_k]))


private_on_databases = explained(
    "{0} on the count of {2} is {1}-private for {3} rows with values {{0..{5}}} and responses {{0..{4}}}",
    (_x, _a, _S, _n, _m, _q),
    All(
        _d,
        values_up_to(_d, _n, _q),
        All(
            _i,
            between(0, _i, _n) & (count(_d, _S, _n) == _i),
            Every(
                (_j, 0, _n - 1),
                (_v, 0, _q),
                All(
                    _z,
                    between(0, _z, _n) & (count(changed(_d, _j, _v), _S, _n) == _z),
                    All(
                        _r,
                        between(0, _r, _m),
                        (_a * _x[_z, _r] <= _x[_i, _r]) & (_a * _x[_i, _r] <= _x[_z, _r]),
                    ),
                ),
            ),
        ),
    ),
)
"""The probabilities at a database and at each that differs from it in one row are within a factor α."""


@generator(private_on_databases)
def some_private_on_databases(rng: Random, turn: int, alpha: Fraction, *others: Any) -> Any:
    """Draw a mechanism on results that is private there."""
    _, n, m, _ = others
    return some_private(rng, turn, alpha, n, m)
