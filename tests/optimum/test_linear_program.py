"""The linear program over all mechanisms: any loss, graph and constraint, and always a proof."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Mechanism, certify, complete, geometric, hypercube, interact, private, vertex
from exactdp.linear_programs import optimal_basis as exact_programs
from exactdp.linear_programs.contracted_basis import ContractedBasis
from exactdp.linear_programs.linear_program import OptimalPoint
from exactdp.linear_programs.optimal_basis import solve
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.losses import absolute, power_loss, table, zero_one
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, binomial, uniform
from exactdp.optimum import linear_program as mechanisms
from exactdp.optimum.linear_program import basis_of_geometric, linear_program, solve_polytope
from exactdp.optimum.problem import (
    Constraint,
    NoMechanism,
    Optimum,
    Problem,
    fixed_row,
    loss_at_most,
    responses_only,
    symmetric,
)
from tests.strategies import LEVELS, graphs, losses, share_of, users


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    inputs, responses = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    user = draw(users(inputs, losses(inputs, responses)))
    return Problem(user, draw(LEVELS), draw(graphs(inputs)), responses=range(responses))


@share_of(80)
@given(problems(), st.data())
def test_every_optimum_is_proved_and_no_mechanism_is_better(problem: Problem, data: st.DataObject) -> None:
    found = solve_polytope(problem)
    assert certify(found).kind == "optimal"
    assert private(found.mechanism, problem.alpha, problem.neighbours)
    # A constant mechanism is private at every level.
    weights = data.draw(st.lists(st.integers(0, 3), min_size=problem.responses, max_size=problem.responses).filter(any))
    row = [Fraction(weight, sum(weights)) for weight in weights]
    losses_of = [sum(p * problem.user.loss(i, r) for r, p in enumerate(row)) for i in range(problem.inputs)]
    if isinstance(problem.user, BayesianUser):
        assert found.value <= sum(p * loss for p, loss in zip(problem.user.prior, losses_of, strict=True))
        assert vertex(found.mechanism, problem.alpha, problem.neighbours)
    else:
        assert found.value <= max(losses_of[i] for i in problem.user.side_information)


@share_of(60)
@given(problems(), st.lists(st.integers(0, 2), min_size=2, max_size=4), st.data())
def test_equal_responses_are_merged(problem: Problem, chosen: list[int], data: st.DataObject) -> None:
    copied = [r % problem.responses for r in [*chosen, chosen[0]]]
    loss = table([[problem.user.loss(i, r) for r in copied] for i in range(problem.inputs)])
    user: User
    if isinstance(problem.user, BayesianUser):
        user = BayesianUser(loss, problem.user.prior)
    else:
        known = problem.user.side_information
        user = MinimaxConsumer(loss, inputs=range(problem.inputs), side_information=known)
    at, bound = (0, data.draw(st.sampled_from(range(len(copied))))), data.draw(st.sampled_from(["0", "1/3", "1", "2"]))
    constraints = data.draw(st.sampled_from([(), (Constraint({at: 1}, bound),)]))
    width = range(len(copied))
    many = Problem(user, problem.alpha, problem.neighbours, responses=width, constraints=constraints)
    found, wanted = solve_polytope(many), solve(linear_program(many))
    if isinstance(wanted, OptimalPoint):
        assert found.value == wanted.value
        assert certify(found).kind == "optimal"
    else:
        assert certify(found).kind == "infeasible"


def test_of_equal_responses_the_first_is_used() -> None:
    loss = table([[int(i != r % 3) for r in range(5)] for i in range(3)])
    user = MinimaxConsumer(loss, inputs=range(3))
    found = solve_polytope(Problem(user, "1/2", complete(inputs=range(3)), responses=range(5)))
    assert found.mechanism == Mechanism(
        [["1/2", "1/4", "1/4", 0, 0], ["1/4", "1/2", "1/4", 0, 0], ["1/4", "1/4", "1/2", 0, 0]]
    )
    assert certify(found).kind == "optimal"


def test_constraints_bind_and_cost() -> None:
    user = BayesianUser(absolute(), uniform(n=2))
    free = solve_polytope(Problem(user, "1/2"))
    for constraints in (
        fixed_row(0, ["1/3", "1/3", "1/3"]),
        responses_only([0, 2], inputs=range(3), responses=range(3)),
        [loss_at_most(zero_one(), 1, "1/4", responses=range(3))],
        [Constraint({(0, 0): 1}, "1/4", exactly=True)],
    ):
        found = solve_polytope(Problem(user, "1/2", constraints=constraints))
        assert found.value > free.value
        certify(found)
        for constraint in constraints:
            total = sum(a * found.mechanism[at] for at, a in constraint.coefficients.items())
            assert total == constraint.bound if constraint.exactly else total >= constraint.bound
    assert solve_polytope(Problem(user, "1/2", constraints=symmetric(inputs=range(3)))).value == free.value


def test_no_mechanism_is_a_proof() -> None:
    for user in (BayesianUser(absolute(), uniform(n=2)), MinimaxConsumer(absolute(), inputs=range(3))):
        for graph in (None, complete(inputs=range(3))):
            impossible = [loss_at_most(absolute(), i, "1/10", responses=range(3)) for i in (0, 2)]
            found = solve_polytope(Problem(user, "1/2", graph, constraints=impossible))
            assert certify(found).kind == "infeasible"
    contradiction = [Constraint({}, 1)]
    assert certify(solve_polytope(Problem(user, 0, constraints=contradiction))).kind == "infeasible"


def test_a_loss_that_is_not_monotone_separates_g_from_the_best() -> None:
    # |i-r| odd: the best mechanism for n = 2 isn't a remap of G.
    parity = table([[abs(i - r) % 2 for r in range(3)] for i in range(3)])
    for user, best, remapped in (
        (MinimaxConsumer(parity, inputs=range(3)), "1/3", "4/9"),
        (BayesianUser(parity, uniform(n=2)), "1/3", "1/3"),
    ):
        found = solve_polytope(Problem(user, "1/2"))
        with_g = interact(user, geometric(n=2, alpha="1/2"))
        assert (found.value, with_g.value) == (Fraction(best), Fraction(remapped))
        certify(found)
        certify(with_g)


@pytest.mark.parametrize(
    ("exponent", "n", "alpha"),
    [
        ("1/2", 2, "1/4"),  # a price is negative
        ("5/2", 3, "3/4"),  # the prices exceed the loss of a column
    ],
)
def test_a_basis_for_roughly_rounded_irrational_losses_is_not_optimal(
    monkeypatch: pytest.MonkeyPatch, exponent: str, n: int, alpha: str
) -> None:
    user = BayesianUser(power_loss(exponent), binomial(n=n, probability="1/3"))
    problem = Problem(user, alpha, complete(inputs=range(n + 1)))
    best = solve_polytope(problem)
    assert isinstance(best, Optimum)
    monkeypatch.setattr("exactdp.optimum.linear_program.PRECISIONS", (0,))
    rough = solve_polytope(problem)
    assert rough.reason == "no basis for losses to 0 binary digits was optimal for the irrational ones"
    monkeypatch.setattr("exactdp.optimum.linear_program.PRECISIONS", (0, 64))
    assert solve_polytope(problem).value == best.value


def test_irrational_losses_under_other_graphs() -> None:
    for problem in (
        Problem(BayesianUser(power_loss("1/3"), uniform(n=3)), "1/2", complete(inputs=range(4))),
        Problem(BayesianUser(power_loss("3/2"), uniform(n=3)), "1/2", hypercube(inputs=range(4))),
        Problem(BayesianUser(power_loss("1/2"), uniform(n=3)), "1/2", constraints=fixed_row(0, ["1/4"] * 4)),
        Problem(BayesianUser(power_loss("1/2"), [1]), 0),
    ):
        found = solve_polytope(problem)
        assert certify(found).kind == "optimal"
    nothing = [Constraint({(0, 0): 1}, 2)]
    found = solve_polytope(Problem(BayesianUser(power_loss("1/2"), uniform(n=1)), "1/2", constraints=nothing))
    assert certify(found).kind == "infeasible"
    with pytest.raises(InputError, match="a linear program needs a rational one"):
        linear_program(problem)


def test_one_input() -> None:
    found = solve_polytope(
        Problem(MinimaxConsumer(table([[3, 1, 2]]), inputs=range(1)), "1/2", None, responses=range(3))
    )
    assert (found.value, found.mechanism) == (1, Mechanism([[0, 1, 0]]))


START_USERS = (
    BayesianUser(absolute(), uniform(n=4)),
    MinimaxConsumer(absolute(), inputs=range(5)),
    MinimaxConsumer(absolute(), inputs=range(5), side_information=[1]),
    MinimaxConsumer(absolute(), inputs=range(5), side_information=[0, 4]),
)


@pytest.mark.parametrize("user", START_USERS)
@pytest.mark.parametrize("alpha", ["1/10", "1/2", "9/10"])
def test_the_first_basis_of_a_path_is_that_of_g(user: User, alpha: str) -> None:
    bounds = (loss_at_most(absolute(), 0, 1, responses=range(5)), *fixed_row(2, [0, 0, 1, 0, 0]))
    for constraints in ((), bounds):
        problem = Problem(user, alpha, constraints=constraints)
        program = linear_program(problem)
        basis = basis_of_geometric(problem, program)
        _, rows, right, _ = program.in_integers
        solved = ContractedBasis(rows, program.variables, basis)
        assert solved.completed() == basis
        values, common = solved.solution({k: b for k, b in enumerate(right) if b})
        entries = [Fraction(int(values[x]), int(common)) for x in range(25)]
        assert entries == [p for row in geometric(n=4, alpha=alpha).rows for p in row]


@pytest.mark.parametrize("user", START_USERS)
def test_a_search_from_g_finds_the_same_optimum(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem(user, "1/2", constraints=[loss_at_most(absolute(), 0, "1/8", responses=range(5))])
    expected, proposed = solve_polytope(problem), exact_programs._Search.proposed
    starts, failing = [], set()

    def seen(search: exact_programs._Search, method: str, *given: object, **options: object) -> object:
        starts.append(method)
        return None if method in failing else proposed(search, method, *given, **options)

    monkeypatch.setattr(mechanisms, "MANY_INEQUALITIES", 0)
    monkeypatch.setattr(exact_programs._Search, "proposed", seen)
    for methods in ((), ("careful devex",)):
        failing.update(methods)
        found = solve_polytope(problem)
        assert found.value == expected.value and certify(found).kind == "optimal"
    assert starts.count("careful devex") == 2
    monkeypatch.setattr(mechanisms, "LEAST", 1)
    assert solve_polytope(problem).value == expected.value
    assert starts.count("careful devex") == 2 + isinstance(user, BayesianUser)


def test_few_corrections_find_a_vertex_with_many_zeros() -> None:
    constraint = loss_at_most(absolute(), 0, "1/2", responses=range(61))
    problem = Problem(BayesianUser(absolute(), uniform(n=60)), "1/2", constraints=[constraint])
    stages = []

    def count(stage: str) -> None:
        stages.append(stage)
        assert len(stages) < 20

    assert certify(solve_polytope(problem, count)).kind == "optimal"


def test_no_search_from_g_under_several_constraints(monkeypatch: pytest.MonkeyPatch) -> None:
    loss = table([[max(2 * (i - r), r - i) for r in range(51)] for i in range(51)])
    bounds = [loss_at_most(loss, 1, 1, responses=range(51)), loss_at_most(absolute(), 0, "1/4", responses=range(51))]
    problem = Problem(BayesianUser(loss, uniform(n=50)), "3/5", constraints=bounds)
    with monkeypatch.context() as patched:
        patched.delattr(mechanisms, "basis_of_geometric")
        assert isinstance(solve_polytope(problem), NoMechanism)
    started = []
    monkeypatch.setattr(mechanisms, "basis_of_geometric", lambda *given: started.append(given))
    monkeypatch.setattr(mechanisms, "solve", lambda *_, **__: Unsolved("it only starts"))
    assert isinstance(solve_polytope(problem.but(constraints=bounds[:1])), Unsolved)
    assert started
