"""Goals that follow from named facts: goals are taken apart, and relations are shown as sums of products of facts.

Nothing here is trusted: the rules of `core` make every theorem, so an error here cannot make a false theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Self

from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.known import By, Fact, Known, parts_of, unfolded
from exactdp.claims.logic.matching import instances
from exactdp.claims.logic.not_found import NotFound
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.logic.relations import FACTORS, arithmetic, context_of, in_cases, of_indices, relation
from exactdp.claims.statements.expressions import COMPARISONS, INDEX, Function, free, free_names, key, same
from exactdp.claims.statements.terms import (
    TRUE,
    Formula,
    Operand,
    Term,
    as_number,
    conjuncts,
    negation,
    substitute,
    term,
    unfold,
)


class Showing(Known):
    """What is known in a proof, and the search for the rules that show a goal from it.

    >>> from exactdp.claims.statements.formulas import number
    >>> a = number("α")
    >>> Showing([0 < a, a < 1]).have(a * a < 1).says
    α·α < 1
    """

    def decided(self, goal: Formula, *facts: Fact, by: Sequence[By] = ()) -> Fact:
        """Return the goal; the named facts decide choices in it, like the given formulas."""
        found = self.assuming(*(each.says for each in facts)).have(goal, *by)
        return self.fact(found, *facts)

    def qed(
        self, *by: By, cases: Sequence[Formula] = (), factors: int = FACTORS, squares: Sequence[Operand] = ()
    ) -> Theorem:
        """Return the theorem of the goal. Raises: `Refused` as `have`."""
        return self.have(self.goal, *by, cases=cases, factors=factors, squares=squares).theorem

    def have(
        self,
        goal: Formula,
        *by: By,
        cases: Sequence[Formula] = (),
        factors: int = FACTORS,
        squares: Sequence[Operand] = (),
    ) -> Fact:
        """Return the goal as a fact, from the given formulas and the named facts.

        A formula among the facts is shown first. ∀, ∧, → and names are taken apart, one side of ∨ is shown, and choices
        are split into cases. A relation is shown as a sum of products of facts, at most `factors` at a time; `squares`
        are numbers whose squares are facts too. If no sum is found, `matching` adds instances of the facts that begin
        with ∀, and the given relations of indices as relations of numbers. If this also fails, the goal is shown on
        each side of the alternatives among the named facts, or else among the given formulas.

        With `cases`, the goal is shown under each of these conditions, and where none of them holds. Each case uses
        the facts that hold there, and needs no proof if they contradict each other. Raises: `Refused` otherwise.

        >>> from exactdp.claims.statements.formulas import All, between, indices, matrix, number
        >>> (i, r, n), a, x = indices("i r n"), number("α"), matrix("x")
        >>> signs = All(i, between(0, i, n), All(r, 0 <= r, x[i, r] >= 0))
        >>> Showing([signs, a >= 0, i < n, i >= 0, r >= 0]).have(a * x[i + 1, r] >= 0).says
        α·x[i+1,r] ≥ 0
        >>> either = (a == 0) | (a == i)
        >>> Showing([either]).have(a * a == a * i, either).says
        α·α = α·i
        """
        facts = self._shown(by)
        if cases:
            *first, last = [(each, lambda case: case._here(goal, facts, factors, squares)) for each in (*cases, TRUE)]
            return self._cases(goal, first, last[1])
        theorems = [t for each in facts for t in parts_of(each.theorem)] + [core.square(each) for each in squares]
        try:
            return self.fact(self._have(goal, [*(each.theorem for each in facts), *theorems], factors))
        except Refused:
            named = [each for each in facts if unfolded(each.theorem).says.op == "or"]
            alternatives = named or self._open_alternatives()
            if not alternatives:
                raise
        others = [each for each in facts if each is not alternatives[0]]
        return self._on_each_side(goal, alternatives[0], lambda side: side._here(goal, others, factors, squares))

    def _open_alternatives(self) -> list[Fact]:
        """Return the given alternatives without a given side."""
        given = (t for t in self._parts_of_given.values() if t.says.op == "or")
        return [self.fact(t) for t in given if not any(map(self._is_given, t.says.args))]

    def _is_given(self, f: Formula) -> bool:
        return all(key(part) in self._known for part in conjuncts(f))

    def _shown(self, by: Iterable[By]) -> list[Fact]:
        return [self.have(each) if isinstance(each, Formula) else each for each in by]

    def _here(self, goal: Formula, facts: Sequence[Fact], factors: int, squares: Sequence[Operand]) -> Fact:
        """Return the goal in one of several cases, from the facts whose assumptions hold there."""
        mine = {key(f) for f in self.given}
        here = [each for each in map(self.fact, facts) if {*map(key, each.theorem.given)} <= mine]
        try:
            return self.have(goal, *here, factors=factors, squares=squares)
        except Refused:
            try:
                return self.contradiction(goal, *here, factors=factors)
            except Refused:
                pass
            raise

    def _on_each_side(self, goal: Formula, alternative: Fact, step: Callable[[Self], Fact]) -> Fact:
        """Return the goal, shown on each side of A ∨ B; a side that is itself an alternative is split too."""

        def on(side: Formula, case: Self) -> Fact:
            if side.op == "or":
                return case._on_each_side(goal, case.know(side), step)
            try:
                return step(case)
            except NotFound as refused:
                refused.case = (side, *refused.case)
                raise

        sides = unfolded(alternative.theorem).says.args
        return self.either(alternative, *(partial(on, side) for side in sides))

    def _have(self, goal: Formula, facts: list[Theorem], factors: int) -> Theorem:
        a = goal.args
        for t in facts:
            if same(t.says, goal):
                return t
        if key(goal) in self._known:
            return self._known[key(goal)]
        match goal.op:
            case "true":
                return core.conjoin()
            case "and":
                joined = core.conjoin(*(self._have(each, facts, factors) for each in conjuncts(goal)))
                return joined if same(joined.says, goal) else core.restate(joined, goal)
            case "implies":
                inner = self.assuming(a[0])
                return core.imply(inner._tidy(inner._have(a[1], facts, factors)), a[0])
            case "all":
                return self._for_all(goal, facts, factors)
            case "or":
                return self._one_side(goal, facts, factors)
            case "defined" if a[0].body is not None:
                return core.restate(self._have(unfold(goal), facts, factors), goal)
        if goal.op not in COMPARISONS:
            raise Refused(f"{goal} is not shown: name a witness, an alternative, or a fact that says so")
        try:
            return self._relation(goal, facts, factors)
        except Refused as error:
            refused = error.with_traceback(None)  # not a cycle with this frame, which would not be freed
        for more in self._more_facts(goal, facts):
            try:
                return self._relation(goal, [*facts, *more], factors)
            except Refused as error:
                # The message is about the largest list of facts that was tried.
                refused = error.with_traceback(None) if isinstance(error, NotFound) else refused
        if isinstance(refused, NotFound):
            refused.unused = lambda: self._not_used(goal, facts)
        raise refused

    def _more_facts(self, goal: Formula, facts: list[Theorem]) -> Iterator[list[Theorem]]:
        """Yield lists of facts that may help if the named ones do not."""
        found: list[Theorem] = []
        for places in ([goal], _places(goal, facts)):
            new = [part for t in instances(self._universal(facts), places, self._follows) for part in parts_of(t)]
            if {key(t.says) for t in new} != {key(t.says) for t in found}:
                yield new
            found = new
        order = []
        for f in self._index_facts():
            with suppress(Refused):  # a choice in it may be open
                # Integers with l < r have l + 1 ≤ r, which numbers need not have.
                order.append(core.arithmetic(f.args[0] + 1 <= f.args[1], f) if f.op == "<" else core.assume(f))
        if order and not of_indices(goal):
            yield [*found, *order]

    def _universal(self, facts: Iterable[Theorem]) -> list[Theorem]:
        return [t for t in (*facts, *self._known.values()) if t.says.op == "all"]

    def _not_used(self, goal: Formula, facts: list[Theorem]) -> list[Formula]:
        """Return what is known about the numbers or functions of the goal and could not be used for a relation."""
        about = {name: v for name, v in free(goal).items() if v.sort != INDEX}
        functions = {name for name, v in about.items() if isinstance(v.sort, Function)}
        known, places = [*facts, *self._known.values()], _places(goal, facts)
        unused = [f for t in known if (f := t.says).op in ("implies", "some") and free(f).keys() & about.keys()]
        every = [t for t in self._universal(facts) if free(t.says).keys() & functions]
        return unused + [t.says for t in every if not instances([t], places, self._follows)]

    def _relation(self, goal: Formula, facts: list[Theorem], factors: int) -> Theorem:
        if of_indices(goal):
            lemmas = [t for t in facts if of_indices(t.says)]
            said = [*self.given, *(t.says for t in lemmas)]
            try:
                return core.cut(in_cases(goal, said, lambda given: arithmetic(goal, given)), *lemmas)
            except Refused:
                if not facts:
                    raise
        known = [t for t in self._known.values() if t.says.op in COMPARISONS and not of_indices(t.says)]
        facts = list({key(t.says): t for t in (*facts, *known) if t.says.op in COMPARISONS}.values())
        return in_cases(goal, self.given, lambda given: relation(goal, facts, given, factors))

    def _one_side(self, goal: Formula, facts: list[Theorem], factors: int) -> Theorem:
        first, second = goal.args
        try:
            return core.alternative(self._have(first, facts, factors), goal)
        except Refused:
            return core.alternative(self._have(second, facts, factors), goal)

    def _tidy(self, t: Theorem) -> Theorem:
        return self.fact(t).theorem

    def _for_all(self, goal: Formula, facts: list[Theorem], factors: int) -> Theorem:
        v, guard, body = goal.args
        taken = free_names([*self.given, *(g for t in facts for g in (*t.given, t.says))])
        own = v
        while own.args[0] in taken and any(own.args[0] in free(f) for f in self.given):
            own = Term("variable", own.args[0] + "'", sort=v.sort)
        by = {v.args[0]: own}
        guard, body = substitute(guard, by), substitute(body, by)
        inner = self.assuming(guard)
        t = inner._tidy(inner._have(body, facts, factors))
        return core.restate(core.generalise(t, own, guard), goal)

    def cases(self, goal: Formula, *conditions: tuple[Formula, Callable[[Self], Fact]]) -> Fact:
        """Return the goal, shown under each of the conditions; arithmetic shows that one of them holds.

        The last pair may be `TRUE` and a step: the case in which no other condition holds.
        """
        *first, (_, rest) = conditions
        return self._cases(goal, first, rest)

    def _cases(
        self, goal: Formula, first: Sequence[tuple[Formula, Callable[[Self], Fact]]], rest: Callable[[Self], Fact]
    ) -> Fact:
        if not first:
            return self._ends_in(goal, rest(self))
        (condition, step), *others = first
        yes = self.assuming(condition)
        here = yes._ends_in(goal, step(yes)).theorem
        there = self._under(negation(condition), goal, lambda no: no._cases(goal, others, rest).theorem)
        return self.fact(core.by_cases(here, there, condition))

    def _under(self, f: Formula, goal: Formula, prove: Callable[[Self], Theorem]) -> Theorem:
        """Return the goal if f holds: on each side of f, if f is an alternative, except sides that are impossible."""
        inner = self.assuming(f)
        indices = inner._index_facts()
        if context_of(tuple(indices)).at_least_0((frozenset(), -1)):
            return core.absurd(core.arithmetic(term(0) < term(0), *indices), goal)
        if f.op == "or":
            return core.either(core.assume(f), *(self._under(side, goal, prove) for side in f.args))
        return prove(inner)

    def _ends_in(self, goal: Formula, found: Fact) -> Fact:
        return self.fact(found.theorem if same(found.says, goal) else core.restate(found.theorem, goal))

    def either(self, alternative: Fact, *steps: Callable[[Self], Fact]) -> Fact:
        """Return the conclusion of a step for each side of A ∨ B, or of A ∨ B ∨ C with three steps."""
        t = unfolded(alternative.theorem)
        first, *others = steps
        left, right = (self.assuming(side) for side in t.says.args)
        one = first(left).theorem
        other = right.have(t.says.args[1])
        two = others[0](right).theorem if len(others) == 1 else right.either(other, *others).theorem
        return self.fact(core.either(t, one, two))

    def contradiction(self, goal: Formula, *by: By, factors: int = FACTORS) -> Fact:
        """Return the goal, since the named facts and the given formulas contradict each other."""
        less = term(0) < as_number(0)
        return self.fact(core.absurd(self.have(less, *by, factors=factors).theorem, goal))


def _places(goal: Formula, facts: Iterable[Theorem]) -> list[Formula]:
    return [goal, *(t.says for t in facts if t.says.op in COMPARISONS)]
