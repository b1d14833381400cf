"""A name that is one sentence or several reads as its meaning."""

import pytest

from exactdp.claims.statements.expressions import INDEX, NUMBER
from exactdp.claims.statements.formulas import All, Some, between, both, function
from exactdp.claims.statements.latex import latex, statement_latex
from exactdp.claims.statements.names import meanings
from exactdp.claims.statements.notation import statement_text, text
from exactdp.claims.statements.terms import Definition, as_number, variable
from tests.claims.written_formulas import PRIVATE, a, b, c, i, k, m, n, x, y, z


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
    assert statement_text([and_(i, k), n >= 0], i < n) == "For n ≥ 0, if i is 0 and k is 0: i < n"
    assert statement_text([or_(i, k), n >= 0], i < n) == "For n ≥ 0, if (i is 0 or k is 0): i < n"


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


def test_a_condition_whose_is_says_it_all_keeps_it() -> None:
    """ "For α β: …" would be about all α and β."""
    equal = Definition("{0} is {1}", (a, b), a == b, latex=r"{0}\text{{ is }}{1}")
    assert statement_text([equal(a, b)], a <= b) == "If α is β: α ≤ β"
    assert r"\alpha\text{ is }\beta" in statement_latex([equal(a, b)], a <= b)
    assert text(Some(a, equal(a, b), a <= b)) == "∃α with α is β: α ≤ β"
    assert text(~equal(a, b)) == "α is not β"


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


def test_a_number_whose_name_reads_as_a_formula_is_in_brackets() -> None:
    """ "For all numbers α, β: half of α = β ≥ 0" was proved, of a name for a square."""
    names = {
        "half of {0} = {1}": "(half of α = β) ≥ 0",
        "half of {0} and {1}": "(half of α and β) ≥ 0",
        "half of {0} if {1} is 0": "(half of α if β is 0) ≥ 0",
        "half of {0} ({1} = 0)": "half of α (β = 0) ≥ 0",
    }
    for name, said in names.items():
        square = Definition(name, (a, b), (a - b) * (a - b), NUMBER)
        assert text(square(a, b) >= 0) == said
        assert text(Some(k, 0 <= k, square(k, b) >= 0)) == f"∃k ≥ 0: {said.replace('α', 'k')}"
        assert r"\left(\text{half of }" in latex(square(a, b) >= 0) or "(" in name
    related = Definition("half", (a, b), (a - b) * (a - b), NUMBER, latex=r"\text{{half of }}{0} \le {1}")
    assert latex(related(a, b) >= 0) == r"\left(\text{half of }\alpha \le \beta\right) \ge 0"
    (meaning,) = meanings([Definition("half of {0} = {1}", (a, b), (a - b) * (a - b))(a, b) >= 0])
    assert meaning.statement == "(half of α = β) = (α - β)·(α - β)"


def test_the_meaning_of_several_sentences_is_that_of_all_of_them() -> None:
    """ "α is 0 or β is 0 ⇔ α = 0" also says: α is 0, or β is 0 if and only if α = 0."""
    either = Definition("{0} is 0 or {1} is 0", (a, b), (a == 0) | (b == 0))
    implied = Definition("{0} follows from {1}", (a, b), (b == 0) >> (a == 0))
    found = [each.statement for each in meanings([either(a, b), implied(a, b)])]
    assert found == ["(α is 0 or β is 0) ⇔ α = 0 or β = 0", "α follows from β ⇔ (β = 0 ⇒ α = 0)"]


def test_a_number_with_an_argument_at_an_end_is_in_brackets() -> None:
    """ "α equals β ≥ 5" was proved, of a name for α + 5."""
    for name, said in {
        "{0} equals {1}": "(α equals β) ≥ 5",
        "the excess of {0} over {1}": "(the excess of α over β) ≥ 5",
        "the excess of {0}, {1} of them": "(the excess of α, β of them) ≥ 5",
        "the excess in {0} of {1} rows": "the excess in α of β rows ≥ 5",
    }.items():
        assert text(Definition(name, (a, b), a + b)(a, b) >= 5) == said
    first, pair = Definition("f({0}, {1})", (i, k), i - k), Definition("the row {0}, {1}", (i, k), i + k)
    assert text(first(pair(i, k), n) == 0) == "f((the row i, k), n) = 0"


def test_a_name_of_several_words_is_in_brackets() -> None:
    """ "α < low or high < β" was proved, where "low or high" was a number."""
    either = Definition("low or high", (), as_number(3))()
    assert text(a < either) == "α < (low or high)"
    assert text(a * either) == "α·(low or high)"
    assert text(Definition("three rows", (), function(i, k, i))()[0, 1]) == "(three rows)[0,1]"
    assert text(Definition("Table 1(a)", (), function(i, k, i))()[0, 1]) == "Table 1(a)[0,1]"


def test_what_follows_for_does_not_end_in_a_list() -> None:
    """ "For α low and β: …" reads as a statement about every β."""
    for name in ("{0} is low and {1}", "{0} is low, {1}"):
        pair = Definition(name, (a, b), a < b)
        assert statement_text([pair(a, b)], b < 2) == f"If {text(pair(a, b))}: β < 2"
    together = Definition("{0} is low for {1} and {2} on {{0..{3}}}", (a, b, c, n), a < b)
    assert statement_text([together(a, b, c, n)], b < 2).startswith("For α low for β and c on {0..n}")


def test_a_sentence_with_another_verb_or_connective_is_one_of_several() -> None:
    """ "P or Q and R" reads as "P, or Q and R", also if the verb of P is not "is"."""
    for name in ("{0} equals {1} or {0} exceeds {1}", "{0} is low when {1} is low", "{0} is 1 provided {1} is 0"):
        pair = Definition(name, (a, b), a < b)
        assert text(pair(a, b) & (b < a)).startswith("(")
    assert text(Definition("{0} and {1} exceed 3", (a, b), a < b)(a, b) & (b < a)) == "α and β exceed 3 and β < α"


def test_what_counts_is_not_denied_by_not() -> None:
    """ "x is not 0 in a row" reads as: in some row, x is not 0."""
    for name in ("{0} is low in a row of {1}", "{0} is low in 2 rows of {1}", "{0} is low in one row of {1}"):
        pair = Definition(name, (a, b), a < b)
        assert text(~pair(a, b)) == f"¬({text(pair(a, b))})"
    prior = Definition("{0} is a prior on {{0..{1}}}", (a, n), a < n)
    assert text(~prior(a, n)) == "α is not a prior on {0..n}"


@pytest.mark.parametrize("name", ["{0} is low and {1} high", "{0} is low, {1} high", "{0} is low given high {1}"])
def test_a_list_of_descriptions_is_not_denied_by_not(name: str) -> None:
    """ "0 is not low and 0 high" was proved, although 0 is low, of the denial of the whole."""
    pair = Definition(name, (a, b), a < b)
    assert text(~pair(a, b)) == f"¬({text(pair(a, b))})"


def test_a_list_of_arguments_is_denied_by_not() -> None:
    best = Definition("{0} is best for {1}, {2} and {3} on {{0..2}}", (a, b, c, n), a < b)
    assert text(~best(a, b, c, n)) == "α is not best for β, c and n on {0..2}"


def test_the_arguments_after_a_phrase_belong_to_the_whole() -> None:
    """The square of "the low half(α)" would be that of its last word."""
    half = Definition("the low half", (a,), a, NUMBER)
    assert text(b * half(a) ** 2) == "β·(the low half(α))²"
    assert text(b * Definition("half", (a,), a, NUMBER)(a) ** 2) == "β·half(α)²"
