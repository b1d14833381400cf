"""Results about people's records as reports: the rows of a ledger give its total."""

from fractions import Fraction

import pytest

from exactdp.answers.synthesis import synthesise
from exactdp.privacy.sampling import SeededSource
from exactdp.report.document import Report, Table
from exactdp.report.surveys import calls, histogram, ledger, local_responses, synthesis
from exactdp.report.terminal import as_text
from exactdp.surveys.call_records import levels_within
from exactdp.surveys.city import City, example_people
from exactdp.surveys.collected import local_responses as collect
from exactdp.surveys.collected import noisy_histogram
from exactdp.surveys.dp_where import DPWhere
from exactdp.surveys.universe import Attribute, Universe

AGE = Attribute("age", ("young", "old", "none of the others"))


def rows_of(found: Report) -> list[tuple[str, ...]]:
    (topic,) = (each for each in found.topics if each.name == "ledger")
    (table,) = (each for each in topic.parts if isinstance(each, Table))
    return list(table.rows)


@pytest.mark.parametrize("relation", ["add-remove", "replace-one"])
def test_the_rows_of_the_ledger_multiply_to_the_total(relation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactdp.report.surveys.compact", str)
    city, source = City(4, days=2, hours=3, cap=2, commute=2, resolution=4), SeededSource(1)
    model = DPWhere(city, levels_within(city, 2, "1/4", relation), 2)
    *stages, total = rows_of(calls(model, model.release(example_people(city, 9, source), source), relation))
    product = Fraction(1)
    for _, _, alpha, _ in stages:
        product *= Fraction(alpha)
    assert product == Fraction(total[2]) == model.ledger(relation).total().alpha
    assert sum(int(times) for _, times, *_ in stages) == int(total[1]) == len(model.ledger(relation).stages)


def test_a_synthesis_is_its_rounds_and_says_where_it_was_resumed() -> None:
    found = synthesise(Universe((AGE,)), (5, 5, 0), way=1, rounds=2, alpha="1/4", source=SeededSource(1))
    shown = synthesis(found)
    assert len(shown.topics[1].parts[0].rows) == 2
    assert "resumed" not in as_text(shown)
    assert [each["answer"] for each in shown.values["rounds"]] == [each.answer for each in found.run.rounds]
    assert "errors" in as_text(synthesis(found, found.errors((5, 5, 0))))


def test_a_title_is_one_sentence() -> None:
    whole = Universe((AGE,))
    titles = [
        histogram(noisy_histogram(whole, (1, 2, 3), "1/4", "add-remove")).title,
        local_responses(collect(AGE, ["old"], "1/4")).title,
        local_responses(collect(AGE, ["old"] * 1200, "1/4")).title,
    ]
    assert titles == [
        "The histogram has the exact level α = 1/4 if one person is added or removed.",
        "The response has the exact level α = 1/4 between any two values.",
        "Each of the 1,200 responses has the exact level α = 1/4 between any two values.",
    ]


def test_the_deviation_that_is_shown_is_rounded_up() -> None:
    found = collect(AGE, ["old"] * 7, "1/4")
    (said,) = local_responses(found).topics[1].parts
    shown = Fraction(said.rpartition(" ")[2])
    assert found.variance <= shown**2 < found.variance + Fraction(1, 1000)


def test_a_ledger_names_what_changes() -> None:
    books = noisy_histogram(Universe((AGE,)), (1, 2, 3), "1/4", "replace-one").ledger
    assert ledger(books, books.total(), []).parts[-1] == "if one person's data are replaced"
