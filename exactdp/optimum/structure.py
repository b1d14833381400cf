"""The tight constraints of an optimal mechanism: patterns, vertex, and the remap that they determine."""

from dataclasses import dataclass
from fractions import Fraction

from exactdp.optimum.problem import Optimum, remapped
from exactdp.polytope.constraints import ConstraintMatrix, Pattern, constraint_matrix, patterns, rebuilt_remap
from exactdp.polytope.vertex import Midpoint, Vertex, vertex
from exactdp.shown import Shown


@dataclass(frozen=True)
class Structure(Shown):
    """The tight constraints of an optimal mechanism for a count query, 0 < α < 1.

    If s = z, `rebuilt` is the deterministic remap of Lemma 5.11, computed only from the constraint matrix.
    `rebuilt_induces` says whether G times this remap is the mechanism.
    """

    constraints: ConstraintMatrix
    patterns: tuple[Pattern, ...]
    vertex: Vertex | Midpoint
    rebuilt: tuple[int, ...] | None
    rebuilt_induces: bool


def structure(optimum: Optimum) -> Structure | None:
    """Return the constraints of an optimal mechanism for a count query, n ≥ 1, 0 < α < 1; None for any other.

    Source: Ghosh, Roughgarden & Sundararajan 2009, section 5.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import BayesianUser, uniform
    >>> from exactdp.optimum.problem import Problem
    >>> from exactdp.optimum.search import optimal
    >>> found = structure(optimal(Problem(BayesianUser(absolute(), ["1/2", 0, 0, "1/2"]), "1/2")))
    >>> print(found.constraints)
       0  1  2  3
    0  S  Z  Z  ↑
    1  ↓  Z  Z  ↑
    2  ↓  Z  Z  S
    >>> all(found.patterns), found.constraints.s == found.constraints.z, found.rebuilt, found.rebuilt_induces
    (True, True, (0, 0, 3, 3), True)
    """
    problem = optimum.problem
    if not (problem.neighbours.name == "path" and problem.n >= 1 and 0 < problem.alpha < 1):
        return None
    mechanism = optimum.mechanism
    tight = constraint_matrix(mechanism, problem.alpha)
    rebuilt = rebuilt_remap(tight)
    remap = tuple(((r, Fraction(1)),) for r in rebuilt or ())
    induces = bool(remap) and remapped(remap, problem.alpha, problem.responses).rows == mechanism.rows
    return Structure(tight, patterns(tight), vertex(mechanism, problem.alpha), rebuilt, induces)
