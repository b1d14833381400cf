"""DP-WHERE: a model of where people live, work and call from, by private histograms.

One stage is the exponential mechanism's median. Every other stage adds geometric noise to a `Tally`, a sum over people
of integer vectors. The promise covers everything about a person (all calls), by the rule of composition for stages that
see each other's releases. Later steps see only these releases. The chapter's sketch leaves several choices open:
`UNSPECIFIED` lists them with the choices made here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from math import lcm
from operator import mul
from types import MappingProxyType
from typing import TypeAlias

from exactdp.arithmetic.exact import Exact, InputError, counted, elided, exact
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import ADD_REMOVE, REPLACE_ONE
from exactdp.privacy.ledger import Ledger, Stage
from exactdp.privacy.sampling import Responses, Source, SystemSource, TwoSidedGeometric, rational_level
from exactdp.shown import Shown

Distribution: TypeAlias = tuple[Fraction, ...]

LARGEST_SIZE = 1000
"""The largest side of a grid, and the largest of the other sizes of a city."""

UNSPECIFIED: Mapping[str, str] = MappingProxyType(
    {
        "home and work": "they are inferred by a method of another paper; here home is the cell of most calls in the "
        "first and last quarter of the day, and work that of most calls in between, the first of equal ones; where a "
        "person has no call then, all calls decide",
        "neighbours": "n is said to be known, which fits replaced people only, while sensitivity 1 of a histogram is "
        "that of an added or removed person: every promise here is given for both relations",
        "number left by the filter": "n counts the people whom the filter keeps, and the filter reads the calls; here "
        "n is not used, and the caller chooses the number of synthetic people",
        "levels of the stages": "only the total of the experiments is printed: here each stage has its own level",
        "noise": "the Laplace distribution on real numbers is replaced by the geometric one on integers",
        "histogram to distribution": "a method of another paper; here negative counts become 0 and the rest are "
        "normalised, and all counts 0 give the uniform distribution",
        "commute distance": "the text does not say how to measure a distance on the grid: here in rows plus columns",
        "median": "the printed weight e^|k-m| has neither a minus nor an ε, and m and the outer end points are not "
        "given; here a^|k-(n-k)| for k people nearer and n-k farther, a < 1, over the distances 0 … 2(d-1)+1",
        "released median": "only the unit interval that contains the drawn element is released; its middle sets the "
        "rate, so that the rate is finite",
        "rounding of means and deviations": "to the nearest of the listed values; of two equally near, the smaller",
        "2-means": "starting centres, number of iterations and post-processing are not given: here a morning and an "
        "evening centre, a given number, and normalised sums",
        "noise on probability vectors": "vectors are rounded to multiples of 1/m that sum to 1, so sums are counts",
        "distance within a bin": "the densities weigh the cells at all distances of the drawn bin",
        "no cell at the distance": "if all these densities are 0, the cells of the bin have equal weights; if the bin "
        "has no cells, the densities weigh all cells",
        "number of calls": "a normal variable is not a count: it is rounded to the nearest integer, at least 0",
        "calls to hours": "each call's hour is drawn independently; within the hour the calls are evenly spread",
        "location of a call": "if both densities are 0, it is the home",
    }
)
"""The choices that the chapter leaves open, and the choices made here."""


# The people and their records


@dataclass(frozen=True)
class Call:
    """One call or message: its day, hour of the day, and cell of the grid, all counted from 0.

    >>> early = Call(day=0, hour=0, cell=3)
    >>> hourly_tally(City(2, days=1), early.hour).total([Person(0, 0, (early,))])
    (0, 0, 0, 1)
    """

    day: int
    hour: int
    cell: int


@dataclass(frozen=True)
class Person:
    """All data about one user: the inferred home and work cells, and the calls.

    Domain: a city keeps people in its own cells, days and hours (`City.kept`).

    >>> city, person = City(2, days=1, hours=4, resolution=4), Person(0, 3, (Call(0, 1, 3), Call(0, 3, 0)))
    >>> city.distance(person.home, person.work), city.means[city.mean(person)], city.pattern(person)
    (2, Fraction(2, 1), (0, 2, 0, 2))
    """

    home: int
    work: int
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, init=False)
class City(Shown):
    """The public parameters: a grid of side × side cells, the days and hours covered, and the algorithm's fixed sizes.

    `commute` and `smoothing` are the sides of the squares of merged cells for commutes and for the hourly counts. `cap`
    is the largest number of calls in any hour. Calls per day are rounded to values in `means` and `deviations`.
    `resolution` is the m of the calling patterns, which are multiples of 1/m.
    Domain: positive integers; the merged sides divide `side`; means and deviations exact, nonnegative and in order.
    Raises: `InputError` outside.

    >>> City(4, days=7).distance(0, 15), City(4, days=7, commute=2).block(6, 2)
    (6, 1)
    """

    side: int
    days: int
    hours: int
    commute: int
    smoothing: int
    cap: int
    means: tuple[Fraction, ...]
    deviations: tuple[Fraction, ...]
    resolution: int

    def __init__(
        self,
        side: int,
        *,
        days: int,
        hours: int = 24,
        commute: int = 1,
        smoothing: int = 1,
        cap: int = 120,
        means: Iterable[Exact] = (0, 1, 2, 4, 8),
        deviations: Iterable[Exact] = (0, 1, 2),
        resolution: int = 24,
    ) -> None:
        sizes = {"side": side, "days": days, "hours": hours, "commute": commute, "smoothing": smoothing, "cap": cap}
        for name, size in (sizes | {"resolution": resolution}).items():
            if not 1 <= size <= LARGEST_SIZE:
                raise InputError(f"{name} = {elided(str(size))}: write a number from 1 to {LARGEST_SIZE:,}")
        for name in ("commute", "smoothing"):
            if side % sizes[name]:
                raise InputError(f"{name} = {sizes[name]} does not divide the side {side}: write a divisor")
        rounded = []
        for name, given in (("means", means), ("deviations", deviations)):
            values = tuple(map(exact, given))
            if not values or values[0] < 0 or list(values) != sorted(set(values)):
                raise InputError(f"{name}: write at least one, from 0 upwards and in increasing order")
            rounded.append(values)
        every = (side, days, hours, commute, smoothing, cap, *rounded, resolution)
        for field, value in zip(self.__dataclass_fields__, every, strict=True):
            object.__setattr__(self, field, value)

    @property
    def cells(self) -> int:
        """The number of cells of the grid, numbered row by row from 0."""
        return self.side**2

    def distance(self, first: int, second: int) -> int:
        """Return the L1 distance of two cells."""
        (a, b), (c, d) = divmod(first, self.side), divmod(second, self.side)
        return abs(a - c) + abs(b - d)

    @property
    def distances(self) -> int:
        """The number of possible distances, from 0 up to that of opposite corners."""
        return 2 * self.side - 1

    def block(self, cell: int, width: int) -> int:
        """Return the number of the square of merged cells that contains a cell."""
        row, column = divmod(cell, self.side)
        return row // width * (self.side // width) + column // width

    def blocks(self, width: int) -> int:
        """Return the number of squares of this width."""
        return (self.side // width) ** 2

    def kept(self, people: Iterable[Person]) -> tuple[Person, ...]:
        """Return the people who never made more than `cap` calls in an hour; this depends only on each person.

        Raises: `InputError` for a cell, day or hour outside the city.

        >>> busy = Person(0, 0, (Call(0, 8, 0),) * 3)
        >>> City(1, days=1, cap=2).kept([busy, Person(0, 0)])
        (Person(home=0, work=0, calls=()),)
        """
        found = []
        for person in people:
            self._check(person)
            if max(Counter((call.day, call.hour) for call in person.calls).values(), default=0) <= self.cap:
                found.append(person)
        return tuple(found)

    def _check(self, person: Person) -> None:
        places = (person.home, person.work, *(call.cell for call in person.calls))
        if not all(0 <= cell < self.cells for cell in places):
            raise InputError(f"{person} is outside of the cells 0 … {self.cells - 1}: write one of these")
        if not all(0 <= call.day < self.days and 0 <= call.hour < self.hours for call in person.calls):
            raise InputError(
                f"{person} calls at a time that is not covered: write days up to {self.days - 1} and hours up to "
                f"{self.hours - 1}"
            )

    def mean(self, person: Person) -> int:
        """Return the position in `means` of the value nearest to the person's calls per day."""
        average = Fraction(len(person.calls), self.days)
        return sum(average > (low + high) / 2 for low, high in zip(self.means, self.means[1:], strict=False))

    def deviation(self, person: Person) -> int:
        """Return the position in `deviations` of the value nearest to the deviation of the person's calls per day.

        The deviation is a square root; it is compared with midpoints by their squares.
        """
        per_day = Counter(call.day for call in person.calls)
        squares = sum(count * count for count in per_day.values())
        variance = Fraction(squares, self.days) - Fraction(len(person.calls), self.days) ** 2
        middles = ((low + high) / 2 for low, high in zip(self.deviations, self.deviations[1:], strict=False))
        return sum(variance > middle**2 for middle in middles)

    def pattern(self, person: Person) -> tuple[int, ...]:
        """Return the person's calls by hour as integers that sum to `resolution`; without calls, spread evenly.

        It rounds down and gives the missing units to the largest remainders, the earliest of equal ones.

        >>> City(1, days=1, hours=3, resolution=4).pattern(Person(0, 0, (Call(0, 0, 0), Call(0, 2, 0), Call(0, 2, 0))))
        (1, 0, 3)
        """
        counts = Counter(call.hour for call in person.calls)
        share = [counts[hour] if person.calls else 1 for hour in range(self.hours)]
        whole, rest = zip(*(divmod(part * self.resolution, sum(share)) for part in share), strict=True)
        order = sorted(range(self.hours), key=lambda hour: (-rest[hour], hour))
        raised = set(order[: self.resolution - sum(whole)])
        return tuple(part + (hour in raised) for hour, part in enumerate(whole))


def example_people(city: City, count: int, source: Source | None = None) -> tuple[Person, ...]:
    """Return invented people for examples and tests: uniform homes and works, and calls by day and hour.

    They call from home in the first and last quarter of the day and from work in between, each hour with probability
    1/4, up to twice.
    Raises: `InputError` for a count below 0.

    >>> from exactdp.privacy.sampling import SeededSource
    >>> city = City(2, days=1)
    >>> example_people(city, 3, SeededSource(1)) == example_people(city, 3, SeededSource(1))
    True
    """
    if count < 0:
        raise InputError(f"{counted(count, 'person', 'people')}: write a number of at least 0")
    chosen = source or SystemSource()
    cell, calls = Responses(Mechanism([[Fraction(1, city.cells)] * city.cells])), Responses(Mechanism([_CALLS]))
    found = []
    for _ in range(count):
        home, work = cell.draw(0, chosen), cell.draw(0, chosen)
        made = []
        for day in range(city.days):
            for hour in range(city.hours):
                place = work if city.hours <= 4 * hour < 3 * city.hours else home
                made += [Call(day, hour, place)] * min(calls.draw(0, chosen), city.cap)
        found.append(Person(home, work, tuple(made)))
    return tuple(found)


_CALLS = (Fraction(3, 4), Fraction(3, 16), Fraction(1, 16))


# Tallies


@dataclass(frozen=True)
class Tally:
    """A sum over people of integer vectors with `size` entries, each given by its nonzero entries.

    >>> tally = calls_tally(City(2, days=1, means=[0, 1, 2], deviations=[0, 1]))
    >>> tally.name, tally.size, tally.of(Person(0, 3, (Call(0, 1, 3),)))
    ('calls per day', 6, {2: 1})
    """

    name: str
    size: int
    of: Callable[[Person], Mapping[int, int]]

    def total(self, people: Iterable[Person]) -> tuple[int, ...]:
        """Return the sum over these people."""
        found = [0] * self.size
        for person in people:
            for position, value in self.of(person).items():
                found[position] += value
        return tuple(found)


def home_tally(city: City) -> Tally:
    """Return the histogram of home cells.

    >>> home_tally(City(2, days=1)).total([Person(0, 3), Person(0, 0)])
    (2, 0, 0, 0)
    """
    return Tally("home", city.cells, lambda person: {person.home: 1})


def work_tally(city: City) -> Tally:
    """Return the histogram of work cells.

    >>> work_tally(City(2, days=1)).total([Person(0, 3), Person(0, 0)])
    (1, 0, 0, 1)
    """
    return Tally("work", city.cells, lambda person: {person.work: 1})


def commute_tally(city: City, medians: Sequence[int]) -> Tally:
    """Return the histograms of commute distances, one for each block of homes, in bins based on its median.

    Raises: `InputError` unless there is a median for each block.

    >>> tally = commute_tally(City(2, days=1, commute=2), [1])
    >>> tally.total([Person(0, 3), Person(0, 0)])
    (1, 0, 0, 0, 0, 0, 1, 0, 0, 0)
    """
    if len(medians) != city.blocks(city.commute):
        raise InputError(f"{len(medians)} medians for {city.blocks(city.commute)} blocks: give one for each")

    def of(person: Person) -> Mapping[int, int]:
        block = city.block(person.home, city.commute)
        return {10 * block + decile(city.distance(person.home, person.work), medians[block]): 1}

    return Tally("commute", 10 * len(medians), of)


def calls_tally(city: City) -> Tally:
    """Return the histogram of pairs (mean, deviation) of the calls per day.

    >>> city = City(2, days=1, means=[0, 1, 2], deviations=[0, 1])
    >>> calls_tally(city).total([Person(0, 3, (Call(0, 1, 3), Call(0, 1, 2))), Person(0, 0)])
    (1, 0, 0, 0, 1, 0)
    """
    width = len(city.deviations)
    return Tally(
        "calls per day", len(city.means) * width, lambda person: {city.mean(person) * width + city.deviation(person): 1}
    )


def pattern_tally(city: City, centres: Sequence[Distribution]) -> Tally:
    """Return the sums of the calling patterns of the people nearest to each centre, in multiples of 1/m.

    >>> city = City(2, days=1, hours=2, resolution=4)
    >>> pattern_tally(city, [(1, 0), (0, 1)]).total([Person(0, 3, (Call(0, 1, 3), Call(0, 1, 2)))])
    (0, 0, 0, 4)
    """
    nearest = _nearest(city, centres)

    def of(person: Person) -> Mapping[int, int]:
        pattern = city.pattern(person)
        first = nearest(pattern) * city.hours
        return {first + hour: part for hour, part in enumerate(pattern) if part}

    return Tally("pattern sums", len(centres) * city.hours, of)


def cluster_tally(city: City, centres: Sequence[Distribution]) -> Tally:
    """Return the number of people nearest to each centre.

    >>> city = City(2, days=1, hours=2, resolution=4)
    >>> cluster_tally(city, [(1, 0), (0, 1)]).total([Person(0, 3, (Call(0, 1, 3), Call(0, 1, 2)))])
    (0, 1)
    """
    nearest = _nearest(city, centres)
    return Tally("cluster sizes", len(centres), lambda person: {nearest(city.pattern(person)): 1})


def hourly_tally(city: City, hour: int) -> Tally:
    """Return the calls in an hour of the day, over all days, by block of merged cells.

    >>> hourly_tally(City(2, days=1), 1).total([Person(0, 3, (Call(0, 1, 3), Call(0, 1, 2)))])
    (0, 0, 1, 1)
    """

    def of(person: Person) -> Mapping[int, int]:
        return Counter(city.block(call.cell, city.smoothing) for call in person.calls if call.hour == hour)

    return Tally(f"calls in hour {hour}", city.blocks(city.smoothing), of)


def _nearest(city: City, centres: Sequence[Distribution]) -> Callable[[Sequence[int]], int]:
    """Return the function from a pattern to its nearest centre, the first of equal ones, in integers."""
    # For a pattern o/m and centres c/D, minimising the squared distance is minimising m·Σc² - 2D·Σoc.
    common = lcm(*(share.denominator for centre in centres for share in centre))
    whole = [[int(share * common) for share in centre] for centre in centres]
    own = [city.resolution * sum(c * c for c in centre) for centre in whole]

    def nearest(pattern: Sequence[int]) -> int:
        return min(range(len(whole)), key=lambda k: own[k] - 2 * common * sum(map(mul, pattern, whole[k])))

    return nearest


# The median and the deciles


def median_mechanism(counts: Sequence[Sequence[int]], base: Exact | Exponential) -> Mechanism:
    """Return the exponential mechanism for a median, on each histogram of distances 0, 1, …, as a mechanism.

    Response j is the interval from j to j+1, drawn in proportion to a^|k-(n-k)|, where k of the n distances are at most
    j. All points between two consecutive distances have the same weight. Adding a person changes every |k-(n-k)| by
    exactly 1, so the level is at least a², and a⁴ for replacing a person.
    Domain: 0 < a < 1; histograms of the same length. Raises: `InputError` outside.
    Source: Dwork 2013, section 3.3.1, with a minus in the exponent.

    >>> median_mechanism([(1, 0, 2)], "1/2").rows
    ((Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)),)
    """
    level = rational_level(base)
    rows = []
    for histogram in counts:
        n, below, weights = sum(histogram), 0, []
        for count in histogram:
            below += count
            weights.append(level ** abs(2 * below - n))
        rows.append([weight / sum(weights) for weight in weights])
    return Mechanism(rows)


def decile(distance: int, median: int) -> int:
    """Return the decile of a distance, for the exponential distribution with the median `median` + 1/2.

    Bin j begins at this median m times log₂(10/(10-j)). The distance x is in bin j or later exactly if 2^(x/m) ≥
    10/(10-j), which is decided in integers.
    Domain: both at least 0. Raises: `InputError` outside.
    Source: Dwork 2013, section 3.3.1.

    >>> [decile(x, 2) for x in range(10)]
    [0, 2, 4, 5, 6, 7, 8, 8, 8, 9]
    """
    if distance < 0 or median < 0:
        raise InputError(f"distance {distance}, median {median}: write numbers of at least 0")
    # x/(median+1/2) = 2x/(2·median+1).
    left, root = 2 ** (2 * distance), 2 * median + 1
    return sum(left * (10 - j) ** root >= 10**root for j in range(1, 10))


# The release


@dataclass(frozen=True, init=False)
class Levels(Shown):
    """The noise of each stage: the level of the geometric noise per unit of a count, and a median's base.

    Domain: numbers strictly between 0 and 1; by default all equal. Raises: `InputError` outside.

    >>> Levels("9/10", home="1/2").home
    Fraction(1, 2)
    """

    home: Fraction
    work: Fraction
    median: Fraction
    commute: Fraction
    calls: Fraction
    patterns: Fraction
    clusters: Fraction
    hourly: Fraction

    def __init__(self, everywhere: Exact | Exponential, **own: Exact | Exponential) -> None:
        names = [field.name for field in fields(self)]
        for name in own:
            if name not in names:
                raise InputError(f"no stage is called {name}: write one of {', '.join(names)}")
        for name in names:
            object.__setattr__(self, name, rational_level(own.get(name, everywhere)))


@dataclass(frozen=True)
class NoisyCounts(Shown):
    """The whole release of a run: noisy counts; everything else is computed from them.

    `commute` has ten bins for each block of homes; `hourly` has the calls of each hour by block of merged cells.
    Source: Dwork 2013, section 3.3.

    >>> from exactdp.privacy.sampling import SeededSource
    >>> city, source = City(2, days=1, hours=2, cap=4, resolution=2), SeededSource(1)
    >>> found = DPWhere(city, Levels("1/2")).release(example_people(city, 20, source), source)
    >>> found.home, found.medians, found.hourly
    ((8, 4, 2, 4), (1, 0, 2, 1), ((3, 1, 0, 0), (-1, 3, 1, 2)))
    >>> found.at(0) == distribution(found.hourly[0]), sum(found.centres[1])
    (True, Fraction(1, 1))
    """

    city: City
    home: tuple[int, ...]
    work: tuple[int, ...]
    medians: tuple[int, ...]
    commute: tuple[int, ...]
    calls: tuple[int, ...]
    centres: tuple[Distribution, ...]
    clusters: tuple[int, ...]
    hourly: tuple[tuple[int, ...], ...]

    def at(self, hour: int) -> Distribution:
        """Return the density of calls over cells in an hour: each block's share, split evenly among its cells.

        Raises: `IndexError` for an hour outside the day.
        """
        return distribution(
            [self.hourly[hour][self.city.block(cell, self.city.smoothing)] for cell in range(self.city.cells)]
        )


def distribution(noisy: Sequence[int]) -> Distribution:
    """Normalise noisy counts to a distribution, with negative ones as 0; it is uniform if all are 0.

    Raises: `InputError` for no counts.

    >>> distribution([3, -1, 1]), distribution([-2, 0])
    ((Fraction(3, 4), Fraction(0, 1), Fraction(1, 4)), (Fraction(1, 2), Fraction(1, 2)))
    """
    if not noisy:
        raise InputError("no counts make no distribution: give at least one")
    clamped = [max(count, 0) for count in noisy]
    if not any(clamped):
        clamped = [1] * len(clamped)
    return tuple(Fraction(count, sum(clamped)) for count in clamped)


@dataclass(frozen=True)
class DPWhere(Shown):
    """The algorithm for a city: its stages with their noise, and the iterations of the 2-means clustering.

    Domain: iterations ≥ 1. Raises: `InputError` for fewer.
    Source: Dwork 2013, sections 3.2 and 3.3.

    >>> model = DPWhere(City(2, days=1, hours=2, cap=1, resolution=2), Levels("1/2"), iterations=1)
    >>> [model.ledger(relation).total().alpha for relation in ("add-remove", "replace-one")]
    [Fraction(1, 2048), Fraction(1, 4194304)]
    """

    city: City
    levels: Levels
    iterations: int = 3

    def __post_init__(self) -> None:
        if self.iterations < 1:
            raise InputError(f"{self.iterations} iterations: write at least 1")

    def ledger(self, relation: str) -> Ledger:
        """Return the stages, with their sensitivity to adding, removing or replacing a person.

        A median is a²-private for adding a person in its block. So all medians together are, because each person is in
        one block. Replacing counts as removing and adding, which is exact for tallies: their sensitivity is then twice
        as large, attained by two people who share no cell.
        Domain: the relations "add-remove" and "replace-one". Raises: `InputError` for another.
        """
        if relation not in (ADD_REMOVE, REPLACE_ONE):
            raise InputError(f"the relation {relation!r}: write {ADD_REMOVE} or {REPLACE_ONE}")
        return Ledger(self._stages(), relation)

    def _stages(self) -> Iterator[Stage]:
        levels, city = self.levels, self.city

        def stage(name: str, level: Fraction, each: int = 1) -> Stage:
            return Stage(name, level**each, relation=ADD_REMOVE)

        yield stage("home", levels.home)
        yield stage("work", levels.work)
        for block in range(city.blocks(city.commute)):
            group = "commute medians"
            yield Stage(f"median {block}", levels.median**2, relation=ADD_REMOVE, parallel_group=group)
        yield stage("commute", levels.commute)
        yield stage("calls per day", levels.calls)
        for k in range(1, self.iterations + 1):
            yield stage(f"pattern sums {k}", levels.patterns, city.resolution)
        yield stage("cluster sizes", levels.clusters)
        for hour in range(city.hours):
            yield stage(f"calls in hour {hour}", levels.hourly, city.cap * city.days)

    def tallies(self, medians: Sequence[int], centres: Sequence[Distribution]) -> Iterator[tuple[Tally, int]]:
        """Yield each kind of tally with its sensitivity to adding a person, as in the ledger."""
        city = self.city
        for tally in (home_tally(city), work_tally(city), commute_tally(city, medians), calls_tally(city)):
            yield tally, 1
        yield pattern_tally(city, centres), city.resolution
        yield cluster_tally(city, centres), 1
        for hour in range(city.hours):
            yield hourly_tally(city, hour), city.cap * city.days

    def first_centres(self) -> tuple[Distribution, Distribution]:
        """Return the initial centres of the clustering: the two halves of the day."""
        half = (self.city.hours + 1) // 2
        early = [int(hour < half) for hour in range(self.city.hours)]
        return distribution(early), distribution([1 - x for x in early])

    def release(self, people: Iterable[Person], source: Source | None = None) -> NoisyCounts:
        """Run every stage on the kept people, with exact sampling.

        Raises: `InputError` for people outside the city.
        """
        city, levels, chosen = self.city, self.levels, source or SystemSource()
        kept = city.kept(people)

        def noisy(tally: Tally, level: Fraction) -> tuple[int, ...]:
            noise = TwoSidedGeometric(level)
            return tuple(count + noise.draw(chosen) for count in tally.total(kept))

        home, work = noisy(home_tally(city), levels.home), noisy(work_tally(city), levels.work)
        medians = tuple(self._median(block, kept, chosen) for block in range(city.blocks(city.commute)))
        commute = noisy(commute_tally(city, medians), levels.commute)
        calls = noisy(calls_tally(city), levels.calls)
        centres: tuple[Distribution, ...] = self.first_centres()
        for _ in range(self.iterations):
            sums = noisy(pattern_tally(city, centres), levels.patterns)
            centres = tuple(distribution(sums[k * city.hours : (k + 1) * city.hours]) for k in range(len(centres)))
        clusters = noisy(cluster_tally(city, centres), levels.clusters)
        hourly = tuple(noisy(hourly_tally(city, hour), levels.hourly) for hour in range(city.hours))
        return NoisyCounts(city, home, work, medians, commute, calls, centres, clusters, hourly)

    def _median(self, block: int, kept: Sequence[Person], source: Source) -> int:
        city = self.city
        inside = (person for person in kept if city.block(person.home, city.commute) == block)
        found = Counter(city.distance(person.home, person.work) for person in inside)
        histogram = [found[distance] for distance in range(city.distances)]
        return Responses(median_mechanism([histogram], self.levels.median)).draw(0, source)
