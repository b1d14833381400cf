r"""The names that a script may give: a symbol with its arguments, or a phrase of words.

Neither can read as a formula of variables, because it has no operations and relations between its arguments. A table
and the formula of a loss explain themselves, and have other names: `names.is_sign` compares them with their values.

A symbol has a letter or a word, then indices, and at the end arguments in brackets.

>>> [is_symbol(name) for name in ("x_1", "G_({0},{1})", "loss({0}; {1}, {2})", "Pr_{0}(|Z| ≥ {1})", "Table 1(a)")]
[True, True, True, True, True]
>>> [is_symbol(name) for name in ("{0}({1})", "{0}_{1}", "f({0} + {1})", "α·{0}", "2f({0})", "1/2")]
[False, False, False, False, False, False]

A phrase has words between its arguments.

>>> [is_phrase(name) for name in ("{0} is a prior on {{0..{1}}}", "{0} is {1}-private in column {2}", "the sum of {0}")]
[True, True, True]
>>> [is_phrase(name) for name in ("{0} ≤ {1}", "{0} is below n", "{0}, {1}", "{0} and {1}", "{0} or {1} is 2·{0}")]
[False, False, False, False, False]
"""

import re
from functools import cache

from exactdp.claims.statements.sentences import AND, OTHER_CONNECTIVE, without_arguments

_LETTER = "[A-Za-zΑ-ΟΡΤ-Ωα-ωℓ][\u0302\u0303]?"
"""A letter, which may have a hat or a tilde. Π and Σ begin products and sums."""

# Greek letters in a row are a product in LaTeX, and x-n is a difference.
_COMPOUND = "[A-Za-z]{2,}(?:-[A-Za-z]{2,})*"
_WORDS = rf"{_COMPOUND}(?: {_COMPOUND})*"

# Each \0 stands for an argument.
_ITEM = (
    rf"(?:(?:\|?{_LETTER}\|? (?:≤|≥|=|<|>) )?\0|{_WORDS}|[0-9]+|\0 {_WORDS}|{_WORDS} \0"
    r"|\{0\.\.\0\}|\(\0(?:, ?\0)*\))"
)
_LIST = rf"{_ITEM}(?:(?:,|;| ?\|) ?{_ITEM})*"

# A small letter above the line would be an exponent, and an index such as i would be a variable.
_SIGN = rf"#?(?:[A-Za-z]+|{_LETTER})(?:\^[A-Z]|['′″]*|[⁺⁻])"
_WORD = rf"[A-Za-z]{{2,}}|(?![i-nrstℓ]){_LETTER}|[0-9]+"
_INDEX = rf"_(?:{_WORD}|\0|\({_LIST}\))['′″]*"

_ALONE = re.compile(rf"{_SIGN}(?:_(?:{_WORD})['′″]*)?|(?:Table|Figure|Example) [0-9]+(?:\([a-z]\))?")
_WITH_ARGUMENTS = re.compile(rf"{_SIGN}(?:{_INDEX})?(?:\({_LIST}\))?")

_SET = r"\{(?:[0-9]|\0)(?:\.\.(?:[0-9]|\0)(?:[-+][0-9])?)?\}²?"
_TOKEN = (
    rf"(?:{_SET}(?: × {_SET})?|\0\.\.\0(?:\+[0-9])?|[0-9]\.\.\0|\0(?:\+[0-9]|'s|-{_COMPOUND})?"
    rf"|{_COMPOUND}(?:'s)?|a(?= [A-Za-z]{{2}}| \0-)|[0-9]+(?:\.[0-9]+)?|[↑↓]"
    rf"|(?:{_LETTER})_(?:{_WORD}|\0|\({_LIST}\))|(?:{_LETTER})?\({_LIST}\))"
)
_PHRASE = re.compile(rf"{_TOKEN}(?:,? {_TOKEN})*")

RESERVED = frozenset(["and", "false", "for", "if", "is", "max", "min", "not", "or", "otherwise", "true", "where"])
"""Words that are part of formulas."""

_BINDS = re.compile(
    r"\b(?:any|each|every|exists?|no|some|there (?:are|is)|unique)(?: (?:integer|matrix|number|vector|set))? \0(?!-)"
    r"|\ball(?: (?:integers|matrices|numbers|vectors|sets))? \0(?!-| [a-z]{2})",
    re.IGNORECASE,
)
"""Words after which an argument would read as a variable that they bind, as in "x is low for all i"."""

_ENDS = re.compile(rf"^(?:{AND.pattern}|{OTHER_CONNECTIVE.pattern})|(?:{AND.pattern}|{OTHER_CONNECTIVE.pattern})$")
"""Connectives at an end of a phrase, which would join it to the formula beside it."""

_SMALL_WORDS = re.compile(
    "all|an|and|are|at|be|by|each|every|for|from|has|have|if|iff|in|implies|is|nor|not|of|on|or|otherwise|some|the|then"
    "|there|to|true|unless|with",
    re.IGNORECASE,
)
"""Words that say nothing about the arguments between which they stand."""

_OF_NUMBERS = re.compile(
    "above|below|choose|differs|divided|divides|equals?|even|exceeds|fewer|greater|larger|least|less|minus|mod|more|most"
    "|negative|nonnegative|nonzero|odd|over|plus|positive|smaller|squared|than|times|under|zero",
    re.IGNORECASE,
)
"""Words for operations, relations and properties of numbers: "x is at most y" reads as a formula, whatever it means."""


@cache
def is_symbol(name: str) -> bool:
    """Return whether a name is one sign, such as x_1, or one with its arguments in brackets, such as f({0}; {1})."""
    written = without_arguments(name, "\0")
    shape = _WITH_ARGUMENTS if "\0" in written else _ALONE
    # LaTeX has no two signs above one letter.
    above = re.findall(r"['′″]+|[⁺⁻]|\^", re.sub(r"\([^()]*\)", "", written))
    sign = re.split(r"[_(]", written)[0]
    return shape.fullmatch(written) is not None and len(above) <= 1 and sign.lower() not in RESERVED


def reads_as_relation(name: str) -> bool:
    """Return whether all words of a phrase have a fixed meaning between numbers, as in "{0} is at most {1}".

    >>> [reads_as_relation(name) for name in ("{0} is at most {1}", "{0} plus {1}", "{0} is at most {1} apart")]
    [True, True, False]
    """
    return all(_SMALL_WORDS.fullmatch(word) or _OF_NUMBERS.fullmatch(word) for word in _words(name))


def _words(name: str) -> list[str]:
    written = re.sub(r"\([^()]*\)", "", without_arguments(name, "\0"))
    return re.findall("(?<![_^A-Za-z])[A-Za-z]{2,}", written)


@cache
def is_phrase(name: str) -> bool:
    """Return whether a name consists of words and arguments, and some word says something about the arguments."""
    written = without_arguments(name, "\0")
    words = _words(name)
    return (
        _PHRASE.fullmatch(written) is not None
        and "\0 \0" not in written  # in LaTeX, these arguments would be a product
        and not _BINDS.search(written)
        and not _ENDS.search(written)
        and not all(word.lower() in RESERVED or _SMALL_WORDS.fullmatch(word) for word in words)
    )
