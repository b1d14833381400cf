"""The parts of a report."""

from exactdp.report.document import Line, Report, Topic


def test_the_parts_of_a_topic_are_kept_however_they_are_given() -> None:
    assert Topic("level", (words for words in ("1/2", Line("at 0", 1)))) == Topic("level", ["1/2", Line("at 0", 1)])


def test_a_title_changes_nothing_else() -> None:
    found = Report("level", [Topic("level", ["1/2"])], {"alpha": "1/2"}, "a", ["front"], True, True)
    titled = found.under("b")
    assert (found.title, titled.title) == ("a", "b")
    assert titled.under("a") == found
