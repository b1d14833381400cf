r"""How terms, formulas and statements are written as LaTeX: the differences from their text.

>>> from exactdp.claims.statements.formulas import number
>>> LatexWriter().whole(number("α") / 2)
'\\frac{\\alpha}{2}'
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import ClassVar
from unicodedata import name as unicode_name

from exactdp.claims.statements.announcements import is_or_are, untold
from exactdp.claims.statements.expressions import Expression, Sort, free_names
from exactdp.claims.statements.notation import ATOM, NEGATIVE, POWER, TextWriter, Written, text
from exactdp.claims.statements.patterns import cases_of
from exactdp.claims.statements.sentences import outside_brackets
from exactdp.claims.statements.shapes import is_phrase
from exactdp.claims.statements.tables import table_of
from exactdp.claims.statements.terms import Definition, Formula, Term


def latex(e: Expression) -> str:
    r"""Return the expression as LaTeX, for math mode.

    >>> from exactdp.claims.statements.formulas import Sum, indices, matrix, number
    >>> i, m, r = indices("i m r")
    >>> x, a = matrix("x"), number("α")
    >>> print(latex(Sum(r, 0, m, x[i + 1, r] - a * x[i, r]) == 1 - a))
    \sum_{r=0}^{m} \left(x_{i+1,r} - \alpha x_{i,r}\right) = 1 - \alpha
    """
    return LatexWriter().whole(e)


def words_in_latex(words: str) -> str:
    r"""Return words with letters, signs and powers as LaTeX, for math mode.

    >>> print(words_in_latex("a lower bound on e^-ε"))
    \text{a lower bound on e}^{-\varepsilon}
    """
    powers = re.split(r"\^(-?\w+)", words)
    above = (f"^{{{''.join(map(_letter, power))}}}" for power in powers[1::2])
    return "".join(part for pair in zip(map(_words, powers[::2]), [*above, ""], strict=True) for part in pair)


@cache
def name_in_latex(name: str) -> str:
    r"""Return the LaTeX of a name, in which {0}, {1}, … are its arguments and other braces are doubled, as in the name.

    >>> print(name_in_latex("G_({0},{1})"), name_in_latex("δ⁺({0}; {1})"), name_in_latex("p_ends"))
    G_{{{0},{1}}} \delta ^{{+}}({0}; {1}) p_{{\mathrm{{ends}}}}
    >>> print(name_in_latex("{0} is {1}-private on {{0..{2}}}"))
    {0}\text{{ is }}{1}\text{{-private on }}\{{0..{2}\}}
    """
    found = ""
    for token in _TOKEN.finditer(name):
        said = token[0]
        if token["below"]:
            found += f"_{{{{{name_in_latex(said[1:].removeprefix('(').removesuffix(')'))}}}}}"
        elif token["argument"]:
            found += said
        elif token["words"]:
            found += _words_of_name(said, is_phrase(name))
        elif said == " " and _BESIDE.search(name[: token.start()]) and re.match(r"[\w{(↑↓]", name[token.end() :]):
            # Without a space, two signs are a product.
            found += r"\ "
        else:
            found += _SIGNS_OF_NAMES.get(said) or _spaced(said)
    return re.sub("  +", " ", found).rstrip()


def _words_of_name(said: str, in_phrase: bool) -> str:
    if re.search("[A-Za-z]{2}", said):
        return rf"\mathrm{{{{{said}}}}}" if said.isalpha() else rf"\text{{{{{said}}}}}"
    if in_phrase and re.search("[a-z ]", said):
        return rf"\text{{{{{said}}}}}"
    # Without its spaces, the table (1 2) would be the number 12.
    return said.replace(" ", r"\ ")


_ELEMENT = r"(?:[A-Za-z]{2,}(?![A-Za-z_(\[])|[0-9]+(?![0-9]|\.\.)|\ba\b(?!\))|(?<=')s\b)"

_TOKEN = re.compile(
    r"(?P<below>_(?:\((?:[^(){}]|\{[0-9]+\})*\)|\{[0-9]+\}|[^\W_]+[\u0302\u0303]?))|(?P<argument>\{[0-9]+\}(?:\+[0-9])?)"
    rf"|(?P<words>[ ,;:.'-]*{_ELEMENT}(?:[ ,;:.'-]+{_ELEMENT})*[ ,;:-]*|[A-Za-z]{{2,}})"
    r"|\{\{|\}\}| \(|.[\u0302\u0303]?"
)
"""The parts of a name: an index, an argument, words, or a sign."""

_SIGNS_OF_NAMES = {
    "{{": r"\{{", "}}": r"\}}", "⁺": "^{{+}}", "⁻": "^{{-}}", "²": "^{{2}}", "′": "'", "″": "''", " (": r"\ (",
    "×": r"\times ", "↑": r"\uparrow ", "↓": r"\downarrow ", "#": r"\#", "$": r"\$", "%": r"\%", "&": r"\&",
    "<": " < ", ">": " > ",
}  # fmt: skip


_BESIDE = re.compile(r"[\w})²'↑↓]$")


@cache
def _computed(definition: Definition) -> str:
    """Return the LaTeX of a name, of the table that it is, or of the formula that it is, as that of a loss is."""
    if ", " in definition.name and table_of(definition) is not None:
        return definition.name
    if definition.name[0] == "[" and table_of(definition) is not None:
        entries = definition.name[1:-1].replace(" ", " & ").replace("; &", r" \\")
        return rf"\begin{{{{pmatrix}}}} {entries} \end{{{{pmatrix}}}}"
    inside = definition.body.args[-1] if definition.body is not None and definition.body.op == "function" else None
    if inside is not None and not definition.parameters and text(inside) == definition.name:
        return latex(inside).replace("{", "{{").replace("}", "}}")
    return name_in_latex(definition.name)


@cache
def _letters(template: str) -> frozenset[str]:
    r"""Return the letters and words in the LaTeX of a name that could be variables: not those of a text or a command.

    >>> sorted(_letters(r"\sum_{{r \le {1}}} \mathrm{{start}}_{{ks}} \text{{ of }} {0}"))
    ['\\le', '\\mathrm{start}', '\\sum', 'k', 'r', 's']
    """
    written = re.sub(r"\\(?:text|mathbb|mathcal|mathbf) ?\{\{[^{}]*\}\}|\{[0-9]+\}", " ", template)
    words = re.findall(r"\\mathrm\{\{([^{}]*)\}\}", written)
    signs = re.findall(r"\\[A-Za-z]+|[A-Za-z]", re.sub(r"\\mathrm\{\{[^{}]*\}\}", " ", written))
    return frozenset([*signs, *(rf"\mathrm{{{word}}}" if len(word) > 1 else word for word in words)])


def _spaced(sign: str) -> str:
    """Return a letter or sign, and a space after a command."""
    if sign[1:] in ("\u0302", "\u0303"):
        accent = "hat" if sign[1] == "\u0302" else "tilde"
        return f"\\{accent}{{{{{_letter(sign[0])}}}}}"
    said = _letter(sign)
    return said if said == sign else f"{said} "


def statement_latex(assumptions: Iterable[Formula], goal: Formula) -> str:
    r"""Return, as LaTeX: for all values of the free variables under these assumptions, the goal holds.

    >>> from exactdp.claims.statements.formulas import indices, number
    >>> i, n = indices("i n")
    >>> a = number("α")
    >>> print(statement_latex([0 <= i, i < n, 0 < a, a < 1], a ** n <= a**i))
    \text{For }0 \le i < n\text{ and }0 < \alpha < 1\colon\quad \alpha^{n} \le \alpha^{i}
    """
    return LatexWriter().statement(list(assumptions), goal)


def sorts_told(variables: Iterable[Term], e: Expression | None = None) -> tuple[str, str]:
    r"""Return as text and as LaTeX which variables are integers, numbers or index maps, if nothing else shows this.

    An index within brackets or in the range of a sum of `e` is an integer.

    >>> from exactdp.claims.statements.formulas import INDEX, INDEX_MAP, Sum, indices, number, variable
    >>> a, b, d, (n,) = variable("a", INDEX), number("b"), variable("d", INDEX_MAP), indices("n")
    >>> print(*sorts_told([n, a, b, d], d[n] <= a), sep="\n")
    , where a is an integer and d is an index map
    ,\text{ where }a\text{ is an integer}\text{ and }d\text{ is an index map}
    >>> sorts_told([a, b, n], number("c") <= Sum(n, 0, a, b))
    ('', '')
    """
    silent = untold(variables, e)
    if not silent:
        return "", ""
    written = []
    for writer in (TextWriter(), LatexWriter()):
        of_sort: dict[Sort, list[str]] = {}
        for v in silent:
            of_sort.setdefault(v.sort, []).append(writer.bare(v))
        parts = [writer.listed(names) + writer.plain(is_or_are(sort, len(names))) for sort, names in of_sort.items()]
        written.append("," + writer.plain(" where ") + writer.listed(parts))
    return written[0], written[1]


_WORD_FIRST = re.compile(r"\\(?:mathrm|text)\{[^{}]*\}(?![_^(])")
_WORD_LAST = re.compile(r"\\(?:mathrm|text)\{[^{}]*\}$")


def _ends_in_word(written: str) -> bool:
    """Return whether the last sign is a word, perhaps with an index and an exponent, so that it could be a function."""
    while (at := _opening(written)) and written[at - 1] in "_^":
        written = written[: at - 1]
    return _WORD_LAST.search(written.rstrip("'")) is not None


def _opening(written: str) -> int:
    """Return the place of the brace that the last sign closes, or 0."""
    depth = 0
    for at in range(len(written) - 1, 0, -1):
        depth += (written[at] == "}") - (written[at] == "{")
        if not depth:
            return at if written[at] == "{" else 0
    return 0


class LatexWriter(TextWriter):
    """A writer of LaTeX: indices below the line, exponents above it, quotients as fractions."""

    signs: ClassVar[dict[str, str]] = {
        "<=": r" \le ", "<": " < ", "=": " = ", ">=": r" \ge ", ">": " > ", "≠": r" \ne ", "and": r"\text{ and }",
        "or": r"\text{ or }", "implies": r" \Rightarrow ", "⇔": r" \Leftrightarrow ", "all": r"\forall ",
        "some": r"\exists ", "true": r"\text{true}", "∈": r" \in ", "∉": r" \notin ", "¬": r"\neg ", "·": " ",
        ",": ",", ", ": r",\ ", "with": r"\text{ with }", ": ": r"\colon\ ", "↦": r" \mapsto ", "{": r"\{",
        "}": r"\}", "sum": r"\sum", "product": r"\prod", "least": r"\min", "largest": r"\max",
    }  # fmt: skip
    verb = r"\text{ is "
    colon = r"\colon\quad "

    def literal(self, e: Term) -> Written:
        value = e.args[0]
        if value.denominator == 1:
            return super().literal(e)
        size = rf"\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
        return (f"-{size}", NEGATIVE) if value < 0 else (size, POWER)

    def dot(self, left: str, right: str) -> str:
        # Without a dot, the product of 2 and 1/2 reads as 2½.
        mixed = left[-1].isdigit() and right.startswith(r"\frac")
        # "a mod b" would not be a product, and "log_2 n" would be a logarithm.
        words = _WORD_FIRST.match(right) or _ends_in_word(left)
        return r" \cdot " if right[0].isdigit() or mixed or words else " "

    def quotient(self, x: Term, y: Term) -> Written:
        return rf"\frac{{{self.bare(x)}}}{{{self.bare(y)}}}", POWER

    def power(self, base: Term, exponent: Term) -> str:
        below = self.at(base, ATOM)
        # LaTeX has no two signs above one letter, except for an exponent right after primes.
        several = base.op == "defined" and re.search(r"\^|'+[^']", outside_brackets(below))
        return f"{self.bracketed(below) if several else below}^{{{self.bare(exponent)}}}"

    def choice(self, e: Term) -> str:
        inside = self.between_bars(e)
        if inside:
            return rf"\left|{inside}\right|"
        cases, otherwise = cases_of(e)
        lines = [rf"{self.bare(x)} & \text{{if }}{self.bare(c)}" for x, c in cases]
        lines.append(rf"{self.bare(otherwise)} & \text{{otherwise}}")
        rows = r" \\ ".join(lines)
        return rf"\begin{{cases}}{rows}\end{{cases}}"

    def entry(self, function: Term, at: Sequence[Term]) -> str:
        head = self.at(function, ATOM)
        if function.op != "variable" or "_" in head:
            head = head if head.startswith(r"\left(") else self.bracketed(head)
        return f"{head}_{{{','.join(map(_WithDots().bare, at))}}}"

    def template(self, e: Expression) -> str:
        definition: Definition = e.args[0]
        # In Σ_{r ≤ m} f_r, the r of an argument would be the variable of the sum.
        caught = definition.latex and not _letters(definition.latex).isdisjoint(map(self.head, free_names(e.args[1:])))
        return _computed(definition) if caught or not definition.latex else definition.latex

    def head(self, name: str) -> str:
        """Return a variable without its digits, primes and index: in two scopes, it may be written with others."""
        return self.name(re.split("[0-9_'′″]", name)[0])

    def name(self, name: str) -> str:
        letters, digits, primes = re.fullmatch(r"(.*?)([0-9]*)(['′″]*)", name, re.DOTALL).groups()  # type: ignore[union-attr]
        word = re.sub("([ #$%&_])", r"\\\1", letters)
        said = _letter(letters) if len(letters) == 1 else rf"\mathrm{{{word}}}"
        marks = primes.replace("″", "''").replace("′", "'")
        return f"{said}{f'_{{{digits}}}' if digits else ''}{marks}"

    def plain(self, words: str) -> str:
        return rf"\text{{{words}}}"

    def bracketed(self, inside: str) -> str:
        return rf"\left({inside}\right)"


class _WithDots(LatexWriter):
    """A writer of positions: without a dot, the vector f at i·k would be the matrix f at i and k."""

    def dot(self, left: str, right: str) -> str:
        del left, right
        return r" \cdot "


def _words(words: str) -> str:
    """Return words as LaTeX. Their braces stand for sets."""
    parts = (each for each in re.split("([{}#$%&_<>]|[^\\x00-\\x7f])", words) if each)
    return "".join(f"\\{each}" if each in "{}#$%&_" else f" {each} " if each in "<>" else _word(each) for each in parts)


def _word(word: str) -> str:
    sign = _letter(word) if len(word) == 1 else word
    return rf"\text{{{word}}}" if sign == word else f"{sign} "


def _letter(letter: str) -> str:
    """Return a letter or sign: a Greek letter by its name."""
    named = re.fullmatch("GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)", unicode_name(letter, ""))
    if named is None:
        return {"ℓ": r"\ell", "≤": r"\le", "≥": r"\ge", "·": r"\cdot", "√": r"\surd"}.get(letter, letter)
    word = {"LAMDA": "lambda", "EPSILON": "varepsilon", "PHI": "varphi"}.get(named[2], named[2].lower())
    return "\\" + (word if named[1] == "SMALL" else word.removeprefix("var").capitalize())
