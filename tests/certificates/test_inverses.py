"""Moduli and inverses in proofs: each replaces the other without changing the statement or the verdict."""

from pathlib import Path

import pytest

from exactdp import kernel
from exactdp.certificates.certificate import Malformed, verify
from exactdp.certificates.inverses import with_inverse, with_modulus
from tests.kernel_cases import cases, statement

ACCEPTED, REJECTED = (
    [case for case in cases(folder) if b"\nmodulus " in case.read_bytes()] for folder in ("accept", "reject")
)

VERTEX = b"""exactdp certificate 1
statement vertex
mechanism matrix 2 2
row 4 3 1
row 4 1 3
neighbours path
alpha 1/3
proof
modulus 5
end 9
"""


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda path: path.stem)
def test_there_and_back(case: Path) -> None:
    data = case.read_bytes()
    other = with_inverse(data)
    with pytest.raises(Malformed, match="expected 'modulus' and 1 word after it"):
        kernel.check(other)
    back = with_modulus(other)
    assert back is not None
    assert kernel.check(back).statement == kernel.check(data).statement == verify(other).statement.encode()


@pytest.mark.parametrize("case", REJECTED, ids=lambda path: path.stem)
def test_what_is_rejected_keeps_its_statement(case: Path) -> None:
    data = case.read_bytes()
    assert statement(with_inverse(data)) == statement(data)


@pytest.mark.parametrize(("modulus", "chosen"), [(5, 5), (3, 3), (9, 3), (2**64 + 13, 3), (2**89 - 1, 3)])
def test_the_rows_make_the_identity_of_the_equations(modulus: int, chosen: int) -> None:
    lines = with_inverse(VERTEX.replace(b"modulus 5", b"modulus %d" % modulus)).decode().splitlines()
    assert lines[8] == f"inverse {chosen} 2"
    rows = [[int(word) for word in line.split()[1:]] for line in lines[9:11]]
    columns = ((3, 1), (1, 3))
    assert [[sum(a * b for a, b in zip(row, column, strict=True)) % chosen for column in columns] for row in rows] == [
        [1, 0],
        [0, 1],
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"modulus 5\nend 1\n",
        b"exactdp certificate 1\nproof\ninverse 5 2\nrow 4 3\nend 4\n",
        b"exactdp certificate 1\nproof\ninverse 5 1\nrow 4 3\nend 4\nmore\n",
        b"exactdp certificate 1\nproof\ninverse x 0\nend 3\n",
        VERTEX.replace(b"end 9", b"end 8"),
    ],
)
def test_what_is_malformed_stays_so(data: bytes) -> None:
    assert with_modulus(data) is None
    assert with_inverse(data) == data
    with pytest.raises(Malformed):
        verify(data)
