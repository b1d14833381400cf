"""Privacy curves as reports: every breakpoint with the event that attains it, and single points.

>>> from exactdp.model.neighbours import path
>>> from exactdp.privacy.privacy_curve import privacy_curve
>>> from exactdp.report.terminal import as_text
>>> response, pair = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), path(inputs=range(2))
>>> print(as_text(curve(privacy_curve(response))))
The least δ is 1/2 at ε = 0, and 0 from ε = 1.098612… on.
curve         the least δ, linear in e^ε = 1/α between breakpoints; neighbours: path, 1 pair
              from ε     α    least δ  responses  on input  against
              0          1    1/2      0          0         1
              1.098612…  1/3  0
privacy loss  expected 0.549306… for the worst input against its worst neighbour
>>> at_epsilon(response, Fraction(1), pair).title
'At ε = 1 the least δ is 0.070429….'
>>> found = at_alpha(response, Fraction(1, 2), pair)
>>> found.title, found.values["probabilistic_delta"]
('At α = 1/2 the least δ is 1/4, attained by the responses 0: 3/4 on input 0, 1/4 on input 1.', Fraction(3, 4))
>>> at_delta(privacy_curve(response), Fraction(1, 4)).title
'At δ = 1/4 the largest level α is 1/2, the least ε 0.693147….'
>>> event_values(Event(0, 1, (1,), Fraction(1, 2), Fraction(0)), Mechanism([[0, 1], [1, 0]]))["labels"]
['0', '1']
"""

from fractions import Fraction

from exactdp.arithmetic.spelling import counted, printable
from exactdp.certificates.certificate import Verified
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
from exactdp.report.document import Report, Table, Topic, Values
from exactdp.report.wording import compact, label, labels, level_name, neighbours_values, number, verified

PLACES = 6
"""The number of decimals shown of a long fraction."""

SHOWN = 24
"""The most breakpoints shown as text."""


# The curve


def curve(found: PrivacyCurve, done: Verified | None = None) -> Report:
    """Return all breakpoints of a curve with the events that attain it, and the largest expected loss.

    Between breakpoints δ = here - e^ε·there, for the probabilities of the event. `done` is its certificate, if any.
    """
    mechanism, neighbours, infinite = found.mechanism, found.neighbours, found.segments[-1].delta
    expected = None if infinite else largest_expected_loss(mechanism, neighbours)
    pairs = f"neighbours: {printable(str(neighbours))}, {counted(len(neighbours.pairs), 'pair')}"
    about = f"the least δ, linear in e^ε = 1/α between breakpoints; {pairs}"
    loss = f"infinite with probability {number(infinite)}," if infinite else f"expected {expected}"
    topics = [
        Topic("curve", [about, _breakpoints(found)]),
        Topic("privacy loss", [f"{loss} for the worst input against its worst neighbour"]),
    ]
    breakpoints = [
        {
            "t": segment.start,
            "alpha": 1 / segment.start,
            "delta": segment.delta,
            "event": event_values(segment.event, mechanism),
        }
        for segment in found.segments
    ]
    values: Values = {
        "neighbours": neighbours_values(neighbours, mechanism.inputs),
        "breakpoints": breakpoints,
        "expected_loss": expected,
        "infinite_loss": infinite,
    }
    if done is not None:
        topics.append(Topic("certificate", [verified(done)]))
        values = {**values, "certificate": done}
    first, last = found.segments[0], found.segments[-1]
    end = f"never below {number(infinite)}" if infinite else f"0 from ε = {epsilon(1 / last.start)} on"
    answer = (
        f"The least δ is {number(first.delta)} at ε = 0, and {end}." if first.delta else "The least δ is 0 for every ε."
    )
    return Report("privacy-curve", topics, values, answer)


def _breakpoints(found: PrivacyCurve) -> Table:
    rows = [_row(segment, found.mechanism) for segment in found.segments]
    if len(rows) > SHOWN:
        rows[SHOWN // 2 : -SHOWN // 2] = [("…", *[""] * 5)]
    return Table(rows, ("from ε", "α", "least δ", "responses", "on input", "against"))


def _row(segment: Segment, mechanism: Mechanism) -> tuple[str, ...]:
    event, alpha = segment.event, 1 / segment.start
    where = ("", "", "")
    if event.responses:
        where = _set(mechanism, event), _input(mechanism, event.i), _input(mechanism, event.k)
    return (str(epsilon(alpha)), compact(alpha, PLACES), compact(segment.delta, PLACES), *where)


# Single points


def at_epsilon(mechanism: Mechanism, value: Fraction, neighbours: Neighbours) -> Report:
    """Return the least δ at an ε, by bounds on e^ε. Raises: as `least_delta`."""
    bounds = least_delta(mechanism, value, neighbours)
    least = number(bounds.lower) if bounds.lower == bounds.upper else str(bounds)
    answer = f"At ε = {level_name(value)} the least δ is {least}."
    return Report("curve-at-epsilon", [], {"epsilon": value, "delta": bounds}, answer)


def at_alpha(mechanism: Mechanism, alpha: Fraction, neighbours: Neighbours) -> Report:
    """Return the least δ of approximate and of probabilistic privacy at a level, with their events.

    Raises: as `approximately_private`.
    """
    approximate = approximately_private(mechanism, alpha, 0, neighbours)
    probabilistic = probabilistically_private(mechanism, alpha, 0, neighbours)
    least, attained = approximate.worst, ""
    if least.responses:
        sums = f"{level_name(least.here)} on input {_input(mechanism, least.i)}, {level_name(least.there)} on input "
        attained = f", attained by the responses {_set(mechanism, least)}: {sums}{_input(mechanism, least.k)}"
    answer = f"At α = {level_name(alpha)} the least δ is {number(approximate.least)}{attained}."
    lines = []
    larger = probabilistic.worst
    if larger.responses:
        lines.append(
            f"the privacy loss is above -ln α with probability up to {number(probabilistic.least)}: the responses "
            f"{_set(mechanism, larger)} on input {_input(mechanism, larger.i)} against {_input(mechanism, larger.k)}"
        )
    values = {
        "alpha": alpha,
        "delta": approximate.least,
        "event": event_values(least, mechanism),
        "probabilistic_delta": probabilistic.least,
        "probabilistic_event": event_values(larger, mechanism),
    }
    return Report("curve-at-alpha", [Topic("", lines)], values, answer)


def _set(mechanism: Mechanism, event: Event) -> str:
    return labels(mechanism.responses[r] for r in event.responses)


def _input(mechanism: Mechanism, i: int) -> str:
    return label(mechanism.inputs[i])


def at_delta(found: PrivacyCurve, delta: Fraction) -> Report:
    """Return the largest level for which a δ suffices, and the least ε; the level is 0 if no ε suffices.

    Raises: as `PrivacyCurve.alpha`.
    """
    alpha = found.alpha(delta)
    least = epsilon(alpha) if alpha else None
    if alpha:
        says = f"the largest level α is {number(alpha)}, the least ε {least}"
    else:
        says = f"no ε is large enough: δ is never below {number(found.segments[-1].delta)}"
    answer = f"At δ = {level_name(delta)} {says}."
    return Report("curve-at-delta", [], {"delta": delta, "alpha": alpha, "epsilon": least}, answer)


# Parts


def event_values(event: Event, mechanism: Mechanism) -> Values | None:
    """Return an event by positions and labels, for programs; None for the empty set."""
    if not event.responses:
        return None
    return {
        "input": event.i,
        "against": event.k,
        "labels": [mechanism.inputs[event.i], mechanism.inputs[event.k]],
        "responses": event.responses,
        "here": event.here,
        "there": event.there,
    }
