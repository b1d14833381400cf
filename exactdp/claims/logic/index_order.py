"""Linear inequalities of indices, which contradict each other if no integers satisfy all of them."""

from collections.abc import Iterable
from functools import lru_cache
from math import gcd

from exactdp.claims.logic.polynomials import PRODUCTS, Exponent, IndexSum, plus, refuse_imitations, scaled
from exactdp.claims.statements.expressions import Key


@lru_cache(PRODUCTS)
def contradictory(forms: tuple[Exponent, ...]) -> bool:
    """Return whether eliminating every name, by Fourier and Motzkin, leaves a number < 0 that should be ≥ 0.

    A form is ≥ 0. False may also mean that the elimination became too large.
    Sound: each new form is a positive combination of two forms, or a form divided and rounded as whole numbers allow.

    >>> form = frozenset({("i", 2)})  # 2·i - 1 ≥ 0, and 1 - 2·i ≥ 0: no integer i is 1/2
    >>> contradictory(((form, -1), (frozenset({("i", -2)}), 1))), contradictory(((form, -1),))
    (True, False)
    """
    refuse_imitations(*forms)
    left = tightest(forms)
    while left and frozenset() not in left:
        above: dict[Key, list[tuple[int, Exponent]]] = {}
        below: dict[Key, list[tuple[int, Exponent]]] = {}
        for form, constant in left.items():
            for atom, c in form:
                (above if c > 0 else below).setdefault(atom, []).append((abs(c), (form, constant)))
        one_sided = above.keys() ^ below.keys()
        if one_sided:
            left = {form: c for form, c in left.items() if one_sided.isdisjoint(atom for atom, _ in form)}
            continue
        sizes = {atom: (len(above[atom]) * len(below[atom]), len(above[atom]) + len(below[atom])) for atom in above}
        least = min(sizes.values())
        atom = min((atom for atom, size in sizes.items() if size == least), key=repr)
        kept = [(form, c) for form, c in left.items() if all(other != atom for other, _ in form)]
        left = tightest([*kept, *(plus(scaled(x, b), y, a) for a, x in above[atom] for b, y in below[atom])])
        if len(left) > 1000:
            return False
    return frozenset() in left


def tightest(forms: Iterable[Exponent]) -> dict[IndexSum, int]:
    """Return the least constant of each form, after a division by its common divisor that rounds it down.

    >>> tightest([(frozenset({("i", 2)}), -1), (frozenset({("i", 1)}), 5)])
    {frozenset({('i', 1)}): -1}
    """
    found: dict[IndexSum, int] = {}
    for atoms, constant in forms:
        divisor = gcd(*[c for _, c in atoms]) or 1
        form = atoms if divisor == 1 else frozenset((atom, c // divisor) for atom, c in atoms)
        least = constant // divisor
        if form or least < 0:
            found[form] = min(least, found.get(form, least))
    return found
