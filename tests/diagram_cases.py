"""The verdicts that the checker of phase diagrams must give, on tests/diagrams and on changed certificates."""

from __future__ import annotations

import importlib
import re
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from tests.kernel_cases import Check, Verdict, judged, limited, replaced, stated, statement

DIAGRAMS = Path(__file__).parent / "diagrams"

CASE = re.compile(r"\[(\w+)\] (accept|reject|malformed)(?:: (.*))?\n((?:- .*\n|\+ .*\n)+)")


def diagrams() -> dict[str, bytes]:
    """Return the certificates that are accepted as they are, by name."""
    return {path.stem: path.read_bytes() for path in sorted(DIAGRAMS.glob("*.cert"))}


def cases() -> list[tuple[bytes, Verdict]]:
    """Return every certificate with the verdict and the words that are right.

    In changes.txt each case names a certificate, the verdict, and the lines that are taken out (-) and put in (+).
    """
    whole = diagrams()
    found = [(data, ("accept", statement(data))) for data in whole.values()]
    for name, expected, reason, changes in CASE.findall((DIAGRAMS / "changes.txt").read_text(encoding="utf-8")):
        data = changed(whole[name], changes)
        found.append((data, (expected, reason or statement(data))))
    return found


def changed(data: bytes, changes: str) -> bytes:
    """Return a certificate with some lines replaced, and with the new number of its lines."""
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


SIGNS = [
    ((1,), 0, 1, True),
    ((-1,), 0, 1, False),
    ((0, 1), 0, 1, False),
    ((1, -1), 0, 1, False),
    ((-1, 2), "3/4", "3/4", True),
    ((-1, 10, -21), "1/6", "1/4", True),
    ((-1, 10, -21), "1/6", "1/3", False),
    ((-1, 10, -21), "1/7", "1/4", False),
    ((-1, 10, -21), "1/8", "1/4", False),
    ((1, -16, 60), 0, 1, False),  # only between 1/10 and 1/6
    ((45, -104, 60), 0, 1, False),  # only between 5/6 and 9/10
    ((1, -6, 9), 0, 1, False),
    ((1, -5, 8, -6, 3), 0, 1, False),  # where -1 is the least Bernstein coefficient
]
"""Polynomials and intervals, and whether the polynomial is positive throughout."""

NARROW = ((10001, -60000, 90000), 0, 1)
"""A polynomial and an interval that has to be cut in half again and again, eight times."""

BY_HORNER = [
    ((1,), 0, 1, True),
    ((0,), 0, 1, False),
    ((-1, 4), "1/3", "1/2", True),  # 1/3 at least
    ((-1, 3), "1/3", "1/2", False),
    ((3, -4), "1/3", "1/2", True),  # 1 at least
    ((2, -4), "1/3", "1/2", False),
    ((1, -1, 3), "1/3", "1/2", True),  # between 1/3 and 1/2 the bound on -1 + 3α is 0
    ((0, -1, 4), "1/3", "2/5", True),  # the bound on -1 + 4α is 1/3, so 1/9 at least
    ((1, -3, 1), "1/3", "1/2", False),  # the bound on -3 + α is -8/3, so -1/3 at least
]
"""Polynomials and intervals, and whether Horner's rule alone shows that the polynomial is positive."""

AT_ONCE = ((1, -2, 2), 0, 1)
"""A polynomial and an interval on which no Bernstein coefficient is negative, but one is 0."""

BY_HALVINGS = [(8, NARROW, True), (7, NARROW, False), (0, AT_ONCE, True)]
"""How many halvings are allowed, of which polynomial, and whether it is found to be positive."""


def signed(p: tuple[int, ...], low: str | int, high: str | int, right: bool, checker: Any) -> str | None:
    found = checker.is_positive(p, Fraction(low), Fraction(high))
    return None if found is right else f"{p} from {low} to {high}: {found}"


def witnessed(p: tuple[int, ...], low: str | int, high: str | int, right: bool, checker: Any) -> str | None:
    """Return whether the polynomial is clearly positive at the level that was found."""
    at = checker.where_not_positive(p, Fraction(low), Fraction(high))
    if at is None:
        return None if right else f"{p} from {low} to {high}: none"
    found = Fraction(low) <= at <= Fraction(high) and sum(c * at**k for k, c in enumerate(p)) < Fraction(1, 10**99)
    return None if found and not right else f"{p} from {low} to {high}: {at}"


CHANGES = [
    ((3, -16, 28, -16), 0, 1, "1/2"),  # (1 - 2α)²·(3 - 4α) is 0 at 1/2 and below 0 beyond 3/4
    ((-501, 1000), "1/2", "3/5", "501/1000"),
    ((-500, 1001), "1/3", "3/5", "499/999"),  # 500/1001 has a longer denominator
]
"""Polynomials and intervals, and the fraction near which the sign is not shown to stay the same."""


def near(p: tuple[int, ...], low: str | int, high: str | int, right: str, checker: Any) -> str | None:
    everywhere = checker.Interval(checker.NOUGHT, checker.FULL, [])
    try:
        found = everywhere._throughout(p, Fraction(low), Fraction(high))
    except checker.Rejected as error:
        found = str(error)
    right = f"from 0 to 1 a sign is not shown to stay the same near {right}"
    return None if found == right else f"{p} from {low} to {high}: {found}"


def signed_by(halvings: int, case: tuple[tuple[int, ...], Any, Any], right: bool, checker: Any) -> str | None:
    with replaced(checker, HALVINGS=halvings):
        return signed(*case, right, checker)


def of_the_kind_stated(data: bytes, checker: Any) -> str | None:
    found = checker.check(data).kind
    return None if f"\nstatement {found}\n" in statement(data) else f"{found}: {data[:80]!r}"


def of_the_table_stated(data: bytes, checker: Any) -> str | None:
    """Say whether the mechanism that was accepted is the table of the statement's rows, if no entry depends on α."""
    rows = re.findall(r"^row (.*)$", statement(data).partition("\nfrom ")[0], re.MULTILINE)
    found = checker.check(data).mechanism
    if not re.search(r"^mechanism matrix", statement(data), re.MULTILINE) or any("," in row for row in rows):
        return None if found is None or found.level is not None else f"a table: {data[:80]!r}"
    right = [[Fraction(int(word), int(row.split()[0])) for word in row.split()[1:]] for row in rows]
    shown = [[Fraction(x, denominator) for x in row] for denominator, row in found.rows]
    size = (len(right), len(right[0]))
    return None if (shown, (found.height, found.width)) == (right, size) else f"another table: {data[:80]!r}"


SPELLED = [
    (Fraction(-1, 3), "-1/3"),
    (10**40 - 1, "9" * 40),
    (10**40, "0x1d6329f1c35ca4bfabb9f5610000000000"),
    (16**57, "0x1" + "0" * 57),
    (
        int("123456789abcdef" * 3 + "123456789abcde", 16),
        "0x123456789abcdef1234567...6789abcdef123456789abcde (61 characters)",
    ),
]


def spelled(value: int | Fraction, right: str, checker: Any) -> str | None:
    found = checker.spell(value)
    return None if found == right else f"{value} is spelled {found}, not {right}"


def checks() -> list[Check]:
    """Return all that a checker of phase diagrams must do."""
    whole = diagrams()
    found: list[Check] = [partial(stated, "LARGEST", 200), partial(stated, "HALVINGS", 200)]
    found += [partial(each, *case) for case in SIGNS for each in (signed, witnessed)]
    found += [partial(spelled, *each) for each in SPELLED]
    found += [partial(near, *each) for each in CHANGES]
    found += [partial(signed_by, k, each, right) for k, each, right in BY_HALVINGS]
    found += [partial(signed_by, -1, (p, low, high), right) for p, low, high, right in BY_HORNER]
    found += [partial(judged, data, right) for data, right in cases()]
    found += [partial(of_the_kind_stated, data) for data in whole.values()]
    found += [partial(of_the_table_stated, data) for data, (expected, _) in cases() if expected == "accept"]
    found += [partial(limited, "LARGEST", n, whole["table_1"], right) for n, right in [(3, "accept"), (2, "malformed")]]
    return found


def the_kernel() -> Any:
    """Return the checker, with the kernel's exceptions."""
    return importlib.import_module("exactdp.diagram_kernel")
