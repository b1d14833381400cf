"""Optimal mechanisms and interactions as reports.

>>> from exactdp.answers.optimality import decide
>>> from exactdp.model.losses import absolute
>>> from exactdp.model.users import MinimaxConsumer, uniform
>>> from exactdp.optimum.interaction import interact
>>> from exactdp.optimum.problem import fixed_row
>>> from exactdp.optimum.search import optimal
>>> from exactdp.optimum.uniqueness import uniqueness as judged
>>> consumer = MinimaxConsumer(absolute(), inputs=range(2))
>>> found = optimality(decide(Problem(consumer, "1/2")))
>>> found.topics[3].parts, found.values["value"]
(('1/3, the least worst-case expected loss',), Fraction(1, 3))
>>> kept = [*fixed_row(0, [1, 0]), *fixed_row(1, [0, 1])]
>>> impossible(decide(Problem(consumer, "1/2", constraints=kept))).topics[2].parts
('infeasible: accepted by the kernel, statement sha256 a821d247a2471e14…',)
>>> found = interact(BayesianUser(absolute(), ["1/3", "2/3"]), Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]))
>>> [topic.parts for topic in interaction(found, "x", None).topics if topic.name in ("value", "ties")]
[('1/3, the least expected loss by any remap of x', 'without a remap it is the same'), ('0 → 0, 1',)]
>>> found = optimal(Problem(BayesianUser(absolute(), uniform(n=1)), "1/2"))
>>> optimum(found).topics[1].parts, uniqueness(judged(found)).values["verdict"]
(('1/3, the least loss',), True)
>>> tied([[0], [0, 1], [2, 3]])
'1 → 0, 1; 2 → 2, 3'
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactdp.answers.optimality import WRITTEN_OUT_INPUTS, ExactOptimum, Impossible, Optimality
from exactdp.arithmetic.algebraic_numbers import algebraic
from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.exponential_levels import RationalOrExponential
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.certificates.certificate import Verified
from exactdp.linear_programs.searching import Unsolved
from exactdp.model.mechanism import Mechanism
from exactdp.model.symbolic_mechanism import SymbolicMechanism
from exactdp.model.users import BayesianUser
from exactdp.optimum.basis_at import BasisAt
from exactdp.optimum.interaction import Interaction
from exactdp.optimum.phase_at import PhaseAt
from exactdp.optimum.problem import Constraint, Optimum, Problem, SparseRemap, hypotheses, written_out
from exactdp.optimum.structure import Structure
from exactdp.optimum.uniqueness import AnotherOptimum, OnlyOptimum
from exactdp.polytope.constraints import constraint_matrix, patterns
from exactdp.report.document import Grid, Part, Report, Table, Topic, Values
from exactdp.report.examinations import (
    CONSTRAINT_LEGEND,
    asked_values,
    constraint_parts,
    pattern_table,
    vertex,
    vertex_words,
)
from exactdp.report.users import user_words
from exactdp.report.wording import (
    compact,
    equals,
    level_name,
    neighbours_values,
    number,
    objective,
    scientific,
    verified,
)

LONG_ENTRY = 60
"""The most characters of a probability, as a function of α, in a matrix."""

WRITTEN_OUT = 12
"""The most inputs of a remap shown as a matrix."""

CONSTRAINTS = 5
"""The most constraints shown, unless the reader requests all."""

LONG_FUNCTION = 200
"""The most characters shown of a function of α, or of a row of a remap."""

NOT_JUDGED = "none yet: exactdp.certify writes one that the kernel accepts"


def optimality(found: Optimality, more: tuple[Optimum, Verified] | None = None) -> Report:
    """Return the report of an optimal mechanism; `more` is the lexicographic optimum."""
    optimum = found.optimum
    problem = optimum.problem
    topics = [
        *_question(problem, problem.alpha, optimum.given.inputs if optimum.given else ()),
        Topic("value", _value(found)),
    ]
    shown: Part = optimum.mechanism
    if problem.inputs > WRITTEN_OUT_INPUTS:
        shown = f"not shown for more than {WRITTEN_OUT_INPUTS} inputs; -o writes it"
    topics.append(Topic("mechanism", [shown]))
    if optimum.remap is not None:
        topics.append(Topic("remap", _remap(problem, optimum.remap)))
    if not isinstance(problem.user, BayesianUser):
        topics.append(Topic("prior", [_prior(optimum.dual.prior)]))
    topics.append(Topic("unique", _uniqueness(found)))
    topics += _vertex(found)
    proofs = [found.verified, *([] if found.below is None else [found.below.verified])]
    topics += _last_topics(proofs, more)
    return Report("optimality", topics, _optimality_values(found, more), _answer(found))


def exact_optimality(found: ExactOptimum, more: tuple[Optimum, Verified] | None = None) -> Report:
    """Return the report of an optimum at e^-ε; `more` is the lexicographic optimum just above.

    >>> from exactdp.answers.optimality import decide_near
    >>> from exactdp.arithmetic.exponential_levels import Exponential
    >>> from exactdp.model.losses import absolute
    >>> user = BayesianUser(absolute(), ["1/2"] * 2)
    >>> found = [exact_optimality(decide_near(Problem(user, "1/2"), Exponential(e))) for e in (1, 9999)]
    >>> [[topic.name for topic in report.topics][6:] for report in found]
    [['just above', 'mechanism', 'vertex', 'certificates'], ['just above', 'certificate']]
    """
    problem, short, phase = found.problem, found.is_short, found.phase
    topics = [
        *_question(problem, phase.level, phase.mechanism.inputs if isinstance(phase, BasisAt) else ()),
        Topic("value", _exact_value(found)),
        Topic("function", _functions(phase)) if isinstance(phase, BasisAt) else Topic("remap", _exact_remap(phase)),
        Topic("unique", _exactly_unique(found)),
        Topic("just above", [_just_above(found)]),
    ]
    if short and problem.inputs <= WRITTEN_OUT_INPUTS:
        topics.append(Topic("mechanism", [found.mechanism]))
    if short and not isinstance(problem.user, BayesianUser):
        topics.append(Topic("prior", [_prior(found.above.optimum.dual.prior)]))
    if short:
        topics += _vertex(found.above)
    topics += _last_topics([found.verified, *([found.above.verified] if short else [])], more)
    constrained = " that satisfies the constraints" if problem.constraints else ""
    which = f"an {level_name(phase.level)}-private mechanism{constrained}"
    answer = f"The least {objective(problem.user)} of {which} is {least(found.value)}"
    if found.unique is not None:
        answer += f"; {'exactly one mechanism attains' if found.unique else 'several mechanisms attain'} it"
    kind = "optimality-in-full" if isinstance(phase, BasisAt) else "exact-optimality"
    return Report(kind, topics, _exact_values(found, more), f"{answer}.")


def _question(problem: Problem, level: RationalOrExponential, inputs: Sequence[str] = ()) -> list[Topic]:
    return [
        Topic("user", [user_words(problem.user, inputs)]),
        Topic("mechanisms", _mechanisms(problem, level)),
        Topic("theorem", [hypotheses(problem)]),
    ]


def _vertex(found: Optimality) -> list[Topic]:
    if found.structure is None or found.optimum.problem.inputs > WRITTEN_OUT:
        return []
    return [Topic("vertex", _structure(found.structure, found.optimum.problem.alpha))]


def _last_topics(proofs: list[Verified], more: tuple[Optimum, Verified] | None) -> Iterator[Topic]:
    if more is not None:
        yield Topic("least error", _lexicographic(more[0]))
        proofs = [*proofs, more[1]]
    yield Topic("certificate" if len(proofs) == 1 else "certificates", map(verified, proofs))


def _answer(found: Optimality) -> str:
    problem, value = found.optimum.problem, number(found.optimum.value)
    constrained = " that satisfies the constraints" if problem.constraints else ""
    which = f"{level_name(problem.alpha)}-private mechanism{constrained}"
    attained = "whether another attains it was not decided"
    if isinstance(found.uniqueness, OnlyOptimum):
        attained = "exactly one mechanism attains it"
    elif isinstance(found.uniqueness, AnotherOptimum):
        attained = "several mechanisms attain it"
    return f"The least {objective(problem.user)} of a {which} is {value}; {attained}."


def least(value: Enclosure) -> str:
    """Return the first digits of a least loss; one near 0 in scientific notation.

    >>> least(Enclosure(Fraction(1, 3), Fraction(1, 3))), least(Enclosure(Fraction(1, 10**9), Fraction(2, 10**9)))
    ('1/3', 'between 1.00e-9 and 2.00e-9')
    """
    if value.lower == value.upper or value.upper > Fraction(1, 10**4):
        return str(value)
    first, last = scientific(value.lower), scientific(value.upper)
    return f"≈ {first}" if first == last else f"between {first} and {last}"


def _value(found: Optimality) -> Iterator[str]:
    yield f"{number(found.value)}, the least {objective(found.optimum.problem.user)}"
    yield from _below(found)


def _exact_value(found: ExactOptimum) -> Iterator[str]:
    yield f"{least(found.value)}, the least {objective(found.problem.user)}"
    if found.value.lower != found.value.upper:
        yield f"{elided(str(found.function), LONG_FUNCTION)} at a = {level_name(found.phase.level)}"


def _exact_remap(phase: PhaseAt) -> Iterator[Part]:
    piece, n = phase.piece, phase.user.size - 1
    yield f"of G_{{n,a}} with n = {n} and a = {level_name(phase.level)}:"
    several = [(k, row) for k, row in enumerate(piece.remap) if len(row) > 1]
    for k, row in several[: WRITTEN_OUT // 2]:
        written = [f"{r} with {t}" for r, t in row]
        if len(whole := f"{k} → {', '.join(written)}") <= LONG_FUNCTION:
            yield whole
        else:
            yield from (elided(f"{k} → {each}", LONG_FUNCTION) for each in written)
    if len(several) > WRITTEN_OUT // 2:
        yield f"{len(several) - WRITTEN_OUT // 2} more randomised rows, which --json has"
    yield from _images([[r for r, _ in row] for row in piece.remap])


def _functions(phase: BasisAt) -> Iterator[Part]:
    at = f"a = {level_name(phase.level)}"
    grid = _grid(phase.mechanism)
    if grid is not None:
        yield f"the mechanism, at {at}:"
        yield grid
    else:
        yield f"the mechanism has quotients of polynomials of degree up to {phase.degree} at {at} (--json has them)"


def _grid(mechanism: SymbolicMechanism) -> Grid | None:
    """Return a short mechanism, written out."""
    cells = [[str(entry) for entry in row] for row in mechanism.rows]
    if len(cells) > WRITTEN_OUT or max(len(cell) for row in cells for cell in row) > LONG_ENTRY:
        return None
    return Grid(mechanism.inputs, mechanism.responses, cells)


def _exactly_unique(found: ExactOptimum) -> Iterator[Part]:
    phase, level = found.phase, level_name(found.phase.level)
    if found.unique:
        yield "yes: every other such mechanism loses more"
    elif isinstance(phase, PhaseAt) and phase.only is False:
        yield elided(f"no, these readings are equally good: {tied(phase.piece.choices)}", LONG_FUNCTION)
    elif found.other is not None:
        grid = _grid(found.other)
        if grid is None:
            yield "no, --json has another optimal mechanism"
        else:
            yield f"no, another optimal mechanism, at a = {level}, is"
            yield grid
    else:
        among = "yes among the remaps of G, " if isinstance(phase, PhaseAt) and phase.only else ""
        yield f"at {level}: {among}not decided among all such mechanisms"
        if found.is_short:
            yield f"just above {level}:"
            yield from _uniqueness(found.above)


def _just_above(found: ExactOptimum) -> str:
    alpha = found.problem.alpha
    if not found.is_short:
        digits = counted(len(text(alpha.denominator)), "digit")
        return f"α has {digits}, so the mechanism is not shown; -o writes it, and --certificate then also its proof"
    more = found.function.at(alpha) - found.value.lower
    larger = f"larger by at most {scientific(more)}" if more else "the same"
    below = "the lines below are about this α, and -o writes its mechanism"
    return f"at {equals('α', alpha)} the least loss is {larger}; {below}"


def _below(found: Optimality) -> Iterator[str]:
    if found.below is not None:
        asked, level = level_name(found.below.asked), equals("α", found.below.optimum.problem.alpha)
        width = scientific(found.below.width(found.value))
        yield f"at {asked} itself the least loss is lower by at most {width}: {level}, just below, gives a lower bound"
        yield f"not decided at {asked} itself: {found.below.reason}"


def _optimality_values(found: Optimality, more: tuple[Optimum, Verified] | None) -> Values:
    optimum = found.optimum
    problem = optimum.problem
    small = problem.inputs <= WRITTEN_OUT_INPUTS
    other = found.uniqueness.other if isinstance(found.uniqueness, AnotherOptimum) else None
    return {
        **_problem_values(problem, optimum.given),
        "hypotheses": hypotheses(problem),
        "value": optimum.value,
        "mechanism": optimum.mechanism if small else None,
        "remap": _remap_values(optimum.remap),
        "prior": optimum.dual.prior,
        "weights": optimum.dual.weights,
        "unique": {
            "verdict": {OnlyOptimum: True, AnotherOptimum: False}.get(type(found.uniqueness)),
            "reason": getattr(found.uniqueness, "reason", None),
            "other": other.mechanism if other is not None and small else None,
            "other_remap": _remap_values(None if other is None else other.remap),
        },
        "structure": found.structure
        and {
            "constraint_matrix": ["".join(row) for row in found.structure.constraints.entries],
            "s": found.structure.constraints.s,
            "z": found.structure.constraints.z,
            "patterns": [{"lemma": pattern.lemma, "holds": bool(pattern)} for pattern in found.structure.patterns],
            "vertex": vertex(found.structure.vertex).values,
            "rebuilt_remap": found.structure.rebuilt,
            "rebuilt_induces": found.structure.rebuilt_induces,
        },
        "lexicographic": _lexicographic_values(more),
        **_below_values(found),
        "certificate": found.verified,
    }


def _lexicographic_values(more: tuple[Optimum, Verified] | None) -> Values | None:
    if more is None:
        return None
    found, done = more
    return {"value": found.value * found.problem.inputs, "mechanism": found.mechanism, "certificate": done}


def _below_values(found: Optimality) -> Values:
    if found.below is None:
        return {}
    optimum = found.below.optimum
    values: Values = {
        "alpha": optimum.problem.alpha,
        "value": optimum.value,
        "width": found.below.width(found.value),
        "reason": found.below.reason,
        "certificate": found.below.verified,
    }
    return {**asked_values(found.below.asked), "below": values}


def _exact_values(found: ExactOptimum, more: tuple[Optimum, Verified] | None) -> Values:
    phase = found.phase
    problem = _problem_values(found.problem, found.mechanism if isinstance(phase, BasisAt) else None)
    del problem["alpha"]
    if isinstance(phase, BasisAt):
        own: Values = {"rows": phase.mechanism.rows, "prior": phase.dual.prior}
        ends = algebraic(phase.lower), algebraic(phase.upper)
    else:
        own = {"remap": [dict(row) for row in phase.piece.remap], "prior": phase.piece.prior}
        ends = phase.piece.lower, phase.piece.upper
    return {
        **problem,
        **asked_values(phase.level),
        "hypotheses": hypotheses(found.problem),
        "value": found.value,
        "function": found.function,
        **own,
        "unique": found.unique,
        "other": found.other and found.other.rows,
        "from": ends[0],
        "to": ends[1],
        "above": _above_values(found.above) if found.is_short else None,
        "lexicographic": _lexicographic_values(more),
        "certificate": found.verified,
    }


def _above_values(found: Optimality) -> Values:
    """Return the optimum just above e^-ε, without the question, which stands beside it."""
    kept = ("alpha", "value", "mechanism", "remap", "prior", "weights", "unique", "structure", "certificate")
    values = _optimality_values(found, None)
    return {name: values[name] for name in kept}


def impossible(found: Impossible) -> Report:
    """Return the report that no mechanism satisfies the constraints."""
    level = found.asked or found.problem.alpha
    below = f", not even a {level_name(found.problem.alpha)}-private one" if found.asked else ""
    topics = [
        Topic("mechanisms", _mechanisms(found.problem, level)),
        Topic("value", [f"no such mechanism exists{below}"]),
        Topic("certificate", [verified(found.verified)]),
    ]
    values = {**_problem_values(found.problem), **asked_values(found.asked)}
    values |= {"value": None, "certificate": found.verified}
    return Report("impossible", topics, values, f"No {level_name(level)}-private mechanism satisfies the constraints.")


def interaction(found: Interaction, name: str, done: Verified | None) -> Report:
    """Return a user's optimal interaction with a deployed mechanism, and its certificate if any."""
    value = [f"{number(found.value)}, the least {objective(found.user)} by any remap of {name}"]
    if found.loss is not None:
        more = f"{number(found.loss)}, which is {number(found.loss - found.value)} more"
        value.append(f"without a remap it is {'the same' if found.loss == found.value else more}")
    topics = [
        Topic("user", [user_words(found.user)]),
        Topic("value", value),
        Topic("remap", [found.remap]),
    ]
    if found.choices is not None:
        topics.append(Topic("ties", [elided(tied(found.choices), 400) or "none: each response has one best reading"]))
    else:
        topics.append(Topic("prior", [_prior(found.prior)]))
    topics.append(Topic("induced", [found.induced]))
    topics.append(Topic("certificate", [NOT_JUDGED if done is None else verified(done)]))
    values = {
        "user": found.user,
        "value": found.value,
        "loss": found.loss,
        "remap": found.remap,
        "choices": found.choices,
        "prior": found.prior,
        "induced": found.induced,
        "certificate": done,
    }
    answer = f"With the best remap of {name} the {objective(found.user)} is {number(found.value)}."
    return Report("interaction", topics, values, answer)


def optimum(found: Optimum) -> Report:
    """Return an optimum without a certificate."""
    values = {**_problem_values(found.problem, found.given), "value": found.value, "mechanism": found.mechanism}
    return Report("optimum", _optimum_topics(found), values)


def _optimum_topics(found: Optimum) -> list[Topic]:
    return [
        Topic("user", [user_words(found.problem.user)]),
        Topic("value", [f"{number(found.value)}, the least loss"]),
        Topic("mechanism", [found.mechanism]),
        Topic("certificate", [NOT_JUDGED]),
    ]


def uniqueness(found: OnlyOptimum | AnotherOptimum) -> Report:
    """Return whether an optimum is unique, and another one if it is not."""
    topics = _optimum_topics(found.optimum)
    topics.append(Topic("unique", ["yes" if found else "no, another optimal mechanism is"]))
    other = found.other.mechanism if isinstance(found, AnotherOptimum) else None
    if other is not None:
        topics.append(Topic("another", [other]))
    values = {"verdict": bool(found), "mechanism": found.optimum.mechanism, "other": other}
    return Report("uniqueness", topics, values)


def tied(choices: Sequence[Sequence[int]]) -> str:
    """Return the responses with several best readings in words, each with all of its readings."""
    return "; ".join(f"{k} → {', '.join(map(str, row))}" for k, row in enumerate(choices) if len(row) > 1)


def _mechanisms(problem: Problem, level: RationalOrExponential) -> Iterator[Part]:
    size = f"{counted(problem.inputs, 'input')} and {counted(problem.responses, 'response')}"
    every = f"all {level_name(level)}-private ones with {size}, neighbours: {problem.neighbours}"
    if not problem.constraints:
        yield every
        return
    yield f"{every}, that keep {counted(len(problem.constraints), 'constraint')}:"
    yield Table([(each.formula,) for each in problem.constraints], most=CONSTRAINTS)


def _prior(prior: tuple[Fraction, ...]) -> str:
    return f"least favourable: {elided(', '.join(map(compact, prior)), 200)}"


def _remap(problem: Problem, remap: SparseRemap) -> Iterator[Part]:
    yield f"of G_{{{problem.n},{level_name(problem.alpha)}}}:"
    if all(len(row) == 1 for row in remap):
        yield from _images([[r for r, _ in row] for row in remap])
    elif len(remap) <= WRITTEN_OUT:
        yield written_out(remap, problem.responses)
    else:
        several = sum(len(row) > 1 for row in remap)
        yield f"randomised in {counted(several, 'row')} of {len(remap)} (--json has them)"


def _images(responses: list[list[int]]) -> Iterator[str]:
    """Name the reading of each response that has only one."""
    moved = [f"{k} → {row[0]}" for k, row in enumerate(responses) if len(row) == 1 and row[0] != k]
    kept = any(row == [k] for k, row in enumerate(responses))
    if not moved and all(len(row) == 1 for row in responses):
        yield "every response to itself"
    elif moved or kept:
        yield ", ".join([*([elided(", ".join(moved), 300)] if moved else []), *["the others to themselves"] * kept])


def _uniqueness(found: Optimality) -> Iterator[Part]:
    match found.uniqueness:
        case OnlyOptimum():
            yield "yes: every other such mechanism loses more"
        case AnotherOptimum():
            other = found.uniqueness.other
            if other.problem.inputs <= WRITTEN_OUT_INPUTS:
                yield "no, another optimal mechanism is"
                yield other.mechanism
            else:
                yield "no, the certificate has another optimal mechanism"
            if other.remap is not None:
                of_geometric, *remap = _remap(other.problem, other.remap)
                yield f"by the remap {of_geometric}"
                yield from remap
        case Unsolved():
            yield f"not decided: {found.uniqueness.reason}"


def _structure(found: Structure, alpha: Fraction) -> Iterator[Part]:
    yield vertex_words(found.vertex, alpha)
    tight = found.constraints
    yield f"constraint matrix; {CONSTRAINT_LEGEND}"
    yield next(constraint_parts(tight))
    yield f"s = {tight.s}, z = {tight.z}"
    yield "lemmas of Ghosh, Roughgarden & Sundararajan 2009, section 5:"
    yield pattern_table(found.patterns, witnesses=False)
    if found.rebuilt is None:
        yield "5.11  s ≠ z, so the constraints determine no deterministic remap"
    else:
        says = "is" if found.rebuilt_induces else "is not"
        images = ", ".join(map(str, found.rebuilt))
        yield f"5.11  G with the remap 0, 1, … → {images}, read from the constraints, {says} this mechanism"


def _lexicographic(found: Optimum) -> Iterator[Part]:
    tight = constraint_matrix(found.mechanism, found.problem.alpha) if 0 < found.problem.alpha < 1 else None
    yield f"of all optimal ones, least Σ_i Σ_r |i-r|·x_ir = {number(found.value * found.problem.inputs)}:"
    yield found.mechanism
    if tight is not None and found.problem.neighbours.name == "path" and found.problem.n:
        rows = next(pattern for pattern in patterns(tight) if pattern.lemma == "5.5")
        has = "has" if rows else "does not have"
        yield f"it {has} the rows of Lemma 5 of Gupte & Sundararajan 2010: {rows.says}"


def _problem_values(problem: Problem, mechanism: Mechanism | None = None) -> dict[str, object]:
    # Inputs and responses are numbers, unless the mechanism has labels.
    inputs = list(map(str, range(problem.inputs)) if mechanism is None else mechanism.inputs)
    responses = list(map(str, range(problem.responses)) if mechanism is None else mechanism.responses)
    return {
        "user": problem.user,
        "alpha": problem.alpha,
        "neighbours": neighbours_values(problem.neighbours, inputs),
        "inputs": inputs,
        "responses": responses,
        "constraints": [_constraint_values(constraint) for constraint in problem.constraints],
    }


def _constraint_values(constraint: Constraint) -> dict[str, object]:
    return {
        "entries": [{"input": i, "response": r, "factor": text(v)} for (i, r), v in constraint.coefficients.items()],
        "sense": "=" if constraint.exactly else ">=",
        "bound": constraint.bound,
    }


def _remap_values(remap: SparseRemap | None) -> list[dict[str, Fraction]] | None:
    return None if remap is None else [{str(r): probability for r, probability in row} for row in remap]
