"""Every command's help ends with examples, and they work."""

import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from exactdp.commands.parser import TASKS
from tests.commands.running import Run
from tests.hostile.random_commands import commands

EXAMPLES = [
    *((of.prog, example) for of in commands().values() for example in of.get_default("examples")),
    *(("exactdp", example) for _, example in TASKS),
]


def test_every_command_has_an_example() -> None:
    assert {of.prog for of in commands().values()} <= {command for command, _ in EXAMPLES}


MADE: dict[str, bytes] = {}
"""The files that commands write for the examples of others, once they are written."""


def prepare(run: Run) -> None:
    """Write the files of the examples."""
    Path("answers.csv").write_text("input,Ann,Bo,P1,answer\neveryone,1,1,1,2\nothers,1,1,0,1\n")
    Path("scores.csv").write_text("input/response,x,y\n0,1,0\n1,0,1\n")
    Path("people.csv").write_text("smoker,old\nno,0\nno,1\nyes,1\n")
    Path("calls.csv").write_text("person,day,hour,row,column\nann,0,8,1,7\nann,6,13,0,0\nbo,1,23,2,2\n")
    Path("sweep.toml").write_text('n = "1..3"\nalpha = "1/2"\nloss = "abs"\n')
    if not MADE:
        assert run("geometric -n 3 --alpha 1/4 -o table.csv").code == 0
        assert run("certify table.csv -o level.cert").code == 0
        assert run("optimal -n 3 --alpha 1/4 --loss abs --certificate best.cert").code == 0
        assert run("export coq best.cert -o best.v").code == 0
        MADE.update((name, Path(name).read_bytes()) for name in ("table.csv", "level.cert", "best.cert", "best.v"))
    for name, data in MADE.items():
        Path(name).write_bytes(data)


@pytest.fixture
def prepared(run: Run) -> Run:
    """Run in a folder that has the files of the examples."""
    prepare(run)
    return run


RUN_HERE = [each for each in EXAMPLES if each[1] != "exactdp axioms"]
"""All but one, which needs the whole Coq library, and which `test_axioms.py` runs."""

MARKS = {
    "exactdp sweep sweep.toml -o results --engine dask": pytest.mark.long,
    "exactdp verify best.v --certificate best.cert": pytest.mark.coq,
}


@pytest.mark.parametrize(
    ("command", "example"),
    [pytest.param(*each, id=each[1], marks=[MARKS[each[1]]] if each[1] in MARKS else []) for each in RUN_HERE],
)
def test_an_example_works(prepared: Run, command: str, example: str) -> None:
    assert example.startswith(command)
    words = shlex.split(example.partition(" > ")[0])[1:]
    if words[:2] == ["prove", "--html"]:
        words.insert(1, "gupte2010.table-1b")
    if words[:2] == ["errata", "gupte2010"]:
        words[1] = "gupte2010.table-1b"
    ran = prepared(*words)
    assert ran.code == 0, ran.err
    assert ran.out or any(Path(each).stat().st_size for each in words if Path(each).is_file())


def answers_json(run: Run, more: Iterable[str]) -> Iterator[tuple[list[str], str]]:
    """Yield the first example of every command that prints JSON, and more ones, each with its JSON."""
    prepare(run)
    Path("rounded.csv").write_text("0.7311,0.2689\n0.2689,0.7311\n")
    Path("negative.csv").write_text("1.01,-0.01\n0.5,0.5\n")
    Path("misprint.csv").write_text("2/3,1/3\n1/3,5/6\n")
    Path("wild.csv").write_text("1,0,1\n0,1,0\n1,1,1\n1,-1,7\n")
    Path("identity.csv").write_text("1,0\n0,1\n")
    Path("loss.csv").write_text("0,0\n0,0\n0,0\n")
    for of in commands().values():
        if not any("--json" in action.option_strings for action in of._actions):
            continue
        example = of.get_default("examples")[0]
        words = shlex.split(example)[1:]
        if words[0] in ("prove", "errata"):
            words[1:] = ["gupte2010.table-1b"]
        elif "-o" in words and words[0] not in ("sweep", "mwem"):
            at = words.index("-o")
            words[at : at + 2] = []
        ran = run(*words, "--json")
        assert ran.code == 0, f"{example}: {ran.err}"
        yield words, ran.out
    for example in filter(None, more):
        ran = run(*shlex.split(example), "--json")
        assert ran.out, f"{example}: {ran.err}"
        yield shlex.split(example), ran.out


@pytest.mark.parametrize("command", sorted({command for command, _ in EXAMPLES}))
def test_help_shows_the_examples(run: Run, command: str) -> None:
    ran = run(*command.split()[1:], "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"usage: {command} ")
    if command == "exactdp":
        assert all(f"{about:<29}{example}\n" in ran.out for about, example in TASKS)
    else:
        assert ran.out.endswith("".join(f"  {each}\n" for name, each in EXAMPLES if name == command))
