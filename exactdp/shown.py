"""The base class of results: they can be drawn, and written as text, HTML, JSON and LaTeX.

The writers are in `exactdp.report`, above all rooms that decide, and dispatch on the type of a result. A result finds
its writer here, at run time. This is the only way up, so no deciding room imports drawing or printing.
"""

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

WIDEST = 200
"""The most characters of a result's `repr`."""

WIDEST_FACT = 60
"""The most characters of a list or another result in this line."""

WIDEST_NUMBER = 40
"""The most characters of a number in this line."""

LONGEST_TEXT = 80
"""The most characters of a text in this line."""

LISTED = 6
"""The most items of a list in this line; a longer list is shown by its length."""


class Shown:
    """The base class of results; it calls the writer of each type.

    >>> from exactdp.model.geometric import geometric
    >>> isinstance(geometric(n=1, alpha="1/2"), Shown)
    True
    """

    __slots__ = ()

    _facts: ClassVar[tuple[str, ...]] = ()
    """The attributes that `repr` shows; if empty, the fields of the dataclass."""

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__(**options)
        # IPython searches class by class, and would find a dataclass's `__repr__` before this method.
        cls._repr_pretty_ = Shown._repr_pretty_  # type: ignore[method-assign]
        # A dataclass writes its own `__repr__`, unless its class has one already.
        cls.__repr__ = cls.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        """Return the type and the main facts in one line of at most `WIDEST` characters.

        >>> from exactdp.model.geometric import geometric
        >>> from exactdp.privacy.privacy_loss import privacy_loss
        >>> privacy_loss(geometric(n=1, alpha="1/2"), 0, 1)
        PrivacyLoss(ratios=((2, 2/3), (1/2, 1/3)))
        """
        return _on_one_line(self, WIDEST)

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

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return dict(_writers().bundle(self))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        # IPython asks for this inside a list or a tuple.
        printer.text(_writers().bundle(self)["text/plain"])


def _on_one_line(found: Shown, widest: int) -> str:
    """Return the type and the first facts, as many as have room in `widest` characters."""
    kind, shown = type(found).__name__, ""
    own: list[str] = [each.name for each in fields(found) if each.repr] if is_dataclass(found) else []
    for name in found._facts or own:
        longer = f"{shown}{', ' * bool(shown)}{name}={_brief(getattr(found, name))}"
        if len(f"{kind}({longer}, …)") > widest:
            return f"{kind}({shown}, …)" if shown else f"{kind}(…)"
        shown = longer
    return f"{kind}({shown})"


def _brief(value: object) -> str:
    """Return a value in about `WIDEST_FACT` characters at most."""
    if isinstance(value, tuple | list | frozenset | set | Mapping):
        return _listed(value)
    if isinstance(value, Fraction | int) and not isinstance(value, bool):
        spelling = import_module("exactdp.arithmetic.spelling")
        return str(spelling.shortened(spelling.text(value), WIDEST_NUMBER))
    if isinstance(value, Shown) and vars(type(value))["__repr__"] is vars(Shown)["__repr__"]:
        return _on_one_line(value, WIDEST_FACT)
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_TEXT else f"{value[:LONGEST_TEXT]}…")
    written = repr(value).split("\n", 1)[0]
    return written if len(written) <= WIDEST_FACT else f"{type(value).__name__}(…)"


def _listed(values: Collection[object]) -> str:
    """Return the items of a short tuple, list, set or mapping; of a longer one, their number."""
    if len(values) <= LISTED:
        if isinstance(values, Mapping):
            shown = ", ".join(f"{_brief(key)}: {_brief(each)}" for key, each in values.items())
        else:
            shown = ", ".join(map(_brief, values)) + "," * (len(values) == 1)
        if len(shown) <= WIDEST_FACT:
            return f"({shown})"
    return f"({len(values):,} items)"


def _writers() -> ModuleType:
    return import_module("exactdp.report.writers")
