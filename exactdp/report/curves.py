"""Privacy curves as text and as JSON: every breakpoint with what attains it, and single points."""

from fractions import Fraction
from typing import Any

from exactdp.exact import decimal, text
from exactdp.matrix import table
from exactdp.privacy import Enclosure, epsilon
from exactdp.privacy_curve import (
    ApproximatePrivacy,
    Event,
    PrivacyCurve,
    ProbabilisticPrivacy,
    approximately_private,
    largest_expected_loss,
    probabilistically_private,
)
from exactdp.report.terminal import label, labels, level_name, number, paragraph, printable

PLACES = 6
"""How many decimals of a δ are shown."""


# A whole curve


def curve(found: PrivacyCurve) -> str:
    """Return every breakpoint of a curve with the event that attains it, and the largest expected loss. Fails: never.

    >>> from exactdp.mechanism import Mechanism
    >>> from exactdp.privacy_curve import privacy_curve
    >>> print(curve(privacy_curve(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]))))
    curve         the least δ at ε; from one breakpoint to the next it is linear in e^ε, after the last one constant
                  e^ε       ε    α  least δ         ≈  attained by responses  on input  against
                    1       0    1      1/2  0.500000                      0         0        1
                    3  1.0986  1/3        0  0.000000                                          
    neighbours    path, 1 pair
    loss          expected at most 0.549306…, on the worst input against its worst neighbour
    """
    lines = [
        "the least δ at ε; from one breakpoint to the next it is linear in e^ε, after the last one constant",
        _breakpoints(found),
    ]
    pairs = len(found.neighbours.pairs)
    shown = [
        paragraph("curve", lines),
        paragraph("neighbours", [f"{printable(str(found.neighbours))}, {pairs:,} pair{'' if pairs == 1 else 's'}"]),
        paragraph("loss", [_expected(found)]),
    ]
    return "\n".join(shown)


def _breakpoints(found: PrivacyCurve) -> str:
    columns = ["ε", "α", "least δ", "≈", "attained by responses", "on input", "against"]

    def entry(position: int, column: int) -> str:
        segment = found.segments[position]
        event, alpha = segment.event, 1 / segment.start
        match column:
            case 0:
                return _logarithm(alpha)
            case 1:
                return level_name(alpha)
            case 2:
                return level_name(segment.delta)
            case 3:
                return decimal(segment.delta, PLACES)
            case 4:
                return labels(found.mechanism.responses[r] for r in event.responses)
            case _:
                at = event.i if column == 5 else event.k
                return label(found.mechanism.inputs[at]) if event.responses else ""

    rows = [level_name(segment.start) for segment in found.segments]
    return table(["e^ε", *rows], columns, lambda position, column: entry(position - 1, column))
