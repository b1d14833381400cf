"""Audits as text and as JSON: the exact level, by how much it misses the promise, the worst entry, the rows' sums."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any

from exactdp.answers.audit import Audit, PromisedLevel, Reading
from exactdp.arithmetic.exact import counted, elided, printable, text
from exactdp.certificates.certificate import Verified
from exactdp.other_libraries import Implementation
from exactdp.privacy.level import Enclosure, epsilon
from exactdp.report.terminal import aligned, enclosure_json, neighbours_json, paragraph, verified_json, witness_json
from exactdp.report.wording import label, labels, number, scientific, verified, witness

SHOWN = 6
"""Up to how many different sums of rows are shown."""


def audit(found: Audit, name: str, done: Verified | None) -> str:
    """Return everything that an audit found, as text.

    >>> from exactdp.answers.audit import audit as judge
    >>> from exactdp.model.matrix import Matrix
    >>> print(audit(judge(Matrix([["0.7311", "0.2689"], ["0.2689", "0.7311"]]), epsilon=1), "table", None))
    table: 2 inputs and 2 responses
    privacy       exact level α = 2689/7311 (≈ 0.3678), ε = 1.000210…; neighbours: path, 1 pair
                  attained first at response 0: 7311/10000 on input 0, 2689/10000 on input 1
    promise       ε = 1: broken at 2 places; the exact ε is 2.11e-4 above it, the exact α 7.75e-5 below e^-ε
                  the least δ at ε = 1 is 1.54e-4
    row sums      exactly 1
    """
    inputs, responses = found.table.shape
    parts = [f"{name}: {counted(inputs, 'input')} and {counted(responses, 'response')}"]
    parts.append(paragraph("privacy", _privacy(found)))
    if found.promise:
        parts.append(paragraph("promise", _promise(found, found.promise)))
    parts.append(paragraph("row sums", _sums(found)))
    if len(found.readings) > 1:
        parts.append(paragraph("readings", _readings(found)))
    if done:
        said = found.readings[0].scale
        about = [f"of the mechanism that answers by this table with probability 1/{said}, else not"] if said > 1 else []
        parts.append(paragraph("certificate", [verified(done), *about]))
    return "\n".join(parts)


def implementation(judged: Implementation, found: Audit, done: Verified | None) -> str:
    """Return everything that an audit of another library's mechanism found, as text.

    >>> from exactdp.model.matrix import Matrix
    >>> from exactdp.model.neighbours import path
    >>> from exactdp.answers.audit import audit_implementation
    >>> coin = Implementation("coin", "counted by hand", Matrix([["1/2", "1/2"]] * 2), path(n=1), Fraction(1))
    >>> print(implementation(coin, audit_implementation(coin), None))
    coin: 2 inputs and 2 responses
    table         counted by hand
    privacy       exact level α = 1, ε = 0; neighbours: path, 1 pair
    promise       ε = 1: kept; the exact ε is 1.00e+0 below it, the exact α 6.32e-1 above e^-ε
    row sums      exactly 1
    """
    head, _, rest = audit(found, printable(judged.name), done).partition("\n")
    return f"{head}\n{paragraph('table', [judged.source])}\n{rest}"


def _privacy(found: Audit) -> Iterator[str]:
    if found.negative:
        i, r = found.negative
        entry = f"{elided(text(found.table[i, r]))} (≈ {scientific(found.table[i, r])})"
        place = f"response {label(found.table.responses[r])} on input {label(found.table.inputs[i])}"
        yield f"no level: there are negative entries, the least {entry} at {place}"
        return
    assert found.alpha is not None
    pairs = counted(len(found.neighbours.pairs), "pair")
    bound = f"ε = {found.epsilon}" if found.epsilon else "no finite ε"
    yield f"exact level α = {number(found.alpha)}, {bound}; neighbours: {printable(str(found.neighbours))}, {pairs}"
    if found.worst:
        yield f"attained first at {witness(found.worst, found.table)}"


def _promise(found: Audit, promise: PromisedLevel) -> Iterator[str]:
    named = _named(promise)
    if not found.readings:
        yield f"{named}: broken"
        return
    kept, below = bool(found), "e^-ε" if promise.alpha is None else "it"
    distances = []
    exact = found.shortfall == Enclosure(Fraction(0), Fraction(0))
    if not found.alpha:
        distances.append("the exact ε is infinite")
    elif found.excess and not exact:
        distances.append(f"the exact ε is {_distance(found.excess)} {'below' if kept else 'above'} it")
    if exact:
        distances.append("the exact α is that" if promise.epsilon is None else "the exact ε is that")
    elif found.shortfall:
        distances.append(f"the exact α {_distance(found.shortfall)} {'above' if kept else 'below'} {below}")
    verdict = "kept" if kept else f"broken at {counted(len(found.broken), 'place')}"
    yield f"{named}: {verdict}; {', '.join(distances)}"
    delta = found.readings[0].delta
    if not kept and delta:
        yield f"the least δ at {named} is {scientific(delta.lower)}"


def _named(promise: PromisedLevel) -> str:
    if promise.alpha is None:
        assert promise.epsilon is not None
        return f"ε = {number(promise.epsilon)}"
    return f"α = {number(promise.alpha)}"


def _distance(found: Enclosure) -> str:
    if found.lower < 0 < found.upper:
        return f"less than {scientific(max(-found.lower, found.upper))}"
    return scientific(min(abs(found.lower), abs(found.upper)))


def _sums(found: Audit) -> Iterator[str]:
    if set(found.sums) == {Fraction(1)}:
        yield "exactly 1"
        return
    by_sum = sorted(range(len(found.sums)), key=lambda i: (abs(found.sums[i] - 1), found.sums[i], i), reverse=True)
    groups = [(total, sorted(rows)) for total, rows in groupby(by_sum, key=lambda i: found.sums[i])]
    for total, rows in groups[:SHOWN]:
        inputs = labels(found.table.inputs[i] for i in rows)
        off = "1 exactly"
        if total != 1:
            sign = "+" if total > 1 else "-"
            off = f"1 {sign} {elided(text(abs(total - 1)))} (≈ 1 {sign} {scientific(abs(total - 1))})"
        yield f"{off} on {'input' if len(rows) == 1 else 'inputs'} {inputs}"
    if len(groups) > SHOWN:
        yield f"and {counted(len(groups) - SHOWN, 'other sum')}, nearer to 1"


def _readings(found: Audit) -> Iterator[str]:
    return aligned(map(_reading, found.readings))


def _reading(found: Reading) -> tuple[str, ...]:
    alpha = found.level.alpha
    verdict = {None: "", True: "promise kept", False: "promise broken"}[found.kept]
    delta = f"least δ {scientific(found.delta.lower)}" if found.delta and not found.kept else ""
    return (
        found.name,
        f"α ≈ {scientific(alpha, 6)}",
        f"ε = {epsilon(alpha)}" if alpha else "no finite ε",
        verdict,
        delta,
    )


def audit_json(found: Audit, done: Verified | None) -> dict[str, Any]:
    """Return everything that an audit found, JSON-able, every number exact text or rational bounds.

    >>> from exactdp.answers.audit import audit as judge
    >>> from exactdp.model.matrix import Matrix
    >>> found = audit_json(judge(Matrix([["0.75", "0.25"], ["0.25", "0.75"]]), alpha="1/2"), None)
    >>> found["alpha"], found["promise"]["kept"], found["row_sums"]
    ('1/3', False, ['1', '1'])
    """
    return {
        "inputs": list(found.table.inputs),
        "responses": list(found.table.responses),
        "neighbours": neighbours_json(found.neighbours, found.table.inputs),
        "alpha": None if found.alpha is None else text(found.alpha),
        "epsilon": found.epsilon and enclosure_json(found.epsilon),
        "worst": found.worst and witness_json(found.worst, found.table),
        "promise": found.promise
        and {
            "alpha": _optional(found.promise.alpha),
            "epsilon": _optional(found.promise.epsilon),
            "kept": bool(found),
            "broken": [witness_json(each, found.table) for each in found.broken],
            "alpha_below_it": found.shortfall and enclosure_json(found.shortfall),
            "epsilon_above_it": found.excess and enclosure_json(found.excess),
        },
        "row_sums": [text(each) for each in found.sums],
        "negative": found.negative
        and {
            "input": found.table.inputs[found.negative[0]],
            "response": found.table.responses[found.negative[1]],
            "entry": text(found.table[found.negative]),
        },
        "readings": [
            {
                "name": each.name,
                "alpha": text(each.level.alpha),
                "kept": each.kept,
                "scale": each.scale,
                "delta": each.delta and enclosure_json(each.delta),
            }
            for each in found.readings
        ],
        "certificate": done and verified_json(done),
    }


def implementation_json(judged: Implementation, found: Audit, done: Verified | None) -> dict[str, Any]:
    """Return an audit of another library's mechanism, with what it is and where its table is from.

    >>> from exactdp.model.matrix import Matrix
    >>> from exactdp.model.neighbours import path
    >>> from exactdp.answers.audit import audit_implementation
    >>> coin = Implementation("coin", "counted by hand", Matrix([["1/2", "1/2"]] * 2), path(n=1), Fraction(1))
    >>> found = implementation_json(coin, audit_implementation(coin), None)
    >>> found["name"], found["source"], found["alpha"]
    ('coin', 'counted by hand', '1')
    """
    return {"name": judged.name, "source": judged.source, **audit_json(found, done)}


def _optional(value: Fraction | None) -> str | None:
    return None if value is None else text(value)
