"""The words of the surveys about continuous noise: Laplace noise on a grid, and e^ε by its partial sums.

The clauses use Laplace noise of scale b only at the multiples of a step h. So they need only one power of e: c =
e^(-h/b).
"""

from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained

_i, _j, _k, _n = indices("i j k n")
_c, _e, _x = numbers("c ε x")
_h, _u, _v = (variable(name, INDEX_MAP) for name in "huv")

below = explained(
    "P(X ≤ {1}h; {0})",
    (_c, _k),
    If(_k >= 0, 1 - _c**_k / 2, _c ** (-_k) / 2),
    r"P(X \le {1} h; {0})",
    within=(0 <= _c) & (_c <= 1),
)
"""The probability that Laplace noise is at most k steps h, where c = e^(-h/b)."""

cell = explained(
    "P({1}h ≤ |X| < {1}h+h; {0})",
    (_c, _k),
    _c**_k - _c ** (_k + 1),
    r"P({1} h \le |X| < {1} h + h; {0})",
    within=(0 <= _c) & (_c <= 1) & (0 <= _k),
)
"""The probability that the size of Laplace noise is in the k-th cell of the grid, for k ≥ 0."""

near_power = explained(
    "{0} has the bounds of e^-{1}",
    (_c, _x),
    (1 - _x <= _c) & (_c * (1 + _x) <= 1),
    r"{0} \text{{ has the bounds of }} e^{{-{1}}}",
)
"""The facts used about c = e^(-x)."""

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
