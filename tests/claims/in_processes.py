"""Work on every claim, or on some of them, in several processes."""

import multiprocessing
import sys
from collections.abc import Callable, Iterator
from typing import TypeVar

from exactdp.claims.discovery import discover

Result = TypeVar("Result")


def of_claims(
    work: Callable[[str], Result], every: int = 1, begin: Callable[[], None] | None = None
) -> Iterator[Result]:
    """Yield the results of the work on the ids of every so many claims. Each process begins with `begin`."""
    claims = [claim.id for claim in discover()[::every]]
    with multiprocessing.get_context("spawn").Pool(initializer=begin) as pool:
        for done, found in enumerate(pool.imap_unordered(work, claims), 1):
            yield found
            if sys.stderr.isatty():
                print(f"\r{done} of {len(claims)} claims", end="", file=sys.stderr, flush=True)
