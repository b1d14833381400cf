"""Show that the terms of a statement have values: no divisor is 0, no extreme has an empty range, no entry is missing.

In the core every term has a value, and 1/0 is 0. For a reader, 0/(a·a - 2) has no value at a = √2, which no instance
tries, [1 2][0,n] has none at n = 2, and a name has none outside of its condition. So each quotient, power, extreme,
entry of a table and name with a condition must be shown to have a value where it stands: from the assumptions, the
conditions of quantifiers and choices around it, the ranges around it, and the parts of the formula before it. A few
rules find the signs of most terms, and the prover finds others. The author of a clause may add facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, TypeAlias

from exactdp.claims.logic import core
from exactdp.claims.logic.context import Contexts
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.matching import entries, instances
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.logic.relations import COMPARISONS, of_indices
from exactdp.claims.statements.evaluation import Undefined, compiled, formulas_alone
from exactdp.claims.statements.expressions import (
    INDEX,
    NUMBER,
    QUANTIFIED,
    RANGED,
    Expression,
    Function,
    free,
    free_names,
    has_part,
    key,
    same,
    split,
)
from exactdp.claims.statements.tables import table_of
from exactdp.claims.statements.terms import (
    Formula,
    Term,
    apply,
    as_index,
    condition_of,
    conjuncts,
    expand,
    fresh,
    negation,
    rebuild,
    substitute,
    term,
    unfold,
)

SHOWN_REMEMBERED = 20_000
"""How many terms, each with its conditions, are remembered."""

NESTED_CHOICES = 3
"""How many conditions of two sides are split into their sides."""

FACTORS_OF_SIGNS = (2, 3)
"""How many conditions the prover multiplies with each other, at first and then."""

Conditions: TypeAlias = tuple[Formula, ...]

Bound: TypeAlias = Mapping[str, frozenset[str]]
"""For each bound variable, the operation that binds it, and those that bind the variables in its range."""

Suspect: TypeAlias = tuple[Term, Conditions, frozenset[str]]
"""A term that may have no value, what holds where it stands, and the operations that bind variables in it."""


def without_shown_value(given: Sequence[Formula], goal: Formula, facts: Iterable[Formula] = ()) -> Term | None:
    """Return a term that is not shown to have a value, or None. `facts` follow from the assumptions.

    An assumption about free variables, such as 1/α ≤ 2, says itself that its terms have values.

    >>> from exactdp.claims.statements.formulas import All, between, indices, numbers
    >>> (k, n), (a,) = indices("k n"), numbers("α")
    >>> without_shown_value([a > 0], 1 / (a + 1) <= 1), without_shown_value([], 0 / (a * a - 2) == 0)
    (None, 0/(α·α - 2))
    >>> without_shown_value([0 <= n, All(k, between(0, k, n), 1 / (k - 9) <= 1)], 0 <= n)
    1/(k-9)
    """
    formulas = tuple(part for f in given for part in conjuncts(expand(f)))
    safe = tuple(f for f in formulas if not _may_lack_values(f))
    # Where an assumption holds for a reader, its terms have values, so it holds in the core too.
    known = (*formulas, *(part for f in facts for part in conjuncts(expand(f))))
    suspects = chain(*(_not_asserted(f, safe) for f in given), _suspects(goal, known, {}))
    return next((e for e, conditions, _ in suspects if not _is_shown(e, conditions)), None)


def _not_asserted(f: Any, given: Conditions) -> Iterator[Suspect]:
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


def _may_lack_a_value(e: Any) -> bool:
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


_found: dict[int, tuple[Any, bool]] = {}


def _may_lack_values(e: Any) -> bool:
    """Return whether an expression contains a term that may have no value."""
    if isinstance(e, tuple):
        return any(map(_may_lack_values, e))
    if not isinstance(e, Expression):
        return False
    if id(e) not in _found:
        if len(_found) >= SHOWN_REMEMBERED:
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
            if _may_lack_values(side) and not _are_false(conjuncts(holds)):
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


def _itself(e: Any, given: Conditions, bound: Bound) -> Iterator[Suspect]:
    """Yield an expression, without its parts, if it may have no value; the condition of a name must have one, too."""
    if e.op == "defined":
        yield from _suspects(condition_of(e), given, bound)
    # The name of a table, and a name with a condition, are not unfolded.
    is_read = e.op in ("entry", "defined")
    unfolded = rebuild(e, [e.args[0], *map(expand, e.args[1:])]) if is_read else expand(e)
    if _may_lack_a_value(unfolded):
        yield unfolded, given, _binders([unfolded], bound)


def _apart(variables: Iterable[Term], inside: Iterable[Any], taken: set[str]) -> tuple[list[Term], list[Any]]:
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


_known: dict[Any, bool] = {}


def _is_shown(e: Term, given: Conditions) -> bool:
    deciding = e.args if e.op == "^" else e.args[1:3] if e.op in RANGED else e.args[1:]
    about = _about(e, _with_instances(deciding, given))
    at = key(e), frozenset(map(key, about))
    if at not in _known:
        if len(_known) >= SHOWN_REMEMBERED:
            _known.clear()
        _known[at] = _has_value(e, about)
    return _known[at]


def _with_instances(terms: Sequence[Term], given: Conditions) -> Conditions:
    """Return the conditions with instances of those that begin with ∀, at the indices that occur in the terms.

    Only conditions on functions that the terms read, and on sets that have one of these indices, have instances.
    """
    names = free_names(terms)
    members = (f for f in given if f.op == "entry" and not names.isdisjoint(free(f)))
    read = {name for e in (*terms, *members) for name, v in free(e).items() if isinstance(v.sort, Function)}
    universal = [core.assume(f) for f in given if f.op == "all" and not read.isdisjoint(free(f))] if read else []
    if not universal:
        return given
    places = {key(k): k for t in terms for k in _index_terms(t)}.values()

    def follows(f: Formula) -> core.Theorem | None:
        return core.assume(f) if _is_given(f, given) or (of_indices(f) and _follows(f, given)) else None

    found = [t.says for t in instances(universal, terms, follows)]
    for v, guard, body in (t.says.args for t in universal):
        by = [{v.args[0]: k} for k in places if v.sort == INDEX and body.op != "all"]
        found += (substitute(body, each) for each in by if all(map(follows, conjuncts(substitute(guard, each)))))
    return (*given, *(part for f in found for part in conjuncts(f)))


def _index_terms(e: Any) -> Iterator[Any]:
    """Yield the terms in an expression that are indices."""
    if isinstance(e, Expression):
        if e.sort == INDEX:
            yield e
        _, outside, inside = split(e)
        for each in (*outside, *inside):
            yield from _index_terms(each)


def _about(e: Term, given: Conditions) -> Conditions:
    """Return the conditions that share variables with the term, directly or through others, each once."""
    names, found = set(free(e)), list[Formula]()
    left = {key(f): f for f in given}
    while more := [at for at, f in left.items() if not names.isdisjoint(free(f))]:
        found += map(left.pop, more)
        names |= free_names(found)
    return tuple(found)


def _has_value(e: Term, given: Conditions) -> bool:
    if e.op == "entry":
        inside = chain(*((k, size - 1 - k) for k, size in zip(e.args[1:], _sizes(e.args[0]) or (), strict=True)))
        return all(_in_cases(_is_at_least_0, each, given) for each in inside)
    if not free(e):
        # A script's function for a name may contradict the formula that a reader sees.
        with suppress(Undefined):
            compiled(e, formulas_alone)({})
            return True
        return False
    if e.op == "defined":
        return all(_holds(f, given) for f in conjuncts(condition_of(e)))
    if e.op == "/":
        return _in_cases(_is_never_0, e.args[1], given)
    if e.op == "^":
        return _in_cases(_is_at_least_0, e.args[1], given) or _in_cases(_is_never_0, e.args[0], given)
    return _in_cases(_is_at_least_0, e.args[2] - e.args[1], given)


def _holds(f: Formula, given: Conditions) -> bool:
    """Return whether a condition is given, or is a relation of indices or numbers that follows."""
    if f.op not in ("<=", "<") or of_indices(f):
        return _is_given(f, given) or (of_indices(f) and _follows(f, given))
    return _is_larger(f.args[1], f.args[0], given, strict=f.op == "<")


Shows: TypeAlias = Callable[[Any, Conditions], bool]


def _in_cases(shows: Shows, t: Term, given: Conditions, depth: int = NESTED_CHOICES) -> bool:
    """Return whether this is shown, or in both cases of the first choice in the term, or of an "or" that is given."""
    if shows(t, given) or _contradict(given):
        return True
    choice = _first_choice(t)
    if choice is not None:
        condition, then, otherwise = choice.args
        return all(
            _in_cases(shows, _replaced(t, choice, to), (*given, *conjuncts(f)), depth)
            for f, to in ((condition, then), (negation(condition), otherwise))
        )
    either = next((f for f in given if f.op == "or"), None)
    if either is None or not depth:
        return False
    others = tuple(f for f in given if f is not either)
    return all(_in_cases(shows, t, (*others, *conjuncts(side)), depth - 1) for side in either.args)


def _first_choice(t: Any) -> Any:
    """Return the first choice in a term whose condition contains no other, or None."""
    if not isinstance(t, Expression) or split(t)[0]:
        return None
    parts = [atom for atom, _ in t.args[0]] if t.op == "linear" else t.args[:1] if t.op == "if" else t.args
    found = next((found for each in parts if (found := _first_choice(each)) is not None), None)
    return t if found is None and t.op == "if" else found


def _replaced(t: Any, old: Term, new: Term) -> Any:
    if not isinstance(t, Expression):
        return t
    if key(t) == key(old) or split(t)[0]:
        return t if split(t)[0] else new
    if t.op == "linear":
        return sum((c * _replaced(atom, old, new) for atom, c in t.args[0]), term(t.args[1]))
    return rebuild(t, [_replaced(each, old, new) for each in t.args])


def _is_never_0(t: Any, given: Conditions) -> bool:
    a = t.args
    match t.op:
        case "literal":
            return bool(a[0])
        case "*" | "/":
            return all(_in_cases(_is_never_0, each, given) for each in a)
        case "number" | "^":
            return _is_never_0(a[0], given) or (t.op == "^" and _is_0(a[1], given))
    zero = term(0, t.sort)
    if _has_sign(t, given, strict=True) or _is_given(t < zero, given):
        return True
    if t.sort == INDEX:
        return _follows(t < zero, given)
    return not _is_long(t) and _is_proved_apart(t, given)


def _is_proved_apart(t: Term, given: Conditions) -> bool:
    """Return whether the prover shows that a number is > 0, or that it is < 0."""
    zero = term(0, NUMBER)
    return any(_is_proved(f, given, factors) for factors in FACTORS_OF_SIGNS for f in (zero < t, t < zero))


def _is_at_least_0(t: Any, given: Conditions) -> bool:
    adds = t.op == "linear" and t.args[1] >= 0 and all(c > 0 for _, c in t.args[0])
    if adds and all(_in_cases(_is_at_least_0, atom, given) for atom, _ in t.args[0]):
        return True
    return _follows(term(0) <= t, given)


def _is_0(t: Term, given: Conditions) -> bool:
    return _follows(t == 0, given)


def _has_sign(t: Any, given: Conditions, *, strict: bool) -> bool:
    """Return whether a term is > 0, or ≥ 0 if not `strict`, as its form and single conditions show."""
    a = t.args
    if t.op == "literal":
        return bool(a[0] > 0 or (not strict and not a[0]))
    if t.op == "number":
        return _has_sign(a[0], given, strict=strict)
    if t.sort == INDEX and t.op != "if":
        zero = term(0, INDEX)
        return _follows(zero < t if strict else zero <= t, given)
    if any(_has_sign(low, rest, strict=strict and not below) for low, below, rest in _bounds(t, given)):
        return True
    match t.op:
        case "+":
            signs = [(True, False), (False, True)] if strict else [(False, False)]
            return any(all(_has_sign(x, given, strict=s) for x, s in zip(a, each, strict=True)) for each in signs)
        case "-":
            return _is_larger(a[0], a[1], given, strict=strict)
        case "*" | "/":
            square = t.op == "*" and not strict and same(*a)
            return square or all(_has_sign(each, given, strict=strict) for each in a)
        case "^":
            even = a[1].op == "literal" and a[1].args[0] % 2 == 0
            return (even and not strict) or _is_0(a[1], given) or _has_sign(a[0], given, strict=strict)
        case "if":
            sides = ((*given, *conjuncts(a[0])), a[1]), ((*given, *conjuncts(negation(a[0]))), a[2])
            return all(_contradict(within) or _has_sign(side, within, strict=strict) for within, side in sides)
    if t.op in RANGED:
        (own,), (inside,) = _apart(a[:1], a[3:], free_names([*given, *a[1:3]]))
        within = _with_instances([inside], (*given, *_range(own, *a[1:3])))
        if t.op == "sum" and strict:
            return _has_sign(inside, within, strict=False) and _has_positive_term(own, inside, a[1], a[2], given)
        some = t.op == "product" or not strict or _is_at_least_0(a[2] - a[1], given)
        return some and _has_sign(inside, within, strict=strict)
    return False


def _has_positive_term(v: Term, summand: Term, low: Term, high: Term, given: Conditions) -> bool:
    """Return whether a summand is > 0 at an end of the range, at an index to which a choice compares its own, or where
    a condition reads a function of it."""
    for k in (low, high, *_compared_with(v, summand), *_read_at(v, summand, given)):
        at = substitute(summand, {v.args[0]: k})
        inside = all(_is_at_least_0(each, given) for each in (k - low, high - k))
        if inside and _has_sign(at, given, strict=True):
            return True
    return False


def _read_at(v: Term, summand: Term, given: Conditions) -> Iterator[Term]:
    """Yield the indices at which single conditions read a function that the summand reads at its own index."""
    read = {(each.of, place) for each in entries(summand) for place, at in enumerate(each.at) if same(at, v)}
    for f in given:
        for each in entries(f) if f.op in COMPARISONS else ():
            yield from (at for place, at in enumerate(each.at) if (each.of, place) in read)


def _compared_with(v: Term, e: Any) -> Iterator[Term]:
    """Yield the terms to which an equation in an expression compares a variable."""
    if isinstance(e, Expression):
        sides = (e.args, e.args[::-1]) if e.op == "=" else ()
        yield from (other for this, other in sides if same(this, v) and v.args[0] not in free(other))
        for each in e.args:
            yield from _compared_with(v, each)


def _is_larger(x: Any, y: Any, given: Conditions, *, strict: bool) -> bool:
    """Return whether x > y, or x ≥ y: as given, as indices, or as a power of a number ≥ 1 is at least 1."""
    if _is_given(y < x, given) or (not strict and _is_given(y <= x, given)):
        return True
    with suppress(ValueError):
        larger, smaller = map(_index_of, (x, y))
        return _follows(smaller < larger if strict else smaller <= larger, given)
    if y.op == "/" and _has_sign(y.args[1], given, strict=True):
        return _is_larger(x * y.args[1], y.args[0], given, strict=strict)
    is_power = x.op == "^" and x.args[0].op == "literal" and x.args[0].args[0] >= 1
    if is_power and not strict and y.op == "literal" and y.args[0] <= 1:
        return _is_at_least_0(x.args[1], given)
    return not any(map(_is_long, (x, y))) and _is_proved(y < x if strict else y <= x, given)


def _is_long(t: Any) -> bool:
    """Return whether a term or a condition contains a choice or a range, so that the prover may take long."""
    return has_part(t, lambda part: part.op in ("if", *RANGED))


def _is_proved(f: Formula, given: Conditions, factors: int = FACTORS_OF_SIGNS[0]) -> bool:
    with suppress(Refused):
        Proof([each for each in given if each.op != "all" and not _is_long(each)], f).have(f, factors=factors)
        return True
    return False


def _index_of(t: Term) -> Term:
    """Return the index of a number that is one. Raises: ValueError for another number."""
    if t.op == "number":
        return t.args[0]  # type: ignore[no-any-return]
    if t.op == "literal" and t.args[0].denominator == 1:
        return as_index(t)
    if t.op in ("+", "-", "*"):
        x, y = map(_index_of, t.args)
        return x + y if t.op == "+" else x - y if t.op == "-" else x * y
    raise ValueError(f"{t} is not an index")


def _bounds(t: Term, given: Conditions) -> Iterator[tuple[Term, bool, Conditions]]:
    """Yield the lower bounds that conditions give for a term, whether they are less, and the other conditions."""
    for f in given:
        for low, this in (f.args, f.args[::-1]) if f.op == "=" else (f.args,) if f.op in COMPARISONS else ():
            if same(this, t):
                yield low, f.op == "<", tuple(g for g in given if g is not f)


def _is_given(f: Formula, given: Conditions) -> bool:
    return any(key(each) == key(f) for each in given)


def _contradict(given: Conditions) -> bool:
    """Return whether the conditions contradict each other as relations of indices, or one is false of known numbers."""
    if _follows(term(0) < term(0), given):
        return True
    either = (f for f in given if f.op == "or" and all(map(of_indices, f.args)))
    return _are_false(given) or any(all(_follows(term(0) < term(0), (*given, side)) for side in f.args) for f in either)


def _are_false(given: Iterable[Formula]) -> bool:
    """Return whether one of the conditions is a false relation of known numbers."""
    known = (f for f in given if f.op in COMPARISONS and f.args[0].op == f.args[1].op == "literal")
    return not all(compiled(f)({}) for f in known)


_contexts = Contexts()


def _follows(f: Formula, given: Conditions) -> bool:
    """Return whether a relation of indices follows from the relations of indices among the conditions."""
    with suppress(Refused):
        return _contexts.of(filter(of_indices, given)).decide(f)
    return False
