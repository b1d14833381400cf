import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from exactdp.certificates.certificate import verify
from tests.commands.running import Run, refusal

TABLE = "input/response,n,y\nno,0.731,0.269\nyes,0.269,0.731\n"


@pytest.fixture
def table() -> str:
    Path("rounded.csv").write_text(TABLE)
    return "rounded.csv"


def test_a_promise_is_kept_or_broken(run: Run, table: str) -> None:
    ran = run("audit", table, "--epsilon", "1")
    assert (ran.code, ran.err) == (0, "")
    assert "promise       ε = 1: kept; the exact ε is 2.98e-4 below it" in ran.out
    ran = run("audit", table, "--epsilon", "0.99")
    assert ran.code == 1
    assert "ε = 99/100 (≈ 0.9900): broken at 2 places" in ran.out
    assert run("audit", table, "--alpha", "269/731").code == 0
    assert run("audit", table).code == 0


def test_doubles_are_what_a_program_reads(run: Run, table: str) -> None:
    assert run("audit", table, "--alpha", "269/731", "--doubles").code == 0
    ran = run("audit", table, "--doubles", "--json")
    said = json.loads(ran.out)
    assert said["row_sums"] == ["1", "1"]
    assert Fraction(said["alpha"]) == Fraction(0.269) / Fraction(0.731)
    assert said["inputs"] == ["no", "yes"]


def test_an_array_of_numpy_is_read(run: Run) -> None:
    np.save("table.npy", np.array([[0.75, 0.25], [0.25, 0.75]]))
    ran = run("audit table.npy --alpha 1/3")
    assert ran.code == 0
    assert ran.out.startswith(
        "table.npy keeps the promise α = 1/3: its exact level is α = 1/3, ε = 1.098612….\n"
        "privacy       exact level α = 1/3,"
    )
    assert refusal(run("audit no.npy")) == "no.npy: this file does not exist: check its name"


def test_the_certificate_is_the_kernels(run: Run, table: str) -> None:
    assert run("audit", table, "--epsilon", "1", "--certificate", "level.cert").code == 0
    accepted = verify(Path("level.cert").read_bytes())
    assert "the largest alpha at which it is alpha-private is 269/731" in accepted.sentence
    assert run("audit", table, "--epsilon", "0.9", "--certificate", "level.cert").code == 1
    assert run("verify level.cert --against", table).code == 0


def test_neighbours_are_those_that_are_named(run: Run) -> None:
    Path("three.csv").write_text("1/2,1/2\n1/4,3/4\n1/8,7/8\n")
    assert run("audit three.csv --alpha 1/2").code == 0
    assert run("audit three.csv --alpha 1/2 --neighbours complete").code == 1


def test_a_table_with_negative_entries(run: Run) -> None:
    Path("negative.csv").write_text("1.5,-0.5\n1/2,1/2\n")
    ran = run("audit negative.csv")
    assert ran.code == 1
    assert "no level" in ran.out
    message = "a table with negative entries has no level to certify: nothing is written"
    assert message in run("audit negative.csv --certificate level.cert").err
    assert not Path("level.cert").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "name a FILE, or another library's mechanism with --library"),
        (["rounded.csv", "-n", "3"], "-n needs --library"),
        (["rounded.csv", "--sensitivity", "2"], "--sensitivity needs --library"),
        (["rounded.csv", "--epsilon", "1", "--alpha", "1"], "not allowed with argument"),
        (["rounded.csv", "--epsilon", "one"], "'one' is not an exact number"),
        (
            ["rounded.csv", "--library", "qif.geometric"],
            "--library excludes FILE: write --library qif.geometric -n 3 --epsilon 1",
        ),
        (["--library", "qif.geometric", "--alpha", "1/2"], "--library excludes --alpha"),
        (["--library", "qif.geometric", "--epsilon", "1"], "write -n 3 --epsilon 1"),
        (["--library", "qif.geometric", "-n", "3"], "write -n 3 --epsilon 1"),
        (
            ["--library", "qif.geometric", "-n", "3", "--epsilon", "1", "--doubles"],
            "--library excludes --doubles",
        ),
        (["--library", "geometric", "-n", "3", "--epsilon", "1"], "write a mechanism of diffprivlib, opendp, qif"),
    ],
)
def test_what_is_refused(run: Run, table: str, words: list[str], message: str) -> None:
    assert message in refusal(run("audit", *words))
