import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic import rational_functions
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.rational_functions import (
    COEFFICIENT_BITS,
    DEGREE,
    DEPTH,
    FUNCTION_CHARACTERS,
    RationalFunction,
    rational_function,
)
from tests.quickly import quickly
from tests.strategies import fractions_within

A = RationalFunction((0, 1))

integers = st.integers(-5, 5)
polynomials = st.lists(integers, max_size=5).map(tuple)
functions = st.builds(RationalFunction, polynomials, polynomials.filter(any))
fractions = fractions_within(-3, 3, 7)


def value(polynomial, x):
    return sum((c * x**k for k, c in enumerate(polynomial)), start=Fraction(0))


def product(f, g):
    total = [0] * (len(f) + len(g))
    for i, a in enumerate(f):
        for k, b in enumerate(g):
            total[i + k] += a * b
    return total


# Text together with what it means at a number: a function of x that raises ZeroDivisionError where a part has a pole.
numbers = st.one_of(
    st.integers(0, 20).map(lambda k: (str(k), lambda x: Fraction(k))),
    st.decimals(0, 5, places=2).map(lambda d: (str(d), lambda x: Fraction(d))),
    st.sampled_from(["a", "alpha", "α", "(a)"]).map(lambda name: (name, lambda x: x)),
)


def combined(parts):
    def spaced(text, spaces):
        return f" {text}\t" if spaces else text

    def binary(left, sign, right, spaces):
        (f, at_f), (g, at_g) = left, right
        at = {
            "+": lambda x: at_f(x) + at_g(x),
            "-": lambda x: at_f(x) - at_g(x),
            "*": lambda x: at_f(x) * at_g(x),
            "/": lambda x: at_f(x) / at_g(x),
        }[sign]
        return f"({f}{spaced(sign, spaces)}{g})" if sign in "+-" else f"({f}){spaced(sign, spaces)}({g})", at

    def power(base, sign, exponent, grouped):
        f, at_f = base
        return f"({f}){sign}({exponent})" if grouped else f"({f}){sign}{exponent}", lambda x: at_f(x) ** exponent

    return st.one_of(
        st.builds(binary, parts, st.sampled_from("+-*/"), parts, st.booleans()),
        st.builds(power, parts, st.sampled_from(["^", "**"]), st.integers(-3, 3), st.booleans()),
        parts.map(lambda part: (f"-({part[0]})", lambda x: -part[1](x))),
    )


expressions = st.recursive(numbers, combined, max_leaves=8)


@given(expressions, fractions)
def test_text_means_what_it_says(expression, x):
    written, at = expression
    try:
        expected = at(x)
    except ZeroDivisionError:
        return
    assert rational_function(written).at(x) == expected


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("(1-a)/(1+a)", "(1 - a)/(1 + a)"),
        ("a^2/(1+a)", "a^2/(1 + a)"),
        ("1/3*a**2", "a^2/3"),
        ("1/3*a", "a/3"),
        ("1/(3*a)", "1/(3*a)"),
        ("-a^2", "-a^2"),
        ("(-a)^2", "a^2"),
        ("1-2-3", "-4"),
        ("1/2/a", "1/(2*a)"),
        ("2*-a", "-2*a"),
        ("a--1", "1 + a"),
        ("--a", "a"),
        ("2^-3", "1/8"),
        ("0.25*alpha", "a/4"),
        ("3e-2", "3/100"),
        (".5 + 1.", "3/2"),
        ("α\n", "a"),
        ("(1-a^2)/(1-a)", "1 + a"),
        ("1/(1-a)", "1/(1 - a)"),
        ("1/(a-1)", "-1/(1 - a)"),
        ("a-a", "0"),
        ("0^0", "1"),
        ("1/(a-2*a^2)", "1/(a - 2*a^2)"),
    ],
)
def test_text_is_read_and_shown_in_lowest_terms(written, shown):
    assert str(rational_function(written)) == shown


@given(functions)
def test_what_is_shown_reads_back(f):
    assert rational_function(str(f)) == f


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("", "'', character 1: a number, the variable a or ( is expected here"),
        (" ", "' ', character 2: a number, the variable a or ( is expected here"),
        ("2a", "'2a', character 2: a product needs its sign"),
        ("2(1+a)", "'2(1+a)', character 2: a product needs its sign"),
        ("(1-a)(1+a)", "'(1-a)(1+a)', character 6: a product needs its sign"),
        ("a a", "'a a', character 3: a product needs its sign"),
        ("a^2 3", "'a^2 3', character 5: a product needs its sign"),
        ("b", "'b', character 1: 'b' is not known: the variable is a, alpha or α"),
        ("aa", "'aa', character 1: 'aa' is not known: the variable is a, alpha or α"),
        ("a²", "'a²', character 1: 'a²' is not known: the variable is a, alpha or α"),
        ("a+", "'a+', character 3: a number, the variable a or ( is expected here"),
        ("*a", "'*a', character 1: a number, the variable a or ( is expected here"),
        ("()", "'()', character 2: a number, the variable a or ( is expected here"),
        ("٣", "'٣', character 1: a number, the variable a or ( is expected here"),
        ("(a", "'(a', character 3: a parenthesis is still open"),
        ("a)", "'a)', character 2: this parenthesis closes none"),
        ("1_000", "'1_000', character 2: '_' is not expected"),
        ("1,5", "'1,5', character 2: ',' is not expected"),
        ("a^", "'a^', character 3: an exponent is a whole number"),
        ("a^a", "'a^a', character 3: an exponent is a whole number"),
        ("a^2.5", "'a^2.5', character 3: an exponent is a whole number"),
        ("a^(1/2)", "'a^(1/2)', character 5: an exponent is a whole number"),
        ("a^(2", "'a^(2', character 5: an exponent is a whole number"),
        ("a^2^3", "'a^2^3', character 4: a power of a power needs parentheses"),
        ("1/0", "'1/0', character 4: the divisor before this is 0"),
        ("1/(a-a)+1", "'1/(a-a)+1', character 8: the divisor before this is 0"),
        ("0^-1", "1 over 0: write another denominator"),
        ("__import__('os')", "\"__import__('os')\", character 1: a number, the variable a or ( is expected here"),
    ],
)
def test_other_text_is_refused(written, message):
    with pytest.raises(InputError) as refused:
        rational_function(written)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("a^999999999", "power 999999999 of a is too large: degrees are up to 500"),
        ("a^-999999999", "power -999999999 of a is too large: degrees are up to 500"),
        ("2^999999999", "power 999999999 of 2 is too large"),
        (f"a^{'9' * 9000}", "power 999999999999999999999999…"),
        ("((a^500)^500)^500", "power 500 of a^500 is too large"),
        ("(1+a)^500*(1+a)", "'(1+a)^500*(1+a)', character 16: the result up to here is too large"),
        ("1/(1+a)^500/(2+a)", "'1/(1+a)^500/(2+a)', character 18: the result up to here is too large"),
        ("*".join(["2^3000"] * 4), "'2^3000*2^3000*2^3000*2^3000', character 28: the result up to here is too large"),
        ("+".join(f"1/(a+{k})" for k in range(900)), "'1/(a+0)+1/(a+1)+1/(a+2)+…"),
        ("1e100000", "'1e100000' is too long"),
        ("1e99999999999", "'1e99999999999' is too long"),
        ("(" * 51 + "a" + ")" * 51, "'((((((((((((((((((((((((…"),
        ("(" * 9000, "'((((((((((((((((((((((((…"),
        ("a" * 10_000_000, "'aaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaaaaaa (10000000 characters)' is too long"),
    ],
)
def test_what_is_too_large_is_refused_quickly_and_on_one_line(written, message):
    with quickly(), pytest.raises(InputError) as refused:
        rational_function(written)
    assert str(refused.value).startswith(message) and "\n" not in str(refused.value)
    assert len(str(refused.value)) < 250


def test_the_limits_themselves_are_read():
    assert rational_function(f"a^{DEGREE}").numerator == (*[0] * DEGREE, 1)
    assert rational_function(f"a^-{DEGREE}").denominator == (*[0] * DEGREE, 1)
    assert rational_function("(" * DEPTH + "a" + ")" * DEPTH) == A
    assert rational_function("(a)+" * (DEPTH + 1) + "a") == (DEPTH + 2) * A
    assert rational_function("2*" * (COEFFICIENT_BITS // 10) + "1").at(0) == 2 ** (COEFFICIENT_BITS // 10)
    assert rational_function("-" * (FUNCTION_CHARACTERS - 1) + "a") == -A


@given(polynomials, polynomials.filter(any), polynomials.filter(any))
def test_equal_functions_have_equal_fields(p, q, common):
    f, g = RationalFunction(p, q), RationalFunction(product(p, common), product(q, common))
    assert f == g and hash(f) == hash(g) and (f.numerator, f.denominator) == (g.numerator, g.denominator)
    assert next(filter(None, f.denominator)) > 0


@given(functions, functions)
def test_functions_are_equal_exactly_if_their_cross_products_are(f, g):
    cross = product(f.numerator, g.denominator), product(g.numerator, f.denominator)
    size = max(map(len, cross))
    assert (f == g) == ([*cross[0], *[0] * size][:size] == [*cross[1], *[0] * size][:size])


@given(functions, functions, fractions)
def test_values_combine_as_functions_do(f, g, x):
    if value(f.denominator, x) and value(g.denominator, x):
        at_f, at_g = f.at(x), g.at(x)
        assert at_f == value(f.numerator, x) / value(f.denominator, x)
        assert ((f + g).at(x), (f - g).at(x), (f * g).at(x)) == (at_f + at_g, at_f - at_g, at_f * at_g)
        assert (-f).at(x) == -at_f and (f**3).at(x) == at_f**3
        if at_g:
            assert (f / g).at(x) == at_f / at_g and (g**-2).at(x) == at_g**-2


@given(functions, fractions)
def test_numbers_combine_as_constants_do(f, c):
    constant = rational_function(c)
    assert (f + c, f - c, f * c) == (f + constant, f - constant, f * constant)
    assert (c + f, c - f, c * f) == (constant + f, constant - f, constant * f)
    if c:
        assert f / c == f / constant
    if f.numerator:
        assert c / f == constant / f


@given(functions, functions, functions)
def test_functions_are_a_field(f, g, h):
    assert f + g == g + f and f * g == g * f and f * (g + h) == f * g + f * h
    assert (f + g) + h == f + (g + h) and (f * g) * h == f * (g * h) and f - f == rational_function(0)
    if g.numerator:
        assert f / g * g == f


def test_a_pole_is_refused_by_name():
    with pytest.raises(InputError, match=r"^1/\(1 - a\) has a pole at a = 1: write another value of a$"):
        rational_function("1/(1-a)").at(1)
    assert rational_function("(1-a^2)/(1-a)").at(1) == 2


def test_division_by_the_zero_function_is_refused():
    for divide in (lambda: A / 0, lambda: 1 / (A - A), lambda: (A - A) ** -1, lambda: RationalFunction((1,), (0, 0))):
        with pytest.raises(InputError, match="over 0: write another denominator"):
            divide()


def test_only_whole_powers_within_the_limits_are_taken():
    with pytest.raises(InputError, match="power 501 of a is too large"):
        A ** (DEGREE + 1)
    with pytest.raises(InputError, match="is too large"):
        rational_function(3) ** 10**30
    with pytest.raises(TypeError):
        A ** Fraction(1, 2)


def test_a_float_is_refused():
    for mistake in (lambda: rational_function(0.5), lambda: A + 0.5, lambda: 0.5 * A, lambda: A.at(0.5)):
        with pytest.raises(TypeError, match="is a float"):
            mistake()
    with pytest.raises(TypeError):
        RationalFunction((0.5,))


def test_functions_travel_and_are_keys():
    f = rational_function("(1-a)/(1+a)")
    assert pickle.loads(pickle.dumps(f)) == f and {f: 1}[RationalFunction((2, -2), (2, 2))] == 1
    assert repr(f) == "RationalFunction: (1 - a)/(1 + a)" and rational_function(f) is f


def test_the_variable_is_named_as_the_message_says():
    assert rational_functions.VARIABLE == ("a", "alpha", "α")
