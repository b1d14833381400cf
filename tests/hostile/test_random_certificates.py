"""Certificates at random: they reach every kind, graph and form of a matrix, and are well formed."""

from collections import Counter
from random import Random

from exactdp import kernel
from tests.hostile.random_certificates import hostile, hostile_optimum
from tests.hostile.try_certificates import FORMS, judged, reaches


def test_every_kind_graph_and_form_is_reached() -> None:
    random, found = Random(3), Counter[str]()
    for _ in range(1500):
        for data in (hostile(random), hostile_optimum(random)):
            assert judged(data) != "malformed"
            found.update(reaches(data))
    graphs = {f"neighbours {graph}" for graph in (*kernel.GRAPHS, "edges")}
    assert found.keys() == {*kernel.KINDS, "infeasible"} | graphs | {*FORMS}
