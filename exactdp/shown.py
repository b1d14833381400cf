"""The base class of results: they can be drawn, and written as text, HTML, JSON and LaTeX.

The writers are in `exactdp.report`, above all rooms that decide, and dispatch on the type of a result. A result finds
its writer here, at run time. This is the only way up, so no deciding room imports drawing or printing.
"""

from importlib import import_module
from typing import Any


class Shown:
    """The base class of results; it calls the writer of each type.

    >>> from exactdp.model.geometric import geometric
    >>> isinstance(geometric(n=1, alpha="1/2"), Shown)
    True
    """

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        # IPython searches class by class, and would find a dataclass's `__repr__` before this method.
        cls._repr_pretty_ = Shown._repr_pretty_  # type: ignore[method-assign]

    def __str__(self) -> str:
        return str(_writers().as_text(self))

    def to_json(self) -> str:
        """Return the result as JSON, with every exact number as text. Raises: TypeError for a result without a report.

        >>> from exactdp.privacy.composition import promise
        >>> print(promise("1/2").to_json())
        {
          "schema": "exactdp 3",
          "kind": "promise",
          "value": {
            "alpha": "1/2",
            "delta": "0"
          }
        }
        """
        return str(_writers().as_json(self))

    def to_latex(self) -> str:
        r"""Return the result as LaTeX: a number or a matrix as a formula, anything else as its report, typeset.

        Raises: TypeError for a result without a report.

        >>> from exactdp.arithmetic.rational_functions import rational_function
        >>> rational_function("1/(1+a)").to_latex()
        '$\\frac{1}{1 + \\alpha}$'
        """
        return str(_writers().as_latex(self))

    def plot(self, *arguments: Any, **options: Any) -> Any:
        """Draw the result and return matplotlib's figure.

        A mechanism, a privacy curve, a loss curve, a phase diagram and a chain of releases each have their own picture.
        Results about one mechanism draw that mechanism. `exactdp.report.pictures.drawing` lists the options.
        Raises: `InputError` if matplotlib is not installed, and TypeError for a result that has no picture.

        >>> from exactdp.model.geometric import geometric
        >>> [each.get_text() for each in geometric(n=1, alpha="1/2").plot().axes[0].texts]
        ['2/3', '1/3', '1/3', '2/3']
        """
        return import_module("exactdp.report.pictures.drawing").plot(self, *arguments, **options)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return dict(_writers().bundle(self))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        # IPython asks for this inside a list or a tuple.
        printer.text(_writers().bundle(self)["text/plain"])


def _writers() -> Any:
    return import_module("exactdp.report.writers")
