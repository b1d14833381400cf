"""Limits hold in this process, and are removed again."""

import signal
import subprocess
import sys

import pytest

from exactdp.processes.limits import GIGABYTE, Limits, OutOfTime, default_memory, limited
from tests.commands.running import POSIX


def test_the_default_is_a_part_of_the_memory() -> None:
    assert default_memory() >= GIGABYTE


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
from exactdp.processes.limits import GIGABYTE, Limits, OutOfTime, limited
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


BELOW_A_HARD_LIMIT = """
import resource
from exactdp.processes.limits import GIGABYTE, Limits, limited
from exactdp.processes.pool import process_pool
resource.setrlimit(resource.RLIMIT_CPU, (1000, 1000))
with limited(Limits(2000, 64 * GIGABYTE)):
    print(resource.getrlimit(resource.RLIMIT_CPU))
with process_pool(1) as executor:
    print(executor.submit(resource.getrlimit, resource.RLIMIT_CPU).result())
"""
"""A program with a limit at which the system kills it without saying why."""


@POSIX
def test_the_system_names_the_time_limit_before_it_kills() -> None:
    pytest.importorskip("resource")
    run = subprocess.run([sys.executable, "-c", BELOW_A_HARD_LIMIT], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "(999, 1000)\n(999, 1000)\n", "")
