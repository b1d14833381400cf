"""Is an optimum the only one? Yes, with the proof; no, with another."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

from exactdp.consumers import BayesianUser, rational
from exactdp.geometric import geometric
from exactdp.mechanism import Mechanism
from exactdp.optimum.bayesian import bayes_remap, tied
from exactdp.optimum.dual_cone import Infeasible, faces
from exactdp.optimum.linear_program import LinearProgram, Row, solve
from exactdp.optimum.linear_program import Optimum as Solution
from exactdp.optimum.polytope import dual_of, linear_program, mechanism_of
from exactdp.optimum.problem import Dual, Optimum, Problem, Unsolved
from exactdp.vertex import PRIMES, left_inverse

LARGEST = 40
"""The most inputs for which the linear program of all optimal mechanisms is tried."""


PATIENCE = 120
"""After how many seconds the linear program of all optimal remaps of G is given up."""


@dataclass(frozen=True)
class OnlyOptimum:
    """The optimum is the only one: where the prices leave an optimal mechanism any choice, its unknowns are determined.

    `inverse` times their equations is the identity modulo `modulus`.
    """

    optimum: Optimum
    modulus: int
    inverse: tuple[tuple[int, ...], ...]

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class AnotherOptimum:
    """The optimum is not the only one: `other` has the same loss."""

    optimum: Optimum
    other: Optimum

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Better:
    """The mechanism is α-private and not optimal for the user: `other` has a smaller loss."""

    problem: Problem
    mechanism: Mechanism
    other: Optimum

    def __bool__(self) -> bool:
        return False


Uniqueness: TypeAlias = OnlyOptimum | AnotherOptimum | Unsolved


def uniqueness(optimum: Optimum, tell: Callable[[str], None] = lambda stage: None) -> Uniqueness:
    """Decide whether an optimum is the only optimal mechanism of its problem.

    For the Bayes remap of the geometric mechanism a tie in Bayes' rule gives another, and the prices show that there is
    none. Otherwise a linear program moves as far as possible from the optimum without losing more, or finds the prices
    that forbid every step. Fails: never; `Unsolved` is an answer for more inputs than `LARGEST`.

    >>> from exactdp.consumers import absolute
    >>> from exactdp.optimum.bayesian import closed_form
    >>> bool(uniqueness(closed_form(Problem(BayesianUser(absolute(), ["2/3", "1/3"]), "1/4"))))
    True
    """
    if optimum.remap is not None and 0 < optimum.problem.alpha < 1:
        other = tied(optimum, tell) if isinstance(optimum.problem.user, BayesianUser) else None
        if other is not None:
            return AnotherOptimum(optimum, other)
        tell("the prices of every response")
        found = _determined_remap(optimum) or _another_remap(optimum, tell)
        if found is not None:
            return found
    if optimum.problem.inputs > LARGEST or not optimum.problem.user.loss.rational:
        reason = f"more than {LARGEST} inputs" if optimum.problem.user.loss.rational else "an irrational loss"
        return Unsolved(optimum.problem, f"{reason}: no linear program of all optimal mechanisms is tried")
    return _by_linear_program(optimum, tell)


def _determined_remap(optimum: Optimum) -> OnlyOptimum | None:
    # Response r may be made of as many columns of G as the prices leave it blocks. Where the remap uses them all, only
    # the rows of the remap with several entries leave unknowns.
    problem, remap = optimum.problem, optimum.remap
    if remap is None:
        return None
    found = faces(problem, optimum.dual)
    if isinstance(found, Infeasible):
        return None
    used = [0] * problem.responses
    for row in remap:
        for r, _ in row:
            used[r] += 1
    if used != [0 if face.zeros else problem.inputs - len(face.ties) for face in found]:
        return None
    p, q, n = problem.alpha.numerator, problem.alpha.denominator, problem.n
    unknowns: list[Unknown] = [
        ({k: 1}, [(i, r, p ** abs(i - k) * q ** (n - abs(i - k))) for i in range(n + 1)])
        for k, row in enumerate(remap)
        for r, _ in row
        if len(row) > 1
    ]
    return _determined(optimum, unknowns)


def _another_remap(optimum: Optimum, tell: Callable[[str], None]) -> AnotherOptimum | None:
    """Look for another optimal remap of G for a minimax consumer, among the ties of Bayes' rule for its prior."""
    problem, remap, user = optimum.problem, optimum.remap, optimum.problem.user
    if remap is None or isinstance(user, BayesianUser):
        return None
    choices = bayes_remap(Problem(BayesianUser(user.loss, optimum.dual.prior), problem.alpha), tell).choices
    pairs = [(k, r) for k, chosen in enumerate(choices) for r in chosen]
    used = {(k, r) for k, row in enumerate(remap) for r, _ in row}
    mechanism = geometric(problem.n, problem.alpha)
    sums: list[Row] = [{at: Fraction(1) for at, (j, _) in enumerate(pairs) if j == k} for k in range(problem.inputs)]
    kept: list[Row] = [
        {at: -mechanism[i, k] * rational(user.loss(i, r)) for at, (k, r) in enumerate(pairs) if user.loss(i, r) != 0}
        for i in user.side_information
    ]
    right = (Fraction(1),) * len(sums) + (-rational(optimum.value),) * len(kept)
    gain = {at: Fraction(-1) for at, pair in enumerate(pairs) if pair not in used}
    if not gain:
        return None
    tell("the linear program of all optimal remaps")
    program = LinearProgram(len(pairs), gain, (*sums, *kept), right, frozenset(range(len(sums))))
    found = solve(program, seconds=PATIENCE, tell=tell)
    if not isinstance(found, Solution) or found.value == 0:
        return None
    rows: list[list[tuple[int, Fraction]]] = [[] for _ in sums]
    for (k, r), probability in zip(pairs, found.point, strict=True):
        if probability:
            rows[k].append((r, probability))
    return AnotherOptimum(optimum, replace(optimum, remap=tuple(map(tuple, rows)), given=None))


Unknown: TypeAlias = tuple[dict[int, int], list[tuple[int, int, int]]]
"""Its coefficient in each row's equation, and what one of it adds to the entries (i, r), up to one factor."""


def _determined_blocks(optimum: Optimum) -> OnlyOptimum | None:
    problem, mechanism = optimum.problem, optimum.mechanism
    found = faces(problem, optimum.dual)
    if isinstance(found, Infeasible):
        return None
    common = lcm(*mechanism.denominators)
    unknowns: list[Unknown] = []
    for r, face in enumerate(found):
        for block in _blocks(problem.inputs, face.ties):
            if not set(face.zeros).isdisjoint(block):
                continue
            masses = {i: mechanism.numerators[i][r] for i in block}
            if 0 in masses.values():
                return None
            unknowns.append((masses, [(i, r, v * (common // mechanism.denominators[i])) for i, v in masses.items()]))
    return _determined(replace(optimum, remap=None, given=mechanism), unknowns)


def _determined(optimum: Optimum, unknowns: list[Unknown]) -> OnlyOptimum | None:
    """Show that the equations every optimal mechanism satisfies determine the unknowns."""
    problem, dual = optimum.problem, optimum.dual
    minimax = not isinstance(problem.user, BayesianUser)
    support = [i for i, p in enumerate(dual.prior) if p > 0] if minimax else []
    active = [c for c, y in zip(problem.constraints, dual.multipliers, strict=True) if c.exactly or y > 0]
    _, losses = problem.user.loss.scaled(problem.inputs, problem.responses) if support else (1, [])
    equations = [[0] * len(unknowns) for _ in range(problem.inputs + len(support) + len(active))]
    for t, (sums, pieces) in enumerate(unknowns):
        for i, mass in sums.items():
            equations[i][t] = mass
        for at, i in enumerate(support, start=problem.inputs):
            equations[at][t] = sum(losses[i][r] * mass for k, r, mass in pieces if k == i)
        for at, constraint in enumerate(active, start=problem.inputs + len(support)):
            scale = lcm(constraint.bound.denominator, *(v.denominator for v in constraint.coefficients.values()))
            equations[at][t] = sum(int(constraint.coefficients.get((i, r), 0) * scale) * mass for i, r, mass in pieces)
    if not unknowns:
        return OnlyOptimum(optimum, PRIMES[0], ())
    for prime in PRIMES:
        inverse = left_inverse(equations, prime)
        if inverse is not None:
            return OnlyOptimum(optimum, prime, inverse)
    return None


def _blocks(size: int, ties: tuple[tuple[int, int], ...]) -> list[list[int]]:
    block = list(range(size))
    for i, k in ties:
        old, new = block[i], block[k]
        block = [new if b == old else b for b in block]
    return [[i for i in range(size) if block[i] == b] for b in dict.fromkeys(block)]


def _by_linear_program(optimum: Optimum, tell: Callable[[str], None]) -> Uniqueness:
    """Move from the optimum as far as the optimal mechanisms go, or find the prices that forbid every step.

    The objective is the sum of all that is zero at the optimum: entries, and slacks of inequalities. Where it can't be
    positive, the multipliers added to the old prices give prices above zero to all of these.
    """
    problem, mechanism = optimum.problem, optimum.mechanism
    program = linear_program(problem)
    entries = [value for row in mechanism.rows for value in row]
    point = entries if isinstance(problem.user, BayesianUser) else [*entries, rational(optimum.value)]
    slacks = [
        sum((a * point[j] for j, a in row.items()), -b) for row, b in zip(program.rows, program.right, strict=True)
    ]
    idle_rows = [k for k, slack in enumerate(slacks) if slack == 0 and k not in program.equalities]
    gain: dict[int, Fraction] = {j: Fraction(-1) for j, value in enumerate(entries) if value == 0}
    for k in idle_rows:
        for j, a in program.rows[k].items():
            gain[j] = gain.get(j, Fraction(0)) - a
    tell("the linear program of all optimal mechanisms")
    within: Row = {j: -c for j, c in program.objective.items()}
    wider = LinearProgram(
        program.variables,
        {j: value for j, value in gain.items() if value},
        (*program.rows, within),
        (*program.right, -rational(optimum.value)),
        program.equalities,
        program.free,
    )
    found = solve(wider, tell=tell)
    if not isinstance(found, Solution):
        return Unsolved(
            problem, getattr(found, "reason", "the linear program of all optimal mechanisms has no solution")
        )
    other = mechanism_of(problem, found.point)
    if other != mechanism:
        return AnotherOptimum(optimum, Optimum(problem, optimum.value, optimum.dual, None, other))
    *multipliers, scale = found.multipliers
    for k in idle_rows:
        multipliers[k] += 1
    weighted = tuple(value / (scale + 1) for value in multipliers)
    added = dual_of(problem, weighted)
    old = optimum.dual
    dual = Dual(
        old.prior
        if isinstance(problem.user, BayesianUser)
        else tuple(a / (scale + 1) + b for a, b in zip(old.prior, added.prior, strict=True)),
        tuple(a * Fraction(1, scale + 1) + b for a, b in zip(old.weights, added.weights, strict=True)),
        tuple(a * Fraction(1, scale + 1) + b for a, b in zip(old.multipliers, added.multipliers, strict=True)),
        _summed(old.flows, added.flows, scale + 1),
    )
    unique = _determined_blocks(replace(optimum, dual=dual, remap=None, given=mechanism))
    return unique or Unsolved(problem, "neither another optimal mechanism nor the proof that there is none was found")


def _summed(old: Any, added: Any, scale: Fraction) -> dict[tuple[int, int, int], Any]:
    total = dict(added)
    for at, price in old.items():
        total[at] = total.get(at, Fraction(0)) + price * Fraction(1, scale)
    return total
