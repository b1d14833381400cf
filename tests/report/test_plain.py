from hypothesis import example, given
from hypothesis import strategies as st

from exactdp.report.plain import PLAIN, plain


@given(st.text())
@example("α·x₂ ≤ 2 - √3 …")
@example("\ud800 日 😀")
def test_plain_text_is_ascii(words: str) -> None:
    shown = plain(words)
    assert shown.isascii()
    assert plain(shown) == shown
    assert not words.isascii() or shown == words


def test_plain_signs() -> None:
    assert all(len(sign) == 1 and spelled.isascii() for sign, spelled in PLAIN.items())
    assert plain("α ∈ [0, 2 - √3]; ↓↑") == "alpha in [0, 2 - sqrt 3]; v^"
