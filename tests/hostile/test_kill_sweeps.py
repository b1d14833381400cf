"""A few kills of the processes of sweeps; `kill_sweeps.py` has many."""

import sys
from pathlib import Path

import pytest

from tests.hostile.kill_sweeps import campaign


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_kills_lose_nothing_and_leave_nobody(tmp_path: Path) -> None:
    count = campaign(tmp_path, 2, 3, ("processes",))
    assert count.total() - count["sweeps"] == 2
    assert count["sweeps"] >= 1
