"""Statements as data: terms, formulas, and the definitions that they name.

A term is an index (an integer), a number (a real) or a function of indices, such as a matrix. A formula is true or
false. This module decides nothing: `evaluation` finds values, `core` makes theorems, `notation` writes.

Every term has a value, so substitution is always allowed. These are 0: a quotient by 0, a power of 0 with a negative
exponent, and a sum or an extreme over no index. A function has some value at every tuple of integers. A claim that
relies on such a value is refused when its instances are evaluated.

Variables have a sort:

>>> (i, k, n), (a, b) = indices("i k n"), numbers("α β")
>>> [x], [p] = matrices("x"), vectors("p")
>>> [each.sort for each in (i, number("α"), variable("S", SET))]
['index', 'number', Function(arity=1, values='truth')]
>>> matrix("x").sort == x.sort == Function(2, "number"), p.sort == VECTOR
(True, True)

Terms and formulas are written with Python's operators, and with these words:

>>> term(2).sort, as_number(2).sort, as_index("2").sort
('index', 'number', 'index')
>>> apply(x, (i, k + 1)), If(i < k, a, b)
(x[i,k+1], {α if i < k; β otherwise})
>>> Sum(k, 0, n, p[k]), Product(k, 0, n, p[k])
(Σ_{k=0}^{n} p[k], Π_{k=0}^{n} p[k])
>>> Least(k, 0, n, p[k]), Largest(k, 0, n, p[k])
(min_{0≤k≤n} p[k], max_{0≤k≤n} p[k])
>>> All(k, between(0, k, n), p[k] >= 0), Some(k, 0 <= k, p[k] > 0)
(∀k with 0 ≤ k ≤ n: p[k] ≥ 0, ∃k ≥ 0: p[k] > 0)
>>> both(0 <= i, i <= k, k <= n), both()
(0 ≤ i ≤ k ≤ n, true)
>>> isinstance(i < k, Formula), isinstance(a, Expression), ((i < k) >> (0 < a)).op
(True, True, 'implies')

Expressions are read:

>>> double = Definition("double", (a,), 2 * a, NUMBER)
>>> unfold(double(b)), expand(1 + double(double(b)))
(2·β, 1 + 2·(2·β))
>>> split(Sum(k, 0, n, p[k])), rebuild(a + b, [b, a])
(((k,), (0, n), (p[k],)), β + α)
>>> same(Sum(k, 0, n, p[k]), Sum(i, 0, n, p[i])), same(a + b, b + a)
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import count
from math import gcd
from operator import is_
from string import Formatter
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from exactdp.arithmetic.errors import InputError

__all__ = [
    "INDEX",
    "INDEX_MAP",
    "MATRIX",
    "NUMBER",
    "SET",
    "TRUE",
    "VECTOR",
    "All",
    "Definition",
    "Every",
    "Formula",
    "Function",
    "If",
    "Largest",
    "Least",
    "Product",
    "Some",
    "Sum",
    "Term",
    "as_index",
    "as_number",
    "between",
    "both",
    "expand",
    "function",
    "indices",
    "matrices",
    "matrix",
    "negation",
    "number",
    "numbers",
    "substitute",
    "term",
    "unfold",
    "variable",
    "vectors",
]


class Function(NamedTuple):
    """The sort of functions: how many indices they take, and the sort of their values."""

    arity: int
    values: str


Sort: TypeAlias = str | Function

INDEX, NUMBER, TRUTH = "index", "number", "truth"
VECTOR, MATRIX = Function(1, NUMBER), Function(2, NUMBER)
INDEX_MAP, SET = Function(1, INDEX), Function(1, TRUTH)

RANGED = ("sum", "product", "least", "largest")
"""Terms over a range of indices: their arguments are the variable, the first and the last index, and the body."""

QUANTIFIED = ("all", "some")
"""Formulas about all or some values of a variable: their arguments are the variable, its condition, and the body."""


class Expression:
    """A term or a formula: an operation, its arguments, and its sort. It cannot be changed.

    Raises: `InputError` for arguments that are not of the sorts that the operation needs.
    """

    __slots__ = ("_evaluation", "_expanded", "_found", "_free", "_key", "args", "op", "sort")

    op: str
    args: tuple[Any, ...]
    sort: Sort
    _key: Key | None
    _free: MappingProxyType[str, Term] | None
    _expanded: Any
    _evaluation: Any
    _found: dict[Key | str, Any] | None

    def __init__(self, op: str, *args: Any, sort: Sort) -> None:
        # A theorem is only as sound as its sorts: a number in place of an index would count as an integer.
        if hasattr(self, "_found") or type(op) is not str or not _is_sort(sort):
            raise InputError(f"{op!r} is initialised twice, or has an unknown operation or sort")
        if type(self) is not (Formula if sort == TRUTH else Term) or not _has_sort(op, args, sort):
            raise InputError(f"{op!r} does not make a term or formula of the sort {sort} of these arguments")
        _set_op(self, op)
        _set_args(self, args)
        _set_sort(self, sort)
        _set_key(self, None)
        _set_free(self, None)
        _set_expanded(self, None)
        _set_evaluation(self, None)
        _set_found(self, None)

    def __setattr__(self, name: str, value: object = None) -> None:
        raise InputError("an expression cannot be changed")

    __delattr__ = __setattr__

    def __bool__(self) -> bool:
        raise TypeError("a formula is data, and not true or false: write between(0, i, n) for 0 <= i <= n")

    def __repr__(self) -> str:
        from exactdp.claims.statements.notation import text  # noqa: PLC0415 (the notation reads expressions)

        return text(self)


# A claim makes many expressions: `object.__setattr__` takes twice as long.
_set_op, _set_args, _set_sort = (getattr(Expression, name).__set__ for name in ("op", "args", "sort"))
_set_key, _set_free, _set_expanded, _set_evaluation, _set_found = (
    getattr(Expression, name).__set__ for name in ("_key", "_free", "_expanded", "_evaluation", "_found")
)


class Term(Expression):
    """An index, a number or a function.

    >>> i, n = indices("i n")
    >>> a, x = number("α"), matrix("x")
    >>> (x[i + 1, 0] - a * x[i, 0]).sort, (i + 1 <= n).op
    ('number', '<=')
    """

    __slots__ = ()

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

    def __getitem__(self, at: Any) -> Any:
        return apply(self, at if isinstance(at, tuple) else (at,))

    def __le__(self, other: Operand) -> Formula:
        return _relation("<=", self, other)

    def __lt__(self, other: Operand) -> Formula:
        return _relation("<", self, other)

    def __ge__(self, other: Operand) -> Formula:
        return _relation("<=", other, self)

    def __gt__(self, other: Operand) -> Formula:
        return _relation("<", other, self)

    def __eq__(self, other: object) -> Formula:  # type: ignore[override]
        return _relation("=", self, other)

    def __ne__(self, other: object) -> Formula:  # type: ignore[override]
        return negation(_relation("=", self, other))

    __hash__ = None  # type: ignore[assignment]


Operand: TypeAlias = Term | int | Fraction | str


class Formula(Expression):
    """A formula, true or false: `&`, `|` and `>>` are "and", "or" and "implies", and `~` is "not"."""

    __slots__ = ()

    def __and__(self, other: Formula) -> Formula:
        return Formula("and", self, other, sort=TRUTH)

    def __or__(self, other: Formula) -> Formula:
        return Formula("or", self, other, sort=TRUTH)

    def __rshift__(self, other: Formula) -> Formula:
        return Formula("implies", self, other, sort=TRUTH)

    def __invert__(self) -> Formula:
        return negation(self)


class Definition:
    """A name for a term or formula with parameters, such as "α-private": called with arguments, it stands for its body.

    Without `body`, the name means the value of the exact function `decide` of the library, and only a computation can
    use it. If both are given, every instance compares them. A definition cannot be changed.

    >>> m, n = indices("m n")
    >>> at_least = Definition("at least", (m, n), n <= m)
    >>> same(unfold(at_least(n + 1, n)), n <= n + 1)
    True
    """

    __slots__ = ("__weakref__", "body", "coq", "decide", "latex", "name", "parameters", "sort")

    name: str
    parameters: tuple[Term, ...]
    body: Expression | None
    sort: Sort
    latex: str
    decide: Callable[..., Any] | None
    coq: str

    def __init__(
        self,
        name: str,
        parameters: Iterable[Term],
        body: Expression | None,
        sort: Sort = TRUTH,
        *,
        latex: str = "",
        decide: Callable[..., Any] | None = None,
        coq: str = "",
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
        sorts = {p.args[0]: p.sort for p in parameters}
        # Any other variable in the body would be invisible to the rules that check the free variables of a formula.
        unknown = {} if body is None else {each for each, v in free(body).items() if sorts.get(each) != v.sort}
        if body is not None and (unknown or len(sorts) < len(parameters)):
            raise InputError(f"the definition of {name} uses {', '.join(sorted(unknown))}: make it a parameter")
        # Only now, because a script can catch an error and still use the object.
        made = {"name": name, "parameters": parameters, "body": body, "sort": sort, "latex": latex}
        for attribute, each in (made | {"decide": decide, "coq": coq}).items():
            object.__setattr__(self, attribute, each)

    def __setattr__(self, name: str, value: object = None) -> None:
        raise InputError("a definition cannot be changed")

    __delattr__ = __setattr__

    def __repr__(self) -> str:
        return f"Definition({self.name!r})"

    def __call__(self, *args: Operand | Formula) -> Any:
        if len(args) != len(self.parameters):
            raise InputError(f"{self.name} has {len(self.parameters)} arguments: {len(args)} were given")
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
    written = {place[1] for place in places}
    if any(place[2] or place[3] for place in places) or written - {str(k) for k in range(parameters)}:
        raise InputError(f"{name!r} has {parameters} arguments, written {{0}}, {{1}}, …")
    if written and len(written) < parameters:
        raise InputError(f"{name!r} leaves out an argument: terms with different values would read the same")


def unfold(e: Expression) -> Any:
    """Return the body of a defined name with its arguments. Raises: `InputError` for a name without a body."""
    definition: Definition = e.args[0]
    if definition.body is None:
        raise InputError(f"{definition.name} is defined by a computation alone: it cannot be unfolded")
    names = [p.args[0] for p in definition.parameters]
    return _once(e, "body", lambda: substitute(definition.body, dict(zip(names, e.args[1:], strict=True))))


# The sorts of arguments

_SIGNATURES: set[tuple[Any, ...]] = {
    ("true", TRUTH),
    ("not", TRUTH, TRUTH),
    *((op, TRUTH, TRUTH, TRUTH) for op in ("and", "or", "implies")),
    *((op, TRUTH, sort, sort) for op in ("=", "<=", "<") for sort in (INDEX, NUMBER)),
    *((op, NUMBER, NUMBER, NUMBER) for op in ("+", "-", "*", "/")),
    ("*", INDEX, INDEX, INDEX),
    ("^", NUMBER, NUMBER, INDEX),
    ("number", NUMBER, INDEX),
}


def _is_sort(sort: Any) -> bool:
    """Return whether this is a sort; an object of a subclass is not, because it could equal several sorts."""
    return type(sort) is str or (type(sort) is Function and type(sort.arity) is int and type(sort.values) is str)


def _has_sort(op: str, args: tuple[Any, ...], sort: Sort) -> bool:
    """Return whether the operation makes this sort from these arguments, which are terms and formulas."""
    if op == "variable":
        return len(args) == 1 and type(args[0]) is str and sort != TRUTH
    if op == "literal":
        exact = len(args) == 1 and is_fraction(args[0])
        return exact and (sort == NUMBER or (sort == INDEX and args[0].denominator == 1))
    if op == "linear":
        atoms, constant = args
        return sort == INDEX and type(atoms) is tuple and type(constant) is int and _are_atoms(atoms)
    if op == "defined":
        definition: Definition = args[0]
        known = definition.sort if definition.body is None else definition.body.sort
        wanted = [p.sort for p in definition.parameters]
        genuine = type(definition) is Definition and all(
            type(each) is Term or type(each) is Formula for each in args[1:]
        )
        return genuine and sort == known and [each.sort for each in args[1:]] == wanted
    for each in args:
        if type(each) is not Term and type(each) is not Formula:
            return False
    sorts = tuple([each.sort for each in args])
    if (op, sort, *sorts) in _SIGNATURES:
        return True
    if op == "entry":
        of = sorts[0]
        return isinstance(of, Function) and sorts[1:] == (INDEX,) * of.arity and sort == of.values
    if op == "if":
        return sorts == (TRUTH, sort, sort)
    if op in RANGED:
        return args[0].op == "variable" and sorts == (INDEX, INDEX, INDEX, NUMBER) and sort == NUMBER
    if op in QUANTIFIED:
        return args[0].op == "variable" and sorts[1:] == (TRUTH, TRUTH) and sort == TRUTH
    if op == "function":
        names = {v.args[0] for v in args[:-1] if v.op == "variable" and v.sort == INDEX}
        return len(names) == len(args) - 1 and sort == Function(len(names), str(sorts[-1]))
    return False


def is_fraction(x: Any) -> bool:
    """Return whether this is a Fraction in lowest terms; Python also makes others, such as 1/-2, which is "> 0".

    >>> is_fraction(Fraction(1, 2)), is_fraction(1)
    (True, False)
    """
    if type(x) is not Fraction:
        return False
    above, below = x.as_integer_ratio()
    return type(above) is int and type(below) is int and below > 0 and gcd(above, below) == 1


def _are_atoms(atoms: tuple[Any, ...]) -> bool:
    """Return whether these are index terms with coefficients, each term once. A pair that is a list could change."""
    return all(
        type(pair) is tuple
        and len(pair) == 2
        and type(pair[0]) is Term
        and pair[0].sort == INDEX
        and pair[0].op not in ("linear", "literal")
        and type(pair[1]) is int
        and pair[1]
        for pair in atoms
    ) and (len(atoms) < 2 or len({key(atom) for atom, _ in atoms}) == len(atoms))


TRUE = Formula("true", sort=TRUTH)


# Making terms and formulas


def indices(names: str) -> list[Term]:
    """Return index variables by their names."""
    return [variable(name, INDEX) for name in names.split()]


def numbers(names: str) -> list[Term]:
    """Return number variables by their names."""
    return [variable(name, NUMBER) for name in names.split()]


def matrices(names: str) -> list[Term]:
    """Return matrix variables by their names."""
    return [variable(name, MATRIX) for name in names.split()]


def vectors(names: str) -> list[Term]:
    """Return vector variables by their names."""
    return [variable(name, VECTOR) for name in names.split()]


def number(name: str) -> Term:
    """Return one number variable."""
    return variable(name, NUMBER)


def matrix(name: str) -> Term:
    """Return one matrix variable."""
    return variable(name, MATRIX)


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


def _of_sort(value: Any, sort: Sort) -> Expression:
    if sort == NUMBER:
        return as_number(value)
    if sort == INDEX:
        return as_index(value)
    if not isinstance(value, Expression) or value.sort != sort:
        raise InputError(f"{value!r} is given where the sort {sort} is needed")
    return value


def _make(op: str, *args: Any, sort: Sort) -> Any:
    return Formula(op, *args, sort=sort) if sort == TRUTH else Term(op, *args, sort=sort)


def _alike(left: Any, right: Any) -> tuple[Term, Term]:
    x, y = term(left), term(right)
    if x.sort == y.sort:
        return x, y
    return as_number(x), as_number(y)


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


Atoms: TypeAlias = list[tuple[Term, int]]


def linear(index: Term) -> tuple[Atoms, int]:
    """Return the index as a sum of other index terms, each with its coefficient, and a constant.

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


def _relation(op: str, left: Any, right: Any) -> Formula:
    x, y = _alike(left, right)
    if isinstance(x.sort, Function):
        raise InputError(f"{x} is a function: compare its values")
    return Formula(op, x, y, sort=TRUTH)


def apply(function: Term, at: Iterable[Operand]) -> Any:
    """Return the value of a function at indices; if the function is written out, its body there."""
    where = [as_index(each) for each in at]
    if not isinstance(function.sort, Function) or function.sort.arity != len(where):
        raise InputError(f"{function} is not a function of {len(where)} indices")
    if function.op == "function":
        names = [v.args[0] for v in function.args[:-1]]
        return substitute(function.args[-1], dict(zip(names, where, strict=True)))
    return _make("entry", function, *where, sort=function.sort.values)


def function(*variables_and_body: Any) -> Term:
    """Return the function of the variables whose values the body has.

    >>> i, k = indices("i k")
    >>> function(i, k, i - k)[3, 1]
    2
    """
    *variables, body = variables_and_body
    values = body if isinstance(body, Expression) else as_number(body)
    return Term("function", *variables, values, sort=Function(len(variables), str(values.sort)))


def _ranged(op: str, v: Term, low: Operand, high: Operand, body: Operand) -> Term:
    inside = as_number(body)
    return Term(op, v, as_index(low), as_index(high), inside, sort=NUMBER)


def Sum(v: Term, low: Operand, high: Operand, body: Operand) -> Term:  # noqa: N802 (as sympy's)
    """Return the sum of the body over low ≤ v ≤ high."""
    return _ranged("sum", v, low, high, body)


def Product(v: Term, low: Operand, high: Operand, body: Operand) -> Term:  # noqa: N802
    """Return the product of the body over low ≤ v ≤ high."""
    return _ranged("product", v, low, high, body)


def Least(v: Term, low: Operand, high: Operand, body: Operand) -> Term:  # noqa: N802
    """Return the least value of the body over low ≤ v ≤ high, a range that must not be empty."""
    return _ranged("least", v, low, high, body)


def Largest(v: Term, low: Operand, high: Operand, body: Operand) -> Term:  # noqa: N802
    """Return the largest value of the body over low ≤ v ≤ high, a range that must not be empty."""
    return _ranged("largest", v, low, high, body)


def If(condition: Formula, then: Operand, otherwise: Operand) -> Term:  # noqa: N802
    """Return the first term if the condition holds, and the second otherwise."""
    x, y = _alike(then, otherwise)
    return Term("if", condition, x, y, sort=x.sort)


def All(v: Term, *guards_and_body: Formula) -> Formula:  # noqa: N802
    """Return: for all v that satisfy the guards, the body holds."""
    return Formula("all", v, both(*guards_and_body[:-1]), guards_and_body[-1], sort=TRUTH)


def Some(v: Term, *guards_and_body: Formula) -> Formula:  # noqa: N802
    """Return: for some v that satisfies the guards, the body holds."""
    return Formula("some", v, both(*guards_and_body[:-1]), guards_and_body[-1], sort=TRUTH)


def Every(*ranges_and_body: Any) -> Formula:  # noqa: N802
    """Return: for all values of indices, each given as (index, first, last), the body holds.

    >>> i, r, m, n = indices("i r m n")
    >>> Every((i, 0, n), (r, 0, m), i <= r)
    ∀i, r with 0 ≤ i ≤ n, 0 ≤ r ≤ m: i ≤ r
    """
    *ranges, body = ranges_and_body
    for v, first, last in reversed(ranges):
        body = All(v, between(first, v, last), body)
    found: Formula = body
    return found


def between(low: Operand, middle: Operand, high: Operand) -> Formula:
    """Return low ≤ middle ≤ high."""
    return (term(low) <= middle) & (term(middle) <= high)


def both(*formulas: Formula) -> Formula:
    """Return the conjunction of all formulas, which is `TRUE` for none."""
    found = formulas[-1] if formulas else TRUE
    for each in formulas[-2::-1]:
        found = each & found
    return found


def conjuncts(formula: Formula) -> list[Formula]:
    """Return the parts of a conjunction.

    >>> i, n = indices("i n")
    >>> conjuncts(between(0, i, n)), conjuncts(TRUE)
    ([0 ≤ i, i ≤ n], [])
    """
    if formula.op == "and":
        return conjuncts(formula.args[0]) + conjuncts(formula.args[1])
    return [] if formula.op == "true" else [formula]


def negation(f: Expression) -> Formula:
    """Return the negation of the formula, with "not" only before a name and a member of a set.

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
            return a[0] & negation(a[1])  # type: ignore[no-any-return]
        case "all":
            return Formula("some", a[0], a[1], negation(a[2]), sort=TRUTH)
        case "some":
            return Formula("all", a[0], a[1], negation(a[2]), sort=TRUTH)
        case "not":
            return Formula(a[0].op, *a[0].args, sort=TRUTH)
    return Formula("not", f, sort=TRUTH)


# Reading expressions: their parts, free variables, substitution and identity


def split(e: Expression) -> tuple[tuple[Term, ...], tuple[Any, ...], tuple[Any, ...]]:
    """Return the variables that an expression binds, its arguments outside of their scope, and those inside."""
    if e.op in RANGED:
        return e.args[:1], e.args[1:3], e.args[3:]
    if e.op in QUANTIFIED:
        return e.args[:1], (), e.args[1:]
    if e.op == "function":
        return e.args[:-1], (), e.args[-1:]
    if e.op == "linear":
        return (), tuple(atom for atom, _ in e.args[0]), ()
    return (), e.args, ()


def has_part(e: Any, wanted: Callable[[Expression], bool]) -> bool:
    """Return whether an expression, or one of its parts, is as wanted.

    >>> i, n = indices("i n")
    >>> has_part(All(i, 0 <= i, i < n), lambda part: part.op == "<"), has_part(i + n, lambda part: part.op == "if")
    (True, False)
    """
    if not isinstance(e, Expression):
        return isinstance(e, tuple) and any(has_part(each, wanted) for each in e)
    return wanted(e) or any(has_part(each, wanted) for each in e.args)


def free(e: Expression) -> MappingProxyType[str, Term]:
    """Return the free variables by name. Raises: `InputError` for a name that stands for two sorts at one place.

    >>> i, n = indices("i n")
    >>> sorted(free(All(i, 0 <= i, i < n)))
    ['n']
    """
    if e._free is None:
        object.__setattr__(e, "_free", MappingProxyType(_free(e)))
    return e._free  # type: ignore[return-value]


def free_names(expressions: Iterable[Expression]) -> set[str]:
    """Return the names of the variables that are free in some of the expressions.

    >>> i, n = indices("i n")
    >>> sorted(free_names([i + 1, All(i, 0 <= i, i < n)]))
    ['i', 'n']
    """
    return {name for e in expressions for name in free(e)}


def _free(e: Expression) -> dict[str, Term]:
    if e.op == "variable":
        return {e.args[0]: e}  # type: ignore[dict-item]
    bound, outside, inside = split(e)
    found: dict[str, Term] = {}
    for each in (*inside, *bound):
        _join(found, free(each))
    for v in bound:
        found.pop(v.args[0], None)
    for each in outside:
        if isinstance(each, Expression):
            _join(found, free(each))
    return found


def _join(found: dict[str, Term], others: Mapping[str, Term]) -> None:
    for name, v in others.items():
        if found.setdefault(name, v).sort != v.sort:
            raise InputError(f"{name} is of the sort {v.sort}, and of the sort {found[name].sort}: rename one")


def substitute(e: Any, by: Mapping[str, Any]) -> Any:
    """Return the expression with terms for free variables; bound variables that would capture theirs are renamed.

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
                renamed[v.args[0]] = _fresh(v, taken)
                taken.add(renamed[v.args[0]].args[0])
        bound = tuple(renamed.get(v.args[0], v) for v in bound)
        inside = tuple(substitute(each, renamed) for each in inside)
    return rebuild(e, [*bound, *new_outside, *(substitute(each, by) for each in inside)])


def body_at(ranged: Term, index: Term) -> Any:
    """Return the body of a term over a range, with the index in place of its variable. It is computed once.

    >>> i, k, n = indices("i k n")
    >>> body_at(Sum(k, 0, n, as_number(k) * i), i + 1)
    (i+1)·i
    """
    return _once(ranged, key(index), lambda: substitute(ranged.args[3], {ranged.args[0].args[0]: index}))


def _once(e: Expression, what: Key | str, find: Callable[[], Any]) -> Any:
    """Find a value once, keep it with the expression, and return it."""
    if e._found is None:
        object.__setattr__(e, "_found", {})
    found: dict[Key | str, Any] = e._found  # type: ignore[assignment]
    if what not in found:
        found[what] = find()
    return found[what]


_numbered = count()


def own_index(ranged: Term) -> Term:
    """Return an index for the variable of a term over a range: it occurs in no other term, and is the same each time.

    >>> i, n = indices("i n")
    >>> one, other = Sum(i, 0, n, i), Sum(i, 0, n, i)
    >>> own_index(one) is own_index(one), same(own_index(one), own_index(other))
    (True, False)
    """
    own: Term = _once(ranged, "own", lambda: Term("variable", f"~{next(_numbered)}", sort=INDEX))
    return own


def _fresh(v: Term, taken: Iterable[str]) -> Term:
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


def expand(e: Any) -> Any:
    """Return the expression with every defined name unfolded, where it has a body."""
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


Key: TypeAlias = tuple[Any, ...]


def key(e: Expression) -> Key:
    """Return a key that is equal for expressions that differ only in names of bound variables, or as i+1 and 1+i do.

    >>> i, k = indices("i k")
    >>> key(Sum(i, 0, 3, i)) == key(Sum(k, 0, 3, k)), key(1 + i - k) == key(i - k + 1)
    (True, True)
    """
    if e._key is None:
        object.__setattr__(e, "_key", _key(e, {}, 0))
    return e._key  # type: ignore[return-value]


def _key_within(e: Any, bound: Mapping[str, int], depth: int) -> Any:
    if not isinstance(e, Expression):
        return e
    return key(e) if bound.keys().isdisjoint(free(e)) else _key(e, bound, depth)


def _key(e: Expression, bound: Mapping[str, int], depth: int) -> Key:
    if e.op == "variable":
        return ("bound", depth - bound[e.args[0]]) if e.args[0] in bound else ("variable", e.args[0], e.sort)
    if e.op == "literal":
        # Two whole numbers, as hashing a Fraction takes long.
        return ("literal", e.sort, *e.args[0].as_integer_ratio())
    if e.op == "linear":
        return ("linear", frozenset((_key_within(atom, bound, depth), c) for atom, c in e.args[0]), e.args[1])
    variables, outside, inside = split(e)
    if not bound and not variables:
        return (e.op, e.sort, (), *[key(each) if isinstance(each, Expression) else each for each in outside])
    deeper = dict(bound)
    for k, v in enumerate(variables):
        deeper[v.args[0]] = depth + k
    return (
        e.op,
        e.sort,
        tuple(v.sort for v in variables),
        *(_key_within(each, bound, depth) for each in outside),
        *(_key_within(each, deeper, depth + len(variables)) for each in inside),
    )


def same(left: Expression, right: Expression) -> bool:
    """Return whether two expressions are the same, except for the names of bound variables."""
    return key(left) == key(right)
