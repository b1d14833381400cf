"""Results of the surveys' systems on people's records, as reports; all may be published unless stated otherwise."""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from exactdp.answers.deployment import Deployment
from exactdp.answers.synthesis import MarginalError, Synthesis, share
from exactdp.arithmetic.spelling import counted, decimal, text
from exactdp.model.neighbours import ADD_REMOVE
from exactdp.privacy.ledger import Ledger, Total
from exactdp.privacy.level import epsilon
from exactdp.report.document import Report, Table, Topic
from exactdp.report.wording import LONG_NUMBER, compact, equals, label, level_name, verified
from exactdp.surveys.collected import LocalResponses, NoisyHistogram
from exactdp.surveys.dp_where import UNSPECIFIED, DPWhere, NoisyCounts, stage_kinds

CHANGED = {"replace-one": "if one person's data are replaced", ADD_REMOVE: "if one person is added or removed"}
"""The relations of neighbours in words."""


def ledger(found: Ledger, total: Total, groups: Sequence[tuple[str, str, Fraction]]) -> Topic:
    """Return the ledger of a system, a row for each kind of stage with the level of all its stages, and the total.

    >>> from exactdp.privacy.ledger import Stage
    >>> books = Ledger([Stage("count", "1/2"), Stage("median", "1/3")])
    >>> ledger(books, books.total(), [("count", "1", Fraction(1, 2))]).parts[0].rows[-1][2:]
    ('1/6', '1.791759…')
    """
    rows = [(name, times, compact(alpha), str(epsilon(alpha))) for name, times, alpha in groups]
    rows.append(("total", str(len(found.stages)), compact(total.alpha), str(total.epsilon())))
    return Topic("ledger", [Table(rows, ("stage", "times", "level α of all", "ε")), CHANGED[total.relation]])


def _promise(total: Total) -> str:
    exact = text(total.alpha)
    level = f"{exact}-private" if len(exact) <= LONG_NUMBER else f"α-private at α ≈ {decimal(total.alpha)}"
    return f"{level} {CHANGED[total.relation]}"


def _values(found: Ledger, total: Total) -> dict[str, object]:
    stages = [{"stage": stage.name, "alpha": stage.alpha, "relation": stage.relation} for stage in found.stages]
    return {"alpha": total.alpha, "relation": total.relation, "stages": stages}


def synthesis(found: Synthesis, errors: Sequence[MarginalError] = ()) -> Report:
    """Return the rounds and the ledger of a synthetic table, and optionally the errors of its marginals.

    >>> from exactdp.answers.synthesis import synthesise
    >>> from exactdp.surveys.universe import Attribute, Universe
    >>> smoker = Universe((Attribute("smoker", ("no", "yes")),))
    >>> synthesis(synthesise(smoker, (40, 10), way=1, rounds=1, alpha="1/81")).title
    "The synthetic table has 50 records and is 1/81-private if one person's data are replaced."
    """
    run, books = found.run, found.run.algorithm.ledger()
    algorithm, total = run.algorithm, run.total
    title = f"The synthetic table has {counted(algorithm.n, 'record')} and is {_promise(total)}."
    about = [f"{counted(len(found.universe.columns), 'column')}, {counted(algorithm.cells, 'cell')}"]
    about.append(f"{counted(len(algorithm.queries), 'query', 'queries')}: all counts of the marginals")
    if found.resumed:
        about.append(f"resumed after round {found.resumed}: nothing was drawn twice")
    rows = [
        (str(k), each.query.name, f"{each.estimate:,}", f"{each.answer:,}")
        for k, each in enumerate(run.rounds, start=1)
    ]
    rounds = str(algorithm.rounds)
    groups = [
        ("selection", rounds, algorithm.selection ** (2 * algorithm.rounds)),
        ("measurement", rounds, algorithm.measurement**algorithm.rounds),
    ]
    topics = [
        Topic("table", about),
        Topic("rounds", [Table(rows, ("round", "marginal", "estimate", "measured"))]),
        ledger(books, total, groups),
    ]
    if errors:
        worst = max(errors, key=lambda each: each.error)
        topics.append(
            Topic(
                "errors",
                [
                    f"largest: {worst.query.name}, {worst.records:,} in the records and {worst.synthetic:,} here",
                    f"mean: {decimal(100 * share(errors, algorithm.n), 2)} % of the records",
                    "computed from the records and not covered by the ledger: do not publish them",
                ],
            )
        )
    values = {
        "records": algorithm.n,
        "cells": algorithm.cells,
        "columns": {each.name: each.values for each in found.universe.attributes},
        "rounds": [
            {"marginal": each.query.name, "estimate": each.estimate, "answer": each.answer} for each in run.rounds
        ],
        **_values(books, total),
        "errors": [
            {"marginal": each.query.name, "records": each.records, "synthetic": each.synthetic} for each in errors
        ],
    }
    return Report("synthesis", topics, values, title)


def histogram(found: NoisyHistogram) -> Report:
    """Return the noisy counts of a histogram.

    >>> from exactdp.surveys.universe import Attribute, Universe
    >>> smoker = Universe((Attribute("smoker", ("no", "yes")),))
    >>> histogram(NoisyHistogram(smoker, Fraction(1, 2), "add-remove", (40, -1))).topics[0].parts[0].rows
    [('no', '40'), ('yes', '-1')]
    """
    total = found.ledger.total()
    title = f"The histogram has the exact level {equals('α', total.alpha)} {CHANGED[found.relation]}."
    cells = [found.universe.record(cell) for cell in range(found.universe.cells)]
    rows = [(*map(label, values), f"{count:,}") for values, count in zip(cells, found.counts, strict=True)]
    topics = [
        Topic("", [Table(rows, (*map(label, found.universe.columns), "count"))]),
        Topic("noise", [f"independent on each count: P(error = z) is proportional to ({level_name(found.unit)})^|z|"]),
    ]
    values = {
        "columns": {each.name: each.values for each in found.universe.attributes},
        "unit": found.unit,
        "counts": found.counts,
        **_values(found.ledger, total),
    }
    return Report("noisy-histogram", topics, values, title)


def local_responses(found: LocalResponses) -> Report:
    """Return the number of responses of each value, and the unbiased estimate of each share.

    >>> from exactdp.surveys.collected import local_responses as collect
    >>> from exactdp.surveys.universe import Attribute
    >>> report = local_responses(collect(Attribute("smoker", ("no", "yes")), ["no"] * 9, "1/3"))
    >>> report.title
    'Each of the 9 responses has the exact level α = 1/3 between any two values.'
    """
    alpha, people = found.randomizer.level.alpha, len(found.responses)
    each_has = f"Each of the {people:,} responses has" if people > 1 else "The response has"
    title = f"{each_has} the exact level {equals('α', alpha)} between any two values."
    rows = [
        (label(value), f"{count:,}", decimal(share))
        for value, count, share in zip(found.attribute.values, found.counts, found.shares, strict=True)
    ]
    off = decimal(Fraction(isqrt(int(found.variance * 10**8)) + 1, 10**4))  # rounded up
    topics = [
        Topic("", [Table(rows, (label(found.attribute.name), "answered", "estimated share"))]),
        Topic("estimate", [f"unbiased, with a standard deviation of at most {off}"]),
    ]
    values = {
        "column": found.attribute.name,
        "values": found.attribute.values,
        "alpha": alpha,
        "counts": found.counts,
        "shares": found.shares,
        "variance": found.variance,
    }
    return Report("local-responses", topics, values, title)


def calls(model: DPWhere, found: NoisyCounts, relation: str) -> Report:
    """Return the model of DP-WHERE, its ledger, and each choice that the chapter leaves open.

    >>> from exactdp.surveys.city import City, Person
    >>> from exactdp.surveys.dp_where import Levels
    >>> model = DPWhere(City(2, days=1, hours=2, cap=1, resolution=2), Levels("9/10"))
    >>> calls(model, model.release([Person(0, 3)]), "add-remove").title
    'The model of the calls is α-private at α ≈ 0.2059 if one person is added or removed.'
    """
    city, books = model.city, model.ledger(relation)
    total = books.total()
    title = f"The model of the calls is {_promise(total)}."
    twice = 1 if relation == ADD_REMOVE else 2
    groups = [
        (name, str(kind.stages), getattr(model.levels, name) ** (twice * kind.together))
        for name, kind in stage_kinds(city, model.iterations).items()
    ]
    topics = [
        Topic(
            "city",
            [
                f"{city.side} × {city.side} cells, {counted(city.days, 'day')} of {counted(city.hours, 'hour')}",
                f"people with more than {counted(city.cap, 'call')} in an hour are left out",
            ],
        ),
        Topic(
            "model",
            [
                f"most homes in {_most(found.home, city.side)}, most workplaces in {_most(found.work, city.side)}",
                f"median commute of each block: {', '.join(str(2 * each + 1) + '/2' for each in found.medians[:12])}",
            ],
        ),
        ledger(books, total, groups),
        Topic("choices", [Table(list(UNSPECIFIED.items()), wraps=True)]),
    ]
    values = {**vars(found), **_values(books, total), "choices": UNSPECIFIED}
    return Report("calls-model", topics, values, title)


def _most(counts: Sequence[int], side: int) -> str:
    row, column = divmod(max(range(len(counts)), key=lambda cell: counts[cell]), side)
    return f"row {row}, column {column}"


def deployment(found: Deployment, name: str) -> Report:
    """Return a description of the program of a mechanism in this file, with the verified certificate of the level.

    >>> from exactdp.answers.deployment import deployment as deployed
    >>> deployment(deployed([["3/4", "1/4"], ["1/4", "3/4"]]), "sampler.py").title
    'sampler.py draws exactly from the mechanism, whose exact level is α = 1/3.'
    """
    title = f"{name} draws exactly from the mechanism, whose exact level is {equals('α', found.level.alpha)}."
    topics = [
        Topic("certificate", [verified(found.verified)]),
        Topic("test", [f"python3 {name}"]),
        Topic("draw", [f"python3 {name} INPUT"]),
    ]
    values = {"alpha": found.level.alpha, "certificate": found.verified, "program": found.program}
    return Report("deployment", topics, values, title)
