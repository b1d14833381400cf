"""The sources of the project's Coq library, and their order of compilation.

Most of them compile twice: over the rational numbers, and over the real numbers with `Reals/Scalars.v` in place of
`Scalars.v`.
"""

import re
import shutil
from graphlib import TopologicalSorter
from pathlib import Path

from exactdp.arithmetic.errors import InputError

RATIONALS = "ExactDP"
"""The logical path of the library over the rational numbers."""

REALS = "ExactDP.Reals"
"""The logical path of the library over the real numbers."""

ROOTS = (RATIONALS, REALS)

OPENED = {RATIONALS: "", REALS: " Local Open Scope R_scope."}
"""What follows a `Require` of each library, so that Coq reads its numbers. QArith opens the rational scope itself."""


def library() -> Path:
    """Return the folder of the Coq library's sources.

    Raises: `InputError` if it is not installed.

    >>> (library() / "Definitions.v").is_file()
    True
    """
    folder = proofs_folder() / "coq"
    if not (folder / "Definitions.v").is_file():
        raise InputError("the Coq library is not here: install exactdp again, or run it from its source checkout")
    return folder


def over_both() -> list[str]:
    """Return the names of the files that compile over both. Raises: as `library`.

    >>> "Geometric" in over_both(), "Checkers" in over_both()
    (True, False)
    """
    return (library() / "Reals" / "over_both.txt").read_text(encoding="utf-8").split()


def copy_over_reals(folder: Path) -> Path:
    """Copy the sources of the library over the real numbers into a folder, and return the folder. Raises: as `library`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as empty:
    ...     in_order(copy_over_reals(Path(empty)), "Geometric")
    ['Scalars', 'Sums', 'Definitions', 'Duality', 'PostProcessing', 'Geometric']
    """
    shutil.copyfile(library() / "Reals" / "Scalars.v", folder / "Scalars.v")
    for name in over_both():
        text = (library() / f"{name}.v").read_text(encoding="utf-8")
        copied = re.sub(rf"(?m)^From {RATIONALS} (Require.*)", rf"From {REALS} \1{OPENED[REALS]}", text)
        (folder / f"{name}.v").write_text(copied, encoding="utf-8")
    return folder


def in_order(sources: Path, *wanted: str) -> list[str]:
    """Return the names of a library's files, each after its requirements; with `wanted`, only these and theirs.

    Raises: graphlib.CycleError for circular requirements.

    >>> in_order(library(), "Geometric")
    ['Scalars', 'Sums', 'Definitions', 'Duality', 'PostProcessing', 'Geometric']
    """
    names = sorted(path.stem for path in sources.glob("*.v"))
    needs = {name: [each for each in required(sources / f"{name}.v", *ROOTS) if each in names] for name in names}
    needed, left = set(wanted or names), list(wanted)
    while left:
        new = set(needs[left.pop()]) - needed
        needed |= new
        left += new
    return [name for name in TopologicalSorter(needs).static_order() if name in needed]


def required(path: Path, *roots: str) -> list[str]:
    """Return the files that a file requires from any of these roots, such as "ExactDP".

    >>> required(library() / "Geometric.v", "ExactDP")
    ['PostProcessing']
    """
    return required_names(path.read_text(encoding="utf-8"), *roots)


def required_names(text: str, *roots: str) -> list[str]:
    """Return the names that a Coq text requires from any of these roots.

    >>> required_names("From ExactDP Require Export Sums.", "ExactDP")
    ['Sums']
    """
    root = "|".join(map(re.escape, roots))
    found = re.findall(rf"\bFrom\s+(?:{root})\s+Require\s+(?:Import\s+|Export\s+)?([\w\s]+)\.", text)
    return [name for names in found for name in names.split()]


def proofs_folder() -> Path:
    """Return the folder of the proof scripts, in an installed package or in a source checkout.

    Raises: `InputError` if neither exists.

    >>> (proofs_folder() / "gupte2010" / "lemma_1.py").is_file()
    True
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "proofs", package.parent / "proofs"):
        if folder.is_dir():
            return folder
    raise InputError("the proof scripts are not here: install exactdp again, or run it from its source checkout")
