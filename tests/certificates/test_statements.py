"""Certificates read for other checkers: the prices of a dual pay for the costs, and none is negative."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given

from exactdp import BayesianUser, InputError, kernel
from exactdp.answers.optimality import Impossible, decide
from exactdp.certificates.statements import RationalStatement, is_remap, paid, prices, rational, read_certificate
from exactdp.linear_programs.searching import Unsolved
from exactdp.optimum.problem import Problem
from tests.kernel_cases import CORPUS
from tests.strategies import problems, share_of


def stated(kind: str, text: RationalStatement) -> tuple[kernel.Problem, kernel.Dual]:
    """Read a problem and its dual."""
    if kind == "infeasible":
        return text.infeasible()
    x = text.mechanism("mechanism")
    problem, dual = text.best(x)
    if kind == "only-optimal":
        text.only(problem, dual)
    if kind == "not-only-optimal":
        text.matching("other", x.height, x.width)
    return problem, dual


@share_of(50)
@given(problems())
def test_the_prices_of_a_dual_pay_for_the_costs(problem: Problem) -> None:
    assume(problem.user.loss.rational)
    found = decide(problem)
    assume(not isinstance(found, Unsolved))
    same, dual = read_certificate(found.verified.certificate.data, stated)
    flows, left = paid(same, dual)
    assert all(flow > 0 for *_, flow in flows)
    assert all(price >= 0 for column in left for price in column)
    prior = [Fraction(p, dual.prior[0]) for p in dual.prior[1]]
    if isinstance(found, Impossible):
        prior = [Fraction(0)] * same.height
    elif isinstance(problem.user, BayesianUser):
        prior = list(problem.user.prior)
    for i, r in product(range(same.height), range(same.width)):
        total = left[r][i] + Fraction(rational(dual.weights[i]), dual.denominator)
        total += sum(
            rational(y) * c.entries.get((i, r), 0) for c, y in zip(same.constraints, dual.multipliers, strict=True)
        ) * (Fraction(1, dual.denominator))
        # The flow's inequality is x_k - α·x_i ≥ 0.
        total += sum(flow for at, _, k, flow in flows if (at, k) == (r, i))
        total -= sum(same.privacy.alpha * flow for at, k, _, flow in flows if (at, k) == (r, i))
        assert total == prior[i] * problem.user.loss(i, r)


def test_what_is_left_of_a_cost() -> None:
    # x has two inputs and one response: with the losses 0 and 1, each of probability 1/2, d = 0 - 1/4 and 1/2 - 1/4.
    text = """exactdp certificate 1
statement optimal
mechanism matrix 2 1
row 1 1
row 1 1
neighbours path
alpha 1/2
user bayesian
loss power
exponent 1 1
prior 2 1 1
constraints 0
value 2 1
proof
dual 4
weights 1
weights 1
end 17
"""
    problem, dual = read_certificate(text.encode(), stated)
    assert prices(problem, dual) == [[Fraction(-1, 4), Fraction(1, 4)]]
    # Input 1's 1/4 pays for 1/4·(x_1 - x_0/2) ≥ 0, which adds 1/8 on input 0, where it is not enough.
    assert paid(problem, dual) == ([(0, 0, 1, Fraction(1, 4))], [[Fraction(-1, 8), Fraction(0)]])


def test_roots_and_what_is_no_certificate_are_refused() -> None:
    for name in ("optimal_root", "only_optimal_root_in_full", "optimal_exponent_over_64"):
        data = (CORPUS / "accept" / f"{name}.cert").read_bytes()
        with pytest.raises(InputError, match=r"the loss has roots, .* choose a whole exponent"):
            read_certificate(data, stated)
    data = (CORPUS / "accept" / "optimal.cert").read_bytes()
    for bad in (b"", data[:-1], data + b"\n", data.replace(b"certificate 1", b"certificate 2"), data[:-3] + b"9\n"):
        with pytest.raises(InputError, match=r"this is not a certificate: line [0-9]+: "):
            read_certificate(bad, stated)


def test_a_wide_remap_is_told_from_the_identity_without_writing_that_out() -> None:
    assert is_remap(kernel.Mechanism(2, 2**60, [(1, [1]), (1, [1])], Fraction(1, 2)))
