"""Texts in ASCII alone, for terminals that have no other characters."""

PLAIN = {
    **{"α": "alpha", "β": "beta", "ρ": "rho", "δ": "delta", "ε": "epsilon", "Σ": "Sum ", "√": "sqrt ", "∅": "{}"},
    **{"≤": "<=", "≥": ">=", "≈": "~", "±": "+-", "×": "x", "·": "*", "…": "...", "⋯": "...", "⋮": ":", "–": "-"},
    **{"⁻": "^-", "¹": "1", "²": "^2", "³": "^3", "₁": "_1", "₂": "_2", "₃": "_3", "≡": "==", "⟺": "<=>"},
    **{"↓": "v", "↑": "^", "←": "<-", "∪": "or", "∈": "in", "∘": "o", "✓": "+", "✗": "x", "“": '"', "”": '"'},
}
"""What stands for a character on a terminal that lacks it."""


def plain(words: str) -> str:
    r"""Return a text in ASCII alone, for a terminal that has no other characters.

    >>> plain("α ≤ 2 - √3"), plain("日")
    ('alpha <= 2 - sqrt 3', '\\u65e5')
    """
    return "".join(PLAIN.get(sign) or sign.encode("ascii", "backslashreplace").decode() for sign in words)
