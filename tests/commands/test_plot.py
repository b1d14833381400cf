"""`exactdp plot`."""

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from exactdp import files, geometric
from exactdp.report.pictures.canvas import width_of
from tests.commands.running import Run, refusal
from tests.report.pictures.reading import SVG


def words(name: str | Path) -> list[str]:
    return ["".join(each.itertext()) for each in ET.parse(name).iter(f"{SVG}text")]


def test_a_mechanism(run: Run) -> None:
    assert run("plot mechanism figure_2.csv -o out.svg --title", "Figure\n2").code == 0
    assert words("out.svg").count("Figure 2") == 1


def test_constraints(run: Run) -> None:
    assert run("plot constraints figure_2.csv --alpha 1/3 -o out.svg").code == 0
    assert set(words("out.svg")[-31:]) == {"S", "Z", "α = 1/3"}
    assert run('plot constraints figure_2.csv --title "Figure 3" -o out.svg').code == 0
    assert words("out.svg")[-1] == "Figure 3"
    message = refusal(run("plot constraints figure_2.csv --alpha 2/3 -o none.svg"))
    assert message.startswith("the mechanism is not 2/3-private (")
    assert not Path("none.svg").exists()


def test_the_geometric_distribution(run: Run) -> None:
    ran = run("plot geometric --epsilon 1 --first -1 --last 1 -o out.svg")
    assert ran.code == 0
    assert ran.err.startswith("ε = 1 became α = ")
    assert "this needs a level" in refusal(run("plot geometric -o out.svg"))


def test_privacy_curves(run: Run) -> None:
    assert run("plot curve figure_2.csv --neighbours complete -o out.svg").code == 0
    assert "neighbours: complete" in words("out.svg")
    said = "out.svg: the least δ of 2 mechanisms for every ε\n"
    assert run("plot curve figure_2.csv appendix_b.csv -o out.svg") == (0, said, "")
    assert words("out.svg")[-3:] == ["neighbours: path", "figure_2.csv", "appendix_b.csv"]
    assert not any(each.startswith("(") for each in words("out.svg"))


def test_losses(run: Run) -> None:
    ran = run("plot loss -n 2 --loss squared --prior uniform --levels 1/4,1/2 -o out.svg")
    assert ran.out == "out.svg: the least loss at 2 levels, each accepted by the kernel\n"
    assert {"expected loss, |i-r|^2", "n = 2, prior uniform"} <= set(words("out.svg"))
    for wrong in ("0", "1001"):
        message = refusal(run("plot loss -n 3 --loss abs --steps", wrong, "-o", "out.svg"))
        assert message == f"{wrong} steps: write a number from 1 to 1000"
    assert "n = 0" in refusal(run("plot loss -n 0 --loss abs -o out.svg"))


def test_phases(run: Run) -> None:
    said = "out.svg: the least loss for every α, 4 phases\n"
    assert run("plot phases -n 5 --loss squared --prior uniform -o out.svg") == (0, said, "")
    assert {"least expected loss, |i-r|^2", "n = 5, prior uniform"} <= set(words("out.svg"))
    assert "n = 0" in refusal(run("plot phases -n 0 --loss abs -o out.svg"))
    assert "is irrational" in refusal(run("plot phases -n 3 --loss power:3/2 -o out.svg"))


def test_releases(run: Run) -> None:
    assert run("plot release -n 1 --levels 1/4,1/2 -o out.svg").code == 0
    assert "28/45" not in words("out.svg")


def test_derivations(run: Run) -> None:
    assert run("plot derivation figure_2.csv --from figure_2.csv -o out.svg").code == 0
    ran = run("plot derivation appendix_b.csv --alpha 1/2 -o none.svg")
    assert (ran.code, ran.err) == (1, "")
    assert "from G_{3,1/2}: no, the remap T would have -1/3 for response 1 in row 1:" in ran.out
    assert not Path("none.svg").exists()


def test_where_to(run: Run) -> None:
    for ending, begins in ((".png", b"\x89PNG"), (".pdf", b"%PDF")):
        assert run("plot mechanism figure_2.csv -o", f"out{ending}").code == 0
        assert Path(f"out{ending}").read_bytes().startswith(begins)
    ran = run("plot mechanism figure_2.csv -o -")
    assert (ran.code, ran.out[:5]) == (0, "<?xml")
    assert run("plot mechanism figure_2.csv -o out --format pdf").code == 0
    assert Path("out").read_bytes().startswith(b"%PDF")
    message = refusal(run('plot mechanism "no such file" -o out.gif'))
    assert message == "out.gif: the output is .svg, .png or .pdf: change the extension"
    assert "the following arguments are required: -o" in refusal(run("plot mechanism figure_2.csv"))
    assert "the directory nowhere does not exist" in refusal(run("plot mechanism figure_2.csv -o nowhere/out.svg"))


def test_a_matrix_that_is_no_mechanism_has_a_picture_too(run: Run) -> None:
    Path("losses.csv").write_text("0,-1\n5/2,0\n")
    assert run("plot mechanism losses.csv -o out.svg").code == 0
    assert words("out.svg")[-4:] == ["0", "-1", "5/2", "0"]


def test_without_matplotlib_one_line_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    width_of.cache_clear()
    for name in list(sys.modules):
        if name.split(".")[0] == "matplotlib" or name == "exactdp.report.pictures.picture":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    files.write(geometric(n=2, alpha="1/2"), "g.csv")
    message = refusal(run("plot mechanism g.csv -o out.svg"))
    assert message == "pictures need matplotlib: run pip install '.[plot]'"
    assert not Path("out.svg").exists()
