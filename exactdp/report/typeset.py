"""The plain words of claims, such as "x_(i+1)r ≥ α^(k-i)", as HTML, Markdown and LaTeX.

An underscore or caret after a letter, number or bracket begins an index or exponent: letters and numbers, bracketed
parts, |…| and primes, or all that is in braces. Everything else stays as it is written.
"""

import html
import re
from collections.abc import Callable, Iterable
from types import MappingProxyType

_PART = (
    r"(?:\{(?:[^{}]|\{[^{}]*\})*\}|[+-]?(?:[^\W_]|'(?=[^\W_]|[)\s,·=<>≤≥]|$)|\((?:[^()]|\([^()]*\))*\)|\|[^|\s]+\|)+)"
)
_SCRIPT = re.compile(rf"(?<=[^\W_]|[)}}\]|′'\u0302-\u0304])(?P<mark>[_^])(?P<part>{_PART})")


def as_html(words: str) -> str:
    """Return the words as HTML, with indices and exponents set as such.

    >>> as_html("x_(i+1)r < α^(n-j)")
    'x<sub>(i+1)r</sub> &lt; α<sup>n-j</sup>'
    """
    tags = {"_": "sub", "^": "sup"}
    return _set(words, lambda text: html.escape(text, quote=False), lambda m, t: f"<{tags[m]}>{t}</{tags[m]}>")


def as_markdown(words: str) -> str:
    r"""Return the words as Markdown, with indices and exponents set as such by HTML.

    >>> print(as_markdown("x_i * y"))
    x<sub>i</sub> \* y
    """
    return re.sub(r"([\\`*_\[\]~|#])", r"\\\1", as_html(words))


def as_latex(words: str) -> str:
    r"""Return the words as LaTeX, with indices and exponents set as such.

    Other characters than those of ASCII stay; `declared` says what they mean.

    >>> print(as_latex("x_(i+1)r ≥ 5% of α^2"))
    x\textsubscript{(i+1)r} ≥ 5\% of α\textsuperscript{2}
    """
    commands = {"_": r"\textsubscript", "^": r"\textsuperscript"}
    return _set(words, _escaped, lambda mark, text: f"{commands[mark]}{{{text}}}")


def capital(words: str) -> str:
    """Return the words with a capital first letter and the others, unlike `str.capitalize`, as they are.

    >>> capital("the matrices G and G'")
    "The matrices G and G'"
    """
    return words[:1].upper() + words[1:]


def declared(words: Iterable[str]) -> str:
    r"""Return the preamble that tells LaTeX the meaning of every character in the words that is not of ASCII.

    Raises: KeyError for a character that is not in the list of this module.

    >>> print(declared(["α ≥ β", "α"]))
    \DeclareUnicodeCharacter{03B1}{\ensuremath{\alpha}}
    \DeclareUnicodeCharacter{03B2}{\ensuremath{\beta}}
    \DeclareUnicodeCharacter{2265}{\ensuremath{\ge}}
    """
    used = sorted({character for each in words for character in each if not character.isascii()})
    return "\n".join(rf"\DeclareUnicodeCharacter{{{ord(each):04X}}}{{{CHARACTERS[each]}}}" for each in used)


def _set(words: str, escape: Callable[[str], str], script: Callable[[str, str], str]) -> str:
    done, end = [], 0
    for found in _SCRIPT.finditer(words):
        part = found["part"]
        if part[0] + part[-1] == "{}" or re.fullmatch(r"\((?:[^()]|\([^()]*\))*\)", part):
            part = part[1:-1]
        done += [escape(words[end : found.start()]), script(found["mark"], _set(part, escape, script))]
        end = found.end()
    return "".join([*done, escape(words[end:])])


def _escaped(text: str) -> str:
    escaped = "".join(_ESCAPES.get(character, character) for character in text)
    return _ACCENTED.sub(lambda found: rf"\ensuremath{{{ACCENTS[found[2]]}{{{found[1]}}}}}", escaped)


_ESCAPES = {character: "\\" + character for character in "#$%&_{}"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
    "|": r"\ensuremath{|}",
}

_MATHEMATICS = {
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon", "θ": r"\theta",
    "λ": r"\lambda", "μ": r"\mu", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau", "φ": r"\varphi",
    "ζ": r"\zeta", "η": r"\eta", "ι": r"\iota", "κ": r"\kappa", "ν": r"\nu", "ξ": r"\xi", "χ": r"\chi",
    "ψ": r"\psi", "Γ": r"\Gamma", "Θ": r"\Theta", "Λ": r"\Lambda", "Ξ": r"\Xi", "Φ": r"\Phi", "Ψ": r"\Psi",
    "Ω": r"\Omega", "ω": r"\omega", "ℓ": r"\ell", "Δ": r"\Delta",
    "Σ": r"\Sigma", "Π": r"\Pi", "∑": r"\sum", "∏": r"\prod",
    "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx", "≡": r"\equiv", "≻": r"\succ", "≪": r"\ll", "≫": r"\gg",
    "⟺": r"\iff", "⇔": r"\iff", "⇒": r"\Rightarrow", "⟹": r"\Rightarrow", "→": r"\to", "←": r"\leftarrow",
    "↦": r"\mapsto", "↓": r"\downarrow", "↑": r"\uparrow", "∈": r"\in", "∉": r"\notin", "⊆": r"\subseteq",
    "⊂": r"\subset", "∩": r"\cap", "∪": r"\cup", "∖": r"\setminus", "∅": r"\emptyset", "∀": r"\forall",
    "∃": r"\exists", "∧": r"\wedge", "∨": r"\vee", "¬": r"\neg", "·": r"\cdot", "×": r"\times", "∘": r"\circ",
    "−": "-", "±": r"\pm", "√": r"\surd", "∞": r"\infty", "⁻": "{}^-", "⁺": "{}^+", "¹": "{}^1", "²": "{}^2",
    "³": "{}^3", "⁴": "{}^4", "⁵": "{}^5", "⁶": "{}^6", "⁷": "{}^7", "⁸": "{}^8", "⁹": "{}^9", "⁰": "{}^0",
    "ⁿ": "{}^n", "ᵀ": "{}^T", "₀": "{}_0", "₁": "{}_1", "₂": "{}_2", "₃": "{}_3", "₄": "{}_4", "ᵢ": "{}_i",
    "′": "{}'", "″": "{}''", "⋯": r"\cdots", "⋮": r"\vdots", "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil",
    "⌉": r"\rceil", "⟨": r"\langle", "⟩": r"\rangle", "½": r"\frac12", "¼": r"\frac14", "∝": r"\propto",
    "ŷ": r"\hat y", "∫": r"\int", "∂": r"\partial", "ℝ": r"\mathrm{R}", "ℤ": r"\mathrm{Z}", "ℕ": r"\mathrm{N}",
    "ℚ": r"\mathrm{Q}", "𝟙": r"\mathbf{1}", "𝒴": r"\mathcal{Y}", "‖": r"\|", "ᶜ": "{}^c", "°": r"{}^\circ",
    "∎": r"\Box", "★": r"\star",
}  # fmt: skip

CHARACTERS = MappingProxyType(
    {character: rf"\ensuremath{{{command}}}" for character, command in _MATHEMATICS.items()}
    | {"…": r"\dots{}", "–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''", "é": r"\'e", " ": "~"}
)
"""What the characters mean that are not of ASCII, in LaTeX."""

ACCENTS = MappingProxyType({"\u0302": r"\hat", "\u0303": r"\tilde", "\u0304": r"\bar"})
"""What a character means that is written above the letter before it."""

_ACCENTED = re.compile(f"(\\w)([{''.join(ACCENTS)}])")
