"""The least favourable prior: compared with other methods, under symmetries, and with every guess wrong."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, Mechanism, MinimaxConsumer, certify, edges, geometric
from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.exact import to_fmpq, to_fmpq_mat, to_fraction
from exactdp.linear_programs.linear_program import Coefficients, LinearProgram
from exactdp.linear_programs.optimal_basis import solve
from exactdp.linear_programs.searching import Unsolved, silent
from exactdp.model.losses import Loss, absolute, squared
from exactdp.model.losses import table as table_of
from exactdp.optimum import least_favourable as module
from exactdp.optimum.dual_cone import InfeasibleDual, columns_without_price, faces
from exactdp.optimum.least_favourable import another_remap
from exactdp.optimum.minimax_game import MinimaxGame, minimax_game
from exactdp.optimum.problem import Optimum, Problem, SparseRemap, written_out
from exactdp.optimum.search import optimal
from tests.strategies import fractions_within, share_of

Table = list[list[Fraction]]

LOSSES: dict[str, Callable[[int, int], int]] = {
    "absolute": lambda i, r: abs(i - r),
    "squared": lambda i, r: (i - r) ** 2,
    "zero-one": lambda i, r: int(i != r),
    "threshold": lambda i, r: int(abs(i - r) > 1),
    "asymmetric": lambda i, r: 3 * (r - i) if r > i else i - r,
}


def table(name: str, n: int) -> Table:
    return [[Fraction(LOSSES[name](i, r)) for r in range(n + 1)] for i in range(n + 1)]


LEVELS = st.sampled_from([Fraction(each) for each in ("1/2", "9/10", "1/100", "2/7", "99/100", "1e-7", "999/1000")])
STEPS = st.sampled_from([Fraction(0), Fraction(0), Fraction(1), Fraction(1, 3), Fraction(5)])


@st.composite
def monotone(draw: st.DrawFn, n: int) -> Table:
    if draw(st.booleans()):
        return table(draw(st.sampled_from(sorted(LOSSES))), n)
    rows = []
    for i in range(n + 1):
        by_distance = [draw(STEPS)]
        for _ in range(n):
            by_distance.append(by_distance[-1] + draw(STEPS))
        rows.append([by_distance[abs(i - r)] for r in range(n + 1)])
    return rows


@st.composite
def games(draw: st.DrawFn, most: int = 6) -> tuple[Fraction, Table, list[int]]:
    n = draw(st.integers(1, most))
    kind = draw(st.sampled_from(["monotone", "any"]))
    value = fractions_within(-2, 3, 4)
    losses = draw(monotone(n)) if kind == "monotone" else [[draw(value) for _ in range(n + 1)] for _ in range(n + 1)]
    inputs = draw(st.sets(st.integers(0, n), min_size=1))
    return draw(LEVELS), losses, draw(st.sampled_from([sorted(inputs), list(range(n + 1)), [0, n]]))


def consumer(losses: Sequence[Sequence[Any]], inputs: Iterable[int]) -> MinimaxConsumer:
    return MinimaxConsumer(table_of(losses), n=len(losses) - 1, side_information=inputs)


def least_favourable(
    alpha: Fraction | str,
    losses: Sequence[Sequence[Any]],
    inputs: Iterable[int],
    progress: Callable[[str], None] = silent,
) -> Optimum:
    return module.least_favourable(Problem(consumer(losses, inputs), alpha), progress)


def stepped(saddle: Optimum) -> SparseRemap | None:
    priced = faces(saddle.problem, saddle.dual)
    if isinstance(priced, InfeasibleDual):
        return None
    used = {(k, r) for k, row in enumerate(saddle.remap or ()) for r, _ in row}
    return another_remap(saddle, [at for at in columns_without_price(saddle.problem, priced) if at not in used])


def game_of(alpha: str, losses: Table, inputs: Iterable[int]) -> MinimaxGame:
    return minimax_game(consumer(losses, inputs), Fraction(alpha))


def remap(saddle: Optimum) -> Mechanism:
    assert saddle.remap is not None
    return written_out(saddle.remap, saddle.problem.responses)


def worst_loss(alpha: Fraction, losses: Table, inputs: Sequence[int], T: Mechanism) -> Fraction:
    induced = geometric(n=len(losses) - 1, alpha=alpha) @ T
    return max(sum((loss * induced[i, r] for r, loss in enumerate(losses[i])), Fraction(0)) for i in inputs)


def bayes_loss(alpha: Fraction, losses: Table, prior: Sequence[Fraction]) -> Fraction:
    n, likely = len(losses) - 1, [(i, p) for i, p in enumerate(prior) if p]
    G = geometric(n=n, alpha=alpha)
    joint = to_fmpq_mat([[p * G[i, k] for i, p in likely] for k in range(n + 1)])
    costs = joint * to_fmpq_mat([losses[i] for i, _ in likely])
    return sum((to_fraction(min(row)) for row in costs.tolist()), Fraction(0))


def is_saddle_point(alpha: Fraction | str, losses: Table, inputs: Sequence[int], saddle: Optimum) -> bool:
    """By the definition: no input loses more than the value, and no remap of G less against the prior."""
    level, prior = Fraction(alpha), saddle.dual.prior
    known = sum(prior) == 1 and min(prior) >= 0 and {i for i, p in enumerate(prior) if p} <= {*inputs}
    worst = worst_loss(level, losses, inputs, remap(saddle))
    return known and worst == saddle.value == bayes_loss(level, losses, prior)


def value_of_the_whole_program(alpha: Fraction, losses: Table, inputs: Sequence[int]) -> Fraction:
    """By the linear program of section 2.4.3 over all entries of T."""
    size, G = len(losses), geometric(n=len(losses) - 1, alpha=alpha)
    worst = size * size
    rows: list[Coefficients] = [{size * k + r: Fraction(1) for r in range(size)} for k in range(size)]
    for i in inputs:
        of_input = {size * k + r: -G[i, k] * losses[i][r] for k, r in product(range(size), range(size))}
        rows.append({at: value for at, value in of_input.items() if value} | {worst: Fraction(1)})
    right = (Fraction(1),) * size + (Fraction(0),) * len(inputs)
    found = solve(
        LinearProgram(worst + 1, {worst: Fraction(1)}, tuple(rows), right, frozenset(range(size)), frozenset({worst}))
    )
    return found.value


def game_value(payoffs: list[list[fmpq]]) -> Fraction:
    """The value of a matrix game, rows maximise, by the square submatrices that may be its kernel (Shapley & Snow)."""
    height, width = len(payoffs), len(payoffs[0])
    for size in range(1, height + 1):
        for rows, columns in product(combinations(range(height), size), combinations(range(width), size)):
            solution = equalised([[payoffs[i][j] for j in columns] for i in rows])
            if solution is None or min(*solution[0], *solution[1]) < 0:
                continue
            p, x, value = solution
            against_p = (sum(p[a] * payoffs[i][j] for a, i in enumerate(rows)) for j in range(width))
            against_x = (sum(x[b] * payoffs[i][j] for b, j in enumerate(columns)) for i in range(height))
            if all(each >= value for each in against_p) and all(each <= value for each in against_x):
                return to_fraction(value)
    raise AssertionError("every matrix game has a kernel")


def equalised(square: list[list[fmpq]]) -> tuple[list[fmpq], list[fmpq], fmpq] | None:
    """Return the mixtures of rows and of columns for which all that the other player may choose pay the same."""
    size = len(square)
    right = fmpq_mat(size + 1, 1, [fmpq(0)] * size + [fmpq(1)])
    try:
        p, x = (
            fmpq_mat([[*row, fmpq(-1)] for row in each] + [[fmpq(1)] * size + [fmpq(0)]]).solve(right).entries()
            for each in (zip(*square, strict=True), square)
        )
    except ZeroDivisionError:
        return None
    return p[:-1], x[:-1], x[-1]


@given(games())
@share_of(150)
def test_no_remap_beats_the_prior_and_another_remap_is_as_good(game: tuple[Fraction, Table, list[int]]) -> None:
    alpha, losses, inputs = game
    saddle = least_favourable(alpha, losses, inputs)
    assert is_saddle_point(alpha, losses, inputs, saddle)
    other = stepped(saddle)
    if other is not None:
        assert other != saddle.remap
        assert is_saddle_point(alpha, losses, inputs, replace(saddle, remap=other))


@given(games(most=5))
@share_of(40)
def test_the_value_is_that_of_the_linear_program_of_all_remaps(game: tuple[Fraction, Table, list[int]]) -> None:
    assert least_favourable(*game).value == value_of_the_whole_program(*game)


@given(games(most=2))
@share_of(40)
def test_the_value_is_that_of_the_matrix_game_of_deterministic_remaps(game: tuple[Fraction, Table, list[int]]) -> None:
    alpha, losses, inputs = game
    n = len(losses) - 1
    G = geometric(n=n, alpha=alpha)
    columns = {
        tuple(sum(G[i, k] * losses[i][r] for k, r in enumerate(chosen)) for i in inputs)
        for chosen in product(range(n + 1), repeat=n + 1)
    }
    payoffs = [list(map(to_fmpq, row)) for row in zip(*sorted(columns), strict=True)]
    assert least_favourable(alpha, losses, inputs).value == game_value(payoffs)


@given(games())
@share_of(40)
def test_symmetries(game: tuple[Fraction, Table, list[int]]) -> None:
    alpha, losses, inputs = game
    n, value = len(losses) - 1, least_favourable(alpha, losses, inputs).value
    reflected = [row[::-1] for row in losses[::-1]]
    assert least_favourable(alpha, reflected, [n - i for i in inputs]).value == value
    assert least_favourable(alpha, [[loss + 7 for loss in row] for row in losses], inputs).value == value + 7
    assert least_favourable(alpha, [[loss * 3 / 5 for loss in row] for row in losses], inputs).value == value * 3 / 5
    assert least_favourable(alpha, losses, range(n + 1)).value >= value
    # G at a higher level is a remap of G at a lower one.
    assert least_favourable((1 + alpha) / 2, losses, inputs).value >= value


@pytest.mark.parametrize("alpha", [Fraction(1, 3), Fraction(9, 10)])
def test_values_worked_out_by_hand(alpha: Fraction) -> None:
    assert least_favourable(alpha, table("zero-one", 1), [0, 1]).value == alpha / (1 + alpha)
    for i in range(4):
        alone = least_favourable(alpha, table("squared", 3), [i])
        assert alone.value == 0
        assert alone.dual.prior == tuple(Fraction(i == j) for j in range(4))
        assert alone.remap == (((i, Fraction(1)),),) * 4
    for n in (1, 2, 3, 30):
        # Two inputs and the zero-one loss: a test of two hypotheses.
        G = geometric(n=n, alpha=alpha)
        overlap = sum(min(G[0, k], G[n, k]) for k in range(n + 1))
        assert least_favourable(alpha, table("zero-one", n), [0, n]).value == overlap / 2


def test_a_constant_loss() -> None:
    constant = [[Fraction(2, 3)] * 3] * 3
    assert least_favourable("1/2", constant, [0, 2]).value == Fraction(2, 3)


def test_side_information_may_be_any_iterable() -> None:
    once = iter([2, 0, 2])
    assert least_favourable("1/2", table("absolute", 2), once) == least_favourable("1/2", table("absolute", 2), [0, 2])


@pytest.mark.parametrize(
    ("name", "n", "alpha", "inputs"),
    [
        ("absolute", 40, "9/10", range(41)),
        ("squared", 30, "9/10", range(31)),
        ("zero-one", 30, "1/2", range(31)),
        ("absolute", 30, "1/100", range(31)),
        pytest.param("absolute", 60, "9/10", range(61), marks=pytest.mark.long),
        pytest.param("absolute", 100, "1/2", range(101), marks=pytest.mark.long),
        pytest.param("absolute", 100, "9/10", range(101), marks=pytest.mark.thorough),
        pytest.param("squared", 60, "9/10", range(61), marks=pytest.mark.long),
        pytest.param("zero-one", 60, "1/2", range(61), marks=pytest.mark.long),
        pytest.param("absolute", 60, "1/100", range(61), marks=pytest.mark.long),
        ("threshold", 40, "4/5", range(10, 30)),
        ("asymmetric", 40, "2/3", range(0, 41, 3)),
        ("squared", 40, "1/1000", range(41)),
        ("absolute", 40, "999/1000", range(41)),
        pytest.param("zero-one", 100, "1/2", range(101), marks=pytest.mark.thorough),
        ("absolute", 150, "9/10", [0, 150]),
    ],
)
def test_many_inputs(name: str, n: int, alpha: str, inputs: Sequence[int]) -> None:
    losses = table(name, n)
    saddle = least_favourable(alpha, losses, inputs)
    assert is_saddle_point(alpha, losses, inputs, saddle)


def test_a_program_that_floating_point_refuses_is_solved_exactly() -> None:
    # The value is so near the least losses that coefficients in units of what it exceeds them by are too large.
    losses = [[1, 1, 1, 2, 2, 2, 2], *[[0] * 7] * 5, [2, 2, 2, 1, 1, 1, 1]]
    exactly = [[Fraction(loss) for loss in row] for row in losses]
    assert is_saddle_point("1/10000000", exactly, [0, 6], least_favourable("1/10000000", losses, [0, 6]))


@pytest.mark.long
@given(
    st.sampled_from(sorted(LOSSES)),
    st.integers(25, 34),
    st.sampled_from(["1/4", "1/2", "3/5", "9/10", "1/10000000"]),
    st.data(),
)
@share_of(30)
def test_from_a_game_of_half_the_size(name: str, n: int, alpha: str, data: st.DataObject) -> None:
    ends = data.draw(st.sampled_from([(0, n), (0, n - 3), (5, n), (2, n - 4)]))
    losses, inputs = table(name, n), range(ends[0], ends[1] + 1)
    assert module._halved(game_of(alpha, losses, inputs)) is not None
    saddle = least_favourable(alpha, losses, inputs)
    assert is_saddle_point(alpha, losses, inputs, saddle)


@pytest.mark.parametrize("inputs", [[0, 30], range(0, 31, 3), [7]])
def test_other_games_are_not_halved(inputs: Sequence[int]) -> None:
    assert module._halved(game_of("1/2", table("absolute", 30), inputs)) is None
    uneven = table("absolute", 30)
    uneven[4][7] += 1
    assert module._halved(game_of("1/2", uneven, range(31))) is None


def test_another_remap_is_found_where_a_step_leads_to_it() -> None:
    losses = table("absolute", 40)
    saddle = least_favourable("3/5", losses, range(41))
    other = stepped(saddle)
    assert other is not None
    assert is_saddle_point("3/5", losses, range(41), replace(saddle, remap=other))
    # One input alone may be read in many ways, the only optimum of the other in none but one.
    alone = least_favourable("1/2", table("zero-one", 2), [0])
    assert stepped(alone) is None
    only = least_favourable("1/2", table("absolute", 4), range(5))
    assert stepped(only) is None


@pytest.mark.parametrize(
    ("loss", "alpha"),
    [
        (absolute(), "1/4"),
        pytest.param(squared(), "3/5", marks=pytest.mark.long),
        pytest.param(absolute(), "9/10", marks=pytest.mark.long),
    ],
)
def test_three_hundred_inputs_are_proved(loss: Loss, alpha: str) -> None:
    found = optimal(Problem(MinimaxConsumer(loss, n=300), alpha))
    assert certify(found).kind == "optimal"


@pytest.mark.long
def test_the_units_of_a_nearly_flat_prior_are_kept() -> None:
    # In units of its own HiGHS fails for this game, and exact steps would take hours.
    steps: list[str] = []
    found = module.least_favourable(Problem(MinimaxConsumer(squared(), n=400), "9/10"), steps.append)
    assert certify(found).kind == "optimal"
    assert not any(step.startswith("exact pivot") for step in steps)


@pytest.mark.thorough
@pytest.mark.parametrize("loss", [absolute(), squared()])
@pytest.mark.parametrize("alpha", ["1/4", "1/2", "3/5", "9/10"])
def test_a_thousand_inputs_are_proved(loss: Loss, alpha: str) -> None:
    found = optimal(Problem(MinimaxConsumer(loss, n=1000), alpha))
    assert certify(found).kind == "optimal"


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(LOSSES))
@pytest.mark.parametrize("alpha", ["1/2", "9/10"])
def test_two_hundred_inputs(name: str, alpha: str) -> None:
    losses = table(name, 200)
    assert is_saddle_point(alpha, losses, range(201), least_favourable(alpha, losses, range(201)))


def wrong_bases() -> dict[str, Callable[..., Any]]:
    right = module._first_basis

    def first_ones(game: Any, progress: Any) -> Any:
        return module.Basis(tuple((0,) for _ in range(game.n + 1)), (game.inputs[-1],))

    def singular(game: Any, progress: Any) -> Any:
        # On inputs above all four responses, any three differences of these losses depend on each other.
        return module.Basis(((0, 1, 2, 3), *[(0,)] * game.n), (4, 5, 6, 7))

    def spoilt(game: Any, progress: Any) -> Any:
        basis = right(game, progress)
        rows = [tuple((r + (k % 3 == 0)) % (game.n + 1) for r in chosen) for k, chosen in enumerate(basis.responses)]
        return module.Basis(tuple(rows), basis.tight)

    return {
        "the first responses": first_ones,
        "singular": singular,
        "spoilt": spoilt,
        "no input is tight": lambda game, progress: module.Basis(right(game, progress).responses, ()),
    }


@pytest.mark.parametrize("wrong", sorted(wrong_bases()))
@pytest.mark.parametrize("name", ["absolute", "zero-one", "squared"])
def test_a_wrong_basis_is_repaired(name: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    losses = table(name, 9)
    right = least_favourable("3/4", losses, range(10))
    monkeypatch.setattr(module, "_first_basis", wrong_bases()[wrong])
    found = least_favourable("3/4", losses, range(10))
    assert found.value == right.value
    assert is_saddle_point("3/4", losses, range(10), found)


def test_near_the_level_1() -> None:
    alpha = 1 - Fraction(1, 10**7)
    losses = [[Fraction(0), Fraction(0), Fraction(1)], [1, 0, 1], [Fraction(4, 3), 1, 0]]
    assert is_saddle_point(alpha, losses, range(3), least_favourable(alpha, losses, range(3)))


def test_what_is_not_found_is_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "solve", lambda *_, **__: Unsolved("late"))
    with pytest.raises(Undecided, match="late"):
        least_favourable("1/2", table("absolute", 8), range(9))


@pytest.mark.parametrize(
    ("alpha", "losses", "inputs", "message"),
    [
        (0, [[0, 1], [1, 0]], [0], "strictly between"),
        (1, [[0, 1], [1, 0]], [0], "strictly between"),
        ("1/2", [[0]], [0], "n ≥ 1"),
    ],
)
def test_unusable_input_is_refused(alpha: Any, losses: Any, inputs: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        least_favourable(alpha, losses, inputs)


def test_other_problems_are_refused() -> None:
    minimax = MinimaxConsumer(table_of([[0, 1], [1, 0]]), inputs=range(2))
    bayesian = BayesianUser(table_of([[0, 1], [1, 0]]), ["1/2", "1/2"])
    for problem in (Problem(minimax, "1/2", edges([], n=1)), Problem(bayesian, "1/2")):
        with pytest.raises(InputError, match="count query"):
            module.least_favourable(problem)
