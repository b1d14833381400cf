"""A result stands in a proof only if the kernel accepts its certificate."""

from dataclasses import replace
from fractions import Fraction

import pytest

from exactdp.claims.acceptance import accepted
from exactdp.claims.evidence import Checked, Failed, collect
from exactdp.model.geometric import geometric
from exactdp.privacy.level import level


def found():
    return level(geometric(n=2, alpha="1/2"))


def test_the_result_comes_back_and_its_certificate_is_counted():
    evidence, result = collect(), found()
    assert accepted(result) is result
    assert evidence == [Checked(certificates=1)]


def test_a_result_the_kernel_rejects_fails_and_counts_nothing():
    evidence = collect()
    with pytest.raises(Failed):
        accepted(replace(found(), alpha=Fraction(3, 5)))
    assert evidence == []


def test_a_certificate_of_another_kind_fails_and_counts_nothing():
    evidence = collect()
    with pytest.raises(Failed, match="level, and not optimal-bayesian"):
        accepted(found(), "optimal-bayesian")
    assert evidence == []
