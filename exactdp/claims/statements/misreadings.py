"""Names and variables that a reader could take for something else: a claim refuses them.

A script may name a term or a sentence as it likes, and a line `notation` gives the meaning. Still, no name may read as
another formula, as its own argument, or as a term with a variable of the clause; in LaTeX neither.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Any
from unicodedata import category, normalize

from exactdp.claims.statements.expressions import (
    INDEX,
    NUMBER,
    TRUTH,
    Expression,
    Function,
    free,
    free_names,
    same,
    split,
)
from exactdp.claims.statements.latex import latex
from exactdp.claims.statements.names import defined_in, is_sign, is_word, taken, without_formula
from exactdp.claims.statements.notation import text
from exactdp.claims.statements.sentences import outside_brackets
from exactdp.claims.statements.terms import Definition, Formula, Term, apply, expand, unfold, variable

_SINGLE = "A-Za-zΓΔΘΛΞΠΣΦΨΩα-ωℓ"
"""The letters, as a part of a pattern."""


def clash(formulas: Iterable[Formula]) -> str | None:
    """Return a name that is also a variable of the formulas, or is bound in a meaning, or None.

    >>> from exactdp.claims.statements.formulas import number
    >>> from exactdp.claims.statements.names import named
    >>> from exactdp.claims.vocabulary import table
    >>> t = named("t", table([[1]]))
    >>> clash([t[0, 0] == number("t")]), clash([t[0, 0] == number("u")])
    ('t', None)
    """
    formulas = list(formulas)
    explained_here, bound = defined_in(formulas)
    definitions = explained_here + without_formula(formulas)
    # A bound variable is written without its primes, and with others.
    taken = {name.rstrip("'") for name in free_names(formulas) | bound}
    bare = [text(each()) for each in definitions if not each.parameters]
    # In LaTeX, f(a + b) is also f times a + b.
    bare += [each.name for each in definitions if each.parameters and "{" not in each.name]
    called = [re.match(r"([^\W\d_]['′″]*)\(\{0\}\)$", each.name) for each in definitions if not is_word(each)]
    values = {name for f in formulas for name, v in free(f).items() if v.sort in (INDEX, NUMBER)}
    bare += [each[1] for each in called if each and each[1] in values]
    bare += [letter for each in definitions for letter in _letters_of_sentence(each)]
    signs = {latex(variable(name, NUMBER)): name for name in taken}
    bare += [name for each in definitions for name in _letters_of_value(each, signs)]
    bare += [name for each in definitions for name in _operands_of_name(each)]
    return next((name for name in bare if name.rstrip("'") in taken), None)


def _letters_of_sentence(definition: Definition) -> list[str]:
    """Return the letters in a script's sentence that are not arguments: n in "{0} is below n"."""
    if not definition.parameters or _sorts(definition)[0] != TRUTH or is_word(definition):
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


def _operands_of_name(definition: Definition) -> Iterator[str]:
    """Yield the letters in the name of a script's term, or in its LaTeX, that read as variables: α in "α·{0}"."""
    if is_word(definition) or _sorts(definition)[0] == TRUTH:
        return
    for template, in_latex in ((definition.name, False), (definition.latex, True)):
        written = "".join(f"{words}\0" if at is not None else words for words, at, *_ in Formatter().parse(template))
        if in_latex:
            written = _SUBSCRIPT.sub("_", _IN_WORDS.sub("#", _SET_OR_TABLE.sub("#", written)))
            # An accent makes a letter another one; other commands stand between terms.
            written = re.sub(r"\\(?:hat|tilde|bar)\W*", "#", re.sub(r"\\(?:left|right)(?![a-z])", "", written))
            written = re.sub(r"\\[A-Za-z]+", lambda found: _GREEK.get(found[0], "+"), written)
            written = re.sub(r"\\.|[{}\s]", "", written)
        if len(written) < 2:
            continue
        alone = _without_calls(re.sub(r"_\{[^{}]*\}", "_", written))
        for operand in _OPERAND.findall(alone):
            # Beside an operation, y_0 is a value of y.
            yield operand.partition("_")[0] if re.search("[-+·/]", alone) else operand


def _without_calls(written: str) -> str:
    """Return a text without what is in brackets after a letter or an argument, which \0 stands for.

    >>> _without_calls("α·P(X = h) + 2·(β + 1)")
    'α·P() + 2·(β + 1)'
    """
    found, depth = "", 0
    for sign in written:
        if depth:
            depth += (sign in "([{") - (sign in ")]}")
        elif sign in "([{" and re.search(rf"[{_SINGLE}#\0_][0-9]*['′″]*$", found):
            found, depth = found + ("[]" if sign == "[" else "()"), 1
        else:
            found += sign
    return found


_OPERAND = re.compile(rf"(?<![{_SINGLE}_#])[{_SINGLE}][{_SINGLE}0-9_]*['′″]*(?![{_SINGLE}0-9_#(]|\^[{_SINGLE}])")
"""A letter or word that is neither the name of a function nor a part of a longer name."""

_PLAIN = re.compile(r"[A-Za-zΓΔΘΛΞΠΣΦΨΩα-ξπ-ωℓ][A-Za-z0-9_ΓΔΘΛΞΠΣΦΨΩα-ξπ-ω]*['′″]*")
"""A name without signs, and without Greek letters that look like Latin ones."""

_LETTER = re.compile(rf"(?<![{_SINGLE}_{{-])[{_SINGLE}](?![{_SINGLE}0-9_-])")
"""A letter that stands alone."""

_INTRODUCED = re.compile(r"\}\[([^]]*)\]|\bfor (?:all |(?:each |every )(?:\w+ )??)?([^\W\d_]\b)|\b([^\W\d_]) = \{")
"""The letters of a sentence about functions that it introduces itself, as in "{0}[i] is 0 for i ≤ {1}"."""

_RELATION = re.compile("[=<>≤≥≠∈∉⇒⇔∀∃¬]")

_SIGNS_ALONE = re.compile("[-+·/^|<>=≤≥≠(),.⁻⁰¹²³⁴-⁹0-9 ]*")

_ENTRY = re.compile(r"\}\[[^·.\]]*\]")
"""A value of an argument, as in {0}[{1},{2}], and not a row of it, as in {0}[{1},·]."""

_TERM = re.compile(r"(?:(?:(?<![A-Za-zα-ω])[A-Za-zΓΔΘΛΞΠΣΦΨΩα-ωℓ](?![A-Za-zα-ω]))|[-0-9_'′″ \[\](),+·/^|⁰¹²³⁴-⁹])+")
"""A text of single letters, digits, brackets and operations."""

_OVER_A_RANGE = re.compile("[ΣΠ∑∏]_|(?:min|max)_|[∀∃]")
"""Signs that begin a sum or an extreme over a range, or a quantifier."""

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

_A_MEMBER = re.compile(rf"(?:(?![{_SINGLE}]{{2}}).)*[∈∉] *\(*\0\)*")
"""A name without words that reads as a member of a set, which is written S[k]."""

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
    every, bound = defined_in(formulas, lambda _: True)
    for definition in (*every, *without_formula(formulas)):
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
    if _OVER_A_RANGE.search(name):
        return True
    if (definition.parameters or not formula) and _says_nothing(between, between, formula):
        return True
    entry = _ENTRY.search(name) is not None
    functions = any(isinstance(each, Function) for each in _sorts(definition))
    signs = _SIGNS_ALONE.fullmatch(re.sub(r"[][]", "", between) if entry else between) is not None
    signs = signs or (not functions and _SIGNS_ALONE.fullmatch(re.sub(r"[][{}_;:×]", "", between)) is not None)
    if not definition.parameters:
        # A letter that stands alone, as in "x is private", reads as a variable.
        variable = re.search(r" (?!a )\w |^\w | \w$", name)
        term = _TERM.fullmatch(name) and _OPERATION.search(name)
        relation = formula and (_RELATION.search(name) or variable)
        return not is_sign(definition) and bool(signs or term or relation)
    if body is None:
        return signs
    # Signs between functions are operations on all of their values.
    if not signs or (functions and not entry):
        return False
    written = [text(each).replace(" ", "") for each in (definition(*definition.parameters), body)]
    return written[0] != written[1]


_CONNECTIVES = frozenset({"and", "or", "nor", "not", "if", "iff", "then", "implies", "unless"})

_SMALL_WORDS = _CONNECTIVES | {
    "all",
    "at",
    "by",
    "each",
    "every",
    "for",
    "from",
    "in",
    "of",
    "on",
    "some",
    "to",
    "with",
}
"""Words between variables that say nothing about them."""

_SAYS = re.compile("[=<>≤≥≠∈∉⇒⇔≻≺⊆⊂∼≈≡→]")


def _says_nothing(between: str, written: str, formula: bool) -> bool:
    """Return whether a name with these words between its arguments reads as a list, or as several sentences.

    "For f, g: …" does not show that "f, g" is a condition, nor "f or g = 1" that "f or g" is a number.

    >>> _says_nothing(", ", ", ", True), _says_nothing(" or ", " or ", False), _says_nothing(" = ", " = ", True)
    (True, True, False)
    """
    words = {*re.findall(r"[^\W\d_]{2,}", between)}
    if formula:
        return words <= _SMALL_WORDS and not _SAYS.search(between)
    outside = outside_brackets(written)
    return words <= _CONNECTIVES and bool(words or re.search("[,;]", outside) or _SAYS.search(outside))


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
        whole = _of_signs("".join(pieces)) if template is definition.latex else "".join(pieces)
        if re.search("\0['′″]", whole) or _ITS_ARGUMENT.fullmatch(whole) or _A_MEMBER.fullmatch(whole):
            return True
        entry = _ITS_ENTRY.fullmatch(whole) and first == Function(len(others), own) and {*others} == {INDEX}
        named = definition(*definition.parameters)
        meant = definition.body is not None and entry and same(unfold(named), apply(named.args[1], named.args[2:]))
        if entry and not meant:
            return True
    return False


_SIGNS_OF_LATEX = {
    r"\le": "≤", r"\leq": "≤", r"\ge": "≥", r"\geq": "≥", r"\ne": "≠", r"\neq": "≠", r"\lt": "<", r"\gt": ">",
    r"\cdot": "·", r"\times": "·", r"\in": "∈", r"\notin": "∉", r"\neg": "¬", r"\to": "→",
    r"\frac": "/", r"\tfrac": "/",
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
    formula = sorts[0] == TRUTH
    signs = _SIGNS_OF_LATEX | _GREEK
    said = re.sub(r"\\[A-Za-z]+", lambda found: signs.get(found[0], found[0]), written)
    if (definition.parameters or not formula) and _says_nothing(_of_signs(said), said, formula):
        return True
    if any(isinstance(each, Function) for each in sorts):
        return False
    if not definition.parameters:
        if plain == _of_signs(definition.name):
            return False  # this was looked at as a name
        product = _is_product_in_latex(written)
        return bool(_SIGNS_ALONE.fullmatch(plain) or product or (sorts[0] == TRUTH and _RELATION.search(plain)))
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


_GREEK = {latex(variable(letter, NUMBER)): letter for letter in "ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρστυφχψω"}

_IN_WORDS = re.compile(r"\\(?:math[a-z]+|text|operatorname)\{[^{}]*\}")

_SET_OR_TABLE = re.compile(r"\\\{.*?\\\}|\\begin\{.*?\\end\{[a-z]*\}")

_SUBSCRIPT = re.compile(r"_(?:\{[^{}]*\}|\\[A-Za-z]+|.)")


def _is_product_in_latex(sign: str) -> bool:
    r"""Return whether LaTeX reads as several variables or numbers: a b is a times b, but p_1 is one sign.

    >>> [_is_product_in_latex(sign) for sign in ("a b", r"\alpha^2", "p_1", "G'", r"\mathrm{RR}", r"\mathrm{Z}+1")]
    [True, True, False, False, False, False]
    """
    alone = re.sub(
        r"_(\{[^{}]*\}|\\[A-Za-z]+|.)|\^(\{[-+]\}|[-+])", "", re.sub(r"\\(?:math[a-z]+|text|operatorname)", "#", sign)
    )
    letters = re.sub(r"\\[A-Za-z]+", lambda found: "x" if _is_greek(found[0]) else found[0], alone)
    return re.fullmatch(r"[A-Za-z0-9+·/^(),|-]{2,}", re.sub("['′″]", "", _of_signs(letters))) is not None


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

    >>> from exactdp.claims.statements.names import named
    >>> from exactdp.claims.vocabulary import table
    >>> one, other = named("t", table([[1]])), named("t", table([[2]]))
    >>> ambiguous([one[0, 0] == 1, other[0, 0] == 2]), ambiguous([one[0, 0] == 1, named("t", table([[1]]))[0, 0] == 1])
    ('t', None)
    """
    formulas = list(formulas)
    every, _ = defined_in(formulas, lambda _: True)
    first = {_as_read(each)[0]: each for each in taken()}
    for definition in every:
        other = first.setdefault(_as_read(definition)[0], definition)
        if other is not definition and not _told_apart(definition, other):
            return definition.name
    return _written_alike(formulas)


_SUBJECT = re.compile(r"^\{0\} is (not )?")


@cache
def _as_read(definition: Definition) -> tuple[str, list[int]]:
    """Return a name as a hasty reader sees it, and the numbers of its arguments in the order in which they are met.

    It is without its "is", its spaces and its capital letters.
    """
    order: list[int] = []
    read = ""
    for words, at, *_ in Formatter().parse(definition.name):
        read += words
        if at is not None:
            order += [int(at)] if int(at) not in order else []
            read += f"{{{order.index(int(at))}}}"
    seen = re.sub(r"\s", "", _SUBJECT.sub("{0} ", read)).casefold()
    return seen, order or [*range(len(definition.parameters))]


def _written_alike(formulas: Iterable[Formula]) -> str | None:
    """Return a term or a name in the formulas that is written like another one, or None.

    The name "f(1)" reads as f at 1, and "Σ" with its range in LaTeX as a sum. LaTeX may leave out arguments, except
    bound variables: nothing shows that c is another number for each k.
    """
    first: dict[str, Any] = {}
    said: dict[str, str] = {}
    waiting: list[tuple[Any, frozenset[str]]] = [(each, frozenset()) for each in formulas]
    while waiting:
        e, bound = waiting.pop()
        named = isinstance(e, Expression) and e.op in ("variable", "entry", "defined")
        if named or (isinstance(e, Term) and e.op not in ("literal", "linear", "number", "function")):
            name = text(e)
            if said.setdefault(latex(e), name) != name:
                return name
        if named:
            other = first.setdefault(name, e) if e.op == "defined" else e
            alike = other.args[0] is e.args[0] or same(expand(other), expand(e))
            if not alike or not bound.isdisjoint(_left_out(e)):
                return name
        if isinstance(e, Expression):
            bound |= {v.args[0] for v in split(e)[0]}
        parts = e.args if isinstance(e, Expression) else e if isinstance(e, tuple) else ()
        waiting += [(part, bound) for part in parts]
    return None


def _left_out(e: Expression) -> set[str]:
    """Return the variables in arguments of a name that its LaTeX leaves out."""
    sign = e.args[0].latex if e.op == "defined" else ""
    written = {int(at) for _, at, *_ in Formatter().parse(sign) if at is not None}
    return free_names(each for k, each in enumerate(e.args[1:]) if k not in written) if written else set()


def _told_apart(one: Definition, other: Definition) -> bool:
    """Return whether two definitions of one name mean the same, or have arguments by which readers tell them apart.

    Nothing in "For y good: y is fair" shows whether y is a vector or a matrix.
    """
    if len(one.parameters) != len(other.parameters):
        return True
    # In the order in which a reader meets them.
    pairs = [*zip(_as_read(one)[1], _as_read(other)[1], strict=True)]
    sorts = [(one.parameters[j].sort, other.parameters[k].sort) for j, k in pairs]
    sentences = TRUTH in [each.sort if each.body is None else each.body.sort for each in (one, other)]
    if not sentences and any(s != t and isinstance(s, Function) for s, t in sorts):
        return True
    if any(s != t for s, t in sorts):
        return False
    given = [one.parameters[j] for _, j in sorted((k, j) for j, k in pairs)]
    return same(expand(one(*one.parameters)), expand(other(*given)))
