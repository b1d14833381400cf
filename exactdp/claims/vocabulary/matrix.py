"""Matrices: written out, stochastic, products and mixtures."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any, TypeAlias

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import FunctionValue, entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.statements.terms import Operand
from exactdp.model.matrix import Matrix

_i, _k, _m, _n, _q, _r, _z = indices("i k m n q r z")
(_b,) = numbers("β")
_F, _p = vectors("F p")
_T, _x, _y = matrices("T x y")

Numbers: TypeAlias = tuple[Fraction, ...]

Rows: TypeAlias = tuple[Numbers, ...]


def within(rows: FunctionValue, n: int, m: int) -> list[list[Fraction]]:
    """Return the entries of the inputs {0..n} and responses {0..m}.

    >>> within(((1, 2, 3), (4, 5, 6)), 1, 1)
    [[1, 2], [4, 5]]
    """
    return [[entry(rows, [i, r]) for r in range(m + 1)] for i in range(n + 1)]


def is_stochastic(x: Rows, n: int, m: int) -> bool:
    """Return whether the rows are distributions.

    >>> is_stochastic(((Fraction(1, 2), Fraction(1, 2)),), 0, 1), is_stochastic(((1, 1),), 0, 1)
    (True, False)
    """
    return all(sum(row) == 1 and min(row) >= 0 for row in within(x, n, m))


stochastic = Definition(
    "{0} is stochastic on {{0..{1}}} × {{0..{2}}}",
    (_x, _n, _m),
    Every((_i, 0, _n), (_r, 0, _m), _x[_i, _r] >= 0) & All(_i, between(0, _i, _n), Sum(_r, 0, _m, _x[_i, _r]) == 1),
    decide=is_stochastic,
    coq="stochastic (S {1}) (S {2}) {0}",
)


def table(rows: Sequence[Sequence[Fraction | int | str]]) -> Term:
    """Return a matrix that is written out. A clause may only read entries within it; in the core, the others are 0.

    >>> a = table([["1/2", "1/2"], [0, 1]])
    >>> a, a[0, 1].sort
    ([1/2 1/2; 0 1], 'number')
    """
    exact = [[Fraction(value) for value in row] for row in rows]
    body: Operand = 0
    for i, row in reversed(list(enumerate(exact))):
        entries: Operand = 0
        for r, value in reversed(list(enumerate(row))):
            entries = If(_r == r, value, entries)
        body = If(_i == i, entries, body)
    name = "; ".join(" ".join(map(str, row)) for row in exact)
    matrix: Term = Definition(f"[{name}]", (), function(_i, _r, as_number(body)))()
    return matrix


def listed(values: Sequence[Fraction | int | str]) -> Term:
    """Return a vector that is written out. A clause may only read entries within it; in the core, the others are 0.

    >>> shares = listed(["1/2", "1/4"])
    >>> shares, shares[1].sort
    ((1/2, 1/4), 'number')
    """
    exact = [Fraction(value) for value in values]
    body: Operand = 0
    for i, value in reversed(list(enumerate(exact))):
        body = If(_i == i, value, body)
    vector: Term = Definition(f"({', '.join(map(str, exact))})", (), function(_i, as_number(body)))()
    return vector


product = explained(
    "{0} ·_{2} {1}",
    (_x, _T, _q),
    function(_i, _r, Sum(_z, 0, _q, _x[_i, _z] * _T[_z, _r])),
    r"{0} \cdot_{{{2}}} {1}",
    coq="product (S {2}) {0} {1}",
)
"""The product of two matrices whose inner index is in {0..q}."""


def is_image(y: Term, x: Term, T: Term, n: Operand, m: Operand) -> Formula:
    """Return that y = x·T, for inputs and results {0..n} and responses {0..m}.

    >>> is_image(_y, _x, _T, _n, _m)
    ∀i, r with 0 ≤ i ≤ n, 0 ≤ r ≤ m: Σ_{z=0}^{n} x[i,z]·T[z,r] = y[i,r]
    """
    return Every((_i, 0, n), (_r, 0, m), Sum(_z, 0, n, x[_i, _z] * T[_z, _r]) == y[_i, _r])


def rows_of(table: Matrix) -> Rows:
    """Return the rows of a matrix as an instance has them.

    >>> rows_of(Matrix([["1/2", "1/2"]]))
    ((Fraction(1, 2), Fraction(1, 2)),)
    """
    return tuple(tuple(row) for row in table.rows)


@generator(stochastic)
def some_stochastic(rng: Random, turn: int, n: int, m: int) -> Any:
    """Draw rows of small fractions, often with zeros and ties; every fourth matrix is deterministic."""
    if n < 0 or m < 0:
        return None
    rows = []
    for _ in range(n + 1):
        parts = [0 if turn % 4 == 0 else rng.choice((0, 0, 1, 2, 3)) for _ in range(m + 1)]
        parts[rng.randrange(m + 1)] += 1
        rows.append(tuple(Fraction(part, sum(parts)) for part in parts))
    return tuple(rows)


generalized_stochastic = Definition(
    "{0} is generalized stochastic on {{0..{1}}} × {{0..{2}}}",
    (_x, _n, _m),
    All(_i, between(0, _i, _n), Sum(_r, 0, _m, _x[_i, _r]) == 1),
)
"""Rows that sum to 1, with no condition on single entries (Gupte & Sundararajan 2010, section 3)."""

unit_matrix = Definition("I", (), function(_i, _k, If(_i == _k, as_number(1), 0)), latex="I")


@generator(generalized_stochastic)
def some_generalized_stochastic(rng: Random, turn: int, n: int, m: int) -> Any:
    """Draw rows of small numbers of both signs that the last entry makes sum to 1; every third matrix is stochastic."""
    if n < 0 or m < 0:
        return None
    if turn % 3 == 0:
        return some_stochastic(rng, turn, n, m)
    rows = [[Fraction(rng.choice((0, 0, 1, -1, 2)), rng.choice((1, 2))) for _ in range(m)] for _ in range(n + 1)]
    return tuple((*row, 1 - sum(row)) for row in rows)


equal_matrices = Definition(
    "{0} = {1} on {{0..{2}}} × {{0..{3}}}",
    (_x, _y, _n, _m),
    Every((_i, 0, _n), (_r, 0, _m), _x[_i, _r] == _y[_i, _r]),
    latex=r"{0} = {1} \text{{ on }} \{{0..{2}\}} \times \{{0..{3}\}}",
)

with_column = Definition(
    "{0} with {2} as column {1}",
    (_x, _k, _p),
    function(_i, _r, If(_r == _k, _p[_i], _x[_i, _r])),
    latex="{0}({1}, {2})",
)
"""G(k, x): a matrix whose column k is replaced by a vector (Gupte & Sundararajan 2010, before Lemma 2)."""


@generator(equal_matrices)
def some_equal_matrix(rng: Random, turn: int, matrix: FunctionValue, n: int, m: int) -> Rows:
    """Return the table of another matrix."""
    return tuple(map(tuple, within(matrix, n, m)))


mixed_vectors = Definition(
    "(1-{2})·{0} + {2}·{1}",
    (_p, _F, _b),
    function(_i, (1 - _b) * _p[_i] + _b * _F[_i]),
    latex="(1-{2}) {0} + {2} {1}",
)
"""The mixture of two priors, or of other vectors, with the weight β on the second."""

mixed_matrices = Definition(
    "(1-{2})·{0} + {2}·{1}",
    (_x, _y, _b),
    function(_i, _r, (1 - _b) * _x[_i, _r] + _b * _y[_i, _r]),
    latex="(1-{2}) {0} + {2} {1}",
)
"""The mixture of two matrices, entry by entry, with the weight β on the second."""

turns_into = Definition(
    "{1}·{0} = {2} on {{0..{3}}}",
    (_T, _x, _y, _n),
    is_image(_y, _x, _T, _n, _n),
    latex=r"{1} {0} = {2} \text{{ on }} \{{0..{3}\}}",
)
"""The remap T turns the mechanism x into y, where inputs and responses are {0..n}."""


@generator(turns_into)
def some_turning(rng: Random, turn: int, x: FunctionValue, y: FunctionValue, n: int) -> Rows | None:
    """Solve x·T = y where x has an inverse."""
    if n < 0:
        return None
    source, target = (Matrix(within(rows, n, n)) for rows in (x, y))
    return rows_of(Matrix.from_flint(source.flint.solve(target.flint))) if source.flint.det() else None


permutation_matrix = explained(
    "{0} permutes {{0..{1}}}",
    (_T, _n),
    All(
        _k,
        between(0, _k, _n),
        All(_r, between(0, _r, _n), (_T[_k, _r] == 0) | (_T[_k, _r] == 1)) & (Sum(_r, 0, _n, _T[_k, _r]) == 1),
    )
    & All(_r, between(0, _r, _n), Sum(_k, 0, _n, _T[_k, _r]) == 1),
)
"""A remap that permutes the responses: one entry 1 in each row and column."""
