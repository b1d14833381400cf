"""Limits of processor time and memory for a computation, and how a library that lacks memory fails."""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from math import ceil
from types import FrameType, ModuleType

try:
    import resource
except ImportError:  # a system without resource limits
    resource = None  # type: ignore[assignment]

USUAL_SECONDS = 3600
"""The default limit of processor time of a command, in seconds."""

GIGABYTE = 10**9

GRACE = 5
"""The additional seconds before a process inside a library, which ignores limits and interruptions, is killed."""

BEFORE = 0.5
"""A command ends this many seconds before an already existing limit."""

SHORTEST = 0.01
"""The shortest time limit of a command, in seconds."""

LACKS = ("map segment", "map zero-fill", "allocate memory")
"""The system's messages for a library that cannot be loaded for lack of memory."""


class OutOfTime(BaseException):
    """The limit of processor time is exceeded; handlers of ordinary errors do not catch it.

    >>> isinstance(OutOfTime(), Exception)
    False
    """


@dataclass(frozen=True)
class Limits:
    """The limits of a computation: seconds of processor time, and bytes of memory.

    >>> Limits(90, 4 * GIGABYTE).time, Limits(90, 4 * GIGABYTE).space
    ('not decided within 90 s of processor time', 'not decided within 4 GB of memory')
    >>> Limits(90, 61_440_000).space
    'not decided within 61 MB of memory'
    """

    seconds: int
    memory: int

    @property
    def time(self) -> str:
        """The message for an exceeded time limit."""
        return f"not decided within {self.seconds} s of processor time"

    @property
    def space(self) -> str:
        """The message for an exceeded memory limit."""
        tenths = self.memory * 10 // GIGABYTE
        if not tenths:
            return f"not decided within {self.memory * 1000 // GIGABYTE} MB of memory"
        return f"not decided within {tenths // 10}{f'.{tenths % 10}' if tenths % 10 else ''} GB of memory"

    def in_force(self) -> "Limits":
        """Return these limits, or lower ones that the system already has for this process, as by `ulimit -t 60`."""
        if resource is None:
            return self
        return Limits(min(self.seconds, _least(resource.RLIMIT_CPU)), min(self.memory, _least(resource.RLIMIT_AS)))


def at_time_limit(code: int, spent: float) -> bool:
    """Return whether the system killed a child at a limit of processor time that this process also has.

    >>> at_time_limit(1, spent=0)
    False
    """
    # The system counts in ticks; after minutes this differs from the reported time by seconds.
    return resource is not None and (
        code == -signal.SIGXCPU or (code == -signal.SIGKILL and spent > 0.9 * _least(resource.RLIMIT_CPU))
    )


def default_memory() -> int:
    """Return three quarters of this machine's memory in whole gigabytes, at least one; 8 GB if it is unknown.

    >>> default_memory() >= GIGABYTE
    True
    """
    with suppress(AttributeError, ValueError, OSError):
        bytes_here = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        return max(bytes_here * 3 // 4 // GIGABYTE, 1) * GIGABYTE
    return 8 * GIGABYTE


@contextmanager
def limited(limits: Limits) -> Iterator[None]:
    """Run the block within these limits, or within lower existing ones; remove them afterwards.

    When the time is used up, the system sends a signal, and the block raises an error. Inside a library, which may not
    return, no error is raised, and a little later the system kills the process. Memory beyond the limit cannot be
    allocated. Systems without such limits, such as Windows, have none; macOS rejects the memory limit.
    Raises: `OutOfTime`, MemoryError, and as the block.

    >>> with limited(Limits(60, 64 * GIGABYTE)):
    ...     sum(range(5))
    10
    """
    if resource is None:
        yield
        return
    usual = {what: resource.getrlimit(what) for what in (resource.RLIMIT_AS, resource.RLIMIT_CPU)}
    used = _used()
    _lower(resource.RLIMIT_AS, limits.memory)
    _lower(resource.RLIMIT_CPU, ceil(used + limits.seconds) + GRACE)
    name_the_time_limit()
    announce(f"{limits.seconds} {limits.memory}")
    try:
        # At an existing limit the system ends the process without a message.
        with _timed(max(min(limits.seconds, _least(resource.RLIMIT_CPU) - used - BEFORE), SHORTEST)):
            yield
    finally:
        for what, limit in usual.items():
            resource.setrlimit(what, limit)


def _used() -> float:
    """Return the processor time of this process, by the clock of the system's limit and timer.

    On Linux that clock counts ticks; after minutes it differs from the exact one by seconds.
    """
    by_ticks_of_this_process = -8
    if sys.platform == "linux":
        with suppress(OSError):
            return time.clock_gettime(by_ticks_of_this_process)
    return time.process_time()


def _least(what: int) -> int:
    """Return the lower of the system's two limits for this process, or a large number without limits."""
    return min((each for each in resource.getrlimit(what) if each != resource.RLIM_INFINITY), default=sys.maxsize)


def name_the_time_limit() -> None:
    """Have the system end this process at a limit of processor time by SIGXCPU, a second before it would by SIGKILL.

    SIGKILL has other causes too, such as a lack of memory. A limit of one second leaves no time for this.

    >>> name_the_time_limit()
    """
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        if hard != resource.RLIM_INFINITY:
            _lower(resource.RLIMIT_CPU, max(hard - 1, 1))


def _lower(what: int, most: int) -> None:
    soft, hard = resource.getrlimit(what)
    with suppress(ValueError):  # macOS rejects any memory limit
        resource.setrlimit(what, (min(each for each in (most, soft, hard) if each != resource.RLIM_INFINITY), hard))


@contextmanager
def _timed(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` in the block after this processor time; only the main thread has signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    began, handler = _used(), signal.signal(signal.SIGPROF, _end)
    left, _ = signal.getitimer(signal.ITIMER_PROF)
    signal.setitimer(signal.ITIMER_PROF, min(seconds, left or seconds))
    try:
        yield
    finally:
        # Restore an outer limit.
        signal.setitimer(signal.ITIMER_PROF, max(left - (_used() - began), 0.001) if left else 0)
        signal.signal(signal.SIGPROF, handler)


def _end(number: int, frame: FrameType | None) -> None:
    raise OutOfTime


_announced: int | None = None
"""The pipe on which a watched process tells the watching one its limits and its exit code, one per line."""


def announce_on(pipe: int | None) -> None:
    """Announce from now on to the process that reads this pipe; `None` announces to no process.

    >>> reading, writing = os.pipe()
    >>> announce_on(writing)
    >>> announce("60 1000")
    >>> os.read(reading, 100)
    b'60 1000\\n'
    >>> announce_on(None)
    >>> os.close(reading), os.close(writing)
    (None, None)
    """
    global _announced  # noqa: PLW0603 (a process has one that watches it)
    _announced = pipe


def announce(words: str) -> None:
    """Send a line to the watching process, if there is one.

    >>> announce("60 1000")
    """
    if _announced is not None:
        os.write(_announced, f"{words}\n".encode())


def lacks_memory(error: ImportError) -> bool:
    """Return whether a library failed to load for lack of memory.

    >>> lacks_memory(ImportError("failed to map segment from shared object")), lacks_memory(ImportError("no such name"))
    (True, False)
    """
    return any(each in str(error) for each in LACKS)


def loaded(module: str) -> ModuleType:
    """Import a module of a library that only some questions need, and return it.

    Raises: MemoryError if the memory does not suffice to load it; ImportError if it is not installed.

    >>> loaded("fractions").Fraction(1, 2)
    Fraction(1, 2)
    """
    try:
        return import_module(module)
    except ImportError as error:
        if lacks_memory(error):
            raise MemoryError from None
        raise
