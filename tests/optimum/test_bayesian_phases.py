from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, absolute, squared, uniform, zero_one
from exactdp.arithmetic.algebraic_numbers import algebraic
from exactdp.arithmetic.rational_functions import RationalFunction
from exactdp.arithmetic.real_sets import between
from exactdp.optimum.bayesian import bayes_remap
from exactdp.optimum.bayesian_phases import bayesian, lower_envelope
from exactdp.optimum.problem import Problem
from tests.strategies import fractions_within, losses, priors

polynomials = st.lists(st.integers(-4, 4), min_size=1, max_size=4).map(lambda c: RationalFunction(tuple(c)))
levels = fractions_within(0, 1, 40).filter(lambda alpha: 0 < alpha < 1)


@given(st.lists(polynomials, min_size=1, max_size=5), levels)
def test_the_envelope_at_single_numbers(functions: list[RationalFunction], at: Fraction) -> None:
    runs = lower_envelope(functions)
    ends = [algebraic(0), *(end for end, _, _ in runs)]
    assert ends[-1] == 1
    assert all(x < y for x, y in pairwise(ends))
    samples = {at, *(between(x, y).lower for x, y in pairwise(ends))}
    samples |= {end.lower for end in ends[1:-1] if end.is_rational}
    for sample in samples:
        values = [function.at(sample) for function in functions]
        least = tuple(r for r, value in enumerate(values) if value == min(values))
        end, inside, ties = next(run for run in runs if sample <= run[0])
        assert least == (ties if end == sample else inside)


@given(st.data(), st.integers(2, 4))
def test_its_choices_are_those_of_bayes_rule_at_every_level(data: st.DataObject, size: int) -> None:
    user = BayesianUser(data.draw(losses(size, size)), data.draw(priors(size)))
    pieces, breakpoints = bayesian(user)
    assert len(breakpoints) == len(pieces) - 1
    for piece in pieces:
        assert bayes_remap(Problem(user, between(piece.lower, piece.upper).lower)).choices == piece.choices
    for each in breakpoints:
        if each.at.is_rational:
            assert bayes_remap(Problem(user, each.at.lower)).choices == each.choices


def test_ties_on_a_whole_interval_and_at_one_level_alone() -> None:
    # Response 0 of G speaks for input 0 up to α = 1/5, where the prior of 1 is five times as large.
    (low, high), (only,) = bayesian(BayesianUser(absolute(), ["1/6", "5/6"]))
    assert (low.choices, high.choices, only.at, only.choices) == (
        ((0,), (1,)),
        ((1,), (1,)),
        Fraction(1, 5),
        ((0, 1), (1,)),
    )
    # With the inputs 0 and 2 alike, response 1 of G says nothing, at no level.
    pieces, _ = bayesian(BayesianUser(absolute(), ["1/2", 0, "1/2"]))
    assert [piece.choices for piece in pieces] == [((0,), (0, 1, 2), (2,))]
    # 1/4 - α + α² is 0 at 1/2 and nowhere below: the response 1 touches the response 0.
    touching = lower_envelope([RationalFunction((0,)), RationalFunction((1, -4, 4))])
    assert [(str(end), least, ties) for end, least, ties in touching] == [("1/2", (0,), (0, 1)), ("1", (0,), (0,))]


def test_known_breakpoints() -> None:
    ends = {
        absolute(): "root of -1 + x + x^2 + x^3 in [0.5436, 0.5437]",
        squared(): "root of -1 + x + 3*x^2 + 5*x^3 in [0.3634, 0.3635]",
    }
    for loss, end in ends.items():
        pieces, (only,) = bayesian(BayesianUser(loss, uniform(n=3)))
        assert str(only.at) == end
        assert [piece.choices for piece in pieces] == [((0,), (1,), (2,), (3,)), ((1,), (1,), (2,), (2,))]
    ((piece,), ()) = bayesian(BayesianUser(zero_one(), uniform(n=6)))
    assert piece.loss == RationalFunction((0, 12), (7, 7))
