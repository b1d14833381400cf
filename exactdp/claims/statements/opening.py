"""Opening a statement: quantifiers and implications in front of its goal become variables and assumptions."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from exactdp.claims.statements.expressions import INDEX, TRUTH, free_names
from exactdp.claims.statements.formulas import both
from exactdp.claims.statements.terms import Definition, Formula, Term, conjuncts, fresh, substitute, unfold


@dataclass(frozen=True)
class Opened:
    """Assumptions, a goal without quantifiers in front, and whether a witness replaces a variable in the goal.

    >>> from exactdp.claims.statements.formulas import All, between, indices, matrix
    >>> i, n = indices("i n")
    >>> found = opened([1 <= n], All(i, between(0, i, n), 0 <= matrix("x")[i, i]))
    >>> len(found.assumptions), found.goal.op
    (3, '<=')
    """

    assumptions: tuple[Formula, ...]
    goal: Formula
    by_witness: bool = False


def opened(
    assumptions: Iterable[Formula],
    goal: Formula,
    witnesses: Mapping[str, Term] | None = None,
    drawn: Container[Definition] = (),
) -> Opened:
    """Return the statement with the quantifiers in front of its goal opened, and each witness substituted.

    An assumption that something exists gives a new variable. A definition among `drawn` stays; other names of
    conjunctions are taken apart.

    >>> from exactdp.claims.statements.formulas import Some, numbers
    >>> a, b = numbers("a b")
    >>> opened([Some(a, 2 * a == b)], 0 <= b).assumptions[0].op
    '='
    """
    witnesses = witnesses or {}
    asked = _witnessed(goal, witnesses)
    given = [*assumptions]
    taken = free_names([*given, asked])
    found: list[Formula] = []
    while True:
        if asked.op == "all":
            guard, asked = _opened_at(asked, taken)
            given.append(guard)
        elif asked.op == "implies":
            given.append(asked.args[0])
            asked = asked.args[1]
        elif asked.op == "defined" and (_begins(asked, "all") or (witnesses and _begins(asked, "some"))):
            asked = _witnessed(unfold(asked), witnesses)
        else:
            break
    while given:
        f = given.pop(0)
        if f.op in ("and", "true"):
            given[:0] = conjuncts(f)
        elif f.op == "some":
            given[:0] = _opened_at(f, taken)
        elif f.op == "defined" and f.args[0] not in drawn and (_begins(f, "some") or _joins(f.args[0])):
            given.insert(0, unfold(f))
        else:
            found.append(f)
    return Opened(tuple(found), asked, by_witness=bool(witnesses))


def _begins(f: Formula, op: str) -> bool:
    """Return whether a name means a formula that begins with a quantifier whose values cannot all be tried."""
    body = f.args[0].body
    while body is not None and body.op in ("all", "some", "implies"):
        if body.op == op and body.args[0].sort != INDEX:
            return True
        body = body.args[-1]
    return False


def _joins(definition: Definition) -> bool:
    """Return whether a name means only a conjunction, without an exact function that instances compare with it."""
    return definition.decide is None and definition.body is not None and definition.body.op == "and"


def _opened_at(f: Formula, taken: set[str]) -> tuple[Formula, Formula]:
    v, guard, body = f.args
    new = {v.args[0]: fresh(v, taken)}
    taken.add(new[v.args[0]].args[0])
    return substitute(guard, new), substitute(body, new)


def _witnessed(f: Formula, witnesses: Mapping[str, Term]) -> Formula:
    """Return a formula that implies `f`: the witness replaces the variable of each positive "some" that has one."""
    if not witnesses:
        return f
    if f.op == "some" and f.args[0].args[0] in witnesses:
        name = f.args[0].args[0]
        by = {name: witnesses[name]}
        return _witnessed(both(*conjuncts(substitute(f.args[1], by)), substitute(f.args[2], by)), witnesses)
    if f.op in ("and", "or"):
        return Formula(f.op, *(_witnessed(each, witnesses) for each in f.args), sort=TRUTH)
    if f.op in ("all", "some", "implies"):
        return Formula(f.op, *f.args[:-1], _witnessed(f.args[-1], witnesses), sort=TRUTH)
    return f
