"""Certificates of optima at e^-ε for any neighbours and constraints: a mechanism and a dual as functions of α."""

from collections.abc import Iterator

from exactdp.arithmetic.algebraic_numbers import algebraic
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.rational_functions import RationalFunction, rational_function
from exactdp.certificates import diagrams
from exactdp.certificates.spelling import constraint_lines, line, neighbour_lines, scale, user_lines
from exactdp.model.symbolic_mechanism import SymbolicMechanism
from exactdp.model.users import BayesianUser
from exactdp.optimum.basis_at import BasisAt
from exactdp.optimum.phase_at import is_covered
from exactdp.optimum.problem import Problem


def optimum_texts_at(found: BasisAt) -> Iterator[bytes]:
    """Yield a certificate that an optimum at e^-ε is the only one, or not, and one that it is optimal.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.basis_at import bases_at
    >>> asked = Problem(BayesianUser(absolute(), ["1/2", "1/2"]), "1/2")
    >>> _, text = optimum_texts_at(next(bases_at(asked, Exponential(2))))
    >>> print(*text.decode().splitlines()[11:15], sep="; ")
    value 1,1 0,1; common 1,1; row 1 0,1; row 0,1 1
    >>> print(*text.decode().splitlines()[20:-1], sep="; ")
    dual 2,2; weights 0,1 0,1; multipliers; flows 2; flow 0 0 1 1; flow 1 1 0 1
    """
    lines = [*_statement(found), "proof", *_proof(found)]
    if found.other is None:
        yield diagrams.whole_text("only-optimal", [*lines, line("modulus", (diagrams.MODULUS, diagrams.AT))])
    else:
        yield diagrams.whole_text("not-only-optimal", [*lines, *_best(found, found.other)])
    yield diagrams.whole_text("optimal", lines)


def stated_lines(problem: Problem) -> list[str]:
    """Return the lines of a problem in these certificates, before the first level.

    >>> from exactdp.model.losses import absolute
    >>> stated_lines(Problem(BayesianUser(absolute(), ["1/2", "1/2"]), "1/2"))[:2]
    ['mechanisms 2 2', 'neighbours path']
    """
    size = f"mechanisms {problem.inputs} {problem.responses}"
    user, constraints = user_lines(problem.user), constraint_lines(problem.constraints)
    return [size, *neighbour_lines(problem.neighbours), *user, *constraints, "phases 1"]


def _statement(found: BasisAt) -> Iterator[str]:
    yield from stated_lines(found.problem)
    if found.lower > 0:
        yield diagrams.breakpoint_line(algebraic(found.lower))
    yield from _best(found, found.mechanism)
    if found.upper < 1:
        yield diagrams.breakpoint_line(algebraic(found.upper))
    yield diagrams.epsilon_line(found.level)


def _best(found: BasisAt, mechanism: SymbolicMechanism) -> Iterator[str]:
    inside, width = found.problem.alpha, found.problem.responses
    yield diagrams.quotient_line("value", diagrams.over_common_denominator([found.function], inside))
    common, entries = diagrams.over_common_denominator([x for row in mechanism.rows for x in row], inside)
    yield diagrams.polynomial_line("common", [common])
    for at in range(0, len(entries), width):
        yield diagrams.polynomial_line("row", entries[at : at + width])


def _proof(found: BasisAt) -> Iterator[str]:
    problem, dual = found.problem, found.dual
    prior: tuple[RationalFunction, ...] = () if isinstance(problem.user, BayesianUser) else dual.prior
    # A constraint is stated times an integer, so its price is divided by it.
    scaled = [y / scale(each) for y, each in zip(dual.multipliers, problem.constraints, strict=True)]
    places = sorted(dual.flows)
    prices = [*prior, *dual.weights, *scaled, *(dual.flows[place] for place in places)]
    common, numerators = diagrams.over_common_denominator([rational_function(1), *prices], problem.alpha)
    left = iter(numerators[1:])
    yield line("series", diagrams.series(found.level.epsilon, found.lower, found.upper))
    yield from diagrams.touch_lines([])
    yield diagrams.polynomial_line("dual", [common])
    if prior:
        yield diagrams.polynomial_line("prior", [next(left) for _ in prior])
    yield diagrams.polynomial_line("weights", [next(left) for _ in dual.weights])
    yield diagrams.polynomial_line("multipliers", [next(left) for _ in scaled])
    yield f"flows {len(places)}"
    yield from (
        f"{line('flow', place)} {diagrams.spelled_polynomial(price)}" for place, price in zip(places, left, strict=True)
    )


def stated_function(done: bytes, problem: Problem, level: Exponential) -> RationalFunction | None:
    """Return the least loss that an accepted certificate states for a problem at e^-ε, as a function of α.

    Return None if its statement is not of these certificates or of `text_at`, or is about another problem or level.

    >>> from exactdp.certificates.diagrams import text_at
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.optimum.basis_at import bases_at
    >>> from exactdp.optimum.phase_at import phases_at
    >>> asked, level = Problem(BayesianUser(absolute(), ["1/2", "1/2"]), "1/2"), Exponential(2)
    >>> text, _ = optimum_texts_at(next(bases_at(asked, level)))
    >>> print(stated_function(text, asked, level), stated_function(text, asked, Exponential(3)))
    a/(1 + a) None
    >>> print(stated_function(text_at(next(phases_at(asked.user, level))), asked, level))
    a/(1 + a)
    """
    _, kind, *lines = done.partition(b"\nproof\n")[0].decode("ascii").split("\n")
    problems = [stated_lines(problem)]
    if is_covered(problem):
        problems.append([f"geometric {problem.n}", *user_lines(problem.user), "phases 1"])
    stated = any(lines[: len(each)] == each for each in problems) and lines[-1] == diagrams.epsilon_line(level)
    if not stated or kind.removeprefix("statement ") not in ("optimal", "only-optimal", "not-only-optimal"):
        return None
    words = next(each for each in lines if each.startswith("value ")).split()[1:]
    denominator, numerator = (tuple(int(c, 0) for c in word.split(",")) for word in words)
    return RationalFunction(numerator, denominator)
