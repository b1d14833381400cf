"""The sources of the Coq library."""

from exactdp.certificates.coq_sources import in_order, library


def test_files_come_after_those_they_require() -> None:
    order = in_order(library())
    assert {path.stem for path in library().glob("*.v")} == set(order)
    for at, name in enumerate(order):
        assert set(in_order(library(), name)) <= set(order[: at + 1])
