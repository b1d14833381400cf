"""The theorems that Coq has accepted, recorded for readers who do not have Coq.

`proofs/coq/accepted.txt` has one line for each theorem: its name, its file, and a digest of its statement and of all
sources that Coq compiled for it. So a theorem counts as accepted only as long as none of them changes.
"""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from exactdp.certificates.coq_sources import REALS, in_order, library
from exactdp.claims.coq.library import CoqTheorem


@cache
def recorded(theorem: CoqTheorem) -> bool:
    """Return whether Coq has accepted this theorem, with this statement and these sources.

    >>> recorded(CoqTheorem("Sums", "sum_zero", "0 == 1"))
    False
    """
    return _line(theorem) in record_file().read_text(encoding="ascii").splitlines()


def record(theorems: Iterable[CoqTheorem]) -> str:
    """Return the text of the record for these theorems. Write it only after Coq has accepted them.

    >>> record([CoqTheorem("Sums", "sum_zero", "0 == 0")]).split()[:3]
    ['sum_zero', 'of', 'Sums.v']
    """
    return "".join(f"{line}\n" for line in sorted(set(map(_line, theorems))))


def record_file() -> Path:
    """Return the path of the record.

    >>> record_file().name
    'accepted.txt'
    """
    return library() / "accepted.txt"


def _line(theorem: CoqTheorem) -> str:
    if not (library() / f"{theorem.file}.v").is_file():
        return f"{theorem.name} of {theorem.file}.v, which does not exist"
    parts = [theorem.root, theorem.name, theorem.statement]
    parts += [(library() / f"{name}.v").read_text(encoding="utf-8") for name in in_order(library(), theorem.file)]
    if theorem.root == REALS:
        parts.append((library() / "Reals" / "Scalars.v").read_text(encoding="utf-8"))
    digest = sha256(b"".join(sha256(part.encode()).digest() for part in parts)).hexdigest()
    return f"{theorem.name} of {theorem.file}.v {digest}"
