"""The record of the theorems that Coq accepted is complete, and has no theorem that changed since.

    python tests/claims/coq/test_accepted.py

has Coq check every theorem that a clause of the project rests on, and then writes the record.
"""

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from exactdp.certificates.coq_sources import REALS
from exactdp.certificates.coq_sources import library as sources
from exactdp.claims.claim import Claim
from exactdp.claims.clause import derived
from exactdp.claims.coq import accepted, library
from exactdp.claims.coq.accepted import record, record_file, recorded
from exactdp.claims.coq.library import CoqTheorem
from exactdp.claims.discovery import discover
from exactdp.claims.logic.core import Theorem


def on_coq(claims: list[Claim]) -> dict[str, Theorem]:
    """Return the theorems of the clauses that rest on Coq, by the names of the clauses.

    Only scripts are asked that call Coq, or that may cite a clause which rests on it.
    """
    scripts = {claim.id: claim.script.read_text(encoding="utf-8") for claim in claims if claim.script}
    left, found = {claim.id: claim for claim in claims}, dict[str, Theorem]()
    while new := [
        name for name in left if "in_coq" in scripts[name] or any(_may_cite(scripts[name], on) for on in found)
    ]:
        for claim in map(left.pop, new):
            theorems = {f"{claim.id}#{clause.id}": derived(clause, claim.cited) for clause in claim.clauses}
            found |= {name: theorem for name, theorem in theorems.items() if theorem and theorem.coq}
    return found


def _may_cite(script: str, name: str) -> bool:
    """Return whether a script has the id of the claim and that of the clause, or puts such a name together."""
    claim, _, clause = name.partition("#")
    return claim in script and (f"#{clause}" in script or "#{" in script)


def needed(theorems: Iterable[Theorem]) -> set[CoqTheorem]:
    """Return the Coq theorems that these theorems rest on."""
    return {theorem for each in theorems for theorem in each.coq}


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a copy of the library, with a record of one theorem, which is over the real numbers."""
    folder = tmp_path / "coq"
    shutil.copytree(sources(), folder, ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*"))
    monkeypatch.setattr(accepted, "library", lambda: folder)
    (folder / "accepted.txt").write_text(record([ONE]), encoding="ascii")
    recorded.cache_clear()
    yield folder
    recorded.cache_clear()


ONE = CoqTheorem("Sums", "sum_zero", "forall n : nat, sum n (fun _ => 0) == 0")


@pytest.mark.usefixtures("copied")
def test_a_changed_theorem_is_not_in_the_record() -> None:
    assert ONE.root == REALS
    assert recorded(ONE)
    assert not recorded(replace(ONE, statement="forall n : nat, sum n (fun _ => 0) == 1"))
    assert not recorded(replace(ONE, name="sum_one"))
    assert not recorded(replace(ONE, file="Definitions"))
    assert not recorded(replace(ONE, file="NoSuchFile"))


@pytest.mark.parametrize("changed", ["Sums.v", "Scalars.v", "Reals/Scalars.v"])
def test_a_theorem_whose_sources_changed_is_not_in_the_record(copied: Path, changed: str) -> None:
    assert recorded(ONE)
    with (copied / changed).open("a", encoding="utf-8") as file:
        file.write("\n")
    recorded.cache_clear()
    assert not recorded(ONE)


def test_a_source_that_a_theorem_does_not_need_may_change(copied: Path) -> None:
    (copied / "Geometric.v").write_text("", encoding="utf-8")
    recorded.cache_clear()
    assert recorded(ONE)


if __name__ == "__main__":
    found = needed(on_coq(discover()).values())
    for each in found:
        library.check(each)
    record_file().write_text(record(found), encoding="ascii")
