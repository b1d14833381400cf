"""Pictures in files: the format by the extension, written atomically."""

import os
import sys
from pathlib import Path

import pytest

from exactdp import InputError, geometric
from exactdp.report.pictures import picture_files
from exactdp.report.pictures.picture import rendered

PICTURE = geometric(n=1, alpha="1/2").plot()
BEGINNINGS = {"svg": b"<?xml ", "png": b"\x89PNG\r\n", "pdf": b"%PDF-1."}


@pytest.mark.parametrize("kind", picture_files.FORMATS)
def test_the_ending_says_the_format(kind: str, tmp_path: Path) -> None:
    for name in (f"a.{kind}", f"b.{kind.upper()}"):
        picture_files.write(PICTURE, tmp_path / name)
        data = (tmp_path / name).read_bytes()
        assert data == rendered(PICTURE, kind)
        assert data.startswith(BEGINNINGS[kind])
    picture_files.write(PICTURE, tmp_path / "a.txt", kind)
    assert (tmp_path / "a.txt").read_bytes() == data


def test_standard_output_gets_svg_unless_another_is_named(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for kind in (None, *picture_files.FORMATS):
        picture_files.write(PICTURE, "-", kind)
        sys.stdout.flush()
        assert capfdbinary.readouterr().out == rendered(PICTURE, kind or "svg")


@pytest.mark.parametrize("name", ["a.gif", "a", "svg", ".svg", "a.svg.gz", "a.svg "])
def test_other_endings_are_refused_with_a_list(name: str, tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r": pictures are written as SVG, PNG or PDF: end the name in \.svg, \.png or \.pdf$"
    ):
        picture_files.write(PICTURE, tmp_path / name)
    with pytest.raises(InputError, match=r"^unknown picture format 'gif': write svg, png, pdf$"):
        picture_files.check(tmp_path / name, "gif")
    assert not list(tmp_path.iterdir())


def test_a_picture_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.svg"
    target.write_text("before")

    def broken(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(InputError, match="No space left"):
        picture_files.write(PICTURE, target)
    assert [each.name for each in tmp_path.iterdir()] == ["a.svg"]
    assert target.read_text() == "before"
