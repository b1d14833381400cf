"""Section 3: edge-neighbouring and node-neighbouring graphs.

Edge-neighbours share their nodes and differ in one edge. Node-neighbours come in two readings: one node with its edges
is there or not, or the edges at one node are any others. In the second, edge-neighbours are node-neighbours, and node
privacy is the stronger notion. In the first they are not, but two steps apart, and the level is squared.
"""

from fractions import Fraction
from itertools import combinations

from exactdp.claims import Claim, identity, require
from exactdp.commands.cli import main

claim = Claim(
    id="lecture.section-3.graphs",
    title="neighbouring graphs",
    section="3",
    position=20,
    statement=(
        "Where node-neighbours are graphs on the same nodes whose edges at one node are any others, edge-neighbours "
        "are node-neighbours, so that α-privacy for nodes is α-privacy for edges. Where they are a graph and the same "
        "without one node and its edges, no two edge-neighbours are node-neighbours; they are two steps apart, so that "
        "α-privacy for nodes gives α²-privacy for edges. Node-neighbours on v nodes differ in up to v-1 edges, and so "
        "the number of edges changes by at most 1 between edge-neighbours and by up to v-1 between node-neighbours."
    ),
    latex=r"\max_{G \sim_{\text{edge}} G'} \bigl| |E| - |E'| \bigr| = 1, \qquad \max_{G \sim_{\text{node}} G'} \bigl| "
    r"|E| - |E'| \bigr| = v - 1",
    domain="simple undirected graphs on v ≥ 2 nodes",
    verdict="verified",
    scope="all graphs on 2, 3 and 4 nodes, 5 in a thorough run; the number v-1 for all v",
)


def graphs(nodes):
    """All graphs on these nodes, as sets of edges."""
    possible = list(combinations(nodes, 2))
    return [frozenset(chosen) for size in range(len(possible) + 1) for chosen in combinations(possible, size)]


def at(edges, node):
    """The edges at a node."""
    return frozenset(edge for edge in edges if node in edge)


def edge_neighbours(first, second):
    return len(first ^ second) == 1


def rewired(first, second, nodes):
    """Node-neighbours in the second reading: all edges that differ are at one node."""
    return any(first ^ second <= at(first | second, node) for node in nodes) and first != second


@claim.instances(
    "the same nodes, other edges at one of them: every two edge-neighbours are node-neighbours, and for v ≥ 3 not the "
    "other way round",
    mutants={"node-neighbours are edge-neighbours": {"turned": True}},
    largest=5,
)
def same_nodes(largest=4, turned=False):
    for v in range(2, largest + 1):
        found = graphs(range(v))
        pairs = [(x, y) for x, y in combinations(found, 2) if rewired(x, y, range(v)) or edge_neighbours(x, y)]
        for first, second in pairs:
            edge, node = edge_neighbours(first, second), rewired(first, second, range(v))
            require(edge if turned else node, f"v = {v}: {set(first)} and {set(second)}")
        require(any(not edge_neighbours(*pair) for pair in pairs) == (v > 2), f"v = {v}: the two notions are one")


@claim.instances(
    "a node more or less: edge-neighbours are on the same nodes and so not node-neighbours; they have a graph with one "
    "node less that is a node-neighbour of both",
    mutants={"another node than an end of the edge is left out": {"elsewhere": True}},
)
def one_node_less(elsewhere=False):
    for v in range(2, 5):
        for first in graphs(range(v)):
            for edge in combinations(range(v), 2):
                second = first ^ {edge}
                removed = next((node for node in range(v) if (node in edge) != elsewhere), edge[0])
                rest = [whole - at(whole, removed) for whole in (first, second)]
                require(rest[0] == rest[1], f"v = {v}: without node {removed} the graphs still differ")


@claim.instances(
    "the number of edges changes by at most 1 between edge-neighbours and by at most v-1 between node-neighbours of "
    "either reading; each is attained",
    mutants={"v edges at a node": {"most": 0}, "v-2": {"most": 2}},
)
def number_of_edges(most=1):
    for v in range(2, 5):
        found = graphs(range(v))
        changes = [abs(len(x) - len(y)) for x, y in combinations(found, 2) if rewired(x, y, range(v))]
        removals = [len(at(x, node)) for x in found for node in range(v)]
        require(max(changes) == v - most and max(removals) == v - most, f"v = {v}: {max(changes)}")
        steps = [abs(len(x) - len(y)) for x, y in combinations(found, 2) if edge_neighbours(x, y)]
        require(set(steps) == {1}, f"v = {v}: edge-neighbours differ in {set(steps)} edges")


@claim.proof(
    "v-1 for all v: of the v·(v-1)/2 pairs of nodes, those at one node are left when the (v-1)·(v-2)/2 pairs of the "
    "other nodes are taken away",
    mutants={"v other nodes": {"others": 0}},
)
def edges_at_a_node(others=1):
    half = Fraction(1, 2)
    identity("v", lambda v: [(half * v * (v - 1) - half * (v - others) * (v - others - 1), v - 1)])


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
