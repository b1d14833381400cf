"""Releases as trees and chains: every probability is shown, and nothing overlaps."""

from fractions import Fraction
from itertools import product
from math import isnan

import pytest

from exactdp import Chain, InputError, exact
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.spelling import text
from exactdp.model.geometric import geometric, transition
from exactdp.report.pictures.drawing import LEAVES
from exactdp.report.pictures.layers import Layer, Node, layered
from tests.report.pictures.reading import misplaced, words


def said(chain: Chain, count: int | None = None) -> list[str]:
    return [each.get_text() for each in chain.plot(count).axes[0].texts]


@pytest.mark.parametrize(("n", "levels"), [(1, ["1/4", "1/2", "3/4"]), (3, ["1/4", "1/2"]), (2, ["1/10", "1/2"])])
def test_the_leaves_of_a_tree_are_the_releases(n: int, levels: list[str]) -> None:
    chain = Chain(n=n, levels=levels)
    for count in range(n + 1):
        found = said(chain, count)
        last = found[found.index(f"α = {levels[-1]}") + 1 : found.index("probability")]
        assert last[::2] == [str(each[-1]) for each in product(range(n + 1), repeat=len(levels))]
        assert last[1::2] == [text(x) for x in chain.joint().rows[count]]
        assert sum(map(exact, last[1::2])) == 1


def test_the_edges_of_a_tree_are_rows_of_the_remaps() -> None:
    found = said(Chain(n=1, levels=["1/4", "1/2"]), 0)
    first = [text(x) for x in geometric(n=1, alpha="1/4").rows[0]]
    then = [text(x) for row in transition(n=1, alpha="1/4", beta="1/2") for x in row]
    assert found[found.index("G") + 1 :] == [*first, "T", *then]


def test_without_a_count_the_edges_are_the_remap() -> None:
    found = said(Chain(n=3, levels=["1/4", "1/2"]))
    assert found[found.index("T") + 1 :] == [text(x) for row in transition(n=3, alpha="1/4", beta="1/2") for x in row]


@pytest.mark.parametrize(("n", "count"), [(1, None), (1, 1), (2, None), (2, 1), (3, None), (3, 1), (10, 1), (60, 1)])
def test_nothing_is_in_the_way(n: int, count: int | None) -> None:
    for levels in (["1/4", "1/2"], ["1/4", "1/2", "3/4"])[: 1 if n > 3 else 2]:
        picture = Chain(n=n, levels=levels).plot(count)
        tree = count is not None and (n + 1) ** len(levels) <= LEAVES
        assert ("probability" in words(picture)) == tree
        assert not misplaced(picture)


def test_likelier_is_thicker_and_darker() -> None:
    axes = Chain(n=5, levels=["1/4", "1/2", "3/4"]).plot(2).axes[0]
    widths = [line.get_linewidth() for line in axes.lines]
    assert len(set(widths)) > 3
    for line in axes.lines:
        assert float(line.get_color()) == pytest.approx(
            0.8 - 0.6 * ((line.get_linewidth() - 0.25) / 3) ** 0.5, abs=0.001
        )
    drawn = sum(isnan(x) for line in axes.lines for x in line.get_xdata())
    assert drawn == 6 + 36 + 36, "every edge, once"


def test_an_edge_that_is_never_taken_is_left_out() -> None:
    nodes = [Node("0", Fraction(0)), Node("1", Fraction(1))]
    edges = [(0, 0, Fraction(1)), (0, 1, Fraction(0))]
    picture = layered([Layer("one", nodes[:1]), Layer("two", nodes, "step", edges)])
    assert [each.get_text() for each in picture.axes[0].texts] == ["one", "0", "two", "0", "1", "step", "1"]
    assert [len(line.get_xdata()) for line in picture.axes[0].lines] == [3]


@pytest.mark.parametrize("count", [None, 0])
def test_nobody_in_the_database(count: int | None) -> None:
    picture = Chain(n=0, levels=["1/2", "3/4"]).plot(count, title="nobody")
    assert {"α = 1/2", "α = 3/4", "T", "1", "nobody"} <= set(words(picture))
    assert not misplaced(picture)


def test_what_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="n = 61: a release is drawn for n up to 60"):
        Chain(n=61, levels=["1/4", "1/2"]).plot()
    with pytest.raises(InputError, match="the count: write a whole number from 0 to n = 2"):
        Chain(n=2, levels=["1/4", "1/2"]).plot(3)
    with pytest.raises(InputError, match="one level has no remap to draw"):
        Chain(n=2, levels=["1/4"]).plot()
    with pytest.raises(InputError, match="irrational levels"):
        Chain(n=2, levels=[Exponential(1)]).plot(0)
