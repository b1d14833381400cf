"""Statements in the style of the papers: the names that several tests of true and false ones use."""

from typing import Any

from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.formulas import function, indices, matrices, numbers, vectors
from exactdp.claims.statements.terms import Definition
from exactdp.claims.vocabulary import private

i, k, m, n, r, z = indices("i k m n r z")
a, b = numbers("α β")
c, T, x, y = matrices("c T x y")
p, w = vectors("p w")

down = function(r, x[i + 1, r] - a * x[i, r])
"""Lemma 5.4 of Ghosh et al. 2009: these sum to 1 - α."""

lemma_5_4 = [n >= 1, i >= 0, i < n, a > 0, a < 1, private(x, a, n, m)]


def of(definition: Definition, *given: Any) -> Any:
    """Return the value of a definition's words at these values of its parameters."""
    names = [v.args[0] for v in definition.parameters]
    return value(definition(*definition.parameters), dict(zip(names, given, strict=True)))
