"""Check many theorems in one run of Coq, because loading the library takes longer than checking a theorem.

The assumptions of all theorems, which take Coq minutes, are also computed only once.

`tests/claims/coq/test_library.py` has Coq judge one theorem at a time.
"""

import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from exactdp.certificates.coq_sources import OPENED
from exactdp.claims.coq import axioms
from exactdp.claims.coq import library as coq_library
from exactdp.claims.coq.library import CoqTheorem, Library, compiled, not_allowed
from exactdp.claims.evidence import Failed


def told(verdicts: Mapping[CoqTheorem, bool], root: str) -> Callable[[CoqTheorem], None]:
    """Have Coq find each theorem proved, and nothing assumed, or not proved, as the verdicts say.

    Return what stands in for `coq_library.check`: it passes on what Coq said in that run.
    """
    otherwise, library = coq_library.check, compiled(root=root)
    asked = {theorem: proved for theorem, proved in verdicts.items() if theorem.file not in library.refused}
    _run(library, asked)

    def check(theorem: CoqTheorem) -> None:
        if theorem not in asked:
            otherwise(theorem)
        elif not asked[theorem]:
            raise Failed(f"{theorem.name} of {theorem.file}.v does not prove the statement")

    return check


def _run(library: Library, verdicts: Mapping[CoqTheorem, bool]) -> None:
    lines = [f"From {library.root} Require {' '.join(sorted({theorem.file for theorem in verdicts}))}."]
    for at, (theorem, proved) in enumerate(verdicts.items()):
        lines.append(f"Module t{at}. Import {theorem.file}.{OPENED[library.root]}")
        lines.append(f"Definition stated : Prop := ({theorem.statement}).")
        proof = f"Definition proved : stated := {library.root}.{theorem.file}.{theorem.name}."
        lines += [proof if proved else f"Fail {proof}", f"End t{at}."]
    every = ", ".join(f"t{at}.stated, t{at}.proved" for at, proved in enumerate(verdicts.values()) if proved)
    lines += [f"Definition every := ({every}).", "Print Assumptions every."]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "theorems.v").write_text("\n".join(lines), encoding="utf-8")
        words = [library.program, "-q", "-w", "none", "-Q", str(library.folder), library.root, "theorems.v"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    # `Fail` is an error where Coq takes the proof that it must refuse. What a pair assumes is what its parts do.
    assert done.returncode == 0, done.stderr
    assert not_allowed(library.root, done.stdout) == {}


_known: dict[Path, list[axioms.Assumptions]] = {}


def assumptions_once(library: Library) -> list[axioms.Assumptions]:
    """Return what the theorems of a library assume, as `axioms.assumptions`; ask Coq once in this process."""
    if library.folder not in _known:
        _known[library.folder] = axioms.assumptions(library)
    return _known[library.folder]
