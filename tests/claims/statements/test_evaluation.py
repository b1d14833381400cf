"""Exact values: every operation, what is undefined, and names by formula or by function."""

from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from exactdp.arithmetic.algebraic_numbers import real_roots
from exactdp.arithmetic.errors import InputError
from exactdp.claims.logic import core
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.evaluation import (
    EndedInError,
    NotRunThrough,
    Undefined,
    compiled,
    decided,
    entry,
    value,
)
from exactdp.claims.statements.expressions import INDEX, INDEX_MAP, NUMBER, SET, VECTOR
from exactdp.claims.statements.formulas import All, Largest, Least, Product, Some, Sum, between, function
from exactdp.claims.statements.terms import TRUE, Definition, If, as_number, variable
from exactdp.claims.vocabulary import geometric_mechanism, stochastic
from exactdp.model.geometric import geometric
from exactdp.processes.supervision import Terminated
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


@pytest.mark.parametrize(
    ("sort", "found", "said"),
    [
        (INDEX, Fraction(1, 2), "the Fraction 1/2: return an integer"),
        (INDEX, 0.0, r"the float 0\.0: return an integer"),
        (NUMBER, Decimal("NaN"), "the Decimal NaN: return an exact number"),
        (NUMBER, "1", "the str 1: return an exact number"),
        (SET, frozenset({Fraction(1, 2)}), "return a set of integers"),
    ],
)
def test_a_function_returns_a_value_of_its_sort(sort: Any, found: Any, said: str) -> None:
    odd = Definition("odd", (), None, sort, decide=lambda: found)
    with pytest.raises(InputError, match=said):
        decided(odd, [])


def test_no_proof_begins_with_an_integer_that_is_a_half() -> None:
    """Twice an integer is not 1, so everything followed: "∃u: u + 1 ≤ u" was computed."""
    half = Definition("half of {0}", (n,), None, INDEX, decide=lambda n: Fraction(n, 2))
    with pytest.raises(InputError, match="return an integer"):
        core.evaluate(2 * half(1) == 1)
    assert core.evaluate(2 * half(2) == 2).computed == ("half of {0}",)


@pytest.mark.parametrize(
    ("error", "said"), [(SystemExit(0), "SystemExit: 0"), (ZeroDivisionError("no"), "ZeroDivisionError: no")]
)
def test_a_function_that_ends_in_an_error_is_named(error, said):
    def decide(n):
        raise error

    low = Definition("{0} is low", (n,), None, decide=decide)
    with pytest.raises(EndedInError, match=f"^the function for “n is low” ends in an error: {said}$"):
        value(low(n), {"n": 1})


@pytest.mark.parametrize("error", [MemoryError(), Terminated(143)])
def test_too_little_memory_and_a_signal_are_no_error_of_a_function(error):
    def decide(n):
        raise error

    with pytest.raises(type(error)):
        value(Definition("{0} is low", (n,), None, decide=decide)(n), {"n": 1})


def test_a_library_function_gets_a_function_on_all_integers_as_a_table():
    h, S = variable("h", INDEX_MAP), variable("S", SET)
    seen = []
    known = Definition("known", (x, p, h, S, n), None, decide=lambda *given: seen.append(given) or True)
    env = {
        "x": lambda i, k: Fraction(3 * i - k),
        "p": Fraction,
        "h": lambda k: 2 * k,
        "S": lambda k: k % 2,
    }
    assert value(known(x, p, h, S, n), {**env, "n": 1})
    assert seen == [(((0, -1, -2), (3, 2, 1), (6, 5, 4)), (0, 1, 2), (0, 2, 4), frozenset({1}), 1)]
    far = Definition("far", (p, n), None, NUMBER, decide=lambda p, n: p[n + 2])
    for size, why in ((1, "far is not decided here"), (30, "a table of 32 rows is too large")):
        with pytest.raises(NotRunThrough, match=why):
            value(far(p, n), {"p": env["p"], "n": size})
    assert value(far(p, n), {"p": (Fraction(5),) * 4, "n": 1}) == 5
    with pytest.raises(NotRunThrough, match="is not an exact number"):
        value(far(p, n), {"p": lambda k: "?", "n": 1})


def test_a_function_that_rejects_its_arguments_is_asked_once() -> None:
    asked: list[int] = []

    def reject(size: int) -> None:
        asked.append(size)
        raise InputError(f"{size} is too large")

    rejected = Definition("rejected", (n,), None, NUMBER, decide=reject)
    for size in (7, 7, 8, 7):
        with pytest.raises(NotRunThrough, match=f"rejected is not decided here: {size} is too large"):
            value(rejected(n), {"n": size})
    assert asked == [7, 8]


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


def test_a_value_of_a_class_that_only_gives_the_name_of_this_package_is_refused() -> None:
    """Such a value, which is not equal to itself, refuted that two equal terms are equal."""

    class Own:
        __module__ = "exactdp.arithmetic.radicals"
        __eq__ = __lt__ = __le__ = lambda self, other: False  # type: ignore[assignment]

    own = Definition("own", (), None, NUMBER, decide=Own)
    with pytest.raises(InputError, match="return an exact number"):
        value(own() == own(), {})
    of_own = Definition("own", (), None, VECTOR, decide=lambda: (Own(),))
    with pytest.raises(InputError, match=r"at \[0\]: return an exact number"):
        value(of_own()[0] == 0, {})


class Half(Fraction):
    """A number that is 1/2 for some operations, and -1/2 for others."""

    denominator = property(lambda self: -2)  # type: ignore[assignment]


def turning() -> Any:
    answers = iter(range(9))
    return lambda k: next(answers)


@pytest.mark.parametrize(
    ("sort", "decide", "says"),
    [
        (NUMBER, lambda: Half(1, 2), (lambda u: 0 < u, lambda u: 2 * u == -1)),
        (VECTOR, turning, (lambda f: f[0] == 0, lambda f: f[0] == 1)),
        (VECTOR, lambda: (Half(1, 2),), (lambda f: 0 < f[0], lambda f: 2 * f[0] == -1)),
    ],
)
def test_no_proof_begins_with_a_value_that_is_two_values(sort: Any, decide: Any, says: tuple[Any, Any]) -> None:
    """Two theorems about such a value contradict each other, and so everything was computed."""
    two = Definition("two", (), None, sort, decide=decide)()
    with pytest.raises((InputError, Refused)):
        for each in says:
            core.evaluate(each(two))


def test_a_name_has_a_value_only_within_its_condition() -> None:
    root = Definition("root({0})", (a,), a, within=0 <= a)
    assert value(root(a), {"α": Fraction(4)}) == 4
    with pytest.raises(Undefined, match=r"root\(α\) has no value for -1"):
        value(root(a), {"α": Fraction(-1)})
    decided_root = Definition("root({0})", (a,), None, NUMBER, decide=lambda x: x, within=0 <= a)
    with pytest.raises(Undefined, match="has no value for -1"):
        value(decided_root(-1), {})
