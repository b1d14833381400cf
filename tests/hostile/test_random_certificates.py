"""Certificates at random: they reach every kind, graph, form of a matrix and size.

`test_kernel.py` has the kernel judge as many, none of them malformed.
"""

from collections import Counter
from random import Random

from exactdp import kernel
from tests.hostile.random_certificates import hostile, hostile_optimum
from tests.hostile.try_certificates import FAST, FORMS, MADE, reaches


def test_every_kind_graph_form_and_size_is_reached() -> None:
    random, found = Random(3), Counter[str]()
    for _ in range(1500):
        for data in (hostile(random), hostile_optimum(random)):
            found.update(reaches(data))
    graphs = {f"neighbours {graph}" for graph in (*kernel.GRAPHS, "edges")}
    counts = {f"inputs {n}" for n in range(1, 6)} | {f"constraints {n}" for n in range(6)}
    made = {f"{kind} of a {form.split()[1]}" for kind in FAST for form in MADE}
    assert found.keys() == {*kernel.KINDS} | graphs | counts | made | {*FORMS}
