"""The results of constructors of mechanisms."""

from fractions import Fraction

import pytest

from exactdp import InputError, Mechanism, complete, path
from exactdp.surveys.built import BUILT_ENTRIES, Built, check_entries


def test_the_level_is_between_the_neighbours_it_is_for() -> None:
    mechanism = Mechanism([["1/2", "1/2"], ["1/3", "2/3"], ["1/6", "5/6"]])
    assert Built(mechanism, path(inputs=range(3))).level.alpha == Fraction(1, 2)
    assert Built(mechanism, complete(inputs=range(3))).level.alpha == Fraction(1, 3)
    with pytest.raises(InputError, match="among 2 inputs and the mechanism has 3"):
        _ = Built(mechanism, path(inputs=range(2))).level


def test_too_many_entries_are_refused_before_they_are_built() -> None:
    check_entries(BUILT_ENTRIES)
    check_entries(0, 10**9)
    with pytest.raises(InputError, match="1,000,001 entries"):
        check_entries(BUILT_ENTRIES + 1, 1)
    with pytest.raises(InputError, match="more than 10\\^15 entries"):
        check_entries(*[11] * 10_000)
