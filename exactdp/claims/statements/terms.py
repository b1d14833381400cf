"""Terms and formulas: what Python's operators make of them, substitution, and the definitions that they name.

A term is an index (an integer), a number (a real) or a function of indices, such as a matrix. A formula is true or
false. This module decides nothing: `evaluation` finds values, `core` makes theorems, `notation` writes.

Every term has a value, so substitution is always allowed. These are 0: a quotient by 0, a power of 0 with a negative
exponent, and a sum or an extreme over no index. A function has some value at every tuple of integers. A claim that
relies on such a value is refused when its instances are evaluated.

>>> from exactdp.claims.statements.formulas import indices, matrix, numbers
>>> (i, k), (a, b), x = indices("i k"), numbers("α β"), matrix("x")
>>> term(2).sort, as_number(2).sort, as_index("2").sort, variable("f", Function(3, NUMBER)).sort.arity
('index', 'number', 'index', 3)
>>> apply(x, (i, k + 1)), If(i < k, a, b)
(x[i,k+1], {α if i < k; β otherwise})
>>> isinstance(i < k, Formula), ((i < k) >> (0 < a)).op
(True, 'implies')
>>> double = Definition("double", (a,), 2 * a, NUMBER)
>>> unfold(double(b)), expand(1 + double(double(b))), rebuild(a + b, [b, a])
(2·β, 1 + 2·(2·β), β + α)
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from fractions import Fraction
from operator import is_
from string import Formatter
from typing import Any, TypeAlias, TypeVar, overload

from exactdp.arithmetic.errors import InputError
from exactdp.claims.statements.expressions import (
    INDEX,
    NUMBER,
    TRUTH,
    Expression,
    Function,
    Sort,
    free,
    free_names,
    key,
    once,
    split,
)

E = TypeVar("E", bound=Expression)


class Term(Expression):
    """An index, a number or a function.

    >>> from exactdp.claims.statements.formulas import indices, matrix, number
    >>> i, n = indices("i n")
    >>> a, x = number("α"), matrix("x")
    >>> (x[i + 1, 0] - a * x[i, 0]).sort, (i + 1 <= n).op
    ('number', '<=')
    """

    __slots__ = ()

    def _admits(self, op: str, args: tuple[object, ...], sort: Sort) -> bool:
        return type(self) is Term and sort != TRUTH and _is_genuine(op, args)

    def __add__(self, other: Operand) -> Term:
        return _sum(self, other, 1)

    def __radd__(self, other: Operand) -> Term:
        return _sum(term(other), self, 1)

    def __sub__(self, other: Operand) -> Term:
        return _sum(self, other, -1)

    def __rsub__(self, other: Operand) -> Term:
        return _sum(term(other), self, -1)

    def __neg__(self) -> Term:
        return _product(term(-1), self)

    def __mul__(self, other: Operand) -> Term:
        return _product(self, term(other))

    def __rmul__(self, other: Operand) -> Term:
        return _product(term(other), self)

    def __truediv__(self, other: Operand) -> Term:
        left, right = as_number(self), as_number(other)
        if left.op == right.op == "literal" and right.args[0]:
            return term(left.args[0] / right.args[0], NUMBER)
        return Term("/", left, right, sort=NUMBER)

    def __rtruediv__(self, other: Operand) -> Term:
        return term(other) / self

    def __pow__(self, exponent: Operand) -> Term:
        return Term("^", as_number(self), as_index(exponent), sort=NUMBER)

    def __rpow__(self, base: Operand) -> Term:
        return term(base) ** self

    def __abs__(self) -> Term:
        return If(term(0, self.sort) <= self, self, -self)

    def __getitem__(self, at: Operand | tuple[Operand, ...]) -> Any:
        return apply(self, at if isinstance(at, tuple) else (at,))

    def __le__(self, other: Operand) -> Formula:
        return _relation("<=", self, other)

    def __lt__(self, other: Operand) -> Formula:
        return _relation("<", self, other)

    def __ge__(self, other: Operand) -> Formula:
        return _relation("<=", other, self)

    def __gt__(self, other: Operand) -> Formula:
        return _relation("<", other, self)

    def __eq__(self, other: Operand) -> Formula:  # type: ignore[override]
        return _relation("=", self, other)

    def __ne__(self, other: Operand) -> Formula:  # type: ignore[override]
        return negation(_relation("=", self, other))

    __hash__ = None  # type: ignore[assignment]


Operand: TypeAlias = Term | int | Fraction | str


class Formula(Expression):
    """A formula, true or false: `&`, `|` and `>>` are "and", "or" and "implies", and `~` is "not"."""

    __slots__ = ()

    def _admits(self, op: str, args: tuple[object, ...], sort: Sort) -> bool:
        return type(self) is Formula and sort == TRUTH and _is_genuine(op, args)

    def __and__(self, other: Formula) -> Formula:
        return Formula("and", self, other, sort=TRUTH)

    def __or__(self, other: Formula) -> Formula:
        return Formula("or", self, other, sort=TRUTH)

    def __rshift__(self, other: Formula) -> Formula:
        return Formula("implies", self, other, sort=TRUTH)

    def __invert__(self) -> Formula:
        return negation(self)


# Definitions


class Definition:
    """A name for a term or formula with parameters, such as "α-private": called with arguments, it stands for its body.

    Without `body`, the name means the value of the exact function `decide` of the library, and only a computation can
    use it. If both are given, every instance compares them. A definition cannot be changed.

    If the parameters do not satisfy the condition `within`, the name has no value for a reader, as 1/0 has none.

    >>> from exactdp.claims.statements.expressions import same
    >>> from exactdp.claims.statements.formulas import indices
    >>> m, n = indices("m n")
    >>> at_least = Definition("at least", (m, n), n <= m)
    >>> same(unfold(at_least(n + 1, n)), n <= n + 1)
    True
    """

    __slots__ = ("__weakref__", "body", "coq", "decide", "latex", "name", "parameters", "sort", "within")

    name: str
    parameters: tuple[Term, ...]
    body: Term | Formula | None
    sort: Sort
    latex: str
    decide: Callable[..., object] | None
    coq: str
    within: Formula | None

    def __init__(
        self,
        name: str,
        parameters: Iterable[Term],
        body: Term | Formula | None,
        sort: Sort = TRUTH,
        *,
        latex: str = "",
        decide: Callable[..., object] | None = None,
        coq: str = "",
        within: Formula | None = None,
    ) -> None:
        # Theorems mean what the name stood for when they were made.
        if hasattr(self, "name"):
            raise InputError(f"{self.name!r} is defined twice")
        parameters = tuple(parameters)
        # An object that imitates a variable or a formula could change its sort, or its meaning, between two reads.
        if any(type(p) is not Term or p.op != "variable" for p in parameters):
            raise InputError(f"the parameters of {name!r} are variables: write terms made by `variable`")
        if body is not None and type(body) not in (Term, Formula):
            raise InputError(f"{name!r} stands for a term or a formula")
        _check_name(name, len(parameters))
        if type(latex) is not str or 0 < len(_places(latex)) < len(parameters):
            raise InputError(f"{name!r}: its LaTeX leaves out an argument, or is not a string")
        if within is not None and type(within) is not Formula:
            raise InputError(f"the condition on the parameters of {name!r} is a formula")
        sorts = {p.args[0]: p.sort for p in parameters}
        if len(sorts) < len(parameters):
            raise InputError(f"{name!r} has two parameters of one name: rename one")
        # Any other variable in the body would be invisible to the rules that check the free variables of a formula.
        used = {each: v for part in (body, within) if part is not None for each, v in free(part).items()}
        unknown = {each for each, v in used.items() if sorts.get(each) != v.sort}
        if unknown:
            raise InputError(f"the definition of {name} uses {', '.join(sorted(unknown))}: make it a parameter")
        # Only now, because a script can catch an error and still use the object.
        made = {"name": name, "parameters": parameters, "body": body, "sort": sort, "latex": latex}
        for attribute, each in (made | {"decide": decide, "coq": coq, "within": within}).items():
            object.__setattr__(self, attribute, each)

    def __setattr__(self, name: str, value: object = None) -> None:
        raise InputError("a definition cannot be changed")

    __delattr__ = __setattr__

    def __repr__(self) -> str:
        return f"Definition({self.name!r})"

    def __call__(self, *args: Operand) -> Any:
        if len(args) != len(self.parameters):
            names = [p.args[0] for p in self.parameters]
            needs = f"the arguments {', '.join(names)}" if names else "no arguments"
            gets = f"{len(args)} {'was' if len(args) == 1 else 'were'} given"
            raise InputError(f"“{self.name.format(*names)}” has {needs}: {gets}")
        given = [_of_sort(a, p.sort) for a, p in zip(args, self.parameters, strict=True)]
        sort = self.body.sort if self.body is not None else self.sort
        return _make("defined", self, *given, sort=sort)


def _check_name(name: str, parameters: int) -> None:
    """Raise `InputError` unless the name can be printed on one line, with every argument."""
    if type(name) is not str or not name or not name.isprintable():
        raise InputError(f"{name!r} cannot be a name: write letters and signs that are visible, on one line")
    if "  " in name or name != name.strip():
        # A page shows several spaces as one.
        raise InputError(f"{name!r} has two spaces in a row, or a space at an end: write one space between two words")
    places = [place for place in Formatter().parse(name) if place[1] is not None]
    written = _places(name)
    if any(place[2] or place[3] for place in places) or written - {str(k) for k in range(parameters)}:
        raise InputError(f"{name!r} has {parameters} arguments, written {{0}}, {{1}}, …")
    if written and len(written) < parameters:
        raise InputError(f"{name!r} leaves out an argument: terms with different values would read the same")


def _places(template: str) -> set[str]:
    """Return the numbers of the arguments that a name or its LaTeX shows."""
    return {at for _, at, *_ in Formatter().parse(template) if at is not None}


def unfold(e: E) -> E:
    """Return the body of a defined name with its arguments. Raises: `InputError` for a name without a body."""
    definition = e.args[0]
    if definition.body is None:
        raise InputError(f"{definition.name} is defined by a computation alone: it cannot be unfolded")
    meaning: E = once(e, "body", lambda: substitute(definition.body, _arguments(e)))
    return meaning


def condition_of(e: Expression) -> Formula:
    """Return the condition under which a defined name with these arguments has a value; it is `TRUE` for most names.

    >>> from exactdp.claims.statements.formulas import number
    >>> a = number("α")
    >>> condition_of(Definition("root({0})", (a,), a, within=0 <= a)(a - 1))
    α - 1 ≥ 0
    """
    within: Formula | None = e.args[0].within
    return TRUE if within is None else substitute(within, _arguments(e))


def _arguments(e: Expression) -> dict[str, Term]:
    """Return the arguments of a defined name, by the names of the parameters."""
    return {p.args[0]: each for p, each in zip(e.args[0].parameters, e.args[1:], strict=True)}


@overload
def expand(e: E) -> E: ...
@overload
def expand(e: object) -> object: ...
def expand(e: object) -> object:
    """Return the expression with every defined name unfolded, where it has a body; return anything else unchanged."""
    if not isinstance(e, Expression):
        return e
    if e._expanded is None:
        object.__setattr__(e, "_expanded", _expand(e))
    return e._expanded


def _expand(e: Expression) -> Any:
    if e.op == "defined" and e.args[0].body is not None:
        return expand(unfold(e))
    if e.op == "linear":
        return _with_atoms(e, expand)
    return rebuild(e, [expand(each) for each in e.args])


# What an expression is made of


def _is_genuine(op: str, args: tuple[object, ...]) -> bool:
    """Return whether each term, formula and definition in the arguments is of that class, and so cannot change."""
    if op in ("variable", "literal"):
        return True
    if op == "linear":
        atoms, _ = args
        # A pair that is a list could change.
        return type(atoms) is tuple and all(
            type(pair) is tuple and len(pair) == 2 and type(pair[0]) is Term for pair in atoms
        )
    if op == "defined":
        if type(args[0]) is not Definition:
            return False
        args = args[1:]
    for each in args:  # noqa: SIM110 (a claim makes many expressions: `all` takes longer)
        if type(each) is not Term and type(each) is not Formula:
            return False
    return True


TRUE = Formula("true", sort=TRUTH)


# Making terms and formulas


def variable(name: str, sort: Sort) -> Term:
    """Return a variable of that sort. Raises: `InputError` for a name that begins with ~, which the core uses."""
    if not name or name.startswith("~"):
        raise InputError(f"{name!r} cannot be the name of a variable: begin it with a letter")
    return Term("variable", name, sort=sort)


def term(value: Operand, sort: Sort | None = None) -> Term:
    """Return a term: a whole number is an index until it meets a number. Raises: `InputError` for a float."""
    # An object of another class, also of a subclass, could be a different number at each look.
    if type(value) is Term:
        return value
    if type(value) not in (int, Fraction, str):
        shown = value if type(value) in (bool, float) else f"an object of the class {type(value).__name__}"
        raise InputError(f"{shown} is not a term: write a whole number, a Fraction or a term")
    found = Fraction(value)  # type: ignore[arg-type]
    whole = found.denominator == 1 and not isinstance(value, Fraction)
    return Term("literal", found, sort=sort or (INDEX if whole else NUMBER))


def as_number(value: Operand) -> Term:
    """Return the term as a number: an index becomes one. Raises: `InputError` for a function."""
    found = term(value)
    if found.sort == NUMBER:
        return found
    if found.sort != INDEX:
        raise InputError(f"{found} is not a number: apply the function to indices")
    return term(found.args[0], NUMBER) if found.op == "literal" else Term("number", found, sort=NUMBER)


def as_index(value: Operand) -> Term:
    """Return the term as an index. Raises: `InputError` for a number."""
    found = term(value)
    if found.op == "literal" and found.args[0].denominator == 1:
        return term(found.args[0], INDEX)
    if found.sort != INDEX:
        raise InputError(f"{found} is not an index: exponents, bounds and positions are indices")
    return found


def _of_sort(value: Operand, sort: Sort) -> Term:
    if sort == NUMBER:
        return as_number(value)
    if sort == INDEX:
        return as_index(value)
    if not isinstance(value, Expression) or value.sort != sort:
        raise InputError(f"{value!r} is given where the sort {sort} is needed")
    return value


def _make(op: str, *args: object, sort: Sort) -> Term | Formula:
    return Formula(op, *args, sort=sort) if sort == TRUTH else Term(op, *args, sort=sort)


def _alike(left: Operand, right: Operand) -> tuple[Term, Term]:
    x, y = term(left), term(right)
    if x.sort == y.sort:
        return x, y
    return as_number(x), as_number(y)


def If(condition: Formula, then: Operand, otherwise: Operand) -> Term:  # noqa: N802
    """Return the first term if the condition holds, and the second otherwise."""
    x, y = _alike(then, otherwise)
    return Term("if", condition, x, y, sort=x.sort)


def negation(f: Expression) -> Formula:
    """Return the negation of the formula, with "not" only before a name and a member of a set.

    >>> from exactdp.claims.statements.formulas import All, indices
    >>> i, n = indices("i n")
    >>> negation(All(i, 0 <= i, i < n))
    ∃i ≥ 0: n ≤ i
    """
    a = f.args
    match f.op:
        case "<":
            return Formula("<=", a[1], a[0], sort=TRUTH)
        case "<=":
            return Formula("<", a[1], a[0], sort=TRUTH)
        case "=":
            return Formula("<", a[0], a[1], sort=TRUTH) | Formula("<", a[1], a[0], sort=TRUTH)
        case "and":
            return negation(a[0]) | negation(a[1])
        case "or":
            return negation(a[0]) & negation(a[1])
        case "implies":
            return Formula("and", a[0], negation(a[1]), sort=TRUTH)
        case "all":
            return Formula("some", a[0], a[1], negation(a[2]), sort=TRUTH)
        case "some":
            return Formula("all", a[0], a[1], negation(a[2]), sort=TRUTH)
        case "not":
            return Formula(a[0].op, *a[0].args, sort=TRUTH)
    return Formula("not", f, sort=TRUTH)


def conjuncts(formula: Formula) -> list[Formula]:
    """Return the parts of a conjunction.

    >>> from exactdp.claims.statements.formulas import between, indices
    >>> i, n = indices("i n")
    >>> conjuncts(between(0, i, n)), conjuncts(TRUE)
    ([0 ≤ i, i ≤ n], [])
    """
    if formula.op == "and":
        return conjuncts(formula.args[0]) + conjuncts(formula.args[1])
    return [] if formula.op == "true" else [formula]


def _relation(op: str, left: Operand, right: Operand) -> Formula:
    x, y = _alike(left, right)
    if isinstance(x.sort, Function):
        raise InputError(f"{x} is a function: compare its values")
    return Formula(op, x, y, sort=TRUTH)


def _sum(left: Operand, right: Operand, sign: int) -> Term:
    x, y = _alike(left, right)
    if x.sort == INDEX:
        return _from_linear(*_add(linear(x), linear(y), sign))
    if isinstance(x.sort, Function):
        raise InputError(f"{x} is a function: apply it to indices")
    if x.op == y.op == "literal":
        return term(x.args[0] + sign * y.args[0], NUMBER)
    if y.op == "literal" and not y.args[0]:
        return x
    return Term("+" if sign > 0 else "-", x, y, sort=NUMBER)


def _product(left: Term, right: Term) -> Term:
    x, y = _alike(left, right)
    if x.sort == INDEX:
        for factor, other in ((x, y), (y, x)):
            if factor.op == "literal":
                atoms, constant = linear(other)
                times = int(factor.args[0])
                return _from_linear([(atom, c * times) for atom, c in atoms], constant * times)
        return Term("*", x, y, sort=INDEX)
    if isinstance(x.sort, Function):
        raise InputError(f"{x} is a function: apply it to indices")
    if x.op == y.op == "literal":
        return term(x.args[0] * y.args[0], NUMBER)
    return Term("*", x, y, sort=NUMBER)


# Sums of indices

Atoms: TypeAlias = list[tuple[Term, int]]


def linear(index: Term) -> tuple[Atoms, int]:
    """Return the index as a sum of other index terms, each with its coefficient, and a constant.

    >>> from exactdp.claims.statements.formulas import indices
    >>> i, k = indices("i k")
    >>> linear(2 * i - k + 3)
    ([(i, 2), (k, -1)], 3)
    """
    if index.op == "literal":
        return [], int(index.args[0])
    if index.op == "linear":
        return list(index.args[0]), index.args[1]
    return [(index, 1)], 0


def _add(left: tuple[Atoms, int], right: tuple[Atoms, int], sign: int) -> tuple[Atoms, int]:
    atoms = {key(atom): (atom, c) for atom, c in left[0]}
    for atom, c in right[0]:
        at = key(atom)
        atoms[at] = (atom, atoms[at][1] + sign * c if at in atoms else sign * c)
    return [(atom, c) for atom, c in atoms.values() if c], left[1] + sign * right[1]


def _from_linear(atoms: Atoms, constant: int) -> Term:
    atoms = [(atom, c) for atom, c in atoms if c]
    if not atoms:
        return term(constant, INDEX)
    if len(atoms) == 1 and atoms[0][1] == 1 and not constant:
        return atoms[0][0]
    return Term("linear", tuple(atoms), constant, sort=INDEX)


def _with_atoms(e: Expression, changed: Callable[[Term], Term]) -> Term:
    """Return a sum of index terms with these terms changed."""
    total: tuple[Atoms, int] = [], e.args[1]
    for atom, c in e.args[0]:
        atoms, constant = linear(changed(atom))
        total = _add(total, ([(each, c * k) for each, k in atoms], c * constant), 1)
    return _from_linear(*total)


# Substitution


def apply(function: Term, at: Iterable[Operand]) -> Any:
    """Return the value of a function at indices; if the function is written out, its body there."""
    where = [as_index(each) for each in at]
    if not isinstance(function.sort, Function) or function.sort.arity != len(where):
        raise InputError(f"{function} is not a function of {len(where)} indices")
    if function.op == "function":
        names = [v.args[0] for v in function.args[:-1]]
        return substitute(function.args[-1], dict(zip(names, where, strict=True)))
    return _make("entry", function, *where, sort=function.sort.values)


@overload
def substitute(e: E, by: Mapping[str, Term]) -> E: ...
@overload
def substitute(e: object, by: Mapping[str, Term]) -> object: ...
def substitute(e: object, by: Mapping[str, Term]) -> object:
    """Return the expression with terms for free variables; bound variables that would capture theirs are renamed.

    >>> from exactdp.claims.statements.formulas import Sum, indices
    >>> i, k = indices("i k")
    >>> substitute(Sum(k, 0, i, k), {"i": k + 1})
    Σ_{k'=0}^{k+1} k'
    """
    if not isinstance(e, Expression) or by.keys().isdisjoint(free(e)):
        return e
    if e.op == "variable":
        return by[e.args[0]]
    if e.op == "linear":
        return _with_atoms(e, lambda atom: substitute(atom, by))
    bound, outside, inside = split(e)
    new_outside = [substitute(each, by) for each in outside]
    if not bound:
        return rebuild(e, new_outside)
    by = {name: to for name, to in by.items() if name not in {v.args[0] for v in bound}}
    if by:
        within = free_names(inside)
        by = {name: to for name, to in by.items() if name in within}
        caught = free_names(by.values())
        renamed: dict[str, Term] = {}
        taken = caught | within | {v.args[0] for v in bound}
        for v in bound:
            if v.args[0] in caught:
                renamed[v.args[0]] = fresh(v, taken)
                taken.add(renamed[v.args[0]].args[0])
        bound = tuple(renamed.get(v.args[0], v) for v in bound)
        inside = tuple(substitute(each, renamed) for each in inside)
    return rebuild(e, [*bound, *new_outside, *(substitute(each, by) for each in inside)])


def fresh(v: Term, taken: Container[str]) -> Term:
    """Return the variable, with as many more primes as it needs for a name that is not taken.

    >>> from exactdp.claims.statements.formulas import number
    >>> fresh(number("α"), {"α", "α'"}), fresh(number("β"), {"α"})
    (α'', β)
    """
    name = v.args[0]
    while name in taken:
        name += "'"
    return variable(name, v.sort)


def rebuild(e: Expression, args: list[Any]) -> Any:
    """Return the expression with other arguments, simplified as when it was first written."""
    if all(map(is_, args, e.args)):
        return e
    match e.op:
        case "+":
            return args[0] + args[1]
        case "-":
            return args[0] - args[1]
        case "*":
            return args[0] * args[1]
        case "/":
            return args[0] / args[1]
        case "number":
            return as_number(args[0])
        case "entry":
            return apply(args[0], args[1:])
    return _make(e.op, *args, sort=e.sort)
