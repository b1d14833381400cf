"""The export to Coq: what the files say, that Coq compiles the library without axioms, accepts and refuses."""

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from exactdp import coq_export
from exactdp.certificates import certify
from exactdp.claims import coq_library
from exactdp.cli import main
from exactdp.consumers import BayesianUser, MinimaxConsumer, absolute, proportional
from exactdp.coq_export import KINDS, commands, coq
from exactdp.exact import InputError
from exactdp.optimality import Optimality, decide
from exactdp.optimum.problem import Problem
from tests.kernel_cases import CORPUS, cases

COQ = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed: apt-get install coq")

ACCEPTED = """
stochastic stochastic_remap_one_response
private private_geometric_300 private_hypercube private_remap private_without_neighbours
not_private not_private_backwards
level level_remap level_one level_zero level_cycle_of_five
approximately_private approximately_private_at_zero approximately_private_geometric
not_approximately_private
derivable derivable_from_geometric derivable_from_remap derivable_remap
not_derivable
vertex vertex_constant vertex_deterministic vertex_long_numbers
not_vertex
optimal optimal_in_full optimal_asymmetric optimal_minimax optimal_cycle optimal_constraints
only_optimal only_optimal_minimax_in_full only_optimal_hypercube only_optimal_minimax_by_its_constraint
not_optimal not_optimal_minimax
not_only_optimal_edges not_only_optimal_minimax_side not_only_optimal_constraints_complete
infeasible
interaction interaction_minimax
"""

TRUE_THOUGH_REJECTED = "only_optimal_minimax_inverse_wrong only_optimal_at_zero_as_a_remap"
"""True statements whose certificates prove nothing: of a remap of G, Coq is given another inverse."""


def certificate(folder: str, name: str) -> bytes:
    return (CORPUS / folder / f"{name}.cert").read_bytes()


def kind_of(case: Path) -> str:
    return case.read_bytes().split(b"\n")[1].split()[1].decode()


def rational(case: Path) -> bool:
    """Whether the case can be stated about rational numbers, and is of a kind that can be exported."""
    try:
        coq(case.read_bytes())
    except InputError:
        return False
    return True


@pytest.fixture(scope="module")
def compiled() -> Path:
    """The library, compiled."""
    return coq_library.compiled().folder


def coqc(folder: Path, path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["coqc", "-q", "-Q", str(folder), "ExactDP", str(path)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def judged(folder: Path, target: Path, named: tuple[str, bytes]) -> tuple[str, bool, str]:
    """Whether Coq proves what was exported, without axioms, and what it says otherwise."""
    name, data = named
    path = target / f"{re.sub('[^a-z0-9]', '_', name)}.v"
    path.write_text(coq(data), encoding="ascii")
    done = coqc(folder, path)
    return name, done.returncode == 0 and done.stdout == "Closed under the global context\n", done.stderr


def all_judged(folder: Path, target: Path, chosen: list[tuple[str, bytes]]) -> list[tuple[str, bool, str]]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(partial(judged, folder, target), chosen))


def corrupted() -> list[tuple[str, bytes]]:
    """One false certificate of each kind that has one among the kernel's."""
    found: dict[str, tuple[str, bytes]] = {}
    for case in cases("reject"):
        if kind_of(case) not in found and rational(case):
            found[kind_of(case)] = (case.stem, case.read_bytes())
    return list(found.values())


def test_every_kind_has_an_example() -> None:
    names = ACCEPTED.split()
    assert {kind_of(CORPUS / "accept" / f"{name}.cert") for name in names} == {*KINDS, "infeasible"}
    assert {kind_of(CORPUS / "reject" / f"{name}.cert") for name, _ in corrupted()} == {*KINDS, "infeasible"}


@COQ
def test_coq_accepts_true_certificates(compiled: Path, tmp_path: Path) -> None:
    # As the modules of one file, for to load Coq's own library takes longer than to check any of them.
    chosen = {name: certificate("accept", name) for name in ACCEPTED.split()}
    chosen |= {name: certificate("reject", name) for name in TRUE_THOUGH_REJECTED.split()}
    path = tmp_path / "accepted.v"
    exported = (f"Module {name}.\n{coq(data)}\nEnd {name}.\n" for name, data in chosen.items())
    path.write_text("".join(exported), encoding="ascii")
    done = coqc(compiled, path)
    assert (done.returncode, done.stdout) == (0, "Closed under the global context\n" * len(chosen)), done.stderr


@COQ
def test_coq_refuses_false_certificates(compiled: Path, tmp_path: Path) -> None:
    found = all_judged(compiled, tmp_path, corrupted())
    assert [name for name, accepted, _ in found if accepted] == []
    # They are refused because a checker says no, and not because they could not be read.
    assert [why for _, _, why in found if '"true = true" while it is expected' not in " ".join(why.split())] == []


@COQ
def test_an_optimum_of_thirty_one_inputs(compiled: Path, tmp_path: Path) -> None:
    users = (BayesianUser(absolute(), proportional(range(1, 32))), MinimaxConsumer(absolute(), 31, range(31)))
    chosen = []
    for at, user in enumerate(users):
        found = decide(Problem(user, Fraction(1, 2)))
        assert isinstance(found, Optimality)
        chosen.append((f"thirty_{at}", certify(found.optimum).certificate.data))
    assert [accepted for _, accepted, _ in all_judged(compiled, tmp_path, chosen)] == [True, True]


def test_the_statement_is_what_the_certificate_says() -> None:
    text = coq(certificate("accept", "optimal"))
    assert "Definition x : matrix :=\n  geometric 2 (1 # 2).\n" in text
    assert "Definition pairs : neighbours :=\n  path 3.\n" in text
    assert "Definition l : matrix :=\n  power_loss 1.\n" in text
    assert "Definition who : user :=\n  Bayesian (numbers (over 3 [1; 1; 1]%Z)).\n" in text
    assert "Definition value : Q :=\n  (5 # 9).\n" in text
    stated = "optimal (feasible 3 3 pairs alpha constraints) (loss 3 3 l who) value x."
    assert text.partition("Theorem statement :\n  ")[2].startswith(stated)
    power = certificate("accept", "optimal_two_inputs").replace(b"exponent 1 1", b"exponent 1 2")
    assert "Definition l : matrix :=\n  rows [\n    over 1 [0; 1]%Z;\n    over 1 [1; 0]%Z].\n" in coq(power)


def test_long_numbers() -> None:
    long = f"0x1{'0' * 4000}5"
    for name, given, changed in (
        ("optimal_asymmetric", r"slopes 6 4 3", f"slopes 3 {long} 2"),
        ("optimal_asymmetric", r"slopes 6 4 3", f"slopes 3 2 {long}"),
        ("optimal_asymmetric", r"slopes 6 4 3", f"slopes {long} 2 3"),
        ("optimal_complete", r"dual \d+", f"dual {long}"),
    ):
        data, count = re.subn(f"\n{given}\n", f"\n{changed}\n", certificate("accept", name).decode("ascii"))
        assert count == 1
        assert long in coq(data.encode("ascii"))


def test_what_cannot_be_exported() -> None:
    with_roots = [case for case in cases("accept") if b"\nroots " in case.read_bytes()]
    assert {kind_of(case) for case in with_roots} == {"optimal", "only-optimal", "not-optimal", "interaction"}
    for case in with_roots:
        with pytest.raises(
            InputError, match=r"^the loss has roots, .* rational numbers only: choose a whole exponent$"
        ):
            coq(case.read_bytes())
    for data in (b"", b"exactdp certificate 1\n", certificate("accept", "level")[:-2], b"\xff\n"):
        with pytest.raises(InputError, match="this is no certificate"):
            coq(data)


def test_without_the_library_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise InputError("the Coq library is not here")

    monkeypatch.setattr(coq_export, "library", nowhere)
    assert main(["export", "coq", str(CORPUS / "accept" / "level.cert"), "-o", str(tmp_path / "level.v")]) == 2
    assert list(tmp_path.iterdir()) == []


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given, target = CORPUS / "accept" / "level.cert", tmp_path / "level.v"
    assert main(["export", "coq", str(given), "-o", str(target)]) == 0
    assert target.read_text(encoding="ascii") == coq(given.read_bytes())
    assert commands(str(target)) in capsys.readouterr().err
    assert main(["export", "coq", str(given)]) == 0
    said = capsys.readouterr()
    assert said.out == coq(given.read_bytes())
    assert said.err.endswith(" OUT.v\n")
    assert main(["export", "coq", str(given), "-o", str(tmp_path / "a-b.v")]) == 2
    assert "letters, digits and _" in capsys.readouterr().err
