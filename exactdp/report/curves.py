"""Privacy curves as text and as JSON: every breakpoint with what attains it, and single points."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from exactdp.arithmetic.exact import counted, decimal, printable, text
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.privacy.level import epsilon
from exactdp.privacy.privacy_curve import (
    Event,
    PrivacyCurve,
    Segment,
    approximately_private,
    least_delta,
    probabilistically_private,
)
from exactdp.privacy.privacy_loss import largest_expected_loss
from exactdp.report.terminal import LEGIBLE, aligned, enclosure_json, neighbours_json, paragraph
from exactdp.report.wording import label, labels, level_name, number

PLACES = 6
"""How many decimals are shown of a fraction that is too long."""

SHOWN = 24
"""Up to how many breakpoints are shown as text."""


# The curve


def curve(found: PrivacyCurve) -> str:
    """Return the breakpoints of a curve, with the events that attain it, and the largest expected loss.

    >>> from exactdp.privacy.privacy_curve import privacy_curve
    >>> print(curve(privacy_curve(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]))))
    curve         the least δ, linear in e^ε = 1/α between breakpoints; neighbours: path, 1 pair
                  from ε     α    least δ  responses  on input  against
                  0          1    1/2      0          0         1
                  1.098612…  1/3  0
    loss          expected 0.549306… for the worst input against its worst neighbour
    """
    about = f"neighbours: {printable(str(found.neighbours))}, {counted(len(found.neighbours.pairs), 'pair')}"
    lines = [f"the least δ, linear in e^ε = 1/α between breakpoints; {about}", *_breakpoints(found)]
    return f"{paragraph('curve', lines)}\n{paragraph('loss', [_loss(found)])}"


def _breakpoints(found: PrivacyCurve) -> Iterator[str]:
    rows: list[tuple[str, ...]] = [("from ε", "α", "least δ", "responses", "on input", "against")]
    rows += [_row(segment, found.mechanism) for segment in found.segments]
    if len(rows) > SHOWN + 1:
        rows[SHOWN // 2 + 1 : -SHOWN // 2] = [("…",) + ("",) * 5]
    yield from aligned(rows)


def _row(segment: Segment, mechanism: Mechanism) -> tuple[str, ...]:
    event, alpha = segment.event, 1 / segment.start
    where = ("", "", "")
    if event.responses:
        where = _set(mechanism, event), _input(mechanism, event.i), _input(mechanism, event.k)
    return (str(epsilon(alpha)), _short(alpha), _short(segment.delta), *where)


def _short(value: Fraction) -> str:
    spelled = text(value)
    return spelled if len(spelled) <= LEGIBLE else f"≈ {decimal(value, PLACES)}"


def _loss(found: PrivacyCurve) -> str:
    infinite = found.segments[-1].delta
    if infinite:
        return f"infinite with probability {number(infinite)}, for the worst input against its worst neighbour"
    expected = largest_expected_loss(found.mechanism, found.neighbours)
    return f"expected {expected} for the worst input against its worst neighbour"


def curve_json(found: PrivacyCurve) -> dict[str, Any]:
    """Return all breakpoints with their events; between them δ = here - e^ε·there.

    >>> from exactdp.privacy.privacy_curve import privacy_curve
    >>> curve_json(privacy_curve(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]])))["breakpoints"]
    [{'t': '1', 'alpha': '1', 'delta': '0', 'event': None}]
    """
    infinite = found.segments[-1].delta
    expected = None if infinite else largest_expected_loss(found.mechanism, found.neighbours)
    return {
        "neighbours": neighbours_json(found.neighbours, found.mechanism.inputs),
        "breakpoints": [
            {
                "t": text(segment.start),
                "alpha": text(1 / segment.start),
                "delta": text(segment.delta),
                "event": event_json(segment.event, found.mechanism),
            }
            for segment in found.segments
        ],
        "expected_loss": None if expected is None else enclosure_json(expected),
        "infinite_loss": text(infinite),
    }


# Single points


def at_epsilon(mechanism: Mechanism, value: Fraction, neighbours: Neighbours) -> str:
    """Return the least δ at an ε, for which e^ε is enclosed. Raises: as `least_delta`.

    >>> from exactdp.model.neighbours import path
    >>> print(at_epsilon(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), Fraction(1), path(inputs=range(2))))
    at ε          ε = 1: the least δ is 0.070429…
    """
    bounds = least_delta(mechanism, value, neighbours)
    least = number(bounds.lower) if bounds.lower == bounds.upper else str(bounds)
    return paragraph("at ε", [f"ε = {level_name(value)}: the least δ is {least}"])


def at_epsilon_json(mechanism: Mechanism, value: Fraction, neighbours: Neighbours) -> dict[str, Any]:
    """Return the bounds on the least δ at an ε. Raises: as `least_delta`.

    >>> from exactdp.model.neighbours import path
    >>> at_epsilon_json(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), Fraction(0), path(inputs=range(2)))
    {'epsilon': '0', 'delta': {'lower': '1/2', 'upper': '1/2'}}
    """
    return {"epsilon": text(value), "delta": enclosure_json(least_delta(mechanism, value, neighbours))}


def at_alpha(mechanism: Mechanism, alpha: Fraction, neighbours: Neighbours) -> str:
    """Return the least δ at a level with its event, and the probability of a larger loss.

    Raises: as `approximately_private`.

    >>> from exactdp.model.neighbours import path
    >>> print(at_alpha(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), Fraction(1, 2), path(inputs=range(2))))
    at α          α = 1/2: the least δ is 1/4, attained by the responses 0: 3/4 on input 0, 1/4 on input 1
                  the privacy loss is above -ln α with probability up to 3/4: the responses 0 on input 0 against 1
    """
    approximate = approximately_private(mechanism, alpha, 0, neighbours)
    probabilistic = probabilistically_private(mechanism, alpha, 0, neighbours)
    least, attained = approximate.worst, ""
    if least.responses:
        sums = f"{level_name(least.here)} on input {_input(mechanism, least.i)}, {level_name(least.there)} on input "
        attained = f", attained by the responses {_set(mechanism, least)}: {sums}{_input(mechanism, least.k)}"
    lines = [f"α = {level_name(alpha)}: the least δ is {number(approximate.least)}{attained}"]
    larger = probabilistic.worst
    if larger.responses:
        lines.append(
            f"the privacy loss is above -ln α with probability up to {number(probabilistic.least)}: the responses "
            f"{_set(mechanism, larger)} on input {_input(mechanism, larger.i)} against {_input(mechanism, larger.k)}"
        )
    return paragraph("at α", lines)


def _set(mechanism: Mechanism, event: Event) -> str:
    return labels(mechanism.responses[r] for r in event.responses)


def _input(mechanism: Mechanism, i: int) -> str:
    return label(mechanism.inputs[i])


def at_alpha_json(mechanism: Mechanism, alpha: Fraction, neighbours: Neighbours) -> dict[str, Any]:
    """Return both least δ at a level, approximate and probabilistic, with their events.

    Raises: as `approximately_private`.

    >>> from exactdp.model.neighbours import path
    >>> found = at_alpha_json(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), Fraction(1, 2), path(inputs=range(2)))
    >>> found["delta"], found["probabilistic_delta"]
    ('1/4', '3/4')
    """
    approximate = approximately_private(mechanism, alpha, 0, neighbours)
    probabilistic = probabilistically_private(mechanism, alpha, 0, neighbours)
    return {
        "alpha": text(alpha),
        "delta": text(approximate.least),
        "event": event_json(approximate.worst, mechanism),
        "probabilistic_delta": text(probabilistic.least),
        "probabilistic_event": event_json(probabilistic.worst, mechanism),
    }


def at_delta(found: PrivacyCurve, delta: Fraction) -> str:
    """Return the largest level at which a δ is enough, and the least ε. Raises: as `PrivacyCurve.alpha`.

    >>> from exactdp.privacy.privacy_curve import privacy_curve
    >>> print(at_delta(privacy_curve(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])), Fraction(1, 4)))
    at δ          δ = 1/4: the largest level α is 1/2, the least ε 0.693147…
    """
    alpha = found.alpha(delta)
    if alpha:
        says = f"the largest level α is {number(alpha)}, the least ε {epsilon(alpha)}"
    else:
        says = f"no ε is large enough: δ is never below {number(found.segments[-1].delta)}"
    return paragraph("at δ", [f"δ = {level_name(delta)}: {says}"])


def at_delta_json(found: PrivacyCurve, delta: Fraction) -> dict[str, Any]:
    """Return the largest level at which a δ is enough; 0 and no ε where there is none.

    Raises: as `PrivacyCurve.alpha`.

    >>> from exactdp.privacy.privacy_curve import privacy_curve
    >>> at_delta_json(privacy_curve(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])), Fraction(1, 4))["alpha"]
    '1/2'
    """
    alpha = found.alpha(delta)
    return {
        "delta": text(delta),
        "alpha": text(alpha),
        "epsilon": enclosure_json(epsilon(alpha)) if alpha else None,
    }


# Parts


def event_json(event: Event, mechanism: Mechanism) -> dict[str, Any] | None:
    """Return an event by positions and labels, None for the empty set.

    >>> event_json(Event(0, 1, (1,), Fraction(1, 2), Fraction(0)), Mechanism([[0, 1], [1, 0]]))["there"]
    '0'
    """
    if not event.responses:
        return None
    return {
        "input": event.i,
        "against": event.k,
        "labels": [mechanism.inputs[event.i], mechanism.inputs[event.k]],
        "responses": list(event.responses),
        "here": text(event.here),
        "there": text(event.there),
    }
