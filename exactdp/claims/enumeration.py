"""Small stochastic matrices, one after another: all with entries of one denominator."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from exactdp.model.mechanism import Mechanism


def in_parts(inputs: int, responses: int, parts: int) -> Iterator[Mechanism]:
    """Yield every mechanism of this size whose entries are multiples of 1/parts.

    >>> [str(each[0, 0]) for each in in_parts(1, 2, 3)]
    ['0', '1/3', '2/3', '1']
    """
    rows = [row for row in product(range(parts + 1), repeat=responses) if sum(row) == parts]
    for chosen in product(rows, repeat=inputs):
        yield Mechanism([[Fraction(v, parts) for v in row] for row in chosen])
