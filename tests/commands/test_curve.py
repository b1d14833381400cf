"""`exactdp curve`: the least δ for every ε at the command line."""

import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from exactdp.report.terminal import WIDTH
from tests.commands.running import Run, refusal, undigested

LEAKING = """\
The least δ is 2/5 at ε = 0, and never below 1/10 (≈ 0.1000).
curve         the least δ, linear in e^ε = 1/α between breakpoints; neighbours: path, 1 pair
              from ε     α    least δ  responses  on input  against
              0          1    2/5      0, 1       0         1
              0.693147…  1/2  1/10     0          0         1
privacy loss  infinite with probability 1/10 (≈ 0.1000), for the worst input against its worst neighbour
"""


@pytest.fixture
def curve(run: Run) -> Run:
    Path("response.csv").write_text("3/4,1/4\n1/4,3/4\n")
    Path("leaking.csv").write_text("1/10,3/5,3/10,0\n0,3/10,3/5,1/10\n")
    Path("named.json").write_text(
        '{"inputs": ["no", "yes"], "responses": ["N", "Y"], "rows": [["1", "0"], ["1/2", "1/2"]]}'
    )
    return partial(run, "curve")


def test_a_whole_curve(curve) -> None:
    assert curve("leaking.csv") == (0, LEAKING, "")
    assert "expected 0.549306… for the worst input" in curve("response.csv").out


def test_the_certificate_of_a_whole_curve(curve, run: Run) -> None:
    ran = curve("leaking.csv", "--certificate", "curve.cert")
    last = "certificate   least-delta: accepted by the kernel of diagrams, statement sha256 (digest)\n"
    assert (ran.code, ran.err, undigested(ran.out)) == (0, "", LEAKING + last)
    assert "certificate" not in json.loads(curve("leaking.csv", "--json").out)
    assert json.loads(curve("leaking.csv", "--certificate", "curve.cert", "--json").out)["certificate"]
    assert run("verify curve.cert --against leaking.csv").code == 0
    text = Path("curve.cert").read_text()
    Path("forged.cert").write_text(text.replace("excess 10 1 0", "excess 5 1 0"))
    assert run("verify forged.cert").out.startswith("rejected: ")
    for point in (["--alpha", "1/2"], ["--epsilon", "1"], ["--delta", "0"]):
        assert "omit --alpha, --epsilon and --delta" in refusal(
            curve("leaking.csv", *point, "--certificate", "point.cert")
        )


def test_a_whole_curve_as_json(curve) -> None:
    found = json.loads(curve("leaking.csv", "--json").out)
    assert [(each["t"], each["alpha"], each["delta"]) for each in found["breakpoints"]] == [
        ("1", "1", "2/5"),
        ("2", "1/2", "1/10"),
    ]
    assert found["breakpoints"][0]["event"] == {
        "input": 0,
        "against": 1,
        "labels": ["0", "1"],
        "responses": [0, 1],
        "here": "7/10",
        "there": "3/10",
    }
    assert (found["expected_loss"], found["infinite_loss"]) == (None, "1/10")
    bounds = json.loads(curve("response.csv", "--json").out)["expected_loss"]
    lower, upper = Fraction(bounds["lower"]), Fraction(bounds["upper"])
    assert lower < upper < lower + Fraction(1, 2**50)


def test_at_a_level(curve) -> None:
    found = json.loads(curve("response.csv", "--alpha", "1/2", "--json").out)
    assert (found["delta"], found["probabilistic_delta"], found["event"]["responses"]) == ("1/4", "3/4", [0])
    assert curve("response.csv", "--alpha", "1/3").out == "At α = 1/3 the least δ is 0.\n"
    assert json.loads(curve("response.csv", "--alpha", "0", "--json").out)["event"] is None


def test_at_an_epsilon(curve) -> None:
    assert curve("response.csv", "--epsilon", "1").out == "At ε = 1 the least δ is 0.070429….\n"
    assert curve("response.csv", "--epsilon", "ln 2") == curve("response.csv", "--alpha", "1/2")
    assert curve("response.csv", "--epsilon", "0").out == "At ε = 0 the least δ is 1/2.\n"
    assert curve("response.csv", "--epsilon", "9/8").out == "At ε = 9/8 the least δ is 0.\n"
    bounds = json.loads(curve("response.csv", "--epsilon", "1", "--json").out)["delta"]
    lower, upper = Fraction(bounds["lower"]), Fraction(bounds["upper"])
    assert Fraction("0.0704295428852") < lower < upper < Fraction("0.0704295428853")


def test_at_a_delta(curve) -> None:
    assert "α is 1, the least ε 0.\n" in curve("response.csv", "--delta", "1/2").out
    assert curve("leaking.csv", "--delta", "1/11").out == (
        "At δ = 1/11 no ε is large enough: δ is never below 1/10 (≈ 0.1000).\n"
    )
    found = json.loads(curve("leaking.csv", "--delta", "1/11", "--json").out)
    assert (found["alpha"], found["epsilon"]) == ("0", None)
    assert json.loads(curve("leaking.csv", "--delta", "1/10", "--json").out)["alpha"] == "1/2"


def test_labels_and_neighbours(curve) -> None:
    out = curve("named.json").out
    assert "Y          yes       no" in out
    assert "neighbours: complete, 1 pair" in curve("named.json", "--neighbours", "complete").out
    assert "neighbours: edges, 1 pair" in curve("named.json", "--neighbours", "no-yes").out


@pytest.mark.long
def test_a_long_curve_fits(curve, run) -> None:
    assert run("geometric -n 30 --alpha 97/100 -o a.json").code == 0
    for arguments in (("--neighbours", "complete"), ("--neighbours", "complete", "--json")):
        ran = curve("a.json", *arguments)
        assert ran.code == 0
        if "--json" in arguments:
            assert len(json.loads(ran.out)["breakpoints"]) == 16
        else:
            assert all(len(line) <= WIDTH for line in ran.out.splitlines()[1:])
            assert "≈ 0.0" in ran.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("response.csv", "--epsilon", "-1"), "ε = -1: write 0, a number from 1e-300 to 10000, or ln Q"),
        (("response.csv", "--alpha", "2"), "α = 2 is outside [0, 1]"),
        (("response.csv", "--delta", "2"), "δ = 2 is outside [0, 1]"),
        (("response.csv", "--delta", "0", "--epsilon", "1"), "not allowed with argument"),
        (("missing.csv",), "missing.csv"),
        (("response.csv", "--neighbours", "0-2"), "write two of the inputs 0, 1"),
    ],
)
def test_what_is_refused(curve, arguments, says) -> None:
    assert says in refusal(curve(*arguments))
