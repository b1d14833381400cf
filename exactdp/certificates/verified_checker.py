"""The verified checker: the program that `checkers/verified/build` extracts from the Coq library.

The theorem `accept_sound` of Accepting.v is about its source: what it accepts is the text of a true statement. The
program is no part of an installed package. It is built in a source checkout, by one command.
"""

import subprocess
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from exactdp.arithmetic.exact import InputError
from exactdp.certificates.inverses import with_inverse

CODES = {0: "accepted", 1: "rejected", 2: "malformed"}
"""The verdicts, by the exit codes of the program; with the code 2 it may also say that it does not judge."""


@dataclass(frozen=True)
class Judgement:
    """A verdict of the verified checker: `accepted`, `rejected`, `malformed` or `not judged`, with why or of what.

    The statement is what the checker read and printed again: it is there where it was accepted.

    >>> Judgement("accepted", "level", b"statement level").digest[:8]
    '1c1bb8ed'
    """

    verdict: str
    reason: str
    statement: bytes = b""

    @property
    def digest(self) -> str:
        """The SHA-256 of the statement."""
        return sha256(self.statement).hexdigest()


def program() -> Path:
    """Return the program's file.

    Raises: `InputError` where it is not built.

    >>> from unittest.mock import patch
    >>> with patch.object(Path, "is_file", return_value=True):
    ...     program().name
    'verified'
    """
    found = Path(__file__).resolve().parents[2] / "checkers" / "verified" / "built" / "verified"
    if not found.is_file():
        raise InputError("the verified checker is not built: say checkers/verified/build in exactdp's source checkout")
    return found


def judge(data: bytes, checker: Path | None = None) -> Judgement:
    """Have the verified checker judge a certificate; `checker` is the program's file where it is not the usual one.

    A modulus is replaced by an inverse first, which leaves the statement as it is: the checker needs one. It inherits
    the limits of memory and time that are set.

    Raises: `InputError` where it is not built, or cannot be run.

    >>> try:
    ...     found = judge(b"no certificate")
    ... except InputError:  # it is not built
    ...     found = Judgement("malformed", "")
    >>> found.verdict
    'malformed'
    """
    file = checker or program()
    try:
        done = subprocess.run([file, "-"], input=with_inverse(data), capture_output=True, check=False)
    except OSError as error:
        raise InputError(f"{file} cannot be run: {error.strerror}") from None
    first, _, rest = done.stdout.partition(b"\n")
    verdict, _, words = first.decode().partition(": ")
    if CODES.get(done.returncode) == verdict:
        return Judgement(verdict, words, rest)
    return Judgement("not judged", words or "it takes too long, or there is not enough memory")
