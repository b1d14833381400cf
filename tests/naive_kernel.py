"""Certificates read and judged a second time, from CERTIFICATES.md and the definitions alone: slowly, without proofs.

Nothing here looks into the kernel. A certificate must be well formed before it is read here.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm

Rows = list[list[Fraction]]
Pair = tuple[int, int]


@dataclass
class Parsed:
    """What a certificate says: its statement, whose matrices are always written out, and the lines of its proof."""

    kind: str
    x: Rows
    source: Rows
    neighbours: str
    pairs: list[Pair]
    alpha: Fraction
    proof: list[list[str]]


def parsed(data: bytes) -> Parsed:
    """Read a well-formed certificate."""
    lines = [line.split(" ") for line in data.decode("ascii").split("\n")[1:-2]]
    kind = lines.pop(0)[1]
    x, source, name, pairs, alpha = _matrix(lines), [], "", [], Fraction(0)
    if kind in ("derivable", "not-derivable"):
        source = _matrix(lines)
    elif kind != "stochastic":
        name = lines.pop(0)[1]
        pairs = _pairs(name, lines, len(x))
        alpha = _fraction(lines.pop(0)[1])
    return Parsed(kind, x, source, name, pairs, alpha, lines[1:])


def written(what: Parsed) -> bytes:
    """Return the certificate that says this, its matrices written out; of numbers below 10^40."""
    lines = ["exactdp certificate 1", f"statement {what.kind}", *matrix_lines("mechanism", what.x)]
    if what.source:
        lines += matrix_lines("from", what.source)
    elif what.kind != "stochastic":
        lines.append(f"neighbours {what.neighbours}")
        if what.neighbours == "edges":
            lines += [f"edges {len(what.pairs)}", *(f"edge {i} {k}" for i, k in sorted(what.pairs))]
        lines.append(f"alpha {what.alpha}")
    lines += ["proof", *map(" ".join, what.proof)]
    return "".join(f"{line}\n" for line in [*lines, f"end {len(lines)}"]).encode("ascii")


def true(data: bytes) -> bool:
    """Decide a well-formed certificate's statement."""
    what = parsed(data)
    if not _stochastic(what.x):
        return False
    if what.kind == "stochastic":
        return True
    if what.kind in ("derivable", "not-derivable"):
        return _stochastic(what.source) and has_remap(what.x, what.source) is (what.kind == "derivable")
    private = keeps(what.x, what.pairs, what.alpha)
    if what.kind in ("private", "not-private"):
        return private is (what.kind == "private")
    if what.kind == "level":
        return what.alpha == least_ratio(what.x, what.pairs)
    return private and is_vertex(what.x, what.pairs, what.alpha) is (what.kind == "vertex")


def keeps(x: Rows, pairs: list[Pair], alpha: Fraction) -> bool:
    """Decide whether a matrix is α-private."""
    return all(alpha * a <= b and alpha * b <= a for i, k in pairs for a, b in zip(x[i], x[k], strict=True))


def least_ratio(x: Rows, pairs: list[Pair]) -> Fraction:
    """Return the least quotient of neighbouring probabilities of one response, the smaller over the larger; or 1."""
    neighbouring = (pair for i, k in pairs for pair in zip(x[i], x[k], strict=True) if any(pair))
    return min((min(pair) / max(pair) for pair in neighbouring), default=Fraction(1))


def has_remap(x: Rows, source: Rows) -> bool:
    """Decide whether x = source·T for some stochastic T, as a linear system in T ≥ 0."""
    height, width, columns = len(x), len(x[0]), len(source[0])
    places = list(product(range(columns), range(width)))
    system = [
        [*(source[i][k] if c == r else Fraction(0) for k, c in places), x[i][r]]
        for i, r in product(range(height), range(width))
    ]
    system += [[*(Fraction(int(k == row)) for k, _ in places), Fraction(1)] for row in range(columns)]
    return _solvable(system)


def is_vertex(x: Rows, pairs: list[Pair], alpha: Fraction) -> bool:
    """Decide whether the constraints that hold with equality determine x, among all matrices of its size."""
    places = list(product(range(len(x)), range(len(x[0]))))
    tight: list[dict[Pair, Fraction]] = [{(i, r): Fraction(1) for r in range(len(x[0]))} for i in range(len(x))]
    tight += [{place: Fraction(1)} for place in places if x[place[0]][place[1]] == 0]
    for i, k in [*pairs, *((k, i) for i, k in pairs)]:
        tight += [{(i, r): alpha, (k, r): Fraction(-1)} for r in range(len(x[0])) if alpha * x[i][r] == x[k][r]]
    return _rank([[each.get(place, Fraction(0)) for place in places] for each in tight]) == len(places)


def blocks(what: Parsed) -> list[set[Pair]]:
    """Return the blocks of a vertex's certificate, each as its places (row, column), in their order."""
    found: list[set[Pair]] = []
    for r in range(len(what.x[0])):
        positive = [{(i, r)} for i, row in enumerate(what.x) if row[r] > 0]
        for i, k in what.pairs:
            a, b = what.x[i][r], what.x[k][r]
            if a > 0 and b > 0 and (what.alpha * a == b or a == what.alpha * b):
                one, other = (next(block for block in positive if (j, r) in block) for j in (i, k))
                if one is not other:
                    positive.remove(other)
                    one |= other
        found += sorted(positive, key=min)
    return found


def _number(word: str) -> int:
    return int(word, 0)


def _fraction(word: str) -> Fraction:
    return Fraction(*map(_number, word.split("/")))


def _matrix(lines: list[list[str]]) -> Rows:
    _, form, first, second = lines.pop(0)
    if form == "geometric":
        n, alpha = int(first), _fraction(second)
        inner, outer = (1 - alpha) / (1 + alpha), 1 / (1 + alpha)
        return [[alpha ** abs(i - k) * (outer if k in (0, n) else inner) for k in range(n + 1)] for i in range(n + 1)]
    rows = [list(map(_number, lines.pop(0)[1:])) for _ in range(int(first))]
    return [[Fraction(entry, row[0]) for entry in row[1:]] for row in rows]


def matrix_lines(role: str, matrix: Rows) -> list[str]:
    """Return the lines of a matrix, each row over its least common denominator."""
    lines = [f"{role} matrix {len(matrix)} {len(matrix[0])}"]
    for row in matrix:
        common = lcm(*(entry.denominator for entry in row))
        lines.append(" ".join(["row", str(common), *(str(int(entry * common)) for entry in row)]))
    return lines


def _pairs(name: str, lines: list[list[str]], size: int) -> list[Pair]:
    if name == "edges":
        edges = (lines.pop(0) for _ in range(int(lines.pop(0)[1])))
        return [(int(i), int(k)) for _, i, k in edges]
    near = {
        "path": lambda i, k: k - i == 1,
        "complete": lambda i, k: True,
        "cycle": lambda i, k: k - i in (1, size - 1),
        "hypercube": lambda i, k: (i ^ k).bit_count() == 1,
    }[name]
    return [(i, k) for k in range(size) for i in range(k) if near(i, k)]


def _stochastic(x: Rows) -> bool:
    return all(min(row) >= 0 and sum(row) == 1 for row in x)


def _solvable(system: list[list[Fraction]]) -> bool:
    """Decide A·t = b, t ≥ 0, for rows (A_i, b_i) with b ≥ 0: the simplex method's first phase, by Bland's rule."""
    width = len(system[0]) - 1
    basis = [width + i for i in range(len(system))]
    gain = [sum(column) for column in zip(*system, strict=True)]
    while (enter := next((j for j in range(width) if gain[j] > 0), None)) is not None:
        ratios = [(row[-1] / row[enter], basis[i], i) for i, row in enumerate(system) if row[enter] > 0]
        leave = min(ratios)[2]
        pivot = [value / system[leave][enter] for value in system[leave]]
        system = [
            pivot if i == leave else [a - row[enter] * b for a, b in zip(row, pivot, strict=True)]
            for i, row in enumerate(system)
        ]
        gain = [a - gain[enter] * b for a, b in zip(gain, pivot, strict=True)]
        basis[leave] = enter
    return gain[-1] == 0


def _rank(rows: list[list[Fraction]]) -> int:
    rank = 0
    for c in range(len(rows[0])):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][c]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for i in range(rank + 1, len(rows)):
            if rows[i][c]:
                factor = rows[i][c] / rows[rank][c]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[rank], strict=True)]
        rank += 1
    return rank
