"""The checker of VIPR files: what it accepts follows, and it is strict where others have been lax."""

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vipr import PROGRAM, load

# Minimize x + y where 4x + y ≥ 1, x ≥ 0 and y ≥ 0: the minimum 1/4 is at x = 1/4, and x + y is a quarter of
# 4x + y ≥ 1 and three quarters of y ≥ 0.
MINIMUM = """% minimize x + y
VER 1.0
VAR 2
x y
INT 0
OBJ min
2 0 1 1 1
CON 3 2
x G 0 1 0 1
y G 0 1 1 1
c G 1 2 0 4 1 1
RTP range 1/4 0.25
SOL 1
best 1 0 1/4
DER 2
d G 1/4 2 0 1 1 1 { lin 2 2 1/4 1 3/4 } 4
e G 1/4 OBJ { lin 1 3 1 } -1
"""

INFEASIBLE = """VER 1.1
VAR 1 x INT 0 OBJ min 0
CON 2 2
least G 1 1 0 1
most L 1/2 1 0 2
RTP infeas SOL 0
DER 1
absurd G 3/4 0 { lin 2 0 1 1 -1/2 } -1
"""


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    return load()


def test_true_ones(checker: ModuleType) -> None:
    assert checker.judge(MINIMUM.encode()) == ("accepted", "the minimum is 1/4")
    assert checker.judge(INFEASIBLE.encode()) == ("accepted", "no solution")
    for old, new, words in [
        ("1/4 0.25", "-inf 1/4", "the minimum is from -inf to 1/4"),
        ("1/4 0.25", "0 inf", "the minimum is from 0 to inf"),
        ("1/4 0.25", "-3 2", "the minimum is from -3 to 2"),
        ("e G 1/4 OBJ", "e G 1/4 2 1 1 0 1", "the minimum is 1/4"),
        ("VER 1.0", "VER 1.1", "the minimum is 1/4"),
        ("{ lin 1 3 1 }", "{ lin 2 3 1 0 0 }", "the minimum is 1/4"),
        ("SOL 1", "SOL 2\nfar 2 0 1 1 1", "the minimum is 1/4"),
    ]:
        assert MINIMUM.count(old) == 1
        assert checker.judge(MINIMUM.replace(old, new).encode()) == ("accepted", words)


def test_a_maximum_is_a_minimum_turned_round(checker: ModuleType) -> None:
    turned = (
        MINIMUM.replace("min\n2 0 1 1 1", "max\n2 0 -1 1 -1")
        .replace("1/4 0.25", "-1/4 -1/4")
        .replace("d G 1/4 2 0 1 1 1 { lin 2 2 1/4 1 3/4 }", "d L -1/4 2 0 -1 1 -1 { lin 2 2 -1/4 1 -3/4 }")
        .replace("e G 1/4", "e L -1/4")
    )
    assert checker.judge(turned.encode()) == ("accepted", "the maximum is -1/4")
    loose, no_solution = turned.replace("-1/4 -1/4", "-1 0"), turned.replace("SOL 1\nbest 1 0 1/4", "SOL 0")
    assert checker.judge(loose.encode()) == ("accepted", "the maximum is from -1 to 0")
    for claim, verdict in [("-inf -1/4", "accepted"), ("-1 inf", "rejected"), ("-1 -1/4", "rejected")]:
        assert checker.judge(no_solution.replace("-1/4 -1/4", claim).encode())[0] == verdict
    for claim, verdict in [("-1/4 inf", "accepted"), ("-inf 0", "rejected"), ("-1/4 0", "rejected")]:
        underived = re.sub(r"DER 2(.|\n)*", "DER 0\n", turned.replace("-1/4 -1/4", claim))
        assert checker.judge(underived.encode())[0] == verdict
    for old, new in [("-1/4 -1/4", "-1/2 -1/3"), ("-1/4 -1/4", "-1/8 -1/8"), ("e L -1/4", "e L -1/3")]:
        assert checker.judge(turned.replace(old, new).encode())[0] == "rejected"


REJECTED = [
    # What viprchk has accepted: nothing derived, or no solution.
    ("DER 2\nd G 1/4 2 0 1 1 1 { lin 2 2 1/4 1 3/4 } 4\ne G 1/4 OBJ { lin 1 3 1 } -1", "DER 0", "does not bound"),
    ("SOL 1\nbest 1 0 1/4", "SOL 0", "no solution has a value as good as 1/4"),
    ("range 1/4 0.25", "infeas", "is not absurd"),
    ("range 1/4 0.25", "range -inf inf", "nothing is claimed"),
    ("range 1/4 0.25", "range 5 inf", "does not bound the objective by 5"),
    # The claim
    ("1/4 0.25", "1/3 1/3", "does not bound the objective by 1/3"),
    ("1/4 0.25", "1/5 1/5", "no solution has a value as good as 1/5"),
    # The solution
    ("best 1 0 1/4", "best 1 0 1/5", "solution 0 does not satisfy constraint 2"),
    ("best 1 0 1/4", "best 2 0 1/2 1 -1", "solution 0 does not satisfy constraint 1"),
    ("best 1 0 1/4", "best 1 1 1", "no solution has a value as good"),
    ("best 1 0 1/4", "best 0", "does not satisfy constraint 2"),
    # The derivation
    ("2 1/4 1 3/4", "2 1/4 1 1/2", "constraint 3 does not follow"),
    ("2 1/4 1 3/4", "2 1/4 1 -3/4", "both directions"),
    ("2 1/4 1 3/4", "2 -1/4 1 -3/4", "constraint 3 does not follow"),
    ("d G 1/4", "d G 1/3", "constraint 3 does not follow"),
    ("d G 1/4", "d L 1/4", "constraint 3 does not follow"),
    ("d G 1/4", "d E 1/4", "constraint 3 does not follow"),
    ("e G 1/4 OBJ", "e G 1/5 OBJ", "does not bound"),
    ("e G 1/4 OBJ", "e G 1/4 2 0 1 1 2", "constraint 4 does not follow"),
    ("3/4 } 4", "3/4 } 3", "was to be used up to 3 only"),
    ("3/4 } 4", "3/4 } 0", "was to be used up to 0 only"),
]

MALFORMED = [
    ("VER 1.0", "VER 2.0", "line 2: expected 'VER 1.0'"),
    ("VER 1.0", "VER 1.0 VAR", "line 2: expected 'VER 1.0'"),
    ("% minimize", "minimize", "line 1: expected 'VER 1.0'"),
    ("x y", "x x", "stands for something else"),
    ("y G 0", "x G 0", "stands for something else"),
    ("e G 1/4", "x G 1/4", "stands for something else"),
    ("y G 0", "%y G 0", "a comment's beginning"),
    ("INT 0", "INT 1 0", "integer variables"),
    ("1/4 0.25", "1/4 1/0", "not a fraction"),
    ("1/4 0.25", "1/4 1e2", "not a fraction"),
    ("1/4 0.25", "1/4 .", "not a fraction"),
    ("1/4 0.25", "1/4 1/-4", "not a fraction"),
    ("1/4 0.25", "1/4 1_0", "not a fraction"),
    ("1/4 0.25", "1/4 1/5", "the range is empty"),
    ("1/4 0.25", "inf 1/4", "not a fraction"),
    ("2 0 4 1 1", "2 0 4 2 1", "there is no index 2: they go up to 1"),
    ("2 0 4 1 1", "2 0 4 0 1", "the index 0 stands here twice"),
    ("2 0 4 1 1", "2 0 4 -1 1", "not a count or an index"),
    ("2 0 4 1 1", "3 0 4 1 1", "not a count or an index"),
    ("CON 3 2", "CON 3 3", "are not bounds of one variable each"),
    ("CON 3 2", "CON 3 4", "are not bounds of one variable each"),
    ("CON 3 2", "CON 2 2", "expected RTP, not 'c'"),
    ("best 1 0", "best 1 2", "there is no index 2"),
    ("lin 2 2 1/4", "lin 2 3 1/4", "there is no index 3: they go up to 2"),
    ("lin 2 2 1/4", "lin 2 1 1/4", "the index 1 stands here twice"),
    ("lin 1 3 1", "rnd 1 3 1", "expected lin, not 'rnd'"),
    ("{ lin 1 3 1 }", "{ asm }", "expected lin, not 'asm'"),
    ("{ lin 1 3 1 }", "{ lin incomplete 1 }", "not a count"),
    ("} 4", "} 5", "there is no constraint 5"),
    ("} -1", "} -2", "not a count"),
    ("} -1", "} -1 more", "the file goes on with 'more'"),
    ("DER 2", "DER 3", "the file ends where"),
    ("DER 2", "DER 1", "there is no constraint 4"),
]


@pytest.mark.parametrize(
    ("verdict", "old", "new", "why"),
    [("rejected", *case) for case in REJECTED] + [("malformed", *case) for case in MALFORMED],
)
def test_false_ones(checker: ModuleType, verdict: str, old: str, new: str, why: str) -> None:
    assert MINIMUM.count(old) == 1
    found, reason = checker.judge(MINIMUM.replace(old, new).encode())
    assert (found, why in reason) == (verdict, True), reason


def test_absurdity_has_to_be_derived(checker: ModuleType) -> None:
    for old, new in [("1 -1/2 }", "1 -1/4 }"), ("1 1 -1/2", "1 1 1/2"), ("G 3/4 0", "G 0 0"), ("G 1 1", "G 1/4 1")]:
        assert INFEASIBLE.count(old) == 1
        assert checker.judge(INFEASIBLE.replace(old, new).encode())[0] == "rejected"
    assert checker.judge(re.sub(r"DER 1\n.*", "DER 0", INFEASIBLE).encode())[0] == "rejected"
    assert checker.judge(INFEASIBLE.replace("CON 2 2", "CON 2 3").encode())[0] == "malformed"
    # 0 ≥ 3/4 dominates everything, also 0 ≥ 7; but a bound of the objective is not what was to be proved.
    assert checker.judge(INFEASIBLE.replace("G 3/4 0", "G 3/4 1 0 1").encode())[0] == "rejected"
    assert checker.judge(INFEASIBLE.replace("G 3/4 0", "G 7 0").encode())[0] == "accepted"


@given(st.integers(0, len(MINIMUM) - 1))
def test_a_file_that_is_cut_off(end: int) -> None:
    assert load().judge(MINIMUM[:end].encode())[0] == ("accepted" if end >= len(MINIMUM.rstrip()) else "malformed")


def test_what_is_not_text(checker: ModuleType) -> None:
    for data in (b"", b"\xff\xfe", "VER 1.0\nVAR 1 é".encode(), b"%\n%\n", b"VER 1.0"):
        assert checker.judge(data)[0] == "malformed"


def test_numbers_of_any_length(tmp_path: Path) -> None:
    digits, path = "7" * 5000, tmp_path / "long.vipr"
    path.write_text(
        f"VER 1.0 \nVAR 1 x INT 0 OBJ min 1 0 1 CON 1 1 c G 1 1 0 {digits} RTP range 0 1/{digits}\n"
        f"SOL 1 s 1 0 1/{digits} DER 1 d G 0.{digits} OBJ {{ lin 1 0 1/{digits} }} -1"
    )
    assert run(path)[0] == 1  # 0.77… is more than 1/77…
    path.write_text(path.read_text().replace(f"d G 0.{digits}", f"d G 1/{digits}"))
    assert run(path) == (0, f"accepted {path}: the minimum is from 0 to 1/{'7' * 22}...{'7' * 24}\n")


def run(*paths: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(PROGRAM), *map(str, paths)], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


def test_command(tmp_path: Path) -> None:
    good, wrong, bad = tmp_path / "good", tmp_path / "wrong", tmp_path / "bad"
    good.write_text(MINIMUM)
    wrong.write_text(MINIMUM.replace("SOL 1\nbest 1 0 1/4", "SOL 0"))
    bad.write_text("VER 1.0\n")
    assert run() == (64, "")
    assert run(good) == (0, f"accepted {good}: the minimum is 1/4\n")
    assert run(good, wrong)[0] == 1
    code, said = run(wrong, bad, tmp_path / "none", good)
    assert (code, [line.split(" ")[0] for line in said.splitlines()]) == (
        2,
        ["rejected", "malformed", "malformed", "accepted"],
    )
