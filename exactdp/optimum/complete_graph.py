"""The optimum on the complete graph, with one variable m_r for each response in place of all pairs of inputs.

x_kr ≥ α·x_ir holds for all i, k exactly if x_kr ≥ α·m_r and m_r ≥ x_ir for some m_r. So each entry needs 2 rows instead
of one for each pair. `matched` converts the prices of these rows to prices of pairs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from exactdp.linear_programs.linear_program import Coefficients, LinearProgram
from exactdp.optimum.problem import Problem


def compact(problem: Problem, without_privacy: LinearProgram) -> LinearProgram:
    """Return the linear program of a problem, given the one without neighbours.

    Its additional variables are m_r. Its additional rows are x_ir - α·m_r ≥ 0 for each input and response, then m_r -
    x_ir ≥ 0.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.neighbours import complete
    >>> from exactdp.model.users import MinimaxConsumer
    >>> problem = Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2", complete(inputs=range(2)))
    >>> program = compact(problem, LinearProgram(5, {}, (), ()))
    >>> [{j: str(a) for j, a in row.items()} for row in program.rows[:5:4]]
    [{0: '1', 5: '-1/2'}, {0: '-1', 5: '1'}]
    """
    first, width, one = without_privacy.variables, problem.responses, Fraction(1)
    rows: list[Coefficients] = []
    for above, below in ((one, -problem.alpha), (-one, one)):
        rows += [{x: above, first + x % width: below} for x in range(problem.inputs * width)]
    free = without_privacy.free | frozenset(range(first, first + width))
    wider = replace(without_privacy, variables=first + width, free=free)
    return wider.with_rows((row, Fraction(0)) for row in rows)


def matched(problem: Problem, multipliers: Sequence[Fraction]) -> dict[tuple[int, int, int], Fraction]:
    """Return prices of pairs, (r, i, k) for x_kr ≥ α·x_ir, equivalent to the prices of the additional rows.

    `multipliers` are the prices of the additional rows. The price of a pair of an input with itself is left out, which
    only increases the reduced cost of its entry.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.neighbours import complete
    >>> from exactdp.model.users import MinimaxConsumer
    >>> problem = Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2", complete(inputs=range(2)))
    >>> matched(problem, [Fraction(v) for v in (0, 1, 2, 0, 1, 0, 0, "1/2")])
    {(0, 0, 1): Fraction(2, 1), (1, 1, 0): Fraction(1, 1)}
    """
    inputs, width = problem.inputs, problem.responses
    flows = {}
    for r in range(width):
        low = [(k, multipliers[k * width + r]) for k in range(inputs)]
        high = [(i, multipliers[(inputs + i) * width + r] / problem.alpha) for i in range(inputs)]
        for i, k, price in _pairs(high, low):
            if i != k:
                flows[r, i, k] = price
    return flows


def _pairs(
    first: Sequence[tuple[int, Fraction]], second: Sequence[tuple[int, Fraction]]
) -> Iterator[tuple[int, int, Fraction]]:
    """Yield the amount that goes from each first to each second, in order (the north-west corner rule)."""
    givers, takers = ([each for each in side if each[1]][::-1] for side in (first, second))
    while givers and takers:
        (i, given), (k, taken) = givers.pop(), takers.pop()
        price = min(given, taken)
        yield i, k, price
        if given > price:
            givers.append((i, given - price))
        if taken > price:
            takers.append((k, taken - price))
