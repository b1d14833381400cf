"""Prove a relation as a sum of products of facts, found by an exact linear program, in each of several cases.

Nothing here is trusted: the sum is a proposal, and `core.combine` checks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from exactdp.claims import core
from exactdp.claims.core import Theorem
from exactdp.claims.formulas import (
    INDEX,
    Expression,
    Formula,
    Term,
    as_number,
    expand,
    free,
    free_names,
    key,
    negation,
    term,
)
from exactdp.claims.polynomials import UNIT, Context, Expansion, Open, Refused, add, is_zero, times
from exactdp.linear_programs.linear_program import FEW_PLACES, LinearProgram, OptimalPoint, solve

FACTORS = 2
"""The default for the largest number of facts that are multiplied with each other."""

CASES = 200
"""How many cases one step may split into."""

MULTIPLIERS = 120
"""How many monomials are tried as multipliers of one equation."""

PIVOTS = 20
"""How many exact pivots one linear program may take. If there is a sum, few follow the floating-point solution."""

COMPARISONS = ("=", "<=", "<")


def of_indices(f: Formula) -> bool:
    """Return whether a formula relates two indices.

    >>> of_indices(term(0) <= 1), of_indices(as_number(0) <= 1)
    (True, False)
    """
    return f.op in COMPARISONS and f.args[0].sort == INDEX


def in_cases(goal: Formula, given: Sequence[Formula], prove: Callable[[list[Formula]], Theorem]) -> Theorem:
    """Return the theorem, shown in every case of the choices in it.

    >>> from exactdp.claims.formulas import If, indices
    >>> (i,) = indices("i")
    >>> in_cases(0 <= If(i < 0, -i, i), [], lambda given: core.arithmetic(0 <= If(i < 0, -i, i), *given))
     ⊢ {-i if i < 0; i otherwise} ≥ 0
    """
    done = 0

    def run(facts: list[Formula]) -> Theorem:
        nonlocal done
        done += 1
        if done > CASES:
            raise Refused(f"{goal} splits into more than {CASES} cases: show it in parts")
        indices = [f for f in facts if of_indices(f)]
        context = Context(indices)
        if context.at_least_0((frozenset(), -1)):
            return core.absurd(core.arithmetic(term(0) < term(0), *indices), goal)
        tight = _tight(indices, context)
        if tight:
            return core.cut(run([*facts, *tight]), *(core.arithmetic(f, *indices) for f in tight))
        try:
            return prove(facts)
        except Open as choice:
            f = choice.condition
            if any(name.startswith("~") for name in free(f)):
                raise Refused(f"{goal}: {f} depends on the index of a sum: split the sum where it changes") from None
            # Before the facts whose choices it decides
            yes = run([f, *facts])
            other = negation(f)
            if other.op == "or":
                # The negation stays among the facts: then the equation is known to be false on both sides.
                first, second = (run([other, side, *facts]) for side in other.args)
                no = core.either(core.assume(other), first, second)
            else:
                no = run([other, *facts])
            return core.by_cases(yes, no, f)

    return run(list(given))


def arithmetic(goal: Formula, given: Sequence[Formula]) -> Theorem:
    """Return a relation of indices, from the given ones.

    >>> from exactdp.claims.formulas import indices, number
    >>> i, k = indices("i k")
    >>> arithmetic(i + 1 <= k, [i < k, 0 < number("α")])
    i < k ⊢ i+1 ≤ k
    """
    return core.arithmetic(goal, *filter(of_indices, given))


def _tight(facts: Sequence[Formula], context: Context) -> list[Formula]:
    """Return an equation of indices that follows from two bounds and is not given, if there is one."""
    keys = {key(f) for f in facts}
    for f in facts:
        if f.op == "<=" and of_indices(f):
            left, right = map(expand, f.args)
            try:
                new = key(f.args[0] == f.args[1]) not in keys and context.index(left) != context.index(right)
                # The other bound, left ≤ right, is the formula f itself.
                if new and context.at_least_0(context.index(left - right)):
                    return [f.args[0] == f.args[1]]
            except Open:
                continue
    return []


def relation(goal: Formula, facts: list[Theorem], given: list[Formula], factors: int) -> Theorem:
    """Return a relation as a sum of products of facts, found by an exact linear program.

    >>> from exactdp.claims.formulas import numbers
    >>> a, b = numbers("α β")
    >>> relation(a * b <= b, [core.assume(a <= 1)], [0 <= b], factors=2)
    0 ≤ β, α ≤ 1 ⊢ α·β ≤ β
    """
    cases = [core.assume(f) for f in given if f.op in COMPARISONS and not of_indices(f)]
    facts = list({key(t.says): t for t in (*facts, *cases)}.values())
    context = Context([*given, *(f for t in facts for f in t.given)])
    differences = _differences(context, facts)
    nonzero = _divisors(goal, facts, given, context, differences)
    if nonzero:
        for t in nonzero:
            left, right = map(expand, t.says.args)
            context.differs_from_0(right if context.normal(left) == {} else left)
        differences = _differences(context, facts)
    target, scale = _without_denominators(context, context.difference(goal), nonzero)
    if any(not e[0] and e[1] < 0 for _, d in differences for m in d for _, e in m):
        inverses = [_reciprocal(t, given, nonzero) for t in nonzero if context.normal(expand(t.says.args[0])) == {}]
        differences += [(t, context.difference(t.says)) for t in inverses]
    products = _find(goal, context, target, differences, factors)
    return core.combine(goal, products, given, nonzero, scale)


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


def _differences(context: Context, facts: Iterable[Theorem]) -> list[tuple[Theorem, Expansion]]:
    """Return each fact with its right side minus its left, without facts that the core cannot compute with."""
    found = []
    for t in facts:
        try:
            found.append((t, context.difference(t.says)))
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
    wanted = {key(t): t for e in (goal, *(t.says for t in facts)) for t in _leaves(expand(e))}
    indices = [f for f in given if of_indices(f)]
    known = free_names(indices)
    found = []
    for divisor in wanted.values():
        if any(True for _ in _leaves(divisor)):
            continue
        of_index = [(core.assume(f), context.difference(f)) for f in indices if free(divisor).keys() <= known]
        for sign in (as_number(0) < divisor, divisor < as_number(0)):
            try:
                products = _find(sign, context, context.difference(sign), [*differences, *of_index])
                found.append(core.combine(sign, products, given))
                break
            except Refused:
                continue
    return found


def _leaves(e: Any) -> Iterator[Term]:
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


Products = list[tuple[Any, list[Theorem]]]


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
    raise Refused(f"{goal} was not found as a sum of products of up to {factors} of the facts")


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
    context: Context, wanted: Iterable[Any], equations: list[tuple[Theorem, Expansion]], rounds: int
) -> list[list[Expansion]]:
    """Return, for each equation, the monomials that turn one of its monomials into a wanted one.

    The other monomials that come with it are wanted in the next round.
    """
    found: list[dict[Any, Expansion]] = [{UNIT: {UNIT: Fraction(1)}} for _ in equations]
    reach, known = dict.fromkeys(wanted), dict.fromkeys(wanted)
    for _ in range(rounds):
        new: dict[Any, None] = {}
        for (_, equation), mine in zip(equations, found, strict=True):
            for monomial in reach if len(mine) < MULTIPLIERS else ():
                for other in equation:
                    ((quotient, _),) = times({monomial: Fraction(1)}, {_inverse(other): Fraction(1)}).items()
                    if quotient in mine or len(mine) >= MULTIPLIERS:
                        continue
                    as_factor = {quotient: Fraction(1)}
                    if context.has_value(as_factor, {base for base, _ in quotient}):
                        mine[quotient] = as_factor
                        new |= dict.fromkeys(times(mine[quotient], equation))
        reach = {monomial: None for monomial in new if monomial not in known}
        known |= new
    return [list(mine.values()) for mine in found]


def _inverse(monomial: Any) -> Any:
    return frozenset((base, (frozenset((atom, -c) for atom, c in e[0]), -e[1])) for base, e in monomial)


def _solve(target: Expansion, columns: list[_Column], *, strict: bool) -> Products | None:
    """Return a sum of columns that is the target, if there is one; it has a strict column if it must be strict."""
    target, *values = _multiplied_out([target, *(each.product for each in columns)])
    kept = _cancelling(target, values)
    signed = [(columns[k], values[k], sign) for k in kept for sign in ((1, -1) if columns[k].any_sign else (1,))]
    at = {m: k for k, m in enumerate({m: None for k in kept for m in values[k]})}
    if not target.keys() <= at.keys():
        return None
    rows: list[dict[int, Fraction]] = [{} for _ in at]
    for k, (_, value, sign) in enumerate(signed):
        for m, c in value.items():
            rows[at[m]][k] = sign * c
    right = [target.get(m, Fraction(0)) for m in at]
    stricts = [k for k, (each, _, _) in enumerate(signed) if each.strict]
    cost = {k: Fraction(not each.strict) + Fraction(len(each.theorems), 1000) for k, (each, _, _) in enumerate(signed)}
    program = LinearProgram(len(signed), cost, tuple(rows), tuple(right), frozenset(range(len(rows))))
    found = solve(program, pivots=PIVOTS, small=FEW_PLACES)
    if strict and isinstance(found, OptimalPoint) and not any(found.point[k] for k in stricts):
        # Maximise the weight of the strict columns, up to 1, so that the program is bounded.
        less = dict.fromkeys(stricts, Fraction(-1))
        program = LinearProgram(len(signed), less, (*rows, less), (*right, Fraction(-1)), program.equalities)
        found = solve(program, pivots=PIVOTS, small=FEW_PLACES)
        if isinstance(found, OptimalPoint) and not any(found.point[k] for k in stricts):
            return None
    if not isinstance(found, OptimalPoint):
        return None
    used = zip(found.point, signed, strict=True)
    return [(add({}, each.multiplier, sign * c), each.theorems) for c, (each, _, sign) in used if c]


def _cancelling(target: Expansion, values: list[Expansion]) -> list[int]:
    """Return which polynomials may be in a sum equal to the target: two or more contain each monomial that cancels."""
    within: dict[Any, set[int]] = {}
    for k, value in enumerate(values):
        for m in value:
            within.setdefault(m, set()).add(k)
    left = set(range(len(values)))
    alone = [m for m, having in within.items() if len(having) == 1 and m not in target]
    while alone:
        for k in within[alone.pop()] & left:
            left.remove(k)
            for m in values[k]:
                within[m].discard(k)
                if len(within[m]) == 1 and m not in target:
                    alone.append(m)
    return sorted(left)


def _multiplied_out(polynomials: list[Expansion]) -> list[Expansion]:
    """Return the polynomials, all times one factor, with the powers of a polynomial multiplied out.

    Powers whose exponents differ by a number become the least of them times a polynomial.
    """
    done: set[Any] = set()
    while True:
        composite = {base for p in polynomials for m in p for base, _ in m if base[0] == "polynomial"} - done
        if not composite:
            return polynomials
        base = max(composite, key=lambda each: len(repr(each)))
        done.add(base)
        value = dict(base[1])
        exponents = {dict(m).get(base, (frozenset(), 0)) for p in polynomials for m in p}
        least = {atoms: min(c for other, c in exponents if other == atoms) for atoms, _ in exponents}
        polynomials = [_powers_out(p, base, value, least) for p in polynomials]


def _powers_out(p: Expansion, base: Any, value: Expansion, least: dict[Any, int]) -> Expansion:
    total: Expansion = {}
    for m, c in p.items():
        atoms, constant = dict(m).get(base, (frozenset(), 0))
        kept = [(base, (atoms, least[atoms]))] if atoms else []
        product: Expansion = {frozenset([*((b, e) for b, e in m if b != base), *kept]): c}
        for _ in range(constant - least[atoms]):
            product = times(product, value)
        # In place: `add` would copy the total each time.
        for monomial, k in product.items():
            total[monomial] = total[monomial] + k if monomial in total else k
            if not total[monomial]:
                del total[monomial]
    return total
