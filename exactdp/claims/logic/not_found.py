"""The message of a step that finds no sum of products of facts: what it tried, and what most often helps.

Nothing here is trusted: a message proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from exactdp.claims.logic.context import Context, Open
from exactdp.claims.logic.polynomials import Expansion, Refused
from exactdp.claims.statements.expressions import INDEX, NUMBER, RANGED, Expression, Key, free, key, split
from exactdp.claims.statements.terms import Formula, Term, expand, rebuild

MOST_FACTORS = 3
"""The message suggests products of at most so many facts."""

_USED_BY = {
    "all": "name it for the values that you need",
    "implies": "use `detach`",
    "some": "use `let`",
}


class NotFound(Refused):
    """A goal is not a sum of products of facts, as far as this is found.

    A search fails often, so the message is computed only when it is shown. `case` has the conditions of the case, and
    `divisors` the divisors in the goal without a sign. The functions return the goal with its choices decided, the
    terms of the goal that no fact mentions, and the facts that the step could not use.
    """

    def __init__(self, goal: Formula, factors: int, tried: int) -> None:
        super().__init__(goal, factors, tried)
        self.goal, self.factors, self.tried = goal, factors, tried
        self.case: Sequence[Formula] = ()
        self.divisors: Sequence[Term] = ()
        self.decided: Callable[[], Formula] = lambda: goal
        self.missing: Callable[[], Sequence[Term]] = tuple
        self.unused: Callable[[], Sequence[Formula]] = tuple

    def __str__(self) -> str:
        case = f" in the case {', '.join(map(str, self.case))}" if self.case else ""
        here = str(self.decided())
        where = f", where it is {here}," if self.case and here != str(self.goal) else ""
        said = f"{self.goal} was not found{case}{where} as a sum of products of up to {self.factors} of the facts"
        return "; ".join([f"{said} ({self.tried} tried)", *self._help()])

    def _help(self) -> Iterator[str]:
        if self.divisors:
            t = self.divisors[0]
            yield f"the goal divides by {t}: name a fact that implies {t} > 0 or {t} < 0"
        missing = self.missing()
        if missing:
            yield f"no fact mentions {', '.join(map(str, missing[:3]))}"
        if not self.divisors and not missing:
            for f in self.unused()[:1]:
                yield f"not used: {f}, {_USED_BY[f.op]}"
            if self.tried and self.factors < MOST_FACTORS and self.goal.op != "=":
                yield f"factors={self.factors + 1} tries more products"


def unmentioned(goal: Formula, context: Context, target: Expansion, facts: Sequence[Expansion]) -> list[Term]:
    """Return the terms of a goal that are in its normal form, the target, but in that of no fact.

    >>> from exactdp.claims.statements.formulas import numbers
    >>> (a, b), here = numbers("α β"), Context([])
    >>> goal, fact = a * b >= 0, a >= 0
    >>> unmentioned(goal, here, here.difference(goal), [here.difference(fact)])
    [β]
    """
    bases = _bases(target) - set().union(*map(_bases, facts))
    found = {}
    for t in _atoms(expand(goal)):
        with suppress(Open, Refused):
            if _bases(context.normal(t)) & bases:
                found[key(t)] = t
    return list(found.values())


def decided(e: object, context: Context) -> Any:
    """Return an expression with its choices decided, except where a variable is bound.

    >>> from exactdp.claims.statements.formulas import If, indices, number
    >>> (i, n), a = indices("i n"), number("α")
    >>> decided(If(i < n, a, 1 - a) <= 1, Context([i < n]))
    α ≤ 1
    """
    if not isinstance(e, Expression) or split(e)[0]:
        return e
    if e.op == "if":
        with suppress(Open):
            return decided(e.args[1] if context.decide(e.args[0]) else e.args[2], context)
    return rebuild(e, [decided(each, context) for each in e.args])


def _bases(p: Expansion) -> set[Key]:
    return {base for monomial in p for base, _ in monomial}


def _atoms(e: object) -> Iterator[Term]:
    """Yield the numbers that an expression is made of by arithmetic, and the indices that it uses as numbers.

    >>> from exactdp.claims.statements.formulas import If, Sum, indices, number, vectors
    >>> (i, n), a, [f] = indices("i n"), number("α"), vectors("f")
    >>> list(_atoms(a**n * f[i + 1] <= If(i < n, i - 1, Sum(i, 0, n, f[i]))))
    [α, f[i+1], i, Σ_{i=0}^{n} f[i]]
    """
    if not isinstance(e, Expression):
        return
    if e.op == "number":
        yield from (v for v in free(e).values() if v.sort == INDEX)
    elif isinstance(e, Term) and e.sort == NUMBER and e.op in ("variable", "entry", "defined", *RANGED):
        yield e
    else:
        for each in e.args[1:] if e.op == "if" else e.args:
            yield from _atoms(each)
