"""Mechanisms on databases, which may tell databases of one result apart: neighbours, averages, users and their optima.

A database d has rows with values of a finite domain D, and the count query f counts the rows whose value satisfies a
predicate. A mechanism x_dr has one row for each database; it is oblivious where f(d) alone decides about that row.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, pairwise, product
from math import comb
from typing import Any

from exactdp import kernel
from exactdp.certificates import Verified, certify
from exactdp.consumers import BayesianUser, Loss, MinimaxConsumer, Number, User, point_mass, rational, table
from exactdp.exact import InputError, counted, elided, exact, text
from exactdp.mechanism import Mechanism
from exactdp.neighbours import ADD_REMOVE, REPLACE_ONE, Neighbours, complete, edges, hypercube, path
from exactdp.optimality import Optimality, decide
from exactdp.optimum.linear_program import Infeasible, LinearProgram, solve
from exactdp.optimum.linear_program import Optimum as Solution
from exactdp.optimum.problem import Constraint, Dual, Optimum, Problem, Unsolved
from exactdp.optimum.uniqueness import AnotherOptimum, OnlyOptimum
from exactdp.privacy import Level, level

LARGEST = kernel.PAIRS
"""The most pairs of neighbours, and the most rows of all databases together."""

NO_ROWS = "∅"
"""The label of the database that has no rows."""


# Databases


@dataclass(frozen=True)
class Databases:
    """All databases of n rows, or of at most n, and the count query of the values that are `counted`.

    Each of `members` lists the values of its rows. Domain: make one with `replace_one` or `add_remove`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, sections 2.1 and 6.2.

    >>> replace_one(2)
    Databases(relation='replace-one', n=2, domain=('0', '1'), counted=('1',))
    """

    relation: str
    n: int
    domain: tuple[str, ...]
    counted: tuple[str, ...]
    members: tuple[tuple[str, ...], ...] = field(repr=False)
    neighbours: Neighbours = field(repr=False)

    def __len__(self) -> int:
        return len(self.members)

    @cached_property
    def results(self) -> tuple[int, ...]:
        """The result f(d) of each database."""
        satisfying = set(self.counted)
        return tuple(sum(value in satisfying for value in member) for member in self.members)

    @cached_property
    def classes(self) -> tuple[tuple[int, ...], ...]:
        """For each result 0..n the databases that have it, by position; so E(d) is `classes[results[d]]`.

        >>> replace_one(2).classes
        ((0,), (1, 2), (3,))
        """
        found: list[list[int]] = [[] for _ in range(self.n + 1)]
        for d, result in enumerate(self.results):
            found[result].append(d)
        return tuple(map(tuple, found))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The databases in words: their values, with spaces between unless all are single characters.

        >>> replace_one(2).labels, add_remove(2, ["no", "yes"]).labels
        (('00', '01', '10', '11'), ('∅', 'no', 'yes', 'no no', 'no yes', 'yes yes'))
        """
        return tuple(self._between.join(member) or NO_ROWS for member in self.members)

    def position(self, label: str) -> int:
        """Return the position of the database with this label, its rows in any order where databases are multisets.

        Fails: `InputError` where there is none.

        >>> replace_one(2).position("10"), add_remove(2).position("10")
        (2, 4)
        """
        values = label.split() if self._between else list(label.strip())
        if values == [NO_ROWS]:
            values = []
        if self.relation == ADD_REMOVE and set(values) <= set(self.domain):
            values.sort(key=self.domain.index)
        found = self._positions.get(tuple(values))
        if found is None:
            shown = elided(", ".join(self.labels[:4]))
            raise InputError(f"{elided(label)!r} is none of the {len(self)} databases: write one such as {shown}")
        return found

    @cached_property
    def _between(self) -> str:
        return "" if all(len(value) == 1 for value in self.domain) else " "

    @cached_property
    def _positions(self) -> dict[tuple[str, ...], int]:
        return {member: d for d, member in enumerate(self.members)}


def replace_one(n: int, values: int | Iterable[str] = 2, counted: Iterable[str] | None = None) -> Databases:
    """Return the databases D^n, neighbours where they differ in one row: the relation of both papers.

    They are in the order of numbers whose digits are the values; for |D| = 2 the neighbours are the named hypercube.
    Domain: n ≥ 0; the values by name, or how many, named 0, 1, …; of them, those counted (the last one unless given),
    at least one and not all. Fails: `InputError` otherwise, and for more than `LARGEST`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.1; Gupte & Sundararajan 2010, section 2.1.

    >>> databases = replace_one(2, 3)
    >>> databases.labels, databases.results
    (('00', '01', '02', '10', '11', '12', '20', '21', '22'), (0, 0, 1, 0, 0, 1, 1, 1, 2))
    >>> replace_one(3).neighbours
    Neighbours(name='hypercube', size=8)
    """
    domain, satisfying = _domain(n, values, counted, _replace_one_sizes)
    if len(satisfying) == len(domain):
        raise InputError(f"all databases have the result {n}, for every value is counted: count some, and not all")
    size, width = len(domain) ** n, len(domain)
    if width == 2:
        neighbours = hypercube(size)
    elif n == 1:
        neighbours = complete(size)
    else:
        places = [width**place for place in range(n)]
        neighbours = edges(
            size,
            ((d, e) for d in range(size) for place in places for e in _larger_digit(d, place, width)),
        )
    return Databases(REPLACE_ONE, n, domain, satisfying, tuple(product(domain, repeat=n)), neighbours)


def _larger_digit(d: int, place: int, width: int) -> range:
    digit = d // place % width
    return range(d + place, d + (width - digit) * place, place)


def add_remove(n: int, values: int | Iterable[str] = 2, counted: Iterable[str] | None = None) -> Databases:
    """Return the databases of at most n rows, neighbours where one of them has one row more.

    They are multisets: where rows come and go none has a place of its own, and which order they are written in tells
    nothing. They are ordered by their numbers of rows; for |D| = 1 the neighbours are the named path.
    Domain: as `replace_one`, and all values may be counted. Fails: as `replace_one`.

    >>> databases = add_remove(2)
    >>> databases.labels, databases.results
    (('∅', '0', '1', '00', '01', '11'), (0, 0, 1, 0, 1, 2))
    >>> databases.neighbours.pairs
    ((0, 1), (0, 2), (1, 3), (1, 4), (2, 4), (2, 5))
    """
    domain, satisfying = _domain(n, values, counted, _add_remove_sizes)
    members = [member for rows in range(n + 1) for member in combinations_with_replacement(range(len(domain)), rows)]
    position = {member: d for d, member in enumerate(members)}
    if len(domain) == 1:
        neighbours = path(len(members))
    else:
        neighbours = edges(
            len(members),
            (
                (d, position[tuple(sorted((*member, value)))])
                for d, member in enumerate(members)
                if len(member) < n
                for value in range(len(domain))
            ),
        )
    named = tuple(tuple(domain[value] for value in member) for member in members)
    return Databases(ADD_REMOVE, n, domain, satisfying, named, neighbours)


RELATIONS: dict[str, Callable[..., Databases]] = {REPLACE_ONE: replace_one, ADD_REMOVE: add_remove}
"""The databases of each relation, by its name."""


def _replace_one_sizes(n: int, width: int) -> tuple[int, int]:
    size = width ** min(n, 64)
    return size, size * n * (width - 1) // 2


def _add_remove_sizes(n: int, width: int) -> tuple[int, int]:
    # A binomial of k above 32 is beyond every limit, as the one of 32 is already.
    size = comb(n + width, min(n, width, 32))
    return size, comb(n - 1 + width, min(n - 1, width, 32)) * width if n else 0


def _domain(
    n: int,
    values: int | Iterable[str],
    counted: Iterable[str] | None,
    sizes: Callable[[int, int], tuple[int, int]],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if n < 0:
        raise InputError(f"{n} rows: write at least 0")
    named = () if isinstance(values, int) else tuple(values)
    width = values if isinstance(values, int) else len(named)
    if width < 1:
        raise InputError(f"a row can have {width} values: write at least 1")
    if max(n, width) <= LARGEST:
        size, pairs = sizes(n, width)
    if max(n, width) > LARGEST or max(size * n, pairs) > LARGEST:
        raise InputError(
            f"with {elided(str(n))} rows and {elided(str(width))} values there are too many databases: write fewer, "
            f"so that they have at most {LARGEST:,} rows together, and as many pairs of neighbours"
        )
    domain = named or tuple(map(str, range(width)))
    for value in domain:
        if not value or not value.isprintable() or " " in value or value == NO_ROWS:
            raise InputError(f"the value {elided(value)!r}: write names without spaces, such as no and yes")
    if len(set(domain)) < len(domain):
        raise InputError(f"the values {elided(', '.join(domain))} are not all different: write each once")
    chosen = domain[-1:] if counted is None else tuple(counted)
    if not chosen:
        raise InputError("no value is counted, so that every result is 0: count at least one")
    known, wanted = set(domain), set(chosen)
    for value in chosen:
        if value not in known:
            raise InputError(f"{elided(value)!r} is counted and is no value: write some of {elided(', '.join(domain))}")
    return domain, tuple(value for value in domain if value in wanted)


# Oblivious mechanisms


def lifted(on_results: Mechanism, databases: Databases) -> Mechanism:
    """Return the oblivious mechanism on databases that answers d as a mechanism on {0..n} answers f(d).

    Domain: a mechanism with n + 1 inputs. Fails: `InputError` for another number of inputs.

    >>> lifted(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]), replace_one(1, 3))
    Mechanism 3 × 2
         0    1
    0  2/3  1/3
    1  2/3  1/3
    2  1/3  2/3
    """
    _check(len(on_results), databases.n + 1, "mechanism", "input", "result")
    return Mechanism.from_lowest_terms(
        [on_results.numerators[i] for i in databases.results],
        [on_results.denominators[i] for i in databases.results],
        databases.labels,
        on_results.responses,
    )


@dataclass(frozen=True)
class Obliviousness:
    """Whether databases of one result always have one row: the mechanism on {0..n}, or the proof that there is none.

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

    Domain: a mechanism with the databases as inputs, in their order. Fails: `InputError` otherwise.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.1; Gupte & Sundararajan 2010, section 2.2.

    >>> oblivious(Mechanism([[1, 0], [1, 0], ["1/2", "1/2"], [0, 1]]), replace_one(2)).witness
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
class Shares:
    """How each result is shared among its databases, so that averages with these weights keep the level.

    The `weights` sum to 1 over each class. `pairing` proves the rest: for each pair of neighbours d, e with results i
    and i + 1 a number of at least 0, so that the numbers of d sum to its weight, and those of e to its own. Then
    the average over E(e) less α times the one over E(d) is a sum of these numbers times x_e - α·x_d ≥ 0.
    Domain: make one with `evenly`, `along_chain` or `weighted`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Proposition 6.2, where all are even.
    """

    databases: Databases
    weights: tuple[Fraction, ...]
    pairing: Mapping[tuple[int, int], Fraction] = field(repr=False)


def evenly(databases: Databases) -> Shares:
    """Return the even shares: of all databases with a result, or for add/remove of those in which every row counts.

    A database of n rows has no neighbour with one row more. So for add/remove the even average over E(d) may have a
    lower level than the mechanism, and so may every average in which a row that does not count has a share.
    Fails: never.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Proposition 6.2; Gupte & Sundararajan 2010, Lemma 6.

    >>> evenly(replace_one(2)).weights == (1, Fraction(1, 2), Fraction(1, 2), 1)
    True
    >>> [databases.labels[d] for databases in [add_remove(2)] for d, w in enumerate(evenly(databases).weights) if w]
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
        # To add each value in proportion to one more than there are of it makes even shares into even ones.
        (value,) = Counter(databases.members[e]) - Counter(databases.members[d])
        pairing[d, e] = weights[d] * Fraction(databases.members[e].count(value), databases.results[d] + kinds)
    return Shares(databases, tuple(weights), pairing)


def along_chain(databases: Databases, chain: Sequence[int] | None = None) -> Shares:
    """Return the shares of a chain d_0, …, d_n of neighbours, d_i with the result i: it stands for its class alone.

    Domain: such a chain, by position; unless given, rows change or come one by one. Fails: `InputError` for another.

    >>> databases = replace_one(2)
    >>> [databases.labels[d] for d, weight in enumerate(along_chain(databases).weights) if weight]
    ['00', '10', '11']
    """
    chosen = _first_chain(databases) if chain is None else tuple(chain)
    _check(len(chosen), databases.n + 1, "chain", "database", "result")
    for i, d in enumerate(chosen):
        if not (0 <= d < len(databases) and databases.results[d] == i):
            raise InputError(f"the chain has the database {d} for the result {i}: write one that has this result")
    near = set(databases.neighbours.pairs)
    for d, e in pairwise(chosen):
        if (min(d, e), max(d, e)) not in near:
            here, there = databases.labels[d], databases.labels[e]
            raise InputError(f"the chain goes from {here} to {there}, which are no neighbours: write ones that are")
    weights = [Fraction(0)] * len(databases)
    for d in chosen:
        weights[d] = Fraction(1)
    return Shares(databases, tuple(weights), dict.fromkeys(pairwise(chosen), Fraction(1)))


def _first_chain(databases: Databases) -> tuple[int, ...]:
    n, (one, *_) = databases.n, databases.counted
    rest = [] if databases.relation == ADD_REMOVE else [next(v for v in databases.domain if v not in databases.counted)]
    return tuple(databases._positions[(one,) * i + (*rest * (n - i),)] for i in range(n + 1))


def weighted(databases: Databases, weights: Iterable[Any]) -> Shares:
    """Return the shares that are proportional to these weights within each class.

    Domain: a weight of at least 0 for each database, positive for one of each result, and such that the shares can be
    paired, which a linear program decides. Fails: `InputError` otherwise; for shares that can't be paired it names
    databases that have more than their neighbours with the next result, so that averages may have a lower level.

    >>> weighted(replace_one(2), [5, 1, 2, 5]).weights[1:3]
    (Fraction(1, 3), Fraction(2, 3))
    >>> weighted(replace_one(3), [1, 1, 0, 1, 0, 0, 1, 1])
    Traceback (most recent call last):
    exactdp.exact.InputError: the result 1 has the share 1 on 001, its neighbours of result 2 have 1/2: write others
    """
    given = [exact(weight) for weight in weights]
    _check(len(given), len(databases), "list", "weight", "database")
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
    if isinstance(found, Solution):
        return {pair: value for pair, value in zip(steps, found.point, strict=True) if value}
    if not isinstance(found, Infeasible):
        raise InputError(f"whether the weights of the results {i} and {i + 1} can be paired was not decided")
    # Of the sets on which the multipliers are at least some number, one has more than its neighbours (Hall).
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
class Averaging:
    """A mechanism on databases made oblivious: for each result the average of its databases' rows, by their shares.

    The level is the exact one, on databases, and `after` is never lower than `before`.
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
    """Return the oblivious mechanism that answers a result with the average of its databases' rows, by their shares.

    With the shares of a chain it has the rows of d_0, …, d_n.
    Domain and Fails: as `oblivious`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Proposition 6.2; Gupte & Sundararajan 2010, Lemma 6.

    >>> found = average(Mechanism([[1, 0], ["1/2", "1/2"], ["1/4", "3/4"], ["1/8", "7/8"]]), evenly(replace_one(2)))
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


# Users


def loss_on_databases(loss: Loss, databases: Databases) -> Loss:
    """Return the loss l(f(d), r) as a table, for the responses 0..n, or those of a table on results.

    Domain: a rational loss, defined on 0..n. Fails: `InputError` otherwise.
    Source: Ghosh, Roughgarden & Sundararajan 2009, (9) and (10); Gupte & Sundararajan 2010, (5).

    >>> from exactdp.consumers import absolute
    >>> loss_on_databases(absolute(), replace_one(2)).rows.rows == ((0, 1, 2), (1, 0, 1), (1, 0, 1), (2, 1, 0))
    True
    """
    if not loss.rational:
        raise InputError(f"the loss {loss} is irrational: on databases write a rational one, such as power:2")
    width = databases.n + 1 if loss.rows is None else loss.rows.shape[1]
    loss.check_size(databases.n + 1, width)
    rows = [[rational(loss(i, r)) for r in range(width)] for i in range(databases.n + 1)]
    return table([rows[i] for i in databases.results])


def induced_prior(prior: Sequence[Any], databases: Databases) -> tuple[Fraction, ...]:
    """Return the prior on 0..n that a prior on databases induces: p_i is the sum over the databases with result i.

    Domain: a number for each database. Fails: `InputError` otherwise.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 6.2.

    >>> induced_prior(["1/4", "1/4", "1/2", 0], replace_one(2))
    (Fraction(1, 4), Fraction(3, 4), Fraction(0, 1))
    """
    _check(len(prior), len(databases), "prior", "weight", "database")
    return tuple(_sum(exact(prior[d]) for d in same) for same in databases.classes)


def extension(prior: Sequence[Any], shares: Shares) -> tuple[Fraction, ...]:
    """Return the prior on databases that induces a prior on 0..n and splits each p_i as the shares say.

    Domain: a number for each result. Fails: `InputError` otherwise.

    >>> extension(["1/4", "3/4", 0], evenly(replace_one(2))) == tuple(map(Fraction, ("1/4", "3/8", "3/8", "0")))
    True
    """
    _check(len(prior), shares.databases.n + 1, "prior", "weight", "result")
    return tuple(exact(prior[i]) * weight for i, weight in zip(shares.databases.results, shares.weights, strict=True))


def on_databases(user: User, shares: Shares) -> User:
    """Return a user about results as one about databases, with the loss l(f(d), r).

    A Bayesian user's prior is extended by the shares; a minimax consumer's side information becomes all databases with
    a result in S. Domain: a user about 0..n. Fails: `InputError` otherwise, and as `loss_on_databases`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, (10); Gupte & Sundararajan 2010, (5).

    >>> from exactdp.consumers import absolute
    >>> on_databases(MinimaxConsumer(absolute(), 3, [1, 2]), evenly(replace_one(2))).side_information
    (1, 2, 3)
    """
    databases = shares.databases
    _check(user.inputs, databases.n + 1, "user", "input", "result")
    loss = loss_on_databases(user.loss, databases)
    if isinstance(user, BayesianUser):
        return BayesianUser(loss, extension(user.prior, shares))
    inside = set(user.side_information)
    return MinimaxConsumer(loss, len(databases), [d for d, i in enumerate(databases.results) if i in inside])


def expected_loss(user: BayesianUser, mechanism: Mechanism) -> Number:
    """Return Σ_d p_d·Σ_r x_dr·l(d, r): the objective (10), for a user about databases; (1), for one about results.

    Domain: a mechanism with the user's inputs. Fails: `InputError` otherwise.
    Source: Ghosh, Roughgarden & Sundararajan 2009, (1) and (10).

    >>> from exactdp.consumers import absolute
    >>> expected_loss(BayesianUser(absolute(), ["1/2", "1/2"]), Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]))
    Fraction(1, 3)
    """
    _check(len(mechanism), user.inputs, "mechanism", "row", "input of the user")
    user.loss.check_size(*mechanism.shape)
    total: Number = Fraction(0)
    for d, (p, row) in enumerate(zip(user.prior, mechanism, strict=True)):
        if p:
            total = total + _loss(user.loss, d, row) * p
    return total


@dataclass(frozen=True)
class WorstCase:
    """A user's worst loss over databases, and where it is met.

    For a Bayesian user about results `value` is (9), the largest expected loss over all priors on databases that induce
    the user's; for a minimax consumer (5), the largest loss over all databases with a result in S. `losses` has
    the loss of each database, and `prior` is a prior on databases at which `value` is the expected loss.
    """

    user: User
    databases: Databases
    mechanism: Mechanism
    value: Number
    losses: tuple[Number, ...]
    prior: tuple[Fraction, ...]


def worst_case(user: User, mechanism: Mechanism, databases: Databases) -> WorstCase:
    """Return the worst loss of a mechanism on databases, (9) or (5), and a least favourable prior on databases.

    All of p_i is on a database that loses most among those with result i, the first if there are several.
    Domain: a user about 0..n, and a mechanism as for `oblivious`. Fails: `InputError` otherwise.
    Source: Ghosh, Roughgarden & Sundararajan 2009, (9); Gupte & Sundararajan 2010, (5).

    >>> from exactdp.consumers import absolute
    >>> mechanism = Mechanism([[1, 0, 0], ["1/2", "1/2", 0], [0, 1, 0], [0, 0, 1]])
    >>> found = worst_case(BayesianUser(absolute(), ["1/2", "1/2", 0]), mechanism, replace_one(2))
    >>> found.value, found.prior == (Fraction(1, 2), Fraction(1, 2), 0, 0)
    (Fraction(1, 4), True)
    """
    check_mechanism(mechanism, databases)
    _check(user.inputs, databases.n + 1, "user", "input", "result")
    user.loss.check_size(user.inputs, mechanism.shape[1])
    losses = tuple(_loss(user.loss, i, row) for i, row in zip(databases.results, mechanism, strict=True))
    worst = [max(same, key=lambda d: losses[d]) for same in databases.classes]
    if isinstance(user, BayesianUser):
        on_results = user.prior
    else:
        on_results = point_mass(databases.n, max(user.side_information, key=lambda i: losses[worst[i]]))
    prior = [Fraction(0)] * len(databases)
    value: Number = Fraction(0)
    for p, d in zip(on_results, worst, strict=True):
        prior[d] = p
        value = value + losses[d] * p
    return WorstCase(user, databases, mechanism, value, losses, tuple(prior))


def _loss(loss: Loss, i: int, row: Sequence[Fraction]) -> Number:
    total: Number = Fraction(0)
    for r, probability in enumerate(row):
        total = total + loss(i, r) * probability
    return total


@dataclass(frozen=True)
class Comparison:
    """A user's worst losses by a mechanism on databases and by its averages, which are never larger."""

    before: WorstCase
    after: WorstCase


def compare(user: User, averaging: Averaging) -> Comparison:
    """Return a user's worst loss, (9) or (5), before and after a mechanism was made oblivious.

    Domain and Fails: as `worst_case`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Proposition 6.2; Gupte & Sundararajan 2010, Lemma 6.

    >>> averaging = average(Mechanism([[1, 0], ["1/2", "1/2"], [0, 1], [0, 1]]), evenly(replace_one(2)))
    >>> found = compare(MinimaxConsumer(table([[0, 1], [1, 0], [1, 0]]), 3), averaging)
    >>> found.before.value, found.after.value
    (Fraction(1, 2), Fraction(1, 4))
    """
    databases = averaging.shares.databases
    return Comparison(*(worst_case(user, x, databases) for x in (averaging.mechanism, averaging.averaged)))


# Optima


def problem_on_databases(
    user: User, alpha: Any, databases: Databases, constraints: Iterable[Constraint] = ()
) -> Problem:
    """Return the problem of the best α-private mechanism on databases, oblivious or not, for a user about databases.

    Domain and Fails: as `Problem`; a user as from `on_databases`, or with any prior or loss on databases.
    Source: Ghosh, Roughgarden & Sundararajan 2009, (10).

    >>> from exactdp.consumers import absolute
    >>> databases = replace_one(2)
    >>> user = BayesianUser(loss_on_databases(absolute(), databases), ["1/2", 0, 0, "1/2"])
    >>> decide(problem_on_databases(user, "1/2", databases)).optimum.value
    Fraction(1, 2)
    """
    loss = user.loss
    width = databases.n + 1 if loss.rows is None else loss.rows.shape[1]
    return Problem(user, alpha, databases.neighbours, width, constraints)


@dataclass(frozen=True)
class ObliviousOptimum:
    """An oblivious mechanism whose worst loss over databases, (9) or (5), is the least of all α-private ones.

    `on_results` is what was decided about it as a mechanism on {0..n}. `on_databases` proves it optimal on databases,
    oblivious or not, with the prices on results split by the shares: for a minimax consumer, or for the Bayesian user
    whose prior is extended by the shares. That user's loss is a lower bound on (9), and an oblivious mechanism has no
    larger one. The kernel has accepted both.
    """

    shares: Shares
    on_results: Optimality
    on_databases: Optimum
    verified: Verified

    @property
    def mechanism(self) -> Mechanism:
        """The oblivious mechanism on databases."""
        return self.on_databases.mechanism


def oblivious_optimum(
    user: User, alpha: Any, shares: Shares, progress: Callable[[str], None] = lambda stage: None
) -> ObliviousOptimum | Unsolved:
    """Return a mechanism that minimises a user's worst loss over databases, (9) or (5), and is oblivious, proved.

    Domain: a user about 0..n with a rational loss. Fails: `InputError` otherwise; `Unsolved` as `decide`.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Proposition 6.2; Gupte & Sundararajan 2010, Lemma 6.

    >>> from exactdp.consumers import absolute, uniform
    >>> found = oblivious_optimum(BayesianUser(absolute(), uniform(2)), "1/2", evenly(replace_one(2)))
    >>> found.on_databases.value, found.verified.kind
    (Fraction(5, 9), 'optimal')
    """
    databases = shares.databases
    problem = problem_on_databases(on_databases(user, shares), alpha, databases)
    found = decide(Problem(user, alpha, responses=problem.responses), progress)
    if isinstance(found, Unsolved):
        return found
    assert isinstance(found, Optimality), "without constraints there is always a mechanism"
    best = found.optimum
    lift = Optimum(problem, best.value, _split(best, shares), None, lifted(best.mechanism, databases))
    return ObliviousOptimum(shares, found, lift, certify(lift))


def _split(best: Optimum, shares: Shares) -> Dual:
    """The prices on results, those of databases and of pairs of neighbours split by the shares and their pairing."""
    up: list[list[tuple[int, int, Fraction]]] = [[] for _ in range(shares.databases.n)]
    for (d, e), part in shares.pairing.items():
        up[shares.databases.results[d]].append((d, e, part))
    flows = {}
    for (r, i, k), price in _flows(best).items():
        for d, e, part in up[min(i, k)]:
            flows[(r, d, e) if i < k else (r, e, d)] = price * part
    weights = [rational(best.dual.weights[i]) for i in shares.databases.results]
    return Dual(
        extension(best.dual.prior, shares),
        tuple(w * share for w, share in zip(weights, shares.weights, strict=True)),
        (),
        flows,
    )


def _flows(best: Optimum) -> dict[tuple[int, int, int], Fraction]:
    """The prices (r, i, k) of x_kr ≥ α·x_ir on the path that leave no reduced cost negative.

    What is left over at one end is handed on to the next result, and what is missing is asked of it.
    """
    problem, dual = best.problem, best.dual
    alpha, loss = problem.alpha, problem.user.loss
    found: dict[tuple[int, int, int], Fraction] = {}
    if alpha == 0:
        return found
    for r in range(problem.responses):
        left = [
            p * rational(loss(i, r)) - rational(weight)
            for i, (p, weight) in enumerate(zip(dual.prior, dual.weights, strict=True))
        ]
        root = problem.n
        while root and left[root] >= 0:
            found[r, root - 1, root] = left[root]
            left[root - 1] += alpha * left[root]
            root -= 1
        for i in range(root):
            if left[i] < 0:
                found[r, i, i + 1] = -left[i] / alpha
                left[i + 1] += left[i] / alpha
            else:
                found[r, i + 1, i] = left[i]
                left[i + 1] += alpha * left[i]
    return {at: price for at, price in found.items() if price}


def labelled(found: Optimality, databases: Databases) -> Optimality:
    """Return what was decided about databases with their labels on the mechanisms. Fails: as `oblivious`.

    >>> from exactdp.consumers import absolute
    >>> user = BayesianUser(loss_on_databases(absolute(), replace_one(1)), ["1/2", "1/2"])
    >>> labelled(decide(problem_on_databases(user, "1/2", replace_one(1))), replace_one(1)).optimum.mechanism.inputs
    ('0', '1')
    """

    def named(optimum: Optimum) -> Optimum:
        check_mechanism(optimum.mechanism, databases)
        return replace(optimum, given=optimum.mechanism.relabelled(databases.labels))

    alone = found.uniqueness
    if isinstance(alone, OnlyOptimum):
        alone = replace(alone, optimum=named(alone.optimum))
    elif isinstance(alone, AnotherOptimum):
        alone = replace(alone, optimum=named(alone.optimum), other=named(alone.other))
    return replace(found, optimum=named(found.optimum), uniqueness=alone)


# What several of these need


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))


def check_mechanism(mechanism: Mechanism, databases: Databases) -> None:
    """Check that a mechanism's inputs are the databases, in their order. Fails: `InputError` where they are not."""
    _check(len(mechanism), len(databases), "mechanism", "row", "database")
    if mechanism.inputs != databases.labels and set(mechanism.inputs) == set(databases.labels):
        d = next(d for d, label in enumerate(databases.labels) if mechanism.inputs[d] != label)
        raise InputError(
            f"row {d + 1} is {mechanism.inputs[d]}, and {databases.labels[d]} is expected: write the databases in order"
        )


def _check(found: int, expected: int, what: str, each: str, of: str) -> None:
    if found != expected:
        raise InputError(f"the {what} has {counted(found, each)}: write {expected}, one for each {of}")
