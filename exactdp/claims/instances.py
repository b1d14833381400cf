"""Instances of a statement: environments at which its assumptions hold, made from the assumptions alone.

The small sizes and the edges come first: equal indices, empty ranges, α = 0 and 1. Functions come from the generators
of the definitions that speak of them, from vertices of the polytope that linear assumptions describe, and at random.
All draws are repeatable, and all limits are counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, TypeAlias, TypeVar

from exactdp.claims.evaluation import Evaluation, NotRunThrough, Undefined, compiled
from exactdp.claims.formulas import (
    INDEX,
    NUMBER,
    SET,
    TRUE,
    TRUTH,
    Definition,
    Formula,
    Function,
    Some,
    Term,
    both,
    conjuncts,
    free,
    substitute,
    unfold,
    variable,
)
from exactdp.claims.ranges import values_to_try
from exactdp.claims.worst_case import Entries, LinearStatement, NotLinear

MOST = 60
"""How many instances a clause gets."""

MOST_THOROUGH = 400
"""How many instances a clause gets when it is examined thoroughly."""

WORST_CASES = 6
"""At how many instances a linear program looks for the worst function."""

LEVELS = tuple(map(Fraction, ["1/2", "0", "1", "1/20", "99/100", "1/4", "51/100", "2", "-1/3"]))
"""The numbers that are tried: the edges, levels far apart, and some outside [0, 1]."""

LARGEST = {0: 0, 1: 8, 2: 5}
"""The largest index that is tried where there are so many index variables, and 3 where there are more."""

BELOW = (-1, -2)
"""The negative indices that are tried where no assumption forbids them."""

SIZES = 4000
"""The largest number of index tuples that are listed."""

ENTRIES = tuple(map(Fraction, ["0", "0", "1", "1", "1/2", "2", "-1", "3", "1/3", "-2/5"]))
"""The values of functions of which nothing is assumed: zeros and ties often."""

Draw: TypeAlias = Callable[..., Any]
T = TypeVar("T", bound=Draw)

_GENERATORS: dict[Definition, Draw] = {}


def generator(definition: Definition) -> Callable[[T], T]:
    """Return a decorator: the function draws the first argument of the definition, so that the definition holds.

    It is called with a random generator, a number that counts the draws, and the values of the other arguments. It may
    return None if nothing satisfies the definition. Instances check each draw, so a draw may also be wrong.

    >>> from exactdp.claims.formulas import VECTOR, Sum, indices
    >>> r, n = indices("r n")
    >>> w = variable("w", VECTOR)
    >>> unit = Definition("unit", (w, n), Sum(r, 0, n, w[r]) == 1)
    >>> @generator(unit)
    ... def unit_vector(rng, turn, n):
    ...     at = rng.randrange(n + 1)
    ...     return tuple(Fraction(k == at) for k in range(n + 1))
    >>> next(instances([n == 1, unit(w, n)], w[0] <= 1))
    {'n': 1, 'w': (Fraction(1, 1), Fraction(0, 1))}
    """

    def register(draw: T) -> T:
        _GENERATORS[definition] = draw
        return draw

    return register


# Opening a statement: quantifiers and implications in front of the goal become variables and assumptions


@dataclass(frozen=True)
class Opened:
    """Assumptions and a goal with nothing in front of it, and whether a witness stands for a variable in the goal.

    >>> from exactdp.claims.formulas import All, between, indices, matrix
    >>> i, n = indices("i n")
    >>> found = opened([1 <= n], All(i, between(0, i, n), 0 <= matrix("x")[i, i]))
    >>> len(found.assumptions), found.goal.op
    (3, '<=')
    """

    assumptions: tuple[Formula, ...]
    goal: Formula
    by_witness: bool = False


def opened(assumptions: Iterable[Formula], goal: Formula, witnesses: Mapping[str, Term] | None = None) -> Opened:
    """Return the statement with the quantifiers in front of its goal opened, and each witness put in its place.

    An assumption that something exists gives a variable of its own.

    >>> from exactdp.claims.formulas import indices
    >>> i, n = indices("i n")
    >>> opened([Some(i, 2 * i == n)], 0 <= n).assumptions[0].op
    '='
    """
    witnesses = witnesses or {}
    asked = _witnessed(goal, witnesses)
    given = [*assumptions]
    taken = {name for f in (*given, asked) for name in free(f)}
    found: list[Formula] = []
    while given:
        f = given.pop(0)
        if f.op in ("and", "true"):
            given[:0] = conjuncts(f)
        elif f.op == "some":
            given[:0] = _opened_at(f, taken)
        elif f.op == "defined" and f.args[0] not in _GENERATORS and _quantifies(f, "some"):
            given.insert(0, unfold(f))
        else:
            found.append(f)
        while not given and asked.op in ("all", "implies", "defined"):
            if asked.op == "all":
                guard, asked = _opened_at(asked, taken)
                given.append(guard)
            elif asked.op == "implies":
                given.append(asked.args[0])
                asked = asked.args[1]
            elif _quantifies(asked, "all") or (_quantifies(asked, "some") and witnesses):
                asked = _witnessed(unfold(asked), witnesses)
            else:
                break
    return Opened(tuple(found), asked, by_witness=bool(witnesses))


def _quantifies(f: Formula, op: str) -> bool:
    """Say whether a name stands for a formula that begins with a quantifier that cannot be run through."""
    body = f.args[0].body
    while body is not None and body.op in ("all", "some", "implies"):
        if body.op == op and body.args[0].sort != INDEX:
            return True
        body = body.args[-1]
    return False


def _opened_at(f: Formula, taken: set[str]) -> tuple[Formula, Formula]:
    v, guard, body = f.args
    name = v.args[0]
    while name in taken:
        name += "'"
    taken.add(name)
    new = {v.args[0]: variable(name, v.sort)}
    return substitute(guard, new), substitute(body, new)


def _witnessed(f: Any, witnesses: Mapping[str, Term]) -> Any:
    """Return a formula that implies `f`: each "some" in a positive place with a witness is said of the witness."""
    if not witnesses:
        return f
    if f.op == "some" and f.args[0].args[0] in witnesses:
        name = f.args[0].args[0]
        by = {name: witnesses[name]}
        return _witnessed(both(*conjuncts(substitute(f.args[1], by)), substitute(f.args[2], by)), witnesses)
    if f.op in ("and", "or"):
        return Formula(f.op, *(_witnessed(each, witnesses) for each in f.args), sort=TRUTH)
    if f.op in ("all", "some", "implies"):
        return Formula(f.op, *f.args[:-1], _witnessed(f.args[-1], witnesses), sort=TRUTH)
    return f


# Values for the variables


class Anywhere:
    """A function on all integers: a value that is not known is drawn when it is first read.

    >>> f = Anywhere(Random(1), ENTRIES, {(0, 0): 7})
    >>> f(3, -1) == f(3, -1), f(0, 0)
    (True, 7)
    """

    def __init__(self, rng: Random, values: Sequence[Any], known: Mapping[tuple[int, ...], Any] | None = None) -> None:
        self._rng, self._values = Random(rng.random()), values
        self.read = dict(known or {})

    def __call__(self, *at: int) -> Any:
        if at not in self.read:
            self.read[at] = self._rng.choice(self._values)
        return self.read[at]


Check: TypeAlias = tuple[frozenset[str], Evaluation]


class _Maker:
    """Environments for an opened statement, variable by variable: indices, numbers, and then functions."""

    def __init__(self, statement: Opened, thorough: bool) -> None:
        self.statement, self.thorough = statement, thorough
        self.variables: dict[str, Term] = {}
        for f in (*statement.assumptions, statement.goal):
            self.variables |= free(f)
        self.checks: list[Check] = [(frozenset(free(f)), compiled(f)) for f in statement.assumptions]
        self.equal: dict[str, Check] = {}
        self.pieces: dict[str, list[tuple[frozenset[str], Callable[..., None]]]] = {}
        for f in statement.assumptions:
            self._note_definition(f)
        self.indices, self.numbers = self._of(INDEX), self._of(NUMBER)
        self.functions = self._in_order([name for name, v in self.variables.items() if isinstance(v.sort, Function)])
        self.undecided = ""
        self._linear: dict[str, LinearStatement | None] = {}
        self._pools: dict[str, list[Any]] = {}

    def _of(self, sort: str) -> list[str]:
        return [name for name, v in self.variables.items() if v.sort == sort and name not in self.equal]

    def _note_definition(self, f: Formula) -> None:
        """Note what the assumption defines: a variable, or entries of a function."""
        for v, t in (f.args, f.args[::-1]) if f.op == "=" else ():
            name, behind = (v.args[0], self._behind(free(t))) if v.op == "variable" else ("", set())
            if name and name not in self.equal and name not in behind:
                self.equal[name] = frozenset(free(t)), compiled(t)
                return
        inner: Any = f
        while inner.op == "all" and inner.args[0].sort == INDEX:
            inner = inner.args[2]
        for place, t in (inner.args, inner.args[::-1]) if inner.op == "=" else ():
            name = place.args[0].args[0] if place.op == "entry" and place.args[0].op == "variable" else ""
            others = free(f).keys() - {name}
            if name and name not in free(t) and name not in self._behind(others):
                self.pieces.setdefault(name, []).append((frozenset(others), _filled(f, place, t)))
                return

    def _behind(self, names: Iterable[str]) -> set[str]:
        """Return the variables and all variables from which they are defined."""
        found: set[str] = set()
        left = list(names)
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += self.equal.get(name, (frozenset(), None))[0]
                left += [other for needs, _ in self.pieces.get(name, ()) for other in needs]
        return found

    def _generated(self, name: str) -> list[Formula]:
        """Return the assumptions that draw this function."""
        made = [f for f in self.statement.assumptions if f.op == "defined" and f.args[0] in _GENERATORS]
        return [f for f in made if f.args[1].op == "variable" and f.args[1].args[0] == name]

    def _in_order(self, names: list[str]) -> list[str]:
        """Return the functions, each after those from which it is made."""
        needs = {}
        for name in names:
            made_from = {other for f in self._generated(name) for each in f.args[2:] for other in free(each)}
            needs[name] = self._behind(made_from | (self._behind([name]) - {name}))
        ordered: list[str] = []
        while names:
            ready = [name for name in names if not (needs[name] - {name}) & set(names)] or names[:1]
            ordered += ready
            names = [name for name in names if name not in ready]
        return ordered

    def _complete(self, env: dict[str, Any]) -> None:
        """Give a value to each variable that is defined by terms that have one. Raises: `Undefined`."""
        waiting = [name for name in self.equal if name not in env]
        while ready := [name for name in waiting if self.equal[name][0] <= env.keys()]:
            for name in ready:
                env[name] = self.equal[name][1](env)
            waiting = [name for name in waiting if name not in ready]

    def _holds(self, env: Mapping[str, Any], before: frozenset[str]) -> bool:
        """Say whether the assumptions hold about which something is known now, and was not before."""
        for names, check in self.checks:
            if names <= env.keys() and not names <= before:
                try:
                    if not check(env):
                        return False
                except NotRunThrough as error:
                    self.undecided = str(error)
                    return False
                except Undefined:
                    return False
        return True

    def _extended(
        self, env: Mapping[str, Any], names: Sequence[str], values: Sequence[Any]
    ) -> Iterator[dict[str, Any]]:
        """Yield the environment with each choice of values that keeps the assumptions."""
        if not names:
            yield dict(env)
            return
        for each in values:
            inner = {**env, names[0]: each}
            try:
                self._complete(inner)
            except Undefined:
                continue
            if self._holds(inner, frozenset(env)):
                yield from self._extended(inner, names[1:], values)

    def sizes(self) -> list[dict[str, Any]]:
        """Return the index tuples, the smallest first."""
        start: dict[str, Any] = {}
        self._complete(start)
        if not self._holds(start, frozenset()) or not self._holds_closed():
            return []
        found: list[dict[str, Any]] = []
        largest = LARGEST.get(len(self.indices), 3)
        for top in range(largest + 1):
            listed = []
            for env in self._extended(start, self.indices, [*range(top + 1), *BELOW]):
                listed.append(env)
                if len(listed) > SIZES:
                    break
            if found and len(listed) > SIZES:
                break
            found = listed
        return sorted(found, key=lambda env: _magnitude(env, self.indices))

    def _holds_closed(self) -> bool:
        return all(not names or check({}) for names, check in self.checks if not names)

    def levels(self, rng: Random) -> list[dict[str, Any]]:
        """Return the number tuples that keep the assumptions on numbers alone."""
        only = [(names, check) for names, check in self.checks if names and names <= {*self.numbers}]
        values = list(LEVELS)
        if self.thorough:
            values += [Fraction(rng.randint(-3, 24), rng.randint(1, 20)) for _ in range(6)]
        found = []
        for chosen in product(values, repeat=len(self.numbers)):
            env = dict(zip(self.numbers, chosen, strict=True))
            if all(_true(check, env) for _, check in only):
                found.append(env)
        return found

    def environments(self, most: int) -> Iterator[dict[str, Any]]:
        """Yield environments at which all assumptions hold."""
        rng, met = Random(1), 0
        sizes, levels = self.sizes(), self.levels(rng)
        if len(sizes) > 2 * most // 3:
            few = most // 2
            step = max(1, (len(sizes) - few) // (most // 6 + 1))
            sizes = sizes[:few] + sizes[few::step]
        if len(levels) > most:
            levels = levels[: most // 3] + rng.sample(levels[most // 3 :], most - most // 3)
        seen: set[str] = set()
        rounds = len(levels) * (1 if not self.functions else 1 + 4 * most // max(1, len(sizes) * len(levels)))
        for turn_of_levels in range(rounds):
            for k, size in enumerate(sizes):
                env = self._with_levels(size, levels[(turn_of_levels + k) % len(levels)])
                if env is None:
                    continue
                whole = self._with_functions(env, rng, rng.randrange(TURNS))
                if whole is None:
                    continue
                written = "" if any(isinstance(each, Anywhere) for each in whole.values()) else repr(whole)
                if not written or written not in seen:
                    seen.add(written)
                    yield whole
                    met += 1
                    if met == most:
                        return

    def _with_levels(self, size: dict[str, Any], chosen: dict[str, Any]) -> dict[str, Any] | None:
        env = {**chosen, **size}
        try:
            self._complete(env)
        except Undefined:
            return None
        # What the indices alone or the numbers alone satisfy has been checked.
        return env if self._holds(env, frozenset(size)) else None

    def _with_functions(self, env: dict[str, Any], rng: Random, turn: int) -> dict[str, Any] | None:
        for name in self.functions:
            for drawn in self._drawn(name, env, rng, turn):
                inner = {**env, name: drawn}
                try:
                    self._complete(inner)
                except Undefined:
                    continue
                if self._holds(inner, frozenset(env)):
                    env = inner
                    break
            else:
                return None
        order: dict[Any, int] = {INDEX: 0, NUMBER: 1}
        return {name: env[name] for name in sorted(self.variables, key=lambda v: order.get(self.variables[v].sort, 2))}

    def _drawn(self, name: str, env: dict[str, Any], rng: Random, turn: int) -> Iterator[Any]:
        """Yield values for the function, from one source after the other."""
        of = self.variables[name]
        pieces = self.pieces.get(name, [])
        if pieces and all(needs <= env.keys() for needs, _ in pieces):
            known: Entries = {}
            try:
                for _, fill in pieces:
                    fill(known, env)
                yield Anywhere(rng, ENTRIES, known)
            except Undefined:
                pass
        made = [f for f in self._generated(name) if all(free(each).keys() <= env.keys() for each in f.args[2:])]
        generated = list(_generated_values(made, env, rng, turn))
        if turn % VERTEX_EVERY:
            yield from generated
        vertex = self._vertex(name, env, rng)
        if vertex is not None:
            yield _with_entries(generated[0], vertex) if generated else Anywhere(rng, ENTRIES, vertex)
        yield from generated
        if not made and self._linear[name] is None:
            yield _free_function(of, rng)

    def _statement(self, name: str, env: Mapping[str, Any]) -> LinearStatement | None:
        """Return the linear assumptions on the function."""
        if name not in self._linear:
            of, known = self.variables[name], {*env, name}
            about = [f for f in self.statement.assumptions if name in free(f) and free(f).keys() <= known]
            kept = [f for f in about if LinearStatement([f], TRUE, of).is_linear(env)]
            self._linear[name] = LinearStatement(kept, TRUE, of) if kept else None
        return self._linear[name]

    def _vertex(self, name: str, env: Mapping[str, Any], rng: Random) -> Entries | None:
        for _ in range(2):
            linear = self._statement(name, env)
            try:
                return None if linear is None else linear.vertex(env, rng)
            except Undefined:
                return None
            except NotLinear:  # an assumption that said nothing at the sizes before
                del self._linear[name]
        return None


def _with_entries(function: Any, known: Entries, at: tuple[int, ...] = ()) -> Any:
    """Return the nested tuple with the known entries in their places."""
    if not isinstance(function, tuple):
        return known.get(at, function)
    return tuple(_with_entries(each, known, (*at, k)) for k, each in enumerate(function))


TURNS = 420
"""Draws are numbered at random below this number, which many small numbers divide."""

VERTEX_EVERY = 4
"""One function in so many is a vertex of the polytope, where there is also a generator."""


def _generated_values(made: list[Formula], env: Mapping[str, Any], rng: Random, turn: int) -> Iterator[Any]:
    for k in range(len(made)):
        f = made[(turn + k) % len(made)]
        try:
            drawn = _GENERATORS[f.args[0]](rng, turn, *(compiled(each)(env) for each in f.args[2:]))
        except (ValueError, ArithmeticError, LookupError, Undefined):  # nothing of the kind for these arguments
            continue
        if drawn is not None:
            yield drawn


def _free_function(of: Term, rng: Random) -> Any:
    values = of.sort.values if isinstance(of.sort, Function) else NUMBER
    if of.sort == SET:
        return frozenset(k for k in range(4) if rng.random() < 1 / 2)
    if values == NUMBER:
        return Anywhere(rng, rng.choice((ENTRIES, ENTRIES, ENTRIES[:4], ENTRIES[:1], ENTRIES[2:3])))
    return Anywhere(rng, (False, True) if values == TRUTH else (0, 0, 1, 2, 3))


def _filled(f: Any, place: Term, t: Term) -> Callable[..., None]:
    """Return a function that writes the entries that an assumption such as ∀i: x[i] = t gives into a dict."""
    if f.op == "all":
        name, candidates, guard = f.args[0].args[0], values_to_try(f, compiled), compiled(f.args[1])
        inside = _filled(f.args[2], place, t)

        def each(into: Entries, env: Mapping[str, Any]) -> None:
            for k in candidates(env):
                inner = {**env, name: k}
                if guard(inner):
                    inside(into, inner)

        return each
    at, found = [compiled(k) for k in place.args[1:]], compiled(t)

    def one(into: Entries, env: Mapping[str, Any]) -> None:
        into[tuple(k(env) for k in at)] = found(env)

    return one


def _true(check: Evaluation, env: Mapping[str, Any]) -> bool:
    try:
        return bool(check(env))
    except Undefined:
        return False


def _magnitude(env: Mapping[str, Any], names: Iterable[str]) -> tuple[int, int, int]:
    values = [env[name] for name in names]
    return max(map(abs, values), default=0), sum(map(abs, values)), sum(k < 0 for k in values)


def instances(
    assumptions: Iterable[Formula],
    goal: Formula,
    *,
    witnesses: Mapping[str, Term] | None = None,
    most: int | None = None,
    thorough: bool = False,
) -> Iterator[dict[str, Any]]:
    """Yield environments at which all assumptions hold, with values for all variables of the opened statement.

    There are at most `most` of them, by default `MOST`, or `MOST_THOROUGH`.

    >>> from exactdp.claims.formulas import indices, number
    >>> i, n = indices("i n")
    >>> [env["i"] for env in instances([0 <= i, i < n, n <= 2], i < n)]
    [0, 0, 1]
    """
    statement = opened(assumptions, goal, witnesses)
    return _Maker(statement, thorough).environments(most or (MOST_THOROUGH if thorough else MOST))


# Examining a statement at its instances


@dataclass(frozen=True)
class Counterexample:
    """An environment at which the assumptions hold and the goal fails, and one line that says so.

    >>> Counterexample({"n": 0}, "n = 0: the left side is 0, the right side 1").by_witness
    False
    """

    environment: Mapping[str, Any]
    words: str
    by_witness: bool = False


@dataclass(frozen=True)
class Trial:
    """What the instances of a statement say about it.

    `met` counts the instances, at which all assumptions hold. `telling` counts those at which the goal compares two
    numbers or indices of which one is not 0; the others are trivial. `undecided` counts those at which a quantifier
    cannot be run through, and `reason` names one. `counterexample` is the smallest that was found.

    >>> Trial(0, 0, 0).failure
    'no instance meets the assumptions'
    """

    met: int
    telling: int
    undecided: int
    counterexample: Counterexample | None = None
    reason: str = ""

    @property
    def failure(self) -> str:
        """Why the statement fails, in one line; "" if it does not."""
        if self.counterexample is not None:
            return self.counterexample.words
        if not self.met:
            return "no instance meets the assumptions" + (f": {self.reason}" if self.reason else "")
        if self.undecided == self.met:
            return f"no instance can be evaluated: {self.reason}"
        return "" if self.telling else "every instance is trivial: the goal compares 0 with 0, or nothing"


def refuted(
    assumptions: Iterable[Formula],
    goal: Formula,
    *,
    witnesses: Mapping[str, Term] | None = None,
    own_witnesses: bool = False,
    most: int | None = None,
    worst_cases: int = WORST_CASES,
    thorough: bool = False,
) -> Trial:
    """Evaluate the goal at the instances of the assumptions, and look for the worst functions at some of them.

    An undefined term refutes. With witnesses, a failure refutes the statement only if they are its own; otherwise the
    words say that the witness fails.

    >>> from exactdp.claims.formulas import Sum, indices, number
    >>> k, n = indices("k n")
    >>> refuted([0 <= n], Sum(k, 1, n, k) == n * (n + 1) / 2).failure
    ''
    >>> refuted([0 <= n], Sum(k, 0, n, 1) == number("α")).failure
    'n = 0, α = 0: the left side is 1, the right side is 0'
    """
    statement = opened(assumptions, goal, witnesses)
    maker = _Maker(statement, thorough)
    holds, tells = compiled(statement.goal), compiled(telling(statement.goal))
    found: list[dict[str, Any]] = []
    failed: list[tuple[Any, dict[str, Any]]] = []
    told = undecided = 0
    reason = ""
    for env in maker.environments(most or (MOST_THOROUGH if thorough else MOST)):
        found.append(env)
        try:
            fine = holds(env)
        except NotRunThrough as error:
            undecided, reason = undecided + 1, str(error)
            continue
        except Undefined:
            fine = False
        if not fine:
            failed.append((_measure(env, maker.indices), env))
            continue
        try:
            told += bool(tells(env))
        except Undefined:
            told += 1
    if not failed and worst_cases:
        failed = [(0, env) for env in _worst(statement, maker, found, worst_cases)]
    counterexample = None
    if failed:
        env = min(failed, key=lambda each: each[0])[1]
        by_witness = statement.by_witness and not own_witnesses
        words = f"{environment_text(env)}: {'the witness fails: ' if by_witness else ''}{_why(statement.goal, env)}"
        counterexample = Counterexample(env, words.lstrip(": "), by_witness)
    return Trial(len(found), told + len(failed), undecided, counterexample, reason or maker.undecided)


def _worst(statement: Opened, maker: _Maker, found: list[dict[str, Any]], most: int) -> Iterator[dict[str, Any]]:
    """Yield the first environment of the instances at which another function refutes the goal."""
    for name in maker.functions:
        of = maker.variables[name]
        if not isinstance(of.sort, Function) or of.sort.values != NUMBER or name not in free(statement.goal):
            continue
        about = [f for f in statement.assumptions if name in free(f)]
        linear = LinearStatement(about, statement.goal, of)
        others = sorted(found, key=lambda env: _measure(env, maker.indices))
        for env in others[:: max(1, len(others) // most)][:most]:
            try:
                entries = linear.worst(env)
            except NotLinear:
                break
            except Undefined:
                continue
            if entries is not None:
                whole = _with_entries(env[name], entries)
                known = (
                    whole if isinstance(whole, tuple) else Anywhere(Random(1), ENTRIES, {**env[name].read, **entries})
                )
                yield {**env, name: known}
                return


def telling(f: Any) -> Formula:
    """Return the formula that says: to evaluate `f` is to compare two terms of which one is not 0.

    >>> from exactdp.claims.formulas import numbers
    >>> a, b = numbers("a b")
    >>> telling(a <= b).op
    'or'
    """
    match f.op:
        case "=" | "<=" | "<":
            return Formula("or", f.args[0] != 0, f.args[1] != 0, sort=TRUTH)
        case "and" | "or":
            return telling(f.args[0]) | telling(f.args[1])
        case "implies":
            return Formula("and", f.args[0], telling(f.args[1]), sort=TRUTH)
        case "all" | "some":
            return Some(f.args[0], f.args[1], telling(f.args[2]))
        case "not":
            return telling(f.args[0])
        case "defined" if f.args[0].body is not None:
            return telling(unfold(f))
        case "true":
            return Formula("not", TRUE, sort=TRUTH)
    return TRUE


def _measure(env: Mapping[str, Any], indices: Iterable[str]) -> tuple[Any, ...]:
    """How large an environment is: its indices first, then its fractions, then its functions."""
    digits = sum(len(str(each)) for each in env.values() if isinstance(each, Fraction))
    return (*_magnitude(env, indices), digits, sum(len(repr(each)) for each in env.values() if isinstance(each, tuple)))


def _why(f: Any, env: Mapping[str, Any]) -> str:
    """Say what fails: the sides of the first relation that is false, or the term that is undefined."""
    try:
        match f.op:
            case "=" | "<=" | "<":
                left, right = (_text(compiled(each)(env)) for each in f.args)
                return f"the left side is {left}, the right side is {right}"
            case "and":
                left = compiled(f.args[0])(env)
                return _why(f.args[1] if left else f.args[0], env)
            case "implies":
                return _why(f.args[1], env)
            case "all":
                name, guard, body = f.args[0].args[0], compiled(f.args[1]), compiled(f.args[2])
                for each in values_to_try(f, compiled)(env):
                    inner = {**env, name: each}
                    if guard(inner) and not body(inner):
                        return f"at {name} = {_text(each)}, {_why(f.args[2], inner)}"
            case "defined" if f.args[0].body is not None:
                names = [p.args[0] for p in f.args[0].parameters]
                given = [compiled(each)(env) for each in f.args[1:]]
                return f"{f} is false: {_why(f.args[0].body, dict(zip(names, given, strict=True)))}"
    except NotRunThrough:
        pass
    except Undefined as error:
        return str(error)
    return f"{f} is false"


def environment_text(env: Mapping[str, Any]) -> str:
    """Return the values of the variables in one line.

    >>> environment_text({"n": 1, "α": Fraction(1, 2), "x": ((1, 0), (0, 1))})
    'n = 1, α = 1/2, x = [1 0; 0 1]'
    """
    return ", ".join(f"{name} = {_text(each)}" for name, each in env.items())


def _text(found: Any) -> str:
    if isinstance(found, Anywhere):
        return "{" + ", ".join(f"{','.join(map(str, at))}: {v}" for at, v in sorted(found.read.items())) + "}"
    if isinstance(found, frozenset):
        return "{" + ", ".join(map(str, sorted(found))) + "}"
    if not isinstance(found, tuple):
        return str(found)
    rows = [" ".join(map(_text, row)) if isinstance(row, tuple) else _text(row) for row in found]
    return f"[{('; ' if any(isinstance(row, tuple) for row in found) else ' ').join(rows)}]"
