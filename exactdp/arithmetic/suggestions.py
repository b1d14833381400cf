"""Suggested corrections for misspelled words."""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_WORD = 100
"""The length of the longest word that gets a suggestion."""


def meant(written: str, known: Iterable[str]) -> str:
    """Suggest the nearest known word; return "" if no word is near.

    >>> meant("sqared", ["abs", "squared"])
    'did you mean squared? '
    >>> meant("quadratic", ["abs", "squared"])
    ''
    """
    if len(written) > LONGEST_WORD:
        return ""
    plain = {each.lower(): each for each in known}
    found = get_close_matches(written.lower(), plain, 1, 0.7)
    return f"did you mean {plain[found[0]]}? " if found else ""
