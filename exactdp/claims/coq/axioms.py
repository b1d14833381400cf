"""The assumptions of the theorems of the Coq library, as Coq prints them.

Over the rational numbers they assume nothing. Over the real numbers they may assume only the axioms that Coq's standard
library has for the real numbers.
"""

import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from exactdp.certificates.coq_sources import RATIONALS
from exactdp.claims.coq.library import CLOSED, Library, assumed, not_allowed
from exactdp.claims.evidence import NotChecked

ONE_BY_ONE = ("Main", "Transfer")
"""The files whose theorems are named one by one."""


@dataclass(frozen=True)
class Assumptions:
    """The assumptions of a theorem, or of all theorems of a file together: each axiom's name and statement.

    >>> Assumptions("ExactDP.Main.every_bayesian_user", {}, {}).axioms
    {}
    """

    of: str
    axioms: Mapping[str, str]
    not_allowed: Mapping[str, str]


def assumptions(library: Library) -> list[Assumptions]:
    """Return the assumptions of the theorems of each file together, and in `ONE_BY_ONE` of each theorem.

    Raises: `NotChecked` if Coq refuses a file.

    >>> assumptions(Library(Path("library"), "coqc", "8.16.1", refused={"Sums": "Coq refuses Sums.v, line 3"}))
    Traceback (most recent call last):
    exactdp.claims.evidence.NotChecked: Coq refuses Sums.v, line 3
    """
    for why in library.refused.values():
        raise NotChecked(why)
    theorems = {
        path.stem: re.findall(r"^Theorem (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        for path in sorted(library.folder.glob("*.v"))
    }
    asked = {f"{library.root}.{file}": names for file, names in theorems.items() if names and file not in ONE_BY_ONE}
    asked |= {f"{library.root}.{file}.{name}": [name] for file in ONE_BY_ONE for name in theorems.get(file, ())}
    groups = [[f"@{of.removesuffix(f'.{names[0]}')}.{name}" for name in names] for of, names in asked.items()]
    # Over the rational numbers usually no theorem assumes anything. Coq says so of all together in a tenth of the time.
    if groups and library.root == RATIONALS and _said(library, theorems, groups, together=True) == [CLOSED]:
        return [Assumptions(of, {}, {}) for of in asked]
    said = _said(library, theorems, groups)
    return [
        Assumptions(of, assumed(each), not_allowed(library.root, each)) for of, each in zip(asked, said, strict=True)
    ]


def _said(library: Library, files: Iterable[str], groups: Sequence[list[str]], *, together: bool = False) -> list[str]:
    """Return what Coq says that the theorems of each group assume, or of all groups together.

    Raises: `NotChecked` if Coq does not know them.
    """
    lines = [f"From {library.root} Require {' '.join(files)}."]
    asked = [f"t{at}" for at in range(len(groups))]
    for each, names in zip(asked, groups, strict=True):
        lines += [f"Definition {each}_{k} := {name}." for k, name in enumerate(names)]
        lines += [f"Definition {each} := ({', '.join(f'{each}_{k}' for k in range(len(names)))})."]
    if together:
        lines += [f"Definition every := ({', '.join(asked)})."]
        asked = ["every"]
    lines += [f'Redirect "{each}" Print Assumptions {each}.' for each in asked]
    with tempfile.TemporaryDirectory(prefix="exactdp-") as made:
        folder = Path(made)
        Path(folder, "axioms.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = library.coqc(folder, "axioms")
        if done.returncode:
            raise NotChecked(f"Coq does not know the theorems of its library: {' '.join(done.stderr.split())}")
        return [Path(folder, f"{each}.out").read_text(encoding="utf-8") for each in asked]
