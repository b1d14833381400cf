import random
from fractions import Fraction
from math import exp, log

import pytest
from flint import arb, ctx

from exactdp.answers.audit import audit_implementation
from exactdp.arithmetic.enclosures import enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import to_fmpq
from exactdp.other_libraries import implementation
from exactdp.other_libraries.diffprivlib import answers, distribution
from exactdp.other_libraries.uniform_numbers import DRAWS

mechanisms = pytest.importorskip("diffprivlib.mechanisms", exc_type=ImportError)

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


class Given:
    """A source of numbers that a test chooses."""

    def __init__(self, number: int) -> None:
        self.number = number

    def random(self) -> float:
        return self.number / DRAWS


def drawn(mechanism, value, number: int):
    mechanism._rng = Given(number)
    try:
        return mechanism.randomise(value)
    except OverflowError:
        return "OverflowError"


def meant(epsilon: float, k: int) -> Fraction:
    """The number of the 2^53 draws with the noise k, without rounding: 2^53·(1-α)/(1+α)·α^|k|."""
    with ctx.workprec(300):
        alpha = (-arb(to_fmpq(Fraction(epsilon)))).exp()
        return enclosure((1 - alpha) / (1 + alpha) * alpha ** abs(k) * DRAWS).lower


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.7])
def test_the_counts_are_within_two_draws_of_the_geometric_mechanism(epsilon: float) -> None:
    found = distribution(mechanisms.Geometric(epsilon=epsilon), 5)
    assert sum(found.values()) == 1
    assert found.pop("OverflowError") == Fraction(1, DRAWS)
    for response, probability in found.items():
        assert abs(probability * DRAWS - meant(epsilon, response - 5)) < 2
    # Where the noise would need a smaller number than a draw can be there is none.
    largest = max(found) - 5
    assert largest == 5 - min(found) == int(log(DRAWS / (1 + exp(-epsilon))) / epsilon)


@pytest.mark.parametrize(
    ("mechanism", "value"),
    [
        (mechanisms.Geometric(epsilon=1.0), 3),
        (mechanisms.GeometricTruncated(epsilon=0.7, lower=0, upper=4), 3),
        (mechanisms.GeometricFolded(epsilon=0.7, lower=0, upper=4), 1),
        (mechanisms.Binary(epsilon=0.3, value0="a", value1="b"), "b"),
        (mechanisms.Exponential(epsilon=2.0, sensitivity=1, utility=[0, 3, 1, 1]), None),
        (
            mechanisms.ExponentialCategorical(epsilon=1.0, utility_list=[("a", "b", 1), ("b", "c", 1), ("a", "c", 2)]),
            "b",
        ),
    ],
    ids=lambda each: type(each).__name__,
)
def test_random_draws_fall_into_the_counted_pieces(mechanism, value) -> None:
    """A second way: the frequencies of draws of its own, and every answer among those that were counted."""
    found = distribution(mechanism, value)
    assert sum(found.values()) == 1
    chooser = random.Random(7)
    tries = 4000
    counts: dict[object, int] = {}
    for _ in range(tries):
        response = drawn(mechanism, value, chooser.getrandbits(53))
        counts[response] = counts.get(response, 0) + 1
    assert set(counts) <= set(found)
    for response, probability in found.items():
        slack = 6 * (tries * probability * (1 - probability)) ** 0.5 + 1
        assert abs(counts.get(response, 0) - tries * probability) <= slack


def test_the_answers_are_those_of_the_library_with_its_own_seeded_numbers() -> None:
    import numpy as np

    mechanism = mechanisms.GeometricTruncated(epsilon=0.5, lower=0, upper=9, random_state=11)
    numbers = np.random.RandomState(11)
    answer = answers(mechanism, 4)
    for _ in range(200):
        assert answer(int(numbers.random() * DRAWS)) == mechanism.randomise(4)


def test_steps_are_at_the_very_draw() -> None:
    """Each change of the counted answers is one of the library's, from one draw to the next."""
    mechanism = mechanisms.Geometric(epsilon=2.0)
    found = distribution(mechanism, 0)
    least = min(response for response in found if response != "OverflowError")
    place = 0
    for response in range(0, least - 1, -1):
        # 0 comes again at the other end of the draws, with about as many.
        count = found[response] * DRAWS
        if response == 0:
            count = next(m for m in range(int(count) // 2 - 5, int(count) // 2 + 5) if drawn(mechanism, 0, m) == -1)
        assert drawn(mechanism, 0, place) == drawn(mechanism, 0, place + int(count) - 1) == response
        place += int(count)
    assert place == DRAWS // 2
    assert drawn(mechanism, 0, place) == "OverflowError"


def test_a_truncated_geometric_mechanism_with_no_finite_epsilon() -> None:
    made = implementation("diffprivlib.GeometricTruncated", n=8, epsilon=5)
    found = audit_implementation(made)
    assert not found and found.alpha == 0
    worst = found.worst
    assert (made.table.responses[worst.r], worst.there) == ("8", 0)
    assert 0 < worst.here < Fraction(1, 2**50)
    # One less, and every response is possible on every input.
    assert audit_implementation(implementation("diffprivlib.GeometricTruncated", n=7, epsilon=5)).alpha > 0


def test_what_truncating_adds_up_is_what_the_unbounded_mechanism_does() -> None:
    unbounded = implementation("diffprivlib.Geometric", n=3, epsilon=1).table
    clamped = implementation("diffprivlib.GeometricTruncated", n=3, epsilon=1).table
    for i in range(4):
        by_response: dict[str, Fraction] = {}
        for response, entry in zip(unbounded.responses, unbounded.rows[i], strict=True):
            kept = response if response == "OverflowError" else str(min(max(int(response), 0), 3))
            by_response[kept] = by_response.get(kept, Fraction(0)) + entry
        assert [by_response[response] for response in clamped.responses] == list(clamped.rows[i])


def test_a_binary_mechanism_flips_on_just_these_draws() -> None:
    made = implementation("diffprivlib.Binary", n=1, epsilon=1)
    grown = exp(1.0)
    kept = next(m for m in range(6584790284608100, 6584790284608300) if m / DRAWS * (grown + 1) > grown)
    assert made.table[0, 1] == made.table[1, 0] == Fraction(DRAWS - kept, DRAWS)


def test_an_exponential_mechanism_with_no_finite_epsilon() -> None:
    found = audit_implementation(implementation("diffprivlib.Exponential", n=20, epsilon=4))
    assert found.alpha == 0
    assert audit_implementation(implementation("diffprivlib.Exponential", n=4, epsilon=2))


def test_categories_are_audited_between_all_pairs() -> None:
    made = implementation("diffprivlib.ExponentialCategorical", n=11, epsilon="1/2")
    assert made.neighbours.name == "complete"
    assert made.table.inputs[:2] == ("00", "01")
    assert audit_implementation(made)


def test_the_promise_is_the_double_that_the_library_was_given() -> None:
    assert implementation("diffprivlib.Binary", n=1, epsilon="0.1").promised == Fraction(0.1) != Fraction(1, 10)


@pytest.mark.parametrize(
    "mechanism",
    [
        mechanisms.PermuteAndFlip(epsilon=1.0, sensitivity=1, utility=[0, 1]),
        mechanisms.Laplace(epsilon=1.0, sensitivity=1),
        mechanisms.Snapping(epsilon=1.0, sensitivity=1, lower=0, upper=1),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_cannot_be_counted_is_refused(mechanism) -> None:
    with pytest.raises(InputError, match="cannot be counted: write a geometric, binary or exponential one"):
        distribution(mechanism, 1)


def test_a_second_draw_for_one_answer_is_noticed() -> None:
    class Twice(mechanisms.Binary):
        def randomise(self, value):
            return value if self._rng.random() < self._rng.random() else "1"

    with pytest.raises(InputError, match="draws more than one number"):
        answers(Twice(epsilon=1.0, value0="0", value1="1"), "0")(DRAWS // 2)


def test_a_mechanism_keeps_its_own_source_of_numbers() -> None:
    mechanism = mechanisms.Binary(epsilon=1.0, value0="0", value1="1")
    source = mechanism._rng
    distribution(mechanism, "0")
    assert mechanism._rng is source


def test_what_has_no_sensitivity_refuses_one() -> None:
    for name in ("diffprivlib.Binary", "diffprivlib.ExponentialCategorical"):
        with pytest.raises(InputError, match="has no sensitivity"):
            implementation(name, n=1, epsilon=1, sensitivity=2)
    with pytest.raises(InputError, match="a binary mechanism has two values"):
        implementation("diffprivlib.Binary", n=2, epsilon=1)


def test_a_sensitivity_compares_inputs_so_far_apart() -> None:
    made = implementation("diffprivlib.GeometricTruncated", n=4, epsilon=1, sensitivity=2)
    assert made.neighbours.pairs == ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4))
    assert abs(audit_implementation(made).excess.upper) < Fraction(1, 2**45)
