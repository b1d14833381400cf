"""What an expression is: an operation, its arguments and its sort; its variables, and when two are the same.

This module only reads expressions. Their classes are in `terms`, and the words that write them in `formulas`.

>>> from exactdp.claims.statements.formulas import Sum, indices, matrix, numbers, variable, vectors
>>> (i, k, n), (a, b), [p] = indices("i k n"), numbers("α β"), vectors("p")
>>> [each.sort for each in (i, a, variable("S", SET))]
['index', 'number', Function(arity=1, values='truth')]
>>> matrix("x").sort == Function(2, "number"), p.sort == VECTOR, isinstance(a, Expression)
(True, True, True)
>>> split(Sum(k, 0, n, p[k]))
((k,), (0, n), (p[k],))
>>> same(Sum(k, 0, n, p[k]), Sum(i, 0, n, p[i])), same(a + b, b + a)
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeGuard, TypeVar

from exactdp.arithmetic.errors import InputError

if TYPE_CHECKING:
    from exactdp.claims.statements.terms import Term


class Function(NamedTuple):
    """The sort of functions: how many indices they take, and the sort of their values."""

    arity: int
    values: str


Sort: TypeAlias = str | Function

T = TypeVar("T")

INDEX, NUMBER, TRUTH = "index", "number", "truth"
VECTOR, MATRIX = Function(1, NUMBER), Function(2, NUMBER)
INDEX_MAP, SET = Function(1, INDEX), Function(1, TRUTH)

COMPARISONS = ("=", "<=", "<")
"""Relations of two indices, or of two numbers."""

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
    args: tuple[Any, ...]  # their classes depend on the operation
    sort: Sort
    _key: Key | None
    _free: MappingProxyType[str, Term] | None
    _expanded: Expression | None
    _evaluation: Callable[[Mapping[str, Any]], Any] | None
    _found: dict[Key | str, Any] | None

    def __init__(self, op: str, *args: object, sort: Sort) -> None:
        # A theorem is only as sound as its sorts: a number in place of an index would count as an integer.
        if hasattr(self, "_found") or type(op) is not str or not _is_sort(sort):
            raise InputError(f"{op!r} is initialised twice, or has an unknown operation or sort")
        if not self._admits(op, args, sort) or not _has_sort(op, args, sort):
            raise InputError(f"{op!r} does not make a term or formula of the sort {sort} of these arguments")
        _set_op(self, op)
        _set_args(self, args)
        _set_sort(self, sort)
        _set_key(self, None)
        _set_free(self, None)
        _set_expanded(self, None)
        _set_evaluation(self, None)
        _set_found(self, None)

    def _admits(self, op: str, args: tuple[object, ...], sort: Sort) -> bool:
        """Return whether this class has expressions of the sort, and no argument imitates a term or a formula."""
        return False

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


def once(e: Expression, what: Key | str, find: Callable[[], T]) -> T:
    """Find a value once, keep it with the expression, and return it.

    >>> from exactdp.claims.statements.formulas import number
    >>> a = number("α")
    >>> once(a, "size", lambda: 1), once(a, "size", lambda: 2)
    (1, 1)
    """
    if e._found is None:
        object.__setattr__(e, "_found", {})
    found: dict[Key | str, T] = e._found  # type: ignore[assignment]
    if what not in found:
        found[what] = find()
    return found[what]


# The sorts of arguments

_SIGNATURES: set[tuple[Sort, ...]] = {
    ("true", TRUTH),
    ("not", TRUTH, TRUTH),
    *((op, TRUTH, TRUTH, TRUTH) for op in ("and", "or", "implies")),
    *((op, TRUTH, sort, sort) for op in COMPARISONS for sort in (INDEX, NUMBER)),
    *((op, NUMBER, NUMBER, NUMBER) for op in ("+", "-", "*", "/")),
    ("*", INDEX, INDEX, INDEX),
    ("^", NUMBER, NUMBER, INDEX),
    ("number", NUMBER, INDEX),
}


def _is_sort(sort: object) -> bool:
    """Return whether this is a sort; an object of a subclass is not, because it could equal several sorts."""
    return type(sort) is str or (type(sort) is Function and type(sort.arity) is int and type(sort.values) is str)


def _has_sort(op: str, args: tuple[Any, ...], sort: Sort) -> bool:
    """Return whether the operation makes this sort from these arguments, which imitate nothing."""
    if op == "variable":
        return len(args) == 1 and type(args[0]) is str and sort != TRUTH
    if op == "literal":
        exact = len(args) == 1 and is_fraction(args[0])
        return exact and (sort == NUMBER or (sort == INDEX and args[0].denominator == 1))
    if op == "linear":
        return sort == INDEX and type(args[1]) is int and _are_atoms(args[0])
    if op == "defined":
        definition = args[0]
        known = definition.sort if definition.body is None else definition.body.sort
        wanted = [p.sort for p in definition.parameters]
        return sort == known and [each.sort for each in args[1:]] == wanted
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


def is_fraction(x: object) -> TypeGuard[Fraction]:
    """Return whether this is a Fraction in lowest terms; Python also makes others, such as 1/-2, which is "> 0".

    >>> is_fraction(Fraction(1, 2)), is_fraction(1)
    (True, False)
    """
    if type(x) is not Fraction:
        return False
    above, below = x.as_integer_ratio()
    return type(above) is int and type(below) is int and below > 0 and gcd(above, below) == 1


def _are_atoms(atoms: tuple[tuple[Term, object], ...]) -> bool:
    """Return whether these are index terms with coefficients, each term once."""
    return all(
        atom.sort == INDEX and atom.op not in ("linear", "literal") and type(c) is int and c for atom, c in atoms
    ) and (len(atoms) < 2 or len({key(atom) for atom, _ in atoms}) == len(atoms))


# Parts and variables


def split(e: Expression) -> tuple[tuple[Term, ...], tuple[Any, ...], tuple[Expression, ...]]:
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


def subexpressions(e: object) -> Iterator[Expression]:
    """Yield an expression, or the expressions in a tuple, and all of their parts.

    >>> from exactdp.claims.statements.formulas import indices
    >>> i, n = indices("i n")
    >>> [*subexpressions(i * n < n)]
    [i·n < n, n, i·n, n, i]
    """
    waiting = [e]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Expression):
            yield part
            waiting += part.args
        elif isinstance(part, tuple):
            waiting += part


def has_part(e: object, wanted: Callable[[Expression], bool]) -> bool:
    """Return whether an expression, or one of its parts, is as wanted.

    >>> from exactdp.claims.statements.formulas import All, indices
    >>> i, n = indices("i n")
    >>> has_part(All(i, 0 <= i, i < n), lambda part: part.op == "<"), has_part(i + n, lambda part: part.op == "if")
    (True, False)
    """
    return any(map(wanted, subexpressions(e)))


def free(e: Expression) -> MappingProxyType[str, Term]:
    """Return the free variables by name. Raises: `InputError` for a name that stands for two sorts at one place.

    >>> from exactdp.claims.statements.formulas import All, indices
    >>> i, n = indices("i n")
    >>> sorted(free(All(i, 0 <= i, i < n)))
    ['n']
    """
    if e._free is None:
        object.__setattr__(e, "_free", MappingProxyType(_free(e)))
    return e._free  # type: ignore[return-value]


def free_names(expressions: Iterable[Expression]) -> set[str]:
    """Return the names of the variables that are free in some of the expressions.

    >>> from exactdp.claims.statements.formulas import All, indices
    >>> i, n = indices("i n")
    >>> sorted(free_names([i + 1, All(i, 0 <= i, i < n)]))
    ['i', 'n']
    """
    return {name for e in expressions for name in free(e)}


def check_sorts(expressions: Iterable[Expression]) -> None:
    """Raise `InputError` if a free name stands for two sorts in the expressions.

    >>> from exactdp.claims.statements.formulas import indices, numbers
    >>> (i,), (number,) = indices("i"), numbers("i")
    >>> check_sorts([0 <= i, number <= 1])
    Traceback (most recent call last):
    exactdp.InputError: i is of the sort number, and of the sort index: rename one
    """
    found: dict[str, Term] = {}
    for e in expressions:
        _join(found, free(e))


def _free(e: Expression) -> dict[str, Any]:
    if e.op == "variable":
        return {e.args[0]: e}
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


# Identity


Key: TypeAlias = tuple[Any, ...]


def key(e: Expression) -> Key:
    """Return a key that is equal for expressions that differ only in names of bound variables, or as i+1 and 1+i do.

    >>> from exactdp.claims.statements.formulas import Sum, indices
    >>> i, k = indices("i k")
    >>> key(Sum(i, 0, 3, i)) == key(Sum(k, 0, 3, k)), key(1 + i - k) == key(i - k + 1)
    (True, True)
    """
    if e._key is None:
        object.__setattr__(e, "_key", _key(e, {}, 0))
    return e._key  # type: ignore[return-value]


def _key_within(e: object, bound: Mapping[str, int], depth: int) -> object:
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
