"""Results as plain text for a terminal, and as JSON for other programs."""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any

from exactdp.answers.examination import LARGE, Examination
from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber
from exactdp.arithmetic.exact import counted, decimal, elided, printable, shortened, text
from exactdp.arithmetic.real_sets import RealSet
from exactdp.certificates.certificate import Verified
from exactdp.model.matrix import WIDEST, Matrix, table
from exactdp.model.neighbours import Neighbours
from exactdp.polytope.constraints import ConstraintMatrix, Pattern
from exactdp.polytope.derivability import Condition, Derivation, Refutation
from exactdp.polytope.vertex import Midpoint, Vertex
from exactdp.privacy.level import Enclosure, Level, Privacy, Witness, epsilon

WIDTH = 110
"""How wide the text is at most, except where a table of few columns is wider."""

MARGIN = 14
"""The width of the column that says what a line is about."""

LEGIBLE = 12
"""Up to how many characters a fraction is shown without its decimals."""

LABEL = 16
"""Up to how many characters of a label are shown."""

THEOREM = "after Gupte & Sundararajan 2010, Theorem 2:"


def label(name: str) -> str:
    """Return the label of an input or a response, its middle left out where it is long.

    >>> label("a patient younger than 18")
    'a patie…than 18'
    """
    return shortened(printable(name), LABEL)


def labels(names: Iterable[str]) -> str:
    """Return labels as a list in words, the middle of a long one left out.

    >>> labels(map(str, range(9)))
    '0, 1, 2, 3, …, 8'
    """
    shown = [label(name) for name in names]
    return ", ".join(shown if len(shown) <= 6 else [*shown[:4], "…", shown[-1]])


def aligned(rows: Iterable[tuple[str, ...]], justify: Callable[[str, int], str] = str.ljust) -> Iterator[str]:
    """Yield the rows of a table as lines, its columns two spaces apart.

    >>> [*aligned([("α", "least δ"), ("1/2", "0")])]
    ['α    least δ', '1/2  0']
    """
    cells = list(rows)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    yield from ("  ".join(map(justify, row, widths)).rstrip() for row in cells)


def paragraph(topic: str, lines: Iterable[str]) -> str:
    """Return lines of text, long ones wrapped, with their topic in the margin of the first.

    >>> print(paragraph("level", ["1/2", "at 0"]))
    level         1/2
                  at 0
    """
    split = [part for line in lines for whole in line.split("\n") for part in _wrapped(whole)]
    margins = [topic.ljust(MARGIN), *[" " * MARGIN] * len(split)]
    return "\n".join((margin + line).rstrip() for margin, line in zip(margins, split, strict=False))


def _wrapped(line: str) -> list[str]:
    # Between words two spaces stand only in tables, which can't be wrapped.
    words = line.lstrip()
    if len(line) <= WIDTH - MARGIN or "  " in words:
        return [line]
    indent = " " * (len(line) - len(words) + 2)
    return textwrap.wrap(line, WIDTH - MARGIN, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def number(value: Fraction) -> str:
    """Return a fraction, elided if long, with decimals beside it where they help.

    >>> number(Fraction(7, 19)), number(Fraction(1, 2)), number(Fraction(1, 10**9))
    ('7/19 (≈ 0.3684)', '1/2', '1/1000000000')
    """
    spelled, rounded = elided(text(value)), decimal(value)
    return spelled if value.denominator <= 9 or not rounded.strip("-0.") else f"{spelled} (≈ {rounded})"


def scientific(value: Fraction, digits: int = 3) -> str:
    """Return the number rounded to so many digits, with its power of ten, for a person to read.

    >>> scientific(Fraction(1, 3 * 10**17)), scientific(Fraction(-2)), scientific(Fraction(0))
    ('3.33e-18', '-2.00e+0', '0')
    """
    if not value:
        return "0"
    context = Context(prec=digits, Emin=MIN_EMIN, Emax=MAX_EMAX)
    return f"{context.divide(Decimal(value.numerator), Decimal(value.denominator)):.{digits - 1}e}"


def level_name(alpha: Fraction) -> str:
    """Return a level as it stands in "1/2-private", the middle of a long one left out.

    >>> level_name(Fraction(1, 2)), level_name(Fraction(1, 3**99))
    ('1/2', '1/171792506…34035840667')
    """
    return shortened(text(alpha), WIDEST)


def matrix(found: Matrix, width: int = WIDTH) -> str:
    """Return a matrix as a table of its fractions, or of their decimals where it would be too wide.

    >>> print(matrix(Matrix([["1/3", "2/3"]])))
         0    1
    0  1/3  2/3
    >>> print(matrix(Matrix([["100001/300001", "200000/300001"]])))
                   0              1
    0  100001/300001  200000/300001
    rounded:
            0       1
    0  0.3333  0.6667
    """
    spelled: list[str] = []

    def fraction(entry: Fraction) -> str:
        spelled.append(elided(text(entry), WIDEST))
        return spelled[-1]

    fractions = _table(found, fraction)
    fits = _width(fractions) <= width
    if fits and max(map(len, spelled)) <= LEGIBLE:
        return fractions
    tables = (_table(found, partial(decimal, places=places)) for places in (4, 3))
    rounded = next((shown for shown in tables if _width(shown) <= width), _table(found, partial(decimal, places=2)))
    return f"{fractions}\nrounded:\n{rounded}" if fits else f"rounded (--json has the fractions):\n{rounded}"


def _table(found: Matrix, shown: Callable[[Fraction], str]) -> str:
    return table(
        [label(name) for name in found.inputs],
        [label(name) for name in found.responses],
        lambda i, r: shown(found[i, r]),
    )


def _width(lines: str) -> int:
    return max(map(len, lines.split("\n")))


def real_set(found: RealSet) -> str:
    """Return a set of real numbers, with decimals beside its irrational ends.

    >>> from exactdp.arithmetic.real_sets import solution_set
    >>> real_set(solution_set([([1, -4, 1], ">=")]))
    '[0, 2 - √3 (≈ 0.2679)]'
    """
    pieces = []
    for piece in found.pieces:
        lower, upper = _end(piece.lower), _end(piece.upper)
        interval = f"{'[' if piece.lower_belongs else '('}{lower}, {upper}{']' if piece.upper_belongs else ')'}"
        pieces.append(f"{{{lower}}}" if piece.lower == piece.upper else interval)
    return " ∪ ".join(pieces) or "∅"


def _end(found: AlgebraicNumber) -> str:
    if found.is_rational:
        return number(found.lower)
    # The root of a cubic, or of more, is named by decimals as it is.
    return elided(str(found)) if len(found.polynomial) > 3 else f"{elided(str(found))} (≈ {found.decimal()})"


# The examination of a mechanism


def examination(found: Examination, name: str) -> str:
    """Return everything an examination found, as text.

    >>> from exactdp.answers.examination import examine
    >>> from exactdp.model.mechanism import Mechanism
    >>> print(examination(examine(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]])), "table").partition("\\nconstraints")[0])
    table: a mechanism with 2 inputs and 2 responses
    <BLANKLINE>
         0    1
    0  2/3  1/3
    1  1/3  2/3
    <BLANKLINE>
    privacy       exact level α = 1/2, ε = 0.693147…; neighbours: path, 1 pair
                  attained at 2 places, first at response 0: 2/3 on input 0, 1/3 on input 1
    """
    inputs, responses = found.mechanism.shape
    size = f"{counted(inputs, 'input')} and {counted(responses, 'response')}"
    parts = [f"{name}: a mechanism with {size}\n\n{matrix(found.mechanism)}\n"]
    parts.append(paragraph("privacy", _privacy(found)))
    parts.append(paragraph("constraints", _constraints(found.constraints, found.alpha)))
    if found.patterns:
        parts.append(paragraph("lemmas", _patterns(found.patterns)))
    parts.append(paragraph("vertex", [vertex(found.vertex, found.alpha)]))
    parts.append(paragraph("derivability", _derivability(found)))
    parts.append(paragraph("certificates", map(verified, found.verified)))
    return "\n".join(parts)


def _privacy(found: Examination) -> Iterator[str]:
    yield from exact_level(found.level)
    if found.privacy is not None:
        yield privacy(found.privacy)


def exact_level(found: Level) -> Iterator[str]:
    """Yield a mechanism's exact level, and where it is attained.

    >>> from exactdp.model.mechanism import Mechanism
    >>> from exactdp.privacy.level import level
    >>> print(*exact_level(level(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]))), sep="\\n")
    exact level α = 1/2, ε = 0.693147…; neighbours: path, 1 pair
    attained at 2 places, first at response 0: 2/3 on input 0, 1/3 on input 1
    """
    pairs = counted(len(found.neighbours.pairs), "pair")
    bound = f"ε = {epsilon(found.alpha)}" if found.alpha else "no finite ε"
    yield f"exact level α = {number(found.alpha)}, {bound}; neighbours: {found.neighbours}, {pairs}"
    if found.witness:
        places = sum(1 for _ in found.witnesses())
        yield f"attained at {counted(places, 'place')}, first at {witness(found.witness, found.mechanism)}"


def privacy(found: Privacy) -> str:
    """Return whether a mechanism is α-private, in words.

    >>> from exactdp.model.mechanism import Mechanism
    >>> from exactdp.privacy.level import private
    >>> privacy(private(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]), "3/4"))
    '3/4-private: no, at response 0: 2/3 on input 0, 1/3 on input 1'
    """
    verdict = f"no, at {witness(found.violation, found.mechanism)}" if found.violation else "yes"
    return f"{level_name(found.alpha)}-private: {verdict}"


def witness(at: Witness, mechanism: Matrix) -> str:
    """Return a place in words, by the mechanism's labels.

    >>> witness(Witness(0, 1, 0, Fraction(3, 4), Fraction(1, 4)), Matrix([["3/4"], ["1/4"]], ["yes", "no"]))
    'response 0: 3/4 on input yes, 1/4 on input no'
    """
    here, there = (f"{elided(text(x))} on input {label(mechanism.inputs[i])}" for x, i in _sides(at))
    return f"response {label(mechanism.responses[at.r])}: {here}, {there}"


def _sides(at: Witness) -> tuple[tuple[Fraction, int], ...]:
    return (at.here, at.i), (at.there, at.k)


def _constraints(tight: ConstraintMatrix | None, alpha: Fraction) -> Iterator[str]:
    if tight is None:
        yield "the constraint matrix is defined for 0 < α < 1 and for two or more inputs on a path"
        return
    yield f"at α = {number(alpha)}:"
    yield from constraint_matrix(tight)


def constraint_matrix(tight: ConstraintMatrix) -> Iterator[str]:
    """Yield the table of a constraint matrix, and how often each entry occurs.

    >>> from exactdp.polytope.constraints import constraint_matrix as tight
    >>> from exactdp.model.geometric import geometric
    >>> print(*constraint_matrix(tight(geometric(n=2, alpha="1/2"), "1/2")), sep="\\n")
       0  1  2
    0  ↓  ↑  ↑
    1  ↓  ↓  ↑
    3 × ↓, 3 × ↑, 0 × S, 0 × Z; s = 0, z = 0
    """
    names = [label(name) for name in tight.inputs[:-1]], [label(name) for name in tight.responses]
    yield table(*names, lambda i, r: tight[i, r])
    counts = ", ".join(f"{count:,} × {entry}" for entry, count in tight.counts.items())
    yield f"{counts}; s = {tight.s:,}, z = {tight.z:,}"


def _patterns(found: Iterable[Pattern]) -> Iterator[str]:
    yield "of Ghosh, Roughgarden & Sundararajan 2009, section 5, on mechanisms that are optimal for a user:"
    for each in found:
        yield from pattern(each)


def pattern(found: Pattern) -> Iterator[str]:
    """Yield whether a constraint matrix has a pattern, and where it has not.

    >>> from exactdp.polytope.constraints import constraint_matrix as tight, patterns
    >>> from exactdp.model.geometric import geometric
    >>> print(*pattern(patterns(tight(geometric(n=2, alpha="1/2"), "1/2"))[0]))
    5.4  yes  no row is all ↓ or all ↑
    """
    yield f"{found.lemma}  {'yes' if found else 'no '}  {found.says}"
    if found.witness:
        yield f"          {elided(found.witness, 72)}"


def vertex(found: Vertex | Midpoint | None, alpha: Fraction) -> str:
    """Return whether a mechanism is a vertex, in words.

    >>> from exactdp.model.geometric import geometric
    >>> from exactdp.polytope.vertex import vertex as decide
    >>> vertex(decide(geometric(n=2, alpha="1/2"), "1/2"), Fraction(1, 2)).partition(":")[0]
    'yes, of the polytope of 1/2-private mechanisms of its size'
    """
    if found is None:
        return f"not tried above {LARGE} inputs; exactdp certify --claim vertex decides it"
    where = f"of the polytope of {level_name(alpha)}-private mechanisms of its size"
    if isinstance(found, Vertex):
        unknowns = counted(len(found.inverse), "unknown")
        return f"yes, {where}: the tight privacy constraints leave {unknowns}, which the row sums determine"
    end, start, places = found.ends[0], found.mechanism, moved(found)
    i, r = places[0]
    return (
        f"no, {where}: it lies midway between two others, which differ from it in "
        f"{counted(len(places), 'entry', 'entries')}, first at response {label(start.responses[r])} on input "
        f"{label(start.inputs[i])}: {elided(text(start[i, r]))} ± {elided(text(abs(end[i, r] - start[i, r])))}"
    )


def moved(found: Midpoint) -> list[tuple[int, int]]:
    """Return the places where the two ends differ from the mechanism midway between them.

    >>> from exactdp.model.mechanism import Mechanism
    >>> from exactdp.polytope.vertex import vertex
    >>> moved(vertex(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]), "1/4"))
    [(0, 0), (0, 1)]
    """
    end, start = found.ends[0], found.mechanism
    return [(i, r) for i, row in enumerate(start.numerators) for r in range(len(row)) if end[i, r] != start[i, r]]


def _derivability(found: Examination) -> Iterator[str]:
    if found.derivability is None or found.derivable_levels is None:
        yield "from G: not asked, for the neighbours are no path; exactdp derive decides it"
        return
    yield from derivability(found.derivability)
    yield derivable_levels(found.derivable_levels, len(found.mechanism) - 1)


def derivable_levels(found: RealSet, n: int) -> str:
    """Return the levels of the geometric mechanisms that a mechanism is derivable from, in words.

    >>> from exactdp.arithmetic.real_sets import solution_set
    >>> derivable_levels(solution_set([([1, -2], ">=")]), 3)
    'from G_{3,α}: yes for exactly the α in [0, 1/2]'
    """
    return f"from G_{{{n},α}}: yes for exactly the α in {real_set(found)}"


def derivability(found: Derivation | Refutation, source: str = "the source") -> Iterator[str]:
    """Yield whether a mechanism is derivable, with the remap or the witness.

    >>> from exactdp.polytope.derivability import derive
    >>> from exactdp.model.geometric import geometric
    >>> print(*derivability(derive(geometric(n=2, alpha="1/2"), "1/4")), sep="\\n")
    after Gupte & Sundararajan 2010, Theorem 2:
    from G_{2,1/4}: yes, by the remap T =
          0      1     2
    0   7/9    1/9   1/9
    1  7/27  13/27  7/27
    2   1/9    1/9   7/9
    """
    if found.alpha is not None:
        yield THEOREM
        source = f"G_{{{len(found.source) - 1},{level_name(found.alpha)}}}"
    if isinstance(found, Derivation):
        yield f"from {source}: yes, by the remap T ="
        yield matrix(found.remap, WIDTH - MARGIN)
    elif found.condition:
        failed, responses = found.condition, found.mechanism.responses
        entry, response = elided(text(failed.remap_entry)), label(responses[failed.r])
        yield f"from {source}: no, the remap T would have {entry} for response {response} in row {failed.k}:"
        yield f"  {_condition(found.condition, found.mechanism)}"
    else:
        yield f"from {source}: no, {_losses(found)}"


def _condition(failed: Condition, mechanism: Matrix) -> str:
    entries = ", ".join(elided(text(entry)) for entry in failed.entries)
    form = "(1+α²)·x₂ - α·(x₁+x₃)" if len(failed.inputs) == 3 else "x₁ - α·x₂" if failed.k == 0 else "x₂ - α·x₁"
    inputs = labels(mechanism.inputs[i] for i in failed.inputs)
    return f"on inputs {inputs} it has {entries}, so {form} = {elided(text(failed.value))} < 0"


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
    """Return the sum of a refutation's losses under the mechanism, and the least under remaps of the source.

    >>> from exactdp.polytope.derivability import derive
    >>> from exactdp.model.mechanism import identity
    >>> losses_sums(derive(identity(inputs=range(2)), 1))
    (Fraction(-1, 1), Fraction(0, 1))
    """
    total = sum((w * found.mechanism[i, r] for r, i, w in found.losses), Fraction(0))
    best = [Fraction(0)] * found.source.shape[1]
    for _, group in groupby(sorted(found.losses), key=lambda loss: loss[0]):
        costs = [Fraction(0)] * len(best)
        for _, i, w in group:
            costs = [cost + w * found.source[i, k] for k, cost in enumerate(costs)]
        best = list(map(min, best, costs))
    return total, sum(best, Fraction(0))


def verified(done: Verified) -> str:
    """Return a certificate's kind and digest on one line.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.mechanism import Mechanism
    >>> from exactdp.privacy.level import level
    >>> verified(certify(level(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]))))
    'level: accepted by the kernel, statement sha256 c4e4c1319d61ed5f…'
    """
    return f"{done.kind}: accepted by the kernel, statement sha256 {done.digest[:16]}…"


# JSON


def matrix_json(found: Matrix) -> dict[str, Any]:
    """Return a matrix as JSON-able rows of exact text, with its labels.

    >>> matrix_json(Matrix([["1/2", 1]]))
    {'inputs': ['0'], 'responses': ['0', '1'], 'rows': [['1/2', '1']]}
    """
    return {
        "inputs": list(found.inputs),
        "responses": list(found.responses),
        "rows": [[text(entry) for entry in row] for row in found],
    }


def neighbours_json(found: Neighbours, inputs: Sequence[str]) -> dict[str, Any]:
    """Return the graph's name and all its pairs, by the labels of the inputs.

    >>> from exactdp.model.neighbours import edges
    >>> neighbours_json(edges([(0, 2)], inputs=range(3)), ["a", "b", "c"])
    {'name': 'edges', 'pairs': [['a', 'c']]}
    """
    return {"name": found.name, "pairs": [[inputs[i], inputs[k]] for i, k in found.pairs]}


def examination_json(found: Examination) -> dict[str, Any]:
    """Return everything an examination found, JSON-able, every number of the mathematics exact text.

    >>> from exactdp.answers.examination import examine
    >>> from exactdp.model.mechanism import Mechanism
    >>> found = examination_json(examine(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]])))
    >>> found["alpha"], found["vertex"]["verdict"], len(found["certificates"])
    ('1/2', True, 3)
    """
    mechanism, level = found.mechanism, found.level
    return {
        "mechanism": matrix_json(mechanism),
        "neighbours": neighbours_json(found.neighbours, mechanism.inputs),
        "level": {
            "alpha": text(level.alpha),
            "epsilon": enclosure_json(epsilon(level.alpha)) if level.alpha else None,
            "places": sum(1 for _ in level.witnesses()),
            "witness": level.witness and witness_json(level.witness, mechanism),
        },
        "private": None
        if found.privacy is None
        else {
            "alpha": text(found.privacy.alpha),
            "verdict": bool(found.privacy),
            "violation": found.privacy.violation and witness_json(found.privacy.violation, mechanism),
        },
        "alpha": text(found.alpha),
        "constraint_matrix": found.constraints and _constraints_json(found.constraints, found.patterns),
        "vertex": None if found.vertex is None else vertex_json(found.vertex),
        "derivability": None if found.derivability is None else derivability_json(found.derivability),
        "derivable_levels": None if found.derivable_levels is None else real_set_json(found.derivable_levels),
        "certificates": [verified_json(done) for done in found.verified],
    }


def enclosure_json(found: Enclosure) -> dict[str, str]:
    """Return rational bounds as exact text.

    >>> enclosure_json(Enclosure(Fraction(1, 2), Fraction(2, 3)))
    {'lower': '1/2', 'upper': '2/3'}
    """
    return {"lower": text(found.lower), "upper": text(found.upper)}


def witness_json(at: Witness, mechanism: Matrix) -> dict[str, Any]:
    """Return a place, by the mechanism's labels, and its two probabilities.

    >>> witness_json(Witness(0, 1, 0, Fraction(3, 4), Fraction(1, 4)), Matrix([["3/4"], ["1/4"]], ["yes", "no"]))
    {'response': '0', 'inputs': ['yes', 'no'], 'probabilities': ['3/4', '1/4']}
    """
    return {
        "response": mechanism.responses[at.r],
        "inputs": [mechanism.inputs[i] for _, i in _sides(at)],
        "probabilities": [text(x) for x, _ in _sides(at)],
    }


def _constraints_json(tight: ConstraintMatrix, found: Iterable[Pattern]) -> dict[str, Any]:
    return {
        "inputs": list(tight.inputs[:-1]),
        "responses": list(tight.responses),
        "rows": ["".join(row) for row in tight.entries],
        "counts": tight.counts,
        "s": tight.s,
        "z": tight.z,
        "patterns": [
            {"lemma": pattern.lemma, "says": pattern.says, "holds": bool(pattern), "witness": pattern.witness}
            for pattern in found
        ],
    }


def vertex_json(found: Vertex | Midpoint) -> dict[str, Any]:
    """Return whether a mechanism is a vertex; if not, the two mechanisms that it lies midway between.

    >>> from exactdp.model.mechanism import Mechanism
    >>> from exactdp.polytope.vertex import vertex
    >>> vertex_json(vertex(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]), "1/4"))["verdict"]
    False
    """
    if isinstance(found, Vertex):
        return {"verdict": True, "unknowns": len(found.inverse)}
    return {"verdict": False, "midway_between": [matrix_json(end) for end in found.ends]}


def derivability_json(found: Derivation | Refutation) -> dict[str, Any]:
    """Return whether a mechanism is derivable, with the remap or the witness.

    >>> from exactdp.polytope.derivability import derive
    >>> from exactdp.model.mechanism import identity
    >>> found = derivability_json(derive(identity(inputs=range(2)), 1))
    >>> found["verdict"], found["losses"], found["sum"], found["least_sum_of_remaps"]
    (False, [{'response': '0', 'input': '0', 'loss': '-1'}, {'response': '0', 'input': '1', 'loss': '1'}], '-1', '0')
    """
    inputs, responses = found.mechanism.inputs, found.mechanism.responses
    geometric = None if found.alpha is None else {"n": len(found.source) - 1, "alpha": text(found.alpha)}
    if isinstance(found, Derivation):
        return {"verdict": True, "geometric": geometric, "remap": matrix_json(found.remap)}
    total, least = losses_sums(found)
    failed = found.condition
    return {
        "verdict": False,
        "geometric": geometric,
        "losses": [{"response": responses[r], "input": inputs[i], "loss": text(w)} for r, i, w in found.losses],
        "sum": text(total),
        "least_sum_of_remaps": text(least),
        "condition": None
        if failed is None
        else {
            "response": responses[failed.r],
            "inputs": [inputs[i] for i in failed.inputs],
            "entries": [text(entry) for entry in failed.entries],
            "value": text(failed.value),
            "remap_row": failed.k,
            "remap_entry": text(failed.remap_entry),
        },
    }


def real_set_json(found: RealSet) -> dict[str, Any]:
    """Return a set of real numbers as intervals, each end the one root of a polynomial within bounds.

    >>> from exactdp.arithmetic.real_sets import solution_set
    >>> real_set_json(solution_set([([1, -2], ">=")]))["text"]
    '[0, 1/2]'
    """
    return {
        "text": str(found),
        "intervals": [
            {
                "lower": _end_json(piece.lower),
                "upper": _end_json(piece.upper),
                "lower_belongs": piece.lower_belongs,
                "upper_belongs": piece.upper_belongs,
            }
            for piece in found.pieces
        ],
    }


def _end_json(found: AlgebraicNumber) -> dict[str, Any]:
    return {
        "text": str(found),
        "polynomial": [text(coefficient) for coefficient in found.polynomial],
        "bounds": [text(found.lower), text(found.upper)],
    }


def verified_json(done: Verified) -> dict[str, str]:
    """Return a certificate's kind, sentence and digest.

    >>> from exactdp.certificates.certificate import certify
    >>> from exactdp.model.mechanism import Mechanism
    >>> from exactdp.privacy.level import level
    >>> verified_json(certify(level(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]))))["kind"]
    'level'
    """
    return {"kind": done.kind, "sentence": done.sentence, "statement_sha256": done.digest}
