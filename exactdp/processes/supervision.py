"""Run a command in a watched child process: every end, even by a signal, becomes an exit code and one line.

FLINT, GMP and HiGHS do not return to Python while they compute, so signal handlers, threads and exceptions cannot stop
them. The operating system kills them, and the waiting parent process reports the reason.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from types import FrameType
from typing import TextIO

from exactdp.processes.limits import GRACE, USUAL_SECONDS, Limits, OutOfTime, announce, announce_on, at_time_limit

try:
    import fcntl
    import resource
except ImportError:  # a system without resource limits
    resource = None  # type: ignore[assignment]

UNDECIDED, CRASHED = 3, 70
"""The exit codes for an exceeded limit, and for an internal error."""

INTERRUPTED = 128 + signal.SIGINT
"""The exit code after an interruption."""

ENDING = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
"""The signals that ask a process to end; Windows has fewer."""


def ended(code: int) -> int:
    """Return the exit code of a command, and send it to the watching process.

    Libraries may end the process themselves, as OpenBLAS does with code 1 for lack of memory; such a code is not an
    answer.

    >>> ended(1)
    1
    """
    announce(f"{ENDED}{code}")
    return code


ENDED = "ended "
"""The beginning of the line about the exit code."""


def supervised(command: Callable[[], int]) -> int:
    """Run a command in a child process and return its exit code, even if the system killed it.

    An exceeded limit prints one line on standard error and gives the exit code `UNDECIDED`. The output of libraries is
    not shown. The child ends when this process ends for any reason; interruptions are forwarded. On systems without
    such processes, such as Windows, the command runs in this process.

    >>> supervised(lambda: os._exit(ended(1)))
    1
    """
    if resource is None or not hasattr(os, "fork"):
        return command()
    _fill_standard_places()
    noise, (limits, announced), (watched, held) = _unnamed_file(), os.pipe(), os.pipe()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.flush()
    forwarded = [each for each in ENDING if _is_heeded(each)]
    with _blocked(forwarded):
        child = os.fork()
        end = _Forwarding(child)
        if child:
            for number in forwarded:
                signal.signal(number, end)
    if not child:
        os.close(held)
        os.close(limits)
        end_with(watched)
        return _watched(command, noise, announced)
    for each in (announced, watched):
        os.close(each)
    _, status, usage = os.wait4(child, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    code, told = os.waitstatus_to_exitcode(status), _heard(limits)
    said = told.pop() if told and told[-1].startswith(ENDED) else ""
    if said:
        # Ignore failures after the answer, while Python was ending.
        code = int(said.removeprefix(ENDED))
    if code == -signal.SIGINT:
        # In some places Python forwards an interruption; the child has already reported it.
        return INTERRUPTED
    if -code in (signal.SIGTERM, signal.SIGHUP):
        # Before the child handles signals.
        end.asked, code = -code, 128 - code
    # A child asked to end while it loads cannot send its code.
    if code < 0 or not (said or code in (INTERRUPTED, 128 + end.asked)):
        spent = usage.ru_utime + usage.ru_stime
        code, line = _explained(code, end.asked, told, os.pread(noise, 2**16, 0), spent)
    elif code == 128 + end.asked != INTERRUPTED:
        line = f"ended by {signal.Signals(end.asked).name}"
    else:
        return code
    with suppress(OSError):
        os.write(2, f"exactdp: {line}\n".encode(errors="replace"))
    return code


class Terminated(SystemExit):
    """A request to end by SIGTERM or SIGHUP.

    >>> Terminated(143).code
    143
    """


_interruptions: list[int] = []


def interrupt(number: int, frame: FrameType | None) -> None:
    """Handle the first signal only, by raising KeyboardInterrupt; `is_interrupted` is true afterwards.

    >>> usual = signal.getsignal(signal.SIGINT)
    >>> try:
    ...     interrupt(2, None)
    ... except KeyboardInterrupt:
    ...     _ = signal.signal(signal.SIGINT, usual)
    >>> is_interrupted(), _interruptions.clear(), is_interrupted()
    (True, None, False)
    """
    # A terminal sends a signal to this process and to the watching one, which forwards it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _interruptions.append(number)
    raise KeyboardInterrupt


def is_interrupted() -> bool:
    """Return whether this process was interrupted, because a loading library may replace the exception.

    >>> is_interrupted()
    False
    """
    return bool(_interruptions)


def end_with(watched: int) -> None:
    """Have the system kill this process as soon as the other end of a pipe is closed, even inside a library.

    On systems without this signal, a thread kills the process when it is scheduled.

    >>> watched, held = os.pipe()
    >>> if os.fork() == 0:
    ...     os.close(held)
    ...     end_with(watched)
    ...     signal.pause()
    >>> os.close(held)
    >>> os.WTERMSIG(os.wait()[1])
    9
    """
    if hasattr(fcntl, "F_SETSIG"):
        fcntl.fcntl(watched, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(watched, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(watched, fcntl.F_SETFL, fcntl.fcntl(watched, fcntl.F_GETFL) | os.O_ASYNC)
    # The pipe may already be closed; other systems lack the signal.
    threading.Thread(target=_kill_at_end, args=(watched,), daemon=True).start()


def _kill_at_end(watched: int) -> None:
    with suppress(OSError):
        while os.read(watched, 1):
            pass
    os.kill(os.getpid(), signal.SIGKILL)


def _fill_standard_places() -> None:
    """Open closed standard streams on the null device, so that no pipe gets their file descriptors."""
    while (place := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(place)


def _unnamed_file() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("exactdp")
    from tempfile import TemporaryFile  # noqa: PLC0415 (only where it is needed, as it takes long to load)

    with TemporaryFile() as file:
        return os.dup(file.fileno())


def _is_heeded(number: int) -> bool:
    return signal.getsignal(number) is not signal.SIG_IGN


@contextmanager
def heeded_later() -> Iterator[None]:
    """Delay signals that ask this process to end until the block, for example of a library, has finished.

    >>> usual = signal.signal(signal.SIGTERM, lambda number, frame: print("ends"))
    >>> with heeded_later():
    ...     signal.raise_signal(signal.SIGTERM)
    ...     print("has begun")
    has begun
    ends
    >>> _ = signal.signal(signal.SIGTERM, usual)
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    heeded = [each for each in ENDING if _is_heeded(each)]
    handlers = {each: signal.signal(each, lambda number, frame: waiting.append(number)) for each in heeded}
    try:
        yield
    finally:
        for each, handler in handlers.items():
            signal.signal(each, handler)
        for number in waiting[:1]:
            signal.raise_signal(number)


@contextmanager
def _blocked(numbers: list[signal.Signals]) -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Forwarding:
    """A handler that forwards a signal to the child, and kills the child if it does not end in time."""

    def __init__(self, child: int) -> None:
        self.child = child
        self.asked = 0

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.asked = number
        signal.signal(signal.SIGALRM, self._kill)
        signal.setitimer(signal.ITIMER_REAL, GRACE)
        with suppress(ProcessLookupError):
            os.kill(self.child, number)

    def _kill(self, number: int, frame: FrameType | None) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.child, signal.SIGKILL)


def _watched(command: Callable[[], int], noise: int, told: int) -> int:
    """Run the command in the child, with standard output and error separate from those of libraries."""
    announce_on(told)
    # OpenBLAS allocates memory for each thread, and interrupts the process if that fails. One thread is enough.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for number in (signal.SIGTERM, signal.SIGHUP):
        if _is_heeded(number):
            signal.signal(number, _leave)
    sys.unraisablehook = _unraised
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    sys.stdout, sys.stderr = _apart(sys.stdout), _apart(sys.stderr)
    # These give the width of the terminal.
    vars(sys).update(__stdout__=sys.stdout, __stderr__=sys.stderr)
    for place in (1, 2):
        os.dup2(noise, place)
    try:
        code = command()
    except Terminated as end:
        announce(f"{ENDED}{end.code}")
        raise
    return ended(code)


def _heard(limits: int) -> list[str]:
    """Return the lines from the watched process."""
    os.set_blocking(limits, False)
    with suppress(BlockingIOError):
        return os.read(limits, 2**16).decode().splitlines()
    return []


def _apart(stream: TextIO) -> TextIO:
    """Return the same stream on another file descriptor, unknown to libraries and not inherited."""
    if not isinstance(stream, TextIOWrapper):
        return stream
    buffering = 1 if stream.line_buffering else -1
    return os.fdopen(os.dup(stream.fileno()), "w", buffering, stream.encoding, stream.errors)


def _unraised(found: "sys.UnraisableHookArgs") -> None:
    # Do not print an exception that a library's callback cannot propagate: the watching process ends this one.
    if not isinstance(found.exc_value, KeyboardInterrupt | SystemExit | OutOfTime):
        sys.__unraisablehook__(found)


def _leave(number: int, frame: FrameType | None) -> None:
    # A second signal must not interrupt the clean-up.
    for each in ENDING:
        signal.signal(each, signal.SIG_IGN)
    raise Terminated(128 + number)


def _explained(code: int, asked: int, told: list[str], noise: bytes, spent: float) -> tuple[int, str]:
    """Return the exit code and the line for a child that was killed or ended by a library, after a signal if `asked`.

    A negative code is that of the signal that killed it; otherwise a library ended it. `spent` is its time in seconds.
    """
    seconds, memory = (int(each) for each in told[-1].split()) if told else (USUAL_SECONDS, 0)
    if code == -signal.SIGKILL and asked:
        return 128 + asked, "interrupted" if asked == signal.SIGINT else f"ended by {signal.Signals(asked).name}"
    if at_time_limit(code, spent):
        return UNDECIDED, Limits(seconds, memory).time
    if b"allocat" in noise:
        return UNDECIDED, Limits(seconds, memory).space if memory else "not decided: there is too little memory"
    if code == -signal.SIGKILL:
        return UNDECIDED, "not decided: its process was killed, perhaps by the system for lack of memory"
    said = " ".join(noise.decode(errors="replace").split())[-200:]
    by = signal.Signals(-code).name if code < 0 else f"a library, with code {code}"
    return CRASHED, f"internal error: its process was ended by {by}{said and ': '}{said}"
