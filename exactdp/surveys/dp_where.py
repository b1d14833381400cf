"""DP-WHERE: a model of where people live, work and call from, by private histograms.

One stage is the exponential mechanism's median. Every other stage adds geometric noise to a `Tally`, a sum over people
of integer vectors. The promise covers everything about a person (all calls), by the rule of composition for stages that
see each other's releases. Later steps see only these releases. The chapter's sketch leaves several choices open:
`UNSPECIFIED` lists them with the choices made here.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from math import lcm
from operator import mul
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import ADD_REMOVE, REPLACE_ONE
from exactdp.privacy.ledger import Ledger, Stage
from exactdp.privacy.sampling import Responses, Source, SystemSource, TwoSidedGeometric, rational_level
from exactdp.shown import Shown
from exactdp.surveys.city import City, Person

Distribution: TypeAlias = tuple[Fraction, ...]

UNSPECIFIED: Mapping[str, str] = MappingProxyType(
    {
        "home and work": "another paper infers them; here home is the cell with the most calls in the first and last "
        "quarter of the day, and work the cell with the most calls in between, the first of equal cells; for a person "
        "without such calls, all calls decide",
        "neighbours": "the text takes n as known, so people are replaced, but a histogram has sensitivity 1 only if "
        "people are added or removed; every promise here is given for both relations",
        "number left by the filter": "n counts the people whom the filter keeps, and the filter reads the calls; here "
        "n is not used, and the caller chooses the number of synthetic people",
        "levels of the stages": "the text prints only the total of the experiments; here each stage has its own level",
        "noise": "the text has Laplace noise on real numbers; here it is geometric noise on integers",
        "histogram to distribution": "the text refers to another paper; here negative counts become 0, the rest are "
        "normalised, and counts that are all 0 give the uniform distribution",
        "commute distance": "the text does not say how to measure a distance on the grid; here it is rows plus columns",
        "median": "the printed weight e^|k-m| lacks a minus and an ε, and the text does not give m and the outer end "
        "points; here the weight is a^|k-(n-k)| for k people nearer and n-k farther, a < 1, over the distances 0 … "
        "2(d-1)+1",
        "released median": "only the unit interval that contains the drawn element is released; its middle sets the "
        "rate, so the rate is finite",
        "rounding of means and deviations": "each is rounded to the nearest of the listed values, or to the smaller of "
        "two equally near ones",
        "2-means": "the text does not give the starting centres, the number of iterations and the post-processing; "
        "here there are a morning and an evening centre, a given number of iterations, and normalised sums",
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


# Tallies


@dataclass(frozen=True)
class Tally:
    """A sum over people of integer vectors with `size` entries, each given by its nonzero entries."""

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

    >>> from exactdp.surveys.city import Call
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

    >>> from exactdp.surveys.city import Call
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

    >>> from exactdp.surveys.city import Call
    >>> city = City(2, days=1, hours=2, resolution=4)
    >>> cluster_tally(city, [(1, 0), (0, 1)]).total([Person(0, 3, (Call(0, 1, 3), Call(0, 1, 2)))])
    (0, 1)
    """
    nearest = _nearest(city, centres)
    return Tally("cluster sizes", len(centres), lambda person: {nearest(city.pattern(person)): 1})


def hourly_tally(city: City, hour: int) -> Tally:
    """Return the calls in an hour of the day, over all days, by block of merged cells.

    >>> from exactdp.surveys.city import Call
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


# The stages


class StageKind(NamedTuple):
    """How many stages a kind has, and by how many units adding a person changes one of them, and all of them."""

    stages: int
    each: int
    together: int


def stage_kinds(city: City, iterations: int) -> dict[str, StageKind]:
    """Return each kind of stage, by the names of `Levels`, in the order of the stages.

    A median is a²-private for adding a person in its block. So all medians together are, because each person is in one
    block.

    >>> list(stage_kinds(City(2, days=1), iterations=3))
    ['home', 'work', 'median', 'commute', 'calls', 'patterns', 'clusters', 'hourly']
    """
    once, hourly = StageKind(1, 1, 1), city.cap * city.days
    return {
        "home": once,
        "work": once,
        "median": StageKind(city.blocks(city.commute), 2, 2),
        "commute": once,
        "calls": once,
        "patterns": StageKind(iterations, city.resolution, iterations * city.resolution),
        "clusters": once,
        "hourly": StageKind(city.hours, hourly, city.hours * hourly),
    }


_STAGES = {
    "median": ("median", 0),
    "calls": ("calls per day", None),
    "patterns": ("pattern sums", 1),
    "clusters": ("cluster sizes", None),
    "hourly": ("calls in hour", 0),
}
"""The names of stages, if they differ from their kind, and the first number of those that are numbered."""


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
        self.__dict__.update({name: rational_level(own.get(name, everywhere)) for name in names})


@dataclass(frozen=True)
class NoisyCounts(Shown):
    """The whole release of a run: noisy counts; everything else is computed from them.

    `commute` has ten bins for each block of homes; `hourly` has the calls of each hour by block of merged cells.
    Source: Dwork 2013, section 3.3.
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


def distribution(noisy: Sequence[int | Fraction]) -> Distribution:
    """Normalise noisy counts, or weights, to a distribution, with negative ones as 0; it is uniform if all are 0.

    Raises: `InputError` for no counts.

    >>> distribution([3, -1, 1]), distribution([-2, 0])
    ((Fraction(3, 4), Fraction(0, 1), Fraction(1, 4)), (Fraction(1, 2), Fraction(1, 2)))
    """
    if not noisy:
        raise InputError("there are no counts: give at least one")
    clamped = [max(count, 0) for count in noisy]
    if not any(clamped):
        clamped = [1] * len(clamped)
    total = sum(clamped)
    return tuple(Fraction(count, total) for count in clamped)


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

        Replacing counts as removing and adding, which is exact for tallies: their sensitivity is then twice as large,
        attained by two people who share no cell.
        Domain: the relations "add-remove" and "replace-one". Raises: `InputError` for another.
        """
        if relation not in (ADD_REMOVE, REPLACE_ONE):
            raise InputError(f"the relation {relation!r}: write {ADD_REMOVE} or {REPLACE_ONE}")
        return Ledger(self._stages(), relation)

    def _stages(self) -> Iterator[Stage]:
        for kind, (stages, each, _) in stage_kinds(self.city, self.iterations).items():
            name, first = _STAGES.get(kind, (kind, None))
            group = "commute medians" if kind == "median" else None
            for k in range(stages):
                numbered = name if first is None else f"{name} {first + k}"
                level = getattr(self.levels, kind) ** each
                yield Stage(numbered, level, relation=ADD_REMOVE, parallel_group=group)

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
