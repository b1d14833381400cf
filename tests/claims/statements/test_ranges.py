"""The values of quantifiers: indices within bounds, members of a set, sets and index maps."""

import pytest

from exactdp.claims.statements.evaluation import NotRunThrough, TooManyTried, compiled, value
from exactdp.claims.statements.expressions import INDEX_MAP, SET
from exactdp.claims.statements.formulas import All, Some, between
from exactdp.claims.statements.ranges import implied_by_range, values_to_try
from exactdp.claims.statements.terms import TRUE, Definition, variable
from tests.claims.small_statements import a, b, i, k, m, n, p, r

S, f = variable("S", SET), variable("f", INDEX_MAP)


def tried(e, **environment):
    return list(values_to_try(e, compiled)(environment))


@pytest.mark.parametrize(
    ("guard", "expected"),
    [
        (between(0, i, n), [0, 1, 2, 3]),
        ((i >= 0) & (i < n), [0, 1, 2]),
        ((n < i) & (i <= 2 * n), [4, 5, 6]),
        (between(0, 2 * i, n), [0, 1]),
        (between(1, 2 * i, n), [1]),
        (between(-n, -3 * i, n), [-1, 0, 1]),
        ((-n < -2 * i) & (-2 * i < n), [-1, 0, 1]),
        (i == n + 1, [4]),
        (n == 2 * i, []),
        (2 * n == 2 * i + 2, [2]),
        (between(0, i, n) & (k <= i) & (i <= 7), [2, 3]),
        (between(n, i, 0), []),
        (between(0, i, n) & (i * i == i), [0, 1, 2, 3]),
        (between(0, i, n) & (p[i] >= 0), [0, 1, 2, 3]),
    ],
)
def test_bounds_on_an_index(guard, expected):
    assert tried(All(i, guard, TRUE), n=3, k=2) == expected


def test_bounds_within_a_name_and_beside_the_guard():
    inside = Definition("{0} is an input up to {1}", (i, n), between(0, i, n))
    assert tried(All(k, inside(k, n), TRUE), n=2) == [0, 1, 2]
    assert tried(All(i, TRUE, between(0, i, n) >> (i < n)), n=1) == [0, 1]
    assert tried(Some(i, i >= 0, (i < n) & (i < 9)), n=2) == [0, 1]


def test_a_bound_that_depends_on_the_variable_or_is_undefined_is_none():
    with pytest.raises(NotRunThrough):
        tried(All(i, (i >= 0) & (i <= n * i), TRUE), n=2)
    assert tried(All(i, between(0, i, n) & (i <= f[7]), TRUE), n=2, f=(0,)) == [0, 1, 2]


@pytest.mark.parametrize("guard", [i >= 0, i < n, TRUE, (i >= 0) | (i <= n)])
def test_an_index_without_two_bounds(guard):
    with pytest.raises(NotRunThrough, match="bound it from both sides, or give a witness"):
        tried(All(i, guard, TRUE), n=1)


def test_members_of_a_finite_set():
    assert tried(All(r, S[r], TRUE), S=frozenset({5, 2})) == [2, 5]
    with pytest.raises(NotRunThrough):
        tried(All(r, S[r], TRUE), S=lambda at: at > 0)


def test_a_number_that_is_given():
    assert tried(Some(b, b == a + 1, b < 3), α=1) == [2]
    with pytest.raises(NotRunThrough):
        tried(Some(b, b == a * b, b < 3), α=1)


def test_all_sets_within_bounds():
    found = tried(All(S, All(r, S[r], between(0, r, m)), TRUE), m=2)
    assert len(set(found)) == len(found) == 8
    assert frozenset({0, 2}) in found
    assert tried(All(S, All(r, TRUE, S[r] >> between(0, r, m)), TRUE), m=-1) == [frozenset()]
    for guard in (TRUE, All(r, S[r], r >= 0), All(r, between(0, r, m), S[r])):
        with pytest.raises(NotRunThrough):
            tried(All(S, guard, TRUE), m=2)
    with pytest.raises(NotRunThrough):
        tried(All(S, All(r, S[r], between(0, r, m)), TRUE), m=12)


def test_all_index_maps_within_bounds():
    maps = All(i, between(0, i, n), between(0, f[i], m))
    assert tried(All(f, maps, TRUE), n=1, m=1) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    below = All(i, between(0, i, n), between(0, f[i], i))
    assert len(tried(All(f, below, TRUE), n=3)) == 24
    rising = Some(f, maps, All(i, (i >= 0) & (i < n), f[i] < f[i + 1]))
    assert value(rising, {"n": 2, "m": 2})
    assert not value(rising, {"n": 2, "m": 1})
    steps = All(i, (i >= 0) & (i < n), f[i] <= f[i + 1])
    assert tried(All(f, steps & maps, TRUE), n=0, m=1) == [(0,), (1,)]
    with pytest.raises(NotRunThrough):
        tried(All(f, All(i, between(1, i, n), between(0, f[i], m)), TRUE), n=1, m=1)
    with pytest.raises(NotRunThrough):
        tried(All(f, maps, TRUE), n=7, m=7)


def test_a_guard_that_the_range_implies_holds_at_every_value_to_try() -> None:
    guards = [
        (between(0, i, n), True),
        ((2 * i < n) & (-1 <= i), True),
        ((3 * i == n) & (0 <= i) & (i <= 9), True),
        (between(0, i, n) & (n <= 3), False),
        (between(0, i, n) & (i * i <= n), False),
        (between(0, i, n) & (p[i] <= 1), False),
        (between(0, i, n) & S[i], False),
    ]
    for guard, implied in guards:
        for quantified in (All(i, guard, i <= 2), Some(i, guard, i <= 2)):
            assert implied_by_range(quantified) == implied
            for size in range(-1, 8) if implied else ():
                env = {"n": size}
                assert all(value(guard, {**env, "i": k}) for k in values_to_try(quantified, compiled)(env))
    # All members of the set are tried, also those outside of the bounds.
    for quantified in (Some(i, between(0, i, n), S[i]), All(i, between(0, i, n), S[i] >> (i <= 2))):
        assert not implied_by_range(quantified)
    assert value(All(i, between(0, i, n), S[i] >> (i <= 2)), {"n": 2, "S": frozenset({5})})
    assert not value(Some(i, between(0, i, n), S[i]), {"n": 2, "S": frozenset({5})})


def test_nested_quantifiers_try_a_limited_number_of_sets_together():
    T, U = variable("T", SET), variable("U", SET)
    everywhere = [All(r, each[r], between(0, r, m)) for each in (S, T, U)]
    none_holds = Some(S, everywhere[0], Some(T, everywhere[1], S[0] & ~S[0] & T[0]))
    one_holds = Some(S, everywhere[0], Some(T, everywhere[1], Some(U, everywhere[2], TRUE)))
    for _ in range(5):  # each evaluation counts anew
        assert value(none_holds, {"m": 5}) is False  # 64 times 64 sets
    with pytest.raises(TooManyTried, match="more than 16,384 sets and index maps would be tried in"):
        value(none_holds, {"m": 6})  # 128 times 128, and the 128 outside
    assert value(one_holds, {"m": 11}) is True  # the first sets decide it
