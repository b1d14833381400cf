"""Certificates: the text the kernel decides about, written from a result that carries its evidence.

A `Certificate` is text nobody has judged; a `Verified` one was accepted by the kernel, and only `verify` makes it.
The format is described in CERTIFICATES.md, beside this file.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import singledispatch
from math import lcm
from typing import Any, TypeAlias

from exactdp import kernel
from exactdp.derivability import Derivation, Refutation
from exactdp.geometric import geometric
from exactdp.kernel import Malformed, Rejected
from exactdp.matrix import Matrix
from exactdp.mechanism import Mechanism
from exactdp.neighbours import Neighbours
from exactdp.privacy import Level, Privacy
from exactdp.vertex import Midpoint, Vertex

__all__ = ["Certificate", "Malformed", "Rejected", "Verified", "certify", "verify"]

Result: TypeAlias = Mechanism | Privacy | Level | Derivation | Refutation | Vertex | Midpoint
"""What a certificate can be written of."""


@dataclass(frozen=True)
class Certificate:
    """A certificate that nobody has judged."""

    data: bytes = field(repr=False)

    def __str__(self) -> str:
        return self.data.decode("ascii", "replace")


@dataclass(frozen=True)
class Verified:
    """A certificate that the kernel accepted: what it proved in one sentence, and its statement's digest."""

    certificate: Certificate
    kind: str
    sentence: str
    digest: str
    mechanism: Matrix = field(repr=False)

    def is_about(self, mechanism: Matrix) -> bool:
        """Say whether the statement is about this matrix, entry by entry; labels don't count. Fails: never."""
        return (self.mechanism.numerators, self.mechanism.denominators) == (
            mechanism.numerators,
            mechanism.denominators,
        )


def verify(certificate: Certificate | bytes) -> Verified:
    """Have the kernel judge a certificate.

    Fails: `Rejected` where its proof does not prove its statement, `Malformed` where it is no certificate.

    >>> verify(b"exactdp certificate 1\\nstatement stochastic\\n")
    Traceback (most recent call last):
    exactdp.kernel.Malformed: line 3: the file ends where 'mechanism' is expected
    """
    data = certificate.data if isinstance(certificate, Certificate) else certificate
    accepted = kernel.check(data)
    rows = accepted.mechanism.rows
    matrix = Matrix.from_integers([row for _, row in rows], [denominator for denominator, _ in rows])
    return Verified(Certificate(data), accepted.kind, accepted.sentence, accepted.digest, matrix)


def certify(result: Result, *, explicit: bool = False) -> Verified:
    """Return the certificate of a result, already accepted by the kernel.

    A mechanism is certified to be one; a privacy verdict to be private or not; a level to be exact; a derivation or a
    refutation, a vertex or a midpoint likewise. A mechanism that is some G_{n,α} is stated as that, unless `explicit`.
    Fails: `Rejected` or `Malformed` where the result is false or too large, which no function of this package returns.

    >>> from exactdp.privacy import level
    >>> done = certify(level(Mechanism([["3/4", "1/4"], ["1/5", "4/5"]])))
    >>> print(done.certificate)
    exactdp certificate 1
    statement level
    mechanism matrix 2 2
    row 4 3 1
    row 5 1 4
    neighbours path
    alpha 4/15
    proof
    at 0 1 0
    end 9
    <BLANKLINE>
    >>> done.sentence.partition(", and ")[2]
    'the largest alpha at which it is alpha-private is 4/15 (neighbours: path, pairs: 1)'
    """
    kind, rest = _claim(result, explicit)
    mechanism = result if isinstance(result, Mechanism) else result.mechanism
    lines = ["exactdp certificate 1", f"statement {kind}", *_matrix("mechanism", mechanism, explicit), *rest]
    return verify(Certificate("".join(f"{line}\n" for line in [*lines, f"end {len(lines)}"]).encode("ascii")))


Claim: TypeAlias = tuple[str, Iterable[str]]


@singledispatch
def _claim(result: Any, explicit: bool) -> Claim:
    raise TypeError(f"there is no certificate of a {type(result).__name__}")


@_claim.register
def _(result: Mechanism, explicit: bool) -> Claim:
    return "stochastic", ["proof"]


@_claim.register
def _(result: Privacy, explicit: bool) -> Claim:
    privacy = _privacy(result.neighbours, result.alpha)
    if result.violation is None:
        return "private", [*privacy, "proof"]
    return "not-private", [*privacy, "proof", _at(result.violation)]


@_claim.register
def _(result: Level, explicit: bool) -> Claim:
    witness = [] if result.witness is None else [_at(result.witness)]
    return "level", [*_privacy(result.neighbours, result.alpha), "proof", *witness]


@_claim.register
def _(result: Derivation, explicit: bool) -> Claim:
    common = lcm(*result.remap.denominators)
    scaled = (
        [entry * (common // denominator) for entry in row]
        for row, denominator in zip(result.remap.numerators, result.remap.denominators, strict=True)
    )
    source = _matrix("from", result.source, explicit and result.alpha is None)
    return "derivable", [*source, "proof", f"remap {_integer(common)}", *(_line("row", row) for row in scaled)]


@_claim.register
def _(result: Refutation, explicit: bool) -> Claim:
    losses = sorted(result.losses)
    source = _matrix("from", result.source, explicit and result.alpha is None)
    return "not-derivable", [*source, "proof", f"losses {len(losses)}", *(_line("loss", loss) for loss in losses)]


@_claim.register
def _(result: Vertex, explicit: bool) -> Claim:
    privacy = _privacy(result.neighbours, result.alpha)
    rows = (_line("row", row) for row in result.inverse)
    return "vertex", [*privacy, "proof", _line("inverse", (result.modulus, len(result.inverse))), *rows]


@_claim.register
def _(result: Midpoint, explicit: bool) -> Claim:
    return "not-vertex", [*_privacy(result.neighbours, result.alpha), "proof", "other", *_rows(result.ends[0])]


def _matrix(role: str, matrix: Mechanism, explicit: bool) -> list[str]:
    alpha = None if explicit else _geometric_level(matrix)
    if alpha is not None:
        return [f"{role} geometric {len(matrix) - 1} {_fraction(alpha)}"]
    return [f"{role} matrix {matrix.shape[0]} {matrix.shape[1]}", *_rows(matrix)]


def _geometric_level(matrix: Mechanism) -> Fraction | None:
    """Return α where the matrix is G_{n,α} for some n ≥ 1, within the kernel's limits."""
    size, width = matrix.shape
    if size != width or size < 2 or matrix[0, 0] == 0 or matrix[1, 0] > matrix[0, 0]:
        return None
    alpha = matrix[1, 0] / matrix[0, 0]
    if size > kernel.ENTRIES or size**3 * alpha.denominator.bit_length() > kernel.BITS:
        return None
    same = geometric(size - 1, alpha)
    return alpha if (same.numerators, same.denominators) == (matrix.numerators, matrix.denominators) else None


def _rows(matrix: Matrix) -> Iterator[str]:
    for denominator, row in zip(matrix.denominators, matrix.numerators, strict=True):
        yield _line("row", (denominator, *row))


def _privacy(neighbours: Neighbours, alpha: Fraction) -> list[str]:
    listed = []
    if neighbours.name == "edges":
        listed = [f"edges {len(neighbours.pairs)}", *(_line("edge", pair) for pair in neighbours.pairs)]
    return [f"neighbours {neighbours.name}", *listed, f"alpha {_fraction(alpha)}"]


def _at(witness: Any) -> str:
    return _line("at", (witness.i, witness.k, witness.r))


def _line(keyword: str, numbers: Iterable[int]) -> str:
    return " ".join((keyword, *map(_integer, numbers)))


def _integer(value: int) -> str:
    return str(value) if abs(value) < kernel.DECIMAL else hex(value)


def _fraction(value: Fraction) -> str:
    if value.denominator == 1:
        return _integer(value.numerator)
    return f"{_integer(value.numerator)}/{_integer(value.denominator)}"
