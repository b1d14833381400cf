"""Phase diagrams as certificates: the text that `exactdp.diagram_kernel` decides about."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import groupby, pairwise

from flint import fmpz_poly

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, Polynomial
from exactdp.arithmetic.rational_functions import RationalFunction
from exactdp.arithmetic.real_sets import between
from exactdp.arithmetic.sign_changes import zeros
from exactdp.certificates.spelling import fraction, integer, user_lines
from exactdp.model.users import BayesianUser
from exactdp.optimum.phase_diagram import PhaseDiagram, Piece, conditions, prices

BEGINNING = b"exactdp diagram"
"""How every certificate of a phase diagram begins."""

BINARY_PLACES = (16, 64, 256, 1024)
"""To how many binary digits the breakpoints are told, until the kernel can tell every sign."""


def texts(diagram: PhaseDiagram) -> Iterator[bytes]:
    """Yield certificates of one diagram, each longer than the one before, and with more to tell a sign by.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.phase_search import phase_diagram
    >>> short = next(texts(phase_diagram(BayesianUser(absolute(), ["1/6", "5/6"]))))
    >>> short.decode().splitlines()[8:13]
    ['value 1,1 0,1', 'remap 1 2', 'entry 0 0 1', 'entry 1 1 1', 'breakpoint -1,5 1/5 1/5']
    """
    yield _text(diagram, BINARY_PLACES[0], ())
    touches = sorted(_touches(diagram))
    yield from (_text(diagram, bits, touches) for bits in BINARY_PLACES)


def _text(diagram: PhaseDiagram, bits: int, touches: Iterable[Polynomial]) -> bytes:
    runs, listed = _runs(diagram), list(touches)
    lines = [
        f"{BEGINNING.decode()} 1",
        f"statement {'optimal' if diagram.is_universal else 'interaction'}",
        f"geometric {diagram.n}",
        *user_lines(diagram.user),
        f"phases {len(runs)}",
        *_phase(runs[0]),
    ]
    for run in runs[1:]:
        lines += [_breakpoint(run.lower, Fraction(1, 2**bits)), *_phase(run)]
    lines += ["proof", f"touches {len(listed)}", *(f"touch {_polynomial(each)}" for each in listed)]
    if not isinstance(diagram.user, BayesianUser):
        lines += (_quotients("prior", run.prior, run) for run in runs)
    return "".join(f"{line}\n" for line in [*lines, f"end {len(lines)}"]).encode("ascii")


def _runs(diagram: PhaseDiagram) -> list[Piece]:
    """Return the pieces, those made one that follow one another with the same loss, remap and prior."""
    runs = [list(run) for _, run in groupby(diagram.pieces, lambda piece: (piece.loss, piece.remap, piece.prior))]
    return [replace(run[0], upper=run[-1].upper) for run in runs]


def _breakpoint(at: AlgebraicNumber, width: Fraction) -> str:
    low, high = at.enclosure(width)
    return f"breakpoint {_polynomial(at.polynomial)} {fraction(low)} {fraction(high)}"


def _phase(run: Piece) -> Iterator[str]:
    entries = [(k, r, t) for k, row in enumerate(run.remap) for r, t in row]
    common, *numerators = _over_one_denominator([t for _, _, t in entries], run)
    yield _quotients("value", [run.loss], run)
    yield f"remap {_polynomial(common)} {len(entries)}"
    yield from (f"entry {k} {r} {_polynomial(t)}" for (k, r, _), t in zip(entries, numerators, strict=True))


def _quotients(keyword: str, functions: Iterable[RationalFunction], run: Piece) -> str:
    return " ".join((keyword, *map(_polynomial, _over_one_denominator(functions, run))))


def _over_one_denominator(functions: Iterable[RationalFunction], run: Piece) -> list[Polynomial]:
    """Return the least common denominator, with the sign that is positive inside, and the numerators over it."""
    quotients = [(fmpz_poly(list(each.numerator)), fmpz_poly(list(each.denominator))) for each in functions]
    common = reduce(lambda p, q: p * (q // p.gcd(q)), (denominator for _, denominator in quotients))
    if RationalFunction(_coefficients(common)).at(between(run.lower, run.upper).lower) < 0:
        common = -common
    return [_coefficients(common), *(_coefficients(p * (common // q)) for p, q in quotients)]


def _touches(diagram: PhaseDiagram) -> set[Polynomial]:
    """Return the factors of which squares divide what has a sign on a phase, and that are 0 at some level inside."""
    found: set[Polynomial] = set()
    if isinstance(diagram.user, BayesianUser):
        # Where a reading is as good as the best ones on both sides of a level, and at no other.
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


def _polynomial(p: Polynomial) -> str:
    return ",".join(map(integer, p)) or "0"
