"""Audits as reports: the exact level, its distance from the promise, the worst entry, the row sums."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from exactdp.answers.audit import Audit, Reading
from exactdp.arithmetic.enclosures import Enclosure
from exactdp.arithmetic.exponential_levels import Exponential, RationalOrExponential
from exactdp.arithmetic.spelling import counted, elided, printable, text
from exactdp.certificates.certificate import Verified
from exactdp.other_libraries import Implementation
from exactdp.privacy.level import epsilon
from exactdp.report.document import Report, Table, Topic, Values
from exactdp.report.wording import (
    equals,
    label,
    labels,
    neighbours_values,
    number,
    scientific,
    verified,
    witness,
    witness_values,
)

SHOWN = 6
"""The most different row sums shown."""


def audit(found: Audit, name: str, done: Verified | None = None) -> Report:
    """Return the report of an audit, with the certificate of the level if there is one.

    >>> from exactdp.answers.audit import audit as judge
    >>> from exactdp.model.matrix import Matrix
    >>> from exactdp.report.terminal import as_text
    >>> found = audit(judge(Matrix([["0.7311", "0.2689"], ["0.2689", "0.7311"]]), epsilon=1), "table")
    >>> print(as_text(found))
    table breaks the promise ε = 1: its exact level is α = 2689/7311 (≈ 0.3678), ε = 1.000210….
    privacy       exact level α = 2689/7311 (≈ 0.3678), ε = 1.000210…; neighbours: path, 1 pair
                  attained first at response 0: 7311/10000 on input 0, 2689/10000 on input 1
    promise       ε = 1: broken at 2 places; the exact ε is 2.11e-4 above it, the exact α 7.75e-5 below e^-ε
                  the least δ at ε = 1 is 1.54e-4
    row sums      exactly 1
    >>> found.values["alpha"], found.values["promise"]["kept"]
    (Fraction(2689, 7311), False)
    """
    topics = [Topic("privacy", _privacy(found))]
    if found.promise is not None:
        topics.append(Topic("promise", _promise(found, found.promise)))
    topics.append(Topic("row sums", _sums(found)))
    if len(found.readings) > 1:
        topics.append(Topic("readings", [Table(list(map(_reading, found.readings)))]))
    if done:
        said, scale = [verified(done)], found.readings[0].scale
        if scale > 1:
            assert done.mechanism is not None
            one_in, (inputs, responses) = elided(text(scale)), done.mechanism.shape
            said.append(
                f"about a {inputs} × {responses} mechanism: with probability 1/{one_in} it answers by this table, and "
                "otherwise it gives no answer, which is the last response"
            )
        topics.append(Topic("certificate", said))
    return Report("audit", topics, _values(found, done), _answer(found, name))


def _answer(found: Audit, name: str) -> str:
    if found.negative:
        return f"{name} has no privacy level: it has negative entries."
    assert found.alpha is not None
    level = f"its exact level is {equals('α', found.alpha)}" + (f", ε = {found.epsilon}" if found.epsilon else "")
    if found.promise is None:
        return f"{name}: {level}."
    return f"{name} {'keeps' if found else 'breaks'} the promise {_named(found.promise)}: {level}."


def implementation(judged: Implementation, found: Audit, done: Verified | None = None) -> Report:
    """Return the report of an audit of another library's mechanism, with the origin of its table.

    >>> from exactdp.model.matrix import Matrix
    >>> from exactdp.model.neighbours import path
    >>> from exactdp.answers.audit import audit_implementation
    >>> coin = Implementation("coin", "counted by hand", Matrix([["1/2", "1/2"]] * 2), path(n=1), Fraction(1))
    >>> found = implementation(coin, audit_implementation(coin))
    >>> found.title, found.topics[0].parts, found.values["alpha"]
    ('coin keeps the promise ε = 1: its exact level is α = 1, ε = 0.', ('counted by hand',), Fraction(1, 1))
    """
    about = audit(found, printable(judged.name), done)
    topics = [Topic("table", [judged.source]), *about.topics]
    return Report("audit", topics, {"name": judged.name, "source": judged.source, **about.values}, about.title)


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
    yield f"exact level {equals('α', found.alpha)}, {bound}; neighbours: {printable(str(found.neighbours))}, {pairs}"
    if found.worst:
        yield f"attained first at {witness(found.worst, found.table)}"


def _promise(found: Audit, promise: RationalOrExponential) -> Iterator[str]:
    named = _named(promise)
    if not found.readings:
        yield f"{named}: broken"
        return
    kept, irrational = bool(found), isinstance(promise, Exponential)
    distances = []
    exact = found.shortfall == Enclosure(Fraction(0), Fraction(0))
    if not found.alpha:
        distances.append("the exact ε is infinite")
    elif found.excess and not exact:
        distances.append(f"the exact ε is {_distance(found.excess)} {'below' if kept else 'above'} it")
    if exact:
        distances.append("the exact α equals it")
    elif found.shortfall:
        side = f"{'above' if kept else 'below'} {'e^-ε' if irrational else 'it'}"
        distances.append(f"the exact α {_distance(found.shortfall)} {side}")
    verdict = "kept" if kept else f"broken at {counted(len(found.broken), 'place')}"
    yield f"{named}: {verdict}; {', '.join(distances)}"
    delta = found.readings[0].delta
    if not kept and delta:
        yield f"the least δ at {named} is {scientific(delta.lower)}"


def _named(promise: RationalOrExponential) -> str:
    return f"ε = {number(promise.epsilon)}" if isinstance(promise, Exponential) else equals("α", promise)


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


def _reading(found: Reading) -> tuple[str, ...]:
    alpha = found.level.alpha
    verdict = {None: "", True: "promise kept", False: "promise broken"}[found.kept]
    delta = f"least δ {scientific(found.delta.lower)}" if found.delta and not found.kept else ""
    return (
        found.name,
        f"α ≈ {scientific(alpha, 6)}" if alpha else "α = 0",
        f"ε = {epsilon(alpha)}" if alpha else "no finite ε",
        verdict,
        delta,
    )


def _values(found: Audit, done: Verified | None) -> Values:
    table = found.table
    return {
        "inputs": table.inputs,
        "responses": table.responses,
        "neighbours": neighbours_values(found.neighbours, table.inputs),
        "alpha": found.alpha,
        "epsilon": found.epsilon,
        "worst": witness_values(found.worst, table),
        "promise": None
        if found.promise is None
        else {
            "alpha": None if isinstance(found.promise, Exponential) else found.promise,
            "epsilon": found.promise.epsilon if isinstance(found.promise, Exponential) else None,
            "kept": bool(found),
            "broken": [witness_values(each, table) for each in found.broken],
            "alpha_below_it": found.shortfall,
            "epsilon_above_it": found.excess,
        },
        "row_sums": found.sums,
        "negative": found.negative
        and {
            "input": table.inputs[found.negative[0]],
            "response": table.responses[found.negative[1]],
            "entry": table[found.negative],
        },
        "readings": [
            {
                "name": each.name,
                "alpha": each.level.alpha,
                "kept": each.kept,
                "scale": each.scale,
                "delta": each.delta,
            }
            for each in found.readings
        ],
        "certificate": done,
    }
