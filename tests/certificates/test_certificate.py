"""Certificates: written from any result, the same every time, and accepted."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactdp import BayesianUser, Matrix, geometric, interact, vertex
from exactdp.certificates.certificate import (
    Certificate,
    Malformed,
    Rejected,
    certify,
    stated_interaction,
    stated_problem,
    stated_value,
    verify,
)
from exactdp.model.losses import absolute, asymmetric, power_loss
from exactdp.model.mechanism import Mechanism, identity
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.polytope.derivability import Refutation, derive, derive_from
from exactdp.privacy.level import Level, level, private
from exactdp.privacy.privacy_curve import approximately_private
from tests.strategies import BELOW_ONE, LEVELS, graphs, losses, mechanisms, priors


@given(st.data())
def test_every_result_is_certified(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    neighbours = data.draw(graphs(len(mechanism)))
    exact = level(mechanism, neighbours)
    source = data.draw(mechanisms(height=len(mechanism)))
    asked, from_g, from_any = (
        private(mechanism, data.draw(LEVELS), neighbours),
        derive(mechanism, data.draw(LEVELS)),
        derive_from(mechanism, source),
    )
    at_vertex = vertex(mechanism, exact.alpha, neighbours)
    nearly = approximately_private(mechanism, data.draw(LEVELS), data.draw(LEVELS), neighbours)
    expected = {
        "approximately-private" if nearly else "not-approximately-private": nearly,
        "stochastic": mechanism,
        "level": exact,
        "private" if asked else "not-private": asked,
        "vertex" if at_vertex else "not-vertex": at_vertex,
        "derivable" if from_g else "not-derivable": from_g,
    }
    for kind, result in expected.items():
        done = certify(result)
        assert done.kind == kind
        assert done.is_about(mechanism)
        assert done.certificate == certify(result).certificate
        assert verify(done.certificate) == verify(done.certificate.data) == done
        explicit = certify(result, explicit=True)
        assert explicit.is_about(mechanism)
        assert b"mechanism matrix" in explicit.certificate.data
    assert certify(from_any).kind == ("derivable" if from_any else "not-derivable")


@given(st.integers(2, 4), BELOW_ONE, st.data())
def test_an_optimum_is_stated_as_its_problem_is(inputs: int, alpha: Fraction, data: st.DataObject) -> None:
    loss = data.draw(st.sampled_from([absolute(), power_loss("3/2"), asymmetric(2, "1/3")]) | losses(inputs, inputs))
    problem = Problem(BayesianUser(loss, data.draw(priors(inputs))), alpha, data.draw(graphs(inputs)))
    found = optimal(problem)
    assume(isinstance(found, Optimum))
    done = certify(found)
    size, *lines = stated_problem(problem)
    assert size == f"mechanisms {inputs} {inputs}"
    assert "\n".join(["", *lines, "value "]) in str(done.certificate)
    assert stated_value(done, loss, inputs) == found.value
    mechanism, user = stated_interaction(problem.user, found.mechanism)
    remap = certify(interact(problem.user, found.mechanism))
    assert str(remap.certificate).startswith(
        "\n".join(["exactdp certificate 1", "statement interaction", *mechanism, ""])
    )
    assert "\n".join(["", *user, "value "]) in str(remap.certificate)
    # Whoever has the optimal mechanism has nothing to gain by a remap.
    assert stated_value(remap, loss, inputs) == found.value


@given(st.integers(1, 5), LEVELS)
def test_g_is_stated_as_geometric(n: int, alpha: Fraction) -> None:
    done = certify(level(geometric(n=n, alpha=alpha)))
    assert f"mechanism geometric {n} {alpha}\n" in str(done.certificate)
    assert done.digest != certify(level(geometric(n=n, alpha=alpha)), explicit=True).digest


def test_the_digest_is_of_the_statement_alone() -> None:
    mechanism = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    found = level(mechanism)
    other = Level(found.alpha, list(found.witnesses())[-1], mechanism, found.neighbours)
    assert certify(other).certificate != certify(found).certificate
    assert certify(other).digest == certify(found).digest


def test_is_about_compares_entries_and_not_labels() -> None:
    done = certify(identity(inputs=range(2)))
    assert done.is_about(identity(inputs=range(2)).relabelled("ab", "cd"))
    assert not done.is_about(Matrix([[0, 1], [1, 0]]))


def test_a_false_result_is_rejected() -> None:
    mechanism = geometric(n=2, alpha="1/2")
    with pytest.raises(Rejected):
        certify(Level(Fraction(2, 3), level(mechanism).witness, mechanism, level(mechanism).neighbours))
    with pytest.raises(Rejected):
        certify(Refutation((), mechanism, mechanism))
    with pytest.raises(TypeError, match=r"a certificate is about a result, such as .*, not about 3$"):
        certify(3)
    with pytest.raises(Malformed):
        verify(Certificate(b""))


def test_long_numbers_are_written_in_hexadecimal() -> None:
    mechanism = Mechanism([["0." + "3" * 5000, "0." + "6" * 4999 + "7"]])
    assert b" 0x" in certify(mechanism).certificate.data
    assert certify(mechanism).is_about(mechanism)
