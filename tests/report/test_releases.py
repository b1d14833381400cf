"""Releases and coalitions as reports: every answer and level, and never the true count."""

from fractions import Fraction

from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.release.chain import Chain, Release
from exactdp.report import releases


def test_a_release_is_a_table_of_levels_and_answers() -> None:
    long = Fraction(10**50, 10**50 + 1)
    found = releases.release(Release(40, (Fraction(1, 4), long, Exponential("1/3")), (7, 40, 0)))
    (table,) = found.topics[0].parts
    assert table.heading == ("level", "answer")
    assert [row[0] for row in table.rows][::2] == ["1/4", "e^-(1/3)"]
    assert [row[1] for row in table.rows] == ["7", "40", "0"]
    assert len(table.rows[1][0]) < 50
    assert found.values == {"n": 40, "levels": (Fraction(1, 4), long, Exponential("1/3")), "responses": (7, 40, 0)}


def test_coalitions_carry_their_certificates() -> None:
    chain = Chain(n=2, levels=["1/4", "1/2"])
    found = releases.coalitions([(each, releases.certified(each)) for each in chain.coalitions()])
    (table,) = found.topics[0].parts
    assert [row[-1] for row in table.rows] == [f"1 level, {count} × derivable" for count in (2, 2, 3)]
    last = found.values["coalitions"][-1]
    assert [each.kind for each in last["certificates"]] == ["level", *["derivable"] * 3]
    alone = releases.coalition(chain.coalition([1, 2]))
    assert alone.values == {name: last[name] for name in ("members", "level", "independent_level")}
    assert tuple(alone.values.values()) == ((1, 2), Fraction(1, 4), Fraction(1, 8))
    assert alone.topics[0].parts == ("readers 1, 2",)
    assert releases.coalition(chain.coalition([2])).topics[0].parts == ("reader 2",)
