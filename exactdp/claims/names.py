"""Names for what a claim writes out, such as a table of a paper: clauses say the name, and the claim explains it once.

A name that `explained` makes is explained wherever it is said. Another one that begins with a letter is explained if it
has no parameters, or if it is a matrix or vector whose parameters are indices and numbers. Other names without
parameters are signs that say what they are, as |i-r| and a table do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from exactdp.claims.formulas import (
    INDEX,
    NUMBER,
    Definition,
    Expression,
    Formula,
    Function,
    Term,
    apply,
    free_names,
    unfold,
)
from exactdp.claims.notation import latex, text


@dataclass(frozen=True)
class Meaning:
    """What a name stands for, as text and as LaTeX.

    >>> from exactdp.claims.vocabulary import scaled_geometric
    >>> meanings([scaled_geometric("1/2")[0, 0] == 1])[0].latex
    "\\\\left(G'_{\\\\alpha}\\\\right)_{i,k} = \\\\alpha^{\\\\left|i-k\\\\right|}"
    """

    statement: str
    latex: str


def named(name: str, stands_for: Term, sign: str = "") -> Term:
    """Return a name for a term without free variables; `sign` is its LaTeX, and otherwise "_" begins an index of it.

    >>> from exactdp.claims.vocabulary import table
    >>> coin = named("Table 1", table([["1/2", "1/2"]]))
    >>> coin[0, 1]
    Table 1[0,1]
    """
    words = "_".join(rf"{{{{\text{{{{{each}}}}}}}}}" for each in name.split("_"))
    given: Term = Definition(name, (), stands_for, latex=sign or words)()
    return given


_EXPLAINED: set[Definition] = set()


def explained(
    name: str,
    parameters: Iterable[Term],
    body: Expression,
    sign: str,
    *,
    decide: Callable[..., Any] | None = None,
    coq: str = "",
) -> Definition:
    """Return a definition that every claim explains if its clauses use it; `sign` is its LaTeX.

    >>> from exactdp.claims.formulas import numbers
    >>> a, b = numbers("α β")
    >>> levels = explained("{0} and {1} are levels", (a, b), (0 <= a) & (a <= b) & (b <= 1), "({0}, {1})")
    >>> meanings([levels(a, 1)])[0].statement
    'α and β are levels ⇔ 0 ≤ α ≤ β ≤ 1'
    """
    found = Definition(name, tuple(parameters), body, latex=sign, decide=decide, coq=coq)
    _EXPLAINED.add(found)
    return found


def meanings(formulas: Iterable[Formula]) -> list[Meaning]:
    """Return what the names in the formulas stand for, and the names in that, each once.

    >>> from exactdp.claims.vocabulary import absolute_loss, table, unit_matrix, zero_one
    >>> coin = named("Table 1", table([["1/2", "1/2"]]))
    >>> given = [coin[0, 1] <= absolute_loss[0, 1], zero_one[0, 0] <= coin[0, 0]]
    >>> for each in meanings(given):
    ...     print(each.statement)
    Table 1 = [1/2 1/2]
    l_bin[i,r] = {0 if i = r; 1 otherwise}
    """
    found: dict[int, Expression] = {}
    for each in formulas:
        _collect(each, found)
    return [_meaning(each) for each in found.values()]


def clash(formulas: Iterable[Formula]) -> str | None:
    """Return a name without parameters that is also a free variable of the formulas, or None.

    >>> from exactdp.claims.formulas import number
    >>> from exactdp.claims.vocabulary import table
    >>> t = named("t", table([[1]]))
    >>> clash([t[0, 0] == number("t")]), clash([t[0, 0] == number("u")])
    ('t', None)
    """
    formulas = list(formulas)
    names: dict[int, Expression] = {}
    for each in formulas:
        _collect(each, names)
    taken = free_names(formulas)
    bare = [text(each) for each in names.values() if not each.args[0].parameters]
    return next((name for name in bare if name in taken), None)


def _collect(e: Expression, found: dict[int, Expression]) -> None:
    if e.op == "defined" and id(e.args[0]) not in found:
        definition: Definition = e.args[0]
        if definition.body is not None and _is_explained(definition, definition.body):
            found[id(definition)] = definition(*definition.parameters)
            _collect(definition.body, found)
    parts = [atom for atom, _ in e.args[0]] if e.op == "linear" else e.args
    for each in parts:
        if isinstance(each, Expression):
            _collect(each, found)


def _is_explained(definition: Definition, body: Expression) -> bool:
    if definition in _EXPLAINED:
        return True
    if not definition.name[0].isalpha():
        return False
    scalars = all(each.sort in (INDEX, NUMBER) for each in definition.parameters)
    return not definition.parameters or (isinstance(body.sort, Function) and scalars)


def _meaning(name: Expression) -> Meaning:
    body = unfold(name)
    if isinstance(name, Term) and body.op == "function":
        name, body = apply(name, body.args[:-1]), body.args[-1]
    sign = ("⇔", r"\Leftrightarrow") if isinstance(body, Formula) else ("=", "=")
    return Meaning(f"{text(name)} {sign[0]} {text(body)}", f"{latex(name)} {sign[1]} {latex(body)}")
