"""How a reader knows the sort of a variable: from its first letter, from its place, or from a word.

The first letter of a name shows its sort: i, j, k, l, m, n, r, s, t are integers, and all others are numbers. If a name
breaks this rule, the quantifier or the statement names the sort. In a quantifier, a word for one variable would also
read as the word for the next one: "∃ integer d, u" says that u is an integer, and "∃ integer d, number u" does not.
Functions are known by their brackets, and those to integers by the names that they are arguments of; otherwise the
statement names their sort.

>>> from exactdp.claims.statements.formulas import indices, number, variable
>>> (i, n), d = indices("i n"), variable("d", INDEX)
>>> sort_in_words(INDEX), sort_in_words(Function(3, NUMBER)), sort_in_words(SET) in SORT_WORDS
('integer', 'function of 3 indices', True)
>>> for_all(INDEX, 1), for_all(MATRIX, 2), is_or_are(INDEX, 1), is_or_are(NUMBER, 2)
('every integer ', 'all matrices ', ' is an integer', ' are numbers')
>>> shows_its_sort(i), shows_its_sort(d), is_known(d, (d <= n,))
(True, False, False)
>>> known_by_letters([i, d, number("α")])
{'i'}
>>> untold([i, d, number("α")], i <= n)
[d]
>>> told([0 <= d, d <= n])
{'d': d, 'n': n}
"""

import re
from collections.abc import Iterable, Sequence

from exactdp.claims.statements.expressions import (
    INDEX,
    INDEX_MAP,
    MATRIX,
    NUMBER,
    RANGED,
    SET,
    TRUTH,
    VECTOR,
    Expression,
    Function,
    Sort,
    free,
    subexpressions,
)
from exactdp.claims.statements.terms import Formula, Term, linear

_WORDS: dict[Sort, tuple[str, str]] = {
    INDEX: ("integer", "integers"),
    NUMBER: ("number", "numbers"),
    VECTOR: ("vector", "vectors"),
    MATRIX: ("matrix", "matrices"),
    INDEX_MAP: ("index map", "index maps"),
    SET: ("set", "sets"),
}


SORT_WORDS = (*(one for one, _ in _WORDS.values()), "function", "relation")
"""The words with which a sort in words can begin."""


def sort_in_words(sort: Sort) -> str:
    """Return the meaning of a variable of this sort, in words."""
    return _words(sort)[0]


def _words(sort: Sort) -> tuple[str, str]:
    if sort in _WORDS:
        return _WORDS[sort]
    assert isinstance(sort, Function)
    kind = {INDEX: "integer function", TRUTH: "relation"}.get(sort.values, "function")
    return f"{kind} of {sort.arity} indices", f"{kind}s of {sort.arity} indices"


def for_all(sort: Sort, count: int) -> str:
    """Return the words before so many variables of a sort that a statement is about."""
    one, many = _words(sort)
    return f"every {one} " if count == 1 else f"all {many} "


def is_or_are(sort: Sort, count: int) -> str:
    """Return the words after so many variables that say their sort."""
    one, many = _words(sort)
    return f" are {many}" if count > 1 else f" is {'an' if one[0] in 'aeiou' else 'a'} {one}"


def shows_its_sort(v: Term) -> bool:
    """Return whether the name of an index or a number shows its sort."""
    return bool(re.match("[i-nrstℓ]", v.args[0])) == (v.sort == INDEX)


def known_by_letters(variables: Iterable[Term]) -> set[str]:
    """Return the integers and numbers in a list whose names show their sorts, where no word says another sort."""
    scalars = [v for v in variables if v.sort in (INDEX, NUMBER)]
    in_words = {v.sort for v in scalars if not shows_its_sort(v)}
    return {v.args[0] for v in scalars if in_words <= {v.sort} and shows_its_sort(v)}


def untold(variables: Iterable[Term], e: Expression | None = None) -> list[Term]:
    """Return the variables whose sort nothing shows: an index within brackets or in a range of `e` is an integer."""
    shown = set() if e is None else _shown_as_integers(e)
    return [v for v in variables if v.args[0] not in shown and not _tells_its_sort(v)]


def _tells_its_sort(v: Term) -> bool:
    """Return whether the name of a variable, or the brackets after it, show its sort."""
    if isinstance(v.sort, Function):
        return v.sort.values != INDEX
    return v.sort not in (INDEX, NUMBER) or shows_its_sort(v)


def _shown_as_integers(e: object) -> set[str]:
    """Return the variables in positions and in bounds of ranges, which are integers."""
    read = (part for part in subexpressions(e) if part.op == "entry" or part.op in RANGED)
    places = (place for part in read for place in (part.args[1:3] if part.op in RANGED else part.args[1:]))
    return {name for each in places for name, v in free(each).items() if v.sort == INDEX}


def is_known(v: Term, formulas: tuple[Formula, ...]) -> bool:
    """Return whether a condition shows the sort of its variable: d[0] < 1 does not show that d[0] is an integer."""
    if not isinstance(v.sort, Function):
        return shows_its_sort(v)
    return v.sort.values != INDEX or v.args[0] in _arguments(formulas)


def _arguments(e: object) -> set[str]:
    """Return the variables that are arguments of names, whose meanings show their sorts."""
    arguments = (each for part in subexpressions(e) if part.op == "defined" for each in part.args[1:])
    return {each.args[0] for each in arguments if each.op == "variable"}


def told(chain: Sequence[Formula]) -> dict[str, Term]:
    """Return by name the variables whose sort a word before the chain states, as in: all integers 0 ≤ d ≤ q+1.

    These variables stand alone, or with an added whole number.
    """
    first = chain[0].args[0] if chain[0].op == "not" else chain[0]
    if first.op == "entry" and len(first.args) == 2:
        sides = [first.args[1]]
    elif first.op in ("<", "<=", "="):
        sides = [side.args[0] if side.op == "number" else side for f in chain for side in f.args]
    else:
        return {}
    sums = [linear(side) if side.sort == INDEX else ([(side, 1)], 0) for side in sides]
    alone = [atoms[0][0] for atoms, _ in sums if len(atoms) == 1 and abs(atoms[0][1]) == 1]
    found = {v.args[0]: v for v in alone if v.op == "variable"}
    if sides[0].op != "literal" and not (sums[0][0] and any(sums[0][0][0][0] is v for v in found.values())):
        return {}  # "every number x[0] = t" would state the sort of x[0]
    return found if len({v.sort for v in found.values()}) == 1 else {}
