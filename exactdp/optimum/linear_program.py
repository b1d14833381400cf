"""The linear program over all α-private mechanisms: an optimum for any loss, neighbours and constraints."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TypeVar

from flint import fmpq

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import to_fraction
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.linear_programs.contracted_basis import BasicColumns
from exactdp.linear_programs.floating_point import Method
from exactdp.linear_programs.linear_program import Coefficients, Infeasible, LinearProgram, OptimalPoint, Solution
from exactdp.linear_programs.optimal_basis import by_cramers_rule, solve
from exactdp.linear_programs.searching import Progress, Unsolved, silent
from exactdp.model.losses import LossValue, Shape, rational, table
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import edges
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, expected_loss
from exactdp.optimum.complete_graph import compact, matched
from exactdp.optimum.dual_cone import faces
from exactdp.optimum.path_columns import solve_by_rays
from exactdp.optimum.problem import Constraint, Dual, NoMechanism, Optimum, Problem

LARGEST_PROGRAM = 125_000
"""The most inequalities of a linear program; larger ones are not tried."""

MANY_INEQUALITIES = 5000
"""With more inequalities, a program on the path or on the complete graph is written with fewer rows."""

GROWTH = 1.1
"""In floating point the unit of an entry grows by this factor with each step away from the middle of its column.

Otherwise HiGHS would compute the columns of G from their smallest entries, which are near 2^-n at α = 1/2.
"""

LEAST = Fraction(1, 10**40)
"""If the least entry of G is smaller, the search for a minimax consumer does not start at G: it would take longer."""

PRECISIONS = (64, 256, 1024)
"""The numbers of binary digits of an irrational loss, tried in order until the basis is right."""


Price = TypeVar("Price")


def linear_program(problem: Problem) -> LinearProgram:
    """Return the linear program of a problem: variable i·R + r is x_ir; for minimax, the last is the worst loss.

    Its rows, in order: Σ_r x_ir = 1 for each input; x_kr - α·x_ir ≥ 0 for each ordered pair of neighbours i, k and each
    response r (none at α = 0); the constraints; for a minimax consumer, worst loss - Σ_r l(i, r)·x_ir ≥ 0 for i in S.
    Domain: a rational loss. Raises: `InputError` for another.
    Source: Ghosh, Roughgarden & Sundararajan 2009, (2)-(6); Gupte & Sundararajan 2010, section 2.5.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> program = linear_program(Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2"))
    >>> program.variables, len(program.rows)
    (10, 18)
    """
    user, width = problem.user, problem.responses
    if not user.loss.rational:
        raise InputError(f"the loss {user.loss} is irrational: a linear program needs a rational one")
    losses = [[rational(user.loss(i, r)) for r in range(width)] for i in range(problem.inputs)]
    one, ratio = Fraction(1), -problem.alpha
    rows: list[Coefficients] = [{i * width + r: one for r in range(width)} for i in range(problem.inputs)]
    right = [one] * problem.inputs
    equalities = set(range(problem.inputs))
    for r, i, k in prices(problem):
        rows.append({k * width + r: one, i * width + r: ratio})
        right.append(Fraction(0))
    for constraint in problem.constraints:
        if constraint.exactly:
            equalities.add(len(rows))
        rows.append({i * width + r: value for (i, r), value in constraint.coefficients.items()})
        right.append(constraint.bound)
    cells = problem.inputs * width
    if isinstance(user, BayesianUser):
        costs = {
            i * width + r: user.prior[i] * losses[i][r]
            for i in range(problem.inputs)
            for r in range(width)
            if losses[i][r]
        }
        return LinearProgram(cells, costs, tuple(rows), tuple(right), frozenset(equalities))
    for i in user.side_information:
        rows.append({cells: one, **{i * width + r: -loss for r, loss in enumerate(losses[i]) if loss}})
        right.append(Fraction(0))
    return LinearProgram(cells + 1, {cells: one}, tuple(rows), tuple(right), frozenset(equalities), frozenset({cells}))


def prices(problem: Problem) -> list[tuple[int, int, int]]:
    """Return (r, i, k) for each inequality x_kr ≥ α·x_ir, in the order of the linear program's rows.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> prices(Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2"))
    [(0, 0, 1), (1, 0, 1), (0, 1, 0), (1, 1, 0)]
    """
    if problem.alpha == 0:
        return []
    return [(r, i, k) for i, k in problem.neighbours.both_ways() for r in range(problem.responses)]


def solve_polytope(problem: Problem, progress: Progress = silent) -> Optimum | NoMechanism | Unsolved:
    """Return an optimal mechanism with its dual, or the proof that no mechanism satisfies the constraints.

    Responses that are equal in all losses and constraints are merged first. With more than `MANY_INEQUALITIES`, the
    complete graph has an additional variable for each response, and a unimodal loss on the path without constraints is
    solved by column generation. Every other optimum is a vertex of the polytope of mechanisms. For a unimodal loss on
    the path with at most one constraint, its search starts at G_{n,α}. From there, floating point would take long to
    notice that no mechanism satisfies several constraints, or to reach the optimum of another loss.
    For an irrational loss, the basis comes from a nearby rational loss and is kept if its prices prove it. The result
    is `Unsolved` if a limit stopped the search.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> solve_polytope(Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2")).value
    Fraction(1, 3)
    """
    if isinstance(problem.user, BayesianUser) and not problem.user.loss.rational:
        return _by_a_rational_loss(problem, problem.user, progress)
    groups = _equal_responses(problem)
    if len(groups) < problem.responses:
        return _solve_merged(problem, groups, progress)
    graph, is_large = problem.neighbours.name, inequalities(problem) > MANY_INEQUALITIES
    if is_large and graph == "complete" and 0 < problem.alpha < 1:
        return _on_complete_graph(problem, progress)
    is_unimodal = is_large and graph == "path" and problem.shape is not Shape.NEITHER
    if is_unimodal and 0 < problem.alpha < 1 and not problem.constraints:
        by_rays = solve_by_rays(problem, progress)
        if by_rays is not None:
            return by_rays
    program, size = linear_program(problem), problem.inputs
    is_bayesian = isinstance(problem.user, BayesianUser)
    from_geometric = is_unimodal and problem.responses == size and len(problem.constraints) <= 1
    if from_geometric and (is_bayesian or problem.alpha**size > LEAST):
        units = {x: GROWTH ** abs(x // size - x % size) for x in range(size * size)}
        found = solve(program, start=basis_of_geometric(problem, program), units=units, progress=progress)
    else:
        # Off the path, symmetries give programs many optima.
        method: Method = "steepest edge" if not is_large else "devex" if graph == "path" else "interior"
        found = solve(program, start=method, progress=progress)
    return _answer(problem, found, partial(dual_of, problem))


def basis_of_geometric(problem: Problem, program: LinearProgram) -> BasicColumns:
    """Return the basis of G_{n,α} in the linear program: all entries, and the slacks of the rows that are not tight.

    Each entry of G is α times the one before it, away from the middle of its column. The loss of a minimax consumer on
    the middle input of the side information is tight. Domain: the path, as many responses as inputs, 0 < α < 1.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> problem = Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2")
    >>> basis_of_geometric(problem, linear_program(problem))
    (0, 1, 2, 3, 4, 8, 9, 12)
    """
    tight = {at for at, (r, i, k) in enumerate(prices(problem), problem.inputs) if abs(i - r) < abs(k - r)}
    tight.update(range(problem.inputs))
    if not isinstance(problem.user, BayesianUser):
        tight.add(len(program.rows) - 1 - len(problem.user.side_information) // 2)
    return tuple(j for j in range(program.variables + len(program.rows)) if j - program.variables not in tight)


def _equal_responses(problem: Problem) -> list[list[int]]:
    """Return the responses in groups: those of one group are equal in all losses and in all constraints."""
    columns = [
        [(i, -1, rational(problem.user.loss(i, r))) for i in range(problem.inputs)] for r in range(problem.responses)
    ]
    for k, constraint in enumerate(problem.constraints):
        for (i, r), value in constraint.coefficients.items():
            columns[r].append((i, k, value))
    groups: dict[object, list[int]] = {}
    for r, column in enumerate(columns):
        groups.setdefault(tuple(column), []).append(r)
    return list(groups.values())


def _solve_merged(
    problem: Problem, groups: Sequence[Sequence[int]], progress: Progress
) -> Optimum | NoMechanism | Unsolved:
    """Solve the problem with one response for each group, which a mechanism uses in place of the others."""
    number = {group[0]: at for at, group in enumerate(groups)}
    loss = table([[rational(problem.user.loss(i, r)) for r in number] for i in range(problem.inputs)])
    constraints = []
    for each in problem.constraints:
        kept = {(i, number[r]): value for (i, r), value in each.coefficients.items() if r in number}
        constraints.append(Constraint(kept, each.bound, exactly=each.exactly))
    user: User = problem.user
    if isinstance(user, BayesianUser):
        user = BayesianUser(loss, user.prior)
    else:
        user = MinimaxConsumer(loss, inputs=range(user.size), side_information=user.side_information)
    merged = problem.but(user=user, responses=range(len(groups)), constraints=constraints)
    found = solve_polytope(merged, progress)
    if isinstance(found, Unsolved):
        return Unsolved(found.reason, problem)
    flows = {(r, i, k): price for (at, i, k), price in found.dual.flows.items() for r in groups[at]}
    dual = replace(found.dual, flows=flows)
    if isinstance(found, NoMechanism):
        return NoMechanism(problem, dual)
    rows = [
        [row[number[r]] if r in number else Fraction(0) for r in range(problem.responses)]
        for row in found.mechanism.rows
    ]
    return Optimum(problem, found.value, dual, None, Mechanism(rows))


def _answer(
    problem: Problem, found: Solution, dual: Callable[[tuple[Fraction, ...]], Dual]
) -> Optimum | NoMechanism | Unsolved:
    match found:
        case OptimalPoint():
            return Optimum(problem, found.value, dual(found.multipliers), None, mechanism_of(problem, found.point))
        case Infeasible():
            return NoMechanism(problem, dual(found.multipliers))
        case Unsolved():
            return Unsolved(found.reason, problem)
    raise ArithmeticError("the polytope of mechanisms is bounded, and the linear program was found not to be")


def inequalities(problem: Problem) -> int:
    """Return the number of privacy inequalities.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> inequalities(Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2"))
    12
    """
    return 2 * len(problem.neighbours.pairs) * problem.responses if problem.alpha else 0


def too_large(problem: Problem, *, shortened: bool = False) -> Unsolved | None:
    """Return the reason if the linear program of a problem is too large to be tried, else None.

    The program of the complete graph may be `shortened`.

    >>> from exactdp.model.users import BayesianUser, uniform
    >>> from exactdp.model.losses import absolute
    >>> too_large(Problem(BayesianUser(absolute(), uniform(n=1000)), "1/2")).reason
    'the linear program over all entries has more than 125,000 inequalities: write a smaller n'
    """
    entries = problem.inputs * problem.responses
    by_neighbours = 2 * entries if shortened and problem.neighbours.name == "complete" else inequalities(problem)
    if entries + by_neighbours <= LARGEST_PROGRAM:
        return None
    return Unsolved(
        f"the linear program over all entries has more than {LARGEST_PROGRAM:,} inequalities: write a smaller n",
        problem,
    )


def _on_complete_graph(problem: Problem, progress: Progress) -> Optimum | NoMechanism | Unsolved:
    apart = problem.but(neighbours=edges((), inputs=range(problem.inputs)))
    program = linear_program(apart)

    def dual(multipliers: tuple[Fraction, ...]) -> Dual:
        return replace(dual_of(apart, multipliers), flows=matched(problem, multipliers[len(program.rows) :]))

    return _answer(problem, solve(compact(problem, program), start="interior", progress=progress), dual)


def _by_a_rational_loss(problem: Problem, user: BayesianUser, progress: Progress) -> Optimum | NoMechanism | Unsolved:
    losses = [[_as_sum(user.loss(i, r)) for r in range(problem.responses)] for i in range(problem.inputs)]
    for bits in PRECISIONS:
        near = table([[loss.enclosure(bits)[0] for loss in row] for row in losses])
        program = linear_program(problem.but(user=BayesianUser(near, user.prior)))
        found = solve(program, progress=progress)
        if isinstance(found, Infeasible):
            return NoMechanism(problem, dual_of(problem, found.multipliers))
        if not isinstance(found, OptimalPoint):
            return Unsolved(getattr(found, "reason", "no basis was found"), problem)
        dual = dual_of(problem, _multipliers_of_sums(program, found.basis, user.prior, losses))
        if _is_feasible(problem, dual):
            mechanism = mechanism_of(problem, found.point)
            return Optimum(problem, _as_sum(expected_loss(user, mechanism).value), dual, None, mechanism)
    return Unsolved(
        f"no basis for losses to {PRECISIONS[-1]} binary digits was optimal for the irrational ones", problem
    )


def _multipliers_of_sums(
    program: LinearProgram, basis: tuple[int, ...], prior: Sequence[Fraction], losses: Sequence[Sequence[RadicalSum]]
) -> tuple[RadicalSum, ...]:
    """Return the multipliers of a basis if the losses are sums of radicals.

    The multipliers are linear in the costs, so each radical is solved for separately.
    """
    width, degree = len(losses[0]), losses[0][-1].degree
    found = [RadicalSum(1, ()) for _ in program.rows]
    for radicand in sorted({e for row in losses for loss in row for e, _ in loss.terms}):
        costs = {
            i * width + r: prior[i] * coefficient
            for i, row in enumerate(losses)
            for r, loss in enumerate(row)
            for e, coefficient in loss.terms
            if e == radicand
        }
        unit = RadicalSum(degree, ((radicand, Fraction(1)),))
        _, _, parts, below = by_cramers_rule(replace(program, objective=costs), basis)
        found = [total + unit * to_fraction(fmpq(part, below)) for total, part in zip(found, parts, strict=True)]
    return tuple(found)


def _is_feasible(problem: Problem, dual: Dual) -> bool:
    """Return whether the prices of all inequalities are nonnegative, and the dual bounds the loss of every column."""
    prices = [y for c, y in zip(problem.constraints, dual.multipliers, strict=True) if not c.exactly]
    return min((*prices, *dual.flows.values()), default=0) >= 0 and bool(faces(problem, dual))


def _as_sum(value: LossValue) -> RadicalSum:
    return value if isinstance(value, RadicalSum) else RadicalSum(1, ((1, value),) if value else ())


def mechanism_of(problem: Problem, point: tuple[Fraction, ...]) -> Mechanism:
    """Return the mechanism at a point of the linear program.

    Raises: as `Mechanism`, for a point that is not feasible.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> problem = Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2")
    >>> mechanism_of(problem, tuple(Fraction(each, 3) for each in (2, 1, 1, 2)))
    Mechanism 2 × 2
         0    1
    0  2/3  1/3
    1  1/3  2/3
    """
    width = problem.responses
    return Mechanism([point[i * width : (i + 1) * width] for i in range(problem.inputs)])


def dual_of(problem: Problem, multipliers: tuple[LossValue, ...]) -> Dual:
    """Convert the linear program's multipliers to a dual; ignore the multipliers of added rows.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> problem = Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2")
    >>> dual = dual_of(problem, solve(linear_program(problem)).multipliers)
    >>> dual.prior, dual.flows
    ((Fraction(2, 3), Fraction(1, 3)), {(1, 1, 0): Fraction(2, 3)})
    """
    weights, flows, constraints, losses = by_rows(problem, multipliers)
    user = problem.user
    if isinstance(user, BayesianUser):
        prior = user.prior
    else:
        prior = tuple(rational(losses.get(i, Fraction(0))) for i in range(problem.inputs))
    return Dual(prior, weights, constraints, {at: price for at, price in flows.items() if price})


def by_rows(
    problem: Problem, multipliers: tuple[Price, ...]
) -> tuple[tuple[Price, ...], dict[tuple[int, int, int], Price], tuple[Price, ...], dict[int, Price]]:
    """Divide the linear program's multipliers by its rows: inputs, privacy, constraints, and losses on inputs.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> problem = Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2")
    >>> by_rows(problem, tuple("abcdefgh"))
    (('a', 'b'), {(0, 0, 1): 'c', (1, 0, 1): 'd', (0, 1, 0): 'e', (1, 1, 0): 'f'}, (), {0: 'g', 1: 'h'})
    """
    inequalities = prices(problem)
    first, second = problem.inputs, problem.inputs + len(inequalities)
    third = second + len(problem.constraints)
    flows = dict(zip(inequalities, multipliers[first:second], strict=True))
    user = problem.user
    side = () if isinstance(user, BayesianUser) else user.side_information
    return multipliers[:first], flows, multipliers[second:third], dict(zip(side, multipliers[third:], strict=False))
