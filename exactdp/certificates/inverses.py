"""Uniqueness proofs with an inverse matrix instead of a modulus.

To check that equations are linearly independent, the kernel needs only a modulus, and eliminates. The verified checker
reads an inverse of the equations modulo a prime, as the kernel did before version 0.2.0.
"""

import re

from flint import fmpz

from exactdp import kernel
from exactdp.certificates.spelling import integer, line
from exactdp.certificates.statements import Statement
from exactdp.kernel import Malformed, Rejected
from exactdp.polytope.independence import LeftInverse, independence_with_inverse, left_inverse

LARGEST_MODULUS = 2**64 - 1
"""The largest number modulo which FLINT eliminates."""

WITH_MODULUS = re.compile(rb"^modulus ([^\n]*)\nend ([0-9]+)\n\Z", re.MULTILINE)
WITH_INVERSE = re.compile(rb"^inverse ([0-9]+|0x[0-9a-f]+) ([0-9]+)\n((?:row [^\n]*\n)*)end ([0-9]+)\n\Z", re.MULTILINE)


def with_inverse(certificate: bytes) -> bytes:
    """Return a certificate with an inverse instead of the modulus; certificates without a modulus are unchanged.

    If the kernel rejects the proof, the inverse has no rows, so it proves nothing either.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.polytope.vertex import vertex
    >>> text = certify(vertex(geometric(n=1, alpha="1/2"), "1/2")).certificate.data
    >>> text[-16:], with_inverse(text)[-34:]
    (b'modulus 5\\nend 7\\n', b'inverse 5 2\\nrow 4 3\\nrow 3 4\\nend 9\\n')
    """
    found = WITH_MODULUS.search(certificate)
    if found is None:
        return certificate
    try:
        modulus, inverse = _inverse(certificate)
    except Malformed:
        return certificate
    except Rejected:
        modulus, inverse = int(found[1], 0), ()
    lines = [f"inverse {integer(modulus)} {len(inverse)}", *(line("row", row) for row in inverse)]
    lines.append(f"end {int(found[2]) + len(inverse)}")
    return certificate[: found.start()] + "".join(f"{each}\n" for each in lines).encode()


def _inverse(certificate: bytes) -> tuple[int, LeftInverse]:
    """Return a prime, and an inverse of the equations modulo it. Raises: `Malformed`, `Rejected`."""
    text = Statement(certificate)
    text.words("exactdp", 2)
    (kind,) = text.words("statement", 1)
    x = text.mechanism("mechanism")
    if kind == b"vertex":
        privacy = text.privacy(x.height)
        text.proof()
    else:
        problem, dual = text.best(x)
    (modulus,) = text.integers("modulus", 1)
    text.end()
    if kind == b"vertex":
        unknowns, rows = kernel.equations_of_vertex(x, privacy)
    else:
        kernel.check_feasible(x, problem, "the mechanism")
        _, faces = kernel.check_dual(problem, dual)
        unknowns, rows = kernel.equations_of_optima(x, problem, dual, faces)
    matrix = [[row.get(t, 0) for t in range(unknowns)] for row in rows]
    if 1 < modulus <= LARGEST_MODULUS and fmpz(modulus).is_prime():
        inverse = left_inverse(matrix, modulus)
        found = None if inverse is None else (modulus, inverse)
    else:
        # With another modulus, too, the kernel proves the equations independent; a prime is then found for them.
        kernel.check_alone(modulus, unknowns, rows)
        found = independence_with_inverse(matrix)
    if found is None:
        raise Rejected("the equations are dependent")
    return found


def with_modulus(certificate: bytes) -> bytes | None:
    """Return a certificate with only the modulus of its inverse; None if it has no inverse.

    >>> with_modulus(b"exactdp certificate 1\\nproof\\ninverse 5 1\\nrow 4 3\\nend 4\\n")
    b'exactdp certificate 1\\nproof\\nmodulus 5\\nend 3\\n'
    """
    found = WITH_INVERSE.search(certificate)
    if found is None or found[3].count(b"\n") != int(found[2]):
        return None
    return certificate[: found.start()] + b"modulus %b\nend %d\n" % (found[1], int(found[4]) - int(found[2]))
