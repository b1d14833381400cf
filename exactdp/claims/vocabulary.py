"""The papers' own words as definitions: the names that a claim may use, each with its meaning as a formula.

Inputs are {0..n} and responses {0..m}. If a definition also has an exact function of the library, every instance that
is tried compares the two.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

from exactdp.arithmetic.exact import InputError
from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.model import losses
from exactdp.model.geometric import geometric, transition
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser
from exactdp.optimum.interaction import Interaction, interact
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import level

Rows = Sequence[Sequence[Fraction]]

_i, _j, _k, _m, _n, _q, _r, _z = indices("i j k m n q r z")
_a, _b, _bound = numbers("α β b")
_x, _y, _T, _l = (variable(name, MATRIX) for name in ("x", "y", "T", "l"))
_p = variable("p", VECTOR)
_S = variable("S", SET)


def _within(rows: Rows, n: int, m: int) -> list[list[Fraction]]:
    return [[entry(rows, [i, r]) for r in range(m + 1)] for i in range(n + 1)]


# Matrices


def _is_stochastic(x: Rows, n: int, m: int) -> bool:
    return all(sum(row) == 1 and min(row) >= 0 for row in _within(x, n, m))


stochastic = Definition(
    "{0} is stochastic on {{0..{1}}} × {{0..{2}}}",
    (_x, _n, _m),
    Every((_i, 0, _n), (_r, 0, _m), _x[_i, _r] >= 0) & All(_i, between(0, _i, _n), Sum(_r, 0, _m, _x[_i, _r]) == 1),
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
    & Every((_i, 0, _n - 1), (_r, 0, _m), (_a * _x[_i + 1, _r] <= _x[_i, _r]) & (_a * _x[_i, _r] <= _x[_i + 1, _r])),
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


def listed(values: Sequence[Any]) -> Term:
    """Return a vector that is written out: entries outside of it are 0.

    >>> shares = listed(["1/2", "1/4"])
    >>> shares, shares[1].sort
    ((1/2, 1/4), 'number')
    """
    exact = [Fraction(value) for value in values]
    body: Any = 0
    for i, value in reversed(list(enumerate(exact))):
        body = If(_i == i, value, body)
    name = f"({', '.join(map(str, exact))})"
    vector: Term = Definition(name, (), function(_i, as_number(body)), latex=name)()
    return vector


product = explained(
    "{0} ·_{2} {1}",
    (_x, _T, _q),
    function(_i, _r, Sum(_z, 0, _q, _x[_i, _z] * _T[_z, _r])),
    r"{0} \cdot_{{{2}}} {1}",
    coq="product (S {2}) {0} {1}",
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

three_entries = explained(
    "t_{1}({0}; {2},{3})",
    (_x, _a, _k, _r),
    (1 + _a * _a) * _x[_k, _r] - _a * (_x[_k - 1, _r] + _x[_k + 1, _r]),
    r"t_{{{1}}}({0}; {2},{3})",
)
"""(1+α²)·x_kr - α·(x_(k-1)r + x_(k+1)r), which Theorem 2 requires to be ≥ 0 in every column, for 1 ≤ k ≤ n-1."""


private_column = explained(
    "{0} is an {1}-private column on {{0..{2}}}",
    (_p, _a, _n),
    All(_i, between(0, _i, _n), 0 <= _p[_i])
    & All(_i, between(0, _i, _n - 1), (_a * _p[_i + 1] <= _p[_i]) & (_a * _p[_i] <= _p[_i + 1])),
    r"{0} \text{{ an }} {1}\text{{-private column on }} \{{0..{2}\}}",
)
"""The property of each column of an α-private mechanism."""


def is_image(y: Term, x: Term, T: Term, n: Any, m: Any) -> Formula:
    """Return that y = x·T, for inputs and results {0..n} and responses {0..m}.

    >>> is_image(_y, _x, _T, _n, _m)
    ∀i, r with 0 ≤ i ≤ n, 0 ≤ r ≤ m: Σ_{z=0}^{n} x[i,z]·T[z,r] = y[i,r]
    """
    return Every((_i, 0, n), (_r, 0, m), Sum(_z, 0, n, x[_i, _z] * T[_z, _r]) == y[_i, _r])


def _is_derivable(x: Rows, alpha: Fraction, n: int, m: int) -> bool:
    if n == 0:
        # The library has no G with one input. In the formula this G has the entry 1/(1+α), so T is (1+α)·x.
        row = [(1 + alpha) * each for each in _within(x, n, m)[0]]
        return sum(row) == 1 and min(row) >= 0
    if not 0 <= alpha <= 1:
        # The formula has a meaning here, and x need not be stochastic.
        raise InputError(f"the library has no G at the level {alpha}")
    return _is_stochastic(x, n, m) and bool(derive(Mechanism(_within(x, n, m)), alpha=alpha))


derivable = Definition(
    "{0} is derivable from G_({2},{1}) with responses {{0..{3}}}",
    (_x, _a, _n, _m),
    Some(
        _T,
        stochastic(_T, _n, _m),
        is_image(_x, geometric_mechanism(_n, _a), _T, _n, _m),
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
    decide=lambda p, n: _is_stochastic((p,), 0, n),
    coq="prior (S {1}) {0}",
)

monotone = Definition(
    "{0} is monotone on {{0..{1}}} × {{0..{2}}}",
    (_l, _n, _m),
    Every(
        (_i, 0, _n), (_r, 0, _m), All(_k, between(0, _k, _m) & (abs(_i - _r) <= abs(_i - _k)), _l[_i, _r] <= _l[_i, _k])
    ),
    latex=r"{0} \text{{ monotone on }} \{{0..{1}\}} \times \{{0..{2}\}}",
    coq="monotone {1} (S {2}) {0}",
)
"""l(i, r) is a function of i and |i-r| that does not fall as |i-r| grows (Ghosh et al. 2009, section 2.2)."""

nonnegative = Definition(
    "{0} ≥ 0 on {{0..{1}}} × {{0..{2}}}",
    (_l, _n, _m),
    Every((_i, 0, _n), (_r, 0, _m), _l[_i, _r] >= 0),
    latex=r"{0} \ge 0 \text{{ on }} \{{0..{1}\}} \times \{{0..{2}\}}",
)

expected_loss = explained(
    "L_{3}({0}, {1}; {2})",
    (_l, _x, _m, _i),
    Sum(_r, 0, _m, _x[_i, _r] * _l[_i, _r]),
    r"L_{{{3}}}({0}, {1}; {2})",
)
"""The expected loss on input i, Σ_r x_ir·l(i, r), over the responses {0..m}."""

bayesian_loss = explained(
    "L({0}, {1}, {2}; {3}, {4})",
    (_p, _l, _x, _n, _m),
    Sum(_i, 0, _n, _p[_i] * Sum(_r, 0, _m, _x[_i, _r] * _l[_i, _r])),
    r"L({0}, {1}, {2}; {3}, {4})",
    coq="loss (S {3}) (S {4}) {1} (Bayesian {0}) {2}",
)
"""The expected loss of a prior (Ghosh et al. 2009, equation 1)."""

bounds_loss = explained(
    "{0} bounds the loss {1} of {2} on {3} within {{0..{4}}} × {{0..{5}}}",
    (_bound, _l, _x, _S, _n, _m),
    All(_i, between(0, _i, _n) & _S[_i], expected_loss(_l, _x, _m, _i) <= _bound),
    r"{0} \ge L_i({1}, {2}; {5})\ (i \in {3} \cap \{{0..{4}\}})",
)
"""A bound: no expected loss on an input of S is larger (Gupte & Sundararajan 2010, section 2.3)."""

# Draws that satisfy the definitions; instances check each of them


def _rows(table: Matrix) -> tuple[tuple[Fraction, ...], ...]:
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


@generator(private_column)
def some_private_column(rng: Random, turn: int, alpha: Fraction, n: int) -> Any:
    """Draw a column that starts at 1 and steps up and down by factors up to α or 1/α; every eighth column is 0."""
    if n < 0 or not 0 <= alpha <= 1:
        return None
    column = [Fraction(turn % 8 > 0)]
    for _ in range(n):
        last = column[-1]
        steps = [last * alpha, last] + ([last / alpha] if alpha else [last + 1])
        column.append(rng.choice(steps))
    return tuple(column)


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

geometric_preimage = explained(
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
    "G_{{{2},{1}}}^{{-1}} {0}",
)
"""The only T with G·T = x, for n ≥ 1 and 0 ≤ α < 1, in closed form."""


@generator(three_entries_condition)
def some_with_condition(rng: Random, turn: int, alpha: Fraction, n: int, m: int) -> Any:
    """Draw G times a stochastic matrix, and columns i/n and 1 - i/n, which are private at no level α > 0."""
    if n < 1 or m < 0 or not 0 <= alpha <= 1:
        return None
    if turn % 3 == 2:
        return tuple((1 - Fraction(i, n), Fraction(i, n), *[Fraction(0)] * (m - 1))[: m + 1] for i in range(n + 1))
    return some_derivable(rng, turn, alpha, n, m)


# Bayesian users: the best mechanisms and the best remaps (Ghosh et al. 2009, sections 2.2 and 2.3)

_w = variable("w", MATRIX)
_f = variable("f", INDEX_MAP)
_F = variable("F", VECTOR)
_L, _C = numbers("L C")


OPTIMA_REMEMBERED = 1000
"""The number of problems whose optimum is remembered: what is drawn as an optimum is then checked to be one."""


@lru_cache(OPTIMA_REMEMBERED)
def best_mechanism(problem: Problem) -> Optimum | None:
    """Return an optimal mechanism, or None if the search ends without one. Each problem is solved once.

    >>> best_mechanism(Problem(BayesianUser(losses.absolute(), ["1/2", "1/2"]), "1/3")).value
    Fraction(1, 4)
    """
    # Two problems are equal only if all their numbers are, and these are Python's own Fractions.
    found = solve_polytope(problem)
    return found if isinstance(found, Optimum) else None


def _best_mechanism(p: Sequence[Fraction], l: Rows, alpha: Fraction, n: int, m: int) -> Optimum | None:  # noqa: E741
    user = BayesianUser(losses.table(_within(l, n, m)), [entry(p, [i]) for i in range(n + 1)])
    return best_mechanism(Problem(user, alpha, responses=range(m + 1)))


def _loss_of(p: Sequence[Fraction], l: Rows, x: Rows, n: int, m: int) -> Fraction:  # noqa: E741
    return sum((p[i] * x[i][r] * l[i][r] for i in range(n + 1) for r in range(m + 1)), Fraction(0))


def _is_optimal(x: Rows, p: Sequence[Fraction], l: Rows, *levels: Any) -> bool:  # noqa: E741
    alpha, n, m = levels
    if not _is_private(x, alpha, n, m):
        return False
    # At other levels, and for numbers that are not a prior, the formula has a meaning but the library raises
    # `InputError`.
    best = _best_mechanism(p, l, alpha, n, m)
    return best is not None and _loss_of(p, l, x, n, m) == best.value


optimal = Definition(
    "{0} is optimal for {1}, {2} and {3} on {{0..{4}}} × {{0..{5}}}",
    (_x, _p, _l, _a, _n, _m),
    private(_x, _a, _n, _m)
    & All(_y, private(_y, _a, _n, _m), bayesian_loss(_p, _l, _x, _n, _m) <= bayesian_loss(_p, _l, _y, _n, _m)),
    latex=r"{0} \in \arg\min_y \{{ L({1}, {2}, y) : y\ {3}\text{{-private on }} \{{0..{4}\}} \times \{{0..{5}\}} \}}",
    decide=_is_optimal,
    coq="optimal (private_mechanism (S {4}) (S {5}) (path (S {4})) {3}) (loss (S {4}) (S {5}) {2} (Bayesian {1})) "
    "(loss (S {4}) (S {5}) {2} (Bayesian {1}) {0}) {0}",
)
"""A best private mechanism on {0..n} with responses {0..m}, for a user with a prior and a loss."""


@generator(optimal)
def some_optimal(rng: Random, turn: int, p: Sequence[Fraction], l: Rows, *levels: Any) -> Any:  # noqa: E741
    """Draw the vertex that the linear program finds, for a prior and a loss in tables."""
    _, n, m = levels
    drawn = isinstance(p, tuple) and isinstance(l, tuple)
    best = _best_mechanism(p, l, *levels) if drawn and n <= 2 and m <= 3 else None
    return None if best is None else _rows(best.mechanism)


weighed_loss = explained(
    "w({0}, {1}, {2}; {3})",
    (_p, _l, _x, _n),
    function(_k, _r, Sum(_i, 0, _n, _p[_i] * _x[_i, _k] * _l[_i, _r])),
    r"w({0}, {1}, {2}; {3})",
)
"""w_kr = Σ_i p_i·x_ik·l(i, r): the loss at the response k if it is read as r."""

chance = explained(
    "Pr({3}; {0}, {1}, {2})",
    (_p, _x, _n, _k),
    Sum(_i, 0, _n, _p[_i] * _x[_i, _k]),
    r"\Pr({3}; {0}, {1}, {2})",
)
"""The probability of the response k, Σ_i p_i·x_ik."""

posterior = explained(
    "{0}(·|{3}; {1}, {2})",
    (_p, _x, _n, _k),
    function(_i, _x[_i, _k] * _p[_i] / chance(_p, _x, _n, _k)),
    r"{0}(\cdot|{3}; {1}, {2})",
)
"""The probability of each input after the response k, for a prior on {0..n}."""

reads = explained(
    "y_{0}",
    (_f,),
    function(_k, _r, If(_r == _f[_k], as_number(1), 0)),
    r"y^{{{0}}}",
)
"""The deterministic remap that reads each response k as f(k)."""

# The two-sided geometric mechanism, and limits

two_sided = explained(
    "Pr_{0}[Z = {1}]",
    (_a, _z),
    (1 - _a) / (1 + _a) * _a ** abs(_z),
    r"\Pr\nolimits_{{{0}}}[Z = {1}]",
)
"""The mass (1-α)/(1+α)·α^|z| of the noise z of the geometric mechanism (Ghosh et al. 2009, example 2.1)."""

tends = Definition(
    "{0} → {1}, with an error of at most C/(k+1) for a constant C",
    (_F, _L),
    Some(_C, All(_k, 0 <= _k, (_k + 1) * abs(_F[_k] - _L) <= _C)),
    latex=r"{0} \to {1}",
)
"""F(k) goes to L as k grows, and the error is at most C/(k+1) for some C."""


@generator(nonnegative)
def some_nonnegative(rng: Random, turn: int, n: int, m: int) -> Any:
    """Draw small whole numbers, with ties, and zeros in one draw of two."""
    values = (0, 1, 1, 3) if turn % 2 else (1, 2, Fraction(1, 2))
    return tuple(tuple(Fraction(rng.choice(values)) for _ in range(m + 1)) for _ in range(n + 1))


zero_one = Definition("l_bin", (), function(_i, _r, If(_i == _r, as_number(0), 1)), latex=r"l_{{\mathrm{{bin}}}}")()
"""The loss that is 0 at r = i and 1 elsewhere (Ghosh et al. 2009, section 2.2)."""


generalized_stochastic = Definition(
    "{0} is generalized stochastic on {{0..{1}}} × {{0..{2}}}",
    (_x, _n, _m),
    All(_i, between(0, _i, _n), Sum(_r, 0, _m, _x[_i, _r]) == 1),
    latex=r"{0} \text{{ generalized stochastic on }} \{{0..{1}\}} \times \{{0..{2}\}}",
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


# Determinants

_B, _C, _L, _U = (variable(name, MATRIX) for name in ("B", "C", "L", "U"))
_c, _d, _e = numbers("c d e")

equal_matrices = Definition(
    "{0} = {1} on {{0..{2}}} × {{0..{3}}}",
    (_x, _y, _n, _m),
    Every((_i, 0, _n), (_r, 0, _m), _x[_i, _r] == _y[_i, _r]),
    latex=r"{0} = {1} \text{{ on }} \{{0..{2}\}} \times \{{0..{3}\}}",
)

triangular_product = Definition(
    "{1} is a lower times an upper triangular matrix on {{0..{2}}}, whose diagonals multiply to {0}",
    (_d, _x, _n),
    Some(
        _L,
        All(_i, between(0, _i, _n), All(_k, _i < _k, _k <= _n, _L[_i, _k] == 0)),
        Some(
            _U,
            All(_i, between(0, _i, _n), All(_k, 0 <= _k, _k < _i, _U[_i, _k] == 0)),
            Every((_i, 0, _n), (_k, 0, _n), Sum(_z, 0, _n, _L[_i, _z] * _U[_z, _k]) == _x[_i, _k])
            & (Product(_i, 0, _n, _L[_i, _i] * _U[_i, _i]) == _d),
        ),
    ),
    latex=r"{1} = L U \text{{ on }} \{{0..{2}\}},\ \textstyle\prod_i L_{{ii}} U_{{ii}} = {0}",
)


def _is_determinant(d: Fraction, x: Rows, n: int) -> bool:
    rows = _within(x, n, n)
    if not all(isinstance(value, int | Fraction) for row in [[d], *rows] for value in row):
        raise InputError("a determinant is decided only for exact numbers")
    return bool(Matrix(rows).flint.det() == Matrix([[d]]).flint.det())


determinant = Definition(
    "det {1} on {{0..{2}}} = {0}",
    (_d, _x, _n),
    Some(
        _e,
        Some(
            _c,
            _e * _c == _d,
            Some(
                _B,
                triangular_product(_e, _B, _n),
                Some(
                    _C,
                    triangular_product(_c, _C, _n),
                    Every((_i, 0, _n), (_k, 0, _n), Sum(_z, 0, _n, _B[_i, _z] * _C[_z, _k]) == _x[_i, _k]),
                ),
            ),
        ),
    ),
    latex=r"\det\nolimits_{{\{{0..{2}\}}}} {1} = {0}",
    decide=_is_determinant,
    coq="determinant (S {2}) {1} = rational {0}",
)
"""The determinant of the rows and columns {0..n}, as a number d with det x = d.

It is multiplicative, and for a triangular matrix it is the product of the diagonal. It is the only such function,
because every matrix is a product LULU of four triangular ones: a matrix is QR with R upper triangular; Q is
nonsingular, and so LULU, and the last U and R multiply to one U.
"""

with_column = Definition(
    "{0} with {2} as column {1}",
    (_x, _k, _p),
    function(_i, _r, If(_r == _k, _p[_i], _x[_i, _r])),
    latex="{0}({1}, {2})",
)
"""G(k, x): a matrix whose column k is replaced by a vector (Gupte & Sundararajan 2010, before Lemma 2)."""


@generator(equal_matrices)
def some_equal_matrix(rng: Random, turn: int, matrix: Any, n: int, m: int) -> Any:
    """Return the table of another matrix."""
    entry = matrix if callable(matrix) else lambda i, r: matrix[i][r]
    return tuple(tuple(entry(i, r) for r in range(m + 1)) for i in range(n + 1))


best_readings = explained(
    "{0} reads {{0..{2}}} best in {{0..{3}}} by {1}",
    (_f, _w, _q, _n),
    All(
        _k,
        between(0, _k, _q),
        both(0 <= _f[_k], _f[_k] <= _n, All(_r, between(0, _r, _n), _w[_k, _f[_k]] <= _w[_k, _r])),
    ),
    r"{0}(k) \in \arg\min_{{r \in \{{0..{3}\}} }} {1}_{{kr}}\ (k \in \{{0..{2}\}})",
)
"""Each response k is read as an f(k) in {0..n} that has the least entry of the row k of w."""


@generator(best_readings)
def some_best_readings(rng: Random, turn: int, w: Any, q: int, n: int) -> Any:
    """Draw the first least entry of each row, or the last."""
    readings = range(n + 1) if turn % 2 else range(n, -1, -1)
    return tuple(min(readings, key=lambda r: entry(w, (k, r))) for k in range(q + 1))


# Databases: their rows are numbered 0..n-1, and d(j) is the value in row j (Ghosh et al. 2009, section 2.1)

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
    latex=r"{0} \sim_{{ {2} }} {1}",
)
"""Two databases with n ≥ 1 rows that agree in all rows except at most one."""

values_up_to = Definition(
    "{0} has {1} rows with values in {{0..{2}}}",
    (_d, _n, _q),
    All(_j, between(0, _j, _n - 1), between(0, _d[_j], _q)),
    latex=r"{0} \in \{{0..{2}\}}^{{{1}}}",
)
"""A database of n rows from the domain {0..q}."""


@generator(values_up_to)
def some_database(rng: Random, turn: int, n: int, q: int) -> Any:
    """Draw the values of the rows."""
    return tuple(rng.randrange(q + 1) for _ in range(n)) if q >= 0 else None


@generator(neighbours)
def some_neighbour(rng: Random, turn: int, e: Any, n: int) -> Any:
    """Draw a database that differs from the other in one value, by 1."""
    if n < 1:
        return None
    changed = rng.randrange(n)
    return tuple(entry(e, (k,)) + (rng.choice((-1, 0, 1)) if k == changed else 0) for k in range(n))


# The rows of an optimal mechanism (Gupte & Sundararajan 2010, section 4.2)

_c, _d = indices("c d")


def falls(x: Term, alpha: Term, i: Term, r: Term) -> Formula:
    """Return that the entry of row i is ↓: α·x_ir = x_(i+1)r.

    >>> falls(_x, _a, _i, _r)
    α·x[i,r] = x[i+1,r]
    """
    formula: Formula = alpha * x[i, r] == x[i + 1, r]
    return formula


def rises(x: Term, alpha: Term, i: Term, r: Term) -> Formula:
    """Return that the entry of row i is ↑: x_ir = α·x_(i+1)r.

    >>> rises(_x, _a, _i, _r)
    x[i,r] = α·x[i+1,r]
    """
    formula: Formula = x[i, r] == alpha * x[i + 1, r]
    return formula


def has_slack(x: Term, alpha: Term, i: Term, r: Term) -> Formula:
    """Return that the entry of row i is S: neither of its two constraints is tight.

    >>> has_slack(_x, _a, _i, _r)
    α·x[i,r] < x[i+1,r] and α·x[i+1,r] < x[i,r]
    """
    formula: Formula = (alpha * x[i, r] < x[i + 1, r]) & (alpha * x[i + 1, r] < x[i, r])
    return formula


lemma_5_pattern = explained(
    "row {2} of {0} and the next have the pattern of Lemma 5 for {1} within {{0..{3}}}",
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
    r"{0}_{{ {2} }}, {0}_{{ {2}+1 }} \text{{ as in Lemma 5 for }} {1} \text{{ and }} \{{0..{3}\}}",
)
"""Up to a column c all entries are ↓, and from column c+1 or c+2 on all are ↑."""

pivot = explained(
    "column {3} is the pivot of row {2} of {0} for {1} within {{0..{4}}}",
    (_x, _a, _i, _k, _m),
    has_slack(_x, _a, _i, _k)
    | (
        All(_j, between(0, _j, _m), falls(_x, _a, _i, _j) | rises(_x, _a, _i, _j))
        & falls(_x, _a, _i, _k)
        & (_x[_i, _k] > 0)
        & All(_j, (_k < _j) & (_j <= _m) & falls(_x, _a, _i, _j), _x[_i, _j] == 0)
    ),
    r"\text{{column }} {3} \text{{ the pivot of row }} {2} \text{{ of }} {0} \text{{ for }} {1}, \{{0..{4}\}}",
)
"""The column with slack in both constraints; without such a column, the last column that is ↓ and not 0."""

pattern_and_pivot = explained(
    "row {2} of {0} has the pattern of Lemma 5 and the pivot {3} for {1} within {{0..{4}}}",
    (_x, _a, _i, _k, _m),
    lemma_5_pattern(_x, _a, _i, _m) & pivot(_x, _a, _i, _k, _m),
    r"{0}_{{ {2} }} \text{{ as in Lemma 5 with pivot }} {3} \text{{ for }} {1}, \{{0..{4}\}}",
)


@generator(lemma_5_pattern)
def some_with_pattern(rng: Random, turn: int, alpha: Fraction, i: int, m: int) -> Any:
    """Draw a larger G with adjacent columns merged, and some columns of zeros."""
    if i < 0 or m < 0 or not 0 <= alpha <= 1:
        return None
    to = sorted(rng.randrange(m + 1) for _ in range(i + 6))
    return _rows(geometric(n=i + 5, alpha=alpha) @ deterministic(to, responses=range(m + 1)))


second_difference = explained(
    "(K_({1},{2})·{0})[{3}]",
    (_p, _a, _n, _k),
    If(
        _k == 0,
        _p[0] - _a * _p[1],
        If(_k == _n, _p[_n] - _a * _p[_n - 1], (1 + _a * _a) * _p[_k] - _a * (_p[_k - 1] + _p[_k + 1])),
    ),
    "(K_{{{1},{2}}} {0})_{{{3}}}",
)
"""The entries in Lemma 2, for n ≥ 1: x_0 - α·x_1, x_n - α·x_(n-1), and (1+α²)·x_k - α·(x_(k-1) + x_(k+1)) between."""


@generator(determinant)
def some_determinant(rng: Random, turn: int, matrix: Any, n: int) -> Any:
    """Return the determinant of a matrix."""
    found = Matrix(some_equal_matrix(rng, turn, matrix, n, n)).flint.det()
    return Fraction(int(found.p), int(found.q))


# Responses outside {0..n}

monotone_around = explained(
    "{0} is monotone on {{0..{1}}} × {{-{2}..{1}+{2}}}",
    (_l, _n, _q),
    Every(
        (_i, 0, _n),
        (_r, -_q, _n + _q),
        All(_k, between(-_q, _k, _n + _q), abs(_i - _r) <= abs(_i - _k), _l[_i, _r] <= _l[_i, _k]),
    ),
    r"{0} \text{{ monotone on }} \{{0..{1}\}} \times \{{-{2}..{1}+{2}\}}",
)
"""The loss does not fall as |i-r| grows, for results in {0..n} and responses from -q to n+q."""


@generator(monotone_around)
def some_monotone_around(rng: Random, turn: int, n: int, q: int) -> Any:
    """Draw |i-r|, its square, and 0 or 1 as i = r or not; times i + 1 in every second draw."""

    def loss(i: int, r: int) -> Fraction:
        return Fraction((abs(i - r), (i - r) ** 2, int(i != r))[turn % 3] * (1 + turn % 2 * i))

    return loss


clamped = Definition(
    "{1} clamped to {{0..{0}}}",
    (_n, _r),
    If(_r <= 0, 0, If(_n <= _r, _n, _r)),
    latex=r"w_{{ {0} }}({1})",
)
"""The nearest index in {0..n} (Ghosh et al. 2009, section 5)."""


def _best_readings_of_geometric(p: Sequence[Fraction], l: Rows, alpha: Fraction, n: int) -> Interaction:  # noqa: E741
    return interact(
        BayesianUser(losses.table(_within(l, n, n)), [entry(p, [i]) for i in range(n + 1)]), geometric(n=n, alpha=alpha)
    )


def _is_best_remap(T: Rows, p: Sequence[Fraction], l: Rows, alpha: Fraction, n: int) -> bool:  # noqa: E741
    if not _is_stochastic(T, n, n):
        return False
    induced = _rows(geometric(n=n, alpha=alpha) @ Matrix(_within(T, n, n)))
    return bool(_loss_of(p, l, induced, n, n) == _best_readings_of_geometric(p, l, alpha, n).value)


best_remap = Definition(
    "{0} is a best remap of G_({4},{3}) for {1} and {2}",
    (_T, _p, _l, _a, _n),
    stochastic(_T, _n, _n)
    & All(
        _y,
        stochastic(_y, _n, _n),
        bayesian_loss(_p, _l, product(geometric_mechanism(_n, _a), _T, _n), _n, _n)
        <= bayesian_loss(_p, _l, product(geometric_mechanism(_n, _a), _y, _n), _n, _n),
    ),
    latex=r"{0} \in \arg\min_y L({1}, {2}, y \circ G_{{{4},{3}}})",
    decide=_is_best_remap,
)
"""A best remap of G into {0..n}, randomized or not, for a user with a prior and a loss."""


@generator(best_remap)
def some_best_remap(rng: Random, turn: int, p: Sequence[Fraction], l: Rows, *level: Any) -> Any:  # noqa: E741
    """Draw the remap that the library finds; the rows of responses with several best readings vary."""
    alpha, n = level
    if not isinstance(p, tuple) or not isinstance(l, tuple):
        return None
    choices = _best_readings_of_geometric(p, l, alpha, n).choices or ()
    chosen = [rng.choice(list(choices[k])) for k in range(n + 1)]
    return tuple(tuple(Fraction(r == chosen[k]) for r in range(n + 1)) for k in range(n + 1))


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


# Algorithm 1 of Gupte & Sundararajan 2010: levels and stages are numbered from 1, as there

_levels = variable("a", VECTOR)
_stage = variable("T", Function(3, NUMBER))
_list = variable("ρ", INDEX_MAP)
_joint = variable("W", Function(3, NUMBER))
_s, _f0 = indices("s f")


def stage(T: Term, s: Term) -> Term:
    """Return the remap of stage s as a matrix.

    >>> stage(_stage, _s)[_i, _r]
    T[s,i,r]
    """
    return function(_i, _r, T[s, _i, _r])


levels = Definition(
    "{0} are levels 0 ≤ {0}[1] ≤ … ≤ {0}[{1}] ≤ 1",
    (_levels, _k),
    All(_s, between(1, _s, _k), (_levels[_s] >= 0) & (_levels[_s] <= 1))
    & All(_s, between(1, _s, _k - 1), _levels[_s] <= _levels[_s + 1]),
    latex=r"0 \le {0}_1 \le \dots \le {0}_{{ {1} }} \le 1",
)

stages = Definition(
    "{0} are the remaps of Algorithm 1 for n = {3} and {2} levels {1}",
    (_stage, _levels, _k, _n),
    All(
        _s,
        between(1, _s, _k - 1),
        stochastic(stage(_stage, _s), _n, _n)
        & is_image(
            geometric_mechanism(_n, _levels[_s + 1]),
            geometric_mechanism(_n, _levels[_s]),
            stage(_stage, _s),
            _n,
            _n,
        ),
    ),
    latex=r"G_{{ {3}, {1}_s }} {0}_s = G_{{ {3}, {1}_{{s+1}} }}\ (1 \le s < {2})",
)
"""Stage s turns the result of level s into that of level s+1."""

joint = Definition(
    "{0}[s,i,c] is the chance, on input i, of result {1}[{5}] at stage {5}, {1}[t] at each later stage t ≤ s in {2}, "
    "and c at stage s (remaps {3}, levels {4}, {6} stages, n = {7})",
    (_joint, _list, _S, _stage, _levels, _f0, _k, _n),
    Every(
        (_i, 0, _n),
        (_z, 0, _n),
        _joint[_f0, _i, _z] == If(_z == _list[_f0], geometric_mechanism(_n, _levels[_f0])[_i, _z], 0),
    )
    & Every(
        (_s, _f0, _k - 1),
        (_i, 0, _n),
        (_z, 0, _n),
        _joint[_s + 1, _i, _z]
        == If(
            ~_S[_s + 1] | (_z == _list[_s + 1]),
            Sum(_r, 0, _n, _joint[_s, _i, _r] * _stage[_s, _r, _z]),
            0,
        ),
    ),
    latex=r"{0}_{{s,i,c}} = \Pr[{1}_{{ {5} }} \dots {1}_s \text{{ as }} {2} \text{{ sees them}}, r_s = c \mid i]\ "
    r"({3}, {4}; {6}, {7})",
)
"""The group's results from its first, stage f, on, summed over all results that the group does not see."""


release_seen = explained(
    "{0} are the chances of {1} for {2} from stage {5} of Algorithm 1 ({3}, {4}, {6}, {7})",
    (_joint, _list, _S, _stage, _levels, _f0, _k, _n),
    levels(_levels, _k) & stages(_stage, _levels, _k, _n) & joint(_joint, _list, _S, _stage, _levels, _f0, _k, _n),
    r"{0} \text{{ the chances of }} {1} \text{{ for }} {2} \text{{ from stage }} {5} "
    r"\text{{ of Algorithm 1 }} ({3}, {4}, {6}, {7})",
)
"""Levels, the remaps of Algorithm 1 for them, and the probabilities of the results that a set of readers sees."""


@generator(levels)
def some_levels(rng: Random, turn: int, k: int) -> Any:
    """Draw levels that rise, with ties and the ends 0 and 1."""
    values = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(2, 3), Fraction(1))
    return (Fraction(0), *sorted(rng.choice(values) for _ in range(k)))


@generator(stages)
def some_stages(rng: Random, turn: int, a: Sequence[Fraction], k: int, n: int) -> Any:
    """Draw the remaps that the library computes."""
    rising = [entry(a, [s]) for s in range(1, k + 1)]
    if n < 1 or k < 1 or not all(0 <= low <= high <= 1 for low, high in pairwise(rising)):
        return None
    zero = tuple((Fraction(0),) * (n + 1) for _ in range(n + 1))
    return (zero, *(_rows(transition(n=n, alpha=low, beta=high)) for low, high in pairwise(rising)))


@generator(joint)
def some_joint(rng: Random, turn: int, *given: Any) -> Any:
    """Compute the chances stage by stage."""
    results, sees, remaps, a, first, k, n = given
    if n < 1 or not 1 <= first <= k or not 0 <= entry(a, [first]) <= 1:
        return None
    G = geometric(n=n, alpha=entry(a, [first]))
    now = [[G[i, z] if z == entry(results, (first,)) else Fraction(0) for z in range(n + 1)] for i in range(n + 1)]
    found = [[[Fraction(0)] * (n + 1)] * (n + 1)] * first + [now]
    for s in range(first, k):
        seen = entry(sees, (s + 1,))
        now = [
            [
                sum((row[r] * entry(remaps, (s, r, z)) for r in range(n + 1)), Fraction(0))
                if not seen or z == entry(results, (s + 1,))
                else Fraction(0)
                for z in range(n + 1)
            ]
            for row in now
        ]
        found.append(now)
    return tuple(tuple(map(tuple, each)) for each in found)


# Privacy on databases, for mechanisms that are given by the result of a count query

_d, _u, _v = variable("d", INDEX_MAP), *indices("u v")


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
    r"{0}_{{\#{2}}}\ {1}\text{{-private on }} \{{0..{5}\}}^{{{3}}} \times \{{0..{4}\}}",
)
"""The probabilities at a database and at each that differs from it in one row are within a factor α."""


@generator(private_on_databases)
def some_private_on_databases(rng: Random, turn: int, alpha: Fraction, *others: Any) -> Any:
    """Draw a mechanism on results that is private there."""
    _, n, m, _ = others
    return some_private(rng, turn, alpha, n, m)


# Mixtures, and mechanisms followed by a remap

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
def some_turning(rng: Random, turn: int, x: Any, y: Any, n: int) -> Any:
    """Solve x·T = y where x has an inverse."""
    if n < 0:
        return None
    source, target = (Matrix([[entry(rows, (i, r)) for r in range(n + 1)] for i in range(n + 1)]) for rows in (x, y))
    return _rows(Matrix.from_flint(source.flint.solve(target.flint))) if source.flint.det() else None


permutation_matrix = explained(
    "{0} permutes {{0..{1}}}",
    (_T, _n),
    All(
        _k,
        between(0, _k, _n),
        All(_r, between(0, _r, _n), (_T[_k, _r] == 0) | (_T[_k, _r] == 1)) & (Sum(_r, 0, _n, _T[_k, _r]) == 1),
    )
    & All(_r, between(0, _r, _n), Sum(_k, 0, _n, _T[_k, _r]) == 1),
    r"{0} \text{{ a permutation of }} \{{0..{1}\}}",
)
"""A remap that permutes the responses: one entry 1 in each row and column."""

_answers_in_pairs = Definition(
    "[1 {0} 0 …; {0} 1 0 …; 1 {0} 0 …; 1 {0} 0 …; …]/(1+{0})",
    (_a,),
    function(_i, _r, If(_r == If(_i == 1, 1, 0), as_number(1), If(between(0, _r, 1), _a, 0)) / (1 + _a)),
    latex=r"\tfrac{{1}}{{1+{0}}} \begin{{pmatrix}} 1 & {0} & 0 & \cdots \\ {0} & 1 & 0 & \cdots \\ "
    r"1 & {0} & 0 & \cdots \\ \vdots & \vdots & \vdots & \end{{pmatrix}}",
)

randomized_response = Definition("RR_{0}", (_a,), _answers_in_pairs(_a), latex=r"\mathrm{{RR}}_{{{0}}}")
"""With probability 1/(1+α) it answers 1 to input 1 and 0 to all other inputs, and otherwise the opposite."""

# Why clauses keep assumptions that no instance needs (`Claim.kept`)

KEPT = {
    **dict.fromkeys(("0 ≤ α", "0 < α", "α ≤ 1", "α < 1", "0 ≤ β", "α ≤ β"), "the paper's levels"),
    **dict.fromkeys(("0 ≤ n", "1 ≤ n", "2 ≤ n", "0 ≤ m", "1 ≤ m"), "the paper's sizes"),
    **dict.fromkeys(("0 ≤ i", "i ≤ n", "i < n", "i ≤ n-1"), "the paper's inputs"),
    **dict.fromkeys(("0 ≤ r", "r ≤ n", "r ≤ m"), "the paper's responses"),
    **dict.fromkeys(("0 ≤ j", "j ≤ n", "0 ≤ k", "0 < k", "k ≤ n", "k < n"), "the columns of the paper's matrix"),
}
"""The domains of the papers, by the text of an assumption."""
