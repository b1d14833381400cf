"""Verification of a finished sweep finds every error in the table, the certificates or the specification."""

import shutil
from pathlib import Path

import pytest

from exactdp import BayesianUser, InputError, Mechanism, absolute, certify, geometric, interact, table, uniform
from exactdp.answers import sweep_results
from exactdp.answers.optimality import decide
from exactdp.answers.sweep import TABLE, sweep
from exactdp.answers.sweep_outcome import InstanceOutcome, find
from exactdp.answers.sweep_specification import Instance, Specification, parse
from exactdp.answers.sweep_verification import stated_outcome, verify_sweep
from exactdp.arithmetic.spelling import elided
from exactdp.optimum.problem import Problem

G = geometric(n=2, alpha="1/2")

SPECIFICATION = """
loss = "abs"
[[sweep]]
n = "1..3"
alpha = ["1/4", "1/2"]
[[sweep]]
n = 2
alpha = "1/2"
loss = "power:3/2"
prior = "1/4,1/2,1/4"
[[sweep]]
n = 1
alpha = "1/2"
responses-only = "0"
symmetric = true
[[sweep]]
n = 400
alpha = "1/2"
neighbours = "complete"
[[sweep]]
n = 2
epsilon = [1, "1e-300"]
neighbours = ["path", "complete"]
[[sweep]]
mechanism = "m.csv"
side-information = "0,1"
"""


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("swept")
    (folder / "m.csv").write_text("3/4,1/4\n1/4,3/4\n")
    sweep(parse(SPECIFICATION, folder=folder), folder, certificates=folder / "proofs")
    return folder


@pytest.fixture
def asked(swept: Path, tmp_path: Path) -> Specification:
    shutil.copytree(swept, tmp_path, dirs_exist_ok=True)
    return parse(SPECIFICATION, folder=tmp_path)


def test_what_was_swept_is_confirmed_by_one_process_and_by_two(asked: Specification, tmp_path: Path) -> None:
    for jobs in (1, 2):
        found = verify_sweep(asked, tmp_path, tmp_path / "proofs", jobs=jobs)
        assert (found.confirmed, found.unsolved, found.wrong) == (13, 1, ())
        # What has no answer is not confirmed.
        assert not found


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("instance", "0" * 64),
        ("n", 2),
        ("alpha", "1/5"),
        ("loss", "squared"),
        ("side_information", "0"),
        ("verdict", "impossible"),
        ("verdict", "unsolved"),
        ("value", "1/4"),
        ("value_decimal", "0.25"),
        ("unique", False),
        ("unique", None),
        ("kind", "optimal"),
        ("theorem", "none"),
        ("statement_sha256", "0" * 64),
        ("certificate_sha256", "../m.csv"),
        ("reason", "because"),
    ],
)
def test_a_changed_cell_is_found(asked: Specification, tmp_path: Path, column: str, value: object) -> None:
    rows = sweep_results.read_results(tmp_path / TABLE)
    assert rows[0][column] != value
    rows[0][column] = value
    sweep_results.write(rows, tmp_path / TABLE)
    found = verify_sweep(asked, tmp_path, tmp_path / "proofs")
    assert [number for number, _ in found.wrong] == [1]
    assert found.wrong[0][1].startswith(f"{column} is {elided(str(value))} in the table")
    assert not found


def test_a_certificate_is_about_the_epsilon_of_its_row() -> None:
    words = 'n = 2\nepsilon = {}\nloss = "{}"\nneighbours = ["path", "complete"]'
    for instance in parse(words.format(1, "abs")).instances:
        _, (certificate,) = find(instance)
        assert stated_outcome(instance, certificate) == find(instance)[0]
        others = [words.format('"1.001"', "abs"), words.format(1, "squared"), words.format(1, "abs").replace("2", "3")]
        for each in (other for written in others for other in parse(written).instances):
            with pytest.raises(InputError, match=r"the certificate is (not )?about"):
                stated_outcome(each, certificate)
    # A level above e^-1, but not just above, has another answer.
    (far,) = parse('n = 2\nalpha = "37/100"\nloss = "abs"\nneighbours = "complete"').instances
    with pytest.raises(InputError, match=r"not about a level just above e\^-1"):
        stated_outcome(parse(words.format(1, "abs")).instances[1], find(far)[1][0])


def test_a_lower_bound_has_its_own_certificate(tmp_path: Path) -> None:
    asked = parse('n = 1\nepsilon = [1, 2]\nloss = "power:1/2"\nprior = "uniform"')
    sweep(asked, tmp_path, certificates=tmp_path)
    assert verify_sweep(asked, tmp_path, tmp_path)
    first, second = rows = sweep_results.read_results(tmp_path / TABLE)
    assert (first["value"], first["value_below"]) == ("63812/237271", "18089/67260")
    # The certificates are found again where they are missing.
    (tmp_path / f"{first['certificate_below_sha256']}.cert").unlink()
    assert not verify_sweep(asked, tmp_path, tmp_path)
    assert sweep(asked, tmp_path, certificates=tmp_path).earlier == 1
    assert verify_sweep(asked, tmp_path, tmp_path)
    digest = "certificate_below_sha256"
    changes = [
        ({"value_below": "1/4"}, "value_below is 1/4 in the table, and 18089/67260 by "),
        ({digest: None}, "value_below is 18089/67260 in the table, and None by "),
        ({digest: "../a"}, "certificate_below_sha256 is ../a in the table: this is not the name of a certificate"),
        ({digest: first["certificate_sha256"]}, "the certificate is not about a level just below e^-1"),
        ({digest: second[digest]}, "the certificate is not about a level just below e^-1"),
        ({"certificate_sha256": first[digest]}, "the certificate is not about a level just above e^-1"),
    ]
    for change, reason in changes:
        sweep_results.write([first | change, *rows[1:]], tmp_path / TABLE)
        ((number, wrong),) = verify_sweep(asked, tmp_path, tmp_path).wrong
        assert number == 1 and wrong.startswith(reason)
    # An optimum that is decided at e^-1 itself needs no lower bound, and its certificate is none.
    (exact,) = parse('n = 1\nepsilon = 1\nloss = "abs"').instances
    with pytest.raises(InputError, match=r"not about a level just below e\^-1"):
        stated_outcome(exact, find(exact)[1][0], below=True)


def test_an_answer_that_is_hidden_is_no_answer(asked: Specification, tmp_path: Path) -> None:
    rows = sweep_results.read_results(tmp_path / TABLE)
    for column in ("value", "value_decimal", "unique", "kind", "statement_sha256", "certificate_sha256"):
        rows[0][column] = None
    sweep_results.write(rows, tmp_path / TABLE)
    assert verify_sweep(asked, tmp_path, tmp_path / "proofs").wrong == (
        (1, "certificate_sha256 is None in the table: this is not the name of a certificate"),
    )
    rows[0] |= {"verdict": "unsolved", "reason": "too hard"}
    sweep_results.write(rows, tmp_path / TABLE)
    assert verify_sweep(asked, tmp_path, tmp_path / "proofs").unsolved == 2


def test_it_is_a_yes_where_every_row_is_confirmed(tmp_path: Path) -> None:
    asked = parse('n = [1, 2]\nalpha = "1/2"\nloss = "abs"')
    sweep(asked, tmp_path, certificates=tmp_path)
    assert verify_sweep(asked, tmp_path, tmp_path)
    hidden = [
        sweep_results.row(each, InstanceOutcome(each.key, "unsolved", reason="too hard")) for each in asked.instances
    ]
    sweep_results.write(hidden, tmp_path / TABLE)
    found = verify_sweep(asked, tmp_path, tmp_path)
    assert (bool(found), found.confirmed, found.unsolved, found.wrong) == (False, 0, 2, ())


def test_rows_that_are_others_or_lacking_are_found(asked: Specification, tmp_path: Path) -> None:
    rows = sweep_results.read_results(tmp_path / TABLE)
    sweep_results.write([rows[1], rows[0], *rows[2:]], tmp_path / TABLE)
    assert [number for number, _ in verify_sweep(asked, tmp_path, tmp_path / "proofs").wrong] == [1, 2]
    for some, last in ((rows[:-1], len(rows)), ([*rows, rows[0]], len(rows) + 1)):
        sweep_results.write(some, tmp_path / TABLE)
        found = verify_sweep(asked, tmp_path, tmp_path / "proofs")
        assert found.wrong == ((last, f"{len(some)} rows stand for {len(rows)} instances"),)
        assert found.confirmed == min(len(some), len(rows)) - found.unsolved
    found = verify_sweep(parse('n = "4..9"\nalpha = "1/3"\nloss = "abs"'), tmp_path, tmp_path / "proofs")
    assert (found.confirmed, len(found.wrong)) == (0, 7)


def test_certificates_that_are_missing_changed_or_exchanged_are_found(asked: Specification, tmp_path: Path) -> None:
    rows, proofs = sweep_results.read_results(tmp_path / TABLE), tmp_path / "proofs"
    first, second, third = (proofs / f"{row['certificate_sha256']}.cert" for row in rows[:3])
    first.unlink()
    second.write_bytes(second.read_bytes().replace(b"end ", b"end 1"))
    third.write_bytes((proofs / f"{rows[3]['certificate_sha256']}.cert").read_bytes())
    wrong = dict(verify_sweep(asked, tmp_path, proofs).wrong)
    assert sorted(wrong) == [1, 2, 3]
    assert "this file does not exist" in wrong[1]
    assert "line" in wrong[2]
    assert wrong[3] == "the certificate is about another problem"


def test_a_weaker_certificate_with_its_own_digests_still_contradicts_the_row(tmp_path: Path) -> None:
    asked = parse('n = 1\nalpha = "1/2"\nloss = "abs"')
    sweep(asked, tmp_path, certificates=tmp_path)
    weaker = certify(decide(asked.instances[0].question).optimum)
    outcome = stated_outcome(asked.instances[0], weaker.certificate.data)
    (row,) = sweep_results.read_results(tmp_path / TABLE)
    row |= {"certificate_sha256": outcome.certificate, "statement_sha256": outcome.statement}
    (tmp_path / f"{outcome.certificate}.cert").write_bytes(weaker.certificate.data)
    sweep_results.write([row], tmp_path / TABLE)
    (wrong,) = verify_sweep(asked, tmp_path, tmp_path).wrong
    assert wrong[1].startswith("unique is True in the table, and None by ")


def instance(more: str, folder: Path = Path()) -> Instance:
    return parse(more, folder=folder).instances[0]


@pytest.mark.parametrize(
    "other",
    [
        'n = 2\nalpha = "1/3"\nloss = "abs"\nprior = "uniform"',
        'n = 2\nalpha = "1/2"\nloss = "squared"\nprior = "uniform"',
        'n = 2\nalpha = "1/2"\nloss = "abs"\nprior = "1/2,1/4,1/4"',
        'n = 2\nalpha = "1/2"\nloss = "abs"',
        'n = 2\nalpha = "1/2"\nloss = "abs"\nprior = "uniform"\nneighbours = "complete"',
        'n = 2\nalpha = "1/2"\nloss = "abs"\nprior = "uniform"\nsymmetric = true',
        'n = 3\nalpha = "1/2"\nloss = "abs"\nprior = "uniform"',
    ],
)
def test_a_certificate_is_of_its_own_instance_only(other: str) -> None:
    own = instance('n = 2\nalpha = "1/2"\nloss = "abs"\nprior = "uniform"')
    outcome, (certificate,) = find(own)
    assert stated_outcome(own, certificate) == outcome
    with pytest.raises(InputError, match="the certificate is about another problem"):
        stated_outcome(instance(other), certificate)


def test_the_number_of_responses_is_part_of_the_problem(tmp_path: Path) -> None:
    own = instance('n = 2\nalpha = "1/2"\nloss = "abs"\nprior = "uniform"')
    user = BayesianUser(absolute(), uniform(n=2))
    wider = decide(Problem(user, "1/2", responses=range(4))).verified.certificate.data
    with pytest.raises(InputError, match="about another problem"):
        stated_outcome(own, wider)
    (tmp_path / "m.csv").write_text("4/7,2/7,1/7\n1/4,1/2,1/4\n1/7,2/7,4/7\n")
    deployed = instance('mechanism = "m.csv"\nloss = "abs"\nprior = "uniform"', tmp_path)
    assert stated_outcome(deployed, find(deployed)[1][0]) == find(deployed)[0]
    other = Mechanism([["4/7", "1/7", "2/7"], ["1/4", "1/4", "1/2"], ["1/7", "4/7", "2/7"]])
    for found in (
        interact(user, deployed.question.mechanism, responses=range(4)),
        *(interact(user, each) for each in (other, G)),
    ):
        with pytest.raises(InputError, match="about another problem"):
            stated_outcome(deployed, certify(found).certificate.data)
    with pytest.raises(InputError, match="about another problem"):
        stated_outcome(deployed, wider)


def test_that_there_is_no_mechanism_says_nothing_about_other_mechanisms() -> None:
    none = 'alpha = "{}"\nloss = "abs"\nresponses-only = "0"\nsymmetric = true\nn = 1'
    outcome, (certificate,) = find(instance(none.format("1/2")))
    assert outcome.verdict == "impossible"
    assert stated_outcome(instance(none.format("1/2") + '\nprior = "uniform"'), certificate).verdict == "impossible"
    with pytest.raises(InputError, match="the certificate is about other mechanisms"):
        stated_outcome(instance(none.format("1/3")), certificate)


def test_a_remap_of_more_columns_than_a_table_of_losses_has(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("2/3,1/3\n1/3,2/3\n")
    (tmp_path / "losses.csv").write_text("0,1,2\n2,1,0\n")
    asked = instance('mechanism = "m.csv"\nloss = "table:losses.csv"\nprior = "uniform"', tmp_path)
    outcome, (certificate,) = find(asked)
    assert stated_outcome(asked, certificate) == outcome
    same = interact(
        BayesianUser(table([[0, 1, 2], [2, 1, 0]]), uniform(n=1)), asked.question.mechanism, responses=range(3)
    )
    assert certify(same).certificate.data == certificate
