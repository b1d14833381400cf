"""Processes of a pool work, and end if the process that started them fails, is interrupted or is killed."""

import os
import pickle
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from exactdp.processes.pool import Ended, process_pool, processors
from tests.commands.running import POSIX

PARENT = """
import os, time
from exactdp.processes.pool import process_pool
if __name__ == "__main__":
    with process_pool(2) as executor:
        print(*{executor.submit(os.getpid).result() for _ in range(20)}, flush=True)
        [executor.submit(time.sleep, 600) for _ in range(2)]
        time.sleep(600)
"""


def spawned() -> list[int]:
    """Return the running processes of pools of this process."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, parent = (each / "stat").read_text().rpartition(")")[2].split()[:2]
            ours = int(parent) == os.getpid() and b"exactdp.processes.pool" in (each / "cmdline").read_bytes()
            found += [int(each.name)] if ours and state != "Z" else []
    return found


def test_work_is_done_in_other_processes() -> None:
    with process_pool(1) as executor:
        number = executor.submit(os.getpid).result()
        assert number != os.getpid()
        if sys.platform == "linux":
            assert spawned() == [number]
    assert not spawned()


def test_what_cannot_be_sent_is_an_error_and_the_process_goes_on() -> None:
    with process_pool(1) as executor:
        number = executor.submit(os.getpid).result()
        # A question, an answer, and an answer that cannot be read where it is asked for.
        for function, given in ((abs, lambda: 0), (eval, "lambda: 0"), (eval, "__import__('threading').Lock()")):
            with pytest.raises((TypeError, AttributeError, pickle.PicklingError)):
                executor.submit(function, given).result()
        assert executor.submit(os.getpid).result() == number


def test_work_that_leaves_python_does_not_end_its_process() -> None:
    with process_pool(1) as executor:
        number = executor.submit(os.getpid).result()
        with pytest.raises(SystemExit, match="7"):
            executor.submit(sys.exit, 7).result()
        assert executor.submit(os.getpid).result() == number


def test_what_the_work_prints_is_no_answer() -> None:
    with process_pool(1) as executor:
        assert executor.submit(print, "1").result() is None
        assert executor.submit(os.write, 1, b"2").result() == 1
        assert executor.submit(abs, -7).result() == 7
    assert processors() >= 1


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_failure_does_not_wait_for_the_others(error: type[BaseException]) -> None:
    began = time.monotonic()
    with pytest.raises(error), process_pool(1) as executor:
        executor.submit(time.sleep, 600)
        raise error
    assert time.monotonic() - began < 60
    assert not spawned()


def test_a_process_that_dies_is_noticed() -> None:
    with process_pool(1) as executor:
        with pytest.raises(Ended) as raised:
            executor.submit(os._exit, 9).result()
        assert raised.value.code == 9
        # Another takes its place.
        assert executor.submit(abs, -7).result() == 7


@POSIX
def test_they_end_when_the_process_that_began_them_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = [int(each) for each in parent.stdout.readline().split()]
        assert workers
        assert all(_runs(each) for each in workers)
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 20
    while any(_runs(each) for each in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(_runs(each) for each in workers)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # What has ended and is still listed does not run.
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


IGNORING = """
import os, signal, time
from exactdp.processes.pool import process_pool
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with process_pool(1) as executor:
        executor.submit(int).result()
        os.killpg(0, signal.SIGINT)
        time.sleep(0.2)
        print(executor.submit(abs, -7).result())
"""


@POSIX
def test_an_interrupt_that_is_ignored_ends_no_work(tmp_path: Path) -> None:
    script = tmp_path / "ignoring.py"
    script.write_text(IGNORING)
    ran = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=False, timeout=60, start_new_session=True
    )
    assert ran.stdout == "7\n", ran.stderr
