"""The trusted checker: it reads one certificate, recomputes every number in it, and accepts it or says why not.

    python -I -S kernel.py [--short] FILE

prints a verdict and ends with 0 (accepted), 1 (rejected: the proof does not prove the statement) or 2 (malformed: not a
certificate; or not judged: the file cannot be read, or memory or time ran out). After `accepted` it prints the lines of
the statement, which is the theorem that was proved, and their SHA-256. `--short` leaves out the lines. This file needs
nothing else of the package, and trusts no program that wrote the certificate.

A row is stored as (D, [N0, N1, …]): integers over its least common denominator. So every check compares products of
integers. Indices count from 0: i and k are inputs, r is a response. It reads the whole file before it checks it.
"""

import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, cmp_to_key, partial
from hashlib import sha256
from itertools import accumulate, islice
from math import gcd, lcm
from operator import lt, mul
from typing import Union

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
    """What "α-private" means in a statement: the neighbours, by name and as pairs, α, and δ if there is one."""

    name: str
    pairs: list[Pair]
    alpha: Fraction
    delta: Fraction = Fraction(0)

    @cached_property
    def both_ways(self) -> list[Pair]:
        return self.pairs + [(k, i) for i, k in self.pairs]

    @cached_property
    def members(self) -> frozenset[Pair]:
        return frozenset(self.both_ways)

    @property
    def is_path(self) -> bool:
        """Whether the privacy inequalities of a column are just x_i ≥ α·x_{i+1} and x_{i+1} ≥ α·x_i, with α > 0."""
        return self.name == "path" and self.alpha > 0


@dataclass(frozen=True)
class Surd:
    """The number Σ_e parts[e]·e^(1/Q), where e = 1 is one of the radicands of the loss, and Q its degree."""

    parts: Mapping[int, int | Fraction]
    loss: "Loss"

    def __add__(self, other: "Number") -> "Surd":
        parts: dict[int, int | Fraction] = dict(self.parts)
        for e, v in (other.parts if isinstance(other, Surd) else {1: other}).items():
            parts[e] = parts.get(e, 0) + v
        return Surd(parts, self.loss)

    __radd__ = __add__

    def __mul__(self, factor: int | Fraction) -> "Surd":
        return Surd({e: v * factor for e, v in self.parts.items()}, self.loss)

    def sign(self) -> int:
        bounds = self.loss.bounds
        low = sum(v * bounds[e][v < 0] for e, v in self.parts.items())
        high = sum(v * bounds[e][v > 0] for e, v in self.parts.items())
        if low > 0 or high < 0 or not any(self.parts.values()):
            return low.numerator
        raise Rejected("the roots are not given to enough digits to tell a sign")


Number = Union[int, Fraction, Surd]  # noqa: UP007 (PyPy evaluates it as Python 3.9 does)
"""A rational number, or a `Surd` if the loss has roots. The operations are +, * by a rational number, and `sign`."""


def sign(number: Number) -> int:
    """Return an integer with the sign of the number."""
    return number.sign() if isinstance(number, Surd) else number.numerator


def difference(first: Number, second: Number) -> int:
    """Return an integer with the sign of first - second."""
    return sign(first + second * -1)


def dot(numbers: Iterable[Number], weights: Iterable[int]) -> Number:
    total: Number = sum(map(mul, numbers, weights))
    return total


@dataclass(frozen=True)
class Loss:
    """l(i, r) is `of(i, r)` over the denominator. Its roots are the roots of the radicands, of this degree."""

    of: Callable[[int, int], Number]
    denominator: int = 1
    radicands: tuple[int, ...] = (1,)
    degree: int = 1
    bounds: dict[int, Pair] = field(default_factory=dict)

    def number(self, parts: Sequence[int]) -> Number:
        if len(self.radicands) == 1:
            return parts[0]
        return Surd(dict(zip(self.radicands, parts, strict=True)), self)


@dataclass(frozen=True)
class Constraint:
    """Σ entries[i, r]·x_ir ≥ right, or = right if it is `exact`."""

    exact: bool
    right: int
    entries: dict[Pair, int]


@dataclass(frozen=True)
class Problem:
    """Which mechanisms are compared, for a user with a prior, or with side information (the `inputs`), and the value.

    The value is what the statement claims to be the least loss, if it claims that.
    """

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
    """Prices of the inputs' rows, the constraints and, per response, neighbours' inequalities; over one denominator."""

    denominator: int
    prior: list[int]
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
    """The lines of a certificate, read in order. Each line must have exactly the form expected at its place."""

    def __init__(self, data: bytes) -> None:
        if len(data) > BYTES:
            raise Malformed(f"the file is longer than {BYTES} bytes")
        if not data.isascii():
            raise Malformed("the file is not ASCII")
        self.data = data
        self.start = 0
        self.line = 0
        self.statement = b""

    def malformed(self, reason: str) -> Malformed:
        return Malformed(f"line {self.line}: {reason}")

    def require(self, condition: bool, reason: str) -> None:
        if not condition:
            raise self.malformed(reason)

    def words(self, keyword: str, count: int) -> list[bytes]:
        """Return the `count` words that follow the keyword on the next line."""
        self.line += 1
        end = self.data.find(b"\n", self.start)
        if end < 0:
            raise self.malformed(f"the file ends where '{keyword}' is expected")
        found = self.data[self.start : end].split(b" ", count + 1)
        if found[0] != keyword.encode() or len(found) != count + 1:
            raise self.malformed(f"expected '{keyword}' and {count} {'word' if count == 1 else 'words'} after it")
        self.start = end + 1
        return found[1:]

    def integer(self, word: bytes) -> int:
        if INTEGER.fullmatch(word) is None:
            raise self.malformed(f"{quoted(word)} is not an integer in its one spelling")
        value = int(word, 16 if b"x" in word else 10)
        if b"x" in word and abs(value) < DECIMAL:
            raise self.malformed(f"{quoted(word)} is below 10^40, so it is written in decimal")
        return value

    def index(self, word: bytes, bound: int) -> int:
        value = self.integer(word)
        if not 0 <= value < bound:
            raise self.malformed(f"{spell(value)} is not from 0 to {bound - 1}")
        return value

    def fraction(self, word: bytes) -> Fraction:
        numerator, slash, rest = word.partition(b"/")
        p, q = self.integer(numerator), self.integer(rest) if slash else 1
        if not 0 <= p <= q or gcd(p, q) != 1 or (slash and q == 1):
            raise self.malformed(f"{quoted(word)} is not a number from 0 to 1 in lowest terms")
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
        least = denominator >= 1 and gcd(denominator, *row) == 1
        self.require(least, "the row is not over its least positive denominator")
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
        built = form in (b"geometric", b"remap")
        self.require(built, f"expected '{role} matrix', '{role} geometric' or '{role} remap'")
        n, level = self.index(first, ENTRIES), self.fraction(second)
        self.require(n >= 1 and (n + 1) ** 2 <= ENTRIES, "n is below 1 or too large")
        if form == b"geometric":
            return Mechanism(n + 1, n + 1, [(1, [int(k == r) for r in range(n + 1)]) for k in range(n + 1)], level)
        width, count = self.count("responses"), self.count("entries")
        (common,) = self.integers("common", 1)
        self.require(width >= 1 and (n + 1) * width <= ENTRIES, f"a remap has from 1 to {ENTRIES} entries")
        cells = self.sparse("entry", count, n + 1, width)
        least = common >= 1 and gcd(common, *cells.values()) == 1
        self.require(least, "the remap is not over its least positive denominator")
        self.require(all(0 < t <= common for t in cells.values()), "an entry of the remap is not positive, or above 1")
        remap = [(common, [0] * width) for _ in range(n + 1)]
        for (k, r), t in cells.items():
            remap[k][1][r] = t
        return Mechanism(n + 1, width, remap, level)

    def entries(self, keyword: str, count: int, height: int, width: int) -> Iterator[tuple[Pair, bytes]]:
        """Read entries of a matrix, each after its row and column, in increasing order. The other entries are 0."""
        last = (-1, width)
        for _ in range(count):
            first, second, word = self.words(keyword, 3)
            place = self.index(first, height), self.index(second, width)
            self.require(last < place, "the entries are not in increasing order")
            yield place, word
            last = place

    def sparse(self, keyword: str, count: int, height: int, width: int) -> dict[Pair, int]:
        return {place: self.integer(word) for place, word in self.entries(keyword, count, height, width)}

    def other(self, x: Mechanism) -> Mechanism:
        other = self.mechanism("other")
        sizes = f"this is {other.height} x {other.width} and the mechanism {x.height} x {x.width}"
        self.require((other.height, other.width) == (x.height, x.width), sizes)
        return other

    def source(self, x: Mechanism) -> Mechanism:
        source = self.mechanism("from")
        self.require(source.height == x.height, f"the source has {source.height} inputs and the mechanism {x.height}")
        self.proof()
        return source

    def losses(self, x: Mechanism) -> dict[Pair, int]:
        return self.sparse("loss", self.count("losses", x.height * x.width), x.width, x.height)

    def privacy(self, size: int, approximately: bool = False) -> Privacy:
        (word,) = self.words("neighbours", 1)
        name = word.decode()
        if name == "edges":
            pairs = [(i, k) for i, k in (self.indices("edge", size, size) for _ in range(self.count("edges", PAIRS)))]
            self.require(all(i < k for i, k in pairs), "an edge names its smaller input first")
            self.require(all(map(lt, pairs, pairs[1:])), "the edges are not in increasing order")
        else:
            exists = name in GRAPHS and GRAPHS[name][0](size)
            self.require(exists, f"there is no graph {quoted(word)} on {size} inputs")
            above = GRAPHS[name][1]
            pairs = list(islice(((i, k) for i in range(size) for k in above(size, i) if i < k < size), PAIRS + 1))
            self.require(len(pairs) <= PAIRS, f"there are more than {PAIRS} pairs of neighbours")
        alpha = self.level("alpha")
        return Privacy(name, pairs, alpha, self.level("delta")) if approximately else Privacy(name, pairs, alpha)

    def problem(self, x: Mechanism) -> Problem:
        privacy = self.privacy(x.height)
        return Problem(x.height, x.width, privacy, *self.user(x.height, x.width), self.constraints(x.height, x.width))

    def user(self, height: int, width: int) -> tuple[Loss, Row | None, list[int]]:
        (user,) = self.words("user", 1)
        loss = self.loss(height, width)
        if user == b"bayesian":
            return loss, self.prior(height), list(range(height))
        self.require(user == b"minimax", "expected 'user bayesian' or 'user minimax'")
        chosen = self.integers("inputs", height)
        marked = max(chosen) == 1 and min(chosen) >= 0
        self.require(marked, "the inputs are not marked by 0 and 1, at least one by 1")
        self.require(len(loss.radicands) == 1, "a minimax consumer's loss is rational")
        return loss, None, [i for i, inside in enumerate(chosen) if inside]

    def prior(self, height: int) -> Row:
        denominator, prior = self.row(height, "prior")
        distribution = min(prior) >= 0 and sum(prior) == denominator
        self.require(distribution, "the prior has a negative probability or does not sum to 1")
        return denominator, prior

    def loss(self, height: int, width: int) -> Loss:
        (name,) = self.words("loss", 1)
        if name == b"power":
            return self.power(max(height, width))
        if name == b"threshold":
            (threshold,) = self.integers("above", 1)
            return Loss(lambda i, r: int(abs(i - r) > threshold))
        if name == b"asymmetric":
            denominator, (over, under) = self.row(2, "slopes")
            return Loss(lambda i, r: over * (r - i) if r > i else under * (i - r), denominator)
        self.require(name == b"table", "expected a loss: power, threshold, asymmetric or table")
        common, table = over_one_denominator([self.row(width) for _ in range(height)])
        return Loss(lambda i, r: table[i][r], common)

    def power(self, size: int) -> Loss:
        p, q = self.integers("exponent", 2)
        fraction = min(p, q) >= 1 and max(p, q) <= EXPONENT and gcd(p, q) == 1
        self.require(fraction, f"an exponent is a fraction in lowest terms, of numbers from 1 to {EXPONENT}")
        found = [radical(d, p, q) for d in range(size)]
        loss = Loss(lambda i, r: numbers[abs(i - r)], 1, tuple(sorted({e for _, e in found})), q)
        numbers = [c if len(loss.radicands) == 1 else Surd({e: c}, loss) for c, e in found]
        return loss

    def constraints(self, height: int, width: int) -> list[Constraint]:
        found = []
        for _ in range(self.count("constraints")):
            sense, right, size = self.words("constraint", 3)
            self.require(sense in (b"exactly", b"least"), "expected 'constraint exactly' or 'constraint least'")
            entries = self.sparse("entry", self.index(size, height * width + 1), height, width)
            self.require(all(entries.values()), "an entry of the constraint is 0")
            found.append(Constraint(sense == b"exactly", self.integer(right), entries))
        return found

    def with_value(self, problem: Problem) -> Problem:
        """Read the value, which ends the statement, and the roots, which begin the proof."""
        denominator, parts = self.row(len(problem.loss.radicands), "value")
        self.proof(problem.loss)
        return replace(problem, value=problem.loss.number(parts) * Fraction(1, denominator))

    def best(self, x: Mechanism) -> tuple[Problem, Dual]:
        problem = self.with_value(self.problem(x))
        return problem, self.dual(problem)

    def infeasible(self) -> tuple[Problem, Dual]:
        """Read a claim that no mechanism of some size is feasible: a problem where all costs are 0."""
        height, width = self.size(*self.words("mechanisms", 2))
        prior = (1, [1] + [0] * (height - 1))
        privacy, nothing = self.privacy(height), Loss(lambda i, r: 0)
        problem = Problem(height, width, privacy, nothing, prior, [0], self.constraints(height, width))
        self.proof()
        return problem, self.dual(problem)

    def interaction(self, x: Mechanism) -> tuple[Mechanism, Problem, Row]:
        remap = self.mechanism("remap")
        responses = f"the remap has {remap.height} rows, where there are {x.width} responses"
        self.require(remap.height == x.width, responses)
        nobody, user = Privacy("none", [], Fraction(0)), self.user(x.height, remap.width)
        problem = self.with_value(Problem(x.height, remap.width, nobody, *user, []))
        return remap, problem, problem.prior or self.prior(x.height)

    def dual(self, problem: Problem) -> Dual:
        loss, privacy, parts = problem.loss, problem.privacy, len(problem.loss.radicands)
        (denominator,) = self.integers("dual", 1)
        self.require(denominator >= 1, "the dual's denominator is not positive")
        prior = problem.prior[1] if problem.prior else self.integers("prior", problem.height)
        weights = [loss.number(self.integers("weights", parts)) for _ in range(problem.height)]
        multipliers = [loss.number(self.integers("multiplier", parts)) for _ in problem.constraints]
        flows: list[list[tuple[int, int, Number]]] = [[] for _ in range(problem.width)]
        for _ in range(0 if privacy.is_path else self.count("flows")):
            r, i, k, *flow = self.integers("flow", 3 + parts)
            within = 0 <= r < problem.width and (i, k) in privacy.members and privacy.alpha > 0
            self.require(within, "a flow is between neighbours, in the column of a response, at alpha > 0")
            flows[r].append((i, k, loss.number(flow)))
        return Dual(denominator, prior, weights, multipliers, flows)

    def proof(self, loss: Loss | None = None) -> None:
        """Read the line that ends the statement and starts the proof, and the roots of a loss that has any.

        For each radicand e they are bounds a ≤ 2^B·e^(1/Q) ≤ b with b - a ≤ 1.
        """
        self.statement = self.data[: self.start]
        self.words("proof", 0)
        if loss is None or len(loss.radicands) == 1:
            return
        digits, *floors = self.integers("roots", len(loss.radicands) + 1)
        self.require(0 <= digits < 2**20, "the roots are to be given to fewer than 2^20 binary digits")
        for e, floor in zip(loss.radicands, floors, strict=True):
            power, radicand = floor**loss.degree, e << digits * loss.degree
            below = power <= radicand < (floor + 1) ** loss.degree
            self.require(below, f"{spell(floor)} is not the root of {e}, rounded down")
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
"""For each graph: whether it exists on `size` inputs, and numbers in increasing order. Those numbers k that have
i < k < size are the neighbours of i above i."""


def spell(value: Number) -> str:
    """Return a number as a certificate writes it, without the middle part of a long number."""
    if isinstance(value, Surd):
        terms = [(spell(v), e) for e, v in sorted(value.parts.items()) if v]
        return " + ".join(v if e == 1 else f"{v}*{e}^(1/{value.loss.degree})" for v, e in terms) or "0"
    if value.denominator != 1:
        return f"{spell(value.numerator)}/{spell(value.denominator)}"
    text = str(value.numerator) if abs(value.numerator) < DECIMAL else hex(value.numerator)
    return text if len(text) <= 60 else f"{text[:24]}...{text[-24:]} ({len(text)} characters)"


def quoted(word: bytes) -> str:
    return repr(word[:60])[1:] + ("..." if len(word) > 60 else "")


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


def means(x: Mechanism, of: Callable[[int, int], Number]) -> list[Number]:
    """Return Σ_r of(i, r)·x_ir for each i."""
    if x.level is None:
        return [dot([of(i, r) for r in range(x.width)], row) * Fraction(1, d) for i, (d, row) in enumerate(x.given)]
    denominator, columns = blurred(x.level, x.given)  # without a matrix of long numbers
    found: list[Number] = [0] * x.height
    for r, column in enumerate(columns):
        found = [total + of(i, r) * v for i, (total, v) in enumerate(zip(found, column, strict=True))]
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


def check_stochastic(rows: list[Row], name: str) -> None:
    for i, (denominator, row) in enumerate(rows):
        if min(row) < 0:
            raise Rejected(f"{name}: row {i} has the negative entry {spell(Fraction(min(row), denominator))}")
        if sum(row) != denominator:
            raise Rejected(f"{name}: row {i} sums to {spell(Fraction(sum(row), denominator))}, not to 1")


def stochastic(x: Mechanism, text: Reader) -> None:
    text.proof()
    text.end()
    check_stochastic(x.rows, "the mechanism")


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


def compared(rows: list[Row], i: int, k: int, r: int) -> str:
    x, y = (spell(Fraction(rows[at][1][r], rows[at][0])) for at in (i, k))
    return f"response {r} has probability {x} on input {i} and {y} on input {k}"


def check_private(rows: list[Row], privacy: Privacy, name: str) -> None:
    check_stochastic(rows, name)
    for i, k in privacy.both_ways:
        if excess(rows, i, k, privacy.alpha) > privacy.alpha * privacy.delta:
            _, row = forms(rows, i, k, privacy.alpha)
            raise Rejected(f"{name} is not alpha-private: {compared(rows, i, k, row.index(max(row)))}")


def check_neighbours(i: int, k: int, privacy: Privacy) -> None:
    if (i, k) not in privacy.members:
        raise Rejected(f"inputs {i} and {k} are not neighbours")


def private(x: Mechanism, text: Reader, approximately: bool = False) -> None:
    privacy = text.privacy(x.height, approximately)
    text.proof()
    text.end()
    check_private(x.rows, privacy, "the mechanism")


def not_private(x: Mechanism, text: Reader, approximately: bool = False) -> None:
    privacy = text.privacy(x.height, approximately)
    text.proof()
    size = (x.height, x.height)
    i, k, *at = text.indices("between", *size) if approximately else text.indices("at", *size, x.width)
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_neighbours(i, k, privacy)
    chosen = [(denominator, [row[r] for r in at or range(x.width)]) for denominator, row in x.rows]
    found = excess(chosen, i, k, privacy.alpha)
    if found <= privacy.alpha * privacy.delta:
        raise Rejected(f"alpha*P(S) - Q(S) = {spell(found)} for inputs {i} and {k} does not break privacy")


def level(x: Mechanism, text: Reader) -> None:
    privacy = text.privacy(x.height)
    text.proof()
    witness = text.indices("at", x.height, x.height, x.width) if privacy.alpha < 1 else None  # levels end at 1
    text.end()
    check_private(x.rows, privacy, "the mechanism")
    if witness:
        i, k, r = witness
        check_neighbours(i, k, privacy)
        if x.rows[i][1][r] == 0 or forms(x.rows, i, k, privacy.alpha)[1][r] != 0:
            raise Rejected(f"a larger alpha would do: {compared(x.rows, i, k, r)}")


# Remaps: a lower bound on the loss of the best remap
#
# Theorem. Let y be a mechanism and c_r[i] a cost of response r on input i. For every stochastic T, with x = y·T,
# Σ_ir c_r[i]·x_ir = Σ_k Σ_r T_kr·(Σ_i c_r[i]·y_ik) ≥ Σ_k min_r Σ_i c_r[i]·y_ik, and some T gives equality.
# Proof. Row k of T is a distribution: the mean of the costs of reading response k as r is at least the least of them.
# So if x costs less than this bound, the costs prove that x is not a remap of y. For c_r[i] = p_i·l(i, r) the bound is
# the least loss of a user of y with the prior p. A minimax consumer loses at least as much, for any prior p on its side
# information: the largest of its expected losses is at least their mean.


def derivable(x: Mechanism, text: Reader) -> None:
    source = text.source(x)
    (common,) = text.integers("remap", 1)
    text.require(source.width * x.width <= ENTRIES, f"a remap has up to {ENTRIES} entries")
    remap = Mechanism(source.width, x.width, [(common, text.integers("row", x.width)) for _ in range(source.width)])
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_stochastic(source.rows, "the source")
    if common < 1:
        raise Rejected(f"the remap's denominator is {spell(common)}")
    check_stochastic(remap.rows, "the remap")
    for i, (found, right) in enumerate(zip(product(source, remap).rows, x.rows, strict=True)):
        if found != right:
            raise Rejected(f"the remap gives another row {i} than the mechanism has")


def best_remap(y: Mechanism, costs: list[list[Number]]) -> Number:
    """Return Σ_k min_r Σ_i c_r[i]·y_ik, where c_r are the costs of response r."""
    common, rows = over_one_denominator(y.rows)
    columns = zip(*rows, strict=True)
    least = sum(min((dot(cost, column) for cost in costs), key=cmp_to_key(difference)) for column in columns)
    return least * Fraction(1, common)


def not_derivable(x: Mechanism, text: Reader) -> None:
    source = text.source(x)
    losses = text.losses(x)
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_stochastic(source.rows, "the source")
    # An extra response with costs 0 loses nothing: a number added to all costs of an input is added on both sides.
    responses = [-1, *sorted({r for r, _ in losses})]
    costs: list[list[Number]] = [[losses.get((r, i), 0) for i in range(x.height)] for r in responses]
    value = sum((Fraction(w * x.rows[i][1][r], x.rows[i][0]) for (r, i), w in losses.items()), Fraction(0))
    best = best_remap(source, costs)
    if difference(value, best) >= 0:
        raise Rejected(f"the mechanism's loss {spell(value)} is not below the best remap's {spell(best)}")


def interaction(x: Mechanism, text: Reader) -> None:
    remap, problem, (denominator, prior) = text.interaction(x)
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_stochastic(remap.rows, "the remap")
    check_support(prior, problem)
    costs = [[problem.loss.of(i, r) * p for i, p in enumerate(prior)] for r in range(remap.width)]
    least = best_remap(x, costs)
    check_bound(least * Fraction(1, denominator * problem.loss.denominator), problem)
    check_risks(product(x, remap), problem, "the remap")


# Optima: weak duality over a cone
#
# Let K be the cone of the columns x ≥ 0 with α·x_i ≤ x_k for all neighbours i, k, and c_r[i] = p_i·l(i, r) the cost of
# response r on input i, for the user's prior p, or any prior on the consumer's side information. Let w_i and y_c be
# numbers, y_c ≥ 0 unless constraint c is exact, such that d_r = c_r - w - Σ_c y_c·a_c,r has ⟨d_r, x⟩ ≥ 0 on K.
# Theorem. No α-private mechanism that satisfies the constraints loses less than Σ_i w_i + Σ_c y_c·b_c.
# Proof. Its columns x_r are in K, its rows sum to 1, and Σ_r ⟨a_c,r, x_r⟩ is at least b_c, or b_c where c is exact. So
# 0 ≤ Σ_r ⟨d_r, x_r⟩ ≤ Σ_r ⟨c_r, x_r⟩ - Σ_i w_i - Σ_c y_c·b_c. If all costs are 0 and the bound is positive, no
# mechanism satisfies the constraints.


def optimal(x: Mechanism, text: Reader) -> None:
    problem, dual = text.best(x)
    text.end()
    check_best(x, problem, dual)


def not_only_optimal(x: Mechanism, text: Reader) -> None:
    problem, dual = text.best(x)
    other = text.other(x)
    text.end()
    check_best(x, problem, dual)
    check_feasible(other, problem, "the other mechanism")
    check_risks(other, problem, "the other mechanism")
    # Below α = 1, G has an inverse; and all numbers have one spelling.
    if x == other if x.level == other.level != 1 else x.rows == other.rows:
        raise Rejected("the other mechanism is the mechanism itself")


def not_optimal(x: Mechanism, text: Reader) -> None:
    problem = text.problem(x)
    text.proof(problem.loss)
    other = text.other(x)
    text.end()
    check_feasible(x, problem, "the mechanism")
    check_feasible(other, problem, "the other mechanism")
    below = risks(other, problem)
    if not any(all(difference(risk, less) > 0 for less in below) for risk in risks(x, problem)):
        raise Rejected("the other mechanism loses no less")


def infeasible(text: Reader) -> None:
    problem, dual = text.infeasible()
    text.end()
    bound, _ = check_dual(problem, dual)
    if sign(bound) <= 0:
        raise Rejected("the bound on the loss 0 is not positive")


def check_best(x: Mechanism, problem: Problem, dual: Dual) -> list[Face]:
    check_feasible(x, problem, "the mechanism")
    check_risks(x, problem, "the mechanism")
    bound, faces = check_dual(problem, dual)
    check_bound(bound, problem)
    return faces


def check_feasible(x: Mechanism, problem: Problem, name: str) -> None:
    """Check that x is an α-private mechanism that satisfies the constraints."""
    if x.level is None:
        check_private(x.rows, problem.privacy, name)
    else:
        check_stochastic(product(x, Mechanism(x.width, 1, [(1, [1])] * x.width)).rows, name)  # no entry is negative
        if problem.privacy.name != "path" or x.level < problem.privacy.alpha:
            # Each entry of G is α or 1/α times the entry above, as |i-k| changes by 1. So G·T is private on the path.
            raise Rejected(f"{name} is stated as a remap of a geometric mechanism that is not alpha-private")
    for c, constraint in enumerate(problem.constraints):
        total = sum(Fraction(a * x.rows[i][1][r], x.rows[i][0]) for (i, r), a in constraint.entries.items())
        if total < constraint.right or (constraint.exact and total > constraint.right):
            raise Rejected(f"{name} has {spell(total)} for constraint {c}")


def check_risks(x: Mechanism, problem: Problem, name: str) -> None:
    for risk in risks(x, problem):
        if difference(problem.value, risk) < 0:
            raise Rejected(f"{name} has the expected loss {spell(risk)}, not {spell(problem.value)}")


def check_bound(bound: Number, problem: Problem) -> None:
    if difference(bound, problem.value) < 0:
        raise Rejected(f"the proof shows a loss of at least {spell(bound)}, not of {spell(problem.value)}")


def risks(x: Mechanism, problem: Problem) -> list[Number]:
    """Return the losses that the value bounds: one of a Bayesian user, or one per input of a minimax consumer."""
    found = means(x, problem.loss.of)
    if problem.prior is None:
        return [found[i] * Fraction(1, problem.loss.denominator) for i in problem.inputs]
    denominator, prior = problem.prior
    return [dot(found, prior) * Fraction(1, denominator * problem.loss.denominator)]


def check_support(prior: list[int], problem: Problem) -> None:
    outside = {i for i, probability in enumerate(prior) if probability}.difference(problem.inputs)
    if outside:
        raise Rejected(f"the prior is positive on input {min(outside)}, outside the side information")


def check_dual(problem: Problem, dual: Dual) -> tuple[Number, list[Face]]:
    """Check ⟨d_r, x⟩ ≥ 0 on K, for every r, and the signs of the prices.

    Return the bound on the loss, and the faces where prices are positive.
    """
    whole = problem.prior[0] if problem.prior else dual.denominator
    if min(dual.prior) < 0 or sum(dual.prior) != whole:
        raise Rejected("the prior is negative or does not sum to 1")
    check_support(dual.prior, problem)
    alpha, path = problem.privacy.alpha, problem.privacy.is_path
    # Costs are over one denominator and prices over another. All are brought to a common one; on the path, α = p/q,
    # those of input i are also times (pq)^(n-i).
    costs = whole * problem.loss.denominator
    common = lcm(costs, dual.denominator)
    step = alpha.numerator * alpha.denominator if path else 1
    units = [common * step**above for above in reversed(range(problem.height))]
    prior = [p * (unit // costs) for p, unit in zip(dual.prior, units, strict=True)]
    prices = [unit // dual.denominator for unit in units]
    weights = [w * -price for w, price in zip(dual.weights, prices, strict=True)]
    left = [list(weights) for _ in range(problem.width)]
    for constraint, y in zip(problem.constraints, dual.multipliers, strict=True):
        if not constraint.exact and sign(y) < 0:
            raise Rejected("a constraint's multiplier is negative")
        for (i, r), a in constraint.entries.items():
            left[r][i] += y * (-a * prices[i])
    faces = []
    for r, flows in enumerate(dual.flows):
        column = [problem.loss.of(i, r) * p + v for i, (p, v) in enumerate(zip(prior, left[r], strict=True))]
        paid = [(i, k, flow * prices[i]) for i, k, flow in flows]
        faces.append(path_face(column, r, alpha) if path else graph_face(column, paid, r, alpha))
    bound = sum(dual.weights) + dot(dual.multipliers, [constraint.right for constraint in problem.constraints])
    return bound * Fraction(1, dual.denominator), faces


def path_face(column: list[Number], r: int, alpha: Fraction) -> Face:
    """Check ⟨d, x⟩ ≥ 0 on K, for the column of all d_i·(pq)^(n-i), where α = p/q."""
    # For x in K with x_i given, Σ_{j≥i} d_j·x_j is at least F_i·x_i, where F_n = d_n and F_i = d_i plus the smaller of
    # α·F_{i+1} and F_{i+1}/α; some x attains F_i·x_i. F_i ≠ 0 is the price of one of the two inequalities between i-1
    # and i, and F_0 the price of x_0 ≥ 0.
    ties = []
    down, up = alpha.numerator**2, alpha.denominator**2  # α·pq and pq/α
    total: Number = 0  # F_{i+1}·(pq)^(n-i-1), and then F_i·(pq)^(n-i)
    for i, price in reversed(list(enumerate(column))):
        total = total * (down if sign(total) >= 0 else up) + price
        if i and sign(total):
            ties.append((i - 1, i))
    if sign(total) < 0:
        raise Rejected(f"the weights are too high: some column of the cone costs less than they do, as response {r}")
    return ties, [0] if sign(total) else []


def graph_face(column: list[Number], flows: list[tuple[int, int, Number]], r: int, alpha: Fraction) -> Face:
    """Check ⟨d, x⟩ ≥ 0 on K."""
    # A flow f on (i, k) is the price of x_k - α·x_i ≥ 0, and the rest of d is the price of x ≥ 0.
    ties, rest = [], [each * alpha.denominator for each in column]
    for i, k, flow in flows:
        if sign(flow) < 0:
            raise Rejected(f"a flow from {i} to {k} is negative, for response {r}")
        if sign(flow):
            ties.append((i, k))
        rest[k] += flow * -alpha.denominator
        rest[i] += flow * alpha.numerator
    if any(sign(each) < 0 for each in rest):
        raise Rejected(f"the weights are too high: they are not covered by costs and flows, for response {r}")
    return ties, [i for i, each in enumerate(rest) if sign(each)]


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


def vertex(x: Mechanism, text: Reader) -> None:
    privacy = text.privacy(x.height)
    text.proof()
    (modulus,) = text.integers("modulus", 1)
    text.end()
    check_private(x.rows, privacy, "the mechanism")
    check_alone(modulus, *equations_of_vertex(x, privacy))


def equations_of_vertex(x: Mechanism, privacy: Privacy) -> tuple[int, list[dict[int, int]]]:
    faces: list[Face] = [([], [i for i, (_, row) in enumerate(x.rows) if row[r] == 0]) for r in range(x.width)]
    for i, k in privacy.both_ways:
        _, row = forms(x.rows, i, k, privacy.alpha)
        for (ties, _), form, mass in zip(faces, row, x.rows[k][1], strict=True):
            if form == 0 < mass:
                ties.append((i, k))
    return equations(x.height, [], block_unknowns(x, privacy, faces))


def not_vertex(x: Mechanism, text: Reader) -> None:
    privacy = text.privacy(x.height)
    text.proof()
    text.words("other", 0)
    other = [text.row(x.width) for _ in x.rows]
    text.end()
    opposite = [
        (d * e, [2 * a * e - b * d for a, b in zip(row, end, strict=True)])
        for (d, row), (e, end) in zip(x.rows, other, strict=True)
    ]
    check_stochastic(x.rows, "the mechanism")
    check_private(other, privacy, "one end")
    check_private(opposite, privacy, "the other end")
    if other == x.rows:
        raise Rejected("both ends are the mechanism itself")


def only_optimal(x: Mechanism, text: Reader) -> None:
    problem, dual = text.best(x)
    (modulus,) = text.integers("modulus", 1)
    text.end()
    check_alone(modulus, *equations_of_optima(x, problem, dual, check_best(x, problem, dual)))


def equations_of_optima(
    x: Mechanism, problem: Problem, dual: Dual, faces: list[Face]
) -> tuple[int, list[dict[int, int]]]:
    found = block_unknowns(x, problem.privacy, faces) if x.level is None else remap_unknowns(x, x.level, problem, faces)
    support = [i for i, v in enumerate(dual.prior) if v > 0] if problem.prior is None else []
    active = [c for c, y in zip(problem.constraints, dual.multipliers, strict=True) if c.exact or sign(y)]
    losses = [{(i, r): sign(problem.loss.of(i, r)) for r in range(x.width)} for i in support]  # they are integers
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
            if any(column[i] == 0 for i in block):
                raise Rejected(f"another optimal mechanism may use response {r} on input {min(block)}")
            sums = [(i, column[i]) for i in block]
            found.append((sums, [(i, r, v * (common // x.rows[i][0])) for i, v in sums]))
    return found


def remap_unknowns(x: Mechanism, level: Fraction, problem: Problem, faces: list[Face]) -> list[Unknown]:
    # Let A_k be column k of (α^|i-k|). As x is optimal and A_k is in K, ⟨d_r, A_k⟩ = 0 wherever T_kr > 0. So these A_k
    # lie in the space of the optimal columns r. Its dimension is the number of blocks, or 0 if there is a zero, which
    # makes the whole column 0. The A_k are independent. So if their number is the dimension, every optimal column is a
    # sum Σ_k A_k·D_kr, where Σ_r D_kr is the same as for x, as A is invertible.
    if level == 1 or problem.privacy.alpha == 0:
        raise Rejected("this proof needs levels above 0 and below 1: state the mechanism in full")
    read_as = [[r for r, t in enumerate(row) if t] for _, row in x.given]
    used = Counter(r for row in read_as for r in row)
    for r, (ties, zeros) in enumerate(faces):
        most = 0 if zeros else x.height - len(ties)
        if most != used[r]:
            raise Rejected(f"another optimal mechanism may use response {r}: {used[r]} rows do, of {most} that may")
    p, q, n = level.numerator, level.denominator, x.height - 1
    powers = [p**d * q ** (n - d) for d in range(n + 1)]
    return [
        ([(k, 1)], [(i, r, powers[abs(i - k)]) for i in range(n + 1)])
        for k, row in enumerate(read_as)
        for r in row
        if len(row) > 1
    ]


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
    """Check that the unknowns are 0 where all equations, given by their coefficients, are 0 in them."""
    # Elimination modulo m: each step solves one equation for one unknown, whose coefficient has an inverse. If all
    # succeed, every integer solution is ≡ 0. Any rational solution other than 0 has an integral multiple ≢ 0.
    # A row is one integer, whose digits are its coefficients from unknown t on, up to multiples of m. So one product
    # changes a whole row. Every digit stays below `unknowns`·m².
    if modulus < 2:
        raise Rejected(f"nothing is 0 alone modulo {spell(modulus)}")
    if unknowns > len(left):
        raise Rejected(f"{len(left)} equations leave some of the {unknowns} unknowns open")
    size = (2 * modulus.bit_length() + unknowns.bit_length()) // 8 + 1  # bytes of a digit
    lowest_digit = 256**size - 1
    rows = [packed([equation.get(t, 0) % modulus for t in range(unknowns)], size) for equation in left]
    for t in range(unknowns):
        solved = next((row for row in rows if gcd(row & lowest_digit, modulus) == 1), None)
        if solved is None:
            raise Rejected(f"modulo {spell(modulus)} the equations leave unknown {t} open")
        rows.remove(solved)
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


KINDS: dict[str, Callable[[Mechanism, Reader], None]] = {
    "stochastic": stochastic,
    "private": private,
    "not-private": not_private,
    "level": level,
    "approximately-private": partial(private, approximately=True),
    "not-approximately-private": partial(not_private, approximately=True),
    "derivable": derivable,
    "not-derivable": not_derivable,
    "vertex": vertex,
    "not-vertex": not_vertex,
    "optimal": optimal,
    "not-optimal": not_optimal,
    "only-optimal": only_optimal,
    "not-only-optimal": not_only_optimal,
    "interaction": interaction,
}


def check(data: bytes) -> Accepted:
    """Return what the certificate proves, or raise `Malformed` or `Rejected`."""
    text = Reader(data)
    if text.words("exactdp", 2) != [b"certificate", b"1"]:
        raise text.malformed("expected 'exactdp certificate 1' (diagram_kernel.py checks 'exactdp diagram 1')")
    (kind,) = (word.decode() for word in text.words("statement", 1))
    if kind == "infeasible":
        infeasible(text)
        return Accepted(kind, None, text.statement)
    text.require(kind in KINDS, f"expected one of {', '.join(KINDS)}, infeasible")
    x = text.mechanism("mechanism")
    KINDS[kind](x, text)
    return Accepted(kind, x, text.statement)


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
        try:
            accepted = check(data)
            statement = b"" if "--short" in arguments else accepted.statement
            verdict = f"accepted: {accepted.kind}\n{statement.decode()}statement sha256: {accepted.digest}"
        finally:
            if resource is not None:  # only printing and freeing memory remain, also while Python itself ends
                signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    except Rejected as error:
        print(f"rejected: {error}")
        return 1
    except (Malformed, OSError) as error:
        verdict = "malformed" if isinstance(error, Malformed) else "not judged"
        print(f"{verdict}: {str(error).encode('ascii', 'backslashreplace').decode()}")
        return 2
    except MemoryError:
        print("not judged: there is not enough memory")
        return 2
    print(verdict)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], check, "kernel.py"))
