"""What a kernel must do, for whichever kernel is given: the corpus's verdicts, its limits, and what a file may cost.

`PYTHON -I -S tests/kernel_cases.py` has the kernel beside it judge them all, on whichever Python 3.10 or later that is.
With `--costs` costs.txt, the cost of every accepted file, is written anew instead.
"""

from __future__ import annotations

import importlib.util
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from errno import ENOENT
from functools import partial
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).parent / "kernel"
COSTS = CORPUS / "costs.txt"

Verdict = tuple[str, str]


def cases(folder: str) -> list[Path]:
    """Return the certificates of one folder: accept, reject or malformed."""
    return sorted((CORPUS / folder).glob("*.cert"))


def corpus() -> list[tuple[bytes, Verdict]]:
    """Return every certificate with the verdict and the words that are right, short ones first."""
    found = []
    for folder, ending in (("accept", ".claim"), ("reject", ".why"), ("malformed", ".why")):
        found += [
            (path.read_bytes(), (folder, path.with_suffix(ending).read_text().removesuffix("\n")))
            for path in cases(folder)
        ]
    return sorted(found, key=lambda case: len(case[0]))


def verdict(kernel: Any, data: bytes) -> Verdict:
    """Have a kernel judge a certificate."""
    try:
        return "accept", kernel.check(data).sentence
    except kernel.Rejected as error:
        return "reject", str(error)
    except kernel.Malformed as error:
        return "malformed", str(error)


def costs() -> dict[str, int]:
    """Return what costs.txt says: the cost of accepted files, by name."""
    lines = COSTS.read_text(encoding="utf-8").splitlines()
    return {name: int(cost) for name, cost in (line.split() for line in lines)}


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
        ("BITS", 4**3 * 2, accepted("stochastic_geometric")),
        ("ENTRIES", 4, accepted("stochastic_geometric_by_entries")),
        ("ENTRIES", 8, accepted("stochastic_remap_more_responses")),
        ("ENTRIES", 6, accepted("derivable_remap_larger_than_both")),
        ("BITS", 2 * 4 * (2 * 2 + 1), accepted("stochastic_remap_more_responses")),
        ("SIZE", 9, accepted("infeasible")),
        ("SIZE", 1, accepted("infeasible_one_by_one")),
        ("EXPONENT", 64, accepted("optimal_exponent_64")),
        ("EXPONENT", 64, accepted("optimal_exponent_over_64")),
        *(("WORK", cost, accepted(name)) for name, cost in costs().items()),
    ]
    for limit, value, data in just_within:
        yield limit, value, data, "accept"
        yield limit, value - 1, data, "malformed"


Check = Callable[[Any], "str | None"]
"""Says what a kernel gets wrong in one case."""

STATED = {
    "BYTES": 2**30,
    "ENTRIES": 2**24,
    "SIZE": 2**20,
    "PAIRS": 2**20,
    "BITS": 2**35,
    "WORK": 2**37,
    "EXPONENT": 64,
}
"""The limits that CERTIFICATES.md states."""


def judged(data: bytes, right: Verdict, kernel: Any) -> str | None:
    found = verdict(kernel, data)
    if found != right:
        return f"{right}: {data[:80]!r}"
    statement = data[: data.find(b"\nproof\n") + 1]
    if right[0] == "accept" and kernel.check(data).digest != sha256(statement).hexdigest():
        return f"another digest: {data[:80]!r}"
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
    with redirect_stdout(StringIO()) as output, redirect_stderr(StringIO()) as errors, replaced(kernel, **values):
        found = kernel.main([str(CORPUS / argument) for argument in arguments])
    text = output.getvalue() or errors.getvalue()
    return None if found == code and text.startswith(says) else f"{arguments}: {found}, {text}"


def commands() -> Iterator[Check]:
    """Yield what the command is to print and return."""
    endings = {"accept": "claim", "reject": "why", "malformed": "why"}
    for code, (folder, verdict, name) in enumerate(
        [("accept", "accepted", "level"), ("reject", "rejected", "level_too_large"), ("malformed", "malformed", "tab")]
    ):
        right = (CORPUS / folder / f"{name}.{endings[folder]}").read_text()
        says = f"{verdict}: {right}" + ("statement sha256: " if folder == "accept" else "")
        yield partial(commanded, [f"{folder}/{name}.cert"], code, says)
    level = "accept/level.cert"
    size = (CORPUS / level).stat().st_size
    yield partial(commanded, [level], 0, "accepted: ", BYTES=size, CHUNK=1)
    longer = f"malformed: the file is longer than {size - 1} bytes\n"
    yield partial(commanded, [level], 2, longer, BYTES=size - 1, CHUNK=1)
    yield partial(commanded, [level], 2, "malformed: there is not enough memory\n", check=_out_of_memory)
    yield partial(commanded, ["no such file"], 2, f"malformed: [Errno {ENOENT}] No such file or directory: ")
    yield partial(commanded, [], 2, "usage: python kernel.py FILE\n")
    yield partial(commanded, [level] * 2, 2, "usage: python kernel.py FILE\n")


def _out_of_memory(data: bytes) -> None:
    raise MemoryError


def checks() -> list[Check]:
    """Return every case: the limits, the corpus, the costs, the command."""
    found: list[Check] = [partial(stated, *each) for each in STATED.items()]
    found += [partial(limited, *each) for each in limits() if each[0] != "WORK"]
    found += [partial(judged, data, right) for data, right in corpus()]
    found += [partial(limited, *each) for each in limits() if each[0] == "WORK"]
    return [*found, *commands()]


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


def write_costs(kernel: Any) -> None:
    """Write what each accepted file costs."""
    spent = []

    class Counting(kernel.Reader):
        def charge(self, steps: int, bits: int, by: int | None = None) -> None:
            super().charge(steps, bits, by)
            spent.append(self.cost)

    kernel.Reader = Counting
    lines = []
    for path in cases("accept"):
        spent.clear()
        kernel.check(path.read_bytes())
        if spent:
            lines.append(f"{path.stem} {spent[-1]}\n")
    COSTS.write_text("".join(lines), encoding="utf-8")


def main() -> int:
    kernel = the_kernel()
    if sys.argv[1:] == ["--costs"]:
        write_costs(kernel)
        return 0
    found = list(complaints(kernel))
    for each in found:
        print(each)
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}: {len(checks())} judged, {len(found)} wrongly")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
