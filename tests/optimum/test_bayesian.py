"""Bayes' rule on G, and the prices that come with it."""

from fractions import Fraction
from math import lcm
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import BayesianUser, InputError, MinimaxConsumer, certify, geometric, interact, uniform
from exactdp.model.losses import Loss, absolute, power_loss, squared, table, zero_one
from exactdp.optimum.bayesian import ROUNDING_BITS, BayesRemap, PosteriorLosses, bayes_remap, closed_form
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem, symmetric
from exactdp.optimum.uniqueness import AnotherOptimum, uniqueness
from tests.strategies import INSIDE, losses, monotone_losses, priors, share_of

SIZES = st.integers(2, 5)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    size = draw(SIZES)
    return Problem(BayesianUser(draw(monotone_losses(size)), draw(priors(size))), draw(INSIDE))


@given(SIZES, INSIDE, st.data())
def test_bayes_rule_is_the_definition(size: int, alpha: Fraction, data: st.DataObject) -> None:
    loss, prior = data.draw(losses(size, size)), data.draw(priors(size))
    found = bayes_remap(Problem(BayesianUser(loss, prior), alpha))
    for k in range(size):
        costs = [sum(p * loss(i, r) * alpha ** abs(i - k) for i, p in enumerate(prior)) for r in range(size)]
        assert found.best[k] == min(costs)
        assert found.choices[k] == tuple(r for r, cost in enumerate(costs) if cost == min(costs))


def by_recurrence(loss: Loss, prior: list[Fraction], alpha: Fraction) -> BayesRemap:
    size, scale = len(prior), lcm(*(p.denominator for p in prior))
    sums = PosteriorLosses(alpha, [int(p * scale) for p in prior])
    columns = [sums.of([int(loss(i, r)) for i in range(size)]) for r in range(size)]
    least = list(map(min, zip(*columns, strict=True)))
    unit = scale * alpha.denominator ** (size - 1)
    choices = [tuple(r for r in range(size) if columns[r][k] == least[k]) for k in range(size)]
    return BayesRemap(tuple(Fraction(v, unit) for v in least), tuple(choices))


@share_of(60)
@given(
    st.integers(2, 40),
    st.sampled_from([2, 3, 10**12, 10**200]).map(lambda divisor: Fraction(1, divisor)),
    st.sampled_from([1, 10**20, 10**400]),
    st.randoms(use_true_random=True),
)
def test_rounded_losses_exclude_no_best_response(size: int, alpha: Fraction, unit: int, random: Random) -> None:
    """Small levels and far inputs are rounded to 0; large losses are closer than the rounding."""
    entries = [0, 1, unit, 2 * unit, 2 * unit + 1, -unit]
    loss = table([random.choices(entries, k=size) for _ in range(size)])
    weights = random.choices([1, 1, 0, 10**400], k=size - 1)
    prior = [Fraction(w, sum(weights) + 1) for w in (*weights, 1)]
    assert bayes_remap(Problem(BayesianUser(loss, prior), alpha)) == by_recurrence(loss, prior, alpha)


def test_exact_numbers_decide_between_equal_rounded_losses() -> None:
    large = 10**20
    for more in (-1, 0, 1):
        loss = table([[0, large], [2 * large + more, 0]])
        best = {-1: (0,), 0: (0, 1), 1: (1,)}[more]
        assert bayes_remap(Problem(BayesianUser(loss, uniform(n=1)), "1/2")).choices[0] == best


def test_equal_losses_are_ties_although_their_rounded_losses_differ() -> None:
    # 9·V_0 is 90/3 for each response.
    columns = [(a, b, 90 - 9 * a - 3 * b) for a in range(11) for b in range(31) if 9 * a + 3 * b <= 90]
    user = BayesianUser(table(list(zip(*columns, strict=True))), uniform(n=2))
    found = bayes_remap(Problem(user, "1/3", responses=range(len(columns))))
    assert found.choices[0] == tuple(range(len(columns)))


def test_a_best_response_whose_rounded_loss_is_larger_is_found() -> None:
    # For result 1, the posterior losses of responses 0 and 1 are 10·1.9 and 10·3/2 units; rounded, they are 10 and 15.
    unit = Fraction(1, 2**ROUNDING_BITS)
    weights = [Fraction(1), Fraction(19, 10) * unit, 3 * unit]
    user = BayesianUser(table([[0, 0, 100], [10, 0, 0], [0, 10, 0]]), [each / sum(weights) for each in weights])
    assert bayes_remap(Problem(user, "1/2")).choices[1] == (1,)


@share_of(60)
@given(problems())
def test_closed_form_general_program_and_remap_of_g_agree(problem: Problem) -> None:
    found = closed_form(problem)
    assert found.value == solve_polytope(problem).value
    assert found.value == interact(problem.user, geometric(n=problem.n, alpha=problem.alpha)).value
    assert certify(found).kind == "optimal"
    again = certify(found, explicit=True)
    assert again.mechanism.rows == found.mechanism.rows


@given(problems())
def test_another_remap_is_optimal_too(problem: Problem) -> None:
    found = closed_form(problem)
    alone = uniqueness(found)
    other = alone.other if isinstance(alone, AnotherOptimum) else None
    choices = bayes_remap(problem).choices
    # Another optimum that is not a remap of G needs no tie.
    assert (other is not None and other.remap is not None) == any(len(chosen) > 1 for chosen in choices)
    if other is not None:
        assert other.mechanism != found.mechanism
        assert certify(other).kind == "optimal"


@given(problems(), st.integers(1, 3), st.integers(-2, 3))
def test_a_scaled_and_moved_loss_moves_the_value(problem: Problem, factor: int, added: int) -> None:
    size = problem.inputs
    rows = [[problem.user.loss(i, r) * factor + added for r in range(size)] for i in range(size)]
    moved = Problem(BayesianUser(table(rows), problem.user.prior), problem.alpha)
    assert closed_form(moved).value == closed_form(problem).value * factor + added


@given(problems())
def test_reflection(problem: Problem) -> None:
    size = problem.inputs
    rows = [[problem.user.loss(size - 1 - i, size - 1 - r) for r in range(size)] for i in range(size)]
    mirrored = Problem(BayesianUser(table(rows), problem.user.prior[::-1]), problem.alpha)
    assert closed_form(mirrored).value == closed_form(problem).value


@pytest.mark.parametrize("exponent", ["1/2", "3/2", "2/3"])
def test_irrational_losses(exponent: str) -> None:
    for n in range(1, 5):
        problem = Problem(BayesianUser(power_loss(exponent), uniform(n=n)), "1/3")
        found = closed_form(problem)
        assert certify(found).kind == "optimal"
        assert found.value == solve_polytope(problem).value
        # At every distance the loss lies between these two.
        low, high = (
            closed_form(Problem(BayesianUser(loss, uniform(n=n)), "1/3")).value for loss in (zero_one(), squared())
        )
        assert low <= found.value <= high


def test_uniform_zero_one_users_keep_g() -> None:
    for n in range(1, 6):
        for alpha in (Fraction(1, 4), Fraction(2, 3)):
            found = closed_form(Problem(BayesianUser(zero_one(), uniform(n=n)), alpha))
            assert found.mechanism == geometric(n=n, alpha=alpha)
            assert found.value == 2 * alpha * n / ((1 + alpha) * (n + 1))


@pytest.mark.parametrize(
    "problem",
    [
        Problem(BayesianUser(absolute(), [1]), "1/2"),
        Problem(BayesianUser(absolute(), uniform(n=2)), 0),
        Problem(BayesianUser(absolute(), uniform(n=2)), 1),
        Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2"),
        Problem(BayesianUser(absolute(), uniform(n=2)), "1/2", constraints=symmetric(inputs=range(3))),
    ],
    ids=repr,
)
def test_outside_the_closed_form(problem: Problem) -> None:
    with pytest.raises(InputError):
        closed_form(problem)
