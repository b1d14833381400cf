"""Settings of all tests: how properties choose their examples, and a folder to run commands in.

Examples are the same in every run, so that every run has the same result: a tenth of them, or all with
`--hypothesis-profile=all`; `--hypothesis-profile=search` tries others. They have no deadline, because the machine may
be busy.
"""

import gc
import io
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from exactdp.commands import cli
from tests.browsing import Firefox, chromium, firefox
from tests.commands.running import DATA, Ran, Run

try:
    import resource
except ImportError:  # Windows has no such limits.
    resource = None  # type: ignore[assignment]

# The tests start hundreds of processes. Without bytecode files each of them would compile the package anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# As in the processes of `exactdp prove`: fewer looks for circles among many small objects, which hold none.
gc.set_threshold(200_000, 50, 100)

BUSY: Any = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("share", **BUSY, derandomize=True, max_examples=10)
settings.register_profile("all", **BUSY, derandomize=True, max_examples=100)
settings.register_profile("search", **BUSY, max_examples=100)
settings.load_profile("share")

# The background of a script ignores interrupts, and what is begun there would, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """With `-n auto`, let a process that has no tests left take some from another one."""
    if config.getoption("dist", "no") == "load":
        config.option.dist = "worksteal"


def pytest_collection_finish() -> None:
    """Exclude the tests and their imports from later garbage collections."""
    gc.freeze()


DEBIAN = {"coqc": "coq", "esolver": "qsopt-ex", "pdflatex": "texlive-latex-base"}
"""The programs that tests need, and the packages of Debian that have them."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test if the program that it needs is not installed; all tests marked `coq` need Coq."""
    needed = [program for mark in item.iter_markers("needs") for program in mark.args]
    for program in [*needed, *["coqc"] * (item.get_closest_marker("coq") is not None)]:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed: apt-get install {DEBIAN[program]}")


def _limits() -> list[Any]:
    """Return the limits of this process, and its handlers of their signals."""
    if resource is None:
        return []
    return [
        *(resource.getrlimit(each) for each in (resource.RLIMIT_AS, resource.RLIMIT_CPU)),
        *(signal.getsignal(each) for each in (signal.SIGXCPU, signal.SIGPROF)),
        signal.getitimer(signal.ITIMER_PROF)[0] > 0,
    ]


@pytest.fixture(autouse=True)
def limits_are_left_as_they_were() -> Iterator[None]:
    """A limit that a test leaves behind would end the process in the middle of another test."""
    before = _limits()
    yield
    assert _limits() == before


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Run a command line, and words after it as they are, in a folder with the papers' mechanisms.

    Afterwards no temporary file may be left there.
    """
    monkeypatch.chdir(tmp_path)
    for path in DATA.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())

    def run(line: str = "", *more: str, stdin: bytes = b"") -> Ran:
        arguments = *shlex.split(line), *more
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        if arguments and arguments[0] in ("prove", "errata"):
            # Another test may have changed what a verdict depends on.
            monkeypatch.setattr("exactdp.claims.last_run.cache_folder", lambda kept: None)
        code = cli.main(arguments)
        return Ran(code, *capsys.readouterr())

    yield run
    assert not list(tmp_path.glob(".*"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start Chromium once for all tests of pages."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def fox() -> Iterator[Firefox]:
    """Start Firefox once for all tests of pages."""
    with firefox() as found:
        yield found
