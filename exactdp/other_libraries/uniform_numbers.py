"""Samplers that map one uniform double to a response: the exact probability of every response, by counting.

Python's `random` and `secrets`, and NumPy, draw a double m/2^53 with m uniform on 0 … 2^53 - 1. The sampler itself is
run on the numbers m around each step of its answers, so the result includes its floating-point errors.
"""

from collections.abc import Callable, Hashable, Iterator
from typing import TypeVar

from exactdp.arithmetic.errors import InputError

Response = TypeVar("Response", bound=Hashable)

DRAWS = 2**53
"""The number of equally likely values in [0, 1) of a uniform double."""

WINDOW = 32
"""The number of values tried on each side of a step."""


def pieces(respond: Callable[[int], Response], start: int, end: int) -> Iterator[tuple[int, int, Response]]:
    """Yield the pieces (first, last, response) in order: first … last - 1 of start … end - 1 have one response.

    No response may return after another one. Within `WINDOW`/2 of a step the two responses may alternate, as with a
    badly rounded logarithm, because there all numbers are tried.
    Domain: start < end. Raises: `InputError` if a response is seen to return.

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
                raise InputError(f"the responses are not in order: one changes between the draws {before} and {m}")
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
