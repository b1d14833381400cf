"""Instances of facts that begin with ∀, found by matching their entries with the entries of a goal.

If all entries of x are ≥ 0 and the goal speaks of x[i,r], the instance for i and r is likely to be needed. Nothing here
is trusted: the core makes each instance, and a proposal that does not help is not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product
from typing import NamedTuple, TypeAlias

from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.statements.expressions import INDEX, Expression, Key, free, key, split
from exactdp.claims.statements.terms import Formula, Term, as_index, conjuncts, expand, linear, substitute, unfold

PROPOSED = 24
"""How many instances of all facts together are proposed."""

CHOICES = 16
"""How many instances of one fact are tried."""


class _Entry(NamedTuple):
    """A value of a function at indices, and the names of the indices that are bound around it, as by a sum."""

    of: Key
    at: tuple[Term, ...]
    bound: frozenset[str]


Follows: TypeAlias = Callable[[Formula], Theorem | None]
"""A function that returns a formula as a theorem if it follows from the given formulas, and None otherwise."""


def entries(e: object, bound: frozenset[str] = frozenset()) -> Iterator[_Entry]:
    """Yield the entries in an expression, from left to right.

    >>> from exactdp.claims.statements.formulas import Sum, indices, matrix
    >>> i, r, m = indices("i r m")
    >>> [(each.at, sorted(each.bound)) for each in entries(Sum(r, 0, m, matrix("x")[i + 1, r]))]
    [((i+1, r), ['r'])]
    """
    if not isinstance(e, Expression):
        return
    variables, outside, inside = split(e)
    if e.op == "entry" and bound.isdisjoint(free(e.args[0])):
        yield _Entry(key(e.args[0]), e.args[1:], bound)
    for each in outside:
        yield from entries(each, bound)
    inner = bound | {v.args[0] for v in variables}
    for each in inside:
        yield from entries(each, inner)


def instances(universal: Iterable[Theorem], places: Iterable[Expression], follows: Follows) -> list[Theorem]:
    """Return instances of the facts whose conditions follow, for indices at which the places have the same entries.

    >>> from exactdp.claims.statements.formulas import All, between, indices, vectors
    >>> (i, k, n), [p] = indices("i k n"), vectors("p")
    >>> signs = core.assume(All(i, 0 <= i, p[i] >= 0))
    >>> instances([signs], [p[k + 1] <= 1], lambda f: core.assume(f))
    [∀i ≥ 0: p[i] ≥ 0, k+1 ≥ 0 ⊢ p[k+1] ≥ 0]
    """
    seen = list({(each.of, tuple(map(key, each.at))): each for f in places for each in entries(expand(f))}.values())
    found = (each for t in universal for each in _instances_of(t, seen, follows))
    return list(islice(found, PROPOSED))


def _instances_of(t: Theorem, seen: list[_Entry], follows: Follows) -> Iterator[Theorem]:
    names, body = _opened(t.says)
    for values in islice(_values(names, body, seen), CHOICES):
        yield from _specialised(t, values, follows)


def _opened(f: Formula) -> tuple[list[str], Formula]:
    """Return the names of the indices after ∀ at the beginning of a formula, and the rest of the formula."""
    names: list[str] = []
    while f.op == "all" and f.args[0].sort == INDEX:
        v, _, body = f.args
        if v.args[0] in names:
            break
        names.append(v.args[0])
        f = unfold(body) if body.op == "defined" and body.args[0].body is not None else body
    return names, f


def _values(names: list[str], body: Formula, seen: list[_Entry]) -> Iterator[list[Term]]:
    """Yield values for the indices: first those at which an entry of the body equals one of the entries seen."""
    single: dict[str, dict[Key, Term]] = {name: {} for name in names}
    tried = set()
    for pattern in entries(expand(body)):
        if not _speaks_of(pattern, names):
            continue
        for entry in seen:
            by = _matched(names, pattern, entry)
            for name, value in by.items():
                single[name].setdefault(key(value), value)
            if len(by) == len(names):
                at = tuple(key(by[name]) for name in names)
                if at not in tried:
                    tried.add(at)
                    yield [by[name] for name in names]
    for values in product(*(each.values() for each in single.values())):
        if tuple(map(key, values)) not in tried:
            yield list(values)


def _speaks_of(pattern: _Entry, names: Iterable[str]) -> bool:
    return any(name in free(each) for each in pattern.at for name in names)


def _matched(names: list[str], pattern: _Entry, entry: _Entry) -> dict[str, Term]:
    """Return values of indices that turn the pattern into the entry, from the places that have only one index."""
    if pattern.of != entry.of or len(pattern.at) != len(entry.at):
        return {}
    by: dict[str, Term] = {}
    for wanted, value in zip(pattern.at, entry.at, strict=True):
        if not entry.bound.isdisjoint(free(value)) or not pattern.bound.isdisjoint(free(wanted)):
            continue
        open_names = [name for name in names if name in free(wanted)]
        if not open_names:
            if key(wanted) != key(value):
                return {}
            continue
        atoms, _ = linear(wanted)
        own = [(atom, c) for atom, c in atoms if atom.op == "variable" and atom.args[0] in open_names]
        if len(open_names) > 1 or len(own) != 1 or own[0][1] not in (1, -1):
            continue
        (v, c), name = own[0], open_names[0]
        rest = as_index(wanted - c * v)
        if name in free(rest):
            continue
        solved = as_index(c * (value - rest))
        if name in by and key(by[name]) != key(solved):
            return {}
        by[name] = solved
    return by


def _specialised(t: Theorem, values: list[Term], follows: Follows) -> Iterator[Theorem]:
    """Yield the parts of the instance, if its conditions follow."""
    for value in values:
        while t.says.op == "defined":
            t = core.restate(t, unfold(t.says))
        v, guard, _ = t.says.args
        conditions = [follows(each) for each in conjuncts(substitute(guard, {v.args[0]: value}))]
        if any(each is None for each in conditions):
            return
        t = core.cut(core.specialise(t, value), *(each for each in conditions if each is not None))
    while t.says.op == "implies":
        condition = follows(t.says.args[0])
        if condition is None:
            return
        t = core.detach(t, condition)
    yield t
