"""Files, standard input and standard output: read up to a limit, written atomically."""

import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from exactdp.arithmetic.arguments import as_written
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided

BYTES = 2**30
"""The longest file accepted, in bytes."""

BYTES_AT_ONCE = 2**20

STANDARD = "-"

_KINDS = {
    b"PK\3\4": "a spreadsheet, or another archive, and no text: save it as CSV in UTF-8",
    b"\xd0\xcf\x11\xe0": "a spreadsheet, and no text: save it as CSV in UTF-8",
    b"%PDF-": "a PDF, and no text: save it as CSV in UTF-8",
    b"\x93NUMPY": "an array of NumPy, so its numbers are rounded: run `exactdp repair --alpha A -o exact.csv` on it "
    "for the exact matrix behind it, or `exactdp audit`; in Python, give numpy.load(…) to repair or audit",
    b"\xff\xfe": "text in UTF-16: save it in UTF-8",
    b"\xfe\xff": "text in UTF-16: save it in UTF-8",
}
"""File types by their first bytes, and the advice for each."""


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file; "-" is standard input.

    Raises: `InputError` if it cannot be read, or has more than `BYTES` bytes.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_bytes(b"1/2,1/2", Path(folder) / "x.csv")
    ...     read_bytes(Path(folder) / "x.csv")
    b'1/2,1/2'
    """
    return b"".join(_chunks(path))


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a file; "-" is standard input.

    Raises: as `read_bytes`, and `InputError` with the offset of a zero byte or of invalid UTF-8.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_bytes("α = 1/2".encode(), Path(folder) / "x.txt")
    ...     read_text(Path(folder) / "x.txt")
    'α = 1/2'
    """
    chunks: list[bytes] = []
    before = 0
    for chunk in _chunks(path):
        if not chunks and (kind := next((_KINDS[each] for each in _KINDS if chunk.startswith(each)), "")):
            raise InputError(f"{shown(path)}: this is {kind}")
        zero = chunk.find(b"\0")
        if zero >= 0:
            raise InputError(
                f"{shown(path)}: there is a zero byte at offset {before + zero}, so this is not text: "
                "write JSON, CSV or LaTeX in UTF-8"
            )
        chunks.append(chunk)
        before += len(chunk)
    data = b"".join(chunks)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{shown(path)}: the byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8: "
            "save the file as UTF-8"
        ) from None


def write_bytes(data: bytes, path: str | os.PathLike[str]) -> None:
    """Write a file atomically; "-" is standard output.

    The bytes go to a new file in the same directory, which then replaces the old file and takes its permissions. Links
    are followed. Special files, such as pipes, are written directly.
    Raises: `InputError` if it cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_bytes(b"1/2,1/2", Path(folder) / "x.csv")
    ...     write_bytes(b"1/3,2/3", Path(folder) / "x.csv")
    ...     [(each.name, each.read_bytes()) for each in Path(folder).iterdir()]
    [('x.csv', b'1/3,2/3')]
    """
    if path == STANDARD:
        _write_output(data)
        return
    with _explained(path, writing=True):
        target, mode = _target(path)
        if mode is not None and not stat.S_ISREG(mode):
            target.write_bytes(data)
            return
        _replace(target, data, mode)


def make_folder(path: str | os.PathLike[str]) -> Path:
    """Return the directory of this name; create it if it does not exist.

    Raises: `InputError` if it cannot be created, or if a file has its name.

    >>> make_folder("no such directory/proofs")
    Traceback (most recent call last):
    exactdp.InputError: no such directory/proofs: the directory no such directory does not exist: create it first
    """
    folder = Path(path)
    try:
        folder.mkdir(exist_ok=True)
    except FileNotFoundError:
        raise InputError(
            f"{shown(folder)}: the directory {shown(folder.parent)} does not exist: create it first"
        ) from None
    except FileExistsError:
        raise InputError(f"{shown(folder)}: this is a file: name a directory") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{shown(folder)}: this directory cannot be made: {error}") from None
    return folder


def check_writable(path: str | os.PathLike[str]) -> None:
    """Check that a path is writable, without creating anything.

    Raises: `InputError` as `write_bytes`.

    >>> check_writable("no such directory/best.cert")
    Traceback (most recent call last):
    exactdp.InputError: no such directory/best.cert: the directory no such directory does not exist: create it first
    """
    if path != STANDARD:
        with _explained(path, writing=True):
            _target(path)


def named(path: object) -> str | os.PathLike[str]:
    """Check that the argument is text or a path. Raises: TypeError otherwise.

    >>> named("a.json")
    'a.json'
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"{as_written(path)} is not the name of a file: write text such as 'table.csv'")
    return path


def shown(path: str | os.PathLike[str]) -> str:
    """Return the name of a file for a message: printable, on one line, and shortened.

    >>> shown("-"), shown("a.json")
    ('standard input', 'a.json')
    """
    if path == STANDARD:
        return "standard input"
    name = str(path)
    return elided(name if name.isprintable() else repr(name)[1:-1], 200)


def _chunks(path: str | os.PathLike[str]) -> Iterator[bytes]:
    with _explained(path), _opened(path) as file:
        size = 0
        while chunk := file.read(BYTES_AT_ONCE):
            size += len(chunk)
            if size > BYTES:
                raise InputError(f"{shown(path)}: there are more than {BYTES:,} bytes: larger files are not read")
            yield chunk


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    if path != STANDARD:
        with Path(path).open("rb") as file:
            yield file
    elif sys.stdin is None:
        raise InputError("standard input is closed: name a file")
    else:
        yield sys.stdin.buffer


def _write_output(data: bytes) -> None:
    sys.stdout.flush()
    if hasattr(sys.stdout, "buffer"):
        left = memoryview(data)
        # Unbuffered, for example under PYTHONUNBUFFERED=1, one call may write only a part.
        while left:
            left = left[sys.stdout.buffer.write(left) :]
    else:
        # In a notebook standard output accepts only text.
        sys.stdout.write(data.decode())
    sys.stdout.flush()


def _target(path: str | os.PathLike[str]) -> tuple[Path, int | None]:
    """Return the file that a name resolves to, and its mode or None. Raises: as writing the file."""
    target = Path(os.path.realpath(path))
    mode = target.stat().st_mode if target.exists() else None
    if mode is None and not target.parent.is_dir():
        raise NotADirectoryError if target.parent.exists() else FileNotFoundError
    if (mode is not None and stat.S_ISDIR(mode)) or str(path).endswith(os.sep):
        raise IsADirectoryError
    # A new file in the same directory replaces a regular file.
    places = [] if mode is None else [target]
    if mode is None or stat.S_ISREG(mode):
        places.append(target.parent)
    effective = os.access in os.supports_effective_ids
    if not all(os.access(each, os.W_OK, effective_ids=effective) for each in places):
        raise PermissionError
    return target, mode


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    new = target.with_name(f".exactdp-{secrets.token_hex(8)}")
    # A file opened this way has the default permissions of new files.
    handle = os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            new.chmod(stat.S_IMODE(mode))
        new.replace(target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


@contextmanager
def _explained(path: str | os.PathLike[str], writing: bool = False) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        folder = Path(path).parent
        wrong = "this file does not exist: check its name"
        if writing:
            wrong = f"the directory {shown(folder)} does not exist: create it first"
            if folder.is_dir():
                wrong = f"no file can be written into {shown(folder)}: write to another place"
        raise InputError(f"{shown(path)}: {wrong}") from None
    except IsADirectoryError:
        raise InputError(f"{shown(path)}: this is a directory: name a file in it") from None
    except NotADirectoryError:
        raise InputError(f"{shown(path)}: its directory is a file: write another name") from None
    except PermissionError:
        wrong = "no permission to write it: write to another place" if writing else "no permission to read it"
        raise InputError(f"{shown(path)}: {wrong}") from None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"{shown(path)}: {error.strerror or error}") from None
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        # Python's own check of the name, which may hold a zero character.
        raise InputError(f"{shown(path)}: this is not a file name: {error}") from None
