"""Attacks shown: what is known, what is not, and every number exact in JSON."""

import json
from fractions import Fraction

from exactdp.report import attacks
from exactdp.surveys.differencing import BitPosterior, difference
from exactdp.surveys.linear_decoding import bit_bounds, linear_decoding
from exactdp.surveys.queries import Transcript, hadamard_queries, subset_queries
from exactdp.surveys.reconstruction import WorstCase, reconstruct, worst_case

NAMES = ("Ann", "Bo", "Cy")


def test_many_databases_are_cut_short() -> None:
    found = reconstruct(Transcript([(0,) * 5], [0], 0))
    words = attacks.reconstruction(found, list("abcde"))
    assert "32 databases: 00000, 00001" in words
    assert words.count("…") == 1
    assert "best guess" in words
    assert len(attacks.reconstruction_json(found, list("abcde"))["candidates"]) == 32


def test_a_worst_case_that_was_not_decided() -> None:
    found = reconstruct(Transcript(subset_queries(n=3), [0, 1, 0, 1, 0, 1, 0, 1], 0))
    pair = (1, 1, 1), (0, 0, 0)
    open_end = WorstCase(Fraction(0), pair, 3, 9, "an argument")
    assert "never in more than 9: an argument; what lies between was not decided" in attacks.reconstruction(
        found, NAMES, open_end
    )
    assert attacks.reconstruction_json(found, NAMES, open_end)["worst_case"]["exact"] is False
    closed = worst_case(hadamard_queries(2), 0)
    assert "never in more: all eigenvalues of QᵀQ are at least 2" in attacks.reconstruction(found, NAMES, closed)


def test_json_has_nothing_but_text_and_whole_numbers() -> None:
    seen = Transcript([(1, 1, 0), (1, 0, 0)], ["1/3", 0], "1/2")
    parts = [
        attacks.reconstruction_json(reconstruct(seen), NAMES, worst_case(seen.queries, seen.error)),
        attacks.differencing_json(seen, [difference(seen, j) for j in range(3)], NAMES),
        attacks.decoding_json(linear_decoding(seen), bit_bounds(seen), NAMES),
        attacks.posteriors_json([BitPosterior(0, Fraction(1, 3), Fraction(1), None, None)], NAMES),
    ]
    json.loads(json.dumps(parts), parse_float=lambda written: 1 / 0)
    assert parts[2]["error"] == "1/2"


def test_a_posterior_without_bounds() -> None:
    words = attacks.posteriors([BitPosterior(1, Fraction(1, 3), Fraction(1), None, None)], NAMES)
    assert words == "Bo            1 with probability 1, before 1/3; 0 has become impossible, no bound at level 0"


def test_fractional_bits_are_shown() -> None:
    found = linear_decoding(Transcript([(2, 0, 0)], [1]))
    assert "rounded from  1/2, " in attacks.decoding(found, None, NAMES)
