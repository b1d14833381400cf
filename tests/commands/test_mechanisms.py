"""`exactdp mechanism`: standard mechanisms at the command line, as tables and as files that `exactdp check` reads."""

import json
import shlex
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from exactdp import Matrix, files, level_of_epsilon
from exactdp.model.geometric import geometric, scaled_geometric
from exactdp.surveys.exponential import median
from exactdp.surveys.geometric_variants import UnboundedStaircase, truncated_geometric, vector_geometric
from exactdp.surveys.histograms import histogram
from exactdp.surveys.randomized_response import k_ary_response, tally, two_coin_response
from tests.commands.running import Run, refusal


@pytest.fixture
def mechanism(run: Run) -> Run:
    return partial(run, "mechanism")


# Each with the level that its line says.
EXAMPLES = {
    "randomized-response --k 3 --alpha 1/2": "1/2",
    "randomized-response --alpha 1/3": "1/3",
    "randomized-response --bias 1/4": "1/3",
    "randomized-response --truth 2/3": "1/2",
    "randomized-response --k 4 --truth 3/5": "2/9",
    "randomized-response --coins 1/2": "1/3",
    "randomized-response --coins 1/2,1/4": "1/5",
    "subset-response --k 4 --size 2 --alpha 1/3": "1/3",
    "unary-encoding --k 3 --kept 1/2 --invented 1/3": "1/2",
    "tally -n 3 --truth 3/4": "1/3",
    "spread-geometric -n 4 --alpha 1/4 --sensitivity 2": "1/4",
    "truncated-geometric -n 5 --alpha 1/2": "21/52",
    "staircase -n 8 --alpha 1/2 --sensitivity 2 --width 2": "1/2",
    "vector-geometric --tops 2,1 --alpha 1/9 --sensitivity 2": "1/9",
    "median -n 2 --values 3 --alpha 1/16": "1/3",
    "median -n 2 --values 2 --alpha 1/4 --relation add-remove --unhalved": "5/17",
    "histogram -n 2 --cells 3 --alpha 1/4": "1/4",
    "histogram -n 2 --cells 3 --alpha 1/4 --relation add-remove": "1/4",
    "marginals -n 1 --sizes 2,2 --ways 1 --alpha 1/16": "1/16",
    "marginals -n 1 --sizes 2,2 --ways 2 --alpha 1/4": "1/4",
}


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("name", ["m.json", "m.csv"])
def test_what_is_written_is_checked_as_the_line_says(run, mechanism, example: str, name: str) -> None:
    ran = mechanism(*example.split(), "-o", name)
    assert (ran.code, ran.out) == (0, "")
    said = ran.err.strip()
    assert said.startswith(f"level {EXAMPLES[example]}") and "irrational" not in said
    _, _, hint = said.partition("; check it with ")
    checked = run("check", name, "--json", *shlex.split(hint))
    assert checked.code == 0, checked.err
    assert json.loads(checked.out)["level"]["alpha"] == EXAMPLES[example]


def test_the_library_s_mechanisms_are_written(mechanism) -> None:
    for arguments, built in (
        ("randomized-response --k 5 --alpha 2/7", k_ary_response(5, "2/7")),
        ("randomized-response --coins 1/3,1/5", two_coin_response("1/3", "1/5")),
        ("truncated-geometric -n 4 --alpha 1/3 --sensitivity 2", truncated_geometric(n=4, alpha="1/3", sensitivity=2)),
        ("tally -n 4 --truth 2/3", tally(two_coin_response("1/3").mechanism.relabelled("01", "01"), n=4)),
        ("histogram -n 2 --cells 2 --alpha 1/9", histogram(n=2, cells=2, unit="1/3")),
        (
            "histogram -n 2 --cells 2 --alpha 1/9 --relation add-remove",
            histogram(n=2, cells=2, unit="1/9", relation="add-remove"),
        ),
        ("median -n 3 --values 3 --alpha 1/16 --unhalved", median(n=3, values=3, alpha="1/16", halved=False)),
        ("staircase -n 5 --alpha 1/2 --sensitivity 3 --width 2", UnboundedStaircase("1/2", 3, 2).clamped(n=5)),
        ("vector-geometric --tops 1,2 --alpha 1/3", vector_geometric((1, 2), "1/3")),
    ):
        assert mechanism(*arguments.split(), "-o", "m.json").code == 0
        assert files.read("m.json") == built.mechanism


def test_scores_from_a_file(mechanism) -> None:
    Path("scores.csv").write_text("input/response,x,y\na,1,0\nb,0,1\nc,0,0\n")
    ran = mechanism(
        "exponential", "--scores", "scores.csv", "--alpha", "1/4", "--neighbours", "a-b,b-c", "--format", "csv"
    )
    assert ran.out == "input/response,x,y\na,2/3,1/3\nb,1/3,2/3\nc,1/2,1/2\n"
    assert ran.err == "level 1/2, exactly; check it with --neighbours a-b,b-c\n"
    ran = mechanism("exponential", "--scores", "scores.csv", "--alpha", "1/4", "--unhalved", "--neighbours", "complete")
    assert ran.out.splitlines()[1:] == ["a  4/5  1/5", "b  1/5  4/5", "c  1/2  1/2"]
    ran = mechanism("exponential", "--scores", "scores.csv", "--alpha", "1/16", "--sensitivity", "2", "--format", "csv")
    assert ran.out == "input/response,x,y\na,2/3,1/3\nb,1/3,2/3\nc,1/2,1/2\n"


def test_a_root_that_is_irrational_is_told(mechanism) -> None:
    ran = mechanism("histogram", "-n", "1", "--cells", "2", "--alpha", "1/2", "--json")
    told, level = ran.err.splitlines()
    assert told.startswith("α^(1/2) is irrational; it became 195025/275807 (≈ 0.7071)")
    rows = json.loads(ran.out)["rows"]
    assert Fraction(rows[0][0]) / Fraction(rows[0][1]) == Fraction(195025, 275807)
    assert level.startswith("level 38034750625/76069501249 (≈ 0.5000), exactly")
    assert Fraction(38034750625, 76069501249) >= Fraction(1, 2)


def test_epsilon_becomes_a_level(mechanism) -> None:
    ran = mechanism("randomized-response", "--epsilon", "1", "--json")
    assert Fraction(json.loads(ran.out)["rows"][0][1]) * (63812 + 173459) == 63812
    assert "ε = 1 became α = 63812/173459" in ran.err


def test_where_there_are_no_neighbours_or_too_many(mechanism) -> None:
    assert mechanism("histogram", "-n", "0", "--cells", "2", "--alpha", "1/4").err == (
        "level 1, exactly between 0 pairs of neighbours\n"
    )
    assert mechanism("spread-geometric", "-n", "170", "--alpha", "1/4", "--sensitivity", "2", "-o", "m.json").err == (
        "level 1/4, exactly between 339 pairs of neighbours\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("randomized-response", "this needs a level"),
        ("randomized-response --alpha 1/2 --bias 1/4", "not allowed with"),
        ("randomized-response --k 4 --bias 1/4", "--bias is about 2 values: write --truth P or --alpha A for --k 4"),
        ("randomized-response --k 3 --coins 1/2", "--coins is about 2 values: write --truth P or --alpha A for --k 3"),
        ("randomized-response --k 1 --truth 1/2", "write at least 2 values"),
        ("truncated-geometric --alpha 1/2", "-n"),
        ("vector-geometric --tops 1;2 --alpha 1/2", "whole numbers"),
        ("vector-geometric --tops 99,99 --alpha 1/2", "entries"),
        ("histogram -n 2 --cells 2 --alpha 1/2 --relation swap", "invalid choice"),
        ("exponential --scores none.csv --alpha 1/2", "this file does not exist"),
        ("marginals -n 1 --sizes 2,x --ways 1 --alpha 1/2", "whole numbers"),
        ("laplace", "the Laplace mechanism has real responses and no matrix: write `exactdp mechanism geometric`"),
        ("", "NAME"),
    ],
)
def test_bad_input_is_one_line(mechanism, arguments: str, said: str) -> None:
    assert said in refusal(mechanism(*arguments.split()))


def test_the_level_of_the_scaled_or_the_smallest_geometric_mechanism_is_not_proved(run: Run) -> None:
    assert "omit --scaled" in refusal(run("geometric -n 2 --alpha 1/2 --scaled --certificate g.cert"))
    assert "write n from 1" in refusal(run("geometric -n 0 --alpha 1/2 --certificate g.cert"))


def test_geometric(run: Run) -> None:
    for arguments, expected in [
        (("-n", "3", "--alpha", "1/2"), geometric(n=3, alpha="1/2")),
        (("-n", "0", "--alpha", "1/2"), geometric(n=0, alpha="1/2")),
        (("-n", "4", "--alpha", "1"), geometric(n=4, alpha=1)),
        (("-n", "4", "--alpha", "0"), geometric(n=4, alpha=0)),
        (("-n", "2", "--epsilon", "1"), geometric(n=2, alpha=level_of_epsilon(1))),
        (("-n", "2", "--alpha", "2/7", "--scaled"), scaled_geometric(n=2, alpha="2/7")),
    ]:
        for known in files.FORMATS:
            ran = run("geometric", *arguments, "--format", known)
            assert ran.code == 0
            assert files.parse(ran.out, known, kind=Matrix) == Matrix(expected)
        assert run("geometric", *arguments, "--json").out == files.render(expected, "json")
        assert run("geometric", *arguments, "-o", "g.csv") == (0, "", ran.err)
        assert files.read("g.csv", kind=Matrix) == Matrix(expected)
    assert run("geometric -n 1 --alpha 1/3").out == "     0    1\n0  3/4  1/4\n1  1/4  3/4\n"


def test_convert(run: Run) -> None:
    mechanism = files.read("figure_2.csv")
    for ending in ("json", "csv", "tsv", "tex"):
        assert run("convert figure_2.csv -o", f"new.{ending}") == (0, "", "")
        assert files.read(f"new.{ending}") == mechanism
        assert run("convert", f"new.{ending}").out == files.render(mechanism, "json")
    assert run("convert figure_2.csv -o new.txt --format latex").code == 0
    assert Path("new.txt").read_text() == files.render(mechanism, "latex")
    # A matrix need not be a mechanism. It takes no other's place, which may have been a whole article.
    assert run("convert - -o m.csv", stdin=b"-1,2.5") == (0, "", "")
    assert run("convert m.csv -o m.csv").code == 2
    assert files.read("m.csv", kind=Matrix).rows == ((-1, Fraction(5, 2)),)
