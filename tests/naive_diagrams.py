"""Decide the statement of a certificate about all levels at single levels, from the definitions.

It shares no code with the checker, evaluates polynomials only at single levels, and reads well-formed certificates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from math import lcm

import mpmath

from exactdp import BayesianUser, Mechanism, MinimaxConsumer, certify, geometric, interact, table
from exactdp.linear_programs.linear_program import LinearProgram
from exactdp.linear_programs.optimal_basis import solve
from exactdp.model.neighbours import Neighbours, complete, cycle, edges, hypercube, path
from exactdp.optimum.problem import Constraint, Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import AnotherOptimum, OnlyOptimum, uniqueness
from exactdp.polytope.derivability import derive_from
from tests import naive_kernel
from tests.every_set import difference
from tests.naive_kernel import keeps, least_ratio, stochastic

Coefficients = tuple[int, ...]
Row = tuple[Fraction, ...]
Table = tuple[Row, ...]


@dataclass(frozen=True)
class Phase:
    value: list[Coefficients]
    common: Coefficients
    entries: dict[tuple[int, int], Coefficients]
    only: bool = False


@dataclass(frozen=True)
class Stated:
    """A statement: what one loses, what one knows, and the phases with the breakpoints between them.

    With a bound, the least loss is said to be at most that in so many of the first phases, and above it in the others.
    """

    kind: str
    losses: Table
    prior: Row | None
    inputs: tuple[int, ...]
    breakpoints: list[tuple[Coefficients, Fraction, Fraction]]
    phases: list[Phase]
    bound: tuple[Fraction, int] | None

    def number(self, alpha: Fraction) -> int:
        """Return the number of the phase that the level is in; of a breakpoint, of the phase above it."""
        return sum(_is_above(alpha, *each) for each in self.breakpoints)

    def phase(self, alpha: Fraction) -> Phase:
        """Return the phase that the level is in."""
        return self.phases[self.number(alpha)]


def parsed(data: bytes) -> Stated:
    """Parse the lines of a statement."""
    lines = [line.split() for line in data.decode().partition("\nproof\n")[0].splitlines()]
    said = {words[0]: words[1:] for words in lines}
    size = range(int(said["geometric"][0]) + 1)
    losses = losses_of(lines, said, size, size)
    whole = [int(word) for word in said.get("prior", [])]
    phases: list[Phase] = []
    for words in lines:
        match words:
            case ["value", bottom, top]:
                phases.append(Phase([_coefficients(bottom), _coefficients(top)], (), {}))
            case ["remap", common, _]:
                phases[-1] = Phase(phases[-1].value, _coefficients(common), {})
            case ["entry", k, r, t]:
                phases[-1].entries[int(k), int(r)] = _coefficients(t)
            case ["only"]:
                phases[-1] = replace(phases[-1], only=True)
    bound = [int(word) for word in said.get("at-most", [])]
    return Stated(
        said["statement"][0],
        tuple(map(tuple, losses)),
        tuple(Fraction(v, whole[0]) for v in whole[1:]) or None,
        tuple(i for i in size if said.get("inputs", ["1"] * len(size))[i] == "1"),
        [(_coefficients(p), Fraction(low), Fraction(high)) for name, p, low, high in _of_four(lines, "breakpoint")],
        phases,
        (Fraction(bound[1], bound[0]), bound[2]) if bound else None,
    )


def losses_of(
    lines: list[list[str]], said: dict[str, list[str]], inputs: range, columns: range
) -> list[list[Fraction]]:
    """Return the loss of each response on each input; of a table, the first rows of the statement."""
    numbers = {name: [int(word) for word in said[name]] for name in ("exponent", "above", "slopes") if name in said}
    match said["loss"]:
        case ["power"]:
            losses = [[Fraction(abs(i - r) ** numbers["exponent"][0]) for r in columns] for i in inputs]
        case ["threshold"]:
            losses = [[Fraction(abs(i - r) > numbers["above"][0]) for r in columns] for i in inputs]
        case ["asymmetric"]:
            over, under = (Fraction(slope, numbers["slopes"][0]) for slope in numbers["slopes"][1:])
            losses = [[over * (r - i) if r > i else under * (i - r) for r in columns] for i in inputs]
        case _:
            listed = [[int(word) for word in words[1:]] for words in lines if words[0] == "row"]
            losses = [[Fraction(v, row[0]) for v in row[1:]] for row in listed[: len(inputs)]]
    return losses


def _of_four(lines: list[list[str]], name: str) -> list[tuple[str, ...]]:
    return [tuple(words) for words in lines if words[0] == name]


def _coefficients(word: str) -> Coefficients:
    return tuple(int(c, 0) for c in word.split(","))


def at(p: Coefficients, alpha: Fraction) -> Fraction:
    """Return the value of a polynomial at a level, over one denominator."""
    a, b, degree = alpha.numerator, alpha.denominator, len(p)
    return Fraction(sum(c * a**k * b ** (degree - k) for k, c in enumerate(p)), b**degree)


def _is_above(alpha: Fraction, p: Coefficients, low: Fraction, high: Fraction) -> bool:
    if not low < alpha < high:
        return alpha >= high
    return at(p, alpha) * at(p, high) > 0


def is_true_at(stated: Stated, alpha: Fraction) -> bool:
    """Return whether a statement holds at one level: T is stochastic, has the stated loss, and no remap has less."""
    size = range(len(stated.losses))
    phase = stated.phase(alpha)
    bottom, top = (at(p, alpha) for p in phase.value)
    common = at(phase.common, alpha)
    if not bottom or not common:
        return False
    remap = [[at(phase.entries.get((k, r), ()), alpha) / common for r in size] for k in size]
    if any(sum(row) != 1 or min(row) < 0 for row in remap):
        return False
    of_inputs = expected(stated.losses, alpha, remap)
    lost = max(of_inputs[i] for i in stated.inputs)
    if stated.prior is not None:
        lost = sum((p * v for p, v in zip(stated.prior, of_inputs, strict=True)), Fraction(0))
    least = least_loss(stated.losses, stated.prior, stated.inputs, alpha)
    between = all(alpha != low for _, low, _ in stated.breakpoints)
    if phase.only and between and not has_one(stated.losses, stated.prior, stated.inputs, alpha):
        return False
    if stated.bound is not None:
        bound, count = stated.bound
        if (least <= bound) != (stated.number(alpha) < count or (not between and stated.number(alpha) == count)):
            return False
    if stated.kind == "only-optimal" and not (phase.only and (not between or _least(_problem(stated, alpha))[1])):
        return False
    return lost <= top / bottom <= least and (stated.kind == "interaction" or _is_unimodal(stated.losses))


def expected(losses: Table, alpha: Fraction, remap: list[list[Fraction]]) -> list[Fraction]:
    """Return the loss on each input by G and then the remap."""
    size = range(len(losses))
    g = naive_kernel.geometric(len(losses) - 1, alpha)
    used = [(k, r) for k in size for r in size if remap[k][r]]
    return [sum((g[i][k] * remap[k][r] * losses[i][r] for k, r in used if losses[i][r]), Fraction(0)) for i in size]


@cache
def least_loss(losses: Table, prior: Row | None, inputs: tuple[int, ...], alpha: Fraction) -> Fraction:
    """Return the least loss of a remap of G: by Bayes' rule, or of a minimax consumer as the kernel certifies it."""
    size = range(len(losses))
    if prior is None:
        consumer = MinimaxConsumer(table(losses), inputs=size, side_information=inputs)
        found = interact(consumer, geometric(n=len(losses) - 1, alpha=alpha))
        certify(found)
        return Fraction(found.value)
    g = naive_kernel.geometric(len(losses) - 1, alpha)
    return sum((min(sum(prior[i] * g[i][k] * losses[i][r] for i in size) for r in size) for k in size), Fraction(0))


@cache
def has_one(losses: Table, prior: Row | None, inputs: tuple[int, ...], alpha: Fraction) -> bool:
    """Say whether only one remap of G has the least loss: the only reading of each response, or the only solution.

    Of a minimax consumer's best remaps a form with coefficients of no pattern has the same least and largest value.
    """
    size, g = range(len(losses)), naive_kernel.geometric(len(losses) - 1, alpha)
    if prior is not None:
        costs = [[sum(prior[i] * g[i][k] * losses[i][r] for i in size) for r in size] for k in size]
        return all(row.count(min(row)) == 1 for row in costs)
    cells = [(k, r) for k in size for r in size]
    rows = [{at: Fraction(1) for at, (k, _) in enumerate(cells) if k == row} for row in size]
    rows += [{at: -g[i][k] * losses[i][r] for at, (k, r) in enumerate(cells) if losses[i][r]} for i in inputs]
    right = (*(Fraction(1) for _ in size), *(-least_loss(losses, prior, inputs, alpha) for _ in inputs))
    form = {at: Fraction(pow(at + 2, 5, 1009)) for at in range(len(cells))}
    ends = []
    for sign in (1, -1):
        program = LinearProgram(
            len(cells), {at: sign * c for at, c in form.items()}, tuple(rows), right, frozenset(size)
        )
        found = solve(program)
        ends.append(sign * found.value)
    return ends[0] == ends[1]


def _is_unimodal(losses: Table) -> bool:
    return all(
        sorted(row[: i + 1], reverse=True) == list(row[: i + 1]) and sorted(row[i:]) == list(row[i:])
        for i, row in enumerate(losses)
    )


def cut(data: bytes) -> tuple[bytes, list[str], list[str]]:
    """Return a certificate without the breakpoints before its first phase and after its last one, and these."""
    lines = data.decode().splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith("phases ")) + 1
    last = lines.index("proof") - 1
    last -= lines[last].startswith("epsilon ")
    outer = [k for k in (first, last) if lines[k].startswith("breakpoint ")]
    start, stop = (lines[k].split()[1:] if k in outer else [] for k in (first, last))
    return "\n".join(line for k, line in enumerate(lines) if k not in outer).encode(), start, stop


def _within(alpha: Fraction, start: list[str], stop: list[str]) -> bool:
    """Return whether a level is strictly between two breakpoints; None is no bound."""
    (above, above_at), (below, below_at) = (
        (not end or _is_above(alpha, _coefficients(end[0]), *map(Fraction, end[1:])), end and Fraction(end[1]))
        for end in (start, stop)
    )
    return above and alpha not in (above_at, below_at) and (not stop or not below)


def _names_within(data: bytes, start: list[str], stop: list[str]) -> bool:
    """Return whether the level e^-ε that a certificate names, if any, is strictly between two breakpoints."""
    said = re.search(rb"^epsilon (\d+) (\d+)$", data, re.MULTILINE)
    if said is None:
        return True
    with mpmath.workdps(60):
        exponential = mpmath.exp(-mpmath.mpf(int(said[1])) / int(said[2]))
        return _within(Fraction(int(exponential * 10**50), 10**50), start, stop)


def true_at(data: bytes, levels: Iterable[Fraction]) -> bool:
    """Return whether a statement holds at some levels, and at 0, 1 and rational ends if it is about them."""
    if b"\nmechanisms " in data:
        return optima_true_at(data, levels)
    data, start, stop = cut(data)
    if not _names_within(data, start, stop):
        return False
    levels = [alpha for alpha in levels if _within(alpha, start, stop)]
    if start or stop:
        return (
            all(map(partial(is_true_at, parsed(data)), levels))
            if b"\ngeometric " in data
            else all(map(partial(levels_true_at, parsed_levels(data)), levels))
        )
    if b"\ngeometric " in data.partition(b"\nproof\n")[0]:
        stated = parsed(data)
        return all(is_true_at(stated, alpha) for alpha in levels)
    about = parsed_levels(data)
    fractions = [low for _, low, high in about.breakpoints if low == high]
    return all(levels_true_at(about, alpha) for alpha in {*levels, *fractions, Fraction(0), Fraction(1)})


# Sets of levels, and privacy curves


@dataclass(frozen=True)
class OfLevels:
    """A statement: a matrix by its rows, the neighbours, what is said of each phase, and the breakpoints between them.

    The source has no rows if it is G. The rows are polynomials, the denominator first. Of a phase it is said whether
    its levels are in a set, or P and Q.
    """

    kind: str
    rows: list[list[Coefficients]]
    source: list[list[Coefficients]]
    pairs: list[tuple[int, int]]
    breakpoints: list[tuple[Coefficients, Fraction, Fraction]]
    phases: list[bool] | list[tuple[Fraction, Fraction]]


def matrix(rows: list[list[Coefficients]], alpha: Fraction) -> list[list[Fraction]]:
    return [[at(p, alpha) / at(row[0], alpha) for p in row[1:]] for row in rows]


def parsed_levels(data: bytes) -> OfLevels:
    """Parse the lines of a statement about sets of levels."""
    lines = [line.split() for line in data.decode().partition("\nproof\n")[0].splitlines()]
    said = {words[0]: words[1:] for words in lines}
    given = [[_coefficients(word) for word in words[1:]] for words in lines if words[0] == "row"]
    rows, source = given[: int(said["mechanism"][1])], given[int(said["mechanism"][1]) :]
    if said["mechanism"][0] == "geometric":
        table = naive_kernel.geometric(int(said["mechanism"][1]), Fraction(said["mechanism"][2]))
        whole = [lcm(*(x.denominator for x in row)) for row in table]
        rows = [[(d,), *((int(x * d),) for x in row)] for d, row in zip(whole, table, strict=True)]
    size = range(len(rows))
    edges = [(int(words[1]), int(words[2])) for words in lines if words[0] == "edge"]
    pairs = edges or naive_kernel.pairs_of(said.get("neighbours", ["edges"])[0], [["edges", "0"]], len(size))
    pairs = [*pairs, *((k, i) for i, k in pairs)]
    return OfLevels(
        said["statement"][0],
        rows,
        source,
        pairs,
        [(_coefficients(p), Fraction(low), Fraction(high)) for _, p, low, high in _of_four(lines, "breakpoint")],
        [words[1] == "yes" for words in lines if words[0] == "phase"]
        or [(Fraction(int(p), int(d)), Fraction(int(q), int(d))) for name, d, p, q in _of_four(lines, "excess")],
    )


def levels_true_at(stated: OfLevels, alpha: Fraction) -> bool:
    """Return whether a statement about a mechanism holds at one level from 0 to 1; not an irrational end."""
    x = matrix(stated.rows, alpha)
    number = sum(_is_above(alpha, *each) for each in stated.breakpoints)
    if stated.kind == "least-delta":
        p, q = stated.phases[number]
        return alpha == 0 or p - q / alpha == max(
            (difference(x[i], x[k], 1 / alpha) for i, k in stated.pairs), default=0
        )
    # An end belongs to the phases on both sides of it, of which one in the set is enough.
    beside = [number, *(k for k, (_, low, high) in enumerate(stated.breakpoints) if low == high == alpha)]
    inside = any(stated.phases[k] for k in beside)
    if stated.kind == "level":
        return inside and stochastic(x) and least_ratio(x, stated.pairs) == alpha
    if stated.kind == "private":
        return inside == (stochastic(x) and keeps(x, stated.pairs, alpha))
    return inside == _is_derivable(x, matrix(stated.source, alpha) or naive_kernel.geometric(len(x) - 1, alpha))


def _is_derivable(x: list[list[Fraction]], source: list[list[Fraction]]) -> bool:
    """Say whether x is the source and then a remap, which a linear program decides."""
    return stochastic(x) and bool(derive_from(Mechanism(x), Mechanism(source)))


# Optima among all mechanisms


@dataclass(frozen=True)
class OfOptima:
    """A statement: the problem at any level, and on each phase the value and the mechanism, over a denominator."""

    kind: str
    problem: Problem
    breakpoints: list[tuple[Coefficients, Fraction, Fraction]]
    phases: list[tuple[list[Coefficients], Coefficients, list[list[Coefficients]]]]


def parsed_optima(data: bytes) -> OfOptima:
    """Parse the lines of a statement about all mechanisms, between its first and its last level."""
    lines = [line.split() for line in data.decode().partition("\nproof\n")[0].splitlines()]
    before = lines[: next(k for k, words in enumerate(lines) if words[0] == "phases")]
    said = {words[0]: words[1:] for words in before}
    inputs, responses = (range(int(word)) for word in said["mechanisms"])
    losses = table(losses_of(before, said, inputs, responses))
    user = (
        MinimaxConsumer(losses, inputs=inputs, side_information=[i for i in inputs if said["inputs"][i] == "1"])
        if ("inputs" in said)
        else BayesianUser(losses, [Fraction(int(p), int(said["prior"][0])) for p in said["prior"][1:]])
    )
    graphs = {"path": path, "complete": complete, "cycle": cycle, "hypercube": hypercube}
    pairs = [(int(words[1]), int(words[2])) for words in before if words[0] == "edge"]
    (name,) = said["neighbours"]
    graph: Neighbours = edges(pairs, inputs=inputs) if name == "edges" else graphs[name](inputs=inputs)
    stated: list[tuple[str, int, dict[tuple[int, int], int]]] = []
    for words in before:
        match words:
            case ["constraint", sense, right, _]:
                stated.append((sense, int(right), {}))
            case ["entry", i, r, a]:
                stated[-1][2][int(i), int(r)] = int(a)
    constraints = [Constraint(entries, right, exactly=sense == "exactly") for sense, right, entries in stated]
    phases: list[tuple[list[Coefficients], Coefficients, list[list[Coefficients]]]] = []
    for words in lines[len(before) :]:
        match words:
            case ["value", bottom, top]:
                phases.append(([_coefficients(bottom), _coefficients(top)], (), []))
            case ["common", common]:
                phases[-1] = (phases[-1][0], _coefficients(common), [])
            case ["row", *entries]:
                phases[-1][2].append([_coefficients(word) for word in entries])
    return OfOptima(
        said["statement"][0],
        Problem(user, Fraction(1, 2), graph, responses=responses, constraints=constraints),
        [(_coefficients(p), Fraction(low), Fraction(high)) for _, p, low, high in _of_four(lines, "breakpoint")],
        phases,
    )


def optima_true_at(data: bytes, levels: Iterable[Fraction]) -> bool:
    """Say whether a statement about all mechanisms holds at some levels, and in the middle between rational ends.

    The levels are those strictly between the first and the last end. At a breakpoint both phases are to be right.
    """
    stated, start, stop = parsed_optima(data), *cut(data)[1:]
    if not _names_within(data, start, stop):
        return False
    if start and stop:
        levels = [*levels, (Fraction(start[1]) + Fraction(stop[1])) / 2]
    inner = stated.breakpoints[bool(start) : len(stated.breakpoints) - bool(stop)]
    if len(inner) != len(stated.phases) - 1:
        return False
    for alpha in (each for each in levels if _within(each, start, stop)):
        number = sum(_is_above(alpha, *each) for each in inner)
        apart = all(alpha != low for _, low, _ in inner)
        if not all(_is_best(stated, k, alpha, apart) for k in ([number] if apart else [number - 1, number])):
            return False
    return True


def _is_best(stated: OfOptima, number: int, alpha: Fraction, apart: bool) -> bool:
    """Say whether the mechanism of a phase is one, keeps to the constraints, and is the best one at a level."""
    value, common, entries = stated.phases[number]
    problem = stated.problem.but(alpha=alpha)
    whole, bottom = at(common, alpha), at(value[0], alpha)
    if not whole or not bottom:
        return False
    x = [[at(p, alpha) / whole for p in row] for row in entries]
    if not (stochastic(x) and keeps(x, list(problem.neighbours.pairs), alpha)):
        return False
    for each in problem.constraints:
        total = sum((a * x[i][r] for (i, r), a in each.coefficients.items()), Fraction(0))
        if total < each.bound or (each.exactly and total != each.bound):
            return False
    user = problem.user
    lost = [sum((p * Fraction(user.loss(i, r)) for r, p in enumerate(row)), Fraction(0)) for i, row in enumerate(x)]
    if isinstance(user, BayesianUser):
        worst = sum((p * v for p, v in zip(user.prior, lost, strict=True)), Fraction(0))
    else:
        worst = max(lost[i] for i in user.side_information)
    least, alone = _least(problem)
    return worst <= at(value[1], alpha) / bottom <= least and (
        stated.kind == "optimal" or not apart or alone == (stated.kind == "only-optimal")
    )


def _problem(stated: Stated, alpha: Fraction) -> Problem:
    """Return the problem of a statement about remaps, among all mechanisms, at one level."""
    loss, size = table(stated.losses), range(len(stated.losses))
    if stated.prior is None:
        return Problem(MinimaxConsumer(loss, inputs=size, side_information=stated.inputs), alpha)
    return Problem(BayesianUser(loss, stated.prior), alpha)


_KNOWN: dict[str, tuple[Fraction, bool]] = {}


def _least(problem: Problem) -> tuple[Fraction, bool]:
    """Return the least loss, and whether only one mechanism has it, as the kernel certifies them at one level."""
    key = repr(
        (problem.alpha, vars(problem.user), problem.user.loss.rows, problem.neighbours.pairs, problem.constraints)
    )
    if key not in _KNOWN:
        found = optimal(problem)
        assert isinstance(found, Optimum)
        alone = uniqueness(found)
        assert isinstance(alone, OnlyOptimum | AnotherOptimum)
        certify(alone)
        _KNOWN[key] = Fraction(found.value), bool(alone)
    return _KNOWN[key]
