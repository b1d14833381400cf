"""The rows of a constraint matrix as words over ↓, S and ↑, and their pattern by Lemma 5.5."""

from collections.abc import Iterator

from exactdp.arithmetic.exact import Exact
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.constraints import Pattern, constraint_matrix, patterns


def has_pattern(word: str, slack: int = 1) -> bool:
    """Return whether a word is ↓…↓, then at most this many S, then ↑…↑.

    Source: Ghosh, Roughgarden & Sundararajan 2009, Lemma 5.5.

    >>> has_pattern("↓S↑"), has_pattern("↑↓"), has_pattern("SS"), has_pattern("SS", slack=2)
    (True, False, False, True)
    """
    s = word.count("S")
    return s <= slack and word == "↓" * word.count("↓") + "S" * s + "↑" * word.count("↑")


def words(width: int, *, any_arrow: bool = False) -> Iterator[str]:
    """Yield the words that Lemmas 5.4 and 5.5 allow; on request also the words with only one arrow, which 5.4 forbids.

    >>> list(words(2)), list(words(1, any_arrow=True))
    (['S↑', '↓↑', '↓S'], ['↑', 'S', '↓'])
    """
    for downs in range(width + 1):
        for slack in range(min(1, width - downs) + 1):
            word = "↓" * downs + "S" * slack + "↑" * (width - downs - slack)
            if any_arrow or set(word) not in ({"↓"}, {"↑"}):
                yield word


def row_pattern(mechanism: Mechanism, alpha: Exact) -> Pattern:
    """Return what the library says of the row pattern of a mechanism's constraint matrix.

    Raises: as `exactdp.polytope.constraints.constraint_matrix`.

    >>> from exactdp.claims.examples import in_turn
    >>> row_pattern(in_turn(n=2, alpha="1/2"), "1/2").witness
    'row 1 reads ↑↓'
    """
    return next(each for each in patterns(constraint_matrix(mechanism, alpha)) if each.lemma == "5.5")
