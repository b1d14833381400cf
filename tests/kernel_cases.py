"""The cases that a kernel must pass: the verdicts on the corpus, its limits, and the output of its command.

`PYTHON -I -S tests/kernel_cases.py` runs the kernel of this checkout on all of them, with any Python from 3.10 on.
"""

from __future__ import annotations

import importlib.util
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from errno import ENOENT
from fractions import Fraction
from functools import cache, partial
from hashlib import sha256
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

CORPUS = Path(__file__).parent / "kernel"

Verdict = tuple[str, str]
"""Accept, reject or malformed; and the statement that is accepted, or the reason."""


def cases(folder: str) -> list[Path]:
    """Return the certificates of one folder: accept, reject or malformed."""
    return sorted((CORPUS / folder).glob("*.cert"))


def corpus() -> list[tuple[bytes, Verdict]]:
    """Return every certificate with the verdict and the words that are right, short ones first."""
    found = [(path.read_bytes(), ("accept", statement(path.read_bytes()))) for path in cases("accept")]
    for folder in ("reject", "malformed"):
        found += [
            (path.read_bytes(), (folder, path.with_suffix(".why").read_text().removesuffix("\n")))
            for path in cases(folder)
        ]
    return sorted(found, key=lambda case: len(case[0]))


@cache
def files() -> dict[bytes, str]:
    """Return the names of the certificates of the corpus, by their bytes."""
    paths = [path for folder in ("accept", "reject", "malformed") for path in cases(folder)]
    return {path.read_bytes(): f"{path.parent.name}/{path.stem}" for path in paths}


def statement(data: bytes) -> str:
    """Return the lines of a certificate's statement."""
    return data[: data.find(b"\nproof\n") + 1].decode()


def kind_of(case: Path) -> str:
    """Return the kind of statement in a certificate's file."""
    return case.read_text("ascii").split("\n")[1].split(" ")[1]


def verdict(kernel: Any, data: bytes) -> Verdict:
    """Have a kernel judge a certificate."""
    return judgement(kernel, data)[0]


def judgement(kernel: Any, data: bytes) -> tuple[Verdict, Any]:
    """Return a kernel's verdict, and its result if it accepts the certificate."""
    try:
        accepted = kernel.check(data)
        return ("accept", accepted.statement.decode()), accepted
    except kernel.Rejected as error:
        return ("reject", str(error)), None
    except kernel.Malformed as error:
        return ("malformed", str(error)), None


def limits() -> Iterator[tuple[str, int, bytes, str]]:
    """Yield a limit of the kernel, a value for it, a certificate, and the verdict that follows from that value.

    Each certificate is just within one limit, and just outside where that is lowered by 1.
    """

    def accepted(name: str) -> bytes:
        return (CORPUS / "accept" / f"{name}.cert").read_bytes()

    edges = accepted("private_edges")
    just_within = [
        ("BYTES", len(edges), edges),
        ("ENTRIES", 6, edges),
        ("ENTRIES", 2, accepted("stochastic_one_response")),
        ("ENTRIES", 2, accepted("stochastic_hexadecimal")),
        ("PAIRS", 1, edges),
        ("PAIRS", 3, accepted("private")),
        ("ENTRIES", 4, accepted("stochastic_geometric_by_entries")),
        ("ENTRIES", 16, accepted("stochastic_geometric")),
        ("ENTRIES", 8, accepted("stochastic_remap_more_responses")),
        ("ENTRIES", 6, accepted("derivable_remap_larger_than_both")),
        ("ENTRIES", 9, accepted("infeasible")),
        ("ENTRIES", 1, accepted("infeasible_one_by_one")),
        ("EXPONENT", 64, accepted("optimal_exponent_64")),
        ("EXPONENT", 64, accepted("optimal_exponent_over_64")),
    ]
    for limit, value, data in just_within:
        yield limit, value, data, "accept"
        yield limit, value - 1, data, "malformed"


Check = Callable[[Any], "str | None"]
"""Says what a kernel gets wrong in one case."""

STATED = {
    "BYTES": 2**30,
    "ENTRIES": 2**24,
    "PAIRS": 2**20,
    "EXPONENT": 64,
    "LARGE": 50 * 10**6,
    "MEMORY": 4 * 10**9,
    "SECONDS": 120,
}
"""The limits that CERTIFICATES.md states."""


def judged(data: bytes, right: Verdict, kernel: Any) -> str | None:
    (found, accepted), name = judgement(kernel, data), files().get(data, data[:400].decode("ascii", "replace"))
    if found != right:
        return f"{name}: {found}, not {right}"
    if right[0] == "accept":
        _, kind, *_ = statement(data).splitlines()
        if accepted.digest != sha256(statement(data).encode()).hexdigest():
            return f"{name}: another digest"
        if f"statement {accepted.kind}" != kind:
            return f"{name}: another kind"
        if data.startswith(b"exactdp certificate ") and (accepted.mechanism is None) != (accepted.kind == "infeasible"):
            return f"{name}: another mechanism"
    return None


@contextmanager
def replaced(kernel: Any, **values: Any) -> Iterator[None]:
    """Give some of a kernel's names other values for a while."""
    usual = {name: getattr(kernel, name) for name in values}
    vars(kernel).update(values)
    try:
        yield
    finally:
        vars(kernel).update(usual)


def limited(limit: str, value: int, data: bytes, right: str, kernel: Any) -> str | None:
    with replaced(kernel, **{limit: value}):
        found, _ = verdict(kernel, data)
    return None if found == right else f"{limit} = {value}: {found}, not {right}"


def stated(limit: str, value: int, kernel: Any) -> str | None:
    found = getattr(kernel, limit)
    return None if found == value else f"{limit} is {found}, not {value}"


def commanded(arguments: list[str], code: int, says: str, kernel: Any, **values: Any) -> str | None:
    """Run the kernel's command on files of the corpus; `says` is the beginning of its output."""
    values = {"limit": lambda size: None, "signal": signals(lambda *handled: None), "check": kernel.check} | values
    with redirect_stdout(StringIO()) as output, redirect_stderr(StringIO()) as errors, replaced(kernel, **values):
        paths = [str(CORPUS / each) if "/" in each else each for each in arguments]
        found = kernel.main(paths, kernel.check, "kernel.py")
    text = output.getvalue() or errors.getvalue()
    return None if found == code and text.startswith(says) else f"{arguments}: {found}, {text}"


def commands() -> Iterator[Check]:
    """Yield the expected output and exit code of the command."""
    refused = [(1, "reject", "rejected", "level_too_large"), (2, "malformed", "malformed", "tab")]
    for code, folder, verdict, name in refused:
        right = (CORPUS / folder / f"{name}.why").read_text()
        yield partial(commanded, [f"{folder}/{name}.cert"], code, f"{verdict}: {right}")
    level = "accept/level.cert"
    data = (CORPUS / level).read_bytes()
    size, digest = len(data), f"statement sha256: {sha256(statement(data).encode()).hexdigest()}\n"
    yield partial(commanded, [level], 0, f"accepted: level\n{statement(data)}{digest}")
    for arguments in (["--short", level], [level, "--short"]):
        yield partial(commanded, arguments, 0, f"accepted: level\n{digest}")
    yield partial(commanded, [level], 0, "accepted: ", BYTES=size, CHUNK=1)
    longer = f"malformed: the file is longer than {size - 1} bytes, or not ASCII\n"
    yield partial(commanded, [level], 2, longer, BYTES=size - 1, CHUNK=1)
    yield partial(commanded, [level], 2, "not judged: there is not enough memory\n", check=raising(MemoryError))
    yield partial(commanded, [level], 2, "not judged: there is not enough memory\n", check=too_much_to_print)
    for written in (len, broken):
        yield partial(exhausted, written)
    for check in (None, raising(MemoryError)):
        yield partial(undisturbed, level, check)
    yield partial(commanded, [level], 0, "accepted: ", resource=None, signal=None)
    yield partial(commanded, [level], 2, "not judged: there is not enough memory\n", limit=partial(full, size))
    for name in ("no such file", "!"):
        yield partial(commanded, [name], 2, f"not judged: [Errno {ENOENT}] No such file or directory: ")
    yield partial(commanded, [], 2, "usage: python kernel.py [--short] FILE\n")
    yield partial(commanded, [level] * 2, 2, "usage: python kernel.py [--short] FILE\n")
    yield partial(commanded, ["--help"], 2, "usage: python kernel.py [--short] FILE\n")


def exhausted(write: Callable[[bytes], int], kernel: Any) -> str | None:
    """Send the signal that the processor time is used up; the process must end, even if it cannot write."""
    found: list[Any] = []

    def record(place: int, text: bytes) -> int:
        found.append((place, text))
        return write(text)

    with replaced(kernel, os=SimpleNamespace(write=record, _exit=found.append)):
        kernel.exhausted(0, None)
    right = [(1, b"not judged: it takes too long\n"), 2]
    return None if found == right else f"when time is up: {found}"


def broken(text: bytes) -> int:
    raise OSError


def undisturbed(argument: str, check: Callable[[bytes], None] | None, kernel: Any) -> str | None:
    """Run the command; once a check ends, before anything is printed, it is to ignore that the time is up."""
    found: list[Any] = []
    output = StringIO()

    def judge(data: bytes) -> Any:
        found.append("judged")
        return (check or kernel.check)(data)

    def handle(*handled: str) -> None:
        found.append((*handled, output.getvalue()))

    system = {"resource": "is there", "limit": lambda size: None, "signal": signals(handle)}
    with redirect_stdout(output), replaced(kernel, **system):
        kernel.main([str(CORPUS / argument)], judge, "kernel.py")
    return None if found == ["judged", ("time is up", "ignored", "")] else f"between check and verdict: {found}"


def signals(handle: Callable[..., None]) -> SimpleNamespace:
    """Return a module `signal` for a process with these handlers."""
    return SimpleNamespace(SIGXCPU="time is up", SIG_IGN="ignored", signal=handle)


def full(size: int, found: int) -> None:
    """Set a limit that a file of this many bytes exceeds, and no other limit."""
    if found == size:
        raise MemoryError


def raising(error: type[Exception]) -> Callable[[bytes], None]:
    def check(data: bytes) -> None:
        raise error

    return check


def too_much_to_print(data: bytes) -> SimpleNamespace:
    """Accept a certificate whose statement fits into memory once, and not once more."""
    return SimpleNamespace(kind="level", statement=SimpleNamespace(decode=partial(raising(MemoryError), data)))


INFINITE = 2**63 - 1
"""As systems spell that there is no limit; on others it is -1."""


def bounded(size: int, usual: tuple[int, int], memory: int, seconds: int, kernel: Any) -> str | None:
    """Say where a kernel does not set these limits for a file of so many bytes, after 2.5 s of the processor's time.

    A system may refuse a limit of memory of 0 bytes.
    """
    found: list[Any] = []

    def set_limits(what: str, limits: tuple[int, int]) -> None:
        if (what, limits[0]) == ("memory", 0):
            raise ValueError
        found.append((what, *limits))

    system = SimpleNamespace(
        RLIM_INFINITY=-1 if -1 in usual else INFINITE,
        RLIMIT_AS="memory",
        RLIMIT_CPU="seconds",
        RUSAGE_SELF="self",
        getrusage={"self": SimpleNamespace(ru_utime=2.0, ru_stime=0.5)}.get,
        getrlimit={"memory": usual, "seconds": usual}.__getitem__,
        setrlimit=set_limits,
    )
    with replaced(kernel, resource=system, signal=signals(lambda *handled: found.append(handled))):
        kernel.limit(size)
    right: list[Any] = [("time is up", kernel.exhausted)]
    right += [
        each for each in (("memory", memory, usual[1]), ("seconds", seconds, usual[1])) if each[:2] != ("memory", 0)
    ]
    return None if found == right else f"a file of {size} bytes, where the limits are {usual}: {found}"


def unbounded(kernel: Any) -> str | None:
    """Check that a kernel does nothing on a system without limits."""
    with replaced(kernel, resource=None):
        return None if kernel.limit(1) is None else "another answer"


def bounds() -> Iterator[Check]:
    """Yield which limits of memory and time are to be set for a file."""
    gigabytes, minutes, large = 4 * 10**9, 2 + 120, 50 * 10**6
    yield partial(bounded, 0, (INFINITE, INFINITE), gigabytes, minutes)
    yield partial(bounded, large, (INFINITE, INFINITE), gigabytes, minutes)
    yield partial(bounded, large + 1, (INFINITE, INFINITE), 2 * gigabytes, minutes + 120)
    yield partial(bounded, 3 * large, (INFINITE, 10**12), 3 * gigabytes, minutes + 240)
    yield partial(bounded, 1, (-1, -1), gigabytes, minutes)
    yield partial(bounded, 1, (100, INFINITE), 100, 100)
    yield partial(bounded, 1, (0, INFINITE), 0, 0)
    yield partial(bounded, 1, (INFINITE, 100), 100, 100)
    yield unbounded


SIZES = (1, 2, 3, 8, 30, 300)


def graphs(size: int) -> dict[str, list[str]]:
    """Return the lines of each graph that exists on this many inputs. In all of them 0 and 1 are neighbours."""
    names = ["path", "complete", *["cycle"] * (size >= 3), *["hypercube"] * (size & (size - 1) == 0)]
    star = [f"edge 0 {k}" for k in range(1, size)]
    return {name: [f"neighbours {name}"] for name in names} | {
        "edges": ["neighbours edges", f"edges {len(star)}", *star]
    }


def of_size(size: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of true certificates about so many inputs: of every kind that is about neighbours, on each graph.

    Response 0 has no loss and response 1 has the loss 1. So giving response 0 is the only optimum, without any prices.
    """
    zero, one, half = (["matrix " + f"{size} 2", *[row] * size] for row in ("row 1 1 0", "row 1 0 1", "row 2 1 1"))
    apart = [zero[0], "row 3 2 1", *["row 3 1 2"] * (size - 1)]
    losses = ["loss table", *["row 1 0 1"] * size]
    bayesian = ["user bayesian", *losses, f"prior {size}" + " 1" * size]
    minimax = ["user minimax", *losses, "inputs" + " 1" * size]
    prior = "prior 1 1" + " 0" * (size - 1)
    weights, free = ["weights 0"] * size, ["constraints 0", "value 1 0", "proof"]
    nothing, worthless = ["loss table", *["row 1 0 0"] * size], ["row 4 3 1"] * size

    def on(matrix: list[str], *lines: str, role: str = "mechanism") -> list[str]:
        return [f"{role} {matrix[0]}", *matrix[1:], *lines]

    yield "stochastic", on(half, "proof")
    yield "derivable", on(half, f"from matrix {size} 1", *["row 1 1"] * size, "proof", "remap 2", "row 1 1")
    if size > 1:
        separate = ["losses 2", "loss 0 0 -1", "loss 0 1 1"]
        yield "not-derivable", on(apart, f"from matrix {size} 1", *["row 1 1"] * size, "proof", *separate)
    remap = ["remap matrix 2 2", "row 1 1 0", "row 1 1 0"]
    yield "interaction", on(apart, *remap, *bayesian, "value 1 0", "proof")
    yield "interaction", on(apart, *remap, *minimax, "value 1 0", "proof", prior)
    for name, lines in graphs(size).items():
        at = [*lines, "alpha 1/2"]
        flows = [] if name == "path" else ["flows 0"]
        dual = ["dual 1", *weights, *flows]
        least = ["dual 1", "prior 1" + " 0" * (size - 1), *weights, *flows]
        yield "private", on(apart, *at, "proof")
        yield "approximately-private", on(zero, *at, "delta 0", "proof")
        yield "vertex", on(zero, *at, "proof", "modulus 2")
        yield "not-vertex", on(half, *at, "proof", "other", *worthless)
        yield "level", on(half, *lines, "alpha 1", "proof")
        if size > 1:
            yield "level", on(apart, *at, "proof", "at 0 1 0")
            yield "not-private", on(apart, *lines, "alpha 2/3", "proof", "at 1 0 1")
            yield "not-approximately-private", on(apart, *lines, "alpha 1", "delta 1/4", "proof", "between 0 1")
        for user, proof in ((bayesian, dual), (minimax, least)):
            yield "optimal", on(zero, *at, *user, *free, *proof)
            yield "not-optimal", on(one, *at, *user, "constraints 0", "proof", *on(zero, role="other"))
        yield "only-optimal", on(zero, *at, *bayesian, *free, *dual, "modulus 2")
        indifferent = ["user bayesian", *nothing, bayesian[-1]]
        yield "not-only-optimal", on(zero, *at, *indifferent, *free, *dual, *on(one, role="other"))
        beyond = ["constraints 1", "constraint least 3 1", "entry 0 0 2", "proof", "dual 1", "weights -2"]
        yield "infeasible", [f"mechanisms {size} 2", *at, *beyond, *weights[1:], "multiplier 1", *flows]


def of_every_size(most: int = SIZES[-1]) -> Iterator[bytes]:
    """Yield the certificates about each number of inputs up to the largest."""
    for size in filter(most.__ge__, SIZES):
        for kind, lines in of_size(size):
            whole = ["exactdp certificate 1", f"statement {kind}", *lines]
            yield "".join(f"{line}\n" for line in [*whole, f"end {len(whole)}"]).encode()


def compared(kernel: Any) -> str | None:
    """Compare numbers with roots, and take a path on which one of them is between 0 and 1."""
    exact = {1: (1024, 1024), 2: (1448, 1449)}
    root = kernel.Surd({1: 0, 2: 1}, exact)
    two, less = kernel.Surd({1: 2}, exact), kernel.Surd({1: -1, 2: 1}, exact)  # 2, and √2 - 1
    half = kernel.Surd({1: Fraction(1, 2)}, {1: (1, 1)})
    found = [root > 1, root < 2, root < two, two > root, less > 0, half > 0, bool(less)]
    wrong = [root > 2, root < 1, two > 2, two < 2, two > two + 0, less < 0, bool(two + -2)]
    if not all(found) or any(wrong):
        return f"numbers compared: {found}, {wrong}"
    loose = kernel.Surd({1: Fraction(-3, 4), 2: Fraction(1, 2)}, {1: (1, 1), 2: (1, 2)})
    for refused in (partial(bool, loose), partial(kernel.face, [less + -1, less], None, Fraction(1, 2))):
        try:
            refused()
        except kernel.Rejected:
            continue
        return "an unknown sign, or a column that costs less than 0, is not rejected"
    return None


def checks(most: int = SIZES[-1]) -> list[Check]:
    """Return every case: fixed limits, the corpus, every size up to the largest, the command, and its own limits."""
    found: list[Check] = [partial(stated, *each) for each in STATED.items()]
    found += [partial(limited, *each) for each in limits()]
    found += [partial(judged, data, right) for data, right in corpus()]
    found += [partial(judged, data, ("accept", statement(data))) for data in of_every_size(most)]
    return [*found, compared, *commands(), *bounds()]


def complaints(kernel: Any) -> Iterator[str]:
    """Yield everything that a kernel gets wrong."""
    return filter(None, (check(kernel) for check in checks()))


def the_kernel() -> Any:
    """Load the kernel from its file, with nothing else of the package."""
    spec = importlib.util.spec_from_file_location("kernel", Path(__file__).parent.parent / "exactdp" / "kernel.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["kernel"] = module
    spec.loader.exec_module(module)
    return module


def main() -> int:
    kernel = the_kernel()
    found = list(complaints(kernel))
    for each in found:
        print(each)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}: {len(checks())} judged, {len(found)} wrongly")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
