"""A statement that divides by 0 at a value that no small instance has is refuted, though the core proves it."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from exactdp.claims.checks.instances import Sampler, prepared
from exactdp.claims.checks.poles import pole, unseen_pole
from exactdp.claims.clause import Clause, derived, run_clause
from exactdp.claims.logic import core
from exactdp.claims.logic.deriving import Proof, by_arithmetic
from exactdp.claims.statements.expressions import INDEX, INDEX_MAP
from exactdp.claims.statements.formulas import (
    All,
    Largest,
    Least,
    Some,
    Sum,
    between,
    indices,
    matrix,
    number,
    numbers,
    vectors,
)
from exactdp.claims.statements.terms import Definition, Formula, If, as_index, as_number, variable
from exactdp.claims.vocabulary import private

i, k, n = indices("i k n")
a = number("a")
(f,) = vectors("f")
x = matrix("x")
d = variable("d", INDEX_MAP)
decided_to_be_fine = Definition(
    "{0} is fine by a function",
    (n,),
    All(a, 0 * a == 0) & (0 / as_number(n - 11) == 0),
    decide=lambda n: True,
)
fine = Definition("{0} is fine", (n,), All(a, 0 * a == 0) & (0 / as_number(n - 11) == 0))

FAR: dict[str, tuple[tuple[Formula, ...], Formula, str]] = {
    "an index": ((0 <= n,), 0 / as_number(n - 1000) == 0, "n = 1000: 0/(n-1000) has no value"),
    "a small index": ((0 <= n,), 0 / as_number(n - 11) == 0, "n = 11: 0/(n-11) divides by 0"),
    "a number": ((), a / (7 * a - 5) + a / (7 * a - 5) == 2 * (a / (7 * a - 5)), "a = 5/7: a/(7·a - 5) divides by 0"),
    "a square": ((0 <= n,), 0 / as_number(n * n - 10**6) == 0, "n = 1000: 0/(n·n-1000000) has no value"),
    "a cube": ((0 <= n,), 0 / as_number(n * n * n - 10**9) == 0, "n = 1000: 0/(n·n·n-1000000000) has no value"),
    "a power": ((0 <= n,), 0 / (as_number(2) ** n - 2**13) == 0, "n = 13: 0/(2^n - 8192) divides by 0"),
    "another variable": ((0 < a, 0 <= n), 0 / (a * n - 40) == 0, "n = 80, a = 1/2: 0/(a·n - 40) has no value"),
    "a variable that another one defines": (
        (0 <= n, k == n + 2),
        0 / as_number(k - 1002) == 0,
        "n = 1000, k = 1002: 0/(k-1002) has no value",
    ),
    "the last term of a sum": (
        (0 <= n,),
        Sum(k, 0, n, 1 / as_number(k - 1000)) == Sum(i, 0, n, 1 / as_number(i - 1000)),
        "n = 1000: 1/(n-1000) has no value",
    ),
    "the end of a range": (
        (0 <= n,),
        Sum(i, 0, If(1 / as_number(n - 1000) < 5, n, 0), f[i])
        == Sum(k, 0, If(1 / as_number(n - 1000) < 5, n, 0), f[k]),
        "n = 1000: 1/(n-1000) has no value",
    ),
    "an empty range": (
        (0 <= n,),
        Least(i, 0, 1000 - n, f[i]) == Least(k, 0, 1000 - n, f[k]),
        "n = 1001: min_{0≤i≤1000-n} f[i] has no value",
    ),
    "an empty range of a largest value": (
        (0 <= n,),
        Largest(i, n, 12, f[i]) == Largest(k, n, 12, f[k]),
        "max_{n≤i≤12} f[i] has an empty range",
    ),
    "an empty range that is never just empty": (
        (0 <= n,),
        Largest(i, n, 1000 - n, f[i]) == Largest(k, n, 1000 - n, f[k]),
        "max_{n≤i≤1000-n} f[i] has no value",
    ),
    "an empty range with an irrational end": (
        (0 <= n,),
        Least(i, n * n, 1001, f[i]) == Least(k, n * n, 1001, f[k]),
        "n = 32: min_{n·n≤i≤1001} f[i] has no value",
    ),
    "a cube of a number": ((), 0 / (a**3 - 8000) == 0, "a = 20: 0/(a³ - 8000) divides by 0"),
    "a power far away": (
        (0 <= n,),
        0 / (as_number(2) ** n - 2**40) == 0,
        "n = 40: 0/(2^n - 1099511627776) has no value",
    ),
    "a value of a function": ((), 0 / (f[0] - 1000) == 0, "f = {0: 1000}: 0/(f[0] - 1000) divides by 0"),
    "a value of a function in a sum": (
        (0 <= n,),
        Sum(k, 0, n, 0 / (f[k] - 1000)) == 0,
        "n = 0, f = {0: 1000}: 0/(f[k] - 1000) divides by 0",
    ),
    "an entry of a mechanism": (
        (0 < a, a < 1, 1 <= n, private(x, a, n, n)),
        0 / (x[0, 0] - Fraction(2, 7)) == 0,
        "0/(x[0,0] - 2/7) divides by 0",
    ),
    "a value of an index map": (
        (0 <= n,),
        0 / as_number(d[n] - 1000) == 0,
        "n = 0, d = {0: 1000}: 0/(d[n]-1000) divides by 0",
    ),
    "an empty range up to an even value of an index map": (
        (0 <= n,),
        Least(i, 2 * d[n], 1001, f[i]) == Least(k, 2 * d[n], 1001, f[k]),
        "n = 0, d = {0: 501}, f = {}: min_{2d[n]≤i≤1001} f[i] has an empty range",
    ),
    "an index up to another": (
        (0 <= n,),
        All(k, between(0, k, n), 0 / as_number(k - 11) == 0),
        "n = 11, k = 11: 0/(k-11) divides by 0",
    ),
    "an index below another": (
        (0 <= n, 0 <= i, i < n),
        0 / as_number(i - 1000) == 0,
        "i = 1000: 0/(i-1000) has no value",
    ),
    "a part beside one that is trivial": (
        (0 <= n,),
        All(a, 0 * a == 0) & (0 / as_number(n - 11) == 0),
        "n = 11: 0/(n-11) divides by 0",
    ),
    "a part of what a name stands for, and a function decides": (
        (0 <= n,),
        decided_to_be_fine(n),
        "n = 11: n is fine by a function is false: 0/(n-11) divides by 0",
    ),
    "a part of what a name stands for": ((0 <= n,), fine(n), "n = 11: n is fine is false: 0/(n-11) divides by 0"),
    "a size of a mechanism": (
        (0 < a, a < 1, 1 <= n, private(x, a, n, n)),
        0 / as_number(n - 1000) * x[0, 0] == 0,
        "n = 1000, a = 1/2: 0/(n-1000) has no value",
    ),
}


@pytest.mark.parametrize("name", FAR)
def test_a_pole_far_away_refutes(name: str) -> None:
    given, says, failure = FAR[name]
    clause = Clause("far", given, says, by_arithmetic)
    assert derived(clause) is not None
    ran = run_clause(clause)
    assert ran.evidence is None
    assert failure in str(ran.failure)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((0 <= n,), 0 / as_number(n + 1000) == 0),
        ((0 <= n, n < 1000), 0 / as_number(n - 1000) == 0),
        ((0 <= n,), 0 / as_number(2 * n - 2001) == 0),
        ((0 < a,), 0 / (a + 1) == 0),
        ((0 <= n,), 0 / as_number(n * n * n - 10**9 - 1) == 0),
        ((), 0 / (a * a + 1) == 0),
        ((0 <= n,), If(n == 11, 0, 0 / as_number(n - 11)) == 0),
        ((0 <= n, n <= 1000), Least(i, n, 1000, f[i]) == Least(k, n, 1000, f[k])),
        ((0 <= n, n <= 500), Least(i, n, 1000 - n, f[i]) == Least(k, n, 1000 - n, f[k])),
        ((0 <= n, n <= 500), 0 <= a ** (1000 - 2 * n) * a ** (1000 - 2 * n)),
        ((0 <= n,), Sum(k, 0, n, 0 / as_number(k + 1)) == 0),
        ((f[0] < 1000,), 0 / (f[0] - 1000) == 0),
        ((), If(f[0] == 1000, 0, 0 / (f[0] - 1000)) == 0),
        ((0 <= n, 0 <= k), (k == 0) | (n <= 5000) | (0 / as_number(k) == 0)),
        ((0 <= n, n <= 50, 0 <= k), (n <= 50) | (0 / as_number(k) == 0)),
    ],
)
def test_what_has_a_value_everywhere_has_no_pole(given: tuple[Formula, ...], says: Formula) -> None:
    made = Sampler(prepared(given, says))
    found = list(made.environments())
    assert found
    assert pole(made, found) is None


def witness(value: Any) -> Callable[[Proof], Any]:
    return lambda proof: proof.witness(proof.goal, value).theorem


def test_no_index_is_an_inverse_of_0() -> None:
    """A quantifier over all integers has no instances, and the core has the value 0 for 1/0."""
    says = Some(k, 1 / as_number(k) == 1 / as_number(k))
    ran = run_clause(Clause("zero", (), says, witness(0)))
    assert ran.failure == "1/k may have no value, and no instance can tell: give a witness"
    bounded = Some(k, between(1, k, 3), 1 / as_number(k) == 1 / as_number(k))
    assert run_clause(Clause("one", (), bounded, witness(1))).evidence == "proved"


def equal_least_values(last: Any) -> core.Theorem:
    """The core has the value 0 for a least value over no index, so 5 and 7 have the same."""
    of_no_index = core.arithmetic(as_index(5) == 7, 1 <= k, k <= last)
    return core.termwise(of_no_index, k, 1, last, "least")


m = variable("m", INDEX)
LEAST_5, LEAST_7 = (Least(k, 1, m, value) for value in (5, 7))

UNSEEN: dict[str, tuple[tuple[Formula, ...], Formula, Callable[[Proof], Any], str]] = {
    "an empty range": (
        (),
        Some(m, LEAST_5 == LEAST_7),
        lambda proof: core.witness(proof.goal, 0, equal_least_values(0)),
        "min_{1≤k≤m} 5 may have no value, and no instance can tell: give a witness",
    ),
    "an empty range that is written out": (
        (),
        Some(a, (Least(k, 1, 0, 5) == Least(k, 1, 0, 7)) & (a * a == 0)),
        lambda proof: core.witness(
            proof.goal, 0, core.conjoin(equal_least_values(0), core.combine(as_number(0) * as_number(0) == 0))
        ),
        "refuted at min_{1≤k≤0} 5 has an empty range",
    ),
    "a power": (
        (0 <= n,),
        (n < 0) | All(a, 0 <= a**-1 * a**-1),
        lambda proof: core.alternative(core.generalise(core.square(a**-1), a), proof.goal),
        "a⁻¹ may have no value, and no instance can tell: give a witness",
    ),
    "a power whose exponent is even": (
        (0 <= n,),
        0 <= a ** (1000 - 2 * n) * a ** (1000 - 2 * n),
        lambda proof: core.square(a ** (1000 - 2 * n)),
        "refuted at n = 501, a = 0: a^(1000-2n) has no value",
    ),
    "a side of an or": (
        (0 <= n,),
        Some(a, a + 1 <= a) | (0 / as_number(n) == 0),
        lambda proof: core.alternative(core.combine(0 / as_number(n) == 0), proof.goal),
        "refuted at n = 0: 0/n divides by 0",
    ),
    "a part that does not contain the variable": (
        (0 <= n,),
        Some(a, (n <= a) & (0 / as_number(n) == 0)),
        lambda proof: core.witness(
            proof.goal, n, core.conjoin(core.combine(as_number(n) <= n), core.combine(0 / as_number(n) == 0))
        ),
        "refuted at n = 0: 0/n divides by 0",
    ),
    "far away in an or": (
        (0 <= n,),
        Some(a, a + 1 <= a) | (0 / as_number(n - 13) == 0),
        lambda proof: core.alternative(core.combine(0 / as_number(n - 13) == 0), proof.goal),
        "refuted at n = 13: 0/(n-13) divides by 0",
    ),
}


def by_0() -> core.Theorem:
    """Prove 1/0 = 0 from 1/(u·v) = (1/u)·(1/v), as the core has this value for 1/0."""
    u, v, w = numbers("u v w")
    half_of_itself = core.instance(core.combine(1 / (u * v) == (1 / u) * (1 / v)), {"u": 0, "v": 2})
    is_0 = core.combine(w == 0, [(2, [core.assume(w == w * Fraction(1, 2))])])
    return core.cut(core.instance(is_0, {"w": half_of_itself.says.args[0]}), half_of_itself)


def at_0(proof: Proof) -> core.Theorem:
    """Show the first side of "∃k: n ≤ 50 or 1/k = 0" at k = 0."""
    side = core.alternative(by_0(), (n <= 50) | (1 / as_number(0) == 0))
    return core.witness(
        proof.goal, 0, core.conjoin(core.arithmetic(as_index(0) <= 0), core.arithmetic(as_index(0) <= n, 0 <= n), side)
    )


UNSEEN |= {
    "behind a condition": (
        (0 <= n, 0 <= k),
        (n <= 5000) | (0 / as_number(k) == 0),
        lambda proof: core.alternative(core.combine(0 / as_number(k) == 0), proof.goal),
        "refuted at n = 5001, k = 0: 0/k divides by 0",
    ),
    "everywhere behind a condition": (
        (0 <= n,),
        (n <= 50) | (1 / as_number(0) == 0),
        lambda proof: core.alternative(by_0(), proof.goal),
        "refuted at n = 51: 1/0 divides by 0",
    ),
    "at an end of a range, behind a condition": (
        (0 <= n,),
        Some(k, between(0, k, n), (n <= 50) | (1 / as_number(k) == 0)),
        at_0,
        "refuted at n = 51: 1/k divides by 0",
    ),
}


def test_a_witness_of_the_instances_need_not_be_that_of_the_proof() -> None:
    """ "For n ≥ 0: ∃u: n ≤ 50 or 1/u = 0" is false at n = 51. It was proved with u = 0, as u = 1 served up to n = 8."""
    u = number("u")
    side = core.alternative(by_0(), (n <= 50) | (1 / as_number(0) == 0))
    says = Some(u, (n <= 50) | (1 / u == 0))
    clause = Clause("two", (0 <= n,), says, lambda proof: core.witness(says, 0, side), witnesses={"u": as_number(1)})
    assert derived(clause) is not None
    failure = run_clause(clause).failure
    assert failure == "1/u may have no value, and the proof may have another witness: exclude this value"
    positive = Some(u, between(1, u, 2), (n <= 50) | (1 / (u**2 + u**4 / 11) > 0))
    assert unseen_pole(positive, witnessed={"u"}) is None


def test_a_divisor_of_an_index_that_is_at_least_0_and_a_number_above_0_has_no_pole() -> None:
    above, at_0 = (unseen_pole(All(k, 0 <= k, Some(m, 0 <= m, 1 / (as_number(k) + c) <= m))) for c in ("1/2", 0))
    assert above is None and str(at_0) == "1/k"


@pytest.mark.parametrize("name", UNSEEN)
def test_a_term_without_a_value_in_what_cannot_be_evaluated_is_refused(name: str) -> None:
    given, says, prove, failure = UNSEEN[name]
    clause = Clause("unseen", given, says, prove)
    assert derived(clause) is not None
    ran = run_clause(clause)
    assert (ran.evidence, ran.failure) == (None, failure)


def test_no_proof_uses_the_value_of_1_by_0() -> None:
    """At n = 10 the core could compute with 1/0 = 0; 2^n - 1024 is not a polynomial, so no pole is found."""
    with pytest.raises(core.Refused, match="1/0 is not computed"):
        core.combine(1 / (as_number(2) ** n - 1024) <= 0, [], [n == 10])
