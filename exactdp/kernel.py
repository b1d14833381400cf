"""The trusted checker: reads one certificate, recomputes every number in it, and accepts it or says why not.

    python -I -S kernel.py FILE

prints one sentence and ends with 0 (accepted), 1 (rejected: the proof does not prove the statement) or 2 (malformed:
not a certificate). Nothing else of the package is needed, and nothing that wrote the certificate is believed.

A row is held as (D, [N0, N1, …]): integers over the row's least common denominator, so that every check is a
comparison of products of integers. Indices count from 0. All of a file is read before any of it is judged.
"""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, cmp_to_key, partial
from hashlib import sha256
from itertools import chain, groupby, islice, pairwise
from math import gcd, lcm

BYTES = 2**30  # the longest file
ENTRIES = 2**24  # the largest matrix
SIZE = 2**20  # the most entries of mechanisms none of which is given
PAIRS = 2**20  # the most pairs of neighbours
BITS = 2**35  # the largest geometric mechanism, in bits written out
WORK = 2**37  # the most one certificate may cost, in steps of about a nanosecond
DECIMAL = 10**40  # integers from here on are spelled in hexadecimal
EXPONENT = 64  # the largest numerator and denominator of a loss's exponent
CHUNK = 2**20  # how many bytes of a file are read at once

INTEGER = re.compile(rb"0|-?[1-9][0-9]{0,39}|-?0x[1-9a-f][0-9a-f]*")

Row = tuple[int, list[int]]
Pair = tuple[int, int]


class Malformed(Exception):  # noqa: N818
    """The bytes are not a certificate."""


class Rejected(Exception):  # noqa: N818
    """The certificate is well formed, and its proof does not prove its statement."""


@dataclass(frozen=True)
class Mechanism:
    """A matrix as the statement gives it: in full, or as G_{n,α}·T, where T is given by its positive entries."""

    height: int
    width: int
    given: list[Row] = field(default_factory=list)
    geometric: tuple[int, Fraction] | None = None
    common: int = 1
    remap: list[list[Pair]] = field(default_factory=list)

    @cached_property
    def rows(self) -> list[Row]:
        if self.geometric is None:
            return self.given
        rows = geometric(*self.geometric)
        if self.remapped:
            dense = [[0] * self.width for _ in self.remap]
            for full, sparse in zip(dense, self.remap, strict=True):
                for r, t in sparse:
                    full[r] = t
            rows = [lowest(common * self.common, row) for common, row in blurred(*self.geometric, dense)]
        return rows

    @property
    def remapped(self) -> bool:
        return len(self.remap) != self.width or any(row != [(k, self.common)] for k, row in enumerate(self.remap))

    @property
    def bits(self) -> int:
        if self.geometric is None:
            return size_of(self.given)
        return (self.height + 1) * self.geometric[1].denominator.bit_length() + self.common.bit_length()

    def __str__(self) -> str:
        if self.geometric is None:
            return f"the {self.height} x {self.width} matrix"
        n, alpha = self.geometric
        given = "the given remap of the" if self.remapped else "the"
        return f"{given} geometric mechanism on {{0..{n}}} with alpha = {spell(alpha)}"


@dataclass(frozen=True)
class Privacy:
    """What "α-private" means in a statement: the neighbours, by name and as pairs, and α."""

    name: str
    pairs: list[Pair]
    alpha: Fraction

    def __str__(self) -> str:
        return f"{spell(self.alpha)} (neighbours: {self.name}, pairs: {len(self.pairs)})"

    def both_ways(self) -> list[Pair]:
        return self.pairs + [(k, i) for i, k in self.pairs]

    @cached_property
    def members(self) -> frozenset[Pair]:
        return frozenset(self.pairs)

    @property
    def is_path(self) -> bool:
        """Whether the column's inequalities are x_i ≥ α·x_{i+1} and x_{i+1} ≥ α·x_i, with α > 0."""
        return self.name == "path" and self.alpha > 0


@dataclass(frozen=True)
class Loss:
    """l(i, r) = number·radicand^(1/degree)/denominator, where `of(i, r)` is (which radicand, number)."""

    name: str
    of: Callable[[int, int], Pair]
    denominator: int = 1
    radicands: tuple[int, ...] = (1,)
    degree: int = 1
    bits: int = 64


@dataclass(frozen=True)
class Constraint:
    """Σ entries[r, i]·x_ir ≥ right, or = right where it is `exact`."""

    exact: bool
    right: int
    entries: dict[Pair, int]

    @cached_property
    def bits(self) -> int:
        return max(map(int.bit_length, (self.right, *self.entries.values())))


@dataclass(frozen=True)
class Problem:
    """Which mechanisms are compared, and for whom: a user with a prior, or with side information (the `inputs`)."""

    height: int
    width: int
    privacy: Privacy
    loss: Loss
    prior: Row | None
    inputs: list[int]
    constraints: list[Constraint]

    def __str__(self) -> str:
        user = "for the minimax consumer" if self.prior is None else "for the Bayesian user"
        side = f"side information of {len(self.inputs)} inputs" if self.prior is None else "the given prior"
        return f"{user} with the loss {self.loss.name} and {side}"

    @property
    def measure(self) -> str:
        return "a worst-case expected loss" if self.prior is None else "an expected loss"

    @property
    def mechanisms(self) -> str:
        kept = f" that keep the {len(self.constraints)} constraints" if self.constraints else ""
        return (
            f"mechanisms with {self.height} inputs and {self.width} responses{kept}, alpha-private at "
            f"alpha = {self.privacy}"
        )


Number = list[int]
"""A number as its coefficients on the radicals of the problem's loss; one integer where the loss is rational."""


@dataclass(frozen=True)
class Roots:
    """The radicals that the coefficients belong to, each with a lower and an upper bound in one unit."""

    bounds: list[Pair]

    def sign(self, number: Number) -> int:
        """Return an integer of the number's sign."""
        if len(number) == 1:
            return number[0]
        low = sum(v * (a if v > 0 else b) for v, (a, b) in zip(number, self.bounds, strict=True))
        high = sum(v * (b if v > 0 else a) for v, (a, b) in zip(number, self.bounds, strict=True))
        if low > 0 or high < 0 or not any(number):
            return low
        raise Rejected("the roots are not given to enough digits to tell a sign")


@dataclass(frozen=True)
class Dual:
    """Prices of the inputs' rows, the constraints and (`flows`) neighbours' inequalities, over one denominator."""

    denominator: int
    prior: list[int]
    weights: list[Number]
    multipliers: list[Number]
    flows: list[tuple[int, int, int, Number]]


@dataclass(frozen=True)
class Prices:
    """A dual over the denominator of the costs: prices of inputs; of constraints and flows, for each response."""

    prior: list[int]
    weights: list[Number]
    extra: list[dict[int, Number]]
    flows: list[list[tuple[int, int, Number]]]


Total = tuple[int, Number]
"""A number over a denominator."""

Face = tuple[list[Pair], list[int]]
"""Of one column: the neighbours whose inequality has a positive price, and the inputs at which x ≥ 0 has one."""

Equation = dict[int, int]
"""The coefficients of its unknowns."""

Unknown = tuple[list[Pair], list[tuple[int, int, int]]]
"""Its coefficient in each row's equation, and what one of it adds to the entries (i, r), up to one factor."""

Inverse = tuple[int, list[list[int]]]
"""A modulus, and a matrix."""


@dataclass(frozen=True)
class Best:
    """A problem, the least possible loss as it is claimed, and what proves that none is less."""

    problem: Problem
    value: Total
    roots: Roots
    dual: Dual

    def __str__(self) -> str:
        value = number(self.problem.loss, self.value)
        return f"{self.problem}: none of the {self.problem.mechanisms}, has {self.problem.measure} below {value}"


@dataclass(frozen=True)
class Accepted:
    """What was proved: the kind, the mechanism and the sentence, as read, and the SHA-256 of the statement's lines."""

    kind: str
    mechanism: Mechanism | None
    sentence: str
    digest: str


# Reading


class Reader:
    """The lines of a certificate, one after another, each of which must be just what is expected there."""

    def __init__(self, data: bytes) -> None:
        if len(data) > BYTES:
            raise Malformed(f"the file is longer than {BYTES} bytes")
        if not data.isascii():
            raise Malformed("the file is not ASCII")
        self.data = data
        self.start = 0
        self.line = 0
        self.cost = 0
        self.statement = b""

    def malformed(self, reason: str) -> Malformed:
        return Malformed(f"line {self.line}: {reason}")

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

    def charge(self, steps: int, bits: int, by: int | None = None) -> None:
        """Refuse a certificate that would take too long: so many steps, each a product of numbers so long."""
        self.cost += steps * (128 + (bits // 30) * ((bits if by is None else by + 29) // 30))
        if self.cost > WORK:
            raise self.malformed("checking this certificate would take too long")

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

    def alpha(self, word: bytes) -> Fraction:
        self.charge(1, 4 * len(word))
        numerator, slash, rest = word.partition(b"/")
        p = self.integer(numerator)
        q = self.integer(rest) if slash else 1
        if not 0 <= p <= q or gcd(p, q) != 1 or (slash and q == 1):
            raise self.malformed(f"{quoted(word)} is not a number from 0 to 1 in lowest terms")
        return Fraction(p, q)

    def integers(self, keyword: str, count: int) -> list[int]:
        words = self.words(keyword, count)
        self.charge(count, 4 * max(map(len, words)))
        return [self.integer(word) for word in words]

    def row(self, width: int, keyword: str = "row") -> Row:
        denominator, *row = self.integers(keyword, width + 1)
        if denominator < 1 or gcd(denominator, *row) != 1:
            raise self.malformed("the row is not over its least positive denominator")
        return denominator, row

    def count(self, keyword: str) -> int:
        (word,) = self.words(keyword, 1)
        return self.index(word, ENTRIES + 1)

    def mechanism(self, role: str) -> Mechanism:
        form, first, second = self.words(role, 3)
        if form == b"matrix":
            height, width = self.index(first, ENTRIES + 1), self.index(second, ENTRIES + 1)
            if not 1 <= height * width <= ENTRIES:
                raise self.malformed(f"a matrix has from 1 to {ENTRIES} entries")
            return Mechanism(height, width, [self.row(width) for _ in range(height)])
        if form not in (b"geometric", b"remap"):
            raise self.malformed(f"expected '{role} matrix', '{role} geometric' or '{role} remap'")
        n, alpha = self.index(first, ENTRIES), self.alpha(second)
        bits = (n + 1) * alpha.denominator.bit_length()
        if n < 1 or (n + 1) ** 2 * bits > BITS:
            raise self.malformed("n is below 1 or too large")
        self.charge((n + 1) ** 2, bits // 2)
        if form == b"geometric":
            return Mechanism(n + 1, n + 1, [], (n, alpha), 1, [[(k, 1)] for k in range(n + 1)])
        width, count = self.count("responses"), self.count("entries")
        (common,) = self.integers("common", 1)
        if width < 1 or (n + 1) * width > ENTRIES or common < 1:
            raise self.malformed(f"a remap has from 1 to {ENTRIES} entries over a positive denominator")
        if (n + 1) * width * (bits + common.bit_length()) > BITS:
            raise self.malformed("the numbers of this remap are too long")
        self.charge((n + 1) * width, bits, common.bit_length())
        remap: list[list[Pair]] = [[] for _ in range(n + 1)]
        last: tuple[int, ...] = ()
        for _ in range(count):
            k, r, t = self.integers("entry", 3)
            if not (last < (k, r) and 0 <= k <= n and 0 <= r < width and 0 < t <= common):
                raise self.malformed("the remap's entries are not positive, in range and in increasing order")
            remap[k].append((r, t))
            last = (k, r)
        if gcd(common, *(t for row in remap for _, t in row)) != 1:
            raise self.malformed("the remap is not over its least denominator")
        return Mechanism(n + 1, width, [], (n, alpha), common, remap)

    def privacy(self, size: int, width: int, bits: int) -> Privacy:
        (word,) = self.words("neighbours", 1)
        name = word.decode()
        if name == "edges":
            (count,) = self.words("edges", 1)
            pairs = [self.edge(size) for _ in range(self.index(count, PAIRS + 1))]
            if any(first >= second for first, second in pairwise(pairs)):
                raise self.malformed("the edges are not in increasing order")
        else:
            if name not in GRAPHS or not GRAPHS[name][0](size):
                raise self.malformed(f"there is no graph {quoted(word)} on {size} inputs")
            pairs = list(islice(GRAPHS[name][1](size), PAIRS + 1))
            if len(pairs) > PAIRS:
                raise self.malformed(f"there are more than {PAIRS} pairs of neighbours")
        (level,) = self.words("alpha", 1)
        alpha = self.alpha(level)
        self.charge(2 * len(pairs) * width, bits + alpha.denominator.bit_length())
        return Privacy(name, pairs, alpha)

    def edge(self, size: int) -> Pair:
        first, second = self.words("edge", 2)
        i, k = self.index(first, size), self.index(second, size)
        if i >= k:
            raise self.malformed("an edge names its smaller input first")
        return i, k

    def witness(self, x: Mechanism) -> tuple[int, int, int]:
        i, k, r = self.words("at", 3)
        return self.index(i, len(x.rows)), self.index(k, len(x.rows)), self.index(r, x.width)

    def priced(self, x: Mechanism) -> tuple[int, int, int]:
        r, i, w = self.words("loss", 3)
        return self.index(r, x.width), self.index(i, len(x.rows)), self.integer(w)

    def approximate(self, x: Mechanism) -> tuple[Privacy, Fraction]:
        privacy = self.privacy(x.height, x.width, x.bits)
        (delta,) = self.words("delta", 1)
        return privacy, self.alpha(delta)

    def problem(self, x: Mechanism) -> Problem:
        privacy = self.privacy(x.height, x.width, x.bits)
        loss, prior, inputs = self.user(x.height, x.width)
        return Problem(x.height, x.width, privacy, loss, prior, inputs, self.constraints(x.height, x.width))

    def user(self, height: int, width: int) -> tuple[Loss, Row | None, list[int]]:
        (user,) = self.words("user", 1)
        loss = self.loss(height, width)
        if user == b"bayesian":
            prior, inputs = self.prior(height), list(range(height))
        elif user == b"minimax":
            chosen = self.integers("inputs", height)
            prior, inputs = None, [i for i, inside in enumerate(chosen) if inside]
            if not inputs or any(inside not in (0, 1) for inside in chosen):
                raise self.malformed("the inputs are not marked by 0 and 1, at least one by 1")
            if len(loss.radicands) > 1:
                raise self.malformed("a minimax consumer's loss is rational")
        else:
            raise self.malformed("expected 'user bayesian' or 'user minimax'")
        return loss, prior, inputs

    def constraints(self, height: int, width: int) -> list[Constraint]:
        return [self.constraint(height, width) for _ in range(self.count("constraints"))]

    def prior(self, height: int) -> Row:
        denominator, prior = self.row(height, "prior")
        if min(prior) < 0 or sum(prior) != denominator:
            raise self.malformed("the prior has a negative probability or does not sum to 1")
        return denominator, prior

    def loss(self, height: int, width: int) -> Loss:
        (name,) = self.words("loss", 1)
        size = max(height, width)
        if name == b"power":
            p, q = self.integers("exponent", 2)
            if not (1 <= p <= EXPONENT and 1 <= q <= EXPONENT) or gcd(p, q) != 1:
                raise self.malformed(f"an exponent is a fraction in lowest terms, of numbers from 1 to {EXPONENT}")
            self.charge(size * (size if q > 1 else 1), p * size.bit_length())
            powers = [radical(d, p, q) for d in range(size)]
            radicands = tuple(sorted({e for _, e in powers}))
            by_distance = [(radicands.index(e), c) for c, e in powers]
            exponent = "" if p == q else f"^{p}" if q == 1 else f"^({p}/{q})"
            bits = p * size.bit_length()
            return Loss(f"|i-r|{exponent}", lambda i, r: by_distance[abs(i - r)], 1, radicands, q, bits)
        if name == b"threshold":
            (threshold,) = self.integers("above", 1)
            return Loss(f"[|i-r| > {spell(threshold)}]", lambda i, r: (0, int(abs(i - r) > threshold)))
        if name == b"asymmetric":
            denominator, (over, under) = self.row(2, "slopes")
            up, down = (spell(Fraction(slope, denominator)) for slope in (over, under))
            return Loss(
                f"{up}*(r-i) above and {down}*(i-r) below",
                lambda i, r: (0, over * (r - i) if r > i else under * (i - r)),
                denominator,
                bits=size_of([(denominator, [over, under])]) + size.bit_length(),
            )
        if name != b"table":
            raise self.malformed("expected a loss: power, threshold, asymmetric or table")
        rows = [self.row(width) for _ in range(height)]
        common = 1
        for denominator, _ in rows:
            common = lcm(common, denominator)
            self.charge(width, common.bit_length())
        table = [[common // denominator * entry for entry in row] for denominator, row in rows]
        bits = size_of([(common, row) for row in table])
        return Loss("of the given table", lambda i, r: (0, table[i][r]), common, bits=bits)

    def constraint(self, height: int, width: int) -> Constraint:
        sense, right, size = self.words("constraint", 3)
        if sense not in (b"exactly", b"least"):
            raise self.malformed("expected 'constraint exactly' or 'constraint least'")
        entries: dict[Pair, int] = {}
        last: tuple[int, ...] = ()
        for _ in range(self.index(size, height * width + 1)):
            i, r, a = self.integers("entry", 3)
            if not (last < (i, r) and 0 <= i < height and 0 <= r < width and a):
                raise self.malformed("the constraint's entries are not nonzero, in range and in increasing order")
            entries[r, i] = a
            last = (i, r)
        return Constraint(sense == b"exactly", self.integer(right), entries)

    def best(self, x: Mechanism) -> Best:
        problem = self.problem(x)
        value = self.row(len(problem.loss.radicands), "value")
        self.proof()
        self.charge_risks(x, problem)
        roots = self.roots(problem.loss)
        return Best(problem, value, roots, self.dual(problem, roots))

    def other(self, x: Mechanism, problem: Problem) -> Mechanism:
        other = self.mechanism("other")
        if (other.height, other.width) != (x.height, x.width):
            raise self.malformed(f"this is {other.height} x {other.width} and the mechanism {x.height} x {x.width}")
        self.charge_risks(other, problem)
        self.charge(2 * len(problem.privacy.pairs) * x.width, other.bits)
        return other

    def charge_risks(self, x: Mechanism, problem: Problem) -> None:
        parts = len(problem.loss.radicands)
        steps = x.height * (x.width if x.geometric is None else 2 * sum(map(len, x.remap)))
        self.charge(8 * steps * parts, x.bits, problem.loss.bits + 60)
        # A prior brings all inputs to one denominator, and so does a constraint those that it names.
        whole = x.bits * x.height
        self.charge(x.height * parts, whole if x.geometric is None and problem.prior else 2 * x.bits)
        for constraint in problem.constraints:
            self.charge(len(constraint.entries), whole, x.bits + constraint.bits)

    def inverse(self, height: int, entries: int, bits: int) -> Inverse:
        first, second = self.words("inverse", 2)
        modulus, size = self.integer(first), self.index(second, ENTRIES + 1)
        rows = [self.integers("row", height) for _ in range(size)]
        self.charge(size * height * entries, bits + size_of([(modulus, [*chain.from_iterable(rows)])]))
        return modulus, rows

    def roots(self, loss: Loss) -> Roots:
        """Read bounds a ≤ 2^B·e^(1/Q) ≤ b, b - a ≤ 1, for each radicand e; nothing where the loss is rational."""
        if len(loss.radicands) == 1:
            return Roots([(1, 1)])
        digits, *floors = self.integers("roots", len(loss.radicands) + 1)
        if not 0 <= digits < 2**20:
            raise self.malformed("the roots are to be given to fewer than 2^20 binary digits")
        bounds = []
        for e, floor in zip(loss.radicands, floors, strict=True):
            self.charge(1, loss.degree * (digits + e.bit_length() + floor.bit_length()))
            power, radicand = floor**loss.degree, e << digits * loss.degree
            if not power <= radicand < (floor + 1) ** loss.degree:
                raise self.malformed(f"{spell(floor)} is not the root of {e}, rounded down")
            bounds.append((floor, floor if power == radicand else floor + 1))
        return Roots(bounds)

    def dual(self, problem: Problem, roots: Roots) -> Dual:
        height, parts, privacy = problem.height, len(problem.loss.radicands), problem.privacy
        (denominator,) = self.integers("dual", 1)
        if denominator < 1:
            raise self.malformed("the dual's denominator is not positive")
        prior = problem.prior[1] if problem.prior else self.integers("prior", height)
        weights = [self.integers("weights", parts) for _ in range(height)]
        multipliers = [self.integers("multiplier", parts) for _ in problem.constraints]
        flows = []
        if not privacy.is_path:
            for _ in range(self.count("flows")):
                r, i, k, *flow = self.integers("flow", 3 + parts)
                if not (0 <= r < problem.width and (min(i, k), max(i, k)) in privacy.members and privacy.alpha):
                    raise self.malformed("a flow is between neighbours, in the column of a response, at alpha > 0")
                flows.append((r, i, k, flow))
        # The numbers grow by a power of α's denominator, and each step multiplies one by α.
        numbers = [denominator, *prior, *(v for number in weights + multipliers for v in number)]
        bits = max(map(int.bit_length, numbers)) + (problem.prior[0].bit_length() if problem.prior else 0)
        bits += 2 * problem.loss.bits + 2 * height * privacy.alpha.denominator.bit_length()
        bits += max((constraint.bits for constraint in problem.constraints), default=0)
        cells = height * problem.width + len(flows) + sum(len(constraint.entries) for constraint in problem.constraints)
        self.charge(8 * cells * parts, bits, problem.loss.bits + 60)
        self.charge(cells * parts, bits, height * privacy.alpha.numerator.bit_length() // 4)
        self.charge(cells, bits, sum(high.bit_length() for _, high in roots.bounds))
        return Dual(denominator, prior, weights, multipliers, flows)

    def proof(self) -> None:
        """Read the line that ends the statement."""
        self.statement = self.data[: self.start]
        self.words("proof", 0)

    def end(self) -> None:
        """Read the last line, which counts the lines before it."""
        lines = self.line
        (count,) = self.words("end", 1)
        if self.integer(count) != lines:
            raise self.malformed(f"there are {lines} lines before this one")
        if self.start != len(self.data):
            raise self.malformed("something stands after this line")


def path(size: int) -> Iterator[Pair]:
    return ((i, i + 1) for i in range(size - 1))


def complete(size: int) -> Iterator[Pair]:
    return ((i, k) for i in range(size) for k in range(i + 1, size))


def cycle(size: int) -> Iterator[Pair]:
    return ((i, k) for i in range(size) for k in sorted({i + 1, size - 1 if i == 0 else i + 1}) if k < size)


def hypercube(size: int) -> Iterator[Pair]:
    return ((i, i | 1 << bit) for i in range(size) for bit in range(size.bit_length() - 1) if not i >> bit & 1)


GRAPHS: dict[str, tuple[Callable[[int], bool], Callable[[int], Iterator[Pair]]]] = {
    "path": (lambda size: True, path),
    "complete": (lambda size: True, complete),
    "cycle": (lambda size: size >= 3, cycle),
    "hypercube": (lambda size: size & (size - 1) == 0, hypercube),
}


def geometric(n: int, alpha: Fraction) -> list[Row]:
    """Return the rows of G: α^|i-k|, times 1/(1+α) in columns 0 and n and (1-α)/(1+α) in the others."""
    p, q = alpha.numerator, alpha.denominator
    rows = []
    for i in range(n + 1):
        far = max(i, n - i)
        outer = [p**d * q ** (far - d) for d in range(far + 1)]
        inner = [(q - p) * p**d * q ** (far - 1 - d) for d in range(far)]
        rows.append(((q + p) * q ** (far - 1), [outer[i], *(inner[abs(i - k)] for k in range(1, n)), outer[n - i]]))
    return rows


def lowest(denominator: int, row: list[int]) -> Row:
    common = gcd(denominator, *row)
    return denominator // common, [entry // common for entry in row]


def radical(d: int, p: int, q: int) -> Pair:
    """Return c, e with d^p = c^q·e, where no q-th power above 1 divides e."""
    if q == 1:
        return d**p, 1
    c, e, rest, factor = 1 if d else 0, 1, d, 2
    while rest > 1:
        m = 0
        while rest % factor == 0:
            rest //= factor
            m += 1
        c *= factor ** (m * p // q)
        e *= factor ** (m * p % q)
        factor += 1
    return c, e


def size_of(rows: list[Row]) -> int:
    return max(map(int.bit_length, chain.from_iterable((denominator, *row) for denominator, row in rows)))


def spell(value: int | Fraction) -> str:
    """Return a number as a certificate spells it, the middle of a long one left out."""
    if value.denominator != 1:
        return f"{spell(value.numerator)}/{spell(value.denominator)}"
    integer = value.numerator
    return short(str(integer) if abs(integer) < DECIMAL else hex(integer))


def short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:24]}...{text[-24:]} ({len(text)} characters)"


def quoted(word: bytes) -> str:
    return repr(word[:60])[1:] + ("..." if len(word) > 60 else "")


# Checking


def check_stochastic(rows: list[Row], name: str) -> None:
    for i, (denominator, row) in enumerate(rows):
        if min(row) < 0:
            raise Rejected(f"{name}: row {i} has the negative entry {spell(Fraction(min(row), denominator))}")
        if sum(row) != denominator:
            raise Rejected(f"{name}: row {i} sums to {spell(Fraction(sum(row), denominator))}, not to 1")


def check_private(rows: list[Row], privacy: Privacy, name: str) -> None:
    """Check α·x_ir ≤ x_kr for neighbours i, k in both orders and every response r."""
    for i, k in privacy.both_ways():
        a, b = factors(rows, i, k, privacy.alpha)
        for r, (x, y) in enumerate(zip(rows[i][1], rows[k][1], strict=True)):
            if a * x > b * y:
                raise Rejected(f"{name} is not alpha-private: {compared(rows, i, k, r)}")


def check_neighbours(i: int, k: int, privacy: Privacy) -> None:
    if (min(i, k), max(i, k)) not in privacy.members:
        raise Rejected(f"inputs {i} and {k} are not neighbours")


def factors(rows: list[Row], i: int, k: int, alpha: Fraction) -> Pair:
    """Return a, b ≥ 0 such that α·x_ir compares with x_kr as a·N_ir with b·N_kr, for every r."""
    a, b = alpha.numerator * rows[k][0], alpha.denominator * rows[i][0]
    common = gcd(a, b)
    return a // common, b // common


def compared(rows: list[Row], i: int, k: int, r: int) -> str:
    x, y = (spell(Fraction(rows[at][1][r], rows[at][0])) for at in (i, k))
    return f"response {r} has probability {x} on input {i} and {y} on input {k}"


def stochastic(x: Mechanism, text: Reader) -> str:
    text.proof()
    text.end()
    check_stochastic(x.rows, "the mechanism")
    return f"{x} is a mechanism: no entry is negative and every row sums to 1"


def private(x: Mechanism, text: Reader) -> str:
    privacy = text.privacy(x.height, x.width, x.bits)
    text.proof()
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_private(x.rows, privacy, "the mechanism")
    return f"{x} is a mechanism and alpha-private at alpha = {privacy}"


def not_private(x: Mechanism, text: Reader) -> str:
    privacy = text.privacy(x.height, x.width, x.bits)
    text.proof()
    i, k, r = text.witness(x)
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_neighbours(i, k, privacy)
    a, b = factors(x.rows, i, k, privacy.alpha)
    if a * x.rows[i][1][r] <= b * x.rows[k][1][r]:
        raise Rejected(f"this does not break privacy: {compared(x.rows, i, k, r)}")
    return f"{x} is a mechanism and not alpha-private at alpha = {privacy}"


def level(x: Mechanism, text: Reader) -> str:
    privacy = text.privacy(x.height, x.width, x.bits)
    text.proof()
    # Where α·x_ir = x_kr and x_ir > 0 no larger α will do. Levels end at 1, which needs no witness.
    witness = text.witness(x) if privacy.alpha < 1 else None
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_private(x.rows, privacy, "the mechanism")
    if witness:
        i, k, r = witness
        check_neighbours(i, k, privacy)
        a, b = factors(x.rows, i, k, privacy.alpha)
        if x.rows[i][1][r] == 0 or a * x.rows[i][1][r] != b * x.rows[k][1][r]:
            raise Rejected(f"a larger alpha would do: {compared(x.rows, i, k, r)}")
    return f"{x} is a mechanism, and the largest alpha at which it is alpha-private is {privacy}"


def excess(rows: list[Row], i: int, k: int, privacy: Privacy) -> Fraction:
    """Return Σ_r max(0, x_ir - x_kr/α), above which P(S) - Q(S)/α is for no set S of responses; 0 at α = 0."""
    a, b = factors(rows, i, k, privacy.alpha)
    total = sum(max(0, a * x - b * y) for x, y in zip(rows[i][1], rows[k][1], strict=True))
    return Fraction(total, a * rows[i][0]) if a else Fraction(0)


def approximately_private(x: Mechanism, text: Reader) -> str:
    privacy, delta = text.approximate(x)
    text.proof()
    text.end()
    check_stochastic(x.rows, "the mechanism")
    for i, k in privacy.both_ways():
        found = excess(x.rows, i, k, privacy)
        if found > delta:
            raise Rejected(f"inputs {i} and {k} need a delta of {spell(found)}")
    return f"{x} is a mechanism and (alpha, delta)-private at delta = {spell(delta)} and alpha = {privacy}"


def not_approximately_private(x: Mechanism, text: Reader) -> str:
    privacy, delta = text.approximate(x)
    text.proof()
    i, k = (text.index(word, x.height) for word in text.words("between", 2))
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_neighbours(i, k, privacy)
    found = excess(x.rows, i, k, privacy)
    if found <= delta:
        raise Rejected(f"inputs {i} and {k} need a delta of only {spell(found)}")
    return f"{x} is a mechanism and not (alpha, delta)-private at delta = {spell(delta)} and alpha = {privacy}"


def derivable(x: Mechanism, text: Reader) -> str:
    source = read_source(x, text)
    (common,) = text.integers("remap", 1)
    if source.width * x.width > ENTRIES:
        raise text.malformed(f"a remap has up to {ENTRIES} entries")
    remap = [(common, text.integers("row", x.width)) for _ in range(source.width)]
    products = len(x.rows) * x.width * (source.width if source.remapped else 6)
    text.charge(products, max(size_of(source.rows), size_of(remap)))
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_stochastic(source.rows, "the source")
    if common < 1:
        raise Rejected(f"the remap's denominator is {spell(common)}")
    check_stochastic(remap, "the remap")
    for i, (denominator, row) in enumerate(induced(source, [row for _, row in remap])):
        for r, value in enumerate(row):
            if value * x.rows[i][0] != x.rows[i][1][r] * denominator * common:
                raise Rejected(
                    f"the remap gives {spell(Fraction(value, denominator * common))} at row {i}, column {r}, where the "
                    f"mechanism has {spell(Fraction(x.rows[i][1][r], x.rows[i][0]))}"
                )
    return f"{x} is a mechanism and derivable from {source}"


def read_source(x: Mechanism, text: Reader) -> Mechanism:
    source = text.mechanism("from")
    if len(source.rows) != len(x.rows):
        raise text.malformed(f"the source has {len(source.rows)} inputs and the mechanism {len(x.rows)}")
    text.proof()
    return source


def induced(source: Mechanism, remap: list[list[int]]) -> Iterator[Row]:
    """Yield the rows of source·remap, each over the denominator of the source's row."""
    if source.geometric and not source.remapped:
        yield from blurred(*source.geometric, remap)
        return
    columns = list(zip(*remap, strict=True))
    for denominator, row in source.rows:
        yield denominator, [sum(x * t for x, t in zip(row, column, strict=True)) for column in columns]


def blurred(n: int, alpha: Fraction, remap: list[list[int]]) -> Iterator[Row]:
    """Yield the rows of G_{n,α}·remap, each over (1+α)·q^(n+1), where q is the denominator of α."""
    # Row i of G·T is Σ_k α^|i-k|·c_k·T_k, summed by Horner's rule from both ends: the part with k ≤ i, times q^i, is
    # before_i = p·before_(i-1) + q^i·c_i·T_i; the part with k > i, times q^(n-i), is
    # after_i = p·(after_(i+1) + q^(n-i-1)·c_(i+1)·T_(i+1)).
    p, q = alpha.numerator, alpha.denominator
    scaled = [[(q if k in (0, n) else q - p) * t for t in row] for k, row in enumerate(remap)]
    after = [[0] * len(remap[0])]
    for k in range(n, 0, -1):
        after.append([p * (v + q ** (n - k) * t) for v, t in zip(after[-1], scaled[k], strict=True)])
    before = after[0]
    for i in range(n + 1):
        here, there = q**i, q ** (n - i)
        before = [p * u + here * t for u, t in zip(before, scaled[i], strict=True)]
        yield (q + p) * q**n, [there * u + here * v for u, v in zip(before, after.pop(), strict=True)]


def not_derivable(x: Mechanism, text: Reader) -> str:
    # If x = y·T with T stochastic then, for every table w of losses, Σ_ir w_ir·x_ir = Σ_k Σ_r T_kr·(Σ_i y_ik·w_ir)
    # ≥ Σ_k min(0, min_r Σ_i y_ik·w_ir): no user loses less on x than by its best remap of y. The proof is a w where
    # this fails. (The 0 costs nothing: a number added to a whole row of w changes both sides alike.)
    source = read_source(x, text)
    (count,) = text.words("losses", 1)
    losses = [text.priced(x) for _ in range(text.index(count, len(x.rows) * x.width + 1))]
    if any(first[:2] >= second[:2] for first, second in pairwise(losses)):
        raise text.malformed("the losses are not in increasing order of response, then input")
    inputs = {i for _, i, _ in losses}
    bits = sum(rows[i][0].bit_length() for i in inputs for rows in (x.rows, source.rows))
    text.charge(len(losses) * (source.width + 2), bits + max((w.bit_length() for _, _, w in losses), default=0))
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_stochastic(source.rows, "the source")
    value = sum((Fraction(w * x.rows[i][1][r], x.rows[i][0]) for r, i, w in losses), Fraction(0))
    common = lcm(*(source.rows[i][0] for i in inputs))
    least = [0] * source.width
    for _, group in groupby(losses, key=lambda entry: entry[0]):
        cost = [0] * source.width
        for _, i, w in group:
            scale = w * (common // source.rows[i][0])
            cost = [total + scale * y for total, y in zip(cost, source.rows[i][1], strict=True)]
        least = list(map(min, least, cost))
    best = Fraction(sum(least), common)
    if value >= best:
        raise Rejected(f"the mechanism's loss {spell(value)} is not below the best remap's {spell(best)}")
    return f"{x} is a mechanism and not derivable from {source}"


def vertex(x: Mechanism, text: Reader) -> str:
    # Let x + d and x - d both be α-private mechanisms. Then d = 0 where x = 0, and α·d_ir = d_kr where α·x_ir = x_kr.
    # So on each block of positive entries, tied together by such equations, d is a multiple t of x, and in each row
    # the masses of the blocks, times their t, sum to 0: X·t = 0, which the inverse leaves only t = 0. So x is a vertex.
    privacy = text.privacy(x.height, x.width, x.bits)
    text.proof()
    inverse = text.inverse(x.height, x.width, x.bits)
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_private(x.rows, privacy, "the mechanism")
    ties = [(i, k, *factors(x.rows, i, k, privacy.alpha)) for i, k in privacy.both_ways()]
    masses: list[Equation] = [{} for _ in x.rows]
    found = 0
    for r in range(x.width):
        column = [row[r] for _, row in x.rows]
        tied = [(i, k) for i, k, a, b in ties if 0 < a * column[i] == b * column[k]]
        for block in blocks(x.height, tied):
            if column[block[0]] > 0:
                for i in block:
                    masses[i][found] = column[i]
                found += 1
    check_inverse(inverse, masses, found)
    return f"{x} is a vertex of the polytope of alpha-private mechanisms of its size at alpha = {privacy}"


def blocks(size: int, ties: list[Pair]) -> list[list[int]]:
    """Return the classes of 0 … size - 1 that the ties generate, in the order of their first members."""
    tied: list[list[int]] = [[] for _ in range(size)]
    for i, k in ties:
        tied[i].append(k)
        tied[k].append(i)
    seen = [False] * size
    found = []
    for first in range(size):
        block, waiting = [], [first]
        while waiting:
            i = waiting.pop()
            if not seen[i]:
                seen[i] = True
                block.append(i)
                waiting.extend(tied[i])
        if block:
            found.append(block)
    return found


def not_vertex(x: Mechanism, text: Reader) -> str:
    privacy = text.privacy(x.height, x.width, x.bits)
    text.proof()
    text.words("other", 0)
    other = [text.row(x.width) for _ in x.rows]
    bits = size_of(x.rows) + size_of(other) + privacy.alpha.denominator.bit_length()
    text.charge(2 * len(privacy.pairs) * x.width, bits)
    text.end()
    opposite = [
        (d * e, [2 * a * e - b * d for a, b in zip(row, end, strict=True)])
        for (d, row), (e, end) in zip(x.rows, other, strict=True)
    ]
    check_stochastic(x.rows, "the mechanism")
    for rows, name in ((other, "one end"), (opposite, "the other end")):
        check_stochastic(rows, name)
        check_private(rows, privacy, name)
    if other == x.rows:
        raise Rejected("both ends are the mechanism itself")
    return f"{x} is midway between two different alpha-private mechanisms, so not a vertex, at alpha = {privacy}"


def check_inverse(inverse: Inverse, equations: list[Equation], unknowns: int) -> None:
    """Check that only t = 0 has X·t = 0, where the rows of X are the equations.

    Where L·X ≡ 1 modulo m, a primitive integer solution t would be ≡ L·X·t ≡ 0.
    """
    modulus, rows = inverse
    if modulus < 2 or len(rows) != unknowns:
        raise Rejected(f"the inverse has {len(rows)} rows modulo {spell(modulus)}, where there are {unknowns} unknowns")
    for b, row in enumerate(rows):
        product = [0] * unknowns
        for factor, equation in zip(row, equations, strict=True):
            for unknown, value in equation.items():
                product[unknown] += factor * value
        for unknown, value in enumerate(product):
            if value % modulus != (b == unknown):
                raise Rejected(f"row {b} of the inverse times unknown {unknown} is {spell(value % modulus)}")


# Optima
#
# The columns x_r of an α-private mechanism lie in the cone K of all x ≥ 0 with α·x_i ≤ x_k for neighbours i, k. Let
# c_r[i] be the cost of response r on input i: p_i·l(i, r), where p is the user's prior or, for a minimax consumer, any
# prior on its side information, since the worst of its expected losses is no less than their mean. Choose numbers w_i
# and y_c (y_c ≥ 0 unless constraint c is exact) such that d_r = c_r - w - Σ_c y_c·a_c,r has ⟨d_r, x⟩ ≥ 0 for every x in
# K and every r. Then Σ_r ⟨d_r, x_r⟩ ≥ 0 says: no α-private mechanism x that keeps the constraints loses less than
# Σ_i w_i + Σ_c y_c·b_c.


def optimal(x: Mechanism, text: Reader) -> str:
    best = text.best(x)
    text.end()
    check_best(x, best)
    return f"{x} is optimal {best}"


def not_only_optimal(x: Mechanism, text: Reader) -> str:
    best = text.best(x)
    other = text.other(x, best.problem)
    text.end()
    check_best(x, best)
    check_feasible(other, best.problem, "the other mechanism")
    check_risks(other, best.problem, best.value, best.roots)
    if x.rows == other.rows:
        raise Rejected("the other mechanism is the mechanism itself")
    return f"{x} is not the only optimal mechanism, and optimal {best}"


def not_optimal(x: Mechanism, text: Reader) -> str:
    problem = text.problem(x)
    text.proof()
    roots = text.roots(problem.loss)
    text.charge_risks(x, problem)
    other = text.other(x, problem)
    text.end()
    for each, name in ((x, "the mechanism"), (other, "the other mechanism")):
        check_feasible(each, problem, name)
    order = cmp_to_key(partial(difference, roots=roots))
    if max(map(order, risks(x, problem))) <= max(map(order, risks(other, problem))):
        raise Rejected("the other mechanism loses no less")
    return f"{x} is not optimal {problem} among the {problem.mechanisms}"


def only_optimal(x: Mechanism, text: Reader) -> str:
    # Every optimal x' has ⟨d_r, x'_r⟩ = 0: it meets each inequality that has a positive price with equality. The same
    # goes for the constraints, and for the losses of the inputs whose probability is positive.
    best = text.best(x)
    problem, dual = best.problem, best.dual
    support = [i for i, v in enumerate(dual.prior) if v > 0] if problem.prior is None else []
    active = [c for c, y in zip(problem.constraints, dual.multipliers, strict=True) if c.exact or any(y)]
    height, entries = x.height + len(support) + len(active), sum(map(len, x.remap)) or x.width
    bits = (1 + len(active)) * x.bits + problem.loss.bits + sum(c.bits for c in active)
    inverse = text.inverse(height, entries, bits)
    text.charge(x.height * entries * (1 + len(active)), bits)
    text.end()
    faces = check_best(x, best)
    unknowns = (block_unknowns if x.geometric is None else remap_unknowns)(x, problem, faces)
    equations: list[Equation] = [{} for _ in range(height)]
    place = {i: at for at, i in enumerate(support, start=x.height)}
    for t, (sums, pieces) in enumerate(unknowns):
        for i, mass in sums:
            equations[i][t] = mass
        for i, r, mass in pieces:
            if i in place:
                at = place[i]
                equations[at][t] = equations[at].get(t, 0) + problem.loss.of(i, r)[1] * mass
            for at, c in enumerate(active, start=x.height + len(support)):
                if (r, i) in c.entries:
                    equations[at][t] = equations[at].get(t, 0) + c.entries[r, i] * mass
    check_inverse(inverse, equations, len(unknowns))
    return f"{x} is the only optimal mechanism {best}"


def infeasible(text: Reader) -> str:
    first, second = text.words("mechanisms", 2)
    height, width = text.index(first, SIZE + 1), text.index(second, SIZE + 1)
    if not 1 <= height * width <= SIZE:
        raise text.malformed(f"these mechanisms have from 1 to {SIZE} entries")
    privacy = text.privacy(height, width, 1)
    nothing = Loss("0", lambda i, r: (0, 0))
    prior = (1, [1] + [0] * (height - 1))
    problem = Problem(height, width, privacy, nothing, prior, [0], text.constraints(height, width))
    text.proof()
    roots = text.roots(nothing)
    dual = text.dual(problem, roots)
    text.end()
    priced(problem, dual, roots)
    if bound(problem, dual)[1][0] <= 0:
        raise Rejected("the bound on the loss 0 is not positive")
    return f"there are no {problem.mechanisms}"


def interaction(x: Mechanism, text: Reader) -> str:
    # Response k of x is remapped to some r, at the cost Σ_i p_i·x_ik·l(i, r), whatever happens to the other responses.
    remap = text.mechanism("remap")
    if remap.height != x.width:
        raise text.malformed(f"the remap has {remap.height} rows, where there are {x.width} responses")
    loss, known, inputs = text.user(x.height, remap.width)
    problem = Problem(x.height, remap.width, Privacy("none", [], Fraction(0)), loss, known, inputs, [])
    value = text.row(len(problem.loss.radicands), "value")
    text.proof()
    roots = text.roots(problem.loss)
    prior = known or text.prior(x.height)
    bits = x.height * x.bits + prior[0].bit_length() + problem.loss.bits
    text.charge(x.height * x.width * remap.width * len(roots.bounds), bits, problem.loss.bits + 60)
    text.charge(x.height * x.width, bits, x.bits)
    # The rows of both are brought to one denominator each.
    whole = remap.height * remap.bits
    text.charge(remap.height * (1 + remap.width), whole)
    text.charge(x.height * remap.height * remap.width, whole, x.bits)
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_stochastic(remap.rows, "the remap")
    check_support(prior[1], problem)
    common = lcm(*(d for d, _ in x.rows))
    scaled = [p * (common // d) for p, (d, _) in zip(prior[1], x.rows, strict=True)]
    total = [0] * len(roots.bounds)
    for k in range(x.width):
        weights = [scale * row[k] for scale, (_, row) in zip(scaled, x.rows, strict=True)]
        costs = [weighted(weights, [problem.loss.of(i, r) for i in range(x.height)], roots) for r in range(remap.width)]
        least = costs[0]
        for cost in costs[1:]:
            if roots.sign([a - b for a, b in zip(least, cost, strict=True)]) > 0:
                least = cost
        total = [a + b for a, b in zip(total, least, strict=True)]
    if difference((common * prior[0] * problem.loss.denominator, total), value, roots) < 0:
        raise Rejected(f"some remap may give a loss below {number(problem.loss, value)}")
    scale = lcm(*(d for d, _ in remap.rows))
    rows = [(d * scale, row) for d, row in induced(x, [[t * (scale // d) for t in row] for d, row in remap.rows])]
    check_risks(Mechanism(x.height, remap.width, rows), problem, value, roots)
    return (
        f"the given remap of {x} is optimal {problem}: no remap with {remap.width} responses has "
        f"{problem.measure} below {number(problem.loss, value)}, which it has"
    )


def check_best(x: Mechanism, best: Best) -> list[Face]:
    check_feasible(x, best.problem, "the mechanism")
    check_risks(x, best.problem, best.value, best.roots)
    faces = priced(best.problem, best.dual, best.roots)
    if difference(bound(best.problem, best.dual), best.value, best.roots) < 0:
        raise Rejected(f"the weights sum to less than the value {number(best.problem.loss, best.value)}")
    return faces


def check_feasible(x: Mechanism, problem: Problem, name: str) -> None:
    """Check that x is an α-private mechanism that keeps the constraints."""
    if x.geometric is None:
        check_stochastic(x.rows, name)
        check_private(x.rows, problem.privacy, name)
    else:
        # Each entry of G is α or 1/α times the one above, as |i-k| and |i+1-k| differ by 1; a remap keeps the level.
        n, alpha = x.geometric
        if any(denominator != row[0] for denominator, row in blurred(n, alpha, [[1]] * (n + 1))):
            raise Rejected(f"{name}: the rows of the geometric mechanism do not sum to 1")
        for k, row in enumerate(x.remap):
            if sum(t for _, t in row) != x.common:
                raise Rejected(f"{name}: row {k} of the remap does not sum to 1")
        if problem.privacy.name != "path" or alpha < problem.privacy.alpha:
            raise Rejected(f"{name} is stated as a remap of a geometric mechanism that is not alpha-private")
    for c, constraint in enumerate(problem.constraints):
        total = sum(Fraction(a * x.rows[i][1][r], x.rows[i][0]) for (r, i), a in constraint.entries.items())
        if total < constraint.right or (constraint.exact and total > constraint.right):
            raise Rejected(f"{name} has {spell(Fraction(total))} for constraint {c}")


def check_risks(x: Mechanism, problem: Problem, value: Total, roots: Roots) -> None:
    for risk in risks(x, problem):
        if difference(value, risk, roots) < 0:
            raise Rejected(f"{x} has the expected loss {number(problem.loss, risk)}, not {number(problem.loss, value)}")


def check_support(prior: list[int], problem: Problem) -> None:
    inside = set(problem.inputs)
    for i, probability in enumerate(prior):
        if probability and i not in inside:
            raise Rejected(f"the prior is positive on input {i}, outside the side information")


def difference(first: Total, second: Total, roots: Roots) -> int:
    """Return an integer of the sign of first - second."""
    (d, numbers), (e, others) = first, second
    return roots.sign([v * e - w * d for v, w in zip(numbers, others, strict=True)])


def number(loss: Loss, total: Total) -> str:
    denominator, numbers = total
    terms = [(spell(Fraction(v, denominator)), e) for e, v in zip(loss.radicands, numbers, strict=True) if v]
    return " + ".join(v if e == 1 else f"{v}*{e}^(1/{loss.degree})" for v, e in terms) or "0"


def weighted(weights: list[int], losses: list[Pair], roots: Roots) -> Number:
    total = [0] * len(roots.bounds)
    for weight, (e, v) in zip(weights, losses, strict=True):
        total[e] += weight * v
    return total


def risks(x: Mechanism, problem: Problem) -> list[Total]:
    """Return the losses that the value bounds: a Bayesian user's one, or a minimax consumer's, input by input."""
    found = list((built_losses if x.geometric else given_losses)(x, problem.loss))
    if problem.prior is None:
        return [found[i] for i in problem.inputs]
    denominator, prior = problem.prior
    common = lcm(*(d for d, _ in found))
    parts = [[p * (common // d) * v for v in row] for p, (d, row) in zip(prior, found, strict=True)]
    return [(denominator * common, [sum(part) for part in zip(*parts, strict=True)])]


def given_losses(x: Mechanism, loss: Loss) -> Iterator[Total]:
    for i, (denominator, row) in enumerate(x.rows):
        total = [0] * len(loss.radicands)
        for r, mass in enumerate(row):
            e, v = loss.of(i, r)
            total[e] += mass * v
        yield denominator * loss.denominator, total


def built_losses(x: Mechanism, loss: Loss) -> Iterator[Total]:
    # The loss on input i is Σ_k α^|i-k|·c_k·m_k, where m_k = Σ_r T_kr·l(i, r): as in `induced`, by Horner's rule.
    n, alpha = x.geometric or (0, Fraction(0))
    p, q = alpha.numerator, alpha.denominator
    scaled = [[(r, (q if k in (0, n) else q - p) * t) for r, t in row] for k, row in enumerate(x.remap)]
    from_left = [[(r, q**k * t) for r, t in row] for k, row in enumerate(scaled)]
    from_right = [[(r, q ** (n - k) * t) for r, t in row] for k, row in enumerate(scaled)]
    for i in range(n + 1):
        row = [loss.of(i, r) for r in range(x.width)]
        before, after = [0] * len(loss.radicands), [0] * len(loss.radicands)
        for entries in from_left[: i + 1]:
            before = [p * v for v in before]
            for r, t in entries:
                e, v = row[r]
                before[e] += t * v
        for entries in from_right[:i:-1]:
            for r, t in entries:
                e, v = row[r]
                after[e] += t * v
            after = [p * v for v in after]
        here, there = q**i, q ** (n - i)
        total = [there * u + here * v for u, v in zip(before, after, strict=True)]
        yield (q + p) * q**n * x.common * loss.denominator, total


def bound(problem: Problem, dual: Dual) -> Total:
    """Return Σ_i w_i + Σ_c y_c·b_c."""
    total = [sum(part) for part in zip(*dual.weights, strict=True)]
    for constraint, y in zip(problem.constraints, dual.multipliers, strict=True):
        total = [a + constraint.right * b for a, b in zip(total, y, strict=True)]
    return dual.denominator, total


def priced(problem: Problem, dual: Dual, roots: Roots) -> list[Face]:
    """Check ⟨d_r, x⟩ ≥ 0 on K, for every r, and the signs of the prices; return where they are positive."""
    denominator = problem.prior[0] if problem.prior else dual.denominator
    if min(dual.prior) < 0 or sum(dual.prior) != denominator:
        raise Rejected("the prior is negative or does not sum to 1")
    check_support(dual.prior, problem)
    for constraint, y in zip(problem.constraints, dual.multipliers, strict=True):
        if not constraint.exact and roots.sign(y) < 0:
            raise Rejected("a constraint's multiplier is negative")
    # Costs and prices over one denominator.
    cost = denominator * problem.loss.denominator
    common = gcd(cost, dual.denominator)
    scale = cost // common
    prior = [p * (dual.denominator // common) for p in dual.prior]
    weights = [[w * scale for w in row] for row in dual.weights]
    extra: list[dict[int, Number]] = [{} for _ in range(problem.width)]
    for constraint, y in zip(problem.constraints, dual.multipliers, strict=True):
        for (r, i), a in constraint.entries.items():
            before = extra[r].get(i, [0] * len(y))
            extra[r][i] = [u + a * scale * v for u, v in zip(before, y, strict=True)]
    flows: list[list[tuple[int, int, Number]]] = [[] for _ in range(problem.width)]
    for r, i, k, flow in dual.flows:
        flows[r].append((i, k, [scale * f for f in flow]))
    found = path_faces if problem.privacy.is_path else graph_faces
    return list(found(problem, Prices(prior, weights, extra, flows), roots))


def path_faces(problem: Problem, prices: Prices, roots: Roots) -> Iterator[Face]:
    # On x in K with x_i given, Σ_{j≥i} d_j·x_j is at least F_i·x_i, where F_n = d_n and F_i = d_i plus the less of
    # α·F_{i+1} and F_{i+1}/α, and it is just that for some x. F_i ≠ 0 is the price of one of the two inequalities
    # between i-1 and i, and F_0 that of x_0 ≥ 0.
    n, loss = problem.height - 1, problem.loss
    p, q = problem.privacy.alpha.numerator, problem.privacy.alpha.denominator
    power = [q ** (n - i) for i in range(n + 1)]
    costs = [scale * prior for scale, prior in zip(power, prices.prior, strict=True)]
    weights = [[scale * w for w in row] for scale, row in zip(power, prices.weights, strict=True)]
    for r, extra in enumerate(prices.extra):
        ties, sign, spread, here = [], 0, 1, [0] * len(loss.radicands)
        for i in range(n, -1, -1):
            # here = q^(n-i)·spread·(F_i - d_i), and then q^(n-i)·spread·F_i
            if sign < 0:
                spread *= p
            e, v = loss.of(i, r)
            here = [(q * q if sign < 0 else p) * u - spread * w for u, w in zip(here, weights[i], strict=True)]
            here[e] += spread * costs[i] * v
            if i in extra:
                here = [u - spread * power[i] * y for u, y in zip(here, extra[i], strict=True)]
            sign = roots.sign(here)
            if sign and i:
                ties.append((i - 1, i))
        if sign < 0:
            raise Rejected(
                f"the weights are too high: some column of the cone costs less than they do, as response {r}"
            )
        yield ties, [0] if sign else []


def graph_faces(problem: Problem, prices: Prices, roots: Roots) -> Iterator[Face]:
    # A flow f on (i, k) is the price of x_k - α·x_i ≥ 0, and what is left of d_r the price of x ≥ 0.
    p, q = problem.privacy.alpha.numerator, problem.privacy.alpha.denominator
    zero = [0] * len(problem.loss.radicands)
    for r, (extra, flows) in enumerate(zip(prices.extra, prices.flows, strict=True)):
        left, ties = [], []
        for i, (prior, weights) in enumerate(zip(prices.prior, prices.weights, strict=True)):
            e, v = problem.loss.of(i, r)
            left.append([-q * (w + y) for w, y in zip(weights, extra.get(i, zero), strict=True)])
            left[i][e] += q * prior * v
        for i, k, flow in flows:
            sign = roots.sign(flow)
            if sign < 0:
                raise Rejected(f"a flow from {i} to {k} is negative, for response {r}")
            if sign:
                ties.append((i, k))
            left[k] = [u - q * f for u, f in zip(left[k], flow, strict=True)]
            left[i] = [u + p * f for u, f in zip(left[i], flow, strict=True)]
        signs = [roots.sign(price) for price in left]
        if min(signs) < 0:
            raise Rejected(f"the weights are too high: they are not covered by costs and flows, for response {r}")
        yield ties, [i for i, sign in enumerate(signs) if sign]


def block_unknowns(x: Mechanism, problem: Problem, faces: list[Face]) -> list[Unknown]:
    # Ties make an optimal column proportional to x on each block; at α = 1 all neighbours are tied. A price on an entry
    # makes it 0, and with it, if α > 0, its neighbours.
    pairs, alpha = problem.privacy.pairs, problem.privacy.alpha
    common = lcm(*(d for d, _ in x.rows))
    found: list[Unknown] = []
    for r, (ties, priced) in enumerate(faces):
        zeros = set(priced)
        zero = {i for part in blocks(x.height, pairs if alpha > 0 else []) if zeros & set(part) for i in part}
        for block in blocks(x.height, ties + (pairs if alpha == 1 else [])):
            if zero & set(block):
                continue
            if any(x.rows[i][1][r] == 0 for i in block):
                raise Rejected(f"another optimal mechanism may use response {r} on input {block[0]}")
            sums = [(i, x.rows[i][1][r]) for i in block]
            found.append((sums, [(i, r, v * (common // x.rows[i][0])) for i, v in sums]))
    return found


def remap_unknowns(x: Mechanism, problem: Problem, faces: list[Face]) -> list[Unknown]:
    # Let A_k be column k of (α^|i-k|). As x is optimal and A_k is in K, ⟨d_r, A_k⟩ = 0 wherever T_kr > 0. So these A_k
    # lie in the space of the optimal columns r, whose dimension is the number of blocks, or 0 where there is a price on
    # an entry and with it, as α > 0, on the column. They are independent, so if their number is that dimension every
    # optimal column is a sum of them: Σ_k A_k·D_kr, where Σ_r D_kr is what it is for x, as A is invertible.
    n, alpha = x.geometric or (0, Fraction(0))
    if alpha == 1 or problem.privacy.alpha == 0:
        raise Rejected("this proof needs levels above 0 and below 1: state the mechanism in full")
    used = [0] * x.width
    for row in x.remap:
        for r, _ in row:
            used[r] += 1
    for r, (ties, zeros) in enumerate(faces):
        dimension = 0 if zeros else x.height - len(ties)
        if dimension != used[r]:
            raise Rejected(
                f"another optimal mechanism may use response {r}: {used[r]} rows do, of {dimension} that may"
            )
    p, q = alpha.numerator, alpha.denominator
    power = [p**d * q ** (n - d) for d in range(n + 1)]
    return [
        ([(k, 1)], [(i, r, power[abs(i - k)]) for i in range(n + 1)])
        for k, row in enumerate(x.remap)
        for r, _ in row
        if len(row) > 1
    ]


KINDS: dict[str, Callable[[Mechanism, Reader], str]] = {
    "stochastic": stochastic,
    "private": private,
    "not-private": not_private,
    "level": level,
    "approximately-private": approximately_private,
    "not-approximately-private": not_approximately_private,
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
    """Return what the certificate proves, or raise `Malformed` or `Rejected`. There is no other way out."""
    text = Reader(data)
    if text.words("exactdp", 2) != [b"certificate", b"1"]:
        raise text.malformed("expected 'exactdp certificate 1'")
    (word,) = text.words("statement", 1)
    kind = word.decode()
    if kind not in KINDS and kind != "infeasible":
        raise text.malformed(f"expected one of {', '.join(KINDS)}, infeasible")
    x = text.mechanism("mechanism") if kind in KINDS else None
    sentence = KINDS[kind](x, text) if x else infeasible(text)
    return Accepted(kind, x, sentence, sha256(text.statement).hexdigest())


def main(arguments: list[str]) -> int:
    """Check the one file named, print the verdict, and return 0, 1 or 2."""
    if len(arguments) != 1:
        print("usage: python kernel.py FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") as file:  # noqa: PTH123
            accepted = check(b"".join(islice(iter(lambda: file.read(CHUNK), b""), BYTES // CHUNK + 1)))
    except Rejected as error:
        print(f"rejected: {error}")
        return 1
    except (Malformed, OSError, MemoryError) as error:
        reason = str(error) or "there is not enough memory"
        print(f"malformed: {reason.encode('ascii', 'backslashreplace').decode()}")
        return 2
    print(f"accepted: {accepted.sentence}\nstatement sha256: {accepted.digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
