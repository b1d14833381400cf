"""Section 3: edge-neighbouring and node-neighbouring graphs.

Edge-neighbours share their nodes and differ in one edge. Node-neighbours have two readings: one node is removed with
its edges, or the edges at one node are replaced by any others. In the second reading, edge-neighbours are
node-neighbours, and node privacy is the stronger notion. In the first reading, edge-neighbours are not node-neighbours
but two steps apart, and the level is squared. Graphs that differ at one node only differ in as many edges there as in
all.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.lemmas.dataset import for_bits
from exactdp.claims.vocabulary.neighbour import near

claim = Claim(
    "lecture.section-3.graphs",
    "neighbouring graphs",
    section="3",
    position=20,
    kept={
        **KEPT,
        "1 ≤ x": "a node",
        "x < y": "an edge",
        "A[x,y] ≠ B[x,y]": "the edge in which they differ",
        "∀i, k with 1 ≤ i ≤ n, i+1 ≤ k ≤ n: i ≠ x or k ≠ y ⇒ A[i,k] = B[i,k]": "they differ in one edge only",
        "graph_2(F) and (graph_0(F) without x) are alike (n nodes)": "the graph between the two",
    },
)

g, h, i, k, m, n, r, v, x, y = indices("g h i k m n r v x y")
[a] = numbers("α")
A, B, P = matrices("A B P")
(w,) = vectors("w")
S, T = variable("S", SET), variable("T", SET)
F = variable("F", Function(3, NUMBER))

graph = explained(
    "{0} is a graph on {1} nodes",
    (A, n),
    All(
        i,
        between(1, i, n),
        (A[i, i] == 0) & All(k, between(1, k, n), (A[i, k] == A[k, i]) & ((A[i, k] == 0) | (A[i, k] == 1))),
    ),
)
"""A simple undirected graph: A[i,k] is 1 where there is an edge between the nodes i and k, and 0 elsewhere."""

alike_but_at = explained(
    "{0} and {1} differ at node {2} only ({3} nodes)",
    (A, B, x, n),
    Every((i, 1, n), (k, 1, n), both(i != x, k != x) >> (A[i, k] == B[i, k])),
)

node_neighbours = explained(
    "{0} and {1} are node-neighbours ({2} nodes)", (A, B, n), Some(x, between(1, x, n), alike_but_at(A, B, x, n))
)

other_edge = (i != x) | (k != y)
differ_in = explained(
    "{0} and {1} differ in edge {2}, {3} only ({4} nodes)",
    (A, B, x, y, n),
    both(1 <= x, x < y, y <= n, A[x, y] != B[x, y])
    & Every((i, 1, n), (k, i + 1, n), other_edge >> (A[i, k] == B[i, k])),
)

edge_neighbours = explained(
    "{0} and {1} are edge-neighbours ({2} nodes)",
    (A, B, n),
    Some(x, between(1, x, n), Some(y, between(1, y, n), differ_in(A, B, x, y, n))),
)

number_of_edges = explained("edges({0}; {1})", (A, n), Sum(i, 1, n, Sum(k, 1, n, A[i, k])) / 2)
"""Half of the sum of the degrees."""


@generator(graph)
def some_graph(rng, turn, n):
    """Draw the edges, and 0 at the node 0, which is not used."""
    rows = [[0] * (n + 1) for _ in range(n + 1)]
    for i in range(1, n + 1):
        for k in range(i + 1, n + 1):
            rows[i][k] = rows[k][i] = rng.randrange(2)
    return tuple(map(tuple, rows))


graphs = (graph(A, n), graph(B, n))
edge = differ_in(A, B, x, y, n)


def symmetric(proof, at, to):
    """Return that the entries of both graphs are the same in the other order."""
    return [proof.know(each)(at).parts()[1](to).parts()[0] for each in graphs]


# The second reading: other edges at one node


@claim.clause("at-an-end", *graphs, edge, alike_but_at(A, B, x, n))
def at_an_end(proof):
    rest = proof.parts(edge)[-1]
    inner = proof.inside()

    def below(case):
        return case.have(inner.goal, case.detach(rest(i, k)))

    def above(case):
        return case.have(inner.goal, case.detach(rest(k, i)), *symmetric(case, i, k))

    def diagonal(case):
        return case.replace(case.have(i == k), lambda w: A[i, w] == B[i, w])

    return inner.closed(inner.cases(inner.goal, (i < k, below), (k < i, above), (TRUE, diagonal)))


@claim.clause("edge-is-node", *graphs, edge_neighbours(A, B, n), node_neighbours(A, B, n))
def edge_is_node(proof):
    one = proof.let(proof.know(edge_neighbours(A, B, n)), x)
    return proof.obtain(one.parts()[-1], y, lambda two, given: two.witness(proof.goal, x, two.cite("#at-an-end")))


apart = number_of_edges(A, n) - number_of_edges(B, n)
at_node = Sum(k, 1, n, A[x, k] - B[x, k])


@claim.clause("difference", *graphs, between(1, x, n), alike_but_at(A, B, x, n), apart == at_node)
def difference(proof):
    rest = proof.know(alike_but_at(A, B, x, n))
    row = proof.assuming(between(1, i, n))
    here = A[i, x] - B[i, x]
    total_at = lambda w: Sum(k, 1, n, A[w, k] - B[w, k])  # noqa: E731
    goal = total_at(i) == here + 1 * If(i == x, at_node, 0)

    def other(case):
        cell = case.assuming(between(1, k, n))
        entry = A[i, k] - B[i, k] == If(k == x, here, 0)
        same = cell.cases(
            entry, (k == x, lambda one: one.have(entry)), (TRUE, lambda one: one.have(entry, one.detach(rest(i, k))))
        )
        only = case.use(lemmas.one_term(), low=1, high=n, j=x, f=function(k, here))
        return case.have(goal, case.termwise(k, 1, n, same), only)

    each = row.cases(goal, (i == x, lambda case: case.have(goal)), (TRUE, other))
    columns = proof.assuming(between(1, i, n))
    turned = columns.have(here == A[x, i] - B[x, i], *symmetric(columns, i, x))
    column = proof.termwise(i, 1, n, turned)
    only = proof.use(lemmas.one_term(), low=1, high=n, j=x, f=function(i, at_node))
    sums = proof.use(
        lemmas.sum_of_two(), t=1, low=1, high=n, f=function(i, here), g=function(i, If(i == x, at_node, 0))
    )
    return proof.qed(proof.termwise(i, 1, n, each), sums, column, only)


@claim.clause("edges", *graphs, edge, abs(apart) == 1)
def edges(whole):
    proof = whole.opening(edge)
    end = proof.cite("#at-an-end")
    at_x = proof.cite("#difference", end)
    rest = proof.parts(edge)[-1]
    one = proof.assuming(between(1, k, n))
    entry = A[x, k] - B[x, k] == If(k == y, A[x, y] - B[x, y], 0)

    def below(case):
        back = [case.know(each)(x).parts()[1](k).parts()[0] for each in graphs]
        return case.have(entry, case.detach(rest(k, x)), *back)

    same = one.cases(
        entry,
        (k == y, lambda case: case.have(entry)),
        (k == x, lambda case: case.have(entry)),
        (k < x, below),
        (TRUE, lambda case: case.have(entry, case.detach(rest(x, k)))),
    )
    only = proof.use(lemmas.one_term(), low=1, high=n, j=y, f=function(k, A[x, y] - B[x, y]))
    difference = proof.have(apart == A[x, y] - B[x, y], at_x, proof.termwise(k, 1, n, entry, same), only)
    values = [proof.know(each)(x).parts()[1](y).parts()[1] for each in graphs]
    size = for_bits(proof, lambda v, w: (v != w) >> (abs(v - w) == 1), *values)
    turned = proof.have(A[x, y] - B[x, y] == apart, difference)
    return whole.fact(proof.replace(turned, lambda v: abs(v) == 1, proof.detach(size)))


@claim.clause("edges-at-a-node", *graphs, node_neighbours(A, B, n), abs(apart) <= n - 1)
def edges_at_a_node(proof):
    case_goal = proof.goal
    proof.let(proof.know(node_neighbours(A, B, n)), x)
    one = proof.assuming(between(1, k, n))
    values = [one.know(each)(x).parts()[1](k).parts()[1] for each in graphs]
    others = as_number(1) + -1 * If(k == x, as_number(1), 0)
    bounds = []
    for sign in (1, -1):
        goal = sign * (A[x, k] - B[x, k]) <= others
        step = for_bits(one, lambda v, w: sign * (v - w) <= 1, *values)  # noqa: B023
        each = one.cases(
            goal,
            (k == x, lambda at: at.have(goal, at.replace(at.have(x == k), lambda w: A[x, w] - B[x, w] == 0))),  # noqa: B023
            (TRUE, lambda at: at.have(goal, step)),  # noqa: B023
        )
        bounds.append(proof.termwise(k, 1, n, goal, each))
    count = proof.telescope(k, 1, n, others, lambda v: v - If(v <= x, as_number(0), 1))
    return proof.have(case_goal, proof.cite("#difference"), *bounds, count)


joined = If(i == 1, If(k == 1, as_number(0), 1), If(k == 1, as_number(1), 0))
star = explained("star", (), function(i, k, joined))()
no_edge = function(i, k, as_number(0))


@claim.clause(
    "attained",
    1 <= n,
    both(graph(star, n), graph(no_edge, n), alike_but_at(star, no_edge, 1, n), number_of_edges(star, n) == n - 1),
)
def attained(proof):
    is_bit = (star[i, k] == 0) | (star[i, k] == 1)

    def node(inner):
        cell = inner.inside(All(k, between(1, k, n), (star[i, k] == star[k, i]) & is_bit))
        zero, one = (lambda at, value=value: at.alternative(is_bit, at.have(star[i, k] == value)) for value in (0, 1))
        bit = cell.cases(
            is_bit, (i == 1, lambda at: at.cases(is_bit, (k == 1, zero), (TRUE, one))), (k == 1, one), (TRUE, zero)
        )
        edges = cell.closed(cell.both(cell.have(star[i, k] == star[k, i]), bit))
        return inner.both(inner.have(star[i, i] == 0), edges)

    of_star = proof.for_all(graph(star, n), node)
    empty = proof.have(graph(no_edge, n))

    def elsewhere(inner):
        def side(case):
            return case.either(case.know(k != 1), *[lambda one: one.have(inner.goal)] * 2)

        return inner.either(inner.know(i != 1), side, side)

    end = proof.for_all(alike_but_at(star, no_edge, 1, n), elsewhere)
    apart = proof.cite("#difference", of_star, end, A=star, B=no_edge, x=1)
    count = proof.telescope(k, 1, n, star[1, k] - no_edge[1, k], lambda v: If(v <= 1, as_number(0), v - 2))
    return proof.both(of_star, empty, end, proof.have(number_of_edges(star, n) == n - 1, apart, count))


# So for three nodes or more, they are node-neighbours but not edge-neighbours
@claim.clause("not-conversely", 3 <= n, ~edge_neighbours(star, no_edge, n))
def not_conversely(proof):
    *_, count = proof.cite("#attained").parts()
    of_star, empty = (proof.have(graph(of, n), proof.cite("#attained")) for of in (star, no_edge))
    size = proof.use(lemmas.index_order(), j=3, k=n)
    inner = proof.otherwise()
    inner.let(inner.let(inner.know(edge_neighbours(star, no_edge, n)), x).parts()[-1], y)
    return inner.absurd(inner.cite("#edges", of_star, empty, A=star, B=no_edge), count, size)


# The first reading: one node with its edges more or less

without = explained("{0} without {1}", (A, x), function(i, k, If((i == x) | (k == x), as_number(0), A[i, k])))
"""The graph without a node and the edges at it."""


@claim.clause(
    "common-graph", *graphs, edge, between(1, i, n), between(1, k, n), without(A, x)[i, k] == without(B, x)[i, k]
)
def common_graph(proof):
    rest = proof.cite("#at-an-end")(i, k)
    goal = proof.goal

    def at(case):
        return case.have(goal)

    return proof.cases(goal, (i == x, at), (k == x, at), (TRUE, lambda case: case.have(goal, case.detach(rest))))


one_node_less = explained(
    "{1} on {3} is {0} on {2} without a node ({4} nodes)",
    (A, B, S, T, n),
    Some(
        x,
        between(1, x, n) & S[x],
        both(~T[x], All(y, between(1, y, n), (y != x) >> ((S[y] >> T[y]) & (T[y] >> S[y]))))
        & Every((i, 1, n), (k, 1, n), B[i, k] == without(A, x)[i, k]),
    ),
)


# Edge-neighbours have the same nodes
@claim.clause("no-node-neighbours", ~one_node_less(A, B, S, S, n))
def no_node_neighbours(proof):
    inner = proof.otherwise()
    inner.let(inner.know(one_node_less(A, B, S, S, n)), x)
    unlike = inner.use(lemmas.not_in_set(), i=x, j=x)
    return inner.closed(inner.either(unlike, *[lambda side: side.contradiction(proof.goal)] * 2))


# Privacy of a mechanism on the graphs F[0], …, F[v]


one_of = explained("graph_{1}({0})", (F, g), function(i, k, F[g, i, k]))
chances = explained("row_{1}({0})", (P, g), function(r, P[g, r]))


listed = explained("{0} are {1}+1 graphs on {2} nodes", (F, v, n), All(g, between(0, g, v), graph(one_of(F, g), n)))


@generator(listed)
def some_graphs(rng, turn, v, n):
    """Draw the edges of the first graph, or none, and change one edge after another."""
    found = [[list(row) for row in some_graph(rng, turn, n)] if turn % 2 else [[0] * (n + 1) for _ in range(n + 1)]]
    for _ in range(v):
        i, k = (1, 2) if turn % 3 or n < 3 else sorted(rng.sample(range(1, n + 1), 2))
        after = [list(row) for row in found[-1]]
        if k <= n:
            after[i][k] = after[k][i] = 1 - after[i][k]
        found.append(after)
    return tuple(tuple(map(tuple, each)) for each in found)


def private(name, relation):
    pair = relation(one_of(F, g), one_of(F, h)) >> near(chances(P, g), chances(P, h), a, m)
    return explained(
        f"{{0}} is {{2}}-private on {{1}} for graphs {name} ({{3}},{{4}},{{5}})",
        (P, F, a, n, m, v),
        Every((g, 0, v), (h, 0, v), pair),
    )


same_entries = explained(
    "{0} and {1} are alike ({2} nodes)",
    (A, B, n),
    Every((i, 1, n), (k, 1, n), A[i, k] == B[i, k]),
)


for_nodes = private("that differ in a node", lambda one, other: node_neighbours(one, other, n))
for_less = private(
    "that lose a node",
    lambda one, other: Some(x, between(1, x, n), same_entries(other, without(one, x), n)),
)


@generator(for_nodes)
@generator(for_less)
def some_private(rng, turn, *given):
    """Draw the same chances for all graphs."""
    _, _, _, m, v = given
    return (tuple(Fraction(rng.randrange(1, 4), 4) for _ in range(max(m, 0) + 1)),) * (v + 1)


first, second, common = (one_of(F, number) for number in (0, 1, 2))
of_first, of_second, of_common = (chances(P, number) for number in (0, 1, 2))
neighbours = edge_neighbours(first, second, n)


@claim.clause("edge-privacy", listed(F, 1, n), for_nodes(P, F, a, n, m, 1), neighbours, near(of_first, of_second, a, m))
def edge_privacy(proof):
    both_graphs = [proof.know(listed(F, 1, n))(number) for number in (0, 1)]
    of_nodes = proof.cite("#edge-is-node", *both_graphs, A=first, B=second)
    return proof.detach(proof.know(for_nodes(P, F, a, n, m, 1))(0, 1), of_nodes)


@claim.clause(
    "level-squared",
    0 <= a,
    listed(F, 2, n),
    for_less(P, F, a, n, m, 2),
    differ_in(first, second, x, y, n),
    same_entries(common, without(first, x), n),
    near(of_first, of_second, a**2, m),
)
def level_squared(whole):
    proof = whole.opening(differ_in(first, second, x, y, n))
    of_one = proof.know(same_entries(common, without(first, x), n))
    cell = proof.assuming(between(1, i, n), between(1, k, n))
    both_graphs = [cell.know(listed(F, 2, n))(number) for number in (0, 1)]
    same = cell.cite("#common-graph", *both_graphs, A=first, B=second)
    equal = cell.have(common[i, k] == without(second, x)[i, k], same)
    of_other = proof.every((i, 1, n), (k, 1, n), equal)
    found = []
    for number, fact in ((0, of_one), (1, of_other)):
        pair = proof.know(for_less(P, F, a, n, m, 2))(number, 2)
        found.append(proof.detach(pair, proof.witness(pair.says.args[0], x, fact)))
    turned = proof.for_all(near(of_common, of_second, a, m), lambda inner: inner.qed(*found[1](r).parts()))
    square = {"p": of_first, "o": of_common, "w": of_second}
    return whole.fact(proof.cite("lecture.section-3.neighbours#replaced", found[0], turned, **square))
