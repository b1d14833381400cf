"""Proofs that read like proofs: what is to be had, and from what. The rules that give it are found here.

Nothing here is trusted: every theorem is made by the rules of `core`, and is what it says whatever is done here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from exactdp.claims import core
from exactdp.claims.core import Theorem
from exactdp.claims.formulas import (
    INDEX,
    Expression,
    Formula,
    Function,
    Key,
    Operand,
    Term,
    as_index,
    as_number,
    both,
    conjuncts,
    expand,
    free,
    function,
    key,
    negation,
    same,
    substitute,
    term,
    unfold,
)
from exactdp.claims.polynomials import ONE, Context, Open, Polynomial, Refused, add, times
from exactdp.linear_programs.linear_program import LinearProgram, OptimalPoint, solve

FACTORS = 2
"""How many facts are multiplied with each other, unless more are asked for."""

CASES = 200
"""How many cases one step may split into."""

MULTIPLIERS = 60
"""How many monomials are tried as multipliers of one equation."""

RELATIONS = ("=", "<=", "<")


@dataclass(frozen=True)
class Fact:
    """A theorem inside of a proof. Called with terms, it is the theorem about these, if it begins with ∀."""

    theorem: Theorem
    proof: Proof

    @property
    def says(self) -> Formula:
        """What holds."""
        return self.theorem.says

    def __call__(self, *values: Any) -> Fact:
        found = self.theorem
        for value in values:
            while found.says.op == "defined":
                found = core.restate(found, unfold(found.says))
            found = core.specialise(found, value)
        return self.proof.fact(found)

    def with_(self, **terms: Any) -> Fact:
        """Return the same with terms for free variables, by name."""
        return self.proof.fact(core.instance(self.theorem, terms))

    def parts(self) -> list[Fact]:
        """Return what a conjunction joins, with names for conjunctions unfolded."""
        return [Fact(each, self.proof) for each in _parts(self.theorem)]

    def __repr__(self) -> str:
        return repr(self.theorem)


By = Fact | Formula


class Proof:
    """What is given, and what is to be shown: each step is a theorem of the core.

    >>> from exactdp.claims.formulas import between, indices, matrix, number, All, Sum
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
        self.given = [f for each in given for f in conjuncts(each)]
        self.goal = goal
        self._clauses = clauses
        self._known: dict[Key, Theorem] = {}
        for f in self.given:
            for t in _parts(core.assume(f)):
                self._known.setdefault(key(t.says), t)
            self._known.setdefault(key(f), core.assume(f))

    def assuming(self, *formulas: Formula, goal: Formula | None = None) -> Proof:
        """Return a proof in which more is given; what it finds holds there only."""
        return Proof([*self.given, *formulas], goal, self._clauses)

    def know(self, f: Formula) -> Fact:
        """Return what is given, or a part of it however deep in named conjunctions. Raises: `Refused` if it is not."""
        if key(f) not in self._known:
            raise Refused(f"{f} is not given")
        return Fact(self._known[key(f)], self)

    def parts(self, f: Formula) -> list[Fact]:
        """Return the parts of what is given."""
        return self.know(f).parts()

    def fact(self, t: Theorem) -> Fact:
        """Return a theorem as a fact of this proof: without what follows here from what is given."""
        lemmas = []
        mine = {key(f) for f in self.given}
        for f in t.given:
            if key(f) in mine:
                continue
            lemma = self._follows(f)
            if lemma is not None:
                lemmas.append(lemma)
        return Fact(core.cut(t, *lemmas) if lemmas else t, self)

    def _follows(self, f: Formula) -> Theorem | None:
        if key(f) in self._known:
            return self._known[key(f)]
        if _of_indices(f):
            try:
                return core.arithmetic(f, *self._index_facts())
            except Refused:
                return None
        return None

    def _index_facts(self) -> list[Formula]:
        return [f for f in self.given if _of_indices(f)]

    def remember(self, *facts: Fact) -> None:
        """Count facts among what is known here, so that later steps may rest on them without being told."""
        for each in facts:
            for t in [each.theorem, *_parts(each.theorem)]:
                self._known.setdefault(key(t.says), t)

    # Steps

    def qed(self, *by: By, factors: int = FACTORS, squares: Sequence[Operand] = ()) -> Theorem:
        """Return the theorem that was to be shown. Raises: `Refused` as `have`."""
        if self.goal is None:
            raise Refused("nothing is to be shown here")
        return self.have(self.goal, *by, factors=factors, squares=squares).theorem

    def have(self, goal: Formula, *by: By, factors: int = FACTORS, squares: Sequence[Operand] = ()) -> Fact:
        """Return the goal as a fact, from what is given and the facts named.

        A formula among the facts is shown first. ∀, ∧, → and names are taken apart, choices are split into cases, and a
        relation is shown as a sum of products of facts, at most `factors` at a time; `squares` are numbers whose
        squares are facts too. Raises: `Refused` where that does not succeed.
        """
        facts = [self.have(each) if isinstance(each, Formula) else each for each in by]
        theorems = [t for each in facts for t in _parts(each.theorem)] + [core.square(each) for each in squares]
        return self.fact(self._have(goal, [*(each.theorem for each in facts), *theorems], factors))

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
                return core.conjoin(*(self._have(each, facts, factors) for each in conjuncts(goal)))
            case "implies":
                inner = self.assuming(a[0])
                return core.imply(inner._tidy(inner._have(a[1], facts, factors)), a[0])
            case "all":
                return self._for_all(goal, facts, factors)
            case "defined" if a[0].body is not None:
                return core.restate(self._have(unfold(goal), facts, factors), goal)
        if goal.op not in RELATIONS:
            raise Refused(f"{goal} is not shown: name a witness, an alternative, or a fact that says so")
        if _of_indices(goal):
            lemmas = [t for t in facts if _of_indices(t.says)]
            said = [*self.given, *(t.says for t in lemmas)]
            try:
                return core.cut(_in_cases(goal, said, lambda given: _arithmetic(goal, given)), *lemmas)
            except Refused:
                if not facts:
                    raise
        known = [t for t in self._known.values() if t.says.op in RELATIONS and not _of_indices(t.says)]
        facts = list({key(t.says): t for t in (*facts, *known) if t.says.op in RELATIONS}.values())
        return _in_cases(goal, self.given, lambda given: _relation(goal, facts, given, factors))

    def _tidy(self, t: Theorem) -> Theorem:
        return self.fact(t).theorem

    def _for_all(self, goal: Formula, facts: list[Theorem], factors: int) -> Theorem:
        v, guard, body = goal.args
        taken = {name for f in (*self.given, *(g for t in facts for g in (*t.given, t.says))) for name in free(f)}
        own = v
        while own.args[0] in taken and any(own.args[0] in free(f) for f in self.given):
            own = Term("variable", own.args[0] + "'", sort=v.sort)
        by = {v.args[0]: own}
        guard, body = substitute(guard, by), substitute(body, by)
        inner = self.assuming(guard)
        t = inner._tidy(inner._have(body, facts, factors))
        return core.restate(core.generalise(t, own, *conjuncts(guard)), goal)

    def use(self, theorem: Theorem, *by: By, **terms: Any) -> Fact:
        """Return a theorem about these terms, with what it is given shown from the facts named.

        A term for a function may be a Python function from indices to a term.
        """
        names = {name: v for f in (*theorem.given, theorem.says) for name, v in free(f).items()}
        unknown = sorted(terms.keys() - names.keys())
        if unknown:
            raise Refused(f"the theorem does not speak of {', '.join(unknown)}: it is {theorem}")
        found = core.instance(theorem, {name: _as_term(names[name], to) for name, to in terms.items()})
        mine = {key(f) for f in self.given}
        lemmas = [self.have(f, *by).theorem for f in found.given if key(f) not in mine]
        return self.fact(core.cut(found, *lemmas) if lemmas else found)

    def cite(self, clause: str, *by: By, **terms: Any) -> Fact:
        """Return what a clause says, such as "gupte2010.theorem-2#sufficiency", about these terms: as `use`.

        Raises: `Refused` where no clauses are known, or it has no proof, or its proof needs this one.
        """
        if self._clauses is None:
            raise Refused(f"{clause} cannot be cited here: no clauses are known")
        return self.use(self._clauses(clause), *by, **terms)

    def all(self, fact: Fact, v: Term, *guards: Formula) -> Fact:
        """Return: for all v for which the guards hold, the fact holds."""
        return self.fact(core.generalise(fact.theorem, v, *guards))

    def both(self, *facts: Fact) -> Fact:
        """Return the conjunction of facts."""
        return self.fact(core.conjoin(*(each.theorem for each in facts)))

    def imply(self, condition: Formula, fact: Fact) -> Fact:
        """Return: if the condition holds, the fact does; the fact may have been shown where the condition is given."""
        return self.fact(core.imply(fact.theorem, condition))

    def detach(self, implication: Fact, *by: By) -> Fact:
        """Return what follows from an implication, whose condition is shown from the facts named."""
        condition = self.have(implication.says.args[0], *by)
        return self.fact(core.detach(implication.theorem, condition.theorem))

    def exchange(self, whole: Term) -> Fact:
        """Return that a sum of sums is the same in the other order."""
        return self.fact(core.exchange(whole))

    def witness(self, goal: Formula, value: Operand, *by: By, factors: int = FACTORS) -> Fact:
        """Return ∃, by a term for which the rest is shown from the facts named."""
        v, guard, body = goal.args
        terms = {v.args[0]: as_index(value) if v.sort == INDEX else as_number(value) if v.sort == "number" else value}
        needed = both(*conjuncts(substitute(guard, terms)), substitute(body, terms))
        return self.fact(core.witness(goal, terms[v.args[0]], self.have(needed, *by, factors=factors).theorem))

    def alternative(self, goal: Formula, side: Fact) -> Fact:
        """Return A ∨ B by one of them."""
        return self.fact(core.alternative(side.theorem, goal))

    def cases(self, goal: Formula, *conditions: tuple[Formula, Callable[[Proof], Fact]]) -> Fact:
        """Return the goal, shown under each of the conditions; that one of them holds is shown by arithmetic.

        The last condition may be left to be what the others leave: a pair of `TRUE` and the step.
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
        """Return the goal where f holds: on each side of f, if it is an alternative, without sides that cannot be."""
        inner = self.assuming(f)
        indices = inner._index_facts()
        if Context(indices).at_least_0((frozenset(), -1)):
            return core.absurd(core.arithmetic(term(0) < term(0), *indices), goal)
        if f.op == "or":
            return core.either(core.assume(f), *(self._under(side, goal, prove) for side in f.args))
        return prove(inner)

    def _ends_in(self, goal: Formula, found: Fact) -> Fact:
        return self.fact(found.theorem if same(found.says, goal) else core.restate(found.theorem, goal))

    def either(self, alternative: Fact, *steps: Callable[[Proof], Fact]) -> Fact:
        """Return what follows on each side of A ∨ B, or A ∨ B ∨ C for three steps."""
        t = alternative.theorem
        first, *others = steps
        left, right = (self.assuming(side) for side in t.says.args)
        one = first(left).theorem
        other = right.know(t.says.args[1])
        two = others[0](right).theorem if len(others) == 1 else right.either(other, *others).theorem
        return self.fact(core.either(t, one, two))

    def obtain(self, some: Fact, v: Term, step: Callable[[Proof, Fact], Fact]) -> Fact:
        """Return what the step shows of a v that there is; the step gets a proof in which it is given, and the fact."""
        old, guard, body = some.says.args
        by = {old.args[0]: v}
        inner = self.assuming(substitute(guard, by), substitute(body, by))
        found = step(inner, inner.have(both(*conjuncts(substitute(guard, by)), substitute(body, by))))
        return self.fact(core.obtain(some.theorem, found.theorem, v))

    def contradiction(self, goal: Formula, *by: By, factors: int = FACTORS) -> Fact:
        """Return the goal, since the facts named and what is given contradict each other."""
        less = term(0) < as_number(0)
        return self.fact(core.absurd(self.have(less, *by, factors=factors).theorem, goal))

    def by_contradiction(self, goal: Formula, step: Callable[[Proof], Fact]) -> Fact:
        """Return the goal: the step shows it, or a contradiction, where its negation is given."""
        inner = self.assuming(negation(goal))
        found = self._ends_in(goal, step(inner)).theorem
        return self.fact(core.by_cases(core.assume(goal), found, goal))

    def induction(
        self, goal: Formula, k: Term, low: Operand, base: Sequence[By], step: Callable[[Proof, Fact], Fact | None]
    ) -> Fact:
        """Return the goal for every k ≥ low: at low from the facts named, and at k + 1 by the step from that at k.

        What is given about k is not given in the base and in the step: let the goal say it, as k ≤ n → P(k).
        A step that returns nothing leaves it to be had from what it remembered.
        """
        others = Proof([f for f in self.given if k.args[0] not in free(f)], clauses=self._clauses)
        first = others.have(substitute(goal, {k.args[0]: as_index(low)}), *base)
        after = substitute(goal, {k.args[0]: k + 1})
        inner = others.assuming(as_index(low) <= k, goal)
        found = step(inner, inner.know(goal)) or inner.have(after)
        return self.fact(core.induct(goal, k, low, first.theorem, inner._ends_in(after, found).theorem))

    def termwise(self, v: Term, low: Operand, high: Operand, relation: Formula, *by: By, op: str = "sum") -> Fact:
        """Return a relation of two sums, whose terms are so related for low ≤ v ≤ high."""
        inner = self.assuming(as_index(low) <= v, v <= as_index(high))
        return self.fact(core.termwise(inner.have(relation, *by).theorem, v, low, high, op))

    def telescope(
        self, v: Term, low: Operand, high: Operand, summand: Operand, ends: Callable[[Term], Operand], *by: By
    ) -> Fact:
        """Return Σ summand = F(high+1) - F(low), where F(v+1) - F(v) is shown to be the summand."""
        inner = self.assuming(as_index(low) <= v, v <= as_index(high))
        form = function(v, as_number(ends(v)))
        step = inner.have(form[v + 1] - form[v] == as_number(summand), *by)
        return self.fact(core.telescope(step.theorem, v, low, high, form))

    def split(self, whole: Term, after: Operand) -> Fact:
        """Return that a sum is its part up to an index and the rest."""
        return self.fact(core.split_range(whole, after))

    def chain(self, *terms: Operand | tuple[Any, ...]) -> Fact:
        """Return first = last, or ≤, through every term between: each is a term, or a term and the facts it needs.

        A tuple may begin with "=", "<=" or "<": how its term is related to the one before it; = if it does not.
        """
        steps, relations = [], set()
        first: Term | None = None
        before: Term | None = None
        for each in terms:
            parts: list[Any] = list(each) if isinstance(each, tuple) else [each]
            how: str = parts.pop(0) if isinstance(parts[0], str) and parts[0] in RELATIONS else "="
            value = as_number(parts[0])
            if before is None:
                first = value
            else:
                relations.add(how)
                steps.append(self.have(Formula(how, before, value, sort="truth"), *parts[1:]))
            before = value
        strongest = "<" if "<" in relations else "<=" if "<=" in relations else "="
        goal = Formula(strongest, first, before, sort="truth")
        return self.fact(core.combine(goal, [(1, [each.theorem]) for each in steps], self.given))

    def because(self, words: str, goal: Formula, *by: Fact) -> Fact:
        """Return a fact that rests on words: the clause is argued, and not proved, from here on."""
        return self.fact(core.because(words, goal, *(each.theorem for each in by)))


def by_arithmetic(proof: Proof) -> Theorem:
    """Prove a clause from what it is given alone."""
    return proof.qed()


def _as_term(v: Term, to: Any) -> Any:
    if not callable(to) or not isinstance(v.sort, Function):
        return to
    at = [Term("variable", f"i{'′' * k}", sort=INDEX) for k in range(v.sort.arity)]
    return function(*at, to(*at))


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


def _of_indices(f: Formula) -> bool:
    return f.op in RELATIONS and f.args[0].sort == INDEX


def _in_cases(goal: Formula, given: Sequence[Formula], prove: Callable[[list[Formula]], Theorem]) -> Theorem:
    """Return the theorem, shown in every case that the choices in it split what is given into."""
    done = 0

    def run(facts: list[Formula]) -> Theorem:
        nonlocal done
        done += 1
        if done > CASES:
            raise Refused(f"{goal} splits into more than {CASES} cases: show it in parts")
        indices = [f for f in facts if _of_indices(f)]
        if Context(indices).at_least_0((frozenset(), -1)):
            return core.absurd(core.arithmetic(term(0) < term(0), *indices), goal)
        tight = _tight(indices)
        if tight:
            return core.cut(run([*facts, *tight]), *(core.arithmetic(f, *indices) for f in tight))
        try:
            return prove(facts)
        except Open as choice:
            f = choice.condition
            if any(name.startswith("~") for name in free(f)):
                raise Refused(f"{goal}: {f} hangs on the index of a sum: split the sum where it changes") from None
            yes = run([*facts, f])
            other = negation(f)
            if other.op == "or":
                first, second = (run([*facts, side]) for side in other.args)
                no = core.either(core.assume(other), first, second)
            else:
                no = run([*facts, other])
            return core.by_cases(yes, no, f)

    return run(list(given))


def _arithmetic(goal: Formula, given: Sequence[Formula]) -> Theorem:
    return core.arithmetic(goal, *filter(_of_indices, given))


def _tight(facts: Sequence[Formula]) -> list[Formula]:
    """Return an equation of indices that two bounds make and that is not given, if there is one."""
    context = Context(facts)
    keys = {key(f) for f in facts}
    for f in facts:
        if f.op == "<=" and _of_indices(f):
            left, right = map(expand, f.args)
            try:
                new = key(f.args[0] == f.args[1]) not in keys and context.index(left) != context.index(right)
                if new and context.decide(left == right):
                    return [f.args[0] == f.args[1]]
            except Open:
                continue
    return []


def _relation(goal: Formula, facts: list[Theorem], given: list[Formula], factors: int) -> Theorem:
    """Return a relation as a sum of products of facts, found by an exact linear program."""
    cases = [core.assume(f) for f in given if f.op in RELATIONS and not _of_indices(f)]
    facts = list({key(t.says): t for t in (*facts, *cases)}.values())
    context = Context([*given, *(f for t in facts for f in t.given)])
    nonzero = _divisors(goal, facts, given)
    for t in nonzero:
        left, right = map(expand, t.says.args)
        context.differs_from_0(right if context.normal(left) == {} else left)
    differences = []
    for t in facts:
        try:
            differences.append((t, context.difference(t.says)))
        except Open as choice:
            if not any(name.startswith("~") for name in free(choice.condition)):
                raise
        except Refused:
            continue
    target, scale = _without_denominators(context, context.difference(goal), nonzero)
    products = _find(goal, target, differences, factors)
    return core.combine(goal, products, given, nonzero, scale)


def _without_denominators(
    context: Context, target: Polynomial, nonzero: list[Theorem]
) -> tuple[Polynomial, list[Theorem]]:
    """Return the target times what it is divided by, each > 0, and the theorems that say so."""
    scale = []
    for t in nonzero:
        value = context.difference(t.says)
        sides = [value, add({}, value, Fraction(-1))]
        bases = [base for p in sides for m in context.to_the(p, (frozenset(), -1), known=True) for base, _ in m]
        least = min((e[1] for m in target for base, e in m if base in bases and not e[0]), default=0)
        for _ in range(-least):
            scale.append(t)
            target = times(target, value)
    return target, scale


def _divisors(goal: Formula, facts: list[Theorem], given: list[Formula]) -> list[Theorem]:
    """Return that each divisor is > 0 or < 0, as far as that is found."""
    wanted = {}
    for e in (goal, *(t.says for t in facts)):
        for t in _leaves(expand(e)):
            wanted[key(t)] = t
    found = []
    for divisor in wanted.values():
        for relation in (as_number(0) < divisor, divisor < as_number(0)):
            try:
                found.append(_relation_without_division(relation, facts, given))
                break
            except Refused:
                continue
    return found


def _relation_without_division(goal: Formula, facts: list[Theorem], given: list[Formula]) -> Theorem:
    if any(True for _ in _leaves(expand(goal))):
        raise Refused("a divisor divides")
    context = Context([*given, *(f for t in facts for f in t.given)])
    differences = []
    for t in facts:
        try:
            differences.append((t, context.difference(t.says)))
        except Refused:
            continue
    if not free(goal).keys() - {name for f in given if _of_indices(f) for name in free(f)}:
        for f in given:
            if _of_indices(f):
                differences += [(core.assume(f), context.difference(f))]
    return core.combine(goal, _find(goal, context.difference(goal), differences, FACTORS), given)


def _leaves(e: Any) -> Iterator[Term]:
    """Yield the factors of every divisor in an expression that are no numbers written out."""
    if not isinstance(e, Expression):
        return
    if e.op == "/":
        yield from _factors(e.args[1])
    for each in e.args:
        yield from _leaves(each)


def _factors(t: Term) -> Iterator[Term]:
    if t.op in ("*", "/"):
        yield from _factors(t.args[0])
        yield from _factors(t.args[1])
    elif t.op == "^":
        yield from _factors(t.args[0])
    elif t.op == "if":
        yield from _factors(t.args[1])
        yield from _factors(t.args[2])
    elif t.op != "literal":
        yield t


Products = list[tuple[Any, list[Theorem]]]


def _find(goal: Formula, target: Polynomial, facts: list[tuple[Theorem, Polynomial]], factors: int) -> Products:
    """Return products of facts whose sum is the target, or whatever is nearest to it: the core decides."""
    if goal.op == "=" and not target:
        return []
    equations = [(t, d) for t, d in facts if t.says.op == "=" and d]
    others = [(t, d) for t, d in facts if t.says.op != "=" and d]
    for degree in range(factors + 1):
        columns: list[tuple[Any, list[Theorem], Polynomial, bool]] = []
        if goal.op != "=":
            for size in range(degree + 1):
                for chosen in combinations_with_replacement(others, size):
                    product: Polynomial = {ONE: Fraction(1)}
                    for _, d in chosen:
                        product = times(product, d)
                    columns.append((1, [t for t, _ in chosen], product, all(t.says.op == "<" for t, _ in chosen)))
        wanted = set(target).union(*(set(p) for *_, p, _ in columns)) if columns else set(target)
        for t, d in equations:
            for multiplier in _multipliers(wanted, d, degree):
                p = times(multiplier, d)
                columns += [
                    (multiplier, [t], p, False),
                    (add({}, multiplier, Fraction(-1)), [t], add({}, p, Fraction(-1)), False),
                ]
        found = _solve(target, columns, strict=goal.op == "<")
        if found is not None:
            return found
    raise Refused(f"{goal} is no sum of products of up to {factors} of the facts")


def _multipliers(wanted: Iterable[Any], equation: Polynomial, degree: int) -> list[Polynomial]:
    """Return the monomials that bring a monomial of an equation to one that is wanted; more of them at each degree."""
    found: dict[Any, Polynomial] = {ONE: {ONE: Fraction(1)}}
    reach = set(wanted)
    for _ in range(max(degree, 1)):
        new = set()
        for monomial in reach:
            for mine in equation:
                quotient = times({monomial: Fraction(1)}, {_inverse(mine): Fraction(1)})
                ((q, _),) = quotient.items()
                if all(e[0] or e[1] >= 0 for _, e in q) and len(found) < MULTIPLIERS and q not in found:
                    found[q] = {q: Fraction(1)}
                    new |= set(times(found[q], equation))
        reach = new - reach
    return list(found.values())


def _inverse(monomial: Any) -> Any:
    return frozenset((base, (frozenset((atom, -c) for atom, c in e[0]), -e[1])) for base, e in monomial)


def _solve(target: Polynomial, columns: list[Any], *, strict: bool) -> Products | None:
    target, *expanded = _multiplied_out([target, *(each[2] for each in columns)])
    monomials = list({m: None for p in (target, *expanded) for m in p})
    at = {m: k for k, m in enumerate(monomials)}
    rows: list[dict[int, Fraction]] = [{} for _ in monomials]
    for k, p in enumerate(expanded):
        for m, c in p.items():
            rows[at[m]][k] = c
    right = [target.get(m, Fraction(0)) for m in monomials]
    if any(value and not row for value, row in zip(right, rows, strict=True)):
        return None
    cost = {k: Fraction(0 if each[3] else 1) + Fraction(len(each[1]), 1000) for k, each in enumerate(columns)}
    program = LinearProgram(len(columns), cost, tuple(rows), tuple(right), frozenset(range(len(rows))))
    found = solve(program)
    if strict and isinstance(found, OptimalPoint) and not any(found.point[k] for k in _strict(columns)):
        # As much as possible of what is strict, up to 1 of it, so that the program is bounded.
        less = {k: Fraction(-1) for k in _strict(columns)}
        found = solve(LinearProgram(len(columns), less, (*rows, less), (*right, Fraction(-1)), program.equalities))
        if isinstance(found, OptimalPoint) and not any(found.point[k] for k in _strict(columns)):
            return None
    if not isinstance(found, OptimalPoint):
        return None
    used = [(c, each) for c, each in zip(found.point, columns, strict=True) if c]
    return [(c if each[0] == 1 else add({}, each[0], c), each[1]) for c, each in used]


def _strict(columns: list[Any]) -> list[int]:
    return [k for k, each in enumerate(columns) if each[3]]


def _multiplied_out(polynomials: list[Polynomial]) -> list[Polynomial]:
    """Return the polynomials, all times the same powers, without powers of polynomials whose exponents are numbers."""
    while True:
        composite = {base for p in polynomials for m in p for base, e in m if base[0] == "polynomial" and not e[0]}
        if not composite:
            return polynomials
        base = max(composite, key=lambda each: len(repr(each)))
        value = dict(base[1])
        least = min((dict(m).get(base, (frozenset(), 0))[1] for p in polynomials for m in p), default=0)
        new = []
        for p in polynomials:
            total: Polynomial = {}
            for m, c in p.items():
                e = dict(m).get(base, (frozenset(), 0))
                if e[0]:
                    rest, k = m, -least
                else:
                    rest, k = frozenset((b, x) for b, x in m if b != base), e[1] - least
                product: Polynomial = {rest: c}
                for _ in range(k):
                    product = times(product, value)
                total = add(total, product)
            new.append(total)
        polynomials = new
