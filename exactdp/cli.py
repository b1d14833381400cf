"""The command line: parse, call one function of the library, print. Exit codes: 0 yes, 1 no, 2 bad input or usage."""

import argparse
import codecs
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from exactdp import __version__
from exactdp.certificates import Malformed
from exactdp.commands import (
    attacks,
    audit,
    certificates,
    check,
    claims,
    curve,
    derive,
    mechanisms,
    optima,
    phases,
    plot,
    releases,
    repair,
    sweeps,
)
from exactdp.commands.options import UNUSABLE
from exactdp.commands.printing import tell
from exactdp.exact import InputError, elided, printable
from exactdp.privacy import level_of_epsilon
from exactdp.report import terminal

INTERRUPTED, UNREAD = 130, 141

GROUPS = (
    check,
    audit,
    repair,
    curve,
    derive,
    mechanisms,
    optima,
    phases,
    sweeps,
    releases,
    plot,
    attacks,
    certificates,
    claims,
)
"""In the order in which the help names the commands."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 yes, 1 no, 2 for bad input or usage, 130 when interrupted.

    It is 141 where the reader of a pipe, such as `head`, has gone before the end, as for other programs.
    Fails: never; bad input is one line on standard error.

    >>> main(["geometric", "-n", "1", "--alpha", "1/3"])
         0    1
    0  3/4  1/4
    1  1/4  3/4
    0
    """
    codecs.register_error("exactdp.plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="exactdp.plain")
    try:
        if sys.stdout is None:
            raise InputError("standard output is closed: leave it open")
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except InputError as error:
        return _failed(str(error))
    except Malformed as error:
        return _failed(f"the certificate would be too large: {error}")
    except MemoryError:
        return _failed("there is too little memory: give a smaller matrix or shorter numbers")
    except KeyboardInterrupt:
        return _failed("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        return UNREAD
    except OSError as error:
        _drop_output()
        return _failed(f"the output cannot be written: {error.strerror or error}")


def _run(arguments: Sequence[str] | None) -> int:
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as end:  # after --help and --version
        return int(end.code or 0)
    code: int = options.command(options)
    if vars(options).get("epsilon") is not None:
        sys.stdout.flush()
        alpha = terminal.number(level_of_epsilon(options.epsilon))
        tell(f"ε = {elided(options.epsilon)} became α = {alpha}, the simplest fraction at or just above e^-ε")
    return code


def _failed(message: str, code: int = UNUSABLE) -> int:
    tell(f"exactdp: {elided(printable(message), 600)}")
    return code


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return terminal.plain(error.object[error.start : error.end]), error.end


def _drop_output() -> None:
    # What is left in the buffer would fail once more when Python ends.
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message}; see {self.prog} --help")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="exactdp",
        description="Certify differential-privacy mechanisms in exact rational arithmetic.",
        epilog="Exit codes: 0 yes, 1 no, 2 bad input or usage. FILE may be - for standard input.",
    )
    parser.add_argument("--version", action="version", version=f"exactdp {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for group in GROUPS:
        group.add(commands)
    return parser
