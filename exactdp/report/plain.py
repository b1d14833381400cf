"""Texts in pure ASCII, for terminals without other characters."""

PLAIN = {
    **{"α": "alpha", "β": "beta", "ρ": "rho", "δ": "delta", "ε": "epsilon", "Σ": "Sum ", "√": "sqrt ", "∅": "{}"},
    **{"≤": "<=", "≥": ">=", "≈": "~", "±": "+-", "×": "x", "·": "*", "…": "...", "⋯": "...", "⋮": ":", "–": "-"},
    **{"⁻": "^-", "¹": "1", "²": "^2", "³": "^3", "₁": "_1", "₂": "_2", "₃": "_3", "≡": "==", "⟺": "<=>"},
    **{"↓": "v", "↑": "^", "←": "<-", "∪": "or", "∈": "in", "∘": "o", "✓": "+", "✗": "x", "“": '"', "”": '"'},
}
"""The replacements of characters on a terminal that lacks them."""


def plain(words: str) -> str:
    r"""Return a text in pure ASCII, for a terminal without other characters.

    >>> plain("α ≤ 2 - √3"), plain("日")
    ('alpha <= 2 - sqrt 3', '\\u65e5')
    """
    return "".join(PLAIN.get(sign) or sign.encode("ascii", "backslashreplace").decode() for sign in words)
