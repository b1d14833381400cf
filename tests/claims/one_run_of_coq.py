"""Many theorems judged by one run of Coq, which takes longer to load its library than to check any theorem of it.

Nor is Coq asked twice for the assumptions of all theorems, which takes it minutes.

`tests/claims/coq/test_library.py` has Coq judge one theorem at a time.
"""

import json
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from exactdp.certificates.coq_sources import REALS
from exactdp.claims.coq import axioms
from exactdp.claims.coq import library as coq_library
from exactdp.claims.coq.axioms import Assumptions
from exactdp.claims.coq.library import CoqTheorem, Library, compiled, not_allowed, transfer
from exactdp.claims.evidence import Failed
from tests.recorded import ROOT, keep, recall


def told(verdicts: Mapping[CoqTheorem, bool], root: str) -> Callable[[CoqTheorem], None]:
    """Have Coq find each theorem proved, and nothing assumed, or not proved, as the verdicts say.

    Return what stands in for `coq_library.check`: it passes on what Coq said in that run.
    """
    otherwise, library = coq_library.check, compiled(root=root)
    unknown = {*library.lacking, *library.refused}
    asked = {theorem: proved for theorem, proved in verdicts.items() if theorem.file not in unknown}
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
        lines += [f"Module t{at}. Import {theorem.file}.", f"Definition stated : Prop := ({theorem.statement})."]
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


_known: dict[Path, list[Assumptions]] = {}


def assumptions_once(library: Library) -> list[Assumptions]:
    """Return what the theorems of a library assume, as `axioms.assumptions`.

    Coq is asked once in this process, and not at all if it was asked about the same sources when they were recorded.
    """
    if library.folder not in _known:
        lines = None if library.lacking or library.refused else recall(*record_of(library))
        _known[library.folder] = (
            axioms.assumptions(library) if lines is None else [Assumptions(*json.loads(line)) for line in lines]
        )
    return _known[library.folder]


def record_of(library: Library) -> tuple[str, list[Path]]:
    """Return the name of the record of what a library assumes, and the files that the answer depends on."""
    sources = [path for each in (library, *library.beside) for path in sorted(each.folder.glob("*.v"))]
    name = "transfer" if library.beside else library.root
    return f"assumptions_of_{name}_in_Coq_{library.version}", [
        ROOT / "exactdp" / "claims" / "coq" / "axioms.py",
        *sources,
    ]


def record_assumptions() -> None:
    """Ask Coq what the theorems of the library assume, and record it."""
    for library in (compiled(), compiled(root=REALS), transfer()):
        found = axioms.assumptions(library)
        keep(*record_of(library), [json.dumps([each.of, each.axioms, each.not_allowed]) for each in found])
