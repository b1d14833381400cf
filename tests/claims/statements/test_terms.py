"""Terms and formulas have the right sorts, and substitution catches nothing."""

from fractions import Fraction

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.claims.statements.expressions import INDEX, NUMBER, same
from exactdp.claims.statements.formulas import All, Sum, between, function, indices, matrices, numbers, vectors
from exactdp.claims.statements.terms import (
    TRUE,
    Definition,
    as_index,
    as_number,
    expand,
    linear,
    negation,
    substitute,
    term,
    unfold,
    variable,
)

i, j, k, m, n = indices("i j k m n")
a, b = numbers("α β")
f, g = vectors("f g")
(x,) = matrices("x")


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
    with pytest.raises(InputError, match="“i in n” has the arguments i, n: 1 was given"):
        inside(k)
    with pytest.raises(InputError, match="“I” has no arguments: 2 were given"):
        Definition("I", (), TRUE)(k, m)
    with pytest.raises(InputError):
        unfold(Definition("computed", (n,), None, sort=NUMBER, decide=lambda size: size)(3))


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


@pytest.mark.parametrize("name", ["the  level", " level", "level ", "{0} is  good"])
def test_a_name_has_no_spaces_that_a_page_leaves_out(name: str) -> None:
    with pytest.raises(InputError, match="two spaces in a row, or a space at an end"):
        Definition(name, numbers("a")[: name.count("{")], TRUE)


def test_the_latex_of_a_name_has_every_argument() -> None:
    """The pattern of row i in {0..0} was proved, which is trivial, and its LaTeX had no range."""
    for latex in ("f_{{{0}}}", "{1}"):
        with pytest.raises(InputError, match="its LaTeX leaves out an argument"):
            Definition("f({0}; {1})", (a, b), a + b, latex=latex)
    assert Definition("f", (a, b), a + b, latex="f").latex == "f"  # all arguments follow in brackets
