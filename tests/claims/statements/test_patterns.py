"""Bound names and distances are found before an expression is written."""

import pytest

from exactdp.claims.statements.expressions import INDEX
from exactdp.claims.statements.formulas import All, Sum, between, number, numbers
from exactdp.claims.statements.latex import latex
from exactdp.claims.statements.notation import statement_text, text
from exactdp.claims.statements.terms import substitute, variable
from tests.claims.written_formulas import i, k, n, r, z


def test_a_distance_within_a_distance_has_brackets_as_an_exponent() -> None:
    a = number("α")
    assert text(a ** abs(i - k)) == "α^|i-k|"
    assert text(a ** abs(i - abs(k))) == "α^(|i-|k||)"


def test_a_distance_that_a_term_multiplies_has_brackets_within_a_distance() -> None:
    """ "|2|i|-k| ≥ 0" was proved, which is false of |2|·i·|-k|; and |α|β|γ| in LaTeX, which may be |α|·β·|γ|."""
    a, b, c = numbers("α β γ")
    assert text(abs(2 * abs(i) - k)) == "|(2|i|-k)|"
    assert text(abs(abs(i) - 2 * abs(k) - 3)) == "|(|i|-2|k|-3)|"
    assert text(abs(abs(i) - k)) == "||i|-k|"
    assert text(abs(a * abs(b) * c)) == "|α·|β|·γ|"
    assert latex(abs(a * abs(b) * c)) == r"\left|\left(\alpha \left|\beta\right| \gamma\right)\right|"


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
