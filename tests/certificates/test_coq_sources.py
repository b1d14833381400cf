"""The sources of the Coq library."""

from exactdp.certificates.coq_sources import ROOTS, in_order, library, required


def test_files_come_after_those_they_require() -> None:
    order = in_order(library())
    assert {path.stem for path in library().glob("*.v")} == set(order)
    for at, name in enumerate(order):
        assert {each for each in required(library() / f"{name}.v", *ROOTS) if each in order} <= set(order[:at])
    assert in_order(library(), order[0]) == [order[0]]
