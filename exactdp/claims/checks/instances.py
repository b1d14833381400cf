"""Instances of a statement: environments at which its assumptions hold, made from the assumptions alone.

The small sizes and the edges come first: equal indices, empty ranges, α = 0 and 1. Functions come from the generators
of the definitions that mention them, from vertices of the polytope that linear assumptions describe, and at random. All
draws are repeatable, and all limits are counts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from random import Random
from typing import Any, TypeAlias, TypeVar

from exactdp.arithmetic.errors import InputError
from exactdp.claims.checks.worst_case import KnownEntries, LinearStatement
from exactdp.claims.statements.decisions import EndedInError, NoValue, exact_value, in_words
from exactdp.claims.statements.evaluation import Environment, Evaluation, NotRunThrough, Undefined, compiled
from exactdp.claims.statements.expressions import INDEX, MATRIX, NUMBER, SET, TRUTH, VECTOR, Function, Sort, free, key
from exactdp.claims.statements.opening import Opened, opened
from exactdp.claims.statements.ranges import Number, Value, values_to_try
from exactdp.claims.statements.terms import TRUE, Definition, Formula, Term
from exactdp.processes.supervision import Terminated

INSTANCES = 60
"""The number of instances of a clause about functions."""

INSTANCES_PLAIN = 240
"""The number of instances of a clause about indices and numbers only."""

LEVELS = tuple(map(Fraction, ["1/2", "0", "1", "1/20", "99/100", "1/4", "51/100", "2", "-1/3"]))
"""The numbers that are tried: the edges, levels far apart, and some outside [0, 1]."""

LARGEST_INDEX = {0: 0, 1: 8, 2: 5}
"""The largest index that is tried, by the number of index variables; 3 if there are more."""

BELOW = (-1, -2)
"""The negative indices that are tried if no assumption forbids them."""

TUPLES = 1000
"""The largest number of index tuples, or of number tuples, that are listed."""

ENTRIES = tuple(map(Fraction, ["0", "0", "1", "1", "1/2", "2", "-1", "3", "1/3", "-2/5"]))
"""The values of functions without assumptions: often zeros and ties."""

SIMPLE = ENTRIES[:6]
"""The first of them, which are not negative."""

_VALUES: Mapping[str, Sequence[Number]] = {NUMBER: ENTRIES, INDEX: range(5), TRUTH: (False, True)}
"""The values of functions that are partly known, by the sort of their values."""

TURNS = 420
"""Draws are numbered at random below this number, which many small numbers divide."""

VERTEX_EVERY = 4
"""One function in this many is a vertex of the polytope, even if a generator exists."""

VERTICES = 8
"""The number of different vertices in all."""

LISTS_REMEMBERED = 40
"""How many lists of index tuples, or of number tuples, are remembered, by the assumptions that they satisfy."""

EMPTY = 24
"""After this many polytopes without a point, no further polytope is tried."""

Draw: TypeAlias = Callable[..., object]
T = TypeVar("T", bound=Draw)

_GENERATORS: dict[Definition, Draw] = {}

_lists: dict[tuple[Hashable, ...], tuple[list[Environment], tuple[Any, ...], str]] = {}


def generator(definition: Definition) -> Callable[[T], T]:
    """Return a decorator: the function draws the first argument of the definition, so that the definition holds.

    It is called with a random generator, a number that counts the draws, and the values of the other arguments. It may
    return None if nothing satisfies the definition. Instances check each draw, so a draw may also be wrong.
    Raises: `InputError` for a definition that has a generator.

    >>> from exactdp.claims.statements.formulas import VECTOR, Sum, indices, variable
    >>> r, n = indices("r n")
    >>> w = variable("w", VECTOR)
    >>> unit = Definition("unit", (w, n), Sum(r, 0, n, w[r]) == 1)
    >>> @generator(unit)
    ... def unit_vector(rng, turn, n):
    ...     at = rng.randrange(n + 1)
    ...     return tuple(Fraction(k == at) for k in range(n + 1))
    >>> {len(env["w"]) - env["n"] for env in instances([1 <= n, unit(w, n)], w[0] <= 1)}
    {1}
    """

    def register(draw: T) -> T:
        # A script could replace the generator for all claims by one whose instances refute nothing.
        if definition in _GENERATORS:
            raise InputError(f"{definition.name} has a generator")
        _GENERATORS[definition] = draw
        return draw

    return register


# Values for the variables


class Anywhere:
    """A function on all integers: a value that is not known is drawn when it is first read.

    >>> f = Anywhere(Random(1), ENTRIES, {(0, 0): 7})
    >>> f(3, -1) == f(3, -1), f(0, 0)
    (True, 7)
    """

    def __init__(self, rng: Random, values: Sequence[Number], known: KnownEntries | None = None) -> None:
        self._rng, self._values = Random(rng.random()), values
        self.read = dict(known or {})

    def __call__(self, *at: int) -> Value:
        if at not in self.read:
            self.read[at] = self._rng.choice(self._values)
        return self.read[at]


Check: TypeAlias = tuple[frozenset[str], Evaluation]


class Sampler:
    """Environments for an opened statement, variable by variable: indices, numbers, and then functions.

    If `shared`, and always in a thorough run, the statement uses the vertices that other statements found.
    With a `share` of 3, there are a third of the environments.

    >>> from exactdp.claims.statements.formulas import indices
    >>> k, n = indices("k n")
    >>> found = Sampler(opened([0 <= n, n <= 1, k == n + 1], n < k))
    >>> found.indices, list(found.environments())
    (['n'], [{'n': 0, 'k': 1}, {'n': 1, 'k': 2}])
    """

    def __init__(self, statement: Opened, *, thorough: bool = False, shared: bool = False, share: int = 1) -> None:
        self.statement, self.thorough, self.share = statement, thorough, share
        self.shared = shared or thorough
        self.variables: dict[str, Term] = {}
        for f in (*statement.assumptions, statement.goal):
            self.variables |= free(f)
        self.checks: list[Check] = [(frozenset(free(f)), compiled(f)) for f in statement.assumptions]
        self._due: dict[tuple[frozenset[str], frozenset[str]], list[Evaluation]] = {}
        self.equal: dict[str, Check] = {}
        self.pieces: dict[str, list[tuple[frozenset[str], Callable[[KnownEntries, Environment], None]]]] = {}
        for f in statement.assumptions:
            self._note_definition(f)
        self.indices, self.numbers = self._of(INDEX), self._of(NUMBER)
        self.functions = self._in_order([name for name, v in self.variables.items() if isinstance(v.sort, Function)])
        self.undecided = ""
        self._linear: dict[str, LinearStatement | None] = {}
        self._vertices = self._infeasible = 0

    def _of(self, sort: str) -> list[str]:
        return [name for name, v in self.variables.items() if v.sort == sort and name not in self.equal]

    def _note_definition(self, f: Formula) -> None:
        """Note the variable, or the entries of a function, that the assumption defines."""
        for v, t in (f.args, f.args[::-1]) if f.op == "=" else ():
            name, behind = (v.args[0], self._behind(free(t))) if v.op == "variable" else ("", set())
            if name and name not in self.equal and name not in behind:
                self.equal[name] = frozenset(free(t)), compiled(t)
                return
        inner = f
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

    def _completed(self, chosen: Environment) -> Environment | None:
        """Return these values, with those of the variables that they define; None if one is undefined."""
        env = dict(chosen)
        waiting = [name for name in self.equal if name not in env]
        try:
            while ready := [name for name in waiting if self.equal[name][0] <= env.keys()]:
                for name in ready:
                    env[name] = self.equal[name][1](env)
                waiting = [name for name in waiting if name not in ready]
        except Undefined:
            return None
        return env

    def _holds(self, env: Environment, before: frozenset[str]) -> bool:
        """Return whether all assumptions hold whose variables now have values, and did not all have values before."""
        at = before, frozenset(env)
        if at not in self._due:
            self._due[at] = [check for names, check in self.checks if names <= env.keys() and not names <= before]
        due = self._due[at]
        for k, check in enumerate(due):
            try:
                if not check(env):
                    # The check that failed last is the first the next time: it often fails again.
                    due.insert(0, due.pop(k))
                    return False
            except NotRunThrough as error:
                self.undecided = str(error)
                return False
            except Undefined:
                return False
        return True

    def _extended(
        self, env: Environment, names: Sequence[str], values: Mapping[str, Sequence[Number]]
    ) -> Iterator[Environment]:
        """Yield the environment with each choice of values that satisfies the assumptions."""
        if not names:
            yield env
            return
        before = frozenset(env)
        for each in values[names[0]]:
            inner = self._completed({**env, names[0]: each})
            if inner is not None and self._holds(inner, before):
                yield from self._extended(inner, names[1:], values)

    def _tuples(self, names: Sequence[str], values: Sequence[Number], rng: Random) -> list[Environment]:
        """Return the choices of values that satisfy the assumptions; if they are too many, a random sample.

        Statements with the same assumptions on these variables share the list: most mutants of a statement do.
        """
        known = set(names)
        while more := {name for name, (needs, _) in self.equal.items() if needs <= known} - known:
            known |= more
        about = tuple(key(f) for f in self.statement.assumptions if free(f).keys() <= known)
        at = tuple(names), tuple(values), frozenset(known), about, rng.getstate()
        if at not in _lists:
            if len(_lists) >= LISTS_REMEMBERED:
                _lists.clear()
            before, self.undecided = self.undecided, ""
            found = self._listed(names, values, rng)
            _lists[at] = found, rng.getstate(), self.undecided
            self.undecided = before
        found, state, undecided = _lists[at]
        rng.setstate(state)
        self.undecided = undecided or self.undecided
        return found

    def _listed(self, names: Sequence[str], values: Sequence[Number], rng: Random) -> list[Environment]:
        start = self._completed({})
        closed = (check for known, check in self.checks if not known)
        if start is None or not all(_true(check, {}) for check in closed) or not self._holds(start, frozenset()):
            return []
        # What is assumed about one variable alone is not checked again at each choice of the others.
        alone = {name: [v for v in values if self._holds({name: v}, frozenset())] for name in names}
        found = list(islice(self._extended(start, names, alone), TUPLES + 1))
        if len(found) <= TUPLES:
            return found
        first = {name: [v for v in values[:2] if v in alone[name]] for name in names}
        found = list(islice(self._extended(start, names, first), TUPLES // 2))
        for _ in range(TUPLES // 20):
            some = {name: [v for v in rng.sample(values, 3) if v in alone[name]] for name in names}
            found += islice(self._extended(start, names, some), 10)
        return found

    def sizes(self, rng: Random) -> list[Environment]:
        """Return the index tuples, the smallest first."""
        largest = LARGEST_INDEX.get(len(self.indices), 3)
        found = self._tuples(self.indices, [*range(largest + 1), *BELOW], rng)
        return sorted(found, key=lambda env: _magnitude(env, self.indices))

    def levels(self, rng: Random) -> list[Environment]:
        """Return the number tuples that satisfy the assumptions on numbers alone."""
        values = list(LEVELS)
        if self.thorough:
            values += [Fraction(rng.randint(-3, 24), rng.randint(1, 20)) for _ in range(6)]
        return self._tuples(self.numbers, values, rng)

    def environments(
        self, most: int | None = None, smaller: Environment | None = None, patience: int | None = None
    ) -> Iterator[Environment]:
        """Yield environments at which all assumptions hold; with `smaller`, new draws of at most this size.

        With `patience`, stop after this many draws of functions in a row that do not satisfy the assumptions.
        """
        # A share of the instances may need as many draws, if few of them satisfy the assumptions.
        draws = most or (INSTANCES if self.functions else INSTANCES_PLAIN)
        most = most or draws // self.share
        rng, met = Random(1 if smaller is None else 2), 0
        sizes, levels = self.sizes(rng), self.levels(rng)
        if smaller is not None:
            limit = _magnitude(smaller, self.indices)
            sizes = [size for size in sizes if _magnitude(size, self.indices) <= limit]
        if len(sizes) > 2 * most // 3:
            few = most // 2
            step = max(1, (len(sizes) - few) // (most // 6 + 1))
            sizes = sizes[:few] + sizes[few::step]
        if len(levels) > most:
            others = levels[most // 3 :]
            levels = levels[: most // 3] + rng.sample(others, min(draws - most // 3, len(others)))
        seen: set[str] = set()
        pairs: dict[tuple[int, int], Environment | None] = {}
        in_vain = 0
        rounds = len(levels) * (1 if not self.functions else 1 + 4 * draws // max(1, len(sizes) * len(levels)))
        for turn_of_levels in range(rounds):
            for k, size in enumerate(sizes):
                at = k, (turn_of_levels + k) % len(levels)
                if at not in pairs:
                    pairs[at] = self._with_levels(size, levels[at[1]])
                env = pairs[at]
                if env is None:
                    continue
                whole = self.with_functions(env, rng, rng.randrange(TURNS))
                in_vain = in_vain + 1 if whole is None else 0
                if whole is None and in_vain == patience:
                    return
                if whole is None:
                    continue
                written = "" if any(isinstance(each, Anywhere) for each in whole.values()) else repr(whole)
                if not written or written not in seen:
                    seen.add(written)
                    yield whole
                    met += 1
                    if met == most:
                        return

    def hold(self, env: Environment) -> bool:
        """Return whether all assumptions hold whose variables have values."""
        return self._holds(env, frozenset())

    def _with_levels(self, size: Environment, chosen: Environment) -> Environment | None:
        env = self._completed({**chosen, **size})
        # The assumptions on indices alone, and on numbers alone, were checked before.
        return env if env is not None and self._holds(env, frozenset(size)) else None

    def with_functions(self, env: Environment, rng: Random, turn: int) -> Environment | None:
        """Return the environment with functions that satisfy the assumptions; None if none are drawn."""
        for name in self.functions:
            for drawn in self._drawn(name, env, rng, turn):
                inner = self._completed({**env, name: drawn})
                if inner is not None and self._holds(inner, frozenset(env)):
                    env = inner
                    break
            else:
                return None
        order: dict[Sort, int] = {INDEX: 0, NUMBER: 1}
        return {name: env[name] for name in sorted(self.variables, key=lambda v: order.get(self.variables[v].sort, 2))}

    def _drawn(self, name: str, env: Environment, rng: Random, turn: int) -> Iterator[Value]:
        """Yield values for the function, from one source after the other."""
        of = self.variables[name]
        pieces = self.pieces.get(name, [])
        if pieces and isinstance(of.sort, Function) and all(needs <= env.keys() for needs, _ in pieces):
            known: KnownEntries = {}
            try:
                for _, fill in pieces:
                    fill(known, env)
                yield Anywhere(rng, _VALUES[of.sort.values], known)
            except Undefined:
                pass
        made = [f for f in self._generated(name) if all(free(each).keys() <= env.keys() for each in f.args[2:])]
        generated = list(_generated_values(made, env, rng, turn))
        if turn % VERTEX_EVERY or self._vertices >= VERTICES:
            yield from generated
        if not made and turn % 2 and of.sort in (VECTOR, MATRIX):
            yield Anywhere(rng, SIMPLE)
        if not generated or self._vertices < VERTICES:
            vertex = self._vertex(name, env, rng)
            if vertex is not None:
                yield with_entries(generated[0], vertex) if generated else Anywhere(rng, ENTRIES, vertex)
        yield from generated
        if not made and self._linear.get(name) is None:
            yield from _free_functions(of, rng)

    def _statement(self, name: str, env: Environment) -> LinearStatement | None:
        """Return the linear assumptions on the function."""
        of = self.variables[name]
        if not isinstance(of.sort, Function) or of.sort.values != NUMBER:
            return None
        if name not in self._linear:
            known = {*env, name}
            about = [f for f in self.statement.assumptions if name in free(f) and free(f).keys() <= known]
            kept = [f for f in about if LinearStatement([f], TRUE, of).is_linear(env)]
            self._linear[name] = LinearStatement(kept, TRUE, of) if kept else None
        return self._linear[name]

    def _vertex(self, name: str, env: Environment, rng: Random) -> KnownEntries | None:
        for _ in range(2):
            linear = self._statement(name, env)
            if linear is None or self._infeasible >= EMPTY:
                return None
            try:
                found = linear.vertex(env, rng, shared=self.shared)
                self._vertices += 1
                self._infeasible += found is None
                return found
            except Undefined:
                return None
            except NoValue:  # an assumption that was empty at the earlier sizes
                del self._linear[name]
        return None


def with_entries(function: Value, known: KnownEntries, at: tuple[int, ...] = ()) -> Value:
    """Return the nested tuple with the known entries in their places.

    >>> with_entries(((1, 2), (3, 4)), {(1, 0): 0})
    ((1, 2), (0, 4))
    """
    if not isinstance(function, tuple):
        return known.get(at, function)
    return tuple(with_entries(each, known, (*at, k)) for k, each in enumerate(function))


def _generated_values(made: list[Formula], env: Environment, rng: Random, turn: int) -> Iterator[Value]:
    for k in range(len(made)):
        f = made[(turn + k) % len(made)]
        try:
            drawn = _GENERATORS[f.args[0]](rng, turn, *(compiled(each)(env) for each in f.args[2:]))
        except (ValueError, ArithmeticError, LookupError, Undefined):  # none for these arguments
            continue
        except (MemoryError, Terminated):
            raise
        except (Exception, SystemExit) as error:
            raise EndedInError(f"the generator of “{f}” ends in an error: {in_words(error)}") from error
        if drawn is not None:
            try:
                made_of_numbers = exact_value(drawn, f.args[1].sort, partial("the generator of “{}” draws".format, f))
            except InputError as error:
                raise EndedInError(str(error)) from None
            yield made_of_numbers


def _free_functions(of: Term, rng: Random) -> Iterator[Value]:
    """Yield functions without known entries, from wild to simple ones, until one satisfies the assumptions."""
    values = of.sort.values if isinstance(of.sort, Function) else NUMBER
    for size in rng.choice(((4, 3, 2, 1, 0), (2, 1, 0), (0,))):
        if of.sort == SET:
            yield frozenset(k for k in range(size) if rng.randrange(4))
        elif values == NUMBER:
            yield Anywhere(rng, ENTRIES if size > 2 else ENTRIES[: 2 * size] or ENTRIES[2:3])
        else:
            yield Anywhere(rng, (False, True)[: size + 1] if values == TRUTH else range(size + 1))


def _filled(f: Formula, place: Term, t: Term) -> Callable[[KnownEntries, Environment], None]:
    """Return a function that writes the entries that an assumption such as ∀i: x[i] = t gives into a dict."""
    if f.op == "all":
        name, candidates, guard = f.args[0].args[0], values_to_try(f, compiled), compiled(f.args[1])
        inside = _filled(f.args[2], place, t)

        def each(into: KnownEntries, env: Environment) -> None:
            for k in candidates(env):
                inner = {**env, name: k}
                if guard(inner):
                    inside(into, inner)

        return each
    at, found = [compiled(k) for k in place.args[1:]], compiled(t)

    def one(into: KnownEntries, env: Environment) -> None:
        into[tuple(k(env) for k in at)] = found(env)

    return one


def _true(check: Evaluation, env: Environment) -> bool:
    try:
        return bool(check(env))
    except Undefined:
        return False


def _magnitude(env: Mapping[str, Any], names: Iterable[str]) -> tuple[int, int, int]:
    values = [env[name] for name in names]
    return max(map(abs, values), default=0), sum(map(abs, values)), sum(k < 0 for k in values)


def measure(env: Environment, indices: Iterable[str]) -> tuple[int, ...]:
    """The size of an environment: its indices first, then its fractions, then its functions.

    >>> measure({"n": 1, "α": Fraction(1, 2)}, ["n"]) < measure({"n": 2, "α": Fraction(0)}, ["n"])
    True
    """
    numbers = sum(_weight(each) for each in env.values() if isinstance(each, Fraction))
    return (*_magnitude(env, indices), numbers, sum(_weight(each) for each in env.values() if isinstance(each, tuple)))


def _weight(found: Value) -> int:
    if isinstance(found, tuple):
        return sum(map(_weight, found))
    return abs(found.numerator) + found.denominator if isinstance(found, int | Fraction) else 1


def instances(
    assumptions: Iterable[Formula],
    goal: Formula,
    *,
    witnesses: Mapping[str, Term] | None = None,
    most: int | None = None,
    thorough: bool = False,
) -> Iterator[Environment]:
    """Yield environments at which all assumptions hold, with values for all variables of the opened statement.

    There are at most `most` of them, by default `INSTANCES` or `INSTANCES_PLAIN`.

    >>> from exactdp.claims.statements.formulas import indices, number
    >>> i, n = indices("i n")
    >>> [env["i"] for env in instances([0 <= i, i < n, n <= 2], i < n)]
    [0, 0, 1]
    """
    return Sampler(prepared(assumptions, goal, witnesses), thorough=thorough).environments(most)


def prepared(assumptions: Iterable[Formula], goal: Formula, witnesses: Mapping[str, Term] | None = None) -> Opened:
    """Open the statement, except the assumptions that have a generator.

    >>> from exactdp.claims.statements.formulas import All, indices
    >>> i, n = indices("i n")
    >>> len(prepared([], All(n, 1 <= n, All(i, i < n, i <= n))).assumptions)
    2
    """
    return opened(assumptions, goal, witnesses, _GENERATORS)
