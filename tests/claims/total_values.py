"""A second evaluator: every term has a value, as the core assumes, and nothing of the core is used.

A quotient by 0 is 0, a power of 0 with a negative exponent is 0, a range without an index has the least and largest
value 0, and a function has a value at every tuple of integers. A
quantifier runs through the indices between the bounds of its guard.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import ceil, floor, prod
from random import Random
from typing import Any

from exactdp.claims.statements.expressions import INDEX, NUMBER, TRUTH, Function, free, same
from exactdp.claims.statements.terms import Term, conjuncts

NUMBERS = [Fraction(x) for x in (0, 0, 1, -1, 2, "1/2", "-1/3", 3)]


LARGEST_EXPONENT = 1000


class Unknown(Exception):  # noqa: N818
    """A formula is about more values than this evaluator can try."""


_steps: list[int] = []
"""How many terms may still be computed, for each block that limits them; the last one applies."""


@contextmanager
def at_most(steps: int) -> Iterator[None]:
    """Compute at most so many terms in the block. Raises: `Unknown` beyond them."""
    _steps.append(steps)
    try:
        yield
    finally:
        _steps.pop()


def total(e: Any, at: dict[str, Any]) -> Any:
    """Return the value of a term or formula if its free variables have these values."""
    if _steps:
        _steps[-1] -= 1
        if _steps[-1] < 0:
            raise Unknown("it takes too many steps")
    a = e.args
    match e.op:
        case "variable":
            return at[a[0]]
        case "literal":
            return a[0] if e.sort == NUMBER else int(a[0])
        case "linear":
            return sum(c * total(atom, at) for atom, c in a[0]) + a[1]
        case "true":
            return True
        case "and":
            return total(a[0], at) and total(a[1], at)
        case "or":
            return total(a[0], at) or total(a[1], at)
        case "implies":
            return not total(a[0], at) or total(a[1], at)
        case "if":
            return total(a[1] if total(a[0], at) else a[2], at)
        case "sum" | "product" | "least" | "largest":
            terms = [total(a[3], {**at, a[0].args[0]: k}) for k in range(total(a[1], at), total(a[2], at) + 1)]
            empty: dict[str, Callable[..., Any]] = {"least": min, "largest": max}
            if e.op in empty:
                return empty[e.op](terms, default=Fraction(0))
            return sum(terms, Fraction(0)) if e.op == "sum" else prod(terms, start=Fraction(1))
        case "all" | "some":
            held = [k for k in _between(e, at) if total(a[1], {**at, a[0].args[0]: k})]
            found = [total(a[2], {**at, a[0].args[0]: k}) for k in held]
            return all(found) if e.op == "all" else any(found)
        case "function":
            return lambda *to: total(a[-1], {**at, **{v.args[0]: k for v, k in zip(a, to, strict=False)}})
        case "defined":
            if a[0].body is None and a[0].decide is None:
                raise Unknown(str(e))
            if a[0].body is None:
                return a[0].decide(*(total(each, at) for each in a[1:]))
            return total(a[0].body, {p.args[0]: total(x, at) for p, x in zip(a[0].parameters, a[1:], strict=True)})
    values = [total(each, at) for each in a]
    match e.op, values:
        case "not", [x]:
            return not x
        case "number", [x]:
            return Fraction(x)
        case "entry", [f, *to]:
            return f(*to)
        case "^", [_, y] if abs(y) > LARGEST_EXPONENT:
            raise Unknown(str(e))
        case "^", [x, y]:
            return Fraction(0) if x == 0 and y < 0 else x**y
        case "/", [x, y]:
            return Fraction(0) if y == 0 else x / y
        case "*", [x, y]:
            return x * y
        case "+", [x, y]:
            return x + y
        case "-", [x, y]:
            return x - y
        case "=", [x, y]:
            return x == y
        case "<=", [x, y]:
            return x <= y
        case "<", [x, y]:
            return x < y
    raise AssertionError(e.op)


def _between(e: Any, at: dict[str, Any]) -> range:
    """Return the indices between the bounds that the guard of a quantifier has for its variable."""
    v, guard, _ = e.args
    lows, highs = [], []
    for f in conjuncts(guard) if v.sort == INDEX else []:
        if f.op in ("<=", "<"):
            left, right = f.args
            if same(right, v) and v.args[0] not in free(left):
                lows.append(total(left, at))
            if same(left, v) and v.args[0] not in free(right):
                highs.append(total(right, at))
    if not lows or not highs:
        raise Unknown(str(e))
    return range(ceil(max(lows)), floor(min(highs)) + 1)


def anywhere(variables: list[Term], random: Random) -> dict[str, Any]:
    """Return random values for variables: many are 0, and functions have a value everywhere."""
    return {v.args[0]: _any(v.sort, random) for v in variables}


def _any(sort: Any, random: Random) -> Any:
    if sort == INDEX:
        return random.randint(-2, 4)
    if sort == NUMBER:
        return random.choice(NUMBERS)
    if not isinstance(sort, Function):
        raise Unknown(str(sort))
    known: dict[tuple[int, ...], Any] = {}

    def value(*at: int) -> Any:
        if at not in known:
            known[at] = random.choice([True, False]) if sort.values == TRUTH else _any(sort.values, random)
        return known[at]

    return value
