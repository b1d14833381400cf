# ruff: noqa: PLR0124 (a formula may compare a term with itself)
"""Derivations that the core must refuse, each by one check of one rule, and derivations that it must accept.

Without the check that it is about, every entry of `FALSE` would make a theorem that is false somewhere, or that hides
a dependency. `RIGHT` has a correct use of each rule, with its theorem.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from exactdp.claims.logic.context import Context
from exactdp.claims.logic.core import (
    Theorem,
    absurd,
    alternative,
    arithmetic,
    assume,
    attained,
    because,
    bounds,
    by_cases,
    choose,
    combine,
    conjoin,
    cut,
    detach,
    either,
    evaluate,
    exchange,
    generalise,
    imply,
    in_coq,
    induct,
    instance,
    least_index,
    obtain,
    part,
    replace,
    restate,
    specialise,
    split_range,
    square,
    telescope,
    termwise,
    weaken,
    witness,
)
from exactdp.claims.logic.polynomials import ONCE, UNIT, Refused
from exactdp.claims.statements.expressions import INDEX, INDEX_MAP, MATRIX, NUMBER, SET, TRUTH, Function, key, same
from exactdp.claims.statements.formulas import (
    All,
    Largest,
    Least,
    Product,
    Some,
    Sum,
    between,
    both,
    function,
    indices,
    matrix,
    number,
    numbers,
    vectors,
)
from exactdp.claims.statements.terms import (
    TRUE,
    Definition,
    Formula,
    If,
    Term,
    as_number,
    expand,
    negation,
    term,
    variable,
)
from tests.claims.imitations import IMITATIONS

i, j, k, m, n, r, s, v, w = indices("i j k m n r s v w")
a, b, c = numbers("a b c")
x = matrix("x")
f, g = vectors("f g")
T, S = variable("T", INDEX_MAP), variable("S", SET)
HALF = Fraction(1, 2)

INVERSE_OF_0 = ("polynomial", frozenset({(UNIT, Fraction(0))})), (frozenset[Any](), -1)
TWO = ("polynomial", frozenset({(UNIT, 2)})), ONCE
"""Powers as in `Context`, of the number 0 and of 2, which no term has as bases."""

Derivation = Callable[[], Any]

P, Q, R = 0 < a, 0 < b, 0 < c
"""Formulas of which nothing follows from the others."""


class Anything(str):
    """A text that claims to equal every other."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = str.__hash__


def imitated_variable(name: str) -> Any:
    return SimpleNamespace(op="variable", args=(name,), sort=NUMBER)


def imitated_truth() -> Any:
    """An object that reads as 1 < 0, and equals a true formula."""
    return SimpleNamespace(op="<", args=(term(1), term(0)), sort=TRUTH, _free={}, _key=key(TRUE))


def row(at: Any, low: Any = 0, high: Any = m) -> Term:
    return Sum(r, low, high, x[at, r])


rows = All(i, between(0, i, n), row(i) == 1)
"""All rows of x sum to 1."""

doubled = Definition("doubled", (a,), a + a, NUMBER)
wide = Definition("wide", (i,), 0 <= i)
corner = Definition("corner", (x,), x[0, 1], NUMBER)
decided = Definition("decided", (i,), None, decide=lambda at: at == 3)
bounded = Definition("bounded", (), All(a, a < 1), decide=lambda: True)
count = Definition("count", (), If(All(a, a < 1), term(0), term(5)), decide=lambda: -1)
within = Definition("within", (i,), decided(i + 1))
positive = Definition("positive", (a,), None, decide=lambda number: number > 0)
opaque = Definition("opaque", (i,), None, NUMBER)
constant = Definition("constant", (), term(3, NUMBER))
trace = Definition("trace", (x,), None, NUMBER)
twin = Definition("opaque", (i,), None, NUMBER)

late = Sum(v, 0, n, Sum(w, 0, v - 1, a ** (v - 1)))
"""Σ v·a^(v-1), which is 1 at a = 0 and n = 1, and a polynomial in a."""


def alike(left: Any, right: Any, *given: Formula, nonzero: Any = ()) -> Theorem:
    """Return the theorem that two terms are equal, by their normal forms."""
    return combine(as_number(left) == right, [], given, [assume(each) for each in nonzero])


def power(base: Term, exponent: int, atoms: Any = ()) -> dict[Any, Fraction]:
    """Return a power of a base as a multiplier."""
    return {frozenset({(key(base), (frozenset(atoms), exponent))}): Fraction(1)}


def said(f: Formula) -> Theorem:
    """Return a formula as a theorem that is argued in words; every theorem derived from it keeps the words."""
    return because(str(f), f)


def shown(t: Theorem) -> str:
    """Return a theorem with all that it rests on."""
    rests = [*t.words, *(f"{each.name} of Coq" for each in t.coq), *(f"{name}()" for name in t.computed)]
    return f"{t} by {'; '.join(rests)}" if rests else str(t)


class Changing(list[Any]):
    """A list that is empty when it is first read."""

    reads = 0

    def __iter__(self) -> Any:
        self.reads += 1
        return iter([]) if self.reads == 1 else super().__iter__()


def changed() -> Theorem:
    t = evaluate(term(0) <= 1)
    t.says.args = (term(1), term(0))
    return t


def made_again() -> Theorem:
    t = evaluate(term(0) <= 1)
    t.says.__init__("<=", term(1), term(0), sort=TRUTH)  # type: ignore[misc]
    return t


def reassigned() -> Theorem:
    t = assume(P)
    t.given = ()
    return t


def renamed_to_one() -> Theorem:
    other = variable("i'", INDEX)
    t = instance(combine(corner(function(i, other, as_number(i) + a)) == a), {"a": as_number(i)})
    return combine(term(0) == -1, [(1, [t])])


def imitation(says: Formula) -> Any:
    return SimpleNamespace(says=says, given=(), words=(), coq=(), computed=())


def _many_facts() -> list[Formula]:
    """Return so many inequalities, all true at 0, that eliminating their names takes too long."""
    facts = []
    for k in range(30):
        total = term(99)
        for t in range(8):
            total = total + (pow(k + 2, t + 3, 101) % 7 - 3) * T[t]
        facts.append(0 <= total)
    return facts


class Alternating(frozenset[Any]):
    """A monomial that is empty at every other look."""

    looks = 0

    def __iter__(self) -> Iterator[Any]:
        self.looks += 1
        return super().__iter__() if self.looks % 2 else iter(())


class Turning(tuple[Any, Any]):
    """A power that has the exponent 0 at the first look."""

    looks = 0

    def __iter__(self) -> Iterator[Any]:
        self.looks += 1
        return super().__iter__() if self.looks > 1 else iter((self[0], (frozenset(), 0)))


class Hidden(dict[Any, Any]):
    """A dictionary that looks empty to whoever asks for its keys or values."""

    def __iter__(self) -> Any:
        return iter(())

    def values(self) -> Any:
        return ()


def _an_index_between() -> Theorem:
    low, high = assume(0 < 1 * as_number(k)), assume(1 * as_number(k) < 1)
    below = combine(a < a, [(1, [low]), (1, [assume(k <= 0)])])
    above = combine(a < a, [(1, [high]), (1, [assume(1 <= k)])])
    none = by_cases(weaken(below, high.says), cut(weaken(above, low.says), arithmetic(1 <= k, 0 < k)), k <= 0)
    return obtain(assume(Some(a, TRUE, (0 < 1 * a) & (1 * a < 1))), absurd(none, Q), k)


def _induction_over_numbers() -> Theorem:
    below = 1 * a <= (1 * a) * (1 * a)
    base = combine(1 * term(0, NUMBER) <= (1 * term(0, NUMBER)) * (1 * term(0, NUMBER)))
    step = combine(1 * (a + 1) <= (1 * (a + 1)) * (1 * (a + 1)), [(1, [assume(below)]), (2, [assume(0 <= a)])])
    return induct(below, a, 0, base, step)


def _of_a_table_with_a_longer_row() -> Theorem:
    """That 0 < 0: the name of the table has the entry 3 at [1,1], and its meaning has 7."""
    first, second = If(r == 0, as_number(1), 0), If(r == 0, 2, If(r == 1, as_number(7), 0))
    table = Definition("[1; 2 3]", (), function(i, r, If(i == 0, first, If(i == 1, second, 0))))()
    return combine(as_number(0) < 0, [(Fraction(1, 4), [evaluate(table[1, 1] == 3)]), (1, [])])


FALSE: dict[str, Derivation] = {
    # The theorem itself
    "made without a rule": lambda: Theorem(object(), [], a < a),
    "a subclass of a theorem": lambda: weaken(
        type("Own", (Theorem,), vars(imitation(a < a)) | {"__init__": lambda self: None})()
    ),
    "what looks like a theorem": lambda: weaken(imitation(a < a)),
    "what looks like a lemma": lambda: cut(assume(P), imitation(P)),
    "what looks like a factor": lambda: combine(P, [(1, [imitation(P)])]),
    "what looks like a divisor": lambda: combine(a / a == 1, nonzero=[imitation(P)]),
    "given is assigned": reassigned,
    "an expression is assigned": changed,
    "an expression is made again": made_again,
    "a sort that is another sort": lambda: variable("y", type("Own", (str,), {})(INDEX)),
    "a sort that is every sort": lambda: variable("y", Function(1, Anything(INDEX))),
    "a number of indices that is every number": lambda: variable("y", Function(Anything("1"), INDEX)),
    "a parameter that looks like a variable": lambda: Definition("d({0})", (imitated_variable("a"),), a, NUMBER),
    "a parameter that is a sum": lambda: Definition("d({0})", (a + b,), a, NUMBER),
    "a body that looks like a formula": lambda: Definition("d", (), imitated_truth()),
    "a name that leaves out an argument": lambda: Definition("{0} is below", (a, b), a < b),
    "a name with an argument too many": lambda: Definition("{0} is below {1}", (a,), 0 < a),
    "a name with an argument cut off": lambda: Definition("{0:.1}", (a,), a),
    "a name of two lines": lambda: Definition("a < b\n0 = 1", (), TRUE),
    "a name with an escape": lambda: Definition("\x1b[8mnot \x1b[0mtrue", (), TRUE),
    "a name that hides a sign": lambda: Definition("a\u200b", (), TRUE),
    "a variable that the core makes": lambda: assume(Term("variable", "~7", sort=INDEX) == 0),
    "a variable that begins with ~": lambda: variable("~7", INDEX),
    "a variable that the core makes, given": lambda: weaken(square(a), Term("variable", "~7", sort=INDEX) == 0),
    "an index as a number, given": lambda: weaken(arithmetic(1 <= n, 0 < n), number("n") == HALF),
    # Sorts
    "an index and a number of one name": lambda: conjoin(
        arithmetic(1 <= n, 0 < n), combine(number("n") == number("n"))
    ),
    "an index generalised as a number": lambda: generalise(arithmetic(1 <= n, 0 < n), number("n"), 0 < n),
    "a number within a binder of an index": lambda: generalise(square(number("n")), n),
    "a number compared as an index": lambda: arithmetic(
        Formula("<=", term(1), a, sort=TRUTH), Formula("<", term(0), a, sort=TRUTH)
    ),
    "a function of a number": lambda: arithmetic(function(a, a <= b)[1], function(a, a < b)[0]),
    "a function of one variable twice": lambda: function(i, i, i),
    "half an index": lambda: arithmetic(term(HALF, INDEX) == 0),
    "half an index in a sum": lambda: Term("linear", (), HALF, sort=INDEX),
    "half of an index": lambda: Term("linear", ((i, HALF),), 0, sort=INDEX),
    "one index twice in a sum": lambda: Term("linear", ((i, 1), (i, 1)), 1, sort=INDEX),
    "no index in a sum": lambda: Term("linear", ((a, 1),), 1, sort=INDEX),
    "a sum over a number": lambda: Term("sum", a, term(0), n, a, sort=NUMBER),
    "a sum over a term": lambda: Term("sum", i + 1, term(0), n, a, sort=NUMBER),
    "a quantifier over a term": lambda: Formula("all", f[0], TRUE, P, sort=TRUTH),
    "a float": lambda: Term("literal", 0.5, sort=NUMBER),
    "an exponent that is a number": lambda: Term("^", a, b, sort=NUMBER),
    "a choice between sorts": lambda: Term("if", P, i, a, sort=NUMBER),
    "an entry of too few indices": lambda: Term("entry", x, i, sort=NUMBER),
    "an entry of another sort": lambda: Term("entry", x, i, k, sort=INDEX),
    "a term as a formula": lambda: Formula("+", a, b, sort=NUMBER),
    "a name with an argument of another sort": lambda: Term("defined", doubled, i, sort=NUMBER),
    "a name of another sort": lambda: Term("defined", doubled, a, sort=INDEX),
    "a definition that speaks of more": lambda: combine(Definition("d", (), a, NUMBER)() == a),
    "a definition with a parameter of another sort": lambda: Definition("d", (variable("a", INDEX),), a, NUMBER),
    "a definition with a parameter twice": lambda: Definition("d", (a, a), a, NUMBER),
    "two bound variables become one": renamed_to_one,
    "a power of a product of powers of one constant": lambda: alike(
        (as_number(2) ** i * as_number(2) ** (1 - i) * 2) ** j, as_number(2) ** j, 0 <= j
    ),
    # combine: multipliers and factors
    "a sum of nothing": lambda: combine(a <= b),
    "an equation of nothing": lambda: combine(a == b),
    "a goal that is no relation": lambda: combine(P & Q),
    "a weak goal made strict": lambda: combine(P, [(1, [assume(0 <= a)])]),
    "strict by one factor of two": lambda: combine(0 < a * b, [(1, [assume(0 <= a), assume(Q)])]),
    "strict by an equation": lambda: combine(a < b, [(1, [assume(a == b)])]),
    "strict by an equation times 0": lambda: combine(a < a, [(a - a, [assume(a == b)])]),
    "strict by the number 0": lambda: combine(a < a, [(0, [])]),
    "strict by a multiplier 0": lambda: combine(a < a, [({UNIT: Fraction(0)}, [])]),
    "a float that is rounded": lambda: combine(
        b + 1 + Fraction(1, 10**400) == c, [({UNIT: 1.0}, [assume(b + 1 == c)])]
    ),
    "a float beside a fraction": lambda: combine(
        b + 1 + Fraction(1, 10**400) + a * (b + 1) == c + a * c,
        [({UNIT: 1.0, **power(a, 1)}, [assume(b + 1 == c)])],
    ),
    "a multiplier that is not what it shows": lambda: combine(
        b == c, [(Hidden(power(a, -1)), [assume(a * b == a * c)])]
    ),
    "a monomial that is another one at each look": lambda: combine(
        0 == c + c * b, [({Alternating(*power(c, 1)): Fraction(1)}, [assume(0 == c + b)])]
    ),
    "a power that is another one at each look": lambda: combine(
        b * b == b * c,
        [
            (
                {frozenset({Turning((key(a), (frozenset(), -1))), *next(iter(power(b, 1)))}): Fraction(1)},
                [assume(a * b == a * c)],
            )
        ],
    ),
    "a multiplier below 0": lambda: combine(a <= 0, [(-1, [assume(0 <= a)])]),
    "a multiplier that may be below 0": lambda: combine(0 <= a * b, [(b, [assume(0 <= a)])]),
    "a constant and more as the multiplier": lambda: combine(0 <= (b + 1) * a, [(b + 1, [assume(0 <= a)])]),
    "an equation from an inequality": lambda: combine(a == b, [(1, [assume(a <= b)])]),
    "a factor that is no relation": lambda: combine(0 <= b - a, [(1, [assume((a <= b) | (b <= a))])]),
    "a goal that says nothing": lambda: combine(TRUE),
    "a factor that says nothing": lambda: combine(P, [(1, [conjoin()])]),
    "a divisor that says nothing": lambda: combine(a / a == 1, nonzero=[conjoin()]),
    "a factor the other way": lambda: combine(a <= b, [(1, [assume(b <= a)])]),
    "a product of three that is not": lambda: combine(
        0 <= a * b, [(1, [assume(0 <= a), assume(0 <= b), assume(0 <= c)])]
    ),
    "divided by what may be 0, as a multiplier": lambda: combine(b == c, [(power(a, -1), [assume(a * b == a * c)])]),
    "divided by what may be 0, times another": lambda: combine(
        b * b == b * c,
        [
            (
                {frozenset({*next(iter(power(a, -1))), *next(iter(power(b, 1)))}): Fraction(1)},
                [assume(a * b == a * c)],
            )
        ],
    ),
    "divided by a power of what may be 0": lambda: combine(
        b == c, [(power(a, 0, [(key(i), -1)]), [assume(a**i * b == a**i * c)])], [0 <= i]
    ),
    "divided by a power within a base": lambda: combine(
        b == c,
        [
            (
                {frozenset({(("polynomial", frozenset(power(a, -1).items())), ONCE)}): Fraction(1)},
                [assume(a * b == a * c)],
            )
        ],
    ),
    "an inverse of a base that is 0, which no term has": lambda: combine(
        as_number(0) == 1,
        [({frozenset({INVERSE_OF_0, TWO}): Fraction(1), frozenset({INVERSE_OF_0}): Fraction(-2)}, [assume(b == 0)])],
    ),
    "multiplied out where a power within a base has no value": lambda: combine(
        # At i = -1 and a = 0: the sum is over no index, and a^(i+1) is 1.
        a ** (i + 1) == 0,
        [
            ({}, [assume(b == Sum(k, 0, i, (a**i) ** j))]),
            (
                {frozenset({(("polynomial", frozenset(power(a, 0, [(key(i), 1)]).items())), ONCE)}): Fraction(1)},
                [assume(a == 0)],
            ),
        ],
        [-1 <= i, 0 <= j],
    ),
    "a list that changes": lambda: _given_nothing(combine(P, Changing([(1, [assume(P)])]))),
    "factors that change": lambda: _given_nothing(combine(P, [(1, Changing([assume(P)]))])),
    "divisors that change": lambda: _given_nothing(combine(a / a == 1, nonzero=Changing([assume(P)]))),
    "scales that change": lambda: _given_nothing(combine(0 < 1 / a, [(1, [])], [], [assume(P)], Changing([assume(P)]))),
    "scaled by what is not > 0": lambda: combine(a <= b, [(1, [assume(c * a <= c * b)])], scale=[assume(0 <= c)]),
    "scaled by an equation": lambda: combine(a == b, [], scale=[assume(c == c)]),
    "scaled, and not given": lambda: _given_nothing(combine(0 < 1 / a, [(1, [])], [], [assume(P)], [assume(P)])),
    # combine: what may be divided by
    "divided by what may be 0": lambda: alike(a / a, 1),
    "divided by what is ≥ 0": lambda: combine(a / a == 1, nonzero=[assume(0 <= a)]),
    "divided by a difference": lambda: combine((a - b) / (a - b) == 1, nonzero=[assume(a < b + c)]),
    "divided by another": lambda: combine(b / b == 1, nonzero=[assume(P)]),
    "divided by a summand": lambda: combine(a / a == 1, nonzero=[assume(0 < a + b)]),
    "divided by a base of a sum with a power": lambda: combine(a / a == 1, nonzero=[assume(0 < late)]),
    "divided by a sum that has a factor 0 at 0": lambda: combine(
        late / late * Sum(v, 0, n, v * a**v) / Sum(v, 0, n, v * a**v) == 1, nonzero=[assume(0 < late)]
    ),
    "divided by the base of a power": lambda: combine(a / a == 1, given=[0 <= i], nonzero=[assume(0 < a**i)]),
    "divided by a divisor": lambda: combine(b / b == 1, nonzero=[assume(0 < a), assume(0 < a + b / b)]),
    "divided by the smaller of two": lambda: combine(a / a == 1, nonzero=[assume(a < b)]),
    "divided by a summand beside 1": lambda: combine(a / a == 1, nonzero=[assume(0 < a + 1)]),
    "divided by a summand after 1": lambda: combine(a / a == 1, nonzero=[assume(0 < 1 + a)]),
    "divided by a square": lambda: alike(a**2 / a**2, 1),
    "divided by a difference, of a sum": lambda: combine((a - b) / (a - b) == 1, nonzero=[assume(0 < a + b)]),
    "divided by a product of one": lambda: combine((a * b) ** -1 * (a * b) == 1, nonzero=[assume(P)]),
    "an inverse of another": lambda: alike(1 / a, 1 / b),
    "an inverse is not 0": lambda: alike(1 / a, 0),
    "an inverse of 0": lambda: alike(1 / (b - b), 0),
    "an inverse of what is 0 here": lambda: alike(1 / (as_number(2) ** i - 1024), 0, i == 10),
    "an inverse of 0 that is half of itself": lambda: combine(
        1 / as_number(0) == 0, [(2, [instance(alike(1 / (2 * b), 1 / b / 2), {"b": 0})])]
    ),
    "an inverse of the other choice": lambda: alike(1 / If(0 <= i, a, b), 1 / b, 0 <= i),
    "divided by 0": lambda: alike(a / 0, a),
    "1/0 is not 1": lambda: alike(term(1, NUMBER) / 0, 1),
    "the inverse of an inverse": lambda: alike(1 / (1 / a) * (1 / a), 1),
    "the inverse of a power": lambda: alike(a**i / a**i, 1, 0 <= i),
    "the inverse of a choice": lambda: alike(1 / If(0 <= i, a, b), 1 / a),
    # combine: powers
    "a power that may be negative": lambda: alike(a ** (i + 1), a * a**i),
    "a power of 0": lambda: alike(0 ** (i + 0), 0, 0 <= i),
    "a power of 0 that is below 0": lambda: alike(term(0, NUMBER) ** i, 0),
    "0 to the power 0": lambda: alike(term(0, NUMBER) ** 0, 0),
    "a negative exponent": lambda: alike(a**-1 * a, 1),
    "a power of a sum": lambda: alike((a + b) ** i, a**i + b**i, 0 <= i),
    "a power of a power": lambda: alike((a**2) ** i, a ** (i + 2), 0 <= i),
    "a power of an entry that may be negative": lambda: alike(x[0, 0] ** (i - 1) * x[0, 0], x[0, 0] ** i),
    "a power with half its factor": lambda: alike((2 * a) ** i, a**i, 0 <= i),
    "a power of what is not in variables": lambda: alike((f[0] - f[1]) ** i * 0, 0, 0 <= i),
    "powers of one base added": lambda: alike(a**i + a**k, a ** (i + k), 0 <= i, 0 <= k),
    "powers of a composite base": lambda: alike((a + 1) ** (i + 1), (a + 1) ** i * a, 0 <= i),
    "inverse powers of 0": lambda: alike(a**-i, 1 / a**i, 0 <= i),
    "a power of a power left out": lambda: alike((a**i) ** k * b, b, 0 <= i, 0 <= k),
    "a power of one of two factors": lambda: alike((a**i * b) ** k * c, b**k * c, 0 <= i, 0 <= k),
    # combine: sums
    "a power out of a sum that may be empty": lambda: alike(Sum(r, 0, i - 1, as_number(i) ** (i - 1)), i**i, 0 <= i),
    "a power of the sum out of a sum that may be empty": lambda: alike(
        Sum(r, 0, i - 1, f[r] * Sum(s, 0, i - 1, f[s]) ** (i - 1)), Sum(s, 0, i - 1, f[s]) ** i, 0 <= i
    ),
    "the number of terms without 1": lambda: alike(Sum(r, 0, m, 1), m, 0 <= m),
    "the number of terms of an empty sum": lambda: alike(Sum(r, i, k, 1), k - i + 1),
    "the number of terms below none": lambda: alike(Sum(r, 0, m, a), a * (m + 1), -2 <= m),
    "an empty sum that is not": lambda: alike(Sum(r, 0, m, a), 0, m <= 0),
    "an empty product": lambda: alike(Product(r, 0, m, a), 0, m < 0),
    "the least of one value at another": lambda: alike(Least(r, i, k, f[r]), f[i], i <= k),
    "the least of no value": lambda: alike(Least(r, 1, 0, f[r]), f[1]),
    "the largest of two values": lambda: alike(Largest(r, 0, 1, f[r]), f[0] + f[1]),
    "a sum of one term, of three": lambda: alike(row(i, 0, 2), x[i, 0] + x[i, 2]),
    "a product as a sum": lambda: alike(Product(r, 0, 1, f[r]), f[0] + f[1]),
    "a sum and the product": lambda: alike(Sum(r, 0, m, f[r]), Product(r, 0, m, f[r])),
    "one response too few": lambda: alike(row(i, 0, m - 1), row(i)),
    "from response 1": lambda: alike(row(i, 1, m), row(i)),
    "another row": lambda: alike(row(i + 1), row(i)),
    "columns for rows": lambda: alike(Sum(i, 0, n, x[i, r]), Sum(i, 0, n, x[r, i])),
    "another matrix": lambda: alike(Sum(r, 0, m, variable("y", MATRIX)[i, r]), row(i)),
    "squares of a row": lambda: combine(Sum(r, 0, m, x[i, r] * x[i, r]) == 1, [(1, [assume(row(i) == 1)])]),
    "a product of sums": lambda: alike(Sum(r, 0, m, x[i, r] * x[k, r]), row(i) * row(k)),
    "what depends on the index taken out": lambda: alike(Sum(r, 0, m, f[r] * g[r]), f[r] * Sum(r, 0, m, g[r])),
    "an index within an entry taken out": lambda: alike(Sum(r, 0, m, f[T[r]] * g[r]), f[T[r]] * Sum(r, 0, m, g[r])),
    "an index within a name taken out": lambda: alike(Sum(r, 0, m, opaque(r)), opaque(r) * Sum(r, 0, m, 1)),
    "names of one name": lambda: alike(opaque(i), twin(i)),
    "a name of another matrix": lambda: alike(trace(x), trace(function(i, k, x[k, i]))),
    "a name at another index": lambda: alike(opaque(i), opaque(i + 1)),
    "inner and outer index exchanged": lambda: alike(
        Sum(r, 0, n, Sum(s, 0, n, x[r, s])), Sum(r, 0, n, Sum(s, 0, n, x[s, s]))
    ),
    "inner index as outer": lambda: alike(Sum(r, 0, n, Sum(s, 0, n, f[r])), Sum(r, 0, n, Sum(s, 0, n, f[s] * f[r]))),
    "a free index as a bound one": lambda: alike(Sum(r, 0, n, x[r, s]), Sum(s, 0, n, x[s, s])),
    "a matrix turned over": lambda: alike(
        Sum(r, 0, n, Sum(s, 0, n, x[r, s] * f[r])), Sum(r, 0, n, Sum(s, 0, n, x[s, r] * f[r]))
    ),
    "a range that depends on the index": lambda: alike(Sum(i, 0, n, Sum(r, 0, i, a)), Sum(i, 0, n, Sum(r, 0, n, a))),
    "what is known of a bound index": lambda: alike(Sum(i, 0, n, i), 0, i == 0),
    "what is known of a bound index in a choice": lambda: alike(Sum(i, 0, n, If(i < k, a, b)), Sum(i, 0, n, a), i < k),
    "a choice beyond the range": lambda: alike(Sum(i, 0, n + 1, If(i <= n, a, b)), Sum(i, 0, n + 1, a)),
    "the bounds of a sum outside of it": lambda: alike(
        Sum(r, 0, m, a) + If(between(0, k, m), a, b), Sum(r, 0, m, a) + a
    ),
    "a choice within that depends on the index": lambda: alike(
        Sum(r, 0, m, If(r < k, f[r], 0)), Sum(r, 0, m, If(r < k + 1, f[r], 0))
    ),
    "powers pulled apart of another range": lambda: alike(
        Sum(r, i, k, a ** (r - i)), Sum(r, i + 1, k + 1, a ** (r - i)), i <= k
    ),
    "powers pulled apart at the other end": lambda: alike(
        Sum(r, 0, n, a ** (n - r)), a**n * Sum(r, 0, n, a**r), 0 <= n
    ),
    "turned around without its terms": lambda: alike(Sum(r, 0, n, a**r * f[r]), Sum(r, 0, n, a ** (n - r) * f[r])),
    "a product without its factor": lambda: alike(Product(r, 0, m, a * f[r]), a * Product(r, 0, m, f[r])),
    "the least of a sum": lambda: alike(Least(r, 0, m, f[r] + g[r]), Least(r, 0, m, f[r]) + Least(r, 0, m, g[r])),
    "the least of none is not 1": lambda: alike(Least(r, 0, m, f[r]), 1, m < 0),
    "the least and the largest": lambda: alike(Least(r, 0, m, f[r]), Largest(r, 0, m, f[r])),
    "the largest is not 0": lambda: alike(Largest(r, 0, m, f[r]), 0),
    "three indices as two": lambda: alike(
        Sum(i, 0, n, Sum(k, 0, n, Sum(r, 0, n, x[i, k] * x[k, r] * x[r, i]))),
        Sum(i, 0, n, Sum(k, 0, n, Sum(r, 0, n, x[i, i] * x[i, r] * x[r, i]))),
    ),
    "three indices as two of the outer": lambda: alike(
        Sum(i, 0, n, Sum(k, 0, n, Sum(r, 0, n, x[i, k] * x[k, r] * x[r, i]))),
        Sum(i, 0, n, Sum(k, 0, n, Sum(r, 0, n, x[k, k] * x[k, r] * x[r, k]))),
    ),
    "the bounds of a sum, of another index": lambda: alike(
        Sum(r, 0, m, If(0 <= m, a, b)) + If(0 <= m, a, b), Sum(r, 0, m, a) + a
    ),
    "twice the beginning of a range": lambda: alike(Sum(r, k, n, If(2 * k <= r, a, b)), Sum(r, k, n, a)),
    "half the end of a range": lambda: alike(Sum(r, 0, n, If(2 * r <= n, a, b)), Sum(r, 0, n, a)),
    "beyond the end of a range": lambda: alike(Sum(r, 0, n, If(r < n, a, b)), Sum(r, 0, n, a)),
    # combine: choices
    "a choice not decided": lambda: alike(If(0 <= i, a, b), a),
    "a choice decided the other way": lambda: alike(If(i < 0, a, b), a, 0 <= i),
    "a choice of an equation": lambda: alike(If(i == k, a, b), a, i <= k),
    "a choice of unequal indices": lambda: alike(If(i == k, a, b), b, i <= k),
    "a choice by what is not known": lambda: alike(If(P, a, b), a, Q),
    "a choice by a weaker relation": lambda: alike(If(P, a, b), a, 0 <= a),
    "a choice by both": lambda: alike(If((0 <= i) & (0 <= k), a, b), a, 0 <= i),
    "a choice by either": lambda: alike(If((0 <= i) | (0 <= k), a, b), b, i < 0),
    "a choice against what is known": lambda: alike(If(P, a, b), b, P),
    "a choice of a member": lambda: alike(If(S[i], a, b), a, S[k]),
    "three indices, two of them turned": lambda: alike(
        Sum(i, 0, n, Sum(k, 0, n, Sum(r, 0, n, x[i, r] * x[k, r] * f[k] * x[i, k]))),
        Sum(i, 0, n, Sum(k, 0, n, Sum(r, 0, n, x[i, r] * x[k, r] * f[k] * x[k, i]))),
    ),
    "an empty sum by twice its end": lambda: alike(Sum(r, i, k, f[r]), 0, 2 * k < i),
    "a sum to twice its beginning": lambda: alike(Sum(r, i, 2 * i, f[r]), f[i]),
    "the number of terms from twice the beginning": lambda: alike(
        Sum(r, i, k, a), a * (k - 2 * i + 1), i <= k, 2 * i <= k + 1
    ),
    "a choice not known to fail": lambda: alike(If(P, a, b), b, Q),
    "a choice of an order not known to fail": lambda: alike(If(0 <= i, a, b), b),
    "a choice by the second alone": lambda: alike(If((0 <= i) & (0 <= k), a, b), a, 0 <= k),
    "a choice by the second that fails": lambda: alike(If((0 <= i) | (0 <= k), a, b), b, k < 0),
    "an order that may hold": lambda: alike(If(i <= k, a, b), b, k <= i),
    "an equation that may hold": lambda: alike(If(i == k, a, b), b, k <= i),
    # arithmetic
    "an order from nothing": lambda: arithmetic(i <= k),
    "an order reversed": lambda: arithmetic(k <= i, i <= k),
    "strict from weak": lambda: arithmetic(i < k, i <= k),
    "equal from weak": lambda: arithmetic(i == k, i <= k),
    "half too far": lambda: arithmetic(1 <= i, 0 <= 2 * i),
    "two more": lambda: arithmetic(i + 2 <= k, i < k),
    "one more": lambda: arithmetic(0 <= i, -1 <= i),
    "more facts than are combined": lambda: arithmetic(T[0] <= 1, *_many_facts()),
    "rounded the wrong way": lambda: arithmetic(2 * i <= 2, 2 * i <= 4),
    "tightened by 2": lambda: arithmetic(2 <= i, 1 <= 2 * i),
    "a chain with a gap": lambda: arithmetic(i <= n, i <= k, m <= n),
    "a sum of two": lambda: arithmetic(i + k <= n, i <= n, k <= n),
    "an equation solved for a double": lambda: arithmetic(i == 1, 2 * i == k),
    "an equation the wrong way": lambda: arithmetic(i == k + 1, k == i + 1),
    "a relation of numbers": lambda: arithmetic(as_number(i) <= a, i <= k),
    "no relation": lambda: arithmetic((i <= k) & (k <= i)),
    "a product of indices": lambda: arithmetic(i * k <= k, i <= 1),
    "a product with a known index": lambda: arithmetic(i * k == k, i == 2),
    "a product of a known index": lambda: arithmetic(k * i == k, i == 2),
    "products of two": lambda: arithmetic(i * k == i * n),
    "a choice of the other index": lambda: arithmetic(If(0 <= i, i, k) == k, 0 <= i),
    "an entry at another index": lambda: arithmetic(T[i] == T[k], i <= k),
    "an entry of another function": lambda: arithmetic(variable("U", INDEX_MAP)[i] == T[i]),
    "numbers between 0 and 1": lambda: arithmetic(k <= n, P, a < 1),
    "an order of numbers": lambda: arithmetic(1 <= i, 0 < as_number(i) + a),
    "an alternative as a fact": lambda: arithmetic(i <= k, (i <= k) | (k <= i)),
    "the choice in a fact is open": lambda: arithmetic(1 <= i, If(P, term(1), term(0)) <= i),
    # absurd, evaluate
    "x ≤ x is not absurd": lambda: absurd(assume(a <= a), Q),
    "x < y is not absurd": lambda: absurd(assume(a < b), Q),
    "a false sum": lambda: evaluate(Sum(k, 0, 3, k) == 7),
    "a formula with a free variable": lambda: evaluate(0 <= n * n),
    "what has no value": lambda: evaluate(term(1, NUMBER) / 0 == 0),
    "all indices": lambda: evaluate(All(i, 0 <= i, 0 <= i + 1)),
    "sets with a premise besides": lambda: evaluate(
        All(S, All(i, between(0, i, 9), S[i], between(0, i, 5)), negation(S[10]))
    ),
    "maps with a premise besides": lambda: evaluate(
        All(T, All(i, between(0, i, 1), term(1, NUMBER) <= as_number(i), between(0, T[i], 0)), T[0] == 0)
    ),
    "maps with a premise on their values": lambda: evaluate(
        All(T, All(i, between(0, i, 1), 3 <= T[i], between(0, T[i], 5)), 0 <= T[0])
    ),
    "a name with a formula, by what decides it": lambda: evaluate(bounded()),
    "a name in a bound, by what decides it": lambda: evaluate(
        All(k, between(0, k, count()), term(1) <= 0),
    ),
    "no words": lambda: because("", P),
    "words of two lines": lambda: because("clear\n✓ proved", P),
    "what is no words": lambda: because((), P),  # type: ignore[arg-type]
    "a theorem of Coq with commands in its name": lambda: in_coq("Sums", "sum_zero.\nAxiom wrong : stated", P),
    "a theorem of Coq that writes another name": lambda: in_coq("Sums", type("Own", (str,), {})("sum_zero"), P),
    "a file of Coq that writes another name": lambda: in_coq(type("Own", (str,), {})("Sums"), "sum_zero", P),
    "a file of Coq with commands in its name": lambda: in_coq("Sums. Axiom wrong : False", "sum_zero", P),
    "a table with a longer row": _of_a_table_with_a_longer_row,
    "what is decided, hidden in a name": lambda: _without_computed(evaluate(within(2))),
    "what is decided, hidden in an argument": lambda: _without_computed(
        evaluate(wide(If(decided(3), term(1), term(0)) + 1))
    ),
    "what is decided, hidden under a quantifier": lambda: _without_computed(
        evaluate(Some(i, between(3, i, 3), decided(i)))
    ),
    "what is decided, hidden in an argument of what is decided": lambda: _decided_by_one(
        evaluate(positive(If(decided(3), term(1), term(0))))
    ),
    # logic
    "cut by another": lambda: _given_nothing(cut(assume(P), weaken(combine(a == a), Q))),
    "cut by what itself needs more": lambda: _given_nothing(cut(assume(P), assume(P))),
    "implied without what is given": lambda: _given_nothing(imply(weaken(assume(P), Q), P)),
    "detached by another": lambda: detach(imply(assume(P), P), assume(Q)),
    "detached from what is no implication": lambda: detach(assume(P & Q), assume(P)),
    "a part that is not there": lambda: part(assume(P & Q), 2),
    "a part of an alternative": lambda: _same(part(assume(P | Q), 0), P),
    "no side of an alternative": lambda: alternative(assume(P), Q | R),
    "a side of a conjunction": lambda: alternative(assume(P), P & Q),
    "cases with different ends": lambda: either(assume(P | Q), assume(P), assume(Q)),
    "cases of a conjunction": lambda: either(assume(P & Q), weaken(assume(R), P), weaken(assume(R), Q)),
    "cases that need more": lambda: _given_nothing(either(assume(P | Q), weaken(assume(R), P), weaken(assume(R), Q))),
    "the second case discharges the first": lambda: _not_given(
        either(assume(P | Q), weaken(assume(R), Q), weaken(assume(R), P)), P, Q, but=P | Q
    ),
    "cases by a formula with different ends": lambda: by_cases(assume(P), assume(negation(P)), P),
    "the negation discharged in the wrong case": lambda: _not_given(
        by_cases(weaken(assume(R), negation(P)), weaken(assume(R), P), P), P, negation(P), but=R
    ),
    "an instance of another sort": lambda: instance(assume(0 <= i), {"i": HALF}),
    "an instance of a map that is a vector": lambda: instance(arithmetic(T[0] + 1 <= T[1], T[0] < T[1]), {"T": f}),
    "an instance of the numbers of a map that is a vector": lambda: instance(
        combine(as_number(T[0]) + 1 <= T[1], [(1, [arithmetic(T[0] + 1 <= T[1], T[0] < T[1])])]), {"T": f}
    ),
    "an instance that is a formula": lambda: instance(assume(0 <= f[0]), {"f": P}),
    "an instance of what is given alone": lambda: _given(instance(arithmetic(0 <= i, 1 <= i), {"i": -1}), 1 <= i),
    "generalised over what is given": lambda: generalise(assume(P), a),
    "generalised with another guard": lambda: generalise(assume(0 <= i), i, i <= n),
    "a special case without its guard": lambda: _given_nothing(specialise(generalise(assume(0 <= i), i, 0 <= i), -1)),
    "a special case of another sort": lambda: specialise(generalise(arithmetic(0 <= i + 1, 0 <= i), i, 0 <= i), HALF),
    "a special case of what is no ∀": lambda: specialise(assume(Some(i, 0 <= i, i <= n)), k),
    "a witness without its guard": lambda: witness(Some(i, 0 <= i, i <= n), n, arithmetic(n <= n)),
    "a witness of another formula": lambda: witness(Some(i, TRUE, i < n), n, arithmetic(n <= n)),
    "a witness for all": lambda: witness(All(i, TRUE, i <= n), n, arithmetic(n <= n)),
    "a witness of another sort": lambda: witness(
        Some(i, TRUE, as_number(i) == HALF), HALF, combine(term(HALF) == HALF)
    ),
    "a witness that is caught": lambda: witness(
        Some(i, TRUE, All(k, TRUE, i == k)), k, generalise(arithmetic(k == k), k)
    ),
    "obtained from what is no ∃": lambda: obtain(assume(All(i, TRUE, i <= n)), assume(k <= n), k),
    "obtained as what is spoken of": lambda: obtain(assume(Some(i, TRUE, n < i)), absurd(assume(n < n), P), n),
    "obtained from ∀ over nothing": lambda: obtain(assume(All(i, i < i, P)), assume(P), k),
    "obtained, and concluded": lambda: obtain(assume(Some(i, TRUE, i <= n)), assume(k <= n), k),
    "obtained, and given besides": lambda: obtain(
        assume(Some(i, TRUE, i <= n)), absurd(combine(n < n, [(1, [assume(k <= n)]), (1, [assume(n < k)])]), P), k
    ),
    "a number between 0 and 1, obtained as an index": _an_index_between,
    "obtained as a constant": lambda: obtain(
        witness(Some(i, TRUE, i == 5), 5, arithmetic(term(5) == 5)), arithmetic(term(0) == 1, term(3) == 5), term(3)
    ),
    "obtained as a name for a constant": lambda: obtain(
        assume(Some(a, TRUE, P)), weaken(assume(Q), 0 < constant()), constant()
    ),
    "generalised over a constant": lambda: generalise(assume(P), term(3)),
    "induction over a constant": lambda: induct(P, term(3), 0, assume(P), assume(P)),
    "obtained as another sort": lambda: obtain(assume(Some(i, TRUE, i <= n)), assume(P), a),
    "obtained without what it needs": lambda: _given_nothing(
        obtain(assume(Some(i, TRUE, i <= n)), weaken(weaken(assume(P), Q), k <= n), k)
    ),
    "restated as another": lambda: restate(assume(P), Q),
    "restated with a name of another body": lambda: restate(assume(0 <= i), wide(k)),
    "restated in another order": lambda: restate(assume(P & Q), Q & P),
    "replaced by an inequality": lambda: replace(assume(a <= b), assume(P), c, R),
    "replaced in another": lambda: replace(assume(a == b), assume(0 <= a), c, R),
    "replaced by what is caught": lambda: replace(
        assume(i == k), generalise(arithmetic(k <= k), k), j, All(k, TRUE, j <= k)
    ),
    "replaced from the right": lambda: replace(assume(a == b), assume(Q), c, R),
    # ranges
    "termwise with more that is given": lambda: termwise(weaken(assume(f[r] <= g[r]), between(0, r, m)), r, 0, m),
    "termwise beyond the range": lambda: termwise(_within(f[r] <= g[r], between(0, r, m - 1)), r, 0, m),
    "termwise in a range of its own": lambda: termwise(combine(f[r] == f[r]), r, 0, r),
    "termwise from a range of its own": lambda: termwise(combine(f[r] == f[r]), r, r, 0),
    "termwise strict": lambda: termwise(combine(a < a + 1, [(1, [])]), r, 0, m),
    "products of what may be below 0": lambda: termwise(combine(a - 1 <= a, [(1, [])]), r, 0, m, "product"),
    "termwise in no range": lambda: termwise(combine(a == a), r, 0, m, "some"),
    "telescoped for another end": lambda: telescope(
        alike(function(r, f[r])[r + 1] - f[r], f[r + 1] - f[r]), r, 0, n, function(r, f[r] + r)
    ),
    "telescoped by an inequality": lambda: telescope(
        combine(f[r + 1] - f[r] <= f[r + 1] - f[r] + 1, [(1, [])]), r, 0, n, f
    ),
    "telescoped below the range": lambda: _given_nothing(
        telescope(alike(f[r + 1] - f[r], f[r + 1] - f[r]), r, 0, n, f)
    ),
    "telescoped with more that is given": lambda: telescope(assume(f[r + 1] - f[r] == a), r, 0, n, f),
    "telescoped by an end with the index": lambda: telescope(
        combine(x[r, r + 1] - x[r, r] == x[r, r + 1] - x[r, r]), r, 0, n, function(k, x[r, k])
    ),
    "telescoped from a range of its own": lambda: telescope(alike(f[r + 1] - f[r], f[r + 1] - f[r]), r, r, 0, f),
    "telescoped in a range of its own": lambda: telescope(alike(f[r + 1] - f[r], f[r + 1] - f[r]), r, 0, r, f),
    "a least value split": lambda: split_range(Least(r, 0, m, f[r]), k),
    "split outside of the range": lambda: _given_nothing(split_range(Sum(r, 0, m, f[r]), k)),
    "split below the range": lambda: _given(split_range(Sum(r, 0, m, f[r]), k), k <= m),
    "split above the range": lambda: _given(split_range(Sum(r, 0, m, f[r]), k), 0 <= k + 1),
    "split of no range": lambda: split_range(a + b, k),
    "exchanged with a dependent range": lambda: exchange(Sum(i, 0, n, Sum(r, 0, i, x[i, r]))),
    "exchanged with a dependent beginning": lambda: exchange(Sum(i, 0, n, Sum(r, i, n, x[i, r]))),
    "exchanged out of its own range": lambda: exchange(Sum(i, 0, r, Sum(r, 0, n, x[i, r]))),
    "exchanged from its own beginning": lambda: exchange(Sum(i, r, n, Sum(r, 0, n, x[i, r]))),
    "exchanged with one name": lambda: exchange(Sum(i, 0, n, Sum(i, 0, m, f[i]))),
    "exchanged with a product": lambda: exchange(Sum(i, 0, n, Product(r, 0, m, x[i, r]))),
    "exchanged in a product": lambda: exchange(Product(i, 0, n, Sum(r, 0, m, x[i, r]))),
    "exchanged of no range": lambda: exchange(a + b),
    "the sum is no bound": lambda: bounds(Sum(r, 0, m, f[r]), k),
    "a bound outside of the range": lambda: _given_nothing(bounds(Least(r, 0, m, f[r]), k)),
    "a bound below the range": lambda: _given(bounds(Least(r, 0, m, f[r]), k), k <= m),
    "a bound above the range": lambda: _given(bounds(Largest(r, 0, m, f[r]), k), 0 <= k),
    "no sum is attained": lambda: attained(Sum(r, 0, m, f[r])),
    "attained in no range": lambda: _given_nothing(attained(Least(r, 0, m, f[r]))),
    # induction and choice
    "induction from another base": lambda: induct(
        0 <= i, i, 0, arithmetic(term(1) <= 1), arithmetic(0 <= i + 1, 0 <= i)
    ),
    "induction without its step": lambda: induct(i <= 0, i, 0, arithmetic(term(0) <= 0), arithmetic(i <= 0, i <= 0)),
    "induction for all integers": lambda: _given_nothing(
        induct(0 <= i, i, 0, arithmetic(term(0) <= 0), arithmetic(0 <= i + 1, 0 <= i))
    ),
    "induction with more in its step": lambda: induct(
        i <= n, i, 0, weaken(arithmetic(term(0) <= n, 0 <= n)), arithmetic(i + 1 <= n, i < n)
    ),
    "induction with more in its base": lambda: induct(
        i <= 0, i, 0, weaken(arithmetic(term(0) <= 0), i <= 0), assume(i + 1 <= 0)
    ),
    "induction from itself": lambda: induct(i <= i, i, i, arithmetic(i <= i), arithmetic(i + 1 <= i + 1)),
    "induction over a number": lambda: induct(
        0 <= a, a, 0, combine(0 <= term(0)), combine(0 <= a + 1, [(1, []), (1, [assume(0 <= a)])])
    ),
    "induction over numbers between": _induction_over_numbers,
    "the least of no ∃": lambda: least_index(assume(All(i, 0 <= i, i <= n))),
    "the least number": lambda: least_index(assume(Some(a, 0 <= a, a * a < 2))),
    "the least index of all": lambda: least_index(assume(Some(i, TRUE, i <= n))),
    "the least index below": lambda: least_index(assume(Some(i, i <= n, i <= n))),
    "the least index from itself": lambda: least_index(assume(Some(i, i <= i, i <= n))),
    "the least index from what bounds another": lambda: least_index(assume(Some(i, 0 <= k, i <= n))),
    "the least index from an alternative": lambda: least_index(assume(Some(i, (0 <= i) | (i <= 0), i <= n))),
    "the least index from an equation": lambda: least_index(assume(Some(i, negation(S[i]), i <= n))),
    "chosen by no ∀": lambda: choose(assume(Some(i, TRUE, Some(k, TRUE, i <= k))), "f"),
    "chosen of no ∃": lambda: choose(assume(All(i, TRUE, All(k, TRUE, i <= k))), "f"),
    "chosen for numbers": lambda: choose(assume(All(a, TRUE, Some(b, TRUE, a < b))), "f"),
    "chosen functions": lambda: choose(assume(All(i, TRUE, Some(f, TRUE, f[i] == 0))), "h"),
    "chosen as what is spoken of": lambda: choose(assume(All(i, TRUE, Some(a, TRUE, a == f[i] + 1))), "f"),
    "chosen as the index": lambda: choose(assume(All(i, TRUE, Some(a, TRUE, a == b))), "i"),
    **IMITATIONS,
}
"""What must be refused: by `Refused`, by `InputError`, or as expressions and Python know no such thing."""


def _refuse(wrong: bool, t: Theorem) -> Theorem:
    if wrong:
        return t
    raise Refused(f"{t} says no more than it may")


def _given_nothing(t: Theorem) -> Theorem:
    return _refuse(not t.given, t)


def _without_computed(t: Theorem) -> Theorem:
    return _refuse(not t.computed, t)


def _decided_by_one(t: Theorem) -> Theorem:
    return _refuse(len(t.computed) == 1, t)


def _given(t: Theorem, *only: Formula) -> Theorem:
    """Return the theorem if no more is given."""
    return _refuse({key(each) for each in t.given} <= {key(each) for each in only}, t)


def _not_given(t: Theorem, *others: Formula, but: Formula) -> Theorem:
    return _refuse(not {key(each) for each in t.given} & {key(each) for each in others}, t)


def _same(t: Theorem, formula: Formula) -> Theorem:
    return _refuse(same(t.says, formula), t)


def _within(says: Formula, *given: Formula) -> Theorem:
    """Return a theorem that is only assumed."""
    return detach(assume(both(*given) >> says), conjoin(*map(assume, both(*given).args)))


least = Least(k, 0, n, f[k]) * f[0] * Definition("d({0})", (a,), None, NUMBER)(b)

RIGHT: list[tuple[Derivation, str]] = [
    (lambda: combine(0 <= a * b, [(1, [assume(0 <= a), assume(0 <= b)])]), "0 ≤ a, 0 ≤ b ⊢ a·b ≥ 0"),
    (lambda: combine(0 < a * b + a, [(1, [assume(P), assume(Q)]), (1, [assume(P)])]), "0 < a, 0 < b ⊢ a·b + a > 0"),
    (lambda: combine(2 * a < 2 * b + 1, [(2, [assume(a <= b)]), (1, [])]), "a ≤ b ⊢ 2·a < 2·b + 1"),
    (lambda: combine(a * b == a * c, [(a, [assume(b == c)])]), "b = c ⊢ a·b = a·c"),
    (lambda: combine(a * a <= 2 * a, [(a, [assume(a == 2)])]), "a = 2 ⊢ a·a ≤ 2·a"),
    (
        lambda: combine(a == b, [(1, [assume(a == b)]), (c, [assume(a == b)]), (-c, [assume(a == b)])]),
        "a = b ⊢ a = b",
    ),
    (lambda: combine(a**2 * b == a**2 * c, [(power(a, 2), [assume(b == c)])], [], []), "b = c ⊢ a²·b = a²·c"),
    (
        lambda: combine(least * a == least * b, [(Context([]).normal(expand(least)), [assume(a == b)])]),
        "a = b ⊢ (min_{0≤k≤n} f[k])·f[0]·d(b)·a = (min_{0≤k≤n} f[k])·f[0]·d(b)·b",
    ),
    (
        lambda: combine(b == c, [(power(a, -1), [assume(a * b == a * c)])], nonzero=[assume(P)]),
        "a·b = a·c, 0 < a ⊢ b = c",
    ),
    (
        lambda: combine(a * b * a**i == a * c * a**i, [(power(a, 1, [(key(i), 1)]), [assume(b == c)])], [0 <= i]),
        "0 ≤ i, b = c ⊢ a·b·a^i = a·c·a^i",
    ),
    (lambda: combine(a <= b, [(1, [assume(c * a <= c * b)])], scale=[assume(R)]), "c·a ≤ c·b, 0 < c ⊢ a ≤ b"),
    (lambda: combine(0 < 1 / a, [(1, [])], nonzero=[assume(P)], scale=[assume(P)]), "0 < a ⊢ 1/a > 0"),
    (lambda: combine(a / a + b / b == 2, nonzero=[assume(a < 0), assume(Q)]), "a < 0, 0 < b ⊢ a/a + b/b = 2"),
    (lambda: combine(a * b / (a * b) == 1, nonzero=[assume(0 < a * b)]), "a·b > 0 ⊢ a·b/(a·b) = 1"),
    (lambda: combine(a / a == 1, nonzero=[assume(0 < a * (b + 1))]), "a·(b + 1) > 0 ⊢ a/a = 1"),
    (lambda: combine(a / a * (b / b) == 1, nonzero=[assume(0 < a**2 * b)]), "a²·b > 0 ⊢ (a/a)·(b/b) = 1"),
    (
        lambda: combine(late / late == 1, nonzero=[assume(0 < late)]),
        f"{late} > 0 ⊢ ({late})/({late}) = 1",
    ),
    (
        lambda: combine((a + b) ** -1 * (a + b) == 1, nonzero=[assume(0 < 2 * a + 2 * b)]),
        "2·a + 2·b > 0 ⊢ (a + b)⁻¹·(a + b) = 1",
    ),
    (
        lambda: combine((a / b) ** -2 * a**2 == b**2, nonzero=[assume(0 < a), assume(Q)]),
        "0 < a, 0 < b ⊢ (a/b)⁻²·a² = b²",
    ),
    (
        lambda: combine(x[0, 0] ** i / x[0, 0] ** i == 1, nonzero=[assume(0 < x[0, 0])]),
        "x[0,0] > 0 ⊢ x[0,0]^i/x[0,0]^i = 1",
    ),
    (
        lambda: combine(
            (1 - f[0]) ** (i + 1) == (1 - f[0]) ** i - f[0] * (1 - f[0]) ** i, nonzero=[assume(0 < 1 - f[0])]
        ),
        "1 - f[0] > 0 ⊢ (1 - f[0])^(i+1) = (1 - f[0])^i - f[0]·(1 - f[0])^i",
    ),
    (lambda: combine(a + a * doubled(b) == a + 2 * a * b), " ⊢ a + a·doubled(b) = a + 2·a·b"),
    (lambda: combine(corner(function(i, k, a * k)) == a), " ⊢ corner(((i,k) ↦ a·k)) = a"),
    (lambda: alike(1 / (a * b), 1 / a * (1 / b)), " ⊢ 1/(a·b) = (1/a)·(1/b)"),
    (lambda: alike(1 / (a / b), b / a), " ⊢ 1/(a/b) = b/a"),
    (lambda: alike(1 / (1 / a), a), " ⊢ 1/(1/a) = a"),
    (lambda: alike(1 / as_number(i), 1 / (as_number(i) + 1 - 1)), " ⊢ 1/i = 1/(i + 1 - 1)"),
    (lambda: alike(1 / If(i < 0, a, b), 1 / b, 0 <= i), "0 ≤ i ⊢ 1/{a if i < 0; b otherwise} = 1/b"),
    (lambda: alike(a**0, 1), " ⊢ a⁰ = 1"),
    (
        lambda: alike(Sum(k, 0, n, (a**i) ** j), (n + 1) * (a**i) ** j, 0 <= i, 0 <= j, 0 <= n),
        "0 ≤ i, 0 ≤ j, 0 ≤ n ⊢ Σ_{k=0}^{n} (a^i)^j = (n+1)·(a^i)^j",
    ),
    (lambda: alike((a + 1) ** 2, a * a + 2 * a + 1), " ⊢ (a + 1)² = a·a + 2·a + 1"),
    (lambda: alike(a ** (i + 1), a * a**i, 0 <= i), "0 ≤ i ⊢ a^(i+1) = a·a^i"),
    (
        lambda: alike((a + 1) ** (i + 2), (a + 1) ** i * (a * a + 2 * a + 1), 0 <= i),
        "0 ≤ i ⊢ (a + 1)^(i+2) = (a + 1)^i·(a·a + 2·a + 1)",
    ),
    (lambda: alike((2 * a) ** i, 2**i * a**i, 0 <= i), "0 ≤ i ⊢ (2·a)^i = 2^i·a^i"),
    (lambda: alike((a**2) ** i, a ** (2 * i), 0 <= i), "0 ≤ i ⊢ (a²)^i = a^(2i)"),
    (lambda: alike(2 ** (i + 1), 2 * 2**i, 0 <= i), "0 ≤ i ⊢ 2^(i+1) = 2·2^i"),
    (lambda: alike(term(2, NUMBER) ** -2, term(Fraction(1, 4))), " ⊢ 2⁻² = 1/4"),
    (lambda: alike(term(0, NUMBER) ** (i + 1), 0, 0 <= i), "0 ≤ i ⊢ 0^(i+1) = 0"),
    (lambda: alike(a ** (i + k), a**i * a**k, 0 <= i, 0 <= k), "0 ≤ i, 0 ≤ k ⊢ a^(i+k) = a^i·a^k"),
    (lambda: alike(a ** (i * k), a ** (k * i), 0 <= i * k), "i·k ≥ 0 ⊢ a^(i·k) = a^(k·i)"),
    (lambda: alike(as_number(i * k) * i, as_number(i) * i * k), " ⊢ i·k·i = i·i·k"),
    (lambda: alike(If(0 <= i, 2, 3) * a, a + a, 1 <= i), "1 ≤ i ⊢ {2 if 0 ≤ i; 3 otherwise}·a = a + a"),
    (lambda: alike(If(i == k, a, b), b, i < k), "i < k ⊢ {a if i = k; b otherwise} = b"),
    (lambda: alike(If(i == k, a, b), b, k < i), "k < i ⊢ {a if i = k; b otherwise} = b"),
    (lambda: alike(If(i == k, a, b), a, i == k), "i = k ⊢ {a if i = k; b otherwise} = a"),
    (lambda: alike(If(k <= i, a, b), b, i < k), "i < k ⊢ {a if k ≤ i; b otherwise} = b"),
    (lambda: alike(If(k < i, a, b), b, i <= k), "i ≤ k ⊢ {a if k < i; b otherwise} = b"),
    (lambda: alike(If(P & (0 <= i), a, b), a, P, 0 <= i), "0 < a, 0 ≤ i ⊢ {a if 0 < a and 0 ≤ i; b otherwise} = a"),
    (lambda: alike(If(P | (0 <= i), a, b), b, a <= 0, i < 0), "a ≤ 0, i < 0 ⊢ {a if 0 < a or 0 ≤ i; b otherwise} = b"),
    (lambda: alike(If(0 <= a, a, b), a, P), "0 < a ⊢ {a if 0 ≤ a; b otherwise} = a"),
    (lambda: alike(If(S[i], a, b), b, negation(S[i])), "i ∉ S ⊢ {a if i ∈ S; b otherwise} = b"),
    (lambda: alike(If(TRUE, a, b), a), " ⊢ {a if true; b otherwise} = a"),
    (lambda: alike(f[i + k], f[n], n == i + k), "n = i+k ⊢ f[i+k] = f[n]"),
    (lambda: alike(f[T[i]], f[2], T[i] == 2), "T[i] = 2 ⊢ f[T[i]] = f[2]"),
    (lambda: alike(f[i], f[3], 1 - i == -2), "1-i = -2 ⊢ f[i] = f[3]"),
    (lambda: alike(Sum(r, 0, m, 1), m + 1, -1 <= m), "-1 ≤ m ⊢ Σ_{r=0}^{m} 1 = m+1"),
    (
        lambda: alike(Sum(r, 0, m, a * f[r] + b), a * Sum(s, 0, m, f[s]) + b * (m + 1), 0 <= m),
        "0 ≤ m ⊢ Σ_{r=0}^{m} (a·f[r] + b) = a·Σ_{s=0}^{m} f[s] + b·(m+1)",
    ),
    (lambda: alike(Sum(r, 0, -1, f[r]), 0), " ⊢ Σ_{r=0}^{-1} f[r] = 0"),
    (lambda: alike(Product(r, 0, m, f[r]), 1, m < 0), "m < 0 ⊢ Π_{r=0}^{m} f[r] = 1"),
    (lambda: alike(Product(r, 2, 3, f[r]), f[2] * f[3]), " ⊢ Π_{r=2}^{3} f[r] = f[2]·f[3]"),
    (
        lambda: alike(Sum(r, i, i + 2, f[r]), f[i] + f[i + 1] + f[i + 2]),
        " ⊢ Σ_{r=i}^{i+2} f[r] = f[i] + f[i+1] + f[i+2]",
    ),
    (lambda: alike(Least(r, i, k, f[r]), f[i], i == k), "i = k ⊢ min_{i≤r≤k} f[r] = f[i]"),
    (
        lambda: alike(Largest(r, 0, m, f[r] + f[r]), Largest(s, 0, m, 2 * f[s])),
        " ⊢ max_{0≤r≤m} (f[r] + f[r]) = max_{0≤s≤m} 2·f[s]",
    ),
    (
        lambda: alike(Sum(r, 0, m, Sum(s, 0, r, x[r, s])), Sum(s, 0, m, Sum(r, 0, s, x[s, r]))),
        " ⊢ Σ_{r=0}^{m} Σ_{s=0}^{r} x[r,s] = Σ_{s=0}^{m} Σ_{r=0}^{s} x[s,r]",
    ),
    (
        lambda: alike(Sum(r, 0, m, Sum(s, 0, n, f[r] * g[s])), Sum(r, 0, m, f[r]) * Sum(s, 0, n, g[s])),
        " ⊢ Σ_{r=0}^{m} Σ_{s=0}^{n} f[r]·g[s] = (Σ_{r=0}^{m} f[r])·Σ_{s=0}^{n} g[s]",
    ),
    (
        lambda: alike(Sum(r, i, n, a**r), a**i * Sum(r, i, n, a ** (r - i)), 0 <= i),
        "0 ≤ i ⊢ Σ_{r=i}^{n} a^r = a^i·Σ_{r=i}^{n} a^(r-i)",
    ),
    (
        lambda: alike(Sum(r, 0, n, a ** (n - r) * b), b * Sum(r, 0, n, a ** (n - r))),
        " ⊢ Σ_{r=0}^{n} a^(n-r)·b = b·Σ_{r=0}^{n} a^(n-r)",
    ),
    (
        lambda: alike(Sum(r, 0, n, If(0 <= r, f[r], a)), Sum(r, 0, n, f[r])),
        " ⊢ Σ_{r=0}^{n} {f[r] if 0 ≤ r; a otherwise} = Σ_{r=0}^{n} f[r]",
    ),
    (
        lambda: alike(Sum(r, 0, n, If(r <= n, f[r], a)), Sum(r, 0, n, f[r])),
        " ⊢ Σ_{r=0}^{n} {f[r] if r ≤ n; a otherwise} = Σ_{r=0}^{n} f[r]",
    ),
    (
        lambda: alike(Sum(r, 0, n, If(r < k, f[r], 0)), Sum(s, 0, n, If(s < k, f[s], 0))),
        " ⊢ Σ_{r=0}^{n} {f[r] if r < k; 0 otherwise} = Σ_{s=0}^{n} {f[s] if s < k; 0 otherwise}",
    ),
    (lambda: alike(opaque(i + 1), opaque(1 + i)), " ⊢ opaque(i+1) = opaque(i+1)"),
    (
        lambda: alike(Sum(r, 0, m, opaque(k) * f[r]), opaque(k) * Sum(r, 0, m, f[r])),
        " ⊢ Σ_{r=0}^{m} opaque(k)·f[r] = opaque(k)·Σ_{r=0}^{m} f[r]",
    ),
    (
        lambda: alike(Sum(r, 0, m, f[r] / (1 - a) / 2), Sum(r, 0, m, f[r]) / (1 - a) / 2, nonzero=[0 < 1 - a]),
        "1 - a > 0 ⊢ Σ_{r=0}^{m} (f[r]/(1 - a))/2 = ((Σ_{r=0}^{m} f[r])/(1 - a))/2",
    ),
    (
        lambda: alike(Sum(r, 0, m, f[r] * (2 * a) ** i), 2**i * a**i * Sum(r, 0, m, f[r]), 0 <= i),
        "0 ≤ i ⊢ Σ_{r=0}^{m} f[r]·(2·a)^i = 2^i·a^i·Σ_{r=0}^{m} f[r]",
    ),
    (
        lambda: alike(Sum(r, 0, m, f[r] * 2 ** (i - k)), 2 ** (i - k) * Sum(r, 0, m, f[r])),
        " ⊢ Σ_{r=0}^{m} f[r]·2^(i-k) = 2^(i-k)·Σ_{r=0}^{m} f[r]",
    ),
    (lambda: square(a - b), " ⊢ (a - b)·(a - b) ≥ 0"),
    (lambda: square(i), " ⊢ i·i ≥ 0"),
    (lambda: arithmetic(i <= n, i < k, k <= n), "i < k, k ≤ n ⊢ i ≤ n"),
    (lambda: arithmetic(i + 1 <= k, i < k), "i < k ⊢ i+1 ≤ k"),
    (lambda: arithmetic(1 <= i, 1 <= 2 * i), "2i ≥ 1 ⊢ 1 ≤ i"),
    (lambda: arithmetic(i <= 1, 2 * i <= 3), "2i ≤ 3 ⊢ i ≤ 1"),
    (lambda: arithmetic(i == k, i <= k, k <= i), "i ≤ k, k ≤ i ⊢ i = k"),
    (lambda: arithmetic(i == 3, 2 * i == 6), "2i = 6 ⊢ i = 3"),
    (lambda: arithmetic(0 <= i, 3 * i == k, 0 <= k), "3i = k, 0 ≤ k ⊢ 0 ≤ i"),
    (lambda: arithmetic(k <= n, i + k == 2 * n, n <= i), "i+k = 2n, n ≤ i ⊢ k ≤ n"),
    (lambda: arithmetic(i <= 0, k < k), "k < k ⊢ i ≤ 0"),
    (lambda: arithmetic(T[i + 1] <= n, T[k] <= n, k == i + 1), "T[k] ≤ n, k = i+1 ⊢ T[i+1] ≤ n"),
    (lambda: arithmetic(i * k <= n, k * i < n), "k·i < n ⊢ i·k ≤ n"),
    (lambda: arithmetic(If(0 <= i, i, -i) <= n, 0 <= i, i <= n), "0 ≤ i, i ≤ n ⊢ |i| ≤ n"),
    (lambda: arithmetic(2 * i * k == i * (2 * k), i == 1), "i = 1 ⊢ 2i·k = i·(2k)"),
    (lambda: arithmetic(Term("*", i + 0, term(2), sort=INDEX) == 2 * i), " ⊢ i·2 = 2i"),
    (lambda: arithmetic(i <= k, 0 <= n, 3 * i <= 3 * n, n <= k), "0 ≤ n, 3i ≤ 3n, n ≤ k ⊢ i ≤ k"),
    (lambda: absurd(assume(a < a), Q), "a < a ⊢ 0 < b"),
    (lambda: evaluate(Sum(k, 0, 3, k) == 6), " ⊢ Σ_{k=0}^{3} k = 6"),
    (
        lambda: evaluate(All(i, between(0, i, 3), Some(k, between(0, k, 9), i * i == k))),
        " ⊢ ∀i with 0 ≤ i ≤ 3: ∃k with 0 ≤ k ≤ 9: i·i = k",
    ),
    (lambda: evaluate(within(2)), " ⊢ within(2) by decided()"),
    (lambda: assume(P & Q), "0 < a, 0 < b ⊢ 0 < a and 0 < b"),
    (lambda: weaken(assume(P), Q & R, TRUE), "0 < b, 0 < c, 0 < a ⊢ 0 < a"),
    (lambda: cut(weaken(assume(P), Q), weaken(assume(Q), R)), "0 < a, 0 < c, 0 < b ⊢ 0 < a"),
    (lambda: cut(assume(P & Q), conjoin(assume(P), weaken(assume(Q), R))), "0 < a, 0 < c, 0 < b ⊢ 0 < a and 0 < b"),
    (lambda: imply(weaken(conjoin(assume(P), assume(Q)), R), P & Q), "0 < c ⊢ 0 < a and 0 < b ⇒ 0 < a and 0 < b"),
    (lambda: detach(assume(P >> Q), assume(P)), "0 < a ⇒ 0 < b, 0 < a ⊢ 0 < b"),
    (lambda: conjoin(assume(P), assume(Q), assume(R)), "0 < a, 0 < b, 0 < c ⊢ 0 < a and 0 < b and 0 < c"),
    (conjoin, " ⊢ true"),
    (lambda: part(assume(P & Q & R), 1), "0 < a, 0 < b, 0 < c ⊢ 0 < b"),
    (lambda: alternative(assume(P), P | Q), "0 < a ⊢ 0 < a or 0 < b"),
    (lambda: alternative(assume(Q), P | Q), "0 < b ⊢ 0 < a or 0 < b"),
    (
        lambda: either(assume((P & Q) | R), alternative(part(assume(P & Q), 1), Q | R), alternative(assume(R), Q | R)),
        "(0 < a and 0 < b) or 0 < c ⊢ 0 < b or 0 < c",
    ),
    (
        lambda: by_cases(
            alternative(assume(P & Q), (P & Q) | negation(P & Q)),
            alternative(assume(negation(P & Q)), (P & Q) | negation(P & Q)),
            P & Q,
        ),
        " ⊢ (0 < a and 0 < b) or a ≤ 0 or b ≤ 0",
    ),
    (
        lambda: by_cases(
            alternative(assume(P | Q), (P | Q) | (negation(P) & negation(Q))),
            alternative(assume(negation(P | Q)), (P | Q) | (negation(P) & negation(Q))),
            P | Q,
        ),
        " ⊢ 0 < a or 0 < b or (a ≤ 0 and b ≤ 0)",
    ),
    (
        lambda: instance(combine(a + b <= 2 * b, [(1, [assume(a <= b)])]), {"a": b, "b": a + 1, "z": P}),
        "b ≤ a + 1 ⊢ b + (a + 1) ≤ 2·(a + 1)",
    ),
    (
        lambda: instance(assume(All(i, TRUE, f[i] <= a)), {"a": f[i], "f": function(k, f[k] + a)}),
        "∀i': f[i'] + a ≤ f[i] ⊢ ∀i': f[i'] + a ≤ f[i]",
    ),
    (lambda: generalise(weaken(assume(0 <= i), Q), i, 0 <= i, i <= n), "0 < b ⊢ ∀i with 0 ≤ i ≤ n: 0 ≤ i"),
    (lambda: generalise(combine(a == a), a), " ⊢ ∀a: a = a"),
    (lambda: specialise(generalise(assume(0 <= i), i, 0 <= i, i <= n), 2 * k), "2k ≥ 0, 2k ≤ n ⊢ 2k ≥ 0"),
    (lambda: specialise(assume(All(a, P, Some(b, TRUE, a < b))), b), "0 < b, ∀a > 0: ∃b: a < b ⊢ ∃b': b < b'"),
    (
        lambda: witness(
            Some(i, between(0, i, n), i < k), n - 1, conjoin(assume(between(0, n - 1, n)), assume(n - 1 < k))
        ),
        "n-1 ≥ 0, n-1 ≤ n, n-1 < k ⊢ ∃i with 0 ≤ i ≤ n: i < k",
    ),
    (lambda: witness(Some(a, TRUE, a * a == 2 * 2), 2, combine(term(2, NUMBER) * 2 == 2 * 2)), " ⊢ ∃a: a·a = 4"),
    (
        lambda: witness(Some(f, TRUE, All(i, TRUE, f[i] == a)), function(k, a), generalise(combine(a == a), i)),
        " ⊢ ∃ vector f: ∀i: f[i] = a",
    ),
    (
        lambda: obtain(
            assume(Some(i, between(0, i, n), P)), weaken(conjoin(assume(P), arithmetic(0 <= n, 0 <= k, k <= n)), Q), k
        ),
        "∃i with 0 ≤ i ≤ n: 0 < a, 0 < b ⊢ 0 < a and 0 ≤ n",
    ),
    (lambda: restate(assume(0 <= i), wide(i)), "0 ≤ i ⊢ wide(i)"),
    (lambda: restate(assume(wide(i) & P), both(0 <= i, P)), "wide(i), 0 < a ⊢ 0 ≤ i and 0 < a"),
    (lambda: replace(assume(a == b), assume(0 <= a * a), c, 0 <= c * a), "a = b, a·a ≥ 0 ⊢ b·a ≥ 0"),
    (lambda: replace(assume(i == k), assume(T[i] <= i), j, T[j] <= i), "i = k, T[i] ≤ i ⊢ T[k] ≤ i"),
    (
        lambda: termwise(
            cut(combine(f[r] <= g[r], [(1, [specialise(assume(All(i, between(0, i, m), f[i] <= g[i])), r)])])), r, 0, m
        ),
        "∀i with 0 ≤ i ≤ m: f[i] ≤ g[i] ⊢ Σ_{r=0}^{m} f[r] ≤ Σ_{r=0}^{m} g[r]",
    ),
    (lambda: termwise(combine(f[r] == f[r]), r, 0, m, "product"), " ⊢ Π_{r=0}^{m} f[r] = Π_{r=0}^{m} f[r]"),
    (
        lambda: termwise(combine(f[r] <= f[r] + 1, [(1, [])]), r, 0, m, "least"),
        " ⊢ min_{0≤r≤m} f[r] ≤ min_{0≤r≤m} (f[r] + 1)",
    ),
    (lambda: termwise(combine(f[r] == f[r]), r, 0, m, "largest"), " ⊢ max_{0≤r≤m} f[r] = max_{0≤r≤m} f[r]"),
    (
        lambda: telescope(weaken(combine(f[r + 1] - f[r] == f[r + 1] - f[r]), between(k, r, n), P), r, k, n, f),
        "0 < a, k ≤ n+1 ⊢ Σ_{r=k}^{n} (f[r+1] - f[r]) = f[n+1] - f[k]",
    ),
    (
        lambda: telescope(
            alike(function(i, as_number(i) * i)[r + 1] - function(i, as_number(i) * i)[r], 2 * as_number(r) + 1),
            r,
            0,
            n,
            function(i, as_number(i) * i),
        ),
        "n+1 ≥ 0 ⊢ Σ_{r=0}^{n} (2·r + 1) = (n+1)·(n+1)",
    ),
    (
        lambda: split_range(Sum(r, 0, m, f[r] * r), k),
        "k+1 ≥ 0, k ≤ m ⊢ Σ_{r=0}^{m} f[r]·r = Σ_{r=0}^{k} f[r]·r + Σ_{r=k+1}^{m} f[r]·r",
    ),
    (
        lambda: split_range(Product(r, i, m, f[r]), i),
        "i ≤ i+1, i ≤ m ⊢ Π_{r=i}^{m} f[r] = (Π_{r=i}^{i} f[r])·Π_{r=i+1}^{m} f[r]",
    ),
    (
        lambda: exchange(Sum(i, 0, n, Sum(r, k, m, x[i, r]))),
        " ⊢ Σ_{i=0}^{n} Σ_{r=k}^{m} x[i,r] = Σ_{r=k}^{m} Σ_{i=0}^{n} x[i,r]",
    ),
    (lambda: bounds(Least(r, 0, m, f[r]), k), "0 ≤ k, k ≤ m ⊢ min_{0≤r≤m} f[r] ≤ f[k]"),
    (
        lambda: bounds(Largest(r, 0, m, Sum(k, 0, r, f[k])), k),
        "0 ≤ k, k ≤ m ⊢ Σ_{k'=0}^{k} f[k'] ≤ max_{0≤r≤m} Σ_{k'=0}^{r} f[k']",
    ),
    (lambda: attained(Largest(r, 0, m, f[r] * a)), "0 ≤ m ⊢ ∃r with 0 ≤ r ≤ m: max_{0≤r'≤m} f[r']·a = f[r]·a"),
    (
        lambda: attained(Least(r, 0, variable("r'", INDEX), f[r])),
        "0 ≤ r' ⊢ ∃r with 0 ≤ r ≤ r': min_{0≤r''≤r'} f[r''] = f[r]",
    ),
    (
        lambda: induct(k <= T[i], i, k, assume(k <= T[k]), specialise(assume(All(i, k <= T[i], k <= T[i + 1])), i)),
        "∀i with k ≤ T[i]: k ≤ T[i+1], k ≤ T[k], k ≤ i ⊢ k ≤ T[i]",
    ),
    (
        lambda: induct(
            a**i == 1,
            i,
            0,
            alike(a**0, 1),
            weaken(
                combine(a ** (i + 1) == 1, [(power(a, 1), [assume(a**i == 1)]), (1, [assume(a == 1)])], [0 <= i]),
                0 <= i,
            ),
        ),
        "a = 1, 0 ≤ i ⊢ a^i = 1",
    ),
    (
        lambda: least_index(assume(Some(i, k <= i, i <= n, P))),
        "∃i with k ≤ i ≤ n: 0 < a ⊢ ∃i with k ≤ i ≤ n: 0 < a and (∀i' with k ≤ i' ≤ n, i' < i: a ≤ 0)",
    ),
    (
        lambda: least_index(assume(Some(i, k < i, T[i] < variable("i'", INDEX)))),
        "∃i > k: T[i] < i' ⊢ ∃i > k: T[i] < i' and (∀i'' with k < i'' < i: i' ≤ T[i''])",
    ),
    (
        lambda: choose(assume(All(i, between(0, i, n), Some(a, P, a * a == f[i]))), "h"),
        "∀i with 0 ≤ i ≤ n: ∃a > 0: a·a = f[i] ⊢ ∃ vector h: ∀i with 0 ≤ i ≤ n: h[i] > 0 and h[i]·h[i] = f[i]",
    ),
    (
        lambda: choose(assume(All(i, TRUE, Some(k, i <= k, S[k]))), "h"),
        "∀i: ∃k ≥ i: k ∈ S ⊢ ∃ index map h: ∀i: i ≤ h[i] and h[i] ∈ S",
    ),
    (lambda: because("it is so", Q, assume(P)), "0 < a ⊢ 0 < b by it is so"),
    (lambda: because("again", R, because("it is so", Q), because("again", P)), " ⊢ 0 < c by it is so; again; again"),
    (
        lambda: combine(late * b == late * c, [(late, [assume(b == c)])]),
        "b = c ⊢ (Σ_{v=0}^{n} Σ_{w=0}^{v-1} a^(v-1))·b = (Σ_{v=0}^{n} Σ_{w=0}^{v-1} a^(v-1))·c",
    ),
    (lambda: combine(0 < a + b, [(1, [assume(P)]), (1, [assume(0 <= b)])]), "0 < a, 0 ≤ b ⊢ a + b > 0"),
    (lambda: combine((b + 1) / (b + 1) == 1, nonzero=[assume(0 < a * (b + 1))]), "a·(b + 1) > 0 ⊢ (b + 1)/(b + 1) = 1"),
    (lambda: alike(1 / If(0 <= i, a, b), 1 / a, 0 <= i), "0 ≤ i ⊢ 1/{a if 0 ≤ i; b otherwise} = 1/a"),
    (lambda: alike(as_number(2 * i - k + 3), 2 * as_number(i) - k + 3), " ⊢ 2i-k+3 = 2·i - k + 3"),
    (lambda: alike(as_number(2 * (i * k) + 1), 2 * as_number(i) * k + 1), " ⊢ 2(i·k)+1 = 2·i·k + 1"),
    (lambda: alike(If(i < k, a, b), a, i + 1 <= k), "i+1 ≤ k ⊢ {a if i < k; b otherwise} = a"),
    (lambda: alike(If(k <= i, a, b), a, k < i), "k < i ⊢ {a if k ≤ i; b otherwise} = a"),
    (lambda: alike(Sum(r, i, k, a), a * (k - i + 1), i <= k), "i ≤ k ⊢ Σ_{r=i}^{k} a = a·(k-i+1)"),
    (
        lambda: alike(Sum(r, k, n, If(k <= r, f[r], a)), Sum(r, k, n, f[r])),
        " ⊢ Σ_{r=k}^{n} {f[r] if k ≤ r; a otherwise} = Σ_{r=k}^{n} f[r]",
    ),
    (lambda: alike(Sum(r, i, i + 12, f[r]), Sum(s, i, i + 12, f[s])), " ⊢ Σ_{r=i}^{i+12} f[r] = Σ_{s=i}^{i+12} f[s]"),
    (lambda: alike(Sum(r, 1, 12, r), 78), " ⊢ Σ_{r=1}^{12} r = 78"),
    (
        lambda: alike(opaque(If(0 <= i, i, k)), opaque(i), 0 <= i),
        "0 ≤ i ⊢ opaque({i if 0 ≤ i; k otherwise}) = opaque(i)",
    ),
    (lambda: arithmetic(i * k == 2 * k, i == 2), "i = 2 ⊢ i·k = 2k"),
    (lambda: arithmetic(k * i == 2 * k, i == 2), "i = 2 ⊢ k·i = 2k"),
    (lambda: arithmetic(If(0 <= i, i, -i) == -i, i < 0), "i < 0 ⊢ |i| = -i"),
    # A fact whose choice another one decides
    (
        lambda: arithmetic(1 <= i, 1 <= If(k < n, i, term(0)), k < n),
        "{i if k < n; 0 otherwise} ≥ 1, k < n ⊢ 1 ≤ i",
    ),
    (
        lambda: arithmetic(2 <= i, 2 <= If(1 <= j, i, term(0)), 1 <= If(k < n, j, term(0)), k < n),
        "{i if 1 ≤ j; 0 otherwise} ≥ 2, {j if k < n; 0 otherwise} ≥ 1, k < n ⊢ 2 ≤ i",
    ),
    (
        lambda: arithmetic(k <= 3, If(0 <= n, i, term(0)) == k, i <= 3, 0 <= n),
        "{i if 0 ≤ n; 0 otherwise} = k, i ≤ 3, 0 ≤ n ⊢ k ≤ 3",
    ),
    (
        lambda: arithmetic(3 <= k, If(0 <= n, i, term(0)) == k, 3 <= i, 0 <= n),
        "{i if 0 ≤ n; 0 otherwise} = k, 3 ≤ i, 0 ≤ n ⊢ 3 ≤ k",
    ),
    (
        lambda: arithmetic(i <= k, All(j, TRUE, j <= j), P, S[i], wide(i), i < k),
        "∀j: j ≤ j, 0 < a, i ∈ S, wide(i), i < k ⊢ i ≤ k",
    ),
    (lambda: arithmetic(k < i, 2 * k + 1 <= 2 * i, 2 * i <= 2 * k + 1), "2k+1 ≤ 2i, 2i ≤ 2k+1 ⊢ k < i"),
    (
        lambda: arithmetic(3 * i <= 2 * n + m, 2 * i <= n, i <= n, 0 <= n, i <= m),
        "2i ≤ n, i ≤ n, 0 ≤ n, i ≤ m ⊢ 3i ≤ 2n+m",
    ),
    (lambda: arithmetic(i <= 2, 2 * i + 3 * k <= 7, k == 1), "2i+3k ≤ 7, k = 1 ⊢ i ≤ 2"),
    (lambda: arithmetic(T[i] <= 5, 2 * T[i] + 3 * k <= 11, 0 <= k), "2T[i]+3k ≤ 11, 0 ≤ k ⊢ T[i] ≤ 5"),
    (lambda: evaluate(wide(3)), " ⊢ wide(3)"),
    (lambda: evaluate(wide(3) & decided(3)), " ⊢ wide(3) and decided(3) by decided()"),
    (lambda: instance(weaken(assume(P), Q), {"b": 1}), "0 < 1, 0 < a ⊢ 0 < a"),
    (lambda: instance(square(a), {"a": i}), " ⊢ i·i ≥ 0"),
    (lambda: instance(arithmetic(0 <= i + 1, 0 <= i), {"i": 3}), "0 ≤ 3 ⊢ 0 ≤ 4"),
    (lambda: specialise(generalise(arithmetic(0 <= i + 1, 0 <= i), i, 0 <= i), 3), "0 ≤ 3 ⊢ 0 ≤ 4"),
    (lambda: cut(said(P), said(Q)), " ⊢ 0 < a by 0 < a; 0 < b"),
    (lambda: imply(said(P), Q), " ⊢ 0 < b ⇒ 0 < a by 0 < a"),
    (lambda: detach(imply(said(P), Q), said(Q)), " ⊢ 0 < a by 0 < a; 0 < b"),
    (lambda: part(conjoin(said(P), said(Q)), 0), " ⊢ 0 < a by 0 < a; 0 < b"),
    (
        lambda: either(said(P | Q), alternative(weaken(said(R), P), R | P), alternative(weaken(said(P), Q), R | P)),
        " ⊢ 0 < c or 0 < a by 0 < a or 0 < b; 0 < c; 0 < a",
    ),
    (lambda: by_cases(said(Q), weaken(because("twice", Q), R), P), "0 < c ⊢ 0 < b by 0 < b; twice"),
    (lambda: instance(said(P), {"a": b}), " ⊢ 0 < b by 0 < a"),
    (lambda: generalise(said(P), a), " ⊢ ∀a: 0 < a by 0 < a"),
    (lambda: obtain(said(Some(i, TRUE, i <= n)), said(P), k), " ⊢ 0 < a by ∃i: i ≤ n; 0 < a"),
    (lambda: replace(said(a == b), said(0 <= a), c, 0 <= c), " ⊢ 0 ≤ b by a = b; 0 ≤ a"),
    (lambda: restate(said(0 <= i), wide(i)), " ⊢ wide(i) by 0 ≤ i"),
    (lambda: termwise(said(f[r] <= g[r]), r, 0, m), " ⊢ Σ_{r=0}^{m} f[r] ≤ Σ_{r=0}^{m} g[r] by f[r] ≤ g[r]"),
    (
        lambda: telescope(said(f[r + 1] - f[r] == a), r, 0, n, f),
        "n+1 ≥ 0 ⊢ Σ_{r=0}^{n} a = f[n+1] - f[0] by f[r+1] - f[r] = a",
    ),
    (lambda: induct(k <= T[i], i, k, said(k <= T[k]), said(k <= T[i + 1])), "k ≤ i ⊢ k ≤ T[i] by k ≤ T[k]; k ≤ T[i+1]"),
    (lambda: combine(0 <= a * b, [(1, [said(0 <= a), said(0 <= b)])]), " ⊢ a·b ≥ 0 by 0 ≤ a; 0 ≤ b"),
    (lambda: combine(b / a / b == 1 / a, nonzero=[said(P), said(Q)]), " ⊢ (b/a)/b = 1/a by 0 < a; 0 < b"),
    (lambda: absurd(said(a < a), Q), " ⊢ 0 < b by a < a"),
    (lambda: because("and so", Q, said(P), said(R)), " ⊢ 0 < b by 0 < a; 0 < c; and so"),
    (
        lambda: least_index(said(Some(i, 0 <= i, P))),
        " ⊢ ∃i ≥ 0: 0 < a and (∀i' with 0 ≤ i' < i: a ≤ 0) by ∃i ≥ 0: 0 < a",
    ),
    (lambda: choose(said(All(i, TRUE, Some(a, TRUE, a == i))), "h"), " ⊢ ∃ vector h: ∀i: h[i] = i by ∀i: ∃a: a = i"),
    (lambda: witness(Some(a, TRUE, a * a == 4), 2, combine(term(2, NUMBER) * 2 == 4)), " ⊢ ∃a: a·a = 4"),
    (lambda: in_coq("File", "name", 0 <= a * a), " ⊢ a·a ≥ 0 by name of Coq"),
    (lambda: alike(trace(x) + trace(x), 2 * trace(x)), " ⊢ trace(x) + trace(x) = 2·trace(x)"),
    (lambda: in_coq("File", "name", 0 <= a, P), "0 < a ⊢ 0 ≤ a by name of Coq"),
    (lambda: alike(1 / a**-2, a**2, nonzero=[P]), "0 < a ⊢ 1/a⁻² = a²"),
    (lambda: alike(1 / (a + b) ** -2, (a + b) ** 2, nonzero=[0 < a + b]), "a + b > 0 ⊢ 1/(a + b)⁻² = (a + b)²"),
    (lambda: arithmetic(n <= 0, 2 * k + 1 == 2 * i), "2k+1 = 2i ⊢ n ≤ 0"),
    (
        lambda: combine(1 / (a * as_number(i)) * a * i == 1, nonzero=[assume(P), assume(0 < as_number(i))]),
        "0 < a, i > 0 ⊢ (1/(a·i))·a·i = 1",
    ),
    (
        lambda: combine(1 / x[0, 0] ** i * x[0, 0] ** i == 1, nonzero=[assume(0 < x[0, 0])]),
        "x[0,0] > 0 ⊢ (1/x[0,0]^i)·x[0,0]^i = 1",
    ),
    (lambda: alike(f[0] ** i * f[0], f[0] ** (i + 1), 0 <= i), "0 ≤ i ⊢ f[0]^i·f[0] = f[0]^(i+1)"),
    (lambda: alike((a + f[0]) ** 0, 1), " ⊢ (a + f[0])⁰ = 1"),
]
"""Each rule, and the theorem that it makes."""
