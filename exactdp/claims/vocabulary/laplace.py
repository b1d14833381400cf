"""The words about Laplace noise, with its distribution function at the multiples of 1/m, and about levels e^-ε.

The density ε/2·e^(-ε|t|) has the mass e^(-εt)/2 above t ≥ 0. Let c = e^(-ε/m), so that the level α = e^-ε is c^m. Then
the mass above t = k/m is c^k/2. So every probability is a rational function of c, and no integral is needed.
"""

from exactdp.arithmetic.exponential_levels import exponential_level
from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained

_j, _k, _m = indices("j k m")
_a, _c, _e = numbers("α c ε")

laplace = explained(
    "P(X ≤ {1}/{2}; α = {0}^{2})",
    (_c, _k, _m),
    If(_k >= 0, 1 - _c**_k / 2, _c ** (-_k) / 2),
    r"P(X \le \tfrac{{ {1} }}{{ {2} }}; \alpha = {0}^{{ {2} }})",
    within=(0 < _c) & (_c < 1) & (1 <= _m),
)
"""The distribution function of Laplace noise at the multiples of 1/m, where c^m = α."""

laplace_cell = explained(
    "P({1}-1 < {2}·X ≤ {1}; α = {0}^{2})",
    (_c, _k, _m),
    laplace(_c, _k, _m) - laplace(_c, _k - 1, _m),
    r"P({1} - 1 < {2} X \le {1}; \alpha = {0}^{{ {2} }})",
    within=(0 < _c) & (_c < 1) & (1 <= _m),
)
"""The probability that Laplace noise is between (k-1)/m and k/m."""

at_most_exponential = Definition(
    "{0} ≤ e^-{1} ≤ 1",
    (_a, _e),
    (0 <= _e) & All(_m, 0 <= _m, _a * Sum(_k, 0, _m, _e**_k / Product(_j, 1, _k, _j)) <= 1),
    latex=r"{0} \le e^{{-{1}}} \le 1",
    decide=lambda level, rate: rate >= 0 and bool(level <= exponential_level(rate)),
)
"""A level is at most e^-ε: for ε ≥ 0, e^ε is the limit of the rising sums of ε^k/k!, so none is above 1/α.

For ε < 0 the sums do not rise. There 2 ≤ e^1 holds, but 2·1 is above 1. So the name also says that e^-ε ≤ 1.
"""

at_least_exponential = Definition(
    "{0} ≥ e^-{1}",
    (_a, _e),
    All(_m, 0 <= _m, Sum(_k, 0, 2 * _m + 1, (-_e) ** _k / Product(_j, 1, _k, _j)) <= _a),
    latex=r"{0} \ge e^{{-{1}}}",
    decide=lambda level, rate: bool(exponential_level(rate) <= level),
)
"""A level is at least e^-ε: each sum of (-ε)^k/k! up to an odd k is at most e^-ε, which is their limit."""
