"""The words in which scripts write terms and formulas, beside Python's operators.

Variables have a sort:

>>> (i, k, n), (a, b) = indices("i k n"), numbers("α β")
>>> [x], [p] = matrices("x"), vectors("p")
>>> number("α").sort, matrix("x").sort == x.sort == MATRIX, p.sort == VECTOR
('number', True, True)

Terms and formulas are also written with these words:

>>> Sum(k, 0, n, p[k]), Product(k, 0, n, p[k])
(Σ_{k=0}^{n} p[k], Π_{k=0}^{n} p[k])
>>> Least(k, 0, n, p[k]), Largest(k, 0, n, p[k])
(min_{0≤k≤n} p[k], max_{0≤k≤n} p[k])
>>> All(k, between(0, k, n), p[k] >= 0), Some(k, 0 <= k, p[k] > 0)
(∀k with 0 ≤ k ≤ n: p[k] ≥ 0, ∃k ≥ 0: p[k] > 0)
>>> both(0 <= i, i <= k, k <= n), both()
(0 ≤ i ≤ k ≤ n, true)
"""

from itertools import count
from typing import Any

from exactdp.claims.statements.expressions import (
    INDEX,
    INDEX_MAP,
    MATRIX,
    NUMBER,
    SET,
    TRUTH,
    VECTOR,
    Expression,
    Function,
    key,
    once,
)
from exactdp.claims.statements.terms import (
    TRUE,
    Definition,
    Formula,
    If,
    Operand,
    Term,
    as_index,
    as_number,
    expand,
    negation,
    substitute,
    term,
    unfold,
    variable,
)

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


def function(*variables_and_body: Operand | Formula) -> Term:
    """Return the function of the variables whose values the body has.

    >>> i, k = indices("i k")
    >>> function(i, k, i - k)[3, 1]
    2
    """
    *variables, body = variables_and_body
    values = body if isinstance(body, Expression) else as_number(body)
    return Term("function", *variables, values, sort=Function(len(variables), str(values.sort)))


# Terms over a range of indices


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


def body_at(ranged: Term, index: Term) -> Term:
    """Return the body of a term over a range, with the index in place of its variable. It is computed once.

    >>> i, k, n = indices("i k n")
    >>> body_at(Sum(k, 0, n, as_number(k) * i), i + 1)
    (i+1)·i
    """
    body: Term = once(ranged, key(index), lambda: substitute(ranged.args[3], {ranged.args[0].args[0]: index}))
    return body


_numbered = count()


def own_index(ranged: Term) -> Term:
    """Return an index for the variable of a term over a range: it occurs in no other term, and is the same each time.

    >>> from exactdp.claims.statements.expressions import same
    >>> i, n = indices("i n")
    >>> one, other = Sum(i, 0, n, i), Sum(i, 0, n, i)
    >>> own_index(one) is own_index(one), same(own_index(one), own_index(other))
    (True, False)
    """
    return once(ranged, "own", lambda: Term("variable", f"~{next(_numbered)}", sort=INDEX))


# Formulas


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
