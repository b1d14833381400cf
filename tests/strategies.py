"""Random mechanisms that lean on corners: few inputs, zeros, equal rows, unused responses, ties, levels 0 and 1."""

from fractions import Fraction

from hypothesis import strategies as st

from exactdp.geometric import geometric
from exactdp.mechanism import Mechanism
from exactdp.neighbours import Neighbours, complete, cycle, edges, hypercube, path

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
    return geometric(height - 1, draw(LEVELS)) @ found if draw(st.sampled_from([True, False, False])) else found


@st.composite
def graphs(draw: st.DrawFn, size: int) -> Neighbours:
    some = st.sets(st.sampled_from(complete(size).pairs)) if size > 1 else st.just(set())
    named = [path(size), complete(size), edges(size, draw(some))]
    named += [cycle(size)] if size >= 3 else []
    named += [hypercube(size)] if size in (1, 2, 4) else []
    return draw(st.sampled_from(named))
