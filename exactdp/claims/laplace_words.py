"""The words about Laplace noise: its distribution function at the multiples of 1/m, and what lies between two of these.

The density ε/2·e^(-ε|t|) leaves e^(-εt)/2 above t ≥ 0. With c = e^(-ε/m), so that the level α = e^-ε is c^m, that is
c^k/2 at t = k/m. So every probability is a rational function of c, and no integral is needed.
"""

from __future__ import annotations

from exactdp.claims.formulas import If, indices, number
from exactdp.claims.names import explained

_k, _m = indices("k m")
_c = number("c")

laplace = explained(
    "P(X ≤ {1}/{2}; α = {0}^{2})",
    (_c, _k, _m),
    If(_k >= 0, 1 - _c**_k / 2, _c ** (-_k) / 2),
    r"P(X \le \tfrac{{ {1} }}{{ {2} }}; \alpha = {0}^{{ {2} }})",
)
"""The distribution function of Laplace noise at the multiples of 1/m, where c^m = α."""

laplace_cell = explained(
    "P({1}-1 < {2}·X ≤ {1}; α = {0}^{2})",
    (_c, _k, _m),
    laplace(_c, _k, _m) - laplace(_c, _k - 1, _m),
    r"P({1} - 1 < {2} X \le {1}; \alpha = {0}^{{ {2} }})",
)
"""How likely Laplace noise is between (k-1)/m and k/m."""
