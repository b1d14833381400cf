"""Releases and coalitions shown: every answer and level, and nothing of the true count."""

from fractions import Fraction

from exactdp.privacy.sampling import Exponential
from exactdp.release.chain import Chain, Release
from exactdp.report import releases


def test_a_release_is_a_table_of_levels_and_answers() -> None:
    found = Release(40, (Fraction(1, 4), Fraction(10**50, 10**50 + 1), Exponential("1/3")), (7, 40, 0))
    lines = releases.release(found).splitlines()
    assert lines[0].split() == ["level", "answer"]
    assert lines[1].split() == ["1/4", "7"]
    assert lines[2].endswith("40")
    assert len(lines[2]) < 60
    assert lines[3].split() == ["e^-(1/3)", "0"]


def test_json_is_exact() -> None:
    found = Release(40, (Fraction(10**50, 10**50 + 1), Exponential("1/3")), (40, 0))
    assert releases.release_json(found) == {
        "n": 40,
        "levels": [f"{10**50}/{10**50 + 1}", "e^-(1/3)"],
        "responses": [40, 0],
    }


def test_coalitions_carry_their_certificates() -> None:
    found = [(each, releases.certified(each)) for each in Chain(n=2, levels=["1/4", "1/2"]).coalitions()]
    lines = releases.coalitions(found).splitlines()
    assert [line.split()[-5:] for line in lines[1:]] == [
        ["1", "level,", "2", "×", "derivable"],
        ["1", "level,", "2", "×", "derivable"],
        ["1", "level,", "3", "×", "derivable"],
    ]
    last = releases.coalitions_json(found)[-1]
    assert (last["members"], last["level"], last["independent_level"]) == ([1, 2], "1/4", "1/8")
    assert [each["kind"] for each in last["certificates"]] == ["level", *["derivable"] * 3]
    assert all(len(each["statement_sha256"]) == 64 for each in last["certificates"])
