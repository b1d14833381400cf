"""Determinants of every size at once: closed forms for the matrix on {0..n}, proved for all n.

A script gives the closed form and what makes it evident: column operations that leave a triangle, or an inverse for
Cramer's rule. Each is checked entry by entry on symbolic indices, and the closed form besides against elimination at
the small sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from exactdp.claims.evidence import Failed
from exactdp.claims.families import banded_product
from exactdp.claims.identities import Element, determinant, entry, identity, number
from exactdp.claims.indices import Domain, Index

ELIMINATED = 5
"""Up to which n a closed form is also compared with elimination."""

SIZES = Domain("n", lambda n: [n - 1])


@dataclass(frozen=True)
class ClosedForm:
    """A closed form of det A that `determinant_formula` has proved, `entries` and `formula` taking bases, n, indices.

    Domain: only `determinant_formula` makes one.

    >>> def diagonal(a, n, i, j):
    ...     return a if i == j else 0 * a
    >>> known = {"multiple": lambda a, n, j: number(0), "pivots": lambda a, n, z: a**z}
    >>> closed = determinant_formula("a", diagonal, **known, formula=lambda a, n: a ** (n + 1))
    >>> closed.bases, closed.sizes.names, closed.entries(2, 3, 0, 0), closed.formula(2, 3)
    ('a', 'n', 2, 16)
    """

    bases: str
    entries: Callable[..., Element]
    formula: Callable[..., Element]
    sizes: Domain


def determinant_formula(
    bases: str,
    entries: Callable[..., Element],
    *,
    multiple: Callable[..., Element],
    pivots: Callable[..., Element],
    formula: Callable[..., Element],
    sizes: Domain = SIZES,
) -> ClosedForm:
    """Prove that the matrix A on {0..n} has the determinant `formula`, for every n of `sizes`.

    Adding `multiple` times the column before to each column j ≥ 1 keeps the determinant and leaves a lower triangle.
    `pivots` is the product of the first z entries of its diagonal: 1 at z = 0, and entry z times as much at z + 1. All
    functions take the bases and n; then `entries` takes the row and the column, `multiple` j, and `pivots` z.
    Raises: as `identity`.

    >>> def alpha_to_the_distance(a, n, i, j):
    ...     return a ** abs(i - j)
    >>> def pivots(a, n, z):
    ...     return number(1) if z == 0 else (1 - a**2) ** (z - 1)
    >>> known = {"multiple": lambda a, n, j: -a, "pivots": pivots}
    >>> closed = determinant_formula("a", alpha_to_the_distance, **known, formula=lambda a, n: (1 - a**2) ** n)
    >>> determinant_formula("a", alpha_to_the_distance, **known, formula=lambda a, n: (1 - a) ** n)
    Traceback (most recent call last):
    exactdp.claims.evidence.Failed: pair 1 differs at n = 1
    """

    def triangle(*arguments: Any) -> Element:
        *known, i, j = arguments
        kept = entries(*known, i, j)
        return kept + multiple(*known, j) * entries(*known, i, j - 1) if j >= 1 else kept

    def above(*arguments: Any) -> Iterator[tuple[Element, Element]]:
        yield triangle(*arguments), number(0)

    def diagonal(*arguments: Any) -> Iterator[tuple[Element, Element]]:
        *known, j = arguments
        yield pivots(*known, j + 1), pivots(*known, j) * triangle(*known, j, j)

    def ends(*arguments: Any) -> Iterator[tuple[Element, Element]]:
        n = arguments[-1]
        yield pivots(*arguments, 0), number(1)
        yield pivots(*arguments, n + 1), formula(*arguments)

    identity(bases, above, _within(sizes, "i j", lambda n, i, j: [j - i - 1]))
    identity(bases, diagonal, _within(sizes, "j"))
    identity(bases, ends, sizes)
    for at in sizes.instances(ELIMINATED):
        _eliminate(bases, at[sizes.names], entries, formula)
    return ClosedForm(bases, entries, formula, sizes)


def cramer_formula(
    closed: ClosedForm,
    *,
    inverse: Callable[..., Element],
    scale: Callable[..., Element],
    formula: Callable[..., Element],
) -> None:
    """Prove that A with column k replaced by x has the determinant `formula`, for every n, every k in {0..n}, every x.

    A·K = s·1 for K, which is `inverse` on the diagonal and beside it and 0 elsewhere, and s = `scale`, a polynomial in
    the bases other than 0. So A·y = x has the solution y = K·x/s, and by Cramer's rule s·det A(k, x) = det A·(K·x)_k.
    `inverse` takes the bases, n, the row and the column; `scale` the bases; `formula` the bases, x as a function of its
    index, n and k.
    Raises: as `identity`; `Failed` for the scale 0.
    Source: Gupte & Sundararajan 2010, section 3, where the entries of T are written so.

    >>> def unit(a, n, i, j):
    ...     return number(1) if i == j else number(0)
    >>> one = {"multiple": lambda a, n, j: number(0), "pivots": lambda a, n, z: a**z}
    >>> closed = determinant_formula("a", lambda *at: at[0] * unit(*at), **one, formula=lambda a, n: a ** (n + 1))
    >>> cramer_formula(closed, inverse=unit, scale=lambda a: a, formula=lambda a, x, n, k: a**n * x(k))
    """
    bases = closed.bases

    def x(i: Index | int) -> Element:
        return entry("the replaced column", i)

    def product(*arguments: Any) -> Iterator[tuple[Element, Element]]:
        *known, n, i, k = arguments
        yield (
            banded_product(
                lambda i, j: closed.entries(*known, n, i, j), lambda j, k: inverse(*known, n, j, k), n, i, k
            ),
            scale(*known) if i == k else number(0),
        )

    def solution(*arguments: Any) -> Iterator[tuple[Element, Element]]:
        *known, n, k = arguments
        if scale(*known).equals(0):
            raise Failed("the scale is 0, so there is no inverse")
        near = [j for j in (k - 1, k, k + 1) if 0 <= j <= n]
        times = sum((inverse(*known, n, k, j) * x(j) for j in near), number(0))
        yield scale(*known) * formula(*known, x, n, k), closed.formula(*known, n) * times

    identity(bases, product, _within(closed.sizes, "i k"))
    identity(bases, solution, _within(closed.sizes, "k"))
    for at in closed.sizes.instances(ELIMINATED):
        n = at[closed.sizes.names]
        for k in range(n + 1):

            def replaced(*arguments: Any, k: int = k) -> Element:
                *_, i, j = arguments
                return x(i) if j == k else closed.entries(*arguments)

            def value(*arguments: Any, k: int = k) -> Element:
                *known, n = arguments
                return formula(*known, x, n, k)

            _eliminate(bases, n, replaced, value)


def _eliminate(bases: str, n: int, entries: Callable[..., Element], formula: Callable[..., Element]) -> None:
    """Compare a closed form with the elimination of the matrix on {0..n}."""
    rows = range(n + 1)

    def pair(*known: Element) -> Iterator[tuple[Element, Element]]:
        yield determinant([[entries(*known, n, i, j) for j in rows] for i in rows]), formula(*known, n)

    identity(bases, pair)


def _within(sizes: Domain, names: str, more: Callable[..., list[Any]] = lambda *indices: []) -> Domain:
    """The sizes, with further indices in {0..n} of which more is known."""

    def hypotheses(n: Any, *indices: Any) -> list[Any]:
        inside = [bound for index in indices for bound in (index, n - index)]
        return [*sizes.hypotheses(n), *inside, *more(n, *indices)]

    return Domain(f"{sizes.names} {names}", hypotheses)
