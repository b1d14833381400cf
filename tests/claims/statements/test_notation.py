"""What is written is what is meant: different expressions have different texts, and LaTeX is set as MathML."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from latex2mathml.converter import convert

from exactdp.claims.statements.expressions import (
    INDEX,
    INDEX_MAP,
    MATRIX,
    NUMBER,
    SET,
    TRUTH,
    Expression,
    Function,
    key,
)
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
    matrices,
    number,
    numbers,
    vectors,
)
from exactdp.claims.statements.notation import latex, statement_latex, statement_text, text
from exactdp.claims.statements.terms import (
    TRUE,
    Definition,
    Formula,
    If,
    Term,
    as_number,
    substitute,
    term,
    unfold,
    variable,
)
from tests.strategies import share_of

i, k, m, n, r = indices("i k m n r")
a, b, c = numbers("α β c")
x, t = matrices("x t")
y, z = vectors("y z")
S, f = variable("S", SET), variable("f", INDEX_MAP)

STOCHASTIC = Definition(
    "{0} is stochastic on {{0..{1}}} with responses {{0..{2}}}",
    (x, n, m),
    All(i, between(0, i, n), All(r, between(0, r, m), 0 <= x[i, r]) & (Sum(r, 0, m, x[i, r]) == 1)),
)
PRIVATE = Definition(
    "{0} is {1}-private on {{0..{2}}} with responses {{0..{3}}}",
    (x, a, n, m),
    STOCHASTIC(x, n, m)
    & All(i, between(0, i, n - 1), All(r, between(0, r, m), a * x[i, r] <= x[i + 1, r], a * x[i + 1, r] <= x[i, r])),
    latex=r"{0}\text{{ is }}{1}\text{{-private on }}\{{0,\dots,{2}\}}\text{{ with responses }}\{{0,\dots,{3}\}}",
)
GEOMETRIC = Definition(
    "G_{{{0},{1}}}", (n, a), function(i, k, a ** abs(i - k) * If((k == 0) | (k == n), 1, 1 - a) / (1 + a)), sort=MATRIX
)
DERIVABLE = Definition("derivable", (x, n), Some(t, STOCHASTIC(t, n, n), All(i, between(0, i, n), x[i, 0] == t[i, 0])))
LOSS = Definition("the least loss of {0}", (x,), None, sort=NUMBER)
G = GEOMETRIC(n, a)

EXAMPLES: list[tuple[Expression, str]] = [
    (Sum(r, 0, m, x[i + 1, r] - a * x[i, r]) == 1 - a, "Σ_{r=0}^{m} (x[i+1,r] - α·x[i,r]) = 1 - α"),
    (a**2 * b ** (i + 1) / a**n, "α²·β^(i+1)/α^n"),
    (a**-1 + a ** (2 * k - 1) - a ** (n - i) * b ** abs(i - k), "α⁻¹ + α^(2k-1) - α^(n-i)·β^|i-k|"),
    (1 / (a * b) + a / b * b - a * (b / a), "1/(α·β) + (α/β)·β - α·(β/α)"),
    ((a - b) - (a - b) * (-a) - (-a * b), "α - β - (α - β)·(-α) - (-α)·β"),
    (-(a * b) + 2 * a - 2 * -a + term("-1/2") * a, "-α·β + 2·α - 2·(-α) + (-1/2)·α"),
    (as_number(i + 1) + a * (i + 1) - as_number(2 * k) * a, "(i+1) + α·(i+1) - 2k·α"),
    (k - i + 3 - 2 * (i * k), "k-i-2(i·k)+3"),
    (-i - 2 * k + 1, "1-i-2k"),
    (If(0 <= a - b, a - b, -(a - b)) * z[abs(i - k)], "|α - β|·z[|i-k|]"),
    (If(i <= k, a, If(k < i, b, a + b)), "{α if i ≤ k; β if k < i; α + β otherwise}"),
    (Sum(k, 0, n, a) * Sum(k, 0, n, b), "(Σ_{k=0}^{n} α)·Σ_{k=0}^{n} β"),
    (a * Sum(k, 0, n, z[k] * y[k]) + b, "α·Σ_{k=0}^{n} z[k]·y[k] + β"),
    (Sum(i, 0, n, Sum(k, 0, i - 1, -x[i, k])) / a, "(Σ_{i=0}^{n} Σ_{k=0}^{i-1} (-x[i,k]))/α"),
    (Least(k, 0, n, z[k]) - Largest(k, 0, n, z[k]), "min_{0≤k≤n} z[k] - max_{0≤k≤n} z[k]"),
    (Product(k, 1, n, a / k) ** 2, "(Π_{k=1}^{n} α/k)²"),
    (0 <= i, "0 ≤ i"),
    (0 <= a - b, "α - β ≥ 0"),
    (i != k, "i ≠ k"),
    (between(0, i, n - 1) & (i < k), "0 ≤ i ≤ n-1 and i < k"),
    ((i < k) | (k < i) & (a == b), "i < k or (k < i and α = β)"),
    (((i < k) | (k < i)) & (a == b), "i ≠ k and α = β"),
    (((i < k) >> (a < b)) & ((a < b) >> (i < k)), "i < k ⇔ α < β"),
    ((i < k) >> ((a < b) >> (a == b)), "i < k ⇒ (α < β ⇒ α = β)"),
    (All(i, 0 <= i, i < n, All(r, between(0, r, m), 0 <= x[i, r])), "∀i, r with 0 ≤ i < n, 0 ≤ r ≤ m: x[i,r] ≥ 0"),
    (All(i, 0 <= n, All(r, between(0, r, m), r <= i)), "∀i with n ≥ 0: ∀r with 0 ≤ r ≤ m: r ≤ i"),
    (Some(i, i <= n, S[i]) >> All(k, S[k], k <= n), "(∃i ≤ n: i ∈ S) ⇒ ∀k ∈ S: k ≤ n"),
    (All(n, n >= k, f[n] <= f[n + 1]), "∀n ≥ k: f[n] ≤ f[n+1]"),
    (~S[i] & ~PRIVATE(x, a + b, n, m), "i ∉ S and x is not (α + β)-private on {0..n} with responses {0..m}"),
    (~DERIVABLE(x, n), "¬(derivable(x, n))"),
    (STOCHASTIC(function(i, k, a), n - 1, 2 * m), "((i,k) ↦ α) is stochastic on {0..n-1} with responses {0..2m}"),
    (GEOMETRIC(n + 1, a * b)[i + 1, k] * LOSS(G), "G_{n+1,α·β}[i+1,k]·(the least loss of G_{n,α})"),
    (unfold(DERIVABLE(x, n)), "∃ matrix t with t stochastic on {0..n} with responses {0..n}: "
     "∀i with 0 ≤ i ≤ n: x[i,0] = t[i,0]"),
    (All(variable("s2", NUMBER), variable("s2", NUMBER) < a), "∀ number s2: s2 < α"),
    (All(variable("d", INDEX), variable("d", INDEX) >= 0, S[variable("d", INDEX)]), "∀ integer d ≥ 0: d ∈ S"),
    (function(i, i <= n), "{i: i ≤ n}"),
    (TRUE, "true"),
]  # fmt: skip


@pytest.mark.parametrize(("e", "expected"), EXAMPLES, ids=[expected for _, expected in EXAMPLES])
def test_what_is_written(e: Expression, expected: str) -> None:
    assert text(e) == expected == repr(e)


def test_what_is_written_in_latex() -> None:
    assert latex(a * x[i + 1, r] / (1 + b)) == r"\frac{\alpha x_{i+1,r}}{1 + \beta}"
    assert latex(a ** abs(i - k) * (2 * b)) == r"\alpha^{\left|i-k\right|} \left(2 \beta\right)"
    assert latex(GEOMETRIC(n, a)[i, k]) == r"\left(G_{n,\alpha}\right)_{i,k}"
    assert latex(If(i <= k, a, b)) == (
        r"\begin{cases}\alpha & \text{if }i \le k \\ \beta & \text{otherwise}\end{cases}"
    )
    assert latex(PRIVATE(x, a, n, m)) == (
        r"x\text{ is }\alpha\text{-private on }\{0,\dots,n\}\text{ with responses }\{0,\dots,m\}"
    )
    assert latex(STOCHASTIC(x, n, m)) == (
        r"x\text{ is stochastic on }\{\text{0..}n\}\text{ with responses }\{\text{0..}m\}"
    )
    assert latex(DERIVABLE(x, n)) == r"\mathrm{derivable}(x,\ n)"
    assert latex(number("λ12'") + number("loss at Ω")) == r"\lambda_{12}' + \mathrm{loss\ at\ Ω}"
    assert latex(numbers("ε φ Ω ℓ Δ")[0]) == r"\varepsilon"
    assert [latex(each) for each in numbers("φ Ω ℓ Δ")] == [r"\varphi", r"\Omega", r"\ell", r"\Delta"]


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


def test_a_name_of_several_sentences_is_not_read_as_several_formulas() -> None:
    zero = Definition("{0} is 0", (i,), i == 0)
    and_ = Definition("{0} is 0 and {1} is 0", (i, k), both(i == 0, k == 0))
    or_ = Definition("{0} is 0 or {1} is 0", (i, k), (i == 0) | (k == 0))
    pairs = [
        (~and_(i, k), ~zero(i) & zero(k), "¬(i is 0 and k is 0)"),
        (~or_(i, k), ~zero(i) | zero(k), "¬(i is 0 or k is 0)"),
        ((i < k) & or_(i, k), ((i < k) & zero(i)) | zero(k), "i < k and (i is 0 or k is 0)"),
        (and_(i, k) | (i < k), zero(i) & (zero(k) | (i < k)), "(i is 0 and k is 0) or i < k"),
        ((i < k) >> or_(i, k), ((i < k) >> zero(i)) | zero(k), "i < k ⇒ (i is 0 or k is 0)"),
        (All(i, or_(i, k), i < k), All(i, zero(i), i < k), "∀i with (i is 0 or k is 0): i < k"),
    ]
    for named, written_out, expected in pairs:
        assert text(named) == expected != text(written_out)
        assert latex(named) != latex(written_out)
    # Assumptions are joined by "and" themselves.
    assert statement_text([and_(i, k), n >= 0], i < n) == "For i 0 and k is 0 and n ≥ 0: i < n"
    assert statement_text([or_(i, k), n >= 0], i < n) == "For n ≥ 0, if (i is 0 or k is 0): i < n"


def test_a_statement_tells_the_sort_that_a_name_does_not() -> None:
    d, s = variable("d", INDEX), variable("s", NUMBER)
    assert statement_text([d >= 1, s < 1], s <= d) == "For every integer d ≥ 1 and every number s < 1: s ≤ d"
    assert statement_text([variable("n", NUMBER) >= 1], term(0) <= 1) == "For every number n ≥ 1: 0 ≤ 1"
    w = variable("w", Function(3, NUMBER))
    assert statement_text([], w[0, 0, 0] <= f[i]) == (
        "For every function of 3 indices w, every index map f and every integer i: w[0,0,0] ≤ f[i]"
    )


def test_a_statement_tells_that_the_values_of_a_function_are_integers() -> None:
    """For numbers, d[0] ≤ 0 would not follow from d[0] < 1."""
    d, D, R = variable("d", INDEX_MAP), variable("D", Function(2, INDEX)), variable("R", Function(2, TRUTH))
    assert statement_text([d[0] < 1], d[0] <= 0) == "For every index map d and d[0] < 1: d[0] ≤ 0"
    assert (
        statement_text([d[0] < 1, Definition("{0} is known", (d,), d[0] < 9)(d)], d[0] <= 0)
        == "For d[0] < 1 and d known: d[0] ≤ 0"
    )
    assert text(All(D, D[0, 0] <= 0)) == "∀ integer function of 2 indices D: D[0,0] ≤ 0"
    assert statement_text([], R[0, 1] | ~R[0, 1]) == ("For every relation of 2 indices R: (0,1) ∈ R or (0,1) ∉ R")


def test_a_distance_within_a_distance_has_brackets_as_an_exponent() -> None:
    a = number("α")
    assert text(a ** abs(i - k)) == "α^|i-k|"
    assert text(a ** abs(i - abs(k))) == "α^(|i-|k||)"


def test_a_variable_is_announced_once() -> None:
    low, high, d = (variable(name, INDEX) for name in ("low", "high", "d"))
    s = variable("s", NUMBER)
    assert statement_text([low <= i, i <= high], 0 <= x[i, r]) == (
        "For all integers low ≤ i ≤ high, every matrix x and every integer r: x[i,r] ≥ 0"
    )
    assert statement_text([S[d], d + 1 <= high], 0 <= z[d]) == (
        "For every integer d ∈ S, all integers d+1 ≤ high and every vector z: z[d] ≥ 0"
    )
    assert statement_latex([~S[d]], 0 <= i) == (
        r"\text{For }\text{every integer }d \notin S\text{ and }\text{every integer }i\colon\quad 0 \le i"
    )
    # A word before a chain would say too much of 2d, of i in a chain of numbers, and of a whole entry or sum.
    assert statement_text([2 * d <= n, s <= 1], 0 <= d) == "For every integer d, 2d ≤ n and every number s ≤ 1: 0 ≤ d"
    assert statement_text([as_number(i) <= s], 0 <= i) == "For every number s and i ≤ s: 0 ≤ i"
    assert statement_text([z[0] == s], 0 <= s) == "For every number s and z[0] = s: 0 ≤ s"
    assert statement_text([a + s == 1, s <= a], 0 <= s) == "For every number s, α + s = 1 and s ≤ α: 0 ≤ s"


def test_a_name_that_ends_in_brackets_needs_no_others() -> None:
    loss = Definition("L_{1}({0}; {2})", (y, i, n), y[i] * n, NUMBER, latex="L_{{{1}}}({0}; {2})")
    mass = Definition("Pr_{0}[Z = {1}]", (a, k), a**k, NUMBER)
    image = Definition("({0}·{1})", (x, y), function(i, x[i, 0] * y[i]))
    apart = Definition("({0}) and ({1})", (a, b), a - b, NUMBER)
    assert text(a * loss(y, i + 1, n - 1)) == "α·L_(i+1)(y; n-1)"
    assert latex(a * loss(y, i, n - 1)) == r"\alpha L_{i}(y; n-1)"
    assert text(mass(a + b, k - 1) * b) == "Pr_(α + β)[Z = k-1]·β"
    assert text(image(x, y)[i]) == "(x·y)[i]"
    assert text(a * apart(a, b)) == "α·((α) and (β))"


def test_a_condition_that_is_a_sentence_needs_an_if() -> None:
    alike = Definition("{0} agrees with {1} up to {2}", (y, z, n), All(i, between(0, i, n), y[i] == z[i]))
    d = variable("d", INDEX)
    assert statement_text([0 <= i, i <= n, alike(y, z, n)], y[i] == z[i]) == (
        "For 0 ≤ i ≤ n, if y agrees with z up to n: y[i] = z[i]"
    )
    assert statement_text([~alike(y, z, d)], y[0] == z[0]) == (
        "For every integer d, if ¬(y agrees with z up to d): y[0] = z[0]"
    )
    assert statement_text([PRIVATE(x, a, n, m)], 0 <= n) == ("For x α-private on {0..n} with responses {0..m}: 0 ≤ n")


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
    assert latex(a * Definition("ab_{0}", (i,), as_number(i))(k)) == r"\alpha \mathrm{ab}_k"


def test_a_negation_denies_the_whole_sentence() -> None:
    """ "For α not positive whenever β is positive: β > 0" is false, and for a negated sentence it is true."""
    sentences = {
        "{0} is positive whenever {1} is positive": "¬(α is positive whenever β is positive)",
        "{0} is above {1} for all k": "¬(α is above β for all k)",
        "{0} is above {1} on {{0..9}}": "α is not above β on {0..9}",
    }
    for name, said in sentences.items():
        negated = ~Definition(name, (a, b), b < a)(a, b)
        assert text(negated) == said
        assert statement_text([negated], b < c) == f"For every number c, if {said}: β < c"
    assert text(~Definition("{0} is the value of {1}", (a, b), b < a)(a, b)) == "α is not the value of β"


def test_an_argument_has_the_article_of_its_first_letter() -> None:
    column = Definition("{0} is an {1}-private column", (z, a), a * z[1] <= z[0])
    assert [text(column(z, each)) for each in (a, b, term("1/2"))] == [
        "z is an α-private column",
        "z is a β-private column",
        "z is a (1/2)-private column",
    ]


def test_an_equation_announces_one_value() -> None:
    u, v = (variable(name, INDEX) for name in "uv")
    assert statement_text([0 <= m, u == m, v == 0], u - v <= m) == (
        "For m ≥ 0, the integer u = m and the integer v = 0: u-v ≤ m"
    )
    assert statement_text([u == v], u <= v) == "For all integers u = v: u ≤ v"


def test_words_of_a_name_do_not_begin_a_tag() -> None:
    assert latex(Definition("{0} is <b & so on", (a,), a == 1)(a)) == r"\alpha\text{ is } < \text{b }\&\text{ so on}"


def test_a_bound_name_that_means_something_else_gets_primes() -> None:
    caught = substitute(Sum(k, 0, i, z[k] * z[i]), {"i": k})
    assert text(caught) == "Σ_{k'=0}^{k} z[k']·z[k]"
    assert text(Sum(k, 0, n, z[k]) + z[k]) == "Σ_{k'=0}^{n} z[k'] + z[k]"
    assert text(Sum(k, 0, n, Sum(k, 0, n, z[k]))) == "Σ_{k=0}^{n} Σ_{k'=0}^{n} z[k']"
    assert statement_text([All(k, between(0, k, n), 0 <= z[k]), 0 <= k], 0 <= z[k]).endswith(
        "if (∀k' with 0 ≤ k' ≤ n: z[k'] ≥ 0): z[k] ≥ 0"
    )


@pytest.mark.parametrize("order", [("i", "k"), ("k", "i")])
def test_the_text_does_not_tell_how_a_bound_name_was_invented(order: tuple[str, str]) -> None:
    e = Sum(r, 0, i + k, z[r] * z[i] * z[k])
    for name in order:
        e = substitute(e, {name: r if name == "i" else variable("r'", INDEX)})
    for name in ("r", "r'"):
        e = substitute(e, {name: n})
    assert text(e) == "Σ_{r=0}^{2n} z[r]·z[n]·z[n]"


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


NUMBERS: list[Term] = [term(-1, NUMBER), term("1/2"), term(2, NUMBER), a, z[i], as_number(i), as_number(k + 1)]
INDICES: list[Term] = [term(-2), term(1), i, k, i + 1, 2 * k, -i, i * k, f[i]]


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


def relations() -> list[Formula]:
    named = [STOCHASTIC(x, n, m), DERIVABLE(x, i), S[i]]
    return [0 <= i, i <= k, i < k, k < i, i < n, i + 1 <= k, a < b, a == b, *named, *(~each for each in named)]


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


INDEX_TERMS = st.recursive(
    st.sampled_from(INDICES),
    lambda inner: st.one_of(
        st.builds(lambda u, v: u + v, inner, inner),
        st.builds(lambda u, v: u - v, inner, inner),
        st.builds(lambda u, v: u * v, inner, inner),
        st.builds(lambda u, v, w: If(u <= v, v, w), inner, inner, inner),
        inner.map(lambda u: f[u]),
    ),
    max_leaves=4,
)
TERMS = st.recursive(
    st.sampled_from(NUMBERS) | st.builds(lambda u, v: x[u, v], INDEX_TERMS, INDEX_TERMS) | INDEX_TERMS.map(as_number),
    lambda inner: st.one_of(
        st.builds(lambda u, v: u + v, inner, inner),
        st.builds(lambda u, v: u - v, inner, inner),
        st.builds(lambda u, v: u * v, inner, inner),
        st.builds(lambda u, v: u / v, inner, inner),
        st.builds(lambda u, at: u**at, inner, INDEX_TERMS),
        st.builds(lambda u, v, w: If(u <= v, v, w), inner, inner, inner),
        st.builds(Sum, st.sampled_from([i, k]), INDEX_TERMS, INDEX_TERMS, inner),
        inner.map(abs),
    ),
    max_leaves=8,
)
FORMULAS = st.recursive(
    st.sampled_from(relations())
    | st.builds(lambda u, v: u <= v, TERMS, TERMS)
    | st.builds(lambda u, v: u < v, INDEX_TERMS, INDEX_TERMS),
    lambda inner: st.one_of(
        st.builds(lambda p, q: p & q, inner, inner),
        st.builds(lambda p, q: p | q, inner, inner),
        st.builds(lambda p, q: p >> q, inner, inner),
        st.builds(All, st.sampled_from([i, k]), inner, inner),
        st.builds(Some, st.sampled_from([i, k]), inner, inner),
        st.builds(All, st.sampled_from([i, k, a, x]), inner),
    ),
    max_leaves=6,
)


@share_of(40)
@given(st.lists(TERMS | FORMULAS, min_size=2, max_size=30))
def test_random_expressions_have_different_texts(expressions: list[Expression]) -> None:
    assert collisions(iter(expressions)) == []


@share_of(60)
@given(TERMS | FORMULAS)
def test_random_expressions_are_set_as_mathml(e: Expression) -> None:
    mathml(latex(e))


# LaTeX is set as the reports set it


def mathml(written: str) -> str:
    """Return the MathML of LaTeX in which no command is left, and every letter is where it belongs."""
    assert written.count("{") == written.count("}")
    found = convert(written, display="block")
    assert found.startswith("<math") and "\\" not in re.sub(r"\\[{}]", "", found)
    return found


@pytest.mark.parametrize("e", [e for e, _ in EXAMPLES], ids=[expected for _, expected in EXAMPLES])
def test_latex_is_set_as_mathml(e: Expression) -> None:
    mathml(latex(e))


def test_statements_are_set_as_mathml() -> None:
    found = mathml(statement_latex([n >= 1, 0 < a, a < 1, PRIVATE(x, a, n, m)], G[i, k] * x[i + 1, 0] <= a**n / 2))
    assert "<mfrac>" in found
    assert '<msub><mrow><mo stretchy="true"' in found
    assert "<msub><mi>x</mi><mrow><mi>i</mi><mo>&#x0002B;</mo><mn>1</mn>" in found
