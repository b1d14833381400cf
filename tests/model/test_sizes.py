import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import Chain, InputError, absolute, complete, edges, hypercube, optimal, path, symmetric
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.mechanism import deterministic, identity
from exactdp.model.sizes import by_name, input_count, response_count
from exactdp.model.users import MinimaxConsumer, point_mass, uniform
from exactdp.surveys.geometric_variants import within


@given(st.integers(0, 30))
def test_n_and_inputs_name_the_same_inputs(n: int) -> None:
    for make in (path, complete, identity):
        assert (
            make(n=n)
            == make(inputs=range(n + 1))
            == make(inputs=[*range(n + 1)])
            == make(inputs=map(int, range(n + 1)))
        )
    labels = [f"input {i}" for i in range(n + 1)]
    assert path(inputs=labels) == path(n=n)
    assert MinimaxConsumer(absolute(), n=n) == MinimaxConsumer(absolute(), inputs=range(n + 1))
    assert len(uniform(n=n)) == path(n=n).size == MinimaxConsumer(absolute(), n=n).size == n + 1
    assert response_count(range(n + 1), 7) == n + 1


def test_numpys_integers_are_sizes() -> None:
    assert input_count(np.int64(3), None) == input_count(None, np.arange(4)) == 4
    assert geometric(n=np.int64(3), alpha="1/2") == geometric(n=3, alpha="1/2")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            lambda: geometric(4, "1/2"),
            "geometric(4, '1/2'): give the size by name: write geometric(n=…, alpha=…), where",
        ),
        (lambda: geometric(4, alpha="1/2"), "geometric(4): give the size by name: write geometric(n=…, alpha=…)"),
        (
            lambda: point_mass(0, n=1),
            "point_mass: the arguments go by their names: write point_mass(n=…, i=…)",
        ),
        (
            lambda: optimal(MinimaxConsumer(absolute(), n=3), "1/2"),
            "optimal(…, '1/2'): give alpha by name: write optimal(user, alpha=…)",
        ),
        (lambda: geometric(n=3, epsilon=0.5), "epsilon is not an argument: write alpha=level_of_epsilon('0.5')"),
        (
            lambda: uniform(4),
            "write uniform(inputs=range(4)) or uniform(n=3), which mean the same inputs 0..3",
        ),
        (lambda: UnboundedGeometric("1/2").clamped(3), "write UnboundedGeometric.clamped(n=…)"),
        (
            lambda: MinimaxConsumer(absolute(), 4),
            "write MinimaxConsumer(loss, inputs=range(4)) or MinimaxConsumer(loss",
        ),
        (lambda: path(4), "path(4): give the size by name: write path(inputs=range(4)) or path(n=3), which"),
        (lambda: edges(3, [(0, 1)]), "write edges(pairs, inputs=range(4)) or edges(pairs, n=3)"),
        (lambda: within(3, 2), "write within(inputs=range(4), distance=…) or within(n=3, distance=…)"),
        (lambda: Chain(4, ["1/2"]), "write Chain(n=…, levels=…)"),
        (lambda: deterministic([0, 1], 2), "write deterministic(images, responses=…)"),
        (
            lambda: symmetric(3, 3),
            "symmetric(3, 3): give the size by name: write symmetric(inputs=range(4)) or sy",
        ),
        (lambda: path(m=3), "path: m is not an argument: write n, inputs"),
        (
            lambda: MinimaxConsumer(absolute(), n=3, side_informatoin=[0]),
            "side_informatoin is not an argument: did you mean side_information? write loss, inputs, n, side_inf",
        ),
        (lambda: path(inputs=4), "inputs=4 could mean two things: write inputs=range(4), with all of them"),
        (lambda: path(inputs="abc"), "inputs='abc' could mean two things: write inputs=range(4)"),
        (lambda: MinimaxConsumer(absolute(), inputs=4), "write inputs=range(4)"),
        (lambda: geometric(n="4", alpha="1/2"), "n = '4' is not a whole number: write n=4"),
        (lambda: geometric(n=4.0, alpha="1/2"), "n = 4.0 is not a whole number: write n=4"),
        (lambda: uniform(n=True), "n = True is not a whole number"),
        (lambda: MinimaxConsumer(absolute(), inputs=range(4), side_information=3), "side_information=3"),
        (
            lambda: MinimaxConsumer(absolute(), inputs=range(4), side_information=["0"]),
            "the side information contains '0'",
        ),
    ],
)
def test_a_wrong_call_says_what_to_write(call, says) -> None:
    with pytest.raises(TypeError, match=re.escape(says)) as error:
        call()
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (path, "neither n nor inputs is given: write inputs=range(4), or n=3"),
        (lambda: MinimaxConsumer(absolute()), "neither n nor inputs is given"),
        (lambda: path(n=3, inputs=range(4)), "both n and inputs are given"),
        (lambda: path(inputs=[]), "inputs is empty: write at least one of them, as in inputs=range(1)"),
        (lambda: path(inputs=[0, 2]), "the inputs 0, 2 are not numbered from 0 on: write inputs=range(2)"),
        (lambda: path(inputs=range(1, 4)), "the inputs 1, 2, 3 are not numbered from 0 on: write inputs=range(3)"),
        (lambda: path(n=-1), "n = -1: write a database size of at least 0"),
        (lambda: hypercube(n=2), "a hypercube has 1, 2, 4, 8, … inputs and there are 3"),
        (lambda: hypercube(bits=2, n=3), "both bits and the inputs are given"),
        (lambda: hypercube(bits=-1), "the number of bits is -1: write a number from 0 to 20"),
        (lambda: hypercube(bits=21), "the number of bits is 21: write a number from 0 to 20"),
        (lambda: deterministic([0], responses=[1]), "the responses 1 are not numbered from 0 on: write responses="),
    ],
)
def test_inputs_that_cannot_be_meant(call, says) -> None:
    with pytest.raises(InputError, match=re.escape(says)) as error:
        call()
    assert "\n" not in str(error.value)


def test_a_function_keeps_its_name_and_its_words() -> None:
    assert geometric.__name__ == "geometric"
    assert (geometric.__doc__ or "").startswith("Return the range-restricted geometric mechanism")
    assert by_name(lambda x: x)(3) == 3
