"""Closed forms of determinants of every size, and what must not pass for one."""

import pytest

from exactdp.claims import determinants
from exactdp.claims.determinants import cramer_formula, determinant_formula
from exactdp.claims.evidence import Checked, Failed, Undecided, collect
from exactdp.claims.families import scaled_geometric, three_term, tridiagonal
from exactdp.claims.identities import entry, number
from exactdp.claims.indices import Domain


def scaled(a, n, i, j):
    return scaled_geometric(a, i, j)


def multiple(a, n, j, sign=-1):
    """C_j ← C_j - α·C_(j-1)."""
    return sign * a


def pivots(a, n, z, shift=-1):
    return number(1) if z == 0 else (1 - a**2) ** (z + shift)


def power(a, n, shift=0):
    return (1 - a**2) ** (n + shift)


def proved():
    return determinant_formula("a", scaled, multiple=multiple, pivots=pivots, formula=power)


def cramer(a, x, n, k, shift=-1):
    return (1 - a**2) ** (n + shift) * three_term(a, x, n, k)


def test_the_scaled_geometric_mechanism():
    found = collect()
    closed = proved()
    cramer_formula(closed, inverse=tridiagonal, scale=lambda a: 1 - a**2, formula=cramer)
    assert sum(found, Checked()).indices == frozenset("nijk")


def test_a_triangular_matrix_of_unknown_entries():
    def lower(a, n, i, j):
        return number(0) if i < j else a if i == j else entry("m", i, j)

    determinant_formula(
        "a", lower, multiple=lambda a, n, j: number(0), pivots=lambda a, n, z: a**z, formula=lambda a, n: a ** (n + 1)
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"multiple": lambda *at: multiple(*at, sign=1)},
        {"multiple": lambda a, n, j: -a if j > 1 else number(0)},
        {"pivots": lambda *at: pivots(*at, shift=0)},
        {"pivots": lambda a, n, z: 2 * pivots(a, n, z)},
        {"pivots": lambda a, n, z: number(1) if z <= 1 else (1 - a**2) ** (z - 1) * (n - n + 1 if z <= n else 2)},
        {"formula": lambda *at: power(*at, shift=1)},
        {"formula": lambda a, n: (1 - a) ** n},
        {"formula": lambda a, n: -power(a, n)},
        {"entries": lambda a, n, i, j: scaled(a, n, i, j) * (1 if i == j else 2)},
        {"entries": lambda a, n, i, j: scaled(a, n, i, j) + (1 if i == n and j == n else 0)},
    ],
)
def test_false_determinants_fail(changed):
    parts = {"entries": scaled, "multiple": multiple, "pivots": pivots, "formula": power} | changed
    with pytest.raises(Failed):
        determinant_formula("a", parts.pop("entries"), **parts)


@pytest.mark.parametrize(
    "changed",
    [
        {"entries": lambda a, n, i, j: scaled(a, n, i, j) + (1 if i >= 7 and j == n else 0)},
        {"formula": lambda a, n: power(a, n, shift=1) if n >= 7 else power(a, n)},
        {"pivots": lambda a, n, z: pivots(a, n, z) * (2 if z >= 8 else 1)},
        {"multiple": lambda a, n, j: multiple(a, n, j) * (2 if j >= 7 else 1)},
    ],
)
def test_what_is_false_only_at_large_sizes_is_not_proved(changed):
    parts = {"entries": scaled, "multiple": multiple, "pivots": pivots, "formula": power} | changed
    with pytest.raises(Undecided):
        determinant_formula("a", parts.pop("entries"), **parts)


def one(a, n, *at):
    return number(1)


def unit(a, n, i, j):
    return number(1) if i == j else number(0)


@pytest.mark.parametrize(
    "parts",
    [
        # An entry above the diagonal, with its mirror image: the determinant is 1-α² from n = 8 on.
        {"entries": lambda a, n, i, j: a if (i == 7 and j == 8) or (i == 8 and j == 7) else unit(a, n, i, j)},
        # A pivot that the product of the pivots leaves out.
        {"entries": lambda a, n, i, j: a if i == j and i == 7 else unit(a, n, i, j)},
        # A product that does not begin with 1.
        {"pivots": lambda a, n, z: number(0 if n >= 7 else 1), "formula": lambda a, n: number(0 if n >= 7 else 1)},
        # A closed form that is not the product of all pivots.
        {"formula": lambda a, n: a if n >= 7 else number(1)},
    ],
)
def test_each_single_condition_is_needed(parts):
    parts = {"entries": unit, "pivots": one, "formula": one} | parts
    with pytest.raises(Undecided):
        determinant_formula("a", parts.pop("entries"), multiple=lambda a, n, j: number(0), **parts)


@pytest.mark.parametrize(
    "changed",
    [
        {"formula": lambda *at: cramer(*at, shift=0)},
        {"formula": lambda a, x, n, k: cramer(a, x, n, k) + (x(0) if k == n else 0)},
        {"scale": lambda a: 1 - a},
        {"scale": lambda a: number(0)},
        {"inverse": lambda a, n, j, k: number(0)},
        {"inverse": lambda a, n, j, k: tridiagonal(a, n, j, k) * (1 if j == k else -1)},
        {"scale": lambda a: number(0), "inverse": lambda a, n, j, k: number(0)},
    ],
)
def test_false_solutions_fail(changed):
    parts = {"inverse": tridiagonal, "scale": lambda a: 1 - a**2, "formula": cramer} | changed
    with pytest.raises(Failed):
        cramer_formula(proved(), **parts)


def test_the_size_one_belongs_to_the_domain_only_where_the_formulas_hold_there():
    from_zero = Domain("n", lambda n: [n])
    determinant_formula("a", scaled, multiple=multiple, pivots=pivots, formula=power, sizes=from_zero)
    with pytest.raises(Failed, match="n = 0"):
        cramer_formula(
            determinant_formula("a", scaled, multiple=multiple, pivots=pivots, formula=power, sizes=from_zero),
            inverse=tridiagonal,
            scale=lambda a: 1 - a**2,
            formula=cramer,
        )


def test_entries_of_the_inverse_away_from_its_band_are_not_asked_for():
    def full(a, n, j, k):
        return tridiagonal(a, n, j, k) + (5 if abs(j - k) > 1 else 0)

    cramer_formula(proved(), inverse=full, scale=lambda a: 1 - a**2, formula=cramer)


def test_a_formula_that_elimination_contradicts_is_not_proved(monkeypatch):
    closed = proved()
    monkeypatch.setattr(determinants, "determinant", lambda rows: number(1))
    with pytest.raises(Failed):
        proved()
    with pytest.raises(Failed):
        cramer_formula(closed, inverse=tridiagonal, scale=lambda a: 1 - a**2, formula=cramer)
