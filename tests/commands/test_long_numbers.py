"""Numbers longer than Python's conversions accept, and numbers that are equal in floating point."""

from pathlib import Path

import pytest

from tests.commands.running import Run, refusal

LONG = "9" * 5000
"""Python itself neither reads nor prints so many digits."""


@pytest.mark.parametrize(
    "words",
    [
        "optimal -n 2 --epsilon 10000 --loss abs",
        f"optimal -n 1 --alpha {LONG[:-2]}7/{LONG} --loss abs --json",
        "certify long.csv --claim not-vertex -o vertex.cert",
        f"check long.csv --alpha 1/{LONG}",
        "audit long.csv --alpha 0",
        "audit longer.csv --alpha 0",
        "interact long.csv --loss abs --json",
        "curve long.csv",
        f"coalitions -n 1 --levels 1/{LONG},1/2",
    ],
    ids=lambda words: words[:30],
)
def test_long_numbers_are_read_and_printed(run: Run, words: str) -> None:
    Path("long.csv").write_text(f"1/{LONG},{LONG[:-1]}8/{LONG}\n1/2,1/2\n")
    Path("longer.csv").write_text(f"{LONG},1\n1/2,1/2\n")
    ran = run(words)
    assert ran.code in (0, 1), ran.err
    assert ran.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (f"plot constraints long.csv --alpha 3/{LONG} -o x.svg", "the mechanism is not 1/33"),
        (f"certify long.csv --claim vertex --alpha 3/{LONG}", "the mechanism is not 1/33"),
        (f"plot geometric --alpha 1/2 --first {'9' * 4000} -o x.svg", "responses 999"),
        ("attack differencing counts.csv --mechanism long.csv", "response 999"),
        (f"audit --library opendp.geometric -n 1 --epsilon -{LONG}", "…"),
    ],
)
def test_long_numbers_are_refused_in_a_short_line(run: Run, words: str, said: str) -> None:
    Path("long.csv").write_text(f"1/{LONG},{LONG[:-1]}8/{LONG}\n1/2,1/2\n")
    Path("counts.csv").write_text(f"1,{LONG}\n")
    message = refusal(run(words))
    assert said in message
    assert len(message) < 400


@pytest.mark.parametrize("places", [9, 17])
def test_a_curve_whose_ends_are_close_is_drawn(run: Run, places: int) -> None:
    tiny = "0" * places + "1"
    Path("close.csv").write_text(f"0.5,0.5\n0.5{tiny},0.4{'9' * (places + 1)}\n0.5,0.5\n")
    assert run("plot curve close.csv -o close.svg").code == 0
    assert Path("close.svg").read_text().endswith("</svg>\n")
