"""Statements in words: each accepted certificate of the kernel's corpus has the sentence in the file beside it."""

import pytest

from exactdp.certificates.sentences import SENTENCES, sentence
from exactdp.kernel import KINDS, Malformed
from tests.kernel_cases import cases


def test_the_sentence_of_a_statement() -> None:
    right = {case.stem: case.with_suffix(".claim").read_text() for case in cases("accept")}
    assert {case.stem: f"{sentence(case.read_bytes())}\n" for case in cases("accept")} == right


def test_every_kind_has_a_sentence() -> None:
    assert SENTENCES.keys() | {"infeasible"} == KINDS.keys()


def test_what_is_no_certificate_has_none() -> None:
    for text in (b"", b"exactdp certificate 1\nstatement unheard-of\n"):
        with pytest.raises(Malformed):
            sentence(text)
