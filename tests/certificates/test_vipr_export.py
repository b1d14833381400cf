"""The export to VIPR: the program is that of the problem; its proof is accepted if the certificate is true."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactdp import InputError, Mechanism, absolute, geometric, interact, private
from exactdp.answers.optimality import Optimality, decide
from exactdp.certificates import vipr_export
from exactdp.certificates.certificate import Rejected, certify, verify
from exactdp.certificates.vipr_export import VIPR_PROGRAMS, vipr
from exactdp.commands.cli import main
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.users import BayesianUser, MinimaxConsumer, proportional
from exactdp.optimum.problem import Problem
from exactdp.polytope.derivability import Refutation, derive_from
from tests.kernel_cases import CORPUS, cases, kind_of
from tests.strategies import graphs, losses, mechanisms, problems, share_of, users
from tests.vipr import load

VIPRCHK = shutil.which("viprchk")

Verdict = tuple[str, str]


def exported(folder: str) -> dict[str, str]:
    """Return the exports of a folder of the corpus, by the name of the case."""
    found = {}
    for case in cases(folder):
        with suppress(InputError, Rejected):
            found[case.stem] = vipr(case.read_bytes())
    return found


def judged(text: str) -> str:
    verdict, _ = load().judge(text.encode("ascii"))
    return str(verdict)


def claimed(text: str) -> str:
    return re.search(r"^RTP (.*)$", text, re.MULTILINE)[1]


def of_viprchk(text: str, folder: Path) -> bool:
    """Whether viprchk says that it verified exactly the claim; its exit code alone is not enough."""
    assert VIPRCHK is not None
    path = folder / "judged.vipr"
    path.write_text(text, encoding="ascii")
    done = subprocess.run([VIPRCHK, path], capture_output=True, text=True, timeout=60, check=False)
    claim = claimed(text)
    said = "infeasibility" if claim == "infeas" else f"optimal value range [{', '.join(claim.split(' ')[1:])}]"
    return done.returncode == 0 and f"Successfully verified {said}." in done.stdout.splitlines()


# The corpus

NOT_OF_THE_PROGRAM = {
    "optimal_flow_negative_by_one": "flows of one inequality add up to its price, which is positive",
}
"""Certificates that the kernel rejects though their statements are true, and their linear program's proofs right."""


def test_true_certificates_are_accepted() -> None:
    files = exported("accept")
    assert {kind_of(CORPUS / "accept" / f"{name}.cert") for name in files} == {*VIPR_PROGRAMS, "infeasible"}
    assert [name for name, text in files.items() if judged(text) != "accepted"] == []
    assert len(files) > 130


def test_false_certificates_are_refused() -> None:
    files = exported("reject")
    assert {kind_of(CORPUS / "reject" / f"{name}.cert") for name in files} == {*VIPR_PROGRAMS, "infeasible"}
    accepted = {name for name, text in files.items() if judged(text) == "accepted"}
    # Of an optimum that is said to be the only one, or not, the program says that it is one.
    plain = {name: optimum_alone(CORPUS / "reject" / f"{name}.cert") for name in files if "only" in name}
    assert accepted & set(plain) == {name for name, data in plain.items() if by_the_kernel(data)}
    assert accepted - set(plain) == set(NOT_OF_THE_PROGRAM)


def test_what_is_given_is_a_mechanism() -> None:
    given = {"mechanism": {"interaction", "not-derivable"}, "source": {"not-derivable"}}
    for case in cases("reject"):
        why = case.with_suffix(".why").read_text("ascii").removesuffix("\n")
        if kind_of(case) in given.get(why.partition(": row ")[0].removeprefix("the "), ()):
            with pytest.raises(Rejected) as error:
                vipr(case.read_bytes())
            assert str(error.value) == why
            given[why.partition(":")[0].removeprefix("the ")].remove(kind_of(case))
    assert not any(given.values())
    for name in ("interaction", "not_derivable"):
        assert "\n% That the mechanism " in vipr((CORPUS / "accept" / f"{name}.cert").read_bytes())


def optimum_alone(case: Path) -> bytes:
    """Return the certificate that the mechanism is optimal, whether or not another one is."""
    lines = re.sub("statement (not-)?only-optimal", "statement optimal", case.read_text("ascii")).splitlines()
    end = next(at for at, line in enumerate(lines) if line.startswith(("modulus ", "other ")))
    return "\n".join([*lines[:end], f"end {end}", ""]).encode("ascii")


def by_the_kernel(data: bytes) -> bool:
    try:
        return verify(data).kind == "optimal"
    except Rejected:
        return False


@pytest.mark.skipif(VIPRCHK is None, reason="viprchk is not on the path")
def test_viprchk_agrees(tmp_path: Path) -> None:
    files = exported("accept") | exported("reject")
    for name in ("optimal_constraints", "optimal_minimax", "infeasible", "interaction_minimax", "not_derivable"):
        files |= {f"{name}: {what}": text for what, text in spoilt(exported("accept")[name])}
    for name, text in files.items():
        assert of_viprchk(text, tmp_path) == (judged(text) == "accepted"), name


# Random certificates


@share_of(40)
@given(problems())
def test_optima_and_infeasibility(problem: Problem) -> None:
    assume(problem.user.loss.rational)
    found = decide(problem)
    assume(not isinstance(found, Unsolved))
    text = vipr(found.verified.certificate.data)
    assert judged(text) == "accepted"
    if isinstance(found, Optimality):
        value = found.optimum.value
        assert claimed(text) == f"range {value} {value}"
        assert judged(vipr(certify(found.optimum, explicit=True).certificate.data)) == "accepted"
    else:
        assert claimed(text) == "infeas"


@share_of(40)
@given(st.data())
def test_interactions(data: st.DataObject) -> None:
    deployed = data.draw(mechanisms())
    found = interact(data.draw(users(len(deployed))), deployed)
    text = vipr(certify(found).certificate.data)
    assert (judged(text), claimed(text)) == ("accepted", f"range {found.value} {found.value}")


@share_of(40)
@given(st.data())
def test_refutations(data: st.DataObject) -> None:
    source = data.draw(mechanisms())
    found = derive_from(data.draw(mechanisms(height=len(source))), source)
    assume(isinstance(found, Refutation))
    text = vipr(certify(found).certificate.data)
    assert (judged(text), claimed(text)) == ("accepted", "infeas")


@pytest.mark.parametrize(
    "user",
    [
        BayesianUser(absolute(), proportional(range(1, 32))),
        MinimaxConsumer(absolute(), inputs=range(31), side_information=range(31)),
    ],
)
def test_an_optimum_of_thirty_one_inputs(user: Any) -> None:
    found = decide(Problem(user, Fraction(1, 2)))
    assert isinstance(found, Optimality)
    assert judged(vipr(found.verified.certificate.data)) == "accepted"


# The program


@share_of(40)
@given(st.data())
def test_the_program_is_that_of_the_problem(data: st.DataObject) -> None:
    inputs, responses = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 3))
    loss = data.draw(losses(inputs, responses))
    problem = Problem(
        data.draw(users(inputs, st.just(loss))),
        data.draw(st.sampled_from(["0", "1/3", "2/3", "1"])),
        data.draw(graphs(inputs)),
        responses=range(responses),
    )
    found = decide(problem)
    assert isinstance(found, Optimality)
    file = load().read(vipr(found.verified.certificate.data))
    x = data.draw(mechanisms(inputs, responses) | st.just(found.optimum.mechanism))
    expected = [sum(x[i, r] * loss(i, r) for r in range(responses)) for i in range(inputs)]
    values = {f"x_{i}_{r}": x[i, r] for i, r in product(range(inputs), range(responses))}
    if isinstance(problem.user, MinimaxConsumer):
        worst = max(expected[i] for i in problem.user.side_information)
        assert not feasible(file, {**values, "worst": worst - Fraction(1, 7)})
        values["worst"] = total = worst
    else:
        total = sum(p * each for p, each in zip(problem.user.prior, expected, strict=True))
    assert objective(file, values) == total
    assert feasible(file, values) == bool(private(x, problem.alpha, problem.neighbours))
    i, r = data.draw(st.integers(0, inputs - 1)), data.draw(st.integers(0, responses - 1))
    assert not feasible(file, {**values, f"x_{i}_{r}": values[f"x_{i}_{r}"] + 1})


@share_of(40)
@given(st.data())
def test_the_constraints_are_those_of_the_problem(data: st.DataObject) -> None:
    problem = data.draw(problems())
    assume(problem.constraints and problem.user.loss.rational)
    found = decide(problem)
    assume(not isinstance(found, Unsolved))
    file = load().read(vipr(found.verified.certificate.data))
    x = data.draw(mechanisms(problem.inputs, problem.responses))
    values = {f"x_{i}_{r}": x[i, r] for i, r in product(range(problem.inputs), range(problem.responses))}
    values["worst"] = Fraction(100)

    def kept(constraint: Any) -> bool:
        total = sum(a * x[at] for at, a in constraint.coefficients.items())
        return total == constraint.bound if constraint.exactly else total >= constraint.bound

    wanted = bool(private(x, problem.alpha, problem.neighbours)) and all(map(kept, problem.constraints))
    assert feasible(file, values) == wanted


@share_of(60)
@given(st.data())
def test_the_program_of_remaps(data: st.DataObject) -> None:
    deployed = data.draw(mechanisms())
    user = data.draw(users(len(deployed)))
    responses = len(deployed)
    file = load().read(vipr(certify(interact(user, deployed)).certificate.data))
    remap = data.draw(mechanisms(deployed.shape[1], responses))
    induced = deployed @ remap
    expected = [sum(induced[i, r] * user.loss(i, r) for r in range(responses)) for i in range(len(deployed))]
    values = {f"t_{k}_{r}": remap[k, r] for k, r in product(range(len(remap)), range(responses))}
    if isinstance(user, MinimaxConsumer):
        worst = max(expected[i] for i in user.side_information)
        assert not feasible(file, {**values, "worst": worst - Fraction(1, 7)})
        values["worst"] = worst
        assert objective(file, values) == worst
    else:
        assert objective(file, values) == sum(p * each for p, each in zip(user.prior, expected, strict=True))
    assert feasible(file, values)
    assert not feasible(file, {**values, "t_0_0": values["t_0_0"] + 1})


def test_the_program_of_a_derivation() -> None:
    # y·t = x for one t alone, as y is invertible, and that is no remap.
    mechanism, source = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), geometric(n=1, alpha="1/2")
    found = derive_from(mechanism, source)
    assert isinstance(found, Refutation)
    text = vipr(certify(found).certificate.data)
    file = load().read(text)
    values = {"t_0_0": Fraction(5, 4), "t_0_1": Fraction(-1, 4), "t_1_0": Fraction(-1, 4), "t_1_1": Fraction(5, 4)}
    names = re.findall(r"^(\S+) [EG] ", text, re.MULTILINE)[:-1]
    kept = {name: each.holds(numbered(file, values)) for name, each in zip(names, file.constraints, strict=True)}
    assert [name for name, holds in kept.items() if not holds] == ["nonnegative_t_0_1", "nonnegative_t_1_0"]
    assert [name for name in names if not name.startswith("nonnegative")] == [
        *("row_0", "row_1", "equal_0_0", "equal_0_1", "equal_1_0", "equal_1_1")
    ]


def numbered(file: Any, values: dict[str, Fraction]) -> dict[int, Fraction]:
    return {at: values[name] for at, name in enumerate(file.variables)}


def feasible(file: Any, values: dict[str, Fraction]) -> bool:
    return all(constraint.holds(numbered(file, values)) for constraint in file.constraints)


def objective(file: Any, values: dict[str, Fraction]) -> Fraction:
    return sum((value * numbered(file, values)[at] for at, value in file.objective.items()), Fraction(0))


# Corrupted files


def spoilt(text: str) -> Iterator[tuple[str, str]]:
    """Yield corrupted files, each with the change."""
    lines = text.splitlines()
    claim, proof = next(at for at, line in enumerate(lines) if line.startswith("RTP ")), len(lines) - 1

    def changed(at: int, line: str) -> str:
        return "\n".join([*lines[:at], line, *lines[at + 1 :], ""])

    def nearby(at: int, place: int) -> Iterator[tuple[str, str]]:
        words = lines[at].split(" ")
        value = Fraction(words[place])
        for other in {value + Fraction(1, 7), value - Fraction(1, 7), -value, value * 2} - {value}:
            words[place] = str(other)
            yield f"line {at + 1}, word {place + 1} made {other}", changed(at, " ".join(words))

    words = lines[proof].split(" ")
    for place in range(words.index("lin") + 3, words.index("}"), 2):
        yield from nearby(proof, place)
    yield "the last multiple left out", changed(proof, re.sub(r"lin (\d+) (.*) \S+ \S+ }", left_out, lines[proof]))
    yield "no derivation", changed(proof, "").replace("DER 1\n", "DER 0\n")
    if lines[claim] == "RTP infeas":
        yield "0 ≥ 0 derived", changed(proof, re.sub(" G [^ ]* 0 ", " G 0 0 ", lines[proof]))
        yield "a value claimed", changed(claim, "RTP range 0 0")
        return
    value = Fraction(lines[claim].split(" ")[2])
    for other in (value + Fraction(1, 7), value - Fraction(1, 7)):
        claimed = changed(claim, f"RTP range {other} {other}")
        yield f"{other} claimed", claimed
        yield f"{other} claimed and derived", claimed.replace(f"least G {value} OBJ", f"least G {other} OBJ")
    yield "infeasibility claimed", changed(claim, "RTP infeas")
    for place in range(3, len(lines[claim + 2].split(" ")), 2):
        yield from nearby(claim + 2, place)
    yield "no solution", changed(claim + 2, "").replace("SOL 1\n", "SOL 0\n")


def left_out(found: re.Match[str]) -> str:
    return f"lin {int(found[1]) - 1} {found[2]} }}"


@pytest.mark.parametrize(
    "name",
    [
        *("optimal", "optimal_at_zero", "optimal_complete", "optimal_constraints", "optimal_table"),
        *("optimal_minimax", "optimal_minimax_table", "only_optimal_minimax_in_full", "interaction_minimax"),
        *("infeasible", "infeasible_complete", "interaction", "not_derivable"),
    ],
)
def test_corrupted_files_are_refused(name: str) -> None:
    text = vipr((CORPUS / "accept" / f"{name}.cert").read_bytes())
    files = dict(spoilt(text))
    assert [what for what, each in files.items() if judged(each) == "accepted"] == []
    assert len(files) > 10
    assert text not in files.values()


def test_a_file_that_is_cut_off_is_refused() -> None:
    lines = vipr((CORPUS / "accept" / "optimal_minimax.cert").read_bytes()).splitlines(keepends=True)
    assert [at for at in range(len(lines)) if judged("".join(lines[:at])) == "accepted"] == []


# What is written, and what is not


def test_what_stands_in_the_file() -> None:
    assert (
        vipr((CORPUS / "accept" / "optimal_two_inputs.cert").read_bytes())
        == """% exactdp certificate: optimal.
% SHA-256 of its statement: a344dce431601b39a60c77de79fcc7a9d29fb82c5a14588d461500dcc78ce617
% x_i_r is the probability of the response r on the input i.
VER 1.0
VAR 4
x_0_0
x_0_1
x_1_0
x_1_1
INT 0
OBJ min
2 1 2/3 2 1/3
CON 10 4
nonnegative_x_0_0 G 0 1 0 1
nonnegative_x_0_1 G 0 1 1 1
nonnegative_x_1_0 G 0 1 2 1
nonnegative_x_1_1 G 0 1 3 1
row_0 E 1 2 0 1 1 1
row_1 E 1 2 2 1 3 1
private_0_1_0 G 0 2 2 1 0 -1/4
private_0_1_1 G 0 2 3 1 1 -1/4
private_1_0_0 G 0 2 0 1 2 -1/4
private_1_0_1 G 0 2 1 1 3 -1/4
RTP range 1/5 1/5
SOL 1
optimum 4 0 4/5 1 1/5 2 1/5 3 4/5
DER 1
least G 1/5 OBJ { lin 4 4 2/45 5 7/45 6 8/45 9 28/45 } -1
"""
    )


def test_other_kinds_are_refused() -> None:
    kinds = {}
    for case in cases("accept"):
        kind = kind_of(case)
        if kind not in VIPR_PROGRAMS and kind != "infeasible":
            kinds[kind] = case.read_bytes()
    assert len(kinds) == 10
    for kind, data in kinds.items():
        with pytest.raises(InputError) as error:
            vipr(data)
        assert str(error.value) == (
            f"VIPR states optima of linear programs, not certificates of the kind {kind}: export one of the kinds "
            "optimal, only-optimal, not-only-optimal, interaction, not-derivable and infeasible"
        )


@pytest.mark.parametrize("name", ["optimal_root", "only_optimal_root", "interaction_root"])
def test_roots_are_refused(name: str) -> None:
    with pytest.raises(InputError, match=r"^the loss has roots, .*: choose a whole exponent$"):
        vipr((CORPUS / "accept" / f"{name}.cert").read_bytes())


def test_what_is_no_certificate_is_refused() -> None:
    for case in cases("malformed"):
        with pytest.raises(InputError):
            vipr(case.read_bytes())


def test_a_program_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("optimal", "infeasible", "interaction", "not_derivable")
    for name in names:
        data = (CORPUS / "accept" / f"{name}.cert").read_bytes()
        with monkeypatch.context() as patched:
            patched.setattr(vipr_export, "TERMS", 7)
            with pytest.raises(
                InputError, match=r"^the linear program would have about [0-9]+ terms: export one of at most 7"
            ):
                vipr(data)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given_file, target = CORPUS / "accept" / "optimal.cert", tmp_path / "a-b.vipr"
    assert main(["export", "vipr", str(given_file), "-o", str(target)]) == 0
    assert target.read_text(encoding="ascii") == vipr(given_file.read_bytes())
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert "viprchk" in said.err
    assert main(["export", "vipr", str(given_file)]) == 0
    assert capsys.readouterr().out == vipr(given_file.read_bytes())
