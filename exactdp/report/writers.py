"""Any result as text, HTML, JSON or LaTeX: the report of its type, handed to the writer of that form."""

from typing import Any

from exactdp.model.matrix import Matrix
from exactdp.report import hypertext, json_writer, terminal
from exactdp.report.document import Report
from exactdp.report.results import FORMULAS, formula, report

PLAIN, HTML, LATEX = "text/plain", "text/html", "text/latex"


def as_text(found: Any) -> str:
    """Return a result in the words of the terminal. Raises: TypeError for a type that has no report.

    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.privacy.level import private
    >>> print(as_text(private(geometric(n=1, alpha="1/2"), "1/3")))
    privacy       1/3-private: yes
    """
    return str(found) if isinstance(found, Matrix) else terminal.as_text(report(found))


def as_html(found: Any) -> str:
    """Return a result as HTML without a style sheet, for a notebook or a page. Raises: as `as_text`.

    >>> from exactdp.model.matrix import Matrix
    >>> as_html(Matrix([["1/2"]])).count("<td>")
    1
    """
    return found._repr_html_() if isinstance(found, Matrix) else hypertext.as_html(report(found))


def as_json(found: Any) -> str:
    """Return a result as JSON, with every exact number as text. Raises: as `as_text`.

    >>> from exactdp.model.matrix import Matrix
    >>> as_json(Matrix([["1/2"]])).count('"1/2"')
    1
    """
    if isinstance(found, Matrix):
        return json_writer.as_json(Report("matrix", [], {"matrix": found}))
    return json_writer.as_json(report(found))


def as_latex(found: Any) -> str:
    r"""Return the matrix or the number that a result is, as LaTeX. Raises: TypeError for a result that is neither.

    >>> from fractions import Fraction
    >>> print(as_latex(Fraction(7, 9)))
    $\frac{7}{9}$
    """
    written = found._repr_latex_() if isinstance(found, Matrix) else formula(found)
    if written is None:
        raise TypeError(f"{type(found).__name__} is no matrix and no number, or too long for LaTeX: use str(…)")
    return str(written)


def bundle(found: Any) -> dict[str, str]:
    """Return every form that a notebook can choose from, by its media type.

    >>> from exactdp.privacy.composition import promise
    >>> sorted(bundle(promise("1/2")))
    ['text/html', 'text/plain']
    """
    if isinstance(found, Matrix):
        return {PLAIN: repr(found), HTML: as_html(found), LATEX: as_latex(found)}
    shown = {PLAIN: as_text(found)}
    if type(found) not in FORMULAS:
        shown[HTML] = as_html(found)
    written = formula(found)
    return shown if written is None else {**shown, LATEX: written}
