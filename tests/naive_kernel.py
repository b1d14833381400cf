"""A second judge of certificates, written from CERTIFICATES.md and the definitions alone: slow, and without proofs.

It shares no code with the kernel, and reads only well-formed certificates.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import count, product
from math import lcm
from typing import Any

Rows = list[list[Fraction]]
Pair = tuple[int, int]
Number = list[Fraction]
"""A number as its coefficients on the radicals of the problem's loss."""

Constraint = tuple[str, Fraction, dict[Pair, Fraction]]

OPTIMA = ("optimal", "only-optimal", "not-only-optimal", "not-optimal", "infeasible", "interaction")


@dataclass
class Parsed:
    """What a certificate says: its statement, whose matrices are always written out, and the lines of its proof.

    For an interaction `source` is the remap; where nothing feasible exists `x` only has the size; `about` holds the
    statement's lines about the user, the constraints and the value.
    """

    kind: str
    x: Rows
    source: Rows
    neighbours: str
    pairs: list[Pair]
    alpha: Fraction
    proof: list[list[str]]
    about: list[list[str]] = field(default_factory=list)


@dataclass
class User:
    """What a statement says of its user: a table of losses, radicands and degree, a prior or else side information."""

    losses: list[list[Number]]
    radicands: list[int]
    degree: int
    prior: list[Fraction]
    inputs: list[int]

    def sign(self, number: Number) -> int:
        """Return 1, 0 or -1; radicals of different radicands are independent, so only 0's coefficients are all 0."""
        if not any(number):
            return 0
        for digits in count(8, 8):
            floors = [_root(e << digits * self.degree, self.degree) for e in self.radicands]
            low = sum(v * (f + (v < 0)) for v, f in zip(number, floors, strict=True))
            high = sum(v * (f + (v > 0)) for v, f in zip(number, floors, strict=True))
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
        raise AssertionError


def parsed(data: bytes) -> Parsed:
    """Read a well-formed certificate."""
    lines = [line.split(" ") for line in data.decode("ascii").split("\n")[1:-2]]
    kind = lines.pop(0)[1]
    x, source, name, pairs, alpha = matrix_of(lines), [], "", [], Fraction(0)
    if kind in ("derivable", "not-derivable", "interaction"):
        source = matrix_of(lines)
    elif kind != "stochastic":
        name = lines.pop(0)[1]
        pairs = pairs_of(name, lines, len(x))
        alpha = _fraction(lines.pop(0)[1])
    proof = lines.index(["proof"])
    return Parsed(kind, x, source, name, pairs, alpha, lines[proof + 1 :], lines[:proof])


def written(what: Parsed) -> bytes:
    """Return the certificate with its matrices written out. Domain: numbers below 10^40."""
    lines = ["exactdp certificate 1", f"statement {what.kind}"]
    if what.kind == "infeasible":
        lines.append(f"mechanisms {len(what.x)} {len(what.x[0])}")
    else:
        lines += matrix_lines("mechanism", what.x)
    if what.source:
        lines += matrix_lines("remap" if what.kind == "interaction" else "from", what.source)
    elif what.kind != "stochastic":
        lines.append(f"neighbours {what.neighbours}")
        if what.neighbours == "edges":
            lines += [f"edges {len(what.pairs)}", *(f"edge {i} {k}" for i, k in sorted(what.pairs))]
        lines.append(f"alpha {what.alpha}")
    lines += [*map(" ".join, what.about), "proof", *map(" ".join, what.proof)]
    return "".join(f"{line}\n" for line in [*lines, f"end {len(lines)}"]).encode("ascii")


@cache
def true(data: bytes) -> bool:
    """Decide a well-formed certificate's statement."""
    what = parsed(data)
    if what.kind == "infeasible":
        return _least_loss(what, _no_user(what), _constraints(list(what.about))) is None
    if not stochastic(what.x):
        return False
    if what.kind == "stochastic":
        return True
    if what.kind in ("derivable", "not-derivable"):
        return stochastic(what.source) and has_remap(what.x, what.source) is (what.kind == "derivable")
    if what.kind == "interaction":
        return stochastic(what.source) and _best_interaction(what)
    if what.kind.endswith("approximately-private"):
        return keeps_nearly(what) is (what.kind == "approximately-private")
    private = keeps(what.x, what.pairs, what.alpha)
    if what.kind in OPTIMA:
        return private and _best(what)
    if what.kind in ("private", "not-private"):
        return private is (what.kind == "private")
    if what.kind == "level":
        return what.alpha == least_ratio(what.x, what.pairs)
    return private and is_vertex(what.x, what.pairs, what.alpha) is (what.kind == "vertex")


def _best(what: Parsed) -> bool:
    """Decide a statement about the optimality of a mechanism that is known to be α-private."""
    lines = list(what.about)
    user, constraints = _user(lines, len(what.x), len(what.x[0])), _constraints(lines)
    for sense, right, entries in constraints:
        total = sum((a * what.x[i][r] for (i, r), a in entries.items()), Fraction(0))
        if total < right or (sense == "exactly" and total > right):
            return False
    loss = _loss(user, what.x)
    least = _least_loss(what, user, constraints)
    assert least is not None
    if what.kind == "not-optimal":
        return user.sign(_minus(loss, least)) > 0
    value = _value(lines)
    if user.sign(_minus(value, loss)) < 0 or user.sign(_minus(least, value)) < 0:
        return False
    return what.kind == "optimal" or _is_only(what, user, constraints) is (what.kind == "only-optimal")


def _best_interaction(what: Parsed) -> bool:
    lines = list(what.about)
    user, value = _user(lines, len(what.x), len(what.source[0])), _value(lines)
    loss = _loss(user, multiplied(what.x, what.source))
    places = list(product(range(len(what.source)), range(len(what.source[0]))))
    by_input = [[[what.x[i][k] * v for v in losses[r]] for k, r in places] for i, losses in enumerate(user.losses)]
    rows = [([Fraction(int(k == row)) for k, _ in places], Fraction(1), True) for row in range(len(what.source))]
    least = _minimum(user, by_input, rows)
    return user.sign(_minus(value, loss)) >= 0 and user.sign(_minus(least[0], value)) >= 0


def user_of(what: Parsed) -> User:
    """Return the user of a statement about one."""
    return _user(list(what.about), len(what.x), len(what.source[0]) if what.source else len(what.x[0]))


def loss_of(what: Parsed) -> Number:
    """Return the loss of the statement's user on its mechanism, remapped if the statement says so."""
    return _loss(user_of(what), multiplied(what.x, what.source) if what.source else what.x)


def _loss(user: User, x: Rows) -> Number:
    """Return the user's loss: the mean by the prior, or the worst on the side information."""
    by_input = [_combined(row, losses) for row, losses in zip(x, user.losses, strict=True)]
    if user.prior:
        return _combined(user.prior, by_input)
    return max(by_input[i] for i in user.inputs)


def _least_loss(what: Parsed, user: User, constraints: list[Constraint]) -> Number | None:
    """Return the least loss of a feasible mechanism, or None if there is none."""
    found = _least(what, user, constraints, None)
    return None if found is None else found[0]


def _is_only(what: Parsed, user: User, constraints: list[Constraint]) -> bool:
    """Decide whether no optimal mechanism has a greater entry than x, anywhere: then none differs, as rows sum to 1."""
    for i, r in product(range(len(what.x)), range(len(what.x[0]))):
        found = _least(what, user, constraints, (i, r))
        assert found is not None
        if -found[1] > what.x[i][r]:
            return False
    return True


def _least(
    what: Parsed, user: User, constraints: list[Constraint], place: Pair | None
) -> tuple[Number, Fraction] | None:
    """Return the least loss and, among the mechanisms that have it, minus the greatest entry at a place."""
    height, width = len(what.x), len(what.x[0])
    places = list(product(range(height), range(width)))

    def row(entries: dict[Pair, Fraction]) -> list[Fraction]:
        return [entries.get(at, Fraction(0)) for at in places]

    one = Fraction(1)
    rows = [(row({(i, r): one for r in range(width)}), one, True) for i in range(height)]
    for i, k in [*what.pairs, *((k, i) for i, k in what.pairs)]:
        rows += [(row({(i, r): -what.alpha, (k, r): one}), Fraction(0), False) for r in range(width)]
    rows += [(row(entries), right, sense == "exactly") for sense, right, entries in constraints]
    zero = [Fraction(0)] * len(user.radicands)
    by_input = [[losses[r] if i == j else zero for j, r in places] for i, losses in enumerate(user.losses)]
    return _minimum(user, by_input, rows, places.index(place) if place else None)


def _minimum(
    user: User,
    by_input: list[list[Number]],
    rows: list[tuple[list[Fraction], Fraction, bool]],
    greatest: int | None = None,
) -> tuple[Number, Fraction] | None:
    """Return the user's least loss over all t ≥ 0 that keep rows of A·t ≥ b, or = b, and minus the `greatest` t.

    `by_input` has each unknown's loss on each input.
    """
    unknowns = len(by_input[0])
    rows = list(rows)
    if user.prior:
        costs = [_combined(user.prior, list(column)) for column in zip(*by_input, strict=True)]
    else:
        # Two more unknowns: the worst loss is their difference.
        costs = [[Fraction(0)]] * unknowns + [[Fraction(1)], [Fraction(-1)]]
        rows = [([*row, Fraction(0), Fraction(0)], right, exact) for row, right, exact in rows]
        rows += [([-v for (v,) in by_input[i]] + [Fraction(1), Fraction(-1)], Fraction(0), False) for i in user.inputs]
    slack = [k for k, (_, _, exact) in enumerate(rows) if not exact]
    system = [[*row, *(Fraction(-int(k == at)) for at in slack), right] for k, (row, right, _) in enumerate(rows)]
    system = [[-v for v in row] if row[-1] < 0 else row for row in system]
    levels = [[*cost, Fraction(-int(j == greatest))] for j, cost in enumerate(costs)]
    levels += [[Fraction(0)] * len(levels[0]) for _ in slack]

    def sign(cost: Number) -> int:
        return _sign(cost[0]) or user.sign(cost[1:-1]) or _sign(cost[-1])

    artificial, *least, last = _simplex(system, levels, sign)
    return None if artificial else (least, last)


def keeps_nearly(what: Parsed) -> bool:
    """Whether α·P(S) ≤ Q(S) + α·δ for the rows P, Q of neighbours, in either order, and every set S of responses."""
    delta = _fraction(what.about[0][1])
    sets = product((0, 1), repeat=len(what.x[0]))
    return all(
        what.alpha * sum(p for p, here in zip(what.x[i], chosen, strict=True) if here)
        <= sum(q for q, here in zip(what.x[k], chosen, strict=True) if here) + what.alpha * delta
        for chosen in sets
        for pair in what.pairs
        for i, k in (pair, pair[::-1])
    )


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
    return rank([[each.get(place, Fraction(0)) for place in places] for each in tight]) == len(places)


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


@cache
def geometric(n: int, alpha: Fraction) -> Rows:
    """Return the geometric mechanism G_{n,α}; do not modify it."""
    size, ends = range(n + 1), (0, n)
    if n == 0:
        return [[Fraction(1)]]
    return [[alpha ** abs(i - k) * (1 if k in ends else 1 - alpha) / (1 + alpha) for k in size] for i in size]


def _number(word: str) -> int:
    return int(word, 0)


def _fraction(word: str) -> Fraction:
    return Fraction(*map(_number, word.split("/")))


def matrix_of(lines: list[list[str]]) -> Rows:
    """Read a matrix, in each of its three forms; of one of which nothing is said but the size, zeros."""
    _, *form, first, second = lines.pop(0)
    if not form:
        return [[Fraction(0)] * int(second) for _ in range(int(first))]
    if form != ["matrix"]:
        n, alpha = int(first), _fraction(second)
        rows = geometric(n, alpha)
        return rows if form == ["geometric"] else multiplied(rows, _remap(lines, n + 1))
    rows = [list(map(_number, lines.pop(0)[1:])) for _ in range(int(first))]
    return [[Fraction(entry, row[0]) for entry in row[1:]] for row in rows]


def _remap(lines: list[list[str]], height: int) -> Rows:
    width, entries, common = (_number(lines.pop(0)[1]) for _ in range(3))
    remap = [[Fraction(0)] * width for _ in range(height)]
    for _ in range(entries):
        _, k, r, t = lines.pop(0)
        remap[int(k)][int(r)] = Fraction(_number(t), common)
    return remap


def _constraints(lines: list[list[str]]) -> list[Constraint]:
    found = []
    for _ in range(int(lines.pop(0)[1])):
        _, sense, right, entries = lines.pop(0)
        places = (lines.pop(0) for _ in range(int(entries)))
        found.append(
            (sense, Fraction(_number(right)), {(int(i), int(r)): Fraction(_number(a)) for _, i, r, a in places})
        )
    return found


def _value(lines: list[list[str]]) -> Number:
    _, denominator, *numbers = lines.pop(0)
    return [Fraction(_number(v), _number(denominator)) for v in numbers]


def _no_user(what: Parsed) -> User:
    return User(
        [[[Fraction(0)]] * len(what.x[0]) for _ in what.x], [1], 1, [Fraction(1, len(what.x))] * len(what.x), []
    )


def _user(lines: list[list[str]], height: int, width: int) -> User:
    bayesian = lines.pop(0)[1] == "bayesian"
    kind = lines.pop(0)[1]
    if kind == "table":
        table = [[[v] for v in _value(lines)] for _ in range(height)]
        radicands, degree = [1], 1
    elif kind == "power":
        p, degree = map(int, lines.pop(0)[1:])
        powers = [_power(d, p, degree) for d in range(max(height, width))]
        radicands = sorted({e for _, e in powers})
        table = [
            [[Fraction(c if e == f else 0) for f in radicands] for r in range(width) for c, e in [powers[abs(i - r)]]]
            for i in range(height)
        ]
    else:
        parameters = _value(lines) if kind == "asymmetric" else [Fraction(_number(lines.pop(0)[1]))]

        def loss(i: int, r: int) -> Fraction:
            if kind == "threshold":
                return Fraction(int(abs(i - r) > parameters[0]))
            return (r - i) * parameters[0] if r > i else (i - r) * parameters[1]

        table, radicands, degree = [[[loss(i, r)] for r in range(width)] for i in range(height)], [1], 1
    if bayesian:
        return User(table, radicands, degree, _value(lines), [])
    return User(table, radicands, degree, [], [i for i, word in enumerate(lines.pop(0)[1:]) if word == "1"])


def _power(d: int, p: int, q: int) -> Pair:
    """Return the largest c whose q-th power divides d^p, and the quotient e, so that d^(p/q) = c·e^(1/q)."""
    if d == 0 or q == 1:
        return d**p, 1
    c = max(c for c in range(1, _root(d**p, q) + 1) if d**p % c**q == 0)
    return c, d**p // c**q


def _root(value: int, degree: int) -> int:
    """Return the root of a number, rounded down."""
    root, step = 0, 1 << value.bit_length() // degree + 1
    while step:
        if (root + step) ** degree <= value:
            root += step
        step //= 2
    return root


def matrix_lines(role: str, matrix: Rows) -> list[str]:
    """Return the lines of a matrix, each row over its least common denominator."""
    lines = [f"{role} matrix {len(matrix)} {len(matrix[0])}"]
    for row in matrix:
        common = lcm(*(entry.denominator for entry in row))
        lines.append(" ".join(["row", str(common), *(str(int(entry * common)) for entry in row)]))
    return lines


def pairs_of(name: str, lines: list[list[str]], size: int) -> list[Pair]:
    """Read the pairs of neighbours in a graph."""
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


def stochastic(x: Rows) -> bool:
    """Decide whether the rows are distributions."""
    return all(min(row) >= 0 and sum(row) == 1 for row in x)


def _solvable(system: list[list[Fraction]]) -> bool:
    """Decide A·t = b, t ≥ 0, for rows (A_i, b_i) with b ≥ 0."""
    return not any(_simplex(system, [[] for _ in system[0][1:]], lambda cost: _sign(cost[0])))


def _simplex(system: list[list[Fraction]], costs: list[Number], sign: Callable[[Number], int]) -> Number:
    """Minimise over A·t = b, t ≥ 0, for rows (A_i, b_i) with b ≥ 0: by Bland's rule, from a basis beside the unknowns.

    A cost is a list that `sign` orders; before it stands what is left of b, the first to become small.
    """
    width = len(costs)
    basis = [width + i for i in range(len(system))]
    empty = [Fraction(0)] * len(costs[0])
    gain = [[-sum(column), *cost] for column, cost in zip(zip(*system, strict=True), [*costs, empty], strict=True)]
    while (enter := next((j for j in range(width) if sign(gain[j]) < 0), None)) is not None:
        ratios = [(row[-1] / row[enter], basis[i], i) for i, row in enumerate(system) if row[enter] > 0]
        leave = min(ratios)[2]
        pivot = [value / system[leave][enter] for value in system[leave]]
        system = [
            pivot
            if i == leave
            else [a - row[enter] * b if b else a for a, b in zip(row, pivot, strict=True)]
            if row[enter]
            else row
            for i, row in enumerate(system)
        ]
        step = gain[enter]
        gain = [_minus(cost, [b * v for v in step]) if b else cost for cost, b in zip(gain, pivot, strict=True)]
        basis[leave] = enter
    return [-v for v in gain[-1]]


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def _minus(first: Number, second: Number) -> Number:
    return [a - b for a, b in zip(first, second, strict=True)]


def _combined(weights: list[Fraction], numbers: list[Number]) -> Number:
    """Return Σ weight·number."""
    return [
        sum((w * v for w, v in zip(weights, part, strict=True) if w and v), Fraction(0))
        for part in zip(*numbers, strict=True)
    ]


def multiplied(first: Rows, second: Rows) -> Rows:
    """Return the product of two matrices."""
    return [_combined(row, second) for row in first]


def rank(rows: list[list[Any]], is_nonzero: Callable[[Any], object] = bool) -> int:
    """Return the rank of a matrix, which is changed."""
    found = 0
    for c in range(len(rows[0])):
        chosen = next((i for i in range(found, len(rows)) if is_nonzero(rows[i][c])), None)
        if chosen is None:
            continue
        rows[found], rows[chosen] = rows[chosen], rows[found]
        for i in range(found + 1, len(rows)):
            if is_nonzero(rows[i][c]):
                factor = rows[i][c] / rows[found][c]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[found], strict=True)]
        found += 1
    return found
