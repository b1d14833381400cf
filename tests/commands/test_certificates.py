"""`exactdp certify`, `verify` and `export`."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from exactdp import files, kernel
from exactdp.geometric import geometric
from tests.commands.running import DATA, KERNEL, Run, refusal

CLAIMS = [
    ("appendix_b.csv", "stochastic", ()),
    ("appendix_b.csv", "level", ()),
    ("appendix_b.csv", "private", ("--alpha", "1/2")),
    ("appendix_b.csv", "not-private", ("--alpha", "3/4")),
    ("appendix_b.csv", "not-private", ("--alpha", "1/2", "--neighbours", "complete")),
    ("appendix_b.csv", "approximately-private", ("--alpha", "3/4", "--delta", "1/2")),
    ("appendix_b.csv", "not-approximately-private", ("--alpha", "1", "--delta", "1/6")),
    ("appendix_b.csv", "not-vertex", ()),
    ("appendix_b.csv", "not-derivable", ("--alpha", "1/2")),
    ("appendix_b.csv", "not-derivable", ("--from", "g.csv")),
    ("appendix_b.csv", "derivable", ("--alpha", "1/4")),
    ("figure_2.csv", "vertex", ("--alpha", "1/2")),
    ("figure_2.csv", "derivable", ("--alpha", "1/2")),
    ("figure_2.csv", "not-vertex", ("--epsilon", "1")),
]


@pytest.mark.parametrize(("file", "claim", "options"), CLAIMS)
def test_every_claim_is_certified_or_refused(run: Run, file: str, claim: str, options: tuple[str, ...]) -> None:
    files.write(geometric(3, "1/2"), "g.csv")
    ran = run("certify", file, "--claim", claim, *options, "-o", "c.cert")
    assert ran.code == 0
    sentence, said = ran.out.splitlines()
    assert said.startswith(f"{claim}: accepted by the kernel, statement sha256 ")
    data = Path("c.cert").read_bytes()
    accepted = kernel.check(data)
    assert (accepted.kind, accepted.sentence) == (claim, sentence)
    assert run("certify", file, "--claim", claim, *options).out.encode() == data
    assert json.loads(run("certify", file, "--claim", claim, *options, "--json").out) == {
        "kind": claim,
        "sentence": sentence,
        "statement_sha256": accepted.digest,
        "certificate": data.decode(),
    }
    ran = run("verify", "c.cert", "--against", file)
    assert ran == (0, f"accepted, about {file}: {sentence}\nstatement sha256: {accepted.digest}\n", "")
    if claim in ("stochastic", "level"):
        return
    # The opposite is false: one line says so, and no file is written.
    opposite = claim.removeprefix("not-") if claim.startswith("not-") else f"not-{claim}"
    ran = run("certify", file, "--claim", opposite, *options, "-o", "d.cert")
    assert (ran.code, ran.out) == (1, "")
    said, *notes = ran.err.splitlines()
    assert said == f"exactdp: not so: {sentence}; ask for --claim {claim}"
    assert len(notes) == ("--epsilon" in options)
    assert not Path("d.cert").exists()


def test_what_certify_claims_unless_told(run: Run) -> None:
    files.write(geometric(3, "1/2"), "g.csv")
    for options, kind in [
        ((), "level"),
        (("--neighbours", "complete"), "level"),
        (("--alpha", "1/2"), "private"),
        (("--epsilon", "3"), "private"),
        (("--alpha", "3/4", "--delta", "1/2"), "approximately-private"),
        (("--from", "appendix_b.tex"), "derivable"),
    ]:
        assert run("certify", "appendix_b.csv", *options).out.splitlines()[1] == f"statement {kind}"


def test_certify_takes_no_option_that_it_would_ignore(run: Run) -> None:
    for claim, options, wrong in [
        ("level", ("--alpha", "1/2"), "--alpha"),
        ("level", ("--epsilon", "1"), "--epsilon"),
        ("stochastic", ("--neighbours", "path"), "--neighbours"),
        ("private", ("--from", "g.csv"), "--from"),
        ("private", ("--alpha", "1/2", "--delta", "0"), "--delta"),
        ("not-derivable", ("--alpha", "1/2", "--neighbours", "complete"), "--neighbours"),
    ]:
        message = refusal(run("certify", "appendix_b.csv", "--claim", claim, *options))
        assert message == f"--claim {claim} says nothing about {wrong}: leave it out, or make another claim"
    for claim in ("private", "not-private", "derivable", "not-derivable"):
        message = refusal(run("certify", "appendix_b.csv", "--claim", claim))
        assert message == "this needs a level: write --alpha 1/2, or --epsilon 1"
    assert "not 3/4-private" in refusal(run("certify", "appendix_b.csv", "--claim", "vertex", "--alpha", "3/4"))


def test_verify(run: Run) -> None:
    run("certify", "appendix_b.csv", "--alpha", "1/2", "-o", "good.cert")
    good = Path("good.cert").read_text()
    Path("bad.cert").write_text(good.replace("alpha 1/2", "alpha 2/3"))
    Path("cut.cert").write_text(good[:-5])
    run("geometric", "-n", "3", "--alpha", "1/2", "-o", "g.csv")
    Path("near.csv").write_text(
        (DATA / "appendix_b.csv").read_text().replace("13/18, 1/9, 1/18, 1/9", "1/4,1/4,1/4,1/4")
    )
    rejected = run("verify", "bad.cert")
    assert (rejected.code, rejected.err) == (1, "")
    assert re.fullmatch("rejected: .*\n", rejected.out)
    for malformed in ("cut.cert", "appendix_b.csv"):
        ran = run("verify", malformed)
        assert (ran.code, ran.err) == (2, "")
        assert re.fullmatch("malformed: line .*\n", ran.out)
        found = json.loads(run("verify", malformed, "--json").out)
        assert found == {"verdict": "malformed", "reason": ran.out.removeprefix("malformed: ").strip()}
    for other, difference in [
        ("figure_2.csv", "its matrix is 4 × 4 and the file's 6 × 6"),
        ("g.csv", "row 1, column 1 is 1/9 in the statement and 2/3 in the file"),
        ("near.csv", "row 4, column 1 is 13/18 in the statement and 1/4 in the file"),
    ]:
        reason = f"the statement is not about {other}: {difference}"
        assert run("verify", "good.cert", "--against", other) == (1, f"rejected: {reason}\n", "")
        found = json.loads(run("verify", "good.cert", "--against", other, "--json").out)
        assert found == {"verdict": "rejected", "reason": reason}
    found = json.loads(run("verify", "good.cert", "--against", "appendix_b.tex", "--json").out)
    assert (found["verdict"], found["kind"]) == ("accepted", "private")
    assert "no such file" in refusal(run("verify", "good.cert", "--against", "none.csv"))
    assert "no such file" in refusal(run("verify", "none.cert"))
    assert run("verify", "-", "--against", "appendix_b.csv", stdin=good.encode()).code == 0
    # A certificate is no mechanism.
    assert refusal(run("check", "good.cert")) == "good.cert: this is a certificate: use `exactdp verify`"


def test_against_compares_the_matrix_and_nothing_else(run: Run) -> None:
    run("certify", "appendix_b.csv", "--claim", "derivable", "--alpha", "1/4", "-o", "derivable.cert")
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
    run("certify", "decimals.csv", "-o", "decimals.cert")
    files.write(geometric(3, "1/4"), "source.csv")
    assert run("verify", "derivable.cert", "--against", "labelled.csv").code == 0
    for name in ("decimals.csv", "unreduced.json", "matrix.tex"):
        assert run("verify", "decimals.cert", "--against", name).code == 0
    for name in (*other, "source.csv"):
        ran = run("verify", "derivable.cert", "--against", name)
        assert (ran.code, ran.err) == (1, "")
        assert ran.out.startswith(f"rejected: the statement is not about {name}: ")
    # A mechanism that is stated as built is compared as it is written out.
    run("certify", "source.csv", "-o", "source.cert")
    assert b"geometric" in Path("source.cert").read_bytes()
    assert run("verify", "source.cert", "--against", "source.csv").code == 0
    assert run("verify", "source.cert", "--against", "appendix_b.csv").code == 1


def test_the_kernel_alone_accepts_the_certificates(run: Run) -> None:
    for claim, options in [("level", ()), ("not-vertex", ()), ("not-derivable", ("--alpha", "1/2"))]:
        run("certify", "appendix_b.csv", "--claim", claim, *options, "-o", f"{claim}.cert")
        ran = subprocess.run(
            [sys.executable, "-I", "-S", KERNEL, f"{claim}.cert"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout == run("verify", f"{claim}.cert").out
