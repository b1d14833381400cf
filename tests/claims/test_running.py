"""Claims run in one process or several, with the same outcomes in the same order."""

from dataclasses import replace

import pytest

from exactdp.claims.claim import Claim, Defect
from exactdp.claims.discovery import load, select
from exactdp.claims.running import _in_order, run
from exactdp.claims.statements.formulas import indices

IDS = ["gupte2010.appendix-b", "gupte2010.table-1b", "ghosh2009.figure-3"]


@pytest.fixture(scope="module")
def by_two():
    """The outcomes of two processes, and the reported progress."""
    told = []
    return list(run(select(IDS), jobs=2, progress=told.append)), told


def test_several_processes_find_what_one_does(by_two):
    claims = select(IDS)
    one, (two, _) = list(run(claims, jobs=1)), by_two
    assert [each.claim.id for each in one] == [each.claim.id for each in two] == [claim.id for claim in claims]
    assert all(one)
    assert [[replace(clause, seconds=0) for clause in each.clauses] for each in one] == [
        [replace(clause, seconds=0) for clause in each.clauses] for each in two
    ]


def test_outcomes_come_as_they_are_known_and_progress_is_told(by_two):
    told = []
    outcomes = run(select(IDS), progress=told.append)
    assert next(outcomes).claim.id == "ghosh2009.figure-3"
    assert told
    assert all(each.startswith("1/3 ghosh2009.figure-3: ") for each in told)
    assert len(list(outcomes)) == 2
    outcomes, told = by_two
    assert len(outcomes) == 3
    assert told
    assert all("/3 claims done, " in each for each in told)


def test_what_is_no_script_runs_here_only():
    i, n = indices("i n")
    claim = Claim("gupte2010.made-here", "t", "1", 1)
    claim.clause("bound", 0 <= i, i < n, i <= n)
    assert all(run([claim, claim], jobs=1))
    with pytest.raises(ValueError, match="use one job"):
        list(run([claim, claim], jobs=2))


def test_the_processes_meet_at_claims_with_few_clauses():
    many = [9, 1, 9, 1, 9, 1, 9, 2, 9]
    order = _in_order(many)
    assert order == [0, 1, 2, 3, 5, 7, 4, 6, 8]
    # Interrupted, a run keeps the claims that are done in their order: the first half is run in this order.
    assert _in_order([9] * 8) == list(range(8))
    assert sorted(_in_order([1] * 7)) == list(range(7)) and _in_order([]) == []


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long)])
def test_what_coq_has_not_checked_here_comes_back_from_another_process(tmp_path, monkeypatch, jobs):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("exactdp.claims.coq.library._compiled", {})
    _, in_coq = run(select(["gupte2010.table-1b", "exactdp.unimodal-minimax"]), jobs=jobs)
    assert in_coq
    assert [theorem.ran for clause in in_coq.clauses for theorem in clause.coq] == [False, False]


CLAUSES = """
from exactdp.claims.claim import Claim
from exactdp.claims.statements.formulas import indices
from exactdp.claims.logic.deriving import by_arithmetic

kept = {"0 ≤ i": "an index"}
claim = Claim("gupte2010.clauses", "t", "9", 2, printed="n ≤ i", slip="statement", kept=kept)
i, n = indices("i n")
claim.printed_as("printed", 0 <= i, i < n, n <= i, instead=())
claim.clause("next", 0 <= i, i < n, i + 1 <= n)(by_arithmetic)


@claim.clause("in-words", 0 <= i, i < n, i <= n)
def in_words(proof):
    return proof.because("by symmetry", i <= n)


@claim.clause("cites", 0 <= i, i < n, i <= n)
def cites(proof):
    return proof.cite("#in-words")


claim.clause("wrong", 0 <= i, i < n, n <= i)
"""


@pytest.mark.parametrize(
    ("jobs", "thorough"),
    [(1, False), pytest.param(2, False, marks=pytest.mark.share), pytest.param(2, True, marks=pytest.mark.long)],
)
def test_clauses_come_back_from_another_process(tmp_path, jobs, thorough):
    script = tmp_path / "gupte2010" / "clauses.py"
    script.parent.mkdir()
    script.write_text(CLAUSES, encoding="utf-8")
    found, fine = run([load(script), *select(IDS[:1])], jobs=jobs, thorough=thorough)
    assert fine
    assert found.failure == "#wrong: refuted at i = 0, n = 1: the left side is 1, the right side is 0"
    assert [(each.clause.id, each.evidence, each.words) for each in found.clauses] == [
        ("next", "proved", ()),
        ("in-words", "argued", ("by symmetry",)),
        ("cites", "argued", ("by symmetry",)),
        ("wrong", None, ()),
    ]
    assert [each.refuted for each in found.prints] == ["i = 0, n = 1: the left side is 1, the right side is 0"]
    assert all(each.instances.met == each.instances.not_trivial > 9 for each in found.clauses)
    assert all((each.mutants is not None) == (thorough and bool(each)) for each in found.clauses)


CHANGING = """
from pathlib import Path

from exactdp.claims.claim import Claim
from exactdp.claims.statements.formulas import indices

ran = Path(__file__).with_suffix(".ran")
again = ran.is_file()
ran.touch()

claim = Claim("note.changing", "t", "1", 1)
(n,) = indices("n")
claim.clause("bound", 0 <= n, 0 <= n if again else n < 5)(lambda proof: proof.qed())
"""


def test_a_script_that_states_something_else_each_time_is_a_defect(tmp_path):
    folder = tmp_path / "note"
    folder.mkdir()
    (folder / "changing.py").write_text(CHANGING)
    (folder / "other.py").write_text(CHANGING.replace("note.changing", "note.other").replace("n < 5", "0 <= n"))
    claims = [load(folder / "changing.py"), load(folder / "other.py")]
    with pytest.raises(Defect, match=r"note\.changing: its script states different claims in different runs"):
        list(run(claims, jobs=2))
