"""A mechanism as a program: it draws exactly, its test notices each change, and it stands alone."""

import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from exactdp import InputError, Mechanism, geometric
from exactdp.answers.deployment import deployment
from exactdp.model.neighbours import complete, cycle, edges, path

HALF = geometric(n=2, alpha="1/2")
MECHANISMS = [
    HALF,
    Mechanism([["1/2", "1/2"]]),
    Mechanism([["1"], ["1"]]),
    Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]),
    Mechanism([["1", "0"], ["1/3", "2/3"]]),
    Mechanism([["1/2", "0", "1/2"], ["1/3", "0", "2/3"]]),
    Mechanism([["2/7", "5/7"], ["3/11", "8/11"]], ['say "a"', "b\n\\"], ["α", "'''"]),
]


def loaded(program: str, folder: Path) -> ModuleType:
    """Run the program as a module."""
    (folder / "sampler.py").write_text(program, encoding="utf-8")
    module = ModuleType("sampler")
    exec(compile(program, "sampler.py", "exec"), module.__dict__)
    return module


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda mechanism: "{} by {}".format(*mechanism.shape))
def test_the_program_draws_exactly_from_the_table(mechanism: Mechanism, tmp_path: Path) -> None:
    found = deployment(mechanism)
    module = loaded(found.program, tmp_path)
    assert "sampler draws from it" in module.test()
    assert Fraction(*module.LEVEL) == found.level.alpha
    assert (list(mechanism.inputs), list(mechanism.responses)) == (module.INPUTS, module.RESPONSES)
    for i, row in enumerate(mechanism.rows):
        drawn: Counter[int] = Counter()
        for number in range(module.TOTAL):
            module.uniform = lambda total, number=number: number
            drawn[module.draw(i)] += 1
        assert [Fraction(drawn[r], module.TOTAL) for r in range(len(row))] == list(row)


def test_numbers_are_even_and_those_beyond_are_drawn_again() -> None:
    module = ModuleType("sampler")
    exec(deployment(geometric(n=3, alpha="1/4")).program, module.__dict__)
    assert module.TOTAL == 80
    drawn: Counter[int] = Counter()
    for first in range(256):
        fed = iter([first, 7])
        drawn[module.uniform(80, lambda size, fed=fed: bytes([next(fed)]))] += 1
    # Each number below 80 has 2 of the 256 bytes, 48 of 128 are drawn again and then are 7.
    assert {number: count for number, count in drawn.items() if count != 2} == {7: 2 + 96}
    assert module.uniform(1) == 0


def test_the_program_runs_alone(tmp_path: Path) -> None:
    loaded(deployment(HALF).program, tmp_path)
    for options in ([], ["-O"]):
        ran = subprocess.run(
            [sys.executable, "-I", "-S", *options, "sampler.py"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, "")
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "sampler.py", "1"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.stdout.strip() in ("0", "1", "2")
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "sampler.py", "--help"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (1, "'--help' is not an input: write one of INPUTS, such as 0\n")


@pytest.mark.parametrize(
    ("here", "there", "said"),
    [
        ("[4, 1, 1]", "[3, 1, 1]", "a row is not a distribution"),
        ("[4, 1, 1]", "[5, 0, 1]", "the level is lower"),
        ("LEVEL = (1, 2)", "LEVEL = (1, 3)", "the level is higher"),
        ("LEVEL = (1, 2)", "LEVEL = (2, 3)", "the level is lower"),
        ("% (1 << bits)", "% (1 << bits) // 2", "the draws are uneven"),
        ("accumulate(row)", "reversed(row)", "is not drawn as often"),
        ("bisect_right(sums, number)", "bisect_right(sums, number + 1)", "is not drawn as often"),
    ],
)
def test_the_test_of_the_program_notices_a_change(here: str, there: str, said: str, tmp_path: Path) -> None:
    program = deployment(HALF).program
    assert here in program
    module = loaded(program.replace(here, there, 1), tmp_path)
    with pytest.raises(SystemExit, match=said):
        module.test()


@pytest.mark.parametrize("position", [-1, 3, "0", None])
def test_an_input_that_is_not_there(position: object, tmp_path: Path) -> None:
    module = loaded(deployment(HALF).program, tmp_path)
    with pytest.raises(IndexError, match="write 0 to 2"):
        module.draw(position)


def test_the_kernel_has_accepted_the_level_that_is_written() -> None:
    found = deployment(Mechanism([["3/4", "1/4"], ["1/5", "4/5"]]), complete(inputs=range(2)))
    assert (found.verified.kind, found.verified.digest in found.program) == ("level", True)
    assert "alpha 4/15" in found.verified.statement
    assert re.search(r"exact privacy level 4/15 for the neighbours complete", found.program)


def test_labels_cannot_run_as_code(tmp_path: Path) -> None:
    label = '"""\nraise SystemExit(1)\n"""'
    found = deployment(Mechanism([["1/2", "1/2"]], [label], [label, "'"]))
    assert [label] == loaded(found.program, tmp_path).INPUTS


@pytest.mark.parametrize("neighbours", [cycle(inputs=range(3)), edges([(0, 2)], inputs=range(3))])
def test_a_measurement_of_other_neighbours(neighbours: object) -> None:
    assert "measurement" not in deployment(HALF, neighbours).program
    with pytest.raises(InputError, match="write the neighbours path or complete"):
        deployment(HALF, neighbours, opendp=True)


def test_a_measurement_at_level_0() -> None:
    with pytest.raises(InputError, match="the level is 0"):
        deployment(Mechanism([["1", "0"], ["0", "1"]]), path(inputs=range(2)), opendp=True)
