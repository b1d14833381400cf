"""Names for objects such as a table of a paper: clauses use the name, and the claim explains it once.

A name that `explained` makes is explained by every claim that uses it. Any other name that begins with a letter is
explained if it has no parameters, or if it is a matrix or vector whose parameters are indices and numbers. Other names
without parameters are signs that explain themselves, such as |i-r| or a table.
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
    """The meaning of a name, as text and as LaTeX.

    >>> from exactdp.claims.vocabulary import scaled_geometric
    >>> meanings([scaled_geometric("1/2")[0, 0] == 1])[0].latex
    "\\\\left(G'_{\\\\alpha}\\\\right)_{i,k} = \\\\alpha^{\\\\left|i-k\\\\right|}"
    """

    statement: str
    latex: str

    @property
    def says_itself(self) -> bool:
        """Whether the name reads the same as its meaning, such as x_(i+1)r = α·x_ir."""
        name, sign, body = self.statement.partition(" ⇔ ")
        return bool(sign) and name == body


def named(name: str, stands_for: Term, sign: str = "") -> Term:
    """Return a name for a term without free variables; `sign` is its LaTeX. Without `sign`, "_" begins an index.

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


_COMPUTED: dict[Definition, str] = {}


def computed(definition: Definition, meaning: str) -> Definition:
    """Register the meaning of a definition that only a computation uses, for `words`, and return the definition.

    >>> from exactdp.claims.formulas import number
    >>> floor = computed(Definition("⌊{0}⌋", (number("x"),), None, NUMBER), "the largest whole number up to x")
    >>> [each.statement for each in words([floor("3/2") == 1])]
    ['⌊x⌋: the largest whole number up to x']
    """
    _COMPUTED[definition] = meaning
    return definition


def meanings(formulas: Iterable[Formula]) -> list[Meaning]:
    """Return the meanings of the names in the formulas, and of the names in these meanings, each once.

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


def words(formulas: Iterable[Formula]) -> list[Meaning]:
    """Return the meanings of the names that claims use without explaining them, such as α-private.

    >>> from exactdp.claims.formulas import indices, vectors
    >>> from exactdp.claims.vocabulary import prior
    >>> (p,), (n,) = vectors("p"), indices("n")
    >>> [each.statement for each in words([prior(p, n)])]
    ['p is a prior on {0..n} ⇔ (∀i with 0 ≤ i ≤ n: p[i] ≥ 0) and Σ_{i=0}^{n} p[i] = 1']
    """
    formulas = list(formulas)
    explained_here: dict[int, Expression] = {}
    every: dict[int, Expression] = {}
    for each in formulas:
        _collect(each, explained_here)
        _collect(each, every, lambda definition, _: bool(definition.parameters) or definition.name[0].isalpha())
    found = [_meaning(name) for at, name in every.items() if at not in explained_here]
    return [each for each in found if not each.says_itself] + _computed(formulas)


def _computed(formulas: Iterable[Formula]) -> list[Meaning]:
    """Return the meanings of the names made by `computed`, also of those within other names."""
    found: dict[Definition, Meaning] = {}
    waiting: list[Any] = list(formulas)
    seen: set[int] = set()
    while waiting:
        e = waiting.pop(0)
        if not isinstance(e, Expression) or id(e) in seen:
            continue
        seen.add(id(e))
        definition = e.args[0] if e.op == "defined" else None
        if definition in _COMPUTED:
            name, meaning = definition(*definition.parameters), _COMPUTED[definition]
            found[definition] = Meaning(f"{text(name)}: {meaning}", rf"{latex(name)}\text{{: {meaning}}}")
        elif definition is not None and definition.body is not None:
            waiting.append(definition.body)
        waiting += [atom for atom, _ in e.args[0]] if e.op == "linear" else e.args
    return list(found.values())


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


def _collect(
    e: Expression, found: dict[int, Expression], wanted: Callable[[Definition, Expression], bool] | None = None
) -> None:
    """Add the wanted names, by default those that claims explain, and the names in their meanings."""
    if e.op == "defined" and id(e.args[0]) not in found:
        definition: Definition = e.args[0]
        if definition.body is not None and (wanted or _is_explained)(definition, definition.body):
            found[id(definition)] = definition(*definition.parameters)
            _collect(definition.body, found, wanted)
    parts = [atom for atom, _ in e.args[0]] if e.op == "linear" else e.args
    for each in parts:
        if isinstance(each, Expression):
            _collect(each, found, wanted)


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
