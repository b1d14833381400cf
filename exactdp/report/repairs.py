"""Repairs as reports: the errors of the printed table, the exact mechanism, and the move of each entry."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactdp.answers.repair import Kind, Move, Repair
from exactdp.arithmetic.exponential_levels import Exponential
from exactdp.arithmetic.spelling import counted, decimal, elided, text
from exactdp.report.document import Line, Part, Report, Table, Topic, Values
from exactdp.report.examinations import asked_values
from exactdp.report.json_writer import spelled
from exactdp.report.users import user_words
from exactdp.report.wording import (
    beside,
    compact,
    label,
    level_name,
    neighbours_values,
    number,
    objective,
    scientific,
    verified,
    witness_values,
)

SHOWN = 5
"""The most moved entries shown, the largest moves first, unless the reader requests all."""

PLACES = 10
"""The number of decimals shown of a long exact entry."""

WIDEST = 32
"""The most characters of an exact entry beside the printed one."""


def repair(found: Repair, name: str) -> Report:
    """Return the report of a repair.

    >>> from exactdp.answers.repair import repair as repaired
    >>> from exactdp.report.terminal import as_text
    >>> found = repair(repaired([["0.67", "0.33"], ["0.33", "0.67"]], "1/2"), "table")
    >>> print(as_text(found))
    table is a rounding of a vertex of the 1/2-private mechanisms, and of no other vertex.
    row sums      exactly 1
    privacy       not 1/2-private: the exact level of the printed table is 33/67 (≈ 0.4925), response 0: 0.67 on
                    input 0, 0.33 on input 1; 2 places are below 1/2
    read as       each entry is rounded to 2 decimals
    found         a vertex of the polytope of 1/2-private mechanisms of its size, and the only one that rounds to
                    this table
                       0    1
                  0  2/3  1/3
                  1  1/3  2/3
    moved         4 of 4 entries, at most 1/300 (≈ 0.0033)
                  input  response  printed  exact  moved by
                      0         0     0.67    2/3  -3.33e-3
                      0         1     0.33    1/3  +3.33e-3
                      1         0     0.33    1/3  +3.33e-3
                      1         1     0.67    2/3  -3.33e-3
    certificates  private: accepted by the kernel, statement sha256 6da94f2746a90560…
                    the mechanism found is 1/2-private
                  vertex: accepted by the kernel, statement sha256 74d61719913f662d…
                    the mechanism found is a vertex of the 1/2-private mechanisms
    >>> found.values["found"], found.values["printed"]["level"]
    (True, Fraction(33, 67))
    """
    topics = [Topic("row sums", _sums(found)), Topic("privacy", _privacy(found))]
    if found.optimality is not None:
        topics.append(Topic("user", _user(found)))
    topics.append(Topic("read as", _read_as(found)))
    topics.append(Topic("found", [*_found(found), found.mechanism]))
    topics.append(Topic("moved", _moved(found)))
    misprints = list(_misprints(found))
    if misprints:
        topics.append(Topic("misprints", misprints))
    topics.append(Topic("certificates", _certificates(found)))
    return Report("repair", topics, _values(found), _answer(found, name))


def _answer(found: Repair, name: str) -> str:
    answer, above = _reading(found, name), found.level != found.alpha
    return f"{answer}; this level is just above {level_name(found.level)}." if above else f"{answer}."


def _reading(found: Repair, name: str) -> str:
    asked = level_name(found.alpha)
    user = ""
    if found.optimality is not None:
        loss = found.optimality.optimum.problem.user.loss
        user = f"{asked}-private optimum for {f'the loss {loss}' if loss.rows is None else 'your table of losses'}"
    match found.kind:
        case Kind.AS_PRINTED:
            best = f", and a {user}" if user else ""
            return f"{name} is exact: it is a {asked}-private mechanism{best}"
        case Kind.VERTEX:
            alone = ", and of no other vertex" if found.alone else ""
            return f"{name} is a rounding of a vertex of the {asked}-private mechanisms{alone}"
        case Kind.OPTIMUM:
            which = f"the unique {user}" if found.alone else f"a {user}"
            if found.rounding is None:
                return f"{name} is not a rounding of {which}, which follows"
            return f"{name} is a rounding of {which}"
    if found.rounding is None:
        return f"{name} is not a rounding of any {asked}-private mechanism: the nearest one follows"
    return f"{name} is a rounding of a {asked}-private mechanism: the nearest one follows"


def _sums(found: Repair) -> Iterator[str]:
    wrong = [(abs(total - 1), i, total) for i, total in enumerate(found.audit.sums) if total != 1]
    if not wrong:
        yield "exactly 1"
        return
    off, i, total = max(wrong, key=lambda each: (each[0], -each[1]))
    direction = "more" if total > 1 else "less"
    rows = counted(len(found.printed), "row")
    yield (
        f"not 1 in {len(wrong):,} of {rows}; the largest error is on input {label(found.printed.inputs[i])}: "
        f"its sum is {_size(off)} {direction} than 1"
    )


def _privacy(found: Repair) -> Iterator[str]:
    asked = level_name(found.level)
    if found.audit.negative is not None or found.audit.alpha is None:
        i, r = found.audit.negative or (0, 0)
        where = f"response {label(found.printed.responses[r])} on input {label(found.printed.inputs[i])}"
        yield f"not probabilities: an entry is negative, {number(found.printed[i, r])} at {where}"
        return
    level, worst = found.audit.alpha, found.audit.worst
    place = ""
    if worst is not None:
        here, there = (
            f"{elided(found.written[i][worst.r], WIDEST)} on input {label(found.printed.inputs[i])}"
            for i in (worst.i, worst.k)
        )
        place = f", response {label(found.printed.responses[worst.r])}: {here}, {there}"
    verdict = "" if found.audit else "not "
    below = len(found.audit.broken)
    more = f"; {counted(below, 'place')} {'is' if below == 1 else 'are'} below {asked}" if below else ""
    yield f"{verdict}{asked}-private: the exact level of the printed table is {number(level)}{place}{more}"
    if isinstance(found.level, Exponential):
        yield f"the lines below use α = {number(found.alpha)}, just above {asked}, so they require no less privacy"


def _user(found: Repair) -> Iterator[str]:
    assert found.optimality is not None
    problem, value = found.optimality.optimum.problem, found.optimality.optimum.value
    yield user_words(problem.user)
    worst = objective(problem.user)
    yield f"the least {worst} of a {level_name(found.alpha)}-private mechanism is {number(value)}"
    assert found.loss is not None
    gap = found.gap
    if gap == 0:
        yield "the printed table has the same"
    elif gap is not None:
        less = gap < Fraction(0)
        more = f"{number(-gap)} less, because it is not such a mechanism" if less else f"{number(gap)} more"
        yield f"the printed table has {number(found.loss)}, which is {more}"


def _read_as(found: Repair) -> Iterator[str]:
    if found.kind is Kind.AS_PRINTED:
        yield "exact numbers"
        return
    if found.rounding is not None:
        yield f"each entry is {found.rounding}"
    elif found.tried:
        yield "no known rounding rule fits"
    else:
        yield "exact numbers, because whole numbers have no other reading"
    possible = [way.says for way in found.tried if way.says not in found.impossible]
    if possible:
        yield f"no such mechanism was found if each entry is {'; '.join(possible)}"
    if found.impossible:
        private = f"no {level_name(found.alpha)}-private mechanism rounds to this table if each entry is"
        yield f"{private} {'; '.join(found.impossible)}"


def _found(found: Repair) -> Iterator[str]:
    asked = level_name(found.alpha)
    polytope = f"the polytope of {asked}-private mechanisms of its size"
    match found.kind:
        case Kind.AS_PRINTED:
            best = "" if found.optimality is None else ", and optimal for the user"
            yield f"the printed table itself: it is a {asked}-private mechanism{best}"
        case Kind.VERTEX:
            alone = "and the only one" if found.alone else "though perhaps not the only one"
            yield f"a vertex of {polytope}, {alone} that rounds to this table"
        case Kind.OPTIMUM:
            yield _which_optimum(found)
        case Kind.NEAREST:
            if found.rounding is None:
                others = f"{asked}-private mechanism"
                yield f"no {others} rounds to this table"
            else:
                others = f"{asked}-private mechanism that rounds to this table"
                yield _vertices(found, polytope)
            yield f"every {others} has an entry at least {_size(found.distance or Fraction(0))} from the printed one"
            if not found.settled:
                yield "undecided: whether an equally near mechanism has a smaller sum of moves"
            yield "the nearest one:"


def _vertices(found: Repair, polytope: str) -> str:
    vertices = found.vertices
    if vertices is not None and vertices.found:
        many = counted(len(vertices.found), "vertex", "vertices")
        round_ = "rounds" if len(vertices.found) == 1 else "round"
        return f"{'' if vertices.complete else 'at least '}{many} of {polytope} {round_} to this table"
    rounds = "rounds" if vertices and vertices.complete else "was found to round"
    return f"no vertex of {polytope} {rounds} to this table"


def _which_optimum(found: Repair) -> str:
    if found.rounding is not None:
        return (
            "the user's only optimum, which rounds to this table"
            if found.alone
            else "of the user's optimal mechanisms that round to this table, the nearest to it"
        )
    return (
        "the user's only optimum, which does not round to this table"
        if found.alone
        else "none of the user's optimal mechanisms rounds to this table; the nearest one:"
    )


def _moved(found: Repair) -> Iterator[Part]:
    if found.largest is None:
        yield "nothing"
        return
    inputs, responses = found.printed.shape
    total = counted(inputs * responses, "entry", "entries")
    yield f"{len(found.moves):,} of {total}, at most {_size(abs(found.largest.by))}"
    ordered = sorted(found.moves, key=lambda move: -abs(move.by))
    heading = ("input", "response", "printed", "exact", "moved by")
    yield Table([_move(found, move) for move in ordered], heading, right=True, most=SHOWN)


def _move(found: Repair, move: Move) -> tuple[str, ...]:
    return (
        label(found.printed.inputs[move.i]),
        label(found.printed.responses[move.r]),
        elided(found.written[move.i][move.r], WIDEST),
        compact(move.exact, PLACES),
        ("" if move.by < 0 else "+") + scientific(move.by),
    )


def _misprints(found: Repair) -> Iterator[Part]:
    if found.kind is Kind.OPTIMUM and found.misprints is not None:
        way, places = found.misprints
        yield f"if each entry were {way}, {counted(len(places), 'entry', 'entries')} would differ:"
        yield from _changes(found, [(i, r, found.mechanism[i, r]) for i, r in places])
    if found.kind is Kind.NEAREST and found.corrections:
        many = len(found.corrections)
        which = "changing only this entry" if many == 1 else f"changing only one of these {many:,} entries"
        instead = "or one entry is wrong: " if found else ""
        yield f"{instead}{which} makes the printed table a {level_name(found.level)}-private mechanism:"
        yield from _changes(found, [(each.i, each.r, each.exact) for each in found.corrections])


def _certificates(found: Repair) -> Iterator[Part]:
    """Yield each certificate, and what it proves."""
    private = f"{level_name(found.alpha)}-private mechanism"
    says = {
        "only-optimal": "the mechanism found is the user's only optimum",
        "not-only-optimal": "the mechanism found is optimal for the user, and another one is too",
        "optimal": "the mechanism found is optimal for the user",
        "private": f"the mechanism found is {level_name(found.alpha)}-private",
        "vertex": f"the mechanism found is a vertex of the {private}s",
        "not-vertex": f"the mechanism found is not a vertex of the {private}s",
    }
    if found.optimality is None:
        others = "" if found.rounding is None else " that rounds to this table"
        says["optimal"] = f"no {private}{others} is nearer to the printed table"
    for done in found.verified:
        yield verified(done)
        yield Line(says[done.kind], 1)
    for rounding, done in found.impossible.items():
        yield verified(done)
        yield Line(f"no {private} rounds to this table if each entry is {rounding}", 1)


def _changes(found: Repair, places: Sequence[tuple[int, int, Fraction]]) -> Iterator[Line]:
    for i, r, exact in places[:SHOWN]:
        where = f"response {label(found.printed.responses[r])} on input {label(found.printed.inputs[i])}"
        yield Line(f"{where}: printed {elided(found.written[i][r], WIDEST)}, exactly {number(exact)}", 1)
    if len(places) > SHOWN:
        yield Line(f"and {len(places) - SHOWN:,} more", 1)


def _size(value: Fraction) -> str:
    """Return an exact number, with decimals that show some of its nonzero digits."""
    rounded = decimal(value)
    if value and not rounded.strip("-0."):
        return beside(elided(text(value)), scientific(value))
    return number(value)


# Values


def _values(found: Repair) -> Values:
    audit, printed = found.audit, found.printed

    def place(i: int, r: int) -> dict[str, str]:
        return {"input": printed.inputs[i], "response": printed.responses[r]}

    def moved(move: Move) -> dict[str, object]:
        written = found.written[move.i][move.r]
        return {**place(move.i, move.r), "printed": written, "exact": move.exact, "by": move.by}

    misprints = found.misprints
    return {
        "found": bool(found),
        "alpha": found.alpha,
        **asked_values(audit.promise),
        "neighbours": neighbours_values(audit.neighbours, printed.inputs),
        "printed": {
            **spelled(printed),
            "written": found.written,
            "sums": audit.sums,
            "negative": None if audit.negative is None else place(*audit.negative),
            "level": audit.alpha,
            "worst": witness_values(audit.worst, printed),
            "private": bool(audit),
            "broken": [witness_values(each, printed) for each in audit.broken],
        },
        "user": _user_values(found),
        "read_as": None if found.rounding is None else found.rounding.says,
        "intervals": None
        if found.rounding is None
        else [[[each.lower, each.upper] for each in row] for row in found.rounding.intervals],
        "tried": [way.says for way in found.tried],
        "mechanism_kind": found.kind,
        "only": found.alone,
        "vertices": found.vertices,
        "settled": found.settled,
        "distance": found.distance,
        "mechanism": found.mechanism,
        "largest_move": None if found.largest is None else moved(found.largest),
        "moves": list(map(moved, found.moves)),
        "misprints": None
        if misprints is None
        else {"read_as": misprints[0].says, "places": [place(i, r) for i, r in misprints[1]]},
        "corrections": list(map(moved, found.corrections)),
        "certificates": found.verified,
        "impossible": [{"read_as": says, **spelled(done)} for says, done in found.impossible.items()],
    }


def _user_values(found: Repair) -> Values | None:
    if found.optimality is None or found.loss is None or found.gap is None:
        return None
    optimum = found.optimality.optimum
    return {
        **spelled(optimum.problem.user),
        "value": optimum.value,
        "loss_of_the_print": found.loss,
        "gap": found.gap,
    }
