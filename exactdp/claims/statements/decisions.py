"""Values that the functions of a script give, as Python's own numbers: of a name that is decided, or of an instance."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.claims.statements.expressions import INDEX, NUMBER, SET, TRUTH, Function, Sort, is_fraction
from exactdp.claims.statements.ranges import NotRunThrough, Undefined, Value
from exactdp.claims.statements.terms import Definition
from exactdp.processes.supervision import Terminated


class EndedInError(Exception):
    """A script's function for a name ended in an error, or left Python; the message says which function and how."""


class NoValue(Exception):  # noqa: N818 (it says what was found)
    """A term has no value here, since it depends on numbers that a search has yet to find."""


def in_words(error: BaseException) -> str:
    """Return the type of an error and its message, in one line.

    >>> in_words(SystemExit(0))
    'SystemExit: 0'
    """
    return f"{type(error).__name__}: {error}"


TABULATED = 20
"""The largest number of rows of a table that stands for a function on all integers."""


def _as_table(value: Value, sort: Sort, size: int) -> Value:
    """Return a function on all integers as the table of its values from 0 on; return any other value unchanged."""
    if not callable(value) or not isinstance(sort, Function):
        return value
    if size > TABULATED:
        raise NotRunThrough(f"a table of {size} rows is too large")
    if sort.values == TRUTH:
        return frozenset(k for k in range(size) if value(k))
    rows = [tuple(_exact(value(*at, k)) for k in range(size)) for at in product(range(size), repeat=sort.arity - 1)]
    return tuple(rows) if sort.arity > 1 else rows[0]


def _exact(value: Value) -> int | Fraction:
    if not isinstance(value, int | Fraction):
        raise NotRunThrough(f"{value} is not an exact number")
    return value


def decided(definition: Definition, given: list[Value]) -> Value:
    """Return the value of the function that decides a definition.

    It gets a function on all integers as a table that is one longer in each direction than its largest index needs.
    Raises: `NotRunThrough` if the definition has no such function, or it rejects the arguments; `EndedInError`;
    `NoValue` if an argument has no value.

    >>> decided(Definition("one", (), None, "number", decide=lambda: 1), [])
    Fraction(1, 1)
    """
    if definition.decide is None:
        raise NotRunThrough(f"{definition.name} has neither a formula nor a function that decides it")
    for each, p in zip(given, definition.parameters, strict=True):
        if p.sort == NUMBER and type(each) not in (int, Fraction, AlgebraicNumber, RadicalSum):
            raise NoValue
    size = 2 + max((each for each in given if type(each) is int), default=0)
    tables = [_as_table(each, p.sort, size) for each, p in zip(given, definition.parameters, strict=True)]
    try:
        found = definition.decide(*tables)
    except (InputError, IndexError) as error:
        raise NotRunThrough(f"{definition.name} is not decided here: {error}") from None
    except (Undefined, MemoryError, Terminated):
        raise
    except (Exception, SystemExit) as error:
        name = definition(*definition.parameters)
        raise EndedInError(f"the function for “{name}” ends in an error: {in_words(error)}") from error
    sort = definition.body.sort if definition.body is not None else definition.sort
    if sort == NUMBER and (type(found) is AlgebraicNumber or type(found) is RadicalSum):
        return found
    return exact_value(found, sort, lambda: f"the function for {definition.name} returned")


class Rule:
    """A function on all integers that a script gives; `read` has its values at the positions where it was called.

    >>> half = Rule(lambda i: Fraction(i, 2))
    >>> half(3), half.read
    (Fraction(3, 2), {(3,): Fraction(3, 2)})
    """

    def __init__(self, find: Callable[..., Value]) -> None:
        self._find = find
        self.read: dict[tuple[int, ...], Value] = {}

    def __call__(self, *at: int) -> Value:
        if at not in self.read:
            self.read[at] = self._find(*at)
        return self.read[at]


def exact_value(found: object, sort: Sort, where: Callable[[], str], at: tuple[int, ...] = ()) -> Value:
    """Return what a script gives as a value of this sort, consisting of Python's own numbers.

    A function is a table, a set, or a Python function, which is called once at each position.
    Raises: `InputError` for any other object: an integer that is 1/2 would prove everything, as 2·⌊x⌋ = 1 holds for no
    integer; so would a number that changes from one use to the next.

    >>> exact_value(((1, 2), (3, 4)), Function(2, NUMBER), str)[1][0], exact_value(2, NUMBER, str)
    (Fraction(3, 1), Fraction(2, 1))
    """
    if isinstance(sort, Function) and len(at) < sort.arity:
        if isinstance(found, tuple):
            return tuple([exact_value(each, sort, where, (*at, k)) for k, each in enumerate(found)])
        if isinstance(found, frozenset) and sort == SET and all(type(each) is int for each in found):
            return frozenset([*found])
        if callable(found) and not at:
            return Rule(lambda *to: exact_value(found(*to), sort, where, to))
    values = sort.values if isinstance(sort, Function) and len(at) == sort.arity else sort
    if values == TRUTH:
        return bool(found)
    number = Fraction(found) if type(found) is int or type(found) is bool else found
    if values == NUMBER and is_fraction(number):
        return number
    if values == INDEX and is_fraction(number) and number.denominator == 1:
        return int(number)
    wanted = {INDEX: "an integer", NUMBER: "an exact number", SET: "a set of integers"}.get(values, "a table")
    place = f" at [{', '.join(map(str, at))}]" if at else ""
    raise InputError(f"{where()} the {type(found).__name__} {found}{place}: return {wanted}")
