"""Differencing: combinations of answers that isolate one person, and the uncertainty that noisy answers leave.

Two counts that differ in one person reveal that person's bit. So does any combination of answers with weights that
cancel for everybody else. The error of the cheapest combination is the least multiple of the error bound, before
rounding to integers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq_poly

from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.exact import Exact, exact, to_fmpq, to_fraction
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.linear_programs.linear_program import Infeasible, LinearProgram, OptimalPoint
from exactdp.linear_programs.optimal_basis import solve
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import path
from exactdp.privacy.level import level
from exactdp.shown import Shown
from exactdp.surveys.queries import QueryWeights, Transcript, checked

STATES = 2**18
"""The most joint results of the queries."""


# Combinations of answers


@dataclass(frozen=True)
class Combination(Shown):
    """Multiples of the queries that add up to the weight 1 for one person and 0 for all others.

    `cost` is the minimum of the sum of their absolute values: the combination of answers differs from the person's bit
    by at most `cost` times the error bound. `optimum` proves that it is the minimum. Its multipliers, one for each
    person, have a sum between -1 and 1 under every query, and the person's own is `cost`.
    Source: Dwork 2013, section 1.1, the differencing attack.
    """

    queries: tuple[QueryWeights, ...] = field(repr=False)
    person: int
    multiples: tuple[Fraction, ...]
    cost: Fraction
    optimum: OptimalPoint = field(repr=False)


@dataclass(frozen=True)
class NoCombination(Shown):
    """A direction that changes the person's bit and no answer, so no combination of answers determines the bit.

    `direction` has the value 0 under every query and 1 at the person.
    """

    queries: tuple[QueryWeights, ...] = field(repr=False)
    person: int
    direction: tuple[Fraction, ...]

    def __bool__(self) -> bool:
        return False

    @property
    def bit(self) -> None:
        """None: the bit is unknown."""
        return


def cheapest_combination(queries: Iterable[Iterable[Exact]], person: int) -> Combination | NoCombination:
    """Return the cheapest combination of queries that isolates a person, or the proof that none does.

    Domain: a person from 0. Raises: `InputError` for another, and if the linear program is not solved in 10 minutes; as
    `Transcript`.
    Source: Dwork 2013, section 1.1, the differencing attack.

    >>> found = cheapest_combination([(1, 1, 1), (1, 1, 0)], 2)
    >>> found.multiples == (1, -1), found.cost
    (True, Fraction(2, 1))
    >>> cheapest_combination([(1, 1, 1), (1, 1, 0)], 0).direction == (1, -1, 0)
    True
    """
    rows = checked(queries)
    people = len(rows[0])
    if not 0 <= person < people:
        raise InputError(f"person {person}: write a person from 0 to {people - 1}")
    m, one = len(rows), Fraction(1)
    # Multiple k is the difference of the variables k and m + k.
    columns = [
        {
            shift + k: Fraction(sign * row[j])
            for sign, shift in ((1, 0), (-1, m))
            for k, row in enumerate(rows)
            if row[j]
        }
        for j in range(people)
    ]
    right = tuple(Fraction(int(j == person)) for j in range(people))
    program = LinearProgram(2 * m, dict.fromkeys(range(2 * m), one), tuple(columns), right, frozenset(range(people)))
    found = solve(program)
    if isinstance(found, Infeasible):
        return NoCombination(rows, person, tuple(y / found.multipliers[person] for y in found.multipliers))
    if not isinstance(found, OptimalPoint):
        raise Undecided("the linear program was not solved: give fewer queries")
    multiples = tuple(found.point[k] - found.point[m + k] for k in range(m))
    return Combination(rows, person, multiples, found.value, found)


@dataclass(frozen=True)
class Difference(Shown):
    """The bit of a person by the cheapest combination of answers: it is within `reach` of `value`."""

    combination: Combination
    value: Fraction
    reach: Fraction

    @property
    def bit(self) -> int | None:
        """The bit if only one is within reach, else None. Raises: `InputError` if neither is."""
        fits = [bit for bit in (0, 1) if abs(self.value - bit) <= self.reach]
        if not fits:
            raise InputError("neither bit fits these answers: some error exceeds the bound")
        return fits[0] if len(fits) == 1 else None


def difference(transcript: Transcript, person: int) -> Difference | NoCombination:
    """Return the difference attack on one person; true counts are integers, so each answer gives a range.

    Domain: as `cheapest_combination`, with a bound on the errors, 0 for exact answers. Raises: as
    `cheapest_combination`.
    Source: Dwork 2013, section 1.1: counts with and without the director of the laboratory.

    >>> both = (1, 1, 1), (1, 1, 0)
    >>> difference(Transcript(both, ["7/3", "2/3"], "1/3"), 2).bit
    1
    >>> difference(Transcript(both, ["3/2", 1], "1/2"), 2).bit is None
    True
    """
    ranges = transcript.whole
    for answer, (least, largest) in zip(transcript.answers, ranges, strict=True):
        if least > largest:
            raise InputError(
                f"the answer {elided(text(answer))} is further from every whole number than the bound on the error: "
                "write a larger bound"
            )
    found = cheapest_combination(transcript.queries, person)
    if isinstance(found, NoCombination):
        return found
    value = reach = Fraction(0)
    for multiple, (least, largest) in zip(found.multiples, ranges, strict=True):
        value += multiple * Fraction(least + largest, 2)
        reach += abs(multiple) * Fraction(largest - least, 2)
    return Difference(found, value, reach)


# Answers of a mechanism


@dataclass(frozen=True)
class BitPosterior(Shown):
    """The probability of a person's bit before and after the responses.

    `factor` is the factor by which the responses multiply the odds of 1 against 0; None if 0 has become impossible. For
    a mechanism of level α it lies between α^m and `bound` = α^-m. Here m is the sum of the person's weights in the
    queries; `bound` is None at level 0.
    Source: Dwork 2013, section 2.
    """

    person: int
    prior: Fraction
    probability: Fraction
    factor: Fraction | None
    bound: Fraction | None


def bit_posterior(
    mechanism: Mechanism,
    queries: Iterable[Iterable[Exact]],
    responses: Sequence[int],
    person: int,
    prior: Sequence[Exact] | None = None,
) -> BitPosterior:
    """Return the exact probability of a person's bit, given independent responses to counts.

    Bits are independent; `prior` has the probability of 1 for each person, by default 1/2.
    Domain: nonnegative weights; a row of the mechanism for every result, and a column for every response.
    Raises: `InputError` outside, for impossible responses, and for more than `STATES` joint results.
    Source: Dwork 2013, section 2, on the change of an analyst's odds.

    >>> from exactdp.model.geometric import geometric
    >>> with_her, without = (1, 1, 1), (1, 1, 0)
    >>> found = bit_posterior(geometric(n=3, alpha="1/2"), [with_her, without], [3, 1], 2)
    >>> found.probability, found.factor, found.bound
    (Fraction(2, 3), Fraction(2, 1), Fraction(2, 1))
    """
    rows = checked(queries)
    people = len(rows[0])
    chances = _chances(prior, people)
    if not 0 <= person < people:
        raise InputError(f"person {person}: write a person from 0 to {people - 1}")
    _check_responses(mechanism, rows, responses)
    columns = list(zip(*rows, strict=True))
    joint = {(0,) * len(rows): Fraction(1)}
    for j, chance in enumerate(chances):
        if j != person:
            joint = _counted_in(joint, columns[j], chance)
    likelihoods = []
    for bit in (0, 1):
        total = Fraction(0)
        for results, mass in joint.items():
            for result, weight, response in zip(results, columns[person], responses, strict=True):
                mass *= mechanism[result + bit * weight, response]  # noqa: PLW2901
            total += mass
        likelihoods.append(total)
    chance = chances[person]
    whole = (1 - chance) * likelihoods[0] + chance * likelihoods[1]
    if not whole:
        raise InputError("no database gives these responses: check them, and the prior")
    alpha = level(mechanism, path(inputs=range(len(mechanism)))).alpha
    return BitPosterior(
        person,
        chance,
        chance * likelihoods[1] / whole,
        likelihoods[1] / likelihoods[0] if likelihoods[0] else None,
        1 / alpha ** sum(columns[person]) if alpha else None,
    )


def _chances(prior: Sequence[Exact] | None, people: int) -> list[Fraction]:
    chances = [Fraction(1, 2)] * people if prior is None else list(map(exact, prior))
    if len(chances) != people:
        raise InputError(f"the prior has {counted(len(chances), 'number')}: write one for each of {people} people")
    for chance in chances:
        if not 0 <= chance <= 1:
            raise InputError(f"the prior has {elided(text(chance))}: write probabilities from 0 to 1")
    return chances


def _check_responses(mechanism: Mechanism, rows: Sequence[QueryWeights], responses: Sequence[int]) -> None:
    if len(responses) != len(rows):
        found = f"{counted(len(rows), 'query', 'queries')} and {counted(len(responses), 'response')}"
        raise InputError(f"{found}: write one response for each query")
    inputs, columns = mechanism.shape
    for row, response in zip(rows, responses, strict=True):
        if min(row) < 0 or sum(row) >= inputs:
            raise InputError(
                f"a query has results outside the mechanism's inputs: write one with results 0 to {inputs - 1}"
            )
        if not 0 <= response < columns:
            raise InputError(
                f"response {elided(text(response))}: write a response of the mechanism, 0 to {columns - 1}"
            )


def _counted_in(
    joint: dict[tuple[int, ...], Fraction], column: tuple[int, ...], chance: Fraction
) -> dict[tuple[int, ...], Fraction]:
    found: dict[tuple[int, ...], Fraction] = {}
    for results, mass in joint.items():
        more = tuple(result + weight for result, weight in zip(results, column, strict=True))
        for key, part in ((results, 1 - chance), (more, chance)):
            if part:
                found[key] = found.get(key, Fraction(0)) + mass * part
    if len(found) > STATES:
        raise InputError(f"the queries have more than {STATES:,} joint results: ask fewer, or of fewer people")
    return found


# Repeated answers


@dataclass(frozen=True)
class RepeatedAnswers(Shown):
    """The information in independent answers to one query, about results `i` and `k` of equal prior probability.

    `told_apart` is the success probability of the best guess between the two. `averaged` is the probability, at result
    i, that the mean of the responses rounds to i, 1/2 up. `expected` is the limit of the mean for many answers, which
    need not be i.
    """

    i: int
    k: int
    times: int
    told_apart: Fraction
    averaged: Fraction
    expected: Fraction


def repeated_answers(mechanism: Mechanism, i: int, k: int, times: int) -> RepeatedAnswers:
    """Return how well `times` answers distinguish result i from result k, and how well their mean estimates i.

    Domain: rows i and k of the mechanism; responses 0, 1, …; times ≥ 0. Raises: `InputError` outside, and for more than
    `STATES` likelihood ratios.

    >>> from exactdp.model.geometric import geometric
    >>> found = repeated_answers(geometric(n=2, alpha="1/2"), 1, 2, 3)
    >>> found.told_apart, found.averaged, found.expected
    (Fraction(20, 27), Fraction(19, 27), Fraction(1, 1))
    """
    inputs = len(mechanism)
    if not (0 <= i < inputs and 0 <= k < inputs) or times < 0:
        raise InputError(f"results {i} and {k}, {times} times: write results from 0 to {inputs - 1}, and times from 0")
    here, there = mechanism.rows[i], mechanism.rows[k]
    expected = sum((r * p for r, p in enumerate(here)), Fraction(0))
    # No answers have no mean.
    averaged = Fraction(0)
    if times:
        sums = (fmpq_poly([to_fmpq(p) for p in here]) ** times).coeffs()
        averaged = sum(
            (to_fraction(p) for s, p in enumerate(sums) if 2 * i - 1 <= Fraction(2 * s, times) < 2 * i + 1), Fraction(0)
        )
    return RepeatedAnswers(i, k, times, _told_apart(here, there, times), averaged, expected)


def _told_apart(here: Sequence[Fraction], there: Sequence[Fraction], times: int) -> Fraction:
    # Answers with equal likelihood ratios are equivalent; the share of `here` in both represents the ratio.
    single = _merged((p, q) for p, q in zip(here, there, strict=True) if p or q)
    together = [(Fraction(1), Fraction(1))]
    for _ in range(times):
        together = _merged((a * p, b * q) for a, b in together for p, q in single)
        if len(together) > STATES:
            raise InputError(f"the answers have more than {STATES:,} likelihood ratios: ask fewer times")
    return sum((max(p, q) for p, q in together), Fraction(0)) / 2


def _merged(pairs: Iterable[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    found: dict[Fraction, tuple[Fraction, Fraction]] = {}
    for p, q in pairs:
        if p or q:
            a, b = found.get(p / (p + q), (0, 0))
            found[p / (p + q)] = (a + p, b + q)
    return list(found.values())
