"""`exactdp export`; the tests of each format are with the room that writes it."""

from pathlib import Path

import pytest

from tests.commands.running import Run, refusal
from tests.diagram_cases import DIAGRAMS
from tests.kernel_cases import CORPUS


@pytest.mark.parametrize("name", ["2best.v", "be-st.v", "best.txt"])
def test_a_name_that_coq_would_not_take_is_refused_before_anything_is_written(run: Run, name: str) -> None:
    assert run("certify appendix_b.csv -o level.cert").code == 0
    said = refusal(run("export coq level.cert -o", name))
    assert said == f"Coq rejects the file name {name}: write letters, digits and _, then .v"


def test_a_file_that_is_not_there(run: Run) -> None:
    for checker in ("coq", "vipr", "latex"):
        assert refusal(run("export", checker, "none.cert")).startswith("none.cert: this file does not exist: ")


def test_a_claim_is_no_certificate(run: Run) -> None:
    said = refusal(run("export coq gupte2010.lemma-3"))
    assert said.startswith("gupte2010.lemma-3: this is a claim: write a certificate; `exactdp prove -v` shows")
    assert refusal(run("export coq lecture.cert")).startswith("lecture.cert: this file does not exist: ")
    Path("lecture.1").write_text("x")
    assert refusal(run("export coq lecture.1")).startswith("lecture.1: this is not a certificate: ")


def test_what_is_rejected_is_not_written(run: Run) -> None:
    for checker in ("vipr", "latex"):
        done = run("export", checker, str(CORPUS / "reject" / "not_derivable_not_stochastic.cert"), "-o", "written")
        assert (done.code, done.out) == (1, "")
        assert done.err.endswith(
            " is rejected, and nothing is written: the mechanism: row 0 has a negative entry or does not sum to 1\n"
        )
        assert not Path("written").exists()


def test_what_cannot_be_exported_is_named(run: Run) -> None:
    for checker in ("coq", "vipr", "latex"):
        said = refusal(run("export", checker, "figure_2.csv"))
        assert said == (
            "figure_2.csv: this is not a certificate: `exactdp certify` writes one, and `exactdp convert` writes a "
            "matrix as LaTeX"
        )
        Path("half.cert").write_text("exactdp certificate 1\n", encoding="ascii")
        said = refusal(run("export", checker, "half.cert"))
        assert said.startswith("half.cert: this is not a certificate: line 2: ")
    assert run("certify appendix_b.csv -o level.cert").code == 0
    said = refusal(run("export vipr level.cert"))
    assert said.startswith("level.cert: VIPR states optima of linear programs, not certificates of the kind level: ")
    for checker in ("coq", "coq-reals", "vipr"):
        said = refusal(run("export", checker, str(DIAGRAMS / "smallest.cert")))
        assert ": this certificate is about every level: Coq and VIPR check only certificates of one level" in said
    for other in ("derivable.cert", "private_edges.cert", "curve.cert"):
        said = refusal(run("export latex", str(DIAGRAMS / other)))
        assert ": this certificate is about every level: of these only a phase diagram has a passage; " in said
    assert run("export latex", str(DIAGRAMS / "smallest.cert")).out.startswith("% optimal: statement sha256 ")
