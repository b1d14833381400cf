"""An internal error in one line: the exception, and its place in the package."""

from pathlib import Path
from traceback import extract_tb

from exactdp.arithmetic.spelling import elided, printable

PACKAGE = Path(__file__).parent.parent


def place(error: BaseException) -> str:
    """Return the name of an error and the last line of the package in its traceback.

    >>> from exactdp.model.geometric import geometric
    >>> try:
    ...     geometric(n="many", alpha=1)
    ... except TypeError as error:
    ...     place(error).partition(", line ")[0]
    'TypeError in exactdp/arithmetic/arguments.py'
    """
    name = type(error).__name__
    for frame in reversed(extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.is_relative_to(PACKAGE):
            return f"{name} in {PACKAGE.name}/{file.relative_to(PACKAGE).as_posix()}, line {frame.lineno}"
    return name


def reason(error: BaseException) -> str:
    """Return the reason why an instance has no answer: the place and the message of the error.

    >>> reason(ZeroDivisionError("division by zero"))
    'internal error: ZeroDivisionError: division by zero'
    """
    said = elided(printable(" ".join(str(error).split())), 200)
    return f"internal error: {place(error)}{said and ': '}{said}"
