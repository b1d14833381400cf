"""The terms of Coq: the names of matrices given as G or as a remap of G, and the proofs about them."""

from fractions import Fraction

import pytest

from exactdp.certificates.coq_terms import NamedMatrix, by, by_parts, integer, pairs_of
from exactdp.kernel import Mechanism, Privacy

HALF = Fraction(1, 2)
WRITTEN = Mechanism(2, 2, [(3, [2, 1]), (3, [1, 2])])
GEOMETRIC = Mechanism(2, 2, [(1, [1, 0]), (1, [0, 1])], HALF)
REMAP = Mechanism(2, 2, [(2, [1, 1]), (2, [0, 2])], HALF)


def test_long_integers_are_hexadecimal_and_negative_ones_in_brackets() -> None:
    assert (integer(10**40 - 1), integer(10**40), integer(-(10**40))) == (
        "9" * 40,
        hex(10**40),
        f"(-{hex(10**40)})",
    )


@pytest.mark.parametrize(
    ("matrix", "names", "written"),
    [
        (WRITTEN, ["x"], "x"),
        (GEOMETRIC, ["x", "written_x"], "written_x"),
        (REMAP, ["remap_x", "x", "written_x"], "written_x"),
    ],
)
def test_a_matrix_given_by_g_is_written_out_as_well(matrix: Mechanism, names: list[str], written: str) -> None:
    found = NamedMatrix("x", matrix)
    assert [name for name, _, _ in found.definitions] == names
    assert (found.written, found.size) == (written, "2 2")


def test_g_is_private_by_its_theorem_up_to_its_level_and_by_its_entries_otherwise() -> None:
    found = NamedMatrix("x", GEOMETRIC)
    at, above = (found.private(Privacy("path", [(0, 1)], alpha)) for alpha in (HALF, Fraction(2, 3)))
    assert at == by("geometric_private_by 1 1 2 alpha")
    assert above == by(f"private_mechanism_by {found.by_written}")
    assert found.private(Privacy("complete", [(0, 1)], HALF)) == above
    assert NamedMatrix("x", REMAP).as_remap("0") == "remap_private_by 1 2 1 2 0 remap_x"


def test_neighbours_off_the_path_are_listed() -> None:
    assert pairs_of(Privacy("cycle", [(0, 1), (0, 2), (1, 2)], HALF), 3) == "[(0, 1); (0, 2); (1, 2)]%nat"


def test_a_proof_names_its_witness() -> None:
    assert by("level_by x", "(i := 0%nat)")[0] == "apply (level_by x) with (i := 0%nat)."
    assert by_parts("term _")[0] == "refine (term _);"
