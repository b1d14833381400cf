"""The second checker, written in another language from CERTIFICATES.md alone: its verdicts are those of the kernel."""

import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import kernel
from exactdp.answers.optimality import Optimality, decide
from exactdp.certificates.certificate import Rejected, Verified, certify
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import Better
from exactdp.polytope.derivability import derive_from
from exactdp.polytope.vertex import vertex
from exactdp.privacy.level import level, private
from exactdp.privacy.privacy_curve import approximately_private
from tests.damaged_certificates import ACCEPTED, damaged
from tests.diagram_cases import diagrams
from tests.second_checker import EXIT_CODES, built, verdicts
from tests.strategies import LEVELS, ROOTS, graphs, mechanisms, priors, problems, rows, share_of, users

CORPUS = Path(__file__).parent / "kernel"
VERDICTS = {"accept": "accepted", "reject": "rejected", "malformed": "malformed"}

pytestmark = pytest.mark.skipif(shutil.which("go") is None, reason="the second checker needs Go: install golang-go")

Judge = Callable[[Sequence[bytes]], list[tuple[str, str]]]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the second checker, once."""
    return built(tmp_path_factory.mktemp("second_checker"))


@pytest.fixture(scope="module")
def judge(program: Path) -> Judge:
    """Return a function that has the second checker judge certificates: its verdicts, and its words."""
    return partial(verdicts, program)


def by_the_kernel(certificate: bytes) -> str:
    try:
        kernel.check(certificate)
    except kernel.Rejected:
        return "rejected"
    except kernel.Malformed:
        return "malformed"
    return "accepted"


def test_a_phase_diagram_is_of_another_format(judge: Judge) -> None:
    found = list(diagrams().values())
    assert [verdict for verdict, _ in judge(found)] == ["malformed"] * len(found)
    assert [by_the_kernel(each) for each in found] == ["malformed"] * len(found)


def test_the_corpus(judge: Judge) -> None:
    paths = sorted(CORPUS.glob("*/*.cert"))
    assert len(paths) > 600
    found = judge([path.read_bytes() for path in paths])
    wrong = [
        f"{path.parent.name}/{path.name}: {verdict}, {words}"
        for path, (verdict, words) in zip(paths, found, strict=True)
        if verdict != VERDICTS[path.parent.name]
    ]
    assert not wrong, "\n".join(wrong)


def test_no_file_is_no_success(program: Path) -> None:
    assert subprocess.run([program], capture_output=True, check=False).returncode not in EXIT_CODES.values()
    missing = subprocess.run([program, "missing"], cwd=CORPUS, capture_output=True, text=True, check=False)
    assert (missing.returncode, missing.stdout) == (2, "malformed: missing: this is not a file that can be read\n")


# Certificates of random results


def agrees(judge: Judge, verified: Verified) -> None:
    """Have the second checker accept a certificate of the kernel's, and name the same statement."""
    assert judge([verified.certificate.data]) == [
        ("accepted", f"{verified.kind}, the statement with SHA-256 {verified.digest}")
    ]


@share_of(60)
@given(st.data())
def test_privacy(judge: Judge, data: st.DataObject) -> None:
    mechanism, alpha = data.draw(mechanisms()), data.draw(LEVELS)
    neighbours = data.draw(graphs(len(mechanism)))
    agrees(judge, certify(mechanism))
    agrees(judge, certify(level(mechanism, neighbours)))
    agrees(judge, certify(private(mechanism, alpha, neighbours)))
    agrees(judge, certify(approximately_private(mechanism, alpha, data.draw(LEVELS), neighbours)))
    if private(mechanism, alpha, neighbours):
        agrees(judge, certify(vertex(mechanism, alpha, neighbours)))


@share_of(60)
@given(st.data())
def test_derivability(judge: Judge, data: st.DataObject) -> None:
    source = data.draw(mechanisms())
    agrees(judge, certify(derive_from(data.draw(mechanisms(height=len(source))), source)))
    agrees(judge, certify(derive_from(source @ data.draw(mechanisms(height=source.shape[1])), source)))


@share_of(150)
@given(st.data())
def test_optima(judge: Judge, data: st.DataObject) -> None:
    found = decide(data.draw(problems()))
    if isinstance(found, Unsolved):
        return
    agrees(judge, found.verified)
    if isinstance(found, Optimality):
        agrees(judge, certify(found.optimum, explicit=data.draw(st.booleans())))
        if not isinstance(found.uniqueness, Unsolved):
            agrees(judge, certify(found.uniqueness, explicit=True))


@share_of(30)
@given(st.data())
def test_worse_mechanisms(judge: Judge, data: st.DataObject) -> None:
    inputs = data.draw(st.integers(2, 4))
    found = optimal(Problem(data.draw(users(inputs)), data.draw(LEVELS)))
    constant = Mechanism([data.draw(rows(inputs))] * inputs)
    assert isinstance(found, Optimum)
    with suppress(Rejected):  # the constant mechanism may be as good
        agrees(judge, certify(Better(found.problem, constant, found), explicit=data.draw(st.booleans())))


@share_of(60)
@given(st.data())
def test_interactions(judge: Judge, data: st.DataObject) -> None:
    inputs = data.draw(st.integers(1, 4))
    deployed = data.draw(mechanisms(inputs) | st.builds(geometric, n=st.just(max(inputs - 1, 1)), alpha=LEVELS))
    user = data.draw(users(len(deployed)) | st.builds(BayesianUser, ROOTS, priors(len(deployed))))
    agrees(judge, certify(interact(user, deployed), explicit=data.draw(st.booleans())))


# Mutations


def test_mutations_of_the_corpus(judge: Judge) -> None:
    draw = random.Random(2024)
    certificates = [damaged(draw, draw.choice(ACCEPTED)) for _ in range(3000)]
    found = judge(certificates)
    wrong = [
        f"the kernel: {expected}; the second checker: {verdict}, {words}\n{certificate.decode('latin-1')}"
        for certificate, (verdict, words) in zip(certificates, found, strict=True)
        if (expected := by_the_kernel(certificate)) != verdict
    ]
    assert not wrong, f"{len(wrong)} disagreements\n" + "\n".join(wrong[:10])
    tally = Counter(verdict for verdict, _ in found)
    assert min(tally[verdict] for verdict in EXIT_CODES) > 200, tally
