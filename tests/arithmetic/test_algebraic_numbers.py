import pickle
import re
from fractions import Fraction
from itertools import pairwise
from math import gcd, isqrt

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic import algebraic_numbers
from exactdp.arithmetic.algebraic_numbers import (
    AlgebraicNumber,
    algebraic,
    integer_polynomial,
    polynomial_text,
    real_roots,
    sign,
)
from exactdp.arithmetic.errors import InputError
from tests.strategies import fractions_within

X = sympy.Symbol("x")
SQRT2 = AlgebraicNumber((-2, 0, 1), 0, 2)

small = st.integers(-6, 6)
nonzero = small.filter(bool)
factors = st.builds(lambda low, last: (*low, last), st.lists(small, max_size=4), nonzero)
fractions = fractions_within(-3, 3, 12)
numbers = (
    st.one_of(fractions.map(algebraic), factors.filter(lambda f: len(f) > 1).map(real_roots))
    .filter(lambda found: found != ())
    .flatmap(lambda found: st.sampled_from(found) if isinstance(found, tuple) else st.just(found))
)


def product(*polynomials):
    total = [1]
    for polynomial in polynomials:
        longer = [0] * (len(total) + len(polynomial) - 1)
        for i, a in enumerate(total):
            for k, b in enumerate(polynomial):
                longer[i + k] += a * b
        total = longer
    return tuple(total)


def value(polynomial, x):
    return sum(c * x**k for k, c in enumerate(polynomial))


def in_sympy(polynomial):
    return sympy.Poly(list(reversed(polynomial)), X)


def test_a_constant_has_no_roots_and_the_zero_polynomial_is_refused():
    assert real_roots([5]) == ()
    with pytest.raises(InputError, match="every number is a root of the zero polynomial"):
        real_roots([0, 0])


@pytest.mark.parametrize(
    ("coefficients", "shown"),
    [
        ((0, 1), "0"),
        ((-1, 3), "1/3"),
        ((1, 3), "-1/3"),
        ((0, 0, 0, 5), "0"),
        ((-2, 0, 1), "-√2; √2"),
        ((-1, 0, 2), "-√2/2; √2/2"),
        ((-8, 0, 1), "-2√2; 2√2"),
        ((-50, 0, 9), "-5√2/3; 5√2/3"),
        ((1, -5, 1), "(5 - √21)/2; (5 + √21)/2"),
        ((1, -4, 1), "2 - √3; 2 + √3"),
        ((2, 6, 1), "-3 - √7; -3 + √7"),
        ((1, 6, 3), "(-3 - √6)/3; (-3 + √6)/3"),
        ((-1, -2, 4), "(1 - √5)/4; (1 + √5)/4"),
        ((-11, -4, 1), "2 - √15; 2 + √15"),
        ((-23, -8, 4), "(2 - 3√3)/2; (2 + 3√3)/2"),
        (("-1/2", 0, "1/4"), "-√2; √2"),
        ((-1, -1, 0, 1), "root of -1 - x + x^3 in [1.3247, 1.3248]"),
        ((-(10**200), 0, 1), f"-1{'0' * 100}; 1{'0' * 100}"),
        ((1, 0, 1), ""),
    ],
)
def test_roots_are_shown(coefficients, shown):
    assert "; ".join(map(str, real_roots(coefficients))) == shown


def test_the_decimals_shown_single_out_the_root():
    # x^5 = 2(101x - 1)² has two roots within 10^-7 of 1/101.
    below, above, _ = roots = real_roots([-2, 404, -20402, 0, 0, 1])
    assert str(below) == "root of -2 + 404*x - 20402*x^2 + x^5 in [0.009900, 0.009901]"
    assert str(above) == "root of -2 + 404*x - 20402*x^2 + x^5 in [0.009901, 0.009902]"
    for root in roots:
        lower, upper = map(Fraction, str(root).partition(" in ")[2].strip("[]").split(", "))
        assert [x for x in roots if lower <= x <= upper] == [root]


@given(st.lists(factors, min_size=1, max_size=3))
def test_the_real_roots_are_those_that_sympy_counts(polynomials):
    polynomial = product(*polynomials)
    roots, expected = real_roots(polynomial), in_sympy(polynomial)
    assert len(roots) == expected.count_roots()
    assert all(a < b for a, b in pairwise(roots))
    for root in roots:
        minimal = in_sympy(root.polynomial)
        assert expected.rem(minimal).is_zero and minimal.is_irreducible
        assert minimal.count_roots(root.lower, root.upper) == 1
        assert sign(polynomial, root) == 0


@given(factors.filter(lambda f: len(f) > 2))
def test_the_bounds_kept_are_the_widest_of_their_kind(polynomial):
    for root in real_roots(polynomial):
        width = root.upper - root.lower
        if not root.is_rational:
            assert width.numerator == 1 and width.denominator.bit_count() == 1
            assert (root.lower / width).denominator == 1
            parent = root.lower // (2 * width) * (2 * width)
            assert width == 1 or in_sympy(root.polynomial).count_roots(parent, parent + 2 * width) > 1


@given(factors, factors)
def test_the_roots_of_a_product_are_those_of_its_factors_in_order(f, g):
    assert real_roots(product(f, g)) == tuple(sorted({*real_roots(f), *real_roots(g)}))


def test_close_roots_are_told_apart():
    # Mignotte: x^30 - 2(100x - 1)² has two roots within 10^-30 of 1/100.
    polynomial = [-2, 400, -20000, *[0] * 27, 1]
    roots = real_roots(polynomial)
    close = [root for root in roots if Fraction("0.0099") < root < Fraction("0.0101")]
    assert len(roots) == in_sympy(polynomial).count_roots() == 4 and len(close) == 2
    assert close[0] < Fraction(1, 100) < close[1] and close[0].decimal(20) == close[1].decimal(20)


@given(numbers, numbers, fractions)
def test_order_is_total_and_agrees_with_the_signs_of_differences(x, y, c):
    assert (x < y) + (x == y) + (x > y) == 1
    assert (x <= y, x >= y) == (not x > y, not x < y)
    assert sign((-c.numerator, c.denominator), x) == (x > c) - (x < c)
    assert (x == c) == (c == x) and (x < c) == (c > x)
    if x == y:
        assert hash(x) == hash(y)


def test_numbers_closer_than_any_float_are_told_apart():
    above = real_roots([-2 * 10**60 - 1, 0, 10**60])[1]
    assert above > SQRT2 and not above < SQRT2 and above != SQRT2
    convergent = Fraction(isqrt(2 * 10**400), 10**200)
    assert convergent < SQRT2 < convergent + Fraction(1, 10**200)
    assert sign((-convergent.numerator, convergent.denominator), SQRT2) == 1
    # x² - 2 and x³ - 2x + 10^-50 agree to fifty places and only the first vanishes.
    assert sign((-2, 0, 1), SQRT2) == 0 and sign((1, -2 * 10**50, 0, 10**50), SQRT2) == 1
    assert sign((-1, -2 * 10**50, 0, 10**50), SQRT2) == -1


def test_equal_numbers_are_one_key():
    wide, narrow = AlgebraicNumber((-2, 0, 1), -1, 100), AlgebraicNumber((-2, 0, 1), "1.41", "1.42")
    assert wide == narrow == SQRT2 and len({wide, narrow, SQRT2}) == 1
    assert AlgebraicNumber((-2, 0, 1), -2, 0) != SQRT2
    assert algebraic("1/2") == Fraction(1, 2) and hash(algebraic("1/2")) == hash(Fraction(1, 2))
    assert algebraic(3) == 3 and SQRT2 != "√2" and Fraction(7, 5) != SQRT2
    assert pickle.loads(pickle.dumps(SQRT2)) == SQRT2


def test_numbers_compare_with_no_float():
    assert SQRT2.__eq__(1.5) is NotImplemented
    with pytest.raises(TypeError):
        SQRT2 < 1.5  # noqa: B015
    with pytest.raises(TypeError, match="is a float"):
        algebraic(0.5)


def test_values_too_small_for_any_float_keep_their_sign():
    # (1 - √2)^301 = -10^-115.2…, and (1 - √2)^300 is positive.
    assert sign(product(*[(1, -1)] * 301), SQRT2) == -1 and sign(product(*[(1, -1)] * 300), SQRT2) == 1
    assert sign(product((-2, 0, 1), *[(1, -1)] * 300), SQRT2) == 0


@given(factors, factors, numbers)
def test_signs_multiply(f, g, x):
    assert sign(product(f, g), x) == sign(f, x) * sign(g, x)
    assert sign(product(f, x.polynomial), x) == 0


@given(factors, fractions)
def test_the_sign_at_a_fraction_is_that_of_the_value(f, x):
    expected = value(f, x)
    assert sign(f, x) == sign(f, algebraic(x)) == (expected > 0) - (expected < 0)


def test_the_zero_polynomial_is_zero_everywhere():
    assert sign((), SQRT2) == sign((), Fraction(1)) == 0


@given(numbers, st.integers(0, 200))
def test_an_enclosure_is_as_narrow_as_asked_and_holds_the_number(x, bits):
    lower, upper = x.enclosure(Fraction(1, 2**bits))
    assert lower <= x <= upper and upper - lower <= Fraction(1, 2**bits)
    assert x.is_rational == (lower == upper)


@given(st.integers(2, 10**6).filter(lambda n: isqrt(n) ** 2 != n), st.integers(0, 60))
def test_a_square_root_is_rounded_as_by_whole_numbers(n, places):
    negative, positive = real_roots([-n, 0, 1])
    # √n·10^places rounds up from k exactly if (2k+1)² < 4n·10^(2·places).
    k = isqrt(n * 10 ** (2 * places))
    k += (2 * k + 1) ** 2 < 4 * n * 10 ** (2 * places)
    assert Fraction(positive.decimal(places)) == Fraction(k, 10**places)
    assert negative.decimal(places) == "-" + positive.decimal(places)
    assert len(positive.decimal(places).partition(".")[2]) == places


def test_numbers_next_to_a_tie_round_to_their_own_side():
    # (2x - 1)² = 2·10^-80: the roots are 10^-40/√2 on either side of 1/2.
    below, above = real_roots([10**80 - 2, -4 * 10**80, 4 * 10**80])
    assert (below.decimal(0), above.decimal(0)) == ("0", "1")
    assert (algebraic("1/8").decimal(2), algebraic("3/8").decimal(2)) == ("0.12", "0.38")


@given(st.lists(small, min_size=2, max_size=2), st.integers(1, 6))
def test_a_surd_is_the_root_between_its_bounds(low, last):
    for root in real_roots([*low, last]):
        surd = sympy.sympify(re.sub(r"(\d*)√(\d+)", lambda match: f"{match[1] or 1}*sqrt({match[2]})", str(root)))
        assert sympy.expand(in_sympy(root.polynomial).as_expr().subs(X, surd)) == 0
        assert root.lower <= surd <= root.upper


@given(st.lists(fractions, max_size=6))
def test_an_integer_polynomial_is_a_positive_multiple(coefficients):
    polynomial = integer_polynomial(coefficients)
    if not any(coefficients):
        assert polynomial == ()
        return
    multiple = next(Fraction(a) / b for a, b in zip(polynomial, coefficients, strict=False) if b)
    assert multiple > 0 and polynomial[-1] != 0
    assert [multiple * c for c in coefficients] == [*polynomial, *[0] * (len(coefficients) - len(polynomial))]
    assert gcd(*polynomial) == 1


@given(factors)
def test_a_polynomial_reads_back(polynomial):
    assert sympy.Poly(sympy.sympify(polynomial_text(polynomial)), X) == in_sympy(polynomial)


@pytest.mark.parametrize(
    ("polynomial", "lower", "upper", "message"),
    [
        ((), 0, 1, "0 is not irreducible, with coprime"),
        ((7,), 0, 1, "7 is not irreducible, with coprime"),
        ((-1, 0, 1), 0, 2, "-1 + x^2 is not irreducible, with coprime"),
        ((-4, 0, 2), 0, 2, "-4 + 2*x^2 is not irreducible, with coprime"),
        ((2, 0, -1), 0, 2, "2 - x^2 is not irreducible, with coprime"),
        ((-2, 0, 1, 0), 0, 2, "-2 + x^2 is not irreducible, with coprime"),
        ((-2, 4), 0, 1, "-2 + 4*x is not irreducible, with coprime"),
        ((1, -2), 0, 1, "1 - 2*x is not irreducible, with coprime"),
        ((-2, 0, 1), -2, 2, "-2 + x^2 has 2 roots from -2 to 2: write bounds"),
        ((-2, 0, 1), 2, 3, "-2 + x^2 has no roots from 2 to 3: write bounds"),
        ((-2, 0, 1), 2, 0, "-2 + x^2 has no roots from 2 to 0: write bounds"),
        ((-1, 2), 0, "1/3", "-1 + 2*x has no roots from 0 to 1/3: write bounds"),
    ],
)
def test_what_is_no_algebraic_number_is_refused(polynomial, lower, upper, message):
    with pytest.raises(InputError) as refused:
        AlgebraicNumber(polynomial, lower, upper)
    assert str(refused.value).startswith(message)


def test_a_bound_may_be_the_rational_root_itself():
    assert AlgebraicNumber((-1, 2), "1/2", 7) == AlgebraicNumber((-1, 2), 0, "1/2") == Fraction(1, 2)


@pytest.mark.parametrize("width", [0, "-1/2"])
def test_an_enclosure_has_a_positive_width(width):
    with pytest.raises(InputError, match="write a width above 0"):
        SQRT2.enclosure(width)


def test_wrong_factors_are_noticed(monkeypatch):
    class Mistaken(type(algebraic_numbers._flint((1, 1)))):
        def factor(self):
            return super().factor()[0], super().factor()[1][1:]

    monkeypatch.setattr(algebraic_numbers, "_flint", lambda polynomial: Mistaken(list(polynomial)))
    with pytest.raises(ArithmeticError, match="do not multiply up to it"):
        real_roots([-15, 19, 23, -41, 6])


def test_an_algebraic_number_is_only_compared():
    root = AlgebraicNumber((-2, 0, 1), 1, 2)
    for calculated in (lambda: root + 1, lambda: 2 - root, lambda: root * root, lambda: 1 / root, lambda: -root):
        with pytest.raises(InputError, match="√2 is an algebraic number: only compare it"):
            calculated()
