"""A histogram with noise and local responses: their exact levels by definition, their estimates by expectation."""

from fractions import Fraction

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.model.geometric import UnboundedGeometric
from exactdp.privacy.sampling import SeededSource
from exactdp.surveys.collected import local_responses, noisy_histogram
from exactdp.surveys.randomized_response import k_ary_response
from exactdp.surveys.universe import Attribute, Universe

SMOKER = Attribute("smoker", ("no", "yes"))
ONE = Universe((SMOKER,))


@pytest.mark.parametrize(("relation", "moved"), [("add-remove", (1, 0)), ("replace-one", (1, -1))])
@pytest.mark.parametrize("alpha", ["1/4", "1/3"])
def test_the_level_of_a_histogram_is_attained_far_out(relation, moved, alpha):
    found = noisy_histogram(ONE, (5, 3), alpha, relation, SeededSource(1))
    total = found.ledger.total()
    assert total.relation == relation
    assert Fraction(alpha) <= total.alpha <= Fraction(alpha) * (1 + Fraction(1, 2**16))
    noise, ratio = UnboundedGeometric(found.unit), Fraction(1)
    for here, step in zip((5, 3), moved, strict=True):
        far = here - 20 * step
        ratio *= noise.mass(here + step, far) / noise.mass(here, far)
    assert ratio == total.alpha


def test_a_level_with_a_rational_root_is_kept_exactly():
    assert noisy_histogram(ONE, (5, 3), "1/9", "replace-one").unit == Fraction(1, 3)


def test_counts_are_the_records_with_noise_of_both_signs():
    source = SeededSource(4)
    drawn = [noisy_histogram(ONE, (5, 0), "1/4", "replace-one", source).counts for _ in range(400)]
    assert abs(sum(first for first, _ in drawn) - 5 * 400) < 100
    assert min(second for _, second in drawn) < 0 < max(second for _, second in drawn)


@pytest.mark.parametrize(("alpha", "said"), [("0", "promises nothing"), ("1", "write a level below 1")])
def test_levels_that_are_none(alpha, said):
    with pytest.raises(InputError, match=said):
        noisy_histogram(ONE, (5, 3), alpha, "replace-one")
    with pytest.raises(InputError, match=said):
        local_responses(SMOKER, ["no"], alpha)


def test_a_histogram_of_one_cell_and_of_another_relation():
    with pytest.raises(InputError, match="the column has one value"):
        noisy_histogram(Universe((Attribute("a", ("x",)),)), (3,), "1/2", "replace-one")
    with pytest.raises(InputError):
        noisy_histogram(ONE, (5, 3), "1/2", "swap")


def test_the_estimates_have_the_shares_as_expectation():
    values = Attribute("age", ("young", "middle", "old"))
    table = k_ary_response(3, "1/3").mechanism
    found = local_responses(values, ["young"] * 6 + ["old"] * 3, "1/3", SeededSource(2))
    assert found.randomizer.level.alpha == Fraction(1, 3)
    assert sum(found.shares) == 1 and sum(found.counts) == 9
    # By hand: the truth has 3/5, every other value 1/5, so a share is (5·answered/n - 1)/2.
    assert table[0, 0] == Fraction(3, 5)
    assert found.shares == tuple((5 * Fraction(count, 9) - 1) / 2 for count in found.counts)


def test_each_response_is_drawn_by_the_person_s_own_row():
    source = SeededSource(3)
    found = local_responses(SMOKER, ["yes"] * 2000, "1/4", source)
    assert abs(Fraction(found.counts[1], 2000) - Fraction(4, 5)) < Fraction(1, 30)
    assert found.variance == Fraction(4, 25) / Fraction(9, 25) / 2000


@pytest.mark.parametrize("count", [1, 101])
def test_too_few_or_too_many_values(count):
    with pytest.raises(InputError, match=f"a has {count} values: write 2 to 100"):
        local_responses(Attribute("a", tuple(map(str, range(count)))), ["0"], "1/2")
