"""What given formulas decide: the order of indices, choices between terms, and the normal form of a term."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from fractions import Fraction
from functools import reduce
from threading import local
from typing import Any

from exactdp.claims.logic.index_order import contradictory, tightest
from exactdp.claims.logic.polynomials import (
    NEVER,
    ONCE,
    UNIT,
    Expansion,
    Exponent,
    Monomial,
    Refused,
    add,
    is_monomial,
    monic,
    plus,
    power,
    product,
    scaled,
    times,
)
from exactdp.claims.statements.expressions import (
    INDEX,
    NUMBER,
    RANGED,
    TRUTH,
    Expression,
    Key,
    free,
    is_fraction,
    key,
)
from exactdp.claims.statements.formulas import body_at, own_index
from exactdp.claims.statements.terms import Formula, Term, as_number, conjuncts, expand, linear, negation

WRITTEN_OUT = 12
"""Sums and products of at most this many terms are written out."""

CONTEXTS = 50
"""How many contexts are kept."""


class Open(Refused):
    """A choice between two terms depends on a condition that the given formulas do not decide."""

    def __init__(self, condition: Formula) -> None:
        super().__init__(condition)
        self.condition = condition

    def __str__(self) -> str:
        return f"{self.condition} is not decided: split into cases"


class Context:
    """The given formulas in one use of a rule: they order indices, decide choices, and put terms into normal form.

    >>> from exactdp.claims.statements.formulas import indices
    >>> i, k = indices("i k")
    >>> here = Context([i < k])
    >>> here.decide(i + 1 <= k), here.difference(as_number(i) * i == as_number(i) ** 2)
    (True, {})
    """

    def __init__(self, given: Iterable[Formula]) -> None:
        self.known: set[Key] = set()
        # By identity; the terms are kept, so that no other term gets the same identity.
        self.found: dict[int, tuple[Term, Any]] = {}
        self.forms: list[Exponent] = []
        self.solved: list[tuple[Key, Exponent]] = []
        self.nonzero: set[frozenset[tuple[Monomial, Fraction]]] = set()
        self.shown: dict[Exponent, bool] = {}
        self.replaced = False
        facts = sorted((f for each in given for f in conjuncts(each)), key=lambda f: f.op != "=")
        left, learned = facts, True
        while learned and left:
            # A learned fact may decide the choices in another.
            before, left = left, [f for f in left if not self.learn(f)]
            learned = len(left) < len(before)
            self.shown, self.found = {}, {}
        for f in facts if self.replaced else ():
            self.learn(f)
        self.shown, self.found = {}, {}
        self.forms = list(tightest(self.forms).items())

    def learn(self, f: Formula) -> bool:
        """Return whether a fact was learned; it is not if a choice in it is open."""
        self.known.add(key(f))
        if f.op not in ("=", "<=", "<") or f.args[0].sort != INDEX:
            return True
        try:
            difference = plus(self.index(expand(f.args[1])), self.index(expand(f.args[0])), -1)
        except Open:
            return False
        if f.op == "=":
            # Facts learned before may still contain the name that this equation replaces.
            self.forms += [difference, scaled(difference, -1)] if self.forms else []
            for atom, c in sorted(difference[0], key=repr):
                if abs(c) == 1:
                    # A fact learned before may contain the name that this equation replaces.
                    self.replaced = self.replaced or bool(self.solved or self.forms)
                    self.solved.append((atom, scaled(plus(difference, (frozenset({(atom, c)}), 0), -1), -c)))
                    self.found = {}
                    return True
            self.forms.append(scaled(difference, -1))
        self.forms.append(plus(difference, ONCE, -1) if f.op == "<" else difference)
        return True

    @contextmanager
    def inside(self, low: Exponent, v: Exponent, high: Exponent) -> Iterator[None]:
        """The context inside a sum, which also has the bounds of its index."""
        kept, shown, found = len(self.forms), self.shown, self.found
        self.forms += [plus(v, low, -1), plus(high, v, -1)]
        self.shown, self.found = {}, {}
        try:
            yield
        finally:
            del self.forms[kept:]
            self.shown, self.found = shown, found

    def once(self, e: Term, compute: Callable[[Term], object]) -> Any:
        """Compute a value from an expression once, and return it."""
        if id(e) not in self.found:
            self.found[id(e)] = e, compute(e)
        return self.found[id(e)][1]

    # Indices

    def index(self, t: Term) -> Exponent:
        """Return the index in normal form: equations that are given are used."""
        found: Exponent = self.once(t, self.exponent)
        return found

    def exponent(self, t: Term) -> Exponent:
        atoms, constant = linear(t)
        total: Exponent = (frozenset(), constant)
        for part, c in atoms:
            total = plus(total, self.atom(part), c)
        coefficients = dict(total[0])
        for atom, to in self.solved:
            if atom in coefficients:
                c = coefficients[atom]
                total = plus(plus(total, (frozenset({(atom, 1)}), 0), -c), to, c)
                coefficients = dict(total[0])
        return total

    def atom(self, t: Term) -> Exponent:
        match t.op:
            case "if":
                return self.index(t.args[1] if self.decide(t.args[0]) else t.args[2])
            case "entry":
                return (frozenset({(self.entry(t), 1)}), 0)
            case "*":
                x, y = self.index(t.args[0]), self.index(t.args[1])
                for factor, other in ((x, y), (y, x)):
                    if not factor[0]:
                        return scaled(other, factor[1])
                return (frozenset({(("index product", frozenset(self.normal(t).items())), 1)}), 0)
        return (frozenset({(key(t), 1)}), 0)

    def entry(self, t: Term) -> Key:
        return ("entry", key(t.args[0]), tuple(self.index(each) for each in t.args[1:]))

    def at_least_0(self, x: Exponent) -> bool:
        """Say whether the index is shown to be ≥ 0: otherwise -x-1 ≥ 0, and eliminating all names must fail."""
        if not x[0] and x[1] >= 0:
            return True
        if x not in self.shown:
            self.shown[x] = contradictory((*self.forms, plus(scaled(x, -1), ONCE, -1)))
        return self.shown[x]

    def decide(self, f: Formula) -> bool:
        """Return whether a condition holds. Raises: `Open` if neither it nor its negation follows."""
        a = f.args
        if f.op in ("=", "<=", "<") and a[0].sort == INDEX:
            x = plus(self.index(a[1]), self.index(a[0]), -1)
            less = plus(x, ONCE, -1)
            holds = {"=": (x, scaled(x, -1)), "<=": (x,), "<": (less,)}[f.op]
            if all(map(self.at_least_0, holds)):
                return True
            fails = {"=": (less, plus(scaled(x, -1), ONCE, -1)), "<=": (plus(scaled(x, -1), ONCE, -1),)}
            if any(map(self.at_least_0, fails.get(f.op, (scaled(x, -1),)))):
                return False
            raise Open(f)
        match f.op:
            case "true":
                return True
            case "and":
                return self.decide(a[0]) and self.decide(a[1])
            case "or":
                return self.decide(a[0]) or self.decide(a[1])
        weaker = key(Formula("<", *a, sort=TRUTH)) if f.op == "<=" else None
        if key(f) in self.known or weaker in self.known:
            return True
        if key(negation(f)) in self.known:
            return False
        raise Open(f)

    # Numbers

    def normal(self, t: Term) -> Expansion:
        """Return the number as a polynomial in bases. It is computed once in a context."""
        return self.polynomial(t) if t.sort == INDEX else self.once(t, self.polynomial)

    def polynomial(self, t: Term) -> Expansion:
        """Compute the number as a polynomial in bases.

        Sound: each step is a law of the reals, also where a base is 0, because every power has an exponent ≥ 0 or a
        base known not to be 0.
        """
        a = t.args
        match t.op:
            case "literal":
                return {UNIT: a[0]} if a[0] else {}
            case "number":
                return self.normal(a[0])
            case "+" | "-":
                return add(self.normal(a[0]), self.normal(a[1]), Fraction(1 if t.op == "+" else -1))
            case "*":
                return times(self.normal(a[0]), self.normal(a[1]))
            case "/":
                return times(self.normal(a[0]), self.inverse(a[1]))
            case "^":
                return self.raised(a[0], self.index(a[1]))
            case "if":
                return self.normal(a[1] if self.decide(a[0]) else a[2])
            case "entry" if t.sort == NUMBER:
                return {frozenset({(self.entry(t), ONCE)}): Fraction(1)}
            case "variable" if t.sort == NUMBER:
                return {frozenset({(key(t), ONCE)}): Fraction(1)}
        if t.sort == INDEX:
            atoms, constant = self.index(t)
            whole: Expansion = {UNIT: Fraction(constant)} if constant else {}
            for atom, c in atoms:
                known = dict(atom[1]) if atom[0] == "index product" else {frozenset({(atom, ONCE)}): Fraction(1)}
                whole = add(whole, known, Fraction(c))
            return whole
        if t.op in RANGED:
            return self.ranged(t)
        if t.op == "defined":
            return {frozenset({((*key(t)[:3], *map(self.argument, a)), ONCE)}): Fraction(1)}
        raise Refused(f"{t} is not a number that the core can compute with")

    def argument(self, t: object) -> object:
        """Return an argument of a name in normal form."""
        if isinstance(t, Term) and t.sort in (INDEX, NUMBER):
            return frozenset(self.normal(as_number(t)).items())
        return key(t) if isinstance(t, Expression) else t

    def raised(self, base: Term, exponent: Exponent) -> Expansion:
        if not exponent[0] and exponent[1] >= 0:
            return power(self.normal(base), exponent[1])
        if not self.at_least_0(exponent) and not self.is_nonzero(base):
            raise Refused(f"the exponent of {base} may be negative, and {base} is not known to differ from 0")
        return self.to_the(self.normal(base), exponent, known=self.is_nonzero(base))

    def to_the(self, p: Expansion, exponent: Exponent, *, known: bool) -> Expansion:
        """Return p to a power, where the exponent is ≥ 0 or p is known not to be 0."""
        if not exponent[0] and (exponent[1] >= 0 or p.keys() == {UNIT}):
            return power(p, exponent[1]) if exponent[1] >= 0 else {UNIT: p[UNIT] ** exponent[1]}
        if len(p) == 1:
            ((monomial, c),) = p.items()
            if not exponent[0]:
                powers = {base: scaled(e, exponent[1]) for base, e in monomial}
                return {frozenset(powers.items()): c ** exponent[1]}
            if all(not e[0] for _, e in monomial):
                own = frozenset((base, scaled(exponent, e[1])) for base, e in monomial)
                # The monomial may already contain a power of this constant.
                constant = frozenset({(("polynomial", frozenset({(UNIT, c)})), exponent)}) if c != 1 else UNIT
                return {product(own, constant): Fraction(1)}
        if not p and self.at_least_0(plus(exponent, ONCE, -1)):
            return {}
        plain = all(base[0] == "variable" and base[2] == NUMBER for m in p for base, _ in m)
        if not p or not (plain or known):
            raise Refused("a power with a symbolic exponent needs a base in number variables, or known not to be 0")
        return {frozenset({(("polynomial", frozenset(p.items())), exponent)}): Fraction(1)}

    def inverse(self, t: Term) -> Expansion:
        """Return 1/t: a power with the exponent -1 if t is known not to be 0, else a new base.

        Raises: `Refused` if t is 0.
        """
        a = t.args
        match t.op:
            case "*":
                return times(self.inverse(a[0]), self.inverse(a[1]))
            case "/":
                return times(self.inverse(a[0]), self.normal(a[1]))
            case "number":
                return self.inverse(a[0])
            case "if":
                return self.inverse(a[1] if self.decide(a[0]) else a[2])
            case "^" if self.is_nonzero(a[0]):
                return self.to_the(self.normal(a[0]), scaled(self.index(a[1]), -1), known=True)
        p = self.normal(t)
        if not p:
            # No theorem may depend on the value of 1/0, which a paper does not have.
            raise Refused(f"{t} is 0, and 1/0 is not computed")
        if self.is_nonzero(t):
            return self.to_the(p, (frozenset(), -1), known=True)
        return {frozenset({(("inverse", frozenset(p.items())), ONCE)}): Fraction(1)}

    def differs_from_0(self, t: Term) -> None:
        """Learn that a number is not 0, and that none of its factors is."""
        if t.op == "*":
            self.differs_from_0(t.args[0])
            self.differs_from_0(t.args[1])
        p, self.found = self.normal(t), {}
        self.nonzero.add(monic(p))
        if len(p) == 1:
            bases = [base for base, exponent in next(iter(p)) if not exponent[0]]
            self.nonzero |= {monic({frozenset({(base, ONCE)}): Fraction(1)}) for base in bases}

    def has_value(self, p: Expansion, bases: set[Key]) -> bool:
        """Say whether p is a polynomial in these bases: exponents are shown to be ≥ 0, or their bases not to be 0."""
        return all(is_monomial(monomial) and is_fraction(c) for monomial, c in p.items()) and all(
            base in bases and self.power_has_value(base, e) for monomial in p for base, e in monomial
        )

    def power_has_value(self, base: Key, e: Exponent) -> bool:
        """Say whether the exponent is shown to be ≥ 0, or the base not to be 0; so also for powers in the base."""
        p = dict(base[1]) if base[0] == "polynomial" else {frozenset({(base, ONCE)}): Fraction(1)}
        known = self.at_least_0(e) or p.keys() == {UNIT} or monic(p) in self.nonzero
        # A base that is a polynomial is multiplied out, perhaps where its powers were not shown to have a value.
        return known and all(self.power_has_value(*each) for m in p for each in m if each[0] != base)

    def is_nonzero(self, t: Term) -> bool:
        if t.op in ("*", "/"):
            return all(map(self.is_nonzero, t.args))
        if t.op in ("number", "^"):
            return self.is_nonzero(t.args[0])
        p = self.normal(t)
        return p.keys() == {UNIT} or (bool(p) and monic(p) in self.nonzero)

    def ranged(self, t: Term) -> Expansion:
        """Return a sum as the sums of its monomials, each without the factors that do not contain its index.

        A power without a value where the range is empty stays inside: at i = 0, Σ_{k=0}^{i-1} i^(i-1) is 0, and i^i 1.
        Other ranges stay unchanged, with their terms in normal form.
        """
        _, low, high, _ = t.args
        lo, hi = self.index(low), self.index(high)
        if t.op in ("sum", "product") and self.at_least_0(plus(plus(lo, hi, -1), ONCE, -1)):
            return {} if t.op == "sum" else {UNIT: Fraction(1)}
        width = plus(hi, lo, -1)
        if not width[0] and (width[1] == 0 or (t.op in ("sum", "product") and width[1] < WRITTEN_OUT)):
            written = [self.normal(body_at(t, low + k)) for k in range(width[1] + 1)]
            return reduce(add if t.op == "sum" else times, written)
        own = own_index(t)
        name = key(own)
        try:
            with self.inside(lo, (frozenset({(name, 1)}), 0), hi):
                inner = self.normal(body_at(t, own))
        except Open as choice:
            if own.args[0] not in free(choice.condition):
                raise
            # A choice depends on the index: the sum is a base as written.
            return {frozenset({(("written", key(t)), ONCE)}): Fraction(1)}

        def stands(what: frozenset[object]) -> Key:
            depth = 1 + _depth(what)
            return (t.op, lo, hi, ("depth", depth), _replaced(what, name, ("summed", depth)))

        if t.op != "sum":
            return {frozenset({(stands(frozenset(inner.items())), ONCE)}): Fraction(1)}
        total: Expansion = {}
        for monomial, c in inner.items():
            factors = frozenset(each for factor in monomial for each in _apart(factor, name, lo, hi))
            within = frozenset(each for each in factors if _contains(each, name) or not self.power_has_value(*each))
            outside = {factors - within: c}
            length = plus(plus(hi, lo, -1), ONCE)
            if not within and self.at_least_0(length):
                terms = {frozenset({(atom, ONCE)}): Fraction(k) for atom, k in length[0]}
                factor = add(terms, {UNIT: Fraction(length[1])})
            else:
                factor = {frozenset({(stands(within), ONCE)}): Fraction(1)}
            total = add(total, times(outside, factor))
        return total

    def difference(self, f: Formula) -> Expansion:
        """Return the right side of a relation minus the left."""
        return add(self.normal(expand(f.args[1])), self.normal(expand(f.args[0])), Fraction(-1))


class Contexts(local):
    """The contexts of the last facts, each made once, because successive steps have the same facts.

    Each thread has its own, because a context inside a sum has more bounds for a while.

    >>> from exactdp.claims.statements.formulas import indices
    >>> i, k = indices("i k")
    >>> contexts = Contexts()
    >>> contexts.of([i < k, i < k]) is contexts.of([i < k])
    True
    """

    def __init__(self) -> None:
        self.made: dict[tuple[Key | None, ...], Context] = {}

    def of(self, given: Iterable[Formula], nonzero: Iterable[Formula] = ()) -> Context:
        """Return the context of these facts. `nonzero` are facts 0 < t or t < 0, which allow division by t."""
        facts, signs = ({key(f): f for f in each} for each in (given, nonzero))
        at = (*facts, None, *signs)
        if at not in self.made:
            # What imitates a formula could be another one when the context is used again.
            if any(type(f) is not Formula for f in (*facts.values(), *signs.values())):
                raise Refused("a fact is not made by the operations on formulas")
            made = copy(self.of(facts.values())) if signs else Context(facts.values())
            made.nonzero = set()
            for f in signs.values():
                made.differs_from_0(_not_0(made, f))
            if len(self.made) >= CONTEXTS:
                self.made.clear()
            self.made[at] = made
        return self.made[at]


def _not_0(context: Context, f: Formula) -> Term:
    """Return the side of the fact 0 < t or t < 0 that is not 0. Raises: `Refused` for another fact."""
    left: Term
    right: Term
    left, right = map(expand, f.args)
    if f.op == "<":
        if context.normal(left) == {}:
            return right
        if context.normal(right) == {}:
            return left
    raise Refused(f"{f} does not say that something is not 0")


def _depth(x: object) -> int:
    """Return the largest depth of a sum within this."""
    if not isinstance(x, tuple | frozenset):
        return 0
    if x and isinstance(x, tuple) and x[0] == "depth":
        return int(x[1])
    return max(map(_depth, x), default=0)


def _contains(x: object, name: Key) -> bool:
    if x == name:
        return True
    if isinstance(x, tuple | frozenset):
        for each in x:
            if _contains(each, name):
                return True
    return False


def _replaced(x: object, old: Key, new: Key) -> object:
    if x == old:
        return new
    if isinstance(x, tuple):
        return tuple(_replaced(each, old, new) for each in x)
    return frozenset(_replaced(each, old, new) for each in x) if isinstance(x, frozenset) else x


def _apart(factor: tuple[Key, Exponent], name: Key, low: Exponent, high: Exponent) -> list[tuple[Key, Exponent]]:
    """Return a factor of a summand as one with its index v and one without: a power of α^(v-low), or of α^(high-v).

    The exponent of the rest is the exponent of the summand at an end of the range, so both are ≥ 0 or neither is.
    """
    base, exponent = factor
    c = dict(exponent[0]).get(name, 0)
    own = plus((frozenset({(name, 1)}), 0), low if c > 0 else high, -1)
    rest = plus(exponent, own, -c)
    if not c or _contains(base, name) or _contains(rest, name) or rest == NEVER:
        return [factor]
    return [(base, scaled(own, c)), (base, rest)]
