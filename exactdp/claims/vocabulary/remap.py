"""The words about the best remap of G: its loss, and the statement that no private mechanism loses less."""

from collections.abc import Sequence
from fractions import Fraction

from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.mechanism import private
from exactdp.claims.vocabulary.optimum import best_mechanism
from exactdp.claims.vocabulary.user import bayesian_loss
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.users import BayesianUser
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Problem

_i, _k, _m, _n, _r = indices("i k m n r")
_a = number("α")
(_p,) = vectors("p")
_l, _x = matrices("l x")


def _is_optimal(p: Sequence[Fraction], loss: Sequence[Sequence[Fraction]], alpha: Fraction, n: int, m: int) -> bool:
    user = BayesianUser(table([row[: m + 1] for row in loss[: n + 1]]), p[: n + 1])
    found = best_mechanism(Problem(user, alpha, responses=range(m + 1)))
    remapped = interact(user, geometric(n=n, alpha=alpha), responses=range(m + 1))
    return found is not None and found.value == remapped.value


share = Definition("s", (_n, _a), function(_k, If(_k == 0, 1, If(_k == _n, 1, 1 - _a)) / (1 + _a)), latex="s")
"""G is α^|i-k|·s_k."""

best = Definition(
    "best",
    (_p, _l, _a, _n, _m),
    function(_k, Least(_r, 0, _m, Sum(_i, 0, _n, _p[_i] * _l[_i, _r] * _a ** abs(_i - _k)))),
    latex=r"\mathrm{{best}}",
)
"""The expected loss that the best reading of the response k of G adds, divided by s_k."""

remap_is_optimal = Definition(
    "the best remap of G is optimal for {0}, {1} and {2} on {{0..{3}}} × {{0..{4}}}",
    (_p, _l, _a, _n, _m),
    All(
        _x,
        private(_x, _a, _n, _m),
        Sum(_k, 0, _n, share(_n, _a)[_k] * best(_p, _l, _a, _n, _m)[_k]) <= bayesian_loss(_p, _l, _x, _n, _m),
    ),
    latex=r"G \text{{ optimal for }} {0}, {1}, {2} \text{{ on }} \{{0..{3}\}} \times \{{0..{4}\}}",
    decide=_is_optimal,
)
"""No private mechanism loses less than Σ_k s_k·best_k."""
