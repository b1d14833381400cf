"""Where the work is done: in processes of this machine, or on a Dask cluster.

Both are executors as Python's own `concurrent.futures` has them, so that one loop serves both and knows which task a
dead process had.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib import import_module
from threading import Lock
from typing import Any, TypeAlias, TypeVar

from exactdp.answers import internal_error
from exactdp.arithmetic.exact import InputError, elided
from exactdp.processes import process_pool

Task = TypeVar("Task")
Result = TypeVar("Result")

ENGINE_SPELLINGS = "processes, dask or dask:ADDRESS"
"""How an engine is written."""

CONNECTING = 10
"""How many seconds a Dask scheduler has to answer."""

AHEAD = 2
"""How many tasks are handed out for each process: one in hand, one waiting."""


@dataclass(frozen=True)
class Died:
    """What comes back for a task whose process ran out of memory, or ended each time the task was tried.

    >>> def work(task):
    ...     raise MemoryError
    >>> list(completed(work, ["a"], "processes", 1))
    [('a', Died())]
    """


@dataclass(frozen=True)
class Raised:
    """What comes back for a task whose work raised an error, a fault of the program; `reason` says which and where.

    >>> [(task, found)] = completed(lambda task: 1 // task, [0], "processes", 1)
    >>> found.reason.partition(" in ")[0]
    'internal error: ZeroDivisionError'
    """

    reason: str


Completed: TypeAlias = Generator[tuple[Task, Result | Died | Raised], None, None]
"""Tasks with their results, in the order in which they are finished."""


@dataclass(frozen=True)
class Pool:
    """An executor, how many processes it has just now, and what it raises for a task whose process died.

    >>> from concurrent.futures import ProcessPoolExecutor
    >>> with ProcessPoolExecutor(2) as executor:
    ...     pool = Pool(executor, lambda: 2, BrokenExecutor)
    >>> pool.capacity(), pool.death.__name__
    (2, 'BrokenExecutor')
    """

    executor: Executor
    capacity: Callable[[], int]
    death: type[Exception]


def completed(work: Callable[[Task], Result], tasks: Iterable[Task], engine: str, jobs: int) -> Completed[Task, Result]:
    """Yield every task with the result of `work`, as they are finished, by an engine of `ENGINE_SPELLINGS`.

    `jobs` is how many processes are begun, where any are; with one and the engine `processes`, none is. A process that
    dies, as for lack of memory, costs no other task anything: what it may have been at is tried again, one at a time.
    Nor does an error that `work` raises: it comes back as `Raised`.
    Domain: `work`, tasks and results can be pickled.
    Raises: `InputError` for another engine, for a package that is not installed, and for a cluster that is not there or
    is lost.

    >>> sorted(completed(abs, [-2, 1], "processes", 1))
    [(-2, 2), (1, 1)]
    """
    check_engine(engine)
    name, _, where = engine.partition(":")
    if name == "dask":
        return _by_executors(work, tasks, lambda count: _cluster(where, count), jobs)
    if jobs == 1:
        return ((task, _tried(work, task)) for task in tasks)
    return _by_executors(work, tasks, _processes, jobs)


def check_engine(engine: str) -> None:
    """Refuse what is no engine, or lacks its package, before any work is begun. Raises: `InputError` then.

    >>> check_engine("threads")
    Traceback (most recent call last):
    exactdp.InputError: 'threads' is no engine: write processes, dask or dask:ADDRESS
    """
    name, colon, where = engine.partition(":")
    if engine != "processes" and (name != "dask" or bool(colon) != bool(where)):
        raise InputError(f"{elided(engine)!r} is no engine: write {ENGINE_SPELLINGS}")
    if name == "dask":
        _distributed()


def _by_executors(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    begin: Callable[[int], AbstractContextManager[Pool]],
    jobs: int,
) -> Completed[Task, Result]:
    left, suspects = deque(tasks), deque[Task]()
    while left or suspects:
        # A process takes what waits for it along when it dies; tried one by one, tasks show which it died of.
        alone = bool(suspects)
        with begin(1 if alone else jobs) as pool:
            suspects.extend((yield from _until_broken(work, suspects if alone else left, pool, alone)))


def _until_broken(
    work: Callable[[Task], Result], left: deque[Task], pool: Pool, alone: bool
) -> Generator[tuple[Task, Result | Died | Raised], None, list[Task]]:
    """Yield results until nothing is left or the pool is broken; return the tasks that were lost with processes."""
    running: dict[Future[Result | Died | Raised], Task] = {}
    broken, lost = False, list[Task]()
    while (left and not broken) or running:
        while left and not broken and len(running) < (1 if alone else AHEAD * max(pool.capacity(), 1)):
            task = left.popleft()
            try:
                running[pool.executor.submit(_tried, work, task)] = task
            except BrokenExecutor:
                broken = True
                left.appendleft(task)
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            task = running.pop(future)
            try:
                result = future.result()
            except pool.death as death:
                broken = broken or isinstance(death, BrokenExecutor)
                if not alone:
                    lost.append(task)
                    continue
                result = Died()
            yield task, result
    return lost


@contextmanager
def _processes(jobs: int) -> Iterator[Pool]:
    with process_pool(jobs) as executor:
        try:
            executor.submit(int).result()
        except BrokenExecutor:
            raise InputError(
                "processes end as soon as they are begun: guard what your script runs by `if __name__ == '__main__':`, "
                "or use one job"
            ) from None
        yield Pool(executor, lambda: jobs, BrokenExecutor)


@contextmanager
def _cluster(address: str, workers: int) -> Iterator[Pool]:
    distributed = _distributed()
    try:
        if address:
            client = distributed.Client(address, set_as_default=False, timeout=CONNECTING)
        else:
            client = distributed.Client(
                set_as_default=False,
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,
            )
    except (OSError, ValueError) as error:  # TimeoutError is an OSError
        raise InputError(
            f"no Dask scheduler answers at {elided(address)} ({elided(str(error))}): write its address, such as "
            "dask:tcp://10.0.0.1:8786, or dask alone for a cluster on this machine"
        ) from None
    asked, threads = 0.0, 0

    def capacity() -> int:
        nonlocal asked, threads
        # Workers come and go, but to ask each time would take longer than many a task.
        if time.monotonic() - asked > 1:
            asked, threads = time.monotonic(), sum(client.ncores().values())
        return threads

    with client:
        try:
            yield Pool(client.get_executor(pure=False), capacity, distributed.KilledWorker)
        except CancelledError:
            raise InputError("the Dask cluster is lost: start it again, and then the same sweep") from None
        except ModuleNotFoundError as error:
            raise InputError(f"the Dask workers lack the package {error.name}: install it there") from None


_ALONE = Lock()


def _tried(work: Callable[[Task], Result], task: Task) -> Result | Died | Raised:
    # A worker of Dask's may have several threads, and FLINT has settings that belong to the whole process.
    with _ALONE:
        try:
            return work(task)
        except MemoryError:
            return Died()
        except Exception as error:
            # A fault in one answer takes no other with it; and not every error can be sent from a process.
            return Raised(internal_error.reason(error))


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise InputError("this needs distributed, which is not installed: pip install 'exactdp[dask]'") from None
