"""The people of a city, their homes, workplaces and calls, and the public parameters by which they are counted."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.spelling import counted, elided
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.sampling import Responses, Source, SystemSource
from exactdp.shown import Shown

LARGEST_SIZE = 1000
"""The largest side of a grid, and the largest of the other sizes of a city."""


@dataclass(frozen=True)
class Call:
    """One call or message: its day, hour of the day, and cell of the grid, all counted from 0."""

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
        self.__dict__.update(zip(self.__dataclass_fields__, every, strict=True))

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
        return sum(average > (low + high) / 2 for low, high in pairwise(self.means))

    def deviation(self, person: Person) -> int:
        """Return the position in `deviations` of the value nearest to the deviation of the person's calls per day.

        The deviation is a square root; it is compared with midpoints by their squares.
        """
        per_day = Counter(call.day for call in person.calls)
        squares = sum(count * count for count in per_day.values())
        variance = Fraction(squares, self.days) - Fraction(len(person.calls), self.days) ** 2
        middles = ((low + high) / 2 for low, high in pairwise(self.deviations))
        return sum(variance > middle**2 for middle in middles)

    def pattern(self, person: Person) -> tuple[int, ...]:
        """Return the person's calls by hour as integers that sum to `resolution`; without calls, spread evenly.

        It rounds down and gives the missing units to the largest remainders, the earliest of equal ones.
        """
        counts = Counter(call.hour for call in person.calls)
        share = [counts[hour] if person.calls else 1 for hour in range(self.hours)]
        whole, rest = zip(*(divmod(part * self.resolution, sum(share)) for part in share), strict=True)
        order = sorted(range(self.hours), key=lambda hour: (-rest[hour], hour))
        raised = set(order[: self.resolution - sum(whole)])
        return tuple(part + (hour in raised) for hour, part in enumerate(whole))


def example_people(city: City, count: int, source: Source | None = None) -> tuple[Person, ...]:
    """Return invented people for examples and tests: uniform homes and workplaces, and calls by day and hour.

    They call from home in the first and last quarter of the day, and from work in between. They call in each hour with
    probability 1/4, up to twice.
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
