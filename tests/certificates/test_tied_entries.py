"""The blocks of tied entries: as many unknowns as the kernel has, and equations that determine them."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from exactdp import kernel
from exactdp.certificates.statements import RationalStatement, paid, read_certificate
from exactdp.certificates.tied_entries import Blocks, blocks_of_optima, blocks_of_vertex, equations
from exactdp.polytope.independence import independence_with_inverse
from tests.kernel_cases import CORPUS

ACCEPTED = CORPUS / "accept"
VERTICES = sorted(ACCEPTED.glob("vertex*.cert"))
OPTIMA = [
    path
    for path in sorted(ACCEPTED.glob("only_optimal*.cert"))
    if not re.search(rb"exponent [0-9]+ (?!1\n)", path.read_bytes())
]


def check_ties(found: Blocks) -> None:
    """Each block is a tree of ties: every entry but the first is tied once, to an entry of its block."""
    assert len(set(found.roots)) == len(found.roots)
    for i, k, r in found.ties:
        assert found.labels[i][r] == found.labels[k][r]
    tied = [(i, r) for i, _, r in found.ties]
    assert len(set(tied)) == len(tied) and set(tied).isdisjoint(found.roots)
    assert all(r <= after for r, after in pairwise(r for _, r in found.roots))


@pytest.mark.parametrize("path", VERTICES, ids=lambda path: path.stem)
def test_a_vertex_has_the_unknowns_of_the_kernel(path: Path) -> None:
    def of(kind: str, text: RationalStatement) -> tuple[int, Blocks]:
        x = text.mechanism("mechanism")
        privacy = text.privacy(x.height)
        text.proof()
        text.integers("modulus", 1)
        return kernel.equations_of_vertex(x, privacy)[0], blocks_of_vertex(x, privacy)

    unknowns, found = read_certificate(path.read_bytes(), of)
    assert len(found.roots) == unknowns
    check_ties(found)


@pytest.mark.parametrize("path", OPTIMA, ids=lambda path: path.stem)
def test_the_equations_of_an_only_optimum_determine_its_unknowns(path: Path) -> None:
    def of(kind: str, text: RationalStatement) -> tuple[Blocks, list[list[int]]]:
        x = text.mechanism("mechanism")
        problem, dual = text.best(x)
        support, active = text.only(problem, dual)
        found = blocks_of_optima(problem, *paid(problem, dual))
        return found, [*equations(x, problem, found, support, active)]

    found, rows = read_certificate(path.read_bytes(), of)
    check_ties(found)
    assert {len(row) for row in rows} == {len(found.roots)}
    assert independence_with_inverse(rows) is not None
