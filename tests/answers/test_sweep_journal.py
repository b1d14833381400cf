"""The journal: cut off at any byte, it loses only its last line; no entry is repeated; one process writes at a time."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.answers import sweep_journal as module
from exactdp.answers.sweep_journal import opened
from exactdp.arithmetic.errors import InputError

ENTRIES = [{"key": "α", "value": "1/3"}, {"key": "b", "value": "line\nend"}, {"key": "c"}]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("journal") / "journal.jsonl"
    with opened(path) as journal:
        for entry in ENTRIES:
            journal.add(entry)
    return path.read_bytes()


def test_it_is_json_line_by_line(written: bytes) -> None:
    first, *rest = map(json.loads, written.splitlines())
    assert first == {"exactdp sweep": 1}
    assert rest == ENTRIES


def test_cut_off_anywhere_it_goes_on_after_the_last_whole_line(written: bytes, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    for end in range(len(written) + 1):
        path.write_bytes(written[:end])
        whole = max(written[:end].count(b"\n") - 1, 0)
        with opened(path) as journal:
            assert list(journal.entries.values()) == ENTRIES[:whole]
            for entry in ENTRIES[whole:]:
                journal.add(entry)
        assert path.read_bytes() == written


@given(st.data())
def test_a_change_is_noticed_or_leaves_entries_whole(written: bytes, tmp_path_factory, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("changed") / "journal.jsonl"
    at = data.draw(st.integers(0, len(written) - 1))
    # A zero block is what a failure of the power may leave.
    path.write_bytes(written[:at] + b"\0" * (len(written) - at))
    try:
        with opened(path) as journal:
            assert list(journal.entries.values()) == ENTRIES[: len(journal.entries)]
    except InputError as error:
        assert "line 1" in str(error)
        assert path.read_bytes()[:at] == written[:at]


def test_an_entry_is_there_once(written: bytes, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(written)
    with opened(path) as journal, pytest.raises(ValueError, match="b"):
        journal.add({"key": "b", "value": "other"})
    assert path.read_bytes() == written
    path.write_bytes(written + written.splitlines(keepends=True)[2])
    with pytest.raises(InputError, match=r"line 5, .*there twice"), opened(path):
        pass


@pytest.mark.parametrize(
    "foreign", [b"x", b"n = 3\n", b'{"exactdp sweep": 2}\n', b"[" * 100000 + b"\n", b"{}\n", b'{"id": 1}\n{"id": 2']
)
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, foreign: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(foreign)
    with pytest.raises(InputError, match=r"line 1, .* is not a journal of a sweep"), opened(path):
        pass
    assert path.read_bytes() == foreign


@pytest.mark.parametrize("line", [b"{}", b"[]", b"1", b'{"key": 1}', b"{", b"\xff", b""])
def test_a_damaged_line_is_named(written: bytes, tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    first, *rest = written.splitlines(keepends=True)
    # The last line is torn as well, and is left so.
    damaged = b"".join([first, line, b"\n", *rest])[:-2]
    path.write_bytes(damaged)
    with pytest.raises(InputError, match=r"line 2, .* is damaged"), opened(path):
        pass
    assert path.read_bytes() == damaged


def test_one_process_writes_at_a_time_and_a_killed_one_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    script = (
        "import sys, time\nfrom exactdp.answers.sweep_journal import opened\n"
        "with opened(sys.argv[1]):\n    print('open', flush=True)\n    time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, path], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(InputError, match=r"another sweep writes to .*: wait for its end, or name another"):
            opened(path).__enter__()
        other.kill()
    with opened(path) as journal:
        assert journal.entries == {}


def test_what_is_written_is_forced_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forced = []
    monkeypatch.setattr(os, "fsync", forced.append)
    with opened(tmp_path / "journal.jsonl") as journal:
        journal.add({"key": "a"})
        assert not forced
        monkeypatch.setattr(module, "SYNCED", -1)
        journal.add({"key": "b"})
        assert len(forced) == 1
    assert len(forced) == 2


def test_a_full_disk_is_told_with_the_file_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, whole = tmp_path / "journal.jsonl", os.write

    def full(handle: int, data: memoryview) -> int:
        if len(data) < 9:
            raise OSError(errno.ENOSPC, "No space left on device")
        return whole(handle, data[:-8])

    with opened(path) as journal:
        journal.add(ENTRIES[0])
        with monkeypatch.context() as patch, pytest.raises(InputError) as refused:
            patch.setattr(os, "write", full)
            journal.add(ENTRIES[1])
    assert (
        str(refused.value)
        == f"{path}: No space left on device: finished instances are kept; free some space, and start again"
    )
    with opened(path) as journal:
        assert list(journal.entries.values()) == ENTRIES[:1]


def test_where_no_file_can_be(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="name a directory that can be written"):
        opened(tmp_path / "none" / "journal.jsonl").__enter__()
