"""The steps of proofs end in theorems that say what was asked, or are refused."""

from fractions import Fraction

import pytest

from exactdp.claims.lemmas import power_nonnegative
from exactdp.claims.logic import core
from exactdp.claims.logic.deriving import Proof, lemma
from exactdp.claims.logic.known import Fact
from exactdp.claims.logic.polynomials import Refused
from exactdp.claims.statements.expressions import free, same
from exactdp.claims.statements.formulas import All, Every, Some, Sum, between, indices, matrices, numbers, vectors
from exactdp.claims.statements.terms import TRUE, Definition, If
from tests.claims.logic.test_known import shown

i, j, k, m, n = indices("i j k m n")
a, b, c, t = numbers("α β c t")
f, g = vectors("f g")
[x] = matrices("x")


def test_cases_witnesses_and_contradictions() -> None:
    proof = Proof([0 <= k])
    goal = 0 <= If(k == 0, t * t, 1)
    found = proof.cases(
        goal,
        (k == 0, lambda case: case.have(goal, squares=[t])),
        (TRUE, lambda case: case.have(goal)),
    )
    shown(found, goal, 0 <= k)
    some = Some(i, k <= i, i == k + 1)
    shown(proof.witness(some, k + 1), some, 0 <= k)
    with pytest.raises(Refused):
        proof.witness(some, k)
    shown(Proof([a < b, b < a]).contradiction(t == 5), t == 5, a < b, b < a)
    with pytest.raises(Refused):
        Proof([a < b]).contradiction(t == 5)


def test_an_existing_one_is_obtained_and_used() -> None:
    some = Some(i, between(0, i, n), 0 < f[i])
    proof = Proof([some])
    goal = Some(k, 0 <= k, 0 < 2 * f[k])
    found = proof.obtain(proof.know(some), j, lambda inner, fact: inner.witness(goal, j, *fact.parts()))
    shown(found, goal, some)
    with pytest.raises(Refused):
        proof.obtain(proof.know(some), j, lambda inner, fact: inner.have(0 < f[j], *fact.parts()))


def test_what_does_not_contain_a_variable_that_exists_holds_without_it() -> None:
    some = Some(i, between(0, i, n), 0 < f[i])
    proof = Proof([some])
    positive = proof.let(proof.know(some), j).parts()[-1]
    goal = Some(k, 0 <= k, 0 < 2 * f[k])
    shown(proof.witness(goal, j, positive), goal, some)
    shown(
        proof.cases(0 <= n, (j <= 3, lambda case: case.have(0 <= n)), (TRUE, lambda case: case.have(0 <= n))),
        0 <= n,
        some,
    )
    assert j.args[0] in {name for given in proof.have(0 < f[j], positive).theorem.given for name in free(given)}


def test_what_is_left_of_a_goal_is_closed_by_its_proof() -> None:
    goal = All(i, 0 <= i, (i < n) >> (0 < n))
    inner = Proof([], goal).inside()
    assert same(inner.goal, 0 < n)
    shown(inner.closed(inner.have(0 < n)), goal)
    shown(inner.closed(), goal)
    with pytest.raises(Refused):
        inner.closed(inner.have(i < n))
    with pytest.raises(Refused, match="not inside"):
        Proof([], 0 < n).closed()


def test_the_negation_of_a_goal_is_given_and_refuted() -> None:
    proof = Proof([0 < b, a * b <= b], a <= 1)
    shown(proof.otherwise().absurd(), a <= 1, 0 < b, a * b <= b)
    other = proof.otherwise(a <= 2)
    shown(other.closed(other.contradiction(a <= 2)), a <= 2, 0 < b, a * b <= b)
    with pytest.raises(Refused):
        proof.otherwise(a < 1).absurd()


def test_the_step_of_an_induction_is_closed() -> None:
    inner, before = Proof([0 <= n]).inductive(1 <= 2**n, n, 0, [])
    shown(inner.closed(inner.have(1 <= 2 ** (n + 1), before)), 1 <= 2**n, 0 <= n)
    with pytest.raises(Refused):
        inner.closed(before)


def test_a_lemma_is_proved_once() -> None:
    proofs = []

    @lemma([i < k], i + 1 <= k)
    def next_index(proof: Proof) -> Fact:
        proofs.append(proof)
        return proof.have(proof.goal)

    assert next_index() is next_index()
    assert str(next_index()) == "i < k ⊢ i+1 ≤ k"
    assert len(proofs) == 1


def test_facts_may_be_formulas_that_are_shown_first() -> None:
    proof = Proof([0 < a, a < 1])
    shown(proof.product(0 < a, 0 < 1 - a), 0 < a * (1 - a), 0 < a, a < 1)
    total = Sum(k, 0, n, f[k])
    shown(Proof([total == 2]).opaque(total * total == 4, total == 2), total * total == 4, total == 2)
    with pytest.raises(Refused):
        proof.product(0 < a, 1 < a)


def test_induction_sums_and_telescopes() -> None:
    proof = Proof([0 <= n])
    goal = Sum(k, 0, n, k) == n * (n + 1) / Fraction(2)
    total = proof.telescope(k, 0, n, k, lambda v: v * (v - 1) / Fraction(2))
    shown(proof.have(goal, total), goal, 0 <= n)
    grows = proof.induction(1 <= 2**n, n, 0, [], lambda inner, before: inner.have(1 <= 2 ** (n + 1), before))
    shown(grows, 1 <= 2**n, 0 <= n)
    with pytest.raises(Refused):
        proof.induction(2**n <= 1, n, 0, [], lambda inner, before: inner.have(2 ** (n + 1) <= 1, before))
    with pytest.raises(Refused):
        proof.telescope(k, 0, n, k, lambda v: v * (v + 1) / Fraction(2))


def test_terms_are_compared_one_by_one_and_ranges_are_split() -> None:
    every = All(k, between(0, k, n), f[k] <= g[k])
    proof = Proof([every, between(0, j, n)])
    less = proof.termwise(k, 0, n, f[k] <= g[k], proof.know(every)(k))
    shown(less, Sum(k, 0, n, f[k]) <= Sum(k, 0, n, g[k]), *proof.given)
    whole = Sum(k, 0, n, f[k])
    shown(proof.split(whole, j), whole == Sum(k, 0, j, f[k]) + Sum(k, j + 1, n, f[k]), *proof.given)
    sums = Sum(i, 0, n, Sum(k, 0, m, x[i, k]))
    shown(proof.exchange(sums), sums == Sum(k, 0, m, Sum(i, 0, n, x[i, k])))


def test_an_induction_up_to_a_bound_is_about_the_bound() -> None:
    rises = All(k, between(0, k, n - 1), f[k] <= f[k + 1])
    proof = Proof([0 <= n, rises])
    found = proof.induction(f[0] <= f[k], k, 0, [], lambda inner, _: inner.have(f[0] <= f[k + 1]), up_to=n)
    shown(found, f[0] <= f[n], 0 <= n, rises)
    # The step may not go beyond the bound, and the bound may not be below the base.
    with pytest.raises(Refused):
        proof.induction(f[0] <= f[k], k, 0, [], lambda inner, _: inner.have(f[0] <= f[k + 2]), up_to=n)
    below = Proof([rises]).induction(f[0] <= f[k], k, 0, [], lambda inner, _: None, up_to=n)
    assert any(same(each, n >= 0) for each in below.theorem.given)


def test_a_fact_is_its_own_relation_of_terms_and_may_be_restated() -> None:
    proof = Proof([])
    each = proof.assuming(between(0, k, n)).have(f[k] * f[k] >= 0, squares=[f[k]])
    shown(proof.termwise(k, 0, n, each), Sum(k, 0, n, 0) <= Sum(k, 0, n, f[k] * f[k]))
    double = Definition("double", (a,), 2 * a)
    known = Proof([0 < 2 * b])
    shown(known.restated(known.know(0 < 2 * b), 0 < double(b)), 0 < double(b), 0 < 2 * b)
    with pytest.raises(Refused):
        known.restated(known.know(0 < 2 * b), 0 < 3 * b)


def test_a_chain_is_as_strong_as_its_strongest_link() -> None:
    proof = Proof([a <= b, b < c])
    shown(proof.chain(a, ("<=", b), ("<", c)), a < c, *proof.given)
    shown(proof.chain(a + a, 2 * a), a + a == 2 * a, *proof.given)


def test_words_make_a_fact_argued_and_stay_with_it() -> None:
    proof = Proof([0 <= a])
    said = proof.because("since it is so", 0 <= b)
    assert proof.have(0 <= a * b, said).theorem.words == ("since it is so",)
    assert proof.have(0 <= a * a, said).theorem.words == ()


def test_a_theorem_is_used_about_functions_and_a_clause_is_cited() -> None:
    proof = Proof([0 <= a, 0 <= n], clauses=lambda name: power_nonnegative())
    shown(proof.cite("source.lemma#power", k=n), 0 <= a**n, *proof.given)
    with pytest.raises(Refused, match="cannot be cited"):
        Proof([]).cite("source.lemma#power")
    equal = core.assume(All(k, 0 <= k, f[k] == 1))
    for one in (lambda v: 1, lambda v: If(v < 0, 1, 1)):
        found = Proof([]).use(equal, f=one)
        assert not found.theorem.given


def test_a_term_of_another_sort_is_refused_by_the_name_of_its_variable() -> None:
    lemma = core.assume((f[k] == a) & (x[k, k] == 0))
    for terms, says in (
        ({"f": 3}, "f of the lemma is a vector, and 3 is not"),
        ({"x": f}, "x of the lemma is a matrix, and f is not"),
        ({"k": a}, "k of the lemma is an integer, and α is not"),
        ({"α": f}, "α of the lemma is a number, and f is not"),
    ):
        with pytest.raises(Refused, match=f"^{says}$"):
            Proof([]).use(lemma, **terms)


def test_an_assumption_of_a_lemma_that_is_not_shown_is_named() -> None:
    rising = Definition("{0} rises up to {1}", (f, n), All(i, between(0, i, n - 1), f[i] <= f[i + 1]))
    proof = Proof([rising(f, m), 0 <= m])
    lemma = core.weaken(core.square(f[0]), rising(f, n), 0 <= n)
    shown(proof.use(lemma, n=m), 0 <= f[0] * f[0], *proof.given)
    for terms, put in (({}, "its own f, n"), ({"n": n}, "n = n and its own f"), ({"n": n, "f": f}, "f = f, n = n")):
        said = f"^the lemma assumes f rises up to n, here with {put}: f\\[i\\] ≤ f\\[i\\+1\\] was not found"
        with pytest.raises(Refused, match=said):
            proof.use(lemma, **terms)
    with pytest.raises(Refused, match=r"^the lemma assumes 0 ≤ n, here with n = k: 0 ≤ k does not follow"):
        Proof([rising(f, k)]).use(lemma, n=k)


def test_what_is_behind_quantifiers_is_shown_where_their_guards_are_given() -> None:
    positive = Definition("{0} > {1} > {2}", (f, n, a), All(i, 0 <= i, i <= n, (a > 0) >> (f[i] > 0)))
    known = All(i, 0 <= i, f[i] >= a)
    proof = Proof([known])
    found = proof.for_all(positive(f, n, a), lambda inner: inner.have(inner.goal, inner.know(known)(i)))
    shown(found, positive(f, n, a), known)
    with pytest.raises(Refused):
        proof.for_all(positive(f, n, a), lambda inner: inner.have(f[i] > a, inner.know(known)(i + 1)))


def test_a_fact_holds_for_every_value_of_several_indices() -> None:
    proof = Proof([0 <= a])
    within = proof.assuming(between(0, i, n), between(i, k, n)).have(0 <= k)
    shown(proof.every((i, 0, n), (k, i, n), within), Every((i, 0, n), (k, i, n), 0 <= k))


def test_a_fact_of_another_proof_assumes_no_more_than_the_named_facts_do() -> None:
    square = Proof([0 <= a]).have(0 <= a * a * b * b, squares=[a * b])
    product = Proof([0 <= a, 0 <= b]).have(0 <= a * b)
    proof = Proof([1 <= a, 2 <= b])
    shown(proof.fact(square), 0 <= a * a * b * b)
    shown(proof.fact(product, proof.have(0 <= a)), 0 <= a * b, 1 <= a, 0 <= b)
    shown(proof.fact(product, proof.have(0 <= a), proof.have(0 <= b)), 0 <= a * b, *proof.given)


def test_equals_are_exchanged_and_found_from_both_sides() -> None:
    proof = Proof([a <= b, b <= a, f[k] < a])
    same_number = proof.indirect(a == b)
    shown(same_number, a == b, *proof.given)
    shown(proof.replace(same_number, lambda each: f[k] < each), f[k] < b, *proof.given)
    with pytest.raises(Refused):
        Proof([a <= b]).indirect(a == b)
    with pytest.raises(Refused):
        proof.replace(same_number, lambda each: each < f[k])


def test_opaque_terms_stand_as_they_are() -> None:
    """The choice in the term is not looked into: nothing else of it counts than what the facts say."""
    weight = If(k == 0, a, b)
    proof = Proof([weight == 1, 0 <= t])
    shown(
        proof.opaque(0 <= weight * t, proof.know(weight == 1), proof.know(0 <= t), terms=[weight]),
        0 <= weight * t,
        *proof.given,
    )
    with pytest.raises(Refused, match="term 0"):
        proof.opaque(weight * t == t, proof.know(0 <= t), terms=[weight])


def test_opaque_terms_are_found() -> None:
    total, weight = Sum(k, 0, n, f[k]), If(k == 0, a, b)
    proof = Proof([total == weight, 0 <= weight, 0 <= t])
    shown(proof.opaque(0 <= total * t, *map(proof.know, proof.given)), 0 <= total * t, *proof.given)
    with pytest.raises(Refused):
        proof.opaque(0 <= total * t, proof.know(0 <= weight), proof.know(0 <= t))


def test_a_contradiction_needs_no_step_if_the_facts_contradict() -> None:
    proof = Proof([0 < b, a * b <= b, c <= t, t <= c])
    shown(proof.indirect(a <= 1), a <= 1, *proof.given)
    shown(proof.indirect(c == t, t <= c), c == t, *proof.given)
    with pytest.raises(Refused):
        proof.indirect(a < 1)
    with pytest.raises(Refused):
        Proof([c <= t]).indirect(c == t)
