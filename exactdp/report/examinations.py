"""The examination of a mechanism as a report, and each of its parts.

>>> from exactdp.answers.examination import check
>>> from exactdp.model.geometric import geometric
>>> from exactdp.model.mechanism import Mechanism, identity
>>> from exactdp.privacy.level import level as exact_level, private
>>> table, G = Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]), geometric(n=2, alpha="1/2")
>>> examination(check(table), "table").title
'The exact level of table is α = 1/2, ε = 0.693147…; it is a vertex and derivable from G_{1,1/2}.'
>>> matrix(Matrix([["1/2", "1/2"]])).kind
'matrix'
>>> print(*level(exact_level(table)).topics[0].parts, sep="\\n")
exact level α = 1/2, ε = 0.693147…; neighbours: path, 1 pair
attained at 2 places, first at response 0: 2/3 on input 0, 1/3 on input 1
>>> privacy(private(table, "3/4")).topics[0].parts
('3/4-private: no, at response 0: 2/3 on input 0, 1/3 on input 1',)
>>> privacy(private(table, Exponential(1))).topics[0].parts
('e^-1-private: yes, and even 63812/173459-private',)
>>> asked_values(Exponential(1)), asked_values(Fraction(1, 2))
({'asked': e^-1}, {})

The tight constraints, and the patterns of the lemmas in them:

>>> from exactdp.polytope.constraints import constraint_matrix, patterns
>>> found = constraint_matrix(G, "1/2")
>>> constraints(found).topics[0].parts[1], constraints(found).values["rows"]
('3 × ↓, 3 × ↑, 0 × S, 0 × Z; s = 0, z = 0', ['↓↑↑', '↓↓↑'])
>>> next(constraint_parts(found)).cells
(('↓', '↑', '↑'), ('↓', '↓', '↑'))
>>> pattern(patterns(found)[0]).values["lemma"], pattern_table(patterns(found)[:1]).rows
('5.4', [('5.4', 'yes', 'no row is all ↓ or all ↑')])

Whether the mechanism is a vertex:

>>> from exactdp.polytope.vertex import vertex as decide
>>> vertex(decide(G, "1/2")).values
{'verdict': True, 'unknowns': 3}
>>> vertex_words(decide(G, "1/2"), Fraction(1, 2)).partition(":")[0]
'yes, of the polytope of 1/2-private mechanisms of its size'
>>> vertex_reason(decide(G, "1/2"), Fraction(1, 2)).partition(": ")[2]
'the tight privacy constraints leave 3 unknowns, which the row sums determine'
>>> found = decide(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]), "1/4")
>>> vertex(found).values["verdict"], moved(found)
(False, [(0, 0), (0, 1)])

Whether it is derivable:

>>> from exactdp.arithmetic.real_sets import solution_set
>>> from exactdp.polytope.derivability import derive
>>> derivability(derive(G, "1/4")).topics[0].parts[1]
'from G_{2,1/4}: yes, by the remap T ='
>>> found = derive(identity(inputs=range(2)), "1/2")
>>> source_name(found), refutation_words(found)[0]
('G_{1,1/2}', 'the remap T would have -1 for response 1 in row 0')
>>> found = derive(identity(inputs=range(2)), 1)
>>> losses_sums(found), derivability(found).values["losses"][0]
((Fraction(-1, 1), Fraction(0, 1)), {'response': '0', 'input': '0', 'loss': '-1'})
>>> [*derivability_parts(found)][1].partition(":")[0]
'from G_{1,1}'
>>> levels(solution_set([([1, -2], ">=")]), 3).topics[0].parts[1]
'from G_{3,α}: yes for exactly the α in [0, 1/2]'
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

from exactdp.answers.examination import VERTEX_INPUTS, Examination
from exactdp.arithmetic.exponential_levels import Exponential, RationalOrExponential
from exactdp.arithmetic.real_sets import RealSet
from exactdp.arithmetic.spelling import counted, elided, text
from exactdp.certificates.certificate import Verified
from exactdp.model.matrix import Matrix
from exactdp.polytope.constraints import ConstraintMatrix, Pattern
from exactdp.polytope.derivability import Condition, Derivation, Refutation
from exactdp.polytope.vertex import Midpoint, Vertex
from exactdp.privacy.level import Level, Privacy, epsilon
from exactdp.report.document import Grid, Line, Part, Report, Table, Topic, Values
from exactdp.report.wording import (
    compact,
    equals,
    label,
    labels,
    level_name,
    neighbours_values,
    real_set,
    verified,
    witness,
    witness_values,
)

CONSTRAINT_LEGEND = "↓: α·x_ir = x_(i+1)r, ↑: x_ir = α·x_(i+1)r, Z: both are 0, S: none of these"
"""The meaning of each sign in row i and column r of a constraint matrix."""

THEOREM = "after Gupte & Sundararajan 2010, Theorem 2:"


def examination(found: Examination, name: str) -> Report:
    """Return the report of an examination."""
    privacies = [level(found.level), *([] if found.privacy is None else [privacy(found.privacy)])]
    topics = [
        Topic("privacy", (part for each in privacies for part in each.topics[0].parts)),
        Topic("constraints", _constraints(found)),
    ]
    if found.patterns:
        about = "of Ghosh, Roughgarden & Sundararajan 2009, section 5, on mechanisms that are optimal for a user:"
        topics.append(Topic("lemmas", [about, pattern_table(found.patterns)]))
    topics += [
        Topic("vertex", [vertex_words(found.vertex, found.alpha)]),
        Topic("derivability", _derivability(found)),
        Topic("certificates", map(verified, found.verified)),
    ]
    values = {
        "mechanism": found.mechanism,
        "neighbours": neighbours_values(found.neighbours, found.mechanism.inputs),
        "level": privacies[0].values,
        "private": None if found.privacy is None else privacies[1].values,
        "alpha": found.alpha,
        "constraint_matrix": None
        if found.constraints is None
        else {**constraints(found.constraints).values, "patterns": [pattern(each).values for each in found.patterns]},
        "vertex": None if found.vertex is None else vertex(found.vertex).values,
        "derivability": None if found.derivability is None else derivability(found.derivability).values,
        "derivable_levels": found.derivable_levels,
        "certificates": found.verified,
    }
    return Report("examination", topics, values, _answer(found, name), [found.mechanism])


def _answer(found: Examination, name: str) -> str:
    level = equals("α", found.level.alpha) + (f", ε = {epsilon(found.level.alpha)}" if found.level.alpha else "")
    says = f"The exact level of {name} is {level}"
    if found.privacy is not None:
        verb, asked = "is" if found.privacy else "is not", found.privacy.asked or found.privacy.alpha
        says = f"{name} {verb} {level_name(asked)}-private: its exact level is {level}"
    vertex, derived = found.vertex, found.derivability
    about = [] if vertex is None else ["a vertex" if vertex else "not a vertex"]
    if derived is not None:
        about.append(f"{'' if derived else 'not '}derivable from {_asked_of(derived)}")
    between = " and " if vertex is None or derived is None or bool(vertex) == bool(derived) else ", but "
    return f"{says}{'; it is ' if about else ''}{between.join(about)}."


def matrix(found: Matrix) -> Report:
    """Return a matrix as a table."""
    return Report("matrix", [Topic("", [found])], {"matrix": found})


def geometric_at(found: Matrix, alpha: Fraction, asked: Exponential, *, scaled: bool = False) -> Report:
    """Return G at e^-ε itself, as functions of a = e^-ε, and the matrix at a rational level just above it.

    >>> from exactdp.model.geometric import geometric
    >>> report = geometric_at(geometric(n=1, alpha="7/19"), Fraction(7, 19), Exponential(1))
    >>> report.topics[0].parts[:2]
    ('a^|i-r|/(1 + a) with a = e^-1', 'at α = 7/19 (≈ 0.3684), just above:')
    """
    n, power, at = len(found.inputs) - 1, "a^|i-r|", f"with a = {level_name(asked)}"
    formula = f"{power}/(1 + a)" if n == 1 else f"{power}/(1 + a) for r = 0 and {n}, {power}*(1 - a)/(1 + a) for others"
    exactly = f"{'1' if n == 0 else power if scaled else formula} {at}"
    return Report("matrix", [Topic("", [exactly, f"at {equals('α', alpha)}, just above:", found])], {"matrix": found})


# Privacy


def level(found: Level) -> Report:
    """Return a mechanism's exact level, and the places that attain it."""
    pairs = counted(len(found.neighbours.pairs), "pair")
    exactly, bound = equals("α", found.alpha), f"ε = {epsilon(found.alpha)}" if found.alpha else ""
    parts = [f"exact level {exactly}, {bound or 'no finite ε'}; neighbours: {found.neighbours}, {pairs}"]
    if found.witness:
        place = witness(found.witness, found.mechanism)
        parts.append(f"attained at {counted(found.places, 'place')}, first at {place}")
    values = {
        "alpha": found.alpha,
        "epsilon": epsilon(found.alpha) if found.alpha else None,
        "places": found.places,
        "witness": witness_values(found.witness, found.mechanism),
    }
    answer = f"The exact level is {exactly}{', ' if bound else ''}{bound}."
    return Report("level", [Topic("privacy", parts)], values, answer)


def privacy(found: Privacy) -> Report:
    """Return whether a mechanism is α-private."""
    verdict = "no" if found.violation else "yes"
    if found.asked is not None:
        verdict += f", {'not even' if found.violation else 'and even'} {level_name(found.alpha)}-private"
    place = f", at {witness(found.violation, found.mechanism)}" if found.violation else ""
    words = f"{level_name(found.asked or found.alpha)}-private: {verdict}{place}"
    values = {
        "alpha": found.alpha,
        **asked_values(found.asked),
        "verdict": bool(found),
        "violation": witness_values(found.violation, found.mechanism),
    }
    return Report("private", [Topic("privacy", [words])], values)


def asked_values(asked: RationalOrExponential | None) -> Values:
    """Return the requested level, if it is irrational, for programs."""
    return {"asked": asked} if isinstance(asked, Exponential) else {}


# Constraints


def constraints(found: ConstraintMatrix) -> Report:
    """Return a constraint matrix with the number of each sign; for programs each row is one word."""
    values = {
        "inputs": list(found.inputs[:-1]),
        "responses": list(found.responses),
        "rows": ["".join(row) for row in found.entries],
        "counts": found.counts,
        "s": found.s,
        "z": found.z,
    }
    return Report("constraint-matrix", [Topic("constraints", constraint_parts(found))], values)


def constraint_parts(tight: ConstraintMatrix) -> Iterator[Part]:
    """Yield the table of a constraint matrix, and the number of each sign."""
    names = [label(name) for name in tight.inputs[:-1]], [label(name) for name in tight.responses]
    yield Grid(*names, tight.entries)
    counts = ", ".join(f"{count:,} × {entry}" for entry, count in tight.counts.items())
    yield f"{counts}; s = {tight.s:,}, z = {tight.z:,}"


def _constraints(found: Examination) -> Iterator[Part]:
    if found.neighbours.name != "path":
        yield f"the constraint matrix is defined for neighbours of the kind path, not {found.neighbours.name}"
    elif found.constraints is None:
        yield "the constraint matrix is defined for 0 < α < 1 and for two or more inputs on a path"
    else:
        yield f"at {equals('α', found.alpha)}; {CONSTRAINT_LEGEND}"
        yield from constraint_parts(found.constraints)


def pattern(found: Pattern) -> Report:
    """Return whether a constraint matrix has the pattern of a lemma, and where it fails."""
    values = {"lemma": found.lemma, "says": found.says, "holds": bool(found), "witness": found.witness}
    return Report("pattern", [Topic("lemma", [pattern_table([found])])], values)


def pattern_table(found: Iterable[Pattern], *, witnesses: bool = True) -> Table:
    """Return a row for each pattern: the lemma, whether the constraint matrix has it, and where it fails."""
    rows = []
    for each in found:
        where = f"\n{elided(each.witness, 72)}" if each.witness and witnesses else ""
        rows.append((each.lemma, "yes" if each else "no", f"{each.says}{where}"))
    return Table(rows)


# Vertices


def vertex(found: Vertex | Midpoint) -> Report:
    """Return whether a mechanism is a vertex of the polytope of α-private ones; if not, two with this midpoint."""
    verdict = {"unknowns": found.unknowns} if isinstance(found, Vertex) else {"midway_between": found.ends}
    topic = Topic("vertex", [vertex_words(found, found.asked or found.alpha)])
    return Report("vertex", [topic], {"verdict": bool(found), **verdict})


def vertex_words(found: Vertex | Midpoint | None, alpha: RationalOrExponential) -> str:
    """Return whether a mechanism is a vertex, in words."""
    if found is None:
        return f"not tried above {VERTEX_INPUTS} inputs; exactdp certify --claim vertex decides it"
    return f"{'yes' if found else 'no'}, {vertex_reason(found, alpha)}"


def vertex_reason(found: Vertex | Midpoint, alpha: RationalOrExponential) -> str:
    """Return the polytope in words, and the reason why a mechanism is a vertex of it or not."""
    where = f"of the polytope of {level_name(alpha)}-private mechanisms of its size"
    if found.asked is not None:
        where += f", and also of {level_name(found.alpha)}-private ones"
    if isinstance(found, Vertex):
        unknowns = counted(found.unknowns, "unknown")
        return f"{where}: the tight privacy constraints leave {unknowns}, which the row sums determine"
    end, start, places = found.ends[0], found.mechanism, moved(found)
    i, r = places[0]
    return (
        f"{where}: it lies midway between two others, which differ from it in "
        f"{counted(len(places), 'entry', 'entries')}, first at response {label(start.responses[r])} on input "
        f"{label(start.inputs[i])}: {compact(start[i, r])} ± {compact(abs(end[i, r] - start[i, r])).removeprefix('≈ ')}"
    )


def moved(found: Midpoint) -> list[tuple[int, int]]:
    """Return the places where the two ends differ from their midpoint."""
    end, start = found.ends[0], found.mechanism
    return [(i, r) for i, row in enumerate(start.numerators) for r in range(len(row)) if end[i, r] != start[i, r]]


# Derivability


def derivability(found: Derivation | Refutation, source: str = "the source", done: Verified | None = None) -> Report:
    """Return whether a mechanism is derivable, with the remap or the witness, and the certificate if there is one."""
    topics, values = [Topic("derivability", derivability_parts(found, source))], _derivability_values(found)
    if done is not None:
        topics.append(Topic("certificate", [verified(done)]))
        values = {**values, "certificate": done}
    source = source if found.alpha is None else _asked_of(found)
    answer = f"The mechanism {'is' if found else 'is not'} derivable from {source}."
    return Report("derivability", topics, values, answer)


def derivability_parts(found: Derivation | Refutation, source: str = "the source") -> Iterator[Part]:
    """Yield whether a mechanism is derivable, with the remap or the witness."""
    if found.alpha is not None:
        yield THEOREM
        source = source_name(found)
    nearby = ""
    if found.asked is not None:
        source, nearby = _geometric_name(found, found.asked), f"{'even' if found else 'not even'} from {source}, "
    if isinstance(found, Derivation):
        yield f"from {source}: yes, {nearby}by the remap T ="
        yield found.remap
        return
    first, *more = refutation_words(found)
    yield f"from {source}: no, {nearby}{first}{':' if more else ''}"
    yield from (Line(words, 1) for words in more)


def source_name(found: Derivation | Refutation) -> str:
    """Return the source of a derivation, a geometric mechanism, in words."""
    return _geometric_name(found, found.alpha or Fraction(0))


def _asked_of(found: Derivation | Refutation) -> str:
    return _geometric_name(found, found.asked or found.alpha or Fraction(0))


def _geometric_name(found: Derivation | Refutation, alpha: RationalOrExponential) -> str:
    return f"G_{{{len(found.source) - 1},{level_name(alpha)}}}"


def refutation_words(found: Refutation) -> list[str]:
    """Return why a mechanism is not derivable: the condition that fails, or a user's losses."""
    if found.condition is None:
        return [_losses(found)]
    failed = found.condition
    entry, response = elided(text(failed.remap_entry)), label(found.mechanism.responses[failed.r])
    return [f"the remap T would have {entry} for response {response} in row {failed.k}", _condition(failed, found)]


def _condition(failed: Condition, found: Refutation) -> str:
    entries = ", ".join(elided(text(entry)) for entry in failed.entries)
    form = "(1+α²)·x₂ - α·(x₁+x₃)" if len(failed.inputs) == 3 else "x₁ - α·x₂" if failed.k == 0 else "x₂ - α·x₁"
    inputs = labels(found.mechanism.inputs[i] for i in failed.inputs)
    return f"on inputs {inputs} the mechanism has {entries}, so {form} = {elided(text(failed.value))} < 0"


def _losses(found: Refutation) -> str:
    inputs, responses = found.mechanism.inputs, found.mechanism.responses
    shown = [
        f"{elided(text(w))} for response {label(responses[r])} on input {label(inputs[i])}"
        for r, i, w in found.losses[:4]
    ]
    more = f", … ({len(found.losses):,} losses in all)" if len(found.losses) > len(shown) else ""
    total, least = (elided(text(value)) for value in losses_sums(found))
    return (
        f"a user's losses sum to {total} with it and to no less than {least} with any remap: "
        f"{', '.join(shown)}{more}, and 0 for the rest"
    )


def losses_sums(found: Refutation) -> tuple[Fraction, Fraction]:
    """Return the sum of a refutation's losses under the mechanism, and the least under remaps of the source."""
    total = sum((w * found.mechanism[i, r] for r, i, w in found.losses), Fraction(0))
    best = [Fraction(0)] * found.source.shape[1]
    for _, group in groupby(sorted(found.losses), key=lambda loss: loss[0]):
        costs = [Fraction(0)] * len(best)
        for _, i, w in group:
            costs = [cost + w * found.source[i, k] for k, cost in enumerate(costs)]
        best = list(map(min, best, costs))
    return total, sum(best, Fraction(0))


def _derivability_values(found: Derivation | Refutation) -> Values:
    geometric = None if found.alpha is None else {"n": len(found.source) - 1, "alpha": found.alpha}
    if isinstance(found, Derivation):
        return {"verdict": True, **asked_values(found.asked), "geometric": geometric, "remap": found.remap}
    inputs, responses = found.mechanism.inputs, found.mechanism.responses
    total, least = losses_sums(found)
    failed = found.condition
    return {
        "verdict": False,
        **asked_values(found.asked),
        "geometric": geometric,
        "losses": [{"response": responses[r], "input": inputs[i], "loss": text(w)} for r, i, w in found.losses],
        "sum": total,
        "least_sum_of_remaps": least,
        "condition": failed
        and {
            "response": responses[failed.r],
            "inputs": [inputs[i] for i in failed.inputs],
            "entries": failed.entries,
            "value": failed.value,
            "remap_row": failed.k,
            "remap_entry": failed.remap_entry,
        },
    }


def _derivability(found: Examination) -> Iterator[Part]:
    if found.derivable_levels is None:
        yield "from G: decided here only for neighbours of the kind path; exactdp derive decides it"
        return
    if found.derivability is None:
        yield f"at {level_name(found.alpha)}: the numbers of G are too long for a certificate; this line decides it:"
    else:
        yield from derivability_parts(found.derivability)
    yield _derivable_levels(found.derivable_levels, len(found.mechanism) - 1)


def levels(found: RealSet, n: int, done: Verified | None = None) -> Report:
    """Return all levels α with a mechanism derivable from G_{n,α}, and the certificate if any."""
    topics = [Topic("derivability", [THEOREM, _derivable_levels(found, n)])]
    values: Values = {"derivable_levels": found}
    if done is not None:
        topics.append(Topic("certificate", [verified(done)]))
        values = {**values, "certificate": done}
    answer = f"The mechanism is derivable from G_{{{n},α}} for exactly the α in {real_set(found)}."
    return Report("derivable-levels", topics, values, answer)


def _derivable_levels(found: RealSet, n: int) -> str:
    return f"from G_{{{n},α}}: yes for exactly the α in {real_set(found)}"
