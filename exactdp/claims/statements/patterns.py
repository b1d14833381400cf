"""Patterns in an expression, found before it is written: chains of relations, distances, cases, nested quantifiers.

>>> from exactdp.claims.statements.formulas import All, If, Sum, between, both, indices, numbers
>>> (i, k, n), (a, b) = indices("i k n"), numbers("α β")
>>> with_primes(Sum(k, 0, n, k), {"k", "n"}).args[0]
k'
>>> nested("and", both(0 <= i, i <= n, a < b)), conditions(0 <= i)
([0 ≤ i, i ≤ n, α < β], [0 ≤ i])
>>> differ(i != k), equivalent(((i < k) >> (a < b)) & ((a < b) >> (i < k)))
(True, True)
>>> chains([0 <= i, a < b, i <= n]), chains([0 <= i, a < b, i <= n], anywhere=True)
([[0 ≤ i], [α < β], [i ≤ n]], [[0 ≤ i, i ≤ n], [α < β]])
>>> absolute(abs(i - k)), cases_of(If(i < k, a, b))
(i-k, ([(α, i < k)], β))
>>> merged(All(i, between(0, i, n), All(k, 0 <= k, i <= k)))
([i, k], [0 ≤ i, i ≤ n, 0 ≤ k], i ≤ k)
"""

from collections.abc import Iterable, Sequence
from typing import Any

from exactdp.claims.statements.expressions import Expression, free, same, split
from exactdp.claims.statements.terms import Formula, Term, variable


def with_primes(e: Expression, taken: Iterable[str]) -> Any:
    """Return the expression; each bound variable gets the first primed name that has no other meaning there."""
    return _named(e, {}, frozenset(taken))


def _named(e: object, names: dict[str, Term], taken: frozenset[str]) -> Any:
    if not isinstance(e, Expression):
        return e
    if e.op == "variable":
        return names.get(e.args[0], e)
    if e.op == "linear":
        return Term("linear", tuple((_named(atom, names, taken), c) for atom, c in e.args[0]), e.args[1], sort=e.sort)
    bound, outside, inside = split(e)
    args = [_named(each, names, taken) for each in outside]
    variables, within = [], dict(names)
    for v in bound:
        name = v.args[0].rstrip("'")
        while name in taken:
            name += "'"
        taken |= {name}
        within[v.args[0]] = variable(name, v.sort)
        variables.append(within[v.args[0]])
    return type(e)(e.op, *variables, *args, *(_named(each, within, taken) for each in inside), sort=e.sort)


def nested(op: str, f: Formula) -> list[Formula]:
    """Return the parts of nested "and" or "or"."""
    if f.op != op or differ(f) or equivalent(f):
        return [f]
    return [each for part in f.args for each in nested(op, part)]


def differ(f: Formula) -> bool:
    """Say whether the formula is x < y or y < x."""
    if f.op != "or" or not f.args[0].op == f.args[1].op == "<":
        return False
    (a, b), (c, d) = f.args[0].args, f.args[1].args
    return same(a, d) and same(b, c)


def equivalent(f: Formula) -> bool:
    """Say whether the formula is "p implies q, and q implies p"."""
    if f.op != "and" or not f.args[0].op == f.args[1].op == "implies":
        return False
    (a, b), (c, d) = f.args[0].args, f.args[1].args
    return same(a, d) and same(b, c)


def conditions(guard: Formula) -> list[Formula]:
    """Return the conditions that "and" joins in a guard."""
    return [] if guard.op == "true" else nested("and", guard)


def chains(formulas: Sequence[Formula], anywhere: bool = False) -> list[list[Formula]]:
    """Return the formulas in chains such as 0 ≤ i, i < n, of neighbours alone or of formulas anywhere in the list."""
    found: list[list[Formula]] = []
    for each in formulas:
        for chain in found if anywhere else found[-1:]:
            if _links(chain[-1], each):
                chain.append(each)
                break
        else:
            found.append([each])
    return found


def _links(left: Formula, right: Formula) -> bool:
    return ((left.op in ("<", "<=") and right.op in ("<", "<=")) or left.op == right.op == "=") and same(
        left.args[1], right.args[0]
    )


def turned(f: Formula, variable: bool = False) -> bool:
    """Return whether a relation that stands alone is written from right to left, so that its number is on the right.

    A condition on a variable is turned too: "For n ≥ 1", but 1 ≤ n within a formula.

    >>> from exactdp.claims.statements.formulas import matrix, number
    >>> turned(0 <= matrix("x")[0, 1]), turned(matrix("x")[0, 1] <= 0), turned(0 <= number("a"))
    (True, False, False)
    """
    left, right = f.args
    never_turned = {"literal"} if variable else {"literal", "variable"}
    return f.op != "=" and left.op == "literal" and right.op not in never_turned


def absolute(e: Term) -> Term | None:
    """Return t for the term |t|."""
    condition, then, otherwise = e.args
    if condition.op != "<=" or condition.args[0].op != "literal" or condition.args[0].args[0]:
        return None
    found = same(condition.args[1], then) and isinstance(then.sort, str) and same(-then, otherwise)
    return then if found else None


def cases_of(e: Term) -> tuple[list[tuple[Term, Formula]], Term]:
    """Return the values with their conditions, and the value elsewhere."""
    found = []
    while e.op == "if" and absolute(e) is None:
        found.append((e.args[1], e.args[0]))
        e = e.args[2]
    return found, e


def merged(e: Formula) -> tuple[list[Term], list[Formula], Formula]:
    """Return the variables of nested quantifiers of one kind, their conditions, and the body.

    Each condition must be about the variable of its quantifier, so it stands at the last variable that it names.
    """
    variables: list[Term] = []
    guards: list[Formula] = []
    body = e
    while body.op == e.op:
        v, given = body.args[0], conditions(body.args[1])
        own = all(v.args[0] in free(guard) for guard in given)
        if variables and not own:
            break
        variables.append(v)
        guards += given
        body = body.args[2]
        if not own:
            break
    return variables, guards, body
