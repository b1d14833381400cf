"""The assumptions of the theorems of the Coq library, as Coq prints them.

Over the rational numbers they assume nothing. Over the real numbers they may assume only the axioms that Coq's standard
library has for the real numbers.
"""

import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from exactdp.claims.coq.library import Library, assumed, not_allowed
from exactdp.claims.evidence import NotChecked

ONE_BY_ONE = ("Main", "Transfer", "RealDeterminants")
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

    A file that lacks a package is left out. Raises: `NotChecked` if Coq refuses a file.

    >>> assumptions(Library(Path("library"), "coqc", "8.16.1", refused={"Sums": "Coq refuses Sums.v, line 3"}))
    Traceback (most recent call last):
    exactdp.claims.evidence.NotChecked: Coq refuses Sums.v, line 3
    """
    for why in library.refused.values():
        raise NotChecked(why)
    theorems = {
        path.stem: re.findall(r"^Theorem (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        for path in sorted(library.folder.glob("*.v"))
        if path.stem not in library.lacking
    }
    asked = {f"{library.root}.{file}": names for file, names in theorems.items() if names and file not in ONE_BY_ONE}
    asked |= {f"{library.root}.{file}.{name}": [name] for file in ONE_BY_ONE for name in theorems.get(file, ())}
    lines = [f"From {library.root} Require {' '.join(theorems)}."]
    for at, (of, names) in enumerate(asked.items()):
        file = of.removesuffix(f".{names[0]}")
        lines += [f"Definition t{at}_{k} := @{file}.{name}." for k, name in enumerate(names)]
        lines += [f"Definition t{at} := ({', '.join(f't{at}_{k}' for k in range(len(names)))})."]
        lines += [f'Redirect "t{at}" Print Assumptions t{at}.']
    with tempfile.TemporaryDirectory(prefix="exactdp-") as made:
        folder = Path(made)
        Path(folder, "axioms.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = library.coqc(folder, "axioms")
        if done.returncode:
            raise NotChecked(f"Coq does not know the theorems of its library: {' '.join(done.stderr.split())}")
        said = [Path(folder, f"t{at}.out").read_text(encoding="utf-8") for at in range(len(asked))]
    return [
        Assumptions(of, assumed(each), not_allowed(library.root, each)) for of, each in zip(asked, said, strict=True)
    ]
