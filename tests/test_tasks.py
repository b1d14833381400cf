"""The four things that the tool is asked for most, each a script from an empty folder to a checked answer."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.shell import environment

TASKS = sorted((Path(__file__).parent / "tasks").glob("*.sh"))


@pytest.mark.skipif(os.name == "nt", reason="the scripts are for a POSIX shell")
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.stem)
def test_the_task_is_done(task: Path, tmp_path: Path) -> None:
    found = environment(tmp_path)
    ran = subprocess.run(["bash", task], cwd=tmp_path, env=found, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
