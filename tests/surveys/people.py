"""Invented people of a city."""

from fractions import Fraction

from exactdp.model.mechanism import Mechanism
from exactdp.privacy.sampling import Responses, Source
from exactdp.surveys.city import Call, City, Person


def example_people(city: City, count: int, source: Source) -> tuple[Person, ...]:
    """Return invented people for tests: uniform homes and works, and calls by day and hour.

    They call from home in the first and last quarter of the day, and from work in between. They call in each hour with
    probability 1/4, up to twice.
    """
    cell, calls = Responses(Mechanism([[Fraction(1, city.cells)] * city.cells])), Responses(Mechanism([_CALLS]))
    found = []
    for _ in range(count):
        home, work = cell.draw(0, source), cell.draw(0, source)
        made = []
        for day in range(city.days):
            for hour in range(city.hours):
                place = work if city.hours <= 4 * hour < 3 * city.hours else home
                made += [Call(day, hour, place)] * min(calls.draw(0, source), city.cap)
        found.append(Person(home, work, tuple(made)))
    return tuple(found)


_CALLS = (Fraction(3, 4), Fraction(3, 16), Fraction(1, 16))
