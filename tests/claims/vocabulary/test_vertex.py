"""The words of the claims about a best vertex, against the library's constraint matrices and vertices."""

from fractions import Fraction
from itertools import product

import pytest

from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.formulas import matrix
from exactdp.claims.vocabulary.vertex import loss, mine, slack, vertex_of
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.constraints import constraint_matrix
from exactdp.polytope.vertex import vertex

HALF, N = Fraction(1, 2), 2
G = geometric(n=N, alpha=HALF)
MERGED = Mechanism((G @ deterministic([0, 0, 2], responses=range(3))).rows)
MECHANISMS = (G, MERGED, geometric(n=N, alpha="3/4"))
x = matrix("x")


def at(mechanism: Mechanism) -> dict[str, object]:
    return {"n": N, "m": N, "α": HALF, "x": tuple(map(tuple, mechanism.rows))}


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_slack_is_0_where_a_constraint_is_tight(mechanism: Mechanism) -> None:
    tight = constraint_matrix(mechanism, HALF)
    for i, r in product(range(N), range(N + 1)):
        fourth, third = (value(slack(x)[i, s], at(mechanism)) for s in (r, r + N + 1))
        assert (fourth == 0) == (tight[i, r] in ("↓", "Z"))
        assert (third == 0) == (tight[i, r] in ("↑", "Z"))
        assert min(fourth, third) >= 0


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_vertices_are_those_of_the_library(mechanism: Mechanism) -> None:
    assert value(mine(x), at(mechanism))
    assert value(vertex_of(x), at(mechanism)) == bool(vertex(mechanism, HALF))


def test_the_loss_is_that_of_the_weights() -> None:
    found = value(loss(x), {**at(G), "p": (0, 1, 0), "l": ((0,) * 3, (5, 0, 7), (0,) * 3)})
    assert found == 5 * G[1, 0] + 7 * G[1, 2]
