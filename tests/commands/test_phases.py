"""`exactdp phases`: a user's optimum for every α."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from exactdp.arithmetic.rational_functions import rational_function
from exactdp.diagram_kernel import check
from tests.commands.running import Run, refusal


def test_json(run: Run) -> None:
    ran = run("phases -n 2 --loss abs --prior 1/4,1/2,1/4 --json")
    assert ran.code == 0
    found = json.loads(ran.out)
    optimum = run("optimal -n 2 --alpha 1/4 --loss abs --prior 1/4,1/2,1/4 --json")
    value = str(rational_function(found["phases"][0]["loss"]).at("1/4"))
    assert value == json.loads(optimum.out)["value"]


def test_the_certificate(run: Run) -> None:
    asked = "phases -n 2 --loss squared"
    assert json.loads(run(asked, "--json").out)["certificate"] is None
    found = json.loads(run(asked, "--certificate", "phases.cert", "--json").out)["certificate"]
    assert (found["kind"], found["statement_sha256"]) == ("optimal", check(Path("phases.cert").read_bytes()).digest)
    assert "the directory no/such does not exist" in refusal(run(asked, "--certificate", "no/such/folder.cert"))


def test_the_loss_at_an_epsilon(run: Run) -> None:
    asked = ("phases", "-n", "1", "--loss", "abs", "--prior", "1/6,5/6", "--epsilon")
    ran = run(*asked, "2")
    assert ran.out.startswith("The least expected loss at α = e^-2 is 0.119202…, in phase 1.\n")
    assert "\nlevel         e^-2, in phase 1: the loss is a/(1 + a)\n" in ran.out
    assert run(*asked, "ln 2", "-q").out == "The least expected loss at α = 1/2 is 1/6, in phase 2.\n"
    there = json.loads(run(*asked, "2", "--json").out)["at"]
    assert (there["level"], there["phase"]) == ("e^-2", 0)
    # e^-2/(1 + e^-2) = 0.11920292202211755…
    lower, upper = (Fraction(there["loss"][end]) for end in ("lower", "upper"))
    assert Fraction("0.11920292202211755") < lower < upper < Fraction("0.11920292202211756")
    assert json.loads(run(*asked[:-1], "--json").out)["at"] is None
    assert refusal(run(*asked, "two")).endswith("or a logarithm such as ln 2")


def test_the_largest_level_for_a_loss(run: Run) -> None:
    asked = ("phases", "-n", "3", "--loss", "abs", "--loss-at-most")
    ran = run(*asked, "168/415", "--certificate", "bound.cert", "-q")
    assert (ran.code, ran.out.count("\n"), ran.err) == (0, 1, "")
    assert "\nat-most 415 168 1\n" in Path("bound.cert").read_text(encoding="ascii")
    assert check(Path("bound.cert").read_bytes()).kind == "optimal"
    assert json.loads(run(*asked, "1/3", "--json").out)["bound"]["up_to"]["polynomial"] == ["-1", "4", "4", "6", "1"]
    assert refusal(run(*asked, "a third")).startswith("--loss-at-most: 'a third' is not an exact number")


def test_a_table_of_losses(run: Run) -> None:
    run("geometric -n 1 --alpha 1/3 -o losses.csv")
    assert run("phases -n 1 --loss table:losses.csv").code == 0
    assert "2 × 2 for 3 inputs and 3 responses" in refusal(run("phases -n 2 --loss table:losses.csv"))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("-n", "0", "--loss", "abs"), "n = 0: write a database size of at least 1"),
        (("-n", "3", "--loss", "power:3/2"), "write a rational loss, such as power:2"),
        (("-n", "3", "--loss", "abs", "--side-information", "0..4"), "write numbers from 0 to 3"),
        (("-n", "3"), "--loss"),
    ],
)
def test_one_line_for_what_is_wrong(run: Run, options: tuple[str, ...], says: str) -> None:
    assert says in refusal(run("phases", *options))
