"""Limits, with a bound on the error."""

from exactdp.claims.statements.formulas import *

(_k,) = indices("k")
_C, _L = numbers("C L")
(_F,) = vectors("F")

tends = Definition(
    "{0} → {1}, with an error of at most C/(k+1) for a constant C",
    (_F, _L),
    Some(_C, All(_k, 0 <= _k, (_k + 1) * abs(_F[_k] - _L) <= _C)),
    latex=r"{0} \to {1}",
)
"""F(k) goes to L as k grows, and the error is at most C/(k+1) for some C."""
