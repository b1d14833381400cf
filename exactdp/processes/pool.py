"""A pool of processes that end with the process that started them."""

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, TypeVar

from exactdp.processes.limits import at_time_limit, name_the_time_limit
from exactdp.processes.supervision import end_with

if TYPE_CHECKING:
    from concurrent.futures import Future

try:
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
        return self.code is not None and at_time_limit(self.code, self.spent)


SERVING = """
import pickle, sys
watched, sys.path[:] = pickle.load(sys.stdin.buffer)
from exactdp.processes.pool import serve
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

    def do(self, function: Callable[..., Any], arguments: tuple[object, ...]) -> Any:
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
    """Processes that each do one task at a time. If one ends, only its task is lost, and it is replaced."""

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

    def submit(self, function: Callable[..., Result], /, *arguments: object) -> "Future[Result]":
        """Call a function in another process and return its future; the exception may be `Ended`."""
        return self._threads.submit(self._do, function, arguments)

    def _do(self, function: Callable[..., Result], arguments: tuple[object, ...]) -> Result:
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
    >>> serving = [sys.executable, "-c", "from exactdp.processes.pool import serve; serve([])"]
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
            except (Exception, SystemExit) as error:
                answer = pickle.dumps((False, error))
            _send(answer, answers)


def collect_less_garbage() -> None:
    """Collect garbage less often: many small objects have no cycles. This saves a tenth of the time of a proof.

    >>> collect_less_garbage()
    >>> gc.get_threshold()[0]
    200000
    """
    gc.set_threshold(200_000, 50, 100)


def _begin() -> None:
    collect_less_garbage()
    name_the_time_limit()
    # As in the process of a command: numbers have a limit of their own.
    sys.set_int_max_str_digits(0)
    # An interruption ends these processes silently; the parent reports it. If the parent ignores interruptions, as in
    # the background of a script, so do these.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
