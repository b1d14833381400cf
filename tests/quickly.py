"""A time limit for hostile inputs that could run forever, generous enough for a slow or busy machine."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 60
"""Of the processor. What is tested takes a second; what took the square of that time would take hours."""


class TooLong(BaseException):
    """The time limit is exceeded; no `except Exception` of the tested code hides this error."""


@contextmanager
def quickly(seconds: float = SECONDS) -> Iterator[None]:
    """Raise TooLong after this many seconds of processor time."""

    def end(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"more than {seconds} s")

    usual = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, usual)
