"""Theorem 2.2, the step that outputs any consistent database: what a better output can promise, and what none can.

A set of databases fits some answers exactly where each two of it do: then every subset's counts lie within 2E, and
their midrange is such an answer. So the sets are the cliques of a graph, and the best guess is a centre of a clique.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.surveys.queries import Transcript, distance, subset_queries, true_answers
from exactdp.surveys.reconstruction import reconstruct

claim = Claim(
    id="lecture.theorem-2-2.best-guess",
    title="any consistent database, or a better guess",
    section="2",
    position=80,
    statement=(
        "Any consistent database can have 2⌊2E⌋ wrong bits (n ≥ 4E), and no guess can promise fewer than ⌊2E⌋. A guess "
        "need not be consistent. The best one promises, over all answers, for 2E = 1 exactly 1, n = 1..5; for 2E = 2 "
        "exactly 1, 2, 2, 3, 3, n = 1..5, where a consistent one promises 1, 2, 3, 4, 4. So the 4E of the theorem can "
        "be had for less by another output, and for E = 1 and 4 people no output promises fewer than 3 wrong bits."
    ),
    latex=r"\lfloor 2E \rfloor \le \max_r \min_g \max_c |\{i : g_i \ne c_i\}| \le 2 \lfloor 2E \rfloor",
    domain="n ≤ 5, 2E = 1, 2",
    every_n=True,
    verdict="verified",
    scope="all sets of databases that fit together, for these n and E; n = 5 in the thorough run",
    uses=("lecture.theorem-2-2.sharp",),
)

BEST = {1: (1, 1, 1, 1, 1), 2: (1, 2, 2, 3, 3)}
"""By 2E, the wrong bits of the best guess for n = 1, 2, …"""


def together(c, d, each):
    """Whether two databases differ in at most so many bits each way."""
    return max(sum(a > b for a, b in zip(c, d, strict=True)), sum(a < b for a, b in zip(c, d, strict=True))) <= each


def cliques(chosen, able, done, graph):
    """Yield every largest set of databases of which each two fit together (Bron & Kerbosch)."""
    if not able and not done:
        yield chosen
    pivot = max(able | done, key=lambda v: len(graph[v] & able), default=None)
    for v in list(able - graph.get(pivot, set())):
        yield from cliques(chosen | {v}, able & graph[v], done & graph[v], graph)
        able, done = able - {v}, done | {v}


def worst_centre(n, each):
    """The largest set of databases that fit together among those that are worst for the best guess, and its promise."""
    databases = list(product((0, 1), repeat=n))
    graph = {c: {d for d in databases if d != c and together(c, d, each)} for c in databases}
    return max(
        (min(max(distance(g, c) for c in clique) for g in databases), len(clique), sorted(clique))
        for clique in cliques(frozenset(), set(databases), set(), graph)
    )


@claim.instances(
    "the best guess against all largest sets of databases that fit together",
    mutants={"⌊2E⌋": {"best": {1: (1, 1, 1, 1), 2: (1, 2, 2, 2)}}, "as a consistent one": {"best": {2: (1, 2, 3, 4)}}},
    largest=5,
)
def centres(best=BEST, largest=4):
    for n in range(1, largest + 1):
        for each in best:
            found = worst_centre(n, each)[0]
            require(found == best[each][n - 1], f"n = {n}, 2E = {each}: {found} wrong bits")
            require(each >= n or found >= min(each, -(-n // 2)), f"n = {n}, 2E = {each}: fewer than ⌊2E⌋")


@claim.instances(
    "the attack on the answers that the worst set for 4 people fits: its candidates are that set, a consistent one "
    "can have 4 wrong bits, and every guess 3",
    mutants={"E = 1/2": {"E": Fraction(1, 2)}, "2 wrong bits": {"wrong": 2}},
)
def four_people(E=Fraction(1), wrong=3):
    queries = subset_queries(n=4)
    databases = worst_centre(4, 2)[2]
    counts = zip(*(true_answers(queries, d) for d in databases), strict=True)
    found = reconstruct(Transcript(queries, [Fraction(min(each) + max(each), 2) for each in counts], E))
    require(found.candidates == tuple(databases), f"the candidates are {found.candidates}")
    require(found.wrong == 4, f"a consistent database has {found.wrong} wrong bits")
    require(found.any_guess_wrong == wrong, f"the best guess promises {found.any_guess_wrong}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
