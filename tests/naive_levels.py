"""Decide questions at a level e^-ε from the definitions, with more than 200 digits.

A level is an exact fraction for ε = 0 and ε = ln Q, and otherwise a ball around e^-ε. Every number below is computed
from the level and from fractions by +, -, · and /. So in a ball it is 0 only if it is 0 for every level, since e^-ε is
transcendental: a ball that contains 0 and is tiny is 0, and a ball that is not tiny asks for more bits. Nothing here
imports the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import TypeAlias, TypeVar

from flint import arb, ctx, fmpq

from tests import naive_kernel
from tests.naive_kernel import rank

Number: TypeAlias = fmpq | arb
Rows: TypeAlias = Sequence[Sequence[Number]]
Pairs: TypeAlias = Sequence[tuple[int, int]]
Decided = TypeVar("Decided")

DIGITS = 200

LARGEST_POWER = 12
"""The highest power of α or of 1 - α that a number in question is expected to have as a factor."""


class UnclearError(ArithmeticError):
    """A ball contains 0 and is not tiny: the precision is too low."""


def exactly(value: Fraction | int) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def numbers(rows: Iterable[Iterable[Fraction]]) -> list[list[Number]]:
    return [[exactly(x) for x in row] for row in rows]


def level(epsilon: str) -> Number:
    """Return e^-ε for an ε as people write it: a number, or ln Q."""
    if epsilon.startswith("ln"):
        return 1 / exactly(Fraction(epsilon.removeprefix("ln").strip(" ()")))
    value = Fraction(epsilon)
    return fmpq(1) if value == 0 else (-arb(exactly(value))).exp()


def at_200_digits(epsilons: Sequence[str], decide: Callable[[], Decided]) -> Decided:
    """Decide with 200 digits beyond those that e^-ε and 1 - e^-ε begin with, and with twice as many while unclear."""
    leading = 0
    for each in epsilons:
        value = Fraction(0) if each.startswith("ln") else Fraction(each)
        if value:
            leading = max(leading, int(2 * value), value.denominator.bit_length() - value.numerator.bit_length())
    bits = int(DIGITS * 10 / 3) + 1 + 2 * LARGEST_POWER * leading
    while True:
        with ctx.workprec(bits):
            try:
                return decide()
            except UnclearError:
                bits *= 2


def sign(x: Number) -> int:
    if isinstance(x, fmpq):
        return (x > 0) - (x < 0)
    if x > 0 or x < 0:
        return 1 if x > 0 else -1
    if not x.rad() < arb(2) ** (-ctx.prec // 2):
        raise UnclearError
    return 0


def compared(x: Number, y: Number) -> int:
    return sign(x - y)


# Graphs


def pairs_of(graph: str, size: int) -> Pairs:
    """Return all ordered pairs of neighbours."""
    if graph.isalpha():
        edges = naive_kernel.pairs_of(graph, [], size)
    else:
        edges = [(int(i), int(k)) for i, _, k in (edge.partition("-") for edge in graph.split(","))]
    return edges + [(k, i) for i, k in edges]


# Tables


def is_private(x: Rows, pairs: Pairs, alpha: Number) -> bool:
    return all(compared(q, alpha * p) >= 0 for i, k in pairs for p, q in zip(x[i], x[k], strict=True))


def least_delta(x: Rows, pairs: Pairs, alpha: Number) -> Number:
    """Return the largest P(S) - Q(S)/α over all sets S of responses, one by one."""
    largest: Number = fmpq(0)
    for i, k in pairs:
        for chosen in product((False, True), repeat=len(x[0])):
            value: Number = fmpq(0)
            for r, each in enumerate(chosen):
                value += x[i][r] - x[k][r] / alpha if each else 0
            largest = value if compared(value, largest) > 0 else largest
    return largest


def geometric(n: int, alpha: Number) -> list[list[Number]]:
    size = range(n + 1)
    if n == 0:
        return [[fmpq(1)]]
    return [[alpha ** abs(i - r) * (1 if r in (0, n) else 1 - alpha) / (1 + alpha) for r in size] for i in size]


def quotient(source: Rows, x: Rows) -> list[list[Number]] | None:
    """Return T with source·T = x, or None if the source is singular."""
    size = len(source)
    rows = [[*left, *right] for left, right in zip(source, x, strict=True)]
    for k in range(size):
        chosen = next((i for i in range(k, size) if sign(rows[i][k])), None)
        if chosen is None:
            return None
        rows[k], rows[chosen] = rows[chosen], rows[k]
        rows[k] = [each / rows[k][k] for each in rows[k]]
        for i in range(size):
            if i != k:
                rows[i] = [each - rows[i][k] * other for each, other in zip(rows[i], rows[k], strict=True)]
    return [row[size:] for row in rows]


def is_derivable(x: Rows, alpha: Number) -> bool:
    """Return whether x = G_{n,α}·T for a stochastic T. At α = 1 all rows of G are equal."""
    remap = quotient(geometric(len(x) - 1, alpha), x)
    if remap is None:
        return all(list(row) == list(x[0]) for row in x)
    return all(sign(t) >= 0 for row in remap for t in row)


def is_vertex(x: Rows, pairs: Pairs, alpha: Number) -> bool:
    """Return whether the constraints that hold with equality determine x."""
    height, width = len(x), len(x[0])
    tight: list[list[Number]] = []

    def constraint(*terms: tuple[int, int, Number]) -> None:
        tight.append([fmpq(0)] * (height * width))
        for i, r, factor in terms:
            tight[-1][i * width + r] = factor

    for i in range(height):
        constraint(*((i, r, fmpq(1)) for r in range(width)))
    for i, r in product(range(height), range(width)):
        if sign(x[i][r]) == 0:
            constraint((i, r, fmpq(1)))
    for (i, k), r in product(pairs, range(width)):
        if compared(x[k][r], alpha * x[i][r]) == 0:
            constraint((i, r, -alpha), (k, r, fmpq(1)))
    return rank(tight, sign) == height * width


# Users


def loss(name: str, size: int) -> list[list[Fraction]]:
    """Return the losses by row, of a loss as people write it."""
    kind, _, parameters = name.partition(":")
    given = [Fraction(each) for each in parameters.split(",") if each]
    by_name: dict[str, Callable[[int, int], Fraction]] = {
        "abs": lambda i, r: Fraction(abs(i - r)),
        "squared": lambda i, r: Fraction((i - r) ** 2),
        "zero-one": lambda i, r: Fraction(i != r),
        "threshold": lambda i, r: Fraction(abs(i - r) > given[0]),
        "asymmetric": lambda i, r: given[0] * (r - i) if r > i else given[1] * (i - r),
    }
    return [[by_name[kind](i, r) for r in range(size)] for i in range(size)]


def expected_loss(x: Rows, losses: Rows, prior: Sequence[Number] | None, inputs: Iterable[int]) -> Number:
    """Return the expected loss under the prior, or the largest on these inputs."""
    of_inputs = [sum((p * v for p, v in zip(*each, strict=True)), fmpq(0)) for each in zip(x, losses, strict=True)]
    if prior is not None:
        return sum((p * v for p, v in zip(prior, of_inputs, strict=True)), fmpq(0))
    worst: Number = fmpq(0)
    for i in inputs:
        worst = of_inputs[i] if compared(of_inputs[i], worst) > 0 else worst
    return worst


@dataclass(frozen=True)
class Bound:
    """A sum of variables, each times a factor, that is at most a number ≥ 0, or equal to it if `exact`."""

    terms: dict[int, Number]
    right: Number
    exact: bool = False


@dataclass(frozen=True)
class Minimum:
    """The least value, the variables and slacks that are 0 at the minimum, and whether the minimum is unique."""

    value: Number
    zeros: frozenset[int]
    only: bool


def privacy(pairs: Pairs, size: int, alpha: Number) -> list[Bound]:
    """Return the bounds of α-privacy; variable i·size + r is the probability of response r on input i."""
    cells = product(pairs, range(size))
    return [Bound({i * size + r: alpha, k * size + r: fmpq(-1)}, fmpq(0)) for (i, k), r in cells]


def identity(size: int) -> list[list[Number]]:
    return [[fmpq(int(i == k)) for k in range(size)] for i in range(size)]


def least_loss_of_remaps(x: Rows, losses: Rows, prior: Sequence[Number] | None, inputs: Sequence[int]) -> Number:
    """Return the least loss of x followed by a remap."""
    found = least_loss(losses, prior, inputs, [], x)
    return found.value


def least_loss(
    losses: Rows, prior: Sequence[Number] | None, inputs: Sequence[int], bounds: Sequence[Bound], before: Rows
) -> Minimum | None:
    """Find the least loss of `before` followed by a mechanism within the bounds, or None if there are none."""
    height, width = len(before[0]), len(losses[0])
    worst = height * width
    lost = [
        {k * width + r: before[i][k] * losses[i][r] for k in range(height) for r in range(width)}
        for i in range(len(before))
    ]
    sums = [Bound({k * width + r: fmpq(1) for r in range(width)}, fmpq(1), True) for k in range(height)]
    if prior is None:
        of_inputs = [Bound({**lost[i], worst: fmpq(-1)}, fmpq(0)) for i in inputs]
        return minimum([fmpq(0)] * worst + [fmpq(1)], [*bounds, *of_inputs, *sums])
    expected = [sum((p * row[at] for p, row in zip(prior, lost, strict=True)), fmpq(0)) for at in range(worst)]
    return minimum(expected, [*bounds, *sums])


def minimum(objective: Sequence[Number], bounds: Sequence[Bound]) -> Minimum | None:
    """Find the least objective of variables ≥ 0 within the bounds; None if there are no such variables.

    The simplex method with Bland's rule, which cannot cycle. Each bound begins with a variable of its own in the basis:
    a slack, or, for an equation, a variable that the first phase makes 0.
    """
    bounds = sorted(bounds, key=lambda bound: bound.exact)
    slacks, width = len(objective) + sum(not bound.exact for bound in bounds), len(objective) + len(bounds)
    rows = []
    for at, bound in enumerate(bounds, start=len(objective)):
        row: list[Number] = [fmpq(0)] * width + [bound.right]
        for place, factor in {**bound.terms, at: fmpq(1)}.items():
            row[place] = factor
        rows.append(row)
    basis = list(range(len(objective), width))
    first: list[Number] = [fmpq(int(slacks <= at < width)) for at in range(width + 1)]
    if sign(simplex(rows, basis, first, range(width))[-1]):
        return None
    for i in reversed(range(len(rows))):
        if basis[i] >= slacks:
            entering = next((at for at in range(slacks) if sign(rows[i][at])), None)
            if entering is None:  # the other equations imply this one
                del rows[i], basis[i]
            else:
                pivot(rows, basis, i, entering)
    costs = simplex(rows, basis, [*objective, *[fmpq(0)] * (width + 1 - len(objective))], range(slacks))
    positive = {at for at, row in zip(basis, rows, strict=True) if sign(row[-1])}
    # Every other optimum has one of these variables above 0, and no variable that costs more.
    free = [at for at in range(slacks) if sign(costs[at]) == 0]
    others = {*free} - {*basis}
    more: list[Number] = [fmpq(-int(at in others)) for at in range(width + 1)]
    only = sign(simplex(rows, basis, more, free)[-1]) == 0
    return Minimum(-costs[-1], frozenset(range(slacks)) - positive, only)


def simplex(rows: list[list[Number]], basis: list[int], costs: list[Number], allowed: Sequence[int]) -> list[Number]:
    """Minimise the costs from a basis, with these columns; return the reduced costs, and minus the least cost last."""
    reduced = list(costs)
    for row, at in zip(rows, basis, strict=True):
        if sign(costs[at]):
            reduced = [c - costs[at] * x for c, x in zip(reduced, row, strict=True)]
    while (entering := next((at for at in allowed if sign(reduced[at]) < 0), None)) is not None:
        leaving = -1
        for i, row in enumerate(rows):
            if sign(row[entering]) > 0:
                order = (
                    -1
                    if leaving < 0
                    else compared(row[-1] * rows[leaving][entering], rows[leaving][-1] * row[entering])
                )
                if order < 0 or (order == 0 and basis[i] < basis[leaving]):
                    leaving = i
        pivot(rows, basis, leaving, entering)
        reduced = [c - reduced[entering] * p for c, p in zip(reduced, rows[leaving], strict=True)]
    return reduced


def pivot(rows: list[list[Number]], basis: list[int], leaving: int, entering: int) -> None:
    """Let one variable enter the basis, in the row of the one that leaves it."""
    chosen = rows[leaving] = [x / rows[leaving][entering] for x in rows[leaving]]
    for i, row in enumerate(rows):
        if i != leaving and sign(row[entering]):
            rows[i] = [x - row[entering] * p for x, p in zip(row, chosen, strict=True)]
    basis[leaving] = entering


# Chains of answers


def joint_level(n: int, levels: Sequence[Number], members: Iterable[int]) -> Number:
    """Return the level of the answers of some members together, when each level's answer is a remap of the one before.

    Every row of every chain of answers is multiplied out.
    """
    size = range(n + 1)
    steps = [geometric(n, levels[0])]
    for before, after in pairwise(levels):
        remap = quotient(geometric(n, before), geometric(n, after))
        assert remap is not None
        steps.append(remap)
    chosen = list(members)
    joint: list[dict[tuple[int, ...], Number]] = []
    for i in size:
        joint.append({})
        for answers in product(size, repeat=len(levels)):
            probability: Number = fmpq(1)
            for step, before, after in zip(steps, (i, *answers), answers, strict=False):
                probability *= step[before][after]
            seen = tuple(answers[m] for m in chosen)
            joint[i][seen] = joint[i].get(seen, fmpq(0)) + probability
    least: Number = fmpq(1)
    for i, k in pairs_of("path", n + 1):
        for seen in joint[i]:
            ratio = joint[k][seen] / joint[i][seen]
            least = ratio if compared(ratio, least) < 0 else least
    return least


def largest_derivable(x: Rows, digits: int) -> fmpq:
    """Return the largest level at which x is derivable from G, rounded down: the levels are an interval from 0."""
    low, high = fmpq(0), fmpq(1)
    if is_derivable(x, high):
        return high
    if not is_derivable(x, fmpq(1, 10**digits)):
        return low
    while high - low > fmpq(1, 10**digits):
        middle = (low + high) / 2
        low, high = (middle, high) if is_derivable(x, middle) else (low, middle)
    return low


def around(x: Number, places: int) -> tuple[Fraction, Fraction]:
    """Return two neighbouring decimals with this many places: x is above the first, and at most the second."""
    unit = 10**places
    whole = int((arb(x) * unit).mid().floor().unique_fmpz())
    for below in (whole - 1, whole, whole + 1):
        if compared(fmpq(below, unit), x) < 0 <= compared(fmpq(below + 1, unit), x):
            return Fraction(below, unit), Fraction(below + 1, unit)
    raise UnclearError
