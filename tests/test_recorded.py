"""A check runs again as soon as something that it depends on is another one; what did not pass is not recorded."""

from dataclasses import replace
from pathlib import Path

import pytest

from exactdp.claims.coq.axioms import Assumptions
from exactdp.claims.coq.library import Library
from tests import recorded
from tests.claims import one_run_of_coq
from tests.claims.one_run_of_coq import assumptions_once, record_of
from tests.hostile import try_certificates
from tests.mutation import mutate_kernel
from tests.recorded import digest, keep, unless_recorded


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose files a check depends on; records are kept beside it."""
    monkeypatch.setattr(recorded, "ROOT", tmp_path)
    monkeypatch.setattr(recorded, "RECORDS", tmp_path)
    (tmp_path / "corpus" / "accept").mkdir(parents=True)
    (tmp_path / "corpus" / "accept" / "a.cert").write_text("1")
    return tmp_path / "corpus"


def test_it_runs_once_and_again_where_it_is_asked_to_or_a_file_has_changed(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[int] = []

    def check() -> tuple[list[str], bool]:
        ran.append(len(ran) + 1)
        return [f"run {ran[-1]}", "α"], True

    def printed(*, again: bool = False) -> str:
        assert unless_recorded("it", [place], check, again=again) == 0
        return capsys.readouterr().out

    assert [printed(), printed(), printed(again=True), printed()] == [f"run {k}\nα\n" for k in (1, 1, 2, 2)]
    (place / "accept" / "a.cert").write_text("2")
    assert [printed(), printed()] == ["run 3\nα\n"] * 2
    (place / "accept" / "a.cert").rename(place / "accept" / "b.cert")
    assert printed() == "run 4\nα\n"
    (place / "a.pyc").write_text("")
    assert printed() == "run 4\nα\n"
    (place / "c.py").write_text("")
    assert printed() == "run 5\nα\n"


def test_what_fails_is_not_recorded(place: Path) -> None:
    for _ in range(2):
        assert unless_recorded("it", [place], lambda: (["survives"], False)) == 1
    assert unless_recorded("it", [place], lambda: ([], True)) == 0


def test_the_places_are_there() -> None:
    for places in (mutate_kernel.PLACES, try_certificates.PLACES):
        assert all(each.exists() for each in places)
        assert digest(places) != digest(places[1:])


def test_what_the_theorems_of_coq_assume_is_recalled_of_the_same_sources_alone(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Library] = []

    def ask(library: Library) -> list[Assumptions]:
        asked.append(library)
        return [Assumptions("ExactDP.Sums.zero", {"given": "0 = 1"}, {"given": "0 = 1"})]

    monkeypatch.setattr("exactdp.claims.coq.axioms.assumptions", ask)
    library = Library(place, "coqc", "8.16.1")
    (place / "Sums.v").write_text("1")
    for found in (library, replace(library, refused={"Sums": "no"}), replace(library, version="9.0.0")):
        keep(*record_of(library), ['["ExactDP.Sums.zero", {}, {}]'])
        monkeypatch.setattr(one_run_of_coq, "_known", {})
        assumed = assumptions_once(found)[0].axioms
        assert assumed == ({} if found is library else {"given": "0 = 1"})
    (place / "Sums.v").write_text("2")
    monkeypatch.setattr(one_run_of_coq, "_known", {})
    assert assumptions_once(library)[0].axioms == {"given": "0 = 1"}
    assert len(asked) == 3
