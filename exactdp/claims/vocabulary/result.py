"""The words about databases that are numbered, each with a result in {0..n} (Ghosh et al. 2009, section 6.2).

The results of a count query are given by an index map f: the databases with the result i are a class.
"""

from exactdp.claims.statements.formulas import *
from exactdp.claims.statements.names import explained

_d, _i, _k, _m, _n, _r = indices("d i k m n r")
_f = variable("f", INDEX_MAP)
_w = variable("w", VECTOR)
_x, _l = (variable(name, MATRIX) for name in "xl")

induced = explained(
    "Σ{0} by {1} ({2})",
    (_w, _f, _m),
    function(_i, Sum(_k, 0, _m, If(_f[_k] == _i, _w[_k], 0))),
    r"\left(\textstyle\sum_{{k \le {2}, {1}(k) = i}} {0}_k\right)_i",
)
"""The sum of the weights of the databases of each class: for a prior on databases, the prior on results."""

size = explained(
    "sizes by {0} ({1})",
    (_f, _m),
    induced(function(_k, as_number(1)), _f, _m),
    r"\left(|\{{k \le {1} : {0}(k) = i\}}|\right)_i",
)
"""The number of databases in each class."""

averaged = explained(
    "averages of {0} by {1} ({2})",
    (_x, _f, _m),
    function(_i, _r, induced(function(_k, _x[_k, _r]), _f, _m)[_i] / size(_f, _m)[_i]),
    r"\bar{{{0}}}_{{ {1}, {2} }}",
)
"""The rows of a mechanism on databases, averaged over each class."""

loss_on = explained(
    "L({0}, {1}; {2}, {3})",
    (_l, _x, _f, _m),
    function(_k, Sum(_r, 0, _m, _x[_k, _r] * _l[_f[_k], _r])),
    r"L({0}, {1}; {2}, {3})",
)
"""The expected loss on each database, over the responses {0..m}."""
