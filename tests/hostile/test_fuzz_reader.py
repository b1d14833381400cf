"""The fuzzer is right about a few inputs, with and without coverage, and notices a wrong kernel."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from exactdp import files, kernel
from tests.hostile import fuzz_reader
from tests.hostile.fuzz_reader import FilesFuzzing, KernelFuzzing, Session


def spoilt(random: Random, data: bytes) -> bytes:
    """Change some bytes."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(changed))
        changed[at : at + random.randint(0, 2)] = random.choice(
            (b"0", b"-1", b"/", b" ", b"\n", b"9", b"", b"\xff", b",")
        )
    return bytes(changed)


def inputs(fuzzing: KernelFuzzing | FilesFuzzing, count: int) -> Iterator[bytes]:
    random = Random(7)
    seeds = [path.read_bytes() for path in fuzzing.seeds]
    for _ in range(count):
        yield fuzzing.changed(random.choice(seeds), random, lambda each: spoilt(random, each))


@pytest.mark.long
@pytest.mark.share
def test_a_slice_on_the_kernel(tmp_path: Path) -> None:
    fuzzing = KernelFuzzing(kernel, tmp_path)
    for data in inputs(fuzzing, 1500):
        fuzzing(data)
    fuzzing.compare()
    assert min(fuzzing.tally[verdict] for verdict in ("accepted", "rejected", "malformed")) > 100, fuzzing.tally
    assert fuzzing.tally["of these true by the definitions"] > 10


@pytest.mark.share
def test_a_slice_on_the_readers(tmp_path: Path) -> None:
    fuzzing = FilesFuzzing(files, tmp_path)
    for data in inputs(fuzzing, 400):
        fuzzing(data)
    assert min(fuzzing.tally[each] for each in ("read", "refused", "written and read again")) > 20, fuzzing.tally


def test_a_kernel_that_accepts_too_much_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "check_private", lambda rows, privacy, name: None)
    fuzzing = KernelFuzzing(kernel, tmp_path)
    fuzzing.program = None
    with pytest.raises(AssertionError, match=r"accepted, and false|its opposite"):
        for data in inputs(fuzzing, 5000):
            fuzzing(data)


def test_what_is_slow_or_fails_ends_with_the_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ended(code: int) -> None:
        raise SystemExit(code)

    monkeypatch.setattr(fuzz_reader.os, "_exit", ended)
    monkeypatch.setattr(fuzz_reader, "SECONDS", -1)
    (tmp_path / "1").mkdir()
    fuzzing = FilesFuzzing(files, tmp_path / "1")
    with pytest.raises(SystemExit) as slow:
        Session(fuzzing, 60, -1, tmp_path / "1").judge(b"1")
    assert slow.value.code == 1
    assert "the input: b'1'" in capsys.readouterr().out
