"""The range of a quantifier: finitely many values of its variable, which include all values that satisfy its guard.

The guard gives the bounds of an index. A set and an index map have bounds if the guard bounds their members or their
values. The caller passes the evaluation of terms, so this module does not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any, TypeAlias

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.claims.statements.expressions import (
    COMPARISONS,
    INDEX,
    INDEX_MAP,
    QUANTIFIED,
    SET,
    Expression,
    free,
    has_part,
    key,
)
from exactdp.claims.statements.terms import Formula, Term, conjuncts, linear, unfold

Number: TypeAlias = int | Fraction | AlgebraicNumber | RadicalSum
"""An exact number, or an index, which is an int."""

FunctionValue: TypeAlias = frozenset[int] | tuple[Any, ...] | Callable[..., Any]
"""A function: the set of the indices at which it holds, a nested tuple, or a Python function."""

Value: TypeAlias = Number | FunctionValue
"""The value of a variable, a term or a formula. A formula is a bool, which is an int."""

Environment: TypeAlias = Mapping[str, Value]
"""A value for each free variable, by its name."""

Evaluation: TypeAlias = Callable[[Environment], Any]
"""The compiled form of an expression: it returns a `Value`, whose kind depends on the sort of the expression."""

Compiler: TypeAlias = Callable[[Expression], Evaluation]

FUNCTIONS_TRIED = 4096
"""The largest number of sets or index maps that a quantifier runs through."""

TRIED_TOGETHER = 4 * FUNCTIONS_TRIED
"""The largest number that a quantifier tries together with the quantifiers in it."""


class Undefined(Exception):  # noqa: N818 (it says what the term is)
    """A term has no value of its own at this environment; the message says which and why."""


class OutsideTable(Undefined):
    """A function is read outside of the table that stands for it. It has a value there, which the table leaves out."""


class NotRunThrough(Undefined):
    """The values of a quantifier cannot all be tried: it is undecided. The argument is the quantifier or the reason."""

    def __str__(self) -> str:
        (why,) = self.args
        if not isinstance(why, Expression):
            return str(why)
        return f"{why.args[0]} cannot be run through in {why}: bound it from both sides, or give a witness"


class TooManyTried(NotRunThrough):
    """A quantifier, with the quantifiers in it, would try more than `TRIED_TOGETHER` sets and index maps.

    >>> print(TooManyTried("a formula"))
    more than 16,384 sets and index maps would be tried in a formula
    """

    def __str__(self) -> str:
        return f"more than {TRIED_TOGETHER:,} sets and index maps would be tried in {self.args[0]}"


def values_to_try(e: Expression, compiled: Compiler) -> Callable[[Environment], Iterable[Value]]:
    """Return a function from environments to the values of the variable that may satisfy the guard.

    It raises `NotRunThrough` if the guard does not leave finitely many values.

    >>> from exactdp.claims.statements.evaluation import compiled
    >>> from exactdp.claims.statements.formulas import All, indices
    >>> i, n = indices("i n")
    >>> values_to_try(All(i, 0 <= i, 2 * i < n, i <= 7), compiled)({"n": 5})
    range(0, 3)
    """
    v, held = e.args[0], _held(e)
    if v.sort == INDEX:
        return _indices(v, v.args[0], held, compiled, e)
    if v.sort in (SET, INDEX_MAP):
        return _maps(v, held, compiled, e)
    for each in held:
        for this, other in (each.args, each.args[::-1]) if each.op == "=" else ():
            if key(this) == key(v) and v.args[0] not in free(other):
                only = compiled(other)
                return lambda env: [only(env)]

    def refuse(env: Environment) -> Iterable[Value]:
        raise NotRunThrough(e)

    return refuse


def implied_by_range(e: Expression) -> bool:
    """Return whether all values to try satisfy the guard: it only bounds the index, by terms that have values.

    >>> from exactdp.claims.statements.formulas import All, between, indices, matrix
    >>> i, n = indices("i n")
    >>> implied_by_range(All(i, between(0, i, n), 0 <= i)), implied_by_range(All(i, 0 <= i, 0 <= matrix("x")[i, n]))
    (True, True)
    >>> implied_by_range(All(i, between(0, i, n) & (i * i <= n), 0 <= i)), implied_by_range(All(i, 0 <= n, 0 <= i))
    (False, False)
    """
    v, guard, _ = e.args
    # In a set, the values are its members, whatever the bounds are.
    in_a_set = any(f.op == "entry" for f in _held(e))
    return v.sort == INDEX and not in_a_set and all(_bounds(v, f) for f in _joined(guard))


def _held(e: Expression) -> list[Formula]:
    """Return the formulas that hold for all values that matter: for the others, "all" is true, or "some" is false."""
    _, guard, body = e.args
    return _joined(guard) + (_joined(body) if e.op == "some" else _joined(body.args[0]) if body.op == "implies" else [])


def _bounds(v: Term, f: Formula) -> bool:
    """Return whether a formula is a linear relation of indices that bounds the variable."""
    if f.op not in COMPARISONS or f.args[0].sort != INDEX:
        return False
    atoms, _ = linear(f.args[1] - f.args[0])
    return any(key(atom) == key(v) for atom, _ in atoms) and all(atom.op == "variable" for atom, _ in atoms)


def side_of(f: Formula, target: Term, name: str) -> tuple[int, Term] | None:
    """Return c ≠ 0 and t if the formula says that c·target + t is ≥ 0, > 0 or = 0, and t does not contain the name.

    >>> from exactdp.claims.statements.formulas import indices
    >>> k, n = indices("k n")
    >>> side_of(2 * k <= n, k, "k"), side_of(k * k <= n, k, "k")
    ((-2, n), None)
    """
    if f.op not in COMPARISONS or f.args[0].sort != INDEX:
        return None
    difference = f.args[1] - f.args[0]
    c = sum(c for atom, c in linear(difference)[0] if key(atom) == key(target))
    rest = difference - c * target
    return (c, rest) if c and name not in free(rest) else None


def is_unbounded(e: object) -> bool:
    """Return whether an expression contains a quantifier over other values than indices between two bounds.

    >>> from exactdp.claims.statements.formulas import All, between, indices
    >>> k, n = indices("k n")
    >>> is_unbounded(All(k, between(0, k, n), k <= n)), is_unbounded(All(k, 0 <= k, 0 <= k + 1))
    (False, True)
    """
    return has_part(e, lambda part: part.op in QUANTIFIED and not _has_bounds(*part.args[:2]))


def _has_bounds(v: Term, guard: Formula) -> bool:
    """Return whether the condition of a quantifier bounds its index from both sides, as k ≤ n does, and k·k ≤ n not."""
    if v.sort != INDEX:
        return False
    signs = set()
    for f in conjuncts(guard):
        side = side_of(f, v, v.args[0])
        if side is not None:
            signs |= {True, False} if f.op == "=" else {side[0] > 0}
    return signs == {True, False}


def _joined(formula: Formula) -> list[Formula]:
    """Return the parts of a conjunction, also inside the meaning of a name."""
    if formula.op == "and":
        return _joined(formula.args[0]) + _joined(formula.args[1])
    if formula.op == "defined" and formula.args[0].body is not None:
        return _joined(unfold(formula))
    return [formula]


def _indices(
    target: Term, name: str, held: list[Formula], compiled: Compiler, quantified: Expression
) -> Callable[[Environment], Sequence[int]]:
    """Return the indices between the bounds on the target, or in a finite set that it must be a member of.

    A bound that depends on the variable itself is left out.
    """
    bounds: dict[bool, list[Evaluation]] = {True: [], False: []}
    sets: list[Evaluation] = []
    for each in held:
        if each.op == "entry" and key(each.args[1]) == key(target) and name not in free(each.args[0]):
            sets.append(compiled(each.args[0]))
        elif (side := side_of(each, target, name)) is not None:
            # c·target + rest is at least 0, or 1 if the relation is strict; for "=", so is its negative.
            c, rest = side
            bounds[c > 0].append(_bound(compiled(rest), c, int(each.op == "<")))
            if each.op == "=":
                bounds[c < 0].append(_bound(compiled(-rest), -c, 0))

    def between(env: Environment) -> Sequence[int]:
        for members in sets:
            if isinstance(found := members(env), frozenset):
                return sorted(found)
        lows, highs = ([at for bound in bounds[lower] if (at := bound(env)) is not None] for lower in (True, False))
        if not lows or not highs:
            raise NotRunThrough(quantified)
        return range(max(lows), min(highs) + 1)

    return between


def _bound(rest: Evaluation, c: int, least: int) -> Callable[[Environment], int | None]:
    def bound(env: Environment) -> int | None:
        try:
            room: int = rest(env) - least
        except Undefined:  # another part of the guard may make this part irrelevant
            return None
        return -(room // c) if c > 0 else room // -c

    return bound


def _maps(
    v: Term, held: list[Formula], compiled: Compiler, quantified: Expression
) -> Callable[[Environment], Iterable[Value]]:
    """Return all sets or index maps: a conjunct bounds the members of the set, or the values of the map at 0, …, n."""
    name = v.args[0]
    makers: list[Callable[[Environment], Iterable[Value]]] = []
    for each in held:
        if each.op == "all" and each.args[0].sort == INDEX:
            i, guard, body = each.args
            premises = _joined(guard) + (_joined(body.args[0]) if body.op == "implies" else [])
            says = _joined(body.args[1] if body.op == "implies" else body)
            premises = [f for f in premises if f.op != "true"]
            if v.sort == INDEX_MAP and not any(name in free(f) for f in premises):
                domain = _indices(i, i.args[0], premises, compiled, quantified)
                known = [compiled(f) for f in premises]
                values = _indices(v[i], name, says, compiled, quantified)
                makers.append(_index_maps(i.args[0], domain, known, values, quantified))
            elif v.sort == SET and premises and all(key(p) == key(v[i]) for p in premises):
                # If more is assumed about i, the set may have other members.
                makers.append(_subsets(_indices(i, i.args[0], _without(name, says), compiled, quantified), quantified))

    def functions(env: Environment) -> Iterable[Value]:
        for maker in makers:
            try:
                return maker(env)
            except NotRunThrough:
                continue
        raise NotRunThrough(quantified)

    return functions


def _without(name: str, formulas: list[Formula]) -> list[Formula]:
    return [f for f in formulas if name not in free(f)]


def _subsets(
    domain: Callable[[Environment], Sequence[int]], quantified: Expression
) -> Callable[[Environment], Iterator[frozenset[int]]]:
    def subsets(env: Environment) -> Iterator[frozenset[int]]:
        over = domain(env)
        if 2 ** len(over) > FUNCTIONS_TRIED:
            raise NotRunThrough(quantified)
        return (frozenset(s) for size in range(len(over) + 1) for s in combinations(over, size))

    return subsets


def _index_maps(
    at: str,
    domain: Callable[[Environment], Sequence[int]],
    premises: list[Evaluation],
    values: Callable[[Environment], Sequence[int]],
    quantified: Expression,
) -> Callable[[Environment], Iterator[tuple[int, ...]]]:
    def maps(env: Environment) -> Iterator[tuple[int, ...]]:
        over = domain(env)
        # The values are bounded only if everything that the formula assumes about i holds, not just its bounds.
        bounded = all(each({**env, at: k}) for k in over for each in premises)
        # Without inputs, still ask at 0 whether the conjunct bounds the values; its error says otherwise.
        choices = [values({**env, at: k}) for k in over or [0]][: len(over)]
        if not bounded or list(over) != list(range(len(over))) or prod(map(len, choices)) > FUNCTIONS_TRIED:
            raise NotRunThrough(quantified)
        return product(*choices)

    return maps
