"""The name of a definition as words: the sentences in it, and the places of its arguments.

>>> from exactdp.claims.statements.formulas import Definition, numbers
>>> a, b = numbers("α β")
>>> def named(name):
...     return Definition(name, (a, b), b < a)(a, b)
>>> describes(named("{0} is above {1}")), describes(named("{0} agrees with {1}"))
(True, False)
>>> denied_by_not("{0} is above {1}"), denied_by_not("{0} is above {1} for all k")
(True, False)
>>> both, either = named("{0} is 0 and {1} is 0"), named("{0} is 0 or {1} is 0")
>>> is_compound(both), has_alternatives(both), has_alternatives(either)
(True, False, True)
>>> words_and_arguments("{0} is on {{0..{1}}}")
[0, ' is on {0..', 1, '}']
>>> is_call(words_and_arguments("L_{0}({1})")), is_call(words_and_arguments("({0}) and ({1})"))
(True, False)
"""

import re
from collections.abc import Sequence
from string import Formatter

from exactdp.claims.statements.expressions import TRUTH, Expression
from exactdp.claims.statements.terms import Formula


def describes(f: Formula) -> bool:
    """Return whether "for" may precede the condition, as in: for x α-private. Other sentences need "if"."""
    if f.op == "not" and f.args[0].op == "defined":
        return False
    if f.op != "defined":
        return True
    # "For x low and y" would announce y, too.
    if has_alternatives(f) or re.search(r"(?:,| and) \{[0-9]+\}$", f.args[0].name):
        return False
    pieces = words_and_arguments(f.args[0].name)
    words = {word for each in pieces for word in re.findall(r"[^\W\d_]{2,}", str(each))}
    return words <= {"on"} or may_drop(" is ", pieces)


def may_drop(verb: str, pieces: Sequence[str | int]) -> bool:
    """Return whether a condition is understood without this verb after its subject, as in: for x private.

    Without its "is", "x is y" would read as x times y, or as a list.

    >>> [may_drop(" is ", words_and_arguments(name)) for name in ("{0} is {1}-private", "{0} is a prior", "{0} is {1}")]
    [True, True, False]
    """
    if len(pieces) < 2 or pieces[0] != 0 or not str(pieces[1]).startswith(verb):
        return False
    rest = "".join(each if isinstance(each, str) else "\0" for each in pieces[1:])[len(verb) :]
    return _DESCRIPTION.match(_SET_AS_TEXT.sub("", rest)) is not None


_SET_AS_TEXT = re.compile(r"\\text\{|\}")

_DESCRIPTION = re.compile("(?:an? )?(?:\0-)?[^\\W\\d_]{2,}")


AND = re.compile(r"\band\b|∧")
OTHER_CONNECTIVE = re.compile(
    r"\b(?:because|except|if|iff|implies|nor|not|or|provided|since|then|unless|until|when|whenever|while)\b|[⇒⇔→∨¬]"
)
_ASSERTS = re.compile(r"\b(?:is|are|has|have)\b|[=<>≤≥≠∈∉]")
_HAS_SCOPE = re.compile(
    r"\b(?:all|always|any|because|both|but|each|either|every|except|exists?|given|if|iff|implies|neither|never|no|none"
    r"|nor|not|only|or|plus|provided|since|some|then|there|unless|until|what|whatever|when|whenever|where|wherever|which"
    r"|whichever|while|who)\b|[∀∃⇒⇔→∧∨¬]"
)
"""Words after which it is unclear what a "not" before them denies: x is not 0 whenever y is 0."""


def denied_by_not(name: str) -> bool:
    """Return whether "is not" in place of "is" denies the whole sentence."""
    said = re.sub(r"^\{0\} is an? ", "", name)
    unclear = (_HAS_SCOPE, _COUNTS, _JOINS)
    return not any(each.search(said) for each in unclear) and len(_ASSERTS.findall(name)) == 1


_COUNTS = re.compile(r"\b(?:an?|few|many|most|one|several|two|three|[0-9]+ [a-z]+|\{[0-9]+\} [a-z]+s)\b")
"""Words after which "x is not 0 in a row" could mean that it is 0 in no row, or not 0 in some row."""


_JOINS = re.compile(
    r"(?:,|\band\b)(?! ?\{[0-9]+\}(?:$|,| and\b|[)+]| (?:among|at|by|for|from|in|of|on|to|with|within)\b))"
)
"""An "and" or a comma that does not only list arguments: "x is not low and y high" could deny that x is low."""


def has_alternatives(f: Expression) -> bool:
    """Return whether the formula is a name with several sentences in a part without "and", as in "x is 0 or y is 0"."""
    return any(len(sentences) > 1 for sentences in _sentences(f))


def is_compound(f: Expression) -> bool:
    """Return whether the formula is a name of several sentences, as in "x is 0 and y is 0"."""
    return sum(map(len, _sentences(f))) > 1


def _sentences(f: Expression) -> list[list[str]]:
    """Return the sentences of a name, by the parts that "and" joins."""
    if f.op != "defined" or f.sort != TRUTH:
        return []
    parts = [OTHER_CONNECTIVE.split(part) for part in AND.split(f.args[0].name)]
    return [
        [each for each in part if _ASSERTS.search(each) or (len(part) > 1 and _MAY_ASSERT.match(each))]
        for part in parts
    ]


_MAY_ASSERT = re.compile(r"\s*\{[0-9]+\} [a-z]{2,}")
"""Beside "or", an argument and a word, which may be a verb: x equals y or x exceeds z."""


def reads_as_formula(template: str) -> bool:
    r"""Return whether the name of a number has a relation or a connective outside of brackets.

    >>> [reads_as_formula(name) for name in ("{0} or {1}", r"{0} \le {1}", "h({0} = {1})")]
    [True, True, False]
    """
    outside = outside_brackets("".join(map(str, words_and_arguments(template))))
    return any(pattern.search(outside) for pattern in (AND, OTHER_CONNECTIVE, _ASSERTS, _RELATION_IN_LATEX))


def is_open(template: str) -> bool:
    """Return whether a sign beside the name of a number could belong to its end: "a equals b ≥ 5" looks like a chain.

    >>> [is_open(name) for name in ("the sum of {0} for all", "{0} equals {1}", "the row {0}, {1} of x", "low or high")]
    [False, True, True, True]
    """
    written = without_arguments(template, "\0")
    ends_in_arguments = written.startswith("\0 ") or written.endswith(" \0")
    return ends_in_arguments or "\0" not in written or "," in outside_brackets(written)


_RELATION_IN_LATEX = re.compile(r"\\(?:[lg]eq?|neq?|[lg]t|in|notin|Rightarrow|Leftrightarrow)(?![A-Za-z])")


def outside_brackets(written: str) -> str:
    """Return a text without the parts in brackets, such as (0, 1].

    >>> outside_brackets("f({0}, [1]) = (0, 1] + 2")
    'f =  + 2'
    """
    before = ""
    while written != before:
        written, before = _WITHIN_BRACKETS.sub("", written), written
    return written


_WITHIN_BRACKETS = re.compile(r"[({[][^][(){}]*[])}]")


def without_arguments(template: str, place: str = "…") -> str:
    """Return the name of a definition with dots, or another sign, in the place of its arguments.

    >>> without_arguments("{0} is stochastic on {{0..{1}}}")
    '… is stochastic on {0..…}'
    """
    return "".join(each if isinstance(each, str) else place for each in words_and_arguments(template))


def words_and_arguments(template: str) -> list[str | int]:
    """Return the words of a template, and the numbers of the arguments between them."""
    found: list[str | int] = []
    for words, at, _, _ in Formatter().parse(template):
        if words:
            found.append(str(found.pop()) + words if found and isinstance(found[-1], str) else words)
        if at is not None:
            found.append(int(at))
    return found


def is_call(pieces: Sequence[str | int]) -> bool:
    """Return whether brackets already enclose the name, after a sign as in L_i(l, x; m): then it needs no others."""
    whole = "".join(each if isinstance(each, str) else "0" for each in pieces)
    sign = re.match(r"(\\?\w[^\s()\[\]]*)?(?=[(\[])", whole)
    if sign is None:
        return False
    depth = 0
    for at in range(sign.end(), len(whole)):
        depth += (whole[at] in "([") - (whole[at] in ")]")
        if not depth:
            return at == len(whole) - 1
    return False
