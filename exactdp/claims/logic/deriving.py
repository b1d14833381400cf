"""Proofs that read like proofs: you write a goal and the facts it follows from, and this module finds the rules.

Nothing here is trusted: the rules of `core` make every theorem, so an error here cannot make a false theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, update_wrapper
from math import prod
from typing import Any

from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.matching import instances
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.logic.relations import FACTORS, arithmetic, context_of, in_cases, of_indices, relation
from exactdp.claims.statements.expressions import (
    COMPARISONS,
    INDEX,
    NUMBER,
    TRUTH,
    Expression,
    Function,
    Key,
    free,
    free_names,
    key,
    same,
    split,
)
from exactdp.claims.statements.formulas import both, function
from exactdp.claims.statements.terms import (
    TRUE,
    Formula,
    Operand,
    Term,
    as_index,
    as_number,
    conjuncts,
    expand,
    negation,
    rebuild,
    substitute,
    term,
    unfold,
    variable,
)


@dataclass(frozen=True)
class Fact:
    """A theorem inside a proof. If it begins with ∀, calling it with terms gives the theorem about these terms.

    >>> from exactdp.claims.statements.formulas import All, number
    >>> a = number("α")
    >>> squares = Proof([]).fact(core.generalise(core.square(a), a))
    >>> squares.says, squares(a + 1).says
    (∀α: α·α ≥ 0, (α + 1)·(α + 1) ≥ 0)
    """

    theorem: Theorem
    proof: Proof

    @property
    def says(self) -> Formula:
        """The formula that holds."""
        return self.theorem.says

    def __call__(self, *values: Any) -> Fact:
        found = self.theorem
        for value in values:
            found = core.specialise(_unfolded(found), value)
        return self.proof.fact(found)

    def with_(self, **terms: Any) -> Fact:
        """Return the same with terms for free variables, by name."""
        return self.proof.fact(core.instance(self.theorem, terms))

    def parts(self) -> list[Fact]:
        """Return the parts of a conjunction, with names for conjunctions unfolded."""
        return [Fact(each, self.proof) for each in _parts(self.theorem)]

    def __repr__(self) -> str:
        return repr(self.theorem)


By = Fact | Formula


class Proof:
    """A proof: the given formulas and the goal. Each step is a theorem of the core.

    >>> from exactdp.claims.statements.formulas import between, indices, matrix, number, All, Sum
    >>> i, r, n, m = indices("i r n m")
    >>> a, x = number("α"), matrix("x")
    >>> rows = All(i, between(0, i, n), Sum(r, 0, m, x[i, r]) == 1)
    >>> proof = Proof([0 <= i, i < n, rows], Sum(r, 0, m, x[i + 1, r] - a * x[i, r]) == 1 - a)
    >>> one = proof.know(rows)
    >>> proof.qed(one(i), one(i + 1)).words
    ()
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
        self._around: Callable[[Callable[[Proof], Fact]], Fact] | None = None
        self._assume(given)

    def _assume(self, given: Iterable[Formula]) -> None:
        for f in (part for each in given for part in conjuncts(each)):
            self.given.append(f)
            for t in (*_parts(core.assume(f)), core.assume(f)):
                self._parts_of_given.setdefault(key(t.says), t)
        self._known |= self._parts_of_given

    @property
    def goal(self) -> Formula:
        """The goal. Raises: `Refused` if the proof has no goal."""
        if self._goal is None:
            raise Refused("this proof has no goal")
        return self._goal

    def assuming(self, *formulas: Formula, goal: Formula | None = None) -> Proof:
        """Return a proof in which more is given; its facts hold only there."""
        inner = Proof([], goal, self._clauses)
        # The formulas given before are not taken apart again.
        inner.given, inner._parts_of_given, inner._let = [*self.given], dict(self._parts_of_given), [*self._let]
        inner._assume(formulas)
        for at, t in self._known.items():
            if t.says.op == "all":
                inner._known.setdefault(at, t)
        return inner

    def opening(self, *named: Formula) -> Proof:
        """Return a proof in which the parts of named given formulas are given too; `fact` brings back its facts.

        >>> from exactdp.claims.statements.formulas import Definition, indices
        >>> i, n = indices("i n")
        >>> inside = Definition("{0} is below {1}", (i, n), (0 <= i) & (i < n))(i, n)
        >>> proof = Proof([inside])
        >>> proof.fact(proof.opening(inside).have(1 <= n).theorem)
        i is below n ⊢ 1 ≤ n
        """
        return self.assuming(*(each.says for f in named for each in self.parts(f)), goal=self._goal)

    def knowing(self, fact: Fact, step: Callable[[Proof], Fact]) -> Fact:
        """Return the step's fact, with this fact as given: so a relation of indices decides cases."""
        return self.fact(core.cut(step(self.assuming(fact.says)).theorem, fact.theorem))

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

    def fact(self, t: Theorem) -> Fact:
        """Return a theorem as a fact of this proof: without assumptions that follow from the given formulas.

        A fact that does not contain a variable of `let` needs no assumption about it.
        """
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
        """Add facts to those known here, so that later steps may use them without naming them."""
        for each in facts:
            for t in [each.theorem, *_parts(each.theorem)]:
                self._known.setdefault(key(t.says), t)

    # Steps

    def decided(self, goal: Formula, *facts: Fact, by: Sequence[By] = ()) -> Fact:
        """Return the goal; the named facts decide choices in it, like the given formulas."""
        found = self.assuming(*(each.says for each in facts)).have(goal, *by)
        return self.fact(core.cut(found.theorem, *(each.theorem for each in facts)))

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
        with ∀. If this also fails, the goal is shown on each side of the alternatives among the named facts.

        With `cases`, the goal is shown under each of these conditions, and where none of them holds. Each case uses
        the facts that hold there, and needs no proof if they contradict each other. Raises: `Refused` otherwise.

        >>> from exactdp.claims.statements.formulas import All, between, indices, matrix, number
        >>> (i, r, n), a, x = indices("i r n"), number("α"), matrix("x")
        >>> signs = All(i, between(0, i, n), All(r, 0 <= r, x[i, r] >= 0))
        >>> Proof([signs, a >= 0, i < n, i >= 0, r >= 0]).have(a * x[i + 1, r] >= 0).says
        α·x[i+1,r] ≥ 0
        >>> either = (a == 0) | (a == i)
        >>> Proof([either]).have(a * a == a * i, either).says
        α·α = α·i
        """
        facts = self._shown(by)
        if cases:
            *first, last = [(each, lambda case: case._here(goal, facts, factors, squares)) for each in (*cases, TRUE)]
            return self._cases(goal, first, last[1])
        theorems = [t for each in facts for t in _parts(each.theorem)] + [core.square(each) for each in squares]
        try:
            return self.fact(self._have(goal, [*(each.theorem for each in facts), *theorems], factors))
        except Refused:
            alternatives = [each for each in facts if _unfolded(each.theorem).says.op == "or"]
            if not alternatives:
                raise
        others = [each for each in facts if each is not alternatives[0]]
        return self._on_each_side(goal, alternatives[0], lambda side: side._here(goal, others, factors, squares))

    def _shown(self, by: Iterable[By]) -> list[Fact]:
        return [self.have(each) if isinstance(each, Formula) else each for each in by]

    def _here(self, goal: Formula, facts: Sequence[Fact], factors: int, squares: Sequence[Operand]) -> Fact:
        """Return the goal in one of several cases, from the facts whose assumptions hold there."""
        mine = {key(f) for f in self.given}
        here = [each for each in map(self.fact, (f.theorem for f in facts)) if {*map(key, each.theorem.given)} <= mine]
        try:
            return self.have(goal, *here, factors=factors, squares=squares)
        except Refused:
            try:
                return self.contradiction(goal, *here, factors=factors)
            except Refused:
                pass
            raise

    def _on_each_side(self, goal: Formula, alternative: Fact, step: Callable[[Proof], Fact]) -> Fact:
        """Return the goal, shown on each side of A ∨ B; a side that is itself an alternative is split too."""

        def on(side: Formula) -> Callable[[Proof], Fact]:
            return lambda case: case._on_each_side(goal, case.know(side), step) if side.op == "or" else step(case)

        return self.either(alternative, *map(on, _unfolded(alternative.theorem).says.args))

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
        except Refused:
            universal = [t for t in (*facts, *self._known.values()) if t.says.op == "all"]
            tried: set[Key] = set()
            for places in ([goal], [goal, *(t.says for t in facts if t.says.op in COMPARISONS)]):
                more = [part for t in instances(universal, places, self._follows) for part in _parts(t)]
                new = {key(t.says) for t in more}
                if new == tried:  # then the relation was refused before
                    continue
                tried = new
                try:
                    return self._relation(goal, [*facts, *more], factors)
                except Refused:
                    continue
            raise

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

    def use(self, theorem: Theorem, *by: By, **terms: Any) -> Fact:
        """Return a theorem about these terms; its assumptions are shown from the named facts.

        A term for a function may be a Python function from indices to a term.
        """
        names = {name: v for f in (*theorem.given, theorem.says) for name, v in free(f).items()}
        unknown = sorted(terms.keys() - names.keys())
        if unknown:
            raise Refused(f"the theorem has no variable {', '.join(unknown)}: it is {theorem}")
        found = core.instance(theorem, {name: _as_term(names[name], to) for name, to in terms.items()})
        mine = {key(f) for f in self.given}
        lemmas = [self.have(f, *by).theorem for f in found.given if key(f) not in mine]
        return self.fact(core.cut(found, *lemmas) if lemmas else found)

    def cite(self, clause: str, *by: By, **terms: Any) -> Fact:
        """Return the theorem of a clause, such as "gupte2010.theorem-2#sufficiency", about these terms: as `use`.

        Raises: `Refused` if no clauses are known, or if the clause has no proof, or if its proof needs this one.
        """
        if self._clauses is None:
            raise Refused(f"{clause} cannot be cited here: no clauses are known")
        return self.use(self._clauses(clause), *by, **terms)

    def product(self, *by: By) -> Fact:
        """Return that a product is ≥ 0, or > 0 if all facts are strict: a fact l ≤ r or l < r has the factor r - l."""
        facts = self._shown(by)
        zero, names = as_number(0), [variable(f"factor {k}", NUMBER) for k in range(len(facts))]
        strict = all(each.says.op == "<" for each in facts)
        signs = [Formula(each.says.op, zero, v, sort=TRUTH) for each, v in zip(facts, names, strict=True)]
        whole = prod(names[1:], start=names[0])
        found = core.combine(
            Formula("<" if strict else "<=", zero, whole, sort=TRUTH), [(1, [*map(core.assume, signs)])]
        )
        sides = [as_number(each.says.args[1]) - as_number(each.says.args[0]) for each in facts]
        terms = {v.args[0]: side for v, side in zip(names, sides, strict=True)}
        lemmas = [self.have(substitute(f, terms), each).theorem for f, each in zip(signs, facts, strict=True)]
        return self.fact(core.cut(core.instance(found, terms), *lemmas))

    def all(self, fact: Fact, v: Term, *guards: Formula) -> Fact:
        """Return: for all v that satisfy the guards, the fact holds."""
        return self.fact(core.generalise(fact.theorem, v, *guards))

    def inside(self, goal: Formula | None = None) -> Proof:
        """Return a proof of what is left of a goal after its ∀ and →, with their conditions given.

        Its `closed` returns the goal. Without a goal, it is the goal of this proof.

        >>> from exactdp.claims.statements.formulas import All, indices
        >>> i, n = indices("i n")
        >>> inner = Proof([], All(i, 0 <= i, All(n, i < n, 0 < n))).inside()
        >>> inner.closed(inner.have(0 < n))
         ⊢ ∀i, n with 0 ≤ i < n: 0 < n
        """
        whole = rest = self.goal if goal is None else goal
        inner = self
        while (opened := _after_condition(rest)) is not None:
            condition, rest = opened
            inner = inner.assuming(condition)
        inner = inner.assuming(goal=rest)
        inner._around = lambda step: self.for_all(whole, step)
        return inner

    def otherwise(self, goal: Formula | None = None) -> Proof:
        """Return a proof of the goal, or of this proof's goal, with its negation given.

        Its `closed` and `absurd` return the goal without this assumption.

        >>> from exactdp.claims.statements.formulas import numbers
        >>> a, b = numbers("α β")
        >>> Proof([0 < b, a * b <= b], a <= 1).otherwise().absurd().says
        α ≤ 1
        """
        whole = self.goal if goal is None else goal
        inner = self.assuming(negation(whole), goal=whole)
        inner._around = lambda step: self.by_contradiction(whole, step)
        return inner

    def closed(self, fact: Fact | Theorem | None = None) -> Fact:
        """Return the goal that `inside`, `otherwise` or `inductive` began with, from the goal of this proof.

        Without a fact, the goal of this proof is derived from the facts that it has.
        Raises: `Refused` in another proof.
        """
        if self._around is None:
            raise Refused("this proof is not inside of another")
        found = fact or self.have(self.goal)
        return self._around(lambda inner: inner.fact(found if isinstance(found, Theorem) else found.theorem))

    def absurd(self, *by: By, factors: int = FACTORS) -> Fact:
        """Return the goal that `otherwise` began with, since the named facts and the given formulas contradict it."""
        return self.closed(self.contradiction(self.goal, *by, factors=factors))

    def for_all(self, goal: Formula, step: Callable[[Proof], Fact | Theorem]) -> Fact:
        """Return a goal that begins with ∀ or →: the step shows the rest of the goal, with the conditions given."""
        match goal.op:
            case "all":
                v, guard, body = goal.args
                rest = self.assuming(guard).for_all(body, step)
                return self.fact(core.restate(core.generalise(rest.theorem, v, guard), goal))
            case "implies":
                return self.imply(goal.args[0], self.assuming(goal.args[0]).for_all(goal.args[1], step))
            case "defined" if goal.args[0].body is not None and goal.args[0].body.op in ("all", "implies"):
                return self.fact(core.restate(self.for_all(unfold(goal), step).theorem, goal))
        inner = self.assuming(goal=goal)
        found = step(inner)
        return self.fact(inner._ends_in(goal, found if isinstance(found, Fact) else inner.fact(found)).theorem)

    def restated(self, fact: Fact, goal: Formula | None = None) -> Fact:
        """Return the goal, or another formula, if the fact is another way to write it.

        Raises: `Refused` if it is not.
        """
        return self._ends_in(self.goal if goal is None else goal, fact)

    def both(self, *facts: Fact) -> Fact:
        """Return the conjunction of facts."""
        return self.fact(core.conjoin(*(each.theorem for each in facts)))

    def imply(self, condition: Formula, fact: Fact) -> Fact:
        """Return: the condition implies the fact. The fact may have been shown with the condition given."""
        return self.fact(core.imply(fact.theorem, condition))

    def detach(self, implication: Fact, *by: By) -> Fact:
        """Return the conclusion of an implication; its condition is shown from the named facts."""
        condition = self.have(implication.says.args[0], *by)
        return self.fact(core.detach(implication.theorem, condition.theorem))

    def exchange(self, whole: Term) -> Fact:
        """Return that a sum of sums is the same in the other order."""
        return self.fact(core.exchange(whole))

    def witness(self, goal: Formula, value: Operand, *by: By, factors: int = FACTORS) -> Fact:
        """Return a goal that begins with ∃: the rest is shown for this value of the variable, from the named facts."""
        if goal.op == "defined":
            return self._ends_in(goal, self.witness(unfold(goal), value, *by, factors=factors))
        v, guard, body = goal.args
        terms = {v.args[0]: as_index(value) if v.sort == INDEX else as_number(value) if v.sort == "number" else value}
        needed = both(*conjuncts(substitute(guard, terms)), substitute(body, terms))
        return self.fact(core.witness(goal, terms[v.args[0]], self.have(needed, *by, factors=factors).theorem))

    def replace(self, equation: Fact, pattern: Callable[[Any], Formula], *by: By) -> Fact:
        """Return pattern(right) from left = right and pattern(left), which is shown from the named facts."""
        left = equation.says.args[0]
        v = Term("variable", "~", sort=left.sort)
        found = self.have(pattern(left), *by)
        return self.fact(core.replace(equation.theorem, found.theorem, v, pattern(v)))

    def alternative(self, goal: Formula, side: Fact) -> Fact:
        """Return A ∨ B, or a name for it, from A or from B."""
        if goal.op == "defined":
            return self.fact(core.restate(self.alternative(unfold(goal), side).theorem, goal))
        said = both(*conjuncts(side.says))
        mine = next((each for each in goal.args if same(both(*conjuncts(each)), said)), side.says)
        return self.fact(core.alternative(core.restate(side.theorem, mine), goal))

    def cases(self, goal: Formula, *conditions: tuple[Formula, Callable[[Proof], Fact]]) -> Fact:
        """Return the goal, shown under each of the conditions; arithmetic shows that one of them holds.

        The last pair may be `TRUE` and a step: the case in which no other condition holds.
        """
        *first, (_, rest) = conditions
        return self._cases(goal, first, rest)

    def _cases(self, goal: Formula, first: Sequence[Any], rest: Callable[[Proof], Fact]) -> Fact:
        if not first:
            return self._ends_in(goal, rest(self))
        (condition, step), *others = first
        yes = self.assuming(condition)
        here = yes._ends_in(goal, step(yes)).theorem
        there = self._under(negation(condition), goal, lambda no: no._cases(goal, others, rest).theorem)
        return self.fact(core.by_cases(here, there, condition))

    def _under(self, f: Formula, goal: Formula, prove: Callable[[Proof], Theorem]) -> Theorem:
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

    def either(self, alternative: Fact, *steps: Callable[[Proof], Fact]) -> Fact:
        """Return the conclusion of a step for each side of A ∨ B, or of A ∨ B ∨ C with three steps."""
        t = _unfolded(alternative.theorem)
        first, *others = steps
        left, right = (self.assuming(side) for side in t.says.args)
        one = first(left).theorem
        other = right.have(t.says.args[1])
        two = others[0](right).theorem if len(others) == 1 else right.either(other, *others).theorem
        return self.fact(core.either(t, one, two))

    def let(self, some: Fact, v: Term) -> Fact:
        """Let v name an object that exists, and return the fact about v. A fact without v does not depend on this step.

        >>> from exactdp.claims.statements.formulas import Some, indices, number
        >>> k, a = *indices("k"), number("α")
        >>> proof = Proof([Some(k, 1 <= k, a == k)])
        >>> equal = proof.let(proof.know(proof.given[0]), k)
        >>> proof.have(1 <= a, equal)
        ∃k ≥ 1: α = k ⊢ 1 ≤ α
        """
        t = _unfolded(some.theorem)
        old, guard, body = t.says.args
        by = {old.args[0]: v}
        self._let.append((t, v))
        self._assume([substitute(guard, by), substitute(body, by)])
        return self.have(both(*conjuncts(substitute(guard, by)), substitute(body, by)))

    def obtain(self, some: Fact, v: Term, step: Callable[[Proof, Fact], Fact]) -> Fact:
        """Return the step's fact from a v that exists; the step gets a proof with v given, and the fact about v."""
        inner = self.assuming()
        found = step(inner, inner.let(some, v))
        return self.fact(core.obtain(_unfolded(some.theorem), found.theorem, v))

    def contradiction(self, goal: Formula, *by: By, factors: int = FACTORS) -> Fact:
        """Return the goal, since the named facts and the given formulas contradict each other."""
        less = term(0) < as_number(0)
        return self.fact(core.absurd(self.have(less, *by, factors=factors).theorem, goal))

    def by_contradiction(self, goal: Formula, step: Callable[[Proof], Fact]) -> Fact:
        """Return the goal: the step gets its negation, and shows the goal or a contradiction.

        >>> from exactdp.claims.statements.formulas import numbers
        >>> a, b = numbers("α β")
        >>> Proof([0 < b, a * b <= b]).by_contradiction(a <= 1, lambda case: case.contradiction(a <= 1)).says
        α ≤ 1
        """
        inner = self.assuming(negation(goal))
        found = self._ends_in(goal, step(inner)).theorem
        return self.fact(core.by_cases(core.assume(goal), found, goal))

    def indirect(self, goal: Formula, *by: By, factors: int = FACTORS) -> Fact:
        """Return the goal, since the named facts contradict its negation; so an equation holds if neither side is less.

        >>> from exactdp.claims.statements.formulas import numbers
        >>> a, b = numbers("α β")
        >>> Proof([0 < b, a * b <= b]).indirect(a <= 1).says
        α ≤ 1
        """
        return self.by_contradiction(goal, lambda inner: inner._refuted(negation(goal), goal, by, factors))

    def _refuted(self, given: Formula, goal: Formula, by: Sequence[By], factors: int) -> Fact:
        """Return the goal, since the named facts contradict a given formula, or each of its sides."""
        if given.op != "or":
            return self.contradiction(goal, *by, factors=factors)
        return self._on_each_side(goal, self.know(given), lambda side: side.contradiction(goal, *by, factors=factors))

    def opaque(self, goal: Formula, *by: By, terms: Sequence[Operand] | None = None, factors: int = FACTORS) -> Fact:
        """Return the goal from the facts alone; the core treats these terms as variables and does not expand them.

        Without `terms`, these are all sums, choices and names in the goal and the facts.

        >>> from exactdp.claims.statements.formulas import Sum, indices, vectors
        >>> (k, n), [p] = indices("k n"), vectors("p")
        >>> total = Sum(k, 0, n, p[k])
        >>> proof = Proof([total == 2])
        >>> proof.opaque(total * total == 4, proof.know(total == 2)).says
        (Σ_{k=0}^{n} p[k])·Σ_{k=0}^{n} p[k] = 4
        """
        facts = self._shown(by)
        if terms is None:
            terms = list(
                {key(each): each for f in (goal, *(fact.says for fact in facts)) for each in _opaque(f)}.values()
            )
        names = [Term("variable", f"term {k}", sort="number") for k in range(len(terms))]
        opaque = {key(as_number(each)): name for each, name in zip(terms, names, strict=True)}
        inner = Proof([_with_names(each.says, opaque) for each in facts], _with_names(goal, opaque))
        by_name = {name.args[0]: as_number(each) for name, each in zip(names, terms, strict=True)}
        found = core.instance(inner.qed(factors=factors), by_name)
        return self.fact(core.cut(found, *(each.theorem for each in facts)))

    def induction(
        self,
        goal: Formula,
        k: Term,
        low: Operand,
        base: Sequence[By],
        step: Callable[[Proof, Fact], Fact | None],
        *,
        up_to: Operand | None = None,
    ) -> Fact:
        """Return the goal for every k ≥ low: at low from the named facts, and at k + 1 by the step from the goal at k.

        Formulas given about k are not given in the base and in the step. If a step returns nothing, the goal is derived
        from the facts that it added. With `up_to`, the step is also given k + 1 ≤ up_to, and the goal at k = up_to is
        returned.

        >>> from exactdp.claims.statements.formulas import All, between, indices, vectors
        >>> (k, n), [p] = indices("k n"), vectors("p")
        >>> rises = All(k, between(0, k, n - 1), p[k] <= p[k + 1])
        >>> proof = Proof([0 <= n, rises])
        >>> proof.induction(p[0] <= p[k], k, 0, [], lambda inner, before: inner.have(p[0] <= p[k + 1], before), up_to=n)
        0 ≤ n, ∀k with 0 ≤ k ≤ n-1: p[k] ≤ p[k+1] ⊢ p[0] ≤ p[n]
        """
        inner, before = self.inductive(goal, k, low, base, up_to=up_to)
        return inner.closed(step(inner, before))

    def inductive(
        self, goal: Formula, k: Term, low: Operand, base: Sequence[By], *, up_to: Operand | None = None
    ) -> tuple[Proof, Fact]:
        """Return the proof of the step of `induction`, with the goal at k given, and this goal as a fact.

        Its `closed` returns the goal for every k ≥ low, or at k = up_to.
        """
        name, after = k.args[0], substitute(goal, {k.args[0]: k + 1})
        others = Proof([f for f in self.given if name not in free(f)], clauses=self._clauses)
        whole = goal if up_to is None else (k <= as_index(up_to)) >> goal
        inner = others.assuming(as_index(low) <= k, whole, goal=after)
        before = inner.know(whole)
        if up_to is not None:
            inner = inner.assuming(k + 1 <= as_index(up_to), goal=after)
            before = inner.detach(before)
            inner.remember(before)

        def around(step: Callable[[Proof], Fact]) -> Fact:
            first = others.have(substitute(whole, {name: as_index(low)}), *base)
            found = inner._ends_in(after, step(inner))
            if up_to is None:
                return self.fact(core.induct(whole, k, low, first.theorem, found.theorem))
            later = others.imply(k + 1 <= as_index(up_to), found)
            return self.detach(
                self.fact(core.induct(whole, k, low, first.theorem, later.theorem)).with_(**{name: up_to})
            )

        inner._around = around
        return inner, before

    def termwise(
        self,
        v: Term,
        low: Operand,
        high: Operand,
        related: Formula | Fact,
        *by: By,
        cases: Sequence[Formula] = (),
        op: str = "sum",
    ) -> Fact:
        """Return a relation of two sums whose terms are in this relation for low ≤ v ≤ high, shown as by `have`.

        A fact about v in the place of the relation is the relation of the terms.
        """
        if isinstance(related, Fact):
            related, by = related.says, (related, *by)
        inner = self.assuming(as_index(low) <= v, v <= as_index(high))
        return self.fact(core.termwise(inner.have(related, *by, cases=cases).theorem, v, low, high, op))

    def telescope(
        self, v: Term, low: Operand, high: Operand, summand: Operand, ends: Callable[[Term], Operand], *by: By
    ) -> Fact:
        """Return Σ summand = F(high+1) - F(low), where F(v+1) - F(v) is shown to be the summand."""
        inner = self.assuming(as_index(low) <= v, v <= as_index(high))
        form = function(v, as_number(ends(v)))
        step = inner.have(form[v + 1] - form[v] == as_number(summand), *by)
        return self.fact(core.telescope(step.theorem, v, low, high, form))

    def split(self, whole: Term, after: Operand) -> Fact:
        """Return that a sum is its part up to an index plus the rest."""
        return self.fact(core.split_range(whole, after))

    def chain(self, *terms: Operand | tuple[Any, ...]) -> Fact:
        """Return first = last, ≤ or <, by a chain of terms; each is a term, or a tuple of it and the facts it needs.

        A tuple may begin with the relation to the term before: "=", which is the default, "<=" or "<".
        """
        values: list[Term] = []
        steps: list[Theorem] = []
        for each in terms:
            parts: list[Any] = list(each) if isinstance(each, tuple) else [each]
            how: str = parts.pop(0) if isinstance(parts[0], str) and parts[0] in COMPARISONS else "="
            values.append(as_number(parts[0]))
            if values[1:]:
                steps.append(self.have(Formula(how, *values[-2:], sort=TRUTH), *parts[1:]).theorem)
        # For numbers without names, so that the core does not look into them.
        names = [variable(f"number {k}", NUMBER) for k in range(len(values))]
        links = [Formula(each.says.op, names[k], names[k + 1], sort=TRUTH) for k, each in enumerate(steps)]
        strongest = max((each.op for each in links), key=COMPARISONS.index)
        goal = Formula(strongest, names[0], names[-1], sort=TRUTH)
        found = core.combine(goal, [(1, [core.assume(each)]) for each in links])
        by = {v.args[0]: value for v, value in zip(names, values, strict=True)}
        return self.fact(core.cut(core.instance(found, by), *steps))

    def because(self, words: str, goal: Formula, *by: Fact) -> Fact:
        """Return a fact that rests on words: from here on the clause is argued, not proved."""
        return self.fact(core.because(words, goal, *(each.theorem for each in by)))


def lemma(
    given: Iterable[Formula], says: Formula | None = None
) -> Callable[[Callable[[Proof], Fact | Theorem]], Callable[[], Theorem]]:
    """Make a lemma of a function that gets a proof of it: calling it returns the theorem, which is proved once.

    >>> from exactdp.claims.statements.formulas import indices
    >>> i, k = indices("i k")
    >>> @lemma([i < k], i + 1 <= k)
    ... def next_index(proof):
    ...     return proof.qed()
    >>> next_index()
    i < k ⊢ i+1 ≤ k
    """

    def decorated(prove: Callable[[Proof], Fact | Theorem]) -> Callable[[], Theorem]:
        @cache
        def proved() -> Theorem:
            found = prove(Proof(given, says))
            return found.theorem if isinstance(found, Fact) else found

        return update_wrapper(proved, prove)

    return decorated


def by_arithmetic(proof: Proof) -> Theorem:
    """Prove a clause from its assumptions alone.

    >>> from exactdp.claims.statements.formulas import indices
    >>> i, k = indices("i k")
    >>> by_arithmetic(Proof([i < k], i + 1 <= k))
    i < k ⊢ i+1 ≤ k
    """
    return proof.qed()


def by_evaluation(proof: Proof) -> Theorem:
    """Prove a clause without free variables by its value, with names unfolded: no function of the library is used.

    >>> from exactdp.claims.statements.formulas import Sum, indices
    >>> k, = indices("k")
    >>> by_evaluation(Proof([], Sum(k, 1, 4, k) == 10)).computed
    ()
    """
    return core.restate(core.evaluate(expand(proof.goal)), proof.goal)


def _unfolded(t: Theorem) -> Theorem:
    """Return the formula of a theorem, unfolded if it is a name with a formula."""
    while t.says.op == "defined" and t.says.args[0].body is not None:
        t = core.restate(t, unfold(t.says))
    return t


def _after_condition(goal: Formula) -> tuple[Formula, Formula] | None:
    """Return the condition of ∀ or → and what it is about, or None of another formula."""
    match goal.op:
        case "all":
            return goal.args[1], goal.args[2]
        case "implies":
            return goal.args[0], goal.args[1]
        case "defined" if goal.args[0].body is not None and goal.args[0].body.op in ("all", "implies"):
            return _after_condition(unfold(goal))
    return None


def _as_term(v: Term, to: Any) -> Any:
    if not callable(to) or not isinstance(v.sort, Function):
        return to
    # No variable of a claim has such a name, so none is captured.
    at = [Term("variable", f"argument {k}", sort=INDEX) for k in range(v.sort.arity)]
    return function(*at, to(*at))


def _with_names(e: Any, names: Mapping[Key, Term]) -> Any:
    """Return the expression with names for some of its terms, except inside terms that bind variables."""
    if not isinstance(e, Expression) or e.op == "linear" or split(e)[0]:
        return names.get(key(e), e) if isinstance(e, Expression) else e
    return names[key(e)] if key(e) in names else rebuild(e, [_with_names(each, names) for each in e.args])


def _opaque(e: Any) -> Iterator[Term]:
    """Yield the largest numbers in an expression that are not sums, differences, products, quotients or powers."""
    if not isinstance(e, Expression) or e.op in ("variable", "literal", "number", "linear"):
        return
    written_out = e.op == "entry" and e.args[0].op == "variable"
    if e.sort == NUMBER and not written_out and e.op not in ("+", "-", "*", "/", "^"):
        yield e  # type: ignore[misc]
    elif not written_out:
        for each in e.args:
            yield from _opaque(each)


def _parts(t: Theorem) -> Iterator[Theorem]:
    """Yield the parts of a conjunction, with names for conjunctions unfolded, and those names."""
    if t.says.op == "defined" and t.says.args[0].body is not None and t.says.args[0].body.op in ("and", "defined"):
        yield t
        yield from _parts(core.restate(t, unfold(t.says)))
    elif t.says.op == "and":
        for k in range(len(conjuncts(t.says))):
            yield from _parts(core.part(t, k))
    elif t.says.op != "true":
        yield core.restate(t, unfold(t.says)) if t.says.op == "defined" and t.says.args[0].body is not None else t
