"""Certificates: texts for the kernel, written from results that carry their evidence.

A `Certificate` is unverified text. A `Verified` certificate was accepted by the kernel; only `verify` makes one.
`exactdp/CERTIFICATES.md` describes the format.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TypeAlias

from flint import fmpz

from exactdp import diagram_kernel, kernel
from exactdp.arithmetic.arguments import as_written
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.certificates import diagrams
from exactdp.certificates.inverses import with_modulus
from exactdp.certificates.levels import ExactLevel, LevelSet, curve_text, exact_level_texts, level_texts
from exactdp.certificates.optima_at import optimum_texts_at
from exactdp.certificates.sentences import sentence
from exactdp.certificates.spelling import (
    constraint_lines,
    fraction,
    integer,
    line,
    neighbour_lines,
    over_one_denominator,
    row_lines,
    scale,
    user_lines,
)
from exactdp.files.storage import read_bytes, write_bytes
from exactdp.kernel import Malformed, Rejected
from exactdp.model.geometric import geometric
from exactdp.model.losses import Loss, LossValue
from exactdp.model.matrix import Matrix
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.model.users import BayesianUser, User
from exactdp.optimum.basis_at import BasisAt
from exactdp.optimum.interaction import Interaction
from exactdp.optimum.loss_bound import LossBound
from exactdp.optimum.phase_at import PhaseAt
from exactdp.optimum.phase_diagram import PhaseDiagram
from exactdp.optimum.problem import Dual, NoMechanism, Optimum, Problem, SparseRemap
from exactdp.optimum.uniqueness import AnotherOptimum, Better, OnlyOptimum
from exactdp.polytope.derivability import Derivation, Refutation
from exactdp.polytope.vertex import Midpoint, Vertex
from exactdp.privacy.level import Level, Privacy, Witness
from exactdp.privacy.privacy_curve import ApproximatePrivacy, PrivacyCurve
from exactdp.shown import Shown

__all__ = ["Certificate", "Malformed", "Rejected", "Verified", "certify", "verify"]

Certifiable: TypeAlias = (
    Mechanism
    | Privacy
    | Level
    | ApproximatePrivacy
    | Derivation
    | Refutation
    | Vertex
    | Midpoint
    | Optimum
    | OnlyOptimum
    | AnotherOptimum
    | Better
    | NoMechanism
    | Interaction
)
"""The results that have certificates."""


@dataclass(frozen=True)
class Certificate(Shown):
    """An unverified certificate.

    >>> from exactdp.privacy.level import level
    >>> written = certify(level(geometric(n=2, alpha="1/3"))).certificate
    >>> str(written).splitlines()[:5]
    ['exactdp certificate 1', 'statement level', 'mechanism geometric 2 1/3', 'neighbours path', 'alpha 1/3']
    >>> written
    Certificate(111 bytes)
    >>> verify(Certificate(written.data.replace(b"alpha 1/3", b"alpha 1/4")))
    Traceback (most recent call last):
    exactdp.kernel.Rejected: response 0 on inputs 0 and 1 allows a larger alpha
    """

    data: bytes

    def __repr__(self) -> str:
        return f"Certificate({len(self.data):,} bytes)"

    def __str__(self) -> str:
        return self.data.decode("ascii", "replace")


@dataclass(frozen=True)
class Verified(Shown):
    """A certificate accepted by the kernel: the lines of its proved statement, and their digest.

    >>> done = certify(geometric(n=2, alpha="1/3"))
    >>> done.sentence.partition(": ")[0]
    'the geometric mechanism on {0..2} with alpha = 1/3 is a mechanism'
    >>> done.kind, done.is_about(geometric(n=2, alpha="1/3")), done.is_about(geometric(n=2, alpha="1/4"))
    ('stochastic', True, False)
    >>> [str(entry) for entry in done.mechanism.rows[0]], verify(done.certificate).digest == done.digest
    (['3/4', '1/6', '1/12'], True)
    """

    certificate: Certificate = field(repr=False)
    kind: str
    statement: str = field(repr=False)
    digest: str
    stated: kernel.Mechanism | None = field(repr=False)

    @cached_property
    def sentence(self) -> str:
        """The statement in words, without the entries of matrices, priors, tables and constraints."""
        return sentence(self.certificate.data)

    @property
    def is_of_diagram(self) -> bool:
        """Whether it is about all levels, and was accepted by `exactdp.diagram_kernel`."""
        return self.certificate.data.startswith(diagrams.BEGINNING)

    @cached_property
    def mechanism(self) -> Matrix | None:
        """The matrix of the statement; None if it is about all mechanisms of some size."""
        return None if self.stated is None else written_out(self.stated)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate to a file, atomically; "-" is standard output.

        Raises: `InputError` if the file cannot be written.

        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     certify(geometric(n=2, alpha="1/3")).save(f"{folder}/g.cert")
        ...     verify(f"{folder}/g.cert").kind
        'stochastic'
        """
        write_bytes(self.certificate.data, path)

    def is_about(self, mechanism: Matrix) -> bool:
        """Return whether the statement is about this matrix, entry by entry; labels do not matter."""
        return self.mechanism is not None and (self.mechanism.numerators, self.mechanism.denominators) == (
            mechanism.numerators,
            mechanism.denominators,
        )


def written_out(stated: kernel.Mechanism) -> Matrix:
    """Return a matrix of a statement entry by entry, even if the statement gives G, or G and a remap.

    >>> written_out(kernel.Mechanism(1, 2, [(3, [1, 2])])).rows
    ((Fraction(1, 3), Fraction(2, 3)),)
    """
    return Matrix.from_integers([row for _, row in stated.rows], [denominator for denominator, _ in stated.rows])


def verify(certificate: Certificate | Verified | bytes | str | os.PathLike[str]) -> Verified:
    """Verify a certificate with the kernel; it may be an object, bytes or the path of a file.

    `exactdp.diagram_kernel` checks certificates about all levels, and `exactdp.kernel` all others. If a proof has an
    inverse, as before version 0.2.0, its modulus is checked instead.
    Raises: `Rejected` if its proof does not prove its statement, `Malformed` if it is not a certificate; `InputError`
    for a file that cannot be read; TypeError for anything else.

    >>> verify(b"exactdp certificate 1\\nstatement stochastic\\n")
    Traceback (most recent call last):
    exactdp.kernel.Malformed: line 3: expected 'mechanism' and 3 words after it
    """
    match certificate:
        case Certificate():
            data = certificate.data
        case Verified():
            data = certificate.certificate.data
        case bytes():
            data = certificate
        case str() | os.PathLike():
            data = read_bytes(certificate)
        case _:
            raise TypeError(
                f"{as_written(certificate)} is not a certificate: write the path of its file, its bytes, or the "
                "certificate of a result"
            )
    judge = diagram_kernel.check if data.startswith(diagrams.BEGINNING) else kernel.check
    try:
        accepted = judge(data)
    except Malformed:
        renewed = with_modulus(data)
        if renewed is None:
            raise
        return verify(renewed)
    statement = accepted.statement.decode("ascii")
    return Verified(Certificate(data), accepted.kind, statement, accepted.digest, accepted.mechanism)


def certify(
    result: Certifiable | PhaseDiagram | PhaseAt | BasisAt | LossBound | LevelSet | ExactLevel | PrivacyCurve,
    *,
    explicit: bool = False,
) -> Verified:
    """Return the certificate of a result, accepted by the kernel.

    The certificate of a mechanism states one fact: it is a mechanism, private (with δ or without), a vertex, derivable
    or optimal, or one of these is false; or a level is exact. The certificates of phase diagrams, bounds on the loss,
    sets of levels, exact levels of functions of α, and privacy curves are about every real α between 0 and 1. If a
    mechanism equals some G_{n,α}, the certificate writes it as G_{n,α}, unless `explicit`.
    Raises: `Rejected` or `Malformed` if the result is false or too large; no function of this package returns such a
    result.

    >>> from exactdp.privacy.level import level
    >>> done = certify(level(Mechanism([["3/4", "1/4"], ["1/5", "4/5"]])))
    >>> print(done.certificate)
    exactdp certificate 1
    statement level
    mechanism matrix 2 2
    row 4 3 1
    row 5 1 4
    neighbours path
    alpha 4/15
    proof
    at 0 1 0
    end 9
    <BLANKLINE>
    >>> done.sentence.partition(", and ")[2]
    'the largest alpha at which it is alpha-private is 4/15 (neighbours: path, pairs: 1)'
    """
    match result:
        case PhaseDiagram():
            return _first_accepted(diagrams.texts(result))
        case PhaseAt():
            return verify(Certificate(diagrams.text_at(result)))
        case BasisAt():
            return _first_accepted(optimum_texts_at(result))
        case LossBound():
            return _first_accepted(diagrams.texts(result.diagram, result))
        case LevelSet():
            return _first_accepted(level_texts(result))
        case ExactLevel():
            return _first_accepted(exact_level_texts(result))
        case PrivacyCurve():
            return verify(Certificate(curve_text(result, _matrix("mechanism", result.mechanism, explicit))))
    kind, rest = _claim(result, explicit)
    lines = ["exactdp certificate 1", f"statement {kind}", *_about(result, explicit), *rest]
    return verify(Certificate("".join(f"{line}\n" for line in [*lines, f"end {len(lines)}"]).encode("ascii")))


def _first_accepted(texts: Iterable[bytes]) -> Verified:
    rejected = None
    for text in texts:
        try:
            return verify(Certificate(text))
        except Rejected as error:
            rejected = error
    assert rejected is not None
    raise rejected


def stated_problem(problem: Problem, *, user: bool = True) -> list[str]:
    """Return the lines of a problem in every certificate of its optimum, from the size of the mechanisms on.

    Without the user they are the lines of a certificate that no such mechanism exists.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import uniform
    >>> stated_problem(Problem(BayesianUser(absolute(), uniform(n=1)), "1/2"))[2:-1]
    ['alpha 1/2', 'user bayesian', 'loss power', 'exponent 1 1', 'prior 2 1 1']
    """
    known = user_lines(problem.user) if user else []
    size = f"mechanisms {problem.inputs} {problem.responses}"
    return [size, *_privacy(problem.neighbours, problem.alpha), *known, *constraint_lines(problem.constraints)]


def stated_interaction(user: User, mechanism: Mechanism) -> tuple[list[str], list[str]]:
    """Return the lines of a deployed mechanism, and those of its user, in every certificate of an interaction.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import uniform
    >>> stated_interaction(BayesianUser(absolute(), uniform(n=1)), Mechanism([[1], [1]]))[0]
    ['mechanism matrix 2 1', 'row 1 1', 'row 1 1']
    """
    return _matrix("mechanism", mechanism, explicit=False), user_lines(user)


def stated_value(done: Verified, loss: Loss, size: int) -> LossValue:
    """Return the value in a statement about a user with this loss; `size` is the maximum of inputs and responses.

    Domain: certificates that state a value. Raises: StopIteration for others.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.users import uniform
    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.optimum.interaction import interact
    >>> found = interact(BayesianUser(absolute(), uniform(n=1)), geometric(n=1, alpha="1/2"))
    >>> stated_value(certify(found), absolute(), 2)
    Fraction(1, 3)
    """
    line = next(line for line in done.certificate.data.split(b"\n") if line.startswith(b"value "))
    common, *numerators = (int(word, 0) for word in line.split()[1:])
    radicands = _radicands(loss, size)
    if len(radicands) == 1:
        return Fraction(numerators[0], common)
    terms = ((e, Fraction(value, common)) for e, value in zip(radicands, numerators, strict=True) if value)
    return RadicalSum(loss.parameters[0].denominator, tuple(terms))


def _about(result: Certifiable, explicit: bool) -> list[str]:
    match result:
        case NoMechanism():
            return [f"mechanisms {result.problem.inputs} {result.problem.responses}"]
        case Optimum():
            return _optimum("mechanism", result, explicit)
        case OnlyOptimum():
            # The unknowns belong to the form in which they were found.
            return _optimum("mechanism", result.optimum, explicit=False)
        case AnotherOptimum():
            return _optimum("mechanism", result.optimum, explicit)
        case Mechanism():
            return _matrix("mechanism", result, explicit)
        case _:
            return _matrix("mechanism", result.mechanism, explicit)


KindAndLines: TypeAlias = tuple[str, Iterable[str]]


def _claim(result: Certifiable, explicit: bool) -> KindAndLines:
    match result:
        case Mechanism():
            return "stochastic", ["proof"]
        case Privacy():
            asked = [*_privacy(result.neighbours, result.alpha), "proof"]
            if result.violation is None:
                return "private", asked
            return "not-private", [*asked, _at(result.violation)]
        case ApproximatePrivacy():
            claimed = [*_privacy(result.neighbours, result.alpha), f"delta {fraction(result.delta)}", "proof"]
            if result.violation is None:
                return "approximately-private", claimed
            return "not-approximately-private", [*claimed, line("between", (result.violation.i, result.violation.k))]
        case Level():
            witness = [] if result.witness is None else [_at(result.witness)]
            return "level", [*_privacy(result.neighbours, result.alpha), "proof", *witness]
        case Derivation():
            remap = zip(result.remap.denominators, map(list, result.remap.numerators), strict=True)
            common, scaled = kernel.over_one_denominator(list(remap))
            source = _matrix("from", result.source, explicit and result.alpha is None)
            return "derivable", [*source, "proof", f"remap {integer(common)}", *(line("row", row) for row in scaled)]
        case Refutation():
            losses = sorted(result.losses)
            source = _matrix("from", result.source, explicit and result.alpha is None)
            return "not-derivable", [
                *source,
                "proof",
                f"losses {len(losses)}",
                *(line("loss", each) for each in losses),
            ]
        case Vertex():
            return "vertex", [*_privacy(result.neighbours, result.alpha), "proof", f"modulus {result.modulus}"]
        case Midpoint():
            privacy = _privacy(result.neighbours, result.alpha)
            return "not-vertex", [*privacy, "proof", "other", *row_lines(result.ends[0])]
        case Optimum():
            return "optimal", _best(result)
        case OnlyOptimum():
            return "only-optimal", [*_best(result.optimum), f"modulus {result.modulus}"]
        case AnotherOptimum():
            return "not-only-optimal", [*_best(result.optimum), *_optimum("other", result.other, explicit)]
        case Better():
            return "not-optimal", _better(result.other, explicit)
        case NoMechanism():
            stated = stated_problem(result.problem, user=False)[1:]
            return "infeasible", [*stated, "proof", *_dual(result.problem, result.dual, (1,), prior=False)]
        case Interaction():
            return "interaction", _interaction(result, explicit)
    raise TypeError(f"a certificate is about a result, such as level(…) or optimal(…), not about {as_written(result)}")


def _better(other: Optimum, explicit: bool) -> list[str]:
    problem = other.problem
    radicands = _radicands(problem.user.loss, max(problem.inputs, problem.responses))
    roots = _roots(problem.user.loss, radicands, [_coefficients(other.value, radicands)])
    return [*stated_problem(problem)[1:], "proof", *roots, *_optimum("other", other, explicit)]


def _interaction(result: Interaction, explicit: bool) -> list[str]:
    user, size = result.user, max(result.mechanism.shape[0], result.remap.shape[1])
    radicands = _radicands(user.loss, size)
    value = _coefficients(result.value, radicands)
    prior = [] if isinstance(user, BayesianUser) else [line("prior", over_one_denominator(result.prior))]
    return [
        *_matrix("remap", result.remap, explicit),
        *user_lines(user),
        line("value", over_one_denominator(value)),
        "proof",
        *_roots(user.loss, radicands, [value]),
        *prior,
    ]


def _best(optimum: Optimum) -> list[str]:
    problem, dual = optimum.problem, optimum.dual
    radicands = _radicands(problem.user.loss, max(problem.inputs, problem.responses))
    value = _coefficients(optimum.value, radicands)
    numbers = [_coefficients(v, radicands) for v in (*dual.weights, *dual.multipliers, *dual.flows.values())]
    return [
        *stated_problem(problem)[1:],
        line("value", over_one_denominator(value)),
        "proof",
        *_roots(problem.user.loss, radicands, [value, *numbers]),
        *_dual(problem, dual, radicands, prior=not isinstance(problem.user, BayesianUser)),
    ]


def _dual(problem: Problem, dual: Dual, radicands: tuple[int, ...], *, prior: bool) -> list[str]:
    weights, multipliers = (
        [_coefficients(value, radicands) for value in values] for values in (dual.weights, dual.multipliers)
    )
    flows = sorted((at, _coefficients(value, radicands)) for at, value in dual.flows.items())
    # A constraint is stated times the least integer that makes it integral, so its price is divided by this integer.
    scales = [scale(constraint) for constraint in problem.constraints]
    multipliers = [[v / scale for v in row] for row, scale in zip(multipliers, scales, strict=True)]
    rows = [*weights, *multipliers, *(flow for _, flow in flows)]
    common = lcm(*(v.denominator for row in rows for v in row), *(v.denominator for v in dual.prior if prior))
    lines = [line("dual", [common])]
    if prior:
        lines.append(line("prior", (int(v * common) for v in dual.prior)))
    lines += [line("weights", (int(v * common) for v in row)) for row in weights]
    lines += [line("multiplier", (int(v * common) for v in row)) for row in multipliers]
    if not (problem.neighbours.name == "path" and problem.alpha > 0):
        lines.append(f"flows {len(flows)}")
        lines += [line("flow", (*at, *(int(v * common) for v in row))) for at, row in flows]
    return lines


def _optimum(role: str, optimum: Optimum, explicit: bool) -> list[str]:
    if optimum.remap is None or explicit:
        return _matrix(role, optimum.mechanism, explicit=True)
    problem = optimum.problem
    return _remap(role, problem.n, problem.alpha, problem.responses, optimum.remap)


def _remap(role: str, n: int, alpha: Fraction, responses: int, remap: SparseRemap) -> list[str]:
    entries = [(k, r, v) for k, row in enumerate(remap) for r, v in row]
    common = lcm(*(v.denominator for _, _, v in entries))
    return [
        f"{role} remap {n} {fraction(alpha)}",
        f"responses {responses}",
        f"entries {len(entries)}",
        line("common", [common]),
        *(line("entry", (k, r, v.numerator * (common // v.denominator))) for k, r, v in entries),
    ]


def _radicands(loss: Loss, size: int) -> tuple[int, ...]:
    if loss.rational:
        return (1,)
    exponent = loss.parameters[0]
    return tuple(sorted({kernel.radical(d, *exponent.as_integer_ratio())[1] for d in range(size)}))


def _coefficients(value: LossValue, radicands: tuple[int, ...]) -> list[Fraction]:
    if isinstance(value, RadicalSum):
        found = dict(value.terms)
        return [found.get(e, Fraction(0)) for e in radicands]
    return [Fraction(value), *[Fraction(0)] * (len(radicands) - 1)]


def _roots(loss: Loss, radicands: tuple[int, ...], values: list[list[Fraction]]) -> list[str]:
    """Enclose the radicals precisely enough for the signs of all sums except extremely small ones."""
    if len(radicands) == 1:
        return []
    longest = max((max(v.numerator.bit_length(), v.denominator.bit_length()) for row in values for v in row), default=1)
    digits = 4 * longest + 256
    degree = loss.parameters[0].denominator
    return [line("roots", (digits, *(int(fmpz(e << digits * degree).root(degree)) for e in radicands)))]


def _matrix(role: str, matrix: Mechanism, explicit: bool) -> list[str]:
    alpha = None if explicit else _geometric_level(matrix)
    if alpha is not None:
        return [f"{role} geometric {len(matrix) - 1} {fraction(alpha)}"]
    return [f"{role} matrix {matrix.shape[0]} {matrix.shape[1]}", *row_lines(matrix)]


def _geometric_level(matrix: Mechanism) -> Fraction | None:
    """Return α if the matrix is G_{n,α} for some n ≥ 1, within the kernel's limits, else None."""
    size, width = matrix.shape
    if size != width or size < 2 or matrix[0, 0] == 0 or matrix[1, 0] > matrix[0, 0]:
        return None
    alpha = matrix[1, 0] / matrix[0, 0]
    if size**2 > kernel.ENTRIES:
        return None
    same = geometric(n=size - 1, alpha=alpha)
    return alpha if (same.numerators, same.denominators) == (matrix.numerators, matrix.denominators) else None


def _privacy(neighbours: Neighbours, alpha: Fraction) -> list[str]:
    return [*neighbour_lines(neighbours), f"alpha {fraction(alpha)}"]


def _at(witness: Witness) -> str:
    return line("at", (witness.i, witness.k, witness.r))
