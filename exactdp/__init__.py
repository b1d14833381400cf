"""Certify differential-privacy mechanisms in exact rational arithmetic."""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {"InputError": "exactdp.arithmetic.exact", "Remark": "exactdp.arithmetic.exact"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'exactdp' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
