"""The dual cone: the recursion agrees with a test of all extreme rays."""

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, complete, path, table
from exactdp.optimum.dual_cone import Face, InfeasibleDual, faces
from exactdp.optimum.problem import Constraint, Dual, Problem
from tests.strategies import INSIDE

HALVES = st.sampled_from([Fraction(k, 2) for k in range(-4, 7)])


def rays(size: int, alpha: Fraction) -> list[list[Fraction]]:
    """Return the extreme rays of the cone of α-private columns on the path: every ratio is α or 1/α."""
    found = []
    for ratios in product([alpha, 1 / alpha], repeat=size - 1):
        ray = [Fraction(1)]
        for ratio in ratios:
            ray.append(ray[-1] * ratio)
        found.append(ray)
    return found


@given(st.integers(1, 5), INSIDE, st.data())
def test_the_recursion_is_right_about_every_ray(size: int, alpha: Fraction, data: st.DataObject) -> None:
    costs = data.draw(st.lists(HALVES, min_size=size, max_size=size))
    user = BayesianUser(table([[cost * size] for cost in costs]), [Fraction(1, size)] * size)
    found = faces(
        Problem(user, alpha, path(inputs=range(size)), responses=range(1)), Dual(user.prior, (Fraction(0),) * size)
    )
    values = [(sum(d * x for d, x in zip(costs, ray, strict=True)), ray) for ray in rays(size, alpha)]
    assert isinstance(found, InfeasibleDual) == any(value < 0 for value, _ in values)
    if isinstance(found, InfeasibleDual):
        return
    (face,) = found
    free = [ray for value, ray in values if value == 0]
    assert bool(face.zeros) == (not free)
    for i in range(size - 1):
        ratios = {ray[i + 1] / ray[i] for ray in free}
        down, up = (i, i + 1) in face.ties, (i + 1, i) in face.ties
        if free:
            assert ratios == ({alpha} if down else {1 / alpha} if up else {alpha, 1 / alpha})


def test_constraints_and_weights_are_prices() -> None:
    half = (Fraction(1, 2),) * 2
    zero = (Fraction(0),) * 2
    user = BayesianUser(table([[1, 0], [0, 1]]), half)
    problem = Problem(user, "1/2", constraints=[Constraint({(0, 1): 1, (1, 1): -1}, 0)])
    assert faces(problem, Dual(half, zero, (Fraction(2),))) == InfeasibleDual(1)
    assert faces(problem, Dual(half, zero, (Fraction(0),))) == (Face((), (0,)), Face(((0, 1),), (0,)))
    assert faces(problem, Dual(half, (Fraction(1), Fraction(0)), (Fraction(0),))) == InfeasibleDual(0)


def test_other_graphs_need_flows() -> None:
    third = (Fraction(1, 3),) * 3
    user = BayesianUser(table([[3], [-1], [-1]]), third)
    problem = Problem(user, "1/2", complete(inputs=range(3)), responses=range(1))
    zero = (Fraction(0),) * 3
    assert faces(problem, Dual(third, zero)) == InfeasibleDual(0)
    flows = {(0, 1, 0): Fraction(1, 3) * 2, (0, 2, 0): Fraction(1, 3) * 2}
    assert isinstance(faces(problem, Dual(third, zero, (), flows)), InfeasibleDual)
    enough = {(0, 0, 1): Fraction(0), **{(0, 1, 0): Fraction(2, 3)}}
    assert isinstance(faces(problem, Dual(third, zero, (), enough)), InfeasibleDual)
    assert faces(
        Problem(user, 0, path(inputs=range(3)), responses=range(1)),
        Dual(third, (Fraction(1), Fraction(-1, 3), Fraction(-1))),
    ) == (Face((), (2,)),)
