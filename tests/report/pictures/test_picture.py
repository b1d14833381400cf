"""Pictures: the same bytes in every run, whatever the settings, and no window."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import matplotlib as mpl
import pytest

from exactdp import Chain, Matrix, geometric, privacy_curve
from exactdp.report.pictures.picture import METADATA, rendered
from tests.report.pictures.reading import words

ROOT = Path(__file__).parents[3]


def digests() -> list[str]:
    """Return the digests of a picture in each format."""
    G = geometric(n=3, alpha="1/4")
    pictures = [geometric(n=30, alpha="1/2").plot(), privacy_curve(G).plot(), Chain(n=1, levels=["1/4", "1/2"]).plot(0)]
    found = [(each, kind) for each, kind in zip(pictures, METADATA, strict=True)]
    return [hashlib.sha256(rendered(*each)).hexdigest() for each in found]


@pytest.mark.long
def test_two_runs_write_the_same_bytes_and_open_no_window() -> None:
    here = "from tests.report.pictures.test_picture import digests"
    script = f"import sys; {here}; print(digests(), 'matplotlib.pyplot' in sys.modules)"
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": "7",
        "MPLBACKEND": "TkAgg",
        "TZ": "Asia/Tokyo",
    }
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout == f"{digests()} False\n"


def test_no_date_and_no_program_is_named() -> None:
    for kind in METADATA:
        data = rendered(geometric(n=1, alpha="1/2").plot(), kind)
        for each in (b"reator", b"Producer", b"Date", b"date", b"Software"):
            assert each not in data


def test_a_users_settings_change_nothing_and_stay_as_they_are() -> None:
    plain = rendered(geometric(n=2, alpha="1/2").plot(), "svg")
    with mpl.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.grid": True, "savefig.dpi": 17}):
        assert rendered(geometric(n=2, alpha="1/2").plot(), "svg") == plain
        assert mpl.rcParams["font.size"] == 30
        assert mpl.rcParams["svg.fonttype"] == "path"


def test_a_notebook_shows_it() -> None:
    picture = geometric(n=1, alpha="1/2").plot()
    assert picture._repr_svg_() == rendered(picture, "svg").decode()
    assert words(picture).count("2/3") == 2


@pytest.mark.parametrize("kind", list(METADATA))
def test_signs_that_the_font_lacks_are_no_failure(kind: str) -> None:
    picture = Matrix([["1/2", "1/2"]], ["日本"], ["α↓↑≈", "b"]).plot()
    assert rendered(picture, kind)
    assert {"日本", "α↓↑≈"} <= set(words(picture))
