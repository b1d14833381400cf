"""Plain words become HTML, Markdown and LaTeX, and every character that claims use has a meaning there."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.report.typeset import CHARACTERS, as_html, as_latex, as_markdown, capital, declared, in_ascii

EXAMPLES = {
    "x_(i+1)r - α·x_ir": "x<sub>(i+1)r</sub> - α·x<sub>ir</sub>",
    "α^(k+1)/(1+α)": "α<sup>k+1</sup>/(1+α)",
    "α^((n-1)/2)/2": "α<sup>(n-1)/2</sup>/2",
    "2^-|i-j|": "2<sup>-|i-j|</sup>",
    "x_i'm and l(i', l)": "x<sub>i'm</sub> and l(i', l)",
    "G_{3,1/4}": "G<sub>3,1/4</sub>",
    "{r_{c_1}}": "{r<sub>c<sub>1</sub></sub>}",
    "(1-α²)^(n-1)·(K·x)_k": "(1-α²)<sup>n-1</sup>·(K·x)<sub>k</sub>",
    "T_1…T_i": "T<sub>1</sub>…T<sub>i</sub>",
    "x_k² + x_1'²": "x<sub>k</sub>² + x<sub>1</sub>'²",
    "f_1(β)² + G_(n,α)²": "f<sub>1</sub>(β)² + G<sub>n,α</sub>²",
    "Pr_(i+1)(y) + α^(n)(y)": "Pr<sub>i+1</sub>(y) + α<sup>n</sup>(y)",
    "a < b & c": "a &lt; b &amp; c",
    "_ and ^ alone": "_ and ^ alone",
    "the end_": "the end_",
}


@pytest.mark.parametrize("words", EXAMPLES)
def test_indices_and_exponents(words):
    assert as_html(words) == EXAMPLES[words]


def test_a_root_over_a_number_is_not_the_root_of_a_fraction():
    assert as_latex("√3/3, √10/30 and 1/3", mathematical=False) == r"√3/3, √10/30 and \ensuremath{\frac{1}{3}}"
    assert as_html("√3/3", mathematical=False) == "√3/3"


def test_markdown_escapes_what_it_would_read():
    assert as_markdown("a*b_c | [d] `e` \\") == r"a\*b<sub>c</sub> \| \[d\] \`e\` \\"


def test_latex_escapes_what_it_would_read():
    assert as_latex("5% of $x_i & #1~\\") == (r"5\% of \$x\textsubscript{i} \& \#1\textasciitilde{}\textbackslash{}")


@given(st.text(max_size=40))
def test_nothing_is_lost_and_nothing_is_markup(words):
    shown = html.unescape(re.sub("</?su[bp]>", "", as_html(words)))
    # Only marks and the brackets around what they raise or lower may be gone.
    letters = re.compile(r"[_^(){}]")
    assert letters.sub("", shown) == letters.sub("", words)
    assert not re.search("<(?!/?su[bp]>)", as_html(words))
    assert as_latex(words).count("{") >= as_latex(words).count("textsub")


def words_of(claim):
    yield from (claim.title, claim.printed, claim.uncheckable)
    yield from (each.statement for each in (*claim.names, *claim.prints, *claim.clauses))


def test_every_character_of_every_claim_has_a_meaning_in_latex(claims):
    written = [as_latex(words) for claim in claims for words in words_of(claim)]
    used = {character for words in written for character in words if not character.isascii()}
    assert used <= CHARACTERS.keys()
    assert len(declared(written).splitlines()) == len(used)


def test_an_accent_stands_above_its_letter():
    assert as_latex("p\u0302_i") == r"\ensuremath{\hat{p}}\textsubscript{i}"
    assert as_latex("E p\u0303") == r"E \ensuremath{\tilde{p}}"


def test_an_unknown_character_is_not_left_out():
    with pytest.raises(KeyError):
        declared(["漢"])


REPORTED = {
    "<b> & 3/4 of G_{2,α}^-1, a_name": "&lt;b&gt; &amp; <sup>3</sup>⁄<sub>4</sub> of G<sub>2,α</sub>^-1, a_name",
    "|i-r|^(3/2) and (1+a)^2": "|i-r|<sup>3/2</sup> and (1+a)<sup>2</sup>",
    "1/2/3, -1/9, x1/2": "1/2/3, -<sup>1</sup>⁄<sub>9</sub>, x1/2",
    "level 1/2, A/B, 1/2/3": "level <sup>1</sup>⁄<sub>2</sub>, A/B, 1/2/3",
    "2^3^4": "2<sup>3</sup>^4",
}


@pytest.mark.parametrize("words", REPORTED)
def test_in_a_report_only_what_a_label_cannot_be_is_set(words):
    assert as_html(words, mathematical=False) == REPORTED[words]


def test_a_fraction_of_a_report_is_one_in_latex():
    assert as_latex("-1/9 of a_b", mathematical=False) == r"-\ensuremath{\frac{1}{9}} of a\_b"
    assert as_latex("1/9") == "1/9"


def test_latex_without_declarations_is_ascii_where_the_list_has_the_character():
    assert in_ascii("α 漢") == r"\ensuremath{\alpha} 漢"


def test_capital():
    assert [capital(words) for words in ("", "a B", "α")] == ["", "A B", "Α"]
