"""The worst matrix of a size: if a statement is linear in one function, linear programs decide it for all functions.

All other variables have values. Then the assumptions and the negated goal are linear relations between the entries of
the function. An exact linear program finds entries that satisfy all relations, or proves that none exist.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from random import Random
from typing import Any, NoReturn, TypeAlias

from exactdp.arithmetic.sums_and_products import added, multiplied
from exactdp.claims.statements.decisions import NoValue
from exactdp.claims.statements.evaluation import Environment, Evaluation, Undefined, compiled, known_by, value
from exactdp.claims.statements.expressions import COMPARISONS, Expression, free
from exactdp.claims.statements.ranges import Number, Value, values_to_try
from exactdp.claims.statements.terms import Formula, Term
from exactdp.linear_programs.linear_program import LinearProgram, OptimalPoint, Unbounded
from exactdp.linear_programs.optimal_basis import FEW_PLACES, solve

WAYS = 64
"""The largest number of ways to satisfy a formula, such as "or", that are tried one by one."""

DIRECTIONS = 6
"""The number of directions in which vertices of a polytope are computed and shared between statements."""

SHARED = 5000
"""The number of pairs of polytope and direction for which a point is cached."""

NAMES_REMEMBERED = 500
"""How often the relations of a name are remembered, by its arguments, and those of an assumption, by its values."""

Position: TypeAlias = tuple[int, ...]

KnownEntries: TypeAlias = dict[Position, Value]
"""The value of a function at some positions."""


class NotLinear(NoValue):
    """The statement is not linear in the function.

    >>> Affine(Fraction(0), {(0,): Fraction(1)}) <= 1
    Traceback (most recent call last):
    exactdp.claims.checks.worst_case.NotLinear
    """


class Affine:
    """A constant and a sum of entries, each with its coefficient. It cannot be compared: its entries have no values.

    >>> x = Affine(Fraction(0), {(0, 0): Fraction(1)})
    >>> (1 - 2 * x).coefficients, (x / 2).coefficients
    ({(0, 0): Fraction(-2, 1)}, {(0, 0): Fraction(1, 2)})
    """

    __slots__ = ("coefficients", "constant")

    def __init__(self, constant: Any, coefficients: Mapping[Position, Any]) -> None:
        self.constant, self.coefficients = constant, coefficients

    def __add__(self, other: Number | Affine) -> Any:
        if not isinstance(other, Affine):
            return Affine(added(self.constant, other), self.coefficients)
        total = dict(self.coefficients)
        for at, c in other.coefficients.items():
            total[at] = added(total[at], c) if at in total else c
        total = {at: c for at, c in total.items() if c}
        constant = added(self.constant, other.constant)
        return Affine(constant, total) if total else constant

    __radd__ = __add__

    def __mul__(self, other: Number | Affine) -> Any:
        if isinstance(other, Affine):
            raise NotLinear
        if not other:
            return Fraction(0)
        return Affine(
            multiplied(self.constant, other), {at: multiplied(c, other) for at, c in self.coefficients.items()}
        )

    __rmul__ = __mul__

    def __sub__(self, other: Number | Affine) -> Any:
        return self + -1 * other

    def __rsub__(self, other: Number) -> Any:
        return -1 * self + other

    def __truediv__(self, other: Number | Affine) -> Any:
        return self * (Fraction(1) / other)

    def _refuse(self, *_: object) -> NoReturn:
        raise NotLinear

    __rtruediv__ = __pow__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = _refuse
    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Relation:
    """An affine term that is at least 0 ("<="), more than 0 ("<"), or 0 ("=").

    >>> Relation(Affine(1, {}), "<=").op
    '<='
    """

    difference: Affine
    op: str


Relations: TypeAlias = tuple[Relation, ...]


class LinearStatement:
    """Assumptions and a goal, read as linear relations between the entries of one function.

    >>> from exactdp.claims.statements.formulas import All, Sum, between, indices, vectors
    >>> i, n = indices("i n")
    >>> w, = vectors("w")
    >>> weights = [All(i, between(0, i, n), 0 <= w[i]), Sum(i, 0, n, w[i]) == 1]
    >>> LinearStatement(weights, w[0] <= 1, w).worst({"n": 1}), LinearStatement(weights, w[0] < 1, w).worst({"n": 1})
    (None, {(0,): Fraction(1, 1), (1,): Fraction(0, 1)})
    """

    def __init__(self, assumptions: Iterable[Formula], goal: Formula, of: Term) -> None:
        self.assumptions, self.goal, self.of = list(assumptions), goal, of
        # By identity; the expressions are kept, so that no other expression gets the same identity.
        self._ranges: dict[int, tuple[Expression, Evaluation]] = {}

    def is_linear(self, environment: Environment) -> bool:
        """Say whether the assumptions are linear in the function here."""
        try:
            self._ways(self._with_unknowns(environment))
        except NoValue:
            return False
        except Undefined:
            return True
        return True

    def worst(self, environment: Environment, most: int | None = None, first: int = 0) -> KnownEntries | None:
        """Return entries of the function that satisfy the assumptions and refute the goal; None if none exist.

        With `most`, try at most this many of the ways in which the goal may fail, evenly spread from number `first` on.
        Raises: `NoValue`, for example `NotLinear`; `Undefined`.
        """
        env = self._with_unknowns(environment)
        ways = list(product(_joined(self._ways(env)), self._cases(self.goal, env, False)))
        if most is not None and len(ways) > most:
            ways = (ways[first % len(ways) :] + ways[: first % len(ways)])[:: len(ways) // most][:most]
        for kept, failing in ways:
            found = _point((*kept, *failing))
            if found is not None:
                return found
        return None

    def vertex(self, environment: Environment, rng: Random, *, shared: bool = False) -> KnownEntries | None:
        """Return entries that satisfy the assumptions and are extreme in a random direction; None if none exist.

        A vertex that satisfies a strict relation only as "≤" is moved halfway to an inner point. If `shared`, the
        vertex is one of few vertices of the polytope that other statements also use.
        Raises: `NoValue`, for example `NotLinear`; `Undefined`.
        """
        ways = self._ways(self._with_unknowns(environment))
        if not all(ways):
            return None
        chosen = rng.randrange(prod(map(len, ways)))
        case: Relations = ()
        for cases in reversed(ways):
            chosen, k = divmod(chosen, len(cases))
            case = cases[k] + case
        if not case:
            return {}
        if not shared:
            return _point(case, rng)
        written, direction = _written(case), rng.randrange(DIRECTIONS)
        if written in _infeasible:
            return None
        found = _shared_point(written, direction)
        if found is None:
            if len(_infeasible) >= SHARED:
                _infeasible.clear()
            _infeasible.add(written)
        return found

    def _with_unknowns(self, environment: Environment) -> Environment:
        return {**environment, self.of.args[0]: _unknown}

    def _ways(self, env: Environment) -> list[list[Relations]]:
        """Return for each assumption the ways to satisfy it. A draw of few new values finds most of them again."""
        found = []
        for f in self.assumptions:
            given = [f, *(env[name] for name in free(f))]
            at = tuple(map(known_by, given))
            if at not in _of_assumptions:
                if len(_of_assumptions) >= NAMES_REMEMBERED:
                    _of_assumptions.clear()
                # The assumption and the values are kept too, so that no other object takes over an id.
                _of_assumptions[at] = given, self._cases(f, env, True)
            found.append(_of_assumptions[at][1])
        return found

    def _cases(self, f: Formula, env: Environment, wanted: bool) -> list[Relations]:
        """Return the ways in which the formula is true or, unless it is wanted, false."""
        if f.op == "defined" and f.args[0].body is not None:
            given = [value(each, env) for each in f.args[1:]]
            at = (f.args[0], wanted, *map(known_by, given))
            if at not in _of_names:
                if len(_of_names) >= NAMES_REMEMBERED:
                    _of_names.clear()
                # The arguments are kept too, so that no other object takes over an id.
                _of_names[at] = given, self._cases_anew(f, env, wanted)
            return _of_names[at][1]
        return self._cases_anew(f, env, wanted)

    def _cases_anew(self, f: Formula, env: Environment, wanted: bool) -> list[Relations]:
        if f.op in COMPARISONS:
            return _relation(value(f.args[1], env) - value(f.args[0], env), f.op, wanted)
        try:
            return [()] if bool(value(f, env)) == wanted else []
        except NoValue:
            pass
        match f.op:
            case "not":
                return self._cases(f.args[0], env, not wanted)
            case "and" | "or" | "implies":
                left = self._cases(f.args[0], env, wanted != (f.op == "implies"))
                if not left and (f.op == "and") == wanted:
                    return []
                parts = [left, self._cases(f.args[1], env, wanted)]
                return _joined(parts) if (f.op == "and") == wanted else parts[0] + parts[1]
            case "all" | "some":
                return self._quantified(f, env, wanted)
            case "defined" if f.args[0].body is not None:
                names = [p.args[0] for p in f.args[0].parameters]
                given = [value(each, env) for each in f.args[1:]]
                return self._cases(f.args[0].body, dict(zip(names, given, strict=True)), wanted)
        raise NotLinear

    def _quantified(self, f: Formula, env: Environment, wanted: bool) -> list[Relations]:
        v, guard, body = f.args
        found = []
        if id(f) not in self._ranges:
            self._ranges[id(f)] = f, values_to_try(f, compiled)
        # For a wanted "all", each value fails the guard or satisfies the body; for a wanted "some", one satisfies both.
        strong = (f.op == "all") == wanted
        for each in self._ranges[id(f)][1](env):
            inner = {**env, v.args[0]: each}
            guarded = self._cases(guard, inner, not strong)
            if strong:
                found.append(guarded if () in guarded else guarded + self._cases(body, inner, wanted))
            elif guarded:
                found.append(_joined([guarded, self._cases(body, inner, wanted)]))
        return _joined(found) if strong else [case for cases in found for case in cases]


def _unknown(*at: int) -> Affine:
    """Return an entry of the function. All statements have one function, and so share remembered results."""
    return Affine(Fraction(0), {at: Fraction(1)})


_of_names: dict[tuple[Hashable, ...], tuple[list[Value], list[Relations]]] = {}

_of_assumptions: dict[tuple[Hashable, ...], tuple[list[Value | Formula], list[Relations]]] = {}


def _relation(difference: Number | Affine, op: str, wanted: bool) -> list[Relations]:
    if not isinstance(difference, Affine):
        holds = difference == 0 if op == "=" else difference >= 0 if op == "<=" else difference > 0
        return [()] if holds == wanted else []
    if wanted:
        return [(Relation(difference, op),)]
    if op == "=":
        return [(Relation(difference, "<"),), (Relation(-1 * difference, "<"),)]
    return [(Relation(-1 * difference, "<" if op == "<=" else "<="),)]


def _joined(parts: list[list[Relations]]) -> list[Relations]:
    joined: list[Relations] = [()]
    for cases in parts:
        joined = [(*first, *second) for first, second in product(joined, cases)]
        if len(joined) > WAYS:
            raise NotLinear
    return joined


WrittenRelations: TypeAlias = tuple[tuple[str, Number, tuple[tuple[Position, Number], ...]], ...]
"""Relations in a comparable form: for each its operation, its constant, and its coefficients."""


def _written(case: Relations) -> WrittenRelations:
    return tuple(
        (each.op, each.difference.constant, tuple(sorted(each.difference.coefficients.items()))) for each in case
    )


_infeasible: set[WrittenRelations] = set()
"""Polytopes without a point: no direction has one."""


@lru_cache(SHARED)
def _shared_point(written: WrittenRelations, direction: int) -> KnownEntries | None:
    case = tuple(Relation(Affine(constant, dict(coefficients)), op) for op, constant, coefficients in written)
    return _point(case, Random(direction))


def _point(case: Relations, rng: Random | None = None) -> KnownEntries | None:
    """Return entries that satisfy all relations, the strict ones by the largest margin; or None."""
    if not all(isinstance(v, int | Fraction) for d in (each.difference for each in case) for v in _numbers(d)):
        raise NotLinear  # the programs are rational
    places = sorted({at for each in case for at in each.difference.coefficients})
    strict = any(each.op == "<" for each in case)
    direction = {} if rng is None else {k: Fraction(rng.randint(-9, 9)) for k in range(len(places))}
    if not strict:
        found = _solved(case, places, direction, strict)
    else:
        found = _solved(case, places, {len(places): Fraction(-1)}, strict)
        if found is None or not found[-1]:
            return None
        vertex = _solved(case, places, direction, strict) if rng is not None else None
        if vertex is not None:
            found = tuple((v + w) / 2 for v, w in zip(vertex, found, strict=True))
    return None if found is None else dict(zip(places, found, strict=False))


def _numbers(of: Affine) -> Iterable[Number]:
    return (of.constant, *of.coefficients.values())


def _solved(
    case: Relations, places: list[Position], objective: dict[int, Fraction], strict: bool
) -> tuple[Fraction, ...] | None:
    at, margin = {place: k for k, place in enumerate(places)}, len(places)
    rows: list[dict[int, Fraction]] = []
    right: list[Fraction] = []
    equalities: set[int] = set()
    nonnegative: set[int] = set()
    for each in case:
        row = {at[place]: c for place, c in each.difference.coefficients.items()}
        if each.op == "<=" and len(row) == 1 and not each.difference.constant and min(row.values()) > 0:
            nonnegative |= row.keys()
            continue
        if each.op == "=":
            equalities.add(len(rows))
        rows.append({**row, margin: Fraction(-1)} if each.op == "<" else row)
        right.append(-each.difference.constant)
    if strict:
        rows.append({margin: Fraction(-1)})
        right.append(Fraction(-1))
    free = frozenset(range(len(places))) - nonnegative
    program = LinearProgram(
        margin + strict, objective, tuple(rows), tuple(right), frozenset(equalities), frozenset(free)
    )
    found = solve(program, small=FEW_PLACES)
    if isinstance(found, Unbounded):
        # A step along the ray, as the point alone is often 0.
        return tuple(v + step for v, step in zip(found.point, found.ray, strict=True))
    return found.point if isinstance(found, OptimalPoint) else None
