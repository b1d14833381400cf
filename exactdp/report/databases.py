"""Optima over the worst of all priors on databases, as text and as JSON."""

from typing import Any

from exactdp.answers.database_optimum import ObliviousOptimum
from exactdp.arithmetic.exact import elided, text
from exactdp.report import json_writer, optima, terminal, wording


def worst_case(found: ObliviousOptimum) -> str:
    """Return the optimum on results, and why no mechanism on databases is better.

    >>> from exactdp.model.users import BayesianUser, uniform
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.release.oblivious import evenly
    >>> from exactdp.answers.database_optimum import oblivious_optimum
    >>> from exactdp.model.databases import replace_one
    >>> found = oblivious_optimum(BayesianUser(absolute(), uniform(n=1)), "1/2", evenly(replace_one(n=1)))
    >>> print(worst_case(found))  # doctest: +ELLIPSIS
    user ...
    databases     2, neighbours by replace-one: 0, 1
    ...
    """
    databases = found.shares.databases
    prior = elided(", ".join(map(text, found.on_databases.dual.prior)), 200)
    level = wording.level_name(found.on_databases.problem.alpha)
    lines = [
        f"{len(databases)}, neighbours by {databases.relation}: {wording.labels(databases.labels)}",
        "this mechanism answers them by their results alone, and so loses as much under every prior on them that "
        "induces the user's",
        f"no {level}-private mechanism on databases loses less under the prior {prior}",
        wording.verified(found.verified),
    ]
    return f"{terminal.as_text(optima.optimality(found.on_results))}\n{terminal.paragraph('databases', lines)}"


def worst_case_json(found: ObliviousOptimum) -> dict[str, Any]:
    """Return the optimum on results with the databases, the least favourable prior and the certificate.

    >>> from exactdp.model.users import BayesianUser, uniform
    >>> from exactdp.model.losses import absolute
    >>> from exactdp.release.oblivious import evenly
    >>> from exactdp.answers.database_optimum import oblivious_optimum
    >>> from exactdp.model.databases import replace_one
    >>> found = oblivious_optimum(BayesianUser(absolute(), uniform(n=1)), "1/2", evenly(replace_one(n=1)))
    >>> worst_case_json(found)["databases"]["least_favourable"]
    ['1/2', '1/2']
    """
    databases = found.shares.databases
    return {
        **json_writer.values(optima.optimality(found.on_results)),
        "databases": {
            "relation": databases.relation,
            "labels": databases.labels,
            "results": databases.results,
            "least_favourable": [text(p) for p in found.on_databases.dual.prior],
            "certificate": terminal.verified_json(found.verified),
        },
    }
