"""The report on a worst case over priors on databases names the databases, a least favourable prior and the proof."""

from exactdp.answers.database_optimum import oblivious_optimum
from exactdp.model.databases import replace_one
from exactdp.model.losses import absolute
from exactdp.model.users import BayesianUser, uniform
from exactdp.optimum.problem import Optimum
from exactdp.release.oblivious import evenly
from exactdp.report import databases


def found():
    answer = oblivious_optimum(BayesianUser(absolute(), uniform(n=3)), "1/2", evenly(replace_one(n=3)))
    assert not isinstance(answer, Optimum)
    return answer


def test_text_has_the_optimum_and_the_bound_on_databases():
    shown = databases.worst_case(found())
    assert "databases     8, neighbours by replace-one: 000, 001, 010, 011, …, 111" in shown
    assert "no 1/2-private mechanism on databases loses less under the prior" in shown
    assert "accepted by the kernel" in shown.splitlines()[-1]
    assert max(map(len, shown.splitlines())) <= 120


def test_json_has_it_all():
    shown = databases.worst_case_json(found())
    assert len(shown["databases"]["labels"]) == len(shown["databases"]["results"]) == 8
    assert shown["databases"]["relation"] == "replace-one"
    assert len(shown["databases"]["certificate"]["statement_sha256"]) == 64
    assert "value" in shown
