"""What several commands ask for, and what they refuse."""

import pytest

from tests.commands.running import Run, refusal


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--alpha", "x"), "'x' is not an exact number: "),
        (("--alpha", ""), "'' is not an exact number: "),
        (("--alpha", "nan"), "'nan' is not an exact number: "),
        (("--alpha", "1/0"), "'1/0' has a zero denominator: "),
        (("--alpha", "1e999999999"), "'1e999999999' is too long: "),
        (("--alpha", "2"), "α = 2 is outside [0, 1]: "),
        (("--alpha", "-1"), "α = -1 is outside [0, 1]: "),
        (("--alpha=-1/2",), "α = -1/2 is outside [0, 1]: "),
        (("--epsilon", "-1"), "ε = -1: write a number from 0 to 10000"),
        (("--epsilon", "10001"), "ε = 10001: write a number from 0 to 10000"),
        (("--epsilon", "abc"), "'abc' is not an exact number: "),
        (("--alpha", "1/2", "--epsilon", "1"), "argument --epsilon: not allowed with argument --alpha; see "),
        (("--alpha",), "argument --alpha: expected one argument; see exactdp check --help"),
        (("--neighbours", "ring"), "neighbours 'ring': write path, complete, cycle, hypercube, or edges "),
        (("--neighbours", "0-9"), "neighbours '0-9': write two of the inputs 0, 1, 2, 3, 4, 5 with a - "),
        (("--neighbours", "1-1"), "neighbours 1-1: an input is not its own neighbour"),
        (("--neighbours", ""), "neighbours '': write path, "),
        (("--neighbours", "hypercube"), "a hypercube has 1, 2, 4, 8, … inputs and there are 6: "),
        (("--what",), "unrecognized arguments: --what; see exactdp check --help"),
        (("more",), "unrecognized arguments: more; see exactdp check --help"),
    ],
)
def test_bad_options(run: Run, options: tuple[str, ...], said: str) -> None:
    message = refusal(run("check", "figure_2.csv", *options))
    assert message.startswith(said)


def test_three_inputs_are_no_hypercube(run: Run) -> None:
    said = refusal(run("check", "-", "--neighbours", "hypercube", stdin=b"1\n1\n1"))
    assert said == "a hypercube has 1, 2, 4, 8, … inputs and there are 3: write edges for another graph"
    assert "a cycle needs at least 3 inputs" in refusal(run("check", "-", "--neighbours", "cycle", stdin=b"1\n1"))
