"""A Bayesian user's optimal mechanism in closed form: the Bayes remap of the geometric mechanism, and its prices.

Integers, rounded down, exclude responses that are certainly not best; exact numbers decide among the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm
from operator import floordiv, mul
from typing import Any

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.linear_programs.searching import Progress, silent
from exactdp.model.losses import Loss, LossValue, ScaledLoss, total
from exactdp.model.users import BayesianUser
from exactdp.optimum.problem import Dual, Optimum, Problem

ROUNDING_BITS = 64
"""The binary places of the rounded posterior losses."""

SINGLE_SUMS = 4
"""Up to this many posterior losses of a response are sums of their own; more of them come from a recurrence."""


@dataclass(frozen=True)
class BayesRemap:
    """The Bayes remap of G_{n,α}: for each response k of G, the responses of least posterior loss.

    `best[k]` is that loss Σ_i p_i·l(i, r)·α^|i-k|, and `choices[k]` holds every r that attains it, in order.
    """

    best: tuple[LossValue, ...]
    choices: tuple[tuple[int, ...], ...]


def bayes_remap(problem: Problem, progress: Progress = silent) -> BayesRemap:
    """Return the Bayes remap of G_{n,α}, with all ties, in O(n²) operations on integers.

    Domain: a Bayesian user, n ≥ 1, 0 < α < 1. Raises: `InputError` outside.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.3.

    >>> from exactdp.model.losses import absolute
    >>> found = bayes_remap(Problem(BayesianUser(absolute(), ["1/2", 0, 0, "1/2"]), "1/2"))
    >>> [str(loss) for loss in found.best], found.choices
    (['3/16', '3/8', '3/8', '3/16'], ((0,), (0,), (3,), (3,)))
    """
    scale, best, choices = _best(problem, progress)
    return BayesRemap(tuple(_over(value, scale) for value in best), tuple(map(tuple, choices)))


def _best(problem: Problem, progress: Progress) -> tuple[int, list[ScaledLoss], list[list[int]]]:
    """Return the least posterior losses, as integers (or sums of radicals) over a denominator, and their minimisers."""
    user, n, alpha = problem.user, problem.n, problem.alpha
    if not isinstance(user, BayesianUser):
        raise InputError("Bayes' rule needs a prior: write a Bayesian user")
    if n < 1 or not 0 < alpha < 1:
        raise InputError("the closed form is for n ≥ 1 and a level strictly between 0 and 1")
    q = alpha.denominator
    loss_scale, losses = user.loss.scaled(problem.inputs, problem.responses)
    prior_scale = lcm(*(probability.denominator for probability in user.prior))
    weights = [probability.numerator * (prior_scale // probability.denominator) for probability in user.prior]
    posterior = PosteriorLosses(alpha, weights)
    best: list[Any] = [None] * (n + 1)
    choices: list[list[int]] = [[] for _ in range(n + 1)]
    every: Sequence[int] = range(n + 1)
    candidates = _candidates(alpha, weights, losses) if user.loss.rational else [every] * problem.responses
    for r, near in enumerate(candidates):
        if r % 50 == 0:
            progress(f"Bayes' rule, response {r} of {problem.responses}")
        column = [row[r] for row in losses]
        found = posterior.of(column) if len(near) > SINGLE_SUMS else {k: posterior.at(k, column) for k in near}
        for k in near:
            here, least = found[k], best[k]
            if least is None or here < least:
                best[k], choices[k] = here, [r]
            elif here == least:
                choices[k].append(r)
    return q**n * prior_scale * loss_scale, best, choices


def _candidates(alpha: Fraction, prior: Sequence[int], losses: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """Return, for each response, all k at which it may be best, and perhaps others."""
    p, q = alpha.numerator, alpha.denominator
    lowest = [min(row) for row in losses]
    largest = max(max(row) - low for row, low in zip(losses, lowest, strict=True))
    likeliest = max(prior)
    chances = [(weight << ROUNDING_BITS) // likeliest for weight in prior]
    sums = []
    for r in range(len(losses[0])):
        terms = [chance * (row[r] - low) for chance, row, low in zip(chances, losses, lowest, strict=True)]
        before, after = (accumulate(each, lambda total, term: p * total // q + term) for each in (terms, terms[::-1]))
        sums.append([x + y - term for x, y, term in zip(before, [*after][::-1], terms, strict=True)])
    # Each chance is rounded down by less than 1, so each term by at most the largest loss; and each of up to n + 1
    # steps rounds down by less than 1. So two sums of this kind are wrong by less than this number.
    error = 2 * len(prior) * (largest + 1)
    bounds = [least + 2 * error for least in map(min, zip(*sums, strict=True))]
    return [[k for k, (here, most) in enumerate(zip(column, bounds, strict=True)) if here <= most] for column in sums]


class PosteriorLosses:
    """For a prior of integers, the sums V_k = q^n·Σ_i c_i·α^|i-k| of costs c_i = p_i·l(i, r), where α = p/q.

    The matrix (α^|i-k|) has a tridiagonal inverse. So V_(k+1) follows from V_k, V_(k-1) and c_k by products and one
    exact division with small integers. Domain: n ≥ 1, 0 < α < 1.

    >>> PosteriorLosses(Fraction(1, 2), [1, 0, 1]).of([0, 1, 2])
    [2, 4, 8]
    """

    def __init__(self, alpha: Fraction, prior: Sequence[int]) -> None:
        p, q, n = alpha.numerator, alpha.denominator, len(prior) - 1
        self._p, self._q = p, q
        self._prior, self._powers = prior, [p**d * q ** (n - d) for d in range(n + 1)]
        self._at_zero = list(map(mul, prior, self._powers))
        self._inside = [(q * q - p * p) * q**n * weight for weight in prior]

    def at(self, k: int, losses: Sequence[Any]) -> Any:
        """Return V_k alone.

        >>> PosteriorLosses(Fraction(1, 2), [1, 0, 1]).at(1, [0, 1, 2])
        4
        """
        terms = map(mul, losses, self._prior)
        return sum(map(mul, terms, [*self._powers[k:0:-1], *self._powers[: len(self._prior) - k]]), start=0)

    def of(self, losses: Sequence[Any]) -> list[Any]:
        """Return V_0, …, V_n for the losses l(0, r), …, l(n, r)."""
        p, q = self._p, self._q
        divide = floordiv if isinstance(sum(losses, start=0), int) else _quotient
        here = sum((loss * weight for loss, weight in zip(losses, self._at_zero, strict=True)), start=0)
        found = [here]
        inside = [loss * weight for loss, weight in zip(losses, self._inside, strict=True)]
        before, here = here, divide(q * q * here - inside[0], p * q)
        for cost in inside[1:]:
            found.append(here)
            before, here = here, divide((q * q + p * p) * here - cost, p * q) - before
        return found


def closed_form(problem: Problem, progress: Progress = silent) -> Optimum:
    """Return the Bayes remap of G_{n,α} and the only prices that can prove it optimal.

    For every monotone (and every unimodal) loss the prices prove it, by the papers' main theorem. For another loss the
    kernel may reject them. Domain: a count query of a Bayesian user, 0 < α < 1. Raises: `InputError` outside.
    Source: Ghosh, Roughgarden & Sundararajan 2009, Theorem 3.1.

    >>> from exactdp.model.losses import absolute
    >>> closed_form(Problem(BayesianUser(absolute(), ["1/2", "1/2"]), "1/2")).value
    Fraction(1, 3)
    """
    if not (problem.is_count_query and isinstance(problem.user, BayesianUser)):
        raise InputError("the closed form is for a count query: the path as neighbours, and no constraints")
    scale, best, choices = _best(problem, progress)
    weights = row_prices(problem.alpha, best, scale)
    remap = tuple(((chosen[0], Fraction(1)),) for chosen in choices)
    dual = Dual(problem.user.prior, weights)
    return Optimum(problem, total(weights), dual, remap, choices=tuple(map(tuple, choices)))


def rises_strictly(loss: Loss, size: int) -> bool:
    """Return whether the losses on the first and on the last input strictly rise away from the true answer.

    If these inputs have positive probabilities and the loss is unimodal, a remap of G that is the only optimal one
    makes the only optimal mechanism.

    >>> from exactdp.model.losses import absolute, zero_one
    >>> rises_strictly(absolute(), 3), rises_strictly(zero_one(), 3)
    (True, False)
    """
    n = size - 1
    return all(loss(0, r) < loss(0, r + 1) and loss(n, r) > loss(n, r + 1) for r in range(n))


def row_prices(alpha: Fraction, best: Sequence[ScaledLoss], scale: int) -> tuple[LossValue, ...]:
    """Return the price of each input's row, given the least posterior losses times a number.

    Complementary slackness requires A·w = best with A = (α^|i-k|), because G uses every column.
    Domain: n ≥ 1, 0 < α < 1.

    >>> row_prices(Fraction(1, 2), [4, 5, 4], 6)
    (Fraction(1, 3), Fraction(1, 2), Fraction(1, 3))
    """
    p, q = alpha.numerator, alpha.denominator
    ends = [q * q * best[0] - p * q * best[1], q * q * best[-1] - p * q * best[-2]]
    middle = [(q * q + p * p) * here - p * q * (a + b) for a, here, b in zip(best, best[1:], best[2:], strict=False)]
    common = (q * q - p * p) * scale
    return tuple(_over(value, common) for value in (ends[0], *middle, ends[1]))


def _quotient(value: RadicalSum, divisor: int) -> RadicalSum:
    return value * Fraction(1, divisor)


def _over(value: ScaledLoss, scale: int) -> LossValue:
    return Fraction(value, scale) if isinstance(value, int) else value * Fraction(1, scale)
