"""How certificates spell numbers, lines, matrices and users."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, Matrix, MinimaxConsumer
from exactdp.certificates.spelling import fraction, integer, line, over_one_denominator, row_lines, user_lines
from exactdp.kernel import DECIMAL, Reader
from exactdp.model.losses import absolute, asymmetric, power_loss, table, threshold

EDGES = [0, 1, -1, DECIMAL - 1, DECIMAL, 1 - DECIMAL, -DECIMAL]


@given(st.integers() | st.sampled_from(EDGES))
def test_the_kernel_reads_an_integer_as_it_is_spelled(value: int) -> None:
    assert Reader(b"").integer(integer(value).encode()) == value


def test_an_integer_is_hexadecimal_where_the_kernel_wants_it() -> None:
    assert [integer(value)[:3] for value in EDGES[3:]] == ["999", "0x1", "-99", "-0x"]


@given(st.fractions(0, 1))
def test_the_kernel_reads_a_level_as_it_is_spelled(value: Fraction) -> None:
    assert Reader(b"").fraction(fraction(value).encode()) == value


@given(st.lists(st.fractions(), min_size=1))
def test_numbers_over_one_denominator(values: list[Fraction]) -> None:
    common, *numerators = over_one_denominator(values)
    assert [Fraction(each, common) for each in numerators] == values
    assert line("row", [common, *numerators]).split() == ["row", *map(integer, [common, *numerators])]


def test_each_row_has_its_denominator() -> None:
    assert list(row_lines(Matrix([["1/2", "1/3"], [2, "1/5"]]))) == ["row 6 3 2", "row 5 10 1"]


def test_each_user_and_each_loss() -> None:
    losses = [power_loss("3/2"), threshold(1), asymmetric(2, "1/3"), table([[0, "1/2"], [1, 0]])]
    assert [user_lines(BayesianUser(loss, [0, 1]))[1:-1] for loss in losses] == [
        ["loss power", "exponent 3 2"],
        ["loss threshold", "above 1"],
        ["loss asymmetric", "slopes 3 6 1"],
        ["loss table", "row 2 0 1", "row 1 1 0"],
    ]
    consumer = MinimaxConsumer(absolute(), inputs=range(4), side_information=[0, 3])
    assert user_lines(consumer) == ["user minimax", "loss power", "exponent 1 1", "inputs 1 0 0 1"]
