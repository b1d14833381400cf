"""Numbers as polynomials in bases, with exponents that are linear in the indices.

A base is a number about which nothing is known: a variable, an entry, or a sum that is not expanded. α^(i+1) is α^i
times α.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from exactdp.arithmetic.sums_and_products import added, multiplied
from exactdp.claims.statements.expressions import Function, Key, is_fraction
from exactdp.claims.statements.terms import Definition


class Refused(Exception):  # noqa: N818
    """A rule does not apply: its premises have the wrong form, or its check failed."""


IndexSum: TypeAlias = frozenset[tuple[Key, int]]
"""A sum of indices, each by its key, with its coefficient."""

Exponent: TypeAlias = tuple[IndexSum, int]
Monomial: TypeAlias = frozenset[tuple[Key, Exponent]]
Expansion: TypeAlias = dict[Monomial, Fraction]

UNIT: Monomial = frozenset()
ONCE: Exponent = (frozenset(), 1)
NEVER: Exponent = (frozenset(), 0)

PRODUCTS = 50_000
"""How many sums of exponents, products of monomials, and contradictions are remembered."""


@lru_cache(PRODUCTS)
def plus(x: Exponent, y: Exponent, factor: int = 1) -> Exponent:
    """Return x + factor·y.

    >>> plus(ONCE, ONCE, -1) == NEVER
    True
    """
    refuse_imitations(x, y)
    if not y[0]:
        return x[0], x[1] + factor * y[1]
    atoms = dict(x[0])
    for atom, c in y[0]:
        atoms[atom] = atoms.get(atom, 0) + factor * c
    return frozenset((atom, c) for atom, c in atoms.items() if c), x[1] + factor * y[1]


def scaled(x: Exponent, factor: int) -> Exponent:
    """Return factor·x.

    >>> scaled(ONCE, 3)
    (frozenset(), 3)
    """
    return plus(NEVER, x, factor)


def add(p: Expansion, q: Expansion, factor: Fraction = Fraction(1)) -> Expansion:
    """Return p + factor·q.

    >>> add({UNIT: Fraction(3)}, {UNIT: Fraction(1)}, Fraction(-3))
    {}
    """
    total = dict(p)
    for monomial, c in q.items():
        summand = multiplied(factor, c)
        total[monomial] = added(total[monomial], summand) if monomial in total else summand
    return {monomial: c for monomial, c in total.items() if c}


def times(p: Expansion, q: Expansion) -> Expansion:
    """Return p·q.

    >>> times({UNIT: Fraction(3)}, {UNIT: Fraction(1, 2)})[UNIT]
    Fraction(3, 2)
    """
    total: Expansion = {}
    for m, a in p.items():
        for k, b in q.items():
            both, c = product(m, k), multiplied(a, b)
            total[both] = added(total[both], c) if both in total else c
    return {monomial: c for monomial, c in total.items() if c}


@lru_cache(PRODUCTS)
def product(m: Monomial, k: Monomial) -> Monomial:
    """Return m·k.

    >>> product(UNIT, UNIT) == UNIT
    True
    """
    refuse_imitations(m, k)
    exponents = dict(m)
    for base, e in k:
        exponents[base] = plus(exponents[base], e) if base in exponents else e
    return frozenset((base, e) for base, e in exponents.items() if e != NEVER)


_plain: dict[int, object] = {}
"""Plain tuples and frozensets, by identity: they cannot change. They are kept, so nothing else has their identity."""


def _is_plain(x: Any) -> bool:
    """Return whether this consists of Python's own values, which never change."""
    kind = type(x)
    if kind is not tuple and kind is not frozenset and kind is not Function:
        return kind is str or kind is int or kind is Definition or is_fraction(x)
    if _plain.get(id(x)) is not x:
        for each in x:
            if not _is_plain(each):
                return False
        if len(_plain) >= PRODUCTS:
            _plain.clear()
        _plain[id(x)] = x
    return True


def refuse_imitations(*given: object) -> None:
    """Refuse objects that imitate plain values: cached results of a value would also be used for its imitation.

    Raises: `Refused`.

    >>> refuse_imitations(ONCE)
    """
    if not all(map(_is_plain, given)):
        raise Refused("a monomial or an exponent does not consist of Python's own values")


def is_monomial(x: Monomial) -> bool:
    """Return whether this is a product of powers of different bases, whose exponents contain each index once.

    >>> is_monomial(frozenset({("α", ONCE)})), is_monomial(frozenset({("α", ONCE), ("α", NEVER)}))
    (True, False)
    """
    return _is_plain(x) and len(dict(x)) == len(x) and all(len(dict(atoms)) == len(atoms) for _, (atoms, _) in x)


def power(p: Expansion, exponent: int) -> Expansion:
    """Return p multiplied with itself.

    >>> power({UNIT: Fraction(3)}, 2) == {UNIT: 9}
    True
    """
    found: Expansion = {UNIT: Fraction(1)}
    for _ in range(exponent):
        found = times(found, p)
    return found


def monic(p: Expansion) -> frozenset[tuple[Monomial, Fraction]]:
    """Return a multiple of p that is the same for all multiples of p.

    >>> monic({UNIT: Fraction(3)}) == monic({UNIT: Fraction(-1)})
    True
    """
    lead = p[min(p, key=hash)] if p else 1
    return frozenset((monomial, c / lead) for monomial, c in p.items())


def is_zero(p: Expansion) -> bool:
    """Return whether a polynomial is 0, once powers of a base whose exponents differ by numbers are multiplied out.

    >>> from exactdp.claims.logic.context import Context
    >>> from exactdp.claims.statements.formulas import indices, number
    >>> (i,), a = indices("i"), number("α")
    >>> is_zero(Context([0 <= i]).difference((1 - a) ** (i + 1) == (1 - a) ** i - a * (1 - a) ** i))
    True
    """
    composite = {base for monomial in p for base, _ in monomial if base[0] == "polynomial"}
    if not composite:
        return not p
    base = max(composite, key=lambda each: len(repr(each)))
    groups: dict[IndexSum, list[tuple[int, Monomial, Fraction]]] = {}
    for monomial, c in p.items():
        exponent = dict(monomial).get(base, NEVER)
        rest = frozenset((b, e) for b, e in monomial if b != base)
        groups.setdefault(exponent[0], []).append((exponent[1], rest, c))
    value = dict(base[1])
    for group in groups.values():
        least = min(constant for constant, _, _ in group)
        total: Expansion = {}
        for constant, rest, c in group:
            total = add(total, times({rest: c}, power(value, constant - least)))
        if not is_zero(total):
            return False
    return True
