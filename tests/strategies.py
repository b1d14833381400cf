"""Random mechanisms with many edge cases: few inputs, zeros, equal rows, unused responses, ties, levels 0 and 1.

Each strategy is built once: to build and check one anew for each example takes longer than to draw from it.
"""

from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import ceil, floor
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from exactdp import Mechanism, geometric
from exactdp.model.losses import Loss, absolute, asymmetric, power_loss, squared, table, threshold, zero_one
from exactdp.model.neighbours import Neighbours, complete, cycle, edges, hypercube, path
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, proportional
from exactdp.optimum.problem import Constraint, Problem

LEVELS = st.sampled_from([Fraction(word) for word in ("0", "1/5", "1/3", "1/2", "2/3", "9/10", "1")])
BELOW_ONE = LEVELS.filter(lambda alpha: alpha < 1)
INSIDE = BELOW_ONE.filter(bool)
SIZES = st.sampled_from([1, 2, 2, 3, 3, 4, 5])
KINDS = st.sampled_from(["free", "free", "unused", "repeated", "constant"])
ONE_OF_THREE = st.sampled_from([True, False, False])


def share_of(examples: int) -> settings:
    """Return how often a property is tried that has so many examples in all; at most 10 of them are always tried.

    The share is that of the profile: 100 stand for all, as by default in hypothesis. `tests/conftest.py` has profiles.
    """
    return settings(max_examples=max(min(examples, 10), examples * settings.default.max_examples // 100))


@cache
def lists(size: int, each: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(each, min_size=size, max_size=size)


@cache
def fractions_within(low: Fraction | int | str, high: Fraction | int | str, most: int) -> st.SearchStrategy[Fraction]:
    """Fractions between two numbers, with denominators of at most `most`: nine times as fast as `st.fractions`."""
    ends = {q: (ceil(Fraction(low) * q), floor(Fraction(high) * q)) for q in range(1, most + 1)}
    numerators = {q: st.integers(*each) for q, each in ends.items() if each[0] <= each[1]}
    denominators = st.sampled_from(list(numerators))

    @st.composite
    def fraction(draw: st.DrawFn) -> Fraction:
        denominator = draw(denominators)
        return Fraction(draw(numerators[denominator]), denominator)

    return fraction()


WEIGHTS = st.integers(0, 3)


@cache
def weight_lists(width: int, each: st.SearchStrategy[int] = WEIGHTS) -> st.SearchStrategy[list[int]]:
    return lists(width, each).filter(any)


@cache
@st.composite
def rows(draw: st.DrawFn, width: int) -> list[Fraction]:
    weights = draw(weight_lists(width))
    return [Fraction(weight, sum(weights)) for weight in weights]


@cache
@st.composite
def mechanisms(draw: st.DrawFn, height: int | None = None, width: int | None = None) -> Mechanism:
    height = draw(SIZES) if height is None else height
    width = draw(SIZES) if width is None else width
    kind = draw(KINDS)
    distributions = rows(width)
    if kind == "unused" and width > 1:
        unused = draw(st.integers(0, width - 1))
        distributions = rows(width - 1).map(lambda row: [*row[:unused], Fraction(0), *row[unused:]])
    if kind in ("repeated", "constant"):
        distributions = st.sampled_from([draw(distributions) for _ in range(2 if kind == "repeated" else 1)])
    found = Mechanism([draw(distributions) for _ in range(height)])
    return geometric(n=height - 1, alpha=draw(LEVELS)) @ found if draw(ONE_OF_THREE) else found


@cache
def some_pairs(size: int) -> st.SearchStrategy[set[tuple[int, int]]]:
    return st.sets(st.sampled_from(complete(inputs=range(size)).pairs)) if size > 1 else st.just(set())


@cache
@st.composite
def graphs(draw: st.DrawFn, size: int) -> Neighbours:
    named = [path(inputs=range(size)), complete(inputs=range(size)), edges(draw(some_pairs(size)), inputs=range(size))]
    named += [cycle(inputs=range(size))] if size >= 3 else []
    named += [hypercube(inputs=range(size))] if size in (1, 2, 4) else []
    return draw(st.sampled_from(named))


# Users

PRIOR_WEIGHTS = st.sampled_from([0, 0, 1, 1, 2, 3, 7])
NAMED_LOSSES = st.sampled_from([None, None, absolute(), squared(), zero_one(), threshold(1)])
STEPS = st.sampled_from([0, 0, 1, 2, Fraction(1, 3)])
CELLS = st.integers(-2, 5)


@cache
@st.composite
def priors(draw: st.DrawFn, size: int) -> tuple[Fraction, ...]:
    return proportional(draw(weight_lists(size, PRIOR_WEIGHTS)))


@cache
@st.composite
def monotone_losses(draw: st.DrawFn, size: int) -> Loss:
    """A loss that depends on i and |i-r| alone and does not fall with the latter; ties and i-dependent scales."""
    named = draw(NAMED_LOSSES)
    if named is not None:
        return named
    rows = []
    for i in range(size):
        heights = list(accumulate(draw(lists(size, STEPS))))
        rows.append([heights[abs(i - r)] for r in range(size)])
    return table(rows)


@cache
@st.composite
def losses(draw: st.DrawFn, inputs: int, responses: int) -> Loss:
    return table(draw(lists(inputs, lists(responses, CELLS))))


@cache
def some_inputs(size: int) -> st.SearchStrategy[set[int]]:
    return st.sets(st.integers(0, size - 1), min_size=1)


@cache
@st.composite
def users(draw: st.DrawFn, size: int, loss: st.SearchStrategy[Loss] | None = None) -> User:
    """A Bayesian user or a minimax consumer, with a monotone loss unless another is given."""
    chosen = draw(monotone_losses(size) if loss is None else loss)
    if draw(st.booleans()):
        return BayesianUser(chosen, draw(priors(size)))
    inside = draw(some_inputs(size))
    return MinimaxConsumer(chosen, inputs=range(size), side_information=inside)


# Problems


ROOTS = st.sampled_from(["1/2", "2/3", "5/3"]).map(power_loss)
KINDS_OF_LOSS = st.sampled_from(["count query", "table", "root", "slopes"])
SLOPES = st.builds(asymmetric, INSIDE, st.integers(1, 3))
COEFFICIENTS = st.sampled_from([-1, 1, 2, Fraction(1, 3)])
BOUNDS = st.sampled_from([-1, 0, Fraction(1, 4), Fraction(2, 3)])


@cache
def some_users(kind: str, inputs: int, responses: int) -> st.SearchStrategy[User]:
    if kind == "root":
        return st.builds(BayesianUser, ROOTS, priors(inputs))
    return users(inputs, losses(inputs, responses) if kind == "table" else SLOPES)


@cache
def some_constraints(inputs: int, responses: int) -> st.SearchStrategy[list[Constraint]]:
    cells = st.tuples(st.integers(0, inputs - 1), st.integers(0, responses - 1))
    coefficients = st.dictionaries(cells, COEFFICIENTS, min_size=1, max_size=3)
    return st.lists(st.builds(Constraint, coefficients, BOUNDS, exactly=st.booleans()), max_size=2)


@cache
@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """A problem of any kind of loss, with constraints or none; small enough to be solved at once."""
    inputs, responses = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    kind = draw(KINDS_OF_LOSS)
    if kind == "count query":
        return Problem(draw(users(inputs)), draw(LEVELS))
    constraints = draw(some_constraints(inputs, responses))
    user = draw(some_users(kind, inputs, responses))
    return Problem(user, draw(LEVELS), draw(graphs(inputs)), responses=range(responses), constraints=constraints)
