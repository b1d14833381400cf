"""What the checker of phase diagrams must say: of certificates in tests/diagrams, and of each with a change to it."""

from __future__ import annotations

import importlib
import re
from functools import partial
from pathlib import Path
from typing import Any

from tests.kernel_cases import Check, Verdict, judged, replaced, statement

DIAGRAMS = Path(__file__).parent / "diagrams"

CASE = re.compile(r"\[(\w+)\] (accept|reject|malformed)(?:: (.*))?\n((?:- .*\n|\+ .*\n)+)")


def accepted() -> dict[str, bytes]:
    """Return the certificates that are accepted as they are, by name."""
    return {path.stem: path.read_bytes() for path in sorted(DIAGRAMS.glob("*.cert"))}


def cases() -> list[tuple[bytes, Verdict]]:
    """Return every certificate with the verdict and the words that are right.

    In changes.txt each case names a certificate, the verdict, and the lines that are taken out (-) and put in (+).
    """
    whole = accepted()
    found = [(data, ("accept", statement(data))) for data in whole.values()]
    for name, expected, reason, changes in CASE.findall((DIAGRAMS / "changes.txt").read_text(encoding="utf-8")):
        data = changed(whole[name], changes)
        found.append((data, (expected, reason or statement(data))))
    return found


def changed(data: bytes, changes: str) -> bytes:
    """Return a certificate with some lines for others, and with the number of its lines as it then is."""
    lines = data.decode().splitlines()
    at = None
    for change in changes.splitlines():
        sign, line = change[0], change[2:]
        if sign == "-":
            at = lines.index(line, at or 0)
            del lines[at]
        else:
            at = len(lines) if at is None else at
            lines.insert(at, line)
            at += 1
    if lines[-1] == data.decode().splitlines()[-1]:
        lines[-1] = f"end {len(lines) - 1}"
    return "".join(f"{line}\n" for line in lines).encode()


def limited(limit: str, value: int, data: bytes, right: str, kernel: Any) -> str | None:
    with replaced(kernel, **{limit: value}):
        try:
            kernel.check(data)
            found = "accept"
        except kernel.Rejected:
            found = "reject"
        except kernel.Malformed:
            found = "malformed"
    return None if found == right else f"{limit} = {value}: {found}"


def checks() -> list[Check]:
    """Return all that a checker of phase diagrams must do."""
    found = [partial(judged, data, right) for data, right in cases()]
    whole = accepted()
    for limit, value, name, right in [
        ("LARGEST", 3, "table_1", "accept"),
        ("LARGEST", 2, "table_1", "malformed"),
        ("HALVINGS", 1, "touching", "accept"),
    ]:
        found.append(partial(limited, limit, value, whole[name], right))
    return found


def the_kernel() -> Any:
    """Return the checker, with the kernel's exceptions."""
    return importlib.import_module("exactdp.diagram_kernel")
