"""`exactdp certify`."""

import json
from pathlib import Path

import pytest

from exactdp import files, geometric, verify
from tests.commands.running import Run, refusal

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
    ("figure_2.csv", "optimal", ("--loss", "power:3/2", "--prior", "1/4,0,1/4,0,1/4,1/4")),
    ("figure_2.csv", "not-optimal", ("--loss", "power:3/2", "--prior", "uniform")),
    ("figure_2.csv", "not-optimal", ("--loss", "power:3/2", "--prior", "1/4,0,1/4,0,1/4,1/4", "--alpha", "1/3")),
    ("appendix_b.csv", "not-optimal", ("--loss", "abs", "--side-information", "0,3", "--neighbours", "complete")),
    ("g.csv", "optimal", ("--loss", "abs", "--prior", "1/4,1/4,1/4,1/4", "--alpha", "1/2")),
]


@pytest.mark.parametrize(("file", "claim", "options"), CLAIMS)
def test_every_claim_is_certified_or_refused(run: Run, file: str, claim: str, options: tuple[str, ...]) -> None:
    files.write(geometric(n=3, alpha="1/2"), "g.csv")
    ran = run("certify", file, "--claim", claim, *options, "-o", "c.cert")
    assert ran.code == 0
    sentence, said = ran.out.splitlines()
    assert run("certify", file, "--claim", claim, *options, "-o", "c.cert", "-q").out == f"{sentence}\n"
    assert said.startswith(f"{claim}: accepted by the kernel, statement sha256 ")
    data = Path("c.cert").read_bytes()
    accepted = verify(data)
    assert (accepted.kind, accepted.sentence) == (claim, sentence)
    assert run("certify", file, "--claim", claim, *options).out.encode() == data
    answer = {
        "schema": "exactdp 3",
        "kind": "certification",
        "certificate": {"kind": claim, "sentence": sentence, "statement_sha256": accepted.digest},
    }
    found = json.loads(run("certify", file, "--claim", claim, *options, "--json").out)
    assert found == {**answer, "claim": claim, "holds": True, "text": data.decode()}
    ran = run("verify -q c.cert --against", file)
    assert ran == (0, f"accepted, about {file}: {sentence}\n", "")
    if claim in ("stochastic", "level"):
        return
    # The opposite is false: one line says so, and no file is written.
    opposite = claim.removeprefix("not-") if claim.startswith("not-") else f"not-{claim}"
    ran = run("certify", file, "--claim", opposite, *options, "-o", "d.cert")
    assert (ran.code, ran.out) == (1, "")
    said, *notes = ran.err.splitlines()
    assert said == f"exactdp: the claim is false: {sentence}; write --claim {claim}"
    assert len(notes) == ("--epsilon" in options)
    # A program reads the same.
    ran = run("certify", file, "--claim", opposite, *options, "-o", "d.cert", "--json")
    assert (ran.code, len(ran.err.splitlines())) == (1, len(notes))
    assert json.loads(ran.out) == {**answer, "claim": opposite, "holds": False}
    assert not Path("d.cert").exists()


def test_what_certify_claims_unless_told(run: Run) -> None:
    files.write(geometric(n=3, alpha="1/2"), "g.csv")
    for options, kind in [
        ((), "level"),
        (("--neighbours", "complete"), "level"),
        (("--alpha", "1/2"), "private"),
        (("--epsilon", "3"), "private"),
        (("--alpha", "3/4", "--delta", "1/2"), "approximately-private"),
        (("--from", "appendix_b.tex"), "derivable"),
    ]:
        assert run("certify appendix_b.csv", *options).out.splitlines()[1] == f"statement {kind}"


def test_a_loss_asks_if_the_mechanism_is_optimal(run: Run) -> None:
    files.write(geometric(n=3, alpha="1/2"), "g.csv")
    assert run("certify g.csv --loss abs --prior uniform").out.splitlines()[1] == "statement optimal"
    assert "write --claim not-optimal\n" in run("certify appendix_b.csv --loss abs").err


def test_certify_takes_no_option_that_it_would_ignore(run: Run) -> None:
    for claim, options, wrong in [
        ("level", ("--alpha", "1/2"), "--alpha"),
        ("level", ("--epsilon", "1"), "--epsilon"),
        ("stochastic", ("--neighbours", "path"), "--neighbours"),
        ("private", ("--from", "g.csv"), "--from"),
        ("private", ("--alpha", "1/2", "--delta", "0"), "--delta"),
        ("not-derivable", ("--alpha", "1/2", "--neighbours", "complete"), "--neighbours"),
        ("level", ("--loss", "abs"), "--loss"),
        ("vertex", ("--side-information", "0,1"), "--side-information"),
        ("optimal", ("--epsilon", "1", "--loss", "abs"), "--epsilon"),
    ]:
        message = refusal(run("certify appendix_b.csv --claim", claim, *options))
        assert message == f"--claim {claim} does not use {wrong}: omit it, or choose another claim"
    for claim in ("private", "not-private", "derivable", "not-derivable"):
        message = refusal(run("certify appendix_b.csv --claim", claim))
        assert message == "this needs a level: write --alpha 1/2, or --epsilon 1"
    assert "not 3/4-private" in refusal(run("certify appendix_b.csv --claim vertex --alpha 3/4"))
    assert "not 3/4-private" in refusal(run("certify appendix_b.csv --claim optimal --alpha 3/4 --loss abs"))
    assert refusal(run("certify appendix_b.csv --claim optimal")) == "this needs a loss: write --loss abs"
