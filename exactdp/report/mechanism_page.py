"""An examination as one self-contained HTML page that includes its certificates.

The text is that of the terminal report. Opening a verdict highlights its places in the matrix, by CSS alone; the script
only scrolls to them.
"""

import base64
import hashlib
import shlex
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TypeAlias

from markupsafe import Markup

from exactdp import kernel
from exactdp.answers.examination import Examination
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.spelling import counted, decimal, printable, shortened, text
from exactdp.certificates.certificate import Verified
from exactdp.claims.claim import Claim
from exactdp.claims.discovery import parts
from exactdp.files.storage import STANDARD, shown
from exactdp.model.matrix import WIDEST_ENTRY, Matrix, middle_out
from exactdp.polytope.constraints import BOTH_ZERO, DOWN, SLACK, UP, ConstraintMatrix, Pattern
from exactdp.polytope.derivability import Derivation, Refutation
from exactdp.polytope.vertex import Midpoint
from exactdp.privacy.level import Witness, epsilon
from exactdp.report import examinations, wording
from exactdp.report.errata import wrong
from exactdp.report.page import framed, templates
from exactdp.report.typeset import as_html
from exactdp.report.verdicts import SLIPS, where

LINES = 120
"""The most rows, or columns, of a matrix shown in full."""

PLACES = 24
"""The most places in a list."""

EMBEDDED = 2**22
"""The most bytes of an embedded certificate; for a longer one the page has the command that writes it."""

SHADES = 8

Marks: TypeAlias = Mapping[tuple[int, int], Iterable[str]]
"""The verdicts that an entry decides, by row and column."""

_SECTIONS = (
    ("matrix", "The matrix"),
    ("privacy", "Privacy"),
    ("constraints", "The constraint matrix"),
    ("vertex", "Vertex"),
    ("derivability", "Derivability"),
    ("certificates", "Certificates"),
    ("claims", "The lemmas and theorems used here"),
)


def as_page(found: Examination, file: str) -> str:
    """Return the page about the mechanism in this file; "-" is standard input.

    The same mechanism gives the same page.

    >>> from exactdp.answers.examination import check
    >>> from exactdp.model.mechanism import Mechanism
    >>> as_page(check(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])), "coin.csv").splitlines()[7]
    '<title>coin.csv: a mechanism, decided exactly</title>'
    """
    name = "standard input" if file == STANDARD else shown(file)
    violation = found.privacy.violation if found.privacy is not None else None
    checker = Path(kernel.__file__).read_bytes()
    body = (
        templates()
        .get_template("mechanism.html")
        .render(
            found=found,
            name=name,
            sections=_SECTIONS,
            epsilon=epsilon(found.level.alpha) if found.level.alpha else None,
            matrix=_matrix(found),
            attained=[_place(at, found.mechanism) for at in found.level.witnesses()],
            violation=violation and _place(violation, found.mechanism),
            constraints=_constraints(found),
            family=f"G_{{{len(found.mechanism) - 1},α}}",
            remap=_entries(found.derivability.remap, {}, "t") if isinstance(found.derivability, Derivation) else None,
            # A name with unprintable characters cannot be typed.
            file=shlex.quote(file) if file != STANDARD and file.isprintable() else None,
            kernel=_base64(checker),
            kernel_digest=hashlib.sha256(checker).hexdigest(),
            claims=_claims(found),
            lines=LINES,
            places=PLACES,
            embedded=EMBEDDED,
            signs=_SIGNS,
            slips=SLIPS,
            base64=_base64,
            command=partial(_command, found),
            says=_says,
            lemmas=_LEMMAS,
            vertex_lemma=_VERTEX,
            derivability_theorem=_DERIVABLE,
            counted=counted,
            examinations=examinations,
            key=_key,
            printable=printable,
            where=where,
            wording=wording,
            words=as_html,
        )
    )
    style = templates().get_template("mechanism.css").render(shades=SHADES, verdicts=_VERDICTS)
    script = templates().get_template("mechanism.js").render()
    title = f"{name}: a mechanism, decided exactly"
    return framed(title, Markup(body), "exactdp check --html", style=style, script=script)


# Numbers and tables


@dataclass(frozen=True)
class _Number:
    """The parts of a number, perhaps without their middle; an integer has no denominator."""

    sign: str
    above: str
    below: str | None
    rounded: str


@dataclass(frozen=True)
class _Cell:
    key: str
    classes: Sequence[str]
    entry: _Number | str


@dataclass(frozen=True)
class _Table:
    """A table; the ids of its cells begin with `key`, and None marks omitted rows and columns."""

    key: str
    columns: Sequence[str | None]
    rows: Sequence[tuple[str | None, Sequence[_Cell | None]]]
    large: bool


def _number(value: Fraction) -> _Number:
    sign, above = "−" if value < 0 else "", shortened(text(abs(value.numerator)), WIDEST_ENTRY)
    if value.denominator == 1:
        return _Number(sign, above, None, "")
    rounded = decimal(value)
    rounded = rounded if rounded.strip("-0.") else wording.scientific(value)
    return _Number(sign, above, shortened(text(value.denominator), WIDEST_ENTRY), rounded)


def _entries(found: Matrix, marks: Marks, key: str) -> _Table:
    largest = max((abs(entry) for row in found for entry in row), default=Fraction(0)) or Fraction(1)

    def cell(i: int, r: int) -> _Cell:
        shade = f"h{-(-abs(found[i, r]) * SHADES // largest)}"
        classes = [shade, *(f"on-{each}" for each in marks.get((i, r), ()))]
        return _Cell(f"{key}-{i}-{r}", classes, _number(found[i, r]))

    return _table(found.inputs, found.responses, cell, key)


def _table(inputs: Sequence[str], responses: Sequence[str], cell: Callable[[int, int], _Cell], key: str) -> _Table:
    rows, columns = middle_out(len(inputs), LINES), middle_out(len(responses), LINES)
    return _Table(
        key,
        [None if r is None else responses[r] for r in columns],
        [
            (None if i is None else inputs[i], [None if i is None or r is None else cell(i, r) for r in columns])
            for i in rows
        ],
        None in rows or None in columns,
    )


def _matrix(found: Examination) -> _Table:
    marks: dict[tuple[int, int], dict[str, None]] = defaultdict(dict)

    def mark(places: Iterable[tuple[int, int]], verdict: str) -> None:
        for place in places:
            marks[place][verdict] = None

    mark((place for at in found.level.witnesses() for place in _places(at)), "level")
    if found.privacy is not None and found.privacy.violation:
        mark(_places(found.privacy.violation), "violation")
    if isinstance(found.vertex, Midpoint):
        mark(examinations.moved(found.vertex), "moved")
    mark(_refuting(found), "underivable")
    return _entries(found.mechanism, marks, "x")


def _places(at: Witness) -> tuple[tuple[int, int], tuple[int, int]]:
    return (at.i, at.r), (at.k, at.r)


def _refuting(found: Examination) -> list[tuple[int, int]]:
    if not isinstance(found.derivability, Refutation):
        return []
    failed = found.derivability.condition
    if failed is None:
        return [(i, r) for r, i, _ in found.derivability.losses]
    return [(i, failed.r) for i in failed.inputs]


# The verdicts


def _place(at: Witness, mechanism: Matrix) -> tuple[str, str, str]:
    """Return a place in words, with the ids of its two entries if the page shows them."""
    words = wording.witness(at, mechanism)
    rows, columns = (set(middle_out(size, LINES)) for size in mechanism.shape)
    inside = {at.i, at.k} <= rows and at.r in columns
    return words, f"x-{at.i}-{at.r}" if inside else "", f"x-{at.k}-{at.r}" if inside else ""


_SIGNS = {
    DOWN: ("down", "α·x(i, r) = x(i+1, r)"),
    UP: ("up", "x(i, r) = α·x(i+1, r)"),
    SLACK: ("slack", "neither is tight"),
    BOTH_ZERO: ("zero", "both entries are 0"),
}


def _constraints(found: Examination) -> _Table | None:
    tight = found.constraints
    if tight is None:
        return None
    marks: dict[tuple[int, int], list[str]] = defaultdict(list)
    for pattern in found.patterns:
        for place in _offending(pattern, tight):
            marks[place].append(_key(pattern.lemma))

    def cell(i: int, r: int) -> _Cell:
        classes = [_SIGNS[tight[i, r]][0], *(f"on-{key}" for key in marks[i, r])]
        return _Cell(f"c-{i}-{r}", classes, tight[i, r])

    return _table(tight.inputs[:-1], tight.responses, cell, "c")


def _key(lemma: str) -> str:
    return f"lemma-{lemma.replace('.', '-')}"


def _offending(pattern: Pattern, tight: ConstraintMatrix) -> Iterator[tuple[int, int]]:
    """Yield the places of a failed pattern: its rows and columns, or the signs that it counts."""
    if pattern:
        return
    rows, columns = set(pattern.rows), set(pattern.columns)
    for i, row in enumerate(tight.entries):
        for r, sign in enumerate(row):
            counts = not rows and not columns and sign in (SLACK, BOTH_ZERO)
            if counts or i in rows or r in columns:
                yield i, r


# The certificates


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _command(found: Examination, done: Verified, quoted: str) -> str:
    """Return the command that writes a certificate, for a file with this quoted name."""
    words = ["exactdp", "certify", quoted, "--claim", done.kind]
    if found.neighbours.name != "path":
        names = found.mechanism.inputs
        edges = ",".join(f"{names[i]}-{names[k]}" for i, k in found.neighbours.pairs)
        graph = edges if found.neighbours.name == "edges" else found.neighbours.name
        words += ["--neighbours", shlex.quote(printable(graph))]
    if done.kind != "level":
        privacy = found.privacy if found.privacy is not None and "private" in done.kind else None
        asked = found.alpha if privacy is None else privacy.asked or privacy.alpha
        if isinstance(asked, Exponential):
            words += ["--epsilon", text(asked.epsilon)]
        else:
            words += ["--alpha", text(asked)]
    return " ".join([*words, "-o", f"{done.kind}.cert"])


# The lemmas and theorems

_VERTEX, _DERIVABLE = "ghosh2009.lemma-5.1", "gupte2010.theorem-2"

_LEMMAS = {
    lemma: f"ghosh2009.{'corollary' if lemma == '5.7' else 'lemma'}-{lemma}"
    for lemma in ("5.4", "5.5", "5.6", "5.7", "5.8", "5.9")
}


def _says(claim: Claim) -> Markup:
    """Return the statement, with one line for each clause and each name."""
    lines = [f"#{each.id}: {each.statement}" for each in claim.clauses]
    lines += [f"where {each.statement}" for each in claim.names]
    return Markup("<br>").join(map(as_html, lines))


def _claims(found: Examination) -> dict[str, tuple[Claim, Sequence[Claim]]]:
    """Return the claims used on the page, each with those that correct or refute a part of it."""
    used = [_LEMMAS[pattern.lemma] for pattern in found.patterns]
    used += [_VERTEX] if found.vertex is not None else []
    used += [_DERIVABLE] if found.derivability is not None else []
    return {each: (claim, wrong(about)) for each in used for claim, *about in [parts(each)]}


_VERDICTS = ("level", "violation", "moved", "underivable", *map(_key, _LEMMAS))
