"""The `qif` package (libqif): its d-private channels, read exactly from the doubles that it computes."""

from collections.abc import Callable
from types import ModuleType

import numpy.typing as npt

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.spelling import elided, text
from exactdp.files.numpy_arrays import double, dyadic, from_numpy
from exactdp.model.neighbours import Neighbours, complete, path
from exactdp.model.sizes import by_name
from exactdp.other_libraries import Implementation, Maker, check_size, library, version
from exactdp.surveys.geometric_variants import within

SOURCE = "its own doubles, each as its exact fraction"


def _asked(n: int, epsilon: Exact, sensitivity: int) -> tuple[ModuleType, float]:
    check_size(n)
    if sensitivity != 1:
        raise InputError("this channel has no sensitivity: leave it out")
    value = exact(epsilon)
    if value <= 0:
        raise InputError(f"ε = {elided(text(value))}: write a number above 0")
    return library("qif", "qif").mechanism.d_privacy, double(value, "nearest").item()


def _made(n: int, asked: float, call: str, channel: npt.ArrayLike, neighbours: Neighbours) -> Implementation:
    table = from_numpy(channel, range(n + 1))
    return Implementation(f"{version('qif')}, {call}", SOURCE, table, neighbours, dyadic(asked))


def _by_epsilon(kind: str, neighbours: Callable[..., Neighbours]) -> Maker:
    @by_name
    def make(*, n: int, epsilon: Exact, sensitivity: int = 1) -> Implementation:
        module, asked = _asked(n, epsilon, sensitivity)
        return _made(n, asked, f"{kind}({n + 1}, {asked!r})", getattr(module, kind)(n + 1, asked), neighbours(n=n))

    return make


def _by_metric(kind: str) -> Maker:
    @by_name
    def make(*, n: int, epsilon: Exact, sensitivity: int = 1) -> Implementation:
        module, asked = _asked(n, epsilon, sensitivity)
        channel = getattr(module, kind)(n + 1, lambda x, y: asked * abs(x - y))
        # If every step of the metric costs at most ε, a distance d costs at most d·ε: the path suffices.
        return _made(n, asked, f"{kind}({n + 1}, d(x,y) = {asked!r}·|x-y|)", channel, within(n=n, distance=1))

    return make


MECHANISMS: dict[str, Maker] = {
    "exact_distance": _by_metric("exact_distance"),
    "exponential": _by_metric("exponential"),
    "geometric": _by_epsilon("geometric", path),
    "randomized_response": _by_epsilon("randomized_response", complete),
    "tight_constraints": _by_metric("tight_constraints"),
}
"""The supported channels on 0..n, by their names in `qif.mechanism.d_privacy`."""
