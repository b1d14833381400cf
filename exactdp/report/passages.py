r"""A certificate as a LaTeX passage for a paper: its statement in the papers' notation, and the digest.

It is written only if the kernel accepts the certificate. The passage needs the package amsmath.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import lcm

from exactdp import __version__
from exactdp.arithmetic import spelling
from exactdp.arithmetic.algebraic_numbers import polynomial_text
from exactdp.arithmetic.radicals import RadicalSum
from exactdp.arithmetic.rational_functions import RationalFunction
from exactdp.arithmetic.spelling import counted, decimal, latex
from exactdp.certificates.certificate import verify, written_out
from exactdp.certificates.statements import DiagramStatement, Statement, is_remap, losses_of
from exactdp.diagram_kernel import Best, End, Phase, Polynomial
from exactdp.files.latex_text import render
from exactdp.kernel import DECIMAL, Constraint, Loss, Mechanism, Number, Privacy, Problem, Surd
from exactdp.model.matrix import Matrix

DISPLAYED = 16
"""The most rows and columns of a displayed matrix, and the most displayed constraints."""

DIGITS = 16
"""The most digits of a displayed matrix entry; other numbers may have twice as many."""

LEFT_OUT = r"\text{as in the certificate}"
"""The replacement in a phase diagram for a function or a matrix that is too long to read."""

ROOM = r"\renewcommand{\arraystretch}{1.4} "
"""The vertical space between the fractions of consecutive rows, in this formula only."""

NEIGHBOURS = {
    "path": " (neighbouring inputs differ by 1)",
    "complete": " (any two inputs are neighbours)",
    "cycle": " (the neighbours are those in the cycle of the inputs)",
    "hypercube": " (inputs are neighbours that differ in one binary digit)",
}
"""The words for the neighbours; the path is that of a count query."""


class NoPassage(Exception):  # noqa: N818 (it says what was found)
    """The kind of the certificate, the argument, has no passage."""


def passage(certificate: bytes) -> str:
    r"""Return the statement of a certificate as a LaTeX passage: the matrix M, its property, and the digest.

    For a phase diagram it has the least loss and a best remap, or mechanism, on each phase.
    Domain: every kind of certificate except sets of levels and privacy curves. Matrices with more than `DISPLAYED` rows
    or columns are described, not displayed.
    Raises: `Rejected` if the proof does not prove the statement, `Malformed` if the bytes are not a certificate,
    `NoPassage` for a kind outside the domain.

    >>> text = b"exactdp certificate 1\nstatement private\nmechanism matrix 1 2\nrow 2 1 1\nneighbours path\n"
    >>> print(passage(text + b"alpha 1/2\nproof\nend 7\n"))  # doctest: +ELLIPSIS
    % private: statement sha256 0f218ee93ad3...
    The mechanism
    \[ \renewcommand{\arraystretch}{1.4} M = \begin{bmatrix}
      \frac{1}{2} & \frac{1}{2}
    \end{bmatrix} \]
    is $\alpha$-private at $\alpha = \frac{1}{2}$ (neighbouring inputs differ by 1).\footnote{Certified by exactdp ...}
    """
    done = verify(certificate)
    if done.is_of_diagram and done.kind not in ("interaction", "optimal", "only-optimal", "not-only-optimal"):
        raise NoPassage(done.kind)
    reader = DiagramStatement(certificate) if done.is_of_diagram else Statement(certificate)
    reader.words("exactdp", 2)
    reader.words("statement", 1)
    if isinstance(reader, DiagramStatement):
        lines = [*(_optima if reader.begins("mechanisms") else _diagram)(done.kind, reader)]
    elif done.stated is None:
        lines = [*_infeasible(reader)]
    else:
        x = reader.mechanism("mechanism")
        lines = [*_mechanism(x), *KINDS[done.kind](x, reader)]
    digest = r"\allowbreak ".join(done.digest[k : k + 8] for k in range(0, len(done.digest), 8))
    source = f"Certified by exactdp {__version__}; the SHA-256 of the certificate's statement is"
    lines[-1] += rf"\footnote{{{source} \texttt{{{digest}}}.}}"
    return "\n".join([f"% {done.kind}: statement sha256 {done.digest}", *lines])


# Matrices and numbers


def _display(name: str, matrix: Matrix, end: str = "") -> str:
    room = "" if set(matrix.denominators) == {1} else ROOM
    return rf"\[ {room}{name} = {render(matrix).strip()}{end} \]"


def _geometric(x: Mechanism) -> str:
    assert x.level is not None
    return f"G_{{{x.height - 1},{spelling.text(x.level)}}}"


def _legible(x: Mechanism) -> bool:
    if max(x.height, x.width) > DISPLAYED:
        return False
    return all(value < 10**DIGITS for denominator, row in x.rows for value in (denominator, *row))


def _named(name: str, x: Mechanism) -> str:
    """Return the name and the definition of a matrix."""
    if x.level is None:
        return name
    return f"{name} = {_geometric(x)}" + (r"\,T" if is_remap(x) else "")


def _mechanism(x: Mechanism) -> Iterator[str]:
    if not _legible(x):
        remap = ", where $T$ is the remap in the certificate," if is_remap(x) else ""
        yield rf"The ${x.height} \times {x.width}$ mechanism ${_named('M', x)}${remap}"
        return
    yield "The mechanism"
    yield _display(_named("M", x), written_out(x))
    if is_remap(x):
        yield "where"
        yield _display("T", Matrix.from_integers([row for _, row in x.given], [common for common, _ in x.given]), ",")


def _name(name: str, x: Mechanism) -> str:
    return _geometric(x) if x.level is not None and not is_remap(x) else name


def _other(name: str, x: Mechanism) -> Iterator[str]:
    """Display a second matrix."""
    if x.level is not None and not is_remap(x):
        yield f"${_geometric(x)}$,"
    elif not _legible(x):
        yield rf"the ${x.height} \times {x.width}$ matrix ${name}$ of the certificate"
    else:
        yield _display(name, written_out(x))


def _number(loss: Loss, value: Number) -> str:
    """Return the words after a verb: the number, or the first decimals of a long one."""
    parts = {e: Fraction(v) for e, v in (value.parts if isinstance(value, Surd) else {1: value}).items() if v}
    found = RadicalSum(loss.degree, tuple(parts.items()))
    if lcm(*(v.denominator for v in parts.values())) >= 10 ** (2 * DIGITS):
        return rf"$\approx {_rounded(found)}$ (the certificate has it exactly)"
    return f"${found.latex()}$"


def _rounded(value: RadicalSum) -> str:
    """Return a nonzero number rounded to four places, or to four digits if these places are zeros."""
    places = 4
    while not value.decimal(places).strip("-0."):
        places *= 2
    if places == 4:
        return value.decimal()
    tail = value.decimal(places).partition(".")[2]
    rounded = value.decimal(len(tail) - len(tail.lstrip("0")) + 4)
    digits = rounded.lstrip("-0.")
    power = len(rounded.partition(".")[2]) - len(digits) + 1
    return rf"{'-' * (rounded[0] == '-')}{digits[0]}.{digits[1:]} \cdot 10^{{-{power}}}"


# Statements


def _private(privacy: Privacy) -> str:
    return rf"at $\alpha = {latex(privacy.alpha)}${_among(privacy)}"


def _among(privacy: Privacy) -> str:
    pairs = privacy.pairs
    if privacy.name in NEIGHBOURS:
        return NEIGHBOURS[privacy.name]
    if len(pairs) > DISPLAYED:
        return f" (the neighbours are {counted(len(pairs), 'pair')} in the certificate)"
    if pairs:
        named = ", ".join(rf"\{{{i},{k}\}}" for i, k in pairs)
        return f" (neighbours: ${named}$)"
    return " (no inputs are neighbours)"


def _stochastic(x: Mechanism, text: Statement) -> Iterator[str]:
    yield r"has no negative entry, and its rows sum to $1$."


def _level(x: Mechanism, text: Statement) -> Iterator[str]:
    privacy = text.privacy(x.height)
    epsilon = rf"; $\varepsilon = \ln {latex(1 / privacy.alpha)}$" if 0 < privacy.alpha < 1 else ""
    yield rf"is $\alpha$-private {_private(privacy)}, and at no larger $\alpha${epsilon}."


def _at_a_level(says: str, x: Mechanism, text: Statement) -> Iterator[str]:
    yield f"{says} {_private(text.privacy(x.height))}."


def _approximately(says: str, x: Mechanism, text: Statement) -> Iterator[str]:
    privacy, delta = text.privacy(x.height), text.level("delta")
    yield rf"{says} $(\alpha,\delta)$-private {_private(privacy)}, and $\delta = {latex(delta)}$,"
    yield r"where $(\alpha,\delta)$-private means that $\alpha\,P(S) \le Q(S) + \alpha\,\delta$ for the rows"
    yield "$P$, $Q$ of any two neighbours, in either order, and every set $S$ of responses."


def _derivable(x: Mechanism, text: Statement) -> Iterator[str]:
    source = text.matching("from", x.height)
    text.proof()
    yield "is derivable from"
    yield from _other("Y", source)
    (common,) = text.integers("remap", 1)
    rows = [text.integers("row", x.width) for _ in range(source.width)]
    if not _legible(x) or source.width > DISPLAYED:
        yield "by the remap $T$ of the certificate,"
    else:
        yield "by the remap"
        yield _display("T", Matrix.from_integers(rows, [common] * source.width))
    yield rf"as $M = {_name('Y', source)}\,T$."


def _not_derivable(x: Mechanism, text: Statement) -> Iterator[str]:
    source = text.matching("from", x.height)
    yield "is not derivable from"
    yield from _other("Y", source)
    yield rf"as $M = {_name('Y', source)}\,T$ for no remap $T$."


def _vertex(says: str, x: Mechanism, text: Statement) -> Iterator[str]:
    privacy = text.privacy(x.height)
    size = f"with {_size(x.height, x.width)} that are $\\alpha$-private {_private(privacy)}"
    yield f"{says} of the polytope of the mechanisms {size}."


def _size(height: int, width: int) -> str:
    return f"{counted(height, 'input')} and {counted(width, 'response')}"


def _optimal(says: str, others: str, x: Mechanism, text: Statement) -> Iterator[str]:
    problem = text.problem(x.height, x.width, "optimal")
    value = _number(problem.loss, problem.value)
    yield from _for_user(f"{says} for", problem, text)
    yield f"Its {_measure(problem)} is {value}; {others.format(_mechanisms(problem))}."


def _measure(problem: Problem) -> str:
    return "worst-case expected loss" if problem.prior is None else "expected loss"


def _not_optimal(x: Mechanism, text: Statement) -> Iterator[str]:
    problem = text.problem(x.height, x.width, "not-optimal")
    yield from _for_user("is not optimal for", problem, text)
    yield f"Another of the {_mechanisms(problem)} has a lower {_measure(problem)}."


def _interaction(x: Mechanism, text: Statement) -> Iterator[str]:
    remap, problem, _ = text.interaction(x)
    value = _number(problem.loss, problem.value)
    yield "is remapped by"
    yield from _other("T", remap)
    yield from _for_user("optimally for", problem, text)
    remaps = f"remap to {counted(remap.width, 'response')}"
    yield f"It leads to the {_measure(problem)} {value}, and no {remaps} leads to a lower one."


def _infeasible(text: Statement) -> Iterator[str]:
    problem, _ = text.infeasible()
    yield f"There are no {_mechanisms(problem)}."


def _for_user(says: str, problem: Problem, text: Statement) -> Iterator[str]:
    """Yield the words for the user, up to the end of the sentence."""
    kind = "minimax consumer" if problem.prior is None else "Bayesian user"
    if problem.prior is None:
        known = rf"the side information $\{{{_ranges(problem.inputs)}\}}$"
    elif problem.height > DISPLAYED:
        known = "the prior of the certificate"
    else:
        denominator, prior = problem.prior
        weights = r",\allowbreak ".join(latex(Fraction(p, denominator)) for p in prior)
        known = f"the prior $({weights})$"
    if text.form[0] != "table":
        yield f"{says} the {kind} with the loss {_formula(text)} and {known}."
    elif max(problem.height, problem.width) > DISPLAYED:
        yield f"{says} the {kind} with the loss of the certificate and {known}."
    else:
        yield f"{says} the {kind} with {known} and the loss"
        yield _display("l(i,r)", Matrix(losses_of(problem)), ".")


def _ranges(inputs: list[int]) -> str:
    if len(inputs) > 3 and inputs == list(range(inputs[0], inputs[-1] + 1)):
        return rf"{inputs[0]}, \dots, {inputs[-1]}"
    return ", ".join(map(str, inputs))


def _formula(text: Statement) -> str:
    match text.form:
        case "power", (p, q):
            return "$|i-r|$" if p == q else f"$|i-r|^{{{spelling.text(Fraction(p, q))}}}$"
        case "threshold", (threshold,) if abs(threshold) < DECIMAL:
            return rf"$[\,|i-r| > {threshold}\,]$"
        case "threshold", _:
            return r"$[\,|i-r| > K\,]$, $K$ as in the certificate,"
    denominator, *slopes = text.form[1]
    above, below = (latex(Fraction(slope, denominator)) for slope in slopes)
    return rf"${above}\,(r-i)$ where $r \ge i$, ${below}\,(i-r)$ where $r < i$,"


def _mechanisms(problem: Problem) -> str:
    return f"{_all_with(problem)} {_private(problem.privacy)}"


def _all_with(problem: Problem) -> str:
    constraints, name, kept = problem.constraints, "", ""
    if len(constraints) > DISPLAYED or any(len(constraint.entries) > DISPLAYED for constraint in constraints):
        kept = f"keep the {counted(len(constraints), 'constraint')} of the certificate and "
    elif constraints:
        name, kept = "$x$ ", f"keep {', '.join(map(_constraint, constraints))} and "
    size = _size(problem.height, problem.width)
    return rf"mechanisms {name}with {size} that {kept}are $\alpha$-private"


def _constraint(constraint: Constraint) -> str:
    total = ""
    for (i, r), a in constraint.entries.items():
        sign = (" - " if a < 0 else " + ") if total else "-" * (a < 0)
        total += f"{sign}{'' if abs(a) == 1 else spelling.text(abs(a))}x_{{{i},{r}}}"
    return rf"${total or 0} {'=' if constraint.exact else chr(92) + 'ge'} {spelling.text(constraint.right)}$"


# Phase diagrams


def _diagram(kind: str, text: DiagramStatement) -> Iterator[str]:
    size = text.count("geometric") + 1
    problem = Problem(size, size, Privacy("path", [], Fraction(0)), *text.user(size, size), [])
    geometric, inputs = rf"G_{{{size - 1},\alpha}}", _ranges(list(range(size)))
    says, others = "is optimal for", rf"$\alpha$-private mechanism with {_size(size, size)}"
    if kind == "interaction":
        says, others = f"is optimal among the remaps of ${geometric}$ for", "other remap"
    told = _for_user(says, problem, text)
    bound, (phases, ends), epsilon = text.bound(), text.phases(lambda: text.phase(size)), text.optional("epsilon", 2)
    first, last = _end(ends[0], 0), _end(ends[-1], len(phases))
    given = rf"both excluded, ${geometric}\,T$ with the remap $T$ of its phase"
    yield rf"For every real $\alpha$ from ${first}$ to ${last}$, {given}"
    yield from told
    yield f"Its {_measure(problem)} is $L$, and no {others} has a lower one."
    if epsilon is not None:
        yield rf"One of these $\alpha$ is $e^{{-{latex(Fraction(*epsilon))}}}$."
    yield from _phases(problem, (phases, ends), bound, "mechanism" if kind == "only-optimal" else "remap")
    yield rf"Here ${geometric}$ is the range-restricted geometric mechanism on $\{{{inputs}\}}$."


def _optima(kind: str, text: DiagramStatement) -> Iterator[str]:
    size = text.size(*text.words("mechanisms", 2))
    problem = text.problem(*size, "not-optimal")
    told = [*_for_user("is optimal for", problem, text)]
    (phases, ends), epsilon = text.phases(lambda: text.best_of(*size)), text.epsilon()
    names = [_end(end, at) for at, end in enumerate(ends)]
    yield r"Let $M$ and $L$ be these functions of $\alpha$:"
    rows = [[[*enumerate(row)] for row in phase.rows] for phase in phases]
    yield from _by_phase("M", problem.width, phases, rows, names)
    yield from _roots(ends, names)
    yield rf"For every real $\alpha$ from ${names[0]}$ to ${names[-1]}$, both excluded, the mechanism $M$"
    yield from told
    others = f"{_all_with(problem)}{_among(problem.privacy)}"
    yield f"Its {_measure(problem)} is $L$, and none of the {others} has a lower one."
    if kind != "optimal":
        others = "every other one has a larger loss" if kind == "only-optimal" else "another one has the same loss"
        yield rf"At all but finitely many $\alpha$, {others}."
    if epsilon is not None:
        yield rf"One of these $\alpha$ is $e^{{-{latex(Fraction(*epsilon))}}}$."


def _phases(
    problem: Problem, stated: tuple[list[Phase], list[End]], bound: list[int] | None, other: str
) -> Iterator[str]:
    size, (phases, ends) = problem.height, stated
    count, alone = len(phases), sum(phase.only for phase in phases)
    if alone:
        where = "" if alone == count else f" in {alone} of the {count} phases"
        but = "Strictly inside each phase" if problem.prior is not None else r"At all but finitely many $\alpha$"
        yield f"{but}, every other {other} has a larger loss{where}."
    names, shown = [_end(end, at) for at, end in enumerate(ends)], slice(None)
    if bound is not None:
        yield _bound(bound, names)
    if count > DISPLAYED:
        yield f"There are {count} phases, which the certificate has."
        shown = slice(0) if bound is None else slice(bound[2], bound[2] + 1)
    else:
        yield from _by_phase("T", size, phases, [phase.remap for phase in phases], names)
    yield from _roots(ends[shown], names[shown])


def _by_phase(
    name: str,
    width: int,
    phases: Sequence[Phase | Best],
    matrices: list[list[list[tuple[int, Polynomial]]]],
    names: list[str],
) -> Iterator[str]:
    """Yield the least loss and the matrix of this name on each phase, between the breakpoints of these names."""
    for at, (phase, matrix, (first, last)) in enumerate(zip(phases, matrices, pairwise(names), strict=True)):
        below, above = r"\le" if at else "<", r"\le" if at < len(phases) - 1 else "<"
        denominator, (value,) = phase.value
        yield rf"\[ {ROOM}{first} {below} \alpha {above} {last}: \qquad L = {_function(value, denominator)}, \qquad"
        rows = [{r: _function(x, phase.common) for r, x in row} for row in matrix]
        yield f"  {name} = {_cells(rows, width)} \\]"


def _bound(bound: list[int], names: list[str]) -> str:
    denominator, numerator, within = bound
    where = f"exactly for the $\\alpha$ up to ${names[within]}$"
    if within in (0, len(names) - 1):
        where = "for every $\\alpha$" if within else "for no $\\alpha$"
    return f"$L$ is at most ${latex(Fraction(numerator, denominator))}$ {where}."


def _end(end: End, at: int) -> str:
    return rf"\alpha_{{{at}}}" if len(end.polynomial) > 2 else latex(Fraction(-end.polynomial[0], end.polynomial[1]))


def _roots(ends: list[End], names: list[str]) -> Iterator[str]:
    """Yield the words for each irrational breakpoint, with the bounds of the certificate."""
    for end, name in zip(ends, names, strict=True):
        if len(end.polynomial) > 2:
            bounds = f"from ${latex(end.low)}$ to ${latex(end.high)}$"
            polynomial = _polynomial(end.polynomial) if _is_short(end.polynomial) else LEFT_OUT
            yield rf"Here ${name} \approx {decimal(end.low)}$ is the only root of ${polynomial}$ {bounds}."


def _cells(rows: list[dict[int, str]], width: int) -> str:
    if max(len(rows), width) > DISPLAYED or any(cell == LEFT_OUT for row in rows for cell in row.values()):
        return LEFT_OUT
    cells = r" \\ ".join(" & ".join(row.get(r, "0") for r in range(width)) for row in rows)
    return rf"\begin{{bmatrix}} {cells} \end{{bmatrix}}"


def _function(numerator: Polynomial, denominator: Polynomial) -> str:
    found = RationalFunction(numerator or (0,), denominator)
    if not (_is_short(found.numerator) and _is_short(found.denominator)):
        return LEFT_OUT
    above, below = _polynomial(found.numerator), _polynomial(found.denominator)
    sign = "-" if above.startswith("-") and len([c for c in found.numerator if c]) == 1 else ""
    return above if below == "1" else rf"{sign}\frac{{{above.removeprefix(sign)}}}{{{below}}}"


def _is_short(p: Polynomial) -> bool:
    return len(p) <= DISPLAYED and all(abs(c) < 10**DIGITS for c in p)


def _polynomial(p: Polynomial) -> str:
    return re.sub(r"\^(\d+)", r"^{\1}", polynomial_text(p, r"\alpha").replace("*", ""))


KINDS: dict[str, Callable[[Mechanism, Statement], Iterator[str]]] = {
    "stochastic": _stochastic,
    "private": partial(_at_a_level, r"is $\alpha$-private"),
    "not-private": partial(_at_a_level, r"is not $\alpha$-private"),
    "level": _level,
    "approximately-private": partial(_approximately, "is"),
    "not-approximately-private": partial(_approximately, "is not"),
    "derivable": _derivable,
    "not-derivable": _not_derivable,
    "vertex": partial(_vertex, "is a vertex"),
    "not-vertex": partial(_vertex, "is midway between two others, and so not a vertex,"),
    "optimal": partial(_optimal, "is optimal", "none of the {} has a lower one"),
    "not-optimal": _not_optimal,
    "only-optimal": partial(_optimal, "is the only optimal mechanism", "every other one of the {} has a higher one"),
    "not-only-optimal": partial(
        _optimal, "is optimal, but not the only such mechanism,", "none of the {} has a lower one"
    ),
    "interaction": _interaction,
}
"""The words of each kind of statement about a mechanism."""
