"""The tight constraints of an optimal mechanism."""

from exactdp import BayesianUser, absolute, complete, uniform, zero_one
from exactdp.answers.optimality import decide
from exactdp.optimum.problem import Constraint, Problem


def test_structures_are_for_paths_and_levels_inside() -> None:
    for problem in (
        Problem(BayesianUser(absolute(), uniform(n=2)), 0),
        Problem(BayesianUser(absolute(), uniform(n=2)), 1),
        Problem(BayesianUser(absolute(), [1]), "1/2"),
        Problem(BayesianUser(absolute(), uniform(n=2)), "1/2", complete(inputs=range(3))),
    ):
        assert decide(problem).structure is None
    skew = decide(Problem(BayesianUser(zero_one(), uniform(n=2)), "1/2", constraints=[Constraint({(0, 1): 1}, "1/2")]))
    assert skew.structure.rebuilt is None or not skew.structure.rebuilt_induces
