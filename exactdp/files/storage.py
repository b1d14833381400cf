"""Files, standard input and standard output: read up to a limit, written whole or not at all."""

import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from exactdp.arithmetic.arguments import as_written
from exactdp.arithmetic.exact import InputError, elided

BYTES = 2**30
"""The longest file that is read, in bytes. Longer ones are refused."""

BYTES_AT_ONCE = 2**20

STANDARD = "-"

_KINDS = {
    b"PK\3\4": "a spreadsheet, or another archive, and no text: save it as CSV in UTF-8",
    b"\xd0\xcf\x11\xe0": "a spreadsheet, and no text: save it as CSV in UTF-8",
    b"%PDF-": "a PDF, and no text: save it as CSV in UTF-8",
    b"\x93NUMPY": "an array of NumPy, so its numbers are rounded: run `exactdp repair --alpha A -o exact.csv` on it "
    "for the exact matrix behind it, or `exactdp audit`",
    b"\xff\xfe": "text in UTF-16: save it in UTF-8",
    b"\xfe\xff": "text in UTF-16: save it in UTF-8",
}
"""What a file is that begins so, and what to do with it."""


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return what the file holds; "-" is standard input.

    Raises: `InputError` where it cannot be read, or holds more than `BYTES` bytes.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_bytes(b"1/2,1/2", Path(folder) / "x.csv")
    ...     read_bytes(Path(folder) / "x.csv")
    b'1/2,1/2'
    """
    return b"".join(_chunks(path))


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text that the file holds; "-" is standard input.

    Raises: as `read_bytes`, and `InputError` for a zero byte or for what is not UTF-8, its offset given.

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
                f"{shown(path)}: there is a zero byte at offset {before + zero}, so this is no text: "
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
    """Write the file whole or not at all; "-" is standard output.

    The bytes go to a new file beside it, which then takes its name and, where there was one, its permissions. A link is
    followed. What is no regular file, such as a pipe, is written to directly.

    Raises: `InputError` where it cannot be written.

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
    """Return the directory of this name, which is made if there is none.

    Raises: `InputError` if it cannot be made, or if its name is that of a file.

    >>> make_folder("no such directory/proofs")
    Traceback (most recent call last):
    exactdp.InputError: no such directory/proofs: there is no directory no such directory: create it first
    """
    folder = Path(path)
    try:
        folder.mkdir(exist_ok=True)
    except FileNotFoundError:
        raise InputError(f"{shown(folder)}: there is no directory {shown(folder.parent)}: create it first") from None
    except FileExistsError:
        raise InputError(f"{shown(folder)}: this is a file: name a directory") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{shown(folder)}: this directory cannot be made: {error}") from None
    return folder


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a place where nothing can be written, before there is anything to write; nothing is created.

    Raises: `InputError` as `write_bytes`.

    >>> check_writable("no such directory/best.cert")
    Traceback (most recent call last):
    exactdp.InputError: no such directory/best.cert: there is no directory no such directory: create it first
    """
    if path != STANDARD:
        with _explained(path, writing=True):
            _target(path)


def named(path: Any) -> str | os.PathLike[str]:
    """Return what names a file. Raises: TypeError for anything but text and paths.

    >>> named("a.json")
    'a.json'
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"{as_written(path)} is not the name of a file: write text such as 'table.csv'")
    return path


def shown(path: str | os.PathLike[str]) -> str:
    """Return the name of a file for a message: printable, on one line, not too long.

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
                raise InputError(f"{shown(path)}: there are more than {BYTES:,} bytes: files of up to so many are read")
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
        # Unbuffered, as under PYTHONUNBUFFERED=1, one call may write a part only.
        while left:
            left = left[sys.stdout.buffer.write(left) :]
    else:
        # In a notebook standard output takes text only.
        sys.stdout.write(data.decode())
    sys.stdout.flush()


def _target(path: str | os.PathLike[str]) -> tuple[Path, int | None]:
    """Return the file that a name leads to and its mode, None for a new one; raise what writing it would."""
    target = Path(os.path.realpath(path))
    mode = target.stat().st_mode if target.exists() else None
    if mode is None and not target.parent.is_dir():
        raise NotADirectoryError if target.parent.exists() else FileNotFoundError
    if (mode is not None and stat.S_ISDIR(mode)) or str(path).endswith(os.sep):
        raise IsADirectoryError
    # A regular file is replaced by a new one beside it.
    places = [] if mode is None else [target]
    if mode is None or stat.S_ISREG(mode):
        places.append(target.parent)
    effective = os.access in os.supports_effective_ids
    if not all(os.access(each, os.W_OK, effective_ids=effective) for each in places):
        raise PermissionError
    return target, mode


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    new = target.with_name(f".exactdp-{secrets.token_hex(8)}")
    # A file opened this way has the permissions that any new file has.
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
        wrong = "there is no such file: check its name"
        if writing:
            wrong = f"there is no directory {shown(folder)}: create it first"
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
        raise InputError(f"{shown(path)}: this is no file name: {error}") from None
