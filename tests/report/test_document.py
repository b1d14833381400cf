"""The parts of a report."""

from exactdp.report.document import Line, Topic


def test_the_parts_of_a_topic_are_kept_however_they_are_given() -> None:
    assert Topic("level", (words for words in ("1/2", Line("at 0", 1)))) == Topic("level", ["1/2", Line("at 0", 1)])
