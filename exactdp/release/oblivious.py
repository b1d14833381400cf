"""Oblivious mechanisms, which depend only on the result, and averages that make any mechanism oblivious."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

from exactdp.arithmetic.exact import InputError, elided, exact, text
from exactdp.linear_programs.linear_program import Infeasible, LinearProgram, OptimalPoint, solve
from exactdp.model.databases import Databases, check_mechanism, check_number
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import REPLACE_ONE
from exactdp.privacy.level import Level, level
from exactdp.shown import Shown


def lifted(on_results: Mechanism, databases: Databases) -> Mechanism:
    """Return the oblivious mechanism on databases that answers d as a mechanism on {0..n} answers f(d).

    Domain: a mechanism with n + 1 inputs. Raises: `InputError` for another number of inputs.

    >>> from exactdp.model.databases import replace_one
    >>> lifted(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]), replace_one(n=1, values=3))
    Mechanism 3 × 2
         0    1
    0  2/3  1/3
    1  2/3  1/3
    2  1/3  2/3
    """
    check_number(len(on_results), databases.n + 1, "mechanism", "input", "result")
    return Mechanism.from_lowest_terms(
        [on_results.numerators[i] for i in databases.results],
        [on_results.denominators[i] for i in databases.results],
        databases.labels,
        on_results.responses,
    )


@dataclass(frozen=True)
class Obliviousness(Shown):
    """Whether databases with one result always have the same row: the mechanism on {0..n}, or a counterexample.

    `witness` has two databases d, e with f(d) = f(e) and a response r with x_dr ≠ x_er.

    >>> from exactdp.model.databases import replace_one
    >>> from exactdp.model.geometric import geometric
    >>> found = oblivious(lifted(geometric(n=2, alpha="1/2"), replace_one(n=2)), replace_one(n=2))
    >>> bool(found), found.on_results == geometric(n=2, alpha="1/2")
    (True, True)
    >>> rows = [["2/3", "1/3"], ["1/2", "1/2"], ["1/3", "2/3"], ["1/4", "3/4"]]
    >>> found = oblivious(Mechanism(rows), replace_one(n=2))
    >>> d, e, r = found.witness
    >>> bool(found), found.databases.labels[d], found.databases.labels[e], found.mechanism[d, r], found.mechanism[e, r]
    (False, '01', '10', Fraction(1, 2), Fraction(1, 3))
    """

    mechanism: Mechanism
    databases: Databases
    on_results: Mechanism | None
    witness: tuple[int, int, int] | None

    def __bool__(self) -> bool:
        return self.witness is None


def oblivious(mechanism: Mechanism, databases: Databases) -> Obliviousness:
    """Decide whether a mechanism on databases is oblivious.

    Domain: a mechanism with the databases as inputs, in their order. Raises: `InputError` otherwise.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.1; Gupte & Sundararajan 2010, section 2.2.

    >>> from exactdp.model.databases import replace_one
    >>> oblivious(Mechanism([[1, 0], [1, 0], ["1/2", "1/2"], [0, 1]]), replace_one(n=2)).witness
    (1, 2, 0)
    """
    check_mechanism(mechanism, databases)
    rows = mechanism.rows
    for first, *others in databases.classes:
        for d in others:
            for r, (here, there) in enumerate(zip(rows[first], rows[d], strict=True)):
                if here != there:
                    return Obliviousness(mechanism, databases, None, (first, d, r))
    found = Mechanism([rows[same[0]] for same in databases.classes], responses=mechanism.responses)
    return Obliviousness(mechanism, databases, found, None)


@dataclass(frozen=True)
class Shares(Shown):
    """Weights of the databases of each result; averages with these weights preserve the level.

    The `weights` sum to 1 over each class. `pairing` has a nonnegative number for each pair of neighbours d, e with
    results i and i + 1; the numbers of d sum to its weight, and so do those of e. So the average over E(e) minus α
    times the average over E(d) is the sum of these numbers times x_e - α·x_d ≥ 0.
    Domain: make one with `evenly` or `weighted`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Proposition 6.2, for even shares.

    >>> from exactdp.model.databases import replace_one
    >>> found = evenly(replace_one(n=3))
    >>> [str(weight) for weight in found.weights]
    ['1', '1/3', '1/3', '1/3', '1/3', '1/3', '1/3', '1']
    >>> {(d, e): str(part) for (d, e), part in found.pairing.items() if d == 1}
    {(1, 3): '1/6', (1, 5): '1/6'}
    """

    databases: Databases
    weights: tuple[Fraction, ...]
    pairing: Mapping[tuple[int, int], Fraction] = field(repr=False)


def evenly(databases: Databases) -> Shares:
    """Return even shares: over all databases with a result, or for add/remove over those in which every row counts.

    A database of n rows has no neighbour with more rows. So for add/remove, the even average over E(d) may have a lower
    level than the mechanism. The same holds for every average that gives a share to a database with a row that does not
    count.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Proposition 6.2; Gupte & Sundararajan 2010, Lemma 6.

    >>> from exactdp.model.databases import add_remove, replace_one
    >>> evenly(replace_one(n=2)).weights == (1, Fraction(1, 2), Fraction(1, 2), 1)
    True
    >>> [databases.labels[d] for databases in [add_remove(n=2)] for d, w in enumerate(evenly(databases).weights) if w]
    ['∅', '1', '11']
    """
    if databases.relation == REPLACE_ONE:
        weights = [Fraction(1, len(databases.classes[i])) for i in databases.results]
        steps = _steps(databases, weights)
        pairs = [0] * databases.n
        for d, _ in steps:
            pairs[databases.results[d]] += 1
        return Shares(databases, tuple(weights), {(d, e): Fraction(1, pairs[databases.results[d]]) for d, e in steps})
    kinds = len(databases.counted)
    weights = [
        Fraction(i == len(member), comb(i + kinds - 1, i))
        for i, member in zip(databases.results, databases.members, strict=True)
    ]
    pairing = {}
    for d, e in _steps(databases, weights):
        # Adding each value in proportion to its multiplicity plus one maps even shares to even shares.
        (value,) = Counter(databases.members[e]) - Counter(databases.members[d])
        pairing[d, e] = weights[d] * Fraction(databases.members[e].count(value), databases.results[d] + kinds)
    return Shares(databases, tuple(weights), pairing)


def weighted(databases: Databases, weights: Iterable[Any]) -> Shares:
    """Return the shares proportional to these weights within each class.

    Domain: a nonnegative weight for each database, positive for one of each result. A linear program decides whether
    the shares can be paired. Raises: `InputError` otherwise; for shares without a pairing it names databases with a
    larger share than their neighbours with the next result, so that averages may have a lower level.

    >>> from exactdp.model.databases import replace_one
    >>> weighted(replace_one(n=2), [5, 1, 2, 5]).weights[1:3]
    (Fraction(1, 3), Fraction(2, 3))
    >>> weighted(replace_one(n=3), [1, 1, 0, 1, 0, 0, 1, 1])
    Traceback (most recent call last):
    exactdp.InputError: the result 1 has the share 1 on 001, its neighbours of result 2 have 1/2: write others
    """
    given = [exact(weight) for weight in weights]
    check_number(len(given), len(databases), "list", "weight", "database")
    if min(given) < 0:
        raise InputError(f"a weight is {elided(text(min(given)))}: write weights of at least 0")
    totals = [_sum(given[d] for d in same) for same in databases.classes]
    if not all(totals):
        raise InputError(
            f"the weights of the result {totals.index(Fraction(0))} are all 0: write a positive one for each result"
        )
    shares = [weight / totals[i] for weight, i in zip(given, databases.results, strict=True)]
    pairing: dict[tuple[int, int], Fraction] = {}
    for i in range(databases.n):
        pairing.update(_paired(databases, shares, i))
    return Shares(databases, tuple(shares), pairing)


def _steps(databases: Databases, weights: Sequence[Fraction]) -> list[tuple[int, int]]:
    """The neighbours d, e of positive weight with f(e) = f(d) + 1."""
    results = databases.results
    both = ((d, e) for d, e in databases.neighbours.both_ways() if results[e] == results[d] + 1)
    return [(d, e) for d, e in both if weights[d] and weights[e]]


def _paired(databases: Databases, shares: Sequence[Fraction], i: int) -> dict[tuple[int, int], Fraction]:
    steps = [(d, e) for d, e in _steps(databases, shares) if databases.results[d] == i]
    inside = [d for d in (*databases.classes[i], *databases.classes[i + 1]) if shares[d]]
    rows: dict[int, dict[int, Fraction]] = {d: {} for d in inside}
    for variable, pair in enumerate(steps):
        for d in pair:
            rows[d][variable] = Fraction(1)
    right = tuple(shares[d] for d in inside)
    found = solve(LinearProgram(len(steps), {}, tuple(rows.values()), right, frozenset(range(len(inside)))))
    if isinstance(found, OptimalPoint):
        return {pair: value for pair, value in zip(steps, found.point, strict=True) if value}
    if not isinstance(found, Infeasible):
        raise InputError(f"whether the weights of the results {i} and {i + 1} can be paired was not decided")
    # By Hall's theorem, some upper level set of the multipliers has a larger share than its neighbours.
    price = dict(zip(inside, found.multipliers, strict=True))
    for least in sorted(set(price.values())):
        some = [d for d in databases.classes[i] if shares[d] and price[d] >= least]
        has, near = _sum(shares[d] for d in some), _sum(shares[e] for e in {e for d, e in steps if d in some})
        if has > near:
            names = elided(", ".join(databases.labels[d] for d in some))
            raise InputError(
                f"the result {i} has the share {text(has)} on {names}, its neighbours of result {i + 1} have "
                f"{text(near)}: write others"
            )
    raise ArithmeticError("multipliers that prove nothing")


@dataclass(frozen=True)
class Averaging(Shown):
    """A mechanism on databases made oblivious: for each result, the average of its databases' rows by their shares.

    The levels are exact, on databases, and `after` is never lower than `before`.

    >>> from exactdp.model.databases import replace_one
    >>> rows = [["2/3", "1/3"], ["1/2", "1/2"], ["1/3", "2/3"], ["1/4", "3/4"]]
    >>> found = average(Mechanism(rows), evenly(replace_one(n=2)))
    >>> print(found.before, found.after)
    1/2 4/7
    >>> [str(row[0]) for row in found.on_results], [str(row[0]) for row in found.averaged]
    (['2/3', '5/12', '1/4'], ['2/3', '5/12', '5/12', '1/4'])
    """

    mechanism: Mechanism
    shares: Shares
    on_results: Mechanism

    @cached_property
    def averaged(self) -> Mechanism:
        """The oblivious mechanism on databases."""
        return lifted(self.on_results, self.shares.databases)

    @cached_property
    def before(self) -> Level:
        """The level of the mechanism."""
        return level(self.mechanism, self.shares.databases.neighbours)

    @cached_property
    def after(self) -> Level:
        """The level of the oblivious one."""
        return level(self.averaged, self.shares.databases.neighbours)


def average(mechanism: Mechanism, shares: Shares) -> Averaging:
    """Return the oblivious mechanism with, for each result, the average of its databases' rows by their shares.

    With the shares of a chain it has the rows of d_0, …, d_n.
    Domain and errors: as `oblivious`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Proposition 6.2; Gupte & Sundararajan 2010, Lemma 6.

    >>> from exactdp.model.databases import replace_one
    >>> found = average(Mechanism([[1, 0], ["1/2", "1/2"], ["1/4", "3/4"], ["1/8", "7/8"]]), evenly(replace_one(n=2)))
    >>> found.on_results.rows[1]
    (Fraction(3, 8), Fraction(5, 8))
    """
    databases = shares.databases
    check_mechanism(mechanism, databases)
    rows = []
    for same in databases.classes:
        chosen = [(shares.weights[d], mechanism.numerators[d], mechanism.denominators[d]) for d in same]
        columns = range(mechanism.shape[1])
        rows.append([_sum(w * Fraction(row[r], total) for w, row, total in chosen if w) for r in columns])
    return Averaging(mechanism, shares, Mechanism(rows, responses=mechanism.responses))


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))
