"""Problems, and their constraints in words."""

from fractions import Fraction

import pytest

from exactdp import BayesianUser, InputError, Mechanism, MinimaxConsumer, complete, path, uniform
from exactdp.model.losses import Shape, absolute, asymmetric, power_loss, table
from exactdp.optimum.problem import (
    Constraint,
    Dual,
    Optimum,
    Problem,
    fixed_row,
    loss_at_most,
    responses_only,
    symmetric,
    written_out,
)

USER = BayesianUser(absolute(), uniform(n=2))


def keeps(mechanism: Mechanism, constraint: Constraint) -> bool:
    total = sum((a * mechanism[at] for at, a in constraint.coefficients.items()), Fraction(0))
    return total == constraint.bound if constraint.exactly else total >= constraint.bound


@pytest.mark.parametrize(
    ("constraints", "kept", "broken"),
    [
        (fixed_row(1, ["1/2", "1/2"]), [[1, 0], ["1/2", "1/2"]], [["1/2", "1/2"], [1, 0]]),
        (responses_only([1], inputs=range(2), responses=range(2)), [[0, 1], [0, 1]], [[0, 1], ["1/9", "8/9"]]),
        (symmetric(inputs=range(2)), [["1/3", "2/3"], ["2/3", "1/3"]], [["1/3", "2/3"], ["1/3", "2/3"]]),
        (symmetric(inputs=range(3), responses=range(2)), [[1, 0], ["1/2", "1/2"], [0, 1]], [[1, 0], [1, 0], [0, 1]]),
        ((loss_at_most(absolute(), 1, "1/4", responses=range(2)),), [[0, 1], ["1/4", "3/4"]], [[0, 1], ["1/3", "2/3"]]),
    ],
)
def test_constraints_say_what_they_are_named(constraints, kept, broken) -> None:
    assert all(keeps(Mechanism(kept), constraint) for constraint in constraints)
    assert not all(keeps(Mechanism(broken), constraint) for constraint in constraints)


def test_a_constraint_is_exact_and_without_zeros() -> None:
    assert Constraint({(1, 0): 0, (0, 1): "0.5"}, 1).coefficients == {(0, 1): Fraction(1, 2)}
    assert repr(Constraint({}, 0, exactly=True)) == "Constraint(0 = 0)"
    with pytest.raises(TypeError):
        Constraint({(0, 0): 0.5}, 1)
    with pytest.raises(TypeError):
        Constraint({(0, 0): 1}, 0.5)


def test_what_a_problem_takes_for_granted() -> None:
    problem = Problem(USER, "0.5")
    assert (problem.alpha, problem.neighbours, problem.responses, problem.n) == (
        Fraction(1, 2),
        path(inputs=range(3)),
        3,
        2,
    )
    assert problem.is_count_query
    assert problem.shape is Shape.MONOTONE
    assert Problem(USER, 1, None, responses=range(2)).is_count_query
    assert Problem(BayesianUser(asymmetric(1, 2), uniform(n=2)), 0).shape is Shape.UNIMODAL
    for other in (
        Problem(USER, 1, complete(inputs=range(3))),
        Problem(USER, 1, constraints=symmetric(inputs=range(3))),
    ):
        assert not other.is_count_query


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Problem(USER, 2), "α = 2 is outside"),
        (lambda: Problem(USER, 1, path(inputs=range(2))), "the neighbours are on 2 inputs and the user has 3"),
        (lambda: Problem(BayesianUser(table([[0]]), uniform(n=2)), 1), "the table of losses is 1 × 1 for 3 inputs"),
        (lambda: Problem(MinimaxConsumer(power_loss("1/2"), inputs=range(3)), 1), "the loss |i-r|^(1/2) is irrational"),
        (
            lambda: Problem(USER, 1, constraints=[Constraint({(3, 0): 1}, 0)]),
            "a constraint names x[3,0], with 3 inputs",
        ),
        (lambda: Problem(USER, 1, constraints=[Constraint({(0, -1): 1}, 0)]), "a constraint names x[0,-1]"),
        (lambda: fixed_row(1, ["1/3", "1/3", "1/4"]), "the row of input 1 sums to 11/12, which is not 1"),
        (lambda: fixed_row(1, []), "the row of input 1 is empty: write a probability for each response"),
        (lambda: responses_only([0, 3], n=2), "3 is not one of the responses: write numbers from 0 to 2"),
        (
            lambda: Problem(USER, 1, responses=[0, 2]),
            "write responses=range(2) for 0..1, or constraints=responses_only(…) to use only these",
        ),
        (
            lambda: loss_at_most(power_loss("1/2"), 0, 1, responses=range(3)),
            "the loss |i-r|^(1/2) is irrational, and an expected",
        ),
        (lambda: Optimum(Problem(USER, 1), Fraction(0), Dual((), ())).mechanism, "states its mechanism in full or as"),
    ],
)
def test_what_does_not_fit_together(make, said) -> None:
    with pytest.raises(InputError) as found:
        make()
    assert said in str(found.value)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    ("constraints", "said"),
    [
        ([fixed_row(0, [1, 0, 0])], "a list of lists: write constraints=[*fixed_row(…), *symmetric(…)]"),
        (
            [(0, 1)],
            "a constraint is (0, 1): write constraints made by fixed_row, loss_at_most, responses_only or symmetric",
        ),
    ],
)
def test_what_is_not_a_constraint(constraints, said) -> None:
    with pytest.raises(TypeError) as found:
        Problem(USER, 1, constraints=constraints)
    assert said in str(found.value)


def test_sparse_remaps() -> None:
    remap = ((0, Fraction(1, 2)), (2, Fraction(1, 2))), ((1, Fraction(1)),)
    assert written_out(remap, 3) == Mechanism([["1/2", 0, "1/2"], [0, 1, 0]])
    built = Optimum(
        Problem(BayesianUser(absolute(), uniform(n=1)), "1/2", None, responses=range(3)),
        Fraction(0),
        Dual((), ()),
        remap,
    )
    assert built.mechanism[0, 1] == Fraction(1, 3)
