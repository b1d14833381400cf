"""A name is a symbol or a phrase, and then it does not read as a formula."""

import pytest

from exactdp.claims.statements.shapes import is_phrase, is_symbol

# Each name would read as something else than its meaning.
SENTENCES = [
    *("{0}", "{0}, {1}", "({0}, {1})", "{0} and {1}", "{0} or {1}", "{0} with {1}", "{0} on {{0..{1}}}", "for all {0}"),
    *(
        "{0} < {1}",
        "{0} ≤ {1}",
        "{0} = {1}",
        "{0} ≥ {1}",
        "{0} ∈ {1}",
        "{0} + 1 ∈ {1}",
        "{0} ≤ α",
        "{0} ≤ 2^α",
        "0 < {0}",
    ),
    *("{0} is below n", "{0} is 0 for k ≤ {1}", "{0}[n] is 0", "{0} is low, ∀k", "{0} is ~good", "{0} is \\!good"),
    *(
        "{0} ⩽ {1}",
        "{0} ＜ {1}",
        "{0} × {1}",
        "{0} ⋅ {1}",
        "{0} is low if α = 0",
        "{0} is x",
        "{0} is {1}",
        "{0} is g\u043eod",
        "f\u3164 is {0}",
        "{0} and not {1}",
        "{0} is low for all {1}",
        "{0} is low for a",
        "not {0} is low",
        "{0} is low if",
        "or {0} is low",
        "{0} is low for a {1}",
        "there is {0} below {1}",
        "every {0} is low for {1}",
        "some number {0} is low",
    ),
]
TERMS = [
    *("{0}", "({0})", "{0}'", "{0}_{1}", "{0}({1})", "{0}[{1}]", "{0}[{1},{0}]", "{{{0}}}", "1{0}", "2·{0}", "{0}²"),
    *("{0}+{1}", "{0} - {1}", "{0}·{1}", "{0}/{1}", "{0}^{1}", "{0} or {1}", "{0}, {1}", "{0} = {1}", "|{0}|", "√{0}"),
    *(
        "α·{0}",
        "{0} - α",
        "(α + {0})",
        "α{0}",
        "2α + {0}",
        "{0}/α²",
        "P({0}) + α",
        "α[0] + {0}",
        "α_0 - {0}",
        "low·{0}",
    ),
    *(
        "f({0} + {1})",
        "f({0}+1)",
        "f({0}·{1})",
        "f(-{0})",
        "f(\u2212{0})",
        "f(2{0})",
        "f({0})·2",
        "f({0}) + 1",
        "f({0})[0]",
    ),
    *(
        "Σ_{{k=0}}^{{2}} {0}",
        "min_{{0≤k≤2}} {0}",
        "f_{0}^{1}",
        "{0} to {1}",
        "f {0}",
        "{0} f",
        "half {0} {1}",
        "min({0})",
        "Max({0})",
        "a^n({0})",
        "αβ({0})",
        "the {0}-n of low",
        "f_i({0})",
        "Σ({0})",
        "Π_{0}",
    ),
]
WITHOUT_ARGUMENTS = [
    *(
        "0 = 1",
        "2",
        "n ≤ n",
        "∀n",
        "1/2",
        "n+1",
        "α²",
        "2n",
        "x[0,0]",
        "|α|",
        "-n",
        "∃k ≥ 0: k",
        "2 ≤ α",
        "0 or 1",
        "a b",
    ),
    *(
        "(√5-1)/2",
        "the sum a+b",
        "P(X ≤ 1/2)",
        "x is low",
        "α < 0",
        "true: 0",
        "1 otherwise",
        "true",
        "TRUE",
        "false",
        "False",
        "otherwise",
        "a^n",
        "αβ",
        "x_k",
        "x'⁺",
        "x^G'",
        "x'_1'",
        "{{1}}",
    ),
]


GOOD_SENTENCES = [
    *(
        "{0} is good",
        "{0} and {1} are alike",
        "rows {0}, {0}+1 of x_({1},{0}) are equal",
        "all of {{0..{0}-1}} are met",
    ),
    *(
        "{0} is {1}-private on {{0..2}}²",
        "all {0}-private rows lose {1} units",
        "{0} beats every {1}-private row",
        "no vertex loses less than {0}, seen from {1}",
        "{0} beats {1} ({0}, {1} rows)",
    ),
]
GOOD_TERMS = [
    *(
        "f({0}; {1})",
        "loss({0}, {1})",
        "x_{0}",
        "G_({0},{1})",
        "f_{0}({1})",
        "P(Z ≤ {0})",
        "Pr_{0}(|Z| ≥ {1})",
        "p̂({0})",
    ),
    *(
        "δ⁺({0}; {1})",
        "the sum of {0}",
        "{0} with both errors reduced by {1}",
        "Pr({0} | {1})",
        "x_1'({0})",
        "#set({0})",
    ),
]


@pytest.mark.parametrize("name", SENTENCES)
def test_what_reads_as_a_formula_is_not_a_phrase(name: str) -> None:
    assert not is_phrase(name)


@pytest.mark.parametrize("name", [*TERMS, *WITHOUT_ARGUMENTS])
def test_what_reads_as_a_term_is_neither_a_symbol_nor_a_phrase(name: str) -> None:
    assert not is_symbol(name) and not is_phrase(name)


@pytest.mark.parametrize("name", GOOD_SENTENCES)
def test_a_sentence_of_words_is_a_phrase(name: str) -> None:
    assert is_phrase(name) and not is_symbol(name)


@pytest.mark.parametrize("name", GOOD_TERMS)
def test_a_sign_with_its_arguments_is_a_symbol(name: str) -> None:
    assert is_symbol(name) != is_phrase(name)


@pytest.mark.parametrize("name", ["n'", "x^G", "p_D", "M_1", "Table 1(c)", "α⁺_1", "Figure 3"])
def test_a_sign_alone_is_a_symbol(name: str) -> None:
    assert is_symbol(name)
