"""The words of the theorems on modes and cuts: thresholds, events, unimodal losses, concentration.

A mode μ(i) is a response for each input i. The cut after r is the event that the response is at most r.
"""

from fractions import Fraction
from random import Random

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import FunctionValue, entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.geometric import geometric_mechanism
from exactdp.claims.vocabulary.matrix import Numbers, Rows, product, stochastic
from exactdp.claims.vocabulary.mechanism import some_private
from exactdp.linear_programs.linear_program import LinearProgram, OptimalPoint
from exactdp.linear_programs.optimal_basis import FEW_PLACES, solve
from exactdp.model.geometric import geometric

_i, _j, _k, _m, _n, _q, _r = indices("i j k m n q r")
(_a,) = numbers("α")
_f, _t = (variable(name, VECTOR) for name in ("f", "t"))
_x, _y, _l = (variable(name, MATRIX) for name in ("x", "y", "l"))
_u, _first, _last = (variable(name, INDEX_MAP) for name in ("μ", "a", "b"))

threshold = Definition(
    "{0} is a threshold (1,…,1,θ,0,…,0) on {{0..{1}}}",
    (_t, _n),
    All(_k, between(0, _k, _n), (0 <= _t[_k]) & (_t[_k] <= 1))
    & Every((_k, 0, _n), (_j, _k + 1, _n), (_t[_k] == 1) | (_t[_j] == 0)),
    latex=r"{0} = (1, \ldots, 1, \theta, 0, \ldots, 0) \text{{ on }} \{{0..{1}\}}",
)

positive = explained(
    "{0} > 0 on {{0..{1}}}", (_t, _n), All(_k, between(0, _k, _n), 0 < _t[_k]), r"{0} > 0 \text{{ on }} \{{0..{1}\}}"
)

event = Definition(
    "(G_({1},{2})·{0})",
    (_t, _n, _a),
    function(_i, Sum(_k, 0, _n, geometric_mechanism(_n, _a)[_i, _k] * _t[_k])),
    latex=r"(G_{{{1},{2}}} {0})",
)
"""The probability, on each input, of the event whose weight at the response k of G is t_k."""

private_event = explained(
    "{0} has the probabilities of an event that is {1}-private on {{0..{2}}}",
    (_f, _a, _n),
    All(_i, between(0, _i, _n), (0 <= _f[_i]) & (_f[_i] <= 1))
    & All(
        _i,
        between(0, _i, _n - 1),
        (_a * _f[_i] <= _f[_i + 1])
        & (_a * _f[_i + 1] <= _f[_i])
        & (_a * (1 - _f[_i]) <= 1 - _f[_i + 1])
        & (_a * (1 - _f[_i + 1]) <= 1 - _f[_i]),
    ),
)

cut = Definition(
    "P_{1}(R ≤ {2}; {0})",
    (_x, _i, _r),
    Sum(_q, 0, _r, _x[_i, _q]),
    latex=r"P_{{{1}}}(R \le {2}; {0})",
)
"""The probability of a response up to r on input i."""

never_increase = explained(
    "{0} never increases on {{0..{1}}}", (_t, _n), Every((_j, 0, _n), (_k, _j, _n), _t[_k] <= _t[_j])
)

never_decrease = explained(
    "{0} never decreases on {{0..{1}}}", (_u, _n), Every((_j, 0, _n), (_k, _j, _n), _u[_j] <= _u[_k])
)

never_rise = explained("{0} never rises on {{0..{1}}}", (_u, _n), Every((_i, 0, _n), (_j, _i, _n), _u[_j] <= _u[_i]))

unimodal = explained(
    "{0} is unimodal with the modes {1} on {{0..{2}}} × {{0..{3}}}",
    (_l, _u, _n, _m),
    Every(
        (_i, 0, _n),
        (_r, 0, _m - 1),
        ((_u[_i] <= _r) >> (_l[_i, _r] <= _l[_i, _r + 1])) & ((_r < _u[_i]) >> (_l[_i, _r + 1] <= _l[_i, _r])),
    ),
)
"""l(i, ·) falls weakly up to μ(i), and rises weakly from there."""

submodular = explained(
    "{0} is submodular on {{0..{1}}} × {{0..{2}}}",
    (_l, _n, _m),
    Every((_i, 0, _n - 1), (_r, 0, _m - 1), _l[_i, _r] + _l[_i + 1, _r + 1] <= _l[_i + 1, _r] + _l[_i, _r + 1]),
)
"""The step from r to r+1 never costs more on a larger input: the payoff -l is supermodular."""

concentrated = explained(
    "{0} is at least as concentrated around {2} as {1} on {{0..{3}}} × {{0..{4}}}",
    (_y, _x, _u, _n, _m),
    Every(
        (_i, 0, _n),
        (_r, 0, _m),
        ((_u[_i] <= _r) >> (cut(_x, _i, _r) <= cut(_y, _i, _r)))
        & ((_r < _u[_i]) >> (cut(_y, _i, _r) <= cut(_x, _i, _r))),
    ),
)
"""On each input, at most as likely as for x are: R > r for all r ≥ μ(i), and R ≤ r for all r < μ(i)."""


def _a_remap_concentrates(x: Rows, alpha: Fraction, modes: tuple[int, ...], n: int, m: int) -> bool:
    """Return whether a T as in the definition exists: a linear program for its entries, row by row."""
    G, width = geometric(n=n, alpha=alpha).rows, m + 1
    rows: list[dict[int, Fraction]] = [{k * width + r: Fraction(1) for r in range(width)} for k in range(n + 1)]
    right = [Fraction(1)] * (n + 1)
    for i in range(n + 1):
        for r in range(width):
            sign = 1 if entry(modes, (i,)) <= r else -1
            rows.append({k * width + q: sign * G[i][k] for k in range(n + 1) for q in range(r + 1)})
            right.append(sign * sum((entry(x, (i, q)) for q in range(r + 1)), Fraction(0)))
    program = LinearProgram((n + 1) * width, {}, tuple(rows), tuple(right), frozenset(range(n + 1)))
    return isinstance(solve(program, small=FEW_PLACES), OptimalPoint)


a_remap_concentrates = Definition(
    "some remap of G_({3},{1}) is at least as concentrated around {2} as {0} on {{0..{3}}} × {{0..{4}}}",
    (_x, _a, _u, _n, _m),
    Some(
        _y,
        stochastic(_y, _n, _m),
        concentrated(product(geometric_mechanism(_n, _a), _y, _n), _x, _u, _n, _m),
    ),
    decide=_a_remap_concentrates,
)
"""For some stochastic T from {0..n} to {0..m}, G·T is at least as concentrated around the modes as x."""


@generator(threshold)
def some_threshold(rng: Random, turn: int, n: int) -> Numbers:
    """Draw a threshold: with θ = 0, 1 and between."""
    at = rng.randrange(n + 1) if n >= 0 else 0
    return tuple(Fraction(1) if k < at else Fraction(turn % 3, 2) if k == at else Fraction(0) for k in range(n + 1))


@generator(positive)
def some_positive(rng: Random, turn: int, n: int) -> Numbers:
    """Draw positive numbers."""
    return tuple(Fraction(rng.randrange(1, 6), 3) for _ in range(n + 1))


@generator(private_event)
def some_private_event(rng: Random, turn: int, alpha: Fraction, n: int) -> Numbers | None:
    """Draw the probability of the first response of a private mechanism, or a constant."""
    if n < 0 or not 0 <= alpha <= 1:
        return None
    rows = some_private(rng, turn, alpha, n, rng.randrange(1, 3))
    return tuple(row[0] for row in rows)


@generator(never_decrease)
def some_modes(rng: Random, turn: int, n: int) -> tuple[int, ...]:
    """Draw the inputs themselves, one mode for all, and jumps; sometimes beyond the responses."""
    found = [0 if turn % 4 else rng.choice((-1, 0, 1))]
    for _ in range(n):
        found.append(found[-1] + (1 if turn % 3 == 0 else rng.choice((0, 0, 1, 2))))
    return tuple(found)


@generator(never_rise)
def some_falling_modes(rng: Random, turn: int, n: int) -> tuple[int, ...]:
    """Draw modes that never decrease, in the reverse order."""
    return some_modes(rng, turn, n)[::-1]


@generator(unimodal)
def some_unimodal(rng: Random, turn: int, modes: FunctionValue, n: int, m: int) -> Rows:
    """Draw distances from the mode, strict and not, and steps that change with the input."""
    rows = []
    for i in range(n + 1):
        mode = entry(modes, [i])
        over, under = ((1, 1), (2, 1), (0, 1), (1, 0))[(turn + i * (turn % 5)) % 4]
        rows.append(tuple(Fraction(over * max(r - mode, 0) + under * max(mode - r, 0)) for r in range(m + 1)))
    return tuple(rows)


@generator(concentrated)
def some_concentrated(rng: Random, turn: int, x: FunctionValue, modes: FunctionValue, *sizes: int) -> Rows | None:
    """Move a part of each row of x to its mode, or all of it; in some draws, the rows sum to more than 1."""
    if not isinstance(x, tuple):
        return None
    n, m = sizes
    rows = []
    for i in range(n + 1):
        mode, part, more = min(max(entry(modes, [i]), 0), m), (0, 1, 2)[turn % 3], turn % 7 == 3
        rows.append(tuple((x[i][r] * (2 - part) + part * (r == mode)) / 2 + more * (r == mode) for r in range(m + 1)))
    return tuple(rows)


@generator(submodular)
def some_submodular(rng: Random, turn: int, n: int, m: int) -> Rows | None:
    """Draw steps that never increase with the input, and put the least entry of each row at 0."""
    if n < 0 or m < 0:
        return None
    columns = [(0,) * (n + 1)]
    for _ in range(m):
        steps = sorted((rng.randrange(-2, 3) for _ in range(n + 1)), reverse=True)
        columns.append(tuple(before + step for before, step in zip(columns[-1], steps, strict=True)))
    return tuple(tuple(Fraction(v - min(row)) for v in row) for row in zip(*columns, strict=True))


@generator(never_increase)
def some_falling(rng: Random, turn: int, n: int) -> Numbers:
    """Draw small numbers of both signs, in order."""
    return tuple(Fraction(v) for v in sorted((rng.randrange(-2, 3) for _ in range(n + 1)), reverse=True))


rows_in_order = explained(
    "the rows of {0} are in order on {{0..{1}}} × {{0..{2}}}",
    (_x, _n, _m),
    Every((_j, 0, _n), (_k, _j + 1, _n), (_q, 0, _m), (_r, _q + 1, _m), (_x[_j, _r] == 0) | (_x[_k, _q] == 0)),
)
"""For rows j < k, no response that row j gives is above a response that row k gives."""

rising_unimodal = explained(
    "{0} is unimodal with modes {1} that never decrease on {{0..{2}}} × {{0..{3}}}",
    (_l, _u, _n, _m),
    unimodal(_l, _u, _n, _m) & never_decrease(_u, _n),
)

ordered_remap = explained(
    "{0} is stochastic and in order on {{0..{1}}} × {{0..{2}}}",
    (_x, _n, _m),
    stochastic(_x, _n, _m) & rows_in_order(_x, _n, _m),
)


@generator(rows_in_order)
def some_in_order(rng: Random, turn: int, n: int, m: int) -> Rows | None:
    """Draw rows of one or two responses; each row begins where the row before it ends."""
    if n < 0 or m < 0:
        return None
    rows, at = [], rng.randrange(m + 1) if turn % 2 else 0
    for _ in range(n + 1):
        row = [Fraction(0)] * (m + 1)
        row[at] += Fraction(1 + turn % 3, 3)
        at = min(m, at + rng.choice((0, 1, 1, 2)))
        row[at] += Fraction(2 - turn % 3, 3)
        rows.append(tuple(row))
    return tuple(rows)


# Modes that go back and forth


def in_turn(first: Term, last: Term, n: Term) -> Formula:
    """Return that some input is on one side of a cut, and an earlier and a later input are on the other side.

    >>> in_turn(_u, _u, _n)
    ∃r, i, j, k with 0 ≤ r ≤ n, 0 ≤ i ≤ n, i < j ≤ n, j < k ≤ n: (μ[i] ≤ μ[r] < μ[j] and μ[k] ≤ μ[r]) or (μ[r] < μ[i] \
and μ[j] ≤ μ[r] < μ[k])
    """
    cut = last[_r]
    beyond = both(last[_i] <= cut, cut < first[_j], last[_k] <= cut)
    before = both(cut < first[_i], last[_j] <= cut, cut < first[_k])
    after = Some(_j, _i < _j, _j <= n, Some(_k, _j < _k, _k <= n, beyond | before))
    return Some(_r, between(0, _r, n), Some(_i, between(0, _i, n), after))


intervals_in_turn = explained(
    "the intervals {0}[i]..{1}[i] go back and forth on {{0..{2}}}",
    (_first, _last, _n),
    in_turn(_first, _last, _n),
    r"[{0}_i, {1}_i] \text{{ go back and forth on }} \{{0..{2}\}}",
)

far = explained(
    "far({0},{1})",
    (_u, _q),
    function(_i, _r, If(_u[_i] <= _q, If(_q < _r, as_number(1), 0), If(_r <= _q, as_number(1), 0))),
)
"""The loss 1 for the responses that the cut after q separates from the mode, and 0 for the others."""

back_and_forth = explained("{0} goes back and forth on {{0..{1}}}", (_u, _n), in_turn(_u, _u, _n))
