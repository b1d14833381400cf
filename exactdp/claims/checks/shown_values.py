"""Show that the terms of a statement have values: no divisor is 0, no extreme has an empty range, no entry is missing.

In the core every term has a value, and 1/0 is 0. For a reader, 0/(a·a - 2) has no value at a = √2, which no instance
tries, [1 2][0,n] has none at n = 2, and a name has none outside of its condition. So each quotient, power, extreme,
entry of a table and name with a condition needs a theorem of the core: that it has a value where it stands, from the
assumptions, the conditions of quantifiers and choices around it, the ranges around it, and the parts of the formula
before it. The author of a clause may add facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

from exactdp.claims.logic import core
from exactdp.claims.statements.expressions import (
    COMPARISONS,
    QUANTIFIED,
    RANGED,
    Expression,
    Function,
    free_names,
    key,
    same,
    split,
)
from exactdp.claims.statements.formulas import between, both
from exactdp.claims.statements.tables import table_of
from exactdp.claims.statements.terms import (
    Formula,
    Term,
    apply,
    condition_of,
    conjuncts,
    expand,
    fresh,
    negation,
    rebuild,
    substitute,
    unfold,
)

EXPRESSIONS_REMEMBERED = 20_000
"""How many expressions are remembered."""

Conditions: TypeAlias = tuple[Formula, ...]
"""What is given where a term stands: the only assumptions of a theorem about it."""

Show: TypeAlias = Callable[[Formula, Conditions], core.Theorem | None]
"""A search for a theorem that assumes only given conditions. It need not be trusted."""

Bound: TypeAlias = Mapping[str, frozenset[str]]
"""For each bound variable, the operation that binds it, and those that bind the variables in its range."""

Suspect: TypeAlias = tuple[Expression, Conditions, frozenset[str]]
"""An expression that may have no value, what holds where it stands, and the operations that bind variables in it."""


def without_shown_value(
    show: Show, given: Sequence[Formula], goal: Formula, facts: Iterable[Formula] = ()
) -> Expression | None:
    """Return a term that is not shown to have a value, or None. `facts` follow from the assumptions.

    An assumption about free variables, such as 1/α ≤ 2, says itself that its terms have values.

    >>> from exactdp.claims.lemmas.value import shown
    >>> from exactdp.claims.statements.formulas import All, between, indices, numbers
    >>> (k, n), (a,) = indices("k n"), numbers("α")
    >>> without_shown_value(shown, [a > 0], 1 / (a + 1) <= 1), without_shown_value(shown, [], 0 / (a * a - 2) == 0)
    (None, 0/(α·α - 2))
    >>> without_shown_value(shown, [0 <= n, All(k, between(0, k, n), 1 / (k - 9) <= 1)], 0 <= n)
    1/(k-9)
    """
    formulas = tuple(part for f in given for part in conjuncts(expand(f)))
    safe = tuple(f for f in formulas if not _may_lack_values(f))
    # Where an assumption holds for a reader, its terms have values, so it holds in the core too.
    known = (*formulas, *(part for f in facts for part in conjuncts(expand(f))))
    suspects = chain(*(_not_asserted(f, safe) for f in given), _suspects(goal, known, {}))
    return next((e for e, conditions, _ in suspects if not _is_shown(e, conditions, show)), None)


def _not_asserted(f: Formula, given: Conditions) -> Iterator[Suspect]:
    """Yield the suspects of an assumption, without those that have values because it holds."""
    if f.op == "and":
        for each in f.args:
            yield from _not_asserted(each, given)
    elif _is_unfolded(f):
        yield from (suspect for suspect in _suspects_of_arguments(f, given, {}) if suspect[2])
        yield from _not_asserted(unfold(f), given)
    else:
        yield from (each for each in _suspects(f, given, {}) if each[2] or f.op not in COMPARISONS)


# The terms that may have no value


def _may_lack_a_value(e: Expression) -> bool:
    """Return whether an operation may have no value although its arguments have one: at a divisor 0, for example."""
    known = e.args[1].args[0] if e.op in ("/", "^") and e.args[1].op == "literal" else None
    if e.op == "/":
        return not known
    if e.op == "^":
        return known is None or known < 0
    if e.op == "defined":
        return e.args[0].within is not None
    return e.op in ("least", "largest") or (e.op == "entry" and _sizes(e.args[0]) is not None)


def _sizes(function: Term) -> tuple[int, ...] | None:
    """Return the sizes of a table that is written out, also under another name or as a side of a choice; or None."""
    if function.op == "if":
        sides = [found for each in function.args[1:] if (found := _sizes(each))]
        return tuple(map(min, zip(*sides, strict=True))) if sides else None
    if not _is_unfolded(function):
        return None
    table = table_of(function.args[0])
    if table is None:
        return _sizes(unfold(function))
    return (len(table), len(table[0])) if isinstance(table[0], tuple) else (len(table),)


_found: dict[int, tuple[Expression, bool]] = {}


def _may_lack_values(e: object) -> bool:
    """Return whether an expression contains a term that may have no value."""
    if isinstance(e, tuple):
        return any(map(_may_lack_values, e))
    if not isinstance(e, Expression):
        return False
    if id(e) not in _found:
        if len(_found) >= EXPRESSIONS_REMEMBERED:
            _found.clear()
        parts = (*e.args[1:], unfold(e)) if _is_unfolded(e) else e.args
        _found[id(e)] = e, _may_lack_a_value(e) or any(map(_may_lack_values, parts))
    return _found[id(e)][1]


def _is_unfolded(e: Expression) -> bool:
    return e.op == "defined" and e.args[0].body is not None


def _suspects_of_arguments(e: Expression, given: Conditions, bound: Bound) -> Iterator[Suspect]:
    """Yield the suspects of the arguments of a name: they need values even if its meaning does not read them.

    A function that is written out, such as (i ↦ 1/i), needs values only where it is read, but (i ↦ 1/α) needs one.
    """
    for each in e.args[1:]:
        for suspect, conditions, binders in _suspects(each, given, {}):
            if not ("function" in binders and isinstance(each.sort, Function)):
                yield suspect, conditions, binders | _binders([suspect], bound)


def _binders(expressions: Iterable[Expression], bound: Bound) -> frozenset[str]:
    return frozenset().union(*(bound[name] for name in free_names(expressions) if name in bound))


def _suspects(e: Any, given: Conditions, bound: Bound) -> Iterator[Suspect]:
    """Yield the terms that may have no value; the names in them and in their conditions are unfolded."""
    if not _may_lack_values(e):
        return
    a = e.args
    name = a[0] if e.op == "entry" else e
    if e.op == "entry":
        yield from _itself(e, given, bound)
    if _is_unfolded(name):
        yield from _itself(name, given, bound)
        at = a[1:] if e.op == "entry" else ()
        meaning = apply(unfold(name), at) if at else unfold(name)
        yield from _suspects_of_arguments(name, given, bound)
        for each in (*at, meaning):
            yield from _suspects(each, given, bound)
        return
    if e.op == "linear":
        for atom, _ in a[0]:
            yield from _suspects(atom, given, bound)
        return
    if e.op in ("and", "implies", "or", "if"):
        yield from _suspects(a[0], given, bound)
        condition = expand(a[0])
        sides = [(negation(condition) if e.op == "or" else condition, a[1])]
        sides += [(negation(condition), a[2])] if e.op == "if" else []
        for holds, side in sides:
            if _may_lack_values(side):
                yield from _suspects(side, (*given, *conjuncts(holds)), bound)
        return
    variables, outside, within_scope = split(e)
    for each in outside:
        yield from _suspects(each, given, bound)
    if variables and any(map(_may_lack_values, within_scope)):
        own, inside = _apart(variables, within_scope, free_names([*given, *outside]))
        binders = _binders([*outside, *inside[:-1]], bound) | {e.op}
        names = {**bound, **{v.args[0]: binders for v in own}}
        if e.op in QUANTIFIED:
            yield from _suspects(inside[0], given, names)
            within = (*given, *conjuncts(expand(inside[0])))
        else:
            within = (*given, *_range(own[0], *map(expand, outside))) if e.op in RANGED else given
        yield from _suspects(inside[-1], within, names)
    if e.op != "entry":
        yield from _itself(e, given, bound)


def _itself(e: Expression, given: Conditions, bound: Bound) -> Iterator[Suspect]:
    """Yield an expression, without its parts, if it may have no value; the condition of a name must have one, too."""
    if e.op == "defined":
        yield from _suspects(condition_of(e), given, bound)
    # The name of a table, and a name with a condition, are not unfolded.
    is_read = e.op in ("entry", "defined")
    unfolded = rebuild(e, [e.args[0], *map(expand, e.args[1:])]) if is_read else expand(e)
    if _may_lack_a_value(unfolded):
        yield unfolded, given, _binders([unfolded], bound)


def _apart(variables: Iterable[Term], inside: Iterable[Expression], taken: set[str]) -> tuple[list[Term], list[Any]]:
    """Return bound variables with other names where these are taken, and what is inside with the new names."""
    own, inside = [], list(inside)
    for v in variables:
        own.append(fresh(v, taken | free_names(inside) - {v.args[0]}))
        if not same(own[-1], v):
            inside = [substitute(each, {v.args[0]: own[-1]}) for each in inside]
    return own, inside


def _range(v: Term, low: Term, high: Term) -> Conditions:
    return low <= v, v <= high


# Whether a term has a value


def _condition(e: Expression) -> Formula:
    """Return the condition under which an operation has a value, if its arguments have one."""
    a = e.args
    match e.op:
        case "/":
            return negation(a[1] == 0)
        case "^":
            return negation((a[1] < 0) & (a[0] == 0))
        case "defined":
            return expand(condition_of(e))
        case "entry":
            return both(*(between(0, k, size - 1) for k, size in zip(a[1:], _sizes(a[0]) or (), strict=True)))
    return a[1] <= a[2]  # type: ignore[no-any-return]


def _is_shown(e: Expression, given: Conditions, show: Show) -> bool:
    """Return whether a theorem of the core says that the term has a value, and assumes only what is given."""
    wanted = _condition(e)
    found = show(wanted, given)
    if type(found) is not core.Theorem or found.words or found.coq or not same(found.says, wanted):
        return False
    known = [key(part) for each in given for part in conjuncts(each)]
    return all(key(each) in known for each in found.given)
