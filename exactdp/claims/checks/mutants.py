"""Mutants of a statement: one change at one place makes it stronger, and some instance should refute it.

A mutant of the goal is stronger or different; a mutant of an assumption is weaker, or leaves the assumption out. A
change that the statement implies in an obvious way, such as ≤ for <, is never made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from exactdp.claims.checks.instances import Sampler, measure, prepared
from exactdp.claims.checks.trials import refuted
from exactdp.claims.statements.decisions import EndedInError
from exactdp.claims.statements.evaluation import Environment, NotRunThrough, TooManyTried, Undefined, compiled
from exactdp.claims.statements.expressions import INDEX, QUANTIFIED, RANGED, TRUTH, Expression
from exactdp.claims.statements.formulas import both
from exactdp.claims.statements.opening import Opened
from exactdp.claims.statements.terms import Formula, Term, as_number, conjuncts, negation, rebuild, term, unfold

INSTANCES_WITHOUT = 20
"""How many instances of the changed assumptions a mutant of an assumption gets."""

MORE, LESS, EITHER_WAY = 1, -1, 0
"""Whether the goal becomes stronger with a larger value, with a smaller one, or with either."""


Change: TypeAlias = tuple[Expression, Expression]
"""An expression, and the one that it replaces."""


@dataclass(frozen=True)
class Mutant:
    """A changed statement and the change: what was put in the place of what, or the assumption that was left out.

    >>> from exactdp.claims.statements.formulas import numbers
    >>> a, b = numbers("a b")
    >>> [each.words for each in mutants([a < b], a < b + 1)][:2]
    ['without a < b', 'a ≤ b for a < b']
    """

    assumptions: tuple[Formula, ...]
    goal: Formula
    change: Change | None
    dropped: Formula | None = None

    @property
    def words(self) -> str:
        """The change in words. Most mutants are refuted, and then nobody reads these words, which take long."""
        return f"without {self.dropped}" if self.change is None else "{} for {}".format(*self.change)


@dataclass(frozen=True)
class Survival:
    """How many mutants were tried, how many an instance refuted, and which survived.

    `needless` are texts of assumptions. Some instances break such an assumption, but none of them refutes the goal.
    `unmet` counts the mutants for which no such instance was found, or none could be evaluated.

    >>> Survival(4, 3, ("n ≥ 2 for n ≥ 1",), (), 0).total
    4
    """

    total: int
    refuted: int
    survivors: tuple[str, ...]
    needless: tuple[str, ...]
    unmet: int


def surviving(
    assumptions: Iterable[Formula],
    goal: Formula,
    environments: Sequence[Environment] | None = None,
    *,
    witnesses: Mapping[str, Term] | None = None,
    thorough: bool = False,
) -> Survival:
    """Try each mutant: of the goal at the statement's instances, and of an assumption at instances of its own.

    `environments` are instances that the caller has.

    >>> from exactdp.claims.statements.formulas import Sum, indices, numbers
    >>> k, n = indices("k n")
    >>> surviving([0 <= n], Sum(k, 1, n, k) == n * (n + 1) / 2).needless
    ()
    """
    statement = prepared(assumptions, goal, witnesses)
    made = Sampler(statement, thorough=thorough, shared=True)
    used = list(made.environments()) if environments is None else environments
    # The smaller ones first, as they take less time and refute most mutants.
    used = sorted(used, key=lambda env: measure(env, made.indices))
    total = killed = unmet = 0
    left: list[str] = []
    needless: list[str] = []
    every = list(mutants(statement.assumptions, statement.goal))
    of_the_goal = [each for each in every if each.goal is not statement.goal]
    refuted_goals = _refuted([each.goal for each in of_the_goal], used)
    found = {id(each): fails for each, fails in zip(of_the_goal, refuted_goals, strict=True)}
    for each in every:
        total += 1
        fails = found[id(each)] if id(each) in found else _fails_without(each, statement, thorough)
        if fails:
            killed += 1
        elif fails is None:
            unmet += 1
        else:
            left.append(each.words)
            needless += [str(each.dropped)] if each.dropped is not None else []
    return Survival(total, killed, tuple(left), tuple(needless), unmet)


def _refuted(goals: Sequence[Formula], environments: Iterable[Environment]) -> list[bool | None]:
    """Return for each goal whether it fails at one of the environments; None if it cannot be evaluated at any.

    Goals share the values at an environment.
    """
    evaluated = set[int]()
    failed = set[int]()
    left = dict(enumerate(map(compiled, goals)))
    for env in environments:
        for k, holds in list(left.items()):
            try:
                fails = not holds(env)
            except TooManyTried:  # a larger environment has at least as many
                del left[k]
                continue
            except NotRunThrough:
                continue
            except Undefined:
                fails = True
            except EndedInError:  # at values that only a mutant has
                continue
            evaluated.add(k)
            if fails:
                failed.add(k)
                del left[k]
    return [k in failed if k in evaluated else None for k in range(len(goals))]


def _fails_without(mutant: Mutant, statement: Opened, thorough: bool) -> bool | None:
    """Return whether an instance of the changed assumptions refutes the goal.

    None if no instance breaks the original assumption, or if the goal cannot be evaluated at any such instance.
    """
    kept = {id(f) for f in mutant.assumptions}
    (changed,) = (f for f in statement.assumptions if id(f) not in kept)
    most = None if thorough else INSTANCES_WITHOUT
    # Only instances that break the original assumption can fail.
    beyond = [*mutant.assumptions, negation(changed)]
    try:
        found = refuted(beyond, mutant.goal, most=most, thorough=thorough, first=True)
        if not found.met and found.reason:
            # The negation cannot be evaluated for functions drawn without the assumption.
            found = refuted(mutant.assumptions, mutant.goal, most=most, thorough=thorough, first=True)
    except EndedInError:
        return None
    return found.counterexample is not None if found.met > found.undecided else None


def needless_assumptions(
    assumptions: Iterable[Formula], goal: Formula, *, witnesses: Mapping[str, Term] | None = None
) -> tuple[str, ...]:
    """Return the texts of the assumptions that some instances break, and without which no instance refutes the goal.

    >>> from exactdp.claims.statements.formulas import numbers
    >>> a, b = numbers("a b")
    >>> needless_assumptions([0 <= a, b <= 1], a * b <= a)
    ()
    >>> needless_assumptions([0 <= a, 0 <= b], 0 <= a * a)
    ('0 ≤ a', '0 ≤ b')
    """
    statement = prepared(assumptions, goal, witnesses)
    without = [each for each in _of_assumptions(statement.assumptions, statement.goal) if each.dropped is not None]
    return tuple(str(each.dropped) for each in without if _fails_without(each, statement, thorough=False) is False)


def mutants(assumptions: Iterable[Formula], goal: Formula) -> Iterator[Mutant]:
    """Yield the mutants: each assumption left out or widened, each conjunct of a definition left out, the goal changed.

    >>> from exactdp.claims.statements.formulas import numbers
    >>> a, b = numbers("a b")
    >>> [each.words for each in mutants([], a <= 2 * b)]
    ['a < 2·b for a ≤ 2·b', '2·b ≤ a for a ≤ 2·b', '1·b for 2·b', '3·b for 2·b']
    """
    given = [part for f in assumptions for part in conjuncts(f)]
    yield from _of_assumptions(given, goal)
    for change, changed in _stronger(goal, True):
        yield Mutant(tuple(given), changed, change)


def _of_assumptions(given: Sequence[Formula], goal: Formula) -> Iterator[Mutant]:
    for k, f in enumerate(given):
        before, after = given[:k], given[k + 1 :]
        yield Mutant((*before, *after), goal, None, f)
        for new in _wider(f):
            yield Mutant((*before, *conjuncts(new), *after), goal, (new, f))


def _wider(f: Formula) -> Iterator[Formula]:
    """Yield weaker formulas: ≤ for <, an index bound wider by 1, a definition without one of its parts."""
    if f.op == "<":
        yield f.args[0] <= f.args[1]
    elif f.op == "<=" and f.args[0].sort == INDEX:
        yield f.args[0] <= f.args[1] + 1
    elif f.op == "defined" and f.args[0].body is not None:
        parts = conjuncts(unfold(f))
        for k, part in enumerate(parts if len(parts) > 1 else ()):
            yield both(*parts[:k], *parts[k + 1 :])
            if part.op == "defined":
                yield from (both(*parts[:k], each, *parts[k + 1 :]) for each in _wider(part))


def _stronger(f: Formula, asked: bool) -> Iterator[tuple[Change, Formula]]:
    """Yield changes of a formula that hold less often if the formula is wanted, and more often if it is not."""
    a = f.args
    match f.op:
        case "<" | "<=" | "=":
            yield from _relation(f, asked)
        case "and" | "or":
            if (f.op == "or") == asked:
                yield from (((each, f), each) for each in a)
            for k in range(2):
                yield from ((what, _with(f, k, new)) for what, new in _stronger(a[k], asked))
        case "implies":
            if asked:
                yield (a[1], f), a[1]
            for k in range(2):
                yield from ((what, _with(f, k, new)) for what, new in _stronger(a[k], asked == (k == 1)))
        case "not":
            yield from ((what, negation(new)) for what, new in _stronger(a[0], not asked))
        case "all" | "some":
            if (f.op == "some") == asked:
                turned = Formula("all" if f.op == "some" else "some", *a, sort=TRUTH)
                yield (turned, f), turned
            for k in (1, 2):
                inside = asked != (f.op == "all" and k == 1)
                yield from ((what, _with(f, k, new)) for what, new in _stronger(a[k], inside))
        case "defined":
            for k in range(1, len(a)):
                yield from ((what or (new, a[k]), _with(f, k, new)) for what, new in _changed(a[k], EITHER_WAY))


def _relation(f: Formula, asked: bool) -> Iterator[tuple[Change, Formula]]:
    left, right = f.args
    if f.op != "=":
        other = left < right if f.op == "<=" else left <= right
        if (other.op == "<") == asked:
            yield (other, f), other
        if asked:
            turned = Formula(f.op, right, left, sort=TRUTH)
            yield (turned, f), turned
    # A larger left side makes ≤ hold less often, and a larger right side more often.
    side = EITHER_WAY if f.op == "=" else MORE if asked else LESS
    for k, direction in ((0, side), (1, -side)):
        for what, new in _changed(f.args[k], direction):
            yield what or (new, f.args[k]), _with(f, k, new)


def _changed(t: Term, direction: int) -> Iterator[tuple[Change | None, Term]]:
    """Yield the changes of a term, except a constant shifted so that the term only moves against the direction.

    A changed constant or variable is shown as a change of the term that contains it.
    """
    a = t.args
    shifts = [d for d in (-1, 1) if direction in (EITHER_WAY, d)]
    inner = [EITHER_WAY] * len(a)
    match t.op:
        case "literal":
            yield from ((None, term(a[0] + d, t.sort)) for d in shifts)
            return
        case "variable" | "linear":
            if t.sort == INDEX:
                yield from ((None, t + d) for d in shifts)
            return
        case "number":
            yield from ((None, as_number(a[0] + d)) for d in shifts)
            return
        case "function":
            return
        case "+" | "-":
            other = a[0] - a[1] if t.op == "+" else a[0] + a[1]
            yield (other, t), other
            inner = [direction, direction if t.op == "+" else -direction]
    for k in range(t.op in (*RANGED, "entry", "defined"), len(a)):
        changes: Iterable[tuple[Change | None, Expression]]
        if isinstance(a[k], Formula):
            changes = (each for asked in (True, False) for each in _stronger(a[k], asked))
        else:
            changes = _changed(a[k], inner[k])
        for what, new in changes:
            whole = _with(t, k, new)
            yield what or (whole, t), whole


def _with(e: Expression, k: int, new: Expression) -> Any:
    args = list(e.args)
    args[k] = new
    if e.op in QUANTIFIED or e.op in RANGED:
        return type(e)(e.op, *args, sort=e.sort)
    return rebuild(e, args)
