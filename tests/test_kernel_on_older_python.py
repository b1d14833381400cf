import subprocess
import sys
from pathlib import Path

import pytest

from tests.kernel_on_older_python import strict_zip, the_kernel

SCRIPT = Path(__file__).parent / "kernel_on_older_python.py"


def test_rows_of_columns_of_one_length_and_no_others():
    assert list(strict_zip("ab", [1, 2], strict=True)) == [("a", 1), ("b", 2)]
    assert list(strict_zip("ab", [1])) == [("a", 1)]
    for columns in (("ab", [1]), ("a", [1, 2]), ("", [None])):
        with pytest.raises(ValueError, match="different lengths"):
            list(strict_zip(*columns, strict=True))


def test_it_is_the_kernel_and_its_annotations_are_not_evaluated(monkeypatch):
    monkeypatch.setitem(sys.modules, "kernel", None)
    kernel = the_kernel()
    assert kernel.Mechanism.__annotations__["height"] == "int"
    assert Path(kernel.__file__).name == "kernel.py"
    assert kernel.check.__code__.co_filename == kernel.__file__


@pytest.mark.long
@pytest.mark.share
def test_every_case_is_judged_rightly():
    """`.ci/run` does this with PyPy, if PyPy is there."""
    done = subprocess.run([sys.executable, "-I", "-S", SCRIPT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(" judged, 0 wrongly\n")
