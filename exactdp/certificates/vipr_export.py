"""Optima and infeasibility as linear programs with proofs in the format VIPR 1.0.

The variables are the entries of the mechanism, or of the remap, and for a minimax consumer the worst-case expected
loss. The file has all conditions as constraints. The proof adds the constraints, weighted by the certificate's dual
prices, to a lower bound on the objective, or to 0 ≥ a positive number. A deployed mechanism, and a mechanism that is
not derivable, are constants of the program. This module checks that they are mechanisms, and a comment says so. It
verifies nothing else: a checker rejects the file of a false statement. The file does not state whether an optimum is
unique.
Source: Cheung, Gleixner & Steffy 2017, "Verifying integer programming results".
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from exactdp import kernel
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.spelling import text
from exactdp.certificates.statements import RationalStatement, losses_of, paid, rational, read_certificate, value_of
from exactdp.kernel import Dual, Malformed, Mechanism, Problem

TERMS = 2**21
"""The most terms in all constraints of an exported program."""

Terms = dict[str, Fraction]
"""A sum of variables with nonzero coefficients."""


@dataclass(frozen=True)
class _Constraint:
    """terms ≥ right, or = right if `exactly`; and its price, the weight in the proof."""

    name: str
    terms: Terms
    right: Fraction
    price: Fraction
    exactly: bool = False


@dataclass(frozen=True)
class _Program:
    """Minimise the objective; `value` is the minimum, None if the program is infeasible.

    The entries must be nonnegative; the price of this is the reduced cost.
    """

    entries: list[str]
    constraints: list[_Constraint]
    objective: Terms = field(default_factory=dict)
    value: Fraction | None = None
    solution: Terms = field(default_factory=dict)

    @property
    def variables(self) -> list[str]:
        return self.entries + [name for name in self.objective if name == WORST]

    @property
    def bounds(self) -> list[_Constraint]:
        left = _left(self.objective, self.constraints)
        return [
            _Constraint(f"nonnegative_{name}", {name: Fraction(1)}, Fraction(0), left[name]) for name in self.entries
        ]


WORST = "worst"
"""The variable that is at least every expected loss of a minimax consumer."""


def vipr(certificate: bytes) -> str:
    """Return a VIPR file of the certificate's linear program and of the proof of its optimum or infeasibility.

    Domain: the kinds of `VIPR_PROGRAMS` and `infeasible`, with rational losses. The file omits whether an optimum is
    unique.
    Raises: `InputError` for a malformed certificate or another kind, a loss with roots, and more than `TERMS` terms;
    `Rejected` if a constant matrix of the program is not a mechanism.

    >>> lines = "mechanisms 1 1", "neighbours path", "alpha 1/2", "constraints 1", "constraint least 2 1", "entry 0 0 1"
    >>> lines += "proof", "dual 1", "weights -1", "multiplier 1", "end 12"
    >>> certificate = "\\n".join(["exactdp certificate 1", "statement infeasible", *lines, ""])
    >>> print(vipr(certificate.encode()).partition("VER")[2])
     1.0
    VAR 1
    x_0_0
    INT 0
    OBJ min
    0
    CON 3 1
    nonnegative_x_0_0 G 0 1 0 1
    row_0 E 1 1 0 1
    constraint_0 G 2 1 0 1
    RTP infeas
    SOL 0
    DER 1
    absurd G 1 0 { lin 2 1 -1 2 1 } -1
    <BLANKLINE>
    """
    return read_certificate(certificate, _file)


def _file(kind: str, statement: RationalStatement) -> str:
    if kind == "infeasible":
        program = _infeasible(statement)
    elif kind in VIPR_PROGRAMS:
        program = VIPR_PROGRAMS[kind](statement.mechanism("mechanism"), statement)
    elif kind in kernel.KINDS:
        raise InputError(
            f"VIPR states optima of linear programs, not certificates of the kind {kind}: export one of the kinds "
            f"{', '.join(VIPR_PROGRAMS)} and infeasible"
        )
    else:
        raise Malformed(f"expected one of {', '.join(VIPR_PROGRAMS)}, infeasible")
    return "".join(f"{line}\n" for line in (*_heading(kind, statement), *_lines(program)))


def _heading(kind: str, statement: RationalStatement) -> Iterator[str]:
    yield f"% exactdp certificate: {kind}."
    yield f"% SHA-256 of its statement: {statement.digest}"
    if kind in ("interaction", "not-derivable"):
        yield "% t_k_r is the probability that the response k is remapped to r."
        given = "the mechanism has" if kind == "interaction" else "the mechanism and its source have"
        yield f"% That {given} rows of probabilities is not stated in the program: exactdp has checked it."
    else:
        yield "% x_i_r is the probability of the response r on the input i."
    if kind in ("only-optimal", "not-only-optimal"):
        yield "% The proof shows that the mechanism is optimal, but not whether another one is optimal too."


def _lines(program: _Program) -> Iterator[str]:
    place = {name: at for at, name in enumerate(program.variables)}
    bounds = program.bounds
    constraints = bounds + program.constraints

    def sparse(numbers: dict[int, Fraction]) -> str:
        return " ".join([str(len(numbers)), *(f"{at} {text(value)}" for at, value in numbers.items())])

    def terms(found: Terms) -> str:
        return sparse({place[name]: value for name, value in found.items()})

    yield "VER 1.0"
    yield f"VAR {len(place)}"
    yield from place
    yield "INT 0"
    yield "OBJ min"
    yield terms(program.objective)
    yield f"CON {len(constraints)} {len(bounds)}"
    for constraint in constraints:
        sense = "E" if constraint.exactly else "G"
        yield f"{constraint.name} {sense} {text(constraint.right)} {terms(constraint.terms)}"
    if program.value is None:
        total = sum((constraint.price * constraint.right for constraint in constraints), Fraction(0))
        goal, solutions, derived = "infeas", [], f"absurd G {text(total)} 0"
    else:
        value = text(program.value)
        goal, derived = f"range {value} {value}", f"least G {value} OBJ"
        solutions = [f"optimum {terms(program.solution)}"]
    yield f"RTP {goal}"
    yield f"SOL {len(solutions)}"
    yield from solutions
    yield "DER 1"
    prices = {at: constraint.price for at, constraint in enumerate(constraints) if constraint.price}
    yield f"{derived} {{ lin {sparse(prices)} }} -1"


def _left(objective: Terms, constraints: list[_Constraint]) -> defaultdict[str, Fraction]:
    """Return the reduced objective after the prices of these constraints."""
    found = defaultdict(Fraction, objective)
    for constraint in constraints:
        if constraint.price:
            for name, value in constraint.terms.items():
                found[name] -= constraint.price * value
    return found


# Variables and constraints


def _terms(terms: Iterable[tuple[str, Fraction | int]]) -> Terms:
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for name, value in terms:
        found[name] += value
    return {name: value for name, value in found.items() if value}


def _x(i: int, r: int) -> str:
    return f"x_{i}_{r}"


def _t(k: int, r: int) -> str:
    return f"t_{k}_{r}"


def _entries(name: Callable[[int, int], str], rows: list[kernel.Row]) -> Terms:
    fractions = _fractions(rows)
    return _terms((name(i, r), value) for i, row in enumerate(fractions) for r, value in enumerate(row))


def _fractions(rows: list[kernel.Row]) -> list[list[Fraction]]:
    return [[Fraction(v, denominator) for v in row] for denominator, row in rows]


def _row(i: int, names: list[str], price: Fraction) -> _Constraint:
    return _Constraint(f"row_{i}", dict.fromkeys(names, Fraction(1)), Fraction(1), price, exactly=True)


def _user(problem: Problem, expected: list[Terms], prior: kernel.Row) -> tuple[Terms, list[_Constraint]]:
    """Return the objective and, for a minimax consumer, the constraints worst ≥ expected loss."""
    denominator, prices = prior
    probabilities = [Fraction(price, denominator) for price in prices]
    if problem.prior is not None:
        parts = zip(probabilities, expected, strict=True)
        return _terms((name, p * value) for p, part in parts for name, value in part.items()), []
    return {WORST: Fraction(1)}, [
        _Constraint(
            f"loss_{i}",
            _terms([(WORST, 1), *((at, -v) for at, v in expected[i].items())]),
            Fraction(0),
            probabilities[i],
        )
        for i in problem.inputs
    ]


def _remap(
    height: int, width: int, objective: Terms, constraints: list[_Constraint], value: Fraction | None = None
) -> _Program:
    """Return the program of all remaps; the price of a row is the least reduced cost of a response."""
    left = _left(objective, constraints)
    rows = [[_t(k, r) for r in range(width)] for k in range(height)]
    sums = [_row(k, row, min(left[name] for name in row)) for k, row in enumerate(rows)]
    return _Program([name for row in rows for name in row], sums + constraints, objective, value)


# Kinds


def _optimal(x: Mechanism, statement: RationalStatement) -> _Program:
    return _best(x, *statement.best(x))


def _only_optimal(x: Mechanism, statement: RationalStatement) -> _Program:
    problem, dual = statement.best(x)
    statement.only(problem, dual)
    return _best(x, problem, dual)


def _not_only_optimal(x: Mechanism, statement: RationalStatement) -> _Program:
    problem, dual = statement.best(x)
    statement.matching("other", x.height, x.width)
    return _best(x, problem, dual)


def _best(x: Mechanism, problem: Problem, dual: Dual) -> _Program:
    program = _mechanisms(problem, dual)
    expected = [_terms((_x(i, r), loss) for r, loss in enumerate(row)) for i, row in enumerate(losses_of(problem))]
    objective, losses = _user(problem, expected, dual.prior)
    least = value_of(problem)
    worst = {WORST: least} if losses and least else {}
    return replace(
        program,
        constraints=program.constraints + losses,
        objective=objective,
        value=least,
        solution=_entries(_x, x.rows) | worst,
    )


def _mechanisms(problem: Problem, dual: Dual) -> _Program:
    """Return the program of all feasible mechanisms, without an objective."""
    _check_terms(problem.width * (3 * problem.height + 4 * len(problem.privacy.pairs)))
    alpha, inputs, responses = problem.privacy.alpha, range(problem.height), range(problem.width)
    rows = [[_x(i, r) for r in responses] for i in inputs]
    constraints = [
        _row(i, row, Fraction(rational(w), dual.denominator))
        for i, (row, w) in enumerate(zip(rows, dual.weights, strict=True))
    ]
    prices: defaultdict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    for r, i, k, flow in paid(problem, dual)[0]:
        prices[r, i, k] += flow
    constraints += [
        _Constraint(f"private_{i}_{k}_{r}", _terms([(_x(k, r), 1), (_x(i, r), -alpha)]), Fraction(0), prices[r, i, k])
        for i, k in problem.privacy.both_ways
        for r in responses
    ]
    for c, (constraint, y) in enumerate(zip(problem.constraints, dual.multipliers, strict=True)):
        terms = _terms((_x(i, r), a) for (i, r), a in constraint.entries.items())
        price = Fraction(rational(y), dual.denominator)
        constraints.append(_Constraint(f"constraint_{c}", terms, Fraction(constraint.right), price, constraint.exact))
    return _Program([name for row in rows for name in row], constraints)


def _infeasible(statement: RationalStatement) -> _Program:
    return _mechanisms(*statement.infeasible())


def _interaction(x: Mechanism, statement: RationalStatement) -> _Program:
    remap, problem, prior = statement.interaction(x)
    kernel.check_stochastic(x, "the mechanism")
    value = value_of(problem)
    _check_terms(x.height * x.width * problem.width)
    expected = [
        _terms((_t(k, r), mass * loss) for k, mass in enumerate(row) for r, loss in enumerate(losses))
        for row, losses in zip(_fractions(x.rows), losses_of(problem), strict=True)
    ]
    objective, losses = _user(problem, expected, prior)
    worst = {WORST: value} if losses and value else {}
    program = _remap(x.width, problem.width, objective, losses, value)
    return replace(program, solution=_entries(_t, remap.rows) | worst)


def _not_derivable(x: Mechanism, statement: RationalStatement) -> _Program:
    # The price of an equation of y·t = x is -w, because the losses w of x are below those of every y·t.
    y = statement.matching("from", x.height)
    statement.proof()
    losses = statement.sparse("loss", statement.count("losses"), x.width, x.height)
    kernel.check_stochastic(x, "the mechanism")
    kernel.check_stochastic(y, "the source")
    _check_terms(x.height * x.width * y.width)
    rows = zip(_fractions(y.rows), _fractions(x.rows), strict=True)
    equations = [
        _Constraint(
            f"equal_{i}_{r}",
            _terms((_t(k, r), v) for k, v in enumerate(source)),
            value,
            Fraction(-losses.get((r, i), 0)),
            exactly=True,
        )
        for i, (source, row) in enumerate(rows)
        for r, value in enumerate(row)
    ]
    return _remap(y.width, x.width, {}, equations)


def _check_terms(count: int) -> None:
    if count > TERMS:
        raise InputError(f"the linear program would have about {count:,} terms: export one of at most {TERMS:,}")


VIPR_PROGRAMS: dict[str, Callable[[Mechanism, RationalStatement], _Program]] = {
    "optimal": _optimal,
    "only-optimal": _only_optimal,
    "not-only-optimal": _not_only_optimal,
    "interaction": _interaction,
    "not-derivable": _not_derivable,
}
"""The kinds of certificates that can be exported, besides `infeasible`."""
