"""MWEM: a synthetic table of counts by private selection, private measurement and multiplicative weights, exactly.

A round selects a query by the exponential mechanism and measures it by the geometric mechanism. It multiplies the
weights of the query's cells by β^e. Here e is the measured count minus the count by the weights, rounded to an integer.
With a rational β = 1 + 1/(2n) in place of e^(1/(2n)), every weight and every probability is rational. So is the
exponential of n times a relative entropy, so the distances of two tables to the data are compared exactly. A weight is
stored as its exponent of β, so the memory of a run is proportional to the number of cells. With 100,000 records over
1,024 cells, weights have a million digits; they are computed only on request.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.model.neighbours import REPLACE_ONE
from exactdp.privacy.ledger import Ledger, Stage, Total
from exactdp.privacy.sampling import PowerWeights, Source, SystemSource, TwoSidedGeometric, rational_level
from exactdp.shown import Shown
from exactdp.surveys.histograms import marginal_cells

CellCounts: TypeAlias = tuple[int, ...]
"""The number of records in each cell of the universe, or a weight for each cell."""


@dataclass(frozen=True)
class Query(Shown):
    """A counting query: the number of records in these cells, which are numbered from 0.

    >>> Query("first bit", (2, 3)).count((5, 0, 1, 2))
    3
    """

    name: str
    cells: tuple[int, ...]

    def count(self, table: Sequence[int]) -> int:
        """Return the sum over the query's cells. Raises: `IndexError` if the table has too few cells."""
        return sum(table[cell] for cell in self.cells)


def marginals(attributes: int, way: int) -> tuple[Query, ...]:
    """Return the counting queries of all k-way marginals of d binary attributes, 2^k queries for each k attributes.

    Cell x of the universe is the record with the binary digits of x; attribute 0 is the first digit.
    Domain: 0 ≤ k ≤ d. Raises: `InputError` outside.
    Source: Dwork 2013, section 3.1.

    >>> [(query.name, query.cells) for query in marginals(2, 1)]
    [('0*', (0, 1)), ('1*', (2, 3)), ('*0', (0, 2)), ('*1', (1, 3))]
    >>> len(marginals(6, 3))
    160
    """
    if not 0 <= way <= attributes:
        raise InputError(f"{way}-way marginals of {attributes} attributes: write a number from 0 to {attributes}")
    return tuple(
        Query("".join(str(dict(fixed).get(k, "*")) for k in range(attributes)), cells)
        for fixed, cells in marginal_cells((2,) * attributes, way)
    )


@dataclass(frozen=True)
class Round(Shown):
    """The record of a round: its initial powers, the selected query, its estimate, and the measured count.

    The weight of a cell is base^power, with `powers` before the round and `after` at its end. `estimate` is the query's
    count by the weights before the round, rounded to an integer.
    """

    powers: tuple[int, ...]
    query: Query
    estimate: int
    answer: int
    after: tuple[int, ...]


def _power_weights(base: Fraction, powers: Sequence[int]) -> PowerWeights:
    """Return the weights base^power, for a base above 1."""
    return PowerWeights(1 / base, [-power for power in powers])


@dataclass(frozen=True)
class Run(Shown):
    """A run of MWEM: its publishable rounds, and its total promise.

    Source: Dwork 2013, section 3.1.

    >>> from exactdp.privacy.sampling import SeededSource
    >>> algorithm = MWEM(2, [Query("cell 0", (0,))], n=4, rounds=2, selection="1/2", measurement="1/4")
    >>> run = algorithm.run((4, 0), SeededSource(1))
    >>> print(run.total)
    1/256-private for replace-one
    >>> [each.answer - each.estimate for each in run.rounds], run.last
    ([2, 2], (Fraction(6561, 10657), Fraction(4096, 10657)))
    """

    algorithm: MWEM
    rounds: tuple[Round, ...]

    @property
    def total(self) -> Total:
        """The promise, with its derivation."""
        return self.algorithm.ledger().total()

    @property
    def powers(self) -> tuple[int, ...]:
        """The powers after the last round."""
        return self.rounds[-1].after if self.rounds else self.algorithm.uniform()

    @property
    def last(self) -> tuple[Fraction, ...]:
        """The last round's distribution; uniform without rounds."""
        weights = _power_weights(self.algorithm.base, self.powers).whole()
        return tuple(Fraction(weight, sum(weights)) for weight in weights)

    def records(self, count: int, source: Source | None = None) -> CellCounts:
        """Draw records from the last round's distribution, and return the number in each cell."""
        chosen, found = source or SystemSource(), [0] * self.algorithm.cells
        weights = _power_weights(self.algorithm.base, self.powers)
        for _ in range(count):
            found[weights.draw(chosen)] += 1
        return tuple(found)


def _raised(powers: Sequence[int], query: Query, exponent: int) -> tuple[int, ...]:
    inside = set(query.cells)
    return tuple(power + exponent * (x in inside) for x, power in enumerate(powers))


@dataclass(frozen=True, init=False)
class MWEM(Shown):
    """MWEM for n records in a universe of `cells` cells, with a public n.

    A round selects query q with probability proportional to a^-|q's error|, where a is `selection` and the error is the
    count minus its estimate. Then it adds geometric noise of level `measurement` and clamps the answer to 0 … n.
    Replacing a record changes each error by at most 1, hence each weight and their sum by at most the factor 1/a. So a
    round is a²·measurement-private. The default base β of the update is 1 + 1/(2n). After its own update, a round
    repeats the updates of all measurements so far `passes` - 1 times; this measures nothing again, so it costs no
    privacy.
    Domain: n ≥ 1, rounds ≥ 0, passes ≥ 1; queries of cells 0 … cells - 1; both levels in (0, 1); β > 1.
    Raises: `InputError` outside.
    Source: Hardt, Ligett & McSherry 2012; Dwork 2013, section 3.1, refers to it.

    >>> algorithm = MWEM(4, marginals(2, 1), n=6, rounds=3, selection="3/4", measurement="1/2")
    >>> print(algorithm.ledger().total())
    729/32768-private for replace-one
    >>> from exactdp.privacy.sampling import SeededSource
    >>> run = algorithm.run((4, 1, 1, 0), SeededSource(2))
    >>> [(each.query.name, each.estimate, each.answer) for each in run.rounds]
    [('*1', 3, 1), ('*1', 3, 1), ('0*', 3, 2)]
    """

    cells: int
    queries: tuple[Query, ...]
    n: int
    rounds: int
    selection: Fraction
    measurement: Fraction
    base: Fraction
    passes: int

    def __init__(
        self,
        cells: int,
        queries: Iterable[Query],
        *,
        n: int,
        rounds: int,
        selection: Exact | Exponential,
        measurement: Exact | Exponential,
        base: Exact | None = None,
        passes: int = 1,
    ) -> None:
        if cells < 1 or n < 1 or rounds < 0:
            raise InputError(f"{cells} cells, {n} records, {rounds} rounds: write at least 1, 1 and 0")
        if passes < 1:
            raise InputError(f"{passes} passes: write at least 1")
        listed = tuple(queries)
        if not listed:
            raise InputError("no queries are given: write some, such as marginals(3, 2)")
        for query in listed:
            if not all(0 <= cell < cells for cell in query.cells) or len(set(query.cells)) != len(query.cells):
                raise InputError(
                    f"query {query.name} has cells outside of 0 … {cells - 1}, or one twice: list each once"
                )
        factor = 1 + Fraction(1, 2 * n) if base is None else exact(base)
        if factor <= 1:
            raise InputError(f"β = {elided(text(factor))}: write a base above 1, or none for 1 + 1/(2n)")
        values = (cells, listed, n, rounds, *map(rational_level, (selection, measurement)), factor, passes)
        self.__dict__.update(zip(self.__dataclass_fields__, values, strict=True))

    def ledger(self) -> Ledger:
        """Return the stages of all rounds, each with its promise for replacing a record."""
        stages = []
        for k in range(1, self.rounds + 1):
            stages.append(Stage(f"selection {k}", self.selection**2, relation=REPLACE_ONE))
            stages.append(Stage(f"measurement {k}", self.measurement, relation=REPLACE_ONE))
        return Ledger(stages, REPLACE_ONE)

    def uniform(self) -> tuple[int, ...]:
        """Return the initial powers, those of the weights 1."""
        return (0,) * self.cells

    def estimate(self, query: Query, powers: Sequence[int]) -> int:
        """Return a query's count by the weights of these powers, scaled to n and rounded, halves up."""
        return _power_weights(self.base, powers).nearest(query.cells, self.n)

    def _estimates(self, powers: Sequence[int]) -> list[int]:
        weights = _power_weights(self.base, powers)
        return [weights.nearest(query.cells, self.n) for query in self.queries]

    def _preferences(self, table: CellCounts, estimates: Sequence[int]) -> PowerWeights:
        errors = (query.count(table) - found for query, found in zip(self.queries, estimates, strict=True))
        return PowerWeights(self.selection, [-abs(error) for error in errors])

    def run(self, table: Sequence[int], source: Source | None = None) -> Run:
        """Run the algorithm on a table of n records, with exact sampling.

        Raises: `InputError` for a table of another size.
        """
        run = Run(self, ())
        while len(run.rounds) < self.rounds:
            run = self.continued(run, table, source)
        return run

    def continued(self, run: Run, table: Sequence[int], source: Source | None = None) -> Run:
        """Return the run with one more round, sampled exactly.

        Raises: `InputError` for a table of another size.

        >>> from exactdp.privacy.sampling import SeededSource
        >>> algorithm = MWEM(2, [Query("cell 0", (0,))], n=4, rounds=1, selection="1/2", measurement="1/4")
        >>> algorithm.continued(Run(algorithm, ()), (4, 0), SeededSource(1)) == algorithm.run((4, 0), SeededSource(1))
        True
        """
        given, chosen = self._checked(table), source or SystemSource()
        query = self.queries[self._preferences(given, self._estimates(run.powers)).draw(chosen)]
        answer = TwoSidedGeometric(self.measurement).clamped(n=self.n, i=query.count(given), source=chosen)
        return self.recorded(run, query, answer)

    def recorded(self, run: Run, query: Query, answer: int) -> Run:
        """Return the run with one more round, given its selected query and measured count, without sampling.

        >>> algorithm = MWEM(2, [Query("cell 0", (0,))], n=4, rounds=1, selection="1/2", measurement="1/4")
        >>> algorithm.recorded(Run(algorithm, ()), algorithm.queries[0], 4).rounds[0].after
        (2, 0)
        """
        powers = run.powers
        estimate = self.estimate(query, powers)
        after = _raised(powers, query, answer - estimate)
        measured = [*((each.query, each.answer) for each in run.rounds), (query, answer)]
        for again, counted_then in measured * (self.passes - 1):
            after = _raised(after, again, counted_then - self.estimate(again, after))
        return Run(self, (*run.rounds, Round(powers, query, estimate, answer, after)))

    def _checked(self, table: Sequence[int]) -> CellCounts:
        given = tuple(table)
        if len(given) != self.cells or min(given) < 0 or sum(given) != self.n:
            raise InputError(
                f"a table of {counted(len(given), 'cell')} with {counted(sum(given), 'record')}: write {self.cells} "
                f"counts of at least 0 that sum to {self.n}"
            )
        return given
