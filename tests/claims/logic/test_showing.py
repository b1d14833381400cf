"""Goals are shown from the facts that they need, or are refused."""

import pytest

from exactdp.claims.logic import core
from exactdp.claims.logic.deriving import Proof, by_arithmetic
from exactdp.claims.logic.not_found import NotFound
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.expressions import INDEX_MAP, same
from exactdp.claims.statements.formulas import All, Some, Sum, between, indices, matrices, numbers, vectors
from exactdp.claims.statements.terms import Definition, Formula, If, as_number, variable
from tests.claims.logic.test_known import shown

i, j, k, m, n, r = indices("i j k m n r")
a, b, c, t = numbers("α β c t")
f, g = vectors("f g")
[x] = matrices("x")
h = variable("h", INDEX_MAP)


@pytest.mark.parametrize(
    ("given", "goal"),
    [
        ([0 < a, a < 1], 0 < (1 - a) * (1 + a)),
        ([0 < a, a < 1], 1 / (1 - a) - 1 / (1 + a) == 2 * a / ((1 - a) * (1 + a))),
        ([0 <= k, k <= i], a ** (i - k + 1) * a**k == a ** (i + 1)),
        ([0 <= i, 0 <= k], a ** abs(i - k) == a ** abs(k - i)),
        ([], abs(i - k) == abs(k - i)),
        ([i <= k, k <= i], f[i] == f[k]),
        ([0 <= a, a <= b, b <= c], a <= c),
        ([i < j, j < k], i + 2 <= k),
        ([2 * i == n, 2 * j == n], i == j),
        ([0 <= n], Sum(i, 0, n, f[i] + g[i]) == Sum(i, 0, n, f[i]) + Sum(k, 0, n, g[k])),
        ([0 <= n], Sum(i, 0, n, a * f[i] - b) == a * Sum(i, 0, n, f[i]) - b * (n + 1)),
        ([0 <= i, 0 < a], Sum(k, 0, i, a ** (i - k + 1)) == a * Sum(k, 0, i, a ** (i - k))),
        ([], Sum(k, 0, 2, f[k]) == f[0] + f[1] + f[2]),
        ([], Sum(k, i, i - 1, f[k]) == 0),
        ([0 <= t], If(0 <= t, t, -t) == t),
        ([a < b], 0 < (b - a) * (b - a)),
        # Relations of indices are relations of numbers, too.
        ([2 <= k], 0 < as_number(k - 1)),
        ([0 < k, 0 <= a], a <= k * a),
        ([0 <= i, i <= k - 2, 0 < a], 0 < (k - 1) * a),
        ([2 <= k, 1 / k <= a], 1 - a <= (k - 1) * a),
        ([If(i < 0, 0, i) < k, 0 < k, 0 <= a], a <= k * a),
        # Alternatives that are given are split.
        ([a != 0], a * (1 / a) == 1),
        ([a != 0, b != 0], 0 < 1 / (a * b) / (a * b)),
        ([(a == 0) | (a == b)], a * a == a * b),
    ],
)
def test_a_relation_is_found(given: list[Formula], goal: Formula) -> None:
    shown(Proof(given).have(goal), goal, *given)
    assert same(by_arithmetic(Proof(given, goal)).says, goal)


@pytest.mark.parametrize(
    ("given", "goal"),
    [
        ([0 <= a], 0 < a),
        # A side of an alternative is a conjunction.
        ([((a < 0) & (b < 0)) | (c < 0)], 0 < t),
        ([0 <= a, a < 1], a ** (i - 1) * a == a**i),
        ([0 <= n], Sum(i, 0, n, f[i] * g[i]) == Sum(i, 0, n, f[i]) * Sum(i, 0, n, g[i])),
        ([], Sum(j, i, k, 1) == k - i + 1),
        ([0 <= a], a / a == 1),
        ([i <= k], f[i] == f[k]),
        ([i < k], i + 2 <= k),
        ([], Some(t, 0 < t)),
        ([0 <= k], 0 < as_number(k)),
        ([0 <= a, 0 <= i], a <= i * a),
        ([a != 0], 0 < a),
        ([(a == 0) | (a == b)], a == b),
    ],
)
def test_what_is_not_so_is_refused(given: list[Formula], goal: Formula) -> None:
    with pytest.raises(Refused):
        Proof(given).have(goal)


def test_all_and_implies_and_names_are_taken_apart() -> None:
    goal = All(i, between(0, i, n), (0 <= f[i]) >> (0 <= a * f[i]))
    shown(Proof([0 <= a]).have(goal), goal, 0 <= a)


def test_a_variable_of_a_goal_that_is_given_already_is_another_one() -> None:
    with pytest.raises(Refused):
        Proof([i == 0]).have(All(i, i == 0))
    shown(Proof([i == 0]).have(All(i, 0 <= i, -1 <= i)), All(k, 0 <= k, -1 <= k), i == 0)


def test_powers_of_sums_are_the_same_once_they_are_multiplied_out() -> None:
    assert Proof([1 <= n]).have((1 - a) ** n == (1 - a) * (1 - a) ** (n - 1)).theorem.given
    with pytest.raises(Refused):
        Proof([1 <= n]).have((1 - a) ** n == (1 - a) ** (n - 1))


ENTRIES = All(i, between(0, i, n), All(r, between(0, r, m), x[i, r] >= 0))
ROWS = All(i, between(0, i, n), Sum(r, 0, m, x[i, r]) == 1)


@pytest.mark.parametrize(
    ("given", "goal"),
    [
        ([ENTRIES, 0 <= i, i < n, between(0, r, m)], x[i, r] + x[i + 1, r] >= 0),
        ([ENTRIES, between(1, k, n), 0 <= m, 0 <= a], a * x[k - 1, 0] <= 2 * a * x[k - 1, 0]),
        ([ROWS, between(0, k, n)], Sum(r, 0, m, a * x[k, r]) == a),
        ([ROWS, 0 <= n], All(j, between(0, j, n), Sum(r, 0, m, x[j, r]) <= 1)),
        ([All(i, 0 <= i, i < n, h[i] <= h[i + 1]), 0 <= k, k < n, h[k + 1] <= j], h[k] <= j),
        ([All(i, 0 <= i, (i < n) >> (f[i] == 0)), 0 <= k, k < n], f[k] <= 0),
    ],
)
def test_instances_of_universal_facts_are_found(given: list[Formula], goal: Formula) -> None:
    proof = Proof(given)
    shown(proof.have(goal), goal, *proof.given)


@pytest.mark.parametrize(
    ("given", "goal"),
    [
        ([ENTRIES, 0 <= i, i <= n, between(0, r, m)], x[i, r] + x[i + 1, r] >= 0),
        ([ENTRIES, between(0, r, m)], x[i, r] >= 0),
        ([ROWS, between(0, k, n)], Sum(r, 0, m, x[k + 1, r]) == 1),
        ([ENTRIES, between(0, k, n), between(0, r, m)], x[k, r] > 0),
    ],
)
def test_no_instance_is_used_where_its_condition_does_not_follow(given: list[Formula], goal: Formula) -> None:
    with pytest.raises(Refused):
        Proof(given).have(goal)


def test_cases_are_shown_each_from_the_facts_that_hold_there() -> None:
    first, last = All(i, 0 <= i, i < k, f[i] == 0), All(i, k <= i, i <= n, f[i] == a)
    proof = Proof([first, last, 0 <= a, between(0, j, n)])
    below, above = proof.know(first)(j), proof.know(last)(j)
    shown(proof.have(f[j] <= a, below, above, cases=[j < k]), f[j] <= a, *proof.given)
    shown(proof.termwise(j, 0, n, f[j] <= a, cases=[j < k]), Sum(j, 0, n, f[j]) <= Sum(j, 0, n, a), *proof.given)
    with pytest.raises(Refused):
        proof.have(f[j] <= a, below, cases=[j < k - 1, k < j])
    with pytest.raises(Refused):
        proof.have(f[j] < a, below, above, cases=[j < k])


def test_a_case_that_is_impossible_shows_everything() -> None:
    proof = Proof([a <= b])
    some = (b < a) | (c == t)
    inner = proof.assuming(some)
    shown(inner.have(c == t, some), c == t, a <= b, some)
    three = (b < a) | ((c == t) | (b < a))
    shown(Proof([a <= b, three]).have(c == t, three), c == t, a <= b, three)
    with pytest.raises(Refused):
        Proof([some]).have(c == t, some)


def test_a_fact_that_only_a_function_decides_may_be_named_beside_others() -> None:
    large = Definition("{0} is large", (n,), None, decide=lambda n: n > 9)
    proof = Proof((large(n), (k < 0) | (5 < k), 0 <= k, k <= 5), k == 7)
    facts = [proof.fact(core.assume(f)) for f in proof.given]
    shown(proof.contradiction(k == 7, *facts), k == 7, *proof.given[1:])


def test_each_alternative_may_need_its_own_case() -> None:
    proof = Proof([a != 0])
    shown(proof.have(a * (1 / a) == 1, cases=[a < 0]), a * (1 / a) == 1, a != 0)


def test_the_message_names_the_side_on_which_no_proof_is_found() -> None:
    for by in ([], [a != 0]):
        with pytest.raises(NotFound, match=r"^0 < α was not found in the case α < 0 as .* \(1 tried\)"):
            Proof([a != 0]).have(0 < a, *by)


def test_the_message_names_what_was_not_used() -> None:
    def says(given: list[Formula], goal: Formula, *by: Formula) -> str:
        with pytest.raises(NotFound) as refused:
            Proof(given).have(goal, *by)
        return str(refused.value).partition("; ")[2]

    each = All(i, between(0, i, n), 0 <= f[i])
    assert says([each, 0 <= f[j]], 0 <= 2 * f[j] - f[k] + f[j]) == "no fact mentions f[k]"
    assert says([each, 0 <= f[k], f[k] <= 1], 0 < f[k]) == (
        f"not used: {each}, name it for the values that you need; factors=3 tries more products"
    )
    condition = (0 < a) >> (0 < b)
    assert says([condition, 0 <= b], 0 < b) == f"not used: {condition}, use `detach`; factors=3 tries more products"
    some = Some(k, 1 <= k, b == k)
    assert says([some, b <= 3], 0 < b) == f"not used: {some}, use `let`; factors=3 tries more products"
    # An instance was used, and the others are not about the goal.
    assert says([each, between(0, k, n), some, condition], 0 < f[k]) == "factors=3 tries more products"
