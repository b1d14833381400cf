"""Exact values of terms and formulas: an expression is compiled once, and then evaluated at many environments.

An index is an int and a number is a Fraction, or another exact number. A function is a nested tuple, a frozenset of the
indices at which it holds, or a Python function. The core gives every term a value; here a term without a value of its
own, such as a quotient by 0, raises `Undefined`. So every value that this module finds is also right in the core.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import count
from math import gcd
from typing import Any, TypeAlias

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.sums_and_products import added, multiplied, quotient
from exactdp.claims.statements.decisions import decided
from exactdp.claims.statements.expressions import (
    INDEX,
    INDEX_MAP,
    QUANTIFIED,
    RANGED,
    SET,
    Expression,
    free,
)
from exactdp.claims.statements.ranges import (
    TRIED_TOGETHER,
    Environment,
    Evaluation,
    FunctionValue,
    NotRunThrough,
    Number,
    OutsideTable,
    TooManyTried,
    Undefined,
    Value,
    implied_by_range,
    values_to_try,
)
from exactdp.claims.statements.tables import table_of
from exactdp.claims.statements.terms import Definition

__all__ = [
    "Environment",
    "Evaluation",
    "FunctionValue",
    "NotRunThrough",
    "OutsideTable",
    "TooManyTried",
    "Undefined",
    "Value",
    "compiled",
    "entry",
    "known_by",
    "value",
]


def _subtracted(x: Number, y: Number) -> Number:
    if type(x) is not Fraction or type(y) is not Fraction:
        return x - y
    (a, b), (c, d) = x.as_integer_ratio(), y.as_integer_ratio()
    if not c:
        return x
    return quotient(a - c, b) if b == d else quotient(a * d - c * b, b * d)


def _at_most(x: Number, y: Number) -> bool:
    if type(x) is not Fraction or type(y) is not Fraction:
        return x <= y
    (a, b), (c, d) = x.as_integer_ratio(), y.as_integer_ratio()
    return a * d <= c * b


def _less(x: Number, y: Number) -> bool:
    if type(x) is not Fraction or type(y) is not Fraction:
        return x < y
    (a, b), (c, d) = x.as_integer_ratio(), y.as_integer_ratio()
    return a * d < c * b


def _equal(x: Number, y: Number) -> bool:
    if type(x) is not Fraction or type(y) is not Fraction:
        return x == y
    return x.as_integer_ratio() == y.as_integer_ratio()


_whole = lru_cache(Fraction)

Quotient: TypeAlias = tuple[int, int]

OPERATIONS: dict[str, Callable[[Number, Number], Number]] = {
    "+": added,
    "-": _subtracted,
    "*": multiplied,
    "=": _equal,
    "<=": _at_most,
    "<": _less,
}

Watch: TypeAlias = Callable[[Definition, list[Value], Value], None]
"""A function called with each value that a definition has by its formula: the definition, its arguments, the value."""


def formulas_alone(definition: Definition, given: list[Value], by_formula: Value) -> None:
    """Do nothing. With this `watch`, every name is evaluated by its formula, and never by its function.

    >>> from exactdp.claims.statements.formulas import All, number
    >>> a = number("a")
    >>> bounded = Definition("bounded", (), All(a, a < 1), decide=lambda: True)
    >>> compiled(bounded())({})
    True
    >>> compiled(bounded(), formulas_alone)({})  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    exactdp.claims.statements.ranges.NotRunThrough: a cannot be run through in ∀a: a < 1: bound it …
    """


def value(e: Expression, environment: Environment) -> Any:
    """Return the value of an expression. Raises: `Undefined`.

    >>> from exactdp.claims.statements.formulas import Sum, indices, number
    >>> k, n = indices("k n")
    >>> value(Sum(k, 0, n, number("α") ** k), {"n": 3, "α": Fraction(1, 2)})
    Fraction(15, 8)
    """
    return compiled(e)(environment)


def compiled(e: Expression, watch: Watch | None = None) -> Evaluation:
    """Return a function from environments to the value of the expression there.

    "and", "or", "implies" and "if" evaluate from left to right, and only what they need. A name with a formula is
    evaluated by the formula. If a quantifier has too many values to try, the name's function is used instead. `watch`
    is called with each value that a definition has by its formula. The function raises `Undefined`.

    >>> from exactdp.claims.statements.formulas import indices, matrix
    >>> i, k = indices("i k")
    >>> entry = compiled(matrix("x")[i, k + 1])
    >>> entry({"x": ((0, 1), (2, 3)), "i": 1, "k": 0})
    3
    """
    if watch is not None:
        return _compiled(e, watch)
    if e._evaluation is None:
        object.__setattr__(e, "_evaluation", _compiled(e, None))
    return e._evaluation  # type: ignore[return-value]


def _compiled(e: Expression, watch: Watch | None) -> Evaluation:
    if e.op == "variable":
        return operator.itemgetter(e.args[0])
    if e.op in RANGED:
        return _ranged(e, watch)
    if e.op in QUANTIFIED:
        return _quantified(e, watch)
    if e.op == "linear":
        return _linear(e, watch)
    if e.op == "function":
        return _function(e, watch)
    if e.op == "literal":
        constant = int(e.args[0]) if e.sort == INDEX else e.args[0]
        return lambda env: constant
    if e.op == "true":
        return lambda env: True
    if e.op == "defined":
        return _defined(e, watch)
    parts = [compiled(each, watch) for each in e.args]
    if e.op in OPERATIONS:
        (left, right), operation = parts, OPERATIONS[e.op]
        return lambda env: operation(left(env), right(env))
    return _others(e, parts)


def _others(e: Expression, parts: list[Evaluation]) -> Evaluation:
    match e.op, parts:
        case "number", [index]:
            return lambda env: _whole(index(env))
        case "entry", [function, first]:
            return lambda env: entry(function(env), (first(env),), e)
        case "entry", [function, first, second]:
            return _entry_of_matrix(function, first, second, e)
        case "entry", [function, *at]:
            return lambda env: entry(function(env), [each(env) for each in at], e)
        case "/", [left, right]:
            return lambda env: _quotient(left(env), right(env), e)
        case "^", [base, exponent]:
            return lambda env: _power(base(env), exponent(env), e)
        case "if", [condition, then, otherwise]:
            return lambda env: then(env) if condition(env) else otherwise(env)
        case "and", [left, right]:
            return lambda env: left(env) and right(env)
        case "or", [left, right]:
            return lambda env: left(env) or right(env)
        case "implies", [left, right]:
            return lambda env: not left(env) or right(env)
        case "not", [negated]:
            return lambda env: not negated(env)
    raise InputError(f"unknown operation {e.op!r} in a term or formula")


def _entry_of_matrix(function: Evaluation, first: Evaluation, second: Evaluation, e: Expression) -> Evaluation:
    """Return the evaluation of an entry: for a matrix of Fractions without calling `entry`, which would take longer."""

    def found(env: Environment) -> Any:
        matrix, i, r = function(env), first(env), second(env)
        if type(matrix) is tuple and 0 <= i < len(matrix) and 0 <= r < len(matrix[i]):
            value = matrix[i][r]
            if type(value) is Fraction:
                return value
        return entry(matrix, (i, r), e)

    return found


def _quotient(left: Number, right: Number, e: Expression) -> Number:
    if right == 0:
        raise Undefined(f"{e} divides by 0")
    if isinstance(left, int):
        # A caller may give a number as an int, and Python would round the quotient of two ints.
        left = Fraction(left)
    if type(left) is not Fraction or type(right) is not Fraction:
        return left / right
    (a, b), (c, d) = left.as_integer_ratio(), right.as_integer_ratio()
    return quotient(a * d, b * c)


def _power(base: Number, exponent: int, e: Expression) -> Number:
    if exponent < 0 and base == 0:
        raise Undefined(f"{e} is 0 to the power {exponent}")
    if type(base) is Fraction and exponent >= 0:
        a, b = base.as_integer_ratio()
        return quotient(a**exponent, b**exponent)
    return (Fraction(base) if type(base) is int else base) ** exponent


def entry(function: FunctionValue, at: Sequence[int], e: Expression | str = "the entry") -> Any:
    """Return the value of a function at indices.

    Raises: `OutsideTable` for a position outside of a nested tuple; `InputError` for a float.

    >>> entry(((1, 2), (3, 4)), [1, 0]), entry(frozenset({2}), [2]), entry(lambda i: -i, [5])
    (3, True, -5)
    """
    if not isinstance(function, tuple):
        found = at[0] in function if isinstance(function, frozenset) else function(*at)
    else:
        found = function
        for k in at:
            if not 0 <= k < len(found):
                raise OutsideTable(f"{e} is outside at [{', '.join(map(str, at))}]")
            found = found[k]
    if isinstance(found, float):
        raise InputError(f"{e} is the float {found} at [{', '.join(map(str, at))}]: write an exact number")
    return found


def _linear(e: Expression, watch: Watch | None) -> Evaluation:
    atoms, constant = [(compiled(atom, watch), c) for atom, c in e.args[0]], e.args[1]
    if len(atoms) == 1 and atoms[0][1] == 1:
        atom = atoms[0][0]
        return lambda env: atom(env) + constant
    if len(atoms) == 2:
        (first, b), (second, c) = atoms
        return lambda env: b * first(env) + c * second(env) + constant
    return lambda env: sum((c * atom(env) for atom, c in atoms), constant)


def _function(e: Expression, watch: Watch | None) -> Evaluation:
    names, body = [v.args[0] for v in e.args[:-1]], compiled(e.args[-1], watch)
    others = tuple(free(e))

    def made(env: Environment) -> Value:
        scope = {name: env[name] for name in others}
        return cache(lambda *at: body({**scope, **dict(zip(names, at, strict=True))}))

    return _remembered(e, made)


def _ranged(e: Expression, watch: Watch | None) -> Evaluation:
    name, (low, high) = e.args[0].args[0], (compiled(each, watch) for each in e.args[1:3])
    body = _quotient_of_integers(e.args[3], watch) if e.op == "sum" else compiled(e.args[3], watch)

    def values(env: Environment) -> Iterator[Any]:
        scope = dict(env)
        for k in range(low(env), high(env) + 1):
            scope[name] = k
            yield body(scope)

    def extreme(env: Environment) -> Any:
        found = list(values(env))
        if not found:
            raise Undefined(f"{e} has an empty range")
        return min(found) if e.op == "least" else max(found)

    if e.op == "sum":
        return _remembered(e, lambda env: _total(values(env)))
    return _remembered(e, extreme if e.op != "product" else lambda env: reduce(multiplied, values(env), Fraction(1)))


def _quotient_of_integers(e: Expression, watch: Watch | None) -> Evaluation:
    """Return an evaluation that finds a Fraction as two integers, not always in lowest terms, and other numbers as is.

    So the products in a sum need no Fractions: making one takes longer than multiplying two.
    """
    if e.op == "*":
        left, right = (_quotient_of_integers(each, watch) for each in e.args)

        def of_product(env: Environment) -> Any:
            x, y = left(env), right(env)
            if type(x) is tuple and type(y) is tuple:
                return x[0] * y[0], x[1] * y[1]
            return multiplied(_number(x), _number(y))

        return of_product
    value_of = compiled(e, watch)

    def of_other(env: Environment) -> Any:
        found = value_of(env)
        return found.as_integer_ratio() if type(found) is Fraction else found

    return of_other


def _number(found: Number | Quotient) -> Number:
    return quotient(*found) if isinstance(found, tuple) else found


def _total(values: Iterator[Number | Quotient]) -> Number:
    """Return the sum of quotients of integers, and of other numbers. Only one Fraction is made in the end."""
    above, below = 0, 1
    for each in values:
        if not isinstance(each, tuple):
            return reduce(added, map(_number, values), quotient(above, below) + each)
        a, b = each
        if b == below:
            above += a
        elif a:
            common = gcd(below, b)
            above, below = above * (b // common) + a * (below // common), below * (b // common)
    return quotient(above, below)


RANGES_REMEMBERED = 50
"""How many values of a term over a range are remembered, by the values of its free variables."""

OF_SETS_REMEMBERED = 10_000
"""The same for what depends on a set: a statement about all events has the same few thousand sets each time."""


def _remembered(e: Expression, evaluate: Evaluation) -> Evaluation:
    """Return an evaluation that remembers values: mutants of a formula change only small parts of it.

    A function that is remembered is the same object each time, so that names with this argument are remembered too.
    """
    names = tuple(free(e))
    most = OF_SETS_REMEMBERED if _depends_on_set(e) else RANGES_REMEMBERED
    values: dict[tuple[Hashable, ...], tuple[list[Value], Value]] = {}

    def found(env: Environment) -> Value:
        given = [env[name] for name in names]
        at = tuple(map(known_by, given))
        if at not in values:
            if len(values) >= most:
                values.clear()
            # The arguments are kept too, so that no other object takes over an id.
            values[at] = given, evaluate(env)
        return values[at][1]

    return found


def _depends_on_set(e: Expression) -> bool:
    return any(v.sort == SET for v in free(e).values())


TRIED = ""
"""Under this name, which no variable has, an environment counts the sets and index maps that were tried."""


def _quantified(e: Expression, watch: Watch | None) -> Evaluation:
    name, wanted = e.args[0].args[0], e.op == "some"
    guard, body = compiled(e.args[1], watch), compiled(e.args[2], watch)
    # A bound is evaluated as all else is: a name in it must not be evaluated by its function instead of its formula.
    candidates = values_to_try(e, lambda bound: compiled(bound, watch))
    guarded = not implied_by_range(e)
    many = e.args[0].sort in (SET, INDEX_MAP)

    def holds(env: Environment) -> bool:
        scope: dict[str, Any] = dict(env)
        values = candidates(env)
        for each in _counted(values, scope.setdefault(TRIED, count(1)), e) if many else values:
            scope[name] = each
            if (not guarded or guard(scope)) and bool(body(scope)) == wanted:
                return wanted
        return not wanted

    return holds


def _counted(values: Iterable[Value], tried: Iterator[int], e: Expression) -> Iterator[Value]:
    for each in values:
        if next(tried) > TRIED_TOGETHER:
            raise TooManyTried(e)
        yield each


def _defined(e: Expression, watch: Watch | None) -> Evaluation:
    definition: Definition = e.args[0]
    args = [compiled(each, watch) for each in e.args[1:]]
    called = _called(definition, watch)

    def found(env: Environment) -> Value:
        return called([each(env) for each in args])

    return _remembered(e, found) if _depends_on_set(e) else found


REMEMBERED = 500
"""How many values of a definition are remembered, by its arguments."""


@cache
def _called(definition: Definition, watch: Watch | None) -> Callable[[list[Value]], Value]:
    """Return the function from arguments to the value of a definition. Functions among these are keyed by id."""
    names = [p.args[0] for p in definition.parameters]
    table = table_of(definition)
    body = None if definition.body is None else compiled(definition.body, watch) if table is None else lambda _: table
    within = None if definition.within is None else compiled(definition.within, watch)
    remembered: dict[tuple[Hashable, ...], tuple[list[Value], Value | NotRunThrough]] = {}

    def found(given: list[Value]) -> Value:
        if within is not None and not within(dict(zip(names, given, strict=True))):
            numbers = [(name, v) for name, v in zip(names, given, strict=True) if type(v) in (int, Fraction)]
            where = ", ".join(f"{name} = {v}" for name, v in numbers)
            raise Undefined(f"{definition(*definition.parameters)} has no value{f' at {where}' if where else ''}")
        if body is None:
            return decided(definition, given)
        try:
            by_formula = body(dict(zip(names, given, strict=True)))
        except NotRunThrough:
            if definition.decide is None or watch is formulas_alone:
                raise
            return decided(definition, given)
        if watch is not None:
            watch(definition, given, by_formula)
        return by_formula

    def called(given: list[Value]) -> Value:
        at = tuple(map(known_by, given))
        if at not in remembered:
            if len(remembered) >= REMEMBERED:
                remembered.clear()
            # The arguments are kept too, so that no other object takes over an id.
            try:
                remembered[at] = given, found(given)
            except NotRunThrough as error:
                remembered[at] = given, error.with_traceback(None)
        outcome = remembered[at][1]
        if isinstance(outcome, NotRunThrough):
            raise type(outcome)(*outcome.args)
        return outcome

    return called


def known_by(argument: Value | Expression) -> Hashable:
    """Return the key of an argument. Hashing a Fraction takes longer than hashing its two integers.

    >>> known_by(Fraction(1, 2)), known_by(3), known_by(frozenset({3})) == known_by(frozenset({3}))
    ((1, 2), 3, True)
    """
    if type(argument) is int or type(argument) is frozenset:
        return argument
    return argument.as_integer_ratio() if type(argument) is Fraction else id(argument)
