"""Clauses of claims as theorems in LaTeX, for a paper."""

import re
from collections.abc import Iterable

from exactdp.claims.claim import Outcome
from exactdp.report.verdicts import FAILED, cite

THEOREMS = ("proved", "computed")
"""The evidence of a clause that is written as a theorem."""

OPENS = re.compile(r"\{|\\begin\{\w+\}|\\left(?![a-z])(?:\\[A-Za-z]+|\\?.)")
CLOSES = re.compile(r"\}|\\end\{\w+\}|\\right(?![a-z])(?:\\[A-Za-z]+|\\?.)")
TOKEN = re.compile(rf"{OPENS.pattern}|{CLOSES.pattern}|\\text\{{[^{{}}]*\}}|\\(?:[A-Za-z]+|.)|[^\\{{}}]+")
"""A bracket, braces, words, a command, or anything else."""

WORDS = {r"\colon": ":", r"\ ": " ", r"\quad": ""}
"""Signs between formulas, as words."""

OUTSIDE = "\0"
"""Words are between two of these."""


def theorems(outcomes: Iterable[Outcome]) -> str:
    r"""Return the proved clauses as theorems in LaTeX, after the notation of their claims.

    A paper needs `\newtheorem{theorem}{Theorem}` and the packages amsmath and amssymb to include them.

    >>> from exactdp.claims.discovery import select
    >>> for line in theorems(each.run() for each in select(["gupte2010.appendix-b"])).splitlines()[4:8]:
    ...     print(line)
    % gupte2010.appendix-b#private: proved
    \begin{theorem}[\texttt{gupte2010.appendix-b\#private}]
    $M$ is $\left(\frac{1}{2}\right)$-private on $\{0..3\}$ with responses $\{0..3\}$.
    \end{theorem}
    """
    lines = []
    for outcome in outcomes:
        names = [f"{in_line(each.latex)}." for each in outcome.claim.names]
        lines += [f"% {outcome.claim.id}: {'notation' if names else 'no notation'}", *names]
        for found in outcome.clauses:
            name = cite(outcome.claim, found.clause)
            lines.append(f"% {name}: {found.evidence_in_full or FAILED}")
            if found.evidence in THEOREMS:
                heading = name.replace("#", r"\#")
                says = f"{in_line(found.clause.latex)}."
                lines += [rf"\begin{{theorem}}[\texttt{{{heading}}}]", says, r"\end{theorem}"]
    return "\n".join(lines)


def in_line(formula: str) -> str:
    r"""Return a formula as text with short formulas, so that its lines can break at the words.

    >>> print(in_line(r"\text{For }n \ge 0\text{ and }\left(x_{\text{a}} = 1\text{ or }\left(y\right)\right)\colon z"))
    For $n \ge 0$ and $(x_{\text{a}} = 1$ or $\left(y\right))$: $z$
    """
    tokens = TOKEN.findall(formula)
    # Brackets with words in them; the others stay in one formula.
    around: list[int] = []
    wide: set[int] = set()
    for at, token in enumerate(tokens):
        if OPENS.fullmatch(token):
            around.append(at)
        elif CLOSES.fullmatch(token):
            first = around.pop()
            if first in wide:
                wide.add(at)
        elif token.startswith(r"\text{") and all(tokens[each] == r"\left(" for each in around):
            wide.update(around)
    depth, found = 0, ""
    for at, token in enumerate(tokens):
        if at in wide:
            found += token[-1]
        elif not depth and token.startswith((r"\text{", *WORDS)):
            found += f"{OUTSIDE}{WORDS.get(token, token[6:-1])}{OUTSIDE}"
        else:
            depth += bool(OPENS.fullmatch(token)) - bool(CLOSES.fullmatch(token))
            found += token
    parts = found.split(OUTSIDE)
    text = "".join(each if at % 2 else re.sub(r"(\S(?:.*\S)?)", r"$\1$", each) for at, each in enumerate(parts))
    return " ".join(text.split())
