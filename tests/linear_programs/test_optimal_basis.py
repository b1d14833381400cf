"""Linear programs against every basis tried in turn, and with wrong proposals."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, cycle
from math import inf
from typing import Any

import pytest
from flint import fmpq_mat
from hypothesis import assume, example, given
from hypothesis import strategies as st

from exactdp.arithmetic.exact import to_fmpq_mat
from exactdp.linear_programs import optimal_basis
from exactdp.linear_programs.linear_program import (
    Coefficients,
    Infeasible,
    LinearProgram,
    OptimalPoint,
    Solution,
    Unbounded,
    holds,
)
from exactdp.linear_programs.optimal_basis import FEW_PLACES, PROPOSED_ONCE, solve
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.geometric import geometric
from tests.linear_programs.test_linear_program import EMPTY, ENDLESS, SOUND
from tests.strategies import share_of

# Few numbers, so that ties, zeros and dependent rows are common.
SMALL = st.sampled_from([Fraction(word) for word in ("0", "0", "1", "1", "-1", "-1", "2", "1/2", "-2/3")])
SCALES = st.sampled_from([Fraction(10) ** power for power in (-40, -20, -9, 0, 0, 0, 9, 20, 40)])
WIDE = st.builds(lambda value, scale: value * scale, SMALL, SCALES)
f = Fraction


@st.composite
def programs(draw: st.DrawFn, numbers: st.SearchStrategy[Fraction], most: int = 4) -> LinearProgram:
    variables, height = draw(st.integers(0, most)), draw(st.integers(0, most))
    row = st.dictionaries(st.integers(0, variables - 1), numbers) if variables else st.just({})
    rows = draw(st.lists(row, min_size=height, max_size=height))
    right = draw(st.lists(numbers, min_size=height, max_size=height))
    if height > 1 and draw(st.booleans()):
        rows[-1] = {j: 2 * value for j, value in rows[0].items()}
        right[-1] = draw(st.sampled_from([2, 1])) * right[0]
    some = st.frozensets(st.integers(0, height - 1)) if height else st.just(frozenset())
    free = st.frozensets(st.integers(0, variables - 1), max_size=2) if variables else st.just(frozenset())
    return LinearProgram(variables, draw(row), tuple(rows), tuple(right), draw(some), draw(free))


def reduced(matrix: fmpq_mat) -> tuple[list[list[Fraction]], list[int]]:
    """Return the rows of the reduced row echelon form that aren't zero, and where each has its leading one."""
    form, rank = matrix.rref()
    rows = [[Fraction(int(entry.p), int(entry.q)) for entry in row] for row in form.tolist()[:rank]]
    return rows, [next(j for j, entry in enumerate(row) if entry) for row in rows]


def basic_solutions(columns: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> Iterator[list[Fraction]]:
    """Yield every basic z ≥ 0 with Σ z_j·column_j = right."""
    width = len(columns)
    if not right:
        yield [Fraction(0)] * width
        return
    rows, leading = reduced(to_fmpq_mat(list(zip(*columns, right, strict=True))))
    if width in leading:
        return
    for chosen in combinations(range(width), len(rows)):
        solved, found = reduced(to_fmpq_mat([[*(row[j] for j in chosen), row[-1]] for row in rows]))
        if found == list(range(len(rows))) and all(row[-1] >= 0 for row in solved):
            z = [Fraction(0)] * width
            for j, row in zip(chosen, solved, strict=True):
                z[j] = row[-1]
            yield z


def by_every_basis(program: LinearProgram) -> tuple[type, Fraction | None]:
    """Return the kind of the answer and the optimal value, from all bases of the program's standard form."""
    height = len(program.rows)
    columns, costs = [], []
    for j in range(program.variables):
        column, cost = [row.get(j, f(0)) for row in program.rows], program.objective.get(j, f(0))
        for sign in (1, -1) if j in program.free else (1,):
            columns.append([sign * value for value in column])
            costs.append(sign * cost)
    for k in set(range(height)) - program.equalities:
        columns.append([f(-(i == k)) for i in range(height)])
        costs.append(f(0))

    def values(columns: list[list[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
        return [sum(map(Fraction.__mul__, costs, z), f(0)) for z in basic_solutions(columns, right)]

    least = min(values(columns, program.right), default=None)
    if least is None:
        return Infeasible, None
    rays = values([[*column, f(1)] for column in columns], [*[f(0)] * height, f(1)])
    return (Unbounded, None) if min(rays, default=f(0)) < 0 else (OptimalPoint, least)


def rank_of(found: OptimalPoint) -> int:
    """Return how many of the basic columns are independent."""
    program = found.program
    columns = [
        [row.get(j, f(0)) for row in program.rows]
        if j < program.variables
        else [f(int(k == j - program.variables)) for k in range(len(program.rows))]
        for j in found.basis
    ]
    return int(to_fmpq_mat(columns).rank()) if columns else 0


def check(found: Solution, program: LinearProgram) -> None:
    assert not isinstance(found, Unsolved)
    assert holds(found)
    kind, value = by_every_basis(program)
    assert type(found) is kind
    if isinstance(found, OptimalPoint):
        assert found.value == value
        assert rank_of(found) == len(program.rows)


@share_of(250)
@given(programs(SMALL) | programs(WIDE))
@example(LinearProgram(0, {}, (), ()))
@example(LinearProgram(1, {0: f(-1)}, (), ()))
@example(LinearProgram(0, {}, ({},), (f(1),)))
def test_as_by_every_basis(program: LinearProgram) -> None:
    check(solve(program), program)


@share_of(100)
@given(programs(SMALL) | programs(WIDE))
def test_exact_pivots_alone_solve_a_small_program(program: LinearProgram) -> None:
    assume(program.variables and program.rows)
    with pytest.MonkeyPatch.context() as patched:
        patched.delattr(optimal_basis._Search, "float_basis")
        check(solve(program, pivots=0, small=FEW_PLACES), program)


def test_floating_point_proposes_only_once_for_a_program_that_is_not_much_larger(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Each of eleven numbers is at least 1, and their sum at most 10.
    rows = (*({j: f(1)} for j in range(11)), dict.fromkeys(range(11), f(-1)))
    program = LinearProgram(11, {}, rows, (*[f(1)] * 11, f(-10)))
    assert FEW_PLACES < 11 * 12 <= PROPOSED_ONCE * FEW_PLACES
    monkeypatch.delattr(optimal_basis._Search, "steps")
    assert isinstance(solve(program, small=FEW_PLACES), Infeasible)
    with pytest.raises(AttributeError):
        solve(program)


@share_of(250)
@given(st.data())
def test_every_wrong_proposal_is_repaired(data: st.DataObject) -> None:
    program = data.draw(programs(SMALL) | programs(WIDE))
    columns = range(program.variables + len(program.rows))
    proposals = data.draw(st.lists(st.frozensets(st.sampled_from(columns)) if columns else st.just(set()), min_size=1))

    def wrong(*_: Any, **__: Any) -> tuple[int, ...]:
        return tuple(sorted(proposals.pop() if len(proposals) > 1 else proposals[0]))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(optimal_basis._Search, "float_basis", wrong)
        check(solve(program), program)


@share_of(60)
@given(programs(SMALL, most=12) | programs(WIDE, most=12))
def test_larger_ones_are_solved_too(program: LinearProgram) -> None:
    assert not isinstance(solve(program), Unsolved)


def proposes(patched: pytest.MonkeyPatch, only_first: bool) -> None:
    """Let the slacks be proposed, always or where floating point starts."""
    own = optimal_basis._Search.float_basis

    def slacks(search: Any, basis: Any, *rest: Any, **options: Any) -> Any:
        if basis is not None and only_first:
            return own(search, basis, *rest, **options)
        return tuple(range(search.n, search.n + search.m))

    patched.setattr(optimal_basis._Search, "float_basis", slacks)


def private(n: int, alpha: Fraction, inputs: Sequence[int] = ()) -> LinearProgram:
    """Return the program of all α-private mechanisms: least mean |i-r| for a uniform prior or, over `inputs`, worst."""

    def x(i: int, r: int) -> int:
        return i * (n + 1) + r

    size = range(n + 1)
    rows: list[Coefficients] = [{x(i, r): f(1) for r in size} for i in size]
    rows += [{x(k, r): f(1), x(i, r): -alpha} for i in size for k in (i - 1, i + 1) if k in size for r in size]
    rows += [{x(n + 1, 0): f(1)} | {x(i, r): -f(abs(i - r)) for r in size} for i in inputs]
    right = (*(f(1) for _ in size), *[f(0)] * (len(rows) - n - 1))
    variables = (n + 1) ** 2
    if inputs:
        return LinearProgram(
            variables + 1, {variables: f(1)}, tuple(rows), right, frozenset(size), frozenset({variables})
        )
    mean = {x(i, r): f(abs(i - r), n + 1) for i in size for r in size}
    return LinearProgram(variables, mean, tuple(rows), right, frozenset(size))


def best_remap(n: int, alpha: Fraction) -> Fraction:
    """Return the least mean |i-r| of a remap of the geometric mechanism: each response goes where it costs least."""
    size, mechanism = range(n + 1), geometric(n=n, alpha=alpha)
    return sum((min(sum(abs(i - r) * mechanism[i, k] for i in size) for r in size) for k in size), f(0)) / (n + 1)


@pytest.mark.parametrize("alpha", [f(1, 10), f(1, 2), f(9, 10), f(1)])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 10])
def test_the_geometric_mechanism_is_optimal_for_a_uniform_prior(n: int, alpha: Fraction) -> None:
    found = solve(private(n, alpha))
    assert found.value == best_remap(n, alpha)


@pytest.mark.parametrize("inputs", [(), range(6)], ids=["bayesian", "minimax"])
def test_a_wrong_start_is_corrected_from_exact_residuals(
    inputs: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    program, stages = private(5, f(1, 2), inputs), list[str]()
    wanted = solve(program)
    proposes(monkeypatch, only_first=True)
    found = solve(program, progress=stages.append)
    assert found.value == wanted.value
    assert stages
    assert not any(stage.startswith("exact pivots") for stage in stages)


ALMOST_PARALLEL = LinearProgram(
    2, {0: f(2), 1: f(1)}, ({0: f(1), 1: f(1)}, {0: f(1), 1: 1 + f(1, 10**9)}), (f(1), f(2))
)
"""Its columns 0 and 1 are a basis with the value -10^9, and columns 1 and 2 are the optimal one."""


def starts_of(patched: pytest.MonkeyPatch, proposals: Iterable[tuple[int, ...]]) -> list[Any]:
    """Let floating point end in these bases, and return the list of the bases from which it will have started."""
    starts, proposals = [], iter(proposals)

    def next_one(search: Any, start: Any, *rest: Any, **options: Any) -> tuple[int, ...]:
        starts.append(start)
        return next(proposals)

    patched.setattr(optimal_basis._Search, "float_basis", next_one)
    return starts


def test_a_step_that_loses_all_digits_is_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = starts_of(monkeypatch, [(2, 3), (0, 1), (1, 2)])
    found = solve(ALMOST_PARALLEL)
    assert found.basis == (1, 2)
    assert starts == [None, (2, 3), (2, 3)]


def test_floating_point_that_goes_round_in_a_circle_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = starts_of(monkeypatch, cycle([(2, 3), (0, 2)]))
    found = solve(ALMOST_PARALLEL)
    assert found.basis == (1, 2)
    assert len(starts) < 8


@pytest.mark.parametrize("inputs", [(), range(5)], ids=["bayesian", "minimax"])
def test_exact_pivots_alone_get_there(inputs: Sequence[int], monkeypatch: pytest.MonkeyPatch) -> None:
    program, stages = private(4, f(1, 2), inputs), list[str]()
    wanted = solve(program)
    proposes(monkeypatch, only_first=False)
    found = solve(program, progress=stages.append)
    assert found.value == wanted.value
    counted = [stage for stage in stages if stage.startswith("exact pivots")]
    assert counted == stages[-len(counted) :] == [f"exact pivots: {step}" for step in range(1, len(counted) + 1)]
    assert isinstance(solve(program, pivots=len(counted)), OptimalPoint)
    limited = solve(program, pivots=len(counted) - 1)
    assert limited.reason == f"not solved within {len(counted) - 1} exact pivots"


BEALE = ((f(1, 4), f(-8), f(-1), f(9)), (f(1, 2), f(-12), f(-1, 2), f(3)), (f(0), f(0), f(1), f(0)))
BEALE_COSTS = (f(-3, 4), f(20), f(-1, 2), f(6))


def beale_primal() -> LinearProgram:
    """Return Beale's program, on which the rule of the most negative cost cycles from the basis 0, 1, 2."""
    rows = tuple({k: f(1)} | {3 + j: value for j, value in enumerate(row)} for k, row in enumerate(BEALE))
    costs = {3 + j: cost for j, cost in enumerate(BEALE_COSTS)}
    return LinearProgram(7, costs, rows, (f(0), f(0), f(1)), frozenset(range(3)))


def beale_dual() -> LinearProgram:
    """Return its dual, on which the rule of the largest violation cycles from the basis 3, 4, 5, 6."""
    rows = tuple({3 + j: f(1)} | {k: -row[j] for k, row in enumerate(BEALE)} for j in range(4))
    return LinearProgram(7, {2: f(1)}, rows, BEALE_COSTS, frozenset(range(4)))


@pytest.mark.parametrize(
    ("program", "start", "value"),
    [(beale_primal(), (0, 1, 2), f(-5, 4)), (beale_dual(), (3, 4, 5, 6), f(5, 4))],
    ids=["primal", "dual"],
)
def test_no_cycle_is_endless(
    program: LinearProgram, start: tuple[int, ...], value: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optimal_basis._Search, "float_basis", lambda *_, **__: start)
    found = solve(program, seconds=5)
    assert found.value == value


def test_the_slack_of_an_equality_stays_at_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    # Minimise -x with x = y and y ≤ 1, from the slacks: x may not rise alone.
    proposes(monkeypatch, only_first=False)
    found = solve(LinearProgram(2, {0: f(-1)}, ({0: f(1), 1: f(-1)}, {1: f(-1)}), (f(0), f(-1)), frozenset({0})))
    assert found.point == (1, 1)


def test_tiny_beside_huge() -> None:
    tiny, huge = f(1, 10**40), f(10**40)
    found = solve(LinearProgram(2, {0: huge, 1: tiny}, ({0: tiny, 1: huge}, {0: f(1), 1: -tiny}), (f(1), tiny)))
    x, y = found.point
    assert tiny * x + huge * y == 1
    assert x - tiny * y == tiny
    # Feasible for floats, and not exactly.
    assert isinstance(solve(LinearProgram(1, {}, ({0: f(1)}, {0: f(-1)}), (1 + tiny, f(-1)))), Infeasible)
    assert isinstance(solve(LinearProgram(1, {0: -tiny}, ({0: f(1)},), (huge,))), Unbounded)
    # No float is as large as this.
    beyond = solve(LinearProgram(1, {0: f(10) ** -400}, ({0: f(1)},), (f(10) ** 400,)))
    assert beyond.point == (f(10) ** 400,)


def test_no_variables_and_no_rows() -> None:
    assert solve(LinearProgram(0, {}, (), ())) == OptimalPoint(LinearProgram(0, {}, (), ()), (), (), f(0), ())
    assert isinstance(solve(LinearProgram(0, {}, ({},), (f(1),))), Infeasible)
    assert isinstance(solve(LinearProgram(1, {0: f(1)}, (), (), free=frozenset({0}))), Unbounded)
    assert isinstance(solve(LinearProgram(1, {0: f(1)}, (), ())), OptimalPoint)
    redundant = solve(LinearProgram(1, {}, ({0: f(1)},) * 3, (f(2),) * 3, frozenset(range(3))))
    assert redundant.point == (2,)


@given(st.data())
def test_optimality_needs_every_number(data: st.DataObject) -> None:
    found = solve(data.draw(programs(SMALL)))
    step = data.draw(SMALL.filter(bool))
    if isinstance(found, OptimalPoint):
        assert not holds(replace(found, value=found.value + step))
    if isinstance(found, Infeasible):
        assert not holds(replace(found, multipliers=tuple(-y for y in found.multipliers)))
    if isinstance(found, Unbounded):
        assert not holds(replace(found, ray=tuple(-r for r in found.ray)))


@pytest.mark.parametrize("found", [SOUND, EMPTY, ENDLESS], ids=["optimum", "infeasible", "unbounded"])
def test_what_its_check_refuses_is_not_returned(
    found: OptimalPoint | Infeasible | Unbounded, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoil(own: Callable[..., Solution]) -> Callable[..., Solution]:
        def spoilt(search: Any, **options: Any) -> Solution:
            answer = own(search, **options)
            match answer:
                case Unbounded():
                    return replace(answer, ray=answer.point)
                case OptimalPoint() | Infeasible():
                    return replace(answer, multipliers=(f(0),) * len(answer.multipliers))
            return answer

        return spoilt

    monkeypatch.setattr(optimal_basis._Search, "run", spoil(optimal_basis._Search.run))
    answer = solve(found.program)
    assert "don't prove" in answer.reason


def test_a_limit_of_time_is_an_answer() -> None:
    answer = solve(private(3, f(1, 2)), seconds=0)
    assert "time" in answer.reason
    assert isinstance(solve(private(3, f(1, 2)), seconds=inf), OptimalPoint)


def test_an_answer_does_not_change_with_what_was_given() -> None:
    row = {0: f(1)}
    program = LinearProgram(1, row, (row,), (f(1),))
    row[0] = f(-1)
    found = solve(program)
    assert found.value == 1


def test_bounds_and_costs_grow_until_the_tolerance_is_small_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each entry is at least half of the one before it, and floating point first leaves all but the first at 0.
    size = 60
    rows = ({0: f(1)}, *({k + 1: f(2), k: f(-1)} for k in range(size - 1)))
    program = LinearProgram(size, dict.fromkeys(range(size), f(1)), rows, (f(1), *[f(0)] * (size - 1)))
    asked, real = list[tuple[Any, ...]](), optimal_basis._Search.float_basis

    def from_all_at_0(search: Any, *arguments: Any, **options: Any) -> Any:
        asked.append(arguments)
        return (0, *range(size + 1, 2 * size)) if len(asked) == 1 else real(search, *arguments, **options)

    monkeypatch.setattr(optimal_basis._Search, "float_basis", from_all_at_0)
    found = solve(program, pivots=0)
    assert isinstance(found, OptimalPoint)
    for (start, lower, costs), times in zip(asked[1:], optimal_basis.ENLARGEMENTS, strict=False):
        assert start is not None
        assert (lower, costs) == ({size: times}, dict.fromkeys(range(size), times))
    assert len(asked) > 2
    assert found.point == tuple(f(1, 2**k) for k in range(size))
