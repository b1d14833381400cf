"""Numbers, labels and places in words."""

from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from exactdp import certify, exact
from exactdp.arithmetic.real_sets import Interval, RealSet, solution_set
from exactdp.arithmetic.spelling import printable
from exactdp.model.mechanism import Mechanism, identity
from exactdp.privacy.level import Witness
from exactdp.report import wording

fractions = st.builds(Fraction, st.integers(-(10**9), 10**9), st.integers(1, 10**9))


@given(st.text(max_size=100))
def test_labels_are_short(name: str) -> None:
    assert len(wording.label(name)) <= wording.LABEL
    assert len(name) > wording.LABEL or wording.label(name) == printable(name)


def test_labels_are_on_one_line() -> None:
    assert wording.label("two\nlines\x1b") == "two lines?"


def test_lists_of_labels() -> None:
    assert wording.labels([]) == ""
    assert wording.labels("abc") == "a, b, c"
    assert wording.labels("abcdef") == "a, b, c, d, e, f"
    assert wording.labels("abcdefg") == "a, b, c, d, …, g"


# Numbers


@given(fractions)
@example(Fraction(1, 10**60))
@example(Fraction(10**60, 7))
def test_numbers(value: Fraction) -> None:
    shown = wording.number(value)
    assert len(shown) < 100
    spelled, _, rounded = shown.partition(" (≈ ")
    if "characters" not in shown:
        assert exact(spelled) == value
    if rounded:
        assert abs(exact(rounded.rstrip(")")) - value) <= Fraction(1, 20000)
    else:
        assert value.denominator <= 9 or abs(value) <= Fraction(1, 20000) or "characters" in shown


def test_numbers_by_hand() -> None:
    assert wording.number(Fraction(1, 9)) == "1/9"
    assert wording.number(Fraction(1, 10)) == "1/10 (≈ 0.1000)"
    assert wording.number(Fraction(-7, 19)) == "-7/19 (≈ -0.3684)"
    assert wording.number(Fraction(1, 10**9)) == "1/1000000000"
    assert wording.number(Fraction(0)) == "0"
    assert (
        wording.number(Fraction(1, 10**5000)) == "1/1000000000000000000000…000000000000000000000000 (5003 characters)"
    )


@given(st.fractions().filter(bool), st.integers(2, 9))
def test_the_power_of_ten_is_right_to_so_many_digits(value: Fraction, digits: int) -> None:
    shown = wording.scientific(value, digits)
    mantissa, power = shown.split("e")
    assert 1 <= abs(Fraction(mantissa)) < 10
    assert (
        abs(Fraction(mantissa) * Fraction(10) ** int(power) - value) <= abs(value) * Fraction(1, 10 ** (digits - 1)) / 2
    )


def test_numbers_far_out_have_their_power_too() -> None:
    assert wording.scientific(Fraction(1, 10**5000)) == "1.00e-5000"
    assert wording.scientific(Fraction(-(10**5000))) == "-1.00e+5000"


def test_real_sets() -> None:
    for found, shown in [
        (RealSet(), "∅"),
        (RealSet([Interval(0, 0)]), "{0}"),
        (RealSet([Interval(0, "1/2", upper_belongs=False)]), "[0, 1/2)"),
        (RealSet([Interval("1/3", "7/19", False, True)]), "(1/3, 7/19 (≈ 0.3684)]"),
        (solution_set([([1, -4, 1], ">=")]), "[0, 2 - √3 (≈ 0.2679)]"),
        (solution_set([([1, -4, 1], "=")]), "{2 - √3 (≈ 0.2679)}"),
        (solution_set([([1, -4, 1], "!=")]), "[0, 2 - √3 (≈ 0.2679)) ∪ (2 - √3 (≈ 0.2679), 1]"),
        (solution_set([([-1, 0, 1, 1], ">=")]), "[root of -1 + x^2 + x^3 in [0.7548, 0.7549], 1]"),
    ]:
        assert wording.real_set(found) == shown


# Places and certificates


def test_witnesses_have_the_mechanisms_labels() -> None:
    mechanism = Mechanism([["3/4", "1/4"], ["1/2", "1/2"]], ["ill", "well"], ["no", "yes"])
    at = Witness(1, 0, 1, Fraction(1, 2), Fraction(1, 4))
    assert wording.witness(at, mechanism) == "response yes: 1/2 on input well, 1/4 on input ill"
    assert wording.witness_values(at, mechanism) == {
        "response": "yes",
        "inputs": ["well", "ill"],
        "probabilities": [Fraction(1, 2), Fraction(1, 4)],
    }
    assert wording.witness_values(None, mechanism) is None


def test_a_certificate_on_one_line() -> None:
    done = certify(identity(inputs=range(2)))
    assert wording.verified(done) == f"stochastic: accepted by the kernel, statement sha256 {done.digest[:16]}…"
