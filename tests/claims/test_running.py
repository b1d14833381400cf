"""Claims run in one process or several, with the same outcomes in the same order."""

import pytest

from exactdp.certificates.coq_sources import REALS
from exactdp.claims import running
from exactdp.claims.claim import Claim
from exactdp.claims.coq_library import Library
from exactdp.claims.discovery import load, select
from exactdp.claims.evidence import require
from exactdp.claims.running import run

IDS = ["gupte2010.appendix-b", "gupte2010.table-1b", "ghosh2009.figure-3"]

FAILING = '''
"""A claim that fails."""

from exactdp.claims import Claim, require

claim = Claim(
    id="gupte2010.failing", title="t", section="9", position=1, statement="s", latex="", domain="one",
    verdict="verified", scope="one",
)


@claim.instances("holds", mutants={"m": {"value": 2}})
def holds(value=1):
    require(value == 1, "it is two")


@claim.instances("fails", size=3)
def fails(size=1):
    require(False, f"size {size}")
'''


def test_several_processes_find_what_one_does():
    claims = select(IDS)
    one, two = list(run(claims, jobs=1)), list(run(claims, jobs=2))
    assert [each.claim.id for each in one] == [each.claim.id for each in two] == [claim.id for claim in claims]
    assert all(one)
    assert [[step.checked for step in each.steps] for each in one] == [
        [step.checked for step in each.steps] for each in two
    ]


@pytest.mark.parametrize(("jobs", "thorough", "said"), [(1, False, "size 1"), (1, True, "size 3"), (2, True, "size 3")])
def test_a_failure_comes_back_from_another_process(tmp_path, jobs, thorough, said):
    script = tmp_path / "gupte2010" / "failing.py"
    script.parent.mkdir()
    script.write_text(FAILING, encoding="utf-8")
    failing, fine = list(run([load(script), *select(IDS[1:2])], jobs=jobs, thorough=thorough))
    assert fine
    assert (failing.failed.step.says, failing.failed.failure) == ("fails", said)


def test_outcomes_come_as_they_are_known_and_progress_is_told():
    told = []
    outcomes = run(select(IDS), progress=told.append)
    assert next(outcomes).claim.id == "ghosh2009.figure-3"
    assert told
    assert all(each.startswith("1/3 ghosh2009.figure-3: ") for each in told)
    assert len(list(outcomes)) == 2
    told.clear()
    assert len(list(run(select(IDS), jobs=2, progress=told.append))) == 3
    assert all("/3 claims done, " in each for each in told)


def test_what_is_no_script_runs_here_only():
    parts = {"title": "t", "section": "1", "position": 1, "statement": "s", "latex": "", "domain": "d", "scope": "s"}
    claim = Claim(id="gupte2010.made-here", verdict="verified", **parts)
    claim.instances("one", {"two": {"value": 2}})(lambda value=1: require(value == 1, "two"))
    assert all(run([claim, claim], jobs=1))
    with pytest.raises(ValueError, match="use one job"):
        list(run([claim, claim], jobs=2))


IN_COQ = """
from exactdp.claims import Claim, require

claim = Claim(
    id="gupte2010.in-coq-{at}", title="t", section="9", position={at}, statement="s", latex="", domain="one",
    verdict="verified", scope="one",
)
claim.instances("holds", mutants={{"m": {{"value": 2}}}})(lambda value=1: require(value == 1, "it is two"))
claim.theorem("Geometric", "lemma_3", "one", "0 = 0", {{"1": ("0 =", "1 =")}})
"""


@pytest.fixture
def in_coq(tmp_path):
    """Two claims in words, each with a theorem of Coq."""
    (tmp_path / "gupte2010").mkdir()
    scripts = [tmp_path / "gupte2010" / f"in_coq_{at}.py" for at in (1, 2)]
    for at, script in enumerate(scripts, 1):
        script.write_text(IN_COQ.format(at=at), encoding="utf-8")
    return [load(script) for script in scripts]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_cannot_be_checked_here_comes_back_from_another_process(in_coq, tmp_path, monkeypatch, jobs):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("exactdp.claims.coq_library._compiled", {})
    found = list(run(in_coq, jobs=jobs))
    assert all(found)
    said = [each.unchecked for outcome in found for each in outcome.theorems]
    assert said == ["coqc is not installed (Debian: apt-get install coq)"] * 2


def test_the_library_is_compiled_before_the_processes_begin(in_coq, tmp_path, monkeypatch):
    refused = Library(tmp_path, "coqc", "8.16.1", refused={"Geometric": "Coq refuses Geometric.v"}, root=REALS)
    monkeypatch.setattr(running, "compiled", lambda progress, root: {REALS: refused}[root])
    for outcome in run(in_coq, jobs=2):
        assert {each.failure for each in outcome.theorems} == {"Coq refuses Geometric.v"}


CLAUSES = """
from exactdp.claims import Claim
from exactdp.claims.formulas import indices
from exactdp.claims.deriving import by_arithmetic

claim = Claim("gupte2010.clauses", "t", "9", 2, printed="n ≤ i", slip="statement")
i, n = indices("i n")
claim.printed_as("printed", 0 <= i, i < n, n <= i)
claim.clause("next", 0 <= i, i < n, i + 1 <= n)(by_arithmetic)


@claim.clause("in-words", 0 <= i, i < n, i <= n)
def in_words(proof):
    return proof.because("by symmetry", i <= n)


@claim.clause("cites", 0 <= i, i < n, i <= n)
def cites(proof):
    return proof.cite("#in-words")


claim.clause("wrong", 0 <= i, i < n, n <= i)
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_clauses_come_back_from_another_process(tmp_path, jobs):
    script = tmp_path / "gupte2010" / "clauses.py"
    script.parent.mkdir()
    script.write_text(CLAUSES, encoding="utf-8")
    found, fine = run([load(script), *select(IDS[:1])], jobs=jobs)
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
