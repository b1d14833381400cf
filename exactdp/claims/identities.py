"""Polynomial identities and signs for all indices, each decided by two engines that must agree.

The engines are FLINT's polynomials and sympy's, the latter over rationals written in pure Python; with its FLINT ground
types sympy would be FLINT again. A script's function is run once over each, so nothing is translated between them.

The symbols are independent: α, a power α^i with a symbolic exponent, an entry x_k of an unknown vector.
An identity between independent symbols holds for whatever they stand for. The converse fails, so an identity may be
true and not be found so. So `Failed` is said only with an instance at which it is false, and `Undecided` without one.

Why α = 0 is not excluded, though exponents such as i - k + 1 are compared as Laurent monomials: every power that is
written has an exponent shown to be ≥ 0, so that at each instance both sides are polynomials in the bases. They are
equal as Laurent polynomials, hence as polynomials, hence at every value of the bases. The same holds for powers of a
polynomial base such as (1-α²)^n, since polynomials have no divisors of zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from flint import Ordering, fmpq, fmpq_mpoly_ctx
from sympy.polys.domains.pythonrationalfield import PythonRationalField
from sympy.polys.rings import ring

from exactdp.arithmetic.exact import InputError, Undecided, exact
from exactdp.claims.evidence import Failed, record
from exactdp.claims.indices import Case, Domain, Index, Linear, canonical, entailed

SYMBOLS = 40
"""How many symbols one identity may have."""

TRIED_INDICES = 4
"""Up to which index the cases of a domain are also tried out on instances."""

EnginePolynomial: TypeAlias = Any
"""A polynomial of either engine; both have + - * ** and comparison with 0."""

Powers: TypeAlias = tuple[tuple[str, Linear], ...]
"""The exponent of each base in a term."""


class EnginesDisagree(Exception):  # noqa: N818
    """One engine finds an identity true and the other false: a defect of an engine, never a verdict."""


@dataclass(frozen=True)
class Engine:
    """Polynomials with rational coefficients in `SYMBOLS` symbols.

    >>> for engine in ENGINES:
    ...     x, y = engine.symbols[:2]
    ...     engine.name, engine.quotient(x**2 - y**2, x - y) == x + y
    ('FLINT', True)
    ('sympy', True)
    """

    name: str
    symbols: tuple[EnginePolynomial, ...]
    number: Callable[[Fraction], Any]
    quotient: Callable[[EnginePolynomial, EnginePolynomial], EnginePolynomial]


def _flint() -> Engine:
    context = fmpq_mpoly_ctx.get([f"v{k}" for k in range(SYMBOLS)], Ordering.lex)
    return Engine(
        "FLINT", tuple(context.gens()), lambda value: fmpq(value.numerator, value.denominator), lambda p, q: p / q
    )


def _sympy() -> Engine:
    field = PythonRationalField()
    # By itself this field takes FLINT's numbers for its own, where FLINT is installed, and converts its own by FLINT.
    field.tp = field.dtype
    # sympy may keep rings by their symbols and take all fields of rationals for one, so no other ring has these.
    _, *symbols = ring([f"exactdp{k}" for k in range(SYMBOLS)], field)
    return Engine("sympy", tuple(symbols), lambda value: field(value.numerator, value.denominator), _exact_quotient)


def _exact_quotient(dividend: EnginePolynomial, divisor: EnginePolynomial) -> EnginePolynomial:
    # sympy's own division wants FLINT's rationals where FLINT is installed.
    polynomials, quotient = dividend.ring, dividend.ring.zero
    while dividend:
        monomial = polynomials.monomial_div(dividend.LM, divisor.LM)
        if monomial is None:
            raise ArithmeticError("the division leaves a remainder")
        term = polynomials.term_new(monomial, dividend.LC / divisor.LC)
        quotient, dividend = quotient + term, dividend - term * divisor
    return quotient


ENGINES = (_flint(), _sympy())


class _Symbols:
    """The symbols of one identity over one engine, given out as they are met."""

    def __init__(self, engine: Engine, bases: str) -> None:
        self.engine = engine
        self.bases = bases.split()
        if len(set(self.bases)) != len(self.bases):
            raise InputError(f"the bases {bases!r} name one twice: write a different name for each")
        self.given: dict[Any, EnginePolynomial] = {}
        self.one = self.engine.symbols[0] ** 0
        self.zero = self.one - self.one
        for base in self.bases:
            self.symbol(base)

    def symbol(self, name: Any) -> EnginePolynomial:
        if name not in self.given:
            if len(self.given) >= SYMBOLS:
                raise InputError(f"an identity has at most {SYMBOLS} symbols: prove it in parts, or for fewer entries")
            self.given[name] = self.engine.symbols[len(self.given)]
        return self.given[name]

    def base(self, name: str) -> Element:
        return Element({((name, ((), 1)),): self.one})

    def polynomial_base(self, polynomial: EnginePolynomial) -> str:
        """Return the name under which powers of a polynomial in the bases have symbolic exponents.

        Raises: `InputError` for 0, and for a polynomial with entries, which may be 0 where two indices are equal.
        """
        bases = [self.given[base] for base in self.bases]
        others = [
            degree
            for symbol, degree in zip(self.engine.symbols, polynomial.degrees(), strict=True)
            if symbol not in bases
        ]
        if polynomial == 0 or any(degree > 0 for degree in others):
            raise InputError("only a nonzero polynomial in the bases has powers with symbolic exponents")
        name = f"({polynomial})"
        if name not in self.given:
            self.given[name] = polynomial
            self.bases.append(name)
        return name


_symbols: ContextVar[_Symbols] = ContextVar("symbols")


def number(value: int | Fraction) -> Element:
    """Return a number as an element of the identity at hand. Raises: as `exact`; LookupError outside of an identity.

    >>> identity("a", lambda a: [(a - number(Fraction(1, 2)) * a, number(Fraction(1, 2)) * a)])
    """
    symbols = _symbols.get()
    return Element({(): symbols.one * symbols.engine.number(exact(value))})


def entry(name: str, *at: Index | int) -> Element:
    """Return the entry of a vector or matrix of which nothing is known. Raises: LookupError outside of an identity.

    >>> same = Domain("i j", lambda i, j: [i - j, j - i])
    >>> identity("", lambda i, j: [(entry("x", i), entry("x", j))], same)
    >>> identity("", lambda: [(entry("x", 0), entry("x", 1))])
    Traceback (most recent call last):
    exactdp.claims.evidence.Failed: pair 0 differs
    """
    key = (name, *(canonical(k.linear) if isinstance(k, Index) else ((), k) for k in at))
    return Element({(): _symbols.get().symbol(key)})


class Element:
    """A polynomial in the symbols of the identity at hand, whose bases may have exponents that depend on indices.

    >>> identity("a", lambda a, n: [((1 - a) * a**n, a**n - a ** (n + 1))], Domain("n", lambda n: [n]))
    >>> identity("a", lambda a: [(a, 0)] if a == 0 else [])
    Traceback (most recent call last):
    TypeError: an unknown real number cannot decide a branch: give both sides as a pair of an identity
    """

    __slots__ = ("terms",)

    def __init__(self, terms: dict[Powers, EnginePolynomial]) -> None:
        self.terms = {powers: value for powers, value in terms.items() if value != 0}

    def __add__(self, other: Element | int | Fraction) -> Element:
        total = dict(self.terms)
        for powers, value in _element(other).terms.items():
            total[powers] = total[powers] + value if powers in total else value
        return Element(total)

    __radd__ = __add__

    def __mul__(self, other: Element | int | Fraction) -> Element:
        total: dict[Powers, EnginePolynomial] = {}
        for first, a in self.terms.items():
            for second, b in _element(other).terms.items():
                powers = _product(first, second)
                total[powers] = total[powers] + a * b if powers in total else a * b
        return Element(total)

    __rmul__ = __mul__

    def __neg__(self) -> Element:
        return self * -1

    def __sub__(self, other: Element | int | Fraction) -> Element:
        return self + _element(other) * -1

    def __rsub__(self, other: int | Fraction) -> Element:
        return -self + other

    def __pow__(self, exponent: Index | int) -> Element:
        """Return a power; its exponent must be ≥ 0 all through the case at hand."""
        if isinstance(exponent, int) and exponent < 0:
            raise Failed(f"the exponent {exponent} is negative")
        if not entailed(exponent):
            raise Undecided(f"the exponent {exponent} may be negative")
        if isinstance(exponent, Index) and exponent.coefficients:
            return self._symbolic_power(exponent)
        times = exponent.constant if isinstance(exponent, Index) else exponent
        result = number(1)
        for _ in range(times):
            result *= self
        return result

    def _symbolic_power(self, exponent: Index) -> Element:
        symbols = _symbols.get()
        if any(coefficients for powers in self.terms for _, (coefficients, _) in powers):
            raise InputError("a power with a symbolic exponent cannot be the base of another: multiply the exponents")
        if len(self.terms) == 1:
            ((powers, value),) = self.terms.items()
            if value == symbols.one:
                return Element({tuple((base, (linear[1] * exponent).linear) for base, linear in powers): value})
        name = symbols.polynomial_base(self.polynomial())
        return Element({((name, exponent.linear),): symbols.one})

    def equals(self, other: Element | int | Fraction) -> bool:
        """Decide an identity, in the case at hand."""
        return all(value == 0 for value in (self - other).by_symbolic_powers().values())

    def __eq__(self, other: object) -> bool:
        # α is not 1 as a symbol and may be 1 as a number, so no branch may hang on it.
        raise TypeError("an unknown real number cannot decide a branch: give both sides as a pair of an identity")

    def __bool__(self) -> bool:
        return self == 0

    __hash__ = None  # type: ignore[assignment]

    def by_symbolic_powers(self) -> dict[Powers, EnginePolynomial]:
        """Return the polynomials that stand beside each product of symbolic powers, all times a power of each base.

        Powers of one base whose exponents differ by a number are brought together.
        """
        symbols = _symbols.get()
        groups: dict[Powers, list[tuple[dict[str, int], EnginePolynomial]]] = {}
        for powers, value in self.terms.items():
            exponents = {base: canonical(linear) for base, linear in powers}
            symbolic = tuple((base, (linear[0], 0)) for base, linear in sorted(exponents.items()) if linear[0])
            groups.setdefault(symbolic, []).append(({base: linear[1] for base, linear in exponents.items()}, value))
        total = {}
        for symbolic, group in groups.items():
            total[symbolic] = symbols.zero
            for base in symbols.bases:
                least = min(constants.get(base, 0) for constants, _ in group)
                group = [  # noqa: PLW2901
                    (constants, value * symbols.symbol(base) ** (constants.get(base, 0) - least))
                    for constants, value in group
                ]
            for _, value in group:
                total[symbolic] = total[symbolic] + value
        return total

    def polynomial(self) -> EnginePolynomial:
        """Return the engine's polynomial. Raises: ValueError where an exponent is symbolic or negative."""
        symbols = _symbols.get()
        total = symbols.zero
        for powers, value in self.terms.items():
            for base, (coefficients, constant) in powers:
                if coefficients or constant < 0:
                    raise ValueError(f"the exponent of {base} is symbolic or negative")
                value = value * symbols.symbol(base) ** constant  # noqa: PLW2901
            total = total + value
        return total


def _element(value: Element | int | Fraction) -> Element:
    return value if isinstance(value, Element) else number(value)


def _product(first: Powers, second: Powers) -> Powers:
    total = dict(first)
    for base, linear in second:
        total[base] = (Index(*total[base]) + Index(*linear)).linear if base in total else linear
    return tuple(sorted((base, linear) for base, linear in total.items() if linear != ((), 0)))


Pairs: TypeAlias = Iterable[tuple[Element | int | Fraction, Element | int | Fraction]]

NOTHING_SYMBOLIC = Domain()


def identity(bases: str, body: Callable[..., Pairs], domain: Domain = NOTHING_SYMBOLIC) -> None:
    """Prove identities for all values of the bases and all indices of a domain, by both engines.

    The body takes the bases, then the indices, and gives pairs (left, right) that must be equal in every case. It is
    also run on the domain's instances up to `TRIED_INDICES`, each of which must lie in exactly one case.
    Raises: `Failed`, with an instance, where two sides differ there, or there is nothing to compare; `Undecided` where
    they could not be shown equal and no instance is found at which they differ; `EnginesDisagree`.

    >>> identity("a", lambda a: [((1 - a) * (1 + a), 1 - a**2)])
    >>> identity("a", lambda a, i: [(a ** (i + 1) * a, a ** (i + 2))], Domain("i", lambda i: [i]))
    >>> identity("a", lambda a: [((1 - a) ** 2, 1 - a**2)])
    Traceback (most recent call last):
    exactdp.claims.evidence.Failed: pair 0 differs
    """
    _decide(bases, lambda *arguments: [_element(left).equals(right) for left, right in body(*arguments)], domain)


def _decide(bases: str, body: Callable[..., list[bool]], domain: Domain) -> None:
    instances = list(domain.instances(TRIED_INDICES))
    if not instances:
        raise Failed(f"the domain has no instance up to {TRIED_INDICES}, so nothing is claimed")
    if domain.names:
        for values in instances:
            ((_, found),) = _agreed(bases, Domain(), lambda *symbols: body(*symbols, *values.values()))  # noqa: B023
            _all_equal(found, values)
    cases = _agreed(bases, domain, body)
    for case, found in cases:
        if not domain.names:
            _all_equal(found, {})
        if not found:
            raise Failed(f"nothing is compared where {case}")
        if not all(found):
            raise Undecided(
                f"pair {found.index(False)} could not be shown equal where {case}, though it is so at every instance "
                f"with indices up to {TRIED_INDICES}"
            )
    for values in instances:
        if sum(case.holds_at(values) for case, _ in cases) != 1:
            raise EnginesDisagree(f"the instance {values} does not lie in exactly one case")
    record(
        cases=len(cases),
        identities=sum(len(found) for _, found in cases),
        instances=len(instances) if domain.names else 0,
        indices=domain.names.split(),
    )


def _agreed(bases: str, domain: Domain, body: Callable[..., list[bool]]) -> list[tuple[Case, list[bool]]]:
    first, second = (list(_run(engine, bases, domain, body)) for engine in ENGINES)
    if [(str(case), found) for case, found in first] != [(str(case), found) for case, found in second]:
        raise EnginesDisagree(f"{ENGINES[0].name} and {ENGINES[1].name} disagree about an identity")
    return first


def _all_equal(results: list[bool], values: dict[str, int]) -> None:
    where = ", ".join(f"{name} = {value}" for name, value in values.items())
    if not results:
        raise Failed("nothing is compared" + (f" at {where}" if where else ""))
    if not all(results):
        raise Failed(f"pair {results.index(False)} differs" + (f" at {where}" if where else ""))


Value = TypeVar("Value")


def _run(engine: Engine, bases: str, domain: Domain, body: Callable[..., Value]) -> Iterator[tuple[Case, Value]]:
    def with_symbols(*indices: Index) -> Value:
        symbols = _Symbols(engine, bases)
        token = _symbols.set(symbols)
        try:
            return body(*map(symbols.base, symbols.bases), *indices)
        finally:
            _symbols.reset(token)

    yield from domain.cases(with_symbols)


# Signs


@dataclass(frozen=True)
class Signed:
    """An element that is ≥ 0, or > 0 where `strict`, because it is a sum of products of such.

    Domain: only the functions of this room make one; a script adds and multiplies what `signs` gives it.

    >>> real = Assumed("a", lambda a: {}, witness=[Fraction(0)])
    >>> signs(real, lambda given, a: [(a**2 + 1, square(a) + positive_number(1))])
    >>> signs(real, lambda given, a: [(a**2, square(a))])
    Traceback (most recent call last):
    exactdp.claims.evidence.Failed: the sum for element 0 may be 0
    """

    element: Element
    strict: bool

    def __add__(self, other: Signed) -> Signed:
        return Signed(self.element + other.element, self.strict or other.strict)

    def __mul__(self, other: Signed | int | Fraction) -> Signed:
        factor = other if isinstance(other, Signed) else positive_number(other)
        return Signed(self.element * factor.element, self.strict and factor.strict)

    __rmul__ = __mul__

    def __pow__(self, exponent: Index | int) -> Signed:
        return Signed(self.element**exponent, self.strict)


def positive_number(value: int | Fraction) -> Signed:
    """Return a number that is > 0. Raises: `Failed` for any other; as `number`.

    >>> unit = Assumed("a", lambda a: {"1-α": 1 - a}, witness=[Fraction(1, 3)])
    >>> signs(unit, lambda given, a: [(2 - a, positive_number(1) + given["1-α"])])
    """
    if value <= 0:
        raise Failed(f"{value} is not positive")
    return Signed(number(value), True)


def square(element: Element) -> Signed:
    """Return an element's square, which is ≥ 0.

    >>> real = Assumed("a b", lambda a, b: {}, witness=[Fraction(0), Fraction(0)])
    >>> signs(real, lambda given, a, b: [(a**2 + b**2 - 2 * a * b, square(a - b))], strict=False)
    """
    return Signed(element * element, False)


@dataclass(frozen=True)
class Assumed:
    """What a script assumes of its bases: by name, what is > 0 and what is ≥ 0; and values at which all of it is so.

    Raises: `Failed` where it does not hold at those values; as `exact`.

    >>> unit = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 3)])
    """

    bases: str
    positive: Callable[..., dict[str, Any]]
    nonnegative: Callable[..., dict[str, Any]] = lambda *bases: {}
    witness: Sequence[Fraction] = ()

    def __post_init__(self) -> None:
        values = [exact(value) for value in self.witness]
        broken = [name for name, value in self.positive(*values).items() if not value > 0]
        broken += [name for name, value in self.nonnegative(*values).items() if not value >= 0]
        if broken:
            raise Failed(f"{broken[0]} has the wrong sign at {', '.join(map(str, self.witness))}")

    def signed(self, *bases: Element) -> dict[str, Signed]:
        """Return the hypotheses as signed elements."""
        strict = {name: Signed(element, True) for name, element in self.positive(*bases).items()}
        return strict | {name: Signed(element, False) for name, element in self.nonnegative(*bases).items()}


def signs(
    assumed: Assumed,
    body: Callable[..., Iterable[tuple[Element, Signed]]],
    domain: Domain = NOTHING_SYMBOLIC,
    *,
    strict: bool = True,
) -> None:
    """Prove elements to be > 0 (or ≥ 0, where not `strict`) by writing each as a sum of products of hypotheses.

    The body takes the hypotheses by name, the bases and the indices, and gives pairs (element, sum of products).
    Raises: `Failed` where the two differ, or a strict sign is asked for and the sum has no strictly positive product;
    `EnginesDisagree`.

    >>> unit = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 3)])
    >>> signs(unit, lambda given, a: [(1 - a**2, given["1-α"] * (positive_number(1) + given["α"]))])
    """

    def proved(*arguments: Any) -> list[bool]:
        count = len(assumed.bases.split())
        found = list(body(assumed.signed(*arguments[:count]), *arguments))
        weak = [k for k, (_, proof) in enumerate(found) if strict and not proof.strict]
        if weak:
            raise Failed(f"the sum for element {weak[0]} may be 0")
        return [_element(element).equals(proof.element) for element, proof in found]

    _decide(assumed.bases, proved, domain)
    record(signs=1)


# Determinants of concrete size


def determinant(rows: Sequence[Sequence[Element]]) -> Element:
    """Return a determinant by fraction-free elimination, the entries without symbolic exponents; without rows it is 1.

    Raises: ValueError for a symbolic exponent; `InputError` unless there are as many columns as rows.
    Source: Bareiss 1968; every quotient is exact, being a minor of the matrix.

    >>> identity("a", lambda a: [(determinant([[a**0, a], [a, a**0]]), 1 - a**2)])
    """
    symbols = _symbols.get()
    matrix = [[entry.polynomial() for entry in row] for row in rows]
    size, sign, previous = len(matrix), 1, symbols.one
    if any(len(row) != size for row in matrix):
        raise InputError("a determinant is of as many columns as rows: give each row as many entries as there are rows")
    for k in range(size - 1):
        pivot = next((i for i in range(k, size) if matrix[i][k] != 0), None)
        if pivot is None:
            return number(0)
        if pivot != k:
            matrix[k], matrix[pivot], sign = matrix[pivot], matrix[k], -sign
        for i in range(k + 1, size):
            for j in range(k + 1, size):
                minor = matrix[i][j] * matrix[k][k] - matrix[i][k] * matrix[k][j]
                matrix[i][j] = symbols.engine.quotient(minor, previous)
        previous = matrix[k][k]
    return Element({(): matrix[-1][-1]}) * sign if matrix else number(1)
