"""IBM's diffprivlib: the exact probabilities of its mechanisms, counted from its own code.

Each of these mechanisms draws one uniform double and maps it to an answer in floating-point arithmetic. This module
calls the library's own `randomise` with given draws, and `uniform_numbers` counts the answers. It finds the steps
between answers by bisection. This is exact for samplers that only multiply and compare, because their steps are sharp.
For the geometric samplers all draws around every step are tried. So the result is exact if NumPy's logarithm is within
40 units in the last place.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.spelling import elided, text
from exactdp.files.numpy_arrays import double, dyadic
from exactdp.model.matrix import Matrix
from exactdp.model.neighbours import Neighbours, complete
from exactdp.model.sizes import by_name
from exactdp.other_libraries import Implementation, Maker, check_size, library, version
from exactdp.other_libraries.uniform_numbers import DRAWS, pieces
from exactdp.surveys.geometric_variants import within

SOURCE = "counted over the 2^53 uniform numbers its randomise() may draw"


class _Draws:
    """A replacement for the library's source of uniform doubles, for one draw."""

    def __init__(self) -> None:
        self.number: int | None = None

    def random(self) -> np.float64:
        """Return the given number as a double."""
        if self.number is None:
            raise InputError("this mechanism draws more than one number for an answer: it cannot be counted")
        drawn, self.number = self.number, None
        return np.float64(drawn) / DRAWS


def answers(mechanism: Any, value: object) -> Callable[[int], Hashable]:
    """Return the library's own map from a draw m, the uniform number m/2^53, to its answer on this value.

    If the library raises OverflowError or RuntimeError, the answer is the name of the error.
    Domain: a mechanism that draws one uniform double per answer; its state does not change.
    Raises: `InputError`, when called, for a mechanism that draws more.
    """
    draws, patched = _Draws(), mechanism.copy()
    patched._rng = draws

    def answer(number: int) -> Hashable:
        draws.number = number
        try:
            with np.errstate(all="ignore"):
                found = patched.randomise(value)
        except (OverflowError, RuntimeError) as error:
            return type(error).__name__
        plain: Hashable = found.item() if isinstance(found, np.generic) else found
        return plain

    return answer


def distribution(mechanism: Any, value: object) -> dict[Hashable, Fraction]:
    """Return the exact probability of each answer of a mechanism on this value.

    Domain: a `Binary`, `Exponential`, `ExponentialCategorical`, `ExponentialHierarchical`, `Geometric`,
    `GeometricTruncated` or `GeometricFolded` of diffprivlib.
    Raises: `InputError` for any other mechanism, because its answers need not be monotone in the draw.
    """
    mechanisms = library("diffprivlib.mechanisms", "diffprivlib")
    answer, ordered, cuts = answers(mechanism, value), mechanism, [0, DRAWS]
    if isinstance(mechanism, mechanisms.Geometric):
        # The noise decreases from 0 to its minimum and then, after an error, from its maximum to 0; folded noise is not
        # monotone.
        ordered = mechanisms.Geometric(epsilon=mechanism.epsilon, sensitivity=mechanism.sensitivity)
        cuts = [0, DRAWS // 2, DRAWS]
    elif type(mechanism) not in (
        mechanisms.Binary,
        mechanisms.Exponential,
        mechanisms.ExponentialCategorical,
        mechanisms.ExponentialHierarchical,
    ):
        raise InputError(f"{type(mechanism).__name__} cannot be counted: write a geometric, binary or exponential one")
    counts: Counter[Hashable] = Counter()
    for start, end in pairwise(cuts):
        for first, last, _ in pieces(answers(ordered, value), start, end):
            counts[answer(first)] += last - first
    return {response: Fraction(count, DRAWS) for response, count in counts.items()}


def _table(mechanisms: Sequence[Any], values: Sequence[object], labels: Sequence[object]) -> Matrix:
    rows = [distribution(mechanism, value) for mechanism, value in zip(mechanisms, values, strict=True)]
    # Numbers in order, then the errors, or the labels of categories.
    responses = sorted({response for row in rows for response in row}, key=lambda each: (isinstance(each, str), each))
    return Matrix([[row.get(response, 0) for response in responses] for row in rows], labels, responses)


def _made(name: str, table: Matrix, neighbours: Neighbours, promised: float) -> Implementation:
    return Implementation(f"{version('diffprivlib')}, {name}", SOURCE, table, neighbours, dyadic(promised))


def _module(n: int, epsilon: Exact) -> tuple[ModuleType, float]:
    check_size(n)
    asked = exact(epsilon)
    if asked <= 0:
        raise InputError(f"ε = {elided(text(asked))}: write a number above 0")
    # Pass a Python float to the library, as its users do.
    return library("diffprivlib.mechanisms", "diffprivlib"), double(asked, "nearest").item()


def _geometric(kind: str, bounded: bool) -> Maker:
    @by_name
    def make(*, n: int, epsilon: Exact, sensitivity: int = 1) -> Implementation:
        module, asked = _module(n, epsilon)
        bounds = {"lower": 0, "upper": n} if bounded else {}
        mechanism = getattr(module, kind)(epsilon=asked, sensitivity=sensitivity, **bounds)
        table = _table([mechanism] * (n + 1), range(n + 1), range(n + 1))
        said = "".join(f", {name}={value}" for name, value in bounds.items())
        name = f"{kind}(epsilon={asked!r}, sensitivity={sensitivity}{said})"
        return _made(name, table, within(n=n, distance=sensitivity), mechanism.epsilon)

    return make


@by_name
def _binary(*, n: int, epsilon: Exact, sensitivity: int = 1) -> Implementation:
    _unit(sensitivity)
    if n != 1:
        raise InputError(f"n = {n}: a binary mechanism has two values: write n = 1")
    module, asked = _module(n, epsilon)
    mechanism = module.Binary(epsilon=asked, value0="0", value1="1")
    table = _table([mechanism] * 2, ["0", "1"], ["0", "1"])
    return _made(f"Binary(epsilon={asked!r})", table, complete(inputs=range(2)), mechanism.epsilon)


@by_name
def _exponential(*, n: int, epsilon: Exact, sensitivity: int = 1) -> Implementation:
    """The scores are -|i-r| on input i."""
    module, asked = _module(n, epsilon)
    made = [
        module.Exponential(epsilon=asked, sensitivity=sensitivity, utility=[-abs(i - r) for r in range(n + 1)])
        for i in range(n + 1)
    ]
    name = f"Exponential(epsilon={asked!r}, sensitivity={sensitivity}, utility=[-|i-r| for r in 0..{n}])"
    return _made(name, _table(made, [None] * (n + 1), range(n + 1)), within(n=n, distance=sensitivity), made[0].epsilon)


@by_name
def _categorical(*, n: int, epsilon: Exact, sensitivity: int = 1) -> Implementation:
    """The utility of the answer r for i is |i-r|; every two values are neighbours."""
    _unit(sensitivity)
    module, asked = _module(n, epsilon)
    width = len(str(n))
    names = [f"{i:0{width}}" for i in range(n + 1)]
    utility = [(names[i], names[r], k) for i in range(n + 1) for r in range(i) if (k := i - r)]
    mechanism = module.ExponentialCategorical(epsilon=asked, utility_list=utility)
    name = f"ExponentialCategorical(epsilon={asked!r}, utility |i-r| on 0..{n})"
    return _made(name, _table([mechanism] * (n + 1), names, names), complete(n=n), mechanism.epsilon)


def _unit(sensitivity: int) -> None:
    if sensitivity != 1:
        raise InputError("this mechanism has no sensitivity: leave it out")


MECHANISMS: dict[str, Maker] = {
    "Binary": _binary,
    "Exponential": _exponential,
    "ExponentialCategorical": _categorical,
    "Geometric": _geometric("Geometric", bounded=False),
    "GeometricFolded": _geometric("GeometricFolded", bounded=True),
    "GeometricTruncated": _geometric("GeometricTruncated", bounded=True),
}
"""The supported mechanisms on 0..n, by diffprivlib's names."""
