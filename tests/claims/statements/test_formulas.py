"""Terms and formulas are data: substitution catches nothing, and what differs in bound names alone is the same."""

from fractions import Fraction

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.claims.statements.formulas import (
    INDEX,
    NUMBER,
    TRUE,
    All,
    Definition,
    Expression,
    If,
    Some,
    Sum,
    apply,
    as_index,
    as_number,
    between,
    both,
    conjuncts,
    expand,
    free,
    function,
    indices,
    key,
    linear,
    matrices,
    negation,
    numbers,
    same,
    substitute,
    term,
    unfold,
    variable,
    vectors,
)

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


def test_substitution_renames_what_would_be_caught() -> None:
    assert same(substitute(Sum(k, 0, i, k + j), {"j": k}), Sum(i, 0, i, as_number(i) + k)) is False
    assert same(substitute(Sum(k, 0, i, k + j), {"j": k}), Sum(m, 0, i, m + k))
    assert same(substitute(Sum(k, 0, k, k), {"k": n}), Sum(k, 0, n, k))
    assert same(substitute(All(i, i <= n, i <= k), {"k": i, "n": i + 1}), All(m, m <= i + 1, m <= i))
    primed = variable("i'", INDEX)
    assert same(substitute(function(i, primed, i + primed + j), {"j": i}), function(m, n, m + n + i))


def test_substitution_applies_functions() -> None:
    assert same(substitute(f[k + 1], {"f": function(i, g[i] * a)}), g[k + 1] * a)
    assert same(substitute(Sum(i, 0, n, f[i]), {"f": function(k, x[i, k])}), Sum(j, 0, n, x[i, j]))


def test_free_variables_are_those_that_are_not_bound() -> None:
    assert set(free(Sum(i, 0, n, f[i] * a))) == {"n", "f", "α"}
    assert set(free(Sum(i, 0, i, f[i]))) == {"i", "f"}
    assert set(free(Some(k, between(0, k, n), x[k, i] == b))) == {"n", "x", "i", "β"}
    with pytest.raises(InputError):
        free((i <= n) & (variable("n", NUMBER) <= a))


def test_negation_goes_inwards_and_is_undone_by_negation() -> None:
    for formula in (0 <= a, a < b, (0 <= a) & (a < b), (0 <= a) | (a < b), All(i, 0 <= i, f[i] < a)):
        assert same(negation(negation(formula)), formula)
    assert same(negation((0 <= a) >> (0 <= b)), (0 <= a) & (b < 0))
    assert same(negation(a == b), (a < b) | (b < a))


def test_definitions_stand_for_their_bodies() -> None:
    inside = Definition("{0} in {1}", (i, n), between(0, i, n))
    assert same(unfold(inside(k + 1, m)), between(0, k + 1, m))
    twice = Definition("all in {0}", (n,), All(i, between(0, i, n), inside(i, n + 1)))
    assert same(expand(twice(i)), All(k, between(0, k, i), between(0, k, i + 1)))
    with pytest.raises(InputError, match="has 2 arguments: 1 were given"):
        inside(k)
    with pytest.raises(InputError):
        unfold(Definition("computed", (n,), None, sort=NUMBER, decide=lambda size: size)(3))


def test_conjunctions_are_joined_and_taken_apart() -> None:
    parts = [0 <= i, i < n, 0 < a]
    assert [key(each) for each in conjuncts(both(*parts))] == [key(each) for each in parts]
    assert conjuncts(TRUE) == [] and same(both(), TRUE)


def test_an_index_is_a_sum_of_others_and_a_number() -> None:
    atoms, constant = linear(2 * i - k + 3)
    assert [(str(atom), c) for atom, c in atoms] == [("i", 2), ("k", -1)] and constant == 3
    assert as_index(3).sort == INDEX and as_number(3).sort == NUMBER


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: bool(0 <= i),
        lambda: 0 <= i <= n,
        lambda: term(0.5),
        lambda: term(True),
        lambda: f[a],
        lambda: x[i],
        lambda: a**b,
        lambda: Sum(i, 0, a, f[i]),
        lambda: f + 1,
        lambda: variable("~1", INDEX),
        lambda: as_number(f),
        lambda: term(Fraction(1, 2), INDEX),
    ],
)
def test_what_has_no_meaning_cannot_be_written(wrong: object) -> None:
    with pytest.raises((InputError, TypeError)):
        wrong()  # type: ignore[operator]


def test_an_expression_cannot_be_changed() -> None:
    with pytest.raises((InputError, AttributeError, TypeError)):
        (0 <= i).args = (i, term(0))


@pytest.mark.parametrize("name", ["the  level", " level", "level ", "{0} is  good"])
def test_a_name_has_no_spaces_that_a_page_leaves_out(name: str) -> None:
    with pytest.raises(InputError, match="two spaces in a row, or a space at an end"):
        Definition(name, numbers("a")[: name.count("{")], TRUE)
