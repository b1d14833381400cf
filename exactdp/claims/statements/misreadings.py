"""Names and variables that a reader could misread: a claim rejects them.

A script may name a term or a sentence, and a line `notation` gives the meaning. The name is a symbol or a phrase, so
that it never reads as another formula; its LaTeX is computed. No name is also a variable of the clause.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from string import Formatter
from unicodedata import category, normalize

from exactdp.arithmetic.errors import InputError
from exactdp.claims.statements.announcements import SORT_WORDS
from exactdp.claims.statements.expressions import (
    INDEX,
    NUMBER,
    TRUTH,
    Expression,
    Function,
    Sort,
    free_names,
    same,
    split,
    subexpressions,
)
from exactdp.claims.statements.latex import latex
from exactdp.claims.statements.names import defined_in, is_sign, is_word, named_in, taken, without_formula
from exactdp.claims.statements.notation import text
from exactdp.claims.statements.sentences import AND, OTHER_CONNECTIVE, without_arguments, words_and_arguments
from exactdp.claims.statements.shapes import RESERVED, is_phrase, is_symbol, reads_as_relation
from exactdp.claims.statements.tables import table_of
from exactdp.claims.statements.terms import Definition, Formula, Operand, Term, expand


def clash(formulas: Iterable[Formula]) -> str | None:
    """Return a name that is also a variable of the formulas, is bound in a meaning, or is a parameter there, or None.

    A letter or word within a name reads as a variable, too, as the f of f(α + β) does. So an argument may
    not contain this variable: "h[i] is the distance in the first i coordinates" is about one i, and means all. Beside a
    loss |i-r|, another i is refused: in L_k(|i-r|, x; m), it would be a number in place of the input k.

    >>> from exactdp.claims.statements.formulas import number
    >>> from exactdp.claims.statements.names import named
    >>> from exactdp.claims.vocabulary import table
    >>> t = named("t", table([[1]]))
    >>> clash([t[0, 0] == number("t")]), clash([t[0, 0] == number("u")])
    ('t', None)
    """
    formulas = list(formulas)
    explained_here, bound = defined_in(formulas)
    meanings = ((named_in(each), [p.args[0] for p in each.parameters]) for each in explained_here)
    whole = explained_here + without_formula(formulas), free_names(formulas) | bound
    shared = (_shared(*each) for each in (whole, *meanings))
    every, _ = defined_in(formulas, lambda _: True)
    scope = [_in_latin(name) for name in sorted(free_names(formulas))]
    losses = chain(*(_beside_loss(f, scope) for f in formulas))
    return next(chain(filter(None, shared), _caught(formulas), losses, *map(_caught_in_meaning, every)), None)


def _caught(expressions: Iterable[Expression]) -> Iterator[str]:
    """Yield the variables of an argument that are letters or words of the name."""
    for e in subexpressions(tuple(expressions)):
        if e.op == "defined" and len(e.args) > 1:
            signs = _letters(e.args[0])
            yield from sorted(name for name in map(_in_latin, free_names(e.args[1:])) if name in signs)


@cache
def _caught_in_meaning(definition: Definition) -> list[str]:
    """Return the same as `_caught` and `_beside_loss` of the meaning of a name, found once, as claims share words."""
    parts = [part for part in (definition.body, definition.within) if part is not None]
    scope = [_in_latin(p.args[0]) for p in definition.parameters]
    return [] if is_sign(definition) else [*_caught(parts), *chain(*(_beside_loss(each, scope) for each in parts))]


def _beside_loss(e: object, scope: Sequence[str]) -> Iterator[str]:
    """Yield i or r beside a loss that is named by its formula, such as |i-r|, where they could be these variables.

    In L_i(|i-r|, x; m), both readings of i are the same.
    """
    if not isinstance(e, Expression):
        return
    if _is_loss(e):
        yield from (letter for letter in "ir" if letter in scope)
        return
    bound, outside, inside = split(e)
    yield from chain(*(_beside_loss(each, scope) for each in outside if not (e.op == "defined" and _is_loss(each))))
    within = [*scope, *(_in_latin(v.args[0]) for v in bound)]
    yield from chain(*(_beside_loss(each, within) for each in inside))
    for k, loss in enumerate(e.args[1:] if e.op == "defined" else ()):
        if _is_loss(loss):
            row = _row_of(e.args[0], k)
            at = None if row is None else e.args[1 + row]
            own = at is not None and at.op == "variable" and _in_latin(at.args[0]) == "i" and scope.count("i") == 1
            yield from (letter for letter in "ir" if letter in scope and not (own and letter == "i"))


def _is_loss(e: object) -> bool:
    """Return whether this is a loss that is named by its formula, such as |i-r|."""
    name = e.args[0] if isinstance(e, Expression) and e.op == "defined" else None
    return name is not None and is_sign(name) and table_of(name) is None


@cache
def _row_of(definition: Definition, k: int) -> int | None:
    """Return which parameter is the row of all entries of the parameter k that a name reads, or None."""
    names = [p.args[0] for p in definition.parameters]
    parts = [*subexpressions(expand(definition.body))]
    read = [e.args[1] for e in parts if e.op == "entry" and _is_named(e.args[0], names[k : k + 1])]
    uses = sum(_is_named(e, names[k : k + 1]) for e in parts)
    rows = {at.args[0] if _is_named(at, names) else None for at in read}
    row = rows.pop() if len(rows) == 1 and uses == len(read) else None
    return None if row is None else names.index(row)


def _is_named(e: Expression, names: Sequence[str]) -> bool:
    """Return whether this is a variable of one of these names."""
    return e.op == "variable" and e.args[0] in names


@cache
def _letters(definition: Definition) -> frozenset[str]:
    """Return the letters and words of a name with arguments, also those in an index, without the article "a"."""
    name = without_arguments(definition.name)
    found = [*_SIGN.findall(name), *re.findall("_([^\\W_]+)", name)]
    return frozenset(map(_in_latin, found)) - ({"a"} if not is_symbol(definition.name) else set())


def _shared(definitions: Iterable[Definition], names: Iterable[str]) -> str | None:
    """Return a name that reads as one of these variables, or None."""
    definitions = list(definitions)
    # A bound variable is written without its primes, and with others.
    variables = {_in_latin(name) for name in names}
    found = next((sign for each in definitions for sign in _signs(each) if _in_latin(sign) in variables), None)
    # Of numbers a and b, the name ab would be the product.
    numbers = _numbers(definitions)
    letters = variables.union(numbers)
    return found or next((name for name in numbers if len(name) > 1 and {*name} <= letters), None)


def _numbers(definitions: Iterable[Definition]) -> list[str]:
    """Return the names of indices and numbers without arguments, as variables of these names are read."""
    return [_in_latin(each.name) for each in definitions if not each.parameters and _sort(each) in (INDEX, NUMBER)]


def _in_latin(name: str) -> str:
    """Return a name without primes, and with Latin letters for the Greek ones that look like them."""
    return name.translate(_LATIN).rstrip("'")


def _signs(definition: Definition) -> Iterator[str]:
    """Yield the signs of a name that could be variables: the whole name or its head, and the other letters and words.

    The letter in an index belongs to the name: in L_i({0}), i is not a variable.
    """
    name = without_arguments(definition.name)
    if not definition.parameters:
        yield name
        # x^G could be a power.
        yield from name.split("^")[1:] and re.split(r"[\^_]", name)
    elif not is_word(definition):
        # An article is not a variable.
        found = [each for each in _SIGN.findall(name) if each != "a" or is_symbol(definition.name)]
        yield from found
        # In "α is low for x_1", x is a letter, too.
        yield from (each.partition("_")[0] for each in found if not is_symbol(definition.name))


_SIGN = re.compile(r"(?<![_\w])[^\W\d_]+[0-9]*(?:_[^\W_]+)?['′″]*")

_PLAIN = re.compile(r"[A-Za-zΓΔΘΛΞΠΣΦΨΩα-ξπ-ωℓ][A-Za-z0-9_ΓΔΘΛΞΠΣΦΨΩα-ξπ-ω]*['′″]*")
"""A name without signs, and without Greek letters that look like Latin ones."""

_OF_SENTENCES = frozenset([*SORT_WORDS, "all", "every", "iff", "no", "some", "the", "then", "unless", "with"])
"""Words between the formulas of a statement."""

_LETTERS = frozenset("ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρστυφχψωℓ")

_MARKS = frozenset("\u0302\u0303′″")
"""The hat and the tilde of a letter, and primes."""

_LIKE_ANOTHER = frozenset("−∕∗∣∶∼⋅∙⩽⩾≦≧")
"""Signs that look like signs of terms and formulas."""

_LATIN = str.maketrans({"ν": "v", "υ": "u", "ι": "i", "κ": "k", "χ": "x", "ℓ": "l", "′": "'", "″": "''"})


def shapeless(formulas: Iterable[Formula]) -> str | None:
    """Return the name of a script that is neither a symbol nor a phrase, or that has its own LaTeX; otherwise None.

    A sentence is a phrase, and a term is either. Without a word, a sentence would read as a formula or a list. Words
    such as "is at most" between numbers read as a formula, too.

    >>> from exactdp.claims.statements.formulas import TRUE, numbers
    >>> a, b = numbers("a b")
    >>> shapeless([Definition("{0} < {1}", (a, b), TRUE)(2, 1)]), shapeless([Definition("f({0})", (a,), a)(1) == 1])
    ('{0} < {1}', None)
    """
    formulas = list(formulas)
    every, _ = defined_in(formulas, lambda _: True)
    for each in (*every, *without_formula(formulas)):
        is_condition = _sort(each) == TRUTH and each.parameters
        of_numbers = each.parameters and all(p.sort in (INDEX, NUMBER) for p in each.parameters)
        is_said = is_phrase(each.name) and not (of_numbers and reads_as_relation(each.name))
        shaped = is_said or (is_symbol(each.name) and not is_condition)
        if not is_word(each) and (each.latex or not (shaped or is_sign(each))):
            return each.name
    return None


def misleading(formulas: Iterable[Formula]) -> str | None:
    """Return a name with a letter of another alphabet, also in a meaning; otherwise None.

    That is also a variable that could be a number or another variable.

    >>> from exactdp.claims.statements.formulas import number
    >>> misleading([number("0") == 1]), misleading([number("α") + number("x_1'") == 1])
    ('0', None)
    >>> misleading([number("ν") < number("v")])
    'ν'
    """
    formulas = list(formulas)
    every, bound = defined_in(formulas, lambda _: True)
    defined = [*every, *without_formula(formulas)]
    for definition in defined:
        if not all(map(_is_usual, definition.name)):
            return definition.name
    # A meaning shows also the parameters that it does not use: "g(0; b) = b" would be about 0 alone.
    names = sorted(free_names([*formulas, *(p for each in defined for p in each.parameters)]) | bound)
    odd = (name for name in names if not _PLAIN.fullmatch(name) or name in RESERVED or name in _OF_SENTENCES)
    return next(odd, None) or _alike(names, bound, _numbers(defined))


def _is_usual(sign: str) -> bool:
    """Return whether readers know the letter or sign, and do not take it for another."""
    if sign.isascii() or sign in _LETTERS or sign in _MARKS:
        return True
    # A fullwidth < is another sign to Python alone.
    looks_like = normalize("NFKC", sign) != sign and category(sign) != "No" and sign not in "⁺⁻…′″"
    return category(sign) in ("Sm", "No", "Po", "Ps", "Pe") and sign not in _LIKE_ANOTHER and not looks_like


def _alike(names: Iterable[str], bound: set[str], numbers: Iterable[str]) -> str | None:
    """Return a variable that reads as another one, or in LaTeX as an entry or a product: x1 beside x[1], or ab.

    A factor may also be one of the `numbers` that have names.
    """
    names = set(names)
    # A bound variable is also written with more primes.
    primed = {name.rstrip("'") for name in bound}
    factors = {*map(_in_latin, names), *numbers}
    for name in sorted(names):
        plain = name.translate(_LATIN)
        indexed = re.fullmatch(r"(.*?)[0-9]+['′″]*", name)
        if plain != name and (plain in names or plain.rstrip("'") in primed):
            return name
        if indexed and indexed[1] in names:
            return name
        if len(_in_latin(name)) > 1 and {*_in_latin(name)} <= factors:
            return name
    return None


def ambiguous(formulas: Iterable[Formula]) -> str | None:
    """Return a name that stands for two things in the formulas, or None. The sentences of this package are taken.

    A name with "is not" also stands for a negation, and one with "is" may be written without it.

    >>> from exactdp.claims.statements.names import named
    >>> from exactdp.claims.vocabulary import table
    >>> one, other = named("t", table([[1]])), named("t", table([[2]]))
    >>> ambiguous([one[0, 0] == 1, other[0, 0] == 2]), ambiguous([one[0, 0] == 1, named("t", table([[1]]))[0, 0] == 1])
    ('t', None)
    """
    formulas = list(formulas)
    every = [*defined_in(formulas, lambda _: True)[0], *without_formula(formulas)]
    first = {_as_read(each)[0]: each for each in taken()}
    for definition in every:
        other = first.setdefault(_as_read(definition)[0], definition)
        if other is not definition and not _told_apart(definition, other):
            return definition.name
    own = [each for each in every if not (is_word(each) or is_sign(each))]
    joined = (each.name for each in own if any(_sort(first.get(part)) == _sort(each) for part in _parts(each)))
    called = {each.name.partition("({")[0] for each in every if each.parameters}
    # In LaTeX, f times a + b looks like f at a + b.
    factors = (
        each.name for each in own if not each.parameters and each.name in called and _sort(each) in (INDEX, NUMBER)
    )
    special = (one.name for one in own for other in (*every, *taken()) if one is not other and _is_special(one, other))
    found = next(chain(joined, factors, special), None)
    return found or _like_a_variable(every, formulas) or _written_alike(formulas, every)


_SUBJECT = re.compile(r"^\{0\} is (not )?")


@cache
def _as_read(definition: Definition) -> tuple[str, list[int]]:
    """Return a name as a hasty reader sees it, and the numbers of its arguments in the order in which they are met."""
    seen, order = _seen(definition.name)
    return seen, order or [*range(len(definition.parameters))]


@cache
def _seen(name: str) -> tuple[str, list[int]]:
    """Return a name without its "is", spaces, hyphens, commas and capital letters, and the order of its arguments."""
    order: list[int] = []
    read = ""
    for words, at, *_ in Formatter().parse(name):
        read += words
        if at is not None:
            order += [int(at)] if int(at) not in order else []
            read += f"{{{order.index(int(at))}}}"
    return re.sub(r"[\s,-]", "", _SUBJECT.sub("{0} ", read)).translate(_LATIN).casefold(), order


def _parts(definition: Definition) -> list[str]:
    """Return, as a hasty reader sees them, the parts that a connective, a comma or a power joins in a name.

    "x is low or y is high" reads as a formula, if "x is low" is a name, too.
    """
    parts = re.split(rf",|\^|\bbut\b|{AND.pattern}|{OTHER_CONNECTIVE.pattern}", definition.name)
    return [_seen(each.strip())[0] for each in parts if len(parts) > 1 and each.strip()]


def _sort(definition: Definition | None) -> Sort | None:
    return None if definition is None else definition.sort if definition.body is None else definition.body.sort


def _is_special(one: Definition, general: Definition) -> bool:
    """Return whether a name reads like another name at a number or a letter, and means something else.

    >>> from exactdp.claims.statements.formulas import as_number, numbers
    >>> (a,) = numbers("α")
    >>> f, f_1 = Definition("f_{0}", (a,), a), Definition("f_1", (), as_number(3))
    >>> _is_special(f_1, f), _is_special(Definition("f_1", (), as_number(1)), f), _is_special(f, f_1)
    (True, False, False)
    """
    found = _pattern(general).fullmatch(_SHOWN.sub(r"<\1>", one.name)) if general.parameters else None
    if found is None:
        return False
    given: list[Operand] = [0] * len(general.parameters)
    for at, written in zip(_places(general), found.groups(), strict=True):
        shown = re.fullmatch(r"<([0-9]+)>(?:\+([0-9]+))?", written)
        if not (shown or written.isdigit()):
            return True
        argument = one.parameters[int(shown[1])] if shown else int(written)
        given[at] = argument + int(shown[2]) if shown and shown[2] else argument
    try:
        read = general(*given)
    except InputError:  # a reader sees that f_1 is not f_g for a function g
        return False
    return not same(expand(read), expand(one(*one.parameters)))


_SHOWN = re.compile(r"\{([0-9]+)\}")


def _places(definition: Definition) -> list[int]:
    return [each for each in words_and_arguments(definition.name) if isinstance(each, int)]


@cache
def _pattern(definition: Definition) -> re.Pattern[str]:
    pieces = words_and_arguments(definition.name.replace("{{", "{{{{").replace("}}", "}}}}"))
    return re.compile(
        "".join(
            re.escape(each)
            if isinstance(each, str)
            else r"([^\W\d_]|[0-9]+|<[0-9]+>(?:\+[0-9])?|(?:[^\W_]+|<[0-9]+>)['′″]+|[^\W\d_]+\([^()]*\)|[^\W\d_]_\S+)"
            for each in pieces
        )
    )


def _like_a_variable(every: Iterable[Definition], formulas: Iterable[Formula]) -> str | None:
    """Return a name that reads as a variable, as "x_{0}" at 1 does beside a variable x_1, or None.

    In LaTeX, x_1 also reads as an entry of the vector x.
    """
    variables: set[str] = set()
    vectors: set[str] = set()
    called: set[str] = set()
    for e in subexpressions((*formulas, *(part for each in every for part in (each.body, *each.parameters)))):
        if e.op == "variable":
            is_vector = isinstance(e.sort, Function) and e.sort.arity == 1
            (vectors if is_vector else variables).add(_in_latin(e.args[0]))
        elif e.op == "defined" and len(e.args) > 1:
            called.add(text(e))
    names = (each.name for each in every if not each.parameters)
    entry = next((name for name in names if _in_latin(re.sub("_([0-9]+|[i-nrstℓ])['′″]*$", "", name)) in vectors), None)
    return entry or next((name for name in sorted(called) if _in_latin(name) in variables | vectors), None)


def _written_alike(formulas: Iterable[Formula], meanings: Iterable[Definition]) -> str | None:
    """Return a term or a name in the formulas, or in these meanings, that is written like another one, or None.

    The name "f(1)" reads as f at 1, and the name "t_1" in LaTeX as t at 1.
    """
    first: dict[str, Expression] = {}
    said: dict[str, str] = {}
    for name, in_latex, e in chain(_written(formulas), *map(_written_in_meaning, meanings)):
        if said.setdefault(in_latex, name) != name:
            return name
        other = first.setdefault(name, e) if e.op == "defined" else e
        if not (other.args[0] is e.args[0] or same(expand(other), expand(e))):
            return name
    return None


@cache
def _written_in_meaning(definition: Definition) -> list[tuple[str, str, Expression]]:
    """Return the same as `_written` of the meaning of a name, found once, as claims share their words."""
    return [*_written(part for part in (definition.body, definition.within) if part is not None)]


def _written(expressions: Iterable[Expression]) -> Iterator[tuple[str, str, Expression]]:
    """Yield the terms and names in expressions, each with its text and its LaTeX."""
    for e in subexpressions(tuple(expressions)):
        is_named = e.op in ("variable", "entry", "defined")
        if is_named or (isinstance(e, Term) and e.op not in ("literal", "linear", "number", "function")):
            yield text(e), latex(e), e


def _told_apart(one: Definition, other: Definition) -> bool:
    """Return whether two definitions of one name mean the same, or have arguments by which readers tell them apart.

    Nothing in "For y good: y is fair" shows whether y is a vector or a matrix.
    """
    if len(one.parameters) != len(other.parameters):
        return True
    # In the order in which a reader meets them.
    pairs = [*zip(_as_read(one)[1], _as_read(other)[1], strict=True)]
    sorts = [(one.parameters[j].sort, other.parameters[k].sort) for j, k in pairs]
    sentences = TRUTH in (_sort(one), _sort(other))
    if not sentences and any(s != t and isinstance(s, Function) and isinstance(t, Function) for s, t in sorts):
        return True
    if any(s != t for s, t in sorts):
        return False
    given = [one.parameters[j] for _, j in sorted((k, j) for j, k in pairs)]
    return same(expand(one(*one.parameters)), expand(other(*given)))
