"""Small stochastic matrices, one after another: all with entries of one denominator, or one for every support."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from exactdp.model.mechanism import Mechanism


def in_parts(inputs: int, responses: int, parts: int) -> Iterator[Mechanism]:
    """Yield every mechanism of this size whose entries are multiples of 1/parts.

    >>> [str(each[0, 0]) for each in in_parts(1, 2, 3)]
    ['0', '1/3', '2/3', '1']
    """
    rows = [row for row in product(range(parts + 1), repeat=responses) if sum(row) == parts]
    for chosen in product(rows, repeat=inputs):
        yield Mechanism([[Fraction(v, parts) for v in row] for row in chosen])


def with_supports(inputs: int, responses: int) -> Iterator[Mechanism]:
    """Yield a mechanism for every choice of the responses that each row gives, its entries there uneven.

    >>> [each.rows[0] for each in with_supports(1, 2)][2]
    (Fraction(1, 3), Fraction(2, 3))
    """
    chosen = [c for size in range(1, responses + 1) for c in combinations(range(responses), size)]
    for rows in product(chosen, repeat=inputs):
        yield Mechanism(
            [
                [Fraction(r in row) * (r + k + 1) / sum(q + k + 1 for q in row) for r in range(responses)]
                for k, row in enumerate(rows)
            ]
        )
