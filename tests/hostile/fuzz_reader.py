"""Run a coverage-guided fuzzer on the kernel, or on the readers of matrices, and check each input that they accept.

    pip install '.[fuzz]'
    python tests/hostile/fuzz_reader.py --seconds 600
    python tests/hostile/fuzz_reader.py --target files --seconds 600

It begins with the corpus of tests/kernel, or with the files of tests/files/data, and keeps every input that brings the
code to a new place. It ends with the first input that raises another exception than the documented ones, takes more
than `SECONDS` of the processor or more than `MEMORY` bytes. Besides, of the kernel:

- what it accepts is true by the definitions alone (tests/naive_kernel.py), where that is small enough to be decided;
- the verified checker (checkers/verified), if it is built, comes to the same verdict on every input that it judges;
- of a statement and its opposite at most one is ever accepted, and one digest never names two statements.

And of the readers: a matrix that was read is written and read again in each format, and is the same.
"""

import argparse
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parent.parent.parent
sys.path[:0] = [str(ROOT)]

from tests.quickly import TooLong, quickly  # noqa: E402

SECONDS = 10
MEMORY = 2**32
EACH = 1  # second that the kernel may take for one input here, so that many are tried
LONGEST = 4096
SMALL = 8  # entries of a matrix whose statement is decided by the definitions
AT_ONCE = 500

Judge = Callable[[bytes], str]

OPPOSITE = {
    "private": "not-private",
    "approximately-private": "not-approximately-private",
    "derivable": "not-derivable",
    "vertex": "not-vertex",
    "optimal": "not-optimal",
    "only-optimal": "not-only-optimal",
}
OPPOSITE |= {other: kind for kind, other in OPPOSITE.items()}


class KernelFuzzing:
    """The kernel judges each input, and its verdict is compared with other checkers."""

    def __init__(self, kernel: Any, folder: Path) -> None:
        from exactdp.arithmetic.errors import InputError
        from exactdp.certificates.verified_checker import program
        from tests.damaged_certificates import ACCEPTED, CORPUS

        self.kernel = kernel
        self.tally: Counter[str] = Counter()
        self.accepted: dict[str, bytes] = {}
        self.waiting: list[tuple[bytes, str]] = []
        self.folder = folder
        self.program: Path | None = None
        with suppress(InputError):  # it is not built
            self.program = program()
        self.seeds = sorted(CORPUS.glob("*/*.cert"))
        self.texts = list(ACCEPTED)

    def __call__(self, data: bytes) -> str:
        """Judge one input."""
        try:
            with quickly(EACH):
                accepted = self.kernel.check(data)
        except self.kernel.Rejected:
            found = "rejected"
        except self.kernel.Malformed:
            found = "malformed"
        except (MemoryError, TooLong):
            found = "too long"
        else:
            found = "accepted"
            self.decide_again(data, accepted)
        self.tally["tried"] += 1
        self.tally[found] += 1
        if found != "too long":
            self.waiting.append((data, found))
        if len(self.waiting) >= AT_ONCE:
            self.compare()
        return found

    def decide_again(self, data: bytes, accepted: Any) -> None:
        from tests.naive_kernel import parsed, true

        statement = data[: data.index(b"\nproof\n") + 1]
        if accepted.digest != sha256(statement).hexdigest():
            raise AssertionError("another digest than the statement's")
        if accepted.digest not in self.accepted:
            self.texts.append(data.decode("ascii"))
            x = accepted.mechanism
            if x is None or x.height * x.width <= SMALL:
                what = parsed(data)
                if len(what.x) * len((what.source or what.x)[0]) <= SMALL:
                    self.tally["of these true by the definitions"] += 1
                    if not true(data):
                        raise AssertionError("accepted, and false")
        if self.accepted.setdefault(accepted.digest, statement) != statement:
            raise AssertionError("one digest names two statements")
        if other := OPPOSITE.get(accepted.kind):
            opposite = statement.replace(f"statement {accepted.kind}\n".encode(), f"statement {other}\n".encode(), 1)
            if sha256(opposite).hexdigest() in self.accepted:
                raise AssertionError("a statement and its opposite are accepted")

    def compare(self) -> None:
        """Have the verified checker judge the waiting inputs."""
        from tests.verified_checker import verdicts

        waiting, self.waiting = self.waiting, []
        if self.program is None or not waiting:
            return
        judged = verdicts(self.program, [data for data, _ in waiting], self.folder)
        for (data, found), verified in zip(waiting, judged, strict=True):
            # The verified checker reads an inverse in place of a modulus.
            if verified == "not judged by the verified checker" or b"\ninverse " in data:
                continue
            if verified != found:
                raise AssertionError(f"{found} by the kernel, {verified} by the verified checker\n{data!r}")
            self.tally["of one verdict with the verified checker"] += 1

    def changed(self, data: bytes, random: Random, mutate: Callable[[bytes], bytes]) -> bytes:
        """Change an input, or another that was accepted, as a certificate; or its bytes, and mostly count its lines."""
        from tests.damaged_certificates import damaged

        if random.random() < 0.8:
            return damaged(random, random.choice([data.decode("latin-1"), random.choice(self.texts)]))
        lines = mutate(data).split(b"\n")
        if random.random() < 0.9 and len(lines) > 2 and lines[-1] == b"":
            lines[-2] = b"end %d" % (len(lines) - 2)
        return b"\n".join(lines)


class FilesFuzzing:
    """Each reader reads the input in its format; a matrix that was read must round-trip."""

    ENDINGS = (".csv", ".tsv", ".json", ".tex", "")

    def __init__(self, files: Any, folder: Path) -> None:
        from exactdp.arithmetic.errors import InputError
        from exactdp.model.matrix import Matrix

        self.files, self.refused, self.kind = files, InputError, Matrix
        self.tally: Counter[str] = Counter()
        self.paths = [folder / f"matrix{ending}" for ending in self.ENDINGS]
        data = sorted((ROOT / "tests" / "files" / "data").iterdir())
        matrices = [files.read(path, kind=Matrix) for path in data]
        self.seeds = [*data]
        for each, matrix in enumerate(matrices):
            for known in files.FORMATS:
                seed = folder / f"{each}.{known}"
                seed.write_text(files.render(matrix, known), encoding="utf-8")
                self.seeds.append(seed)

    def __call__(self, data: bytes) -> str:
        found = "refused"
        for path in self.paths:
            path.write_bytes(data)
            try:
                matrix = self.files.read(path, kind=self.kind)
            except self.refused as error:
                if "\n" in str(error) or not str(error).startswith(str(path)):
                    raise AssertionError(f"not one line that names the file: {error}") from None
                continue
            found = "read"
            for known in self.files.FORMATS:
                self.again(matrix, known)
        self.tally["tried"] += 1
        self.tally[found] += 1
        return found

    def again(self, matrix: Any, known: str) -> None:
        try:
            text = self.files.render(matrix, known)
        except self.refused:
            self.tally["not written, for a label"] += 1
            return
        self.tally["written and read again"] += 1
        if self.files.parse(text, known, kind=self.kind).rows != matrix.rows:
            raise AssertionError(f"another matrix is read in {text!r}")

    def compare(self) -> None:
        """Do nothing: each matrix is compared when it is read."""

    def changed(self, data: bytes, random: Random, mutate: Callable[[bytes], bytes]) -> bytes:
        return mutate(data)


class Session:
    """Inputs are judged until there were enough, or one shows a fault; then the process ends, as no fuzzer does."""

    def __init__(self, fuzzing: KernelFuzzing | FilesFuzzing, seconds: int, runs: int, folder: Path) -> None:
        self.fuzzing, self.folder, self.left = fuzzing, folder, runs
        self.until = sum(os.times()[:4]) + seconds

    def judge(self, data: bytes) -> None:
        """Judge one input, within the limits."""
        start = time.process_time()
        try:
            self.fuzzing(data)
            if time.process_time() - start > SECONDS:
                raise TimeoutError(f"more than {SECONDS} s")
            self.left -= 1
            if self.left == 0 or sum(os.times()[:4]) > self.until:
                self.fuzzing.compare()
                self.end(0)
        except Exception:
            traceback.print_exc()
            print(f"the input: {data!r}")
            self.end(1)

    def end(self, code: int) -> None:
        print("\n".join(f"{count:12,} {what}" for what, count in self.fuzzing.tally.items()), flush=True)
        shutil.rmtree(self.folder)
        os._exit(code)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", choices=["kernel", "files"], default="kernel")
    parser.add_argument("--seconds", type=int, default=60, help="of the processor, the second checker's too")
    parser.add_argument("--runs", type=int, default=-1, help="end after so many inputs")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        import atheris
    except ImportError:
        raise SystemExit("the fuzzer is missing: pip install '.[fuzz]'") from None

    with atheris.instrument_imports(include=["exactdp.kernel", "exactdp.files", "exactdp.arithmetic.exact"]):
        if options.target == "kernel":
            from exactdp import kernel as code
        else:
            from exactdp import files as code

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    folder = Path(tempfile.mkdtemp(prefix="fuzz_reader"))
    fuzzing = (KernelFuzzing if options.target == "kernel" else FilesFuzzing)(code, folder)
    seeds = folder / "seeds"
    seeds.mkdir()
    for number, seed in enumerate(fuzzing.seeds):
        shutil.copy(seed, seeds / str(number))

    def changed(data: bytes, most: int, seed: int) -> bytes:
        return fuzzing.changed(data, Random(seed), lambda each: atheris.Mutate(each, most))[:most]

    session = Session(fuzzing, options.seconds, options.runs, folder)
    for interruption in (signal.SIGINT, signal.SIGTERM):
        signal.signal(interruption, lambda number, frame: session.end(0))
    arguments = ["-handle_int=0", "-handle_term=0", "-verbosity=0", "-mutate_depth=1", f"-artifact_prefix={folder}/"]
    arguments += [f"-seed={options.seed}", f"-max_len={LONGEST}", f"-timeout={10 * SECONDS}", str(seeds)]
    atheris.Setup([sys.argv[0], *arguments], session.judge, custom_mutator=changed)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
