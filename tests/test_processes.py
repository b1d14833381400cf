"""Processes work, keep their limits, and end when the one that began them fails, is interrupted or is killed."""

import os
import pickle
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from exactdp.processes import (
    GIGABYTE,
    Ended,
    Limits,
    OutOfTime,
    default_memory,
    ended,
    limited,
    process_pool,
    processors,
    supervised,
)

POSIX = pytest.mark.skipif(os.name == "nt", reason="limits and signals as POSIX has them")

PARENT = """
import os, time
from exactdp.processes import process_pool
if __name__ == "__main__":
    with process_pool(2) as executor:
        print(*{executor.submit(os.getpid).result() for _ in range(20)}, flush=True)
        [executor.submit(time.sleep, 600) for _ in range(2)]
        time.sleep(600)
"""


def spawned() -> list[int]:
    """Return the processes of pools that this process has begun and that run."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, parent = (each / "stat").read_text().rpartition(")")[2].split()[:2]
            ours = int(parent) == os.getpid() and b"exactdp.processes" in (each / "cmdline").read_bytes()
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
from exactdp.processes import process_pool
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


COMMAND = """
import sys
import exactdp.processes
import exactdp.commands.check
from exactdp.__main__ import main

def examine(*arguments):
    {work}

exactdp.processes.GRACE = {grace}
exactdp.commands.check.examine = examine
sys.exit(main())
"""

IN_GMP = "from flint import fmpz; print('began', file=sys.stderr, flush=True); str(fmpz(3) ** 10**9)"
IN_PYTHON = "while True: pass"
IN_A_POOL = "from exactdp.processes import ProcessPool; ProcessPool(1).submit(exec, 'while True: pass').result()"
ALLOCATED_IN_FLINT = "from flint import fmpq_mat; fmpq_mat(60_000, 60_000)"
ALLOCATED_IN_PYTHON = "bytes(10**11)"
SEGMENTATION = "import ctypes; ctypes.string_at(0)"
PRINTED_BY_C = "import os; os.write(1, b'noise'); os.write(2, b'noise'); raise exactdp.InputError('said')"
ENDED_BY_C = "import ctypes; ctypes.CDLL(None).exit(1)"
LACKING_MEMORY = "import os; os.write(2, b'Memory allocation still failed'); os._exit(1)"
FAILING_AT_EXIT = "import atexit, os; atexit.register(os.abort); raise exactdp.InputError('said')"
THREADS = "import os; raise exactdp.InputError(os.environ['OPENBLAS_NUM_THREADS'])"


def started(folder: Path, work: str, *options: str, grace: int = 0, shell: str = "") -> subprocess.Popen[str]:
    (folder / "table.csv").write_text("1/2,1/2\n1/4,3/4\n")
    (folder / "command.py").write_text(COMMAND.format(work=work, grace=grace))
    words = [sys.executable, "command.py", "check", "table.csv", *options]
    if shell:
        words = ["bash", "-c", f'{shell}; exec "$@"', "bash", *words]
    return subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@POSIX
@pytest.mark.parametrize(
    ("work", "options", "code", "said"),
    [
        (IN_PYTHON, ("--time-limit", "1"), 3, "exactdp: not decided within 1 s of processor time\n"),
        (IN_GMP, ("--time-limit", "1"), 3, "began\nexactdp: not decided within 1 s of processor time\n"),
        (ALLOCATED_IN_FLINT, ("--memory-limit", "2"), 3, "exactdp: not decided within 2 GB of memory\n"),
        (ALLOCATED_IN_PYTHON, ("--memory-limit", "1.5"), 3, "exactdp: not decided within 1.5 GB of memory\n"),
        (SEGMENTATION, (), 70, "exactdp: internal error: its process was ended by SIGSEGV\n"),
        (PRINTED_BY_C, (), 2, "exactdp: said\n"),
        (ENDED_BY_C, (), 70, "exactdp: internal error: its process was ended by a library, with code 1\n"),
        (LACKING_MEMORY, ("--memory-limit", "2"), 3, "exactdp: not decided within 2 GB of memory\n"),
        (THREADS, (), 2, "exactdp: 1\n"),
        (FAILING_AT_EXIT, (), 2, "exactdp: said\n"),
    ],
)
def test_every_end_is_one_line(tmp_path: Path, work: str, options: tuple[str, ...], code: int, said: str) -> None:
    with started(tmp_path, work, *options) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (code, "", said)


@POSIX
@pytest.mark.parametrize(
    ("shell", "work", "said"),
    [
        ("ulimit -t 2", IN_PYTHON, "exactdp: not decided within 2 s of processor time\n"),
        ("ulimit -t 2", IN_GMP, "began\nexactdp: not decided within 2 s of processor time\n"),
        ("ulimit -St 2", IN_PYTHON, "exactdp: not decided within 2 s of processor time\n"),
        ("ulimit -St 2", IN_GMP, "began\nexactdp: not decided within 2 s of processor time\n"),
        ("ulimit -t 3", IN_A_POOL, "exactdp: not decided within 3 s of processor time\n"),
        ("ulimit -v 1000000", ALLOCATED_IN_FLINT, "exactdp: not decided within 1 GB of memory\n"),
        ("ulimit -v 900000", ALLOCATED_IN_PYTHON, "exactdp: not decided within 0.9 GB of memory\n"),
        ("ulimit -n 6", IN_PYTHON, "exactdp: not decided: Too many open files\n"),
    ],
)
def test_limits_that_a_shell_has_set(tmp_path: Path, shell: str, work: str, said: str) -> None:
    if "-v" in shell and sys.platform != "linux":
        pytest.skip("this system has no limit of memory")
    with started(tmp_path, work, shell=shell) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (3, "", said)


@POSIX
@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 130, "exactdp: interrupted\n"),
        (signal.SIGTERM, 143, "exactdp: ended by SIGTERM\n"),
        (signal.SIGKILL, -signal.SIGKILL, ""),
    ],
)
def test_a_signal_ends_what_never_returns_to_python(
    tmp_path: Path, number: signal.Signals, code: int, said: str
) -> None:
    with started(tmp_path, IN_GMP, grace=1) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "began\n"
        process.send_signal(number)
        # The pipes are read to their ends, so nobody is left who holds them.
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (code, "", said)


@POSIX
def test_limits_in_this_process_are_lifted_again() -> None:
    resource = pytest.importorskip("resource")
    usual = [resource.getrlimit(each) for each in (resource.RLIMIT_AS, resource.RLIMIT_CPU)]
    with pytest.raises(OutOfTime), limited(Limits(1, 64 * GIGABYTE)):
        while True:
            pass
    with limited(Limits(60, 64 * GIGABYTE)):
        assert resource.getrlimit(resource.RLIMIT_AS)[0] == 64 * GIGABYTE
        left = signal.getitimer(signal.ITIMER_PROF)[0]
        with limited(Limits(5, 64 * GIGABYTE)):
            assert 0 < signal.getitimer(signal.ITIMER_PROF)[0] < 6
        # A limit around another goes on.
        assert 50 < signal.getitimer(signal.ITIMER_PROF)[0] < left + 1
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0
    assert [resource.getrlimit(each) for each in (resource.RLIMIT_AS, resource.RLIMIT_CPU)] == usual


OTHER_CLOCK = """
import time
from exactdp.processes import GIGABYTE, Limits, OutOfTime, limited
exact = time.process_time
time.process_time = lambda: exact() - 5.5
try:
    with limited(Limits(1, 64 * GIGABYTE)):
        while True:
            pass
except OutOfTime:
    print("out of time")
"""
"""A program whose exact clock is behind the clock of the system's limit."""


@pytest.mark.skipif(sys.platform != "linux", reason="its clocks of a process may differ")
def test_a_limit_goes_by_the_clock_of_the_system() -> None:
    run = subprocess.run([sys.executable, "-c", OTHER_CLOCK], capture_output=True, text=True, timeout=60, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "out of time\n", "")


@POSIX
def test_the_child_gives_its_exit_code() -> None:
    # The child of this process of tests must not go on with the tests.
    assert supervised(lambda: os._exit(ended(7))) == 7
    # A code that the command has not said is not its answer.
    assert supervised(lambda: os._exit(1)) == 70
    assert default_memory() >= GIGABYTE


def ended_before_it_heeds_a_signal() -> int:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGTERM)
    return 0


@POSIX
def test_a_child_that_is_ended_before_it_heeds_a_signal(capfd: pytest.CaptureFixture[str]) -> None:
    assert supervised(ended_before_it_heeds_a_signal) == 143
    assert capfd.readouterr().err == "exactdp: ended by SIGTERM\n"


@POSIX
def test_a_killed_child_is_no_answer(tmp_path: Path) -> None:
    work = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    began = time.monotonic()
    with started(tmp_path, work) as process:
        _, err = process.communicate(timeout=20)
    assert (process.returncode, time.monotonic() - began < 20) == (3, True)
    assert err == "exactdp: not decided: its process was killed, perhaps by the system for lack of memory\n"
