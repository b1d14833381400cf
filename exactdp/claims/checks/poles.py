"""Poles of a statement: values of its variables at which it divides by 0, or takes the least value of an empty range.

In the core such terms have the value 0. A paper's reader knows no such value, so a statement with a pole is refuted.
Instances with small values miss a pole such as n = 1000 of 1/(n-1000); this module solves for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import ceil, floor, isqrt
from random import Random
from typing import Any

from exactdp.claims.checks.exploring import may_lack_a_value, without_a_value
from exactdp.claims.checks.instances import Sampler
from exactdp.claims.checks.shown_values import is_about_functions
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.polynomials import Context, Refused
from exactdp.claims.statements.evaluation import NotRunThrough, Undefined, compiled
from exactdp.claims.statements.expressions import (
    INDEX,
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
from exactdp.claims.statements.opening import Opened
from exactdp.claims.statements.ranges import side_of
from exactdp.claims.statements.terms import Formula, Term, conjuncts, expand, linear, substitute, term, unfold

SUSPECTS = 40
"""How many terms that may have no value are looked at."""

STARTS = 4
"""From how many instances a pole is searched for."""

EVALUATED = 20
"""At larger indices than this a statement is not evaluated, as its sums and matrices may be too large."""

FARTHEST_POLE = 10**6
"""Up to this index, a root of a polynomial of any degree is searched for."""

FARTHEST_POLE_OF_POWERS = 100
"""The same for a term with powers, whose values soon have many digits."""

DRAWS_AT_A_POLE = 4
"""How often functions are drawn that satisfy the assumptions at a pole."""

TRIES_AT_A_POLE = 8
"""After this many draws in a row that do not satisfy them, no pole of functions is searched for."""


@dataclass(frozen=True)
class Suspect:
    """A term that has no value where `target` is `at` and, for a power, where its base is 0.

    A power and an extreme have no value where their target is less, either.

    >>> from exactdp.claims.statements.formulas import indices
    >>> n, = indices("n")
    >>> [(each.target, each.also_less) for each in suspects([1 / (n - 3) <= 1])]
    [(n-3, False)]
    """

    whole: Term
    target: Term
    at: int
    base: Term | None = None

    @property
    def also_less(self) -> bool:
        """Whether the term has no value either where its target is less than `at`."""
        return self.whole.op != "/"


@dataclass(frozen=True)
class Pole:
    """An environment at which the assumptions hold and a term has no value, and why.

    Without `seen`, the statement was not evaluated as a whole there.

    >>> Pole({"n": 3}, "1/(n-3) has no value", seen=False).seen
    False
    """

    environment: dict[str, Any]
    why: str
    seen: bool


def suspects(goals: Iterable[Expression]) -> list[Suspect]:
    """Return the terms that may have no value, with the ends of its range for the index of a sum or a quantifier.

    >>> from exactdp.claims.statements.formulas import Least, Sum, indices
    >>> k, n = indices("k n")
    >>> [each.target for each in suspects([Sum(k, 0, n, 1 / (k - 9)) == Least(k, n, 7, k)])]
    [n-9, 7-n]
    """
    found: dict[Any, Suspect] = {}
    for goal in goals:
        for each in _suspects(expand(goal)):
            found.setdefault((key(each.target), each.at), each)
            if len(found) == SUSPECTS:
                return list(found.values())
    return list(found.values())


def _suspects(e: Any) -> Iterator[Suspect]:
    if not has_part(e, may_lack_a_value):  # most parts: substituting in them takes long
        return
    if e.op == "linear":
        for atom, _ in e.args[0]:
            yield from _suspects(atom)
        return
    a: Any = e.args
    if e.op == "/":
        yield Suspect(e, a[1], 0)
    elif e.op == "^" and may_lack_a_value(e):
        yield Suspect(e, a[1], -1, a[0])
    elif e.op in ("least", "largest"):
        yield Suspect(e, a[2] - a[1], -1)
    bound, outside, inside = split(e)
    for each in outside:
        yield from _suspects(each)
    ends: list[Any] = [None]
    if e.op in RANGED:
        ends = [a[1], a[2]]
    elif e.op in QUANTIFIED and bound[0].sort == INDEX:
        v = bound[0]
        sides = [f.args for f in conjuncts(a[1]) if f.op in ("<=", "<", "=") and f.args[0].sort == INDEX]
        ends = [y for s in sides for x, y in (s, s[::-1]) if same(x, v) and v.args[0] not in free(y)] or [None]
    for end in ends:
        for each in inside:
            yield from _suspects(each if end is None else substitute(each, {bound[0].args[0]: end}))


def pole(made: Sampler, instances: Sequence[Mapping[str, Any]], *, of_functions_alone: bool = False) -> Pole | None:
    """Return a pole of the statement, or None if none is found from these instances.

    With `of_functions_alone`, the terms about indices and numbers alone are known to have values: see `shown_values`.

    >>> from exactdp.claims.statements.formulas import indices
    >>> from exactdp.claims.checks.instances import prepared
    >>> n, = indices("n")
    >>> pole(Sampler(prepared([n >= 0], 0 / (n - 1000) == 0)), [{"n": 0}])
    Pole(environment={'n': 1000}, why='0/(n-1000) has no value', seen=False)
    >>> pole(Sampler(prepared([n >= 0], 1 / (n + 1000) <= 1)), [{"n": 0}]) is None
    True
    """
    starts = instances[:: max(1, len(instances) // STARTS)][:STARTS]
    for suspect in suspects([made.statement.goal]):
        if of_functions_alone and not is_about_functions(suspect.whole):
            continue
        for env in starts:
            for candidate in _candidates(made, suspect, env):
                found = _judged(made, suspect, candidate)
                if found is not None:
                    return found
        found = _of_functions(made, suspect)
        if found is not None:
            return found
    return None


def _of_functions(made: Sampler, suspect: Suspect) -> Pole | None:
    """Return a pole at functions such as f with f[0] = 1000 for 1/(f[0]-1000): that it is one is assumed besides."""
    if not any(isinstance(v.sort, Function) for v in free(suspect.target).values()):
        return None
    zero = [_solved(suspect.target, suspect.at, suspect.also_less)]
    zero += [] if suspect.base is None else [_solved(suspect.base, 0)]
    there = Sampler(Opened((*made.statement.assumptions, *zero), made.statement.goal), shared=True)
    drawn = there.environments(DRAWS_AT_A_POLE, patience=TRIES_AT_A_POLE)
    return next(filter(None, (_at(made.statement.goal, env) for env in drawn)), None)


def _solved(target: Term, at: int, also_less: bool = False) -> Formula:
    """Return that the target has a value, or at most this value, solved for a value of a function to indices: d[0] = 9.

    >>> from exactdp.claims.statements.formulas import INDEX_MAP, indices, variable
    >>> (n,), d = indices("n"), variable("d", INDEX_MAP)
    >>> _solved(n - d[0], -1), _solved(1000 - 2 * d[0], -1, also_less=True)
    (d[0] = n+1, d[0] = 501)
    """
    index = target.args[0] if target.op == "number" else target
    for atom, c in linear(index)[0] if index.sort == INDEX else ():
        rest = index - c * atom
        if atom.op == "entry" and abs(c) == 1:
            return atom == c * (at - rest)
        if atom.op == "entry" and rest.op == "literal":
            room = at - int(rest.args[0])
            if also_less or room % c == 0:
                return atom == (room // c if c > 0 else -(room // -c))
    return target <= at if also_less else target == at


def _at(goal: Any, env: dict[str, Any]) -> Pole | None:
    """Return the pole of a part of the goal, also of one beside a part with too many values to try."""
    if goal.op == "and":
        return _at(goal.args[0], env) or _at(goal.args[1], env)
    if goal.op == "defined" and goal.args[0].body is not None and goal.args[0].body.op == "and":
        return _at(unfold(goal), env)
    try:
        compiled(goal)(env)
    except NotRunThrough:
        why = without_a_value(goal, env)
        return Pole(env, why, seen=False) if why else None
    except Undefined as error:
        return Pole(env, str(error), seen=True)
    return None


def _candidates(made: Sampler, suspect: Suspect, env: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield values of the indices and numbers at which the term has no value and the assumptions about them hold."""
    for scalars in _where(made, suspect.target, suspect.at, env, suspect.also_less):
        if suspect.base is None:
            yield scalars
        else:
            yield from _where(made, suspect.base, 0, scalars)


def _where(
    made: Sampler, target: Term, at: int, env: Mapping[str, Any], also_less: bool = False
) -> Iterator[dict[str, Any]]:
    """Yield values at which the target has the value `at`, or less: one variable is changed, the others are kept."""
    chosen = {name: env[name] for name in (*made.indices, *made.numbers)}
    value, needed = compiled(target), free(target).keys()
    # Other names have values that assumptions give, which may take long.
    is_direct = needed <= chosen.keys()

    def off(scalars: Mapping[str, Any] | None) -> Any:
        known = scalars is not None and needed <= scalars.keys()
        return value(scalars) - at if known else None  # type: ignore[arg-type]

    def lacks_a_value(scalars: Mapping[str, Any] | None) -> bool:
        difference = off(scalars)
        return difference is not None and (difference == 0 or (also_less and difference < 0))

    try:
        here = made.at(chosen)
        if here is not None and lacks_a_value(here):
            yield here
            return
        for name in chosen if not is_direct else needed:
            kind = int if name in made.indices else Fraction

            def at_value(k: Any, name: str = name, kind: Any = kind) -> Any:
                moved = {**chosen, name: kind(k)}
                with suppress(Undefined):
                    return off(moved if is_direct else made.at(moved))
                return None

            roots = _roots(*map(at_value, range(3)))
            # A function may take long to compute a name.
            if is_direct and not has_part(target, lambda part: part.op == "defined"):
                roots += _whole_roots(at_value, _farthest(target), also_less)
            if also_less and kind is int:
                roots = [Fraction(whole) for root in roots for whole in dict.fromkeys((floor(root), ceil(root)))]
            for root in roots:
                if kind is Fraction or root.denominator == 1:
                    with_others = (made.at({**chosen, **each, name: kind(root)}) for each in _beside(made, name, root))
                    yield from islice(
                        (at for at in with_others if at is not None and lacks_a_value(at) and made.hold(at)), 1
                    )
    except Undefined:
        return


def _beside(made: Sampler, name: str, root: Fraction) -> Iterator[dict[str, int]]:
    """Yield values for indices beside the one that is at a root: k = 1000 is assumed to be at most n, say."""
    yield {}
    others = [each for each in made.indices if each != name] if name in made.indices else []
    for each in (*([other] for other in others), others):
        for far in (0, 1):
            yield dict.fromkeys(each, int(root) + far)


def _roots(y0: Any, y1: Any, y2: Any) -> list[Fraction]:
    """Return the rational roots of the polynomial of degree 2 with these values at 0, 1 and 2."""
    if not all(isinstance(y, int | Fraction) for y in (y0, y1, y2)):
        return []
    a, c = Fraction(y2 - 2 * y1 + y0, 2), Fraction(y0)
    b = y1 - y0 - a
    if not a:
        return [-c / b] if b else []
    under = b * b - 4 * a * c
    if under < 0:
        return []
    root = Fraction(isqrt(under.numerator), isqrt(under.denominator))
    return [(-b + root) / (2 * a), (-b - root) / (2 * a)] if root * root == under else []


def _is_polynomial(t: Any) -> bool:
    """Return whether a term is made of variables and numbers by +, -, · and powers with known exponents."""
    if t.op == "linear":
        return all(_is_polynomial(atom) for atom, _ in t.args[0])
    if t.op == "^":
        return t.args[1].op == "literal" and _is_polynomial(t.args[0])
    return t.op in ("variable", "literal") or (t.op in ("+", "-", "*", "number") and all(map(_is_polynomial, t.args)))


def _farthest(t: Any) -> int:
    """Return up to which whole number a root is searched for: far only where values take no time."""
    if _is_polynomial(t):
        return FARTHEST_POLE
    return EVALUATED if has_part(t, lambda part: part.op in RANGED) else FARTHEST_POLE_OF_POWERS


def _whole_roots(value: Callable[[int], Any], farthest: int, also_less: bool = False) -> list[Fraction]:
    """Return whole numbers > 2 at which a function is 0: all up to `EVALUATED`, or one where it changes its sign.

    If `also_less`, the function need not be 0 where it changes its sign.

    >>> _whole_roots(lambda n: n**3 - 1000, 20), _whole_roots(lambda n: n**3 - 10**9, 10**6)
    ([Fraction(10, 1)], [Fraction(1000, 1)])
    >>> _whole_roots(lambda n: 10**9 + 1 - n**3, 10**6, also_less=True)
    [Fraction(1001, 1)]
    """
    found = [Fraction(k) for k in range(3, EVALUATED + 1) if value(k) == 0]
    low, high = EVALUATED, 2 * EVALUATED
    while not found and high <= farthest and None not in (value(low), value(high)):
        if (value(low) > 0) == (value(high) > 0):
            low, high = high, 2 * high
            continue
        rising = value(high) > 0
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if value(middle) == 0 or (value(middle) > 0) == rising else (middle + 1, high)
        return [Fraction(low)] if value(low) == 0 or (also_less and not rising) else []
    return found


def _judged(made: Sampler, suspect: Suspect, scalars: dict[str, Any]) -> Pole | None:
    if any(abs(scalars[name]) > EVALUATED for name in made.indices):
        return Pole(scalars, f"{suspect.whole} has no value", seen=False)
    rng = Random(3)
    for turn in range(DRAWS_AT_A_POLE if made.functions else 1):
        env = made.with_functions(scalars, rng, turn)
        found = None if env is None else _at(made.statement.goal, env)
        if found is not None:
            return found
    return _behind_conditions(made, suspect, scalars)


def _behind_conditions(made: Sampler, suspect: Suspect, scalars: dict[str, Any]) -> Pole | None:
    """Return a pole beside an index at which a comparison in the goal changes: n = 51 for "n ≤ 50 or 0/k = 0"."""
    for name, beside in _changes(made.statement.goal, scalars):
        if name not in made.indices:
            continue
        moved = made.at({each: scalars[each] for each in (*made.indices, *made.numbers)} | {name: beside})
        if moved is None or not made.hold(moved) or not _lacks_a_value(suspect, moved):
            continue
        why = without_a_value(made.statement.goal, moved)
        if why:
            return Pole(moved, why, seen=False)
    return None


def _lacks_a_value(suspect: Suspect, scalars: Mapping[str, Any]) -> bool:
    """Return whether the target, if it has no functions, is where the term has no value."""
    if not free(suspect.target).keys() <= scalars.keys():
        return True
    with suppress(Undefined):
        difference = compiled(suspect.target)(scalars) - suspect.at
        return bool(difference == 0 or (suspect.also_less and difference < 0))
    return False


def _changes(e: Any, scalars: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield indices, each with a value at which a comparison changes that contains no other unknown."""
    if not isinstance(e, Expression):
        return
    if e.op in ("<=", "<", "=") and free(e).keys() <= scalars.keys():
        difference = e.args[1] - e.args[0]
        for name, v in free(e).items():
            values = [_value_at(difference, {**scalars, name: k}) for k in range(3)] if v.sort == INDEX else []
            for root in _roots(*values) if values else []:
                for beside in dict.fromkeys((floor(root), ceil(root), floor(root) - 1, ceil(root) + 1)):
                    yield name, beside
    _, outside, inside = split(e)
    for each in (*outside, *inside):
        yield from _changes(each, scalars)


def _value_at(t: Term, scalars: Mapping[str, Any]) -> Any:
    with suppress(Undefined):
        return compiled(t)(scalars)
    return None


def unseen_pole(
    e: Any,
    tried: frozenset[str] = frozenset(),
    given: Sequence[Formula] = (),
    witnessed: Collection[str] | None = None,
) -> Expression | None:
    """Return a term that may have no value although no instance can show this, or None.

    Such a term is a quotient, a power, or an extreme. It has no value and no variables, or it contains a variable that
    a quantifier over numbers or functions binds, or over indices without bounds; with `witnessed`, one of these
    variables. `given` are the conditions of the quantifiers.

    >>> from exactdp.claims.statements.formulas import Least, Some, between, indices, number
    >>> k, a = indices("k")[0], number("a")
    >>> unseen_pole(Some(a, 1 / a == 0)), unseen_pole(Some(k, 1 / k == 0)), unseen_pole(Some(k, Least(k, 1, k, k) == 1))
    (1/a, 1/k, min_{1≤k'≤k} k')
    >>> [unseen_pole(Some(k, guard, 1 / k == 1)) for guard in (between(1, k, 2), 1 <= k)]
    [None, None]
    """
    if not isinstance(e, Expression):
        return None
    bound, outside, inside = split(e)
    if may_lack_a_value(e):
        places = e.args[1:3] if e.op in RANGED else e.args if e.op == "^" else e.args[1:]
        by = free_names(places)
        if (by & tried and not _has_value(e, given)) if by else _is_undefined(e):
            return e
    hard = {v.args[0] for v in bound if e.op in QUANTIFIED and not _has_bounds(e, v)}
    if witnessed is not None:
        hard = {v.args[0] for v in bound if e.op in QUANTIFIED} & {*witnessed}
    names = {v.args[0] for v in bound}
    held = [f for f in given if names.isdisjoint(free(f))]
    if e.op in QUANTIFIED:
        held += conjuncts(e.args[1])
    found = [unseen_pole(each, tried, given, witnessed) for each in outside]
    found += [unseen_pole(each, tried - names | hard, held, witnessed) for each in inside]
    return next((each for each in found if each is not None), None)


def _is_undefined(e: Any) -> bool:
    """Return whether a term has no value whose divisor, base and exponent, or range has no variables."""
    if e.op == "/":
        return not compiled(e.args[1])({})
    if e.op == "^":
        return bool(compiled(e.args[0])({}) == 0 and compiled(e.args[1])({}) < 0)
    return bool(compiled(e.args[2])({}) < compiled(e.args[1])({}))


def is_unbounded(e: Any) -> bool:
    """Return whether an expression contains a quantifier over other values than indices between two bounds.

    >>> from exactdp.claims.statements.formulas import All, between, indices, number
    >>> k, n = indices("k n")
    >>> is_unbounded(All(k, between(0, k, n), k <= n)), is_unbounded(All(k, 0 <= k, 0 <= k + 1))
    (False, True)
    """
    return has_part(e, lambda part: part.op in QUANTIFIED and not _has_bounds(part, part.args[0]))


def _has_value(e: Any, given: Sequence[Formula]) -> bool:
    """Return whether the conditions on indices show that a quotient, a power or an extreme has a value."""
    if e.op == "/":
        return _never_0(e.args[1], given)
    if e.op == "^":
        return _follows(term(0) <= e.args[1], given) or _never_0(e.args[0], given)
    return _follows(e.args[1] <= e.args[2], given)


def _never_0(t: Term, given: Sequence[Formula]) -> bool:
    """Return whether the conditions on indices show that a divisor is not 0."""
    if t.op in ("*", "^"):
        return all(_never_0(each, given) for each in t.args[: 2 if t.op == "*" else 1])
    if t.op == "literal":
        return bool(t.args[0])
    index = t.args[0] if t.op == "number" else t
    return _is_positive(index, given) or _follows(index < term(0), given)


def _is_positive(t: Term, given: Sequence[Formula]) -> bool:
    if t.op == "number":
        return _follows(term(0) < t.args[0], given)
    if t.op == "+" and any(_is_positive(x, given) and _is_at_least_0(y, given) for x, y in (t.args, t.args[::-1])):
        return True
    if t.op in ("*", "/", "^") and all(_is_positive(each, given) for each in t.args[: 1 if t.op == "^" else 2]):
        return True
    return _follows(term(0) < t, given)


def _is_at_least_0(t: Term, given: Sequence[Formula]) -> bool:
    return _is_positive(t, given) or (t.op == "number" and _follows(term(0) <= t.args[0], given))


def _follows(f: Formula, given: Sequence[Formula]) -> bool:
    with suppress(Refused):
        if f.args[0].sort == INDEX:
            return Context(given).decide(f)
        Proof([*given], f).have(f)
        return True
    return False


def _has_bounds(e: Expression, v: Term) -> bool:
    """Return whether the condition of a quantifier bounds its index from both sides, as k ≤ n does, and k·k ≤ n not."""
    if v.sort != INDEX:
        return False
    signs = set()
    for f in conjuncts(e.args[1]):
        side = side_of(f, v, v.args[0])
        if side is not None:
            signs |= {True, False} if f.op == "=" else {side[0] > 0}
    return signs == {True, False}
