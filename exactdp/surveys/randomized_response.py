"""Local privacy: each person's value is randomised, all values are neighbours, and averages are estimated.

A local randomizer is a mechanism on one person's values, and every two values are neighbours. Linear algebra over Q
decides which averages have unbiased estimators, and the variance is exact.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb

from flint import fmpq, fmpq_mat, fmpq_poly

from exactdp.arithmetic.arguments import privacy_level
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, to_fmpq, to_fraction
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete, path
from exactdp.model.sizes import by_name
from exactdp.shown import Shown
from exactdp.surveys.built import Built, check_entries

# Randomizers


def local_randomizer(mechanism: Mechanism) -> Built:
    """Return a mechanism on one person's values as a local randomizer: every two values are neighbours.

    Source: Kasiviswanathan et al., as the lecture notes quote them, Definition 3.2 with δ = 0.

    >>> print(local_randomizer(Mechanism([["1/2", "1/2"], ["1/3", "2/3"], ["1/6", "5/6"]])).level)
    1/3
    """
    return Built(mechanism, complete(inputs=range(len(mechanism))))


def binary_response(truth: Exact) -> Built:
    """Return the randomized response that answers a bit truthfully with this probability, and else its opposite.

    Its level is the smaller of truth/(1 - truth) and (1 - truth)/truth.
    Domain: a probability. Raises: `InputError` outside [0, 1].
    Source: Warner 1965, as Dwork 2013 quotes it, section 2.5.

    >>> print(binary_response("3/4").level)
    1/3
    """
    return truthful_response(2, truth)


def truthful_response(k: int, truth: Exact) -> Built:
    """Return the randomized response on k values that answers truthfully with this probability.

    Otherwise it answers each other value with the same probability q. Its level is the smaller of truth/q and q/truth.
    Domain: k ≥ 2 and a probability. Raises: `InputError` outside, and as `check_entries`.

    >>> print(truthful_response(4, "3/5").level)
    2/9
    """
    p = _probability(truth, "the probability of the truth")
    if _domain(k) < 2:
        raise InputError("a probability of the truth for 1 value: write at least 2 values")
    check_entries(k, k)
    other = (1 - p) / (k - 1)
    return local_randomizer(Mechanism([[p if i == r else other for r in range(k)] for i in range(k)]))


def biased_response(bias: Exact) -> Built:
    """Return the randomized response that answers truthfully with probability 1/2 + bias.

    Its level is (1 - 2·bias)/(1 + 2·bias): the notes call the bias ε, but it is not the ε of the resulting privacy.
    Domain: 0 ≤ bias ≤ 1/2; at 0 nothing is learned, at 1/2 everything. Raises: `InputError` outside.
    Source: lecture notes, section 4.1.

    >>> print(biased_response("1/10").level)
    2/3
    """
    value = exact(bias)
    if not 0 <= value <= Fraction(1, 2):
        raise InputError(f"a bias of {elided(text(value))}: write one from 0 to 1/2, such as 1/4")
    return binary_response(Fraction(1, 2) + value)


def two_coin_response(heads: Exact = Fraction(1, 2), yes: Exact = Fraction(1, 2)) -> Built:
    """Return the randomized response by two coins: the truth after heads, the second coin's yes or no after tails.

    Its level is (1 - heads)·m/(heads + (1 - heads)·m), where m is the smaller of yes and 1 - yes: 1/3 for fair coins.
    Domain: two probabilities. Raises: `InputError` outside [0, 1].
    Source: Dwork 2013, section 2.5, footnote 4.

    >>> two_coin_response().mechanism
    Mechanism 2 × 2
          no  yes
     no  3/4  1/4
    yes  1/4  3/4
    """
    honest, said = _probability(heads, "the probability of heads"), _probability(yes, "the probability of yes")
    always = [(1 - honest) * (1 - said), (1 - honest) * said]
    rows = [[always[0] + honest, always[1]], [always[0], always[1] + honest]]
    return local_randomizer(Mechanism(rows, ["no", "yes"], ["no", "yes"]))


def k_ary_response(k: int, alpha: Exact) -> Built:
    """Return the randomized response on k values: the truth has weight 1, every other value α; its level is α.

    Domain: k ≥ 1 and 0 ≤ α ≤ 1; for k = 1 the level is 1. Raises: `InputError` outside.

    >>> k_ary_response(3, "1/2").mechanism
    Mechanism 3 × 3
         0    1    2
    0  1/2  1/4  1/4
    1  1/4  1/2  1/4
    2  1/4  1/4  1/2
    """
    return subset_response(k=k, size=1, alpha=alpha)


@by_name
def subset_response(*, k: int, size: int, alpha: Exact) -> Built:
    """Return the randomizer that answers a set of values: sets that contain the truth have weight 1, the others α.

    Its level is α for 1 ≤ size < k; for size = k it has one response, and the level is 1. Size 1 is randomized
    response. Domain: 1 ≤ size ≤ k, 0 ≤ α ≤ 1. Raises: `InputError` outside, and as `check_entries`.

    >>> subset_response(k=3, size=2, alpha="1/2").mechanism.responses
    ('0 1', '0 2', '1 2')
    """
    level, size_of_domain = privacy_level(alpha), _domain(k)
    if not 1 <= size <= k:
        raise InputError(f"sets of {size} among {counted(k, 'value')}: write a size from 1 to {k}")
    check_entries(size_of_domain, comb(k, size))
    sets = list(combinations(range(k), size))
    p, q = level.numerator, level.denominator
    total = q * comb(k - 1, size - 1) + p * comb(k - 1, size)
    rows = [[q if value in chosen else p for chosen in sets] for value in range(k)]
    return local_randomizer(
        Mechanism.from_integers(rows, [total] * k, responses=[" ".join(map(str, each)) for each in sets])
    )


def unary_encoding(k: int, kept: Exact, invented: Exact) -> Built:
    """Return the randomizer that encodes a value as k bits, one of them 1, and randomises each bit independently.

    The 1 stays 1 with probability `kept`, each 0 becomes 1 with probability `invented`. For 0 < invented ≤ kept < 1
    and k ≥ 2 its level is invented·(1 - kept)/(kept·(1 - invented)): α for kept = 1/2, invented = α/(1 + α), and α² for
    the symmetric 1/(1 + α), α/(1 + α).
    Domain: k ≥ 1, two probabilities. Raises: `InputError` outside, and as `check_entries`.

    >>> print(unary_encoding(3, "1/2", "1/3").level, unary_encoding(3, "2/3", "1/3").level)
    1/2 1/4
    """
    p = _probability(kept, "the probability that the 1 is kept")
    q = _probability(invented, "the probability of an invented 1")
    check_entries(_domain(k), 2 ** min(k, 64))
    words = list(product((0, 1), repeat=k))
    rows = []
    for value in range(k):
        row = []
        for word in words:
            chance = Fraction(1)
            for place, bit in enumerate(word):
                one = p if place == value else q
                chance *= one if bit else 1 - one
            row.append(chance)
        rows.append(row)
    return local_randomizer(Mechanism(rows, responses=["".join(map(str, word)) for word in words]))


@by_name
def tally(randomizer: Mechanism, *, n: int) -> Built:
    """Return the mechanism for a count query that adds the independently randomised bits of n people.

    Input i is the number of people with bit 1, and the response is the number of responses 1.
    Domain: a mechanism with two inputs and two responses; n ≥ 0; neighbours are the path. For n ≥ 1 its level is the
    level of the randomizer, but its privacy curve is far lower.
    Raises: `InputError` outside, and as `check_entries`.
    Source: lecture notes, section 4.1, where the curator sees each response.

    >>> tally(binary_response("2/3").mechanism, n=2).mechanism
    Mechanism 3 × 3
         0    1    2
    0  4/9  4/9  1/9
    1  2/9  5/9  2/9
    2  1/9  4/9  4/9
    """
    if randomizer.shape != (2, 2):
        raise InputError(
            "the randomizer is {} × {}: a tally counts bits, so write a 2 × 2 one".format(*randomizer.shape)
        )
    if n < 0:
        raise InputError(f"{n} people: write at least 0")
    check_entries(n + 1, n + 1)
    # The coefficients of a product of these polynomials are the probabilities of the sums.
    zero, one = (fmpq_poly(list(map(to_fmpq, row))) for row in randomizer)
    sums = (zero ** (n - i) * one**i for i in range(n + 1))
    return Built(Mechanism([[each[r] for r in range(n + 1)] for each in sums]), path(n=n))


# Estimators


@dataclass(frozen=True)
class Estimator(Shown):
    """A score for each response, such that the average score is an unbiased estimate of the average target.

    For every input i the expected score is exactly target_i. Domain: make one with `unbiased_estimator`.

    >>> found = unbiased_estimator(k_ary_response(3, "1/2").mechanism, [0, 1, 2])
    >>> [str(score) for score in found.scores], found.of([0, 2, 2]), found.variance([1, 1, 1])
    (['-3', '1', '5'], Fraction(7, 3), Fraction(10, 3))
    >>> [str(sum(p * score for p, score in zip(row, found.scores, strict=True))) for row in found.mechanism]
    ['0', '1', '2']
    """

    mechanism: Mechanism
    target: tuple[Fraction, ...]
    scores: tuple[Fraction, ...]

    def of(self, responses: Iterable[int]) -> Fraction:
        """Return the estimate: the average score of these responses, by position. Raises: `InputError` for none."""
        found = [self.scores[r] for r in responses]
        if not found:
            raise InputError("no responses are given: write at least one")
        return sum(found, Fraction(0)) / len(found)

    def variance(self, people: Sequence[int]) -> Fraction:
        """Return the exact variance of the estimate, given the number of people with each input.

        Domain: one number for each input, at least 0, not all 0. Raises: `InputError` otherwise.
        """
        if len(people) != len(self.target) or min(people) < 0 or not any(people):
            raise InputError(
                f"{elided(str(list(people)))}: write how many people have each of the {len(self.target)} inputs"
            )
        each = zip(people, self.variances, strict=True)
        return sum((number * variance for number, variance in each), Fraction(0)) / sum(people) ** 2

    @property
    def variances(self) -> tuple[Fraction, ...]:
        """The variance of one person's score, for each input; n times that of n people is at most the largest.

        >>> unbiased_estimator(two_coin_response().mechanism, [0, 1]).variances
        (Fraction(3, 4), Fraction(3, 4))
        """
        return tuple(
            sum((p * score**2 for p, score in zip(row, self.scores, strict=True)), Fraction(0)) - wanted**2
            for row, wanted in zip(self.mechanism, self.target, strict=True)
        )


@dataclass(frozen=True)
class Indistinguishable(Shown):
    """The proof that no unbiased estimator exists: two priors that give every response the same probability.

    Their expected targets differ, so no function of responses has the right expectation under both.
    """

    mechanism: Mechanism
    target: tuple[Fraction, ...]
    first: tuple[Fraction, ...]
    second: tuple[Fraction, ...]

    def __bool__(self) -> bool:
        return False


def unbiased_estimator(mechanism: Mechanism, target: Iterable[Exact]) -> Estimator | Indistinguishable:
    """Return the linear unbiased estimator of the average target with the least variance under the uniform prior.

    With more responses than inputs there may be many estimators. Their variance under a prior is a quadratic form in
    the scores, and linear equations determine its exact minimum. The target is a number for each input: 0, 1 for the
    share of ones; 0, …, 0, 1, 0, … for the share of one value; the values for their mean.
    Domain: one number for each input. Raises: `InputError` for another number of targets.
    Source: lecture notes, section 4.1, where the scores are (Y - 1/2 + ε)/(2ε).

    >>> unbiased_estimator(biased_response("1/4").mechanism, [0, 1]).scores
    (Fraction(-1, 2), Fraction(3, 2))
    >>> unbiased_estimator(biased_response(0).mechanism, [0, 1]).first
    (Fraction(0, 1), Fraction(1, 1))
    """
    wanted = tuple(map(exact, target))
    if len(wanted) != len(mechanism):
        raise InputError(
            f"the target has {counted(len(wanted), 'number')}: write one for each of {len(mechanism)} inputs"
        )
    # Scores of responses that never occur do not matter and stay 0. With D the diagonal of the others' probabilities,
    # the variance is least if D·scores is a combination λ of the rows (Lagrange): solve (M·D^-1·Mᵀ)·λ = target.
    shares = [sum(mechanism.column(r), Fraction(0)) for r in range(mechanism.shape[1])]
    inverse = [1 / share if share else Fraction(0) for share in shares]
    M = mechanism.flint
    scaled = fmpq_mat([[to_fmpq(weight) * M[i, r] for i in range(M.nrows())] for r, weight in enumerate(inverse)])
    multipliers = _solution(M * scaled, wanted)
    if multipliers is None:
        return _indistinguishable(mechanism, wanted)
    scores = scaled * fmpq_mat([[each] for each in multipliers])
    return Estimator(mechanism, wanted, tuple(to_fraction(each) for each in scores.entries()))


def _indistinguishable(mechanism: Mechanism, target: tuple[Fraction, ...]) -> Indistinguishable:
    # A combination of rows that is 0 with a nonzero target; its entries sum to 0, because rows sum to 1.
    columns = [*map(list, zip(*mechanism.flint.tolist(), strict=True)), list(map(to_fmpq, target))]
    combination = _solution(fmpq_mat(columns), [Fraction(0)] * (len(columns) - 1) + [Fraction(1)])
    if combination is None:
        raise ArithmeticError("neither an estimator nor two priors were found")
    differences = [to_fraction(each) for each in combination]
    total = sum((each for each in differences if each > 0), Fraction(0))
    first = tuple(max(each, Fraction(0)) / total for each in differences)
    second = tuple(max(-each, Fraction(0)) / total for each in differences)
    return Indistinguishable(mechanism, target, first, second)


def _solution(matrix: fmpq_mat, right: Sequence[Fraction]) -> list[fmpq] | None:
    """Return one solution of matrix·x = right with free unknowns 0, or None."""
    rows = [[*row, to_fmpq(value)] for row, value in zip(matrix.tolist(), right, strict=True)]
    reduced, rank = fmpq_mat(rows).rref()
    unknowns = matrix.ncols()
    found = [fmpq(0)] * unknowns
    for row in range(rank):
        pivot = next(column for column in range(unknowns + 1) if reduced[row, column] != 0)
        if pivot == unknowns:
            return None
        found[pivot] = reduced[row, unknowns]
    return found


def _probability(value: Exact, what: str) -> Fraction:
    found = exact(value)
    if not 0 <= found <= 1:
        raise InputError(f"{what} is {elided(text(found))}: write a number from 0 to 1")
    return found


def _domain(k: int) -> int:
    if k < 1:
        raise InputError(f"{k} values: write at least 1")
    return k
