"""A count goes from a database through a pipe to `exactdp release`, as the page on releases shows it."""

import re
import shutil
import sqlite3
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.commands.running import POSIX
from tests.shell import ROOT, environment

SMOKERS = 137


def lines() -> dict[str, str]:
    page = (ROOT / "docs" / "releases.md").read_text(encoding="utf-8")
    found = re.findall(r"^```sh\n(.*)\n```$", page, re.MULTILINE)
    return {"duckdb" if "duckdb" in each else "sqlite3": each for each in found}


def missing(program: str) -> bool:
    return shutil.which(program) is None if program == "sqlite3" else find_spec(program) is None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with people in a database of SQLite, and as CSV."""
    people = ["yes"] * SMOKERS + ["no"] * 300
    (tmp_path / "people.csv").write_text("\n".join(["smoker", *people]) + "\n")
    with sqlite3.connect(tmp_path / "people.db") as database:
        database.execute("create table people (smoker text)")
        database.executemany("insert into people values (?)", [[each] for each in people])
    database.close()
    return tmp_path


@POSIX
@pytest.mark.parametrize("program", ["sqlite3", "duckdb"])
def test_the_line_on_the_page_releases_the_count_of_the_database(program: str, folder: Path) -> None:
    if missing(program):
        pytest.skip(f"{program} cannot be found")
    line = lines()[program]
    query, pipe, release = line.partition(" | ")
    found = environment(folder)
    ran = subprocess.run(query, shell=True, cwd=folder, env=found, capture_output=True, text=True, check=True)
    assert (pipe, ran.stdout.strip()) == (" | ", str(SMOKERS))
    assert release == "exactdp release -n 500 --levels 1/4,1/2,3/4 --count -"
    ran = subprocess.run(line, shell=True, cwd=folder, env=found, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    answers = [row.split() for row in ran.stdout.splitlines()[-3:]]
    assert [level for level, _ in answers] == ["1/4", "1/2", "3/4"]
    assert all(0 <= int(answer) <= 500 for _, answer in answers)


@POSIX
@pytest.mark.parametrize("program", ["sqlite3", "duckdb"])
def test_a_query_that_fails_releases_nothing(program: str, folder: Path) -> None:
    if missing(program):
        pytest.skip(f"{program} cannot be found")
    line = lines()[program].replace("smoker =", "nobody =")
    ran = subprocess.run(
        line, shell=True, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "exactdp: the count: write a whole number from 0 to n = 500" in ran.stderr
