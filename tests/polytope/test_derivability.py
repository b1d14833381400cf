"""Derivability by every method, and the proof of each answer."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp import InputError, Matrix, geometric
from exactdp.model.mechanism import Mechanism, identity
from exactdp.polytope.derivability import (
    Derivation,
    Refutation,
    cramer_remap,
    derive,
    derive_from,
    tridiagonal_remap,
)
from tests.strategies import LEVELS, mechanisms

BELOW_ONE = LEVELS.filter(lambda alpha: alpha < 1)


def check(found: Derivation | Refutation) -> bool:
    """Multiply the evidence out, and return the answer."""
    if isinstance(found, Derivation):
        assert found.source @ found.remap == found.mechanism
        return True
    value = sum(w * found.mechanism[i, r] for r, i, w in found.losses)
    best = Fraction(0)
    for k in range(found.source.shape[1]):
        costs = [Fraction(0)] * found.mechanism.shape[1]
        for r, i, w in found.losses:
            costs[r] += w * found.source[i, k]
        best += min(0, *costs)
    assert value < best
    return False


@given(mechanisms(), LEVELS)
def test_from_g_by_every_route(mechanism: Mechanism, alpha: Fraction) -> None:
    n = len(mechanism) - 1
    source = geometric(n=n, alpha=alpha)
    found = check(derive(mechanism, alpha))
    assert check(derive_from(mechanism, source)) == found
    if n and alpha < 1:
        product = Matrix.from_flint(source.flint.solve(mechanism.flint), responses=mechanism.responses)
        assert product == tridiagonal_remap(mechanism, alpha) == cramer_remap(mechanism, alpha)
        assert found == all(entry >= 0 for row in product for entry in row)


@given(st.data(), LEVELS)
def test_a_remap_of_g_is_derivable_by_just_that_remap(data: st.DataObject, alpha: Fraction) -> None:
    remap = data.draw(mechanisms())
    n = len(remap) - 1
    found = derive(geometric(n=n, alpha=alpha) @ remap, alpha)
    assert check(found)
    if alpha < 1:
        assert found.remap == remap


@given(st.data())
def test_a_remap_of_anything_is_derivable_from_it(data: st.DataObject) -> None:
    source = data.draw(mechanisms())
    remap = data.draw(mechanisms(height=source.shape[1]))
    assert check(derive_from(source @ remap, source))


@given(st.data())
def test_both_answers_from_anything(data: st.DataObject) -> None:
    source = data.draw(mechanisms())
    mechanism = data.draw(mechanisms(height=len(source)))
    check(derive_from(mechanism, source))
    assert check(derive_from(source, source))
    assert check(derive_from(mechanism, identity(inputs=range(len(source)))))


def test_the_conditions_at_the_ends() -> None:
    first = derive(identity(inputs=range(3)), "1/2").condition
    assert (first.k, first.r, first.inputs) == (0, 1, (0, 1))
    last = derive(Mechanism([["1/2", "1/2"], [0, 1]]), "1/2").condition
    assert (last.k, last.r, last.inputs) == (1, 0, (0, 1))
    assert str(last).startswith("column 0, rows 0, 1: entries 1/2, 0, where x₂ - α·x₁ = -1/4 < 0")


def test_at_one_all_rows_must_be_equal() -> None:
    assert check(derive(Mechanism([["1/3", "2/3"]] * 3), 1))
    assert not check(derive(identity(inputs=range(2)), 1))
    assert check(derive(identity(inputs=range(1)), 1))


def test_outside_the_domain() -> None:
    with pytest.raises(InputError, match="the mechanism has 2 inputs and the source 3"):
        derive_from(identity(inputs=range(2)), identity(inputs=range(3)))
    for route in (tridiagonal_remap, cramer_remap):
        for mechanism, alpha in ((identity(inputs=range(1)), "1/2"), (identity(inputs=range(2)), 1)):
            with pytest.raises(InputError, match="where G_\\(n,α\\) has an inverse"):
                route(mechanism, alpha)


def test_a_source_takes_the_place_of_the_geometric_mechanism() -> None:
    bit = [["3/4", "1/4"], ["1/4", "3/4"]]
    found = derive([["2/3", "1/3"], ["1/3", "2/3"]], source=bit)
    assert isinstance(found, Derivation) and check(found)
    assert (found.remap.rows[0], found.alpha) == ((Fraction(5, 6), Fraction(1, 6)), None)
    assert not check(derive(identity(inputs=range(2)), source=bit))
    for level in ({"alpha": "1/2"}, {"epsilon": 1}):
        with pytest.raises(InputError, match="a source has no level: write source without alpha and epsilon"):
            derive(bit, source=bit, **level)
    named = Mechanism(bit, inputs=["no", "yes"])
    assert derive(named, source=bit)
    with pytest.raises(InputError, match="name different inputs: give both the same, in one order"):
        derive(named, source=Mechanism(bit, inputs=["yes", "no"]))
    with pytest.raises(InputError, match="the mechanism has 2 inputs and the source 3"):
        derive(bit, source=identity(inputs=range(3)))
