"""OpenDP: the exact tables of its samplers, compared with the ε of its own privacy maps.

OpenDP samples from random bits without rounding, so its tables cannot be counted from outside. They are computed from
its published algorithms. Its floating-point numbers are taken as exact fractions: the given probability, the
probability computed from it, and the ε of `map`, which must be rounded up.
"""

from fractions import Fraction
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from flint import ctx

from exactdp.arithmetic.enclosures import enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact, to_arb
from exactdp.arithmetic.spelling import elided, text
from exactdp.files.numpy_arrays import double, dyadic
from exactdp.model.geometric import geometric
from exactdp.model.matrix import Matrix
from exactdp.model.neighbours import Neighbours, complete, edges
from exactdp.model.sizes import by_name
from exactdp.other_libraries import Implementation, Maker, check_size, library, version
from exactdp.surveys.geometric_variants import within


@by_name
def randomized_response(*, n: int, epsilon: Exact, sensitivity: int = 1) -> Implementation:
    """Return `make_randomized_response` on n + 1 categories; the truth has the double nearest to e^ε/(e^ε+n).

    Domain: 1 ≤ n ≤ 1000, ε > 0, sensitivity 1. Raises: `InputError` outside, and if OpenDP is not installed.
    """
    if sensitivity != 1:
        raise InputError("randomised response has no sensitivity: leave it out")
    module, asked = _module(n, epsilon)
    with ctx.workprec(256):
        weight = to_arb(asked).exp()
        truth = enclosure(weight / (weight + n)).lower
    return _randomized_response(module, n, double(truth, "nearest"))


@by_name
def randomized_response_of_truth(*, n: int, probability: Exact) -> Implementation:
    """Return `make_randomized_response` on n + 1 categories with this probability of the truth, rounded to a double.

    Raises: OpenDP's own error for a probability below 1/(n+1).
    """
    module, asked = _module(n, probability)
    return _randomized_response(module, n, double(asked, "nearest"))


def _randomized_response(module: ModuleType, n: int, truth: np.float64) -> Implementation:
    categories = [str(i) for i in range(n + 1)]
    measurement = module.m.make_randomized_response(categories, prob=truth.item())
    kept = dyadic(truth)
    other = (1 - kept) / n
    table = Matrix([[kept if i == r else other for r in range(n + 1)] for i in range(n + 1)], categories, categories)
    name = f"make_randomized_response({n + 1} categories, prob={truth.item()!r})"
    source = "its exact sampler: the truth with just this probability, else another category at random"
    return _made(name, source, table, complete(n=n), measurement.map(1))


@by_name
def bounded_geometric(*, n: int, epsilon: Exact, sensitivity: int = 1) -> Implementation:
    """Return `make_geometric`, the constant-time sampler, with the scale nearest to sensitivity/ε and bounds 0..n.

    The sampler tosses exact coins with the probability p, a double: 1 - e^(-1/scale) rounded down. So it is G_{n,α}
    with the dyadic α = 1 - p.
    Domain: 1 ≤ n ≤ 1000, ε > 0. Raises: `InputError` outside, and if OpenDP is not installed.
    """
    module, asked = _module(n, epsilon)
    return _bounded(module, n, double(sensitivity / asked, "nearest"), sensitivity)


@by_name
def geometric_of_scale(*, n: int, scale: Exact, sensitivity: int = 1) -> Implementation:
    """Return `make_geometric` with this scale, rounded to a double, and bounds 0..n; otherwise as `bounded_geometric`.

    Raises: as `bounded_geometric`.
    """
    module, asked = _module(n, scale)
    return _bounded(module, n, double(asked, "nearest"), sensitivity)


def _bounded(module: ModuleType, n: int, scale: np.float64, sensitivity: int) -> Implementation:
    space = module.atom_domain(T=int), module.absolute_distance(T=int)
    measurement = module.m.make_geometric(*space, scale=scale.item(), bounds=(0, n))
    alpha = coin_level(scale)
    name = f"make_geometric(scale={scale.item()!r}, bounds=(0, {n})) at distance {sensitivity}"
    source = "its constant-time sampler: coins of 1 - exp(-1/scale), rounded down as in its code"
    return _made(
        name, source, geometric(n=n, alpha=alpha), within(n=n, distance=sensitivity), measurement.map(sensitivity)
    )


def coin_level(scale: float) -> Fraction:
    """Return α = 1 - p for the coin p of OpenDP's constant-time geometric sampler at this scale.

    OpenDP rounds three times: 1/scale to the nearest double, e^(-1/scale) up, and p = 1 - e^(-1/scale) down. The first
    rounding has no direction, so α may be below e^(-1/scale).
    Domain: a positive scale, a double.

    >>> from exactdp.privacy.level import epsilon
    >>> print(epsilon(coin_level(2.0)))
    0.499999…
    """
    inverse = dyadic(np.float64(1) / np.float64(scale))
    with ctx.workprec(256):
        power = double(enclosure((-to_arb(inverse)).exp()).upper, "up")
    return 1 - dyadic(double(1 - dyadic(power), "down"))


def deployed(program: Any) -> Implementation:
    """Return the exact table of the OpenDP measurement in a program by `exactdp deploy --opendp`.

    `program` is the module. The measurement runs once on each input for every number that the program's sampler can
    draw, so the table is counted, not assumed.
    Domain: at most `LARGEST_COUNT` runs. Raises: `InputError` for more, and if OpenDP is not installed.
    """
    library("opendp.prelude", "opendp")
    inputs, total = len(program.INPUTS), program.TOTAL
    if inputs * total > LARGEST_COUNT:
        raise InputError(
            f"the measurement would run {inputs * total:,} times: deploy a smaller table, for at most {LARGEST_COUNT:,}"
        )
    measurement, uniform = program.measurement(), program.uniform
    rows = []
    try:
        for i in range(inputs):
            counts = [0] * len(program.RESPONSES)
            for number in range(total):
                program.uniform = partial(_given, number)
                counts[measurement(i)] += 1
            rows.append([Fraction(count, total) for count in counts])
    finally:
        program.uniform = uniform
    source = f"counted from the measurement itself, over all {total:,} numbers that it can draw on each input"
    name = f"the measurement of {program.__name__}"
    return _made(
        name,
        source,
        Matrix(rows, program.INPUTS, program.RESPONSES),
        edges(program.NEIGHBOURS, n=inputs - 1),
        measurement.map(1),
    )


def _given(number: int, _: int) -> int:
    return number


LARGEST_COUNT = 10**6
"""The most runs of a measurement for its table."""


def _made(name: str, source: str, table: Matrix, neighbours: Neighbours, promised: float) -> Implementation:
    stated = None if np.isinf(promised) else dyadic(promised)
    return Implementation(f"{version('opendp')}, {name}", source, table, neighbours, stated)


def _module(n: int, value: Exact) -> tuple[ModuleType, Fraction]:
    check_size(n)
    asked = exact(value)
    if asked <= 0:
        raise InputError(f"{elided(text(asked))}: write a number above 0")
    module = library("opendp.prelude", "opendp")
    module.enable_features("contrib")
    return module, asked


MECHANISMS: dict[str, Maker] = {"geometric": bounded_geometric, "randomized_response": randomized_response}
"""The supported mechanisms on 0..n, by name."""
