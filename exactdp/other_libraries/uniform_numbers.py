"""Samplers that turn one uniform double into a response: the exact probability of every response, by counting.

Such a double is m/2^53 with m uniform on 0 … 2^53 - 1: so Python's `random` and `secrets`, and NumPy, draw it. The
sampler itself is run, on the numbers m around each step of its answers, so that its floating-point arithmetic is judged
as it is and not as it is meant.
"""

from collections.abc import Callable, Hashable, Iterator
from typing import TypeVar

from exactdp.arithmetic.exact import InputError

Response = TypeVar("Response", bound=Hashable)

DRAWS = 2**53
"""How many different numbers in [0, 1) a uniform double may be, each as likely as the others."""

WINDOW = 32
"""How many numbers on each side of a step are all tried."""


def pieces(respond: Callable[[int], Response], start: int, end: int) -> Iterator[tuple[int, int, Response]]:
    """Yield (first, last, response) for ever later pieces first … last - 1 of start … end - 1 with one response.

    The responses must come in order, none again after another; but within `WINDOW`/2 of a step the two may flicker, as
    a badly rounded logarithm makes them do, for there all numbers are tried.
    Domain: start < end. Raises: `InputError` where the responses are seen to come in no order.

    >>> list(pieces(lambda m: m // 40, 0, 100))
    [(0, 40, 0), (40, 80, 1), (80, 100, 2)]
    >>> list(pieces(lambda m: m < 2**52, 0, DRAWS)) == [(0, 2**52, True), (2**52, 2**53, False)]
    True
    """
    steps = set(_steps(respond, start, respond(start), end - 1, respond(end - 1)))
    near = {m for step in steps for m in range(max(step - WINDOW - 1, start), min(step + WINDOW + 1, end))}
    first, before, response = start, start, respond(start)
    for m in sorted(near | {end - 1}):
        found = respond(m)
        if found != response:
            if m - before > 1:
                raise InputError(f"the responses come in no order: one changes between the draws {before} and {m}")
            yield first, m, response
            first, response = m, found
        before = m
    yield first, end, response


def _steps(respond: Callable[[int], Response], low: int, here: Response, high: int, there: Response) -> Iterator[int]:
    if here == there:
        return
    if high - low == 1:
        yield high
        return
    middle = (low + high) // 2
    between = respond(middle)
    yield from _steps(respond, low, here, middle, between)
    yield from _steps(respond, middle, between, high, there)
