"""Priors and side information: exact values and domains."""

import itertools
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Matrix
from exactdp.arithmetic.radicals import power
from exactdp.model.losses import (
    Loss,
    absolute,
    asymmetric,
    power_loss,
    rational,
    read_loss,
    table,
    threshold,
    total,
)
from exactdp.model.mechanism import identity
from exactdp.model.users import (
    BayesianUser,
    MinimaxConsumer,
    binomial,
    expected_loss,
    geometric_prior,
    point_mass,
    proportional,
    read_numbers,
    read_prior,
    uniform,
)


@given(st.integers(0, 6), st.fractions(0, 1), st.fractions(Fraction(1, 9), 9))
def test_priors(n: int, probability: Fraction, ratio: Fraction) -> None:
    assert binomial(n=n, probability=probability) == tuple(
        comb(n, k) * probability**k * (1 - probability) ** (n - k) for k in range(n + 1)
    )
    found = geometric_prior(n=n, ratio=ratio)
    assert all(b == a * ratio for a, b in itertools.pairwise(found))
    for prior in (
        uniform(n=n),
        found,
        binomial(n=n, probability=probability),
        point_mass(n=n, i=n),
        proportional(range(1, n + 2)),
    ):
        assert len(prior) == n + 1
        assert sum(prior) == 1
        assert BayesianUser(absolute(), prior).prior == prior


def test_readers() -> None:
    assert read_loss("abs", Matrix) == absolute()
    assert read_loss("power: 3/2", Matrix).parameters == (Fraction(3, 2),)
    assert read_loss("threshold:2", Matrix) == threshold(2)
    assert read_loss("asymmetric:2,1/3", Matrix)(0, 3) == 6
    assert read_loss("table:x", lambda name: Matrix([[name == "x" and 1]]))(0, 0) == 1
    assert read_prior("uniform", 1) == uniform(n=1)
    assert read_prior("increasing", 2) == proportional([1, 2, 3])
    assert read_prior("point:1", 2) == (0, 1, 0)
    assert read_prior("binomial:1/3", 2) == binomial(n=2, probability="1/3")
    assert read_prior("geometric:1/2", 2) == geometric_prior(n=2, ratio="1/2")
    assert read_prior(" 0.25 , 3/4", 1) == (Fraction(1, 4), Fraction(3, 4))
    assert read_prior("1", 0) == (1,)
    assert read_numbers("all", 2) == (0, 1, 2)
    assert read_numbers("2, 0..1", 3) == (0, 1, 2)


TINY = f"1/1{'0' * 50}"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: power_loss(0), "the exponent 0 is not above 0"),
        (lambda: power_loss("65/2"), "of numbers up to 64"),
        (lambda: threshold(-1), "the threshold -1 is below 0"),
        (lambda: asymmetric(-1, 1), "the slope -1 is below 0"),
        (lambda: table([[0, 1], [1]]), "row 2"),
        (lambda: table([[0, 1]])(1, 0), "is not in the table, which is 1 × 2"),
        (lambda: table([[0, 1]]).scaled(2, 2), "the table of losses is 1 × 2 for 2 inputs and 2 responses"),
        (lambda: BayesianUser(absolute(), []), "the prior is empty"),
        (lambda: BayesianUser(absolute(), ["1/2", "1/3"]), "the prior sums to 5/6, which is not 1"),
        (lambda: BayesianUser(absolute(), [1, 2, 3, 2, 1]), "exactly 1; for these weights, 1/9,2/9,1/3,2/9,1/9"),
        (lambda: BayesianUser(absolute(), [0, 0]), "the prior sums to 0, which is not 1"),
        (lambda: BayesianUser(absolute(), ["1/2", "1/2", TINY]), "which is not 1: write probabilities that sum to"),
        (lambda: BayesianUser(absolute(), ["3/2", "-1/2"]), "the prior has -1/2 for input 1"),
        (lambda: MinimaxConsumer(absolute(), inputs=range(3), side_information=[]), "the side information is empty"),
        (lambda: MinimaxConsumer(absolute(), inputs=range(3), side_information=[3]), "the side information contains 3"),
        (
            lambda: MinimaxConsumer(absolute(), inputs=range(3), side_information=[-1, 1]),
            "the side information contains -1",
        ),
        (lambda: MinimaxConsumer(absolute(), inputs=range(0)), "inputs is empty: write at least one of them"),
        (lambda: uniform(n=-1), "n = -1"),
        (lambda: point_mass(n=1, i=2), "the point 2 is outside 0..1"),
        (lambda: binomial(n=2, probability=2), "2 is not a probability"),
        (lambda: geometric_prior(n=2, ratio=-1), "the ratio -1 is below 0"),
        (lambda: proportional([0, 0]), "the weights sum to 0"),
        (lambda: rational(power(2, "1/2")), "is irrational: write a rational loss"),
        (lambda: read_loss("abs:1", Matrix), "unknown loss 'abs:1'"),
        (lambda: read_loss("threshold:-1", Matrix), "unknown loss 'threshold:-1'"),
        (lambda: read_prior("uniform:2", 2), "'uniform:2' is not a prior"),
        (lambda: read_prior("point:x", 2), "'point:x' is not a prior"),
        (lambda: read_prior("1/2", 2), "the prior sums to 1/2"),
        (lambda: read_numbers("0...2", 2), "the side information cannot be '0...2'"),
        (lambda: read_numbers("٣", 9), "the side information cannot be '٣'"),
        (lambda: read_numbers("4", 3, "set of things"), "the set of things contains 4"),
    ],
)
def test_what_is_refused_is_refused_in_one_line(make: object, said: str) -> None:
    with pytest.raises(InputError) as found:
        make()
    assert said in str(found.value)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("value", [0.5, True, None])
def test_floats_are_refused(value: object) -> None:
    for make in (
        lambda: power_loss(value),
        lambda: asymmetric(value, 1),
        lambda: table([[value]]),
        lambda: BayesianUser(absolute(), [value, value]),
        lambda: binomial(n=2, probability=value),
        lambda: geometric_prior(n=2, ratio=value),
    ):
        with pytest.raises(TypeError):
            make()


def test_expected_losses() -> None:
    user = MinimaxConsumer(table([[1, 1], [5, 2]]), inputs=range(2), side_information=[0])
    found = expected_loss(user, identity(inputs=range(2)))
    assert (found.losses, found.value, found.worst) == ((1, 2), 1, (0,))
    mean = expected_loss(BayesianUser(user.loss, ["1/2", "1/2"]), identity(inputs=range(2)))
    assert (mean.losses, mean.value, mean.worst) == ((1, 2), Fraction(3, 2), ())
    with pytest.raises(InputError, match="the user has 2 inputs and the matrix 3 rows: give both the same number"):
        expected_loss(user, identity(inputs=range(3)))


@pytest.mark.parametrize("loss", [absolute(), asymmetric("1/3", 2), power_loss("3/2"), table([[0, "1/7", 5]] * 3)])
def test_an_expected_loss_is_the_sum_over_the_responses(loss: Loss) -> None:
    # A rounded table is a valid argument; here the loss of row 1 is largest, but the consumer knows that it is not 1.
    printed = Matrix([["0.6", "0.3", "0.1"], ["1/2", "0", "0.55"], ["0.1", "0.3", "0.6"]])
    by_hand = [total(loss(i, r) * printed[i, r] for r in range(3)) for i in range(3)]
    prior = [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)]
    found = expected_loss(BayesianUser(loss, prior), printed)
    assert list(found.losses) == by_hand
    assert found.value == total(each * p for each, p in zip(by_hand, prior, strict=True))
    known = expected_loss(MinimaxConsumer(loss, n=2, side_information=[0, 2]), printed)
    assert known.value == max(by_hand[0], by_hand[2])
    assert known.worst == tuple(i for i in (0, 2) if by_hand[i] == known.value)
    assert expected_loss(MinimaxConsumer(loss, n=2), printed).value == max(by_hand)
