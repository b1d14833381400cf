"""Processes that end with the process that started them: a pool, and a command within limits of time and memory.

FLINT, GMP and HiGHS do not return to Python while they compute, so signal handlers, threads and exceptions cannot stop
them. The operating system kills them, and the waiting parent process reports the reason.
"""

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from io import TextIOWrapper
from math import ceil
from types import FrameType, ModuleType
from typing import IO, TYPE_CHECKING, Any, TextIO, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

try:
    import fcntl
    import resource
except ImportError:  # a system without resource limits
    resource = None  # type: ignore[assignment]

Result = TypeVar("Result")


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Ended(Exception):  # noqa: N818
    """A worker process ended before its work was done.

    `code` is its exit code, negative for a signal, and `spent` is the processor time that it used, in seconds.

    >>> with process_pool(1) as executor:
    ...     executor.submit(os._exit, 9).exception().code
    9
    """

    def __init__(self, code: int | None, spent: float = 0) -> None:
        super().__init__(code, spent)
        self.code, self.spent = code, spent

    @property
    def out_of_time(self) -> bool:
        """Whether the system killed it at its limit of processor time."""
        return self.code is not None and _at_time_limit(self.code, self.spent)


def _at_time_limit(code: int, spent: float) -> bool:
    """Return whether the system killed a child at a limit of processor time that this process also has."""
    # The system counts in ticks; after minutes this differs from the reported time by seconds.
    return resource is not None and (
        code == -signal.SIGXCPU or (code == -signal.SIGKILL and spent > 0.9 * _least(resource.RLIMIT_CPU))
    )


SERVING = """
import pickle, sys
watched, sys.path[:] = pickle.load(sys.stdin.buffer)
from exactdp.processes import serve
serve(watched)
"""
"""The program of a pool's process."""


class _Worker:
    """A process, started when it is first needed, and restarted after it has ended.

    It is a new Python process, because a fork of a process with threads may hang. Requests go to its standard input,
    and results come from its standard output. Processes share nothing else, so nothing is left if all are killed. A
    Dask worker, which may not have children of `multiprocessing`, can also start one.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._held: list[int] = []
        self._closed, self._lock = False, threading.Lock()

    def do(self, function: Callable[..., Any], arguments: Any) -> Any:
        asked = pickle.dumps((function, arguments))
        try:
            asking, answering = self._begun()
            _send(asked, asking)
            done, result = pickle.loads(pickle.load(answering))
        except (EOFError, OSError, pickle.UnpicklingError):
            raise self._ended() from None
        if not done:
            raise result
        return result

    def _begun(self) -> tuple[IO[bytes], IO[bytes]]:
        with self._lock:
            if self._closed:
                raise Ended(None)
            if self._process is None:
                watched: list[int] = []
                if resource is not None:
                    # The system closes it when this process ends for any reason.
                    end, held = os.pipe()
                    watched, self._held = [end], [held]
                self._process = subprocess.Popen(
                    [sys.executable, "-c", SERVING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=watched
                )
                for place in watched:
                    os.close(place)
                pickle.dump((watched, sys.path), self._streams[0])
            return self._streams

    @property
    def _streams(self) -> tuple[IO[bytes], IO[bytes]]:
        assert self._process is not None and self._process.stdin is not None and self._process.stdout is not None
        return self._process.stdin, self._process.stdout

    def _ended(self) -> Ended:
        with self._lock:
            return self._forgotten()

    def end(self) -> None:
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()
                self._forgotten()

    def _forgotten(self) -> Ended:
        if self._process is None:
            return Ended(None)
        ended = _waited_for(self._process)
        for stream in self._streams:
            # The process has ended, so the rest cannot be written.
            with suppress(OSError):
                stream.close()
        for place in self._held:
            os.close(place)
        self._process, self._held = None, []
        return ended


def _waited_for(process: "subprocess.Popen[bytes]") -> Ended:
    if resource is None or process.returncode is not None:
        return Ended(process.wait())
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Ended(process.returncode, usage.ru_utime + usage.ru_stime)


def _send(data: bytes, stream: IO[bytes]) -> None:
    pickle.dump(data, stream)
    stream.flush()


class ProcessPool:
    """Processes that each do one task at a time. If one ends, only its task is lost, and it is replaced.

    >>> with process_pool(1) as executor:
    ...     executor.submit(divmod, 7, 2).result()
    (3, 1)
    """

    def __init__(self, jobs: int) -> None:
        # Import here: every command loads this module, but few start a pool.
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415
        from queue import SimpleQueue  # noqa: PLC0415

        self._workers = [_Worker() for _ in range(jobs)]
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        # Each thread waits for one process.
        self._threads = ThreadPoolExecutor(jobs)

    def submit(self, function: Callable[..., Result], /, *arguments: Any) -> "Future[Result]":
        """Call a function in another process and return its future; the exception may be `Ended`."""
        return self._threads.submit(self._do, function, arguments)

    def _do(self, function: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
        worker = self._idle.get()
        try:
            result: Result = worker.do(function, arguments)
            return result
        finally:
            self._idle.put(worker)

    def end(self) -> None:
        """Kill the processes; unfinished work is lost."""
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(cancel_futures=True)


@contextmanager
def process_pool(jobs: int) -> Iterator[ProcessPool]:
    """Start `jobs` processes, and kill them if the block fails or is interrupted.

    They do not outlive this process, even if it is killed. Arguments and results must be picklable.
    Raises: as the block.

    >>> with process_pool(1) as executor:
    ...     executor.submit(divmod, 7, 2).result()
    (3, 1)
    """
    pool = ProcessPool(jobs)
    try:
        yield pool
    finally:
        pool.end()


def serve(watched: list[int]) -> None:
    """Serve the requests on standard input, with results on standard output, until the input ends.

    The process ends when the other end of a `watched` pipe is closed.

    >>> asked = pickle.dumps(pickle.dumps((abs, (-7,))))
    >>> serving = [sys.executable, "-c", "from exactdp.processes import serve; serve([])"]
    >>> pickle.loads(pickle.loads(subprocess.run(serving, input=asked, capture_output=True, check=True).stdout))
    (True, 7)
    """
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # Separate the output of the work from the results.
    os.dup2(2, 1)
    _begin()
    for place in watched:
        end_with(place)
    with suppress(EOFError, OSError):
        while True:
            asked = pickle.load(questions)
            try:
                function, arguments = pickle.loads(asked)
                answer = pickle.dumps((True, function(*arguments)))
            except Exception as error:
                answer = pickle.dumps((False, error))
            _send(answer, answers)


def _begin() -> None:
    # Collect garbage less often: the many small objects have no cycles. This saves a tenth of the time of
    # `exactdp prove`.
    gc.set_threshold(200_000, 50, 100)
    # As in the process of a command: numbers have a limit of their own.
    sys.set_int_max_str_digits(0)
    # An interruption ends these processes silently; the parent reports it. If the parent ignores interruptions, as in
    # the background of a script, so do these.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


UNDECIDED, CRASHED = 3, 70
"""The exit codes for an exceeded limit, and for an internal error."""

INTERRUPTED = 128 + signal.SIGINT
"""The exit code after an interruption."""

ENDING = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
"""The signals that ask a process to end; Windows has fewer."""

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
    used, most = _used(), _least(resource.RLIMIT_CPU)
    _lower(resource.RLIMIT_AS, limits.memory)
    _lower(resource.RLIMIT_CPU, ceil(used + limits.seconds) + GRACE)
    _tell(f"{limits.seconds} {limits.memory}")
    try:
        # At an existing limit the system kills the process without a message.
        with _timed(max(min(limits.seconds, most - used - BEFORE), SHORTEST)):
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


_told: int | None = None
"""The pipe on which a watched process tells the watching one its limits and its exit code, one per line."""


def _tell(words: str) -> None:
    if _told is not None:
        os.write(_told, f"{words}\n".encode())


def ended(code: int) -> int:
    """Return the exit code of a command, and send it to the watching process.

    Libraries may end the process themselves, as OpenBLAS does with code 1 for lack of memory; such a code is not an
    answer.

    >>> ended(1)
    1
    """
    _tell(f"{ENDED}{code}")
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
    ...     time.sleep(600)
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
    global _told  # noqa: PLW0603 (a process has one that watches it)
    _told = told
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
        _tell(f"{ENDED}{end.code}")
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
    if _at_time_limit(code, spent):
        return UNDECIDED, Limits(seconds, memory).time
    if b"allocat" in noise:
        return UNDECIDED, Limits(seconds, memory).space if memory else "not decided: there is too little memory"
    if code == -signal.SIGKILL:
        return UNDECIDED, "not decided: its process was killed, perhaps by the system for lack of memory"
    said = " ".join(noise.decode(errors="replace").split())[-200:]
    by = signal.Signals(-code).name if code < 0 else f"a library, with code {code}"
    return CRASHED, f"internal error: its process was ended by {by}{said and ': '}{said}"


def lacks_memory(error: ImportError) -> bool:
    """Return whether a library failed to load for lack of memory.

    >>> lacks_memory(ImportError("failed to map segment from shared object")), lacks_memory(ImportError("no such name"))
    (True, False)
    """
    return any(each in str(error) for each in LACKS)


def loaded(module: str) -> ModuleType:
    """Import a module of a library that only some questions need, and return it.

    Raises: MemoryError where the memory does not suffice to load it; ImportError where it is not installed.

    >>> loaded("fractions").Fraction(1, 2)
    Fraction(1, 2)
    """
    try:
        return import_module(module)
    except ImportError as error:
        if lacks_memory(error):
            raise MemoryError from None
        raise
