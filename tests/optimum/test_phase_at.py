"""The optimum at e^-ε: the same as on the whole diagram, and as mpmath has it at 60 digits."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import complete, phase_diagram
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.certificates.certificate import Rejected, Verified, certify
from exactdp.model.losses import absolute, asymmetric, power_loss, squared, table, zero_one
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, proportional, uniform
from exactdp.optimum import phase_at
from exactdp.optimum.phase_at import LARGEST_MINIMAX, PhaseAt, is_covered, phases_at
from exactdp.optimum.phase_diagram import only
from exactdp.optimum.problem import Problem, fixed_row
from exactdp.optimum.search import optimal
from tests.strategies import fractions_within, share_of


def first_accepted(user: User, level: Exponential) -> tuple[PhaseAt, Verified]:
    for found in phases_at(user, level):
        try:
            return found, certify(found)
        except Rejected:
            continue
    raise AssertionError("no bounds are close enough")


@st.composite
def users(draw: st.DrawFn) -> User:
    size = draw(st.integers(2, 4))
    loss = draw(st.sampled_from([absolute(), squared(), zero_one(), asymmetric(1, 3)]))
    if draw(st.booleans()):
        return BayesianUser(
            loss, proportional(draw(st.lists(st.integers(0, 5), min_size=size, max_size=size).filter(any)))
        )
    side = draw(st.sets(st.integers(0, size - 1), min_size=1))
    return MinimaxConsumer(loss, inputs=range(size), side_information=side)


@given(users(), fractions_within("1/50", 20, 50))
@share_of(60)
def test_it_is_the_phase_of_the_diagram(user: User, epsilon: Fraction) -> None:
    level = Exponential(epsilon)
    found, done = first_accepted(user, level)
    diagram = phase_diagram(user)
    piece, loss = diagram.around(level)
    assert found.piece.loss == piece.loss
    assert max(loss.lower, found.loss.lower) <= min(loss.upper, found.loss.upper)
    assert found.only == only(user, piece)
    assert found.piece.lower < level.below(2000) and level.above(2000) < found.piece.upper
    assert (done.kind == "only-optimal") == bool(found.only and found.is_strict)
    n, d = epsilon.as_integer_ratio()
    assert f"\nepsilon {n} {d}\n" in done.statement


@pytest.mark.parametrize("epsilon", ["1e-300", "1e-9", "1", "50", "10000", "9999.123456789"])
def test_every_epsilon_has_its_value(epsilon: str) -> None:
    level = Exponential(epsilon)
    found, done = first_accepted(BayesianUser(absolute(), ["1/2", "1/4", "1/4"]), level)
    assert done.kind == "only-optimal"
    with mpmath.workdps(10_000):
        alpha = mpmath.exp(-mpmath.mpf(level.epsilon.numerator) / level.epsilon.denominator)
        keep, merge = (5 * alpha + 3 * alpha**2) / (4 + 4 * alpha), (1 + 4 * alpha + alpha**2) / (4 + 4 * alpha)
        least = keep if alpha < 0.5 else merge
        bounds = [mpmath.mpf(end.numerator) / end.denominator for end in (found.loss.lower, found.loss.upper)]
        assert bounds[0] <= least * (1 + mpmath.mpf(10) ** -9000) and least <= bounds[1] * (1 + mpmath.mpf(10) ** -9000)
        assert bounds[1] - bounds[0] < least / 10**18


def test_the_bounds_become_closer_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phase_at, "MOST_BITS", 128)
    found = [each.piece for each in phases_at(MinimaxConsumer(squared(), inputs=range(3)), Exponential(1))]
    assert {each.loss for each in found} == {found[0].loss}
    assert [each.lower for each in found] == sorted({each.lower for each in found})
    assert len(found) == 3


def test_close_to_a_breakpoint_the_bounds_become_closer() -> None:
    # The phases meet at α = 1/2; ε is ln 2 to 30 digits, rounded up and down.
    user = BayesianUser(absolute(), ["1/2", "1/4", "1/4"])
    with mpmath.workdps(60):
        near = int(mpmath.log(2) * 10**30)
    losses = set()
    for numerator in (near, near + 1):
        tried = [*zip(phases_at(user, Exponential(Fraction(numerator, 10**30))), range(4), strict=False)]
        with pytest.raises(Rejected):
            certify(tried[0][0])
        found, _ = first_accepted(user, Exponential(Fraction(numerator, 10**30)))
        losses.add(str(found.piece.loss))
    assert losses == {"(5*a + 3*a^2)/(4 + 4*a)", "(1 + 4*a + a^2)/(4 + 4*a)"}


@given(users(), fractions_within("1/50", 20, 50))
@share_of(40)
def test_the_phase_has_the_optimum_at_its_rational_levels(user: User, epsilon: Fraction) -> None:
    found, _ = first_accepted(user, Exponential(epsilon))
    end = found.piece.upper.lower
    for alpha in (Exponential(epsilon).above(64), *([end] if end < 1 else [])):
        problem = Problem(user, min(alpha, end))
        optimum = found.optimum(problem)
        assert optimum.value == optimal(problem).value
        assert certify(optimum).is_about(optimum.mechanism)


def test_a_tie_throughout_leaves_another_remap() -> None:
    found, done = first_accepted(BayesianUser(absolute(), ["1/2", 0, "1/2"]), Exponential(1))
    assert found.only is False and done.kind == "optimal" and "\nonly\n" not in done.statement


def test_strict_users_have_inputs_and_losses_at_both_ends() -> None:
    level = Exponential(1)
    strict = [BayesianUser(absolute(), uniform(n=2)), MinimaxConsumer(squared(), inputs=range(3))]
    others = [
        BayesianUser(zero_one(), uniform(n=2)),
        BayesianUser(absolute(), [0, "1/2", "1/2"]),
        BayesianUser(absolute(), ["1/2", "1/2", 0]),
        BayesianUser(table([[0, 1, 1], [1, 0, 1], [2, 1, 0]]), uniform(n=2)),
        BayesianUser(table([[0, 1, 2], [1, 0, 1], [1, 1, 0]]), uniform(n=2)),
    ]
    assert [next(phases_at(user, level)).is_strict for user in [*strict, *others]] == [True] * 2 + [False] * 5


def test_what_is_covered() -> None:
    user = MinimaxConsumer(absolute(), inputs=range(4))
    assert is_covered(Problem(user, "1/2"))
    assert not is_covered(Problem(user, "1/2", complete(inputs=range(4))))
    assert not is_covered(Problem(user, "1/2", constraints=fixed_row(0, [1, 0, 0, 0])))
    assert not is_covered(Problem(user, "1/2", responses=range(3)))
    assert not is_covered(Problem(BayesianUser(power_loss("1/2"), uniform(n=3)), "1/2"))
    assert not is_covered(Problem(MinimaxConsumer(table([[0, 1, 0], [1, 0, 1], [0, 1, 0]]), inputs=range(3)), "1/2"))
    assert not is_covered(Problem(BayesianUser(absolute(), [1]), "1/2"))
    assert is_covered(Problem(MinimaxConsumer(absolute(), inputs=range(LARGEST_MINIMAX + 1)), "1/2"))
    assert not is_covered(Problem(MinimaxConsumer(absolute(), inputs=range(LARGEST_MINIMAX + 2)), "1/2"))
