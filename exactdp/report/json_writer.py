"""Reports as JSON: numbers are exact text, and each kind of value has one form, described in docs/json.md."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import singledispatch
from typing import Any

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.arithmetic.rational_functions import RationalFunction
from exactdp.arithmetic.real_sets import RealSet
from exactdp.arithmetic.spelling import text
from exactdp.certificates.certificate import Verified
from exactdp.files.json_text import dumped
from exactdp.model.losses import Loss
from exactdp.model.matrix import Matrix
from exactdp.model.users import BayesianUser, MinimaxConsumer
from exactdp.report.document import Report, Seconds

SCHEMA = "exactdp 3"
"""The version of the schema, in every JSON text."""


def as_json(report: Report) -> str:
    """Return a report's values as JSON text, with the version of the schema and the kind of report.

    >>> print(as_json(Report("level", [], {"alpha": Fraction(1, 2)})))
    {
      "schema": "exactdp 3",
      "kind": "level",
      "alpha": "1/2"
    }
    """
    return dumped(values(report), indent=2)


def values(report: Report) -> dict[str, object]:
    """Return the values that `as_json` writes as text.

    >>> values(Report("level", [], {"alpha": Fraction(1, 2)}))
    {'schema': 'exactdp 3', 'kind': 'level', 'alpha': '1/2'}
    """
    return {"schema": SCHEMA, "kind": report.kind, **spelled(report.values)}


@singledispatch
def spelled(value: object) -> Any:
    """Return a value in the form that JSON has for its type; another dataclass is an object of its fields.

    Raises: TypeError for a type without a form.

    >>> spelled({"alpha": Fraction(1, 2), "row": (1, None, True)})
    {'alpha': '1/2', 'row': [1, None, True]}
    >>> spelled(0.5)
    Traceback (most recent call last):
    TypeError: float has no form in JSON
    """
    if is_dataclass(value) and not isinstance(value, type):
        parts = {each.name: getattr(value, each.name) for each in fields(value) if not each.name.startswith("_")}
        return spelled({name: part for name, part in parts.items() if not callable(part)})
    raise TypeError(f"{type(value).__name__} has no form in JSON")


_FORMS: dict[type, Callable[[Any], object]] = {
    **dict.fromkeys((bool, int, str, type(None)), lambda value: value),
    **dict.fromkeys((Exponential, RadicalSum, RationalFunction), str),
    **dict.fromkeys((tuple, list), lambda value: [spelled(each) for each in value]),
    Fraction: text,
    Seconds: lambda value: round(value, 3),
    Enum: lambda value: spelled(value.value),
    Mapping: lambda value: {str(key): spelled(each) for key, each in value.items()},
    frozenset: lambda value: [spelled(each) for each in sorted(value, key=str)],
    Matrix: lambda value: {name: spelled(getattr(value, name)) for name in ("inputs", "responses", "rows")},
    AlgebraicNumber: lambda value: {
        "text": str(value),
        "polynomial": [text(coefficient) for coefficient in value.polynomial],
        "bounds": [text(value.lower), text(value.upper)],
    },
    RealSet: lambda value: {"text": str(value), "intervals": spelled(value.pieces)},
    Loss: lambda value: {"name": value.name, "table": spelled(value.rows and value.rows.rows)},
    BayesianUser: lambda value: {"kind": "bayesian", "loss": spelled(value.loss), "prior": spelled(value.prior)},
    MinimaxConsumer: lambda value: {
        "kind": "minimax",
        "loss": spelled(value.loss),
        "side_information": spelled(value.side_information),
    },
    Verified: lambda value: {"kind": value.kind, "sentence": value.sentence, "statement_sha256": value.digest},
}
for _kind, _form in _FORMS.items():
    spelled.register(_kind, _form)
