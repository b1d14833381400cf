"""A synthetic table by MWEM: the total level, the errors, and the resumption of an interrupted run."""

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

from exactdp.answers.synthesis import MOST_ROUNDS, Synthesis, share, synthesise
from exactdp.arithmetic.errors import InputError
from exactdp.privacy.sampling import SeededSource
from exactdp.surveys.universe import Attribute, Universe
from tests.commands.running import ENVIRONMENT, POSIX

UNIVERSE = Universe(tuple(Attribute(name, ("0", "1")) for name in "abc"))
TABLE = (40, 3, 2, 5, 9, 1, 0, 40)


def made(**changed: object) -> Synthesis:
    asked = {"way": 2, "rounds": 4, "alpha": "1/4", "source": SeededSource(1)} | changed
    return synthesise(UNIVERSE, TABLE, **asked)


@pytest.mark.parametrize("alpha", ["1/4", "9/10", "1/3"])
@pytest.mark.parametrize("rounds", [1, 7])
def test_the_whole_has_the_level_that_was_asked_for(alpha: str, rounds: int) -> None:
    total = made(alpha=alpha, rounds=rounds).run.total
    assert Fraction(alpha) <= total.alpha <= Fraction(alpha) * (1 + Fraction(1, 2**16))
    assert total.relation == "replace-one"


def test_half_of_the_privacy_measures() -> None:
    algorithm = made(alpha=Fraction(1, 3**16)).run.algorithm
    assert (algorithm.selection, algorithm.measurement) == (Fraction(1, 3), Fraction(1, 9))


def test_the_table_has_as_many_records_and_the_errors_are_those_of_the_counts() -> None:
    found = made()
    assert sum(found.table) == sum(TABLE) == 100
    for each in found.errors(TABLE):
        assert each.records == sum(TABLE[cell] for cell in each.query.cells)
        assert each.error == abs(each.records - sum(found.table[cell] for cell in each.query.cells))
    errors = found.errors(TABLE)
    assert share(errors, 100) == Fraction(sum(each.error for each in errors), 100 * 12)


def test_with_little_noise_the_marginals_come_near() -> None:
    found = made(alpha=Fraction(1, 10**60), rounds=12, passes=20)
    assert max(each.error for each in found.errors(TABLE)) < 12
    far = [abs(query.count(TABLE) - 25) for query in UNIVERSE.marginals(2)]
    assert max(far) > 20


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rounds": 0}, f"0 rounds: write a number from 1 to {MOST_ROUNDS}"),
        ({"rounds": 1001}, "1001 rounds: write"),
        ({"passes": 0}, "0 passes: write"),
        ({"passes": 10**30}, "passes: write a number from 1 to 1000"),
        ({"alpha": 0}, "α = 0 promises nothing"),
        ({"alpha": 1}, "write a level below 1"),
        ({"way": 4}, "4-way marginals of 3 columns"),
    ],
)
def test_what_cannot_be_made(changed: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        made(**changed)


# The journal


class Interrupted(Exception):  # noqa: N818
    pass


def interrupting(at: str):
    def progress(stage: str) -> None:
        if stage == at:
            raise Interrupted

    return progress


@pytest.mark.parametrize("at", ["round 1 of 4", "round 3 of 4", "100 synthetic records"])
def test_an_interrupted_run_goes_on_with_the_rounds_that_it_has(at: str, tmp_path: Path) -> None:
    journal = tmp_path / "x.journal"
    with pytest.raises(Interrupted):
        made(journal=journal, source=SeededSource(5), progress=interrupting(at))
    done = [json.loads(line) for line in journal.read_text().splitlines()[2:]]
    found = made(journal=journal, source=SeededSource(6))
    assert found.resumed == len(done)
    queries = found.run.algorithm.queries
    said = [(queries.index(each.query), each.answer) for each in found.run.rounds]
    assert said[: len(done)] == [(each["query"], each["answer"]) for each in done]
    # What was drawn before the interrupt is what an uninterrupted run would have drawn.
    whole = made(source=SeededSource(5))
    assert [each.answer for each in whole.run.rounds][: len(done)] == [each["answer"] for each in done]
    again = made(journal=journal)
    assert (again.resumed, again.run) == (4, found.run)


def test_nothing_in_the_journal_is_more_than_the_run_gives_out(tmp_path: Path) -> None:
    journal = tmp_path / "x.journal"
    found = made(journal=journal)
    header, settings, *rounds = [json.loads(line) for line in journal.read_text().splitlines()]
    assert header == {"exactdp synthesis": 1}
    assert settings == {
        "key": "settings",
        "columns": {"a": ["0", "1"], "b": ["0", "1"], "c": ["0", "1"]},
        "way": 2,
        "records": 100,
        "rounds": 4,
        "passes": 1,
        "selection": str(found.run.algorithm.selection),
    }
    queries = found.run.algorithm.queries
    assert rounds == [
        {"key": str(k), "query": queries.index(each.query), "answer": each.answer}
        for k, each in enumerate(found.run.rounds, start=1)
    ]


@pytest.mark.parametrize(
    ("changed", "said"), [({"rounds": 5}, "rounds, selection"), ({"way": 1}, "way"), ({"passes": 2}, "passes")]
)
def test_a_journal_of_another_run(changed: dict[str, object], said: str, tmp_path: Path) -> None:
    made(journal=tmp_path / "x.journal")
    with pytest.raises(InputError, match=f"x.journal: this run was started with other {said}: give the same, or take"):
        made(journal=tmp_path / "x.journal", **changed)


@pytest.mark.parametrize(
    "entry",
    [
        {"key": "1", "query": 12, "answer": 3},
        {"key": "1", "query": -1, "answer": 3},
        {"key": "1", "query": 0, "answer": 101},
        {"key": "1", "query": 0, "answer": -1},
        {"key": "1", "query": 0, "answer": True},
        {"key": "1", "query": 0},
        {"key": "2", "query": 0, "answer": 3},
    ],
)
def test_a_damaged_journal(entry: dict[str, object], tmp_path: Path) -> None:
    journal = tmp_path / "x.journal"
    with pytest.raises(Interrupted):
        made(journal=journal, progress=interrupting("round 1 of 4"))
    with journal.open("a") as file:
        print(json.dumps(entry), file=file)
    with pytest.raises(InputError, match="the entry of round 1 is damaged: take the file away to start again"):
        made(journal=journal)


def test_a_file_that_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "x.journal").write_text("a,b\n0,1\n")
    with pytest.raises(InputError, match="is not a journal of a synthesis"):
        made(journal=tmp_path / "x.journal")
    assert (tmp_path / "x.journal").read_text() == "a,b\n0,1\n"


@POSIX
@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_command_is_resumed_and_writes_nothing_in_part(how: signal.Signals, tmp_path: Path) -> None:
    columns = [f"c{k}" for k in range(8)]
    rows = [",".join(str(x >> k & 1) for k in range(8)) for x in range(256) for _ in range(x.bit_count())]
    (tmp_path / "x.csv").write_text("\n".join([",".join(columns), *rows]) + "\n")
    words = ["mwem", "x.csv", "--alpha", "1/2", "--rounds", "30", "--passes", "3", "-o", "synthetic.csv", "--json"]
    command = [sys.executable, "-m", "exactdp", *words]
    process = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    journal = tmp_path / "synthetic.csv.journal"
    until = time.monotonic() + 60
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 6) and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(process.pid, how)
    process.communicate(timeout=60)
    assert process.returncode == (-how if how == signal.SIGKILL else 130)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["synthetic.csv.journal", "x.csv"]
    done = [json.loads(line) for line in journal.read_bytes().split(b"\n")[2:-1]]
    assert 5 <= len(done) < 30
    ran = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    answers = [each["answer"] for each in json.loads(ran.stdout)["rounds"]]
    assert answers[: len(done)] == [each["answer"] for each in done]
    assert len(answers) == 30
    assert sorted(each.name for each in tmp_path.iterdir()) == ["synthetic.csv", "x.csv"]
