from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import geometric, interact
from exactdp.answers.optimality import decide
from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.model.losses import absolute, power_loss, table
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, uniform
from exactdp.optimum import minimax_phases as module
from exactdp.optimum.phase_diagram import PhaseDiagram
from exactdp.optimum.phase_search import phase_diagram
from exactdp.optimum.problem import Problem
from tests.strategies import fractions_within, losses, share_of, users

NEAR = Fraction(1, 2**30)


def levels(diagram: PhaseDiagram) -> list[Fraction]:
    """Both ends, and both sides of every breakpoint, nearer than any two of them are."""
    found = [Fraction(0), Fraction(1, 1000), Fraction(999, 1000), Fraction(1)]
    for each in diagram.breakpoints:
        lower, upper = each.at.enclosure(NEAR)
        found += [lower - NEAR, lower, upper, upper + NEAR]
    return found


def expected(user: User, diagram: PhaseDiagram, alpha: Fraction) -> Fraction:
    """The loss of G followed by the diagram's remap."""
    induced = geometric(n=diagram.n, alpha=alpha) @ diagram.piece_at(alpha).remap_at(alpha)
    rows = [sum((p * user.loss(i, r) for r, p in enumerate(row)), Fraction(0)) for i, row in enumerate(induced.rows)]
    if isinstance(user, BayesianUser):
        return sum((p * loss for p, loss in zip(user.prior, rows, strict=True)), Fraction(0))
    return max(rows[i] for i in user.side_information)


@share_of(25)
@given(st.data(), st.integers(2, 4), fractions_within(0, 1, 50))
def test_the_loss_is_the_interactions_at_any_level(data: st.DataObject, size: int, alpha: Fraction) -> None:
    user = data.draw(users(size, losses(size, size)))
    diagram = phase_diagram(user)
    for level in [alpha, *levels(diagram)]:
        value = interact(user, geometric(n=size - 1, alpha=level)).value
        assert diagram.loss_at(level) == value
        assert expected(user, diagram, level) == value


@share_of(12)
@given(st.data(), st.integers(2, 5))
def test_the_loss_is_what_the_kernel_accepts_as_optimal(data: st.DataObject, size: int) -> None:
    user = data.draw(users(size))
    diagram = phase_diagram(user)
    assert diagram.is_universal
    for alpha in {data.draw(st.sampled_from(levels(diagram))), data.draw(fractions_within(0, 1, 50))}:
        assert decide(Problem(user, alpha)).optimum.value == diagram.loss_at(alpha)


def test_without_a_unimodal_loss_another_mechanism_may_be_better() -> None:
    user = BayesianUser(table([[0, 1, 0], [1, 0, 1], [0, 1, 0]]), ["1/4", "1/2", "1/4"])
    diagram = phase_diagram(user)
    assert not diagram.is_universal
    assert decide(Problem(user, "1/2")).optimum.value < diagram.loss_at("1/2")


@pytest.mark.parametrize(
    ("user", "says"),
    [
        (BayesianUser(absolute(), [1]), "write n of at least 1"),
        (BayesianUser(power_loss("3/2"), uniform(n=3)), "write a rational loss, such as power:2"),
        (MinimaxConsumer(power_loss("3/2"), inputs=range(4)), "write a rational loss, such as power:2"),
        (BayesianUser(table([[0, 1, 2], [1, 0, 1]]), uniform(n=1)), "the table of losses is 2 × 3"),
    ],
    ids=["n = 0", "Bayesian", "minimax", "table"],
)
def test_users_without_a_diagram(user: User, says: str) -> None:
    with pytest.raises(InputError, match=says):
        phase_diagram(user)


def test_a_limit_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise Undecided("no basis was found")

    monkeypatch.setattr(module, "optimal_basis", none)
    found = phase_diagram(MinimaxConsumer(absolute(), inputs=range(4)))
    assert found.reason == "no basis was found"


def test_a_basis_that_is_not_optimal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Responses 0 of G as 0, 1 as 1, …, whatever α: in truth that is best for nobody.
    basis = module.Basis(((0,), (1,), (2,), (3,)), (0,))
    monkeypatch.setattr(module, "optimal_basis", lambda *_: basis)
    found = phase_diagram(MinimaxConsumer(absolute(), inputs=range(4)))
    assert "did not pass its check" in found.reason


@pytest.mark.parametrize(
    "user", [BayesianUser(absolute(), uniform(n=3)), MinimaxConsumer(absolute(), inputs=range(4))], ids=repr
)
def test_every_stage_is_told_and_can_be_the_last(user: User) -> None:
    stages: list[str] = []
    assert phase_diagram(user, progress=stages.append)
    assert stages[-1] == "the diagram is verified"

    def interrupted(stage: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        phase_diagram(user, progress=interrupted)
