"""The geometric mechanism, its remaps, and the conditions on three entries of a column."""

from fractions import Fraction
from random import Random

from exactdp.arithmetic.errors import InputError
from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.matrix import Rows, is_image, is_stochastic, rows_of, some_stochastic, stochastic, within
from exactdp.model.geometric import geometric
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.derivability import derive

_i, _k, _m, _n, _r, _z = indices("i k m n r z")
(_a,) = numbers("α")
(_p,) = vectors("p")
_T, _x = matrices("T x")

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


def _is_derivable(x: Rows, alpha: Fraction, n: int, m: int) -> bool:
    if n == 0:
        # The library has no G with one input. In the formula this G has the entry 1/(1+α), so T is (1+α)·x.
        row = [(1 + alpha) * each for each in within(x, n, m)[0]]
        return sum(row) == 1 and min(row) >= 0
    if not 0 <= alpha <= 1:
        # The formula has a meaning here, and x need not be stochastic.
        raise InputError(f"the library has no G at the level {alpha}")
    return is_stochastic(x, n, m) and bool(derive(Mechanism(within(x, n, m)), alpha=alpha))


derivable = Definition(
    "{0} is derivable from G_({2},{1}) with responses {{0..{3}}}",
    (_x, _a, _n, _m),
    Some(
        _T,
        stochastic(_T, _n, _m),
        is_image(_x, geometric_mechanism(_n, _a), _T, _n, _m),
    ),
    decide=_is_derivable,
)
"""x = G·T for a stochastic T (Gupte & Sundararajan 2010, Definition 3)."""


@generator(derivable)
def some_derivable(rng: Random, turn: int, alpha: Fraction, n: int, m: int) -> Rows | None:
    """Draw G times a stochastic matrix."""
    if n < 1 or m < 0 or not 0 <= alpha <= 1:
        return None
    return rows_of(geometric(n=n, alpha=alpha) @ Matrix(some_stochastic(rng, turn, n, m)))


three_entries_condition = Definition(
    "every column of {0} meets the condition on three entries for {1} on {{0..{2}}} × {{0..{3}}}",
    (_x, _a, _n, _m),
    All(
        _k,
        (1 <= _k) & (_k < _n),
        All(_r, between(0, _r, _m), _a * (_x[_k + 1, _r] - _a * _x[_k, _r]) <= _x[_k, _r] - _a * _x[_k - 1, _r]),
    ),
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
def some_with_condition(rng: Random, turn: int, alpha: Fraction, n: int, m: int) -> Rows | None:
    """Draw G times a stochastic matrix, and columns i/n and 1 - i/n, which are private at no level α > 0."""
    if n < 1 or m < 0 or not 0 <= alpha <= 1:
        return None
    if turn % 3 == 2:
        return tuple((1 - Fraction(i, n), Fraction(i, n), *[Fraction(0)] * (m - 1))[: m + 1] for i in range(n + 1))
    return some_derivable(rng, turn, alpha, n, m)


two_sided = explained(
    "Pr_{0}[Z = {1}]",
    (_a, _z),
    (1 - _a) / (1 + _a) * _a ** abs(_z),
    r"\Pr\nolimits_{{{0}}}[Z = {1}]",
    within=(0 <= _a) & (_a <= 1),
)
"""The mass (1-α)/(1+α)·α^|z| of the noise z of the geometric mechanism (Ghosh et al. 2009, example 2.1)."""

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

clamped = Definition(
    "{1} clamped to {{0..{0}}}",
    (_n, _r),
    If(_r <= 0, 0, If(_n <= _r, _n, _r)),
    latex=r"w_{{ {0} }}({1})",
)
"""The nearest index in {0..n} (Ghosh et al. 2009, section 5)."""
