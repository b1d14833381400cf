"""Proofs that read like proofs: each step names a way to prove, and the facts that it needs.

Nothing here is trusted: the rules of `core` make every theorem, so an error here cannot make a false theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, update_wrapper
from math import prod
from typing import Any, TypeAlias

from exactdp.arithmetic.errors import InputError
from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.known import By, Fact, unfolded
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.logic.relations import FACTORS
from exactdp.claims.logic.showing import Showing
from exactdp.claims.statements.announcements import is_or_are
from exactdp.claims.statements.expressions import (
    COMPARISONS,
    INDEX,
    NUMBER,
    TRUTH,
    Expression,
    Function,
    Key,
    Sort,
    free,
    key,
    same,
    split,
)
from exactdp.claims.statements.formulas import between, both, function
from exactdp.claims.statements.terms import (
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

Argument: TypeAlias = Operand | Callable[..., Operand]
"""A term for a variable of a theorem. For a function, it may be a Python function from indices to a term."""


class Proof(Showing):
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

    _around: Callable[[Callable[[Proof], Fact]], Fact] | None = None

    def use(self, theorem: Theorem, *by: By, **terms: Argument) -> Fact:
        """Return a theorem about these terms; its assumptions are shown from the named facts."""
        names = {name: v for f in (*theorem.given, theorem.says) for name, v in free(f).items()}
        unknown = sorted(terms.keys() - names.keys())
        if unknown:
            raise Refused(f"the theorem has no variable {', '.join(unknown)}: it is {theorem}")
        by_name = {name: _as_term(names[name], to) for name, to in terms.items()}
        found = core.instance(theorem, by_name)
        mine = {key(f) for f in self.given}
        lemmas = []
        for f in found.given:
            if key(f) not in mine:
                try:
                    lemmas.append(self.have(f, *by).theorem)
                except Refused as refused:
                    raise Refused(f"{_assumed(theorem, by_name, f)}: {refused}") from None
        return self.fact(core.cut(found, *lemmas) if lemmas else found)

    def cite(self, clause: str, *by: By, **terms: Argument) -> Fact:
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

    def every(self, *ranges_and_fact: Any) -> Fact:
        """Return: for all values of indices, each given as (index, first, last), the fact holds; as `Every`."""
        *ranges, fact = ranges_and_fact
        found: Fact = fact
        for v, first, last in reversed(ranges):
            found = self.all(found, v, between(first, v, last))
        return found

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
        return self._around(lambda inner: inner.fact(found))

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
        return self.fact(inner._ends_in(goal, found if isinstance(found, Fact) else inner.fact(found)))

    def restated(self, fact: Fact, goal: Formula | None = None) -> Fact:
        """Return the goal, or another formula, if the fact is another way to write it.

        Raises: `Refused` if it is not.
        """
        return self._ends_in(self.goal if goal is None else goal, fact)

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
        to = as_index(value) if v.sort == INDEX else as_number(value) if v.sort == NUMBER else term(value)
        terms = {v.args[0]: to}
        needed = both(*conjuncts(substitute(guard, terms)), substitute(body, terms))
        return self.fact(core.witness(goal, to, self.have(needed, *by, factors=factors).theorem))

    def replace(self, equation: Fact, pattern: Callable[[Term], Formula], *by: By) -> Fact:
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

    def let(self, some: Fact, v: Term) -> Fact:
        """Let v name an object that exists, and return the fact about v. A fact without v does not depend on this step.

        >>> from exactdp.claims.statements.formulas import Some, indices, number
        >>> k, a = *indices("k"), number("α")
        >>> proof = Proof([Some(k, 1 <= k, a == k)])
        >>> equal = proof.let(proof.know(proof.given[0]), k)
        >>> proof.have(1 <= a, equal)
        ∃k ≥ 1: α = k ⊢ 1 ≤ α
        """
        t = unfolded(some.theorem)
        old, guard, body = t.says.args
        by = {old.args[0]: v}
        self._let.append((t, v))
        self._assume([substitute(guard, by), substitute(body, by)])
        return self.have(both(*conjuncts(substitute(guard, by)), substitute(body, by)))

    def obtain(self, some: Fact, v: Term, step: Callable[[Proof, Fact], Fact]) -> Fact:
        """Return the step's fact from a v that exists; the step gets a proof with v given, and the fact about v."""
        inner = self.assuming()
        found = step(inner, inner.let(some, v))
        return self.fact(core.obtain(unfolded(some.theorem), found.theorem, v))

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
        return self.fact(found, *facts)

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


def _as_term(v: Term, to: Argument) -> Term:
    """Return the term for a variable of a lemma; a Python function becomes a function of indices."""
    if callable(to) and isinstance(v.sort, Function):
        # No variable of a claim has such a name, so none is captured.
        at = [Term("variable", f"argument {k}", sort=INDEX) for k in range(v.sort.arity)]
        found = function(*at, _of_sort(to(*at), v.sort.values))
    else:
        found = _of_sort(to, v.sort)
    if not isinstance(found, Term) or found.sort != v.sort:
        raise Refused(f"{v} of the lemma{is_or_are(v.sort, 1)}, and {found} is not")
    return found


def _of_sort(value: Any, sort: Sort) -> Any:
    """Return the value as an index or a number if the sort is one of these, or unchanged if it is neither."""
    with suppress(InputError):
        return as_index(value) if sort == INDEX else as_number(value) if sort == NUMBER else value
    return value


def _assumed(theorem: Theorem, by_name: Mapping[str, Term], f: Formula) -> str:
    """Return, for a message, the assumption of a lemma from which f came, and the terms put into it."""
    of = next(g for g in theorem.given if any(same(f, each) for each in core.instance(core.assume(g), by_name).given))
    put = [f"{name} = {by_name[name]}" for name in free(of) if name in by_name]
    kept = [name for name in free(of) if name not in by_name]
    own = [f"its own {', '.join(kept)}"] if kept else []
    return f"the lemma assumes {of}, here with {' and '.join([', '.join(put), *own] if put else own)}"


def _with_names(e: object, names: Mapping[Key, Term]) -> Any:
    """Return the expression with names for some of its terms, except inside terms that bind variables."""
    if not isinstance(e, Expression) or e.op == "linear" or split(e)[0]:
        return names.get(key(e), e) if isinstance(e, Expression) else e
    return names[key(e)] if key(e) in names else rebuild(e, [_with_names(each, names) for each in e.args])


def _opaque(e: object) -> Iterator[Term]:
    """Yield the largest numbers in an expression that are not sums, differences, products, quotients or powers."""
    if not isinstance(e, Expression) or e.op in ("variable", "literal", "number", "linear"):
        return
    written_out = e.op == "entry" and e.args[0].op == "variable"
    if e.sort == NUMBER and not written_out and e.op not in ("+", "-", "*", "/", "^"):
        yield e  # type: ignore[misc]
    elif not written_out:
        for each in e.args:
            yield from _opaque(each)
