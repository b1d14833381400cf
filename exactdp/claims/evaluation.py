"""Exact values of terms and formulas: an expression is compiled once, and then evaluated at many environments.

An index is an int and a number is a Fraction, or another exact number. A function is a nested tuple, a frozenset of the
indices at which it holds, or a Python function. The core gives every term a value; here a term without a value of its
own, such as a quotient by 0, raises `Undefined`. So what this module finds is also true in the core.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import prod
from typing import Any, TypeAlias

from exactdp.arithmetic.exact import InputError
from exactdp.claims.formulas import (
    INDEX,
    INDEX_MAP,
    NUMBER,
    QUANTIFIED,
    RANGED,
    SET,
    TRUTH,
    Definition,
    Expression,
    Term,
    free,
    key,
    linear,
    unfold,
)

Environment: TypeAlias = Mapping[str, Any]
"""A value for each free variable, by its name."""

Evaluation: TypeAlias = Callable[[Environment], Any]
"""What an expression is compiled into."""

CANDIDATES = 4096
"""The largest number of sets or index maps that a quantifier runs through."""

OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "=": operator.eq,
    "<=": operator.le,
    "<": operator.lt,
}


class Undefined(Exception):  # noqa: N818 (it says what the term is)
    """A term has no value of its own at this environment; the message says which and why."""


class NotRunThrough(Undefined):
    """A quantifier has no finite list of values to try: nothing is known about the formula."""


class Disagreement(Exception):  # noqa: N818 (it says what was found)
    """The formula and the function that define a name differ at this environment."""


def value(e: Expression, environment: Environment) -> Any:
    """Return the value of an expression. Raises: `Undefined`.

    >>> from exactdp.claims.formulas import Sum, indices, number
    >>> k, n = indices("k n")
    >>> value(Sum(k, 0, n, number("α") ** k), {"n": 3, "α": Fraction(1, 2)})
    Fraction(15, 8)
    """
    return compiled(e)(environment)


def disagreement(e: Expression, environment: Environment) -> str:
    """Say where the formula that defines a name in `e` differs from the function that decides it; "" if nowhere.

    Raises: `Undefined`.

    >>> from exactdp.claims.formulas import indices
    >>> m, n = indices("m n")
    >>> at_least = Definition("at least", (m, n), n <= m, decide=lambda m, n: n < m)
    >>> disagreement(at_least(m, n), {"m": 2, "n": 1}), disagreement(at_least(m, n), {"m": 1, "n": 1})
    ('', 'at least(1, 1) is True by its definition, and False by the library')
    """
    try:
        compiled(e, compare=True)(environment)
    except Disagreement as error:
        return str(error)
    return ""


def compiled(e: Expression, *, compare: bool = False) -> Evaluation:
    """Return a function from environments to the value of the expression there.

    "and", "or", "implies" and "if" evaluate from left to right, and only what they need. A name with a formula as its
    definition is evaluated by it, and by its function where a quantifier in it cannot be run through. With `compare`,
    both are evaluated. The function raises `Undefined`, and `Disagreement` where both differ.

    >>> from exactdp.claims.formulas import indices, matrix
    >>> i, k = indices("i k")
    >>> entry = compiled(matrix("x")[i, k + 1])
    >>> entry({"x": ((0, 1), (2, 3)), "i": 1, "k": 0})
    3
    """
    if e.op == "variable":
        return operator.itemgetter(e.args[0])
    if e.op in RANGED:
        return _ranged(e, compare)
    if e.op in QUANTIFIED:
        return _quantified(e, compare)
    if e.op == "linear":
        return _linear(e, compare)
    if e.op == "function":
        return _function(e, compare)
    if e.op == "literal":
        constant = int(e.args[0]) if e.sort == INDEX else e.args[0]
        return lambda env: constant
    if e.op == "true":
        return lambda env: True
    if e.op == "defined":
        return _defined(e, compare)
    parts = [compiled(each, compare=compare) for each in e.args]
    if e.op in OPERATIONS:
        (left, right), operation = parts, OPERATIONS[e.op]
        return lambda env: operation(left(env), right(env))
    return _others(e, parts)


def _others(e: Expression, parts: list[Evaluation]) -> Evaluation:
    match e.op, parts:
        case "number", [index]:
            return lambda env: Fraction(index(env))
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


def _quotient(left: Any, right: Any, e: Expression) -> Any:
    if right == 0:
        raise Undefined(f"{e} divides by 0")
    return left / right


def _power(base: Any, exponent: int, e: Expression) -> Any:
    if exponent < 0 and base == 0:
        raise Undefined(f"{e} is 0 to the power {exponent}")
    return base**exponent


def entry(function: Any, at: Sequence[int], e: Expression | str = "the entry") -> Any:
    """Return the value of a function at indices. Raises: `Undefined` for a position outside of a nested tuple.

    >>> entry(((1, 2), (3, 4)), [1, 0]), entry(frozenset({2}), [2]), entry(lambda i: -i, [5])
    (3, True, -5)
    """
    if isinstance(function, frozenset):
        return at[0] in function
    if not isinstance(function, tuple):
        return function(*at)
    for k in at:
        if not 0 <= k < len(function):
            raise Undefined(f"{e} is outside at [{', '.join(map(str, at))}]")
        function = function[k]
    return function


def _linear(e: Expression, compare: bool) -> Evaluation:
    atoms, constant = [(compiled(atom, compare=compare), c) for atom, c in e.args[0]], e.args[1]
    if len(atoms) == 1 and atoms[0][1] == 1:
        atom = atoms[0][0]
        return lambda env: atom(env) + constant
    return lambda env: sum((c * atom(env) for atom, c in atoms), constant)


def _function(e: Expression, compare: bool) -> Evaluation:
    names, body = [v.args[0] for v in e.args[:-1]], compiled(e.args[-1], compare=compare)

    def made(env: Environment) -> Any:
        scope = dict(env)
        return lambda *at: body({**scope, **dict(zip(names, at, strict=True))})

    return made


def _ranged(e: Expression, compare: bool) -> Evaluation:
    name, (low, high, body) = e.args[0].args[0], (compiled(each, compare=compare) for each in e.args[1:])

    def values(env: Environment) -> Iterator[Any]:
        scope = dict(env)
        for k in range(low(env), high(env) + 1):
            scope[name] = k
            yield body(scope)

    def extreme(env: Environment) -> Any:
        found = list(values(env))
        if not found:
            raise Undefined(f"{e} is over no index")
        return min(found) if e.op == "least" else max(found)

    if e.op == "sum":
        return lambda env: sum(values(env), Fraction(0))
    return extreme if e.op != "product" else lambda env: prod(values(env), start=Fraction(1))


def _quantified(e: Expression, compare: bool) -> Evaluation:
    name, wanted = e.args[0].args[0], e.op == "some"
    guard, body = compiled(e.args[1], compare=compare), compiled(e.args[2], compare=compare)
    candidates = run_through(e)

    def holds(env: Environment) -> bool:
        scope = dict(env)
        for each in candidates(env):
            scope[name] = each
            if guard(scope) and bool(body(scope)) == wanted:
                return wanted
        return not wanted

    return holds


def _defined(e: Expression, compare: bool) -> Evaluation:
    definition: Definition = e.args[0]
    args = [compiled(each, compare=compare) for each in e.args[1:]]
    names = [p.args[0] for p in definition.parameters]
    body = _body(definition, compare)

    def found(env: Environment) -> Any:
        given = [each(env) for each in args]
        if body is None:
            return _decided(definition, given)
        try:
            by_formula = body(dict(zip(names, given, strict=True)))
        except NotRunThrough:
            if definition.decide is None:
                raise
            return _decided(definition, given)
        if compare and definition.decide is not None:
            by_library = _decided(definition, given)
            if not _agree(by_formula, by_library):
                at = f"{definition.name}({', '.join(map(str, given))})"
                raise Disagreement(f"{at} is {by_formula} by its definition, and {by_library} by the library")
        return by_formula

    return found


@cache
def _body(definition: Definition, compare: bool) -> Evaluation | None:
    if definition.body is None:
        return None
    unknown = free(definition.body).keys() - {p.args[0] for p in definition.parameters}
    if unknown:
        raise InputError(f"the definition of {definition.name} uses {', '.join(sorted(unknown))}: make it a parameter")
    return compiled(definition.body, compare=compare)


def _decided(definition: Definition, given: list[Any]) -> Any:
    if definition.decide is None:
        raise NotRunThrough(f"{definition.name} has neither a formula nor a function that decides it")
    if any(callable(each) for each in given):
        raise NotRunThrough(f"{definition.name} is decided for functions in tables alone")
    found = definition.decide(*given)
    sort = definition.body.sort if definition.body is not None else definition.sort
    if isinstance(found, float):
        raise InputError(f"the function for {definition.name} returned the float {found}: return an exact number")
    return bool(found) if sort == TRUTH else Fraction(found) if sort == NUMBER and isinstance(found, int) else found


def _agree(by_formula: Any, by_library: Any) -> bool:
    if not isinstance(by_library, tuple):
        return callable(by_library) or bool(by_formula == by_library)
    inside = [isinstance(each, tuple) for each in by_library]
    at = [(lambda *rest, k=k: entry(by_formula, [k, *rest])) for k in range(len(by_library))]
    return all(_agree(at[k] if inside[k] else at[k](), each) for k, each in enumerate(by_library))


# What a quantifier runs through


def run_through(e: Expression) -> Callable[[Environment], Iterable[Any]]:
    """Return a function from environments to the values of the variable among which all are that satisfy the guard.

    It raises `NotRunThrough` where the guard does not make them finitely many.

    >>> from exactdp.claims.formulas import All, indices
    >>> i, n = indices("i n")
    >>> list(run_through(All(i, 0 <= i, 2 * i < n, i <= n))({"n": 5}))
    [0, 1, 2]
    """
    v, guard, body = e.args
    held = _joined(guard) + (_joined(body) if e.op == "some" else _joined(body.args[0]) if body.op == "implies" else [])
    reason = f"{e.args[0]} cannot be run through in {e}: bound it from both sides, or give a witness"
    if v.sort == INDEX:
        return _indices(v, v.args[0], held, reason)
    if v.sort in (SET, INDEX_MAP):
        return _maps(v, held, reason)
    for each in held:
        for this, other in (each.args, each.args[::-1]) if each.op == "=" else ():
            if key(this) == key(v) and v.args[0] not in free(other):
                only = compiled(other)
                return lambda env: [only(env)]

    def refuse(env: Environment) -> Iterable[Any]:
        raise NotRunThrough(reason)

    return refuse


def _joined(formula: Any) -> list[Any]:
    """Return the formulas that a conjunction joins, also within what a name stands for."""
    if formula.op == "and":
        return _joined(formula.args[0]) + _joined(formula.args[1])
    if formula.op == "defined" and formula.args[0].body is not None:
        return _joined(unfold(formula))
    return [formula]


def _indices(target: Term, name: str, held: list[Any], reason: str) -> Callable[[Environment], Sequence[int]]:
    """Return the indices between the bounds on the target; a bound that depends on the variable itself is left out."""
    bounds: dict[bool, list[Evaluation]] = {True: [], False: []}
    for each in held:
        if each.op in ("=", "<=", "<") and each.args[0].sort == INDEX:
            difference = each.args[1] - each.args[0]
            c = sum(c for atom, c in linear(difference)[0] if key(atom) == key(target))
            rest = difference - c * target
            if c and name not in free(rest):
                # c * target + rest is at least 0, or 1 where the relation is strict; for "=", so is its negative.
                bounds[c > 0].append(_bound(compiled(rest), c, int(each.op == "<")))
                if each.op == "=":
                    bounds[c < 0].append(_bound(compiled(-rest), -c, 0))

    def between(env: Environment) -> range:
        lows, highs = ([at for bound in bounds[lower] if (at := bound(env)) is not None] for lower in (True, False))
        if not lows or not highs:
            raise NotRunThrough(reason)
        return range(max(lows), min(highs) + 1)

    return between


def _bound(rest: Evaluation, c: int, least: int) -> Callable[[Environment], int | None]:
    def bound(env: Environment) -> int | None:
        try:
            room: int = rest(env) - least
        except Undefined:  # another part of the guard may say that this one does not matter
            return None
        return -(room // c) if c > 0 else room // -c

    return bound


def _maps(v: Term, held: list[Any], reason: str) -> Callable[[Environment], Iterator[Any]]:
    """Return all sets or index maps: some conjunct bounds the members of the set, or the arguments and values of it."""
    name = v.args[0]
    domain: Callable[[Environment], Sequence[int]] | None = None
    for each in held:
        if each.op == "all" and each.args[0].sort == INDEX:
            i, guard, body = each.args
            here = v[i]
            premises = _joined(guard) + (_joined(body.args[0]) if body.op == "implies" else [])
            says = _joined(body.args[1] if body.op == "implies" else body)
            if v.sort == SET and any(key(p) == key(here) for p in premises):
                domain = _indices(i, i.args[0], [f for f in says if name not in free(f)], reason)
            elif v.sort == INDEX_MAP:
                domain = _indices(i, i.args[0], [f for f in premises if name not in free(f)], reason)
                values, at = _indices(here, name, says, reason), i.args[0]

    def functions(env: Environment) -> Iterator[Any]:
        over = domain(env) if domain is not None else None
        if over is None or (v.sort == SET and 2 ** len(over) > CANDIDATES):
            raise NotRunThrough(reason)
        if v.sort == SET:
            return (frozenset(s) for size in range(len(over) + 1) for s in combinations(over, size))
        choices = [values({**env, at: k}) for k in over]
        if (over and over[0] != 0) or prod(map(len, choices)) > CANDIDATES:
            raise NotRunThrough(reason)
        return product(*choices)

    return functions
