"""Arguments of a caller: shown on one line of an error, and checked to be a list or an integer."""

from collections.abc import Iterable, Mapping, Set
from operator import index
from typing import Any

from exactdp.arithmetic.exact import elided, text


def as_written(value: Any, width: int = 60) -> str:
    """Return the repr of a value, on one line and shortened.

    >>> as_written([1, 2]), as_written("a" * 30, 20)
    ('[1, 2]', "'aaaaaaa…aaaaaaa' (32 characters)")
    >>> as_written(10**5000, 20)
    '10000000…00000000 (5001 characters)'
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return elided(text(value), width)
    try:
        written = repr(value)
    except ValueError:  # Python's limit on the digits of an integer
        written = f"a {type(value).__name__} with a number of thousands of digits"
    return elided(" ".join(written.split()), width)


NO_LISTS = (str, bytes, bytearray, memoryview, Mapping, Set)
"""Types with members that are no list of arguments, or have no order."""


def is_list(value: Any) -> bool:
    """Return whether a value has members in an order: no text, bytes, mapping, set, or array without dimensions.

    >>> is_list(range(3)), is_list({1, 2}), is_list("1, 2")
    (True, False, False)
    """
    return isinstance(value, Iterable) and not isinstance(value, NO_LISTS) and getattr(value, "shape", None) != ()


def listed(value: Any, name: str, example: str) -> list[Any]:
    """Return the members of a list; errors use the name and the example.

    Domain: as `is_list`, or a set. Raises: TypeError for anything else.

    >>> listed(range(3), "levels", "['1/4', '1/2']")
    [0, 1, 2]
    >>> listed(3, "levels", "['1/4', '1/2']")
    Traceback (most recent call last):
    TypeError: levels=3: write a list, such as ['1/4', '1/2']
    """
    if not is_list(value) and not isinstance(value, Set):
        raise TypeError(f"{name}={as_written(value)}: write a list, such as {example}")
    return list(value)


def whole(value: Any, name: str) -> int:
    """Return an integer as an int; errors use the name. Raises: TypeError for anything else.

    >>> whole(3, "the threshold")
    3
    >>> whole("3", "the threshold")
    Traceback (most recent call last):
    TypeError: the threshold is '3': write a whole number such as 2
    """
    if not isinstance(value, bool):
        try:
            return index(value)
        except TypeError:
            pass
    raise TypeError(f"{name} is {as_written(value)}: write a whole number such as 2")
