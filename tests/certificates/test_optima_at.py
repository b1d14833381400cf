"""Certificates of optima at e^-ε: their lines, and the problem that they are about."""

from dataclasses import replace
from fractions import Fraction

import pytest

from exactdp import BayesianUser, MinimaxConsumer, absolute, squared, uniform, zero_one
from exactdp.answers import optimality
from exactdp.answers.optimality import ExactOptimum, Optimality, decide_near
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.certificates.certificate import Rejected, certify, verify
from exactdp.certificates.optima_at import optimum_texts_at, stated_function, stated_lines
from exactdp.diagram_kernel import check
from exactdp.model.neighbours import complete, cycle
from exactdp.optimum import basis_at
from exactdp.optimum.basis_at import bases_at, compared
from exactdp.optimum.problem import Constraint, Problem
from tests.naive_diagrams import true_at

CONSUMER = MinimaxConsumer(absolute(), inputs=range(3))
PROBLEM = Problem(CONSUMER, "1/2", complete(inputs=range(3)))
LEVEL = Exponential(1)


def test_a_statement_is_about_its_problem_and_level_only() -> None:
    _, text = optimum_texts_at(next(bases_at(PROBLEM, LEVEL)))
    assert str(stated_function(text, PROBLEM, LEVEL)) == "(3*a - a^2)/(1 + 2*a - a^2)"
    others = [
        Problem(CONSUMER, "1/2", cycle(inputs=range(3))),
        Problem(CONSUMER, "1/2", complete(inputs=range(3)), responses=range(2)),
        Problem(CONSUMER, "1/2", complete(inputs=range(3)), constraints=[Constraint({(0, 0): 1}, 0)]),
        Problem(BayesianUser(absolute(), uniform(n=2)), "1/2", complete(inputs=range(3))),
        Problem(MinimaxConsumer(squared(), inputs=range(3)), "1/2", complete(inputs=range(3))),
    ]
    assert [stated_function(text, other, LEVEL) for other in others] == [None] * len(others)
    assert stated_function(text, PROBLEM, Exponential(2)) is None
    assert stated_function(text.replace(b"epsilon 1 1\n", b""), PROBLEM, LEVEL) is None
    assert stated_function(text.replace(b"statement optimal", b"statement interaction"), PROBLEM, LEVEL) is None
    assert len({tuple(stated_lines(other)) for other in [PROBLEM, *others]}) == len(others) + 1


def test_the_bounds_are_left_out_at_0_and_1() -> None:
    for epsilon, breakpoints in (("1e-300", 1), ("10000", 1), ("1", 2)):
        done = certify(next(bases_at(PROBLEM, Exponential(epsilon))))
        assert done.statement.count("breakpoint") == breakpoints
        assert true_at(done.certificate.data, [Fraction(k, 20) for k in range(1, 20)])


def test_the_prices_are_those_of_the_scaled_constraints() -> None:
    kept = [Constraint({(0, 0): "1/2", (0, 1): "1/3"}, "2/5"), Constraint({(2, 1): "-1/7"}, "-1/35", exactly=True)]
    problem = Problem(BayesianUser(absolute(), ["1/6", "1/3", "1/2"]), "1/2", cycle(inputs=range(3)), constraints=kept)
    done = certify(next(bases_at(problem, LEVEL)))
    assert "constraint least 12 2\nentry 0 0 15\nentry 0 1 10\n" in done.statement
    assert true_at(done.certificate.data, [])
    assert "keep the 2 constraints, alpha-private (neighbours: cycle, pairs: 3), has a lower loss than" in done.sentence


def test_the_only_optimum_is_stated_where_the_equations_prove_it() -> None:
    several, alone = PROBLEM, Problem(BayesianUser(zero_one(), uniform(n=2)), "1/2", complete(inputs=range(3)))
    assert [certify(next(bases_at(each, LEVEL))).kind for each in (several, alone)] == ["optimal", "only-optimal"]
    done = certify(next(bases_at(alone, LEVEL)))
    assert done.sentence.endswith(
        "every other one has a higher loss; e^-1 lies in this interval, and is not one of these exceptions"
    )
    assert (done.mechanism, verify(done).digest, check(done.certificate.data).kind) == (
        None,
        done.digest,
        "only-optimal",
    )


def test_another_optimum_is_stated_in_the_proof() -> None:
    found = compared(next(bases_at(PROBLEM, LEVEL)))
    assert found is not None and found.other is not None and found.other != found.mechanism
    done = certify(found)
    assert done.kind == "not-only-optimal" and true_at(done.certificate.data, [])
    level = "e^-1 lies in this interval, and is not one of these exceptions"
    assert done.sentence.endswith(f"; for all but finitely many alpha, another one has the same loss; {level}")
    assert str(stated_function(done.certificate.data, PROBLEM, LEVEL)) == str(found.function)
    # The mechanism itself is not another one.
    with pytest.raises(Rejected, match="the other mechanism is the mechanism itself"):
        check(next(optimum_texts_at(replace(found, other=found.mechanism))))


def test_a_degree_above_the_limit_gives_two_bounds(monkeypatch) -> None:
    monkeypatch.setattr(basis_at, "CERTIFIED_DEGREE", 2)
    found = decide_near(PROBLEM, LEVEL)
    assert isinstance(found, Optimality) and found.below is not None
    assert found.below.reason == "the optimum as a function of α has a degree above 2"
    assert "not decided at e^-1 itself: the optimum as a function of α has a degree above 2" in str(found)
    monkeypatch.setattr(basis_at, "CERTIFIED_DEGREE", 3)
    exact = decide_near(PROBLEM, LEVEL)
    assert isinstance(exact, ExactOptimum) and exact.phase.degree == 3
    assert found.below.optimum.value < exact.value.lower < exact.value.upper < found.value


def test_bases_that_the_kernel_rejects_give_two_bounds(monkeypatch) -> None:
    monkeypatch.setattr(optimality, "bases_at", lambda *_: iter(()))
    found = decide_near(PROBLEM, LEVEL)
    assert found.below.reason == "no optimal basis near e^-ε has a certificate"
