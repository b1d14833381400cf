import pickle
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.algebraic_numbers import algebraic, integer_polynomial, real_roots, sign
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.real_sets import ALLOWED_SIGNS, Interval, RealSet, solution_set
from tests.strategies import fractions_within

ROOT_HALF = real_roots([-1, 0, 2])[1]
GOLDEN = real_roots([-1, 1, 1])[1]
PLASTIC = real_roots([-1, 0, 1, 1])[0]
ENDS = sorted(
    [*map(algebraic, (-1, 0, "1/3", "1/2", "3/4", 1, 2)), ROOT_HALF, GOLDEN, PLASTIC, *real_roots([1, -4, 1])]
)
EMPTY, WHOLE = RealSet(), RealSet([Interval(0, 1)])
# One number in every gap between the ends, one beyond each, and the ends: no two sets made from them agree on all.
GAPS = [
    Fraction(-2),
    Fraction(4),
    *((x.enclosure("1/1000")[1] + y.enclosure("1/1000")[0]) / 2 for x, y in pairwise(ENDS)),
]
PROBES = [*ENDS, *map(algebraic, GAPS)]

points = st.sampled_from(ENDS).map(lambda x: Interval(x, x))
intervals = st.builds(
    lambda ends, below, above: Interval(*sorted(ends), below, above),
    st.lists(st.sampled_from(ENDS), min_size=2, max_size=2, unique=True),
    st.booleans(),
    st.booleans(),
)
pieces = st.lists(points | intervals, max_size=4)
sets = pieces.map(RealSet)
coefficients = st.lists(st.integers(-4, 4).map(Fraction) | fractions_within(-2, 2, 5), max_size=5)
conditions = st.lists(st.tuples(coefficients, st.sampled_from(sorted(ALLOWED_SIGNS))), max_size=3)


def holds(condition, x):
    polynomial, relation = condition
    value = sum((c * x**k for k, c in enumerate(polynomial)), start=Fraction(0))
    return {
        ">=": value >= 0,
        ">": value > 0,
        "=": value == 0,
        "!=": value != 0,
        "<": value < 0,
        "<=": value <= 0,
    }[relation]


def test_the_probes_part_the_line():
    assert len({*PROBES}) == 2 * len(ENDS) + 1


@pytest.mark.parametrize(
    ("given_conditions", "shown"),
    [
        ([], "[0, 1]"),
        ([([], ">=")], "[0, 1]"),
        ([([0, 0], "=")], "[0, 1]"),
        ([([], ">")], "∅"),
        ([([], "!=")], "∅"),
        ([([1], ">")], "[0, 1]"),
        ([([-1], ">=")], "∅"),
        ([([0, 1], "=")], "{0}"),
        ([([0, 1], ">")], "(0, 1]"),
        ([([-1, 1], "<")], "[0, 1)"),
        ([([-1, 1], ">")], "∅"),
        ([([0, 1, -1], "=")], "{0} ∪ {1}"),
        ([([0, 1, -1], "!=")], "(0, 1)"),
        ([([1, -4, 4], "<=")], "{1/2}"),
        ([([1, -4, 4], ">")], "[0, 1/2) ∪ (1/2, 1]"),
        ([(["1/2", 0, -1], "<")], "(√2/2, 1]"),
        ([([-1, 0, 2], "="), ([-1, 0, 2], "=")], "{√2/2}"),
        ([([-1, 0, 2], "="), ([1, 0, -2], ">")], "∅"),
        ([([-1, 0, 2], ">"), ([1, -2], "<="), ([-3, 0, 4], "!=")], "(√2/2, √3/2) ∪ (√3/2, 1]"),
        ([([3, -10, 11, -4], ">="), ([1, -2], ">=")], "[0, 1/2]"),
        ([([-1, 0, 1, 1], "<=")], "[0, root of -1 + x^2 + x^3 in [0.7548, 0.7549]]"),
    ],
)
def test_solution_sets_are_shown(given_conditions, shown):
    assert str(solution_set(given_conditions)) == shown


def test_solutions_are_sought_between_the_given_ends():
    # (2x - 1)(1 - x)(3 - 2x)²
    at_least_0 = [([-9, 39, -58, 36, -8], ">=")]
    assert str(solution_set(at_least_0, 0, 2)) == "[1/2, 1] ∪ {3/2}"
    assert str(solution_set(at_least_0, "3/4", "3/2")) == "[3/4, 1] ∪ {3/2}"
    assert str(solution_set(at_least_0, "1/2", "1/2")) == "{1/2}" and not solution_set(at_least_0, -2, "1/3")


def test_the_three_kinds_of_pieces_are_shown_together():
    mixed = RealSet([Interval(ROOT_HALF, 1, False, False), Interval("3/5", "3/5"), Interval(0, "1/2")])
    assert str(mixed) == "[0, 1/2] ∪ {3/5} ∪ (√2/2, 1)"
    assert repr(mixed) == "RealSet: [0, 1/2] ∪ {3/5} ∪ (√2/2, 1)"
    assert pickle.loads(pickle.dumps(mixed)) == mixed and len({mixed, RealSet(mixed.pieces)}) == 1


@given(conditions, fractions_within(-2, 2, 20), st.tuples(*[fractions_within(-2, 2, 3)] * 2))
def test_a_number_is_a_solution_exactly_if_every_condition_holds_there(conditions, x, ends):
    lower, upper = sorted(ends)
    found = solution_set(conditions, lower, upper)
    assert (x in found) == (lower <= x <= upper and all(holds(condition, x) for condition in conditions))
    for polynomial, _ in conditions:
        for root in real_roots(polynomial) if any(polynomial) else ():
            expected = all(sign(integer_polynomial(p), root) in ALLOWED_SIGNS[relation] for p, relation in conditions)
            assert (root in found) == (lower <= root <= upper and expected)


@given(conditions)
def test_solutions_of_several_conditions_are_the_common_ones(conditions):
    common = WHOLE
    for condition in conditions:
        common &= solution_set([condition])
    assert solution_set(conditions) == solution_set(reversed(conditions)) == common


@given(coefficients)
def test_a_relation_and_its_contrary_share_out_the_interval(polynomial):
    for relation, contrary in ((">=", "<"), (">", "<="), ("=", "!=")):
        first, second = solution_set([(polynomial, relation)]), solution_set([(polynomial, contrary)])
        assert not first & second and first | second == WHOLE and WHOLE - first == second


@given(pieces)
def test_a_set_holds_what_its_pieces_hold(pieces):
    found = RealSet(pieces)
    for x in PROBES:
        assert (x in found) == any(
            piece.lower < x < piece.upper
            or (x == piece.lower and piece.lower_belongs)
            or (x == piece.upper and piece.upper_belongs)
            for piece in pieces
        )
    assert found == RealSet(reversed(pieces)) == RealSet(found.pieces) and bool(found) == bool(pieces)


@given(sets, sets)
def test_sets_combine_as_their_members_do(A, B):
    common, either, only_first = A & B, A | B, A - B
    for x in PROBES:
        assert (x in common, x in either, x in only_first) == (
            x in A and x in B,
            x in A or x in B,
            x in A and x not in B,
        )


@given(sets, sets)
def test_sets_with_the_same_members_are_equal(A, B):
    same = all((x in A) == (x in B) for x in PROBES)
    assert (A == B) == same
    if same:
        assert hash(A) == hash(B) and str(A) == str(B)


@given(sets)
def test_pieces_are_in_order_and_cannot_be_joined(A):
    for left, right in pairwise(A.pieces):
        assert left.upper < right.lower or (
            left.upper == right.lower and not left.upper_belongs and not right.lower_belongs
        )


@given(sets, sets)
def test_complements_exchange_union_and_intersection(A, B):
    line = RealSet([Interval(-5, 5)])
    assert line - (A & B) == (line - A) | (line - B) and line - (A | B) == (line - A) & (line - B)
    assert line - (line - A) == A and not A - A and A & EMPTY == EMPTY and A | EMPTY == A


def test_members_are_exact():
    assert "1/2" in WHOLE and 1 in WHOLE and ROOT_HALF in WHOLE and 2 not in WHOLE and 0 not in EMPTY
    with pytest.raises(TypeError, match="is a float"):
        0.5 in WHOLE  # noqa: B015
    with pytest.raises(TypeError, match="is a float"):
        Interval(0.0, 1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Interval(1, 0), "the interval from 1 to 0: write the smaller end first"),
        (lambda: Interval(1, ROOT_HALF), "the interval from 1 to √2/2: write the smaller end first"),
        (lambda: Interval(1, 1, upper_belongs=False), "the interval at 1 is empty: write RealSet"),
        (lambda: Interval(1, 1, lower_belongs=False), "the interval at 1 is empty: write RealSet"),
        (lambda: solution_set([([1], "==")]), "relation '==': write one of >=, >, =, !=, <, <="),
        (lambda: solution_set([([1], ">")], 1, 0), "the interval from 1 to 0: write the smaller end first"),
        (lambda: solution_set([(["x"], ">")]), "'x' is not an exact number"),
    ],
)
def test_what_is_no_set_is_refused(make, message):
    with pytest.raises(InputError) as refused:
        make()
    assert str(refused.value).startswith(message)
