"""All of a kind: counted by formulas, each once."""

from math import comb

import pytest

from exactdp.claims.enumeration import in_parts


@pytest.mark.parametrize(("inputs", "responses", "parts"), [(1, 3, 4), (2, 2, 3), (2, 3, 2), (3, 2, 1)])
def test_every_mechanism_in_parts_once(inputs, responses, parts):
    found = list(in_parts(inputs, responses, parts))
    assert {each.shape for each in found} == {(inputs, responses)}
    assert len({each.rows for each in found}) == len(found) == comb(parts + responses - 1, parts) ** inputs
    assert all((v * parts).denominator == 1 for each in found for row in each.rows for v in row)
