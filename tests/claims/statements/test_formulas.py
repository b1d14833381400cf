"""The words of scripts make formulas."""

from exactdp.claims.statements.expressions import key, same
from exactdp.claims.statements.formulas import both, indices, numbers
from exactdp.claims.statements.terms import TRUE, conjuncts

i, n = indices("i n")
(a,) = numbers("α")


def test_conjunctions_are_joined_and_taken_apart() -> None:
    parts = [0 <= i, i < n, 0 < a]
    assert [key(each) for each in conjuncts(both(*parts))] == [key(each) for each in parts]
    assert conjuncts(TRUE) == [] and same(both(), TRUE)
