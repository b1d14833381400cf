"""What a kernel must do, for whichever kernel is given: the corpus's verdicts, its limits, and what a file may cost.

`PYTHON -I -S tests/kernel_cases.py` has the kernel beside it judge them all, on whichever Python 3.10 or later that is,
PyPy among them. With `--costs` costs.txt, the cost of every accepted file, is written anew instead.
"""

import importlib.util
import platform
import sys
from collections.abc import Iterator
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


def complaints(kernel: Any) -> Iterator[str]:
    """Yield everything that a kernel gets wrong."""
    for data, right in corpus():
        if verdict(kernel, data) != right:
            yield f"{right}: {data[:80]!r}"
    for limit, value, data, right in limits():
        usual = getattr(kernel, limit)
        setattr(kernel, limit, value)
        found, _ = verdict(kernel, data)
        setattr(kernel, limit, usual)
        if found != right:
            yield f"{limit} = {value}: {found}, not {right}"


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
    count = len(corpus()) + len(list(limits()))
    print(f"{platform.python_implementation()} {platform.python_version()}: {count} judged, {len(found)} wrongly")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
