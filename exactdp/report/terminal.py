"""Results as plain text for a terminal, and as JSON for other programs."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from exactdp.certificates import Verified
from exactdp.constraints import ConstraintMatrix, Pattern
from exactdp.derivability import Derivation, Refutation
from exactdp.exact import counted, decimal, elided, text
from exactdp.examination import LARGE, Examination
from exactdp.matrix import Matrix, table
from exactdp.privacy import Enclosure, Witness, epsilon
from exactdp.vertex import Midpoint, Vertex

MARGIN = 14
"""The width of the column that says what a line is about."""


LEGIBLE = 12
"""Up to how many characters a fraction is shown without its decimals."""


def paragraph(topic: str, lines: Iterable[str]) -> str:
    """Return lines of text with their topic in the margin of the first. Fails: never.

    >>> print(paragraph("level", ["1/2", "at 0"]))
    level         1/2
                  at 0
    """
    split = [part for line in lines for part in line.split("\n")]
    margins = [topic.ljust(MARGIN), *[" " * MARGIN] * len(split)]
    return "\n".join((margin + line).rstrip() for margin, line in zip(margins, split, strict=False))


def number(value: Fraction) -> str:
    """Return a fraction, elided if long, with decimals beside it where they help. Fails: never.

    >>> number(Fraction(7, 19)), number(Fraction(1, 2)), number(Fraction(3))
    ('7/19 (≈ 0.3684)', '1/2', '3')
    """
    spelled = elided(text(value))
    return spelled if value.denominator <= 9 else f"{spelled} (≈ {decimal(value)})"


def matrix(found: Matrix) -> str:
    """Return a matrix as a table of fractions and, where they are long, the table of their decimals. Fails: never.

    >>> print(matrix(Matrix([["1/3", "2/3"]])))
         0    1
    0  1/3  2/3
    """
    if max(map(len, str(found).split())) <= LEGIBLE:
        return str(found)
    rounded = table(found.inputs, found.responses, lambda i, r: decimal(found[i, r]))
    return f"{found}\nto four places:\n{rounded}"


def examination(found: Examination, name: str) -> str:
    """Return everything an examination found, as text. Fails: never."""
    rows, columns = found.mechanism.shape
    parts = [
        f"{name}: a mechanism with {counted(rows, 'input')} and {counted(columns, 'response')}\n\n{matrix(found.mechanism)}\n"
    ]
    parts.append(paragraph("privacy", _privacy(found)))
    if found.constraints:
        parts.append(paragraph("constraints", constraints(found.constraints, found.patterns, found.alpha)))
    parts.append(paragraph("vertex", [vertex(found.vertex, found.alpha)]))
    if found.derivability is not None:
        parts.append(paragraph("derivability", [*derivability(found.derivability), _levels(found)]))
    parts.append(paragraph("certificates", (verified(done) for done in found.verified)))
    return "\n".join(parts)


def _privacy(found: Examination) -> Iterator[str]:
    exact_level, count = found.level, len(found.neighbours.pairs)
    yield (
        f"exact level α = {number(exact_level.alpha)}{_epsilon(exact_level.alpha)}; "
        f"neighbours: {found.neighbours.name}, {counted(count, 'pair')}"
    )
    if exact_level.witness:
        places = sum(1 for _ in exact_level.witnesses())
        yield f"attained at {counted(places, 'place')}, first {witness(exact_level.witness, found.mechanism)}"
    if found.privacy:
        yield f"{text(found.privacy.alpha)}-private: yes"
    elif found.privacy is not None and found.privacy.violation:
        yield f"{elided(text(found.privacy.alpha))}-private: no, {witness(found.privacy.violation, found.mechanism)}"


def _epsilon(alpha: Fraction) -> str:
    return f" (ε = {epsilon(alpha)})" if alpha else " (no finite ε)"


def witness(at: Witness, mechanism: Matrix) -> str:
    """Return the place in words, by the mechanism's labels. Fails: never.

    >>> witness(Witness(0, 1, 0, Fraction(3, 4), Fraction(1, 4)), Matrix([["3/4"], ["1/4"]], ["yes", "no"]))
    'response 0 with 3/4 on input yes and 1/4 on input no'
    """
    return (
        f"response {mechanism.responses[at.r]} with {elided(text(at.here))} on input {mechanism.inputs[at.i]} "
        f"and {elided(text(at.there))} on input {mechanism.inputs[at.k]}"
    )


def constraints(tight: ConstraintMatrix, found: Iterable[Pattern], alpha: Fraction) -> Iterator[str]:
    """Yield the constraint matrix, its counts and what the lemmas' patterns say of it. Fails: never."""
    yield f"at α = {number(alpha)}:"
    yield str(tight)
    yield (", ".join(f"{count} × {entry}" for entry, count in tight.counts.items()) + f"; s = {tight.s}, z = {tight.z}")
    for pattern in found:
        answer = "yes" if pattern else f"no: {elided(pattern.witness or '')}"
        yield f"Lemma {pattern.lemma}, {pattern.says}: {answer}"


def vertex(found: Vertex | Midpoint | None, alpha: Fraction) -> str:
    """Return whether a mechanism is a vertex, in words. Fails: never."""
    where = f"of the {elided(text(alpha))}-private mechanisms of its size"
    if found is None:
        return f"not tried above {LARGE} inputs; certify --claim vertex decides it"
    if isinstance(found, Vertex):
        unknowns = counted(len(found.inverse), "unknown")
        return f"yes, {where}: the tight privacy constraints leave {unknowns}, and the row sums none"
    moved = [
        (i, r)
        for i, r in ((i, r) for i in range(len(found.mechanism)) for r in range(found.mechanism.shape[1]))
        if found.ends[0][i, r] != found.mechanism[i, r]
    ]
    i, r = moved[0]
    change = abs(found.ends[0][i, r] - found.mechanism[i, r])
    return (
        f"no, {where}: it lies midway between two others, which differ from it in "
        f"{counted(len(moved), 'entry', 'entries')}, first row {i}, column {r} by ±{elided(text(change))}"
    )


def derivability(found: Derivation | Refutation) -> Iterator[str]:
    """Yield whether a mechanism is derivable, with the remap or the witness. Fails: never."""
    source = "the source" if found.alpha is None else f"G_{{{len(found.source) - 1},{elided(text(found.alpha))}}}"
    if isinstance(found, Derivation):
        yield f"from {source}: yes, by the remap T ="
        yield matrix(found.remap)
    elif found.condition:
        yield f"from {source}: no, {found.condition}"
    else:
        inputs = len({i for _, i, _ in found.losses})
        yield f"from {source}: no, a user with losses on {counted(inputs, 'input')} does better than by any remap of it"


def _levels(found: Examination) -> str:
    n = len(found.mechanism) - 1
    return f"from G_{{{n},α}} for exactly the α in {found.derivable_levels}"


def verified(done: Verified) -> str:
    """Return a certificate's kind and digest on one line. Fails: never."""
    return f"{done.kind}: accepted by the kernel, statement sha256 {done.digest[:16]}…"


# JSON


def matrix_json(found: Matrix) -> dict[str, Any]:
    """Return a matrix as JSON-able rows of exact text, with its labels. Fails: never.

    >>> matrix_json(Matrix([["1/2", 1]]))
    {'inputs': ['0'], 'responses': ['0', '1'], 'rows': [['1/2', '1']]}
    """
    return {
        "inputs": list(found.inputs),
        "responses": list(found.responses),
        "rows": [[text(entry) for entry in row] for row in found],
    }


def examination_json(found: Examination) -> dict[str, Any]:
    """Return everything an examination found, JSON-able, every number exact text. Fails: never."""
    exact_level = found.level
    return {
        "shape": list(found.mechanism.shape),
        "neighbours": {"name": found.neighbours.name, "pairs": len(found.neighbours.pairs)},
        "level": text(exact_level.alpha),
        "epsilon": enclosure_json(epsilon(exact_level.alpha)) if exact_level.alpha else None,
        "level_witness": witness_json(exact_level.witness),
        "private": None
        if found.privacy is None
        else {
            "alpha": text(found.privacy.alpha),
            "verdict": bool(found.privacy),
            "violation": witness_json(found.privacy.violation),
        },
        "alpha": text(found.alpha),
        "constraint_matrix": None
        if found.constraints is None
        else {
            "rows": ["".join(row) for row in found.constraints.entries],
            "counts": found.constraints.counts,
            "s": found.constraints.s,
            "z": found.constraints.z,
            "patterns": [
                {"lemma": pattern.lemma, "says": pattern.says, "holds": bool(pattern), "witness": pattern.witness}
                for pattern in found.patterns
            ],
        },
        "vertex": None if found.vertex is None else bool(found.vertex),
        "derivability": None if found.derivability is None else derivability_json(found.derivability),
        "derivable_levels": None if found.derivable_levels is None else str(found.derivable_levels),
        "certificates": [verified_json(done) for done in found.verified],
    }


def enclosure_json(found: Enclosure) -> dict[str, str]:
    """Return rational bounds as exact text. Fails: never."""
    return {"lower": text(found.lower), "upper": text(found.upper)}


def witness_json(at: Witness | None) -> dict[str, Any] | None:
    """Return a place and its two probabilities. Fails: never."""
    if at is None:
        return None
    return {"inputs": [at.i, at.k], "response": at.r, "probabilities": [text(at.here), text(at.there)]}


def derivability_json(found: Derivation | Refutation) -> dict[str, Any]:
    """Return whether a mechanism is derivable, with the remap or the witness. Fails: never."""
    source = None if found.alpha is None else {"n": len(found.source) - 1, "alpha": text(found.alpha)}
    if isinstance(found, Derivation):
        return {"derivable": True, "geometric": source, "remap": matrix_json(found.remap)}
    failed = found.condition
    return {
        "derivable": False,
        "geometric": source,
        "losses": [{"response": r, "input": i, "loss": text(w)} for r, i, w in found.losses],
        "condition": None
        if failed is None
        else {
            "column": failed.r,
            "rows": list(failed.inputs),
            "entries": [text(entry) for entry in failed.entries],
            "value": text(failed.value),
            "remap_row": failed.k,
            "remap_entry": text(failed.remap_entry),
        },
    }


def verified_json(done: Verified) -> dict[str, str]:
    """Return a certificate's kind, sentence and digest. Fails: never."""
    return {"kind": done.kind, "sentence": done.sentence, "statement_sha256": done.digest}
