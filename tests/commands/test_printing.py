"""Output: text on a narrow page, exact JSON, progress on a terminal."""

import argparse
import io
import json
import os
import re
import sys
from collections.abc import Iterator

import pytest

from exactdp.commands.cli import main
from exactdp.commands.printing import look
from exactdp.report.terminal import Look
from tests.commands.running import Run, alone


def numbers(found: object) -> Iterator[object]:
    """Yield every number and every text of a JSON value."""
    if isinstance(found, dict):
        found = list(found.values())
    if isinstance(found, list):
        for value in found:
            yield from numbers(value)
    else:
        yield found


def refused_float(text: str) -> None:
    raise AssertionError(f"{text} is a float")


@pytest.mark.parametrize(
    "command",
    [
        "check appendix_b.csv",
        "check appendix_b.csv --alpha 2/3",
        "check figure_2.csv",
        "derive appendix_b.csv",
        "derive appendix_b.csv --alpha 1",
        "derive figure_2.csv --alpha 1/2",
        "certify appendix_b.csv",
        "certify appendix_b.csv -o level.cert",
        "geometric -n 4 --alpha 1/3",
        "convert figure_2.csv",
        "optimal -n 3 --alpha 1/4 --loss abs --lexicographic",
        "optimal -n 5 --alpha 1/2 --loss power:3/2 --prior 1/4,0,1/4,0,1/4,1/4",
        "optimal -n 50 --alpha 1/2 --loss squared --prior uniform",
        "optimal -n 2 --alpha 1/2 --loss abs --at-most 0=1/9 --at-most 2=0",
        "interact figure_2.csv --loss zero-one",
        "interact appendix_b.csv --loss abs --prior binomial:1/3",
    ],
)
def test_json_is_whole_and_exact(run: Run, command: str) -> None:
    ran = run(command, "--json")
    assert ran.err == ""
    assert ran.out.endswith("}\n")
    found = json.loads(ran.out, parse_float=refused_float, parse_constant=refused_float)
    # Nothing is left out, as it is on a terminal.
    assert not any(
        isinstance(value, str) and re.search(r"… *\(|\([0-9]+ characters", value) for value in numbers(found)
    )
    assert run(command, "--json") == ran


def test_progress_is_shown_on_a_terminal_and_cleared(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for command in ("check figure_2.csv", "check figure_2.csv --json", "check none.csv"):
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        run(command)
        shown = terminal.getvalue().removesuffix("exactdp: none.csv: this file does not exist: check its name\n")
        assert ("\rvertex…" in shown) == ("figure_2.csv" in command)
        assert shown.endswith(f"\r{' ' * 79}\r")


def test_a_terminal_without_greek() -> None:
    for encoding in ("ascii", "cp1252", "latin-1"):
        ran = alone("check", "appendix_b.csv", environment={"PYTHONIOENCODING": encoding})
        assert (ran.returncode, ran.stderr) == (0, b"")
        shown = ran.stdout.decode(encoding)
        assert "exact level alpha = 1/2, epsilon = 0.693147" in shown
        assert "\n              0  ^  v  v  ^" in shown.replace("\r", "")
        assert "alpha in [0, 2 - sqrt 3 (~ 0.2679)]" in shown
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    ran = alone("check", "appendix_b.csv", "--json", environment=ascii_only)
    assert json.loads(ran.stdout.decode("utf-8"))["constraint_matrix"]["rows"][0] == "↑↓↓↑"
    assert b"is it alpha-private?" in alone("check", "--help", environment=ascii_only).stdout
    ran = alone("check", "appendix_b.csv", "--alpha", "2", environment=ascii_only)
    assert ran.stderr.startswith(b"exactdp: alpha = 2 is outside [0, 1]: ")
    named = '{"rows": [["1/2", "1/2"]], "responses": ["日", "\\ud83d\\ude00"]}'.encode()
    ran = alone("check", "-", environment=ascii_only, input=named)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"\\u65e5" in ran.stdout
    ran = alone("convert", "-", environment=ascii_only, input=named)
    assert json.loads(ran.stdout.decode("utf-8"))["responses"] == ["日", "😀"]


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "columns", "width", "colours"),
    [
        ({"TERM": "xterm"}, 80, 80, True),
        ({"TERM": "xterm"}, 300, 110, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, 80, 80, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, 80, 80, True),
        ({"TERM": "dumb"}, 80, 80, False),
    ],
)
def test_a_terminal_has_its_width_and_its_colours(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], columns: int, width: int, colours: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((columns, 24)))
    monkeypatch.setattr(sys, "stdout", Screen())
    options = argparse.Namespace(verbose=False)
    assert look(options) == Look(width, colours, folds=True)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert look(options) == Look()


def test_every_line_fits_a_terminal_of_80_columns(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((80, 24)))
    for command in (
        "check appendix_b.csv",
        "check figure_2.csv --epsilon 1",
        "curve appendix_b.csv",
        "repair appendix_b.csv --alpha 1/2 --loss abs",
        "optimal -n 6 --epsilon 1 --loss abs",
        "geometric -n 20 --alpha 1/3 -v",
        "certify appendix_b.csv --alpha 1/3 -o private.cert",
        "verify private.cert",
    ):
        screen = Screen()
        monkeypatch.setattr(sys, "stdout", screen)
        assert main(command.split()) in (0, 1)
        assert max(map(len, screen.getvalue().splitlines())) <= 80, command
