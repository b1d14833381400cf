"""Prove a relation as a sum of products of facts, found by an exact linear program, in each of several cases.

Nothing here is trusted: the sum is a proposal, and `core.combine` checks it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from types import MappingProxyType

from exactdp.arithmetic.sums_and_products import added, multiplied
from exactdp.claims.logic import core
from exactdp.claims.logic.context import CONTEXTS, Context, Contexts, Open
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.not_found import NotFound, decided, unmentioned
from exactdp.claims.logic.polynomials import (
    NEVER,
    UNIT,
    Expansion,
    Exponent,
    IndexSum,
    Monomial,
    Refused,
    add,
    is_zero,
    product,
    times,
)
from exactdp.claims.statements.expressions import COMPARISONS, INDEX, Expression, Key, free, free_names, has_part, key
from exactdp.claims.statements.terms import Formula, Term, as_number, expand, negation, term
from exactdp.linear_programs.linear_program import LinearProgram, OptimalPoint
from exactdp.linear_programs.optimal_basis import solve

FACTORS = 2
"""The default for the largest number of facts that are multiplied with each other."""

CASES = 200
"""How many cases one step may split into."""

MULTIPLIERS = 120
"""How many monomials are tried as multipliers of one equation."""

PIVOTS = 20
"""How many exact pivots one linear program may take. If a sum exists, few follow the floating-point solution."""

PIVOTED_ALONE = 1000
"""Exact pivots alone solve a linear program of at most this size: it has many zeros, and takes few pivots."""

SIGNS = 8
"""How many theorems about the sign of a divisor are kept, because successive steps divide by it."""


def of_indices(f: Formula) -> bool:
    """Return whether a formula relates two indices.

    >>> of_indices(term(0) <= 1), of_indices(as_number(0) <= 1)
    (True, False)
    """
    return f.op in COMPARISONS and f.args[0].sort == INDEX


context_of = Contexts().of


def in_cases(goal: Formula, given: Sequence[Formula], prove: Callable[[list[Formula]], Theorem]) -> Theorem:
    """Return the theorem, shown in every case of the choices in it.

    >>> from exactdp.claims.statements.formulas import If, indices
    >>> (i,) = indices("i")
    >>> in_cases(0 <= If(i < 0, -i, i), [], lambda given: core.arithmetic(0 <= If(i < 0, -i, i), *given))
     ⊢ {-i if i < 0; i otherwise} ≥ 0
    """
    done = 0

    def run(facts: list[Formula], chosen: tuple[Formula, ...] = ()) -> Theorem:
        nonlocal done
        done += 1
        if done > CASES:
            raise Refused(f"{goal} splits into more than {CASES} cases: show it in parts")
        indices = tuple(f for f in facts if of_indices(f))
        if context_of(indices).at_least_0((frozenset(), -1)):
            return core.absurd(core.arithmetic(term(0) < term(0), *indices), goal)
        tight = _tight(indices)
        if tight:
            return core.cut(run([*facts, *tight], chosen), *(core.arithmetic(f, *indices) for f in tight))
        try:
            return prove(facts)
        except NotFound as refused:
            refused.case = chosen
            raise
        except Open as choice:
            f = choice.condition
            if any(name.startswith("~") for name in free(f)):
                raise Refused(f"{goal}: {f} depends on the index of a sum: split the sum where it changes") from None
            # Before the facts whose choices it decides
            yes = run([f, *facts], (*chosen, f))
            other = negation(f)
            if other.op == "or":
                # The negation stays among the facts: then the equation is known to be false on both sides.
                first, second = (run([other, side, *facts], (*chosen, side)) for side in other.args)
                no = core.either(core.assume(other), first, second)
            else:
                no = run([other, *facts], (*chosen, other))
            return core.by_cases(yes, no, f)

    return run(list(given))


def arithmetic(goal: Formula, given: Sequence[Formula]) -> Theorem:
    """Return a relation of indices, from the given ones.

    >>> from exactdp.claims.statements.formulas import indices, number
    >>> i, k = indices("i k")
    >>> arithmetic(i + 1 <= k, [i < k, 0 < number("α")])
    i < k ⊢ i+1 ≤ k
    """
    return core.arithmetic(goal, *filter(of_indices, given))


@lru_cache(CONTEXTS)
def _tight(facts: tuple[Formula, ...]) -> list[Formula]:
    """Return an equation of indices that follows from two bounds and is not given, if there is one."""
    context = context_of(facts)
    keys = {key(f) for f in facts}
    for f in facts:
        if f.op == "<=" and of_indices(f):
            left, right = map(expand, f.args)
            try:
                # The other bound, left ≤ right, is the formula f itself.
                if context.index(left) != context.index(right) and context.at_least_0(context.index(left - right)):
                    equation = f.args[0] == f.args[1]
                    if key(equation) not in keys:
                        return [equation]
            except Open:
                continue
    return []


def relation(goal: Formula, facts: list[Theorem], given: list[Formula], factors: int) -> Theorem:
    """Return a relation as a sum of products of facts, found by an exact linear program.

    >>> from exactdp.claims.statements.formulas import numbers
    >>> a, b = numbers("α β")
    >>> relation(a * b <= b, [core.assume(a <= 1)], [0 <= b], factors=2)
    α ≤ 1, 0 ≤ β ⊢ α·β ≤ β
    """
    cases = [_assumed(f) for f in given if f.op in COMPARISONS and not of_indices(f)]
    facts = list({key(t.says): t for t in (*facts, *cases)}.values())
    every, said = given, [*given, *(f for t in facts for f in t.given)]
    if not any(_has_choice(e) for e in (goal, *(t.says for t in facts))):
        # Only the order of indices matters: successive steps often have it in common, and share a context.
        given, said = ([f for f in each if of_indices(f)] for each in (given, said))
    context = context_of(said)
    differences = _differences(context, facts)
    nonzero = _divisors(goal, facts, every, context, differences)
    if nonzero:
        context = context_of(said, [t.says for t in nonzero])
        # The others are as before, unless a divisor is among them.
        same = {id(t): d for t, d in differences if not _divisors_in(t.says)}
        differences = _differences(context, facts, same)
    target, scale = _without_denominators(context, context.difference(goal), nonzero)
    if any(not e[0] and e[1] < 0 for _, d in differences for m in d for _, e in m):
        inverses = [_reciprocal(t, given, nonzero) for t in nonzero if context.normal(expand(t.says.args[0])) == {}]
        differences += [(t, context.difference(t.says)) for t in inverses]
    try:
        products = _find(goal, context, target, differences, factors)
    except NotFound as refused:
        signed = {key(side) for t in nonzero for side in t.says.args}
        refused.divisors = [t for t in _divisors_in(goal) if key(t) not in signed]
        refused.decided = lambda: decided(expand(goal), context)
        refused.missing = lambda: unmentioned(goal, context, target, [d for _, d in differences])
        raise
    return core.combine(goal, products, given, nonzero, scale)


_assumed = lru_cache(1000)(core.assume)

_signs: dict[Key, deque[Theorem]] = {}
"""The last theorems for each divisor that say that it is > 0 or < 0."""


def _reciprocal(positive: Theorem, given: list[Formula], nonzero: list[Theorem]) -> Theorem:
    """Return that 1/t > 0, for t > 0."""
    goal = as_number(0) < 1 / as_number(positive.says.args[1])
    return core.combine(goal, [(1, [])], given, nonzero, [positive])


def _without_denominators(
    context: Context, target: Expansion, nonzero: list[Theorem]
) -> tuple[Expansion, list[Theorem]]:
    """Return the target times its divisors, each > 0, and the theorems that say so."""
    scale = []
    for t in nonzero:
        value = context.difference(t.says)
        sides = [value, add({}, value, Fraction(-1))]
        bases = [base for p in sides for m in context.to_the(p, (frozenset(), -1), known=True) for base, _ in m]
        least = min((e[1] for m in target for base, e in m if base in bases and not e[0]), default=0)
        for _ in range(-least):
            scale.append(t)
            target = times(target, value)
    return target, scale


def _differences(
    context: Context, facts: Iterable[Theorem], known: Mapping[int, Expansion] = MappingProxyType({})
) -> list[tuple[Theorem, Expansion]]:
    """Return each fact with its right side minus its left, without facts that the core cannot compute with.

    `known` are the differences, by the identity of the fact, that need not be computed.
    """
    found = []
    for t in facts:
        try:
            found.append((t, known[id(t)] if id(t) in known else context.difference(t.says)))
        except Open as choice:
            if not any(name.startswith("~") for name in free(choice.condition)):
                raise
        except Refused:
            continue
    return found


def _divisors(
    goal: Formula,
    facts: list[Theorem],
    given: list[Formula],
    context: Context,
    differences: list[tuple[Theorem, Expansion]],
) -> list[Theorem]:
    """Return that each divisor is > 0 or < 0, as far as this is found."""
    wanted = {key(t): t for e in (goal, *(t.says for t in facts)) for t in _divisors_in(e)}
    if not wanted:
        return []
    mine = {key(f) for f in given}
    indices = [f for f in given if of_indices(f)]
    known = free_names(indices)
    found = []
    for at, divisor in wanted.items():
        if any(True for _ in _leaves(divisor)):
            continue
        signs = _signs.setdefault(at, deque(maxlen=SIGNS))
        before = next((t for t in signs if all(key(f) in mine for f in t.given)), None)
        if before is not None:
            found.append(before)
            continue
        of_index = [(core.assume(f), context.difference(f)) for f in indices if free(divisor).keys() <= known]
        for sign in (as_number(0) < divisor, divisor < as_number(0)):
            try:
                products = _find(sign, context, context.difference(sign), [*differences, *of_index])
                made = core.combine(sign, products, given)
                found.append(made)
                # Use only the given facts, so that a step finds the same after any earlier steps.
                if all(t.given == (t.says,) for _, used in products for t in used):
                    signs.append(made)
                break
            except Refused:
                continue
    return found


@lru_cache(10_000)
def _has_choice(f: Formula) -> bool:
    """Return whether a relation, with its names unfolded, contains a choice between two terms."""
    return has_part(expand(f), lambda part: part.op == "if")


@lru_cache(10_000)
def _divisors_in(f: Formula) -> list[Term]:
    return list(_leaves(expand(f)))


def _leaves(e: object) -> Iterator[Term]:
    """Yield the factors of every divisor in an expression, except explicit numbers."""
    if not isinstance(e, Expression):
        return
    if e.op == "/":
        yield from _factors(e.args[1])
    for each in e.args:
        yield from _leaves(each)


def _factors(t: Term) -> Iterator[Term]:
    if t.op in ("*", "/"):
        yield from _factors(t.args[0])
        yield from _factors(t.args[1])
    elif t.op == "^":
        yield from _factors(t.args[0])
    elif t.op == "if":
        yield from _factors(t.args[1])
        yield from _factors(t.args[2])
    elif t.op != "literal":
        yield t


Products = list[tuple[Expansion, list[Theorem]]]


def _find(
    goal: Formula,
    context: Context,
    target: Expansion,
    facts: list[tuple[Theorem, Expansion]],
    factors: int = FACTORS,
) -> Products:
    """Return products of facts whose sum is the target, or nearest to it: the core decides."""
    if goal.op == "=" and is_zero(target):
        return []
    equations = [(t, d) for t, d in facts if t.says.op == "=" and d]
    others = [(t, d) for t, d in facts if t.says.op != "=" and d]
    one: Expansion = {UNIT: Fraction(1)}
    made: dict[tuple[int, ...], Expansion] = {(): one}
    # First a sum of the unchanged facts, then products of more and more facts with more multipliers.
    for degree, rounds in [(min(1, factors), 0), *((degree, degree + 1) for degree in range(factors + 1))]:
        sizes = range(degree + 1) if goal.op != "=" else ()
        chosen = [each for size in sizes for each in combinations_with_replacement(range(len(others)), size)]
        for each in chosen:
            if each not in made:
                made[each] = times(made[each[:-1]], others[each[-1]][1])
        columns = [_Column(one, [others[k][0] for k in each], made[each]) for each in chosen]
        # In a fixed order, so that every run tries the same.
        wanted = dict.fromkeys([*target, *(m for each in columns for m in each.product)])
        for (t, d), multipliers in zip(equations, _multipliers(context, wanted, equations, rounds), strict=True):
            columns += [_Column(each, [t], times(each, d)) for each in multipliers]
        found = _solve(target, columns, strict=goal.op == "<")
        if found is not None:
            return found
    raise NotFound(goal, factors, len(facts))


@dataclass(frozen=True)
class _Column:
    """A product of facts, or a multiple of an equation, and its value."""

    multiplier: Expansion
    theorems: list[Theorem]
    product: Expansion

    @property
    def any_sign(self) -> bool:
        return any(t.says.op == "=" for t in self.theorems)

    @property
    def strict(self) -> bool:
        return all(t.says.op == "<" for t in self.theorems)


def _multipliers(
    context: Context, wanted: Iterable[Monomial], equations: list[tuple[Theorem, Expansion]], rounds: int
) -> list[list[Expansion]]:
    """Return, for each equation, the monomials that turn one of its monomials into a wanted one.

    The other monomials that come with it are wanted in the next round.
    """
    found: list[dict[Monomial, Expansion]] = [{UNIT: {UNIT: Fraction(1)}} for _ in equations]
    inverses = [[_inverse(m) for m in equation] if rounds else [] for _, equation in equations]
    reach, known = dict.fromkeys(wanted), dict.fromkeys(wanted)
    has_value: dict[Monomial, bool] = {}
    for _ in range(rounds):
        new: dict[Monomial, None] = {}
        for (_, equation), inverse, mine in zip(equations, inverses, found, strict=True):
            for monomial in reach if len(mine) < MULTIPLIERS else ():
                for other in inverse:
                    quotient = product(monomial, other)
                    if quotient in mine or len(mine) >= MULTIPLIERS:
                        continue
                    if quotient not in has_value:
                        has_value[quotient] = all(context.power_has_value(base, e) for base, e in quotient)
                    if has_value[quotient]:
                        mine[quotient] = {quotient: Fraction(1)}
                        new |= dict.fromkeys(product(quotient, m) for m in equation)
        reach = {monomial: None for monomial in new if monomial not in known}
        known |= new
    return [list(mine.values()) for mine in found]


def _inverse(monomial: Monomial) -> Monomial:
    return frozenset((base, (frozenset((atom, -c) for atom, c in e[0]), -e[1])) for base, e in monomial)


def _solve(target: Expansion, columns: list[_Column], *, strict: bool) -> Products | None:
    """Return a sum of columns that is the target, if there is one; it has a strict column if it must be strict."""
    target, *values = _multiplied_out([target, *(each.product for each in columns)])
    forced = _forced(target, values, [each.any_sign for each in columns])
    if forced is None:
        return None
    weights, target, kept = forced
    strict = strict and not any(columns[k].strict for k in weights)
    if target or strict:
        found = _optimal(target, {k: values[k] for k in kept}, columns, strict=strict)
        if found is None:
            return None
        weights |= found
    return [(add({}, columns[k].multiplier, c), columns[k].theorems) for k, c in sorted(weights.items())]


def _optimal(
    target: Expansion, values: dict[int, Expansion], columns: list[_Column], *, strict: bool
) -> dict[int, Fraction] | None:
    """Return weights of columns whose sum is the target, by a linear program that prefers few facts, strict ones."""
    signed = [(k, sign) for k in values for sign in ((1, -1) if columns[k].any_sign else (1,))]
    at = {m: k for k, m in enumerate({m: None for value in values.values() for m in value})}
    if not target.keys() <= at.keys():
        return None
    rows: list[dict[int, Fraction]] = [{} for _ in at]
    for j, (k, sign) in enumerate(signed):
        for m, c in values[k].items():
            rows[at[m]][j] = c if sign > 0 else -c
    right = [target.get(m, Fraction(0)) for m in at]
    stricts = [j for j, (k, _) in enumerate(signed) if columns[k].strict]
    costs = {k: Fraction(not columns[k].strict) + Fraction(len(columns[k].theorems), 1000) for k in values}
    cost = {j: costs[k] for j, (k, _) in enumerate(signed)}
    program = LinearProgram(len(signed), cost, tuple(rows), tuple(right), frozenset(range(len(rows))))
    found = solve(program, pivots=PIVOTS, small=PIVOTED_ALONE)
    if strict and isinstance(found, OptimalPoint) and not any(found.point[j] for j in stricts):
        # Maximise the weight of the strict columns, up to 1, so that the program is bounded.
        less = dict.fromkeys(stricts, Fraction(-1))
        program = LinearProgram(len(signed), less, (*rows, less), (*right, Fraction(-1)), program.equalities)
        found = solve(program, pivots=PIVOTS, small=PIVOTED_ALONE)
        if isinstance(found, OptimalPoint) and not any(found.point[j] for j in stricts):
            return None
    if not isinstance(found, OptimalPoint):
        return None
    weights: dict[int, Fraction] = {}
    for c, (k, sign) in zip(found.point, signed, strict=True):
        if c:
            weights[k] = weights.get(k, Fraction(0)) + sign * c
    return weights


def _forced(
    target: Expansion, values: list[Expansion], any_sign: list[bool]
) -> tuple[dict[int, Fraction], Expansion, list[int]] | None:
    """Return the weights that the target forces, the rest of the target, and the columns that the rest may need.

    If one polynomial alone contains a monomial, this monomial of the target forces its weight. Return None if a forced
    weight has the wrong sign, or if no polynomial contains a monomial of the target.
    """
    within: dict[Monomial, set[int]] = {}
    for k, value in enumerate(values):
        for m in value:
            within.setdefault(m, set()).add(k)
    left, target, weights = set(range(len(values))), dict(target), dict[int, Fraction]()
    alone = [m for m, having in within.items() if len(having) == 1]
    while alone:
        single = alone.pop()
        for k in within[single] & left:
            left.remove(k)
            if single in target:
                weight = target[single] / values[k][single]
                if weight < 0 and not any_sign[k]:
                    return None
                weights[k] = weight
                target = add(target, values[k], -weight)
            for m in values[k]:
                within[m].discard(k)
                if len(within[m]) == 1:
                    alone.append(m)
    if any(not within.get(m) for m in target):
        return None
    return weights, target, sorted(left)


def _multiplied_out(polynomials: list[Expansion]) -> list[Expansion]:
    """Return the polynomials, all times one factor, with the powers of a polynomial multiplied out.

    Powers whose exponents differ by a number become the least of them times a polynomial.
    """
    done: set[Key] = set()
    while True:
        composite = {base for p in polynomials for m in p for base, _ in m if base[0] == "polynomial"} - done
        if not composite:
            return polynomials
        base = max(composite, key=lambda each: len(repr(each)))
        done.add(base)
        exponents = {_exponent(m, base) for p in polynomials for m in p}
        least = {atoms: min(c for other, c in exponents if other == atoms) for atoms, _ in exponents}
        powers: list[Expansion] = [{UNIT: Fraction(1)}]
        for _ in range(max(c - least[atoms] for atoms, c in exponents)):
            powers.append(times(powers[-1], dict(base[1])))
        polynomials = [_powers_out(p, base, powers, least) for p in polynomials]


def _exponent(monomial: Monomial, base: Key) -> Exponent:
    return next((e for b, e in monomial if b == base), NEVER)


def _powers_out(p: Expansion, base: Key, powers: list[Expansion], least: dict[IndexSum, int]) -> Expansion:
    total: Expansion = {}
    for m, c in p.items():
        atoms, constant = _exponent(m, base)
        without: Exponent = (frozenset(), (least[atoms] if atoms else 0) - constant)
        rest = product(m, frozenset({(base, without)})) if without[1] else m
        # In place: `add` would copy the total each time.
        for monomial, k in powers[constant - least[atoms]].items():
            both = product(rest, monomial)
            summand = multiplied(c, k)
            total[both] = added(total[both], summand) if both in total else summand
            if not total[both]:
                del total[both]
    return total
