"""The LaTeX of a formula, typeset as MathML as in reports, reads as its text does."""

import re

import pytest
from hypothesis import given
from latex2mathml.converter import convert

from exactdp.claims.statements.expressions import NUMBER, Expression
from exactdp.claims.statements.formulas import function, indices, number, numbers, vectors
from exactdp.claims.statements.latex import latex, statement_latex
from exactdp.claims.statements.notation import text
from exactdp.claims.statements.terms import Definition, If, as_number, variable
from exactdp.claims.vocabulary import absolute_loss
from tests.claims.written_formulas import (
    DERIVABLE,
    EXAMPLES,
    FORMULAS,
    GEOMETRIC,
    PRIVATE,
    STOCHASTIC,
    TERMS,
    G,
    a,
    b,
    i,
    k,
    m,
    n,
    r,
    x,
)
from tests.strategies import share_of


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
    assert latex(STOCHASTIC(x, n, m)) == (r"x\text{ is stochastic on }\{0..n\}\text{ with responses }\{0..m\}")
    assert latex(DERIVABLE(x, n)) == r"\mathrm{derivable}(x,\ n)"
    assert latex(number("λ12'") + number("loss at Ω")) == r"\lambda_{12}' + \mathrm{loss\ at\ Ω}"
    assert latex(numbers("ε φ Ω ℓ Δ")[0]) == r"\varepsilon"
    assert [latex(each) for each in numbers("φ Ω ℓ Δ")] == [r"\varphi", r"\Omega", r"\ell", r"\Delta"]


def test_words_of_a_name_do_not_begin_a_tag() -> None:
    assert latex(Definition("{0} is <b & so on", (a,), a == 1)(a)) == r"\alpha\text{ is } < b \&\text{ so on}"


@share_of(60)
@given(TERMS | FORMULAS)
def test_random_expressions_are_set_as_mathml(e: Expression) -> None:
    mathml(latex(e))


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


def test_a_name_with_a_sign_above_it_is_no_power() -> None:
    """ "a⁻² = 4" was proved of a name for 2, and LaTeX has no two exponents of one letter."""
    said = {
        "a⁻": ("(a⁻)²", r"\left(a^{-}\right)^{2}"),
        "x^G": ("(x^G)²", r"\left(x^G\right)^{2}"),
        "α⁺_1": ("α⁺_1²", r"\left(\alpha ^{+}_{1}\right)^{2}"),
        "x'": ("x'²", "x'^{2}"),
        "x_1'": ("x_1'²", "x_{1}'^{2}"),
        "x'_1": ("x'_1²", r"\left(x'_{1}\right)^{2}"),
    }
    for name, (as_text, as_latex) in said.items():
        squared = Definition(name, (), as_number(2))() ** 2
        assert (text(squared), latex(squared)) == (as_text, as_latex)


def test_a_product_with_a_word_has_a_dot() -> None:
    """ "a mod b" would read as a remainder."""
    a, b = numbers("a b")
    word = Definition("mod", (), as_number(1))()
    assert latex(a * word * b) == r"a \cdot \mathrm{mod} \cdot b"
    assert latex(a * Definition("p_ends", (), as_number(1))() * b) == r"a p_{\mathrm{ends}} b"


def test_a_product_with_a_word_that_has_an_index_or_an_exponent_has_a_dot() -> None:
    """ "For n ≥ 1 and log_2 ≥ 1: n ≤ log_2 n" was proved, of a vector log."""
    (log,), (log2,), (cos, b) = vectors("log"), indices("log2"), numbers("cos b")
    assert latex(log[2] * b) == latex(as_number(log2) * b) == r"\mathrm{log}_{2} \cdot b"
    assert latex(b * cos**2 * b) == r"b \mathrm{cos}^{2} \cdot b"
    assert latex(log[i * i] ** 3 * b) == r"\mathrm{log}_{i \cdot i}^{3} \cdot b"
    assert latex(variable("cos'", NUMBER) * b) == r"\mathrm{cos}' \cdot b"
    assert latex(log[2] ** k * b) == r"\mathrm{log}_{2}^{k} \cdot b"


def test_a_product_as_a_position_has_a_dot() -> None:
    """ "For f_{i k} ≥ 1: f_{k i} ≥ 1" was proved of a vector f, and is false of a matrix."""
    (f,) = vectors("f")
    assert latex(f[i * k] <= b * a) == r"f_{i \cdot k} \le \beta \alpha"
    assert latex(f[abs(i * k)] <= 1) == r"f_{\left|i \cdot k\right|} \le 1"


def test_the_latex_of_a_formula_is_that_of_its_signs() -> None:
    """The name of a loss may be its formula."""
    i, r = indices("i r")
    loss = Definition("2^|i-r|", (), function(i, r, as_number(2) ** abs(i - r)))()
    assert latex(loss[0, 1]) == r"\left(2^{\left|i-r\right|}\right)_{0,1}"


def test_the_sum_in_the_name_of_a_loss_is_in_brackets() -> None:
    """ "For i ≥ 1 and r[0,0] ≥ 0: i+r[0,0] = 0" was proved, and no line explained the name i+r."""
    i, r = indices("i r")
    loss = Definition("i+r", (), function(i, r, i + r))()
    assert text(loss[0, 1]) == "(i+r)[0,1]"
    assert text(absolute_loss[0, 1]) == "|i-r|[0,1]"


def test_the_words_of_a_name_stay_apart() -> None:
    """Without a space, "the loss f(a) x_1" would be a product, and an article a variable."""
    a, b = numbers("c d")
    said = {
        "the low f({0}) x_1": r"\text{the low }f(c)\ x_{1}",
        "{0} is low, a {1}-high of": r"c\text{ is low, a }d\text{-high of}",
        "a low {0} is in 2 {1}": r"\text{a low }c\text{ is in 2 }d",
        "{0}'s {1} is low": r"c\text{'s }d\text{ is low}",
    }
    for name, expected in said.items():
        given = (a, b)[: 1 + ("{1}" in name)]
        assert latex(Definition(name, given, a)(*given)) == expected


half = as_number(1) / 2


def test_the_entries_of_a_table_stay_apart() -> None:
    """Without a space, the prior (1/2 0 1/2) was shown as (1/201/2)."""
    (i,) = indices("i")
    prior = Definition("(1/2 0 1/2)", (), function(i, If(i == 0, half, If(i == 2, half, 0))))()
    assert latex(prior[0]) == r"\left((1/2\ 0\ 1/2)\right)_{0}"


def test_an_accent_in_an_index_stands_above_its_letter() -> None:
    assert latex(Definition("x_p\u0302", (), as_number(1))()) == r"x_{\hat{p}}"


def test_latex_catches_no_variable_of_an_argument() -> None:
    """In LaTeX, Σ_{r ≤ m} f_r read as a sum of m + 1 different numbers, where f_r was one number t."""
    t, [f] = number("t"), vectors("f")
    total = Definition("total({0}; {1})", (t, m), t * m, latex=r"\sum_{{r \le {1}}} {0}")
    assert latex(total(f[i], m)) == r"\sum_{r \le m} f_{i}"
    assert latex(total(f[r], m)) == r"\mathrm{total}(f_{r}; m)"
    assert latex(total(f[variable("r'", "index")], m)) == r"\mathrm{total}(f_{r'}; m)"
    greek = Definition("g({0})", (t,), t, latex=r"\max_{{\alpha}} \text{{ of a }} {0}")
    assert latex(greek(a)) == r"g(\alpha)" and latex(greek(number("c"))) == r"\max_{\alpha} \text{ of a } c"
