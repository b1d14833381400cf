"""Kill processes of sweeps at random, and print in a few lines what was lost.

    python tests/hostile/kill_sweeps.py

starts a sweep again and again, and sends SIGINT, SIGTERM or SIGKILL to one of its processes, drawn at random, until it
has sent 200 signals; each fifth sweep uses Dask, if it is installed. After each signal, no process may be left or hold
a pipe, and no traceback or warning may be printed. At the end of each sweep, the table and the certificates must equal
those of an uninterrupted sweep, byte for byte, and no incomplete file may be left.
"""

import argparse
import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

SPECIFICATION = 'alpha = "1/10..9/10 by 1/10"\nloss = ["abs", "squared"]\n[[sweep]]\nn = "1..6"\nprior = "uniform"\n'

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)

LASTING = 60
"""How many seconds a sweep may take to end after a kill, on a busy machine."""

WITHIN = {"processes": 2, "dask": 5}
"""How many seconds after a sweep has begun it is killed at the latest: Dask takes two to begin."""

SAID = (
    *("interrupted", "ended by SIGTERM"),
    "interrupted: run the same command again to resume; results/journal.jsonl has the finished instances",
    "not decided: its process was killed, perhaps by the system for lack of memory",
)
"""The lines that a killed sweep may say."""


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files that a sweep leaves, without its journal, whose order depends on the run."""
    found = {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    return {name: data for name, data in found.items() if name != "results/journal.jsonl"}


def begun(folder: Path, engine: str) -> "subprocess.Popen[str]":
    """Start a sweep in its own session."""
    words = ["sweep", "s.toml", "-o", "results", "--certificates", "proofs", "--jobs", "2", "--engine", engine]
    return subprocess.Popen(
        [sys.executable, "-m", "exactdp", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def members(session: int) -> list[int]:
    """Return the processes of a session that run."""
    found = []
    for each in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            state, _, _, of_session = (each / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(of_session) == session and state not in "ZX":
                found.append(int(each.name))
    return sorted(found)


def kill(folder: Path, random: Random, engine: str) -> tuple[str, int]:
    """Begin a sweep, kill one of its processes, and return the kill, "" if it was over before, and the exit code.

    Raises: AssertionError where a process is left, or something else was said than the one line.
    """
    process = begun(folder, engine)
    # The first moments are Python's own; then the first process has begun a second one.
    while len(members(process.pid)) < 2 and process.poll() is None:
        time.sleep(0.005)
    time.sleep(random.uniform(0, WITHIN[engine]))
    there, what = members(process.pid), ""
    if there and process.poll() is None:
        number, victim = random.choice(SIGNALS), random.choice(there)
        with suppress(ProcessLookupError):
            os.kill(victim, number)
            what = f"{number.name} to {'the first process' if victim == process.pid else 'another'}"
    try:
        _, said = process.communicate(timeout=LASTING)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise AssertionError(f"{what}: a pipe is held") from None
    deadline = time.monotonic() + LASTING
    while members(process.pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not members(process.pid), f"{what}: a process is left"
    assert said in ("", *(f"exactdp: {each}\n" for each in SAID)), f"{what}: {said}"
    return what, process.returncode


def campaign(folder: Path, kills: int, seed: int, engines: tuple[str, ...]) -> Counter[str]:
    """Kill until there were so many kills, and return how many of which kind, and how many sweeps came to their end.

    Raises: AssertionError where anything is lost, left or said.
    """
    random, count = Random(seed), Counter[str]()
    whole = folder / "whole"
    whole.mkdir()
    (whole / "s.toml").write_text(SPECIFICATION)
    with begun(whole, "processes") as process:
        assert process.communicate()[1] == ""
    for number in range(kills + 1):
        place = folder / str(number)
        place.mkdir()
        (place / "s.toml").write_text(SPECIFICATION)
        code = 1
        while code:
            # The last sweep of all is left in peace, and so is each that was killed often.
            if count.total() - count["sweeps"] < kills:
                what, code = kill(place, random, engines[number % len(engines)])
                count.update([what] if what else [])
            else:
                with begun(place, "processes") as process:
                    assert process.communicate()[1] == ""
                code = process.returncode
        assert contents(place) == contents(whole), "something is lost"
        count["sweeps"] += 1
        if count.total() - count["sweeps"] >= kills:
            return count
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with_dask = ("dask",) if importlib.util.find_spec("distributed") else ()
    with tempfile.TemporaryDirectory() as folder:
        count = campaign(Path(folder), options.kills, options.seed, ("processes",) * 4 + with_dask)
    for what, times in sorted(count.items()):
        print(f"{what:<30}{times:>5}")
    print("nothing is lost, left or said")


if __name__ == "__main__":
    main()
