"""The shared examples are what they are said to be."""

from fractions import Fraction

import pytest

from exactdp.arithmetic.exact import InputError
from exactdp.claims.words.examples import WITHOUT_PATTERN, figure_2, in_turn, parity
from exactdp.model.losses import Shape
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level


def test_figure_2_is_a_mechanism_of_level_one_half():
    assert level(Mechanism(figure_2())).alpha == Fraction(1, 2)


def test_a_piece_of_figure_2_may_be_changed():
    rows = figure_2("1/16 1/12", "1/12 1/16")
    assert rows[:5] == figure_2()[:5]
    assert rows[5] == list(map(Fraction, ("1/48", "0", "1/12", "1/16", "1/6", "2/3")))


@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize("alpha", ["0", "1/3", "1"])
def test_inputs_in_turn_have_the_rows_of_randomized_response(n, alpha):
    x = in_turn(n=n, alpha=alpha)
    assert x.shape == (n + 1, n + 1) and level(x).alpha == Fraction(alpha)
    assert x.rows[0][:2] == x.rows[1][1::-1] and set(x.rows) == set(x.rows[:2])


def test_a_level_below_0_is_refused():
    with pytest.raises(InputError):
        in_turn(n=2, alpha="-1/2")


def test_the_rows_that_the_papers_claims_print():
    printed = "2/3 1/3 0 1/3 2/3 0 2/3 1/3 0"
    assert [str(v) for row in WITHOUT_PATTERN.rows for v in row] == printed.split()


def test_parity_is_not_unimodal_from_n_2_on():
    assert [parity(n=n).shape(n + 1, n + 1) is Shape.NEITHER for n in range(4)] == [False, False, True, True]
    assert [parity(n=3)(1, r) for r in range(4)] == [1, 0, 1, 0]
