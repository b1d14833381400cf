"""The verified checker, built from the Coq library in a folder of the tests."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from exactdp.certificates.inverses import with_inverse
from exactdp.claims.coq.library import compiled

SOURCE = Path(__file__).parents[1] / "checkers" / "verified"


def built(folder: Path) -> Path:
    """Build the verified checker in a folder, and return the program; without what it needs the test is skipped."""
    missing = [each for each in ("coqc", "ocamlfind", "ocamlopt") if shutil.which(each) is None]
    if missing or subprocess.run(["ocamlfind", "query", "zarith"], capture_output=True, check=False).returncode:
        needed = "coq ocaml-findlib ocaml-nox libzarith-ocaml-dev"
        pytest.skip(f"the verified checker needs {', '.join(missing) or 'zarith'}: apt-get install {needed}")
    # The build compiles no file again that is there.
    for path in compiled().folder.glob("*.v*"):
        shutil.copy(path, folder)
    subprocess.run([SOURCE / "build", folder], check=True, capture_output=True)
    return folder / "verified"


def verdicts(program: Path, certificates: Sequence[bytes], folder: Path) -> list[str]:
    """Have the verified checker judge certificates, which are put into a folder: the first words of its verdicts."""
    names = [f"{number}.cert" for number in range(len(certificates))]
    for name, certificate in zip(names, certificates, strict=True):
        (folder / name).write_bytes(with_inverse(certificate))
    # Of one file it would print the statement too.
    ran = subprocess.run([program.resolve(), *names, names[0]], cwd=folder, capture_output=True, text=True, check=False)
    lines = [line.split(": ", 2) for line in ran.stdout.splitlines()]
    assert (ran.stderr, [name for name, *_ in lines[:-1]]) == ("", names)
    return [verdict for _, verdict, *_ in lines[:-1]]
