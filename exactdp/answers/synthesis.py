"""A synthetic table for a table of records, by MWEM, with its ledger; an interrupted run resumes."""

import os
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactdp.answers.sweep_journal import Journal, opened
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.spelling import text
from exactdp.linear_programs.searching import Progress, silent
from exactdp.privacy.sampling import Source, rational_level
from exactdp.shown import Shown
from exactdp.surveys.geometric_variants import STAGE_BITS, unit_level
from exactdp.surveys.mwem import MWEM, CellCounts, Query, Run
from exactdp.surveys.universe import Universe

MOST_ROUNDS = 1000
"""The most rounds of a run, and the most passes."""


@dataclass(frozen=True)
class MarginalError:
    """The counts of one query of a marginal, in the records and in the synthetic table."""

    query: Query
    records: int
    synthetic: int

    @property
    def error(self) -> int:
        """The absolute difference of the two counts."""
        return abs(self.records - self.synthetic)


@dataclass(frozen=True)
class Synthesis(Shown):
    """A run of MWEM, the number of synthetic records in each cell, and the number of rounds done before a resumption.

    All of it may be published: the ledger of the run covers its whole privacy loss.
    """

    universe: Universe
    run: Run
    table: CellCounts
    resumed: int = 0

    def errors(self, records: CellCounts) -> tuple[MarginalError, ...]:
        """Return the error of every marginal. It is computed from the records and not private: do not publish it."""
        queries = self.run.algorithm.queries
        return tuple(MarginalError(query, query.count(records), query.count(self.table)) for query in queries)


def synthesise(
    universe: Universe,
    table: Sequence[int],
    *,
    way: int,
    rounds: int,
    alpha: Exact | Exponential,
    passes: int = 1,
    journal: str | os.PathLike[str] | None = None,
    source: Source | None = None,
    progress: Progress = silent,
) -> Synthesis:
    """Return as many synthetic records as there are records, by MWEM on all k-way marginals, at the total level α.

    Every round has the same privacy budget: half of it for the measurement, and half for the selection, which costs a²
    for weights a^e. So a^(4·rounds) is α, or just above it if the root is irrational. With a journal, each drawn round
    is written to it, and its rounds are not drawn again. So an interrupted run resumes and spends no budget twice. The
    synthetic records are drawn from the last round's distribution.
    Domain: 1 to `MOST_ROUNDS` rounds and passes, 0 < α < 1, at least one record.
    Raises: `InputError` outside, for a journal of other columns, levels or rounds, and as `Universe.marginals`.

    >>> from exactdp.privacy.sampling import SeededSource
    >>> from exactdp.surveys.universe import Attribute
    >>> universe = Universe((Attribute("smoker", ("no", "yes")), Attribute("age", ("young", "old"))))
    >>> found = synthesise(universe, (40, 10, 5, 45), way=1, rounds=2, alpha="1/256", source=SeededSource(1))
    >>> sum(found.table), found.run.total.alpha, [each.query.name for each in found.run.rounds]
    (100, Fraction(1, 256), ['age=young', 'age=old'])
    >>> [each.error for each in found.errors((40, 10, 5, 45))]
    [3, 3, 1, 1]
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise InputError(f"{rounds} rounds: write a number from 1 to {MOST_ROUNDS}")
    if not 1 <= passes <= MOST_ROUNDS:
        raise InputError(f"{passes} passes: write a number from 1 to {MOST_ROUNDS}")
    selection = unit_level(rational_level(alpha), 4 * rounds, STAGE_BITS)
    algorithm = MWEM(
        universe.cells,
        universe.marginals(way),
        n=sum(table),
        rounds=rounds,
        selection=selection,
        measurement=selection**2,
        passes=passes,
    )
    with nullcontext() if journal is None else opened(journal, "synthesis") as kept:
        run = Run(algorithm, ()) if kept is None else _resumed(kept, universe, algorithm, way)
        resumed = len(run.rounds)
        for k in range(resumed + 1, rounds + 1):
            progress(f"round {k} of {rounds}")
            run = algorithm.continued(run, table, source)
            if kept is not None:
                drawn = run.rounds[-1]
                kept.add({"key": str(k), "query": algorithm.queries.index(drawn.query), "answer": drawn.answer})
                kept.synchronise()
        progress(f"{algorithm.n:,} synthetic records")
        return Synthesis(universe, run, run.records(algorithm.n, source), resumed)


def _resumed(journal: Journal, universe: Universe, algorithm: MWEM, way: int) -> Run:
    """Return the rounds in the journal, which contains only published data."""
    settings = {
        "columns": {each.name: list(each.values) for each in universe.attributes},
        "way": way,
        "records": algorithm.n,
        "rounds": algorithm.rounds,
        "passes": algorithm.passes,
        "selection": text(algorithm.selection),
    }
    entries: dict[str, Any] = dict(journal.entries)
    begun = entries.pop("settings", None)
    if begun is None and not entries:
        journal.add({"key": "settings", **settings})
    elif begun != {"key": "settings", **settings}:
        differing = [name for name, value in settings.items() if (begun or {}).get(name) != value]
        raise InputError(
            f"{journal.name}: this run was started with other {', '.join(differing)}: give the same, or take the file "
            "away to begin a new one"
        )
    run = Run(algorithm, ())
    for k, entry in enumerate(entries.values(), start=1):
        query, answer = entry.get("query"), entry.get("answer")
        sound = type(query) is int and query in range(len(algorithm.queries)) and type(answer) is int
        if not (sound and answer in range(algorithm.n + 1) and entry["key"] == str(k) and k <= algorithm.rounds):
            raise InputError(f"{journal.name}: the entry of round {k} is damaged: take the file away to start again")
        run = algorithm.recorded(run, algorithm.queries[query], answer)
    return run


def share(errors: Sequence[MarginalError], n: int) -> Fraction:
    """Return the mean error over the queries divided by n records. Domain: at least one, n ≥ 1.

    >>> share([MarginalError(Query("smoker=yes", (1,)), 40, 37)], 100)
    Fraction(3, 100)
    """
    return Fraction(sum(each.error for each in errors), n * len(errors))
