"""DP-WHERE on your own call records: people from a table of calls, and the noise of each stage from one level."""

from collections import Counter
from collections.abc import Iterator

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.files.records import Records
from exactdp.model.neighbours import ADD_REMOVE, REPLACE_ONE
from exactdp.privacy.sampling import Source, SystemSource, rational_level
from exactdp.surveys.city import Call, City, Person
from exactdp.surveys.dp_where import Levels, NoisyCounts, stage_kinds
from exactdp.surveys.geometric_variants import LARGEST_ROOT, STAGE_BITS, unit_level
from exactdp.surveys.synthetic_people import Generator

CALL_COLUMNS = ("person", "day", "hour", "row", "column")
"""The columns of a table of calls; all except the person are nonnegative integers."""


def people_of(records: Records, city: City) -> tuple[Person, ...]:
    """Return the people of a table of calls, in the order of their first call, with inferred homes and workplaces.

    Each call is a record with the columns `CALL_COLUMNS`; others are ignored. A person's home is the cell with the most
    calls in the first and last quarter of the day. The workplace is the cell with the most calls in between. Both
    depend only on this person's calls.
    Raises: `InputError` for a missing column, and for a day, hour or place that the city does not have.

    >>> city = City(2, days=1)
    >>> calls = [(2, ["ann", "0", "8", "0", "1"]), (3, ["ann", "0", "23", "1", "1"]), (4, ["bob", "0", "12", "0", "0"])]
    >>> [(person.home, person.work) for person in people_of(Records("calls.csv", CALL_COLUMNS, calls), city)]
    [(3, 1), (0, 0)]
    """
    places = {name: records.position(name) for name in CALL_COLUMNS}
    ends = {"day": city.days, "hour": city.hours, "row": city.side, "column": city.side}
    found: dict[str, list[Call]] = {}
    for line, row in records.rows:
        person = row[places["person"]]
        if not person:
            raise records.refused(line, "person", "write who called, by any name")
        at = {}
        for name, end in ends.items():
            written = row[places[name]]
            if not (written.isascii() and written.isdigit() and len(written) < 10 and int(written) < end):
                raise records.refused(line, name, f"write a whole number from 0 to {end - 1}")
            at[name] = int(written)
        found.setdefault(person, []).append(Call(at["day"], at["hour"], at["row"] * city.side + at["column"]))
    return tuple(_person(tuple(calls), city) for calls in found.values())


def _person(calls: tuple[Call, ...], city: City) -> Person:
    by_day, by_night = Counter[int](), Counter[int]()
    for call in calls:
        (by_day if city.hours <= 4 * call.hour < 3 * city.hours else by_night)[call.cell] += 1
    home, work = (
        min(counts, key=lambda cell: (-counts[cell], cell)) for counts in (by_night or by_day, by_day or by_night)
    )
    return Person(home, work, calls)


def levels_within(city: City, iterations: int, alpha: Exact | Exponential, relation: str) -> Levels:
    """Return levels of the stages with a total level of at least α; each kind of stage has an equal share.

    If one person changes a stage by c units, its unit is the root of degree c of its share.
    Domain: 0 < α < 1, the relations "add-remove" and "replace-one". Raises: `InputError` outside, and if one person may
    change so many calls that the degree of the root exceeds `LARGEST_ROOT`.

    >>> from exactdp.arithmetic.exact import exact
    >>> from exactdp.surveys.dp_where import DPWhere
    >>> city = City(2, days=1, hours=2, cap=2)
    >>> DPWhere(city, levels_within(city, 3, "1/2", "add-remove")).ledger("add-remove").total().alpha > exact("1/2")
    True
    """
    if relation not in (ADD_REMOVE, REPLACE_ONE):
        raise InputError(f"the relation {relation!r}: write {ADD_REMOVE} or {REPLACE_ONE}")
    units = {name: kind.together for name, kind in stage_kinds(city, iterations).items()}
    kind = max(units, key=lambda each: units[each])
    if units[kind] > LARGEST_ROOT:
        raise InputError(
            f"one person may change {units[kind]:,} units of the stage {kind!r}: write a smaller cap, fewer days or "
            f"iterations, or a coarser resolution, for at most {LARGEST_ROOT:,}"
        )
    shares = len(units) * (2 if relation == REPLACE_ONE else 1)
    share = unit_level(rational_level(alpha), shares, STAGE_BITS)
    return Levels("1/2", **{name: unit_level(share, count, STAGE_BITS) for name, count in units.items()})


def synthetic_calls(release: NoisyCounts, people: int, source: Source | None = None) -> Iterator[tuple[int, ...]]:
    """Yield synthetic people's calls on all days of the city: person, day, hour, row, column, and minute.

    The people are numbered from 1. This reads only the release, so it costs no privacy.

    >>> from exactdp.surveys.city import example_people
    >>> from exactdp.surveys.dp_where import DPWhere
    >>> from exactdp.privacy.sampling import SeededSource
    >>> city, source = City(2, days=1, hours=2), SeededSource(1)
    >>> release = DPWhere(city, Levels("1/2")).release(example_people(city, 20, source), source)
    >>> next(synthetic_calls(release, 9, source))
    (1, 0, 0, 0, 1, 15)
    """
    city, chosen = release.city, source or SystemSource()
    generator = Generator(release, chosen)
    for number in range(1, people + 1):
        person = generator.person()
        for day in range(city.days):
            for call in generator.day(person):
                hour, minute = divmod(int(call.hour * 60), 60)
                yield (number, day, hour, *divmod(call.cell, city.side), minute)
