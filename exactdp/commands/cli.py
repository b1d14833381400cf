"""The command line: parse, call one function of the library, print. `docs/terminal.md` has the table of exit codes."""

import codecs
import errno
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from functools import partial

from exactdp.arithmetic.errors import InputError, Remark, Undecided
from exactdp.arithmetic.spelling import elided, printable
from exactdp.commands.offering import OptionText
from exactdp.commands.parser import parser
from exactdp.commands.printing import DEBUG, UNUSABLE, drop, tell
from exactdp.kernel import Malformed
from exactdp.processes.limits import lacks_memory
from exactdp.processes.supervision import CRASHED, INTERRUPTED, UNDECIDED, Terminated, is_interrupted
from exactdp.report.plain import plain

UNREAD = 141

LIMITS = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
"""The system's errors for too many open files or processes, or too little memory."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 yes, 1 no, 2 invalid input or usage, 3 undecided.

    It is 70 for an internal error and 130 for an interruption. As in other programs, it is 141 if the reader of a pipe,
    such as `head`, exits early. Invalid input and internal errors print one line on standard error; --debug adds the
    traceback of an internal error.

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
    with warnings.catch_warnings():
        warnings.simplefilter("always", Remark)
        warnings.showwarning = partial(_show, warnings.showwarning)
        words = sys.argv[1:] if arguments is None else list(arguments)
        try:
            return _ended(words)
        except Terminated:
            raise
        except (Exception, SystemExit) as error:
            if is_interrupted():
                return _failed("interrupted", INTERRUPTED)
            # An exit of Python, for example by sys.exit in the script of a claim, is not an answer either.
            return _reported(error, words)


def _ended(words: Sequence[str]) -> int:
    try:
        if sys.stdout is None:
            raise InputError("standard output is closed: leave it open")
        code = _run(words)
        sys.stdout.flush()
        return code
    except Undecided as error:
        return _failed(str(error), UNDECIDED)
    except Malformed as error:
        return _failed(f"not decided: the certificate would be too large: {error}", UNDECIDED)
    except MemoryError:
        return _failed("not decided: there is too little memory", UNDECIDED)
    except InputError as error:
        return _failed(str(error))
    except ImportError as error:
        if lacks_memory(error):
            return _failed("not decided: there is too little memory", UNDECIDED)
        if not isinstance(error, ModuleNotFoundError):
            raise
        package = (error.name or "exactdp").partition(".")[0]
        if package == "exactdp":
            raise
        return _failed(f"{package}, which this needs, is not installed: pip install {package}")
    except KeyboardInterrupt as end:
        return _failed(": ".join(["interrupted", *map(str, end.args)]), INTERRUPTED)
    except BrokenPipeError:
        drop(sys.stdout)
        return UNREAD
    except OSError as error:
        if error.errno in LIMITS:
            return _failed(f"not decided: {error.strerror}", UNDECIDED)
        drop(sys.stdout)
        return _failed(f"the output cannot be written: {error.strerror or error}")


def _reported(error: BaseException, words: Sequence[str]) -> int:
    """Print one line about an internal error and how to report it."""
    from exactdp.commands import internal_error  # noqa: PLC0415 (most commands need none of it)

    if DEBUG in words:
        tell("".join(traceback.format_exception(error)).rstrip())
    tell(f"exactdp: {internal_error.report(error, words)}")
    return CRASHED


def _run(words: Sequence[str]) -> int:
    if not words:
        parser(words).print_help()
        return UNUSABLE
    try:
        options = parser(words).parse_args(words)
    except SystemExit as end:  # after --help and --version
        return int(end.code or 0)
    try:
        code: int = options.command(options)
    except InputError as error:
        if not isinstance(error.value, OptionText):
            raise
        raise InputError(f"{error.value.option}: {error}") from None
    return code


def _show(others: Callable[..., None], message: Warning | str, category: type[Warning], *where: object) -> None:
    if issubclass(category, Remark):
        tell(elided(printable(str(message)), 600))
    else:
        others(message, category, *where)


def _failed(message: str, code: int = UNUSABLE) -> int:
    tell(f"exactdp: {elided(printable(message), 600)}")
    return code


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end
