"""Section 3.1: the universe of d-bit strings, the k-way marginals, and the counting queries that they hold.

A k-way marginal is named by k of d attributes and is a table of 2^k counts. So the set of all of them has C(d, k)
tables and C(d, k)·2^k counting queries, each record counting in C(d, k) of these: that is how far the answers of all of
them together move for one record.
"""

from math import comb

from exactdp.claims import Claim, Domain, identity, number, require
from exactdp.commands.cli import main
from exactdp.surveys.mwem import marginals

claim = Claim(
    id="dwork2013.section-3-1.marginals",
    title="marginals and their counting queries",
    section="3.1",
    position=10,
    statement=(
        "There are 2^d strings of d bits, 64 for d = 6, and C(d, k) k-way marginals; each is a table of 2^k counting "
        "queries, each of these a sum over 2^(d-k) cells. A record is in one cell of each table, so all k-way "
        "marginals together have L1-sensitivity C(d, k) for one record added or removed. For k = 3: 20 tables with 160 "
        "counting queries for d = 6, and 56 with 448 for d = 8. A set Q of marginals is thus 2^k times as many "
        "counting queries."
    ),
    latex=r"|\mathcal U| = 2^d, \qquad |\mathcal Q| = \binom{d}{k} \text{ tables of } 2^k \text{ counts}",
    domain="d = 0 … 6 attributes with k = 0 … d, and d = 7, 8 with k = 0 … 3",
    verdict="proved",
    scope="all these d and k, and the rest up to d = 8 in a thorough run; the number 2^d of strings for all d",
    finite=True,
)


@claim.proof(
    "one attribute more doubles the strings, as each of them ends in 0 or in 1: 2^(d+1) = 2·2^d from 2^0 = 1",
    mutants={"three values": {"values": 3}},
)
def strings(values=2):
    # The base stands for the number of values; at 2 it is what is claimed.
    identity("b", lambda b, d: [(b ** (d + 1), b * b**d), (b ** (d * 0), number(1))], Domain("d", lambda d: [d]))
    require(values**6 == 64, "six attributes have another number of strings")


@claim.proof(
    "all queries of all k-way marginals listed for d ≤ 6, and for d = 7, 8 with k ≤ 3: their number, their cells, and "
    "how many count a given record",
    mutants={"C(d, k) queries": {"power": 0}, "cells of k attributes": {"cells": 0}},
    full=True,
)
def listed(power=1, cells=1, full=False):
    for d in range(9):
        for k in range(d + 1 if d < 7 or full else 4):
            found = marginals(d, k)
            require(len(found) == comb(d, k) * 2 ** (power * k), f"{len(found)} queries for d = {d}, k = {k}")
            sizes = {len(query.cells) for query in found}
            require(sizes == {2 ** (d - k if cells else k)}, f"queries of {sizes} cells")
            for x in {0, 1, 2**d - 1} & set(range(2**d)):
                counted = sum(x in query.cells for query in found)
                require(counted == comb(d, k), f"record {x} is counted {counted} times")


@claim.proof(
    "the number of k-way marginals grows by Pascal's rule, attribute d+1 being in or not: C(d+1, k+1) = C(d, k) + C(d, "
    "k+1), for d ≤ 8",
    mutants={"C(d, k) twice": {"shift": 0}},
)
def pascal(shift=1):
    for d in range(9):
        for k in range(d + 1):
            with_it, without = comb(d, k), comb(d, k + shift)
            require(len(set(subsets(d + 1, k + 1))) == with_it + without, f"not Pascal's rule at d = {d}, k = {k}")


def subsets(d, k):
    """The bit masks of d bits with k ones."""
    return [mask for mask in range(2**d) if mask.bit_count() == k]


@claim.instances(
    "the three data sets: 22, 91 and 63 cells with records are possible for 70, 665 and 1841 records and 2^6, 2^8 and "
    "2^6 cells; 42, 165 and 1 cells are empty",
    mutants={"eight attributes for all": {"attributes": (8, 8, 8)}},
)
def data_sets(attributes=(6, 8, 6)):
    for records, d, cells, empty in zip((70, 665, 1841), attributes, (22, 91, 63), (42, 165, 1), strict=True):
        require(cells <= min(records, 2**d), "more cells than there can be")
        require(2**d - cells == empty, f"{2**d - cells} cells are empty")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
