"""Identities and signs: true ones are found, false ones are not, and neither engine is the other."""

from fractions import Fraction

import pytest
from flint import fmpq, fmpq_mpoly
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.external.pythonmpq import PythonMPQ
from sympy.polys.rings import PolyElement

from exactdp.claims import identities
from exactdp.claims.evidence import Evidence, Failed, Undecided, collect
from exactdp.claims.identities import (
    ENGINES,
    Assumed,
    Engine,
    EnginesDisagree,
    determinant,
    entry,
    identity,
    number,
    positive_number,
    signs,
    square,
)
from exactdp.claims.indices import Domain
from exactdp.exact import InputError

INSIDE = Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j])
NATURAL = Domain("i", lambda i: [i])


# The two engines


def test_the_engines_are_flint_and_pure_python():
    first, second = (engine.symbols[0] + engine.number(Fraction(1, 3)) for engine in ENGINES)
    assert type(first) is fmpq_mpoly
    assert type(second) is PolyElement


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("+-*^/"), st.integers(1, 4)), min_size=1, max_size=4))
def test_no_number_of_flint_reaches_the_second_engine(steps):
    met = []

    def body(a, b):
        value = a
        for operation, k in steps:
            if operation == "+":
                value = value + k * b
            elif operation == "-":
                value = Fraction(1, k) - value
            elif operation == "*":
                value = value * (b - k)
            elif operation == "^":
                value = value ** min(k, 2)
            else:
                value = determinant([[value, b, number(1)], [a, number(k), value], [number(1), value, a]])
        met.extend(value.polynomial().terms())
        yield value - value, 0

    identity("a b", body)
    kinds = {type(coefficient) for _, coefficient in met}
    assert kinds <= {fmpq, PythonMPQ}
    pure = [c for _, c in met if isinstance(c, PythonMPQ)]
    assert all(type(c.numerator) is int and type(c.denominator) is int for c in pure)


def blind(engine):
    """An engine that takes all symbols for one."""
    return Engine(engine.name, engine.symbols[:1] * len(engine.symbols), engine.number, engine.quotient)


def miscounting(engine):
    """An engine that takes every number for the next one."""
    return Engine(engine.name, engine.symbols, lambda value: engine.number(value + 1), engine.quotient)


@pytest.mark.parametrize("position", [0, 1])
@pytest.mark.parametrize(
    ("broken", "body"), [(blind, lambda a, i: [(a, entry("x", i))]), (miscounting, lambda a, i: [(a, a * 1)])]
)
@pytest.mark.parametrize("domain", [NATURAL, Domain()])
def test_engines_that_disagree_are_no_verdict(monkeypatch, position, broken, body, domain):
    engines = list(ENGINES)
    engines[position] = broken(engines[position])
    monkeypatch.setattr(identities, "ENGINES", tuple(engines))
    with pytest.raises(EnginesDisagree):
        identity("a", lambda a, i=0: body(a, i), domain)


# Identities


@pytest.mark.parametrize(
    ("bases", "body", "domain"),
    [
        ("a", lambda a: [((1 + a) * (1 - a), 1 - a**2)], Domain()),
        ("a", lambda a: [(a**0, 1), (number(Fraction(1, 2)) * 2, 1)], Domain()),
        ("a b", lambda a, b: [((a + b) ** 3, a**3 + 3 * a**2 * b + 3 * a * b**2 + b**3)], Domain()),
        ("a", lambda a, n, i, j: [(a ** abs(i - j), a ** (max(i, j) - min(i, j)))], INSIDE),
        ("a", lambda a, n, i, j: [(a**i * a ** (n - i), a**n)], INSIDE),
        ("a", lambda a, n, i, j: [(entry("x", i), entry("x", j)) if i == j else (1, 1)], INSIDE),
        ("a", lambda a, n, i, j: [(entry("m", i, j), entry("m", j, i)) if i == j else (1, 1)], INSIDE),
        ("a", lambda a, i: [((1 - a**2) ** (i + 1), (1 - a**2) ** i * (1 - a) * (1 + a))], NATURAL),
        ("a b", lambda a, b, i: [((a * b) ** i, a**i * b**i), ((a**2) ** i, a ** (2 * i))], NATURAL),
        ("a", lambda a, i: [((1 - a) ** (2 * i), ((1 - a) ** i) ** 2)], NATURAL),
        ("a", lambda a, i: [((2 * a) ** (i + 1), 2 * a * (2 * a) ** i)], NATURAL),
        ("a", lambda a, i: [((1 - a) ** i, 1) if i == 0 else (1, 1)], NATURAL),
    ],
)
def test_true_identities(bases, body, domain):
    identity(bases, body, domain)


@pytest.mark.parametrize(
    ("bases", "body", "domain", "where"),
    [
        ("a", lambda a: [((1 + a) ** 2, 1 + a**2)], Domain(), "pair 0 differs"),
        ("a", lambda a: [(1, 1), (a, a * 1), (a, -a)], Domain(), "pair 2 differs"),
        ("a", lambda a: [(number(1), 2)], Domain(), "pair 0 differs"),
        ("a b", lambda a, b: [(a, b)], Domain(), "pair 0 differs"),
        ("a", lambda a, n, i, j: [(a ** abs(i - j), a ** (i - j) if i >= j else a**j)], INSIDE, "n = 2, i = 1, j = 2"),
        ("a", lambda a, n, i, j: [(entry("x", i), entry("x", j))], INSIDE, "n = 1, i = 0, j = 1"),
        ("a", lambda a, i: [(a**i, a ** (i + 1))], NATURAL, "i = 0"),
        ("a", lambda a, i: [(a**i, 1)], NATURAL, "i = 1"),
        ("a", lambda a, i: [((1 - a**2) ** i, (1 - a) ** i)], NATURAL, "i = 1"),
        ("a", lambda a, i: [((1 - a) ** i, 1 - a) if i <= 2 else (1, 1)], NATURAL, "i = 0"),
        ("a", lambda a, i: [(a ** (i - 1), a ** (i - 1))], NATURAL, "the exponent -1 is negative"),
        ("a", lambda a: [], Domain(), "nothing is compared"),
        ("a", lambda a, i: [(1, 1)] if i > 0 else [], NATURAL, "nothing is compared at i = 0"),
        ("a", lambda a, i: [(1, 1)], Domain("i", lambda i: [i, -i - 1]), "nothing is claimed"),
    ],
)
def test_false_and_empty_identities_fail_with_an_instance(bases, body, domain, where):
    with pytest.raises(Failed, match=where):
        identity(bases, body, domain)


@pytest.mark.parametrize(
    ("body", "domain"),
    [
        # False only beyond the instances that are tried.
        (lambda a, i: [(a**i, a**i) if i <= 7 else (a, 0)], NATURAL),
        (lambda a, i: [(entry("x", i), entry("x", 0) if i >= 9 else entry("x", i))], NATURAL),
        (lambda a, i: [(a ** (9 - i), a ** (9 - i))], NATURAL),
        # True, but not as one between independent symbols.
        (lambda a, i: [((1 - a**2) ** i, (1 - a) ** i * (1 + a) ** i)], NATURAL),
    ],
)
def test_what_no_instance_refutes_and_no_identity_proves_is_undecided(body, domain):
    with pytest.raises(Undecided):
        identity("a", body, domain)


@pytest.mark.parametrize(
    "body",
    [
        lambda a, i: [(1, 1) if a == 1 else (a, a)],
        lambda a, i: [(a, a) if a else (1, 1)],
        lambda a, i: [(a, a) if a in (0, 1) else (1, 1)],
        lambda a, i: [(a * 0.5, a * 0.5)],
        lambda a, i: [(a + 0.5, a + 0.5)],
        lambda a, i: [(0.5, 0.5)],
        lambda a, i: [(a**0.5, a**0.5)],
        lambda a, i: [(a < 1, True)],
    ],
)
def test_unknown_reals_decide_no_branch_and_floats_are_refused(body):
    with pytest.raises((TypeError, AttributeError)):
        identity("a", body, NATURAL)


@pytest.mark.parametrize(
    "body",
    [
        lambda a, i: [((a - a) ** (i + 1), 0)],
        lambda a, i: [(entry("x", 0) ** i, entry("x", 0) ** i)],
        lambda a, i: [((entry("x", 0) - entry("x", i)) ** i, (entry("x", 0) - entry("x", i)) ** i)],
        lambda a, i: [((a**i + 1) ** i, (a**i + 1) ** i)],
    ],
)
def test_powers_without_a_fixed_nonzero_base_are_refused(body):
    with pytest.raises(InputError):
        identity("a", body, Domain("i", lambda i: [i - 1]))


def test_bases_of_one_name_are_refused():
    with pytest.raises(InputError):
        identity("a a", lambda a, b: [(a, b)])


def test_laurent_monomials_are_compared_as_polynomials():
    # Compared after multiplying by powers of α, and true at α = 0 too, for both sides are polynomials.
    decreasing = Domain("i k", lambda i, k: [k, i - k])
    identity("a", lambda a, i, k: [(a ** (i - k) * a**k + a ** (i - k), a**i + a ** (i - k))], decreasing)


def test_evidence_says_for_which_indices():
    found = collect()
    identity("a", lambda a, n, i, j: [(a ** abs(i - j), a ** abs(j - i))], INSIDE)
    identity("a", lambda a: [(a, a)])
    total = sum(found, Evidence())
    assert (total.cases, total.identities, total.indices) == (4, 4, frozenset("nij"))


# Signs

UNIT = Assumed(
    "a b",
    lambda a, b: {"1-α": 1 - a},
    lambda a, b: {"α": a, "β-α": b - a, "1-β": 1 - b},
    witness=[Fraction(1, 3), Fraction(1, 2)],
)


def test_signs_of_sums_of_products():
    signs(UNIT, lambda given, a, b: [(1 - a * b, given["1-α"] + given["α"] * given["1-β"])])
    signs(UNIT, lambda given, a, b: [(1 - a * b, given["α"] * given["1-β"] + given["1-α"])])
    signs(
        UNIT, lambda given, a, b: [(1 + a**2 - 2 * a * b, square(1 - a) + 2 * given["α"] * given["1-β"])], strict=False
    )
    signs(UNIT, lambda given, a, b, i: [((1 - a) ** i * 3, 3 * given["1-α"] ** i)], NATURAL)


@pytest.mark.parametrize(
    ("body", "strict", "error"),
    [
        (lambda given, a, b: [(1 - a**2, given["1-α"])], True, Failed),
        (lambda given, a, b: [(1 - a, given["1-β"])], False, Failed),
        (lambda given, a, b: [(b - a, given["β-α"])], True, Failed),
        (lambda given, a, b: [((1 - a) ** 2, square(1 - a))], True, Failed),
        (lambda given, a, b: [((1 - a) * (b - a), given["1-α"] * given["β-α"])], True, Failed),
        (lambda given, a, b: [(a - 1, -1 * given["1-α"])], True, Failed),
        (lambda given, a, b: [(a - a, 0 * given["1-α"])], False, Failed),
        (lambda given, a, b: [], True, Failed),
        (lambda given, a, b: [(b, given["β"])], False, KeyError),
        (lambda given, a, b: [(b - a, given["1-α"] - given["1-β"])], False, TypeError),
        (lambda given, a, b: [(b - a, positive_number(0.5) * given["β-α"])], False, TypeError),
    ],
)
def test_signs_that_are_not_shown(body, strict, error):
    with pytest.raises(error):
        signs(UNIT, body, strict=strict)


def test_hypotheses_that_cannot_all_hold_are_refused():
    with pytest.raises(Failed, match="-α has the wrong sign"):
        Assumed("a", lambda a: {"α": a, "-α": -a}, witness=[Fraction(1)])


# Determinants of one size


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(-3, 3), min_size=4, max_size=4), min_size=4, max_size=4), st.integers(1, 4))
def test_elimination_against_the_sum_over_permutations(rows, size):
    def signed_sum(matrix):
        if not matrix:
            return number(1)
        return sum(
            (
                (-1) ** j * matrix[0][j] * signed_sum([row[:j] + row[j + 1 :] for row in matrix[1:]])
                for j in range(len(matrix))
            ),
            number(0),
        )

    def body(a):
        matrix = [[entry_ + a * (entry_ % 2) for entry_ in row[:size]] for row in rows[:size]]
        yield determinant([[number(0) + value for value in row] for row in matrix]), signed_sum(matrix)

    identity("a", body)


def test_an_exchange_of_rows_changes_the_sign():
    identity("a", lambda a: [(determinant([[number(0), a], [a, number(0)]]), -(a**2))])
    identity("a", lambda a: [(determinant([[number(0), a], [number(0), a]]), 0)])


def test_a_case_that_is_left_out_is_noticed(monkeypatch):
    every = Domain.cases
    monkeypatch.setattr(
        Domain, "cases", lambda domain, body: list(every(domain, body))[: 1 if domain.names == "i" else None]
    )
    with pytest.raises(EnginesDisagree, match="exactly one case"):
        identity("a", lambda a, i: [(a, a) if i <= 2 else (a**2, a * a)], NATURAL)
