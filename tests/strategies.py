"""Random mechanisms that lean on corners: few inputs, zeros, equal rows, unused responses, ties, levels 0 and 1."""

from fractions import Fraction
from itertools import accumulate

from hypothesis import strategies as st

from exactdp.model.geometric import geometric
from exactdp.model.losses import Loss, absolute, asymmetric, power_loss, squared, table, threshold, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours, complete, cycle, edges, hypercube, path
from exactdp.model.users import BayesianUser, MinimaxConsumer, User, proportional
from exactdp.optimum.problem import Constraint, Problem

LEVELS = st.sampled_from([Fraction(word) for word in ("0", "1/5", "1/3", "1/2", "2/3", "9/10", "1")])
BELOW_ONE = LEVELS.filter(lambda alpha: alpha < 1)
INSIDE = BELOW_ONE.filter(bool)
SIZES = st.sampled_from([1, 2, 2, 3, 3, 4, 5])


@st.composite
def rows(draw: st.DrawFn, width: int) -> list[Fraction]:
    weights = draw(st.lists(st.integers(0, 3), min_size=width, max_size=width).filter(any))
    return [Fraction(weight, sum(weights)) for weight in weights]


@st.composite
def mechanisms(draw: st.DrawFn, height: int | None = None, width: int | None = None) -> Mechanism:
    height = draw(SIZES) if height is None else height
    width = draw(SIZES) if width is None else width
    kind = draw(st.sampled_from(["free", "free", "unused", "repeated", "constant"]))
    distributions = rows(width)
    if kind == "unused" and width > 1:
        unused = draw(st.integers(0, width - 1))
        distributions = rows(width - 1).map(lambda row: [*row[:unused], Fraction(0), *row[unused:]])
    if kind in ("repeated", "constant"):
        distributions = st.sampled_from([draw(distributions) for _ in range(2 if kind == "repeated" else 1)])
    found = Mechanism([draw(distributions) for _ in range(height)])
    return geometric(n=height - 1, alpha=draw(LEVELS)) @ found if draw(st.sampled_from([True, False, False])) else found


@st.composite
def graphs(draw: st.DrawFn, size: int) -> Neighbours:
    some = st.sets(st.sampled_from(complete(inputs=range(size)).pairs)) if size > 1 else st.just(set())
    named = [path(inputs=range(size)), complete(inputs=range(size)), edges(draw(some), inputs=range(size))]
    named += [cycle(inputs=range(size))] if size >= 3 else []
    named += [hypercube(inputs=range(size))] if size in (1, 2, 4) else []
    return draw(st.sampled_from(named))


# Users


@st.composite
def priors(draw: st.DrawFn, size: int) -> tuple[Fraction, ...]:
    weights = draw(st.lists(st.sampled_from([0, 0, 1, 1, 2, 3, 7]), min_size=size, max_size=size).filter(any))
    return proportional(weights)


@st.composite
def monotone_losses(draw: st.DrawFn, size: int) -> Loss:
    """A loss that depends on i and |i-r| alone and does not fall with the latter; ties and i-dependent scales."""
    named = draw(st.sampled_from([None, None, absolute(), squared(), zero_one(), threshold(1)]))
    if named is not None:
        return named
    steps = st.lists(st.sampled_from([0, 0, 1, 2, Fraction(1, 3)]), min_size=size, max_size=size)
    rows = []
    for i in range(size):
        heights = list(accumulate(draw(steps)))
        rows.append([heights[abs(i - r)] for r in range(size)])
    return table(rows)


@st.composite
def losses(draw: st.DrawFn, inputs: int, responses: int) -> Loss:
    cells = st.lists(st.integers(-2, 5), min_size=responses, max_size=responses)
    return table(draw(st.lists(cells, min_size=inputs, max_size=inputs)))


@st.composite
def users(draw: st.DrawFn, size: int, loss: st.SearchStrategy[Loss] | None = None) -> User:
    """A Bayesian user or a minimax consumer, with a monotone loss unless another is given."""
    chosen = draw(monotone_losses(size) if loss is None else loss)
    if draw(st.booleans()):
        return BayesianUser(chosen, draw(priors(size)))
    inside = draw(st.sets(st.integers(0, size - 1), min_size=1))
    return MinimaxConsumer(chosen, inputs=range(size), side_information=inside)


# Problems


ROOTS = st.sampled_from(["1/2", "2/3", "5/3"]).map(power_loss)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """A problem of any kind of loss, with constraints or none; small enough to be solved at once."""
    inputs, responses = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    kind = draw(st.sampled_from(["count query", "table", "root", "slopes"]))
    if kind == "count query":
        return Problem(draw(users(inputs)), draw(LEVELS))
    chosen = {
        "table": users(inputs, losses(inputs, responses)),
        "root": st.builds(BayesianUser, ROOTS, priors(inputs)),
        "slopes": users(inputs, st.builds(asymmetric, INSIDE, st.integers(1, 3))),
    }
    cells = st.tuples(st.integers(0, inputs - 1), st.integers(0, responses - 1))
    constraint = st.builds(
        Constraint,
        st.dictionaries(cells, st.sampled_from([-1, 1, 2, Fraction(1, 3)]), min_size=1, max_size=3),
        st.sampled_from([-1, 0, Fraction(1, 4), Fraction(2, 3)]),
        exactly=st.booleans(),
    )
    constraints = draw(st.lists(constraint, max_size=2))
    return Problem(
        draw(chosen[kind]), draw(LEVELS), draw(graphs(inputs)), responses=range(responses), constraints=constraints
    )
