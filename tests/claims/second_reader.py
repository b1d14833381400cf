"""An independent reader of printed formulas: it reads the text as a person would.

"and" joins more tightly than "or", and "or" than "⇒". A quantifier reaches to the end of its brackets. Products and
quotients are read from the left. A sum over a range ends at the next + or -. Values are as in `total_values`.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod
from typing import Any

WINDOW = range(-7, 12)
"""The integers that a quantifier tries: its condition must have bounds within them."""

RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "≤": lambda x, y: x <= y,
    "<": lambda x, y: x < y,
    "=": lambda x, y: x == y,
    "≥": lambda x, y: x >= y,
    ">": lambda x, y: x > y,
    "≠": lambda x, y: x != y,
}
EXPONENTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
NAME = r"[A-Za-zα-ω][A-Za-z0-9α-ω]*'*"
SORT = r"(?:every|all|the) (?:integers?|numbers?|vector|vectors|matrix|matrices|index maps?|sets?) "

Value = Callable[[dict[str, Any]], Any]


class Unread(Exception):  # noqa: N818
    """The text cannot be read."""


class Reader:
    """Read one text, from left to right. `names` are the definitions that may occur, by the word before "("."""

    def __init__(self, text: str, names: dict[str, Callable[..., Any]]) -> None:
        self.text, self.at, self.names = text, 0, names
        self.bars = 0

    def sees(self, *options: str) -> bool:
        return self.text.startswith(options, self.at)

    def takes(self, *options: str) -> str:
        for each in options:
            if self.sees(each):
                self.at += len(each)
                return each
        return ""

    def needs(self, expected: str) -> None:
        if not self.takes(expected):
            raise Unread(f"{expected!r} is missing at {self.text[self.at :]!r}")

    def matches(self, pattern: str) -> str:
        found = re.compile(pattern).match(self.text, self.at)
        if not found:
            return ""
        self.at = found.end()
        return found[0]

    # Formulas

    def formula(self) -> Value:
        if self.sees("∀", "∃"):
            return self.quantified()
        left = self.either()
        if self.takes(" ⇒ "):
            right = self.formula()
            return lambda e: not left(e) or right(e)
        if self.takes(" ⇔ "):
            other = self.either()
            return lambda e: bool(left(e)) == bool(other(e))
        return left

    def either(self) -> Value:
        found = [self.joined()]
        while self.takes(" or "):
            found.append(self.joined())
        return lambda e: any(each(e) for each in found)

    def joined(self) -> Value:
        found = [self.simple()]
        while self.takes(" and "):
            found.append(self.simple())
        return lambda e: all(each(e) for each in found)

    def simple(self) -> Value:
        if self.takes("¬("):
            inner = self.formula()
            self.needs(")")
            return lambda e: not inner(e)
        if self.sees("true"):
            self.needs("true")
            return lambda e: True
        start = self.at
        try:
            return self.chain()
        except Unread:
            self.at = start
            self.needs("(")
            found = self.formula()
            self.needs(")")
            return found

    def chain(self) -> Value:
        first = self.term()
        if sign := self.takes(" ∈ ", " ∉ "):
            members = self.atom()
            return lambda e: members(e)(first(e)) == (sign == " ∈ ")
        if said := self.matches(r"( is)?( not)? rising on \{0\.\."):
            end, wanted = self.term(), " not" not in said
            self.needs("}")
            return lambda e: all(first(e)(k) <= first(e)(k + 1) for k in range(int(end(e)))) == wanted
        parts: list[tuple[str, Value]] = []
        while (sign := self.matches(r" [≤<=≥>≠] ").strip()) != "":
            parts.append((sign, self.term()))
        if not parts:
            raise Unread(f"no relation at {self.text[self.at :]!r}")

        def holds(e: dict[str, Any]) -> bool:
            values = [first(e), *(each(e) for _, each in parts)]
            return all(RELATIONS[s](x, y) for (s, _), x, y in zip(parts, values, values[1:], strict=False))

        return holds

    def quantified(self) -> Value:
        every = self.takes("∀", "∃") == "∀"
        names = []
        while True:
            self.matches(r" ?integer ")
            names.append(self.matches(NAME))
            if not self.takes(", "):
                break
        guards: list[Value] = []
        if self.takes(" with "):
            guards.append(self.simple())
            while self.takes(", "):
                guards.append(self.simple())
        elif self.sees(" ≤ ", " < ", " ≥ ", " > ", " = ", " ∈ "):
            self.at -= len(names[-1])
            guards.append(self.simple())
        self.needs(": ")
        body = self.formula()

        def holds(e: dict[str, Any], left: Sequence[str] = tuple(names)) -> bool:
            if not left:
                meets = all(each(e) for each in guards)
                return (not meets or body(e)) if every else (meets and body(e))
            tried = (holds({**e, left[0]: k}, left[1:]) for k in WINDOW)
            return all(tried) if every else any(tried)

        return holds

    # Terms

    def term(self) -> Value:
        found = self.signed()
        while sign := self.takes(" + ", " - ", "+", "-"):
            x, y = found, self.product()
            found = (lambda e, x=x, y=y: x(e) + y(e)) if "+" in sign else (lambda e, x=x, y=y: x(e) - y(e))
        return found

    def signed(self) -> Value:
        if self.takes("-"):
            inner = self.product()
            return lambda e: -inner(e)
        return self.product()

    def product(self) -> Value:
        found = self.power()
        while True:
            if self.takes("·"):
                x, y = found, self.power()
                found = lambda e, x=x, y=y: x(e) * y(e)  # noqa: E731
            elif self.takes("/"):
                x, y = found, self.power()
                found = lambda e, x=x, y=y: _quotient(x(e), y(e))  # noqa: E731
            else:
                return found

    def power(self) -> Value:
        base = self.atom()
        if digits := self.matches("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"):
            by = int(digits.translate(EXPONENTS))
            return lambda e: _power(base(e), by)
        if self.takes("^"):
            exponent = self.atom()
            return lambda e: _power(base(e), exponent(e))
        return base

    def atom(self) -> Value:
        found = self.start()
        while self.takes("["):
            of, at = found, self.list("]")
            found = lambda e, of=of, at=at: of(e)(*(each(e) for each in at))  # noqa: E731
        return found

    def list(self, end: str, comma: str = ",") -> list[Value]:
        found = [self.term()]
        while self.takes(comma):
            found.append(self.term())
        self.needs(end)
        return found

    def start(self) -> Value:
        if self.takes("Σ_{", "Π_{"):
            sign = self.text[self.at - 3]
            name = self.matches(NAME)
            self.needs("=")
            low = self.term()
            self.needs("}^{")
            high = self.term()
            self.needs("} ")
            return _over(name, low, high, self.product(), _total if sign == "Σ" else _product)
        if sign := self.takes("min_{", "max_{"):
            low = self.term()
            self.needs("≤")
            name = self.matches(NAME)
            self.needs("≤")
            high = self.term()
            self.needs("} ")
            return _over(name, low, high, self.product(), _least if sign == "min_{" else _largest)
        if self.takes("|"):
            self.bars += 1
            inside = self.term()
            self.needs("|")
            self.bars -= 1
            return lambda e: abs(inside(e))
        if self.takes("⌊"):
            inside = self.term()
            self.needs("⌋")
            return lambda e: Fraction(inside(e) // 1)
        if self.takes("{"):
            return self.braces()
        if self.takes("("):
            return self.bracketed()
        if digits := self.matches("[0-9]+"):
            coefficient = int(digits)
            if re.match(r"[A-Za-zα-ω({]" if self.bars else r"[A-Za-zα-ω(|{]", self.text[self.at : self.at + 1]):
                of = self.atom()
                return lambda e: coefficient * of(e)
            return lambda e: Fraction(coefficient)
        name = self.matches(NAME)
        if not name:
            raise Unread(f"no term at {self.text[self.at :]!r}")
        if name in self.names and self.takes("("):
            arguments, function = self.list(")", ", "), self.names[name]
            return lambda e: function(*(each(e) for each in arguments))
        return lambda e: e[name]

    def bracketed(self) -> Value:
        start = self.at
        names = [self.matches(NAME)]
        if names[0] and self.takes(" ↦ "):
            body = self.term()
            self.needs(")")
            return lambda e: lambda k: body({**e, names[0]: k})
        self.at = start
        if self.takes("("):
            names = [self.matches(NAME)]
            while self.takes(","):
                names.append(self.matches(NAME))
            if all(names) and self.takes(") ↦ "):
                body = self.term()
                self.needs(")")
                return lambda e: lambda *at: body({**e, **dict(zip(names, at, strict=True))})
            self.at = start
        found = self.term()
        self.needs(")")
        return found

    def braces(self) -> Value:
        start = self.at
        name = self.matches(NAME)
        if name and self.takes(": "):
            condition = self.formula()
            self.needs("}")
            return lambda e: lambda k: condition({**e, name: k})
        self.at = start
        cases = []
        while True:
            value = self.term()
            if self.takes(" otherwise}"):
                break
            self.needs(" if ")
            cases.append((self.formula(), value))
            self.needs("; ")
        return lambda e: next((x(e) for c, x in cases if c(e)), None) if any(c(e) for c, _ in cases) else value(e)

    # Statements

    def statement(self) -> Value:
        given: list[Value] = []
        if self.takes("For "):
            while True:
                if not (self.matches(SORT) and self.matches(rf"{NAME}(, {NAME})*(?=, if |, |: | and )")):
                    given.append(self.chain())
                if not self.takes(" and ", ", ") or self.sees("if "):
                    break
        if self.takes("if ", ", if ", "If "):
            given.append(self.simple())
            while self.takes(" and "):
                given.append(self.simple())
        if self.at:
            self.needs(": ")
        goal = self.formula()
        return lambda e: not all(each(e) for each in given) or goal(e)


def _quotient(x: Any, y: Any) -> Any:
    return Fraction(0) if y == 0 else Fraction(x) / y


def _power(x: Any, y: Any) -> Any:
    return Fraction(0) if x == 0 and y < 0 else Fraction(x) ** int(y)


def _over(name: str, low: Value, high: Value, body: Value, gather: Callable[[list[Any]], Any]) -> Value:
    return lambda e: gather([body({**e, name: k}) for k in range(int(low(e)), int(high(e)) + 1)])


def _total(values: list[Any]) -> Any:
    return sum(values, Fraction(0))


def _product(values: list[Any]) -> Any:
    return prod(values, start=Fraction(1))


def _least(values: list[Any]) -> Any:
    return min(values, default=Fraction(0))


def _largest(values: list[Any]) -> Any:
    return max(values, default=Fraction(0))


def read(text: str, names: dict[str, Callable[..., Any]], kind: str = "formula") -> Value:
    """Return the function from values of the variables to the value of what the text says.

    `kind` is "formula", "term" or "statement". Raises: `Unread`.
    """
    reader = Reader(text, names)
    found: Value = getattr(reader, kind)()
    if reader.at != len(text):
        raise Unread(f"{text[reader.at :]!r} is left of {text!r}")
    return found
