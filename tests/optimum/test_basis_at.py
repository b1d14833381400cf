"""The optimum at e^-ε of any problem: the linear program's at rational levels nearby, and as mpmath has it."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import mpmath
import pytest
from flint import fmpz

from exactdp.answers.optimality import ExactOptimum, Impossible, decide, decide_near
from exactdp.arithmetic.errors import Undecided
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.certificates.certificate import Rejected, certify
from exactdp.certificates.diagrams import epsilon_line
from exactdp.model.losses import absolute, power_loss, squared, table, threshold, zero_one
from exactdp.model.neighbours import complete, cycle, edges, hypercube, path
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, proportional, uniform
from exactdp.optimum import basis_at
from exactdp.optimum.basis_at import PRIMES, _digits, bases_at, why_not
from exactdp.optimum.problem import Constraint, NoMechanism, Problem, loss_at_most, symmetric
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import uniqueness

DIGITS = 60


KINDS = {True: "only-optimal", False: "not-only-optimal"}


def random_problem(rng: Random) -> Problem:
    size = rng.choice([3, 4, 4, 5])
    inputs = range(size)
    graphs = [
        path(inputs=inputs),
        complete(inputs=inputs),
        cycle(inputs=inputs),
        edges([(0, 2), (1, 2)], inputs=inputs),
    ]
    if size == 4:
        graphs.append(hypercube(inputs=inputs))
    responses = range(rng.choice([2, size]))
    entries = [[Fraction(rng.randint(0, 6), rng.choice([1, 1, 2, 3])) for _ in responses] for _ in inputs]
    loss = rng.choice([table(entries), absolute(), squared(), zero_one(), threshold(1)])
    user: User
    if rng.random() < 0.5:
        user = BayesianUser(loss, proportional([rng.randint(0, 4) for _ in inputs[1:]] + [1]))
    else:
        user = MinimaxConsumer(loss, inputs=inputs, side_information=rng.sample(inputs, rng.randint(1, size)))
    constraints: list[Constraint] = []
    if rng.random() < 0.4:
        i = rng.randrange(size)
        constraints.append(loss_at_most(loss, i, max(Fraction(loss(i, r)) for r in responses) / 3, responses=responses))
    if rng.random() < 0.2 and len(responses) == size:
        constraints += symmetric(inputs=inputs)
    if rng.random() < 0.2:
        constraints.append(Constraint({(0, 0): 1, (1, 1): -1}, 0, exactly=True))
    return Problem(user, "1/2", rng.choice(graphs), responses=responses, constraints=constraints)


def at_e(function, epsilon: Fraction):
    """Return the value of a function at e^-ε, to `DIGITS` digits."""
    alpha = mpmath.exp(-mpmath.mpf(epsilon.numerator) / epsilon.denominator)
    top, bottom = (mpmath.polyval([*reversed(p)], alpha) for p in (function.numerator, function.denominator))
    return top / bottom


def optimum_near(problem: Problem, level: Exponential) -> Any:
    return decide_near(problem, level)


@pytest.mark.parametrize("number", range(30))
def test_the_value_is_that_of_the_linear_program_nearby(number: int) -> None:
    rng = Random(number)
    problem, epsilon = random_problem(rng), Fraction(rng.randint(1, 40), rng.randint(1, 20))
    level = Exponential(epsilon)
    found = optimum_near(problem, level)
    near = [level.below(64), level.above(64), level.below(40), level.above(40)]
    decided = [optimal(problem.but(alpha=alpha)) for alpha in near]
    if isinstance(found, Impossible):
        assert isinstance(decided[0], NoMechanism)
        return
    assert isinstance(found, ExactOptimum)
    for alpha, best in zip(near, decided, strict=True):
        assert found.function.at(alpha) == best.value
    with mpmath.workdps(DIGITS + 20):
        value = at_e(found.function, epsilon)
        low, high = (mpmath.mpf(best.value.numerator) / best.value.denominator for best in decided[:2])
        slack = mpmath.mpf(10) ** -DIGITS
        assert low - slack <= value <= high + slack
        ends = (found.value.lower, found.value.upper)
        low, high = (mpmath.mpf(end.numerator) / end.denominator for end in ends)
        assert low - slack <= value <= high + slack
    # At all but finitely many levels the answer about uniqueness is the same.
    assert found.unique == bool(uniqueness(decided[1])) == bool(uniqueness(decided[0]))
    assert found.certificate.kind == KINDS[found.unique]
    # Just above, the mechanism is an optimum with a certificate of its own.
    assert found.above.value == optimal(found.problem).value
    assert found.above.certificate.is_about(found.mechanism)


def test_the_sample_has_every_kind_of_problem() -> None:
    problems = [random_problem(Random(number)) for number in range(30)]
    graphs = Counter(problem.neighbours.name for problem in problems)
    assert set(graphs) == {"path", "complete", "cycle", "edges", "hypercube"}
    assert 8 <= sum(isinstance(problem.user, BayesianUser) for problem in problems) <= 22
    assert sum(bool(problem.constraints) for problem in problems) >= 8


@pytest.mark.parametrize("epsilon", ["1e-300", "1e-9", "1", "50", "10000"])
def test_every_epsilon_has_its_value(epsilon: str) -> None:
    # On the complete graph the least loss [i ≠ r] under a uniform prior is that of randomised response.
    problem = Problem(BayesianUser(zero_one(), uniform(n=3)), "1/2", complete(inputs=range(4)))
    found = optimum_near(problem, Exponential(epsilon))
    assert (str(found.function), found.unique) == ("3*a/(1 + 3*a)", True)
    assert epsilon_line(Exponential(epsilon)) in found.certificate.statement.splitlines()


@pytest.mark.parametrize(("number", "unique"), [(2, False), (12, True), (50, True)])
@pytest.mark.parametrize("epsilon", ["1e-300", "1/100000", "30", "10000"])
def test_uniqueness_is_decided_near_0_and_1(epsilon: str, number: int, unique: bool) -> None:
    problem, level = random_problem(Random(number)), Exponential(epsilon)
    # The first basis does not decide it: a tight inequality has no price.
    assert certify(next(bases_at(problem, level))).kind == "optimal"
    found = optimum_near(problem, level)
    assert (found.unique, found.certificate.kind) == (unique, KINDS[unique])


def test_close_to_a_breakpoint_the_bounds_become_closer() -> None:
    # Above α = 1/3, the response 0 alone is the best; ε is ln 3 to 30 digits, rounded up and down.
    problem = Problem(BayesianUser(zero_one(), ["3/4", "1/4"]), "1/2", complete(inputs=range(2)))
    with mpmath.workdps(60):
        near = int(mpmath.log(3) * 10**30)
    losses = []
    for numerator in (near, near + 1):
        level = Exponential(Fraction(numerator, 10**30))
        first = next(bases_at(problem, level))
        assert first.lower < Fraction(1, 3) < first.upper
        with pytest.raises(Rejected):
            certify(first)
        found = optimum_near(problem, level)
        losses.append(str(found.function))
        # The prices that decide this are as small as the distance from 1/3.
        assert found.unique
    assert losses == ["1/4", "a/(1 + a)"]


def test_a_breakpoint_may_be_very_close() -> None:
    problem = Problem(BayesianUser(zero_one(), ["4/5", "1/5"]), "1/2", complete(inputs=range(2)))
    with mpmath.workdps(300):
        near = int(mpmath.log(4) * 10**60)
    found = [optimum_near(problem, Exponential(Fraction(near + beyond, 10**60))) for beyond in (0, 1)]
    assert [(str(each.function), each.unique) for each in found] == [("1/5", True), ("a/(1 + a)", True)]


def test_a_constant_may_divide_the_numbers_at_every_prime() -> None:
    # 1 - P is even for each odd P, and 2 divides some coefficients: no digit may be lost.
    loss = table([[1, 4], ["4/3", 4]])
    for bound in ("-2/5", "-1/2", "-2/3", "-5/6"):
        problem = Problem(BayesianUser(loss, [0, 1]), "1/2", constraints=[Constraint({(0, 0): -2}, bound)])
        found = optimum_near(problem, Exponential(1))
        assert found.function.at("1/3") == decide(problem.but(alpha=Fraction(1, 3))).value


def test_longer_coefficients_need_larger_primes(monkeypatch: pytest.MonkeyPatch) -> None:
    long = Fraction(10**40 + 1, 10**40)
    problem = Problem(BayesianUser(table([[0, 1], [long, 0]]), ["1/2", "1/2"]), "1/2", complete(inputs=range(2)))
    found = next(bases_at(problem, Exponential(1)))
    assert found.function.at("1/3") == optimal(problem.but(alpha=Fraction(1, 3))).value
    monkeypatch.setattr(basis_at, "PRIMES", basis_at.PRIMES[:1])
    with pytest.raises(Undecided, match="has more than 63 bits"):
        next(bases_at(problem, Exponential(1)))
    answer = optimum_near(problem, Exponential(1))
    assert answer.below.reason == "a coefficient of the optimum, as a function of α, has more than 63 bits"


def test_what_is_not_tried_has_a_reason() -> None:
    irrational = Problem(BayesianUser(power_loss("1/2"), uniform(n=3)), "1/2")
    large = Problem(BayesianUser(absolute(), uniform(n=17)), "1/2", complete(n=17))
    assert why_not(irrational) == "the loss is irrational"
    assert why_not(large) == "there are more than 5,000 inequalities"
    assert why_not(Problem(BayesianUser(absolute(), uniform(n=16)), "1/2", complete(n=16))) is None


def test_impossible_at_a_level_below_ends_the_search() -> None:
    kept = [loss_at_most(zero_one(), i, "1/4", responses=range(2)) for i in range(2)]
    problem = Problem(MinimaxConsumer(zero_one(), inputs=range(2)), "1/2", constraints=kept)
    stages: list[str] = []
    assert list(bases_at(problem, Exponential(1), stages.append)) == []
    assert "an optimal basis as a function of α" not in stages


@pytest.mark.parametrize("degree", [0, 1, 15, 16, 17, 100, 300])
def test_the_digits_in_base_p_are_the_coefficients(degree: int) -> None:
    prime = PRIMES[0]
    for sign in (1, -1):
        coefficients = [sign * (k * 7919 % 1001 - 500) for k in range(degree)] + [sign]
        number = fmpz(0)
        for each in reversed(coefficients):
            number = number * prime + each
        assert _digits(number, prime) == coefficients
        too_long = int(prime) // 3
        for each in (number + too_long, number + too_long * prime**degree):
            with pytest.raises(basis_at._LongDigit):
                _digits(each, prime)
    assert _digits(fmpz(0), prime) == []
