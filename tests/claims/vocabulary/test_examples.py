"""The shared examples have the stated properties."""

from fractions import Fraction

from exactdp.claims.vocabulary.examples import figure_2
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level


def test_figure_2_is_a_mechanism_of_level_one_half():
    assert level(Mechanism(figure_2())).alpha == Fraction(1, 2)
