"""Linear decoding: the database nearest to the answers, by linear programs over fractional bits in [0, 1].

Floating point proposes the vertices of the linear programs, and exact arithmetic proves each optimum.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from exactdp.arithmetic.errors import InputError, Undecided
from exactdp.arithmetic.exact import Exact
from exactdp.arithmetic.spelling import counted
from exactdp.linear_programs.linear_program import Infeasible, LinearProgram, OptimalPoint
from exactdp.linear_programs.optimal_basis import solve
from exactdp.model.sizes import by_name
from exactdp.shown import Shown
from exactdp.surveys.queries import Database, QueryWeights, Transcript, distance, error_bound, true_answers

LARGEST_DECODING = 400
"""The most rows of a linear program."""


@dataclass(frozen=True)
class LinearDecoding(Shown):
    """Fractional bits with the least sum of distances to the answers, proved by the linear program's multipliers.

    `guess` rounds them, 1/2 up. `deviation` is the least sum: no database, fractional or not, is nearer.
    """

    transcript: Transcript = field(repr=False)
    bits: tuple[Fraction, ...]
    guess: Database
    deviation: Fraction
    optimum: OptimalPoint = field(repr=False)

    def wrong(self, database: Database) -> int:
        """Return the number of wrong bits of the guess for a database. Raises: as `distance`."""
        return distance(self.guess, database)


def linear_decoding(transcript: Transcript) -> LinearDecoding:
    """Return the fractional bits x that minimise Σ |q·x - answer| over the queries q, and their rounding.

    It needs no bound on the errors, and some answers may be arbitrary.
    Domain: up to `LARGEST_DECODING` rows of the linear program: one for each person and two for each query.
    Raises: `InputError` for more, and at the time limit.
    Source: Dwork, McSherry & Talwar 2007, as cited in Dwork 2013, section 1.1.

    >>> found = linear_decoding(Transcript([(1, 0), (0, 1), (1, 1), (1, -1)], [1, 0, 1, 7]))
    >>> found.guess, found.deviation
    ((1, 0), Fraction(6, 1))
    """
    queries, n = transcript.queries, transcript.people
    one = Fraction(1)
    rows: list[dict[int, Fraction]] = []
    right: list[Fraction] = []
    # Variable n + k is at least the distance of answer k, from either side.
    for k, (query, answer) in enumerate(zip(queries, transcript.answers, strict=True)):
        for sign in (1, -1):
            rows.append({**_weights(query, sign), n + k: one})
            right.append(sign * answer)
    program = LinearProgram(
        n + len(queries),
        {n + k: one for k in range(len(queries))},
        (*rows, *_at_most_one(n)),
        (*right, *[-one] * n),
    )
    optimum = _solved(program)
    assert isinstance(optimum, OptimalPoint)  # no bits are impossible
    bits = optimum.point[:n]
    return LinearDecoding(transcript, bits, tuple(int(2 * x >= 1) for x in bits), optimum.value, optimum)


def _weights(query: QueryWeights, sign: int = 1) -> dict[int, Fraction]:
    return {j: Fraction(sign * weight) for j, weight in enumerate(query) if weight}


def _at_most_one(n: int) -> list[dict[int, Fraction]]:
    return [{j: Fraction(-1)} for j in range(n)]


def _solved(program: LinearProgram) -> OptimalPoint | Infeasible:
    if len(program.rows) > LARGEST_DECODING:
        raise InputError(
            f"the linear program has {counted(len(program.rows), 'row')}: ask fewer queries, "
            f"for at most {LARGEST_DECODING}"
        )
    found = solve(program)
    if not isinstance(found, OptimalPoint | Infeasible):
        raise Undecided("the linear program was not solved: ask fewer queries")
    return found


# Bounds on single bits


@dataclass(frozen=True)
class BitBounds(Shown):
    """The exact range of one bit over all fractional databases that fit, each end an optimum with its proof.

    A database fits if each count is between the integers within the error bound of the answer, as true counts are. The
    second of `optima` is the least value of the negative bit.
    """

    lower: Fraction
    upper: Fraction
    optima: tuple[OptimalPoint, OptimalPoint] = field(repr=False)

    @property
    def bit(self) -> int | None:
        """The bit if only one fits, else None."""
        if self.lower > 0:
            return 1
        return 0 if self.upper < 1 else None


def bit_bounds(transcript: Transcript) -> tuple[BitBounds, ...] | Infeasible:
    """Return the range of every person's bit over all fractional databases that fit, or the proof that none does.

    A bit determined here is the same in every database that fits; some other bits may also be determined.
    Domain: as `linear_decoding`, with a bound on the errors. Raises: as `linear_decoding`, and `InputError` without a
    bound.

    >>> both, first = (1, 1), (1, 0)
    >>> [each.bit for each in bit_bounds(Transcript([both, first], ["1/4", "1/4"], "1/4"))]
    [0, 0]
    >>> bool(bit_bounds(Transcript([both, first], [0, 2], "1/4")).multipliers)
    True
    """
    n = transcript.people
    rows = [row for query in transcript.queries for row in (_weights(query), _weights(query, -1))]
    right = [Fraction(side) for least, largest in transcript.whole for side in (least, -largest)]
    constraints = (*rows, *_at_most_one(n)), (*right, *[Fraction(-1)] * n)
    found = []
    for j in range(n):
        ends = []
        for sign in (1, -1):
            solution = _solved(LinearProgram(n, {j: Fraction(sign)}, *constraints))
            if isinstance(solution, Infeasible):
                return solution
            ends.append(solution)
        found.append(BitBounds(ends[0].value, -ends[1].value, (ends[0], ends[1])))
    return tuple(found)


# An experiment


@dataclass(frozen=True)
class DecodingExperiment(Shown):
    """A database drawn from a seed, answers to random queries, some arbitrary, and their decoding.

    `arbitrary` are the numbers of those answers, from 0.
    """

    seed: int
    database: Database
    arbitrary: tuple[int, ...]
    decoding: LinearDecoding

    @property
    def wrong(self) -> int:
        """The number of wrong bits of the guess."""
        return self.decoding.wrong(self.database)


@by_name
def decoding_experiment(*, n: int, queries: int, arbitrary: int, error: Exact, seed: int) -> DecodingExperiment:
    """Decode answers to random queries of weights ±1: `arbitrary` of them arbitrary, the others within the error.

    All arbitrary answers are the answers of the opposite database, so they mislead consistently. The same seed gives
    the same experiment.
    Domain: n ≥ 1 people, 1 or more queries, 0 ≤ arbitrary ≤ queries. Raises: `InputError` outside; as
    `linear_decoding`.
    Source: Dwork 2013, section 1.1, on random queries with arbitrary answers to more than a fifth of them.

    >>> decoding_experiment(n=6, queries=30, arbitrary=6, error=0, seed=1).wrong
    0
    """
    if n < 1 or queries < 1 or not 0 <= arbitrary <= queries:
        raise InputError(
            f"n = {n}, {queries} queries, {arbitrary} arbitrary answers: write at least one person and one query, "
            "and from 0 to as many arbitrary answers as queries"
        )
    bound, generator = error_bound(error), random.Random(seed)
    draw: Callable[[int], int] = generator.getrandbits
    database = tuple(draw(1) for _ in range(n))
    rows = [tuple(2 * draw(1) - 1 for _ in range(n)) for _ in range(queries)]
    misled = tuple(sorted(generator.sample(range(queries), arbitrary)))
    opposite = true_answers(rows, tuple(1 - bit for bit in database))
    answers = [answer + bound * (2 * draw(1) - 1) for answer in true_answers(rows, database)]
    for k in misled:
        answers[k] = Fraction(opposite[k])
    return DecodingExperiment(seed, database, misled, linear_decoding(Transcript(rows, answers)))
