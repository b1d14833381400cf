"""The verified checker agrees with the kernel, and a theorem of Coq proves it sound."""

import os
import random
import re
import subprocess
from collections import Counter
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Mechanism, absolute, geometric, interact, kernel, level, private, vertex
from exactdp.answers.optimality import Optimality, decide
from exactdp.certificates import verified_checker
from exactdp.certificates.certificate import Verified, certify
from exactdp.certificates.coq_sources import in_order, library
from exactdp.certificates.inverses import with_inverse
from exactdp.certificates.verified_checker import Judgement, judge
from exactdp.claims.coq.library import CoqTheorem, compiled
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import Better
from exactdp.polytope.derivability import derive_from
from exactdp.privacy.privacy_curve import approximately_private
from tests.benchmarks.checkers import in_full
from tests.damaged_certificates import ACCEPTED, damaged
from tests.diagram_cases import diagrams
from tests.kernel_cases import of_every_size
from tests.strategies import LEVELS, graphs, mechanisms, problems, rows, share_of, users
from tests.verified_checker import SOURCE, built, verdicts

CORPUS = Path(__file__).parents[1] / "kernel"
VERDICTS = {"accept": "accepted", "reject": "rejected", "malformed": "malformed"}
ROOTS = Judgement("not judged", "the loss has roots")
FRACTIONAL = re.compile(rb"^exponent [0-9]+ ([2-9]|[1-9][0-9])$", re.MULTILINE)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the verified checker, once."""
    return built(tmp_path_factory.mktemp("verified_checker"))


def by_the_kernel(certificate: bytes) -> tuple[str, bytes]:
    try:
        return "accepted", kernel.check(certificate).statement
    except kernel.Rejected:
        return "rejected", b""
    except kernel.Malformed:
        return "malformed", b""


@pytest.mark.coq
def test_the_corpus(program: Path) -> None:
    tally: Counter[str] = Counter()
    # What this checker reads has an inverse where the kernel reads a modulus.
    for path in sorted(set(CORPUS.glob("*/*.cert")) - {CORPUS / "malformed" / "vertex_with_an_inverse.cert"}):
        certificate = path.read_bytes()
        found = judge(certificate, program)
        if found == ROOTS:
            assert FRACTIONAL.search(certificate), path
        else:
            assert (found.verdict, found.statement) == by_the_kernel(certificate), path
            assert found.verdict == VERDICTS[path.parent.name], path
        tally[found.verdict] += 1
    assert min(tally[verdict] for verdict in VERDICTS.values()) > 170, tally
    assert tally["not judged"] < 60, tally


@pytest.mark.coq
def test_every_kind_at_every_size_on_every_graph(program: Path, tmp_path: Path) -> None:
    certificates = list(of_every_size())
    assert len(certificates) > 380
    assert set(verdicts(program, certificates, tmp_path)) == {"accepted"}


@pytest.mark.coq
@pytest.mark.parametrize("kind", ["vertex", "only-optimal, remap", "only-optimal, in full"])
def test_large_proofs_of_uniqueness(kind: str, program: Path, tmp_path: Path) -> None:
    certificate = certify(vertex(geometric(n=200, alpha="1/2"), "1/2"), explicit=True).certificate.data
    if kind != "vertex":
        decided = decide(Problem(MinimaxConsumer(absolute(), n=200), "1/2"))
        assert isinstance(decided, Optimality)
        certificate = decided.verified.certificate.data
        if kind.endswith("in full"):
            certificate = in_full(certificate, certify(decided.optimum, explicit=True).certificate.data)
    kernel.check(certificate)
    assert verdicts(program, [certificate], tmp_path) == ["accepted"]


@pytest.mark.coq
def test_an_inverse_that_is_none(program: Path) -> None:
    certificate = with_inverse(certify(vertex(geometric(n=3, alpha="1/2"), "1/2"), explicit=True).certificate.data)
    found = re.search(rb"^inverse ([0-9]+) 4\n((?:row [^\n]*\n){4})end ([0-9]+)\n", certificate, re.MULTILINE)
    modulus = int(found[1])
    inverse = [[int(each) for each in row.split()[1:]] for row in found[2].splitlines()]

    def verdict(modulus: int, inverse: list[list[int]]) -> str:
        rows = "".join(f"row {' '.join(map(str, row))}\n" for row in inverse)
        end = f"end {int(found[3]) - 4 + len(inverse)}\n"
        return judge(
            certificate[: found.start()] + f"inverse {modulus} {len(inverse)}\n{rows}{end}".encode(), program
        ).verdict

    assert verdict(modulus, inverse) == "accepted"
    assert verdict(modulus, [[each + modulus for each in row] for row in inverse]) == "accepted"
    assert verdict(modulus, [[each - modulus for each in row] for row in inverse]) == "accepted"
    for b, i in product(range(4), repeat=2):
        changed = [list(row) for row in inverse]
        changed[b][i] += 1
        assert verdict(modulus, changed) == "rejected", (b, i)
    assert verdict(modulus, inverse[::-1]) == "rejected"
    assert verdict(modulus, inverse[:-1]) == "rejected"
    assert verdict(modulus, [*inverse, inverse[0]]) == "rejected"
    assert verdict(modulus, [row[:-1] for row in inverse]) == "malformed"
    assert verdict(modulus, [[*row, 0] for row in inverse]) == "malformed"
    assert {verdict(other, inverse) for other in (modulus + 1, modulus**2)} == {"rejected"}
    assert verdict(1, inverse) == "rejected"


@pytest.mark.coq
def test_a_phase_diagram_is_of_another_format(program: Path) -> None:
    assert {judge(each, program).verdict for each in diagrams().values()} == {"malformed"}


@pytest.mark.coq
def test_every_kind_is_accepted(program: Path) -> None:
    judged = [judge(text.encode(), program) for text in ACCEPTED]
    assert {found.reason for found in judged if found.verdict == "accepted"} == {*kernel.KINDS}


@pytest.mark.coq
def test_damaged_certificates(program: Path, tmp_path: Path) -> None:
    draw = random.Random(18)
    certificates = [damaged(draw, draw.choice(ACCEPTED)) for _ in range(1000)]
    found = verdicts(program, certificates, tmp_path)
    for certificate, verdict in zip(certificates, found, strict=True):
        if verdict != "not judged by the verified checker":
            assert verdict == by_the_kernel(certificate)[0], certificate.decode("latin-1")
    tally = Counter(found)
    assert min(tally[verdict] for verdict in VERDICTS.values()) > 100, tally


# Certificates of random results


def agrees(program: Path, verified: Verified) -> None:
    """Have the verified checker accept a certificate of the kernel's, with the same statement."""
    found = judge(verified.certificate.data, program)
    assert found == ROOTS or (found.verdict, found.statement) == by_the_kernel(verified.certificate.data)


@pytest.mark.coq
@share_of(60)
@given(st.data())
def test_privacy(program: Path, data: st.DataObject) -> None:
    mechanism, alpha = data.draw(mechanisms()), data.draw(LEVELS)
    neighbours = data.draw(graphs(len(mechanism)))
    agrees(program, certify(mechanism))
    agrees(program, certify(level(mechanism, neighbours)))
    agrees(program, certify(private(mechanism, alpha, neighbours)))
    agrees(program, certify(approximately_private(mechanism, alpha, data.draw(LEVELS), neighbours)))
    if private(mechanism, alpha, neighbours):
        agrees(program, certify(vertex(mechanism, alpha, neighbours)))


@pytest.mark.coq
@share_of(60)
@given(st.data())
def test_derivability(program: Path, data: st.DataObject) -> None:
    source = data.draw(mechanisms())
    agrees(program, certify(derive_from(data.draw(mechanisms(height=len(source))), source)))
    agrees(program, certify(derive_from(source @ data.draw(mechanisms(height=source.shape[1])), source)))


@pytest.mark.coq
@share_of(150)
@given(st.data())
def test_optima(program: Path, data: st.DataObject) -> None:
    found = decide(data.draw(problems()))
    if isinstance(found, Unsolved):
        return
    agrees(program, found.verified)
    if isinstance(found, Optimality):
        agrees(program, certify(found.optimum, explicit=data.draw(st.booleans())))
        if not isinstance(found.uniqueness, Unsolved):
            agrees(program, certify(found.uniqueness, explicit=True))


@pytest.mark.coq
@share_of(30)
@given(st.data())
def test_worse_mechanisms(program: Path, data: st.DataObject) -> None:
    inputs = data.draw(st.integers(2, 4))
    found = optimal(Problem(data.draw(users(inputs)), data.draw(LEVELS)))
    constant = Mechanism([data.draw(rows(inputs))] * inputs)
    assert isinstance(found, Optimum)
    with suppress(kernel.Rejected):  # the constant mechanism may be as good
        agrees(program, certify(Better(found.problem, constant, found), explicit=data.draw(st.booleans())))


@pytest.mark.coq
@share_of(60)
@given(st.data())
def test_interactions(program: Path, data: st.DataObject) -> None:
    inputs = data.draw(st.integers(1, 4))
    deployed = data.draw(mechanisms(inputs) | st.builds(geometric, n=st.just(max(inputs - 1, 1)), alpha=LEVELS))
    agrees(program, certify(interact(data.draw(users(len(deployed))), deployed), explicit=data.draw(st.booleans())))


# Files that are hardly certificates


@pytest.mark.coq
def test_bytes_that_are_no_text(program: Path) -> None:
    level = (CORPUS / "accept" / "level.cert").read_bytes()
    hostile = [b"", b"\n", b"\0" * 99, bytes(range(256)), level[:-1], level + b"\n", level.replace(b"\n", b"\r\n")]
    hostile += [
        level.replace(b"row 9", b"row  9"),
        level.replace(b"4", b"\xb4"),
        b" " * 10**6,
        b"9" * 10**6,
        b"-" * 10**5,
    ]
    for certificate in hostile:
        assert judge(certificate, program).verdict == "malformed" == by_the_kernel(certificate)[0], certificate[:99]


@pytest.mark.coq
def test_long_files_and_long_numbers(program: Path) -> None:
    wide = 50_000
    row = f"row {wide}" + " 1" * wide
    text = f"exactdp certificate 1\nstatement stochastic\nmechanism matrix 1 {wide}\n{row}\nproof\nend 5\n"
    assert judge(text.encode(), program).verdict == "accepted"
    assert judge(text.replace(f"{wide} 1", f"{wide} 2", 1).encode(), program).verdict == "rejected"
    long = 16**100_000
    spelled = f"row {hex(long)} 1 {hex(long - 1)}"
    text = f"exactdp certificate 1\nstatement stochastic\nmechanism matrix 1 2\n{spelled}\nproof\nend 5\n"
    assert judge(text.encode(), program).verdict == "accepted"
    assert judge(text.replace(" 1 0x", " 2 0x").encode(), program).verdict == "rejected"


@pytest.mark.coq
@pytest.mark.parametrize(
    ("name", "conclusion"),
    [
        ("accept_sound", "exists s : statement, parse_statement b = Some s /\\ meaning s"),
        (
            "accept_printed",
            "exists (s : statement) (rest : bytes),\n"
            '  b = print_statement s ++ print_line (keyword "proof" []) ++ rest /\\\n'
            "  parse_statement b = Some s /\\ meaning s",
        ),
    ],
)
def test_its_theorem_assumes_nothing(name: str, conclusion: str) -> None:
    statement = f"forall b : bytes, accept b = true -> {conclusion}"
    compiled().check(CoqTheorem("Accepting", name, statement))


@pytest.mark.coq
def test_nothing_is_hidden() -> None:
    statement = "forall (b : bytes) (s : statement) (p : proof), parse b = Parsed s p -> print s p = b"
    compiled().check(CoqTheorem("Reading", "parse_print", statement))


def test_a_program_that_says_nothing_judges_nothing(tmp_path: Path) -> None:
    for script, reason in [
        ("exit 0", "it takes too long, or there is not enough memory"),
        ("echo accepted: level; exit 1", "level"),
        ("kill -9 $$", "it takes too long, or there is not enough memory"),
        ("echo 'not judged: there is not enough memory'; exit 2", "there is not enough memory"),
    ]:
        file = tmp_path / "checker"
        file.write_text(f"#!/bin/sh\ncat > /dev/null\n{script}\n")
        file.chmod(0o755)
        assert judge(b"", file) == Judgement("not judged", reason)


def test_the_build_compiles_each_file_after_those_that_it_requires(tmp_path: Path) -> None:
    for name in ("coqc", "ocamlfind"):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text('#!/bin/sh\nfor last; do :; done\necho "$last" >> said\n')
        program.chmod(0o755)
    found = {**os.environ, "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([SOURCE / "build", tmp_path], env=found, check=True)
    *files, extract, _ = [line.removesuffix(".v") for line in (tmp_path / "said").read_text().splitlines()]
    assert extract == "Extract"
    assert sorted(files) == sorted(in_order(library(), "Accepting"))
    for at, file in enumerate(files):
        assert {*in_order(library(), file)} <= {*files[: at + 1]}


def test_where_it_is_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verified_checker, "__file__", str(tmp_path / "a" / "b" / "c.py"))
    with pytest.raises(InputError, match=r"^the verified checker is not built: run checkers/verified/build in "):
        judge(b"")
    with pytest.raises(InputError, match="cannot be run: "):
        judge(b"", tmp_path / "nothing")
