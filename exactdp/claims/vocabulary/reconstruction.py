"""The words of the claims on reconstruction: counting queries with weights, answers with errors, Hadamard matrices.

The people are numbered 0..k-1 and a database gives each of them a bit; queries are the rows of a matrix of weights.
"""

from fractions import Fraction
from random import Random
from typing import Any

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.matrix import Numbers, Rows
from exactdp.surveys.queries import hadamard_queries

_j, _k, _m, _n, _x, _y, _z = indices("j k m n x y z")
_E = number("E")
_c, _d, _s = (variable(name, INDEX_MAP) for name in "cds")
_H, _r = variable("H", MATRIX), variable("r", VECTOR)

query = explained(
    "{0}_{2}({1}; {3})",
    (_H, _d, _y, _n),
    Sum(_x, 0, _n - 1, _H[_y, _x] * as_number(_d[_x])),
    r"{0}_{{{2}}}({1}; {3})",
)
"""The true answer to query y on n people: the sum of their weights times their bits."""

fits = explained(
    "‖{0}-{1}·{2}‖_({4}×{5}) ≤ {3}",
    (_r, _H, _d, _E, _m, _n),
    All(
        _y,
        between(0, _y, _m - 1),
        (query(_H, _d, _y, _n) - _r[_y] <= _E) & (_r[_y] - query(_H, _d, _y, _n) <= _E),
    ),
    r"\lVert {0} - {1} {2} \rVert_\infty \le {3}\ ({4} \times {5})",
)
"""All errors are at most E."""

wrong = explained(
    "#({0}≠{1})_{2}",
    (_c, _d, _n),
    Sum(_x, 0, _n - 1, If(_c[_x] == _d[_x], as_number(0), 1)),
    r"|\{{x < {2} : {0}_x \ne {1}_x\}}|",
)

doubling = explained(
    "{0} doubles from 1 up to {1}", (_s, _m), (_s[0] == 1) & All(_j, between(0, _j, _m - 1), _s[_j + 1] == 2 * _s[_j])
)
"""The powers of two, as indices."""

hadamard = Definition(
    "{0} is a Hadamard matrix on {{0..{1}-1}}",
    (_H, _k),
    Every((_y, 0, _k - 1), (_x, 0, _k - 1), (_H[_y, _x] == 1) | (_H[_y, _x] == -1))
    & Every(
        (_x, 0, _k - 1), (_z, 0, _k - 1), Sum(_y, 0, _k - 1, _H[_y, _x] * _H[_y, _z]) == If(_x == _z, as_number(_k), 0)
    ),
)
"""Entries 1 and -1, and columns that are orthogonal."""

subsets = explained("({0}+1)/2", (_H,), function(_y, _x, (_H[_y, _x] + 1) / 2), r"\tfrac{{1}}{{2}}({0} + 1)")
"""The subset queries of a matrix with entries 1 and -1: the people at whom row y has a 1."""

twofold = explained(
    "D({0}, {1})",
    (_H, _k),
    function(
        _y,
        _x,
        _H[If(_y < _k, _y, _y - _k), If(_x < _k, _x, _x - _k)] * If((_y < _k) | (_x < _k), as_number(1), -1),
    ),
    "D({0}, {1})",
)
"""The matrix of twice the size: four copies, the last one negated."""


@generator(fits)
def some_answers(rng: Random, turn: int, *given: Any) -> Numbers:
    """Draw true answers with errors 0, E and -E."""
    weights, database, error, queries, people = given
    return tuple(
        sum(entry(weights, (y, x)) * entry(database, (x,)) for x in range(people)) + error * rng.choice((-1, 0, 1))
        for y in range(queries)
    )


@generator(hadamard)
def some_hadamard(rng: Random, turn: int, k: int) -> Rows | None:
    """Return the Hadamard matrix of the library, for powers of two."""
    return tuple(tuple(map(Fraction, row)) for row in hadamard_queries(k)) if k > 0 and k & (k - 1) == 0 else None


@generator(doubling)
def powers_of_two(rng: Random, turn: int, m: int) -> tuple[int, ...]:
    """Return the powers of two."""
    return tuple(2**j for j in range(max(m, 0) + 1))
