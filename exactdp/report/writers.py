r"""Every result and report as text, HTML, JSON and LaTeX, and in a notebook.

Each function raises TypeError for anything else.

>>> import json
>>> from exactdp.arithmetic.rational_functions import rational_function
>>> from exactdp.model.geometric import geometric
>>> from exactdp.privacy.composition import promise
>>> print(as_text(promise("1/2")), as_latex(rational_function("1/(1+a)")))
1/2-private $\frac{1}{1 + \alpha}$
>>> G = geometric(n=1, alpha="1/2")
>>> as_html(G).count("<td>"), json.loads(as_json(G))["kind"], sorted(bundle(G))
(4, 'matrix', ['text/html', 'text/latex', 'text/plain'])
"""

from exactdp.model.matrix import Matrix
from exactdp.model.symbolic_mechanism import SymbolicMechanism
from exactdp.polytope.constraints import ConstraintMatrix
from exactdp.report import hypertext, json_writer, latex_writer, results, terminal


def as_text(found: object) -> str:
    """Return a result as the terminal prints it."""
    return terminal.as_text(results.report(found))


def as_html(found: object) -> str:
    """Return a result as HTML for a page of any style."""
    return hypertext.as_html(results.report(found))


def as_json(found: object) -> str:
    """Return a result as JSON text."""
    return json_writer.as_json(results.report(found))


def as_latex(found: object) -> str:
    """Return a result as LaTeX: a number or a matrix as a formula, anything else as its report."""
    alone = isinstance(found, Matrix | SymbolicMechanism | ConstraintMatrix) or type(found) in latex_writer.FORMULAS
    return (latex_writer.formula(found) if alone else None) or latex_writer.as_latex(results.report(found))


def bundle(found: object) -> dict[str, str]:
    """Return the forms for a notebook by media type: text and a formula, or text, HTML and a formula."""
    shown = {"text/plain": as_text(found)}
    if type(found) not in latex_writer.FORMULAS:
        shown["text/html"] = as_html(found)
    formula = latex_writer.formula(found)
    return shown if formula is None else {**shown, "text/latex": formula}
