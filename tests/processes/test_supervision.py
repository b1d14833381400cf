"""Every end of a command is one line and an exit code: a limit, a signal, a crash, an interruption."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from exactdp.processes.supervision import ended, supervised
from tests.commands.running import POSIX

COMMAND = """
import sys
from exactdp.processes import limits, supervision
import exactdp.commands.check
from exactdp.__main__ import main

def examine(*arguments, **named):
    {work}

limits.GRACE = supervision.GRACE = {grace}
exactdp.commands.check.check = examine
sys.exit(main())
"""

IN_GMP = "from flint import fmpz; print('began', file=sys.stderr, flush=True); str(fmpz(3) ** 10**9)"
IN_PYTHON = "while True: pass"
IN_A_POOL = "from exactdp.processes.pool import ProcessPool; ProcessPool(1).submit(exec, 'while True: pass').result()"
ALLOCATED_IN_FLINT = "from flint import fmpq_mat; fmpq_mat(60_000, 60_000)"
ALLOCATED_IN_PYTHON = "bytes(10**11)"
SEGMENTATION = "import ctypes; ctypes.string_at(0)"
PRINTED_BY_C = "import os; os.write(1, b'noise'); os.write(2, b'noise'); raise exactdp.InputError('said')"
ENDED_BY_C = "import ctypes; ctypes.CDLL(None).exit(1)"
LACKING_MEMORY = "import os; os.write(2, b'Memory allocation still failed'); os._exit(1)"
FAILING_AT_EXIT = "import atexit, os; atexit.register(os.abort); raise exactdp.InputError('said')"
THREADS = "import os; raise exactdp.InputError(os.environ['OPENBLAS_NUM_THREADS'])"

LONG = partial(pytest.param, marks=pytest.mark.long)


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
        LONG(IN_PYTHON, ("--time-limit", "1"), 3, "exactdp: not decided within 1 s of processor time\n"),
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
        LONG("ulimit -t 2", IN_GMP, "began\nexactdp: not decided within 2 s of processor time\n"),
        LONG("ulimit -St 2", IN_GMP, "began\nexactdp: not decided within 2 s of processor time\n"),
        LONG("ulimit -t 3", IN_A_POOL, "exactdp: not decided within 3 s of processor time\n"),
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
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (code, "", said)


@POSIX
def test_the_child_gives_its_exit_code() -> None:
    # The child of this process of tests must not go on with the tests.
    assert supervised(lambda: os._exit(ended(7))) == 7
    # A code that the command has not said is not its answer.
    assert supervised(lambda: os._exit(1)) == 70


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
        _, err = process.communicate(timeout=60)
    assert (process.returncode, time.monotonic() - began < 60) == (3, True)
    assert err == "exactdp: not decided: its process was killed, perhaps by the system for lack of memory\n"
