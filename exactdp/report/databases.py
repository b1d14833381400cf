"""Optima over the worst of all priors on databases, as reports."""

from exactdp.answers.database_optimum import ObliviousOptimum
from exactdp.arithmetic.spelling import elided, text
from exactdp.report import optima
from exactdp.report.document import Report, Topic
from exactdp.report.wording import labels, level_name, verified


def worst_case(found: ObliviousOptimum) -> Report:
    """Return the optimum on results, and why no mechanism on databases is better.

    >>> from exactdp.model.users import BayesianUser, uniform
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.release.oblivious import evenly
    >>> from exactdp.answers.database_optimum import oblivious_optimum
    >>> from exactdp.model.databases import replace_one
    >>> shown = worst_case(oblivious_optimum(BayesianUser(absolute(), uniform(n=1)), "1/2", evenly(replace_one(n=1))))
    >>> shown.topics[-1].parts[0], shown.values["databases"]["results"]
    ('2, neighbours by replace-one: 0, 1', (0, 1))
    """
    databases, prior = found.shares.databases, found.on_databases.dual.prior
    level = level_name(found.on_databases.problem.alpha)
    lines = [
        f"{len(databases)}, neighbours by {databases.relation}: {labels(databases.labels)}",
        "this mechanism depends only on the count, so its loss is the same under every prior on databases that induces "
        "the user's prior",
        f"no {level}-private mechanism on databases loses less under the prior "
        f"{elided(', '.join(map(text, prior)), 200)}",
        verified(found.verified),
    ]
    on_results = optima.optimality(found.on_results)
    values = {
        **on_results.values,
        "databases": {
            "relation": databases.relation,
            "labels": databases.labels,
            "results": databases.results,
            "least_favourable": prior,
            "certificate": found.verified,
        },
    }
    topics = [*on_results.topics, Topic("databases", lines)]
    return Report("optimum-on-databases", topics, values, on_results.title)
