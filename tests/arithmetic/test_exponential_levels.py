"""Levels e^-ε: compared with fractions, enclosed, rounded, and decided by rational levels on both sides."""

from bisect import bisect_left
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import iv

from exactdp import InputError, geometric
from exactdp.arithmetic.exponential_levels import (
    SIMPLEST_BITS,
    Exponential,
    exponential_level,
    level_text,
    real_level,
    rounded_levels,
    rounded_up,
    simplest_between,
)

EPSILONS = st.one_of(
    st.fractions(Fraction(1, 10**6), 50, max_denominator=10**6),
    st.sampled_from(["1e-300", "1e-20", "1e-9", "1/3", "1", "700", "9999.5", "10000"]).map(Fraction),
)


def by_another_library(epsilon: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """Return bounds on e^-ε that mpmath's interval arithmetic finds."""
    # Beyond the zeros and nines that e^-ε begins with: 1 - 1/(10^300 + 1) differs from e^-(10^-300) by 5·10^-601.
    iv.dps = digits + 700 + int(epsilon)
    found = iv.exp(-(iv.mpf(epsilon.numerator) / iv.mpf(epsilon.denominator)))
    ends = []
    for end in (found.a, found.b):
        sign, mantissa, exponent, _ = end._mpi_[0]
        ends.append((-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** int(exponent))
    return ends[0], ends[1]


@given(EPSILONS, st.integers(1, 200))
def test_rational_levels_on_both_sides_are_as_close_as_asked(epsilon: Fraction, bits: int) -> None:
    level = Exponential(epsilon)
    lower, upper = by_another_library(epsilon, 80)
    below, above, near = level.below(bits), level.above(bits), level.enclosed(bits)
    assert 0 < below < lower < upper < above < 1
    assert 0 < near.lower <= upper and lower <= near.upper < 1
    assert above - below <= min(upper, 1 - lower) * Fraction(2, 2**bits)
    assert below < level < above and not above < level and level != above
    # Nothing simpler is as close, and surely on the same side.
    near = level.enclosed(bits + 4)
    assert above == simplest_between(near.upper, above) and below == simplest_between(below, near.lower)


@pytest.mark.parametrize("epsilon", ["1", "1e-300", "10000"])
def test_beyond_the_simplest_fractions(epsilon: str) -> None:
    level = Exponential(epsilon)
    bits = 2 * SIMPLEST_BITS
    assert level.below(bits) < level < level.above(bits)
    assert level.above(bits) - level.below(bits) <= min(level.above(), 1 - level.below()) / 2**bits


@given(st.fractions(Fraction(1, 9), 5), st.fractions(Fraction(1, 9), 5))
def test_simplest_between_has_the_least_denominator(first: Fraction, second: Fraction) -> None:
    lower, upper = sorted((first, second))
    found = simplest_between(lower, upper)
    assert lower <= found <= upper
    for denominator in range(1, min(found.denominator, 40)):
        assert -(-lower.numerator * denominator // lower.denominator) > upper * denominator


def test_a_continued_fraction_may_be_long() -> None:
    golden = Fraction(1)
    for _ in range(5000):
        golden = 1 + 1 / golden
    assert simplest_between(golden, golden) == golden
    with pytest.raises(ValueError, match="positive"):
        simplest_between(Fraction(0), Fraction(1))


def test_levels_are_ordered() -> None:
    one, two = Exponential(1), Exponential(2)
    assert two < one < 1
    assert two > 0 and two <= Exponential(2)
    assert one != Fraction(1, 2) and one == Exponential("1.0") and hash(one) == hash(Exponential("1.0"))
    assert Fraction(1, 3) < one < Fraction(1, 2) and one > -1
    # 25 digits of 1/e, cut off.
    cut_off = Fraction("0.3678794411714423215955237")
    assert cut_off < one < cut_off + Fraction(1, 10**25)


@pytest.mark.parametrize(
    ("written", "level"),
    [
        ("ln 2", Fraction(1, 2)),
        ("ln(2)", Fraction(1, 2)),
        (" ln ( 3/2 ) ", Fraction(2, 3)),
        ("ln2.5", Fraction(2, 5)),
        ("ln 1", Fraction(1)),
        (0, Fraction(1)),
        ("1/2", Exponential("0.5")),
        ("1e-300", Exponential(Fraction(1, 10**300))),
    ],
)
def test_what_epsilon_may_be(written: object, level: object) -> None:
    assert exponential_level(written) == level


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("ln 0.99", "ε = ln 99/100 is below 0: write a logarithm of a number from 1"),
        ("ln 0", "ε = ln 0 is below 0"),
        ("ln -2", "ε = ln -2 is below 0"),
        ("ln(2", r"'ln\(2' is not an exact number: .*, or a logarithm such as ln 2$"),
        ("ln", "or a logarithm such as ln 2$"),
        ("ln x", "'x' is not an exact number: .*, or a logarithm such as ln 2$"),
        ("log 2", "or a logarithm such as ln 2$"),
        ("ln 1e5000", "^'1e5000' is too long: exponents of up to 1,000 are read$"),
        ("1e5000", "are read; write 0, a number from 1e-300 to 10000, or ln Q such as ln 2$"),
        ("one", "or a logarithm such as ln 2$"),
        ("-1", "ε = -1: write 0, a number from 1e-300 to 10000, or ln Q such as ln 2"),
        ("1e-301", "write 0, a number from 1e-300 to 10000, or ln Q such as ln 2"),
        ("10000.1", "write 0, a number from 1e-300 to 10000, or ln Q such as ln 2"),
    ],
)
def test_what_epsilon_may_not_be(written: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        exponential_level(written)


def test_a_level_is_given_as_alpha_or_as_epsilon() -> None:
    assert real_level(epsilon=1) == real_level(Exponential(1)) == Exponential(1)
    assert real_level(epsilon="ln 2") == real_level("1/2") == Fraction(1, 2)
    with pytest.raises(InputError, match=r'^both α and ε are given: write alpha="1/2" or epsilon=1$'):
        real_level("1/2", 1)
    with pytest.raises(TypeError, match=r'^this needs a level: write alpha="1/2" or epsilon=1$'):
        real_level()


@given(EPSILONS, st.integers(1, 30))
def test_a_level_is_rounded_up_and_by_less_than_a_unit(epsilon: Fraction, digits: int) -> None:
    level = Exponential(epsilon)
    found = rounded_up(level, digits)
    lower, upper = by_another_library(epsilon, 80)
    least = min(lower, 1 - upper)
    zeros = bisect_left(range(5000), 1, key=lambda k: 10**k * least)
    unit = Fraction(1, 10 ** (zeros + digits - 1))
    assert level < found < 1
    assert found - unit < level
    assert (found / unit).denominator == 1


def test_a_rational_level_is_rounded_up_too() -> None:
    assert rounded_up(Fraction(1, 3), 2) == Fraction("0.34")
    assert rounded_up(Fraction(2, 3), 2) == Fraction("0.67")
    assert rounded_up(Fraction("0.99951"), 2) == Fraction("0.99951")
    assert rounded_up(Fraction("0.999511"), 2) == Fraction("0.99952")
    assert [rounded_up(Fraction(each), 1) for each in (0, 1)] == [0, 1]


def test_rounded_levels_still_rise() -> None:
    near = [Exponential(1 + Fraction(k, 10**30)) for k in (2, 1, 0)]
    found = rounded_levels(near)
    assert sorted(set(found)) == list(found)
    assert all(exact < rounded for exact, rounded in zip(near, found, strict=True))
    assert rounded_levels([Fraction(1, 4), Fraction(1, 2)]) == (Fraction(1, 4), Fraction(1, 2))


def test_level_text_is_short() -> None:
    assert level_text(Fraction(1, 10**500)).endswith("(503 characters)")
    assert level_text(Exponential(Fraction(1, 10**100))).endswith("(108 characters)")


def test_a_mechanism_at_an_irrational_level_is_refused_with_what_to_write() -> None:
    with pytest.raises(TypeError, match=r"e\^-1 is irrational, and this needs a fraction: write its .above\(\)"):
        geometric(n=2, alpha=Exponential(1))


@pytest.mark.parametrize("epsilon", ["88", "89", "700", "10000"])
def test_a_question_about_a_tiny_level_is_asked_at_short_levels_first(epsilon: str) -> None:
    level, asked = Exponential(epsilon), []
    short = list(level.short_levels())
    assert all(level < each for each in short)
    assert bool(short) == (epsilon != "88")
    assert short == sorted(short, reverse=True)

    def below(bound: Fraction) -> Callable[[Fraction], bool]:
        return lambda alpha: bool(asked.append(alpha) or alpha <= bound)

    assert level.decided(below(Fraction(1, 2)))
    assert asked == (short[:1] or [level.above()])
    # No level that was asked decides it but the ends of e^-ε.
    asked.clear()
    assert not level.decided(below(level.below(64)))
    assert asked[: len(short)] == short
    assert asked[-1] < level
