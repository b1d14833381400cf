"""`exactdp attack`: attacks at the command line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from exactdp import cli

DIRECTOR = "answer of,Ann,Bo,director,answer\neveryone,1,1,1,2\nothers,1,1,0,1\n"


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    monkeypatch.chdir(tmp_path)
    Path("director.csv").write_text(DIRECTOR.replace("answer of", "input"))
    Path("subsets.csv").write_text("0,0,1/2\n1,0,1/2\n0,1,1/2\n1,1,1\n")

    def run(*arguments: str) -> Ran:
        code = cli.main(["attack", *arguments])
        return Ran(code, *capsys.readouterr())

    return run


def test_reconstruction(run) -> None:
    ran = run("reconstruction", "subsets.csv", "--error", "1/2", "--worst-case")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[:5] == [
        "answers       4 answers about 2 people, off by at most 1/2",
        "fit           2 databases: 01, 10",
        "certain       no bit",
        "any of them   wrong in at most 2 bits",
        "best guess    00, wrong in at most 1 bit, and no guess promises fewer",
    ]
    assert "two databases that fit differ in up to 2 bits: " in lines[5]


def test_reconstruction_of_answers_that_nothing_fits(run) -> None:
    ran = run("reconstruction", "subsets.csv", "--error", "1/4", "--json")
    assert ran.code == 1
    found = json.loads(ran.out)
    assert (found["candidates"], found["guess"], found["worst_case"], found["error"]) == ([], None, None, "1/4")
    assert "no database: some error exceeds the bound" in run("reconstruction", "subsets.csv", "--error", "1/4").out


def test_differencing(run) -> None:
    ran = run("differencing", "director.csv")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[3] == "director      1: the answers combine to 1, off by at most 0"
    assert lines[1].startswith("Ann           no combination of the answers")
    ran = run("differencing", "director.csv", "--error", "1", "--person", "director", "--json")
    assert ran.code == 1
    assert json.loads(ran.out)["found"] == [
        {"person": "director", "combination": ["1", "-1"], "value": "1", "reach": "2", "bit": None}
    ]
    direction = json.loads(run("differencing", "director.csv", "--person", "Ann", "--json").out)["found"][0]
    assert direction == {"person": "Ann", "combination": None, "direction": ["1", "-1", "0"]}


def test_differencing_of_a_mechanism(run) -> None:
    assert cli.main(["geometric", "-n", "3", "--alpha", "1/2", "-o", "G.csv"]) == 0
    asked = ("differencing", "director.csv", "--mechanism", "G.csv", "--person", "director")
    ran = run(*asked)
    assert ran.code == 0
    assert ran.out.startswith(
        "director      1 with probability 20/33 (≈ 0.6061), before 1/2; the odds times 20/13 (≈ 1.5385)"
    )
    found = json.loads(run(*asked, "--prior", "1/2,1/2,1", "--json").out)
    assert (found[0]["probability"], found[0]["bound"]) == ("1", "2")


def test_decode(run) -> None:
    Path("wild.csv").write_text("1,0,1\n0,1,0\n1,1,1\n1,-1,7\n")
    ran = run("decode", "wild.csv")
    assert ran.code == 0
    assert ran.out == (
        "answers       4 answers about 2 people\nguess         10\n"
        "distance      6 from all answers together, proved least over all fractional databases\n"
    )
    found = json.loads(run("decode", "subsets.csv", "--error", "1/2", "--json").out)
    assert found["ranges"] == [{"person": str(j), "lower": "0", "upper": "1", "bit": None} for j in (0, 1)]
    assert not json.loads(run("decode", "wild.csv", "--error", "1/2", "--json").out)["fits"]
    assert "no database fits" in run("decode", "wild.csv", "--error", "1/2").out
    assert "certain       Ann" not in run("decode", "director.csv", "--error", "0").out
    assert "certain       director 1" in run("decode", "director.csv", "--error", "0").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("reconstruction", "none.csv", "--error", "1"), "none.csv: there is no such file"),
        (("reconstruction", "subsets.csv", "--error", "-1"), "the error bound -1 is negative"),
        (("reconstruction", "subsets.csv"), "--error"),
        (("differencing", "director.csv", "--person", "Zoe"), "'Zoe' is none of the people Ann, Bo, director"),
        (("differencing", "director.csv", "--prior", "1/2"), "--prior is about the responses of a mechanism"),
        (("differencing", "subsets.csv", "--mechanism", "subsets.csv"), "row 1 sums to 1/2"),
        ((), "required: ATTACK"),
    ],
)
def test_what_is_refused(run, arguments: tuple[str, ...], message: str) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_a_fraction_is_no_response(run) -> None:
    assert cli.main(["geometric", "-n", "2", "--alpha", "1/2", "-o", "G.csv"]) == 0
    assert "an answer is no response" in run("differencing", "subsets.csv", "--mechanism", "G.csv").err
