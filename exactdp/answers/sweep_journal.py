"""A crash-safe, append-only log of finished instances."""

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided
from exactdp.files.storage import shown

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

SYNCED = 1
"""The number of seconds between calls of fsync, which protects against power failures."""

LOCKED_BYTE = 2**40
"""The byte locked on Windows, far beyond the end, because a locked byte cannot be read."""


class Journal:
    """A file of JSON lines, one for each entry, that one process at a time appends to; `entries` are the entries read.

    The first line says what computation the journal belongs to, and the version of the format. Each line is written
    with one system call, so a killed process leaves at most one incomplete line, which the next `opened` cuts off. An
    entry with an existing key is rejected.
    """

    def __init__(self, name: str, file: IO[bytes], of: str = "sweep") -> None:
        self.name, self._file, self._synced, self._of = name, file, time.monotonic(), of
        self.entries: dict[str, dict[str, Any]] = {}
        self._read()

    def add(self, entry: Mapping[str, Any]) -> None:
        """Append an entry under its text "key".

        Raises: ValueError for an existing key; `InputError` if it cannot be written, for example on a full disk.
        """
        if entry["key"] in self.entries:
            raise ValueError(entry["key"])
        self._append(entry)
        self.entries[entry["key"]] = dict(entry)

    def _append(self, entry: Mapping[str, object]) -> None:
        left = memoryview(json.dumps(entry).encode() + b"\n")
        with self._explained():
            while left:
                left = left[os.write(self._file.fileno(), left) :]
        if time.monotonic() - self._synced > SYNCED:
            self.synchronise()

    def synchronise(self) -> None:
        """Write all data to the disk (fsync). Raises: `InputError` if this fails."""
        with self._explained():
            os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise InputError(
                f"{self.name}: {error.strerror or error}: finished instances are kept; free some space, and start again"
            ) from None

    def _read(self) -> None:
        self._file.seek(0)
        *lines, torn = self._file.read().split(b"\n")
        header = {f"exactdp {self._of}": 1}
        if not lines and json.dumps(header).encode().startswith(torn):
            self._file.truncate(0)
            self._append(header)
            return
        for number, line in enumerate(lines or [torn], start=1):
            try:
                entry = json.loads(line)
                if number == 1:
                    good = entry == header
                else:
                    good = isinstance(entry["key"], str) and entry["key"] not in self.entries
                    self.entries[entry["key"]] = entry
            except (ValueError, LookupError, TypeError, RecursionError):
                good = False
            if not good:
                what = f"not a journal of a {self._of}" if number == 1 else "damaged, or there twice"
                raise InputError(
                    f"{self.name}: line {number}, {elided(line.decode('utf-8', 'replace'), 40)!r}, is {what}: "
                    "take the file away, or name another directory"
                )
        # Only now is the file known to be a journal; no other file is changed.
        if torn:
            self._file.truncate(self._file.seek(-len(torn), os.SEEK_END))


@contextmanager
def opened(path: str | os.PathLike[str], of: str = "sweep") -> Iterator[Journal]:
    """Open the journal in a file, or create it, and lock it against other processes.

    `of` names its computation: a sweep or another long computation.
    Raises: `InputError` if another process has it, it is not a journal, it is damaged, or it cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "journal.jsonl"
    ...     with opened(path) as journal:
    ...         journal.add({"key": "a"})
    ...     _ = path.write_bytes(path.read_bytes() + b'{"key": "b", "val')
    ...     with opened(path) as journal:
    ...         print(journal.entries, path.read_bytes())
    {'a': {'key': 'a'}} b'{"exactdp sweep": 1}\\n{"key": "a"}\\n'
    """
    try:
        file = Path(path).open("a+b", buffering=0)  # noqa: SIM115
    except OSError as error:
        raise InputError(f"{shown(path)}: {error.strerror or error}: name a directory that can be written") from None
    with file:
        try:
            _lock(file)
        except OSError:
            raise InputError(
                f"another {of} writes to {shown(Path(path).parent)}: wait for its end, or name another directory"
            ) from None
        journal = Journal(shown(path), file, of)
        try:
            yield journal
        finally:
            journal.synchronise()


def _lock(file: IO[bytes]) -> None:
    """Lock the file until it is closed or the process ends. Raises: OSError if another process has locked it."""
    if sys.platform == "win32":
        file.seek(LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
