# ruff: noqa: PLR0124 (a formula may compare a term with itself)
"""Derivations from objects that imitate terms, formulas or numbers, and from definitions that are made again.

Such an object changes its value from one use to the next, or its operators return arbitrary values. The core must
refuse each of them.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import permutations
from typing import Any

from exactdp.arithmetic.errors import InputError
from exactdp.claims.logic import core, index_order, polynomials
from exactdp.claims.logic.context import Context
from exactdp.claims.logic.core import (
    Theorem,
    absurd,
    arithmetic,
    assume,
    attained,
    bounds,
    by_cases,
    combine,
    cut,
    evaluate,
    exchange,
    generalise,
    imply,
    induct,
    instance,
    replace,
    restate,
    split_range,
    square,
    telescope,
    weaken,
)
from exactdp.claims.logic.polynomials import NEVER, UNIT, Refused, product
from exactdp.claims.statements.expressions import INDEX, NUMBER, TRUTH, VECTOR, key
from exactdp.claims.statements.formulas import indices, numbers, vectors
from exactdp.claims.statements.terms import TRUE, Definition, Formula, Term, term

i, k, n, r = indices("i k n r")
a, b, c = numbers("a b c")
f, g = vectors("f g")
P, FALSE = 0 < a, a < a

Answers = dict[str, Callable[..., Any]]


def own(base: type, answers: Answers | None = None, **attributes: Any) -> Any:
    """Return an object of a new class with these attributes and these results of Python's operators."""
    given = {"__init__": lambda self: None, "__hash__": lambda self: 1, "_found": None, "_expanded": None}
    return type("Own", (base,), given | attributes | (answers or {}))()


def looks(*values: Any) -> property:
    """Return an attribute that has these values, one after the other, and then keeps the last one."""
    left = list(values)
    return property(lambda self: left.pop(0) if len(left) > 1 else left[0])


def imitated_truth() -> Any:
    """Return an object that evaluates as 0 ≤ 1, and equals a < a."""
    return own(object, op="<=", args=(term(0), term(1)), sort=TRUTH, _free={}, _key=key(FALSE))


def imitated_range(op: str) -> Any:
    """Return a term over a range whose comparisons are a < a."""
    compared = dict.fromkeys(("__eq__", "__le__", "__ge__"), lambda self, other: FALSE)
    inner = term(0, NUMBER) if op != "sum of sums" else own(object, op="sum", args=(r, term(0), n, a), _free={})
    return own(Term, compared, op=op.partition(" ")[0], args=(k, term(0), n, inner), _free={}, _key=("sum",))


def _an_index_whose_successor_it_is() -> Theorem:
    answers: Answers = {"__add__": lambda self, other: k, "__ge__": lambda self, other: other <= k}
    index = own(Term, answers, op="variable", args=("k",), sort=INDEX, _free={"k": k}, _key=key(k))
    return induct(k <= 0, index, 0, arithmetic(term(0) <= 0), assume(k <= 0))


def _a_square_below_0() -> Theorem:
    answers: Answers = {"__mul__": lambda self, other: term(-1, NUMBER)}
    return square(own(Term, answers, op="variable", args=("a",), sort=NUMBER, _free={}, _key=key(a)))


def _a_function_that_turns() -> Theorem:
    values: Iterator[Any] = iter([f[r + 1], f[r], g[n + 1]])
    ends = own(object, {"__getitem__": lambda self, at: next(values, term(0, NUMBER))}, op="variable", _free={})
    return telescope(combine(f[r + 1] - f[r] == f[r + 1] - f[r]), r, 0, n, ends)


def _a_condition_that_is_anything() -> Theorem:
    return imply(assume(P), own(object, {"__rshift__": lambda self, other: FALSE}, op="true"))


def _a_case_with_two_negations() -> Theorem:
    """By cases of 0 < a, as it seems, and not of its negation but of a < a."""
    case = own(object, op="<=", args=(a, a), sort=TRUTH, _free={}, _key=key(P))
    return by_cases(assume(P), absurd(assume(FALSE), P), case)


def _a_guard_that_is_always_true() -> Theorem:
    answers: Answers = {"__and__": lambda self, other: TRUE, "__rand__": lambda self, other: TRUE}
    guard = own(object, answers, op="<", args=P.args, sort=TRUTH, _free={}, _key=key(P))
    return generalise(assume(P), a, guard, TRUE)


def _another_variable_at_each_look() -> Theorem:
    v = own(Term, op="variable", args=looks(("c",), ("d",)), sort=NUMBER)
    return replace(assume(a == b), assume(P), v, 0 < c)


def _another_pattern_at_each_look() -> Theorem:
    args = looks((term(0, NUMBER), c), (term(0, NUMBER), c), (c, c))
    return replace(assume(a == b), assume(P), c, own(Formula, op="<", args=args, sort=TRUTH, _free={"c": c}))


def _whole_number_at_each_look() -> Theorem:
    low = own(int, numerator=looks(0, -5))
    return induct(0 <= k, k, low, arithmetic(term(0) <= 0), arithmetic(0 <= k + 1, 0 <= k))


def _function_at_each_look() -> Theorem:
    """From f[0] > 0, that g[0] > 0."""
    of = own(
        Term,
        op=looks("function"),
        args=looks((i, f[i]), (i, f[i]), (i, g[i])),
        sort=VECTOR,
        _free={"f": f},
        _key=key(f),
    )
    return instance(combine(0 < f[0], [(1, [assume(0 < f[0])])]), {"f": of})


def _argument_that_is_anything() -> Theorem:
    corner = Definition("corner", (f,), f[0], NUMBER)
    of = own(
        object, op="function", args=looks((i, f[i]), (i, f[i]), (i, g[i])), sort=VECTOR, _free={"f": f}, _key=key(f)
    )
    return combine(corner(f) == Term("defined", corner, of, sort=NUMBER))


def _defined_again() -> Theorem:
    made = Definition("d", (), term(0) <= 1)
    t = evaluate(made())
    made.__init__("d", (), term(1) <= 0)  # type: ignore[misc]
    return restate(t, term(1) <= 0)


def _deleted_and_defined_again() -> Theorem:
    made = Definition("d", (), term(0) <= 1)
    t = evaluate(made())
    for each in ("name", "body", "coq"):
        delattr(made, each)
    made.__init__("d", (), term(1) <= 0)  # type: ignore[misc]
    return restate(t, term(1) <= 0)


def _made_in_vain() -> Theorem:
    """That all numbers are > 0, from a name for 0 < a that does not show the variable a."""
    name = Definition.__new__(Definition)
    with suppress(InputError):
        name.__init__("d", (), P)  # type: ignore[misc]
    if not hasattr(name, "body"):
        raise Refused("the definition was not made")
    holds = cut(instance(restate(assume(P), name()), {"a": 1}), evaluate(term(0, NUMBER) < term(1, NUMBER)))
    return cut(generalise(restate(assume(name()), P), a), holds)


def _formula_deleted_and_made_again() -> Theorem:
    says = term(0) <= term(0)
    t = evaluate(says)
    delattr(says, "_found")
    says.__init__("<", *says.args, sort=TRUTH)  # type: ignore[misc]
    return absurd(t, FALSE)


class Turning(str):
    """An operation that is ≤ at first."""

    now = "<="

    def __eq__(self, other: object) -> bool:
        return self.now == other

    def __ne__(self, other: object) -> bool:
        return self.now != other

    def __hash__(self) -> int:
        return hash("<=")


def _two_operations_in_one() -> Theorem:
    t = evaluate(Formula(Turning("<="), term(0), term(0), sort=TRUTH))
    Turning.now = "<"
    try:
        return absurd(t, FALSE)
    finally:
        Turning.now = "<="


def _coefficient_that_changes() -> Theorem:
    atom: list[Any] = [i, 1]
    t = arithmetic(Term("linear", (atom,), 1, sort=INDEX) < i + 2)
    atom[1] = 5
    return t


def _fraction(above: int, below: int) -> Fraction:
    """Return a quotient that is not reduced. Only Python 3.11 has this argument."""
    try:
        return Fraction(above, below, _normalize=False)  # type: ignore[call-arg]
    except TypeError:
        raise Refused("this version of Python reduces every fraction") from None


def _quotient_by_a_negative_number() -> Theorem:
    """That 0 < -1/2, which Python says of 1/-2."""
    return evaluate(term(0, NUMBER) < term(_fraction(1, -2)))


def _multiplier_by_a_negative_number() -> Theorem:
    return combine(a <= 0, [({UNIT: _fraction(1, -1)}, [assume(0 <= a)])])


def _exponent_below_0() -> Theorem:
    """From a·b = a·c, that b = c: a fraction that is -1, and says of itself that it is at least 0."""
    products = iter([1])
    answers = {"numerator": property(lambda self: self), "__mul__": lambda self, other: next(products, -other)}
    exponent = Fraction(type("Own", (int,), answers)(-1))
    return combine(b == c, [({frozenset({(key(a), (frozenset(), exponent))}): Fraction(1)}, [assume(a * b == a * c)])])


def _body_assigned() -> Theorem:
    made = Definition("d", (), term(0) <= 1)
    t = evaluate(made())
    getattr(made, "__dict__", {})["body"] = FALSE
    return restate(t, FALSE)


def _power(base: Term, exponent: int) -> Any:
    return frozenset({(key(base), (frozenset(), exponent))})


def _one_base_twice() -> Theorem:
    """From b = c, that a^e·b = a^e'·c: Python reads two equal sets in two orders, and keeps the last power of each."""
    for e, other in permutations(range(1, 12), 2):
        powers = [(key(a), (frozenset(), each)) for each in (e, other)]
        first, second = frozenset(powers), frozenset(powers[::-1])
        if list(first) != list(second):
            break
    (_, one), (_, two) = (list(each)[-1][1] for each in (first, second))
    product(second, _power(c, 1))
    return combine(a**one * b == a**two * c, [({first: Fraction(1)}, [assume(b == c)])])


def _one_index_twice() -> Theorem:
    """Multiply a^k·b = a^(2k)·c by a^(e·i), which Python reads as a^(e'·i) in an equal set."""
    for e, other in permutations(range(1, 12), 2):
        atoms = [(key(i), each) for each in (e, other)]
        first, second = frozenset(atoms), frozenset(atoms[::-1])
        if list(first) != list(second):
            break
    (_, one), (_, two) = (list(each)[-1] for each in (first, second))
    product(frozenset({(key(a), (second, 0))}), frozenset({(key(a), (frozenset({(key(k), 1)}), 0))}))
    multiplier = {frozenset({(key(a), (first, 0)), *_power(b, 1)}): Fraction(1)}
    goal = a ** (two * i + k) * b * b == a ** (one * i + 2 * k) * c * b
    return combine(goal, [(multiplier, [assume(a**k * b == a ** (2 * k) * c)])], [0 <= i, 0 <= k])


class AsOther(tuple[Any, Any]):
    """The exponent i, which reads as k."""

    def __getitem__(self, at: Any) -> Any:
        return (frozenset({(key(k), 1)}), 0)[at]


I = AsOther((frozenset({(key(i), 1)}), 0))  # noqa: E741


def _forget() -> None:
    """Clear the caches of the core, so that an imitation comes first."""
    for each in (*vars(polynomials).values(), *vars(index_order).values()):
        if hasattr(each, "cache_clear"):
            each.cache_clear()
    polynomials._plain.clear()
    core._contexts.made.clear()


def _remembered_of_an_exponent() -> Theorem:
    _forget()
    Context([]).at_least_0(I)
    return arithmetic(0 <= i, 0 <= k)


def _remembered_of_bounds() -> Theorem:
    _forget()
    with suppress(Refused), Context([]).inside(NEVER, I, NEVER):
        pass
    return arithmetic(0 <= i, 0 <= k)


def _remembered_of_a_fact() -> Theorem:
    """Let the core remember the order of the indices under 0 ≤ i, which is the same as 0 ≤ k."""
    _forget()
    fact = own(Formula, op="<=", args=(term(0), i), sort=TRUTH, _free={"i": i}, _key=key(0 <= k))
    with suppress(Refused):
        arithmetic(0 <= i, fact)
    return arithmetic(0 <= i, 0 <= k)


def _remembered_of_a_sign() -> Theorem:
    """Let the core remember that b is not 0, which is the same as that a is not 0."""
    _forget()
    says = own(Formula, op="<", args=(term(0, NUMBER), b), sort=TRUTH, _free={"b": b}, _key=key(P))
    with suppress(Refused):
        combine(b / b == 1, nonzero=[own(object, says=says, given=(P,))])
    return combine(b / b == 1, nonzero=[assume(P)])


class MinusTwice(frozenset[Any]):
    """A multiple of an index, which reads as -2·k."""

    def __iter__(self) -> Iterator[Any]:
        return iter([(key(k), -2)])


def _remembered_of_a_contradiction() -> Theorem:
    """Let the core remember that k ≥ 0 contradicts -2·k - 1 ≥ 0, which looks like -i - 1 ≥ 0."""
    _forget()
    with suppress(Refused):
        index_order.contradictory(((frozenset({(key(k), 1)}), 0), (MinusTwice({(key(i), -1)}), -1)))
    return arithmetic(0 <= i, 0 <= k)


class Empty(frozenset[Any]):
    """A set that equals another one, and has no members for whoever reads it."""

    def __iter__(self) -> Iterator[Any]:
        return iter(())


def _remembered(says: Formula, *factors: Any) -> Theorem:
    """Let the core remember the product of a and b."""
    _forget()
    product(*factors)
    return combine(says)


def _remembered_of_its_parts() -> Theorem:
    """Let the core remember a^k as the product of a^i and a^k: the imitation is deep within a monomial."""
    _forget()
    product(frozenset({(key(a), (Empty({(key(i), 1)}), 0))}), frozenset({(key(a), (frozenset({(key(k), 1)}), 0))}))
    return combine(a**i * a**k == a**k, given=[0 <= i, 0 <= k])


class Both(frozenset[Any]):
    """The monomial a, which is found as a² at the second look, and as a at the third."""

    def __init__(self, members: Any) -> None:
        self.hashes = [hash(_power(a, each)) for each in (1, 2, 1)]

    def __hash__(self) -> int:
        return self.hashes.pop() if len(self.hashes) > 1 else self.hashes[0]

    def __eq__(self, other: object) -> bool:
        return True


def _two_monomials_in_one() -> Theorem:
    for power, factor in ((1, b), (2, c)):
        product(_power(a, power), _power(factor, 1))
    multiplier = {Both(_power(a, 1)): Fraction(1)}
    return combine(a * b == a**2 * c, [(multiplier, [assume(b == c)])])


IMITATIONS: dict[str, Callable[[], Any]] = {
    "a product that is remembered of an exponent that looks empty": _remembered_of_its_parts,
    "what is evaluated is another formula": lambda: evaluate(imitated_truth()),
    "what is given is another formula": lambda: weaken(square(a), imitated_truth()),
    "what is assumed is another formula": lambda: assume(imitated_truth()),
    "an index that is its own successor": _an_index_whose_successor_it_is,
    "a number with a square below 0": _a_square_below_0,
    "a function that turns": _a_function_that_turns,
    "a sum that is split, and equals anything": lambda: split_range(imitated_range("sum"), i),
    "sums that are exchanged, and equal anything": lambda: exchange(imitated_range("sum of sums")),
    "a least value with bounds of its own": lambda: bounds(imitated_range("least"), i),
    "a largest value with bounds of its own": lambda: bounds(imitated_range("largest"), i),
    "a least value that is attained as it says": lambda: attained(imitated_range("least")),
    "a condition that implies anything": _a_condition_that_is_anything,
    "a case with a negation of its own": _a_case_with_two_negations,
    "a guard that is always true": _a_guard_that_is_always_true,
    "a variable with two names": _another_variable_at_each_look,
    "a pattern that is two formulas": _another_pattern_at_each_look,
    "a whole number that is two": _whole_number_at_each_look,
    "a function that is two": _function_at_each_look,
    "an argument that is two functions": _argument_that_is_anything,
    "a definition that is made again": _defined_again,
    "a definition that is deleted, and made again": _deleted_and_defined_again,
    "a definition whose body is assigned": _body_assigned,
    "a definition that was made in vain": _made_in_vain,
    "a formula that is deleted, and made again": _formula_deleted_and_made_again,
    "an operation that is two": _two_operations_in_one,
    "a coefficient that changes": _coefficient_that_changes,
    "a quotient by a negative number": _quotient_by_a_negative_number,
    "a multiplier that is such a quotient": _multiplier_by_a_negative_number,
    "an exponent below 0 that says otherwise": _exponent_below_0,
    "one base twice in a monomial": _one_base_twice,
    "two monomials in one": _two_monomials_in_one,
    "one index twice in an exponent": _one_index_twice,
    "an exponent that was remembered of an imitation": _remembered_of_an_exponent,
    "bounds that were remembered of an imitation": _remembered_of_bounds,
    "an order of indices that was remembered of an imitation": _remembered_of_a_fact,
    "a contradiction that was remembered of an imitation": _remembered_of_a_contradiction,
    "a divisor that was remembered of an imitation": _remembered_of_a_sign,
    "a product that was remembered of an imitation": lambda: _remembered(a * b == b, Empty(_power(a, 1)), _power(b, 1)),
    "a product that was remembered with an imitation": lambda: _remembered(
        a * b == a, _power(a, 1), Empty(_power(b, 1))
    ),
}
"""Each would make a false theorem if the core took the object for what it imitates."""
