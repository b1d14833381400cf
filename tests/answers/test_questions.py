"""The two questions of the front door: each converts what it is given, and answers as the rooms behind it do."""

import re
from fractions import Fraction

import pytest

from exactdp.answers.examination import examine
from exactdp.answers.optimality import Impossible, Optimality, decide
from exactdp.answers.questions import check, optimal
from exactdp.arithmetic.exact import InputError
from exactdp.certificates.certificate import verify
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.losses import absolute, threshold, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete
from exactdp.model.users import BayesianUser, MinimaxConsumer, uniform
from exactdp.optimum.problem import Problem, accuracy

HALF = Fraction(1, 2)


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
    assert isinstance(found, Optimality)
    assert found.unique is False
    assert found.certificate.kind == "not-only-optimal"


def test_no_mechanism_and_no_answer() -> None:
    user = MinimaxConsumer(zero_one(), n=1)
    constraints = [accuracy(zero_one(), i, "1/4", responses=range(2)) for i in range(2)]
    impossible = optimal(user, alpha="1/2", constraints=constraints)
    assert isinstance(impossible, Impossible)
    assert not impossible
    assert impossible.certificate.kind == "infeasible"
    unsolved = optimal(MinimaxConsumer(absolute(), n=300), alpha="1/2", neighbours="complete")
    assert isinstance(unsolved, Unsolved)
    with pytest.raises(ValueError, match="not decided: more than 125,000 inequalities"):
        bool(unsolved)


def test_a_certificate_is_saved_and_read_again(tmp_path) -> None:
    found = optimal(MinimaxConsumer(absolute(), n=2), alpha="1/2")
    assert isinstance(found, Optimality)
    path = tmp_path / "best.cert"
    found.certificate.save(path)
    assert path.read_bytes() == found.certificate.certificate.data
    for given in (path, str(path), path.read_bytes(), found.certificate, found.certificate.certificate):
        assert verify(given) == found.certificate
    with pytest.raises(InputError, match="this file does not exist"):
        verify(tmp_path / "other.cert")
    with pytest.raises(TypeError, match="3 is not a certificate: write the path of its file, its bytes"):
        verify(3)  # type: ignore[arg-type]


def test_an_examination_is_that_of_the_mechanism() -> None:
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    found, expected = check(rows, alpha="1/2"), examine(Mechanism(rows), "1/2")
    assert found.verified == expected.verified
    assert not found
    assert check(rows, neighbours="complete").neighbours.name == "complete"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: optimal(absolute(), alpha=HALF), "write a MinimaxConsumer or a BayesianUser"),
        (lambda: optimal(MinimaxConsumer(absolute(), n=1), HALF), "write optimal(user, alpha=…)"),
        (lambda: optimal(MinimaxConsumer(absolute(), n=1), alpha=0.5), 'write the text "0.5"'),
        (lambda: optimal(MinimaxConsumer(absolute(), n=1), alpha=None), "NoneType is not an exact number"),
        (lambda: optimal(MinimaxConsumer(absolute(), n=1), alpha=HALF, neighbours=3), "neighbours=3: write a graph"),
        (lambda: optimal(MinimaxConsumer(absolute(), n=1), alpha=HALF, responses=2), "responses=2 could mean two"),
        (lambda: MinimaxConsumer(absolute, n=1), "write absolute()"),
        (lambda: MinimaxConsumer(threshold, n=1), "write threshold(…)"),
        (lambda: MinimaxConsumer(lambda i, r: abs(i - r), n=1), "write a loss such as absolute()"),
        (lambda: MinimaxConsumer("abs", n=1), "the loss is 'abs': write a loss such as absolute()"),
        (lambda: BayesianUser(absolute(), 3), "the prior is 3: write a list with a probability for each input, or uni"),
        (lambda: check(3), "3 is an int, which is not a matrix: write rows of exact numbers"),
        (lambda: check([[0.5, 0.5]]), "row 1, column 1: 0.5 is a float, so it is not exact"),
        (lambda: check([1, 2]), "row 1 is 1, and a row is a list of numbers"),
        (lambda: check({"a": 1}), "which is not a matrix"),
        (lambda: check([["1/2", "1/2"]], neighbours=4), "neighbours=4: write a graph such as"),
    ],
)  # fmt: skip
def test_a_wrong_argument_says_what_to_write(call, says) -> None:
    with pytest.raises(TypeError, match=re.escape(says)) as error:
        call()
    assert "\n" not in str(error.value)
