"""Privacy: the exact level of a mechanism, its witnesses and violations, and conversions between ε and α."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd

from flint import ctx

from exactdp.arithmetic.arguments import as_written, privacy_level
from exactdp.arithmetic.enclosures import Enclosure, enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, to_arb
from exactdp.arithmetic.exponential_levels import (
    LEVEL_BITS,
    Exponential,
    RationalOrExponential,
    exponential_level,
    level_text,
    real_level,
)
from exactdp.arithmetic.spelling import elided, text
from exactdp.model.given import TableLike
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism, as_mechanism
from exactdp.model.neighbours import Neighbours, path, read_neighbours
from exactdp.model.sizes import by_name
from exactdp.shown import Shown


@dataclass(frozen=True)
class Witness(Shown):
    """A place that determines a level: neighbouring inputs i, k and a response r, with both probabilities."""

    i: int
    k: int
    r: int
    here: Fraction
    there: Fraction

    def __str__(self) -> str:
        return (
            f"response {self.r}: {elided(text(self.here))} on input {self.i}, "
            f"{elided(text(self.there))} on input {self.k}"
        )


@dataclass(frozen=True)
class Level(Shown):
    """The exact level: the largest α at which the mechanism is α-private, and a witness that no larger α is possible.

    At the witness α·x_ir = x_kr with x_ir > 0. The witness is None if α = 1, the largest level.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.1; Gupte & Sundararajan 2010, Definition 2.
    """

    alpha: Fraction
    witness: Witness | None
    mechanism: Mechanism
    neighbours: Neighbours

    def __str__(self) -> str:
        return text(self.alpha)

    @cached_property
    def places(self) -> int:
        """The number of places that attain the level."""
        return sum(1 for _ in self.witnesses())

    def witnesses(self) -> Iterator[Witness]:
        """Yield every place that attains the level, in the order of neighbours and responses.

        >>> from exactdp.model.geometric import geometric
        >>> sum(1 for _ in level(geometric(n=2, alpha="1/2")).witnesses())
        6
        """
        if self.witness is None:
            return
        for i, k in self.neighbours.both_ways():
            for r, (x, y) in enumerate(compared(self.mechanism, i, k, self.alpha)):
                if x == y and self.mechanism.numerators[i][r]:
                    yield _witness(self.mechanism, i, k, r)


@dataclass(frozen=True)
class Privacy(Shown):
    """Whether a mechanism is α-private; if not, `violation` is a place with α·x_ir > x_kr.

    For a requested level e^-ε, `asked` is that level, and α is a rational level that decides it: above e^-ε for a yes,
    below it for a no.
    Source: Gupte & Sundararajan 2010, Definition 2.
    """

    alpha: Fraction
    violation: Witness | None
    mechanism: Mechanism
    neighbours: Neighbours
    asked: Exponential | None = None

    def __bool__(self) -> bool:
        return self.violation is None


def level(mechanism: TableLike, neighbours: Neighbours | str | None = None) -> Level:
    """Return the exact level of a mechanism: the largest α in [0, 1] for which it is α-private.

    0/0 counts as 1. So a response of probability 0 on both neighbours does not matter. A response of probability 0 on
    only one of them makes the level 0. Without neighbours the level is 1.
    Domain: neighbours on the mechanism's inputs; by default the path.
    Raises: `InputError` for neighbours on another number of inputs.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.1; Gupte & Sundararajan 2010, Definition 2.

    >>> found = level(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]))
    >>> print(found, "|", found.witness)
    1/3 | response 0: 3/4 on input 0, 1/4 on input 1
    >>> level(Mechanism([[1, 0], ["1/2", "1/2"]])).alpha
    Fraction(0, 1)
    """
    mechanism = as_mechanism(mechanism)
    neighbours = neighbours_of(mechanism, neighbours)
    alpha, place = Fraction(1), None
    for i, k in neighbours.both_ways():
        first, second = _scales(mechanism, i, k, alpha)
        for r, (x, y) in enumerate(zip(mechanism.numerators[i], mechanism.numerators[k], strict=True)):
            if first * x > second * y:
                alpha, place = mechanism[k, r] / mechanism[i, r], (i, k, r)
                first, second = _scales(mechanism, i, k, alpha)
    return Level(alpha, _witness(mechanism, *place) if place else None, mechanism, neighbours)


@by_name
def private(
    mechanism: TableLike,
    alpha: Exact | Exponential | None = None,
    neighbours: Neighbours | str | None = None,
    *,
    epsilon: Exact | None = None,
) -> Privacy:
    """Decide whether a mechanism is α-private.

    Domain: as `level`, and α in [0, 1] or an `Exponential`, or ε as for `exponential_level`.
    Raises: as `level`, and `InputError` for a level outside.
    Source: Gupte & Sundararajan 2010, Definition 2.

    >>> response = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> bool(private(response, "1/3")), private(response, "1/2").violation
    (True, Witness(i=0, k=1, r=0, here=3/4, there=1/4))
    >>> bool(private(response, epsilon=1)), bool(private(response, epsilon="11/10"))
    (False, True)
    """
    mechanism = as_mechanism(mechanism)
    return _decided(mechanism, neighbours_of(mechanism, neighbours), real_level(alpha, epsilon))


def _decided(mechanism: Mechanism, neighbours: Neighbours, claimed: RationalOrExponential) -> Privacy:
    if isinstance(claimed, Exponential):
        return replace(claimed.decided(lambda at: _decided(mechanism, neighbours, at)), asked=claimed)
    for i, k in neighbours.both_ways():
        for r, (x, y) in enumerate(compared(mechanism, i, k, claimed)):
            if x > y:
                return Privacy(claimed, _witness(mechanism, i, k, r), mechanism, neighbours)
    return Privacy(claimed, None, mechanism, neighbours)


def require_private(mechanism: Mechanism, claimed: RationalOrExponential, neighbours: Neighbours) -> None:
    """Raise `InputError` if a mechanism is not α-private. Domain: as `private`.

    >>> coin = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> require_private(coin, Fraction(1, 3), path(n=1))
    >>> try:
    ...     require_private(coin, Fraction(1, 2), path(n=1))
    ... except InputError as error:
    ...     print(str(error).partition(" (")[0])
    the mechanism is not 1/2-private
    """
    verdict = _decided(mechanism, neighbours, claimed)
    if verdict.violation:
        raise InputError(
            f"the mechanism is not {level_text(claimed)}-private ({verdict.violation}): write a level that it has"
        )


def neighbours_of(mechanism: Matrix, neighbours: Neighbours | str | None, name: str = "mechanism") -> Neighbours:
    """Convert a graph, its name, or edges such as "0-1,1-2" to neighbours; None means the path.

    Raises: `InputError` if they are not on these inputs; TypeError for anything else; as `read_neighbours`.

    >>> neighbours_of(Mechanism([[1], [1]]), None)
    Neighbours(name='path', size=2)
    """
    inputs = len(mechanism)
    if neighbours is None:
        return path(inputs=range(inputs))
    if isinstance(neighbours, str):
        return read_neighbours(neighbours, mechanism.inputs)
    if not isinstance(neighbours, Neighbours):
        shown = as_written(neighbours)
        raise TypeError(
            f"neighbours={shown}: write a graph such as complete(inputs=range({inputs})) or "
            f"edges([(0, 1)], inputs=range({inputs})), or its name"
        )
    if neighbours.size != inputs:
        found = f"the neighbours are among {neighbours.size} inputs and the {name} has {inputs}"
        raise InputError(f"{found}: give both the same number")
    return neighbours


def compared(mechanism: Mechanism, i: int, k: int, alpha: Fraction) -> Iterator[tuple[int, int]]:
    """Yield, for each response, two integers in the same order as α·x_ir and x_kr.

    >>> list(compared(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), 0, 1, Fraction(1, 3)))
    [(3, 3), (1, 9)]
    """
    first, second = _scales(mechanism, i, k, alpha)
    for x, y in zip(mechanism.numerators[i], mechanism.numerators[k], strict=True):
        yield first * x, second * y


def _scales(mechanism: Mechanism, i: int, k: int, alpha: Fraction) -> tuple[int, int]:
    first = alpha.numerator * mechanism.denominators[k]
    second = alpha.denominator * mechanism.denominators[i]
    common = gcd(first, second)
    return first // common, second // common


def _witness(mechanism: Mechanism, i: int, k: int, r: int) -> Witness:
    return Witness(i, k, r, mechanism[i, r], mechanism[k, r])


def epsilon(alpha: Exact, bits: int = 64) -> Enclosure:
    """Return rational bounds on ε = -ln α, at most about 2^-bits·ε apart, by ball arithmetic.

    Domain: 0 < α ≤ 1. Raises: `InputError` outside; at α = 0 ε is infinite.
    Source: Gupte & Sundararajan 2010, section 2.1, read with α = e^-ε.

    >>> print(epsilon("1/2")), print(epsilon(1))
    0.693147…
    0
    (None, None)
    """
    claimed = privacy_level(alpha)
    if claimed == 0:
        raise InputError("α = 0 promises nothing: ε = -ln α is infinite; write a level above 0")
    with ctx.workprec(bits + 2 * claimed.denominator.bit_length() + 20):
        return enclosure(-to_arb(claimed).log())


def level_of_epsilon(epsilon: Exact, bits: int = LEVEL_BITS) -> Fraction:
    """Return a rational α ≥ e^-ε: e^-ε itself if it is rational, otherwise as `Exponential.above`.

    An α-private mechanism is then ε-private. Use this level to make a mechanism. To decide a question about a
    mechanism, pass `exponential_level(epsilon)`, the exact level e^-ε.
    Domain and errors: as `exponential_level`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 6.1, where α = e^-ε.

    >>> level_of_epsilon(1, bits=8), level_of_epsilon("ln 2")
    (Fraction(7, 19), Fraction(1, 2))
    """
    found = exponential_level(epsilon)
    return found.above(bits) if isinstance(found, Exponential) else found
