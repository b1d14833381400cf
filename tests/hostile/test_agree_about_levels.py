"""All commands agree about a table, a user and an ε, and the program notices a command that rounds ε."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exactdp.arithmetic.exponential_levels import Exponential
from tests.hostile import agree_about_levels
from tests.hostile.agree_about_levels import decide, drawn, earlier

SHARE = (2, 3, 38)
"""The cases of every run: in the second and the third, ε is within 10^-30 of -ln of the table's level, on each side."""

MORE = sorted({*range(20), 29, 47, 51, 53} - {*SHARE})
"""In the last four, the table is private, and ε is as near."""


@pytest.mark.parametrize("number", [*SHARE, *(pytest.param(each, marks=pytest.mark.long) for each in MORE)])
def test_a_share_of_the_campaign(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`python tests/hostile/agree_about_levels.py` runs all of it."""
    monkeypatch.chdir(tmp_path)
    trial = decide(drawn(number), sweeps=False)
    assert trial.failures == []
    assert trial.ran.total() > 20


def test_a_command_that_rounds_an_epsilon_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def rounded(level: Exponential, question: Callable[[Fraction], Any]) -> Any:
        return question(level.above())

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Exponential, "decided", rounded)
    case = next(each for each in map(drawn, range(100)) if each.near and not each.epsilon.startswith("ln"))
    failures = decide(case, sweeps=False).failures
    assert [each for each in failures if "check" in each or "certify" in each]


def test_the_journal_is_read_again_without_its_last_line_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agree_about_levels, "version", lambda: "one")
    journal = tmp_path / "j"
    assert earlier(journal) == []
    whole = journal.read_text() + '{"number": 3}\n'
    journal.write_text(whole + '{"numb')
    assert earlier(journal) == [{"number": 3}]
    assert journal.read_text() == whole
    monkeypatch.setattr(agree_about_levels, "version", lambda: "two")
    assert earlier(journal) == []
