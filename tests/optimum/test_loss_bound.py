"""The largest level at which the least loss is within a bound: found, certified, and checked at single levels."""

from dataclasses import replace
from fractions import Fraction

import pytest

from exactdp import InputError, absolute, certify, squared, table, zero_one
from exactdp.arithmetic.algebraic_numbers import algebraic
from exactdp.diagram_kernel import Rejected
from exactdp.model.users import BayesianUser, MinimaxConsumer, uniform
from exactdp.optimum.loss_bound import bound_loss
from exactdp.optimum.phase_diagram import PhaseDiagram, verify
from tests.certificates.test_diagrams import diagram
from tests.naive_diagrams import is_true_at, parsed

LEVELS = [Fraction(k, 20) for k in range(1, 20)]


DIAGRAMS = {
    "Table 1": diagram(MinimaxConsumer(absolute(), inputs=range(4))),
    "minimax": diagram(MinimaxConsumer(squared(), inputs=range(4))),
    "Bayesian": diagram(BayesianUser(squared(), uniform(n=3))),
    "ends in a constant": diagram(BayesianUser(absolute(), ["1/6", "5/6"])),
    "not unimodal": diagram(BayesianUser(table([[0, 1, 0], [1, 0, 1], [0, 1, 0]]), ["1/4", "1/2", "1/4"])),
    "never 0": diagram(BayesianUser(table([[1, 2], [3, 1]]), ["1/2", "1/2"])),
}


@pytest.mark.parametrize("found", DIAGRAMS.values(), ids=DIAGRAMS)
@pytest.mark.parametrize("level", ["1/10", "3/7", "9/10"])
def test_the_bound_at_a_level_is_met_up_to_it(found: PhaseDiagram, level: str) -> None:
    at = Fraction(level)
    bound = bound_loss(found, found.loss_at(at))
    # Where the least loss is constant, it is the same at larger levels, too.
    assert bound.upper >= at
    assert verify(bound.diagram)
    stated = parsed(certify(bound).certificate.data)
    assert stated.bound is not None and stated.bound[0] == found.loss_at(at)
    assert all(is_true_at(stated, alpha) for alpha in [*LEVELS, at])


def test_the_level_is_an_exact_root() -> None:
    bound = bound_loss(DIAGRAMS["Table 1"], "1/3")
    # 1/3 = 2α(1+α+α²)/((1+α)(1+α+α²-α³)), cleared of denominators.
    assert bound.upper.polynomial == (-1, 4, 4, 6, 1)
    assert bound_loss(DIAGRAMS["Table 1"], "168/415").upper == Fraction(1, 4)
    assert len(bound.diagram.pieces) == 2
    assert [str(phase.loss) for phase in bound.diagram.phases] == [str(DIAGRAMS["Table 1"].phases[0].loss)]


@pytest.mark.parametrize(("loss", "upper"), [("-1", 0), ("0", 0), ("3/2", 1), ("2", 1)])
def test_a_bound_may_be_met_at_no_level_or_at_all(loss: str, upper: int) -> None:
    bound = bound_loss(DIAGRAMS["Table 1"], loss)
    assert bound.upper == upper
    assert bound.diagram == DIAGRAMS["Table 1"]
    assert certify(bound).statement.splitlines()[7] == f"at-most {Fraction(loss).denominator} " + (
        f"{Fraction(loss).numerator} {upper}"
    )


def test_a_constant_loss_is_met_to_the_end_of_its_phase() -> None:
    assert bound_loss(DIAGRAMS["ends in a constant"], "1/6").upper == 1
    assert bound_loss(diagram(MinimaxConsumer(zero_one(), inputs=range(2))), "1/4").upper == Fraction(1, 3)


def test_a_false_level_has_no_certificate() -> None:
    bound = bound_loss(DIAGRAMS["Table 1"], "168/415")
    for upper in (0, 1):
        with pytest.raises(Rejected):
            certify(replace(bound, upper=algebraic(upper)))
    with pytest.raises(Rejected):
        certify(replace(bound, loss=Fraction(168, 416)))


def test_a_loss_that_is_not_exact_is_an_error() -> None:
    with pytest.raises(InputError, match="'much' is not an exact number"):
        bound_loss(DIAGRAMS["Table 1"], "much")
