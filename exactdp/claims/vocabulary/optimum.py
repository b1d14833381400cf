"""Bayesian users: the best mechanisms and the best remaps (Ghosh et al. 2009, sections 2.2 and 2.3)."""

from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import FunctionValue, entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.geometric import geometric_mechanism
from exactdp.claims.vocabulary.matrix import Numbers, Rows, is_stochastic, product, rows_of, stochastic, within
from exactdp.claims.vocabulary.mechanism import is_private, private
from exactdp.claims.vocabulary.user import bayesian_loss
from exactdp.model import losses
from exactdp.model.geometric import geometric
from exactdp.model.matrix import Matrix
from exactdp.model.users import BayesianUser
from exactdp.optimum.interaction import Interaction, interact
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Optimum, Problem

_i, _k, _m, _n, _q, _r = indices("i k m n q r")
(_a,) = numbers("α")
(_p,) = vectors("p")
_T, _l, _w, _x, _y = matrices("T l w x y")
_f = variable("f", INDEX_MAP)

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


def _best_mechanism(p: Numbers, l: Rows, alpha: Fraction, n: int, m: int) -> Optimum | None:  # noqa: E741
    user = BayesianUser(losses.table(within(l, n, m)), [entry(p, [i]) for i in range(n + 1)])
    return best_mechanism(Problem(user, alpha, responses=range(m + 1)))


def _loss_of(p: Numbers, l: Rows, x: Rows, n: int, m: int) -> Fraction:  # noqa: E741
    return sum((p[i] * x[i][r] * l[i][r] for i in range(n + 1) for r in range(m + 1)), Fraction(0))


def _is_optimal(x: Rows, p: Numbers, l: Rows, *levels: *tuple[Fraction, int, int]) -> bool:  # noqa: E741
    alpha, n, m = levels
    if not is_private(x, alpha, n, m):
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
    decide=_is_optimal,
    coq="optimal (private_mechanism (S {4}) (S {5}) (path (S {4})) {3}) (loss (S {4}) (S {5}) {2} (Bayesian {1})) "
    "(loss (S {4}) (S {5}) {2} (Bayesian {1}) {0}) {0}",
)
"""A best private mechanism on {0..n} with responses {0..m}, for a user with a prior and a loss."""


@generator(optimal)
def some_optimal(rng: Random, turn: int, p: FunctionValue, l: FunctionValue, *levels: Any) -> Any:  # noqa: E741
    """Draw the vertex that the linear program finds, for a prior and a loss in tables."""
    _, n, m = levels
    if not isinstance(p, tuple) or not isinstance(l, tuple) or n > 2 or m > 3:
        return None
    best = _best_mechanism(p, l, *levels)
    return None if best is None else rows_of(best.mechanism)


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

best_readings = explained(
    "{0} reads {{0..{2}}} best in {{0..{3}}} by {1}",
    (_f, _w, _q, _n),
    All(
        _k,
        between(0, _k, _q),
        both(0 <= _f[_k], _f[_k] <= _n, All(_r, between(0, _r, _n), _w[_k, _f[_k]] <= _w[_k, _r])),
    ),
)
"""Each response k is read as an f(k) in {0..n} that has the least entry of the row k of w."""


@generator(best_readings)
def some_best_readings(rng: Random, turn: int, w: FunctionValue, q: int, n: int) -> tuple[int, ...]:
    """Draw the first least entry of each row, or the last."""
    readings = range(n + 1) if turn % 2 else range(n, -1, -1)
    return tuple(min(readings, key=lambda r: entry(w, (k, r))) for k in range(q + 1))


def _best_readings_of_geometric(p: Numbers, l: Rows, alpha: Fraction, n: int) -> Interaction:  # noqa: E741
    return interact(
        BayesianUser(losses.table(within(l, n, n)), [entry(p, [i]) for i in range(n + 1)]), geometric(n=n, alpha=alpha)
    )


def _is_best_remap(T: Rows, p: Numbers, l: Rows, alpha: Fraction, n: int) -> bool:  # noqa: E741
    if not is_stochastic(T, n, n):
        return False
    induced = rows_of(geometric(n=n, alpha=alpha) @ Matrix(within(T, n, n)))
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
    decide=_is_best_remap,
)
"""A best remap of G into {0..n}, randomised or not, for a user with a prior and a loss."""


@generator(best_remap)
def some_best_remap(rng: Random, turn: int, p: FunctionValue, l: FunctionValue, *level: Any) -> Any:  # noqa: E741
    """Draw the remap that the library finds; the rows of responses with several best readings vary."""
    alpha, n = level
    if not isinstance(p, tuple) or not isinstance(l, tuple):
        return None
    choices = _best_readings_of_geometric(p, l, alpha, n).choices or ()
    chosen = [rng.choice(list(choices[k])) for k in range(n + 1)]
    return tuple(tuple(Fraction(r == chosen[k]) for r in range(n + 1)) for k in range(n + 1))
