"""Arguments of a caller: levels, probabilities, sizes, lists and whole numbers, each checked."""

from collections.abc import Iterable, Mapping, Set
from fractions import Fraction
from math import isfinite
from operator import index
from typing import Any, SupportsIndex, TypeGuard, TypeVar

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.spelling import elided, text

Member = TypeVar("Member")


def as_written(value: object, width: int = 60) -> str:
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


def is_list(value: object) -> TypeGuard[Iterable[Any]]:
    """Return whether a value has members in an order: no text, bytes, mapping, set, or array without dimensions.

    >>> is_list(range(3)), is_list({1, 2}), is_list("1, 2")
    (True, False, False)
    """
    return isinstance(value, Iterable) and not isinstance(value, NO_LISTS) and getattr(value, "shape", None) != ()


def listed(value: Iterable[Member], name: str, example: str) -> list[Member]:
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


def whole(value: SupportsIndex, name: str) -> int:
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


def privacy_level(value: Exact) -> Fraction:
    """Return a privacy level α in [0, 1].

    Raises: as `exact`, `InputError` outside [0, 1], and TypeError for an irrational e^-ε.
    Source: Gupte & Sundararajan 2010, Definition 2.

    >>> privacy_level("1/4")
    Fraction(1, 4)
    >>> privacy_level(2)
    Traceback (most recent call last):
    exactdp.InputError: α = 2 is outside [0, 1]: write a level such as 1/2 (1 means absolute privacy, 0 means none)
    """
    if hasattr(value, "above"):
        # An `Exponential`; its module imports this one.
        raise TypeError(f"{value} is irrational, and this needs a fraction: write its .above(), a fraction just above")
    alpha = exact(value)
    if not 0 <= alpha <= 1:
        raise InputError(
            f"α = {elided(text(alpha))} is outside [0, 1]",
            advice="write a level such as 1/2 (1 means absolute privacy, 0 means none)",
            value=alpha,
        )
    return alpha


def database_size(n: SupportsIndex, least: int = 0) -> int:
    """Return the size n of a database as an int of at least `least`.

    Raises: TypeError for anything but an integer; `InputError` if it is smaller.

    >>> database_size(-1)
    Traceback (most recent call last):
    exactdp.InputError: n = -1: write a database size of at least 0
    """
    try:
        size = index(n)
    except TypeError:
        size = None
    if size is None or isinstance(n, bool):
        write = f"n={int(n)}" if isinstance(n, int | float) and isfinite(n) else "n=4"
        if isinstance(n, str) and n.strip().isdecimal():
            write = f"n={int(n)}"
        raise TypeError(f"n = {as_written(n)} is not a whole number: write {write}")
    if size < least:
        raise InputError(f"n = {elided(text(size))}", advice=f"write a database size of at least {least}", value=size)
    return size


def probability(value: Exact) -> Fraction:
    """Return a probability δ in [0, 1].

    Raises: as `exact`, and `InputError` outside [0, 1].

    >>> probability("1/1000")
    Fraction(1, 1000)
    >>> probability("3/2")
    Traceback (most recent call last):
    exactdp.InputError: δ = 3/2 is outside [0, 1]: write a probability such as 1/1000
    """
    delta = exact(value)
    if not 0 <= delta <= 1:
        raise InputError(
            f"δ = {elided(text(delta))} is outside [0, 1]", advice="write a probability such as 1/1000", value=delta
        )
    return delta
