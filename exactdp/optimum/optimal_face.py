"""All optimal mechanisms, as a linear program: constraints with a positive price in the dual are tight."""

from dataclasses import replace
from fractions import Fraction

from exactdp.linear_programs.linear_program import Coefficients, LinearProgram
from exactdp.model.losses import rational, table
from exactdp.model.users import BayesianUser
from exactdp.optimum.dual_cone import Face
from exactdp.optimum.linear_program import linear_program, prices
from exactdp.optimum.problem import Optimum, Problem


def optimal_face(optimum: Optimum, priced: tuple[Face, ...]) -> LinearProgram:
    """Return the linear program of all optimal mechanisms, without an objective; `priced` as `faces` says.

    It has the variables and rows of the problem's program. For a minimax consumer a row for the worst loss follows. The
    last rows are for the entries that are 0.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.bayesian import closed_form
    >>> from exactdp.optimum.dual_cone import faces
    >>> best = closed_form(Problem(BayesianUser(absolute(), ["1/2", 0, "1/2"]), "1/2"))
    >>> face = optimal_face(best, faces(best.problem, best.dual))
    >>> len(face.rows), sorted(face.equalities)
    (15, [0, 1, 2, 7, 8, 9, 10])
    """
    problem, dual, one = optimum.problem, optimum.dual, Fraction(1)
    user, width, first = problem.user, problem.responses, problem.inputs
    if isinstance(user, BayesianUser):
        # No row contains the losses, which may be irrational.
        nothing = BayesianUser(table([[0] * width] * problem.inputs), user.prior)
        problem = Problem(
            nothing, problem.alpha, problem.neighbours, responses=range(width), constraints=problem.constraints
        )
    whole = linear_program(problem)
    tight = {first + at for at, (r, i, k) in enumerate(prices(problem)) if (i, k) in priced[r].ties}
    first += len(prices(problem))
    tight |= {first + at for at, y in enumerate(dual.multipliers) if y > 0}
    first += len(problem.constraints)
    added: list[tuple[Coefficients, Fraction]] = []
    if not isinstance(user, BayesianUser):
        tight |= {first + at for at, i in enumerate(user.side_information) if dual.prior[i] > 0}
        added.append(({whole.variables - 1: one}, rational(optimum.value)))
    added += [({i * width + r: one}, Fraction(0)) for r, face in enumerate(priced) for i in face.zeros]
    new = range(len(whole.rows), len(whole.rows) + len(added))
    return replace(
        whole,
        objective={},
        rows=(*whole.rows, *(row for row, _ in added)),
        right=(*whole.right, *(bound for _, bound in added)),
        equalities=whole.equalities | tight | frozenset(new),
    )
