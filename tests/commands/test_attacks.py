"""`exactdp attack`: attacks at the command line."""

import json
from functools import partial
from pathlib import Path

import pytest

from tests.commands.running import Run, refusal

DIRECTOR = "answer of,Ann,Bo,director,answer\neveryone,1,1,1,2\nothers,1,1,0,1\n"


@pytest.fixture
def attack(run: Run) -> Run:
    Path("director.csv").write_text(DIRECTOR.replace("answer of", "input"))
    Path("subsets.csv").write_text("0,0,1/2\n1,0,1/2\n0,1,1/2\n1,1,1\n")
    return partial(run, "attack")


def test_reconstruction(attack) -> None:
    ran = attack("reconstruction", "subsets.csv", "--error", "1/2", "--worst-case")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[:6] == [
        "2 databases fit the answers, which reveal 0 of 2 bits.",
        "answers       4 answers about 2 people, off by at most 1/2",
        "fit           2 databases: 01, 10",
        "certain       no bit",
        "any of them   wrong in at most 2 bits",
        "best guess    00, wrong in at most 1 bit, and no guess promises fewer",
    ]
    assert "two databases that fit differ in up to 2 bits: " in lines[6]


def test_reconstruction_of_answers_that_nothing_fits(attack) -> None:
    ran = attack("reconstruction", "subsets.csv", "--error", "1/4", "--json")
    assert ran.code == 1
    found = json.loads(ran.out)
    assert (found["candidates"], found["guess"], found["worst_case"], found["error"]) == ([], None, None, "1/4")
    assert "no database: some error exceeds the bound" in attack("reconstruction", "subsets.csv", "--error", "1/4").out


def test_differencing(attack) -> None:
    ran = attack("differencing", "director.csv")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "The answers reveal the bit of 1 of 3 people: director."
    assert lines[4] == "director      the bit is 1: the answers combine to 1, off by at most 0"
    assert lines[2].startswith("Ann           no combination of the answers")
    ran = attack("differencing", "director.csv", "--error", "1", "--person", "director", "--json")
    assert ran.code == 1
    assert json.loads(ran.out)["found"] == [
        {"person": "director", "combination": ["1", "-1"], "value": "1", "reach": "2", "bit": None}
    ]
    direction = json.loads(attack("differencing", "director.csv", "--person", "Ann", "--json").out)["found"][0]
    assert direction == {"person": "Ann", "combination": None, "direction": ["1", "-1", "0"]}


def test_differencing_of_a_mechanism(attack, run) -> None:
    assert run("geometric -n 3 --alpha 1/2 -o G.csv").code == 0
    asked = ("differencing", "director.csv", "--mechanism", "G.csv", "--person", "director")
    ran = attack(*asked)
    assert ran.code == 0
    assert ran.out.startswith(
        "The responses change the bit of director most: the probability of 1 goes from 1/2 to 20/33 (≈ 0.6061).\n"
        "director      the probability of 1 goes from 1/2 to 20/33 (≈ 0.6061); the odds are multiplied by 20/13 (≈\n"
        "                1.5385); at this level, by at most 2\n"
    )
    found = json.loads(attack(*asked, "--prior", "1/2,1/2,1", "--json").out)
    (director,) = found["posteriors"]
    assert (director["probability"], director["bound"]) == ("1", "2")


def test_decode(attack) -> None:
    Path("wild.csv").write_text("1,0,1\n0,1,0\n1,1,1\n1,-1,7\n")
    ran = attack("decode", "wild.csv")
    assert ran.code == 0
    assert ran.out == (
        "The nearest database is 10, at the total distance 6 from the answers.\n"
        "answers       4 answers about 2 people\nguess         10\n"
        "distance      6 in total, proved to be the least of all fractional databases\n"
    )
    found = json.loads(attack("decode", "subsets.csv", "--error", "1/2", "--json").out)
    assert found["ranges"] == [{"person": str(j), "lower": "0", "upper": "1", "bit": None} for j in (0, 1)]
    assert not json.loads(attack("decode", "wild.csv", "--error", "1/2", "--json").out)["fits"]
    assert "no database fits" in attack("decode", "wild.csv", "--error", "1/2").out
    assert "certain       Ann" not in attack("decode", "director.csv", "--error", "0").out
    assert "certain       director has 1" in attack("decode", "director.csv", "--error", "0").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("decode", "half.csv"),
            "half.csv: row 1, column 1: the weight 1/2 is not a whole number: write whole weights, ",
        ),
        (("reconstruction", "subsets.csv", "--error", "-1"), "the error bound -1 is negative"),
        (("reconstruction", "subsets.csv"), "--error"),
        (("reconstruction", "none.csv", "--error", "1"), "none.csv: this file does not exist"),
        (
            ("differencing", "director.csv", "--person", "Zoe"),
            "'Zoe' is not one of the people: write one of Ann, Bo, director",
        ),
        (("differencing", "director.csv", "--prior", "1/2"), "--prior needs a mechanism"),
        (("differencing", "subsets.csv", "--mechanism", "subsets.csv"), "row 1 sums to 1/2"),
        ((), "required: ATTACK"),
    ],
)
def test_what_is_refused(attack, arguments: tuple[str, ...], message: str) -> None:
    Path("half.csv").write_text("1/2,1\n")
    assert message in refusal(attack(*arguments))


def test_a_fraction_is_no_response(attack, run) -> None:
    assert run("geometric -n 2 --alpha 1/2 -o G.csv").code == 0
    assert "an answer is not a response" in attack("differencing", "subsets.csv", "--mechanism", "G.csv").err
