"""Definitions by a formula and by a function of the library: every difference is reported."""

from fractions import Fraction

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.claims.checks.agreement import disagreement
from exactdp.claims.checks.instances import instances
from exactdp.claims.statements.decisions import decided
from exactdp.claims.statements.evaluation import NotRunThrough
from exactdp.claims.statements.formulas import All, between, function, indices
from exactdp.claims.statements.terms import Definition
from exactdp.claims.vocabulary import derivable, optimal, prior, private, stochastic
from tests.claims.small_statements import a, i, k, m, n, p, r, x

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("formula", "beside"),
    [
        (stochastic(x, n, m), [n >= 0, m >= 0]),
        (private(x, a, n, m), [n >= 0, m >= 0, a >= 0]),
        (derivable(x, a, n, m), [n >= 1, m >= 0, a >= 0, a < 1]),
        (prior(p, n), [n >= 0]),
    ],
)
def test_formula_and_library_agree_where_the_name_holds(formula, beside):
    found = list(instances([*beside, formula], formula))
    assert len(found) >= 40
    assert all(disagreement(formula, env) == "" for env in found)


def test_formula_and_library_agree_where_the_name_fails():
    given = [n >= 0, m >= 0, a >= 0, a < 1, stochastic(x, n, m)]
    found = list(instances(given, private(x, a, n, m)))
    assert len(found) == 60
    assert all(disagreement(private(x, a, n, m), env) == "" for env in found)


def test_a_prior_on_no_input_is_none_for_the_library_too():
    half = Fraction(1, 2)
    for size in (-1, -2):
        assert disagreement(prior(p, n), {"p": (half, half, half), "n": size}) == ""
    assert disagreement(prior(p, n), {"p": (), "n": -1}) == ""


@pytest.mark.parametrize("level", [Fraction(-1, 3), Fraction(2)])
def test_outside_of_the_librarys_levels_nothing_is_decided(level):
    rows = ((HALF, HALF), (HALF, HALF))
    with pytest.raises(NotRunThrough, match="is not decided here"):
        decided(derivable, [rows, level, 1, 1])
    weights = (HALF, HALF)
    with pytest.raises(NotRunThrough, match="is not decided here"):
        decided(optimal, [(rows[0],), weights[:1], rows, HALF, 0, 1])
    with pytest.raises(NotRunThrough, match="is not decided here"):
        decided(optimal, [rows, weights, rows, Fraction(-1, 3), 1, 1])


def test_a_difference_is_found_also_within_a_sum_or_under_a_quantifier():
    size = Definition("size of {0}", (n,), n + 1, decide=lambda n: n + (n < 2))
    assert disagreement(size(k) == k, {"k": 1}) == ""
    found = disagreement(All(i, between(0, i, 3), size(i) >= 0), {})
    assert "is 3 by its definition, and 2 by the library" in found


def test_functions_are_compared_at_the_positions_of_the_table():
    row, col = indices("row col")
    unit = Definition(
        "unit {0}",
        (n,),
        function(row, col, row - col),
        decide=lambda n: tuple(tuple(j - k for k in range(n)) for j in range(n)),
    )
    skew = Definition("skew {0}", (n,), unit.body, decide=lambda n: ((0, 1), (1, 0)))
    assert disagreement(unit(n)[0, r] == 0, {"n": 2, "r": 0}) == ""
    assert "skew" in disagreement(skew(n)[0, r] == 0, {"n": 2, "r": 0})


def test_outside_of_the_librarys_domain_nothing_is_compared():
    def refuse(n):
        raise InputError("write n ≥ 1")

    picky = Definition("picky {0}", (n,), n >= 0, decide=refuse)
    assert disagreement(picky(n), {"n": 0}) == ""
    assert disagreement(n >= 0, {"n": 0}) == ""
