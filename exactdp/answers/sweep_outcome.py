"""The outcome of one instance: the value, as exact text, and the certificate that the kernel accepted."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import Any, TypeAlias

from flint import arb_poly, ctx

from exactdp import __version__
from exactdp.answers.optimality import ExactOptimum, Impossible, Optimality, decide, decide_near
from exactdp.answers.sweep_specification import AtExponential, Deployed, Instance
from exactdp.arithmetic.enclosures import Enclosure, enclosure
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import to_arb
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.arithmetic.rational_functions import RationalFunction
from exactdp.arithmetic.spelling import decimal, elided, printable, text
from exactdp.certificates.certificate import Malformed, Rejected, Verified, certify
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.losses import LossValue
from exactdp.optimum.interaction import interact
from exactdp.shown import Shown

VALUE_PLACES = 20
"""The number of decimal places of the rounded value, for plots and readers."""

DECIMAL_BITS = 128
"""The precision in bits that is tried first for the rounded value at e^-ε."""

OPTIMAL, IMPOSSIBLE, UNSOLVED = "optimal", "impossible", "unsolved"
"""The verdicts: a value is proved; it is proved that no mechanism satisfies the constraints; undecided."""


@dataclass(frozen=True)
class InstanceOutcome(Shown):
    """The answer to one instance, named by its `key`, and the digests of the certificate's statement and its bytes.

    For a level e^-ε, `alpha` is the level that is decided: e^-ε itself, and then `value` is a function of a = α, or a
    fraction beside it. For a fraction above e^-ε, `value` is an upper bound on the least loss at e^-ε, and
    `value_below`, with its own certificate, is a lower bound: the least loss at a fraction below. An undecided outcome
    has a `reason` instead. `version` is the version of exactdp.
    """

    key: str
    verdict: str
    value: str | None = None
    value_decimal: str | None = None
    unique: bool | None = None
    kind: str | None = None
    statement: str | None = None
    certificate: str | None = None
    reason: str | None = None
    alpha: str | None = None
    value_below: str | None = None
    certificate_below: str | None = None
    version: str = __version__

    def __bool__(self) -> bool:
        return self.verdict != UNSOLVED

    def entry(self) -> dict[str, str | bool]:
        """Return the entry that `from_entry` reads, without empty fields."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    @classmethod
    def from_entry(cls, entry: Mapping[str, Any]) -> "InstanceOutcome":
        """Read an entry of `entry`. Raises: TypeError or ValueError for another.

        >>> found = InstanceOutcome("5e", "optimal", "1/3")
        >>> InstanceOutcome.from_entry(found.entry()) == found
        True
        """
        found = cls(**entry)
        for name, value in entry.items():
            if type(value) is not (bool if name == "unique" else str):
                raise TypeError("a value of another type")
            # Reject lone surrogates, which JSON allows but a table cannot hold, and terminal control characters.
            if not str(value).isprintable():
                raise ValueError(name)
        if found.verdict not in (OPTIMAL, IMPOSSIBLE, UNSOLVED):
            raise ValueError(found.verdict)
        if found.value_decimal is not None and not re.fullmatch(r"-?[0-9]+\.[0-9]+", found.value_decimal):
            raise ValueError(found.value_decimal)
        return found


OutcomeAndCertificates: TypeAlias = tuple[InstanceOutcome, tuple[bytes, ...]]
"""An outcome, and the bytes of its certificates if they are kept: of the value, then of the value below."""


def find(instance: Instance, *, keep: bool = True) -> OutcomeAndCertificates:
    """Decide one instance; return the outcome and, with `keep`, the bytes of its certificates.

    An instance too large to be solved or certified also has an outcome. Raises: MemoryError.

    >>> from exactdp.answers.sweep_specification import parse
    >>> outcome, (certificate,) = find(parse('n = 3\\nalpha = "1/4"\\nloss = "abs"').instances[0])
    >>> outcome.value, outcome.unique, outcome.kind
    ('168/415', True, 'only-optimal')
    >>> certificate[:40]
    b'exactdp certificate 1\\nstatement only-opt'
    """
    try:
        found = _answer(instance)
    except (InputError, Malformed, Rejected) as error:
        found = str(error)
    if isinstance(found, str):
        return InstanceOutcome(instance.key, UNSOLVED, reason=elided(printable(found), 600)), ()
    outcome, proofs = found
    return outcome, tuple(done.certificate.data for done in proofs if keep)


def proved(
    instance: Instance, value: LossValue | None, done: Verified, alpha: Fraction | None = None
) -> InstanceOutcome:
    """Return the outcome that a certificate proves; the value is None if no mechanism satisfies the constraints.

    For a question at e^-ε, `alpha` is the fraction that the certificate is about.

    >>> from exactdp.answers.sweep_specification import parse
    >>> instance = parse('n = 1\\nalpha = "1/2"\\nloss = "abs"').instances[0]
    >>> found = decide(instance.question)
    >>> proved(instance, found.optimum.value, found.verified).value
    '1/3'
    """
    return InstanceOutcome(
        instance.key,
        IMPOSSIBLE if value is None else OPTIMAL,
        None if value is None else str(value) if isinstance(value, RadicalSum) else text(value),
        None if value is None else _decimal(value),
        {"only-optimal": True, "not-only-optimal": False}.get(done.kind),
        done.kind,
        done.digest,
        sha256(done.certificate.data).hexdigest(),
        alpha=None if alpha is None else text(alpha),
    )


def proved_at(instance: Instance, function: RationalFunction, level: Exponential, done: Verified) -> InstanceOutcome:
    """Return the outcome at e^-ε itself that a certificate for an interval of levels proves.

    >>> from exactdp.answers.sweep_specification import parse
    >>> found = find(parse('n = 1\\nepsilon = 1\\nloss = "abs"').instances[0])[0]
    >>> found.alpha, found.value, found.value_decimal, found.unique
    ('e^-1', 'a/(1 + a)', '0.26894142136999512075', True)
    """
    outcome = proved(instance, Fraction(0), done)
    return replace(outcome, value=str(function), value_decimal=_decimal_at(function, level), alpha=str(level))


def enclosed(outcome: InstanceOutcome, below: InstanceOutcome) -> InstanceOutcome:
    """Return an outcome above e^-ε together with the one below.

    >>> enclosed(InstanceOutcome("5e", "optimal", "1/3"), InstanceOutcome("5e", "optimal", "1/4")).value_below
    '1/4'
    """
    return replace(outcome, value_below=below.value, certificate_below=below.certificate)


def _answer(instance: Instance) -> tuple[InstanceOutcome, list[Verified]] | str:
    question = instance.question
    if isinstance(question, Deployed):
        remap = interact(question.user, question.mechanism, responses=range(question.responses))
        done = certify(remap)
        return proved(instance, remap.value, done), [done]
    if isinstance(question, AtExponential):
        found, near = decide_near(question.above, question.level), True
    else:
        found, near = decide(question), False
    match found:
        case Unsolved():
            return found.reason
        case ExactOptimum():
            return proved_at(instance, found.function, found.phase.level, found.verified), [found.verified]
        case Impossible():
            value, problem = None, found.problem
        case Optimality():
            value, problem = found.optimum.value, found.optimum.problem
    outcome = proved(instance, value, found.verified, problem.alpha if near else None)
    below = found.below if isinstance(found, Optimality) else None
    if below is None:
        return outcome, [found.verified]
    outcome = enclosed(outcome, proved(instance, below.optimum.value, below.verified))
    return outcome, [found.verified, below.verified]


def _decimal_at(function: RationalFunction, level: Exponential) -> str:
    """Return the value of a function at e^-ε, rounded."""
    if len(function.numerator) <= 1 and len(function.denominator) == 1:
        return decimal(function.at(0), VALUE_PLACES)
    # The value is transcendental, so it is not halfway between two decimals, and enough bits decide.
    bits = DECIMAL_BITS
    while True:
        with ctx.workprec(bits):
            at = (-to_arb(level.epsilon)).exp()
            top, bottom = (arb_poly(list(p))(at) for p in (function.numerator, function.denominator))
            value = top / bottom
            near = enclosure(value) if value.is_finite() else Enclosure(Fraction(0), Fraction(1))
        lower, upper = (decimal(end, VALUE_PLACES) for end in (near.lower, near.upper))
        if lower == upper:
            return lower
        bits *= 2


def _decimal(value: LossValue) -> str:
    return value.decimal(VALUE_PLACES) if isinstance(value, RadicalSum) else decimal(value, VALUE_PLACES)
