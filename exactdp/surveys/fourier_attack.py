"""The Fourier attack: answers to the queries of a Hadamard matrix, transformed back and rounded to bits."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactdp.arithmetic.exact import Exact
from exactdp.shown import Shown
from exactdp.surveys.queries import Database, Transcript, hadamard_transform


@dataclass(frozen=True)
class FourierAttack(Shown):
    """The inverse transform of answers to Hadamard queries, rounded to bits; it needs no bound on the errors.

    With a bound E, the squared distance of every database that fits from the estimate is at most E². `wrong` is the
    most bits in which such a database can differ from the guess: at most 4E², usually fewer. Without a bound it is
    None.
    Source: Dwork 2013, section 1.1.

    >>> found = fourier_attack(["5/2", "3/2", "-3/2", "1/2"], "1/2")
    >>> [str(value) for value in found.estimate], found.guess, found.wrong
    (['3/4', '-1/4', '5/4', '3/4'], (1, 0, 1, 1), 0)
    >>> fourier_attack(["5/2", "3/2", "-3/2", "1/2"]).wrong is None
    True
    """

    estimate: tuple[Fraction, ...]
    guess: Database
    error: Fraction | None
    wrong: int | None


def fourier_attack(answers: Iterable[Any], error: Exact | None = None) -> FourierAttack:
    """Attack the answers to the queries of `hadamard_queries`, in their order.

    Domain: 1, 2, 4, … answers. Raises: `InputError` for another number; as `exact`.
    Source: Dwork 2013, section 1.1, the bound k - 4E² on correct bits and its footnote 1.

    >>> found = fourier_attack([3, 0, 1, 0], 1)
    >>> found.guess, found.wrong, [str(value) for value in found.estimate]
    ((1, 1, 1, 1), 2, ['1', '1', '1/2', '1/2'])
    """
    given = list(answers)
    transcript = Transcript([(1,)] * len(given), given, error)
    values = hadamard_transform(transcript.answers)
    estimate = tuple(value / len(values) for value in values)
    guess = tuple(int(2 * value >= 1) for value in estimate)
    if transcript.error is None:
        return FourierAttack(estimate, guess, None, None)
    # The cost of a wrong bit is the increase of its squared distance.
    left = transcript.error**2 - sum(((x - bit) ** 2 for x, bit in zip(estimate, guess, strict=True)), Fraction(0))
    wrong = 0
    for cost in sorted((1 - bit - x) ** 2 - (bit - x) ** 2 for x, bit in zip(estimate, guess, strict=True)):
        left -= cost
        if left < 0:
            break
        wrong += 1
    return FourierAttack(estimate, guess, transcript.error, wrong)
