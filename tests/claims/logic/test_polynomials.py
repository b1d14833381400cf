"""Numbers as polynomials: their normal forms are equal exactly if the numbers are."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from exactdp.claims.logic.context import WRITTEN_OUT, Context
from exactdp.claims.logic.polynomials import ONCE, UNIT, add, is_zero, times
from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.formulas import Least, Product, Sum, indices, numbers, vectors
from exactdp.claims.statements.terms import Formula, Term, as_number

i, j, k, n = indices("i j k n")
a, b = numbers("a b")
(f,) = vectors("f")
ONE = {UNIT: Fraction(1)}


def zero(equation: Formula, *given: Formula) -> bool:
    """Whether both sides have one normal form."""
    return is_zero(Context(given).difference(equation))


def test_polynomials_are_a_ring() -> None:
    here = Context([])
    p, q, r = (here.normal(as_number(each)) for each in (a + 2 * b, a * b - 1, 3 - b))
    assert times(p, add(q, r)) == add(times(p, q), times(p, r))
    assert times(p, times(q, r)) == times(times(p, q), r)
    assert times(p, q) == times(q, p) and times(p, ONE) == p and times(p, {}) == {}
    assert add(p, p, Fraction(-1)) == {}
    assert add(p, q, Fraction(2)) == add(add(p, q), q)


def test_a_base_once_is_a_variable() -> None:
    ((monomial, c),) = Context([]).normal(3 * a).items()
    assert c == 3 and [exponent for _, exponent in monomial] == [ONCE]


@pytest.mark.parametrize("seed", range(5))
def test_random_terms_are_equal_to_0_exactly_if_their_values_are(seed: int) -> None:
    rng, met = Random(seed), set()

    def term_(depth: int) -> Term:
        if not depth:
            return as_number(rng.choice((a, b, 1, 2, i)))
        left, right = term_(depth - 1), term_(depth - 1)
        return rng.choice((left + right, left - right, left * right))

    for _ in range(60):
        left, right = term_(2), term_(2)
        # Polynomials of degree ≤ 4 in each of three letters are determined by five values of each.
        points = [dict(zip("abi", at, strict=True)) for at in product(range(5), repeat=3)]
        equal = all(value(left, at) == value(right, at) for at in points)
        assert zero(left == right) == equal
        met.add(equal)
    assert False in met


def test_equal_numbers() -> None:
    assert zero((a + b) ** 2 == a * a + 2 * a * b + b * b)
    assert zero(a ** (i + 1) == a * a**i, 0 <= i)
    assert zero((1 - a) ** (i + 1) == (1 - a) ** i - a * (1 - a) ** i, 0 <= i)
    assert zero(Sum(k, 0, n, f[k] + 1) == Sum(j, 0, n, f[j]) + n + 1, 0 <= n)
    assert zero(Product(k, 0, 2, f[k]) == f[0] * f[1] * f[2])
    assert zero(Sum(k, i, i + WRITTEN_OUT - 1, f[k]) == sum((f[i + k] for k in range(WRITTEN_OUT)), as_number(0)))


def test_numbers_that_differ_somewhere() -> None:
    assert not zero(a * b == a * a)
    assert not zero((1 - a) ** (i + 1) == (1 - a) ** i, 0 <= i)
    # At n = -2 the sum is 0.
    assert not zero(Sum(k, 0, n, 1) == n + 1)
    assert not zero(Least(k, 0, n, f[k]) == Least(k, 1, n, f[k]))
    # a/a is 0 at a = 0.
    assert not zero(a / a == 1)
