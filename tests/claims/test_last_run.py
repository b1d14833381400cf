"""The verdicts of the last run: kept until a source changes, and not if others can write in the cache."""

import os
from pathlib import Path

import pytest

from exactdp.claims import last_run
from exactdp.claims.claim import Outcome
from exactdp.claims.discovery import load, select
from exactdp.claims.running import run

IDS = ["gupte2010.appendix-b", "ghosh2009.figure-3"]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(last_run, "cache_folder", lambda kept: tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    """Run the claims once for all tests."""
    return list(run(select(IDS)))


def test_what_was_decided_is_recalled_as_it_was(outcomes: list[Outcome]) -> None:
    claims = select(IDS)
    assert last_run.recall(claims) == last_run.LastRun({})
    last_run.remember(outcomes[:1])
    last_run.remember(outcomes[1:])
    recalled = last_run.recall(claims)
    assert set(recalled.outcomes) == set(IDS)
    assert recalled.when is not None
    for each in outcomes:
        found = recalled.outcomes[each.claim.id]
        assert found and found.evidence == each.evidence
        assert [clause.evidence for clause in found.clauses] == [clause.evidence for clause in each.clauses]
    # A thorough run has verdicts of its own.
    assert last_run.recall(claims, thorough=True).outcomes == {}


def test_a_changed_source_forgets(outcomes: list[Outcome], monkeypatch: pytest.MonkeyPatch) -> None:
    claims = select(IDS[:1])
    last_run.remember(outcomes)
    assert last_run.recall(claims).outcomes
    monkeypatch.setattr(last_run, "_digest", lambda thorough: "another")
    assert last_run.recall(claims).outcomes == {}


def test_nothing_is_kept_if_a_source_changes_during_the_run(
    outcomes: list[Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = select(IDS[:1])
    changed = tmp_path / "changed.py"
    changed.touch()
    monkeypatch.setattr(last_run, "_sources", lambda: [(tmp_path, changed)])
    last_run.remember(outcomes)
    assert last_run.recall(claims).outcomes == {}
    os.utime(changed, (0, 0))
    last_run.remember(outcomes)
    assert last_run.recall(claims).outcomes


def test_the_digest_is_of_every_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_run, "proofs_folder", lambda: tmp_path)
    digests = []
    for name in ("a.py", "b/c.v", "b/over_both.txt", "notes.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x", encoding="utf-8")
        digests.append(last_run._digest.__wrapped__(False))
    assert len(set(digests)) == 3
    assert digests[2] == digests[3]
    (tmp_path / "a.py").write_text("y", encoding="utf-8")
    assert last_run._digest.__wrapped__(False) not in digests


def test_the_digest_is_of_the_coq_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    coqc = tmp_path / "coqc"
    digests = set()
    for text, modified in (("", 1), ("x", 1), ("y", 2)):
        coqc.write_text(text)
        os.utime(coqc, (modified, modified))
        for found in (None, str(coqc)):
            monkeypatch.setattr(last_run.shutil, "which", lambda name, found=found: found)
            digests.add(last_run._digest.__wrapped__(False))
    assert len(digests) == 4


@pytest.mark.parametrize("damage", [b"", b"\x80", b"not a pickle", b"cno_such_module\nx\n."])
def test_a_damaged_file_is_as_good_as_none(outcomes: list[Outcome], cache: Path, damage: bytes) -> None:
    claims = select(IDS[:1])
    last_run.remember(outcomes)
    (kept,) = cache.iterdir()
    kept.write_bytes(damage)
    assert last_run.recall(claims).outcomes == {}


def test_failures_and_scripts_of_ones_own_are_not_kept(tmp_path: Path, cache: Path) -> None:
    script = tmp_path / "gupte2010" / "appendix_b.py"
    script.parent.mkdir()
    claim = select(IDS[:1])[0]
    assert claim.script is not None
    script.write_bytes(claim.script.read_bytes())
    last_run.remember(list(run([load(script)])))
    assert not any(each.is_file() for each in cache.iterdir())


def test_where_others_can_write_nothing_is_kept(outcomes: list[Outcome], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_run, "cache_folder", lambda kept: None)
    claims = select(IDS[:1])
    last_run.remember(outcomes)
    assert last_run.recall(claims).outcomes == {}
