"""Reports as HTML without a style sheet: topics as a list, tables as tables, and typeset fractions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import groupby

from markupsafe import Markup

from exactdp.arithmetic.spelling import counted, shortened, text
from exactdp.model.matrix import SHOWN_LINES, WIDEST_ENTRY, Matrix, middle_out
from exactdp.report import typeset
from exactdp.report.document import Grid, Line, Part, Report, Table, Topic
from exactdp.report.page import framed, templates


def as_html(report: Report, on_page: bool = False) -> str:
    """Return a report as HTML in the colours and fonts of the surrounding page.

    A page of `as_page` has a style sheet for it; for any other page the elements have their own styles.

    >>> as_html(Report("level", [Topic("level", ["1/2"])])).count("<dt")
    1
    """
    words = partial(typeset.as_html, mathematical=report.mathematical)
    page = templates().get_template("report.html")
    return page.render(report=report, words=words, in_blocks=_in_blocks, in_runs=_runs, on_page=on_page).strip()


def as_page(report: Report, command: str, everything: bool = False) -> str:
    """Return a report as a self-contained page written by `command`.

    With `everything` tables have all rows.

    >>> as_page(Report("level", [Topic("level", ["1/2"])], title="table.csv is 1/2-private."), "exactdp").count("<h1>")
    1
    """
    title, inside = report.title or report.kind, replace(_unabridged(report) if everything else report, title="")
    body = Markup('<main id="main">\n<h1>{}</h1>\n{}\n</main>').format(title, Markup(as_html(inside, on_page=True)))
    return framed(title, body, command, style=templates().get_template("report.css").render())


def _unabridged(report: Report) -> Report:
    def whole(part: Part) -> Part:
        return replace(part, most=None) if isinstance(part, Table) else part

    return replace(report, topics=[Topic(topic.name, map(whole, topic.parts)) for topic in report.topics])


def _runs(topics: Iterable[Topic]) -> Iterator[tuple[bool, list[Topic]]]:
    """Yield runs of topics with a name, and of topics without."""
    for named, run in groupby(topics, key=lambda topic: bool(topic.name)):
        yield named, list(run)


@dataclass(frozen=True)
class _Labelled:
    """A table with labels of rows and columns, for a template."""

    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]
    left_out: str


def _in_blocks(parts: Iterable[Part]) -> Iterator[tuple[str, list[str] | Table | _Labelled]]:
    """Yield the parts of a topic for a template: consecutive lines together, and each table alone."""
    for together, run in groupby(parts, key=lambda part: isinstance(part, str | Line)):
        if together:
            yield "lines", [line for part in run for line in _words(part)]
            continue
        for part in run:
            match part:
                case Table():
                    rows, more = part.first_rows()
                    yield "table", replace(part, rows=rows)
                    if more:
                        yield "lines", [more]
                case Grid():
                    yield "labelled", _labelled(part.inputs, part.responses, part.cells)
                case Matrix():
                    yield "labelled", _of_matrix(part)


def _words(part: Part) -> list[str]:
    assert isinstance(part, str | Line)
    return (part.words if isinstance(part, Line) else part).split("\n")


def _of_matrix(found: Matrix) -> _Labelled:
    """Return a matrix of numbers as a table; large ones omit the middle."""
    return _labelled(found.inputs, found.responses, [[_entry(value) for value in row] for row in found])


def _entry(value: Fraction) -> str:
    return "/".join(shortened(part, WIDEST_ENTRY // 2) for part in text(value).split("/"))


def _labelled(inputs: Sequence[str], responses: Sequence[str], cells: Sequence[Sequence[str]]) -> _Labelled:
    """Return a table with labels; large ones omit the middle."""
    rows, columns = middle_out(len(inputs)), middle_out(len(responses))
    shown = [
        ("⋮" if i is None else inputs[i], ["⋯" if i is None or r is None else cells[i][r] for r in columns])
        for i in rows
    ]
    lines, half = ((inputs, "row"), (responses, "column")), SHOWN_LINES // 2
    said = [
        f"{counted(len(names) - SHOWN_LINES, what)} ({names[half]} to {names[len(names) - half - 1]})"
        for names, what in lines
        if len(names) > SHOWN_LINES
    ]
    left_out = f"{len(inputs)} × {len(responses)}; left out: {' and '.join(said)}" if said else ""
    return _Labelled(["⋯" if r is None else responses[r] for r in columns], shown, left_out)
