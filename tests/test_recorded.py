"""A check runs again as soon as something that it depends on is another one; what did not pass is not recorded."""

from pathlib import Path

import pytest

from tests import recorded
from tests.hostile import try_certificates
from tests.mutation import mutate_kernel
from tests.recorded import digest, unless_recorded


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
