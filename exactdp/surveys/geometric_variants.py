"""Geometric noise beyond one count: sensitivity above 1, several coordinates, and ranges without clamping.

The unit of the noise is the ratio of the probabilities of two consecutive integers. Between inputs at distance Δ a unit
β gives the level β^Δ, so a level α at sensitivity Δ requires the unit α^(1/Δ).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, product
from math import prod

from exactdp.arithmetic.arguments import as_written, database_size, privacy_level
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.exponential_levels import simplest_between
from exactdp.arithmetic.radicals import rational_root, root
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.model.geometric import geometric, scaled_geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours, complete, edges, path
from exactdp.model.sizes import by_name, input_count
from exactdp.shown import Shown
from exactdp.surveys.built import Built, bits_of, check_entries

LARGEST_ROOT = 10_000
"""The largest degree of a root of a level."""

STAGE_BITS = 16
"""The precision of an irrational root in a stage of a pipeline: 2^-16 costs little noise and keeps fractions short."""


def unit_level(alpha: Exact, steps: int, bits: int = 32) -> Fraction:
    """Return a unit β with β^steps ≥ α: α's exact root if it is rational, else a fraction proved to be above it.

    This fraction is the simplest one with a power above α by a factor of at most 1 + 2^-bits. So a mechanism of the
    level β^steps is α-private.
    Domain: 0 ≤ α ≤ 1, 1 ≤ steps ≤ `LARGEST_ROOT`, bits ≥ 1. Raises: `InputError` outside.

    >>> unit_level("1/4", 2), unit_level("1/2", 2, bits=8)
    (Fraction(1, 2), Fraction(29, 41))
    """
    level = privacy_level(alpha)
    if not 1 <= steps <= LARGEST_ROOT:
        raise InputError(f"the root of degree {as_written(steps)}: write a sensitivity from 1 to {LARGEST_ROOT:,}")
    if bits < 1:
        raise InputError(f"{bits} bits: write at least 1")
    p, q = level.numerator, level.denominator
    exactly = rational_root(level, steps)
    if exactly is not None:
        return exactly
    # The rounding and the choice each put β above the root by a factor of at most 1 + 2^-(bits+2)/steps. For x =
    # 2^-(bits+1), (1 + x/steps)^steps ≤ e^x ≤ 1 + 2x.
    margin = Fraction(1, steps << bits + 2)
    # A root near 1 must be separated from 1: it is lower by (1-α)/steps or more.
    near = (q * steps // (q - p)).bit_length()
    scale = bits + 3 + steps.bit_length() + q.bit_length() // steps + near
    least = Fraction(root((p << scale * steps) // q, steps) + 1, 1 << scale)
    return simplest_between(least, least + min(least * margin, (1 - least) / 2))


@by_name
def within(*, n: int | None = None, inputs: Iterable[object] | None = None, distance: int) -> Neighbours:
    """Return the neighbours of a query of this sensitivity: results at most `distance` apart.

    Domain: distance ≥ 0; distance 1 gives the path, and a distance of at least n the complete graph.
    Raises: `InputError` for a negative distance; as `input_count`.

    >>> within(inputs=range(4), distance=2).pairs
    ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3))
    """
    size = input_count(n, inputs)
    if distance < 0:
        raise InputError(f"a distance of {distance}: write a sensitivity of at least 0")
    if distance == 1:
        return path(inputs=range(size))
    if distance >= size - 1:
        return complete(inputs=range(size))
    return edges(
        ((i, k) for i in range(size) for k in range(i + 1, min(i + distance, size - 1) + 1)), inputs=range(size)
    )


# Several coordinates


@dataclass(frozen=True)
class Sensitivity(Shown):
    """The largest L1-distance of answers, or change of a score, on neighbours, and a place that attains it if not 0."""

    value: Fraction
    witness: tuple[int, ...] | None

    def __str__(self) -> str:
        return text(self.value)


def sensitivity(answers: Sequence[Sequence[Exact]], neighbours: Neighbours) -> Sensitivity:
    """Return the exact L1-sensitivity of a query, given by its vector of answers on each input.

    Domain: one vector of exact numbers for each input, all of one length. Raises: `InputError` otherwise.
    Source: Dwork 2013, section 2.3; lecture notes, section 4.2.

    >>> from exactdp.model.neighbours import complete
    >>> sensitivity([(2, 0), (1, 1), (0, 2)], complete(inputs=range(3)))
    Sensitivity(value=4, witness=(0, 2))
    """
    _one_length(answers, neighbours)
    vectors = [[exact(each) for each in answer] for answer in answers]
    largest, witness = Fraction(0), None
    for i, k in neighbours.pairs:
        distance = sum((abs(a - b) for a, b in zip(vectors[i], vectors[k], strict=True)), Fraction(0))
        if distance > largest:
            largest, witness = distance, (i, k)
    return Sensitivity(largest, witness)


def noisy_vectors(answers: Sequence[Sequence[int]], tops: Sequence[int], unit: Exact, neighbours: Neighbours) -> Built:
    """Return the mechanism that adds independent geometric noise to each coordinate, and clamps it to 0..top.

    Its level is unit^Δ, where Δ is the exact L1-sensitivity: clamping is post-processing, and the corner in the
    direction of one answer attains it. For Δ = 0 the level is 1.
    Domain: one vector of integers for each input, coordinate c from 0 to `tops[c]`; 0 ≤ unit ≤ 1.
    Raises: `InputError` outside, and as `check_entries`.
    Source: lecture notes, Definition 4.2, clamped.

    >>> from exactdp.model.neighbours import path
    >>> print(noisy_vectors([(0, 0), (1, 0), (1, 1)], (1, 1), "1/2", path(inputs=range(3))).level)
    1/2
    """
    _one_length(answers, neighbours)
    for position, answer in enumerate(answers):
        if len(answer) != len(tops) or not all(0 <= each <= top for each, top in zip(answer, tops, strict=True)):
            raise InputError(
                f"the answers on input {position} are {elided(_spaced(answer))}: write {counted(len(tops), 'number')} "
                f"from 0 to {elided(_spaced(tops))}"
            )
    check_entries(len(answers), *(top + 1 for top in tops), bits=sum(tops) * bits_of(unit))
    noise = {top: geometric(n=top, alpha=unit) for top in set(tops)}
    rows, denominators = [], []
    for answer in answers:
        row = [1]
        for each, top in zip(answer, tops, strict=True):
            row = [entry * chance for entry in row for chance in noise[top].numerators[each]]
        rows.append(row)
        denominators.append(prod(noise[top].denominators[each] for each, top in zip(answer, tops, strict=True)))
    responses = (_spaced(response) for response in product(*(range(top + 1) for top in tops)))
    return Built(Mechanism.from_integers(rows, denominators, responses=responses), neighbours)


def vector_geometric(tops: Sequence[int], unit: Exact, distance: int = 1) -> Built:
    """Return geometric noise on all vectors with coordinate c in 0..top_c, neighbours at L1-distance up to `distance`.

    Its level is unit^min(distance, sum of the tops). One coordinate and distance 1 give G itself.
    Domain: tops ≥ 0, at least one; distance ≥ 0; 0 ≤ unit ≤ 1. Raises: as `noisy_vectors`.

    >>> vector_geometric((2, 1), "1/2", 2).level.alpha
    Fraction(1, 4)
    """
    if not tops or min(tops) < 0 or distance < 0:
        raise InputError(f"the ranges 0..top with tops {elided(_spaced(tops))}: write at least one, each at least 0")
    check_entries(*(top + 1 for top in tops), *(top + 1 for top in tops))
    vectors = list(product(*(range(top + 1) for top in tops)))
    pairs = (
        (i, k)
        for i, first in enumerate(vectors)
        for k in range(i + 1, len(vectors))
        if sum(abs(a - b) for a, b in zip(first, vectors[k], strict=True)) <= distance
    )
    neighbours = (
        within(inputs=range(len(vectors)), distance=distance)
        if len(tops) == 1
        else edges(pairs, inputs=range(len(vectors)))
    )
    built = noisy_vectors(vectors, tops, unit, neighbours)
    return Built(built.mechanism.relabelled(inputs=map(_spaced, vectors)), neighbours)


# One coordinate


@by_name
def spread_geometric(*, n: int, unit: Exact, sensitivity: int) -> Built:
    """Return G_{n,unit} as the mechanism for a query with results 0..n and a sensitivity that may be above 1.

    Its level is unit^min(sensitivity, n). Domain: n ≥ 0, sensitivity ≥ 0, 0 ≤ unit ≤ 1. Raises: `InputError` outside.
    Source: lecture notes, Definition 4.2 with d = 1, clamped.

    >>> print(spread_geometric(n=5, unit="1/2", sensitivity=3).level)
    1/8
    """
    n = database_size(n)
    check_entries(n + 1, n + 1, bits=n * bits_of(unit))
    return Built(geometric(n=n, alpha=unit), within(n=n, distance=sensitivity))


@by_name
def truncated_geometric(*, n: int, alpha: Exact, sensitivity: int = 1) -> Built:
    """Return geometric noise of unit α, redrawn until the response is in 0..n: row i has weights α^|i-r|.

    It is G' with its rows divided by their sums, and differs from G. For n ≥ 2 and 0 < α < 1 it is not α-private,
    because rows in the middle have larger sums.
    Domain: n ≥ 0, 0 ≤ α ≤ 1, sensitivity ≥ 0. Raises: `InputError` outside.

    >>> built = truncated_geometric(n=2, alpha="1/2")
    >>> built.mechanism
    Mechanism 3 × 3
         0    1    2
    0  4/7  2/7  1/7
    1  1/4  1/2  1/4
    2  1/7  2/7  4/7
    >>> print(built.level)
    7/16
    """
    n = database_size(n)
    check_entries(n + 1, n + 1, bits=n * bits_of(alpha))
    rows = scaled_geometric(n=n, alpha=alpha).numerators
    return Built(Mechanism.from_integers(rows, map(sum, rows)), within(n=n, distance=sensitivity))


@dataclass(frozen=True)
class UnboundedStaircase(Shown):
    """Staircase noise for sensitivity Δ: the probability falls by the factor α at |z| = w, w + Δ, w + 2Δ, …

    On all integers its exact level at sensitivity Δ is α, for every rational α; geometric noise needs α^(1/Δ). For w =
    Δ = 1 it is the geometric mechanism. The best width w depends on α and the loss.
    Domain: 0 ≤ α < 1, 1 ≤ width ≤ sensitivity. Raises: `InputError` outside.
    Source: Geng and Viswanath, The optimal noise-adding mechanism in differential privacy, for integer-valued queries.

    >>> noise = UnboundedStaircase("1/2", 3, 1)
    >>> [str(noise.mass(z)) for z in range(5)]
    ['1/7', '1/14', '1/14', '1/14', '1/28']
    """

    alpha: Fraction
    sensitivity: int
    width: int

    def __init__(self, alpha: Exact, sensitivity: int, width: int = 1) -> None:
        level = privacy_level(alpha)
        if level == 1:
            raise InputError("α = 1: on all integers every probability would be 0: write a level below 1")
        if not 1 <= width <= sensitivity:
            raise InputError(f"a top step of width {width} at sensitivity {sensitivity}: write 1 ≤ width ≤ sensitivity")
        self.__dict__.update(alpha=level, sensitivity=sensitivity, width=width)

    def mass(self, z: int) -> Fraction:
        """Return the probability of the noise z."""
        step = (abs(z) - self.width + self.sensitivity) // self.sensitivity
        return self.alpha**step / (2 * self.width - 1 + 2 * self.sensitivity * self.alpha / (1 - self.alpha))

    @by_name
    def clamped(self, *, n: int) -> Built:
        """Return the mechanism on {0..n} with this noise, clamped; neighbours are at most Δ apart; level ≥ α.

        Domain: n ≥ 0. Raises: `InputError` outside.

        >>> UnboundedStaircase("1/2", 1).clamped(n=3).mechanism == geometric(n=3, alpha="1/2")
        True
        """
        n = database_size(n)
        check_entries(n + 1, n + 1, bits=(n // self.sensitivity + 2) * bits_of(self.alpha))
        masses = [self.mass(z) for z in range(n + 1)]
        # reach[z] is the probability of noise ≥ z, here for z = 0..n.
        at_least_one = (1 - masses[0]) / 2
        reach = [1 - at_least_one, at_least_one, *(at_least_one - each for each in accumulate(masses[1:]))]
        if n == 0:
            return Built(Mechanism([[1]]), path(inputs=range(1)))
        rows = [[reach[i], *(masses[abs(r - i)] for r in range(1, n)), reach[n - i]] for i in range(n + 1)]
        return Built(Mechanism(rows), within(n=n, distance=self.sensitivity))


def _one_length(answers: Sequence[Sequence[Exact]], neighbours: Neighbours) -> None:
    if len(answers) != neighbours.size:
        raise InputError(
            f"there are answers on {counted(len(answers), 'input')}: write one vector for each of {neighbours.size}"
        )
    for position, answer in enumerate(answers):
        if len(answer) != len(answers[0]):
            raise InputError(
                f"input {position} has {counted(len(answer), 'answer')}: write {len(answers[0])}, as for input 0"
            )


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
