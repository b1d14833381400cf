"""The words of the surveys about continuous noise: Laplace noise on a grid, and e^ε by its partial sums.

The clauses use Laplace noise of scale b only at the multiples of a step h. So they need only one power of e: c =
e^(-h/b).
"""

from fractions import Fraction
from random import Random

from exactdp.claims.checks.instances import generator
from exactdp.claims.statements.evaluation import FunctionValue, entry
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained
from exactdp.claims.vocabulary.matrix import Numbers

_i, _j, _k, _n = indices("i j k n")
_c, _e, _x = numbers("c ε x")
_f, _s = vectors("f s")
_h, _u, _v = (variable(name, INDEX_MAP) for name in "huv")

below = explained(
    "P(X ≤ {1}h; {0})",
    (_c, _k),
    If(_k >= 0, 1 - _c**_k / 2, _c ** (-_k) / 2),
    r"P(X \le {1} h; {0})",
    within=(0 < _c) & (_c < 1),
)
"""The probability that Laplace noise is at most k steps h, where c = e^(-h/b)."""

cell = explained(
    "P({1}h ≤ |X| < {1}h+h; {0})",
    (_c, _k),
    _c**_k - _c ** (_k + 1),
    r"P({1} h \le |X| < {1} h + h; {0})",
    within=(0 < _c) & (_c < 1) & (0 <= _k),
)
"""The probability that the size of Laplace noise is in the k-th cell of the grid, for k ≥ 0."""

near_power = explained(
    "{0} has the bounds of e^-{1}",
    (_c, _x),
    (1 - _x <= _c) & (_c * (1 + _x) <= 1),
    r"{0} \text{{ has the bounds of }} e^{{-{1}}}",
)
"""The facts used about c = e^(-x)."""

near_powers = explained(
    "{0} has the bounds of e^-{1} in {{0..{2}}}",
    (_f, _s, _n),
    All(_k, between(0, _k, _n), both(0 < _f[_k], near_power(_f[_k], _s[_k]))),
    r"{0} \text{{ has the bounds of }} e^{{-{1}}} \text{{ in }} \{{0, \dots, {2}\}}",
)


@generator(near_powers)
def some_powers(rng: Random, turn: int, exponents: FunctionValue, n: int) -> Numbers:
    """Draw numbers between the bounds, or beyond the only bound."""
    found = []
    for k in range(n + 1):
        x = Fraction(entry(exponents, [k]))
        low = max(1 - x, Fraction(0))
        high = 1 / (1 + x) if x > -1 else 2 * low
        found.append(high - (high - low) * Fraction(rng.randrange(3), 3))
    return tuple(found)


series = explained(
    "e_{1}({0})",
    (_e, _n),
    Sum(_k, 0, _n, _e**_k / Product(_j, 1, _k, as_number(_j))),
    "e_{{{1}}}({0})",
)
"""The partial sum Σ_{k ≤ n} ε^k/k! of e^ε."""

coordinate_distances = explained(
    "{0}[i] is the distance of {1} and {2} in the first i of {3} coordinates",
    (_h, _u, _v, _n),
    (_h[0] == 0) & All(_i, between(1, _i, _n), _h[_i - 1] + abs(_u[_i] - _v[_i]) == _h[_i]),
    r"{0}(i) = \textstyle\sum_{{j \le i}} |{1}_j - {2}_j|\ (i \le {3})",
)
"""The L_1-distance of two lists of whole numbers, as an index."""
