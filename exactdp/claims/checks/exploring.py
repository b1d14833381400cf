"""Terms without a value in a formula that cannot be decided, because a quantifier has too many values to try.

Such a formula may still divide by 0: "∃u ≥ n: 0/n = 0" does at n = 0, whatever u is. This module evaluates all parts of
a formula whose values are known, and leaves the others unknown. It is stricter than an evaluation: after an unknown
part of an "and", an "or" or an "implies", the next part needs a value too, and so do both values of an "if" whose
condition is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from exactdp.claims.statements.evaluation import NotRunThrough, OutsideTable, Undefined, compiled
from exactdp.claims.statements.expressions import QUANTIFIED, RANGED, Expression, free, has_part, split
from exactdp.claims.statements.ranges import Environment, values_to_try
from exactdp.claims.statements.terms import expand

VALUES = 50
"""The largest number of values of a quantifier, or of an index of a sum, that are looked at."""

ENDS = 3
"""How many values at each end of a longer range of indices are looked at."""

UNKNOWN = object()


def may_lack_a_value(e: Any) -> bool:
    """Return whether an operation may have no value although its arguments have one: at a divisor 0, for example.

    >>> from exactdp.claims.statements.formulas import indices
    >>> n, = indices("n")
    >>> may_lack_a_value(1 / (n + 1)), may_lack_a_value(2 ** n), may_lack_a_value(n + 1)
    (True, True, False)
    """
    known = e.args[1].args[0] if e.op in ("/", "^") and e.args[1].op == "literal" else None
    if e.op == "/":
        return not known
    if e.op == "^":
        return known is None or known < 0
    return e.op in ("least", "largest")


def without_a_value(e: Expression, env: Environment) -> str:
    """Return why a part of the expression has no value, although the whole cannot be decided; "" if none is found.

    >>> from exactdp.claims.statements.formulas import Some, indices, number
    >>> (n,), u = indices("n"), number("u")
    >>> without_a_value(Some(u, n <= u, 0 / n == u), {"n": 0}), without_a_value(Some(u, n <= u, 0 / n == u), {"n": 1})
    ('0/n divides by 0', '')
    """
    try:
        _known(expand(e), env)
    except (NotRunThrough, OutsideTable):
        return ""
    except Undefined as error:
        return str(error)
    return ""


def _known(e: Any, env: Environment) -> Any:
    """Return the value of an expression, or `UNKNOWN`. A variable that is not in the environment is unknown.

    Raises: `Undefined` for a part without a value.
    """
    if free(e).keys() <= env.keys():
        with suppress(NotRunThrough, OutsideTable):
            return compiled(e)(env)
    match e.op:
        case "and" | "or" | "implies":
            left = _known(e.args[0], env)
            if left is (e.op == "or"):
                return e.op != "and"
            right = _known(e.args[1], env)
            decided = right is (e.op != "and") or left is not UNKNOWN
            return right if decided else UNKNOWN
        case "not":
            negated = _known(e.args[0], env)
            return UNKNOWN if negated is UNKNOWN else not negated
        case "if":
            condition = _known(e.args[0], env)
            then = UNKNOWN if condition is False else _known(e.args[1], env)
            otherwise = UNKNOWN if condition is True else _known(e.args[2], env)
            return then if condition is True else otherwise if condition is False else UNKNOWN
        case "variable" | "function":
            return env.get(e.args[0], UNKNOWN) if e.op == "variable" else UNKNOWN
    if e.op in QUANTIFIED:
        return _quantified(e, env)
    if e.op in RANGED:
        return _ranged(e, env)
    _, parts, _ = split(e)
    values = [_known(each, env) for each in parts if isinstance(each, Expression)]
    if UNKNOWN not in values[1:] and (
        (e.op == "/" and values[1] == 0) or (e.op == "^" and values[0] == 0 and values[1] < 0)
    ):
        raise Undefined(f"{e} has no value")
    return UNKNOWN


def _quantified(e: Any, env: Environment) -> Any:
    """Evaluate a quantifier at its values, or once with an unknown value of its variable."""
    v, guard, body = e.args
    ends = e.op == "some"
    found: Any = not ends
    for inner in _environments(e, env):
        if _known(guard, inner) is False:
            continue
        holds = _known(body, inner)
        if holds is ends:
            return ends if v.args[0] in inner else UNKNOWN
        if holds is UNKNOWN or v.args[0] not in inner:
            found = UNKNOWN
    return found


def _environments(e: Any, env: Environment) -> Iterator[Environment]:
    """Yield an environment for each value of the variable of a quantifier, or one without a value of it."""
    name = e.args[0].args[0]
    others = {key: value for key, value in env.items() if key != name}
    values: Sequence[Any] | None = None
    with suppress(Undefined, KeyError):  # a bound has no value, or contains an unknown variable
        found = values_to_try(e, compiled)(env)
        values = found if isinstance(found, range) else list(islice(found, VALUES + 1))
    if values is None or len(values) > VALUES:
        yield others
        values = [*values[:ENDS], *values[-ENDS:]] if isinstance(values, range) else ()
    for each in values:
        yield {**others, name: each}


def _ranged(e: Any, env: Environment) -> Any:
    v, low, high, body = e.args
    ends = [_known(low, env), _known(high, env)]
    others = {key: value for key, value in env.items() if key != v.args[0]}
    if UNKNOWN in ends:
        _known(body, others)
        return UNKNOWN
    if ends[1] < ends[0] and e.op in ("least", "largest"):
        raise Undefined(f"{e} has an empty range")
    # The function of a name may also find that its arguments have no value.
    if not has_part(body, lambda part: part.op == "defined" or may_lack_a_value(part)):
        return UNKNOWN
    values: Sequence[int] = range(ends[0], ends[1] + 1)
    for k in values if len(values) <= VALUES else [*values[:ENDS], *values[-ENDS:]]:
        _known(body, {**others, v.args[0]: k})
    return UNKNOWN
