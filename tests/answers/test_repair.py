import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Mechanism, complete, exponential_level, geometric, private
from exactdp.answers.repair import Kind, repair
from exactdp.model.losses import absolute, power_loss, table, zero_one
from exactdp.model.users import BayesianUser, MinimaxConsumer, expected_loss, uniform
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.optimum.search import optimal
from exactdp.polytope.vertices_within import VerticesWithin
from tests.strategies import INSIDE, graphs, losses, mechanisms, share_of, users

TABLE_1A = [
    line.split() for line in ("2/3 5/17 1/25 1/98", "1/6 7/11 7/44 2/49", "2/49 7/44 7/11 1/6", "1/98 1/25 5/17 2/3")
]
CONSUMER = MinimaxConsumer(absolute(), inputs=range(4))
OPTIMUM = [[Fraction(v, 1660) for v in row] for row in ((1088, 489, 66, 17), (272, 1056, 264, 68))]
OPTIMUM += [row[::-1] for row in OPTIMUM[::-1]]


def fixed(value, places):
    scaled = round(value * 10**places)
    return f"{scaled // 10**places}.{scaled % 10**places:0{places}}"


def cut(value, places):
    scaled = math.floor(value * 10**places)
    return f"{scaled // 10**places}.{scaled % 10**places:0{places}}"


PRINTS = {
    "rounded to 10 decimals": lambda value: fixed(value, 10),
    "truncated to 10 decimals": lambda value: cut(value, 10),
    "as doubles": lambda value: value.numerator / value.denominator,
    "as numpy.savetxt does": lambda value: f"{value.numerator / value.denominator:.18e}",
    "to 12 significant digits": lambda value: f"{value.numerator / value.denominator:.12g}",
}


@st.composite
def vertices(draw, alpha):
    """Draw a vertex of the polytope for some neighbours: an optimum for random losses."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    neighbours = draw(graphs(height))
    problem = Problem(
        BayesianUser(draw(losses(height, width)), uniform(n=height - 1)), alpha, neighbours, responses=range(width)
    )
    return solve_polytope(problem).mechanism, neighbours


@share_of(60)
@given(st.data(), INSIDE, st.sampled_from(list(PRINTS.values())))
def test_a_vertex_is_found_again_from_its_print(data, alpha, printed):
    exact, neighbours = data.draw(vertices(alpha))
    found = repair([[printed(v) for v in row] for row in exact.rows], alpha, None, neighbours)
    assert found
    assert found.mechanism == exact
    assert found.kind in (Kind.VERTEX, Kind.AS_PRINTED)
    if found.kind is Kind.VERTEX:
        assert found.alone
        assert [done.kind for done in found.verified] == ["private", "vertex"]
        assert not list(found.rounding.outside(exact.rows))
    assert all(done.is_about(exact) for done in found.verified)


@share_of(40)
@given(st.data(), INSIDE, st.sampled_from(list(PRINTS.values())))
def test_an_optimum_is_found_again_from_its_print(data, alpha, printed):
    user = data.draw(users(data.draw(st.integers(1, 4))))
    exact = optimal(Problem(user, alpha))
    found = repair([[printed(v) for v in row] for row in exact.mechanism.rows], alpha, user)
    assert found
    assert private(found.mechanism, alpha)
    assert expected_loss(user, found.mechanism).value == exact.value
    assert found.verified[0].kind in ("only-optimal", "not-only-optimal", "optimal")
    assert found.verified[0].is_about(found.mechanism)
    if found.alone:
        assert found.mechanism.rows == exact.mechanism.rows
    assert all(abs(move.by) <= Fraction(1, 10**10) for move in found.moves)


@share_of(30)
@given(st.data(), INSIDE)
def test_what_is_exact_and_private_stays_as_it_is(data, alpha):
    exact = geometric(n=2, alpha=alpha) @ data.draw(mechanisms(3))
    found = repair(exact.rows, alpha)
    assert (found.kind, found.mechanism.rows, found.moves, found.largest) == (Kind.AS_PRINTED, exact.rows, (), None)
    assert found
    assert found.tried == ()


@share_of(30)
@given(st.data(), INSIDE, st.integers(1, 3))
def test_no_private_mechanism_is_nearer(data, alpha, places):
    exact = geometric(n=2, alpha=alpha) @ data.draw(mechanisms(3, 3))
    printed = [[fixed(v, places) for v in row] for row in exact.rows]
    found = repair(printed, alpha)
    assert found
    assert private(found.mechanism, alpha)
    moved = max((abs(move.by) for move in found.moves), default=0)
    if found.kind is Kind.NEAREST:
        assert found.distance == moved
        assert found.verified[0].kind == "optimal"
        assert moved <= max(
            abs(v - Fraction(p))
            for row, words in zip(exact.rows, printed, strict=True)
            for v, p in zip(row, words, strict=True)
        )


# Table 1(a)


def test_without_the_consumer_table_1a_is_some_mechanism_that_is_printed_like_that():
    found = repair(TABLE_1A, "1/4")
    assert found
    assert (found.kind, found.rounding.tolerance) == (Kind.NEAREST, None)
    assert not list(found.rounding.outside(found.mechanism.rows))
    assert found.verified[0].kind == "optimal"
    assert {done.kind for done in found.impossible.values()} == {"infeasible"}


def test_a_misprint_is_named():
    rows = [[fixed(v, 4) for v in row] for row in OPTIMUM]
    rows[1][2] = "0.1950"
    found = repair(rows, "1/4", CONSUMER)
    assert not found
    assert found.mechanism.rows == Mechanism(OPTIMUM).rows
    rounding, places = found.misprints
    assert (str(rounding), places) == ("rounded to 4 decimals", ((1, 2),))
    assert found.verified[0].kind == "only-optimal"


@pytest.mark.parametrize("level", [Fraction(1, 2), exponential_level("7/10")])
def test_an_entry_that_alone_explains_the_print_is_named(level):
    rows = [["4/7", "2/7", "1/7"], ["2/7", "2/7", "2/7"], ["1/7", "2/7", "4/7"]]
    found = repair(rows, level)
    assert not found
    assert [(move.i, move.r, move.exact) for move in found.corrections] == [(1, 1, Fraction(3, 7))]
    rows[0][0] = "3/7"
    assert repair(rows, level).corrections == ()


def test_a_wrong_entry_is_named_beside_the_nearest_rounding_but_not_beside_a_vertex():
    found = repair([["0.5", "0.5"], ["0.3", "0.6"]], "1/2")
    assert (bool(found), found.kind) == (True, Kind.NEAREST)
    assert [(move.i, move.r, move.exact) for move in found.corrections] == [
        (1, 0, Fraction(2, 5)),
        (1, 1, Fraction(7, 10)),
    ]
    found = repair([["2/3", "1/3"], ["0.333", "2/3"]], "1/2")
    assert (found.kind, found.corrections) == (Kind.VERTEX, ())


def test_a_correction_is_no_negative_probability():
    found = repair([["9/10", "1/10"], ["3/2", "1/10"]], 0)
    assert [(move.i, move.r, move.exact) for move in found.corrections] == [(1, 0, Fraction(9, 10))]


# What no print explains


def test_a_private_print_at_a_tiny_level_keeps_the_fraction_just_above():
    found = repair([["2/3", "1/3"], ["1/3", "2/3"]], epsilon=1000)
    assert (found.kind, found.alpha) == (Kind.AS_PRINTED, exponential_level(1000).above())


def test_a_print_of_no_private_mechanism_gets_the_nearest_one_and_the_proof():
    found = repair([["0.9", "0.1"], ["0.1", "0.9"]], "1/2")
    assert not found
    assert (found.kind, found.rounding, found.distance) == (Kind.NEAREST, None, Fraction(7, 30))
    assert found.verified[0].kind == "optimal"
    assert found.mechanism.rows[0] == (Fraction(2, 3), Fraction(1, 3))
    assert [str(way) for way in found.tried[:2]] == ["rounded to 1 decimal", "truncated to 1 decimal"]
    # Where the largest distance alone does not say it, the kernel has a proof for each way.
    assert set(found.impossible) == {str(way) for way in found.tried if way.tolerance is None}


def test_whole_numbers_and_matrices_of_one_entry():
    assert repair([["1"]], "1/2").kind is Kind.AS_PRINTED
    found = repair([[1, 0], [0, 1]], "1/2")
    assert (found.kind, bool(found), found.distance, found.tried) == (Kind.NEAREST, False, Fraction(1, 3), ())


def test_decimals_that_happen_to_be_private_may_be_the_print_of_a_vertex():
    # 1666667/8333333 is a little more than 1/5.
    printed = [["0.1666667", "0.8333333"], ["0.8333333", "0.1666667"]]
    found = repair(printed, "1/5")
    assert found.audit
    assert (found.kind, found.mechanism.rows[0]) == (Kind.VERTEX, (Fraction(1, 6), Fraction(5, 6)))
    for same in (repair(printed, "1/5", tolerance=0), repair([list(map(Fraction, row)) for row in printed], "1/5")):
        assert (same.kind, same.moves, same.vertices) == (Kind.AS_PRINTED, (), None)
    # Where the vertex is the print itself, nothing moves.
    assert repair([["0.25", "0.75"], ["0.75", "0.25"]], "1/3").kind is Kind.AS_PRINTED


def test_a_vertex_that_may_not_be_the_only_one_is_not_called_so(monkeypatch):
    rows = [["0.67", "0.33"], ["0.33", "0.67"]]
    only = repair(rows, "1/2").mechanism
    monkeypatch.setattr("exactdp.answers.repair.vertices_within", lambda *arguments: VerticesWithin((only,), False))
    found = repair(rows, "1/2")
    assert (found.kind, found.mechanism, found.alone) == (Kind.VERTEX, only, False)


def test_several_vertices_are_counted_and_none_is_chosen():
    found = repair([["0.5", "0.6"], ["0.5", "0.5"]], "1/2", tolerance="1/2")
    assert found.kind is Kind.NEAREST
    assert len(found.vertices.found) > 1
    assert found.vertices.complete
    assert found.distance == Fraction(1, 20)


# With a user whose optimum is not the only one


def test_of_several_optima_the_nearest_is_found():
    # Whatever is answered, the user loses nothing: every private mechanism is optimal.
    user = BayesianUser(table([[0, 0], [0, 0]]), uniform(n=1))
    found = repair([["0.62", "0.39"], ["0.38", "0.61"]], "1/2", user)
    assert found
    assert (found.kind, found.alone) == (Kind.OPTIMUM, False)
    assert found.verified[0].kind in ("optimal", "not-only-optimal")
    assert max(abs(move.by) for move in found.moves) == Fraction(1, 200)
    far = repair([["0.9", "0.1"], ["0.1", "0.9"]], "1/2", user)
    assert not far
    assert far.mechanism.rows == ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))


def test_an_exact_mechanism_that_is_not_optimal_is_no_optimum():
    found = repair([["0.5", "0.5"], ["0.5", "0.5"]], "1/2", BayesianUser(zero_one(), uniform(n=1)))
    assert (found.kind, bool(found), found.gap) == (Kind.OPTIMUM, False, Fraction(1, 6))
    same = repair(found.mechanism.rows, "1/2", BayesianUser(zero_one(), uniform(n=1)))
    assert (same.kind, same.gap, same.moves) == (Kind.AS_PRINTED, 0, ())


def test_an_irrational_loss():
    user = BayesianUser(power_loss("3/2"), [Fraction(1, 4), 0, Fraction(1, 4), 0, Fraction(1, 4), Fraction(1, 4)])
    exact = optimal(Problem(user, "1/2"))
    found = repair([[fixed(v, 5) for v in row] for row in exact.mechanism.rows], "1/2", user)
    assert found.mechanism.rows == exact.mechanism.rows
    assert found.verified[0].kind == "only-optimal"
    assert found.gap == found.loss - exact.value


# What is given


def test_arrays_labels_neighbours_and_a_tolerance():
    class Array:
        def tolist(self):
            return [[0.5004, 0.2499, 0.2498], [0.2501, 0.4999, 0.25], [0.25, 0.2501, 0.5]]

    found = repair(Array(), "1/2", None, complete(inputs=range(3)), tolerance="0.001", inputs="abc", responses="xyz")
    assert found.mechanism == Mechanism(
        [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]], "abc", "xyz"
    )
    assert str(found.rounding) == "within 10^-3 of the exact entry"
    assert found.printed.inputs == ("a", "b", "c")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([["0.5", math.nan]], "row 1, column 2: nan is not a probability"),
        (["0.5,0.5"], "a matrix is a list of rows"),
        ("0.5", "0.5: this file does not exist"),
        ([0.5, 0.5], "a matrix is a list of rows"),
        ([], "the matrix is empty"),
        ([["0.5", "0.5"], ["1"]], "row 2 has 1 entry"),
        ([["0.5", "x"]], "row 1, column 2: 'x' is not an exact number"),
    ],
)
def test_what_is_no_matrix_is_refused(rows, message):
    with pytest.raises(InputError, match=message):
        repair(rows, "1/2")


def test_a_user_must_fit_the_matrix():
    for call in (lambda: repair([["0.5", "0.5"]], "1/2", CONSUMER), lambda: repair([["1"]], 2)):
        with pytest.raises(InputError):
            call()
    with pytest.raises(InputError, match="tolerance -1 is below 0"):
        repair([["0.5", "0.5"]], "1/2", tolerance=-1)


def test_what_is_too_large_for_the_nearest_is_said():
    rows = [[fixed(Fraction(1, 26) + Fraction(at, 10**5), 7) for at in range(26)]] * 26
    with pytest.raises(InputError, match="676 entries: up to 625 are moved"):
        repair(rows, "1/2")
