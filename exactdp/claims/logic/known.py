"""What is known in a proof: the given formulas, and facts, which are theorems that assume only them.

Nothing here is trusted: the rules of `core` make every theorem, so an error here cannot make a false theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.logic.relations import of_indices
from exactdp.claims.statements.expressions import Key, free, key
from exactdp.claims.statements.terms import Formula, Operand, Term, conjuncts, unfold


@dataclass(frozen=True)
class Fact:
    """A theorem inside a proof. If it begins with ∀, calling it with terms gives the theorem about these terms.

    >>> from exactdp.claims.statements.formulas import All, number
    >>> a = number("α")
    >>> squares = Known([]).fact(core.generalise(core.square(a), a))
    >>> squares.says, squares(a + 1).says
    (∀α: α·α ≥ 0, (α + 1)·(α + 1) ≥ 0)
    """

    theorem: Theorem
    proof: Known

    @property
    def says(self) -> Formula:
        """The formula that holds."""
        return self.theorem.says

    def __call__(self, *values: Operand) -> Fact:
        found = self.theorem
        for value in values:
            found = core.specialise(unfolded(found), value)
        return self.proof.fact(found)

    def with_(self, **terms: Operand) -> Fact:
        """Return the same with terms for free variables, by name."""
        return self.proof.fact(core.instance(self.theorem, terms))

    def parts(self) -> list[Fact]:
        """Return the parts of a conjunction, with names for conjunctions unfolded."""
        return [Fact(each, self.proof) for each in parts_of(self.theorem)]

    def __repr__(self) -> str:
        return repr(self.theorem)


By = Fact | Formula


class Known:
    """The given formulas of a proof, its goal, and the facts that it remembers.

    >>> from exactdp.claims.statements.formulas import indices
    >>> i, n = indices("i n")
    >>> Known([(0 <= i) & (i < n)]).know(i < n)
    i < n ⊢ i < n
    """

    def __init__(
        self,
        given: Iterable[Formula],
        goal: Formula | None = None,
        clauses: Callable[[str], Theorem] | None = None,
    ) -> None:
        self.given: list[Formula] = []
        self._goal = goal
        self._clauses = clauses
        self._parts_of_given: dict[Key, Theorem] = {}
        self._known: dict[Key, Theorem] = {}
        self._let: list[tuple[Theorem, Term]] = []
        self._assume(given)

    def _assume(self, given: Iterable[Formula]) -> None:
        for f in (part for each in given for part in conjuncts(each)):
            self.given.append(f)
            for t in (*parts_of(core.assume(f)), core.assume(f)):
                self._parts_of_given.setdefault(key(t.says), t)
        self._known |= self._parts_of_given

    @property
    def goal(self) -> Formula:
        """The goal. Raises: `Refused` if the proof has no goal."""
        if self._goal is None:
            raise Refused("this proof has no goal")
        return self._goal

    def assuming(self, *formulas: Formula, goal: Formula | None = None) -> Self:
        """Return a proof in which more is given; its facts hold only there."""
        inner = type(self)([], goal, self._clauses)
        # The formulas given before are not taken apart again.
        inner.given, inner._parts_of_given, inner._let = [*self.given], dict(self._parts_of_given), [*self._let]
        inner._assume(formulas)
        for at, t in self._known.items():
            inner._known.setdefault(at, t)
        return inner

    def opening(self, *named: Formula) -> Self:
        """Return a proof in which the parts of named given formulas are given too; `fact` brings back its facts.

        >>> from exactdp.claims.statements.formulas import Definition, indices
        >>> i, n = indices("i n")
        >>> inside = Definition("{0} is below {1}", (i, n), (0 <= i) & (i < n))(i, n)
        >>> proof = Known([inside])
        >>> proof.fact(proof.opening(inside).know(i < n))
        i is below n ⊢ i < n
        """
        return self.assuming(*(each.says for f in named for each in self.parts(f)), goal=self._goal)

    def knowing(self, fact: Fact, step: Callable[[Self], Fact]) -> Fact:
        """Return the step's fact, with this fact as given: so a relation of indices decides cases."""
        return self.fact(step(self.assuming(fact.says)), fact)

    def know(self, f: Formula) -> Fact:
        """Return a given formula, or a part of one, deep in named conjunctions. Raises: `Refused` if not given."""
        if f.op == "and" and key(f) not in self._known:
            return self.both(*map(self.know, conjuncts(f)))
        if key(f) not in self._known and f.op == "defined" and f.args[0].body is not None:
            return self.fact(core.restate(self.know(unfold(f)).theorem, f))
        if key(f) not in self._known:
            raise Refused(f"{f} is not given")
        return Fact(self._known[key(f)], self)

    def parts(self, f: Formula) -> list[Fact]:
        """Return the parts of the given formula."""
        return self.know(f).parts()

    def fact(self, t: Theorem | Fact, *by: Fact) -> Fact:
        """Return a theorem or fact without assumptions that the named facts state, or that follow from given formulas.

        A fact that does not contain a variable of `let` needs no assumption about it.
        """
        t = t.theorem if isinstance(t, Fact) else t
        t = core.cut(t, *(each.theorem for each in by)) if by else t
        lemmas = []
        mine = {key(f) for f in self.given}
        for f in t.given:
            if key(f) in mine:
                continue
            lemma = self._follows(f)
            if lemma is not None:
                lemmas.append(lemma)
        found = core.cut(t, *lemmas) if lemmas else t
        for some, v in reversed(self._let):
            if v.args[0] not in free(found.says) and any(v.args[0] in free(f) for f in found.given):
                # An assumption of one case may contain v; then v is left to the proof around the cases.
                with suppress(Refused):
                    found = core.obtain(some, found, v)
        return Fact(found, self)

    def _follows(self, f: Formula) -> Theorem | None:
        if key(f) in self._known:
            return self._known[key(f)]
        if of_indices(f):
            try:
                return core.arithmetic(f, *self._index_facts())
            except Refused:
                return None
        return None

    def _index_facts(self) -> list[Formula]:
        return [f for f in self.given if of_indices(f)]

    def remember(self, *facts: Fact) -> None:
        """Add facts to those known here and in proofs begun here later, so that steps use them without their names."""
        for each in facts:
            for t in [each.theorem, *parts_of(each.theorem)]:
                self._known.setdefault(key(t.says), t)

    def both(self, *facts: Fact) -> Fact:
        """Return the conjunction of facts."""
        return self.fact(core.conjoin(*(each.theorem for each in facts)))


def unfolded(t: Theorem) -> Theorem:
    """Return a theorem with its formula unfolded if it is a name with a formula.

    >>> from exactdp.claims.statements.formulas import Definition, indices
    >>> i, = indices("i")
    >>> unfolded(core.assume(Definition("{0} is positive", (i,), 1 <= i)(i))).says
    1 ≤ i
    """
    while t.says.op == "defined" and t.says.args[0].body is not None:
        t = core.restate(t, unfold(t.says))
    return t


def parts_of(t: Theorem) -> Iterator[Theorem]:
    """Yield the parts of a conjunction, with names for conjunctions unfolded, and those names.

    >>> from exactdp.claims.statements.formulas import indices
    >>> i, n = indices("i n")
    >>> [each.says for each in parts_of(core.assume((0 <= i) & (i < n)))]
    [0 ≤ i, i < n]
    """
    if t.says.op == "defined" and t.says.args[0].body is not None and t.says.args[0].body.op in ("and", "defined"):
        yield t
        yield from parts_of(core.restate(t, unfold(t.says)))
    elif t.says.op == "and":
        for k in range(len(conjuncts(t.says))):
            yield from parts_of(core.part(t, k))
    elif t.says.op != "true":
        yield core.restate(t, unfold(t.says)) if t.says.op == "defined" and t.says.args[0].body is not None else t
