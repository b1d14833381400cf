"""The words of Gupte & Sundararajan 2010, Lemma 5: worst losses, the order (L, L'), and the step of the proof."""

from fractions import Fraction
from random import Random
from typing import Any

from exactdp.arithmetic.errors import InputError
from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import FunctionValue, entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.matrix import Rows, within
from exactdp.claims.vocabulary.mechanism import is_private, private
from exactdp.claims.vocabulary.optimum import best_mechanism
from exactdp.claims.vocabulary.polytope import moved
from exactdp.claims.vocabulary.user import absolute_loss, bounds_loss, expected_loss
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.problem import Optimum, Problem

_i, _j, _k, _m, _n, _r, _s = indices("i j k m n r s")
_a, _d = numbers("α δ")
_x, _y, _l = (variable(name, MATRIX) for name in ("x", "y", "l"))
_S = variable("S", SET)

# The step


first_part = Definition(
    "{1}·{0}[s,{3}] in the rows s ≤ {2}",
    (_x, _d, _i, _k),
    function(_s, If(_s <= _i, _d * _x[_s, _k], 0)),
    latex=r"(\chi_{{s \le {2}}} {1} {0}_{{s {3}}})_s",
)

second_part = Definition(
    "{1}·{0}[s,{3}] in the rows s > {2}",
    (_x, _d, _i, _j),
    function(_s, If(_i < _s, _d * _x[_s, _j], 0)),
    latex=r"(\chi_{{s > {2}}} {1} {0}_{{s {3}}})_s",
)

first_step = explained(
    "step({0}; {1}·{4}→{3}, rows ≤ {2})",
    (_x, _d, _i, _j, _k),
    moved(_x, first_part(_x, _d, _i, _k), _j, _k),
    r"{0} + \chi_{{s \le {2}}} {1} {0}_{{s {4}}} (\chi_{{ {3} }} - \chi_{{ {4} }})",
)
"""The step of the first case: y_sj = x_sj + δ·x_sk and y_sk = (1-δ)·x_sk for s ≤ i."""

second_step = explained(
    "step({0}; {1}·{3}→{4}, rows > {2})",
    (_x, _d, _i, _j, _k),
    moved(_x, second_part(_x, _d, _i, _j), _k, _j),
    r"{0} + \chi_{{s > {2}}} {1} {0}_{{s {3}}} (\chi_{{ {4} }} - \chi_{{ {3} }})",
)
"""The step of the second case: y_sk = x_sk + δ·x_sj and y_sj = (1-δ)·x_sj for s > i."""

# The order (L, L')

total_error = explained(
    "L'({0}; {1}, {2})",
    (_x, _n, _m),
    Sum(_i, 0, _n, expected_loss(absolute_loss, _x, _m, _i)),
    r"L'({0}; {1}, {2})",
)
"""L'(x) = Σ_i Σ_r |i-r|·x_ir over the inputs {0..n} and the responses {0..m}."""

_loss_of_x, _loss_of_y = expected_loss(_l, _x, _m, _i), expected_loss(_l, _y, _m, _k)


def _of_every_and_some(compared: Formula) -> Formula:
    """Return that every input i of S compares in this way with some input k of S."""
    return All(_i, between(0, _i, _n) & _S[_i], Some(_k, between(0, _k, _n) & _S[_k], compared))


loses_no_more = explained(
    "{0} loses no more than {1} for {2} on {3} within {{0..{4}}} × {{0..{5}}}",
    (_x, _y, _l, _S, _n, _m),
    _of_every_and_some(_loss_of_x <= _loss_of_y),
)
"""The worst-case expected loss over S is not larger (Gupte & Sundararajan 2010, section 2.3)."""

loses_less = explained(
    "{0} loses less than {1} for {2} on {3} within {{0..{4}}} × {{0..{5}}}",
    (_x, _y, _l, _S, _n, _m),
    _of_every_and_some(_loss_of_x < _loss_of_y),
)
"""The worst-case expected loss over S is smaller; by convention also if S is empty."""

worst_input = explained(
    "{0} is a worst input of {1} for {2} and {3} on {{0..{4}}} × {{0..{5}}}",
    (_i, _S, _l, _x, _n, _m),
    between(0, _i, _n) & _S[_i] & bounds_loss(expected_loss(_l, _x, _m, _i), _l, _x, _S, _n, _m),
)
"""An input of S with the largest loss."""

meets = Definition(
    "{0} ∩ {{0..{1}}} ≠ ∅", (_S, _n), Some(_i, between(0, _i, _n), _S[_i]), latex=r"{0} \cap \{{0..{1}\}} \ne \emptyset"
)

improves = explained(
    "{0} improves {1} for {2}, {3} and {4} on {{0..{5}}} × {{0..{6}}}",
    (_x, _y, _l, _S, _a, _n, _m),
    private(_x, _a, _n, _m)
    & loses_no_more(_x, _y, _l, _S, _n, _m)
    & (total_error(_x, _n, _m) < total_error(_y, _n, _m)),
)
"""Private and better in the order (L, L'): the worst loss is not larger, and L' is smaller."""

breaks_pattern = explained(
    "columns {3} and {4} break the pattern in row {2} of {0}, {1}-private on {{0..{5}}} × {{0..{6}}}",
    (_x, _a, _i, _j, _k, _n, _m),
    both(
        *(0 < _a, _a < 1, private(_x, _a, _n, _m), 0 <= _i, _i < _n, 0 <= _j, _j < _k, _k <= _m),
        *(0 < _x[_i + 1, _j] - _a * _x[_i, _j], 0 < _x[_i, _k] - _a * _x[_i + 1, _k]),
    ),
)


def _consumer(loss: Rows, inputs: frozenset[int], n: int, m: int) -> MinimaxConsumer:
    """Return the consumer with these losses. A constant added to all makes them ≥ 0, and changes no optimum."""
    if n < 0 or m < 0:
        raise InputError(f"no mechanism has inputs {{0..{n}}} and responses {{0..{m}}}")
    low = min(map(min, within(loss, n, m)))
    rows = [[value - low for value in row] for row in within(loss, n, m)]
    inside = [i for i in range(n + 1) if entry(inputs, (i,))]
    return MinimaxConsumer(table(rows), inputs=range(n + 1), side_information=inside)


def _best(loss: Rows, inputs: frozenset[int], alpha: Fraction, n: int, m: int) -> Optimum | None:
    user = _consumer(loss, inputs, n, m)
    return best_mechanism(Problem(user, alpha, responses=range(m + 1)))


def _worst(x: Rows, loss: Rows, inputs: frozenset[int], n: int, m: int) -> Fraction:
    return max(sum((x[i][r] * loss[i][r] for r in range(m + 1)), Fraction(0)) for i in inputs if 0 <= i <= n)


def _error(x: Rows, n: int, m: int) -> Fraction:
    return sum((abs(i - r) * x[i][r] for i in range(n + 1) for r in range(m + 1)), Fraction(0))


def _is_minimax(x: Rows, loss: Rows, inputs: frozenset[int], *levels: *tuple[Fraction, int, int]) -> bool:
    (_, n, m), best = levels, _best(loss, inputs, *levels)
    assert best is not None, "the mechanisms are a bounded set, and not empty"
    least = _worst(best.mechanism.rows, loss, inputs, n, m)
    return is_private(x, *levels) and _worst(x, loss, inputs, n, m) == least


minimax_optimal = explained(
    "{0} is optimal for {1} and {2} among the {3}-private mechanisms on {{0..{4}}} with responses {{0..{5}}}",
    (_x, _l, _S, _a, _n, _m),
    private(_x, _a, _n, _m) & All(_y, private(_y, _a, _n, _m), loses_no_more(_x, _y, _l, _S, _n, _m)),
    decide=_is_minimax,
)
"""A private mechanism with the least worst loss over S."""


def _is_lexicographic(x: Rows, loss: Rows, inputs: frozenset[int], *levels: *tuple[Fraction, int, int]) -> bool:
    (_, n, m), best = levels, _best(loss, inputs, *levels)
    assert best is not None, "the mechanisms are a bounded set, and not empty"
    second = lexicographic(best)
    assert isinstance(second, Optimum), "the optimum itself is admitted"
    error = _error(second.mechanism.rows, n, m)
    return _is_minimax(x, loss, inputs, *levels) and _error(x, n, m) == error


lexicographically_optimal = explained(
    "{0} is least in (L, L') for {1} and {2} among the {3}-private mechanisms on {{0..{4}}} with responses {{0..{5}}}",
    (_x, _l, _S, _a, _n, _m),
    private(_x, _a, _n, _m)
    & All(
        _y,
        private(_y, _a, _n, _m),
        loses_no_more(_x, _y, _l, _S, _n, _m)
        & (loses_no_more(_y, _x, _l, _S, _n, _m) >> (total_error(_x, _n, _m) <= total_error(_y, _n, _m))),
    ),
    r"{0} \text{{ least in }} (L, L') \text{{ for }} ({1}, {2})\text{{, }} "
    r"{3}\text{{-private on }} \{{0..{4}\}} \times \{{0..{5}\}}",
    decide=_is_lexicographic,
)
"""A mechanism with the least L' among the private mechanisms with the least worst loss L over S."""


def _best_remapped(loss: Rows, inputs: frozenset[int], alpha: Fraction, n: int, m: int) -> Rows:
    found = interact(_consumer(loss, inputs, n, m), geometric(n=n, alpha=alpha), responses=range(m + 1))
    return tuple(map(tuple, found.induced.rows))


best_remapped = Definition(
    "the best remapped G for {0}, {1} and {2} on {{0..{3}}} × {{0..{4}}}",
    (_l, _S, _a, _n, _m),
    None,
    MATRIX,
    decide=_best_remapped,
)
"""G with a minimax consumer's best remap: a witness without a formula, whose values the library computes."""


def _best_lexicographic(loss: Rows, inputs: frozenset[int], alpha: Fraction, n: int, m: int) -> Rows:
    best = _best(loss, inputs, alpha, n, m)
    found = _drawn(None if best is None else lexicographic(best))
    if found is None:
        raise InputError("no mechanism was found that is least in (L, L')")
    return tuple(found)


best_lexicographic = Definition(
    "the least mechanism in (L, L') for {0}, {1} and {2} on {{0..{3}}} × {{0..{4}}}",
    (_l, _S, _a, _n, _m),
    None,
    MATRIX,
    decide=_best_lexicographic,
)
"""The vertex that two linear programs find: a witness without a formula, whose values the library computes."""

# Draws that satisfy the definitions


def _drawn(found: object) -> Rows | None:
    return tuple(map(tuple, found.mechanism.rows)) if isinstance(found, Optimum) else None


def _small(inputs: FunctionValue, alpha: Fraction, n: int, m: int) -> bool:
    return 0 <= n <= 2 and 0 <= m <= 3 and 0 <= alpha <= 1 and any(entry(inputs, (i,)) for i in range(n + 1))


@generator(minimax_optimal)
def some_minimax(rng: Random, turn: int, loss: Rows, inputs: frozenset[int], *levels: Any) -> Any:
    """Draw the vertex that the linear program finds."""
    return _drawn(_best(loss, inputs, *levels)) if _small(inputs, *levels) else None


@generator(lexicographically_optimal)
def some_lexicographic(rng: Random, turn: int, loss: Rows, inputs: frozenset[int], *levels: Any) -> Any:
    """Draw the vertex that the two linear programs find."""
    if not _small(inputs, *levels):
        return None
    best = _best(loss, inputs, *levels)
    return None if best is None else _drawn(lexicographic(best))
