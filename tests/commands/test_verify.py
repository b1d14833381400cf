"""`exactdp verify`."""

import gzip
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from exactdp import Matrix, files, geometric
from exactdp.certificates import certificate, verified_checker
from exactdp.certificates.certificate import Verified
from exactdp.certificates.verified_checker import Judgement
from exactdp.claims.coq import library
from tests.commands.running import DATA, KERNEL, Run, refusal
from tests.diagram_cases import DIAGRAMS
from tests.report.test_json_writer import check

JUDGED = {"schema": "exactdp 3", "kind": "judgement"}


def test_verify(run: Run) -> None:
    run("certify appendix_b.csv --alpha 1/2 -o good.cert")
    good = Path("good.cert").read_text()
    Path("bad.cert").write_text(good.replace("alpha 1/2", "alpha 2/3"))
    Path("cut.cert").write_text(good[:-5])
    run("geometric -n 3 --alpha 1/2 -o g.csv")
    Path("near.csv").write_text(
        (DATA / "appendix_b.csv").read_text().replace("13/18, 1/9, 1/18, 1/9", "1/4,1/4,1/4,1/4")
    )
    rejected = run("verify bad.cert")
    assert (rejected.code, rejected.err) == (1, "")
    assert re.fullmatch("rejected: .*\n", rejected.out)
    for malformed in ("cut.cert", "appendix_b.csv"):
        for options in ((), ("--json",)):
            assert refusal(run("verify", malformed, *options)).startswith(f"{malformed}: malformed: line ")
    for other, difference in [
        ("figure_2.csv", "its matrix is 4 × 4 and the file's 6 × 6"),
        ("g.csv", "row 1, column 1 is 1/9 in the statement and 2/3 in the file"),
        ("near.csv", "row 4, column 1 is 13/18 in the statement and 1/4 in the file"),
    ]:
        reason = f"the statement is not about {other}: {difference}"
        assert run("verify good.cert --against", other) == (1, f"rejected: {reason}\n", "")
        found = json.loads(run("verify good.cert --against", other, "--json").out)
        assert found == {**JUDGED, "verdict": "rejected", "reason": reason}
    found = json.loads(run("verify good.cert --against appendix_b.tex --json").out)
    assert (found["kind"], found["verdict"], found["certificate"]["kind"]) == ("judgement", "accepted", "private")
    assert "this file does not exist" in refusal(run("verify good.cert --against none.csv"))
    assert "this file does not exist" in refusal(run("verify none.cert"))
    assert run("verify - --against appendix_b.csv", stdin=good.encode()).code == 0
    # A certificate is no mechanism.
    assert refusal(run("check good.cert")) == "good.cert: this is a certificate: use `exactdp verify`"


def test_several_certificates(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("check appendix_b.csv --certificates .")
    good = Path("level.cert").read_text()
    Path("bad.cert").write_text(good.replace("alpha 1/2", "alpha 2/3"))
    Path("cut.cert").write_text(good[:-5])
    alone = {name: run("verify", name, "-q") for name in ("level.cert", "not-vertex.cert", "bad.cert")}
    lines = {name: f"{name}: {ran.out}" for name, ran in alone.items()}
    lines["cut.cert"] = f"{refusal(run('verify cut.cert'))}\n"
    lines["none.cert"] = f"{refusal(run('verify none.cert'))}\n"
    for names, code, title in [
        ("level.cert not-vertex.cert", 0, "2 of 2 certificates are accepted.\n"),
        ("level.cert bad.cert not-vertex.cert", 1, "2 of 3 certificates are accepted.\n"),
        ("cut.cert bad.cert level.cert", 2, "1 of 3 certificates is accepted.\n"),
        ("bad.cert none.cert", 2, "0 of 2 certificates are accepted.\n"),
    ]:
        unread = "; ".join(lines[name].strip() for name in names.split() if name in ("cut.cert", "none.cert"))
        said = f"exactdp: {unread}\n" if unread else ""
        assert run("verify", *names.split()) == (code, title + "".join(lines[name] for name in names.split()), said)
        assert run("verify", *names.split(), "-q") == (code, title, said)
        found = json.loads(run("verify", *names.split(), "--json").out)
        assert (found["kind"], [each["file"] for each in found["files"]]) == ("judgements", names.split())
        for each in found["files"]:
            assert {"bad.cert": "rejected", "cut.cert": "malformed", "none.cert": "malformed"}.get(
                each["file"], "accepted"
            ) == each["verdict"]
    # Standard input has the matrix once, and it is compared with each statement.
    matrix = (DATA / "appendix_b.csv").read_bytes()
    about = run("verify level.cert not-vertex.cert --against -", stdin=matrix)
    assert (about.code, about.out.count("accepted, about standard input: ")) == (0, 2)
    other = run("verify level.cert not-vertex.cert --against figure_2.csv")
    assert (other.code, other.out.count(": rejected: the statement is not about figure_2.csv: ")) == (1, 2)
    assert "none.csv: this file does not exist" in refusal(run("verify level.cert bad.cert --against none.csv"))
    assert "verify each alone" in refusal(run("verify a.v b.v --certificate level.cert"))
    verdicts = {"level.cert": "not judged", "bad.cert": "rejected", "cut.cert": "malformed"}
    for names, code in (("level.cert bad.cert", 1), ("level.cert level.cert", 3), ("bad.cert level.cert cut.cert", 2)):
        judged = iter([Judgement(verdicts[name], "") for name in names.split()])
        monkeypatch.setattr(verified_checker, "judge", lambda data, judged=judged: next(judged))
        assert run("verify --verified", *names.split()).code == code


def test_each_of_several_certificates_has_its_own_time(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("certify appendix_b.csv -o level.cert")

    seen: list[bytes] = []

    def slow_once(data: bytes) -> Verified:
        seen.append(data)
        while len(seen) == 1:
            pass
        return certificate.verify(data)

    monkeypatch.setattr("exactdp.commands.verify.verify", slow_once)
    ran = run("verify level.cert level.cert --time-limit 1")
    assert (ran.code, ran.out.splitlines()[:2]) == (
        3,
        ["1 of 2 certificates is accepted.", "level.cert: not judged: it takes too long"],
    )


def test_what_a_program_did_to_a_certificate_is_named(run: Run) -> None:
    run("certify appendix_b.csv -o good.cert")
    good = Path("good.cert").read_text()
    for changed, said in [
        (good.replace("\n", "\r\n").encode(), "its lines end in CRLF, because a program changed them: use "),
        (good.encode("utf-16"), "it was saved in UTF-16, but a certificate is ASCII: use "),
        (good.encode("utf-16-be"), "it was saved in UTF-16, but a certificate is ASCII: use "),
        (good.encode("utf-8-sig"), "a program put a byte order mark before it: use "),
        (good[:-1].encode(), "its last line is truncated, or lacks its line feed: use the original file"),
        (b"", "this is not a certificate: `exactdp certify` writes one"),
    ]:
        Path("changed.cert").write_bytes(changed)
        assert f"; {said}" in refusal(run("verify changed.cert"))
    Path("changed.cert").write_text(good.replace("level", "levle"))
    assert ";" not in refusal(run("verify changed.cert"))


def test_the_certificate_of_a_phase_diagram(run: Run) -> None:
    good = (DIAGRAMS / "smallest.cert").read_text()
    Path("good.cert").write_text(good)
    Path("bad.cert").write_text(good.replace("value 6 1", "value 6 2"))
    done = run("verify good.cert")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("accepted: for every real alpha between 0 and 1 the given remaps, in 2 phases, of ")
    assert run("verify bad.cert") == (1, "rejected: from 1/5 to 1 some remap may lose less than the value\n", "")
    reason = "the statement is not about appendix_b.csv: it is about remaps of G at every level"
    advice = "compare the certificate of one level, such as best.above.cert"
    assert run("verify good.cert --against appendix_b.csv") == (1, f"rejected: {reason}; {advice}\n", "")
    Path("function.cert").write_text((DIAGRAMS / "private_of_functions.cert").read_text())
    reason = "the statement is not about appendix_b.csv: it is about a mechanism that depends on alpha"
    assert run("verify function.cert --against appendix_b.csv") == (1, f"rejected: {reason}; {advice}\n", "")
    Path("crlf.cert").write_text(good.replace("\n", "\r\n"))
    assert "; its lines end in CRLF, because a program changed them: use " in refusal(run("verify crlf.cert"))
    assert refusal(run("check good.cert")) == "good.cert: this is a certificate: use `exactdp verify`"
    reason = "not judged: the verified checker cannot judge statements about all levels: leave --verified out"
    assert run("verify good.cert --verified") == (3, f"{reason}\n", "")


def test_against_compares_the_matrix_and_nothing_else(run: Run) -> None:
    run("certify appendix_b.csv --claim derivable --alpha 1/4 -o derivable.cert")
    rows = [line.split(",") for line in (DATA / "appendix_b.csv").read_text().replace(" ", "").splitlines()]
    same = {
        "labelled.csv": "input,a,b,c,d\n" + "".join(f"{k}0,{','.join(row)}\n" for k, row in enumerate(rows)),
        "decimals.csv": "\n".join(["0.50,5e-1", "1/4,0.75"]),
        "unreduced.json": '[["4/8", "1/2"], ["2/8", "6/8"]]',
        "matrix.tex": r"\frac14\begin{bmatrix} 2 & 2 \\ 1 & 3 \end{bmatrix}",
    }
    other = {
        "exchanged.csv": "\n".join(",".join(row) for row in (rows[1], rows[0], *rows[2:])),
        # The labels say which row is which, and the statement, whose neighbours go by place, does not know labels.
        "labels_exchanged.csv": "input,a,b,c,d\n" + "".join(f"{k},{','.join(rows[k])}\n" for k in (1, 0, 2, 3)),
        "transposed.csv": "\n".join(",".join(column) for column in zip(*rows, strict=True)),
        "fewer.csv": "\n".join(",".join(row) for row in rows[:3]),
        "almost.csv": ",".join(["0." + "1" * 60, *rows[0][1:]]) + "\n" + "\n".join(",".join(row) for row in rows[1:]),
    }
    for name, text in (same | other).items():
        Path(name).write_text(text + "\n")
    run("certify decimals.csv -o decimals.cert")
    files.write(geometric(n=3, alpha="1/4"), "source.csv")
    assert run("verify derivable.cert --against labelled.csv").code == 0
    for name in ("decimals.csv", "unreduced.json", "matrix.tex"):
        assert run("verify decimals.cert --against", name).code == 0
    for name in (*other, "source.csv"):
        ran = run("verify derivable.cert --against", name)
        assert (ran.code, ran.err) == (1, "")
        assert ran.out.startswith(f"rejected: the statement is not about {name}: ")
    # A mechanism that is stated as built is compared as it is written out.
    run("certify source.csv -o source.cert")
    assert b"geometric" in Path("source.cert").read_bytes()
    assert run("verify source.cert --against source.csv").code == 0
    assert run("verify source.cert --against appendix_b.csv").code == 1


def test_the_kernel_alone_accepts_the_certificates(run: Run) -> None:
    for claim, options in [("level", ()), ("not-vertex", ()), ("not-derivable", ("--alpha", "1/2"))]:
        run("certify appendix_b.csv --claim", claim, *options, "-o", f"{claim}.cert")
        ran = subprocess.run(
            [sys.executable, "-I", "-S", KERNEL, f"{claim}.cert"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        certificate = Path(f"{claim}.cert").read_text()
        statement = certificate[: certificate.index("proof\n")]
        digest = run("verify", f"{claim}.cert").out.splitlines()[-1]
        assert ran.stdout == f"accepted: {claim}\n{statement}{digest}\n"


def test_long_numbers_that_are_shortened_alike_are_told_apart(run: Run) -> None:
    least = Fraction("1" * 40 + "0" * 40 + "1" * 40) / 10**121
    for name, value in (("less", least), ("more", least + Fraction(1, 10**80))):
        files.write(Matrix([[value, 1 - value]]), f"{name}.csv")
    for one, other in (("less", "more"), ("more", "less")):
        assert run("certify", f"{one}.csv", "-o", "c.cert").code == 0
        found = run("verify c.cert --against", f"{other}.csv")
        assert (found.code, found.err) == (1, "")
        assert found.out.endswith(f" in the statement and 1.00e-80 {other} in the file\n")


def test_by_the_verified_checker(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("certify appendix_b.csv -o level.cert")
    statement = Path("level.cert").read_bytes().partition(b"proof\n")[0]
    says = [
        (Judgement("accepted", "level", statement), 0, "accepted: level\n  statement level\n"),
        (Judgement("rejected", ""), 1, "rejected\n"),
        (
            Judgement("not judged", "the loss has roots"),
            3,
            "not judged by the verified checker: the loss has roots\n",
        ),
    ]
    for judgement, code, out in says:
        monkeypatch.setattr(verified_checker, "judge", lambda data, found=judgement: found)
        ran = run("verify --verified level.cert")
        assert (ran.code, ran.err) == (code, "")
        assert ran.out.startswith(out)
        found = json.loads(run("verify --verified level.cert --json").out)
        assert (found["verdict"], found["checker"], check(found)) == (judgement.verdict, "verified", "judgement")
        check(json.loads(run("verify --verified level.cert level.cert --json").out))
    monkeypatch.setattr(verified_checker, "judge", lambda data: Judgement("malformed", ""))
    assert refusal(run("verify --verified level.cert")) == "level.cert: malformed"
    monkeypatch.setattr(verified_checker, "judge", lambda data: says[0][0])
    kernels = run("verify level.cert").out.splitlines()
    assert run("verify --verified level.cert").out.splitlines()[1:] == kernels[1:]
    assert run("verify --verified -q level.cert").out == "accepted: level\n"
    assert run("verify --verified level.cert").out.splitlines()[-1] == kernels[-1]
    assert "not allowed with" in refusal(run("verify --verified level.cert --against appendix_b.csv"))
    said = "--verified judges a certificate itself: leave out --certificate"
    assert refusal(run("verify --verified level.cert --certificate level.cert")) == said
    Path("level.cert.gz").write_bytes(gzip.compress(Path("level.cert").read_bytes()))
    assert refusal(run("verify level.cert.gz")).endswith("; this is a compressed file: decompress it first")
    said = "level.cert: this is a certificate, not a Coq file: leave out --certificate"
    assert refusal(run("verify level.cert --certificate level.cert")) == said


def test_the_verified_checker_that_is_not_built(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("certify appendix_b.csv -o level.cert")
    monkeypatch.setattr(verified_checker, "__file__", str(Path("a/b/c.py").resolve()))
    said = "the verified checker is not built: run checkers/verified/build in exactdp's source checkout"
    assert refusal(run("verify --verified level.cert")) == said


def exported(run: Run) -> None:
    assert run("certify appendix_b.csv -o level.cert").code == 0
    assert run("export coq level.cert -o level.v").code == 0


@pytest.mark.coq
def test_a_coq_file_that_is_the_export_of_its_certificate(run: Run) -> None:
    exported(run)
    alone = run("verify level.cert")
    version = library.compiled().version
    done = run("verify level.v --certificate level.cert")
    said = f"level.v is its export, and Coq {version} accepts the theorem, with nothing assumed\n"
    also = alone.out.replace("accepted: ", f"accepted, also by Coq {version}: ", 1)
    assert done == (0, also + said, "")
    assert run("verify level.v --certificate level.cert --against appendix_b.csv").code == 0
    found = json.loads(run("verify level.v --certificate level.cert --json").out)
    assert found == {**json.loads(run("verify level.cert --json").out), "coq": version}


def test_a_coq_file_that_is_not_the_export_of_its_certificate(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # Whatever is compiled or run here fails.
    monkeypatch.setenv("PATH", "")
    exported(run)
    text = Path("level.v").read_text()
    Path("weaker.v").write_text(re.sub("exact_level.*", "True.", text))
    done = run("verify weaker.v --certificate level.cert")
    reason = (
        "weaker.v is not the export of level.cert: "
        "line 23, column 23 is 'True.' where the export has 'exact_level pairs 4 alpha x.'"
    )
    assert done == (1, f"rejected: {reason}\n", "")
    found = json.loads(run("verify weaker.v --certificate level.cert --json").out)
    assert found == {**JUDGED, "verdict": "rejected", "reason": reason}
    # The certificate is judged first.
    good = Path("level.cert").read_text()
    Path("bad.cert").write_text(good.replace("alpha 1/2", "alpha 2/3"))
    assert run("verify level.v --certificate bad.cert") == run("verify bad.cert")
    assert run("verify level.v --certificate bad.cert").code == 1
    Path("cut.cert").write_text(good[:-5])
    assert run("verify level.v --certificate cut.cert") == run("verify cut.cert")
    assert run("verify level.v --certificate cut.cert").code == 2
    assert run("verify level.v --certificate level.cert --against figure_2.csv").code == 1
    assert "this file does not exist" in refusal(run("verify none.v --certificate level.cert"))


def test_a_coq_file_where_there_is_no_coq(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(library, "_compiled", {})
    exported(run)
    reason = (
        "level.v is the export of level.cert, which the kernel accepts; "
        "compared, not compiled: coqc is not installed (Debian: apt-get install coq)"
    )
    assert run("verify level.v --certificate level.cert") == (3, f"not judged: {reason}\n", "")
    found = json.loads(run("verify level.v --certificate level.cert --json").out)
    assert found == {**JUDGED, "verdict": "not judged", "reason": reason}


def test_a_coq_file_without_its_certificate(run: Run) -> None:
    exported(run)
    said = refusal(run("verify level.v"))
    assert said.startswith("level.v: malformed: line 1: ")
    assert said.endswith("; this is a Coq file: give its certificate by --certificate")
    # The other way round.
    assert refusal(run("verify level.cert --certificate level.v")) == said
