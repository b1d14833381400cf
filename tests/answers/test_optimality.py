"""Optimal mechanisms: found, proved, unique or not, with their constraint matrices."""

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import (
    BayesianUser,
    InputError,
    Mechanism,
    MinimaxConsumer,
    check,
    complete,
    expected_loss,
    geometric,
    private,
    uniform,
)
from exactdp.answers import optimality
from exactdp.answers.optimality import ExactOptimum, Impossible, Optimality, decide, decide_near, judge, optimal
from exactdp.arithmetic.errors import Undecided
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.certificates.certificate import Malformed, Verified, certify, verify
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.losses import absolute, asymmetric, power_loss, table, threshold, zero_one
from exactdp.optimum import search
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Constraint, Problem, fixed_row, hypotheses, loss_at_most, symmetric
from exactdp.optimum.structure import structure
from exactdp.optimum.uniqueness import OnlyOptimum
from exactdp.report.optima import exact_optimality
from tests import naive_levels
from tests.naive_levels import at_200_digits, compared, exactly
from tests.strategies import INSIDE, mechanisms, priors, share_of, users


@share_of(40)
@given(st.integers(2, 5), INSIDE, st.data())
def test_strict_users_with_full_support_have_the_patterns_of_section_5(size, alpha, data) -> None:
    # |i-r| + (i-r)² is strictly monotone; the LP gives a vertex.
    prior = data.draw(priors(size).filter(all))
    rows = [[abs(i - r) + (i - r) ** 2 for r in range(size)] for i in range(size)]
    best = solve_polytope(Problem(BayesianUser(table(rows), prior), alpha))
    found = structure(best)
    assert found.vertex
    assert all(found.patterns)
    assert found.constraints.s == found.constraints.z
    assert found.rebuilt_induces


def test_what_is_impossible_or_too_large_is_no_optimum() -> None:
    user = BayesianUser(absolute(), uniform(n=1))
    found = decide(Problem(user, "1/2", constraints=[Constraint({(0, 0): 1}, 2)]))
    assert isinstance(found, Impossible)
    assert not found
    assert found.verified.kind == "infeasible"
    assert found.verified.mechanism is None
    assert not found.verified.is_about(geometric(n=1, alpha="1/2"))
    assert isinstance(decide(Problem(BayesianUser(absolute(), uniform(n=300)), "1/2", complete(n=300))), Unsolved)


@share_of(40)
@given(st.integers(1, 4), INSIDE, st.data())
def test_a_mechanism_is_judged_by_its_loss(size: int, alpha: Fraction, data: st.DataObject) -> None:
    user = data.draw(users(size))
    problem = Problem(user, alpha)
    mechanism = geometric(n=size - 1, alpha=alpha) @ data.draw(mechanisms(height=size, width=size))
    found, best = judge(mechanism, problem), optimal(user, alpha=alpha)
    lost = expected_loss(user, mechanism).value
    assert (bool(found), found.mechanism) == (lost == best.value, mechanism)
    assert certify(found).kind == ("optimal" if found else "not-optimal")
    assert judge(best.mechanism, problem)


def test_only_a_private_mechanism_of_the_problems_size_is_judged() -> None:
    problem = Problem(BayesianUser(absolute(), uniform(n=2)), "1/2")
    for size in (1, 3):
        with pytest.raises(InputError, match="use one size"):
            judge(geometric(n=size, alpha="1/2"), problem)
    with pytest.raises(InputError, match=r"not 1/2-private .*: write a level that it has"):
        judge(geometric(n=2, alpha="1/3"), problem)
    # 205·205 entries, and twice as many inequalities of privacy.
    large = Problem(BayesianUser(absolute(), uniform(n=204)), "1/2", complete(n=204))
    with pytest.raises(Undecided, match="more than 125,000 inequalities"):
        judge(Mechanism([[1, *[0] * 204]] * 205), large)


def test_where_only_the_proof_of_uniqueness_is_too_large_the_optimum_is_proved(monkeypatch) -> None:
    real = optimality.certify

    def limited(result: Any) -> Verified:
        if isinstance(result, OnlyOptimum):
            raise Malformed("checking this certificate would take too long")
        return real(result)

    monkeypatch.setattr(optimality, "certify", limited)
    found = decide(Problem(MinimaxConsumer(absolute(), inputs=range(4)), "1/4"))
    assert (found.optimum.value, found.verified.kind) == (Fraction(168, 415), "optimal")
    assert found.uniqueness == Unsolved("the certificate of an answer would be too large", found.optimum.problem)


def test_the_optimum_just_above_is_found_only_when_it_is_read(monkeypatch) -> None:
    def unread(*_: Any) -> None:
        raise AssertionError("this was not read")

    user = MinimaxConsumer(absolute(), inputs=range(3))
    with monkeypatch.context() as patched:
        for room, name in ((optimality, "uniqueness"), (search, "optimal"), (optimality, "decide")):
            patched.setattr(room, name, unread)
        found = {epsilon: decide_near(Problem(user, "1/2"), Exponential(epsilon)) for epsilon in ("1e-300", 1, 10_000)}
        assert [each.is_short for each in found.values()] == [True, True, False]
        assert all(private(each.mechanism, each.phase.level) for each in found.values())
        report = exact_optimality(found[10_000])
    assert report.values["above"] is None
    for epsilon in ("1e-300", 1):
        above = found[epsilon].above
        assert above.mechanism == found[epsilon].mechanism and above.certificate.is_about(above.mechanism)
        assert above.value == search.optimal(found[epsilon].problem).value


def test_the_level_just_above_stays_in_a_narrow_phase() -> None:
    # At α = 1/2 the user's best remap changes; e^-ε is below 1/2 by 10^-30.
    user = BayesianUser(absolute(), ["1/2", "1/4", "1/4"])
    near = Fraction(693147180559945309417232121459, 10**30)
    found = decide_near(Problem(user, "1/2"), Exponential(near))
    assert found.phase.level < found.problem.alpha < found.phase.level.above()
    assert found.above.value == search.optimal(found.problem).value


def test_the_level_just_above_stays_in_the_phase_of_another_optimum() -> None:
    # Several mechanisms are optimal. The bounds that show it are closer to e^-ε than the bounds of the first proof.
    user = MinimaxConsumer(threshold(1), inputs=range(3))
    kept = [*fixed_row(2, ["1/4", "1/12", "2/3"]), *symmetric(inputs=range(3))]
    near = Exponential(Fraction(3243026089041370042760006238389, 5 * 10**30))
    found = decide_near(Problem(user, "1/2", constraints=kept), near)
    assert found.unique is False
    assert found.phase.lower < found.problem.alpha <= found.phase.upper
    assert found.above.value == search.optimal(found.problem).value == Fraction(1, 4)


@pytest.mark.parametrize("epsilon", ["1e-300", "1", "50", "10000"])
def test_other_graphs_have_the_least_loss_as_a_function(epsilon: str) -> None:
    """On the complete graph the least loss [i ≠ r] under a uniform prior is that of randomised response."""
    found = decide_near(Problem(BayesianUser(zero_one(), uniform(n=2)), "1/2", complete(n=2)), Exponential(epsilon))
    assert isinstance(found, ExactOptimum) and str(found.function) == "2*a/(1 + 2*a)" and found.unique

    def is_enclosed() -> bool:
        alpha = naive_levels.level(epsilon)
        least, width = 2 * alpha / (1 + 2 * alpha), exactly(found.value.upper - found.value.lower)
        sides = [compared(exactly(end), least) for end in (found.value.lower, found.value.upper)]
        return sides == [-1, 1] and all(compared(10**7 * width, each) < 0 for each in (alpha, 1 - alpha))

    assert at_200_digits([epsilon], is_enclosed)
    assert verify(found.verified).kind == "only-optimal"


@pytest.mark.parametrize("epsilon", ["1e-300", "1", "50"])
def test_an_irrational_loss_has_two_bounds(epsilon: str) -> None:
    """On two inputs √|i-r| is [i ≠ r], which loses α/(1+α) under a uniform prior."""
    found = decide_near(Problem(BayesianUser(power_loss("1/2"), uniform(n=1)), "1/2"), Exponential(epsilon))
    assert isinstance(found, Optimality) and found.below is not None
    assert found.below.reason == "the loss is irrational"

    def is_between() -> bool:
        alpha, width = naive_levels.level(epsilon), exactly(found.below.width(found.value))
        ends = (found.below.optimum.value.enclosure(2**15)[0], found.value.enclosure(2**15)[1])
        sides = [compared(exactly(end), alpha / (1 + alpha)) for end in ends]
        return sides == [-1, 1] and all(compared(10**7 * width, each) < 0 for each in (alpha, 1 - alpha))

    assert at_200_digits([epsilon], is_between)
    assert verify(found.verified) and verify(found.below.verified)


def test_hypotheses_are_told() -> None:
    monotone, skew = BayesianUser(absolute(), uniform(n=2)), MinimaxConsumer(asymmetric(1, 2), inputs=range(3))
    bent = MinimaxConsumer(table([[0, 2, 1], [1, 0, 1], [1, 2, 0]]), inputs=range(3))
    assert hypotheses(Problem(monotone, "1/2")).startswith("Theorem 3.1 of Ghosh")
    assert "applies: the loss is monotone in |i-r|" in hypotheses(Problem(monotone, "1/2"))
    assert hypotheses(Problem(skew, "1/2")).startswith("Theorem 1 of Gupte")
    assert "only unimodal" in hypotheses(Problem(skew, "1/2"))
    assert hypotheses(Problem(bent, "1/2")).endswith("does not apply: the loss is not unimodal")
    about = "it is about count queries with as many responses as inputs, and no constraints; "
    for problem, reason in [
        (Problem(monotone, "1/2", complete(inputs=range(3))), "neighbours here: complete"),
        (Problem(monotone, "1/2", constraints=symmetric(n=2)), f"this problem has {len(symmetric(n=2))} constraints"),
        (Problem(monotone, "1/2", responses=range(2)), "this problem has 2 responses for 3 inputs"),
    ]:
        assert hypotheses(problem).endswith(f"does not apply: {about}{reason}")


def test_progress_is_told() -> None:
    stages: list[str] = []
    decide(Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2"), stages.append)
    assert "the certificate" in stages
    assert "uniqueness" in stages


def test_an_optimum_is_that_of_its_problem() -> None:
    user = BayesianUser(absolute(), uniform(n=2))
    for neighbours in ("complete", complete(n=2)):
        found = optimal(user, alpha="1/3", neighbours=neighbours)
        assert isinstance(found, Optimality)
        expected = decide(Problem(user, "1/3", complete(n=2)))
        assert isinstance(expected, Optimality)
        assert found.certificate == expected.verified
        assert (found.value, found.mechanism) == (expected.optimum.value, expected.optimum.mechanism)
        assert found.unique is bool(expected.uniqueness)


def test_one_optimum_among_several_says_so() -> None:
    found = optimal(BayesianUser(zero_one(), uniform(n=1)), alpha=1)
    assert found.unique is False
    assert found.certificate.kind == "not-only-optimal"


def test_no_mechanism_and_no_answer() -> None:
    user = MinimaxConsumer(zero_one(), n=1)
    constraints = [loss_at_most(zero_one(), i, "1/4", responses=range(2)) for i in range(2)]
    impossible = optimal(user, alpha="1/2", constraints=constraints)
    assert isinstance(impossible, Impossible)
    assert not impossible
    assert impossible.certificate.kind == "infeasible"
    unsolved = optimal(MinimaxConsumer(absolute(), n=300), alpha="1/2", neighbours="complete")
    assert isinstance(unsolved, Unsolved)
    with pytest.raises(ValueError, match=r"not decided: .* more than 125,000 inequalities"):
        bool(unsolved)


def test_a_certificate_is_saved_and_read_again(tmp_path) -> None:
    found = optimal(MinimaxConsumer(absolute(), n=2), alpha="1/2")
    assert isinstance(found, Optimality)
    path = tmp_path / "best.cert"
    found.certificate.save(path)
    assert path.read_bytes() == found.certificate.certificate.data
    for source in (path, str(path), path.read_bytes(), found.certificate, found.certificate.certificate):
        assert verify(source) == found.certificate
    with pytest.raises(InputError, match="this file does not exist"):
        verify(tmp_path / "other.cert")
    with pytest.raises(TypeError, match="3 is not a certificate: write the path of its file, its bytes"):
        verify(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: optimal(absolute(), alpha="1/2"), "write a MinimaxConsumer or a BayesianUser"),
        (lambda: optimal(MinimaxConsumer(absolute(), n=1), Fraction(1, 2)), "write optimal(user, alpha=…)"),
        (lambda: optimal(MinimaxConsumer(absolute(), n=1), alpha=0.5), 'write the text "0.5"'),
        (lambda: optimal(MinimaxConsumer(absolute(), n=1), alpha=None), "this needs a level: write alpha="),
        (lambda: optimal(MinimaxConsumer(absolute(), n=1), alpha="1/2", neighbours=3), "neighbours=3: write a graph"),
        (lambda: optimal(MinimaxConsumer(absolute(), n=1), alpha="1/2", responses=2), "responses=2 could mean two"),
        (
            lambda: optimal(MinimaxConsumer(absolute(), n=1), alpha="1/2", neighbors="path"),
            "optimal: neighbors is not an argument: did you mean neighbours? write user, alpha",
        ),
        (
            lambda: optimal(MinimaxConsumer(absolute(), n=1), alpha="1/2", neighbours=[(0, 1)]),
            "write a graph such as complete(inputs=range(2)) or edges([(0, 1)], inputs=range(2)), or its name",
        ),
        (lambda: MinimaxConsumer(absolute, n=1), "write absolute()"),
        (lambda: MinimaxConsumer(threshold, n=1), "write threshold(…)"),
        (lambda: MinimaxConsumer(lambda i, r: abs(i - r), n=1), "write a loss such as absolute()"),
        (lambda: MinimaxConsumer("abs", n=1), "the loss is 'abs': write a loss such as absolute()"),
        (lambda: BayesianUser(absolute(), 3), "the prior is 3: write a list with a probability for each input, or uni"),
        (lambda: check([["1/2", "1/2"]], neighbours=4), "neighbours=4: write a graph such as"),
    ],
)  # fmt: skip
def test_a_wrong_argument_says_what_to_write(call, says) -> None:
    with pytest.raises(TypeError, match=re.escape(says)) as error:
        call()
    assert "\n" not in str(error.value)
