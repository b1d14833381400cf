"""Plain words become HTML, Markdown and LaTeX, and every character that claims use has a meaning there."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdp.claims.discovery import discover
from exactdp.report.typeset import CHARACTERS, as_html, as_latex, as_markdown, capital, declared

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
    "a < b & c": "a &lt; b &amp; c",
    "_ and ^ alone": "_ and ^ alone",
    "the end_": "the end_",
}


@pytest.mark.parametrize("words", EXAMPLES)
def test_indices_and_exponents(words):
    assert as_html(words) == EXAMPLES[words]


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


def all_words():
    for claim in discover():
        yield from (claim.title, claim.statement, claim.domain, claim.scope, claim.printed)
        yield from (step.says for step in claim.steps)


def test_every_character_of_every_claim_has_a_meaning_in_latex():
    used = {character for words in map(as_latex, all_words()) for character in words if not character.isascii()}
    assert used <= CHARACTERS.keys()
    assert len(declared(map(as_latex, all_words())).splitlines()) == len(used)


def test_an_accent_stands_above_its_letter():
    assert as_latex("p\u0302_i") == r"\ensuremath{\hat{p}}\textsubscript{i}"
    assert as_latex("E p\u0303") == r"E \ensuremath{\tilde{p}}"


def test_an_unknown_character_is_not_left_out():
    with pytest.raises(KeyError):
        declared(["漢"])


def test_capital():
    assert [capital(words) for words in ("", "a B", "α")] == ["", "A B", "Α"]
