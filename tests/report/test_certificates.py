"""Certificates as reports: the whole sentence, and the text if requested."""

from exactdp import Mechanism, certify, geometric, private
from exactdp.report import certificates
from exactdp.report.terminal import WIDTH, as_text

DONE = certify(private(geometric(n=30, alpha="1/2"), "1/2"))


def test_a_claim_and_its_opposite() -> None:
    holds = certificates.claim("private", DONE)
    assert holds.values == {"claim": "private", "holds": True, "certificate": DONE}
    assert certificates.claim("not-private", DONE).values["holds"] is False
    written = certificates.claim("private", DONE, written_out=True)
    assert written.values["text"].encode() == DONE.certificate.data
    assert written.topics == holds.topics


def test_the_sentence_of_the_kernel_is_one_line_however_long() -> None:
    long = certify(private(Mechanism([["1/2", "1/2"]] * 2, ["a", "b"]), "1/2"))
    for done in (DONE, long):
        for report, first in [
            (certificates.claim("private", done), done.sentence),
            (certificates.acceptance(done), f"accepted: {done.sentence}"),
            (certificates.acceptance(done, "m.csv"), f"accepted, about m.csv: {done.sentence}"),
        ]:
            assert as_text(report).split("\n")[0] == first
    reason = "the statement is not about m.csv: " + "row 1 " * 30
    assert as_text(certificates.refusal("rejected", reason)) == f"rejected: {reason}".rstrip()
    assert len(reason) > WIDTH


def test_a_judgement_has_the_lines_of_the_statement() -> None:
    accepted = certificates.acceptance(DONE)
    assert accepted.values == {"verdict": "accepted", "certificate": DONE}
    _, *lines, digest = as_text(accepted).splitlines()
    assert lines == [f"  {line}" for line in DONE.statement.splitlines()[1:]]
    assert lines[0] == "  statement private"
    assert digest == f"statement sha256: {DONE.digest}"
    assert accepted.title == f"accepted: {DONE.sentence}"
    proved = certificates.acceptance(DONE, theorem=("level.v", "8.16.1"))
    assert proved.values == {"verdict": "accepted", "certificate": DONE, "coq": "8.16.1"}
    assert proved.title == f"accepted, also by Coq 8.16.1: {DONE.sentence}"
    assert as_text(proved).splitlines()[-2:] == [
        digest,
        "level.v is its export, and Coq 8.16.1 accepts the theorem, with nothing assumed",
    ]
    assert certificates.refusal("malformed", "line 1").values == {"verdict": "malformed", "reason": "line 1"}


def test_of_a_long_statement_the_middle_is_left_out() -> None:
    long = certify(private(Mechanism([[f"1/{2**500}", f"{2**500 - 1}/{2**500}"]] * 70, None), "1/2"))
    lines = as_text(certificates.acceptance(long)).splitlines()
    stated = long.statement.splitlines()
    assert len(stated) == 75
    assert len(lines) == 2 + 20 + 1 + 20
    assert lines[21] == "  … 34 lines …"
    assert lines[1:3] == [f"  {line}" for line in stated[1:3]]
    assert lines[3].endswith(" characters)")
    assert lines[-3:-1] == [f"  {line}" for line in stated[-2:]]
