"""A clause with a proof is refused unless each of its terms is shown to have a value, as 1/0 is 0 in the core."""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from exactdp.claims.checks import shown_values
from exactdp.claims.checks.instances import Sampler, prepared
from exactdp.claims.clause import Clause, run_clause
from exactdp.claims.lemmas.value import shown as by_signs
from exactdp.claims.logic import core
from exactdp.claims.logic.deriving import Proof, by_arithmetic
from exactdp.claims.statements.evaluation import NotRunThrough, OutsideTable, compiled
from exactdp.claims.statements.expressions import INDEX_MAP, SET
from exactdp.claims.statements.formulas import (
    All,
    Largest,
    Least,
    Product,
    Some,
    Sum,
    between,
    both,
    function,
    indices,
    matrix,
    number,
    numbers,
    vectors,
)
from exactdp.claims.statements.names import named
from exactdp.claims.statements.terms import TRUE, Definition, Formula, If, Term, as_index, as_number, term, variable
from exactdp.claims.vocabulary import listed, prior, private, product, table

i, k, m, n, r, z = indices("i k m n r z")
a, b, u, x, y = numbers("a b u x y")
f, g, p = vectors("f g p")
X = matrix("X")
d, S = variable("d", INDEX_MAP), variable("S", SET)
GIVEN = (0 <= n,)

without_shown_value = partial(shown_values.without_shown_value, by_signs)


def by_0() -> core.Theorem:
    """Prove 1/0 = 0 from 1/(u·v) = (1/u)·(1/v), as the core has this value for 1/0."""
    u, v, w = numbers("u v w")
    half_of_itself = core.instance(core.combine(1 / (u * v) == (1 / u) * (1 / v)), {"u": 0, "v": 2})
    is_0 = core.combine(w == 0, [(2, [core.assume(w == w * Fraction(1, 2))])])
    return core.cut(core.instance(is_0, {"w": half_of_itself.says.args[0]}), half_of_itself)


def inverse_of_0_on_a_side() -> core.Theorem:
    return core.alternative(by_0(), (n <= 50) | (1 / as_number(0) == 0))


def equal_least_values(last: Any) -> core.Theorem:
    """The core has the value 0 for a least value over no index, so 5 and 7 have the same."""
    of_no_index = core.arithmetic(as_index(5) == 7, 1 <= k, k <= last)
    return core.termwise(of_no_index, k, 1, last, "least")


def side(right: Formula) -> Callable[[Proof], core.Theorem]:
    """Prove a conclusion of two sides by its right side, which the core computes."""
    return lambda proof: core.alternative(core.combine(right), proof.goal)


def first_side(proof: Proof) -> core.Theorem:
    """Show that y = 0, or else that x·x - 2 is 0, and so its inverse."""
    equal = x * x - 2 == 0

    def inverse(case: Proof) -> Any:
        is_0 = case.by_contradiction(
            equal,
            lambda no: no._on_each_side(
                equal,
                no.know((x * x - 2 < 0) | (0 < x * x - 2)),
                lambda side: side.contradiction(equal, *map(side.know, side.given)),
            ),
        )
        divisor = by_0().says.args[0].args[1]
        same = core.combine(divisor == x * x - 2, [(-1, [is_0.theorem])])
        return case.alternative(proof.goal, case.fact(core.replace(same, by_0(), u, 1 / u == 0)))

    at_0 = lambda case: case.alternative(proof.goal, case.know(y == 0))  # noqa: E731
    return proof.cases(proof.goal, (y == 0, at_0), (TRUE, inverse)).theorem


ALL_ARE_1 = All(k, between(0, k, n), as_number(k - 1000) / as_number(k - 1000) == 1)


def below_1000(proof: Proof) -> core.Theorem:
    """Show n < 1000, as 0/0 would be 1 at k = 1000, and the core has the value 0 for it."""
    is_0 = core.combine(b / a == 0, [(1 / a, [core.assume(b == 0)])])
    by_k = core.instance(is_0, {"a": as_number(k - 1000), "b": as_number(k - 1000)})
    at_1000 = core.cut(core.instance(by_k, {"k": term(1000)}), core.combine(as_number(0) == 0))

    def step(case: Proof) -> Any:
        one = core.specialise(core.assume(ALL_ARE_1), 1000)
        return case.contradiction(n < 1000, case.fact(core.replace(at_1000, one, u, u == 1)))

    return proof.by_contradiction(n < 1000, step).theorem


fine = Definition("{0} is fine", (n,), All(a, 0 * a == 0) & (0 / as_number(n - 11) == 0))
decided_to_be_fine = Definition("{0} is fine by a function", (n,), fine.body, decide=lambda n: True)
LARGE_X = private(X, a, n, n)
FALSE: dict[str, tuple[tuple[Formula, ...], Formula, Callable[[Proof], Any], str]] = {
    "the root of 2": (((x * x - 2) * y == 0,), (y == 0) | (1 / (x * x - 2) == 0), first_side, "1/(x·x - 2)"),
    "an assumption about all k": ((*GIVEN, ALL_ARE_1), n < 1000, below_1000, "(k-1000)/(k-1000)"),
    # The least solution of n·n - 991·k·k = 1 with k ≥ 1 has 30 digits.
    "solutions far away": (
        (0 <= n, 1 <= k),
        0 / as_number(n * n - 991 * k * k - 1) == 0,
        by_arithmetic,
        "0/(n·n-991k·k-1)",
    ),
    "a root of degree 3": ((0 < a,), 0 / (a**3 - a - 1) == 0, by_arithmetic, "0/(a³ - a - 1)"),
    "a value between two powers": ((0 < a, a < b), 0 / (a**7 - b**5 / 3) == 0, by_arithmetic, "0/(a⁷ - b⁵/3)"),
    "an index": (GIVEN, 0 / as_number(n - 1000) == 0, by_arithmetic, "0/(n-1000)"),
    "a fraction": ((), 0 / (7 * a - 5) == 0, by_arithmetic, "0/(7·a - 5)"),
    "a power": (GIVEN, 0 / (as_number(2) ** n - 2**40) == 0, by_arithmetic, "0/(2^n - 1099511627776)"),
    "two variables": ((0 < a, *GIVEN), 0 / (a * n - 40) == 0, by_arithmetic, "0/(a·n - 40)"),
    "a variable that another one defines": (
        (*GIVEN, k == n + 2),
        0 / as_number(k - 1002) == 0,
        by_arithmetic,
        "0/(k-1002)",
    ),
    "the last term of a sum": (
        GIVEN,
        Sum(k, 0, n, 1 / as_number(k - 1000)) == Sum(i, 0, n, 1 / as_number(i - 1000)),
        by_arithmetic,
        "1/(k-1000)",
    ),
    "the end of a range": (
        GIVEN,
        Sum(i, 0, If(1 / as_number(n - 1000) < 5, n, 0), f[i])
        == Sum(k, 0, If(1 / as_number(n - 1000) < 5, n, 0), f[k]),
        by_arithmetic,
        "1/(n-1000)",
    ),
    "an empty range": (
        GIVEN,
        Least(i, 0, 1000 - n, f[i]) == Least(k, 0, 1000 - n, f[k]),
        by_arithmetic,
        "min_{0≤i≤1000-n} f[i]",
    ),
    "a range between squares": (
        GIVEN,
        Largest(i, n * n, 1001, f[i]) == Largest(k, n * n, 1001, f[k]),
        by_arithmetic,
        "max_{n·n≤i≤1001} f[i]",
    ),
    "a value of a function": ((), 0 / (f[0] - 1000) == 0, by_arithmetic, "0/(f[0] - 1000)"),
    "a value of a function in a sum": (GIVEN, Sum(k, 0, n, 0 / (f[k] - 7)) == 0, by_arithmetic, "0/(f[k] - 7)"),
    "a sum over a set": (
        GIVEN,
        0 / (Sum(k, 0, n, If(S[k], 1, as_number(0))) - 13) == 0,
        by_arithmetic,
        "0/(Σ_{k=0}^{n} {1 if k ∈ S; 0 otherwise} - 13)",
    ),
    "an entry of a mechanism": (
        (0 < a, a < 1, 1 <= n, LARGE_X),
        0 / (X[0, 0] - Fraction(2, 7)) == 0,
        by_arithmetic,
        "0/(X[0,0] - 2/7)",
    ),
    "a sum of entries that may be 0": (
        (prior(p, n), LARGE_X, 0 <= r, r <= n),
        0 / Sum(i, 0, n, p[i] * X[i, r]) == 0,
        by_arithmetic,
        "0/(Σ_{i=0}^{n} p[i]·X[i,r])",
    ),
    "a value of an index map": (GIVEN, 0 / as_number(d[n] - 1000) == 0, by_arithmetic, "0/(d[n]-1000)"),
    "a range up to a value of an index map": (
        GIVEN,
        Least(i, 2 * d[n], 1001, f[i]) == Least(k, 2 * d[n], 1001, f[k]),
        by_arithmetic,
        "min_{2d[n]≤i≤1001} f[i]",
    ),
    "an index up to another": (
        GIVEN,
        All(k, between(0, k, n), 0 / as_number(k - 11) == 0),
        by_arithmetic,
        "0/(k-11)",
    ),
    "a part beside one that is trivial": (
        GIVEN,
        All(a, 0 * a == 0) & (0 / as_number(n - 11) == 0),
        by_arithmetic,
        "0/(n-11)",
    ),
    "what a name stands for": (GIVEN, fine(n), by_arithmetic, "0/(n-11)"),
    "what a name stands for that a function decides": (GIVEN, decided_to_be_fine(n), by_arithmetic, "0/(n-11)"),
    "an inverse of no index": (
        (),
        Some(k, 1 / as_number(k) == 0),
        lambda proof: core.witness(proof.goal, 0, by_0()),
        "1/k",
    ),
    "a range up to an unknown index": (
        (),
        Some(m, Least(k, 1, m, 5) == Least(k, 1, m, 7)),
        lambda proof: core.witness(proof.goal, 0, equal_least_values(0)),
        "min_{1≤k≤m} 5",
    ),
    "a range that is written out": (
        (),
        Some(a, (Least(k, 1, 0, 5) == Least(k, 1, 0, 7)) & (a * a == 0)),
        lambda proof: core.witness(
            proof.goal, 0, core.conjoin(equal_least_values(0), core.combine(as_number(0) * as_number(0) == 0))
        ),
        "min_{1≤k≤0} 5",
    ),
    "a negative power": (
        GIVEN,
        (n < 0) | All(a, 0 <= a**-1 * a**-1),
        lambda proof: core.alternative(core.generalise(core.square(a**-1), a), proof.goal),
        "a⁻¹",
    ),
    "an even power": (
        GIVEN,
        0 <= a ** (1000 - 2 * n) * a ** (1000 - 2 * n),
        lambda proof: core.square(a ** (1000 - 2 * n)),
        "a^(1000-2n)",
    ),
    "a side of an or": (GIVEN, Some(a, a + 1 <= a) | (0 / as_number(n) == 0), side(0 / as_number(n) == 0), "0/n"),
    "a side behind a condition": (
        (*GIVEN, 0 <= k),
        (n <= 5000) | (0 / as_number(k) == 0),
        side(0 / as_number(k) == 0),
        "0/k",
    ),
    "a side behind a condition everywhere": (
        GIVEN,
        (n <= 50) | (1 / as_number(0) == 0),
        lambda proof: core.alternative(by_0(), proof.goal),
        "1/0",
    ),
    "an end of a range behind a condition": (
        GIVEN,
        Some(k, between(0, k, n), (n <= 50) | (1 / as_number(k) == 0)),
        lambda proof: core.witness(
            proof.goal,
            0,
            core.conjoin(
                core.arithmetic(as_index(0) <= 0), core.arithmetic(as_index(0) <= n, 0 <= n), inverse_of_0_on_a_side()
            ),
        ),
        "1/k",
    ),
    "a part without the variable that exists": (
        GIVEN,
        Some(a, (n <= a) & (0 / as_number(n) == 0)),
        lambda proof: core.witness(
            proof.goal, n, core.conjoin(core.combine(as_number(n) <= n), core.combine(0 / as_number(n) == 0))
        ),
        "0/n",
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_clause_is_refused_that_divides_by_0_at(name: str) -> None:
    """The core has a theorem with this formula. It is refused also if no instance divides by 0."""
    given, says, prove, shown = FALSE[name]
    made = prove(Proof(given, says))
    assert isinstance(getattr(made, "theorem", made), core.Theorem)
    ran = run_clause(Clause("false", given, says, prove))
    assert ran.evidence is None
    assert shown == str(without_shown_value(given, says))
    said = f"{shown} is not shown to have a value: assume that it has one, or prove it by values=…"
    assert ran.failure == said or str(ran.failure).startswith("refuted at ")


def test_the_proof_may_have_another_witness_than_the_instances() -> None:
    """ "For n ≥ 0: ∃u: n ≤ 50 or 1/u = 0" is false at n = 51. The proof has u = 0, and the instances u = 1."""
    says = Some(u, (n <= 50) | (1 / u == 0))
    clause = Clause(
        "two",
        GIVEN,
        says,
        lambda proof: core.witness(says, 0, inverse_of_0_on_a_side()),
        witnesses={"u": as_number(1)},
    )
    assert (
        run_clause(clause).failure
        == "1/u is not shown to have a value: assume that it has one, or prove it by values=…"
    )


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((0 < a, a < 1), a / (1 - a * a) + 1 / (1 + a) <= 1 / (1 - a)),
        ((0 <= a, a <= 1), a / (1 + a + a**2 - a**3) <= 1),
        ((0 < a, a <= x, b == x / a, x < 1), 0 / (1 - a * b) == 0),
        ((0 <= i, i <= n), 0 <= a ** abs(n - i) * a ** (n - i)),
        (GIVEN, All(i, between(0, i, n), 0 / as_number(n - i + 1) == 0)),
        (GIVEN, Largest(k, 0, n, 1 / as_number(k + 1)) <= 1),
        ((0 < a, *GIVEN), 1 / Sum(k, 0, n, a**k) <= 1),
        ((0 <= z, z <= n), 0 / Sum(k, 0, n, If(k == z, 1, 0) / Product(i, 1, k, i)) == 0),
        ((0 <= k,), 0 / (1 - 1 / as_number(k + 2)) == 0),
        ((All(k, between(0, k, n), 0 < f[k]), 0 <= i, i <= n), f[i] ** -1 == 1 / f[i]),
        ((0 <= k,), 0 / (1 + (as_number(2) ** k - 1) * (1 + a * a)) == 0),
        ((0 <= i, 0 <= k), If(i == k, 1, a ** (abs(i - k) - 1)) == 1),
        ((), (a == 3) | (0 / (a - 3) == 0)),
        ((), (0 < a) >> (0 / a == 0)),
        ((), Some(a, 1 <= a, 1 / a == 1)),
        ((1 / a <= 2,), a <= a + 1),
        ((0 <= n, n < 1000), 0 / as_number(n - 1000) == 0),
        ((), 0 / (a * a + 1) == 0),
        (GIVEN, If(n == 11, 0, 0 / as_number(n - 11)) == 0),
        ((0 <= n, n <= 500), Least(i, n, 1000 - n, f[i]) <= f[n]),
        ((0 <= n, n <= 500), 0 <= a ** (1000 - 2 * n)),
        ((0 <= n, 0 <= k), (k == 0) | (n <= 5000) | (0 / as_number(k) == 0)),
        (GIVEN, Some(u, between(1, u, 2), 1 / (u**2 + u**4 / 11) > 0)),
        ((), All(k, 0 <= k, Some(m, 0 <= m, 1 / (as_number(k) + Fraction(1, 2)) <= m))),
        ((All(k, S[k], 1 <= k), All(i, S[i], 0 / as_number(i) == 0)), 0 <= n * n),
        # What holds for all values of a function holds at those that a term reads, or has under a sum.
        ((f[0] < 1000,), 0 / (f[0] - 1000) == 0),
        ((All(k, between(0, k, n), 0 < f[k]), 0 <= i, i < n), 1 / (f[i + 1] + f[i]) <= 1 / f[i]),
        ((All(k, between(0, k, n), 0 < f[k]), *GIVEN), 0 / Sum(k, 0, n, f[k]) == 0),
        ((All(k, between(0, k, n), 0 <= f[k]), 0 <= i, i <= n, 0 < f[i]), 0 / Sum(k, 0, n, f[k]) == 0),
        ((All(k, 1 <= d[k]), 0 <= a), a ** (d[n] - 1) == a ** (d[n] - 1)),
        (
            (All(k, between(0, k, n), 0 < Sum(i, 0, n, If(d[i] == k, 1, as_number(0)))), between(0, z, n)),
            0 / Sum(i, 0, n, If(d[i] == z, 1, as_number(0))) == 0,
        ),
    ],
)
def test_what_has_a_value_is_shown_to_have_one(given: tuple[Formula, ...], says: Formula) -> None:
    assert without_shown_value(given, says) is None


@pytest.mark.parametrize(
    ("given", "says", "shown"),
    [
        ((0 <= a, a <= 1), 0 / (1 - a) == 0, "0/(1 - a)"),
        (GIVEN, Sum(k, 0, n, 0 / as_number(k)) == 0, "0/k"),
        (GIVEN, Largest(k, 1, n, k) <= n, "max_{1≤k≤n} k"),
        (GIVEN, 0 / Sum(k, 1, n, 1) == 0, "0/(Σ_{k=1}^{n} 1)"),
        ((0 <= i, 0 <= k), a ** (abs(i - k) - 1) == 1, "a^(|i-k|-1)"),
        (((1 / a <= 2) | (n == 0),), 0 <= n * n, "1/a"),
        ((All(u, 1 / u <= 2),), 0 <= n * n, "1/u"),
        ((), Some(a, 0 <= a, 1 / a == 1), "1/a"),
        ((), (0 / a == 0) | (a == 0), "0/a"),
        ((a == b, b == a), 0 / a == 0, "0/a"),
        ((Sum(k, 0, n, 1 / as_number(k)) <= 2,), 0 <= n * n, "1/k"),
        ((0 <= a,), a ** d[n] == 1, "a^(d[n])"),
        ((prior(p, n), 0 <= a), 0 / Sum(i, 0, n, p[i] * a ** abs(k - i)) == 0, "0/(Σ_{i=0}^{n} p[i]·a^|k-i|)"),
        ((All(k, between(0, k, n), 0 < f[k]), 0 <= i, i <= n), 0 / f[i + 1] == 0, "0/f[i+1]"),
        ((All(k, between(0, k, n), 0 < f[k]),), 0 / Sum(k, 0, n, f[k]) == 0, "0/(Σ_{k=0}^{n} f[k])"),
        ((All(k, between(0, k, n), 0 < f[k]), *GIVEN), 0 / Sum(k, 0, n + 1, f[k]) == 0, "0/(Σ_{k=0}^{n+1} f[k])"),
        ((All(k, between(0, k, n), 0 <= f[k]), 0 <= i, 0 < f[i]), 0 / Sum(k, 0, n, f[k]) == 0, "0/(Σ_{k=0}^{n} f[k])"),
        ((Sum(k, 0, n, f[k]) == 1,), 0 / Sum(k, 0, n, f[k] * f[k] * f[k]) == 0, "0/(Σ_{k=0}^{n} f[k]·f[k]·f[k])"),
        ((Sum(k, 0, n, f[k]) == 0, f[0] == 0), 0 / f[0] == 0, "0/f[0]"),
        ((Some(k, between(0, k, n), 0 < f[k]),), 0 / f[k] == 0, "0/f[k]"),
    ],
)
def test_what_may_lack_a_value_is_found(given: tuple[Formula, ...], says: Formula, shown: str) -> None:
    assert str(without_shown_value(given, says)) == shown


def test_a_bound_variable_is_not_the_free_one_of_its_name() -> None:
    """That the free k is not 0 says nothing of the k of the sum."""
    assert str(without_shown_value((0 <= n, k == 1), Sum(k, 0, n, 0 / as_number(k)) == 0)) == "0/k'"
    assert number("k").sort != k.sort


TOTAL = Sum(k, 0, n, f[k])
POSITIVE = 0 < 2 * TOTAL
UNSHOWN = "0/(Σ_{k=0}^{n} f[k]) is not shown to have a value: assume that it has one, or prove it by values=…"


def failure_with(values: Any) -> str | None:
    return run_clause(Clause("total", (POSITIVE,), 0 / TOTAL == 0, by_arithmetic, values=values)).failure


def test_facts_show_that_a_term_has_a_value() -> None:
    assert failure_with(lambda proof: proof.have(0 < TOTAL)) is None
    assert failure_with(lambda proof: [proof.know(POSITIVE), proof.have(0 < TOTAL)]) is None
    assert failure_with(None) == failure_with(lambda proof: proof.know(POSITIVE)) == UNSHOWN


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (lambda proof: proof.because("it is so", 0 < TOTAL), "values must return facts of the core"),
        (lambda proof: [0 < TOTAL], "values must return facts of the core"),
        (lambda proof: core.assume(0 < TOTAL), "the derivation assumes what the clause does not"),
        (lambda proof: Proof([0 < TOTAL]).know(0 < TOTAL), "the derivation assumes what the clause does not"),
        (lambda proof: proof.know(0 < TOTAL), "is not given"),
        (lambda proof: 1 / 0, "the derivation ends in an error"),
    ],
)
def test_facts_must_be_proved_by_the_core_from_the_assumptions(values: Any, why: str) -> None:
    assert why in str(failure_with(values))


@pytest.mark.parametrize(
    "found",
    [
        None,
        core.assume(a != 0),
        core.square(a),
        core.because("it is so", a != 0),
        core.in_coq("Powers", "power_zero", a != 0),
        core.weaken(core.cut(core.assume(a != 0), core.assume(a != 0)), n <= 5),
        SimpleNamespace(given=(), says=a != 0, words=(), coq=(), computed=()),
    ],
    ids=str,
)
def test_a_search_that_returns_another_theorem_shows_nothing(found: Any) -> None:
    says = 0 / a == 0
    assert str(shown_values.without_shown_value(lambda goal, given: found, GIVEN, says)) == "0/a"
    assert by_signs(a != 0, (0 < a,)) is not None
    assert shown_values.without_shown_value(by_signs, (0 < a,), says) is None


t = number("t")
ASSUMED: list[tuple[Formula, ...]] = [
    (0 <= n,),
    (0 <= i, i <= n),
    (1 <= k, k <= n),
    (0 < a,),
    (0 <= a, a < 1),
    (0 < b, b <= a),
    (a == b,),
    (a != b,),
    (1 <= t,),
    ((a < 0) | (0 < b),),
    (f[i] < 0,),
    (0 < g[0],),
    (d[i] == k,),
    (All(k, 0 <= f[k]),),
    (All(k, between(0, k, n), 0 < f[k]),),
    (All(k, between(0, k, n), 1 <= d[k]),),
    (All(k, between(0, k, n), All(i, between(0, i, n), 0 < X[k, i])),),
    (Some(k, between(0, k, n), 0 < f[k]),),
    (Sum(k, 0, n, f[k]) == 1,),
]
DIVISORS: list[Term] = [
    *(a, b, t, 1 - a, f[i], f[k + 1], f[d[i]], g[0], X[i, k], X[n, 0]),
    *(as_number(each) for each in (k, n - i, n + 1 - i, n - k + 1, d[i], d[k] - 1)),
    *(Sum(r, 0, n, f[r]), Sum(r, 1, n, f[r] * a**r), Product(r, 0, n, f[r]), Sum(r, 0, n, X[r, i])),
    *(If(i == k, a, b), Sum(r, 0, n, If(r == i, a, as_number(0))), a ** abs(i - k)),
]


def test_what_is_shown_to_have_a_value_has_one_at_every_instance() -> None:
    """Random divisors under random assumptions."""
    rng, shown = Random(1), 0
    for _ in range(400):
        given = tuple(part for each in rng.sample(ASSUMED, rng.randrange(4, 10)) for part in each)
        x, y = rng.sample(DIVISORS, 2)
        says = 0 / rng.choice([x, x, x + y, x - y, x * y, x / y]) == 0
        if without_shown_value(given, says) is None:
            shown += 1
            sampler = Sampler(prepared(given, says))
            for env in sampler.environments(8, patience=20):
                with suppress(NotRunThrough, OutsideTable):
                    assert compiled(sampler.statement.goal)(env)
    assert shown > 40


five, same_number = Definition("five({0})", (a,), as_number(5)), Definition("same({0})", (a,), a)
inverse = Definition("inverse({0})", (a,), 1 / a)
constant = Definition("constant({0})", (a,), function(k, as_number(k)))
always_5 = Definition("always({0})", (a,), function(k, as_number(5)))
unread = Definition("unread({0})", (f,), as_number(5))
fine = Definition("{0} is fine", (a,), five(1 / a) == 5)
large = Definition("{0} is large or {1} is 0", (a, b), TRUE)


@pytest.mark.parametrize(
    "says",
    [
        five(1 / (x * x - 2)) == 5,
        five(same_number(1 / (x * x - 2))) == 5,
        large(1 / (x * x - 2), 3),
        five(inverse(x * x - 2)) == 5,
        five(five(inverse(x * x - 2))) == 5,
        fine(x * x - 2),
        constant(1 / (x * x - 2))[2] == 2,
        unread(constant(1 / (x * x - 2))) == 5,
        unread(function(k, 1 / (x * x - 2))) == 5,
        Sum(k, 0, n, unread(function(i, 1 / as_number(k - 7)))) >= 0,
        unread(constant(Sum(k, 0, n, 1 / as_number(k - 7)))) == 5,
        unread(function(i, Sum(k, 0, n, 1 / as_number(k - 7)))) == 5,
        All(k, between(0, k, n), unread(function(i, unread(function(r, 1 / as_number(k - 7))))) == 5),
        always_5(x)[If(1 / (x * x - 2) < 5, 2, 0)] == 5,
        Sum(k, 0, 3, constant(inverse(as_number(k) - 2))[k]) >= 0,
        five(Least(k, 1, z, a)) == 5,
        All(k, between(0, k, n), five(1 / as_number(k - 7)) == 5),
        Sum(k, 0, n, five(1 / as_number(k - 7))) >= 0,
        If(0 <= x, five(1 / (x * x - 2)), as_number(5)) == 5,
    ],
)
def test_an_argument_that_a_meaning_does_not_read_has_a_value(says: Formula) -> None:
    """ "For every number α: f(1/(α·α - 2)) = 5" was proved."""
    assert without_shown_value([], says) is not None
    assert without_shown_value([says >> (a < b)], a < b) is not None


def test_an_argument_is_shown_to_have_a_value() -> None:
    assert without_shown_value([0 < x], five(1 / x) == 5) is None
    assert without_shown_value([], (0 < x) >> (five(1 / x) == 5)) is None
    assert without_shown_value([large(x, 3), 1 <= z], five(Least(k, 1, z, a)) == 5) is None
    read = Definition("second({0})", (f,), f[2])
    assert without_shown_value([], read(function(k, 1 / as_number(k))) <= 1) is None
    assert without_shown_value([0 < x], unread(function(k, 1 / as_number(k) + 1 / x)) == 5) is None
    from_k_on = function(k, Sum(i, k, n, 1 / as_number(i)))
    assert without_shown_value([], read(from_k_on) + unread(from_k_on) <= 9) is None


TABLE, LIST = table([["2/3", "1/3"], ["1/3", "2/3"]]), listed(["1/3", "2/3"])
COIN = named("Table 9", TABLE)


@pytest.mark.parametrize(
    ("says", "shown"),
    [
        (Some(r, between(0, r, 5), COIN[0, r] == 0), "Table 9[0,r]"),
        (COIN[2, 0] == 0, "Table 9[2,0]"),
        (COIN[n, 0] <= 1, "Table 9[n,0]"),
        (LIST[-1] == 0, "(1/3, 2/3)[-1]"),
        (Sum(k, 0, 2, LIST[k]) == 1, "(1/3, 2/3)[k]"),
        (product(TABLE, COIN, 1)[i, 0] <= 1, "[2/3 1/3; 1/3 2/3][i,z]"),
        (COIN[d[0], 1] <= 1, "Table 9[d[0],1]"),
        (If(0 < x, COIN, X)[2, 0] <= 1, "{Table 9 if 0 < x; X otherwise}[2,0]"),
        (0 <= If(n < 2, x, If(n <= 2, COIN, COIN)[n, 0]), "{Table 9 if n ≤ 2; Table 9 otherwise}[n,0]"),
    ],
)
def test_an_entry_outside_of_a_table_is_found(says: Formula, shown: str) -> None:
    """ "∃r with 0 ≤ r ≤ 5: Table 9[0,r] = 0" was proved of a table without the entry 0."""
    assert str(without_shown_value([0 <= n], says)) == shown


def test_an_entry_within_a_table_is_shown() -> None:
    assert without_shown_value([0 <= n, n <= 1], COIN[n, 1 - n] + LIST[If(n == 0, 1, 0)] <= 2) is None
    assert without_shown_value([COIN[n, 0] == 0], n <= 2 * n) is None
    assert without_shown_value([], All(k, between(0, k, 1), Sum(r, 0, k, COIN[k, r]) <= 1)) is None
    assert without_shown_value([All(k, between(0, d[k], 1))], product(TABLE, COIN, 1)[d[0], 0] <= 1) is None


root = Definition("root({0})", (a,), a, within=(0 <= a) & (a < 4))
nonzero_root = Definition("root of {0}", (a,), a, within=(a < 0) | (0 < a))
row = Definition("row({0})", (n,), function(k, as_number(k)), within=1 <= n)
# Its function says what its formula denies.
below_all = Definition("{0} is below all", (a,), All(b, a < b), decide=lambda x: True)
lowest = Definition("lowest({0})", (a,), a, within=below_all(a))


@pytest.mark.parametrize(
    ("given", "says", "shown"),
    [
        ((), root(x) <= x, "root(x)"),
        ((0 <= x,), root(x) <= x, "root(x)"),
        ((0 <= x, x < 4), root(x - 1) <= x, "root(x - 1)"),
        ((), All(x, 0 <= x, root(x) == x), "root(x)"),
        ((All(u, root(u) <= 2),), 0 <= n * n, "root(u)"),
        ((), five(root(x)) == 5, "root(x)"),
        ((0 <= n,), row(n)[2] == 2, "row(n)"),
        ((), root(4) == 4, "root(4)"),
        ((), lowest(4) == 4, "lowest(4)"),
        ((0 <= x,), nonzero_root(x) == x, "root of x"),
    ],
)
def test_a_name_has_a_value_only_within_its_condition(given: tuple[Formula, ...], says: Formula, shown: str) -> None:
    assert str(without_shown_value(given, says)) == shown


def test_the_condition_of_a_name_has_a_value() -> None:
    """ "For every number x: w(x) ≤ x" was proved, with "w(a) = a for (1/(a·a - 2))·(1/(a·a - 2)) ≥ 0"."""
    square = 1 / (a * a - 2) * (1 / (a * a - 2))
    weighed = Definition("w({0})", (a,), a, within=0 <= square)
    found = Clause(
        "all", (), weighed(x) <= x, by_arithmetic, values=lambda proof: proof.fact(core.square(1 / (x * x - 2)))
    )
    assert str(run_clause(found).failure).startswith("1/(x·x - 2) is not shown to have a value")
    assert without_shown_value([2 < x * x, 0 <= 1 / (x * x - 2) * (1 / (x * x - 2))], weighed(x) <= x) is None


def test_a_name_within_its_condition_has_a_value() -> None:
    assert without_shown_value([0 <= x, x < 4], root(x) + root(3) + root(x / 2) <= 9) is None
    assert without_shown_value([root(x) <= 2], 0 <= n * n) is None
    assert without_shown_value([(x < 0) | (0 < x)], nonzero_root(x) == x) is None
    assert without_shown_value([2 <= n], row(n - 1)[2] == 2) is None
    assert without_shown_value([], All(x, both(0 <= x, x < 4), root(x) == x)) is None


def test_what_is_known_of_one_function_is_not_known_of_another() -> None:
    total = Definition("total({0})", (f,), Sum(k, 0, 3, f[k]))
    one, other = (total(function(k, each / as_number(k + 9))) for each in (x, y))
    assert without_shown_value([], (0 < one) >> (five(1 / other) == 5)) is not None
    assert without_shown_value([0 < one], five(1 / other) == 5) is not None


def test_arguments_do_not_hinder_what_is_shown() -> None:
    of_inverse = five(inverse(x))
    assert without_shown_value([0 < x], 1 / of_inverse <= 1) is None
    assert without_shown_value([0 < x, fine(x)], 1 / (of_inverse + same_number(inverse(x))) <= 1) is None
    assert without_shown_value([fine(x)], fine(x)) is not None
    assert without_shown_value([0 < x], Sum(k, 0, 3, constant(1 / x)[k]) <= 9) is None


nonzero = Definition("{0} is not 0", (a,), (a < 0) | (0 < a))
bounded = Definition("inverses are at most {0}", (a,), All(u, 1 / u <= a))
last = Definition("last({0})", (a,), as_index(9))


def test_names_in_assumptions_say_that_their_terms_have_values() -> None:
    """As in an assumption without names, this holds for free variables only."""
    assert without_shown_value([large(1 / x, 3)], 0 <= n * n) is None
    assert str(without_shown_value([large(Sum(k, 0, n, 1 / as_number(k)), 3)], 0 <= n * n)) == "1/k"
    assert str(without_shown_value([Sum(k, 0, n, five(1 / as_number(k))) <= 9], 0 <= n * n)) == "1/k"
    assert str(without_shown_value([bounded(x)], 0 <= n * n)) == "1/u"


@pytest.mark.parametrize(
    "says",
    [
        All(a, nonzero(a), 0 / a == 0),
        nonzero(a) >> (0 / a == 0),
        If(nonzero(a), 1 / a, as_number(0)) >= 0,
        Sum(k, last(a) - 8, last(a), 1 / as_number(k)) >= 0,
    ],
)
def test_names_in_conditions_and_ranges_are_unfolded(says: Formula) -> None:
    assert without_shown_value([], says) is None
