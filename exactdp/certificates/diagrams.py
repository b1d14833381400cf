"""Phase diagrams as certificates, and the spelling of all texts for `exactdp.diagram_kernel`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import groupby, pairwise
from math import factorial

from flint import fmpz_poly

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, Polynomial
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.rational_functions import RationalFunction
from exactdp.arithmetic.real_sets import between
from exactdp.arithmetic.sign_changes import zeros
from exactdp.certificates.spelling import fraction, integer, line, user_lines
from exactdp.diagram_kernel import Quotients, Rejected, check_exponential
from exactdp.model.losses import Shape
from exactdp.model.users import BayesianUser
from exactdp.optimum.loss_bound import LossBound
from exactdp.optimum.phase_at import PhaseAt
from exactdp.optimum.phase_diagram import PhaseDiagram, Piece, conditions, only, prices

BEGINNING = b"exactdp diagram"
"""The first line of every certificate about all levels."""

BINARY_PLACES = (16, 64, 256, 1024)
"""The binary digits of breakpoints, tried in order until the kernel can decide every sign."""

MODULUS, AT = 2**61 - 1, 1_000_003
"""A prime, and the integer for α, at which equations of optimal remaps are solved."""


def texts(diagram: PhaseDiagram, bound: LossBound | None = None) -> Iterator[bytes]:
    """Yield certificates of one diagram, each with more evidence for the signs than the one before.

    With a bound of this diagram they also state at which levels the least loss is within it.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.phase_search import phase_diagram
    >>> short = next(texts(phase_diagram(BayesianUser(absolute(), ["1/6", "5/6"]))))
    >>> short.decode().splitlines()[8:14]
    ['value 1,1 0,1', 'remap 1 2', 'entry 0 0 1', 'entry 1 1 1', 'only', 'breakpoint -1,5 1/5 1/5']
    """
    yield _text(diagram, bound, BINARY_PLACES[0], ())
    touches = sorted(_touches(diagram))
    yield from (_text(diagram, bound, bits, touches) for bits in BINARY_PLACES)


def _text(diagram: PhaseDiagram, bound: LossBound | None, bits: int, touches: Sequence[Polynomial]) -> bytes:
    runs, user = _runs(diagram, bound), diagram.user
    # A Bayesian user's remap is stated to be the only one at every level inside, so also at a touch.
    alone = [not (touches and isinstance(user, BayesianUser)) and only(user, run) is True for run in runs]
    phases = [[*_phase(run), *["only"] * each] for run, each in zip(runs, alone, strict=True)]
    lines = [f"geometric {diagram.n}", *user_lines(user)]
    if bound is not None:
        within = sum(run.upper <= bound.upper for run in runs)
        lines.append(line("at-most", (bound.loss.denominator, bound.loss.numerator, within)))
    lines += [*phase_lines(phases, [run.lower for run in runs[1:]], bits), "proof", *touch_lines(touches)]
    if not isinstance(user, BayesianUser):
        lines += (_quotients("prior", run.prior, run) for run in runs)
    if any(alone):
        lines.append(line("modulus", (MODULUS, AT)))
    return whole_text("optimal" if diagram.is_universal else "interaction", lines)


def text_at(found: PhaseAt) -> bytes:
    """Return the certificate of an optimum at e^-ε: one phase, between two rational levels.

    >>> from exactdp.arithmetic.exponential_levels import Exponential
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.phase_at import phases_at
    >>> found = next(phases_at(BayesianUser(absolute(), ["1/6", "5/6"]), Exponential(2)))
    >>> print(*text_at(found).decode().splitlines()[7:18], sep="; ")  # doctest: +NORMALIZE_WHITESPACE
    phases 1; breakpoint -23922,176761 23922/176761 23922/176761; value 1,1 0,1; remap 1 2; entry 0 0 1; entry 1 1 1;
    only; breakpoint -27577,203768 27577/203768 27577/203768; epsilon 2 1; proof; series 21 64
    """
    user, piece, epsilon = found.user, found.piece, found.level.epsilon
    kind = "optimal" if user.loss.shape(user.size, user.size) is not Shape.NEITHER else "interaction"
    if found.only and found.is_strict and kind == "optimal":
        kind = "only-optimal"
    low, high = (Fraction(end.lower) for end in (piece.lower, piece.upper))
    lines = [f"geometric {user.size - 1}", *user_lines(user), "phases 1"]
    lines += [breakpoint_line(piece.lower)] * (low > 0)
    lines += [*_phase(piece), *["only"] * bool(found.only)]
    lines += [breakpoint_line(piece.upper)] * (high < 1)
    lines += [epsilon_line(found.level), "proof", line("series", series(epsilon, low, high))]
    lines += touch_lines([])
    if not isinstance(user, BayesianUser):
        lines.append(_quotients("prior", piece.prior, piece))
    if found.only:
        lines.append(line("modulus", (MODULUS, AT)))
    return whole_text(kind, lines)


def epsilon_line(level: Exponential) -> str:
    """Return the line that e^-ε is one of the levels of a statement.

    >>> epsilon_line(Exponential("1/2"))
    'epsilon 1 2'
    """
    return line("epsilon", level.epsilon.as_integer_ratio())


def series(epsilon: Fraction, low: Fraction, high: Fraction) -> tuple[int, int]:
    """Return how many terms of the series, and how many binary places, prove that e^-ε is between two bounds.

    >>> series(Fraction(1), Fraction(1, 3), Fraction(2, 5))
    (9, 16)
    """
    terms, places = 2, 8
    while True:
        try:
            check_exponential(epsilon, low, high, terms, places)
        except Rejected:
            # The sums are apart by a term, at most 1 over a factorial.
            places *= 2
            while factorial(terms) < 1 << places:
                terms += 1
            continue
        return terms, places


def _runs(diagram: PhaseDiagram, bound: LossBound | None = None) -> list[Piece]:
    """Return the pieces, with consecutive ones of the same loss, remap and prior merged, but not at a bound's level."""

    def proof(piece: Piece) -> tuple[object, ...]:
        return piece.loss, piece.remap, piece.prior, bound is not None and piece.upper <= bound.upper

    runs = [list(run) for _, run in groupby(diagram.pieces, proof)]
    return [replace(run[0], upper=run[-1].upper) for run in runs]


def _phase(run: Piece) -> Iterator[str]:
    entries = [(k, r, t) for k, row in enumerate(run.remap) for r, t in row]
    common, numerators = over_common_denominator([t for _, _, t in entries], _inside(run))
    yield _quotients("value", [run.loss], run)
    yield f"remap {spelled_polynomial(common)} {len(entries)}"
    yield from (f"entry {k} {r} {spelled_polynomial(t)}" for (k, r, _), t in zip(entries, numerators, strict=True))


def _quotients(keyword: str, functions: Iterable[RationalFunction], run: Piece) -> str:
    return quotient_line(keyword, over_common_denominator(functions, _inside(run)))


def _inside(run: Piece) -> Fraction:
    return between(run.lower, run.upper).lower


def _touches(diagram: PhaseDiagram) -> set[Polynomial]:
    """Return the factors with a zero inside a phase whose squares divide a function with a sign on the phase."""
    found: set[Polynomial] = set()
    if isinstance(diagram.user, BayesianUser):
        # The levels at which one more response is optimal, but on neither side.
        for here, (before, after) in zip(diagram.breakpoints, pairwise(diagram.pieces), strict=True):
            rows = zip(before.choices, here.choices or (), after.choices, strict=True)
            if any(left == right != middle for left, middle, right in rows):
                found.add(here.at.polynomial)
        return found
    for run in _runs(diagram):
        for _, condition in conditions(diagram.user, run, prices(diagram.user, run.prior)):
            _, factors = fmpz_poly(list(condition.numerator)).factor()
            several = [_coefficients(factor) for factor, times in factors if times > 1]
            found.update(factor for factor in several if zeros(factor, run.lower, run.upper))
    return found


def _coefficients(p: fmpz_poly) -> Polynomial:
    return tuple(map(int, p))


# Spelling


def whole_text(kind: str, lines: Iterable[str]) -> bytes:
    """Return the certificate of this kind with these lines between its first two lines and its last.

    >>> whole_text("private", ["proof"])
    b'exactdp diagram 1\\nstatement private\\nproof\\nend 3\\n'
    """
    found = [f"{BEGINNING.decode()} 1", f"statement {kind}", *lines]
    return "".join(f"{line}\n" for line in [*found, f"end {len(found)}"]).encode("ascii")


def phase_lines(phases: Sequence[Iterable[str]], breakpoints: Iterable[AlgebraicNumber], bits: int) -> Iterator[str]:
    """Yield the lines of the phases, with a breakpoint of `bits` binary digits before each except the first.

    >>> from exactdp.arithmetic.algebraic_numbers import algebraic
    >>> list(phase_lines([["phase yes"], ["phase no"]], [algebraic("1/5")], 16))
    ['phases 2', 'phase yes', 'breakpoint -1,5 1/5 1/5', 'phase no']
    """
    yield f"phases {len(phases)}"
    yield from phases[0]
    for at, phase in zip(breakpoints, phases[1:], strict=True):
        yield breakpoint_line(at, bits)
        yield from phase


def breakpoint_line(at: AlgebraicNumber, bits: int = 1) -> str:
    """Return the line of a breakpoint, between bounds that are at most 2^-bits apart.

    >>> from exactdp.arithmetic.algebraic_numbers import algebraic
    >>> breakpoint_line(algebraic("1/5"))
    'breakpoint -1,5 1/5 1/5'
    """
    low, high = at.enclosure(Fraction(1, 2**bits))
    return f"breakpoint {spelled_polynomial(at.polynomial)} {fraction(low)} {fraction(high)}"


def touch_lines(touches: Iterable[Polynomial]) -> list[str]:
    """Return the lines of the polynomials that may be divided out as squares.

    >>> touch_lines([(-1, 2)])
    ['touches 1', 'touch -1,2']
    """
    listed = [f"touch {spelled_polynomial(each)}" for each in touches]
    return [f"touches {len(listed)}", *listed]


def over_common_denominator(functions: Iterable[RationalFunction], inside: Fraction) -> Quotients:
    """Return the least common denominator, made positive at a level, and the numerators over it.

    >>> over_common_denominator([RationalFunction((1,), (1, -1)), RationalFunction((1,), (2,))], Fraction(3))
    ((-2, 2), ((-2,), (-1, 1)))
    """
    quotients = [(fmpz_poly(list(each.numerator)), fmpz_poly(list(each.denominator))) for each in functions]
    common = reduce(lambda p, q: p * (q // p.gcd(q)), (denominator for _, denominator in quotients))
    if RationalFunction(_coefficients(common)).at(inside) < 0:
        common = -common
    return _coefficients(common), tuple(_coefficients(p * (common // q)) for p, q in quotients)


def quotient_line(keyword: str, quotients: Quotients) -> str:
    """Return a keyword, the denominator and the numerators.

    >>> quotient_line("value", ((1, 1), ((0, 1),)))
    'value 1,1 0,1'
    """
    denominator, numerators = quotients
    return polynomial_line(keyword, (denominator, *numerators))


def polynomial_line(keyword: str, polynomials: Iterable[Polynomial]) -> str:
    """Return a keyword and polynomials.

    >>> polynomial_line("prior", [(1, 1), ()])
    'prior 1,1 0'
    """
    return " ".join((keyword, *map(spelled_polynomial, polynomials)))


def spelled_polynomial(p: Polynomial) -> str:
    """Return the coefficients of a polynomial in the spelling of certificates.

    >>> spelled_polynomial((1, -4, 1)), spelled_polynomial(())
    ('1,-4,1', '0')
    """
    return ",".join(map(integer, p)) or "0"
