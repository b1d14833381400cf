"""The Fourier attack: against every database, and against the distance of all that are near its estimate."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.exact import InputError
from exactdp.surveys.fourier_attack import fourier_attack
from exactdp.surveys.queries import distance, hadamard_queries, hadamard_transform, true_answers
from tests.strategies import share_of


@given(st.integers(0, 3), st.data())
@share_of(60)
def test_the_fourier_attack_keeps_its_promise(m: int, data: st.DataObject) -> None:
    k = 2**m
    truth = data.draw(st.lists(st.integers(0, 1), min_size=k, max_size=k))
    error = data.draw(st.sampled_from([Fraction(word) for word in ("0", "1/4", "1/2", "3/4", "1", "5/4", "3/2", "2")]))
    parts = data.draw(
        st.lists(st.sampled_from([Fraction(-1), Fraction(0), Fraction(2, 3), Fraction(1)]), min_size=k, max_size=k)
    )
    answers = [a + error * part for a, part in zip(true_answers(hadamard_queries(k), truth), parts, strict=True)]
    found = fourier_attack(answers, error)
    assert hadamard_transform(found.estimate) == answers
    assert found.wrong is not None
    assert distance(found.guess, truth) <= found.wrong <= min(k, 4 * error**2)
    # The promise is about every database within E² of the estimate, and no better one holds for all of them.
    within = [
        d
        for d in product((0, 1), repeat=k)
        if sum((x - b) ** 2 for x, b in zip(found.estimate, d, strict=True)) <= error**2
    ]
    assert found.wrong == max(distance(found.guess, d) for d in within)


def test_the_fourier_attack_without_a_bound() -> None:
    found = fourier_attack(["5/4"])
    assert (found.guess, found.wrong, found.error) == ((1,), None, None)
    with pytest.raises(InputError, match="write 1, 2, 4, 8"):
        fourier_attack([1, 2, 3])
    with pytest.raises(InputError, match="there is no query"):
        fourier_attack([])
