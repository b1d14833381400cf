"""Optimal mechanisms and interactions as plain text and JSON."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from exactdp.answers.optimality import LARGE, Impossible, Optimality
from exactdp.arithmetic.exact import counted, elided, ranges, text
from exactdp.certificates.certificate import Verified
from exactdp.model.losses import Loss, Number
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, User
from exactdp.optimum.interaction import Interaction
from exactdp.optimum.problem import Constraint, Optimum, Problem, SparseRemap, Unsolved, hypotheses, written_out
from exactdp.optimum.structure import Structure
from exactdp.optimum.uniqueness import AnotherOptimum, OnlyOptimum
from exactdp.polytope.constraints import constraint_matrix, patterns
from exactdp.report import terminal
from exactdp.report.terminal import MARGIN, WIDTH, level_name, matrix, paragraph

WRITTEN_OUT = 12
"""Up to how many inputs a remap is shown as a matrix."""


def number(value: Number) -> str:
    """Return the value of a loss, elided if long, with decimals beside it where they help.

    >>> from exactdp.arithmetic.radicals import power
    >>> number(Fraction(7, 19)), number(power(2, "1/2"))
    ('7/19 (≈ 0.3684)', '2^(1/2) (≈ 1.4142)')
    """
    if isinstance(value, Fraction):
        return terminal.number(value)
    return f"{elided(str(value), 90)} (≈ {value.decimal()})"


def whole(value: Number) -> str:
    """Return the value of a loss as exact text, at any length.

    >>> whole(Fraction(7, 19))
    '7/19'
    """
    return text(value) if isinstance(value, Fraction) else str(value)


def optimality(found: Optimality, more: tuple[Optimum, Verified] | None = None) -> str:
    """Return everything that was decided about an optimal mechanism, as text.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.answers.optimality import decide
    >>> print(optimality(decide(Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2"))).partition("\\nremap")[0])
    user          minimax, loss |i-r|, side information {0..1}
    mechanisms    all 1/2-private ones with 2 inputs and 2 responses, neighbours: path
    theorem       Theorem 1 of Gupte & Sundararajan 2010 applies: the loss is monotone in |i-r|
    value         1/3, the least worst expected loss
    mechanism          0    1
                  0  2/3  1/3
                  1  1/3  2/3
    """
    optimum = found.optimum
    problem = optimum.problem
    parts = [paragraph("user", [user_words(problem.user)]), paragraph("mechanisms", [_mechanisms(problem)])]
    parts.append(paragraph("theorem", [hypotheses(problem)]))
    worst = "worst expected loss" if not isinstance(problem.user, BayesianUser) else "expected loss"
    parts.append(paragraph("value", [f"{number(optimum.value)}, the least {worst}"]))
    if problem.inputs <= LARGE:
        parts.append(paragraph("mechanism", [matrix(optimum.mechanism, WIDTH - MARGIN)]))
    if optimum.remap is not None:
        parts.append(paragraph("remap", _remap(problem, optimum.remap)))
    if not isinstance(problem.user, BayesianUser):
        parts.append(paragraph("prior", [_prior(optimum.dual.prior)]))
    parts.append(paragraph("unique", _uniqueness(found)))
    if found.structure is not None and problem.inputs <= WRITTEN_OUT:
        parts.append(paragraph("vertex", _structure(found.structure, problem.alpha)))
    if more is not None:
        parts.append(paragraph("least error", _lexicographic(more[0])))
    proofs = [found.verified, *([] if more is None else [more[1]])]
    parts.append(paragraph("certificate" if more is None else "certificates", map(terminal.verified, proofs)))
    return "\n".join(parts)


def impossible(found: Impossible) -> str:
    """Return that no mechanism keeps the constraints, as text.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.answers.optimality import decide
    >>> from exactdp.optimum.problem import fixed_row
    >>> kept = [*fixed_row(0, [1, 0]), *fixed_row(1, [0, 1])]
    >>> found = decide(Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2", constraints=kept))
    >>> print(impossible(found))
    mechanisms    all 1/2-private ones with 2 inputs and 2 responses, neighbours: path, that keep 4 constraints
    value         there is no such mechanism
    certificate   infeasible: accepted by the kernel, statement sha256 a821d247a2471e14…
    """
    return "\n".join(
        [
            paragraph("mechanisms", [_mechanisms(found.problem)]),
            paragraph("value", ["there is no such mechanism"]),
            paragraph("certificate", [terminal.verified(found.verified)]),
        ]
    )


def interaction(found: Interaction, name: str, verified: str) -> str:
    """Return a user's optimal interaction with a deployed mechanism, as text.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.mechanism import Mechanism
    >>> from exactdp.optimum.interaction import interact
    >>> found = interact(BayesianUser(absolute(), ["1/3", "2/3"]), Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]))
    >>> print(interaction(found, "x", terminal.verified(certify(found))))
    user          Bayesian, loss |i-r|, prior 1/3, 2/3
    value         1/3, the least expected loss by any remap of x
    remap            0  1
                  0  1  0
                  1  0  1
    ties          0 → 0, 1
    induced            0    1
                  0  2/3  1/3
                  1  1/3  2/3
    certificate   interaction: accepted by the kernel, statement sha256 7a9f0c26727c1145…
    """
    parts = [paragraph("user", [user_words(found.user)])]
    worst = "worst expected loss" if not isinstance(found.user, BayesianUser) else "expected loss"
    parts.append(paragraph("value", [f"{number(found.value)}, the least {worst} by any remap of {name}"]))
    parts.append(paragraph("remap", [matrix(found.remap, WIDTH - MARGIN)]))
    if found.choices is not None:
        tied = [f"{k} → {', '.join(map(str, chosen))}" for k, chosen in enumerate(found.choices) if len(chosen) > 1]
        parts.append(paragraph("ties", [elided("; ".join(tied), 400) or "none: each response has one best reading"]))
    else:
        parts.append(paragraph("prior", [_prior(found.prior)]))
    parts.append(paragraph("induced", [matrix(found.induced, WIDTH - MARGIN)]))
    parts.append(paragraph("certificate", [verified]))
    return "\n".join(parts)


def user_words(user: User) -> str:
    """Return a user on one line.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> user_words(MinimaxConsumer(absolute(), inputs=range(4), side_information=[0, 1, 3]))
    'minimax, loss |i-r|, side information {0..1, 3}'
    """
    if isinstance(user, BayesianUser):
        return f"Bayesian, loss {user.loss}, prior {elided(', '.join(map(text, user.prior)), 80)}"
    known = elided(f"{{{', '.join(ranges(user.side_information))}}}", 60)
    return f"minimax, loss {user.loss}, side information {known}"


def _mechanisms(problem: Problem) -> str:
    size = f"{counted(problem.inputs, 'input')} and {counted(problem.responses, 'response')}"
    kept = ""
    if problem.constraints:
        kept = f", that keep {counted(len(problem.constraints), 'constraint')}"
    return f"all {level_name(problem.alpha)}-private ones with {size}, neighbours: {problem.neighbours}{kept}"


def _prior(prior: tuple[Fraction, ...]) -> str:
    return f"least favourable: {elided(', '.join(elided(text(p), 24) for p in prior), 200)}"


def _remap(problem: Problem, remap: SparseRemap) -> Iterator[str]:
    yield f"of G_{{{problem.n},{level_name(problem.alpha)}}}:"
    if all(len(row) == 1 for row in remap):
        images = [row[0][0] for row in remap]
        moved = [f"{k} → {r}" for k, r in enumerate(images) if k != r]
        yield elided(", ".join(moved), 300) + ", the others to themselves" if moved else "every response to itself"
    elif len(remap) <= WRITTEN_OUT:
        yield matrix(written_out(remap, problem.responses), WIDTH - MARGIN)
    else:
        several = sum(len(row) > 1 for row in remap)
        yield f"randomised in {counted(several, 'row')} of {len(remap)} (--json has them)"


def _uniqueness(found: Optimality) -> Iterator[str]:
    match found.uniqueness:
        case OnlyOptimum():
            yield "yes: every other such mechanism loses more"
        case AnotherOptimum():
            yield "no, another optimal mechanism is"
            other = found.uniqueness.other
            if other.problem.inputs <= LARGE:
                yield matrix(other.mechanism, WIDTH - MARGIN)
            if other.remap is not None:
                yield from _remap(other.problem, other.remap)
        case Unsolved():
            yield f"not decided: {found.uniqueness.reason}"


def _structure(found: Structure, alpha: Fraction) -> Iterator[str]:
    yield terminal.vertex(found.vertex, alpha)
    tight = found.constraints
    yield "constraint matrix:"
    yield str(tight)
    yield f"s = {tight.s}, z = {tight.z}"
    for pattern in found.patterns:
        yield f"{pattern.lemma}  {'yes' if pattern else 'no '}  {pattern.says}"
    if found.rebuilt is None:
        yield "5.11  s ≠ z, so that no deterministic remap is read off the constraints"
    else:
        says = "is" if found.rebuilt_induces else "is not"
        images = ", ".join(map(str, found.rebuilt))
        yield f"5.11  G remapped by 0, 1, … → {images}, as the constraints tell, {says} this mechanism"


def _lexicographic(found: Optimum) -> Iterator[str]:
    tight = constraint_matrix(found.mechanism, found.problem.alpha) if 0 < found.problem.alpha < 1 else None
    yield f"of all optimal ones, least Σ_i Σ_r |i-r|·x_ir = {number(found.value * found.problem.inputs)}:"
    yield matrix(found.mechanism, WIDTH - MARGIN)
    if tight is not None and found.problem.neighbours.name == "path" and found.problem.n:
        rows = next(pattern for pattern in patterns(tight) if pattern.lemma == "5.5")
        yield f"{'it has' if rows else 'it has not'} the rows of Lemma 5 of Gupte & Sundararajan 2010: {rows.says}"


# JSON


def optimality_json(found: Optimality, more: tuple[Optimum, Verified] | None = None) -> dict[str, Any]:
    """Return everything that was decided about an optimal mechanism, JSON-able, its numbers exact text.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.answers.optimality import decide
    >>> found = optimality_json(decide(Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2")))
    >>> found["value"], found["prior"], found["unique"]["verdict"]
    ('1/3', ['2/3', '1/3'], True)
    """
    optimum = found.optimum
    problem = optimum.problem
    small = problem.inputs <= LARGE
    other = found.uniqueness.other if isinstance(found.uniqueness, AnotherOptimum) else None
    return {
        **_problem_json(problem, optimum.given),
        "hypotheses": hypotheses(problem),
        "value": whole(optimum.value),
        "mechanism": terminal.matrix_json(optimum.mechanism) if small else None,
        "remap": _remap_json(optimum.remap),
        "prior": [text(p) for p in optimum.dual.prior],
        "weights": [whole(w) for w in optimum.dual.weights],
        "unique": {
            "verdict": {OnlyOptimum: True, AnotherOptimum: False}.get(type(found.uniqueness)),
            "reason": getattr(found.uniqueness, "reason", None),
            "other": terminal.matrix_json(other.mechanism) if other is not None and small else None,
            "other_remap": _remap_json(None if other is None else other.remap),
        },
        "structure": None
        if found.structure is None
        else {
            "constraint_matrix": ["".join(row) for row in found.structure.constraints.entries],
            "s": found.structure.constraints.s,
            "z": found.structure.constraints.z,
            "patterns": [{"lemma": pattern.lemma, "holds": bool(pattern)} for pattern in found.structure.patterns],
            "vertex": terminal.vertex_json(found.structure.vertex),
            "rebuilt_remap": found.structure.rebuilt,
            "rebuilt_induces": found.structure.rebuilt_induces,
        },
        "lexicographic": None
        if more is None
        else {
            "value": whole(more[0].value * more[0].problem.inputs),
            "mechanism": terminal.matrix_json(more[0].mechanism),
            "certificate": terminal.verified_json(more[1]),
        },
        "certificate": terminal.verified_json(found.verified),
    }


def impossible_json(found: Impossible) -> dict[str, Any]:
    """Return that no mechanism keeps the constraints, JSON-able.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.answers.optimality import decide
    >>> from exactdp.optimum.problem import fixed_row
    >>> kept = [*fixed_row(0, [1, 0]), *fixed_row(1, [0, 1])]
    >>> found = decide(Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/2", constraints=kept))
    >>> impossible_json(found)["certificate"]["kind"]
    'infeasible'
    """
    return {**_problem_json(found.problem), "value": None, "certificate": terminal.verified_json(found.verified)}


def interaction_json(found: Interaction, verified: dict[str, str]) -> dict[str, Any]:
    """Return a user's optimal interaction, JSON-able, its numbers exact text.

    >>> from exactdp.model.losses import absolute
    >>> from exactdp.model.mechanism import Mechanism
    >>> from exactdp.optimum.interaction import interact
    >>> found = interact(BayesianUser(absolute(), ["1/3", "2/3"]), Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]))
    >>> found = interaction_json(found, {})
    >>> found["value"], found["choices"]
    ('1/3', ((0, 1), (1,)))
    """
    return {
        "user": user_json(found.user),
        "value": whole(found.value),
        "remap": terminal.matrix_json(found.remap),
        "choices": found.choices,
        "prior": [text(p) for p in found.prior],
        "induced": terminal.matrix_json(found.induced),
        "certificate": verified,
    }


def _problem_json(problem: Problem, mechanism: Mechanism | None = None) -> dict[str, Any]:
    # Inputs and responses are numbers, unless the mechanism has names for them.
    inputs = list(map(str, range(problem.inputs)) if mechanism is None else mechanism.inputs)
    responses = list(map(str, range(problem.responses)) if mechanism is None else mechanism.responses)
    return {
        "user": user_json(problem.user),
        "alpha": text(problem.alpha),
        "neighbours": terminal.neighbours_json(problem.neighbours, inputs),
        "inputs": inputs,
        "responses": responses,
        "constraints": [_constraint_json(constraint) for constraint in problem.constraints],
    }


def _constraint_json(constraint: Constraint) -> dict[str, Any]:
    return {
        "entries": [{"input": i, "response": r, "factor": text(v)} for (i, r), v in constraint.coefficients.items()],
        "sense": "=" if constraint.exactly else ">=",
        "bound": text(constraint.bound),
    }


def user_json(user: User) -> dict[str, Any]:
    """Return a user, JSON-able, its numbers exact text.

    >>> from exactdp.model.users import MinimaxConsumer
    >>> from exactdp.model.losses import absolute
    >>> user_json(MinimaxConsumer(absolute(), inputs=range(4), side_information=[0, 1]))
    {'kind': 'minimax', 'loss': {'name': '|i-r|', 'table': None}, 'side_information': [0, 1]}
    """
    common = {"loss": loss_json(user.loss)}
    if isinstance(user, BayesianUser):
        return {"kind": "bayesian", **common, "prior": [text(p) for p in user.prior]}
    return {"kind": "minimax", **common, "side_information": list(user.side_information)}


def loss_json(loss: Loss) -> dict[str, Any]:
    """Return a loss's name and, where it is a table, its rows, as exact text.

    >>> from exactdp.model.losses import table
    >>> loss_json(table([[0, "1/2"]]))
    {'name': 'a table', 'table': [['0', '1/2']]}
    """
    return {"name": loss.name, "table": None if loss.rows is None else terminal.matrix_json(loss.rows)["rows"]}


def _remap_json(remap: SparseRemap | None) -> list[dict[str, str]] | None:
    return None if remap is None else [{str(r): text(probability) for r, probability in row} for row in remap]
