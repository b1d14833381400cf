"""Search for an optimal basis: floating point proposes one; exact arithmetic solves it, and pivots if it is wrong."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, count
from math import inf, lcm
from time import monotonic
from typing import Any, TypeAlias

from flint import fmpq, fmpz

from exactdp.arithmetic.exact import to_fraction
from exactdp.linear_programs.contracted_basis import BasicColumns, BasisByCramersRule, ContractedBasis
from exactdp.linear_programs.floating_point import FloatProgram, Method, rounded
from exactdp.linear_programs.linear_program import Infeasible, LinearProgram, OptimalPoint, Solution, Unbounded, holds
from exactdp.linear_programs.searching import Progress, Unsolved, silent

ENLARGEMENTS = (2.0**12, 2.0**24)
"""Floating point solves the program again with its bounds and costs multiplied by these."""

CORRECTIONS = 40
"""The most floating-point corrections before exact pivots. A correction takes about as long as an exact pivot."""

FEW_PLACES = 100
"""Exact pivots alone are quicker for programs of at most this size, rows times variables."""

PROPOSED_ONCE = 50
"""Up to this many times that size, floating point proposes a basis only once.

Most programs of this size that it does not solve at once have no optimum, and few exact pivots prove it.
"""


def solve(
    program: LinearProgram,
    *,
    seconds: float = 600,
    pivots: float = inf,
    small: int = 0,
    start: BasicColumns | Method = "steepest edge",
    units: Mapping[int, float] | None = None,
    progress: Progress = silent,
) -> Solution:
    """Solve a linear program. Every answer except `Unsolved` has passed `holds`.

    `progress` is called with each stage and each exact pivot. At most `pivots` exact pivots are made. The time limit is
    checked only between exact solutions. A program of size at most `small` is solved by exact pivots alone, without a
    limit, because starting floating point would take longer. Up to `PROPOSED_ONCE` times this size, exact pivots
    correct the first proposal of floating point. The search begins at `start`: columns that are completed to a basis,
    or the name of the method of floating point that proposes one. With `units` of the variables, floating point goes on
    from these columns first.
    Raises: never, within the domain of `LinearProgram`.
    Source: Gleixner, Steffy & Wolter 2016, Iterative refinement for linear programming, up to the pivots.

    >>> one, two = Fraction(1), Fraction(2)
    >>> found = solve(LinearProgram(2, {0: one, 1: one}, ({0: two, 1: one}, {0: one, 1: two}), (one, one)))
    >>> found.point, found.value, found.basis
    ((Fraction(1, 3), Fraction(1, 3)), Fraction(2, 3), (0, 1))
    >>> found.multipliers, holds(found)
    ((Fraction(1, 3), Fraction(1, 3)), True)
    """
    search = _Search(program, deadline=monotonic() + seconds, progress=progress, most=pivots, start=start, units=units)
    size = search.n * search.m
    found = search.run(alone=0 < size <= small, corrected=size > PROPOSED_ONCE * small)
    if not isinstance(found, Unsolved) and not holds(found):
        return Unsolved("the search ended in an answer that its numbers don't prove", program)
    return found


def by_cramers_rule(program: LinearProgram, basis: tuple[int, ...]) -> tuple[list[fmpz], fmpz, list[fmpz], fmpz]:
    """Return the point and the multipliers of a basis, each as integers, times the number that follows them.

    If the coefficients are polynomials at one number, these integers are polynomials there as well, as
    `BasisByCramersRule` says. Raises: `ZeroDivisionError` if the columns are not a basis.

    >>> one, x = Fraction(1), Fraction(1000)
    >>> by_cramers_rule(LinearProgram(1, {0: one}, ({0: x},), (x + 1,)), (0,))
    ([1001], 1000, [1], 1000)
    """
    search = _Search(program)
    contracted = BasisByCramersRule(search.rows, search.n, basis)
    values, common = search.solution(contracted)
    prices, below = contracted.multipliers(search.costs)
    point = [values.get(j, fmpz(0)) for j in range(search.n)]
    return point, common, [y * scale for y, scale in zip(prices, search.scales, strict=True)], below * search.unit


class _Late(Exception):  # noqa: N818
    """A limit stopped the search; the message says which."""


Scaled: TypeAlias = dict[int, fmpz]
"""Numbers by column, all times one positive number."""


@dataclass(frozen=True)
class _Exactly:
    """The exact numbers of a basis: values times `common`, prices and reduced costs times `below`, and violations.

    `floats` are the values that are not 0, those of slacks for rows that are divided by their largest coefficient.
    """

    basis: ContractedBasis
    values: Scaled
    common: fmpz
    floats: Mapping[int, float]
    prices: list[fmpz]
    below: fmpz
    reduced: Scaled
    wrong_values: Scaled
    wrong_costs: Scaled

    @property
    def is_optimal(self) -> bool:
        return not self.wrong_values and not self.wrong_costs

    def is_worse_than(self, other: "_Exactly") -> bool:
        """Return whether some wrong value is larger than all values of the other: floating point lost all digits."""
        wrong = max((abs(self.floats[j]) for j in self.wrong_values), default=0.0)
        return wrong > max(map(abs, other.floats.values()), default=0.0)


class _Search:
    """The search for a basis: the columns are the variables and then, for row k, column variables + k: row·x - slack.

    The slack of an equality must be 0, so proposals and pivots exclude it.
    """

    def __init__(
        self,
        program: LinearProgram,
        *,
        deadline: float = inf,
        progress: Progress = silent,
        most: float = inf,
        start: BasicColumns | Method = "steepest edge",
        units: Mapping[int, float] | None = None,
    ) -> None:
        self.program, self.deadline, self.progress = program, deadline, progress
        self.most, self.pivots, self.start, self.units = most, 0, start, units
        self.n, self.m = program.variables, len(program.rows)
        self.slacks = tuple(range(self.n, self.n + self.m))
        # The unit of the slack of row k is 1/scale.
        self.scales, self.rows, right, self.of_right = program.in_integers
        self.right = {k: b for k, b in enumerate(right) if b}
        self.columns: list[dict[int, int]] = [{} for _ in range(self.n)]
        for k, row in enumerate(self.rows):
            for j, v in row.items():
                self.columns[j][k] = v
        self.unit = lcm(*(v.denominator for v in program.objective.values()))
        self.costs = {j: fmpz(int(v * self.unit)) for j, v in program.objective.items() if v}

    def column(self, j: int) -> dict[int, int]:
        return self.columns[j] if j < self.n else {j - self.n: -1}

    def is_free(self, j: int) -> bool:
        return j in self.program.free

    def is_fixed(self, j: int) -> bool:
        return j >= self.n and j - self.n in self.program.equalities

    # The strategy

    def run(self, *, alone: bool, corrected: bool) -> Solution:
        """Return the solution, by exact pivots `alone`, or from a basis of floating point that may be corrected."""
        try:
            if alone:
                self.most = inf
                return self.pivoted(self.contracted(self.slacks))
            # Floating point has not yet seen columns that were given without units.
            is_new = not isinstance(self.start, str) and self.units is None
            enlargements = iter((1.0, *ENLARGEMENTS) if is_new else ENLARGEMENTS)
            basis = self.basis(self.first() or self.slacks)
            self.check_time()
            here, seen = self.at(basis), {basis.columns}
            steps = self.steps(here, enlargements) if corrected else iter(())
            while not here.is_optimal:
                self.check_time()
                new = (each for each in steps if each.columns not in seen)
                found = next(new, None) if len(seen) <= CORRECTIONS else None
                if found is None:
                    return self.pivoted(here.basis)
                seen.add(found.columns)
                there = self.at(found)
                if not there.is_worse_than(here):
                    here, steps = there, self.steps(there, enlargements)
            return self.optimum(here.basis.columns, here.values, here.common, here.prices, here.below)
        except _Late as late:
            return Unsolved(str(late), self.program)

    def first(self) -> BasicColumns | None:
        if isinstance(self.start, str):
            return self.proposed(self.start)
        found = None if self.units is None else self.proposed("careful devex", self.start, units=self.units)
        return found or self.start

    # Exact numbers of a basis

    def at(self, basis: ContractedBasis) -> "_Exactly":
        values, common = self.solution(basis)
        prices, below = basis.multipliers(self.costs)
        reduced = self.reduced(basis, prices, below, self.costs)
        floats = {j: rounded(v, common * self.size(j)) for j, v in values.items() if v}
        wrong = self.wrong_values(values), self.wrong_costs(reduced)
        return _Exactly(basis, values, common, floats, prices, below, reduced, *wrong)

    def contracted(self, columns: BasicColumns) -> ContractedBasis:
        return ContractedBasis(self.rows, self.n, columns)

    def basis(self, proposal: BasicColumns) -> ContractedBasis:
        """Return a basis with as many of the proposed columns as are independent."""
        proposed = self.contracted(proposal)
        completed = proposed.completed()
        return proposed if completed == proposal else self.contracted(completed)

    def solution(self, basis: ContractedBasis) -> tuple[Scaled, fmpz]:
        values, common = basis.solution(self.right)
        return values, common * self.of_right

    def reduced(self, basis: ContractedBasis, y: list[fmpz], below: fmpz, costs: Scaled) -> Scaled:
        """Return below·costs - y·column of each column outside the basis."""
        inside, nothing = set(basis.columns), fmpz(0)
        found = {
            j: below * costs.get(j, nothing) - sum((y[k] * v for k, v in self.columns[j].items() if y[k]), nothing)
            for j in range(self.n)
            if j not in inside
        }
        found.update(
            (j, y[j - self.n] + below * costs.get(j, nothing))
            for j in range(self.n, self.n + self.m)
            if j not in inside
        )
        return found

    def wrong_values(self, values: Scaled) -> Scaled:
        return {j: v for j, v in values.items() if (v != 0 if self.is_fixed(j) else v < 0 and not self.is_free(j))}

    def wrong_costs(self, reduced: Scaled) -> Scaled:
        return {j: v for j, v in reduced.items() if (v < 0 or (v != 0 and self.is_free(j))) and not self.is_fixed(j)}

    def check_time(self) -> None:
        if monotonic() > self.deadline:
            raise _Late("not solved within the time that was given")

    # Exact pivots

    def pivoted(self, basis: ContractedBasis) -> Solution:
        feasible = self.dual_pivots(basis)
        return feasible if isinstance(feasible, Infeasible) else self.primal_pivots(feasible)

    def dual_pivots(self, basis: ContractedBasis) -> Infeasible | ContractedBasis:
        # Costs that make the first basis dual feasible, until a feasible point is found.
        y, below = basis.multipliers(self.costs)
        costs = {j: v * below for j, v in self.costs.items()}
        for j, v in self.wrong_costs(self.reduced(basis, y, below, self.costs)).items():
            costs[j] = costs.get(j, fmpz(0)) - v
        for step in count():
            self.check_time()
            values, _ = self.solution(basis)
            wrong = self.wrong_values(values)
            if not wrong:
                return basis
            leaving = self.chosen(wrong, step)
            sign = 1 if wrong[leaving] < 0 else -1
            reduced = self.reduced(basis, *basis.multipliers(costs), costs)
            y, below = basis.multipliers({leaving: fmpz(1)})
            ratios = [
                (fmpq(abs(reduced[j]), abs(v)), j)
                for j, v in self.reduced(basis, y, below, {}).items()
                if (v * sign > 0 or (v and self.is_free(j))) and not self.is_fixed(j)
            ]
            if not ratios:
                return Infeasible(self.program, self.unscaled([-sign * v for v in y], below))
            basis = self.exchanged(basis, leaving, min(ratios)[1])
        raise AssertionError

    def primal_pivots(self, basis: ContractedBasis) -> Solution:
        for step in count():
            self.check_time()
            values, common = self.solution(basis)
            y, below = basis.multipliers(self.costs)
            wrong = self.wrong_costs(self.reduced(basis, y, below, self.costs))
            if not wrong:
                return self.optimum(basis.columns, values, common, y, below)
            entering = self.chosen(wrong, step)
            sign = 1 if wrong[entering] < 0 else -1
            fall, unit = basis.solution(self.column(entering))
            ratios = [
                (fmpq(values[j] if v * sign > 0 else -values[j], abs(v)), j)
                for j, v in fall.items()
                if (v * sign > 0 and not self.is_free(j)) or (v and self.is_fixed(j))
            ]
            if not ratios:
                ray = {j: -v * sign for j, v in fall.items()} | {entering: sign * unit}
                return Unbounded(self.program, self.point(values, common), self.point(ray, unit))
            basis = self.exchanged(basis, min(ratios)[1], entering)
        raise AssertionError

    def chosen(self, wrong: Scaled, step: int) -> int:
        # The largest violation first; after many pivots the least index (Bland's rule), which never cycles.
        return max(wrong, key=lambda j: abs(wrong[j])) if step < 2 * self.m else min(wrong)

    def exchanged(self, basis: ContractedBasis, leaving: int, entering: int) -> ContractedBasis:
        if self.pivots >= self.most:
            raise _Late(f"not solved within {self.most:,} exact pivots")
        self.pivots += 1
        self.progress(f"exact pivots: {self.pivots:,}")
        return self.contracted(tuple(sorted({*basis.columns, entering} - {leaving})))

    def optimum(
        self, columns: BasicColumns, values: Scaled, common: fmpz, prices: Sequence[fmpz], below: fmpz
    ) -> OptimalPoint:
        point, y = self.point(values, common), self.unscaled(prices, below * self.unit)
        total = sum((v * values.get(j, 0) for j, v in self.costs.items()), fmpz(0))
        value = to_fraction(fmpq(total, self.unit * common))
        return OptimalPoint(self.program, point, y, value, columns)

    def point(self, values: Scaled, common: fmpz) -> tuple[Fraction, ...]:
        return _over((values.get(j, 0) for j in range(self.n)), common)

    def unscaled(self, y: Sequence[fmpz], below: fmpz) -> tuple[Fraction, ...]:
        return _over((v * scale for v, scale in zip(y, self.scales, strict=True)), below)

    # Proposals in floating point

    @cached_property
    def in_floats(self) -> FloatProgram:
        return FloatProgram(self.rows, self.n, self.program.free, self.program.equalities)

    def size(self, j: int) -> int:
        """Return the number by which floating point divides the row of a slack."""
        return self.in_floats.sizes[j - self.n] if j >= self.n else 1

    def proposed(
        self,
        method: Method,
        start: BasicColumns | None = None,
        times: float = 1.0,
        units: Mapping[int, float] | None = None,
    ) -> BasicColumns | None:
        """Return the final basis of floating point on the program itself, with all bounds and costs multiplied."""
        largest = max(map(abs, self.costs.values()), default=fmpz(1))
        costs = {j: times * rounded(v, largest) for j, v in self.costs.items()}
        lower = {self.n + k: times * rounded(b, self.in_floats.sizes[k] * self.of_right) for k, b in self.right.items()}
        return self.float_basis(start, lower, costs, method=method, units=units)

    def steps(self, here: "_Exactly", enlargements: Iterator[float]) -> Iterator[ContractedBasis]:
        """Yield final bases of floating point from this one: with bounds and costs enlarged, and on residual programs.

        The tolerances of floating point are absolute, so that an enlargement makes them smaller. The residual program
        is about the differences from the exact basic solution. The unit of each variable is its value there, so that
        violations of very different sizes are corrected together. As long as values are wrong, wrong costs count as 0,
        so that each simplex method starts where it can. Then it is tried without units, and for half the digits.
        Source: Gleixner, Steffy & Wolter 2016, except for the units.
        """
        self.progress("floating point corrects its basis")
        columns = here.basis.columns
        found: Iterator[BasicColumns | None] = chain(
            (self.proposed("devex", columns, times) for times in enlargements), self.residual_steps(here)
        )
        yield from (self.basis(each) for each in found if each not in (None, columns))

    def residual_steps(self, here: "_Exactly") -> Iterator[BasicColumns | None]:
        own = {j: abs(v) for j, v in here.floats.items() if j < self.n and v}  # a float may be 0 for a nonzero value
        costs = {j: rounded(v * self.size(j), here.below) for j, v in here.reduced.items() if v}
        if here.wrong_values:
            costs = {j: v for j, v in costs.items() if j not in here.wrong_costs}
        lower = {j: -v for j, v in here.floats.items()}
        # Steepest edge would begin with one solution for each row.
        method: Method = "devex" if here.wrong_values else "primal"
        wrong = here.wrong_values or here.wrong_costs
        for units, power in ((own, 1.0), ({}, 1.0), ({}, 0.5)):
            yield self.float_basis(
                here.basis.columns, lower, costs, units=units, power=power, wrong=wrong, method=method
            )

    def float_basis(
        self, start: BasicColumns | None, lower: Mapping[int, float], costs: Mapping[int, float], **options: Any
    ) -> BasicColumns | None:
        return self.in_floats.basis(start, lower, costs, seconds=self.deadline - monotonic(), **options)


def _over(numerators: Iterable[int | fmpz], denominator: fmpz) -> tuple[Fraction, ...]:
    # Symmetric programs have few different numbers, and the common factors of long ones take most of the time.
    known = {0: Fraction(0)}
    found = []
    for each in map(int, numerators):
        if each not in known:
            known[each] = to_fraction(fmpq(each, denominator))
        found.append(known[each])
    return tuple(found)
