"""The report on a worst case over priors on databases names the databases, a least favourable prior and the proof."""

from exactdp import BayesianUser, absolute, uniform
from exactdp.answers.database_optimum import oblivious_optimum
from exactdp.model.databases import replace_one
from exactdp.release.oblivious import evenly
from exactdp.report import databases, optima
from exactdp.report.wording import verified


def test_the_optimum_and_the_bound_on_databases() -> None:
    found = oblivious_optimum(BayesianUser(absolute(), uniform(n=3)), "1/2", evenly(replace_one(n=3)))
    shown, on_results = databases.worst_case(found), optima.optimality(found.on_results)
    *before, last = shown.topics
    assert before == list(on_results.topics)
    assert last.parts[0] == "8, neighbours by replace-one: 000, 001, 010, 011, …, 111"
    assert last.parts[2].startswith("no 1/2-private mechanism on databases loses less under the prior ")
    assert last.parts[3] == verified(found.verified)
    values = dict(shown.values)
    about = values.pop("databases")
    assert values == on_results.values
    assert len(about["labels"]) == len(about["results"]) == len(about["least_favourable"]) == 8
    assert (about["relation"], about["certificate"]) == ("replace-one", found.verified)
