"""Oblivious mechanisms, which depend only on the result, and the shares of databases in an average."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

from exactdp.model.databases import Databases, check_mechanism, check_number
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import REPLACE_ONE
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


def _steps(databases: Databases, weights: Sequence[Fraction]) -> list[tuple[int, int]]:
    """The neighbours d, e of positive weight with f(e) = f(d) + 1."""
    results = databases.results
    both = ((d, e) for d, e in databases.neighbours.both_ways() if results[e] == results[d] + 1)
    return [(d, e) for d, e in both if weights[d] and weights[e]]
