"""The words of the claims about the databases {0,1}^3 of Theorem 6.3 (Ghosh et al. 2009), and its two users.

The databases {}, {1}, {2}, {1,2}, {3}, {1,3}, {2,3}, {1,2,3} are the inputs 0 to 7, and the responses are 0 to m.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained, named
from exactdp.claims.vocabulary.matrix import Rows, stochastic, table
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.privacy.level import level

_d, _i, _m, _r = indices("d i m r")
_a, _e, _u, _w = numbers("α ε u w")
_x, _l = (variable(name, MATRIX) for name in "xl")
_p = variable("p", VECTOR)

FIGURE_4 = tuple(Fraction(k, 12) for k in (10, 11, 8, 10, 8, 10, 4, 8))
"""The probabilities that x_1 answers 1: four are printed, and determine those for the other databases."""
EDGES = tuple((d, d | bit) for bit in (1, 2, 4) for d in range(8) if not d & bit)
"""The pairs of databases that differ in one row."""


def _near(x: Term, alpha: Term, r: Term) -> Formula:
    pairs = [(one, other) for edge in EDGES for one, other in (edge, edge[::-1])]
    return both(*(alpha * x[one, r] <= x[other, r] for one, other in pairs))


def _is_private(x: Sequence[Sequence[Fraction]], alpha: Fraction, m: int) -> bool:
    rows = [list(row[: m + 1]) for row in x[:8]]
    if any(sum(row) != 1 or min(row) < 0 for row in rows):
        return False
    return alpha <= level(Mechanism(rows), hypercube(inputs=range(8))).alpha


private_on_cube = Definition(
    "{0} is {1}-private on {{0,1}}³ with responses {{0..{2}}}",
    (_x, _a, _m),
    stochastic(_x, 7, _m) & All(_r, between(0, _r, _m), _near(_x, _a, _r)),
    latex=r"{0}\ {1}\text{{-private on }} \{{0,1\}}^3 \times \{{0..{2}\}}",
    decide=_is_private,
)


@generator(private_on_cube)
def some_private_on_cube(rng: Random, turn: int, alpha: Fraction, m: int) -> Rows | None:
    """Draw the mechanism of Figure 4, two answers that depend on one bit or on all bits, and equal rows."""
    if m < 0 or not 0 <= alpha <= 1:
        return None
    if m >= 2 and 2 * alpha <= 1 and turn % 4 == 0:
        return tuple((Fraction(0), p, 1 - p, *[Fraction(0)] * (m - 2)) for p in FIGURE_4)
    here, there = (rng.randrange(m + 1) for _ in range(2))
    powers = [Fraction(1), *([alpha] if turn % 2 else [alpha, alpha**2, alpha**3])]
    shown = rng.choice((1, 2, 4))
    rows = []
    for d in range(8):
        steps = int(bool(d & shown)) if turn % 2 else d.bit_count()
        row = [Fraction(0)] * (m + 1)
        near = powers[steps] / (1 + alpha) if turn % 3 else Fraction(1, 2)
        row[here] += near
        row[there] += 1 - near
        rows.append(tuple(row))
    return tuple(rows)


distance_loss = explained(
    "l_({0},{1})",
    (_u, _w),
    function(_i, _r, If(_i == _r, as_number(0), If(abs(_i - _r) == 1, 1, If(abs(_i - _r) == 2, _u, _w)))),
    "l_{{ {0},{1} }}",
)
"""The loss 0, 1, u, w at the distances 0, 1, 2, 3."""


def _weights(letter: str, by_database: Mapping[int, Term]) -> Definition:
    body = as_number(0)
    for at, value in by_database.items():
        body = If(_i == at, value, body)
    return Definition(f"{letter}_{{0}}", (_e,), function(_i, body), latex=f"{letter}_{{{{{{0}}}}}}")


_quarter, _half = as_number(Fraction(1, 4)), Fraction(1, 2)
first_user = _weights("p", {1: _quarter, 2: _quarter, 5: _e, 6: _half - _e})
second_user = _weights("q", {1: _quarter, 2: _quarter, 6: _e, 5: _half - _e})


results = named("result", function(_i, If(_i == 0, 0, If(_i == 7, 3, If((_i == 3) | (_i == 5) | (_i == 6), 2, 1)))))
"""The number of rows that are 1."""

user_loss = explained(
    "L({0}, {1}, {2})",
    (_p, _l, _x),
    Sum(_d, 0, 7, _p[_d] * Sum(_r, 0, 3, _x[_d, _r] * _l[results[_d], _r])),
    r"L({0}, {1}, {2})",
)
"""The expected loss of a user with a prior on databases, for responses 0 to 3."""


def other_database(i: Term) -> Term:
    """Return the number of a database with rows 1 and 2 exchanged.

    >>> other_database(_d)
    {2 if d = 1; 1 if d = 2; 6 if d = 5; 5 if d = 6; d otherwise}
    """
    return as_index(If(i == 1, 2, If(i == 2, 1, If(i == 5, 6, If(i == 6, 5, i)))))


exchanged = explained(
    "{0} with rows 1 and 2 exchanged",
    (_x,),
    function(_i, _r, _x[other_database(_i), _r]),
    r"{0} \text{{ with rows 1 and 2 exchanged}}",
)
"""A mechanism on the databases with rows 1 and 2 exchanged."""


def _answers(name: str, ones: Sequence[Fraction]) -> Term:
    """Return a mechanism that answers 1 with these probabilities, and 2 otherwise."""
    return named(name, table([[0, p, 1 - p, 0] for p in ones]))


best_for_first = _answers("x_1", FIGURE_4)
"""The mechanism of Figure 4, on all databases."""
by_count = _answers("y", [Fraction(k, 6) for k in (5, 4, 4, 2, 4, 2, 2, 1)])
"""G_(3,1/2) with 0 and 1 read as 1, and 2 and 3 as 2."""
