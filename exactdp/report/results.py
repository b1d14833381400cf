"""Every public result as text: by its own report, by its spelling, or field by field."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeGuard

from exactdp.answers.audit import Audit, audit_implementation
from exactdp.answers.database_optimum import ObliviousOptimum
from exactdp.answers.deployment import Deployment
from exactdp.answers.examination import Examination
from exactdp.answers.loss_curve import LossCurve
from exactdp.answers.optimality import ExactOptimum, Impossible, Optimality
from exactdp.answers.repair import Repair
from exactdp.answers.sweep import Sweep
from exactdp.answers.sweep_verification import Verification
from exactdp.answers.synthesis import Synthesis
from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber
from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.printed_numbers import Rounding
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.arithmetic.rational_functions import RationalFunction
from exactdp.arithmetic.real_sets import Interval, RealSet
from exactdp.arithmetic.spelling import counted, elided, printable, text
from exactdp.certificates.certificate import Certificate, Verified
from exactdp.model.losses import Loss
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.model.symbolic_mechanism import SymbolicMechanism
from exactdp.model.users import BayesianUser, ExpectedLoss, MinimaxConsumer
from exactdp.optimum.interaction import Interaction
from exactdp.optimum.loss_bound import LossBound
from exactdp.optimum.phase_diagram import PhaseDiagram
from exactdp.optimum.problem import Optimum
from exactdp.optimum.uniqueness import AnotherOptimum, OnlyOptimum
from exactdp.other_libraries import Implementation
from exactdp.polytope.constraints import ConstraintMatrix, Pattern
from exactdp.polytope.derivability import Condition, Derivation, Refutation
from exactdp.polytope.vertex import Midpoint, Vertex
from exactdp.privacy.composition import Promise
from exactdp.privacy.continuous import Logarithm
from exactdp.privacy.ledger import Ledger, Stage, Step, Total
from exactdp.privacy.level import Level, Privacy, Witness
from exactdp.privacy.privacy_curve import Event, PrivacyCurve
from exactdp.release.chain import CoalitionLevel, Release
from exactdp.report import (
    attacks,
    audits,
    certificates,
    curves,
    databases,
    examinations,
    optima,
    phases,
    releases,
    repairs,
    surveys,
    sweeps,
    users,
)
from exactdp.report.document import Grid, Part, Report, Table, Topic
from exactdp.report.wording import LEGIBLE, number, some, verified
from exactdp.shown import Shown
from exactdp.surveys import differencing, linear_decoding, queries, reconstruction
from exactdp.surveys.collected import LocalResponses, NoisyHistogram

SHOWN = 6
"""The most parts of a field shown, one per line."""

LONG = 300
"""The most characters shown of a field."""


def report(found: object) -> Report:
    """Return a result as a report; return a report unchanged.

    A result whose type is in none of `REPORTS`, `SPELLED` and `of_claims()` is shown field by field.
    Domain: an object of a class that is `Shown`. Raises: TypeError for anything else.

    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.privacy.level import level
    >>> report(level(geometric(n=1, alpha="1/2"))).kind
    'level'
    """
    kind = type(found)
    if isinstance(found, Report):
        return found
    written = REPORTS.get(kind) or (of_claims().get(kind) if kind.__module__.startswith("exactdp.claims.") else None)
    if written:
        return written(found)
    if kind in SPELLED:
        return _spelled(found)
    if isinstance(found, Shown) and is_dataclass(found):
        return _by_fields(found)
    raise TypeError(f"{kind.__name__} has no report: pass a result of exactdp, or use str(…)")


def of_claims() -> Mapping[type, Callable[[Any], Report]]:
    """Return the reports of claims; only these load the room `claims`.

    >>> sorted(kind.__name__ for kind in of_claims())
    ['Claim', 'Outcome']
    """
    from exactdp.claims.claim import Claim, Outcome  # noqa: PLC0415
    from exactdp.report import verdicts  # noqa: PLC0415

    return {Claim: verdicts.claim, Outcome: verdicts.outcome}


def _spelled(found: object) -> Report:
    return Report(_name(found, "-"), [Topic("", [elided(str(found), LONG)])], {"value": found})


def _name(found: object, between: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", between, type(found).__name__).lower()


def _by_fields(found: Any) -> Report:
    """Return a dataclass as a topic for each field, matrices as tables."""
    kind = type(found)
    shown = [each.name for each in fields(found) if not each.name.startswith("_")]
    values = {name: getattr(found, name) for name in shown if not callable(getattr(found, name))}
    if "__bool__" in vars(kind):
        values["holds"] = _truth(found)
    topics = [Topic(name.replace("_", " "), _parts(value)) for name, value in values.items()]
    return Report("fields", topics, {"type": kind.__name__, "fields": values}, _name(found, " "), narrow=True)


def _truth(found: object) -> bool | str:
    try:
        return bool(found)
    except ValueError:  # an undecided result has no truth value
        return "undecided"


def _parts(value: object) -> Iterator[Part]:
    if isinstance(value, Matrix):
        yield value
    elif isinstance(value, Mapping) and value:
        yield from some([f"{_brief(key)}: {_brief(each)}" for key, each in value.items()], SHOWN)
    elif _is_list(value) and any(map(_is_compound, value)):
        yield from some([_brief(each) for each in value], SHOWN)
    else:
        yield _brief(value)


def _is_list(value: object) -> TypeGuard[Collection[object]]:
    return isinstance(value, tuple | list | frozenset)


def _is_compound(value: object) -> bool:
    return _is_list(value) or is_dataclass(value) or isinstance(value, Matrix)


def _brief(value: object) -> str:
    """Return a value on one line."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Fraction():
            return number(value)
        case Matrix():
            return "a {} × {} matrix".format(*value.shape)
        case Certificate():
            return counted(len(value.data), "byte")
        case BayesianUser() | MinimaxConsumer():
            return users.user_words(value)
        case Optimum():
            return f"{users.user_words(value.problem.user)}: {number(value.value)}"
        case Verified():
            return verified(value)
        case Mapping():
            return elided(", ".join(f"{_brief(key)}: {_brief(each)}" for key, each in value.items()), LONG) or "none"
        case tuple() | list() | frozenset():
            listed = value if not isinstance(value, frozenset) else sorted(value, key=str)
            # A longer text would be shortened anyway.
            shown = ", ".join(map(_short, listed[:LONG]))
            return elided(shown, LONG) or "none"
    if is_dataclass(value) and type(value).__str__ in (object.__str__, Shown.__str__):
        parts = ((each.name.replace("_", " "), getattr(value, each.name)) for each in fields(value) if each.repr)
        return elided(", ".join(f"{name} {_short(part)}" for name, part in parts if not callable(part)), LONG)
    return elided(printable(str(value)), LONG)


def _short(value: object) -> str:
    if isinstance(value, Fraction):
        return elided(text(value), 2 * LEGIBLE)
    return f"({_brief(value)})" if _is_list(value) else _brief(value)


# Reports of results that the terminal shows as part of another result


def _loss_curve(found: LossCurve) -> Report:
    rows = [(_brief(each.alpha), number(each.least), number(each.unread), each.verified.kind) for each in found.points]
    heading = ("α", "least loss", "loss of G at face value", "accepted by the kernel")
    topics = [Topic("user", [users.user_words(found.user)]), Topic("losses", [Table(rows, heading)])]
    points = [
        {"alpha": each.alpha, "least": each.least, "at_face_value": each.unread, "certificate": each.verified}
        for each in found.points
    ]
    return Report("loss-curve", topics, {"user": found.user, "points": points})


def _symbolic(found: SymbolicMechanism) -> Report:
    cells = [[elided(str(entry), 60) for entry in row] for row in found.rows]
    values = {"inputs": found.inputs, "responses": found.responses, "rows": found.rows}
    return Report("symbolic-mechanism", [Topic("", [Grid(found.inputs, found.responses, cells)])], values)


def _ledger(found: Ledger) -> Report:
    total = _total(found.total())
    topics = [Topic("stages", map(str, found.stages)), *total.topics]
    return Report("ledger", topics, {"stages": list(map(str, found.stages)), **total.values})


def _total(found: Total) -> Report:
    rows = [
        (str(k), step.about, str(step.promise), step.rule, ", ".join(str(used + 1) for used in step.uses))
        for k, step in enumerate(found.steps, 1)
    ]
    steps = [
        {"about": step.about, "promise": step.promise, "rule": step.rule, "uses": step.uses} for step in found.steps
    ]
    heading = ("step", "about", "promise", "by", "from")
    topics = [Topic("total", [str(found)]), Topic("steps", [Table(rows, heading)])]
    return Report(
        "total", topics, {"alpha": found.alpha, "delta": found.delta, "relation": found.relation, "steps": steps}
    )


def _transcript(found: queries.Transcript) -> Report:
    asked = zip(found.queries, found.answers, strict=True)
    rows = [f"{elided(' '.join(map(str, query)))}: {number(answer)}" for query, answer in asked]
    values = {"queries": found.queries, "answers": found.answers, "error": found.error}
    return Report("transcript", [attacks.transcript(found), Topic("queries", some(rows, SHOWN))], values)


def _people(count: int) -> list[str]:
    return [f"person {j}" for j in range(count)]


REPORTS: Mapping[type, Callable[[Any], Report]] = MappingProxyType(
    {
        AnotherOptimum: optima.uniqueness,
        Audit: lambda found: audits.audit(found, "the table"),
        BayesianUser: users.user,
        Certificate: certificates.certificate,
        CoalitionLevel: releases.coalition,
        ConstraintMatrix: examinations.constraints,
        Derivation: examinations.derivability,
        Deployment: lambda found: surveys.deployment(found, "the program"),
        ExactOptimum: optima.exact_optimality,
        Examination: lambda found: examinations.examination(found, "the matrix"),
        ExpectedLoss: lambda found: users.expected_loss(found, "the mechanism"),
        Impossible: optima.impossible,
        Implementation: lambda found: audits.implementation(found, audit_implementation(found)),
        Interaction: lambda found: optima.interaction(found, "the mechanism", None),
        Ledger: _ledger,
        Level: examinations.level,
        LocalResponses: surveys.local_responses,
        LossBound: lambda found: phases.phases(found.diagram, None, found),
        LossCurve: _loss_curve,
        Matrix: examinations.matrix,
        Mechanism: examinations.matrix,
        Midpoint: examinations.vertex,
        MinimaxConsumer: users.user,
        NoisyHistogram: surveys.histogram,
        ObliviousOptimum: databases.worst_case,
        OnlyOptimum: optima.uniqueness,
        Optimality: optima.optimality,
        Optimum: optima.optimum,
        Pattern: examinations.pattern,
        PhaseDiagram: phases.phases,
        Privacy: examinations.privacy,
        PrivacyCurve: curves.curve,
        Refutation: examinations.derivability,
        Release: releases.release,
        Repair: lambda found: repairs.repair(found, "the matrix"),
        Sweep: sweeps.sweep,
        SymbolicMechanism: _symbolic,
        Synthesis: surveys.synthesis,
        Total: _total,
        Verification: sweeps.verification,
        Verified: certificates.verified,
        Vertex: examinations.vertex,
        differencing.BitPosterior: lambda found: attacks.posteriors([found], _people(found.person + 1)),
        linear_decoding.LinearDecoding: lambda found: attacks.decoding(found, None, _people(found.transcript.people)),
        queries.Transcript: _transcript,
        reconstruction.Reconstruction: lambda found: attacks.reconstruction(found, _people(found.transcript.people)),
    }
)
"""The results with a report of their own."""

SPELLED = frozenset(
    {AlgebraicNumber, Condition, Enclosure, Event, Interval, Logarithm, Loss, Neighbours, Promise}
    | {RadicalSum, RationalFunction, RealSet, Rounding, Stage, Step, Witness}
)
"""The results shown by their spelling."""
