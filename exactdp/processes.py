"""A process pool that ends with the process that started it."""

import gc
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from threading import Thread


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def process_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Start `jobs` processes, and end them without waiting if the block fails or is interrupted.

    They do not outlive this process even where it is killed. What they are given and give back must be picklable.
    Raises: as the block.

    >>> with process_pool(1) as executor:
    ...     executor.submit(divmod, 7, 2).result()
    (3, 1)
    """
    # A forked copy of a process that has threads may hang, so processes begin anew.
    executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        yield executor
    except BaseException:
        # Python has no public name for these before 3.14; they are gone where the process_pool is broken.
        for process in list((executor._processes or {}).values()):
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _begin() -> None:
    # Fewer looks for circles among many small objects, which hold none: a tenth of the time of `exactdp prove`.
    gc.set_threshold(200_000, 50, 100)
    # As in the process of a command, where numbers have a limit of their own.
    sys.set_int_max_str_digits(0)
    # An interrupt ends these without a word; the process that began them has the last one. Where that one ignores
    # interrupts, as in the background of a script, so do these.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
