"""The verified checker, built from the Coq library in a folder of the tests."""

import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "checkers" / "verified"


def _needed() -> str:
    missing = [each for each in ("coqc", "ocamlfind", "ocamlopt") if shutil.which(each) is None]
    if not missing:
        asked = subprocess.run(["ocamlfind", "query", "zarith"], capture_output=True, check=False)
        missing = ["zarith"] if asked.returncode else []
    return ", ".join(missing)


NEEDED = _needed()

CAN_BE_BUILT = pytest.mark.skipif(
    bool(NEEDED),
    reason=f"the verified checker needs {NEEDED}: apt-get install coq ocaml-findlib ocaml-nox libzarith-ocaml-dev",
)


def built(folder: Path) -> Path:
    """Build the verified checker in a folder, and return the program."""
    subprocess.run([SOURCE / "build", folder], check=True, capture_output=True)
    return folder / "verified"
