"""Exact values: every operation, what is undefined, and names by formula or by function."""

from fractions import Fraction
from itertools import product

import pytest

from exactdp.arithmetic.algebraic_numbers import real_roots
from exactdp.arithmetic.errors import InputError
from exactdp.claims.statements.decisions import decided
from exactdp.claims.statements.evaluation import NotRunThrough, Undefined, compiled, entry, value
from exactdp.claims.statements.expressions import NUMBER
from exactdp.claims.statements.formulas import All, Largest, Least, Product, Some, Sum, between, function
from exactdp.claims.statements.terms import TRUE, Definition, If, as_number, variable
from exactdp.claims.vocabulary import geometric_mechanism, stochastic
from exactdp.model.geometric import geometric
from tests.claims.small_statements import a, b, i, k, m, n, p, r, x

HALF = Fraction(1, 2)
ROWS = ((HALF, HALF), (Fraction(0), Fraction(1)))


NUMBERS = [Fraction(each) for each in ("0", "1", "-1", "2", "1/2", "-1/2", "2/3", "5/6")]


@pytest.mark.parametrize(("left", "right"), list(product(NUMBERS, NUMBERS)))
def test_sums_and_products_of_fractions_are_fractions_in_lowest_terms(left, right):
    for term, expected in ((a + b, left + right), (a * b, left * right)):
        found = value(term, {"α": left, "β": right})
        assert (type(found), found.as_integer_ratio()) == (Fraction, expected.as_integer_ratio())


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (n + 2 * k - 3, 6),
        (as_number(n) / 2, Fraction(3, 2)),
        (a**n - a / 2, Fraction(-1, 8)),
        (a**-2, Fraction(4)),
        (0 * a, Fraction(0)),
        ((a - a) ** 0, Fraction(1)),
        (x[1, 1] - x[0, 0], HALF),
        (function(i, k, i - k)[n, k], 0),
        (Sum(i, 0, n, i * a), Fraction(3)),
        (Sum(i, 1, 0, a), Fraction(0)),
        (Product(i, 1, n, i), Fraction(6)),
        (Product(i, 1, -5, a), Fraction(1)),
        (Least(i, 0, 1, x[i, 0]), Fraction(0)),
        (Largest(i, 0, 1, x[i, 0]), HALF),
        (If(n <= 3, a, 1 / (a - a)), HALF),
        (abs(k - 7), 4),
        (Sum(i, 0, 1, Sum(r, 0, i, x[i, r] * x[r, i])), Fraction(5, 4)),
    ],
)
def test_terms(term, expected):
    found = value(term, {"n": 3, "k": 3, "α": HALF, "x": ROWS})
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("formula", "holds"),
    [
        (n < k, False),
        (n <= k, True),
        (as_number(n) == k, True),
        ((n < k) & (1 / (a - a) < 1), False),
        ((n == k) | (1 / (a - a) < 1), True),
        ((n < k) >> (1 / (a - a) < 1), True),
        (~stochastic(x, 1, 1), False),
        (All(i, between(0, i, 1), Sum(r, 0, 1, x[i, r]) == 1), True),
        (All(i, between(1, i, 0), a < a / 1), True),
        (Some(i, between(1, i, 0), a <= a / 1), False),
        (Some(i, between(0, i, 1), x[i, i] == 1), True),
        (All(i, (i >= 0) & (i < n), Some(r, between(0, r, 1), (r == i) | (i == 2))), True),
        (TRUE, True),
    ],
)
def test_formulas(formula, holds):
    assert compiled(formula)({"n": 3, "k": 3, "α": HALF, "x": ROWS}) is holds


@pytest.mark.parametrize(
    ("e", "words"),
    [
        (1 / (a - b), "divides by 0"),
        ((a - b) ** (-n), "to the power -3"),
        (x[2, 0], r"outside at \[2, 0\]"),
        (x[0, -n], r"outside at \[0, -3\]"),
        (Least(i, 1, 0, a), "has an empty range"),
        (Largest(i, n, 0, a), "has an empty range"),
        (All(i, i >= 0, i >= 0), "bound it from both sides"),
        (Some(b, b == 2 * b, b < 1), "give a witness"),
        (Sum(i, 0, 2, x[i, 0]), "outside at"),
    ],
)
def test_undefined(e, words):
    with pytest.raises(Undefined, match=words):
        value(e, {"n": 3, "α": HALF, "β": HALF, "x": ROWS})


def test_a_quantifier_that_is_not_run_through_is_no_refutation():
    with pytest.raises(NotRunThrough):
        value(Some(b, a < b), {"α": HALF})
    with pytest.raises(Undefined) as raised:
        value(a / 0, {"α": HALF})
    assert not isinstance(raised.value, NotRunThrough)


def test_functions_are_tuples_sets_or_functions():
    assert entry(ROWS, (1, 0)) == 0
    assert entry(frozenset({1}), (2,)) is False
    assert value(p[-5], {"p": Fraction}) == -5
    assert compiled(function(r, x[r, r]))({"x": ROWS})(1) == 1
    for rounded in ((0, 0.5), lambda at: at / 2):
        with pytest.raises(InputError, match=r"p\[1\] is the float 0\.5 at \[1\]"):
            value(p[1], {"p": rounded})
    assert [value(a / b, {"α": 10**17 + 1, "β": 10**17}), value(a**-1, {"α": 3})] == [
        1 + Fraction(1, 10**17),
        Fraction(1, 3),
    ]


def test_the_geometric_mechanism_by_its_definition_is_the_librarys():
    g = geometric_mechanism(n, a)
    for size in range(1, 4):
        for level in (Fraction(0), HALF, Fraction(99, 100), Fraction(1)):
            rows = geometric(n=size, alpha=level).rows
            for here, row in enumerate(rows):
                found = [value(g[i, r], {"n": size, "α": level, "i": here, "r": there}) for there in range(size + 1)]
                assert found == list(row)


def test_other_exact_numbers():
    root = real_roots([-2, 0, 1])[1]
    assert value(a < b, {"α": root, "β": Fraction(3, 2)}) is True
    assert value(a <= b, {"α": root, "β": Fraction(7, 5)}) is False


def test_names_by_formula_and_by_function():
    even = Definition("{0} is even", (n,), Some(k, n == 2 * k), decide=lambda n: n % 2 == 0)
    assert [value(even(n), {"n": size}) for size in range(3)] == [True, False, True]
    two = Definition("two", (), None, NUMBER, decide=lambda: 2)
    assert value(two() + a, {"α": HALF}) == Fraction(5, 2)
    assert isinstance(decided(two, []), Fraction)
    nowhere = Definition("nowhere", (n,), None)
    with pytest.raises(NotRunThrough, match="neither a formula nor a function"):
        value(nowhere(n), {"n": 1})
    roughly = Definition("roughly", (), None, NUMBER, decide=lambda: 0.5)
    with pytest.raises(InputError, match="float"):
        value(roughly(), {})

    def refuse(n):
        raise InputError("too large")

    with pytest.raises(NotRunThrough, match="too large"):
        value(Definition("small", (n,), None, decide=refuse)(n), {"n": 1})


def test_a_definition_uses_its_parameters_alone():
    with pytest.raises(InputError, match="uses m: make it a parameter"):
        compiled(Definition("below", (n,), n <= m)(n))
    with pytest.raises(InputError, match="uses m: make it a parameter"):
        Definition("decided", (n,), None, decide=lambda _: True, within=n <= m)
    with pytest.raises(InputError, match="two parameters of one name"):
        Definition("decided", (n, n), None, decide=lambda *_: True)


def test_an_inner_variable_hides_an_outer_one():
    assert value(Sum(i, 0, 2, Sum(i, 0, i, i)), {}) == 0 + 1 + 3
    table = value(function(i, Sum(k, 0, i, k)), {"k": 9})
    assert [table(at) for at in range(3)] == [0, 1, 3]
    below = Definition("below", (n,), All(i, (i >= 0) & (i < n), i < k - k + n))
    with pytest.raises(InputError, match="'perhaps' does not make"):
        compiled(type(TRUE)("perhaps", sort="truth"))
    assert value(below(i + 1), {"i": 2}) is True


def test_a_variable_of_any_sort_is_looked_up():
    assert value(variable("v", NUMBER), {"v": HALF}) == HALF


def test_a_name_has_a_value_only_within_its_condition() -> None:
    root = Definition("root({0})", (a,), a, within=0 <= a)
    assert value(root(a), {"α": Fraction(4)}) == 4
    with pytest.raises(Undefined, match=r"root\(α\) has no value at α = -1"):
        value(root(a), {"α": Fraction(-1)})
    decided_root = Definition("root({0})", (a,), None, NUMBER, decide=lambda x: x, within=0 <= a)
    with pytest.raises(Undefined, match="has no value at α = -1"):
        value(decided_root(-1), {})
    entry = Definition("entry({0}; {1})", (p, i), p[i], within=0 <= i)
    with pytest.raises(Undefined, match=r"entry\(p; i\) has no value at i = -1$"):
        value(entry(p, -1), {"p": lambda k: k})
