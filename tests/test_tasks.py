"""What the tool is asked for most, each a script from an empty folder to a checked answer."""

import os
import subprocess
from operator import attrgetter
from pathlib import Path

import pytest

from tests.shell import environment

TASKS = sorted((Path(__file__).parent / "tasks").glob("*.sh"))
STEM = attrgetter("stem")
ALWAYS = ("certify_a_table",)
"""In the default run; `.ci/run` runs all of them with the package as it is published."""


@pytest.mark.skipif(os.name == "nt", reason="the scripts are for a POSIX shell")
@pytest.mark.parametrize(
    "task", [pytest.param(task, marks=[pytest.mark.long] * (task.stem not in ALWAYS)) for task in TASKS], ids=STEM
)
def test_the_task_is_done(task: Path, tmp_path: Path) -> None:
    found = environment(tmp_path)
    ran = subprocess.run(["bash", task], cwd=tmp_path, env=found, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
