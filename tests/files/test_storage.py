import codecs
import errno
import io
import os
import stat
import sys
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.files import storage
from exactdp.files.storage import check_writable, read_bytes, read_text, shown, write_bytes

POSIX = pytest.mark.skipif(os.name != "posix", reason="permissions and pipes of POSIX")


def refusal(action, *arguments):
    with pytest.raises(InputError) as caught:
        action(*arguments)
    assert str(caught.value).isprintable()
    return str(caught.value)


class Endless(io.RawIOBase):
    """A source that never ends, and counts the bytes read."""

    def __init__(self, unit):
        self.unit, self.taken = unit, 0

    def readable(self):
        return True

    def readinto(self, target):
        target[:] = (self.unit * len(target))[: len(target)]
        self.taken += len(target)
        return len(target)


@contextmanager
def nobody():
    """Run as a user without rights, also if the tests run as the superuser."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def folder():
    # Unlike tmp_path, a place that every user may enter.
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "x"
    for data in (b"", b"a", b"\xff\0" * 10):
        write_bytes(data, path)
        assert read_bytes(path) == read_bytes(str(path)) == data
    write_bytes("α\r\n".encode(), path)
    assert read_text(path) == "α\r\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_in_the_working_directory_needs_no_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_bytes(b"1", "x")
    assert read_text("x") == "1"
    write_bytes(b"2", "./-")
    assert (tmp_path / "-").read_bytes() == b"2"
    assert read_text(Path("-")) == "2"


def test_what_cannot_be_read_is_refused_with_its_name(tmp_path):
    assert refusal(read_bytes, tmp_path / "x") == f"{tmp_path}/x: this file does not exist: check its name"
    assert refusal(read_bytes, tmp_path) == f"{tmp_path}: this is a directory: name a file in it"
    (tmp_path / "file").touch()
    assert (
        refusal(read_bytes, tmp_path / "file" / "x")
        == f"{tmp_path}/file/x: its directory is a file: write another name"
    )
    assert refusal(read_bytes, "a\0b").startswith(r"a\x00b: this is not a file name")
    assert refusal(read_bytes, "\ud800").startswith(r"\ud800: this is not a file name")
    assert len(refusal(read_bytes, "x" * 10**6)) < 400
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert refusal(read_bytes, loop).startswith(f"{loop}: ")


def test_what_is_no_text_is_refused_with_the_offset(tmp_path):
    path = tmp_path / "x"
    path.write_bytes("α,1\n".encode() + b"\xe9")
    assert refusal(read_text, path) == f"{path}: the byte 0xe9 at offset 5 is not UTF-8: save the file as UTF-8"
    for data, kind in (
        (codecs.BOM_UTF16_LE + b"1\0", "text in UTF-16: save it"),
        (codecs.BOM_UTF16_BE + b"\x001", "text in UTF-16: save it"),
        (b"PK\3\4\x14\0", "a spreadsheet, or another archive, and no text: save it as CSV"),
        (b"%PDF-1.5\n%\xd0", "a PDF, and no text: save it as CSV"),
    ):
        path.write_bytes(data)
        assert refusal(read_text, path) == f"{path}: this is {kind} in UTF-8"
    path.write_bytes(b"\x93NUMPY\1\0")
    assert refusal(read_text, path).endswith(
        "this is an array of NumPy, so its numbers are rounded: run `exactdp repair --alpha A -o exact.csv` on it "
        "for the exact matrix behind it, or `exactdp audit`; in Python, give numpy.load(…) to repair or audit"
    )
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    assert "there is a zero byte at offset 8, so this is not text" in refusal(read_text, path)
    path.write_bytes(b"1" * (storage.BYTES_AT_ONCE + 5) + b"\0")
    assert f"there is a zero byte at offset {storage.BYTES_AT_ONCE + 5}, so" in refusal(read_text, path)
    path.write_bytes(b"\xc3")
    assert "the byte 0xc3 at offset 0 is not UTF-8" in refusal(read_text, path)


def test_a_file_is_read_up_to_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(storage, "BYTES", 1000)
    path = tmp_path / "x"
    path.write_bytes(b"1" * 1000)
    assert len(read_bytes(path)) == 1000
    path.write_bytes(b"1" * 1001)
    for action in (read_bytes, read_text):
        assert refusal(action, path) == f"{path}: there are more than 1,000 bytes: larger files are not read"


def test_an_endless_source_is_left_at_the_limit(monkeypatch):
    monkeypatch.setattr(storage, "BYTES", 5 * storage.BYTES_AT_ONCE)
    source = Endless(b"1,")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(source)))
    assert refusal(read_text, "-").startswith("standard input: there are more than 5,242,880 bytes")
    assert source.taken <= 7 * storage.BYTES_AT_ONCE


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device")
def test_zeros_without_end_are_refused_at_the_first():
    assert refusal(read_text, "/dev/zero").startswith("/dev/zero: there is a zero byte at offset 0, so this is ")


def test_closed_standard_input_is_refused(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert refusal(read_bytes, "-") == "standard input is closed: name a file"


@POSIX
def test_a_pipe_is_read_and_written_and_stays_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=write_bytes, args=(b"1/2", path))
    writer.start()
    assert read_text(path) == "1/2"
    writer.join()
    assert stat.S_ISFIFO(path.stat().st_mode)
    assert list(tmp_path.iterdir()) == [path]


@POSIX
def test_permissions_stay_as_they_were_and_begin_as_any_files(tmp_path):
    new, other, old = tmp_path / "new", tmp_path / "other", tmp_path / "old"
    write_bytes(b"1", new)
    other.touch()
    assert new.stat().st_mode == other.stat().st_mode
    old.touch(0o640)
    old.chmod(0o640)
    write_bytes(b"1", old)
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


@POSIX
def test_a_link_is_followed(tmp_path):
    target, link, broken = tmp_path / "target", tmp_path / "link", tmp_path / "broken"
    target.write_bytes(b"old")
    link.symlink_to("target")
    write_bytes(b"new", link)
    assert target.read_bytes() == b"new"
    assert link.is_symlink()
    broken.symlink_to("not yet")
    write_bytes(b"1", broken)
    assert (tmp_path / "not yet").read_bytes() == b"1"


def test_what_cannot_be_written_is_refused_with_its_name(tmp_path):
    assert refusal(write_bytes, b"", tmp_path / "no" / "x") == (
        f"{tmp_path}/no/x: the directory {tmp_path}/no does not exist: create it first"
    )
    assert refusal(write_bytes, b"", tmp_path) == f"{tmp_path}: this is a directory: name a file in it"
    assert refusal(write_bytes, b"", "a\0b").startswith(r"a\x00b: this is not a file name")


@POSIX
def test_a_place_is_checked_without_anything_being_written(folder):
    fixed, closed, missing = folder / "fixed", folder / "closed", folder / "no" / "x"
    fixed.write_bytes(b"old")
    closed.mkdir(0o555)
    for path, said in [
        (missing, f"{missing}: the directory {missing.parent} does not exist: create it first"),
        (folder, f"{folder}: this is a directory: name a file in it"),
        (f"{folder}/new/", f"{folder}/new/: this is a directory: name a file in it"),
        (fixed / "x", f"{fixed}/x: its directory is a file: write another name"),
    ]:
        assert refusal(check_writable, path) == said == refusal(write_bytes, b"", path)
    with nobody():
        assert "no permission to write it" in refusal(check_writable, closed / "x")
    for path in (fixed, folder / "new", "-", "/dev/null"):
        check_writable(path)
    assert sorted(folder.iterdir()) == [closed, fixed]
    assert fixed.read_bytes() == b"old"


@POSIX
def test_without_permission_nothing_is_read_or_written(folder):
    secret, fixed, closed = folder / "secret", folder / "fixed", folder / "closed"
    secret.touch(0o600)
    secret.chmod(0o000)
    fixed.write_bytes(b"old")
    fixed.chmod(0o444)
    closed.mkdir(0o555)
    with nobody():
        assert refusal(read_bytes, secret) == f"{secret}: no permission to read it"
        for path in (fixed, closed / "x"):
            assert refusal(write_bytes, b"new", path) == f"{path}: no permission to write it: write to another place"
    assert fixed.read_bytes() == b"old"
    assert list(closed.iterdir()) == []


@POSIX
def test_a_read_only_file_is_not_replaced_in_a_folder_of_ones_own(folder):
    own = folder / "own"
    own.mkdir()
    own.chmod(0o777)
    with nobody():
        path = own / "x"
        path.write_bytes(b"old")
        path.chmod(0o444)
        assert "no permission to write it" in refusal(write_bytes, b"new", path)
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("failure", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_what_fails_midway_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, failure):
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def fail(handle):
        assert path.read_bytes() == b"old"
        assert len(list(tmp_path.iterdir())) == 2
        raise failure

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises((InputError, KeyboardInterrupt)) as caught:
        write_bytes(b"new", path)
    assert str(caught.value) in {"", f"{path}: No space left on device"}
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_written_in_parts_is_written_whole(monkeypatch):
    class Unbuffered(io.RawIOBase):
        written = b""

        def writable(self):
            return True

        def write(self, data):
            self.written += bytes(data[:3])
            return len(data[:3])

    raw = Unbuffered()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, write_through=True))
    write_bytes(b"0123456789", "-")
    assert raw.written == b"0123456789"


def test_a_reader_that_has_gone_is_no_bad_input(monkeypatch):
    class Gone(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Gone())
    with pytest.raises(BrokenPipeError):
        write_bytes(b"1", "-")


def test_a_name_is_shown_on_one_short_line():
    assert shown("-") == "standard input"
    assert shown(Path("-")) == "-"
    assert shown("a\nb\x1b[31m\udcff") == r"a\nb\x1b[31m\udcff"
    assert len(shown("x" * 1000)) < 250
