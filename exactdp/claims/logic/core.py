"""The logic core: theorems, and the only rules that make them.

A `Theorem` says: for all values of the free variables at which everything `given` holds, `says` holds too. Indices are
integers, numbers are real, and every term has a value: see `terms`. A rule checks its premises and makes a theorem,
or raises `Refused`. Each states in one line why it is sound. Nothing here searches: `deriving` finds what to apply.

This file is the trusted base of the word "proved", with `expressions`, `terms` and `formulas`, and with `evaluation`
for formulas without variables. Each theorem records its other dependencies: steps in words, theorems of Coq, and
functions of the library.

One example of each rule. Assumptions and arithmetic:

>>> from exactdp.claims.statements.formulas import Definition, Largest, Least, function, indices, numbers, vectors
>>> (i, k, n), (a, b, c), (f, g) = indices("i k n"), numbers("a b c"), vectors("f g")
>>> p, q, contrary = assume(0 < a), assume(0 < b), assume(a < a)
>>> double = Definition("double", (a,), 2 * a)
>>> p, isinstance(p, Theorem)
(0 < a ⊢ 0 < a, True)
>>> combine(0 < a * b, [(1, [p, q])])
0 < a, 0 < b ⊢ a·b > 0
>>> square(a - b)
 ⊢ (a - b)·(a - b) ≥ 0
>>> arithmetic(i < n, i <= k, k < n)
i ≤ k, k < n ⊢ i < n
>>> absurd(contrary, b == 1)
a < a ⊢ b = 1
>>> evaluate(Sum(k, 1, 4, k) == 10)
 ⊢ Σ_{k=1}^{4} k = 10

Logic:

>>> weaken(p, i < n)
i < n, 0 < a ⊢ 0 < a
>>> cut(weaken(p, 0 <= a * a), square(a))
0 < a ⊢ 0 < a
>>> imply(p, 0 < a)
 ⊢ 0 < a ⇒ 0 < a
>>> detach(assume((0 < a) >> (0 < b)), p)
0 < a ⇒ 0 < b, 0 < a ⊢ 0 < b
>>> conjoin(p, q)
0 < a, 0 < b ⊢ 0 < a and 0 < b
>>> part(conjoin(p, q), 1)
0 < a, 0 < b ⊢ 0 < b
>>> alternative(p, (a < 0) | (0 < a))
0 < a ⊢ a ≠ 0
>>> either(assume((a < a) | (0 < b)), absurd(contrary, 0 < b), q)
a < a or 0 < b ⊢ 0 < b
>>> by_cases(weaken(square(a), 0 < b), weaken(square(a), b <= 0), 0 < b)
 ⊢ a·a ≥ 0
>>> instance(p, {"a": b + 1})
b + 1 > 0 ⊢ b + 1 > 0
>>> generalise(square(a), a)
 ⊢ ∀a: a·a ≥ 0
>>> specialise(generalise(square(a), a), b)
 ⊢ b·b ≥ 0
>>> witness(Some(a, a * a == 4), 2, evaluate(as_number(2) * 2 == 4))
 ⊢ ∃a: a·a = 4
>>> obtain(assume(Some(i, f[i] < f[i])), absurd(assume(f[k] < f[k]), a == b), k)
∃i: f[i] < f[i] ⊢ a = b
>>> restate(assume(0 < double(a)), 0 < 2 * a)
double(a) > 0 ⊢ 2·a > 0
>>> replace(assume(a == b), p, c, 0 < c)
a = b, 0 < a ⊢ 0 < b

Ranges:

>>> termwise(square(f[k]), k, 0, n)
 ⊢ Σ_{k=0}^{n} 0 ≤ Σ_{k=0}^{n} f[k]·f[k]
>>> telescope(combine(as_number(k + 1) - k == 1), k, 0, n, function(k, as_number(k)))
n+1 ≥ 0 ⊢ Σ_{k=0}^{n} 1 = n+1
>>> split_range(Sum(k, 0, n, f[k]), i)
i+1 ≥ 0, i ≤ n ⊢ Σ_{k=0}^{n} f[k] = Σ_{k=0}^{i} f[k] + Σ_{k=i+1}^{n} f[k]
>>> exchange(Sum(i, 0, n, Sum(k, 0, n, f[i] * g[k])))
 ⊢ Σ_{i=0}^{n} Σ_{k=0}^{n} f[i]·g[k] = Σ_{k=0}^{n} Σ_{i=0}^{n} f[i]·g[k]
>>> bounds(Least(k, 0, n, f[k]), i)
0 ≤ i, i ≤ n ⊢ min_{0≤k≤n} f[k] ≤ f[i]
>>> attained(Largest(k, 0, n, f[k]))
0 ≤ n ⊢ ∃k with 0 ≤ k ≤ n: max_{0≤k'≤n} f[k'] = f[k]
>>> induct(a <= a + k, k, 0, combine(a <= a + 0), combine(a <= a + (k + 1), [(1, [assume(a <= a + k)]), (1, [])]))
0 ≤ k ⊢ a ≤ a + k
>>> least_index(assume(Some(k, 0 <= k, 0 < f[k])))
∃k ≥ 0: f[k] > 0 ⊢ ∃k ≥ 0: f[k] > 0 and (∀k' with 0 ≤ k' < k: f[k'] ≤ 0)
>>> choose(assume(All(k, Some(a, f[k] < a))), "g")
∀k: ∃a: f[k] < a ⊢ ∃ vector g: ∀k: f[k] < g[k]

Steps that the core does not check:

>>> because("Lemma 1", a < b, p).words
('Lemma 1',)
>>> in_coq("Powers", "power_zero", a**0 == 1).coq[0].name
'power_zero'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

from exactdp.claims.logic.context import Contexts
from exactdp.claims.logic.polynomials import UNIT, Expansion, Refused, add, is_zero, times
from exactdp.claims.statements.expressions import (
    INDEX,
    NUMBER,
    RANGED,
    TRUTH,
    Expression,
    Function,
    Sort,
    free,
    key,
    same,
    split,
)
from exactdp.claims.statements.formulas import All, Some, Sum, between, both
from exactdp.claims.statements.terms import (
    Formula,
    Operand,
    Term,
    as_index,
    as_number,
    conjuncts,
    expand,
    fresh,
    negation,
    substitute,
    term,
    variable,
)

if TYPE_CHECKING:
    from exactdp.claims.coq.library import CoqTheorem

_RULES = object()

_contexts = Contexts()


class Theorem:
    """If everything `given` holds, `says` holds. `words`, `coq` and `computed` are the theorem's other dependencies.

    Raises: `Refused` unless a rule makes it.
    """

    __slots__ = ("computed", "coq", "given", "says", "words")

    given: tuple[Formula, ...]
    says: Formula
    words: tuple[str, ...]
    coq: tuple[CoqTheorem, ...]
    computed: tuple[str, ...]

    def __init__(self, token: object, given: Iterable[Formula], says: Formula, *premises: Theorem) -> None:
        if token is not _RULES or any(type(each) is not Theorem for each in premises):
            raise Refused("only a rule of the core makes a theorem, and only from theorems")
        # Each object once: premises often share their assumptions.
        given = tuple({id(f): f for f in given}.values())
        _exactly(Formula, *given, says)
        variables: dict[str, Term] = {}
        for f in (*given, says):
            for name, v in free(f).items():
                # Rules find variables by their names, and `Context` makes the names with ~.
                if variables.setdefault(name, v).sort != v.sort or name.startswith("~"):
                    raise Refused(f"{name} has two sorts, or is a name that the core uses")
        set_ = object.__setattr__
        set_(self, "given", tuple({key(f): f for each in given for f in conjuncts(each)}.values()))
        set_(self, "says", says)
        for name in ("words", "coq", "computed"):
            set_(self, name, tuple(dict.fromkeys(w for each in premises for w in getattr(each, name))))

    def __setattr__(self, name: str, value: object) -> None:
        raise Refused("a theorem cannot be changed")

    def __repr__(self) -> str:
        return f"{', '.join(map(str, self.given))} ⊢ {self.says}"


def _theorem(says: Formula, *premises: Theorem, given: Iterable[Formula] = ()) -> Theorem:
    return Theorem(_RULES, [*given, *(f for each in premises for f in each.given)], says, *premises)


def _without(given: Iterable[Formula], *dropped: Formula) -> list[Formula]:
    keys = {key(f) for each in dropped for f in conjuncts(each)}
    return [f for f in given if key(f) not in keys]


def _exactly(kind: type, *objects: object) -> None:
    """Refuse objects that imitate terms or formulas: they could change from one use to the next."""
    if any(type(each) is not kind for each in objects):
        raise Refused(f"an argument that should be a {kind.__name__.lower()} is not made by the operations on formulas")


def _refuse_free(v: Term, *places: Expression) -> None:
    _exactly(Term, v)
    if v.op != "variable":
        raise Refused(f"{v} is not a variable")
    for each in places:
        if v.args[0] in free(each):
            raise Refused(f"{v} is not arbitrary: {each} contains it")


# Rules of arithmetic


def combine(
    goal: Formula,
    products: Sequence[tuple[Operand | Expansion, Sequence[Theorem]]] = (),
    given: Sequence[Formula] = (),
    nonzero: Sequence[Theorem] = (),
    scale: Sequence[Theorem] = (),
) -> Theorem:
    """From theorems l = r, l ≤ r or l < r: another of them, if its right side minus its left is a sum of products.

    A product has a multiplier and theorems. The multiplier is a number or a polynomial in the bases of `Context`; each
    theorem stands for its right side minus its left. Sound: numbers ≥ 0 have products ≥ 0, and a product with an
    equation is 0 for every multiplier; without an equation, the multiplier is a positive number. `nonzero` are theorems
    0 < t or t < 0, which allow division by t. `scale` are theorems 0 < t; the goal is first multiplied by these t.
    """
    # The arguments are read only once: an iterator may give other values the second time.
    summands = [(dict(m) if isinstance(m, dict) else m, tuple(factors)) for m, factors in products]
    given, nonzero, scale = tuple(given), tuple(nonzero), tuple(scale)
    used = [each for _, factors in summands for each in factors] + [*nonzero, *scale]
    if any(f.op not in ("=", "<=", "<") for f in (goal, *(each.says for each in used))):
        raise Refused(f"{goal}, or a premise, is not a relation")
    context = _contexts.of([*given, *(f for each in used for f in each.given)], [each.says for each in nonzero])
    rest, strict = context.difference(goal), False
    differences = {id(t): context.difference(t.says) for t in used}
    bases = {base for p in (rest, *differences.values()) for m in p for base, _ in m}
    for each in scale:
        if each.says.op != "<":
            raise Refused(f"{each.says} does not say that something is > 0")
        rest = times(rest, differences[id(each)])
    for multiplier, factors in summands:
        total = multiplier if isinstance(multiplier, dict) else context.normal(expand(as_number(multiplier)))
        if isinstance(multiplier, dict) and not context.has_value(total, bases):
            raise Refused(
                f"the multiplier {multiplier} has no value: a power of a number that may be 0, or of another base"
            )
        zero = any(each.says.op == "=" for each in factors)
        if not zero and (goal.op == "=" or total.keys() != {UNIT} or total[UNIT] <= 0):
            raise Refused(f"the multiplier {multiplier} must be a number > 0, and the goal an inequality")
        for each in factors:
            total = times(total, differences[id(each)])
        rest = add(rest, total, Fraction(-1))
        strict = strict or (not zero and all(each.says.op == "<" for each in factors))
    if goal.op == "<" and not strict:
        raise Refused(f"no product makes {goal} strict")
    if not is_zero(rest):
        raise Refused(f"{goal} is not the sum of these products")
    return _theorem(goal, *used, given=given)


def square(t: Operand) -> Theorem:
    """For all numbers: 0 ≤ t·t. Sound: a square of a real number is not negative."""
    return _theorem(term(0) <= as_number(t) * as_number(t))


def arithmetic(goal: Formula, *given: Formula) -> Theorem:
    """A relation of indices that follows from others. Sound: `_contradictory` refutes the negation of the goal."""
    if goal.op not in ("=", "<=", "<") or goal.args[0].sort != INDEX:
        raise Refused(f"{goal} is not a relation of indices")
    if not _contexts.of(given).decide(Formula(goal.op, *map(expand, goal.args), sort=TRUTH)):
        raise Refused(f"{goal} does not follow from the order of the indices: name the facts that it follows from")
    return _theorem(goal, given=given)


def absurd(t: Theorem, goal: Formula) -> Theorem:
    """From x < x: anything. Sound: no values satisfy the assumptions."""
    if t.says.op != "<" or not same(*t.says.args):
        raise Refused(f"{t.says} is not x < x")
    return _theorem(goal, t)


def evaluate(goal: Formula) -> Theorem:
    """A formula without free variables whose value is true. Sound if `evaluation` is.

    A name with a formula means this formula, whatever function decides it elsewhere.
    """
    from exactdp.claims.statements.evaluation import Undefined, compiled, formulas_alone  # noqa: PLC0415 (it is needed here alone)

    if free(goal):
        raise Refused(f"{goal} has free variables")
    try:
        if compiled(goal, formulas_alone)({}) is not True:
            raise Refused(f"{goal} is false")
    except Undefined as error:
        raise Refused(f"{goal}: {error}") from None
    found = _theorem(goal)
    object.__setattr__(found, "computed", tuple(sorted(_decided(goal))))
    return found


def _decided(e: Expression) -> set[str]:
    """Return the names that are evaluated by a function, also within what other names stand for."""
    _, outside, inside = split(e)
    within = [each for each in (*outside, *inside) if isinstance(each, Expression)]
    if e.op != "defined":
        return set().union(*map(_decided, within))
    body = e.args[0].body
    return (
        {e.args[0].name}.union(*map(_decided, within)) if body is None else _decided(body).union(*map(_decided, within))
    )


# Rules of logic


def assume(f: Formula) -> Theorem:
    """f ⊢ f. Sound by definition."""
    return _theorem(f, given=[f])


def weaken(t: Theorem, *fs: Formula) -> Theorem:
    """From a theorem, the same with more assumptions. Sound: it is about fewer values."""
    return _theorem(t.says, t, given=fs)


def cut(t: Theorem, *lemmas: Theorem) -> Theorem:
    """From A ⊢ P, and lemmas that prove A: P without A. Sound: A holds if the assumptions of the lemmas hold."""
    kept = _without(t.given, *(each.says for each in lemmas))
    return Theorem(_RULES, [*kept, *(f for each in lemmas for f in each.given)], t.says, t, *lemmas)


def imply(t: Theorem, f: Formula) -> Theorem:
    """From f ⊢ P: f → P. Sound by the meaning of →."""
    _exactly(Formula, f)
    return Theorem(_RULES, _without(t.given, f), f >> t.says, t)


def detach(t: Theorem, u: Theorem) -> Theorem:
    """From A → P and A: P. Sound by the meaning of →."""
    if t.says.op != "implies" or not same(t.says.args[0], u.says):
        raise Refused(f"{u.says} is not the condition of {t.says}")
    return _theorem(t.says.args[1], t, u)


def conjoin(*ts: Theorem) -> Theorem:
    """From P and Q: P ∧ Q. Sound by the meaning of ∧."""
    return _theorem(both(*(each.says for each in ts)), *ts)


def part(t: Theorem, which: int) -> Theorem:
    """From P ∧ Q: one of them. Sound by the meaning of ∧."""
    parts = conjuncts(t.says)
    return _theorem(parts[which] if which in range(len(parts)) else _refused(f"{t.says} has no part {which}"), t)


def alternative(t: Theorem, goal: Formula) -> Theorem:
    """From P: P ∨ Q, and Q ∨ P. Sound by the meaning of ∨."""
    if goal.op != "or" or not any(same(side, t.says) for side in goal.args):
        raise Refused(f"{t.says} is not a side of {goal}")
    return _theorem(goal, t)


def either(t: Theorem, first: Theorem, second: Theorem) -> Theorem:
    """From A ∨ B, A ⊢ P and B ⊢ P: P. Sound: one of the two applies."""
    if t.says.op != "or" or not same(first.says, second.says):
        raise Refused(f"{t.says} is not an alternative, or the cases end in different formulas")
    kept = _without(first.given, t.says.args[0]) + _without(second.given, t.says.args[1])
    return Theorem(_RULES, [*t.given, *kept], first.says, t, first, second)


def by_cases(yes: Theorem, no: Theorem, f: Formula) -> Theorem:
    """From f ⊢ P and ¬f ⊢ P: P. Sound: one of the two applies."""
    _exactly(Formula, f)
    if not same(yes.says, no.says):
        raise Refused("the cases end in different formulas")
    return Theorem(_RULES, _without(yes.given, f) + _without(no.given, negation(f)), yes.says, yes, no)


def instance(t: Theorem, by: Mapping[str, Operand]) -> Theorem:
    """From a theorem, the same with terms for free variables. Sound: it holds for all their values."""
    names = {name: v for f in (*t.given, t.says) for name, v in free(f).items()}
    terms = {name: _as(v.sort, by[name]) for name, v in names.items() if name in by}
    return Theorem(_RULES, [substitute(f, terms) for f in t.given], substitute(t.says, terms), t)


def _as(sort: Sort, value: Operand) -> Term:
    found = as_index(value) if sort == INDEX else as_number(value) if sort == NUMBER else value
    if type(found) is not Term or found.sort != sort:
        raise Refused(f"the value is not of the sort {sort} of its variable")
    return found


def generalise(t: Theorem, v: Term, *guards: Formula) -> Theorem:
    """From G(v) ⊢ P(v), if no other assumption contains v: ∀ v with G(v): P(v). Sound: v is arbitrary."""
    _exactly(Formula, *guards)
    kept = _without(t.given, *guards)
    _refuse_free(v, *kept)
    return Theorem(_RULES, kept, All(v, *guards, t.says), t)


def specialise(t: Theorem, value: Operand) -> Theorem:
    """From ∀ v with G(v): P(v): G(c) ⊢ P(c) for a term c. Sound by the meaning of ∀."""
    if t.says.op != "all":
        raise Refused(f"{t.says} does not begin with ∀")
    v, guard, body = t.says.args
    by = {v.args[0]: _as(v.sort, value)}
    return _theorem(substitute(body, by), t, given=[substitute(guard, by)])


def witness(goal: Formula, value: Operand, t: Theorem) -> Theorem:
    """From G(c) ∧ P(c): ∃ v with G(v): P(v). Sound: c is such a v."""
    if goal.op != "some":
        raise Refused(f"{goal} does not begin with ∃")
    v, guard, body = goal.args
    by = {v.args[0]: _as(v.sort, value)}
    needed = both(*conjuncts(substitute(guard, by)), substitute(body, by))
    if not same(both(*conjuncts(t.says)), both(*conjuncts(needed))):
        raise Refused(f"{t.says} is not {needed}")
    return _theorem(goal, t)


def obtain(t: Theorem, u: Theorem, v: Term) -> Theorem:
    """From ∃ v with G(v): P(v), and G(v), P(v) ⊢ Q, if neither Q nor any other assumption contains v: Q.

    Sound: Q follows from every such v.
    """
    if t.says.op != "some" or t.says.args[0].sort != v.sort:
        raise Refused(f"{t.says} does not begin with ∃ and a variable like {v}")
    old, guard, body = t.says.args
    by = {old.args[0]: v}
    kept = _without(u.given, substitute(guard, by), substitute(body, by))
    _refuse_free(v, t.says, u.says, *kept)
    return Theorem(_RULES, [*t.given, *kept], u.says, t, u)


def restate(t: Theorem, f: Formula) -> Theorem:
    """From a formula, another that is the same after all names are unfolded. Sound: a name stands for its body."""
    if not same(both(*conjuncts(expand(t.says))), both(*conjuncts(expand(f)))):
        raise Refused(f"{f} is not another way to write {t.says}")
    return _theorem(f, t)


def replace(equation: Theorem, t: Theorem, v: Term, pattern: Formula) -> Theorem:
    """From l = r and P(l): P(r), where P is the pattern with v for the term. Sound: equals may be exchanged."""
    _exactly(Term, v)
    _exactly(Formula, pattern)
    if equation.says.op != "=":
        raise Refused(f"{equation.says} is not an equation")
    left, right = ({v.args[0]: _as(v.sort, side)} for side in equation.says.args)
    if not same(substitute(pattern, left), t.says):
        raise Refused(f"{t.says} is not {substitute(pattern, left)}")
    return _theorem(substitute(pattern, right), equation, t)


# Rules of ranges


def termwise(t: Theorem, v: Term, low: Operand, high: Operand, op: str = "sum") -> Theorem:
    """From low ≤ v ≤ high ⊢ s = t, or s ≤ t: the same for their sums. Sound: it holds for each term.

    The rule also makes the same for least and largest values, and from s = t for products.
    """
    if t.says.op not in ("=", "<=") or op not in RANGED or (op == "product" and t.says.op != "="):
        raise Refused(f"{t.says} cannot be taken term by term in a {op}")
    kept = _without(t.given, between(low, v, high))
    _refuse_free(v, *kept, as_index(low), as_index(high))
    left, right = (Term(op, v, as_index(low), as_index(high), as_number(s), sort=NUMBER) for s in t.says.args)
    return Theorem(_RULES, kept, Formula(t.says.op, left, right, sort=TRUTH), t)


def telescope(t: Theorem, v: Term, low: Operand, high: Operand, ends: Term) -> Theorem:
    """From low ≤ v ≤ high ⊢ F(v+1) - F(v) = s, for low ≤ high+1: Σ s = F(high+1) - F(low). Sound by induction."""
    _exactly(Term, ends)
    first, last = as_index(low), as_index(high)
    if t.says.op != "=" or not same(t.says.args[0], ends[v + 1] - ends[v]):
        raise Refused(f"{t.says} is not {ends[v + 1] - ends[v]} = …")
    kept = _without(t.given, between(first, v, last))
    _refuse_free(v, *kept, first, last, ends)
    says = Sum(v, first, last, t.says.args[1]) == ends[last + 1] - ends[first]
    return Theorem(_RULES, [*kept, first <= last + 1], says, t)


def split_range(whole: Term, after: Operand) -> Theorem:
    """For low ≤ k+1 and k ≤ high: a sum or product splits into the parts up to k and from k+1. Sound: associative."""
    _exactly(Term, whole)
    if whole.op not in ("sum", "product"):
        raise Refused(f"{whole} is not a sum or product")
    v, low, high, body = whole.args
    k = as_index(after)
    first, second = Term(whole.op, v, low, k, body, sort=NUMBER), Term(whole.op, v, k + 1, high, body, sort=NUMBER)
    says = whole == (first + second if whole.op == "sum" else first * second)
    return _theorem(says, given=[low <= k + 1, k <= high])


def exchange(whole: Term) -> Theorem:
    """A sum of sums in the other order, if neither range depends on the other index. Sound: both are finite."""
    _exactly(Term, whole)
    if whole.op != "sum" or whole.args[3].op != "sum":
        raise Refused(f"{whole} is not a sum of sums")
    v, low, high, inner = whole.args
    w, first, last, body = inner.args
    _refuse_free(v, first, last)
    _refuse_free(w, low, high, v)
    return _theorem(whole == Sum(w, first, last, Sum(v, low, high, body)))


def bounds(extreme: Term, at: Operand) -> Theorem:
    """For low ≤ k ≤ high: no value is below the least, or above the largest. Sound by the meaning of the words."""
    _exactly(Term, extreme)
    v, low, high, body = (
        extreme.args if extreme.op in ("least", "largest") else _refused(f"{extreme} is not a least or largest value")
    )
    k = as_index(at)
    value = substitute(body, {v.args[0]: k})
    says = extreme <= value if extreme.op == "least" else value <= extreme
    return _theorem(says, given=[low <= k, k <= high])


def attained(extreme: Term) -> Theorem:
    """For low ≤ high: the least or largest value is the value at some index. Sound: there are finitely many."""
    _exactly(Term, extreme)
    v, low, high, body = (
        extreme.args if extreme.op in ("least", "largest") else _refused(f"{extreme} is not a least or largest value")
    )
    w = fresh(v, {v.args[0], *free(extreme)})
    says = Some(w, between(low, w, high), extreme == substitute(body, {v.args[0]: w}))
    return _theorem(says, given=[low <= high])


def _refused(why: str) -> NoReturn:
    raise Refused(why)


def induct(goal: Formula, k: Term, low: Operand, base: Theorem, step: Theorem) -> Theorem:
    """From P(low), and low ≤ k, P(k) ⊢ P(k+1): P(k) for low ≤ k. Sound by induction on k - low, an integer ≥ 0."""
    first = substitute(goal, {k.args[0]: as_index(low)})
    after = substitute(goal, {k.args[0]: k + 1})
    if k.sort != INDEX or not same(base.says, first) or not same(step.says, after):
        raise Refused(f"the induction needs {first} and {after}")
    kept = _without(step.given, goal, as_index(low) <= k)
    _refuse_free(k, *kept, *base.given, as_index(low))
    return Theorem(_RULES, [*kept, *base.given, as_index(low) <= k], goal, base, step)


def least_index(t: Theorem) -> Theorem:
    """From ∃ v with low ≤ v and G(v): P(v): there is a least such v. Sound: integers ≥ low are well-ordered."""
    if t.says.op != "some" or t.says.args[0].sort != INDEX:
        raise Refused(f"{t.says} does not begin with ∃ and an index")
    v, guard, body = t.says.args
    if not any(
        f.op in ("<=", "<") and same(f.args[1], v) and v.args[0] not in free(f.args[0]) for f in conjuncts(guard)
    ):
        raise Refused(f"{guard} does not bound {v} from below")
    u = fresh(v, {v.args[0], *free(t.says), *free(body)})
    by = {v.args[0]: u}
    none = All(u, substitute(guard, by), u < v, negation(substitute(body, by)))
    return _theorem(Some(v, guard, body & none), t)


def choose(t: Theorem, name: str) -> Theorem:
    """From ∀ i with G(i): ∃ y: P(i, y): a function f with P(i, f[i]) for all i with G(i). Sound by choice, over ℤ."""
    if t.says.op != "all" or t.says.args[0].sort != INDEX or t.says.args[2].op != "some":
        raise Refused(f"{t.says} does not begin with ∀ and an index, then ∃")
    i, guard, inner = t.says.args
    y, within, body = inner.args
    f = variable(name, Function(1, str(y.sort)))
    _refuse_free(f, t.says, guard, within, body)
    if y.sort not in (INDEX, NUMBER):
        raise Refused(f"{y} is neither an index nor a number")
    by = {y.args[0]: f[i]}
    return _theorem(Some(f, All(i, guard, both(*conjuncts(substitute(within, by)), substitute(body, by)))), t)


# Steps that the core does not check


def because(words: str, says: Formula, *premises: Theorem) -> Theorem:
    """A step in words: the theorem is argued from here on. Sound if the words are right; reports show them."""
    if type(words) is not str or not words.strip() or not words.isprintable():
        raise Refused(f"the words of a step are not one printable line: {words!r}")
    found = _theorem(says, *premises)
    object.__setattr__(found, "words", (*found.words, words))
    return found


def in_coq(file: str, name: str, says: Formula, *given: Formula) -> Theorem:
    """A theorem of the Coq library, with a statement computed from these formulas. Sound once Coq has accepted it.

    The theorem records what Coq must accept. A report that shows the theorem must ask Coq, or say that it did not ask.
    """
    # This is the only place that writes Coq's language.
    from exactdp.claims.coq import library  # noqa: PLC0415
    from exactdp.claims.coq.statement import statement  # noqa: PLC0415

    found = _theorem(says, given=given)
    stated = library.CoqTheorem(file, name, statement(given, says))
    object.__setattr__(found, "coq", (stated,))
    return found
