"""Identities and signs: true ones are found, false ones are not, and neither engine is the other."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq, fmpq_mpoly
from flint.utils.flint_exceptions import DomainError
from hypothesis import given
from hypothesis import strategies as st
from sympy.external.pythonmpq import PythonMPQ
from sympy.polys.rings import PolyElement

from exactdp.arithmetic.exact import InputError, Undecided
from exactdp.claims import identities
from exactdp.claims.evidence import Checked, Failed, collect
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
from tests.strategies import share_of

ROOT = Path(__file__).parent.parent.parent
INSIDE = Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j])
NATURAL = Domain("i", lambda i: [i])


# The two engines


def test_the_engines_are_flint_and_pure_python():
    first, second = (engine.symbols[0] + engine.number(Fraction(1, 3)) for engine in ENGINES)
    assert type(first) is fmpq_mpoly
    assert type(second) is PolyElement


@share_of(25)
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


PURITY = """
import sys
{before}
from fractions import Fraction
from exactdp.claims.identities import ENGINES, _element, _run, determinant, entry, number
from exactdp.claims.indices import Domain

found = set()

def watch(frame, event, value):
    where = frame.f_code.co_filename
    if event in ("call", "return") and ("sympy" in where or "identities" in where):
        for each in (*frame.f_locals.values(), value):
            if type(each).__module__.split(".")[0] in ("flint", "gmpy2"):
                found.add((frame.f_code.co_name, type(each).__name__))

def body(a, b, i):
    third, x = number(Fraction(1, 3)), entry("x", 0)
    rows = [[a, b, third], [b, x, a], [a, 2 * third, b]]
    yield determinant(rows), -1 * determinant([rows[1], rows[0], rows[2]])
    yield (a + third * b) ** 7, (a + third * b) ** 6 * a + third * b * (a + third * b) ** 6
    yield (1 - a) ** (i + 2), (1 - a) ** i * (1 - 2 * a + a**2)
    yield (third - a + x) ** 5 - x * 6, x

sys.setprofile(watch)
((_, decided),) = _run(
    ENGINES[1], "a b", Domain("i", lambda i: [i]), lambda *known: [_element(p).equals(q) for p, q in body(*known)]
)
sys.setprofile(None)
print(decided, sorted(found))
"""

OTHER_RING = """
from sympy import QQ, Poly, Rational, Symbol, ring
ring([f"v{k}" for k in range(40)], QQ)
Poly(Rational(1, 3) * Symbol("x") ** 2 - 1).factor_list()
"""


@pytest.mark.parametrize("types", ["", "flint", "python"])
@pytest.mark.parametrize("before", ["", OTHER_RING])
def test_no_number_of_flint_passes_through_the_second_engine(types, before):
    # What a number is made of at the end does not tell through which library it went.
    environment = {key: value for key, value in os.environ.items() if key != "SYMPY_GROUND_TYPES"}
    run = subprocess.run(
        [sys.executable, "-c", PURITY.replace("{before}", before)],
        capture_output=True,
        text=True,
        env={**environment, "PYTHONPATH": str(ROOT), **({"SYMPY_GROUND_TYPES": types} if types else {})},
        check=False,
    )
    assert run.stdout == "[True, True, True, False] []\n", run.stderr


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_only_exact_quotients_are_found(engine):
    x, y, *_ = engine.symbols
    third = engine.number(Fraction(1, 3))
    assert engine.quotient((x + y) * (x * third - y), x + y) == x * third - y
    for dividend, divisor in [(x * x + y, x), (x, y), (x * x + y, x + y)]:
        with pytest.raises((ArithmeticError, DomainError)):
            engine.quotient(dividend, divisor)


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
        ("a", lambda a: [(entry("x", 0), entry("y", 0))], Domain(), "pair 0 differs"),
        ("a", lambda a: [(entry("x", 1, 2), entry("x", 2, 1))], Domain(), "pair 0 differs"),
        ("a", lambda a: [(entry("a"), a)], Domain(), "pair 0 differs"),
        ("a", lambda a, n, i, j: [(a ** abs(i - j), a ** (i - j) if i >= j else a**j)], INSIDE, "n = 2, i = 1, j = 2"),
        ("a", lambda a, n, i, j: [(entry("x", i), entry("x", j))], INSIDE, "n = 1, i = 0, j = 1"),
        ("a", lambda a, i: [(a**i, a ** (i + 1))], NATURAL, "i = 0"),
        ("a", lambda a, i: [(a**i, 1)], NATURAL, "i = 1"),
        ("a", lambda a, i: [((1 - a**2) ** i, (1 - a) ** i)], NATURAL, "i = 1"),
        ("a", lambda a, i: [((1 - a) ** i, 1 - a) if i <= 2 else (1, 1)], NATURAL, "i = 0"),
        ("a", lambda a, i: [(a ** (i - 1), a ** (i - 1))], NATURAL, "the exponent -1 is negative"),
        ("a", lambda a, n, i, j: [(a**i, a**i * (a if i == n else 1))], INSIDE, "n = 1, i = 1, j = 0"),
        ("a", lambda a, n, i, j: [(a**i, a**i * (a if j == 0 < i == n else 1))], INSIDE, "n = 1, i = 1, j = 0"),
        ("a", lambda a: [], Domain(), "nothing is compared"),
        ("a", lambda a, i: [(a, a)] if i <= 7 else [], NATURAL, "nothing is compared where -i.8 ≤ 0"),
        ("a", lambda a, i: [(1, 1)] if i > 0 else [], NATURAL, "nothing is compared at i = 0"),
        ("a", lambda a, i: [(1, 1)], Domain("i", lambda i: [i, -i - 1]), "nothing is claimed"),
    ],
)
def test_false_and_empty_identities_fail_with_an_instance(bases, body, domain, where):
    with pytest.raises(Failed, match=where):
        identity(bases, body, domain)


# Random identities, judged a second time by their values

SIMPLE = {
    "a": lambda a, b, *at: a,
    "b": lambda a, b, *at: b,
    "-2/3": lambda a, b, *at: a * 0 + Fraction(-2, 3),
    "1-ab": lambda a, b, *at: 1 - a * b,
}
INDEXED = {
    "a^i": lambda a, b, i, j: a**i,
    "a^|i-j|": lambda a, b, i, j: a ** abs(i - j),
    "(1-a)^(i+1)": lambda a, b, i, j: (1 - a) ** (i + 1),
    "(ab)^(i+j)": lambda a, b, i, j: (a * b) ** (i + j),
    "(2b)^j": lambda a, b, i, j: (2 * b) ** j,
}
CONDITIONS = {
    "i ≤ j": lambda i, j: i <= j,
    "i = j": lambda i, j: i == j,
    "j in (0, 6)": lambda i, j: j in (0, 6),
    "|i-j| < 2": lambda i, j: abs(i - j) < 2,
    "i > 5": lambda i, j: i > 5,
}
BOX = Domain("i j", lambda i, j: [i, j])
VALUES = [(Fraction(0), Fraction(0)), (Fraction(1), Fraction(-1)), (Fraction(2, 3), Fraction(-5, 7))]


def expressions(leaves, conditions=()):
    def larger(smaller):
        either = st.tuples(st.sampled_from(["sum", "product"]), smaller, smaller)
        return either | st.tuples(st.sampled_from(conditions), smaller, smaller) if conditions else either

    return st.recursive(st.tuples(st.just("leaf"), st.sampled_from(leaves)), larger, max_leaves=4)


def value(expression, unknown, a, b, *at):
    kind, *parts = expression
    if kind == "leaf" and parts[0].startswith("x"):
        return unknown(at["ij".index(parts[0][2])])
    if kind == "leaf":
        return (SIMPLE | INDEXED)[parts[0]](a, b, *at)
    if kind in CONDITIONS:
        return value(parts[0] if CONDITIONS[kind](*at) else parts[1], unknown, a, b, *at)
    first, second = (value(part, unknown, a, b, *at) for part in parts)
    return first + second if kind == "sum" else first * second


def turned(expression):
    """The same value, from summands, factors and branches in another order."""
    kind, *parts = expression
    if kind == "leaf":
        return expression
    first, second = map(turned, parts)
    if kind in CONDITIONS:
        return "sum", (kind, first, ("leaf", "0")), (kind, ("leaf", "0"), second)
    if kind == "product" and second[0] == "sum":
        return "sum", ("product", second[2], first), ("product", second[1], first)
    return kind, second, first


SIMPLE["0"] = lambda a, b, *at: a * 0


@share_of(100)
@given(expressions([*SIMPLE]), expressions([*SIMPLE]), st.booleans())
def test_random_identities_of_polynomials(left, right, same):
    # Of degree at most 8 in a and in b, a polynomial is 0 if it is so at 9 values of either.
    right = turned(left) if same else right

    def difference(a, b):
        return value(left, None, a, b) - value(right, None, a, b)

    equal = all(difference(Fraction(a), Fraction(b)) == 0 for a in range(9) for b in range(9))
    assert equal or not same
    if equal:
        identity("a b", lambda a, b: [(difference(a, b), 0)])
    else:
        with pytest.raises(Failed):
            identity("a b", lambda a, b: [(difference(a, b), 0)])


def vector(k):
    return Fraction(k * k * k + 3, 2 * k + 1)


def decided(left, right):
    def pairs(a, b, i, j):
        # An entry's name is fixed when it is met, so all comparisons come before the first of them.
        for condition in CONDITIONS.values():
            condition(i, j)
        yield value(left, lambda k: entry("x", k), a, b, i, j), value(right, lambda k: entry("x", k), a, b, i, j)

    try:
        identity("a b", pairs, BOX)
    except Undecided:
        return "undecided"
    except Failed:
        return "failed"
    return "proved"


def equal(left, right, largest):
    return all(
        value(left, vector, a, b, *at.values()) == value(right, vector, a, b, *at.values())
        for at in BOX.instances(largest)
        for a, b in VALUES
    )


LEAVES = [*SIMPLE, *INDEXED, "x_i", "x_j"]
X, POWER, ZERO = ("leaf", "x_j"), ("leaf", "(ab)^(i+j)"), ("leaf", "0")


@pytest.mark.parametrize(
    ("left", "right", "found"),
    [
        (("product", X, POWER), ("i ≤ j", ("product", POWER, X), ("product", POWER, X)), "proved"),
        (X, ("i > 5", ("sum", X, ZERO), X), "proved"),
        (X, ("i = j", ("leaf", "x_i"), X), "proved"),
        (X, ("i ≤ j", ("leaf", "x_i"), X), "failed"),
        (X, ("i > 5", ("sum", X, POWER), X), "undecided"),
        (POWER, ("j in (0, 6)", POWER, ("product", POWER, POWER)), "failed"),
    ],
)
def test_some_of_these_identities(left, right, found):
    assert decided(left, right) == found
    assert equal(left, right, 4) == (found != "failed")
    assert equal(left, right, 8) == (found == "proved")


@share_of(120)
@given(expressions(LEAVES, [*CONDITIONS]), expressions(LEAVES, [*CONDITIONS]), st.sampled_from(["same", "near", "any"]))
def test_random_identities_of_indices(left, right, kind):
    if kind == "same":
        right = turned(left)
    elif kind == "near":
        right = "i > 5", ("sum", left, right), turned(left)

    found = decided(left, right)
    if kind == "same":
        assert found == "proved"
    if found == "proved":
        assert equal(left, right, 8)
    if found == "failed":
        assert not equal(left, right, 4)


@pytest.mark.parametrize(
    ("body", "domain"),
    [
        # False only beyond the instances that are tried.
        (lambda a, i: [(a**i, a**i) if i <= 7 else (a, 0)], NATURAL),
        (lambda a, i: [(entry("x", i), entry("x", 0) if i >= 9 else entry("x", i))], NATURAL),
        (lambda a, i: [(a ** (9 - i), a ** (9 - i))], NATURAL),
        # On one line of the boundary alone, and for one number alone.
        (lambda a, n, i, j: [(a**i, a**i * (a if i + 7 == n and j == n else 1))], INSIDE),
        (lambda a, i: [(a**i, a**i if i != 5 else a**4)], NATURAL),
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
    total = sum(found, Checked())
    assert (total.cases, total.identities, total.indices) == (4, 4, frozenset("nij"))


def test_an_identity_inside_of_another_is_refused():
    def body(a, i):
        identity("a", lambda a, k: [(a ** (k - i), a ** (k - i))], Domain("k", lambda k: [k - i]))
        yield a, a

    with pytest.raises(InputError, match="there is a case at hand"):
        identity("a", body, NATURAL)


def test_a_body_that_remembers_is_refused():
    runs = []

    def body(a, i):
        runs.append(i)
        yield (a, a) if i <= 7 + len(runs) % 2 else (a * a, a**2)

    with pytest.raises((InputError, EnginesDisagree)):
        identity("a", body, NATURAL)


def test_threads_have_symbols_and_cases_of_their_own():
    def holds(power):
        try:
            identity("a", lambda a, n, i, j: [(a**i * a ** (n - i), a ** (n * power))], INSIDE)
        except Failed:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(holds, [1, 2] * 4)) == [True, False] * 4


def test_outside_of_an_identity_an_element_is_not_compared():
    kept = []
    identity("a", lambda a: [(kept.append(a) or a, a)])
    for attempt in (lambda: kept[0].equals(kept[0]), lambda: kept[0] + 1, lambda: number(1), lambda: entry("x", 0)):
        with pytest.raises(LookupError):
            attempt()
    # The first engine's element means nothing to the second.
    with pytest.raises(TypeError):
        identity("a", lambda a: [(kept[0], a)])


def test_too_many_symbols_are_refused():
    identity("a", lambda a: [(sum((entry("x", k) for k in range(39)), a), a + sum(entry("x", k) for k in range(39)))])
    with pytest.raises(InputError, match="at most 40 symbols"):
        identity("a", lambda a: [(sum((entry("x", k) for k in range(40)), a), a)])


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


def test_in_every_case_there_is_a_sign_to_show():
    with pytest.raises(Failed, match="nothing is compared where"):
        signs(UNIT, lambda given, a, b, i: [(1 - a, given["1-α"])] if i <= 7 else [], NATURAL)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        # Strict up to i = 4, and not in the case beyond.
        (lambda given, a, b, i: [((1 - a) * (b - a if i > 4 else 1), given["1-α"] * given["β-α"])], Failed),
        (lambda given, a, b, i: [(1 - a, given["1-α"]) if i <= 4 else (b - a, given["β-α"])], Failed),
        (lambda given, a, b, i: [((1 - a) ** i, given["1-α"] ** (i if i <= 4 else i + 1))], Undecided),
        (lambda given, a, b, i: [((1 - a) ** i, given["1-α"] ** (i - 5))], Failed),
        (lambda given, a, b, i: [(1 - a, positive_number(i) * given["1-α"])], Failed),
        (lambda given, a, b, i: [(1 - a, positive_number(a) * given["1-α"])], TypeError),
        (lambda given, a, b, i: [(1 - a, given["1-α"] * (1 - a))], TypeError),
        (lambda given, a, b, i: [(1 - a, 1 - a)], AttributeError),
    ],
)
def test_signs_that_are_not_shown_for_every_index(body, error):
    with pytest.raises(error):
        signs(UNIT, body, NATURAL)


@pytest.mark.parametrize("witness", [[0.5, 0.75], [Fraction(1, 2), 0.75]])
def test_a_float_is_no_witness(witness):
    with pytest.raises(TypeError):
        Assumed("a b", UNIT.positive, UNIT.nonnegative, witness=witness)


@pytest.mark.parametrize("witness", [[Fraction(1), Fraction(1)], [Fraction(1, 2), Fraction(1, 3)]])
def test_a_witness_fulfils_what_is_assumed(witness):
    with pytest.raises(Failed, match="wrong sign"):
        Assumed("a b", UNIT.positive, UNIT.nonnegative, witness=witness)


def test_hypotheses_that_cannot_all_hold_are_refused():
    with pytest.raises(Failed, match="-α has the wrong sign"):
        Assumed("a", lambda a: {"α": a, "-α": -a}, witness=[Fraction(1)])


# Determinants of one size


@share_of(40)
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


@pytest.mark.parametrize("shape", [[2], [1, 1], [2, 1], [3, 3], [2, 3], [0]])
def test_only_square_matrices_have_determinants(shape):
    with pytest.raises(InputError, match="as many columns as rows"):
        identity("a", lambda a: [(determinant([[a] * length for length in shape]), 0)])


def test_determinants_of_no_row_and_of_one():
    identity("a", lambda a: [(determinant([]), 1), (determinant([[a]]), a), (determinant([[a - a]]), 0)])


def test_a_determinant_with_zero_columns_and_with_pivots_far_below():
    def body(a):
        o, one = number(0), number(1)
        yield determinant([[o, o, a], [o, a, o], [a, o, o]]), -(a**3)
        yield determinant([[o, o, one], [one, o, o], [o, one, o]]), 1
        yield determinant([[a, o, one], [a, o, a], [one, o, a]]), 0
        yield determinant([[a, a, one], [a, a, a], [one, one, a]]), 0

    identity("a", body)
    with pytest.raises(ValueError, match="symbolic"):
        identity("a", lambda a, i: [(determinant([[a**i if i > 4 else a]]), a)], NATURAL)


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


def test_what_a_later_comparison_makes_equal_is_equal_from_the_beginning():
    def pairs(i, j):
        first, second = entry("x", i), entry("x", j)
        if i == j:
            yield first, second
        else:
            yield first * second, second * first

    identity("", pairs, Domain("i j", lambda i, j: [i, j]))
    identity("a", lambda a, i: [(a**i, a**2 if i == 2 else a**i)], Domain("i", lambda i: [i]))
    with pytest.raises(Failed):
        identity("", lambda i, j: [(entry("x", i), entry("x", max(j, i)))], Domain("i j", lambda i, j: [i, j]))
