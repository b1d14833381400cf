"""Names for objects such as a table of a paper: clauses use the name, and the claim explains it once.

A claim explains every name that its own script defines, and every name that `explained` makes. It also explains this
package's names without parameters, and matrices and vectors whose parameters are indices and numbers. `words` explains
the other names of this package, such as "α-private". Signs explain themselves: a table whose entries are its name, and
a loss whose name is its formula, such as |i-r|.
"""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from exactdp.arithmetic.errors import InputError
from exactdp.claims.statements.expressions import (
    INDEX,
    NUMBER,
    TRUTH,
    Expression,
    Function,
    free,
    same,
    split,
)
from exactdp.claims.statements.latex import LatexWriter, latex, sorts_told, words_in_latex
from exactdp.claims.statements.notation import EITHER, JOINED, TextWriter, text
from exactdp.claims.statements.patterns import with_primes
from exactdp.claims.statements.tables import table_of
from exactdp.claims.statements.terms import Definition, Formula, Term, apply, expand, fresh, unfold


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


def named(name: str, stands_for: Term) -> Term:
    """Return a name for a term without free variables.

    >>> from exactdp.claims.vocabulary import table
    >>> coin = named("Table 1", table([["1/2", "1/2"]]))
    >>> coin[0, 1]
    Table 1[0,1]
    """
    given: Term = Definition(name, (), stands_for)()
    return given


_EXPLAINED: set[Definition] = set()


def explained(
    name: str,
    parameters: Iterable[Term],
    body: Term | Formula,
    sign: str = "",
    *,
    decide: Callable[..., object] | None = None,
    coq: str = "",
    within: Formula | None = None,
) -> Definition:
    """Return a definition that every claim explains if its clauses use it.

    `sign` is its LaTeX; that of a script's name is computed from the name. A name has a value only if its parameters
    satisfy the condition `within`.

    >>> from exactdp.claims.statements.formulas import numbers
    >>> a, b = numbers("α β")
    >>> levels = explained("{0} and {1} are levels", (a, b), (0 <= a) & (a <= b) & (b <= 1))
    >>> meanings([levels(a, 1)])[0].statement
    'α and β are levels ⇔ 0 ≤ α ≤ β ≤ 1'
    """
    found = Definition(name, tuple(parameters), body, latex=sign, decide=decide, coq=coq, within=within)
    _EXPLAINED.add(found)
    return found


_COMPUTED: dict[Definition, str] = {}


def computed(definition: Definition, meaning: str) -> Definition:
    """Register the meaning of a definition that only a function decides, and return the definition.

    Raises: `InputError` for a definition that has another meaning.

    >>> from exactdp.claims.statements.formulas import number
    >>> floor = computed(Definition("⌊{0}⌋", (number("x"),), None, NUMBER), "the largest whole number up to x")
    >>> [each.statement for each in meanings([floor("3/2") == 1])]
    ['⌊x⌋: the largest whole number up to x']
    """
    if not meaning.isprintable():
        raise InputError(f"the meaning of {definition.name} is not one line of visible signs")
    # A script could give another meaning to a word of this package, in all claims.
    if _COMPUTED.setdefault(definition, meaning) != meaning:
        raise InputError(f"{definition.name} has a meaning")
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
    formulas = list(formulas)
    return [_meaning(each) for each in defined_in(formulas)[0]] + _computed(formulas, of_package=False)


def words(formulas: Iterable[Formula]) -> list[Meaning]:
    """Return the meanings of the names that claims use without explaining them, such as α-private.

    >>> from exactdp.claims.statements.formulas import indices, vectors
    >>> from exactdp.claims.vocabulary import prior
    >>> (p,), (n,) = vectors("p"), indices("n")
    >>> [each.statement for each in words([prior(p, n)])]
    ['p is a prior on {0..n} ⇔ (∀i with 0 ≤ i ≤ n: p[i] ≥ 0) and Σ_{i=0}^{n} p[i] = 1']
    """
    formulas = list(formulas)
    explained_here, _ = defined_in(formulas)
    every, _ = defined_in(formulas, lambda definition: not is_sign(definition))
    found = [_meaning(each) for each in every if each not in explained_here]
    return [each for each in found if not each.says_itself] + _computed(formulas, of_package=True)


def unexplained(formulas: Iterable[Formula]) -> str | None:
    """Return a name without a formula and without a meaning, or None: a reader cannot know what a function decides.

    >>> from exactdp.claims.statements.formulas import number
    >>> good = Definition("{0} is good", (number("x"),), None, decide=lambda x: True)
    >>> unexplained([good(1)])
    '{0} is good'
    """
    return next((each.name for each in without_formula(formulas) if each not in _COMPUTED), None)


def with_functions(formulas: Iterable[Formula]) -> list[Definition]:
    """Return the names of scripts, also within other names, that have a formula and a function that decides them.

    >>> from exactdp.claims.statements.formulas import number
    >>> low = Definition("{0} is low", (number("x"),), number("x") < 1, decide=lambda x: x < 1)
    >>> with_functions([low(0)])
    [Definition('{0} is low')]
    """
    every, _ = defined_in(formulas, lambda definition: not is_word(definition))
    return [each for each in every if each.decide is not None]


def _computed(formulas: Iterable[Formula], *, of_package: bool) -> list[Meaning]:
    """Return the meanings of the names made by `computed`, also of those within other names."""
    found = []
    for each in without_formula(formulas):
        if each in _COMPUTED and is_word(each) == of_package:
            name, meaning = each(*each.parameters), _COMPUTED[each]
            of_text, of_latex = sorts_told(each.parameters)
            written = f"{latex(name)}{words_in_latex(f': {meaning}')}{of_latex}"
            found.append(Meaning(f"{text(name)}: {meaning}{of_text}", written))
    return found


def without_formula(formulas: Iterable[Formula]) -> list[Definition]:
    """Return the definitions that only a function decides, also those within other names.

    >>> from exactdp.claims.statements.formulas import number
    >>> good = Definition("{0} is good", (number("x"),), None, decide=lambda x: True)
    >>> without_formula([Definition("best", (), good(1))()])
    [Definition('{0} is good')]
    """
    found: dict[Definition, None] = {}
    waiting: list[object] = list(formulas)
    seen: set[int] = set()
    while waiting:
        e = waiting.pop(0)
        if not isinstance(e, Expression) or id(e) in seen:
            continue
        seen.add(id(e))
        definition = e.args[0] if e.op == "defined" else None
        if definition is not None:
            if definition.body is None:
                found[definition] = None
            waiting += [definition.body, definition.within]
        waiting += [atom for atom, _ in e.args[0]] if e.op == "linear" else e.args
    return list(found)


class _Names(NamedTuple):
    """The definitions in an expression, in order and without those in their bodies, and its bound variables."""

    definitions: dict[Definition, None]
    bound: set[str]


def _names(e: Expression) -> _Names:
    found = _Names({}, set())
    waiting = [e]
    while waiting:
        part = waiting.pop()
        if part.op == "defined":
            found.definitions[part.args[0]] = None
        found.bound.update(v.args[0] for v in split(part)[0])
        parts = [atom for atom, _ in part.args[0]] if part.op == "linear" else part.args
        waiting += [each for each in reversed(parts) if isinstance(each, Expression)]
    return found


@cache
def _names_behind(definition: Definition) -> _Names:
    """Return the names in the meaning of a name and in its condition, found once, as claims share their words."""
    found = _Names({}, set())
    for each in (definition.body, definition.within):
        if each is not None:
            names = _names(each)
            found.definitions.update(names.definitions)
            found.bound.update(names.bound)
    return found


def named_in(definition: Definition) -> list[Definition]:
    """Return the names that the meaning of a name shows, without those in their meanings.

    >>> from exactdp.claims.statements.formulas import number
    >>> a = number("α")
    >>> double = Definition("D({0})", (a,), 2 * a)
    >>> named_in(Definition("F({0})", (a,), double(double(a)) + 1))
    [Definition('D({0})')]
    """
    return [*_names_behind(definition).definitions]


def defined_in(
    formulas: Iterable[Expression], wanted: Callable[[Definition], bool] | None = None
) -> tuple[list[Definition], set[str]]:
    """Return the wanted definitions, by default those that claims explain, also in the meanings of others.

    The variables that are bound in the formulas and in these meanings follow.

    >>> from exactdp.claims.statements.formulas import Sum, indices
    >>> k, n = indices("k n")
    >>> total = Definition("T({0})", (n,), Sum(k, 0, n, k))
    >>> defined_in([total(3) == 6])
    ([Definition('T({0})')], {'k'})
    """
    every: dict[Definition, None] = {}
    bound: set[str] = set()

    def collect(names: _Names) -> None:
        bound.update(names.bound)
        for definition in names.definitions:
            if definition not in every and definition.body is not None and (wanted or _is_explained)(definition):
                every[definition] = None
                collect(_names_behind(definition))

    for e in formulas:
        collect(_names(e))
    return [*every], bound


def _is_explained(definition: Definition) -> bool:
    if definition in _EXPLAINED:
        return True
    if is_sign(definition):
        return False
    if not is_word(definition):
        return True
    scalars = all(each.sort in (INDEX, NUMBER) for each in definition.parameters)
    lettered = definition.name[0].isalpha()
    values = None if definition.body is None else definition.body.sort
    return lettered and (not definition.parameters or (isinstance(values, Function) and scalars))


def is_word(definition: Definition) -> bool:
    """Return whether the definition is one of this package's, and not of a script.

    >>> from exactdp.claims.vocabulary import private
    >>> is_word(private), is_word(Definition(private.name, private.parameters, private.body))
    (True, False)
    """
    return definition in _package_words(len(sys.modules))


def taken() -> list[Definition]:
    """Return this package's names with a space to which no script may give another meaning: all that are sentences.

    >>> from exactdp.claims.vocabulary import prior
    >>> prior in taken()
    True
    """
    from exactdp.claims import vocabulary  # noqa: F401, PLC0415 (it takes its names also where a script does not use it)

    every = [each for each in _package_words(len(sys.modules)) if " " in each.name]
    # Every claim explains a term such as L_i(l, x; m) that it uses.
    return [each for each in every if each.body is None or each.body.sort == TRUTH or each not in _EXPLAINED]


@cache
def _package_words(loaded: int) -> frozenset[Definition]:
    """Return the definitions that a module of this package has under a name; `loaded` is the number of modules."""
    del loaded  # each script is a module too, and has no words of this package
    return _words_of(tuple(name for name in sys.modules if name.startswith("exactdp.claims.")))


@cache
def _words_of(modules: tuple[str, ...]) -> frozenset[Definition]:
    values = [value for name in modules for value in vars(sys.modules[name]).values()]
    called = [value.args[0] for value in values if isinstance(value, Expression) and value.op == "defined"]
    return frozenset(each for each in (*values, *called) if isinstance(each, Definition))


@cache
def is_sign(definition: Definition) -> bool:
    """Return whether the name is a table of the values, which are 0 elsewhere, or the formula of a loss by i and r.

    >>> from exactdp.claims.vocabulary import absolute_loss, prior
    >>> is_sign(absolute_loss.args[0]), is_sign(prior)
    (True, False)
    """
    body = definition.body
    if definition.parameters or body is None or body.op != "function":
        return False
    *variables, inside = expand(body).args
    if [v.args[0] for v in variables] == ["i", "r"] and text(inside) == definition.name:
        # Without both i and r, it looks like a number. A name within it could have another meaning than it seems.
        return {*free(inside)} == {"i", "r"} and same(body, expand(body))
    return table_of(definition) is not None


@cache
def _meaning(definition: Definition) -> Meaning:
    """Return the meaning of a name. It is written once, as claims share their words."""
    name = definition(*definition.parameters)
    body, variables = unfold(name), definition.parameters
    if body.op == "function":
        # "F(k)[k] = k" would be about the diagonal alone.
        own = [fresh(v, {p.args[0] for p in variables}) for v in body.args[:-1]]
        variables += tuple(own)
        name, body = apply(name, own), apply(body, own)
    told = sorts_told(variables, body) if text(name) != text(body) else ("", "")
    body = with_primes(body, free(body))
    written = []
    for writer in (TextWriter(), LatexWriter()):
        if isinstance(body, Formula):
            written.append(writer.at(name, EITHER) + writer.signs["⇔"] + writer.at_end(body))
        else:
            written.append(writer.bare(name) + writer.signs["="] + writer.bare(body))
        if definition.within is not None:
            # "p ⇔ q for r or s" could also hold wherever s does.
            written[-1] += writer.plain(" for ") + writer.at(definition.within, JOINED)
    return Meaning(written[0] + told[0], written[1] + told[1])
