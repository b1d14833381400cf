from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import Matrix, Mechanism, complete, geometric, path, private
from exactdp.arithmetic.printed_numbers import within
from exactdp.certificates.certificate import Rejected, certify
from exactdp.linear_programs.linear_program import LinearProgram
from exactdp.linear_programs.searching import Unsolved
from exactdp.optimum import nearest as module
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.nearest import distance_problem, nearest, nearest_point
from tests.strategies import graphs, mechanisms, share_of

ONE = Fraction(1)
ENTRIES = st.sampled_from([Fraction(k, 20) for k in range(-3, 26)])


def distance(one, other):
    return max(abs(a - b) for x, y in zip(one.rows, other.rows, strict=True) for a, b in zip(x, y, strict=True))


@share_of(40)
@given(st.data(), st.integers(1, 3), st.integers(1, 3), st.sampled_from(["0", "1/3", "1/2", "1"]))
def test_no_mechanism_is_nearer_as_the_kernel_accepts(data, height, width, alpha):
    printed = Matrix(
        data.draw(st.lists(st.lists(ENTRIES, min_size=width, max_size=width), min_size=height, max_size=height))
    )
    neighbours = data.draw(graphs(height))
    found = nearest(printed, Fraction(alpha), neighbours)
    assert private(found.mechanism, alpha, neighbours)
    assert distance(found.mechanism, printed) == found.distance
    done = certify(found.proof)
    assert done.kind == "optimal"
    assert found.mechanism.rows == tuple(row[:width] for row in done.mechanism.rows[:height])
    other = geometric(n=height - 1, alpha=alpha) @ data.draw(mechanisms(height, width))
    if private(Mechanism(other.rows), alpha, neighbours):
        assert distance(other, printed) >= found.distance


@share_of(20)
@given(st.data())
def test_a_mechanism_is_the_nearest_to_itself(data):
    mechanism = geometric(n=2, alpha="1/2") @ data.draw(mechanisms(3, 3))
    found = nearest(mechanism, Fraction(1, 2), path(inputs=range(3)))
    assert found.distance == 0
    assert found.mechanism.rows == mechanism.rows


def test_a_smaller_distance_is_rejected():
    printed = Matrix([["0.7", "0.3"], ["0.3", "0.7"]])
    found = nearest(printed, Fraction(1, 2), path(inputs=range(2)))
    assert found.distance == Fraction(1, 30)
    less = Fraction(1, 31)
    with pytest.raises(Rejected):
        certify(replace(found.proof, value=less))
    closer = Mechanism([*found.proof.mechanism.rows[:2], [less, 1 - less]])
    with pytest.raises(Rejected):
        certify(replace(found.proof, given=closer))


def test_the_statement_is_about_the_distance_from_the_print():
    printed = Matrix([["1.2", "-0.4"], ["1/3", "1/3"]])
    problem = distance_problem(printed, Fraction(1, 2), complete(inputs=range(2)))
    assert problem.neighbours.pairs == ((0, 1),)
    value = solve_polytope(problem).value
    # The loss of any mechanism with the extra input (d/2, 1 - d/2) is d, and the constraints say that no entry is
    # further than d from the print.
    rows = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 2), Fraction(1, 2)]]
    for d, keeps in ((Fraction(65, 100), True), (Fraction(64, 100), False)):
        extended = [*rows, [d / 2, 1 - d / 2]]
        kept = [
            sum(a * extended[i][r] for (i, r), a in constraint.coefficients.items()) >= constraint.bound
            for constraint in problem.constraints
        ]
        assert all(kept) == keeps
    assert problem.user.loss(2, 0) == 2
    assert value <= Fraction(65, 100)


def test_ties_go_to_the_least_movement_in_all_and_then_to_the_fixed_rule():
    # At α = 0 rows do not matter to each other. The second sets the distance, 1/10.
    for row, settled in (
        (["0.5", "0.5", "0", "0"], ["0.5", "0.5", "0", "0"]),
        (["0.3", "0.3", "0.3", "0.3"], ["0.3", "0.3", "0.2", "0.2"]),
        (["0.2", "0.2", "0.25", "0.2"], ["0.3", "0.25", "0.25", "0.2"]),
    ):
        found = nearest(Matrix([row, ["0.6", "0.4", "0.2", "0.2"]]), Fraction(0), path(inputs=range(2)))
        assert found.distance == Fraction(1, 10)
        assert found.mechanism.rows == Mechanism([settled, ["0.5", "0.3", "0.1", "0.1"]]).rows


def test_intervals_are_kept_or_shown_to_hold_no_mechanism():
    printed = Matrix([["0.7", "0.3"], ["0.3", "0.7"]])
    wide, narrow = within(printed.rows, "1/20"), within(printed.rows, "1/40")
    assert nearest(printed, Fraction(1, 2), path(inputs=range(2)), wide.intervals).distance == Fraction(1, 30)
    none = nearest(printed, Fraction(1, 2), path(inputs=range(2)), narrow.intervals)
    assert certify(none).kind == "infeasible"
    skewed = [[wide.intervals[0][0], wide.intervals[0][1]], [narrow.intervals[1][0], narrow.intervals[1][1]]]
    found = nearest(printed, Fraction(1, 2), path(inputs=range(2)), skewed)
    assert found.distance > Fraction(1, 30)
    assert found.mechanism[1, 0] <= Fraction(3, 10) + Fraction(1, 40)


def test_a_matrix_of_one_column_and_labels(monkeypatch):
    found = nearest(Matrix([["0.9"], ["1.2"]], ["a", "b"], ["yes"]), Fraction(1, 2), path(inputs=range(2)))
    assert found.distance == Fraction(1, 5)
    assert (found.mechanism.inputs, found.mechanism.responses) == (("a", "b"), ("yes",))
    assert certify(found.proof)
    monkeypatch.setattr(module, "LARGEST_MOVED", 1)
    assert isinstance(nearest(found.printed, Fraction(1, 2), path(inputs=range(2))), Unsolved)


def test_a_face_may_have_no_point_in_the_intervals():
    program = LinearProgram(2, {}, ({0: ONE, 1: ONE},), (ONE,), frozenset({0}))
    printed = Matrix([["1/2", "1/4"]])
    assert nearest_point(program, printed, within(printed.rows, "1/10").intervals) is None
    assert nearest_point(program, printed, within(printed.rows, "1/4").intervals) == (Fraction(5, 8), Fraction(3, 8))


def test_ties_that_take_too_long_are_left_and_said_to_be(monkeypatch):
    printed = Matrix([["0.3", "0.3", "0.3", "0.3"], ["0.6", "0.4", "0.2", "0.2"]])
    assert nearest(printed, Fraction(0), path(inputs=range(2))).settled
    monkeypatch.setattr(module, "TIE_SECONDS", -1)
    found = nearest(printed, Fraction(0), path(inputs=range(2)))
    assert not found.settled
    assert found.distance == distance(found.mechanism, printed) == Fraction(1, 10)
    assert certify(found.proof).kind == "optimal"
