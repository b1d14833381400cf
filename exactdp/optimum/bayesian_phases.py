"""The phases of a Bayesian user: for each response of G, the lower envelope of the posterior losses as polynomials."""

from collections.abc import Sequence

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, algebraic
from exactdp.arithmetic.rational_functions import RationalFunction, rational_function
from exactdp.arithmetic.real_sets import between
from exactdp.arithmetic.sign_changes import cell, vanishes, zeros
from exactdp.linear_programs.searching import Progress, silent
from exactdp.model.users import BayesianUser
from exactdp.optimum.phase_diagram import ONE, Breakpoint, Piece, expected_loss, prices

LeastOnInterval = tuple[AlgebraicNumber, tuple[int, ...], tuple[int, ...]]
"""The end of an interval, the functions that are least on it, and the functions that are least at its end."""


def bayesian(user: BayesianUser, progress: Progress = silent) -> tuple[tuple[Piece, ...], tuple[Breakpoint, ...]]:
    """Return the intervals of α with the same Bayes choices, and the breakpoints between them.

    Domain: n ≥ 1 and a rational loss. Raises: `InputError` for an irrational loss.
    Source: Ghosh, Roughgarden & Sundararajan 2009, section 2.3, for every α at once.

    >>> from exactdp.model.losses import absolute
    >>> pieces, breakpoints = bayesian(BayesianUser(absolute(), ["1/6", "5/6"]))
    >>> [piece.choices for piece in pieces], [each.at for each in breakpoints]
    ([((0,), (1,)), ((1,), (1,))], [AlgebraicNumber: 1/5])
    """
    prior = tuple(map(rational_function, user.prior))
    costs = prices(user, prior)
    runs = []
    for k, functions in enumerate(costs):
        progress(f"the best readings of response {k} of {user.size}")
        runs.append(lower_envelope(functions))
    progress("the losses of the phases")
    at = [0] * len(runs)
    pieces, breakpoints = [], []
    lower = algebraic(0)
    while lower < 1:
        here = [run[j] for run, j in zip(runs, at, strict=True)]
        upper = min(end for end, _, _ in here)
        choices = tuple(least for _, least, _ in here)
        remap = tuple(((chosen[0], ONE),) for chosen in choices)
        pieces.append(Piece(lower, upper, expected_loss(remap, costs), remap, prior, choices))
        breakpoints.append(Breakpoint(upper, tuple(ties if end == upper else least for end, least, ties in here)))
        at = [j + (end == upper) for j, (end, _, _) in zip(at, here, strict=True)]
        lower = upper
    return tuple(pieces), tuple(breakpoints[:-1])


def lower_envelope(functions: Sequence[RationalFunction]) -> tuple[LeastOnInterval, ...]:
    """Return the intervals from 0 to 1 on which the same functions are least, in order.

    Domain: polynomials. An interval also ends at a number at which one more function is equally small. At the last end,
    1, only the functions that are least before it are given.

    >>> a = rational_function("a")
    >>> for end, least, ties in lower_envelope([a, 1 - a, (a - "1/4") ** 2 + a]):
    ...     print(end, least, ties)
    1/4 (0,) (0, 2)
    1/2 (0,) (0, 1)
    1 (1,) (1,)
    """
    waiting, found = [(algebraic(0), algebraic(1))], []
    while waiting:
        lower, upper = waiting.pop()
        at = between(lower, upper)
        while True:
            values = [function.at(at.lower) for function in functions]
            first = values.index(min(values))
            above = {r: (f - functions[first]).numerator for r, f in enumerate(functions) if f != functions[first]}
            if all(values[r] > values[first] for r in above):
                break
            at = between(lower, at)
        least = tuple(r for r in range(len(functions)) if r not in above)
        start, end = cell(above.values(), at, lower, upper)
        inside = sorted({root for difference in above.values() for root in zeros(difference, start, end)})
        for stop in [*inside, end]:
            ties = [r for r, difference in above.items() if stop < 1 and vanishes(difference, stop)]
            found.append((stop, least, tuple(sorted([*least, *ties]))))
        waiting += [gap for gap in ((lower, start), (end, upper)) if gap[0] < gap[1]]
    return tuple(sorted(found))
