"""Uniqueness of an optimum: a proof that it is the only one, or another optimum."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from exactdp.linear_programs.linear_program import LinearProgram, OptimalPoint
from exactdp.linear_programs.optimal_basis import solve
from exactdp.linear_programs.searching import Progress, Unsolved, silent
from exactdp.model.losses import Shape, rational
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import components
from exactdp.model.users import BayesianUser
from exactdp.optimum.bayesian import bayes_remap, rises_strictly
from exactdp.optimum.dual_cone import Face, InfeasibleDual, columns_without_price, faces
from exactdp.optimum.least_favourable import another_remap
from exactdp.optimum.linear_program import dual_of, mechanism_of, too_large
from exactdp.optimum.optimal_face import optimal_face
from exactdp.optimum.problem import Dual, Optimum, Problem, SparseRemap
from exactdp.polytope.independence import SHORT_PRIMES, independence
from exactdp.shown import Shown

PIVOT_LIMIT = 500
"""The most exact pivots for the linear program of all optimal mechanisms."""


@dataclass(frozen=True)
class OnlyOptimum(Shown):
    """The optimum is unique: equations determine the entries that the prices leave open.

    There are `unknowns` of these entries, and the equations are linearly independent modulo the prime `modulus`.
    """

    optimum: Optimum
    modulus: int
    unknowns: int

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class AnotherOptimum(Shown):
    """The optimum is not the only one: `other` has the same loss."""

    optimum: Optimum
    other: Optimum

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Better(Shown):
    """The mechanism is α-private and not optimal for the user: `other` has a smaller loss.

    Domain: both are α-private and satisfy the constraints; `other` need not be optimal. `certify` checks all of this.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import expected_loss
    >>> from exactdp.optimum.search import optimal
    >>> problem = Problem(MinimaxConsumer(absolute(), inputs=range(4)), "1/4")
    >>> found = Better(problem, geometric(n=3, alpha="1/4"), optimal(problem))
    >>> bool(found), certify(found).kind, expected_loss(problem.user, found.mechanism).value, found.other.value
    (False, 'not-optimal', Fraction(9, 20), Fraction(168, 415))
    """

    problem: Problem
    mechanism: Mechanism
    other: Optimum

    def __bool__(self) -> bool:
        return False


Uniqueness: TypeAlias = OnlyOptimum | AnotherOptimum | Unsolved


def uniqueness(optimum: Optimum, progress: Progress = silent) -> Uniqueness:
    """Decide whether an optimum is the only optimal mechanism of its problem.

    For the Bayes remap of the geometric mechanism, a tie in Bayes' rule gives another optimum; without ties the prices
    prove uniqueness. Otherwise a linear program moves as far as possible from the optimum without a larger loss, or
    finds prices that forbid every step. The result is `Unsolved` if the program is `too_large`.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.search import optimal
    >>> found = uniqueness(optimal(Problem(MinimaxConsumer(absolute(), inputs=range(3)), "1/2")))
    >>> bool(found), found.modulus, certify(found).kind
    (True, 3, 'only-optimal')
    >>> [len(row) for row in found.optimum.remap], found.unknowns
    ([2, 1, 2], 4)
    """
    remap, problem = optimum.remap, optimum.problem
    if remap is not None and 0 < problem.alpha < 1:
        if _is_strict(problem):
            choices = optimum.choices or bayes_remap(problem, progress).choices
            if all(len(chosen) == 1 for chosen in choices):
                return OnlyOptimum(optimum, SHORT_PRIMES[0], 0)
        progress("the prices of every response")
        priced = faces(problem, optimum.dual)
        if not isinstance(priced, InfeasibleDual):
            found = _only_remap(optimum, remap, priced) or _another_remap(optimum, remap, priced, progress)
            if found is not None:
                return found
    limit = too_large(problem)
    return _by_linear_program(optimum, progress) if limit is None else limit


def _is_strict(problem: Problem) -> bool:
    """Return whether the Bayes remap of G makes the only optimal mechanism if it has no ties."""
    user, size = problem.user, problem.inputs
    return (
        isinstance(user, BayesianUser)
        and problem.is_count_query
        and problem.responses == size
        and problem.shape is not Shape.NEITHER
        and 0 not in (user.prior[0], user.prior[-1])
        and rises_strictly(user.loss, size)
    )


def _only_remap(optimum: Optimum, remap: SparseRemap, priced: Sequence[Face]) -> OnlyOptimum | None:
    # Response r may combine as many columns of G as the prices leave it blocks. If the remap uses them all, only its
    # rows with several entries are open: each may move from its first response to another.
    problem, used = optimum.problem, Counter(r for row in remap for r, _ in row)
    if any(used[r] != (0 if face.zeros else problem.inputs - len(face.ties)) for r, face in enumerate(priced)):
        return None
    moves = [(k, row[0][0], r) for k, row in enumerate(remap) for r, _ in row[1:]]
    p, q, n = problem.alpha.numerator, problem.alpha.denominator, problem.n
    power = [p**d * q ** (n - d) for d in range(n + 1)]
    # For a Bayesian user each row that is open makes another optimum.
    support = [] if isinstance(problem.user, BayesianUser) else [i for i, v in enumerate(optimum.dual.prior) if v > 0]
    losses = problem.user.loss.scaled(problem.inputs, problem.responses)[1] if moves else []
    changes = [[(losses[i][r] - losses[i][f]) * power[abs(i - k)] for k, f, r in moves] for i in support if moves]
    modulus = independence(changes or [[0] * len(moves)])
    return None if modulus is None else OnlyOptimum(optimum, modulus, sum(len(row) for row in remap if len(row) > 1))


def _another_remap(
    optimum: Optimum, remap: SparseRemap, priced: Sequence[Face], progress: Progress
) -> AnotherOptimum | None:
    """Search for another optimal remap of G that uses responses of price 0."""
    used = {(k, r) for k, row in enumerate(remap) for r, _ in row}
    unused = [pair for pair in sorted(columns_without_price(optimum.problem, priced)) if pair not in used]
    if isinstance(optimum.problem.user, BayesianUser):
        changed = next(((*remap[:k], ((r, Fraction(1)),), *remap[k + 1 :]) for k, r in unused), None)
    else:
        changed = another_remap(optimum, unused, progress)
    return None if changed is None else AnotherOptimum(optimum, replace(optimum, remap=changed, given=None))


def _determined_blocks(optimum: Optimum) -> OnlyOptimum | None:
    """Prove that the equations of optimal mechanisms determine the mass of each block of tied entries."""
    problem, mechanism, dual = optimum.problem, optimum.mechanism, optimum.dual
    found = faces(problem, dual)
    if isinstance(found, InfeasibleDual):
        return None
    common = lcm(*mechanism.denominators)
    # For each block, its coefficient in each row's equation, and in the entries (i, r), up to one factor.
    unknowns: list[tuple[dict[int, int], list[tuple[int, int, int]]]] = []
    pairs, alpha = problem.neighbours.pairs, problem.alpha
    parts = components(problem.inputs, pairs if alpha > 0 else ())
    for r, face in enumerate(found):
        # If α > 0, the neighbours of a zero are zero; at α = 1 all neighbours are equal.
        zeros = set(face.zeros)
        zero = {i for part in parts if not zeros.isdisjoint(part) for i in part}
        for block in components(problem.inputs, face.ties + (pairs if alpha == 1 else ())):
            if not zero.isdisjoint(block):
                continue
            masses = {i: mechanism.numerators[i][r] for i in block}
            if 0 in masses.values():
                return None
            unknowns.append((masses, [(i, r, v * (common // mechanism.denominators[i])) for i, v in masses.items()]))
    minimax = not isinstance(problem.user, BayesianUser)
    support = [i for i, p in enumerate(dual.prior) if p > 0] if minimax else []
    active = [c for c, y in zip(problem.constraints, dual.multipliers, strict=True) if c.exactly or y > 0]
    _, losses = problem.user.loss.scaled(problem.inputs, problem.responses) if support else (1, [])
    equations = [[0] * len(unknowns) for _ in range(problem.inputs + len(support) + len(active))]
    row_of = {i: at for at, i in enumerate(support, start=problem.inputs)}
    for t, (sums, pieces) in enumerate(unknowns):
        for i, mass in sums.items():
            equations[i][t] = mass
        for i, r, mass in pieces:
            if i in row_of:
                equations[row_of[i]][t] += losses[i][r] * mass
        for at, constraint in enumerate(active, start=problem.inputs + len(support)):
            scale = lcm(constraint.bound.denominator, *(v.denominator for v in constraint.coefficients.values()))
            equations[at][t] = sum(int(constraint.coefficients.get((i, r), 0) * scale) * mass for i, r, mass in pieces)
    modulus = independence(equations)
    written = replace(optimum, remap=None, given=mechanism)
    return None if modulus is None else OnlyOptimum(written, modulus, len(unknowns))


def _by_linear_program(optimum: Optimum, progress: Progress) -> Uniqueness:
    """Move from the optimum as far as possible among the optima, or find prices that forbid every step.

    The objective is the sum of the blocks and slacks that are 0 at the optimum and have no price. If it cannot be
    positive, adding a small multiple of its multipliers to the old prices makes all these prices positive.
    """
    problem, mechanism = optimum.problem, optimum.mechanism
    given = replace(optimum, remap=None, given=mechanism)
    known = _determined_blocks(given)
    if known is not None:
        return known
    priced = faces(problem, optimum.dual)
    if isinstance(priced, InfeasibleDual):
        return Unsolved("the prices prove nothing", problem)
    progress("the linear program of all optimal mechanisms")
    face = optimal_face(optimum, priced)
    point = [entry for row in mechanism.rows for entry in row]
    if not isinstance(problem.user, BayesianUser):
        point.append(rational(optimum.value))
    idle, program = _away(face, point)
    found = solve(program, pivots=PIVOT_LIMIT, progress=progress)
    if not isinstance(found, OptimalPoint):
        return Unsolved(getattr(found, "reason", "the linear program of optimal mechanisms has no solution"), problem)
    if list(found.point) != point:
        return AnotherOptimum(optimum, replace(given, given=mechanism_of(problem, found.point)))
    added = dual_of(problem, tuple(y + (k in idle) for k, y in enumerate(found.multipliers)))
    for power in _shortened(problem, optimum.dual, added):
        little = Fraction(1, 2**power)
        if 1 + little * sum(added.prior) <= 0:
            continue
        dual = _summed(problem, optimum.dual, added, little)
        signs = [*dual.prior, *dual.flows.values()]
        signs += [y for c, y in zip(problem.constraints, dual.multipliers, strict=True) if not c.exactly]
        if min(signs) >= 0:
            unique = _determined_blocks(replace(given, dual=dual))
            if unique is not None:
                return unique
    return Unsolved("neither another optimal mechanism nor a proof of uniqueness was found", problem)


def _away(face: LinearProgram, point: Sequence[Fraction]) -> tuple[set[int], LinearProgram]:
    """Return the tight rows without a price, and the program that maximises the distance from them."""
    slack = [
        sum((a * point[j] for j, a in row.items()), -bound) for row, bound in zip(face.rows, face.right, strict=True)
    ]
    idle = {k for k, value in enumerate(slack) if value == 0 and k not in face.equalities}
    gain = {j: Fraction(-1) for j, entry in enumerate(point) if not entry and j not in face.free}
    for k in idle:
        for j, a in face.rows[k].items():
            gain[j] = gain.get(j, Fraction(0)) - a
    return idle, replace(face, objective=gain)


def _shortened(problem: Problem, old: Dual, added: Dual) -> Iterator[int]:
    """Yield the powers of 1/2 that shorten the step from the old prices to better ones; small α need large powers.

    Every price, and every flow computed from prices on the path, is u + v/2^power. For a rational u ≠ 0, its sign is
    fixed from some power on: the bits of v's numerator plus those of u's denominator.
    """
    prices = [x for of in (old, added) for x in (*of.prior, *of.weights, *of.multipliers, *of.flows.values())]
    parts = [v for x in prices for v in ([x] if isinstance(x, Fraction) else (value for _, value in x.terms))]
    parts += 2 * problem.inputs * [problem.alpha]
    bits = sum(v.numerator.bit_length() + v.denominator.bit_length() for v in parts)
    yield from range(0, 128, 16)
    power = 128
    while power < 2 * bits:
        yield power
        power *= 2
    yield power


def _summed(problem: Problem, old: Dual, added: Dual, little: Fraction) -> Dual:
    """Return the old prices plus a small multiple of the added ones."""
    is_path = problem.neighbours.name == "path" and problem.alpha > 0
    is_known = isinstance(problem.user, BayesianUser)
    # Normalise a changed prior to 1, and all prices with it; a Bayesian user's prior does not change.
    scale = Fraction(1) if is_known else 1 / (1 + little * sum(added.prior))
    # On the path the other prices determine the flows.
    steps = {} if is_path else {*old.flows, *added.flows}
    return Dual(
        old.prior if is_known else tuple((a + little * b) * scale for a, b in zip(old.prior, added.prior, strict=True)),
        tuple((a + b * little) * scale for a, b in zip(old.weights, added.weights, strict=True)),
        tuple((a + b * little) * scale for a, b in zip(old.multipliers, added.multipliers, strict=True)),
        {at: (old.flows.get(at, 0) + added.flows.get(at, 0) * little) * scale for at in steps},
    )
