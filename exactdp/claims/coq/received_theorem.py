"""Check a Coq file that somebody sent from outside: compare it with the export of its certificate.

The file is never run. A Coq file can change notations, print any words and write files, so Coq's output for it proves
nothing. Exports are deterministic: a file that is the export, byte for byte, states what the certificate states.
"""

from exactdp.arithmetic.errors import Undecided
from exactdp.certificates.certificate import Verified
from exactdp.certificates.coq_export import coq, required_file
from exactdp.claims.coq.library import compiled
from exactdp.claims.evidence import Failed, NotChecked
from exactdp.linear_programs.searching import Progress, silent

SHOWN = 40
"""How many characters of a line that differs are shown."""


class Different(Failed):
    """A received file is not the export of its certificate.

    >>> raise Different("line 1, column 1 is the end of the file where the export has '(**'")
    Traceback (most recent call last):
    exactdp.claims.coq.received_theorem.Different: line 1, column 1 is the end of the file where the export has '(**'
    """


def confirm(received: bytes, judged: Verified, progress: Progress = silent) -> str:
    """Return the version of the Coq that accepts the theorem of a received file, which is a certificate's export.

    Coq gets the export as this package writes it, never the received bytes.
    Raises: `Different` if the received bytes differ; `Failed` if Coq refuses the theorem; `NotChecked` if Coq is not
    installed, or if an unsupported version of Coq refuses it; `Undecided` if Coq does not end; `InputError` if the
    certificate cannot be exported.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.mechanism import Mechanism
    >>> judged = certify(Mechanism([[1]]))
    >>> weaker = coq(judged.certificate.data).replace("stochastic 1 1 x", "True")
    >>> confirm(weaker.encode("ascii"), judged)
    Traceback (most recent call last):
    exactdp.claims.coq.received_theorem.Different: line 14, column 3 is 'True.' where the export has 'stochastic 1 1 x.'
    """
    exported = coq(judged.certificate.data)
    different = difference(received, exported.encode("ascii"))
    if different:
        raise Different(different)
    try:
        library = compiled(progress)
        library.prove(exported, required_file(exported))
    except NotChecked as error:
        raise NotChecked(f"compared, not compiled: {error}") from None
    except Undecided as error:
        raise Undecided(f"compared, not compiled: {error}") from None
    return library.version


def difference(received: bytes, exported: bytes) -> str:
    r"""Return where a received file first differs from an export; "" if the bytes are the same.

    >>> difference(b"Theorem statement :\n  True.\n", b"Theorem statement :\n  stochastic 1 1 x.\n")
    "line 2, column 3 is 'True.' where the export has 'stochastic 1 1 x.'"
    >>> difference(b"Qed.\r\n", b"Qed.\n")
    "line 1, column 5 is '\\r' where the export has the end of the line"
    >>> difference(b"Qed.\n", b"Qed.\n")
    ''
    """
    if received == exported:
        return ""
    pairs = enumerate(zip(received, exported, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(received), len(exported)))
    line = exported.rfind(b"\n", 0, same) + 1
    # From the start of the word that differs, so that it can be read, unless one of the lines ends there.
    start = max(line, exported.rfind(b" ", 0, same) + 1)
    if same - start > SHOWN or any(text[same : same + 1] in (b"", b"\n") for text in (received, exported)):
        start = same
    row, column = exported.count(b"\n", 0, start) + 1, start - line + 1
    return f"line {row}, column {column} is {_line(received, start)} where the export has {_line(exported, start)}"


def _line(text: bytes, start: int) -> str:
    """Return the rest of a line, as one line of ASCII."""
    if start == len(text):
        return "the end of the file"
    rest = text[start:].partition(b"\n")[0]
    if not rest:
        return "the end of the line"
    return repr(rest[:SHOWN])[1:] + "…" * (len(rest) > SHOWN)
