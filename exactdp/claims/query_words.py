"""The words of the surveys about databases of private bits and subset queries.

A database of n people is a vector of bits at the places 1..n, and so is a subset of the people: 1 for those in it.
"""

from __future__ import annotations

from random import Random
from typing import Any

from exactdp.claims.formulas import VECTOR, All, Sum, between, indices, number, variable
from exactdp.claims.instances import generator
from exactdp.claims.names import explained

_i, _n = indices("i n")
_E, _u = number("E"), number("u")
_c, _d, _S = (variable(name, VECTOR) for name in ("c", "d", "S"))

bits = explained(
    "{0} has {1} bits",
    (_c, _n),
    All(_i, between(1, _i, _n), (_c[_i] == 0) | (_c[_i] == 1)),
    r"{0} \in \{{0,1\}}^{{{1}}}",
)


@generator(bits)
def some_bits(rng: Random, turn: int, n: int) -> Any:
    """Draw bits, and 0 at the place 0, which is none.

    >>> some_bits(Random(1), 0, 2)
    (0, 0, 0)
    """
    return (0, *(rng.randrange(2) for _ in range(n))) if n >= 0 else None


answer = explained("{0}·{1} ({2})", (_c, _S, _n), Sum(_i, 1, _n, _c[_i] * _S[_i]), r"{0} \cdot {1}\ ({2})")
"""The true answer of a database of n bits to a subset query: Σ_i c_i·S_i."""

wrong = explained(
    "wrong({0}, {1}; {2}, {3})",
    (_c, _d, _S, _n),
    Sum(_i, 1, _n, abs(_c[_i] - _d[_i]) * _S[_i]),
    r"|\{{i \in {2} : {0}_i \ne {1}_i\}}|\ ({3})",
)
"""In how many places of a subset of the n people a database differs from another."""

fits = explained(
    "{0} answers {1} within {2} for {3} and {4} of {5} bits",
    (_u, _S, _E, _c, _d, _n),
    (abs(answer(_c, _S, _n) - _u) <= _E) & (abs(answer(_d, _S, _n) - _u) <= _E),
    r"|{3} \cdot {1} - {0}| \le {2},\ |{4} \cdot {1} - {0}| \le {2}\ ({5})",
)
"""The number u is an answer to a subset query that is off by at most E for both of two databases."""
