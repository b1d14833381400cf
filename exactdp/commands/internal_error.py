"""The report of an internal error: its place and the data for a bug report."""

import hashlib
import platform
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from exactdp import __version__
from exactdp.answers.internal_error import place
from exactdp.arithmetic.spelling import elided, printable
from exactdp.commands.options import Options, read_files
from exactdp.commands.parser import parser
from exactdp.commands.printing import DEBUG
from exactdp.files.storage import STANDARD, shown

SECRET = "K"
"""The replacement of a true count, which must not appear in a message."""

FILES = 3
"""The number of files with a digest in the report."""


def report(error: BaseException, words: Sequence[str]) -> str:
    """Return the line about an internal error of a command: its place, and the contents of a bug report.

    >>> said = report(ZeroDivisionError(), ["release", "-n", "9", "--levels", "1/2", "--count", "7"])
    >>> "`exactdp release -n 9 --levels 1/2 --count K`" in said
    True
    """
    options = _options(words)
    told = [f"exactdp {__version__} on Python {platform.python_version()}"]
    told += [elided(f"the command `{shlex.join(['exactdp', *_without_secret(words, options)])}`", 200)]
    told += [each for name in list(dict.fromkeys(read_files(options)))[:FILES] if (each := _digest(name))]
    traceback = "" if DEBUG in words else f", and the additional output of {DEBUG}"
    return printable(
        f"internal error: {place(error)}: this is an error in exactdp, not in your input; "
        f"report it with: {', '.join(told)}{traceback}"
    )


def _options(words: Sequence[str]) -> Options:
    # The error may come from the parser.
    with suppress(Exception, SystemExit):
        return parser(words).parse_args(list(words), Options())
    return Options()


def _without_secret(words: Sequence[str], options: Options) -> list[str]:
    if "release" not in words:
        return list(words)
    count = vars(options).get("count")
    if count is None:
        return ["release", SECRET]
    return [SECRET if word == count else _hidden(word, count) for word in words]


def _hidden(word: str, count: str) -> str:
    option, equals, value = word.partition("=")
    return f"{option}={SECRET}" if equals and value == count else word


def _digest(name: str) -> str:
    """Return the name of a file and its SHA-256; "" if it cannot be read again, for example from a pipe."""
    with suppress(OSError, ValueError, AttributeError):
        if name == STANDARD:
            sys.stdin.buffer.seek(0)
            digest = hashlib.sha256(sys.stdin.buffer.read())
        elif Path(name).is_file():
            with Path(name).open("rb") as file:
                digest = hashlib.file_digest(file, "sha256")
        else:
            return ""
        return f"{shown(name)} with the sha256 {digest.hexdigest()}"
    return ""
