"""The trusted checker: it reads one certificate, recomputes every number in it, and accepts it, or says why not.

    python -I -S kernel.py [--short] FILE

prints a verdict and ends with 0 (accepted), 1 (rejected: the proof does not prove the statement) or 2 (malformed: not a
certificate; or not judged: the file cannot be read, or memory or time ran out). After `accepted` it prints the lines of
the statement, which is the theorem that was proved, and their SHA-256. `--short` leaves out the lines. This file needs
nothing else of the package, and trusts no program that wrote the certificate.

A row is stored as (D, [N0, N1, …]): integers over its least common denominator. So every check compares products of
integers. Indices count from 0: i and k are inputs, r is a response. The whole file is read before it is checked.
"""

import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, islice
from math import gcd, lcm
from operator import mul
from typing import Union, cast

try:
    import resource
except ImportError:  # this system has no limits to set
    resource = None  # type: ignore[assignment]

BYTES = 2**30  # the longest file
ENTRIES = 2**24  # the largest matrix
PAIRS = 2**20  # the most pairs of neighbours
DECIMAL = 10**40  # integers of this size or larger are written in hexadecimal
EXPONENT = 64  # the largest numerator and denominator of a loss's exponent
CHUNK = 2**20  # how many bytes of a file are read at once
LARGE = 50 * 10**6  # per this many bytes of a file, rounded up, the command allows
MEMORY = 4 * 10**9  # this many bytes of memory
SECONDS = 120  # and this many seconds of processor time

INTEGER = re.compile(rb"0|-?[1-9][0-9]{0,39}|-?0x[1-9a-f][0-9a-f]*")

Row = tuple[int, list[int]]
Pair = tuple[int, int]


class Malformed(Exception):  # noqa: N818
    """The bytes are not a certificate."""


class Rejected(Exception):  # noqa: N818
    """The certificate is well formed, but its proof does not prove its statement."""


def ensure(condition: bool, reason: str) -> None:
    """Reject a proof that does not satisfy this condition, for this reason."""
    if not condition:
        raise Rejected(reason)


@dataclass(frozen=True)
class Mechanism:
    """A matrix as a certificate gives it: by its rows, or as G_{n,level}·T by the rows of T."""

    height: int
    width: int
    given: list[Row] = field(default_factory=list)
    level: Fraction | None = None

    @cached_property
    def rows(self) -> list[Row]:
        if self.level is None:
            return self.given
        denominator, columns = blurred(self.level, self.given)
        return [lowest(denominator, row) for row in zip(*columns, strict=True)]


@dataclass(frozen=True)
class Privacy:
    """What "α-private" means in a statement: the neighbours, by name and as pairs (i, k), i < k; α; and δ, or 0."""

    name: str
    pairs: list[Pair]
    alpha: Fraction
    delta: Fraction = Fraction(0)

    @cached_property
    def both_ways(self) -> dict[Pair, None]:
        """The pairs in both orders, as an ordered set."""
        return dict.fromkeys([*self.pairs, *((k, i) for i, k in self.pairs)])

    @property
    def is_path(self) -> bool:
        """Whether the privacy inequalities of a column are just x_i ≥ α·x_{i+1} and x_{i+1} ≥ α·x_i, with α > 0."""
        return self.name == "path" and self.alpha > 0


@dataclass(frozen=True)
class Surd:
    """The number Σ_e parts[e]·e^(1/Q). A comparison finds the sign of a difference, from bounds of these roots."""

    parts: Mapping[int, int | Fraction]
    bounds: Mapping[int, Pair]

    def __add__(self, other: "Number") -> "Surd":
        parts: dict[int, int | Fraction] = dict(self.parts)
        for e, v in (other.parts if isinstance(other, Surd) else {1: other}).items():
            parts[e] = parts.get(e, 0) + v
        return Surd(parts, self.bounds)

    __radd__ = __add__

    def __mul__(self, factor: int | Fraction) -> "Surd":
        return Surd({e: v * factor for e, v in self.parts.items()}, self.bounds)

    def sign(self) -> int | Fraction:
        """Return a number with the same sign."""
        low = sum(v * self.bounds[e][v < 0] for e, v in self.parts.items())
        high = sum(v * self.bounds[e][v > 0] for e, v in self.parts.items())
        ensure(low > 0 or high < 0 or not any(self.parts.values()), "the roots have too few digits to tell a sign")
        return low

    def __bool__(self) -> bool:
        return self.sign() != 0

    def __lt__(self, other: "Number") -> bool:
        return (self + other * -1).sign() < 0

    def __gt__(self, other: "Number") -> bool:
        return (self + other * -1).sign() > 0


Number = Union[int, Fraction, Surd]  # noqa: UP007 (PyPy evaluates it as Python 3.9 does)
"""A rational number, or a `Surd` if the loss has roots: with +, <, >, its truth value, and * by a rational number."""


@dataclass(frozen=True)
class Loss:
    """l(i, r) is table[i][r] over the denominator. The bounds a ≤ 2^B·e^(1/degree) ≤ b are those of its radicands e.

    The first radicand is 1. If it is the only one, the numbers are integers.
    """

    table: Sequence[Sequence[Number]]
    denominator: int = 1
    degree: int = 1
    bounds: dict[int, Pair] = field(default_factory=lambda: {1: (1, 1)})

    def number(self, parts: Sequence[int]) -> Number:
        return parts[0] if len(self.bounds) == 1 else Surd(dict(zip(self.bounds, parts, strict=True)), self.bounds)


@dataclass(frozen=True)
class Constraint:
    """Σ entries[i, r]·x_ir ≥ right, or = right if it is `exact`."""

    exact: bool
    right: int
    entries: dict[Pair, int]


@dataclass(frozen=True)
class Problem:
    """Which mechanisms are compared, for a user with a prior or side information (the `inputs`); the stated value."""

    height: int
    width: int
    privacy: Privacy
    loss: Loss
    prior: Row | None
    inputs: list[int]
    constraints: list[Constraint]
    value: Number = 0


@dataclass(frozen=True)
class Dual:
    """The user's or another prior; prices of rows, constraints and, by response, neighbours; over one denominator."""

    denominator: int
    prior: Row
    weights: list[Number]
    multipliers: list[Number]
    flows: list[list[tuple[int, int, Number]]]


Face = tuple[list[Pair], list[int]]
"""Of one column: ties (pairs of inputs with an inequality that is an equality), and zeros (inputs)."""

Unknown = tuple[list[Pair], list[tuple[int, int, int]]]
"""Its coefficient in each row's equation, and what it adds to each entry (i, r) if it is 1, up to one factor."""


@dataclass(frozen=True)
class Accepted:
    """What was proved: the kind, the mechanism as read, and the statement's lines."""

    kind: str
    mechanism: Mechanism | None
    statement: bytes

    @property
    def digest(self) -> str:
        return sha256(self.statement).hexdigest()


# Reading
#
# Each word is the keyword expected at its place, or the only spelling of the value that is read. So the lines of a
# statement say exactly what the kernel read.


class Reader:
    """A reader of the lines of a certificate, in order. Each line must have exactly the form expected at its place."""

    def __init__(self, data: bytes) -> None:
        if len(data) > BYTES or not data.isascii():
            raise Malformed(f"the file is longer than {BYTES} bytes, or not ASCII")
        self.data = data
        self.start = 0
        self.line = 0
        self.statement = b""

    def require(self, condition: bool, reason: str, word: bytes = b"") -> None:
        if not condition:
            shown = f": {repr(word[:60])[1:]}" if word else ""
            raise Malformed(f"line {self.line}: {reason}{shown}")

    def words(self, keyword: str, count: int) -> list[bytes]:
        """Return the `count` words that follow the keyword on the next line."""
        self.line += 1
        end = self.data.find(b"\n", self.start)
        found = self.data[self.start : end].split(b" ", count + 1)
        if end < 0 or found[0] != keyword.encode() or len(found) != count + 1:
            after = f"{count} {'word' if count == 1 else 'words'} after it"
            raise Malformed(f"line {self.line}: expected '{keyword}' and {after}")
        self.start = end + 1
        return found[1:]

    def integer(self, word: bytes) -> int:
        self.require(INTEGER.fullmatch(word) is not None, "this is not an integer in its one spelling", word)
        value = int(word, 16 if b"x" in word else 10)
        self.require(b"x" not in word or abs(value) >= DECIMAL, "an integer below 10^40 is written in decimal", word)
        return value

    def index(self, word: bytes, bound: int) -> int:
        value = self.integer(word)
        self.require(0 <= value < bound, f"this is not from 0 to {bound - 1}", word)
        return value

    def fraction(self, word: bytes) -> Fraction:
        numerator, slash, rest = word.partition(b"/")
        p, q = self.integer(numerator), self.integer(rest) if slash else 1
        lowest_terms = gcd(p, q) == 1 and (q > 1 or not slash)
        self.require(0 <= p <= q and lowest_terms, "this is not a number from 0 to 1 in lowest terms", word)
        return Fraction(p, q)

    def integers(self, keyword: str, count: int) -> list[int]:
        return [self.integer(word) for word in self.words(keyword, count)]

    def indices(self, keyword: str, *bounds: int) -> list[int]:
        return [self.index(*each) for each in zip(self.words(keyword, len(bounds)), bounds, strict=True)]

    def count(self, keyword: str, most: int = ENTRIES) -> int:
        return self.indices(keyword, most + 1)[0]

    def level(self, keyword: str) -> Fraction:
        (word,) = self.words(keyword, 1)
        return self.fraction(word)

    def row(self, width: int, keyword: str = "row") -> Row:
        denominator, *row = self.integers(keyword, width + 1)
        self.require(denominator >= 1 and gcd(denominator, *row) == 1, "the denominator is not the least positive one")
        return denominator, row

    def size(self, first: bytes, second: bytes) -> Pair:
        height, width = self.index(first, ENTRIES + 1), self.index(second, ENTRIES + 1)
        self.require(1 <= height * width <= ENTRIES, f"a matrix has from 1 to {ENTRIES} entries")
        return height, width

    def mechanism(self, role: str) -> Mechanism:
        form, first, second = self.words(role, 3)
        if form == b"matrix":
            height, width = self.size(first, second)
            return Mechanism(height, width, [self.row(width) for _ in range(height)])
        self.require(form in (b"geometric", b"remap"), f"expected '{role}' matrix, geometric or remap")
        size, level = self.index(first, ENTRIES) + 1, self.fraction(second)
        self.require(size > 1 and size**2 <= ENTRIES, "n is below 1 or too large")
        if form == b"geometric":
            return Mechanism(size, size, [(1, [int(k == r) for r in range(size)]) for k in range(size)], level)
        width, count = self.count("responses"), self.count("entries")
        (common,) = self.integers("common", 1)
        self.require(1 <= size * width <= ENTRIES, f"a remap has from 1 to {ENTRIES} entries")
        cells = self.sparse("entry", count, size, width)
        self.require(all(0 < t <= common for t in cells.values()), "an entry of the remap is not positive, or above 1")
        self.require(common >= 1 and gcd(common, *cells.values()) == 1, "the denominator is not the least positive one")
        remap = [(common, [0] * width) for _ in range(size)]
        for (k, r), t in cells.items():
            remap[k][1][r] = t
        return Mechanism(size, width, remap, level)

    def entries(self, keyword: str, count: int, *bounds: int, more: int = 1) -> Iterator[tuple[Pair, list[bytes]]]:
        """Read places in a matrix, in increasing order, each with `more` words after it."""
        last = (-1, -1)
        for _ in range(count):
            first, second, *words = self.words(keyword, 2 + more)
            place = self.index(first, bounds[0]), self.index(second, bounds[1])
            self.require(last < place, "the entries are not in increasing order")
            yield place, words
            last = place

    def sparse(self, keyword: str, count: int, height: int, width: int) -> dict[Pair, int]:
        """Read entries of a matrix. The other entries are 0."""
        return {place: self.integer(word) for place, (word,) in self.entries(keyword, count, height, width)}

    def matching(self, role: str, height: int, width: int | None = None) -> Mechanism:
        """Read a matrix that must have this height and, if it is given, this width."""
        found = self.mechanism(role)
        self.require(found.height == height and width in (None, found.width), f"the matrix '{role}' has another size")
        return found

    def privacy(self, size: int, kind: str = "") -> Privacy:
        (word,) = self.words("neighbours", 1)
        name = word.decode()
        if name == "edges":
            pairs = [pair for pair, _ in self.entries("edge", self.count("edges", PAIRS), size, size, more=0)]
            self.require(all(i < k for i, k in pairs), "an edge names its smaller input first")
        else:
            self.require(name in GRAPHS and GRAPHS[name][0](size), "there is no such graph on so many inputs", word)
            above = GRAPHS[name][1]
            pairs = list(islice(((i, k) for i in range(size) for k in above(size, i) if i < k < size), PAIRS + 1))
            self.require(len(pairs) <= PAIRS, f"there are more than {PAIRS} pairs of neighbours")
        alpha = self.level("alpha")
        return Privacy(name, pairs, alpha, self.level("delta") if "approximately" in kind else Fraction(0))

    def problem(self, height: int, width: int, kind: str) -> Problem:
        """Read what a statement of this kind says about optima, after its matrices."""
        free = Loss([[0] * width] * height), (1, [1] + [0] * (height - 1)), [0]  # of costs
        compared = kind != "interaction"
        privacy = self.privacy(height) if compared else Privacy("none", [], Fraction(0))
        loss, prior, inputs = self.user(height, width) if kind != "infeasible" else free
        constraints = self.constraints(height, width) if compared else []
        value: Number = 0
        if kind not in ("not-optimal", "infeasible"):
            denominator, parts = self.row(len(loss.bounds), "value")
            value = loss.number(parts) * Fraction(1, denominator)
        return Problem(height, width, privacy, loss, prior, inputs, constraints, value)

    def user(self, height: int, width: int) -> tuple[Loss, Row | None, list[int]]:
        (kind,) = self.words("user", 1)
        self.require(kind in (b"bayesian", b"minimax"), "expected 'user bayesian' or 'user minimax'")
        loss = self.loss(height, width)
        if kind == b"bayesian":
            return loss, self.prior(height), list(range(height))
        self.require(len(loss.bounds) == 1, "a minimax consumer's loss is rational")
        marks = self.indices("inputs", *[2] * height)
        self.require(any(marks), "no input is marked by 1")
        return loss, None, [i for i, mark in enumerate(marks) if mark]

    def prior(self, height: int) -> Row:
        denominator, prior = self.row(height, "prior")
        self.require(min(prior) >= 0 and sum(prior) == denominator, "the prior is negative or does not sum to 1")
        return denominator, prior

    def loss(self, height: int, width: int) -> Loss:
        (name,) = self.words("loss", 1)
        if name == b"table":
            common, table = over_one_denominator([self.row(width) for _ in range(height)])
            return Loss(table, common)
        denominator, degree, bounds = 1, 1, {1: (1, 1)}
        differences, values = range(1 - height, width), list[Number]()  # of r and i
        if name == b"power":
            p, degree = self.indices("exponent", EXPONENT + 1, EXPONENT + 1)
            fraction = p > 0 < degree and gcd(p, degree) == 1
            self.require(fraction, "the exponent is not a positive fraction in lowest terms")
            powers = [radical(d, p, degree) for d in range(max(height, width))]
            bounds = dict.fromkeys(sorted({e for _, e in powers}), (0, 0))
            found = [powers[abs(d)] for d in differences]
            values = [c if len(bounds) == 1 else Surd({e: c}, bounds) for c, e in found]
        elif name == b"threshold":
            (threshold,) = self.integers("above", 1)
            values = [int(abs(d) > threshold) for d in differences]
        else:
            self.require(name == b"asymmetric", "expected a loss: power, threshold, asymmetric or table")
            denominator, (over, under) = self.row(2, "slopes")
            values = [over * d if d > 0 else -under * d for d in differences]
        return Loss([values[at : at + width] for at in reversed(range(height))], denominator, degree, bounds)

    def constraints(self, height: int, width: int) -> list[Constraint]:
        found = []
        for _ in range(self.count("constraints")):
            sense, right, size = self.words("constraint", 3)
            self.require(sense in (b"exactly", b"least"), "expected 'constraint exactly' or 'constraint least'")
            entries = self.sparse("entry", self.index(size, height * width + 1), height, width)
            self.require(all(entries.values()), "an entry of the constraint is 0")
            found.append(Constraint(sense == b"exactly", self.integer(right), entries))
        return found

    def dual(self, problem: Problem) -> Dual:
        loss, privacy, parts = problem.loss, problem.privacy, len(problem.loss.bounds)
        (denominator,) = self.integers("dual", 1)
        self.require(denominator >= 1, "the dual's denominator is not positive")
        prior = problem.prior or (denominator, self.integers("prior", problem.height))
        weights = [loss.number(self.integers("weights", parts)) for _ in range(problem.height)]
        multipliers = [loss.number(self.integers("multiplier", parts)) for _ in problem.constraints]
        flows: list[list[tuple[int, int, Number]]] = [[] for _ in range(problem.width)]
        for _ in range(0 if privacy.is_path else self.count("flows", ENTRIES if privacy.alpha > 0 else 0)):
            r, i, k, *flow = self.integers("flow", 3 + parts)
            self.require(0 <= r < problem.width and (i, k) in privacy.both_ways, "a flow is not between neighbours")
            flows[r].append((i, k, loss.number(flow)))
        return Dual(denominator, prior, weights, multipliers, flows)

    def proof(self, loss: Loss | None = None) -> None:
        """Read the line that ends the statement and starts the proof, and bounds of the loss's roots if it has any."""
        self.statement = self.data[: self.start]
        self.words("proof", 0)
        if loss is None or len(loss.bounds) == 1:
            return
        digits, *floors = self.integers("roots", len(loss.bounds) + 1)
        self.require(0 <= digits < 2**20, "the roots are to be given to fewer than 2^20 binary digits")
        for e, floor in zip(loss.bounds, floors, strict=True):
            power, radicand = floor**loss.degree, e << digits * loss.degree
            self.require(power <= radicand < (floor + 1) ** loss.degree, f"this is not the root of {e}, rounded down")
            loss.bounds[e] = (floor, floor if power == radicand else floor + 1)

    def end(self) -> None:
        """Read the last line, which counts the lines before it."""
        lines = self.line
        (count,) = self.words("end", 1)
        self.require(self.integer(count) == lines, f"there are {lines} lines before this one")
        self.require(self.start == len(self.data), "something stands after this line")


GRAPHS: dict[str, tuple[Callable[[int], bool], Callable[[int, int], Iterable[int]]]] = {
    "path": (lambda size: True, lambda size, i: [i + 1]),
    "complete": (lambda size: True, lambda size, i: range(size)),
    "cycle": (lambda size: size >= 3, lambda size, i: [i + 1] if i else [1, size - 1]),
    "hypercube": (lambda size: size & (size - 1) == 0, lambda size, i: [i | 1 << b for b in range(size.bit_length())]),
}
"""Whether each graph exists on `size` inputs, and numbers: those from i + 1 to size - 1 are neighbours of i."""


# Matrices


def product(y: Mechanism, z: Mechanism) -> Mechanism:
    """Return y·z, as a remap of G if y is one."""
    common, right = over_one_denominator(z.rows)
    remapped = []
    for denominator, row in y.given:
        total = [0] * z.width
        for t, other in zip(row, right, strict=True):
            if t:
                total = [u + t * v for u, v in zip(total, other, strict=True)]
        remapped.append(lowest(denominator * common, total))
    return Mechanism(y.height, z.width, remapped, y.level)


def blurred(alpha: Fraction, given: list[Row]) -> tuple[int, Iterator[list[int]]]:
    """Return a denominator, and the columns of G_{n,α}·T over it, where T is given by its rows."""
    # G has α^|i-k|·c_k, where c_k = 1/(1+α) in columns 0 and n, and (1-α)/(1+α) in the others. For each column t of T,
    # Σ_k α^|i-k|·c_k·t_k is summed by Horner's rule from both ends: the terms with k ≤ i, and those with k ≥ i. All
    # are times q^n, where α = p/q: so each quotient by q is exact.
    common, remap = over_one_denominator(given)
    n, p, q = len(remap) - 1, alpha.numerator, alpha.denominator
    scales = [q ** (n + 1) if k in (0, n) else (q - p) * q**n for k in range(n + 1)]

    def column(t: Iterable[int]) -> list[int]:
        terms = [scale * v for scale, v in zip(scales, t, strict=True)]
        before, after = (accumulate(each, lambda u, term: u * p // q + term) for each in (terms, reversed(terms)))
        return [u + v - term for u, v, term in zip(before, reversed([*after]), terms, strict=True)]

    return (q + p) * q**n * common, map(column, zip(*remap, strict=True))


def means(x: Mechanism, table: Sequence[Sequence[Number]]) -> list[Number]:
    """Return Σ_r table[i][r]·x_ir for each i."""
    if x.level is None:
        return [sum(map(mul, numbers, row)) * Fraction(1, d) for numbers, (d, row) in zip(table, x.given, strict=True)]
    denominator, columns = blurred(x.level, x.given)  # without a matrix of long numbers
    found: list[Number] = [0] * x.height
    for numbers, column in zip(zip(*table, strict=True), columns, strict=True):
        found = [total + number * v for total, number, v in zip(found, numbers, column, strict=True)]
    return [total * Fraction(1, denominator) for total in found]


def lowest(denominator: int, row: Sequence[int]) -> Row:
    common = gcd(denominator, *row)
    return denominator // common, [entry // common for entry in row]


def over_one_denominator(rows: Sequence[Row]) -> tuple[int, list[list[int]]]:
    common = lcm(*(denominator for denominator, _ in rows))
    return common, [[common // denominator * entry for entry in row] for denominator, row in rows]


def radical(d: int, p: int, q: int) -> Pair:
    """Return c, e with d^p = c^q·e, where no q-th power above 1 divides e."""
    if d == 0 or q == 1:
        return d**p, 1
    c, e, factor = 1, d**p, 2
    while factor**q <= e:
        if e % factor**q == 0:
            c, e = c * factor, e // factor**q
        else:
            factor += 1
    return c, e


def check_stochastic(x: Mechanism, name: str) -> None:
    # The sums of the rows of G·T are G times those of T. It has no negative entry, as neither G nor T has any.
    sums = Mechanism(x.height, 1, [lowest(d, [sum(row)]) for d, row in x.given], x.level)
    for i, ((_, row), total) in enumerate(zip(x.given, sums.rows, strict=True)):
        ensure(min(row) >= 0 and total == (1, [1]), f"{name}: row {i} has a negative entry or does not sum to 1")


def stochastic(x: Mechanism, text: Reader, kind: str) -> None:
    text.proof()
    text.end()
    check_stochastic(x, "the mechanism")


# Privacy: linear forms, and their witnesses
#
# x is α-private when the form α·x_ir - x_kr is ≤ 0 for all neighbours i, k, in both orders, and all responses r, and
# (α, δ)-private when α·P(S) - Q(S) ≤ α·δ for all sets S of responses, where P and Q are rows i and k. The best S has
# the responses with positive forms. So positive forms of a sum above α·δ prove that x is not private. A larger α
# raises a form with x_ir > 0, so such a form that is 0 proves that x is private at no larger α.


def forms(rows: list[Row], i: int, k: int, alpha: Fraction) -> Row:
    """Return α·x_ir - x_kr for every r, over one denominator."""
    a, b = alpha.numerator * rows[k][0], alpha.denominator * rows[i][0]
    common = gcd(a, b)
    a, b = a // common, b // common
    return b * rows[k][0], [a * x - b * y for x, y in zip(rows[i][1], rows[k][1], strict=True)]


def excess(rows: list[Row], i: int, k: int, alpha: Fraction) -> Fraction:
    """Return Σ_r max(0, α·x_ir - x_kr)."""
    denominator, row = forms(rows, i, k, alpha)
    return Fraction(sum(form for form in row if form > 0), denominator)


def check_private(x: Mechanism, privacy: Privacy, name: str) -> None:
    check_stochastic(x, name)
    most = privacy.alpha * privacy.delta
    for i, k in privacy.both_ways:
        ensure(excess(x.rows, i, k, privacy.alpha) <= most, f"{name} is not alpha-private on inputs {i} and {k}")


def private(x: Mechanism, text: Reader, kind: str) -> None:
    privacy = text.privacy(x.height, kind)
    text.proof()
    # No level is above 1, so the level 1 needs no witness.
    witnesses = [text.indices("at", x.height, x.height, x.width)] if kind == "level" and privacy.alpha < 1 else []
    text.end()
    check_private(x, privacy, "the mechanism")
    for i, k, r in witnesses:
        ensure((i, k) in privacy.both_ways, f"inputs {i} and {k} are not neighbours")
        equal = forms(x.rows, i, k, privacy.alpha)[1][r] == 0
        ensure(x.rows[i][1][r] > 0 and equal, f"response {r} on inputs {i} and {k} allows a larger alpha")


def not_private(x: Mechanism, text: Reader, kind: str) -> None:
    privacy = text.privacy(x.height, kind)
    text.proof()
    size = (x.height, x.height)
    i, k, *at = text.indices("at", *size, x.width) if kind == "not-private" else text.indices("between", *size)
    text.end()
    check_stochastic(x, "the mechanism")
    ensure((i, k) in privacy.both_ways, f"inputs {i} and {k} are not neighbours")
    denominator, row = forms(x.rows, i, k, privacy.alpha)
    found = sum(max(0, row[r]) for r in at or range(x.width))
    ensure(found > privacy.alpha * privacy.delta * denominator, f"inputs {i} and {k} do not break privacy")


# Remaps: a lower bound on the loss of the best remap
#
# Theorem. Let y be a mechanism and c_r[i] a cost of response r on input i. For every stochastic T, with x = y·T,
# Σ_ir c_r[i]·x_ir = Σ_k Σ_r T_kr·(Σ_i c_r[i]·y_ik) ≥ Σ_k min_r Σ_i c_r[i]·y_ik, and some T gives equality.
# Proof. Row k of T is a distribution: the mean of the costs of reading response k as r is at least the least of them.
# So if x costs less than this bound, the costs prove that x is not a remap of y. For c_r[i] = p_i·l(i, r) the bound is
# the least loss of a user of y with the prior p. A minimax consumer loses at least as much, for any prior p on its side
# information: the largest of its expected losses is at least their mean.


def derivable(x: Mechanism, text: Reader, kind: str) -> None:
    source = text.matching("from", x.height)
    text.proof()
    (common,) = text.integers("remap", 1)
    text.require(source.width * x.width <= ENTRIES, f"a remap has up to {ENTRIES} entries")
    remap = Mechanism(source.width, x.width, [(common, text.integers("row", x.width)) for _ in range(source.width)])
    text.end()
    ensure(common >= 1, "the remap's denominator is not positive")
    check_stochastic(x, "the mechanism")
    check_stochastic(source, "the source")
    check_stochastic(remap, "the remap")
    ensure(product(source, remap).rows == x.rows, "the remap gives another matrix than the mechanism")


def best_remap(y: Mechanism, costs: list[list[Number]]) -> Number:
    """Return Σ_k min_r Σ_i c_r[i]·y_ik, where c_r are the costs of response r."""
    common, rows = over_one_denominator(y.rows)
    least: Number = sum(min(sum(map(mul, cost, column)) for cost in costs) for column in zip(*rows, strict=True))
    return least * Fraction(1, common)


def not_derivable(x: Mechanism, text: Reader, kind: str) -> None:
    source = text.matching("from", x.height)
    text.proof()
    losses = text.sparse("loss", text.count("losses", x.height * x.width), x.width, x.height)
    text.end()
    check_stochastic(x, "the mechanism")
    check_stochastic(source, "the source")
    # An extra response with costs 0 loses nothing: a number added to all costs of an input is added on both sides.
    responses = [-1, *sorted({r for r, _ in losses})]
    costs: list[list[Number]] = [[losses.get((r, i), 0) for i in range(x.height)] for r in responses]
    value = sum(Fraction(w * x.rows[i][1][r], x.rows[i][0]) for (r, i), w in losses.items())
    ensure(value < best_remap(source, costs), "the mechanism's loss is not below the best remap's")


def interaction(x: Mechanism, text: Reader, kind: str) -> None:
    remap = text.matching("remap", x.width)
    problem = text.problem(x.height, remap.width, kind)
    text.proof(problem.loss)
    denominator, prior = problem.prior or text.prior(x.height)
    text.end()
    check_stochastic(x, "the mechanism")
    check_stochastic(remap, "the remap")
    ensure({i for i, p in enumerate(prior) if p} <= set(problem.inputs), "the prior leaves the side information")
    ensure(not problem.value < loss_of(product(x, remap), problem), "the remap loses more than the value")
    costs = [list(map(mul, losses, prior)) for losses in zip(*problem.loss.table, strict=True)]
    least = best_remap(x, costs) * Fraction(1, denominator * problem.loss.denominator)
    ensure(not least < problem.value, "a better remap is not excluded")


# Optima: weak duality over a cone
#
# Let K be the cone of the columns x ≥ 0 with α·x_i ≤ x_k for all neighbours i, k, and c_r[i] = p_i·l(i, r) the cost of
# response r on input i, for the user's prior p, or any prior on the consumer's side information. Let w_i and y_c be
# numbers, y_c ≥ 0 unless constraint c is exact, such that d_r = c_r - w - Σ_c y_c·a_c,r has ⟨d_r, x⟩ ≥ 0 on K.
# Theorem. No α-private mechanism that satisfies the constraints loses less than Σ_i w_i + Σ_c y_c·b_c.
# Proof. Its columns x_r are in K, its rows sum to 1, and Σ_r ⟨a_c,r, x_r⟩ is at least b_c, or b_c where c is exact. So
# 0 ≤ Σ_r ⟨d_r, x_r⟩ ≤ Σ_r ⟨c_r, x_r⟩ - Σ_i w_i - Σ_c y_c·b_c. If all costs are 0 and the bound is positive, no
# mechanism satisfies the constraints.


def optimal(x: Mechanism, text: Reader, kind: str) -> None:
    problem = text.problem(x.height, x.width, kind)
    text.proof(problem.loss)
    dual = text.dual(problem)
    modulus = text.integers("modulus", 1) if kind == "only-optimal" else []
    others = [text.matching("other", x.height, x.width)] if kind == "not-only-optimal" else []
    text.end()
    for each, name in ((x, "the mechanism"), *((other, "the other mechanism") for other in others)):
        check_feasible(each, problem, name)
        ensure(not problem.value < loss_of(each, problem), f"{name} loses more than the value")
    bound, faces = check_dual(problem, dual)
    ensure(not bound < problem.value, "a better mechanism is not excluded")
    for m in modulus:
        check_alone(m, *equations_of_optima(x, problem, dual, faces))
    for other in others:
        # Below α = 1, G has an inverse; and all numbers have one spelling.
        same = x == other if x.level == other.level != 1 else x.rows == other.rows
        ensure(not same, "the other mechanism is the mechanism itself")


def not_optimal(x: Mechanism, text: Reader, kind: str) -> None:
    problem = text.problem(x.height, x.width, kind)
    text.proof(problem.loss)
    other = text.matching("other", x.height, x.width)
    text.end()
    check_feasible(x, problem, "the mechanism")
    check_feasible(other, problem, "the other mechanism")
    ensure(loss_of(other, problem) < loss_of(x, problem), "the other mechanism loses no less")


def infeasible(x: Mechanism, text: Reader, kind: str) -> None:
    problem = text.problem(x.height, x.width, kind)
    text.proof()
    dual = text.dual(problem)
    text.end()
    bound, _ = check_dual(problem, dual)
    ensure(bound > 0, "the bound on the loss 0 is not positive")


def check_feasible(x: Mechanism, problem: Problem, name: str) -> None:
    """Check that x is an α-private mechanism that satisfies the constraints."""
    privacy = problem.privacy
    if x.level is None:
        check_private(x, privacy, name)
    else:
        # Each entry of G is α or 1/α times the entry above, as |i-k| changes by 1. So G·T is private on the path.
        check_stochastic(x, name)
        ensure(privacy.name == "path" and x.level >= privacy.alpha, f"{name} is a remap, and not of an alpha-private G")
    for c, constraint in enumerate(problem.constraints):
        total = sum(Fraction(a * x.rows[i][1][r], x.rows[i][0]) for (i, r), a in constraint.entries.items())
        more = total > constraint.right and not constraint.exact
        ensure(total == constraint.right or more, f"{name} does not satisfy constraint {c}")


def loss_of(x: Mechanism, problem: Problem) -> Number:
    """Return the expected loss of a Bayesian user, or the largest one on an input of a minimax consumer."""
    found = means(x, problem.loss.table)
    if problem.prior is None:
        return max(found[i] for i in problem.inputs) * Fraction(1, problem.loss.denominator)
    denominator, prior = problem.prior
    total: Number = sum(map(mul, found, prior))
    return total * Fraction(1, denominator * problem.loss.denominator)


def check_dual(problem: Problem, dual: Dual) -> tuple[Number, list[Face]]:
    """Check ⟨d_r, x⟩ ≥ 0 on K for every r, and the dual's signs. Return the bound, and the faces with prices."""
    whole, prior = dual.prior
    ensure(min(prior) >= 0 and sum(prior) == whole, "the prior is negative or does not sum to 1")
    ensure({i for i, p in enumerate(prior) if p} <= set(problem.inputs), "the prior leaves the side information")
    # Costs are over one denominator and prices over another. All are brought to a common one; on the path, α = p/q,
    # those of input i are also times (pq)^(n-i).
    costs = whole * problem.loss.denominator
    common = lcm(costs, dual.denominator)
    alpha, path = problem.privacy.alpha, problem.privacy.is_path
    step = alpha.numerator * alpha.denominator if path else 1
    units = [common * step**above for above in reversed(range(problem.height))]
    prior = [p * (unit // costs) for p, unit in zip(prior, units, strict=True)]
    prices = [unit // dual.denominator for unit in units]
    weights = [w * -price for w, price in zip(dual.weights, prices, strict=True)]
    left = [list(weights) for _ in range(problem.width)]
    for constraint, y in zip(problem.constraints, dual.multipliers, strict=True):
        ensure(constraint.exact or not y < 0, "a constraint's multiplier is negative")
        for (i, r), a in constraint.entries.items():
            left[r][i] += y * (-a * prices[i])
    faces = []
    for losses, rest, flows in zip(zip(*problem.loss.table, strict=True), left, dual.flows, strict=True):
        column = [loss * p + price for loss, p, price in zip(losses, prior, rest, strict=True)]
        paid = [(i, k, flow * prices[i]) for i, k, flow in flows]
        faces.append(face(column, None if path else paid, alpha))
    bound = sum(dual.weights) + sum(y * c.right for y, c in zip(dual.multipliers, problem.constraints, strict=True))
    return bound * Fraction(1, dual.denominator), faces


def face(column: list[Number], flows: list[tuple[int, int, Number]] | None, alpha: Fraction) -> Face:
    """Check ⟨d, x⟩ ≥ 0 on K. Without flows, K is that of the path, and the column has the d_i·(pq)^(n-i), α = p/q."""
    # A flow f on (i, k) is the price of x_k - α·x_i ≥ 0, and the rest of d is the price of x ≥ 0.
    # On the path, Σ_{j≥i} d_j·x_j is at least F_i·x_i for x in K with x_i given, where F_n = d_n and F_i = d_i plus the
    # smaller of α·F_{i+1} and F_{i+1}/α; some x attains F_i·x_i. F_i ≠ 0 is the price of one of the two inequalities
    # between i-1 and i, and the rest is F_0, the price of x_0 ≥ 0.
    p, q = alpha.numerator, alpha.denominator
    ties = []
    if flows is None:
        down, up = p**2, q**2  # α·pq and pq/α
        total: Number = 0  # F_{i+1}·(pq)^(n-i-1), and then F_i·(pq)^(n-i)
        for i, price in reversed(list(enumerate(column))):
            total = total * (up if total < 0 else down) + price
            if i and total:
                ties.append((i - 1, i))
        rest = [total]
    else:
        rest = [each * q for each in column]
        for i, k, flow in flows:
            ensure(not flow < 0, "a flow is negative")
            if flow:
                ties.append((i, k))
            rest[k] += flow * -q
            rest[i] += flow * p
    ensure(not any(each < 0 for each in rest), "the weights are too high: costs and flows do not cover them")
    return ties, [i for i, each in enumerate(rest) if each]


# Uniqueness: the face that x is on, and its equations
#
# A face consists of the mechanisms x' in which α·x'_ir = x'_kr, or x'_ir = α·x'_kr, at the ties i, k of each r, and
# x'_ir = 0 at its zeros. If x is on the face, and certain linear forms of x' - x are all 0 only for x' = x, then x is
# the only point of the face with its values of the forms.
# Vertices. If x + d and x - d are α-private mechanisms, each inequality that is an equality at x is an equality at
# both. So x is a vertex if it is the only point of the face of these equalities.
# Optima. Every optimal x' has Σ_r ⟨d_r, x'_r⟩ = 0. So each inequality with a positive price and each constraint with a
# price is an equality at x', and each expected loss of positive probability equals the value. So x is the only optimum
# if no other point satisfies these equations.


def vertex(x: Mechanism, text: Reader, kind: str) -> None:
    privacy = text.privacy(x.height)
    text.proof()
    (modulus,) = text.integers("modulus", 1)
    text.end()
    check_private(x, privacy, "the mechanism")
    check_alone(modulus, *equations_of_vertex(x, privacy))


def equations_of_vertex(x: Mechanism, privacy: Privacy) -> tuple[int, list[dict[int, int]]]:
    faces: list[Face] = [([], [i for i, (_, row) in enumerate(x.rows) if row[r] == 0]) for r in range(x.width)]
    for i, k in privacy.both_ways:
        _, row = forms(x.rows, i, k, privacy.alpha)
        for (ties, _), form, mass in zip(faces, row, x.rows[k][1], strict=True):
            if form == 0 < mass:
                ties.append((i, k))
    return equations(x.height, [], block_unknowns(x, privacy, faces))


def not_vertex(x: Mechanism, text: Reader, kind: str) -> None:
    privacy = text.privacy(x.height)
    text.proof()
    text.words("other", 0)
    other = Mechanism(x.height, x.width, [text.row(x.width) for _ in range(x.height)])
    text.end()
    pairs = zip(x.rows, other.rows, strict=True)
    opposite = [(d * e, [2 * a * e - b * d for a, b in zip(row, end, strict=True)]) for (d, row), (e, end) in pairs]
    check_stochastic(x, "the mechanism")
    check_private(other, privacy, "one end")
    check_private(Mechanism(x.height, x.width, opposite), privacy, "the other end")
    ensure(other.rows != x.rows, "both ends are the mechanism itself")


def equations_of_optima(
    x: Mechanism, problem: Problem, dual: Dual, faces: list[Face]
) -> tuple[int, list[dict[int, int]]]:
    found = block_unknowns(x, problem.privacy, faces) if x.level is None else remap_unknowns(x, x.level, problem, faces)
    support = [i for i, v in enumerate(dual.prior[1]) if v > 0] if problem.prior is None else []
    active = [c for c, y in zip(problem.constraints, dual.multipliers, strict=True) if c.exact or y]
    losses = [{(i, r): v for r, v in enumerate(cast("list[int]", problem.loss.table[i]))} for i in support]
    return equations(x.height, [*losses, *(c.entries for c in active)], found)


def block_unknowns(x: Mechanism, privacy: Privacy, faces: list[Face]) -> list[Unknown]:
    # Ties make a column of the face proportional to x on each block; at α = 1 all neighbours are tied. If α > 0, the
    # neighbours of an entry 0 are 0: so where x is 0 they share a block, and a zero in it makes it 0 on the face. On
    # every other block x is to be positive, and x' - x is a multiple of x.
    common = lcm(*(d for d, _ in x.rows))
    found: list[Unknown] = []
    for r, (ties, zeros) in enumerate(faces):
        column = [row[r] for _, row in x.rows]
        more = [(i, k) for i, k in privacy.pairs if privacy.alpha == 1 or (privacy.alpha > 0 and column[i] == 0)]
        for block in classes(x.height, ties + more):
            if not block.isdisjoint(zeros):
                continue
            ensure(all(column[i] != 0 for i in block), f"another optimal mechanism may use response {r}")
            sums = [(i, column[i]) for i in block]
            found.append((sums, [(i, r, v * (common // x.rows[i][0])) for i, v in sums]))
    return found


def remap_unknowns(x: Mechanism, level: Fraction, problem: Problem, faces: list[Face]) -> list[Unknown]:
    # Let A_k be column k of (α^|i-k|). As x is optimal and A_k is in K, ⟨d_r, A_k⟩ = 0 wherever T_kr > 0. So these A_k
    # lie in the space of the optimal columns r. Its dimension is the number of blocks, or 0 if there is a zero, which
    # makes the whole column 0. The A_k are independent. So if their number is the dimension, every optimal column is a
    # sum Σ_k A_k·D_kr, where Σ_r D_kr is the same as for x, as A is invertible.
    ensure(level < 1 and problem.privacy.alpha > 0, "for these levels the proof needs the mechanism in full")
    read_as = [[r for r, t in enumerate(row) if t] for _, row in x.given]
    used = Counter(r for row in read_as for r in row)
    for r, (ties, zeros) in enumerate(faces):
        ensure(used[r] == (0 if zeros else x.height - len(ties)), f"another optimal mechanism may use response {r}")
    p, q, n = level.numerator, level.denominator, x.height - 1
    powers = [p**d * q ** (n - d) for d in range(n + 1)]
    entries = [(k, r) for k, row in enumerate(read_as) for r in row if len(row) > 1]
    return [([(k, 1)], [(i, r, powers[abs(i - k)]) for i in range(n + 1)]) for k, r in entries]


def classes(size: int, ties: list[Pair]) -> list[set[int]]:
    """Return the classes of 0 … size - 1 that the ties generate, in the order of their first members."""
    of = [{i} for i in range(size)]
    for i, k in ties:
        small, large = sorted((of[i], of[k]), key=len)
        large |= small
        for j in small:
            of[j] = large
    return list({id(each): each for each in of}.values())


def check_alone(modulus: int, unknowns: int, left: list[dict[int, int]]) -> None:
    """Check that these equations, given by their coefficients of the unknowns, have only the solution 0."""
    # Elimination modulo m: each step solves one equation for one unknown, whose coefficient has an inverse. If all
    # succeed, every integer solution is ≡ 0. Any rational solution other than 0 has an integral multiple ≢ 0.
    # A row is one integer, whose digits are its coefficients from unknown t on, up to multiples of m. So one product
    # changes a whole row. Every digit stays below `unknowns`·m².
    ensure(modulus >= 2, "the modulus is below 2")
    ensure(unknowns <= len(left), f"{len(left)} equations leave some of the {unknowns} unknowns open")
    size = (2 * modulus.bit_length() + unknowns.bit_length()) // 8 + 1  # bytes of a digit
    lowest_digit = 256**size - 1
    rows = [packed([equation.get(t, 0) % modulus for t in range(unknowns)], size) for equation in left]
    for t in range(unknowns):
        found = [row for row in rows if gcd(row & lowest_digit, modulus) == 1]
        ensure(found != [], f"the equations leave unknown {t} open")
        rows.remove(solved := found[0])
        inverse = pow(solved & lowest_digit, -1, modulus)
        data = solved.to_bytes((unknowns - t) * size, "little")
        digits = [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
        by = packed([v * -inverse % modulus for v in digits], size)
        rows = [(row + (row & lowest_digit) % modulus * by) >> 8 * size for row in rows]


def packed(digits: list[int], size: int) -> int:
    """Return the integer with these digits of `size` bytes, the lowest first."""
    return int.from_bytes(b"".join(digit.to_bytes(size, "little") for digit in digits), "little")


def equations(height: int, forms: list[dict[Pair, int]], unknowns: list[Unknown]) -> tuple[int, list[dict[int, int]]]:
    """Return the number of unknowns, and their coefficients in the sum of each row and in each form of the entries."""
    found: list[dict[int, int]] = [{} for _ in range(height + len(forms))]
    coefficients: dict[Pair, list[Pair]] = {}
    for at, form in enumerate(forms, start=height):
        for entry, a in form.items():
            coefficients.setdefault(entry, []).append((at, a))
    for t, (sums, pieces) in enumerate(unknowns):
        for i, mass in sums:
            found[i][t] = mass
        for i, r, mass in pieces:
            for at, a in coefficients.get((i, r), ()):
                found[at][t] = found[at].get(t, 0) + a * mass
    return len(unknowns), found


KINDS: dict[str, Callable[[Mechanism, Reader, str], None]] = {
    "stochastic": stochastic,
    "private": private,
    "not-private": not_private,
    "level": private,
    "approximately-private": private,
    "not-approximately-private": not_private,
    "derivable": derivable,
    "not-derivable": not_derivable,
    "vertex": vertex,
    "not-vertex": not_vertex,
    "optimal": optimal,
    "not-optimal": not_optimal,
    "only-optimal": optimal,
    "not-only-optimal": optimal,
    "interaction": interaction,
    "infeasible": infeasible,
}


def check(data: bytes) -> Accepted:
    """Return what the certificate proves, or raise `Malformed` or `Rejected`."""
    text = Reader(data)
    version = text.words("exactdp", 2)
    text.require(version == [b"certificate", b"1"], "expected 'certificate 1' (diagram_kernel.py checks 'diagram 1')")
    (kind,) = (word.decode() for word in text.words("statement", 1))
    text.require(kind in KINDS, f"expected one of {', '.join(KINDS)}")
    x = text.mechanism("mechanism") if kind != "infeasible" else Mechanism(*text.size(*text.words("mechanisms", 2)))
    KINDS[kind](x, text, kind)
    return Accepted(kind, x if kind != "infeasible" else None, text.statement)


def limit(size: int) -> None:
    """Limit the memory and time of this process to what a file of this size may need, if the system can."""
    if resource is None:
        return
    parts = max(1, -(-size // LARGE))
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + SECONDS * parts
    signal.signal(signal.SIGXCPU, exhausted)
    for what, most in ((resource.RLIMIT_AS, MEMORY * parts), (resource.RLIMIT_CPU, seconds)):
        soft, hard = resource.getrlimit(what)
        with suppress(ValueError):  # macOS rejects every limit of memory
            resource.setrlimit(what, (min(each for each in (most, soft, hard) if each != resource.RLIM_INFINITY), hard))


def exhausted(signal: int, frame: object) -> None:
    """End the process: the signal comes again every second, and would interrupt the handling of an exception."""
    with suppress(OSError):
        os.write(1, b"not judged: it takes too long\n")
    os._exit(2)


def main(arguments: list[str], check: Callable[[bytes], Accepted], program: str) -> int:
    """Check the one file named, print the verdict, and return 0, 1 or 2."""
    files = [each for each in arguments if each != "--short"]
    if [each.startswith("-") for each in files] != [False]:
        print(f"usage: python {program} [--short] FILE", file=sys.stderr)
        return 2
    try:
        with open(files[0], "rb") as file:  # noqa: PTH123
            data = b"".join(islice(iter(lambda: file.read(CHUNK), b""), BYTES // CHUNK + 1))
        limit(len(data))
        accepted = check(data)
        statement = b"" if "--short" in arguments else accepted.statement
        verdict = f"accepted: {accepted.kind}\n{statement.decode()}statement sha256: {accepted.digest}"
        code = 0
    except Rejected as error:
        code, verdict = 1, f"rejected: {error}"
    except Malformed as error:
        code, verdict = 2, f"malformed: {error}"
    except OSError as error:
        code, verdict = 2, f"not judged: {error}".encode("ascii", "backslashreplace").decode()
    except MemoryError:
        code, verdict = 2, "not judged: there is not enough memory"
    if resource is not None:  # only printing and freeing memory remain, also while Python itself ends
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    print(verdict)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], check, "kernel.py"))
