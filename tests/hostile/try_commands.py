"""Try random command lines, and damaged files of every format; each must end in one of the documented ways.

    python tests/hostile/try_commands.py                                   # 10,000 command lines and 5,000 files
    python tests/hostile/try_commands.py --commands 400 --files 200 --seed 3
    python tests/hostile/try_commands.py --only commands:1234              # one of them, and what it prints

Each case runs in its own process and folder, within `SECONDS` of processor time and `MEMORY` bytes. The program has the
exit code 1 if a case

- ends with another exit code than 0, 1, 2 or 3, or by a signal, or does not end, or prints a traceback;
- reports invalid input, or that it is undecided, by anything but one line on standard error, or then writes a file;
- leaves a temporary or an incomplete file, or prints with --json anything but JSON of the schema.
"""

import argparse
import faulthandler
import gc
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from pkgutil import walk_packages
from random import Random
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT)]

import exactdp  # noqa: E402
from exactdp import __main__  # noqa: E402
from tests.hostile.damage import damaged_case  # noqa: E402
from tests.hostile.random_commands import Case, commands, random_case  # noqa: E402

SECONDS = 30
"""Of the processor, for one command; on the clock ten times as much and a minute, as the machine may be busy."""

LIMIT = 10
"""Of the processor: after so many seconds the command is told to say that it has not decided the question."""

MEMORY = 3 * 2**30
"""Of addresses, for one command, besides what this process has."""

CODES = {0: "yes", 1: "no", 2: "refused", 3: "not decided"}

PARTLY = ("sweep", "prove", "errata", "verify")
"""The commands that say what they have decided, or judged, even where not all is."""

Draws = dict[str, Callable[[Random], Case]]

DRAWS: Draws = {"commands": random_case, "files": damaged_case}


@dataclass(frozen=True)
class Ran:
    """How a command ended: its exit code, its output, and its files. A negative code is that of a signal."""

    code: int | None
    out: bytes
    err: bytes
    files: dict[str, bytes]
    seconds: float


def run(case: Case, seconds: float = SECONDS) -> Ran:
    """Run a command line in its own process, in a new folder with its files."""
    folder = Path(mkdtemp(prefix="exactdp-"))
    try:
        for name, data in case.files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(data)
        said = Path(mkdtemp(prefix="exactdp-said-"))
        (said / "in").write_bytes(case.stdin)
        begun = time.monotonic()
        child = os.fork()
        if child == 0:
            _be_the_command(case.words, folder, said, seconds)
        code = _ended(child, 60 + 10 * seconds)
        taken = time.monotonic() - begun
        found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        ran = Ran(code, (said / "out").read_bytes(), (said / "err").read_bytes(), found, taken)
        rmtree(said)
        return ran
    finally:
        rmtree(folder)


def _be_the_command(words: list[str], folder: Path, said: Path, seconds: float) -> None:
    """Run the command in this process, which then ends."""
    code, streams = 99, []
    try:
        os.setsid()
        os.chdir(folder)
        for number, name, mode in ((0, "in", os.O_RDONLY), (1, "out", os.O_WRONLY), (2, "err", os.O_WRONLY)):
            os.dup2(os.open(said / name, mode | os.O_CREAT, 0o600), number)
        for number, name in ((0, "stdin"), (1, "stdout"), (2, "stderr")):
            mode = "r" if number == 0 else "w"
            # Each is kept, as Python would warn of one that the command puts another in the place of.
            streams.append(os.fdopen(number, mode, encoding="utf-8", errors="surrogateescape"))
            setattr(sys, name, streams[-1])
        faulthandler.disable()
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (_addresses() + MEMORY,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # The least that Python allows, so that every conversion of long numbers that is not FLINT's shows itself.
        sys.set_int_max_str_digits(640)
        sys.set_int_max_str_digits = lambda most: None  # type: ignore[assignment]
        sys.argv = ["exactdp", *words]
        code = __main__.main()
    except BaseException:  # also what ends Python by itself
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code)


def _addresses() -> int:
    """Return how many bytes of addresses this process has."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def _ended(child: int, seconds: float) -> int | None:
    """Wait for a process and return its exit code; after this many seconds, end it and return None."""
    end, pause = time.monotonic() + seconds, 0.0005
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def complaint(case: Case, ran: Ran) -> str:
    """Return the error in how a command ended, or ""."""
    error = ran.err.decode("utf-8", "surrogateescape")
    if ran.code is None:
        return "it does not end"
    if b"Traceback" in ran.err + ran.out or "internal error" in error:
        return "an internal error"
    if ran.code not in CODES:
        return f"the code {ran.code}"
    if any(Path(name).name.startswith(".exactdp") for name in ran.files):
        return "a temporary file is left"
    if any(name not in ran.files for name in case.files):
        return "a file is gone"
    new = {name for name in ran.files if case.files.get(name) != ran.files[name]}
    if ran.code == 2 or (ran.code == 3 and case.words[:1] not in ([each] for each in PARTLY)):
        return _refused(case, ran, error, new)
    return _printed(case, ran) or next((f"{name} {bad}" for name in sorted(new) if (bad := _spoilt(name, ran))), "")


def _refused(case: Case, ran: Ran, error: str, new: set[str]) -> str:
    said = [line for line in error.split("\n") if line.startswith("exactdp: ")]
    if len(said) != 1 or not error.endswith("\n") or not said[0].isprintable():
        return "not one line on standard error"
    if ran.out and case.words[:1] not in (["prove"], ["verify"]):
        return "words on standard output beside a refusal"
    # What a sweep has finished is kept, and a sweep goes on with it.
    left = {name for name in new if not name.startswith(("swept", "proofs"))}
    return f"it is refused, and yet there is {', '.join(sorted(left))}" if left else ""


def _printed(case: Case, ran: Ran) -> str:
    try:
        text = ran.out.decode()
    except UnicodeDecodeError:
        return "" if case.words[:1] == ["plot"] else "its output is not UTF-8"
    if "--json" in case.words and ran.code == 0 and text.lstrip().startswith(("{", "[")):
        try:
            json.loads(text)
        except ValueError:
            return "its output is not JSON"
    return ""


def _spoilt(name: str, ran: Ran) -> str:
    """Return the error in a file that was written, or ""."""
    data = ran.files[name]
    lines = data.split(b"\n")
    if data.startswith(b"exactdp certificate"):
        whole = lines[-2:] == [b"end %d" % (len(lines) - 2), b""]
    elif data.startswith((b"{", b"[")) and not name.endswith("journal.jsonl"):
        try:
            whole = json.loads(data) is not None
        except ValueError:
            whole = False
    elif data.startswith((b"<", b"%PDF")):
        whole = data.rstrip().endswith((b"</svg>", b"</html>", b"%%EOF"))
    else:
        whole = data.endswith(b"\n") or name.endswith((".png", ".parquet"))
    return "" if whole else "is written in part"


def drawn(kind: str, number: int, seed: int) -> Case:
    """Return the case of this number; its command gets a time limit, if it has this option."""
    case = DRAWS[kind](Random(f"{seed} {kind} {number}"))
    if "--time-limit" in commands()["check"].format_usage() and not {"--", "--time-limit"} & {*case.words}:
        case.words += ["--time-limit", str(LIMIT)]
    return case


def tried(seed: int, seconds: float, which: tuple[str, int]) -> tuple[str, int, Case, Ran, str]:
    """Run one case; return it, how it ended, and its error."""
    kind, number = which
    case = drawn(kind, number, seed)
    ran = run(case, seconds)
    return kind, number, case, ran, complaint(case, ran)


def shown(case: Case, ran: Ran) -> str:
    """Return a command line, its files and the end of its output, for people."""
    files = "".join(f"\n    {name}: {data[:300]!r}" for name, data in case.files.items())
    stdin = f"\n    standard input: {case.stdin[:300]!r}" if case.stdin else ""
    said = b" | ".join((ran.err or ran.out).rstrip().splitlines()[-3:])
    return f"    {case.words!r}{files}{stdin}\n    code {ran.code}, {ran.seconds:.1f} s: {said[-700:]!r}"


def load_the_package() -> None:
    """Load every module now. Otherwise the process of each case, a fork of this one, would load its modules again."""
    for each in walk_packages(exactdp.__path__, "exactdp."):
        # Some modules need a package that may not be installed.
        with suppress(ImportError):
            import_module(each.name)
    gc.freeze()


def main(arguments: list[str] | None = None) -> int:
    """Run all cases, print the counts, and return 1 if a case failed."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--commands", type=int, default=10_000, help="how many command lines; 10,000 if left out")
    asked.add_argument("--files", type=int, default=5_000, help="how many damaged files; 5,000 if left out")
    asked.add_argument("--seed", type=int, default=0, help="another one gives other cases")
    asked.add_argument("--seconds", type=float, default=SECONDS, help="of the processor, for each")
    asked.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    asked.add_argument("--only", metavar="KIND:NUMBER", help="run this one alone, and print all that it prints")
    options = asked.parse_args(arguments)
    if options.only:
        kind, _, number = options.only.partition(":")
        *_, case, ran, wrong = tried(options.seed, options.seconds, (kind, int(number)))
        print(shown(case, ran), ran.out.decode(errors="replace"), ran.err.decode(errors="replace"), wrong, sep="\n")
        return 1 if wrong else 0
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in DRAWS}
    wrongs = Counter[str]()
    which = [(kind, k) for kind in DRAWS for k in range(vars(options)[kind])]
    slowest: list[tuple[float, str]] = []
    load_the_package()
    with ProcessPoolExecutor(options.jobs, get_context("fork")) as pool:
        work: Any = partial(tried, options.seed, options.seconds)
        for kind, number, case, ran, wrong in pool.map(work, which, chunksize=5):
            counts[kind][CODES.get(ran.code if ran.code is not None else -99, "ended otherwise")] += 1
            slowest = sorted([*slowest, (ran.seconds, f"{kind}:{number} {case.words!r:.150}")], reverse=True)[:3]
            if wrong:
                wrongs[wrong] += 1
                print(f"{kind}:{number}: {wrong}\n{shown(case, ran)}", flush=True)
    for kind, found in counts.items():
        ends = ", ".join(f"{found[each]:,} {each}" for each in [*CODES.values(), "ended otherwise"])
        print(f"{kind:<9} {found.total():,} tried: {ends}")
    print(*(f"{seconds:.1f} s: {what}" for seconds, what in slowest), sep="\n", file=sys.stderr)
    print(f"{wrongs.total():,} of them wrongly")
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
