"""Privacy curves: the exact least δ for every ε.

Let P, Q be the rows of neighbouring inputs. A mechanism is (ε, δ)-differentially private if P(S) ≤ e^ε·Q(S) + δ for all
such P, Q and all sets S of responses. With t = e^ε = 1/α the least δ is δ(t) = max Σ_r max(0, P_r - t·Q_r) over
neighbours, both ways. It is a convex function of t ≥ 1, linear between finitely many rational breakpoints.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from flint import fmpq

from exactdp.arithmetic.arguments import privacy_level, probability
from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, to_fraction
from exactdp.arithmetic.exponential_levels import Exponential, exponential_level, real_level
from exactdp.arithmetic.spelling import elided, text
from exactdp.model.given import TableLike
from exactdp.model.mechanism import Mechanism, as_mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.privacy.level import neighbours_of
from exactdp.privacy.privacy_loss import stretch
from exactdp.shown import Shown

LARGEST_CURVE = 5_000_000
"""The most entries, over all pairs of neighbours, for a whole curve."""


@dataclass(frozen=True)
class Event(Shown):
    """A set S of responses and neighbouring inputs i, k, with P(S) = `here` on input i and Q(S) = `there` on input k.

    The empty set has i = k = 0, because its probability is 0 on all inputs.
    """

    i: int
    k: int
    responses: tuple[int, ...]
    here: Fraction
    there: Fraction

    def excess(self, t: Fraction) -> Fraction:
        """Return P(S) - t·Q(S), a lower bound on δ at t = e^ε."""
        return self.here - t * self.there

    def __str__(self) -> str:
        shown = elided(", ".join(map(str, self.responses)))
        here, there = elided(text(self.here)), elided(text(self.there))
        return f"responses {{{shown}}}: {here} on input {self.i}, {there} on input {self.k}"


NOTHING = Event(0, 0, (), Fraction(0), Fraction(0))
"""The empty set of responses, which has the same probability everywhere."""


# The curve


@dataclass(frozen=True)
class Segment(Shown):
    """A piece of a privacy curve: from t = `start` to the next segment, δ(t) = P(S) - t·Q(S) for this event."""

    start: Fraction
    event: Event

    @property
    def delta(self) -> Fraction:
        """The curve's value at the start of the segment."""
        return self.event.excess(self.start)


@dataclass(frozen=True)
class PrivacyCurve(Shown):
    """The exact curve t → δ(t) for t = e^ε ≥ 1, by its segments; the first starts at 1, the last is constant.

    Each segment's event proves that no δ below the curve suffices. A finite sum for each pair of neighbours, as in
    `approximately_private`, proves that the curve itself suffices.
    Source: Dwork 2013, Definition 8; the lecture notes, Definition 3.1.

    >>> from exactdp.model.users import binomial
    >>> rows = [binomial(n=3, probability=each) for each in ("1/4", "3/4")]  # how many of three answers are 1
    >>> curve = privacy_curve(Mechanism(rows))
    >>> curve.breakpoints
    ((Fraction(1, 1), Fraction(11, 16)), (Fraction(3, 1), Fraction(3, 8)), (Fraction(27, 1), Fraction(0, 1)))
    >>> curve.at(2), curve.delta("1/2"), curve.alpha("17/32"), str(curve.segment(2).event)
    (Fraction(17, 32), Fraction(17, 32), Fraction(1, 2), 'responses {0, 1}: 27/32 on input 0, 5/32 on input 1')
    """

    segments: tuple[Segment, ...]
    mechanism: Mechanism
    neighbours: Neighbours

    @property
    def breakpoints(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The points (t, δ(t)) between which the curve is linear; after the last one it is constant."""
        return tuple((segment.start, segment.delta) for segment in self.segments)

    def segment(self, t: Exact) -> Segment:
        """Return the segment that contains t, the later one at a breakpoint. Raises: `InputError` for t < 1."""
        return self.segments[bisect_right(self._starts, stretch(t)) - 1]

    @cached_property
    def _starts(self) -> list[Fraction]:
        return [segment.start for segment in self.segments]

    def at(self, t: Exact) -> Fraction:
        """Return δ(t), the least δ for which the mechanism is (ln t, δ)-differentially private.

        At t = 1 it is the largest total variation distance between neighbours. Raises: `InputError` for t < 1.
        """
        return self.segment(t).event.excess(exact(t))

    def delta(self, alpha: Exact) -> Fraction:
        """Return the least δ at the level α = e^-ε; it is 0 at α = 0, which promises nothing.

        Domain: α in [0, 1]. Raises: `InputError` outside.
        """
        level = privacy_level(alpha)
        return self.at(1 / level) if level else Fraction(0)

    def alpha(self, delta: Exact) -> Fraction:
        """Return the largest level α for which this δ suffices; 0 if it suffices for no finite ε.

        With δ = 0 it is the exact level of the mechanism.
        Domain: δ in [0, 1]. Raises: `InputError` outside.
        """
        enough = probability(delta)
        if self.segments[-1].delta > enough:
            return Fraction(0)
        if self.segments[0].delta <= enough:
            return Fraction(1)
        event = next(segment.event for segment, after in pairwise(self.segments) if after.delta <= enough)
        return event.there / (event.here - enough)


def privacy_curve(mechanism: TableLike, neighbours: Neighbours | str | None = None) -> PrivacyCurve:
    """Return the exact privacy curve, with an event that proves each of its segments.

    Domain: neighbours on the mechanism's inputs; by default the path.
    Raises: `InputError` for other neighbours, and for more than `LARGEST_CURVE` entries to compare.
    Source: Dwork 2013, Definition 8; the lecture notes, Definition 3.1.

    >>> mechanism = Mechanism([["1/10", "3/5", "3/10", 0], [0, "3/10", "3/5", "1/10"]])
    >>> for segment in privacy_curve(mechanism).segments:
    ...     print(segment.start, segment.delta, segment.event)
    1 2/5 responses {0, 1}: 7/10 on input 0, 3/10 on input 1
    2 1/10 responses {0}: 1/10 on input 0, 0 on input 1
    """
    mechanism = as_mechanism(mechanism)
    neighbours = neighbours_of(mechanism, neighbours)
    if 2 * len(neighbours.pairs) * mechanism.shape[1] > LARGEST_CURVE:
        raise InputError(
            f"{len(neighbours.pairs):,} pairs of neighbours with {mechanism.shape[1]:,} responses are too many for a "
            "whole curve: ask for one level"
        )
    # For each Q(S), keep the largest P(S), among the sets with the largest ratios: one of them is best for each t.
    highest = {fmpq(0): (fmpq(0), 0, 0)}
    for i, k in neighbours.both_ways():
        for here, there in _sums_by_ratio(mechanism, i, k):
            if there not in highest or here > highest[there][0]:
                highest[there] = here, i, k
    upper: list[tuple[fmpq, fmpq, fmpq, int, int]] = []
    for there in sorted(highest, reverse=True):
        here, i, k = highest[there]
        start = fmpq(1)
        while upper:
            before, above, steeper, _, _ = upper[-1]
            start = (above - here) / (steeper - there)
            if start > before:
                break
            upper.pop()
            start = fmpq(1)
        upper.append((start, here, there, i, k))
    starts = ((to_fraction(start), i, k) for start, _, _, i, k in upper)
    segments = (Segment(start, _event(mechanism, i, k, start)) for start, i, k in starts)
    return PrivacyCurve(tuple(segments), mechanism, neighbours)


def _sums_by_ratio(mechanism: Mechanism, i: int, k: int) -> Iterator[tuple[fmpq, fmpq]]:
    """Yield (P(S), Q(S)) for the sets S of all responses with a ratio P_r/Q_r of at least some number above 1."""
    above, below = mechanism.denominators[i], mechanism.denominators[k]
    totals: dict[fmpq, tuple[int, int]] = {}
    here, there = 0, 0
    for x, y in zip(mechanism.numerators[i], mechanism.numerators[k], strict=True):
        if x * below <= y * above:
            continue
        if y == 0:
            here += x
            continue
        ratio = fmpq(x, y)
        p, q = totals.get(ratio, (0, 0))
        totals[ratio] = p + x, q + y
    if here:
        yield fmpq(here, above), fmpq(0)
    for ratio in sorted(totals, reverse=True):
        p, q = totals[ratio]
        here, there = here + p, there + q
        yield fmpq(here, above), fmpq(there, below)


def _event(mechanism: Mechanism, i: int, k: int, t: Fraction) -> Event:
    """Return the event with the largest excess at t: all responses with P_r > t·Q_r."""
    above, below = t.denominator * mechanism.denominators[k], t.numerator * mechanism.denominators[i]
    rows = mechanism.numerators[i], mechanism.numerators[k]
    found = tuple(r for r, (x, y) in enumerate(zip(*rows, strict=True)) if x * above > y * below)
    here, there = (sum(row[r] for r in found) for row in rows)
    if not found:
        return NOTHING
    return Event(i, k, found, Fraction(here, mechanism.denominators[i]), Fraction(there, mechanism.denominators[k]))


# One level


@dataclass(frozen=True)
class _PrivacyWithDelta(Shown):
    """An answer about one level and one δ, true if the least δ for the worst event is at most δ."""

    alpha: Fraction
    delta: Fraction
    worst: Event
    mechanism: Mechanism
    neighbours: Neighbours
    asked: Exponential | None = None

    @property
    def least(self) -> Fraction:
        """The least δ at this level, attained by `worst`."""
        raise NotImplementedError

    @property
    def violation(self) -> Event | None:
        """The worst event if the answer is no, else None."""
        return self.worst if self.least > self.delta else None

    def __bool__(self) -> bool:
        return self.violation is None


class ApproximatePrivacy(_PrivacyWithDelta):
    """Whether a mechanism is (α, δ)-private; `worst` is the event with the largest P(S) - Q(S)/α.

    For a requested level e^-ε, `asked` is that level, and α a rational level that decides it, as in `Privacy`. A
    violation is an event with P(S) > Q(S)/α + δ.
    Source: Dwork 2013, Definition 8; the lecture notes, Definition 3.1.
    """

    @property
    def least(self) -> Fraction:
        """The least δ at this level, attained by `worst`."""
        return self.worst.excess(1 / self.alpha) if self.alpha else Fraction(0)


def approximately_private(
    mechanism: Mechanism, alpha: Exact | Exponential, delta: Exact, neighbours: Neighbours | None = None
) -> ApproximatePrivacy:
    """Decide whether a mechanism is (α, δ)-private, with α = e^-ε: P(S) ≤ Q(S)/α + δ for neighbours and all sets S.

    At α = 0 every mechanism is.
    Domain: α in [0, 1] or an `Exponential`; δ in [0, 1]; neighbours as for `privacy_curve`.
    Raises: `InputError` otherwise.
    Source: Dwork 2013, Definition 8; the lecture notes, Definition 3.1.

    >>> found = approximately_private(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), "1/2", "1/5")
    >>> bool(found), str(found.least), str(found.violation)
    (False, '1/4', 'responses {0}: 3/4 on input 0, 1/4 on input 1')
    """
    neighbours, level, enough = neighbours_of(mechanism, neighbours), real_level(alpha), probability(delta)
    if isinstance(level, Exponential):
        decided = level.decided(lambda at: approximately_private(mechanism, at, enough, neighbours))
        return replace(decided, asked=level)
    worst, most = NOTHING, Fraction(0)
    for i, k in neighbours.both_ways() if level else ():
        above, below = level.numerator * mechanism.denominators[k], level.denominator * mechanism.denominators[i]
        pairs = zip(mechanism.numerators[i], mechanism.numerators[k], strict=True)
        excess = sum(max(above * x - below * y, 0) for x, y in pairs)
        found = Fraction(excess, above * mechanism.denominators[i])
        if found > most:
            worst, most = _event(mechanism, i, k, 1 / level), found
    return ApproximatePrivacy(level, enough, worst, mechanism, neighbours)


def least_delta(
    mechanism: Mechanism, epsilon: Exact, neighbours: Neighbours | None = None, bits: int = 64
) -> Enclosure:
    """Return rational bounds on the least δ at ε, equal for ε = 0 and ε = ln Q; the lower is 0 only if δ is 0.

    Domain: ε as for `exponential_level`; neighbours as for `privacy_curve`. Raises: `InputError` otherwise.
    Source: Dwork 2013, Definition 8; the lecture notes, Definition 3.1.

    >>> response = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> print(least_delta(response, "1/2"), least_delta(response, "ln 2"), least_delta(response, "1.1"))
    0.337819… 1/4 0
    """
    level = exponential_level(epsilon)
    while True:
        near = level.enclosed(bits) if isinstance(level, Exponential) else Enclosure(level, level)
        ends = (approximately_private(mechanism, each, 0, neighbours) for each in (near.lower, near.upper))
        found = Enclosure(*(end.least for end in ends))
        if found.lower or not found.upper:
            return found
        bits *= 2


class ProbabilisticPrivacy(_PrivacyWithDelta):
    """Whether the privacy loss of each input against its neighbours is at most ε = -ln α with probability 1 - δ.

    `worst` is the event of all responses with a larger loss, for the inputs with the largest P(S). A violation is such
    an event with P(S) > δ. This notion is stronger: a mechanism that is α-private except on an event of probability δ
    is (α, δ)-private, but the converse is false.
    Source: Dwork 2013, section 2.3, in words.
    """

    @property
    def least(self) -> Fraction:
        """The least δ at this level: the probability of `worst`."""
        return self.worst.here


def probabilistically_private(
    mechanism: Mechanism, alpha: Exact, delta: Exact, neighbours: Neighbours | None = None
) -> ProbabilisticPrivacy:
    """Decide whether each privacy loss is at most ε = -ln α with probability at least 1 - δ.

    Domain and errors: as `approximately_private`.
    Source: Dwork 2013, section 2.3, in words: (ε, δ)-differential privacy ensures this "roughly speaking".

    >>> response = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> bool(approximately_private(response, "1/2", "1/4")), bool(probabilistically_private(response, "1/2", "1/4"))
    (True, False)
    """
    neighbours, level, enough = neighbours_of(mechanism, neighbours), privacy_level(alpha), probability(delta)
    worst = NOTHING
    for i, k in neighbours.both_ways() if level else ():
        found = _event(mechanism, i, k, 1 / level)
        if found.here > worst.here:
            worst = found
    return ProbabilisticPrivacy(level, enough, worst, mechanism, neighbours)
