"""Engines of a sweep: processes of this machine, or a Dask cluster.

Both are executors in the sense of `concurrent.futures`, so one loop serves both and knows the task of a dead process.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cache
from threading import Lock
from types import ModuleType
from typing import Any, TypeAlias, TypeVar
from warnings import filterwarnings

from exactdp.answers import internal_error
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import elided
from exactdp.processes.limits import Limits, OutOfTime, limited, loaded
from exactdp.processes.pool import Ended, ProcessPool, process_pool
from exactdp.processes.supervision import heeded_later

Task = TypeVar("Task")
Result = TypeVar("Result")

ENGINE_SPELLINGS = "processes, dask or dask:ADDRESS"
"""The spellings of an engine."""

CONNECTING = 10
"""How many seconds a Dask scheduler has to answer."""

BEGINNINGS = 3
"""The most attempts to start a Dask cluster on this machine, if its workers die while starting."""

AHEAD = 2
"""The number of tasks handed out per process: one running, one waiting."""


LACK = "its process died, as for lack of memory"
"""The default reason why a task has no answer."""


@dataclass(frozen=True)
class Died:
    """The result of a task that met a limit, or whose process died at every attempt.

    `reason` says which; if it is `lasting`, the task alone would also fail.
    """

    reason: str = LACK
    lasting: bool = False


@dataclass(frozen=True)
class Raised:
    """The result of a task that raised an internal error; `reason` says which and where."""

    reason: str


Completed: TypeAlias = Generator[tuple[Task, Result | Died | Raised], None, None]
"""Tasks with their results, in the order of completion."""


@dataclass(frozen=True)
class _Pool:
    """An executor, its current number of processes, the error of one that died, and the function that runs a task."""

    executor: Executor | ProcessPool
    capacity: Callable[[], int]
    death: type[Exception]
    tried: Callable[..., Any]


def completed(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    engine: str,
    jobs: int,
    limits: Limits | None = None,
) -> Completed[Task, Result]:
    """Yield every task with the result of `work`, in the order of completion, by an engine of `ENGINE_SPELLINGS`.

    `jobs` is the number of new processes; with `jobs=1`, the engine `processes` and no limits, the work is done in this
    process. If a process dies, for example for lack of memory, its task is tried again alone, and no other task is
    lost. An error in `work` becomes a `Raised` and stops no other task. `limits` bound the time of each task, and the
    memory of all tasks that run at the same time.
    Domain: `work`, tasks and results can be pickled.
    Raises: `InputError` for another engine, for a missing package, and for a missing or lost cluster.

    >>> sorted(completed(abs, [-2, 1], "processes", 1))
    [(-2, 2), (1, 1)]
    """
    check_engine(engine)
    name, _, where = engine.partition(":")
    if name == "dask":
        return _by_executors(work, tasks, lambda count: _cluster(where, count), jobs, limits)
    if jobs == 1 and limits is None:
        return ((task, _tried(work, task)) for task in tasks)
    return _by_executors(work, tasks, _processes, jobs, limits)


def check_engine(engine: str) -> None:
    """Check that the engine exists and its package is installed. Raises: `InputError` otherwise.

    >>> check_engine("threads")
    Traceback (most recent call last):
    exactdp.InputError: unknown engine 'threads': write processes, dask or dask:ADDRESS
    """
    name, colon, where = engine.partition(":")
    if engine != "processes" and (name != "dask" or bool(colon) != bool(where)):
        raise InputError(f"unknown engine {elided(engine)!r}: write {ENGINE_SPELLINGS}")
    if name == "dask":
        _distributed()


def _by_executors(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    begin: Callable[[int], AbstractContextManager[_Pool]],
    jobs: int,
    limits: Limits | None,
) -> Completed[Task, Result]:
    shared = limits and replace(limits, memory=limits.memory // jobs)
    with begin(jobs) as pool:
        lost = yield from _tried_at(pool, work, deque(tasks), shared)
    if lost:
        # Run one at a time, with all the memory, to find the tasks that kill every process.
        with begin(1) as pool:
            yield from _tried_at(pool, work, lost, limits, alone=True)


def _tried_at(
    pool: _Pool, work: Callable[[Task], Result], left: deque[Task], limits: Limits | None, *, alone: bool = False
) -> Generator[tuple[Task, Result | Died | Raised], None, deque[Task]]:
    """Yield results until no task is left; return the tasks whose processes died, or lacked memory, beside others."""
    running: dict[Future[Result | Died | Raised], Task] = {}
    lost = deque[Task]()
    while left or running:
        while left and len(running) < (1 if alone else AHEAD * max(pool.capacity(), 1)):
            task = left.popleft()
            running[pool.executor.submit(pool.tried, work, task, limits)] = task
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            task = running.pop(future)
            result = _result(future, pool.death, limits)
            if isinstance(result, Died) and not (alone or result.lasting):
                lost.append(task)
            else:
                yield task, result
    return lost


def _result(
    future: Future[Result | Died | Raised], death: type[Exception], limits: Limits | None
) -> Result | Died | Raised:
    try:
        return future.result()
    except death as error:
        return _died(error, limits)


def _died(error: Exception, limits: Limits | None) -> Died:
    if limits and isinstance(error, Ended) and error.out_of_time:
        return Died(limits.time, lasting=True)
    return Died()


@contextmanager
def _processes(jobs: int) -> Iterator[_Pool]:
    with process_pool(jobs) as executor:
        yield _Pool(executor, lambda: jobs, Ended, _tried)


@contextmanager
def _cluster(address: str, workers: int) -> Iterator[_Pool]:
    distributed = _distributed()
    # Do not print the messages of Dask's threads about a cluster that stops during its work.
    logging.getLogger("tornado").setLevel(logging.CRITICAL)
    begun = ExitStack()
    with heeded_later():
        local = None if address else begun.enter_context(_local_cluster(distributed, workers))
        try:
            client = begun.enter_context(distributed.Client(address or local, set_as_default=False, timeout=CONNECTING))
        except (OSError, ValueError) as error:  # TimeoutError is an OSError
            raise InputError(
                f"no Dask scheduler answers at {elided(address)} ({elided(str(error))}): write its address, such as "
                "dask:tcp://10.0.0.1:8786, or dask alone for a cluster on this machine"
            ) from None
    asked, threads = 0.0, 0

    def capacity() -> int:
        nonlocal asked, threads
        # The number of workers changes, but asking each time would take longer than many tasks.
        if time.monotonic() - asked > 1:
            asked, threads = time.monotonic(), sum(client.ncores().values())
        return threads

    try:
        yield _Pool(client.get_executor(pure=False), capacity, distributed.KilledWorker, _apart)
    except CancelledError:
        raise InputError("the Dask cluster is lost: start it again, and then the same sweep") from None
    except ModuleNotFoundError as error:
        raise InputError(f"the Dask workers lack the package {error.name}: install it there") from None
    finally:
        with heeded_later():
            begun.close()


def _local_cluster(distributed: ModuleType, workers: int) -> Any:
    # Dask's processes track semaphores; do not warn if the tracking process was killed.
    filterwarnings("ignore", "resource_tracker: process died unexpectedly", UserWarning)
    for _ in range(BEGINNINGS):
        # This raises if a worker is killed while starting.
        with suppress(RuntimeError):
            return distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
            )
    raise InputError("the Dask cluster is lost: start it again, and then the same sweep")


_ALONE = Lock()


def _tried(work: Callable[[Task], Result], task: Task, limits: Limits | None = None) -> Result | Died | Raised:
    # A Dask worker may have several threads, but FLINT's settings are global to the process.
    with _ALONE:
        try:
            with limited(limits) if limits else nullcontext():
                return work(task)
        except MemoryError:
            return Died(limits.space if limits else LACK)
        except OutOfTime:
            return Died(limits.time if limits else LACK, lasting=True)
        except Exception as error:
            # An internal error in one task stops no other; and not every error can be pickled.
            return Raised(internal_error.reason(error))


def _apart(work: Callable[[Task], Result], task: Task, limits: Limits | None = None) -> Result | Died | Raised:
    """Run a task in a child of this Dask worker, so that a limit ends the child and not the worker."""
    if limits is None:
        return _tried(work, task)
    try:
        return _child().submit(_tried, work, task, limits).result()
    except Ended as end:
        return _died(end, limits)


@cache
def _child() -> ProcessPool:
    """Return the child process; it starts with the first task and ends with its worker."""
    return ProcessPool(1)


def _distributed() -> ModuleType:
    try:
        return loaded("distributed")
    except ImportError:
        raise InputError("this needs distributed, which is not installed: pip install '.[dask]'") from None
