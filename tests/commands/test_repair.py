"""`exactdp repair`."""

import json
from pathlib import Path

import numpy as np
import pytest

from exactdp import Mechanism, files, geometric
from exactdp.files.numpy_arrays import to_numpy
from tests.commands.running import Run, matrix_of, refusal


def test_the_nearest_mechanism_and_its_proof(run: Run) -> None:
    Path("far.csv").write_text("input,no,yes\nill,0.9,0.1\nwell,0.1,0.9\n")
    ran = run("repair far.csv --alpha 1/2 -o - --format json --certificate near.cert")
    assert (ran.code, ran.err) == (1, "")
    assert matrix_of(json.loads(ran.out[: ran.out.index("far.csv ")])) == Mechanism(
        [["2/3", "1/3"], ["1/3", "2/3"]], ["ill", "well"], ["no", "yes"]
    )
    assert run("verify near.cert").out.startswith("accepted: the 3 x 2 matrix is optimal for the Bayesian user")


@pytest.mark.parametrize("ending", ["csv", "json", "npy", "tex"])
def test_what_numpy_writes_is_read(run: Run, ending: str) -> None:
    exact = geometric(n=4, alpha="1/3")
    array = to_numpy(exact, rounding="nearest")
    match ending:
        case "csv":
            np.savetxt("printed.csv", array, delimiter=",")
        case "json":
            Path("printed.json").write_text(json.dumps({"rows": array.tolist()}))
        case "npy":
            np.save("printed.npy", array)
        case "tex":
            rows = r" \\ ".join(" & ".join(f"${value:.7f}$" for value in row) for row in array.tolist())
            Path("printed.tex").write_text(rf"\begin{{tabular}}{{ccccc}} {rows} \end{{tabular}}")
    ran = run("repair", f"printed.{ending}", "--alpha", "1/3", "-o", "exact.json")
    assert (ran.code, ran.err) == (0, "")
    assert files.read("exact.json") == exact
    read_as = "rounded to 7 decimals" if ending == "tex" else "the double nearest to the exact entry"
    assert f"read as       each entry is {read_as}\n" in ran.out


def test_a_solvers_output_is_off_by_more_than_a_double(run: Run) -> None:
    exact = geometric(n=3, alpha="1/2")
    array = to_numpy(exact, rounding="nearest")
    array[0] += [3e-10, -2e-10, 0, 1e-10]
    np.savetxt("solved.csv", array, delimiter=",")
    ran = run("repair solved.csv --alpha 1/2 -o exact.json")
    assert ran.code == 0
    assert "each entry is within 10^-9 of the exact entry\n" in ran.out
    assert files.read("exact.json") == exact
    assert run("repair solved.csv --alpha 1/2 --tolerance 1e-11").code == 1


def test_neighbours_and_a_prior(run: Run) -> None:
    Path("local.csv").write_text("0.50,0.25,0.25\n0.25,0.50,0.25\n0.25,0.25,0.50\n")
    ran = run("repair local.csv --alpha 1/2 --neighbours complete --loss zero-one --prior uniform")
    assert ran.code == 0
    assert "the printed table itself: it is a 1/2-private mechanism, and optimal for the user\n" in ran.out


def test_percentages_are_repaired_as_the_decimals_that_they_are(run: Run) -> None:
    Path("table.csv").write_text("66.7%,33.3%\n33.3%,66.7%\n")
    ran = run("repair table.csv --alpha 1/2 -o exact.json")
    assert (ran.code, files.read("exact.json")) == (0, Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]))


def test_bad_input_is_refused(run: Run) -> None:
    Path("table.csv").write_text("0.67,0.33\n0.33,0.67\n")
    assert refusal(run("repair table.csv")) == (
        "this needs a level: write --alpha 1/2, or --epsilon 1; the level of the printed table is near 33/67"
    )
    Path("negative.csv").write_text("1.01,-0.01\n0.5,0.5\n")
    assert refusal(run("repair negative.csv")) == "this needs a level: write --alpha 1/2, or --epsilon 1"
    assert "add --loss abs" in refusal(run("repair table.csv --alpha 1/2 --prior uniform"))
    assert "sums to 1/2" in refusal(run("repair table.csv --alpha 1/2 --loss abs --prior 1/2"))
    assert "tolerance -1 is below 0" in refusal(run("repair table.csv --alpha 1/2 --tolerance -1"))
    Path("named.csv").write_text("input,0,1\n2,0.6,0.4\n0,0.5,0.5\n1,0.4,0.6\n")
    assert "sort the rows" in refusal(run("repair named.csv --alpha 1/2"))
    Path("columns.csv").write_text("0.6667,0.25,0.1\n0.2222,0.5,0.3\n0.1111,0.25,0.6\n")
    words = "repair columns.csv --alpha 1/3"
    assert "every printed column sums to 1" in refusal(run(words, "--tolerance", "0", "--loss", "abs"))
    assert run(words, "--tolerance", "0.02").code in (0, 1)
    Path("percent.csv").write_text("66.7,33.3\n33.3,66.6\n")
    assert "every row to about 100" in refusal(run("repair percent.csv --alpha 1/2 --loss abs --tolerance 1"))
    Path("ragged.csv").write_text("0.6,0.4\n0.5\n")
    assert refusal(run("repair ragged.csv --alpha 1/2")).startswith("ragged.csv: line 2, row 2 has 1 entry")
