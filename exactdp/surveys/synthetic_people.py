"""Synthetic people, their homes, workplaces and calls, sampled exactly from a release of DP-WHERE, without the data."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, to_arb
from exactdp.arithmetic.spelling import elided, text
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.continuous import phi
from exactdp.privacy.sampling import BITS_AT_ONCE, Responses, Source, SystemSource
from exactdp.surveys.dp_where import Distribution, NoisyCounts, decile, distribution


@dataclass(frozen=True)
class SyntheticCall:
    """A call of a synthetic person: its cell, and its time in hours from the beginning of the day."""

    hour: Fraction
    cell: int


@dataclass(frozen=True)
class SyntheticPerson:
    """A synthetic person: home, work, mean and deviation of the calls per day, and their pattern.

    Source: Dwork 2013, section 3.3.2.
    """

    home: int
    work: int
    mean: Fraction
    deviation: Fraction
    pattern: int


class Generator:
    """A sampler of synthetic people and their days, exactly from the distributions of a release, without the data.

    Source: Dwork 2013, section 3.3.2.

    >>> from exactdp.surveys.city import City, example_people
    >>> from exactdp.surveys.dp_where import DPWhere, Levels
    >>> from exactdp.privacy.sampling import SeededSource
    >>> city = City(2, days=2, hours=2)
    >>> model, source = DPWhere(city, Levels("1/2")), SeededSource(1)
    >>> generator = Generator(model.release(example_people(city, 20, source), source), source)
    >>> person = generator.person()
    >>> 0 <= person.home < 4, all(call.cell in (person.home, person.work) for call in generator.day(person))
    (True, True)
    """

    def __init__(self, release: NoisyCounts, source: Source | None = None) -> None:
        self._release = release
        self._source = source or SystemSource()
        self._work = distribution(release.work)
        self._responses: dict[tuple[Callable[..., Distribution], tuple[object, ...]], Responses] = {}
        self._hourly = [release.at(hour) for hour in range(release.city.hours)]

    def person(self) -> SyntheticPerson:
        """Return another synthetic person."""
        city, release = self._release.city, self._release
        home = self._drawn(distribution, release.home)
        work = self._drawn(self.work_given, home, self._drawn(self.commute_from, home))
        mean, deviation = divmod(self._drawn(distribution, release.calls), len(city.deviations))
        pattern = self._drawn(distribution, release.clusters)
        return SyntheticPerson(home, work, city.means[mean], city.deviations[deviation], pattern)

    def commute_from(self, home: int) -> Distribution:
        """Return the distribution over the ten bins of commute distances for a home."""
        first = 10 * self._release.city.block(home, self._release.city.commute)
        return distribution(self._release.commute[first : first + 10])

    def work_given(self, home: int, bin_: int) -> Distribution:
        """Return the distribution over work cells for a home and a bin of distances."""
        city = self._release.city
        median = self._release.medians[city.block(home, city.commute)]
        inside = [decile(city.distance(home, cell), median) == bin_ for cell in range(city.cells)]
        if not any(inside):
            return self._work
        weights = [density * within for density, within in zip(self._work, inside, strict=True)]
        return distribution(weights if any(weights) else inside)

    def day(self, person: SyntheticPerson) -> tuple[SyntheticCall, ...]:
        """Return a synthetic person's calls on another day, in the order of time."""
        count = rounded_normal(person.mean, person.deviation, self._source)
        drawn = Counter(self._drawn(self._centre, person.pattern) for _ in range(count))
        calls = []
        for hour, number in sorted(drawn.items()):
            for k in range(number):
                time = hour + Fraction(2 * k + 1, 2 * number)
                calls.append(SyntheticCall(time, self._place(person, hour)))
        return tuple(calls)

    def _place(self, person: SyntheticPerson, hour: int) -> int:
        return (person.home, person.work)[self._drawn(self._from_work, hour, person.home, person.work)]

    def _from_work(self, hour: int, home: int, work: int) -> Distribution:
        here, there = (self._hourly[hour][cell] for cell in (home, work))
        return distribution([here, there]) if here + there else (Fraction(1), Fraction(0))

    def _centre(self, pattern: int) -> Distribution:
        return self._release.centres[pattern]

    def _drawn(self, what: Callable[..., Distribution], *given: object) -> int:
        """Draw from a distribution; each distribution is computed once."""
        if (what, given) not in self._responses:
            self._responses[what, given] = Responses(Mechanism([what(*given)]))
        return self._responses[what, given].draw(0, self._source)


def rounded_normal(mean: Exact, deviation: Exact, source: Source | None = None) -> int:
    """Return a normal variable with this mean and deviation, rounded to the nearest integer, or 0 if that is negative.

    It is sampled exactly: a uniform number is extended bit by bit until enclosures of the distribution function
    determine the answer.
    Domain: both at least 0. Raises: `InputError` outside.
    Source: Dwork 2013, section 3.3.2, which leaves the rounding open.

    >>> from exactdp.privacy.sampling import SeededSource
    >>> [rounded_normal(4, 2, SeededSource(seed)) for seed in range(5)], rounded_normal("5/2", 0)
    ([6, 2, 7, 3, 3], 3)
    """
    centre, spread = exact(mean), exact(deviation)
    if centre < 0 or spread < 0:
        raise InputError(f"mean {elided(text(centre))}, deviation {elided(text(spread))}: write numbers of at least 0")
    if spread == 0:
        return int(centre + Fraction(1, 2))
    chosen, prefix, drawn, answer = source or SystemSource(), 0, 0, 0
    while True:
        prefix, drawn = prefix << BITS_AT_ONCE | chosen.bits(BITS_AT_ONCE), drawn + BITS_AT_ONCE
        # An answer excluded by some bits stays excluded with more bits.
        while True:
            lower, upper = normal_below(Fraction(2 * answer + 1, 2), centre, spread, drawn)
            if prefix + 1 <= lower:
                return answer
            if prefix < upper:
                break
            answer += 1


def normal_below(bound: Fraction, mean: Fraction, deviation: Fraction, precision: int) -> tuple[int, int]:
    """Return integers with lower ≤ 2^precision·Pr[X < bound] ≤ upper for a normal X, by ball arithmetic.

    Domain: deviation > 0.

    >>> normal_below(Fraction(0), Fraction(0), Fraction(1), 3)
    (4, 4)
    """
    with ctx.workprec(precision + 64):
        scaled: Any = phi(to_arb((bound - mean) / deviation)) * arb(2) ** precision
        lower, upper = scaled.lower().floor(), scaled.upper().ceil()
        return max(int(lower.unique_fmpz()), 0), min(int(upper.unique_fmpz()), 1 << precision)
