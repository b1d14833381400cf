"""Every command ends in a documented way for all parameters and files, and the program notices one that does not."""

import io
import sys
from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactdp.commands import check, cli
from tests.commands.running import POSIX
from tests.hostile import try_commands
from tests.hostile.damage import READERS, damaged_case
from tests.hostile.random_commands import OFTEN, Case, commands, random_case, value_of
from tests.hostile.try_commands import Ran, complaint, drawn, run
from tests.quickly import quickly

COMMANDS = commands()

COIN = {"0.csv": b"4/5,1/5\n2/5,3/5\n"}


def test_every_option_of_every_command_has_its_values() -> None:
    for name, of in COMMANDS.items():
        for action in of._actions:
            if action.nargs != 0:
                assert value_of(name, action)


@pytest.mark.parametrize(
    "command",
    [
        # The campaign draws commands that take long too seldom to leave them to it.
        pytest.param(name, marks=[] if name.partition(" ")[0] in OFTEN else [pytest.mark.share])
        for name in sorted(COMMANDS)
        if OFTEN.get(name) != 0
    ],
)
@settings(max_examples=2, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(random=st.randoms(use_true_random=False))
def test_a_command_ends_in_a_documented_way(
    command: str, random: Random, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = random_case(random, command)
    folder = tmp_path_factory.mktemp("case")
    for name, data in case.files.items():
        (folder / name).write_bytes(data)
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (case.stdin, b"", b"")]
    with monkeypatch.context() as patch, quickly():
        patch.chdir(folder)
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        code = cli.main(case.words)
    out, err = (stream.buffer.getvalue() for stream in (streams[1], streams[2]) if not stream.flush())
    found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert complaint(case, Ran(code, out, err, found, 0)) == "", (case, code, err[-2000:])


@POSIX
@pytest.mark.share
@pytest.mark.parametrize("kind", ["commands", "files"])
def test_a_share_of_the_campaign(kind: str) -> None:
    """`python tests/hostile/try_commands.py` runs all of it."""
    codes = Counter[int | None]()
    for number in range(12):
        case = drawn(kind, number, seed=1)
        ran = run(case)
        assert complaint(case, ran) == "", try_commands.shown(case, ran)
        codes[ran.code] += 1
    assert codes[0]
    assert codes[2]


@pytest.mark.parametrize("kind", sorted(READERS))
def test_files_of_every_format_are_damaged(kind: str) -> None:
    cases = [damaged_case(Random(f"{kind} {k}"), kind) for k in range(20)]
    assert len({tuple(sorted(case.files.items())) for case in cases}) > 10


def fault(*_: object, **__: object) -> None:
    raise ZeroDivisionError


def endless(*_: object, **__: object) -> None:
    while True:
        pass


@POSIX
@pytest.mark.parametrize(
    ("answer", "code", "wrong"),
    [(fault, 70, "an internal error"), (endless, 3, "")],
)
def test_what_is_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch, answer: object, code: int, wrong: str) -> None:
    monkeypatch.setattr(check, "check", answer)
    case = Case(["check", "0.csv"], dict(COIN))
    ran = run(case, seconds=1)
    assert (ran.code, complaint(case, ran)) == (code, wrong)


@pytest.mark.parametrize(
    ("ran", "wrong"),
    [
        (Ran(0, b"", b"", COIN, 0), ""),
        (Ran(3, b"", b"exactdp: not decided\n", COIN, 0), ""),
        (Ran(2, b"", b"exactdp: no\n", COIN, 0), ""),
        (Ran(None, b"", b"", COIN, 0), "it does not end"),
        (Ran(-9, b"", b"", COIN, 0), "the code -9"),
        (Ran(70, b"", b"", COIN, 0), "the code 70"),
        (Ran(0, b"", b"Traceback (most recent call last):", COIN, 0), "an internal error"),
        (Ran(2, b"", b"exactdp: one\nexactdp: two\n", COIN, 0), "not one line on standard error"),
        (Ran(2, b"", b"", COIN, 0), "not one line on standard error"),
        (Ran(2, b"", b"exactdp: \x1b[2J\n", COIN, 0), "not one line on standard error"),
        (Ran(2, b"1", b"exactdp: no\n", COIN, 0), "words on standard output beside a refusal"),
        (Ran(2, b"", b"exactdp: no\n", {**COIN, "out.csv": b""}, 0), "it is refused, and yet there is out.csv"),
        (Ran(0, b"", b"", {**COIN, "0.csv": b"1"}, 0), "0.csv is written in part"),
        (Ran(0, b"", b"", {}, 0), "a file is gone"),
        (Ran(0, b"", b"", {**COIN, ".exactdp-1": b""}, 0), "a temporary file is left"),
        (Ran(0, b"", b"", {**COIN, "o.cert": b"exactdp certificate 1\nend 9\n"}, 0), "o.cert is written in part"),
        (Ran(0, b"", b"", {**COIN, "o.json": b"{"}, 0), "o.json is written in part"),
        (Ran(0, b"", b"", {**COIN, "o.svg": b"<svg>"}, 0), "o.svg is written in part"),
        (Ran(0, b"{", b"", COIN, 0), "its output is not JSON"),
        (Ran(0, b"\xff", b"", COIN, 0), "its output is not UTF-8"),
    ],
)
def test_the_ways_to_end_are_told_apart(ran: Ran, wrong: str) -> None:
    assert complaint(Case(["check", "0.csv", "--json"], dict(COIN)), ran) == wrong


@POSIX
def test_the_campaign_prints_its_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert try_commands.main(["--commands", "3", "--files", "2", "--jobs", "1"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("commands  3 tried: ")
    assert printed[1].startswith("files     2 tried: ")
    assert printed[2] == "0 of them wrongly"
    assert try_commands.main(["--only", "files:1"]) == 0
