"""A statement names the sort of each variable that nothing else shows, and names it once."""

from exactdp.claims.statements.expressions import INDEX, INDEX_MAP, NUMBER, TRUTH, Function
from exactdp.claims.statements.formulas import All, Some, function, numbers
from exactdp.claims.statements.latex import statement_latex
from exactdp.claims.statements.notation import statement_text, text
from exactdp.claims.statements.terms import Definition, as_number, term, variable
from tests.claims.written_formulas import S, a, f, i, m, n, r, x, z


def test_a_statement_tells_the_sort_that_a_name_does_not() -> None:
    d, s = variable("d", INDEX), variable("s", NUMBER)
    assert statement_text([d >= 1, s < 1], s <= d) == "For every integer d ≥ 1 and every number s < 1: s ≤ d"
    assert statement_text([variable("n", NUMBER) >= 1], term(0) <= 1) == "For every number n ≥ 1: 0 ≤ 1"
    w = variable("w", Function(3, NUMBER))
    assert statement_text([], w[0, 0, 0] <= f[i]) == (
        "For every function of 3 indices w, every index map f and every integer i: w[0,0,0] ≤ f[i]"
    )


def test_a_word_for_one_variable_of_a_quantifier_is_not_read_as_that_of_another() -> None:
    """ "∃ integer d, x with d ≥ 0, x ≥ 0: 2·x = 1" was proved, and of integers it is false."""
    d, t, (u,) = variable("d", INDEX), variable("t", NUMBER), numbers("u")
    assert text(Some(d, 0 <= d, Some(u, 2 * u == d + 1))) == "∃ integer d, number u with d ≥ 0: 2·u = d+1"
    assert text(All(t, 0 <= t, All(i, 0 <= i, t <= i))) == "∀ number t, integer i with t ≥ 0, i ≥ 0: t ≤ i"
    assert text(Some(u, Some(d, u < d))) == "∃ number u, integer d: u < d"
    # Of one sort, or without a word, variables are listed as before; no vector is compared with 0.
    assert text(All(d, All(i, d <= i))) == "∀ integer d, i: d ≤ i"
    assert text(All(u, All(i, u <= i))) == "∀u, i: u ≤ i"
    assert text(Some(z, Some(i, Some(u, z[i] == u)))) == "∃ vector z, i, u: z[i] = u"


def test_a_function_that_is_written_out_tells_the_sort_of_its_variable() -> None:
    """ "{a: 2a = 1} is empty" was proved, where a looked like a number."""
    d = variable("d", INDEX)
    assert text(function(d, 2 * d == 1)) == "{integer d: 2d = 1}"
    assert text(function(d, i, as_number(d) * i)) == "((integer d,i) ↦ d·i)"
    assert text(function(i, as_number(i))) == "(i ↦ i)"
    # A position is an integer, and what is not read may be anything.
    assert text(function(d, x[d, 0])) == "(d ↦ x[d,0])"
    assert text(function(d, i, as_number(i))) == "((d,i) ↦ i)"


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


def test_an_equation_announces_one_value() -> None:
    u, v = (variable(name, INDEX) for name in "uv")
    assert statement_text([0 <= m, u == m, v == 0], u - v <= m) == (
        "For m ≥ 0, the integer u = m and the integer v = 0: u-v ≤ m"
    )
    assert statement_text([u == v], u <= v) == "For all integers u = v: u ≤ v"
