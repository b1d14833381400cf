"""An independent reader of statements for Coq, which evaluates them.

It reads the part of Coq's language that statements use. An index is a natural number, and a quotient by 0 is 0.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

NATURAL = range(9)
"""The natural numbers that a quantifier tries: its conditions must keep its variable among them."""

Value = Callable[[dict[str, Any]], Any]

_TOKEN = re.compile(r"\s*(->|/\\|\\/|=>|<=\?|<\?|=\?|<=|==|&&|\|\||[A-Za-z_][\w'.]*|[0-9]+|%[A-Za-z]+|[-+*/#<=~(),:])")


def _divided(x: Any, y: Any) -> Fraction:
    return Fraction(x) / y if y else Fraction(0)


_BINARY: dict[str, tuple[int, Callable[[Any, Any], Any]]] = {
    "->": (0, lambda p, q: not p or q),
    r"\/": (1, lambda p, q: p or q),
    r"/\ ".strip(): (2, lambda p, q: p and q),
    "=": (4, lambda x, y: x == y),
    "==": (4, lambda x, y: x == y),
    "<=": (4, lambda x, y: x <= y),
    "<": (4, lambda x, y: x < y),
    "=?": (4, lambda x, y: x == y),
    "<=?": (4, lambda x, y: x <= y),
    "<?": (4, lambda x, y: x < y),
    "#": (5, Fraction),
    "+": (6, lambda x, y: x + y),
    "-": (6, lambda x, y: x - y),
    "||": (6, lambda p, q: p or q),
    "*": (7, lambda x, y: x * y),
    "/": (7, _divided),
    "&&": (7, lambda p, q: p and q),
}
"""How tightly an operation binds, and what it does. Those of the levels 0 to 2 are read from the right."""

CONSTANTS: dict[str, Any] = {
    "True": True,
    "S": lambda k: k + 1,
    "sum": lambda k: lambda f: sum((f(at) for at in range(k)), Fraction(0)),
    "power": lambda x: lambda k: Fraction(x) ** k,
    "distance": lambda j: lambda k: abs(j - k),
    "inject_Z": Fraction,
    "Z.of_nat": lambda k: k,
    "negb": lambda p: not p,
    "Qle_bool": lambda x: lambda y: x <= y,
    "Qeq_bool": lambda x: lambda y: x == y,
}


class Reader:
    """Read one statement, from left to right."""

    def __init__(self, text: str) -> None:
        self.tokens = [found for found in _TOKEN.findall(text) if not found.startswith("%")]
        assert "".join(_TOKEN.findall(text)) == re.sub(r"\s", "", text), text
        self.at = 0

    def sees(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def takes(self, *expected: str) -> str:
        found = self.sees()
        assert not expected or found in expected, f"{found!r} instead of {expected} in {' '.join(self.tokens)}"
        self.at += 1
        return found

    def binders(self) -> list[tuple[str, str]]:
        found = []
        while self.sees() not in (",", "=>"):
            bracket = self.sees() == "(" and self.takes()
            names = []
            while self.sees() not in (":", "=>"):
                names.append(self.takes())
            kind = ""
            while self.sees() not in (")", ",", "=>"):
                kind += self.takes()
            if bracket:
                self.takes(")")
            found += [(name, kind.removeprefix(":")) for name in names]
        self.takes(",", "=>")
        return found

    def whole(self, least: int = 0) -> Value:
        if self.sees() in ("forall", "exists"):
            every = self.takes() == "forall"
            return self.quantified(every, self.binders(), self.whole())
        if self.sees() == "fun":
            self.takes()
            names, body = [name for name, _ in self.binders()], self.whole()
            return _function(names, body)
        left = self.unary()
        while self.sees() in _BINARY and _BINARY[self.sees()][0] >= least:
            level, operation = _BINARY[self.takes()]
            right = self.whole(level if level < 3 else level + 1)
            left = lambda e, x=left, y=right, do=operation: do(x(e), y(e))  # type: ignore[misc]  # noqa: E731
        return left

    def quantified(self, every: bool, variables: list[tuple[str, str]], body: Value) -> Value:
        assert all(kind == "nat" for _, kind in variables)

        def holds(e: dict[str, Any], left: tuple[str, ...] = tuple(name for name, _ in variables)) -> bool:
            if not left:
                return bool(body(e))
            tried = (holds({**e, left[0]: k}, left[1:]) for k in NATURAL)
            return all(tried) if every else any(tried)

        return holds

    def unary(self) -> Value:
        if self.sees() in ("-", "~"):
            sign = self.takes()
            inner = self.whole(3 if sign == "~" else 7)
            return (lambda e: -inner(e)) if sign == "-" else (lambda e: not inner(e))
        found = self.atom()
        while re.match(r"[\w(]", self.sees()) and self.sees() not in ("then", "else"):
            argument = self.atom()
            found = lambda e, f=found, x=argument: f(e)(x(e))  # type: ignore[misc]  # noqa: E731
        return found

    def atom(self) -> Value:
        word = self.takes()
        if word == "(":
            found = self.whole()
            self.takes(")")
            return found
        if word == "if":
            condition = self.whole()
            self.takes("then")
            one = self.whole()
            self.takes("else")
            other = self.whole()
            return lambda e: one(e) if condition(e) else other(e)
        if word.isdigit():
            return lambda e: int(word)
        return lambda e: e[word] if word in e else CONSTANTS[word]


def _function(names: list[str], body: Value) -> Value:
    def found(e: dict[str, Any]) -> Any:
        if len(names) == 1:
            return lambda k: body({**e, names[0]: k})
        return lambda k: _function(names[1:], body)({**e, names[0]: k})

    return found


def read(statement: str) -> tuple[list[str], Value]:
    """Return the variables that a statement is about, in order, and the value of the rest for each of their values."""
    reader = Reader(statement)
    if reader.sees() != "forall" or reader.tokens[1] != "(":
        return [], reader.whole()
    reader.takes("forall")
    variables = [name for name, _ in reader.binders()]
    found = reader.whole()
    assert reader.at == len(reader.tokens), statement
    return variables, found
