"""What is asked in other words is answered alike: other names, another unit, one more copy; the kernel says so, too."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import Mechanism, interact, level, private, vertex
from exactdp.answers.optimality import Impossible, Optimality, decide
from exactdp.certificates.certificate import Rejected, certify
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.losses import Loss, table
from exactdp.model.neighbours import Neighbours, edges
from exactdp.model.users import BayesianUser, MinimaxConsumer, User
from exactdp.optimum.problem import Constraint, Dual, Optimum, Problem
from exactdp.polytope.derivability import derive_from
from exactdp.privacy.privacy_curve import approximately_private
from tests.strategies import LEVELS, graphs, losses, mechanisms, problems, share_of, users

Order = Sequence[int]
"""Place k holds what was at place order[k]."""

SCALES = st.sampled_from([Fraction(word) for word in ("1/7", "1", "3/2", "1000000007")])
CONSTANTS = st.sampled_from([Fraction(word) for word in ("-5", "-1/3", "0", "2", "10000000000/9")])


def orders(size: int) -> st.SearchStrategy[Order]:
    return st.just(list(range(size))[::-1]) | st.permutations(range(size))


def reordered(mechanism: Mechanism, inputs: Order, responses: Order) -> Mechanism:
    return Mechanism([[mechanism[i, r] for r in responses] for i in inputs])


def among(neighbours: Neighbours, inputs: Order) -> Neighbours:
    """Return the neighbours under their new numbers; a graph that is the same keeps its name."""
    new = {old: k for k, old in enumerate(inputs)}
    pairs = {(min(new[i], new[k]), max(new[i], new[k])) for i, k in neighbours.pairs}
    return neighbours if pairs == set(neighbours.pairs) else edges(pairs, inputs=range(len(inputs)))


def with_losses(user: User, rows: Sequence[Sequence[Fraction]], inputs: Order) -> User:
    if isinstance(user, BayesianUser):
        return BayesianUser(table(rows), [user.prior[i] for i in inputs])
    return MinimaxConsumer(
        table(rows),
        inputs=range(len(inputs)),
        side_information=[k for k, i in enumerate(inputs) if i in user.side_information],
    )


def entries(loss: Loss, inputs: Order, responses: Order) -> list[list[Fraction]]:
    return [[loss(i, r) for r in responses] for i in inputs]


def rational_problems() -> st.SearchStrategy[Problem]:
    return problems().filter(lambda problem: problem.user.loss.rational)


def value(problem: Problem) -> tuple[str, Fraction | None] | None:
    """Return what was proved of a problem and its value, or None where a limit was met."""
    found = decide(problem)
    if isinstance(found, Unsolved):
        return None
    return found.verified.kind, found.optimum.value if isinstance(found, Optimality) else None


@share_of(80)
@given(st.data())
def test_names_do_not_matter_to_privacy(data: st.DataObject) -> None:
    mechanism, alpha, delta = data.draw(mechanisms()), data.draw(LEVELS), data.draw(LEVELS)
    inputs, responses = data.draw(orders(len(mechanism))), data.draw(orders(mechanism.shape[1]))
    neighbours = data.draw(graphs(len(mechanism)))
    other, others = reordered(mechanism, inputs, responses), among(neighbours, inputs)
    assert level(other, others).alpha == level(mechanism, neighbours).alpha
    for decided in (
        level,
        lambda x, graph: private(x, alpha, graph),
        lambda x, graph: approximately_private(x, alpha, delta, graph),
        lambda x, graph: vertex(x, level(x, graph).alpha, graph),
    ):
        assert certify(decided(other, others)).kind == certify(decided(mechanism, neighbours)).kind


@share_of(80)
@given(st.data())
def test_names_do_not_matter_to_derivability(data: st.DataObject) -> None:
    source = data.draw(mechanisms())
    mechanism = data.draw(mechanisms(len(source)))
    if data.draw(st.booleans()):
        mechanism = source @ data.draw(mechanisms(source.shape[1]))
    inputs, responses = data.draw(orders(len(source))), data.draw(orders(mechanism.shape[1]))
    other = derive_from(
        reordered(mechanism, inputs, responses), reordered(source, inputs, data.draw(orders(source.shape[1])))
    )
    assert certify(other).kind == certify(derive_from(mechanism, source)).kind


@share_of(60)
@given(rational_problems(), st.data())
def test_names_do_not_matter_to_optima(problem: Problem, data: st.DataObject) -> None:
    inputs, responses = data.draw(orders(problem.inputs)), data.draw(orders(problem.responses))
    place = {(i, r): (k, s) for k, i in enumerate(inputs) for s, r in enumerate(responses)}
    other = Problem(
        with_losses(problem.user, entries(problem.user.loss, inputs, responses), inputs),
        problem.alpha,
        among(problem.neighbours, inputs),
        responses=range(problem.responses),
        constraints=[
            Constraint({place[at]: a for at, a in each.coefficients.items()}, each.bound, exactly=each.exactly)
            for each in problem.constraints
        ],
    )
    expected, found = value(problem), value(other)
    assert None in (expected, found) or found == expected
    known = decide(problem)
    if isinstance(known, Optimality) and other.neighbours.name == problem.neighbours.name:
        dual = known.optimum.dual
        prior = tuple(dual.prior[i] for i in inputs) if dual.prior else ()
        flows = {(place[i, r][1], place[i, r][0], place[k, r][0]): f for (r, i, k), f in dual.flows.items()}
        moved = Dual(prior, tuple(dual.weights[i] for i in inputs), dual.multipliers, flows)
        mechanism = reordered(known.optimum.mechanism, inputs, responses)
        assert certify(Optimum(other, known.optimum.value, moved, given=mechanism)).kind == "optimal"


@share_of(60)
@given(st.data())
def test_names_do_not_matter_to_interactions(data: st.DataObject) -> None:
    deployed = data.draw(mechanisms(data.draw(st.integers(1, 4))))
    width = data.draw(st.integers(1, 3))
    user = data.draw(users(len(deployed), losses(len(deployed), width)))
    inputs, responses = data.draw(orders(len(deployed))), data.draw(orders(width))
    other = with_losses(user, entries(user.loss, inputs, responses), inputs)
    found = interact(other, reordered(deployed, inputs, data.draw(orders(deployed.shape[1]))), responses=range(width))
    assert found.value == interact(user, deployed, responses=range(width)).value
    assert certify(found).kind == "interaction"


@share_of(60)
@given(rational_problems(), SCALES, st.data())
def test_the_unit_of_a_loss_and_what_is_lost_anyway_do_not_matter(
    problem: Problem, scale: Fraction, data: st.DataObject
) -> None:
    user, inputs = problem.user, range(problem.inputs)
    constants = [data.draw(CONSTANTS) for _ in inputs]
    if isinstance(user, MinimaxConsumer):
        constants = [constants[0]] * problem.inputs
    rows = entries(user.loss, inputs, range(problem.responses))
    rows = [[scale * loss + constant for loss in row] for row, constant in zip(rows, constants, strict=True)]
    other = Problem(
        with_losses(user, rows, inputs),
        problem.alpha,
        problem.neighbours,
        responses=range(problem.responses),
        constraints=problem.constraints,
    )
    known, found = decide(problem), value(other)
    if isinstance(known, Unsolved) or found is None:
        return
    kind = known.verified.kind
    if isinstance(known, Impossible):
        assert found == (kind, None)
        return
    dual = known.optimum.dual
    prior = user.prior if isinstance(user, BayesianUser) else dual.prior
    lost = [p * constant for p, constant in zip(prior, constants, strict=True)]
    expected = scale * known.optimum.value + sum(lost)
    assert found == (kind, expected)
    # The same mechanism, its prices in the new unit.
    prices = Dual(
        dual.prior,
        tuple(scale * w + k for w, k in zip(dual.weights, lost, strict=True)),
        tuple(scale * y for y in dual.multipliers),
        {at: scale * f for at, f in dual.flows.items()},
    )
    given = known.optimum.mechanism
    assert certify(Optimum(other, expected, prices, given=given)).kind == "optimal"
    for wrong in (expected - Fraction(1, 10**9), expected + Fraction(1, 10**9)):
        with pytest.raises(Rejected):
            certify(Optimum(other, wrong, prices, given=given))


@share_of(60)
@given(rational_problems(), st.data())
def test_the_unit_of_a_constraint_and_saying_it_twice_do_not_matter(problem: Problem, data: st.DataObject) -> None:
    constraints = []
    for each in problem.constraints:
        scale = data.draw(SCALES)
        coefficients = {at: scale * a for at, a in each.coefficients.items()}
        scaled = Constraint(coefficients, scale * each.bound, exactly=each.exactly)
        constraints += [scaled, each] if data.draw(st.booleans()) else [scaled]
    other = Problem(
        problem.user, problem.alpha, problem.neighbours, responses=range(problem.responses), constraints=constraints
    )
    expected, found = value(problem), value(other)
    assert None in (expected, found) or found == expected


@share_of(60)
@given(rational_problems(), st.data())
def test_a_response_under_two_names_is_one(problem: Problem, data: st.DataObject) -> None:
    response = data.draw(st.integers(0, problem.responses - 1))
    responses = [*range(problem.responses), response]
    inputs = range(problem.inputs)
    rows = entries(problem.user.loss, inputs, responses)
    twice = [
        Constraint(
            {
                **each.coefficients,
                **{(i, problem.responses): a for (i, r), a in each.coefficients.items() if r == response},
            },
            each.bound,
            exactly=each.exactly,
        )
        for each in problem.constraints
    ]
    user = with_losses(problem.user, rows, inputs)
    expected, found = (
        value(problem),
        value(Problem(user, problem.alpha, problem.neighbours, responses=range(len(responses)), constraints=twice)),
    )
    assert None in (expected, found) or found[1] == expected[1]

    mechanism = data.draw(mechanisms(problem.inputs, problem.responses))
    share = data.draw(LEVELS)
    split = Mechanism(
        [
            [*row[:response], share * row[response], *row[response + 1 :], (1 - share) * row[response]]
            for row in mechanism
        ]
    )
    assert level(split, problem.neighbours).alpha == level(mechanism, problem.neighbours).alpha
    for one, source in ((split, mechanism), (mechanism, split)):
        assert certify(derive_from(one, source)).kind == "derivable"


@share_of(60)
@given(rational_problems(), LEVELS, st.data())
def test_an_input_under_two_names_is_one(problem: Problem, share: Fraction, data: st.DataObject) -> None:
    if problem.constraints:
        return
    size = problem.inputs
    chosen = data.draw(st.integers(0, size - 1))
    pairs = set(problem.neighbours.pairs) | {(chosen, size)}
    pairs |= {(min(i, k), size) for i, k in problem.neighbours.pairs if k == chosen}
    pairs |= {(max(i, k), size) for i, k in problem.neighbours.pairs if i == chosen}
    neighbours = edges(pairs, n=size)
    loss = table(entries(problem.user.loss, [*range(size), chosen], range(problem.responses)))
    if isinstance(problem.user, BayesianUser):
        prior = [*problem.user.prior, (1 - share) * problem.user.prior[chosen]]
        prior[chosen] *= share
        user: User = BayesianUser(loss, prior)
    else:
        known = problem.user.side_information
        user = MinimaxConsumer(loss, n=size, side_information=[*known, size] if chosen in known else known)
    expected, found = (
        value(problem),
        value(Problem(user, problem.alpha, neighbours, responses=range(problem.responses))),
    )
    assert None in (expected, found) or found[1] == expected[1]

    mechanism = data.draw(mechanisms(size))
    twice = Mechanism([*mechanism.rows, mechanism.rows[chosen]])
    assert level(twice, neighbours).alpha == level(mechanism, problem.neighbours).alpha
    certify(level(twice, neighbours))
