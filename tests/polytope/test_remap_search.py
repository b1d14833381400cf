"""The search for a remap inside: a remap that is found is exact; None claims nothing."""

from fractions import Fraction
from random import Random

import pytest
from flint import fmpq_mat

from exactdp.arithmetic.exact import to_fmpq_mat, to_fraction
from exactdp.certificates.certificate import certify
from exactdp.model.mechanism import Mechanism, identity
from exactdp.polytope import derivability
from exactdp.polytope.derivability import Derivation, Refutation, derive_from
from exactdp.polytope.independence import FIRST_PRIMES
from exactdp.polytope.remap_search import search_remap
from tests.quickly import quickly


def drawn(random: Random, inputs: int, responses: int, zeros: int = 0) -> Mechanism:
    rows = [[random.randint(-zeros, 20) for _ in range(responses)] for _ in range(inputs)]
    positive = [[max(entry, 0) for entry in row[:-1]] + [21] for row in rows]
    return Mechanism([[Fraction(entry, sum(row)) for entry in row] for row in positive])


@pytest.mark.parametrize("seed", range(6))
def test_what_is_found_is_a_remap(seed: int) -> None:
    random = Random(seed)
    source, remap = drawn(random, 5, 8), drawn(random, 8, 4)
    found = search_remap(source @ remap, source)
    assert found is not None
    assert to_fmpq_mat(source.rows) * found == to_fmpq_mat((source @ remap).rows)
    assert min(found.entries()) >= 0
    assert found * fmpq_mat(4, 1, [1] * 4) == fmpq_mat(8, 1, [1] * 8)


def test_columns_that_are_dependent_modulo_the_first_prime() -> None:
    prime = FIRST_PRIMES[0]
    part = prime // 2
    # Modulo the prime both rows are multiples of (1, 3).
    second = [part, 3 * part % prime]
    source = Mechanism([["1/4", "3/4"], [Fraction(each, sum(second)) for each in second]])
    remap = Mechanism([["1/2", "1/2"], ["1/3", "2/3"]])
    found = search_remap(source @ remap, source)
    assert found == to_fmpq_mat(remap.rows)


@pytest.mark.parametrize("zeros", [0, 40])
@pytest.mark.parametrize("seed", [pytest.param(each, marks=[pytest.mark.long] * (each >= 2)) for each in range(8)])
def test_large_problems_are_decided_as_small_ones_are(monkeypatch: pytest.MonkeyPatch, seed: int, zeros: int) -> None:
    # Derivable with and without zeros, not derivable, and with independent columns: both ways say the same.
    random = Random(seed)
    source, remap = drawn(random, 4, 6, zeros), drawn(random, 6, 4, zeros)
    square = drawn(random, 4, 4)
    for mechanism, base in (
        (source @ remap, source),
        (drawn(random, 4, 4), source),
        (identity(inputs=range(4)), source),
        (square @ drawn(random, 4, 3, zeros), square),
        (drawn(random, 4, 4), square),
    ):
        small = derive_from(mechanism, base)
        with monkeypatch.context() as patch:
            patch.setattr(derivability, "LARGEST_COUPLED", 0)
            large = derive_from(mechanism, base)
        assert bool(small) == bool(large)
        if isinstance(large, Derivation):
            assert base @ large.remap == mechanism
        assert certify(large).kind == ("derivable" if large else "not-derivable")


def test_columns_that_are_mixtures_only_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each column of the identity is twice one of the source, and so no two of them together are a remap.
    source = Mechanism([["1/2", "0", "1/2"], ["0", "1/2", "1/2"]])
    monkeypatch.setattr(derivability, "LARGEST_COUPLED", 0)
    found = derive_from(identity(inputs=range(2)), source)
    assert certify(found).kind == "not-derivable"


@pytest.mark.parametrize("derivable", [True, False])
def test_thousands_of_unknowns_are_decided_within_a_minute(derivable: bool) -> None:
    random = Random(1)
    source, remap = drawn(random, 60, 84), drawn(random, 84, 60)
    mechanism = source @ remap if derivable else drawn(random, 60, 60)
    with quickly():
        found = derive_from(mechanism, source)
    assert isinstance(found, Derivation if derivable else Refutation)
    if isinstance(found, Derivation):
        assert source @ found.remap == mechanism


@pytest.mark.parametrize(("inputs", "joined"), [(4, 1), (4, 2), (2, 1)])
def test_columns_that_are_mixtures_and_do_not_fit_together(
    monkeypatch: pytest.MonkeyPatch, inputs: int, joined: int
) -> None:
    # Column r is (1 + u_r) times that of the source, where u is orthogonal to all its rows; then some are joined.
    source = drawn(Random(3), inputs, 6)
    kernel, _ = to_fmpq_mat(source.rows).numer_denom()[0].nullspace()
    direction = [to_fraction(kernel[k, 0]) for k in range(6)]
    scaled = [[x * (1 + u / max(map(abs, direction))) for x, u in zip(row, direction, strict=True)] for row in source]
    mechanism = Mechanism([[sum(row[at : at + joined]) for at in range(0, 6, joined)] for row in scaled])
    assert isinstance(derive_from(mechanism, source), Refutation)

    def unneeded(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(derivability, "LARGEST_COUPLED", 0)
    monkeypatch.setattr(derivability, "_by_feasibility", unneeded)
    found = derive_from(mechanism, source)
    assert certify(found).kind == "not-derivable"
