"""Private mechanisms, and their columns."""

from fractions import Fraction
from random import Random
from typing import Any

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.matrix import Numbers, Rows, is_stochastic, rows_of, some_stochastic, stochastic, within
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.privacy.level import level

_i, _m, _n, _r = indices("i m n r")
(_a,) = numbers("α")
(_p,) = vectors("p")
(_x,) = matrices("x")


def is_private(x: Rows, alpha: Fraction, n: int, m: int) -> bool:
    """Return whether the entries of adjacent rows are within a factor α.

    >>> x = (Fraction(2, 3), Fraction(1, 3))
    >>> is_private((x, x[::-1]), Fraction(1, 2), 1, 1), is_private((x, x[::-1]), Fraction(2, 3), 1, 1)
    (True, False)
    """
    rows = within(x, n, m)
    return is_stochastic(x, n, m) and (n == 0 or alpha <= level(Mechanism(rows)).alpha)


private = Definition(
    "{0} is {1}-private on {{0..{2}}} with responses {{0..{3}}}",
    (_x, _a, _n, _m),
    stochastic(_x, _n, _m)
    & Every((_i, 0, _n - 1), (_r, 0, _m), (_a * _x[_i + 1, _r] <= _x[_i, _r]) & (_a * _x[_i, _r] <= _x[_i + 1, _r])),
    decide=is_private,
    coq="private_mechanism (S {2}) (S {3}) (path (S {2})) {1} {0}",
)

private_column = explained(
    "{0} is an {1}-private column on {{0..{2}}}",
    (_p, _a, _n),
    All(_i, between(0, _i, _n), 0 <= _p[_i])
    & All(_i, between(0, _i, _n - 1), (_a * _p[_i + 1] <= _p[_i]) & (_a * _p[_i] <= _p[_i + 1])),
)
"""The property of each column of an α-private mechanism."""


@generator(private)
def some_private(rng: Random, turn: int, alpha: Fraction, n: int, m: int) -> Any:
    """Draw G, remaps of G, mixtures of these with other rows, equal rows, and rows that go back and forth."""
    if n < 0 or m < 0 or alpha > 1:
        return None
    if n and alpha >= 0 and turn % 5 < 3:
        if m == n and turn % 5 == 0:
            return rows_of(geometric(n=n, alpha=alpha))
        remapped = geometric(n=n, alpha=alpha) @ deterministic(
            [rng.randrange(m + 1) for _ in range(n + 1)], responses=range(m + 1)
        )
        if turn % 5 == 1:
            return rows_of(remapped)
        return tuple(tuple((x + Fraction(1, m + 1)) / 2 for x in row) for row in rows_of(remapped))
    if m and alpha >= 0 and turn % 5 == 3:
        return tuple(
            tuple((alpha if (i + r) % 2 else Fraction(1)) / (1 + alpha) if r < 2 else Fraction(0) for r in range(m + 1))
            for i in range(n + 1)
        )
    return some_stochastic(rng, turn, 0, m) * (n + 1)


@generator(private_column)
def some_private_column(rng: Random, turn: int, alpha: Fraction, n: int) -> Numbers | None:
    """Draw a column that starts at 1 and steps up and down by factors up to α or 1/α; every eighth column is 0."""
    if n < 0 or not 0 <= alpha <= 1:
        return None
    column = [Fraction(turn % 8 > 0)]
    for _ in range(n):
        last = column[-1]
        steps = [last * alpha, last] + ([last / alpha] if alpha else [last + 1])
        column.append(rng.choice(steps))
    return tuple(column)


_answers_in_pairs = Definition(
    "[1 {0} 0 …; {0} 1 0 …; 1 {0} 0 …; 1 {0} 0 …; …]/(1+{0})",
    (_a,),
    function(_i, _r, If(_r == If(_i == 1, 1, 0), as_number(1), If(between(0, _r, 1), _a, 0)) / (1 + _a)),
    latex=r"\tfrac{{1}}{{1+{0}}} \begin{{pmatrix}} 1 & {0} & 0 & \cdots \\ {0} & 1 & 0 & \cdots \\ "
    r"1 & {0} & 0 & \cdots \\ \vdots & \vdots & \vdots & \end{{pmatrix}}",
)

randomized_response = Definition("RR_{0}", (_a,), _answers_in_pairs(_a), latex=r"\mathrm{{RR}}_{{{0}}}")
"""With probability 1/(1+α) it answers 1 to input 1 and 0 to all other inputs, and otherwise the opposite."""
