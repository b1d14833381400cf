"""Databases: neighbours, averages and their levels, users, and optima that no mechanism on databases improves."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdp.certificates import Rejected, certify
from exactdp.consumers import (
    BayesianUser,
    MinimaxConsumer,
    absolute,
    point_mass,
    power_loss,
    squared,
    table,
    uniform,
    zero_one,
)
from exactdp.databases import (
    Databases,
    Shares,
    add_remove,
    along_chain,
    average,
    check_mechanism,
    compare,
    evenly,
    expected_loss,
    extension,
    induced_prior,
    labelled,
    lifted,
    loss_on_databases,
    oblivious,
    oblivious_optimum,
    on_databases,
    problem_on_databases,
    replace_one,
    weighted,
    worst_case,
)
from exactdp.exact import InputError
from exactdp.geometric import geometric
from exactdp.mechanism import Mechanism, identity
from exactdp.optimality import Optimality, decide
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, fixed_row
from exactdp.optimum.uniqueness import AnotherOptimum, OnlyOptimum
from exactdp.privacy import level, private
from tests.strategies import INSIDE, LEVELS, losses, mechanisms, priors, users

SMALL = [
    replace_one(0),
    replace_one(1),
    replace_one(2),
    replace_one(3),
    replace_one(2, counted=["0"]),
    replace_one(1, 3),
    replace_one(2, 3),
    replace_one(2, 3, ["0", "2"]),
    add_remove(0),
    add_remove(1),
    add_remove(2),
    add_remove(3),
    add_remove(3, 1),
    add_remove(2, 3, ["0", "2"]),
    add_remove(2, ["no", "yes"], ["no", "yes"]),
]
DATABASES = st.sampled_from(SMALL)


def name(databases: Databases) -> str:
    return f"{databases.relation} {databases.n} {','.join(databases.domain)} {','.join(databases.counted)}"


def distance(databases: Databases, d: int, e: int) -> int:
    """How many steps lead from one database to another, counted without the graph."""
    first, second = databases.members[d], databases.members[e]
    if databases.relation == "replace-one":
        return sum(a != b for a, b in zip(first, second, strict=True))
    return ((Counter(first) - Counter(second)) + (Counter(second) - Counter(first))).total()


@st.composite
def private_mechanisms(draw: st.DrawFn, databases: Databases) -> Mechanism:
    """Any mechanism on databases after noise that is private: seldom oblivious, of a level between 0 and 1."""
    given = draw(mechanisms(len(databases), draw(st.sampled_from([databases.n + 1, 2]))))
    alpha = draw(LEVELS)
    positions = range(len(databases))
    kernel = [[alpha ** distance(databases, d, e) for e in positions] for d in positions]
    return Mechanism([[entry / sum(row) for entry in row] for row in kernel]) @ given


@st.composite
def shares(draw: st.DrawFn, databases: Databases) -> Shares:
    if not draw(st.booleans()):
        return draw(st.sampled_from([evenly, along_chain]))(databases)
    mixed = [
        a + draw(st.integers(0, 3)) * b
        for a, b in zip(evenly(databases).weights, along_chain(databases).weights, strict=True)
    ]
    try:
        return weighted(databases, mixed)
    except InputError:
        return evenly(databases)


# Databases


@pytest.mark.parametrize("databases", SMALL, ids=name)
def test_neighbours_results_and_classes(databases) -> None:
    size = len(databases)
    expected = tuple((d, e) for d, e in combinations(range(size), 2) if distance(databases, d, e) == 1)
    assert databases.neighbours.pairs == expected
    assert databases.neighbours.size == size == len(set(databases.labels))
    assert sorted(d for same in databases.classes for d in same) == list(range(size))
    counted = len(databases.counted)
    others = len(databases.domain) - counted
    for i, same in enumerate(databases.classes):
        assert {databases.results[d] for d in same} == {i}
        assert all(sum(databases.members[d].count(value) for value in databases.counted) == i for d in same)
        if databases.relation == "replace-one":
            assert len(same) == comb(databases.n, i) * counted**i * others ** (databases.n - i)
        else:
            assert len(same) == comb(i + counted - 1, i) * comb(databases.n - i + others, others)


@pytest.mark.parametrize("n", range(6))
def test_bits_are_the_named_hypercube_in_binary_order(n) -> None:
    databases = replace_one(n)
    assert databases.neighbours.name == "hypercube"
    assert databases.results == tuple(d.bit_count() for d in range(2**n))
    assert n == 0 or databases.labels == tuple(f"{d:0{n}b}" for d in range(2**n))


def test_other_graphs_have_their_names() -> None:
    assert replace_one(1, 3).neighbours.name == "complete"
    assert add_remove(4, 1).neighbours.name == "path"
    assert add_remove(4, 1).results == (0, 1, 2, 3, 4)
    assert replace_one(2, 3).neighbours.name == "edges"


@pytest.mark.parametrize("databases", SMALL, ids=name)
def test_labels_are_read_back(databases) -> None:
    assert [databases.position(f" {label} ") for label in databases.labels] == list(range(len(databases)))


def test_multisets_are_read_in_any_order_and_tuples_are_not() -> None:
    several = add_remove(3, ["yes", "no"])
    assert several.labels[several.position("no yes no")] == "yes no no"
    assert replace_one(2).position("10") != replace_one(2).position("01")
    for wrong in ("2", "000", "", "0 1"):
        with pytest.raises(InputError, match="is none of the 4 databases"):
            replace_one(2).position(wrong)


@pytest.mark.parametrize("databases", [replace_one(3), replace_one(2, 3, ["0", "2"]), replace_one(2, 4)], ids=name)
def test_how_many_neighbours_have_the_next_result(databases) -> None:
    counted = len(databases.counted)
    found = Counter((d, databases.results[e] - databases.results[d]) for d, e in databases.neighbours.both_ways())
    for d, i in enumerate(databases.results):
        assert found[d, -1] == i * (len(databases.domain) - counted)
        assert found[d, 1] == (databases.n - i) * counted
        assert found[d, -2] == found[d, 2] == 0


@pytest.mark.parametrize(
    ("make", "arguments", "says"),
    [
        (replace_one, (-1,), "-1 rows"),
        (replace_one, (2, 0), "0 values"),
        (replace_one, (2, 1), "every value is counted"),
        (replace_one, (2, 3, ["0", "1", "2"]), "every value is counted"),
        (replace_one, (2, 3, []), "no value is counted"),
        (add_remove, (2, 3, ["3"]), "'3' is counted and is no value"),
        (replace_one, (2, ["a", "a"]), "the values a, a are not all different"),
        (replace_one, (2, ["a", "a b"]), "without spaces"),
        (replace_one, (2, ["a", ""]), "the value ''"),
        (add_remove, (2, ["∅", "a"]), "the value '∅'"),
        (replace_one, (2, ["a", "\x1b"]), "without spaces"),
        (replace_one, (17,), "too many databases"),
        (replace_one, (10**12,), "too many databases"),
        (replace_one, (1, 10**12), "too many databases"),
        (add_remove, (10**12, 10**12), "too many databases"),
        (add_remove, (10**5, 1), "too many databases"),
        (add_remove, (10**6, 10**6), "too many databases"),
        (replace_one, (10**6, 10**6), "too many databases"),
        (replace_one, (10**6, 1), "every value is counted"),
        (add_remove, (2000, 2), "too many databases"),
    ],
)
def test_what_is_refused(make, arguments, says) -> None:
    with pytest.raises(InputError, match=says) as error:
        make(*arguments)
    assert "\n" not in str(error.value)


def test_many_values_are_not_too_many_without_rows() -> None:
    assert replace_one(0, 2**20).labels == add_remove(0, 2**20).labels == ("∅",)


def test_sixteen_bits_are_not_too_many() -> None:
    assert len(replace_one(16).neighbours.pairs) == 16 * 2**15


# Oblivious mechanisms


@settings(max_examples=40)
@given(DATABASES, LEVELS, st.data())
def test_a_lifted_mechanism_is_oblivious_and_keeps_its_level(databases, alpha, data) -> None:
    on_results = data.draw(st.sampled_from([geometric(databases.n, alpha), identity(databases.n + 1)]))
    x = lifted(on_results, databases)
    assert x.inputs == databases.labels
    assert oblivious(x, databases).on_results == on_results
    assert level(x, databases.neighbours).alpha == level(on_results).alpha


@settings(max_examples=40)
@given(DATABASES, st.data())
def test_obliviousness_is_decided_with_a_witness(databases, data) -> None:
    x = data.draw(private_mechanisms(databases))
    found = oblivious(x, databases)
    pairs = [(d, e) for same in databases.classes for d, e in combinations(same, 2)]
    assert bool(found) == all(x.rows[d] == x.rows[e] for d, e in pairs)
    if found:
        assert lifted(found.on_results, databases) == x.relabelled(databases.labels)
    else:
        d, e, r = found.witness
        assert databases.results[d] == databases.results[e]
        assert x[d, r] != x[e, r]


def test_a_mechanism_has_the_databases_in_their_order() -> None:
    databases = replace_one(1)
    check_mechanism(Mechanism([[1, 0], [0, 1]], inputs=["a", "b"]), databases)
    with pytest.raises(InputError, match="row 1 is 1, and 0 is expected"):
        oblivious(Mechanism([[1, 0], [0, 1]], inputs=["1", "0"]), databases)
    with pytest.raises(InputError, match="the mechanism has 3 rows: write 2, one for each database"):
        average(identity(3), evenly(databases))
    with pytest.raises(InputError, match="the mechanism has 3 inputs: write 2, one for each result"):
        lifted(identity(3), databases)


# Averages


def check_shares(found: Shares) -> None:
    databases, weights, pairing = found.databases, found.weights, found.pairing
    assert all(sum(weights[d] for d in same) == 1 for same in databases.classes)
    assert min(weights) >= 0
    assert all(part >= 0 and distance(databases, d, e) == 1 for (d, e), part in pairing.items())
    for d, i in enumerate(databases.results):
        up = sum(part for (here, _), part in pairing.items() if here == d)
        down = sum(part for (_, there), part in pairing.items() if there == d)
        assert up == (weights[d] if i < databases.n else 0)
        assert down == (weights[d] if i > 0 else 0)
    assert all(databases.results[e] == databases.results[d] + 1 for d, e in pairing)


@pytest.mark.parametrize("databases", SMALL, ids=name)
def test_shares_are_paired(databases) -> None:
    even = evenly(databases)
    check_shares(even)
    check_shares(along_chain(databases))
    again = weighted(databases, even.weights)
    check_shares(again)
    assert again.weights == even.weights
    if databases.relation == "replace-one":
        assert all(weight * len(databases.classes[databases.results[d]]) == 1 for d, weight in enumerate(even.weights))


@settings(max_examples=40)
@given(DATABASES, st.data())
def test_weights_are_paired_or_some_set_has_more_than_its_neighbours(databases, data) -> None:
    drawn = st.lists(st.integers(0, 3), min_size=len(databases), max_size=len(databases))
    weights = [Fraction(w) for w in data.draw(drawn)]
    totals = [sum(weights[d] for d in same) for same in databases.classes]
    if not all(totals):
        with pytest.raises(InputError, match="are all 0"):
            weighted(databases, weights)
        return
    part = [w / totals[i] for w, i in zip(weights, databases.results, strict=True)]
    # Hall's condition, set by set.
    pairs = list(databases.neighbours.both_ways())
    fits = True
    for i in range(databases.n):
        for bits in product([False, True], repeat=len(databases.classes[i])):
            some = {d for d, chosen in zip(databases.classes[i], bits, strict=True) if chosen}
            near = {e for d, e in pairs if d in some and databases.results[e] == i + 1}
            fits = fits and sum(part[d] for d in some) <= sum(part[e] for e in near)
    if fits:
        check_shares(weighted(databases, weights))
    else:
        with pytest.raises(InputError, match=r"has the share .* on .*, its neighbours of result"):
            weighted(databases, weights)


def test_weights_and_chains_that_are_refused() -> None:
    databases = replace_one(2)
    with pytest.raises(InputError, match="3 weights: write 4, one for each database"):
        weighted(databases, [1, 1, 1])
    with pytest.raises(InputError, match="a weight is -1"):
        weighted(databases, [1, -1, 2, 1])
    with pytest.raises(InputError, match="the chain has 2 databases: write 3"):
        along_chain(databases, [0, 3])
    with pytest.raises(InputError, match="the database 3 for the result 1"):
        along_chain(databases, [0, 3, 3])
    with pytest.raises(InputError, match="from 001 to 110, which are no neighbours"):
        along_chain(replace_one(3), [0, 1, 6, 7])
    assert along_chain(replace_one(3), [0, 2, 6, 7]).weights[2] == 1


@settings(max_examples=60)
@given(DATABASES, st.data())
def test_an_average_keeps_the_level_and_loses_no_more(databases, data) -> None:
    x, part = data.draw(private_mechanisms(databases)), data.draw(shares(databases))
    made = average(x, part)
    assert made.after.alpha >= made.before.alpha
    assert made.after.alpha == level(made.on_results).alpha
    assert oblivious(made.averaged, databases).on_results == made.on_results
    for r in range(x.shape[1]):
        for i, same in enumerate(databases.classes):
            assert made.on_results[i, r] == sum(x[d, r] * part.weights[d] for d in same)
    loss = data.draw(losses(databases.n + 1, x.shape[1]))
    user = data.draw(users(databases.n + 1, st.just(loss)))
    found = compare(user, made)
    assert found.after.value <= found.before.value
    # Under the extension by the same shares nothing changes.
    if isinstance(user, BayesianUser):
        rows = [[loss(i, r) for r in range(x.shape[1])] for i in databases.results]
        extended = BayesianUser(table(rows), extension(user.prior, part))
        assert expected_loss(extended, x) == found.after.value


def test_a_chain_has_the_rows_of_its_databases() -> None:
    databases = replace_one(2)
    x = Mechanism([["1/2", "1/2", 0], ["1/3", "1/3", "1/3"], ["1/4", "1/4", "1/2"], [0, "1/2", "1/2"]])
    assert average(x, along_chain(databases)).on_results.rows == (x.rows[0], x.rows[2], x.rows[3])
    assert average(x, along_chain(databases, [0, 1, 3])).on_results.rows == (x.rows[0], x.rows[1], x.rows[3])


def test_for_add_and_remove_the_even_average_may_have_a_lower_level() -> None:
    # The response 1 is likely on "0" alone: the class of 0 has it more often than its neighbours with the result 1.
    databases = add_remove(1)
    alpha = Fraction(1, 2)
    likely = [alpha ** distance(databases, d, databases.position("0")) / 2 for d in range(3)]
    x = Mechanism([[1 - p, p] for p in likely])
    assert level(x, databases.neighbours).alpha == alpha
    sums = [[sum(x[d, r] for d in same) / len(same) for r in range(2)] for same in databases.classes]
    assert level(Mechanism(sums)).alpha == Fraction(1, 3)
    assert average(x, evenly(databases)).after.alpha >= alpha
    with pytest.raises(InputError, match="result 0 has the share 1/2 on 0, its neighbours of result 1 have 0"):
        weighted(databases, [1, 1, 1])


# Users


@settings(max_examples=40)
@given(DATABASES, st.data())
def test_priors_are_extended_and_induced(databases, data) -> None:
    prior = data.draw(priors(databases.n + 1))
    extended = extension(prior, data.draw(shares(databases)))
    assert sum(extended) == 1
    assert induced_prior(extended, databases) == prior


@settings(max_examples=40)
@given(st.sampled_from([each for each in SMALL if len(each) <= 8]), st.data())
def test_the_worst_case_is_the_worst_of_all_extensions(databases, data) -> None:
    x = data.draw(private_mechanisms(databases))
    user = data.draw(users(databases.n + 1, losses(databases.n + 1, x.shape[1])))
    found = worst_case(user, x, databases)
    of = table([[user.loss(i, r) for r in range(x.shape[1])] for i in databases.results])
    alone = [expected_loss(BayesianUser(of, point_mass(len(databases) - 1, d)), x) for d in range(len(databases))]
    assert list(found.losses) == alone
    assert expected_loss(BayesianUser(of, found.prior), x) == found.value
    if isinstance(user, BayesianUser):
        # The largest of a linear function over a product of simplices is at a choice of one database for each result.
        chosen = product(*databases.classes)
        assert found.value == max(sum(p * alone[d] for p, d in zip(user.prior, each, strict=True)) for each in chosen)
        assert induced_prior(found.prior, databases) == user.prior
    else:
        inside = [loss for loss, i in zip(alone, databases.results, strict=True) if i in user.side_information]
        assert found.value == max(inside)


def test_an_irrational_loss_is_added_up_but_makes_no_table() -> None:
    databases = replace_one(2)
    x = lifted(Mechanism([[0, 0, 1], [1, 0, 0], [0, 0, 1]]), databases)
    user = BayesianUser(power_loss("1/2"), ["1/2", "1/2", 0])
    assert str(worst_case(user, x, databases).value) == "1/2 + 1/2*2^(1/2)"
    with pytest.raises(InputError, match=r"the loss \|i-r\|\^\(1/2\) is irrational: on databases"):
        loss_on_databases(power_loss("1/2"), databases)


def test_users_are_about_results_and_mechanisms_about_databases() -> None:
    databases = replace_one(2)
    user = MinimaxConsumer(absolute(), 4)
    with pytest.raises(InputError, match="the user has 4 inputs: write 3, one for each result"):
        worst_case(user, identity(4), databases)
    with pytest.raises(InputError, match="the user has 4 inputs: write 3, one for each result"):
        on_databases(user, evenly(databases))
    with pytest.raises(InputError, match="the prior has 3 weights: write 4, one for each database"):
        induced_prior(uniform(2), databases)
    with pytest.raises(InputError, match="the prior has 4 weights: write 3, one for each result"):
        extension(uniform(3), evenly(databases))
    with pytest.raises(InputError, match="4 × 4 for 3 inputs"):
        loss_on_databases(table(identity(4)), databases)
    with pytest.raises(InputError, match="the mechanism has 3 rows: write 2"):
        expected_loss(BayesianUser(absolute(), uniform(1)), identity(3))


# Optima


def test_the_first_user_of_theorem_6_3_has_the_mechanism_of_figure_4() -> None:
    databases, little = replace_one(3), Fraction(1, 100)
    weights = {"100": Fraction(1, 4), "010": Fraction(1, 4), "011": Fraction(1, 2) - little, "101": little}
    prior = [weights.get(label, Fraction(0)) for label in databases.labels]
    user = BayesianUser(loss_on_databases(absolute(), databases), prior)
    found = labelled(decide(problem_on_databases(user, "1/2", databases)), databases)
    assert isinstance(found, Optimality)
    assert found.verified.kind == "only-optimal"
    assert found.optimum.value == Fraction(13, 48) + little / 2
    x = found.optimum.mechanism
    assert x.inputs == databases.labels == found.uniqueness.optimum.mechanism.inputs
    expected = {"100": ("11/12", "1/12"), "010": ("2/3", "1/3"), "101": ("5/6", "1/6"), "011": ("1/3", "2/3")}
    for label, row in expected.items():
        assert x.rows[databases.position(label)] == (0, *map(Fraction, row), 0)
    assert not oblivious(x, databases)
    # Both users of the theorem have 1/2 on the results 1 and 2, for which an oblivious mechanism loses 1/3.
    on_results = BayesianUser(absolute(), induced_prior(prior, databases))
    assert oblivious_optimum(on_results, "1/2", evenly(databases)).on_databases.value == Fraction(1, 3)


@settings(max_examples=60, deadline=None)
@given(DATABASES, LEVELS, st.data())
def test_no_mechanism_on_databases_has_a_smaller_worst_case(databases, alpha, data) -> None:
    user = data.draw(users(databases.n + 1, losses(databases.n + 1, databases.n + 1)))
    part = data.draw(shares(databases))
    found = oblivious_optimum(user, alpha, part)
    assert found.verified.kind == "optimal"
    assert found.verified.is_about(found.mechanism)
    assert private(found.mechanism, alpha, databases.neighbours)
    assert oblivious(found.mechanism, databases)
    attained = worst_case(user, found.mechanism, databases).value
    assert attained == found.on_databases.value == found.on_results.optimum.value
    # The linear program over all mechanisms on databases has the same value.
    best = solve_polytope(problem_on_databases(on_databases(user, part), alpha, databases))
    assert isinstance(best, Optimum)
    assert certify(best).kind == "optimal"
    assert best.value == attained
    assert worst_case(user, best.mechanism, databases).value >= attained


def test_prices_that_are_asked_of_the_next_result() -> None:
    # For the response 0 the reduced cost is negative at both ends and positive between them.
    user = BayesianUser(table([[0, 1, 1], [3, 0, 2], [0, 1, 2]]), uniform(2))
    found = oblivious_optimum(user, "1/2", evenly(replace_one(2)))
    assert found.verified.kind == "optimal"


@settings(max_examples=40)
@given(DATABASES, st.data())
def test_a_private_mechanism_does_not_beat_the_oblivious_optimum(databases, data) -> None:
    x = data.draw(private_mechanisms(databases))
    user = data.draw(users(databases.n + 1, losses(databases.n + 1, x.shape[1])))
    alpha = level(x, databases.neighbours).alpha
    best = oblivious_optimum(user, alpha, evenly(databases))
    assert worst_case(user, x, databases).value >= best.on_databases.value


@pytest.mark.parametrize("n", [5, 7])
def test_the_proof_on_results_is_one_on_many_databases(n) -> None:
    databases = replace_one(n)
    found = oblivious_optimum(MinimaxConsumer(squared(), n + 1, [0, 1, n]), "1/3", evenly(databases))
    assert found.verified.kind == "optimal"
    assert f"{2**n} x {n + 1} matrix" in found.verified.sentence


def test_a_lower_value_is_rejected() -> None:
    found = oblivious_optimum(BayesianUser(absolute(), uniform(2)), "1/2", evenly(replace_one(2))).on_databases
    with pytest.raises(Rejected):
        certify(Optimum(found.problem, found.value - 1, found.dual, None, found.mechanism))
    with pytest.raises(Rejected):
        certify(Optimum(found.problem, found.value, found.dual, None, lifted(geometric(2, "2/5"), replace_one(2))))


@settings(max_examples=40)
@given(INSIDE)
def test_a_loss_on_databases_may_want_a_mechanism_that_is_not_oblivious(alpha) -> None:
    # One row of three values: the response 1 is bad on "1", and 0 on "2", which have the same result.
    databases = replace_one(1, 3, ["0"])
    loss = table([[0, 0], [0, 1], [1, 0]])
    best = solve_polytope(problem_on_databases(MinimaxConsumer(loss, 3), alpha, databases))
    assert best.value == alpha / (1 + alpha) < Fraction(1, 2)
    assert not oblivious(best.mechanism, databases)


def test_labels_are_put_on_every_mechanism() -> None:
    databases = replace_one(2)
    indifferent = table([[0, 0, 0]] * 3)
    user = BayesianUser(loss_on_databases(indifferent, databases), [1, 0, 0, 0])
    found = labelled(decide(problem_on_databases(user, "1/2", databases)), databases)
    assert isinstance(found.uniqueness, AnotherOptimum)
    shown = (found.optimum, found.uniqueness.optimum, found.uniqueness.other)
    assert all(optimum.mechanism.inputs == databases.labels for optimum in shown)
    sure = BayesianUser(loss_on_databases(zero_one(), databases), ["1/3", "1/6", "1/6", "1/3"])
    alone = labelled(decide(problem_on_databases(sure, "1/9", databases)), databases)
    assert isinstance(alone.uniqueness, OnlyOptimum)
    assert alone.uniqueness.optimum.mechanism.inputs == databases.labels


def test_constraints_are_about_databases() -> None:
    databases = replace_one(1)
    user = BayesianUser(loss_on_databases(absolute(), databases), uniform(1))
    fixed = fixed_row(databases.position("1"), ["1/2", "1/2"])
    assert decide(problem_on_databases(user, "1/2", databases, fixed)).optimum.value == Fraction(3, 8)
