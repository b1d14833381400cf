"""The grammar of the commands, computed from the parsers: the options of each, and the options of all."""

import argparse
from pathlib import Path

import pytest

from exactdp.commands.offering import CertificateFile, OutputFile, PageFile
from exactdp.commands.parser import MOVED
from tests.commands.running import ROOT, Run, refusal
from tests.hostile.random_commands import commands

COLUMNS = ("-o", "--certificate", "--mechanism", "--html", "--json", "--latex", "--alpha", "--epsilon", "-q", "-v")

MADE = {
    "derive": "the remap",
    "repair": "the exact matrix",
    "optimal": "the mechanism",
    "interact": "the remap",
    "sweep": "the table, in a directory",
    "geometric": "the mechanism",
    "mechanism": "the mechanism",
    "convert": "the matrix",
    "plot": "the picture",
    "release": "the answers",
    "certify": "the certificate",
    "export": "the export",
    "errata": "the errata",
    "mwem": "the synthetic table",
    "dp-where": "synthetic calls",
    "histogram": "the counts",
    "local": "the randomised values",
    "deploy": "the program",
}
"""What -o writes: what the command is about. The others answer on standard output."""

NO_REPORT = {"geometric", "mechanism", "convert", "plot", "export", "errata", "axioms", "completion"}
"""Commands that answer with what they make."""


EVERY = commands()


def options(name: str) -> dict[str, argparse.Action]:
    return {each: action for action in EVERY[name]._actions for each in action.option_strings}


def table() -> str:
    """Return the table of commands and options that the page on the terminal has."""
    names: dict[str, list[str]] = {}
    for name in EVERY:
        names.setdefault(name.partition(" ")[0], []).append(name)
    lines = [f"| command | `-o` writes | {' | '.join(f'`{each}`' for each in COLUMNS[1:-2])} |"]
    lines.append("| --- " * len(COLUMNS[:-1]) + "|")
    for first, members in names.items():
        has = [sum(column in options(each) for each in members) for column in COLUMNS[1:-2]]
        cells = ["yes" if count == len(members) else "some" if count else "" for count in has]
        lines.append(f"| `{first}` | {MADE.get(first, '')} | {' | '.join(cells)} |")
    return "\n".join(" ".join(line.split()) for line in lines)


@pytest.mark.parametrize("name", EVERY)
def test_every_command_follows_the_grammar(name: str) -> None:
    first, found = name.partition(" ")[0], options(name)
    assert {"-q", "--quiet", "-v", "--verbose", "--debug", "--time-limit", "--memory-limit"} <= set(found)
    assert ("-o" in found) is (first in MADE)
    # A level is α or ε, and several levels are, too.
    assert ("--alpha" in found) is ("--epsilon" in found)
    assert ("--levels" in found) is ("--epsilons" in found)
    if first not in NO_REPORT:
        assert {"--json", "--latex", "--html"} <= set(found)
    for option, kind in (("--certificate", CertificateFile), ("--html", PageFile), ("-o", OutputFile)):
        if option in found and (first, option) not in {("verify", "--certificate"), ("sweep", "-o")}:
            assert issubclass(found[option].type, kind)


def test_the_page_on_the_terminal_has_the_table() -> None:
    assert table() in (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "optimal -n 1 --alpha 1/2 --loss abs -o best.cert",
            "the output is .json, .csv or .tex: change the extension; ",
        ),
        (
            "optimal -n 1 --alpha 1/2 --loss abs --mechanism best.csv",
            "unknown option --mechanism: write -o OUT, and --certificate",
        ),
        ("interact appendix_b.csv --loss abs -o remap.cert", "--certificate writes the certificate"),
        ("audit appendix_b.csv -o level.cert", "has no -o: write --certificate or --html or > FILE"),
        ("coalitions -n 1 --levels 1/2 --coalition 1 -o a.cert", "has no -o: write --certificate or --html or > FILE"),
        ("check appendix_b.csv -o level.cert", "has no -o: write --certificates or --html or > FILE"),
        ("curve appendix_b.csv --at 1", "unknown option --at: write --epsilon E"),
        ("verify level.cert --short", "unknown option --short: write -q"),
        ("interact appendix_b.csv --loss abs --epsilon 1", "unknown option --epsilon: write exactdp optimal -n N --ep"),
        ("expected-loss appendix_b.csv --loss abs --alpha=1/2", "unknown option --alpha: write exactdp optimal -n N"),
        ("deploy appendix_b.csv --epsilon ln2", "unknown option --epsilon: write exactdp geometric -n N --epsilon"),
        (
            "phases -n 2 --loss abs --neighbours cycle",
            "unknown option --neighbours: write exactdp optimal -n N --alpha A --neighbours …, once for each level; "
            "phases is only about count queries without constraints",
        ),
        ("curve appendix_b.csv --alpha 1/2 --certificate a.cert", "write exactdp certify FILE --alpha A --delta D"),
        ("certify appendix_b.csv -o level.pdf", "level.pdf: the output is .cert: change the extension"),
        ("check appendix_b.csv --html page.pdf", "page.pdf: the output is .html or .htm: change the extension"),
        (
            "check appendix_b.csv --certificates a.cert",
            "a.cert: check writes several certificates: name a directory",
        ),
        ("release -n 1 --levels 1/2 --count 0 -o a.csv", "a.csv: the output is .json: change the extension"),
        ("convert appendix_b.csv -o a.xlsx", "a.xlsx: the output is .json, .csv or .tex: change the extension"),
        ("derive appendix_b.csv -o remap.csv", "a remap needs a level: "),
        ("mechanism laplace", "the Laplace mechanism has real responses and no matrix: write `exactdp mechanism geom"),
        ("mechanism gaussian", "exactdp.privacy.continuous.Gaussian"),
        ("prove lemma-1", "did you mean gupte2010.lemma-1? "),
        ("certify appendix_b.csv --claim only-optimal", "a claim about a user: write exactdp optimal --certificate"),
        ("certify appendix_b.csv --claim interaction", "write exactdp interact --certificate"),
    ],
)
def test_old_spellings_and_slips_name_what_is_meant(run: Run, words: str, said: str) -> None:
    before = {each.name for each in Path().iterdir()}
    assert said in refusal(run(*words.split()))
    assert {each.name for each in Path().iterdir()} == before


def test_every_option_that_moved_is_gone() -> None:
    for command, option in MOVED:
        assert option not in options(command)


def test_the_certificates_of_check_are_what_certify_writes(run: Run) -> None:
    for _ in range(2):
        assert run("check appendix_b.csv --certificates proofs").code == 0
    assert sorted(each.name for each in Path("proofs").iterdir()) == [
        "level.cert",
        "not-derivable.cert",
        "not-vertex.cert",
    ]
    for each in Path("proofs").iterdir():
        ran = run("verify", str(each), "--against", "appendix_b.csv", "-q")
        assert ran.out.startswith("accepted, about appendix_b.csv: ")
    Path("file").touch()
    assert "file: this is a file: name a directory" in refusal(run("check appendix_b.csv --certificates file"))


def test_quiet_is_the_first_line_and_no_remark(run: Run) -> None:
    for words in (
        ("check", "appendix_b.csv", "--epsilon", "9/10"),
        ("audit", "appendix_b.csv", "--alpha", "1/3"),
        ("repair", "appendix_b.csv", "--alpha", "1/2"),
        ("curve", "appendix_b.csv"),
        ("derive", "appendix_b.csv"),
        ("optimal", "-n", "2", "--epsilon", "1", "--loss", "abs"),
        ("interact", "appendix_b.csv", "--loss", "abs"),
        ("phases", "-n", "1", "--loss", "abs"),
        ("coalitions", "-n", "1", "--levels", "1/4,1/2"),
    ):
        whole, quiet = run(*words), run(*words, "-q")
        first = whole.out.partition("\n")[0]
        assert (quiet.code, quiet.out, quiet.err) == (whole.code, f"{first}\n", ""), words
        assert first.endswith(".") and first[0].isalnum()
    assert run("geometric -n 1 --epsilon 1 -q").err == ""


def test_verbose_leaves_nothing_out(run: Run) -> None:
    assert run("geometric -n 40 --alpha 1/3 -o g.csv").code == 0
    rows = run("check g.csv -v").out.split("constraints")[0]
    assert "exactly:" in rows and "…" not in rows.partition("exactly:")[2].partition("privacy")[0]
    Path("table.csv").write_text("0.667,0.167,0.167\n0.333,0.333,0.333\n0.167,0.167,0.667\n")
    assert "and 4 more (-v and --json have them)" in run("repair table.csv --alpha 1/2").out
    assert "more (" not in run("repair table.csv --alpha 1/2 -v").out


def test_every_report_is_a_page_and_latex(run: Run) -> None:
    for words in (
        ("curve", "appendix_b.csv"),
        ("derive", "appendix_b.csv", "--alpha", "1/2"),
        ("verify", "level.cert"),
    ):
        run("certify appendix_b.csv -o level.cert")
        text, page = run(*words), run(*words, "--html", "-")
        assert page.code == text.code
        assert page.out.startswith("<!DOCTYPE html>") and page.out.count("<h1>") == 1
        latex = run(*words, "--latex").out
        assert latex and latex.isascii() and "\\" in latex
        assert "both be printed" in refusal(run(*words, "--html", "-", "--json"))
