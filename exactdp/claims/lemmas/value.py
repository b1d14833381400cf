"""Prove the conditions under which terms have values: a divisor is not 0, an exponent is ≥ 0, a range is not empty.

A few rules find the signs of most terms, and the prover of `showing` finds others. Nothing here is trusted: each rule
returns a theorem of the core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial

from exactdp.claims.checks.shown_values import Conditions
from exactdp.claims.lemmas import number, power, summation
from exactdp.claims.logic import core
from exactdp.claims.logic.context import Open
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof, by_arithmetic, lemma
from exactdp.claims.logic.matching import entries, instances
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.logic.relations import context_of, in_cases, of_indices
from exactdp.claims.statements.expressions import (
    COMPARISONS,
    INDEX,
    NUMBER,
    RANGED,
    TRUTH,
    Expression,
    Function,
    Key,
    free,
    free_names,
    has_part,
    key,
    same,
    split,
)
from exactdp.claims.statements.formulas import All, Product, between, function, indices, numbers, vectors
from exactdp.claims.statements.terms import (
    Formula,
    Operand,
    Term,
    apply,
    as_index,
    as_number,
    conjuncts,
    fresh,
    negation,
    substitute,
    term,
)

GOALS_REMEMBERED = 20_000
"""How many goals, each with its conditions, are remembered."""

SPLIT = 3
"""How many conditions of two sides are split into their sides."""

FACTORS_OF_SIGNS = (2, 3)
"""How many conditions the prover multiplies with each other, at first and then."""

_ZERO = term(0, NUMBER)

_known: dict[tuple[Key, frozenset[Key]], Theorem | None] = {}


def shown(goal: Formula, given: Conditions) -> Theorem | None:
    """Return the goal as a theorem that assumes only given conditions, or None if no rule here proves it.

    >>> shown(negation(a + 1 == 0), (a > 0,)), shown(negation(a - 1 == 0), (a > 0,))
    (0 < α ⊢ α + 1 ≠ 0, None)
    """
    about = _about(goal, given)
    at = key(goal), frozenset(map(key, about))
    if at not in _known:
        if len(_known) >= GOALS_REMEMBERED:
            _known.clear()
        _known[at] = None
        with suppress(Refused):
            _known[at] = core.evaluate(goal) if not free(goal) else _in_every_case(goal, about, partial(_holds, goal))
    return _known[at]


def _about(goal: Formula, given: Conditions) -> Conditions:
    """Return the conditions without variables, and those that share some with the goal, perhaps through others."""
    names, found = set(free(goal)), list[Formula]()
    left = {id(each): each for each in given}
    while more := [at for at, each in left.items() if not free(each) or not names.isdisjoint(free(each))]:
        found += map(left.pop, more)
        names |= free_names(found)
    return tuple(found)


def _in_every_case(goal: Formula, given: Conditions, prove: Callable[[Conditions], Theorem]) -> Theorem:
    """Prove the goal with instances of the conditions, in each case of the choices in it, and of an "or" that is given.

    A case needs no proof if its relations of indices contradict each other.
    """

    def cases(known: Conditions, depth: int) -> Theorem:
        return in_cases(goal, known, lambda facts: sides(tuple(facts), depth))

    def sides(facts: Conditions, depth: int) -> Theorem:
        try:
            return prove(facts)
        except Open:
            raise
        except Refused:
            either = next((each for each in facts if each.op == "or"), None)
            if either is None or not depth:
                raise
        others = tuple(each for each in facts if each is not either)
        found = (cases((*others, *conjuncts(side)), depth - 1) for side in either.args)
        return core.either(core.assume(either), *found)

    lemmas = _instances(goal, given)
    return core.cut(cases((*given, *(part for each in lemmas for part in conjuncts(each.says))), SPLIT), *lemmas)


def _first(*rules: Callable[[], Theorem]) -> Theorem:
    """Return the theorem of the first rule that finds one. A choice is open only if no rule does without it."""
    failed = None
    for rule in rules:
        try:
            return rule()
        except Refused as error:
            failed = failed if isinstance(failed, Open) else error
    raise failed or Refused("no rule applies")


def _instances(goal: Formula, given: Conditions) -> list[Theorem]:
    """Return instances of the conditions that begin with ∀, at the indices that occur in the goal.

    Only conditions on functions that the goal reads, and on sets that have one of its indices, have instances.
    """
    members = (each for each in given if each.op == "entry" and not free(goal).keys().isdisjoint(free(each)))
    read = {name for e in (goal, *members) for name, v in free(e).items() if isinstance(v.sort, Function)}
    universal = [core.assume(each) for each in given if each.op == "all" and not read.isdisjoint(free(each))]

    def follows(condition: Formula) -> Theorem | None:
        with suppress(Refused):
            return _first(lambda: _given(condition, given), lambda: _order(condition, given))
        return None

    found = instances(universal, [goal], follows) if universal else []
    places = {key(e): e for e in _index_terms(goal)}.values() if universal else ()
    for each in universal:
        v, guard, body = each.says.args
        for place in places if v.sort == INDEX and body.op != "all" else ():
            conditions = [follows(part) for part in conjuncts(substitute(guard, {v.args[0]: place}))]
            if None not in conditions:
                found.append(core.cut(core.specialise(each, place), *filter(None, conditions)))
    return found


def _index_terms(e: object) -> Iterator[Term]:
    """Yield the terms in an expression that are indices."""
    if isinstance(e, Expression):
        if e.sort == INDEX:
            yield e  # type: ignore[misc]
        _, outside, inside = split(e)
        for each in (*outside, *inside):
            yield from _index_terms(each)


# Conditions


def _holds(goal: Formula, given: Conditions) -> Theorem:
    """Return the condition under which a term has a value."""
    with suppress(Refused):
        return _given(goal, given)
    x, y = goal.args if goal.op in (*COMPARISONS, "and", "or") else (None, None)
    if goal.op == "and":
        return core.restate(core.conjoin(_holds(x, given), _holds(y, given)), goal)
    if goal.op == "or" and x.op == "<" and same(goal, negation(x.args[0] == x.args[1])):
        return _differs_from_0(x.args[0], given)
    if goal.op == "or":
        try:
            return core.alternative(_holds(x, given), goal)
        except Open:  # it takes less time to split into cases first
            raise
        except Refused:
            return core.alternative(_holds(y, given), goal)
    if of_indices(goal):
        return _order(goal, given)
    if goal.op in ("<=", "<"):
        return _is_larger(y, x, given, strict=goal.op == "<")
    raise Refused("the goal is not given")


def _given(goal: Formula, given: Conditions) -> Theorem:
    if any(key(each) == key(goal) for each in given):
        return core.assume(goal)
    raise Refused("the goal is not given")


def _order(goal: Formula, given: Conditions) -> Theorem:
    """Return a relation of indices that follows from those that are given."""
    try:
        return core.arithmetic(goal, *given)
    except Open as choice:
        if key(choice.condition) == key(goal):
            raise Refused("the order of these indices is open") from None
        raise


def _differs_from_0(e: Term, given: Conditions) -> Theorem:
    """Return that a term is not 0."""
    goal = negation(e == 0)
    match e.op:
        case "literal":
            return core.evaluate(goal)
        case "number":
            return _by(_index_differs_from_0(), {"k": e.args[0]}, _differs_from_0(e.args[0], given))
        case "*" | "/":
            factors = [_differs_from_0(each, given) for each in e.args]
            return _by(_product_differs_from_0(e.op), {"α": e.args[0], "β": e.args[1]}, *factors)
        case "^":
            base, exponent = e.args
            return _first(
                lambda: _by(_power_differs_from_0(), {"α": base, "k": exponent}, _differs_from_0(base, given)),
                lambda: core.alternative(_zeroth_power(base, exponent, given), goal),
            )
    negative, positive = goal.args
    if e.sort == INDEX:
        signs = [partial(_order, side, given) for side in (positive, negative)]
    else:
        signs = [
            partial(_sign, e, given, strict=True),
            partial(_given, negative, given),
            partial(_proved_apart, e, given),
        ]
    return core.alternative(_first(*signs), goal)


def _proved_apart(e: Term, given: Conditions) -> Theorem:
    """Return that a number is > 0, or that it is < 0, as the prover shows."""
    signs = [(sign, factors) for factors in FACTORS_OF_SIGNS for sign in (_ZERO < e, e < _ZERO)]
    return _first(*(partial(_proved, sign, given, factors) for sign, factors in signs))


def _proved(goal: Formula, given: Conditions, factors: int = FACTORS_OF_SIGNS[0]) -> Theorem:
    """Return what the prover shows, without choices and ranges."""
    if _is_long(goal):
        raise Refused("the prover may take long for a choice or a range")
    short = [each for each in given if each.op != "all" and not _is_long(each)]
    return Proof(short).have(goal, factors=factors).theorem


def _is_long(e: Expression) -> bool:
    return has_part(e, lambda part: part.op in ("if", *RANGED))


# Signs of numbers


def _sign(e: Term, given: Conditions, *, strict: bool) -> Theorem:
    """Return that a number is > 0, or ≥ 0 if not `strict`, as its form and single conditions show."""
    x, *rest = e.args
    rules: list[Callable[[], Theorem]]
    rules = [partial(_from_bound, *at, e, given, strict) for at in _bounds(e, given)]
    match e.op:
        case "literal":
            return core.evaluate(_less(0, e, strict))
        case "number":
            cast = number.index_order_strictly if strict else number.index_order
            return _by(cast(), {"j": as_index(0), "k": x}, _order(_less(0, x, strict), given))
        case "+":
            signs = [(True, False), (False, True)] if strict else [(False, False)]
            rules += [partial(_of_two, e, given, *each) for each in signs]
        case "-":
            rules.append(partial(_sign_of_difference, e, given, strict))
        case "*" if not strict and same(x, rest[0]):
            rules.append(partial(core.square, x))
        case "*":
            rules.append(partial(_of_two, e, given, strict, strict))
        case "/":
            rules.append(partial(_of_two, e, given, strict, True))
        case "^":
            rules.append(partial(_sign_of_power, e, given, strict))
        case "if":
            rules.append(partial(_sign_of_choice, e, given, strict))
        case "sum" | "product":
            rules.append(partial(_sign_over_range, e, given, strict))
    return _first(*rules)


def _of_two(e: Term, given: Conditions, *strict: bool) -> Theorem:
    """Return the sign of a sum, product or quotient from these signs of its two parts."""
    x, y = e.args
    signs = [_sign(each, given, strict=s) for each, s in zip(e.args, strict, strict=True)]
    return _by(_combined(e.op, *strict), {"α": x, "β": y}, *signs)


def _bounds(e: Term, given: Conditions) -> Iterator[tuple[Formula, Term]]:
    """Yield the conditions that give a lower bound of a term, and the bound."""
    for each in given:
        if each.op in COMPARISONS and same(each.args[1], e):
            yield each, each.args[0]
        elif each.op == "=" and same(each.args[0], e):
            yield each, each.args[1]


def _from_bound(bound: Formula, least: Term, e: Term, given: Conditions, strict: bool) -> Theorem:
    others = tuple(each for each in given if each is not bound)
    sign = _sign(least, others, strict=strict and bound.op != "<")
    above = _above(sign.says.op, bound.op, strict, least is bound.args[1])
    return _by(above, {"α": least, "β": e}, sign, core.assume(bound))


def _sign_of_difference(e: Term, given: Conditions, strict: bool) -> Theorem:
    x, y = e.args
    return _by(_difference(strict), {"α": x, "β": y}, _is_larger(x, y, given, strict=strict))


def _sign_of_power(e: Term, given: Conditions, strict: bool) -> Theorem:
    base, exponent = e.args
    by = {"α": base, "k": exponent}

    def of_base() -> Theorem:
        sign = power.power_positive if strict else power.power_nonnegative
        return _by(sign(), by, _sign(base, given, strict=strict), _order(0 <= exponent, given))

    def one() -> Theorem:
        found = _zeroth_power(base, exponent, given)
        return found if strict else _by(_weaker(), {"α": e}, found)

    even = not strict and exponent.op == "literal" and exponent.args[0] >= 0 and exponent.args[0] % 2 == 0
    return core.instance(_even_power(int(exponent.args[0])), by) if even else _first(of_base, one)


def _zeroth_power(base: Term, exponent: Term, given: Conditions) -> Theorem:
    return _by(_power_of_0(), {"α": base, "k": exponent}, _order(exponent == 0, given))


def _sign_of_choice(e: Term, given: Conditions, strict: bool) -> Theorem:
    condition, *sides = e.args
    chosen = 0 if context_of(given).decide(condition) else 1
    names = [Term("variable", f"side {k}", sort=NUMBER) for k in range(2)]
    choice = Term("if", condition, *names, sort=NUMBER)
    found = core.combine(_less(0, choice, strict), [(1, [core.assume(_less(0, names[chosen], strict))])], given)
    return _by(found, {"side 0": sides[0], "side 1": sides[1]}, _sign(sides[chosen], given, strict=strict))


def _sign_over_range(e: Term, given: Conditions, strict: bool) -> Theorem:
    v, first, last, body = e.args
    own = fresh(v, free_names([*given, first, last, e]))
    inside = substitute(body, {v.args[0]: own})
    by = {"low": first, "high": last, "f": function(own, inside)}

    def every(strict: bool) -> Theorem:
        within = first <= own, own <= last
        return core.generalise(_sign_in_every_case(inside, (*given, *within), strict), own, *within)

    if e.op == "product":
        return _by(_product_over_range(strict), by, every(strict))
    signs = every(False)
    if not strict:
        return _by(summation.sum_nonnegative(), by, signs)
    places = _places(own, inside, first, last, given)
    return _first(*(partial(_positive_term, place, signs, by, given) for place in places))


def _sign_in_every_case(e: Term, given: Conditions, strict: bool) -> Theorem:
    return _in_every_case(_less(0, e, strict), given, partial(_sign, e, strict=strict))


def _positive_term(place: Term, signs: Theorem, by: dict[str, Term], given: Conditions) -> Theorem:
    """Return that a sum is > 0, whose terms are ≥ 0, as one term is > 0."""
    inside = _order(by["low"] <= place, given), _order(place <= by["high"], given)
    positive = _sign_in_every_case(apply(by["f"], [place]), given, True)
    return _by(summation.positive_sum(), {**by, "j": place}, signs, *inside, positive)


def _places(v: Term, summand: Term, first: Term, last: Term, given: Conditions) -> Iterator[Term]:
    """Yield indices at which a summand may be > 0: the ends of the range, an index to which a choice compares its own,
    and an index where a condition reads the same function."""
    yield from (first, last)
    yield from _compared_with(v, summand)
    read = {(each.of, place) for each in entries(summand) for place, at in enumerate(each.at) if same(at, v)}
    for condition in given:
        for each in entries(condition) if condition.op in COMPARISONS else ():
            yield from (at for place, at in enumerate(each.at) if (each.of, place) in read)


def _compared_with(v: Term, e: object) -> Iterator[Term]:
    """Yield the terms to which an equation in an expression compares a variable."""
    if isinstance(e, Expression):
        sides = (e.args, e.args[::-1]) if e.op == "=" else ()
        yield from (other for this, other in sides if same(this, v) and v.args[0] not in free(other))
        for each in e.args:
            yield from _compared_with(v, each)


def _is_larger(x: Term, y: Term, given: Conditions, *, strict: bool) -> Theorem:
    """Return x > y, or x ≥ y if not `strict`."""
    goal = _less(y, x, strict)
    rules: list[Callable[[], Theorem]] = [partial(_given, goal, given)]
    if not strict:
        rules.append(lambda: _by(_weaker_order(), {"α": y, "β": x}, _given(y < x, given)))
    rules.append(partial(_larger_index, x, y, given, strict))
    if y.op == "/":
        rules.append(partial(_larger_than_quotient, x, y, given, strict))
    if x.op == "^" and x.args[0].op == y.op == "literal" and not strict:
        rules.append(partial(_larger_power, x, y, given))
    return _first(*rules, partial(_proved, goal, given))


def _larger_index(x: Term, y: Term, given: Conditions, strict: bool) -> Theorem:
    larger, smaller = map(_index_of, (x, y))
    return core.combine(_less(y, x, strict), [(1, [_order(_less(smaller, larger, strict), given)])])


def _larger_than_quotient(x: Term, y: Term, given: Conditions, strict: bool) -> Theorem:
    part, divisor = y.args
    larger = _is_larger(x * divisor, part, given, strict=strict)
    return _by(_quotient_below(strict), {"α": part, "β": x, "t": divisor}, _sign(divisor, given, strict=True), larger)


def _larger_power(x: Term, y: Term, given: Conditions) -> Theorem:
    """Return that a power of a number ≥ 1 is at least a number ≤ 1."""
    base, exponent = x.args
    order = core.evaluate(1 <= base), _order(0 <= exponent, given)
    above = _by(power.power_at_least_one(), {"t": base, "k": exponent}, *order)
    return _by(_at_most(), {"α": y, "β": as_number(1), "t": x}, core.evaluate(y <= 1), above)


def _index_of(e: Term) -> Term:
    """Return the index of a number that is one."""
    if e.op == "number":
        return e.args[0]  # type: ignore[no-any-return]
    if e.op == "literal" and e.args[0].denominator == 1:
        return as_index(e)
    if e.op in ("+", "-", "*"):
        x, y = map(_index_of, e.args)
        return x + y if e.op == "+" else x - y if e.op == "-" else x * y
    raise Refused("a part of the number is not an index")


# Lemmas about numbers without a form, so that the core need not look into the terms

a, b, t = numbers("α β t")
j, k, low, high = indices("j k low high")
(f,) = vectors("f")


def _by(theorem: Theorem, terms: dict[str, Term], *premises: Theorem) -> Theorem:
    """Return a theorem about these terms, without the assumptions that the premises show."""
    return core.cut(core.instance(theorem, terms), *premises)


def _less(x: Operand, y: Term, strict: bool) -> Formula:
    return term(x) < y if strict else term(x) <= y


@cache
def _combined(op: str, first: bool, second: bool) -> Theorem:
    """The sign of a sum, product or quotient, from the signs of its parts."""
    whole = {"+": a + b, "*": a * b, "/": a / b}[op]
    strict = (first or second) if op == "+" else first
    return by_arithmetic(Proof([_less(0, a, first), _less(0, b, second)], _less(0, whole, strict)))


@cache
def _difference(strict: bool) -> Theorem:
    """The sign of α - β, from β < α or β ≤ α."""
    return by_arithmetic(Proof([_less(b, a, strict)], _less(0, a - b, strict)))


@cache
def _above(sign: str, op: str, strict: bool, flipped: bool) -> Theorem:
    """The sign of β, from the sign of α and from α = β, α ≤ β or α < β."""
    bound = Formula(op, *((b, a) if flipped else (a, b)), sort=TRUTH)
    return by_arithmetic(Proof([_less(0, a, sign == "<"), bound], _less(0, b, strict)))


@cache
def _quotient_below(strict: bool) -> Theorem:
    """From α < β·t, or α ≤ β·t, and t > 0: the same for α/t and β."""
    return Proof([0 < t, _less(a, b * t, strict)]).have(_less(a / t, b, strict)).theorem


@cache
def _product_over_range(strict: bool) -> Theorem:
    """If every factor is > 0, or ≥ 0, so is the product."""
    factors = All(k, between(low, k, high), _less(0, f[k], strict))
    one = Proof([high < low - 1]).have(_less(0, Product(k, low, high, f[k]), strict))
    proof = Proof([factors, low - 1 <= high])
    inner, before = proof.inductive(_less(0, Product(k, low, j, f[k]), strict), j, low - 1, [], up_to=high)
    whole = Product(k, low, j + 1, f[k])
    parts = inner.split(whole, j)
    found = inner.have(_less(0, whole, strict), parts, before, inner.know(factors)(j + 1))
    return core.by_cases(inner.closed(found).theorem, core.weaken(one.theorem, factors), low - 1 <= high)


@cache
def _even_power(exponent: int) -> Theorem:
    """An even power is ≥ 0."""
    return core.combine(0 <= a**exponent, [(1, [core.square(a ** (exponent // 2))])])


_weaker = lemma([0 < a], 0 <= a)(by_arithmetic)
_weaker_order = lemma([a < b], a <= b)(by_arithmetic)
_at_most = lemma([a <= b, b <= t], a <= t)(by_arithmetic)
_power_of_0 = lemma([k == 0], 0 < a**k)(by_arithmetic)


@lemma([k != 0], as_number(k) != 0)
def _index_differs_from_0(proof: Proof) -> Theorem:
    """An index that is not 0 is a number that is not 0."""
    sides = [lambda case, side=side: case.have(proof.goal, side) for side in proof.given[0].args]
    return proof.either(proof.know(proof.given[0]), *sides).theorem


@cache
def _product_differs_from_0(op: str) -> Theorem:
    """If neither number is 0, neither is the product, or the quotient."""
    return Proof([a != 0, b != 0]).have((a * b if op == "*" else a / b) != 0, a != 0, b != 0).theorem


@lemma([a != 0], a**k != 0)
def _power_differs_from_0(proof: Proof) -> Theorem:
    """α^k = 0 would mean 1 = α^k·α^(-k) = 0."""

    def nonzero(sign: Formula) -> Theorem:
        absurd = core.combine(_ZERO < 0, [(1, []), (a**-k, [core.assume(a**k == 0)])], [sign], [core.assume(sign)])
        equal = core.cut(core.absurd(absurd, proof.goal), number_is_0)
        return core.by_cases(core.weaken(core.assume(proof.goal), sign), equal, proof.goal)

    number_is_0 = core.instance(number.between_each_other(), {"α": a**k, "β": _ZERO})
    return core.either(core.assume(proof.given[0]), *map(nonzero, proof.given[0].args))
