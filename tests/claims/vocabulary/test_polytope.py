"""The words of section 5 of Ghosh et al. 2009 against the library's constraint matrices, vertices and optima."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.terms import unfold
from exactdp.claims.vocabulary import optimal
from exactdp.claims.vocabulary.examples import figure_2
from exactdp.claims.vocabulary.optimum import some_optimal
from exactdp.claims.vocabulary.polytope import (
    a_vertex,
    down,
    downs,
    figure_2_mechanism,
    moved,
    ordered,
    pattern_at,
    privacy_constraints,
    row_pattern,
    slack,
    slacks,
    some_constrained,
    some_ordered,
    some_vertex,
    strictly_monotone,
    up,
    ups,
    zero,
    zero_columns,
)
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.constraints import constraint_matrix, patterns
from tests.claims.small_statements import of

HALF = Fraction(1, 2)

WITHOUT_PATTERN = Mechanism([["2/3", "1/3", 0], ["1/3", "2/3", 0], ["2/3", "1/3", 0]])
"""The smallest optimal vertex without the row pattern of Lemma 5.5; it is not derivable from G."""


def mechanisms() -> Iterator[tuple[Mechanism, Fraction]]:
    """G by every map for n = 1 and 2, each also halfway to G, and the vertex that is not derivable."""
    yield WITHOUT_PATTERN, HALF
    for n, alpha in product((1, 2), (Fraction(1, 3), Fraction(9, 10))):
        source = geometric(n=n, alpha=alpha)
        for images in product(range(n + 1), repeat=n + 1):
            made = Mechanism((source @ deterministic(images, responses=range(n + 1))).rows)
            yield made, alpha
            yield (
                Mechanism(
                    [
                        [(x + y) / 2 for x, y in zip(*rows, strict=True)]
                        for rows in zip(made.rows, source.rows, strict=True)
                    ]
                ),
                alpha,
            )


def test_the_letters_and_their_numbers_are_the_librarys() -> None:
    seen = set()
    for mechanism, alpha in mechanisms():
        x, found = mechanism.rows, constraint_matrix(mechanism, alpha)
        last = len(x[0]) - 1
        for i, row in enumerate(found.entries):
            for r, letter in enumerate(row):
                says = {
                    "↓": of(down, x, alpha, i, r),
                    "↑": of(up, x, alpha, i, r),
                    "S": of(slack, x, alpha, i, r),
                    "Z": of(zero, x, i, r),
                }
                assert [each for each, applies in says.items() if applies] == [letter]
                seen.add(letter)
            for number_of, letter in ((downs, "↓"), (ups, "↑"), (slacks, "S")):
                assert of(number_of, x, alpha, i, last) == row.count(letter)
        assert of(zero_columns, x, last) == found.z
    assert seen == set("↓↑SZ")


def test_the_pattern_of_a_row_is_the_librarys() -> None:
    seen = set()
    for mechanism, alpha in mechanisms():
        x, found = mechanism.rows, constraint_matrix(mechanism, alpha)
        last = len(x[0]) - 1
        rows = range(len(found.entries))
        [lemma] = [each for each in patterns(found) if each.lemma == "5.5"]
        by_row = [of(row_pattern, x, alpha, i, last) for i in rows]
        assert all(by_row) == bool(lemma)
        assert by_row == [of(ordered, x, alpha, i, last) for i in rows]
        assert by_row == [any(of(pattern_at, x, alpha, i, j, last) for j in range(last + 1)) for i in rows]
        seen.add(all(by_row))
    assert seen == {True, False}


def test_vertices_and_optima() -> None:
    x, losses = WITHOUT_PATTERN.rows, tuple(tuple(Fraction(abs(i - r)) for r in range(3)) for i in range(3))
    mean = tuple(
        tuple((a + b) / 2 for a, b in zip(*rows, strict=True)) for rows in zip(x, ((1, 0, 0),) * 3, strict=True)
    )
    assert of(a_vertex, x, HALF, 2, 2)
    assert not of(a_vertex, mean, HALF, 2, 2)
    assert of(optimal, x, (HALF, HALF, Fraction(0)), losses, HALF, 2, 2)
    assert not of(optimal, x, (Fraction(1, 3),) * 3, losses, HALF, 2, 2)
    # Losses may be negative, and are then raised row by row.
    lower = tuple(tuple(value - 5 for value in row) for row in losses)
    assert of(optimal, x, (HALF, HALF, Fraction(0)), lower, HALF, 2, 2)


def test_a_vertex_is_decided_for_a_function_on_all_integers() -> None:
    assert of(a_vertex, lambda i, r: Fraction(i == r), Fraction(0), 1, 1)
    assert not of(a_vertex, lambda i, r: Fraction(1, 2), Fraction(0), 1, 1)


def test_moved_gives_from_one_response_to_another() -> None:
    x, e = ((Fraction(1, 4), Fraction(3, 4)), (HALF, HALF)), (Fraction(1, 8), Fraction(1, 2))
    found = value(unfold(moved(*moved.parameters)), {"x": x, "e": e, "j": 0, "k": 1})
    assert [[found(i, r) for r in range(2)] for i in range(2)] == [[Fraction(3, 8), Fraction(5, 8)], [1, 0]]


def test_strictly_monotone_on_one_input() -> None:
    losses = ((0, 1, 2), (1, 0, 1), (1, 1, 0))
    assert [of(strictly_monotone, losses, i, 2) for i in range(3)] == [True, True, False]


def test_figure_2_is_the_print() -> None:
    found = value(figure_2_mechanism(), {})
    assert [[*row] for row in found] == figure_2()


@pytest.mark.parametrize("turn", range(6))
def test_what_is_drawn_satisfies_the_definition(turn: int) -> None:
    rng = Random(turn)
    losses = tuple(tuple(Fraction(abs(i - r)) for r in range(3)) for i in range(3))
    prior = (Fraction(1, 6), Fraction(1, 3), HALF)
    assert of(privacy_constraints, some_constrained(rng, turn, HALF, 2, 2), HALF, 2, 2)
    assert of(optimal, some_optimal(rng, turn, prior, losses, HALF, 2, 2), prior, losses, HALF, 2, 2)
    assert of(a_vertex, some_vertex(rng, turn, HALF, 2, 2), HALF, 2, 2)
    assert len(some_ordered(rng, turn, HALF, 0, 2)) == 2


def test_nothing_is_drawn_where_nothing_can_be() -> None:
    rng = Random(1)
    assert some_vertex(rng, 1, Fraction(2), 1, 1) is None
