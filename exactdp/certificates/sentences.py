"""The statement of a certificate in one sentence.

The sentence is for readers. It omits the entries of matrices, priors, tables and constraints; only the lines of the
statement are proved.
"""

from collections.abc import Callable
from fractions import Fraction

from exactdp.arithmetic.algebraic_numbers import polynomial_text
from exactdp.arithmetic.spelling import counted, elided
from exactdp.certificates.statements import DiagramStatement, Statement, is_remap
from exactdp.diagram_kernel import FULL, NOUGHT, DiagramReader, End, constant, spell
from exactdp.kernel import Malformed, Mechanism, Privacy, Problem, Surd

EXCEPTION = "one of these exceptions"
"""One of the finitely many α at which a statement about an interval may fail."""

LONG = 200
"""The most characters shown of a polynomial."""


def sentence(certificate: bytes) -> str:
    """Return the statement of a certificate in one sentence.

    Raises: `Malformed` if its statement is malformed.

    >>> text = b"exactdp certificate 1\\nstatement private\\nmechanism matrix 1 2\\nrow 2 1 1\\nneighbours path\\n"
    >>> sentence(text + b"alpha 1/2\\nproof\\nend 7\\n")
    'the 1 x 2 matrix is a mechanism and alpha-private at alpha = 1/2 (neighbours: path, pairs: 0)'
    """
    text = Statement(certificate)
    if text.words("exactdp", 2)[0] == b"diagram":
        return _for_every_level(DiagramStatement(certificate))
    (word,) = text.words("statement", 1)
    kind = word.decode()
    if kind == "infeasible":
        return _infeasible(text)
    if kind not in SENTENCES:
        raise Malformed(f"unknown kind {kind!r}")
    return SENTENCES[kind](text.mechanism("mechanism"), text)


def _matrix(x: Mechanism) -> str:
    if x.level is None:
        return f"the {x.height} x {x.width} matrix"
    given = "the given remap of the" if is_remap(x) else "the"
    return f"{given} geometric mechanism on {{0..{x.height - 1}}} with alpha = {spell(x.level)}"


def _at(privacy: Privacy) -> str:
    return f"alpha = {spell(privacy.alpha)} {_among(privacy)}"


def _loss(text: Statement) -> str:
    """Return the name of the loss of a statement."""
    match text.form:
        case "power", (1, 1):
            return "|i-r|"
        case "power", (p, q):
            return f"|i-r|^{p}" if q == 1 else f"|i-r|^({p}/{q})"
        case "threshold", (above,):
            return f"[|i-r| > {spell(above)}]"
        case "asymmetric", (denominator, over, under):
            up, down = (spell(Fraction(slope, denominator)) for slope in (over, under))
            return f"{up}*(r-i) above and {down}*(i-r) below"
    return "of the given table"


def _for_whom(problem: Problem, text: Statement) -> str:
    user = "for the minimax consumer" if problem.prior is None else "for the Bayesian user"
    side = f"side information of {len(problem.inputs)} inputs" if problem.prior is None else "the given prior"
    return f"{user} with the loss {_loss(text)} and {side}"


def _measure(problem: Problem) -> str:
    return "a worst-case expected loss" if problem.prior is None else "an expected loss"


def _value(problem: Problem) -> str:
    if not isinstance(problem.value, Surd):
        return spell(problem.value)
    terms = [(spell(v), e) for e, v in problem.value.parts.items() if v]
    return " + ".join(v if e == 1 else f"{v}*{e}^(1/{problem.loss.degree})" for v, e in terms) or "0"


def _mechanisms(problem: Problem) -> str:
    return f"{_all_with(problem)} at {_at(problem.privacy)}"


def _all_with(problem: Problem) -> str:
    kept = f" that keep the {len(problem.constraints)} constraints" if problem.constraints else ""
    return f"mechanisms with {problem.height} inputs and {problem.width} responses{kept}, alpha-private"


def _private(says: str) -> Callable[[Mechanism, Statement], str]:
    return lambda x, text: f"{_matrix(x)} {says} {_at(text.privacy(x.height))}"


def _level(x: Mechanism, text: Statement) -> str:
    found = _at(text.privacy(x.height)).removeprefix("alpha = ")
    return f"{_matrix(x)} is a mechanism, and the largest alpha at which it is alpha-private is {found}"


def _approximately(says: str) -> Callable[[Mechanism, Statement], str]:
    def about(x: Mechanism, text: Statement) -> str:
        at, delta = _at(text.privacy(x.height)), spell(text.level("delta"))
        return f"{_matrix(x)} is a mechanism and {says} at delta = {delta} and {at}"

    return about


def _derivable(says: str) -> Callable[[Mechanism, Statement], str]:
    return lambda x, text: f"{_matrix(x)} is a mechanism and {says} {_matrix(text.matching('from', x.height))}"


def _best(says: str) -> Callable[[Mechanism, Statement], str]:
    def about(x: Mechanism, text: Statement) -> str:
        problem = text.problem(x.height, x.width, "optimal")
        value = _value(problem)
        none = f"none of the {_mechanisms(problem)}, has {_measure(problem)} below {value}"
        return f"{_matrix(x)} {says} {_for_whom(problem, text)}: {none}"

    return about


def _not_optimal(x: Mechanism, text: Statement) -> str:
    problem = text.problem(x.height, x.width, "not-optimal")
    return f"{_matrix(x)} is not optimal {_for_whom(problem, text)} among the {_mechanisms(problem)}"


def _interaction(x: Mechanism, text: Statement) -> str:
    remap, problem, _ = text.interaction(x)
    loss = f"it has {_measure(problem)} of {_value(problem)}"
    none = f"no remap with {remap.width} responses has a lower one"
    return f"the given remap of {_matrix(x)} is optimal {_for_whom(problem, text)}: {loss}, and {none}"


def _infeasible(text: Statement) -> str:
    problem, _ = text.infeasible()
    return f"there are no {_mechanisms(problem)}"


def _for_every_level(text: DiagramStatement) -> str:
    text.words("exactdp", 2)
    (word,) = text.words("statement", 1)
    kind = word.decode()
    if text.begins("mechanisms"):
        return _optima(kind, text)
    if kind in ("interaction", "optimal", "only-optimal"):
        return _diagram(kind, text)
    return _curve(text) if kind == "least-delta" else _levels(kind, text)


def _levels(kind: str, text: DiagramReader) -> str:
    rows = text.rows()
    varies = constant(rows) is None
    matrix = f"the {len(rows)} x {len(rows[0][1])} matrix{' of functions of alpha' if varies else ''}"
    if kind == "derivable":
        source = text.source_rows(len(rows))
        given = f"the geometric mechanism on {{0..{len(rows) - 1}}} with that alpha"
        if source:
            functions = "" if constant(source) else " of functions of that alpha"
            given = f"the given {len(source)} x {len(source)} matrix{functions}"
        says = f"derivable from {given}"
    else:
        among = _among(text.privacy(len(rows)))
        says = f"a mechanism and alpha-private {among}"
    holds, ends = text.phases(text.holds)
    if kind == "level":
        levels = f"for every real alpha from {_end(ends[0])} to {_end(ends[-1])}"
        return f"{levels}, {matrix} is a mechanism, and the largest level at which it is private is that alpha {among}"
    pieces: list[list[End]] = []
    for inside, first, last in zip(holds, ends, ends[1:], strict=False):
        if inside and pieces and pieces[-1][1] == first:
            pieces[-1][1] = last
        elif inside:
            pieces.append([first, last])
    intervals = [f"[{_end(first)}, {_end(last)}]" if first != last else f"{{{_end(first)}}}" for first, last in pieces]
    where = f"exactly for the alpha in {' and '.join(intervals)}" if intervals else "for no alpha"
    return f"of all real alpha from {_end(ends[0])} to {_end(ends[-1])}, {matrix} is {says} {where}"


def _end(end: End) -> str:
    if end.low == end.high:
        return spell(end.low)
    return f"root of {elided(polynomial_text(end.polynomial), LONG)} in [{spell(end.low)}, {spell(end.high)}]"


def _curve(text: DiagramReader) -> str:
    x = text.mechanism("mechanism")
    among = _among(text.privacy(x.height))
    phases, ends = text.phases(lambda: text.row(2, "excess"))
    given = f"the given delta, in {counted(len(phases), 'phase')}"
    least = f"{given}, is the least at which it is (alpha, delta)-private {among}"
    levels = "above 0 and" if ends[0] == NOUGHT else f"from {_end(ends[0])}"
    return f"{_matrix(x)} is a mechanism, and for every real alpha {levels} up to {_end(ends[-1])} {least}"


def _among(privacy: Privacy) -> str:
    return f"(neighbours: {privacy.name}, pairs: {len(privacy.pairs)})"


def _diagram(kind: str, text: DiagramStatement) -> str:
    size = text.count("geometric") + 1
    problem = Problem(size, size, Privacy("path", [], Fraction(0)), *text.user(size, size), [])
    bound = text.bound()
    phases, ends = text.phases(lambda: text.phase(size))
    given = "the given remap" if len(phases) == 1 else f"the given remaps, in {len(phases)} phases,"
    verb = "is" if len(phases) == 1 else "are"
    whom = "remap" if kind == "interaction" else "alpha-private mechanism"
    found = f"{given} of the geometric mechanism on {{0..{size - 1}}} {verb} optimal {_for_whom(problem, text)}"
    between = f"for every real alpha between {_end(ends[0])} and {_end(ends[-1])}"
    says = f"{between} {found}: no {whom} has a lower loss than the given one"
    alone, stated = sum(phase.only for phase in phases), text.optional("epsilon", 2)
    if alone:
        where = "" if alone == len(phases) else f" in {alone} of these phases"
        but = "strictly between breakpoints" if problem.prior is not None else "for all but finitely many alpha"
        other = "mechanism" if kind == "only-optimal" else "remap"
        says += f"; {but}{where}, every other {other} has a higher loss"
    exception = "a breakpoint" if problem.prior is not None else EXCEPTION
    says += _between(stated, exception if alone else "")
    if bound is not None:
        end = ends[bound[2]]
        where = "for every alpha" if end == FULL else f"exactly for the alpha up to {_end(end)}"
        where = "for no alpha" if end == NOUGHT else where
        says += f"; the loss is at most {spell(Fraction(bound[1], bound[0]))} {where}"
    return says


def _between(epsilon: list[int] | None, exception: str) -> str:
    if epsilon is None:
        return ""
    stated = Fraction(*epsilon)
    level = f"e^-{elided(spell(stated))}" if stated.denominator == 1 else f"e^-({elided(spell(stated))})"
    return f"; {level} lies in this interval{exception and f', and is not {exception}'}"


def _optima(kind: str, text: DiagramStatement) -> str:
    size = text.size(*text.words("mechanisms", 2))
    problem = text.problem(*size, "not-optimal")
    phases, ends = text.phases(lambda: text.best_of(*size))
    given = "the given mechanism" if len(phases) == 1 else f"the given mechanism, in {len(phases)} phases,"
    where = f"for every real alpha between {_end(ends[0])} and {_end(ends[-1])}"
    none = f"none of the {_all_with(problem)} {_among(problem.privacy)}, has a lower loss than the given one"
    says = f"{where} {given} is optimal {_for_whom(problem, text)}: {none}"
    excepted = kind != "optimal"
    if excepted:
        others = "every other one has a higher loss" if kind == "only-optimal" else "another one has the same loss"
        says += f"; for all but finitely many alpha, {others}"
    return says + _between(text.epsilon(), EXCEPTION if excepted else "")


SENTENCES: dict[str, Callable[[Mechanism, Statement], str]] = {
    "stochastic": lambda x, text: f"{_matrix(x)} is a mechanism: no entry is negative and every row sums to 1",
    "private": _private("is a mechanism and alpha-private at"),
    "not-private": _private("is a mechanism and not alpha-private at"),
    "level": _level,
    "approximately-private": _approximately("(alpha, delta)-private"),
    "not-approximately-private": _approximately("not (alpha, delta)-private"),
    "derivable": _derivable("derivable from"),
    "not-derivable": _derivable("not derivable from"),
    "vertex": _private("is a vertex of the polytope of alpha-private mechanisms of its size at"),
    "not-vertex": _private("is midway between two different alpha-private mechanisms, so not a vertex, at"),
    "optimal": _best("is optimal"),
    "not-optimal": _not_optimal,
    "only-optimal": _best("is the only optimal mechanism"),
    "not-only-optimal": _best("is optimal, but not the only optimal mechanism,"),
    "interaction": _interaction,
}
