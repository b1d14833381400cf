"""The papers' own words as definitions: what a claim may name, each with its meaning as a formula.

Inputs are {0..n} and responses {0..m}. Where a definition also has an exact function of the library, every instance
that is tried compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from exactdp.claims.formulas import (
    MATRIX,
    SET,
    VECTOR,
    All,
    Definition,
    Formula,
    If,
    Some,
    Sum,
    Term,
    as_number,
    between,
    function,
    indices,
    numbers,
    variable,
)
from exactdp.claims.instances import generator
from exactdp.model.geometric import geometric
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import level

Rows = Sequence[Sequence[Fraction]]

_i, _j, _k, _m, _n, _q, _r, _z = indices("i j k m n q r z")
_a, _b = numbers("α β")
_x, _y, _T, _l = (variable(name, MATRIX) for name in ("x", "y", "T", "l"))
_p = variable("p", VECTOR)
_S = variable("S", SET)


def _within(rows: Rows, n: int, m: int) -> list[list[Fraction]]:
    return [list(row[: m + 1]) for row in rows[: n + 1]]


# Matrices


def _is_stochastic(x: Rows, n: int, m: int) -> bool:
    return all(sum(row) == 1 and min(row) >= 0 for row in _within(x, n, m))


stochastic = Definition(
    "{0} is stochastic on {{0..{1}}} × {{0..{2}}}",
    (_x, _n, _m),
    All(_i, between(0, _i, _n), All(_r, between(0, _r, _m), _x[_i, _r] >= 0))
    & All(_i, between(0, _i, _n), Sum(_r, 0, _m, _x[_i, _r]) == 1),
    latex=r"{0} \in \mathrm{{Stochastic}}_{{ \{{0..{1}\}} \times \{{0..{2}\}} }}",
    decide=_is_stochastic,
    coq="stochastic (S {1}) (S {2}) {0}",
)


def _is_private(x: Rows, alpha: Fraction, n: int, m: int) -> bool:
    rows = _within(x, n, m)
    return _is_stochastic(x, n, m) and (n == 0 or alpha <= level(Mechanism(rows)).alpha)


private = Definition(
    "{0} is {1}-private on {{0..{2}}} with responses {{0..{3}}}",
    (_x, _a, _n, _m),
    stochastic(_x, _n, _m)
    & All(
        _i,
        between(0, _i, _n - 1),
        All(
            _r,
            between(0, _r, _m),
            (_a * _x[_i + 1, _r] <= _x[_i, _r]) & (_a * _x[_i, _r] <= _x[_i + 1, _r]),
        ),
    ),
    latex=r"{0}\ {1}\text{{-private on }} \{{0..{2}\}} \times \{{0..{3}\}}",
    decide=_is_private,
    coq="private_mechanism (S {2}) (S {3}) (path (S {2})) {1} {0}",
)


def table(rows: Sequence[Sequence[Any]]) -> Term:
    """Return a matrix that is written out: entries outside of it are 0.

    >>> a = table([["1/2", "1/2"], [0, 1]])
    >>> a, a[0, 1].sort
    ([1/2 1/2; 0 1], 'number')
    """
    exact = [[Fraction(value) for value in row] for row in rows]
    body: Any = 0
    for i, row in reversed(list(enumerate(exact))):
        entries: Any = 0
        for r, value in reversed(list(enumerate(row))):
            entries = If(_r == r, value, entries)
        body = If(_i == i, entries, body)
    latex = r" \\ ".join(" & ".join(map(str, row)) for row in exact)
    matrix: Term = Definition(
        "[" + "; ".join(" ".join(map(str, row)) for row in exact) + "]",
        (),
        function(_i, _r, as_number(body)),
        latex=rf"\begin{{{{pmatrix}}}} {latex} \end{{{{pmatrix}}}}",
    )()
    return matrix


product = Definition(
    "{0} ·_{2} {1}",
    (_x, _T, _q),
    function(_i, _r, Sum(_z, 0, _q, _x[_i, _z] * _T[_z, _r])),
    latex=r"{0} \cdot_{{{2}}} {1}",
)
"""The product of two matrices whose inner index is in {0..q}."""

scaled_geometric = Definition("G'_{0}", (_a,), function(_i, _k, _a ** abs(_i - _k)), latex="G'_{{{0}}}")
"""Gupte & Sundararajan 2010, Table 2: G'_α, with the entries α^|i-k|."""

geometric_mechanism = Definition(
    "G_({0},{1})",
    (_n, _a),
    function(_i, _k, _a ** abs(_i - _k) * If(_k == 0, 1, If(_k == _n, 1, 1 - _a)) / (1 + _a)),
    latex="G_{{{0},{1}}}",
    coq="geometric {0} {1}",
)
"""Gupte & Sundararajan 2010, Definition 4: the range-restricted geometric mechanism of n ≥ 1."""

three_entries = Definition(
    "t_{1}({0}; {2},{3})",
    (_x, _a, _k, _r),
    (1 + _a * _a) * _x[_k, _r] - _a * (_x[_k - 1, _r] + _x[_k + 1, _r]),
    latex=r"t_{{{1}}}({0}; {2},{3})",
)
"""(1+α²)·x_kr - α·(x_(k-1)r + x_(k+1)r): what Theorem 2 asks to be ≥ 0 in every column, for 1 ≤ k ≤ n-1."""


def _is_derivable(x: Rows, alpha: Fraction, n: int, m: int) -> bool:
    return _is_stochastic(x, n, m) and bool(derive(Mechanism(_within(x, n, m)), alpha=alpha))


derivable = Definition(
    "{0} is derivable from G_({2},{1}) with responses {{0..{3}}}",
    (_x, _a, _n, _m),
    Some(
        _T,
        stochastic(_T, _n, _m),
        All(
            _i,
            between(0, _i, _n),
            All(
                _r,
                between(0, _r, _m),
                Sum(_z, 0, _n, geometric_mechanism(_n, _a)[_i, _z] * _T[_z, _r]) == _x[_i, _r],
            ),
        ),
    ),
    latex=r"{0} \text{{ derivable from }} G_{{{2},{1}}} \text{{ with responses }} \{{0..{3}\}}",
    decide=_is_derivable,
)
"""x = G·T for a stochastic T (Gupte & Sundararajan 2010, Definition 3)."""

# Users

absolute_loss = Definition("|i-r|", (), function(_i, _r, as_number(abs(_i - _r))), latex="|i-r|")()
"""The loss |i-r|, the mean error."""

prior = Definition(
    "{0} is a prior on {{0..{1}}}",
    (_p, _n),
    All(_i, between(0, _i, _n), _p[_i] >= 0) & (Sum(_i, 0, _n, _p[_i]) == 1),
    latex=r"{0} \text{{ a prior on }} \{{0..{1}\}}",
    decide=lambda p, n: min(p[: n + 1]) >= 0 and sum(p[: n + 1]) == 1,
    coq="prior (S {1}) {0}",
)

monotone = Definition(
    "{0} is monotone on {{0..{1}}} × {{0..{2}}}",
    (_l, _n, _m),
    All(
        _i,
        between(0, _i, _n),
        All(
            _r,
            between(0, _r, _m),
            All(_k, between(0, _k, _m) & (abs(_i - _r) <= abs(_i - _k)), _l[_i, _r] <= _l[_i, _k]),
        ),
    ),
    latex=r"{0} \text{{ monotone on }} \{{0..{1}\}} \times \{{0..{2}\}}",
)
"""l(i, r) is a function of i and |i-r| that does not fall as |i-r| grows (Ghosh et al. 2009, section 2.2)."""

nonnegative = Definition(
    "{0} ≥ 0 on {{0..{1}}} × {{0..{2}}}",
    (_l, _n, _m),
    All(_i, between(0, _i, _n), All(_r, between(0, _r, _m), _l[_i, _r] >= 0)),
    latex=r"{0} \ge 0 \text{{ on }} \{{0..{1}\}} \times \{{0..{2}\}}",
)

expected_loss = Definition(
    "L_{3}({0}, {1}; {2})",
    (_l, _x, _m, _i),
    Sum(_r, 0, _m, _x[_i, _r] * _l[_i, _r]),
    latex=r"L_{{{3}}}({0}, {1}; {2})",
)
"""The expected loss on input i, Σ_r x_ir·l(i, r), over the responses {0..m}."""

bayesian_loss = Definition(
    "L({0}, {1}, {2}; {3}, {4})",
    (_p, _l, _x, _n, _m),
    Sum(_i, 0, _n, _p[_i] * Sum(_r, 0, _m, _x[_i, _r] * _l[_i, _r])),
    latex=r"L({0}, {1}, {2}; {3}, {4})",
)
"""The expected loss of a prior (Ghosh et al. 2009, equation 1)."""

bounds_loss = Definition(
    "{0} bounds the loss {1} of {2} on {3} within {{0..{4}}} × {{0..{5}}}",
    (_a, _l, _x, _S, _n, _m),
    All(_i, between(0, _i, _n) & _S[_i], expected_loss(_l, _x, _m, _i) <= _a),
    latex=r"{0} \ge L_i({1}, {2}; {5})\ (i \in {3} \cap \{{0..{4}\}})",
)
"""No expected loss on an input of S is larger (Gupte & Sundararajan 2010, section 2.3)."""

# Draws that satisfy the definitions; instances check each of them


def _rows(table: Matrix) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(tuple(row) for row in table.rows)


@generator(stochastic)
def some_stochastic(rng: Random, turn: int, n: int, m: int) -> Any:
    """Draw rows of small fractions, often with zeros and ties; deterministic ones at every fourth turn."""
    if n < 0 or m < 0:
        return None
    rows = []
    for _ in range(n + 1):
        parts = [0 if turn % 4 == 0 else rng.choice((0, 0, 1, 2, 3)) for _ in range(m + 1)]
        parts[rng.randrange(m + 1)] += 1
        rows.append(tuple(Fraction(part, sum(parts)) for part in parts))
    return tuple(rows)


@generator(private)
def some_private(rng: Random, turn: int, alpha: Fraction, n: int, m: int) -> Any:
    """Draw G, remaps of G, mixtures of these with other rows, equal rows, and rows that go back and forth."""
    if n < 0 or m < 0 or alpha > 1:
        return None
    if n and alpha >= 0 and turn % 5 < 3:
        if m == n and turn % 5 == 0:
            return _rows(geometric(n=n, alpha=alpha))
        remapped = geometric(n=n, alpha=alpha) @ deterministic(
            [rng.randrange(m + 1) for _ in range(n + 1)], responses=range(m + 1)
        )
        if turn % 5 == 1:
            return _rows(remapped)
        return tuple(tuple((x + Fraction(1, m + 1)) / 2 for x in row) for row in _rows(remapped))
    if m and alpha >= 0 and turn % 5 == 3:
        return tuple(
            tuple((alpha if (i + r) % 2 else Fraction(1)) / (1 + alpha) if r < 2 else Fraction(0) for r in range(m + 1))
            for i in range(n + 1)
        )
    return some_stochastic(rng, turn, 0, m) * (n + 1)


@generator(derivable)
def some_derivable(rng: Random, turn: int, alpha: Fraction, n: int, m: int) -> Any:
    """Draw G times a stochastic matrix."""
    if n < 1 or m < 0 or not 0 <= alpha <= 1:
        return None
    return _rows(geometric(n=n, alpha=alpha) @ Matrix(some_stochastic(rng, turn, n, m)))


@generator(prior)
def some_prior(rng: Random, turn: int, n: int) -> Any:
    """Draw a prior: the uniform one, those of one input, and others with zeros and ties."""
    if n < 0:
        return None
    return (Fraction(1, n + 1),) * (n + 1) if turn % 4 == 1 else some_stochastic(rng, turn, 0, n)[0]


@generator(monotone)
def some_monotone(rng: Random, turn: int, n: int, m: int) -> Any:
    """Draw |i-r|, its square, 0 or 1 as i = r or not, and steps that change with the input."""
    if turn % 4 < 3:
        return tuple(
            tuple(Fraction((abs(i - r), (i - r) ** 2, int(i != r))[turn % 4]) for r in range(m + 1))
            for i in range(n + 1)
        )
    rows = []
    for i in range(n + 1):
        steps = [Fraction(0)]
        for _ in range(max(n, m) + 1):
            steps.append(steps[-1] + rng.choice((0, 0, 1, Fraction(1, 2))))
        rows.append(tuple(steps[abs(i - r)] for r in range(m + 1)))
    return tuple(rows)


# Theorem 2 of Gupte & Sundararajan 2010


three_entries_condition = Definition(
    "every column of {0} meets the condition on three entries for {1} on {{0..{2}}} × {{0..{3}}}",
    (_x, _a, _n, _m),
    All(
        _k,
        (1 <= _k) & (_k < _n),
        All(_r, between(0, _r, _m), _a * (_x[_k + 1, _r] - _a * _x[_k, _r]) <= _x[_k, _r] - _a * _x[_k - 1, _r]),
    ),
    latex=r"x_{{k,r}} - {1} x_{{k-1,r}} \ge {1} (x_{{k+1,r}} - {1} x_{{k,r}})\ (0 < k < {2},\ r \le {3},\ x = {0})",
)

geometric_preimage = Definition(
    "G_({2},{1})⁻¹·{0}",
    (_x, _a, _n),
    function(
        _k,
        _r,
        If(
            _k == 0,
            (_x[0, _r] - _a * _x[1, _r]) / (1 - _a),
            If(
                _k == _n,
                (_x[_n, _r] - _a * _x[_n - 1, _r]) / (1 - _a),
                three_entries(_x, _a, _k, _r) / ((1 - _a) * (1 - _a)),
            ),
        ),
    ),
    latex="G_{{{2},{1}}}^{{-1}} {0}",
)
"""The only T with G·T = x, for n ≥ 1 and 0 ≤ α < 1, in closed form."""


@generator(three_entries_condition)
def some_with_condition(rng: Random, turn: int, alpha: Fraction, n: int, m: int) -> Any:
    """Draw G times a stochastic matrix, and columns i/n and 1 - i/n, which no privacy bounds."""
    if n < 1 or m < 0 or not 0 <= alpha <= 1:
        return None
    if turn % 3 == 2:
        return tuple((1 - Fraction(i, n), Fraction(i, n), *[Fraction(0)] * (m - 1))[: m + 1] for i in range(n + 1))
    return some_derivable(rng, turn, alpha, n, m)


# The rows of an optimal mechanism (Gupte & Sundararajan 2010, section 4.2)

_c, _d = indices("c d")


def falls(x: Term, alpha: Term, i: Term, r: Term) -> Formula:
    """Return that the entry of row i is ↓: α·x_ir = x_(i+1)r."""
    return alpha * x[i, r] == x[i + 1, r]


def rises(x: Term, alpha: Term, i: Term, r: Term) -> Formula:
    """Return that the entry of row i is ↑: x_ir = α·x_(i+1)r."""
    formula: Formula = x[i, r] == alpha * x[i + 1, r]
    return formula


def has_slack(x: Term, alpha: Term, i: Term, r: Term) -> Formula:
    """Return that the entry of row i is S: neither of its two constraints is tight."""
    return (alpha * x[i, r] < x[i + 1, r]) & (alpha * x[i + 1, r] < x[i, r])


row_pattern = Definition(
    "rows {2} and {2}+1 of {0} have the pattern of Lemma 5 for {1} and the responses {{0..{3}}}",
    (_x, _a, _i, _m),
    Some(
        _c,
        between(-1, _c, _m),
        Some(
            _d,
            between(_c + 1, _d, _c + 2),
            All(_j, between(0, _j, _c), falls(_x, _a, _i, _j)) & All(_j, between(_d, _j, _m), rises(_x, _a, _i, _j)),
        ),
    ),
    latex=r"{0}_{{ {2} }}, {0}_{{ {2}+1 }} \text{{ as in Lemma 5 for }} {1} \text{{ and }} \{{0..{3}\}}",
)
"""Up to a column c all entries are ↓, and from column c+1 or c+2 on all are ↑."""

pivot = Definition(
    "column {3} is the pivot of row {2} of {0} for {1} within {{0..{4}}}",
    (_x, _a, _i, _k, _m),
    has_slack(_x, _a, _i, _k)
    | (
        All(_j, between(0, _j, _m), falls(_x, _a, _i, _j) | rises(_x, _a, _i, _j))
        & falls(_x, _a, _i, _k)
        & (_x[_i, _k] > 0)
        & All(_j, (_k < _j) & (_j <= _m) & falls(_x, _a, _i, _j), _x[_i, _j] == 0)
    ),
    latex=r"\text{{column }} {3} \text{{ the pivot of row }} {2} \text{{ of }} {0} \text{{ for }} {1}, \{{0..{4}\}}",
)
"""The column that is S or, if there is none, the last one that is ↓ and not 0."""


@generator(row_pattern)
def some_with_pattern(rng: Random, turn: int, alpha: Fraction, i: int, m: int) -> Any:
    """Draw a larger G with its columns put together in order, and some columns of zeros."""
    if i < 0 or m < 0 or not 0 <= alpha <= 1:
        return None
    to = sorted(rng.randrange(m + 1) for _ in range(i + 6))
    return _rows(geometric(n=i + 5, alpha=alpha) @ deterministic(to, responses=range(m + 1)))


# Minimax consumers (Gupte & Sundararajan 2010, section 2.3)

worst_loss = Definition(
    "{0} is the worst loss {1} of {2} on {3} within {{0..{4}}} × {{0..{5}}}",
    (_a, _l, _x, _S, _n, _m),
    bounds_loss(_a, _l, _x, _S, _n, _m) & Some(_i, between(0, _i, _n) & _S[_i], expected_loss(_l, _x, _m, _i) == _a),
    latex=r"{0} = \max_{{i \in {3} \cap \{{0..{4}\}}}} L_{{{5}}}({1}, {2}; i)",
)
"""Equation (1): some input of S has this expected loss, and none has more."""

squared_loss = Definition("(i-r)²", (), function(_i, _r, as_number(_i - _r) ** 2), latex="(i-r)^2")()
"""The loss (i-r)²."""

zero_one_loss = Definition("[i≠r]", (), function(_i, _r, If(_i == _r, as_number(0), 1)), latex=r"[i \ne r]")()
"""The loss that is 0 where i = r and 1 elsewhere, the frequency of error."""

identity = Definition("I", (), function(_i, _r, If(_i == _r, as_number(1), 0)), latex="I")()
"""The matrix with 1 where i = r and 0 elsewhere: the remap that takes every response at face value."""
