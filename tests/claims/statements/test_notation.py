"""Different expressions have different texts."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.claims.statements.expressions import INDEX, NUMBER, Expression, key
from exactdp.claims.statements.formulas import All, Largest, Least, Product, Some, Sum, between, both
from exactdp.claims.statements.latex import latex, statement_latex
from exactdp.claims.statements.notation import statement_text, text
from exactdp.claims.statements.terms import Definition, Formula, If, Term, as_number, term, variable
from tests.claims.written_formulas import (
    EXAMPLES,
    FORMULAS,
    INDICES,
    NUMBERS,
    PRIVATE,
    TERMS,
    a,
    b,
    i,
    k,
    m,
    n,
    r,
    relations,
    x,
    z,
)
from tests.strategies import share_of


@pytest.mark.parametrize(("e", "expected"), EXAMPLES, ids=[expected for _, expected in EXAMPLES])
def test_what_is_written(e: Expression, expected: str) -> None:
    assert text(e) == expected == repr(e)


def test_statements() -> None:
    given = [n >= 1, 0 <= i, i < n, both(0 < a, a < 1), PRIVATE(x, a, n, m)]
    goal = Sum(r, 0, m, x[i + 1, r] - a * x[i, r]) == 1 - a
    assert statement_text(given, goal) == (
        "For n ≥ 1, 0 ≤ i < n, 0 < α < 1 and x α-private on {0..n} with responses {0..m}: "
        "Σ_{r=0}^{m} (x[i+1,r] - α·x[i,r]) = 1 - α"
    )
    assert statement_latex(given, goal) == (
        r"\text{For }n \ge 1,\ 0 \le i < n,\ 0 < \alpha < 1\text{ and }x\text{ }\alpha\text{-private on }"
        r"\{0,\dots,n\}\text{ with responses }\{0,\dots,m\}\colon\quad "
        r"\sum_{r=0}^{m} \left(x_{i+1,r} - \alpha x_{i,r}\right) = 1 - \alpha"
    )
    # Chains are found anywhere in the list, and each assumption is written once.
    assert statement_text([0 <= i, 0 <= k, i <= n, k < n, i < m], i <= k) == (
        "For 0 ≤ i ≤ n, 0 ≤ k < n and i < m: i ≤ k"
    )
    assert statement_text([All(k, between(0, k, n), 0 <= z[k])], z[0] <= Sum(k, 0, n, z[k])) == (
        "For every integer n and every vector z, if (∀k with 0 ≤ k ≤ n: z[k] ≥ 0): z[0] ≤ Σ_{k=0}^{n} z[k]"
    )
    assert statement_text([], term(0) <= 1) == "0 ≤ 1"
    assert statement_text([(i < k) >> (a < b)], term(0) <= 1) == (
        "For all integers i, k and all numbers α, β, if (i < k ⇒ α < β): 0 ≤ 1"
    )


def test_an_extreme_over_an_index_with_the_name_of_a_number_is_over_integers() -> None:
    """The largest value of u·(1-u) for 0 ≤ u ≤ 1 is 1/4, if u is any number."""
    u = variable("u", INDEX)
    largest = Largest(u, 0, 1, as_number(u) * (1 - u))
    assert text(largest) == "max_{0≤u≤1, integer u} u·(1-u)"
    assert latex(largest) == r"\max_{0 \le u \le 1,\ \text{integer }u} u \left(1-u\right)"
    assert text(Least(k, 0, n, z[k])) == "min_{0≤k≤n} z[k]"


def test_a_product_is_not_a_mixed_number_or_more_digits() -> None:
    half = Term("/", term(1, NUMBER), term(2, NUMBER), sort=NUMBER)
    begins_with_a_digit = Definition("0_{0}", (i,), i + 1, INDEX)
    assert latex(Term("*", term(2, NUMBER), half, sort=NUMBER)) == r"2 \cdot \frac{1}{2}"
    assert latex(-2 * (1 / as_number(k))) == r"-2 \cdot \frac{1}{k}"
    assert latex(-2 * as_number(3) ** k) == r"-2 \cdot 3^{k}"
    assert text(2 * begins_with_a_digit(k) + 1) == "2(0_k)+1"
    assert text(begins_with_a_digit(k) + 1) == "0_k+1"
    assert latex(a * Definition("ab_{0}", (i,), as_number(i))(k)) == r"\alpha \mathrm{ab}_{k}"


def test_an_argument_has_the_article_of_its_first_letter() -> None:
    column = Definition("{0} is an {1}-private column", (z, a), a * z[1] <= z[0])
    assert [text(column(z, each)) for each in (a, b, term("1/2"))] == [
        "z is an α-private column",
        "z is a β-private column",
        "z is a (1/2)-private column",
    ]


# Different expressions have different texts


def meaning(found: Any) -> Any:
    """Return a key without what a text conflates: where an index is taken as a number, and how "and" is nested."""
    if not isinstance(found, tuple) or not found or not isinstance(found[0], str):
        return found
    op, *rest = found
    if op in ("variable", "bound"):
        return found
    if op == "linear":
        atoms = sorted(((meaning(atom), c) for atom, c in rest[0]), key=repr)
        return negative(atoms[0][0]) if len(atoms) == 1 and atoms[0][1] == -1 and not rest[1] else (op, atoms, rest[1])
    _, bound, *args = rest
    if op == "number":
        return meaning(args[0])
    args = [meaning(each) for each in args]
    if op in ("and", "or"):
        return (op, *(part for each in args for part in (each[1:] if each[0] == op else [each])))
    if op == "*" and args[0][0] == "literal" and args[0][2] == -1:
        return negative(args[1])
    return (op, bound, *args)


def negative(e: Any) -> Any:
    if e[0] == "linear":
        return ("linear", sorted(((atom, -c) for atom, c in e[1]), key=repr), -e[2])
    return ("*", (), ("literal", (), -1), e)


def collisions(expressions: Iterator[Expression]) -> list[tuple[str, Any, Any]]:
    found: dict[str, Any] = {}
    wrong = []
    for e in expressions:
        said, meant = text(e), meaning(key(e))
        if found.setdefault(said, meant) != meant:
            wrong.append((said, found[said], meant))
    return wrong


def larger(number_terms: list[Term], others: list[Term], indexed: list[Term]) -> Iterator[Term]:
    for left, right in product(number_terms, others):
        yield from (left + right, left - right, left * right, left / right)
        yield from (right + left, right - left, right * left, right / left)
        yield If(left <= right, left, right)
    for each in number_terms:
        yield from (-each, abs(each), Sum(k, 0, n, each), Product(i, 0, 1, each), Least(k, 0, n, each))
        yield from (each**at for at in indexed)


def test_no_two_terms_have_one_text() -> None:
    assert collisions(iter([*NUMBERS, *larger(NUMBERS, NUMBERS, INDICES)])) == []


@pytest.mark.long
def test_no_two_terms_of_terms_have_one_text() -> None:
    first = list(larger(NUMBERS, NUMBERS, INDICES))
    second = larger(first, NUMBERS[2:6], INDICES[:3])
    assert collisions((*NUMBERS, *first, *second).__iter__()) == []


def test_no_two_indices_have_one_text() -> None:
    first = [g(u, v) for u, v in product(INDICES, INDICES) for g in (Term.__add__, Term.__sub__, Term.__mul__)]
    second = [g(u, v) for u, v in product(first, INDICES) for g in (Term.__add__, Term.__sub__, Term.__mul__)]
    assert collisions(iter(INDICES + first + second)) == []


def connected(left: list[Formula], right: list[Formula]) -> Iterator[Formula]:
    for p, q in product(left, right):
        yield from (p & q, p | q, p >> q, All(i, p, q), Some(i, p, q), All(k, All(i, p, q)), All(i, p, All(k, q, p)))
        yield from (All(k, p & q, p), All(i, All(k, p, q)), All(i, p >> q), Some(k, p & q))


def test_no_two_formulas_have_one_text() -> None:
    atoms = relations()
    assert collisions(iter([*atoms, *connected(atoms, atoms)])) == []


@pytest.mark.long
def test_no_two_formulas_of_formulas_have_one_text() -> None:
    atoms = relations()
    first = list(connected(atoms, atoms))
    few = first[:: len(first) // 80]
    assert collisions((*first, *connected(few, atoms[:8]), *connected(atoms[:8], few)).__iter__()) == []


@share_of(40)
@given(st.lists(TERMS | FORMULAS, min_size=2, max_size=30))
def test_random_expressions_have_different_texts(expressions: list[Expression]) -> None:
    assert collisions(iter(expressions)) == []
