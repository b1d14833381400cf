"""`exactdp optimal --rows`: mechanisms on databases at the command line."""

import json
from functools import partial
from pathlib import Path

import pytest

from exactdp.certificates.certificate import verify
from exactdp.report.terminal import WIDTH
from tests.commands.running import Run, refusal

BOTH = ("--alpha", "1/2", "--loss", "abs")

FIGURE_4 = (
    "The least expected loss of a 1/2-private mechanism is 331/1200 (≈ 0.2758); exactly one mechanism attains it."
)


@pytest.fixture
def optimal(run: Run) -> Run:
    return partial(run, "optimal")


def test_the_first_user_of_theorem_6_3(optimal) -> None:
    ran = optimal("--rows", "3", *BOTH, "--prior", "0,0,1/4,49/100,1/4,1/100,0,0", "--certificate", "best.cert")
    assert ran.code == 0
    assert ran.out.startswith(FIGURE_4)
    accepted = verify(Path("best.cert").read_bytes())
    assert accepted.kind == "only-optimal"
    assert "(neighbours: hypercube, pairs: 12), has an expected loss below 331/1200" in accepted.sentence


def test_a_prior_on_databases_from_a_file(optimal) -> None:
    Path("prior.csv").write_text("0,0,1/4,49/100,1/4,1/100,0,0\n")
    assert optimal("--rows", "3", *BOTH, "--prior", "prior.csv").out.startswith(FIGURE_4)
    Path("prior.csv").write_text("1/2,1/2\n")
    assert "prior.csv is 1 × 2: write one row of 8" in optimal("--rows", "3", *BOTH, "--prior", "prior.csv").err


@pytest.mark.parametrize("level", [("--alpha", "1/2"), ("--epsilon", "1")])
def test_side_information_is_about_counts_and_shown_as_databases(optimal, level) -> None:
    out = optimal("--rows", "3", *level, "--loss", "abs", "--side-information", "0,2").out
    assert "side information {000, 011, 101, 110}\n" in out


def test_json_has_the_labels(optimal) -> None:
    even = ("--rows", "2", *BOTH, "--prior", "1/3,1/6,1/6,1/3")
    found = json.loads(optimal(*even, "--json").out)
    assert found["mechanism"]["inputs"] == ["00", "01", "10", "11"]
    assert (found["inputs"], found["responses"]) == (["00", "01", "10", "11"], ["0", "1", "2"])
    pairs = [["00", "01"], ["00", "10"], ["01", "11"], ["10", "11"]]
    assert found["neighbours"] == {"name": "hypercube", "pairs": pairs}
    assert found["user"]["loss"]["table"] == [["0", "1", "2"], ["1", "0", "1"], ["1", "0", "1"], ["2", "1", "0"]]
    assert found["value"] == "5/9"
    assert r"\frac{5}{9}" in optimal(*even, "--latex").out


def test_another_optimum_has_labels_too(optimal) -> None:
    Path("loss.csv").write_text("0,0\n0,0\n")
    ran = optimal(
        "--rows", "1", "--values", "no,yes", "--alpha", "1/2", "--loss", "table:loss.csv", "--prior", "uniform"
    )
    lines = [line.split()[0] for line in ran.out.splitlines() if line.split()[0] in ("no", "yes")]
    assert lines == ["no", "yes"] * 2
    assert "no, another optimal mechanism is" in ran.out


def test_side_information_is_on_results(optimal) -> None:
    for relation in ("replace-one", "add-remove"):
        ran = optimal("--rows", "3", "--relation", relation, *BOTH, "--side-information", "0,3", "--json")
        best = json.loads(optimal("-n", "3", *BOTH, "--side-information", "0,3", "--json").out)
        assert json.loads(ran.out)["value"] == best["value"]
    assert json.loads(ran.out)["user"]["side_information"] == [0, 1, 3, 6, 9]


def test_values_by_name(optimal) -> None:
    ran = optimal("--rows", "2", "--values", "a, bc", "--counted", "a", "--relation", "add-remove", *BOTH, "--json")
    assert json.loads(ran.out)["mechanism"]["inputs"] == ["∅", "a", "bc", "a a", "a bc", "bc bc"]
    one = optimal("--rows", "3", "--values", "1", "--relation", "add-remove", *BOTH, "--json")
    path = optimal("-n", "3", *BOTH, "--json")
    assert json.loads(one.out)["value"] == json.loads(path.out)["value"]


def test_the_worst_case_over_all_extensions(optimal) -> None:
    ran = optimal(
        "--rows", "2", "--values", "3", *BOTH, "--prior", "increasing", "--worst-case", "--certificate", "best.cert"
    )
    assert ran.code == 0
    assert all(len(line) <= WIDTH for line in ran.out.splitlines())
    assert "databases     9, neighbours by replace-one: 00, 01, 02, 10, …, 22\n" in ran.out
    accepted = verify(Path("best.cert").read_bytes())
    assert accepted.kind == "optimal"
    assert "the 9 x 3 matrix is optimal" in accepted.sentence
    assert accepted.digest[:16] in ran.out.splitlines()[-1]
    on_results = optimal("-n", "2", *BOTH, "--prior", "increasing").out
    assert ran.out.startswith(on_results)
    found = json.loads(optimal("--rows", "2", *BOTH, "--prior", "increasing", "--worst-case", "--json").out)
    assert found["databases"]["least_favourable"] == ["1/6", "1/6", "1/6", "1/2"]
    assert found["databases"]["results"] == [0, 1, 1, 2]
    assert found["databases"]["certificate"]["kind"] == "optimal"
    latex = optimal("--rows", "2", *BOTH, "--prior", "increasing", "--worst-case", "--latex").out
    assert latex == optimal("-n", "2", *BOTH, "--prior", "increasing", "--latex").out


def test_constraints_name_databases_by_their_labels(optimal) -> None:
    # Of four rows, 0010 is the third database and not the eleventh.
    uniform = (*BOTH, "--prior", "uniform", "--json")
    fixed = json.loads(optimal("--rows", "4", *uniform, "--fix-row", "0010=1/5,1/5,1/5,1/5,1/5").out)
    assert fixed["mechanism"]["rows"][2] == ["1/5"] * 5
    assert fixed["constraints"][0]["entries"][0]["input"] == 2
    ran = optimal("--rows", "2", *BOTH, "--prior", "uniform", "--at-most", "11=1/10", "--json")
    assert json.loads(ran.out)["constraints"][0]["entries"][0]["input"] == 3
    assert optimal("--rows", "2", *BOTH, "--prior", "uniform", "--symmetric").code == 0
    assert optimal("--rows", "1", *BOTH, "--at-most", "0=0", "--at-most", "1=0").code == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--rows", "2", "-n", "3"), "not allowed with argument"),
        ((), "one of the arguments -n --rows is required"),
        (("-n", "2", "--values", "3"), "--values needs databases: write --rows N instead of -n"),
        (("-n", "2", "--counted", "1"), "--counted needs databases"),
        (("-n", "2", "--relation", "add-remove"), "--relation needs databases"),
        (("-n", "2", "--worst-case"), "--worst-case needs databases"),
        (("--rows", "x"), "'x' is not a whole number: write one such as 3"),
        (("--rows", "-1"), "-1 rows: write at least 0"),
        (("--rows", "99999999999999"), "too many databases"),
        (("--rows", "2", "--values", "0"), "a row can have 0 values"),
        (("--rows", "2", "--values", ""), "the value ''"),
        (("--rows", "2", "--values", "1"), "every value is counted"),
        (("--rows", "2", "--counted", "2"), "'2' is counted but not a value: write some of 0, 1"),
        (("--rows", "2", "--relation", "both"), "invalid choice"),
        (("--rows", "2", "--neighbours", "path"), "omit --neighbours"),
        (("--rows", "2", "--lexicographic"), "--lexicographic needs -n"),
        (("--rows", "2", "--values", "3", "--symmetric"), "--symmetric reverses every row"),
        (("--rows", "2", "--relation", "add-remove", "--symmetric"), "--symmetric reverses every row"),
        (("--rows", "2", "--prior", "binomial:1/2"), "'binomial:1/2' is a prior on results: add --worst-case"),
        (("--rows", "2", "--side-information", "3"), "the side information contains 3"),
        (("--rows", "2", "--worst-case"), "needs a prior on counts: write --prior"),
        (("--rows", "2", "--worst-case", "--prior", "uniform", "--symmetric"), "omit --symmetric"),
        (("--rows", "2", "--worst-case", "--prior", "uniform", "--at-most", "00=1"), "omit --at-most"),
        (("--rows", "2", "--worst-case", "--prior", "1/4,1/4,1/4,1/4"), "the prior has 4 probabilities: write 3"),
        (("--rows", "2", "--at-most", "2=1"), "'2' is not one of the 4 databases: write one such as 00, 01, 10, 11"),
        (("--rows", "2", "--at-most", "01"), "'01' has no = after the input"),
    ],
)
def test_what_is_refused(optimal, arguments, says) -> None:
    assert says in refusal(optimal(*arguments, *BOTH))


def test_a_loss_is_rational_and_on_results(optimal) -> None:
    ran = optimal("--rows", "2", "--alpha", "1/2", "--loss", "power:1/2", "--prior", "uniform")
    assert (ran.code, "the loss |i-r|^(1/2) is irrational: on databases write a rational one" in ran.err) == (2, True)
    Path("loss.csv").write_text("0,1\n1,0\n0,0\n1,1\n")
    ran = optimal("--rows", "2", "--alpha", "1/2", "--loss", "table:loss.csv", "--prior", "uniform")
    assert (ran.code, "4 × 2 for 3 inputs" in ran.err) == (2, True)
    assert "this needs a level" in optimal("--rows", "2", "--loss", "abs").err
