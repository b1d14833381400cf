"""All optimal mechanisms, by the blocks of entries that the prices tie together: one unknown each.

Where x_k ≥ α·x_i has a price, each of the two entries says what the other is. So a column falls into a few blocks, and
the linear program over them is much smaller than the one over all entries. A block is counted in units of what a known
optimum has there, so that floating point meets numbers of about 1. Where little is tied, each entry may be a block.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from exactdp.linear_programs.linear_program import Coefficients, LinearProgram
from exactdp.model.losses import rational
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser
from exactdp.optimum.dual_cone import Face
from exactdp.optimum.problem import Dual, Optimum


@dataclass(frozen=True)
class Block:
    """Entries of one response's column that are tied: what they are where the block counts 1.

    The known optimum has the block `times` often. `steps` lead from the first input to all others, from one to another
    that is tied to it. If any entry has a price, the one of the first input has.

    >>> Block(0, {0: Fraction(2, 3), 1: Fraction(1, 3)}, ((0, 1),), Fraction(1)).entries[1]
    Fraction(1, 3)
    """

    response: int
    entries: dict[int, Fraction]
    steps: tuple[tuple[int, int], ...]
    times: Fraction


@dataclass(frozen=True)
class OptimalFace:
    """The linear program of all optimal mechanisms, whose variables say how often each block is there.

    Its rows, in order: each input's probabilities sum to 1; for each (r, i, k) in `between`, x_kr ≥ α·x_ir, the
    strictest between two blocks; the constraints; a minimax consumer's losses; 0 for blocks with a price on an entry.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.bayesian import closed_form
    >>> from exactdp.optimum.dual_cone import faces
    >>> from exactdp.optimum.problem import Problem
    >>> best = closed_form(Problem(BayesianUser(absolute(), ["1/2", "1/2"]), "1/4"))
    >>> face = optimal_face(best, faces(best.problem, best.dual))
    >>> [[str(entry) for entry in block.entries.values()] for block in face.blocks]
    [['4/5', '1/5'], ['1/5', '4/5']]
    >>> face.mechanism([Fraction(1)] * 2) == best.mechanism
    True
    """

    optimum: Optimum
    priced: tuple[Face, ...]
    blocks: tuple[Block, ...]
    between: tuple[tuple[int, int, int], ...]
    program: LinearProgram

    @property
    def point(self) -> tuple[Fraction, ...]:
        """How often the known optimum has each block."""
        return tuple(block.times for block in self.blocks)

    def mechanism(self, point: Sequence[Fraction]) -> Mechanism:
        """Return the mechanism that has each block so often. Raises: as `Mechanism`, for a point that breaks a row."""
        problem = self.optimum.problem
        rows = [[Fraction(0)] * problem.responses for _ in range(problem.inputs)]
        for block, times in zip(self.blocks, point, strict=True):
            for i, entry in block.entries.items():
                rows[i][block.response] = entry * times
        return Mechanism(rows)

    def dual(self, multipliers: Sequence[Fraction]) -> Dual:
        """Return the prices that the program's multipliers are, with a price for what ties each block."""
        problem = self.optimum.problem
        first, second = problem.inputs, problem.inputs + len(self.between)
        third = second + len(problem.constraints)
        prior = [Fraction(0)] * problem.inputs
        if not isinstance(problem.user, BayesianUser):
            for i, price in zip(problem.user.side_information, multipliers[third:], strict=False):
                prior[i] = price
        dual = Dual(tuple(prior), tuple(multipliers[:first]), tuple(multipliers[second:third]))
        # On the path the prices of inequalities follow from the others, and without privacy there are none.
        if problem.neighbours.name == "path" or not problem.alpha:
            return dual
        return replace(dual, flows=self._flows(dual, multipliers[first:second]))

    def _flows(self, dual: Dual, idle: Sequence[Fraction]) -> dict[tuple[int, int, int], Fraction]:
        problem, alpha = self.optimum.problem, self.optimum.problem.alpha
        left: dict[tuple[int, int], Fraction] = {}
        for i, (p, weight) in enumerate(zip(dual.prior, dual.weights, strict=True)):
            for r in range(problem.responses):
                left[i, r] = (p * rational(problem.user.loss(i, r)) if p else 0) - rational(weight)
        for constraint, y in zip(problem.constraints, dual.multipliers, strict=True):
            for at, a in constraint.coefficients.items():
                left[at] -= rational(y) * a
        flows: dict[tuple[int, int, int], Fraction] = {}

        def pay(r: int, i: int, k: int, price: Fraction) -> None:
            flows[r, i, k] = flows.get((r, i, k), Fraction(0)) + price
            left[k, r] -= price
            left[i, r] += alpha * price

        entries = {(i, block.response): entry for block in self.blocks for i, entry in block.entries.items()}
        for (r, i, k), y in zip(self.between, idle, strict=True):
            pay(r, i, k, y / entries[k, r])
        for block in self.blocks:
            r, ties = block.response, self.priced[block.response].ties
            for i, k in reversed(block.steps):
                # Nothing is left at k; at α = 1, where neither may have had a price, whichever way is not below 0.
                if (i, k) in ties or ((k, i) not in ties and left[k, r] >= 0):
                    pay(r, i, k, left[k, r])
                else:
                    pay(r, k, i, -left[k, r] / alpha)
        return flows


def optimal_face(optimum: Optimum, priced: tuple[Face, ...], *, joined: bool = True) -> OptimalFace:
    """Return the linear program of all optimal mechanisms over the blocks; it has no objective.

    `priced` is what `faces` says of the optimum's dual. Where tied entries are not `joined`, each is a block, row by
    row, and counts as what it is.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.bayesian import closed_form
    >>> from exactdp.optimum.dual_cone import faces
    >>> from exactdp.optimum.problem import Problem
    >>> best = closed_form(Problem(BayesianUser(absolute(), ["1/2", 0, "1/2"]), "1/2"))
    >>> optimal_face(best, faces(best.problem, best.dual)).program.variables
    5
    >>> optimal_face(best, faces(best.problem, best.dual), joined=False).point == sum(best.mechanism.rows, ())
    True
    """
    problem = optimum.problem
    pairs = tuple(problem.neighbours.both_ways()) if problem.alpha else ()
    blocks = list(_joined(optimum, priced) if joined else _single(optimum))
    inside = {(i, block.response): b for b, block in enumerate(blocks) for i in block.entries}
    entries = {at: blocks[b].entries[at[0]] for at, b in inside.items()}

    def counted(coefficients: dict[tuple[int, int], Fraction]) -> Coefficients:
        row: dict[int, Fraction] = {}
        for at, a in coefficients.items():
            row[inside[at]] = row.get(inside[at], Fraction(0)) + a * entries[at]
        return row

    rows: list[tuple[Coefficients, Fraction, bool]] = [
        (counted({(i, r): Fraction(1) for r in range(problem.responses)}), Fraction(1), True)
        for i in range(problem.inputs)
    ]
    between: dict[tuple[int, int, bool], tuple[Fraction, tuple[int, int, int]]] = {}
    for r, face in enumerate(priced):
        ties = set(face.ties)
        for i, k in pairs:
            c, b = inside[i, r], inside[k, r]
            # Where block c counts 1, block b counts at least the ratio.
            ratio = problem.alpha * entries[i, r] / entries[k, r]
            tie = (i, k) in ties
            if b == c and (ratio == 1 if tie else ratio <= 1):
                continue
            if (b, c, tie) not in between or ratio > between[b, c, tie][0]:
                between[b, c, tie] = ratio, (r, i, k)
    for (b, c, tie), (ratio, _) in between.items():
        rows.append(({b: 1 - ratio} if b == c else {b: Fraction(1), c: -ratio}, Fraction(0), tie))
    for constraint, y in zip(problem.constraints, optimum.dual.multipliers, strict=True):
        rows.append((counted(dict(constraint.coefficients)), constraint.bound, constraint.exactly or y > 0))
    if not isinstance(problem.user, BayesianUser):
        for i in problem.user.side_information:
            losses = {(i, r): -rational(problem.user.loss(i, r)) for r in range(problem.responses)}
            rows.append((counted(losses), -rational(optimum.value), optimum.dual.prior[i] > 0))
    rows += [
        ({b: Fraction(1)}, Fraction(0), True)
        for b, block in enumerate(blocks)
        if next(iter(block.entries)) in priced[block.response].zeros
    ]
    program = LinearProgram(
        len(blocks),
        {},
        tuple(row for row, _, _ in rows),
        tuple(bound for _, bound, _ in rows),
        frozenset(k for k, (_, _, tight) in enumerate(rows) if tight),
    )
    return OptimalFace(optimum, priced, tuple(blocks), tuple(at for _, at in between.values()), program)


def _single(optimum: Optimum) -> Iterator[Block]:
    for i, row in enumerate(optimum.mechanism.rows):
        for r, entry in enumerate(row):
            yield Block(r, {i: Fraction(1)}, (), entry)


def _joined(optimum: Optimum, priced: tuple[Face, ...]) -> Iterator[Block]:
    # At α = 1 all neighbours are alike.
    alike = tuple(optimum.problem.neighbours.both_ways()) if optimum.problem.alpha == 1 else ()
    for r, face in enumerate(priced):
        yield from _blocks(optimum, r, face, face.ties + alike)


def _blocks(optimum: Optimum, r: int, face: Face, tied: Sequence[tuple[int, int]]) -> list[Block]:
    problem, mechanism = optimum.problem, optimum.mechanism
    # Where i counts 1: (k, α) for x_k = α·x_i, (k, 1/α) for x_i = α·x_k.
    beside: list[list[tuple[int, Fraction]]] = [[] for _ in range(problem.inputs)]
    for i, k in tied:
        beside[i].append((k, problem.alpha))
        beside[k].append((i, 1 / problem.alpha))
    found, seen = [], set[int]()
    for first in (*face.zeros, *range(problem.inputs)):
        if first in seen:
            continue
        used = mechanism[first, r] > 0
        entries, steps, waiting = {first: mechanism[first, r] if used else Fraction(1)}, [], [first]
        while waiting:
            i = waiting.pop()
            for k, ratio in beside[i]:
                if k not in entries:
                    entries[k] = entries[i] * ratio
                    steps.append((i, k))
                    waiting.append(k)
        seen |= set(entries)
        found.append(Block(r, entries, tuple(steps), Fraction(int(used))))
    return found
