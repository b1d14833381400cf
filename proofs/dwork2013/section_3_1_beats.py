"""Section 3.1: how a private table can be nearer to the data than the estimate from marginals.

Each update multiplies the cells of a query of a marginal by one factor, so every round's weights are a product of
functions of marginals: they lie in the model whose nearest distribution is p̂. No round's table for the same marginals
is nearer than p̂. But MWEM gives out the mean of all rounds, and a mean of products is no product.
"""

from fractions import Fraction

from exactdp.claims import Claim, Domain, identity, require
from exactdp.commands.cli import main
from exactdp.privacy.sampling import SeededSource
from exactdp.surveys.mwem import MWEM, RelativeEntropy, Run, averaged, log_linear_estimate, marginals, normalised

claim = Claim(
    id="dwork2013.section-3-1.beats",
    title="when a private table beats the non-private bound",
    section="3.1",
    position=50,
    statement=(
        "For the same set of marginals no round's weights of MWEM are nearer to the data in relative entropy than the "
        "maximum likelihood estimate p̂, privacy or not, as they lie in its model. To beat this bound takes the mean "
        "of several rounds, which may leave the model, or a larger set of marginals than that of the bound. The first "
        "happens: with two bits, two records in 00 and two in 11, and all 1-way marginals, p̂ is uniform with relative "
        "entropy ln 2, and six rounds of positive probability have a mean nearer than that."
    ),
    latex=r"\mathrm{KL}(D \| A_t) \ge \mathrm{KL}(D \| \hat p) \ \text{ for all } t, \qquad "
    r"\mathrm{KL}\Bigl(D \Big\| \tfrac1T \sum_t A_t\Bigr) < \mathrm{KL}(D \| \hat p) \ \text{ possible}",
    domain="two bits, 1-way marginals, two records in 00 and two in 11; every sequence of updates",
    verdict="proved",
    scope="all updates for this table; other tables by seeded runs; not the three data sets of the text",
    uses=("dwork2013.section-3-1.footnote-6",),
)

TABLE = (2, 0, 0, 2)


@claim.proof(
    "weights stay products: from w_00·w_11 = w_01·w_10, multiplying the two cells of any 1-way query by f keeps it, as "
    "each side has exactly one of the two cells",
    mutants={"the two cells 00 and 11": {"cells": (0, 3)}, "one cell": {"cells": (0,)}},
)
def products(cells=None):
    queries = [query.cells for query in marginals(2, 1)] if cells is None else [cells]

    def pairs(f, w, x, y, z):
        for chosen in queries:
            after = [v * f if cell in chosen else v for cell, v in enumerate((w, x, y, z))]
            yield after[0] * after[3] - after[1] * after[2], f * (w * z - x * y)

    identity("f w x y z", pairs, Domain())


@claim.proof(
    "for the table of the example exp(4·KL) of a product q is (1/2)⁴/(q_00·q_11)², where q_00·q_11 = u(1-u)·v(1-v) ≤ "
    "1/16, since 1/4 - u(1-u) = (u-1/2)² ≥ 0; so it is at least 16, which is that of p̂, the uniform distribution",
    mutants={"1/5 - u(1-u)": {"bound": Fraction(1, 5)}},
)
def uniform_is_nearest(bound=Fraction(1, 4)):
    identity("u", lambda u: [(bound - u * (1 - u), (u - Fraction(1, 2)) ** 2)])
    best = log_linear_estimate(TABLE, marginals(2, 1))
    require(best == (Fraction(1, 4),) * 4, "p̂ is not uniform")
    require(RelativeEntropy(TABLE, best).power == 16, "another relative entropy")


@claim.instances(
    "seeded runs with all 1-way marginals of two and three bits: no round is nearer than p̂",
    mutants={"the uniform table in place of p̂": {"uniform": True}},
)
def no_round(uniform=False):
    for d, table in ((2, TABLE), (2, (3, 1, 0, 0)), (2, (1, 0, 2, 1)), (3, (2, 0, 0, 0, 1, 0, 0, 1))):
        queries = marginals(d, 1)
        best = normalised([1] * 2**d) if uniform else log_linear_estimate(table, queries)
        algorithm = MWEM(2**d, queries, n=4, rounds=5, selection="1/3", measurement="1/5")
        for seed in range(6):
            for each in algorithm.run(table, SeededSource(seed)).rounds:
                nearer = RelativeEntropy(table, each.distribution) < RelativeEntropy(table, best)
                require(not nearer, f"a round is nearer, seed {seed}")


@claim.instances(
    "the example: the queries 0*, *0, then 1*, *1 twice, each measured as 4, with β = 9/8: every such transcript has "
    "positive probability, and the mean of the six rounds is nearer than p̂, though each round is not",
    mutants={"the mean of the first two rounds": {"rounds": 2}, "the last round": {"mean": False}},
)
def mean_of_rounds(rounds=6, mean=True):
    algorithm = MWEM(4, marginals(2, 1), n=4, rounds=6, selection="1/2", measurement="1/2")
    queries = {query.name: query for query in algorithm.queries}
    run, found = Run(algorithm, ()), []
    for name in ("0*", "*0", "1*", "*1", "1*", "*1")[:rounds]:
        chance = algorithm.selected(TABLE, run.powers)[algorithm.queries.index(queries[name])]
        require(chance > 0, "the query is never selected")
        run = algorithm.recorded(run, queries[name], 4)
        found.append(run.last)
    best = RelativeEntropy(TABLE, log_linear_estimate(TABLE, algorithm.queries))
    require(all(not RelativeEntropy(TABLE, each) < best for each in found), "a round is nearer")
    given_out = averaged(found) if mean else found[-1]
    require(RelativeEntropy(TABLE, given_out) < best, "what is given out is not nearer")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
