"""`--html` of `check` and `prove`: a file in addition to the output, or only the page."""

from pathlib import Path

import pytest

from tests.commands.running import Run, refusal

COMMANDS = ["check appendix_b.csv", "prove gupte2010.table-1b"]


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_the_page_is_written_beside_what_is_printed(run: Run, command: tuple[str, ...]) -> None:
    printed = run(command).out
    ran = run(command, "--html", "page.html")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.split("\n")[0] == printed.split("\n")[0]
    page = Path("page.html").read_text(encoding="utf-8")
    assert run(command, "--json", "--html", "again.html").out.startswith("{")
    assert Path("again.html").read_text(encoding="utf-8") == page
    alone = run(command, "--html", "-")
    assert (alone.code, alone.out, alone.err) == (0, page, "")


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_what_can_not_be_written_is_refused(run: Run, command: tuple[str, ...]) -> None:
    assert "as in --html OUT.html" in refusal(run(command, "--html", "-", "--json"))
    ran = run(command, "--html", "nowhere/page.html")
    assert ran.code == 2
    assert "the directory nowhere does not exist" in ran.err


def test_a_mechanism_that_is_no_mechanism_has_no_page(run: Run) -> None:
    assert run("check - --html page.html", stdin=b"1,1").code == 2
    assert not Path("page.html").exists()
    assert run("check figure_2.csv --alpha 3/4 --html page.html").code == 1
    assert Path("page.html").exists()
