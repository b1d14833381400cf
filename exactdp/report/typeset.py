"""The words of reports and claims, plain text with simple mark-up, as HTML, Markdown and LaTeX.

In a report, where labels such as "a_name" are the user's own:

- p/q is a fraction if both are numbers, as in "1/2" and "-7/9", and not in "A/B", "1/2/3", "√3/3" or a date;
- an underscore begins an index in braces: G_{n,α};
- a caret begins an exponent: letters and digits, or the contents of parentheses: α^-k, 2^(1/2).

In a claim, and in a report that is `mathematical`, these marks also begin an index or an exponent after a letter, a
number or a bracket. It consists of letters and numbers, a bracket before them, |…| and primes, or everything in braces,
as in x_(i+1)r ≥ α^(k-i). Indices may have indices. After a letter or a bracket, brackets contain the arguments, and are
not a part of the index, as in L_i(l, x; m). The exponent of x_k² is not one of k. Fractions do not change there.
Brackets around a whole exponent, and braces around a whole index, are not printed. Everything else does not change. The
pages of `docs` do not use this mark-up: their formulas are LaTeX between dollar signs, as on GitHub.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from markupsafe import Markup


@dataclass(frozen=True)
class Script:
    """Words below the line, after the mark "_", or above it, after "^"."""

    mark: str
    spans: "tuple[Span, ...]"


@dataclass(frozen=True)
class Ratio:
    """A fraction, perhaps without its middle digits."""

    above: str
    below: str


Span: TypeAlias = str | Script | Ratio
"""The parts of words."""

_IN_BRACKETS = r"(?<=[_^+-])\((?:[^()]|\([^()]*\))*\)"
_SIGN = "[^\\W_⁰¹²³⁴⁵⁶⁷⁸⁹]"
_PART = (
    rf"(?:\{{(?:[^{{}}]|\{{[^{{}}]*\}})*\}}|[+-]?(?:{_SIGN}|'(?={_SIGN}|[)\s,·=<>≤≥]|$)|{_IN_BRACKETS}|\|[^|\s]+\|)+)"
)
_IN_CLAIMS = re.compile(rf"(?<=[^\W_]|[)}}\]|′'\u0302-\u0304])(?P<mark>[_^])(?P<part>{_PART})")
_IN_REPORTS = re.compile(r"(?<=[^\W_]|[|)])(?P<mark>[_^])(?P<part>(?<=_)\{[^{}]*\}|(?<=\^)(?:\([^()]*\)|-?[^\W_]+))")
_BRACKETED = re.compile(r"\{.*\}|\((?:[^()]|\([^()]*\))*\)", re.DOTALL)
_RATIO = re.compile(r"(?<![\w./…√])([0-9]+(?:…[0-9]+)?)/([0-9]+(?:…[0-9]+)?)(?![\w/…]|\.[0-9])")


def spans(words: str, mathematical: bool = True) -> tuple[Span, ...]:
    """Split words into their parts.

    >>> spans("x_(i+1) < 1/2")
    ('x', Script(mark='_', spans=('i+1',)), ' < 1/2')
    >>> spans("L_i(l, x; m)"), spans("G_(n,α)")
    (('L', Script(mark='_', spans=('i',)), '(l, x; m)'), ('G', Script(mark='_', spans=('n,α',))))
    >>> spans("P_(i+1)(R ≤ r; x)^(k-1)")
    ('P', Script(mark='_', spans=('i+1',)), '(R ≤ r; x)', Script(mark='^', spans=('k-1',)))
    >>> spans("a_b < 1/2", mathematical=False)
    ('a_b < ', Ratio(above='1', below='2'))
    """
    return tuple(span for span in _spans(words, mathematical) if span)


def _spans(words: str, mathematical: bool) -> Iterator[Span]:
    end = 0
    for found in (_IN_CLAIMS if mathematical else _IN_REPORTS).finditer(words):
        if not mathematical and found.start() == end > 0:
            continue  # the base of an exponent is not an exponent
        yield from _ratios(words[end : found.start()], mathematical)
        part = found["part"]
        if _BRACKETED.fullmatch(part):
            part = part[1:-1]
        yield Script(found["mark"], spans(part) if mathematical else (part,))
        end = found.end()
    yield from _ratios(words[end:], mathematical)


def _ratios(words: str, mathematical: bool) -> Iterator[Span]:
    if mathematical:
        yield words
        return
    end = 0
    for found in _RATIO.finditer(words):
        yield words[end : found.start()]
        yield Ratio(*found.groups())
        end = found.end()
    yield words[end:]


def as_html(words: str, mathematical: bool = True) -> Markup:
    """Return the words as HTML, with typeset fractions, indices and exponents.

    >>> print(as_html("x_(i+1)r < α^(n-j)"))
    x<sub>(i+1)r</sub> &lt; α<sup>n-j</sup>
    >>> print(as_html("G_{3,1/2} < 7/9", mathematical=False))
    G<sub>3,1/2</sub> &lt; <sup>7</sup>⁄<sub>9</sub>
    """
    return Markup("").join(map(_html, spans(words, mathematical)))


def _html(span: Span) -> Markup:
    match span:
        case Ratio():
            return Markup("<sup>{}</sup>⁄<sub>{}</sub>").format(span.above, span.below)
        case Script():
            tag = Markup("sub" if span.mark == "_" else "sup")
            return Markup("<{0}>{1}</{0}>").format(tag, Markup("").join(map(_html, span.spans)))
    # Outside attributes quotation marks need no escape.
    return Markup(span.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def as_markdown(words: str) -> str:
    r"""Return the words of a claim as Markdown, with indices and exponents in HTML.

    >>> print(as_markdown("x_i * y"))
    x<sub>i</sub> \* y
    """
    return re.sub(r"([\\`*_\[\]~|#])", r"\\\1", str(as_html(words)))


def as_latex(words: str, mathematical: bool = True) -> str:
    r"""Return the words as LaTeX, with typeset fractions, indices and exponents.

    Non-ASCII characters stay; `declared` declares them, and `in_ascii` replaces them.

    >>> print(as_latex("x_(i+1)r ≥ 5% of α^2"))
    x\textsubscript{(i+1)r} ≥ 5\% of α\textsuperscript{2}
    >>> print(as_latex("a_b is 1/2", mathematical=False))
    a\_b is \ensuremath{\frac{1}{2}}
    """
    return "".join(map(_latex, spans(words, mathematical)))


def _latex(span: Span) -> str:
    match span:
        case Ratio():
            return rf"\ensuremath{{\frac{{{span.above}}}{{{span.below}}}}}"
        case Script():
            command = r"\textsubscript" if span.mark == "_" else r"\textsuperscript"
            return f"{command}{{{''.join(map(_latex, span.spans))}}}"
    return _escaped(span)


def capital(words: str) -> str:
    """Return the words with a capital first letter; unlike `str.capitalize`, keep the others.

    >>> capital("the matrices G and G'")
    "The matrices G and G'"
    """
    return words[:1].upper() + words[1:]


def declared(words: Iterable[str]) -> str:
    r"""Return the LaTeX preamble that declares every non-ASCII character in the words.

    Raises: KeyError for a character that is not in this module's list.

    >>> print(declared(["α ≥ β", "α"]))
    \DeclareUnicodeCharacter{03B1}{\ensuremath{\alpha}}
    \DeclareUnicodeCharacter{03B2}{\ensuremath{\beta}}
    \DeclareUnicodeCharacter{2265}{\ensuremath{\ge}}
    """
    used = sorted({character for each in words for character in each if not character.isascii()})
    return "\n".join(rf"\DeclareUnicodeCharacter{{{ord(each):04X}}}{{{CHARACTERS[each]}}}" for each in used)


def in_ascii(latex: str) -> str:
    r"""Return LaTeX without declarations: each character of this module's list is replaced by its meaning.

    >>> print(in_ascii("α ≥ β"))
    \ensuremath{\alpha} \ensuremath{\ge} \ensuremath{\beta}
    """
    return "".join(CHARACTERS.get(each, each) for each in latex)


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
    "∎": r"\Box", "★": r"\star", "✓": r"\checkmark", "✗": r"\times",
}  # fmt: skip

CHARACTERS = MappingProxyType(
    {character: rf"\ensuremath{{{command}}}" for character, command in _MATHEMATICS.items()}
    | {"…": r"\dots{}", "–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''", "é": r"\'e", "\u00a0": "~"}
)
"""The meaning of non-ASCII characters in LaTeX."""

ACCENTS = MappingProxyType({"\u0302": r"\hat", "\u0303": r"\tilde", "\u0304": r"\bar"})
"""The meaning of combining characters in LaTeX."""

_ACCENTED = re.compile(f"(\\w)([{''.join(ACCENTS)}])")
