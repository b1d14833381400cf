"""A strict checker of linear programs with proofs in the format VIPR, versions 1.0 and 1.1.

    python checkers/vipr.py FILE...

prints one line for each file: `accepted`, `rejected` or `malformed`, the file's name, and why. The exit code is 0 when
every file is accepted, 1 when one is rejected, 2 when one is malformed; 64 when no file is named.

It was written from the format's specification alone and shares no code with what exports such files. It reads all of a
file before it judges any of it, derives every constraint, and accepts only where something is claimed and all of the
claim is proved: the last derivation bounds the objective, or is absurd, and a solution attains the other bound. Integer
variables, and the derivations that need them, are beyond it.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

COUNT = re.compile(r"0|[1-9][0-9]{0,11}")
VALUE = re.compile(r"-?[0-9]+(?:\.[0-9]+|/0*[1-9][0-9]*)?")
SENSES = {"L": -1, "E": 0, "G": 1}

Terms = dict[int, Fraction]
Range = tuple[Fraction | None, Fraction | None]


class Malformed(Exception):  # noqa: N818
    """The text is not such a file."""


class Rejected(Exception):  # noqa: N818
    """The file does not prove what it claims."""


@dataclass(frozen=True)
class Constraint:
    """terms ≥ right where the sense is 1, = right where it is 0, ≤ right where it is -1."""

    sense: int
    right: Fraction
    terms: Terms

    def holds(self, solution: Terms) -> bool:
        return compares(dot(self.terms, solution), self.sense, self.right)

    @property
    def absurd(self) -> bool:
        return not self.terms and not compares(Fraction(0), self.sense, self.right)

    def dominates(self, other: "Constraint") -> bool:
        if self.absurd:
            return True
        if self.terms != other.terms or self.sense not in (0, other.sense):
            return False
        return compares(self.right, other.sense, other.right)


@dataclass(frozen=True)
class Derivation:
    """A constraint, by which multiples of earlier ones it is derived, and the last that may use it, -1 if not said."""

    constraint: Constraint
    multiples: Terms
    last: int


@dataclass(frozen=True)
class File:
    """What a file says; `claim` is None where it is that nothing is feasible."""

    variables: list[str]
    minimize: bool
    objective: Terms
    constraints: list[Constraint]
    claim: Range | None
    solutions: list[Terms]
    derivations: list[Derivation]


def compares(left: Fraction, sense: int, right: Fraction) -> bool:
    return left == right if sense == 0 else left * sense >= right * sense


def dot(terms: Terms, solution: Terms) -> Fraction:
    return sum((value * solution[at] for at, value in terms.items() if at in solution), Fraction(0))


# Reading


class Reader:
    """The words of a file, one after another."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        start = next((at for at, line in enumerate(lines) if not line.startswith("%")), len(lines))
        if start == len(lines) or lines[start].rstrip() not in ("VER 1.0", "VER 1.1"):
            raise Malformed(f"line {start + 1}: expected 'VER 1.0' or 'VER 1.1'")
        self.words: Iterator[tuple[int, str]] = (
            (number, word) for number, line in enumerate(lines[start + 1 :], start + 2) for word in line.split()
        )
        self.line = start + 1
        self.names: set[str] = set()

    def malformed(self, reason: str) -> Malformed:
        return Malformed(f"line {self.line}: {reason}")

    def word(self, *expected: str) -> str:
        found = next(self.words, None)
        if found is None:
            raise self.malformed(f"the file ends where {' or '.join(expected) or 'a word'} is expected")
        self.line, word = found
        if expected and word not in expected:
            raise self.malformed(f"expected {' or '.join(expected)}, not {word[:60]!r}")
        return word

    def count(self, word: str | None = None) -> int:
        word = self.word() if word is None else word
        if COUNT.fullmatch(word) is None:
            raise self.malformed(f"{word[:60]!r} is not a count or an index")
        return int(word)

    def index(self, bound: int) -> int:
        found = self.count()
        if found >= bound:
            raise self.malformed(f"there is no index {found}: they go up to {bound - 1}")
        return found

    def value(self, word: str | None = None) -> Fraction:
        word = self.word() if word is None else word
        if VALUE.fullmatch(word) is None:
            raise self.malformed(f"{word[:60]!r} is not a fraction or a decimal")
        return Fraction(word)

    def name(self) -> str:
        found = self.word()
        if found.startswith("%") or found in self.names:
            raise self.malformed(
                f"the name {found[:60]!r} is a comment's beginning, or stands for something else already"
            )
        self.names.add(found)
        return found

    def terms(self, bound: int, word: str | None = None) -> Terms:
        found: Terms = {}
        for _ in range(self.count(word)):
            at = self.index(bound)
            if at in found:
                raise self.malformed(f"the index {at} stands here twice")
            found[at] = self.value()
        return {at: value for at, value in found.items() if value}

    def constraint(self, variables: int, objective: Terms) -> Constraint:
        self.name()
        sense = SENSES[self.word(*SENSES)]
        right = self.value()
        word = self.word()
        return Constraint(sense, right, objective if word == "OBJ" else self.terms(variables, word))

    def claim(self) -> Range | None:
        if self.word("infeas", "range") == "infeas":
            return None
        low, high = self.word(), self.word()
        least = None if low == "-inf" else self.value(low)
        most = None if high == "inf" else self.value(high)
        if least is not None and most is not None and least > most:
            raise self.malformed("the range is empty")
        return least, most

    def derivation(self, variables: int, objective: Terms, before: int, all_of_them: int) -> Derivation:
        constraint = self.constraint(variables, objective)
        self.word("{")
        self.word("lin")
        multiples = self.terms(before)
        self.word("}")
        word = self.word()
        last = -1 if word == "-1" else self.count(word)
        if last >= all_of_them:
            raise self.malformed(f"there is no constraint {last}")
        return Derivation(constraint, multiples, last)


def read(text: str) -> File:
    """Read a file, or raise `Malformed`."""
    words = Reader(text)
    words.word("VAR")
    variables = [words.name() for _ in range(words.count())]
    size = len(variables)
    words.names.clear()
    words.word("INT")
    if words.count():
        raise words.malformed("there are integer variables, which this checker knows nothing of")
    words.word("OBJ")
    minimize = words.word("min", "max") == "min"
    objective = words.terms(size)
    words.word("CON")
    number, bounds = words.count(), words.count()
    constraints = [words.constraint(size, objective) for _ in range(number)]
    if bounds > number or any(len(constraint.terms) != 1 for constraint in constraints[:bounds]):
        raise words.malformed(f"the first {bounds} constraints are not bounds of one variable each")
    words.word("RTP")
    claim = words.claim()
    words.word("SOL")
    solutions = []
    for _ in range(words.count()):
        words.word()
        solutions.append(words.terms(size))
    words.word("DER")
    derived = words.count()
    derivations = [words.derivation(size, objective, number + at, number + derived) for at in range(derived)]
    for _, word in words.words:
        raise words.malformed(f"the file goes on with {word[:60]!r}")
    return File(variables, minimize, objective, constraints, claim, solutions, derivations)


# Judging


def combined(known: list[Constraint], multiples: Terms) -> Constraint:
    """Return the sum of these multiples of constraints, which must all point in one direction."""
    terms: Terms = {}
    right = Fraction(0)
    senses = {0}
    for at, multiple in multiples.items():
        constraint = known[at]
        senses.add(constraint.sense if multiple > 0 else -constraint.sense)
        right += multiple * constraint.right
        for variable, value in constraint.terms.items():
            terms[variable] = terms.get(variable, Fraction(0)) + multiple * value
    if senses >= {-1, 1}:
        raise Rejected(f"constraint {len(known)}: the multiples add up inequalities of both directions")
    return Constraint(sum(senses), right, {variable: value for variable, value in terms.items() if value})


def derive(file: File) -> Constraint | None:
    """Check every derivation, and return the last constraint."""
    known = list(file.constraints)
    lasts: dict[int, int] = {}
    for derivation in file.derivations:
        here = len(known)
        for at in derivation.multiples:
            if 0 <= lasts.get(at, -1) < here:
                raise Rejected(f"constraint {here} uses constraint {at}, which was to be used up to {lasts[at]} only")
        if not combined(known, derivation.multiples).dominates(derivation.constraint):
            raise Rejected(f"constraint {here} does not follow from the multiples that are given")
        lasts[here] = derivation.last
        known.append(derivation.constraint)
    return known[-1] if file.derivations else None


def check(text: str) -> str:
    """Return what a file proves, or raise `Malformed` or `Rejected`."""
    file = read(text)
    for number, solution in enumerate(file.solutions):
        for at, constraint in enumerate(file.constraints):
            if not constraint.holds(solution):
                raise Rejected(f"solution {number} does not satisfy constraint {at}")
    last = derive(file)
    if file.claim is None:
        if last is None or not last.absurd:
            raise Rejected("the last derivation is not absurd")
        return "no solution"
    least, most = file.claim
    if least is None and most is None:
        raise Rejected("nothing is claimed")
    sense = 1 if file.minimize else -1
    bound, attained = (least, most) if file.minimize else (most, least)
    if bound is not None and (last is None or not last.dominates(Constraint(sense, bound, file.objective))):
        raise Rejected(f"the last derivation does not bound the objective by {short(bound)}")
    values = [dot(file.objective, solution) for solution in file.solutions]
    if attained is not None and not any(compares(attained, sense, value) for value in values):
        raise Rejected(f"no solution has a value as good as {short(attained)}")
    what = "minimum" if file.minimize else "maximum"
    if least is not None and least == most:
        return f"the {what} is {short(least)}"
    return f"the {what} is from {'-inf' if least is None else short(least)} to {'inf' if most is None else short(most)}"


def short(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:24]}...{text[-24:]}"


def judge(data: bytes) -> tuple[str, str]:
    """Return the verdict about a file, and why."""
    try:
        return "accepted", check(data.decode("ascii"))
    except Rejected as error:
        return "rejected", str(error)
    except Malformed as error:
        return "malformed", str(error)
    except UnicodeDecodeError:
        return "malformed", "the file is not ASCII"


def main(paths: list[str]) -> int:
    if not paths:
        print("usage: python vipr.py FILE...", file=sys.stderr)
        return 64
    # Python refuses to read or write integers of more than 4,300 digits unless it is told not to.
    sys.set_int_max_str_digits(0)
    worst = 0
    for path in paths:
        try:
            verdict, why = judge(Path(path).read_bytes())
        except OSError as error:
            verdict, why = "malformed", error.strerror or "it cannot be read"
        print(f"{verdict} {path}: {why}")
        worst = max(worst, ("accepted", "rejected", "malformed").index(verdict))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
