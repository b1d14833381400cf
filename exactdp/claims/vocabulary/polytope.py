"""The words of Ghosh, Roughgarden & Sundararajan 2009, section 5: constraint matrices, vertices, optimal mechanisms.

Row i of the constraint matrix compares the rows i and i+1 of a mechanism x. A tight constraint (4) is ↓ or Z there, a
tight constraint (3) is ↑ or Z. So the tight constraints alone express a pattern that ignores Z-columns.
"""

from fractions import Fraction
from random import Random
from typing import Any

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.examples import figure_2
from exactdp.claims.vocabulary.matrix import Rows, table
from exactdp.claims.vocabulary.mechanism import private, some_private
from exactdp.claims.vocabulary.user import monotone, prior
from exactdp.model import losses
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, uniform
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.polytope.vertex import vertex

_i, _j, _k, _m, _n, _r = indices("i j k m n r")
_a = number("α")
_x, _y, _z, _l = (variable(name, MATRIX) for name in ("x", "y", "z", "l"))
_e, _p = (variable(name, VECTOR) for name in ("e", "p"))

# The constraints of the LP, and the entries of the constraint matrix

privacy_constraints = Definition(
    "(3) and (4) hold for {0} at {1} on {{0..{2}}} × {{0..{3}}}",
    (_x, _a, _n, _m),
    Every(
        (_i, 0, _n - 1), (_r, 0, _m), (0 <= _x[_i, _r] - _a * _x[_i + 1, _r]) & (_a * _x[_i, _r] - _x[_i + 1, _r] <= 0)
    ),
)


def constraint(x: Term, alpha: Term, m: Term, i: Term, c: Term) -> Term:
    """Return the slack of (4) in column c of row i, for c ≤ m, or the slack of (3) in column c-m-1.

    So the constraints (3) and (4) of a mechanism with responses {0..m} have the numbers {0..2m+1} in each row.

    >>> constraint(_x, _a, _m, _i, _r)
    {x[i+1,r] - α·x[i,r] if r ≤ m; x[i,r-m-1] - α·x[i+1,r-m-1] otherwise}
    """
    up = c - m - 1
    return If(c <= m, x[i + 1, c] - alpha * x[i, c], x[i, up] - alpha * x[i + 1, up])


falls = Definition(
    "{0}[{2}+1,{3}] = {1}·{0}[{2},{3}]",
    (_x, _a, _i, _r),
    _x[_i + 1, _r] == _a * _x[_i, _r],
    latex="{0}_{{{2}+1,{3}}} = {1} {0}_{{{2},{3}}}",
)
"""The constraint (4) is tight: the entry of the constraint matrix is ↓ or Z."""

rises = Definition(
    "{0}[{2},{3}] = {1}·{0}[{2}+1,{3}]",
    (_x, _a, _i, _r),
    _x[_i, _r] == _a * _x[_i + 1, _r],
    latex="{0}_{{{2},{3}}} = {1} {0}_{{{2}+1,{3}}}",
)
"""The constraint (3) is tight: the entry of the constraint matrix is ↑ or Z."""

down = explained(
    "C_({0},{1})[{2},{3}] = ↓",
    (_x, _a, _i, _r),
    (0 < _x[_i, _r]) & (0 < _x[_i + 1, _r]) & falls(_x, _a, _i, _r),
    r"C_{{{0},{1}}}({2}, {3}) = {{\downarrow}}",
)

up = explained(
    "C_({0},{1})[{2},{3}] = ↑",
    (_x, _a, _i, _r),
    (0 < _x[_i, _r]) & (0 < _x[_i + 1, _r]) & rises(_x, _a, _i, _r),
    r"C_{{{0},{1}}}({2}, {3}) = {{\uparrow}}",
)

slack = explained(
    "C_({0},{1})[{2},{3}] = S",
    (_x, _a, _i, _r),
    (_a * _x[_i, _r] < _x[_i + 1, _r]) & (_a * _x[_i + 1, _r] < _x[_i, _r]),
    r"C_{{{0},{1}}}({2}, {3}) = S",
)
"""Neither (3) nor (4) is tight, in an α-private mechanism; for 0 < α < 1 both entries then are positive."""

zero = explained(
    "C_{0}[{1},{2}] = Z",
    (_x, _i, _r),
    (_x[_i, _r] == 0) & (_x[_i + 1, _r] == 0),
    r"C_{{{0}}}({1}, {2}) = Z",
)

pattern_at = Definition(
    "row {2} of C_({0},{1}) is ↓ or Z before column {3}, and ↑ or Z after it up to {4}",
    (_x, _a, _i, _j, _m),
    All(_k, between(0, _k, _j - 1), falls(_x, _a, _i, _k)) & All(_k, between(_j + 1, _k, _m), rises(_x, _a, _i, _k)),
    latex=r"C_{{{0},{1}}}({2}, 0..{4}) = \downarrow \cdots \downarrow [\cdot]_{{{3}}} \uparrow \cdots \uparrow",
)
"""The pattern of Lemma 5.5: the entry in the one column may be ↓, S or ↑."""

row_pattern = explained(
    "row {2} of C_({0},{1}) reads ↓…↓·↑…↑ in {{0..{3}}}",
    (_x, _a, _i, _m),
    Some(_j, between(0, _j, _m), pattern_at(_x, _a, _i, _j, _m)),
    r"C_{{{0},{1}}}({2}, 0..{3}) = \downarrow \cdots \downarrow [\cdot] \uparrow \cdots \uparrow",
)

ordered = explained(
    "row {2} of C_({0},{1}) is in order in {{0..{3}}}",
    (_x, _a, _i, _m),
    All(_j, between(0, _j, _m), All(_k, _j < _k, _k <= _m, falls(_x, _a, _i, _j) | rises(_x, _a, _i, _k))),
)
"""The condition that the proof of Lemma 5.5 uses instead of the pattern of a row."""

# Numbers of entries

downs = Definition(
    "#↓ in C_({0},{1})[{2},0..{3}]",
    (_x, _a, _i, _m),
    Sum(_r, 0, _m, If(down(_x, _a, _i, _r), 1, 0)),
    latex=r"\#_\downarrow C_{{{0},{1}}}({2}, 0..{3})",
)

ups = Definition(
    "#↑ in C_({0},{1})[{2},0..{3}]",
    (_x, _a, _i, _m),
    Sum(_r, 0, _m, If(up(_x, _a, _i, _r), 1, 0)),
    latex=r"\#_\uparrow C_{{{0},{1}}}({2}, 0..{3})",
)

slacks = Definition(
    "#S in C_({0},{1})[{2},0..{3}]",
    (_x, _a, _i, _m),
    Sum(_r, 0, _m, If(slack(_x, _a, _i, _r), 1, 0)),
    latex=r"\#_S C_{{{0},{1}}}({2}, 0..{3})",
)

slacks_down_to = Definition(
    "#S in C_({0},{1})[0..{2},0..{3}]",
    (_x, _a, _k, _m),
    Sum(_i, 0, _k, slacks(_x, _a, _i, _m)),
    latex=r"\#_S C_{{{0},{1}}}(0..{2}, 0..{3})",
)
"""The number T_k of S entries in the rows 0 to k and the columns {0..m}; for k = n-1, in the whole matrix."""

zero_columns = Definition(
    "#Z-columns of {0} in {{0..{1}}}",
    (_x, _m),
    Sum(_r, 0, _m, If(_x[0, _r] == 0, 1, 0)),
    latex="z_{{{1}}}({0})",
)
"""In an α-private mechanism with α > 0, a column is 0 throughout if its first entry is."""

columns_before = Definition(
    "#non-Z-columns of {0} before column {1}",
    (_x, _r),
    Sum(_k, 0, _r - 1, If(0 < _x[0, _k], 1, 0)),
    latex="i_{{{1}}}({0})",
)
"""The i of a column r = k_i that is not a Z-column."""

row_slacks_before = Definition(
    "#S before column {3} in row {2} of C_({0},{1})",
    (_x, _a, _i, _r),
    slacks(_x, _a, _i, _r - 1),
    latex=r"\#_S C_{{{0},{1}}}({2}, {{<}}{3})",
)

slacks_before = Definition(
    "#S before column {3} of C_({0},{1}) with {2} rows",
    (_x, _a, _n, _r),
    Sum(_i, 0, _n - 1, row_slacks_before(_x, _a, _i, _r)),
    latex="S_{{<{3}}}(C_{{{0},{1}}}; {2})",
)
"""The S_(i-1) of column r = k_i; for column r+1 it is S_i."""

# Mechanisms with the pattern in all rows

patterned = explained(
    "{0} is {1}-private on {{0..{2}}} with responses {{0..{3}}} and the pattern of Lemma 5.5",
    (_x, _a, _n, _m),
    private(_x, _a, _n, _m) & All(_i, between(0, _i, _n - 1), row_pattern(_x, _a, _i, _m)),
)

balanced = explained(
    "{0} is {1}-private on {{0..{2}}} with the pattern of Lemma 5.5 and s = z",
    (_x, _a, _n),
    patterned(_x, _a, _n, _n) & (slacks_down_to(_x, _a, _n - 1, _n) == zero_columns(_x, _n)),
    r"{0} \text{{ is }} {1}\text{{-private on }} \{{0..{2}\}} \text{{ with the pattern of Lemma 5.5 and }} s = z",
)
"""The property of an optimal vertex in Lemmas 5.5 and 5.8: as many S entries as Z-columns, so the chain is tight."""

first_slack = explained(
    "start({3}; {0},{1},{2})",
    (_x, _a, _n, _r),
    columns_before(_x, _r) + slacks_before(_x, _a, _n, _r),
    r"\mathrm{{start}}_{{{3}}}({0}, {1}, {2})",
)
"""The i+S_(i-1) of column r = k_i: the number of ↑ that it begins with."""

first_down = explained(
    "end({3}; {0},{1},{2})",
    (_x, _a, _n, _r),
    columns_before(_x, _r) + slacks_before(_x, _a, _n, _r + 1),
    r"\mathrm{{end}}_{{{3}}}({0}, {1}, {2})",
)
"""The i+S_i of column r = k_i: the row of its first ↓, if it has one."""

induced_remap = explained(
    "T({0},{1},{2})",
    (_x, _a, _n),
    function(
        _k,
        _r,
        as_number(
            If(
                (0 < _x[0, _r]) & (first_slack(_x, _a, _n, _r) <= _k) & (_k < first_down(_x, _a, _n, _r) + 1),
                1,
                0,
            )
        ),
    ),
    r"T_{{{0},{1},{2}}}",
)
"""The remap of Lemma 5.11: a column r that is not a Z-column takes the responses i + S_(i-1) to i + S_i of G."""

# Vertices and optimal mechanisms


def _is_vertex(x: Rows, alpha: Fraction, n: int, m: int) -> bool:
    return bool(vertex(Mechanism([row[: m + 1] for row in x[: n + 1]]), alpha))


a_vertex = Definition(
    "{0} is a vertex of the {1}-private mechanisms on {{0..{2}}} with responses {{0..{3}}}",
    (_x, _a, _n, _m),
    private(_x, _a, _n, _m)
    & All(
        _y,
        private(_y, _a, _n, _m),
        All(
            _z,
            private(_z, _a, _n, _m),
            Every((_i, 0, _n), (_r, 0, _m), 2 * _x[_i, _r] == _y[_i, _r] + _z[_i, _r])
            >> Every((_i, 0, _n), (_r, 0, _m), _x[_i, _r] == _y[_i, _r]),
        ),
    ),
    decide=_is_vertex,
    coq="vertex (S {2}) (S {3}) (path (S {2})) {1} {0}",
)
"""An α-private mechanism that is not halfway between two others."""

moved = Definition(
    "{0} with {1} moved from response {3} to {2}",
    (_x, _e, _j, _k),
    function(_i, _r, _x[_i, _r] + If(_r == _j, _e[_i], 0) - If(_r == _k, _e[_i], 0)),
    latex=r"{0} + {1}_i (\chi_{{ {2} }} - \chi_{{ {3} }})",
)
"""The mechanism in the proof of Lemma 5.5: row i gives e_i more to response j, and e_i less to response k."""

figure_2_mechanism = Definition("F", (), table(figure_2()), latex="F")
"""The mechanism of Figure 2, as printed."""

# Losses

strictly_monotone = Definition(
    "{0}({1}, ·) is strictly monotone on {{0..{2}}}",
    (_l, _i, _m),
    All(
        _r,
        between(0, _r, _m),
        All(_k, between(0, _k, _m) & (abs(_i - _r) < abs(_i - _k)), _l[_i, _r] < _l[_i, _k]),
    ),
    latex=r"{0}({1}, \cdot) \text{{ strictly monotone on }} \{{0..{2}\}}",
)
"""On input i, the loss grows with |i-r|."""

strict_user = explained(
    "({0}, {1}) is a strict user on {{0..{2}}}",
    (_p, _l, _n),
    prior(_p, _n)
    & monotone(_l, _n, _n)
    & (0 < _p[0])
    & (0 < _p[_n])
    & strictly_monotone(_l, 0, _n)
    & strictly_monotone(_l, _n, _n),
)
"""The prior and the loss of a user: the loss is monotone, strict at both ends, and both ends have a positive prior."""

tells_input_1 = explained(
    "K_{0}",
    (_a,),
    function(_i, _r, If(_r == 0, If(_i == 1, _a, 1), If(_r == 1, If(_i == 1, 1, _a), 0)) / (1 + _a)),
    "K_{{{0}}}",
)
"""The mechanism that says whether the input is 1 (response 1) or not (response 0), right with probability 1/(1+α)."""

_u, _v = numbers("u v")
within_level = explained("{0} and {1} are within a factor {2}", (_u, _v, _a), (_a * _v <= _u) & (_a * _u <= _v))
"""The α-privacy inequalities for two neighbouring entries."""

_s, _d = indices("s d")
_f, _q = variable("f", INDEX_MAP), variable("q", VECTOR)
maps_to = explained(
    "{0} maps {{0..{1}}} to {{0..{2}}}", (_f, _s, _n), All(_d, between(0, _d, _s), between(0, _f[_d], _n))
)
induced_prior = explained(
    "induced({0}; {1},{2})",
    (_q, _f, _s),
    function(_i, Sum(_d, 0, _s, If(_f[_d] == _i, _q[_d], 0))),
    r"\mathrm{{induced}}({0}; {1},{2})",
)
"""The prior on results that the prior q on the databases {0..s} induces, where database d has the result f(d)."""

# Draws that satisfy the definitions

SOLVED = 3
"""The largest n for which a linear program is solved to draw a mechanism."""


@generator(privacy_constraints)
def some_constrained(rng: Random, turn: int, alpha: Fraction, n: int, m: int) -> Rows | None:
    """Draw a private mechanism, often times a number."""
    rows = some_private(rng, turn, alpha, n, m)
    return rows and tuple(tuple((1 + turn % 3) * value for value in row) for row in rows)


@generator(ordered)
def some_ordered(rng: Random, turn: int, alpha: Fraction, i: int, m: int) -> Any:
    """Draw a private mechanism; many have the pattern."""
    return some_private(rng, turn, alpha, i + 1, m)


@generator(patterned)
def some_patterned(rng: Random, turn: int, alpha: Fraction, n: int, m: int) -> Rows | None:
    """Draw the geometric mechanism with intervals of responses merged, at times mixed with a constant answer."""
    if n < 1 or m < 0 or not 0 <= alpha <= 1:
        return None
    g = geometric(n=n, alpha=alpha).rows
    to = sorted(rng.randint(0, m) for _ in range(n + 1))
    if m == n and turn % 3 == 0:
        to = list(range(n + 1))
    part = Fraction(turn % 4 == 1, 2)
    always = to[rng.randint(0, n)]
    return tuple(
        tuple(
            (1 - part) * sum((row[k] for k in range(n + 1) if to[k] == r), Fraction(0)) + part * (r == always)
            for r in range(m + 1)
        )
        for row in g
    )


@generator(balanced)
def some_balanced(rng: Random, turn: int, alpha: Fraction, n: int) -> Rows | None:
    """Draw the geometric mechanism with intervals of responses merged."""
    return some_patterned(rng, turn + turn % 2, alpha, n, n)


@generator(a_vertex)
def some_vertex(rng: Random, turn: int, alpha: Fraction, n: int, m: int) -> Rows | None:
    """Draw an optimal vertex of a random user, whose loss need not be monotone."""
    if n < 0 or not 0 <= m <= SOLVED or not 0 <= alpha <= 1:
        return None
    loss = [[Fraction(rng.randint(0, 4)) for _ in range(m + 1)] for _ in range(n + 1)]
    user = BayesianUser(losses.table([[value - min(row) for value in row] for row in loss]), uniform(n=n))
    found = solve_polytope(Problem(user, alpha, responses=range(m + 1)))
    assert isinstance(found, Optimum), "the mechanisms are a bounded set, and not empty"
    return found.mechanism.rows
