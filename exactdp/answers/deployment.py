"""A mechanism as a program: one Python file with the exact table, an exact sampler and its test."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.certificates.certificate import Verified, certify
from exactdp.files.numpy_arrays import double
from exactdp.model.given import TableLike
from exactdp.model.mechanism import as_mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.privacy.level import Level, epsilon, level
from exactdp.shown import Shown

LARGEST_DEPLOYED = 10**6
"""The most entries in the table of a program."""

_PROGRAM = '''\
"""An exact mechanism with {size}, and the exact privacy level {alpha} for the neighbours {neighbours}.

Run it with an input to draw one response, and without one to test it. The certificate of its level has the statement
sha256 {digest}.
"""
import os
import sys
from bisect import bisect_right
from itertools import accumulate

INPUTS = {inputs}
RESPONSES = {responses}
TOTAL = {total}
# The probability of each response is its weight / TOTAL.
WEIGHTS = [
{weights}
]
SUMS = [list(accumulate(row)) for row in WEIGHTS]
LEVEL = {level}  # the numerator and the denominator of the exact level
NEIGHBOURS = {pairs}


def uniform(total, random_bytes=os.urandom):
    """Return an integer from 0 to total - 1, each exactly as likely."""
    bits = (total - 1).bit_length()
    while (drawn := int.from_bytes(random_bytes(bits // 8 + 1), "big") % (1 << bits)) >= total:
        pass
    return drawn


def draw(i):
    """Return the position of a response to the input at position i."""
    if i not in range(len(INPUTS)):
        raise IndexError(f"position {{i}} is outside the inputs: write 0 to {{len(INPUTS) - 1}}")
    return bisect_right(SUMS[i], uniform(TOTAL))


def check(true, words):
    if not true:
        sys.exit(f"failed: {{words}}")


def test():
    """Check the table, its exact level, and that the sampler draws each response as often as the table says."""
    check(all(min(row) >= 0 and sum(row) == TOTAL for row in WEIGHTS), "a row is not a distribution")
    pairs = [pair for i, k in NEIGHBOURS for pair in zip(WEIGHTS[i] + WEIGHTS[k], WEIGHTS[k] + WEIGHTS[i])]
    check(all(LEVEL[0] * x <= LEVEL[1] * y for x, y in pairs), "the level is lower")
    check(not pairs or any(LEVEL[0] * x == LEVEL[1] * y < x * LEVEL[1] + y for x, y in pairs), "the level is higher")
    given = iter([3, 2, 1, 0])
    check([uniform(3, lambda size: bytes([next(given)])) for _ in range(3)] == [2, 1, 0], "the draws are uneven")
    for sums, row in zip(SUMS, WEIGHTS):
        for r, (end, weight) in enumerate(zip(sums, row)):
            drawn = {{bisect_right(sums, number) for number in (end - weight, end - 1) if weight}}
            check(drawn <= {{r}}, f"response {{r}} is not drawn as often as the table says")
    return "the table has exactly this level, and the sampler draws from it"

{more}
if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] not in INPUTS:
        sys.exit(f"{{sys.argv[1]!r}} is not an input: write one of INPUTS, such as {{INPUTS[0]}}")
    print(RESPONSES[draw(INPUTS.index(sys.argv[1]))] if sys.argv[1:] else test())
'''

_OPENDP = '''
def measurement():
    """Return the mechanism on the positions of the inputs as a measurement of OpenDP, its epsilon rounded up."""
    import opendp.prelude as dp
    from math import inf, nextafter

    dp.enable_features("contrib", "honest-but-curious")
    space = dp.atom_domain(T=int, bounds=(0, len(INPUTS) - 1)), dp.{metric}
    most = {most}  # at least epsilon = -ln(level)
    return dp.m.make_user_measurement(*space, dp.max_divergence(), draw, lambda d: nextafter({loss}, inf) if d else 0.0)

'''


@dataclass(frozen=True)
class Deployment(Shown):
    """A program that samples from a mechanism, with the mechanism's exact level and its verified certificate."""

    _facts = ("level", "verified")

    level: Level
    verified: Verified
    program: str


def deployment(mechanism: TableLike, neighbours: Neighbours | str | None = None, *, opendp: bool = False) -> Deployment:
    """Return a Python program that samples exactly from a mechanism, needs only Python, and tests itself.

    All rows have one denominator, so the number of random bits of a draw reveals nothing about input and response. With
    `opendp` the program needs OpenDP and also offers the mechanism as a measurement of OpenDP; the neighbours must then
    be the path or all pairs of inputs.
    Domain: at most `LARGEST_DEPLOYED` entries.
    Raises: `InputError` for more, with `opendp` for other neighbours and the level 0, and as `level`.

    >>> found = deployment([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> found.level.alpha, found.verified.kind, "TOTAL = 4" in found.program
    (Fraction(1, 3), 'level', True)
    """
    table = as_mechanism(mechanism)
    if table.shape[0] * table.shape[1] > LARGEST_DEPLOYED:
        raise InputError(
            f"the table has {table.shape[0] * table.shape[1]:,} entries: write one of at most {LARGEST_DEPLOYED:,}"
        )
    found = level(table, neighbours)
    total = lcm(*(entry.denominator for row in table.rows for entry in row))
    verified = certify(found)
    program = _PROGRAM.format(
        size=f"{counted(table.shape[0], 'input')} and {counted(table.shape[1], 'response')}",
        alpha=elided(text(found.alpha)),
        neighbours=found.neighbours,
        digest=verified.digest,
        inputs=_listed(table.inputs),
        responses=_listed(table.responses),
        total=total,
        weights="\n".join(f"    {[int(entry * total) for entry in row]}," for row in table.rows),
        level=found.alpha.as_integer_ratio(),
        pairs=list(found.neighbours.pairs),
        more=_measurement(found) if opendp else "",
    )
    return Deployment(found, verified, program)


def _measurement(found: Level) -> str:
    metrics = {
        "path": ("absolute_distance(T=int)", "d * most"),
        "complete": ("discrete_distance()", "most"),
    }
    name = str(found.neighbours)
    if name not in metrics:
        raise InputError("a measurement of OpenDP has a metric: write the neighbours path or complete, or leave it out")
    if not found.alpha:
        raise InputError("the level is 0, so OpenDP's epsilon would be infinite: leave the measurement out")
    metric, loss = metrics[name]
    most = double(epsilon(found.alpha).upper if found.alpha < 1 else Fraction(0), "up").item()
    return _OPENDP.format(metric=metric, loss=loss, most=most)


def _listed(labels: tuple[str, ...]) -> str:
    return f"[{', '.join(map(ascii, labels))}]"
