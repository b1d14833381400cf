"""Sweeps: a kill at any moment loses only the running instances, and the resumed sweep has the same result."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactdp.answers.sweep as running
from exactdp.answers.optimality import decide
from exactdp.answers.sweep import JOURNAL, TABLE, UNFINISHED, Rate, duration, sweep
from exactdp.answers.sweep_engine import Died
from exactdp.answers.sweep_outcome import find
from exactdp.answers.sweep_results import read_results
from exactdp.answers.sweep_specification import parse
from exactdp.answers.sweep_verification import verify_sweep
from exactdp.arithmetic.errors import InputError
from tests.strategies import share_of

SPECIFICATION = """
alpha = "1/10..9/10 by 1/10"
loss = ["abs", "squared", "zero-one"]
[[sweep]]
n = "1..4"
prior = ["uniform", "increasing"]
[[sweep]]
n = "1..2"
"""

SMALL = 'n = "1..3"\nalpha = ["1/4", "1/2"]\nloss = "abs"'

RUN = """
import sys
from exactdp.answers.sweep import sweep
from exactdp.answers.sweep_specification import read_specification
if __name__ == "__main__":
    sweep(read_specification("s.toml"), "results", certificates="proofs", jobs=int(sys.argv[1]))
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sweep in one go, in one process."""
    folder = tmp_path_factory.mktemp("whole")
    assert sweep(parse(SPECIFICATION), folder / "results", certificates=folder / "proofs")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.suffix == ".cert"}


def keys(folder: Path) -> list[str]:
    lines = (folder / "results" / JOURNAL).read_bytes().split(b"\n")[1:-1]
    return [json.loads(line)["key"] for line in lines]


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
def test_killed_again_and_again_it_ends_as_if_nothing_had_happened(whole: Path, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(SPECIFICATION)
    (tmp_path / "run.py").write_text(RUN)
    journal, finished, kills = tmp_path / "results" / JOURNAL, list[str](), 0
    for jobs, more in ((1, 3), (2, 40), (2, 90)):
        with subprocess.Popen([sys.executable, "run.py", str(jobs)], cwd=tmp_path) as process:
            goal = len(finished) + more
            while process.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") > goal):
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
        kills += process.returncode == -signal.SIGKILL
        assert keys(tmp_path)[: len(finished)] == finished
        finished = keys(tmp_path)
        assert len(finished) >= goal
        assert {f"{json.loads(line)['certificate']}.cert" for line in journal.read_bytes().split(b"\n")[1:-1]} <= set(
            files(tmp_path / "proofs")
        )
        assert not (tmp_path / "results" / TABLE).exists()
    assert kills == 3
    found = sweep(parse(SPECIFICATION), tmp_path / "results", certificates=tmp_path / "proofs", jobs=2)
    assert found.earlier == len(finished)
    assert keys(tmp_path)[: len(finished)] == finished
    assert sorted(keys(tmp_path)) == sorted(keys(whole))
    assert len(set(keys(tmp_path))) == len(found.outcomes) == 270
    assert (tmp_path / "results" / TABLE).read_bytes() == (whole / "results" / TABLE).read_bytes()
    assert files(tmp_path / "proofs") == files(whole / "proofs")
    # Nor is anything else left, under other names.
    for each in ("results", "proofs"):
        assert {path.name for path in (tmp_path / each).iterdir()} == {path.name for path in (whole / each).iterdir()}


@pytest.mark.parametrize("same_disk", [True, False])
def test_files_are_unfinished_in_the_own_directory_only_and_the_next_sweep_clears_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same_disk: bool
) -> None:
    results, proofs, place, seen = tmp_path / "results", tmp_path / "proofs", tmp_path / "results" / UNFINISHED, []
    whole, replace = sweep(parse(SMALL), tmp_path / "whole", certificates=tmp_path / "certificates"), Path.replace

    def moved(self: Path, target: Path) -> Path:
        seen.append(self.parent)
        if not same_disk and self.parent == place and Path(target).parent == proofs:
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return replace(self, target)

    place.mkdir(parents=True)
    (place / ".exactdp-0123456789abcdef").write_bytes(b"exactdp certif")
    proofs.mkdir()
    # It may be another sweep's, at this moment.
    (proofs / ".exactdp-fedcba9876543210").write_bytes(b"exactdp certif")
    monkeypatch.setattr(Path, "replace", moved)
    found = sweep(parse(SMALL), results, certificates=proofs)
    assert set(seen) == ({place} if same_disk else {place, proofs})
    assert sorted(each.name for each in results.iterdir()) == [JOURNAL, TABLE]
    assert files(proofs) == files(tmp_path / "certificates")
    assert (proofs / ".exactdp-fedcba9876543210").exists()
    assert found.table.read_bytes() == whole.table.read_bytes()


def test_what_is_in_the_way_of_unfinished_files_is_named(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for number, make in enumerate((Path.touch, lambda place: place.symlink_to(other))):
        results = tmp_path / str(number)
        results.mkdir()
        make(results / UNFINISHED)
        with pytest.raises(InputError, match="this is in the way of unfinished files: remove it"):
            sweep(parse(SMALL), results)
    assert not list(other.iterdir())


@share_of(12)
@given(st.data())
def test_from_any_prefix_of_the_journal_it_ends_the_same(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("prefix")
    done = sweep(parse(SMALL), folder)
    journal, table = folder / JOURNAL, (folder / TABLE).read_bytes()
    written = journal.read_bytes()
    end = data.draw(st.integers(0, len(written)))
    journal.write_bytes(written[:end])
    again = sweep(parse(SMALL), folder)
    assert again.outcomes == done.outcomes
    assert again.earlier == max(written[:end].count(b"\n") - 1, 0)
    assert (journal.read_bytes(), (folder / TABLE).read_bytes()) == (written, table)


def test_every_row_is_what_is_found_for_its_instance(whole: Path) -> None:
    instances = parse(SPECIFICATION).instances
    rows = read_results(whole / "results" / TABLE)
    assert [each["instance"] for each in rows] == [each.key for each in instances]
    for instance, row in list(zip(instances, rows, strict=True))[::20]:
        outcome, (certificate,) = find(instance)
        assert (row["value"], row["certificate_sha256"]) == (outcome.value, outcome.certificate)
        assert (whole / "proofs" / f"{outcome.certificate}.cert").read_bytes() == certificate


def test_what_is_finished_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def noted(instance, *, keep):
        asked.append(str(instance))
        return find(instance, keep=keep)

    monkeypatch.setattr(running, "find", noted)
    first = sweep(parse(SMALL), tmp_path)
    assert (len(asked), first.earlier) == (6, 0)
    assert sweep(parse(SMALL), tmp_path).earlier == len(asked) == 6
    # The same asked in other words, and more.
    more = parse('n = "2..4"\nalpha = ["0.25", "2/4"]\nloss = "power:1"')
    second = sweep(more, tmp_path)
    assert (second.earlier, asked[6:]) == (
        4,
        ["n = 4, alpha = 1/4, loss = power:1", "n = 4, alpha = 1/2, loss = power:1"],
    )
    assert [row["loss"] for row in read_results(second.table)] == ["power:1"] * 6
    # And back.
    assert sweep(parse(SMALL), tmp_path).outcomes == first.outcomes
    assert len(asked) == 8


def test_a_certificate_that_is_missing_is_made_again(tmp_path: Path) -> None:
    results, proofs = tmp_path / "results", tmp_path / "proofs"
    sweep(parse(SMALL), results)
    before = (results / JOURNAL).read_bytes()
    assert sweep(parse(SMALL), results, certificates=proofs).earlier == 0
    kept = files(proofs)
    assert len(kept) == 6
    (proofs / min(kept)).unlink()
    assert sweep(parse(SMALL), results, certificates=proofs).earlier == 5
    assert files(proofs) == kept
    assert (results / JOURNAL).read_bytes() == before


def test_a_certificate_that_has_become_another_is_refused(tmp_path: Path) -> None:
    sweep(parse(SMALL), tmp_path)
    journal = tmp_path / JOURNAL
    digest = json.loads(journal.read_text().splitlines()[1])["certificate"]
    journal.write_text(journal.read_text().replace(digest, "0" * 64).replace('"version": "', '"version": "old '))
    with pytest.raises(InputError, match=r"n = 1, .*: the new certificate differs from the one that exactdp old "):
        sweep(parse(SMALL), tmp_path, certificates=tmp_path)


def test_what_killed_its_process_is_unsolved_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(work, tasks, engine, jobs, limits):
        return ((task, Died() if task.words["n"] == "2" else work(task)) for task in tasks)

    whole = sweep(parse(SMALL), tmp_path / "whole")
    with monkeypatch.context() as patch:
        patch.setattr(running, "completed", dies)
        found = sweep(parse(SMALL), tmp_path / "killed")
    assert not found
    assert [each.verdict for each in found.outcomes] == ["optimal"] * 2 + ["unsolved"] * 2 + ["optimal"] * 2
    assert "its process died" in read_results(found.table)[2]["reason"]
    again = sweep(parse(SMALL), tmp_path / "killed")
    assert again.earlier == 4
    assert again.outcomes == whole.outcomes
    assert again.table.read_bytes() == whole.table.read_bytes()


def test_an_internal_error_is_a_row_and_the_others_are_decided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(question):
        return decide(question) if question.inputs != 3 else 1 // 0

    whole = sweep(parse(SMALL), tmp_path / "whole")
    with monkeypatch.context() as patch:
        patch.setattr("exactdp.answers.sweep_outcome.decide", faulty)
        found = sweep(parse(SMALL), tmp_path / "faulty", certificates=tmp_path)
        assert not verify_sweep(parse(SMALL), tmp_path / "faulty", tmp_path).wrong
    assert not found
    assert [each.verdict for each in found.outcomes] == ["optimal"] * 2 + ["unsolved"] * 2 + ["optimal"] * 2
    said = r"internal error: ZeroDivisionError in exactdp/answers/sweep_outcome\.py, line [0-9]+: integer division .*"
    assert re.fullmatch(said, read_results(found.table)[2]["reason"])
    again = sweep(parse(SMALL), tmp_path / "faulty")
    assert again.earlier == 4, "a version without the fault answers what had none"
    assert again.outcomes == whole.outcomes


def test_a_row_whose_verification_fails_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sweep(parse(SMALL), tmp_path, certificates=tmp_path)
    monkeypatch.setattr("exactdp.answers.sweep_verification.stated_outcome", lambda *_: 1 // 0)
    wrong = verify_sweep(parse(SMALL), tmp_path, tmp_path).wrong
    assert [number for number, _ in wrong] == [1, 2, 3, 4, 5, 6]
    assert {reason.partition(" in ")[0] for _, reason in wrong} == {"internal error: ZeroDivisionError"}


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_stopped_it_has_lost_nothing(tmp_path: Path, error: type[BaseException]) -> None:
    def stops(says: str) -> None:
        if says.startswith("4/"):
            raise error

    original, running.REFRESHED = running.REFRESHED, 0
    try:
        with pytest.raises(error):
            sweep(parse(SMALL), tmp_path, progress=stops)
    finally:
        running.REFRESHED = original
    assert sweep(parse(SMALL), tmp_path).earlier == 4


def test_workers_of_another_version_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "__version__", "9.9")
    with pytest.raises(InputError, match=r"a worker has exactdp .*: install 9\.9 there, the version here"):
        sweep(parse(SMALL), tmp_path)


def test_where_no_directory_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for name, said in (("file", "this is a file: name a directory"), ("none/here", "create it first")):
        with pytest.raises(InputError, match=said):
            sweep(parse(SMALL), tmp_path / name)
        with pytest.raises(InputError, match=said):
            sweep(parse(SMALL), tmp_path, certificates=tmp_path / name)


def test_a_journal_of_another_version_is_refused(tmp_path: Path) -> None:
    sweep(parse(SMALL), tmp_path)
    journal = tmp_path / JOURNAL
    journal.write_text(journal.read_text().replace('"verdict": "optimal"', '"verdict": "best"'))
    with pytest.raises(InputError, match=r"journal\.jsonl: an entry was not written by this version of exactdp"):
        sweep(parse(SMALL), tmp_path)


def test_the_rate_and_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now, told = [1000.0], list[str]()
    monkeypatch.setattr(running.time, "monotonic", lambda: now[0])
    rate = Rate(10_000, told.append)
    for done, seconds in ((100, 0), (101, 0.125), (150, 10), (250, 10), (650, 20), (651, 0.125), (10_000, 0.0625)):
        now[0] += seconds
        rate(done)
    assert told == [
        "100/10,000 instances",
        "150/10,000 instances, 4.9/s, 33 min 15 s left",
        "250/10,000 instances, 7.5/s, 21 min 48 s left",
        # The first ten seconds are forgotten.
        "650/10,000 instances, 16.7/s, 9 min 21 s left",
        "10,000/10,000 instances, 483.0/s, 0 s left",
    ]
    assert [duration(each) for each in (0, 59, 60, 3600, 3661, 86400 * 3 + 59)] == [
        *("0 s", "59 s", "1 min", "1 h", "1 h 1 min", "3 d"),
    ]
