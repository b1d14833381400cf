"""The same input gives the same certificate, byte for byte, on every run."""

import os
import subprocess
import sys
from pathlib import Path

from exactdp import kernel

SCRIPT = Path(__file__).parent / "every_certificate.py"


def test_certificates_do_not_depend_on_the_order_of_hashes() -> None:
    runs = [
        subprocess.Popen(
            [sys.executable, str(SCRIPT)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "4242")
    ]
    first, second = (run.communicate(timeout=120)[0].splitlines() for run in runs)
    assert [run.returncode for run in runs] == [0, 0]
    assert first == second
    assert {line.split()[0] for line in first} == {*kernel.KINDS}
    assert len(set(first)) > 150
