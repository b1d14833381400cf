"""The minimax consumer's game: its equations and the vertices of its bases, against matrices written out."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flint import fmpz_mat
from hypothesis import given
from hypothesis import strategies as st

from exactdp import MinimaxConsumer, geometric, table
from exactdp.linear_programs.contracted_basis import ContractedBasis
from exactdp.linear_programs.optimal_basis import by_cramers_rule
from exactdp.optimum.minimax_game import Basis, MinimaxGame, minimax_game
from tests.strategies import fractions_within, share_of

LEVELS = st.sampled_from(["1/2", "9/10", "2/7", "1/10000000", "999/1000"])


@st.composite
def games(draw: st.DrawFn, most: int = 7) -> MinimaxGame:
    n = draw(st.integers(1, most))
    by_distance = [0, *draw(st.lists(fractions_within(0, 4, 3), min_size=n, max_size=n))]
    losses: list[list[Any]] = draw(
        st.sampled_from(
            [
                [[abs(i - r) for r in range(n + 1)] for i in range(n + 1)],
                [[(i - r) ** 2 for r in range(n + 1)] for i in range(n + 1)],
                [[abs(i - r) ** 3 for r in range(n + 1)] for i in range(n + 1)],
                [[by_distance[abs(i - r)] for r in range(n + 1)] for i in range(n + 1)],
            ]
        )
    )
    inputs = draw(st.one_of(st.just(range(n + 1)), st.sets(st.integers(0, n), min_size=1)))
    return game_of(draw(LEVELS), losses, inputs)


def game_of(alpha: str, losses: list[list[Any]], inputs: Iterable[int]) -> MinimaxGame:
    return minimax_game(MinimaxConsumer(table(losses), n=len(losses) - 1, side_information=inputs), Fraction(alpha))


@st.composite
def bases(draw: st.DrawFn) -> tuple[MinimaxGame, Basis]:
    game = draw(games())
    chosen = [[draw(st.sampled_from(game.responses))] for _ in range(game.n + 1)]
    tight = draw(st.sets(st.sampled_from(game.inputs), min_size=1))
    free = [(k, r) for k, r in product(range(game.n + 1), game.responses) if r not in chosen[k]]
    count = min(len(tight) - 1, len(free))
    for k, r in draw(st.lists(st.sampled_from(free), min_size=count, max_size=count, unique=True)) if count else []:
        chosen[k].append(r)
    return game, Basis(tuple(map(tuple, chosen)), tuple(sorted(tight)[: count + 1]))


def level(game: MinimaxGame) -> Fraction:
    return Fraction(game.p, game.q)


@given(games())
def test_the_rows_are_multiplied_by_the_inverse_on_the_side_information(game: MinimaxGame) -> None:
    diagonal, beside = game.inverse
    alpha, size = level(game), len(game.inputs)
    whole = None
    for at, row in enumerate(game.inputs):
        for k, column in enumerate(game.inputs):
            terms = diagonal[at] * alpha ** abs(row - column)
            terms += beside[at] * alpha ** abs(game.inputs[at - 1] - column) if at else 0
            terms += beside[at + 1] * alpha ** abs(game.inputs[at + 1] - column) if at + 1 < size else 0
            whole = terms if whole is None else whole
            assert terms == (whole if at == k else 0)
    assert whole


@given(games(), st.data())
def test_a_column_has_all_that_is_not_0(game: MinimaxGame, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, game.n))
    r, f = data.draw(st.sampled_from(game.responses)), data.draw(st.sampled_from(game.responses))
    change = [(game.losses[i][r] - game.losses[i][f]) * game.power[abs(i - k)] for i in game.inputs]
    expected = game.multiplied(dict(enumerate(change)))
    assert game.column(k, r, f) == {at: v for at, v in expected.items() if v}
    for at, unit in enumerate(game.units):
        whole = game.multiplied({b: int(b == at) for b in range(len(game.inputs))})
        assert {b: v for b, v in unit.items() if v} == {b: v for b, v in whole.items() if v}


@given(bases())
@share_of(150)
def test_a_vertex_is_what_its_basis_says(drawn: tuple[MinimaxGame, Basis]) -> None:
    game, basis = drawn
    first, others, alpha = [chosen[0] for chosen in basis.responses], basis.others, level(game)
    G = geometric(n=game.n, alpha=alpha)
    program, columns = game.program(first, others), game.columns_of(basis, first, others)
    assert game.basis_of(columns, first, others) == basis
    if ContractedBasis(program.in_integers[1], program.variables, columns).completed() != columns:
        rows = [
            [Fraction(1), *(G[i, k] * (game.losses[i][r] - game.losses[i][first[k]]) for k, r in others)]
            for i in basis.tight
        ]
        scale = game.q**game.n * (game.q + game.p)
        assert fmpz_mat([[int(value * scale) for value in row] for row in rows]).rank() < len(rows)
        return
    numerators, common, prices, below = by_cramers_rule(program, columns)
    value, *rest = (Fraction(int(v), int(common)) for v in numerators)
    slacks = dict(zip(game.inputs, rest, strict=False))
    remap = [{f: Fraction(1)} for f in first]
    for (k, r), weight in zip(others, rest[len(slacks) :], strict=True):
        remap[k][r] = weight / game.weights[k]
        remap[k][first[k]] -= remap[k][r]
    for i, slack in slacks.items():
        loss = sum(G[i, k] * t * game.losses[i][r] for k, row in enumerate(remap) for r, t in row.items())
        assert value - slack == loss * (game.q + game.p)
        assert not slack or i not in basis.tight
    assert_prices(game, basis, *game.prior_of([Fraction(int(v), int(below)) for v in prices]))


def assert_prices(game: MinimaxGame, basis: Basis, numerators: list[int], common: int) -> None:
    prior, alpha = [Fraction(p, common) for p in numerators], level(game)
    assert sum(prior) == 1
    assert not any(p for i, p in enumerate(prior) if i not in basis.tight)

    def cost(k: int, r: int) -> Fraction:
        return sum((p * alpha ** abs(i - k) * game.losses[i][r] for i, p in enumerate(prior)), Fraction(0))

    for k, chosen in enumerate(basis.responses):
        assert len({cost(k, r) for r in chosen}) == 1
    for r in game.responses:
        assert game.posterior(numerators)(r) == [cost(k, r) * game.power[0] * common for k in range(game.n + 1)]


@pytest.mark.parametrize(
    ("power", "alpha", "degree"), [(1, "1/2", 1), (2, "1/2", 2), (3, "1/2", 3), (2, "999/1000", 1)]
)
def test_how_often_the_rows_are_multiplied(power: int, alpha: str, degree: int) -> None:
    losses = [[abs(i - r) ** power for r in range(41)] for i in range(41)]
    game = game_of(alpha, losses, range(41))
    assert game.degree == degree
    if alpha == "1/2":
        middle = game.column(20, 21, 20)
        assert len(middle) <= 4 * degree + 1 + 2 * degree
    assert game_of(alpha, losses, [0, 1, 3]).degree == 1
