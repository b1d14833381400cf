"""Phase diagrams over α as reports."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber
from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.exponential_levels import RationalOrExponential
from exactdp.arithmetic.spelling import counted, elided
from exactdp.certificates.certificate import Verified
from exactdp.model.users import BayesianUser, User
from exactdp.optimum.loss_bound import LossBound
from exactdp.optimum.phase_diagram import ONE, ZERO, Phase, PhaseDiagram, Piece, only
from exactdp.privacy.level import epsilon
from exactdp.report.document import Part, Report, Table, Topic, Values
from exactdp.report.optima import LONG_FUNCTION, least, tied
from exactdp.report.users import LONG_PRIOR, user_words
from exactdp.report.wording import level_name, number, objective, verified

SHOWN = 16
"""The most phases shown as text."""

PLACES = 4
"""The number of decimals shown of an irrational number."""


def phases(
    found: PhaseDiagram,
    done: Verified | None = None,
    bound: LossBound | None = None,
    level: RationalOrExponential | None = None,
) -> Report:
    """Return the phases of a diagram, each with its loss, its optimal remap and its proof.

    With a bound of the diagram the answer is the largest level within it, and with a level the least loss there. `done`
    is the certificate, if any.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.phase_search import phase_diagram
    >>> from exactdp.report.terminal import as_text
    >>> print(as_text(phases(phase_diagram(BayesianUser(absolute(), ["1/6", "5/6"])))))
    As α goes from 0 to 1, the least expected loss goes from 0 to 1/6, in 2 phases.
    user          Bayesian, loss |i-r|, prior 1/6, 5/6
    mechanisms    all remaps of G_{1,α}, for every α from 0 to 1
    theorem       Theorem 3.1 of Ghosh, Roughgarden & Sundararajan 2009 applies: the loss is monotone in |i-r|. So
                    no α-private mechanism is better
    phases        2, of the least expected loss: 0 at α = 0 and 1/6 at α = 1
    phase 1       from α = 0 to 1/5
                  loss    a/(1 + a)
                  remap   every response to itself
                  unique  yes, among the remaps of G, strictly between these α
    phase 2       from α = 1/5 to 1
                  loss    1/6
                  remap   0 → 1; the others to themselves
                  unique  yes, among the remaps of G, strictly between these α
    proof         12 identities of rational functions of α, 12 signs on whole intervals
    """
    worst = objective(found.user)
    listed, ends = found.phases, [number(found.loss_at(alpha)) for alpha in (0, 1)]
    better = (
        "So no α-private mechanism is better" if found.is_universal else "Another α-private mechanism may be better"
    )
    topics = [
        Topic("user", [user_words(found.user)]),
        Topic("mechanisms", [f"all remaps of G_{{{found.n},α}}, for every α from 0 to 1"]),
        Topic("theorem", [f"{found.theorem}. {better}"]),
        Topic("phases", [f"{len(listed)}, of the least {worst}: {ends[0]} at α = 0 and {ends[1]} at α = 1"]),
    ]
    for at, phase in enumerate(listed):
        if len(listed) <= SHOWN or not SHOWN // 2 <= at < len(listed) - SHOWN // 2:
            topics.append(Topic(f"phase {at + 1}", _phase(found.user, phase)))
        elif at == SHOWN // 2:
            topics.append(Topic("…", [f"{len(listed) - SHOWN} phases, which --json has"]))
    if found.confirmed is not None:
        proof = f"{counted(found.confirmed.identities, 'identity', 'identities')} of rational functions of α"
        topics.append(Topic("proof", [f"{proof}, {counted(found.confirmed.signs, 'sign')} on whole intervals"]))
    if done is not None:
        topics.append(Topic("certificate", [verified(done), *_not_certified(found, done)]))
    many = counted(len(listed), "phase")
    answer = f"As α goes from 0 to 1, the least {worst} goes from {ends[0]} to {ends[1]}, in {many}."
    if bound is not None:
        answer = f"The least {worst} is at most {number(bound.loss)} {_up_to(bound.upper)}."
    there = None
    if level is not None:
        piece, loss = found.around(level)
        number_of = next(k for k, phase in enumerate(listed) if piece in phase.pieces)
        there = {"level": level, "phase": number_of, "loss": loss}
        answer = f"The least {worst} at α = {level_name(level)} is {least(loss)}, in phase {number_of + 1}."
        formula = elided(str(piece.loss), LONG_FUNCTION)
        topics.insert(4, Topic("level", [f"{level_name(level)}, in phase {number_of + 1}: the loss is {formula}"]))
    limit = None if bound is None else {"loss": bound.loss, "up_to": bound.upper}
    return Report("phases", topics, {**_values(found), "bound": limit, "at": there, "certificate": done}, answer)


def _up_to(level: AlgebraicNumber) -> str:
    if level in (0, 1):
        return "at no α between 0 and 1" if level == 0 else "at every α between 0 and 1"
    low, high = level.enclosure(Fraction(1, 2**100))
    smallest = Enclosure(epsilon(high).lower, epsilon(low).upper)
    return f"for exactly the α up to {_breakpoint_words(level)}, so for ε from {smallest}"


def _not_certified(found: PhaseDiagram, done: Verified) -> Iterator[str]:
    """Say if a remap is unique, but the statement of the certificate omits it."""
    stated = done.statement.count("\nonly\n")
    if not stated and any(only(found.user, piece) for piece in found.pieces):
        yield "it proves the losses and remaps, but not the lines `unique`: these are computed exactly"


def _phase(user: User, phase: Phase) -> Iterator[Part]:
    start = f"= {phase.lower}" if phase.lower.is_rational else f"≈ {phase.lower.decimal(PLACES)}"
    yield f"from α {start} to {_breakpoint_words(phase.upper)}"
    loss = _row("loss", [str(phase.loss)])
    if len(phase.pieces) == 1:
        yield Table([loss, *_piece(user, phase.pieces[0])], wraps=True)
        return
    yield Table([loss], wraps=True)
    for at, piece in enumerate(phase.pieces):
        yield f"{'then ' if at else ''}up to α = {_breakpoint_words(piece.upper)}:"
        yield Table(list(_piece(user, piece)), wraps=True)


def _piece(user: User, piece: Piece) -> Iterator[tuple[str, str]]:
    yield _row("remap", _remap(piece))
    if not isinstance(user, BayesianUser):
        prior = [f"{i}: {p}" for i, p in enumerate(piece.prior) if p != ZERO]
        listed = ", ".join(prior)
        yield _row("prior", prior if len(listed) > LONG_PRIOR else [listed])
    yield _row("unique", [_unique(user, piece)])


def _row(name: str, lines: Iterable[str]) -> tuple[str, str]:
    # All names are as wide as the widest, to align the tables of a phase.
    return name.ljust(len("unique")), "\n".join(elided(line, LONG_FUNCTION) for line in lines)


def _breakpoint_words(at: AlgebraicNumber) -> str:
    """Return a breakpoint: exactly unless it is very long, and with decimals if it is irrational."""
    words = str(at)
    if len(words) > LONG_FUNCTION:
        return f"a root of degree {len(at.polynomial) - 1} (≈ {at.decimal(PLACES)})"
    if "[" in words:
        return f"the {words}"
    return words if at.is_rational else f"{words} (≈ {at.decimal(PLACES)})"


def _remap(piece: Piece) -> Iterator[str]:
    for k, row in enumerate(piece.remap):
        if len(row) > 1:
            yield from (f"{k} → {r} with {t}" for r, t in row)
    moved = [(k, row[0][0]) for k, row in enumerate(piece.remap) if len(row) == 1 and row[0][0] != k]
    simple = []
    for r, run in groupby(moved, key=lambda each: each[1]):
        sources = [k for k, _ in run]
        simple.append(f"{', '.join(map(str, sources))} → {r}")
    if all(row == ((k, ONE),) for k, row in enumerate(piece.remap)):
        simple = ["every response to itself"]
    elif any(row == ((k, ONE),) for k, row in enumerate(piece.remap)):
        simple.append("the others to themselves")
    if simple:
        yield "; ".join(simple)


def _unique(user: User, piece: Piece) -> str:
    verdict = only(user, piece)
    if verdict:
        between = "yes, among the remaps of G, strictly between these α"
        return (
            between if isinstance(user, BayesianUser) else "yes, among the remaps of G, except at most finitely many α"
        )
    if verdict is None:
        return f"not decided; under the prior these readings are equally good: {tied(piece.choices)}"
    return f"no, these readings are equally good: {tied(piece.choices)}"


def _values(found: PhaseDiagram) -> Values:
    return {
        "user": found.user,
        "n": found.n,
        "theorem": found.theorem,
        "universal": found.is_universal,
        "limits": {alpha: found.loss_at(alpha) for alpha in (0, 1)},
        "phases": [
            {
                "from": phase.lower,
                "to": phase.upper,
                "loss": phase.loss,
                "pieces": [_piece_values(found.user, piece) for piece in phase.pieces],
            }
            for phase in found.phases
        ],
        "breakpoints": found.breakpoints,
        "confirmed": found.confirmed,
    }


def _piece_values(user: User, piece: Piece) -> Values:
    return {
        "from": piece.lower,
        "to": piece.upper,
        "remap": [dict(row) for row in piece.remap],
        "prior": piece.prior,
        "choices": piece.choices,
        "unique": only(user, piece),
    }
