"""The cases of symbolic indices, against running through the integers."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.arithmetic.exact import InputError
from exactdp.claims.indices import Domain, Index, canonical, entailed
from tests.strategies import share_of


def bounds(*ends):
    """x, y, c for x - y ≤ c, by position; None is the number 0."""
    two = st.permutations(ends).map(lambda order: tuple(order[:2]))
    return st.tuples(two, st.integers(-3, 3)).map(lambda bound: (*bound[0], bound[1]))


def at_least_zero(bound, indices):
    x, y, c = bound
    return c - (0 if x is None else indices[x]) + (0 if y is None else indices[y])


def square(n, i, j):
    return [n - 1, i, n - i, j, n - j]


FUNCTIONS = {
    "distance": lambda n, i, j: abs(i - j),
    "least": lambda n, i, j: min(i, j, n - 1),
    "largest": lambda n, i, j: max(i + 1, j, 2),
    "chain": lambda n, i, j: 1 if 0 < i <= j < n else 0,
    "end": lambda n, i, j: 3 if i in (0, n) else 4,
    "equal": lambda n, i, j: i - j if i != j else n,
    "truth": lambda n, i, j: n if i else j,
    "nested": lambda n, i, j: (i if i < j else j if i == j else n) if i + 1 >= j else -n,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_instance_lies_in_one_case_and_has_its_value(name):
    domain, function = Domain("n i j", square), FUNCTIONS[name]
    cases = list(domain.cases(function))
    assert len(cases) > 1
    for values in domain.instances(6):
        (value,) = [found for case, found in cases if case.holds_at(values)]
        assert (value.at(values) if isinstance(value, Index) else value) == function(*values.values())


def test_the_cases_of_an_equality_are_three():
    assert len(list(Domain("i j", lambda i, j: []).cases(lambda i, j: i == j))) == 3


def test_without_an_open_comparison_there_is_one_case():
    ((case, found),) = Domain("n i", lambda n, i: [i - 1, n - i]).cases(lambda n, i: n > 0 and i != 0 and n + 1 > i)
    assert (str(case), found) == ("always", True)


@share_of(300)
@given(st.lists(bounds(0, 1, None), max_size=5), bounds(0, 1, None))
def test_what_follows_is_decided_completely(hypotheses, asked):
    # A shortest path among i, j and 0 has at most two bounds, each at most 4 with the negation of the one asked for.
    solutions = [v for v in product(range(-8, 9), repeat=2) if all(at_least_zero(b, v) >= 0 for b in hypotheses)]
    domain = Domain("i j", lambda *indices: [at_least_zero(b, indices) for b in hypotheses])
    ((_, follows),) = domain.cases(lambda *indices: entailed(at_least_zero(asked, indices)))
    if solutions:
        assert follows == all(at_least_zero(asked, values) >= 0 for values in solutions)


@share_of(100)
@given(st.lists(bounds(0, 1, 2, None), min_size=1, max_size=4))
def test_every_instance_of_random_comparisons_lies_in_one_case(asked):
    domain = Domain("i j k", lambda i, j, k: [i, j, k])

    def truths(*indices):
        return [at_least_zero(bound, indices) >= 0 for bound in asked]

    cases = list(domain.cases(truths))
    for values in domain.instances(4):
        (found,) = [found for case, found in cases if case.holds_at(values)]
        assert found == truths(*values.values())


@share_of(200)
@given(st.lists(bounds(0, 1, 2, None), max_size=6), bounds(0, 1, 2, None))
def test_what_follows_of_three_indices_is_decided_completely(hypotheses, asked):
    # A shortest path among i, j, k and 0 has at most three bounds, each at most 4 with the negation asked for.
    box = product(range(-12, 13), repeat=3)
    solutions = [v for v in box if all(at_least_zero(b, v) >= 0 for b in hypotheses)]
    domain = Domain("i j k", lambda *indices: [at_least_zero(b, indices) for b in hypotheses])
    ((_, follows),) = domain.cases(lambda *indices: entailed(at_least_zero(asked, indices)))
    if solutions:
        assert follows == all(at_least_zero(asked, values) >= 0 for values in solutions)


@pytest.mark.parametrize("order", [1, -1])
def test_a_long_chain_of_bounds_is_followed_in_whatever_order_it_is_known(order):
    links = 8
    names = " ".join(f"i{k}" for k in range(links + 1))

    def chain(*at):
        return [at[k + 1] - at[k] - 1 for k in range(links)][::order]

    ((_, found),) = Domain(names, chain).cases(
        lambda *at: (entailed(at[links] - at[0] - links), entailed(at[links] - at[0] - links - 1), at[0] < at[links])
    )
    assert found == (True, False, True)


def test_equal_indices_are_written_alike_and_others_are_not():
    def same(i, j, k):
        return canonical((i + j).linear) == canonical((2 * j + 3).linear), canonical(i.linear) == canonical(k.linear)

    equal = Domain("i j k", lambda i, j, k: [i - j - 3, j - i + 3, k, i - k])
    ((_, found),) = equal.cases(same)
    assert found == (True, False)
    near = Domain("i j", lambda i, j: [i - j, j + 2 - i])
    ((_, found),) = near.cases(lambda i, j: canonical(i.linear) == canonical(j.linear))
    assert not found


def test_a_sum_of_several_is_entailed():
    def shown(i, j, k):
        return entailed(i + 2 * j - k - 1), entailed(i + 2 * j - k - 2), entailed(i - j - k)

    ((_, found),) = Domain("i j k", lambda i, j, k: [i - 2, j - 1, 3 - k]).cases(shown)
    assert found == (True, False, False)


COMPARISONS = {
    "twice": lambda n, i, j: 1 if 2 * i < j else 0,
    "sum": lambda n, i, j: 1 if i + j > n else 2,
    "middle": lambda n, i, j: (1 if 2 * i == n else 2, i < j),
    "both": lambda n, i, j: (i + j <= n, i <= n - j, 2 * i + 2 * j < 2 * n + 1),
    "then less": lambda n, i, j: (i <= j) if 2 * i < j else None,
    "halves": lambda n, i, j: abs(2 * i - n) + abs(2 * j - n),
    "three": lambda n, i, j: 3 * i + 2 * j - n <= 1,
}


@pytest.mark.parametrize("name", COMPARISONS)
def test_sums_are_compared_case_by_case(name):
    function, domain = COMPARISONS[name], Domain("n i j", square)
    cases = list(domain.cases(function))
    for values in domain.instances(5):
        (found,) = [result for case, result in cases if case.holds_at(values)]
        expected = function(**values)
        if isinstance(found, Index):
            found = found.at(values)
        assert found == expected


def test_what_sums_imply_is_not_asked():
    inside = Domain("n i", lambda n, i: [i, n - 2 * i])
    assert [found for _, found in inside.cases(lambda n, i: (i <= n, 3 * i <= 2 * n, n + 1 >= 0))] == [(True,) * 3]
    odd = Domain("i j", lambda i, j: [2 * i + 2 * j - 1, 2 - 2 * i - j, j])
    assert [found for _, found in odd.cases(lambda i, j: (i + j >= 1, entailed(-i), entailed(i)))] == [
        (True, False, False)
    ]


@given(
    st.lists(st.tuples(*[st.integers(-2, 2)] * 3, st.integers(-3, 3)), min_size=1, max_size=4),
    st.tuples(*[st.integers(-2, 2)] * 3, st.integers(-3, 3)),
)
def test_what_is_entailed_by_sums_holds_wherever_they_do(hypotheses, asked):
    def form(coefficients, at):
        return sum((c * x for c, x in zip(coefficients, at, strict=False)), coefficients[-1] + 0 * at[0])

    domain = Domain("i j k", lambda *at: [form(each, at) for each in hypotheses])
    ((_, follows),) = domain.cases(lambda *at: entailed(form(asked, at)))
    points = [at for at in product(range(-6, 7), repeat=3) if all(form(each, at) >= 0 for each in hypotheses)]
    assert not follows or all(form(asked, at) >= 0 for at in points)


def test_an_equation_of_several_names_writes_one_by_the_others():
    def found(n, i, j):
        return canonical(n.linear) == canonical((2 * i + 1).linear), canonical((n - i).linear) == canonical(j.linear)

    ((_, said),) = Domain("n i j", lambda n, i, j: [n - 2 * i - 1, 2 * i + 1 - n, i + j - n, n - i - j]).cases(found)
    assert said == (True, True)


@pytest.mark.parametrize(
    "operation",
    [
        lambda i, j: i * j,
        lambda i, j: Fraction(1, 2) * i,
        lambda i, j: 0.5 * i,
        lambda i, j: i + Fraction(1, 2),
        lambda i, j: i - 0.5,
        lambda i, j: i <= Fraction(1, 2),
        lambda i, j: i == Fraction(1),
        lambda i, j: i // 2,
        lambda i, j: i % 2,
        lambda i, j: range(i),
        lambda i, j: {i: 1},
        lambda i, j: i in {0, 1},
        lambda i, j: [0, 1][i],
        lambda i, j: i is not None and i == None,  # noqa: E711
        lambda i, j: True * i + "1",
    ],
)
def test_what_leaves_the_integers_is_refused(operation):
    with pytest.raises(TypeError):
        list(Domain("i j", lambda i, j: [i, j]).cases(operation))


@pytest.mark.parametrize(
    "comparison",
    [
        lambda: Domain("n", lambda n: [n >= 1]).cases(lambda n: n),
        lambda: Domain("n", lambda n: [1 - n if n > 1 else n]).cases(lambda n: n),
        lambda: iter([Index.named("n") == 1]),
        lambda: iter([entailed(Index.named("n"))]),
        lambda: iter([canonical(Index.named("n").linear)]),
    ],
)
def test_without_a_case_at_hand_nothing_is_compared(comparison):
    with pytest.raises(InputError, match="no case is at hand"):
        list(comparison())


def test_a_case_inside_of_another_is_refused():
    # The inner domain would take the outer i for its own, and its hypothesis for one that nothing fulfils.
    def body(i):
        return list(Domain("i", lambda k: [k - i - 1]).cases(lambda k: entailed(i - 9)))

    with pytest.raises(InputError, match="there is a case at hand"):
        list(Domain("i", lambda i: [i]).cases(body))
    assert len(list(Domain("i", lambda i: [i]).cases(lambda i: i > 0))) == 2


@pytest.mark.parametrize("runs", [[[7], [9]], [[7, 3], [7]], [[7], []], [[3], [3, 7], [3, 9]]])
def test_a_body_that_runs_otherwise_the_second_time_is_refused(runs):
    # Each run compares i with these, and the cases would not be those of one function.
    limits = iter(runs)
    with pytest.raises(InputError, match="run again"):
        list(Domain("i", lambda i: [i]).cases(lambda i: [i <= limit for limit in next(limits)]))


def test_a_failure_leaves_no_case_behind():
    with pytest.raises(ZeroDivisionError):
        list(Domain("i", lambda i: [i]).cases(lambda i: 1 // 0))
    with pytest.raises(InputError, match="no case is at hand"):
        assert Index.named("i") == 0


def test_hypotheses_without_a_solution_prove_everything_and_have_no_instance():
    nothing = Domain("i j", lambda i, j: [i - j - 1, j - i - 1, i])
    ((_, found),) = nothing.cases(lambda i, j: (entailed(i - j - 1), entailed(j - i - 1)))
    assert found == (True, True)
    assert [*nothing.instances(6)] == []


def test_two_indices_of_one_name_are_refused():
    with pytest.raises(InputError):
        Domain("i i", lambda i, j: [])


def test_instances_begin_at_zero_and_obey_the_hypotheses():
    assert [*Domain("n", lambda n: [n - 1]).instances(2)] == [{"n": 1}, {"n": 2}]
    assert [*Domain().instances(3)] == [{}]
