"""Calls in a table: homes and workplaces by definition, the total level, synthetic calls that can be read."""

from fractions import Fraction

import pytest

from exactdp.arithmetic.errors import InputError
from exactdp.files.records import Records, read_records, written_records
from exactdp.privacy.sampling import SeededSource
from exactdp.surveys.call_records import CALL_COLUMNS, levels_within, people_of, synthetic_calls
from exactdp.surveys.city import Call, City, Person
from exactdp.surveys.dp_where import DPWhere

CITY = City(3, days=2)


def records(*rows):
    return Records("calls.csv", CALL_COLUMNS, [(line, list(map(str, row))) for line, row in enumerate(rows, start=2)])


def test_people_are_the_calls_of_one_name():
    found = people_of(records(("ann", 0, 8, 1, 2), ("bo", 1, 23, 0, 0), ("ann", 1, 7, 1, 2)), CITY)
    assert found == (Person(5, 5, (Call(0, 8, 5), Call(1, 7, 5))), Person(0, 0, (Call(1, 23, 0),)))


@pytest.mark.parametrize(
    ("calls", "home", "work"),
    [
        # Hours 0 to 5 and 18 to 23 are the night of a day with 24.
        ([(5, 0), (6, 1), (17, 1), (18, 0)], 0, 1),
        ([(5, 2), (18, 1), (23, 1)], 1, 1),
        ([(12, 2), (13, 1)], 1, 1),
        ([(0, 2), (1, 0), (8, 2), (9, 1)], 0, 1),
    ],
)
def test_home_is_where_most_calls_of_the_night_are(calls, home, work):
    (found,) = people_of(records(*(("ann", 0, hour, 0, column) for hour, column in calls)), CITY)
    assert (found.home, found.work) == (home, work)


def test_a_person_s_home_depends_on_that_person_only():
    own = [("ann", 0, 1, 2, 2), ("ann", 1, 12, 0, 1)]
    alone, among = (people_of(records(*own, *others), CITY)[0] for others in ((), [("bo", 0, 1, 0, 0)] * 9))
    assert alone == among


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("", 0, 0, 0, 0), "line 2, column 1: person is missing: write who called, by any name"),
        (("ann", 2, 0, 0, 0), "line 2, column 2: day is '2': write a whole number from 0 to 1"),
        (("ann", 0, 24, 0, 0), "line 2, column 3: hour is '24': write a whole number from 0 to 23"),
        (("ann", 0, 0, "-1", 0), "line 2, column 4: row is '-1': write a whole number from 0 to 2"),
        (("ann", 0, 0, 0, ""), "line 2, column 5: column is missing: write a whole number from 0 to 2"),
        (("ann", 0, 0, 0, "٣"), "line 2, column 5: column is '٣': write a whole number from 0 to 2"),
        (("ann", "1.0", 0, 0, 0), "line 2, column 2: day is '1.0': write a whole number from 0 to 1"),
    ],
)
def test_a_call_that_cannot_be_used(row, said):
    with pytest.raises(InputError) as refused:
        people_of(records(row), CITY)
    assert str(refused.value) == f"calls.csv: {said}"


def test_a_table_without_a_column():
    with pytest.raises(InputError, match="unknown column 'hour': the columns are person, day"):
        people_of(Records("calls.csv", ("person", "day"), [(2, ["ann", "0"])]), CITY)


@pytest.mark.parametrize("relation", ["add-remove", "replace-one"])
@pytest.mark.parametrize("alpha", ["1/2", "1/100"])
def test_the_levels_keep_the_whole_and_waste_little(relation, alpha):
    found = DPWhere(City(2, days=2, cap=3), levels_within(City(2, days=2, cap=3), 2, alpha, relation), 2)
    total = found.ledger(relation).total().alpha
    assert Fraction(alpha) <= total <= Fraction(alpha) * (1 + Fraction(1, 2**11))


def test_levels_that_cannot_be():
    with pytest.raises(InputError, match="may change 16,800 units of the stage 'hourly': write a smaller cap"):
        levels_within(City(2, days=7, cap=100), 3, "1/2", "replace-one")
    with pytest.raises(InputError, match="write add-remove or replace-one"):
        levels_within(CITY, 3, "1/2", "swap")
    with pytest.raises(InputError, match="promises nothing"):
        levels_within(CITY, 3, "0", "replace-one")


def test_synthetic_calls_are_a_table_of_calls(tmp_path):
    source = SeededSource(5)
    people = people_of(records(*(("ann", day, hour, 0, 1) for day in range(2) for hour in range(24))), CITY)
    release = DPWhere(CITY, levels_within(CITY, 1, "1/2", "replace-one"), 1).release(people, source)
    (tmp_path / "x.csv").write_bytes(written_records((*CALL_COLUMNS, "minute"), synthetic_calls(release, 40, source)))
    found = read_records(tmp_path / "x.csv")
    assert people_of(found, CITY)
    assert all(0 <= int(minute) < 60 for minute in found.values("minute"))
    assert {int(person) for person in found.values("person")} <= set(range(1, 41))
    assert list(synthetic_calls(release, 0, source)) == []
