r"""Reports as LaTeX: topics as a description, tables as tabular, matrices in brackets; needs amsmath and amssymb.

A number or a matrix alone is a formula. The output is ASCII, except characters in labels that LaTeX's own fonts lack.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, groupby

from exactdp.answers.optimality import Optimality
from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, polynomial_text
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.arithmetic.rational_functions import RationalFunction
from exactdp.arithmetic.real_sets import Interval, RealSet
from exactdp.arithmetic.spelling import decimal, latex
from exactdp.files.latex_text import bracketed
from exactdp.model.matrix import WIDEST_ENTRY, Matrix, middle_out
from exactdp.model.symbolic_mechanism import SymbolicMechanism
from exactdp.optimum.interaction import Interaction
from exactdp.polytope.constraints import ConstraintMatrix
from exactdp.polytope.derivability import Derivation
from exactdp.report import typeset
from exactdp.report.document import Grid, Line, Part, Report, Table, Topic
from exactdp.report.wording import scientific

LONGEST = 4000
"""The most characters of a formula."""


def as_latex(report: Report) -> str:
    r"""Return a report as LaTeX, for the body of a document.

    >>> from exactdp.report.document import Topic
    >>> print(as_latex(Report("level", [Topic("level", ["1/2", Line("of G_{3,α}", 1)])])))
    \begin{description}
    \item[{level}] \ensuremath{\frac{1}{2}}
    <BLANKLINE>
    \hspace*{1em}of G\textsubscript{3,\ensuremath{\alpha}}
    \end{description}
    """
    words = partial(_words, mathematical=report.mathematical)
    paragraphs = [words(report.title)] if report.title else []
    paragraphs += _parts(report.front, words)
    for named, run in groupby(report.topics, key=lambda topic: bool(topic.name)):
        topics = list(run)
        paragraphs += [_named(topics, words)] if named else _parts(chain(*(topic.parts for topic in topics)), words)
    return "\n\n".join(paragraphs)


def _words(line: str, mathematical: bool) -> str:
    # Two hyphens would be a dash in LaTeX, for example in --json.
    return typeset.in_ascii(typeset.as_latex(line, mathematical).replace("--", "-{}-"))


def _named(topics: Iterable[Topic], words: partial[str]) -> str:
    items = (rf"\item[{{{words(topic.name)}}}] " + "\n\n".join(_parts(topic.parts, words)) for topic in topics)
    return "\\begin{description}\n" + "\n".join(items) + "\n\\end{description}"


def _parts(parts: Iterable[Part], words: partial[str]) -> Iterator[str]:
    for part in parts:
        match part:
            case Table():
                rows, more = part.first_rows()
                yield _table(replace(part, rows=rows), words)
                if more:
                    yield words(more)
            case Grid():
                yield _grid(part, words)
            case Matrix():
                yield rf"\[ {matrix(part)} \]"
            case _:
                line = part if isinstance(part, Line) else Line(part)
                before = rf"\hspace*{{{line.indent}em}}" if line.indent else ""
                yield from (before + words(each) for each in line.words.split("\n") if each)


def _table(found: Table, words: partial[str]) -> str:
    rows = [
        [*(_cell(cell, words, False) for cell in row[:-1]), *(_cell(cell, words, found.wraps) for cell in row[-1:])]
        for row in found.rows
    ]
    heading = [[words(cell) for cell in found.heading]] if found.heading else []
    columns = ("r" if found.right else "l") * len([*heading, *rows][0])
    if found.wraps:
        columns = columns[:-1] + r"p{0.7\linewidth}"
    return _tabular(columns, heading, rows)


def _cell(cell: str, words: partial[str], breaks: bool) -> str:
    lines = [words(line) for line in cell.split("\n")]
    if len(lines) == 1:
        return lines[0]
    # After \\ a bracket would be its argument.
    return r" \newline ".join(lines) if breaks else r"\shortstack[l]{" + r" \\{} ".join(lines) + "}"


def _grid(found: Grid, words: partial[str]) -> str:
    inputs, responses = middle_out(len(found.inputs)), middle_out(len(found.responses))
    heading = ["", *("…" if r is None else found.responses[r] for r in responses)]
    rows = [
        [
            "⋮" if i is None else found.inputs[i],
            *("…" if i is None or r is None else found.cells[i][r] for r in responses),
        ]
        for i in inputs
    ]
    return _tabular("r|" + "c" * len(responses), [[*map(words, heading)]], [[*map(words, row)] for row in rows])


def _tabular(columns: str, heading: list[list[str]], rows: list[list[str]]) -> str:
    lines = [" & ".join(row) + r" \\ \hline" for row in heading]
    # After \\ a bracket or a star would be its argument.
    lines += [("{}" if row[0][:1] in ("[", "*") else "") + " & ".join(row) + r" \\" for row in rows]
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", *lines, r"\end{tabular}"])


# Matrices and numbers


def number(value: Fraction) -> str:
    r"""Return a number for a formula; one with a long numerator or denominator is rounded, after ≈.

    >>> print(number(Fraction(1, 3)), number(Fraction(1, 3**99)), number(Fraction(10**30, 3 * 10**30 + 1)))
    \frac{1}{3} \approx 5.82 \cdot 10^{-48} \approx 0.3333
    """
    written = latex(value)
    if re.search(f"[0-9]{{{WIDEST_ENTRY + 1},}}", written) is None:
        return written
    if Fraction(1, 1000) <= abs(value) < 10**6:
        return rf"\approx {decimal(value)}"
    digits, _, exponent = scientific(value).partition("e")
    return rf"\approx {digits} \cdot 10^{{{int(exponent)}}}"


def matrix(found: Matrix) -> str:
    r"""Return a matrix for a formula, without its labels; large ones omit the middle, and long entries are rounded.

    >>> print(matrix(Matrix([["1/2", "1/2"]])))
    \begin{bmatrix}
    \frac{1}{2} & \frac{1}{2}
    \end{bmatrix}
    """
    rows, columns = middle_out(len(found)), middle_out(found.shape[1])

    def cell(i: int | None, r: int | None) -> str:
        if i is None:
            return r"\vdots" if r is not None else r"\ddots"
        return r"\cdots" if r is None else number(found[i, r])

    return bracketed([[cell(i, r) for r in columns] for i in rows])


FORMULAS = frozenset({AlgebraicNumber, Interval, RadicalSum, RationalFunction, RealSet})
"""The types that are a single formula; a notebook shows them as LaTeX, not as HTML."""


def formula(found: object) -> str | None:
    r"""Return a result that is a matrix or a number as LaTeX, and None for any other.

    >>> print(formula(Fraction(7, 9)))
    $\frac{7}{9}$
    >>> from exactdp.arithmetic.rational_functions import rational_function
    >>> print(formula(rational_function("(1-a)/(1+a^2)")))
    $\frac{1 - \alpha}{1 + \alpha^{2}}$
    """
    match found:
        case Fraction():
            written: str | None = number(found)
        case RadicalSum():
            written = found.latex()
        case AlgebraicNumber() | RealSet() | Interval():
            written = _root_latex(str(found))
        case RationalFunction():
            written = _quotient_latex(found)
        case SymbolicMechanism():
            cells = [[_quotient_latex(each) for each in row] for row in found.rows]
            written = bracketed(cells)
        case ConstraintMatrix():
            written = bracketed([[_ARROWS[entry] for entry in row] for row in found.entries])
        case Matrix():
            return f"${matrix(found)}$"
        case Derivation():
            return f"${matrix(found.remap)}$"
        case Optimality():
            return f"${matrix(found.optimum.mechanism)}$"
        case Interaction():
            return f"${matrix(found.induced)}$"
        case _:
            return None
    return f"${written}$" if written is not None and len(written) <= LONGEST else None


_ARROWS = {"↓": r"\downarrow", "↑": r"\uparrow", "S": "S", "Z": "Z"}


def _root_latex(words: str) -> str | None:
    if "root" in words:
        return None
    signs = {"∪": r"\cup", "∅": r"\emptyset", "{": r"\{", "}": r"\}"}
    spelled = "".join(signs.get(sign, sign) for sign in words)
    fractions = re.sub(r"(\([^()]*\)|[0-9√]+)/([0-9]+)", _over, spelled)
    return re.sub(r"√([0-9]+)", r"\\sqrt{\1}", fractions)


def _over(found: re.Match[str]) -> str:
    return rf"\frac{{{found[1].strip('()')}}}{{{found[2]}}}"


def _quotient_latex(found: RationalFunction) -> str:
    parts = (polynomial_text(part, r"\alpha").replace("*", " ") for part in (found.numerator, found.denominator))
    top, bottom = (re.sub(r"\^(\d+)", r"^{\1}", part) for part in parts)
    return top if bottom == "1" else rf"\frac{{{top}}}{{{bottom}}}"
