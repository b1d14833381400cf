"""Names for objects such as a table of a paper: clauses use the name, and the claim explains it once.

A claim explains every name that its own script defines, and every name that `explained` makes. It also explains this
package's names without parameters, and matrices and vectors whose parameters are indices and numbers. `words` explains
the other names of this package, such as "α-private". Signs explain themselves: a table whose entries are its name, and
a loss whose name is its formula, such as |i-r|.
"""

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from string import Formatter
from typing import Any, NamedTuple
from unicodedata import category, normalize

from exactdp.arithmetic.errors import InputError
from exactdp.claims.statements.evaluation import entry, value
from exactdp.claims.statements.expressions import INDEX, NUMBER, TRUTH, Expression, Function, free_names, same, split
from exactdp.claims.statements.latex import latex, sorts_told, words_in_latex
from exactdp.claims.statements.notation import text
from exactdp.claims.statements.terms import Definition, Formula, Term, apply, expand, unfold, variable


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

    >>> from exactdp.claims.statements.formulas import numbers
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
    """Register the meaning of a definition that only a function decides, and return the definition.

    Raises: `InputError` for a definition that has another meaning.

    >>> from exactdp.claims.statements.formulas import number
    >>> floor = computed(Definition("⌊{0}⌋", (number("x"),), None, NUMBER), "the largest whole number up to x")
    >>> [each.statement for each in meanings([floor("3/2") == 1])]
    ['⌊x⌋: the largest whole number up to x']
    """
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
    return [_meaning(each) for each in _collected(formulas)[0]] + _computed(formulas, of_package=False)


def words(formulas: Iterable[Formula]) -> list[Meaning]:
    """Return the meanings of the names that claims use without explaining them, such as α-private.

    >>> from exactdp.claims.statements.formulas import indices, vectors
    >>> from exactdp.claims.vocabulary import prior
    >>> (p,), (n,) = vectors("p"), indices("n")
    >>> [each.statement for each in words([prior(p, n)])]
    ['p is a prior on {0..n} ⇔ (∀i with 0 ≤ i ≤ n: p[i] ≥ 0) and Σ_{i=0}^{n} p[i] = 1']
    """
    formulas = list(formulas)
    explained_here, _ = _collected(formulas)
    every, _ = _collected(formulas, lambda definition: not _is_sign(definition))
    found = [_meaning(each) for each in every if each not in explained_here]
    return [each for each in found if not each.says_itself] + _computed(formulas, of_package=True)


def unexplained(formulas: Iterable[Formula]) -> str | None:
    """Return a name without a formula and without a meaning, or None: a reader cannot know what a function decides.

    >>> from exactdp.claims.statements.formulas import number
    >>> good = Definition("{0} is good", (number("x"),), None, decide=lambda x: True)
    >>> unexplained([good(1)])
    '{0} is good'
    """
    return next((each.name for each in _without_formula(formulas) if each not in _COMPUTED), None)


def with_functions(formulas: Iterable[Formula]) -> list[Definition]:
    """Return the names of scripts, also within other names, that have a formula and a function that decides them.

    >>> from exactdp.claims.statements.formulas import number
    >>> low = Definition("{0} is low", (number("x"),), number("x") < 1, decide=lambda x: x < 1)
    >>> with_functions([low(0)])
    [Definition('{0} is low')]
    """
    every, _ = _collected(formulas, lambda definition: not is_word(definition))
    return [each for each in every if each.decide is not None]


def _computed(formulas: Iterable[Formula], *, of_package: bool) -> list[Meaning]:
    """Return the meanings of the names made by `computed`, also of those within other names."""
    found = []
    for each in _without_formula(formulas):
        if each in _COMPUTED and is_word(each) == of_package:
            name, meaning = each(*each.parameters), _COMPUTED[each]
            of_text, of_latex = sorts_told(each.parameters)
            written = f"{latex(name)}{words_in_latex(f': {meaning}')}{of_latex}"
            found.append(Meaning(f"{text(name)}: {meaning}{of_text}", written))
    return found


def _without_formula(formulas: Iterable[Formula]) -> list[Definition]:
    """Return the definitions that only a function decides, also those within other names."""
    found: dict[Definition, None] = {}
    waiting: list[Any] = list(formulas)
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
            else:
                waiting.append(definition.body)
        waiting += [atom for atom, _ in e.args[0]] if e.op == "linear" else e.args
    return list(found)


def clash(formulas: Iterable[Formula]) -> str | None:
    """Return a name that is also a variable of the formulas, or is bound in a meaning, or None.

    >>> from exactdp.claims.statements.formulas import number
    >>> from exactdp.claims.vocabulary import table
    >>> t = named("t", table([[1]]))
    >>> clash([t[0, 0] == number("t")]), clash([t[0, 0] == number("u")])
    ('t', None)
    """
    formulas = list(formulas)
    definitions, bound = _collected(formulas)
    # A bound variable is written without its primes, and with others.
    taken = {name.rstrip("'") for name in free_names(formulas) | bound}
    bare = [text(each()) for each in definitions if not each.parameters]
    # In LaTeX, f(a + b) is also f times a + b.
    bare += [each.name for each in definitions if each.parameters and "{" not in each.name]
    bare += [letter for each in definitions for letter in _letters_of_sentence(each)]
    signs = {latex(variable(name, NUMBER)): name for name in taken}
    bare += [name for each in definitions for name in _letters_of_value(each, signs)]
    return next((name for name in bare if name.rstrip("'") in taken), None)


def _letters_of_sentence(definition: Definition) -> list[str]:
    """Return the letters in a script's sentence that are not arguments: n in "{0} is below n"."""
    sentence = definition.body is None or definition.body.sort == TRUTH
    if not definition.parameters or not sentence or is_word(definition):
        return []
    pieces = [piece for piece, *_ in Formatter().parse(definition.name)]
    own = {letter for each in _INTRODUCED.findall(definition.name) for letter in _LETTER.findall("".join(each))}
    functions = any(isinstance(each, Function) for each in _sorts(definition))
    letters = [letter for piece in pieces for letter in _LETTER.findall(piece) if letter != "a"]
    return [each for each in letters if not (functions and each in own)]


def _letters_of_value(definition: Definition, signs: Mapping[str, str]) -> list[str]:
    """Return the variable y if the name reads as a value of y, as "y[{0}]" does, or the LaTeX "y_{{{0}}}"."""
    if not definition.parameters or is_word(definition) or {p.sort for p in definition.parameters} != {INDEX}:
        return []
    found = [re.match(r"(\w+['′″]*)\[", definition.name), re.match(r"(\\?[A-Za-z]+)['′″]*_", definition.latex)]
    return [signs.get(each[1], each[1]) for each in found if each]


_PLAIN = re.compile(r"[A-Za-zΓΔΘΛΞΠΣΦΨΩα-ξπ-ωℓ][A-Za-z0-9_ΓΔΘΛΞΠΣΦΨΩα-ξπ-ω]*['′″]*")
"""A name without signs, and without Greek letters that look like Latin ones."""

_LETTER = re.compile(r"(?<![\w^{-])[^\W\d_](?![\w-])")
"""A letter that stands alone."""

_INTRODUCED = re.compile(r"\}\[([^]]*)\]|\bfor (?:all |(?:each |every )(?:\w+ )??)?([^\W\d_]\b)|\b([^\W\d_]) = \{")
"""The letters of a sentence about functions that it introduces itself, as in "{0}[i] is 0 for i ≤ {1}"."""

_RELATION = re.compile("[=<>≤≥≠∈∉⇒⇔∀∃¬]")

_SIGNS_ALONE = re.compile("[-+·/^|<>=≤≥≠(),.⁻⁰¹²³⁴-⁹0-9 ]*")

_ENTRY = re.compile(r"\}\[[^·.\]]*\]")
"""A value of an argument, as in {0}[{1},{2}], and not a row of it, as in {0}[{1},·]."""

_TERM = re.compile(r"(?:(?:(?<![A-Za-zα-ω])[A-Za-zΓΔΘΛΞΠΣΦΨΩα-ωℓ](?![A-Za-zα-ω]))|[-0-9_'′″ \[\](),+·/^|⁰¹²³⁴-⁹])+")
"""A text of single letters, digits, brackets and operations."""

_OPERATION = re.compile(r"[-+·/^|\[⁰¹²³⁴-⁹]|^[0-9]")

_LETTERS = frozenset("ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρστυφχψωℓ")

_MARKS = frozenset("\u0302\u0303′″")
"""The hat and the tilde of a letter, and primes."""

_LIKE_ANOTHER = frozenset("−∕∗∣∶∼⋅∙⩽⩾≦≧")
"""Signs that look like signs of terms and formulas."""

_COMMAND = re.compile(r"[~`]|\\(?! )|(?<! )\\")
"""Signs that LaTeX leaves out or takes for a command, unless the backslash stands alone, as in {0..q} \\ S."""

_SEEN_IN_LATEX = frozenset(
    [
        r"\#",
        r"\\",
        r"\begin",
        r"\bmod",
        r"\cap",
        r"\cdot",
        r"\cdots",
        r"\circ",
        r"\colon",
        r"\dots",
        r"\downarrow",
        r"\ell",
        r"\end",
        r"\exists",
        r"\forall",
        r"\frac",
        r"\ge",
        r"\hat",
        r"\in",
        r"\infty",
        r"\int",
        r"\ldots",
        r"\lVert",
        r"\le",
        r"\leftarrow",
        r"\lfloor",
        r"\ln",
        r"\mapsto",
        r"\max",
        r"\mid",
        r"\min",
        r"\ne",
        r"\pm",
        r"\Pr",
        r"\prod",
        r"\rVert",
        r"\rfloor",
        r"\Rightarrow",
        r"\setminus",
        r"\sim",
        r"\sqrt",
        r"\subseteq",
        r"\succ",
        r"\sum",
        r"\sup",
        r"\tanh",
        r"\tbinom",
        r"\tfrac",
        r"\times",
        r"\to",
        r"\triangle",
        r"\uparrow",
        r"\{",
        r"\}",
    ]
)
"""The commands, besides Greek letters, that a script's LaTeX may have. Another command could hide a part."""

_UNSEEN_IN_LATEX = re.compile(
    r"\\(?:left|right|mathbb|mathbf|mathbin|mathcal|mathrel|mathrm|nolimits|operatorname|text|textstyle)(?![A-Za-z])"
    r"|\\[ ,;:!]|(?<!\\)[{}]|\s"
)
"""What changes only the font and the spaces."""

_ITS_ARGUMENT = re.compile(r"\(*\0\)*")
"""A name that reads as its only argument; each \0 stands for an argument."""

_ITS_ENTRY = re.compile(r"\(*\0\)*[_(\[]+\0(?:[,;]\0)*[)\]]*")
"""A name that reads as the value of its first argument at the others."""

_LATIN = str.maketrans({"ν": "v", "υ": "u", "ι": "i", "κ": "k", "χ": "x", "ℓ": "l", "′": "'", "″": "''"})


def misleading(formulas: Iterable[Formula]) -> str | None:
    """Return a name that reads as something else, also in a meaning; otherwise None.

    That is a variable that could be a number or another variable, a name without arguments that could be a formula, a
    name of signs alone that is not their formula, and a name with a letter of another alphabet.

    >>> from exactdp.claims.statements.formulas import TRUE, number, numbers
    >>> misleading([number("0") == 1]), misleading([number("α") + number("x_1'") == 1])
    ('0', None)
    >>> misleading([number("ν") < number("v")])
    'ν'
    >>> a, b = numbers("a b")
    >>> misleading([Definition("1 < 0", (), TRUE)()]), misleading([Definition("{0} < {1}", (a, b), TRUE)(2, 1)])
    ('1 < 0', '{0} < {1}')
    """
    formulas = list(formulas)
    every, bound = _collected(formulas, lambda _: True)
    for definition in (*every, *_without_formula(formulas)):
        if not all(map(_is_usual, definition.name)) or _COMMAND.search(definition.name):
            return definition.name
        if _is_another_formula(definition) or _is_another_formula_in_latex(definition) or _is_a_part(definition):
            return definition.name
    free_in = free_names([*formulas, *(each.body for each in every if each.body is not None)])
    names = sorted(free_in | bound)
    return next((name for name in names if not _PLAIN.fullmatch(name)), None) or _alike(names, bound)


def _is_usual(sign: str) -> bool:
    """Return whether readers know the letter or sign, and do not take it for another."""
    if sign.isascii() or sign in _LETTERS or sign in _MARKS:
        return True
    # A fullwidth < is another sign to Python alone.
    looks_like = normalize("NFKC", sign) != sign and category(sign) != "No" and sign not in "⁺⁻…′″"
    return category(sign) in ("Sm", "No", "Po", "Ps", "Pe") and sign not in _LIKE_ANOTHER and not looks_like


def _is_another_formula(definition: Definition) -> bool:
    """Return whether the name reads as a formula or a term that is not its meaning."""
    body, name = definition.body, definition.name
    formula = (definition.sort if body is None else body.sort) == TRUTH
    between = "".join(piece for piece, *_ in Formatter().parse(name))
    entry = _ENTRY.search(name) is not None
    functions = any(isinstance(each, Function) for each in _sorts(definition))
    signs = _SIGNS_ALONE.fullmatch(re.sub(r"[][]", "", between) if entry else between) is not None
    signs = signs or (not functions and _SIGNS_ALONE.fullmatch(re.sub(r"[][{}_;:×]", "", between)) is not None)
    if not definition.parameters:
        # A letter that stands alone, as in "x is private", reads as a variable.
        variable = re.search(r" (?!a )\w |^\w | \w$", name)
        term = _TERM.fullmatch(name) and _OPERATION.search(name)
        relation = formula and (_RELATION.search(name) or variable)
        return not _is_sign(definition) and bool(signs or term or relation)
    if body is None:
        return signs
    # Signs between functions are operations on all of their values.
    if not signs or (functions and not entry):
        return False
    written = [text(each).replace(" ", "") for each in (definition(*definition.parameters), body)]
    return written[0] != written[1]


def _sorts(definition: Definition) -> list[Any]:
    """Return the sort of a name, and those of its arguments."""
    own = definition.sort if definition.body is None else definition.body.sort
    return [own, *(p.sort for p in definition.parameters)]


def _is_a_part(definition: Definition) -> bool:
    """Return whether a script's name, or its LaTeX, reads as an argument or as a value of one, and is not this value.

    A prime after an argument makes it another variable.

    >>> from exactdp.claims.statements.formulas import indices, vectors
    >>> (k,), (f,) = indices("k"), vectors("f")
    >>> [_is_a_part(Definition(name, (f, k), f[k + 1])) for name in ("{0}_{1}", "the value of {0} after {1}")]
    [True, False]
    """
    if is_word(definition) or not definition.parameters:
        return False
    own, first, *others = _sorts(definition)
    for template in filter(None, (definition.name, definition.latex)):
        pieces = [part for piece, at, *_ in Formatter().parse(template) for part in (piece, "\0" * (at is not None))]
        whole = _UNSEEN_IN_LATEX.sub("", "".join(pieces)) if template is definition.latex else "".join(pieces)
        if re.search("\0['′″]", whole):
            return True
        alone = _ITS_ARGUMENT.fullmatch(whole) and (own == first or (own, first) == (NUMBER, INDEX))
        entry = _ITS_ENTRY.fullmatch(whole) and first == Function(len(others), own) and {*others} == {INDEX}
        named = definition(*definition.parameters)
        meant = definition.body is not None and entry and same(unfold(named), apply(named.args[1], named.args[2:]))
        if alone or (entry and not meant):
            return True
    return False


_SIGNS_OF_LATEX = {
    r"\le": "≤", r"\leq": "≤", r"\ge": "≥", r"\geq": "≥", r"\ne": "≠", r"\neq": "≠", r"\lt": "<", r"\gt": ">",
    r"\cdot": "·", r"\times": "·", r"\in": "∈", r"\notin": "∉", r"\neg": "¬", r"\frac": "/", r"\tfrac": "/",
}  # fmt: skip


def _is_another_formula_in_latex(definition: Definition) -> bool:
    """Return whether the LaTeX of a name reads as a relation, or as a sum or product, that is not its meaning.

    Signs between functions are operations on all of their values. LaTeX with a command that is not known, or with a
    comment, may read as anything.
    """
    body, plain, sorts = definition.body, _of_signs(definition.latex), _sorts(definition)
    if not definition.latex or is_word(definition):
        return False
    written = "".join(piece for piece, *_ in Formatter().parse(definition.latex))
    for each in re.findall(r"\\(?:[A-Za-z]+|[^A-Za-z])", written):
        if not (each in _SEEN_IN_LATEX or _UNSEEN_IN_LATEX.fullmatch(each) or _is_greek(each)):
            return True
    if re.search("[%~$`]", written):
        return True
    if any(isinstance(each, Function) for each in sorts):
        return False
    if not definition.parameters:
        if plain == _of_signs(definition.name):
            return False  # this was looked at as a name
        return bool(_SIGNS_ALONE.fullmatch(plain) or (sorts[0] == TRUTH and _RELATION.search(plain)))
    between = _of_signs(written)
    if not _SIGNS_ALONE.fullmatch(re.sub(r"[][_;:]", "", between)):
        return False
    both = [latex(each) for each in (definition(*definition.parameters), body) if each is not None]
    if re.search("[/^]", between):
        # Braces show where an exponent or a quotient ends.
        alike = {re.sub(r"\s", "", each) for each in both}
    else:
        # A product has a dot or none, and brackets may enclose the whole.
        alike = {re.sub(r"[·()]", "", _of_signs(each)) for each in both}
    return len(alike) + (body is None) > 1


def _of_signs(written: str) -> str:
    """Return LaTeX with the signs of plain text in place of commands, and without spaces."""
    signs = re.sub(r"\\[a-z]+", lambda found: _SIGNS_OF_LATEX.get(found[0], found[0]), written)
    return _UNSEEN_IN_LATEX.sub("", signs)


def _is_greek(command: str) -> bool:
    return any(latex(variable(letter, NUMBER)) == command for letter in _LETTERS)


def _alike(names: Iterable[str], bound: set[str]) -> str | None:
    """Return a variable that reads as another one, or in LaTeX as an entry: x1 beside x[1]."""
    names = set(names)
    # A bound variable is also written with more primes.
    primed = {name.rstrip("'") for name in bound}
    for name in sorted(names):
        plain = name.translate(_LATIN)
        indexed = re.fullmatch(r"(.*?)[0-9]+['′″]*", name)
        if plain != name and (plain in names or plain.rstrip("'") in primed):
            return name
        if indexed and indexed[1] in names:
            return name
    return None


def ambiguous(formulas: Iterable[Formula]) -> str | None:
    """Return a name that stands for two things in the formulas, or None. The sentences of this package are taken.

    A name with "is not" also stands for a negation, and one with "is" may be written without it. In LaTeX, a name may
    leave out arguments.

    >>> from exactdp.claims.vocabulary import table
    >>> one, other = named("t", table([[1]])), named("t", table([[2]]))
    >>> ambiguous([one[0, 0] == 1, other[0, 0] == 2]), ambiguous([one[0, 0] == 1, named("t", table([[1]]))[0, 0] == 1])
    ('t', None)
    """
    from exactdp.claims import vocabulary  # noqa: F401, PLC0415 (it takes its names also where a script does not use it)

    formulas = list(formulas)
    every, _ = _collected(formulas, lambda _: True)
    first = {_SUBJECT.sub("{0} ", each.name): each for each in _package_words(len(sys.modules)) if " " in each.name}
    for definition in every:
        other = first.setdefault(_SUBJECT.sub("{0} ", definition.name), definition)
        if other is not definition and not _told_apart(definition, other):
            return definition.name
    return _written_alike(formulas)


_SUBJECT = re.compile(r"^\{0\} is (not )?")


def _written_alike(formulas: Iterable[Formula]) -> str | None:
    """Return a name, a variable or an entry in the formulas that is written like another one, or None.

    The name "f(1)" reads as f at 1, and LaTeX may leave out arguments.
    """
    first: dict[str, Any] = {}
    said: dict[str, str] = {}
    waiting: list[Any] = list(formulas)
    while waiting:
        e = waiting.pop()
        if isinstance(e, Expression) and e.op in ("variable", "entry", "defined"):
            name = text(e)
            if said.setdefault(latex(e), name) != name:
                return name
            other = first.setdefault(name, e) if e.op == "defined" else e
            if other.args[0] is not e.args[0] and not same(expand(other), expand(e)):
                return name
        waiting += e.args if isinstance(e, Expression) else e if isinstance(e, tuple) else ()
    return None


def _told_apart(one: Definition, other: Definition) -> bool:
    """Return whether two definitions of one name mean the same, or have arguments by which readers tell them apart.

    Nothing in "For y good: y is fair" shows whether y is a vector or a matrix.
    """
    sorts = [(p.sort, q.sort) for p, q in zip(one.parameters, other.parameters, strict=False)]
    if len(one.parameters) != len(other.parameters):
        return True
    sentences = TRUTH in [each.sort if each.body is None else each.body.sort for each in (one, other)]
    if not sentences and any(s != t and isinstance(s, Function) for s, t in sorts):
        return True
    return all(s == t for s, t in sorts) and same(expand(one(*one.parameters)), expand(other(*one.parameters)))


class _Names(NamedTuple):
    """The definitions in an expression, in order and without those in their bodies, and its bound variables."""

    definitions: dict[Definition, None]
    bound: set[str]


def _names(e: Expression) -> _Names:
    found = _Names({}, set())
    waiting: list[Any] = [e]
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
    """Return the names in the meaning of a name. They are found once, as claims share their words."""
    return _Names({}, set()) if definition.body is None else _names(definition.body)


def _collected(
    formulas: Iterable[Expression], wanted: Callable[[Definition], bool] | None = None
) -> tuple[list[Definition], set[str]]:
    """Return the wanted definitions, by default those that claims explain, also in the meanings of others.

    The variables that are bound in the formulas and in these meanings follow.
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
    if _is_sign(definition):
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
def _is_sign(definition: Definition) -> bool:
    """Return whether the name is a table of the values, which are 0 elsewhere, or the formula of a loss by i and r."""
    body = definition.body
    if definition.parameters or body is None or body.op != "function":
        return False
    *variables, inside = expand(body).args
    if [v.args[0] for v in variables] == ["i", "r"] and text(inside) == definition.name:
        # A name within the formula could have another meaning than it seems.
        return same(body, expand(body))
    written = re.fullmatch(r"\[([-0-9/ ;]+)\]|\(([-0-9/ ,]+)\)", definition.name)
    if written is None or len(variables) != (2 if written[1] else 1):
        return False
    rows = [[Fraction(each) for each in re.split("[ ,]+", row)] for row in (written[1] or written[2]).split("; ")]
    sizes = (len(rows), len(rows[0])) if written[1] else (len(rows[0]),)
    # All indices outside of the table have the same value as -1.
    at = product(*(range(-1, size) for size in sizes))
    found = value(body, {})
    return _is_chosen(inside, max(sizes)) and all(
        entry(found, place) == (0 if -1 in place else rows[place[0] if written[1] else 0][place[-1]]) for place in at
    )


def _is_chosen(e: Any, size: int) -> bool:
    """Return whether the term is a number, or a choice of numbers by indices that equal one of 0, …, size-1."""
    if e.op == "literal":
        return True
    if e.op != "if" or e.args[0].op != "=":
        return False
    left, right = e.args[0].args
    compared = left.op in ("variable", "literal") and right.op == "literal" and 0 <= right.args[0] < size
    return compared and all(_is_chosen(each, size) for each in e.args[1:])


@cache
def _meaning(definition: Definition) -> Meaning:
    """Return the meaning of a name. It is written once, as claims share their words."""
    name: Expression = definition(*definition.parameters)
    body, variables = unfold(name), definition.parameters
    if isinstance(name, Term) and body.op == "function":
        variables += body.args[:-1]
        name, body = apply(name, body.args[:-1]), body.args[-1]
    sign = ("⇔", r"\Leftrightarrow") if isinstance(body, Formula) else ("=", "=")
    said = [text(name), text(body)]
    told = sorts_told(variables, body) if said[0] != said[1] else ("", "")
    return Meaning(f"{said[0]} {sign[0]} {said[1]}{told[0]}", f"{latex(name)} {sign[1]} {latex(body)}{told[1]}")
