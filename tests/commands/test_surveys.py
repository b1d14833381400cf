"""`exactdp mwem`, `histogram`, `local` and `dp-where`: their files, and errors of one line."""

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest

from exactdp.answers import synthesis
from exactdp.surveys.dp_where import UNSPECIFIED
from tests.commands.running import Run, refusal

PEOPLE = "smoker,age\n" + "no,young\n" * 30 + "yes,old\n" * 20 + "no,old\n" * 10
COLUMNS = ("--column", "smoker=no,yes", "--column", "age=young,old")
CALLS = "person,day,hour,row,column\n" + "".join(
    f"{person},{day},{hour},{person % 2},{(person + (5 < hour < 18)) % 2}\n"
    for person in range(20)
    for day in range(2)
    for hour in (3, 8, 12, 20)
)
MANY = ",".join(map(str, range(1000)))
CITY = ("--side", "2", "--days", "2", "--cap", "2")


@pytest.fixture
def people(run: Run) -> Run:
    Path("people.csv").write_text(PEOPLE)
    Path("calls.csv").write_text(CALLS)
    return run


def rows(name: str) -> list[list[str]]:
    return list(csv.reader(Path(name).read_text().splitlines()))


# mwem


def test_mwem_writes_as_many_records_of_the_same_columns(people: Run) -> None:
    ran = people("mwem", "people.csv", *COLUMNS, "--alpha", "1/81", "--rounds", "1", "-o", "synthetic.csv")
    assert (ran.code, ran.err) == (0, "")
    heading, *records = rows("synthetic.csv")
    assert (heading, len(records)) == (["smoker", "age"], 60)
    assert {(*record,) for record in records} <= {(a, b) for a in ("no", "yes") for b in ("young", "old")}
    first, *others = ran.out.splitlines()
    assert first == "The synthetic table has 60 records and is 1/81-private if one person's data are replaced."
    assert [line.split()[:3] for line in others[-4:-1]] == [
        ["selection", "1", "1/9"],
        ["measurement", "1", "1/9"],
        ["total", "2", "1/81"],
    ]
    # A run is over, so another one is a new one, which is drawn and paid for again.
    assert [each.name for each in Path().glob("*journal*")] == []


def test_the_errors_are_written_only_if_asked_for_and_say_that_they_are_not_private(people: Run) -> None:
    plain = people("mwem", "people.csv", *COLUMNS, "--alpha", "1/4", "-o", "synthetic.csv")
    assert "error" not in plain.out
    ran = people("mwem", "people.csv", *COLUMNS, "--alpha", "1/4", "-o", "synthetic.csv", "--errors", "errors.csv")
    assert "computed from the records and not covered by the ledger: do not publish them" in ran.out
    comment, heading, *found = rows("errors.csv")
    assert comment == ["# not private: keep this file"]
    assert heading == ["marginal", "records", "synthetic", "error"]
    assert {name: int(count) for name, count, *_ in found} == {
        "smoker=no age=young": 30,
        "smoker=no age=old": 10,
        "smoker=yes age=young": 0,
        "smoker=yes age=old": 20,
    }
    records = rows("synthetic.csv")
    for name, count, synthetic, error in found:
        values = [part.partition("=")[2] for part in name.split()]
        assert int(synthetic) == records.count(values)
        assert int(error) == abs(int(count) - int(synthetic))


def test_mwem_as_json_has_the_exact_level_of_each_stage(people: Run) -> None:
    ran = people("mwem", "people.csv", *COLUMNS, "--alpha", "1/3", "--rounds", "2", "-o", "synthetic.csv", "--json")
    found = json.loads(ran.out)
    assert (found["kind"], found["records"], found["errors"]) == ("synthesis", 60, [])
    whole = Fraction(1)
    for stage in found["stages"]:
        whole *= Fraction(stage["alpha"])
    assert (whole, len(found["stages"])) == (Fraction(found["alpha"]), 4)
    assert Fraction(1, 3) <= whole < Fraction(1, 3) + Fraction(1, 10**5)


def test_all_columns_with_0_and_1_are_the_default(run: Run) -> None:
    Path("bits.csv").write_text("a;b\n0;1\n1;1\n")
    found = json.loads(run("mwem bits.csv --alpha 1/2 -o synthetic.csv --json").out)
    assert found["columns"] == {"a": ["0", "1"], "b": ["0", "1"]}


def test_a_rehearsal_is_the_same_each_time_and_says_that_it_is_not_private(people: Run) -> None:
    words = ("mwem", "people.csv", *COLUMNS, "--alpha", "1/4", "--rehearse", "7", "-o")
    first, second = people(*words, "one.csv"), people(*words, "two.csv")
    assert first == second
    assert "no output is private" in first.err
    assert Path("one.csv").read_bytes() == Path("two.csv").read_bytes()
    assert Path("one.csv").read_text().startswith("# a rehearsal with the seed 7: not private\n")
    others = [people(*words[:-3], "-o", f"{k}.csv") for k in range(3)]
    assert all("rehearsal" not in ran.out + ran.err for ran in others)
    assert len({Path(f"{k}.csv").read_text() for k in range(3)}) > 1


def test_an_interrupt_is_told_and_the_same_command_goes_on(people: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("mwem", "people.csv", *COLUMNS, "--alpha", "1/4", "-o", "synthetic.csv")
    drawn = []

    def continued(algorithm: object, run: object, *rest: object) -> object:
        if len(drawn) == 3:
            raise KeyboardInterrupt
        drawn.append(whole(algorithm, run, *rest))
        return drawn[-1]

    whole = synthesis.MWEM.continued
    with monkeypatch.context() as patch:
        patch.setattr(synthesis.MWEM, "continued", continued)
        ran = people(*words)
    how = "run the same command again to resume; synthetic.csv.journal has the finished rounds"
    assert (ran.code, ran.out, ran.err) == (130, "", f"exactdp: interrupted: {how}\n")
    assert not Path("synthetic.csv").exists()
    ran = people(*words)
    assert "resumed after round 3: nothing was drawn twice" in ran.out
    shown = [line.split()[-1] for line in ran.out.splitlines()[5:8]]
    assert shown == [f"{each.answer:,}" for each in drawn[-1].rounds]
    assert not Path("synthetic.csv.journal").exists()


@pytest.mark.parametrize(
    ("written", "arguments", "said"),
    [
        ("", (), "people.csv: the file has no records: "),
        ("smoker,age\nno,old\nmaybe,old\n", (), "people.csv: line 3, column 1: smoker is 'maybe': write no or yes, or"),
        ("smoker,age\nno,old\n,old\n", (), "people.csv: line 3, column 1: smoker is missing: write no or yes, or"),
        ("smoker\nno\n", (), "people.csv: unknown column 'age': the columns are smoker"),
        (PEOPLE, ("--column", f"x={MANY}", "--column", f"y={MANY}"), "4 columns with these values have 4,000,000"),
        (PEOPLE, ("--way", "3"), "3-way marginals of 2 columns: write a number from 1 to 2"),
    ],
)
def test_records_that_cannot_be_used(run: Run, written: str, arguments: tuple[str, ...], said: str) -> None:
    Path("people.csv").write_text(written)
    ran = run("mwem people.csv", *COLUMNS, "--alpha", "1/2", "-o", "synthetic.csv", *arguments)
    assert refusal(ran).startswith(said)
    assert [each.name for each in Path().glob("synthetic*")] == []


def test_mwem_without_a_level(people: Run) -> None:
    ran = people("mwem", "people.csv", *COLUMNS, "-o", "synthetic.csv")
    assert refusal(ran).startswith("this needs a level: write --alpha 1/2")


def test_mwem_that_would_write_nothing_is_refused_before_it_spends_anything(people: Run) -> None:
    words = ("mwem", "people.csv", *COLUMNS, "--alpha", "1/4")
    assert refusal(people(*words)).endswith("would be lost, and the privacy spent: write -o synthetic.csv")
    assert people(*words, "--rehearse", "1").code == 0


def test_marginals_of_one_column_are_its_own_counts(run: Run) -> None:
    Path("bits.csv").write_text("a\n0\n1\n1\n")
    words = "mwem bits.csv --alpha 1/2 -o synthetic.csv"
    found = json.loads(run(words, "--rounds", "1", "--json").out)
    assert {each["marginal"] for each in found["rounds"]} <= {"a=0", "a=1"}
    assert refusal(run(words, "--way", "2")) == "2-way marginals of 1 column: write 1"


# histogram and local


@pytest.mark.parametrize(("relation", "unit"), [("replace-one", "1/3"), ("add-remove", "1/9")])
def test_a_histogram_and_its_exact_level(people: Run, relation: str, unit: str) -> None:
    ran = people(
        *("histogram", "people.csv", *COLUMNS, "--alpha", "1/9", "--relation", relation, "-o", "counts.csv", "--json")
    )
    found = json.loads(ran.out)
    assert (found["unit"], found["alpha"], found["relation"]) == (unit, "1/9", relation)
    assert rows("counts.csv")[0] == ["smoker", "age", "count"]
    assert [int(row[-1]) for row in rows("counts.csv")[1:]] == found["counts"]
    words = people("histogram", "people.csv", "--column", "smoker=no,yes", "--alpha", "1/9", "--relation", relation)
    changed = "if one person's data are replaced" if relation == "replace-one" else "if one person is added or removed"
    assert words.out.startswith(f"The histogram has the exact level α = 1/9 {changed}.\n")


def test_local_responses_are_one_for_each_record(people: Run) -> None:
    ran = people("local", "people.csv", "--column", "smoker=no,yes", "--alpha", "1/3", "-o", "answers.csv", "--json")
    found = json.loads(ran.out)
    heading, *answers = rows("answers.csv")
    assert (heading, len(answers), found["alpha"]) == (["smoker"], 60, "1/3")
    assert found["counts"] == [answers.count(["no"]), answers.count(["yes"])]
    assert found["variance"] == "1/80"
    assert Fraction(found["shares"][1]) == (Fraction(found["counts"][1], 60) - Fraction(1, 4)) * 2


def test_a_value_of_nobody_is_refused_in_one_line(people: Run) -> None:
    ran = people("local", "people.csv", "--column", "smoker=no", "--alpha", "1/3")
    assert refusal(ran) == "people.csv: line 32, column 1: smoker is 'yes': write no, or leave the record out"
    ran = people("histogram", "people.csv", "--column", "smoke=no,yes", "--alpha", "1/3")
    assert refusal(ran).startswith("people.csv: unknown column 'smoke': did you mean smoker?")


# dp-where


def test_dp_where_shows_the_ledger_and_every_choice(people: Run) -> None:
    ran = people("dp-where", "calls.csv", *CITY, "--alpha", "1/2", "--people", "7", "-o", "synthetic.csv")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("The model of the calls is α-private at α ≈ 0.5000 if one person's data are replaced.\n")
    for choice in UNSPECIFIED:
        assert f"{choice}  " in ran.out
    heading, *calls = rows("synthetic.csv")
    assert heading == ["person", "day", "hour", "row", "column", "minute"]
    assert {int(call[0]) for call in calls} <= set(range(1, 8))
    # Synthetic calls are calls.
    assert people("dp-where", "synthetic.csv", *CITY, "--alpha", "1/2", "--json").code == 0


def test_dp_where_that_would_write_nothing_is_refused_before_it_spends_anything(people: Run) -> None:
    words = ("dp-where", "calls.csv", *CITY, "--alpha", "1/2")
    assert refusal(people(*words)).startswith("the model would be lost, and the privacy spent: write -o synthetic.csv")
    assert people(*words, "--rehearse", "1").code == 0


@pytest.mark.parametrize("relation", ["replace-one", "add-remove"])
def test_dp_where_as_json_has_the_whole_model(people: Run, relation: str) -> None:
    found = json.loads(people("dp-where", "calls.csv", *CITY, "--alpha", "1/2", "--relation", relation, "--json").out)
    assert (len(found["home"]), len(found["hourly"]), found["relation"]) == (4, 24, relation)
    assert found["choices"] == dict(UNSPECIFIED)
    assert Fraction(1, 2) <= Fraction(found["alpha"]) < Fraction(51, 100)


def test_a_rehearsal_of_calls(people: Run) -> None:
    words = ("dp-where", "calls.csv", *CITY, "--alpha", "1/2", "--rehearse", "1", "-o")
    assert people(*words, "one.csv").out == people(*words, "two.csv").out
    assert Path("one.csv").read_bytes() == Path("two.csv").read_bytes()
    assert Path("one.csv").read_text().startswith("# a rehearsal")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("--side", "1", "--days", "2"),
            "calls.csv: line 3, column 5: column is '1': write a whole number from 0 to 0",
        ),
        (("--side", "2", "--days", "1"), "calls.csv: line 6, column 2: day is '1': write a whole number from 0 to 0"),
        ((*CITY, "--commute", "3"), "commute = 3 does not divide the side 2: write a divisor"),
        ((*CITY, "--means", "2,1"), "means: write at least one"),
        ((*CITY, "--people", "-1"), "-1 people: write a number from 0 to 1,000,000"),
        ((*CITY, "--cap", "1000"), "one person may change 48,000 units of the stage 'hourly': write a smaller cap"),
    ],
)
def test_calls_that_cannot_be_used(people: Run, arguments: tuple[str, ...], said: str) -> None:
    ran = people("dp-where", "calls.csv", *arguments, "--alpha", "1/2", "-o", "synthetic.csv")
    assert refusal(ran).startswith(said)
    assert not Path("synthetic.csv").exists()


@pytest.mark.parametrize(
    "command",
    [
        ("mwem", "none.csv", "--alpha", "1/4", "-o"),
        ("mwem", "none.csv", "--alpha", "1/4", "-o", "x.csv", "--errors"),
        ("histogram", "none.csv", "--column", "smoker=no,yes", "--alpha", "1/4", "-o"),
        ("local", "none.csv", "--column", "smoker=no,yes", "--alpha", "1/4", "-o"),
        ("dp-where", "none.csv", *CITY, "--alpha", "1/4", "-o"),
    ],
)
def test_records_are_written_only_as_csv_and_this_is_said_before_they_are_read(run: Run, command: tuple[str]) -> None:
    assert refusal(run(*command, "records.json")) == "records.json: the output is .csv: change the extension"
    assert refusal(run(*command, "records")).startswith("none.csv: this file does not exist")
