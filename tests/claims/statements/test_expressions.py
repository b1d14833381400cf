"""Expressions are data: two that differ only in bound names are the same."""

from fractions import Fraction

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.claims.statements.expressions import INDEX, NUMBER, TRUTH, Expression, free, key, same
from exactdp.claims.statements.formulas import All, Some, Sum, between, function, indices, matrices, numbers, vectors
from exactdp.claims.statements.terms import Formula, If, Term, apply, as_number, term, variable

i, j, k, m, n = indices("i j k m n")
a, b = numbers("α β")
f, g = vectors("f g")
(x,) = matrices("x")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (i + 1 - 1, i),
        (1 + i + k, k + i + 1),
        (2 * i - i, i),
        (Sum(i, 0, n, f[i]), Sum(k, 0, n, f[k])),
        (All(i, between(0, i, n), 0 <= f[i]), All(j, between(0, j, n), 0 <= f[j])),
        (function(i, k, x[k, i]), function(k, i, x[i, k])),
        (apply(function(i, a * f[i]), [k + 1]), a * f[k + 1]),
        (term(Fraction(1, 2)) + Fraction(1, 2), term(1, NUMBER)),
        (abs(i - k), If(0 <= i - k, i - k, k - i)),
    ],
)
def test_what_is_written_otherwise_is_the_same(left: Expression, right: Expression) -> None:
    assert same(left, right)
    assert key(left) == key(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (Sum(i, 0, n, f[i]), Sum(i, 0, n, f[k])),
        (Sum(i, 0, n, Sum(k, 0, n, x[i, k])), Sum(i, 0, n, Sum(k, 0, n, x[k, i]))),
        (All(i, 0 <= i, i <= n), Some(i, 0 <= i, i <= n)),
        (0 <= a, 0 < a),
        (a - b, b - a),
        (function(i, k, x[i, k]), function(i, k, x[k, i])),
        (as_number(i), i),
        (term(1), term(1, NUMBER)),
    ],
)
def test_what_means_something_else_is_not_the_same(left: Expression, right: Expression) -> None:
    assert not same(left, right)


def test_free_variables_are_those_that_are_not_bound() -> None:
    assert set(free(Sum(i, 0, n, f[i] * a))) == {"n", "f", "α"}
    assert set(free(Sum(i, 0, i, f[i]))) == {"i", "f"}
    assert set(free(Some(k, between(0, k, n), x[k, i] == b))) == {"n", "x", "i", "β"}
    with pytest.raises(InputError):
        free((i <= n) & (variable("n", NUMBER) <= a))


def test_an_expression_cannot_be_changed() -> None:
    with pytest.raises((InputError, AttributeError, TypeError)):
        (0 <= i).args = (i, term(0))


def test_an_expression_is_a_term_or_a_formula_that_admits_its_arguments() -> None:
    class Imitation(Term):
        """A class of its own, which could change."""

    for made, sort in ((Expression, NUMBER), (Formula, NUMBER), (Term, TRUTH), (Imitation, NUMBER)):
        with pytest.raises(InputError, match="does not make a term or formula"):
            made("number", i, sort=sort)
    with pytest.raises(InputError, match="does not make a term or formula"):
        Expression.__init__(object.__new__(Term), "number", a, sort=NUMBER)
    for imitated in (object.__new__(Imitation), "i", 1):
        with pytest.raises(InputError, match="does not make a term or formula"):
            Term("number", imitated, sort=NUMBER)
    with pytest.raises(InputError, match="does not make a term or formula"):
        Term("linear", ([i, 1],), 2, sort=INDEX)
