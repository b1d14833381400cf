"""An internal error gives exit code 70, and one line with the data for a bug report."""

import io
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from exactdp import Rejected, __version__
from exactdp.commands import check, cli, releases
from exactdp.commands.internal_error import report
from tests.commands.running import Run


def broken(*_: object, **__: object) -> None:
    raise ZeroDivisionError("17 of them")


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `check` and `release` have a fault."""
    monkeypatch.setattr(check, "check", broken)
    monkeypatch.setattr(releases, "Chain", broken)


@pytest.mark.usefixtures("faulty")
def test_one_line_says_where_and_what_to_report(run: Run) -> None:
    ran = run("check appendix_b.csv --neighbours 0-1,1-2,2-3")
    assert (ran.code, ran.out) == (70, "")
    digest = sha256(Path("appendix_b.csv").read_bytes()).hexdigest()
    assert re.fullmatch(
        rf"exactdp: internal error: ZeroDivisionError in exactdp/commands/check\.py, line [0-9]+: this is an error "
        rf"in exactdp, not in your input; report it with: exactdp {re.escape(__version__)} on Python 3\.[0-9.]+, the "
        rf"command `exactdp check appendix_b\.csv --neighbours 0-1,1-2,2-3`, appendix_b\.csv with the sha256 {digest}, "
        rf"and the additional output of --debug\n",
        ran.err,
    )


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize("words", ["--debug check -", "check - --debug"])
def test_debug_prints_the_traceback(run: Run, words: tuple[str, ...]) -> None:
    data = Path("appendix_b.csv").read_bytes()
    ran = run(words, stdin=data)
    assert (ran.code, ran.out) == (70, "")
    assert ran.err.startswith("Traceback (most recent call last):\n")
    assert "\nZeroDivisionError: 17 of them\nexactdp: internal error: " in ran.err
    assert ran.err.endswith(f"standard input with the sha256 {sha256(data).hexdigest()}\n")


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize("words", [("--count", "17"), ("--count=17",), ("--cou=17",)])
def test_a_true_count_is_not_repeated(run: Run, words: tuple[str, ...]) -> None:
    ran = run("release -n 99 --levels 1/2", *words)
    assert ran.code == 70
    assert "`exactdp release -n 99 --levels 1/2 " in ran.err
    assert "17" not in ran.err.replace("3.11.7", "")


def test_a_fault_of_the_parser_has_its_report_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "parser", broken)
    monkeypatch.setattr("exactdp.commands.internal_error.parser", broken)
    ran = run("release -n 99 --levels 1/2 --count 17")
    assert ran.code == 70
    assert "the command `exactdp release K`" in ran.err


def test_a_certificate_that_the_kernel_rejects_is_a_fault(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def rejected(*_: object) -> None:
        raise Rejected("alpha 1/2 is not the level")

    monkeypatch.setattr("exactdp.certificates.certificate.kernel.check", rejected)
    ran = run("certify appendix_b.csv -o level.cert")
    assert (ran.code, ran.out, Path("level.cert").exists()) == (70, "", False)
    assert ran.err.startswith("exactdp: internal error: Rejected in exactdp/certificates/certificate.py, line ")


def test_what_cannot_be_read_again_has_no_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(_Pipe())))
    assert "sha256" not in report(ValueError(), ["check", "-"])
    assert "sha256" not in report(ValueError(), ["check", "no such file"])
    assert "sha256" not in report(ValueError(), ["check", "/"])


class _Pipe(io.RawIOBase):
    def readable(self) -> bool:
        return True


def test_a_package_that_cannot_be_loaded_is_one_line_too() -> None:
    code = "import sys; sys.modules['flint'] = None; from exactdp.__main__ import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"exactdp: flint cannot be loaded \(.*\): pip install --force-reinstall exactdp\n", done.stderr)
