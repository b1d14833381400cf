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
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import groupby, islice, pairwise
from math import gcd, lcm

BYTES = 2**30  # the longest file
ENTRIES = 2**24  # the largest matrix
PAIRS = 2**20  # the most pairs of neighbours
BITS = 2**35  # the largest geometric mechanism, in bits written out
WORK = 2**37  # the most one certificate may cost, in steps of about a nanosecond
DECIMAL = 10**40  # integers from here on are spelled in hexadecimal

INTEGER = re.compile(rb"0|-?[1-9][0-9]{0,39}|-?0x[1-9a-f][0-9a-f]*")

Row = tuple[int, list[int]]
Pair = tuple[int, int]


class Malformed(Exception):  # noqa: N818
    """The bytes are not a certificate."""


class Rejected(Exception):  # noqa: N818
    """The certificate is well formed, and its proof does not prove its statement."""


@dataclass(frozen=True)
class Mechanism:
    """A matrix as the statement gives it: `rows` in full, and (n, α) where it is stated as geometric."""

    rows: list[Row]
    width: int
    geometric: tuple[int, Fraction] | None = None

    def __str__(self) -> str:
        if self.geometric is None:
            return f"the {len(self.rows)} x {self.width} matrix"
        n, alpha = self.geometric
        return f"the geometric mechanism on {{0..{n}}} with alpha = {spell(alpha)}"


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


@dataclass(frozen=True)
class Accepted:
    """What was proved: the kind, the mechanism and the sentence, as read, and the SHA-256 of the statement's lines."""

    kind: str
    mechanism: Mechanism
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

    def charge(self, steps: int, bits: int) -> None:
        """Refuse a certificate that would take too long: so many steps, each a product of numbers so long."""
        self.cost += steps * (128 + (bits // 30) ** 2)
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

    def row(self, width: int) -> Row:
        denominator, *row = self.integers("row", width + 1)
        if denominator < 1 or gcd(denominator, *row) != 1:
            raise self.malformed("the row is not over its least positive denominator")
        return denominator, row

    def mechanism(self, role: str) -> Mechanism:
        form, first, second = self.words(role, 3)
        if form == b"matrix":
            height, width = self.index(first, ENTRIES + 1), self.index(second, ENTRIES + 1)
            if not 1 <= height * width <= ENTRIES:
                raise self.malformed(f"a matrix has from 1 to {ENTRIES} entries")
            return Mechanism([self.row(width) for _ in range(height)], width)
        if form != b"geometric":
            raise self.malformed(f"expected '{role} matrix' or '{role} geometric'")
        n, alpha = self.index(first, ENTRIES), self.alpha(second)
        bits = (n + 1) * alpha.denominator.bit_length()
        if n < 1 or (n + 1) ** 2 * bits > BITS:
            raise self.malformed("n is below 1 or too large")
        self.charge((n + 1) ** 2, bits // 2)
        return Mechanism(geometric(n, alpha), n + 1, (n, alpha))

    def privacy(self, x: Mechanism) -> Privacy:
        size = len(x.rows)
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
        self.charge(2 * len(pairs) * x.width, size_of(x.rows) + alpha.denominator.bit_length())
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

    def loss(self, x: Mechanism) -> tuple[int, int, int]:
        r, i, w = self.words("loss", 3)
        return self.index(r, x.width), self.index(i, len(x.rows)), self.integer(w)

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


def size_of(rows: list[Row]) -> int:
    return max(max(denominator, *row, key=abs).bit_length() for denominator, row in rows)


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
    if (min(i, k), max(i, k)) not in privacy.pairs:
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
    privacy = text.privacy(x)
    text.proof()
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_private(x.rows, privacy, "the mechanism")
    return f"{x} is a mechanism and alpha-private at alpha = {privacy}"


def not_private(x: Mechanism, text: Reader) -> str:
    privacy = text.privacy(x)
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
    privacy = text.privacy(x)
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


def derivable(x: Mechanism, text: Reader) -> str:
    source = read_source(x, text)
    (common,) = text.integers("remap", 1)
    remap = [(common, text.integers("row", x.width)) for _ in range(source.width)]
    products = len(x.rows) * x.width * (source.width if source.geometric is None else 6)
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
    if source.geometric is None:
        columns = list(zip(*remap, strict=True))
        for denominator, row in source.rows:
            yield denominator, [sum(x * t for x, t in zip(row, column, strict=True)) for column in columns]
        return
    # Row i of G·T is Σ_k α^|i-k|·c_k·T_k, summed by Horner's rule from both ends: the part with k ≤ i, times q^i, is
    # before_i = p·before_(i-1) + q^i·c_i·T_i; the part with k > i, times q^(n-i), is
    # after_i = p·(after_(i+1) + q^(n-i-1)·c_(i+1)·T_(i+1)).
    n, alpha = source.geometric
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
    losses = [text.loss(x) for _ in range(text.index(count, len(x.rows) * x.width + 1))]
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
    # the masses of the blocks, times their t, sum to 0: X·t = 0. If L·X ≡ 1 modulo m, a primitive integer solution t
    # would have t ≡ L·X·t ≡ 0. So there is none, t = 0, d = 0, and x is a vertex.
    privacy = text.privacy(x)
    text.proof()
    masses, blocks = block_masses(x, privacy)
    first, second = text.words("inverse", 2)
    modulus, height = text.integer(first), text.index(second, ENTRIES + 1)
    inverse = [(modulus, text.integers("row", len(x.rows))) for _ in range(height)]
    text.charge(height * sum(map(len, masses)), size_of([*x.rows, *inverse]))
    text.end()
    check_stochastic(x.rows, "the mechanism")
    check_private(x.rows, privacy, "the mechanism")
    if modulus < 2 or height != blocks:
        raise Rejected(f"the inverse has {height} rows modulo {spell(modulus)}, where there are {blocks} blocks")
    for b, (_, factors_of_b) in enumerate(inverse):
        product = [0] * blocks
        for factor, mass in zip(factors_of_b, masses, strict=True):
            for block, value in mass.items():
                product[block] += factor * value
        for block, value in enumerate(product):
            if value % modulus != (b == block):
                raise Rejected(f"row {b} of the inverse times block {block} is {spell(value % modulus)}")
    return f"{x} is a vertex of the polytope of alpha-private mechanisms of its size at alpha = {privacy}"


def block_masses(x: Mechanism, privacy: Privacy) -> tuple[list[dict[int, int]], int]:
    """Return, for each row, its mass (times its denominator) in every block that it meets; and the number of blocks.

    Blocks are numbered column by column and, within one, by their first rows.
    """
    ties = [(i, k, *factors(x.rows, i, k, privacy.alpha)) for i, k in privacy.both_ways()]
    masses: list[dict[int, int]] = [{} for _ in x.rows]
    blocks = 0
    for r in range(x.width):
        column = [row[r] for _, row in x.rows]
        tied: list[list[int]] = [[] for _ in column]
        for i, k, a, b in ties:
            if a * column[i] == b * column[k]:
                tied[i].append(k)
                tied[k].append(i)
        seen = [mass == 0 for mass in column]
        for first in range(len(column)):
            if seen[first]:
                continue
            waiting = [first]
            while waiting:
                i = waiting.pop()
                if not seen[i]:
                    seen[i] = True
                    masses[i][blocks] = column[i]
                    waiting.extend(tied[i])
            blocks += 1
    return masses, blocks


def not_vertex(x: Mechanism, text: Reader) -> str:
    privacy = text.privacy(x)
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


KINDS: dict[str, Callable[[Mechanism, Reader], str]] = {
    "stochastic": stochastic,
    "private": private,
    "not-private": not_private,
    "level": level,
    "derivable": derivable,
    "not-derivable": not_derivable,
    "vertex": vertex,
    "not-vertex": not_vertex,
}


def check(data: bytes) -> Accepted:
    """Return what the certificate proves, or raise `Malformed` or `Rejected`. There is no other way out."""
    text = Reader(data)
    if text.words("exactdp", 2) != [b"certificate", b"1"]:
        raise text.malformed("expected 'exactdp certificate 1'")
    (word,) = text.words("statement", 1)
    kind = word.decode()
    if kind not in KINDS:
        raise text.malformed(f"expected one of {', '.join(KINDS)}")
    x = text.mechanism("mechanism")
    sentence = KINDS[kind](x, text)
    return Accepted(kind, x, sentence, sha256(text.statement).hexdigest())


def main(arguments: list[str]) -> int:
    """Check the one file named, print the verdict, and return 0, 1 or 2."""
    if len(arguments) != 1:
        print("usage: python kernel.py FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") as file:  # noqa: PTH123
            accepted = check(b"".join(islice(iter(lambda: file.read(2**20), b""), BYTES // 2**20 + 1)))
    except Rejected as error:
        print(f"rejected: {error}")
        return 1
    except (Malformed, OSError, MemoryError) as error:
        print(f"malformed: {str(error) or 'there is not enough memory'}")
        return 2
    print(f"accepted: {accepted.sentence}\nstatement sha256: {accepted.digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
