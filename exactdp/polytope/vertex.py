"""Vertices of the polytope of α-private mechanisms, with a proof for either answer."""

from dataclasses import dataclass, replace
from fractions import Fraction

from flint import fmpz_mat

from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.exponential_levels import LEVEL_BITS, Exponential, real_level
from exactdp.model.given import TableLike
from exactdp.model.mechanism import Mechanism, as_mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.model.sizes import by_name
from exactdp.polytope.independence import independence
from exactdp.privacy.level import compared, neighbours_of, private, require_private
from exactdp.shown import Shown


@dataclass(frozen=True)
class Vertex(Shown):
    """The mechanism is a vertex: its tight constraints tie the positive entries into blocks of one unknown each.

    There are `unknowns` blocks. The matrix of masses has a row for each input, times its denominator, and a column for
    each block. Its columns are linearly independent modulo the prime `modulus`, so the tight constraints determine the
    mechanism.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Lemma 5.1.
    """

    modulus: int
    unknowns: int
    alpha: Fraction
    mechanism: Mechanism
    neighbours: Neighbours
    asked: Exponential | None = None


@dataclass(frozen=True)
class Midpoint(Shown):
    """The mechanism is not a vertex: it is the midpoint of two other α-private mechanisms."""

    ends: tuple[Mechanism, Mechanism]
    alpha: Fraction
    mechanism: Mechanism
    neighbours: Neighbours
    asked: Exponential | None = None

    def __bool__(self) -> bool:
        return False


@by_name
def vertex(
    mechanism: TableLike,
    alpha: Exact | Exponential | None = None,
    neighbours: Neighbours | str | None = None,
    *,
    epsilon: Exact | None = None,
) -> Vertex | Midpoint:
    """Decide whether a mechanism is a vertex of the polytope of α-private mechanisms of its size.

    For e^-ε the question is decided at a rational α, given in the result. A vertex of the polytope at a lower α is also
    a vertex of the smaller polytope at e^-ε, if it lies in it. A midpoint of two mechanisms at a higher α is also a
    midpoint at e^-ε.
    Domain: an α-private mechanism; 0 ≤ α ≤ 1 or an `Exponential`, or ε as for `exponential_level`.
    Raises: `InputError` for a mechanism that is not α-private.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Lemma 5.1 and the LP (2)-(6).

    >>> from exactdp.model.geometric import geometric
    >>> found = vertex(geometric(n=1, alpha="1/2"), "1/3")
    >>> one, other = found.ends
    >>> bool(found), one.rows[1] == other.rows[1] == found.mechanism.rows[1]
    (False, True)
    >>> found.mechanism.rows[0], one.rows[0], other.rows[0]
    ((Fraction(2, 3), Fraction(1, 3)), (Fraction(7, 9), Fraction(2, 9)), (Fraction(5, 9), Fraction(4, 9)))
    """
    mechanism = as_mechanism(mechanism)
    claimed, neighbours = real_level(alpha, epsilon), neighbours_of(mechanism, neighbours)
    require_private(mechanism, claimed, neighbours)
    if isinstance(claimed, Exponential):
        return replace(_at_exponential(mechanism, claimed, neighbours), asked=claimed)
    return _at_fraction(mechanism, claimed, neighbours)


def _at_fraction(mechanism: Mechanism, claimed: Fraction, neighbours: Neighbours) -> Vertex | Midpoint:
    # inputs + 1 blocks are already dependent, and the nullspace of all blocks may fill gigabytes.
    blocks = _blocks(mechanism, claimed, neighbours)[: len(mechanism) + 1]
    masses = [[0] * len(blocks) for _ in range(len(mechanism))]
    for b, block in enumerate(blocks):
        for i, r in block:
            masses[i][b] = mechanism.numerators[i][r]
    modulus = independence(masses)
    if modulus is not None:
        return Vertex(modulus, len(blocks), claimed, mechanism, neighbours)
    kernel, _ = fmpz_mat(masses).nullspace()
    multiples = [int(kernel[b, 0]) for b in range(len(blocks))]
    return Midpoint(_ends(mechanism, claimed, neighbours, blocks, multiples), claimed, mechanism, neighbours)


def _at_exponential(mechanism: Mechanism, level: Exponential, neighbours: Neighbours) -> Vertex | Midpoint:
    """Prove a vertex at a level below e^-ε, with no more tight constraints, or refute it at a level above."""
    for above in level.short_levels():
        if private(mechanism, above, neighbours) and not (found := _at_fraction(mechanism, above, neighbours)):
            return found
    bits = LEVEL_BITS
    while True:
        if found := _at_fraction(mechanism, level.below(bits), neighbours):
            return found
        above = level.above(bits)
        if private(mechanism, above, neighbours) and not (found := _at_fraction(mechanism, above, neighbours)):
            return found
        bits *= 2


_Block = list[tuple[int, int]]


def _blocks(mechanism: Mechanism, alpha: Fraction, neighbours: Neighbours) -> list[_Block]:
    """Return the blocks of positive entries tied by tight constraints, ordered by column and first row."""
    inputs, responses = mechanism.shape
    tied: list[list[list[int]]] = [[[] for _ in range(inputs)] for _ in range(responses)]
    for i, k in neighbours.both_ways():
        for r, (x, y) in enumerate(compared(mechanism, i, k, alpha)):
            if x == y:
                tied[r][i].append(k)
                tied[r][k].append(i)
    blocks = []
    for r in range(responses):
        seen = {i for i in range(inputs) if mechanism.numerators[i][r] == 0}
        for first in range(inputs):
            block, waiting = [], [first]
            while waiting:
                i = waiting.pop()
                if i not in seen:
                    seen.add(i)
                    block.append((i, r))
                    waiting.extend(tied[r][i])
            if block:
                blocks.append(sorted(block))
    return blocks


def _ends(
    mechanism: Mechanism, alpha: Fraction, neighbours: Neighbours, blocks: list[_Block], multiples: list[int]
) -> tuple[Mechanism, Mechanism]:
    """Return the mechanisms x ± δ·d, with d = t·x on each block and the largest δ for which both are α-private."""
    inputs, responses = mechanism.shape
    direction = [[0] * responses for _ in range(inputs)]
    for block, multiple in zip(blocks, multiples, strict=True):
        for i, r in block:
            direction[i][r] = multiple
    # An entry stays positive while δ·|t| ≤ 1, and a slack constraint α·x ≤ y holds while δ·|t_y·y - t_x·α·x| ≤ y - α·x.
    largest = Fraction(1, max(map(abs, multiples)))
    for i, k in neighbours.both_ways():
        for r, (x, y) in enumerate(compared(mechanism, i, k, alpha)):
            change = abs(direction[k][r] * y - direction[i][r] * x)
            if change * largest > y - x:
                largest = Fraction(y - x, change)
    step, over = largest.numerator, largest.denominator
    plus, minus = (
        Mechanism.from_integers(
            [
                [entry * (over + sign * step * t) for entry, t in zip(row, along, strict=True)]
                for row, along in zip(mechanism.numerators, direction, strict=True)
            ],
            [denominator * over for denominator in mechanism.denominators],
            mechanism.inputs,
            mechanism.responses,
        )
        for sign in (1, -1)
    )
    return plus, minus
