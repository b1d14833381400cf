"""Attacks as reports: the known and the unknown bits."""

from fractions import Fraction
from itertools import product

from exactdp.report import attacks
from exactdp.report.document import Report
from exactdp.surveys.differencing import BitPosterior, difference
from exactdp.surveys.linear_decoding import bit_bounds, linear_decoding
from exactdp.surveys.queries import Transcript, hadamard_queries
from exactdp.surveys.reconstruction import WorstCase, reconstruct, worst_case

NAMES = ("Ann", "Bo", "Cy")


def topics(found: Report) -> dict[str, tuple[object, ...]]:
    return {topic.name: topic.parts for topic in found.topics}


def test_many_databases_are_cut_short() -> None:
    found = attacks.reconstruction(reconstruct(Transcript([(0,) * 5], [0], 0)), list("abcde"))
    shown = topics(found)
    assert shown["fit"][0].startswith("32 databases: 00000, 00001")
    assert shown["fit"][0].endswith(", 01011, …")
    assert list(shown) == ["answers", "fit", "certain", "any of them", "best guess"]
    assert len(found.values["candidates"]) == 32


def test_a_worst_case_that_was_not_decided() -> None:
    found = reconstruct(Transcript([each[::-1] for each in product((0, 1), repeat=3)], [0, 1, 0, 1, 0, 1, 0, 1], 0))
    pair = (1, 1, 1), (0, 0, 0)
    open_end = attacks.reconstruction(found, NAMES, WorstCase(Fraction(0), pair, 3, 9, "an argument"))
    assert topics(open_end)["worst case"][1] == (
        "no two differ in more than 9: an argument; the numbers between are undecided"
    )
    assert open_end.values["worst_case"]["exact"] is False
    closed = attacks.reconstruction(found, NAMES, worst_case(hadamard_queries(2), 0))
    assert topics(closed)["worst case"][1].startswith("no two differ in more: all eigenvalues of QᵀQ are at least 2")


def test_what_is_known_of_each_person() -> None:
    seen = Transcript([(1, 1, 0), (1, 0, 0)], ["1/3", 0], "1/2")
    found = attacks.differencing(seen, [difference(seen, j) for j in range(3)], ["", "Bo", "a person of 17 years"])
    # Also a person without a name has a line in the column of the others.
    assert [topic.name for topic in found.topics] == ["answers", " ", "Bo", "a perso…7 years"]
    assert topics(found)["a perso…7 years"][0].startswith("no combination of the answers")
    assert [each["person"] for each in found.values["found"]] == ["", "Bo", "a person of 17 years"]
    assert found.values["error"] == Fraction(1, 2)


def test_a_posterior_without_bounds() -> None:
    found = attacks.posteriors([BitPosterior(1, Fraction(1, 3), Fraction(1), None, None)], NAMES)
    assert topics(found) == {
        "Bo": ("the probability of 1 goes from 1/3 to 1; 0 has become impossible; level 0 has no bound",)
    }


def test_fractional_bits_are_shown() -> None:
    found = attacks.decoding(linear_decoding(Transcript([(2, 0, 0)], [1])), None, NAMES)
    assert topics(found)["rounded from"][0].startswith("1/2, ")
    assert (found.values["fits"], found.values["ranges"]) == (None, None)


def test_the_range_of_each_bit() -> None:
    seen = Transcript([(1, 1, 0), (1, 0, 0)], [1, 0], "1/4")
    found = attacks.decoding(linear_decoding(seen), bit_bounds(seen), NAMES)
    assert topics(found)["certain"] == ("Ann has 0, Bo has 1",)
    assert [each["bit"] for each in found.values["ranges"]] == [0, 1, None]
