"""The verified checker: the program that `checkers/verified/build` extracts from the Coq library.

By the theorem `accept_sound` of Accepting.v, its source accepts only texts of true statements. Installed packages do
not include the program; one command builds it in a source checkout.
"""

import subprocess
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from exactdp.arithmetic.errors import InputError
from exactdp.certificates.inverses import with_inverse

CODES = {0: "accepted", 1: "rejected", 2: "malformed"}
"""The verdicts by exit code of the program; the code 2 may also mean that it does not judge the certificate."""


@dataclass(frozen=True)
class Judgement:
    """A verdict of the verified checker, with its reason: `accepted`, `rejected`, `malformed` or `not judged`.

    An accepted verdict has the statement, as parsed and printed by the checker.
    """

    verdict: str
    reason: str
    statement: bytes = b""

    @property
    def digest(self) -> str:
        """The SHA-256 of the statement."""
        return sha256(self.statement).hexdigest()


def program() -> Path:
    """Return the path of the program.

    Raises: `InputError` if it is not built.

    >>> from unittest.mock import patch
    >>> with patch.object(Path, "is_file", return_value=True):
    ...     program().name
    'verified'
    """
    found = Path(__file__).resolve().parents[2] / "checkers" / "verified" / "built" / "verified"
    if not found.is_file():
        raise InputError("the verified checker is not built: run checkers/verified/build in exactdp's source checkout")
    return found


def judge(data: bytes, checker: Path | None = None) -> Judgement:
    """Verify a certificate with the verified checker; `checker` replaces the default path of the program.

    Before that, a modulus is replaced by an inverse, which the checker needs; the statement stays unchanged. The
    checker inherits the current limits of memory and time.
    Raises: `InputError` if it is not built, or cannot be run.

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
